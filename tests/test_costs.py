"""The stored times of counting and judging: what was found is found again, and slopes bear out what chapters say."""

import numpy as np
import pytest
from conftest import ROOT
from studies import EXPERIMENTS, costs, read_table

import aucc_teach as at

STORED = read_table(ROOT / "book" / "results" / "costs.csv")
FEW, MANY = STORED[(STORED["k"] == 10) & (STORED["n"] != 20_000)], STORED[STORED["n"] == 20_000]


def slope(rows, way, by, start):
    """Slope on logarithmic scales from a size on."""
    rows = rows[(rows["way"] == way) & (rows[by] >= start)]
    return np.polyfit(np.log(rows[by]), np.log(rows["seconds"]), 1)[0]


def test_all_ways_count_the_same():
    first, second = costs.two_labellings(60, 7)
    assert {tuple(count(first, second)) for count in costs.COUNTS.values()} == {tuple(at.pair_counts(first, second))}


def test_what_was_found_is_found_again():
    for way, n, k, found, _ in STORED[STORED["n"] <= 20_000].itertuples(index=False):
        if way in costs.COUNTS:
            assert at.pair_counts(*costs.two_labellings(n, k)).tp == found
        elif n <= 400:
            assert at.criteria.CRITERIA[way].function(*costs.clustered_points(n)) == pytest.approx(found, rel=1e-9)


def test_the_table_is_that_of_the_settings():
    settings = EXPERIMENTS["costs"].settings(True)
    assert (STORED.attrs["experiment"], STORED.attrs["settings"]) == ("costs", settings)
    assert STORED[["way", "n", "k"]].apply(tuple, axis=1).tolist() == list(costs._tasks(settings))
    assert STORED["seconds"].min() > 0


def test_slopes_bear_out_what_the_chapters_say():
    assert 1.5 < slope(FEW, "all pairs", "n", 2000) < 2.3
    assert 0.7 < slope(FEW, "cells", "n", 16_000) < 1.3
    assert slope(MANY, "cells", "k", 300) > 1.6
    assert slope(MANY, "pair_counts", "k", 10) < 0.4
    last = MANY[MANY["k"] == 3000].set_index("way")["seconds"]
    assert last["cells"] > 5 * last["pair_counts"]
    assert 1.5 < slope(STORED, "aucc_score", "n", 400) < 2.5
    assert 1.5 < slope(STORED, "silhouette_score", "n", 400) < 2.5
    assert slope(STORED, "calinski_harabasz_score", "n", 400) < 1
    seconds = STORED[STORED["n"] >= 400].pivot_table("seconds", "n", "way")[list(costs.JUDGES)].dropna()
    assert (seconds.idxmin(axis=1) == "calinski_harabasz_score").all()


@pytest.mark.parametrize(("problem", "arguments"), [("two_labellings", (0, 3)), ("clustered_points", (4,))])
def test_problems_that_do_not_exist_are_refused(problem, arguments):
    with pytest.raises(ValueError, match="n must be an integer of at least"):
        getattr(costs, problem)(*arguments)
