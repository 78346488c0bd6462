"""The pictures on the page for instructors show what students see today.

That of a reading check was taken in Moodle 4.5, which no test has; its question and its words are tested.
"""

import io
import os
import re

import numpy as np
import pytest
from conftest import ROOT
from PIL import Image

from aucc_teach.exercises import questions_of

PAGE = ROOT / "book" / "back" / "instructors.md"
PICTURES = ROOT / "book" / "back" / "pictures"
LABEL, WRONG = "ex-pairs-precision", "0.33"


def assert_pictured(name, shot):
    """Compare a screenshot with the stored picture; AUCC_TEACH_RENEW_GOLDEN stores it anew."""
    path = PICTURES / f"{name}.webp"
    new = Image.open(io.BytesIO(shot)).convert("RGB")
    if os.environ.get("AUCC_TEACH_RENEW_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        new.save(path, quality=80)
    old = Image.open(path).convert("RGB")
    # Letters lie a little differently with other versions of a browser and its fonts.
    assert np.allclose(new.size, old.size, rtol=0.06)
    small = [np.asarray(one.resize((40, 40)), float) for one in (new, old)]
    assert np.abs(small[0] - small[1]).mean() < 6


@pytest.fixture
def window(browser):
    """Open an empty page as wide as the pictures, with enough pixels for small print."""
    page = browser.new_page(viewport={"width": 780, "height": 1000}, device_scale_factor=1.5)
    yield page
    page.close()


def test_a_question_with_a_foreseen_mistake(book, window):
    window.goto((book / "book" / "1-pairs" / "counting_pairs.html").as_uri())
    box = window.locator(f"#{LABEL}")
    answered = box.locator("form").first
    answered.get_by_role("textbox").fill(WRONG)
    answered.get_by_role("button", name="Check").click()
    answered.locator(".exercise-said").get_by_text(_words()).wait_for()
    window.mouse.move(0, 0)
    window.evaluate("document.activeElement.blur()")
    assert_pictured("question", box.screenshot())


def _words():
    """Return the sentence on the mistake that the pictures show."""
    precision = questions_of(LABEL, folder=ROOT / "book")[0]
    return next(words for value, words in precision.tempting if f"{float(value):.2f}" == WRONG)


def test_the_page_shows_every_picture_and_says_what_is_in_it():
    shown = dict(re.findall(r"^:::\{image\} pictures/(\w+)\.webp\n:alt: (.*)$", PAGE.read_text("utf-8"), re.MULTILINE))
    assert sorted(shown) == sorted(path.stem for path in PICTURES.iterdir())
    for name in ("question", "moodle"):
        assert _words() in shown[name]
        assert WRONG in shown[name]
