"""How fast the 29 criteria score random partitions, in ratios to other code; run it, `--quick` for small sizes.

The other code is scikit-learn where it has the criterion, and straightforward NumPy where not; like a user with one
data set, it computes the distances once. Times depend on the machine, ratios less so. Each ratio comes from two runs
one after the other, so that both meet the same load; the median of several is printed, with the smallest and the
largest. No test asserts any of this.
"""

import argparse
from functools import partial
from itertools import combinations

import numpy as np
from benchmark_scoring import ratios, show
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn import metrics
from studies.benchmark import CRITERIA
from threadpoolctl import threadpool_limits

import aucc_teach as at
from aucc_teach import criteria
from aucc_teach.criteria import CriteriaScorer


class Plain:
    """The criteria of one partition after another, with the distances at hand."""

    def __init__(self, X):
        self.X, self.distances = X, pdist(X)
        self.square, self.in_order = squareform(self.distances), np.sort(self.distances)
        self.rows, self.columns = np.triu_indices(len(X), 1)

    def __getattr__(self, name):
        if not name.startswith("dunn_"):
            raise AttributeError(name)
        return partial(self.dunn_score, int(name[5]), int(name[6]))

    def within(self, labels):
        return labels[self.rows] == labels[self.columns]

    def centroids(self, labels):
        return np.array([self.X[labels == label].mean(axis=0) for label in np.unique(labels)])

    def aucc_score(self, labels):
        return metrics.roc_auc_score(self.within(labels), -self.distances)

    def point_biserial_score(self, labels):
        return np.corrcoef(self.distances, ~self.within(labels))[0, 1]

    def calinski_harabasz_score(self, labels):
        return metrics.calinski_harabasz_score(self.X, labels)

    def silhouette_score(self, labels):
        return metrics.silhouette_score(self.square, labels, metric="precomputed")

    def c_index(self, labels):
        within = self.within(labels)
        p = np.count_nonzero(within)
        smallest, largest = self.in_order[:p].sum(), self.in_order[-p:].sum()
        return (self.distances[within].sum() - smallest) / (largest - smallest)

    def ratkowsky_lance_score(self, labels):
        clusters = [self.X[labels == label] for label in np.unique(labels)]
        mean = self.X.mean(axis=0)
        between = sum(len(cluster) * (cluster.mean(axis=0) - mean) ** 2 for cluster in clusters)
        return np.sqrt(between / ((self.X - mean) ** 2).sum(axis=0)).mean() / np.sqrt(len(clusters))

    def pbm_score(self, labels):
        centroids = self.centroids(labels)
        e_1 = np.linalg.norm(self.X - self.X.mean(axis=0), axis=1).sum()
        e_k = np.linalg.norm(self.X - centroids[np.unique(labels, return_inverse=True)[1]], axis=1).sum()
        return (e_1 / e_k * pdist(centroids).max() / len(centroids)) ** 2

    def davies_bouldin_index(self, labels):
        return metrics.davies_bouldin_score(self.X, labels)

    def own_and_nearest(self, labels, simplified):
        codes, sizes = np.unique(labels, return_inverse=True, return_counts=True)[1:]
        if simplified:
            means = cdist(self.X, self.centroids(labels))
            own = means[np.arange(codes.size), codes]
        else:
            sums = np.stack([self.square[:, codes == c].sum(axis=1) for c in range(sizes.size)], axis=1)
            own = sums[np.arange(codes.size), codes] / np.maximum(sizes[codes] - 1, 1)
            means = sums / sizes
        means[np.arange(codes.size), codes] = np.inf
        return own, means.min(axis=1), sizes[codes] > 1

    def simplified_silhouette_score(self, labels):
        a, b, counts = self.own_and_nearest(labels, True)
        return np.where(counts, (b - a) / np.maximum(a, b), 0).mean()

    def alternative_silhouette_score(self, labels, simplified=False):
        a, b, counts = self.own_and_nearest(labels, simplified)
        return np.where(counts, b / (a + 1e-6), 0).mean()

    def alternative_simplified_silhouette_score(self, labels):
        return self.alternative_silhouette_score(labels, True)

    def dunn_score(self, separation, diameter, labels):
        clusters = [np.flatnonzero(labels == label) for label in np.unique(labels)]
        centroids = self.centroids(labels)

        def apart(i, j):
            if separation == 4:
                return np.linalg.norm(centroids[i] - centroids[j])
            if separation == 5:
                to_other = cdist(self.X[clusters[i]], centroids[[j]]), cdist(self.X[clusters[j]], centroids[[i]])
                return np.concatenate(to_other).mean()
            between = self.square[np.ix_(clusters[i], clusters[j])]
            if separation == 6:
                return max(between.min(axis=0).max(), between.min(axis=1).max())
            return (np.min, np.max, np.mean)[separation - 1](between)

        def wide(i):
            size = len(clusters[i])
            if diameter == 3:
                return 2 * cdist(self.X[clusters[i]], centroids[[i]]).mean()
            within = self.square[np.ix_(clusters[i], clusters[i])]
            return within.max() if diameter == 1 else within.sum() / max(size * (size - 1), 1)

        numbers = range(len(clusters))
        return min(apart(i, j) for i, j in combinations(numbers, 2)) / max(map(wide, numbers))

    def score_all(self, rows, names=CRITERIA):
        return {name: np.array([getattr(self, name)(labels) for labels in rows]) for name in names}


