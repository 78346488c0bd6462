"""Questions for other systems: every field is read back, as the system's importer reads it, and compared."""

import base64
import csv
import os
import re
import runpy
import zipfile
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import own_exercises
import pytest
from conftest import ROOT
from contents import chapters_of, exercises_of, own_chapters
from export import SYSTEMS, canvas, gift, moodle, qti21, write_export
from export.items import (
    Essay,
    Item,
    Numeric,
    Options,
    Sequence,
    Typed,
    _number,
    forms_of,
    identifier,
    items_of,
    with_fixed_order,
)
from export.moodle import fractions_of
from export.rendering import Writing
from export.texts import as_plain, figures_in, prompt_html, refers_to_book, sentence_html

from aucc_teach.exercises import Number, _folders, questions_by_id

CHAPTERS = chapters_of(ROOT)
EXERCISES = [exercise.label for chapter in CHAPTERS for exercise in exercises_of(chapter.notebook)]
TYPES = {Numeric: "numerical", Typed: "shortanswer", Options: "multichoice", Sequence: "ordering", Essay: "essay"}


@pytest.fixture(scope="module")
def everything():
    """All questions in the common form, by the title of the chapter."""
    return [(chapter.title, items_of(chapter)) for chapter in CHAPTERS]


@pytest.fixture(scope="module")
def files(everything, tmp_path_factory):
    """A folder for each system with all questions, written once."""
    folder = tmp_path_factory.mktemp("exported")
    for system, writer in zip(SYSTEMS, (moodle, gift, qti21, canvas), strict=True):
        (folder / system).mkdir()
        writer.write(everything, folder / system, ROOT, None)
    return folder


def held(everything):
    return [item for _, items in everything for item in items if item.body]


def an_item(body, **more):
    return Item("ex-a/0", "rand_c", "A title", "Look.", "What?", body, "number", ROOT / "book" / "1-pairs", **more)


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
    assert sentence_html(text, gift.NOTATION) == moodle_has
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
    assert refers_to_book(PROMPT)
    assert not refers_to_book("$x$ and {term}`ARI` by [the web](https://example.org)")


def test_a_reference_to_nothing_is_refused():
    with pytest.raises(ValueError, match=r"a label of the book .* Got 'thm-none'"):
        prompt_html("{prf:ref}`thm-none`", moodle.NOTATION, ROOT, ROOT)


def test_no_prompt_has_a_directive_or_a_role_left(everything):
    writing = Writing(moodle.NOTATION, ROOT)
    for item in held(everything):
        html = writing.question(item)
        assert not re.search(r"\{[a-z:]+\}`|:::|\]\([\w./]+\.(ipynb|md)|<!--", html), item.id
        ElementTree.fromstring(f"<div>{html}</div>")


# ---- the common form


def test_forms_of_a_fraction():
    assert forms_of(Fraction(3, 5), 2) == (
        *("3/5", "0.6", "0.60", "0.600", "0.6000", "0.60000", "0.600000"),
        *(".6", ".60", ".600", ".6000", ".60000", ".600000"),
    )
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
    assert _number(an_item(None), question).body == body


def test_a_mistake_that_is_close_to_the_value_is_not_taken_for_it():
    question = Number("n", 0.3437, tempting=((0.3456, "w"),), hint="h", places=2)
    body = _number(an_item(None), question).body
    assert (body.value, body.tolerance, body.wrong) == ("0.34", "0.005", (("0.35", "0.005", "w"),))


def test_a_fraction_is_typed_as_a_text_since_a_number_would_be_read_wrongly():
    question = Number("n", 1, tempting=((Fraction(2, 3), "w"), (Fraction(667, 1000), "v")), hint="h")
    body = _number(an_item(None), question).body
    assert isinstance(body, Typed)
    assert body.forms[0] == "1"
    assert body.wrong[0][0][0] == "2/3"
    assert "0.667" in body.wrong[0][0]
    assert "0.667" not in body.wrong[1][0]  # no form is two mistakes


