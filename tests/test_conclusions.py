"""What reports conclude: the stored table against its seeds, its words, and what the docstring of report says of it."""

import inspect

import pytest
from conftest import ROOT

import aucc_teach as at
from aucc_teach.experiments import EXPERIMENTS, choosing, conclusions, read_table

STORED = read_table(ROOT / "book" / "results" / "conclusions.csv")
COUNTS = [f"n_{name.replace(' ', '_')}" for name in conclusions.OUTCOMES]


def test_the_table_is_of_all_designs_at_full_size():
    assert (STORED.attrs["experiment"], STORED.attrs["settings"]) == (
        "conclusions",
        EXPERIMENTS["conclusions"].settings(True),
    )
    assert STORED["design"].unique().tolist() == list(conclusions.DESIGNS)
    assert {choosing.DESIGNS[name].group for name in conclusions.DESIGNS} == {"set aside"}
    assert len(STORED) == 2 * len(conclusions.DESIGNS) * len(conclusions.RULES)
    assert (STORED[COUNTS].sum(axis=1) == STORED["n_replicates"]).all()
    # With one cluster nothing is right, and the rules that always name a number never end without one.
    assert not STORED.loc[STORED["n_clusters"] == 1, ["n_nothing", "n_several"]].any(axis=None)
    assert not STORED.loc[~STORED["rule"].str.startswith("report"), ["n_no_number", "n_several"]].any(axis=None)


@pytest.mark.breadth
def test_a_design_comes_out_again():
    design = "4 that touch"
    stored = STORED[(STORED["design"] == design) & (STORED["n_replicates"] == 1)].reset_index(drop=True)
    assert conclusions.rows_of_design(design).equals(stored)


@pytest.mark.parametrize(
    ("truth", "something", "numbers", "outcome"),
    [
        (1, False, (), "right"),
        (3, False, (), "nothing"),
        (1, True, (), "no number"),
        (3, True, (), "no number"),
        (1, True, (2,), "wrong"),
        (3, True, (2,), "wrong"),
        (3, True, (3,), "right"),
        (3, True, (2, 3), "several"),
        (3, True, (2, 4), "wrong"),
    ],
)
def test_outcomes(truth, something, numbers, outcome):
    assert conclusions._outcome(truth, something, numbers) == outcome


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"design": "2 clear"}, "design must be one of"),
        ({"design": "cube, 10", "n_replicates": 0}, "n_replicates must be"),
    ],
)
def test_unknown_designs_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        conclusions.rows_of_design(**arguments)


def counts(rule, *, several):
    """Counts of the outcomes of one rule over the designs with one cluster or with several."""
    rows = STORED[STORED["n_replicates"].eq(STORED["n_replicates"].max()) & STORED["rule"].eq(rule)]
    return rows.loc[rows["n_clusters"].gt(1) == several, COUNTS].sum()


def test_the_docstring_says_what_the_table_shows():
    said = " ".join(at.report.__doc__.split())
    one, several = counts("report", several=False), counts("report", several=True)
    assert (one.sum(), several.sum(), STORED["n_replicates"].max()) == (45, 70, 5)
    assert (
        f"Of the {one.sum()} data sets with one cluster it finds nothing in {one['n_right']}, selects no number in "
        f"{one['n_no_number']}, and selects one in {one['n_wrong']}."
    ) in said
    assert (
        f"Of the {several.sum()} with several clusters it selects the right number in {several['n_right']} and none in "
        f"{several['n_no_number']}, finds nothing in {several['n_nothing']}, and selects a wrong number in "
        f"{several['n_wrong']}, all of one design, whose four clusters are two pairs."
    ) in said
    assert several["n_several"] == 0
    wrong = STORED[STORED["rule"].eq("report") & STORED["n_clusters"].gt(1) & STORED["n_wrong"].gt(0)]
    assert set(wrong["design"]) == {"two pairs"}
    wrong = {rule: sum(counts(rule, several=s)["n_wrong"] for s in (False, True)) for rule in conclusions.RULES}
    assert (
        f"a wrong number in {wrong['report']} of 115, compared with {wrong['calibrated VRC']} for calibrated VRC with "
        f"k-means, {wrong['prediction strength']} for prediction strength, and {wrong['gap, largest']} for the "
        "largest gap."
    ) in said
    assert wrong["report"] == min(wrong.values())
    assert f"the largest gap is right in {counts('gap, largest', several=True)['n_right']} of the 70" in said
    n_candidates = n_right = 0
    for s in (False, True):
        gained = counts("report or candidate", several=s) - counts("report", several=s)
        n_candidates -= gained["n_no_number"]
        n_right += gained["n_right"]
    assert f"Of the candidates {n_right} of {n_candidates} is right." in said


def test_the_docstring_says_how_the_study_scaled(monkeypatch):
    asked = {}

    def stop(X, **options):
        asked.update(options)
        raise InterruptedError

    monkeypatch.setattr(conclusions, "report", stop)
    with pytest.raises(InterruptedError):
        conclusions.rows_of_design("normal, 5")
    said = " ".join(at.report.__doc__.split())
    default = inspect.signature(at.report).parameters["scaling"].default
    assert f'this was done with ``scaling="{asked["scaling"]}"``' in said
    assert asked["scaling"] != default
    assert f'How often it is right after "{default}", the default, was not measured' in said
    # "all else was as by default"
    assert set(asked) <= {"scaling", "rng", "progress"}
