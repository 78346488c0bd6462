"""How a report comes to its number: the scale within clusters, a second scale, rows left out, a longer range."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import aucc_report
import aucc_teach as at
from aucc_report import Conclusion, Doubt, Statement, Why
from aucc_report._rule import SHALLOW
from aucc_report.intake import take_in, units, without

THREE = np.random.default_rng(4).normal(size=(60, 2)) + np.repeat([[0, 0], [9, 0], [0, 9]], 20, axis=0)


def report(X, **options):
    """Quick: two trees and 19 sets."""
    return aucc_report.report(X, ["ward", "average"], **({"n_references": 19, "rng": 0, "progress": False} | options))


def codes(found):
    return [said.code for said in found.conclusion]


def test_the_spread_within_clusters_is_a_quantile_of_the_differences():
    rng = np.random.default_rng(0)
    values = np.column_stack([np.concatenate([rng.normal(size=30), rng.normal(20, 1, 30)]), rng.normal(size=60)])
    origins, of_columns = units(values, "within")
    expected = [np.quantile([abs(a - b) for a, b in combinations(column, 2)], 0.1) for column in values.T]
    assert of_columns == pytest.approx(expected)
    assert origins == pytest.approx(values.mean(axis=0))
    # Two clusters far apart have a large standard deviation, but no larger spread than one.
    assert of_columns[0] < 2 * of_columns[1] < values[:, 0].std() / 4


def spread_within(*values):
    return units(np.concatenate(values)[:, None].astype(float), "within")[1][0]


def test_a_column_of_whole_numbers_weighs_as_it_would_before_it_was_rounded():
    rng = np.random.default_rng(0)
    normal, groups = rng.normal(size=150), rng.uniform(20, 24, 150) + np.repeat([0, 20], 75)
    for values in (normal, groups):
        for step in (0.01, 0.1, 0.5, 1):
            rounded = np.floor(values / step) * step
            assert 0.85 < spread_within(rounded) / spread_within(values) < 1.5
    # Some with more digits beside most in whole numbers change little.
    some = np.where(np.arange(150) % 10, normal.round(), normal)
    assert 0.85 < spread_within(some) / spread_within(normal) < 1.2
    # By hand: 0 and 1 are spread over 1/2 on each side, and so over 2 in all; half of the pairs are equal.
    even = (np.arange(300) + 0.5) / 150 - 0.5
    near = np.quantile(np.abs(even[:, None] - even)[np.triu_indices(300, 1)], 0.1)
    assert spread_within(np.zeros(150), np.ones(150)) == pytest.approx(near / 2 + 0.1777 * 0.5 / 2, rel=0.01)


def test_no_column_changes_its_weight_at_once():
    """As more and more rows are equal, or two groups lie farther and farther apart."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=100)
    tied = [spread_within(np.zeros(n), values[n:]) for n in range(90)]
    assert np.abs(np.diff(np.log(tied))).max() < 0.3
    apart = [spread_within(values[:50], values[50:] + distance) / distance for distance in range(20, 200)]
    assert np.abs(np.diff(np.log(apart))).max() < 0.1
    # Normal numbers have that quantile.
    assert spread_within(np.sort(rng.normal(size=2000))) == pytest.approx(0.1777, rel=0.05)


@pytest.mark.slow
def test_groups_in_whole_numbers_are_found():
    rng = np.random.default_rng(0)
    whole = np.r_[rng.integers(20, 24, 75), rng.integers(40, 44, 75)]
    assert report(np.column_stack([whole, rng.normal(size=(150, 2))])).n_clusters == 2


@pytest.mark.slow
def test_the_second_scale_is_a_report_of_its_own():
    X = THREE * [1, 50]
    both, one = report(X, ks=range(2, 6)), report(X, ks=range(2, 6), scaling="standardise")
    assert both.standardised["pvalue"] == one.pvalue
    pd.testing.assert_frame_equal(both.standardised["tests"], one.tests)
    assert both.standardised["ks"] == (one.n_clusters,) == (3,)
    assert one.standardised is None
    assert Conclusion.SAME_ON_SECOND_SCALE in codes(both)


