"""Public batteries with reference labels: what a run keeps, and what is said of it."""

import gzip

import numpy as np
import pytest
from conftest import ROOT
from studies import EXPERIMENTS, _ask_report, answers, batteries, read_table, run

STORED = read_table(ROOT / "book" / "results" / "batteries.csv")
NEW = STORED[STORED["kind"].str.endswith("new")]


def write(folder, name, points, *labellings):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    for end, values in (("data", points), *((f"labels{i}", labels) for i, labels in enumerate(labellings))):
        lines = "".join(" ".join(map(str, np.atleast_1d(row))) + "\n" for row in values)
        (folder / f"{name}.{end}.gz").write_bytes(gzip.compress(lines.encode()))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.standard_normal((20, 2)), rng.standard_normal((20, 2)) + 9])
    write(tmp_path, "fcps/pair", points, np.repeat([1, 2], 20), np.repeat([1, 2, 3, 0], 10))
    write(tmp_path, "fcps/again", points, np.repeat([1, 2], 20))
    write(tmp_path, "own/large", rng.standard_normal((1500, 1)), np.repeat([0, 1, 2], 500))
    (tmp_path / "own" / "README.txt").write_text("not a table")
    monkeypatch.setenv("AUCC_TEACH_BATTERIES", str(tmp_path))
    return tmp_path


def test_a_run_keeps_what_was_answered_and_how_many_groups_there_are(folder, tmp_path, monkeypatch):
    asked = {}

    def answer(table, *, rivals, rng):
        asked[len(asked)] = (table, rivals)
        return dict.fromkeys(_ask_report.ANSWER) | {"code": "nothing", "VRC, within": 2}

    monkeypatch.setattr(batteries, "ask", answer)
    output = tmp_path / "found.csv"
    run(EXPERIMENTS["batteries"], output, full=True, n_jobs=1)
    stored = read_table(output)
    # What was not seen comes first.
    assert stored[["kind", "design", "truth", "rows"]].values.tolist() == [
        ["own, new", "large", "2", 1500],
        ["fcps, seen", "again", "2", 40],
        ["fcps, seen", "pair", "2|3", 40],
    ]
    assert tuple(stored.columns) == batteries.COLUMNS
    assert list(stored.attrs["settings"]["tables"]) == batteries.names_in()
    (again, _), (pair, rivals), (large, _) = (asked[i] for i in range(3))
    assert rivals == "all"
    assert again.equals(pair)
    assert len(large) == large["x0"].nunique() == 1000
    assert _ask_report.groups_of(stored).loc[("fcps, seen", "VRC, within"), "right"] == 2
    assert not run(EXPERIMENTS["batteries"], output, full=True, n_jobs=1)
    # Other files are other settings.
    write(folder, "fcps/again", [[1.0], [2.0], [4.0]], [1, 1, 2])
    with pytest.raises(ValueError, match="name another output"):
        run(EXPERIMENTS["batteries"], output, full=True, n_jobs=1)


def test_what_is_said_of_the_batteries_is_in_the_table():
    plain = " ".join((ROOT / "book" / "back" / "judge.md").read_text("utf-8").split())
    beside = answers.beside_report(NEW)
    said = answers.outcomes_of(NEW).query("rule == 'report'")["outcome"].value_counts()
    assert (
        "On public tables that others have labelled, a third of the numbers that it named were wrong, and most rivals "
        "were right more often."
    ) in plain
    assert said["wrong number"] / said[["right", "wrong number"]].sum() == pytest.approx(1 / 3, abs=0.03)
    assert (beside["right"] > beside.loc["report", "right"]).mean() > 0.6
