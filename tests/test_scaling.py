"""The five ways to count the same comparisons, and the stored table of their times (its structure, never a time)."""

import numpy as np
import oracles
import pandas as pd
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


def test_dissimilarities_are_squared_distances():
    points = np.array([[0.0, 0.0], [3.0, 4.0], [3.0, 0.0]])
    assert scaling._squared_distances(points).tolist() == [25, 9, 16]


@pytest.mark.parametrize("n", [7, 10.0, True])
def test_problems_that_do_not_exist_are_refused(n):
    with pytest.raises(ValueError, match="n must be an integer of at least 8"):
        scaling.problem(n)


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


def test_a_method_gave_up_after_its_first_call_over_the_budget():
    largest, budget = (STORED.attrs["settings"][name] for name in ("sizes", "budget_seconds"))
    for method, seconds in SECONDS.items():
        *before, last = seconds
        assert max(before) <= budget, method
        # A round that stayed within the budget went on, so the fastest of all rounds did not.
        assert seconds.index[-1] == largest[-1] or last > budget, method


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


def test_the_fastest_of_all_rounds_is_kept_and_counts_must_agree():
    rounds = [[["quadruples", 10, 5, 1, 2.0]], [["quadruples", 10, 5, 1, 1.5], ["quadruples", 14, 9, 2, 7.0]]]
    rows = EXPERIMENTS["scaling"].rows({}, rounds)
    assert [(row["n"], row["seconds"]) for row in rows] == [(10, "1.5"), (14, "7")]
    rounds[1][0][2] = 6
    with pytest.raises(ValueError, match=r"must count the same at n = 10\. 'quadruples' differs"):
        EXPERIMENTS["scaling"].rows({}, rounds)


def test_a_method_that_exceeds_the_budget_is_not_called_again(monkeypatch):
    monkeypatch.setattr(scaling, "perf_counter", iter(range(1000)).__next__)  # every call takes one second
    settings = {"sizes": [10, 14], "budget_seconds": 0.5}
    measured = EXPERIMENTS["scaling"].run_block(settings, 0, None)
    assert [(name, n) for name, n, *_ in measured] == [(method, 10) for method in METHODS]
    measured = EXPERIMENTS["scaling"].run_block(settings | {"budget_seconds": 1}, 0, None)
    assert [(name, n) for name, n, *_ in measured] == [(method, n) for n in (10, 14) for method in METHODS]


def test_slope_takes_the_largest_sizes_in_any_order():
    rows = pd.DataFrame([("quadruples", n, n**3) for n in (500, 20, 50, 100, 200)], columns=["method", "n", "seconds"])
    rows.loc[5], rows.loc[6] = ("quadruples", 10, 9), ("other", 900, 1)
    assert scaling.slope(rows, "quadruples") == pytest.approx(3)
    with pytest.raises(ValueError, match=r"at least 5 sizes of 'sort and merge'\. They hold 0"):
        scaling.slope(rows, "sort and merge")
    with pytest.raises(ValueError, match="method must be one of"):
        scaling.slope(rows, "other")
    with pytest.raises(ValueError, match=r"rows must be a DataFrame, as read_table returns\. Got list"):
        scaling.slope(rows.to_dict("records"), "quadruples")
    with pytest.raises(ValueError, match=r"rows must have the columns .* without 'seconds'"):
        scaling.slope(rows[["method", "n"]], "quadruples")
