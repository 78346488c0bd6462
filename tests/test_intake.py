"""From a table to points: rows that lack values, scales and units, and what is refused before any work."""

import threading
from functools import cache

import numpy as np
import pandas as pd
import pytest
from sklearn.impute import KNNImputer
from sklearn.preprocessing import PowerTransformer
from small_reports import POINTS, TABLE, of_three, small

from aucc_report import Conclusion, Doubt, Reason, Statement, report
from aucc_report._gaps import FEWEST_ROWS
from aucc_report._overflow import spreads
from aucc_report._rows import labels_of_all
from aucc_report.intake import SCALINGS, take_in


def test_incomplete_rows_are_left_out_counted_and_compared():
    table = TABLE.copy()
    table.iloc[[3, 30, 50], 0] = np.nan
    found = small(table)
    assert found.rows["reason"].value_counts().to_dict() == {"": 57, "incomplete": 3}
    assert found.rows.loc[["row 3", "row 30"], "used"].tolist() == [False, False]
    assert found.rows.loc["row 3", "copies"] == 0
    assert found.columns.loc["length", "missing"] == 3
    (doubt,) = [doubt for doubt in found.doubts if doubt.code == Doubt.ROWS_LEFT_OUT]
    complete, others = table["width"].drop(["row 3", "row 30", "row 50"]), table["width"].iloc[[3, 30, 50]]
    gap = (others.mean() - complete.mean()) / complete.std()
    assert (doubt.numbers["n_left_out"], doubt.numbers["n_rows"], doubt.columns) == (3, 60, ("width",))
    assert doubt.numbers["gap"] == pytest.approx([gap, (1 / 3 + 1 / 57) ** 0.5])
    without = small(table.dropna())
    for name in ("tests", "by_k", "gaps", "agreement", "objects"):
        pd.testing.assert_frame_equal(getattr(without, name), getattr(found, name))
    assert found.columns["rows lost"].to_dict() == {"length": 3, "width": 0}
    told = r"Got 3 of 60 that lack one .rows row 3, row 30, row 50; column length.*missing=.neighbours"
    with pytest.raises(ValueError, match=told):
        small(table, missing="refuse")


@cache
def with_gaps():
    table = TABLE.assign(height=TABLE["length"] * 2 + np.random.default_rng(1).normal(size=60))
    table.iloc[[3, 30, 50], 0] = np.nan
    table.iloc[[30, 7], 1] = np.nan  # of row 30 only one of three values is left
    return table


@pytest.mark.parametrize("missing", ["median", "neighbours"])
def test_missing_values_are_filled_in_and_told(missing):
    table = with_gaps()
    found = small(table, missing=missing)
    assert found.rows["reason"].value_counts().to_dict() == {"": 59, "incomplete": 1}
    assert found.rows["filled in"].to_dict() == {
        name: int(name in ("row 3", "row 50", "row 7")) for name in table.index
    }
    raw = found._taken.filled
    kept = table.notna().to_numpy()
    kept[30] = False
    assert (raw[kept] == table.to_numpy()[kept]).all()
    rest = table.drop("row 30")
    if missing == "median":
        expected = rest.fillna(rest.median())
    else:
        scaled = rest / rest.std(ddof=0)
        expected = pd.DataFrame(KNNImputer().fit_transform(scaled), rest.index, rest.columns) * rest.std(ddof=0)
    np.testing.assert_allclose(np.delete(raw, 30, axis=0), expected)
    assert np.isnan(raw[30]).all()
    numbers = {doubt.code: doubt.numbers for doubt in found.doubts}
    assert numbers[Doubt.FILLED_IN] == {"n_values": 3, "n_rows": 3, "missing": missing, "proportions": []}
    assert numbers[Doubt.ROWS_LEFT_OUT]["n_left_out"] == 1
    # What is described are values that were measured.
    assert found.profiles["values"].groupby("column").sum().to_dict() == {"height": 59, "length": 57, "width": 58}
    assert found.clusters["filled in"].sum() == 3


