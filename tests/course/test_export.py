"""Questions for other systems: their texts, their common form, what is lost, and the command."""

import base64
import runpy
import zipfile
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import own_exercises
import pytest
from conftest import ROOT
from contents import chapters_of, chosen, own_chapters
from export import SYSTEMS, canvas, moodle, qti21, write_export
from export.drawn import bank_of, with_commas
from export.items import Essay, Group, Numeric, Quiz, Sequence, Typed, forms_of, item_of, quiz_of
from export.markup import as_plain, figures_in, prompt_html, sentence_html
from export.moodle import fractions_of
from exported import an_item, write
from families import FAMILIES

from aucc_teach.exercises import Number, _folders

# ---- texts


@pytest.mark.parametrize(
    ("text", "moodle_has", "canvas_has"),
    [
        ("*c* is `a_b` & a < b", "<em>c</em> is <code>a_b</code> &amp; a &lt; b", None),
        (r"so $\nu < 1$ holds", r"so \(\nu &lt; 1\) holds", "/equation_images/%255Cnu%2520%253C%25201"),
        (r"{math}`x_i` of $5 and $6", r"\(x_i\) of $5 and $6", 'data-equation-content="x_i"'),
        ("2 * 3 * 4", "2 * 3 * 4", None),
    ],
)
def test_sentences_and_their_formulas(text, moodle_has, canvas_has):
    assert sentence_html(text, moodle.NOTATION) == moodle_has
    if canvas_has:
        assert canvas_has in sentence_html(text, canvas.NOTATION)
        assert 'class="equation_image"' in sentence_html(text, canvas.NOTATION)
        assert "<m:math" in sentence_html(text, qti21.NOTATION)


def test_a_sentence_without_marks():
    assert as_plain("*c* of `f()`\n is $x$") == "c of f() is x"


PROMPT = r"""*Objective 1.* By {prf:ref}`thm-noise-matched` and {cite}`rand1971`, see
{term}`the ARI <adjusted Rand index>`,
$k \ge 2$ and [Rand's c](rand_c.ipynb) or [the web](https://example.org).

$$a < b$$

![Two points](dots.png)
"""


def test_prompts_become_html_that_needs_no_book():
    html = prompt_html(PROMPT, moodle.NOTATION, ROOT / "book" / "1-pairs", ROOT)
    assert r"\(k \ge 2\)" in html
    assert r"\[a &lt; b\]" in html
    assert "the theorem <em>The matched normal reference</em>" in html
    assert "(Rand 1971)" in html
    assert "the ARI" in html
    assert "Rand's c or" in html
    assert '<a href="https://example.org">the web</a>' in html
    assert '<img src="@@PLUGINFILE@@/dots.png" alt="Two points" />' in html
    assert "{" not in html
    ElementTree.fromstring(f"<div>{html}</div>")
    told = prompt_html(PROMPT, moodle.NOTATION, ROOT / "book" / "1-pairs", ROOT, "https://b.org/x")
    assert '<a href="https://b.org/x/book/1-pairs/rand_c.html">Rand\'s c</a>' in told


def test_a_reference_to_nothing_is_refused():
    with pytest.raises(ValueError, match=r"a label of the book .* Got 'thm-none'"):
        prompt_html("{prf:ref}`thm-none`", moodle.NOTATION, ROOT, ROOT)


# ---- the common form


def test_forms_of_a_fraction():
    points = ["0.6", "0.60", "0.600", "0.6000", "0.60000", "0.600000"]
    points += [form.removeprefix("0") for form in points]
    commas = [form.replace(".", ",") for form in points]
    assert forms_of(Fraction(3, 5), 2) == ("3/5", *points, *commas)
    thirds = forms_of(Fraction(-2, 3), 2)
    assert thirds[:3] == ("-2/3", "-0.67", "-0.667")
    assert "-0.6" not in thirds  # cut too short
    assert "\N{MINUS SIGN}2/3" in thirds
    assert {"0.12", "0.13", "0.125"} < set(forms_of(Fraction(1, 8), 2))  # a half is rounded both ways
    assert forms_of(Fraction(3), 1)[:3] == ("3", "3.0", "3.00")
    assert not any("*" in form for form in thirds)


@pytest.mark.parametrize(
    ("question", "body"),
    [
        (
            Number("n", 3, tempting=((4, "four"),), hint="h", outcome="o"),
            Numeric("3", "0", (("4", "0", "four"),), "h", "o"),
        ),
        (
            Number("n", 0.81155, tempting=((2.5, "w"),), hint="h", places=3),
            Numeric("0.812", "0.0005", (("2.500", "0.0005", "w"),), "h", ""),
        ),
        (Number("n", 50.2, hint="h", within=2.0, places=0), Numeric("50.2", "2.0", (), "h", "")),
        (Number("n", 1e-7, hint="h", places=8), Numeric("0.00000010", "0.000000005", (), "h", "")),
    ],
)
def test_numbers_and_how_far_they_may_be_off(question, body):
    assert item_of(an_item(None), question).body == body


