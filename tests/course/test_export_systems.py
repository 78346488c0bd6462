"""Banks for other systems: every field is read back, as the system's importer reads it, and compared."""

import html
import re
import zipfile
from collections import Counter
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from conftest import ROOT
from contents import chapters_of
from export.banks import Numeric, Options, html_of
from exported import VARIANTS, banks, everything, questions, write
from families import FAMILIES

from aucc_teach.exercises import judge

TYPES = {Numeric: "numerical", Options: "multichoice"}


@pytest.fixture(scope="module")
def file_for(tmp_path_factory):
    """Write all banks once for each system; returns a function from its name to the file."""
    folder = tmp_path_factory.mktemp("exported")
    return {system: write(system, folder) for system in ("moodle", "canvas")}.get


# ---- all banks


def test_all_forms_are_there_and_each_variant_has_a_name_of_its_own():
    assert {type(item.body) for _, item in everything()} == set(TYPES)
    names = [item.name for _, item in everything()]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", name, re.ASCII) for name in names)


def test_tags_name_the_family_and_objectives_that_there_are():
    objectives = {chapter.name: len(chapter.objectives) for chapter in chapters_of(ROOT)}
    for name, family in FAMILIES.items():
        assert family.objectives
        assert all(1 <= number <= objectives[chapter] for chapter, number in family.objectives)
        if name in banks():
            tags = (name, *(f"objective:{chapter} {number}" for chapter, number in family.objectives))
            assert banks()[name].tags == tags
            assert max(map(len, tags)) <= 50  # Moodle cuts longer ones


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


def questions_by_category(path):
    """Group the questions of a file for Moodle by the category that stands before them, as the importer does."""
    found, category = {}, None
    for one in ElementTree.parse(path).getroot():
        if one.get("type") == "category":
            # Two slashes are one in a name; one parts the names.
            names = re.split(r"(?<!/)/(?!/)", text_of(one, "category"))
            category = tuple(name.replace("//", "/") for name in names)
        else:
            found.setdefault(category, []).append(one)
    return found


def test_moodle_has_a_category_for_each_question_of_each_family(file_for):
    top = ("$course$", "top", "Judging clusterings")
    found = questions_by_category(file_for("moodle"))
    assert {path: [one.findtext("idnumber") for one in them] for path, them in found.items()} == {
        (*top, bank.title, group.title): [item.id for item in group.items]
        for bank in banks().values()
        for group in bank.groups
    }
    assert Counter(map(len, found.values())) == {VARIANTS: 19}


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


def test_canvas_gives_each_student_one_variant_of_each_question(file_for):
    """As in Canvas's own exports, each group is a section with the number to pick and its questions."""
    with zipfile.ZipFile(file_for("canvas")) as package:
        for family, bank in banks().items():
            name = f"drawn_{family.replace('-', '_')}"
            root = ElementTree.fromstring(package.read(f"{name}/{name}.xml")).find("a:assessment/a:section", ASI)
            assert not root.findall("a:item", ASI)
            for section, group in zip(root.findall("a:section", ASI), bank.groups, strict=True):
                picked = section.find("a:selection_ordering/a:selection", ASI)
                assert picked.findtext("a:selection_number", namespaces=ASI) == "1"
                assert picked.findtext("a:selection_extension/a:points_per_item", namespaces=ASI) == "1.0"
                assert [one.get("ident") for one in section.findall("a:item", ASI)] == [
                    item.name for item in group.items
                ]
