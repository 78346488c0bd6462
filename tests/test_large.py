"""The estimate, the bounds and the exact value where the pairs are not kept, against what keeps them."""

import numpy as np
import pytest
from joblib import parallel_config
from scipy.spatial.distance import pdist, squareform

import aucc_teach as at
from aucc_teach import large

SHAPES = ("normal", "grid", "all equal", "tiny", "huge", "float32", "far", "copies", "two scales", "wide range")


def random_case(shape, seed):
    """Data with the feature that the name says, and labels with clusters of any size."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(3, 60)), int(rng.integers(1, 4))
    X = rng.normal(size=(n, d))
    if shape == "grid":
        X = rng.integers(0, 4, size=(n, d)).astype(float)
    elif shape == "all equal":
        X = np.ones((n, d))
    elif shape == "tiny":
        X *= 1e-140
    elif shape == "huge":
        X *= 1e150
    elif shape == "float32":
        X = X.astype(np.float32)
    elif shape == "far":
        X[0] = 1e6
    elif shape == "copies":
        X = X[rng.integers(0, max(1, n // 3), size=n)]
    elif shape == "two scales":
        X = 1 + X * 1e-13
        X[0] = 0
    elif shape == "wide range":
        X = 10.0 ** rng.uniform(-140, 150, size=(n, d))
    return X, random_labels(n, rng)


def random_labels(n, rng):
    while True:
        kind = rng.integers(3)
        labels = rng.integers(0, rng.integers(2, n), size=n)
        if kind == 0:  # one giant cluster
            labels = (rng.random(n) < 0.1).astype(int)
        elif kind == 1:  # singletons beside it
            labels = np.where(rng.random(n) < 0.5, 0, np.arange(n))
        if 2 <= np.unique(labels).size <= n - 1:
            return labels


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.breadth(first_of=4)
def test_bounds_contain_the_counts_and_width_0_gives_them(shape):
    for seed in range(40):
        X, labels = random_case(shape, seed)
        counts, score = at.concordance(X, labels), at.aucc_score(X, labels)
        width = (1e-4, 1e-2, 0.3, 1e-9, 1.0)[seed % 5]
        bounds = at.aucc_bounds(X, labels, width=width)
        assert bounds.low <= score <= bounds.high
        assert bounds.high - bounds.low <= width + 1e-15
        assert bounds.gamma[0] <= at.gamma_score(X, labels) <= bounds.gamma[1]
        for (low, high), count in zip((bounds.s_plus, bounds.s_minus, bounds.s_zero), counts, strict=True):
            assert low <= count <= high
        exact = at.aucc_bounds(X, labels, width=0)
        assert exact.low == exact.high == score
        assert exact.s_plus + exact.s_minus + exact.s_zero == tuple(np.repeat(counts, 2))


@pytest.mark.parametrize(("values_at_once", "most_bins"), [(1 << 26, 1 << 22), (500, 1 << 22), (500, 64), (40, 16)])
def test_every_way_to_the_exact_value_is_taken(monkeypatch, values_at_once, most_bins):
    # With few bins and little memory small data take the ways that large ones take.
    monkeypatch.setattr(large, "_VALUES_AT_ONCE", values_at_once)
    monkeypatch.setattr(large, "_MOST_BINS", most_bins)
    monkeypatch.setattr(large._RootBins, "n_bins", 16)
    passes = set()
    for seed in range(20):
        X, labels = random_case(SHAPES[seed % len(SHAPES)], seed)
        counts = at.concordance(X, labels)
        for width in (0, 1e-3):
            bounds = at.aucc_bounds(X, labels, width=width)
            passes.add(bounds.n_passes)
            for (low, high), count in zip((bounds.s_plus, bounds.s_minus, bounds.s_zero), counts, strict=True):
                assert low <= count <= high
                assert low == high or width > 0
            assert bounds.high - bounds.low <= width + 1e-15
    assert max(passes) >= (2 if values_at_once == 1 << 26 else 5)


@pytest.fixture(scope="module")
def overlapping_clouds():
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 4, size=1500)
    return rng.normal(size=(1500, 3)) + rng.normal(size=(4, 3))[labels], labels


@pytest.mark.process
def test_processes_give_the_same(overlapping_clouds):
    X, labels = overlapping_clouds
    with parallel_config("loky", n_jobs=2):
        there = at.aucc_bounds(X, labels, width=0)
    assert at.aucc_bounds(X, labels, width=0) == there


METRICS = [
    *("euclidean", "sqeuclidean", "cityblock", "l1", "chebyshev", "seuclidean", "mahalanobis", "cosine", "correlation"),
    *("canberra", "braycurtis", "hamming", "jaccard", "dice", "rogerstanimoto", "russellrao", "sokalsneath", "yule"),
]


@pytest.mark.parametrize("metric", METRICS)
def test_the_distances_are_those_of_pdist_to_the_last_bit(metric):
    rng = np.random.default_rng(3)
    X = rng.integers(1, 9, size=(700, 6)) / 7
    if metric in METRICS[-7:]:
        X = X > 0.6
        X[:, 0] = True
    labels = rng.integers(0, 5, size=len(X))
    exact = at.aucc_bounds(X, labels, metric=metric, width=0)
    assert (exact.s_plus[0], exact.s_minus[0], exact.s_zero[0]) == at.concordance(X, labels, metric=metric)
    value, low, high, _ = at.aucc_estimate(
        X, labels, metric=metric, n_comparisons=20_000, confidence_level=0.9999, rng=0
    )
    assert low <= at.aucc_score(X, labels, metric=metric) <= high
    assert low <= value <= high


@pytest.mark.parametrize("square", [True, False])
def test_dissimilarities_that_are_there(square, overlapping_clouds):
    X, labels = overlapping_clouds
    D = pdist(X)
    D[D < 0.5] = -0.0
    given = squareform(D) if square else D
    exact = at.aucc_bounds(given, labels, metric="precomputed", width=0)
    assert (exact.s_plus[0], exact.s_minus[0], exact.s_zero[0]) == at.concordance(D, labels, metric="precomputed")
    estimate = at.aucc_estimate(
        given, labels, metric="precomputed", n_comparisons=50_000, confidence_level=0.9999, rng=0
    )
    assert estimate.low <= exact.low <= estimate.high


class TestDrawing:
    """Pairs and comparisons are drawn with equal probabilities."""

    X = np.arange(7.0)[:, None]
    labels = np.array([2, 0, 0, 1, 0, 2, 2])

    @pytest.mark.parametrize("kind", ["within", "between"])
    def test_all_pairs_of_a_kind_are_equally_likely(self, kind):
        objects = large._Objects(self.X, self.labels, "euclidean", None)
        draw = objects.draw_within if kind == "within" else objects.draw_between
        i, j = draw(60_000, np.random.default_rng(0))
        pairs = np.sort(objects.order[np.stack([i, j])], axis=0)
        is_within = self.labels[pairs[0]] == self.labels[pairs[1]]
        assert is_within.all() if kind == "within" else not is_within.any()
        _, counts = np.unique(pairs, axis=1, return_counts=True)
        assert counts.size == {"within": 6, "between": 15}[kind]
        expected = 60_000 / counts.size
        assert abs(counts - expected).max() < 5 * expected**0.5

    def test_the_interval_covers_as_often_as_it_says(self):
        # Many ties: half of the comparisons on this grid.
        rng = np.random.default_rng(1)
        X, labels = rng.integers(0, 2, size=(30, 2)), rng.integers(0, 3, size=30)
        aucc = at.aucc_score(X, labels)
        n_trials, covered, covered_value = 150, 0, 0
        for seed in range(n_trials):
            value, low, high, _ = at.aucc_estimate(X, labels, n_comparisons=200, confidence_level=0.8, rng=seed)
            covered += low <= aucc <= high
            covered_value += low <= value <= high
        assert covered_value == n_trials
        # Above the nominal level less four standard errors of the simulation.
        assert covered / n_trials >= 0.8 - 4 * (0.8 * 0.2 / n_trials) ** 0.5
