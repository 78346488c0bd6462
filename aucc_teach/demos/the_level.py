"""The baseline: one clustering on two rulers, that of random labels and that of the same method on noise."""

import traitlets

from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import Choice, ClusterLabels, GridPoints, WholeNumber

__all__ = ["TheLevel"]

FEWEST_POINTS, MOST_POINTS = 10, 60
FEWEST_CLUSTERS, MOST_CLUSTERS = 2, 6
LEAST_SPREAD = 100  # in x or y; noise on the grid needs places to lie on
WAYS = ("blind", "classes", "k-means")
SHOWN = ("points", "noise")
REFERENCES = ("box", "normal")
MOST_SETS = 99
MOST_SEED = 2**32 - 1


class TheLevel(Demo):
    """A few points under one of three labellings, with AUCC compared with random labels and with noise.

    The labels are random, the classes that come with the points, or made by k-means. The points can be turned into
    noise: as many points with the same mean and covariance, without clusters. The exact mean and standard deviation are
    those of random labels with these sizes on these points. The baseline is what the same way of labelling reaches on
    other sets of noise. Everything random depends only on `seed`, so a page always draws the same.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        10 to 60 points on the grid, x and y from 0 to 1000, that differ by at least 100 in x or in y. Default: 60
        irises, sepal width and petal length.
    classes : array-like of int, shape (n,), optional
        Class of each point, 0 to 5, at least two of them and not as many as points.
    way : {"k-means", "classes", "blind"}, default="k-means"
        Where the labels come from.
    k : int, default=2
        Number of clusters for k-means and for random labels, 2 to 6; the latter have equal sizes.
    shown : {"points", "noise"}, default="points"
        Whether the points themselves are labelled or noise in their place.
    reference : {"box", "normal"}, default="box"
        What noise is: uniform in a box along the principal axes, or normal.
    seed : int, default=1
        Seed of everything random, 0 to 2^32 - 1.
    measured : int, default=0
        On how many sets of noise the baseline is measured, 99 at most.

    Attributes
    ----------
    points, classes, way, k, shown, reference, seed, measured
        The state as it is now; can be set.
    presets : list of dict
        What the reader can choose from: ``name``, ``note``, ``points`` and ``classes`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many or too close together, if
        classes do not fit them, or if a choice is unknown or a number out of range.

    See Also
    --------
    aucc_teach.aucc_test : The test against random labels.
    aucc_teach.reference_data : Noise of any dimension.

    Examples
    --------
    >>> import aucc_teach as at
    >>> demo = at.demos.TheLevel(shown="noise", measured=19)
    >>> print(demo.words().split("; ")[1])
    compared with its own baseline, 0.9069 on 19 sets of noise, p = 0.850.
    """

    slug = "the-level"

    points = GridPoints(FEWEST_POINTS, MOST_POINTS).tag(sync=True)
    classes = ClusterLabels().tag(sync=True)
    way = Choice(WAYS, default_value="k-means").tag(sync=True)
    k = WholeNumber(FEWEST_CLUSTERS, MOST_CLUSTERS, default_value=2).tag(sync=True)
    shown = Choice(SHOWN, default_value="points").tag(sync=True)
    reference = Choice(REFERENCES, default_value="box").tag(sync=True)
    seed = WholeNumber(0, MOST_SEED, default_value=1).tag(sync=True)
    measured = WholeNumber(0, MOST_SETS, default_value=0).tag(sync=True)

    def __init__(
        self,
        points=None,
        classes=None,
        way="k-means",
        k=2,
        shown="points",
        reference="box",
        seed=1,
        measured=0,
        **kwargs,
    ):
        if (points is None) != (classes is None):
            raise InvalidStateError("points and classes belong together: give both, or none of them.")
        rest = {"way": way, "k": k, "shown": shown, "reference": reference, "seed": seed, "measured": measured}
        if points is not None or list(rest.values()) != ["k-means", 2, "points", "box", 1, 0]:
            kwargs.setdefault("lesson", [])
        if points is None:
            first = self._written.presets[0]
            points, classes = first["points"], first["classes"]
        super().__init__(points=points, classes=classes, **rest, **kwargs)

    def _following(self, state):
        return {"measured": 0} if {"points", "classes"} & state.keys() else {}

    @traitlets.validate("points", "classes")
    def _check_together(self, proposal):
        state = {"points": self.points, "classes": self.classes, proposal["trait"].name: proposal["value"]}
        points, classes = state["points"], state["classes"]
        if len(points) != len(classes):
            raise InvalidStateError(
                f"there must be one class for each point. Got {len(points)} points and {len(classes)} classes; to "
                f"change their number, set both with place(points=..., classes=...)."
            )
        if points and max(max(axis) - min(axis) for axis in zip(*points, strict=True)) < LEAST_SPREAD:
            raise InvalidStateError(f"points must differ by at least {LEAST_SPREAD} in x or in y.")
        if points and not 2 <= len(set(classes)) < len(classes):
            raise InvalidStateError(
                f"there must be at least 2 classes, and fewer than points. Got {len(set(classes))} of {len(points)}."
            )
        return proposal["value"]
