"""Sphinx extension: an index of sections for the search page.

Sphinx's own index says in which pages a word occurs, so a page of code that
names it ten times comes before the chapter about it, and its excerpts have to
be fetched, which a page opened from a folder must not do. This one is read from
the written pages: each section, statement, exercise, term and function, with
its heading and its sentences. `search/static/rank.js` finds them by minisearch
and ranks pages by them. Folded answers are left out.
"""

import base64
import gzip
import html
import json
import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path

from demo_scripts import slim
from parallel_writing import IN_PARALLEL
from sphinx.search.en import SearchEnglish

HERE = Path(__file__).parent / "search"
SCRIPTS = ("minisearch/index.js", "static/rank.js", "static/page.js")
# What Sphinx copies for its own search.
UNUSED = ("searchtools.js", "language_data.js")
# What an element with an anchor is, by its class.
KINDS = {
    **dict.fromkeys(("definition", "theorem", "lemma"), "statement"),
    **dict.fromkeys(("proposition", "corollary"), "statement"),
    **{"exercise": "exercise", "sig-object": "name", "citation": "source"},
}
# Classes and elements whose words are found nowhere, or elsewhere.
SKIPPED = {
    *("bibtex-citation", "caption-number", "course-progress", "demo-host"),
    *("headerlink", "label", "math", "old-address", "output"),
    *("section-number", "solution"),
    *("toctree-wrapper", "<details>", "<pre>", "<script>", "<style>"),
    "<summary>",
}
EMPTY = {"br", "col", "hr", "img", "input", "wbr"}
LINES = {"dd", "dt", "figcaption", "li", "p", "td"}
HEADINGS = {"<h1>", "<h2>", "<h3>", "<h4>", "admonition-title"}
FORMULA = re.compile(
    r"<math\b.*?<annotation[^>]*>(.*?)</annotation>.*?</math>", re.DOTALL
)
# Places of an entry.
KIND, HEADING, TEXT, PAGES = 0, 2, 3, 4


def plain(formula):
    r"""A formula of a sentence as a reader would type it, or "…".

    >>> from search_index import plain
    >>> plain(r"\mathrm{tp} + 1 < n^{2}"), plain(r"\sum_i x_i")
    ('tp + 1 < n^2', '…')
    """
    text = re.sub(
        r"\\(mathrm|mathbf|text)\b|\\[,;:! ]|(?<!\\)[{}]", "", formula
    )
    text = re.sub(r"\\([{}])", r"\1", text)
    return "…" if "\\" in text or len(text) > 60 else " ".join(text.split())


def typed(formula):
    """A formula of a page as text."""
    return html.escape(plain(html.unescape(formula[1])))


def tidy(text):
    """Lines of a text without empty ones and needless blanks."""
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return re.sub(r" (?=[.,;:)])", "", "\n".join(filter(None, lines)))


