"""Sphinx extension: the questions of an exercise stand inside its box.

In a notebook the cell with the questions follows the Markdown cell with the
exercise, so that both can be read in JupyterLab; here it moves into the box.
"""

from docutils import nodes
from sphinx.util import logging
from sphinx_exercise.nodes import exercise_enumerable_node, exercise_node


def is_questions(node):
    """Whether a node is a cell with the questions of an exercise."""
    return "cell" in node["classes"] and any(
        'data-label="ex-' in raw.astext() for raw in node.findall(nodes.raw)
    )


def move_questions(app, doctree, page):
    """Move each cell with questions into the exercise before it."""
    for cell in list(filter(is_questions, doctree.findall(nodes.container))):
        before = cell.parent[cell.parent.index(cell) - 1]
        if isinstance(before, exercise_node | exercise_enumerable_node):
            cell.parent.remove(cell)
            before[-1].append(cell)
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
