"""What it takes to judge many objects, in ratios to computing the same distances; run it, `--quick` for small sizes.

Times depend on the machine, ratios less so. Each ratio comes from two runs one after the other, so that both meet the
same load. Memory is the largest resident size of a process of its own (on Linux), data and libraries included. No test
asserts any of this.
"""

import argparse
import os
import subprocess
import sys
from statistics import median
from time import perf_counter

import numpy as np
from joblib import Parallel, delayed

import aucc_teach as at
from aucc_teach import large


def data(n, d, far=False):
    """Ten clouds that overlap, with their labels; one object a million away from the rest if so wanted."""
    rng = np.random.default_rng(0)
    labels = rng.integers(10, size=n)
    X = rng.standard_normal((n, d)) + rng.standard_normal((10, d))[labels]
    if far:
        X[0] = 1e6
    return X, labels


def sum_of_distances(X, labels, n_jobs):
    """Compute the same distances in the same blocks and add them up."""
    objects = large._Objects(X, labels, "euclidean", None)

    def add_up(task):
        return sum(float(distances.sum()) for distances, _ in task.pieces())

    return sum(Parallel(n_jobs=n_jobs, prefer="threads")(delayed(add_up)(task) for task in objects.tasks()))


def seconds(function):
    start = perf_counter()
    result = function()
    return perf_counter() - start, result


def show(what, ours, theirs, rest=""):
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    spread = f"({min(ratios):.2f} .. {max(ratios):.2f})"
    print(f"  {what:<44} {median(ratios):6.2f} {spread:<16} {median(ours):7.2f} s  {rest}", flush=True)


def compare(what, ours, theirs, repeats):
    """Time two functions in turn; the last result of the first is given back."""
    times = [], []
    for _ in range(repeats):
        for function, into in ((ours, times[0]), (theirs, times[1])):
            taken, result = seconds(function)
            into.append(taken)
            if function is ours:
                found = result
    show(
        what,
        *times,
        f"width {found.high - found.low:.1e}, {found.n_passes} passes" if hasattr(found, "n_passes") else "",
    )


def peak(call, n, d):
    """Largest resident size in MB of a process that makes the data and one call."""
    code = f"from benchmark_large import *; X, labels = data({n}, {d}); at.{call}; print(own_peak())"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=os.path.dirname(__file__), capture_output=True, text=True, check=True
    )
    return float(run.stdout)


def own_peak():
    # Not ru_maxrss, which begins at the size of the process that started this one.
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small sizes, one repeat")
    parser.add_argument("--cluster", action="store_true", help="also a Dask cluster of two processes")
    quick = parser.parse_args().quick
    sizes, repeats = ((5000,), 1) if quick else ((20_000, 50_000, 100_000), 3)
    print("aucc_bounds over distances added up, two threads, width 1e-4")
    for n in sizes:
        for d in (2, 10, 50):
            X, labels = data(n, d)
            compare(
                f"n = {n}, d = {d}",
                lambda X=X, labels=labels: at.aucc_bounds(X, labels, n_jobs=2),
                lambda X=X, labels=labels: sum_of_distances(X, labels, 2),
                repeats if n < 100_000 else 1,
            )
    n = sizes[0]
    X, labels = data(n, 10)
    print(f"over width 1e-4, n = {n}, d = 10, two threads")
    for what, width in (("width 1e-6", 1e-6), ("width 0", 0)):
        compare(
            what,
            lambda width=width: at.aucc_bounds(X, labels, width=width, n_jobs=2),
            lambda: at.aucc_bounds(X, labels, n_jobs=2),
            repeats,
        )
    far = data(n, 10, far=True)[0]
    compare(
        "one object a million away",
        lambda: at.aucc_bounds(far, labels, n_jobs=2),
        lambda: at.aucc_bounds(X, labels, n_jobs=2),
        repeats,
    )
    if "--cluster" in sys.argv:
        from dask.distributed import Client, LocalCluster

        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            for n in sizes[1:] or sizes:
                X, labels = data(n, 10)
                compare(
                    f"Dask, two processes, n = {n}",
                    lambda X=X, labels=labels: at.aucc_bounds(X, labels, client=client),
                    lambda X=X, labels=labels: at.aucc_bounds(X, labels, n_jobs=2),
                    repeats,
                )
    print("peak of the process in MB; after importing the package alone", round(peak("__version__", 10, 2)))
    for call, n in (
        ("aucc_bounds(X, labels, n_jobs=2)", sizes[-1]),
        ("aucc_bounds(X, labels, n_jobs=2, width=0)", sizes[0]),
        ("aucc_estimate(X, labels)", sizes[-1] * (1 if quick else 10)),
    ):
        print(f"  {call}, n = {n}: {peak(call, n, 10):.0f}")
    X, labels = data(sizes[-1] * (1 if quick else 10), 10)
    print(f"  aucc_estimate, n = {len(X)}: {seconds(lambda: at.aucc_estimate(X, labels))[0]:.2f} s")


if __name__ == "__main__":
    main()
