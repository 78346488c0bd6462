"""A course as it is given: cut to two chapters with an exercise of one's own, built, handed out, answered and marked.

One build serves all: of the student edition as its reader builds it, warnings as errors, and of the instructor's.
"""

import base64
import contextlib
import gzip
import io
import os
import re
import resource
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import class_of_forty as forty
import nbformat
import own_exercises
import pandas as pd
import pytest
import yaml
from bs4 import BeautifulSoup
from class_of_forty import COPIED, COPY, CUT_OFF, EDITED, FORGED, NUMBER, OLD, write_class
from conftest import ROOT, serve
from contents import chapters_of, chosen, exercises_of
from demos.engines import Firefox, WebKit
from demos.saving import save_in, save_in_engine
from editions import FILES, FOLDERS
from marking.answers import is_intact
from PIL import Image
from test_editions import letters, parts, said_in, told

import aucc_teach as at
from aucc_teach.exercises import folders, mistake_names, questions_of
from aucc_teach.exercises.records import key_in

sys.path.insert(0, str(ROOT / "book"))
from run_notebooks import client_for

Image.new("RGB", (8, 8), "white").save(PICTURE := io.BytesIO(), "PNG")
# A word of no language, put into every solution, and what becomes of it in a search index.
WORD = "kwyjibonix"
PIXEL = base64.b64encode(PICTURE.getvalue()).decode()
CHAPTERS = ["counting_pairs", "rand_c"]


def marked(notebook):
    """Put the word into text, code and output of every solution."""
    count = 0
    for inside, kind, text, cell in parts(notebook):
        if not inside:
            continue
        count += 1
        if kind == "code":
            cell.source = f"{cell.source}\nprint('{WORD}')"
            cell.outputs = [*cell.outputs, nbformat.v4.new_output("stream", text=f"{WORD}\n")]
        else:
            cell.source = cell.source.replace(text, f"\n{text.strip()}\n\nThe word is {WORD}.\n\n", 1)
    return count


def with_pictures(notebook):
    """Put a blank picture where storing has dropped one, so that figures have numbers."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("mystnb", {}).get("figure"):
            output = next(output for output in cell.outputs if "data" in output)
            output.data["image/png"] = PIXEL
    return notebook


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Folders of a student edition of two chapters and an own one, and of an instructor's, built."""
    folder = tmp_path_factory.mktemp("built")
    own_exercises.write(folder / "week")
    own_exercises.run(folder / "week")
    clone = folder / "clone"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, clone / name)
    # The outputs are stored: nothing has to be run to see where they go.
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    of_sphinx = config["sphinx"]["config"]
    of_sphinx["extensions"].remove("run_first")
    del config["sphinx"]["local_extensions"]["run_first"]
    for name in [name for name in of_sphinx if name.startswith("run_first_")]:
        del of_sphinx[name]
    (clone / "_config.yml").write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")
    for chapter in chosen(chapters_of(clone), CHAPTERS):
        notebook = with_pictures(chapter.notebook)
        assert marked(notebook) > 8
        nbformat.write(notebook, chapter.path)
    jupyter_book = shutil.which("jupyter-book", path=Path(sys.executable).parent)
    for kind in ("student", "instructor"):
        command = ["edition", kind, folder / kind, "--chapters", ",".join(CHAPTERS), "--exercises", folder / "week"]
        assert course(*command, root=clone).startswith(f"{folder / kind} holds the {kind} edition, 5 ")
        strict = ["-W", "--keep-going"] if kind == "student" else []
        if strict:
            # Its map is drawn from what is there.
            front = folder / kind / "book" / "intro.ipynb"
            notebook = nbformat.read(front, as_version=4)
            client_for(notebook, front).execute()
            nbformat.write(notebook, front)
        else:
            # Its API page is the students', and takes a third of the build.
            toc = folder / kind / "_toc.yml"
            text, n_left_out = re.subn(r"(?m)^ *- file: book/back/api\n", "", toc.read_text("utf-8"))
            assert n_left_out == 1
            toc.write_text(text, encoding="utf-8")
            (folder / kind / "book" / "back" / "api.md").unlink()
        environment = os.environ | {"PYTHONPATH": str(folder / kind)}
        build = subprocess.run(
            [jupyter_book, "build", str(folder / kind), *strict], capture_output=True, text=True, env=environment
        )
        assert build.returncode == 0, "\n".join(line for line in build.stderr.splitlines() if "WARNING" in line)
    return folder