def test_copies_are_kept_and_counted():
    found = small(pd.concat([TABLE, TABLE.iloc[:6], TABLE.iloc[:1]]))
    assert found.settings["n_used"] == 67
    assert found.rows["copies"].iloc[[0, 1, 6, 61, 66]].tolist() == [3, 2, 1, 2, 3]
    assert Statement(Doubt.COPIES, numbers={"n_copies": 7, "n_rows": 67}) in found.doubts
    assert Doubt.COPIES not in [doubt.code for doubt in of_three().doubts]


def test_columns_that_are_no_measurements_are_told():
    rng = np.random.default_rng(0)
    table = TABLE.assign(
        code=rng.integers(1, 4, size=60),
        species=np.repeat(["a", "b", "c"], 20),
        hollow=np.where(np.arange(60) < 40, np.nan, rng.normal(size=60)),
    )
    found = small(table, classes="species")
    columns = found.columns
    assert columns.index.tolist() == table.columns.tolist()
    assert found.settings["columns"] == columns.index[columns["used"]].tolist() == ["length", "width"]
    assert columns.loc["hollow", "code"] == Reason.MOSTLY_MISSING
    np.testing.assert_allclose(columns["proportion as used"].dropna(), [0.5, 0.5])
    np.testing.assert_allclose(columns["proportion as it is"].dropna(), TABLE.var() / TABLE.var().sum())
    assert Statement(Doubt.NUMBERS_NOT_USED, ("code", "hollow")) in found.doubts
    chosen = take_in(table, columns=["length", "code"])
    assert chosen.used == ["length", "code"]
    assert chosen.columns.loc[["code", "width"], "code"].tolist() == [Reason.IN_SPITE, Reason.NOT_ASKED_FOR]


def test_a_column_that_is_constant_in_the_complete_rows_is_not_used():
    table = TABLE.assign(late=np.where(np.arange(60) < 3, np.arange(60) + 0.5, 5.0), other=TABLE["width"] ** 2)
    table.iloc[:3, 0] = np.nan
    assert take_in(table).columns.loc["late", "code"] == Reason.CONSTANT_IN_COMPLETE_ROWS
    with pytest.raises(
        ValueError, match=r"every column used must vary\. Got the same value in all 57 complete rows: column late"
    ):
        take_in(table, columns=["length", "late"])


def test_an_array_uses_every_column_that_varies():
    taken = take_in(np.column_stack([POINTS, np.ones(60), np.repeat([1, 2, 3], 20)]))
    assert taken.columns["used"].to_dict() == {"x0": True, "x1": True, "x2": False, "x3": True}
    assert taken.name == "array"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"X": [1, 2, 3]}, "X must be a DataFrame, or an array of numbers .* Got list"),
        ({"X": TABLE.iloc[:2]}, "at least 3 rows"),
        ({"X": np.ones((9, 2))}, "at least one column must be a measurement that varies.* by columns="),
        ({"ks": range(2, 61)}, "ks must hold different numbers of clusters from 2 to n - 1 = 59"),
        ({"X": np.repeat([[0, 1], [2, 3], [5, 0], [9, 2], [4, 4]], 5, axis=0)}, "ks must be smaller .* rows, 5"),
        ({"columns": ["length", "length"]}, "columns must be one or more different columns"),
        ({"columns": ["kind"], "X": TABLE.assign(kind="a")}, "column kind cannot be used: .* Name others by columns="),
        ({"columns": ["width"], "classes": "width"}, "cannot be a measurement and the classes"),
        ({"classes": ["a"] * 60}, "classes must have at least 2 different values"),
        ({"classes": pd.Series(["a", "b", "c"] * 20)}, "must name the same objects"),
        ({"metric": "precomputed"}, "metric must work on coordinates"),
        (
            {"metric": "cosine", "scaling": "range", "X": np.vstack([[0, 0], POINTS**2 + 1])},
            "must be defined for every",
        ),
        ({"n_references": 18}, "n_references must be at least 1 / significance_level - 1"),
        ({"missing": "mean"}, r"missing must be one of \['drop', 'refuse', 'median', 'neighbours'\]"),
    ],
)
def test_bad_input_is_refused_before_any_work(monkeypatch, options, message):
    def work(*arguments, **keywords):
        raise AssertionError("work began")

    monkeypatch.setattr("aucc_report._peaks.judge", work)
    with pytest.raises(ValueError, match=message):
        small(**options)


