"""Sphinx extension: a figure has a picture for light pages and one for dark.

While the book is built, the kernels draw a dark twin of every figure and send
it along (`aucc_teach.plots.use_style`). Here it becomes a second picture beside
the first, with the same description; the theme shows one of the two.
"""

import os

from myst_nb.core.render import MimeData, NbElementRenderer

_PNG = "image/png"


def with_twin(render_image):
    """Wrap MyST-NB's function for pictures: two where there is a twin."""

    def render(renderer, data):
        pictures = render_image(renderer, data)
        options = dict(data.output_metadata.get(_PNG, {}))
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
        for nodes, when in ((pictures, "only-light"), (twins, "only-dark")):
            for node in nodes:
                node["classes"].append(when)
        return [*pictures, *twins]

    return render


def setup(app):
    """Set the extension up; called by Sphinx."""
    os.environ["AUCC_TEACH_DARK_FIGURES"] = "1"  # kernels inherit it
    NbElementRenderer.render_image = with_twin(NbElementRenderer.render_image)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
