"""Small studies: each stored table comes from its code, and bears out what chapters and docstrings say."""

import math

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.stats import binom
from sklearn.metrics import calinski_harabasz_score, silhouette_score
from studies import _rivals, choosing, costs, intervals, penguins, read_table, seeds

import aucc_teach as at
from aucc_report.clusterers import label_rows_of_many

COSTS = read_table(ROOT / "book" / "results" / "costs.csv")
FEW, MANY = COSTS[(COSTS["k"] == 10) & (COSTS["n"] != 20_000)], COSTS[COSTS["n"] == 20_000]


def slope(rows, way, by, start):
    """Slope on logarithmic scales from a size on."""
    rows = rows[(rows["way"] == way) & (rows[by] >= start)]
    return np.polyfit(np.log(rows[by]), np.log(rows["seconds"]), 1)[0]


def test_all_ways_count_the_same():
    first, second = costs.two_labellings(60, 7)
    assert {tuple(count(first, second)) for count in costs.COUNTS.values()} == {tuple(at.pair_counts(first, second))}


def test_what_was_found_is_found_again():
    for way, n, k, found, _ in COSTS[COSTS["n"] <= 20_000].itertuples(index=False):
        if way in costs.COUNTS:
            assert at.pair_counts(*costs.two_labellings(n, k)).tp == found
        elif n <= 400:
            assert at.criteria.CRITERIA[way].function(*costs.clustered_points(n)) == pytest.approx(found, rel=1e-9)


def test_slopes_bear_out_what_the_chapters_say():
    assert 1.5 < slope(FEW, "all pairs", "n", 2000) < 2.3
    assert 0.7 < slope(FEW, "cells", "n", 16_000) < 1.3
    assert slope(MANY, "cells", "k", 300) > 1.6
    assert slope(MANY, "pair_counts", "k", 10) < 0.4
    last = MANY[MANY["k"] == 3000].set_index("way")["seconds"]
    assert last["cells"] > 5 * last["pair_counts"]
    assert 1.5 < slope(COSTS, "aucc_score", "n", 400) < 2.5
    assert 1.5 < slope(COSTS, "silhouette_score", "n", 400) < 2.5
    assert slope(COSTS, "calinski_harabasz_score", "n", 400) < 1
    seconds = COSTS[COSTS["n"] >= 400].pivot_table("seconds", "n", "way")[list(costs.JUDGES)].dropna()
    assert (seconds.idxmin(axis=1) == "calinski_harabasz_score").all()


INTERVALS = read_table(ROOT / "book" / "results" / "intervals.csv")


@pytest.mark.slow
@pytest.mark.parametrize("block", [2, 67])
@pytest.mark.breadth(first_of=2)
def test_blocks_come_out_again(block):
    stored = INTERVALS[INTERVALS["block"] == block].reset_index(drop=True)
    pd.testing.assert_frame_equal(intervals.rows_of_block(block), stored, check_dtype=False, rtol=1e-10)


def test_the_interval_of_the_package_covers_in_every_design():
    by_design = INTERVALS.groupby(["distance", "step", "n_comparisons"])[["n_data_sets", "exact_covers"]].sum()
    for n, covers in by_design.to_numpy():
        # Fewer by chance in one table of 300 like this one, if every interval had no more than its 95%.
        assert binom.cdf(covers, n, intervals.CONFIDENCE) > 1e-4


def test_the_tempting_ways_fail_as_the_chapter_says():
    share = {
        (way, m): intervals.coverage(INTERVALS, way, m)[0] for way in intervals.WAYS for m in intervals.N_COMPARISONS
    }
    assert min(share["exact", m] for m in intervals.N_COMPARISONS) > 0.945
    assert share["normal", 100] < 0.85
    assert share["objects", 10_000] < share["objects", 100] < 0.6
    nearly_one = INTERVALS[
        (INTERVALS["distance"] == 7) & (INTERVALS["n_comparisons"] == 100) & (INTERVALS["step"] == 0)
    ]
    assert intervals.coverage(nearly_one, "normal", 100)[0] < 0.1


PENGUINS = read_table(ROOT / "book" / "results" / "penguins.csv")


@pytest.mark.breadth
@pytest.mark.parametrize("look", penguins.LOOKS)
def test_a_look_comes_out_again(look):
    found, (stored,) = penguins.take(look), PENGUINS[PENGUINS["look"] == look].to_dict("records")
    # A look without an index has None, of which the table makes NaN.
    found = {name: math.nan if value is None else value for name, value in found.items()}
    assert found == pytest.approx(stored, nan_ok=True)


@pytest.mark.slow
def test_rivals_that_a_user_has_are_those_of_the_package():
    """What is put together from parts, for speed, is what the public function says."""
    X = choosing.draw("3 clear", rng=0)
    ks = range(2, 5)
    found = _rivals.by_partitions(X, ks, np.random.default_rng(1))
    assert set(found) == set(_rivals.SLOW) - {"AuToMATo"}
    choice = at.calibrated_choice(
        X,
        lambda points, k: label_rows_of_many(points, [k], "k-means")[0],
        ks,
        criterion="calinski_harabasz_score",
        n_references=39,
        rng=2,
    )
    assert found["calibrated VRC"] == choice.n_clusters
    partitions = label_rows_of_many(X, ks, "k-means")
    by_sklearn = {"VRC": calinski_harabasz_score, "silhouette": silhouette_score}
    for name, score in by_sklearn.items():
        assert found[name] == max(zip(ks, partitions, strict=True), key=lambda of_k: score(X, of_k[1]))[0]


@pytest.mark.parametrize(("n_rows", "n_different", "last"), [(100, 100, 12), (200, 200, 20), (200, 10, 9)])
def test_rivals_go_up_to_20_clusters_but_at_most_one_for_8_rows_and_fewer_than_rows_differ(
    monkeypatch, n_rows, n_different, last
):
    asked = []
    real = _rivals._mixture
    monkeypatch.setattr(_rivals, "version_of_automato", lambda: None)
    monkeypatch.setattr(_rivals, "by_partitions", lambda X, ks, rng: asked.append(list(ks)) or {})
    monkeypatch.setattr(_rivals, "_mixture", lambda X, ks: asked.append(list(ks)) or real(X, [1]))
    _rivals.named_by_grid(
        np.random.default_rng(0).standard_normal((n_different, 2))[np.arange(n_rows) % n_different], slow=True, rng=None
    )
    assert asked == [list(range(2, last + 1)), list(range(1, last + 1))]


@pytest.mark.breadth
@pytest.mark.parametrize("table", ["normal, 2", "2 clear"])
def test_a_table_comes_out_again(table):
    stored = read_table(ROOT / "book" / "results" / "seeds.csv").astype({"others": object}).fillna({"others": ""})
    (again,) = seeds.rows_of_table(table, n_seeds=int(stored["n_seeds"].max()))
    assert stored.loc[stored["table"] == table, list(again)].iloc[0].to_dict() == again
