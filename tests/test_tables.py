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


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (-0.0004, "0.000"),
        (np.float32(0.25), "0.250"),
        (Fraction(3, 5), "3/5"),
        (True, "yes"),
        (pd.NA, "–"),
        ((2, 3), "(2, 3)"),
    ],
)
def test_values(value, shown):
    frame = pd.DataFrame({"value": pd.Series([value], dtype=object)})
    assert cells(CaptionedTable(frame, "One value.")) == ["value", shown]


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
