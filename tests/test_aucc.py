"""AUCC, Gamma, null moments, bounds and the permutation test: against the definitions, and what must not matter."""

from fractions import Fraction
from itertools import groupby, permutations, product

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
from scipy.stats import rankdata
from strategies import (
    FEW_VALUES,
    pair_values,
    valid_partitions,
    values_with_partition,
    values_with_valid_sizes,
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


@given(values_with_partition(), st.randoms())
def test_names_of_clusters_and_order_of_objects_do_not_matter(case, random):
    dissimilarities, labels = case
    n = len(labels)
    expected = concordance(*case)
    assert concordance(dissimilarities, [f"cluster {-label}" for label in labels]) == expected
    order = random.sample(range(n), n)
    square = squareform(np.array(dissimilarities))[np.ix_(order, order)]
    assert concordance(square, [labels[i] for i in order]) == expected


@st.composite
def values_with_two_partitions(draw, n_objects, values=FEW_VALUES):
    """Condensed values and two valid partitions of the same objects."""
    n = draw(n_objects)
    return draw(pair_values(n, values)), draw(valid_partitions(n)), draw(valid_partitions(n))


def orders_within_ties(values):
    """Every order of the pairs by rising value, as the place of each pair: one for each order within the ties."""
    by_value = sorted(range(len(values)), key=values.__getitem__)
    groups = [list(group) for _, group in groupby(by_value, key=values.__getitem__)]
    for order in product(*map(permutations, groups)):
        place = {pair: i for i, pair in enumerate(sum(order, ()))}
        yield [place[pair] for pair in range(len(values))]


def exact_difference(values, labels, other_labels, ties="diagonal"):
    return oracles.aucc(values, labels, ties) - oracles.aucc(values, other_labels, ties)


@given(values_with_two_partitions(st.integers(3, 4)))
def test_bounds_of_the_difference_equal_the_extremes_over_all_orders(case):
    values, *partitions = case
    differences = {exact_difference(order, *partitions) for order in orders_within_ties(values)}
    assert difference_bounds(*case) == (float(min(differences)), float(max(differences)))


@given(values_with_two_partitions(st.integers(3, 6), st.integers(0, 64)))
def test_bounds_of_the_difference_with_a_tolerance_equal_merging_by_hand(case):
    values, *partitions = case
    merged = oracles.join_near_ties(values, 1 / 4)
    assert difference_bounds(*case, tolerance=1 / 4) == difference_bounds(merged, *partitions)


@given(values_with_valid_sizes())
def test_null_moments_of_any_ties_and_sizes_equal_the_average_over_all_partitions(case):
    dissimilarities, sizes = case
    partitions = at.partitions.set_partitions(sum(sizes), sizes=sizes)
    scores = [oracles.aucc(dissimilarities, labels) for labels in partitions]
    mean, variance = oracles.mean_and_variance(scores)
    assert mean == Fraction(1, 2)
    ranking = Ranking(dissimilarities)
    assert ranking.null(sizes) == (0.5, float(variance))
    # The same without a last division: AUCC is a constant less the doubled rank sum over 2 P N.
    n_within = sum(size * (size - 1) // 2 for size in sizes)
    scale = 2 * n_within * (len(dissimilarities) - n_within)
    assert at.null_moments(ranking.doubled_mid_ranks, sizes).variance == variance * scale**2


@given(st.lists(st.sampled_from([0.0, -0.0, 5e-324, 1.0, 1e308]) | st.integers(0, 9).map(lambda i: 1 + i * 2**-52)))
def test_pairs_are_sorted_to_their_last_bits(values):
    values = np.array([2.0, 1.0, *values])
    order, first, sizes = aucc_teach.aucc.groups_of_ties(values)
    found, counts = np.unique(values, return_counts=True)
    assert sorted(order) == list(range(values.size))
    assert values[order[first]].tolist() == found.tolist()
    assert values[order].tolist() == np.repeat(found, sizes).tolist()
    assert sizes.tolist() == counts.tolist()


@pytest.mark.parametrize("tolerance", [1 / 16, 1 / 4, 1])
@given(case=values_with_partition(st.integers(0, 64)))
def test_tolerance_equals_merging_by_hand(tolerance, case):
    # Whole numbers and powers of two, so that no product or difference is rounded.
    dissimilarities, labels = case
    merged = oracles.join_near_ties(dissimilarities, tolerance)
    assert concordance(*case, tolerance=tolerance) == oracles.compare_quadruples(merged, labels)
    ranks = Ranking(dissimilarities, tolerance=tolerance).doubled_mid_ranks
    assert np.array_equal(ranks, 2 * rankdata(merged))


SIX = [[0], [1], [3], [4], [8], [9]]
SIX_LABELS = [0, 0, 1, 0, 1, 1]


def exact_pvalue(alternative):
    """Share of all labelings of the six points that are at least as extreme as the one given."""
    distances = [abs(SIX[i][0] - SIX[j][0]) for i, j in oracles.all_pairs(6)]
    observed = oracles.aucc(distances, SIX_LABELS)
    scores = [oracles.aucc(distances, labels) for labels in set(oracles.labelings([3, 3]))]
    greater = Fraction(sum(score >= observed for score in scores), len(scores))
    less = Fraction(sum(score <= observed for score in scores), len(scores))
    return {"greater": greater, "less": less, "two-sided": min(1, 2 * min(greater, less))}[alternative]


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_pvalue_equals_full_enumeration_within_its_random_error(alternative):
    n_resamples = 5000
    exact = float(exact_pvalue(alternative))
    assert 0.1 < exact < 1
    result = at.aucc_test(SIX, SIX_LABELS, n_resamples=n_resamples, alternative=alternative, rng=10)
    sides = 2 if alternative == "two-sided" else 1
    error = sides * (exact / sides * (1 - exact / sides) / n_resamples) ** 0.5
    assert abs(result.pvalue - exact) < 4 * error + sides / n_resamples


def test_statistic_and_null_moments_are_those_of_the_ranking():
    result = at.aucc_test(SIX, SIX_LABELS, n_resamples=9, rng=0)
    mean, variance = at.PairRanking(SIX).null([3, 3])
    assert result.statistic == at.aucc_score(SIX, SIX_LABELS)
    assert (result.null_mean, result.null_std) == (mean, variance**0.5)
    assert result.zscore == pytest.approx((result.statistic - 0.5) / variance**0.5)


@pytest.mark.parametrize("n", [1, 99, 250])
def test_pvalues_are_shares_of_exactly_as_many_labelings_as_asked_for(n):
    # The same labelings all at once; the test draws them a hundred at a time.
    rows = np.random.default_rng(3).permuted(np.tile(SIX_LABELS, (n, 1)), axis=1)
    ranking = at.PairRanking(SIX)
    scores = [ranking.score(row) for row in rows]
    observed = ranking.score(SIX_LABELS)
    for alternative, count in (
        ("greater", 1 + sum(score >= observed for score in scores)),
        ("less", 1 + sum(score <= observed for score in scores)),
    ):
        result = at.aucc_test(SIX, SIX_LABELS, n_resamples=n, alternative=alternative, rng=3)
        assert result.pvalue == count / (n + 1)
