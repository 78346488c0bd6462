"""What reports answer to tables that their rule has never seen: how it is asked, counted and summed up."""

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.stats import binom, binomtest
from studies import EXPERIMENTS, _ask_report, answers, choosing, conclusions, read_table, run
from studies._set_aside import overlap_of

import aucc_report
from aucc_report._words import TRACK_RECORD

STORED = read_table(ROOT / "book" / "results" / "answers.csv")
TRIAL = STORED[STORED["kind"] != "real, seen"]
CLUSTERED = {name: design for name, design in answers.ASIDE.items() if design.n_clusters > 1}
CLOUDS = {name: design for name, design in answers.ASIDE.items() if design.n_clusters == 1}


def test_the_stored_table_is_of_all_tables_at_full_size():
    assert (STORED.attrs["experiment"], STORED.attrs["settings"]) == ("answers", EXPERIMENTS["answers"].settings(True))
    assert tuple(STORED.columns) == answers.COLUMNS
    asked = list(zip(STORED["design"], STORED["replicate"], strict=True))
    assert sorted(asked) == sorted(map(tuple, answers._blocks(full=True)))
    assert STORED["kind"].unique().tolist() == list(answers.KINDS)
    known = STORED[STORED["code"] != "not_judged"]
    assert known["p"].between(0, 1).all()
    assert (known["n_clusters"].notna() == (known["code"] == "clusters")).all()
    assert (known["at_least"].notna() >= (known["code"] == "at_least")).all()


@pytest.mark.breadth
@pytest.mark.parametrize("design", ["iris", "two alloys", "log-logistic times"])
def test_a_table_comes_out_again(design):
    again = answers.answers_of(design)
    row = STORED[(STORED["design"] == design) & (STORED["replicate"] == 0)].iloc[0]
    assert again.fillna("").tolist() == row.fillna("").tolist()


def counts(*kinds):
    """What each rule came to on tables of these kinds."""
    return answers.beside_report(STORED[STORED["kind"].isin(kinds)])


def n_of_at_least_two():
    """How often a report said of tables with clusters no more than that there are at least 2."""
    said = TRIAL[(TRIAL["truth"].astype(int) > 1) & (TRIAL["code"] == "at_least")]
    return int((said["at_least"] == 2).sum())


def outcomes_of_report(*kinds):
    found = answers.outcomes_of(STORED[STORED["kind"].isin(kinds)]).query("rule == 'report'")
    return found["outcome"].value_counts().reindex(answers.OUTCOMES, fill_value=0)


def test_the_docstring_says_what_the_trial_shows():
    said = " ".join(aucc_report.report.__doc__.split())
    kinds = answers.KINDS
    clustered, plain, clouds = counts(*kinds[:2]), counts(*kinds[:1]), counts(*kinds[2:4])
    report, of_report = clustered.loc["report"], outcomes_of_report(*kinds[:2])
    bound = answers.goals(STORED).loc["a wrong number", "bound"]
    true_numbers = [design.n_clusters for design in CLUSTERED.values()]
    several, strength, dense = (
        clustered.loc[f"{rule}, within"] for rule in ("HDBSCAN, several", "prediction strength", "HDBSCAN, 10")
    )
    assert of_report["wrong at least"] == 0
    assert (
        f"Of {of_report.sum()} tables of {len(CLUSTERED)} designs with {min(true_numbers)} to {max(true_numbers)} "
        f"clusters, a report names the right number in {report['right']}, a wrong one in {report['wrong']} (a rate of "
        f"at most {bound:.1%}, the one-sided bound at 95%) and none in {report['at least'] + report['neither']}: in "
        f'{report["at least"]} it says "at least", each time truly, but {n_of_at_least_two()} times only "at least 2", '
        f"in {of_report['something']} it finds something, in {of_report['nothing']} nothing. HDBSCAN with a twentieth "
        f"of the rows to a cluster, which must name several, is right in {several['right']} and wrong in "
        f"{several['wrong']}; prediction strength in {strength['right']} and {strength['wrong']}; HDBSCAN that may "
        f"answer one, with 10 rows, in {dense['right']} and {dense['wrong']}; all on the report's scale. HDBSCAN with "
        "10 rows that must name several was not run, nor was AuToMATo. Where the clusters are plain, a report is right "
        f'or says "at least" in {plain.loc["report", ["right", "at least"]].sum()} of '
        f"{(STORED['kind'] == kinds[0]).sum()}; the goal had been 80 percent. Of all {len(TRIAL)} tables "
        f"{TRIAL['near_the_line'].sum()} ended near the line."
    ) in said
    assert not [setting for setting in answers.RULES.values() if "10 rows" in setting and "not allowed" in setting]
    assert not [rule for rule in answers.RULES if "AuToMATo" in rule]
    reached = (STORED["p"] <= 0.05).groupby([STORED["kind"], STORED["design"]]).sum()
    few, many = (sorted(of[1]) for of in reached["clouds"].groupby(reached["clouds"] > 10))
    assert set(STORED.query("kind == 'clouds'").groupby("design").size()) == {20}
    assert (
        f"In the same trial p is at most 0.05 in {reached['one normal cloud'].sum()} of "
        f"{(STORED['kind'] == 'one normal cloud').sum()} normal clouds; of ten other kinds of clouds, 20 of each, in "
        f"{few[0]} to {few[-1]} of 20 for {('five', 'six')[len(few) - 5]}, but in {many[0]} to {many[-1]} for a skewed "
        "cloud, counts of visits, a saddle and a density that falls along a wedge. A number is named in "
        f"{clouds.loc['report', 'wrong']} of these {clouds.loc['report'][['right', 'neither', 'wrong']].sum()}; "
        f"HDBSCAN with at least 10 rows names none."
    ) in said
    assert clouds.loc["HDBSCAN, 10, within", "wrong"] == 0
    assert len(many) == 4
    real = STORED.set_index("design")
    assert "of scikit-learn's irises it says at least 2 groups, and of its wines something" in said
    assert (real.loc["iris", "at_least"], real.loc["wine", "code"]) == (2, "something")


