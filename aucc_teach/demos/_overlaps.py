"""Clusters that may overlap: the state that the overlap table and its simpler relative share."""

import traitlets

from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import WholeNumber, whole

FEWEST_OBJECTS = 2


class Clusters(traitlets.TraitType):
    """Clusters as a tuple of sorted tuples of whole numbers. Empty ones keep their place, but at the end."""

    default_value = ()

    def validate(self, obj, value):
        """Check and convert `value`."""
        return _read(value, self.name)


class OverlapsDemo(Demo):
    """A demo of clusters of a few objects, which may overlap, compared with fixed classes before and after a step.

    A subclass declares how many objects there may be, ``n_objects = objects_up_to(most)``, and how many classes and
    clusters: ``_most_classes``, ``_most_clusters``.
    """

    _most_classes = _most_clusters = 0

    n_objects = traitlets.Any()
    clusters_true = Clusters().tag(sync=True)
    before = Clusters().tag(sync=True)
    clusters_pred = Clusters().tag(sync=True)

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
            if other != "clusters_true" and len(rows) > self._most_clusters:
                raise InvalidStateError(f"{other} must be at most {self._most_clusters} clusters. Got {len(rows)}.")
        classes = state["clusters_true"]
        if not 1 <= len(classes) <= self._most_classes:
            raise InvalidStateError(f"clusters_true must be 1 to {self._most_classes} classes. Got {len(classes)}.")
        if not all(classes) or len(set(classes)) < len(classes):
            raise InvalidStateError(f"clusters_true must be different classes, none of them empty. Got {classes!r}.")
        return value


def objects_up_to(most):
    """Trait for the number of objects, 2 to `most`."""
    return WholeNumber(FEWEST_OBJECTS, most, default_value=FEWEST_OBJECTS).tag(sync=True)


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
