"""Banks as QTI 2.1, for systems other than Canvas: a zip of items with its manifest."""

import zipfile
from pathlib import Path

from export.banks import TEMPLATES, Numeric, Options

__all__ = ["write"]

_TYPES = {Numeric: "float", Options: "identifier"}


def write(banks, folder):
    """Write ``questions.zip``, with an item for each variant, whose label are its tags; returns its name."""
    template = TEMPLATES.get_template("qti21_item.xml.j2")
    with zipfile.ZipFile(Path(folder) / "questions.zip", "w", zipfile.ZIP_DEFLATED) as package:
        for bank in banks:
            for item in bank.items:
                text = template.render(bank=bank, item=item, body=item.body, type=_TYPES[type(item.body)])
                package.writestr(f"{item.name}.xml", text)
        manifest = TEMPLATES.get_template("qti21_manifest.xml.j2")
        names = [item.name for bank in banks for item in bank.items]
        package.writestr("imsmanifest.xml", manifest.render(names=names))
    return "questions.zip"
