"""How often intervals for AUCC of the source cover: the stored table from its code, and what chapters say."""

import nbformat
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from studies import coverage, read_table

import aucc_teach as at

STORED = read_table(ROOT / "book" / "results" / "coverage.csv")
PLACE = list(coverage.Setting._fields)


@pytest.mark.slow
@pytest.mark.parametrize(
    "setting",
    [
        coverage.Setting("given", "t3", "3 unequal", 2.0, "none", 40),
        coverage.Setting("copies", "normal", "3", 1.0, "none", 40),
        coverage.Setting("found", "normal", "3", 0.0, "none", 40),
        coverage.Setting("difference", "normal", "3", 3.5, "mislabelled", 40),
    ],
    ids=lambda setting: setting.part,
)
@pytest.mark.breadth(first_of=4)
def test_settings_come_out_again(setting):
    here = (STORED[PLACE] == pd.Series(setting._asdict())).all(axis=1)
    stored = STORED[here].reset_index(drop=True)
    found = coverage.rows_of_setting(setting)[STORED.columns]
    pd.testing.assert_frame_equal(found, stored, check_dtype=False, rtol=1e-9)


def shares_of_settings(rows):
    return rows["n_covers"] / rows["n_data_sets"]


def span(rows):
    """Least and largest share of a setting in percent, as text."""
    shares = shares_of_settings(rows)
    return f"{100 * shares.min():.0f}% to {100 * shares.max():.0f}%"


def test_docstrings_say_what_the_table_shows():
    said = " ".join(at.aucc_interval.__doc__.split())
    ours = STORED[STORED["way"].eq("logit") & STORED["part"].eq("given")]
    assert f"in {len(ours)} settings of {coverage.PER_BLOCK} data sets" in said
    assert f"They covered in {coverage.coverage(ours, 'logit')[0]:.0%} of all data sets, and in {span(ours)}" in said
    middle, high = ours[ours["truth"].between(0.55, 0.96)], ours[ours["truth"] > 0.96]
    assert high["truth"].min() > 0.98
    assert set(ours["truth"][ours["truth"] < 0.55]) == {0.5}
    heavy = middle[middle["family"].eq("t3") & middle["truth"].gt(0.9)]
    assert f"an AUCC of 0.9 to 0.96 only in {coverage.coverage(heavy, 'logit')[0]:.0%}, and with 40 objects" in said
    assert f"with 40 objects in {coverage.coverage(heavy[heavy['n_objects'] == 40], 'logit')[0]:.0%}." in said
    assert f"covered in {span(middle)} of the data sets of a setting, and in 95% of all" in said
    assert round(coverage.coverage(middle, "logit")[0], 2) == 0.95
    assert f"From 0.98 on they covered in {span(high)}" in said
    at_half = ours[ours["truth"] == 0.5]
    assert f"covered in {span(at_half)}" in said
    equal = at_half[at_half["classes"] != "3 unequal"]
    assert (equal["error"] > 1.1 * equal["statistic_std"]).all()
    said = " ".join(at.aucc_difference.__doc__.split())
    paired = STORED[STORED["way"] == "paired"]
    assert f"covered in {span(paired)} of the data sets of a setting, and in 95% of all" in said
    assert round(coverage.coverage(paired, "paired")[0], 2) == 0.95
    assert (len(paired), set(paired["separation"]), set(paired["family"])) == (18, {2, 3.5}, {"normal"})
    metrics, merged, wrong = (
        f"{coverage.coverage(paired[paired['kind'] == kind], 'paired')[0]:.0%}"
        for kind in ("metrics", "merged", "mislabelled")
    )
    assert f"{metrics} of all for two metrics, {merged} for two classes merged, and {wrong} for some labels" in said


