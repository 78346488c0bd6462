"""Links of built pages that lead nowhere."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Anchors(HTMLParser):
    """What a page can be entered at, and where its links lead."""

    def __init__(self, page):
        super().__init__()
        self.ids, self.links, self.demos = set(), set(), set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        """Note the identifiers and the address of an element."""
        attributes = dict(attributes)
        self.ids |= {attributes.get("id"), attributes.get("name") if tag == "a" else None}
        self.links.add(attributes.get("href"))
        self.demos.add(attributes.get("data-demo"))


def broken_links(folder):
    """List the links of the pages in a folder to files and places that are not there, as (page, address)."""
    # The theme's templates, which Sphinx copies among the static files, are no pages.
    paths = (path for path in sorted(folder.resolve().rglob("*.html")) if "_static" not in path.parts)
    pages = {path: Anchors(path) for path in paths}
    broken = []
    for path, page in pages.items():
        for address in sorted(page.links - {None, "#"}):
            link = urlsplit(address)
            if link.scheme or link.netloc:
                continue
            target = (path.parent / unquote(link.path)).resolve() if link.path else path
            known = target in pages and pages[target].ids
            # The build has looked at the state; here it counts whether the demo is on the page.
            demo = re.match("demo=([a-z-]+):", link.fragment)
            if demo and target in pages and demo[1] in pages[target].demos:
                continue
            if not target.is_file() or (known and link.fragment and unquote(link.fragment) not in known):
                broken.append((path.relative_to(folder.resolve()).as_posix(), address))
    return broken
