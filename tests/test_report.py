"""The report on a table: its numbers against other ways to them, its rule on cases made by hand, what it refuses."""

import re
import tracemalloc
from datetime import date, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist
from scipy.stats import skew
from sklearn.cluster import AgglomerativeClustering, KMeans
from sklearn.datasets import load_iris, load_wine
from sklearn.impute import KNNImputer
from threadpoolctl import threadpool_info, threadpool_limits

import aucc_teach as at
from aucc_teach import _memory
from aucc_teach._clusterers import ALGORITHMS, check_algorithms, in_order_of_appearance, label_rows, label_rows_of_many
from aucc_teach.calibration import Space, calibrated_choice
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.reporting import Report, _clock, _page
from aucc_teach.reporting._clusters import doubts_of_clusters
from aucc_teach.reporting._columns import numbers_in_text
from aucc_teach.reporting._conclude import (
    Claim,
    _of_no_candidate,
    _of_numbers,
    compare,
    conclude,
    judge_claims,
    straggler_below,
)
from aucc_teach.reporting._doubts import _columns_alike, _of_the_second_scale, _of_the_tests, far_values, shape_within
from aucc_teach.reporting._jaccard import best_jaccard, jaccard_of_clusters
from aucc_teach.reporting._make import _SEEDS
from aucc_teach.reporting._objects import describe_objects, spoils
from aucc_teach.reporting._peaks import BYTES_OF_PAIR, SHOWN, Standing, criteria_tested, judge
from aucc_teach.reporting._stability import mean_and_error, stability
from aucc_teach.reporting._table import MAX_ROWS, SCALINGS, take_in
from aucc_teach.reporting._units import spreads

# Small and quick: three clusters of 20 rows, two algorithms, 19 sets.
POINTS = np.random.default_rng(4).normal(size=(60, 2)) + np.repeat([[0, 0], [7, 0], [0, 7]], 20, axis=0)
TABLE = pd.DataFrame(POINTS, [f"row {i}" for i in range(60)], ["length", "width"])
SMALL = {"n_references": 19, "scaling": "standardise", "rng": 0, "progress": False}
FRAMES = ("columns", "rows", "tests", "by_k", "votes", "agreement", "objects")


def small(X=TABLE, algorithms=("ward", "average"), ks=range(2, 6), **options):
    return at.report(X, algorithms, ks, **(SMALL | options))


@cache
def of_three():
    return small()


@cache
def of_noise():
    return small(np.random.default_rng(7).normal(size=(60, 2)))


def assert_same(one, other, frames=FRAMES):
    for name in frames:
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name))
    for name in ("pvalues", "pvalue", "candidate", "whole", "conclusion", "doubts"):
        assert getattr(one, name) == getattr(other, name), name


# The clusterers.


@pytest.mark.parametrize("name", ALGORITHMS)
def test_clusters_are_numbered_as_they_appear(name):
    rows = label_rows(POINTS, [2, 5, 3], name, metric="cityblock", seed=3)
    for k, labels in zip([2, 5, 3], rows, strict=True):
        assert list(dict.fromkeys(labels.tolist())) == list(range(k))
        if name == "k-means":
            other = KMeans(k, n_init=10, random_state=3).fit_predict(POINTS)
        else:
            metric = "euclidean" if name == "ward" else "cityblock"
            other = AgglomerativeClustering(k, linkage=name, metric=metric).fit_predict(POINTS)
        assert at.rand_score(other, labels) == 1


def test_names_of_clusters_in_order_of_appearance():
    assert in_order_of_appearance(np.array(["b", "a", "b", "c"])).tolist() == [0, 1, 0, 2]


@pytest.mark.parametrize(
    ("algorithms", "message"),
    [
        ("ward", "algorithms must be a sequence of names .* Got 'ward'"),
        (3, "algorithms must be a sequence of names"),
        ([], "algorithms must hold different names .* Got \\[\\]"),
        (["ward", "ward"], "algorithms must hold different names"),
        (["DBSCAN"], "every algorithm must be one of .* Got 'DBSCAN'"),
        ({}, "algorithms must hold at least one"),
        ({3: "ward"}, "each under a text as its name"),
        ({"mine": "hdbscan"}, "the algorithm 'mine' must be one of"),
        ({"mine": KMeans}, "cluster must be a function of the data"),
    ],
)
def test_algorithms_that_are_refused(algorithms, message):
    with pytest.raises(ValueError, match=message):
        check_algorithms(algorithms)


# The tests, against calibrated_choice.


@pytest.mark.parametrize("points", [POINTS, np.random.default_rng(7).normal(size=(60, 2))], ids=["clusters", "noise"])
def test_the_tests_are_those_of_calibrated_choice(points):
    found = small(points, scaling="none", references=("radial", "box"), n_references=21, rng=11)
    seeds = dict(zip(_SEEDS, np.random.default_rng(11).integers(2**31, size=len(_SEEDS)).tolist(), strict=True))
    for (name, title), row in found.tests.iterrows():
        criterion = {"AUCC": "aucc_score", "VRC": "calinski_harabasz_score"}[title]
        choice = calibrated_choice(
            points,
            lambda X, k, name=name: label_rows_of_many(X, [k], name)[0],
            range(2, 6),
            criterion=criterion,
            references=("radial", "box"),
            n_references=21,
            rng=seeds["references"],
        )
        assert (row["peak at"], row["named"]) == (choice.best, choice.n_clusters)
        assert {kind: row[f"p, {kind}"] for kind in ("radial", "box")} == choice.pvalues
        ours = found._choices[name, title]
        for one, other in zip(ours, choice, strict=True):
            np.testing.assert_equal(one, other)
        by_k = found.by_k.loc[name]
        np.testing.assert_array_equal(by_k[title], choice.scores)
        np.testing.assert_array_equal(by_k[f"{title} above radial"], choice.excess)


def test_with_one_k_the_excess_is_tested():
    found = small(ks=[3])
    choice = found._choices["ward", "VRC"]
    assert choice.ks == (3,)
    assert choice.pvalue == 1 / 20
    assert found.tests["named"].tolist() == [3] * 4
    assert "Only 3 was tried" in " ".join(found.doubts)


def standing_of(sets, ks=(2, 3), algorithms=("ward", "average")):
    judged = [
        judge(
            points,
            check_algorithms(algorithms),
            list(ks),
            metric="euclidean",
            seed=0,
            criteria=criteria_tested("euclidean"),
            where="a set",
            step=lambda *told: None,
        )[0]
        for points in sets
    ]
    return Standing(judged[0], {"box": judged[1:]}, ks, criteria_tested("euclidean"))


def test_the_global_test_by_its_definition():
    rng = np.random.default_rng(1)
    space = Space(POINTS)
    sets = [POINTS, *(space.draw("box", True, rng) for _ in range(12))]
    standing = standing_of(sets, ks=(2, 3, 4))
    highest = np.full(13, -np.inf)
    for test in standing.tests:
        scaled = standing.excess[test, "box"]
        peaks = scaled.max(axis=1) - scaled.mean(axis=1)
        highest = np.maximum(highest, (peaks - peaks.mean()) / peaks.std())
    assert standing.global_pvalues() == {"box": (highest >= highest[0]).sum() / 13}


def test_the_global_test_does_not_know_which_set_is_the_data():
    # Its p-values, each set in turn in the place of the data, are the ranks from 1/n to 1: that is its size.
    rng = np.random.default_rng(2)
    sets = [rng.normal(size=(25, 2)) for _ in range(8)]
    found = sorted(standing_of([one, *(s for s in sets if s is not one)]).global_pvalues()["box"] for one in sets)
    assert found == [i / 8 for i in range(1, 9)]


def test_reference_sets_with_too_few_different_rows_are_refused():
    # On a line radial sets keep the distances from the middle: twelve places can become six to ten.
    with pytest.raises(ValueError, match=r"VRC must be finite to be tested\. It is not for \[.* on radial set"):
        small(np.arange(12.0)[:, None], ["ward"], [2, 9, 10], references=["radial"])


def test_sets_that_are_alike_do_not_stand_out():
    assert standing_of([POINTS] * 6).global_pvalues() == {"box": 1.0}


# Stability, votes, agreement.


def test_stability_is_the_agreement_on_the_rest():
    ks = [2, 3]
    partitions = {"ward": label_rows_of_many(POINTS, ks, "ward")}
    options = {"n_repeats": 3, "metric": "euclidean", "seed": 0, "where": "the data", "step": lambda *told: None}
    found = stability(POINTS, partitions, {"ward": "ward"}, ks, rng=np.random.default_rng(5), **options)["ward"]
    rng = np.random.default_rng(5)
    for row in found:
        kept = np.sort(rng.permutation(60)[10:])
        for k, value in zip(ks, row, strict=True):
            other = label_rows_of_many(POINTS[kept], [k], "ward")[0]
            assert value == at.adjusted_rand_score(partitions["ward"][ks.index(k)][kept], other)
    mean, error = mean_and_error(found)
    np.testing.assert_allclose(mean, found.mean(axis=0))
    np.testing.assert_allclose(error, found.std(axis=0, ddof=1) / 3**0.5)


