"""Doubts: everything that counts against a conclusion."""

import math
from bisect import bisect_left

import numpy as np
from scipy.stats import hypergeom, kurtosis, skew

from aucc_report._codes import Doubt, Reason
from aucc_report._columns import OF_NUMBERS
from aucc_report._jaccard import TRUSTED
from aucc_report._statements import said
from aucc_report.clusterers import EUCLIDEAN
from aucc_report.rule import NEARLY_THE_SAME, NOTHING, straggler_below
from aucc_teach.calibration import Space
from aucc_teach.input import is_euclidean

#: From this proportion of the rows on, copies are a doubt.
MANY_COPIES = 0.05
#: A column is called skewed or heavy-tailed from this skewness, or this kurtosis above the normal one, on.
SKEWED, HEAVY = 1.0, 3.0
#: If they are lower inside the clusters, skewness and kurtosis come from how the clusters lie. Slices of a single
#: skewed cloud stay above: of 40 sets of 150 exponential points, cut into 3 by k-means, 9 of 10 have at least 0.7.
SKEWED_WITHIN, HEAVY_WITHIN = 0.4, 1.0
# Alike columns agree to so many decimals: conversion of units changes later ones, measurements earlier ones.
_DIGITS_ALIKE = 9
#: A value is far from all others that is so many times as far from the median.
FAR = 3
#: A cluster is called large enough for a sample if enough of its rows are in it with this probability.
SEEN = 0.95
#: From this ARI on, two clusterings that are not nearly the same differ somewhat.
MUCH_ALIKE = 0.7
#: From this proportion of the values on, a column in which values were filled in is named.
MANY_FILLED = 0.2
#: A cluster has many filled-in rows if their proportion is so many times that in the whole table, and they exceed 5.
ONE_SIDED = 2

#: All doubts, the heaviest first: what would change the answer, and then what is good to know.
WEIGHTY = (
    Doubt.WEAK_CLUSTERS,
    Doubt.OTHER_SEEDS,
    Doubt.OTHER_SCALE,
    Doubt.TRANSFORMED,
    Doubt.DOMINANT_UNSCALED,
    Doubt.DOMINANT_AS_SCALED,
    Doubt.COLUMNS_ALIKE,
    Doubt.FAR_VALUES,
    Doubt.COPIES,
    Doubt.CLUSTER_OF_FILLED_IN,
    Doubt.SKEWED,
    Doubt.SKEWED_MAY_HIDE,
    Doubt.HEAVY_TAILS,
    Doubt.FILLED_IN,
    Doubt.ROWS_LEFT_OUT,
    Doubt.SAMPLE,
    Doubt.MANY_COLUMNS,
    Doubt.FEW_KS,
    Doubt.EUCLIDEAN_ALGORITHMS,
    Doubt.NUMBERS_NOT_USED,
)
SLIGHT = (
    Doubt.PEAKS_DIFFER,
    Doubt.DOMINANT_BEFORE_SCALING,
    Doubt.KEEP_IN_MIND,
    Doubt.CLASSES_KNOWN,
    Doubt.SAME_ROWS,
)
#: Below this proportion of the rows, those that were left out change little.
MANY_INCOMPLETE = 0.05


def doubts_of(evidence):
    """The doubts of a Report, the heaviest first."""
    return in_order(
        *of_rows(evidence.taken, evidence.settings["missing"]),
        *_of_the_columns(evidence),
        *_of_the_tests(evidence),
        *_of_the_candidate(evidence),
        *of_clusters(evidence.clusters),
    )


def in_order(*doubts):
    """The doubts, the heaviest first."""
    order = {code: place for place, code in enumerate((*WEIGHTY, *SLIGHT))}
    return tuple(sorted(doubts, key=lambda doubt: (is_slight(doubt), order[doubt.code])))


def is_slight(doubt):
    """Tell whether a doubt is good to know, but would hardly change the answer."""
    if doubt.code == Doubt.ROWS_LEFT_OUT:
        return doubt.numbers["n_left_out"] < MANY_INCOMPLETE * doubt.numbers["n_rows"]
    return doubt.code in SLIGHT


# Rows.


