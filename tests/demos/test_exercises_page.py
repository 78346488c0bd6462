"""The questions in a page: what is right passes, what tempts gets its own words, and what cannot be read is no try."""

import io
import re
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import axe_violations

import aucc_teach as at
from aucc_teach.exercises import Choice, Exercise, Number, Objects, Open, Order, _folders
from demos.engines import steady

LABELS = sorted(_folders.all_questions())
# What axe misses on a page without anything around the exercise.
OF_A_WHOLE_PAGE = {"landmark-one-main", "page-has-heading-one", "region"}
JUDGE = """async ([source, asked]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: exercise } = await import(url);
  return asked.map(([question, answer]) => exercise.judge(question, answer));
}"""


@pytest.fixture(scope="session")
def judged(browser):
    """Judge answers as the page does: pairs of a question and an answer."""
    page = browser.new_page()
    yield lambda asked: page.evaluate(JUDGE, [Exercise._esm, [[q.as_json(), a] for q, a in asked]])
    page.close()


def written(value, places=6):
    """A value as a reader may type it."""
    return str(value) if isinstance(value, int | Fraction) else f"{value:.{places}f}"


def shown_places(question):
    """Where the items of an order are shown, by their place in the right order."""
    shown = question.as_json()["items"]
    return [shown.index(item) for item in question.items]


def expected(question):
    """Answers that are right, and wrong ones with the words that they get."""
    if isinstance(question, Number):
        wrong = [(written(value, max(6, question.places)), words) for value, words in question.tempting]
        far = [question.value, *(value for value, _ in question.tempting)]
        other = written(max(map(abs, far)) * 7 + question.within + 12345)
        return [written(question.value, max(6, question.places))], [*wrong, (other, question.hint)]
    if isinstance(question, Choice):
        options = list(question.options)
        right = [question.right] if isinstance(question.right, str) else list(question.right)
        wrong = [([i], why) for i, (name, why) in enumerate(question.options.items()) if name not in right]
        return [sorted(options.index(name) for name in right)], wrong
    if isinstance(question, Order):
        right = shown_places(question)
        turned = right[::-1]
        broken = next((words for _, _, words in question.before), question.hint)
        return [right], [(turned, broken)]
    places = lambda pick: sorted(question.objects.index(name) for name in pick)  # noqa: E731
    return [places(question.right)], [(places(pick), words) for pick, words in question.tempting]


@pytest.mark.parametrize("label", LABELS)
def test_right_passes_and_each_mistake_gets_its_own_words(label, judged):
    for question in at.exercises.questions_of(label):
        if question.kind not in ("number", "choice", "order", "objects"):
            continue
        rights, wrongs = expected(question)
        found = judged([(question, answer) for answer in [*rights, *(answer for answer, _ in wrongs)]])
        if getattr(question, "predict", False):
            assert {one["verdict"] for one in found} == {"foretold"}
            continue
        assert found[0]["verdict"] == "right"
        for (answer, words), one in zip(wrongs, found[1:], strict=True):
            assert one == {"verdict": "wrong", "words": words}, answer


NUMBERS = {
    "whole": Number("n", 4, tempting=((1, "one"),), hint="h"),
    "fraction": Number("n", Fraction(7, 15), tempting=((Fraction(2, 3), "lure"),), hint="h"),
    "decimal": Number("n", 0.0314159, hint="h", places=4),
    "figure": Number("n", 0.5, hint="h", within=0.1),
    "negative": Number("n", -0.25, hint="h"),
    "half": Number("n", Fraction(1, 2), tempting=((1, "lure"),), hint="h"),
}