def test_bad_rows_are_left_out_and_named():
    X = pd.DataFrame(np.vstack([THREE, [[80, 80], [-90, 70]]]), [f"row {i}" for i in range(62)], ["width", "length"])
    found = report(X, ks=range(2, 6))
    assert found.n_clusters == 3
    assert found.left_out == ("row 60", "row 61")
    assert found.rows.loc[list(found.left_out), "reason"].unique().tolist() == [
        "left out: in a cluster of very few rows"
    ]
    assert found.rows["used"].sum() == found.settings["n_used"] == len(found.objects) == 60
    assert (
        Statement(Conclusion.WITHOUT_ROWS, numbers={"rows": ["row 60", "row 61"], "called": "row"}) in found.conclusion
    )
    assert found.headline.numbers == {"n_clusters": 3, "n_left_out": 2, "shape": "compact"}
    assert Doubt.SAMPLE not in [doubt.code for doubt in found.doubts]


def test_a_table_without_rows_is_scaled_anew():
    X = np.vstack([THREE, [[500, 500]]])
    taken = take_in(X)
    rest, alone = without(taken, np.array([60]), "within"), take_in(THREE)
    np.testing.assert_array_equal(rest.points, alone.points)
    np.testing.assert_array_equal(rest.positions, np.arange(60))
    assert rest.columns["proportion as used"].tolist() == alone.columns["proportion as used"].tolist()
    constant = take_in(np.column_stack([THREE, np.arange(60) == 7]))
    assert without(constant, np.array([7]), "within") is None


def twelve():
    centres = np.array([(9 * i, 9 * j) for i in range(4) for j in range(3)])
    return np.random.default_rng(5).normal(size=(108, 2)) + np.repeat(centres, 9, axis=0)


@pytest.mark.slow
def test_the_range_is_extended_by_default():
    found = report(twelve())
    assert found.settings["ks"][-1] == 13  # eight rows for each of 108
    # Tenth neighbours are in other clusters of nine rows, so density does not show the number that the peaks select.
    assert (found.n_clusters, found.candidate[1], found.headline_reason.code) == (None, 12, Why.ONE_MODE)


@pytest.mark.slow
def test_a_column_without_which_a_number_would_be_selected_is_a_doubt():
    skewed = 20 * np.random.default_rng(7).exponential(size=60)
    X = pd.DataFrame(np.column_stack([THREE, skewed]), columns=["width", "length", "other"])
    found = report(X, ks=range(2, 6), scaling="none")
    assert found.pvalue <= 0.05
    assert found.n_clusters is None
    assert report(X.drop(columns="other"), ks=range(2, 6), scaling="none").n_clusters == 3
    assert Statement(Doubt.WITHOUT_A_COLUMN, ("other",), {"k": 3}) in found.doubts


def test_the_peak_is_that_among_the_numbers_whose_clusters_are_apart():
    birds = at.datasets.load_penguins()
    sizes = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
    found = report(birds[::3], columns=sizes, ks=range(2, 7), scaling="standardise")
    tests = found.tests.xs("VRC", level="criterion")
    assert (tests["peak at"] != tests["apart at"]).any()
    for name, row in tests.iterrows():
        by_k = found.by_k.loc[name]
        apart = by_k["valley"] <= SHALLOW
        assert row["apart at"] == by_k["VRC above box"].where(apart).idxmax()
        choices = found._choices[name, "VRC"]
        expected = []
        for kind in ("box", "radial"):
            of_data, of_sets = by_k[f"VRC above {kind}"], choices.reference_excess[kind]
            reached = of_sets.max(axis=1) - of_sets.mean(axis=1) >= of_data[apart].max() - of_data.mean() - 1e-9
            expected.append((1 + reached.sum()) / 20)
        assert row["p apart"] == pytest.approx(max(expected))
        assert row["p apart"] >= max(row["p, box"], row["p, radial"])


@pytest.mark.slow
def test_a_number_whose_clusters_hold_clusters_is_not_selected():
    """Two pairs of clusters, and four is not among the numbers: two is not the whole truth."""
    X = np.random.default_rng(2).normal(size=(120, 2))
    X[:, 0] += np.repeat([0, 6, 30, 36], 30)
    found = report(X, ks=(2, 3, 5, 6), n_references=39)
    assert (found.n_clusters, found.candidate) == (None, ("ward", 2))
    (said,) = (said.numbers for said in found.conclusion if said.code == Conclusion.GROUPS_WITHIN_GROUPS)
    assert said["held"] == {"k": 2, "algorithms": ["ward", "average"]}
    assert {"n_rows": 60, "k": 2} in said["parts"]
