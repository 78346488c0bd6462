"""How often the global test of a report rejects data without clusters at 0.05; run it, `--quick` for a few sets each.

By Ward's method and average linkage, with 19 sets of each kind of reference data, k from 2 to 10. Each share stands
beside its standard error. It takes some twenty minutes.
"""

import argparse
import sys
import zlib
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "book"))
from studies._clouds import CLOUDS
from threadpoolctl import threadpool_limits
from tqdm import trange

from aucc_report._peaks import peaks_of
from aucc_report.clusterers import check_algorithms

KINDS = ("box", "normal")
KS = list(range(2, 11))


def cloud(name, n):
    """Points of one of the studies' clouds without clusters."""
    return lambda rng: CLOUDS[name](rng, n)


def rounded(step):
    """100 normal points in two columns, rounded to multiples of a step."""
    return lambda rng: np.round(rng.standard_normal((100, 2)) / step) * step


def repeated(n, times, d):
    """Normal points, every one of them entered several times."""
    return lambda rng: np.repeat(rng.standard_normal((n, d)), times, axis=0)


def wide(n, d, along=0.0, degrees=None, to=None):
    """Standardised columns, correlated with those beside them: normal, or with rows of Student's t, or a function."""

    def draw(rng):
        steps = rng.standard_normal((n, d))
        points = steps.copy()
        for j in range(1, d):
            points[:, j] = along * points[:, j - 1] + (1 - along**2) ** 0.5 * steps[:, j]
        if degrees is not None:
            points /= np.sqrt(rng.chisquare(degrees, (n, 1)) / degrees)
        points = points if to is None else to(points)
        return (points - points.mean(axis=0)) / points.std(axis=0)

    return draw


# What is drawn, and how many sets of it.
DESIGNS = {
    "normal, 2 columns, n = 150": (cloud("normal, 2", 150), 120),
    "normal, 2 columns, n = 50": (cloud("normal, 2", 50), 200),
    "normal, 5 columns, n = 100": (cloud("normal, 5", 100), 120),
    "square, n = 100": (cloud("square", 100), 120),
    "box, 5 columns, n = 100": (cloud("box, 5", 100), 120),
    "Student's t with 3 degrees, 2 columns, n = 100": (cloud("t with 3 degrees, 2", 100), 120),
    "exponential, 2 columns, n = 100": (cloud("exponential, 2", 100), 120),
    "normal, rounded to 0.5": (rounded(0.5), 120),
    "normal, rounded to 1": (rounded(1.0), 120),
    "normal, 2 columns, every row twice": (repeated(50, 2, 2), 120),
    "normal, 5 columns, every row three times": (repeated(50, 3, 5), 120),
    "normal, 200 columns, n = 40": (wide(40, 200), 100),
    "normal, 200 correlated columns, n = 40": (wide(40, 200, along=0.9), 100),
    "Student's t with 3 degrees, 200 columns, n = 40": (wide(40, 200, along=0.7, degrees=3), 100),
    "lognormal, 200 columns, n = 40": (wide(40, 200, along=0.7, to=np.exp), 100),
    "normal, 500 correlated columns, n = 60": (wide(60, 500, along=0.9), 100),
    "normal, 30 columns, n = 25": (wide(25, 30), 100),
}


def pvalues(points, algorithms, seed):
    """The p-values of the global test, by kind of reference data."""
    ks = [k for k in KS if k < len(np.unique(points, axis=0))]
    options = {"kinds": KINDS, "n_sets": 19, "level": 0.05, "metric": "euclidean", "n_jobs": 1}
    seeds = {"k-means": seed, "references": seed}
    return peaks_of(points, algorithms, ks, **options, seeds=seeds, step=lambda what: None).pvalues


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="five sets of each design")
    options = parser.parse_args()
    algorithms = check_algorithms(["ward", "average"])
    with threadpool_limits(1):
        for name, (draw, n_sets) in DESIGNS.items():
            n_sets = 5 if options.quick else n_sets
            rejected = {kind: 0 for kind in (*KINDS, "both")}
            for i in trange(n_sets, desc=name, leave=False):
                rng = np.random.default_rng([5, zlib.crc32(name.encode()), i])
                found = pvalues(draw(rng), algorithms, i)
                found["both"] = max(found.values())
                for kind, p in found.items():
                    rejected[kind] += p <= 0.05
            shares = {kind: count / n_sets for kind, count in rejected.items()}
            said = (f"{kind} {p:.3f} ({(p * (1 - p) / n_sets) ** 0.5:.3f})" for kind, p in shares.items())
            print(f"{name:48} {n_sets} sets, p at most 0.05: {', '.join(said)}")


if __name__ == "__main__":
    main()
