"""Table 3 of the AUCC paper: how well 29 relative criteria agree with the known classes of ten real data sets.

Five algorithms partition each data set into 2 to ceil(sqrt(n)) clusters. Each partition gets its adjusted Rand index
against the classes and all criteria; a cell of the table is Pearson's correlation of the two over all partitions of a
data set. The data come from :func:`aucc_teach.datasets.load_benchmark`, so they need a local folder or the internet.
"""

import math
from functools import lru_cache
from itertools import chain

import numpy as np
import pandas as pd
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import pdist
from scipy.stats import pearsonr, spearmanr, zscore

from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import PairRanking
from aucc_teach.criteria import CriteriaScorer
from aucc_teach.datasets import BENCHMARKS, load_benchmark, load_cell_cycle_logarithms
from aucc_teach.input import check_choice, check_integer, check_rng
from studies._clusterings import cluster_for_each, cut_as_scipy
from studies._runner import Experiment, check_rows, in_order, rounded

__all__ = [
    "ALGORITHMS",
    "CELL_CYCLE",
    "CRITERIA",
    "DISSIMILARITIES",
    "EXPERIMENT",
    "N_SHUFFLES",
    "OWN_METRIC",
    "PRINTED",
    "ROW_ORDER",
    "TIED",
    "cell_cycle_variants",
    "correlations",
    "dissimilarity",
    "judged_by_each",
    "numbers_of_clusters",
    "partition",
    "score_partitions",
]

ALGORITHMS = ("k-means", "single", "average", "complete", "ward")

#: The 29 criteria of the study, whatever others the package has.
CRITERIA = (
    "aucc_score",
    "point_biserial_score",
    "calinski_harabasz_score",
    "silhouette_score",
    "c_index",
    "ratkowsky_lance_score",
    "pbm_score",
    "alternative_silhouette_score",
    "simplified_silhouette_score",
    "alternative_simplified_silhouette_score",
    "davies_bouldin_index",
    "dunn_score",
    *(f"dunn_{of}{by}_score" for of in range(1, 7) for by in range(1, 4) if of * by > 1),
)

# Table 3 as printed, by the names of this package; of the forms of Dunn's index the paper shows 31.
PRINTED = {
    "point_biserial_score": (0.79, 0.91, 0.61, 0.97, 0.69, 0.89, 0.31, 0.40, 0.98, 0.57),
    "aucc_score": (0.48, 0.60, 0.75, 0.76, 0.13, 0.84, 0.70, 0.78, 0.91, 0.77),
    "c_index": (0.53, 0.75, 0.75, 0.83, -0.07, 0.88, 0.64, 0.78, 0.81, 0.57),
    "ratkowsky_lance_score": (0.88, 0.82, 0.10, 0.81, 0.59, 0.76, 0.32, 0.71, 0.73, 0.58),
    "silhouette_score": (0.76, 0.84, 0.06, 0.65, 0.34, 0.80, 0.38, 0.82, 0.88, 0.73),
    "alternative_silhouette_score": (0.70, 0.50, 0.19, 0.58, 0.37, 0.65, 0.17, 0.78, 0.84, 0.70),
    "calinski_harabasz_score": (0.82, 0.72, -0.02, 0.62, 0.19, 0.48, 0.13, 0.85, 0.58, 0.72),
    "simplified_silhouette_score": (0.76, -0.22, 0.00, 0.68, 0.53, 0.81, 0.37, 0.57, 0.82, 0.68),
    "dunn_31_score": (0.73, 0.60, -0.18, 0.65, 0.15, 0.59, 0.36, 0.68, 0.79, 0.46),
    "alternative_simplified_silhouette_score": (0.05, -0.27, 0.02, 0.64, 0.60, 0.71, 0.12, 0.37, 0.82, 0.69),
    "pbm_score": (0.49, -0.09, -0.10, 0.27, 0.56, -0.29, -0.43, 0.67, 0.43, 0.50),
    "davies_bouldin_index": (0.57, 0.58, -0.54, 0.26, -0.67, 0.44, 0.50, -0.03, 0.53, 0.04),
}

