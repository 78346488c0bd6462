"""Sphinx extension: an index for the search page that knows what words are.

Sphinx's own index says in which pages a word occurs, so a page of code that
names it ten times comes before the chapter about it, and its excerpts have to
be fetched, which a page opened from a folder must not do. This one has each
section, definition, exercise, term of the glossary and function with its
heading and its sentences. minisearch finds them in the page, and
`search/static/rank.js` ranks pages by them. What answers a question, a folded
solution for example, is left out.
"""

import base64
import gzip
import json
import posixpath
import re
from collections import defaultdict
from pathlib import Path

import snowballstemmer
from docutils import nodes
from light_pages import slim
from road import chapters_of_excursions
from sphinx import addnodes
from sphinx_exercise.nodes import (
    exercise_enumerable_node,
    exercise_node,
    solution_node,
)

HERE = Path(__file__).parent / "search"
#: In this order in one script, after minisearch: what ranks, what shows hits.
SCRIPTS = ("minisearch/index.js", "static/rank.js", "static/page.js")
#: Read by a search page that is opened from a folder, too.
INDEX = "searchindex.js"
#: What Sphinx copies for its own search.
UNUSED = ("searchtools.js", "language_data.js")

_BOXES = (exercise_node, exercise_enumerable_node)
_WITHOUT_WORDS = (
    nodes.Invisible,
    nodes.doctest_block,
    nodes.label,
    nodes.literal_block,
    nodes.math_block,
    nodes.raw,
    nodes.system_message,
    nodes.title,
    addnodes.index,
    addnodes.toctree,
    solution_node,
)
# TeX's names of signs, and the signs.
_SIGNS = """
alpha α approx ≈ beta β cap ∩ cdot · cup ∪ delta δ dots … ell ℓ epsilon ε
gamma γ Gamma Γ ge ≥ in ∈ infty ∞ lambda λ ldots … le ≤ mapsto ↦ mid | mu μ ne ≠
neq ≠ pi π pm ± rho ρ sigma σ sim ~ sqrt √ sum Σ tau τ times × to →
"""  # noqa: RUF001
_STEP = re.compile(
    r"\\(?:d|t)?frac *(?:\{([^{}]*)\}|(\d)) *(?:\{([^{}]*)\}|(\d))"
)


def plain(formula):
    r"""A formula of a sentence as a reader would type it; a long one as "…".

    >>> from search_index import plain
    >>> plain(r"\mathrm{tp} + \frac{1}{2} \le n^2")
    'tp + 1/2 ≤ n^2'
    >>> plain(r"\begin{cases} 1 \end{cases}")
    '…'
    """
    names = iter(_SIGNS.split())
    signs = dict(zip(names, names, strict=True))
    text = re.sub(
        r"\\(?:[,;:!> ]|q?quad\b|left\b|right\b|[bB]igg?[lr]?\b)", " ", formula
    )
    text = re.sub(
        r"\\(?:mathrm|mathbf|mathit|text|operatorname) *\{([^{}]*)\}",
        r"\1",
        text,
    )
    text = _STEP.sub(lambda found: "/".join(filter(None, found.groups())), text)
    text = re.sub(
        r"\\([A-Za-z]+)", lambda found: signs.get(found[1], found[0]), text
    )
    text = (
        re.sub(r"(?<!\\)[{}$]", "", text)
        .replace("\\{", "{")
        .replace("\\}", "}")
    )
    return "…" if "\\" in text or len(text) > 60 else " ".join(text.split())


def is_answer(node):
    """Whether a node is folded because it answers a question."""
    is_folded = "sd-dropdown" in node["classes"]
    return is_folded and "try-this" in node.parent["classes"]


def words_of(node):
    """Text of a node as one line, with formulas as they are spoken of."""
    if isinstance(node, nodes.math):
        return plain(node.astext())
    if isinstance(node, nodes.Text):
        return node.astext()
    if isinstance(node, _WITHOUT_WORDS) or "bibtex-citation" in node["classes"]:
        return ""
    return "".join(map(words_of, node.children))


def line_of(node):
    """Words of a node without the blanks that a citation leaves."""
    text = " ".join(words_of(node).split())
    return re.sub(r" (?=[.,;:)])", "", text)


def box_kind(node):
    """What a box with a number is: an exercise, or what it states; or None."""
    if isinstance(node, _BOXES):
        return "exercise"
    return node.get("realtype") if isinstance(node, nodes.Element) else None


