"""Sphinx extension: the questions of an exercise stand inside its box.

In a notebook the cell with the questions follows the Markdown cell with the
exercise, so that both can be read in JupyterLab; here it moves into the box.
A prediction stays where it is. The output of a cell names its questions, which
are written out here.
"""

import re
from pathlib import Path

from aucc_teach.exercises._exercise import widgets_of
from aucc_teach.exercises._folders import is_prediction
from docutils import nodes
from sphinx.util import logging
from sphinx_exercise.nodes import exercise_enumerable_node, exercise_node

POINTER = re.compile(r'<p data-label="((?:ex|pre)-[^"]+)">.*</p>')


def is_questions(node):
    """Whether a node is a cell with questions, of exercise or prediction."""
    return "cell" in node["classes"] and any(
        POINTER.match(raw.astext()) for raw in node.findall(nodes.raw)
    )


def page_html(label, *, folder=None):
    """Write the questions of an exercise, or one of its demos, for a page.

    Parameters
    ----------
    label : str
        Label of the exercise, such as ``"ex-pairs-move"``, of one of its
        demos, such as ``"ex-pairs-move:0"``, or of a prediction.
    folder : path, optional
        Where the search for ``questions`` begins, to go on upward; without it,
        the working directory.

    Returns
    -------
    str
        HTML of one element, as it stands in a built page in place of what its
        notebook holds.

    Raises
    ------
    ValueError
        If no exercise, demo or prediction has this label.

    Examples
    --------
    >>> from exercise_boxes import page_html
    >>> page_html("ex-pairs-move:0", folder="book")[:47]
    '<div class="demo-host" data-demo="pair-table" d'
    """
    widgets = widgets_of(label.partition(":")[0], folder)
    found = {one.label: one for one in widgets}
    if label not in found:
        raise ValueError(f"label must be one of {list(found)}. Got {label!r}.")
    return found[label].page_html()


def labels_of(cell):
    """Labels of what a cell asks, each with its place in the cell."""
    raws = [
        (raw, POINTER.match(raw.astext())) for raw in cell.findall(nodes.raw)
    ]
    return {found[1]: raw for raw, found in raws if found}


def write_out(cell, folder):
    """Put the questions of a cell in the places where it names them."""
    for label, raw in labels_of(cell).items():
        html = page_html(label, folder=folder)
        raw.replace_self(nodes.raw("", html, format="html"))


def move_questions(app, doctree, page):
    """Move each cell with questions into the exercise before it.

    A prediction stays where it is.
    """
    folder = Path(app.env.doc2path(page)).parent
    for cell in list(filter(is_questions, doctree.findall(nodes.container))):
        if all(map(is_prediction, labels_of(cell))):
            write_out(cell, folder)
            continue
        before = cell.parent[cell.parent.index(cell) - 1]
        if isinstance(before, exercise_node | exercise_enumerable_node):
            cell.parent.remove(cell)
            before[-1].append(cell)
            write_out(cell, folder)
        else:
            logging.getLogger(__name__).warning(
                "questions follow no exercise", location=page
            )


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("doctree-resolved", move_questions)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
