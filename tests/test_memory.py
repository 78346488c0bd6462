"""What the pairs take: as promised, as measured, and refused where it is not free."""

import re
import sys
import tracemalloc

import numpy as np
import psutil
import pytest
from scipy.spatial.distance import pdist, squareform

import aucc_teach as at
from aucc_teach.input import memory

N = 1250
N_PAIRS = N * (N - 1) // 2
POINTS = np.random.default_rng(0).standard_normal((N, 3))
LABELS = np.arange(N) % 2
OTHER_LABELS = np.arange(N) % 3

# What is called, the docstring that promises, the bytes for each pair that it promises, and what this saves of them.
CASES = {
    "aucc_score": (at.aucc_score, 17, lambda X, **options: at.aucc_score(X, LABELS, **options)),
    "gamma_score": (at.gamma_score, 17, lambda X, **options: at.gamma_score(X, LABELS, **options)),
    "concordance": (at.concordance, 17, lambda X, **options: at.concordance(X, LABELS, **options)),
    "aucc_difference_bounds": (
        at.aucc_difference_bounds,
        48,
        lambda X, **options: at.aucc_difference_bounds(X, LABELS, OTHER_LABELS, **options),
    ),
    "PairRanking": (at.PairRanking, 56, at.PairRanking),
    "aucc_test": (at.aucc_test, 56, lambda X, **options: at.aucc_test(X, LABELS, n_resamples=9, rng=0, **options)),
}


def peak(function):
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def set_free(monkeypatch, free):
    monkeypatch.setattr(memory, "_ALWAYS_FITS", 0)
    monkeypatch.setattr(memory, "free_memory", lambda: free)


@pytest.mark.parametrize(("function", "promised", "call"), CASES.values(), ids=CASES)
def test_what_is_promised_is_what_is_measured_and_what_is_refused(monkeypatch, function, promised, call):
    stated = re.search(r"(\d+) bytes for each pair, ([\d.]+) GiB at 20 000 objects", function.__doc__)
    assert int(stated[1]) == promised
    assert float(stated[2]) == round(promised * 20_000 * 19_999 / 2 / 2**30, 1)
    set_free(monkeypatch, promised * N_PAIRS)
    assert promised / 2 < peak(lambda: call(POINTS)) / N_PAIRS < promised + 0.5
    set_free(monkeypatch, promised * N_PAIRS - 1)
    with pytest.raises(ValueError, match="aucc_estimate and aucc_bounds") as refusal:
        call(POINTS)
    assert f"{N} objects make {N_PAIRS} pairs" in str(refusal.value)
    assert f"{promised * N_PAIRS / 2**30:.2f} GiB are needed" in str(refusal.value)


@pytest.mark.parametrize("name", CASES)
def test_dissimilarities_that_are_there_already_are_not_counted(monkeypatch, name):
    _, promised, call = CASES[name]
    distances = pdist(POINTS)
    for X, on_top in ((distances, promised - 8), (squareform(distances), promised)):
        set_free(monkeypatch, on_top * N_PAIRS)
        measured = peak(lambda X=X: call(X, metric="precomputed")) / N_PAIRS
        assert on_top / 2 < measured < on_top + 0.5
        set_free(monkeypatch, on_top * N_PAIRS - 1)
        with pytest.raises(ValueError, match="GiB are free"):
            call(X, metric="precomputed")


def test_score_many_promises_what_its_square_takes(monkeypatch):
    stated = re.search(r"(\d+) bytes for each pair, ([\d.]+) GiB at 20 000", at.PairRanking.score_many.__doc__)
    promised = int(stated[1])
    assert float(stated[2]) == round(promised * 20_000 * 19_999 / 2 / 2**30, 1)
    ranking, many_clusters = at.PairRanking(POINTS), [np.arange(N) % 100]
    set_free(monkeypatch, promised * N_PAIRS - 1)
    with pytest.raises(ValueError, match="aucc_estimate and aucc_bounds"):
        ranking.score_many([LABELS])
    # Many clusters need no square, and a square that is there is not made again.
    ranking.score_many(many_clusters)
    set_free(monkeypatch, promised * N_PAIRS)
    assert promised / 2 < peak(lambda: ranking.score_many([LABELS])) / N_PAIRS < promised + 0.5
    set_free(monkeypatch, 0)
    ranking.score_many([LABELS])


@pytest.mark.parametrize("call", [case[2] for case in CASES.values()], ids=CASES)
def test_what_does_not_fit_is_refused_before_any_work(monkeypatch, call):
    monkeypatch.setattr(memory, "free_memory", lambda: 1 << 30)
    # 150 000 objects would make 84 GiB of distances alone.
    many = np.zeros((150_000, 1))

    def refused():
        with pytest.raises(ValueError, match=r"150000 objects make 11249925000 pairs.*; 1\.00 GiB are free"):
            call(many)

    assert peak(refused) < 20e6