def test_free_lines_stand_in_all_their_orders():
    body = Sequence(("a", "b", "c", "d"), (0, 1, 1, 3), (), "h", "")
    assert body.orders == [[0, 1, 2, 3], [0, 2, 1, 3]]
    assert body.free == [[1, 2]]
    prompt = with_fixed_order(an_item(body)).prompt
    assert prompt.startswith("What? Some lines may stand in any order")
    assert "\N{LEFT DOUBLE QUOTATION MARK}b\N{RIGHT DOUBLE QUOTATION MARK}; \N{LEFT DOUBLE QUOTATION MARK}c" in prompt


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


def test_all_kinds_are_there(everything):
    items = [item for _, items in everything for item in items]
    assert {item.kind for item in items} == set(
        ["number", "choice", "objects", "order", "open", "break", "write", "construct"]
    )
    assert {type(item.body) for item in items if item.body} == set(TYPES)
    assert {item.kind for item in items if not item.body} == {"construct"}
    assert len({item.id for item in items}) == len(items) > 800


# ---- Moodle XML


def text_of(element, path):
    return (element.findtext(f"{path}/text") or "").strip()


def test_moodle_reads_every_field(everything, files):
    """As the importer does: types, texts, answers with marks, tolerances and feedback, in their order."""
    tree = ElementTree.parse(files / "moodle" / "questions.xml").getroot()
    found = {one.findtext("idnumber"): one for one in tree if one.get("type") != "category"}
    writing = Writing(moodle.NOTATION, ROOT)
    say = writing.say
    assert len(found) == len(held(everything))
    for item in held(everything):
        one, body = found[item.id], item.body
        answers = [
            (answer.get("fraction"), text_of(answer, "."), answer.findtext("tolerance"), text_of(answer, "feedback"))
            for answer in one.findall("answer")
        ]
        assert one.findtext("defaultgrade") == ("1" if item.graded else "0")
        # Moodle would cut that of an ordering question.
        assert len(text_of(one, "name")) <= (42 if isinstance(body, Sequence) else 100)
        assert len(item.id) <= 100
        asked = with_fixed_order(item) if isinstance(body, Sequence) and body.free else item
        assert text_of(one, "questiontext") == writing.question(asked)
        if not item.graded and not isinstance(body, Options):
            assert (one.get("type"), answers) == ("numerical", [("100", "*", "0", say(item.result))])
            continue
        assert one.get("type") == TYPES[type(body)]
        if isinstance(body, Numeric):
            expected = [("100", body.value, body.tolerance, say(body.outcome))]
            expected += [("0", value, tolerance, say(words)) for value, tolerance, words in body.wrong]
            assert answers == [*expected, ("0", "*", "0", say(body.hint))]
        elif isinstance(body, Typed):
            expected = [("100", form, None, say(body.outcome)) for form in body.forms]
            expected += [("0", form, None, say(words)) for forms, words in body.wrong for form in forms]
            assert answers == [*expected, ("0", "*", None, say(body.hint))]
        elif isinstance(body, Options):
            assert one.findtext("single") == ("false" if body.several else "true")
            said = [words if item.graded else item.result for _, words, _ in body.options]
            assert [answer[1] for answer in answers] == [say(text) for text, *_ in body.options]
            assert [answer[3] for answer in answers] == list(map(say, said))
            rights = [float(answer[0]) > 0 for answer in answers]
            assert rights == [is_right or not item.graded for *_, is_right in body.options]
            if item.graded:
                assert sum(max(0, float(answer[0])) for answer in answers) == pytest.approx(100, abs=0.001)
            assert text_of(one, "correctfeedback") == say(body.outcome)
            assert text_of(one, "incorrectfeedback") == say(body.hint)
        elif isinstance(body, Sequence):
            assert [(int(answer[0]), answer[1]) for answer in answers] == [
                (i, say(line)) for i, line in enumerate(body.lines, start=1)
            ]
            assert one.findtext("gradingtype") == "ALL_OR_NOTHING"
            assert text_of(one, "correctfeedback") == say(body.outcome)
            assert text_of(one, "incorrectfeedback") == say(body.hint)
        else:
            assert text_of(one, "graderinfo") == writing.notes(item)
            assert text_of(one, "responsetemplate") == body.start.strip()


