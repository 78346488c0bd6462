"""Is there anything to find, and in how many clusters? A criterion on data and on data without clusters.

A criterion drifts with the number of clusters even if there is nothing to find. Reference data with the same mean and
covariance show the drift. What the data have above it, on a scale on which the drift can be subtracted, is the excess.
The height of its peak over k is compared with the peaks of the references, because their curves have a peak, too.
"""

from functools import partial
from numbers import Real
from reprlib import repr as shortened
from typing import NamedTuple

import numpy as np
from scipy.cluster.hierarchy import linkage
from threadpoolctl import threadpool_limits

from aucc_teach._trees import cuts_of_tree
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.input import (
    are_constant,
    check_choice,
    check_dissimilarities,
    check_integer,
    check_points,
    check_real,
    check_rng,
    is_euclidean,
    takes_rng,
)

__all__ = [
    "REFERENCES",
    "CalibratedChoice",
    "calibrated_choice",
    "reference_data",
]

REFERENCES = ("box", "radial", "normal")
#: Algorithms that can be asked for by name.
ALGORITHMS = ("k-means", "single", "average", "complete", "ward")
#: By default numbers of clusters are tried up to this one.
MOST_BY_DEFAULT = 10
#: With fewer rows for each dimension, radial points keep distances in the units of the data.
ROWS_OF_DIMENSION = 2


class CalibratedChoice(NamedTuple):
    """What :func:`calibrated_choice` found.

    ``n_clusters``: the number of clusters that it names, 1 if nothing stands out. ``best``: the number of clusters
    with the largest excess, whether or not it stands out. ``pvalue``: the largest of ``pvalues``, a dictionary with one
    for each kind of reference. ``criterion`` and ``ks``: what was asked for. ``scores``: the criterion on the data;
    ``excess``: what the data have above the mean of all sets of the first kind, on the ``scale`` of the criterion in
    :data:`aucc_teach.criteria.CRITERIA`, higher is better; both of shape (len(ks),). ``reference_scores`` and
    ``reference_excess``: the same of the reference sets, dictionaries with an array of shape (n_references, len(ks))
    for each kind.
    """

    n_clusters: int
    best: int
    pvalue: float
    pvalues: dict
    criterion: str
    ks: tuple
    scores: np.ndarray
    excess: np.ndarray
    reference_scores: dict
    reference_excess: dict

    def __repr__(self):
        named = "nothing stands out" if self.n_clusters == 1 else f"{self.n_clusters} clusters"
        pvalues = ", ".join(f"{kind} {pvalue:.3f}" for kind, pvalue in self.pvalues.items())
        n_sets = sum(len(of_kind) for of_kind in self.reference_scores.values())
        return (
            f"CalibratedChoice: {named} (n_clusters={self.n_clusters}), p = {self.pvalue:.3f} ({pvalues})\n"
            f"  {self.criterion} peaks at k = {self.best} of {', '.join(map(str, self.ks))}\n"
            f"  compared with {n_sets} sets without clusters: scores, excess, reference_scores, reference_excess"
        )


