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
from pathlib import Path

from aucc_teach.exercises import all_questions
from docutils import nodes
from docutils.parsers.rst import directives
from parallel_writing import IN_PARALLEL
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx_exercise.nodes import exercise_subtitle, is_exercise_node


class list_place(nodes.General, nodes.Element):
    """Where a list goes once all pages are read."""


class ListDirective(SphinxDirective):
    """The directives: each leaves a place for the list of its name."""

    optional_arguments = 2  # of the extension `citation`
    option_spec = {"here": directives.flag}  # noqa: RUF012

    def run(self):
        """Leave the place, and note that the page has one."""
        page, here = self.env.docname, "here" in self.options
        self.env.metadata[page][self.name] = ""
        more = {"page": page, "given": self.arguments, "here": here}
        return [list_place(name=self.name, **more)]


class FillLists(SphinxPostTransform):
    """Put the lists in their places, before references are resolved."""

    default_priority = 4

    def run(self, **kwargs):
        """Fill the places of one page; called by Sphinx."""
        for place in list(self.document.findall(list_place)):
            place.replace_self(FILL[place["name"]](self.app, place))


def pages_with(name, env):
    """Pages with a list of this name."""
    return [page for page in env.found_docs if name in env.metadata[page]]


def pages_to_write(app, env):
    """Name the pages that are written anew; called by Sphinx."""
    return [*pages_with("objective-list", env), *pages_with(STATEMENTS, env)]


def chapters(app, here, listed):
    """List the pages that have something, in the order of the book."""
    found = nodes.definition_list()
    for page in app.env.collect_relations():
        if what := listed(app, page):
            link = nodes.reference(
                "",
                "",
                *app.env.titles[page].deepcopy().children,
                internal=True,
                refuri=app.builder.get_relative_uri(here, page),
                secnumber=app.env.toc_secnumbers.get(page, {}).get("", ()),
            )
            term = nodes.term("", "", link)
            definition = nodes.definition("", what)
            found += nodes.definition_list_item("", term, definition)
    return found


def reference(shown, domain, kind, target, *, explicit=False, **more):
    """Make a reference that Sphinx resolves later."""
    more |= {"refdomain": domain, "reftype": kind, "reftarget": target}
    return addnodes.pending_xref(
        "", shown, refexplicit=explicit, refwarn=True, **more
    )


BOX = "What you will be able to do"
STATEMENTS = "statement-list"
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
    shown = nodes.literal("", label, classes=["xref", "std", "std-numref"])
    number = reference(shown, "std", "numref", label)
    line = nodes.paragraph("", "", number)
    for subtitle in exercise.findall(exercise_subtitle):
        line += [nodes.Text(": "), *subtitle.deepcopy().children]
    hows = [how.strip(" ,.:"), ", ".join(kinds_of(label, folder))]
    line += nodes.Text(f" ({'; '.join(filter(None, hows))})")
    return numbers(tested), line


def boxes(doctree):
    """Boxes that say what a chapter teaches; it has one, other pages none."""
    return [
        box
        for box in doctree.findall(nodes.admonition)
        if box[0].astext() == BOX
    ]


def objectives(app, page):
    """List the objectives of a page with their exercises, or nothing."""
    doctree = app.env.get_doctree(page)
    if not (found := boxes(doctree)):
        return []
    found = next(found[0].findall(nodes.enumerated_list)).deepcopy()
    folder = Path(app.env.doc2path(page)).parent
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


def objective_list(app, place):
    """Objectives of one chapter, or of all."""
    if place["here"]:
        return objectives(app, place["page"])
    return chapters(app, place["page"], objectives)


def link_to_help(app, doctree):
    """End the box of a chapter with the link; called by Sphinx."""
    for box in boxes(doctree) if STUCK in app.env.found_docs else ():
        words, here = nodes.inline("", "When you are stuck"), app.env.docname
        more = {"explicit": True, "refdoc": here}
        link = reference(words, "std", "doc", f"/{STUCK}", **more)
        said = nodes.Text("Stuck? ")
        box += nodes.paragraph("", "", said, link, classes=["stuck"])


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
    number = reference(nodes.inline(label, label), "prf", "ref", label)
    line = nodes.paragraph("", "", number)
    if title := bare_title(statement, title_format):
        line += [nodes.Text(": "), *title]
    return nodes.list_item("", line)


def statements(app, page):
    """List the statements of a page with their titles, or nothing."""
    items = [
        item(node, app.config.proof_title_format)
        for node in app.env.get_doctree(page).findall(nodes.Admonition)
        if "realtype" in node and "label" in node
    ]
    return nodes.bullet_list("", *items) if items else []


#: What fills a place, by the name of its directive.
FILL = {
    "objective-list": objective_list,
    STATEMENTS: lambda app, place: chapters(app, place["page"], statements),
}


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.add_node(list_place)
    app.add_post_transform(FillLists)
    for name in ("objective-list", STATEMENTS):
        app.add_directive(name, ListDirective)
    app.connect("env-updated", pages_to_write)
    app.connect("doctree-read", link_to_help)
    return IN_PARALLEL
