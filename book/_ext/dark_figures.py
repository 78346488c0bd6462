"""Sphinx extension: a figure has a picture for light pages and one for dark.

While the book is built, the kernels draw a dark twin of every figure and send
it along (`aucc_teach.plots.use_style`). Here it becomes a second picture beside
the first, with the same description; the theme shows one of the two. How many
points the smallest letters have on a phone is written on the picture, too,
as `data-letters`: the tests read it there.
"""

import os
from pathlib import Path

from docutils import nodes
from myst_nb.core.render import MimeData, NbElementRenderer
from parallel_writing import IN_PARALLEL
from PIL import Image
from sphinx.writers.html5 import HTML5Translator

_PNG = "image/png"


def with_twin(render_image):
    """Wrap MyST-NB's function for pictures: two where there is a twin."""

    def render(renderer, data):
        pictures = render_image(renderer, data)
        options = dict(data.output_metadata.get(_PNG, {}))
        letters = options.pop("letters", None)
        for node in pictures:
            node["letters"] = letters
        twin = options.pop("dark", None)
        if twin is None:
            return pictures
        dark = MimeData(
            data.mime_type,
            twin,
            cell_metadata=data.cell_metadata,
            output_metadata={_PNG: options},
            line=data.line,
        )
        twins = render_image(renderer, dark)
        for both, when in ((pictures, "only-light"), (twins, "only-dark")):
            for node in both:
                node["classes"].append(when)
        return [*pictures, *twins]

    return render


def visit_image(translator, node):
    """Write an image as Sphinx does, so that a browser can fetch it late.

    A picture is fetched when it comes into view, and the twin of the other
    theme never. Width and height reserve its place.
    """
    more = ""
    path = Path(translator.builder.srcdir, node["uri"])
    if path.suffix == ".png":
        with Image.open(path) as picture:
            size = 'width="{}" height="{}"'.format(*picture.size)
        more += f'loading="lazy" {size} '
    if node.get("letters") is not None:
        more += f'data-letters="{node["letters"]:.2f}" '
    HTML5Translator.visit_image(translator, node)
    written = translator.body[-1]
    translator.body[-1] = written.replace("<img ", f"<img {more}", 1)


def setup(app):
    """Set the extension up; called by Sphinx."""
    os.environ["AUCC_TEACH_DARK_FIGURES"] = "1"  # kernels inherit it
    NbElementRenderer.render_image = with_twin(NbElementRenderer.render_image)
    write = (visit_image, HTML5Translator.depart_image)
    app.add_node(nodes.image, override=True, html=write)
    return IN_PARALLEL
