"""How often intervals for AUCC cover: the stored table, and the parts of the experiment."""

import pandas as pd
import pytest
from conftest import ROOT
from scipy.stats import binom
from studies import EXPERIMENTS, intervals, read_table

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
