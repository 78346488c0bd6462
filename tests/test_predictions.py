"""Predictions: where they stand, what is said to a guess, and whether what they call right is what was printed."""

import re
import sys

import nbformat
import pytest
from conftest import ROOT, said

from aucc_teach.exercises import Choice
from aucc_teach.exercises.folders import all_predictions

sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import chapter_paths

CHAPTERS = {path.stem: path for path in (ROOT / "book" / "intro.ipynb", *chapter_paths())}
ASKED = re.compile(r'at\.exercises\.predict\("([^"]*)"\)')


@pytest.mark.parametrize("path", CHAPTERS.values(), ids=lambda path: path.stem)
def test_each_prediction_is_asked_once_in_its_chapter_outside_of_solutions_and_before_what_comes_out(path):
    asked, is_inside, follows = [], False, False
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            for gate in re.findall(r"\{solution-(start|end)\}", cell.source):
                is_inside = gate == "start"
        if found := ASKED.fullmatch(cell.source):
            asked.append(found[1])
            assert cell.metadata.tags == ["remove-input"]
            assert not is_inside
            follows = True
        elif cell.source.strip():
            follows = False
    assert not follows
    module = ROOT / "book" / "questions" / f"{path.stem}.py"
    text = module.read_text("utf-8") if module.exists() else ""
    assert sorted(asked) == sorted(re.findall(r'^    "(pre-[^"]*)": ', text, re.M))


def test_a_choice_is_told_whether_it_was_right():
    options = {"climb": "It climbs.", "fall": "No.", "stay": "It stays, too."}
    one = Choice("c", options, "climb", predict=True)
    several = Choice("c", options, ("climb", "stay"), predict=True)
    assert said(one, [[], [0], [1]]) == [
        ("unclear", "Choose one."),
        ("foretold", "Your guess is right: climb. It climbs."),
        ("foretold", "You expected: fall. The result is: climb. It climbs."),
    ]
    assert [words for _, words in said(several, [[0, 2], [0]])] == [
        "Your guess is right: climb, stay. It climbs. It stays, too.",
        "You expected: climb. The result is: climb, stay. It climbs. It stays, too.",
    ]


# ---- what is right of a prediction that no formula gives is what a cell of its chapter printed


def rows_of(stem, cell_id):
    """The lines that a cell printed, tables among them, each as a list of its cells."""
    cells = nbformat.read(ROOT / "book" / "4-practice" / f"{stem}.ipynb", as_version=4).cells
    (cell,) = [cell for cell in cells if cell.id == cell_id]
    texts = [of.get("text") or of.data["text/plain"] for of in cell.outputs]
    return [re.split(r" {2,}", line.strip()) for text in texts for line in text.splitlines()]


def row(stem, cell_id, *start):
    """What follows in the one row that begins with these cells."""
    (found,) = [of[len(start) :] for of in rows_of(stem, cell_id) if of[: len(start)] == list(start)]
    return found


def of_stable():
    mean = float(row("choosing_k", "geyser-stability", "k-means")[1])
    return {"below 0.5": 0.45, "about 0.75": 0.75, "above 0.9": 0.95}, mean


def of_before():
    selected = {int(row("choosing_k", "geyser-before", f"k-means, {name}")[-1]) for name in ("AUCC", "VRC")}
    (number,) = selected
    return {"two, as with the wait after": 2, "three": 3, "none": 1}, number


def of_torgersen():
    _, peak, p, *_ = row("how_firm", "firm-batch", "without Torgersen, 291")
    selected = int(peak) if float(p) <= 0.05 else 1
    return {"two, as before": 2, "three": 3, "none, because the sample is smaller": 1}, selected


def of_digits():
    peaks = {int(row("how_firm", "cell-26", name)[0]) for name in ("k-means", "ward")}
    (peak,) = peaks
    return {"at 10": 10, "elsewhere, inside the range": 15, "at 20": 20}, peak


@pytest.mark.parametrize(
    ("label", "printed"),
    {
        "pre-choose-stable": of_stable,
        "pre-choose-before": of_before,
        "pre-firm-torgersen": of_torgersen,
        "pre-firm-digits": of_digits,
    }.items(),
)
def test_the_right_option_is_nearest_to_what_the_chapter_printed(label, printed):
    values, found = printed()
    (question,) = all_predictions()[label]
    assert set(values) == set(question.options)
    assert min(values, key=lambda option: abs(values[option] - found)) == question.right
