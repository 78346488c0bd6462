"""Predictions in a page: one quiet line, kept with the answers, and the reasons behind the lines of an order."""

import re

import pytest
from conftest import axe_violations
from demo_scripts import scripts
from marking.answers import is_intact

from aucc_teach.exercises import Choice, Exercise, Number, Order
from demos.saving import save_in
from demos.test_progress import STATIC, page_with

OF_A_WHOLE_PAGE = {"landmark-one-main", "page-has-heading-one", "region"}
ASKED = {
    "pre-all-more": (
        Choice("Which is *larger*?", {"the first": "It has `4`.", "the other": "No."}, "the first", True),
    ),
    "pre-all-many": (Number("How many?", 3, predict=True, outcome="It is so."),),
    "ex-all": (
        Number("Number", 1, hint="h"),
        Order("Put in order.", ("one", "two", "three"), hint="Think.", why=("*It* begins.", "After one.", "It ends.")),
    ),
}


@pytest.fixture
def page(asking, page_of, open_page):
    asking(ASKED)
    page = open_page(page_of(*map(Exercise, ASKED)))
    page.locator(".demo-live").last.wait_for()
    return page


def test_a_prediction_is_made_by_mouse_and_by_keys_and_kept(page):
    choice, number = (page.locator(".demo-live.demo-prediction").nth(i) for i in range(2))
    assert choice.get_attribute("aria-label") == "Your prediction: Which is larger?"
    said = choice.locator(".exercise-said")
    choice.get_by_role("button", name="Predict").click()
    assert said.inner_text() == "Choose one."
    choice.get_by_role("radio", name="the other").check()
    choice.get_by_role("button", name="Predict").click()
    assert said.inner_text() == "You expected: the other. The result is: the first. It has 4."
    number.locator("input").focus()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    assert number.locator(".exercise-said").inner_text() == "You expected 9. The result is 3. It is so."
    # Nothing is right or wrong, and there is nothing to press but the one button.
    assert page.locator(".demo-prediction .exercise-mark").count() == 0
    assert page.locator(".demo-prediction").get_by_role("button").all_inner_texts() == ["Predict"] * 2
    assert set(axe_violations(page)) <= OF_A_WHOLE_PAGE
    kept = page.evaluate("JSON.parse(localStorage.getItem('aucc-teach:tries:pre-all-more'))")
    assert [(one["id"], [t["answer"] for t in one["tries"]], one["tries"][0]["verdict"]) for one in kept] == [
        ("pre-all-more/which-is-larger", [[1]], "foretold")
    ]
    page.reload()
    assert said.inner_text() == "You expected: the other. The result is: the first. It has 4."
    page.watched.check()


def test_it_fits_a_phone_and_can_be_read(asking, page_of, open_page, violations_on_bare_page):
    asking(ASKED)
    page = open_page(page_of(*map(Exercise, list(ASKED)[:2])), width=342, scheme="dark")
    number = page.locator(".demo-live.demo-prediction").nth(1)
    number.locator("input").fill("4")
    number.locator("input").press("Enter")
    assert violations_on_bare_page(page, "dark") == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= 342


def test_on_paper_and_without_javascript_stands_the_question_alone(page, browser):
    choice = page.locator(".demo-live.demo-prediction").first
    choice.get_by_role("radio", name="the other").check()
    choice.get_by_role("button", name="Predict").click()
    page.emulate_media(media="print")
    visible = choice.locator("legend, .exercise-option, .exercise-said, button").evaluate_all(
        "nodes => nodes.filter((node) => node.checkVisibility()).map((node) => node.textContent)"
    )
    assert visible == ["Which is larger?", "the first", "the other"]
    with browser.new_context(java_script_enabled=False) as context:
        still = context.new_page()
        still.goto(page.url)
        text = still.locator(".demo-prediction").first.inner_text()
    assert re.sub(r"\s+", " ", text) == "Predict: Which is larger? the first / the other"


