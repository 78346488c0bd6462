"""Questions as QTI 2.1, for systems other than Canvas: a zip of items with its manifest; formulas are MathML."""

import zipfile
from html import escape
from pathlib import Path
from xml.etree import ElementTree

from latex2mathml.converter import convert

from export.items import Essay, Numeric, Options, Sequence, Typed, identifier
from export.markup import Notation, figures_in
from export.rendering import TEMPLATES, Writing

__all__ = ["FORMULAS", "holds", "write"]

FORMULAS = "MathML"
_FORMS = {Numeric: "numeric", Typed: "typed", Options: "options", Sequence: "sequence", Essay: "essay"}
_MATHML = "http://www.w3.org/1998/Math/MathML"


def _formula(tex, is_display):
    tree = ElementTree.fromstring(convert(tex, display="block" if is_display else "inline"))
    ElementTree.register_namespace("m", _MATHML)
    return ElementTree.tostring(tree, encoding="unicode")


def _figure(path, words):
    source = path if isinstance(path, str) else f"figures/{path.name}"
    return f'<img src="{escape(source)}" alt="{escape(words)}" />'


NOTATION = Notation(_formula, _figure)


def holds(_):
    """Whether QTI 2.1 asks an item as it is meant: all that has the common form."""
    return True


def write(quizzes, folder, root, address):
    """Write ``questions.zip``, with an item for each question; what it belongs to and tests is its label."""
    writing = Writing(NOTATION, root, address)
    held = [item for quiz in quizzes for item in quiz.items]
    figures = {path.name: path for item in held for path in figures_in(item.stem, item.folder)}
    template = TEMPLATES.get_template("qti21_item.xml.j2")
    with zipfile.ZipFile(Path(folder) / "questions.zip", "w", zipfile.ZIP_DEFLATED) as package:
        entries = []
        for item in held:
            seen = {
                "item": item,
                "body": item.body,
                "name": identifier(item),
                "form": _FORMS[type(item.body)],
                "text": writing.question(item),
                "notes": writing.notes(item) if isinstance(item.body, Essay) else "",
            }
            package.writestr(f"{identifier(item)}.xml", template.render(**seen, say=writing.say))
            names = [path.name for path in figures_in(item.stem, item.folder)]
            entries.append((identifier(item), item.title.replace("*", ""), names))
        for name, path in figures.items():
            package.write(path, f"figures/{name}")
        package.writestr("imsmanifest.xml", TEMPLATES.get_template("qti21_manifest.xml.j2").render(entries=entries))
    return "questions.zip"
