"""AUCC, Gamma and concordance: by hand, against the definitions, and what must not matter."""

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from precomputed import (
    TIE_RULES,
    Ranking,
    aucc_score,
    aucc_test,
    concordance,
    difference_bounds,
    gamma_score,
    tied_dissimilarities,
)
from scipy.spatial.distance import squareform
from scipy.stats import somersd
from strategies import (
    valid_partitions,
    values_with_partition,
)

import aucc_teach as at
import aucc_teach.aucc


def test_tied_comparisons_by_hand():
    # The scores of Table 1 as the three between and three within distances of four objects, one cluster of three.
    # Condensed order: ab, ac, ad, bc, bd, cd; d is alone, so ad, bd and cd are between.
    dissimilarities = [0.25, 0.5, 0.5, 0.5, 0.75, 0.8]
    labels = [0, 0, 0, 1]
    assert concordance(dissimilarities, labels) == (7, 0, 2)
    assert [aucc_score(dissimilarities, labels, ties=ties) for ties in TIE_RULES] == [8 / 9, 1, 7 / 9]
    assert [gamma_score(dissimilarities, labels, ties=ties) for ties in TIE_RULES] == [7 / 9, 1, 5 / 9]


@pytest.mark.parametrize("labels", [[0, 0, 0, 1], [0, 1, 2, 2]])
@pytest.mark.parametrize("dissimilarity", [0, 1e300])
def test_all_dissimilarities_equal_give_one_half(labels, dissimilarity):
    same = np.full(6, dissimilarity)
    assert aucc_score(same, labels) == 0.5
    assert gamma_score(same, labels) == 0
    assert Ranking(same).score(labels) == 0.5
    assert Ranking(same).score_many([labels]).tolist() == [0.5]
    assert Ranking(same).null(np.bincount(labels)) == (0.5, 0)
    result = aucc_test(same, labels, n_resamples=50, rng=0)
    assert (result.statistic, result.null_mean, result.null_std, result.pvalue) == (0.5, 0.5, 0, 1)
    assert np.isnan(result.zscore)


def test_results_are_plain_python():
    labels = [0, 0, 1]
    assert {type(count) for count in concordance([1, 2, 3], labels)} == {int}
    ranking = Ranking([1, 2, 3])
    floats = [aucc_score([1, 2, 3], labels), gamma_score([1, 2, 3], labels), ranking.score(labels)]
    floats += [*ranking.null([2, 1]), *aucc_test([1, 2, 3], labels, n_resamples=5)]
    floats += [*difference_bounds([1, 1, 3], labels, [0, 1, 1])]
    assert {type(value) for value in floats} == {float}
    assert ranking.score_many([labels]).dtype == np.float64


@given(values_with_partition())
def test_concordance_equals_comparing_all_quadruples(case):
    assert concordance(*case) == oracles.compare_quadruples(*case)


@pytest.mark.parametrize("ties", TIE_RULES)
@given(case=values_with_partition())
def test_scores_equal_the_exact_fractions(ties, case):
    exact = oracles.aucc(*case, ties)
    assert aucc_score(*case, ties=ties) == float(exact)
    assert gamma_score(*case, ties=ties) == float(2 * exact - 1)
    if ties == "diagonal":
        assert Ranking(case[0]).score(case[1]) == float(exact)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3, max_size=7), st.data())
def test_data_are_compared_by_their_distances(points, data):
    labels = data.draw(valid_partitions(len(points)))
    steps = {
        "cityblock": lambda dx, dy: dx + dy,
        "chebyshev": max,
        "euclidean": lambda dx, dy: dx * dx + dy * dy,  # squares of whole numbers rank as their roots do
    }
    for metric, step in steps.items():
        dissimilarities = [
            step(*(abs(a - b) for a, b in zip(points[i], points[j], strict=True)))
            for i, j in oracles.all_pairs(len(points))
        ]
        assert at.concordance(points, labels, metric=metric) == oracles.compare_quadruples(dissimilarities, labels)


@pytest.mark.parametrize("n", [3, 257, 600])
def test_a_square_matrix_is_read_in_condensed_order(n):
    # It is read in blocks of rows: sizes around one block and over several.
    condensed = np.random.default_rng(n).random(n * (n - 1) // 2)
    from_square, from_condensed = Ranking(squareform(condensed)), Ranking(condensed)
    assert np.array_equal(from_square.doubled_mid_ranks, from_condensed.doubled_mid_ranks)


@pytest.mark.parametrize("n_parts", [1, 7])
@pytest.mark.parametrize("labels", [[0, 0, 0, 0, 0, 1], [0, 0, 0, 1, 1, 2], [0, 1, 2, 3, 4, 4]])
def test_pairs_counted_in_several_parts_give_the_same_counts(monkeypatch, n_parts, labels):
    # Small parts on many processors, so that this works on any machine; the last case has more parts than values.
    monkeypatch.setattr(aucc_teach.aucc, "_SMALLEST_PART", 1)
    monkeypatch.setattr(aucc_teach.aucc, "cpu_count", lambda: n_parts)
    for seed in range(5):
        dissimilarities = tied_dissimilarities(6, seed)
        assert concordance(dissimilarities, labels) == oracles.compare_quadruples(dissimilarities.tolist(), labels)


@given(values_with_partition())
def test_nothing_given_is_changed(case):
    dissimilarities, labels = (np.array(part) for part in case)
    dissimilarities = dissimilarities.astype(float)
    before = dissimilarities.copy(), labels.copy()
    concordance(dissimilarities, labels, tolerance=0.25)
    concordance(dissimilarities, labels)
    difference_bounds(dissimilarities, labels, labels[::-1], tolerance=0.25)
    difference_bounds(dissimilarities, labels, labels[::-1])
    Ranking(dissimilarities).score_many(labels[None])
    aucc_test(dissimilarities, labels, n_resamples=3)
    assert np.array_equal(dissimilarities, before[0])
    assert np.array_equal(labels, before[1])


@given(values_with_partition())
def test_gamma_is_somers_d_of_dissimilarity_given_membership(case):
    dissimilarities, labels = case
    apart = [int(not within) for within in oracles.together(labels)]
    # The first argument is the independent variable; being apart should go with a larger dissimilarity.
    # SciPy answers NaN where all dissimilarities are equal, although only the other variable is in the denominator.
    expected = somersd(apart, dissimilarities).statistic if len(set(dissimilarities)) > 1 else 0
    assert gamma_score(*case) == pytest.approx(expected, abs=1e-12)


@given(values_with_partition(), st.randoms())
def test_names_of_clusters_and_order_of_objects_do_not_matter(case, random):
    dissimilarities, labels = case
    n = len(labels)
    expected = concordance(*case)
    assert concordance(dissimilarities, [f"cluster {-label}" for label in labels]) == expected
    order = random.sample(range(n), n)
    square = squareform(np.array(dissimilarities))[np.ix_(order, order)]
    assert concordance(square, [labels[i] for i in order]) == expected
