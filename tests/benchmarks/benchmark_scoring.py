"""How fast AUCC is, in ratios to other work on the same machine; run it, `--quick` for small sizes.

Times depend on the machine, ratios less so. Each ratio comes from two runs one after the other, so that both meet the
same load; the median of several is printed, with the smallest and the largest. No test asserts any of this.
"""

import argparse
import os
import subprocess
import sys
import tracemalloc
from statistics import median
from time import perf_counter

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.metrics import roc_auc_score
from threadpoolctl import threadpool_limits

import aucc_teach as at


def seconds(function):
    start = perf_counter()
    function()
    return perf_counter() - start


def ratios(numerator, denominator, repeats):
    """Times of one function over times of another, run in turns, after one run that is not counted."""
    numerator(), denominator()
    return [seconds(numerator) / seconds(denominator) for _ in range(repeats)]


def show(what, values, target=""):
    spread = f"{min(values):.3g} .. {max(values):.3g}"
    print(f"  {what:<58} {median(values):8.3g}   ({spread})   {target}")


def peak_in_arrays(function, n_pairs):
    """Most memory held at once beyond what was there before, in arrays of one double for each pair."""
    tracemalloc.start()
    function()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / (8 * n_pairs)


def one_partition(n, repeats):
    rng = np.random.default_rng(0)
    distances = pdist(rng.standard_normal((n, 5)))
    square = squareform(distances)
    print(f"One partition of n = {n} objects, {distances.size} pairs, on {os.cpu_count()} cores")
    for k in (10, 2):
        labels = rng.integers(k, size=n)
        within, similarity = at.co_membership(labels), -distances

        def score(X=distances, labels=labels):
            return at.aucc_score(X, labels, metric="precomputed")

        def reference(within=within, similarity=similarity):
            return roc_auc_score(within, similarity)

        assert np.isclose(score(), reference(), rtol=0, atol=1e-12)

        def target(text, k=k):
            return f"target: {text}" if k == 10 else ""

        show(f"k = {k}: roc_auc_score / aucc_score", ratios(reference, score, repeats), target("at least 8"))
        sort = ratios(score, lambda: np.sort(distances), repeats)
        show(f"k = {k}: aucc_score / numpy.sort of the distances", sort, target("at most 5"))
        for form, X in (("condensed", distances), ("square", square)):
            peak = peak_in_arrays(lambda score=score, X=X: score(X), distances.size)
            show(f"k = {k}: peak memory beside {form} input, arrays", [peak], target("at most 4"))


def many_partitions(n, repeats):
    rng = np.random.default_rng(1)
    distances = pdist(rng.standard_normal((n, 5)))
    n_partitions, n_reference = 100, 5
    print(f"{n_partitions} partitions of n = {n} objects, on one core")
    for k in (2, 12, 23):
        labels = rng.integers(k, size=(n_partitions, n))
        within, similarity = [at.co_membership(row) for row in labels[:n_reference]], -distances
        ranking = at.PairRanking(distances, metric="precomputed")

        def reference(within=within, similarity=similarity):
            return [roc_auc_score(pairs, similarity) for pairs in within]

        def score(ranking=ranking, labels=labels):
            return ranking.score_many(labels)

        def rank_and_score(labels=labels):
            return at.PairRanking(distances, metric="precomputed").score_many(labels)

        assert np.allclose(score()[:n_reference], reference(), rtol=0, atol=1e-12)
        for what, function, target in (
            ("score_many", score, "target: at least 300"),
            ("ranking and score_many", rank_and_score, ""),
        ):
            values = [ratio * n_partitions / n_reference for ratio in ratios(reference, function, repeats)]
            show(f"k = {k}: roc_auc_score / {what}, each partition", values, target)


def avx512_groups():
    """Names of the AVX-512 groups that NumPy found on this processor and can be told to leave out."""
    found = np.show_config(mode="dicts").get("SIMD Extensions", {}).get("found", [])
    return [name for name in found if name.startswith("AVX512") or name == "X86_V4"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, a few seconds")
    parser.add_argument("--one-partition-only", action="store_true", help="leave out the scoring of many partitions")
    options = parser.parse_args()
    n_one, n_many, repeats = (1000, 200, 3) if options.quick else (5000, 500, 7)
    groups = avx512_groups()
    print(f"NumPy {np.__version__}, sorting {'with' if groups else 'without'} AVX-512: {groups}")
    print(f"Columns: median of {repeats}, smallest and largest, target{' of the full sizes' if options.quick else ''}")
    one_partition(n_one, repeats)
    if options.one_partition_only:
        return
    if groups:
        print("\nNumPy's AVX-512 sort is several times slower than its AVX2 sort on AMD Zen 4: once more without it.")
        # What NumPy may use is settled when it is imported: another process is needed.
        command = [sys.executable, __file__, "--one-partition-only", *(["--quick"] if options.quick else [])]
        sys.stdout.flush()
        subprocess.run(command, check=True, env={**os.environ, "NPY_DISABLE_CPU_FEATURES": " ".join(groups)})
    print()
    with threadpool_limits(limits=1):
        many_partitions(n_many, repeats)


if __name__ == "__main__":
    main()
