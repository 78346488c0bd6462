"""What the writers share: templates, and the texts of an item as HTML."""

from dataclasses import dataclass
from pathlib import Path

import jinja2

from export.markup import Notation, prompt_html, sentence_html

__all__ = ["TEMPLATES", "Writing"]

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=jinja2.StrictUndefined,
)


@dataclass(frozen=True)
class Writing:
    """Where the texts come from, and how they are written."""

    notation: Notation
    root: Path
    address: str | None = None

    def say(self, text):
        """A sentence as HTML."""
        return sentence_html(text, self.notation)

    def question(self, item):
        """The exercise and what this question asks for, as HTML."""
        stem = prompt_html(item.stem, self.notation, item.folder, self.root, self.address)
        prompt = f"<p>{self.say(item.prompt)}</p>" if item.prompt else ""
        return "\n".join(filter(None, [stem, prompt]))

    def notes(self, item):
        """What to look for in a text, as HTML."""
        lines = "".join(f"<li>{self.say(note)}</li>" for note in item.body.notes)
        return f"<ul>{lines}</ul>" if lines else ""
