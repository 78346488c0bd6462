"""What reports answer to tables that their rule has never seen: how it is asked and counted, and what is said of it."""

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.stats import binom
from studies import _ask_report, answers, read_table

STORED = read_table(ROOT / "book" / "results" / "answers.csv")


@pytest.mark.breadth
@pytest.mark.parametrize("design", ["iris", "two alloys", "log-logistic times"])
def test_a_table_comes_out_again(design):
    again = answers.answers_of(design)
    row = STORED[(STORED["design"] == design) & (STORED["replicate"] == 0)].iloc[0]
    # Since the trial equal numbers of a column are taken as rounded: the scale of these two moved, and no headline did.
    told = ["code", "n_clusters", "at_least"] if design in ("iris", "log-logistic times") else row.index
    assert again[told].fillna("").tolist() == row[told].fillna("").tolist()


def counts(*kinds):
    """What each rule came to on tables of these kinds."""
    return answers.beside_report(STORED[STORED["kind"].isin(kinds)])


def outcomes_of_report(*kinds):
    found = answers.outcomes_of(STORED[STORED["kind"].isin(kinds)]).query("rule == 'report'")
    return found["outcome"].value_counts().reindex(answers.OUTCOMES, fill_value=0)


def test_what_the_page_on_your_table_says_of_a_report_is_in_the_trial():
    page = (ROOT / "book" / "back" / "judge.md").read_text("utf-8")
    said = " ".join(page.split("## How often it was right")[1].split())
    clustered, clouds = counts(*answers.KINDS[:2]), counts(*answers.KINDS[2:4])
    report, n = clustered.loc["report"], int(clustered.loc["report", ["right", "at least", "neither", "wrong"]].sum())
    assert "On simulated tables that its rule had not seen it hardly ever named a wrong number" in said
    assert report["wrong"] / n < 0.01
    assert "where there were clusters it named none in two tables of five" in said
    assert (report["at least"] + report["neither"]) / n == pytest.approx(0.4, abs=0.03)
    assert 'it said "something is there" of many clouds that are bent or skewed' in said
    assert outcomes_of_report("clouds")["something"] > 60
    assert 'where HDBSCAN that may answer "one cluster" was hardly ever wrong' in said
    may = [rule for rule in clouds.index if rule.startswith(("HDBSCAN, 10", "HDBSCAN, a twentieth"))]
    assert len(may) == 4
    assert clouds.loc[may, "wrong"].max() / clouds.loc[may[0], ["right", "wrong"]].sum() < 0.01
    # Plain sentences, without a ladder of numbers.
    assert not re.findall(r"\d", said.replace("../3-chance/", ""))


@pytest.mark.parametrize(
    ("truth", "code", "n_clusters", "at_least", "outcome"),
    [
        (1, "nothing", None, None, "right"),
        (3, "nothing", None, None, "nothing"),
        (1, "something", None, None, "something"),
        (3, "something", None, None, "something"),
        (3, "clusters", 3, None, "right"),
        (3, "clusters", 2, None, "wrong number"),
        (1, "clusters", 2, None, "wrong number"),
        ("2|4", "clusters", 4, None, "right"),
        ("2|4", "clusters", 3, None, "wrong number"),
        (3, "at_least", None, 3, "at least"),
        (3, "at_least", None, 2, "at least"),
        (3, "at_least", None, 4, "wrong at least"),
        (1, "at_least", None, 2, "wrong at least"),
        ("2|4", "at_least", None, 3, "at least"),
        ("1|4", "nothing", None, None, "right"),
        (3, "not_judged", None, None, "not judged"),
    ],
)
def test_outcomes(truth, code, n_clusters, at_least, outcome):
    assert answers.outcome(truth, code=code, n_clusters=n_clusters, at_least=at_least) == outcome


def table_of(*rows):
    """Answers by (kind, design, truth, code, number, and of rivals {rule: number})."""
    found = []
    for kind, design, truth, code, number, rivals in rows:
        numbers = {"n_clusters": number if code == "clusters" else None, "at_least": None}
        numbers |= {"at_least": number} if code == "at_least" else {}
        found.append({"kind": kind, "design": design, "truth": truth, "code": code} | numbers | rivals)
    return pd.DataFrame(found)


FEW = table_of(
    ("plain clusters", "a", 3, "clusters", 3, {"VRC, within": 3, "HDBSCAN, 10, within": 1}),
    ("plain clusters", "a", 3, "at_least", 2, {"VRC, within": 3, "HDBSCAN, 10, within": 3}),
    ("plain clusters", "b", 2, "clusters", 4, {"VRC, within": 2, "HDBSCAN, 10, within": 2}),
    ("plain clusters", "b", 2, "not_judged", None, {}),
    ("clouds", "c", 1, "something", None, {"HDBSCAN, 10, within": 1}),
    ("clouds", "c", 1, "nothing", None, {"HDBSCAN, 10, within": 5}),
)


