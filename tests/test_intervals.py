"""How often intervals for AUCC cover: the stored table, and the parts of the experiment."""

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.stats import binom
from studies import EXPERIMENTS, intervals, read_table

import aucc_teach as at

STORED = read_table(ROOT / "book" / "results" / "intervals.csv")


def test_the_table_is_of_all_designs_at_full_size():
    settings = EXPERIMENTS["intervals"].settings(True)
    assert (STORED.attrs["experiment"], STORED.attrs["settings"]) == ("intervals", settings)
    designs = STORED.groupby(["distance", "step", "n_comparisons"])["n_data_sets"].sum()
    assert len(designs) == len(intervals.DESIGNS) * len(intervals.N_COMPARISONS) == 30
    assert (designs == 400).all()
    # From chance to nearly 1, from no ties to nearly half of all comparisons.
    assert STORED["lowest_aucc"].min() < 0.5
    assert STORED["highest_aucc"].max() > 0.999
    assert STORED["tied_share"].min() == 0
    assert STORED["tied_share"].max() > 0.4


@pytest.mark.slow
@pytest.mark.parametrize("block", [2, 67])
@pytest.mark.breadth(first_of=2)
def test_blocks_come_out_again(block):
    stored = STORED[STORED["block"] == block].reset_index(drop=True)
    pd.testing.assert_frame_equal(intervals.rows_of_block(block), stored, check_dtype=False, rtol=1e-10)


def test_the_interval_of_the_package_covers_in_every_design():
    by_design = STORED.groupby(["distance", "step", "n_comparisons"])[["n_data_sets", "exact_covers"]].sum()
    for n, covers in by_design.to_numpy():
        # Fewer by chance in one table of 300 like this one, if every interval had no more than its 95%.
        assert binom.cdf(covers, n, intervals.CONFIDENCE) > 1e-4


def test_the_tempting_ways_fail_as_the_chapter_says():
    share = {(way, m): intervals.coverage(STORED, way, m)[0] for way in intervals.WAYS for m in intervals.N_COMPARISONS}
    assert min(share["exact", m] for m in intervals.N_COMPARISONS) > 0.945
    assert share["normal", 100] < 0.85
    assert share["objects", 10_000] < share["objects", 100] < 0.6
    nearly_one = STORED[(STORED["distance"] == 7) & (STORED["n_comparisons"] == 100) & (STORED["step"] == 0)]
    assert intervals.coverage(nearly_one, "normal", 100)[0] < 0.1


def test_coverage_counts_and_its_error_is_between_designs():
    rows = pd.DataFrame(
        {
            "distance": [0.0, 0.0, 7.0, 7.0],
            "step": [0.5, 0.5, 0.5, 0.5],
            "n_comparisons": [100, 100, 100, 10_000],
            "n_data_sets": [20, 30, 50, 9],
            "exact_covers": [20, 30, 40, 0],
        }
    )
    # Two designs, one of them in two blocks, are 0.2 apart, which is twice the error of their mean.
    assert intervals.coverage(rows, "exact", 100) == (0.9, pytest.approx(0.1))
    with pytest.raises(ValueError, match="rows must hold n_comparisons = 7"):
        intervals.coverage(rows, "exact", 7)
    with pytest.raises(ValueError, match="without 'normal_covers'"):
        intervals.coverage(rows, "normal", 100)


def test_data_sets_are_two_clusters_on_a_grid():
    X, labels = intervals.make_data_set(4.0, 0.5, np.random.default_rng(0))
    assert (X % 0.5 == 0).all()
    assert X[labels == 1].mean() - X[labels == 0].mean() == pytest.approx(4, abs=0.5)
    assert at.concordance(X, labels).s_zero > 0
    X, labels = intervals.make_data_set(0.0, 0.0, np.random.default_rng(0))
    assert at.concordance(X, labels).s_zero == 0


def test_the_tempting_intervals_are_what_they_are_called():
    low, high = intervals._normal(0.8, 100)
    assert (low, high) == (pytest.approx(0.8 - 1.96 * 0.04, abs=1e-5), pytest.approx(0.8 + 1.96 * 0.04, abs=1e-5))
    assert intervals._normal(1.0, 100) == [1.0, 1.0]
    X, labels = intervals.make_data_set(50.0, 0.0, np.random.default_rng(0))
    low, high = intervals._of_objects(X, labels, 20, np.random.default_rng(0))
    # All of 90 within pairs against 100 between pairs are right.
    assert high == 1
    assert low == pytest.approx(0.025 ** (1 / 9000))


@pytest.mark.parametrize(("arguments", "message"), [((-1,), "block must be"), ((0.5,), "block must be")])
def test_blocks_that_do_not_exist_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        intervals.rows_of_block(*arguments)
    with pytest.raises(ValueError, match="per_block must be"):
        intervals.rows_of_block(0, per_block=0)