# Ways to write a number, with what it is.
WRITTEN = {
    "15,401": 15401,
    "712,800": 712800,
    "499,999,500,000": 499999500000,
    "499 999 500 000": 499999500000,
    "499\N{THIN SPACE}999\N{THIN SPACE}500\N{THIN SPACE}000": 499999500000,
    "15'401": 15401,
    "1,234.5": Fraction(2469, 2),
    "1/10,000": Fraction(1, 10000),
    "15,401/2": Fraction(15401, 2),
    "\N{VULGAR FRACTION ONE HALF}": Fraction(1, 2),
    "1\N{VULGAR FRACTION ONE HALF}": Fraction(3, 2),
    "\N{MINUS SIGN}1 \N{VULGAR FRACTION THREE QUARTERS}": Fraction(-7, 4),
    "\N{VULGAR FRACTION TWO THIRDS}": Fraction(2, 3),
    "13 1/2": Fraction(27, 2),
    "-13 1/2": Fraction(-27, 2),
    "1\N{FRACTION SLASH}3": Fraction(1, 3),
    "7.5/9": Fraction(5, 6),
    "-7.5 / 9": Fraction(-5, 6),
    "9*12": 108,
    "9 \N{MULTIPLICATION SIGN} 12": 108,
    "9 x 12": 108,
    "9\N{MIDDLE DOT}12/2": 54,
    "(3+4)*(5-3)/7": 2,
    "1 - 1/3 - 1/6": Fraction(1, 2),
    "10^-4": Fraction(1, 10000),
    "10**-4": Fraction(1, 10000),
    "10\N{SUPERSCRIPT MINUS}\N{SUPERSCRIPT FOUR}": Fraction(1, 10000),
    "3 * 10^-4": Fraction(3, 10000),
    "2^10": 1024,
    "-2^2": -4,
    "(1/2)^3": Fraction(1, 8),
    "50 million": 50000000,
    "1.5 Million": 1500000,
    "1/2 million": 500000,
    "2 billion": 2000000000,
    "3e2": 300,
    "12.5%": Fraction(1, 8),
    "sqrt(4)": 2,
    "\N{SQUARE ROOT}(1/4)": Fraction(1, 2),
    "2\N{SQUARE ROOT}9 - 1": 5,
    "np.sqrt(9/4)": Fraction(3, 2),
    "4^(1/2)": 2,
    "4**-1.5": Fraction(1, 8),
}
NO_NUMBERS = [
    "",
    "four",
    "4/0",
    ".",
    "1e999999",
    "1/",
    "2(3)",
    "(2",
    "2)",
    "1 2",
    "1 5/3",
    "0^-1",
    "9^9^9",
    "million",
    "5 m",
]
NO_NUMBERS += [
    "1,23,456",
    "1/4 %",
    "2 + 3 million",
    "1,2345,678",
    "1 125/256",
    "--",
    "x",
    "1:2",
    "3 !",
    "2^(1/3)",
    "sqrt(-1)",
    "1/2\N{SQUARE ROOT}4",
    "\N{SQUARE ROOT}",
    "1.2.3",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_number_as_people_write_it(text, judged):
    value = WRITTEN[text]
    question = Number("n", value, tempting=((value + 1, "lure"),), hint="h", places=6)
    other = Number("n", value * 7 + 20, tempting=((value, "lure"),), hint="h", places=6)
    (found, lured) = judged([(question, text), (other, text)])
    assert found["verdict"] == "right"
    # What was calculated is said.
    assert lured["verdict"] == "wrong"
    assert lured["words"] in ("lure", f"lure Your answer comes to {value}.")


def test_what_is_calculated_is_said(judged):
    question = NUMBERS["whole"]
    (found, as_guess) = judged([(question, "9*12"), (Number("n", 100, predict=True), "9 * 12")])
    assert found == {"verdict": "wrong", "words": "h Your answer comes to 108."}
    assert as_guess["words"] == "You expected 108. The result is 100. Your guess is near. "


def test_what_is_no_number_is_no_try(judged):
    found = judged([(NUMBERS["whole"], text) for text in NO_NUMBERS])
    assert {text for text, one in zip(NO_NUMBERS, found, strict=True) if one["verdict"] != "unclear"} == set()


@pytest.mark.parametrize(
    ("value", "text", "verdict", "words"),
    [
        # 15,401 is whole; where 15.401 is right, the comma is meant as a point
        (15401, "15,401", "right", ""),
        (15.401, "15,401", "unclear", "Decimals are written after a point: 0.5."),
        (15.401, "15,402", "wrong", "h"),
        (0.5, "0,500", "unclear", "Decimals are written after a point: 0.5."),
        (0.5, ",5", "unclear", "Decimals are written after a point: 0.5."),
        # cut decimals
        (Fraction(8, 9), ".88", "unclear", "Right so far, but rounded it is 0.89."),
        (Fraction(8, 9), ".888", "unclear", "Right so far, but rounded it is 0.889."),
        (Fraction(8, 9), ".8888", "unclear", "Right so far, but rounded it is 0.8889."),
        (Fraction(8, 9), "88.8 %", "unclear", "Right so far, but rounded it is 0.889."),
        (Fraction(8, 9), ".8", "unclear", "Right so far, but rounded it is 0.9. Give 2 decimals, or the fraction."),
        (Fraction(11, 3), "3.66", "unclear", "Right so far, but rounded it is 3.67."),
        (Fraction(7, 9), ".777", "unclear", "Right so far, but rounded it is 0.778."),
        (Fraction(-8, 9), "-0.88", "unclear", "Right so far, but rounded it is -0.89."),
        (0.0967, "0.09", "unclear", "Right so far, but rounded it is 0.10."),
        (Fraction(8, 9), "0.87", "wrong", "h"),
        (Fraction(8, 9), "-0.88", "wrong", "h"),
        (Fraction(8, 9), "0.0", "wrong", "h"),
        # rounded up where down is right
        (0.504, "0.51", "unclear", "Only the rounding is off: it is 0.50."),
        (0.504, "0.6", "wrong", "h"),
        (0.5, "0.51", "wrong", "h"),
        # too short
        (Fraction(2, 3), "0.7", "unclear", "This is right as far as it goes. Give 2 decimals, or the fraction."),
    ],
)
def test_what_only_rounding_separates_from_the_value(value, text, verdict, words, judged):
    assert judged([(Number("n", value, hint="h"), text)]) == [{"verdict": verdict, "words": words}]


@pytest.mark.parametrize(
    ("value", "lure", "text", "verdict", "words"),
    [
        # the right value, and a foreseen mistake, to as many decimals
        (
            Fraction(-1, 9),
            Fraction(-1, 10),
            "-0.1",
            "unclear",
            "This is right as far as it goes. Give 2 decimals, or the fraction.",
        ),
        (
            Fraction(9, 11),
            Fraction(81, 100),
            "0.81",
            "unclear",
            "That is too short to judge. Give 3 decimals, or the fraction.",
        ),
        (
            Fraction(39, 59),
            Fraction(2, 3),
            "0.67",
            "unclear",
            "That is too short to judge. Give 3 decimals, or the fraction.",
        ),
        (Fraction(39, 59), Fraction(2, 3), "0.667", "wrong", "lure"),
        (Fraction(9, 11), Fraction(81, 100), "0.810", "wrong", "lure"),
        (Fraction(9, 11), Fraction(81, 100), "81/100", "wrong", "lure"),
        (
            Fraction(2, 3),
            Fraction(3, 5),
            "0.6",
            "unclear",
            "That is too short to judge. Give 2 decimals, or the fraction.",
        ),
        (Fraction(1, 2), 1, "1", "wrong", "lure"),
        (Fraction(1, 20), Fraction(1, 19), "0.053", "wrong", "lure"),
    ],
)
def test_a_mistake_is_not_blamed_where_only_rounding_separates(value, lure, text, verdict, words, judged):
    question = Number("n", value, tempting=((lure, "lure"),), hint="h")
    assert judged([(question, text)]) == [{"verdict": verdict, "words": words}]


@pytest.mark.parametrize(
    ("value", "text", "words"),
    [
        (3, "3", "You expected 3. The result is 3. Your guess is right. "),
        (3, "6/2", "You expected 6/2. The result is 3. Your guess is right. "),
        (0.8273, "0.83", "You expected 0.83. The result is 0.83. Your guess is right. "),
        (0.8273, "0.8", "You expected 0.8. The result is 0.83. Your guess is near. "),
        (0.8273, "3/4", "You expected 3/4. The result is 0.83. Your guess is near. "),
        (0.8273, "0.7", "You expected 0.7. The result is 0.83. "),
        (6, "5", "You expected 5. The result is 6. Your guess is near. "),
        (6, "8", "You expected 8. The result is 6. "),
        (2, "1", "You expected 1. The result is 2. "),
        (0, "0.01", "You expected 0.01. The result is 0. "),
        (Fraction(1, 3), "0.33", "You expected 0.33. The result is 1/3. Your guess is right. "),
    ],
)
def test_a_guess_that_is_near_is_told_so(value, text, words, judged):
    assert judged([(Number("n", value, predict=True), text)]) == [{"verdict": "foretold", "words": words}]


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        (Number("n", 4, tempting=((1, "lure"),), hint="h"), ""),
        (Number("n", Fraction(2, 3), hint="h"), "2 decimals or a fraction"),
        (Number("n", 1, tempting=((Fraction(2, 3), "lure"),), hint="h"), "2 decimals or a fraction"),
        (Number("n", 0.31, hint="h", places=1), "1 decimal"),
        (Number("n", 0.31, hint="h", within=0.1), "a close value is enough"),
        (Number("n, to three decimals", 0.31415, hint="h", places=3), ""),
        (Number("n", 0.31, predict=True), ""),
    ],
)
def test_how_many_decimals_are_wanted_is_said_at_once(question, asks, bare_page, open_page, monkeypatch):
    monkeypatch.setattr(_folders, "questions_of", lambda label, folder=None: {"ex-asks": (question,)}[label])
    page = open_page(bare_page(exercise := Exercise("ex-asks")))
    live = Answers(page).forms.nth(0).locator("label")
    assert live.locator(".exercise-asks").all_inner_texts() == ([asks] if asks else [])
    assert (f"{question.prompt} ({asks})" if asks else question.prompt) in exercise.stand_in()[1]
    assert ("(" in exercise.stand_in()[1]) == bool(asks)


