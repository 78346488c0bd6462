"""How fast the mathematics is, in ratios to other work on the same machine; run it, `--quick` for small sizes.

Each ratio comes from two runs one after the other, so that both meet the same load; the median of several is printed,
with the smallest and the largest, and the memory that the first function took. No test asserts any of this.
"""

import argparse
import tracemalloc
from statistics import median
from time import perf_counter

import numpy as np
from scipy.spatial.distance import pdist
from sklearn import metrics
from threadpoolctl import threadpool_limits

import aucc_teach as at
from aucc_teach.criteria import CriteriaScorer


def seconds(function):
    start = perf_counter()
    function()
    return perf_counter() - start


def show(what, ours, theirs, repeats):
    """Print how many times as long the second function takes as the first, and what memory the first takes."""
    ours(), theirs()
    ratios = [seconds(theirs) / seconds(ours) for _ in range(repeats)]
    tracemalloc.start()
    ours()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    print(f"  {what:<58} {median(ratios):8.3g}   ({min(ratios):.3g} .. {max(ratios):.3g})   {peak / 1e6:8.1f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, a few seconds")
    quick = parser.parse_args().quick
    n, n_rows, n_large, repeats = (1000, 20, 20_000, 3) if quick else (5000, 100, 1_000_000, 7)
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, 5))
    distances = pdist(X)
    for k in (2, 10):
        labels = rng.integers(k, size=n)
        within = at.co_membership(labels)
        print(f"{n} objects in {k} clusters")
        show(
            "roc_auc_score / aucc_score",
            lambda labels=labels: at.aucc_score(distances, labels, metric="precomputed"),
            lambda within=within: metrics.roc_auc_score(within, -distances),
            repeats,
        )
        show(
            "aucc_score / aucc_bounds, width 1e-4",
            lambda labels=labels: at.aucc_bounds(X, labels),
            lambda labels=labels: at.aucc_score(X, labels),
            repeats,
        )
    rows = rng.integers(10, size=(n_rows, n))
    ranking, scorer = at.PairRanking(distances, metric="precomputed"), CriteriaScorer(X[: n // 5])
    print(f"{n_rows} partitions, on one core")
    with threadpool_limits(limits=1):
        show(
            "one by one / score_many",
            lambda: ranking.score_many(rows),
            lambda: [ranking.score(row) for row in rows],
            repeats,
        )
        part = rows[:, : n // 5]
        theirs = {"silhouette_score", "calinski_harabasz_score", "davies_bouldin_index"}
        for name in sorted(theirs):
            other = getattr(metrics, name.replace("_index", "_score"))
            show(
                f"scikit-learn / {name}, {n // 5} objects",
                lambda name=name: scorer.score_many(part, [name]),
                lambda other=other: [other(X[: n // 5], row) for row in part],
                repeats,
            )
    X, labels = rng.standard_normal((2 * n, 10)), rng.integers(5, size=2 * n)
    print(f"{2 * n} objects in 5 clusters, on one core")
    with threadpool_limits(limits=1):
        # Seven times in turn for 10 000 objects, clusters by k-means, on a busy machine: 3.5 (2.2 .. 7.2).
        show(
            "silhouette_score of scikit-learn / aucc_bounds, width 1e-4",
            lambda: at.aucc_bounds(X, labels),
            lambda: metrics.silhouette_score(X, labels),
            repeats,
        )
    first, second = rng.integers(1000, size=(2, n_large))
    print(f"two partitions of {n_large} objects")
    for name in ("adjusted_rand_score", "normalized_mutual_info_score"):
        show(
            f"scikit-learn / {name}",
            lambda name=name: getattr(at, name)(first, second),
            lambda name=name: getattr(metrics, name)(first, second),
            repeats,
        )


if __name__ == "__main__":
    main()