def test_where_the_rest_has_too_few_different_rows_stability_is_not_known():
    X = np.array([[0.0], [0.0], [0.0], [1.0], [3.0], [9.0]])
    found = stability(
        X,
        {"ward": label_rows_of_many(X, [2, 3], "ward")},
        {"ward": "ward"},
        [2, 3],
        n_repeats=20,
        metric="euclidean",
        seed=0,
        rng=np.random.default_rng(0),
        where="the data",
        step=lambda *told: None,
    )["ward"]
    assert not np.isnan(found[:, 0]).any()
    # Without one of the three single rows two different ones and the three equal ones are left.
    assert 0 < np.isnan(found[:, 1]).sum() < 20
    assert np.isnan(mean_and_error(np.full((2, 1), np.nan))[0])


def test_votes_and_habits():
    votes = of_three().votes
    assert votes.index.tolist() == [CRITERIA[name].title for name in SHOWN]
    scorer = at.criteria.CriteriaScorer(of_three()._points)
    rows = label_rows_of_many(of_three()._points, range(2, 6), "average")
    for name, scores in scorer.score_many(rows, SHOWN).items():
        best = scores.argmax() if CRITERIA[name].higher_is_better else scores.argmin()
        assert votes.loc[CRITERIA[name].title, "average"] == best + 2
    assert votes.loc["VRC", ["ward", "average"]].tolist() == [3, 3]
    assert votes["habit"].str.fullmatch(r"[2-5] \(\d+ of 20\)").all()


def test_agreement_of_the_candidates():
    agreement = of_three().agreement
    assert agreement.index.tolist() == agreement.columns.tolist() == ["ward 3", "average 3"]
    np.testing.assert_array_equal(np.diag(agreement), 1)
    ward, average = (label_rows_of_many(of_three()._points, [3], name)[0] for name in ("ward", "average"))
    assert agreement.loc["ward 3", "average 3"] == at.adjusted_rand_score(ward, average)


# The objects.


def exact_aucc(X, labels):
    found = at.concordance(X, labels)
    return Fraction(2 * found.s_plus + found.s_zero, 2 * (found.s_plus + found.s_minus + found.s_zero))


def test_an_object_spoils_exactly_if_aucc_is_higher_without_it():
    rng = np.random.default_rng(0)
    counted = {True: 0, False: 0}
    n_undefined = n_not_by_share = 0
    for _ in range(60):
        # Few values: full of ties and copies. Small sizes: objects without which there are no pairs of both kinds.
        n = int(rng.integers(3, 13))
        X, labels = rng.integers(0, 5, size=(n, 2)).astype(float), rng.integers(0, 3, size=n)
        labels = np.unique(labels, return_inverse=True)[1]
        if not 2 <= len(set(labels.tolist())) <= n - 1:
            continue
        samples = at.aucc_samples(X, labels)
        found, aucc = spoils(pdist(X), labels, samples), exact_aucc(X, labels)
        n_not_by_share += int((found != (samples.share < float(aucc))).sum())
        for i in range(n):
            rest = np.arange(n) != i
            if 2 <= len(set(labels[rest].tolist())) <= n - 2:
                assert found[i] == (exact_aucc(X[rest], labels[rest]) > aucc)
                counted[bool(found[i])] += 1
            else:
                assert not found[i]
                n_undefined += 1
    assert min(counted.values()) > 100
    # The share alone would not do: comparisons with the object in both pairs count twice in it.
    assert n_undefined
    assert n_not_by_share


def test_the_objects_are_those_of_the_candidate():
    found = of_three()
    assert found.candidate == ("ward", 3)
    labels = label_rows_of_many(found._points, [3], "ward")[0]
    assert found.objects["cluster"].tolist() == (labels + 1).tolist()
    assert found.objects.index.equals(TABLE.index)
    assert found.rows["cluster"].tolist() == (labels + 1).tolist()
    samples = at.aucc_samples(found._points, labels)
    for name, values in samples._asdict().items():
        np.testing.assert_array_equal(found.objects[name], values)
    np.testing.assert_array_equal(found.objects["spoils"], spoils(pdist(found._points), labels, samples))
    assert of_noise().candidate is None
    assert of_noise().objects.empty
    assert of_noise().objects.columns.equals(found.objects.columns)
    assert of_noise().rows["cluster"].isna().all()
    assert describe_objects(None, None, None, None, metric="euclidean").dtypes.equals(of_noise().objects.dtypes)


# The rule.

PEAK = ["algorithm", "criterion"]  # which peak a row of the tests is about
SIZES = {2: "30 30", 3: "20 20 20", 4: "20 20 10 10", 5: "20 20 10 9 1"}


def verdict_of(
    *peaks,
    pvalue=0.05,
    aucc=None,
    sizes=SIZES,
    stability=(0.9, 0.02),
    noise=(0.5, 0.05),
    valley=0.4,
    ks=(2, 3, 4, 5),
    **scales,
):
    """The verdict on algorithms with these peaks of VRC and these p-values, and of AUCC, none of which stands out."""
    names = [f"algorithm {i}" for i in range(len(peaks))]
    rows = {(name, "VRC"): peak for name, peak in zip(names, peaks, strict=True)}
    rows |= {(name, "AUCC"): peak for name, peak in zip(names, aucc or [(2, 0.9)] * len(peaks), strict=True)}
    tests = pd.DataFrame(
        [{"peak at": k, "named": k if p <= 0.05 else 1, "apart at": k, "p apart": p} for k, p in rows.values()],
        pd.MultiIndex.from_tuples(rows, names=PEAK),
    )
    by_k = pd.DataFrame(
        {
            "sizes": [sizes[k] for _ in names for k in ks],
            "stability": stability[0],
            "± stability": stability[1],
            "stability of noise": noise[0],
            "± stability of noise": noise[1],
            "valley": valley,
        },
        pd.MultiIndex.from_product([names, ks], names=["algorithm", "k"]),
    )
    return judge_claims(tests, by_k, pvalue, criteria=("VRC", "AUCC"), level=0.05, **scales)


def test_a_number_is_named_if_two_have_their_peak_there_and_one_stands_out():
    verdict = verdict_of((3, 0.05), (3, 0.4))
    assert verdict.numbers == {3: ("algorithm 0", "algorithm 1")}
    assert (verdict.candidate.algorithm, verdict.candidate.k) == ("algorithm 0", 3)


@pytest.mark.parametrize(
    "verdict", [verdict_of((3, 0.05), (4, 0.05)), verdict_of((3, 0.05))], ids=["two numbers", "one algorithm"]
)
def test_without_a_second_algorithm_it_is_a_candidate(verdict):
    assert verdict.is_found
    assert verdict.numbers == verdict.held == {}
    assert (verdict.candidate.algorithm, verdict.candidate.k, verdict.candidate.faults) == ("algorithm 0", 3, [])


@pytest.mark.parametrize(
    ("verdict", "fault"),
    [
        (verdict_of((5, 0.05), (5, 0.05), sizes=SIZES | {5: "12 12 12 12 12"}), "it is the last number"),
        (verdict_of((4, 0.05), (4, 0.05), sizes=SIZES | {4: "20 20 19 1"}), "a straggler of 1 row"),
        (
            verdict_of((3, 0.05), (3, 0.05), stability=(0.5, 0.01), noise=(0.9, 0.01)),
            "less stable than data without clusters (0.50 ± 0.01 compared with 0.90 ± 0.01)",
        ),
        (verdict_of((3, 0.05), (3, 0.05), valley=0.41), "slices of one cloud"),
    ],
    ids=["end of the range", "straggler", "not stable", "not apart"],
)
def test_what_could_not_be_trusted_is_no_candidate(verdict, fault):
    assert verdict.is_found
    assert (verdict.held, verdict.numbers, verdict.candidate) == ({}, {}, None)
    for claim in verdict.claims:
        assert claim.stands_out
        (told,) = claim.faults
        assert fault in told


def test_nothing_is_named_without_the_global_test():
    verdict = verdict_of((3, 0.05), (3, 0.05), pvalue=0.075)
    assert (verdict.is_found, verdict.numbers, verdict.candidate) == (False, {}, None)


