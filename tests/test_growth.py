"""What AUCC of many objects costs: the stored table (its numbers and its form, never a time), and the experiment."""

import inspect
import re

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from studies import EXPERIMENTS, growth, read_table

import aucc_teach as at

STORED = read_table(ROOT / "book" / "results" / "growth.csv")
RUNNING = (ROOT / "book" / "back" / "running.md").read_text(encoding="utf-8")
ANSWERS = ["low", "high", "n_passes", "estimate", "estimate_low", "estimate_high", "score"]
SMALL = [n for n in STORED["n"] if n <= 2000]


def of_size(rows, n):
    return rows[rows["n"] == n].iloc[0]


# --- the stored table ---


def test_the_table_was_measured_at_full_size():
    full, found = EXPERIMENTS["growth"].settings(True), dict(STORED.attrs["settings"])
    # The processor is that of another machine.
    assert isinstance(full.pop("processor"), str)
    assert found.pop("processor").strip()
    assert found == full
    assert STORED["n"].tolist() == full["sizes"]
    assert STORED["score"].notna().tolist() == [n <= full["largest_score"] for n in full["sizes"]]
    assert STORED["distances_seconds"].notna().tolist() == [n <= full["largest_distances"] for n in full["sizes"]]
    assert STORED["bounds_megabytes"].notna().tolist() == [n <= full["largest_memory"] for n in full["sizes"]]


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


# --- the experiment ---


def test_the_problem_has_ten_clusters_that_overlap():
    X, labels = growth.problem(503)
    assert X.shape == (503, 10)
    assert sorted(np.bincount(labels).tolist()) == [50] * 7 + [51] * 3
    assert 0.7 < at.aucc_score(X, labels) < 0.95
    assert np.array_equal(X, growth.problem(503)[0])


@pytest.mark.parametrize("n", [19, 50.0, True])
def test_problems_that_do_not_exist_are_refused(n):
    with pytest.raises(ValueError, match="n must be an integer of at least 20"):
        growth.problem(n)


def test_memory_is_the_most_that_is_taken_at_one_time():
    def way(X, labels):
        np.ones(1_000_000)  # given back before the next
        return np.ones(250_000).size

    for _ in range(2):
        size, megabytes = growth._megabytes(way, None, None)
        assert size == 250_000
        assert megabytes == pytest.approx(8, rel=0.01)


def test_the_smallest_of_all_rounds_is_kept_and_the_numbers_must_agree():
    def result(low, seconds):
        answers = dict(zip(ANSWERS, [low, 0.9, 1, 0.8, 0.7, 0.9, None], strict=True))
        return {"n": 10, "answers": answers, "measured": {"bounds_seconds": seconds}}

    (row,) = EXPERIMENTS["growth"].rows({}, [result(0.5, 2.0), result(0.5, 1.5), result(0.5, 1.75)])
    assert (row["n"], row["low"], row["bounds_seconds"], row["score_seconds"]) == (10, 0.5, "1.5", None)
    with pytest.raises(ValueError, match="all rounds must find the same at n = 10"):
        EXPERIMENTS["growth"].rows({}, [result(0.5, 2.0), result(0.6, 1.5)])


def test_the_rate_is_that_of_the_largest_size():
    rows = pd.DataFrame({"n": [101, 11, 1001], "bounds_seconds": [2.0, 1.0, np.nan]})
    assert growth.pairs_per_second(rows, "bounds") == 2525
    with pytest.raises(ValueError, match="way must be one of"):
        growth.pairs_per_second(rows, "estimate")
    with pytest.raises(ValueError, match="without 'score_seconds'"):
        growth.pairs_per_second(rows, "score")
