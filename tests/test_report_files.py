"""What a report writes: tables as CSV files, codes and numbers for programs, and a page that is whole or not there."""

import json
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from small_reports import of_nasty, of_noise, of_three

from aucc_report import Conclusion, Doubt, Headline, Reason, Statement, _page
from aucc_report._report import FORMAT, TABLES


@pytest.fixture
def found():
    return of_nasty()


def test_tables_come_back_from_their_files(found, tmp_path):
    files = found.to_csv(tmp_path / "new" / "tables")
    assert [path.name for path in files] == [f"{name}.csv" for name in TABLES]
    assert sorted(path.name for path in files[0].parent.iterdir()) == sorted(path.name for path in files)
    for name, path in zip(TABLES, files, strict=True):
        table = getattr(found, name)
        again = pd.read_csv(path, index_col=list(range(table.index.nlevels)), keep_default_na=False, na_values=[""])
        expected = table.rename_axis(again.index.names).astype(object)
        expected = expected.where(table.notna() & (table != ""), np.nan)
        pd.testing.assert_frame_equal(again.astype(object), expected, rtol=0, atol=0)
    assert files[1].read_text("utf-8").startswith("name,used,")
    assert files[6].read_text("utf-8").startswith("name,cluster,")


def test_a_page_is_whole_or_not_there(found, tmp_path, monkeypatch):
    path = tmp_path / "report.html"
    path.write_text("the old one")
    monkeypatch.setattr(_page, "page_of", lambda report: "<!DOCTYPE html>")

    def stopped(source, target):
        raise KeyboardInterrupt

    monkeypatch.setattr("aucc_teach.files.os.replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        found.to_html(path)
    assert path.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [path]


# For programs.


@pytest.mark.parametrize("make", [of_noise, of_nasty])
def test_codes_and_numbers_are_plain_and_come_back_from_json(make):
    made = make()
    found = made.to_dict()
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["format"] == FORMAT == 3
    assert found["headline"] == {
        "code": made.headline.code,
        "n_clusters": made.n_clusters,
        "shape": None if made.n_clusters is None else "compact",
        "text": str(made.headline),
        "why": str(made.headline_reason),
        "why_code": made.headline_reason.code,
    }
    for name in ("conclusion", "doubts"):
        assert found[name] == [said.to_dict() for said in getattr(made, name)]
    for of_column, (name, row) in zip(found["columns"], made.columns.iterrows(), strict=True):
        assert (of_column["name"], of_column["used"], of_column["text"]) == (name, row["used"], row["reason"])
        assert of_column["code"] is None if row["used"] else of_column["code"] in set(Reason)
    assert found["settings"]["columns"] == made.settings["columns"]
    for name in ("at_least", "pvalue", "pvalues"):
        assert found[name] == getattr(made, name)
    assert (found["candidate"] is None) == (made.candidate is None)


def test_every_place_is_a_section_of_the_page():
    places = {code.place for codes in (Conclusion, Doubt) for code in codes}
    assert places <= set(_page.SECTIONS)
    assert Statement(Headline.NOTHING).place == "top"


def test_what_json_does_not_have_becomes_none_or_text():
    numbers = {"p": np.float64(math.nan), "k": np.int64(3), "row": pd.Timestamp("2026-01-31"), "is": np.bool_(True)}
    said = Statement(Doubt.SAME_ROWS, ("a",), numbers | {"pair": (1, math.inf)}).to_dict()
    assert said["numbers"] == {"p": None, "k": 3, "row": "2026-01-31 00:00:00", "is": True, "pair": [1, None]}
    plain = replace(of_three(), pvalues={"box": np.float64(math.nan)}).to_dict()
    assert plain["pvalues"] == {"box": None}
    assert [type(value) for value in plain["settings"]["ks"]] == [int] * 4
