"""Banks as QTI 1.2, which Canvas imports: a zip with a quiz for each family, of whose variants each student gets one.

Canvas marks every value that a numerical question names as right, whatever its score. So the foreseen mistakes of such
questions are left out.
"""

import zipfile
from decimal import Decimal
from pathlib import Path

from export.banks import TEMPLATES, Numeric, Options

__all__ = ["write"]

_TYPES = {Numeric: "numerical_question", Options: "multiple_answers_question"}


def write(banks, folder):
    """Write ``questions.zip``; returns its name."""
    template = TEMPLATES.get_template("canvas_quiz.xml.j2")
    named = {f"drawn_{bank.family.replace('-', '_')}": bank for bank in banks}
    with zipfile.ZipFile(Path(folder) / "questions.zip", "w", zipfile.ZIP_DEFLATED) as package:
        for name, bank in named.items():
            text = template.render(name=name, bank=bank, type_of=lambda body: _TYPES[type(body)], bounds=_bounds)
            package.writestr(f"{name}/{name}.xml", text)
        manifest = TEMPLATES.get_template("canvas_manifest.xml.j2").render(names=named)
        package.writestr("imsmanifest.xml", manifest)
    return "questions.zip"


def _bounds(body):
    """Return the least and the largest right number."""
    value, tolerance = Decimal(body.value), Decimal(body.tolerance)
    return [format(value - tolerance, "f"), format(value + tolerance, "f")]
