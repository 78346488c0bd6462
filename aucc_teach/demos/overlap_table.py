"""Overlap table: clusters as rows that may overlap, three scores, and the conditions that a step is a case of."""

import traitlets

from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import WholeNumber, whole

__all__ = ["OverlapTable"]

FEWEST_OBJECTS, MOST_OBJECTS = 2, 13
MOST_CLASSES, MOST_CLUSTERS = 6, 10


class Clusters(traitlets.TraitType):
    """Clusters as a tuple of sorted tuples of whole numbers. Empty ones keep their place, but at the end."""

    default_value = ()

    def validate(self, obj, value):
        """Check and convert `value`."""
        return _read(value, self.name)


class OverlapTable(Demo):
    """Clusters of up to thirteen objects, which may overlap, compared with fixed classes before and after a step.

    Parameters
    ----------
    clusters_true : sequence of collections of int, optional
        One to six classes: different sets of the objects 0 to n - 1. Default, of all three: the first preset.
    before : sequence of collections of int, optional
        At most ten clusters at the start of the step. Empty ones are left out of the scores, equal ones count once.
    clusters_pred : sequence of collections of int, optional
        The clusters now, likewise. Default: `before`, no step yet.
    n_objects : int, optional
        Number of objects n, 2 to 13. Default: the largest object that occurs, plus one.
    conditions : bool, default=True
        Whether to say which conditions the step is a case of, and to offer steps that are.

    Attributes
    ----------
    clusters_true, before, clusters_pred : tuple of tuple of int
        Classes and clusters as they are now; can be set.
    n_objects : int
        Number of objects; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``n_objects``, ``clusters_true``, ``before`` and ``after``
        of each.

    Raises
    ------
    ValueError
        If clusters are not sets of whole numbers from 0 to n - 1, if there are too many of them, if a class is empty
        or there twice, if there is no class, or if n is not from 2 to 13.

    See Also
    --------
    aucc_teach.overlapping.extended_bcubed : One of the three scores.
    aucc_teach.overlapping.cice_bcubed : The large number.
    aucc_teach.overlapping.reliability_sensitivity : The third score.
    aucc_teach.conditions.conditions_met : Which conditions a step is a case of.

    Examples
    --------
    >>> import aucc_teach as at
    >>> table = at.demos.OverlapTable([{0, 1}, {0, 2}, {1, 2}], [{0, 1, 2}])
    >>> table.clusters_pred = [{0, 1}, {0, 2}, {1, 2}]
    >>> numbers = table.numbers(table.state())
    >>> round(numbers["cice_start"], 4), numbers["cice"]
    (0.6061, 1)
    """

    slug = "overlap-table"

    n_objects = WholeNumber(FEWEST_OBJECTS, MOST_OBJECTS, default_value=FEWEST_OBJECTS).tag(sync=True)
    clusters_true = Clusters().tag(sync=True)
    before = Clusters().tag(sync=True)
    clusters_pred = Clusters().tag(sync=True)
    conditions = traitlets.Bool(True).tag(sync=True, constant=True)

    def __init__(self, clusters_true=None, before=None, clusters_pred=None, *, n_objects=None, **kwargs):
        if (clusters_true is None) != (before is None) or (clusters_true is None and clusters_pred is not None):
            raise InvalidStateError("clusters_true and before belong together: give both, or none of them.")
        if clusters_true is None:
            first = self._written.presets[0]
            clusters_true, before, n_objects = (first[name] for name in ("clusters_true", "before", "n_objects"))
        else:
            kwargs.setdefault("lesson", [])
        state = _state(clusters_true, before, clusters_pred, n_objects)
        super().__init__(**state, **kwargs)

    @traitlets.observe("conditions")
    def _offer(self, change):
        self.presets = self._all_presets() if self.conditions else self._all_presets()[:1]

    def _following(self, state):
        # Without clusters now, the step begins here.
        classes, before = (state.get(name, getattr(self, name)) for name in ("clusters_true", "before"))
        return _state(classes, before, state.get("clusters_pred"), state.get("n_objects"))

    @traitlets.validate("n_objects", "clusters_true", "before", "clusters_pred")
    def _check_together(self, proposal):
        name, value = proposal["trait"].name, proposal["value"]
        state = {other: getattr(self, other) for other in ("n_objects", "clusters_true", "before", "clusters_pred")}
        state[name] = value
        n_objects = state.pop("n_objects")
        for other, rows in state.items():
            largest = max((row[-1] for row in rows if row), default=0)
            if largest >= n_objects:
                raise InvalidStateError(
                    f"{other} must hold objects from 0 to n_objects - 1 = {n_objects - 1}. Got {largest}; to change "
                    f"the number of objects too, set all with place(clusters_true=..., before=..., clusters_pred=...)."
                )
            if other != "clusters_true" and len(rows) > MOST_CLUSTERS:
                raise InvalidStateError(f"{other} must be at most {MOST_CLUSTERS} clusters. Got {len(rows)}.")
        classes = state["clusters_true"]
        if not 1 <= len(classes) <= MOST_CLASSES:
            raise InvalidStateError(f"clusters_true must be 1 to {MOST_CLASSES} classes. Got {len(classes)}.")
        if not all(classes) or len(set(classes)) < len(classes):
            raise InvalidStateError(f"clusters_true must be different classes, none of them empty. Got {classes!r}.")
        return value


def _read(clusters, name):
    """Rows of clusters, sorted, without empty ones at the end."""
    try:
        rows = [sorted(whole(o) for o in row) for row in clusters]
    except TypeError:
        rows = [[-1]]
    if any(row[0] < 0 or len(set(row)) < len(row) for row in rows if row):
        raise InvalidStateError(f"{name} must be clusters of different whole numbers from 0. Got {clusters!r}.")
    while rows and not rows[-1]:
        rows.pop()
    return tuple(map(tuple, rows))


def _state(clusters_true, before, clusters_pred, n_objects):
    """State of the traits, with what was left out filled in."""
    state = {"clusters_true": _read(clusters_true, "clusters_true"), "before": _read(before, "before")}
    state["clusters_pred"] = state["before"] if clusters_pred is None else _read(clusters_pred, "clusters_pred")
    if n_objects is None:
        n_objects = 1 + max((row[-1] for rows in state.values() for row in rows if row), default=0)
    return {"n_objects": n_objects, **state}
