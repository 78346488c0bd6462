"""Questions for Moodle and Canvas: every one of the book, and each answered there as the page answers it."""

import html
import re
import runpy
import zipfile
from collections import Counter
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from conftest import ROOT
from contents import chapters_of, predictions_of
from export import bank, canvas
from export.bank import LEFT_OUT, Lines, Numeric, Options, Table
from export.moodle import answers_of, bank_text
from export.moodle_backup import backup_files
from export.text import html_of, without_roles
from families import FAMILIES

from aucc_teach.exercises import Choice, Number, Objects, Order, judge
from aucc_teach.exercises.folders import all_questions, questions_by_id
from aucc_teach.exercises.records import question_of_record

MAIN = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))["main"]
DRAWN = {"secret": b"a secret of the tests"}


def body_of(question):
    """Convert a question to the common form of an answer."""
    return bank._BODIES[question.kind](question)


# ---- the common form


def test_numbers_and_how_far_they_may_be_off():
    body = body_of(Number("n", Fraction(5, 7), tempting=((2.5, "w"), (1, "one")), hint="h", places=3))
    assert (body.value, body.tolerance, body.exact) == ("0.714285714286", "0.0005", "5/7")
    assert body.wrong == [("2.5", "0.0005", "w"), ("1", "0", "one")]
    # A decimal that is a fraction may be typed as one; half a unit may be rounded either way.
    assert body_of(Number("n", 2 / 3, hint="h")).exact == "2/3"
    assert body_of(Number("n", Fraction(-11, 16), hint="h", places=3)).value == "-0.6875"
    assert body_of(Number("n", 0.4, hint="h", within=0.05)).tolerance == "0.05"


def test_foreseen_picks_become_options_with_their_words():
    """Singletons are chosen among all objects, other picks among each other, and where few are foreseen boxes stay."""
    one = body_of(Objects("p", ("a", "b", "c"), ("a",), ((("b",), "Not b."),), hint="h"))
    assert one.options == [("a", True, ""), ("b", False, "Not b."), ("c", False, "h")]
    picks = ((("a",), "One lacks."), (("a", "c"), "Not c."))
    several = body_of(Objects("p", ("a", "b", "c"), ("a", "b"), picks, hint="h"))
    assert not several.several
    assert {(name, is_right) for name, is_right, _ in several.options} == {
        ("a, b", True),
        ("a", False),
        ("a, c", False),
    }
    boxes = body_of(Objects("p", ("a", "b"), ("a", "b"), ((("a",), "w"),), hint="h"))
    assert (boxes.several, [one.percent for one in answers_of(boxes)]) == (True, ["50", "50"])


def test_lines_whose_order_is_free_are_one():
    assert body_of(Order("p", ("a", "b", "c", "d"), hint="h", free=((1, 2),))).lines == ["a", "b<br />\nc", "d"]


def test_prompts_lose_what_only_the_book_knows():
    labels = {"thm-x": (chapters_of(ROOT)[0], "the theorem *X*")}
    text = "*Objectives 1 and 2, by hand.* See {prf:ref}`thm-x`, {term}`a <b>`,\n$x < 1$ {cite}`y` and [`f()`](#f)."
    plain = without_roles(text, labels)
    title = chapters_of(ROOT)[0].title
    assert plain == f"*By hand.* See the theorem *X* in *{title}*, a,\n$x < 1$ and `f()`."
    assert r"\(x &lt; 1\)" in html_of(plain)


# ---- the bank of the book


@pytest.fixture(scope="module")
def file_for():
    """Collect all questions once: those of the book, what is left out, checks, surveys, and drawn ones."""
    chapters = chapters_of(ROOT)
    categories, left_out = bank.book_categories(chapters)
    drawn, gone = bank.drawn_categories(list(FAMILIES.values()), 6, **DRAWN)
    return {
        "book": categories,
        "left out": left_out,
        "checks": bank.reading_checks(chapters, categories),
        "surveys": bank.surveys(chapters),
        "drawn": drawn,
        "gone": gone,
    }.get


def items_of(categories):
    return {item.id: item for category in categories for item in category.items}


