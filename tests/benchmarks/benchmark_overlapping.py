"""How long overlapping clusterings of n objects take to compare, and how that grows; run it, `--quick` for small sizes.

Each object lies in each of 50 clusters with the same probability, in both clusterings independently: hardly two objects
have the same memberships. The growth from one n to the next is the power p in n^p that both times give; the definition,
written with sets, stands beside it. Times are the fastest of several and depend on the machine, the powers less so. No
test asserts any of this.
"""

import argparse
import math
import sys
import tracemalloc
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
from benchmark_scoring import seconds

from aucc_teach import overlapping

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import oracles

MEASURES = {
    "CICE-BCubed": overlapping.cice_bcubed,
    "Extended BCubed": overlapping.extended_bcubed,
    "R*S": overlapping.reliability_sensitivity,
    "omega index": overlapping.omega_index,
    "Best Match": overlapping.best_match_distance,
}


def two_clusterings(n, n_clusters, probability):
    rng = np.random.default_rng(0)
    members = rng.random((2, n, n_clusters)) < probability
    # No cluster is empty, and no two are equal.
    members[:, np.arange(n_clusters), np.arange(n_clusters)] = True
    return members


def as_sets(members):
    return [frozenset(np.flatnonzero(column).tolist()) for column in members.T]


def fastest(function, repeats):
    return min(seconds(function) for _ in range(repeats))


def show_growth(what, times, target=""):
    powers = [math.log(t2 / t1) / math.log(n2 / n1) for (n1, t1), (n2, t2) in pairwise(times.items())]
    columns = "".join(f"{time:10.3g}" for time in times.values())
    print(f"  {what:<38}{columns}   powers {' '.join(f'{power:.1f}' for power in powers)}   {target}")


def growth_in_n(sizes, n_clusters, probability, repeats, measures):
    print(f"{n_clusters} clusters, each with {probability:.0%} of the objects: seconds for n = {sizes}")
    for name in measures:
        times = {}
        for n in sizes:
            clusterings = two_clusterings(n, n_clusters, probability)
            times[n] = fastest(partial(MEASURES[name], *clusterings), repeats)
        show_growth(name, times, "target: at most 2 s for n = 2000" if name == "CICE-BCubed" else "")


def definition_in_n(sizes, n_clusters, probability):
    print(f"The definition of CICE-BCubed, {n_clusters} clusters, each with {probability:.0%}: seconds for n = {sizes}")
    times = {}
    for n in sizes:
        true, pred = two_clusterings(n, n_clusters, probability)
        sets = as_sets(true), as_sets(pred)
        times[n] = seconds(lambda sets=sets: oracles.cice_bcubed_precision(sets[1], sets[0]))
        found = overlapping.cice_bcubed(true, pred).precision
        assert math.isclose(found, oracles.cice_bcubed_precision(sets[1], sets[0]), rel_tol=1e-12)
    show_growth("precision alone, in fractions", times)


def peak_in_squares(n, n_clusters, probability):
    """Most memory held at once beyond what was there before, in arrays of one double for each ordered pair."""
    clusterings = two_clusterings(n, n_clusters, probability)
    tracemalloc.start()
    overlapping.cice_bcubed(*clusterings)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / (8 * n * n)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, a few seconds")
    options = parser.parse_args()
    sizes, repeats = ([250, 500], 2) if options.quick else ([500, 1000, 2000, 4000], 3)
    growth_in_n(sizes, 50, 0.05, repeats, MEASURES)
    for probability in (0.2, 0.5):
        growth_in_n(sizes, 50, probability, repeats, ["CICE-BCubed"])
    definition_in_n([60, 120] if options.quick else [60, 120, 240], 50, 0.2)
    print(f"Peak memory of CICE-BCubed for n = {sizes[-1]}, in n x n arrays: {peak_in_squares(sizes[-1], 50, 0.2):.2f}")


if __name__ == "__main__":
    main()
