"""Sphinx extension: a list of the definitions and theorems with their titles.

The index of sphinx-proof lists labels. The directive `statement-list` gives
for each chapter the number and the title of what it defines and proves.
"""

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective


class statement_list(nodes.General, nodes.Element):
    """Where the list goes once all pages are read."""


class StatementList(SphinxDirective):
    """The directive."""

    def run(self):
        """Leave a place for the list; called by docutils."""
        return [statement_list(docname=self.env.docname)]


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


class FillStatementLists(SphinxPostTransform):
    """Put the lists in their places, before references are resolved."""

    default_priority = 5

    def run(self, **kwargs):
        """Fill the places of one page; called by Sphinx."""
        for place in list(self.document.findall(statement_list)):
            place.replace_self(self.chapters(place["docname"]))

    def chapters(self, here):
        """List the pages that have statements, in the order of the book."""
        chapters = nodes.definition_list()
        for page in self.env.collect_relations():
            statements = [
                node
                for node in self.env.get_doctree(page).findall(nodes.Admonition)
                if "realtype" in node and "label" in node
            ]
            if statements:
                chapters += self.chapter(here, page, statements)
        return chapters

    def chapter(self, here, page, statements):
        """Make the entry of one page: its title and its statements."""
        link = nodes.reference(
            "",
            "",
            *self.env.titles[page].deepcopy().children,
            internal=True,
            refuri=self.app.builder.get_relative_uri(here, page),
            secnumber=self.env.toc_secnumbers.get(page, {}).get("", ()),
        )
        form = self.config.proof_title_format
        items = nodes.bullet_list("", *(item(s, form) for s in statements))
        return nodes.definition_list_item(
            "", nodes.term("", "", link), nodes.definition("", items)
        )


def pages_with_lists(app, env):
    """Name the pages to write anew when a chapter changes; called by Sphinx."""
    return [
        page
        for page in env.found_docs
        if next(env.get_doctree(page).findall(statement_list), None)
    ]


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.add_node(statement_list)
    app.add_directive("statement-list", StatementList)
    app.add_post_transform(FillStatementLists)
    app.connect("env-updated", pages_with_lists)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
