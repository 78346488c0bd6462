"""A report under way: its steps, the time and the memory that it says it takes, and the threads that it uses."""

import tracemalloc

import numpy as np
import pytest
from small_reports import TABLE, small
from threadpoolctl import threadpool_info, threadpool_limits

import aucc_report
from aucc_report._object_effects import describe_objects
from aucc_report._reference_comparison import BYTES_OF_PAIR, SHOWN, judge
from aucc_report.clusterers import check_algorithms
from aucc_teach.input import memory


def test_the_work_runs_on_one_thread():
    seen = set()

    def halves(X, k):
        seen.update(library["num_threads"] for library in threadpool_info())
        return X[:, 0].argsort(kind="stable").argsort() * k // len(X)

    with threadpool_limits(2):
        assert max(library["num_threads"] for library in threadpool_info()) == 2
        small(algorithms={"halves": halves}, ks=[2, 3])
    assert seen == {1}


@pytest.mark.slow
def test_progress_is_told_step_by_step_and_can_stop():
    told = []
    aucc_report.report(
        TABLE, ["k-means", "ward"], [2, 3, 4], n_references=19, rng=0, progress=lambda *step: told.append(step)
    )
    a_scale = 2 * (1 + 2 * 19 + 10 + 2 * 10)  # two algorithms
    assert [done for done, _, _ in told] == list(range(2 * a_scale + 4 + 1 + 1))
    # Whether the second scale is looked at depends on the first.
    assert [of for _, of, _ in told] == [a_scale + 5] * (a_scale + 1) + [2 * a_scale + 5] * (a_scale + 5)
    assert told[1][2] == "the data, k-means"
    assert " in all)" in told[-1][2]

    def stop(done, total, what):
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        aucc_report.report(TABLE, ["ward"], [2, 3, 4], n_references=19, rng=0, progress=stop)


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
    monkeypatch.setattr(memory, "_ALWAYS_FITS", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: 60 * 59 // 2 * BYTES_OF_PAIR - 1)
    with pytest.raises(ValueError, match="60 objects make 1770 pairs"):
        small()