def test_the_page_of_a_report_says_what_the_trial_shows():
    clustered, normal, bent = (
        outcomes_of_report(*kinds) for kinds in (answers.KINDS[:2], answers.KINDS[2:3], answers.KINDS[3:4])
    )
    n = clustered.sum() + normal.sum() + bent.sum()
    assert not clustered[["wrong at least", "not judged"]].any()
    assert normal.sum() == normal["right"] + normal["something"]
    assert (
        f"How often is such a report right? Its rule was tried on {n} simulated tables that it had not seen, each read "
        f"from a file. Of {clustered.sum()} with clusters it named the right number in {clustered['right']}, a wrong "
        f"one in {clustered['wrong number']} and none in {clustered[['at least', 'something', 'nothing']].sum()}: of "
        f'{clustered["at least"]} of these it said "at least", each time truly, but {n_of_at_least_two()} times "at '
        f'least 2", which is true of any clusters. Of {normal.sum()} normal clouds without clusters it said in '
        f"{normal['something']} that there is something. Of {bent.sum()} clouds that were bent or skewed or had tails "
        f"it said so in {bent['something']}, and named a number in {bent['wrong number']}, so look at the picture."
    ) in TRACK_RECORD


def test_what_the_readme_says_of_a_report_is_in_the_trial():
    said = " ".join((ROOT / "README.md").read_text("utf-8").split())
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
    (about,) = re.findall(r"(A report is for the first look .*? on which the rule fails\.)", said)
    assert len(re.findall(r"[.?](?= [A-Z]|$)", about)) <= 7
    assert not re.findall(r"\d", about.replace("book/3-chance/", ""))


def test_designs_are_many_new_and_of_the_sizes_that_were_wanted():
    before = set(conclusions.DESIGNS) | set(choosing.DESIGNS)
    assert not before & set(answers.ASIDE)
    assert len(CLUSTERED) >= 20
    kinds = [answers._kind(name) for name in CLOUDS]
    assert (kinds.count("clouds"), kinds.count("one normal cloud")) == (10, 3)
    counts = {design.n_clusters for design in CLUSTERED.values()}
    assert (min(counts), max(counts)) == (2, 12)
    for name, design in answers.ASIDE.items():
        table, labels = design.draw(np.random.default_rng(5))
        assert 80 <= len(table) <= 1000, name
        assert len(labels) == len(table), name
        assert np.unique(labels[labels >= 0]).size == design.n_clusters, name
        # Clusters do not stand one after the other, unless the rows are in the order of time.
        assert design.n_clusters == 1 or np.count_nonzero(np.diff(labels)) > 2 * design.n_clusters, name