def test_spreads_are_those_of_numpy_to_the_bit_and_do_not_overflow_or_vanish():
    rng = np.random.default_rng(3)
    for order in ("C", "F"):
        for n in (3, 60, 401):
            points = rng.normal(size=(n, 4)) * 10.0 ** np.array([-9, 0, 3, 12]) + [0, 5, 1e6, 0]
            points = np.array(points.round(2) if n == 60 else points, order=order)
            assert np.array_equal(spreads(points), points.std(axis=0))
    for power in (-700, 700):
        assert np.array_equal(spreads(np.ldexp(POINTS, power)), np.ldexp(POINTS.std(axis=0), power))
    assert spreads(np.zeros((3, 1))).tolist() == [0]


@pytest.mark.parametrize(("scaling", "power"), [*zip(SCALINGS[:3], [-700, 700, -700], strict=True)])
def test_columns_of_any_unit_are_the_same_points(scaling, power):
    # A power of two changes no digit, so that the points are the same to the bit.
    plain, tiny = take_in(POINTS, scaling=scaling), take_in(np.ldexp(POINTS, power), scaling=scaling)
    assert np.array_equal(plain.points, tiny.points)
    holed = np.where(np.arange(120).reshape(60, 2) % 23 == 4, np.nan, POINTS)
    options = {"scaling": scaling, "missing": "neighbours"}
    plain, tiny = take_in(holed, **options), take_in(np.ldexp(holed, power), **options)
    assert np.array_equal(plain.points, tiny.points)
    assert take_in(np.ldexp(holed, power)).gap == take_in(holed).gap


def test_infinity_is_refused_wherever_it_stands():
    values = [0.5, -np.inf, 0.25] * 20
    for X in (TABLE.assign(more=values), np.column_stack([POINTS, values])):
        with pytest.raises(ValueError, match=r"must be finite\. Got infinity in column '(more|x2)', row"):
            take_in(X)
    assert take_in(TABLE.assign(more=values), columns=["length", "width"]).used == ["length", "width"]


def test_what_a_user_keeps_beside_a_table_stays_there():
    # Neither can be compared with itself, and the last has no copy.
    kept = {"frame": pd.DataFrame({"a": [1, 2]}), "array": np.arange(3), "lock": threading.Lock()}
    table = TABLE.assign(more=1.0)
    table.loc[table.index[0], "more"] = np.nan
    labels = pd.Series(np.repeat([0, 1, 2], 20), TABLE.index, name="mine")
    plain = take_in(table, labels=labels, classes=labels)
    for of in (table, labels):
        of.attrs |= kept | {"name": np.arange(2), "notes": 7, "read": pd.DataFrame()}
    own = take_in(table, labels=labels, classes=labels)
    np.testing.assert_array_equal(own.points, plain.points)
    assert (own.name, own.source) == (plain.name, plain.source) == ("DataFrame", None)
    assert table.attrs.keys() >= kept.keys()


