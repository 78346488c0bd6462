"""How costs grow with the number of objects: the same counts in five ways, and the stored tables (never a time)."""

import inspect
import re

import numpy as np
import oracles
import pytest
from conftest import ROOT
from hypothesis import given
from strategies import values_with_partition
from studies import growth, read_table, scaling

import aucc_teach as at

METHODS = list(scaling.METHODS)
SCALING = read_table(ROOT / "book" / "results" / "scaling.csv")
COUNTS = {n: counts for n, *counts in SCALING[["n", "s_plus", "s_minus"]].itertuples(index=False)}


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


@pytest.mark.slow
def test_stored_counts_agree_between_methods_and_with_the_package():
    assert (SCALING.groupby("n")[["s_plus", "s_minus"]].nunique() == 1).all(axis=None)
    for n in [n for n in COUNTS if n <= 2000]:
        dissimilarities, labels = scaling.problem(n)
        assert list(at.concordance(dissimilarities, labels, metric="precomputed")[:2]) == COUNTS[n], n


def test_slopes_of_the_stored_table_bear_out_what_the_chapter_says():
    slopes = {method: scaling.slope(SCALING, method) for method in METHODS}
    for method in METHODS[:3]:
        assert 3.5 < slopes[method] < 4.5, slopes
    for method in METHODS[3:]:
        assert 1.8 < slopes[method] < 2.7, slopes


STORED = read_table(ROOT / "book" / "results" / "growth.csv")
RUNNING = (ROOT / "book" / "back" / "running.md").read_text(encoding="utf-8")
ANSWERS = ["low", "high", "n_passes", "estimate", "estimate_low", "estimate_high", "score"]
SMALL = [n for n in STORED["n"] if n <= 2000]


def of_size(rows, n):
    return rows[rows["n"] == n].iloc[0]


@pytest.mark.parametrize("n", SMALL)
@pytest.mark.breadth(first_of=len(SMALL))  # a quick run, below, answers the same for all
def test_what_is_no_time_comes_out_again(n):
    found, stored = growth.answers(n), of_size(STORED, n)
    for name in ANSWERS:
        if not np.isnan(stored[name]):
            assert found[name] == pytest.approx(stored[name], abs=1e-11), name


def test_score_bounds_and_estimates_agree():
    assert (STORED["low"] <= STORED["high"]).all()
    assert (STORED["high"] - STORED["low"] <= growth.WIDTH + 1e-11).all()
    scored = STORED.dropna(subset="score")
    assert len(scored) >= 2
    # Stored with twelve digits.
    assert ((scored["low"] - 1e-11 <= scored["score"]) & (scored["score"] <= scored["high"] + 1e-11)).all()
    # Five standard deviations of a million draws.
    assert (np.abs(STORED["estimate"] - STORED["low"]) < 5 / 2000).all()


def test_docstrings_say_what_was_measured():
    by_n = STORED.set_index("n")
    ratio = by_n.loc[10**6, "estimate_seconds"] / by_n.loc[500, "estimate_seconds"]
    said = " ".join(at.aucc_estimate.__doc__.split())
    assert f"of a million objects in ten columns took {ratio:.1f} times as long as those of 500" in said
    said = " ".join(at.aucc_bounds.__doc__.split())
    measured = by_n.loc[100_000, "bounds_megabytes"]
    assert f"{measured:.0f} MB above the data were measured for 100 000 objects in ten columns" in said
    assert (growth.N_DIMENSIONS, growth.N_JOBS, growth.N_COMPARISONS) == (10, 2, 10**6)
    assert inspect.signature(at.aucc_bounds).parameters["width"].default == growth.WIDTH


def test_times_and_memory_bear_out_what_the_chapter_says():
    seconds = STORED.set_index("n").filter(like="_seconds")
    assert (seconds.min() > 0).all()
    largest = STORED["n"].max()
    assert largest == 1_000_000
    # About twice the distances alone, with the square of n; the estimate grows far less.
    assert 1 < seconds.loc[100_000, "bounds_seconds"] / seconds.loc[100_000, "distances_seconds"] < 3
    tenfold = seconds.loc[1_000_000] / seconds.loc[100_000]
    assert 60 < tenfold["bounds_seconds"] < 160
    assert seconds["estimate_seconds"].max() < 20 * seconds["estimate_seconds"].min()
    memory = STORED.set_index("n").filter(like="_megabytes")
    assert memory.loc[20_000, "score_megabytes"] > 10 * memory.loc[20_000, "bounds_megabytes"]


def test_the_page_on_running_the_code_holds_the_stored_seconds_and_megabytes():
    rows = re.findall(r"^\| ([\d ]+) \| `aucc_(\w+)` \| ([\d.]+) \|([^|]*)\|$", RUNNING, re.MULTILINE)
    assert len(rows) == 6
    for n, way, seconds, memory in rows:
        stored = of_size(STORED, int(n.replace(" ", "")))[f"{way}_seconds"]
        digits = 1 if float(seconds) < 1 else 2
        assert float(seconds) == float(f"{stored:.{digits}g}")
        megabytes = of_size(STORED, int(n.replace(" ", "")))[f"{way}_megabytes"]
        assert memory.strip() == ("not measured" if np.isnan(megabytes) else f"{megabytes:.0f} MB")


def test_the_page_recommends_the_quicker_way_for_each_size():
    """Exact scores where they take no longer than the bounds by more than a half, and bounds from there on."""
    exact, *bounds = (
        int(n.replace(" ", "")) for n in re.findall(r"^\| ([\d ]+) \| `aucc_(?:s|b)", RUNNING, re.MULTILINE)
    )
    ratio = STORED.set_index("n")["score_seconds"] / STORED.set_index("n")["bounds_seconds"]
    assert ratio[exact] < 1.5
    assert (ratio[[n for n in bounds if n in ratio]].dropna() > 5).all()
