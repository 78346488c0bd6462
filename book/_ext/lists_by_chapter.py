"""What lists by chapter share: of objectives, and of definitions and theorems.

A directive leaves a place for the list; once all pages are read, it is filled
with one entry for each chapter that has something to list.
"""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform


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


def pages_with(place, env):
    """Name the pages that have places of a class.

    They are written anew when a chapter changes.
    """
    return [
        page
        for page in env.found_docs
        if place.__name__ in env.metadata.get(page, ())
    ]
