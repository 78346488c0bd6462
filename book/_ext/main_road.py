"""Sphinx extension: previous and next follow the main road.

Excursions are listed below their chapter in `_toc.yml`. Sphinx would lead
through all of them; here a chapter leads to the next chapter, and an excursion
back to its chapter and on to the next one.
"""


def links(page, relations, parents):
    """Pages before and after a page of the road or an excursion, or None.

    `relations` has for each page its parent, the page before and the page
    after, as Sphinx orders them; `parents` the chapter of each excursion.
    """

    def along(place):
        step = relations[start][place]
        while step in parents:
            step = relations[step][place]
        return step

    start = parents.get(page, page)
    before = start if page in parents else along(1)
    return before, along(2)


def chapters_of_excursions(includes, root):
    """Name the page below which each page stands that is not of the root's."""
    return {
        page: chapter
        for chapter, pages in includes.items()
        if chapter != root
        for page in pages
    }


def set_links(app, page, template, context, doctree):
    """Put the two links into the context of a page; called by Sphinx."""
    relations = getattr(app.builder, "relations", {})
    if page not in relations:
        return
    parents = chapters_of_excursions(
        app.env.toctree_includes, app.config.root_doc
    )
    found = links(page, relations, parents)
    for name, target in zip(("prev", "next"), found, strict=True):
        if target is None:
            context[name] = None
            continue
        title = app.builder.render_partial(app.env.titles[target])["title"]
        link = app.builder.get_relative_uri(page, target)
        context[name] = {"link": link, "title": title}


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("html-page-context", set_links)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
