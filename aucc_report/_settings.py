"""The settings of a report as one dictionary, which the command line, the page *Judge your table* and the lab fill in.

Its entries are the options of the command line under their names, in plain types. An entry that is None or missing was
not set. Signs are given by their words, such as "comma".
"""

from aucc_report._defaults import DEFAULTS
from aucc_report._formats import read_table
from aucc_report._make import report
from aucc_report.dialect import SIGNS, as_decimal, between_thousands

# These signs leave a column that is written with others as text.
_USUAL = {"decimal": as_decimal("."), "thousands": between_thousands(None)}


def table_asked_for(source, settings, name=None):
    """Read the table from a file or its bytes; refused if a sign that was not given makes text of numbers."""
    signs = {
        # read_table takes an empty text for no sign between thousands.
        option: words[settings[option]] or ""
        for option, words in SIGNS.items()
        if settings.get(option) is not None
    }
    table = read_table(
        source,
        **signs,
        encoding=settings.get("encoding"),
        na=settings.get("na") or (),
        sheet=settings.get("sheet"),
        name=name,
    )
    _refuse_lost_columns(table, [option for option in _USUAL if option not in signs])
    return table


def report_asked_for(table, settings, progress=True):
    """Make the report on the table."""
    arguments = {name: settings[name] for name in DEFAULTS if settings.get(name) is not None}
    few = "use" if settings.get("yes") else "refuse"
    return report(table, **arguments, few_columns=few, rng=settings.get("seed", 0), progress=progress)


def _refuse_lost_columns(table, not_given):
    """Refuse columns that are text only because a sign was not given: few readers of the page would miss them."""
    lost = [of for of in table.attrs.get("lost", {}).values() if set(not_given) & set(of["arguments"])]
    if lost:
        others = f" So with {len(lost) - 1} more." if len(lost) > 1 else ""
        named = [option for option in not_given if any(option in of["arguments"] for of in lost)]
        as_text = " and ".join(_USUAL[option] for option in named)
        more = f" {table.attrs['advice']}" if "advice" in table.attrs else ""
        raise ValueError(f"{lost[0]['note']}{others}{more} To leave it as text, choose {as_text}.")
