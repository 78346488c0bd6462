"""Questions for other systems: every field is read back, as the system's importer reads it, and compared."""

import html
import os
import re
import zipfile
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import printed
import pytest
from conftest import ROOT
from contents import exercises_of
from export import canvas, moodle, qti21
from export.items import Essay, Numeric, Options, Sequence, Typed, identifier
from export.markup import as_plain, sentence_html
from export.rendering import Writing
from exported import CHAPTERS, TYPES, VARIANTS, an_item, banks, everything, held, of_the_book, write
from families import FAMILIES

from aucc_teach.exercises import questions_by_id


@pytest.fixture(scope="module")
def file_for(tmp_path_factory):
    """The file of a system with all questions, written once."""
    folder = tmp_path_factory.mktemp("exported")
    return {system: write(system, everything(), folder) for system in ("moodle", "canvas", "qti21")}.get


# ---- all questions


def test_all_kinds_are_there():
    items = [item for quiz in of_the_book() for item in quiz.items]
    asked = {"number", "choice", "objects", "order", "open"}
    assert {item.kind for item in items} == asked | {"prediction", "break", "write", "construct"}
    assert {type(item.body) for item in items if item.body} == set(TYPES)
    assert {item.kind for item in items if item.body} == asked
    assert len({item.id for item in items}) == len(items) > 800


def test_a_question_is_called_by_its_lasting_id():
    """So an export that is made again replaces each question by itself, wherever it stands now."""
    exercises = [exercise.label for chapter in CHAPTERS for exercise in exercises_of(chapter.notebook)]
    known = questions_by_id(folder=ROOT / "book")
    assert [item.id for quiz in of_the_book() for item in quiz.items] == [
        id for label in exercises for id in known if id.startswith(f"{label}/")
    ]
    names = [identifier(item) for item in held("qti21")]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", name, re.ASCII) for name in names)
    item = an_item(Essay(()))
    assert identifier(replace(item, id="1 own:a/b")) == "_1_own_a_b"


def test_tags_name_chapter_or_family_and_objectives():
    """The objectives are those that the exercise says it tests, and there is one of each number."""
    objectives = {chapter.name: len(chapter.objectives) for chapter in CHAPTERS}
    for chapter, quiz in zip(CHAPTERS, of_the_book(), strict=True):
        tested = chapter.tested
        for item in quiz.items:
            numbers = tested[item.id.partition("/")[0]]
            assert item.tags == (chapter.name, *(f"objective:{chapter.name} {number}" for number in numbers))
    for name, family in FAMILIES.items():
        assert family.objectives
        assert all(1 <= number <= objectives[chapter] for chapter, number in family.objectives)
        for item in banks()[name].items if name in banks() else ():
            assert item.tags == (name, *(f"objective:{chapter} {number}" for chapter, number in family.objectives))
    tags = {tag for quiz in everything() for item in quiz.items for tag in item.tags}
    assert max(map(len, tags)) <= 50  # Moodle cuts longer ones


def test_no_prompt_has_a_directive_or_a_role_left():
    writing = Writing(moodle.NOTATION, ROOT)
    for item in held("qti21"):
        text = writing.question(item)
        assert not re.search(r"\{[a-z:]+\}`|:::|\]\([\w./]+\.(ipynb|md)|<!--", text), item.id
        ElementTree.fromstring(f"<div>{text}</div>")


# ---- Moodle XML


def text_of(element, path):
    return (element.findtext(f"{path}/text") or "").strip()