def course(*arguments, root=ROOT):
    """Do what the command line says; returns what was printed."""
    command = [sys.executable, root / "book" / "course", *arguments]
    environment = os.environ | {"PYTHONPATH": str(root)}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def content(path):
    """Bytes of a file, those of the index of the search as they are read."""
    script = path.read_bytes()
    return gzip.decompress(base64.b64decode(script.split(b'"')[1])) if path.name == "searchindex.js" else script


def pages(folder):
    return [folder / "_build" / "html" / "book" / "1-pairs" / f"{name}.html" for name in CHAPTERS]


@pytest.mark.breadth
def test_no_file_of_a_built_student_edition_has_the_word(built):
    files = [path for path in (built / "student").rglob("*") if path.is_file()]
    assert [path for path in files if WORD.encode() in content(path).lower()] == []
    names = {path.relative_to(built / "student").as_posix() for path in files}
    assert {"_build/html/searchindex.js", "_build/html/_sources/book/1-pairs/rand_c.ipynb"} <= names
    for page in pages(built / "student"):
        text = page.read_text("utf-8")
        assert text.count('<div class="exercise admonition"') >= 5
        assert 'class="solution' not in text


def test_nothing_that_is_said_of_an_answer_stands_in_a_built_student_edition(built):
    """As text: in base64 the pages have what they judge by. Sentences of the chapters themselves are there."""
    html = built / "student" / "_build" / "html"
    files = [*html.rglob("*.html"), *(html / "_sources").rglob("*.*")]
    text = "\n".join([*map(told, files), letters(content(html / "searchindex.js").decode())])
    prose = "\n".join(map(told, (built / "student").glob("book/*-*/*.ipynb")))
    count, found = 0, []
    for questions in at.exercises.all_questions(folder=ROOT / "book").values():
        for question in questions:
            record = question.as_json()
            said = [letters(words) for words in said_in(question, key_in(record) if "key" in record else {})]
            said = [words for words in said if len(words) > 25 and words not in prose]
            count, found = count + len(said), found + [words for words in said if words in text]
    assert (found, count > 2000) == ([], True)


def test_the_word_would_have_been_found(built):
    html = built / "instructor" / "_build" / "html"
    sources = [html / "_sources" / "book" / "1-pairs" / f"{name}.ipynb" for name in CHAPTERS]
    for path in [*pages(built / "instructor"), *sources]:
        assert WORD.encode() in path.read_bytes().lower()
    # A search finds what leads to a solution, and nothing of it.
    found = content(html / "searchindex.js")
    assert (b"ex-pairs-move" in found, WORD.encode() in found.lower()) == (True, False)


def test_a_student_answers_and_is_offered_no_solution(built, browser):
    page = browser.new_page()
    page.goto(pages(built / "student")[0].as_uri())
    asked = [question for question in questions_of("ex-pairs-move") if question.kind != "construct"]
    place = next(i for i, question in enumerate(asked) if question.kind == "number" and not question.predict)
    question = page.locator("#ex-pairs-move form").nth(place)
    for i in range(1, 4):
        question.get_by_role("textbox").fill(str(asked[place].value + 1000 * i))
        question.get_by_role("button", name="Check").click()
        page.wait_for_function(
            "([key, place, i]) => JSON.parse(localStorage.getItem(key)).answers[place].tries === i",
            arg=["aucc-teach:exercise:ex-pairs-move", place, i],
        )
    assert question.locator(".exercise-said").inner_text() == f"Not yet. {asked[place].hint}"
    assert not page.get_by_role("button", name="Open the solution").is_visible()
    assert not page.get_by_role("button", name="Compare with the solution").is_visible()
    page.close()


