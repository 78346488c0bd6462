"""Banks of drawn questions: numbers and percents, and every field as each system's importer reads it."""

import html
import re
import runpy
import zipfile
from collections import Counter
from fractions import Fraction
from functools import cache
from xml.etree import ElementTree

import pytest
from conftest import ROOT
from export import SYSTEMS
from export.banks import Numeric, Options, bank_of, body_of, html_of, variants_of, with_commas
from export.moodle import fractions_of
from families import FAMILIES

from aucc_teach.exercises import Number, judge
from aucc_teach.exercises.records import question_of_record

# ---- the common form


@pytest.mark.parametrize(
    ("question", "body"),
    [
        (
            Number("n", 3, tempting=((4, "four"),), hint="h", outcome="o"),
            Numeric("3", "0", (("4", "0", "four"),), "h", "o"),
        ),
        (
            Number("n", Fraction(5, 7), tempting=((2.5, "w"), (1, "one")), hint="h", places=3),
            Numeric("0.714285714286", "0.0005", (("2.5", "0.0005", "w"), ("1", "0", "one")), "h", ""),
        ),
        # Half a unit may be rounded either way, so the value keeps all its decimals.
        (Number("n", Fraction(-11, 16), hint="h", places=3), Numeric("-0.6875", "0.0005", (), "h", "")),
        (Number("n", 1e-7, hint="h", places=8), Numeric("0.0000001", "0.000000005", (), "h", "")),
    ],
)
def test_numbers_and_how_far_they_may_be_off(question, body):
    assert body_of(question) == body


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


def test_percents_are_those_that_moodle_knows():
    known = ["100", "50", "33.33333", "25", "20", "16.66667", "14.28571", "12.5", "11.11111", "10"]
    for n, percent in enumerate(known, start=1):
        percents = fractions_of([("", True)] * n + [("", False)])
        assert (percents[0], percents[-1]) == (percent, "-100")


def test_a_bank_is_of_the_families_whose_chapters_the_course_has(tmp_path, capsys):
    main = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))["main"]
    course = tmp_path / "course.yml"
    course.write_text("chapters: [2-3]\nassignments: {week1: {exercises: [ex-pairs-move]}}\n", encoding="utf-8")

    def export(name, *arguments):
        code = main(["export", "moodle", str(tmp_path / name), "--variants", "2", *arguments])
        return code, capsys.readouterr().err

    for name, arguments in (("new", ["--course", str(course)]), ("part", ["--chapters", "2-3"])):
        assert export(name, *arguments) == (0, "")
        text = (tmp_path / name / "questions.xml").read_text("utf-8")
        names = {name for name in FAMILIES if f"<tag><text>{name}</text></tag>" in text}
        assert names == {"counts", "rand-c", "expected-c", "moved"}
    code, error = export("other", "--course", str(course), "--families", "counts,ari")
    assert (code, not (tmp_path / "other").exists()) == (2, True)
    assert "families must be of chapters that the course uses. Got ari (correcting_for_chance)." in error


# ---- what the systems read


TYPES = {Numeric: "numerical", Options: "multichoice"}


VARIANTS = 8
HOW = {"secret": b"a secret of the tests", "difficulty": 1}


@cache
def banks():
    """Make banks of all families that can have one, by name; every second has decimal commas."""
    made = {
        name: bank_of(family, VARIANTS, comma=bool(i % 2), **HOW) for i, (name, family) in enumerate(FAMILIES.items())
    }
    return {name: bank for name, bank in made.items() if bank is not None}


def everything():
    """List all variants, each with its bank."""
    return [(bank, item) for bank in banks().values() for item in bank.items]


def questions():
    """Yield all variants, each with the question that it was made of."""
    for name, bank in banks().items():
        asked = {
            one["asked"]: one for item in variants_of(FAMILIES[name], VARIANTS, **HOW) for one in item["questions"]
        }
        for item in bank.items:
            one = asked[item.id.partition("/")[2]]
            yield item, question_of_record(one["seen"], one["key"])


def write(system, folder):
    """Write all banks for a system; returns the file."""
    (folder / system).mkdir()
    return folder / system / SYSTEMS[system].write(list(banks().values()), folder / system)


