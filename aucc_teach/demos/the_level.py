"""The baseline: one clustering on two rulers, that of random labels and that of the same method on noise."""

from aucc_teach.demos._base import Demo, Part

__all__ = ["TheLevel"]


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
    _data = ("points", "classes")

    points = Part()
    classes = Part()
    way = Part("k-means")
    k = Part(2)
    shown = Part("points")
    reference = Part("box")
    seed = Part(1)
    measured = Part(0)

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
        rest = {"way": way, "k": k, "shown": shown, "reference": reference, "seed": seed, "measured": measured}
        super().__init__(points=points, classes=classes, **rest, **kwargs)

    def _following(self, state):
        return {"measured": 0} if {"points", "classes"} & state.keys() else {}