def test_own_exercises_answer_in_the_page(built, browser):
    """Of a folder elsewhere, whose questions lie beside its notebook: a number, a demo, a function, a claim."""
    for kind in ("student", "instructor"):
        page = browser.new_page()
        page.goto((built / kind / "_build" / "html" / "book" / "week" / "own.html").as_uri())
        asked = page.locator(".demo-live.demo-prediction")
        asked.get_by_role("textbox").fill("12")
        asked.get_by_role("button", name="Predict").click()
        assert (
            asked.locator(".exercise-said").inner_text() == "You expected 12. The result is 6. Each has three others."
        )
        box = page.locator("#ex-own-pairs")
        number, function, claim = (box.locator("form").nth(i) for i in range(3))
        number.get_by_role("textbox").fill("12")
        number.get_by_role("button", name="Check").click()
        number.get_by_text("Not yet. That counts every pair twice.").wait_for()
        function.get_by_role("textbox").fill("def own_pairs(n):\n    return n * (n - 1) // 2\n")
        function.get_by_role("button", name="Run").click()
        function.get_by_text("Right. So many.").wait_for(timeout=150_000)  # Python starts
        claim.get_by_role("radio", name="It is false").check()
        for said, (text, words) in (("Not yet.", own_exercises.HOLDS), ("Right.", own_exercises.BROKEN)):
            claim.get_by_role("textbox").fill(text)
            claim.get_by_role("button", name="Check").click()
            assert claim.locator(".exercise-said").inner_text() == f"{said} {words}".replace("`", "")
        assert box.locator("[data-demo=pair-table]").count() == 1
        assert page.get_by_text("four times three, halved").count() == (kind == "instructor")
        page.close()
    front = (built / "student" / "_build" / "html" / "book" / "intro.html").read_text("utf-8")
    assert "week/own.html" in front


def test_an_instructor_sees_solutions_and_notes(built, browser):
    asked = yaml.safe_load((ROOT / "book" / "teaching.yml").read_text("utf-8"))
    page = browser.new_page()
    page.goto(pages(built / "instructor")[0].as_uri())
    assert page.locator(".solution").count() >= 5
    for solution in page.locator(".solution").all():
        assert WORD in solution.inner_text()
    assert page.locator(".solution.toggle-hidden").count() == 0
    notes = page.locator("#teaching-notes")
    assert asked["counting_pairs"]["ask"] in notes.inner_text()
    assert notes.locator("#what-tests-which-objective ol > li").count() == 4
    told = notes.inner_text().replace("\n", " ")
    offered = [question for question in questions_of("ex-pairs-move") if hasattr(question, "mistakes")]
    mistakes = [one for question in offered for one in question.mistakes()]
    assert len(mistakes) >= 2
    for answer, words in mistakes:
        assert re.sub("[*`]", "", f"{answer}: {words}") in told
    page.close()


# ---- answered, saved, and marked

TP, CHOICE, OWN = "ex-pairs-move/tp", "ex-rand-unequal/what-makes-the-level-high", "ex-own-pairs/pairs"
FUNCTION, CLAIM = "ex-own-pairs/own_pairs", "ex-own-pairs/mostly-apart"
PAGES = {TP: "1-pairs/counting_pairs", CHOICE: "1-pairs/rand_c"} | dict.fromkeys((OWN, FUNCTION, CLAIM), "week/own")
# Who answers in which browser; the last two have no Python in their pages here, and no claim is typed.
READERS = {"ada": None, "bob": None, "cora": None, "dina": Firefox, "emil": WebKit}
# The body of a function of the exercise, the place of its form, the places of options and a text.
ANSWER = """const form = document.querySelectorAll(`#${arguments[0]} form`)[arguments[1]];
    for (const i of arguments[2]) form.querySelectorAll("input")[i].click();
    if (!arguments[2].length) form.querySelector("input").value = arguments[3];
    form.requestSubmit();"""