def test_stability_below_noise_within_its_error_does_no_harm():
    verdict = verdict_of((3, 0.05), (3, 0.05), stability=(0.73, 0.09), noise=(0.84, 0.08))
    assert list(verdict.numbers) == [3]
    # So the sentence on such a number must not deny that its stability can lie below.
    tests = pd.DataFrame({"peak at": [3, 3]}, pd.MultiIndex.from_product([verdict.numbers[3], ["VRC"]], names=PEAK))
    found = SimpleNamespace(beside=None, ks=range(2, 6))
    findings = SimpleNamespace(verdict=verdict, titles=("VRC",), tests=tests, settings={"significance_level": 0.05})
    vars(findings).update(found=found, first=found, left_out=())
    said = " ".join(_of_numbers(findings))
    assert "3 clusters are selected" in said
    assert "less stable" not in said
    assert "Their stability is not below that of data without clusters by more than twice the error" in said


def test_if_several_numbers_hold_none_is_named():
    verdict = verdict_of((3, 0.05), (4, 0.05), (4, 0.6), (3, 0.6), (4, 0.9))
    assert verdict.held == {3: ("algorithm 0", "algorithm 3"), 4: ("algorithm 1", "algorithm 2", "algorithm 4")}
    assert verdict.numbers == {}
    assert (verdict.candidate.algorithm, verdict.candidate.k) == ("algorithm 1", 4)


def test_of_several_algorithms_the_candidate_is_that_with_clusters_farthest_apart():
    # One row for each algorithm and each k from 2 to 5.
    valleys = [0.3] * 4 + [0.1] * 4 + [0.2] * 4
    assert verdict_of((3, 0.05), (3, 0.05), (3, 0.05), valley=valleys).candidate.algorithm == "algorithm 1"
    assert verdict_of((3, 0.05), (4, 0.9), (4, 0.05), valley=valleys).candidate.algorithm == "algorithm 1"
    # One that does not stand out cannot be the candidate alone.
    assert verdict_of((3, 0.05), (4, 0.9), (5, 0.9), valley=valleys).candidate.algorithm == "algorithm 0"


@pytest.mark.parametrize(
    ("beside", "must_agree", "numbers"),
    [({}, False, [3]), ({3}, False, [3]), ({4}, False, []), ({3, 4}, False, []), ({}, True, []), ({3}, True, [3])],
)
def test_a_second_scale_can_refuse(beside, must_agree, numbers):
    verdict = verdict_of((3, 0.05), (3, 0.05), beside={k: ("ward", "average") for k in beside}, must_agree=must_agree)
    assert list(verdict.held) == [3]
    assert list(verdict.numbers) == numbers
    assert verdict.candidate.k == 3


def test_where_no_peak_of_vrc_stands_out_aucc_gives_a_candidate_and_no_number():
    verdict = verdict_of((3, 0.2), (3, 0.2), aucc=[(4, 0.9), (2, 0.05)])
    assert verdict.numbers == {}
    candidate = verdict.candidate
    assert (candidate.algorithm, candidate.k, candidate.criterion) == ("algorithm 1", 2, "AUCC")
    assert verdict_of((3, 0.2), (3, 0.2)).candidate is None


def test_with_one_k_there_is_no_end_of_the_range():
    assert list(verdict_of((3, 0.05), (3, 0.05), ks=(3,), aucc=[(3, 0.9)] * 2).numbers) == [3]


@pytest.mark.parametrize(("n", "limit"), [(10, 2), (40, 2), (60, 3), (100, 5), (2000, 5)])
def test_how_small_a_straggler_is(n, limit):
    assert straggler_below(n) == limit


@pytest.mark.parametrize(
    ("one", "other", "sign"),
    [
        ((0.73, 0.09), (0.84, 0.08), 0),
        ((0.9, 0.02), (0.5, 0.05), 1),
        ((0.5, 0.02), (0.9, 0.05), -1),
        ((0.9, np.nan), (0.5, 0.05), 0),
        ((1.0, 0.0), (1.0, 0.0), 0),
    ],
)
def test_a_difference_within_its_error_is_none(one, other, sign):
    assert compare(one, other) == sign


def test_the_conclusion_on_three_clusters():
    found = of_three()
    said = " ".join(found.conclusion)
    assert found.pvalue == max(found.pvalues.values()) == 1 / 20
    assert "p = 0.050, the smallest that 19 sets can give" in said
    assert "3 clusters are selected: VRC has its peak there with ward and average, and it stands out with each." in said
    assert "The 3 clusters of ward have 20, 20 and 20 rows." in said
    assert "ward keeps its 3 clusters with ARI 1.00 ± 0.00" in said


def test_the_conclusion_on_noise():
    found = of_noise()
    assert found.pvalue > 0.05
    assert found.conclusion[0] == (
        f"Nothing stands out that these methods can see: p = {found.pvalue:.3f}, above the level of 0.05."
    )
    assert "does not mean that there is nothing" in found.conclusion[1]
    assert "clusters are selected" not in " ".join(found.conclusion)


def test_a_candidate_says_what_it_lacks():
    found = small(algorithms=["ward"])
    said = " ".join(found.conclusion)
    assert "No number of clusters is selected." in said
    assert "3 clusters with ward are a candidate and no more: only one algorithm was used." in said
    assert found.candidate == ("ward", 3)
    assert conclude.__doc__


@pytest.mark.breadth
def test_seeds_of_kmeans_are_compared():
    found = small(algorithms=["k-means", "ward"])
    assert "With 4 other seeds k-means ends in the same 3 clusters each time, and the peak" in " ".join(
        found.conclusion
    )


# What comes in.


def test_incomplete_rows_are_left_out_counted_and_compared():
    table = TABLE.copy()
    table.iloc[[3, 30, 50], 0] = np.nan
    found = small(table)
    assert found.rows["reason"].value_counts().to_dict() == {"": 57, "incomplete": 3}
    assert found.rows.loc[["row 3", "row 30"], "used"].tolist() == [False, False]
    assert found.rows.loc["row 3", "copies"] == 0
    assert found.columns.loc["length", "missing"] == 3
    doubt = next(doubt for doubt in found.doubts if "because a value is missing" in doubt)
    complete, others = table["width"].drop(["row 3", "row 30", "row 50"]), table["width"].iloc[[3, 30, 50]]
    gap = (others.mean() - complete.mean()) / complete.std()
    assert doubt.startswith("3 rows of 60 left out")
    assert f"most in width: by {gap:+.2f} ± {(1 / 3 + 1 / 57) ** 0.5:.2f} standard deviations" in doubt
    without = small(table.dropna())
    for name in ("tests", "by_k", "votes", "agreement", "objects"):
        pd.testing.assert_frame_equal(getattr(without, name), getattr(found, name))
    assert found.columns["rows lost"].to_dict() == {"length": 3, "width": 0}
    with pytest.raises(ValueError, match=r"Got 3 that lack one: rows row 3, row 30, row 50.*missing=.neighbours"):
        small(table, missing="refuse")


# Missing values that are filled in.


@cache
def with_gaps():
    table = TABLE.assign(height=TABLE["length"] * 2 + np.random.default_rng(1).normal(size=60))
    table.iloc[[3, 30, 50], 0] = np.nan
    table.iloc[[30, 7], 1] = np.nan  # of row 30 only one of three values is left
    return table


@pytest.mark.parametrize("missing", ["median", "neighbours"])
def test_missing_values_are_filled_in_and_told(missing):
    table = with_gaps()
    found = small(table, missing=missing)
    assert found.rows["reason"].value_counts().to_dict() == {"": 59, "incomplete": 1}
    assert found.rows["filled in"].to_dict() == {
        name: int(name in ("row 3", "row 50", "row 7")) for name in table.index
    }
    raw = found._taken.filled
    kept = table.notna().to_numpy()
    kept[30] = False
    assert (raw[kept] == table.to_numpy()[kept]).all()
    rest = table.drop("row 30")
    if missing == "median":
        expected = rest.fillna(rest.median())
    else:
        scaled = rest / rest.std(ddof=0)
        expected = pd.DataFrame(KNNImputer().fit_transform(scaled), rest.index, rest.columns) * rest.std(ddof=0)
    np.testing.assert_allclose(np.delete(raw, 30, axis=0), expected)
    assert np.isnan(raw[30]).all()
    doubt = next(doubt for doubt in found.doubts if "filled in by" in doubt)
    assert doubt.startswith("3 values in 3 rows were filled in by the me")
    assert any(text.startswith("1 row of 60 left out, because more than half of the values") for text in found.doubts)
    assert "p-values and the stability are those of the table as filled in" in doubt
    # What is described are values that were measured.
    assert found.profiles["values"].groupby("column").sum().to_dict() == {"height": 59, "length": 57, "width": 58}
    assert found.clusters["filled in"].sum() == 3


def test_without_gaps_nothing_is_filled_in():
    assert_same(small(missing="neighbours"), of_three())


# Every row and its cluster, the clusters one by one.


