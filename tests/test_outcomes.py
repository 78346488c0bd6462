"""What the answers of reports come to: how a report is asked, and how its answers are counted beside other rules."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom
from studies import _ask_report, outcomes


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
    assert outcomes.outcome(truth, code=code, n_clusters=n_clusters, at_least=at_least) == outcome


def table_of(*rows):
    """Answers by (kind, design, truth, code, number, and of rivals {rule: number})."""
    found = []
    for kind, design, truth, code, number, rivals in rows:
        numbers = {"n_clusters": number if code == "clusters" else None, "at_least": None}
        numbers |= {"at_least": number} if code == "at_least" else {}
        found.append({"kind": kind, "design": design, "truth": truth, "code": code} | numbers | rivals)
    return pd.DataFrame(found)


RULES = {"report": "every default, from a CSV file", "VRC, within": "largest", "HDBSCAN, 10, within": "10 rows"}
FEW = table_of(
    ("plain clusters", "a", 3, "clusters", 3, {"VRC, within": 3, "HDBSCAN, 10, within": 1}),
    ("plain clusters", "a", 3, "at_least", 2, {"VRC, within": 3, "HDBSCAN, 10, within": 3}),
    ("plain clusters", "b", 2, "clusters", 4, {"VRC, within": 2, "HDBSCAN, 10, within": 2}),
    ("plain clusters", "b", 2, "not_judged", None, {}),
    ("clouds", "c", 1, "something", None, {"HDBSCAN, 10, within": 1}),
    ("clouds", "c", 1, "nothing", None, {"HDBSCAN, 10, within": 5}),
)


def test_rules_are_counted_where_they_were_asked():
    found = outcomes.outcomes_of(FEW, RULES)
    of_vrc = found[found["rule"] == "VRC, within"]
    assert of_vrc["outcome"].tolist() == ["right", "right", "right", "not judged"]
    assert of_vrc["design"].tolist() == ["a", "a", "b", "b"]
    for absent in ("truth", "code"):
        with pytest.raises(ValueError, match=f"It lacks {absent}"):
            outcomes.outcomes_of(FEW.drop(columns=absent), RULES)
    with pytest.raises(ValueError, match="at least one row"):
        outcomes.outcomes_of(FEW.iloc[:0], RULES)


def test_a_rate_has_an_error_between_designs_and_a_bound():
    flags = pd.Series([True, True, False, True, False, False, False, False, True])
    designs = pd.Series(list("aaabbbccc"))
    found = outcomes.rate(flags, designs)
    means = flags.groupby(designs).mean()
    assert found["error"] == pytest.approx(means.std() / 3**0.5)
    assert (found["n"], found["times"]) == (9, 4)
    # At the bound, so few or fewer are seen once in twenty times.
    assert binom.cdf(4, 9, found["at most"]) == pytest.approx(0.05)
    # At the other one, so many or more are.
    assert binom.sf(3, 9, found["at least"]) == pytest.approx(0.05)
    assert outcomes.rate(flags[:0:-1][flags], designs[:0:-1][flags])["at most"] == 1
    assert np.isnan(outcomes.rate(flags[:3], designs[:3])["error"])


def test_rules_to_which_the_report_loses_come_first():
    found = outcomes.beside_report(FEW.iloc[:3], RULES)
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
    scales = []
    found = _ask_report.ask(
        table, rivals=lambda points, scale, rng: scales.append(scale) or {"VRC": 2}, rng=np.random.default_rng(1)
    )
    (read, options), *_ = asked
    assert set(options) == {"columns", "rng", "progress"}
    assert options["columns"] is None
    assert read["a"].tolist() == table["a"].tolist()  # to the last bit
    assert read.index.name == "line"
    expected = {"n_rows": 30, "n_columns": 2, "code": "at_least", "at_least": 2, "p": 0.025}
    assert {name: found[name] for name in _ask_report.ANSWER} == dict.fromkeys(_ask_report.ANSWER) | expected
    assert {name: found[name] for name in set(found) - set(_ask_report.ANSWER)} == {
        f"VRC, {scale}": 2 for scale in scales
    }
    assert scales == ["within", "standardised"]
    # Whole numbers are named, but not those that do not vary.
    counts = pd.DataFrame(rng.poisson(2, (30, 2)), columns=["a", "b"]).assign(same=7)
    _ask_report.ask(counts, rivals=None, rng=rng)
    assert asked[1][1]["columns"] == ["a", "b"]