@pytest.fixture(scope="module")
def asked(built):
    """Questions of the two chapters and of one's own that the class answers, by id."""
    before = [*folders._added]
    folders.add(built / "week" / "questions")
    kept = chosen(chapters_of(ROOT), CHAPTERS)
    labels = [exercise.label for chapter in kept for exercise in exercises_of(chapter.notebook)]
    known = at.exercises.questions_by_id(folder=built / "week")
    found = {id: known[id] for label in [*labels, "ex-own-pairs"] for id in known if id.startswith(f"{label}/")}
    # Others call what stands beside them in their module, or need a demo of their own.
    functions = (FUNCTION, "ex-pairs-changes/pair_counts", "ex-rand-table/rand_c")
    yield {
        id: one
        for id, one in found.items()
        if one.kind not in ("write", "construct") or id in functions or getattr(one, "demo", "") == "PairTable"
    }
    folders._added[:] = before


def tries_of(reader, asked):
    """What a reader answers: to each question a foreseen mistake, or none, and then, for most, what is right."""
    number = list(READERS).index(reader)
    for place, id in enumerate(PAGES):
        if READERS[reader] and asked[id].kind not in ("number", "choice"):
            continue
        wrong = [None, *forty.wrong_answers(asked[id])]
        way = wrong[(number + place) % len(wrong)]
        yield id, way, way is None or (number + place) % 3 > 0


def type_in(page, id, question, answer):
    """Answer in a page of Playwright, as a reader does."""
    form = page.locator(f"#{id.partition('/')[0]} form").nth(place_of(id))
    if question.kind == "choice":
        for option in answer:
            form.locator("input").nth(option).check()
    elif question.kind == "break":
        form.get_by_role("radio", name="It is false" if answer["way"] == "false" else "It is true").check()
        if answer["way"] == "false":
            form.get_by_role("textbox").fill(answer["fields"][0])
        else:
            form.get_by_role("radiogroup", name="Reasons").get_by_role("radio").nth(answer["reason"]).check()
    else:
        form.get_by_role("textbox").fill(answer)
    form.locator("button[type=submit]").click()


def place_of(id):
    """Place of the form of a question: demos have none."""
    label, _, name = id.partition("/")
    return [one.name for one in questions_of(label) if one.kind != "construct"].index(name)


def is_said(id, verdict):
    """An expression that holds when a page has said something."""
    form = f"document.querySelectorAll('#{id.partition('/')[0]} form')[{place_of(id)}]"
    return f"{form}?.dataset.verdict === '{verdict}'"


class Hand:
    """What is done in a browser: a page is opened, a question answered, what was answered is saved."""

    def __init__(self, site, browser, engine, folder):
        self.site, self.engine = site, engine and engine(folder)
        self.page = None if engine else browser.new_context().new_page()
        if self.page:
            self.page.set_default_timeout(120_000)

    def open(self, path, waits):
        (self.engine.open if self.engine else self.page.goto)(f"{self.site}book/{path}.html")
        self.wait(waits)

    def wait(self, expression):
        if self.engine:
            self.engine.wait_until(expression)
        else:
            self.page.wait_for_function(expression)

    def answer(self, id, question, answer, verdict):
        if self.engine:
            places, text = (answer, "") if question.kind == "choice" else ([], answer)
            self.engine.evaluate(ANSWER, id.partition("/")[0], place_of(id), places, text)
        else:
            type_in(self.page, id, question, answer)
        self.wait(is_said(id, verdict))

    def save(self, path, name):
        if self.engine:
            return save_in_engine(self.engine, path, name, "Week 1")
        return save_in(self.page, path, name, "Week 1")

    def close(self):
        self.engine.close() if self.engine else self.page.context.close()