def test_moodle_has_a_category_for_each_chapter(files, everything):
    tree = ElementTree.parse(files / "moodle" / "questions.xml").getroot()
    names = [text_of(one, "category") for one in tree if one.get("type") == "category"]
    assert names == [f"$course$/top/Judging clusterings/{title.replace('/', '//')}" for title, _ in everything]


# ---- GIFT, read as Moodle reads it

PLACES = {":": "058", "#": "035", "=": "061", "{": "123", "}": "125", "~": "126", "n": "010"}


def hidden(text):
    """Escaped characters replaced, as the importer does before it looks for marks."""
    text = text.replace("\\\\", "&&092;")
    for one, code in PLACES.items():
        text = text.replace(f"\\{one}", f"&&{code};")
    return text.replace("&&092;", "\\")


def shown(text):
    for one, code in PLACES.items():
        text = text.replace(f"&&{code};", "\n" if one == "n" else one)
    return text.strip()


def gift_questions(text):
    """Questions of a GIFT file: blocks that blank lines part, each with type, texts and answers."""
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = [line for line in block.splitlines() if not line.strip().startswith("//")]
        text = hidden("\n".join(lines).strip())
        if text.startswith("$CATEGORY:"):
            continue
        name, text = text[2:].split("::", 1)
        assert text.count("{") == text.count("}") == 1, name
        start, end = text.index("{"), text.index("}")
        answers, question = text[start + 1 : end].strip(), text[:start] + text[end + 1 :]
        assert question.startswith("[html]")
        answers, _, general = answers.rpartition("####") if "####" in answers else (answers, "", "")
        yield SimpleNamespace(
            name=shown(name),
            text=shown(question.removeprefix("[html]")),
            general=shown(general),
            **gift_answers(answers.strip()),
        )


def weighed(answer, default):
    found = re.match(r"%(-?[0-9]+\.?[0-9]*)%", answer)
    return (found[1], answer[found.end() :]) if found else (default, answer)


def gift_answers(text):
    if not text:
        return {"type": "essay", "answers": []}
    if text.startswith(">"):
        # What is escaped in these lines stays as it is: the importer does not bring it back.
        first, *lines = text.splitlines()
        assert re.fullmatch(r">\d+ ALL VERTICAL ALL_OR_NOTHING SHOW", first)
        return {"type": "ordering", "answers": lines, "count": int(first[1:].split()[0])}
    if text.startswith("#"):
        kind, marks = "numerical", text[1:].split("=")
    elif "~" in text:
        kind, marks = "multichoice", [one for one in re.split(r"(?=[~=])", text) if one.strip()]
    else:
        assert "->" not in text  # else it would be a matching question
        kind, marks = "shortanswer", text.split("=")
    answers = []
    for one in filter(str.strip, marks):
        if kind == "multichoice":
            weight, one = ("100", one[1:]) if one[0] == "=" else weighed(one[1:], "0")
        else:
            weight, one = weighed(one.strip(), "100")
        answer, _, words = one.partition("#")
        tolerance = None
        if kind == "numerical":
            answer, _, tolerance = answer.partition(":")
        answers.append((weight, shown(answer), tolerance, shown(words)))
    single = not any(one.startswith("~%") for one in marks)
    return {"type": kind, "answers": answers, "single": single}