def test_the_chapter_says_how_coverage_falls_with_distance_and_with_few_objects():
    given = STORED[STORED["part"].eq("given") & STORED["way"].eq("logit")]

    def covered(family, separation, n_objects=(40, 100, 300)):
        rows = given[
            given["family"].eq(family) & given["separation"].eq(separation) & given["n_objects"].isin(n_objects)
        ]
        return coverage.coverage(rows, "logit")[0]

    cells = nbformat.read(ROOT / "book" / "4-practice" / "does_it_cover.ipynb", as_version=4).cells
    said = " ".join(" ".join(cell.source.split()) for cell in cells if cell.cell_type == "markdown")
    six, few = 100 * covered("normal", 6), 100 * covered("t3", 3.5, [40])
    assert f"covers {six:.0f} percent of the time where neighbouring centres are six standard deviations apart." in said
    assert f"With long tails and 40 objects it covers {few:.0f} percent of the time at three and a half" in said
    assert covered("normal", 8, [40]) < covered("normal", 8) - 0.15
    # There normal classes lose nothing, and all long tails together less than those with 40 objects.
    assert min(covered("normal", 3.5, [n]) for n in (40, 100, 300)) > 0.945
    assert covered("t3", 3.5) > covered("t3", 3.5, [40]) + 0.015


def test_clusters_judged_on_their_own_objects_are_not_covered_better_by_more_of_them():
    rows = STORED.query("part == 'found' and separation == 0 and way == 'same data'").set_index("n_objects")
    assert rows.index.tolist() == [40, 100, 300]
    optimism = rows["statistic"] - rows["truth"]
    assert rows["n_covers"].idxmax() == 40
    assert (optimism > rows["error"]).all()
    assert (optimism / rows["error"]).is_monotonic_decreasing  # optimism shrinks a little faster


def test_the_wrong_ways_fail_as_the_chapter_says():
    middle = STORED[STORED["part"].eq("given") & STORED["truth"].between(0.55, 0.96)]
    shares = {way: shares_of_settings(middle[middle["way"] == way]) for way in coverage.WAYS["given"]}
    assert shares["binomial"].max() < 0.1
    assert shares["delong"].max() < 0.8
    large = middle["n_objects"] == 300
    assert coverage.coverage(middle[large], "delong")[0] < coverage.coverage(middle[~large], "delong")[0]
    assert shares["permutation"].min() < 0.2
    copies = STORED[STORED["part"].eq("copies") & STORED["truth"].between(0.5, 0.96)].set_index("way")
    lift = copies.loc["bootstrap", "statistic"].to_numpy() - copies.loc["without copies", "statistic"].to_numpy()
    by_formula = (1 - copies.loc["without copies", "statistic"]) * 3 / copies.loc["without copies", "n_objects"]
    np.testing.assert_allclose(lift, by_formula, rtol=0.25)
    cloud = STORED[STORED["part"].eq("found") & STORED["separation"].eq(0)].set_index("way")
    assert (cloud.loc["same data", "statistic"] > cloud.loc["same data", "truth"] + 0.01).all()
    assert (cloud.loc["other half", "statistic"] - cloud.loc["other half", "truth"]).abs().max() < 0.01
    assert (shares_of_settings(cloud.loc[["same data"]]) < 0.9).all()
    compared = STORED[STORED["part"] == "difference"].set_index("way")
    ratios = compared.loc["unpaired", "width"].to_numpy() / compared.loc["paired", "width"].to_numpy()
    assert ratios.min() > 1.2
    assert ratios.max() > 10


def test_the_source_is_what_many_objects_have():
    for setting in (
        coverage.Setting("given", "normal", "2", 2.0, "none", 40),
        coverage.Setting("given", "t3", "5", 3.5, "none", 40),
    ):
        X, labels = coverage.make_data_set(1000, setting.classes, setting.separation, family=setting.family, rng=0)
        found = at.aucc_interval(X, labels)
        assert coverage.of_source(coverage.without_size(setting), 10**5) == pytest.approx(
            found.statistic, abs=4 * found.standard_error
        )
    merged = coverage.Setting("difference", "normal", "3", 3.5, "merged", 40)
    X, labels = coverage.make_data_set(1000, "3", 3.5, rng=0)
    found = at.aucc_difference(X, labels, np.minimum(labels, 1))
    assert coverage.of_source(coverage.without_size(merged), 10**5) == pytest.approx(
        found.statistic, abs=4 * found.standard_error
    )