def test_each_question_of_the_book_is_there_once_or_named_as_left_out(file_for):
    asked = [question for questions in all_questions(folder=ROOT / "book").values() for question in questions]
    kinds = Counter("guess" if getattr(question, "predict", False) else question.kind for question in asked)
    listed = [item for category in file_for("book") for item in category.items]
    n = sum(len(item.body.cells) if isinstance(item.body, Table) else 1 for item in listed)
    assert len({item.id for item in listed}) == len(listed)
    assert Counter(file_for("left out")) == {kind: kinds[kind] for kind in LEFT_OUT}
    assert n == sum(count for kind, count in kinds.items() if kind not in LEFT_OUT)
    assert not any(
        "{" in re.sub(r"\\\(.*?\\\)|<code>.*?</code>", "", item.text) and "`" in item.text for item in listed
    )
    counts = items_of(file_for("book"))["ex-pairs-table/tp-fn-fp-tn"].body
    assert [number.value for _, number in counts.cells] == ["5", "8", "3", "12"]


def test_each_chapter_of_the_road_has_a_check_of_five_and_its_predictions_a_survey(file_for):
    road = [chapter for chapter in chapters_of(ROOT) if chapter.number]
    assert [title for title, _ in file_for("checks")] == [f"Reading check: {chapter.title}" for chapter in road]
    for _, items in file_for("checks"):
        assert len({item.id for item in items}) == 5
        assert {type(item.body) for item in items} <= {Numeric, Options}  # a backup holds no others
    labels = [label for chapter in chapters_of(ROOT) for label in predictions_of(chapter.known)]
    assert [label for _, asked in file_for("surveys") for label, _ in asked] == labels


def test_a_question_without_a_right_answer_is_refused_with_its_file(tmp_path, monkeypatch, capsys):
    bad = Choice("Which?", {"a": "Not a.", "b": "Not b."}, ())
    module = next(bank.load_modules("ex-rand-alone", ROOT / "book"))
    monkeypatch.setitem(module.EXERCISES, "ex-rand-alone", (bad,))
    assert MAIN(["export", "moodle", str(tmp_path / "out"), "--chapters", "rand_c"]) == 2
    error = capsys.readouterr().err
    assert str(ROOT / "book" / "questions" / "rand_c.py") in error
    assert "ex-rand-alone/which must have a right answer" in error
    assert list(tmp_path.iterdir()) == []


def test_the_command_counts_what_it_writes_and_says_what_to_click(tmp_path, capsys):
    how = ["--chapters", "rand_c", "--variants", "2"]
    assert MAIN(["export", "moodle", str(tmp_path / "moodle"), *how]) == 0
    said = capsys.readouterr().out
    files = {path.name for path in (tmp_path / "moodle").iterdir()}
    assert files == {"questions.xml", "drawn.xml", "reading_checks.mbz", "steps.txt"}
    questions = ElementTree.parse(tmp_path / "moodle" / "questions.xml").findall("question")
    assert f"{sum(one.get('type') != 'category' for one in questions)} questions of the book, and 1 predictions" in said
    assert "2 functions to write" in said
    assert "Course reuse > Restore" in (tmp_path / "moodle" / "steps.txt").read_text("utf-8")
    # Of the drawn questions come those whose chapters do, or those that are named.
    drawn = (tmp_path / "moodle" / "drawn.xml").read_text("utf-8")
    assert set(re.findall(r"objective:(\w+)", drawn)) == {"rand_c"}
    assert MAIN(["export", "canvas", str(tmp_path / "canvas"), *how, "--families", "ari"]) == 0
    said = capsys.readouterr().out
    assert "gets the hint and not its own sentence" in said
    with zipfile.ZipFile(tmp_path / "canvas" / "questions.zip") as package:
        assert b"ari-1_" in b"".join(map(package.read, package.namelist()))


# ---- Moodle


def in_moodle(categories):
    """Read a bank as Moodle's importer does; by id."""
    tree = ElementTree.fromstring(bank_text(categories))
    return {one.findtext("idnumber"): one for one in tree if one.get("type") != "category"}


