"""Sphinx extension: the bar of a folded solution has no link.

The whole bar opens the solution. sphinx-exercise puts a link to the exercise
into it, which leads away instead. The exercise stands right above, so the
words of the link stay and the link goes.
"""

from docutils import nodes
from sphinx_exercise.nodes import solution_node


def unlink_bars(app, doctree, page):
    """Leave only the words of the links in the bars; called by Sphinx."""
    for solution in doctree.findall(solution_node):
        if "dropdown" in solution["classes"]:
            for link in list(solution[0].findall(nodes.reference)):
                link.parent.replace(link, link.children)


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("doctree-resolved", unlink_bars)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
