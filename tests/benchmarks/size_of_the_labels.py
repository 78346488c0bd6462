"""What labels of noise are called, and how often they beat clusterings of noise; run it, `--quick` for two clouds each.

The docstring of `aucc_report.report` says what this prints: 22 clouds of each kind, 150 rows in 3 columns, each cut by
several algorithms, with 39 sets of each kind of reference data. It takes some fifteen minutes.
"""

import argparse
from collections import Counter

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from sklearn.cluster import HDBSCAN, KMeans
from sklearn.mixture import GaussianMixture
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from aucc_report import Given, _given
from aucc_report._make import seeds_of
from aucc_report.clusterers import check_algorithms
from aucc_report.intake import take_in

SHAPE, K = (150, 3), 3
CLOUDS = {
    "normal": lambda rng: rng.normal(size=SHAPE),
    "uniform": lambda rng: rng.uniform(size=SHAPE),
    "Student's t with 3 degrees": lambda rng: rng.standard_t(3, size=SHAPE),
    "exponential": lambda rng: rng.exponential(size=SHAPE),
}
VERDICTS = (Given.PLAIN_GROUPS, Given.LIKE_SLICES, Given.NOT_APART, Given.UNRELATED)
BETTER = ("better by no criterion", "by one", "by both")


def labelled(points, seed):
    """Labels by several algorithms; those of HDBSCAN with its noise."""
    yield KMeans(K, n_init=10, random_state=seed).fit_predict(points)
    for method in ("ward", "average", "complete"):
        yield fcluster(linkage(points, method), K, "maxclust") - 1
    yield GaussianMixture(K, random_state=seed, n_init=3).fit_predict(points)
    for size in (5, 10):
        for way in ("eom", "leaf"):
            yield HDBSCAN(min_cluster_size=size, cluster_selection_method=way, copy=True).fit_predict(points)


def judged(cloud, labels, seed):
    """What is said of the labels, and by how many criteria they are better than clusterings of noise."""
    taken = take_in(cloud, labels=labels)
    _given.check_given(taken)
    found = _given.judge_given(
        taken,
        check_algorithms(["k-means", "ward", "average"]),
        metric="euclidean",
        kinds=["box", "radial"],
        level=0.05,
        n_references=39,
        seeds=seeds_of(seed),
        tell=lambda what: None,
    )
    is_better = (found.scores.loc[["AUCC", "VRC"], ["p, box", "p, radial"]] <= 0.05).all(axis=1)
    return found.verdict.code, BETTER[is_better.sum()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="two clouds of each kind")
    n_clouds = 2 if parser.parse_args().quick else 22
    _given.FEWEST = _given.MOST = 39
    with threadpool_limits(1):
        for name, draw in CLOUDS.items():
            counts = Counter()
            for seed in tqdm(range(n_clouds), desc=name, leave=False):
                cloud = draw(np.random.default_rng([seed, 7]))
                for labels in labelled(take_in(cloud).points, seed):
                    if len(np.unique(labels[labels >= 0])) > 1:
                        counts.update(judged(cloud, labels, seed))
            said = ", ".join(f"{code} {counts[code]}" for code in (*VERDICTS, *BETTER))
            print(f"{name:28} {counts.total() // 2} clusterings: {said}")


if __name__ == "__main__":
    main()