def text_of(element, path="."):
    return (element.findtext(f"{path}/text") or "").strip()


def test_moodle_gets_every_field(file_for):
    types = {Numeric: "numerical", Options: "multichoice", Lines: "ordering", Table: "cloze"}
    for categories in (file_for("book"), file_for("drawn")):
        found, items = in_moodle(categories), items_of(categories)
        assert list(found) == list(items)
        for id, item in items.items():
            one, body = found[id], item.body
            assert one.get("type") == types[type(body)]
            assert max(len(id), 100) == 100
            assert 0 < len(text_of(one, "name")) <= 255
            assert item.answer
            assert text_of(one, "generalfeedback") == item.answer
            assert item.text in text_of(one, "questiontext")
            answers = [(one.get("fraction"), text_of(one), text_of(one, "feedback")) for one in one.findall("answer")]
            if isinstance(body, Options):
                percents = [float(percent) for percent, _, _ in answers]
                assert [percent > 0 for percent in percents] == [is_right for _, is_right, _ in body.options]
                assert {percent for percent in percents if percent <= 0} == {-100.0 if body.several else 0.0}
                assert sum(max(0, percent) for percent in percents) == pytest.approx(100, abs=0.001)
                assert body.several or sum(percent > 0 for percent in percents) == 1
                plain = [re.sub("[*`]", "", words) for _, _, words in body.options]
                assert [html.unescape(re.sub("<[^>]*>", "", words)) for *_, words in answers] == plain
            elif isinstance(body, Lines):
                assert [(percent, text) for percent, text, _ in answers] == [
                    (str(place), line) for place, line in enumerate(body.lines, start=1)
                ]
            elif isinstance(body, Numeric):
                values = [body.value, *(value for value, *_ in body.wrong), "*"]
                assert [(percent, text) for percent, text, _ in answers] == [
                    ("0" if place else "100", value) for place, value in enumerate(values)
                ]


def moodle_says(question, typed):
    """Find percent and feedback for a typed number, by the rules of Moodle's class `qtype_numerical`."""
    number, unit = re.fullmatch(r"([+-]?(?:\d+(?:\.\d*)?|\.\d+))(.*)", typed.replace(" ", "")).groups()
    units = {one.findtext("unit_name"): Fraction(one.findtext("multiplier")) for one in question.iterfind("units/unit")}
    scaled = Fraction(number) / units.get(unit, 1)
    for answer in question.iterfind("answer"):
        text = text_of(answer)
        near = Fraction(answer.findtext("tolerance")) + Fraction(1, 10**12)  # for rounding errors of floats
        if text == "*" or any(abs(value - Fraction(text)) <= near for value in (scaled, Fraction(number))):
            return float(answer.get("fraction")), text_of(answer, "feedback")
    return None


def forms(value, places):
    """Yield what may be typed for a value: a whole number, fractions, and roundings with their neighbours."""
    value = Fraction(value)
    if value.denominator < 10_000:
        yield from (f"{k * value.numerator}/{k * value.denominator}" for k in (1, 2, 5) if value.denominator > 1)
        yield from ([str(value)] if value.denominator == 1 else ())
    for n in range(places, places + 4):
        nearest = round(value * 10**n)
        yield from (f"{(nearest + step) / 10**n:.{n}f}" for step in (-2, -1, 0, 1, 2))


def test_what_is_said_of_a_right_answer_stands_once_in_the_end(file_for):
    found = in_moodle(file_for("book"))
    right = [answer for one in found.values() for answer in one.iter("answer") if Fraction(answer.get("fraction")) > 0]
    assert len(right) > 400
    assert {text_of(answer, "feedback") for answer in right} == {""}
    assert "Of <em>ab</em>, <em>cd</em> and" in text_of(found["ex-pairs-precision/precision"], "generalfeedback")


