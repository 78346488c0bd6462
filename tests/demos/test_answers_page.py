"""Answers leave the page: every try is kept, saved into a file and loaded again, with storage and without it."""

import json
import re

import pytest
from conftest import ROOT, axe_violations
from marking.answers import is_intact

import aucc_teach as at
from aucc_teach.exercises import Number, Open, digest_of, fingerprint
from demos.engines import Firefox, started
from demos.saving import save_in, save_in_engine
from demos.test_progress import PREFIX, QUESTIONS, answer, line, listed, write_pages

TRIES = "aucc-teach:tries:"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
CHAPTER, FRONT = "part/chapter.html", "index.html"
QUESTION = {f"{label}/{question.name}": question for label in QUESTIONS for question in QUESTIONS[label]}


@pytest.fixture
def pages(tmp_path, asking):
    asking(QUESTIONS)
    write_pages(tmp_path)
    return tmp_path


@pytest.fixture
def address(pages):
    return f"{pages.as_uri()}/"


@pytest.fixture
def saved(tmp_path):
    """Save what a page has, and read the file."""

    def save(page, student="", assignment=""):
        return save_in(page, tmp_path / "answers.json", student, assignment)

    return save


def load(page, path):
    page.locator(".answers-tools input[type=file]").set_input_files(path)
    said = page.locator(".answers-said")
    page.wait_for_function("document.querySelector('.answers-said').textContent")
    return said.inner_text()


def tries_of(data):
    return {
        entry["id"]: [(one["answer"], one["verdict"]) for one in entry["tries"]]
        for entry in data["answers"]
        if entry["tries"]
    }


ALL = {
    "ex-demo/n": [("4", "right")],
    "ex-two/c": [([1], "wrong"), ([0], "right")],
    # What cannot be read is no try; the same answer a second time is one.
    "ex-two/n": [("2", "wrong"), ("3", "right"), ("3", "right")],
}


def answer_text(page, label, text):
    page.locator(f"#{label} form input").first.fill(text)
    page.locator(f"#{label} form").first.get_by_role("button", name="Check").click()


def test_every_try_is_saved_and_comes_back_elsewhere(address, open_page, saved, tmp_path):
    page = open_page(f"{address}{CHAPTER}")
    page.locator(".demo-live.demo-pair-table").wait_for()
    answer_text(page, "ex-two", "many")
    answer(page, "ex-two", 2)
    answer(page, "ex-two", 3, "no")
    answer(page, "ex-two", 3, "yes")
    answer(page, "ex-demo", 4)
    demo = page.locator("#ex-demo .demo-pair-table.demo-live")
    while demo.locator("[data-key^=labels_true]").count() < 7:
        demo.get_by_role("button", name="Add point").click()
    page.get_by_text("2 of 3 exercises done").wait_for()
    data = saved(page, " Ada ", "Week 1")
    assert (data["format"], data["version"], data["student"], data["assignment"]) == (
        "aucc-teach-answers",
        1,
        "Ada",
        "Week 1",
    )
    assert data["book"] == at.exercises.book_version()
    assert data["book"]["version"] == at.__version__
    assert is_intact(data)
    assert list(data) == ["format", "version", "book", "assignment", "student", "made", "answers", "digest"]
    found = tries_of(data)
    (built,) = found.pop("ex-demo/seven-points")
    assert found == ALL
    assert built[1] == "right"
    assert len(built[0]["labels_true"]) == 7
    for entry in data["answers"]:
        assert entry["asked"] == fingerprint(QUESTION[entry["id"]])
        assert entry["solution_opened"] is None
        assert all(TIME.fullmatch(one["at"]) for one in entry["tries"])
        # The marker judges again, from the raw answers.
        for one in entry["tries"]:
            assert at.exercises.judge(QUESTION[entry["id"]], one["answer"]).verdict == one["verdict"]
    assert TIME.fullmatch(data["made"])

    # On another machine, first in front: it is counted there, and shown where it was answered.
    other = open_page(f"{address}{FRONT}")
    assert load(other, tmp_path / "answers.json") == "4 answers to 2 exercises loaded."
    assert listed(other) == ["chapter\n2 of 3", "other\n0 of 1"]
    other.goto(f"{address}{CHAPTER}")
    other.get_by_text("2 of 3 exercises done").wait_for()
    assert other.locator("#ex-two form input").first.input_value() == "3"
    said = other.locator("#ex-two .exercise-said").all_inner_texts()
    assert said == ["Right.", "Right. So it is."]
    assert other.locator("#ex-demo .demo-lesson").get_by_text("There they are.", exact=True).last.is_visible()
    assert other.locator("#ex-demo .demo-pair-table.demo-live [data-key^=labels_true]").count() == 7
    # Loading is no try, and the other browser saves the same.
    assert saved(other)["answers"] == data["answers"]
    for one in (page, other):
        one.watched.check()


