"""The notebooks as files: executed, normalised, described for those who cannot see, and true to their own output."""

import re
import sys
from pathlib import Path

import matplotlib.pyplot as plt
import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import normalised, notebooks, text_of  # noqa: E402

NOTEBOOKS = notebooks()
CHAPTERS = [path for path in NOTEBOOKS if path.stem != "intro"]
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
    return "\n".join(texts)


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


def test_there_are_notebooks():
    assert {"intro", "first_tour"} <= {path.stem for path in NOTEBOOKS}


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


def test_a_number_without_source_is_found():
    notebook = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_code_cell("print(0.9167)", outputs=[nbformat.v4.new_output("stream", text="0.9167\n")]),
            nbformat.v4.new_markdown_cell("We found 0.917, not 0.916, and `0.1` is code."),
        ]
    )
    assert numbers_without_source(notebook) == ["0.916"]


@each(CHAPTERS)
def test_has_five_exercises_with_objectives_and_solutions(path):
    text = prose(read(path))
    exercises = re.findall(r":::\{exercise\}.*?:::", text, flags=re.S)
    labels = re.findall(r":::\{exercise\}[^\n]*\n:label: (\S+)", text)
    assert len(exercises) >= 5
    assert all("*Objective" in exercise for exercise in exercises)
    assert sorted(labels) == sorted(re.findall(r":::\{solution-start\} (\S+)", text))
    assert text.count("{solution-start}") == text.count("{solution-end}")


@each(CHAPTERS)
def test_every_theorem_has_a_proof_and_a_check(path):
    notebook = read(path)
    statements = len(re.findall(r"\{prf:(?:theorem|lemma|corollary|proposition)\}", prose(notebook)))
    checks = [cell for cell in code_cells(notebook) if "theorem-check" in cell.metadata.get("tags", [])]
    assert prose(notebook).count("{prf:proof}") == statements == len(checks)


@each(CHAPTERS)
def test_a_check_fails_when_its_claim_is_perturbed(path, monkeypatch):
    plt.switch_backend("agg")
    monkeypatch.setattr(plt, "show", lambda: None)
    cells = code_cells(read(path))
    monkeypatch.chdir(path.parent)
    checks = [i for i, cell in enumerate(cells) if "theorem-check" in cell.metadata.get("tags", [])]
    namespace = {}
    for position, cell in enumerate(cells[: max(checks, default=-1) + 1]):
        exec(cell.source, namespace)
        if position in checks:
            claimed, perturbed = cell.metadata["perturb"]
            assert cell.source.count(claimed) == 1
            with pytest.raises(AssertionError):
                exec(cell.source.replace(claimed, perturbed), dict(namespace))
    plt.close("all")


def test_the_lines_of_the_front_page_run_when_they_are_copied(capsys):
    page = read(ROOT / "book" / "intro.ipynb")
    (cell,) = (cell for cell in code_cells(page) if "put your own data and labels here" in cell.source)
    exec(compile(cell.source, "the front page", "exec"), {})
    (output,) = cell.outputs
    assert capsys.readouterr().out == output.text
    words = {3: "Three", 4: "Four", 5: "Five"}
    n_lines = sum(bool(line.strip()) for line in cell.source.splitlines())
    assert f"{words[n_lines]} lines judge your own clustering" in prose(page)
