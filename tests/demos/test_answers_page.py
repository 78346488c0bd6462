"""Answers leave the page: every try is kept, saved into a file and loaded again, with storage and without it."""

import json
import re

import pytest
from conftest import ROOT, axe_violations
from marking.answers import is_intact

import aucc_teach as at
from aucc_teach.exercises import Number, digest_of, fingerprint
from demos.engines import Firefox, started
from demos.saving import save_in, save_in_engine
from demos.test_progress import QUESTIONS, answer, listed, write_pages

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
    assert (data["student"], data["assignment"], data["book"]) == ("Ada", "Week 1", at.exercises.book_version())
    assert is_intact(data)
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

    # On another machine, first in front: it is counted there, and shown where it was answered.
    other = open_page(f"{address}{FRONT}")
    assert load(other, tmp_path / "answers.json") == "4 answers to 2 exercises loaded."
    assert listed(other) == ["chapter\n2 of 3", "other\n0 of 1"]
    other.goto(f"{address}{CHAPTER}")
    other.get_by_text("2 of 3 exercises done").wait_for()
    assert other.locator("#ex-two form input").first.input_value() == "3"
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
    page.watched.check()


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


def test_the_solution_is_noted_when_it_is_opened_and_clear_keeps_the_tries(pages, open_page, saved):
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
    page.locator("#ex-one").get_by_role("button", name="Clear").click()
    assert page.locator("#ex-one .exercise-said").inner_text() == ""
    assert tries_of(saved(page)) == {"ex-one/n": [("4", "wrong")]}


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


def test_an_answer_that_is_no_longer_asked_is_kept_and_saved_and_does_nothing(pages, open_page, saved, tmp_path):
    """One of an exercise that has other questions now, and one of an exercise that is gone."""
    retired = [GOOD | {"id": id} for id in ("ex-gone/n", "ex-one/gone")]
    (tmp_path / "given.json").write_text(json.dumps(file_with(*retired)), "utf-8")
    page = open_page(f"{pages.as_uri()}/{FRONT}")
    assert load(page, tmp_path / "given.json") == "2 answers to 2 exercises loaded."
    assert listed(page) == ["chapter\n0 of 3", "other\n0 of 1"]
    page.goto(f"{pages.as_uri()}/{CHAPTER}")
    answer(page, "ex-one", 5)
    assert tries_of(saved(page)) == {id: [("5", "right")] for id in ("ex-gone/n", "ex-one/gone", "ex-one/n")}
    page.watched.check()


FILES = [
    ("{", "This file cannot be read. It is not a file of answers, or it was cut off."),
    ("[]", "This is not a file of answers."),
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
    page = open_page(f"{pages.as_uri()}/{CHAPTER}", width=390)
    save = page.get_by_role("button", name="Save my answers")
    save.click()
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_role("button", name="Save answers.json").is_disabled()
    dialog.get_by_role("button", name="Cancel").click()
    answer(page, "ex-two", 3, "yes")
    save.press("Enter")
    assert dialog.get_by_role("row").all_inner_texts() == ["Exercise\tQuestions\tTries", "ex-two\t2\t2"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe_violations(page) == {}


def test_firefox_saves_and_loads_as_well(pages, tmp_path):
    with started(Firefox, tmp_path) as engine:
        save_and_load(engine, pages, tmp_path / "answers.json")


def save_and_load(engine, pages, path):
    engine.open(f"{pages.as_uri()}/{CHAPTER}")
    engine.wait_until("document.querySelector('#ex-one form')")
    engine.evaluate("""
        const form = document.querySelector("#ex-one form");
        form.querySelector("input").value = "4";
        form.requestSubmit();""")
    engine.wait_until("document.querySelector('#ex-one form').dataset.verdict === 'wrong'")
    data = save_in_engine(engine, path, "Ada", "Week 1")
    assert is_intact(data)
    assert tries_of(data) == {"ex-one/n": [("4", "wrong")]}
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