def test_a_mistake_that_is_close_to_the_value_is_not_taken_for_it():
    question = Number("n", 0.3437, tempting=((0.3456, "w"),), hint="h", places=2)
    body = item_of(an_item(None), question).body
    assert (body.value, body.tolerance, body.wrong) == ("0.34", "0.005", (("0.35", "0.005", "w"),))


def test_a_fraction_is_typed_as_a_text_since_a_number_would_be_read_wrongly():
    question = Number("n", 1, tempting=((Fraction(2, 3), "w"), (Fraction(667, 1000), "v")), hint="h")
    body = item_of(an_item(None), question).body
    assert isinstance(body, Typed)
    assert body.forms[0] == "1"
    assert body.wrong[0][0][0] == "2/3"
    assert "0.667" in body.wrong[0][0]
    assert "0.667" not in body.wrong[1][0]  # no form is two mistakes


def test_free_lines_stand_in_all_their_orders():
    body = Sequence(("a", "b", "c", "d"), (0, 1, 1, 3), (), "h", "")
    assert body.orders == [[0, 1, 2, 3], [0, 2, 1, 3]]
    assert not body.is_fixed
    assert [writer.holds(an_item(body)) for writer in (moodle, canvas, qti21)] == [False, False, True]
    assert all(writer.holds(an_item(Sequence(("a", "b"), (0, 1), (), "h", ""))) for writer in (moodle, canvas))


def test_what_students_would_be_shown_is_not_written():
    """Canvas has no notes that are for graders alone."""
    assert [writer.holds(an_item(Essay(("n",)))) for writer in (moodle, canvas, qti21)] == [True, False, True]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("`k = 2: 0.701, 0.628`, so 3.5.", "`k = 2: 0,701; 0,628`, so 3,5."),
        ("`a=1, b=12, c=-3` and ab | c, de", "`a=1, b=12, c=-3` and ab | c, de"),
        ("`3+, 4-, 5+`: 1, 2 or -3.", "`3+; 4-; 5+`: 1; 2 or -3."),
    ],
)
def test_decimals_after_a_comma(before, after):
    assert with_commas(before) == after


def test_the_same_secret_makes_the_same_bank():
    banks = [bank_of(FAMILIES["counts"], 3, secret=secret) for secret in (b"one secret of mine", b"another of mine")]
    assert banks[0] == bank_of(FAMILIES["counts"], 3, secret=b"one secret of mine")
    assert not {item.id for item in banks[0].items} & {item.id for item in banks[1].items}
    assert [len(group.items) for group in banks[0].groups] == [3] * 4


def test_percents_are_those_that_moodle_knows():
    known = [
        "100",
        "90",
        "83.33333",
        "80",
        "75",
        "70",
        "66.66667",
        "60",
        "50",
        "40",
        "33.33333",
        "30",
        "25",
        "20",
        "16.66667",
        "14.28571",
        "12.5",
        "11.11111",
        "10",
        "5",
    ]
    for n in range(1, 11):
        percents = fractions_of([("", "", True)] * n + [("", "", False)])
        assert percents[0] in known
        assert percents[-1] == "-100"
    with pytest.raises(ValueError, match="at most 10"):
        fractions_of([("", "", True)] * 11)


# ---- figures


@pytest.fixture
def with_figure(tmp_path):
    (tmp_path / "dots.png").write_bytes(b"\x89PNG dots")
    body = Numeric("3", "0", (), "h", "")
    return replace(an_item(body), stem="Look:\n\n![Two dots](dots.png)", folder=tmp_path)


def test_figures_go_with_the_question_or_are_reported(with_figure, tmp_path):
    chapters = [Quiz("dots", "Dots", [Group("Dots", [with_figure])])]
    assert figures_in(with_figure.stem, tmp_path) == [tmp_path / "dots.png"]
    found = {system: write(system, chapters, tmp_path) for system in SYSTEMS}
    file = ElementTree.parse(found["moodle"]).find(".//questiontext/file")
    assert file.get("name") == "dots.png"
    assert base64.b64decode(file.text) == b"\x89PNG dots"
    for system, place in (("qti21", "figures/dots.png"), ("canvas", "web_resources/dots.png")):
        with zipfile.ZipFile(found[system]) as package:
            assert package.read(place) == b"\x89PNG dots"
            assert place in package.read("imsmanifest.xml").decode()


# ---- what questions are called, and questions of one's own


def test_a_question_keeps_its_identifier_when_others_come_before_it(tmp_path, monkeypatch):
    one, other = (Number(prompt, 3, hint="Count.") for prompt in ("First", "Second"))
    monkeypatch.setattr("export.items.all_questions", lambda folder: {"ex-own-pairs": (other, one)})
    own_exercises.write(tmp_path / "week")
    (chapter,) = own_chapters(tmp_path / "week")
    assert [item.id for item in quiz_of(chapter).items] == ["ex-own-pairs/second", "ex-own-pairs/first"]