@takes_rng
def reference_data(X, *, reference="box", matched=True, rng=None):
    """Points without clusters that fill the same space as the data.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d)
        Data, at least 2 different rows.
    reference : {"box", "radial", "normal"}, default="box"
        What "without clusters" means: uniform in a box along the principal axes; with the data's own Mahalanobis
        distances from their mean, in directions drawn at random; or normal.
    matched : bool, default=True
        Whether the points are given exactly the mean and the covariance matrix of the data. The sides of the box are
        then in proportion to the standard deviations along the axes, and the distances from the mean move a little.
        With fewer than two rows for each dimension, radial points are given the mean alone (see Notes). Otherwise the
        points are left as they are drawn: the box is the smallest that holds the data, as in the gap statistic.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    ndarray of float64, shape (n, d)
        As many points, in the coordinates and units of `X`. A column that is constant, or a linear combination of
        others, is so here too.

    Raises
    ------
    ValueError
        If `X` is not an array of finite numbers or all its rows are equal, or for an unknown reference.

    Notes
    -----
    The matched points are whitened by the inverse square root of their own covariance matrix, which turns and
    stretches them as little as possible, and stretched along the principal axes of the data. For data from a normal
    distribution, whatever its mean and covariance, the matched normal points have the distribution of the data given
    their mean and covariance, also if there are more columns than rows: then the sets differ by a rotation in the space
    of the rows.

    Let r be the dimension of the data: d, less what is constant or depends on other columns. With n = r + 1 all
    Mahalanobis distances from the mean are equal, and with few more rows nearly so, and radial points would not have
    the tails of the data. With n < 2r they keep the distances from the mean in the units of `X` instead. Their
    directions are drawn like matched normal points, with the scatter matrix of the directions of the data (the spatial
    sign covariance matrix), which heavy tails do not change.

    References
    ----------
    The smallest box along the principal axes: choice (b) in section 4 of Tibshirani, Walther and Hastie (2001); a box
    with the data's covariance: Sarle (1983). Normal data given their mean and covariance: Langsrud (2005). The scatter
    of directions: Visuri, Koivunen and Oja (2000).

    Examples
    --------
    >>> import aucc_teach as at
    >>> import numpy as np
    >>> X = [[0, 0], [1, 2], [4, 4], [5, 9], [6, 7]]
    >>> at.reference_data(X, rng=0).round(2)
    array([[ 4.99,  8.75],
           [-0.95, -0.2 ],
           [ 5.6 ,  6.98],
           [ 3.73,  4.62],
           [ 2.64,  1.86]])
    >>> np.allclose(np.cov(at.reference_data(X, rng=0).T), np.cov(np.transpose(X)))
    True
    """
    check_choice(reference, REFERENCES, "reference")
    if not isinstance(matched, bool | np.bool_):
        raise ValueError(f"matched must be True or False. Got {matched!r}.")
    return Space(check_points(X, at_least=2)).draw(reference, matched, check_rng(rng))


