"""Sphinx extension: what few readers want is folded behind a small link.

*Code* stands below what the hidden code of a cell has drawn, *Output* in place
of a hidden output, *Proof* in place of a proof of the class ``dropdown``, and
*How this is checked* in place of the cell with the tag ``theorem-check`` and
what leads to it, from the paragraph that begins with **Check it**.

Each is a ``details`` element, which needs no script.
"""

from html import escape

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from parallel_writing import IN_PARALLEL

CHECK = "tag_theorem-check"


class fold(nodes.General, nodes.Element):
    """What is folded; its title is the link."""


def visit(self, node):
    """Begin what is folded; called by Sphinx."""
    classes, title = " ".join(node["classes"]), escape(node["title"])
    self.body.append(f'<details class="{classes}"><summary>{title}</summary>\n')


def depart(self, node):
    """End what is folded; called by Sphinx."""
    self.body.append("</details>\n")


def folded(title, name, *children):
    """Make what is folded."""
    return fold("", *children, title=title, classes=["fold", name])


def fold_cell(cell, hidden):
    """Fold the code of a cell below its output, or output, or both."""
    place, inner = cell.index(hidden), hidden.children
    cell.remove(hidden)
    if "above-input" in hidden["classes"] and len(inner) == 1:
        cell.append(folded("Code", "fold-code", *inner))
    else:
        title = "Output" if len(inner) == 1 else "Code and output"
        cell.insert(place, folded(title, "fold-output", *inner))


def has_class(name):
    """Tell elements of this class from other nodes."""
    return lambda node: (
        isinstance(node, nodes.Element) and name in node.get("classes", ())
    )


def leads_to_check(block):
    """Whether a paragraph begins with the words *Check it*."""
    first = next((one for one in block.children if one.astext()), None)
    return isinstance(first, nodes.strong) and first.astext().startswith(
        "Check it"
    )


def fold_check(cell):
    """Fold the check of a statement, with the text that leads to it."""
    blocks = cell.parent
    first = last = blocks.index(cell)
    for i in range(last - 1, -1, -1):
        if isinstance(blocks[i], (nodes.section, nodes.Admonition, fold)):
            break
        if leads_to_check(blocks[i]):
            first = i
            break
    found = blocks[first : last + 1]
    check = folded("How this is checked", "how-checked", *found)
    blocks[first : last + 1] = [check]


def fold_all(app, doctree, page):
    """Fold what is to be folded; called by Sphinx."""
    if app.builder.format != "html":
        return
    for cell in list(doctree.findall(has_class("cell"))):
        for hidden in list(cell.findall(HideCodeCellNode)):
            if CHECK in cell["classes"]:
                place = cell.index(hidden)
                cell[place : place + 1] = hidden.children
            else:
                fold_cell(cell, hidden)
    for proof in list(doctree.findall(has_class("proof"))):
        if "dropdown" in proof["classes"]:
            proof["classes"].remove("dropdown")
            parent, place = proof.parent, proof.parent.index(proof)
            parent[place] = folded("Proof", "fold-proof", proof)
    for cell in list(doctree.findall(has_class(CHECK))):
        fold_check(cell)


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.add_node(fold, html=(visit, depart))
    # Before the buttons of cells and the covers, which go around it.
    app.connect("doctree-resolved", fold_all, priority=400)
    return IN_PARALLEL
