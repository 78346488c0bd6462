"""Clusterings of nothing: algorithms and numbers against other implementations, the table against its seeds."""

import numpy as np
import oracles
import pandas as pd
import pytest
from conftest import ROOT
from sklearn.cluster import AgglomerativeClustering
from studies import noise, read_table, rng_of_block

import aucc_teach as at

STORED = read_table(ROOT / "book" / "results" / "noise.csv")
PLACES = ["kind", "dimension", "algorithm", "k", "n_replicates"]


@pytest.mark.parametrize("algorithm", ["ward", "complete", "average", "single"])
def test_linkages_are_those_of_scikit_learn(algorithm):
    X = np.random.default_rng(0).random((80, 3))
    ks = [2, 5, 11, 79]
    for k, labels in zip(ks, noise.cluster(X, algorithm, ks), strict=True):
        assert np.unique(labels).size == k
        theirs = AgglomerativeClustering(k, linkage=algorithm).fit_predict(X)
        assert at.adjusted_rand_score(labels, theirs) == 1


@pytest.mark.slow
def test_rows_are_means_over_the_replicates():
    """Three replicates of one cell, step by step, with the null's deviation from shuffled labels."""
    k, place = 4, noise.KS.index(4)
    row = noise.rows_of_setting("normal", 2, n_replicates=3, algorithms=["average"]).set_index("k").loc[k]
    scores, zs, largest = [], [], []
    for replicate in range(3):
        X = rng_of_block(noise._SEED, 4 * replicate + 2).standard_normal((500, 2))
        labels = noise.cluster(X, "average", noise.KS)[place]
        scores.append(at.aucc_score(X, labels))
        shuffled = np.random.default_rng(0).permuted(np.tile(labels, (3000, 1)), axis=1)
        null = at.PairRanking(X).score_many(shuffled)
        zs.append((scores[-1] - 0.5) / null.std())
        largest.append(np.bincount(labels).max() / 500)
    assert row["aucc_mean"] == pytest.approx(np.mean(scores))
    assert row["aucc_std"] == pytest.approx(np.std(scores, ddof=1))
    assert row["z_mean"] == pytest.approx(np.mean(zs), rel=0.05)
    assert row["z_least"] == pytest.approx(min(zs), rel=0.05)
    assert row["n_certain"] == sum(z * z >= 19 for z in zs)
    assert row["largest_mean"] == pytest.approx(np.mean(largest))


def compare(rows):
    """Rows computed now against the stored ones of the same places."""
    stored = rows[PLACES].merge(STORED, how="left")
    pd.testing.assert_frame_equal(rows, stored, rtol=1e-9, atol=1e-9)
    return len(rows)


@pytest.mark.parametrize("kind", ["uniform", "normal"])
def test_the_stored_noise_of_one_algorithm_comes_from_its_seeds(kind):
    assert compare(noise.rows_of_setting(kind, 2, algorithms=["average"])) == 22


@pytest.mark.parametrize(("kind", "dimension"), noise._SETTINGS)
@pytest.mark.breadth
def test_the_stored_noise_comes_from_its_seeds(kind, dimension):
    assert compare(noise.rows_of_setting(kind, dimension)) == 5 * 22


def runs(sizes):
    return [cluster for cluster, size in enumerate(sizes) for _ in range(size)]


def test_equal_runs_of_a_row_by_counting():
    """The chapter's formula, 1 - (s + 1)/(6 n), by comparing all pairs of pairs."""
    for k, s in ((2, 2), (2, 5), (3, 3), (4, 2)):
        n = k * s
        distances = [j - i for i, j in oracles.all_pairs(n)]
        assert oracles.aucc(distances, runs([s] * k)) == 1 - oracles.Fraction(s + 1, 6 * n)
