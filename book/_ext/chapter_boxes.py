"""Sphinx extension: what boxes, solutions, proofs and tables need on a page.

In a notebook the cell with the questions follows the Markdown cell with the
exercise, so that both can be read in JupyterLab; here it moves into the box.
A prediction stays where it is. The output of a cell names its questions, which
are written out here.

The whole bar of a folded solution opens it. sphinx-exercise puts a link to the
exercise into the bar, which leads away instead. The exercise stands right
above, so the words of the link stay and the link goes. They are the name of
the button too, which sphinx-togglebutton calls the same in all bars.

sphinx-proof writes "Proof. " into the first line of a proof. A first line
"1. ..." begins no list any more then, and "2. ..." goes on with its paragraph.

The empty corner of a table is a cell and not the header of a column.
"""

import re
from pathlib import Path

from aucc_teach.exercises.folders import is_prediction
from aucc_teach.exercises.widget import widgets_of
from docutils import nodes
from docutils.statemachine import StringList
from parallel_writing import IN_PARALLEL
from sphinx.util import logging
from sphinx_exercise.nodes import (
    exercise_enumerable_node,
    exercise_node,
    solution_node,
)
from sphinx_proof.directive import ProofDirective

POINTER = re.compile(r'<p data-label="((?:ex|pre)-[^"]+)">.*</p>')


def is_questions(node):
    """Whether a node is a cell with questions, of exercise or prediction."""
    return "cell" in node["classes"] and any(
        POINTER.match(raw.astext()) for raw in node.findall(nodes.raw)
    )


def page_html(label, *, folder=None):
    """Write a part of an exercise for a page, in place of its notebook's.

    The label is that of the exercise, of one of its demos, or of a prediction;
    the search for ``questions`` begins in the folder, and goes on upward.

    >>> from chapter_boxes import page_html
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
        # It runs after the script that makes the buttons.
        app.add_js_file(None, body=NAME_BUTTONS, priority=900)


class Proof(ProofDirective):
    """The directive. Its first word has a paragraph if none follows it."""

    def run(self):
        """Make the proof; called by docutils."""
        self.assert_has_content()
        self.content = StringList(["", ""], self.env.docname) + self.content
        (proof,) = super().run()
        word, first, *_ = box = proof[0]
        if isinstance(first, nodes.paragraph):
            first.insert(0, nodes.Text(f"{word.astext()} "))
            box.remove(word)
        return [proof]


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.setup_extension("sphinx_proof")
    app.add_directive_to_domain("prf", "proof", Proof, override=True)
    app.connect("doctree-resolved", move_questions)
    app.connect("doctree-resolved", unlink_bars)
    app.connect("html-page-context", name_parts)
    return IN_PARALLEL
