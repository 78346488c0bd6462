"""Questions in a page: a reader answers with mouse, keys and fingers, and what is kept, printed and offered."""

import pytest
from claims import CLAIMS, EXAMPLES, answer_of, judge_claim
from conftest import axe_violations

from aucc_teach.exercises import Choice, Exercise, Number, Objects, Open, Order
from demos.engines import steady

# What axe misses on a page without anything around the exercise.
OF_A_WHOLE_PAGE = {"landmark-one-main", "page-has-heading-one", "region"}


# A question of each kind.
QUESTIONS = (
    Number("How *many* `pairs`?", 10, tempting=((20, "Each pair is counted twice."),), hint="Count them."),
    Choice("Which?", {"this": "This it is.", "that": "That is another."}, "this"),
    Order("Put in order.", ("one", "two", "three"), hint="Think.", why=("*It* begins.", "After one.", "It ends.")),
    Objects("Pick.", ("a", "b", "c"), ("a", "c"), hint="Look again.", outcome="a and c."),
    Number("What do you expect?", 3, predict=True, outcome="It is so."),
    Open(("It says this.", "It says that.")),
    CLAIMS["rand-half"],
)


@pytest.fixture
def exercise(asking):
    asking({"ex-all": QUESTIONS})
    return Exercise("ex-all")


class Answers:
    """The live questions on a page."""

    def __init__(self, page):
        self.page = page
        self.box = page.locator(".demo-live.demo-exercise")
        self.box.wait_for()
        self.forms = self.box.locator("form")

    def check(self, i):
        self.forms.nth(i).locator("button[type=submit]").click()
        return self.said(i)

    def type(self, i, text):
        self.forms.nth(i).locator("input").fill(text)
        return self.check(i)

    def said(self, i):
        return self.forms.nth(i).locator(".exercise-said").inner_text()


def test_a_reader_answers(exercise, bare_page, open_page):
    page = open_page(bare_page(exercise))
    answers = Answers(page)
    assert answers.forms.nth(0).locator("i, code").all_inner_texts() == ["many", "pairs"]
    assert answers.type(0, "") == "Write a number, such as 3, 0.25 or 1/4."
    assert answers.type(0, "20") == "Not yet. Each pair is counted twice."
    assert answers.type(0, "11") == "Not yet. Count them."
    assert answers.type(0, "10") == "Right."
    assert answers.check(1) == "Choose one."
    page.get_by_role("radio", name="that").check()
    assert answers.check(1) == "Not yet. That is another."
    page.get_by_role("radio", name="this").check()
    page.keyboard.press("Enter")  # on a choice as in a field
    assert answers.said(1) == "Right. This it is."
    order = answers.forms.nth(2)
    lines = lambda: [line.split("\n")[0] for line in order.locator("li > span:last-child").all_inner_texts()]  # noqa: E731
    for name in ("two", "three"):  # down, as far as it goes
        for _ in range(3):
            order.get_by_role("button", name=f"Down: {name}").press("Enter")
    assert lines() == ["one", "two", "three"]
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Down: three"
    assert order.locator("details").count() == 0
    assert answers.check(2) == "Right."
    order.locator("summary").nth(1).press("Enter")
    assert order.locator("details").all_inner_texts() == ["why?", "why?\n\nAfter one.", "why?"]
    for name in ("a", "c"):
        page.get_by_role("checkbox", name=name, exact=True).check()
    assert answers.check(3) == "Right. a and c."
    assert answers.type(4, "5") == "You expected 5. The result is 3. It is so."
    answers.forms.nth(5).get_by_role("textbox").fill("This, and no more.")
    assert answers.check(5) == "Your answer is kept. Now tick each point that it makes."
    page.get_by_role("checkbox", name="It says this.").check()
    assert answers.check(5) == "Your answer says 1 of 2 points."
    break_claim(answers)
    assert "exercise-done" in answers.box.get_attribute("class")
    assert set(axe_violations(page)) <= OF_A_WHOLE_PAGE
    # All of it is there again, and can be cleared.
    page.reload()
    again = Answers(page)
    assert again.said(0) == "Right."
    assert again.forms.nth(0).locator("input").input_value() == "10"
    assert lines() == ["one", "two", "three"]
    again.box.get_by_role("button", name="Clear").click()
    assert again.said(0) == ""
    page.reload()
    assert Answers(page).forms.nth(0).locator("input").input_value() == ""
    page.watched.check()


def break_claim(answers):
    form, texts = answers.forms.nth(6), EXAMPLES["rand-half"]["broken"]
    assert answers.check(6) == "Choose one: it is false, or it is true."
    form.get_by_role("radio", name="It is true").check()
    for reason, words in CLAIMS["rand-half"].reasons:
        form.get_by_role("radio", name=reason.replace("*", "")).check()
        assert answers.check(6) == f"Not yet. {words}".replace("*", "")
    form.get_by_role("radio", name="It is false").check()
    for field, text in zip(form.get_by_role("textbox").all(), texts, strict=True):
        field.fill(text)
    assert answers.check(6) == f"Right. {judge_claim('rand-half', answer_of(texts))[1]}".replace("`", "")


