"""Questions in a page: a reader answers with mouse, keys and fingers, and what is kept, printed and offered."""

from pathlib import Path

import pytest
from conftest import axe_violations

from aucc_teach.exercises import Choice, Exercise, Number, Objects, Open, Order
from aucc_teach.exercises.records import sealed, unsealed
from demos.engines import steady

# What axe misses on a page without anything around the exercise.
OF_A_WHOLE_PAGE = {"landmark-one-main", "page-has-heading-one", "region"}


# A question of each kind.
QUESTIONS = (
    Number("How *many* `pairs`?", 10, tempting=((20, "Each pair is counted twice."),), hint="Count them."),
    Choice("Which?", {"this": "This it is.", "that": "That is another."}, "this"),
    Order("Put in order.", ("one", "two", "three"), before=((0, 1, "One comes before two."),), hint="Think."),
    Objects("Pick.", ("a", "b", "c"), ("a", "c"), hint="Look again.", outcome="a and c."),
    Number("What do you expect?", 3, predict=True, outcome="It is so."),
    Open(("It says this.", "It says that.")),
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
    lines = lambda: order.locator("li > span:last-child").all_inner_texts()  # noqa: E731
    for name in ("two", "three"):  # down, as far as it goes
        for _ in range(3):
            order.get_by_role("button", name=f"Down: {name}").press("Enter")
    assert lines() == ["one", "two", "three"]
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Down: three"
    assert answers.check(2) == "Right."
    for name in ("a", "c"):
        page.get_by_role("checkbox", name=name, exact=True).check()
    assert answers.check(3) == "Right. a and c."
    assert answers.type(4, "5") == "You expected 5. The result is 3. It is so."
    answers.forms.nth(5).get_by_role("textbox").fill("This, and no more.")
    assert answers.check(5) == "Your answer is kept. Now tick each point that it makes."
    page.get_by_role("checkbox", name="It says this.").check()
    assert answers.check(5) == "Your answer says 1 of 2 points."
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


def test_an_open_question_of_a_students_edition_is_kept_and_compared_with_nothing(asking, page_of, open_page):
    asking(
        unsealed(
            {"ex-open": sealed([Open(("It says this.", "It says that."), "What do you see?")], with_checklists=False)}
        )
    )
    page = open_page(page_of(Exercise("ex-open")))
    answers = Answers(page)
    button = answers.forms.nth(0).get_by_role("button", name="Keep", exact=True)
    assert answers.check(0) == "Write your answer first."
    answers.forms.nth(0).get_by_role("textbox", name="Your answer").fill("Two clusters.")
    button.press("Enter")
    assert answers.said(0) == "Your answer is kept. Whoever marks it will read it."
    assert button.count() == 1
    assert page.get_by_role("checkbox").count() == 0
    assert "exercise-done" in answers.box.get_attribute("class")
    page.reload()
    assert answers.forms.nth(0).get_by_role("textbox").input_value() == "Two clusters."
    assert answers.said(0) == "Your answer is kept. Whoever marks it will read it."
    assert set(axe_violations(page)) <= OF_A_WHOLE_PAGE


def test_an_open_question_has_a_field_and_then_a_checklist(exercise, page_of, open_page):
    """By keys alone; what a good answer says is there when there is an answer, and what was written is never lost."""
    page = open_page(page_of(exercise))
    answers = Answers(page)
    form = answers.forms.nth(5)
    field, points = form.get_by_role("textbox", name="Your answer"), form.get_by_role("checkbox")
    group = form.get_by_role("group", name="Write your answer.")
    assert group.locator("textarea").count() == 1
    assert points.count() == 0
    field.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert answers.said(5) == "Write your answer first. Then you can compare it with what a good one says."
    assert points.count() == 0
    field.focus()
    page.keyboard.type("It says this,")
    page.keyboard.press("Enter")  # a new line, and no try
    page.keyboard.type("and jklm?")  # letters are no shortcuts
    assert points.count() == 0
    # A reload in between loses nothing.
    page.reload()
    assert field.input_value() == "It says this,\nand jklm?"
    assert points.count() == 0
    field.focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Keep and compare"
    page.keyboard.press("Enter")
    assert answers.said(5) == "Your answer is kept. Now tick each point that it makes."
    assert [one.get_attribute("type") for one in points.all()] == ["checkbox"] * 2
    assert form.get_by_role("group", name="This is what a good answer says. Tick what yours says:").count() == 1
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Keep and count"
    page.keyboard.press("Enter")
    assert answers.said(5) == "Your answer says 1 of 2 points."
    assert set(axe_violations(page)) <= OF_A_WHOLE_PAGE
    page.reload()
    assert (field.input_value(), answers.said(5)) == ("It says this,\nand jklm?", "Your answer says 1 of 2 points.")
    assert [one.is_checked() for one in points.all()] == [False, True]
    # On paper there is room to write, and nothing that answers.
    page.emulate_media(media="print")
    assert points.count() == 0
    assert field.bounding_box()["height"] > 90
    assert field.evaluate("node => getComputedStyle(node).color") == "rgba(0, 0, 0, 0)"
    page.emulate_media(media="screen")
    (entry,) = page.evaluate("JSON.parse(localStorage.getItem('aucc-teach:tries:ex-all'))")
    assert [one["answer"] for one in entry["tries"]] == [
        {"text": "It says this,\nand jklm?", "ticked": ticked} for ticked in ([], [1])
    ]
    answers.box.get_by_role("button", name="Clear").click()
    assert (field.input_value(), answers.said(5), points.count()) == ("", "", 0)
    page.watched.check()


@pytest.fixture
def lines_on():
    """The lines of the question about an order, their places on the page, and what is said."""

    class Lines:
        def __init__(self, page):
            self.page = page
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

    return Lines


def below(texts):
    """What is in the last place, in the first, and the texts with the first moved to the end."""
    return texts[-1], texts[0], [*texts[1:], texts[0]]


def test_a_line_is_dragged_with_the_mouse_and_kept(exercise, page_of, open_page, lines_on):
    page = open_page(page_of(exercise))
    lines = lines_on(page)
    last, first, expected = below(lines.texts())
    mouse = page.mouse
    mouse.move(*lines.place(first))
    mouse.down()
    mouse.move(*lines.place(last), steps=5)
    assert page.locator(".exercise-held").inner_text().endswith(first)
    assert lines.texts() == expected
    mouse.up()
    assert page.locator(".exercise-held, li[style*=translate]").count() == 0
    assert (lines.texts(), lines.said()) == (expected, "Now in place 3 of 3.")
    # Escape puts all back.
    mouse.move(*lines.place(first))
    mouse.down()
    mouse.move(lines.place(first)[0], lines.place(first)[1] - 200, steps=5)
    assert lines.texts() != expected
    page.keyboard.press("Escape")
    mouse.up()
    assert lines.texts() == expected
    for name in ("two", "three"):
        mouse.move(*lines.place(name, ".exercise-grip"))
        mouse.down()
        mouse.move(lines.place(name)[0], lines.place("one")[1] + 400, steps=5)
        mouse.up()
    assert lines.texts() == ["one", "two", "three"]
    assert Answers(page).check(2) == "Right."
    page.reload()
    lines = lines_on(page)
    assert lines.texts() == ["one", "two", "three"]
    # The verdict belongs to that order, and goes with it.
    lines.form.get_by_role("button", name="Down: one").click()
    assert (lines.said(), lines.form.get_attribute("data-verdict")) == ("Now in place 2 of 3.", "")
    page.watched.check()


def test_a_finger_drags_by_the_grip_and_scrolls_beside_it(exercise, page_of, open_page, lines_on):
    page = open_page(page_of(exercise), width=390, height=500, has_touch=True)
    page.add_style_tag(content="body { padding-bottom: 60rem }")
    lines = lines_on(page)
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
    # The words do not even take hold of the finger: a made-up pointer cannot be held, and that would be an error.
    press = "node => node.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }))"
    lines.lines.nth(1).locator("span").last.evaluate(press)
    page.watched.check()
    before = steady(lambda: page.evaluate("scrollY"))
    swipe(lines.place(first, ".exercise-grip"), lines.place(last, ".exercise-grip"))
    assert (lines.texts(), lines.said()) == (expected, "Now in place 3 of 3.")
    assert page.evaluate("scrollY") == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_right_and_wrong_differ_without_colour_and_can_be_seen(
    exercise, page_of, open_page, violations_on_bare_page, scheme
):
    page = open_page(page_of(exercise), scheme=scheme)
    answers = Answers(page)
    found = []
    for text in ("x", "11", "10"):
        answers.type(0, text)
        look = """form => [getComputedStyle(form).borderLeftStyle,
            form.querySelector(".exercise-mark path").getAttribute("d")]"""
        found.append(answers.forms.nth(0).evaluate(look))
    assert [len(set(looks)) for looks in zip(*found, strict=True)] == [3, 3]
    assert violations_on_bare_page(page, scheme) == {}


def test_an_exercise_is_named_by_its_title(exercise, page_of, open_page):
    page = open_page(page_of(exercise))
    assert Answers(page).box.get_attribute("aria-label") == "Answer to exercise all"
    title = '<p class="admonition-title"><span class="caption-number">Exercise 1.2 </span> (Move a point)</p>'
    path = Path(page.url.removeprefix("file://"))
    source = path.read_text(encoding="utf-8")
    start = source.index('<div class="demo-host"')
    path.write_text(f'{source[:start]}<div class="exercise admonition">{title}{source[start:]}', encoding="utf-8")
    page.reload()
    assert Answers(page).box.get_attribute("aria-label") == "Answer to exercise 1.2 (Move a point)"


def test_the_solution_offers_itself_after_two_tries(exercise, page_of, open_page):
    page = open_page(page_of(exercise))
    answers = Answers(page)
    offer = answers.box.get_by_role("button", name="Open the solution")
    for answer in ("1", "2", "3"):
        answers.type(0, answer)
    assert not offer.is_visible()  # there is none
    answers.box.get_by_role("button", name="Clear").click()
    page.evaluate("""() => {
        const box = document.body.appendChild(document.createElement("div"));
        box.id = "sol-all";
        box.className = "toggle-hidden";
        box.innerHTML = "<button class='toggle-button'>+</button>";
        box.querySelector("button").onclick = () => box.classList.remove("toggle-hidden");
    }""")
    answers.type(0, "nothing")
    answers.type(0, "1")
    assert not offer.is_visible()
    answers.type(0, "2")
    offer.click()
    assert page.evaluate("document.activeElement.id") == "sol-all"
    assert page.locator("#sol-all.toggle-hidden").count() == 0


def test_it_fits_a_phone(exercise, page_of, open_page):
    page = open_page(page_of(exercise), width=390, scheme="dark")
    Answers(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sizes = page.locator(".demo-exercise :is(button, label:has(input)):visible").evaluate_all(
        "nodes => nodes.map((node) => Math.min(node.offsetWidth, node.offsetHeight))"
    )
    assert min(sizes) >= 24
    assert set(axe_violations(page)) <= OF_A_WHOLE_PAGE