def test_every_complete_row_has_a_cluster(monkeypatch):
    monkeypatch.setattr("aucc_teach.reporting._table.MAX_ROWS", 45)
    table = TABLE.copy()
    table.iloc[4, 0] = np.nan
    for scaling in ("standardise", "range", "none"):
        found = small(table, scaling=scaling)
        rows = found.rows
        assert rows["assigned by"].value_counts().to_dict() == {"clustering": 45, "nearest mean": 14, "": 1}
        assert rows.index[rows["cluster"].isna()].tolist() == ["row 4"]
        used = rows[rows["used"]]
        assert used["cluster"].tolist() == found.objects["cluster"].tolist()
        means = pd.DataFrame(found._points).groupby(used["cluster"].to_numpy()).mean().to_numpy()
        complete = table.dropna()
        origin = complete.mean() if scaling == "standardise" else complete.min() if scaling == "range" else 0
        unit = {"standardise": complete.std(ddof=0), "range": np.ptp(complete, axis=0), "none": 1}[scaling]
        scaled = ((table - origin) / unit)[rows["assigned by"] == "nearest mean"].to_numpy()
        expected = [1 + int(np.square(means - row).sum(axis=1).argmin()) for row in scaled]
        assert rows.loc[rows["assigned by"] == "nearest mean", "cluster"].tolist() == expected
        assert found.labels().equals(rows["cluster"])
        other = found.labels(4, "average")
        assert (other.index.tolist(), str(other.dtype), other.nunique()) == (table.index.tolist(), "Int64", 4)
        expected = label_rows_of_many(found._points, [4], "average")[0] + 1
        assert other[rows["used"]].tolist() == expected.tolist()


def test_labels_are_those_of_the_report_or_refused():
    found = of_three()
    assert found.labels(k=4).equals(found.labels(4, found.candidate[0]))
    with pytest.raises(ValueError, match=r"k must be one of \[2, 3, 4, 5\]. Got 7"):
        found.labels(7)
    with pytest.raises(ValueError, match=r"algorithm must be one of \['ward', 'average'\]"):
        found.labels(3, "k-means")
    with pytest.raises(ValueError, match="k and algorithm must be given, because the report describes no clustering"):
        of_noise().labels(3)
    assert of_noise().labels(3, "ward").notna().all()


def test_jaccard_coefficients_by_their_definition():
    labels, others = np.array([0, 0, 0, 1, 1, 2]), np.array([0, 0, 1, 1, 1, 1])
    expected = [
        max(
            len(set(np.flatnonzero(labels == a)) & set(np.flatnonzero(others == b)))
            / len(set(np.flatnonzero(labels == a)) | set(np.flatnonzero(others == b)))
            for b in (0, 1)
        )
        for a in (0, 1, 2)
    ]
    assert best_jaccard(labels, others, 3).tolist() == expected == [2 / 3, 1 / 2, 1 / 4]
    assert np.isnan(best_jaccard(labels, others, 4)[3])


def test_clusters_come_back_where_there_are_any():
    def of(points, k):
        labels = label_rows_of_many(points, [k], "ward")[0]
        options = {"metric": "euclidean", "seed": 0, "rng": np.random.default_rng(0)}
        return jaccard_of_clusters(points, labels, "ward", **options), labels

    real, _ = of(POINTS, 3)
    assert real.index.tolist() == [1, 2, 3]
    assert (real["Jaccard"] > 0.9).all()
    assert real["recovered"].min() > 0.9
    assert real["dissolved"].max() == 0
    # Two clusters that are there, and a cut through a third one.
    cut, labels = of(POINTS, 4)
    split = [c for c in range(4) if (labels == c).sum() < 20]
    assert len(split) == 2
    whole = [c for c in range(4) if c not in split]
    assert cut["Jaccard"].iloc[whole].min() > 0.85 > cut["Jaccard"].iloc[split].max()
    assert cut["dissolved"].iloc[split].max() > 0.5


def test_a_cluster_that_does_not_come_back_is_a_doubt():
    table = pd.DataFrame({"Jaccard": [0.9, 0.55], "filled in": [0, 12], "rows in all": [50, 20]}, [1, 2])
    (doubt,) = doubts_of_clusters(table, "drop")
    assert doubt.startswith("Cluster 2 (0.55) should not be trusted")
    _, crowd = doubts_of_clusters(table, "median")
    assert crowd.startswith("Rows that were filled in crowd in cluster 2 (60% of its rows), compared with 17% in all")
    assert list(doubts_of_clusters(table.assign(Jaccard=0.9), "drop")) == []
    assert list(doubts_of_clusters(None, "drop")) == []


def test_profiles_are_in_the_units_of_the_table():
    found = of_three()
    for cluster, rows in TABLE.groupby(found.rows["cluster"].astype(int)):
        of_cluster = found.profiles.loc[cluster]
        np.testing.assert_allclose(of_cluster["mean"], rows.mean())
        np.testing.assert_allclose(of_cluster["standard deviation"], rows.std())
        np.testing.assert_allclose(of_cluster["lower quartile"], rows.quantile(0.25))
        np.testing.assert_allclose(of_cluster["median"], rows.median())
        np.testing.assert_allclose(of_cluster["upper quartile"], rows.quantile(0.75))
        assert found.clusters.loc[cluster, "rows used"] == found.clusters.loc[cluster, "rows in all"] == len(rows)
    assert of_noise().clusters is None
    assert of_noise().profiles is None


# Columns of other kinds.


_DAYS = pd.date_range("2024-01-20", periods=60)
MIXED = TABLE.assign(
    zip=np.random.default_rng(2).integers(10000, 10040, size=60),
    orders=np.random.default_rng(3).poisson(3, size=60),
    member=np.arange(60) % 3 == 0,
    answer=np.where(np.arange(60) % 2 == 0, "yes", "No"),
    german=pd.date_range("2024-01-20", periods=60).strftime("%d.%m.%Y"),
    american=pd.date_range("2024-01-20", periods=60).strftime("%m/%d/%y"),
    iso=pd.date_range("2024-01-20", periods=60).strftime("%Y-%m-%d %H:%M"),
    when=pd.date_range("2024-01-20", periods=60, tz="Europe/Berlin"),
    took=pd.to_timedelta(np.arange(60), unit="h"),
    born=[date(2024, 1, 20) + timedelta(days=i) for i in range(60)],
    lasted=pd.Series([timedelta(hours=i) for i in range(60)], TABLE.index, dtype=object),
    rose=[time(hour=i // 3, minute=20 * (i % 3)) for i in range(60)],
    # Midnight in two places, one hour apart.
    places=pd.Series([t.tz_localize(["UTC", "Europe/Paris"][t.day % 2]) for t in _DAYS], TABLE.index, dtype=object),
    offsets=[f"{t:%Y-%m-%d %H:%M}{['Z', '+0100', ' +01:00', '+01', ' UTC'][i % 5]}" for i, t in enumerate(_DAYS)],
    written=[f"{value}" for value in range(60)],
    city=np.repeat(["Kiel", "Bonn", "Ulm"], 20),
)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("zip", "whole numbers with the name of a code; columns=[...] takes it."),
        ("orders", ", perhaps counts or codes; columns=[...] takes it."),
        ("member", "columns=[...] takes them as 1 for True and 0 for False."),
        ("answer", "columns=[...] takes them as 1 for yes and 0 for no."),
        ("german", "columns=[...] takes them as days since the first."),
        ("written", "columns=[...] takes them as numbers."),
        ("city", 'classes="..." compares with it in the end.'),
    ],
)
def test_a_column_that_is_not_used_says_what_would_use_it(name, words):
    taken = take_in(MIXED)
    assert taken.used == ["length", "width"]
    assert taken.columns.loc[name, "reason"].endswith(words)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("member", np.arange(60) % 3 == 0),
        ("answer", np.arange(60) % 2 == 0),
        ("german", np.arange(60)),
        ("american", np.arange(60)),
        ("iso", np.arange(60)),
        ("when", np.arange(60)),
        ("took", np.arange(60) / 24),
        ("born", np.arange(60)),
        ("lasted", np.arange(60) / 24),
        ("rose", np.arange(60) / 72),
        ("places", np.arange(60) - _DAYS.day % 2 / 24),
        ("offsets", np.arange(60) - np.array([0, 1, 1, 1, 0] * 12) / 24),
        ("written", np.arange(60)),
    ],
)
def test_a_column_of_another_kind_is_read_where_it_is_asked_for(name, expected):
    table = MIXED.copy()
    if name == "member":
        table[name] = table[name].astype("boolean")
    table.loc["row 5", name] = pd.NaT if table[name].dtype.kind in "Mm" else None
    taken = take_in(table, columns=["length", name])
    assert taken.columns.loc[name, "reason"].startswith("asked for; ")
    np.testing.assert_allclose(taken.table[name].drop("row 5"), np.delete(expected, 5), atol=0.05 * (name == "when"))
    assert np.isnan(taken.table.loc["row 5", name])


