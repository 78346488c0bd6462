"""Sphinx extension: a list of the definitions and theorems with their titles.

The index of sphinx-proof lists labels. The directive `statement-list` gives
for each chapter the number and the title of what it defines and proves.
"""

from docutils import nodes
from lists_by_chapter import FillLists, ListPlace, leave, pages_with
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective


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


def pages_with_lists(app, env):
    """Name the pages to write anew when a chapter changes; called by Sphinx."""
    return pages_with(statement_list, env)


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
