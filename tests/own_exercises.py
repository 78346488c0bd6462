"""A folder as an instructor may have it, anywhere: a notebook with an exercise, and its questions beside it."""

import nbformat
from nbclient import NotebookClient

QUESTIONS = '''"""Questions of a week of my own."""

from math import comb
from pathlib import Path

from aucc_teach.exercises import Break, Construct, Field, Number, Write, asked

from .numbers.small import N


@asked(cases=[(3,), (5,)], hint="Count them.", outcome="So many.")
def own_pairs(n):
    """Number of pairs of n objects."""
    return comb(n, 2)


@own_pairs.mistake("Every pair twice.")
def _(n):
    return n * (n - 1)


EXERCISES = {
    "ex-own-pairs": (
        Number("Pairs", comb(N, 2), tempting=((N * (N - 1), "That counts every pair twice."),), hint="List them."),
        Construct("PairTable", "Make them equal.", (("ari", "==", 1, "ARI is {ari}."),), "So they are."),
        Write("own_pairs"),
        Break(
            "mostly-apart",
            "In a partition no more than half of the pairs are together.",
            (Field("Partition", "partition", "ab cd"),),
            Path(__file__).with_suffix(".js"),
            {"holds": "Of the pairs {share} are together.", "broken": "Of the pairs {share} are together: too many."},
            (("There are two verdicts.", "They need not be equally frequent."),),
        ),
    ),
}

PREDICTIONS = {
    "pre-own-pairs": Number("Pairs of four objects?", comb(N, 2), predict=True, outcome="Each has three others."),
}
'''
# The check of the claim.
SCRIPT = """claims["mostly-apart"] = (_, labels) => {
  const verdicts = together(labels);
  const share = fraction(countOf(verdicts, true), verdicts.length);
  return outcome(compared(share, HALF) <= 0, { share });
};
"""
# Partitions with what is said to them.
BROKEN = ("{a, b}, {c, d, e, f, g, h}", "Of the pairs 4/7 are together: too many. Read as `ab | cdefgh`.")
HOLDS = ("abcdef gh ij", "Of the pairs 17/45 (0.378) are together. Read as `abcdef | gh | ij`.")
CELLS = [
    ("markdown", "# A week of my own\n\nFour objects."),
    ("code", "import aucc_teach as at"),
    ("code", 'at.exercises.predict("pre-own-pairs")'),
    ("markdown", "There are six.\n\n## Exercises\n\n"),
    ("markdown", ":::{exercise}\n:label: ex-own-pairs\n*By hand.* How many pairs do four objects make?\n:::"),
    ("code", 'at.exercises.show("ex-own-pairs")'),
    ("markdown", ":::{solution-start} ex-own-pairs\n:label: sol-own-pairs\n:class: dropdown\n:::"),
    ("code", 'at.exercises.check("own_pairs", lambda n: n * (n - 1) // 2)'),
    ("markdown", "That is four times three, halved.\n\n:::{solution-end}\n:::"),
]


def write(folder):
    """Write the folder."""
    (folder / "questions" / "numbers").mkdir(parents=True)
    (folder / "questions" / "numbers" / "small.py").write_text("N = 4\n", encoding="utf-8")
    (folder / "questions" / "own.py").write_text(QUESTIONS, encoding="utf-8")
    (folder / "questions" / "own.js").write_text(SCRIPT, encoding="utf-8")
    make = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}
    cells = [make[kind](source) for kind, source in CELLS]
    for cell in cells:
        if cell.source.startswith(("at.exercises.show(", "at.exercises.predict(")):
            cell.metadata.tags = ["remove-input"]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), folder / "own.ipynb")


def run(folder):
    """Run the notebook as JupyterLab does, in its own folder; returns it."""
    notebook = nbformat.read(folder / "own.ipynb", as_version=4)
    NotebookClient(notebook, resources={"metadata": {"path": str(folder)}}).execute()
    nbformat.write(notebook, folder / "own.ipynb")
    return notebook
