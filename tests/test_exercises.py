"""Every exercise of the book answers: its questions, what tempts, and where they stand."""

import itertools
import re
import sys

import nbformat
import pytest
from conftest import ROOT

import aucc_teach as at
from aucc_teach.exercises import Choice, Number, Objects, Open, Order, all_questions

sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import chapter_paths

CHAPTERS = chapter_paths()
LABELS = sorted(all_questions())
# States that meet the goals of the exercises with a demo, as parts that differ from where they begin.
SOLVED = {
    "ex-ties-groups:0": {"y_score": [9 if i < 3 else 3 for i in range(10)]},
    "ex-gamma-names:0": {"points": [[0, 0], [300, 0], [0, 300]], "labels": [0, 0, 1]},
    "ex-appendix-mirrors:0": {"y_true": [1 - label for label in at.demos.RocBuilder().y_true]},
    # The blind labels of a seed that can be reached by pressing New seed four times.
    "ex-seven-forty:0": {
        "seed": 22,
        "labels": [int(i) for i in "111101010000100100001101001111100011010110111000010101101100"],
        "judged": 999,
    },
    "ex-null-ring:0": {"k": 5, "balance": "sixty percent", "drawn": {5: 400}},
    "ex-blind-more:0": {"balance": "ten percent"},
    "ex-noise-voronoi:0": {"k": 6, "shown": "noise"},
    "ex-null-line:0": {"labels": [0, 1, 0, 1]},
    "ex-chance-floor:0": {"labels_pred": [1, 2, 3, 4, 0, 0, 0, 0, 0, 0]},
    "ex-gamma-hole:0": {"points": [[200, 500], [400, 500], [600, 500]]},
    "ex-gamma-minus:0": {"labels": [0, 1, 2, 0, 1, 2]},
    "ex-pairs-nonsense:0": {"labels": [0, 0, 0, 2, 1, 1, 1]},
    "ex-decide-precision:0": {"threshold": 3.0},
    "ex-roc-cross:0": {"y_score": [19, 16, 14, 18, 11, 9, 8, 10, 4, 2], "threshold": 17},
    "ex-sweep-weights:0": {"n_clusters": 7},
    "ex-roc-tenths:0": {"y_score": [19, 16, 14, 13, 11, 9, 8, 6, 16, 2]},
    "ex-choose-test:0": {"shown": "noise", "k": 3, "measured": 19},
    "ex-hs-worst:0": {
        # The points whose share is lowest are gone, one after the other.
        "points": [
            (690, 520),
            (410, 370),
            (630, 780),
            (550, 290),
            (340, 770),
            (390, 420),
            (490, 400),
            (570, 640),
            (330, 470),
            (280, 500),
        ],
        "labels": [1, 1, 0, 1, 0, 1, 1, 1, 1, 1],
    },
    "ex-other-zero:0": {"table": [[0, 1], [1, 2]]},
    "ex-over-forget:0": {"clusters_pred": [[0, 1], [1, 2]]},
    "ex-pairs-move:0": {"labels_true": [0, 0, 1, 2, 3, 4], "labels_pred": [0, 1, 2, 3, 4, 5]},
    "ex-rand-unequal:0": {"balance": "ten percent", "n_objects": 60},
    "ex-tour-across:0": {"labels": [0, 1, 2, 0]},
    "ex-lab-drag:0": {"points": [[100, 300], [100, 700], [900, 300], [900, 700]]},
}
CONSTRUCTS = {
    f"{label}:{i}": question
    for label in LABELS
    for i, question in enumerate(q for q in at.exercises.questions_of(label) if q.kind == "construct")
}


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_exercise_of_a_chapter_is_followed_by_its_questions(path):
    cells = nbformat.read(path, as_version=4).cells
    asked = []
    for before, cell in itertools.pairwise(cells):
        if found := re.fullmatch(r'at\.exercises\.show\("(.*)"\)', cell.source):
            exercises = re.findall(r":::\{exercise\}[^\n]*\n:label: (\S+)", before.source)
            assert exercises[-1] == found[1]
            assert before.source.endswith("\n:::")
            assert cell.metadata.tags == ["remove-input"]
            asked.append(found[1])
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert asked == re.findall(r":::\{exercise\}[^\n]*\n:label: (\S+)", text)


@pytest.mark.parametrize("label", CONSTRUCTS)
def test_what_is_to_be_brought_about_is_not_there_yet_and_can_be(label):
    question = CONSTRUCTS[label]
    state = question.demo_of(label).state()
    assert not at.exercises.judge(question, state)
    assert at.exercises.judge(question, state | SOLVED[label])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Number("n", 3, tempting=((3, "no"),), hint="h"), "must differ"),
        (lambda: Number("n", 3), "hint"),
        (lambda: Choice("c", {"a": "x", "b": ""}, "a"), "each option must have its sentence"),
        (lambda: Choice("c", {"a": "x", "b": "y"}, "z"), "right must be among the options"),
        (lambda: Order("o", ("a", "a"), hint="h"), "all different"),
        (lambda: Objects("o", ("a", "b"), ("c",), hint="h"), "picks must be of the objects"),
        (lambda: Open(("a",)), "two points or more"),
    ],
)
def test_questions_that_cannot_be_are_refused(make, says):
    with pytest.raises(ValueError, match=says):
        make()