def test_an_open_question_has_a_field_and_then_a_checklist(exercise, page_of, open_page):
    """By keys alone; what a good answer says is there when there is an answer, and what was written is never lost."""
    page = open_page(page_of(exercise))
    answers = Answers(page)
    form = answers.forms.nth(5)
    field, points = form.get_by_role("textbox", name="Your answer"), form.get_by_role("checkbox")
    field.focus()
    page.keyboard.type("It says this,")
    page.keyboard.press("Enter")  # a new line, and no try
    page.keyboard.type("and jklm?")  # letters are no shortcuts
    page.reload()
    assert (field.input_value(), points.count()) == ("It says this,\nand jklm?", 0)
    field.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert answers.said(5) == "Your answer is kept. Now tick each point that it makes."
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert answers.said(5) == "Your answer says 1 of 2 points."
    page.reload()
    assert (field.input_value(), answers.said(5)) == ("It says this,\nand jklm?", "Your answer says 1 of 2 points.")
    assert [one.is_checked() for one in points.all()] == [False, True]
    (entry,) = page.evaluate("JSON.parse(localStorage.getItem('aucc-teach:tries:ex-all'))")
    assert [one["answer"] for one in entry["tries"]] == [
        {"text": "It says this,\nand jklm?", "ticked": ticked} for ticked in ([], [1])
    ]
    page.watched.check()


class Lines:
    """The lines of the question about an order, their places on the page, and what is said."""

    def __init__(self, page):
        self.form = Answers(page).forms.nth(2)
        self.form.scroll_into_view_if_needed()
        self.lines = self.form.locator("li")

    def texts(self):
        return self.form.locator("li > span:last-child").all_inner_texts()

    def said(self):
        return self.form.locator(".exercise-said").inner_text()

    def place(self, text, part="span:last-child"):
        box = self.lines.filter(has_text=text).locator(part).bounding_box()
        return box["x"] + min(box["width"], 20) / 2, box["y"] + box["height"] / 2


def below(texts):
    """What is in the last place, in the first, and the texts with the first moved to the end."""
    return texts[-1], texts[0], [*texts[1:], texts[0]]


def test_a_line_is_dragged_with_the_mouse_and_kept(exercise, page_of, open_page):
    page = open_page(page_of(exercise))
    lines = Lines(page)
    last, first, expected = below(lines.texts())
    mouse = page.mouse
    mouse.move(*lines.place(first))
    mouse.down()
    mouse.move(*lines.place(last), steps=5)
    mouse.up()
    assert (lines.texts(), lines.said()) == (expected, "Now in place 3 of 3.")
    # Escape puts all back.
    mouse.move(*lines.place(first))
    mouse.down()
    mouse.move(lines.place(first)[0], lines.place(first)[1] - 200, steps=5)
    assert lines.texts() != expected
    page.keyboard.press("Escape")
    mouse.up()
    assert lines.texts() == expected
    page.watched.check()


def test_a_finger_drags_by_the_grip_and_scrolls_beside_it(exercise, page_of, open_page):
    page = open_page(page_of(exercise), width=390, height=500, has_touch=True)
    page.add_style_tag(content="body { padding-bottom: 60rem }")
    lines = Lines(page)
    last, first, expected = below(lines.texts())
    session = page.context.new_cdp_session(page)

    def swipe(start, end):
        def touch(kind, *points):
            places = [{"x": x, "y": y} for x, y in points]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

        touch("touchStart", start)
        for step in range(1, 9):
            touch("touchMove", tuple(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)))
        page.wait_for_timeout(150)  # a finger that rests throws nothing
        touch("touchEnd")

    before = page.evaluate("scrollY")
    x, y = lines.place(last)
    swipe((x, y), (x, y - 150))
    page.wait_for_function("before => scrollY > before + 50", arg=before)
    assert (lines.texts()[0], lines.said()) == (first, "")
    before = steady(lambda: page.evaluate("scrollY"))
    swipe(lines.place(first, ".exercise-grip"), lines.place(last, ".exercise-grip"))
    assert (lines.texts(), lines.said()) == (expected, "Now in place 3 of 3.")
    assert page.evaluate("scrollY") == before


def test_right_and_wrong_differ_without_colour_and_can_be_seen_on_a_phone(
    exercise, page_of, open_page, violations_on_bare_page
):
    page = open_page(page_of(exercise), width=390, scheme="dark")
    answers = Answers(page)
    found = []
    for text in ("x", "11", "10"):
        answers.type(0, text)
        look = """form => [getComputedStyle(form).borderLeftStyle,
            form.querySelector(".exercise-mark path").getAttribute("d")]"""
        found.append(answers.forms.nth(0).evaluate(look))
    assert [len(set(looks)) for looks in zip(*found, strict=True)] == [3, 3]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations_on_bare_page(page, "dark") == {}