def test_rules_are_counted_where_they_were_asked():
    found = answers.outcomes_of(FEW)
    of_vrc = found[found["rule"] == "VRC, within"]
    assert of_vrc["outcome"].tolist() == ["right", "right", "right", "not judged"]
    assert of_vrc["design"].tolist() == ["a", "a", "b", "b"]
    groups = answers.groups_of(FEW)
    assert groups.index.tolist() == [
        ("plain clusters", "report"),
        ("plain clusters", "VRC, within"),
        ("plain clusters", "HDBSCAN, 10, within"),
        ("clouds", "report"),
        ("clouds", "HDBSCAN, 10, within"),
    ]
    report = groups.loc[("plain clusters", "report")]
    assert report[list(answers.OUTCOMES)].tolist() == [1, 1, 0, 0, 0, 1, 1]
    assert (report["designs"], report["tables"], report["right or at least"], report["wrong"]) == (2, 4, 0.5, 0.25)
    assert groups.loc[("clouds", "HDBSCAN, 10, within"), ["right", "wrong number"]].tolist() == [1, 1]
    for absent in ("truth", "code"):
        with pytest.raises(ValueError, match=f"It lacks {absent}"):
            answers.groups_of(FEW.drop(columns=absent))
    with pytest.raises(ValueError, match="at least one row"):
        answers.outcomes_of(FEW.iloc[:0])


def test_a_rate_has_an_error_between_designs_and_a_bound():
    flags = pd.Series([True, True, False, True, False, False, False, False, True])
    designs = pd.Series(list("aaabbbccc"))
    found = answers.rate(flags, designs)
    means = flags.groupby(designs).mean()
    assert found["error"] == pytest.approx(means.std() / 3**0.5)
    assert (found["n"], found["times"]) == (9, 4)
    # At the bound, so few or fewer are seen once in twenty times.
    assert binom.cdf(4, 9, found["at most"]) == pytest.approx(0.05)
    # At the other one, so many or more are.
    assert binom.sf(3, 9, found["at least"]) == pytest.approx(0.05)
    assert answers.rate(flags[:0:-1][flags], designs[:0:-1][flags])["at most"] == 1
    assert np.isnan(answers.rate(flags[:3], designs[:3])["error"])


def test_rules_to_which_the_report_loses_come_first():
    found = answers.beside_report(FEW.iloc[:3])
    assert found.index.tolist() == ["report", "VRC, within", "HDBSCAN, 10, within"]
    counts = ["right", "at least", "wrong", "neither", "ahead", "more wrong"]
    assert found[counts].values.tolist() == [[1, 1, 1, 0, 0, 0], [3, 0, 0, 0, -2, 1], [2, 0, 0, 1, -1, 1]]
    # The report is behind by one in each design, and by 0 and 1.
    assert found["± ahead"].tolist() == [0, 0, pytest.approx((2 * np.var([0, -1], ddof=1)) ** 0.5)]
    assert found.loc["report", "setting"] == "every default, from a CSV file"


def made(columns, **changed):
    """A report, as far as it is asked."""
    given = {"n_clusters": None, "at_least": 2, "pvalue": 0.025}
    return SimpleNamespace(
        **given | changed,
        headline=SimpleNamespace(code="at_least"),
        rows=pd.DataFrame({"used": [True] * 30}),
        settings={"columns": columns},
    )


def test_a_report_is_asked_with_every_default_about_what_is_in_a_file(monkeypatch):
    asked = []

    def record(X, **options):
        asked.append((X, options))
        return made(["a", "b"])

    monkeypatch.setattr(_ask_report, "report", record)
    rng = np.random.default_rng(3)
    table = pd.DataFrame(rng.standard_normal((30, 2)), columns=["a", "b"]).assign(day="2024-02-03")
    found = _ask_report.ask(table, rivals="quick", rng=np.random.default_rng(1))
    (read, options), *_ = asked
    assert set(options) == {"columns", "rng", "progress"}
    assert options["columns"] is None
    assert read["a"].tolist() == table["a"].tolist()  # to the last bit
    assert read.index.name == "line"
    expected = {"n_rows": 30, "n_columns": 2, "code": "at_least", "at_least": 2, "p": 0.025}
    assert {name: found[name] for name in _ask_report.ANSWER} == dict.fromkeys(_ask_report.ANSWER) | expected
    assert set(found) - set(_ask_report.ANSWER) == {
        f"{name}, {scale}" for name in _ask_report.QUICK for scale in ("within", "standardised")
    }
    # Whole numbers are named, but not those that do not vary.
    counts = pd.DataFrame(rng.poisson(2, (30, 2)), columns=["a", "b"]).assign(same=7)
    _ask_report.ask(counts, rivals="none", rng=rng)
    assert asked[1][1]["columns"] == ["a", "b"]
