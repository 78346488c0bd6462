"""Questions in a page: a reader answers with mouse, keys and fingers, and what is kept, printed and offered."""

import io
import re
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import axe_violations

from aucc_teach.exercises import Choice, Exercise, Number, Objects, Open, Order
from aucc_teach.exercises.records import given, sealed
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
        given(
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


def test_how_many_decimals_are_wanted_is_said_at_once(page_of, open_page, asking):
    questions = (Number("Fraction", Fraction(2, 3), hint="h"), Number("Whole", 4, hint="h"))
    asking({"ex-asks": questions})
    page = open_page(page_of(exercise := Exercise("ex-asks")))
    asks = [Answers(page).forms.nth(i).locator("label .exercise-asks").all_inner_texts() for i in range(2)]
    assert asks == [["2 decimals or a fraction"], []]
    still = exercise.stand_in()[1]
    assert ("Fraction (2 decimals or a fraction)" in still, "Whole (" in still) == (True, False)


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


@pytest.mark.parametrize("part", [".exercise-grip", "> span:last-child"])
def test_a_line_is_dragged_with_the_mouse(exercise, page_of, open_page, lines_on, part):
    page = open_page(page_of(exercise))
    lines = lines_on(page)
    last, first, expected = below(lines.texts())
    mouse = page.mouse
    mouse.move(*lines.place(first, part))
    mouse.down()
    mouse.move(*(place := lines.place(last, part)), steps=5)
    assert page.locator(".exercise-held").inner_text().endswith(first)
    assert lines.texts() == expected
    mouse.up()
    assert page.locator(".exercise-held").count() == 0
    assert lines.texts() == expected
    assert lines.said() == "Now in place 3 of 3."
    assert lines.lines.locator("[style*=translate]").count() == 0
    # Back to the top and beyond it, and down again, without letting go in between. What it passed may still glide.
    page.evaluate("Promise.all(document.getAnimations().map(one => one.finished))")
    mouse.move(*place)
    mouse.down()
    mouse.move(place[0], place[1] - 400, steps=5)
    assert lines.texts()[0] == first
    assert page.locator(".exercise-held").bounding_box()["y"] >= lines.form.bounding_box()["y"]
    mouse.move(*place, steps=5)
    mouse.up()
    assert lines.texts() == expected
    assert page.evaluate("String(getSelection())") == ""
    page.watched.check()


def test_a_line_that_is_dropped_is_kept_as_one_that_was_moved_by_arrows(exercise, page_of, open_page, lines_on):
    page = open_page(page_of(exercise))
    lines = lines_on(page)
    for name in ("two", "three"):
        page.mouse.move(*lines.place(name))
        page.mouse.down()
        page.mouse.move(lines.place(name)[0], lines.place("one")[1] + 400, steps=5)
        page.mouse.up()
    assert lines.texts() == ["one", "two", "three"]
    assert Answers(page).check(2) == "Right."
    assert lines.form.get_attribute("data-verdict") == "right"
    page.reload()
    assert lines_on(page).texts() == ["one", "two", "three"]
    # The verdict was of that order, and goes with it.
    lines = lines_on(page)
    lines.form.get_by_role("button", name="Down: one").click()
    assert lines.said() == "Now in place 2 of 3."
    assert lines.form.get_attribute("data-verdict") == ""


def test_a_press_without_a_way_and_escape_leave_the_order(exercise, page_of, open_page, lines_on):
    page = open_page(page_of(exercise))
    lines = lines_on(page)
    before = lines.texts()
    page.mouse.move(*lines.place(before[0]))
    page.mouse.down()
    page.mouse.up()
    assert (lines.texts(), lines.said()) == (before, "")
    page.mouse.down()
    page.mouse.move(*lines.place(before[-1]), steps=5)
    assert lines.texts() != before
    page.keyboard.press("Escape")
    page.mouse.move(5, 5)
    page.mouse.up()
    assert (lines.texts(), lines.said()) == (before, "")


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


def test_the_page_goes_along_where_the_list_is_longer_than_the_window(page_of, open_page, lines_on, asking):
    items = tuple(f"{name}, {'a long line ' * 20}" for name in ("one", "two", "three", "four"))
    questions = (Number("n", 1, hint="h"), Number("m", 1, hint="h"), Order("Put in order.", items, hint="Think."))
    asking({"ex-long": questions})
    page = open_page(page_of(Exercise("ex-long")), width=390, height=400)
    lines = lines_on(page)
    first = lines.texts()[0]
    page.mouse.move(*lines.place(first[:5], ".exercise-grip"))
    page.mouse.down()
    for step in range(60):
        page.mouse.move(30, 380 + step % 10)
    page.mouse.up()
    assert lines.texts()[-1] == first
    # The lines of a text begin one below the other.
    starts = lines.form.locator("li > span:last-child").evaluate_all("""nodes => nodes.map((node) => {
        const words = document.createRange();
        words.selectNodeContents(node);
        return new Set([...words.getClientRects()].map(({ left }) => Math.round(left))).size;
    })""")
    assert starts == [1, 1, 1, 1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_right_and_wrong_differ_without_colour_and_can_be_seen(
    exercise, page_of, open_page, violations_on_bare_page, scheme
):
    page = open_page(page_of(exercise), scheme=scheme)
    answers = Answers(page)
    assert violations_on_bare_page(page, scheme) == {}
    ground = {"light": "#ffffff", "dark": "#14181e"}[scheme]

    def looks(i):
        shape = answers.forms.nth(i).evaluate("""form => {
            const mark = form.querySelector(".exercise-mark");
            const { borderLeftStyle, borderLeftWidth, borderLeftColor } = getComputedStyle(form);
            const drawn = mark && [mark.firstChild.getAttribute("d"), getComputedStyle(mark).stroke];
            return [borderLeftStyle, borderLeftWidth, borderLeftColor, ...(drawn ?? ["", borderLeftColor])];
        }""")
        style, width, colour, path, stroke = shape
        assert colour == stroke
        return style, width, path, colour

    found = [looks(0)]
    for text in ("x", "11", "10"):
        answers.type(0, text)
        found.append(looks(0))
    for part in (0, 2):
        assert len({one[part] for one in found[1:]}) == 3
    for *_, colour in found[1:]:
        assert contrast(colour, ground) >= 3
    assert violations_on_bare_page(page, scheme) == {}


def contrast(colour, ground):
    """Contrast of two colours by WCAG; the first as the browser writes it."""
    light = sorted(map(luminance, (re.findall(r"\d+", colour)[:3], [int(ground[i : i + 2], 16) for i in (1, 3, 5)])))
    return (light[1] + 0.05) / (light[0] + 0.05)


def luminance(channels):
    linear = [(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in (int(c) / 255 for c in channels)]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


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


def test_what_was_kept_of_another_edition_is_left(exercise, page_of, open_page, asking):
    page = open_page(page_of(exercise))
    Answers(page).type(0, "10")
    other = (Number("Another question", 7, hint="h"), *QUESTIONS[1:])
    asking({"ex-all": other})
    page.goto(page_of(Exercise("ex-all")))
    assert Answers(page).said(0) == ""


def test_it_fits_a_phone(exercise, page_of, open_page):
    page = open_page(page_of(exercise), width=390, scheme="dark")
    Answers(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sizes = page.locator(".demo-exercise :is(button, label:has(input)):visible").evaluate_all(
        "nodes => nodes.map((node) => Math.min(node.offsetWidth, node.offsetHeight))"
    )
    assert min(sizes) >= 24
    assert set(axe_violations(page)) <= OF_A_WHOLE_PAGE


def test_on_paper_questions_fill_the_sheet_on_which_they_begin(exercise, page_of, open_page):
    PdfReader = pytest.importorskip("pypdf").PdfReader
    page = open_page(page_of(exercise))
    answers = Answers(page)
    # What stands there once an answer is written is not on paper.
    prompts = page.locator(".exercise-question :is(legend, .exercise-row > span):visible").all_inner_texts()
    assert answers.forms.count() > 2
    page.evaluate("document.body.insertAdjacentHTML('afterbegin', '<div style=\"height: 22cm\"></div>')")
    sheets = [sheet.extract_text() for sheet in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages]
    assert len(sheets) == 2
    first, last = (" ".join(prompts[i].split("\n")[0].split()[:3]) for i in (0, -1))
    assert first in " ".join(sheets[0].split())
    assert last in " ".join(sheets[1].split())


def test_print_shows_empty_fields(exercise, page_of, open_page):
    page = open_page(page_of(exercise))
    answers = Answers(page)
    answers.type(0, "10")
    page.emulate_media(media="print")
    assert not answers.forms.nth(0).locator(".exercise-said").is_visible()
    color = answers.forms.nth(0).locator("input").evaluate("node => getComputedStyle(node).color")
    assert color == "rgba(0, 0, 0, 0)"
    assert answers.forms.nth(0).locator("i").is_visible()