def test_moodle_reads_every_field(file_for):
    """As the importer does: types, texts, answers with marks, tolerances and feedback, in their order."""
    tree = ElementTree.parse(file_for("moodle")).getroot()
    found = {one.findtext("idnumber"): one for one in tree if one.get("type") != "category"}
    writing = Writing(moodle.NOTATION, ROOT)
    say = writing.say
    assert len(found) == len(held("moodle"))
    for item in held("moodle"):
        one, body = found[item.id], item.body
        answers = [
            (answer.get("fraction"), text_of(answer, "."), answer.findtext("tolerance"), text_of(answer, "feedback"))
            for answer in one.findall("answer")
        ]
        assert one.findtext("defaultgrade") == "1"
        assert tuple(tag.text for tag in one.iterfind("tags/tag/text")) == item.tags
        # Moodle would cut that of an ordering question.
        assert len(text_of(one, "name")) <= (42 if isinstance(body, Sequence) else 100)
        assert len(item.id) <= 100
        assert text_of(one, "questiontext") == writing.question(item)
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
            assert [answer[1] for answer in answers] == [say(text) for text, *_ in body.options]
            assert [answer[3] for answer in answers] == [say(words) for _, words, _ in body.options]
            rights = [float(answer[0]) > 0 for answer in answers]
            assert rights == [is_right for *_, is_right in body.options]
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


def questions_by_category(path):
    """Questions of a file of Moodle's, by the category that the importer puts them into: that of the last line."""
    found, category = {}, None
    for one in ElementTree.parse(path).getroot():
        if one.get("type") == "category":
            # Two slashes are one in a name; one parts the names.
            names = re.split(r"(?<!/)/(?!/)", text_of(one, "category"))
            category = tuple(name.replace("//", "/") for name in names)
        else:
            found.setdefault(category, []).append(one)
    return found


def test_moodle_has_a_category_for_each_chapter_and_each_bank(file_for):
    top = ("$course$", "top", "Judging clusterings")
    expected = {}
    for quiz in everything():
        for group in quiz.groups:
            ids = [item.id for item in group.items if item.body and moodle.holds(item)]
            path = (*top, as_plain(quiz.title), *([as_plain(group.title)] if group.is_drawn else []))
            expected |= {path: ids} if ids else {}
    found = questions_by_category(file_for("moodle"))
    assert {path: [one.findtext("idnumber") for one in them] for path, them in found.items()} == expected
    assert Counter(len(ids) for path, ids in expected.items() if len(path) > 4) == {VARIANTS: 19}


def moodle_says(question, typed):
    """Percent and feedback of an answer that is typed: those of the first that fits, as Moodle looks for it."""
    kind = question.get("type")
    for answer in question.iterfind("answer"):
        text, tolerance = answer.findtext("text"), answer.findtext("tolerance")
        if kind == "numerical" and text != "*":
            fits = abs(Fraction(typed) - Fraction(text)) <= Fraction(tolerance)
        else:
            fits = text in ("*", typed)
        if fits:
            return float(answer.get("fraction")), text_of(answer, "feedback")
    return 0.0, ""


def as_printed(text):
    """The words of a question from its HTML, with the marks of the book."""
    for tag, mark in (("em", "*"), ("code", "`")):
        text = re.sub(f"</?{tag}>", mark, text)
    paragraphs = re.findall(r"<p>(.*?)</p>", text, re.DOTALL)
    *lines, prompt = [html.unescape(re.sub(r"<br ?/>\n?", "\n", one)) for one in paragraphs]
    return "\n".join(lines), prompt


def with_points(text):
    """A text as it was before its decimals stood after a comma."""
    return re.sub(r"(?<=\d),(?=\d)", ".", text).replace("; ", ", ")


def test_what_stands_in_a_bank_is_solved_by_brute_force_from_its_text_alone(file_for):
    """Each variant is another question, with a key of its own; decimals count after a point and after a comma."""
    found = questions_by_category(file_for("moodle"))
    solved_in = Counter()
    for name, bank in banks().items():
        is_comma = bool(list(FAMILIES).index(name) % 2)
        parts = [them for path, them in found.items() if as_plain(bank.title) in path]
        texts = [as_printed(text_of(one, "questiontext"))[0] for one in parts[0]]
        assert len(set(texts)) == VARIANTS
        for place, variants in enumerate(parts):
            for one in variants:
                text, prompt = as_printed(text_of(one, "questiontext"))
                assert not is_comma or not re.search(r"\d\.\d", text + prompt)
                seen = [{"prompt": prompt}] * len(parts)
                answer = printed.solve(name, with_points(text), seen)[place]
                if one.get("type") == "multichoice":
                    right = {as_plain(text_of(a, ".")) for a in one.iterfind("answer") if float(a.get("fraction")) > 0}
                    assert right == answer
                    continue
                exact = Fraction(answer)
                typed = {str(exact)} if exact.denominator == 1 else {str(exact), f"{float(exact):.4f}"}
                typed |= {one.replace(".", ",") for one in typed}
                assert {moodle_says(one, form)[0] for form in typed} == {100}, (text, prompt)
                percent, words = moodle_says(one, str(exact + 1000))
                assert (percent, bool(words)) == (0, True)
                solved_in[name] += 1
    assert len(solved_in) == 12


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


