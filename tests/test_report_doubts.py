"""What counts against a conclusion, as codes: on tables that are taken in, and on evidence made by hand."""

from decimal import Decimal
from fractions import Fraction
from math import comb
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import kurtosis, skew
from small_reports import TABLE

from aucc_report import Doubt, Statement, Why
from aucc_report._doubts import (
    SLIGHT,
    WEIGHTY,
    columns_alike,
    doubts_of,
    far_values,
    of_clusters,
    of_rows,
)
from aucc_report.intake import take_in
from aucc_report.rule import Answer, PeaksSay


def doubts_about(X=TABLE, *, why=Why.BOTH_AGREE, peaks=(3,), labels=None, candidate=None, seeds=(), ari=1.0, **changes):
    """Doubts about a table that was taken in, with peaks at these numbers, and a candidate whose algorithm finds it
    again from other seeds and on another scale as well as said."""
    taken = take_in(X, scaling=changes.get("scaling", "standardise"))
    settings = {
        "ks": list(range(2, 11)),
        "algorithms": ["ward"],
        "metric": "euclidean",
        "classes": None,
        "missing": "drop",
        "scaling": "standardise",
    }
    return doubts_of(
        SimpleNamespace(
            taken=taken,
            settings=settings | changes,
            answer=Answer(why),
            said_by_peaks=PeaksSay(None, peaks),
            labels=labels,
            candidate=candidate,
            seeds=seeds,
            scale=("within", ari),
            clusters=None,
        )
    )


def codes(doubts):
    return [doubt.code for doubt in doubts]


@pytest.mark.parametrize(("n_sample", "n_rows", "n_seen"), [(45, 60, 3), (200, 1000, 5), (2000, 100_000, 5)])
def test_a_sample_says_how_small_a_cluster_it_may_miss(n_sample, n_rows, n_seen, monkeypatch):
    """The smallest cluster that has enough rows in the sample, and the error of proportions, counted out."""
    monkeypatch.setattr("aucc_report.intake.MAX_ROWS", n_sample)
    table = pd.DataFrame({"x": np.random.default_rng(0).normal(size=n_rows)})
    (told,) = (doubt.numbers for doubt in of_rows(take_in(table, scaling="none"), "drop"))

    def chance_of_enough(size):
        """That the sample has `n_seen` rows of a cluster of this size."""
        fewer = sum(comb(size, seen) * comb(n_rows - size, n_sample - seen) for seen in range(n_seen))
        return 1 - Fraction(fewer, comb(n_rows, n_sample))

    size = round(told["smallest"] * n_rows)
    assert told["n_seen"] == n_seen
    assert chance_of_enough(size) >= Fraction(95, 100) > chance_of_enough(size - 1)
    # The variance of a proportion of one half among rows that are drawn without replacement.
    assert told["error"] ** 2 == pytest.approx((1 - n_sample / n_rows) * n_rows / (n_rows - 1) / 4 / n_sample)


@pytest.mark.parametrize(("n_columns", "is_told"), [(4, False), (12, False), (13, True), (40, True)])
def test_fewer_than_two_rows_for_each_dimension_are_told(n_columns, is_told):
    X = np.random.default_rng(0).normal(size=(24, n_columns))
    # A column twice is one dimension.
    found = doubts_about(pd.DataFrame(np.column_stack([X, X[:, :2]])).rename(columns=str))
    told = [doubt.numbers for doubt in found if doubt.code == Doubt.MANY_COLUMNS]
    assert told == ([{"n_rows": 24, "n_dimensions": min(n_columns, 23)}] if is_told else [])


# Their order.


def test_every_doubt_has_its_weight():
    assert sorted((*WEIGHTY, *SLIGHT)) == sorted(Doubt)


# About the data.


def test_a_plain_table_is_not_doubted():
    assert doubts_about() == doubts_about(why=Why.NONE_STANDS_OUT) == ()


@pytest.mark.parametrize(
    ("scaling", "code"), [("standardise", Doubt.DOMINANT_BEFORE_SCALING), ("none", Doubt.DOMINANT_UNSCALED)]
)
def test_a_dominant_column_is_a_doubt(scaling, code):
    (doubt,) = doubts_about(TABLE * [1, 100], scaling=scaling)
    variances = TABLE["length"].var(), 1e4 * TABLE["width"].var()
    assert (doubt.code, doubt.columns) == (code, ("width",))
    assert doubt.numbers["proportion"] == pytest.approx(variances[1] / sum(variances))


def test_heavy_tails_are_a_doubt():
    half = np.clip(np.random.default_rng(3).standard_t(3, size=100), -6, 6)
    tails = np.concatenate([half, -half])
    (doubt,) = doubts_about(np.column_stack([tails, 2 * np.random.default_rng(0).normal(size=200)]))
    assert (doubt.code, doubt.columns) == (Doubt.HEAVY_TAILS, ("x0",))
    assert doubt.numbers["kurtosis"] == pytest.approx([kurtosis(tails)])


