"""Sphinx extension: a result is covered until the reader has predicted it.

What follows a prediction stands in one element, up to the block that resolves
it: the first paragraph after an output or a table that does not lead on to
another output or, where nothing is shown, the first block. Where another block
does, the metadata of the prediction's cell have some words of that block, as
``"covered_to": "The means of ARI and AUCC do not notice"``. A heading, an
exercise and another prediction are never covered.

A script covers and uncovers that element, so that all is in view where no
script runs.
"""

import re
from itertools import pairwise, takewhile

from docutils import nodes
from parallel_writing import IN_PARALLEL
from sphinx.util import logging
from sphinx_exercise.nodes import (
    exercise_enumerable_node,
    exercise_node,
    solution_node,
)

PREDICTION = re.compile(r'data-label="(pre-[^"]+)"')
BOUNDS = (
    nodes.section,
    exercise_node,
    exercise_enumerable_node,
    solution_node,
)
START = '<div class="covered" data-until="{}">'


def label_of(node):
    """Label of the prediction that a cell asks for, if it does."""
    if "cell" not in node.get("classes", ()):
        return None
    found = (PREDICTION.search(raw.astext()) for raw in node.findall(nodes.raw))
    return next((one[1] for one in found if one), None)


def shows(block):
    """Whether a block shows a result: a table, or a cell that has output."""
    if isinstance(block, nodes.table):
        return True
    classes = block.get("classes", ())
    return "cell" in classes and any(
        "cell_output" in one["classes"]
        for one in block.findall(nodes.container)
    )


def covered(blocks, words=None):
    """Give those of the blocks after a prediction that are covered.

    `words` are some of the last one's; where none has them, none is covered.
    """
    blocks = list(
        takewhile(
            lambda one: not isinstance(one, BOUNDS) and not label_of(one),
            blocks,
        )
    )
    if words:
        # The page has typographer's quotes, what a notebook names has not.
        texts = (
            one.astext().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
            for one in blocks
        )
        has_words = [words in " ".join(text.split()) for text in texts]
        return blocks[: has_words.index(True) + 1] if any(has_words) else []
    are_shown = [*map(shows, blocks), False]
    first = are_shown.index(True) if any(are_shown) else 0
    ends = (
        i
        for i, (_, leads_on) in enumerate(pairwise(are_shown), 1)
        if i > first
        and isinstance(blocks[i - 1], nodes.paragraph)
        and not leads_on
    )
    return blocks[: next(ends, len(blocks))]


def cover(app, doctree, page):
    """Put what follows each prediction into one element; called by Sphinx."""
    for cell in list(doctree.findall(nodes.container)):
        if label := label_of(cell):
            section, place = cell.parent, cell.parent.index(cell) + 1
            words = cell["cell_metadata"].get("covered_to")
            found = covered(section[place:], words)
            if not found:
                logging.getLogger(__name__).warning(
                    "nothing after %s resolves it%s",
                    label,
                    f", or has the words {words!r}" if words else "",
                    location=page,
                )
                continue
            # The buttons for all cells stay in reach, outside of the cover.
            tools = [one for one in found if isinstance(one, nodes.raw)]
            section[place : place + len(found)] = [
                *tools,
                nodes.raw("", START.format(label), format="html"),
                *(one for one in found if one not in tools),
                nodes.raw("", "</div>", format="html"),
            ]


def add_script(app, page, template, context, doctree):
    """Put script and sheet on the pages that need them; called by Sphinx."""
    if 'class="covered"' in context.get("body", ""):
        app.add_css_file("covers.css")
        # It runs before the demos, since a link may lead to the first of them.
        app.add_js_file("covers.js", priority=99, loading_method="defer")


def setup(app):
    """Set the extension up; called by Sphinx."""
    # This runs when questions and buttons are in their places.
    app.connect("doctree-resolved", cover, priority=600)
    app.connect("html-page-context", add_script)
    return IN_PARALLEL
