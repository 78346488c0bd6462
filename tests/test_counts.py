"""Counts of pairs where NumPy counts in 32 bits, and work where no thread can be started.

On such a machine counts, places and sums of them have 32 bits unless a type is named, and overflow without a word. Here
`narrow` exchanges NumPy, in the modules of the package, for one that does so.
"""

import sys
import threading
from contextlib import contextmanager

import numpy as np
import pytest
from studies import scaling

import aucc_teach as at
from aucc_report._object_effects import spoils
from aucc_teach import _threads, aucc
from aucc_teach.criteria import CriteriaScorer
from aucc_teach.input import check_labels


class Narrow(np.ndarray):
    """An array whose whole numbers are added up as where the default integer has 32 bits."""

    def __array_ufunc__(self, ufunc, method, *inputs, out=None, **options):
        if method == "reduceat":
            refuse_wide(inputs[1])
        inputs = [plain(value) for value in inputs]
        options = {name: plain(value) for name, value in options.items()}
        if out is not None:
            getattr(ufunc, method)(*inputs, out=tuple(map(plain, out)), **options)
            return out[0]
        if method in ("reduce", "accumulate", "reduceat") and ufunc is np.add and options.get("dtype") is None:
            options["dtype"] = np.result_type(inputs[0], np.int32)
        return narrowed(getattr(ufunc, method)(*inputs, **options))

    def argsort(self, *args, **options):
        return in_32_bits(plain(self).argsort(*args, **options))

    def nonzero(self):
        return tuple(map(in_32_bits, plain(self).nonzero()))

    def searchsorted(self, *args, **options):
        return in_32_bits(plain(self).searchsorted(*args, **options))


def plain(value):
    return value.view(np.ndarray) if isinstance(value, Narrow) else value


def narrowed(value):
    return value.view(Narrow) if type(value) is np.ndarray else value


def in_32_bits(value):
    return np.asarray(value).astype(np.int32).view(Narrow)


def refuse_wide(places):
    if np.asarray(places).dtype == np.int64 and np.ndim(places):
        raise TypeError("Cannot cast array data from dtype('int64') to dtype('int32') according to the rule 'safe'")


class NarrowNumPy:
    """NumPy where places have 32 bits, as far as the package uses it."""

    intp = np.int32

    def __getattr__(self, name):
        return getattr(np, name)

    def bincount(self, codes, weights=None, minlength=0):
        refuse_wide(codes)
        return in_32_bits(np.bincount(plain(codes), weights, minlength))

    def repeat(self, values, counts):
        refuse_wide(counts)
        return narrowed(np.repeat(plain(values), plain(counts)))

    def unique(self, values, **options):
        found = np.unique(plain(values), **options)
        return (found[0], *map(in_32_bits, found[1:])) if isinstance(found, tuple) else found

    def cumsum(self, values, **options):
        return narrowed(values).cumsum(**options)

    def array(self, values, *args, **options):
        found = np.array(values, *args, **options)
        are_small = isinstance(values, list | tuple) and found.dtype == np.int64 and abs(found).max() < 1 << 31
        return in_32_bits(found) if are_small and not (args or options) else narrowed(found)


def _giving_places(name):
    def function(self, *args, **options):
        found = getattr(np, name)(*map(plain, args), **options)
        return found if "dtype" in options else in_32_bits(found)

    return function


for name in ("arange", "argsort", "flatnonzero", "searchsorted"):
    setattr(NarrowNumPy, name, _giving_places(name))


@contextmanager
def narrow():
    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith("aucc_teach.") and getattr(module, "np", None) is np:
                patch.setattr(module, "np", NarrowNumPy())
        yield


SIZES = np.array([70_000, 50_000, 46_342], dtype=np.int32)  # the square of each is above 2^31
N = sum(SIZES.tolist())
LABELS = np.repeat([0, 1, 2], SIZES)


def repr_of(found):
    """What was found, arrays as lists and tuples of any kind as tuples."""
    if isinstance(found, np.ndarray):
        return found.tolist()
    return tuple(map(repr_of, found)) if isinstance(found, tuple) else found


RNG = np.random.default_rng(37)
POINTS = RNG.normal(size=(600, 2)).round(1)  # with ties
TWO, THREE = RNG.integers(2, size=600), RNG.integers(3, size=600)
NOISE = RNG.normal(size=(N, 1))
PAIRS_OF_TWO = np.arange(600) // 2