def test_where_a_prompt_names_decimals_it_is_so_many():
    names = ["no", "one", "two", "three", "four", "five"]
    for label in LABELS:
        for question in at.exercises.questions_of(label):
            if found := question.kind == "number" and re.search(r"(\w+) decimals?\b", question.prompt):
                assert names.index(found[1]) == question.places, label


@pytest.mark.parametrize(
    ("name", "answer", "verdict"),
    [
        ("whole", "4", "right"),
        ("whole", " 4.0 ", "right"),
        ("whole", "8/2", "right"),
        ("whole", "4e0", "right"),
        ("whole", "400%", "right"),
        ("whole", "4.3", "wrong"),
        ("whole", "-4", "wrong"),
        ("whole", "", "unclear"),
        ("whole", "four", "unclear"),
        ("whole", "4,0", "unclear"),
        ("whole", "4/0", "unclear"),
        ("whole", ".", "unclear"),
        ("whole", "1e999999", "unclear"),
        ("fraction", "7/15", "right"),
        ("fraction", "14 / 30", "right"),
        ("fraction", "0.47", "right"),
        ("fraction", ".4667", "right"),
        ("fraction", "46.67 %", "right"),
        ("fraction", "0.5", "unclear"),  # fits, and says too little
        ("fraction", "0.48", "wrong"),
        ("fraction", "7\N{DIVISION SIGN}15", "right"),
        ("fraction", "7/10 - 7/30", "right"),
        ("fraction", "0.46", "unclear"),  # cut
        ("fraction", "0.4666", "unclear"),
        ("fraction", "0.4665", "wrong"),
        ("fraction", "0.667", "wrong"),
        ("decimal", "0.0314", "right"),
        ("decimal", "3.14%", "right"),
        ("decimal", "0.031", "unclear"),
        ("decimal", "0.0315", "unclear"),
        ("decimal", "0.0316", "wrong"),
        ("figure", "0.41", "right"),
        ("figure", "0.6", "right"),
        ("figure", "0.61", "wrong"),
        ("negative", "\N{MINUS SIGN}0.25", "right"),
        ("negative", "-1/4", "right"),
        ("negative", "0.25", "wrong"),
        ("half", "1", "wrong"),  # it fits as far as it goes, but it is what a mistake gives
        ("half", "0", "unclear"),
    ],
)
def test_a_number_may_be_written_in_many_ways(name, answer, verdict, judged):
    (found,) = judged([(NUMBERS[name], answer)])
    assert found["verdict"] == verdict


