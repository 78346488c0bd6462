"""Every figure has a twin for the dark pages, of the same size and with the same description."""

import base64
import io
import sys
from types import SimpleNamespace

import matplotlib.pyplot as plt
import numpy as np
import pytest
from conftest import ROOT
from docutils import nodes
from matplotlib.colors import to_rgb
from myst_nb.core.render import MimeData
from scipy.stats import spearmanr

import aucc_teach as at
from aucc_teach.plots import _dark

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from dark_figures import with_twin


def contrast(colour):
    return _dark.contrast(to_rgb(colour))


@pytest.mark.parametrize("colour", [at.plots.WITHIN, at.plots.BETWEEN, *at.plots.CLUSTERS, "black", "#333333"])
def test_what_is_read_stands_out_from_the_dark(colour):
    assert contrast(_dark.in_the_dark(colour)) >= _dark.CONTRAST - 0.01


def picture(figure):
    return plt.imread(io.BytesIO(_dark.dark_picture(figure)))


def test_the_twin_has_light_letters_on_no_ground_and_leaves_the_figure_alone():
    at.plots.use_style()
    figure, ax = plt.subplots()
    ax.set_title("Title")
    before = ax.title.get_color()
    pixels = picture(figure)
    assert pixels[0, 0, 3] == 0
    drawn = pixels[pixels[..., 3] == 1]
    assert drawn[:, :3].min() > 0.85
    assert ax.title.get_color() == before
    plt.close("all")


def twin_of(ax, monkeypatch):
    """The Axes of the twin, which `dark_picture` closes when it is drawn."""
    drawn = []
    monkeypatch.setattr(_dark.plt, "close", drawn.append)
    _dark.dark_picture(ax.figure)
    monkeypatch.undo()
    return drawn[0].axes[0]


def colours_of_cells(ax):
    (image,) = ax.images
    return image.to_rgba(image.get_array())[..., :3]


@pytest.mark.parametrize(
    ("plot", "arguments", "options"),
    [
        ("plot_contingency", ([[40, 0, 12], [3, 90, 0]],), {"matched": [(0, 0), (1, 1)]}),
        ("plot_deviations", ({"one": [0.5, -3.1, 12, 90], "two": [0, 1, 2, 99]},), {"ks": [2, 3, 4, 5]}),
        ("plot_criteria_by_k", ([2, 3, 4, 5], {"one": [0, 1, 2, 4], "two": [9, 8, 1, 5]}), {}),
    ],
)
def test_a_heat_map_begins_at_the_ground_and_what_is_on_it_can_be_read(plot, arguments, options, monkeypatch):
    light = getattr(at.plots, plot)(*arguments, **options)
    dark = twin_of(light, monkeypatch)
    for ax, ground in ((light, "white"), (dark, _dark.GROUND)):
        cells = colours_of_cells(ax)
        assert np.abs(cells - to_rgb(ground)).max(axis=-1).min() < 0.01
        assert np.ptp(cells) > 0.15
        least = 4.5 if ax.texts else 3  # of letters, of marks
        letters = [(*text.get_position(), text.get_color()) for text in ax.texts]
        marks = [(*place, line.get_color()) for line in ax.lines for place in line.get_xydata()]
        assert len(letters + marks) >= 4
        for x, y, colour in letters + marks:
            darker, lighter = sorted((contrast(colour), contrast(cells[round(y), round(x)])))
            assert lighter / darker >= least
    # The darker on one, the lighter on the other.
    shades = [colours_of_cells(ax).mean(axis=-1).ravel() for ax in (light, dark)]
    assert spearmanr(*shades).statistic == pytest.approx(-1)
    plt.close("all")


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