def test_the_lines_of_an_order_give_their_reasons_once_they_stand_right(page):
    order = page.locator(".demo-live form.exercise-order")
    lines, reasons = order.locator("li"), order.locator("details")
    texts = lambda: [line.split("\n")[0] for line in order.locator("li > span:last-child").all_inner_texts()]  # noqa: E731
    assert reasons.count() == 0
    for name in ("two", "three"):
        for _ in range(3):
            order.get_by_role("button", name=f"Down: {name}").press("Enter")
    assert reasons.count() == 0
    order.get_by_role("button", name="Check").click()
    assert texts() == ["one", "two", "three"]
    assert reasons.count() == 3
    # By mouse, without taking hold of the line,
    lines.nth(0).get_by_text("why?").click()
    assert reasons.nth(0).inner_text() == "why?\n\nIt begins."
    assert reasons.nth(0).locator("i").inner_text() == "It"
    # and by keys.
    lines.nth(1).locator("summary").focus()
    page.keyboard.press("Enter")
    assert reasons.nth(1).inner_text() == "why?\n\nAfter one."
    assert [node.get_attribute("open") for node in reasons.all()] == ["", "", None]
    assert lines.nth(1).locator("summary").get_attribute("aria-label") == "why? two"
    assert set(axe_violations(page)) <= OF_A_WHOLE_PAGE
    page.reload()
    assert reasons.count() == 3
    # Another order has no reasons.
    order.get_by_role("button", name="Down: one").click()
    assert reasons.count() == 0
    page.watched.check()


def test_predictions_are_saved_loaded_and_counted_apart_from_exercises(asking, tmp_path, open_page):
    questions = ASKED | {"ex-all": ASKED["ex-all"][:1]}
    asking(questions)
    hosts = {label: Exercise(label).page_html() for label in questions}
    box = f'<section id="exercises"><h2>Exercises</h2><div class="exercise">{hosts.pop("ex-all")}</div></section>'
    path = tmp_path / "chapter.html"
    path.write_text(page_with("".join(hosts.values()) + box, ""), encoding="utf-8")
    (tmp_path / "demos.js").write_text("".join(scripts().values()), encoding="utf-8")
    for name in ("progress.js", "progress.css"):
        (tmp_path / name).write_bytes((STATIC / name).read_bytes())
    page = open_page(path.as_uri())
    page.get_by_role("radio", name="the other").check()
    for i in (0, 1):
        form = page.locator(".demo-prediction form").nth(i)
        if i:
            form.locator("input").fill("9")
        form.get_by_role("button", name="Predict").click()
    progress = page.locator(".exercise-progress")
    assert progress.inner_text() == "0 of 1 exercises done"
    exercise = page.locator(".exercise form")
    exercise.locator("input").fill("1")
    exercise.get_by_role("button", name="Check").click()
    assert progress.inner_text() == "1 of 1 exercises done"
    page.get_by_role("button", name="Save my answers").click()
    rows = page.get_by_role("dialog").get_by_role("row").all_inner_texts()
    assert rows == ["Exercise\tQuestions\tTries", "ex-all\t1\t1", "Predictions\t2\t2"]
    page.keyboard.press("Escape")
    data = save_in(page, tmp_path / "answers.json")
    assert is_intact(data)
    assert [entry["id"] for entry in data["answers"]] == [
        "ex-all/number",
        "pre-all-many/how-many",
        "pre-all-more/which-is-larger",
    ]
    page.evaluate("localStorage.clear()")
    page.reload()
    page.locator(".answers-tools input[type=file]").set_input_files(tmp_path / "answers.json")
    page.get_by_text("3 answers to 1 exercise and 2 predictions loaded.").wait_for()
    said = page.locator(".demo-prediction .exercise-said")
    assert said.nth(1).inner_text() == "You expected 9. The result is 3. It is so."
    assert page.get_by_role("radio", name="the other").is_checked()
    page.watched.check()
