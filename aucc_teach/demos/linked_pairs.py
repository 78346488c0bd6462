"""Linked pairs: points in the plane linked up to a distance r, their pairs in a row, and the point of the ROC curve."""

from aucc_teach.demos._base import Part
from aucc_teach.demos._points import PointsDemo

__all__ = ["LinkedPairs"]


class LinkedPairs(PointsDemo):
    """Up to seven points that can be dragged, linked up to a distance r, their pairs in a row, and the ROC curve.

    The pairs that are no further apart than r are linked, which means that they are called positive. A within pair that
    is linked is a hit, and a between pair that is linked is a false alarm, so each r is one point of the ROC curve.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        3 to 7 points on the grid, x and y from 0 to 1000. Default: the points of Figure 3.
    labels : array-like of int, shape (n,), optional
        Cluster of each point, 0 to 5.
    squared_r : int, optional
        Square of the distance r, from 0 to 2 000 000. It is the square, because that is a whole number for the distance
        of any two points. Default: 180 squared for the points of Figure 3, otherwise 0.

    Attributes
    ----------
    points : tuple of (int, int)
        The points as they are now; can be set.
    labels : tuple of int
        Their clusters as they are now; can be set.
    squared_r : int
        The square of r as it is now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``points``, ``labels`` and ``squared_r`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many, if labels are not from 0 to
        5, if there is not one label for each point, or if `squared_r` is not a whole number or out of range.

    See Also
    --------
    aucc_teach.roc_curve : The curve that is drawn.
    aucc_teach.plots.plot_links : The links at one r, as a figure.

    Examples
    --------
    >>> import aucc_teach as at
    >>> pairs = at.demos.LinkedPairs()
    >>> pairs.words()
    'At r = 180.0, 4 of 9 within pairs and 0 of 12 between pairs are linked.'
    >>> pairs.squared_r = 400**2
    >>> numbers = pairs.numbers(pairs.state())
    >>> numbers["hits"], numbers["false_alarms"]
    (6, 3)
    """

    slug = "linked-pairs"
    _free = ("squared_r",)

    squared_r = Part()

    def __init__(self, points=None, labels=None, squared_r=None, **kwargs):
        if squared_r is not None:
            kwargs.setdefault("lesson", [])
        else:
            squared_r = self.presets[0]["squared_r"] if points is None else 0
        super().__init__(points, labels, squared_r=squared_r, **kwargs)
