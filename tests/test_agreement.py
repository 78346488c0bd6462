"""Agreement of two partitions, against the definitions, scikit-learn and genieclust."""

import warnings
from collections import Counter
from fractions import Fraction
from functools import cache, partial

import genieclust.compare_partitions as genieclust
import numpy as np
import oracles
import pytest
from hypothesis import given
from sklearn import metrics
from strategies import two_partitions

import aucc_teach as at
from aucc_teach import agreement

FROM_PAIRS = [at.rand_score, at.adjusted_rand_score, at.fowlkes_mallows_score]
simplified_index = partial(at.pair_sets_index, simplified=True)
# Each with its definition as a function of the table; the values are fractions or floats.
FROM_CELLS = {
    "pivoted accuracy": (at.pivoted_accuracy, oracles.pivoted_accuracy),
    "normalised accuracy": (at.normalized_accuracy, oracles.normalized_accuracy),
    "adjusted asymmetric accuracy": (at.adjusted_asymmetric_accuracy, oracles.adjusted_asymmetric_accuracy),
    "pair sets index": (at.pair_sets_index, oracles.pair_sets_index),
    "simplified pair sets index": (simplified_index, partial(oracles.pair_sets_index, simplified=True)),
    "normalised mutual information": (at.normalized_mutual_info_score, oracles.normalized_mutual_information),
}
SCORES = [*FROM_PAIRS, *(score for score, _ in FROM_CELLS.values()), at.adjusted_mutual_info_score]


def name_of(score):
    return score.__name__ if hasattr(score, "__name__") else f"{score.func.__name__} {score.keywords}"


each_score = pytest.mark.parametrize("score", SCORES, ids=name_of)


@cache
def defined(name, table):
    return FROM_CELLS[name][1](table)


def random_partitions(n_pairs, seed):
    """Pairs of label arrays: few objects and many, one cluster to all apart, related, unrelated and renamed."""
    rng = np.random.default_rng(seed)
    for _ in range(n_pairs):
        n = int(rng.integers(2, 60))
        first, second = (rng.integers(rng.integers(1, n + 1), size=n) for _ in range(2))
        if rng.random() < 0.5:  # related: most objects keep their cluster, under another name
            second = np.where(rng.random(n) < 0.3, second, (first + 1) % (first.max() + 1))
        yield first, second


MEANS = ["arithmetic", "geometric", "min", "max"]


def with_every_mean():
    """The two measures of information with each of their means, by name."""
    for name in ("normalized_mutual_info_score", "adjusted_mutual_info_score"):
        for mean in MEANS:
            yield f"{name}, {mean}", partial(getattr(at, name), average_method=mean)


def test_partitions_of_many_sizes_score_exactly_one_with_themselves():
    rng = np.random.default_rng(11)
    for _ in range(60):
        labels = rng.integers(int(rng.integers(1, 40)), size=int(rng.integers(2, 200)))
        for score in SCORES:
            assert score(labels, -labels) == 1, (score, labels.tolist())
        for name, score in with_every_mean():
            assert score(labels, -labels) == 1, (name, labels.tolist())


@given(two_partitions())
def test_only_equal_partitions_score_one(partitions):
    equal = oracles.together(partitions[0]) == oracles.together(partitions[1])
    for score in SCORES:
        assert (score(*partitions) > 1 - 1e-9) == equal, score


@each_score
@given(partitions=two_partitions())
def test_renaming_and_reordering_change_nothing(score, partitions):
    first, second = partitions
    value = score(first, second)
    assert score([-label for label in first], ["dcba"[label] for label in second]) == pytest.approx(value, abs=1e-12)
    assert score(first[::-1], second[::-1]) == pytest.approx(value, abs=1e-12)


@given(two_partitions())
def test_rand_score_equals_its_definition(partitions):
    tp, fn, fp, tn = oracles.count_pairs(*partitions)
    assert at.rand_score(*partitions) == float(Fraction(tp + tn, tp + fn + fp + tn))


@given(two_partitions(max_objects=5))
def test_adjusted_rand_score_is_the_index_less_its_chance_level_over_its_range(partitions):
    # Hubert and Arabie's form, the expectation taken over all orders of the second partition's labels.
    first, second = partitions
    tp, fn, fp, _ = oracles.count_pairs(first, second)
    orders = set(oracles.permutations(second))
    expected = Fraction(sum(oracles.count_pairs(first, order)[0] for order in orders), len(orders))
    highest = Fraction(2 * tp + fn + fp, 2)
    exact = (tp - expected) / (highest - expected) if highest != expected else 1
    assert at.adjusted_rand_score(first, second) == float(exact)


@given(two_partitions(max_objects=5))
def test_adjusted_mutual_information_is_the_information_less_its_chance_level_over_its_range(partitions):
    first, second = partitions
    orders = set(oracles.permutations(second))
    expected = sum(oracles.mutual_information(oracles.cells(first, order)) for order in orders) / len(orders)
    table = oracles.cells(first, second)
    highest = sum(map(oracles.entropy, oracles.margins(table)[:2])) / 2
    found = oracles.mutual_information(table)
    value = (found - expected) / (highest - expected) if abs(highest - expected) > 1e-12 else 1
    assert at.adjusted_mutual_info_score(first, second) == pytest.approx(value, abs=1e-9)


