"""The functions of AUCC for dissimilarities that are given, and such dissimilarities with many ties."""

from functools import partial

import numpy as np

import aucc_teach as at

TIE_RULES = ["diagonal", "optimistic", "pessimistic"]


# Most cases give the dissimilarities of the pairs; the functions have the same options otherwise.
aucc_score, gamma_score, concordance, Ranking, aucc_test, difference_bounds = (
    partial(function, metric="precomputed")
    for function in (
        at.aucc_score,
        at.gamma_score,
        at.concordance,
        at.PairRanking,
        at.aucc_test,
        at.aucc_difference_bounds,
    )
)


def tied_dissimilarities(n, seed):
    """Dissimilarities 0, 1, 2, 3 at random: nearly all tied."""
    return np.random.default_rng(seed).integers(4, size=n * (n - 1) // 2)