def test_dates_with_and_without_an_offset_are_refused():
    """In which order are 01:00+02:00 and 00:00 of an unknown place?"""
    some = [f"2024-01-{1 + i % 28:02}T10:00{'+02:00' if i % 4 else ''}" for i in range(60)]
    aware = pd.Series([pd.Timestamp(text) for text in some], TABLE.index, dtype=object)
    for values in (some, [text[:10] if i % 4 == 0 else text for i, text in enumerate(some)], aware):
        with pytest.raises(ValueError, match="column day cannot be used: 45 of its 60 dates have an offset from UTC"):
            take_in(TABLE.assign(day=values), columns=["length", "day"])
    mixed = pd.Series([timedelta(1), date(2024, 1, 1)] * 30, TABLE.index, dtype=object)
    with pytest.raises(ValueError, match=r"make numbers of its times first\. They are date and timedelta"):
        take_in(TABLE.assign(day=mixed), columns=["length", "day"])


def test_dates_that_can_be_read_in_two_ways_are_refused():
    table = TABLE.assign(day=["01/02/2024", "03/04/2024", "05/06/2024"] * 20, no=["30.02.2024", "01.03.2024"] * 30)
    with pytest.raises(ValueError, match="column day cannot be used: it is not clear whether the day or the month"):
        take_in(table, columns=["length", "day"])
    with pytest.raises(ValueError, match="column no cannot be used: not all of its dates exist"):
        take_in(table, columns=["length", "no"])


def test_answers_of_a_questionnaire_are_used_and_say_so():
    table = pd.DataFrame(np.random.default_rng(0).integers(1, 6, size=(80, 6)), columns=[f"q{i}" for i in range(6)])
    taken = take_in(table)
    assert taken.used == list(table)
    assert taken.columns["reason"].str.contains("on a scale that most columns share, as answers of a questionn").all()
    assert set(take_in(table[["q0", "q1"]].assign(x=np.arange(80) / 7)).used) == {"x"}


@pytest.mark.parametrize(
    ("X", "options"),
    [
        (TABLE.assign(city="Kiel"), {"columns": ["length", "city"]}),
        (TABLE.assign(same=1.0), {"columns": ["length", "same"]}),
        (TABLE.assign(length="a", width="b"), {}),
        (TABLE.assign(length=[1.0, 2.0] + [np.nan] * 58), {"columns": ["length"]}),
    ],
)
def test_a_refusal_of_columns_names_the_option(X, options):
    with pytest.raises(ValueError, match=r"columns=\[\.\.\.\]"):
        take_in(X, **options)


def test_copies_are_kept_and_counted():
    found = small(pd.concat([TABLE, TABLE.iloc[:6], TABLE.iloc[:1]]))
    assert found.settings["n_used"] == 67
    assert found.rows["copies"].iloc[[0, 1, 6, 61, 66]].tolist() == [3, 2, 1, 2, 3]
    assert any(doubt.startswith("7 of 67 rows repeat another one") for doubt in found.doubts)
    assert not any("repeat another" in doubt for doubt in of_three().doubts)


def test_columns_that_are_no_measurements_are_told():
    rng = np.random.default_rng(0)
    table = TABLE.assign(
        number=np.arange(60),
        name=[f"n{i}" for i in range(60)],
        constant=1.0,
        code=rng.integers(1, 4, size=60),
        species=np.repeat(["a", "b", "c"], 20),
        hollow=np.where(np.arange(60) < 40, np.nan, rng.normal(size=60)),
    )
    found = small(table, classes="species")
    columns = found.columns
    assert columns.index.tolist() == table.columns.tolist()
    assert found.settings["columns"] == columns.index[columns["used"]].tolist() == ["length", "width"]
    assert (columns.loc[~columns["used"], "reason"] != "").all()
    assert columns.loc["hollow", "reason"] == "more than half of its values are missing."
    np.testing.assert_allclose(columns["share as used"].dropna(), [0.5, 0.5])
    np.testing.assert_allclose(columns["share as it is"].dropna(), TABLE.var() / TABLE.var().sum())
    assert "Numbers that were not used: columns number, constant, code, hollow." in " ".join(found.doubts)
    chosen = small(table, columns=["length", "code"])
    assert chosen.settings["columns"] == ["length", "code"]
    assert chosen.columns.loc["code", "reason"].startswith("asked for, although: ")
    assert "columns=[...]" not in chosen.columns.loc["code", "reason"]
    assert chosen.columns.loc["width", "reason"] == "not asked for."


def test_a_column_that_is_constant_in_the_complete_rows_is_not_used():
    table = TABLE.assign(late=np.where(np.arange(60) < 3, np.arange(60) + 0.5, 5.0), other=TABLE["width"] ** 2)
    table.iloc[:3, 0] = np.nan
    assert small(table).columns.loc["late", "reason"] == "constant in the complete rows."
    with pytest.raises(
        ValueError, match=r"every column used must vary\. Got the same value in all 57 complete rows: column late"
    ):
        small(table, columns=["length", "late"])


def test_an_array_uses_every_column_that_varies():
    found = small(np.column_stack([POINTS, np.ones(60), np.repeat([1, 2, 3], 20)]))
    assert found.columns["used"].to_dict() == {"x0": True, "x1": True, "x2": False, "x3": True}
    assert found.settings["table"] == "array"


def test_a_candidate_by_aucc_is_held_against_the_peak_of_vrc():
    birds = at.datasets.load_penguins()
    sizes = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
    found = at.report(birds, ["ward"], columns=sizes, **SMALL)
    assert (found.numbers, found.candidate) == ((), ("ward", 2))
    assert found.tests["named"].to_dict() == {("ward", "VRC"): 1, ("ward", "AUCC"): 2}
    elsewhere = (
        "Over all numbers, VRC has its peak elsewhere, at 5 with ward. But rows are "
        "not rare between some of these clusters, which may be slices of one cloud."
    )
    assert elsewhere in found.doubts
    assert not [doubt for doubt in found.doubts if "selects other numbers" in doubt]


def test_a_dominant_column_is_a_doubt():
    wide = TABLE * [1, 100]
    scaled, unscaled = small(wide), small(wide, scaling="none")
    assert scaled.columns.loc["width", "share as it is"] > 0.99
    assert any(doubt.startswith("As the table stands, width makes up 100%") for doubt in scaled.doubts)
    assert any(doubt.startswith("Nothing was scaled, and width makes up 100%") for doubt in unscaled.doubts)
    pd.testing.assert_frame_equal(of_three().tests, scaled.tests)


def test_skewed_columns_are_a_doubt():
    table = TABLE.assign(length=np.exp(np.random.default_rng(1).normal(size=60)))
    assert any(doubt.startswith("Skewed: column length (+") for doubt in small(table).doubts)
    assert not any(doubt.startswith("Skewed") for doubt in of_noise().doubts)


def test_values_far_from_all_others_are_named_and_do_not_make_a_column_skewed():
    table = TABLE.assign(spend=np.random.default_rng(0).normal(100, 9, 60))
    table.loc["row 7", "spend"] = 5000
    table.index = pd.RangeIndex(2, 62, name="line")
    doubts = small(table, scaling="within").doubts
    assert any(doubt.startswith("Far from all others of its column: value spend (5000 in line 9).") for doubt in doubts)
    assert any(doubt.endswith("So the answer depends on the units.") for doubt in doubts)
    assert not any(doubt.startswith("Skewed") for doubt in doubts)
    assert far_values(np.array([1.0, 2, 3, 4, 100])).tolist() == [4]
    assert far_values(np.array([1.0, 2, 3, -90, 100])).tolist() == [4, 3]
    assert far_values(np.array([1.0, 2, 3, 4, 5])).tolist() == []
    # Three are a group, and equal values have none that are far.
    assert far_values(np.array([1.0, 2, 3, 4, 5, 98, 99, 100])).tolist() == []
    assert far_values(np.array([1.0, 1, 1, 1, 9])).tolist() == []


@pytest.mark.breadth
def test_the_docstring_says_what_is_found_on_irises_and_wines():
    said = " ".join(at.report.__doc__.split())
    assert (
        "of scikit-learn's irises it now has 2 clusters as a candidate only, and of its wines it says nothing" in said
    )
    iris, wine = (at.report(load(as_frame=True).data, rng=0, progress=False) for load in (load_iris, load_wine))
    assert (iris.numbers, iris.candidate[1]) == ((), 2)
    assert wine.pvalue == pytest.approx(0.1)
    assert wine.standardised["pvalue"] == pytest.approx(0.05)
    assert any(doubt.endswith("So the answer depends on the units.") for doubt in wine.doubts)


