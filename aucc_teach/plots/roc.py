"""ROC curves: one, a mirrored pair, the three tie rules; and the pair errors of a family of partitions."""

import numpy as np
from matplotlib.patches import Polygon

from aucc_teach.input import check_equal_lengths
from aucc_teach.plots._style import CLUSTERS, REFERENCE_LINE, SQUARE, TIED, WITHIN, new_axes
from aucc_teach.roc import RocCurve, roc_curve

# The widest is drawn first, so that all three can be seen where they coincide.
_RULE_STYLES = {
    "optimistic": {"color": CLUSTERS[4], "linestyle": (0, (4, 2)), "linewidth": 2.4},
    "diagonal": {"color": "black"},
    "pessimistic": {"color": CLUSTERS[0], "linestyle": (0, (1, 1.2)), "linewidth": 2.2},
}


def plot_roc(curve, *, ax=None):
    """Draw a ROC curve on the unit square, with the area under it filled and the chance diagonal dashed.

    Parameters
    ----------
    curve : aucc_teach.RocCurve or tuple of three arrays
        What to draw: also the ``(fpr, tpr, thresholds)`` of :func:`sklearn.metrics.roc_curve`, with intermediate
        points or without.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new square figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes.

    Raises
    ------
    ValueError
        If the curve is no tuple of three arrays of numbers, they differ in length, a rate does not run from 0 to 1 or
        falls on its way, or a threshold rises.

    Examples
    --------
    >>> import aucc_teach as at
    >>> from sklearn.metrics import roc_curve
    >>> ax = at.plots.plot_roc(at.roc_curve([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> ax = at.plots.plot_roc(roc_curve([1, 0, 1, 0], [4, 3, 2, 1]))
    """
    curve = _check_curve(curve, "curve")
    ax = _draw_area(curve, WITHIN, ax)
    ax.text(0.97, 0.05, f"area {curve.auc:.3f}", ha="right")
    ax.set(xlabel="Proportion of between pairs passed", ylabel="Proportion of within pairs passed")
    return ax


def plot_mirrored_roc(curve, mirrored, *, ax=None):
    """Draw the ROC curve of a labelling of pairs and that of its complement, with the diagonal between them.

    Parameters
    ----------
    curve : aucc_teach.RocCurve or tuple of three arrays
        The labelling: solid, with the area under it filled. Curves are taken as by :func:`plot_roc`.
    mirrored : aucc_teach.RocCurve or tuple of three arrays
        Its complement: dash-dotted.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new square figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes; both areas are written in it.

    Raises
    ------
    ValueError
        As :func:`plot_roc`, or if the curves are not mirror images in the diagonal.

    Examples
    --------
    >>> import aucc_teach as at
    >>> scores = [4, 3, 2, 1]
    >>> ax = at.plots.plot_mirrored_roc(at.roc_curve([1, 0, 1, 0], scores), at.roc_curve([0, 1, 0, 1], scores))
    """
    curve, mirrored = _check_curve(curve, "curve"), _check_curve(mirrored, "mirrored")
    if not _are_mirror_images(curve, mirrored):
        raise ValueError(
            "the curves must be mirror images in the diagonal, as those of a labelling and its complement are. "
            f"Got areas {curve.auc:.3f} and {mirrored.auc:.3f}."
        )
    # Colours would mislead: a within pair of one labelling is a between pair of the other.
    ax = _draw_area(curve, "black", ax)
    ax.plot(mirrored.fpr, mirrored.tpr, "-.", color="black")
    ax.text(0.28, 0.8, f"labelling, area {curve.auc:.3f}")
    ax.text(0.97, 0.36, f"complement, area {mirrored.auc:.3f}", ha="right")
    ax.set(xlabel="Proportion of the 0s passed", ylabel="Proportion of the 1s passed")
    return ax


def plot_tie_rules(y_true, y_score, *, ax=None):
    """Draw the ROC curve of scored items under all three tie rules, with the room between them in grey.

    Parameters
    ----------
    y_true : array-like of shape (m,)
        Class of each item, 1 (positive) or 0 (negative).
    y_score : array-like of shape (m,)
        Score of each item; a higher score counts for the positive class.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new square figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes; the legend names each rule and the area under its path.

    Raises
    ------
    ValueError
        As :func:`aucc_teach.roc_curve`.

    Examples
    --------
    >>> import aucc_teach as at
    >>> tied = at.datasets.load_tied_scores()
    >>> ax = at.plots.plot_tie_rules(tied.y_true, tied.y_score)
    """
    curves = {rule: roc_curve(y_true, y_score, ties=rule) for rule in _RULE_STYLES}
    ax = new_axes(ax, figsize=SQUARE)
    highest, lowest = curves["optimistic"], curves["pessimistic"]
    # Both paths meet after every group of ties, so that one polygon covers the rectangle of each group.
    x, y = np.append(highest.fpr, lowest.fpr[::-1]), np.append(highest.tpr, lowest.tpr[::-1])
    ax.add_patch(Polygon(np.column_stack([x, y]), closed=True, facecolor=TIED, alpha=0.3, linewidth=0))
    _draw_unit_square(ax)
    for rule, curve in curves.items():
        ax.plot(curve.fpr, curve.tpr, label=f"{rule} {curve.auc:.3f}", **_RULE_STYLES[rule])
    ax.legend(loc="lower right", frameon=False, title="Area by tie rule", alignment="left")
    ax.set(xlabel="Proportion of negatives passed", ylabel="Proportion of positives passed")
    return ax


