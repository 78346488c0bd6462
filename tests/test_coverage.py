"""How often intervals for AUCC of the source cover: the stored table, and the parts of the experiment."""

from itertools import combinations

import nbformat
import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from scipy.spatial.distance import pdist
from studies import EXPERIMENTS, coverage, read_table

import aucc_teach as at
from aucc_teach.pairs import within_pairs

STORED = read_table(ROOT / "book" / "results" / "coverage.csv")
PLACE = list(coverage.Setting._fields)


def test_the_table_is_of_all_settings_at_full_size():
    assert (STORED.attrs["experiment"], STORED.attrs["settings"]) == (
        "coverage",
        EXPERIMENTS["coverage"].settings(True),
    )
    assert len(STORED) == sum(len(coverage.WAYS[setting.part]) for setting in coverage.SETTINGS)
    assert (STORED["n_data_sets"] == coverage.PER_BLOCK).all()
    given = STORED[STORED["part"] == "given"]
    # From chance to nearly 1.
    assert given["truth"].min() == 0.5
    assert given["truth"].max() > 0.9999


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

    cells = nbformat.read(ROOT / "book" / "4-practice" / "how_sure.ipynb", as_version=4).cells
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


def test_the_wrong_errors_are_what_they_are_called():
    X, labels = coverage.make_data_set(12, "3", 1.0, rng=1)
    distances, same = pdist(X), within_pairs(labels)
    within, between = distances[same], distances[~same]
    value = at.aucc_score(X, labels)
    found = coverage.wrong_errors(distances, labels, value)
    right = within[:, None] < between
    assert value == right.mean()
    of_pairs = right.mean(axis=1).var(ddof=1) / within.size + right.mean(axis=0).var(ddof=1) / between.size
    assert found["delong"] == pytest.approx(np.sqrt(of_pairs))
    assert found["binomial"] == pytest.approx(right.std() / np.sqrt(right.size))
    shuffled = np.random.default_rng(0).permuted(np.tile(labels, (4000, 1)), axis=1)
    assert found["permutation"] == pytest.approx(at.PairRanking(X).score_many(shuffled).std(), rel=0.05)


def test_copies_are_objects_at_distance_0():
    X, labels = coverage.make_data_set(15, "3", 1.0, rng=2)
    found = coverage.resampled(pdist(X), labels, np.random.default_rng(5))
    times = np.random.default_rng(5).multinomial(15, np.full(15, 1 / 15), size=coverage.N_RESAMPLES)
    for resample in (0, 7, 150):
        drawn = np.repeat(np.arange(15), times[resample])
        assert found[0][resample] == pytest.approx(at.aucc_score(X[drawn], labels[drawn]))
        pairs = [pair for pair in combinations(drawn, 2) if pair[0] != pair[1]]
        distances = np.array([np.linalg.norm(X[i] - X[j]) for i, j in pairs])
        same = np.array([labels[i] == labels[j] for i, j in pairs])
        assert found[1][resample] == pytest.approx((distances[same][:, None] < distances[~same]).mean())
    assert (found[0] > found[1]).all()


def test_objects_are_drawn_with_their_classes():
    X, labels = coverage.make_data_set(20_000, "3 unequal", 4.0, family="t3", rng=0)
    np.testing.assert_allclose(np.bincount(labels) / 20_000, [0.6, 0.3, 0.1], atol=0.02)
    centres = np.array([np.median(X[labels == k], axis=0) for k in range(3)])
    np.testing.assert_allclose(pdist(centres), 4, atol=0.1)
    X, labels = coverage.make_data_set(20_000, "2", 4.0, rng=0)
    assert (X[labels == 0] - X[labels == 0].mean(axis=0)).std() == pytest.approx(1, abs=0.02)


def test_an_interval_without_limits_does_not_cover():
    setting = coverage.Setting("given", "normal", "5", 8.0, "none", 40)
    rows = coverage.rows_of_setting(setting, per_block=60).set_index("way")
    assert rows.loc["logit", "n_undefined"] > 0
    assert rows.loc["logit", "n_covers"] <= 60 - rows.loc["logit", "n_undefined"]


def test_coverage_counts_and_its_error_is_between_settings():
    rows = pd.DataFrame({"way": ["logit", "logit", "normal"], "n_data_sets": [50, 50, 9], "n_covers": [50, 40, 0]})
    # The two are 0.2 apart, which is twice the error of their mean; 100 independent sets would have one of 0.03.
    assert coverage.coverage(rows, "logit") == (0.9, pytest.approx(0.1))
    share, error = coverage.coverage(rows, "normal")
    assert share == 0
    assert np.isnan(error)
    with pytest.raises(ValueError, match="rows must hold the way 'delong'"):
        coverage.coverage(rows, "delong")
    with pytest.raises(ValueError, match="without 'n_covers'"):
        coverage.coverage(rows.drop(columns="n_covers"), "logit")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: coverage.make_data_set(0, "2", 1.0), "n_objects"),
        (lambda: coverage.make_data_set(9, "6", 1.0), "classes"),
        (lambda: coverage.make_data_set(9, "2", -1.0), "separation"),
        (lambda: coverage.make_data_set(9, "2", 1.0, family="cauchy"), "family"),
        (lambda: coverage.rows_of_setting(coverage.SETTINGS[0]._replace(n_objects=7)), "setting must be one of"),
        (lambda: coverage.rows_of_setting(coverage.SETTINGS[0], per_block=1), "per_block"),
    ],
)
def test_what_is_wrong_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