def test_skewness_is_read_by_what_was_found():
    table = TABLE.assign(length=np.exp(np.random.default_rng(1).normal(size=60)))
    (found,) = (doubt for doubt in small(table).doubts if doubt.startswith("Skewed"))
    assert "often stand out although each is one cloud" in found
    cloud = np.random.default_rng(1).normal(size=(60, 2))
    cloud[:, 0] = np.exp(cloud[:, 0] / 2)
    nothing = small(cloud, ks=[2, 3])
    assert nothing.pvalue > 0.05
    (said,) = (doubt for doubt in nothing.doubts if doubt.startswith("Skewed"))
    assert "can hide groups" in said


def test_what_stands_out_on_the_second_scale_alone_is_a_doubt():
    look = SimpleNamespace(pvalue=0.05)
    settings = {"significance_level": 0.05}
    held = {3: ("k-means", "ward")}

    def doubts(look, held):
        verdict = SimpleNamespace(beside=held)
        return list(
            _of_the_second_scale(
                SimpleNamespace(first=SimpleNamespace(beside=look), settings=settings, verdict=verdict)
            )
        )

    (said,) = doubts(look, held)
    assert "something stands out (p = 0.050), and the conditions are met by 3 clusters (k-means and ward)." in said
    assert "no number meets the conditions" in doubts(look, {})[0]
    assert doubts(SimpleNamespace(pvalue=0.075), held) == doubts(None, None) == []


def test_skewness_between_the_clusters_is_no_doubt():
    points = np.random.default_rng(0).normal(size=(60, 2)) + np.repeat([[0, 0], [9, 9]], [50, 10], axis=0)
    found = small(points)
    assert found.candidate[1] == 2
    assert skew(points).min() > 1
    assert not any(doubt.startswith("Skewed") for doubt in found.doubts)
    # The slices of a skewed cloud are skewed as it is.
    cloud = np.random.default_rng(0).exponential(size=(200, 1))
    labels = label_rows_of_many(cloud, [3], "k-means")[0]
    assert shape_within(cloud[:, 0], labels)[0] > 0.4
    assert abs(shape_within(points[:, 0], np.repeat([0, 1], [50, 10]))[0]) < 0.4
    assert shape_within(np.array([1.0, 1, 5, 5]), np.array([0, 0, 1, 1])) == (0, 0)


def test_another_metric_has_no_vrc():
    found = small(metric="cityblock")
    assert found.tests.index.tolist() == [("ward", "AUCC"), ("average", "AUCC")]
    assert not [name for name in found.by_k if "VRC" in name]
    assert any(doubt.startswith("ward works with Euclidean distances") for doubt in found.doubts)


def test_own_algorithms():
    def halves(X, k):
        return X[:, 0].argsort(kind="stable").argsort() * k // len(X)

    own = {"halves": halves, "tree": AgglomerativeClustering(linkage="average"), "ward": "ward"}
    found = small(algorithms=own)
    assert found.settings["algorithms"] == ["halves", "tree", "ward"]
    assert found.by_k.loc[("halves", 2), "sizes"] == "30 30"
    numbers = [name for name in found.by_k if name not in ("sizes",)]
    pd.testing.assert_frame_equal(found.by_k.loc["tree", numbers], of_three().by_k.loc["average", numbers])
    with pytest.raises(ValueError, match=r"must give exactly k clusters\. Got 1 for k = 2 on the data"):
        small(algorithms={"none": lambda X, k: np.zeros(len(X))})


# Classes stay sealed.


def test_classes_change_nothing_else():
    classes = np.repeat(["a", "b", "c"], 20)
    found = small(TABLE.assign(kind=classes), classes="kind")
    shuffled = small(TABLE.assign(kind=np.random.default_rng(0).permutation(classes)), classes="kind")
    assert_same(found, shuffled)
    assert found.external["ARI"].tolist() == [1, 1, 1]
    assert found.external.index.tolist() == ["ward 3", "average 3", "kind"]
    assert found.external.loc["kind", "AUCC"] == at.aucc_score(found._points, classes)
    assert shuffled.external.loc["ward 3", "ARI"] < 0.2
    assert of_three().external is None
    pd.testing.assert_frame_equal(found.by_k, of_three().by_k)
    apart = small(classes=pd.Series(classes, TABLE.index, name="kind"))
    pd.testing.assert_frame_equal(apart.external, found.external)


def test_rows_without_a_class_are_clustered_and_left_out_of_ari():
    classes = np.repeat(np.array(["a", "b", "c"], dtype=object), 20)
    classes[[0, 21]] = None
    found = small(classes=classes)
    assert found.settings["n_used"] == 60
    labels = label_rows_of_many(found._points, [3], "ward")[0]
    known = np.setdiff1d(np.arange(60), [0, 21])
    assert found.external.loc["ward 3", "ARI"] == at.adjusted_rand_score(classes[known].astype(str), labels[known])
    assert found.external.loc["classes", "AUCC"] == at.aucc_score(found._points[known], classes[known].astype(str))


# A sample, and all rows.


def test_a_sample_is_told_and_the_whole_is_estimated(monkeypatch):
    monkeypatch.setattr("aucc_teach.reporting._table.MAX_ROWS", 45)
    found = small()
    assert (found.settings["n_rows"], found.settings["n_complete"], found.settings["n_used"]) == (60, 60, 45)
    assert found.rows["reason"].value_counts().to_dict() == {"": 45, "not in the sample": 15}
    assert len(found.objects) == 45
    assert any(doubt.startswith("A sample of 45 of 60 rows") for doubt in found.doubts)
    name, k = found.candidate
    scaled = ((POINTS - POINTS.mean(axis=0)) / POINTS.std(axis=0))[found.rows["used"]]
    np.testing.assert_allclose(found._points, scaled)
    labels = label_rows_of_many(found._points, [k], name)[0]
    means = np.array([found._points[labels == c].mean(axis=0) for c in range(k)])
    everything = (POINTS - POINTS.mean(axis=0)) / POINTS.std(axis=0)
    nearest = np.array([np.square(means - point).sum(axis=1).argmin() for point in everything])
    assert found.whole.low <= at.aucc_score(everything, nearest) <= found.whole.high
    assert f"AUCC is {found.whole.statistic:.3f}" in " ".join(found.conclusion)
    assert of_three().whole is None
    assert MAX_ROWS == 2000


# The same from the same seed; progress; memory.


def test_the_same_seed_gives_the_same_report():
    again = small()
    assert_same(of_three(), again)
    assert of_three().settings == again.settings
    other = small(rng=1)
    assert not other.by_k.equals(again.by_k)
    generator = small(rng=np.random.default_rng(0))
    assert_same(generator, again)
    assert generator.settings["seed"] is None


def test_the_work_runs_on_one_thread():
    seen = set()

    def halves(X, k):
        seen.update(library["num_threads"] for library in threadpool_info())
        return X[:, 0].argsort(kind="stable").argsort() * k // len(X)

    with threadpool_limits(2):
        assert max(library["num_threads"] for library in threadpool_info()) == 2
        small(algorithms={"halves": halves}, ks=[2, 3])
    assert seen == {1}


def test_progress_is_told_step_by_step_and_can_stop():
    told = []
    at.report(TABLE, ["k-means", "ward"], [2, 3, 4], n_references=19, rng=0, progress=lambda *step: told.append(step))
    total = 2 * 2 * (1 + 2 * 19 + 10 + 2 * 10) + 4 + 1  # two scales, two algorithms
    assert [done for done, _, _ in told] == list(range(total + 1))
    assert {of for _, of, _ in told} == {total}
    assert told[1][2] == "the data, k-means"
    assert " in all)" in told[-1][2]

    def stop(done, total, what):
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        at.report(TABLE, ["ward"], [2, 3, 4], n_references=19, rng=0, progress=stop)


def test_the_time_that_is_told_is_the_time_that_it_takes(monkeypatch):
    # On a clock that counts work: a clustering of n points takes n seconds, and each criterion 1000.
    spent = [0]
    monkeypatch.setattr(_clock, "now", lambda: spent[0])

    def halves(X, k):
        spent[0] += len(X)
        return X[:, 0].argsort(kind="stable").argsort() * k // len(X)

    score_many = CriteriaScorer.score_many

    def counted(self, labels, names, **options):
        spent[0] += 1000 * len(names)
        return score_many(self, labels, names, **options)

    monkeypatch.setattr(CriteriaScorer, "score_many", counted)
    told = []
    at.report(
        TABLE,
        {"halves": halves, "again": halves},
        [2, 3, 4],
        n_references=19,
        rng=0,
        progress=lambda done, total, what: told.append(re.findall(r"about (\d+)(?: to \d+)? minutes in all", what)),
    )
    # The data, one reference set with all criteria, and it without a sixth: then all kinds of work were seen.
    assert [len(of_step) for of_step in told] == [0] * 6 + [1] * (len(told) - 6)
    # To draw the rows of a candidate anew takes a little beside that, if there is one.
    assert [int(of_step[0]) for of_step in told[6:]] == pytest.approx([spent[0] / 60] * (len(told) - 6), rel=0.01)