def test_gift_reads_every_field(everything, files):
    text = (files / "gift" / "questions.gift.txt").read_text("utf-8")
    found = dict(zip(re.findall(r"^// \[id:(\S+)\]", text, re.MULTILINE), gift_questions(text), strict=True))
    items = [item for item in held(everything) if item.graded]
    assert set(found) == {item.id for item in items}
    writing = Writing(gift.NOTATION, ROOT)
    say = writing.say
    for item in items:
        one, body = found[item.id], item.body
        asked = with_fixed_order(item) if isinstance(body, Sequence) and body.free else item
        assert unescape(one.text).startswith(unescape(writing.question(asked)))
        assert one.type == TYPES[type(body)], item.id
        if isinstance(body, Numeric):
            expected = [("100", body.value, body.tolerance, say(body.outcome))]
            expected += [("0", value, tolerance, say(words)) for value, tolerance, words in body.wrong]
            expected.append(("0", "*", "", say(body.hint)))
            assert unescape(str(one.answers)) == unescape(str(expected))
        elif isinstance(body, Typed):
            expected = [("100", form, None, say(body.outcome)) for form in body.forms]
            expected += [("0", form, None, say(words)) for forms, words in body.wrong for form in forms]
            expected.append(("0", "*", None, say(body.hint)))
            assert unescape(str(one.answers)) == unescape(str(expected))
        elif isinstance(body, Options):
            assert one.single == (not body.several)
            assert [unescape(answer[1]) for answer in one.answers] == [unescape(say(text)) for text, *_ in body.options]
            assert [answer[3] for answer in one.answers] == [say(words) for _, words, _ in body.options]
            assert [float(answer[0]) > 0 for answer in one.answers] == [is_right for *_, is_right in body.options]
            assert one.general == say(body.outcome)
        elif isinstance(body, Sequence):
            assert "&&" not in str(one.answers)
            assert [unescape(line) for line in one.answers] == [unescape(say(line)) for line in body.lines]
            assert one.count == len(body.lines)
            assert one.general == say(body.outcome)
        else:
            assert one.general == writing.notes(item)
            assert body.start in unescape(one.text)


def test_what_gift_reserves_arrives():
    """Formulas with braces and a backslash before n, marks of the format, an arrow."""
    said = r"So $\nu_{1} = 2$ ~ 3 # 4: {a} -> b \n"
    for body in (
        Typed(("3/5", "0.6"), ((("-3/5",), said),), said, said),
        Options(((said, said, True), ("b", "", False)), False, outcome=said),
        Essay((said,), "def f(x={}):\n\n    return x  # ~"),
    ):
        item = replace(an_item(body), stem=r"Is $\nu_{1} = 2$: {a}?", prompt=said)
        (one,) = gift_questions(gift._question(item, Writing(gift.NOTATION, ROOT)))
        plain = str(one.__dict__).replace("-&gt;", "->")
        assert one.type == TYPES[type(body)]
        assert plain.count(r"\\(\\nu_{1} = 2\\) ~ 3 # 4: {a} ->") >= 2
        assert one.text.startswith(r"<p>Is \(\nu_{1} = 2\): {a}?</p>")
    assert "def f(x={}):\n\n    return x  # ~" in one.text
    body = Sequence((r"Let $\nu_{1} = 2$.", "b: c"), (0, 1), (), "h", "")
    (one,) = gift_questions(gift._question(an_item(body), Writing(gift.NOTATION, ROOT)))
    assert one.answers[1] == "b&#58; c"
    assert "\\" not in one.answers[0]


# ---- QTI 2.1

NS = {"q": "http://www.imsglobal.org/xsd/imsqti_v2p1", "p": "http://www.imsglobal.org/xsd/imscp_v1p1"}


def qti_items(path):
    with zipfile.ZipFile(path) as package:
        manifest = ElementTree.fromstring(package.read("imsmanifest.xml"))
        names = [file.get("href") for file in manifest.iterfind(".//p:file", NS)]
        assert sorted([*names, "imsmanifest.xml"]) == sorted(package.namelist())
        return {name.removesuffix(".xml"): package.read(name) for name in names}


