"""The five ways to count the same comparisons, and the stored table of their times (its structure, never a time)."""

import numpy as np
import oracles
import pytest
from conftest import ROOT
from hypothesis import given
from strategies import values_with_partition
from studies import EXPERIMENTS, read_table, scaling

import aucc_teach as at

METHODS = list(scaling.METHODS)
STORED = read_table(ROOT / "book" / "results" / "scaling.csv")
COUNTS = {n: counts for n, *counts in STORED[["n", "s_plus", "s_minus"]].itertuples(index=False)}
SECONDS = {method: of_method.set_index("n")["seconds"] for method, of_method in STORED.groupby("method")}


# --- the methods ---


@pytest.mark.parametrize("method", METHODS)
@given(case=values_with_partition())
def test_methods_count_what_the_definition_counts(method, case):
    values, labels = (np.array(side) for side in case)
    found = scaling.METHODS[method](values.astype(float), labels)
    assert found == oracles.compare_quadruples(*case)[:2]
    assert {type(count) for count in found} == {int}


def test_the_problem_is_the_same_on_every_machine():
    dissimilarities, labels = scaling.problem(50)
    assert np.bincount(labels).tolist() == [13, 13, 12, 12]
    assert (dissimilarities == np.rint(dissimilarities)).all()
    # Sums of squares of whole numbers below 2^53: no rounding, whatever the order of the additions.
    assert dissimilarities.max() < 2**53
    s_plus, s_minus, _ = at.concordance(dissimilarities, labels, metric="precomputed")
    assert [s_plus, s_minus] == COUNTS[50] == [203119, 66737]


# --- the stored table ---


def test_every_method_was_measured_up_from_the_smallest_size():
    settings = EXPERIMENTS["scaling"].settings(True)
    assert (STORED.attrs["experiment"], STORED.attrs["settings"]) == ("scaling", settings)
    assert STORED["method"].unique().tolist() == METHODS
    for method in METHODS:
        sizes = SECONDS[method].index.tolist()
        assert sizes == settings["sizes"][: len(sizes)]
        assert len(sizes) >= 8
    assert STORED["seconds"].min() > 0


@pytest.mark.slow
def test_stored_counts_agree_between_methods_and_with_the_package():
    assert (STORED.groupby("n")[["s_plus", "s_minus"]].nunique() == 1).all(axis=None)
    for n in [n for n in COUNTS if n <= 2000]:
        dissimilarities, labels = scaling.problem(n)
        assert list(at.concordance(dissimilarities, labels, metric="precomputed")[:2]) == COUNTS[n], n


def test_slopes_of_the_stored_table_bear_out_what_the_chapter_says():
    slopes = {method: scaling.slope(STORED, method) for method in METHODS}
    for method in METHODS[:3]:
        assert 3.5 < slopes[method] < 4.5, slopes
    for method in METHODS[3:]:
        assert 1.8 < slopes[method] < 2.7, slopes


# --- the experiment ---