def test_moodle_takes_what_the_book_takes_and_says_what_it_says(file_for):
    """All forms of each key and of each foreseen mistake are judged alike, and a mistake gets its own words."""
    found, taken = in_moodle(file_for("book")), Counter()
    for id, question in questions_by_id(folder=ROOT / "book").items():
        if question.kind != "number" or id not in found:
            continue
        reads_fractions = found[id].find("units") is not None
        values = [question.value, *(value for value, _ in question.tempting)]
        for typed in {form for value in values for form in forms(value, question.places)}:
            if "/" in typed and not reads_fractions:
                continue  # Moodle says that a number has no unit, and waits
            judged = judge(question, typed)
            # With more decimals than are asked for, the last of them may be off; then the page asks back.
            if judged.verdict != "unclear" and (judged.mistake or judged.verdict == "right"):
                percent, words = moodle_says(found[id], typed)
                assert (percent == 100) == (judged.verdict == "right"), (id, typed)
                if judged.mistake and judged.verdict == "wrong":
                    said = html.unescape(re.sub("<[^>]*>", "", words))
                    # Where a number fits two mistakes, the page and Moodle may name another one.
                    assert said in {re.sub("[*`]", "", words) for _, words in question.mistakes()}, (id, typed)
                taken[judged.verdict, "/" in typed] += 1
    assert min(taken[verdict, form] for verdict in ("right", "wrong") for form in (True, False)) > 100, taken


CELL = re.compile(r"\{1:NUMERICAL:=(?P<right>[^:]*):(?P<near>[^#]*)#(?P<answers>(?:\\.|[^}\\])*)\}", re.DOTALL)


def test_a_table_of_counts_is_one_cloze_question(file_for):
    """Four counts stay together, about one object, and each has a field with the mistakes that are foreseen."""
    (counts,) = (one for one in file_for("drawn") if one.path[-1].startswith("counts"))
    for one, item in zip(in_moodle([counts]).values(), counts.items, strict=True):
        cells = list(CELL.finditer(text_of(one, "questiontext")))
        assert [cell["right"] for cell in cells] == [number.value for _, number in item.body.cells]
        assert len(cells) == int(one.findtext("defaultgrade")) == 4
        for cell, (_, number) in zip(cells, item.body.cells, strict=True):
            wrong = re.findall(r"(?<!\\)~%0%([^:#]*)", cell["answers"])
            assert wrong == [*(value for value, *_ in number.wrong), "*"]


def test_the_backup_holds_five_questions_a_check_and_all_options_of_a_survey(file_for):
    files = backup_files(file_for("checks"), file_for("surveys"), "Judging clusterings")
    trees = {name: ElementTree.fromstring(text) for name, text in files.items()}
    entries = {one.get("id"): one for one in trees["questions.xml"].iter("question_bank_entry")}
    names = [one.findtext("directory") for one in trees["moodle_backup.xml"].iter("activity")][
        : len(file_for("checks"))
    ]
    for folder, (title, items) in zip(names, file_for("checks"), strict=True):
        quiz = trees[f"{folder}/quiz.xml"].find("quiz")
        assert (quiz.findtext("name"), quiz.findtext("timelimit"), quiz.findtext("sumgrades")) == (
            title,
            "600",
            "5.00000",
        )
        asked = [entries[one.text] for one in quiz.iter("questionbankentryid")]
        assert [one.findtext("idnumber") for one in asked] == [item.id for item in items]
        for one, item in zip(asked, items, strict=True):
            fractions = [float(answer.findtext("fraction")) for answer in one.iter("answer") if answer.get("id")]
            wrong = item.body.options if isinstance(item.body, Options) else (*item.body.wrong, "right", "other")
            assert (len(fractions), max(fractions) > 0) == (len(wrong), True)
    ids = [(one.tag, one.get("id")) for one in trees["questions.xml"].iter() if one.get("id")]
    assert len(set(ids)) == len(ids)
    shown = [one.findtext("presentation") for tree in trees.values() for one in tree.iter("item")]
    asked = [question for _, questions in file_for("surveys") for _, question in questions]
    for presentation, question in zip(shown, asked, strict=True):
        assert presentation.count("|") == (len(question.options) if question.kind == "choice" else 2) - 1


# ---- Canvas

ASI = {"a": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}
META = {"m": "http://canvas.instructure.com/xsd/cccv1p0"}
PACKAGE = {"p": "http://www.imsglobal.org/xsd/imscp_v1p1"}