def test_qti_items_judge_as_the_book_does(file_for):
    """Each right answer scores and each foreseen mistake gets its sentence, sets of picks and orders as well."""
    found = qti_items(file_for("qti21"))
    assert set(found) == {identifier(item) for item in held("qti21")}
    for item in held("qti21"):
        tree, body = ElementTree.fromstring(found[identifier(item)]), item.body
        if isinstance(body, Essay):
            rubric = tree.find(".//q:rubricBlock", NS)
            assert [bare(line) for line in rubric.iter(f"{{{NS['q']}}}li")] == list(map(words_of, body.notes))
            continue
        assert tree.get("label") == ", ".join(item.tags)
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
def test_qti_items_are_valid(file_for):
    xmlschema = pytest.importorskip("xmlschema")
    schema = xmlschema.XMLSchema(os.environ["QTI_SCHEMA"])
    for name, text in qti_items(file_for("qti21")).items():
        assert [error.reason for error in schema.iter_errors(text.decode())] == [], name


# ---- Canvas

ASI = {"a": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}


def test_canvas_reads_every_field(file_for):
    """As its importer does, for which every value that a condition names is right."""
    with zipfile.ZipFile(file_for("canvas")) as package:
        manifest = ElementTree.fromstring(package.read("imsmanifest.xml"))
        names = [file.get("href") for file in manifest.iterfind(".//p:file", NS)]
        assert sorted([*names, "imsmanifest.xml"]) == sorted(package.namelist())
        quizzes = [ElementTree.fromstring(package.read(name)) for name in names]
    assert [quiz[0].get("title") for quiz in quizzes] == [quiz.title for quiz in everything()]
    found = {one.get("ident"): one for quiz in quizzes for one in quiz.iterfind(".//a:item", ASI)}
    writing = Writing(canvas.NOTATION, ROOT)
    say = writing.say
    assert len(found) == len(held("canvas"))
    for item in held("canvas"):
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
        assert fields["points_possible"] == "1.0"
        assert one.get("title").endswith(f"[{', '.join(item.tags)}]")
        kind = fields["question_type"]
        labels = [label.get("ident") for label in one.iterfind(".//a:response_label", ASI)]
        texts = [label.findtext(".//a:mattext", namespaces=ASI) for label in one.iterfind(".//a:response_label", ASI)]
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
        else:
            assert kind == "ordering_question"
            assert texts == list(map(as_plain, body.lines))
            assert named == labels


def test_canvas_gives_each_student_one_variant_of_each_drawn_question(file_for):
    """As Canvas's own exports have it: a section for each group, with the number that is picked, and its questions."""
    with zipfile.ZipFile(file_for("canvas")) as package:
        for quiz in everything():
            name = f"quiz_{quiz.name}"
            root = ElementTree.fromstring(package.read(f"{name}/{name}.xml")).find("a:assessment/a:section", ASI)
            sections = root.findall("a:section", ASI)
            assert len(sections) == sum(group.is_drawn for group in quiz.groups)
            assert bool(root.findall("a:item", ASI)) != bool(sections)
            for section, group in zip(sections, quiz.groups, strict=bool(sections)):
                picked = section.find("a:selection_ordering/a:selection", ASI)
                assert picked.findtext("a:selection_number", namespaces=ASI) == "1"
                assert picked.findtext("a:selection_extension/a:points_per_item", namespaces=ASI) == "1.0"
                assert [one.get("ident") for one in section.findall("a:item", ASI)] == list(
                    map(identifier, group.items)
                )
