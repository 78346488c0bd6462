"""The same figure for a dark page: light lettering, brighter lines, no ground of its own."""

import base64
import colorsys
import io
import pickle

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import Collection
from matplotlib.colors import ListedColormap, to_rgba, to_rgba_array
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from aucc_teach.plots._phone import smallest_letters

GROUND = "#121212"  # of the theme's dark pages
# WCAG asks for this contrast of text with its ground; coloured lines get it too.
CONTRAST = 4.5
_GREY = 0.1  # largest less smallest channel below which a colour is a grey


def send_dark_twins():
    """Let the inline backend send along, in the metadata of each picture, its dark twin and the size of its letters."""
    from IPython import get_ipython  # is there where an inline backend is

    formatter = get_ipython().display_formatter.formatters["image/png"]
    plain = formatter.lookup_by_type(Figure)

    def with_twin(figure):
        picture = plain(figure)
        if picture is None:
            return None
        data, metadata = picture
        twin = base64.b64encode(dark_picture(figure)).decode("ascii")
        return data, {**metadata, "dark": twin, "letters": smallest_letters(figure, metadata["width"])}

    formatter.for_type(Figure, with_twin)


def dark_picture(figure):
    """Draw a figure's dark twin: the bytes of a PNG of the same size, with a transparent ground."""
    twin = pickle.loads(pickle.dumps(figure))
    twin.draw_without_rendering()  # ticks come into being when they are drawn
    for axes in twin.axes:
        fixed = [image for image in axes.images if not _turned_over(image)]
        # Lettering was chosen for the cell of a heat map: if the cells keep their colours, so does what is on them.
        kept = {*axes.texts, *axes.lines, *axes.patches} if fixed else set()
        _recolour(axes, kept)
        axes.patch.set_alpha(0)
    for part in (twin, *twin.subfigs):
        titles = {part._suptitle, part._supxlabel, part._supylabel} - {None}
        # A part's texts come twice, and a colour that is turned twice is the first one again.
        for artist in {*part.texts, *part.legends, *part.lines} | titles:
            _recolour(artist, set())
    content = io.BytesIO()
    twin.savefig(content, format="png", dpi=2 * figure.dpi, bbox_inches="tight", facecolor="none")
    plt.close(twin)
    return content.getvalue()


def in_the_dark(colour):
    """Turn a colour for a dark ground: greys change places, colours keep their hue and gain light."""
    red, green, blue, alpha = to_rgba(colour)
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    if max(red, green, blue) - min(red, green, blue) < _GREY or light > 0.88:
        # The map runs from the ground to nearly white.
        light = 0.93 - 0.86 * light
        return (*colorsys.hls_to_rgb(hue, light, min(saturation, 0.3)), alpha)
    while contrast(colorsys.hls_to_rgb(hue, light, saturation)) < CONTRAST:
        light += 0.01
    return (*colorsys.hls_to_rgb(hue, light, saturation), alpha)


def contrast(rgb):
    """Return the contrast of a colour with the dark ground, from 1 to 21."""

    def luminance(colour):
        channels = np.array(colour[:3])
        linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
        return linear @ (0.2126, 0.7152, 0.0722)

    return (luminance(rgb) + 0.05) / (luminance(to_rgba(GROUND)) + 0.05)


def _recolour(root, kept):
    for artist in root.findobj():
        if artist in kept:
            continue
        if isinstance(artist, Text):
            artist.set_color(in_the_dark(artist.get_color()))
            # The children of a text include neither its plate nor its arrow.
            for patch in (artist.get_bbox_patch(), getattr(artist, "arrow_patch", None)):
                if patch is not None:
                    _recolour_patch(patch)
        elif isinstance(artist, Line2D):
            artist.set_markerfacecolor(_unless_none(artist.get_markerfacecolor()))
            artist.set_markeredgecolor(_unless_none(artist.get_markeredgecolor()))
            artist.set_color(in_the_dark(artist.get_color()))
        elif isinstance(artist, Patch):
            _recolour_patch(artist)
        elif isinstance(artist, Collection) and artist.get_array() is None:
            artist.set_facecolor([in_the_dark(colour) for colour in to_rgba_array(artist.get_facecolor())])
            artist.set_edgecolor([in_the_dark(colour) for colour in to_rgba_array(artist.get_edgecolor())])


def _turned_over(image):
    """Let a heat map that begins at white begin at the ground, and say whether it is one."""
    shades = image.get_cmap()
    if shades(0.0)[:3] != (1, 1, 1):
        return False
    image.set_cmap(ListedColormap([in_the_dark(shades(level)) for level in range(shades.N)]))
    return True


def _recolour_patch(patch):
    face, edge = patch.get_facecolor(), patch.get_edgecolor()
    patch.set_facecolor(in_the_dark(face))
    patch.set_edgecolor(in_the_dark(edge))


def _unless_none(colour):
    return colour if isinstance(colour, str) and colour.lower() == "none" else in_the_dark(colour)