def value_of(node, response):
    """What an expression of response processing comes to."""
    tag = node.tag.rpartition("}")[2]
    inside = [value_of(child, response) for child in node]
    if tag == "variable":
        return response
    if tag == "baseValue":
        return float(node.text) if node.get("baseType") == "float" else node.text
    if tag == "correct":
        return CORRECT
    if tag == "multiple":
        return set(inside)
    if tag == "ordered":
        return list(inside)
    if tag == "index":
        return response[int(node.get("n")) - 1]
    if tag == "match":
        one, other = (CURRENT["right"] if value is CORRECT else value for value in inside)
        return (set(one) == other) if isinstance(other, set) else one == other
    if tag == "member":
        return inside[0] in inside[1]
    if tag == "stringMatch":
        return str(inside[0]).lower() == inside[1].lower()
    if tag == "equal":
        below, above = map(float, node.get("tolerance").split())
        return inside[1] - below - 1e-12 <= inside[0] <= inside[1] + above + 1e-12
    return {"or": any, "and": all}[tag](inside)


CORRECT, CURRENT = object(), {}


def judged(tree, response):
    """Score and sentence for a response, as a system computes them."""
    declared = tree.find("q:responseDeclaration", NS)
    right = [value.text for value in declared.iterfind(".//q:value", NS)]
    CURRENT["right"] = set(right) if declared.get("cardinality") == "multiple" else right[0] if right else None
    outcomes = {"SCORE": 0.0, "FEEDBACK": None}

    def done(node):
        for outcome in node.findall("q:setOutcomeValue", NS):
            outcomes[outcome.get("identifier")] = value_of(outcome[0], response)

    processing = tree.find("q:responseProcessing", NS)
    for condition in processing.findall("q:responseCondition", NS):
        for branch in condition:
            if branch.tag.endswith("}responseElse") or value_of(branch[0], response):
                done(branch)
                break
    done(processing)
    said = {one.get("identifier"): one for one in tree.findall("q:modalFeedback", NS)}
    words = said.get(outcomes["FEEDBACK"])
    return outcomes["SCORE"], "" if words is None else bare(words)


def bare(element):
    return " ".join("".join(element.itertext()).split())


def words_of(text):
    """A sentence as it is read where formulas are drawn."""
    return bare(ElementTree.fromstring(f"<p>{sentence_html(text, qti21.NOTATION)}</p>"))


def first_near(wrong, value):
    """What is said to a value: of two mistakes with one rounded value, the first is named, as in the book."""
    return next(words for other, off, words in wrong if abs(float(other) - value) <= float(off) + 1e-12)


def test_qti_items_judge_as_the_book_does(everything, files):
    """Each right answer scores and each foreseen mistake gets its sentence, sets of picks and orders as well."""
    found = qti_items(files / "qti21" / "questions.zip")
    assert set(found) == {identifier(item) for item in held(everything)}
    for item in held(everything):
        tree, body = ElementTree.fromstring(found[identifier(item)]), item.body
        if isinstance(body, Essay):
            rubric = tree.find(".//q:rubricBlock", NS)
            assert [bare(line) for line in rubric.iter(f"{{{NS['q']}}}li")] == list(map(words_of, body.notes))
            continue
        if not item.graded:
            assert judged(tree, "anything") == (0.0, words_of(item.result)), item.id
            continue
        if isinstance(body, Numeric):
            cases = [(float(body.value), 1, body.outcome), (1e17, 0, body.hint)]
            cases += [(float(value), 0, first_near(body.wrong, float(value))) for value, *_ in body.wrong]
        elif isinstance(body, Typed):
            cases = [(form, 1, body.outcome) for form in body.forms] + [("x", 0, body.hint)]
            cases += [(form, 0, words) for forms, words in body.wrong for form in forms]
        elif isinstance(body, Options) and not body.several:
            cases = [(f"o{i}", int(is_right), words) for i, (_, words, is_right) in enumerate(body.options)]
        elif isinstance(body, Options):
            right = {f"o{i}" for i, (*_, is_right) in enumerate(body.options) if is_right}
            cases = [(right, 1, body.outcome)]
            cases += [({f"o{i}" for i in places}, 0, words) for places, words in body.picks]
            cases += [
                (right | {f"o{i}"}, 0, words)
                for i, (_, words, is_right) in enumerate(body.options)
                if words and not is_right and not any(w and not r for _, w, r in body.options[:i])
            ]
        else:
            cases = [([f"s{i}" for i in order], 1, body.outcome) for order in body.orders]
            for a, b, words in body.before[:1]:
                places = list(range(len(body.lines)))
                places[a], places[b] = places[b], places[a]
                cases.append(([f"s{i}" for i in places], 0, words))
            assert bare(tree.find(".//q:orderInteraction", NS)[0]) == words_of(body.lines[0])
        for response, score, words in cases:
            assert judged(tree, response) == (score, words_of(words)), (item.id, response)