@pytest.mark.slow
def test_clusters_were_marked_as_plain_by_how_much_they_overlap():
    for name, design in CLUSTERED.items():
        assert overlap_of(design) == pytest.approx(design.overlap, abs=0.001), name
        kind = answers._kind(name)
        assert kind == ("plain clusters" if design.overlap < 0.02 else "other clusters")
    assert all(np.isnan(design.overlap) for design in CLOUDS.values())


def test_overlap_is_that_of_neighbours():
    """Two far clouds do not overlap, and labels that say nothing are wrong in every other row."""

    def drawn(labels_of):
        def draw(rng):
            X = rng.standard_normal((100, 2)) + np.repeat([[0], [40]], 50, axis=0)
            return pd.DataFrame(X, columns=["minute", "y"]), labels_of(rng)

        return answers.ASIDE["two alloys"]._replace(draw=draw)

    assert overlap_of(drawn(lambda rng: np.repeat([0, 1], 50))) == 0
    assert overlap_of(drawn(lambda rng: rng.permutation(np.repeat([0, 1], 50)))) == pytest.approx(0.5, abs=0.06)


def test_a_run_asks_about_each_table_and_keeps_the_order_of_kinds(monkeypatch, tmp_path):
    asked = []

    def answer(table, *, rivals, rng):
        asked.append((len(table), rivals))
        return dict.fromkeys(_ask_report.ANSWER) | {"code": "nothing", "n_rows": len(table), "VRC, within": 2}

    monkeypatch.setattr(answers, "ask", answer)
    output = tmp_path / "answers.csv"
    run(EXPERIMENTS["answers"], output, n_jobs=1)
    found = read_table(output)
    assert tuple(found.columns) == answers.COLUMNS
    assert found["kind"].unique().tolist() == list(answers.KINDS)
    assert sorted(found["design"]) == sorted([*answers.ASIDE, *answers.REAL])
    of_kind = found.groupby("kind", sort=False)["truth"].agg(["min", "max"])
    assert of_kind.loc[["clouds", "one normal cloud"]].values.tolist() == [[1, 1], [1, 1]]
    assert found["overlap"].isna().sum() == len(CLOUDS) + len(answers.REAL)
    # Slow rivals are not asked about clouds.
    sizes = {rivals: sorted(n for n, which in asked if which == rivals) for rivals in ("quick", "all")}
    in_clouds = found["kind"].isin(["clouds", "one normal cloud"])
    assert sizes == {"quick": sorted(found["n_rows"][in_clouds]), "all": sorted(found["n_rows"][~in_clouds])}


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


def test_designs_of_one_name_in_two_batteries_are_two():
    twice = pd.concat([FEW.iloc[:1], FEW.iloc[:1].assign(kind="another")])
    assert answers.losses(twice)["kind"].tolist() == ["plain clusters", "another"]
    # Differences of 1 and 1, and not of 2 in one design, which has no error.
    assert answers.beside_report(twice).loc["HDBSCAN, 10, within", ["ahead", "± ahead"]].tolist() == [2, 0]
    without_rivals = answers.losses(FEW.iloc[[3]])
    assert without_rivals[["best rival", "its right"]].values.tolist() == [[None, 0]]


def test_goals_are_judged_on_their_kinds_of_tables():
    cloud = ("clouds", "c", 1, "nothing", None, {})
    plain = [("plain clusters", design, 2, "at_least", 2, {}) for design in "abcd"]
    met = table_of(*plain, cloud, ("one normal cloud", "n", 1, "nothing", None, {}))
    assert answers.goals(met)["met"].all()
    assert answers.goals(met).index.tolist() == list(answers.GOALS)
    spoiled = {
        "a wrong number": ("other clusters", "o", 2, "clusters", 3, {}),
        'a wrong "at least"': ("other clusters", "o", 2, "at_least", 3, {}),
        "clouds in which a number is named": ("clouds", "c", 1, "at_least", 2, {}),
        "something in a normal cloud": ("one normal cloud", "n", 1, "something", None, {}),
        'plain clusters, right or "at least"': ("plain clusters", "e", 2, "something", None, {}),
    }
    for name, row in spoiled.items():
        found = answers.goals(pd.concat([met, table_of(row, row)]))
        assert found.index[~found["met"].astype(bool)].tolist() == [name]
    assert answers.goals(table_of(cloud)).index.tolist() == ["clouds in which a number is named"]