class Reader(HTMLParser):
    """Reads the entries of a page: kind, anchor, heading and text of each.

    >>> from search_index import Reader
    >>> page = '<article><section id="a"><h1>A</h1><p>Of <b>b</b>.</p>'
    >>> Reader(page + "</section></article>").entries
    [['section', '', 'A', 'Of b.', []]]
    """

    def __init__(self, page, name=""):
        super().__init__()
        self.folder = posixpath.dirname(name)
        # Of each open element: its entry, and the place of its text there.
        self.entries, self.open = [], [(None, TEXT)]
        article = re.search(r"<article\b.*</article>", page, re.DOTALL)
        self.feed(FORMULA.sub(typed, article[0] if article else ""))
        for entry in self.entries:
            entry[HEADING:PAGES] = map(tidy, entry[HEADING:PAGES])
            if entry[KIND] == "name":
                entry[TEXT] = entry[TEXT].partition("\n")[0]
            elif entry[KIND] in ("exercise", "statement"):
                title = entry[HEADING].strip("()")
                entry[HEADING] = title or entry[KIND].capitalize()

    def handle_starttag(self, tag, attrs):
        """Begin an entry, or go on with the one around the element."""
        if tag in EMPTY:
            return
        given, (entry, place) = dict(attrs), self.open[-1]
        names = {f"<{tag}>", *(given.get("class") or "").split()}
        kind = next((KINDS[name] for name in names if name in KINDS), None)
        if tag == "section" and not given.get("id", "").endswith("-content"):
            kind = "section"
        elif tag == "dt" and "class" not in given:
            kind = "term"
        if names & SKIPPED or place is None:
            place = None
        elif kind and "id" in given:
            entry = self.begin(kind, given["id"], entry)
            place = HEADING if kind in ("term", "source") else TEXT
            if tag == "dt":  # what it names is described beside it
                self.open[-1] = entry, TEXT
                place = place if kind == "term" else None
        elif entry and entry[KIND] == "term" and tag == "a":
            self.note_link(entry, given["href"])
        elif names & HEADINGS and entry:
            is_own = "admonition-title" not in names or entry[KIND] != "section"
            place = HEADING if is_own and not entry[HEADING] else None
        self.open.append((entry, place))

    def begin(self, kind, anchor, before):
        """Begin an entry; a second name of a term goes on with the first."""
        if before and kind == "term" == before[KIND] and not before[TEXT]:
            before[HEADING] += ", "
            return before
        heading = anchor if kind == "name" else ""
        self.entries.append(
            [kind, anchor if self.entries else "", heading, "", []]
        )
        return self.entries[-1]

    def note_link(self, term, address):
        """Note that an entry of the glossary sends to a page, if it does."""
        if address.endswith(".html") and "//" not in address:
            path = posixpath.join(self.folder, address.removesuffix(".html"))
            term[PAGES].append(posixpath.normpath(path))

    def handle_endtag(self, tag):
        """Go on with what is around the element."""
        if tag in EMPTY:
            return
        entry, place = self.open.pop()
        if entry and place == TEXT and tag in LINES:
            entry[TEXT] += "\n"

    def handle_data(self, data):
        """Take a text."""
        entry, place = self.open[-1]
        if entry and place:
            entry[place] += data.replace("\n", " ")


def write_index(app, exception):
    """Write index and script beside the pages; called by Sphinx."""
    if exception is not None or app.builder.name != "html":
        return
    out, pages, root = Path(app.outdir), [], app.config.root_doc
    for name in sorted(app.env.found_docs):
        page = (out / f"{name}.html").read_text("utf-8")
        entries = Reader(page, name).entries
        if name in app.config.search_titles_only:
            entries = [entry[: HEADING + 1] for entry in entries[:1]]
        is_road = name == root or app.env.toc_secnumbers.get(name)
        if entries:
            excursion = entries[0][HEADING].startswith("★")
            weight = 0.85 if excursion else 1 if is_road else 0.75
            pages.append([name, weight, entries])
    text = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
    data = base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
    (out / "searchindex.js").write_text(
        f'const searchIndex = "{data}";\n', "utf-8"
    )
    licence = (HERE / "minisearch" / "LICENSE.txt").read_text("utf-8")
    scripts = [(HERE / name).read_text("utf-8") for name in SCRIPTS]
    scripts = map(slim, [SearchEnglish.js_stemmer_code, *scripts])
    text = ";\n".join([f"/*! minisearch\n\n{licence}*/", *scripts])
    (out / "_static" / "search.js").write_text(text, encoding="utf-8")
    for name in UNUSED:
        (out / "_static" / name).unlink(missing_ok=True)


def begin(app):
    """Take the place of Sphinx's own index; called by Sphinx."""
    if app.builder.name == "html":
        app.builder.search = False
        # Sphinx writes the page with its own index only.
        app.connect(
            "html-collect-pages", lambda app: [("search", {}, "search.html")]
        )


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.add_config_value("search_titles_only", [], "env")
    app.connect("builder-inited", begin)
    # Before smaller_files looks at what the scripts name.
    app.connect("build-finished", write_index, priority=400)
    return IN_PARALLEL