@takes_rng
def calibrated_choice(
    X,
    cluster,
    ks=None,
    *,
    criterion="aucc_score",
    metric="euclidean",
    metric_params=None,
    references=("box", "radial"),
    n_references=39,
    significance_level=0.05,
    rng=None,
):
    """Choose a number of clusters, or none: the peak of a criterion over k, tested against data without clusters.

    Reference sets of each kind, all with exactly the mean and covariance of the data, are clustered and judged as the
    data are. On the scale that suits the criterion, the excess of a set is what it has above the mean over the sets of
    its kind and the data, for each k, and its peak is the largest excess over k less the mean excess. The p-value is
    the proportion of the sets, the data included, whose peak is at least that of the data.

    Parameters
    ----------
    X : array-like or DataFrame of shape (n, d)
        Data; the objects at least as different as the largest k.
    cluster : str, scikit-learn class or estimator, or callable
        One of "k-means" (the best of 10 starts), "single", "average", "complete" and "ward", trees. Or a clusterer with
        ``n_clusters`` or, as ``GaussianMixture`` has it, ``n_components``, or a pipeline that ends in one: an estimator
        is cloned for each k, and stays as it is; a class is made with its defaults and ``random_state=0``. Or a
        function: ``cluster(X, k)`` gives a label for each row of `X`, an array. Exactly k clusters must come out.
    ks : sequence of int, optional
        Different numbers of clusters to ask for, each between 2 and n - 1; by default 2 to 10, as far as they are
        fewer than the different rows. With one k there is no peak: its excess is tested as it is, so that the question
        is whether these k clusters are better than those of the references. With two k the peak is half their
        difference, whichever is larger: ask for three or more to choose among.
    criterion : str or callable, default="aucc_score"
        One of :data:`aucc_teach.criteria.CRITERIA`; those for which lower is better are turned. Or a function:
        ``criterion(X, labels)`` gives a number, higher where the labels are better (of scikit-learn's
        davies_bouldin_score take the negative), whose excess is taken on no other scale, which can cost power.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist`, or scikit-learn's "manhattan", "l1" or "l2", for the
        criterion and for the trees asked for by name, but for "ward". Not "precomputed", for reference sets need
        coordinates, and only "euclidean" for the criteria that are defined from coordinates and for functions.
    metric_params : dict, optional
        Further arguments of the metric, such as ``{"p": 3}`` for "minkowski".
    references : sequence of {"box", "radial", "normal"}, default=("box", "radial")
        Kinds of reference sets; see :func:`reference_data`. The excess is that over the first kind, and the p-value
        the largest of all kinds.
    n_references : int, default=39
        Number of sets of each kind, at least ``1 / significance_level - 1``, so that the level can be met.
    significance_level : float, default=0.05
        The largest p-value at which a number of clusters is named, between 0 and 1.
    rng : numpy.random.Generator or int, optional
        Source of randomness for the reference sets, or a seed for it. What is random in `cluster` is its own matter.

    Returns
    -------
    CalibratedChoice
        ``n_clusters``, ``best``, ``pvalue``, ``pvalues``, ``criterion``, ``ks``, ``scores``, ``excess``,
        ``reference_scores`` and ``reference_excess``.

    Raises
    ------
    ValueError
        If `X` is not an array of finite numbers or has fewer different rows than clusters are asked for; if `cluster`
        cannot be asked for k clusters, or gives another number of them; if `ks` is empty or out of range; for an
        unknown criterion or reference, a metric that does not fit the criterion, or fewer reference sets than the level
        needs; and if the criterion is not defined for one of the partitions.

    Notes
    -----
    The p-value is for the hypothesis that the data are one more set of that kind. For normal data and the normal kind
    it has its size exactly; for the two kinds used by default the book shows sizes by simulation, for AUCC with k-means
    and with Ward's method over 2 to 6 clusters. There skewed clouds, heavy tails and triangles are rejected often,
    although they need not have clusters: a small p-value means that there is something that the references lack. Rows
    that occur more than once are kept, whereas the references have none. The book shows for which designs the selected
    number of clusters is right and for which it is not, under AUCC and under VRC.

    The work runs on one thread, `cluster` with it: the tables are small, and on cores that are busy with other work the
    threads of k-means take several times as long as one.

    References
    ----------
    Any criterion, calibrated for each k with null data that keep everything but the clusters: Hennig and Lin (2015).
    The largest excess on a logarithmic scale: Sarle (1983). A number of clusters only where a test allows it: Dudoit
    and Fridlyand (2002). The data counted among the sets: Besag and Clifford (1989).

    Examples
    --------
    >>> import aucc_teach as at
    >>> blobs = at.datasets.load_toy("blobs").points
    >>> choice = at.calibrated_choice(blobs, "ward", [2, 3, 4, 5], n_references=19, rng=0)
    >>> choice
    CalibratedChoice: 2 clusters (n_clusters=2), p = 0.050 (box 0.050, radial 0.050)
      aucc_score peaks at k = 2 of 2, 3, 4, 5
      compared with 38 sets without clusters: scores, excess, reference_scores, reference_excess
    >>> choice.n_clusters, choice.pvalues
    (2, {'box': 0.05, 'radial': 0.05})
    >>> from sklearn.metrics import silhouette_score
    >>> from sklearn.mixture import GaussianMixture
    >>> at.calibrated_choice(
    ...     blobs, GaussianMixture, [2, 3, 4, 5], criterion=silhouette_score, n_references=19, rng=0
    ... ).n_clusters
    2
    """
    X, rng = check_points(X, at_least=3), check_rng(rng)
    cluster = check_clusterer(cluster, metric=metric, metric_params=metric_params)
    ks = check_ks(ks, X)
    if isinstance(metric, str) and metric == "precomputed":
        raise ValueError("metric must work on coordinates, which reference data have too. Got 'precomputed'.")
    criterion, judge_of, scaled = _check_criterion(criterion, metric, metric_params)
    kinds, n_references, significance_level = check_sets(references, n_references, significance_level)
    space = Space(X)
    from sklearn import config_context  # here, as all of scikit-learn and scipy.stats: they take long to import

    def score(points, where):
        try:
            judge = judge_of(points)
        except ValueError as error:
            raise ValueError(f"on {where}: {error}") from error
        partitions = np.array([labels_of(cluster, points, k, where) for k in ks])
        try:
            return judge(partitions)
        except ValueError as error:
            raise ValueError(f"on {where}: {error}") from error

    pvalues, scores_of, excess_of = {}, {}, {}
    # On busy cores, threads that wait for each other take many times as long.
    with threadpool_limits(1):
        on_data = score(X, "the data")
        # The checks have passed on the data, and would repeat thousands of times.
        with config_context(assume_finite=True, skip_parameter_validation=True):
            for kind in kinds:
                found = [score(space.draw(kind, True, rng), f"a {kind} reference set") for _ in range(n_references)]
                scores, terms = (np.array(of_sets) for of_sets in zip(on_data, *found, strict=True))
                scores_of[kind] = scores
                excess_of[kind], pvalues[kind] = excess_and_pvalue(scaled(scores, terms))
    excess = excess_of[kinds[0]][0]
    best = ks[int(excess.argmax())]
    pvalue = max(pvalues.values())
    return CalibratedChoice(
        best if pvalue <= significance_level else 1,
        best,
        pvalue,
        pvalues,
        criterion,
        tuple(ks),
        on_data[0],
        excess,
        {kind: scores[1:] for kind, scores in scores_of.items()},
        {kind: of_sets[1:] for kind, of_sets in excess_of.items()},
    )


