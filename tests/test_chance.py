"""The chance experiment: its design is the paper's, and its table comes from its seeds."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.stats import kstest
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