def test_skewness_between_the_clusters_is_no_doubt():
    labels = np.repeat([0, 1], [50, 10])
    points = np.random.default_rng(0).normal(size=(60, 2)) + np.array([[0, 0], [9, 9]])[labels]
    assert skew(points).min() > 1
    assert Doubt.SKEWED in codes(doubts_about(points))
    assert Doubt.SKEWED not in codes(doubts_about(points, labels=labels))


def test_values_far_from_all_others_are_named_and_do_not_make_a_column_skewed():
    spend, lent = np.random.default_rng(0).normal(100, 9, (2, 60))
    table = TABLE.assign(spend=spend, lent=lent)
    table.loc["row 7", "spend"] = 5000
    table.index = pd.RangeIndex(2, 62, name="line")
    doubts = doubts_about(table)
    assert codes(doubts) == [Doubt.FAR_VALUES, Doubt.DOMINANT_BEFORE_SCALING]
    values = [{"column": "spend", "row": 9, "value": 5000.0}]
    assert doubts[0] == Statement(Doubt.FAR_VALUES, ("spend",), {"values": values, "called": "line"})
    assert far_values(np.array([1.0, 2, 3, 4, 100])).tolist() == [4]
    assert far_values(np.array([1.0, 2, 3, -90, 100])).tolist() == [4, 3]
    assert far_values(np.array([1.0, 2, 3, 4, 5])).tolist() == []
    # Three are a group, and equal values have none that are far.
    assert far_values(np.array([1.0, 2, 3, 4, 5, 98, 99, 100])).tolist() == []
    assert far_values(np.array([1.0, 1, 1, 1, 9])).tolist() == []


def test_columns_of_numbers_that_are_text_and_copies_of_columns_are_doubts():
    table = TABLE.assign(
        price=[f"${value:.2f}" for value in range(60)],
        part=[f"{value / 10} %" for value in range(60)],
        size=[f"{value / 7:.2f} cm" for value in range(60)],
        cost=[Decimal(value) / 8 for value in range(60)],
        long=[2**53 + 1 + value for value in range(60)],
        name=[f"n{value}" for value in range(60)],
        inches=TABLE["length"] / 2.54 + 3,
        below=-TABLE["width"],
    )
    groups = [["length", "inches"], ["width", "below"]]
    assert doubts_about(table) == (
        Statement(Doubt.COLUMNS_ALIKE, ("length", "inches", "width", "below"), {"groups": groups}),
        Statement(Doubt.NUMBERS_NOT_USED, ("price", "part", "size", "cost", "long")),
    )
    # Columns that go together are not the same.
    near = take_in(TABLE.assign(near=TABLE["length"] * (1 + 1e-6 * np.arange(60))))
    assert columns_alike(near.used, near.points) == []


# About the tests.


def test_few_numbers_and_algorithms_of_another_distance_are_doubts():
    told = doubts_about(ks=[3], metric="cityblock", algorithms=["ward", "average"])
    few = Statement(Doubt.FEW_KS, numbers={"ks": [3]})
    assert told == (few, Statement(Doubt.EUCLIDEAN_ALGORITHMS, numbers={"algorithms": ["ward"], "metric": "cityblock"}))


# About the clustering that is described.


@pytest.mark.parametrize(
    ("candidate", "changes", "expected"),
    [
        (("k-means", 3), {}, [Doubt.SAME_ROWS]),
        (("k-means", 2), {}, [Doubt.PEAKS_DIFFER, Doubt.SAME_ROWS]),
        (("k-means", 3), {"peaks": (3, 4)}, [Doubt.PEAKS_DIFFER, Doubt.SAME_ROWS]),
        (("k-means", 3), {"seeds": (1.0, 0.8)}, [Doubt.OTHER_SEEDS, Doubt.SAME_ROWS]),
        (("k-means", 3), {"ari": 0.8}, [Doubt.OTHER_SCALE, Doubt.SAME_ROWS]),
        (None, {"peaks": (3, 4), "seeds": (0.8,), "ari": 0.8}, []),
    ],
)
def test_what_a_clustering_hangs_on_is_a_doubt(candidate, changes, expected):
    assert codes(doubts_about(candidate=candidate, labels=np.repeat([0, 1, 2], 20), **changes)) == expected


def test_a_cluster_that_does_not_come_back_is_a_doubt():
    table = pd.DataFrame({"Jaccard": [0.9, 0.55], "filled in": [0, 12], "rows in all": [50, 20]}, [1, 2])
    weak, crowd = of_clusters(table)
    assert weak == Statement(Doubt.WEAK_CLUSTERS, numbers={"clusters": [2], "jaccard": [0.55], "limit": 0.6})
    proportions = {"clusters": [2], "proportions": [0.6], "proportion_of_all": 12 / 70}
    assert crowd == Statement(Doubt.CLUSTER_OF_FILLED_IN, numbers=proportions)
    assert list(of_clusters(table.assign(Jaccard=0.9, **{"filled in": 0}))) == []
    assert list(of_clusters(None)) == []