def of_rows(taken, missing):
    """Doubts about the rows of a table as it was taken in."""
    n_rows, n_complete, n_sample = len(taken.rows), len(taken.raw), len(taken.points)
    n_left_out = n_rows - n_complete
    if n_left_out:
        column, *gap = taken.gap or (None,)
        yield said(
            Doubt.ROWS_LEFT_OUT,
            () if column is None else (column,),
            n_left_out=n_left_out,
            n_rows=n_rows,
            missing=missing,
            gap=gap or None,
        )
    yield from _of_filled_in(taken, missing)
    if n_sample < n_complete:
        yield said(Doubt.SAMPLE, **_error_of_sample(n_sample, n_complete))
    copies, n_used = taken.rows["copies"], len(taken.points)
    n_copies = n_used - round(float((1 / copies[copies > 0]).sum()))
    if n_copies >= MANY_COPIES * n_used:
        yield said(Doubt.COPIES, n_copies=n_copies, n_rows=n_used)


def _error_of_sample(n_sample, n_complete):
    """Compute what a random sample can miss: how small a cluster, and by how much the proportion of one.

    A cluster that is no straggler has at least "n_seen" rows. One with the proportion "smallest" of all rows, or more,
    has so many in the sample with a probability of at least `SEEN`. "error" is the largest standard error of the
    proportion of a cluster, that of one half.
    """
    n_seen = math.ceil(straggler_below(n_sample))
    sizes = range(n_seen, n_complete + 1)
    smallest = bisect_left(sizes, SEEN, key=lambda size: hypergeom.sf(n_seen - 1, n_complete, size, n_sample))
    error = 0.5 * math.sqrt((n_complete - n_sample) / (n_sample * (n_complete - 1)))
    return {
        "n_sample": n_sample,
        "n_complete": n_complete,
        "n_seen": n_seen,
        "smallest": sizes[smallest] / n_complete,
        "error": error,
    }


def _of_filled_in(taken, missing):
    """Doubt a table whose missing values were filled in."""
    is_filled = np.isnan(taken.table.to_numpy()) & ~np.isnan(taken.filled)
    if is_filled.any():
        proportions = dict(zip(taken.used, is_filled.mean(axis=0).tolist(), strict=True))
        many = {name: proportion for name, proportion in proportions.items() if proportion >= MANY_FILLED}
        yield said(
            Doubt.FILLED_IN,
            many,
            n_values=int(is_filled.sum()),
            n_rows=int(is_filled.any(axis=1).sum()),
            missing=missing,
            proportions=list(many.values()),
        )


# Columns.


def _of_the_columns(evidence):
    taken, settings = evidence.taken, evidence.settings
    space = Space(taken.points)
    if space.is_wide:
        yield said(Doubt.MANY_COLUMNS, n_rows=len(taken.points), n_dimensions=space.white.shape[1])
    if settings["scaling"] == "none":
        yield from _dominant(taken, "proportion as used", Doubt.DOMINANT_UNSCALED)
    else:
        yield from _dominant(taken, "proportion as it is", Doubt.DOMINANT_BEFORE_SCALING)
        yield from _dominant(taken, "proportion as used", Doubt.DOMINANT_AS_SCALED)
    alike = columns_alike(taken.used, taken.points)
    if alike:
        yield said(Doubt.COLUMNS_ALIKE, [name for group in alike for name in group], groups=alike)
    is_found = evidence.answer.why not in NOTHING
    yield from _of_shapes(taken, evidence.labels, is_found=is_found)
    columns = taken.columns
    is_asked_for = columns["code"].isin([Reason.CLASSES, Reason.LABELS])
    not_used = ~columns["used"] & columns["kind"].isin(OF_NUMBERS) & ~is_asked_for
    if not_used.any():
        yield said(Doubt.NUMBERS_NOT_USED, columns.index[not_used])
    kept = columns["used"] & (columns["code"] != "")
    if kept.any():
        yield said(Doubt.KEEP_IN_MIND, columns.index[kept])
    if settings["classes"] is not None:
        yield said(Doubt.CLASSES_KNOWN, classes=settings["classes"])


def _dominant(taken, which, code):
    proportions = taken.columns[which]
    largest, equal = float(proportions.max()), 1 / proportions.notna().sum()
    # A column dominates if it is more than halfway from an equal proportion to all.
    if equal < 1 and largest > (1 + equal) / 2:
        yield said(code, [proportions.idxmax()], proportion=largest)


