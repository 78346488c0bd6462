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
from matplotlib.colors import to_hex, to_rgb
from myst_nb.core.render import MimeData

import aucc_teach as at
from aucc_teach.plots import _dark

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from dark_figures import with_twin


def contrast(colour):
    return _dark._contrast(to_rgb(colour))


@pytest.mark.parametrize("colour", [at.plots.WITHIN, at.plots.BETWEEN, *at.plots.CLUSTERS, "black", "#333333"])
def test_what_is_read_stands_out_from_the_dark(colour):
    assert contrast(_dark.in_the_dark(colour)) >= _dark.CONTRAST - 0.01


def test_colours_stay_apart_and_keep_their_hue():
    dark = [to_hex(_dark.in_the_dark(colour)) for colour in (at.plots.WITHIN, at.plots.BETWEEN, *at.plots.CLUSTERS)]
    assert len(set(dark)) == len(dark)
    red, green, blue, _ = _dark.in_the_dark(at.plots.WITHIN)
    assert blue > green > red


def test_white_becomes_the_ground_and_what_cannot_be_seen_stays_unseen():
    assert np.allclose(_dark.in_the_dark("white")[:3], to_rgb(_dark.GROUND), atol=0.01)
    assert _dark.in_the_dark("none")[3] == 0


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


def test_what_is_written_on_a_heat_map_keeps_its_colour():
    _, ax = plt.subplots()
    ax.imshow([[0, 1]], cmap="Greys", vmin=0, vmax=1)
    ax.text(0, 0, "0", color="black", size=40)
    pixels = picture(ax.figure)
    assert ((pixels[..., :3] < 0.05).all(axis=-1) & (pixels[..., 3] == 1)).sum() > 100  # of the letter
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


def test_a_picture_without_a_twin_stays_one():
    (node,) = with_twin(lambda *_: [nodes.image(uri="x")])(SimpleNamespace(), MimeData("image/png", "x"))
    assert node["classes"] == []
