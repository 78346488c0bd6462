"""Dissimilarities: metrics and their arguments, and the condensed vector that comes from points or a matrix."""

from collections.abc import Mapping

import numpy as np

from aucc_teach.input.exact import refuse_vanishing
from aucc_teach.input.frames import check_same_names, is_frame
from aucc_teach.input.memory import refuse_pairs_that_do_not_fit
from aucc_teach.input.numbers import check_numbers, n_objects_of_pairs

# scikit-learn has these names for metrics of SciPy.
METRIC_ALIASES = {"manhattan": "cityblock", "l1": "cityblock", "l2": "euclidean"}

# Rounding leaves computed dissimilarities this far, relative to the largest, from symmetry, from a zero diagonal and,
# on its wrong side, from zero; a mistake leaves them much further.
MATRIX_TOLERANCE = 1e-10

_BLOCK_ROWS = 256


def check_metric(metric):
    """Return a metric under SciPy's name for it; a callable and "precomputed" stay as they are."""
    if not isinstance(metric, str) and not callable(metric):
        raise ValueError(
            f"metric must be a string that SciPy's pdist knows, a callable or 'precomputed'. Got {metric!r}."
        )
    return METRIC_ALIASES.get(metric, metric) if isinstance(metric, str) else metric


def check_metric_params(metric, metric_params, n_columns):
    """Return the further arguments of a checked metric as a dictionary, for data of so many columns.

    SciPy takes some arguments that make no distance: it gives NaN for some pairs only, or reads past the end.
    """
    precomputed = isinstance(metric, str) and metric == "precomputed"
    if metric_params is not None and (precomputed or not isinstance(metric_params, Mapping)):
        raise ValueError(
            f"metric_params must be a dictionary of arguments of a metric that is computed. Got {metric_params!r} "
            f"with metric={metric!r}."
        )
    params = dict(metric_params or {})
    if not isinstance(metric, str):
        return params  # a function knows its own arguments
    if metric == "seuclidean" and params.get("V") is not None:
        _check_argument(params, "V", (n_columns,), "positive finite numbers", lambda V: np.isfinite(V) & (V > 0))
    if metric == "mahalanobis" and params.get("VI") is not None:
        VI = _check_argument(params, "VI", (n_columns, n_columns), "finite numbers", np.isfinite)
        spread = np.linalg.eigvalsh(VI / 2 + VI.T / 2)
        if spread.min() < -MATRIX_TOLERANCE * np.abs(spread).max():
            raise ValueError(
                f"metric_params['VI'] must be the inverse of a covariance matrix, which has no negative eigenvalue. "
                f"Got {VI.tolist()}."
            )
    if params.get("w") is not None:
        _check_argument(params, "w", (n_columns,), "finite numbers of at least 0", lambda w: np.isfinite(w) & (w >= 0))
    if metric == "minkowski" and "p" in params:
        _check_argument(params, "p", (), "a number above 0", lambda p: p > 0)
    return params


def _check_argument(params, name, shape, meaning, valid):
    try:
        array = np.asarray(params[name], dtype=np.float64)
    except (TypeError, ValueError):
        array = None
    if array is None or array.shape != shape or not valid(array).all():
        of_shape = f" of shape {shape}, as the data have {shape[0]} columns" if shape else ""
        raise ValueError(f"metric_params[{name!r}] must be {meaning}{of_shape}. Got {params[name]!r}.")
    return array


def is_euclidean(metric, metric_params=None):
    """Whether a metric is the plain Euclidean one, which criteria with centroids need."""
    metric = check_metric(metric)
    return isinstance(metric, str) and metric == "euclidean" and not metric_params


def check_dissimilarities(X, metric, metric_params=None, *, beside=0, hint=""):
    """Turn data or a dissimilarity matrix into condensed dissimilarities; returns them and the number of objects.

    The condensed order is SciPy's: (0, 1), (0, 2), ..., (1, 2), ... . With ``metric="precomputed"`` a condensed
    vector is returned as it is, a square matrix as the mean of its halves; what rounding has left below 0 becomes 0.
    `metric_params` are further arguments of the metric. `beside` are the bytes for each pair that the caller takes
    beside the dissimilarities; what does not fit into the free memory is refused, with the `hint`.
    """
    metric = check_metric(metric)
    precomputed = isinstance(metric, str) and metric == "precomputed"
    if precomputed:
        check_metric_params(metric, metric_params, 0)  # refuses any, before the matrix is read
    if precomputed and is_frame(X):
        check_same_names(**{"the rows of X": X.index, "its columns": X.columns})
    given = X
    X = check_numbers(X, "X", ensure_2d=not precomputed, ensure_min_samples=1 if precomputed else 2)
    metric_params = check_metric_params(metric, metric_params, X.shape[-1])
    is_condensed = X.ndim == 1
    n_objects = n_objects_of_pairs(X.size) if is_condensed else len(X)
    refuse_pairs_that_do_not_fit(n_objects, beside if is_condensed else beside + X.itemsize, hint)
    if not precomputed:
        refuse_vanishing(X, metric, metric_params)
        return refuse_bad_dissimilarities(checked_pdist(X, metric, metric_params), f"metric={metric!r} gave"), n_objects
    if is_condensed:
        return refuse_bad_dissimilarities(X, "X holds", relative=_rounding_of(given)), n_objects
    return _condense(X, _rounding_of(given))


