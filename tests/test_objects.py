"""Shares of objects and intervals, against brute force in fractions and against leaving one object out."""

import warnings
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import squareform
from sklearn.datasets import load_iris

import aucc_teach as at

CREDIT = {"diagonal": Fraction(1, 2), "optimistic": Fraction(1), "pessimistic": Fraction(0)}


def compare_all(D, labels):
    """Every comparison: its within pair, its between pair, and -1, 0 or 1 as the within pair is closer, tied or not."""
    pairs = list(combinations(range(len(labels)), 2))
    within = [pair for pair in pairs if labels[pair[0]] == labels[pair[1]]]
    between = [pair for pair in pairs if labels[pair[0]] != labels[pair[1]]]
    return [(w, b, int(np.sign(D[w] - D[b]))) for w, b in product(within, between)]


def by_hand(D, labels, ties):
    """Right ends and all ends at each object, in within and in between pairs."""
    n = len(labels)
    right, ends = [[Fraction(0)] * n, [Fraction(0)] * n], [[0] * n, [0] * n]
    for within, between, order in compare_all(D, labels):
        credit = {-1: Fraction(1), 0: CREDIT[ties], 1: Fraction(0)}[order]
        for kind, pair in enumerate((within, between)):
            for i in pair:
                right[kind][i] += credit
                ends[kind][i] += 1
    return right, ends


@st.composite
def tied_problems(draw):
    n = draw(st.integers(3, 8))
    labels = draw(st.lists(st.integers(0, n), min_size=n, max_size=n).filter(lambda a: 2 <= len(set(a)) <= n - 1))
    values = draw(st.lists(st.integers(0, 4), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2))
    return squareform(np.array(values, dtype=float)), labels


@given(tied_problems(), st.sampled_from(sorted(CREDIT)))
def test_equals_brute_force(problem, ties):
    D, labels = problem
    right, ends = by_hand(D, labels, ties)
    samples = at.aucc_samples(D, labels, metric="precomputed", ties=ties)
    for i in range(len(labels)):
        weight = ends[0][i] + ends[1][i]
        assert samples.weight[i] == weight
        assert samples.proportion[i] == float((right[0][i] + right[1][i]) / weight)
        if ends[0][i]:
            assert samples.within[i] == float(right[0][i] / ends[0][i])
        else:
            assert np.isnan(samples.within[i])
        assert samples.between[i] == float(right[1][i] / ends[1][i])


class TestInterval:
    """Standard errors and limits."""

    iris = load_iris()

    def test_near_to_leaving_one_object_out(self):
        X, labels = self.iris.data, self.iris.target
        n = len(X)
        without = [at.aucc_score(np.delete(X, i, axis=0), np.delete(labels, i)) for i in range(n)]
        jackknife = np.sqrt((n - 1) / n * np.sum((np.array(without) - np.mean(without)) ** 2))
        assert at.aucc_interval(X, labels).standard_error == pytest.approx(jackknife, rel=0.05)

    @pytest.mark.parametrize(
        ("X", "labels", "aucc"),
        [
            ([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1], 1.0),
            ([[0, 0], [1, 0], [1, 1], [0, 1]], [0, 0, 1, 1], 0.75),
            (1 - np.eye(6), [0, 0, 0, 1, 1, 1], 0.5),
        ],
        ids=["best", "square", "all tied"],
    )
    def test_no_limits_where_no_object_differs(self, X, labels, aucc):
        with pytest.warns(RuntimeWarning, match=rf"no limits: .*the same proportion.*, {aucc:g}, .*not mean certainty"):
            found = at.aucc_interval(X, labels, metric="precomputed" if len(X) == 6 else "euclidean")
        assert found.statistic == pytest.approx(aucc, abs=1e-15)
        assert found.standard_error < 1e-15
        assert np.isnan(found.low)
        assert np.isnan(found.high)

    @given(tied_problems())
    def test_limits_everywhere_else(self, problem):
        D, labels = problem
        right, ends = by_hand(D, labels, "diagonal")
        shares = {(right[0][i] + right[1][i]) / (ends[0][i] + ends[1][i]) for i in range(len(labels))}
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "no limits")
            found = at.aucc_interval(D, labels, metric="precomputed")
        assert np.isnan(found.low) == np.isnan(found.high) == (len(shares) == 1)
        if len(shares) > 1:
            assert found.low < found.statistic < found.high

    def test_a_difference_is_paired(self):
        X, labels = self.iris.data, self.iris.target
        others = np.where(X[:, 2] > 4.9, 2, labels)
        paired = at.aucc_difference(X, labels, others)
        one, two = at.aucc_interval(X, labels), at.aucc_interval(X, others)
        assert paired.statistic == one.statistic - two.statistic
        assert paired.standard_error < 0.8 * np.hypot(one.standard_error, two.standard_error)
        assert paired.low < paired.statistic < paired.high
        turned = at.aucc_difference(X, others, labels)
        assert (turned.low, turned.high) == pytest.approx((-paired.high, -paired.low))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda X, y: at.aucc_interval(X, y, confidence_level=95), "confidence_level"),
        (lambda X, y: at.aucc_difference(X, y), "Got neither"),
        (lambda X, y: at.aucc_difference(X, y, y, other_metric_params={"p": 3}), "other_metric_params"),
        (lambda X, y: at.aucc_difference(X, y, other_metric="nothing"), "nothing"),
        (
            lambda X, y: at.aucc_difference(np.ones(6), y, metric="precomputed", other_metric="euclidean"),
            "either both metrics are 'precomputed' or neither",
        ),
        (
            lambda X, y: at.aucc_difference(1 - np.eye(4), y, metric="precomputed", other_metric="cityblock"),
            "X holds data or dissimilarities",
        ),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call(np.arange(8.0).reshape(4, 2), [0, 0, 1, 1])