def test_where_storage_is_refused_what_is_on_the_page_is_saved(pages, open_page, saved, tmp_path):
    page = open_page("about:blank")
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })")
    page.goto(f"{pages.as_uri()}/{CHAPTER}")
    answer(page, "ex-two", 2)
    answer(page, "ex-two", 3, "yes")
    data = saved(page)
    assert tries_of(data) == {"ex-two/c": [([0], "right")], "ex-two/n": [("2", "wrong"), ("3", "right")]}
    page.reload()
    assert page.locator("#ex-two .exercise-said").first.inner_text() == ""
    assert load(page, tmp_path / "answers.json") == "2 answers to 1 exercise loaded."
    assert page.locator("#ex-two .exercise-said").first.inner_text() == "Right."
    assert saved(page)["digest"] == data["digest"]
    # The front page knows of nothing, and offers nothing.
    page.goto(f"{pages.as_uri()}/{FRONT}")
    assert page.locator(".course-progress:visible").count() == 0
    page.watched.check()


def test_a_text_is_handed_in_and_comes_back(pages, open_page, saved, tmp_path, monkeypatch):
    question = Open(("It says this.", "It says that."))
    monkeypatch.setitem(QUESTIONS, "ex-one", (question,))
    write_pages(pages)
    page = open_page(f"{pages.as_uri()}/{CHAPTER}")
    box = page.locator("#ex-one")
    text = "It depends, \N{MINUS SIGN}1 or <b>1</b>.\n\nSecond."
    box.get_by_role("textbox").fill(text)
    # What is written, and not kept, is not in the file, and the dialog says so.
    assert line(page) == "0 of 3 exercises done"
    draft = "In 1 exercise you have written something that is not in the file yet. Press Keep below it first."
    said = page.get_by_role("dialog").get_by_text("Press Keep below it first.")
    page.get_by_role("button", name="Save my answers").click()
    assert said.inner_text() == draft
    assert page.get_by_role("dialog").get_by_text("before tries were kept").count() == 0
    page.keyboard.press("Escape")
    box.get_by_role("button", name="Keep and compare").click()
    box.get_by_role("checkbox", name="It says that.").check()
    box.get_by_role("button", name="Keep and count").click()
    page.get_by_text("1 of 3 exercises done").wait_for()
    page.get_by_role("button", name="Save my answers").click()
    assert said.count() == 0
    # The dialog is left by keys as well.
    page.keyboard.press("Escape")
    data = saved(page)
    id = f"ex-one/{question.name}"
    assert tries_of(data) == {
        id: [({"text": text, "ticked": ticked}, "foretold") for ticked in ([], [1])],
    }
    assert (
        at.exercises.judge(question, data["answers"][0]["tries"][-1]["answer"]).words
        == "Your answer says 1 of 2 points."
    )

    other = open_page(f"{pages.as_uri()}/{CHAPTER}")
    box = other.locator("#ex-one")
    box.get_by_role("textbox").fill("What is being written is not lost.")
    assert load(other, tmp_path / "answers.json") == "1 answer to 1 exercise loaded."
    assert box.locator(".exercise-said").inner_text() == "Your answer says 1 of 2 points."
    assert box.get_by_role("textbox").input_value() == "What is being written is not lost."
    box.get_by_role("button", name="Clear").click()
    assert load(other, tmp_path / "answers.json") == "1 answer to 1 exercise loaded."
    assert box.get_by_role("textbox").input_value() == text
    assert [one.is_checked() for one in box.get_by_role("checkbox").all()] == [False, True]
    # An answer that no field can hold is left out; Python asks the same function of the page (tests/test_judge.py).
    tries = [{"at": "2099-01-01T00:00:00.000Z", "answer": {"text": "x" * 4001, "ticked": []}, "verdict": "foretold"}]
    file = file_with(data["answers"][0] | {"tries": tries})
    (tmp_path / "given.json").write_text(json.dumps(file), encoding="utf-8")
    load(other, tmp_path / "given.json")
    assert box.get_by_role("textbox").input_value() == text
    for one in (page, other):
        one.watched.check()