def checked_pdist(X, metric, params):
    """Compute the distances, with a message of ours where SciPy refuses the metric or its arguments."""
    from scipy.spatial.distance import pdist

    try:
        return pdist(X, metric, **params)
    except (ValueError, TypeError) as error:
        given = f"metric={metric!r}" + (f" with {params}" if params else "")
        raise ValueError(
            f"{given} cannot be used: {error}. Valid are the names that scipy.spatial.distance.pdist knows, "
            f"{', '.join(METRIC_ALIASES)}, a callable, or 'precomputed'; metric_params are the arguments of the metric."
        ) from error


def refuse_bad_dissimilarities(condensed, subject, *, relative=MATRIX_TOLERANCE, scale=0.0):
    """Return dissimilarities in which none is NaN, infinite or negative.

    What is below 0 by no more than `relative` times the largest of them, or times a `scale` that is larger, is 0 but
    for rounding, and becomes 0.
    """
    # NaN and infinity show up in the extremes, which take one pass each.
    smallest, largest = condensed.min(), condensed.max()
    if not (np.isfinite(smallest) and np.isfinite(largest)):
        raise ValueError(f"dissimilarities must be finite: {subject} NaN or infinity.")
    if smallest >= 0:
        return condensed
    if smallest < -relative * max(largest, scale):
        raise ValueError(
            f"dissimilarities must not be negative: {subject} {smallest}. "
            f"Similarities passed by mistake? Larger must mean less similar."
        )
    return np.maximum(condensed, 0.0)


def _rounding_of(given):
    """Return how far off, relative to the largest, rounding may leave dissimilarities of the given type.

    Rounding errors of k terms add up to about the square root of k times that of one, epsilon. The limit is epsilon to
    the power 2/3, which k = epsilon^(-2/3) terms reach: 40 000 in single precision. In double precision it is 1e-10.
    """
    types = given.dtypes if is_frame(given) else [np.asarray(given).dtype]
    types = [getattr(dtype, "numpy_dtype", dtype) for dtype in types]  # those of pandas with room for missing values
    epsilons = [float(np.finfo(dtype).eps) for dtype in types if getattr(dtype, "kind", "") == "f"]
    return max([MATRIX_TOLERANCE, *(epsilon ** (2 / 3) for epsilon in epsilons)])


def _condense(X, relative):
    if X.ndim != 2 or X.shape[0] != X.shape[1]:
        raise ValueError(f"a precomputed dissimilarity matrix must be square or condensed. Got shape {X.shape}.")
    n_objects = X.shape[0]
    if n_objects < 2:
        raise ValueError(f"a dissimilarity matrix must hold at least 2 objects. Got shape {X.shape}.")
    limit = relative * X.max()
    worst_diagonal = np.abs(np.diagonal(X)).max()
    if worst_diagonal > limit:
        raise ValueError(f"a dissimilarity matrix must have a zero diagonal. Got an entry of {worst_diagonal}.")
    condensed = np.empty(n_objects * (n_objects - 1) // 2)
    position = 0
    # Blocks of rows let the transpose be read in cache-sized pieces, never copied whole.
    for start in range(0, n_objects, _BLOCK_ROWS):
        rows = X[start : start + _BLOCK_ROWS, start:]
        columns = X[start:, start : start + _BLOCK_ROWS].T
        worst = np.abs(rows - columns).max()
        if worst > limit:
            raise ValueError(f"a dissimilarity matrix must be symmetric. Got two halves that differ by {worst}.")
        mean = rows / 2 + columns / 2
        for offset in range(rows.shape[0]):
            row = mean[offset, offset + 1 :]
            condensed[position : position + row.size] = row
            position += row.size
    return refuse_bad_dissimilarities(condensed, "X holds", relative=relative), n_objects
