"""Sphinx extension: the bar of a folded solution has no link, but a name.

The whole bar opens the solution. sphinx-exercise puts a link to the exercise
into it, which leads away instead. The exercise stands right above, so the
words of the link stay and the link goes. They are the name of the button too,
which sphinx-togglebutton calls the same in all bars.
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


def unlink_bars(app, doctree, page):
    """Leave only the words of the links in the bars; called by Sphinx."""
    for solution in doctree.findall(solution_node):
        if "dropdown" in solution["classes"]:
            for link in list(solution[0].findall(nodes.reference)):
                link.parent.replace(link, link.children)


def name_buttons(app, page, template, context, doctree):
    """Let a page name the buttons of its bars; called by Sphinx."""
    if 'class="solution dropdown' in context.get("body", ""):
        # After the script that makes the buttons.
        app.add_js_file(None, body=NAME_BUTTONS, priority=900)


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("doctree-resolved", unlink_bars)
    app.connect("html-page-context", name_buttons)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