SEVERAL = Choice("c", {"a": "because a", "b": "not b", "c": "because c"}, ("a", "c"))


@pytest.mark.parametrize(
    ("answer", "verdict", "words"),
    [
        ([], "unclear", "Tick what is right."),
        ([0], "wrong", "What you ticked is right, but something is missing."),
        ([0, 1, 2], "wrong", "not b"),
        ([0, 2], "right", "because a because c"),
    ],
)
def test_several_may_be_right(answer, verdict, words, judged):
    assert judged([(SEVERAL, answer)]) == [{"verdict": verdict, "words": words}]


def test_groups_whose_order_does_not_matter(judged):
    order = Order("o", ("a", "b", "c"), hint="h", free=((1, 2),))
    at_ = dict(zip(order.items, shown_places(order), strict=True))
    for names, verdict in (("abc", "right"), ("acb", "right"), ("bac", "wrong")):
        (found,) = judged([(order, [at_[name] for name in names])])
        assert found["verdict"] == verdict


# ---- on a page


@pytest.fixture
def exercise(monkeypatch):
    """An exercise with a question of each kind."""
    questions = (
        Number("How *many* `pairs`?", 10, tempting=((20, "Each pair is counted twice."),), hint="Count them."),
        Choice("Which?", {"this": "This it is.", "that": "That is another."}, "this"),
        Order("Put in order.", ("one", "two", "three"), before=((0, 1, "One comes before two."),), hint="Think."),
        Objects("Pick.", ("a", "b", "c"), ("a", "c"), hint="Look again.", outcome="a and c."),
        Number("What do you expect?", 3, predict=True, outcome="It is so."),
        Open(("It says this.", "It says that.")),
    )
    monkeypatch.setattr(_folders, "questions_of", lambda label, folder=None: {"ex-all": questions}[label])
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


