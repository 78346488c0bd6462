"""The notebooks as files: executed, normalised, described for those who cannot see, and true to their own output."""

import re
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from cells import needed

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import chapter_paths, normalised, notebooks, text_of  # noqa: E402

NOTEBOOKS = notebooks()
CHAPTERS = chapter_paths()
DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.]*\w)")


def each(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda path: path.stem)


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook):
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def printed(notebook):
    texts = []
    for cell in code_cells(notebook):
        for output in cell.outputs:
            texts.append(output.get("text", ""))
            texts.extend(text for mime, text in output.get("data", {}).items() if mime.startswith("text/"))
    # What a changed cell prints under a *Try this*, as tests/test_try_this.py sees.
    texts += [said for cell in notebook.cells for said in cell.metadata.get("try", {}).get("says", [])]
    return "\n".join(texts)


def is_check(cell):
    return "theorem-check" in cell.metadata.get("tags", [])


def checks_of(notebook):
    """The label of each statement with a proof, and the cell that checks it before the next one is made."""
    found, waiting = {}, []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            waiting += re.findall(r"\{prf:(?:theorem|lemma|corollary|proposition)\}[^\n]*\n:label: (\S+)", cell.source)
        elif is_check(cell):
            (label,) = waiting
            found[label], waiting = cell, []
    assert not waiting
    return found


def image_of(cell):
    return cell.metadata.get("mystnb", {}).get("image", {})


def figures(notebook):
    return [
        cell
        for cell in code_cells(notebook)
        if any(output.get("data", {}).get("text/plain", "").startswith("<Figure") for output in cell.outputs)
    ]


def numbers_without_source(notebook):
    """Decimal numbers of the prose, captions and alternative texts that no output of the notebook rounds to."""
    known = [float(number) for number in DECIMAL.findall(printed(notebook))]
    texts = [re.sub(r"`[^`]*`", "", prose(notebook))]
    for cell in code_cells(notebook):
        texts.append(image_of(cell).get("alt", ""))
        texts.append(cell.metadata.get("mystnb", {}).get("figure", {}).get("caption", ""))
    claimed = DECIMAL.findall("\n".join(texts))
    return [c for c in claimed if not any(f"{k:.{len(c.split('.')[1])}f}" == c for k in known)]


@each(NOTEBOOKS)
def test_is_normalised(path):
    assert path.read_text(encoding="utf-8") == text_of(normalised(read(path))), "run python book/run_notebooks.py"


@each(NOTEBOOKS)
def test_was_executed_in_order_and_without_error(path):
    cells = [cell for cell in code_cells(read(path)) if cell.source.strip()]
    # nbval passes over cells without a count, so a notebook that was never run would pass there.
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert not [cell.source for cell in cells for output in cell.outputs if output.output_type == "error"]


@each(NOTEBOOKS)
def test_holds_no_picture(path):
    mimes = {mime for cell in code_cells(read(path)) for output in cell.outputs for mime in output.get("data", {})}
    assert not [mime for mime in mimes if mime.startswith("image/")]


@each(NOTEBOOKS)
def test_every_figure_has_alternative_text_and_a_caption(path):
    for cell in figures(read(path)):
        alt = image_of(cell).get("alt", "")
        assert len(alt) >= 15, f"alternative text missing or too short: {cell.source[:60]!r}"
        assert not re.fullmatch(r"\S+\.\w{3,4}", alt), f"a file name is no alternative text: {alt!r}"
        assert len(cell.metadata["mystnb"].get("figure", {}).get("caption", "")) >= 15


@each(NOTEBOOKS)
def test_every_number_in_the_prose_comes_from_a_cell(path):
    assert numbers_without_source(read(path)) == []


@each(CHAPTERS)
def test_has_exercises_with_objectives_and_solutions(path):
    text = prose(read(path))
    exercises = re.findall(r":::\{exercise\}.*?:::", text, flags=re.S)
    labels = re.findall(r":::\{exercise\}[^\n]*\n:label: (\S+)", text)
    assert exercises
    assert all("*Objective" in exercise for exercise in exercises)
    assert sorted(labels) == sorted(re.findall(r":::\{solution-start\} (\S+)", text))
    assert text.count("{solution-start}") == text.count("{solution-end}")


class _WholeNumbers:
    """A source of examples for exact arithmetic: whole numbers and orders, and nothing else."""

    def __init__(self, seed, make=np.random.default_rng):
        rng = make(seed)
        self.integers, self.permutation = rng.integers, rng.permutation


def _nothing(seed=None):
    pytest.fail("a check of all cases draws none of them")


# What a check of each kind may draw from.
SOURCES = {"exhaustive": _nothing, "exact": _WholeNumbers, "simulation": np.random.default_rng}


@each(CHAPTERS)
def test_every_theorem_has_a_proof_and_a_check(path):
    notebook = read(path)
    n_checks = sum(map(is_check, code_cells(notebook)))
    checks = checks_of(notebook)
    assert prose(notebook).count("{prf:proof}") == len(checks) == n_checks
    for label, cell in checks.items():
        assert cell.metadata["check"] in SOURCES, label
        assert "Fraction" in cell.source or cell.metadata["check"] != "exact", label


@pytest.mark.notebook  # it runs cells, here and not in a kernel
@each(CHAPTERS)
@pytest.mark.breadth(first_of=3)
def test_a_check_draws_as_its_kind_may_and_fails_when_its_claim_is_perturbed(path, monkeypatch):
    plt.switch_backend("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    cells = code_cells(read(path))
    monkeypatch.chdir(path.parent)
    checks = [i for i, cell in enumerate(cells) if is_check(cell)]
    namespace = {}
    for position in sorted(needed([cell.source for cell in cells], checks)):
        cell = cells[position]
        with monkeypatch.context() as patch:
            if position in checks:
                patch.setattr(np.random, "default_rng", SOURCES[cell.metadata["check"]])
            exec(cell.source, namespace)
        if position in checks:
            claimed, perturbed = cell.metadata["perturb"]
            assert cell.source.count(claimed) == 1
            with pytest.raises(AssertionError):
                exec(cell.source.replace(claimed, perturbed), dict(namespace))
    plt.close("all")


def test_the_lines_for_own_data_run_when_they_are_copied(capsys):
    page = read(ROOT / "book" / "back" / "about.ipynb")
    (cell,) = (cell for cell in code_cells(page) if "put your own data and labels here" in cell.source)
    exec(compile(cell.source, "the page about the book", "exec"), {})
    (output,) = cell.outputs
    assert capsys.readouterr().out == output.text
