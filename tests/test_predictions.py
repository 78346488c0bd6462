"""Predictions: where they stand, what is refused, and what a page without JavaScript has of them."""

import re
import sys

import nbformat
import pytest
from chapter_boxes import page_html
from conftest import ROOT, said

import aucc_teach as at
from aucc_teach.exercises import Choice, Exercise, Order, answers
from aucc_teach.exercises import widget as exercise_widget
from aucc_teach.exercises.folders import all_predictions

sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import chapter_paths

BOOK = ROOT / "book"
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
def test_each_prediction_of_a_module_is_asked_once_in_its_chapter(path):
    cells = nbformat.read(path, as_version=4).cells
    asked = [(found[1], cell) for cell in cells if (found := ASKED.search(cell.source))]
    for label, cell in asked:
        assert cell.source == f'at.exercises.predict("{label}")'
        assert cell.metadata.tags == ["remove-input"]
    module = ROOT / "book" / "questions" / f"{path.stem}.py"
    text = module.read_text("utf-8") if module.exists() else ""
    written = re.findall(r'^    "(pre-[^"]*)": ', text, re.M)
    assert sorted(label for label, _ in asked) == sorted(written)
    assert set(written) <= set(all_predictions())


@pytest.mark.parametrize("path", CHAPTERS.values(), ids=lambda path: path.stem)
def test_a_prediction_stands_in_no_solution_and_before_what_comes_out(path):
    is_inside, follows = False, False
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            for gate in re.findall(r"\{solution-(start|end)\}", cell.source):
                is_inside = gate == "start"
        if ASKED.search(cell.source):
            assert not is_inside
            follows = True
        elif cell.source.strip():
            follows = False
    assert not follows


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


def test_what_follows_a_guess_fits_whatever_was_guessed():
    """It neither tells readers what they thought nor what others think, because it is said to all of them."""
    supposes = re.compile(
        r"(Many|[Mm]ost) (expect|people|say|look|think|answer|readers|guess)|[Nn]early everyone|[Rr]eaders who"
        r"|If you (said|thought|guessed|expected|left)|Who(ever)? \w+s "
    )
    guesses = {id: q for id, q in at.exercises.questions_by_id(folder=BOOK).items() if getattr(q, "predict", False)}
    assert len(guesses) > 200
    for id, question in guesses.items():
        words = [question.outcome] if question.kind == "number" else question.options.values()
        assert not [one for one in words if supposes.search(one)], id
        # In a sentence, an option has no full stop of its own.
        assert not [one for one in getattr(question, "options", ()) if one.endswith(".")], id


@pytest.mark.parametrize(
    ("predictions", "says"),
    [
        ('"own-more": Number("n", 1, predict=True)', "must begin with 'pre-'. Got 'own-more'"),
        (
            '"pre-own": Number("n", 1, hint="h")',
            r"'pre-own' must be one Choice or Number with predict=True\. Got Number",
        ),
        ('"pre-own": (Number("n", 1, predict=True),)', r"must be one Choice or Number .* Got \(Number"),
        ('"pre-own": "How many?"', r"must be one Choice or Number .* Got 'How many\?'"),
    ],
)
def test_what_is_no_prediction_is_refused(own, predictions, says):
    own(predictions)
    for call in (lambda: at.exercises.predict("pre-own"), at.exercises.questions_by_id):
        with pytest.raises(ValueError, match=says):
            call()


def test_exercises_and_predictions_are_not_shown_for_each_other(own):
    own(GOOD, 'EXERCISES = {"ex-own": (Number("n", 1, hint="h"),)}\n')
    with pytest.raises(
        ValueError, match=r"must be that of an exercise\. Got 'pre-own-more', which at\.exercises\.predict"
    ):
        at.exercises.show("pre-own-more")
    with pytest.raises(ValueError, match=r"must be that of a prediction, and begin with 'pre-'\. Got 'ex-own'"):
        at.exercises.predict("ex-own")
    with pytest.raises(ValueError, match=r"label must be one of .*'pre-own-more'.* Got 'pre-nothing'"):
        at.exercises.predict("pre-nothing")


def test_the_notebook_names_it_and_the_page_holds_it(own, monkeypatch):
    own(GOOD)
    data, _ = Exercise("pre-own-more")._repr_mimebundle_()
    assert data["text/plain"] == "Exercise('pre-own-more')"
    assert data["text/html"].startswith('<p data-label="pre-own-more">')
    page = page_html("pre-own-more")
    assert page.startswith('<div class="demo-host" data-demo="exercise" data-label="pre-own-more"><script')
    # Without JavaScript: the question and what there is to choose from, and nothing of what comes out.
    still = page.partition("</script>")[2]
    assert 'class="demo demo-still demo-exercise demo-prediction"' in still
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


def test_a_reason_for_each_line_of_an_order_or_none():
    items = ("one", "two", "three")
    plain = Order("Put in order.", items, hint="Think.")
    with_why = Order("Put in order.", items, hint="Think.", why=("First.", "Second.", "Third."))
    # Whoever answered a question without reasons has answered the same question.
    assert "why" not in decoded(plain)
    assert [("First.", "Second.", "Third.")[items.index(text)] for text in with_why.as_json()["items"]] == decoded(
        with_why
    )["why"]
    assert "First." not in str(with_why.as_json())
    for why in (("First.", "Second."), ("First.", "", "Third."), "abc"):
        with pytest.raises(ValueError, match=r"why must have a reason for each of the 3 items"):
            Order("Put in order.", items, hint="Think.", why=why)


def decoded(question):
    import base64
    import json

    return json.loads(base64.b64decode(question.as_json()["key"]))