def test_a_question_that_has_changed_leaves_the_old_answers(pages, open_page, saved, monkeypatch):
    page = open_page(f"{pages.as_uri()}/{CHAPTER}")
    answer(page, "ex-one", 5)
    before = fingerprint(QUESTIONS["ex-one"][0])
    changed = Number("n", 6, hint="Count them all.")
    monkeypatch.setitem(QUESTIONS, "ex-one", (changed,))
    write_pages(pages)
    page.reload()
    assert page.locator("#ex-one .exercise-said").inner_text() == ""
    answer(page, "ex-one", 6)
    found = [(one["id"], one["asked"], [t["answer"] for t in one["tries"]]) for one in saved(page)["answers"]]
    assert sorted(found) == sorted([("ex-one/n", before, ["5"]), ("ex-one/n", fingerprint(changed), ["6"])])


def test_answers_of_before_tries_were_kept_are_taken_over(pages, open_page, saved):
    """As the browsers of readers hold them: the last answer, a number of tries, and the question's key."""
    page = open_page(f"{pages.as_uri()}/{FRONT}")
    key = QUESTIONS["ex-one"][0].as_json()["key"]
    old = {"answers": [{"answer": "5", "verdict": "right", "words": "", "tries": 1, "asked": key}], "done": True}
    page.evaluate("([name, old]) => localStorage.setItem(name, old)", [f"{PREFIX}ex-one", json.dumps(old)])
    page.reload()
    assert listed(page)[0] == "chapter\n1 of 3"
    page.get_by_role("button", name="Save my answers").click()
    assert page.get_by_role("dialog").get_by_text("You answered 1 exercise before tries were kept.").is_visible()
    page.goto(f"{pages.as_uri()}/{CHAPTER}")
    page.locator("#ex-one .exercise-said", has_text="Right.").wait_for()
    (entry,) = saved(page)["answers"]
    assert (entry["id"], entry["tries"]) == ("ex-one/n", [{"at": None, "answer": "5", "verdict": "right"}])
    page.watched.check()


def test_clear_keeps_the_tries_and_to_forget_all_does_not(pages, open_page, saved):
    page = open_page(f"{pages.as_uri()}/{CHAPTER}")
    answer(page, "ex-one", 5)
    page.locator("#ex-one").get_by_role("button", name="Clear").click()
    assert page.locator("#ex-one .exercise-said").inner_text() == ""
    assert tries_of(saved(page)) == {"ex-one/n": [("5", "right")]}
    page.goto(f"{pages.as_uri()}/{FRONT}")
    assert listed(page)[0] == "chapter\n0 of 3"
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Forget all answers").click()
    assert page.evaluate("Object.keys(localStorage)") == []


def test_the_solution_is_noted_when_it_is_opened(pages, open_page, saved):
    path = pages / CHAPTER
    solution = '<div id="sol-one" class="toggle-hidden">Five.</div>'
    path.write_text(path.read_text(encoding="utf-8").replace("</main>", f"{solution}</main>"), encoding="utf-8")
    page = open_page(path.as_uri())
    answer(page, "ex-one", 4)
    assert saved(page)["answers"][0]["solution_opened"] is None
    toggle = "document.getElementById('sol-one').classList.toggle('toggle-hidden')"
    page.evaluate(toggle)
    opened = saved(page)["answers"][0]["solution_opened"]
    assert TIME.fullmatch(opened)
    # The first time counts.
    page.evaluate(toggle)
    page.wait_for_timeout(5)
    page.evaluate(toggle)
    assert saved(page)["answers"][0]["solution_opened"] == opened


GOOD = {
    "id": "ex-one/n",
    "asked": fingerprint(QUESTIONS["ex-one"][0]),
    "tries": [{"at": "2026-01-01T00:00:00.000Z", "answer": "5", "verdict": "right", "new": 1}],
    "solution_opened": None,
    "new": {},
}


def file_with(*answers, **changes):
    data = {"format": "aucc-teach-answers", "version": 1, "book": {"version": "", "build": ""}, "new": 1}
    return data | {"answers": list(answers), "digest": digest_of(list(answers))} | changes


