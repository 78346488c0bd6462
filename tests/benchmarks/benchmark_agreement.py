"""How fast two partitions are compared, in ratios to other work on the same machine; run it, `--quick` for small sizes.

Times depend on the machine, ratios less so. Each ratio comes from two runs one after the other, so that both meet the
same load; the median of several is printed, with the smallest and the largest. No test asserts any of this.
"""

import argparse
import tracemalloc
from functools import partial

import numpy as np
from benchmark_scoring import ratios, show
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.cluster import pair_confusion_matrix

import aucc_teach as at

MEASURES = {
    "rand_score": at.rand_score,
    "adjusted_rand_score": at.adjusted_rand_score,
    "fowlkes_mallows_score": at.fowlkes_mallows_score,
    "pivoted_accuracy": at.pivoted_accuracy,
    "normalized_accuracy": at.normalized_accuracy,
    "adjusted_asymmetric_accuracy": at.adjusted_asymmetric_accuracy,
    "pair_sets_index": at.pair_sets_index,
    "pair_sets_index, simplified": partial(at.pair_sets_index, simplified=True),
    "normalized_mutual_info_score": at.normalized_mutual_info_score,
}


def peak_in_megabytes(function):
    """Most memory held at once beyond what was there before."""
    tracemalloc.start()
    function()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def many_objects(n, k, repeats):
    rng = np.random.default_rng(0)
    # One object in five changes its cluster; the names of the clusters are shuffled.
    first = rng.integers(k, size=n)
    second = rng.permutation(k)[np.where(rng.random(n) < 0.2, rng.integers(k, size=n), first)]
    print(f"Two partitions of n = {n} objects with {k} clusters each; ratios to scikit-learn's adjusted Rand index")
    assert np.isclose(at.adjusted_rand_score(first, second), adjusted_rand_score(first, second), rtol=0, atol=1e-12)

    def reference():
        return adjusted_rand_score(first, second)

    def all_of_them():
        return [measure(first, second) for measure in MEASURES.values()]

    for name, measure in MEASURES.items():
        show(f"{name} / ARI", ratios(partial(measure, first, second), reference, repeats))
    show(f"all {len(MEASURES)} of them / ARI", ratios(all_of_them, reference, repeats), "target: at most 6")
    show("their peak memory, megabytes", [peak_in_megabytes(all_of_them)], "target: at most 200")


def count_over_all_pairs(labels_true, labels_pred):
    """The four pair counts in O(n^2) time and memory, by co-membership."""
    true, pred = at.co_membership(labels_true), at.co_membership(labels_pred)
    tp, in_true, in_pred = (int(np.count_nonzero(pairs)) for pairs in (true & pred, true, pred))
    return at.PairCounts(tp, in_true - tp, in_pred - tp, true.size - in_true - in_pred + tp)


def pair_counts_against_all_pairs(n, repeats):
    rng = np.random.default_rng(1)
    print(f"The pair counts of two partitions of n = {n} objects, {n * (n - 1) // 2} pairs")
    for k in (2, 10, 100):
        labels = rng.integers(k, size=(2, n))
        assert at.pair_counts(*labels) == count_over_all_pairs(*labels)
        from_table = partial(at.pair_counts, *labels)
        show(
            f"k = {k}: over all pairs / pair_counts",
            ratios(partial(count_over_all_pairs, *labels), from_table, repeats),
        )
        show(
            f"k = {k}: pair_confusion_matrix / pair_counts",
            ratios(partial(pair_confusion_matrix, *labels), from_table, repeats),
        )


def many_clusters(n, repeats):
    rng = np.random.default_rng(2)
    print(f"The best matching of many clusters, n = {n} objects; ratios to scikit-learn's adjusted Rand index")
    for k in (n // 100, n // 10, n):
        labels = rng.integers(k, size=(2, n))
        values = ratios(partial(at.pair_sets_index, *labels), partial(adjusted_rand_score, *labels), repeats)
        show(f"k = {k}: pair_sets_index / ARI", values)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, a few seconds")
    options = parser.parse_args()
    n_many, n_pairs, n_clusters, repeats = (50_000, 500, 1000, 3) if options.quick else (1_000_000, 5000, 10_000, 7)
    print(f"Columns: median of {repeats}, smallest and largest, target{' of the full sizes' if options.quick else ''}")
    many_objects(n_many, 100, repeats)
    print()
    pair_counts_against_all_pairs(n_pairs, repeats)
    print()
    many_clusters(n_clusters, repeats)


if __name__ == "__main__":
    main()