def counts_of_terms(criterion, partitions):
    """Count, for each row of labels, the terms that a bounded criterion averages: comparisons, pairs or objects."""
    partitions = np.asarray(partitions)
    n = partitions.shape[1]
    n_pairs = n * (n - 1) // 2
    terms = CRITERIA[criterion].terms
    if terms == "comparisons":
        sizes = [np.unique(labels, return_counts=True)[1].astype(np.int64) for labels in partitions]
        n_within = np.array([(of_row * (of_row - 1) // 2).sum() for of_row in sizes])
        # The product is taken in floats, because it exceeds 64 bits from 110 000 objects on.
        return n_within.astype(np.float64) * (n_pairs - n_within)
    return np.full(len(partitions), n_pairs if terms == "pairs" else n, dtype=np.int64)


def on_scale(criterion, scores, n_terms):
    """Put scores of several sets, one per row, on the scale on which their excess is taken; higher is better.

    `n_terms` is :func:`counts_of_terms` of each score, in the same shape. The bounded scales add one neutral term (a
    tied comparison, a pair or an object that says nothing), so that a perfect score is a finite number.
    """
    scores = np.asarray(scores, dtype=np.float64)
    entry = CRITERIA[criterion]
    scale = check_choice(entry.scale, ("logit", "fisher", "log", "rank"), f"the scale of {criterion}")
    sign = 1 if entry.higher_is_better else -1
    if scale == "rank":
        from scipy.stats import rankdata

        return rankdata(sign * scores, axis=0)
    if scale == "log":
        if not (np.isfinite(scores) & (scores > 0)).all():
            raise ValueError(f"{criterion} must be positive and finite to have a logarithm. Got {scores.min()}.")
        return sign * np.log(scores)
    lowest, highest = entry.range
    proportion = (scores - lowest) / (highest - lowest)
    logit = np.log((n_terms * proportion + 0.5) / (n_terms * (1 - proportion) + 0.5))
    return sign * (logit if scale == "logit" else logit / 2)


def excess_and_peaks(scaled):
    """Return each row's excess over the mean of all, and its peak: its largest excess minus its mean excess.

    One row per set, the data first; one column per number of clusters. With one column the excess is the peak.
    """
    excess = scaled - scaled.mean(axis=0)
    # The peak counts and not the height: an excess that is higher for every k points to no k.
    return excess, excess.max(axis=1) - excess.mean(axis=1) if excess.shape[1] > 1 else excess[:, 0]


def pvalue_of_first(statistics):
    """Return the proportion of the sets, the data first, whose statistic is at least that of the data."""
    # Equal sets, such as two with a perfect score, may differ by rounding.
    return float((statistics >= statistics[0] - 1e-9 * np.abs(statistics).max()).mean())


def excess_and_pvalue(scaled):
    """Return each row's excess over the mean of all, and the p-value of the first row's peak (`excess_and_peaks`)."""
    excess, peaks = excess_and_peaks(scaled)
    return excess, pvalue_of_first(peaks)


class Space:
    """The space that the data span: their mean, and their coordinates along the principal axes.

    With few rows for each dimension, all Mahalanobis distances from the mean are nearly the same (with one row more
    than dimensions exactly), so that radial points would not have the tails of the data. They are drawn from the
    distances and directions in the units of the data then; ``directions`` is a root of the scatter matrix of these.
    """

    def __init__(self, X):
        if are_constant(X).all():
            raise ValueError(f"X must have at least 2 different rows. Got {len(X)} equal ones, but for rounding.")
        # Rounding could give a constant column a spread, by its mean and by its part of the axes.
        constant = (X[0] == X).all(axis=0)
        self.center = np.where(constant, X[0], X.mean(axis=0))
        centred = X - self.center
        # In these units squares of coordinates neither overflow nor vanish.
        unit = np.abs(centred).max()
        u, lengths, axes = np.linalg.svd(centred / unit, full_matrices=False)
        rank = int((lengths > lengths[0] * max(X.shape) * np.finfo(float).eps).sum())
        # Libraries differ in the directions of axes: the largest entry is made positive.
        largest = np.take_along_axis(axes, np.abs(axes).argmax(axis=1)[:, None], axis=1)
        signs = np.sign(largest).ravel()[:rank]
        self.white = u[:, :rank] * signs
        self.lengths = lengths[:rank] * unit
        self.axes = np.where(constant, 0.0, axes[:rank] * signs[:, None])
        self.is_wide = len(X) < ROWS_OF_DIMENSION * rank
        if self.is_wide:
            along = self.white * lengths[:rank]
            radii = np.linalg.norm(along, axis=1)
            directions = along / np.where(radii > 0, radii, 1)[:, None]
            _, spreads, turn = np.linalg.svd(directions - directions.mean(axis=0), full_matrices=False)
            self.radii, self.directions = radii * unit, (turn.T * spreads) @ turn

    def draw(self, reference, matched, rng):
        n, rank = self.white.shape
        if reference == "radial" and self.is_wide:
            drawn = _orthonormal(rng.standard_normal((n, rank))) @ self.directions
            drawn *= (self.radii / np.linalg.norm(drawn, axis=1))[:, None]
            return self.center + (drawn - drawn.mean(axis=0) if matched else drawn) @ self.axes
        if reference == "box":
            drawn = rng.uniform(self.white.min(axis=0), self.white.max(axis=0), size=(n, rank))
        else:
            drawn = rng.standard_normal((n, rank))
            if reference == "radial":
                radii = np.linalg.norm(self.white, axis=1) / np.linalg.norm(drawn, axis=1)
                drawn *= radii[:, None]
            else:
                drawn /= np.sqrt(n - 1)
        if matched:
            drawn = _orthonormal(drawn)
        return self.center + (drawn * self.lengths) @ self.axes


def _orthonormal(drawn):
    """Return the matrix nearest to the centred points whose columns are orthonormal and have the mean 0."""
    u, _, vt = np.linalg.svd(drawn - drawn.mean(axis=0), full_matrices=False)
    return u @ vt


def check_clusterer(cluster, *, metric="euclidean", metric_params=None):
    """Return a function of the data and the number of clusters, whatever the algorithm was given as.

    The metric is for trees that are asked for by name.
    """
    if isinstance(cluster, str):
        check_choice(cluster, ALGORITHMS, "cluster")
        if cluster == "k-means":
            return _k_means
        return lambda X, k: cuts_of_tree(tree_of(X, cluster, metric=metric, metric_params=metric_params), [k])[0]
    is_class, estimator = isinstance(cluster, type), cluster
    if not hasattr(cluster, "fit_predict"):
        if callable(cluster) and not is_class:
            return cluster
        raise _no_clusterer(cluster, "which has no fit_predict")
    if is_class:
        try:
            estimator = cluster()
        except TypeError as error:
            raise _no_clusterer(cluster, "which cannot be made without arguments: give an estimator") from error
    # A pipeline has the parameters under the name of their step.
    path, last = "", estimator
    while hasattr(last, "steps"):
        name, last = last.steps[-1]
        path += f"{name}__"
    own = last.get_params(deep=False) if hasattr(last, "get_params") else ()
    number = next((name for name in ("n_clusters", "n_components") if name in own), None)
    if number is None:
        raise _no_clusterer(
            cluster,
            "which has no n_clusters or n_components: an algorithm that finds the number by itself cannot be asked "
            "for k clusters",
        )
    from sklearn.base import clone

    given = {"random_state": 0} if is_class and "random_state" in own else {}
    return lambda X, k: clone(estimator).set_params(**given, **{f"{path}{number}": k}).fit_predict(X)


def _no_clusterer(cluster, why):
    return ValueError(
        f"cluster must be a name from {list(ALGORITHMS)}, a clusterer of scikit-learn, or a function of the data and "
        f"the number of clusters. Got {cluster!r}, {why}."
    )


def _k_means(X, k):
    from sklearn.cluster import KMeans

    return KMeans(k, n_init=10, random_state=0).fit_predict(X)


def tree_of(points, algorithm, *, metric="euclidean", metric_params=None, dissimilarities=None):
    """The tree of a linkage, as SciPy has it."""
    if algorithm == "ward":
        return linkage(points, "ward")
    if dissimilarities is None:
        dissimilarities, _ = check_dissimilarities(points, metric, metric_params)
    return linkage(dissimilarities, algorithm)


def _check_criterion(criterion, metric, metric_params):
    """Return the name of a criterion, what judges partitions of given points by it, and the scale of the scores.

    To judge is to give the scores, and the :func:`counts_of_terms` that the scale needs.
    """
    if callable(criterion):
        named = [name for name, entry in CRITERIA.items() if entry.function is criterion]
        if not named:
            if not is_euclidean(metric, metric_params):
                raise ValueError(
                    f"a function as criterion has its own distances, so leave out metric. Got {metric!r} with "
                    f"metric_params={metric_params!r}."
                )
            name = getattr(criterion, "__name__", repr(criterion))
            return name, partial(_judge_of_function, criterion), lambda scores, terms: scores
        (criterion,) = named
    elif not isinstance(criterion, str) or criterion not in CRITERIA:
        raise ValueError(
            f"criterion must be one of {list(CRITERIA)}, or a function of X and labels. Got {criterion!r}."
        )
    if CRITERIA[criterion].needs_coordinates and not is_euclidean(metric, metric_params):
        raise ValueError(
            f"{criterion} is defined from coordinates and takes metric='euclidean' only. Got {metric!r} with "
            f"metric_params={metric_params!r}."
        )

    def judge_of(points):
        scorer = CriteriaScorer(points, metric=metric, metric_params=metric_params)
        return lambda rows: (scorer.score_many(rows, [criterion])[criterion], counts_of_terms(criterion, rows))

    return criterion, judge_of, partial(on_scale, criterion)


def _judge_of_function(criterion, points):
    def judge(partitions):
        scores = [criterion(points, labels) for labels in partitions]
        for score, labels in zip(scores, partitions, strict=True):
            if not isinstance(score, Real) or not np.isfinite(score):
                raise ValueError(
                    f"criterion(X, labels) must give a finite number. Got {shortened(score)} for k = "
                    f"{np.unique(labels).size}."
                )
        return np.array(scores, dtype=np.float64), np.zeros(len(scores))

    return judge


def labels_of(cluster, points, k, where):
    labels = np.asarray(cluster(points, k))
    if labels.shape != (len(points),):
        raise ValueError(
            f"cluster(X, k) must give one label for each of the {len(points)} rows. Got an array of shape "
            f"{labels.shape} for k = {k} on {where}."
        )
    n_found = np.unique(labels).size
    if n_found != k:
        raise ValueError(f"cluster(X, k) must give exactly k clusters. Got {n_found} for k = {k} on {where}.")
    return labels


def check_ks(ks, X):
    n_different = len(np.unique(X, axis=0))
    if ks is None:
        ks = range(2, max(2, min(MOST_BY_DEFAULT, n_different - 1)) + 1)
    if isinstance(ks, str) or not hasattr(ks, "__iter__"):
        raise ValueError(f"ks must be a sequence of numbers of clusters. Got {ks!r}.")
    ks = [check_integer(k, "every number of clusters", minimum=2) for k in ks]
    if not ks or max(ks) > len(X) - 1 or len(set(ks)) < len(ks):
        got = ks if len(ks) <= 20 else f"{len(ks)} numbers from {min(ks)} to {max(ks)}"
        raise ValueError(f"ks must hold different numbers of clusters from 2 to n - 1 = {len(X) - 1}. Got {got}.")
    if n_different < max(ks):
        raise ValueError(f"{max(ks)} clusters need as many different rows. Got {n_different}.")
    return ks


def check_sets(references, n_references, significance_level):
    """Check the kinds of reference sets, their number and the level, which must be within reach; return all three."""
    if isinstance(references, str) or not hasattr(references, "__iter__"):
        raise ValueError(f"references must be a sequence of kinds from {list(REFERENCES)}. Got {references!r}.")
    kinds = [check_choice(kind, REFERENCES, "every reference") for kind in references]
    if not kinds or len(set(kinds)) < len(kinds):
        raise ValueError(f"references must hold different kinds from {list(REFERENCES)}. Got {kinds}.")
    level = check_real(significance_level, "significance_level", low=0.0, high=1.0)
    n_references = check_integer(n_references, "n_references", minimum=1)
    if 1 / (n_references + 1) > level:
        raise ValueError(
            f"n_references must be at least 1 / significance_level - 1, or no p-value can be {level} or less. Got "
            f"{n_references}, whose smallest p-value is 1/{n_references + 1}."
        )
    return kinds, n_references, level