FILES = [
    ("{", "This file cannot be read. It is not a file of answers, or it was cut off."),
    ("[]", "This is not a file of answers."),
    ("null", "This is not a file of answers."),
    (
        file_with(version=2),
        "This file is of version 2 of the format aucc-teach-answers. This page reads version 1.",
    ),
    # Fields of later versions are ignored.
    (file_with(GOOD, version="1.4"), "1 answer to 1 exercise loaded."),
    (
        file_with(GOOD, digest="0" * 64),
        "1 answer to 1 exercise loaded. The file was changed or damaged after it was saved, because its digest "
        "does not fit.",
    ),
    (
        file_with(GOOD, {"id": 3}, None, GOOD | {"tries": [3]}, GOOD | {"id": "x"}),
        "1 answer to 1 exercise loaded.",
    ),
    (file_with(answers="none"), "0 answers to 0 exercises loaded."),
    # A file of an older version, about other exercises.
    ((ROOT / "tests" / "saved_by_0.3.0" / "answers.json").read_text("utf-8"), "62 answers to 14 exercises loaded."),
]


def test_a_file_is_loaded_or_refused_by_name(pages, open_page, tmp_path):
    page = open_page(f"{pages.as_uri()}/{CHAPTER}")
    for content, says in FILES:
        (tmp_path / "given.json").write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        assert load(page, tmp_path / "given.json").startswith(says)
        words = "Right." if says.startswith("1 answer") else ""
        assert page.locator("#ex-one .exercise-said").inner_text() == words
        page.evaluate("localStorage.clear()")
        page.reload()
    page.watched.check()


def test_the_dialog_fits_a_phone_and_breaks_no_rule_of_axe(pages, open_page):
    page = open_page(f"{pages.as_uri()}/{CHAPTER}", width=390, scheme="dark")
    dark = """:root { --pst-color-text-base: #ced6dd; --pst-color-background: #14181e; --pst-color-border: #48566b;
      --pst-color-primary: #569cf5; --pst-color-text-muted: #9ca4af; } body { background: #14181e; color: #ced6dd }"""
    page.add_style_tag(content=dark)
    save = page.get_by_role("button", name="Save my answers")
    save.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("There are no answers yet.").wait_for()
    assert dialog.get_by_role("button", name="Save answers.json").is_disabled()
    dialog.get_by_role("button", name="Cancel").click()
    answer(page, "ex-two", 3, "yes")
    save.press("Enter")
    assert dialog.get_by_role("row").all_inner_texts() == ["Exercise\tQuestions\tTries", "ex-two\t2\t2"]
    page.locator("dialog details").evaluate("node => { node.open = true; }")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator("dialog").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert axe_violations(page) == {}


@pytest.fixture
def engine(tmp_path):
    with started(Firefox, tmp_path) as engine:
        yield engine


def test_firefox_saves_and_loads_as_well(pages, engine, tmp_path):
    engine.resize(1000, 900)
    engine.open(f"{pages.as_uri()}/{CHAPTER}")
    engine.wait_until("document.querySelector('#ex-one form')")
    engine.evaluate("""
        const form = document.querySelector("#ex-one form");
        form.querySelector("input").value = "4";
        form.requestSubmit();""")
    engine.wait_until("document.querySelector('#ex-one form').dataset.verdict === 'wrong'")
    path = tmp_path / "answers.json"
    data = save_in_engine(engine, path, "Ada", "Week 1")
    assert (data["student"], data["assignment"]) == ("Ada", "Week 1")
    assert is_intact(data)
    assert tries_of(data) == {"ex-one/n": [("4", "wrong")]}
    assert data["answers"][0]["asked"] == fingerprint(QUESTIONS["ex-one"][0])
    engine.evaluate("localStorage.clear()")
    engine.open(f"{pages.as_uri()}/{CHAPTER}?again")
    engine.wait_until("document.querySelector('#ex-one form') && document.querySelector('.answers-tools')")
    engine.evaluate(
        """const files = new DataTransfer();
        files.items.add(new File([arguments[0]], "answers.json"));
        const input = document.querySelector(".answers-tools input");
        input.files = files.files;
        input.dispatchEvent(new Event("change"));""",
        path.read_text(encoding="utf-8"),
    )
    engine.wait_until("document.querySelector('#ex-one form').dataset.verdict === 'wrong'")
