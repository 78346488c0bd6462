"""The state of demos of clusters that may overlap."""

from aucc_teach.demos._base import Demo, InvalidStateError, Part


def _sorted_rows(clusters):
    """Sort each row of clusters. Empty rows keep their place, except at the end."""
    rows = [tuple(sorted(row)) for row in clusters]
    while rows and not rows[-1]:
        rows.pop()
    return tuple(rows)


class OverlapsDemo(Demo):
    """A demo of clusters of a few objects, which may overlap, compared with fixed classes before and after a step."""

    n_objects = Part()
    clusters_true = Part(convert=_sorted_rows)
    before = Part(convert=_sorted_rows)
    clusters_pred = Part(convert=_sorted_rows)

    def __init__(self, clusters_true=None, before=None, clusters_pred=None, *, n_objects=None, **kwargs):
        if clusters_true is None and before is None and clusters_pred is None:
            kwargs.setdefault("lesson", self._all_tasks())
            first = self.presets[0]
            clusters_true, before, n_objects = (first[name] for name in ("clusters_true", "before", "n_objects"))
        elif clusters_true is None or before is None:
            raise InvalidStateError("clusters_true and before belong together: give both, or none of them.")
        super().__init__(**self._whole(clusters_true, before, clusters_pred, n_objects), **kwargs)

    def _following(self, state):
        # If no clusters are given, the step begins here.
        classes, before = (state.get(name, getattr(self, name)) for name in ("clusters_true", "before"))
        return self._whole(classes, before, state.get("clusters_pred"), state.get("n_objects"))

    def _whole(self, clusters_true, before, clusters_pred, n_objects):
        """Fill in what was left out of a state."""
        given = {"clusters_true": clusters_true, "before": before, "clusters_pred": clusters_pred}
        state = {name: self.read(name, rows) for name, rows in given.items() if rows is not None}
        state.setdefault("clusters_pred", state.get("before"))
        if n_objects is None:
            try:
                n_objects = 1 + max((o for rows in state.values() for row in rows for o in row), default=0)
            except TypeError:
                n_objects = 2  # the model refuses such clusters
        return state | {"n_objects": n_objects}
