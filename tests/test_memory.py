"""What the pairs take: as promised, as measured, and refused where it is not free."""

import re
import sys
import tracemalloc

import numpy as np
import psutil
import pytest

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


def test_the_limit_of_version_2(machine):
    assert machine("0::/a/b\n", group(700, 300, folder="a/b/")) == 400
    # The group above has less left; cached files give way.
    assert machine("0::/a/b\n", group(900, 700, folder="a/")) == 200
    assert machine("0::/a/b\n", group(900, 700, 30, 20, folder="a/")) == 250
    assert machine("0::/a/b\n", group("max", 700, folder="a/")) == 400
    assert machine("0::/a/b\n", group(10, 700, folder="a/")) == 0
    # Other groups do not matter.
    assert machine("0::/c\n", group("max", 0, folder="c/")) == 1024


def test_where_no_file_says_what_is_free_all_that_there_is_may_be_taken(tmp_path, monkeypatch):
    nothing = tmp_path / "no such file"
    assert memory.free_memory(nothing, nothing, nothing) == psutil.virtual_memory().total
    monkeypatch.setattr("os.sysconf", lambda name: -1)  # WebAssembly
    assert memory.free_memory(nothing, nothing, nothing) == sys.maxsize
    monkeypatch.delattr("os.sysconf")
    assert memory.free_memory(nothing, nothing, nothing) == sys.maxsize