@pytest.fixture(scope="module")
def file_for(tmp_path_factory):
    """Write all banks once for each system; returns a function from its name to the file."""
    folder = tmp_path_factory.mktemp("exported")
    return {system: write(system, folder) for system in ("moodle", "canvas")}.get


# ---- Moodle XML


def text_of(element, path):
    return (element.findtext(f"{path}/text") or "").strip()


def read_html(text):
    """Read the paragraphs of a text in HTML, and put back the marks of the book."""
    assert "`" not in text  # the marks have become elements
    for tag, mark in (("i", "*"), ("code", "`")):
        text = re.sub(f"</?{tag}>", mark, text)
    return [html.unescape(re.sub(r"<br ?/>\n?", "\n", one)) for one in re.findall(r"<p>(.*?)</p>", text, re.DOTALL)]


def test_moodle_reads_every_field(file_for):
    """Types, texts, and answers with marks, tolerances and feedback are read as the importer reads them."""
    tree = ElementTree.parse(file_for("moodle")).getroot()
    found = {one.findtext("idnumber"): one for one in tree if one.get("type") != "category"}
    assert len(found) == len(everything())
    for bank, item in everything():
        one, body = found[item.id], item.body
        answers = [
            (answer.get("fraction"), text_of(answer, "."), answer.findtext("tolerance"), text_of(answer, "feedback"))
            for answer in one.findall("answer")
        ]
        assert one.findtext("defaultgrade") == "1"
        assert tuple(tag.text for tag in one.iterfind("tags/tag/text")) == bank.tags
        assert text_of(one, "name") == f"{item.id} {bank.title}"
        assert len(text_of(one, "name")) <= 255
        assert len(item.id) <= 100
        assert read_html(text_of(one, "questiontext")) == [item.text, item.prompt]
        assert one.get("type") == TYPES[type(body)]
        if isinstance(body, Options):
            assert one.findtext("single") == "false"
            assert [answer[1] for answer in answers] == [html_of(name) for name, _ in body.options]
            assert [float(answer[0]) > 0 for answer in answers] == [is_right for _, is_right in body.options]
            assert sum(max(0, float(answer[0])) for answer in answers) == pytest.approx(100, abs=0.001)
            assert text_of(one, "correctfeedback") == html_of(body.outcome)
            assert text_of(one, "incorrectfeedback") == html_of(body.hint)
            continue
        expected = [("100", body.value, body.tolerance, html_of(body.outcome))]
        expected += [("0", value, tolerance, html_of(words)) for value, tolerance, words in body.wrong]
        assert answers == [*expected, ("0", "*", "0", html_of(body.hint))]


def moodle_reads(typed):
    """Read a number as Moodle does with decimal points; None for input that it rejects."""
    return Fraction(typed) if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", typed, re.ASCII) else None


def moodle_says(question, typed):
    """Find the percent and feedback for a typed number: those of the first answer near it, as in Moodle."""
    value = moodle_reads(typed)
    for answer in question.iterfind("answer"):
        text = answer.findtext("text")
        # Moodle adds a little to the tolerance for rounding errors of floats.
        if text == "*" or abs(value - Fraction(text)) <= Fraction(answer.findtext("tolerance")) + Fraction(1, 10**12):
            return float(answer.get("fraction")), text_of(answer, "feedback")
    return None


def canvas_says(item, typed):
    """Tell whether Canvas, whose field keeps four decimals, accepts a number."""
    value = Fraction(f"{float(typed):.4f}")
    named, low, high = (item.findtext(f".//a:{tag}", namespaces=ASI) for tag in ("varequal", "vargte", "varlte"))
    return value == Fraction(named) or Fraction(low) <= value <= Fraction(high)


def roundings(value, places):
    """Yield roundings of a number to several numbers of decimals: the nearest value and its neighbours."""
    for n in range(places + 4):
        nearest = round(value * 10**n)
        yield from (f"{(nearest + step) / 10**n:.{n}f}" for step in (-2, -1, 0, 1, 2))