def compare(n, d, k, n_partitions, n_plain, repeats):
    rng = np.random.default_rng(k)
    X = rng.normal(size=(n, d))
    rows = rng.permuted(np.tile(np.arange(n) % k, (n_partitions, 1)), axis=1)
    few, plain, scorer = rows[:n_plain], Plain(X), CriteriaScorer(X)
    scores = scorer.score_many(few, CRITERIA)
    for name, expected in plain.score_all(few).items():
        assert np.allclose(scores[name], expected, rtol=1e-6, atol=1e-12), (
            name
        )  # scikit-learn's Davies-Bouldin loses half of the digits

    print(f"n = {n} objects, d = {d}, k = {k}: time of the others / ours, each partition")
    share = n_partitions / n_plain
    values = ratios(lambda: plain.score_all(few), lambda: scorer.score_many(rows, CRITERIA), repeats)
    show(f"all 29, {n_partitions} partitions at once", [share * value for value in values])
    values = ratios(lambda: plain.score_all(few), lambda: CriteriaScorer(X).score_many(rows, CRITERIA), repeats)
    show("all 29, with the preparation of the data", [share * value for value in values])
    values = ratios(lambda: plain.score_all(few), lambda: [scorer.score(labels, CRITERIA) for labels in few], repeats)
    show("all 29, one partition at a time", values)
    for name in CRITERIA:
        values = ratios(
            lambda name=name: plain.score_all(few, [name]), lambda name=name: scorer.score_many(rows, [name]), repeats
        )
        show(f"{criteria.CRITERIA[name].title} alone", [share * value for value in values])


def many_against_ranking(n, k, repeats):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 5))
    rows = rng.permuted(np.tile(np.arange(n) % k, (200, 1)), axis=1)
    scorer, ranking = CriteriaScorer(X), at.PairRanking(X)
    values = ratios(lambda: ranking.score_many(rows), lambda: scorer.score_many(rows, ["aucc_score"]), repeats)
    show(f"AUCC alone, k = {k}: PairRanking.score_many / ours", values)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes, a few seconds")
    options = parser.parse_args()
    n, n_partitions, repeats = (150, 40, 3) if options.quick else (500, 200, 5)
    print(f"NumPy {np.__version__}, one core. Columns: median of {repeats}, smallest and largest")
    with threadpool_limits(limits=1):
        for d, k in ((2, 2), (24, 12), (24, 23)):
            compare(n, d, k, n_partitions, 5, repeats)
        for k in (2, 12, 23):
            many_against_ranking(n, k, repeats)


if __name__ == "__main__":
    main()
