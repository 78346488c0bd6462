"""Measure bench: the table of two partitions to edit, ten measures of it, and what each change does to its pairs."""

import re

import traitlets

from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import whole

__all__ = ["MeasureBench"]

FEWEST_CLUSTERS, MOST_CLUSTERS = 2, 6
MOST_IN_A_CELL = 99
# As the page writes them, by their keys in the model.
MEASURES = {
    "rand": "c",
    "ari": "ARI",
    "fm": "FM",
    "pa": "PA",
    "na": "NA",
    "aaa": "AAA",
    "psi": "PSI",
    "psi_simplified": "PSI",
    "nmi": "NMI",
    "ami": "AMI",
}
FEWEST_OBJECTS, MOST_OBJECTS = 2, 300


class CellCounts(traitlets.TraitType):
    """A contingency table as a tuple of rows of small whole numbers; NumPy arrays and lists are taken too."""

    def validate(self, obj, value):
        """Check and convert `value`."""
        try:
            rows = tuple(tuple(whole(count) for count in row) for row in value)
        except TypeError:
            rows = ()
        n_columns = {len(row) for row in rows}
        sizes = {len(rows), *n_columns}
        if len(n_columns) != 1 or not FEWEST_CLUSTERS <= min(sizes) <= max(sizes) <= MOST_CLUSTERS:
            raise InvalidStateError(
                f"{self.name} must have {FEWEST_CLUSTERS} to {MOST_CLUSTERS} rows, and as many columns, of whole "
                f"numbers. Got {value!r}."
            )
        counts = [count for row in rows for count in row]
        if not 0 <= min(counts) <= max(counts) <= MOST_IN_A_CELL:
            raise InvalidStateError(f"{self.name} must hold counts from 0 to {MOST_IN_A_CELL}. Got {value!r}.")
        if not FEWEST_OBJECTS <= sum(counts) <= MOST_OBJECTS:
            raise InvalidStateError(
                f"{self.name} must hold {FEWEST_OBJECTS} to {MOST_OBJECTS} objects. Got {sum(counts)}."
            )
        return rows


class MeasureBench(Demo):
    """The contingency table of two partitions, two by two to six by six, and ten measures of their agreement.

    Parameters
    ----------
    table : array-like of int, shape (k, l), optional
        Objects by their clusters in both partitions: 2 to 6 rows and columns, 0 to 99 in a cell, 2 to 300 in all. A
        row or a column without objects is not a cluster. The rows are the truth for the one measure that asks for it.
        Default: two people who sorted 120 pictures.
    before : array-like of int, optional
        The table before the last step, with which the measures are compared. Default: `table`, no step yet.
    measures : sequence of str, optional
        Which of the measures are shown: "rand", "ari", "fm", "pa", "na", "aaa", "psi", "psi_simplified", "nmi", "ami".
        There are no steps then, and only the presets whose notes name no other measure. Default: all ten.

    Attributes
    ----------
    table, before : tuple of tuple of int
        The tables as they are now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``table`` and ``before`` of each.

    Raises
    ------
    ValueError
        If a table has other shapes, counts or totals, or if a measure is unknown.

    See Also
    --------
    aucc_teach.contingency_table : The table of two label vectors.
    aucc_teach.adjusted_asymmetric_accuracy : The only one of the ten that treats rows and columns differently.

    Examples
    --------
    >>> import aucc_teach as at
    >>> bench = at.demos.MeasureBench([[96, 0], [0, 4]])
    >>> bench.table = [[96, 0], [2, 2]]
    >>> numbers = bench.numbers(bench.state())
    >>> numbers["na"], numbers["aaa"]
    (0.96, 0.5)
    """

    slug = "measure-bench"

    table = CellCounts().tag(sync=True)
    before = CellCounts().tag(sync=True)
    measures = traitlets.List().tag(sync=True, constant=True)

    def __init__(self, table=None, before=None, *, measures=(), **kwargs):
        if unknown := [name for name in measures if name not in MEASURES]:
            raise InvalidStateError(f"each of measures must be one of {', '.join(MEASURES)}. Got {unknown[0]!r}.")
        if table is None and before is not None:
            raise InvalidStateError("before is a step that leads to table: give both, or none of them.")
        if table is None:
            table = self._written.presets[0]["table"]
        else:
            kwargs.setdefault("lesson", [])
        if measures:
            kwargs.setdefault("lesson", [])
            others = set(MEASURES.values()) - {MEASURES[name] for name in measures}
            named = re.compile(rf"\b({'|'.join(sorted(others))})\b") if others else re.compile("(?!)")
            kwargs["presets"] = [one for one in self._written.presets if not named.search(one["note"])]
        state = {"table": table, "before": table if before is None else before}
        super().__init__(**state, measures=list(measures), **kwargs)

    def _following(self, state):
        return {"before": state["table"]} if "table" in state else {}
