"""Sphinx extension: old addresses lead on.

`book/addresses.txt` has a line for each page of an earlier version, with the
labels that could be linked to there. Those that stand elsewhere now lead on
from their old page; a line `old > new: ...` says which page takes the place of
one that is gone. What is no longer asked leads to its chapter.
"""

import re
from collections import defaultdict
from html import escape
from pathlib import Path

from aucc_teach.exercises.folders import retired
from parallel_writing import IN_PARALLEL

LABEL = re.compile(
    r'^[\s"]*(?::(?:label|name): ([\w-]+)|\(([\w-]+)\)=|name": "(fig-[\w-]+)")',
    re.MULTILINE,
)
LINE = '<p class="old-address" id="{}">{}</p>'
# A reader without scripts sees the line that the address names, and no other.
SCRIPT = """<script>
(() => {
  const lead = () => {
    const line = document.getElementById(location.hash.slice(1));
    const isOld = line?.matches(".old-address");
    const link = isOld && line.querySelector("a[href*=html]");
    const page = document.querySelector("a.new-page");
    if (link) location.replace(link.href);
    else if (page) location.replace(page.href + location.hash);
  };
  lead();
  addEventListener("hashchange", lead);
})();
</script>"""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<style>.old-address:not(:target) {{ display: none; }}</style>
</head>
<body>
<p>This page now belongs to <a class="new-page" href="{link}">{title}</a>.</p>
{lines}
</body>
</html>
"""


def old_addresses(book):
    """Read for each old page its new one, or "", and its labels."""
    found = {}
    for line in (book / "addresses.txt").read_text("utf-8").splitlines():
        pages, _, labels = line.partition(":")
        old, _, new = pages.partition(" > ")
        found[f"book/{old}"] = new and f"book/{new}", labels.split()
    return found


def places(book, pages):
    """Find the page of each label; of what is retired, the chapter."""
    chapters = {page.rpartition("/")[2]: page for page in pages}
    found = {
        label: chapters[chapter]
        for label, chapter in retired(folder=book).items()
        if "/" not in label and chapter in chapters
    }
    for page in pages:
        paths = (book.parent / f"{page}{end}" for end in (".ipynb", ".md"))
        for path in filter(Path.exists, paths):
            for names in LABEL.findall(path.read_text("utf-8")):
                found["".join(names)] = page
    return found


def leads(book, pages):
    """List for each old page what leads on: label, and page if it is asked.

    What the pages of an edition lack leads nowhere.
    """
    found, place = defaultdict(list), places(book, pages)
    for page, (_, labels) in old_addresses(book).items():
        for label in labels:
            if place.get(label, page) != page:
                found[page].append((label, place[label]))
    for label in filter(place.get, retired(folder=book)):
        found[place[label]].append((label, None))
    return found


def note_leads(app, env):
    """Keep what leads on, and name the pages where it has changed."""
    before = getattr(env, "old_addresses", {})
    now = env.old_addresses = leads(Path(app.srcdir, "book"), env.found_docs)
    return [
        page for page in env.found_docs if before.get(page) != now.get(page)
    ]


def title_of(app, page):
    """Title of a page, without the star of an excursion."""
    return app.env.titles[page].astext().removeprefix("★ ")


def lines_of(app, page):
    """Write the lines of an old page, and the script that follows them."""
    lines = []
    for label, new in app.env.old_addresses.get(page, ()):
        words = (
            "This question is no longer asked. "
            '<a href="#exercises">The exercises of this chapter</a>'
        )
        if new:
            link = app.builder.get_relative_uri(page, new)
            title = escape(title_of(app, new))
            words = f'This has moved to <a href="{link}#{label}">{title}</a>.'
        lines.append(LINE.format(label, words))
    return "\n".join([*lines, SCRIPT])


def add_lines(app, page, template, context, doctree):
    """Put its lines before the text of a page; called by Sphinx."""
    if app.builder.name == "html" and app.env.old_addresses.get(page):
        context["body"] = lines_of(app, page) + context["body"]


def write_pages(app, exception):
    """Write a small page for each that is gone; called by Sphinx."""
    if exception is not None or app.builder.name != "html":
        return
    for page, (new, _) in old_addresses(Path(app.srcdir, "book")).items():
        if new in app.env.found_docs:
            path = Path(app.outdir, f"{page}.html")
            path.parent.mkdir(parents=True, exist_ok=True)
            text = PAGE.format(
                title=escape(title_of(app, new)),
                link=app.builder.get_relative_uri(page, new),
                lines=lines_of(app, page),
            )
            path.write_text(text, encoding="utf-8")


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("env-updated", note_leads)
    app.connect("html-page-context", add_lines)
    app.connect("build-finished", write_pages, priority=400)
    return IN_PARALLEL
