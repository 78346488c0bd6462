"""Gamma grid: every within pair against every between pair, as the cells of the ROC unit square."""

import numpy as np

from aucc_teach import datasets
from aucc_teach.demos._points import PointsDemo, points_preset

__all__ = ["GammaGrid"]


class GammaGrid(PointsDemo):
    """Up to sixteen points that can be dragged, and the grid of all comparisons of a within with a between pair.

    The within pairs are the rows, the between pairs the columns, the closest of both at the lower left. Concordant
    cells lie below the ROC curve, discordant cells above it, and AUCC is the proportion of the square below the curve.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        3 to 16 points on the grid, x and y from 0 to 1000. Default: the seven points of the AUCC paper.
    labels : array-like of int, shape (n,), optional
        Cluster of each point, 0 to 5.

    Attributes
    ----------
    points : tuple of (int, int)
        The points as they are now; can be set.
    labels : tuple of int
        Their clusters as they are now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``points`` and ``labels`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many, if labels are not from 0 to
        5, or if there is not one label for each point.

    See Also
    --------
    aucc_teach.concordance : The numbers of concordant, discordant and tied cells.
    aucc_teach.gamma_score : Their difference as a proportion of all cells.

    Examples
    --------
    >>> import aucc_teach as at
    >>> grid = at.demos.GammaGrid()
    >>> numbers = grid.numbers(grid.state())
    >>> numbers["right"], numbers["wrong"], numbers["tied"]
    (99, 9, 0)
    >>> grid.labels = [0, 0, 0, 1, 1, 1, 1]
    >>> grid.numbers(grid.state())["gamma"]
    1
    """

    slug = "gamma-grid"

    @classmethod
    def preset_data(cls):
        """Points of the data sets, see :meth:`Demo.preset_data`."""
        eight = 2 * (datasets.load_toy("blobs").points[:8] - [200, 500])  # centred at 0, with room for their names
        far = np.concatenate([np.add(eight, [180, 300]), np.add(eight, [820, 700])])
        halves = np.repeat([0, 1], 8)
        shuffled = np.random.default_rng(1).permutation(halves)
        return {"blobs": points_preset(far, halves), "shuffled": points_preset(far, shuffled)}
