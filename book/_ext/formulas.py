"""Sphinx extension: formulas are drawn while the book is built, as MathML.

Pages need no script for them. They have a mathematical font, cut down to what
is used, in a sheet of its own. What cannot be drawn is a warning.
"""

import base64
import html
import re
import unicodedata
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from docutils import nodes
from formula_font import font_of
from math_core import LatexError, LatexToMathML
from parallel_writing import IN_PARALLEL
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)

SHEET = "formulas.css"
LICENCE = "formulas-licence.txt"
_HERE = Path(__file__).parent

_MACROS = {"substack": r"\begin{subarray}{c}#1\end{subarray}"}
# Extra space after a line is dropped: the sheet gives all lines the same.
_ROOM = re.compile(r"(\\\\\*?)\[\s*-?[\d.]+\s*(?:ex|em|pt|pc|mm|cm|in|mu)\s*\]")
# Large brackets and their content become one group: an index belongs to all of
# it, and engines without bracket sizes make the brackets as high as the group.
_LARGE = re.compile(
    r"\\(bigg?|Bigg?)l(\\?[(\[{|])"
    r"((?:(?!\\\1l).)*?)"
    r"\\\1r(\\?[)\]}|])",
    re.DOTALL,
)
_GROUP = re.compile(r"\{[^{}]*\}")
# These signs stay in one line with a formula: before it, and after it.
_BEFORE = re.compile(r"[(\[\u201c\u2018]+$")
_LAST_WORD = re.compile(r"\S*\s$")
_AFTER = re.compile(r"(?:[-\u2019]\w+)?[.,;:?!)\]\u201d\u2019]*")
_FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)
_LETTER = re.compile("<mi>(.)</mi>")
_UNSEEN = re.compile(r"<annotation\b.*?</annotation>|<[^>]*>", re.DOTALL)
_ROWS = ("math", "mrow", "msqrt", "mtd")
_WITH_INDEX = ("msub", "msup", "msubsup")
_WITH_LIMITS = ("munder", "munderover", "msub", "msubsup")
_JOINING = ("+", "\N{MINUS SIGN}")
_BIG = ("\N{N-ARY SUMMATION}", "\N{N-ARY PRODUCT}")


class UndrawableError(ValueError):
    """A formula that would be drawn wrongly; the message says why."""


@cache
def _converter():
    return LatexToMathML(macros=_MACROS, fancy_error=False)


def mathml(tex, *, display=False):
    """Return a formula as MathML, with its TeX for those who copy it."""
    source = _ROOM.sub(r"\1", tex)
    source = _grouped(source)
    _refuse_what_is_lost(source)
    try:
        made = _converter().convert_with_local_state(
            source, displaystyle=display
        )
    except LatexError as error:
        raise UndrawableError(str(error)) from error
    # The font has no variants of letters to choose from.
    made = made.replace("&ApplyFunction;", "\u2061").replace("\ufe00", "")
    formula = ElementTree.fromstring(made)
    _mend(formula, is_display=display)
    inner = ElementTree.Element("mrow")
    inner.extend(formula)
    semantics = ElementTree.Element("semantics")
    semantics.append(formula[0] if len(formula) == 1 else inner)
    said = {"encoding": "application/x-tex"}
    ElementTree.SubElement(semantics, "annotation", said).text = tex.strip()
    formula[:] = [semantics]
    return ElementTree.tostring(formula, encoding="unicode")


def _grouped(source):
    """TeX in which what is in large brackets is one thing."""

    def group(found):
        size, first, inner, last = found.groups()
        return rf"{{\{size}l{first}{_grouped(inner)}\{size}r{last}}}"

    return _LARGE.sub(group, source)


def _mend(formula, *, is_display):
    """Write a formula so that all engines draw it well."""
    for node in [*formula.iter()]:
        if node.tag == "mo" and "minsize" in node.attrib:
            node.attrib |= {"stretchy": "true", "symmetric": "true"}
        if node.tag == "mover" and node[1].text == "\N{MACRON}":
            # An overline stretches; WebKit puts a macron too high.
            node[1].text = "\N{OVERLINE}"
            node[1].set("stretchy", "true")
        if node.tag == "mtext" and (node.text or "").strip():
            # Text beside an operator would be taken for its spacing.
            node.tag = "mi"
            node.set("mathvariant", "normal")
        if node.tag == "msqrt" and not is_display:
            # The strut makes a root as high as a capital; without it the root
            # hangs below the line, and its bar lies on the letters.
            strut = {"width": "0", "height": "0.75em", "depth": "0"}
            node.insert(0, ElementTree.Element("mspace", strut))
        if node.tag in _WITH_INDEX:
            # WebKit would put spaces around an operator that stands alone.
            for sign in node[1:]:
                if sign.tag == "mo":
                    sign.attrib |= {"lspace": "0", "rspace": "0"}
        if node.tag in _ROWS:
            for i in reversed(range(len(node) - 1)):
                if node[i].tag in _WITH_LIMITS and node[i][0].text in _BIG:
                    # WebKit puts the space after an operator before its limits.
                    node[i][0].set("rspace", "0")
                    blank = {"width": "0.1667em"}
                    node.insert(i + 1, ElementTree.Element("mspace", blank))
        is_aligned = "padding-left: 0" in node.get("style", "")
        if is_aligned and len(node) and node[0].text in _JOINING:
            # A sign after an alignment mark is a binary operator.
            node[0].set("form", "infix")
        if node.tag == "mtd" and len(node) > 1:
            # WebKit stretches brackets in a row, not directly in a cell.
            row = ElementTree.Element("mrow")
            row.extend(node)
            node[:] = [row]


