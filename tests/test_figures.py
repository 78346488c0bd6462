"""Figures hold on a phone: their letters keep nine points where a figure is as narrow as the page."""

import io
import re

import matplotlib.pyplot as plt
import pytest

import aucc_teach as at
from aucc_teach.plots._phone import WIDTH, smallest_letters

SMALLEST = 9


@pytest.fixture(autouse=True)
def plain():
    plt.switch_backend("agg")
    with plt.rc_context():
        yield
    plt.close("all")


def test_letters_shrink_with_a_figure_that_is_wider_than_the_page():
    figure = plt.figure()
    figure.text(0.1, 0.1, "small", size=10)
    figure.text(0.1, 0.5, "large", size=20)
    assert smallest_letters(figure, WIDTH - 1) == smallest_letters(figure, WIDTH) == 10
    assert smallest_letters(figure, 2 * WIDTH) == 5


def test_only_letters_that_are_drawn_count():
    figure, ax = plt.subplots()
    ax.set_xlabel("unseen", size=4)
    ax.text(0.5, 0.5, " ", size=4)
    ax.text(0.5, 0.5, "hidden", size=4, visible=False)
    ax.axis("off")
    assert smallest_letters(figure, WIDTH) is None
    figure.text(0.5, 0.5, "$x^2$", size=11)
    assert smallest_letters(figure, WIDTH) == 11


def test_what_is_drawn_by_default_keeps_nine_points():
    at.plots.use_style()
    figure, ax = plt.subplots()
    ax.set(title="title", xlabel="x", ylabel="y")
    picture = io.BytesIO()
    figure.savefig(picture, bbox_inches="tight")
    picture.seek(0)
    assert smallest_letters(figure, plt.imread(picture).shape[1]) >= SMALLEST


PICTURE = re.compile(r'<img [^>]*?(?:data-letters="([^"]*)" )?alt[^>]*class="only-light"')


def test_letters_of_every_figure_of_the_book_keep_nine_points(book):
    sizes = {
        (page.relative_to(book).as_posix(), i): float(size or "inf")
        for page in sorted(book.glob("book/**/*.html"))
        for i, size in enumerate(PICTURE.findall(page.read_text("utf-8")), start=1)
    }
    assert sum(size < float("inf") for size in sizes.values()) >= 60
    small = {f"{page}, figure {i}": size for (page, i), size in sizes.items() if size < SMALLEST}
    assert small == {}