def test_fewer_rows_than_can_show_two_groups_are_refused():
    places = np.repeat([[0, 0], [12, 0]], FEWEST_ROWS // 2, axis=0)
    few = np.random.default_rng(0).normal(size=(FEWEST_ROWS, 2)) + places
    assert small(few, scaling="within").n_clusters == 2
    assert f"fewer than {FEWEST_ROWS} complete rows" in report.__doc__
    for X, got in ((few[1:], "Got 21 of 21."), (pd.DataFrame(few).replace({0: {few[0, 0]: np.nan}}), "Got 21 of 22.")):
        with pytest.raises(ValueError, match=f"at least {FEWEST_ROWS} rows with a value in every column used.*{got}"):
            small(X)
    # However the rows went: for a column that was asked for, or more than half of their values.
    gaps = pd.DataFrame(few, columns=["a", "b"]).assign(c=np.r_[np.nan, np.arange(21) / 7])
    for options in ({"columns": ["a", "c"]}, {"columns": ["c"], "missing": "median"}, {"missing": "drop"}):
        with pytest.raises(ValueError, match=r"Got 21 of 22\."):
            small(gaps, **options)


def test_few_different_rows_are_tried_with_fewer_numbers_of_clusters():
    answers = pd.DataFrame(np.random.default_rng(0).integers(0, 2, (40, 3)), columns=list("abc"))
    answers = answers.replace({0: "no", 1: "yes"})
    assert len(answers.drop_duplicates()) == 8
    found = small(answers, ["ward"], None, columns=list("abc"))
    assert found.settings["ks"] == [2, 3, 4, 5, 6, 7]
    with pytest.raises(ValueError, match=r"at least 3 of the 40 rows used must be different, .* Got 2"):
        small(answers, columns=["a"], ks=None)


# Transformed columns.


def test_columns_are_transformed_before_they_are_scaled():
    table = TABLE.abs().assign(length=np.exp(TABLE["length"]))
    by_hand = take_in(np.log(table)).points
    np.testing.assert_array_equal(take_in(table, transform="log").points, by_hand)
    found = take_in(table, transform="yeo-johnson", scaling="standardise").points
    np.testing.assert_allclose(found, PowerTransformer().fit_transform(table), atol=1e-12)
    assert take_in(table, transform="log").raw.tolist() == table.to_numpy().tolist()
    # Rows outside of a sample are transformed as well.
    sample = take_in(table, transform="log", most_rows=30)
    inside = np.repeat([0, 1], 15)
    cluster = labels_of_all(sample, inside)["cluster"].astype(int)
    assert cluster.iloc[sample.positions].tolist() == (inside + 1).tolist()
    np.testing.assert_array_equal(sample.everything, by_hand)


def test_logarithms_of_values_that_have_none_are_refused():
    message = r'above 0, with transform="log"\. Got others in columns? .*Choose transform="yeo-johnson"'
    with pytest.raises(ValueError, match=message):
        take_in(TABLE, transform="log")
    with pytest.raises(ValueError, match="transform must be one of"):
        small(transform="sqrt")


@pytest.mark.slow
def test_skewed_columns_are_asked_once_more_without_their_skewness():
    """Two clusters beside a skewed column stay two; those of a tail are gone with it."""
    quick = {"rng": 0, "progress": False}
    rng = np.random.default_rng(0)
    blobs = rng.standard_normal((150, 2)) + np.repeat([[0, 0], [8, 0]], [90, 60], axis=0)
    stays = report(np.column_stack([blobs, rng.lognormal(sigma=1, size=150)]), **quick)
    skewed = rng.lognormal(sigma=1, size=(150, 2)) + np.repeat([[0, 0], [90, 0]], [110, 40], axis=0)
    goes, anew = small(skewed), small(skewed, transform="yeo-johnson")
    for found in (stays, goes):
        assert found.n_clusters == 2
        assert Doubt.SKEWED in [doubt.code for doubt in found.doubts]
    assert Conclusion.SAME_TRANSFORMED in [said.code for said in stays.conclusion]
    assert anew.n_clusters is None
    assert (goes.doubts[0].code, goes.doubts[0].numbers["headline"]) == (Doubt.TRANSFORMED, str(anew.headline))