def test_systems_take_what_the_book_takes_and_no_foreseen_mistake(file_for):
    """The book, Moodle and Canvas judge all roundings of the key and of each mistake alike."""
    in_moodle = {one.findtext("idnumber"): one for one in ElementTree.parse(file_for("moodle")).iterfind("question")}
    in_canvas = canvas_items(file_for("canvas"))
    taken = Counter()
    for item, question in questions():
        if question.kind != "number":
            continue
        moodle, canvas = in_moodle[item.id], in_canvas[item.name]
        # Where the answer is a fraction, the prompt asks for a decimal number.
        assert ("decimal" in item.prompt) == (Fraction(question.value).denominator > 1)
        values = [question.value, *(value for value, _ in question.tempting)]
        for typed in {form for value in values for form in roundings(value, question.places)}:
            judged = judge(question, typed)
            is_right = judged.verdict == "right"
            # With more decimals than are asked for, the last of them may be off.
            if is_right or judged.mistake or len(typed.partition(".")[2]) == question.places:
                found = (moodle_says(moodle, typed)[0] == 100, canvas_says(canvas, typed))
                assert found == (is_right, is_right), (item.prompt, typed)
                taken[judged.verdict] += 1
    assert min(taken["right"], taken["wrong"]) > 500, taken


# ---- Canvas

ASI = {"a": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}
PACKAGE = {"p": "http://www.imsglobal.org/xsd/imscp_v1p1"}


def canvas_items(path):
    """Read the questions of a package for Canvas, by name."""
    with zipfile.ZipFile(path) as package:
        manifest = ElementTree.fromstring(package.read("imsmanifest.xml"))
        names = [file.get("href") for file in manifest.iterfind(".//p:file", PACKAGE)]
        assert sorted([*names, "imsmanifest.xml"]) == sorted(package.namelist())
        quizzes = [ElementTree.fromstring(package.read(name)) for name in names]
    assert [quiz[0].get("title") for quiz in quizzes] == [bank.title for bank in banks().values()]
    return {one.get("ident"): one for quiz in quizzes for one in quiz.iterfind(".//a:item", ASI)}


def test_canvas_reads_every_field(file_for):
    """The importer takes every value that a condition names for a right one."""
    found = canvas_items(file_for("canvas"))
    assert len(found) == len(everything())
    for bank, item in everything():
        one, body = found[item.name], item.body
        fields = dict((field[0].text, field[1].text) for field in one.iterfind(".//a:qtimetadatafield", ASI))
        feedback = {
            one.get("ident"): (one.findtext(".//a:mattext", namespaces=ASI) or "")
            for one in one.iterfind("a:itemfeedback", ASI)
        }
        (scoring,) = (
            condition
            for condition in one.iterfind(".//a:respcondition", ASI)
            if condition.find("a:setvar", ASI) is not None
        )
        named = [value.text for value in one.iterfind(".//a:respcondition//a:varequal", ASI)]
        linked = {link.get("linkrefid") for link in one.iterfind(".//a:displayfeedback", ASI)}
        assert linked == set(feedback), item.id
        assert feedback.get("correct_fb", "") == html_of(body.outcome)
        assert feedback["general_incorrect_fb"] == html_of(body.hint)
        assert fields["points_possible"] == "1.0"
        assert one.get("title").endswith(f"[{', '.join(bank.tags)}]")
        assert read_html(one.findtext("a:presentation/a:material/a:mattext", namespaces=ASI)) == [
            item.text,
            item.prompt,
        ]
        kind = fields["question_type"]
        if isinstance(body, Numeric):
            assert kind == "numerical_question"
            assert named == [body.value]  # a foreseen mistake would be taken for right
            low, high = (float(scoring.findtext(f".//a:{tag}", namespaces=ASI)) for tag in ("vargte", "varlte"))
            assert (low + high) / 2 == pytest.approx(float(body.value))
            assert (high - low) / 2 == pytest.approx(float(body.tolerance))
        else:
            assert kind == "multiple_answers_question"
            labels = {label.get("ident"): label for label in one.iterfind(".//a:response_label", ASI)}
            texts = [label.findtext(".//a:mattext", namespaces=ASI) for label in labels.values()]
            assert texts == [html_of(name) for name, _ in body.options]
            denied = [value.text for value in scoring.iterfind(".//a:not/a:varequal", ASI)]
            chosen = [value.text for value in scoring.iterfind(".//a:varequal", ASI) if value.text not in denied]
            assert chosen == [label for label, (_, is_right) in zip(labels, body.options, strict=True) if is_right]
            assert sorted([*chosen, *denied]) == sorted(labels)