def columns_alike(names, points):
    """Names of columns that are copies of each other, also in another unit, in groups."""
    groups = {}
    for name, of in zip(names, points.T, strict=True):
        if np.ptp(of) > 0:
            standardised = (of - of.mean()) / of.std()
            # A column and its negative are the same measurement.
            standardised *= np.sign(standardised[np.abs(standardised) > 0.5][0])
            groups.setdefault((np.round(standardised, _DIGITS_ALIKE) + 0.0).tobytes(), []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def _of_shapes(taken, labels, *, is_found):
    """Values far from all others, and skewed and heavy-tailed columns without them."""
    raw, far_away, skewed, heavy = taken.raw[taken.sample], [], {}, {}
    for place, (name, of) in enumerate(zip(taken.used, taken.points.T, strict=True)):
        if np.ptp(of) == 0:
            continue  # in a sample a column may be constant
        far = far_values(of)
        rows = taken.rows.index[taken.positions[far]].tolist()
        values = raw[far, place].tolist()
        far_away += [{"column": name, "row": row, "value": value} for row, value in zip(rows, values, strict=True)]
        rest = np.delete(of, far)
        skewness, tails = float(skew(rest)), float(kurtosis(rest))
        within = (skewness, tails) if labels is None else shape_within(rest, np.delete(labels, far))
        if abs(skewness) >= SKEWED:
            if np.sign(skewness) * within[0] >= SKEWED_WITHIN:
                skewed[name] = skewness
        elif tails >= HEAVY and within[1] >= HEAVY_WITHIN:
            heavy[name] = tails
    if far_away:
        columns = dict.fromkeys(of["column"] for of in far_away)
        yield said(Doubt.FAR_VALUES, columns, values=far_away, called=taken.rows.index.name or "row")
    if skewed:
        code = Doubt.SKEWED if is_found else Doubt.SKEWED_MAY_HIDE
        yield said(code, skewed, skewness=list(skewed.values()))
    if heavy:
        yield said(Doubt.HEAVY_TAILS, heavy, kurtosis=list(heavy.values()))


def far_values(values):
    """Places of at most two values that are at least three times as far from the median as any other."""
    distances = np.abs(values - np.median(values))
    order = np.argsort(-distances, kind="stable")
    for n in (1, 2):
        if n < len(values) and distances[order[n - 1]] >= FAR * distances[order[n]] > 0:
            return order[:n]
    return order[:0]


def shape_within(values, labels):
    """Skewness and kurtosis of a column about the means of the clusters, which does not depend on how these lie."""
    means = np.bincount(labels, values) / np.bincount(labels)
    rest = values - means[labels]
    # Equal values have no skewness or kurtosis.
    return (float(skew(rest)), float(kurtosis(rest))) if np.ptp(rest) > 0 else (0.0, 0.0)


# The tests.


def _of_the_tests(evidence):
    settings = evidence.settings
    if len(settings["ks"]) < 3:
        yield said(Doubt.FEW_KS, ks=list(settings["ks"]))
    if not is_euclidean(settings["metric"]):
        euclidean = [name for name in settings["algorithms"] if name in EUCLIDEAN]
        if euclidean:
            yield said(Doubt.EUCLIDEAN_ALGORITHMS, algorithms=euclidean, metric=settings["metric"])
    numbers = evidence.said_by_peaks.numbers
    if evidence.candidate is not None and numbers != (evidence.candidate[1],):
        yield said(Doubt.PEAKS_DIFFER, numbers=list(numbers))


# The clustering that is described.


def _of_the_candidate(evidence):
    if evidence.candidate is None:
        return
    algorithm, k = evidence.candidate
    if evidence.seeds and min(evidence.seeds) < NEARLY_THE_SAME:
        yield said(Doubt.OTHER_SEEDS, k=k, algorithm=algorithm, aris=list(evidence.seeds))
    scaling, ari = evidence.scale
    if ari < NEARLY_THE_SAME:
        is_alike = bool(ari >= MUCH_ALIKE)
        yield said(Doubt.OTHER_SCALE, k=k, algorithm=algorithm, scaling=scaling, ari=ari, is_alike=is_alike)
    yield said(Doubt.SAME_ROWS)


def of_clusters(clusters):
    """Clusters of a Report that do not come back, and clusters made of rows that were filled in."""
    if clusters is None:
        return
    weak = clusters["Jaccard"][clusters["Jaccard"] < TRUSTED]
    if len(weak):
        yield said(Doubt.WEAK_CLUSTERS, clusters=weak.index.tolist(), jaccard=weak.tolist(), limit=TRUSTED)
    proportions = clusters["filled in"] / clusters["rows in all"]
    proportion_of_all = float(clusters["filled in"].sum() / clusters["rows in all"].sum())
    crowded = proportions[(proportions > ONE_SIDED * proportion_of_all) & (clusters["filled in"] > 5)]
    if len(crowded):
        yield said(
            Doubt.CLUSTER_OF_FILLED_IN,
            clusters=crowded.index.tolist(),
            proportions=crowded.tolist(),
            proportion_of_all=proportion_of_all,
        )