@pytest.mark.skipif("QTI_SCHEMA" not in os.environ, reason="QTI_SCHEMA names no file imsqti_v2p1.xsd")
def test_qti_items_are_valid(files):
    xmlschema = pytest.importorskip("xmlschema")
    schema = xmlschema.XMLSchema(os.environ["QTI_SCHEMA"])
    for name, text in qti_items(files / "qti21" / "questions.zip").items():
        assert [error.reason for error in schema.iter_errors(text.decode())] == [], name


# ---- Canvas

ASI = {"a": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}


def test_canvas_reads_every_field(everything, files):
    """As its importer does, for which every value that a condition names is right."""
    with zipfile.ZipFile(files / "canvas" / "questions.zip") as package:
        manifest = ElementTree.fromstring(package.read("imsmanifest.xml"))
        names = [file.get("href") for file in manifest.iterfind(".//p:file", NS)]
        assert sorted([*names, "imsmanifest.xml"]) == sorted(package.namelist())
        quizzes = [ElementTree.fromstring(package.read(name)) for name in names]
    assert [quiz[0].get("title") for quiz in quizzes] == [title for title, _ in everything]
    found = {one.get("ident"): one for quiz in quizzes for one in quiz.iterfind(".//a:item", ASI)}
    writing = Writing(canvas.NOTATION, ROOT)
    say = writing.say
    assert len(found) == len(held(everything))
    for item in held(everything):
        one, body = found[identifier(item)], item.body
        fields = dict((field[0].text, field[1].text) for field in one.iterfind(".//a:qtimetadatafield", ASI))
        feedback = {
            one.get("ident"): (one.findtext(".//a:mattext", namespaces=ASI) or "")
            for one in one.iterfind("a:itemfeedback", ASI)
        }
        scoring = [
            condition
            for condition in one.iterfind(".//a:respcondition", ASI)
            if condition.find("a:setvar", ASI) is not None
        ]
        named = [value.text for value in one.iterfind(".//a:respcondition//a:varequal", ASI)]
        linked = {link.get("linkrefid") for link in one.iterfind(".//a:displayfeedback", ASI)}
        assert linked == set(feedback), item.id
        assert fields["points_possible"] == ("1.0" if item.graded else "0.0")
        kind = fields["question_type"]
        labels = [label.get("ident") for label in one.iterfind(".//a:response_label", ASI)]
        texts = [label.findtext(".//a:mattext", namespaces=ASI) for label in one.iterfind(".//a:response_label", ASI)]
        if not item.graded and not isinstance(body, Options):
            assert (kind, feedback) == ("essay_question", {"general_fb": say(item.result)})
            continue
        if isinstance(body, Numeric):
            assert kind == "numerical_question"
            assert named == [body.value]  # a foreseen mistake would be taken for right
            low, high = (float(scoring[0].findtext(f".//a:{tag}", namespaces=ASI)) for tag in ("vargte", "varlte"))
            assert (low + high) / 2 == pytest.approx(float(body.value))
            assert (high - low) / 2 == pytest.approx(float(body.tolerance))
            assert feedback.get("correct_fb", "") == say(body.outcome)
            assert feedback["general_incorrect_fb"] == say(body.hint)
        elif isinstance(body, Typed):
            assert kind == "short_answer_question"
            assert named == list(body.forms)
            assert feedback["general_incorrect_fb"] == say(body.hint)
        elif isinstance(body, Options):
            assert kind == ("multiple_answers_question" if body.several else "multiple_choice_question")
            assert texts == [say(text) for text, *_ in body.options]
            rights = [label for label, (*_, is_right) in zip(labels, body.options, strict=True) if is_right]
            denied = [value.text for value in scoring[0].iterfind(".//a:not/a:varequal", ASI)]
            chosen = [value.text for value in scoring[0].iterfind(".//a:varequal", ASI) if value.text not in denied]
            assert chosen == rights
            assert sorted([*rights, *denied]) == (sorted(labels) if body.several else rights)
            for label, (_, words, _) in zip(labels, body.options, strict=True):
                assert feedback.get(f"{label}_fb", "") == say(words)
        elif isinstance(body, Sequence):
            assert kind == "ordering_question"
            assert texts == list(map(as_plain, body.lines))
            assert named == labels
        else:
            assert kind == "essay_question"
            assert feedback == {"general_fb": writing.notes(item)}


