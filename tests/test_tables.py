"""Tables for readers: what they show, how they are read aloud, and what is refused."""

import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from aucc_teach import CaptionedTable

SCORES = pd.DataFrame({"rule": ["gap", "peak <k>"], "AUCC": [0.91234, np.nan], "n": [3, 41]}, index=[2, 3])
SCORES.index.name = "k"


def cells(table):
    return re.findall(r"<t[hd](?: [^>]*)?>(?:<strong>)?([^<]*)", table._repr_html_())


def test_text_is_rounded_and_aligned():
    assert repr(CaptionedTable(SCORES, "Two rules.", digits=2)).splitlines() == [
        "Two rules.",
        " k  rule      AUCC   n",
        " 2  gap       0.91   3",
        " 3  peak <k>     –  41",
    ]


def test_html_has_the_cells_of_the_text_escaped():
    assert cells(CaptionedTable(SCORES, "Two rules.", digits=2)) == [
        *("k", "rule", "AUCC", "n"),
        *("2", "gap", "0.91", "3"),
        *("3", "peak &lt;k&gt;", "–", "41"),
    ]


def test_html_says_what_each_header_heads_and_can_be_reached_by_keys():
    page = CaptionedTable(SCORES, 'The "best" & the rest')._repr_html_()
    assert page.count('scope="col"') == 4
    assert page.count('scope="row"') == 2
    assert 'tabindex="0" aria-label="The &quot;best&quot; &amp; the rest"' in page
    assert "<caption>The &quot;best&quot; &amp; the rest</caption>" in page


def test_the_numbering_of_pandas_is_left_out_and_a_named_one_stays():
    frame = pd.DataFrame({"k": [2, 3]})
    assert cells(CaptionedTable(frame, "One column.")) == ["k", "2", "3"]
    frame.index.name = "row"
    assert cells(CaptionedTable(frame, "Two columns.")) == ["row", "k", "0", "2", "1", "3"]


def test_an_index_of_several_levels_heads_the_rows_by_all_of_them():
    table = CaptionedTable(SCORES.set_index("rule", append=True), "Two levels.")
    assert cells(table)[4:8] == ["2", "gap", "0.912", "3"]
    assert table._repr_html_().count('scope="row"') == 4


def test_decimals_by_column_leave_the_others_at_three():
    frame = pd.DataFrame({"a": [0.12345], "b": [0.12345]})
    assert cells(CaptionedTable(frame, "Both.", digits={"a": 1}))[2:] == ["0.1", "0.123"]


def test_decimals_of_a_level_of_the_index():
    frame = pd.DataFrame({"n": [4]}, index=pd.Index([0.5], name="cut"))
    assert cells(CaptionedTable(frame, "A cut.", digits={"cut": 1}))[2:] == ["0.5", "4"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (-0.0004, "0.000"),
        (-0.5, "-0.500"),
        (np.float32(0.25), "0.250"),
        (Fraction(3, 5), "3/5"),
        (np.int64(7), "7"),
        (True, "yes"),
        (np.bool_(False), "no"),
        (None, "–"),
        (pd.NA, "–"),
        ((2, 3), "(2, 3)"),
    ],
)
def test_values(value, shown):
    frame = pd.DataFrame({"value": pd.Series([value], dtype=object)})
    assert cells(CaptionedTable(frame, "One value.")) == ["value", shown]


def test_numbers_stand_right_and_words_left():
    html = CaptionedTable(SCORES, "Two rules.")._repr_html_()
    assert '<td style="text-align: left">gap</td><td>0.912</td>' in html


def test_marked_rows_are_bold():
    rows = CaptionedTable(SCORES, "Two rules.", mark=[3, 4])._repr_html_().split("<tr>")[2:]
    assert ["<strong>" in row for row in rows] == [False, True]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"frame": [[1]], "caption": "x"}, "frame must be a DataFrame"),
        ({"frame": pd.DataFrame(index=[1]), "caption": "x"}, "at least one column"),
        ({"frame": pd.concat({"a": SCORES}, axis=1), "caption": "x"}, "one level"),
        ({"frame": SCORES, "caption": " "}, "caption must say"),
        ({"frame": SCORES, "caption": None}, "caption must say"),
        ({"frame": SCORES, "caption": "x", "digits": -1}, "digits must be an integer of at least 0. Got -1"),
        ({"frame": SCORES, "caption": "x", "digits": {"AUC": 2}}, "digits must name columns .* Got 'AUC'"),
    ],
)
def test_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        CaptionedTable(**arguments)
