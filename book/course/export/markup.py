"""Texts of questions as HTML, with formulas and figures in the notation of the system that will show them."""

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import urljoin

from contents import chapters_of, labelled, own_chapters
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from pybtex.database import parse_file

__all__ = ["Notation", "as_plain", "figures_in", "prompt_html", "sentence_html"]

# In a sentence, *italics*, `code` and formulas are marked, and nothing else is.
_MARKED = re.compile(
    r"(?P<math>\{math\}`(?P<role>[^`]+)`|\$(?!\s)(?P<dollar>[^$]+?)(?<!\s)\$(?!\d))"
    r"|\*(?P<italic>[^*\s][^*]*)\*|`(?P<code>[^`]+)`"
)
_NAMED = re.compile(r"^(?P<words>.*?)\s*<(?P<target>[^<>]*)>$", re.DOTALL)
_WEB = re.compile(r"https?://|mailto:")


@dataclass(frozen=True)
class Notation:
    """How a system writes a formula and a figure, each a function that returns HTML."""

    formula: object  # (tex, is_display)
    figure: object  # (path, alternative text)


def sentence_html(text, notation):
    """A sentence as HTML without a paragraph around it."""
    parts, end = [], 0
    text = " ".join(text.split())
    for found in _MARKED.finditer(text):
        parts.append(escape(text[end : found.start()], quote=False))
        if found["math"]:
            parts.append(notation.formula(found["role"] or found["dollar"], False))
        elif found["italic"]:
            parts.append(f"<em>{escape(found['italic'], quote=False)}</em>")
        else:
            parts.append(f"<code>{escape(found['code'], quote=False)}</code>")
        end = found.end()
    return "".join([*parts, escape(text[end:], quote=False)])


def as_plain(text):
    """A sentence without its marks, for a field that holds no HTML."""
    return _MARKED.sub(
        lambda found: found["role"] or found["dollar"] or found["italic"] or found["code"], " ".join(text.split())
    )


def prompt_html(markdown, notation, folder, root, address=None):
    """A prompt in MyST Markdown as HTML.

    References become words, because no system knows the book's numbers, and links to pages of the book stay only where
    an address of the book is given. Figures are looked for in the folder of the notebook.
    """
    return "".join(_Prompt(notation, Path(folder), Path(root), address).render(markdown)).strip()


def figures_in(markdown, folder):
    """Paths of the figures of a prompt that lie in files."""
    tokens = (child for token in _parser().parse(markdown) for child in token.children or [])
    sources = [token.attrs["src"] for token in tokens if token.type == "image"]
    return [Path(folder) / source for source in sources if not _WEB.match(source)]


@cache
def _parser():
    parser = MarkdownIt("commonmark", {"xhtmlOut": True, "html": False}).enable("table")
    return parser.use(dollarmath_plugin).use(myst_role_plugin)


@dataclass(frozen=True)
class _Prompt:
    notation: Notation
    folder: Path
    root: Path
    address: str | None

    def render(self, markdown):
        tokens = _parser().parse(markdown)
        for token in tokens:
            children, is_kept = [], []
            for child in token.children or []:
                if child.type == "link_open":
                    link = self.link(child.attrs["href"])
                    is_kept.append(bool(link))
                    if link:
                        child.attrs = {"href": link}
                elif child.type == "link_close" and not is_kept.pop():
                    continue
                if child.type != "link_open" or is_kept[-1]:
                    children.append(child)
            if token.children is not None:
                token.children = children
        renderer = _parser().renderer
        rules = renderer.rules | {
            "math_inline": lambda tokens, i, *_: self.notation.formula(tokens[i].content, False),
            "math_inline_double": lambda tokens, i, *_: self.notation.formula(tokens[i].content, True),
            "math_block": lambda tokens, i, *_: f"<p>{self.notation.formula(tokens[i].content.strip(), True)}</p>\n",
            "myst_role": lambda tokens, i, *_: self.role(tokens[i].meta["name"], tokens[i].content),
            "image": lambda tokens, i, *_: self.figure(tokens[i]),
        }
        kept, renderer.rules = renderer.rules, rules
        try:
            return renderer.render(tokens, _parser().options, {})
        finally:
            renderer.rules = kept

    def figure(self, token):
        source = token.attrs["src"]
        path = source if _WEB.match(source) else self.folder / source
        return self.notation.figure(path, token.content)

    def link(self, target):
        """Where a link leads to outside of the book; nothing where its words have to do."""
        if _WEB.match(target):
            return target
        if not self.address or target.startswith("#demo"):
            return None
        if target.startswith("#"):
            return urljoin(f"{self.address.rstrip('/')}/", f"book/back/api.html{target}")
        page = (self.folder / target).resolve()
        if not page.is_relative_to(self.root.resolve()):
            return None  # nobody knows where a page of one's own can be read
        page = page.relative_to(self.root.resolve()).with_suffix(".html")
        return urljoin(f"{self.address.rstrip('/')}/", page.as_posix())

    def role(self, name, content):
        named = _NAMED.match(content)
        if name == "math":
            return self.notation.formula(content, False)
        if name == "cite":
            return escape("; ".join(_cited(self.root, key.strip()) for key in content.split(",")), quote=False)
        if named:
            return escape(named["words"], quote=False)
        if name in ("prf:ref", "ref", "numref"):
            if content not in (known := _labels(self.root, self.folder)):
                raise ValueError(
                    f"a reference must lead to a label of the book or of a notebook beside its own. Got {content!r}."
                )
            return sentence_html(known[content][1], self.notation)
        if name == "func":
            return f"<code>{escape(content.lstrip('~').rpartition('.')[2], quote=False)}()</code>"
        return escape(content, quote=False)


@cache
def _labels(root, folder):
    """What labels stand for in the book, and in the notebooks of a folder of one's own."""
    if folder == root:
        return labelled(chapters_of(root))
    is_own = not folder.resolve().is_relative_to(root.resolve())
    return _labels(root, root) | (labelled(own_chapters(folder)) if is_own else {})


@cache
def _cited(root, key):
    """Authors and year of a source."""
    source = parse_file(str(root / "book" / "references.bib")).entries[key]
    names = [" ".join(person.last_names).strip("{}") for person in source.persons.get("author", [])]
    authors = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
    return f"({authors} {source.fields['year']})"