@pytest.fixture(scope="module")
def marked_class(built, asked, browser, tmp_path_factory):
    """Five browsers' answers and forty files, marked: what was planted, what was printed, the page, and the marks."""
    folder = tmp_path_factory.mktemp("class")
    planted = write_class(folder / "in", asked)
    points = {}
    with serve(built / "student" / "_build" / "html") as site:
        for reader, engine in READERS.items():
            if engine and not engine.found():
                if os.environ.get("CI"):
                    pytest.fail(engine.advice)
                continue
            (folder / reader).mkdir()
            hand, shown, points[reader] = Hand(site, browser, engine, folder / reader), None, Counter()
            with contextlib.closing(hand):
                for id, mistake, is_right in tries_of(reader, asked):
                    if shown != PAGES[id]:
                        shown = PAGES[id]
                        hand.open(shown, f"document.querySelectorAll('#{id.partition('/')[0]} form')[{place_of(id)}]")
                    if mistake is not None:
                        hand.answer(id, asked[id], forty.wrong_answers(asked[id])[mistake], "wrong")
                        planted.mistakes[id, mistake] += 1
                        planted.in_the_end[id, mistake] += not is_right
                    if is_right:
                        hand.answer(id, asked[id], forty.right_answer(asked[id]), "right")
                    points[reader][id.partition("/")[0]] += is_right
                data = hand.save(folder / "in" / f"{reader}.json", reader)
            assert is_intact(data)
            assert data["book"]["version"] == at.__version__
    before = processor_time_of_children()
    said = course("mark", folder / "in", folder / "out", "--exercises", built / "week")
    seconds = processor_time_of_children() - before
    page = BeautifulSoup((folder / "out" / "class.html").read_text("utf-8"), "html.parser")
    marks = pd.read_csv(folder / "out" / "marks.csv", dtype={"notes": str}, keep_default_na=False)
    return planted, points, said, page, marks.set_index("student"), seconds


def processor_time_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_every_planted_mistake_of_a_course_is_counted(marked_class, asked):
    """Exactly: those typed into the pages, those of the forty files, and none besides."""
    planted, points, _, page, _, _ = marked_class
    counted = {}
    for article in page.find_all("article"):
        for row in article.select("[data-mistake]"):
            ever, last, _ = (cell.get_text() for cell in row.find_all("td"))
            counted[article["id"], row["data-mistake"]] = int(ever), int(last)
    names = {
        (id, name)
        for id, one in asked.items()
        if one.kind != "open" and not getattr(one, "predict", False)
        for name in mistake_names(one)
    }
    # Of a question that nobody answered, nothing is counted.
    expected = {one: (planted.mistakes[one], planted.in_the_end[one]) for one in names | set(counted)}
    assert counted == expected
    assert sum(ever > 0 for ever, _ in counted.values()) > 80
    assert {id.partition("/")[0] for id, _ in planted.mistakes} > {"ex-own-pairs", "ex-pairs-move", "ex-rand-table"}
    assert len(points) >= 3


def test_the_marks_of_what_was_typed_into_the_pages(marked_class):
    _, points, _, _, marks, _ = marked_class
    for reader, expected in points.items():
        row = marks.loc[reader]
        assert row["file"] == f"{reader}.json"
        assert {label: float(row[label]) for label in expected} == dict(expected)
        assert float(row["points"]) == sum(expected.values()) > 0
        assert row["notes"] == ""
    assert len(marks) == NUMBER - 1 + len(points)


def test_files_of_a_course_that_are_not_as_they_should_be_are_named(marked_class):
    planted, points, said, page, _, seconds = marked_class
    *lines, last = said.splitlines()
    assert last.startswith(f"{NUMBER - 1 + len(points)} files marked.")
    name = lambda student: f"{student}/answers.json"  # noqa: E731
    named = {line.partition(": ")[0]: line.partition(": ")[2] for line in lines}
    assert len(named) == len(lines) == 6
    assert named["functions"].startswith("They ran in ")
    for kind, files in {
        "unreadable": name(CUT_OFF),
        "damaged": name(EDITED),
        "forged": name(FORGED),
        "version": name(OLD),
        "alike": f"{name(COPIED)}, {name(COPY)}",
    }.items():
        assert re.match(rf"{files}(: |$)", named[kind])
        assert files.split(", ")[0] in page.get_text()
    assert planted.forged in named["forged"]
    assert "version 0.1.0" in named["version"]
    assert seconds < 60
