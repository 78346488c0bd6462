"""What reports concluded by the rules before: the record, and what is said of it elsewhere."""

import pandas as pd
import pytest
from conftest import ROOT
from studies import conclusions, read_table

import aucc_report
from aucc_report._words import TRACK_RECORD

STORED = read_table(ROOT / "book" / "results" / "conclusions.csv")
OF_REPORT = conclusions.OF_REPORT
COUNTS = [f"n_{name.replace(' ', '_')}" for name in conclusions.OUTCOMES]
WHOLE = STORED[STORED["n_replicates"] == STORED.groupby("design")["n_replicates"].transform("max")]


def test_the_table_is_of_all_designs_at_full_size():
    assert (STORED.attrs["experiment"], STORED.attrs["settings"]) == (
        "conclusions",
        {"seed": 1995, "full": True},
    )
    assert STORED["design"].unique().tolist() == list(conclusions.DESIGNS)
    n_replicates = WHOLE.groupby("group")["n_replicates"].agg(["min", "max"])
    for group, n in conclusions.REPLICATES.items():
        assert n_replicates.loc[group].tolist() == [n, n]
    rules = WHOLE.groupby("design")["rule"].agg(list)
    for design, found in rules.items():
        assert found == conclusions.rules_of(conclusions.DESIGNS[design].group)
    assert (STORED[COUNTS].sum(axis=1) == STORED["n_replicates"]).all()
    # With one cluster nothing is right, and the rules that always name a number never end without one.
    assert not STORED.loc[STORED["n_clusters"] == 1, ["n_nothing", "n_several"]].any(axis=None)
    assert not STORED.loc[~STORED["rule"].isin(conclusions.OF_REPORT), ["n_no_number", "n_several"]].any(axis=None)


def test_rules_are_compared_by_differences_between_designs():
    # Differences 1, 1, 0, -1 of one design, and 0, 1 of another; of those that are wrong: 1, 0, 0, 0, and -1, 0.
    counts = ("n_right", "n_wrong", "n_report_only", "n_rule_only", "n_report_wrong", "n_rule_wrong")
    rows = pd.DataFrame(
        [
            {"design": "a", "n_replicates": 4} | dict(zip(counts, (1, 3, 2, 1, 1, 0), strict=True)),
            {"design": "b", "n_replicates": 2} | dict(zip(counts, (0, 2, 1, 0, 0, 1), strict=True)),
        ]
    ).assign(rule="VRC", n_nothing=0, n_no_number=0, n_several=0)
    only_a = rows.iloc[:1].assign(rule="gap")
    found = conclusions.compare_rules(pd.concat([rows, only_a]))
    assert list(found.index) == ["VRC"]  # what was not tried on all designs is not summed up
    found = found.loc["VRC"]
    assert (found["right"], found["wrong"], found["n"], found["ahead"], found["more wrong"]) == (1, 5, 6, 2, 0)
    # The sums of the two designs are 1 and 1, and 1 and -1.
    assert found["error"] == 0
    assert found["error of wrong"] == pytest.approx((2 * pd.Series([1, -1]).var()) ** 0.5)
    within = 4 * pd.Series([1, 1, 0, -1]).var() + 2 * pd.Series([0, 1]).var()
    assert found["error within"] == pytest.approx(within**0.5)
    of_wrong = 4 * pd.Series([1, 0, 0, 0]).var() + 2 * pd.Series([-1, 0]).var()
    assert found["error of wrong within"] == pytest.approx(of_wrong**0.5)
    with pytest.raises(ValueError, match="It lacks n_rule_only"):
        conclusions.compare_rules(rows.drop(columns="n_rule_only"))
    with pytest.raises(ValueError, match=r"several data sets of each design\. It has one of 'b'"):
        conclusions.compare_rules(rows.assign(n_replicates=[4, 1]))
    with pytest.raises(ValueError, match=r"several designs, or there is nothing between them\. It has 1"):
        conclusions.compare_rules(rows.iloc[:1])


def compared(*groups):
    return conclusions.compare_rules(STORED[STORED["group"].isin(groups)]).astype({"right": int, "wrong": int})


def candidates(group):
    """How often a candidate was all there was, and how often it was right."""
    by_rule = compared(group).loc[["report", "report or candidate"]]
    without, with_one = (by_rule.loc[rule] for rule in by_rule.index)
    return int(without["no number"] - with_one["no number"]), int(with_one["right"] - without["right"])


def test_what_is_said_of_candidates_is_in_the_record():
    of_new, of_clouds = candidates("set aside"), candidates("no clusters")
    assert of_clouds[1] == 0
    docstring, page = (" ".join(text.split()) for text in (aucc_report.report.__doc__, TRACK_RECORD))
    assert (
        f"of {of_new[0]} candidates of the second on its new designs {of_new[1]} are right, and of {of_clouds[0]} on "
        "clouds without clusters none."
    ) in docstring
    assert (
        f"by the rule before, {of_new[1]} of {of_new[0]} were right on simulated tables, and of {of_clouds[0]} on "
        "clouds without clusters none."
    ) in page
