"""What reports concluded by the rules before: the record, and what is said of it elsewhere."""

import re

import pandas as pd
import pytest
from conftest import ROOT
from studies import choosing, conclusions

import aucc_teach as at
from aucc_teach.experiments import read_table
from aucc_teach.reporting._words import TRACK_RECORD

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


def test_designs_of_the_study_of_rules_are_those_that_were_set_aside_there():
    designs = [name for name, design in conclusions.DESIGNS.items() if design.group == "choosing"]
    assert designs == [name for name, design in choosing.DESIGNS.items() if design.group == "set aside"]


def test_rules_are_tried_by_group():
    seen, empty, others = (conclusions.rules_of(group) for group in ("seen", "no clusters", "set aside"))
    assert (seen, others) == (list(conclusions.OF_REPORT), list(conclusions.RULES))
    assert [rule for rule in empty if rule not in seen] == [
        f"{name}, {scale}" for name in conclusions.QUICK for scale in conclusions.SCALES
    ]


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


def part(condition):
    return conclusions.compare_rules(STORED[STORED["group"] == "set aside"].query(condition)).loc["report"]


def test_the_docstring_says_what_the_table_shows():
    said = " ".join(at.report.__doc__.split())
    new, older = compared("set aside"), compared("choosing")
    report, before = new.loc["report"], new.loc["report, standardised"]
    designs = [design for design in conclusions.DESIGNS.values() if design.group == "set aside"]
    several = [design.n_clusters for design in designs if design.n_clusters > 1]
    n = conclusions.REPLICATES["set aside"]
    of_one = part("n_clusters == 1")
    dense, strength = new.loc["HDBSCAN, 10, within"], new.loc["prediction strength, within"]
    assert (
        f"On {n * len(designs)} data sets of {len(designs)} designs that were set aside while the rule was written, "
        f"{n * len(several)} of them with {min(several)} to {max(several)} clusters, others are right more often: "
        f"HDBSCAN that may answer one cluster in {dense['right']:.0f} and prediction strength in "
        f"{strength['right']:.0f}, both on the report's scale, where a report is right in {report['right']:.0f}. "
        f"Between designs these leads are {-dense['ahead']:.0f} ± {dense['error']:.0f} and {-strength['ahead']:.0f} ± "
        f"{strength['error']:.0f}. A report names a wrong number in {report['wrong']:.0f}; HDBSCAN does in "
        f"{dense['wrong']:.0f}, prediction strength in {strength['wrong']:.0f}. In the others a report names no "
        f"number: in {report['no number']:.0f} it finds something, and in {report['nothing']:.0f} it finds nothing "
        f"although there are clusters. Of the {of_one['n']:.0f} data sets with one cluster it finds something in "
        f"{of_one['no number']:.0f}."
    ) in said
    assert (
        f"it is right in {before['right']:.0f} and wrong in {before['wrong']:.0f}: so it gains {before['ahead']:.0f} ± "
        f"{before['error']:.0f}."
    ) in said
    counts = older.loc[["report", "report, standardised"], ["right", "wrong"]].to_numpy().ravel().tolist()
    assert (
        f"On {older['n'].iloc[0]:.0f} data sets of the designs of `choosing` that were set aside there, which were "
        "looked at later, it is right in {} and wrong in {}, at first in {} and {}, and calibrated VRC is right in "
        "{}.".format(*counts, older.loc["calibrated VRC, within", "right"])
    ) in said
    of_new, of_clouds = candidates("set aside"), candidates("no clusters")
    assert of_clouds[1] == 0
    assert (
        f"Of {of_new[0]} candidates on the new designs {of_new[1]} are right, and of {of_clouds[0]} on clouds without "
        "clusters none."
    ) in said


def candidates(group):
    """How often a candidate was all there was, and how often it was right."""
    by_rule = compared(group).loc[["report", "report or candidate"]]
    without, with_one = (by_rule.loc[rule] for rule in by_rule.index)
    return int(without["no number"] - with_one["no number"]), int(with_one["right"] - without["right"])


def found_in_clouds():
    """The proportion of clouds without clusters in which something is found, by rule and design."""
    empty = WHOLE[WHOLE["group"] == "no clusters"].set_index(["rule", "design"])
    return 1 - empty["n_right"] / empty["n_replicates"]