def test_tables_and_pairs_of_labels_that_do_not_fit_are_refused(monkeypatch):
    monkeypatch.setattr(memory, "free_memory", lambda: 1 << 30)
    alone = np.arange(100_000)

    def refused():
        # 75 GiB of cells, of which 100 000 are not empty.
        with pytest.raises(ValueError, match=r"100000 times 100000 clusters make 10000000000 cells, for which 74\.51"):
            at.contingency_table(alone, alone)
        with pytest.raises(ValueError, match="100000 objects make 4999950000 pairs"):
            at.co_membership(alone)

    assert peak(refused) < 20e6
    # One object after the other joins the first.
    n = 9000
    chain = np.r_[0, n : 2 * n - 2], np.arange(1, n), np.arange(1, n), np.arange(2, n + 1)
    with pytest.raises(ValueError, match=r"9000 times 9000 objects make 81000000 cells"):
        at.linkage_cuts(np.column_stack(chain))


# --- what is free ---


@pytest.fixture
def machine(tmp_path):
    """A machine with 1024 bytes available; what is free in the groups that are made of text."""
    (tmp_path / "meminfo").write_text("MemTotal:       9 kB\nMemAvailable:   1 kB\nHugePages_Total:   0\n")

    def free(membership, files):
        (tmp_path / "cgroup").write_text(membership)
        for name, text in files.items():
            path = tmp_path / "mount" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return memory.free_memory(tmp_path / "meminfo", tmp_path / "cgroup", tmp_path / "mount")

    return free


def group(limit, used, active=0, inactive=0, *, folder="", version=2):
    names = {2: ("memory.max", "memory.current"), 1: ("memory.limit_in_bytes", "memory.usage_in_bytes")}[version]
    prefix = {2: "", 1: "total_"}[version]
    stat = f"anon 5\n{prefix}active_file {active}\n{prefix}inactive_file {inactive}\n"
    texts = zip((*names, "memory.stat"), (f"{limit}\n", f"{used}\n", stat), strict=True)
    return {folder + name: text for name, text in texts}


def test_the_machine_alone(machine, tmp_path):
    assert memory.free_memory(tmp_path / "meminfo", tmp_path / "no such file", tmp_path) == 1024
    assert machine("0::/\n", {}) == 1024
    assert machine("3:cpu:/a\n0::/a\n", group("max", 900, folder="a/")) == 1024


def test_the_limit_of_version_2(machine):
    assert machine("0::/a/b\n", group(700, 300, folder="a/b/")) == 400
    # The group above has less left; cached files give way.
    assert machine("0::/a/b\n", group(900, 700, folder="a/")) == 200
    assert machine("0::/a/b\n", group(900, 700, 30, 20, folder="a/")) == 250
    assert machine("0::/a/b\n", group("max", 700, folder="a/")) == 400
    assert machine("0::/a/b\n", group(10, 700, folder="a/")) == 0
    # Other groups do not matter.
    assert machine("0::/c\n", group("max", 0, folder="c/")) == 1024


def test_the_limit_of_version_1(machine):
    v1 = "12:cpu,cpuacct:/a\n4:hugetlb,memory:/a/b\n0::/\n"
    assert machine(v1, group(9223372036854771712, 300, folder="memory/a/b/", version=1)) == 1024
    assert machine(v1, group(700, 300, 30, 20, folder="memory/a/b/", version=1)) == 450
    assert machine(v1, group(800, 700, folder="memory/a/", version=1)) == 100


def test_a_container_that_sees_its_group_as_the_root(machine):
    assert machine("4:memory:/docker/123\n", group(500, 100, folder="memory/", version=1)) == 400
    assert machine("0::/../../other\n", group(600, 300)) == 300


def test_this_machine_has_some_memory_free():
    assert 0 < memory.free_memory() <= psutil.virtual_memory().total


def test_where_no_file_says_what_is_free_all_that_there_is_may_be_taken(tmp_path, monkeypatch):
    nothing = tmp_path / "no such file"
    assert memory.free_memory(nothing, nothing, nothing) == psutil.virtual_memory().total
    monkeypatch.setattr("os.sysconf", lambda name: -1)  # WebAssembly
    assert memory.free_memory(nothing, nothing, nothing) == sys.maxsize
    monkeypatch.delattr("os.sysconf")
    assert memory.free_memory(nothing, nothing, nothing) == sys.maxsize
