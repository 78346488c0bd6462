"""Predictions: where they stand, what is refused, and what a page without JavaScript has of them."""

import re
import sys

import nbformat
import pytest
from chapter_boxes import page_html
from conftest import ROOT, said

import aucc_teach as at
from aucc_teach.exercises import Choice, answers
from aucc_teach.exercises import widget as exercise_widget

sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import chapter_paths

CHAPTERS = {path.stem: path for path in (ROOT / "book" / "intro.ipynb", *chapter_paths())}
ASKED = re.compile(r'at\.exercises\.predict\("([^"]*)"\)')
MODULE = """from aucc_teach.exercises import Choice, Number, Objects, Order
PREDICTIONS = {%s}
"""
GOOD = '"pre-own-more": Choice("Which is *larger*?", {"`a`": "It is.", "b": "No."}, right="`a`", predict=True)'


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Write a module of questions beside the working directory; returns the folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "questions").mkdir()

    def write(predictions, more=""):
        (tmp_path / "questions" / "own.py").write_text(MODULE % predictions + more, encoding="utf-8")
        return tmp_path

    return write


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


@pytest.mark.parametrize(
    ("predictions", "says"),
    [
        ('"own-more": Number("n", 1, predict=True)', "must begin with 'pre-'. Got 'own-more'"),
        ('"pre-own": "How many?"', r"must be one Choice or Number .* Got 'How many\?'"),
    ],
)
def test_what_is_no_prediction_is_refused(own, predictions, says):
    own(predictions)
    for call in (lambda: at.exercises.predict("pre-own"), at.exercises.questions_by_id):
        with pytest.raises(ValueError, match=says):
            call()


def test_the_notebook_names_it_and_the_page_holds_it(own, monkeypatch):
    own(GOOD)
    page = page_html("pre-own-more")
    # Without JavaScript: the question and what there is to choose from, and nothing of what comes out.
    still = page.partition("</script>")[2]
    assert "<b>Predict:</b> Which is larger? " in still
    assert "a / b" in still
    assert "It is." not in page
    # It is saved with the answers.
    shown = []
    for module in (exercise_widget, answers):
        monkeypatch.setattr(module, "shown", shown)
    at.exercises.predict("pre-own-more")
    (widget,) = shown
    assert widget.questions[0]["id"] == "pre-own-more/which-is-larger"
    assert "pre-own-more" not in at.exercises.all_questions()