# ---- figures


@pytest.fixture
def with_figure(tmp_path):
    (tmp_path / "dots.png").write_bytes(b"\x89PNG dots")
    body = Numeric("3", "0", (), "h", "")
    return replace(an_item(body), stem="Look:\n\n![Two dots](dots.png)", folder=tmp_path)


def test_figures_go_with_the_question_or_are_reported(with_figure, tmp_path):
    chapters = [("Dots", [with_figure])]
    assert figures_in(with_figure.stem, tmp_path) == [tmp_path / "dots.png"]
    for system, writer in zip(SYSTEMS, (moodle, gift, qti21, canvas), strict=True):
        (tmp_path / system).mkdir()
        writer.write(chapters, tmp_path / system, ROOT, None)
    file = ElementTree.parse(tmp_path / "moodle" / "questions.xml").find(".//questiontext/file")
    assert file.get("name") == "dots.png"
    assert base64.b64decode(file.text) == b"\x89PNG dots"
    for system, place in (("qti21", "figures/dots.png"), ("canvas", "web_resources/dots.png")):
        with zipfile.ZipFile(tmp_path / system / "questions.zip") as package:
            assert package.read(place) == b"\x89PNG dots"
            assert place in package.read("imsmanifest.xml").decode()
    assert "(Two dots)" in (tmp_path / "gift" / "questions.gift.txt").read_text("utf-8")
    assert any("figures" in one for one in gift.lost(with_figure))


# ---- what questions are called, and questions of one's own


def test_a_question_is_called_by_its_lasting_id(everything):
    """So an export that is made again replaces each question by itself, wherever it stands now."""
    known = questions_by_id(folder=ROOT / "book")
    assert [item.id for _, items in everything for item in items] == [
        id for label in EXERCISES for id in known if id.startswith(f"{label}/")
    ]
    names = [identifier(item) for item in held(everything)]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", name, re.ASCII) for name in names)
    item = an_item(Essay(()))
    assert identifier(replace(item, id="1 own:a/b")) == "_1_own_a_b"


def test_a_question_keeps_its_identifier_when_others_come_before_it(tmp_path, monkeypatch):
    one, other = (Number(prompt, 3, hint="Count.") for prompt in ("First", "Second"))
    monkeypatch.setattr("export.items.all_questions", lambda folder: {"ex-own-pairs": (other, one)})
    own_exercises.write(tmp_path / "week")
    (chapter,) = own_chapters(tmp_path / "week")
    assert [item.id for item in items_of(chapter)] == ["ex-own-pairs/second", "ex-own-pairs/first"]


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
    with (tmp_path / "out" / "report.csv").open(encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows][-4:] == [
        "ex-own-pairs/pairs",
        "ex-own-pairs/make-them-equal",
        "ex-own-pairs/own_pairs",
        "ex-own-pairs/mostly-apart",
    ]
    assert [row["exported"] for row in rows][-4:] == ["yes", "no", "yes", "yes"]
    assert {row["chapter"] for row in rows} == {"counting_pairs", "own"}
    # A page of one's own has no address, so its links are lost.
    assert "links into the book" in rows[-1]["lost"]
    assert not any("links into the book" in row["lost"] for row in rows[:-4])
    (file,) = [one for one in (tmp_path / "out").iterdir() if one.name != "report.csv"]
    if file.suffix == ".zip":
        with zipfile.ZipFile(file) as package:
            text = "\n".join(package.read(name).decode() for name in package.namelist() if name.endswith(".xml"))
    else:
        text = file.read_text("utf-8")
    for words in ("That counts every pair twice.", "In a partition no more than half", "four objects make?"):
        # Canvas would take a foreseen mistake for a right answer.
        assert (words in text) == (system != "canvas" or "twice" not in words)


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


