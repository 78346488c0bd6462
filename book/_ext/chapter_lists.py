"""Sphinx extension: what each chapter has, listed for all chapters.

The box at the head of each chapter ends with a link to the page that helps
where a reader is stuck; it is made here, and not written in any chapter.

The directive `objective-list` gives for each chapter what its readers will be
able to do, and below each of these the exercises that say they test it; with
the flag `here` for the chapter in which it stands. The directive
`statement-list` gives the number and the title of what a chapter defines and
proves; the index of sphinx-proof lists labels.

A directive leaves a place for the list; once all pages are read, it is filled
with one entry for each chapter that has something to list.
"""

import re
from functools import partial
from pathlib import Path

from aucc_teach.exercises import all_questions
from docutils import nodes
from docutils.parsers.rst import directives
from parallel_writing import IN_PARALLEL
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx_exercise.nodes import exercise_subtitle, is_exercise_node


class ListPlace(nodes.General, nodes.Element):
    """Where a list goes once all pages are read."""


class FillLists(SphinxPostTransform):
    """Put the lists in their places, before references are resolved."""

    place = ListPlace  # the class of the places that are filled

    def run(self, **kwargs):
        """Fill the places of one page; called by Sphinx."""
        for place in list(self.document.findall(self.place)):
            place.replace_self(self.content(place))

    def content(self, place):
        """What goes into a place."""
        return self.chapters(place["docname"])

    def listed(self, page):
        """What a chapter has to list, as one node; empty without any."""
        raise NotImplementedError

    def chapters(self, here):
        """List the pages that have something, in the order of the book."""
        chapters = nodes.definition_list()
        for page in self.env.collect_relations():
            if listed := self.listed(page):
                chapters += self.chapter(here, page, listed)
        return chapters

    def chapter(self, here, page, listed):
        """Make the entry of one page: its title and what it has."""
        link = nodes.reference(
            "",
            "",
            *self.env.titles[page].deepcopy().children,
            internal=True,
            refuri=self.app.builder.get_relative_uri(here, page),
            secnumber=self.env.toc_secnumbers.get(page, {}).get("", ()),
        )
        return nodes.definition_list_item(
            "", nodes.term("", "", link), nodes.definition("", listed)
        )


def leave(place, env):
    """Leave a place on the page that is read, and note that it has one."""
    env.metadata[env.docname][type(place).__name__] = ""
    return [place]


def pages_with(place, app, env):
    """Name the pages that have places of a class; called by Sphinx.

    They are written anew when a chapter changes.
    """
    return [
        page
        for page in env.found_docs
        if place.__name__ in env.metadata.get(page, ())
    ]


BOX = "What you will be able to do"
STUCK = "book/back/when_you_are_stuck"
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


def link_to_help(app, doctree):
    """End the box of a chapter with the link; called by Sphinx."""
    if STUCK not in app.env.found_docs:
        return
    for box in doctree.findall(nodes.admonition):
        if box[0].astext() == BOX:
            link = addnodes.pending_xref(
                "",
                nodes.inline("", "When you are stuck"),
                refdomain="std",
                reftype="doc",
                refdoc=app.env.docname,
                reftarget=f"/{STUCK}",
                refexplicit=True,
                refwarn=True,
            )
            box += nodes.paragraph(
                "", "", nodes.Text("Stuck? "), link, classes=["stuck"]
            )


class statement_list(ListPlace):
    """Where a list of statements goes."""


class StatementList(SphinxDirective):
    """The directive."""

    def run(self):
        """Leave a place for the list; called by docutils."""
        return leave(statement_list(docname=self.env.docname), self.env)


def bare_title(statement, title_format):
    """Copy a statement's title without what the format puts around it."""
    before, after = title_format.split("%t")
    title = statement[0].deepcopy()
    if title.children and isinstance(title[0], nodes.Text):
        title[0] = nodes.Text(title[0].removeprefix(before))
    if title.children and isinstance(title[-1], nodes.Text):
        title[-1] = nodes.Text(title[-1].removesuffix(after))
    return title.children


def item(statement, title_format):
    """Make the entry of one statement: a reference to it, and its title."""
    label = statement["label"]
    number = addnodes.pending_xref(
        "",
        nodes.inline(label, label),
        refdomain="prf",
        reftype="ref",
        reftarget=label,
        refexplicit=False,
        refwarn=True,
    )
    line = nodes.paragraph("", "", number)
    if title := bare_title(statement, title_format):
        line += [nodes.Text(": "), *title]
    return nodes.list_item("", line)


class FillStatementLists(FillLists):
    """Put the lists in their places."""

    default_priority = 5
    place = statement_list

    def listed(self, page):
        """List the statements of a page with their titles, or nothing."""
        form = self.config.proof_title_format
        items = [
            item(node, form)
            for node in self.env.get_doctree(page).findall(nodes.Admonition)
            if "realtype" in node and "label" in node
        ]
        return nodes.bullet_list("", *items) if items else []


def setup(app):
    """Set the extension up; called by Sphinx."""
    for place, name, directive, fill in (
        (objective_list, "objective-list", ObjectiveList, FillObjectiveLists),
        (statement_list, "statement-list", StatementList, FillStatementLists),
    ):
        app.add_node(place)
        app.add_directive(name, directive)
        app.add_post_transform(fill)
        app.connect("env-updated", partial(pages_with, place))
    app.connect("doctree-read", link_to_help)
    return IN_PARALLEL
