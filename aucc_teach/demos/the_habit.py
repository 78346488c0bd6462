"""The habit of a criterion: its curve over k on groups of points, on matched noise, and the difference."""

from aucc_teach.demos._base import Part
from aucc_teach.demos._points import PointsDemo

__all__ = ["TheHabit"]


class TheHabit(PointsDemo):
    """Groups of points that can be dragged, and what a criterion prefers over k, there and on noise of the same shape.

    Ward's tree of the points is cut into 2 to 10 clusters, and a criterion judges each cut. The same is done to 19
    reference sets, boxes with the mean and covariance of the points, which are always drawn with the same seed. The
    difference is the excess of :func:`aucc_teach.calibrated_choice`, and p the p-value of its peak.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        20 to 60 points on the grid, x and y from 0 to 1000, in at least 11 places, that differ by at least 100 in x
        and in y. Default: three groups of 16 points.
    labels : array-like of int, shape (n,), optional
        Which points are dragged together: the group of each, 0 to 5, two groups or more. The criterion does not see it.
    criterion : {"aucc_score", "calinski_harabasz_score", "ratkowsky_lance_score"}, default="aucc_score"
        What judges the cuts.
    compared_with : {"nothing", "noise"}, default="nothing"
        Whether the noise is shown.

    Attributes
    ----------
    points, labels, criterion, compared_with
        The state as it is now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``points`` and ``labels`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few, too many or too close together, if labels do
        not fit them or make one group only, or if a choice is unknown.

    See Also
    --------
    aucc_teach.calibrated_choice : The same test, for data of any kind.
    aucc_teach.reference_data : Noise of any dimension.
    TheLevel : One partition, compared with random labels and with noise.

    Examples
    --------
    >>> import aucc_teach as at
    >>> demo = at.demos.TheHabit(compared_with="noise")
    >>> print(demo.words().split(": ")[1])
    AUCC votes for 3 clusters, and for 10 on 17 of 19 sets of noise. The difference is largest at 3, p = 0.05.
    """

    slug = "the-habit"

    criterion = Part("aucc_score")
    compared_with = Part("nothing")

    def __init__(self, points=None, labels=None, criterion="aucc_score", compared_with="nothing", **kwargs):
        super().__init__(points, labels, criterion=criterion, compared_with=compared_with, **kwargs)