class Reader:
    """Reads the entries of a page, in the order of the page.

    Each has its kind (section, exercise, term, name, source, or what a
    statement is), its anchor, its heading, its lines, and the pages to which a
    term sends its readers. The first is the page itself.
    """

    def __init__(self, doctree, page):
        self.page, self.entries = page, []
        self.read(doctree, None)

    def begin(self, kind, anchor, heading, pages=()):
        """Open an entry; what follows inside of it belongs to it."""
        self.entries.append((kind, anchor, heading, [], pages))
        return self.entries[-1][3]

    def read(self, node, lines):
        """Read a node into the entry that is open, or into one of its own."""
        if isinstance(node, nodes.section) and isinstance(node[0], nodes.title):
            # The first is the page itself, without an anchor.
            anchor = node["ids"][0] if self.entries else ""
            heading = " ".join("".join(map(words_of, node[0])).split())
            lines = self.begin("section", anchor, heading)
            self.read_all(node[1:], lines)
        elif kind := box_kind(node):
            heading = " ".join("".join(map(words_of, node[0])).split())
            heading = heading.strip("()") or kind.capitalize()
            self.read_all(node[1:], self.begin(kind, node["ids"][0], heading))
        elif isinstance(node, nodes.definition_list_item) and node[0].get(
            "ids"
        ):
            terms = [child for child in node if isinstance(child, nodes.term)]
            heading = ", ".join(map(line_of, terms))
            pages = pages_of(node, self.page)
            lines = self.begin("term", terms[0]["ids"][0], heading, pages)
            self.read_all(node[len(terms) :], lines)
        elif isinstance(node, addnodes.desc):
            self.read_function(node)
        elif "cell_output" in (
            node.get("classes", ()) if isinstance(node, nodes.Element) else ()
        ):
            for caption in node.findall(nodes.caption):
                lines.append(line_of(caption))
        elif isinstance(node, nodes.citation):
            lines = self.begin("source", node["ids"][0], line_of(node[1]))
        elif isinstance(node, nodes.TextElement) and not isinstance(
            node, _WITHOUT_WORDS
        ):
            if line := line_of(node):
                lines.append(line)
        elif isinstance(node, nodes.Element) and not (
            isinstance(node, _WITHOUT_WORDS) or is_answer(node)
        ):
            self.read_all(node.children, lines)

    def read_all(self, children, lines):
        """Read nodes one after the other."""
        for child in children:
            self.read(child, lines)

    def read_function(self, node):
        """Read a function or class: its name, and what it says it does."""
        signature, content = node[0], node[-1]
        if not signature["ids"]:
            return  # a second name
        lines = self.begin("name", signature["ids"][0], signature["ids"][0])
        for child in content:
            if isinstance(child, addnodes.desc):
                self.read_function(child)
            elif isinstance(child, nodes.paragraph) and not lines:
                lines.append(line_of(child))


def pages_of(term, page):
    """Pages to which an entry of the glossary sends its readers, in order."""
    links = (link.get("refuri", "") for link in term.findall(nodes.reference))
    found = (
        posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
        for link in links
        if link.endswith(".html") and "//" not in link
    )
    return [*dict.fromkeys(name.removesuffix(".html") for name in found)]


def stems_of(text):
    """Words of a text that a stem has in common with another word.

    >>> from search_index import stems_of
    >>> stems_of("A cluster and two clusterings, clustered by pairs")
    ['cluster clustered clusterings']
    """
    stem = snowballstemmer.stemmer("english").stemWord
    families = defaultdict(set)
    for word in set(re.findall(r"[^\W_]+", text.lower())):
        families[stem(word)].add(word)
    return sorted(
        " ".join(sorted(words)) for words in families.values() if len(words) > 1
    )


def packed(pages):
    """The index as a script, which also a page from a folder may load."""
    text = json.dumps(pages, ensure_ascii=False)
    index = {"pages": pages, "stems": stems_of(text)}
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    data = base64.b64encode(gzip.compress(text.encode(), mtime=0))
    return f'const searchIndex = "{data.decode()}";\n'


class SearchIndex:
    """The entries of all pages, kept from one build to the next."""

    def __init__(self, path):
        self.path = path
        kept = path.read_text("utf-8") if path.exists() else "{}"
        self.pages = json.loads(kept)

    def note(self, app, doctree, page):
        """Take the entries of a page that is written; called by Sphinx."""
        entries = Reader(doctree, page).entries
        self.pages[page] = [
            (kind, anchor, heading, "\n".join(lines), pages)
            for kind, anchor, heading, lines, pages in entries
        ]

    def write(self, app, exception):
        """Write index and script beside the pages; called by Sphinx."""
        if exception is not None:
            return
        names = sorted(set(app.env.found_docs) & self.pages.keys())
        self.pages = {name: self.pages[name] for name in names}
        self.path.write_text(json.dumps(self.pages), encoding="utf-8")
        includes, root = app.env.toctree_includes, app.config.root_doc
        excursions = chapters_of_excursions(includes, root)
        numbered = {root, *filter(app.env.toc_secnumbers.get, names)}
        pages = []
        for name, entries in self.pages.items():
            if name in app.config.search_titles_only:
                entries = [entries[0][:3]]
            group = "excursion" if name in excursions else "back"
            group = "road" if name in numbered - {*excursions} else group
            if entries:
                pages.append([name, group, entries])
        out = Path(app.outdir)
        (out / INDEX).write_text(packed(pages), encoding="utf-8")
        licence = (HERE / "minisearch" / "LICENSE.txt").read_text("utf-8")
        scripts = (slim((HERE / name).read_text("utf-8")) for name in SCRIPTS)
        script = "\n".join([f"/*! minisearch\n\n{licence}*/", *scripts])
        (out / "_static" / "search.js").write_text(script, encoding="utf-8")
        for name in UNUSED:
            (out / "_static" / name).unlink(missing_ok=True)


def add_page(app):
    """Name the search page; Sphinx writes it with its own index only."""
    return [("search", {}, "search.html")]


def begin(app):
    """Take the place of Sphinx's own index; called by Sphinx."""
    if app.builder.name != "html":
        return
    app.builder.search = False
    index = SearchIndex(Path(app.doctreedir, "search_index.json"))
    app.connect("doctree-resolved", index.note, priority=400)
    app.connect("html-collect-pages", add_page)
    # Before light_pages looks at what the scripts name.
    app.connect("build-finished", index.write, priority=400)


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.add_config_value("search_titles_only", [], "env")
    app.connect("builder-inited", begin)
    return {
        "version": "1",
        "env_version": 2,  # of the kept entries
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
