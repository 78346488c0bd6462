"""AUCC, Gamma, concordance, the ranking that scores many partitions, its exact null moments, and the test."""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import groupby, permutations, product
from types import SimpleNamespace

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform
from scipy.stats import rankdata, somersd
from sklearn.metrics import roc_auc_score
from strategies import (
    FEW_VALUES,
    pair_values,
    valid_partitions,
    values_with_partition,
    values_with_valid_sizes,
)

import aucc_teach as at
import aucc_teach.aucc

TIE_RULES = ["diagonal", "optimistic", "pessimistic"]
TOLERANCES = [0.0, 1 / 8, 1 / 2, 1.0]
BEYOND_INT64 = 1 << 63

# Most cases give the dissimilarities of the pairs; the functions have the same options otherwise.
aucc_score, gamma_score, concordance, Ranking, aucc_test, difference_bounds = (
    partial(function, metric="precomputed")
    for function in (
        at.aucc_score,
        at.gamma_score,
        at.concordance,
        at.PairRanking,
        at.aucc_test,
        at.aucc_difference_bounds,
    )
)


def tied_dissimilarities(n, seed):
    """Dissimilarities 0, 1, 2, 3 at random: nearly all tied."""
    return np.random.default_rng(seed).integers(4, size=n * (n - 1) // 2)


def random_rows(n, ks, seed):
    """Partitions of n objects, one per row, into about these numbers of clusters."""
    rng = np.random.default_rng(seed)
    rows = [np.append(rng.integers(k, size=n - 3), [0, 1, 0]) for k in ks]
    return np.array([rng.permutation(row) for row in rows])


# --- cases to check by hand ---


def test_figure_3_by_hand():
    figure3 = at.datasets.load_figure3()
    # 9 within pairs (6 + 3), 12 between pairs: 108 comparisons, 99 of them concordant.
    assert at.concordance(figure3.points, figure3.labels) == (99, 9, 0)
    assert at.aucc_score(figure3.points, figure3.labels) == 11 / 12
    assert at.gamma_score(figure3.points, figure3.labels) == 5 / 6
    assert aucc_score(1 - figure3.similarity, figure3.labels) == 11 / 12
    assert at.PairRanking(figure3.points).score(figure3.labels) == 11 / 12


def test_four_points_on_a_line_by_hand():
    # Distances: ab 1, ac 4, ad 6, bc 3, bd 5, cd 2. {ac, bd} are within: 4 and 5 against 1, 6, 3, 2.
    points = [[0], [1], [4], [6]]
    assert at.concordance(points, [0, 1, 0, 1]) == at.Concordance(s_plus=2, s_minus=6, s_zero=0)
    assert at.aucc_score(points, [0, 1, 0, 1]) == 0.25
    assert at.gamma_score(points, [0, 1, 0, 1]) == -0.5


def test_tied_comparisons_by_hand():
    # The scores of Table 1 as the three between and three within distances of four objects, one cluster of three.
    # Condensed order: ab, ac, ad, bc, bd, cd; d is alone, so ad, bd and cd are between.
    dissimilarities = [0.25, 0.5, 0.5, 0.5, 0.75, 0.8]
    labels = [0, 0, 0, 1]
    assert concordance(dissimilarities, labels) == (7, 0, 2)
    assert [aucc_score(dissimilarities, labels, ties=ties) for ties in TIE_RULES] == [8 / 9, 1, 7 / 9]
    assert [gamma_score(dissimilarities, labels, ties=ties) for ties in TIE_RULES] == [7 / 9, 1, 5 / 9]


@pytest.mark.parametrize("labels", [[0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 2, 2]])
@pytest.mark.parametrize("dissimilarity", [0, 1, 1e-300, 1e300])
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


def test_ranks_by_hand():
    # In order 1, 2, 2, 5, 5, 5: mid-ranks 1, 2.5, 2.5, 5, 5, 5, doubled.
    ranking = Ranking([5, 2, 5, 1, 5, 2])
    assert ranking.n_objects == 4
    assert ranking.doubled_mid_ranks.tolist() == [10, 5, 10, 2, 10, 5]
    assert ranking.doubled_mid_ranks.dtype == np.int64


def test_results_are_plain_python():
    labels = [0, 0, 1]
    assert {type(count) for count in concordance([1, 2, 3], labels)} == {int}
    ranking = Ranking([1, 2, 3])
    floats = [aucc_score([1, 2, 3], labels), gamma_score([1, 2, 3], labels), ranking.score(labels)]
    floats += [*ranking.null([2, 1]), *aucc_test([1, 2, 3], labels, n_resamples=5)]
    floats += [*difference_bounds([1, 1, 3], labels, [0, 1, 1])]
    assert {type(value) for value in floats} == {float}
    assert ranking.score_many([labels]).dtype == np.float64


# --- against the definitions ---


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


def test_a_callable_metric_and_both_precomputed_forms_agree():
    points = np.random.default_rng(4).integers(5, size=(12, 2))
    labels = np.arange(12) % 3
    expected = at.concordance(points, labels, metric="cityblock")
    assert at.concordance(points, labels, metric=lambda a, b: np.abs(a - b).sum()) == expected
    condensed = pdist(points, "cityblock")
    assert concordance(condensed, labels) == expected
    assert concordance(squareform(condensed), labels) == expected
    assert concordance(squareform(condensed).tolist(), labels.tolist()) == expected


@pytest.mark.parametrize("n", [3, 255, 256, 257, 600])
def test_a_square_matrix_is_read_in_condensed_order(n):
    # It is read in blocks of rows: sizes around one block and over several.
    condensed = np.random.default_rng(n).random(n * (n - 1) // 2)
    from_square, from_condensed = Ranking(squareform(condensed)), Ranking(condensed)
    assert np.array_equal(from_square.doubled_mid_ranks, from_condensed.doubled_mid_ranks)


@pytest.mark.parametrize("n_parts", [1, 2, 3, 7])
@pytest.mark.parametrize("labels", [[0, 0, 0, 0, 0, 1], [0, 0, 0, 1, 1, 2], [0, 1, 2, 3, 4, 4]])
def test_pairs_counted_in_several_parts_give_the_same_counts(monkeypatch, n_parts, labels):
    # Small parts on many processors, so that this works on any machine; the last case has more parts than values.
    monkeypatch.setattr(aucc_teach.aucc, "_SMALLEST_PART", 1)
    monkeypatch.setattr(aucc_teach.aucc, "cpu_count", lambda: n_parts)
    for seed in range(5):
        dissimilarities = tied_dissimilarities(6, seed)
        assert concordance(dissimilarities, labels) == oracles.compare_quadruples(dissimilarities.tolist(), labels)


def test_a_larger_case_equals_scikit_learn():
    # More than one part of pairs, both with few and with many pairs within.
    n = 1200
    random = np.random.default_rng(5).integers(1000, size=n * (n - 1) // 2)
    for labels in (np.arange(n) % 40, np.minimum(np.arange(n) // 1100, 1)):
        within = at.co_membership(labels)
        dissimilarities = random + 100.0 * ~within
        ours = aucc_score(dissimilarities, labels)
        assert ours == pytest.approx(roc_auc_score(within, -dissimilarities), abs=1e-12)
        assert ours == Ranking(dissimilarities).score(labels)


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


# --- one quantity in several forms ---


@pytest.mark.parametrize("ties", TIE_RULES)
@pytest.mark.parametrize("tolerance", TOLERANCES)
@given(case=values_with_partition(st.integers(0, 9)))
@pytest.mark.breadth(first_of=3)
def test_aucc_is_gamma_on_the_scale_from_0_to_1(ties, tolerance, case):
    options = {"ties": ties, "tolerance": tolerance}
    assert aucc_score(*case, **options) == pytest.approx((1 + gamma_score(*case, **options)) / 2, abs=1e-15)


@pytest.mark.parametrize("ties", TIE_RULES)
@given(case=values_with_partition())
def test_aucc_is_the_area_under_the_roc_curve_of_the_pairs(ties, case):
    dissimilarities, labels = case
    curve = at.roc_curve(at.co_membership(labels), -np.array(dissimilarities), ties=ties)
    assert curve.auc == pytest.approx(aucc_score(*case, ties=ties), abs=1e-12)


@pytest.mark.parametrize("tolerance", TOLERANCES)
@given(case=values_with_partition(st.integers(0, 9)))
def test_three_ways_to_score_agree_to_the_last_bit(tolerance, case):
    dissimilarities, labels = case
    ranking = Ranking(dissimilarities, tolerance=tolerance)
    score = aucc_score(dissimilarities, labels, tolerance=tolerance)
    assert ranking.score(labels) == score
    assert ranking.score_many([labels, labels]).tolist() == [score, score]


def test_many_partitions_with_different_numbers_of_clusters_agree_to_the_last_bit():
    # Few clusters and many go different ways, and at most 100 rows at a time.
    n = 60
    dissimilarities = np.random.default_rng(6).integers(50, size=n * (n - 1) // 2)
    rows = random_rows(n, np.random.default_rng(7).permutation(np.resize([2, 3, 7, 8, 9, 10, 30], 330)), seed=8)
    rows[0], rows[1] = np.arange(n) // 59, np.minimum(np.arange(n), n - 2)  # the extremes, 2 and n - 1 clusters
    assert {len(set(row)) for row in rows.tolist()} >= {2, 7, 8, 9, 10, 59}
    ranking = Ranking(dissimilarities)
    scores = ranking.score_many(rows)
    assert scores.tolist() == [ranking.score(row) for row in rows]
    assert scores.tolist() == [aucc_score(dissimilarities, row) for row in rows]


@pytest.mark.parametrize("exchange", [0, 1e9])  # all are looked up, or all go through the matrix product
def test_both_ways_to_score_many_take_clusters_of_any_sizes(monkeypatch, exchange):
    monkeypatch.setattr(aucc_teach.aucc, "_PRODUCTS_FOR_A_LOOK_UP", (exchange, exchange))
    n = 45
    dissimilarities = tied_dissimilarities(n, seed=2)
    rng = np.random.default_rng(3)
    profiles = [[size, n - size] for size in range(1, n)] + [list(range(1, 10)), [n - 9, *range(1, 4), 1, 1, 1]]
    profiles += [[n - k, *[1] * k] for k in range(1, n - 1)] + [[2] * 22 + [1], [16, 15, 8, 4, 2]]
    rows = [rng.permutation(np.repeat(np.arange(len(sizes)), sizes)) for sizes in profiles]
    ranking = Ranking(dissimilarities)
    assert ranking.score_many(rows).tolist() == [ranking.score(row) for row in rows]
    assert [ranking.score_many([row])[0] for row in rows] == [aucc_score(dissimilarities, row) for row in rows]


def test_sums_beyond_64_bits_are_added_up_as_python_integers(monkeypatch):
    # So many pairs do not fit into a test: their number is all that is asked for.
    ranking = Ranking(tied_dissimilarities(40, seed=4))
    expected = ranking.score_many([np.arange(40) % 13])
    ranks, types = ranking.doubled_mid_ranks, []
    ranking.doubled_mid_ranks = SimpleNamespace(nbytes=0, size=1 << 32, take=ranks.take)
    zeros = np.zeros
    monkeypatch.setattr(np, "zeros", lambda *args, **options: types.append(options["dtype"]) or zeros(*args, **options))
    assert ranking.score_many([np.arange(40) % 13]) == expected
    assert object in types


def test_many_partitions_of_5000_objects_with_ties():
    ranking = at.PairRanking(np.random.default_rng(5).integers(30, size=(5000, 1)))
    rows = random_rows(5000, [2, 9, 40], seed=6)
    assert ranking.score_many(rows).tolist() == [ranking.score(row) for row in rows]


@pytest.mark.parametrize("kind", [str, bool, float, object])
def test_many_partitions_may_have_any_kind_of_labels(kind):
    rows = np.array([[0, 0, 1, 1], [0, 1, 0, 1], [1, 1, 0, 1]])
    dissimilarities = [1, 4, 6, 3, 5, 2]
    expected = [aucc_score(dissimilarities, row) for row in rows]
    assert Ranking(dissimilarities).score_many(rows.astype(kind)).tolist() == expected


@given(values_with_partition())
def test_gamma_is_somers_d_of_dissimilarity_given_membership(case):
    dissimilarities, labels = case
    apart = [int(not within) for within in oracles.together(labels)]
    # The first argument is the independent variable; being apart should go with a larger dissimilarity.
    # SciPy answers NaN where all dissimilarities are equal, although only the other variable is in the denominator.
    expected = somersd(apart, dissimilarities).statistic if len(set(dissimilarities)) > 1 else 0
    assert gamma_score(*case) == pytest.approx(expected, abs=1e-12)


@given(values_with_partition())
def test_gamma_is_the_r_of_anosim(case):
    dissimilarities, labels = case
    within = np.array(oracles.together(labels))
    ranks = rankdata(dissimilarities)
    r = (ranks[~within].mean() - ranks[within].mean()) / (within.size / 2)
    assert gamma_score(*case) == pytest.approx(r, abs=1e-12)


@given(values_with_partition())
def test_aucc_is_the_area_that_scikit_learn_finds(case):
    dissimilarities, labels = case
    area = roc_auc_score(oracles.together(labels), -np.array(dissimilarities))
    assert aucc_score(*case) == pytest.approx(area, abs=1e-12)


@given(values_with_partition())
def test_ranks_equal_scipy(case):
    assert np.array_equal(Ranking(case[0]).doubled_mid_ranks, 2 * rankdata(case[0]))


@given(values_with_partition(st.integers(0, 9)))
def test_aucc_is_a_pair_statistic_of_the_mid_ranks(case):
    dissimilarities, labels = case
    s_plus, s_minus, s_zero = concordance(*case)
    n_within = sum(oracles.together(labels))
    doubled_w = at.pair_statistic(Ranking(dissimilarities).doubled_mid_ranks, labels)
    assert doubled_w - n_within * (n_within + 1) == 2 * s_minus + s_zero
    assert s_plus + s_minus + s_zero == n_within * (len(dissimilarities) - n_within)


# --- what must not matter ---


@given(values_with_partition(), st.randoms())
def test_names_of_clusters_and_order_of_objects_do_not_matter(case, random):
    dissimilarities, labels = case
    n = len(labels)
    expected = concordance(*case)
    assert concordance(dissimilarities, [f"cluster {-label}" for label in labels]) == expected
    order = random.sample(range(n), n)
    square = squareform(np.array(dissimilarities))[np.ix_(order, order)]
    assert concordance(square, [labels[i] for i in order]) == expected


@given(values_with_partition())
def test_strictly_increasing_transformations_do_not_matter(case):
    dissimilarities, labels = case
    expected = concordance(*case)
    for transform in (np.exp, np.sqrt, lambda d: 1000 * d + 7, lambda d: d**3):
        assert concordance(transform(np.array(dissimilarities)), labels) == expected


@given(values_with_partition())
def test_reversed_dissimilarities_exchange_concordant_and_discordant(case):
    dissimilarities, labels = case
    s_plus, s_minus, s_zero = concordance(*case)
    reversed_order = [3 - dissimilarity for dissimilarity in dissimilarities]
    assert concordance(reversed_order, labels) == (s_minus, s_plus, s_zero)
    assert aucc_score(reversed_order, labels) == pytest.approx(1 - aucc_score(*case), abs=1e-15)


# --- tolerance ---


@given(st.lists(st.sampled_from([0.0, -0.0, 5e-324, 1.0, 1e308]) | st.integers(0, 9).map(lambda i: 1 + i * 2**-52)))
def test_pairs_are_sorted_to_their_last_bits(values):
    values = np.array([2.0, 1.0, *values])
    order, first, sizes = aucc_teach.aucc.groups_of_ties(values)
    found, counts = np.unique(values, return_counts=True)
    assert sorted(order) == list(range(values.size))
    assert values[order[first]].tolist() == found.tolist()
    assert values[order].tolist() == np.repeat(found, sizes).tolist()
    assert sizes.tolist() == counts.tolist()


def test_last_bits_break_ties_on_a_grid_unless_merged():
    # A row of five points 0.1 apart: every distance is a whole number of steps, yet not to the last bit.
    points = np.arange(5)[:, None] * 0.1
    steps = np.arange(5)[:, None]
    labels = [0, 0, 0, 1, 1]
    assert len(set(pdist(points))) > len(set(pdist(steps)))
    exact = at.concordance(steps, labels)
    assert at.concordance(points, labels) != exact
    assert at.concordance(points, labels, tolerance=1e-9) == exact
    assert at.PairRanking(points, tolerance=1e-9).score(labels) == at.aucc_score(steps, labels)
    assert at.aucc_score(points, labels) != at.aucc_score(steps, labels)
    assert at.gamma_score(points, labels, tolerance=1e-9) == at.gamma_score(steps, labels)


def test_random_grids_are_merged_by_a_small_tolerance():
    rng = np.random.default_rng(9)
    changed = 0
    for _ in range(100):
        steps = rng.integers(10, size=(10, 2))
        labels = rng.permutation([0] * 5 + [1] * 5)
        exact = at.concordance(steps, labels)
        changed += at.concordance(steps * 0.1, labels) != exact
        assert at.concordance(steps * 0.1, labels, tolerance=1e-9) == exact
    assert changed > 50  # without the tolerance most of these cases go wrong


def test_ties_are_chained():
    # Steps of one tenth of the largest: all in the chain are tied, though its ends are far apart.
    labels = [0, 0, 0, 1]
    dissimilarities = [6, 8, 7, 5, 9, 10]
    assert concordance(dissimilarities, labels, tolerance=0.1) == (0, 0, 9)
    assert concordance(dissimilarities, labels, tolerance=0.099) == concordance(dissimilarities, labels) == (8, 1, 0)
    # One wider step breaks the chain in two.
    dissimilarities = [2, 8, 1, 1, 9, 10]
    assert concordance(dissimilarities, labels) == (6, 2, 1)
    assert concordance(dissimilarities, labels, tolerance=0.1) == (4, 1, 4)


@given(values_with_partition(st.sampled_from([0.1, 0.1 + 2**-56, 0.3, 0.1 + 0.2, 1.0])))
def test_tolerance_0_does_nothing(case):
    dissimilarities, labels = case
    expected = oracles.compare_quadruples(*case)
    assert concordance(*case, tolerance=0) == concordance(*case, tolerance=0.0) == concordance(*case) == expected
    assert Ranking(dissimilarities, tolerance=0).score(labels) == Ranking(dissimilarities).score(labels)


@pytest.mark.parametrize("tolerance", [1 / 64, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1])
@given(case=values_with_partition(st.integers(0, 64)))
def test_tolerance_equals_merging_by_hand(tolerance, case):
    # Whole numbers and powers of two, so that no product or difference is rounded.
    dissimilarities, labels = case
    merged = oracles.join_near_ties(dissimilarities, tolerance)
    assert concordance(*case, tolerance=tolerance) == oracles.compare_quadruples(merged, labels)
    ranks = Ranking(dissimilarities, tolerance=tolerance).doubled_mid_ranks
    assert np.array_equal(ranks, 2 * rankdata(merged))


def test_tolerance_1_ties_everything():
    assert concordance([0, 1, 2, 50, 99, 100], [0, 0, 1, 1], tolerance=1) == (0, 0, 8)


# --- bounds of the difference of two scores ---


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


def test_bounds_of_the_difference_by_hand():
    # Points at 0, 1, 2, 4: ab = bc = 1 and ac = cd = 2. Of ab against bc, the first partition gains 1/8 and the
    # other 1/9 from the order ab, bc; of ac against cd, the first gains 1/8 and the other 1/9 from the order cd, ac.
    points, ab_cd, a_bcd = [[0], [1], [2], [4]], [0, 0, 1, 1], [0, 1, 1, 1]
    middle, half = (
        Fraction(6, 8) - Fraction(5, 9),
        (Fraction(1, 8) + Fraction(1, 9) + Fraction(1, 8) - Fraction(1, 9)) / 2,
    )
    bounds = at.aucc_difference_bounds(points, ab_cd, a_bcd)
    assert bounds == at.AuccDifferenceBounds(low=float(middle - half), high=float(middle + half))
    # The bounds of the two scores overlap, and yet the first is always higher.
    assert at.aucc_score(points, ab_cd, ties="pessimistic") < at.aucc_score(points, a_bcd, ties="optimistic")
    assert bounds.low > 0


@given(values_with_two_partitions(st.integers(3, 4)))
def test_bounds_of_the_difference_equal_the_extremes_over_all_orders(case):
    values, *partitions = case
    differences = {exact_difference(order, *partitions) for order in orders_within_ties(values)}
    assert difference_bounds(*case) == (float(min(differences)), float(max(differences)))


def test_bounds_of_the_difference_equal_the_extremes_over_the_orders_of_larger_groups():
    # Five objects, groups of 5, 4 and 1 of their ten pairs: 2880 orders.
    rng = np.random.default_rng(0)
    for _ in range(6):
        values = rng.permutation([0] * 5 + [1] * 4 + [2]).tolist()
        partitions = [[*rng.permutation([0, 1, 0, *rng.integers(k, size=2)]).tolist()] for k in (2, 3)]
        differences = {exact_difference(order, *partitions) for order in orders_within_ties(values)}
        assert difference_bounds(values, *partitions) == (float(min(differences)), float(max(differences)))


@given(values_with_two_partitions(st.integers(5, 8)), st.randoms(use_true_random=False))
def test_some_order_reaches_each_bound_of_the_difference_and_none_passes_it(case, random):
    values, *partitions = case
    within = [oracles.together(labels) for labels in partitions]
    n_comparisons = [sum(together) * (len(values) - sum(together)) for together in within]
    gain = [
        Fraction(int(t), n_comparisons[0]) - Fraction(int(u), n_comparisons[1]) for t, u in zip(*within, strict=True)
    ]
    bounds = difference_bounds(*case)

    def difference(key):
        in_order = sorted(range(len(values)), key=lambda pair: (values[pair], key(pair)))
        return float(exact_difference([in_order.index(pair) for pair in range(len(values))], *partitions))

    assert bounds.high == difference(lambda pair: -gain[pair])
    assert bounds.low == difference(lambda pair: gain[pair])
    assert bounds.low <= difference(lambda pair: random.random()) <= bounds.high


@given(values_with_two_partitions(st.integers(3, 7)))
def test_bounds_of_the_difference_and_of_the_scores(case):
    low, high = difference_bounds(*case)
    assert (low + high) / 2 == pytest.approx(float(exact_difference(*case)), abs=1e-15)
    values, labels, other = case
    assert difference_bounds(values, other, labels) == (-high, -low)
    assert difference_bounds(values, labels, labels) == (0, 0)
    # Never beyond the best of one against the worst of the other.
    best, worst = (
        oracles.aucc(values, labels, ties) - oracles.aucc(values, other, other_ties)
        for ties, other_ties in (("optimistic", "pessimistic"), ("pessimistic", "optimistic"))
    )
    assert float(worst) <= low <= high <= float(best)


def test_without_ties_the_bounds_of_the_difference_are_the_difference():
    for seed in range(5):
        values = np.random.default_rng(seed).permutation(15).tolist()
        partitions = [0, 0, 1, 1, 2, 2], [0, 1, 1, 1, 0, 1]
        difference = float(exact_difference(values, *partitions))
        assert difference_bounds(values, *partitions) == (difference, difference)


@pytest.mark.parametrize("tolerance", [1 / 16, 1 / 4, 1])
@given(case=values_with_two_partitions(st.integers(3, 6), st.integers(0, 64)))
def test_bounds_of_the_difference_with_a_tolerance_equal_merging_by_hand(tolerance, case):
    values, *partitions = case
    merged = oracles.join_near_ties(values, tolerance)
    assert difference_bounds(*case, tolerance=tolerance) == difference_bounds(merged, *partitions)


def test_bounds_of_the_difference_of_data_are_those_of_their_distances():
    points = np.random.default_rng(0).integers(4, size=(40, 2))
    partitions = points[:, 0] > 1, np.arange(40) % 3
    for metric in ("cityblock", "sqeuclidean"):
        assert at.aucc_difference_bounds(points, *partitions, metric=metric) == difference_bounds(
            pdist(points, metric), *partitions
        )


@pytest.mark.parametrize(
    ("labels", "other", "options", "match"),
    [
        ([0, 0, 1], [0, 1, 1, 1], {}, "^labels and data.*Got 3 labels, 4 objects"),
        ([0, 0, 1, 1], [0, 1, 1], {}, "^other_labels and data.*Got 3 labels, 4 objects"),
        ([0, 0, 0, 0], [0, 1, 1, 1], {}, "Got 1 in labels"),
        ([0, 0, 1, 1], [0, 1, 2, 3], {}, "Got 4 in other_labels"),
        ([0, 0, 1, 1], [[0, 1, 1, 1]], {}, "other_labels"),
        ([0, 0, 1, 1], [0, 1, 1, 1], {"tolerance": -1}, "^tolerance must be a number between 0.0 and 1.0"),
        ([0, 0, 1, 1], [0, 1, 1, 1], {"tolerance": 1.5}, "^tolerance must be a number between 0.0 and 1.0"),
        ([0, 0, 1, 1], [0, 1, 1, 1], {"metric": "no such metric"}, "metric"),
    ],
)
def test_bad_input_has_no_bounds(labels, other, options, match):
    with pytest.raises(ValueError, match=match):
        at.aucc_difference_bounds([[0], [1], [2], [4]], labels, other, **options)
    with pytest.raises(ValueError, match="NaN"):
        at.aucc_difference_bounds([[0], [1], [2], [np.nan]], [0, 0, 1, 1], [0, 1, 1, 1])


# --- exact null moments ---


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("n", range(3, 8))
def test_null_moments_equal_the_average_over_all_partitions(n, seed):
    dissimilarities = tied_dissimilarities(n, seed).tolist()
    ranking = Ranking(dissimilarities)
    for sizes in oracles.valid_profiles(n):
        scores = [oracles.aucc(dissimilarities, labels) for labels in at.partitions.set_partitions(n, sizes=sizes)]
        mean, variance = oracles.mean_and_variance(scores)
        assert mean == Fraction(1, 2)
        assert ranking.null(sizes) == (0.5, float(variance))
        assert ranking.null(sizes[::-1]) == (0.5, float(variance))


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


@given(values_with_valid_sizes())
@pytest.mark.breadth
def test_only_half_the_ties_leave_the_null_mean_at_one_half(case):
    dissimilarities, sizes = case
    partitions = list(at.partitions.set_partitions(sum(sizes), sizes=sizes))
    counts = [concordance(dissimilarities, labels) for labels in partitions]
    shift = Fraction(sum(c.s_zero for c in counts), 2 * sum(counts[0]) * len(counts))
    assert sum(c.s_plus for c in counts) == sum(c.s_minus for c in counts)
    for ties, expected in (("diagonal", 0), ("optimistic", shift), ("pessimistic", -shift)):
        mean = np.mean([aucc_score(dissimilarities, labels, ties=ties) for labels in partitions])
        assert mean == pytest.approx(float(Fraction(1, 2) + expected), abs=1e-12)
        mean = np.mean([gamma_score(dissimilarities, labels, ties=ties) for labels in partitions])
        assert mean == pytest.approx(float(2 * expected), abs=1e-12)
    # The other rules agree with one half only where nothing is tied with anything of the other kind.
    assert (shift == 0) == (not any(c.s_zero for c in counts))


@pytest.mark.parametrize("n", range(3, 8))
def test_the_null_mean_is_one_half_for_every_number_of_clusters_whatever_the_sizes(n):
    dissimilarities = tied_dissimilarities(n, seed=n).tolist()
    for k in range(2, n):
        scores = [oracles.aucc(dissimilarities, labels) for labels in at.partitions.set_partitions(n, k=k)]
        assert oracles.mean_and_variance(scores)[0] == Fraction(1, 2)


def test_gamma_without_ties_in_its_denominator_has_another_null_mean():
    # Four points at 0, 1, 2 and 4: (s+, s-, s0) are (5, 1, 2), (2, 5, 1) and (3, 4, 1).
    counts = [at.concordance([[0], [1], [2], [4]], labels) for labels in at.partitions.set_partitions(4, sizes=[2, 2])]
    assert counts == [(5, 1, 2), (2, 5, 1), (3, 4, 1)]
    assert sum(Fraction(c.s_plus - c.s_minus, sum(c)) for c in counts) == 0
    assert sum(Fraction(c.s_plus - c.s_minus, c.s_plus + c.s_minus) for c in counts) / 3 == Fraction(2, 63)


def test_null_moments_belong_to_the_merged_ranks():
    dissimilarities = [1, 2, 8, 1, 9, 10]
    merged = oracles.join_near_ties(dissimilarities, 0.1)
    assert Ranking(dissimilarities, tolerance=0.1).null([2, 2]) == Ranking(merged).null([2, 2])
    assert Ranking(dissimilarities).null([2, 2]) != Ranking(merged).null([2, 2])


def test_a_square_has_no_variance_for_one_point_against_three():
    # Every corner is as far from the three others: the score cannot vary, though the distances do.
    ranking = at.PairRanking([[0, 0], [0, 1], [1, 0], [1, 1]])
    assert ranking.null([3, 1]) == (0.5, 0.0)
    assert ranking.null([2, 2]).variance > 0
    assert np.isnan(at.aucc_test([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1], n_resamples=9, rng=0).zscore)


def sums_of_squared_steps(counts):
    """Sums of the doubled mid-ranks for `counts[x]` objects at each place x on a line, in Python integers.

    The sum of all entries of the rank matrix, of their squares, and of its squared row sums.
    """
    pairs_at = Counter()
    for x, n_x in enumerate(counts):
        pairs_at[0] += n_x * (n_x - 1) // 2
        for y, n_y in enumerate(counts[:x]):
            pairs_at[x - y] += n_x * n_y
    rank, below = {}, 0
    for distance in sorted(pairs_at):
        rank[distance] = 2 * below + pairs_at[distance] + 1
        below += pairs_at[distance]
    row_sum = [sum((n_y - (x == y)) * rank[abs(x - y)] for y, n_y in enumerate(counts)) for x in range(len(counts))]
    s = sum(n_x * total for n_x, total in zip(counts, row_sum, strict=True))
    q = 2 * sum(pairs_at[distance] * rank[distance] ** 2 for distance in pairs_at)
    r = sum(n_x * total**2 for n_x, total in zip(counts, row_sum, strict=True))
    return s, q, r


def variance_of_aucc(s, q, r, sizes):
    """The variance of the rank sum over ordered pairs, by the permutation moments, scaled to AUCC."""
    n = sum(sizes)
    s_c = sum(size * (size - 1) for size in sizes)
    r_c = sum(size * (size - 1) ** 2 for size in sizes)
    second = (
        Fraction(2 * q * s_c, n * (n - 1))
        + Fraction(4 * (r - q) * (r_c - s_c), n * (n - 1) * (n - 2))
        + Fraction((s * s + 2 * q - 4 * r) * (s_c * s_c + 2 * s_c - 4 * r_c), n * (n - 1) * (n - 2) * (n - 3))
    )
    n_within = s_c // 2
    n_between = n * (n - 1) // 2 - n_within
    # Ordered pairs and doubled ranks: four times the rank sum of the unordered pairs.
    return (second - Fraction(s * s_c, n * (n - 1)) ** 2) / (4 * n_within * n_between) ** 2


def test_null_moments_of_5000_objects_are_exact():
    # Ten places on a line: so heavily tied that the sums can be had from the ten counts alone.
    counts = [50, 150, 250, 350, 450, 550, 650, 750, 850, 950]
    ranking = at.PairRanking(np.repeat(np.arange(10), counts)[:, None])
    s, q, r = sums_of_squared_steps(counts)
    for sizes in ([2500, 2500], [500] * 10, [4000, 900, 99, 1], [2, *[1] * 4998]):
        assert ranking.null(sizes) == (0.5, float(variance_of_aucc(s, q, r, sizes)))
    # The same sums in 64-bit integers wrap around, and not by a little.
    ranks = ranking.doubled_mid_ranks
    assert 2 * int((ranks * ranks).sum()) != q > BEYOND_INT64
    with np.errstate(over="ignore"):
        assert int(np.int64(s) * np.int64(s)) != s * s > BEYOND_INT64


# --- counts beyond 64 bits ---


def test_positions_add_up_beyond_64_bits():
    # Places in sorted arrays too large to make: below counts `left`, tied counts `right - left`.
    length = 5_000_000
    left = np.broadcast_to(np.int64(2**60), length)
    right = np.broadcast_to(np.int64(2**60 + 2**58), length)
    below, tied = aucc_teach.aucc.below_and_tied_of_positions([(left, right), (right, right), (left[:3], right[:3])])
    assert below == length * (2**61 + 2**58) + 3 * 2**60 > BEYOND_INT64
    assert tied == (length + 3) * 2**58 > BEYOND_INT64
    assert int(left.sum()) != length * 2**60  # NumPy's own sum has wrapped around


def test_positions_may_come_one_by_one():
    positions = ((np.array(left), np.array(right)) for left, right in [([0, 2], [1, 2]), ([1], [4])])
    assert aucc_teach.aucc.below_and_tied_of_positions(positions) == (3, 4)


def test_a_rank_sum_beyond_64_bits_is_scored_exactly():
    # Ranks of 2^62 belong to no data that fit a memory; the score of three such pairs is plain fraction arithmetic.
    ranking = Ranking([1, 2, 3, 4, 5, 6])
    ranking.doubled_mid_ranks = np.full(6, 2**62)
    # P = N = 3 within and between pairs.
    assert ranking.score([0, 0, 0, 1]) == float(Fraction(18 - 3 * 2**62 + 12, 18))


@pytest.mark.parametrize("n_alone", [1, 13])
def test_rank_sums_beyond_the_digits_of_a_float_are_scored_exactly(n_alone):
    # One cluster and objects alone: few clusters and many go different ways, both with a matrix of floats. Each row sum
    # stays below 2^53, where floats are exact; the sum of all does not.
    n = 30 + n_alone
    labels = np.arange(n).clip(29) - 29
    rng = np.random.default_rng(1)
    for _ in range(5):
        ranking = Ranking(np.arange(n * (n - 1) // 2))
        ranking.doubled_mid_ranks = rng.integers(2**47, 2**48, size=n * (n - 1) // 2)
        within = at.co_membership(labels)
        rank_sum, n_within = sum(ranking.doubled_mid_ranks[within].tolist()), int(within.sum())
        assert rank_sum > 2**53
        scale = 2 * n_within * (within.size - n_within)
        exact = 1 - Fraction(rank_sum - n_within * (n_within + 1), scale)
        assert ranking.score_many([labels]).tolist() == [ranking.score(labels)] == [float(exact)]


# --- the permutation test ---

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
def test_where_all_distances_tie_every_labeling_is_as_extreme_and_p_is_one(alternative):
    result = at.aucc_test(np.ones(10), [0, 0, 1, 1, 2], metric="precomputed", n_resamples=20, alternative=alternative)
    assert result.pvalue == 1
    assert np.isnan(result.zscore)


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


def test_pvalues_count_the_observed_labeling_and_both_ties():
    n = 250  # rows are drawn a hundred at a time: two full lots and a rest
    greater, less, both = (
        at.aucc_test(SIX, SIX_LABELS, n_resamples=n, alternative=alternative, rng=11).pvalue * (n + 1)
        for alternative in ("greater", "less", "two-sided")
    )
    # Whole numbers of labelings; those that tie with the observed one are counted on both sides.
    assert greater == pytest.approx(round(greater), abs=1e-9)
    assert less == pytest.approx(round(less), abs=1e-9)
    assert both == pytest.approx(min(n + 1, 2 * min(greater, less)), abs=1e-9)
    assert greater + less > n + 2


@pytest.mark.parametrize("n", [1, 99, 100, 101, 250])
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


def test_by_default_the_smallest_pvalue_is_one_in_ten_thousand():
    labels = np.arange(24) // 12
    assert at.aucc_test(labels[:, None], labels, rng=0).pvalue == 1 / 10_000


def test_perfect_separation_and_its_reverse_get_the_smallest_and_the_largest_pvalue():
    dissimilarities = squareform(np.where(at.co_membership([0] * 6 + [1] * 6), 1, 2))
    labels = [0] * 6 + [1] * 6
    options = {"n_resamples": 99, "rng": 12}
    assert aucc_test(dissimilarities, labels, **options).pvalue == 0.01
    assert aucc_test(dissimilarities, labels, alternative="less", **options).pvalue == 1
    assert aucc_test(dissimilarities, labels, alternative="two-sided", **options).pvalue == 0.02


def test_a_seed_repeats_the_test_and_a_generator_moves_on():
    test = partial(at.aucc_test, SIX, SIX_LABELS, n_resamples=200)
    assert test(rng=1) == test(rng=1) == test(rng=np.random.default_rng(1))
    assert len({test(rng=seed).pvalue for seed in range(8)}) > 1
    generator = np.random.default_rng(1)
    assert len({test(rng=generator).pvalue for _ in range(8)}) > 1


def test_tolerance_and_metric_reach_the_test():
    points = np.arange(6)[:, None] * 0.1
    labels = [0, 0, 0, 1, 1, 1]
    result = at.aucc_test(points, labels, metric="cityblock", tolerance=1e-9, n_resamples=9, rng=0)
    assert result.statistic == at.aucc_score(np.arange(6)[:, None], labels)
    assert result.statistic != at.aucc_score(points, labels, metric="cityblock")