@pytest.fixture(scope="module")
def in_canvas(file_for):
    """Read the package for Canvas by the manifest: trees of questions and of what is said about quizzes, by name."""
    files = canvas.package_files(file_for("book") + file_for("drawn"), file_for("checks"), file_for("surveys"))
    manifest = ElementTree.fromstring(files["imsmanifest.xml"])
    names = [file.get("href") for file in manifest.iterfind(".//p:file", PACKAGE)]
    assert sorted([*names, "imsmanifest.xml"]) == sorted(files)
    return {name: ElementTree.fromstring(files[name]) for name in names}


def test_canvas_gets_banks_checks_and_surveys(file_for, in_canvas):
    banks = [tree for tree in in_canvas.values() if tree.find("a:objectbank", ASI) is not None]
    assert len(banks) == len(file_for("book")) + len(file_for("drawn"))
    quizzes = {
        tree.findtext("m:title", namespaces=META): tree for tree in in_canvas.values() if tree.tag.endswith("quiz")
    }
    for title, items in file_for("checks"):
        fields = [
            quizzes[title].findtext(f"m:{name}", namespaces=META)
            for name in ("quiz_type", "time_limit", "points_possible")
        ]
        assert fields == ["assignment", "10", str(len(items))]
        ident = quizzes[title].get("identifier")
        asked = in_canvas[f"{ident}/{ident}.xml"].findall(".//a:item", ASI)
        assert [one.get("ident") for one in asked] == [item.name for item in items]
    for title, _ in file_for("surveys"):
        assert quizzes[title].findtext("m:quiz_type", namespaces=META) == "survey"


def test_canvas_marks_right_what_is_right(file_for, in_canvas):
    items = items_of(file_for("book") + file_for("drawn"))
    by_name = {item.name: item for item in items.values()}
    seen = Counter()
    for tree in in_canvas.values():
        for one in tree.iterfind("a:objectbank/a:item", ASI):
            if one.get("ident") not in by_name:
                continue  # a cell of a table with decimals, which is a question here
            body = by_name[one.get("ident")].body
            named = [value.text for value in one.iterfind(".//a:varequal", ASI)]
            scoring = [one for one in one.iterfind(".//a:respcondition", ASI) if one.find("a:setvar", ASI) is not None]
            if isinstance(body, Numeric):
                assert named == [body.value]  # a foreseen mistake would be taken for right
                low, high = (
                    Fraction(scoring[0].findtext(f".//a:{tag}", namespaces=ASI)) for tag in ("vargte", "varlte")
                )
                assert (high - low) / 2 == Fraction(body.tolerance)
            elif isinstance(body, Options):
                denied = {value.text for value in scoring[0].iterfind(".//a:not/a:varequal", ASI)}
                chosen = {value.text for value in scoring[0].iterfind(".//a:varequal", ASI)} - denied
                assert chosen == {str(i) for i, (_, is_right, _) in enumerate(body.options, start=1) if is_right}
            else:
                n = len(body.lines if isinstance(body, Lines) else body.cells)
                assert sum(float(one.findtext("a:setvar", namespaces=ASI)) for one in scoring) == pytest.approx(
                    100, abs=0.1
                )
                assert len(scoring) == len(one.findall(".//a:response_lid", ASI)) == n
            seen[type(body)] += 1
    assert min(seen[kind] for kind in (Numeric, Options, Lines, Table)) > 5, seen


def test_drawn_questions_are_those_that_were_drawn(file_for):
    assert set(file_for("gone")) == {"proof", "counterexample"}
    drawn = bank._variants(FAMILIES["rand-c"], 6, DRAWN["secret"], 1)
    (category,) = (one for one in file_for("drawn") if one.path[-1].startswith("rand-c"))
    found = in_moodle([category])
    for (one,) in (item["questions"] for item in drawn):
        question = question_of_record(one["seen"], one["key"])
        for typed in forms(question.value, question.places):
            if (judged := judge(question, typed)).verdict == "right":
                assert moodle_says(found[f"rand-c-1/{one['asked']}"], typed)[0] == 100, judged