def test_the_docstring_says_how_often_something_is_found_where_nothing_is():
    said = " ".join(at.report.__doc__.split())
    empty = WHOLE[WHOLE["group"] == "no clusters"].set_index(["rule", "design"])
    found = found_in_clouds()
    error = (found * (1 - found) / empty["n_replicates"]) ** 0.5
    assert error.max() < 0.055
    normal, uniform, heavy, lognormal, exponential, band = found["report"]
    assert (
        f"p is at most 0.05 in {normal:.0%} of the normal clouds and {uniform:.0%} of the uniform ones, but in "
        f"{heavy:.0%} with Student's t of 3 degrees of freedom, {lognormal:.0%} if lognormal, {exponential:.0%} if "
        f"exponential, and {band:.0%} of the bent bands ({conclusions.REPLICATES['no clusters']} of each; standard "
        "errors up to 5%; at first {:.0%}, {:.0%}, {:.0%}, {:.0%}, {:.0%} and {:.0%}).".format(
            *found["report, standardised"]
        )
    ) in said
    wrong = compared("no clusters")["wrong"]
    n_sets = empty.loc["report", "n_replicates"].sum()
    assert (
        f"A number is selected in {wrong['report']} of the {n_sets}, at first in {wrong['report, standardised']}; "
        "HDBSCAN with clusters of at least 10 rows finds nothing in all of them."
    ) in said
    assert wrong["HDBSCAN, 10, within"] == wrong["HDBSCAN, 10, standardised"] == 0


def test_what_the_readme_says_of_a_report_is_in_the_table():
    said = " ".join((ROOT / "README.md").read_text("utf-8").split())
    new = compared("set aside")
    report = new.loc["report"]
    # Cautious, and often silent.
    assert report["wrong"] / report["n"] < 0.01
    assert "not known yet; of the rule before it" in said
    assert "hardly ever named a wrong number, but it often named none" in said
    assert report["no number"] + report["nothing"] > report["n"] / 4
    normal, uniform, *others = found_in_clouds()["report"]
    assert max(normal, uniform) < 0.05 < 0.25 < min(others)
    assert 'said "something is there" of many clouds that are bent or have long tails' in said
    # Where others are better.
    better = {rule.rsplit(", ", 1)[0] for rule in new.index[new["right"] > report["right"]] if rule not in OF_REPORT}
    assert better == {"HDBSCAN, a twentieth", "HDBSCAN, 10", "HDBSCAN, several", "prediction strength"}
    assert 'HDBSCAN that may answer "one cluster" and prediction strength were right more often' in said
    leads = -new["ahead"] / new["error"]
    of_best = leads[["HDBSCAN, 10, within", "HDBSCAN, a twentieth, within", "prediction strength, within"]]
    assert of_best.between(0.85, 1.55).all()
    assert "by one to one and a half standard errors between designs" in said
    # Plain sentences, without a ladder of numbers.
    (about,) = re.findall(r"(A report is for the first look .*? on which it fails\.)", said)
    assert len(re.findall(r"[.?](?= [A-Z]|$)", about)) <= 6
    assert not re.findall(r"\d", about.replace("book/3-chance/", ""))


def test_the_page_of_a_report_says_what_the_table_shows():
    report, one = compared("set aside").loc["report"], part("n_clusters == 1")
    of_new, of_clouds = candidates("set aside"), candidates("no clusters")
    normal, _, *others = found_in_clouds()["report"]
    n = report[["right", "wrong", "no number", "nothing"]].sum()
    assert n == report["n"]  # what is neither right nor wrong selects none
    assert of_clouds[1] == 0
    assert (
        "How often is such a report right? Of its rule this is not known yet. The rule before it, which did not ask "
        f"density, was tried on {n:.0f} simulated tables that were set aside while it was written, each read from a "
        f"file. It was right in {report['right']:.0f}, named a wrong number of clusters in {report['wrong']:.0f}, and "
        f"named none in the other {n - report['right'] - report['wrong']:.0f}. Where the "
        f"table was one cluster, it said in {one['no number']:.0f} of {one['n']:.0f} that there is something. A "
        f"candidate is less: of {of_new[0]} on these tables {of_new[1]} were right, and of {of_clouds[0]} on clouds "
        "without clusters none. On tables of a single cloud it said that there is something in "
        f"{normal:.0%} if the cloud was normal, but in {min(others):.0%} to {max(others):.0%} if it had long tails or "
        "was bent, so look at the picture."
    ) == TRACK_RECORD
