"""Take one out: objects to leave out, and what becomes of AUCC and of its interval."""

from aucc_teach.demos._base import Part
from aucc_teach.demos._points import PointsDemo, points_preset

__all__ = ["TakeOneOut"]


def _in_order(positions):
    return tuple(sorted(positions))


class TakeOneOut(PointsDemo):
    """Labelled points, of which some can be left out: AUCC and its interval, of all points and of those that are left.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        4 to 40 points on the grid, x and y from 0 to 1000. Default: 25 irises, by the length and width of their sepal.
    labels : array-like of int, shape (n,), optional
        Cluster of each point, 0 to 5.
    out : sequence of int, optional
        Positions of the points that are left out. Other points or labels on the page, and :meth:`Demo.place`, begin
        with none.
    several : bool, default=False
        Whether more than one point can be out, or the others come back when one is taken out.

    Attributes
    ----------
    points : tuple of (int, int)
        The points as they are now; can be set.
    labels : tuple of int
        Their clusters as they are now; can be set.
    out, several : tuple of int, bool
        What is out, and whether more can be; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``points`` and ``labels`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many, if labels are not from 0 to
        5, if there is not one label for each point, or if positions are not those of different points.

    See Also
    --------
    aucc_teach.aucc_interval : The interval that is shown.
    aucc_teach.aucc_samples : What each object contributes.

    Examples
    --------
    >>> import aucc_teach as at
    >>> irises = at.demos.TakeOneOut()
    >>> irises.words()
    'All 25: AUCC 0.8040, 95% interval from 0.6608 to 0.8962.'
    >>> irises.out = [19]
    >>> irises.words()
    'Without t: AUCC 0.8293, up by 0.0253, which is the largest move of the 25.'
    """

    slug = "take-one-out"
    _chosen = ("out",)

    out = Part((), _in_order)
    several = Part(False, lambda value: bool(value) if value in (0, 1) else value, takes_truth=True)

    @classmethod
    def preset_data(cls):
        """Points of the data sets, see :meth:`Demo.preset_data`."""
        from sklearn.datasets import load_iris

        irises = load_iris()
        # In millimetres, so that distances are those of the flowers, times 35.
        sepals = (10 * irises.data[::6, :2]).round().astype(int)
        return {"irises": points_preset(35 * (sepals - [43, 15]), irises.target[::6])}
