"""Sphinx extension: the objectives of the chapters, with what tests each.

The directive `objective-list` gives for each chapter what its readers will be
able to do, and below each of these the exercises that say they test it; with
the flag `here` for the chapter in which it stands.
"""

import re
from pathlib import Path

from aucc_teach.exercises import all_questions
from docutils import nodes
from docutils.parsers.rst import directives
from lists_by_chapter import FillLists, ListPlace, leave, pages_with
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective
from sphinx_exercise.nodes import exercise_subtitle, is_exercise_node

BOX = "What you will be able to do"
TESTS = re.compile(r"Objectives? (\d+(?:(?:, | and | to )\d+)*)(.*)")
# What is asked for, by the kind of the question.
KINDS = {
    "number": "a number",
    "choice": "a choice",
    "order": "an order",
    "objects": "a selection",
    "construct": "a demo",
    "open": "a text",
    "break": "a counterexample",
    "write": "a function",
}


class objective_list(ListPlace):
    """Where a list of objectives goes."""


class ObjectiveList(SphinxDirective):
    """The directive."""

    option_spec = {"here": directives.flag}  # noqa: RUF012

    def run(self):
        """Leave a place for the list; called by docutils."""
        here = "here" in self.options
        place = objective_list(docname=self.env.docname, here=here)
        return leave(place, self.env)


def numbers(text):
    """Numbers that a text such as "1, 3 and 5" or "2 to 5" names."""
    found = []
    for joint, number in re.findall(r"( to )?(\d+)", text):
        first = found[-1] + 1 if joint else int(number)
        found += range(first, int(number) + 1)
    return found


def kinds_of(label, folder):
    """What the questions of an exercise ask for, each once."""
    questions = all_questions(folder=folder).get(label, ())
    return list(dict.fromkeys(KINDS[question.kind] for question in questions))


def line_of(exercise, folder):
    """Make the line of an exercise: a reference, its title, how it is done.

    Returns the numbers of the objectives that it tests, too.
    """
    label = exercise["label"]
    said = " ".join(
        next(
            text
            for node in exercise.findall(nodes.emphasis)
            if (text := node.astext()).startswith("Objective")
        ).split()
    )
    tested, how = TESTS.match(said).groups()
    number = addnodes.pending_xref(
        "",
        nodes.literal("", label, classes=["xref", "std", "std-numref"]),
        refdomain="std",
        reftype="numref",
        reftarget=label,
        refexplicit=False,
        refwarn=True,
    )
    line = nodes.paragraph("", "", number)
    for subtitle in exercise.findall(exercise_subtitle):
        line += [nodes.Text(": "), *subtitle.deepcopy().children]
    hows = [how.strip(" ,.:"), ", ".join(kinds_of(label, folder))]
    line += nodes.Text(f" ({'; '.join(filter(None, hows))})")
    return numbers(tested), line


class FillObjectiveLists(FillLists):
    """Put the lists in their places."""

    default_priority = 4
    place = objective_list

    def content(self, place):
        """What goes into a place: of one chapter, or of all."""
        if place["here"]:
            return self.listed(place["docname"])
        return self.chapters(place["docname"])

    def listed(self, page):
        """List the objectives of a page with their exercises, or nothing."""
        doctree = self.env.get_doctree(page)
        boxes = [
            box
            for box in doctree.findall(nodes.admonition)
            if box[0].astext() == BOX
        ]
        if not boxes:
            return []
        found = next(boxes[0].findall(nodes.enumerated_list)).deepcopy()
        folder = Path(self.env.doc2path(page)).parent
        tests = [
            line_of(node, folder) for node in doctree.findall(is_exercise_node)
        ]
        for i, objective in enumerate(found, start=1):
            lines = [
                nodes.list_item("", line.deepcopy())
                for tested, line in tests
                if i in tested
            ]
            objective += nodes.bullet_list("", *lines)
        return found


def pages_with_lists(app, env):
    """Name the pages to write anew when a chapter changes; called by Sphinx."""
    return pages_with(objective_list, env)


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.add_node(objective_list)
    app.add_directive("objective-list", ObjectiveList)
    app.add_post_transform(FillObjectiveLists)
    app.connect("env-updated", pages_with_lists)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