@pytest.fixture
def week(tmp_path, monkeypatch):
    """A folder of one's own; what the command adds is gone after the test."""
    monkeypatch.setattr(_folders, "_added", [*_folders._added])
    own_exercises.write(tmp_path / "week")
    return tmp_path / "week"


@pytest.mark.parametrize("system", SYSTEMS)
def test_exercises_of_ones_own_are_written_after_the_chapters(system, week, run, tmp_path):
    path = week / "own.ipynb"
    text = path.read_text("utf-8").replace(
        "How many pairs", "See {ref}`ex-pairs-move` and [it](own.ipynb). How many pairs"
    )
    path.write_text(text, encoding="utf-8")
    address = ["--url", "https://b.org"]
    code, _, err = run(system, tmp_path / "out", "--chapters", "counting_pairs", "--exercises", week, *address)
    assert (code, err) == (0, "")
    (file,) = (tmp_path / "out").iterdir()
    if file.suffix == ".zip":
        with zipfile.ZipFile(file) as package:
            text = "\n".join(package.read(name).decode() for name in package.namelist() if name.endswith(".xml"))
    else:
        text = file.read_text("utf-8")
    # Canvas would take a foreseen mistake for a right answer; a claim to break stays in the book.
    assert ("That counts every pair twice." in text) == (system != "canvas")
    assert "four objects make?" in text
    assert "In a partition no more than half" not in text
    # A page of one's own has no address, so its links are lost.
    assert "own.html" not in text


def test_own_exercises_that_are_not_there_are_refused(run, tmp_path):
    (tmp_path / "empty").mkdir()
    for place in ("empty", "nowhere"):
        code, _, err = run("moodle", "new", "--exercises", place)
        assert (code, "must hold notebooks. Got" in err) == (2, True)
        assert not (tmp_path / "new").exists()


# ---- the report and the command


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Do what the command line says in an empty folder: the exit code, and what was printed."""
    monkeypatch.chdir(tmp_path)
    main = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))["main"]

    def result(*arguments):
        try:
            code = main(["export", *map(str, arguments)])
        except SystemExit as stop:
            code = stop.code
        return code, *capsys.readouterr()

    return result


def test_what_stays_in_the_book_is_said(run, tmp_path):
    code, out, err = run("canvas", tmp_path / "out", "--chapters", "counting_pairs")
    assert (code, err) == (0, "")
    kinds = Counter(item.kind for item in quiz_of(chosen(chapters_of(ROOT), ["counting_pairs"])[0]).items)
    with zipfile.ZipFile(tmp_path / "out" / "questions.zip") as package:
        quiz = package.read("quiz_counting_pairs/quiz_counting_pairs.xml").decode()
    count = quiz.count("<item ")
    assert f"{count} questions. Formulas are" in out
    assert f"note: {kinds.total() - count} stay in the book, because canvas cannot ask them as it does: " in out
    for kind, words in (("prediction", "for predictions"), ("construct", "for states of demos"), ("open", "for texts")):
        assert f"{kinds[kind]} {words}" in out


def test_a_bank_is_of_the_families_whose_chapters_the_course_has(run, tmp_path):
    rules = "chapters: [2-3]\nassignments: {week1: {exercises: [ex-pairs-move]}}\n"
    (tmp_path / "course.yml").write_text(rules, encoding="utf-8")
    code, out, err = run("moodle", "new", "--variants", "2", "--course", "course.yml")
    assert (code, err) == (0, "")
    text = (tmp_path / "new" / "questions.xml").read_text("utf-8")
    names = {name for name in FAMILIES if f"<tag><text>{name}</text></tag>" in text}
    assert names == {"counts", "rand-c", "expected-c", "moved"}
    assert "note: counterexample can be asked in homework and exams only." in out
    code, _, err = run("moodle", "other", "--variants", "2", "--course", "course.yml", "--families", "counts,ari")
    assert (code, not (tmp_path / "other").exists()) == (2, True)
    assert "families must be of chapters that the course uses. Got ari (correcting_for_chance)." in err
    code, _, err = run("moodle", "other", "--variants", "2", "--chapters", "19")
    assert "the course must use the chapters of some family" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["moodle", "new", "--chapters", "randc"], "chapters must be among"),
        (["moodle", "full"], "must not exist or be empty"),
        (["blackboard", "new"], "invalid choice: 'blackboard'"),
        (["moodle", "new", "--variants", "0"], "variants must be 1 or more. Got 0."),
        (["moodle", "new", "--variants", "2", "--families", "proof"], "proof can be asked in homework and exams only"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(arguments, message, run, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").touch()
    code, _, err = run(*arguments)
    assert code == 2
    assert message in err
    assert not (tmp_path / "new").exists()
    assert [path.name for path in Path(tmp_path / "full").iterdir()] == ["mine.txt"]


def test_an_unknown_system_is_refused(tmp_path):
    with pytest.raises(ValueError, match="system must be one of moodle, canvas, qti21"):
        write_export("blackboard", tmp_path / "new", [])
