"""A folder as an instructor may have it, anywhere: a notebook with an exercise, and its questions beside it."""

import nbformat
from nbclient import NotebookClient

QUESTIONS = '''"""Questions of a week of my own."""

from math import comb

from aucc_teach.exercises import Construct, Number, Write, asked

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
        Construct("PairTable", "Make them equal.", (("ari", "==", 1),), "So they are."),
        Write("own_pairs"),
    ),
}
'''
CELLS = [
    ("markdown", "# A week of my own\n\nFour objects.\n\n## Exercises\n\n"),
    ("code", "import aucc_teach as at"),
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
    make = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}
    cells = [make[kind](source) for kind, source in CELLS]
    cells[3].metadata.tags = ["remove-input"]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), folder / "own.ipynb")


def run(folder):
    """Run the notebook as JupyterLab does, in its own folder; returns it."""
    notebook = nbformat.read(folder / "own.ipynb", as_version=4)
    NotebookClient(notebook, resources={"metadata": {"path": str(folder)}}).execute()
    nbformat.write(notebook, folder / "own.ipynb")
    return notebook