# Row order decides between equal distances: the data sets with most of them are run again in other orders, and so is
# the cell cycle, in which genes are repeated. Its file is not on OpenML, so the quick run leaves it out.
TIED = ("balance_scale", "iris", "cell_cycle")
N_SHUFFLES = 30

# Those that satisfy the paper's second requirement (symmetric, positive, 0 for equal objects only) and exist for every
# data set; the linkages are those that take any dissimilarity, which k-means and Ward's method do not.
DISSIMILARITIES = {"Euclidean": "euclidean", "Manhattan": "cityblock", "maximum": "chebyshev", "scaled": "seuclidean"}
_LINKAGES_OF_ANY = ("single", "average", "complete")

_VARIANTS = ("logarithms", "gene-centred", "gene z-scores", "gene z-scores of values", "time z-scores")
_SEED = 2022
_N_STARTS = 100


def numbers_of_clusters(n_objects):
    """Numbers of clusters that the study looks at: 2 to the square root of the number of objects, rounded up.

    Parameters
    ----------
    n_objects : int
        Number of objects n.

    Returns
    -------
    range
        2, 3, ..., ceil(sqrt(n)).

    Raises
    ------
    ValueError
        If there are fewer than 3 objects.

    Examples
    --------
    >>> import studies
    >>> studies.benchmark.numbers_of_clusters(150)
    range(2, 14)
    """
    return range(2, math.isqrt(check_integer(n_objects, "n_objects", minimum=3) - 1) + 2)


def partition(X, algorithm, ks, *, n_starts=_N_STARTS, rng=None):
    """Partitions of data by one of the five algorithms.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Data; distances are Euclidean.
    algorithm : {"k-means", "single", "average", "complete", "ward"}
        k-means, the best of several starts, or a linkage, cut to exactly k clusters.
    ks : sequence of int
        Numbers of clusters.
    n_starts : int, default=100
        Starts of k-means.
    rng : numpy.random.Generator or int, optional
        Source of randomness of k-means, or a seed for it.

    Returns
    -------
    ndarray of int, shape (len(ks), n)
        One partition per row.

    Raises
    ------
    ValueError
        If there is no such algorithm, or the data or the numbers of clusters are not fit for it.

    Examples
    --------
    >>> import studies
    >>> studies.benchmark.partition([[0], [1], [4], [6]], "average", [2, 3])
    array([[0, 0, 1, 1],
           [0, 0, 1, 2]])
    """
    check_choice(algorithm, ALGORITHMS, "algorithm")
    return cluster_for_each(ks, X, algorithm, cut=cut_as_scipy, n_starts=n_starts, rng=check_rng(rng))


def score_partitions(scorer, classes, labels):
    """Adjusted Rand index and the 29 criteria of some partitions.

    Parameters
    ----------
    scorer : CriteriaScorer
        The data.
    classes : array-like of shape (n,)
        The known classes.
    labels : array-like of shape (p, n)
        One partition per row.

    Returns
    -------
    pandas.DataFrame
        One row for each partition: ``ari`` and each of `CRITERIA` that the scorer has, to twelve digits; NaN where a
        criterion is not defined.

    Examples
    --------
    >>> import aucc_teach as at
    >>> import studies
    >>> scorer = at.criteria.CriteriaScorer([[0], [1], [4], [6]])
    >>> rows = studies.benchmark.score_partitions(scorer, [0, 0, 1, 1], [[0, 0, 1, 1], [0, 1, 1, 1]])
    >>> rows["aucc_score"].tolist()
    [1.0, 0.555555555556]
    """
    columns = {"ari": [adjusted_rand_score(classes, row) for row in labels]}
    for name in (name for name in CRITERIA if name in scorer.names):
        columns[name] = scorer.score_many(labels, [name], undefined="nan")[name]
    return pd.DataFrame(columns).map(rounded)