def test_the_report_says_what_is_lost(run, tmp_path):
    code, out, err = run("gift", tmp_path / "out", "--chapters", "counting_pairs")
    assert (code, err) == (0, "")
    assert "Formulas are written as" in out
    with (tmp_path / "out" / "report.csv").open(encoding="utf-8-sig") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert {row["chapter"] for row in rows.values()} == {"counting_pairs"}
    assert rows["ex-pairs-move/what-do-you-guess-on-how-many-of-the-ten"]["exported"] == "no"
    assert "without a mark" in rows["ex-pairs-move/what-do-you-guess-on-how-many-of-the-ten"]["lost"]
    assert rows["ex-pairs-move/tp"] | {"chapter": ""} == {
        "id": "ex-pairs-move/tp",
        "chapter": "",
        "kind": "number",
        "exported": "yes",
        "lost": "",
    }
    assert rows["ex-pairs-move/one-move-of-one-point-can-change-a"]["exported"] == "no"
    assert "a demo" in rows["ex-pairs-move/one-move-of-one-point-can-change-a"]["lost"]
    assert "1 sets of picks" in rows["ex-pairs-changes/b-the-partitions-trade-places-what"]["lost"]
    assert "not run" in rows["ex-pairs-changes/pair_counts"]["lost"]
    assert "5 wrong orders" in rows["ex-pairs-squares/the-steps-of-the-proof-of-the-theorem"]["lost"]
    text = (tmp_path / "out" / "questions.gift.txt").read_text("utf-8")
    assert text.count("\n::") == sum(row["exported"] == "yes" for row in rows.values())


@pytest.mark.parametrize(
    ("writer", "body", "graded", "word"),
    [
        (moodle, Sequence(("a", "b"), (0, 0), (), "h", ""), True, "free orders"),
        (gift, Sequence(("a", "b"), (0, 0), (), "h", ""), True, "free orders"),
        (canvas, Sequence(("a", "b"), (0, 0), (), "h", ""), True, "free orders"),
        (moodle, Options((("a", "", True),), True, (((0,), "w"),)), True, "1 sets of picks"),
        (canvas, Numeric("1", "0", (("2", "0", "w"),), "h", ""), True, "Canvas would mark right"),
        (canvas, Options((("a", "A", True),), False), False, "called wrong"),
        (moodle, Numeric("1", "0", (), "", ""), False, "0 points"),
        (qti21, Numeric("1", "0", (), "", ""), False, "a score of 0"),
        (gift, Essay(("n",)), True, "notes for graders"),
    ],
)
def test_what_a_system_cannot_hold_is_reported(writer, body, graded, word):
    assert any(word in one for one in writer.lost(an_item(body, graded=graded)))


def test_qti_loses_nothing_of_orders_and_sets():
    assert qti21.lost(an_item(Sequence(("a", "b"), (0, 0), ((0, 1, "w"),), "h", ""))) == ()
    assert qti21.lost(an_item(Options((("a", "", True),), True, (((0,), "w"),)))) == ()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["moodle", "new", "--chapters", "randc"], "chapters must be among"),
        (["moodle", "full"], "must not exist or be empty"),
        (["blackboard", "new"], "invalid choice: 'blackboard'"),
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
    with pytest.raises(ValueError, match="system must be one of moodle, gift, qti21, canvas"):
        write_export("blackboard", tmp_path / "new")
