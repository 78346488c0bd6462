"""The page of a homework in a browser: what it says of answers, keeps, saves and loads."""

import json
import re

import pytest
from conftest import axe_violations
from drawn_homework import STUDENTS, check_file, pages_of, right_answer, written
from key_files import mark_homework, read_key


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One homework of all families for three students."""
    return written(tmp_path_factory.mktemp("homework") / "out")


@pytest.fixture(scope="module")
def key(folder):
    return read_key(folder / "key.json")


def fill(page, key, student):
    """Answer all questions rightly, as a student would."""
    for number, item in enumerate(key["students"][student]):
        forms = page.locator(f'[data-item="{number}"] form')
        for place, question in enumerate(item["questions"]):
            form, answer = forms.nth(place), right_answer(item, question)
            kind = question["seen"]["kind"]
            if kind == "order":
                for at, shown in enumerate(answer):
                    now = form.locator("li")
                    line = now.filter(has_text=plain(question["seen"]["items"][shown]))
                    for _ in range(len(answer)):
                        if plain(now.nth(at).inner_text()) in plain(line.inner_text()):
                            break
                        line.get_by_role("button", name=re.compile("^Up")).click()
            elif kind == "objects":
                for option in answer:
                    form.get_by_role("checkbox").nth(option).check()
            elif kind == "break":
                form.get_by_role("textbox").fill(answer["fields"][0])
            else:
                form.get_by_role("textbox").fill(answer)


def plain(text):
    """Words of a line as they are seen, without its place and its buttons."""
    return " ".join(re.sub(r"[*`↑↓]|^\d+\.", "", text).split())


def save(page, path):
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my answers").click()
    assert download.value.suggested_filename == "answers.json"
    download.value.save_as(path)
    return json.loads(path.read_text("utf-8"))


def answers_in(made):
    """List the answers of a file, without the times at which it was saved."""
    assert {len(one["tries"]) for one in made["answers"]} == {1}
    return [one["tries"][0]["answer"] for one in made["answers"]]


def test_the_page_saves_answers_that_the_key_marks(folder, key, browser, tmp_path):
    student = STUDENTS[2]
    (tmp_path / "page.html").write_text(pages_of(folder)["folder of Émile"], encoding="utf-8")
    place = (tmp_path / "page.html").resolve().as_uri()
    context = browser.new_context(viewport={"width": 375, "height": 800}, offline=True)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(place)
    assert "0 of 19 answered" in page.locator(".homework-count").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert not axe_violations(page)
    fill(page, key, student)
    assert "19 of 19 answered" in page.locator(".homework-count").inner_text()
    made = save(page, tmp_path / "answers.json")
    check_file(made, student)
    assert {one.verdict for one in mark_homework(key, made)} == {"right"}
    # The page remembers, and the last answer counts.
    page.reload()
    assert "19 of 19 answered" in page.locator(".homework-count").inner_text()
    page.locator('[data-item="0"] form').first.get_by_role("textbox").fill("17")
    again = save(page, tmp_path / "again.json")
    assert answers_in(again) == ["17", *answers_in(made)[1:]]
    context.close()
    # Another browser, which loads the file.
    other = browser.new_context(offline=True)
    page = other.new_page()
    page.on("pageerror", lambda error: errors.append(error))
    page.goto(place)
    page.locator('input[type="file"]').set_input_files(tmp_path / "again.json")
    page.get_by_text("19 answers loaded.").wait_for()
    assert page.locator('[data-item="0"] form').first.get_by_role("textbox").input_value() == "17"
    loaded = save(page, tmp_path / "loaded.json")
    assert answers_in(loaded) == answers_in(again)
    drawn_for_others = [one | {"asked": "0" * 12} for one in again["answers"]]
    for change in (again | {"answers": drawn_for_others}, again | {"answers": 7}, []):
        (tmp_path / "other.json").write_text(json.dumps(change), encoding="utf-8")
        page.locator('input[type="file"]').set_input_files(tmp_path / "other.json")
        page.get_by_text("This file has no answers to these questions.").wait_for()
        page.locator('input[type="file"]').set_input_files(tmp_path / "again.json")
        page.get_by_text("19 answers loaded.").wait_for()
    other.close()
    assert not errors
