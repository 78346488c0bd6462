"""How a report says things: numbers and lists in words, and sentences, whose text is in templates/sentences.txt."""

import math
import re
from functools import cache
from importlib.resources import files

from aucc_report._reading import named


def counted(n, thing):
    """A number of things: "1 row", "3 rows"."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def listed(items):
    """Several things in a sentence: "a, b and c"."""
    *first, last = [str(item) for item in items]
    return f"{', '.join(first)} and {last}" if first else last


def in_a_row(ks):
    """Numbers of clusters: "2 to 4", where they are so many in a row, or one by one."""
    whole = len(ks) > 2 and list(ks) == list(range(ks[0], ks[-1] + 1))
    return f"{ks[0]} to {ks[-1]}" if whole else listed(ks)


def number(value, digits=3):
    """A number to so many decimals."""
    return f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def plus_minus(mean, error):
    """A mean with its standard error."""
    return f"{number(mean, 2)} ± {error:.2f}"


#: How values were filled in.
FILLED_BY = {"median": "the median of the column", "neighbours": "the mean of the most similar rows"}


def why_incomplete(missing):
    """Why a row is not used."""
    return "more than half of the values are missing" if missing in FILLED_BY else "a value is missing"


#: What is known about the rule of today: `studies.trial.record` of the stored trial.
TRACK_RECORD = (
    "In a trial on simulated tables that the rule had not met, 12 of the 211 numbers that reports named were wrong, "
    "and 4 of 360 clouds without clusters got a number; of 58 public tables with classes, a number was named for 1, "
    "and for 1 it was not that of the classes."
)


#: What a column of each kind is taken for if it is named in `columns`.
OFFERS = {
    "True and False": "1 for True and 0 for False",
    "yes and no": "1 for yes and 0 for no",
    "times": "days",
    "dates as text": "days since the first",
    "numbers as text": "numbers",
    "numbers with a unit or other signs": "plain numbers",
}

#: What algorithms are called where a sentence is about them.
_METHODS = {
    "ward": "Ward's method",
    "single": "single linkage",
    "average": "average linkage",
    "complete": "complete linkage",
}


def methods(algorithms):
    """Algorithms as they are called in a sentence."""
    return listed(_METHODS.get(name, name) for name in algorithms)


# Sentences.


def sentence(statement):
    """The sentence of a statement, from its code, its columns and its numbers."""
    numbers = {"columns": statement.columns} | statement.numbers
    return _template(f"{type(statement.code).__name__}.{statement.code.name}").render(numbers)


@cache
def _template(name):
    return _environment().from_string(_texts()[name])


@cache
def _texts():
    """The text of each sentence, by its name."""
    lines = files("aucc_report").joinpath("templates", "sentences.txt").read_text("utf-8")
    entries = re.findall(r"^(\w+\.[\w ]+): (.*(?:\n    .*)*)$", lines, flags=re.MULTILINE)
    return {name: re.sub(r"\n    ", " ", text) for name, text in entries}


@cache
def _environment():
    import jinja2  # here, for most of what is imported says nothing

    @jinja2.pass_context
    def say(context, name, **numbers):
        return _template(name).render(context.get_all() | numbers)

    environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
    environment.globals["say"] = say
    environment.filters |= {
        "counted": counted,
        "listed": listed,
        "methods": methods,
        "in_a_row": in_a_row,
        "number": number,
        "percent": "{:.0%}".format,
        "score_of": lambda score, criterion: number(score, 1 if criterion == "VRC" else 3),
        "is_finite": math.isfinite,
        "named": lambda items, what: named(what, items),
        "beside": lambda items, *others: list(zip(items, *others, strict=True)),
        "each": _each,
        "joint": lambda loop: "" if loop.last else " and " if loop.revindex == 2 else ", ",
        "capitalised": lambda text: text[0].upper() + text[1:],
        "why_incomplete": why_incomplete,
        "filled_by": FILLED_BY.__getitem__,
        "offer": OFFERS.__getitem__,
    }
    return environment


def _each(items, pattern, **more):
    """The texts of several things by one pattern, which names their entries or has a place for each."""
    return [
        pattern.format(**{name: listed(of) if isinstance(of, list) else of for name, of in item.items()}, **more)
        if isinstance(item, dict)
        else pattern.format(*item)
        for item in items
    ]
