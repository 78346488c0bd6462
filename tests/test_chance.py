"""The chance experiment: its design is the paper's, its table comes from its seeds, and being killed costs nothing."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.stats import chisquare, kstest
from studies import chance, read_table

import aucc_teach as at

STORED = read_table(ROOT / "book" / "results" / "chance.csv")


def test_the_design_is_that_of_the_paper():
    assert len(chance.DATA_SETS) == 108 == len(set(chance.DATA_SETS))
    assert Counter(design.n_dimensions for design in chance.DATA_SETS) == dict.fromkeys((2, 3, 4, 22, 23, 24), 18)
    assert Counter(design.n_clusters for design in chance.DATA_SETS) == dict.fromkeys((2, 4, 6, 12, 14, 16), 18)
    assert Counter(design.profile for design in chance.DATA_SETS) == dict.fromkeys(chance.PROFILES, 36)
    for design in chance.DATA_SETS:
        first, *others = design.sizes
        assert first + sum(others) == 500
        assert len(others) + 1 == design.n_clusters
        assert max(others) - min(others) <= 1
        large = 300 if design.n_clusters <= 6 else 100
        assert {"even": 0 <= first - others[0] <= 1, "ten percent": first == 50, "large": first == large}[
            design.profile
        ]
    assert list(chance.KS) == list(range(2, int(np.ceil(np.sqrt(500))) + 1))
    assert len(chance.DATA_SETS) * len(chance.BALANCES) * len(chance.KS) * chance.N_PARTITIONS == 712_800


@pytest.mark.parametrize("balance", chance.BALANCES)
def test_random_partitions_have_the_sizes_of_the_paper(balance):
    for k in chance.KS:
        rows = chance.random_partitions(3, balance, k)
        assert rows.shape == (100, 500)
        sizes = {tuple(np.bincount(row)) for row in rows}
        assert len(sizes) == 1
        first, *others = sizes.pop()
        assert len(others) == k - 1
        assert max(others) - min(others) <= 1
        expected = {"even": -(-500 // k), "ten percent": 50, "sixty percent": 300}[balance]
        assert first == expected
        # Fewer partitions are the first of more, and no two are equal.
        assert np.array_equal(chance.random_partitions(3, balance, k, n_partitions=7), rows[:7])
        assert len(np.unique(rows, axis=0)) == 100


def test_partitions_of_different_cells_and_data_sets_are_independent():
    first = chance.random_partitions(0, "even", 5)
    assert not np.array_equal(first, chance.random_partitions(1, "even", 5))
    agreement = (first == chance.random_partitions(1, "even", 5)).mean()
    assert agreement == pytest.approx(0.2, abs=0.01)
    # Each object meets each label equally often: 100 partitions of 500 objects with 5 even clusters.
    together = (first[:, :-1] == first[:, 1:]).mean(axis=1)
    assert together.mean() == pytest.approx(99 / 499, abs=0.005)
    at_place = (chance.random_partitions(0, "sixty percent", 2, n_partitions=1000) == 0).sum(axis=0)
    assert chisquare(at_place).pvalue > 1e-3


@pytest.mark.breadth  # the next one looks at a cell
def test_the_stored_table_comes_from_its_seeds():
    anew = chance.rows_of_data_set(70)  # all 6600 partitions
    stored = STORED[STORED["data_set"] == 70].reset_index(drop=True)
    pd.testing.assert_frame_equal(anew, stored, rtol=1e-9, atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "balance", "k"), [(0, "even", 2), (26, "ten percent", 23), (107, "sixty percent", 9)]
)
@pytest.mark.breadth(first_of=3)
def test_single_cells_of_the_stored_table_by_other_means(number, balance, k):
    # Criterion by criterion and partition by partition, with the functions that a reader would call.
    points = chance.make_data_set(number).points
    rows = chance.random_partitions(number, balance, k)
    stored = STORED.set_index(["data_set", "balance", "k"]).loc[number, balance, k]
    for name in chance.CRITERIA:
        function = at.criteria.CRITERIA[name].function
        scores = [function(points, labels) for labels in rows]
        assert stored[f"{name}_mean"] == pytest.approx(np.mean(scores), rel=1e-9, abs=1e-9)
        assert stored[f"{name}_std"] == pytest.approx(np.std(scores, ddof=1), rel=1e-9, abs=1e-9)
    variance = at.PairRanking(points).null(np.bincount(rows[0]).tolist()).variance
    assert stored["aucc_score_null_std"] == pytest.approx(variance**0.5, rel=1e-9)


def test_the_stored_table_is_complete():
    assert (STORED.attrs["experiment"], STORED.attrs["settings"]) == ("chance", chance.EXPERIMENT.settings(True))
    places = STORED[["data_set", "balance", "k"]].itertuples(index=False, name=None)
    assert list(places) == [(n, balance, k) for n in range(108) for balance in chance.BALANCES for k in chance.KS]
    assert (ROOT / "book" / "results" / "chance.csv").stat().st_size < 2.5e6
    for number, *factors in STORED[["data_set", *chance.Design._fields]].itertuples(index=False):
        assert chance.Design(*factors) == chance.DATA_SETS[number]


def test_aucc_in_the_stored_table_is_what_theory_predicts():
    # The means of 100 partitions, in units of their exact standard deviation: nearly standard normal.
    z = []
    for balance in chance.BALANCES:
        means = chance.lines_of_rows(STORED, "aucc_score", balance)
        deviations = chance.lines_of_rows(STORED, "aucc_score", balance, statistic="null_std")
        z.append((means - 0.5) / (deviations / 10))
        spread = chance.lines_of_rows(STORED, "aucc_score", balance, statistic="std")
        assert np.mean((spread / deviations) ** 2) == pytest.approx(1, abs=0.02)
    z = np.concatenate(z)
    assert z.size == 7128
    assert abs(z.mean()) < 4 / np.sqrt(z.size)
    assert z.std() == pytest.approx(1, abs=4 / np.sqrt(2 * z.size))
    assert kstest(z.ravel(), "norm").pvalue > 1e-3


def test_lines_and_summary_are_what_they_say():
    rng = np.random.default_rng(0)
    shape = (40, len(chance.KS))
    truth = 3 + rng.normal(0, 0.5, size=(40, 1)) + 0.02 * np.array(chance.KS)
    scores = truth[:, :, None] + rng.normal(0, 2, size=(*shape, 100))
    rows = [
        {
            "data_set": i,
            "balance": "even",
            "k": k,
            "c_index_mean": scores[i, j].mean(),
            "c_index_std": scores[i, j].std(ddof=1),
        }
        for i in range(40)
        for j, k in enumerate(chance.KS)
    ]
    rows = pd.DataFrame(rows)
    assert chance.lines_of_rows(rows, "c_index", "even").tolist() == scores.mean(axis=2).tolist()
    found = chance.summarise(rows, "c_index", "even")
    lines = scores.mean(axis=2)
    assert found.level == pytest.approx(lines.mean())
    assert found.slope == pytest.approx(np.polyfit(chance.KS, lines.mean(axis=0), 1)[0])
    slopes = np.polyfit(chance.KS, lines.T, 1)[0]
    assert (found.lowest_slope, found.highest_slope) == pytest.approx((slopes.min(), slopes.max()))
    assert found.error == pytest.approx(0.2, rel=0.02)
    # The slope's error: sigma of a point over the spread of k, and the 40 lines.
    assert found.slope_error == pytest.approx(0.2 / np.sqrt(40 * np.var(chance.KS) * len(chance.KS)), rel=0.02)
    assert abs(found.slope - 0.02) < 4 * found.slope_error
    assert found.between == pytest.approx(truth[:, 0].std(ddof=1), rel=0.05)
    # Without the Monte Carlo error taken out it would be more.
    assert found.between < lines.std(axis=0, ddof=1).mean()


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: chance.make_data_set(108), "number must be between 0 and 107. Got 108"),
        (lambda: chance.make_data_set(-1), "number must be an integer of at least 0. Got -1"),
        (lambda: chance.rows_of_data_set("0"), "number must be an integer"),
        (lambda: chance.rows_of_data_set(0, n_partitions=1), "n_partitions must be an integer of at least 2. Got 1"),
        (lambda: chance.random_partitions(0, "uneven", 2), "balance must be one of.*Got 'uneven'"),
        (lambda: chance.random_partitions(0, "even", 24), "k must be between 2 and 23. Got 24"),
        (lambda: chance.random_partitions(0, "even", 1), "k must be an integer of at least 2. Got 1"),
        (lambda: chance.random_partitions(0, "even", 2, n_partitions=0), "n_partitions must be.*Got 0"),
        (lambda: chance.lines_of_rows(STORED, "dunn", "even"), "criterion must be one of.*Got 'dunn'"),
        (lambda: chance.lines_of_rows(STORED, "c_index", "odd"), "balance must be one of.*Got 'odd'"),
        (
            lambda: chance.lines_of_rows(STORED, "c_index", "even", statistic="null_std"),
            r"statistic must be one of \('mean', 'std'\)|statistic must be one of \['mean', 'std'\]",
        ),
        (lambda: chance.lines_of_rows(STORED[:0], "c_index", "even"), "rows must hold 2 to 23 clusters"),
        (lambda: chance.lines_of_rows(STORED[:21], "c_index", "even"), "rows must hold 2 to 23 clusters"),
        (lambda: chance.lines_of_rows(STORED[66:].drop(index=70), "c_index", "even"), "2 to 23 clusters"),
        (lambda: chance.lines_of_rows([{"k": 2}], "c_index", "even"), "rows must be a DataFrame.*Got list"),
        (lambda: chance.lines_of_rows(STORED[["k"]], "c_index", "even"), "without 'data_set'"),
        (lambda: chance.summarise(STORED[:66], "c_index", "even"), "at least two data sets. Got 1"),
    ],
)
def test_bad_arguments_are_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()