def plot_pair_error_curve(curve, *, label, color, marker="o", label_place=None, fill=True, ax=None):
    """Draw the pair errors of a family of partitions as k runs from 1 to n.

    Parameters
    ----------
    curve : aucc_teach.PairErrorCurve
        What to draw.
    label : str
        Written beside the curve.
    color : str
        Colour of line and markers.
    marker : str, default="o"
        Marker of Matplotlib, one for each number of clusters; the one with the smallest e1 + e2 is large.
    label_place : tuple of float, optional
        Where the label stands, after one more marker, as (e1, e2); by default beside the point with the smallest
        e1 + e2.
    fill : bool, default=True
        Whether to fill the area under the curve.
    ax : matplotlib.axes.Axes, optional
        Where to draw; a new square figure by default.

    Returns
    -------
    matplotlib.axes.Axes
        The Axes: e1 to the right, e2 up. The dashed diagonal is the mean for classes assigned at random.

    Raises
    ------
    ValueError
        If the arrays of the curve differ in length.

    Examples
    --------
    >>> import aucc_teach as at
    >>> curve = at.pair_error_curve([0, 0, 1, 1], [[0, 0, 0, 1], [0, 0, 1, 2]])
    >>> ax = at.plots.plot_pair_error_curve(curve, label="two cuts", color=at.plots.CLUSTERS[0])
    """
    check_equal_lengths(n_clusters=curve.n_clusters, e1=curve.e1, e2=curve.e2)
    ax = new_axes(ax, figsize=SQUARE)
    if fill:
        ax.fill_between(curve.e1, curve.e2, color=color, alpha=0.12, linewidth=0)
    ax.plot([0, 1], [1, 0], **REFERENCE_LINE, zorder=1)
    ax.plot(curve.e1, curve.e2, color=color, marker=marker, markersize=3.5)
    best = int(np.searchsorted(curve.n_clusters, curve.k0))
    place = curve.e1[best], curve.e2[best]
    ax.plot(*place, marker, color=color, markersize=9)
    if label_place is not None:
        place = label_place
        ax.plot(*place, marker, color=color, markersize=6)
    shift = (9, 9) if label_place is None else (8, -3.5)
    ax.annotate(label, place, xytext=shift, textcoords="offset points")
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ax.set(xlabel="Same-class pairs apart, e1", ylabel="Different-class pairs together, e2")
    return ax


def _draw_area(curve, color, ax):
    """Draw a curve on the unit square, with the area under it filled."""
    ax = new_axes(ax, figsize=SQUARE)
    ax.fill_between(curve.fpr, curve.tpr, color=color, alpha=0.12, linewidth=0)
    _draw_unit_square(ax)
    ax.plot(curve.fpr, curve.tpr, color=color)
    return ax


def _draw_unit_square(ax):
    """Draw the chance diagonal, with room for thick lines along the edges."""
    ax.plot([0, 1], [0, 1], **REFERENCE_LINE)
    ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")


def _check_curve(curve, name):
    """Return the curve as a RocCurve of float arrays, or refuse it."""
    if not isinstance(curve, tuple) or len(curve) != 3:
        got = f"a tuple of {len(curve)}" if isinstance(curve, tuple) else f"a {type(curve).__name__}"
        raise ValueError(f"{name} must be a RocCurve or a tuple (fpr, tpr, thresholds) of three arrays. Got {got}.")
    try:
        checked = RocCurve(*(np.asarray(values, dtype=float) for values in curve))
    except (TypeError, ValueError) as error:
        raise ValueError(f"fpr, tpr and thresholds of {name} must be arrays of numbers: {error}.") from error
    shapes = [values.shape for values in checked]
    if len(set(shapes)) > 1 or checked.fpr.ndim != 1 or checked.fpr.size < 2:
        raise ValueError(
            f"fpr, tpr and thresholds of {name} must be 1-dimensional and of equal length, 2 or more. "
            f"Got arrays of shape {', '.join(map(str, shapes))}."
        )
    for field, values in checked._asdict().items():
        if np.isnan(values).any():
            raise ValueError(f"{field} of {name} must be numbers. Got NaN: scikit-learn gives it for only one class.")
        # A rate that runs from 0 to 1 and never falls has no value outside.
        if field != "thresholds" and (values[0] != 0 or values[-1] != 1):
            raise ValueError(f"{field} of {name} must run from 0 to 1. Got {values[0]} to {values[-1]}.")
        before, after = values[:-1], values[1:]
        wrong, way = (before < after, "rise") if field == "thresholds" else (before > after, "fall")
        if wrong.any():
            raise ValueError(f"{field} of {name} must never {way}. Got {before[wrong][0]}, then {after[wrong][0]}.")
    return checked


def _are_mirror_images(curve, mirrored):
    """Whether two curves have the same path, one mirrored, whatever points on it they name."""
    # Along a path x + y rises, and y - x is what the mirror turns round.
    along, across = curve.fpr + curve.tpr, curve.tpr - curve.fpr
    other_along, other_across = mirrored.fpr + mirrored.tpr, mirrored.fpr - mirrored.tpr
    places = np.union1d(along, other_along)
    return np.allclose(np.interp(places, along, across), np.interp(places, other_along, other_across))
