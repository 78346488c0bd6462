"""Sphinx extension: what a screen reader says of solutions and tables.

The whole bar of a folded solution opens it. sphinx-exercise puts a link to the
exercise into the bar, which leads away instead. The exercise stands right
above, so the words of the link stay and the link goes. They are the name of
the button too, which sphinx-togglebutton calls the same in all bars.

The empty corner of a table is a cell and not the header of a column.
"""

from docutils import nodes
from sphinx_exercise.nodes import solution_node

NAME_BUTTONS = """
addEventListener("DOMContentLoaded", () => {
  const bars = ".solution > .admonition-title";
  for (const bar of document.querySelectorAll(bars)) {
    const words = bar.textContent.trim().replace(/\\s+/g, " ");
    bar.querySelector(".toggle-button")?.setAttribute("aria-label", words);
  }
});
"""
EMPTY_HEADER = '<th class="head"><p></p></th>'


def unlink_bars(app, doctree, page):
    """Leave only the words of the links in the bars; called by Sphinx."""
    for solution in doctree.findall(solution_node):
        if "dropdown" in solution["classes"]:
            for link in list(solution[0].findall(nodes.reference)):
                link.parent.replace(link, link.children)


def name_parts(app, page, template, context, doctree):
    """Name the buttons of the bars, and no empty header; called by Sphinx."""
    if body := context.get("body"):
        context["body"] = body.replace(EMPTY_HEADER, "<td></td>")
    if 'class="solution dropdown' in context.get("body", ""):
        # After the script that makes the buttons.
        app.add_js_file(None, body=NAME_BUTTONS, priority=900)


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("doctree-resolved", unlink_bars)
    app.connect("html-page-context", name_parts)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
