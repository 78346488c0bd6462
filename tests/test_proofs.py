"""Proofs, theorems and definitions keep what they begin with, such as a list, and a proof says that it is one."""

import json
import re

import pytest
from conftest import ROOT
from docutils import nodes
from small_books import build
from sphinx_proof.nodes import NODE_TYPES, proof_node

EXTENSIONS = ["myst_parser", "sphinxcontrib.bibtex", "sphinx_exercise", "sphinx_proof", "chapter_boxes"]
STATEMENTS = (proof_node, *NODE_TYPES.values())


def trees(folder, pages):
    """Read pages as the book's extensions for statements do; return what Sphinx made of each."""
    texts = {f"{name}.md": f"# {name}\n\n{text}\n" for name, text in pages.items()}
    texts["index.md"] = "# Book\n\n```{toctree}\n:glob:\n\npage*\n```\n"
    settings = {"myst_enable_extensions": ["colon_fence", "dollarmath"], "bibtex_bibfiles": []}
    app = build(folder, texts, builder="dummy", strict=False, extensions=EXTENSIONS, **settings)
    return {name: app.env.get_doctree(name) for name in pages}


def bodies(tree):
    """What each statement of a page holds, without its title."""
    return [statement[-1] for statement in tree.findall(lambda node: isinstance(node, STATEMENTS))]


def kinds(body):
    return [node.tagname for node in body]


@pytest.mark.process
def test_each_statement_of_the_book_holds_what_its_source_says(tmp_path):
    """Each body is read a second time, in an admonition, which adds nothing to it."""
    texts, sources, n_lists = {}, {}, 0
    for path in sorted((ROOT / "book").rglob("*.ipynb")):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        prose = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        found = re.findall(r"^(:{3,}|`{3,})(\{prf:\w+\}[^\n]*)\n((?::\w+:.*\n)*)([\s\S]*?)^\1$", prose, re.M)
        assert len(found) == len(re.findall(r"^\s*[:`]{3,}\{prf:", prose, re.M))
        for i, (fence, opening, options, body) in enumerate(found):
            name = f"page-{path.stem}-{i}"
            texts[name] = f"{fence}{opening}\n{options}{body}{fence}\n\n{fence}{{admonition}} Twin\n{body}{fence}"
            sources[name] = opening, body
    for name, tree in trees(tmp_path, texts).items():
        opening, source = sources[name]
        (body,) = bodies(tree)
        (twin,) = (one for one in tree.findall(nodes.admonition) if one[0].astext() == "Twin")
        is_proof, expected = opening.startswith("{prf:proof}"), kinds(twin)[1:]
        says_so = is_proof and expected[0] != "paragraph"
        assert kinds(body) == ["paragraph"] * says_so + expected, source
        words = " ".join(part.astext() for part in twin[1:])
        assert " ".join(part.astext() for part in body) == f"{'Proof. ' if is_proof else ''}{words}"
        n_lists += says_so
    # Without proofs that begin with a list nothing would be shown.
    assert n_lists > 5
    assert len(texts) > 100
