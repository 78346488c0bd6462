"""The peaks of criteria, against `calibrated_choice` and their definitions; processes, threads and memory."""

import tracemalloc
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from small_reports import NOISE, POINTS, of_noise, of_three, small
from threadpoolctl import threadpool_info, threadpool_limits

from aucc_report._make import SEEDS
from aucc_report._modes import ModeTree
from aucc_report._object_effects import describe_objects
from aucc_report._peaks import BYTES_OF_PAIR, _pvalue_of_all, judge
from aucc_report._valleys import shallowest_valley
from aucc_report.clusterers import check_algorithms, label_rows_of_many
from aucc_teach.calibration import REFERENCES, Space, calibrated_choice
from aucc_teach.input import memory


@pytest.mark.parametrize("points", [POINTS, NOISE], ids=["clusters", "noise"])
def test_the_tests_are_those_of_calibrated_choice_with_the_same_sets(points, monkeypatch):
    found = small(points, scaling="none", references=("radial", "box"), n_references=21, rng=11)
    seed = dict(zip(SEEDS, np.random.default_rng(11).integers(2**31, size=len(SEEDS)).tolist(), strict=True))
    draw, drawn = Space.draw, Counter()

    def draw_the_same(space, kind, matched, _):
        drawn[kind] += 1
        seeds = seed["references"], REFERENCES.index(kind), drawn[kind] - 1
        return draw(space, kind, matched, np.random.default_rng(seeds))

    monkeypatch.setattr(Space, "draw", draw_the_same)
    for (name, title), row in found.tests.iterrows():
        drawn.clear()
        choice = calibrated_choice(
            points,
            lambda X, k, name=name: label_rows_of_many(X, [k], name)[0],
            range(2, 6),
            criterion={"AUCC": "aucc_score", "VRC": "calinski_harabasz_score"}[title],
            references=("radial", "box"),
            n_references=21,
            rng=0,
        )
        assert (row["peak at"], row["named"]) == (choice.best, choice.n_clusters)
        assert {kind: row[f"p, {kind}"] for kind in ("radial", "box")} == choice.pvalues
        for ours, theirs in zip(found._choices[name, title], choice, strict=True):
            np.testing.assert_equal(ours, theirs)
        by_k = found.by_k.loc[name]
        np.testing.assert_array_equal(by_k[title], choice.scores)
        np.testing.assert_allclose(by_k[f"{title} above radial"], choice.excess, atol=1e-12)


@pytest.mark.parametrize("of", [of_three, of_noise])
def test_the_global_test_by_its_definition(of):
    found = of()
    for kind in ("box", "normal"):
        highest = np.full(20, -np.inf)
        for (name, title), choice in found._choices.items():
            above = np.vstack([found.by_k.loc[name, f"{title} above {kind}"], choice.reference_excess[kind]])
            peaks = above.max(axis=1) - above.mean(axis=1)
            highest = np.maximum(highest, (peaks - peaks.mean()) / peaks.std())
        assert found.pvalues[kind] == (highest >= highest[0] - 1e-9).mean()
    assert found.pvalue == max(found.pvalues.values())


def test_the_global_test_does_not_know_which_set_is_the_data():
    # Its p-values, each set in turn in the place of the data, are the ranks from 1/n to 1: that is its size.
    peaks = np.random.default_rng(2).normal(size=(4, 8))
    found = sorted(_pvalue_of_all(np.roll(peaks, i, axis=1)) for i in range(8))
    assert found == [i / 8 for i in range(1, 9)]
    assert _pvalue_of_all(np.repeat([[1.0], [0.3]], 6, axis=1)) == 1  # sets that are alike do not stand out


def test_what_is_told_of_each_number_of_clusters():
    found = of_three()
    for name in ("ward", "average"):
        for k, labels in zip(range(2, 6), label_rows_of_many(found._points, range(2, 6), name), strict=True):
            row = found.by_k.loc[(name, k)]
            assert row["sizes"] == " ".join(str(n) for n in sorted(np.bincount(labels), reverse=True))
            assert row["valley"] == shallowest_valley(found._points, labels)


@pytest.mark.process
def test_processes_change_nothing():
    one, two = (small(NOISE, ("k-means", "ward"), [2, 3, 4], n_jobs=n_jobs) for n_jobs in (1, 2))
    for name in ("tests", "by_k", "gaps", "rows"):
        pd.testing.assert_frame_equal(getattr(one, name), getattr(two, name))
    assert (one.pvalues, one.conclusion, one.doubts) == (two.pvalues, two.conclusion, two.doubts)


def test_more_sets_are_the_same_sets_and_others():
    few, more = (small(NOISE, n_references=n, ks=[2, 3])._choices["ward", "VRC"].reference_scores for n in (19, 21))
    for kind in ("box", "normal"):
        np.testing.assert_array_equal(few[kind], more[kind][:19])
    assert not np.array_equal(few["box"], few["normal"])


def test_sets_with_too_few_different_rows_are_refused():
    # On a line radial sets keep the distances from the middle: 24 places can become 13 to 23.
    with pytest.raises(ValueError, match=r"VRC must be finite to be tested\. It is not for \[.* on radial set"):
        small(np.arange(24.0)[:, None], ["ward"], [2, 20, 21], references=["radial"])


def test_the_work_runs_on_one_thread():
    seen = set()

    def halves(X, k):
        seen.update(library["num_threads"] for library in threadpool_info())
        return X[:, 0].argsort(kind="stable").argsort() * k // len(X)

    with threadpool_limits(2):
        assert max(library["num_threads"] for library in threadpool_info()) == 2
        small(NOISE, {"halves": halves}, [2, 3])
    assert seen == {1}


def test_what_the_pairs_take_and_that_it_is_refused(monkeypatch):
    n = 700
    points = np.random.default_rng(0).normal(size=(n, 2))
    n_pairs = n * (n - 1) // 2
    tracemalloc.start()
    algorithms, options = check_algorithms(["ward", "average"]), {"metric": "euclidean", "seed": 0}
    judged, ranking = judge(points, algorithms, [2, 9], **options)
    # What comes after the data, while their ranked pairs are kept.
    judge(points, algorithms, [2, 9], **options)
    ModeTree(points).labels(2)
    describe_objects(points, ranking.doubled_mid_ranks, judged.partitions["ward"][0], range(n), metric="euclidean")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert BYTES_OF_PAIR / 2 < peak / n_pairs < BYTES_OF_PAIR
    monkeypatch.setattr(memory, "_ALWAYS_FITS", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 60 * 59 // 2 * BYTES_OF_PAIR - 1)
    with pytest.raises(ValueError, match="60 objects make 1770 pairs"):
        small()