def check_all_pairs(n, first_partitions, scores):
    for first in first_partitions:
        for second in at.partitions.set_partitions(n):
            table = tuple(map(tuple, oracles.cells(first, second)))
            for name in scores:
                # Both solvers work in floats; fractions of at most six objects differ by far more than 1e-12.
                assert FROM_CELLS[name][0](first, second) == pytest.approx(float(defined(name, table)), abs=1e-12)


@pytest.mark.parametrize("name", FROM_CELLS)
def test_all_pairs_of_partitions_of_up_to_five_objects(name):
    for n in range(2, 6):
        check_all_pairs(n, one_of_each_profile(n), [name])


def one_of_each_profile(n):
    """The order of the objects changes nothing: one first partition for each profile of sizes stands for all."""
    return [oracles.first_labeling(sizes) for sizes in oracles.size_profiles(n)]


@pytest.mark.parametrize("is_small", [True, False])
def test_both_ways_to_match_agree_with_trying_all(monkeypatch, is_small):
    # The dense and the sparse solver, whichever the size of the table would choose.
    monkeypatch.setattr(agreement, "is_small_table", lambda shape, n_objects: is_small)
    for name in ("pivoted accuracy", "adjusted asymmetric accuracy", "simplified pair sets index"):
        check_all_pairs(4, one_of_each_profile(4), [name])


def test_many_clusters_are_matched_as_few_are(monkeypatch):
    rng = np.random.default_rng(3)
    for k in (40, 150, 299):
        first, second = rng.integers(k, size=(2, 300))
        found = [score(first, second) for score, _ in FROM_CELLS.values()]
        with monkeypatch.context() as patch:
            patch.setattr(agreement, "is_small_table", lambda shape, n_objects: True)
            dense = [score(first, second) for score, _ in FROM_CELLS.values()]
        assert found == pytest.approx(dense, abs=1e-12)


def test_scores_equal_scikit_learn_on_random_partitions():
    theirs = {
        at.rand_score: metrics.rand_score,
        at.adjusted_rand_score: metrics.adjusted_rand_score,
        at.fowlkes_mallows_score: metrics.fowlkes_mallows_score,
        at.normalized_mutual_info_score: metrics.normalized_mutual_info_score,
        at.adjusted_mutual_info_score: metrics.adjusted_mutual_info_score,
    }
    for first, second in random_partitions(40, seed=1):
        for ours, other in theirs.items():
            apart = first.size == np.unique(first).size == np.unique(second).size
            # Where both partitions put every object apart, scikit-learn's Fowlkes-Mallows score is 0.
            expected = 1.0 if apart else other(first, second)
            assert ours(first, second) == pytest.approx(expected, abs=1e-12), ours


@pytest.mark.parametrize("average_method", MEANS)
@pytest.mark.breadth(first_of=4)
def test_mutual_information_takes_the_means_of_scikit_learn(average_method):
    for first, second in random_partitions(40, seed=3):
        trivial = any(len(np.unique(labels)) in (1, labels.size) for labels in (first, second))
        for name in ("normalized_mutual_info_score", "adjusted_mutual_info_score"):
            if trivial and name.startswith("adjusted"):
                continue  # what rounding leaves, in scikit-learn
            expected = getattr(metrics, name)(first, second, average_method=average_method)
            assert getattr(at, name)(first, second, average_method=average_method) == pytest.approx(expected, abs=1e-12)


def test_scores_equal_genieclust_on_random_partitions():
    compared = Counter()
    for first, second in random_partitions(80, seed=2):
        table = at.contingency_table(first, second)
        k_true, k_pred = table.shape
        if table.size == 1:
            continue
        # genieclust refuses tables that are not square for two of the measures; filled up with zeros it takes them.
        # It gets the table, not the labels: from labels with a gap, such as 0 and 2, it makes an empty cluster.
        square = np.zeros((max(table.shape),) * 2)
        square[:k_true, :k_pred] = table
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            theirs = genieclust.compare_partitions(square)
        if k_true < k_pred:
            del theirs["nca"]  # rows of zeros would count as true clusters
        ours = {
            "r": at.rand_score,
            "ar": at.adjusted_rand_score,
            "fm": at.fowlkes_mallows_score,
            "nmi": at.normalized_mutual_info_score,
            "ami": at.adjusted_mutual_info_score,
            "npa": at.normalized_accuracy,
            "nca": at.adjusted_asymmetric_accuracy,
            "psi": at.pair_sets_index,
            "spsi": simplified_index,
        }
        for name in ours.keys() & theirs.keys():
            if not np.isnan(theirs[name]):  # 0/0 there, decided here
                assert ours[name](first, second) == pytest.approx(theirs[name], abs=1e-9), name
                compared[name] += 1
    assert min(compared.values()) > 40, compared
