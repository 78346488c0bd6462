"""Figures of the book: a twin for the dark pages, in which all can be read, and letters of nine points on a phone."""

import base64
import io
import re
import sys
from types import SimpleNamespace

import matplotlib.pyplot as plt
import numpy as np
import pytest
from conftest import ROOT
from docutils import nodes
from matplotlib.colors import to_rgb
from myst_nb.core.render import MimeData

import aucc_teach as at
from aucc_teach.plots import _dark
from aucc_teach.plots._phone import WIDTH, smallest_letters

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from dark_figures import with_twin


@pytest.fixture(autouse=True)
def plain():
    plt.switch_backend("agg")
    with plt.rc_context():
        yield
    plt.close("all")


def contrast(colour):
    return _dark.contrast(to_rgb(colour))


@pytest.mark.parametrize("colour", [at.plots.WITHIN, at.plots.BETWEEN, *at.plots.CLUSTERS, "black", "#333333"])
def test_what_is_read_stands_out_from_the_dark(colour):
    assert contrast(_dark.in_the_dark(colour)) >= _dark.CONTRAST - 0.01


def test_the_twin_has_light_letters_on_no_ground_and_leaves_the_figure_alone():
    at.plots.use_style()
    figure, ax = plt.subplots()
    ax.set_title("Title")
    before = ax.title.get_color()
    pixels = plt.imread(io.BytesIO(_dark.dark_picture(figure)))
    assert pixels[0, 0, 3] == 0
    assert pixels[pixels[..., 3] == 1][:, :3].min() > 0.85
    assert ax.title.get_color() == before


def test_numbers_on_a_heat_map_can_be_read_in_the_dark(monkeypatch):
    light = at.plots.plot_contingency([[40, 0, 12], [3, 90, 0]], matched=[(0, 0), (1, 1)])
    drawn = []
    monkeypatch.setattr(_dark.plt, "close", drawn.append)  # when the twin has been drawn
    _dark.dark_picture(light.figure)
    monkeypatch.undo()
    for ax, ground in ((light, "white"), (drawn[0].axes[0], _dark.GROUND)):
        cells = ax.images[0].to_rgba(ax.images[0].get_array())[..., :3]
        assert np.abs(cells - to_rgb(ground)).max(axis=-1).min() < 0.01
        assert len(ax.texts) >= 4
        for text in ax.texts:
            x, y = text.get_position()
            darker, lighter = sorted((contrast(text.get_color()), contrast(cells[round(y), round(x)])))
            assert lighter / darker >= 4.5


def test_a_picture_with_a_twin_becomes_two():
    def render(_, data):
        node = nodes.image(uri=data.content)
        node["alt"] = data.cell_metadata["alt"]
        return [node]

    dark = base64.b64encode(b"dark").decode()
    data = MimeData("image/png", "light", {"alt": "A line."}, {"image/png": {"width": 5, "dark": dark}})
    light, twin = with_twin(render)(SimpleNamespace(), data)
    assert (light["uri"], light["classes"], light["alt"]) == ("light", ["only-light"], "A line.")
    assert (twin["uri"], twin["classes"], twin["alt"]) == (dark, ["only-dark"], "A line.")


def test_letters_shrink_with_a_figure_that_is_wider_than_the_page():
    figure = plt.figure()
    figure.text(0.1, 0.1, "small", size=10)
    figure.text(0.1, 0.5, "hidden", size=4, visible=False)
    assert smallest_letters(figure, WIDTH - 1) == smallest_letters(figure, WIDTH) == 10
    assert smallest_letters(figure, 2 * WIDTH) == 5


def test_letters_of_every_figure_of_the_book_keep_nine_points(book):
    picture = re.compile(r'<img [^>]*?(?:data-letters="([^"]*)" )?alt[^>]*class="only-light"')
    sizes = {
        f"{page.relative_to(book)}, figure {i}": float(size or "inf")
        for page in sorted(book.glob("book/**/*.html"))
        for i, size in enumerate(picture.findall(page.read_text("utf-8")), start=1)
    }
    assert sum(size < float("inf") for size in sizes.values()) >= 60
    assert {place: size for place, size in sizes.items() if size < 9} == {}
