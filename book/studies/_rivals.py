"""Other rules for the number of clusters, each with its settings, for studies that put them beside a report."""

from importlib.metadata import PackageNotFoundError, version
from itertools import product

import numpy as np

from aucc_report.clusterers import label_rows_of_many
from aucc_teach.calibration import counts_of_terms, excess_and_pvalue, on_scale, reference_data
from aucc_teach.criteria import CriteriaScorer
from studies import choosing

__all__ = ["GRID", "SCALES", "SHAPES", "SLOW", "by_partitions", "named_by_grid", "version_of_automato"]

#: Rivals try numbers of clusters up to this one, with so many rows for each.
MOST_CLUSTERS, ROWS_OF_CLUSTER = 20, 8
#: The scales on which every rival sees the columns that the report used: its own two.
SCALES = ("within", "standardised")
#: Forms of covariance of the Gaussian mixtures.
SHAPES = ("full", "tied", "diag", "spherical")
#: Components of a mixture are merged while so large a part of one would be taken for another.
MERGED = 0.025
_VRC = "calinski_harabasz_score"
_SIZES = ("10", "a twentieth")
_DENSE = {
    f"HDBSCAN, {size}, {'one' if one else 'several'}, {samples}": (size, one, samples)
    for size, one, samples in product(_SIZES, (True, False), ("as many samples", "one sample"))
}
#: Quick rivals in all their settings: HDBSCAN with clusters of at least 10 rows or a twentieth of them, with one
#: cluster allowed or not, and with as many samples as the smallest cluster has rows or with one; mixtures as they
#: are and merged.
GRID = {
    name: f"at least {'10 rows' if size == '10' else '5% of the rows'}; one {'' if one else 'not '}allowed; {samples}"
    for name, (size, one, samples) in _DENSE.items()
} | {
    "mixture": f"best BIC of {len(SHAPES)} forms of covariance; 3 starts",
    "merged mixture": f"the same, merged by Hennig's (2010) misclassification, {MERGED}",
}
#: Rivals that are slow. But for AuToMATo, the clusters are those of k-means.
SLOW = {
    "prediction strength": f"most clusters that reach {choosing.STRENGTH}; {choosing.N_SPLITS} halvings",
    "gap, own rule": f"its authors' rule; {choosing.N_REFERENCES} boxes along the axes",
    "gap, largest": "largest gap; the same boxes",
    "calibrated VRC": f"2 x {choosing.N_REFERENCES} matched sets; level {choosing.LEVEL}",
    "VRC": "largest; never one cluster",
    "silhouette": "largest; never one cluster",
    "AuToMATo": "every default; one cluster is a possible answer",
}


def named_by_grid(X, *, slow, rng):
    """Number of clusters by each rule of `GRID` and, if wanted, of `SLOW`; AuToMATo only if it is installed."""
    # With as many clusters as there are different rows, the rows of each coincide, and VRC is undefined.
    n_different = len(np.unique(X, axis=0))
    ks = range(2, min(MOST_CLUSTERS, len(X) // ROWS_OF_CLUSTER, n_different - 1) + 1)
    found = {}
    if slow:
        found = by_partitions(X, ks, rng)
        if version_of_automato():
            from automato import Automato

            found["AuToMATo"] = max(1, int(Automato(random_state=int(rng.integers(2**31))).fit(X).n_clusters_))
    for name, (size, one, samples) in _DENSE.items():
        smallest = 10 if size == "10" else max(5, len(X) // 20)
        found[name] = _n_dense(X, smallest, one=one, samples=1 if samples == "one sample" else None)
    mixture = _mixture(X, [1, *ks])
    return found | {"mixture": mixture.n_components, "merged mixture": _n_merged(mixture, X)}


def version_of_automato():
    """The version of the package `automato`, None if it is not installed."""
    try:
        return version("automato")
    except PackageNotFoundError:
        return None


def by_partitions(X, ks, rng):
    """Number of clusters by the rules that judge partitions by k-means."""

    def clustered(points):
        return label_rows_of_many(points, ks, "k-means")

    fitted = [reference_data(X, matched=False, rng=rng) for _ in range(choosing.N_REFERENCES)]
    on_data = clustered(X)
    gap, error = choosing.gap_statistic(X, on_data, [(points, clustered(points)) for points in fitted])
    enough = gap[:-1] >= gap[1:] - error[1:]
    strong = choosing.prediction_strength(X, "k-means", ks, rng=rng) >= choosing.STRENGTH
    scores = CriteriaScorer(X).score_many(on_data, [_VRC, "silhouette_score"])
    pvalues, best = [], []
    for kind in ("box", "radial"):
        sets = [X, *(reference_data(X, reference=kind, rng=rng) for _ in range(choosing.N_REFERENCES))]
        partitions = [on_data, *map(clustered, sets[1:])]
        of_sets = [
            CriteriaScorer(points).score_many(rows, [_VRC])[_VRC] for points, rows in zip(sets, partitions, strict=True)
        ]
        n_terms = np.array([counts_of_terms(_VRC, rows) for rows in partitions])
        excess, pvalue = excess_and_pvalue(on_scale(_VRC, np.array(of_sets), n_terms))
        pvalues.append(pvalue)
        best.append(ks[int(excess[0].argmax())])
    return {
        "prediction strength": max((k for k, is_strong in zip(ks, strong, strict=True) if is_strong), default=1),
        "gap, own rule": 1 + int(enough.argmax()) if enough.any() else ks[-1],
        "gap, largest": 1 + int(gap.argmax()),
        # As in `calibrated_choice`, the first kind shows the number.
        "calibrated VRC": best[0] if max(pvalues) <= choosing.LEVEL else 1,
        "VRC": ks[int(scores[_VRC].argmax())],
        "silhouette": ks[int(scores["silhouette_score"].argmax())],
    }


def _mixture(X, ks):
    """The Gaussian mixture with the best BIC."""
    from sklearn.mixture import GaussianMixture

    fitted = [
        GaussianMixture(k, covariance_type=shape, n_init=3, random_state=0).fit(X) for shape in SHAPES for k in ks
    ]
    return min(fitted, key=lambda mixture: (mixture.bic(X), mixture.n_components))


def _n_merged(mixture, X):
    """Number of clusters when components are merged, one pair at a time, that take each other's rows."""
    posterior = mixture.predict_proba(X)
    while (k := posterior.shape[1]) > 1:
        taken = np.eye(k)[posterior.argmax(axis=1)].T @ posterior / posterior.sum(axis=0)
        np.fill_diagonal(taken, 0)
        to, of = np.unravel_index(np.nan_to_num(taken).argmax(), taken.shape)
        if not taken[to, of] >= MERGED:
            break
        posterior[:, to] += posterior[:, of]
        posterior = np.delete(posterior, of, axis=1)
    return posterior.shape[1]


def _n_dense(X, smallest, *, one, samples=None):
    """Number of clusters of HDBSCAN, of at least `smallest` rows. One with noise around it is one, and so is noise."""
    from sklearn.cluster import HDBSCAN

    labels = HDBSCAN(smallest, min_samples=samples, allow_single_cluster=one, copy=True).fit_predict(X)
    return max(1, len(set(labels.tolist()) - {-1}))