@pytest.mark.parametrize("bare_page", ["http", "file"], indirect=True)
def test_an_open_question_has_a_field_and_then_a_checklist(exercise, bare_page, open_page):
    """By keys alone; what a good answer says is there when there is an answer, and what was written is never lost."""
    page = open_page(bare_page(exercise))
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


@pytest.mark.parametrize("part", [".exercise-grip", "> span:last-child"])
def test_a_line_is_dragged_with_the_mouse(exercise, bare_page, open_page, lines_on, part):
    page = open_page(bare_page(exercise))
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
    # Back to the top and beyond it, and down again, without letting go in between.
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


def test_a_line_that_is_dropped_is_kept_as_one_that_was_moved_by_arrows(exercise, bare_page, open_page, lines_on):
    page = open_page(bare_page(exercise))
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


def test_the_page_goes_along_where_the_list_is_longer_than_the_window(page_of, open_page, lines_on, monkeypatch):
    items = tuple(f"{name}, {'a long line ' * 20}" for name in ("one", "two", "three", "four"))
    questions = (Number("n", 1, hint="h"), Number("m", 1, hint="h"), Order("Put in order.", items, hint="Think."))
    monkeypatch.setattr(_folders, "questions_of", lambda label, folder=None: {"ex-long": questions}[label])
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


def test_the_solution_offers_itself_after_two_tries(exercise, bare_page, open_page):
    page = open_page(bare_page(exercise))
    page.evaluate("""() => {
        const box = document.body.appendChild(document.createElement("div"));
        box.id = "sol-all";
        box.className = "toggle-hidden";
        box.innerHTML = "<button class='toggle-button'>+</button>";
        box.querySelector("button").onclick = () => box.classList.remove("toggle-hidden");
    }""")
    answers = Answers(page)
    offer = answers.box.get_by_role("button", name="Open the solution")
    answers.type(0, "nothing")
    answers.type(0, "1")
    assert not offer.is_visible()
    answers.type(0, "2")
    offer.click()
    assert page.evaluate("document.activeElement.id") == "sol-all"
    assert page.locator("#sol-all.toggle-hidden").count() == 0


def test_no_solution_no_offer(exercise, page_of, open_page):
    answers = Answers(open_page(page_of(exercise)))
    for answer in ("1", "2", "3"):
        answers.type(0, answer)
    assert not answers.box.get_by_role("button", name="Open the solution").is_visible()


def test_where_storage_is_refused_all_works(exercise, page_of, open_page):
    page = open_page("about:blank")
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })")
    page.goto(page_of(exercise))
    assert Answers(page).type(0, "10") == "Right."


def test_what_was_kept_of_another_edition_is_left(exercise, page_of, open_page, monkeypatch):
    page = open_page(page_of(exercise))
    Answers(page).type(0, "10")
    other = (Number("Another question", 7, hint="h"), *_folders.questions_of("ex-all")[1:])
    monkeypatch.setattr(_folders, "questions_of", lambda label, folder=None: {"ex-all": other}[label])
    page.goto(page_of(Exercise("ex-all")))
    assert Answers(page).said(0) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone(exercise, page_of, open_page, scheme):
    page = open_page(page_of(exercise), width=390, scheme=scheme)
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
