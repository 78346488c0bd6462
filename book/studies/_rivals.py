"""Other rules for the number of clusters, each with its settings, for studies that put them beside a report."""

import numpy as np

from aucc_report.clusterers import label_rows_of_many
from aucc_teach.calibration import counts_of_terms, excess_and_pvalue, on_scale, reference_data
from aucc_teach.criteria import CriteriaScorer
from studies import choosing

__all__ = ["QUICK", "RIVALS", "SCALES", "SHAPES", "by_partitions", "named_by_rivals"]

#: Rivals try numbers of clusters up to this one, with so many rows for each.
MOST_CLUSTERS, ROWS_OF_CLUSTER = 20, 8
#: The scales on which every rival sees the columns that the report used: its own two.
SCALES = ("within", "standardised")
#: Forms of covariance of the Gaussian mixtures.
SHAPES = ("full", "tied", "diag", "spherical")
#: The rivals and their settings, of HDBSCAN its smallest cluster. Numbers of clusters are tried up to `MOST_CLUSTERS`,
#: but at most one for 8 rows, which is as far as a report goes. Unless it is said, one cluster is a possible answer,
#: and clusters are those of k-means.
RIVALS = {
    "prediction strength": f"most clusters that reach {choosing.STRENGTH}; {choosing.N_SPLITS} halvings",
    "gap, own rule": f"its authors' rule; {choosing.N_REFERENCES} boxes along the axes",
    "gap, largest": "largest gap; the same boxes",
    "calibrated VRC": f"2 x {choosing.N_REFERENCES} matched sets; level {choosing.LEVEL}",
    "calibrated AUCC": f"2 x {choosing.N_REFERENCES} matched sets; level {choosing.LEVEL}",
    "VRC": "largest; never one cluster",
    "silhouette": "largest; never one cluster",
    "mixture": f"best BIC of {len(SHAPES)} forms of covariance; 3 starts",
    "HDBSCAN, a twentieth": "at least 5% of the rows; one cluster allowed",
    "HDBSCAN, 10": "at least 10 rows; one cluster allowed",
    "HDBSCAN, several": "at least 5% of the rows; one not allowed",
}
#: Rivals that are quick, and so asked about more tables than the others.
QUICK = ("mixture", "HDBSCAN, a twentieth", "HDBSCAN, 10", "HDBSCAN, several")


def named_by_rivals(X, *, all_of_them, rng):
    """Number of clusters by each of the rivals, or by each of the quick ones."""
    ks = range(2, min(MOST_CLUSTERS, len(X) // ROWS_OF_CLUSTER) + 1)
    found = by_partitions(X, ks, rng) if all_of_them else {}
    return found | {
        "mixture": _components(X, [1, *ks]),
        "HDBSCAN, a twentieth": _n_dense(X, max(5, len(X) // 20), one=True),
        "HDBSCAN, 10": _n_dense(X, 10, one=True),
        "HDBSCAN, several": _n_dense(X, max(5, len(X) // 20), one=False),
    }


def by_partitions(X, ks, rng):
    """Number of clusters by the rules that judge partitions by k-means."""

    def clustered(points):
        return label_rows_of_many(points, ks, "k-means")

    fitted = [reference_data(X, matched=False, rng=rng) for _ in range(choosing.N_REFERENCES)]
    on_data = clustered(X)
    gap, error = choosing.gap_statistic(X, on_data, [(points, clustered(points)) for points in fitted])
    enough = gap[:-1] >= gap[1:] - error[1:]
    strong = choosing.prediction_strength(X, "k-means", ks, rng=rng) >= choosing.STRENGTH
    criteria = {"VRC": "calinski_harabasz_score", "AUCC": "aucc_score", "silhouette": "silhouette_score"}
    scores = CriteriaScorer(X).score_many(on_data, criteria.values())
    found = {
        "prediction strength": max((k for k, is_strong in zip(ks, strong, strict=True) if is_strong), default=1),
        "gap, own rule": 1 + int(enough.argmax()) if enough.any() else ks[-1],
        "gap, largest": 1 + int(gap.argmax()),
        **{title: ks[int(scores[criteria[title]].argmax())] for title in ("VRC", "silhouette")},
    }
    pvalues, best = {"VRC": [], "AUCC": []}, {}
    for kind in ("box", "radial"):
        sets = [X, *(reference_data(X, reference=kind, rng=rng) for _ in range(choosing.N_REFERENCES))]
        partitions = [on_data, *map(clustered, sets[1:])]
        for title, of_title in pvalues.items():
            name = criteria[title]
            of_sets = [
                CriteriaScorer(points).score_many(rows, [name])[name]
                for points, rows in zip(sets, partitions, strict=True)
            ]
            n_terms = np.array([counts_of_terms(name, rows) for rows in partitions])
            excess, pvalue = excess_and_pvalue(on_scale(name, np.array(of_sets), n_terms))
            of_title.append(pvalue)
            # As in `calibrated_choice`, the first kind shows the number.
            best.setdefault(title, ks[int(excess[0].argmax())])
    return found | {
        f"calibrated {title}": best[title] if max(of_title) <= choosing.LEVEL else 1
        for title, of_title in pvalues.items()
    }


def _components(X, ks):
    """Number of components of the Gaussian mixture with the best BIC."""
    from sklearn.mixture import GaussianMixture

    fitted = [
        (GaussianMixture(k, covariance_type=shape, n_init=3, random_state=0).fit(X).bic(X), k)
        for shape in SHAPES
        for k in ks
    ]
    return min(fitted)[1]


def _n_dense(X, smallest, *, one):
    """Number of clusters of HDBSCAN, of at least `smallest` rows. One with noise around it is one, and so is noise."""
    from sklearn.cluster import HDBSCAN

    labels = HDBSCAN(min_cluster_size=smallest, allow_single_cluster=one, copy=True).fit_predict(X)
    return max(1, len(set(labels.tolist()) - {-1}))