def correlations(rows, *, method="pearson"):
    """Correlation of each criterion with the adjusted Rand index, over partitions.

    Parameters
    ----------
    rows : pandas.DataFrame
        Partitions: rows of :func:`score_partitions` or of the stored table, with ``ari`` and some or all criteria.
    method : {"pearson", "spearman"}, default="pearson"
        Which correlation.

    Returns
    -------
    pandas.Series of float
        By criterion; NaN where a criterion or the adjusted Rand index does not vary. Partitions for which a
        criterion is not defined are left out.

    Raises
    ------
    ValueError
        If there are fewer than two partitions, or no adjusted Rand indices, or the method is unknown.

    References
    ----------
    Table 3 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import pandas as pd
    >>> import studies
    >>> rows = pd.DataFrame({"ari": [0.0, 0.5, 1.0], "c_index": [1.0, 0.5, 0.0], "aucc_score": [0.5, 0.9, 0.9]})
    >>> studies.benchmark.correlations(rows).round(6).to_dict()
    {'aucc_score': 0.866025, 'c_index': -1.0}
    """
    correlate = {"pearson": pearsonr, "spearman": spearmanr}[check_choice(method, ("pearson", "spearman"), "method")]
    check_rows(rows, ["ari"])
    if len(rows) < 2:
        raise ValueError(f"rows must hold at least two partitions. Got {len(rows)}.")
    found = {}
    for name in (name for name in CRITERIA if name in rows.columns):
        defined = rows[[name, "ari"]].dropna()
        varies = (defined.nunique() > 1).all()
        found[name] = correlate(defined[name], defined["ari"]).statistic if varies else math.nan
    return pd.Series(found, dtype=float)


@lru_cache(maxsize=1)
def _prepared(name):
    """One data set, its classes and its scorer; the blocks of a data set come one after the other."""
    found = load_benchmark(name)
    return found.data, found.labels, CriteriaScorer(found.data)


def _blocks(settings):
    """A block is one number of clusters of k-means, or one linkage with all of them."""
    for name, n_objects in settings["n_objects"].items():
        ks = numbers_of_clusters(n_objects)
        yield from ((name, "k-means", [k]) for k in ks)
        yield from ((name, algorithm, list(ks)) for algorithm in ALGORITHMS[1:])


def _settings(full):
    # Loaded here so that missing data are noticed before any work.
    found = {name: load_benchmark(name) for name in (BENCHMARKS if full else ("iris", "sonar"))}
    return {
        "seed": _SEED,
        "n_starts": _N_STARTS if full else 10,
        "n_objects": {name: len(data.labels) for name, data in found.items()},
        "checksums": {name: data.checksum for name, data in found.items()},
    }


def _n_blocks(settings):
    return len(list(_blocks(settings)))


def _run_block(settings, block, rng):
    name, algorithm, ks = list(_blocks(settings))[block]
    data, classes, scorer = _prepared(name)
    labels = partition(data, algorithm, ks, n_starts=settings["n_starts"], rng=rng)
    scores = score_partitions(scorer, classes, labels).to_dict("records")
    return [{"data_set": name, "algorithm": algorithm, "k": k, **row} for k, row in zip(ks, scores, strict=True)]


def _rows(settings, results):
    return in_order(chain.from_iterable(results), ("data_set", "algorithm", "k", "ari", *CRITERIA))


EXPERIMENT = Experiment(
    name="benchmark",
    title="Table 3 of the AUCC paper: 29 criteria against the classes of ten real data sets (needs the data)",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)


def _correlations_of_all(data, classes, n_starts, rng):
    """A column of the table: the correlations over the partitions of all algorithms."""
    scorer, ks = CriteriaScorer(data), numbers_of_clusters(len(classes))
    rows = pd.concat(
        score_partitions(scorer, classes, partition(data, algorithm, ks, n_starts=n_starts, rng=rng))
        for algorithm in ALGORITHMS
    )
    return correlations(rows).map(rounded).to_dict()


