"""The pictures on the page for instructors show what students see today; `test_built_course` has that of *Your weeks*.

That of a reading check was taken in Moodle 4.5, which no test has; its answer and its sentence are tested.
"""

import re

from class_of_forty import answered, put
from conftest import ROOT
from marking.command import mark
from pictures import PICTURES, assert_pictured, open_window

from aucc_teach.exercises import questions_of

PAGE = ROOT / "book" / "back" / "instructors.md"
LABEL, WRONG = "ex-pairs-precision", "0.33"
ID = f"{LABEL}/precision"


def words():
    """Return the sentence on the mistake that the pictures show."""
    precision = questions_of(LABEL, folder=ROOT / "book")[0]
    return next(words for value, words in precision.tempting if f"{float(value):.2f}" == WRONG)


def test_a_question_with_a_foreseen_mistake(book, browser):
    page = open_window(browser)
    page.goto((book / "book" / "1-pairs" / "counting_pairs.html").as_uri())
    box = page.locator(f"#{LABEL}")
    form = box.locator("form").first
    form.get_by_role("textbox").fill(WRONG)
    form.get_by_role("button", name="Check").click()
    form.locator(".exercise-said").get_by_text(words()).wait_for()
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    assert_pictured("question", box.screenshot())
    page.close()


def test_what_is_discussed_in_class(browser, tmp_path):
    """Of twenty students, six make the mistake, and two write something else."""
    answers = [("0.67", "right")] * 12 + [(WRONG, "wrong")] * 6 + [("0.4", "wrong")] * 2
    given = {f"Student {i:02}": [(ID, *one)] for i, one in enumerate(answers)}
    mark(put(tmp_path / "in", answered(given)), tmp_path / "out", exercises=[LABEL])
    page = open_window(browser)
    page.set_viewport_size({"width": 780, "height": 400})  # a slide fills the window
    page.goto((tmp_path / "out" / "discussion.html").as_uri())
    slide = page.locator("section").first
    assert words() in slide.inner_text()
    assert_pictured("discussion", slide.screenshot())
    page.close()


def test_the_page_shows_every_picture_and_says_what_is_in_it():
    shown = dict(re.findall(r"^:::\{image\} pictures/(\w+)\.webp\n:alt: (.*)$", PAGE.read_text("utf-8"), re.MULTILINE))
    assert sorted(shown) == sorted(path.stem for path in PICTURES.iterdir())
    for name in ("question", "moodle"):
        assert words() in shown[name]
        assert WRONG in shown[name]
