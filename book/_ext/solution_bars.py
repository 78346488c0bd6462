"""Sphinx extension: the bar of a folded solution opens it, and does nothing else.

sphinx-exercise puts a link to the exercise into the bar, which sphinx-togglebutton
takes for none of its own: a press on it opened nothing, and led away. The exercise
stands right above, so the words stay and the link goes.
"""

from docutils import nodes
from sphinx_exercise.nodes import solution_node


def unlink_bars(app, doctree, page):
    """Put the words of the links in the bars in their place; called by Sphinx."""
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
