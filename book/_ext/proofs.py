"""Sphinx extension: a proof may begin with anything, such as a list.

sphinx-proof writes "Proof. " into the first line of a proof. A first line
"1. ..." begins no list any more then, and "2. ..." goes on with its paragraph.
"""

from docutils import nodes
from docutils.statemachine import StringList
from sphinx_proof.directive import ProofDirective


class Proof(ProofDirective):
    """The directive. Its first word has a paragraph if none follows it."""

    def run(self):
        """Make the proof; called by docutils."""
        self.assert_has_content()
        self.content = StringList(["", ""], self.env.docname) + self.content
        (proof,) = super().run()
        word, first, *_ = box = proof[0]
        if isinstance(first, nodes.paragraph):
            first.insert(0, nodes.Text(f"{word.astext()} "))
            box.remove(word)
        return [proof]


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.setup_extension("sphinx_proof")
    app.add_directive_to_domain("prf", "proof", Proof, override=True)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