def test_the_time_that_is_told_is_a_range_as_long_as_rounds_may_follow():
    told = []
    skewed = np.random.default_rng(11).exponential(size=(60, 3)) ** 2
    found = small(
        skewed, progress=lambda done, total, what: told.append(re.findall(r"about (\d+)(?: to (\d+))? s", what))
    )
    assert found.pvalue <= 0.05
    ranges = [(int(low), int(high or 0)) for of_step in told for low, high in of_step]
    assert all(2 * low - 1 <= high <= 2 * low + 1 for low, high in ranges[:10])
    assert ranges[-1][1] == 0


def test_a_clock_counts_each_kind_of_work_by_its_own(monkeypatch):
    monkeypatch.setattr(_clock, "now", iter([0, 100, 130, 132, 140]).__next__)
    clock = _clock.Clock({"long": 3, "short": 5, "other": 2})
    clock.add("long", {"short": 70})
    assert clock.in_all() is None  # nothing is known of the third kind
    clock.forget()
    clock.add("long", {"short": 26})
    clock.add("other")
    assert clock.in_all() == 132 + 1 * 30 + 5 * 4 + 1 * 2
    clock.add("short")
    assert clock.in_all() == 140 + 1 * 30 + 4 * (4 + 8) / 2 + 1 * 2


def test_a_clock_counts_a_step_of_more_weight_as_several(monkeypatch):
    monkeypatch.setattr(_clock, "now", iter([0, 10, 34]).__next__)
    clock = _clock.Clock({"step": 2, "long": 1})
    clock.add("step")
    clock.plan({"step": 2.5 * 2})
    clock.add("step", {"long": 14}, weight=2)
    assert clock.in_all() == 34 + (2 - 1 + 5 - 2) * (10 + 12) / 2 + 1 * (12 - 14 / 2)


def test_the_bar_is_drawn_if_asked_for(capsys):
    small(ks=[2, 3], progress=True)
    assert "100%" in capsys.readouterr().err
    small(ks=[2, 3])
    assert capsys.readouterr().err == ""
    with pytest.raises(ValueError, match="ks must hold"):
        small(ks=[2, 1000], progress=True)
    assert capsys.readouterr().err == ""


def test_what_the_pairs_take_and_that_it_is_refused(monkeypatch):
    n = 700
    points = np.random.default_rng(0).normal(size=(n, 2))
    n_pairs = n * (n - 1) // 2
    tracemalloc.start()
    options = {"metric": "euclidean", "seed": 0, "where": "a set", "step": lambda *told: None}
    algorithms = check_algorithms(["ward", "average"])
    judged, ranking = judge(points, algorithms, [2, 9], criteria=SHOWN, **options)
    describe_objects(points, ranking.doubled_mid_ranks, judged.partitions["ward"][0], range(n), metric="euclidean")
    judge(points, algorithms, [2, 9], criteria=SHOWN, **options)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert BYTES_OF_PAIR / 2 < peak / n_pairs < BYTES_OF_PAIR
    monkeypatch.setattr(_memory, "_ALWAYS_FITS", 0)
    monkeypatch.setattr(_memory, "free_memory", lambda: 60 * 59 // 2 * BYTES_OF_PAIR - 1)
    with pytest.raises(ValueError, match="60 objects make 1770 pairs"):
        small()


# What is refused, before any work.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"X": [1, 2, 3]}, "X must be a DataFrame, or an array of numbers .* Got list"),
        ({"X": np.ones((5, 2, 2))}, r"Got ndarray of shape \(5, 2, 2\)"),
        ({"X": [["a", "b"]]}, "X must be a DataFrame"),
        ({"X": TABLE.iloc[:2]}, "at least 3 rows"),
        ({"X": np.ones((9, 2))}, "at least one column must be a measurement that varies"),
        (
            {"X": TABLE.replace({TABLE.iloc[0, 0]: np.inf})},
            "every value must be finite. Got infinity in column",
        ),
        ({"X": TABLE * 1e200, "scaling": "none"}, "small enough to be squared"),
        ({"ks": range(2, 61)}, "ks must hold different numbers of clusters from 2 to n - 1 = 59"),
        ({"X": np.repeat([[0, 1], [2, 3], [5, 0], [9, 2], [4, 4]], 5, axis=0)}, "ks must be smaller .* rows, 5"),
        ({"ks": []}, "ks must hold different"),
        ({"ks": "234"}, "ks must be a sequence"),
        ({"columns": "length"}, "columns must be a sequence of names. Got 'length'"),
        ({"columns": []}, "columns must be different columns of DataFrame"),
        ({"columns": ["length", "length"]}, "columns must be different columns"),
        ({"columns": ["depth"]}, "Got 'depth'"),
        ({"columns": ["kind"], "X": TABLE.assign(kind="a")}, "column kind cannot be used"),
        ({"columns": ["width"], "classes": "width"}, "cannot be a measurement and the classes"),
        ({"classes": 7}, "There is no column '7'"),
        ({"classes": "kind"}, "classes must name a column, .* There is no column 'kind'"),
        ({"classes": ["a", "b"]}, "a class for each of the 60 rows. Got 2"),
        ({"classes": ["a"] * 60}, "classes must have at least 2 different values"),
        ({"classes": [["a"]] * 59 + [["b"]]}, "classes"),
        ({"classes": pd.Series(["a", "b", "c"] * 20)}, "must name the same objects"),
        ({"scaling": "log"}, "scaling must be one of"),
        ({"metric": "precomputed"}, "metric must work on coordinates"),
        ({"metric": "nearness"}, "metric must be one that SciPy"),
        (
            {"metric": "cosine", "scaling": "range", "X": np.vstack([[0, 0], POINTS**2 + 1])},
            "must be defined for every",
        ),
        ({"references": "box"}, "references must be a sequence of kinds"),
        ({"references": ["ball"]}, "every reference must be one of"),
        ({"n_references": 18}, "n_references must be at least 1 / significance_level - 1"),
        ({"n_references": 0}, "n_references must be an integer of at least 1"),
        ({"significance_level": 2}, "significance_level must be a number between 0"),
        ({"missing": "mean"}, r"missing must be one of \['drop', 'refuse', 'median', 'neighbours'\]"),
        ({"progress": 3}, "progress must be True, False or a function"),
        ({"rng": "seed"}, "rng must be a numpy.random.Generator"),
        ({"X": np.random.default_rng(0).normal(size=(6, 8)), "ks": [2]}, "at least 2 rows more than dimensions"),
    ],
)
def test_bad_input_is_refused_before_any_work(monkeypatch, options, message):
    def work(*arguments, **keywords):
        raise AssertionError("work began")

    monkeypatch.setattr("aucc_teach.reporting._make.judge", work)
    with pytest.raises(ValueError, match=message):
        small(**options)


def test_take_in_keeps_the_scale_of_all_rows():
    taken = take_in(TABLE, scaling="range")
    np.testing.assert_allclose(taken.points.min(axis=0), 0)
    np.testing.assert_allclose(taken.points.max(axis=0), 1)
    assert isinstance(of_three(), Report)


# Units.


def test_spreads_are_those_of_numpy_to_the_bit_and_do_not_overflow_or_vanish():
    rng = np.random.default_rng(3)
    for order in ("C", "F"):
        for n in (3, 60, 401):
            points = rng.normal(size=(n, 4)) * 10.0 ** np.array([-9, 0, 3, 12]) + [0, 5, 1e6, 0]
            points = np.array(points.round(2) if n == 60 else points, order=order)
            assert np.array_equal(spreads(points), points.std(axis=0))
    for power in (-700, 700):
        assert np.array_equal(spreads(np.ldexp(POINTS, power)), np.ldexp(POINTS.std(axis=0), power))
    assert spreads(np.zeros((3, 1))).tolist() == [0]


@pytest.mark.parametrize("scaling", SCALINGS[:3])
@pytest.mark.parametrize("power", [-700, 700])
def test_columns_of_any_unit_are_the_same_points(power, scaling):
    # A power of two changes no digit, so that the points are the same to the bit.
    plain, tiny = take_in(POINTS, scaling=scaling), take_in(np.ldexp(POINTS, power), scaling=scaling)
    assert np.array_equal(plain.points, tiny.points)
    holed = np.where(np.arange(120).reshape(60, 2) % 23 == 4, np.nan, POINTS)
    options = {"scaling": scaling, "missing": "neighbours"}
    plain, tiny = take_in(holed, **options), take_in(np.ldexp(holed, power), **options)
    assert np.array_equal(plain.points, tiny.points)
    assert take_in(np.ldexp(holed, power)).gap == take_in(holed).gap