def _refuse_what_is_lost(source):
    r"""Refuse what the converter silently drops or prints."""
    if re.search(r"\\\\\*?\s*\[", source):
        raise UndrawableError(r"brackets after \\ would be printed")
    if "\n\n" in source.strip():
        raise UndrawableError("an empty line makes no second formula")
    if r"\begin" not in source:
        rest = source
        while (shorter := _GROUP.sub("", rest)) != rest:
            rest = shorter
        if r"\\" in rest:
            raise UndrawableError(r"\\ ends a line in an environment only")


def _drawn(node, *, display):
    tex = node.astext()
    try:
        return mathml(tex, display=display)
    except UndrawableError as error:
        logger.warning(
            "a formula cannot be drawn: %s (%s)",
            " ".join(tex.split()),
            error,
            location=node,
        )
        return f'<code class="problematic">{html.escape(tex)}</code>'


def refuse_what_is_none(app, doctree):
    """Warn of dollar signs that begin no formula; called by Sphinx."""
    for text in doctree.findall(nodes.Text):
        is_code = isinstance(
            text.parent,
            (nodes.FixedTextElement, nodes.literal, nodes.math, nodes.raw),
        )
        if "$" in text and not is_code:
            logger.warning(
                "a dollar is no formula: %s", text, location=text.parent
            )


def hold_together(app, doctree, page):
    """Keep a formula and its comma in one line; called by Sphinx.

    Engines may end a line between a formula and what follows it, so that a
    full stop begins the next one. The square that ends a proof stays with its
    last word.
    """
    for formula in [*doctree.findall(nodes.math)]:
        around = formula.parent
        place = around.index(formula)
        first, last = around[place - 1 : place], around[place + 1 : place + 2]
        before = after = ""
        is_end = formula.astext().strip() == r"\square"
        if first and isinstance(first[0], nodes.Text):
            found = (_LAST_WORD if is_end else _BEFORE).search(first[0])
            before = found[0] if found else ""
        if last and isinstance(last[0], nodes.Text):
            after = _AFTER.match(last[0])[0]
        if not before + after:
            continue
        held = nodes.inline("", "", nodes.Text(before), classes=["held"])
        if after:
            around[place + 1] = nodes.Text(last[0][len(after) :])
        if before:
            around[place - 1] = nodes.Text(first[0][: -len(before)])
        around[place] = held
        held += [formula, nodes.Text(after)]


def visit_formula(self, node):
    """Write a formula in a line of text; called by Sphinx."""
    self.body.append(_drawn(node, display=False))
    raise nodes.SkipNode


def visit_display(self, node):
    """Write a formula that stands alone, and its number."""
    self.body.append(self.starttag(node, "div", CLASS="math"))
    if node["number"]:
        number = get_node_equation_number(self, node)
        self.body.append(f'<span class="eqno">({number})')
        self.add_permalink_ref(node, _("Link to this equation"))
        self.body.append("</span>")
    self.body.append(_drawn(node, display=True) + "</div>\n")
    raise nodes.SkipNode


def add_sheet(app, page, template, context, doctree):
    """Give the sheet to a page that has formulas; called by Sphinx."""
    if "<math" in context.get("body", ""):
        app.add_css_file(SHEET)


def write_sheet(app, exception):
    """Write the sheet with the font for all formulas; called by Sphinx."""
    if exception is not None or app.builder.format != "html":
        return
    pages = Path(app.outdir).glob("**/*.html")
    letters = letters_of(page.read_text("utf-8") for page in pages)
    static = Path(app.outdir, "_static")
    (static / SHEET).write_text(sheet(letters), encoding="utf-8")
    licence = (_HERE / LICENCE).read_text("utf-8")
    (static / LICENCE).write_text(licence, encoding="utf-8")


def letters_of(pages):
    """Characters that formulas show; a letter by itself is in italics."""
    return {
        letter
        for page in pages
        for formula in _FORMULA.findall(page)
        for letter in html.unescape(
            _UNSEEN.sub("", _LETTER.sub(_slant, formula))
        )
    }


def _slant(letter):
    return _ITALICS.get(letter[1], letter[1])


def _italics():
    """What a single letter becomes in a formula, by the letter."""
    slanted = map(chr, [*range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C)])
    plain = {
        chr(int(unicodedata.decomposition(one).split()[1], 16)): one
        for one in slanted
        if unicodedata.decomposition(one)
    }
    return plain | {"h": "\N{PLANCK CONSTANT}"}


_ITALICS = _italics()


def sheet(letters):
    """Return the sheet of formulas, with the font for these characters."""
    data = base64.b64encode(font_of(letters)).decode()
    rules = (_HERE / SHEET).read_text("utf-8")
    return rules.replace("FONT", f"data:font/woff;base64,{data}")


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.add_html_math_renderer(
        "mathml", (visit_formula, None), (visit_display, None)
    )
    app.connect("doctree-read", refuse_what_is_none)
    app.connect("doctree-resolved", hold_together)
    app.connect("html-page-context", add_sheet)
    # Before the sheets are cut down.
    app.connect("build-finished", write_sheet, priority=800)
    return IN_PARALLEL