def _settings_of_orders(full):
    found = {name: load_benchmark(name) for name in (TIED if full else TIED[:2])}
    return {
        "seed": _SEED,
        "n_starts": _N_STARTS if full else 10,
        "n_shuffles": N_SHUFFLES if full else 2,
        "checksums": {name: data.checksum for name, data in found.items()},
    }


def _n_blocks_of_orders(settings):
    return len(settings["checksums"]) * settings["n_shuffles"]


def _run_block_of_orders(settings, block, rng):
    name = TIED[block // settings["n_shuffles"]]
    data, classes, _ = _prepared(name)
    order = rng.permutation(len(classes))
    data, classes = data[order], classes[order]
    found = _correlations_of_all(data, classes, settings["n_starts"], rng)
    return {"data_set": name, "shuffle": block % settings["n_shuffles"], **found}


def _rows_of_orders(settings, results):
    return in_order(results, ("data_set", "shuffle", *CRITERIA))


ROW_ORDER = Experiment(
    name="row_order",
    title="Table 3 of the AUCC paper, three columns in 30 random orders of the rows (needs the data)",
    settings=_settings_of_orders,
    n_blocks=_n_blocks_of_orders,
    run_block=_run_block_of_orders,
    rows=_rows_of_orders,
)


def cell_cycle_variants(logarithms):
    """Ways in which the genes of the cell cycle may have been prepared; the paper does not name its own.

    Parameters
    ----------
    logarithms : array-like of shape (n, d)
        Logarithms of the expression of n genes at d times.

    Returns
    -------
    dict of ndarray of float, shape (n, d)
        By name: the logarithms as they are; less the mean of their gene; z-scores of each gene over its logarithms,
        or over the values themselves; z-scores of each time.

    Examples
    --------
    >>> import studies
    >>> variants = studies.benchmark.cell_cycle_variants([[1.0, 2.0, 3.0], [5.0, 5.0, 8.0]])
    >>> variants["gene z-scores"].round(3).tolist()
    [[-1.0, 0.0, 1.0], [-0.577, -0.577, 1.155]]
    """
    logarithms = np.asarray(logarithms, dtype=float)
    centred = logarithms - logarithms.mean(axis=1, keepdims=True)
    variants = (
        logarithms,
        centred,
        zscore(logarithms, axis=1, ddof=1),
        zscore(np.exp(logarithms), axis=1, ddof=1),
        zscore(logarithms, axis=0, ddof=1),
    )
    return dict(zip(_VARIANTS, variants, strict=True))


def _settings_of_variants(full):
    return {
        "seed": _SEED,
        "n_starts": _N_STARTS if full else 10,
        "variants": list(_VARIANTS),
        "checksums": {"cell_cycle": load_cell_cycle_logarithms().checksum},
    }


def _run_block_of_variants(settings, block, rng):
    found = load_cell_cycle_logarithms()
    variant = settings["variants"][block]
    data = cell_cycle_variants(found.data)[variant]
    return {"variant": variant, **_correlations_of_all(data, found.labels, settings["n_starts"], rng)}


def _rows_of_variants(settings, results):
    return in_order(results, ("variant", *CRITERIA))


CELL_CYCLE = Experiment(
    name="cell_cycle",
    title="Table 3 of the AUCC paper, the column of the cell cycle in five preparations (needs the data)",
    settings=_settings_of_variants,
    n_blocks=lambda settings: len(settings["variants"]),
    run_block=_run_block_of_variants,
    rows=_rows_of_variants,
)


def dissimilarity(X, name):
    """Dissimilarities of all pairs of objects, condensed, by one of four names.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Data.
    name : {"Euclidean", "Manhattan", "maximum", "scaled"}
        "maximum" is the largest difference in a column, "scaled" is Euclidean after each column was divided by its
        standard deviation.

    Returns
    -------
    ndarray of float, shape (n * (n - 1) / 2,)
        Rounded to ten decimals: otherwise the last bit would decide which of two equal dissimilarities comes first.

    Raises
    ------
    ValueError
        If there is no such dissimilarity.

    Examples
    --------
    >>> import studies
    >>> studies.benchmark.dissimilarity([[0, 0], [3, 4]], "Manhattan")
    array([7.])
    """
    return pdist(X, DISSIMILARITIES[check_choice(name, tuple(DISSIMILARITIES), "name")]).round(10)


def judged_by_each(X, classes, name, ks):
    """Partitions made with one dissimilarity, and AUCC of each with all four.

    Parameters
    ----------
    X : array-like of shape (n, d)
        Data.
    classes : array-like of shape (n,)
        The known classes.
    name : {"Euclidean", "Manhattan", "maximum", "scaled"}
        With which dissimilarity to cluster, by single, average and complete linkage.
    ks : sequence of int
        Numbers of clusters.

    Returns
    -------
    pandas.DataFrame
        One row for each partition: "algorithm", "k", "ari" and AUCC by the names of the dissimilarities, to twelve
        digits.

    Raises
    ------
    ValueError
        If there is no such dissimilarity, or the data or the numbers of clusters are not fit for it.

    Examples
    --------
    >>> import studies
    >>> X = [[4, 0], [1, 1], [1, 4], [5, 3], [0, 0]]
    >>> rows = studies.benchmark.judged_by_each(X, [0, 0, 1, 1, 1], "maximum", [2])
    >>> rows[["algorithm", "Euclidean", "maximum"]].round(3).values.tolist()
    [['single', 0.75, 0.708], ['average', 0.875, 0.833], ['complete', 0.583, 0.667]]
    """
    rankings = {other: PairRanking(dissimilarity(X, other), metric="precomputed") for other in DISSIMILARITIES}
    distances, found = dissimilarity(X, name), []
    for algorithm in _LINKAGES_OF_ANY:
        labels = cut_as_scipy(linkage(distances, algorithm), ks)
        columns = {"ari": [adjusted_rand_score(classes, row) for row in labels]}
        columns |= {other: ranking.score_many(labels) for other, ranking in rankings.items()}
        found.append(pd.DataFrame({"algorithm": algorithm, "k": list(ks)}).join(pd.DataFrame(columns).map(rounded)))
    return pd.concat(found, ignore_index=True)


def _settings_of_dissimilarities(full):
    found = {name: load_benchmark(name) for name in (BENCHMARKS if full else ("iris", "sonar"))}
    return {
        "seed": _SEED,
        "dissimilarities": list(DISSIMILARITIES),
        "n_objects": {name: len(data.labels) for name, data in found.items()},
        "checksums": {name: data.checksum for name, data in found.items()},
    }


def _n_blocks_of_dissimilarities(settings):
    return len(settings["n_objects"]) * len(settings["dissimilarities"])


def _run_block_of_dissimilarities(settings, block, rng):
    per_data_set = len(settings["dissimilarities"])
    name = list(settings["n_objects"])[block // per_data_set]
    clustered = settings["dissimilarities"][block % per_data_set]
    found = load_benchmark(name)
    ks = numbers_of_clusters(len(found.labels))
    rows = judged_by_each(found.data, found.labels, clustered, ks).to_dict("records")
    return [{"data_set": name, "dissimilarity": clustered, **row} for row in rows]


def _rows_of_dissimilarities(settings, results):
    columns = ("data_set", "dissimilarity", "algorithm", "k", "ari", *DISSIMILARITIES)
    return in_order(chain.from_iterable(results), columns)


OWN_METRIC = Experiment(
    name="own_metric",
    title="AUCC with the dissimilarity that made the clusters, and with three others (needs the data)",
    settings=_settings_of_dissimilarities,
    n_blocks=_n_blocks_of_dissimilarities,
    run_block=_run_block_of_dissimilarities,
    rows=_rows_of_dissimilarities,
)