def curve(labels, partitions):
    return tuple(at.pair_error_curve(labels, partitions))


# What gives the same numbers wherever it runs: 600 objects make 8 * 10^9 comparisons.
ANYWHERE = {
    "contingency_table": lambda: at.contingency_table(TWO, THREE),
    "concordance": lambda: at.concordance(POINTS, TWO),
    "score_many": lambda: at.PairRanking(POINTS).score_many([TWO, THREE, PAIRS_OF_TWO]),
    "aucc_test": lambda: at.aucc_test(POINTS, TWO, rng=0, n_resamples=99),
    "aucc_difference_bounds": lambda: at.aucc_difference_bounds(POINTS, TWO, THREE),
    "aucc_samples": lambda: tuple(at.aucc_samples(POINTS, TWO)),
    "aucc_interval": lambda: at.aucc_interval(POINTS, TWO),
    "aucc_difference": lambda: at.aucc_difference(POINTS, TWO, THREE),
    "aucc_estimate": lambda: at.aucc_estimate(NOISE, LABELS, n_comparisons=1000, rng=0),
    "aucc_estimate of dissimilarities": lambda: at.aucc_estimate(
        np.arange(179_700.0), TWO, metric="precomputed", n_comparisons=1000, rng=0
    ),
    "aucc_bounds": lambda: at.aucc_bounds(POINTS, TWO),
    "aucc_bounds, exact": lambda: at.aucc_bounds(POINTS, TWO, width=0),
    "criteria": lambda: CriteriaScorer(POINTS).score_many([TWO, THREE]),
    "pair_error_curve": lambda: curve(TWO, [THREE, PAIRS_OF_TWO]),
    "roc_curve": lambda: tuple(at.roc_curve(TWO, THREE, ties="optimistic")),
    "linkage_cuts": lambda: at.linkage_cuts([[0, 1, 1, 2], [2, 3, 2, 3]]),
    "omega_index": lambda: at.overlapping.omega_index(TWO, THREE),
    "cice_bcubed": lambda: at.overlapping.cice_bcubed(TWO, THREE),
    "pivoted_accuracy": lambda: at.pivoted_accuracy(PAIRS_OF_TWO, THREE),
    "pair_sets_index": lambda: at.pair_sets_index(TWO, THREE),
    "normalized_mutual_info_score": lambda: at.normalized_mutual_info_score(PAIRS_OF_TWO, THREE),
    "spoils": lambda: spoils(pairs_as_ranks(), TWO, at.aucc_samples(POINTS, TWO)),
    "sort_and_search_numpy": lambda: scaling.sort_and_search_numpy(pairs_as_ranks(), TWO),
}


def pairs_as_ranks():
    return at.PairRanking(POINTS).doubled_mid_ranks


@pytest.mark.parametrize("name", ANYWHERE)
def test_numbers_are_the_same_where_numpy_counts_in_32_bits(name):
    expected = ANYWHERE[name]()
    with narrow():
        found = ANYWHERE[name]()
    np.testing.assert_equal(repr_of(found), repr_of(expected))


def test_a_table_of_more_cells_than_places_is_refused(monkeypatch):
    monkeypatch.setattr("aucc_teach.input.memory.free_memory", lambda: 2**40)  # it is not for want of memory
    with narrow(), pytest.raises(ValueError, match="no array on this machine has more than 2147483647 entries"):
        at.contingency_table(np.arange(50_000), np.arange(50_000))


def test_labels_that_32_bits_cannot_hold():
    low = -(1 << 33)
    with narrow():
        codes, sizes = check_labels(np.array([low, low + 1, low], dtype=np.int64))
    assert (codes.tolist(), sizes.tolist()) == ([0, 1, 0], [2, 1])


@pytest.fixture
def no_threads(monkeypatch):
    def start(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)


def test_where_no_thread_starts_this_one_does_all_parts(no_threads, monkeypatch):
    monkeypatch.setattr(aucc, "cpu_count", lambda: 3)
    monkeypatch.setattr(aucc, "_SMALLEST_PART", 100)
    assert at.aucc_score(POINTS, TWO) == at.PairRanking(POINTS).score(TWO)
    assert at.aucc_bounds(POINTS, TWO, width=0, n_jobs=2).low == at.aucc_score(POINTS, TWO)
    assert not _threads.can_start()
