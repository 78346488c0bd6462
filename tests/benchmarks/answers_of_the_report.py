"""What a report answers as a table grows, and how long it takes; run it, `--draws 1` for one table of each kind.

A row for each kind of table and each number of rows, with the answers to some random tables of it: a number of
clusters, "2+" for at least 2, "some" for something without a number, "none" for nothing; and the CPU seconds of a
report on average. Of more than 500 rows a sample is clustered, so the answers stay the same from there on, but for
chance. It takes some minutes.
"""

import argparse
from time import process_time

import numpy as np
from sklearn.datasets import make_circles, make_moons

from aucc_report import Headline, report

KINDS = {
    "circles": lambda n, seed: make_circles(n, factor=0.4, noise=0.05, random_state=seed)[0],
    "moons": lambda n, seed: make_moons(n, noise=0.06, random_state=seed)[0],
    "three blobs": lambda n, seed: blobs(np.random.default_rng(seed), n),
    "one cloud": lambda n, seed: np.random.default_rng(seed).normal(size=(n, 2)),
}
SIZES = (100, 300, 1000, 3000, 10_000)


def blobs(rng, n):
    """Three normal clusters whose means are 8 standard deviations apart, or a little more."""
    return rng.normal(size=(n, 2)) + np.array([[0, 0], [8, 0], [0, 8]])[np.arange(n) % 3]


def answer(found):
    """The answer of a report in a word."""
    if found.n_clusters is not None:
        return str(found.n_clusters)
    if found.at_least is not None:
        return f"{found.at_least}+"
    return "none" if found.headline.code == Headline.NOTHING else "some"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=3, help="tables of each kind and size")
    draws = parser.parse_args().draws
    print(f"{'kind':12} {'rows':>6}  {'answers':{7 * draws}} CPU seconds")
    for kind, draw in KINDS.items():
        for n in SIZES:
            start = process_time()
            answers = [answer(report(draw(n, seed), rng=seed, progress=False)) for seed in range(draws)]
            seconds = (process_time() - start) / draws
            print(f"{kind:12} {n:>6}  {', '.join(answers):{7 * draws}} {seconds:.1f}", flush=True)


if __name__ == "__main__":
    main()
