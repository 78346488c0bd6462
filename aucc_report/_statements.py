"""What a report says: a code, and the columns and numbers that it is about."""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from textwrap import fill

import numpy as np

from aucc_report._words import sentence

WIDTH = 80  # of a line of text


@dataclass(frozen=True)
class Statement:
    """One thing that a report says; as text it is the sentence.

    Attributes
    ----------
    code : Headline, Why, Conclusion, Doubt, Next or Reason
        What is said; every code is a text as well.
    columns : tuple of str
        The columns of the table that it is about.
    numbers : dict
        The numbers that it rests on, with the names of the algorithms, criteria and rows that have them. Which numbers
        a code has is shown in ``templates/sentences.txt``, where its sentence is made of them.

    Examples
    --------
    >>> from aucc_report import Doubt, Statement
    >>> statement = Statement(Doubt.COPIES, numbers={"n_copies": 7, "n_rows": 67})
    >>> statement.code == "copies", statement.place
    (True, 'columns')
    >>> print(statement)
    7 of 67 rows repeat another one, whereas the reference sets have no such rows. Rows that were entered twice stand
    out because of it, but rounded values hardly do, so look at which they are.
    """

    code: StrEnum
    columns: tuple = ()
    numbers: dict = field(default_factory=dict)

    @property
    def place(self):
        """Name of the section of the page that has the numbers, "top" where there is none."""
        return getattr(self.code, "place", "top")

    def __str__(self):
        return sentence(self)

    def to_dict(self):
        """Code, place, columns, numbers and sentence as plain types."""
        return {
            "code": str(self.code),
            "place": self.place,
            "columns": list(self.columns),
            "numbers": plain(self.numbers),
            "text": str(self),
        }


def said(code, columns=(), **numbers):
    """A statement with these numbers."""
    return Statement(code, tuple(columns), numbers)


def in_lines(*parts):
    """Statements as lines of text: each part is a head and those below it, and is left out if there are none."""
    lines = []
    for head, statements in parts:
        if statements:
            lines += ["", f"{head}:"]
            lines += [fill(str(of), WIDTH, initial_indent="- ", subsequent_indent="  ") for of in statements]
    return lines


def plain(value):
    """A value as JSON has it: what is no number becomes None, and what has no plain type its text."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return str(value)