def test_no_goal_of_the_trial_is_shown_by_its_bound():
    found = answers.goals(STORED).astype({"met": bool, "shown": bool})
    assert found["met"].tolist() == [True] * 4 + [False]
    assert not found["shown"].any()
    sides = ["less"] * 4 + ["greater"]
    for side, (_, row) in zip(sides, found.iterrows(), strict=True):
        interval = binomtest(row["times"], row["n"], alternative=side).proportion_ci(0.95, method="exact")
        assert row["bound"] == pytest.approx(interval.high if side == "less" else interval.low)
    # Of so many tables without a mistake 1% is shown: the smallest n with 1 - 0.05 ** (1 / n) <= 0.01 is 299.
    for n, is_shown in ((298, False), (299, True)):
        clean = answers.goals(table_of(*[("plain clusters", "a", 2, "at_least", 2, {})] * n))
        assert clean["shown"].tolist() == [is_shown, is_shown, True]


def made(columns, **changed):
    """A report, as far as it is asked."""
    given = {"n_clusters": None, "at_least": 2, "connected": None, "pvalue": 0.025, "is_near_the_line": True}
    return SimpleNamespace(
        **given | changed,
        headline=SimpleNamespace(code="at_least"),
        rows=pd.DataFrame({"used": [True] * 30}),
        settings={"columns": columns, "n_drawn": 99},
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
    expected = {"n_rows": 30, "n_columns": 2, "code": "at_least", "n_clusters": None, "at_least": 2, "connected": None}
    assert {name: found[name] for name in _ask_report.ANSWER} == expected | {
        "p": 0.025,
        "n_drawn": 99,
        "near_the_line": True,
        "refusal": None,
    }
    assert set(found) - set(_ask_report.ANSWER) == {
        f"{name}, {scale}" for name in _ask_report.QUICK for scale in ("within", "standardised")
    }
    # Whole numbers are named, but not those that do not vary.
    counts = pd.DataFrame(rng.poisson(2, (30, 2)), columns=["a", "b"]).assign(same=7)
    _ask_report.ask(counts, rivals="none", rng=rng)
    assert asked[1][1]["columns"] == ["a", "b"]


@pytest.mark.slow
def test_slow_rivals_are_asked_on_the_scale_of_the_report(monkeypatch):
    monkeypatch.setattr(_ask_report, "report", lambda X, **options: made(["a", "b"]))
    table = pd.DataFrame(np.random.default_rng(3).standard_normal((30, 2)), columns=["a", "b"])
    found = _ask_report.ask(table, rivals="all", rng=np.random.default_rng(1))
    assert set(found) - set(_ask_report.ANSWER) == set(answers.RULES) - {"report"}


def test_a_table_that_is_refused_is_not_judged_but_rivals_are_asked(monkeypatch):
    def refuse(X, **options):
        raise ValueError("too wide")

    monkeypatch.setattr(_ask_report, "report", refuse)
    table = pd.DataFrame(np.random.default_rng(3).standard_normal((30, 2)), columns=["a", "b"])
    found = _ask_report.ask(table, rivals="quick", rng=np.random.default_rng(1))
    assert (found["code"], found["refusal"], found["p"]) == ("not_judged", "too wide", None)
    assert found["HDBSCAN, 10, within"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"design": "6 clear"}, "design must be one of"),
        ({"design": "iris", "replicate": 1}, "replicate must be less than 1 for 'iris'"),
        ({"design": "two alloys", "replicate": -1}, "replicate must be"),
    ],
)
def test_unknown_tables_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        answers.answers_of(**arguments)


def test_tables_that_may_be_seen_are_drawn_anew(monkeypatch):
    drawn = []

    def record(X, **options):
        drawn.append(X)
        return made(list(X.columns))

    monkeypatch.setattr(_ask_report, "report", record)
    found = answers.answers_of_seen(["2 long and parallel", "normal"], n_replicates=2, n_jobs=1)
    assert found[["kind", "replicate", "truth", "outcome"]].values.tolist() == [
        ["clusters", 0, 2, "at least"],
        ["clouds", 0, 1, "wrong at least"],
        ["clusters", 1, 2, "at least"],
        ["clouds", 1, 1, "wrong at least"],
    ]
    assert not np.array_equal(drawn[1], drawn[3])
    for wrong, message in (
        ({"designs": ["two alloys"]}, "every design"),
        ({"rivals": "some"}, "rivals"),
        ({"n_replicates": 0}, "n_replicates"),
    ):
        with pytest.raises(ValueError, match=message):
            answers.answers_of_seen(**wrong)
