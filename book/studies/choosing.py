"""How often does a rule name the right number of clusters? Rules of choosing k on designs with 1 to 8 clusters.

A study of our own of :func:`aucc_teach.calibrated_choice` beside its rivals. Half of the designs were used while the
rule was settled (group "development"); the other half were written at the same time, set aside, and run once afterwards
(group "set aside").
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist

from aucc_teach.calibration import counts_of_terms, excess_and_pvalue, on_scale, reference_data
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.input import check_choice, check_integer, check_rng
from studies._clouds import CLOUDS, student
from studies._clusterings import cluster_for_each, cut_in_order
from studies._kinds_in_turn import results_of_kind, rows_of_first_and_all
from studies._runner import Experiment

__all__ = [
    "ALGORITHMS",
    "CALIBRATED",
    "DESIGNS",
    "EXPERIMENT",
    "KS",
    "LEVEL",
    "N_REFERENCES",
    "N_SPLITS",
    "N_STARTS",
    "RULES",
    "STRENGTH",
    "Design",
    "cluster",
    "draw",
    "gap_statistic",
    "prediction_strength",
    "rows_of_design",
]

KS = range(2, 11)
N_REFERENCES = 39
LEVEL = 0.05
ALGORITHMS = ("k-means", "ward")
N_STARTS = 3  # of k-means
CALIBRATED = ("aucc_score", "silhouette_score", "calinski_harabasz_score", "davies_bouldin_index")
STRENGTH = 0.8  # prediction strength that a number of clusters must reach
N_SPLITS = 10  # halvings of the data for the prediction strength

#: Rules in the order of the table. "raw": the best value of the criterion. "excess": the largest excess of AUCC over
#: the mean of boxes fitted to the data, as it is or after a logit. "calibrated": the rule of `calibrated_choice`, with
#: 1 where nothing stands out; "untested": its largest excess, whether or not it stands out. "gap": the gap statistic
#: over the fitted boxes, by the rule of its authors or where it is largest; "prediction strength": the most clusters
#: that reach 0.8.
RULES = (
    *(f"raw {name}" for name in CALIBRATED),
    "excess",
    "excess of logit",
    *(f"untested {name}" for name in CALIBRATED),
    *(f"calibrated {name}" for name in CALIBRATED),
    "gap, own rule",
    "gap, largest",
    "prediction strength",
)

_N_OBJECTS = 120  # of a cloud without clusters
_SEED = 1971
_FIRST = 2  # replicates of the quick run, which the stored table summarises apart
_COUNTS = ("n_right", "n_one", "n_fewer", "n_more")


class Design(NamedTuple):
    """One kind of data: its number of clusters, its group, and how a data set is drawn from a generator."""

    n_clusters: int
    group: str
    draw: Callable


def _clusters(sizes, centres, *, spreads=1.0, dimension=None, noise_columns=0, draw=None):
    """Clusters of given sizes around given centres; `spreads` scales them, `draw` gives the shape (normal)."""
    centres = np.asarray(centres, dtype=float)
    spreads = np.broadcast_to(np.asarray(spreads, dtype=float), len(sizes))

    def of(rng):
        width = dimension or centres.shape[1]
        shape = draw or (lambda rng, size: rng.standard_normal(size))
        parts = []
        for size, centre, spread in zip(sizes, centres, spreads, strict=True):
            part = spread * shape(rng, (size, width))
            part[:, : centres.shape[1]] += centre
            parts.append(part)
        X = np.concatenate(parts)
        return np.hstack([X, rng.standard_normal((len(X), noise_columns))]) if noise_columns else X

    return of


def _scattered(n_clusters, size, dimension, side, apart):
    """Normal clusters around centres that are drawn anew each time, uniform in a cube, at least `apart` apart."""

    def of(rng):
        centres = np.empty((0, dimension))
        while len(centres) < n_clusters:
            centre = rng.uniform(0, side, size=(1, dimension))
            if not len(centres) or cdist(centre, centres).min() >= apart:
                centres = np.vstack([centres, centre])
        return _clusters([size] * n_clusters, centres)(rng)

    return of


def _stretched(rng, size):
    return rng.standard_normal(size) * np.array([5, *[1] * (size[1] - 1)])


_OF_ONE = {
    "development": (
        "normal, 2",
        "normal, 10",
        "normal, long, 5",
        "square",
        "box, 5",
        "t with 3 degrees, 2",
        "exponential, 2",
        "bent, quarter circle",
    ),
    "set aside": (
        "normal, 5",
        "normal, long, 2",
        "cube, 10",
        "box, 3",
        "triangle",
        "t with 3 degrees, 5",
        "lognormal, 2",
        "gamma, 3",
        "bent, half circle",
    ),
}
_SQUARE = np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
_TRIANGLE = np.array([[0, 0], [1, 0], [0.5, 0.75**0.5]])
_SIX = np.array([[i, j] for i in range(3) for j in range(2)])
_ROW = np.arange(5)[:, None] * np.array([[1, 0]])
_SIMPLEX = np.eye(6)

#: The designs by name. What is said of the distance of centres is in units of the clusters' standard deviation.
DESIGNS = {
    # No clusters, or one.
    **{
        name: Design(1, group, partial(CLOUDS[name], n=_N_OBJECTS))
        for group, names in _OF_ONE.items()
        for name in names
    },
    # Clusters.
    "2 clear": Design(2, "development", _clusters([60, 60], [[0, 0], [5, 0]])),
    "3 clear": Design(3, "development", _clusters([40] * 3, 5 * _TRIANGLE)),
    "4 in a square": Design(4, "development", _clusters([30] * 4, 5 * _SQUARE)),
    "6 clear": Design(6, "development", _clusters([25] * 6, 6 * _SIX)),
    "8 scattered": Design(8, "development", _scattered(8, 20, 2, 24, 5)),
    "3 of uneven size": Design(3, "development", _clusters([80, 30, 10], 6 * _TRIANGLE)),
    "3 of unequal spread": Design(3, "development", _clusters([40] * 3, 8 * _TRIANGLE, spreads=[0.5, 1, 2])),
    "4 in ten dimensions": Design(4, "development", _clusters([30] * 4, 3.5 * _SIMPLEX[:4], dimension=10)),
    "3 and four columns of noise": Design(3, "development", _clusters([40] * 3, 5 * _TRIANGLE, noise_columns=4)),
    "2 that touch": Design(2, "development", _clusters([60, 60], [[0, 0], [3, 0]])),
    "3 that touch": Design(3, "development", _clusters([50] * 3, 3.5 * _TRIANGLE)),
    "4 in a row": Design(4, "development", _clusters([30] * 4, 5 * _ROW[:4])),
    "3 with tails": Design(3, "development", _clusters([40] * 3, 8 * _TRIANGLE, draw=student)),
    "2 in five dimensions": Design(2, "set aside", _clusters([50, 50], [[0] * 5, [4] + [0] * 4])),
    "3 in three dimensions": Design(3, "set aside", _clusters([40] * 3, 4.5 * _SIMPLEX[:3, :3])),
    "5 of uneven size": Design(5, "set aside", _clusters([60, 40, 30, 20, 10], 6 * np.vstack([_SQUARE, [[0.5, 2]]]))),
    "2 of unequal spread": Design(2, "set aside", _clusters([60, 60], [[0, 0], [6, 0]], spreads=[1, 2])),
    "4 and five columns of noise": Design(4, "set aside", _clusters([30] * 4, 6 * _SQUARE, noise_columns=5)),
    "7 scattered": Design(7, "set aside", _scattered(7, 20, 2, 22, 5)),
    "5 in a row": Design(5, "set aside", _clusters([25] * 5, 5 * _ROW)),
    "4 that touch": Design(4, "set aside", _clusters([40] * 4, 3.2 * _SQUARE)),
    "two pairs": Design(4, "set aside", _clusters([30] * 4, [[0, 0], [4, 0], [14, 0], [18, 0]])),
    "2 long and parallel": Design(2, "set aside", _clusters([60, 60], [[0, 0], [0, 6]], draw=_stretched)),
    "6 in ten dimensions": Design(6, "set aside", _clusters([25] * 6, 4.5 * _SIMPLEX, dimension=10)),
    "4 with tails": Design(4, "set aside", _clusters([30] * 4, 9 * _SQUARE, draw=student)),
    "3 skewed": Design(3, "set aside", _clusters([40] * 3, 7 * _TRIANGLE, draw=lambda rng, s: rng.exponential(size=s))),
    "8 in three dimensions": Design(8, "set aside", _scattered(8, 20, 3, 14, 5)),
}

_NAMES = tuple(DESIGNS)


def draw(design, *, rng=None):
    """Draw one data set of the study.

    Parameters
    ----------
    design : str
        One of the names of `DESIGNS`.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    ndarray of float64, shape (n, d)
        The points; clusters one after the other.

    Raises
    ------
    ValueError
        If there is no such design.

    Examples
    --------
    >>> import studies
    >>> studies.choosing.draw("6 clear", rng=0).shape
    (150, 2)
    """
    return DESIGNS[check_choice(design, _NAMES, "design")].draw(check_rng(rng))


def cluster(X, algorithm, ks=KS):
    """Partitions of the same points into each of several numbers of clusters.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Points.
    algorithm : {"k-means", "ward"}
        k-means, the best of 3 starts by its own criterion, with the same seed each time; or Ward's tree, cut at each k.
    ks : sequence of int, default=range(2, 11)
        Numbers of clusters.

    Returns
    -------
    ndarray of int, shape (len(ks), n)
        One partition per row.

    Raises
    ------
    ValueError
        If there is no such algorithm.

    Examples
    --------
    >>> import studies
    >>> import numpy as np
    >>> studies.choosing.cluster(np.array([[0], [1], [4], [6]]), "ward", [2])
    array([[0, 0, 1, 1]])
    """
    check_choice(algorithm, ALGORITHMS, "algorithm")
    return cluster_for_each(ks, X, algorithm, cut=cut_in_order, n_starts=N_STARTS)


def gap_statistic(X, partitions, references):
    """Gap statistic for one cluster and for each of several partitions, with its standard error.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Data.
    partitions : ndarray of int, shape (p, n)
        Partitions of the data, one per row.
    references : sequence of (ndarray of shape (n, d), ndarray of int of shape (p, n))
        Reference sets with their partitions, made as those of the data.

    Returns
    -------
    gap : ndarray of float64, shape (p + 1,)
        For one cluster, then for each partition: the mean over the reference sets of the logarithm of the sum of
        squares within clusters, less that of the data.
    error : ndarray of float64, shape (p + 1,)
        Standard deviation of that logarithm over the B sets (divisor B), times the square root of 1 + 1/B.

    References
    ----------
    Steps 1 to 3 in section 4 of Tibshirani, Walther and Hastie (2001).

    Examples
    --------
    >>> import studies
    >>> import numpy as np
    >>> X, even = np.array([[0.0], [1.0], [5.0], [6.0]]), np.array([[0.0], [2.0], [4.0], [6.0]])
    >>> halves = np.array([[0, 0, 1, 1]])
    >>> gap, error = studies.choosing.gap_statistic(X, halves, [(even, halves)])
    >>> gap.round(2), error
    (array([-0.26,  1.39]), array([0., 0.]))
    """
    on_data = _log_within(X, partitions)
    on_references = np.array([_log_within(*reference) for reference in references])
    error = on_references.std(axis=0) * np.sqrt(1 + 1 / len(on_references))
    return on_references.mean(axis=0) - on_data, error


def _log_within(X, partitions):
    n = len(X)
    sums = []
    for labels in (np.zeros(n, dtype=int), *partitions):
        members = np.eye(labels.max() + 1)[labels]
        centroids = members.T @ X / members.sum(axis=0)[:, None]
        sums.append(np.square(X - centroids[labels]).sum())
    return np.log(sums)


def prediction_strength(X, algorithm, ks=KS, *, n_splits=N_SPLITS, rng=None):
    """Prediction strength: how well clusters of one half of the data foretell which objects of the other are together.

    Parameters
    ----------
    X : ndarray of shape (n, d)
        Data.
    algorithm : {"k-means", "ward"}
        See :func:`cluster`.
    ks : sequence of int, default=range(2, 11)
        Numbers of clusters, fewer than half the number of objects.
    n_splits : int, default=10
        Number of halvings.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    ndarray of float64, shape (len(ks),)
        Mean over the halvings, between 0 and 1. Both halves are clustered; each object of the second goes to the
        nearest centroid of the first; and the strength is the least proportion, over the clusters of the second half,
        of pairs that go to the same one. A cluster of one object has no pair and is passed over.

    Raises
    ------
    ValueError
        If there is no such algorithm, `n_splits` is no positive integer, or there are too many clusters.

    References
    ----------
    Section 2 of Tibshirani and Walther (2005).

    Examples
    --------
    >>> import studies
    >>> X = studies.choosing.draw("2 clear", rng=0)
    >>> studies.choosing.prediction_strength(X, "k-means", [2, 3], rng=0).round(1)
    array([1. , 0.6])
    """
    n_splits, rng = check_integer(n_splits, "n_splits", minimum=1), check_rng(rng)
    if 2 * max(ks) >= len(X):
        raise ValueError(f"there must be fewer clusters than half of the {len(X)} objects. Got {max(ks)}.")
    strengths = np.empty((n_splits, len(ks)))
    for split in range(n_splits):
        order = rng.permutation(len(X))
        train, test = X[order[: len(X) // 2]], X[order[len(X) // 2 :]]
        rows = zip(cluster(train, algorithm, ks), cluster(test, algorithm, ks), strict=True)
        for column, (of_train, of_test) in enumerate(rows):
            centroids = np.array([train[of_train == c].mean(axis=0) for c in range(of_train.max() + 1)])
            foretold = cdist(test, centroids).argmin(axis=1)
            proportions = []
            for c in range(of_test.max() + 1):
                sizes = np.bincount(foretold[of_test == c])
                if sizes.sum() > 1:
                    proportions.append((sizes * (sizes - 1)).sum() / (sizes.sum() * (sizes.sum() - 1)))
            strengths[split, column] = min(proportions)
    return strengths.mean(axis=0)


def rows_of_design(design, *, n_replicates=_FIRST, algorithms=ALGORITHMS):
    """Rows of the stored table for the first replicates of one design, computed anew from their seeds.

    Parameters
    ----------
    design : str
        One of the names of `DESIGNS`.
    n_replicates : int, default=2
        Number of data sets, at least 1. The stored table has 2 and 25.
    algorithms : sequence of str, default=ALGORITHMS
        A part of `ALGORITHMS`.

    Returns
    -------
    pandas.DataFrame
        One row for each algorithm and rule: ``design``, ``group``, ``n_clusters`` (the true number), ``algorithm``,
        ``rule``, ``n_replicates``, ``n_right`` (how often the rule names the true number), ``n_one`` (how often it
        names 1 and there are more), ``n_fewer`` (too few, but not 1) and ``n_more``.

    Raises
    ------
    ValueError
        If the study has no such design or algorithm, or there is no replicate.

    Examples
    --------
    >>> import studies
    >>> rows = studies.choosing.rows_of_design("2 clear", n_replicates=1, algorithms=["ward"])
    >>> rows.set_index("rule").loc["calibrated aucc_score", ["n_right", "n_one", "n_fewer", "n_more"]].tolist()
    [1, 0, 0, 0]
    """
    check_choice(design, _NAMES, "design")
    n_replicates = check_integer(n_replicates, "n_replicates", minimum=1)
    for algorithm in algorithms:
        check_choice(algorithm, ALGORITHMS, "every algorithm")
    found = results_of_kind(partial(_choices, design, algorithms), _SEED, design, _NAMES, n_replicates)
    return pd.DataFrame(_summarise(algorithms, design, found))


def _choices(design, algorithms, rng):
    """For each algorithm and rule, the number of clusters that it names."""
    X = draw(design, rng=rng)
    kinds = {"box": ("box", True), "radial": ("radial", True), "fitted": ("box", False)}
    references = {
        kind: [reference_data(X, reference=name, matched=matched, rng=rng) for _ in range(N_REFERENCES)]
        for kind, (name, matched) in kinds.items()
    }
    seed = int(rng.integers(2**31))
    return [_choices_of_algorithm(X, references, algorithm, seed) for algorithm in algorithms]


def _choices_of_algorithm(X, references, algorithm, seed):
    partitions = {
        kind: np.array([cluster(points, algorithm) for points in (X, *sets)]) for kind, sets in references.items()
    }
    scores = {
        kind: [
            CriteriaScorer(points).score_many(rows, CALIBRATED if kind != "fitted" else CALIBRATED[:1])
            for points, rows in zip((X, *sets), partitions[kind], strict=True)
        ]
        for kind, sets in references.items()
    }

    def scaled(kind, name):
        of_kind = np.array([of_set[name] for of_set in scores[kind]])
        terms = np.array([counts_of_terms(name, rows) for rows in partitions[kind]])
        return of_kind, on_scale(name, of_kind, terms)

    chosen = {}
    for name in CALIBRATED:
        of_box, box = scaled("box", name)
        sign = 1 if CRITERIA[name].higher_is_better else -1
        chosen[f"raw {name}"] = KS[int((sign * of_box[0]).argmax())]
        excess, p_box = excess_and_pvalue(box)
        _, p_radial = excess_and_pvalue(scaled("radial", name)[1])
        best = KS[int(excess[0].argmax())]
        chosen[f"untested {name}"] = best
        chosen[f"calibrated {name}"] = best if max(p_box, p_radial) <= LEVEL else 1
    for rule, values in zip(("excess", "excess of logit"), scaled("fitted", "aucc_score"), strict=True):
        chosen[rule] = KS[int((values[0] - values[1:].mean(axis=0)).argmax())]
    pairs = list(zip(references["fitted"], partitions["fitted"][1:], strict=True))
    gap, error = gap_statistic(X, partitions["fitted"][0], pairs)
    # The fewest clusters whose gap is within one standard error of the next; the last one if there is none.
    enough = gap[:-1] >= gap[1:] - error[1:]
    chosen["gap, own rule"] = 1 + int(enough.argmax()) if enough.any() else KS[-1]
    chosen["gap, largest"] = 1 + int(gap.argmax())
    strong = prediction_strength(X, algorithm, rng=seed) >= STRENGTH
    chosen["prediction strength"] = max((k for k, reached in zip(KS, strong, strict=True) if reached), default=1)
    return [chosen[rule] for rule in RULES]


def _summarise(algorithms, design, found):
    truth, group, _ = DESIGNS[design]
    found = np.array(found)  # replicate, algorithm, rule
    rows = []
    for i, algorithm in enumerate(algorithms):
        for j, rule in enumerate(RULES):
            named = found[:, i, j]
            few = named < truth
            counts = (named == truth, few & (named == 1), few & (named > 1), named > truth)
            place = {"design": design, "group": group, "n_clusters": truth, "algorithm": algorithm, "rule": rule}
            numbers = {name: int(count.sum()) for name, count in zip(_COUNTS, counts, strict=True)}
            rows.append(place | {"n_replicates": len(found)} | numbers)
    return rows


def _settings(full):
    return {"seed": _SEED, "n_replicates": 25 if full else _FIRST}


def _n_blocks(settings):
    return len(_NAMES) * settings["n_replicates"]


def _run_block(settings, number, rng):
    return _choices(_NAMES[number % len(_NAMES)], ALGORITHMS, rng)


def _rows(settings, results):
    return rows_of_first_and_all(partial(_summarise, ALGORITHMS), _NAMES, results, _FIRST)


EXPERIMENT = Experiment(
    name="choosing",
    title="Rules of choosing k on designs with 1 to 8 clusters: k-means and Ward",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