@pytest.mark.parametrize(
    ("factor", "message"),
    [(1e-200, r"must differ enough .* Got at most .*e-199 in columns x0, x1"), (1e200, "must be small enough")],
)
def test_points_whose_squares_are_lost_are_refused(factor, message):
    with pytest.raises(ValueError, match=message):
        take_in(POINTS * factor, scaling="none")


def test_a_report_of_tiny_numbers_is_that_of_ordinary_ones():
    plain, tiny = of_three(), small(TABLE * 2.0**-700)
    assert_same(plain, tiny, ("rows", "tests", "by_k", "agreement", "objects"))
    profiles = tiny.profiles.drop(columns="values") * 2.0**700
    pd.testing.assert_frame_equal(profiles, plain.profiles.drop(columns="values"), rtol=0)
    assert "0.00000" not in _page.page_of(tiny)


# What comes in.


@pytest.mark.parametrize("values", [[1, 2, np.inf] * 20, [0.5, -np.inf, 0.25] * 20, [*range(59), np.inf]])
def test_infinity_is_refused_wherever_it_stands(values):
    for X in (TABLE.assign(more=values), np.column_stack([POINTS, values])):
        with pytest.raises(ValueError, match=r"must be finite\. Got infinity in column '(more|x2)', row"):
            take_in(X)
    assert take_in(TABLE.assign(more=values), columns=["length", "width"]).used == ["length", "width"]


def test_few_different_rows_are_tried_with_fewer_numbers_of_clusters():
    answers = pd.DataFrame(np.random.default_rng(0).integers(0, 2, (40, 3)), columns=list("abc"))
    answers = answers.replace({0: "no", 1: "yes"})
    assert len(answers.drop_duplicates()) == 8
    found = small(answers, ["ward"], None, columns=list("abc"))
    assert found.settings["ks"] == [2, 3, 4, 5, 6, 7]
    with pytest.raises(ValueError, match=r"at least 3 of the 40 rows used must be different, .* Got 2"):
        small(answers, columns=["a"], ks=None)


@pytest.mark.parametrize(
    ("values", "first"),
    [
        (["$95.48", "$1,200.00", "-$3"], "$95.48"),
        (["5.9 %", "10 %"], "5.9 %"),
        (["3.46 cm", "120 mm", None], "3.46 cm"),
        (["1 234 kg", "12 kg"], "1 234 kg"),
        (["<0.1", "<0.05"], "<0.1"),
        (["5,9", "6,1"], "5,9"),
        (["EUR 5", "EUR 7"], "EUR 5"),
        (["1.5", "2", "n.d."], "n.d."),
        (["a", "b"], None),
        (["Q1", "Q2"], None),
        (["#1", "#2"], None),
        (["1.2.3", "1.2.4"], None),
        (["12A", "13B", "4C", "5D"], None),
        (["5 %", "5 %"], None),
        (["1", "a", "b"], None),
    ],
)
def test_numbers_in_text_are_noticed_and_names_are_not(values, first):
    told = numbers_in_text(pd.Series(values, dtype=object))
    assert (told is None) == (first is None)
    assert first is None or f'such as "{first}"' in told


def test_columns_of_numbers_that_are_text_and_copies_of_columns_are_doubts():
    table = TABLE.assign(
        price=[f"${value:.2f}" for value in range(60)],
        part=[f"{value / 10} %" for value in range(60)],
        size=[f"{value / 7:.2f} cm" for value in range(60)],
        cost=[Decimal(value) / 8 for value in range(60)],
        long=[2**53 + 1 + value for value in range(60)],
        name=[f"n{value}" for value in range(60)],
        inches=TABLE["length"] / 2.54 + 3,
        below=-TABLE["width"],
    )
    doubts = small(table, ["ward"], [2, 3]).doubts
    assert (
        "Numbers that were not used: columns price, part, size, cost, long. The table of columns says why, and how to "
        "use them."
    ) in doubts
    assert (
        "The same column more than once, apart from unit and zero point: length and inches; width and below. It counts "
        "as often as it is there, so use one of them only."
    ) in doubts
    assert "Only 2 and 3 were tried, which is too few numbers of clusters to choose from." in doubts
    assert not [doubt for doubt in of_three().doubts if "more than once" in doubt or "not used" in doubt]
    # Columns that go together are not the same.
    near = take_in(TABLE.assign(near=TABLE["length"] * (1 + 1e-6 * np.arange(60))))
    assert _columns_alike(near) == []


# Sentences about peaks: over all numbers, and among those whose clusters are apart.


def claim(algorithm, k, criterion="VRC", **fields):
    fields = {"pvalue": 0.5, "smallest": 9, "stability": (1, 0), "noise": (1, 0), "valley": 0.1} | fields
    holds = {"stands_out": False, "is_inside": True, "is_solid": True, "is_stable": True, "is_apart": True}
    return Claim(algorithm=algorithm, criterion=criterion, k=k, **(holds | fields))


def table_of_tests(rows):
    frame = pd.DataFrame(rows, columns=["algorithm", "criterion", "peak at", "named"])
    return frame.set_index(["algorithm", "criterion"])


def test_a_page_does_not_deny_peaks_that_its_table_shows():
    # As of a sample of R's quakes: no peak stands out among the numbers whose clusters are apart.
    tests = table_of_tests(
        [("k-means", "VRC", 4, 4), ("k-means", "AUCC", 4, 4), ("ward", "VRC", 3, 1), ("ward", "AUCC", 8, 8)]
    )
    claims, others = (tuple(claim(name, 3, of) for name in ("k-means", "ward")) for of in ("VRC", "AUCC"))
    verdict = SimpleNamespace(claims=claims, others=others)
    said = list(_of_no_candidate(SimpleNamespace(verdict=verdict, tests=tests, titles=("VRC", "AUCC"))))
    assert said[0].startswith(
        "VRC with k-means at 4, AUCC with k-means at 4 and AUCC with ward at 8 stand out over all"
    )
    assert said[1].startswith("Among the numbers whose clusters are apart, no peak of VRC and AUCC stands out")
    silent = SimpleNamespace(verdict=verdict, tests=tests.assign(named=1), titles=("VRC", "AUCC"))
    assert list(_of_no_candidate(silent)) == [
        "With no algorithm does a peak of VRC and AUCC stand out, so no clustering is described."
    ]


def test_two_numbers_of_one_algorithm_are_told_apart():
    sliced, small_ones = {"stands_out": True, "is_apart": False}, {"stands_out": True, "is_solid": False, "smallest": 1}
    verdict = SimpleNamespace(
        claims=(claim("average", 3, **small_ones), claim("ward", 4, **small_ones)),
        others=(claim("average", 7, "AUCC", **sliced),),
    )
    (said,) = _of_no_candidate(SimpleNamespace(verdict=verdict, tests=table_of_tests([]), titles=("VRC", "AUCC")))
    assert "3 with average under VRC and 4 with ward (" in said
    assert "7 with average under AUCC (" in said


def doubts_about(*claims, peaks, told=2):
    tests = table_of_tests([(name, "VRC", k, 1) for name, k in peaks.items()])
    verdict = SimpleNamespace(is_found=True, claims=claims, held={told: ("ward",)}, candidate=None)
    settings = {"ks": list(range(2, 11)), "significance_level": 0.05, "n_references": 39, "metric": "euclidean"}
    findings = SimpleNamespace(
        settings=settings, verdict=verdict, pvalue=0.5, tests=tests, titles=("VRC",), without={}, peaks={}
    )
    return list(_of_the_tests(findings))


def test_each_peak_is_told_once_and_as_what_it_is():
    at_peak = doubts_about(claim("average", 5), peaks={"average": 5})
    assert at_peak == ["VRC has its peak elsewhere: 5 with average."]
    (said,) = doubts_about(claim("average", 5), peaks={"average": 9})
    assert said.startswith(
        "Over all numbers, VRC has its peak elsewhere, at 9 with average (among the numbers whose clusters are apart, "
        "at 5). But rows"
    )
    last = {"is_inside": False, "is_solid": False, "smallest": 2}
    said = doubts_about(claim("average", 10, **last), claim("ward", 10, **last), peaks={"average": 4, "ward": 10})
    assert said[:3] == [
        "With ward the peak of VRC lies at 10, the last number that was tried: the range ended there.",
        "Among the numbers whose clusters are apart, with average the peak of VRC lies at 10, the last number that was "
        "tried: the range ended there.",
        "Stragglers, clusters of very few rows at the peak: average at 10 (2 rows) and ward (2 rows).",
    ]
