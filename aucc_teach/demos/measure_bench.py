"""Measure bench: the table of two partitions to edit, ten measures of it, and what each change does to its pairs."""

import re

import traitlets

from aucc_teach.demos._base import Demo, InvalidStateError, Part

__all__ = ["MeasureBench"]

# The measures' names on the page, by their keys in the model.
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
        There are no steps then, unless `steps` names a lesson such as "four", which is about PA, AAA, the ARI and the
        AMI; and there are only the presets whose notes name no other measure. Default: all ten.

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
    _data = ("table",)
    _free = ("before",)

    table = Part()
    before = Part()
    measures = traitlets.List().tag(sync=True, constant=True)

    def __init__(self, table=None, before=None, *, measures=(), **kwargs):
        if unknown := [name for name in measures if name not in MEASURES]:
            raise InvalidStateError(f"each of measures must be one of {', '.join(MEASURES)}. Got {unknown[0]!r}.")
        if table is None and before is not None:
            raise InvalidStateError("before is a step that leads to table: give both, or none of them.")
        if measures:
            kwargs.setdefault("lesson", [])
            others = set(MEASURES.values()) - {MEASURES[name] for name in measures}
            named = re.compile(rf"\b({'|'.join(sorted(others))})\b") if others else re.compile("(?!)")
            kwargs["presets"] = [one for one in self._written.presets if not named.search(one["note"])]
        if table is not None:
            table = self.read("table", table)
        before = (self._written.presets[0]["table"] if table is None else table) if before is None else before
        super().__init__(table=table, before=before, measures=list(measures), **kwargs)

    def _following(self, state):
        return {"before": state["table"]} if "table" in state else {}
