"""Sphinx extension: previous and next follow the main road, and what is done.

Excursions are listed below their chapter in `_toc.yml`. Sphinx would lead
through all of them; here a chapter leads to the next chapter, and an excursion
back to its chapter and on to the next one.

What the reader answered is kept in the browser alone; `progress.js` counts it.
Here the page about the book gets a list of the chapters with their exercises,
which the script fills and shows, and the pages get the script.
"""

import json
import re
from html import escape
from pathlib import Path

from aucc_teach.exercises import questions_of
from aucc_teach.exercises.folders import retired
from docutils import nodes
from parallel_writing import IN_PARALLEL
from sphinx.util import logging


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


ABOUT = "book/back/about"  # the page that has the list,
PLACE = "the-map"  # and its section that the list ends
LABEL = re.compile(r'data-label="(ex-[^":]+)(:\d+)?"')
LINE = (
    '<li data-exercises="{}" data-questions="{}">'
    '<a href="{}">{}</a> <span></span></li>'
)
LIST = """<div class="course-progress" data-retired="{}" hidden>
<p role="status"></p>
<ul>
{}
</ul>
<button type="button">Forget all answers</button>
</div>
"""


def exercises_of(doctree):
    """Labels of what has to be done, exercise by exercise."""
    found = {}
    for raw in doctree.findall(nodes.raw):
        for label, part in LABEL.findall(raw.astext()):
            found.setdefault(label, {})[label + part] = None
    return [list(labels) for labels in found.values()]


def note_exercises(app, doctree):
    """Keep what a page asks, for the list of chapters; called by Sphinx."""
    if found := exercises_of(doctree):
        app.env.metadata[app.env.docname]["exercises"] = found


def list_chapters(app, doctree, page):
    """Put the list of the chapters into its page; called by Sphinx."""
    if page != ABOUT:
        return
    lines = []
    for chapter in app.env.collect_relations():
        if exercises := app.env.metadata.get(chapter, {}).get("exercises"):
            data = escape(json.dumps(exercises))
            link = app.builder.get_relative_uri(page, chapter)
            # The title ends at its colon, as on the map.
            title = escape(app.env.titles[chapter].astext().split(":")[0])
            labels = (first.partition(":")[0] for first, *_ in exercises)
            folder = Path(app.env.doc2path(chapter)).parent
            numbers = [len(questions_of(one, folder=folder)) for one in labels]
            lines.append(LINE.format(data, numbers, link, title))
    # They may be among the loaded answers to an exercise that is still asked.
    gone = escape(json.dumps([*retired(folder=Path(app.srcdir, "book"))]))
    for section in doctree.findall(nodes.section):
        if PLACE in section["ids"]:
            section += nodes.raw(
                "", LIST.format(gone, "\n".join(lines)), format="html"
            )
            return
    logging.getLogger(__name__).warning(
        "the page has no section %s for the progress",
        PLACE,
        location=page,
    )


def add_script(app, page, template, context, doctree):
    """Put the script on the pages that have something to count."""
    body = context.get("body", "")
    if 'class="course-progress"' in body or LABEL.search(body):
        app.add_css_file("progress.css")
        app.add_js_file("progress.js", loading_method="defer")
        app.add_js_file("aucc-answers.js", loading_method="defer")


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("html-page-context", set_links)
    app.connect("doctree-read", note_exercises)
    app.connect("doctree-resolved", list_chapters)
    app.connect(
        "env-updated", lambda app, env: [ABOUT] if ABOUT in env.all_docs else []
    )
    app.connect("html-page-context", add_script)
    return IN_PARALLEL
