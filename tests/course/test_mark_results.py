"""Marks, proportions, objectives, minutes and points of a class, from its tries."""

import pandas as pd
from marking.results import answers_of, marks_of
from marking.tries import COLUMNS, About


def tries_of(rows):
    table = pd.DataFrame([dict(zip(("file", "id", "verdict"), row, strict=True)) for row in rows])
    return table.reindex(columns=COLUMNS).astype({"at": float, "opened": float}).assign(because="")


def marks_from(rows, about, files, points=None, **rules):
    answers, out_of = answers_of(tries_of(rows), about, points, **rules)
    return marks_of(answers, out_of, files), out_of


ASKED = {
    "ex-a/n": About("ex-a", "n", "number", [("3", "3", "Not three.")]),
    "ex-a/m": About("ex-a", "m", "number", []),
    "ex-a/guess": About("ex-a", "g", "predict", []),
    "ex-b/open": About("ex-b", "o", "open", []),
}


def test_the_last_try_counts_and_points_are_shared():
    tries = [
        ("1", "ex-a/n", "right"),
        ("1", "ex-a/n", "wrong"),
        ("1", "ex-a/m", "right"),
        ("2", "ex-a/guess", "foretold"),
        ("2", "ex-b/open", "foretold"),
        ("3", "ex-a/n", "changed"),
    ]
    marks, out_of = marks_from(tries, ASKED, "123", {"ex-a": 5})
    assert out_of == {"ex-a": 5, "ex-b": None}
    assert marks.loc["1", "ex-a"] == 2.5
    # Neither a guess nor an answer to a changed question can be marked.
    assert marks.loc[["2", "3"], "ex-a"].isna().all()
    assert marks.loc["2", "ex-b"] == "unmarked"
    assert marks_from(tries, ASKED, "123")[0].loc["1", "ex-a"] == 1
    assert [marks_from(tries, ASKED, "123", which=which)[0].loc["1", "ex-a"] for which in ("first", "best")] == [2, 2]
    marks, out_of = marks_from(tries, ASKED, "123", {"ex-a/m": 3})
    assert (marks.loc["1", "ex-a"], out_of["ex-a"]) == (3, 4)


def test_functions_that_are_not_run_take_no_points_away():
    asked = {"ex-a/n": ASKED["ex-a/n"], "ex-a/f": About("ex-a", "f", "write", [])}
    asked["ex-b/f"] = About("ex-b", "f", "write", [])
    rows = [("1", "ex-a/n", "right"), ("1", "ex-a/f", "not run"), ("1", "ex-b/f", "not run")]
    marks, out_of = marks_from(rows, asked, "1", {"ex-a": 4, "ex-b": 4}, runs=False)
    assert (out_of, marks.loc["1"].tolist()) == ({"ex-a": 4, "ex-b": None}, [4, "unmarked"])
    rows = [("1", "ex-a/n", "right"), ("1", "ex-a/f", "wrong"), ("1", "ex-b/f", "right")]
    marks, out_of = marks_from(rows, asked, "1", {"ex-a": 4, "ex-b": 4})
    assert (out_of, marks.loc["1"].tolist()) == ({"ex-a": 4, "ex-b": 4}, [2, 4])
