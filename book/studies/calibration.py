"""What is a p-value of reference data worth? How often it is at most 1/20 on data in which there is nothing to find.

A study of our own of the p-values of :func:`aucc_teach.calibrated_choice` and of simpler ones: AUCC of two algorithms
on twelve kinds of data without clusters, tested against references of several kinds, for one number of clusters fixed
beforehand and for the best of several.
"""

from functools import partial

import numpy as np
import pandas as pd
from sklearn.datasets import load_wine
from sklearn.preprocessing import StandardScaler

from aucc_teach.aucc import PairRanking
from aucc_teach.calibration import counts_of_terms, excess_and_pvalue, on_scale, reference_data
from aucc_teach.input import check_choice, check_integer, check_rng
from studies._clouds import CLOUDS
from studies._clusterings import cluster_for_each, cut_in_order
from studies._kinds_in_turn import results_of_kind, rows_of_first_and_all
from studies._runner import Experiment

__all__ = [
    "ALGORITHMS",
    "EXPERIMENT",
    "KINDS",
    "KINDS_NESTED",
    "KS",
    "K_FIXED",
    "LEVEL",
    "N_OBJECTS",
    "N_REFERENCES",
    "REFERENCES",
    "REFERENCES_OF",
    "STATISTICS",
    "draw",
    "rows_of_kind",
]

KS = range(2, 7)
K_FIXED = 3
N_OBJECTS = 100
N_REFERENCES = 19
LEVEL = 1 / (N_REFERENCES + 1)
ALGORITHMS = ("k-means", "ward")
STATISTICS = ("k = 3", "any k", "peak")

#: References by name: those of one kind and matched or not, the distribution that the data came from ("true"), the
#: larger of the two p-values of `calibrated_choice`, and a bootstrap of the bootstrap ("nested").
REFERENCES = (
    "true",
    "fitted box",
    "matched box",
    "fitted normal",
    "matched normal",
    "matched radial",
    "box and radial",
    "nested fitted box",
)
_DRAWN = {
    "fitted box": ("box", False),
    "matched box": ("box", True),
    "fitted normal": ("normal", False),
    "matched normal": ("normal", True),
    "matched radial": ("radial", True),
}
#: k-means takes ten times as long as Ward: for it, those references that the book speaks of.
REFERENCES_OF = {
    "k-means": ("fitted box", "matched box", "matched normal", "matched radial", "box and radial"),
    "ward": REFERENCES,
}
_NESTED = "nested fitted box"
#: Kinds of data for which the nested bootstrap is run, which costs twenty times as much.
KINDS_NESTED = ("square", "box, 5", "box of the wines")

_NAMES = (
    "square",
    "box, 5",
    "cube, 10",
    "box of the wines",
    "ball",
    "triangle",
    "normal, 2",
    "normal, long, 5",
    "normal, correlated, 10",
    "t with 3 degrees, 2",
    "exponential, 2",
    "lognormal, 2",
)
_SEED = 1963
_FIRST = 20  # replicates of the quick run, which the stored table summarises apart


def _box_of_wines(rng):
    X = StandardScaler().fit_transform(load_wine().data)
    return reference_data(X, matched=False, rng=rng)


#: The kinds of data by name, each a function of a generator. 100 points; the box of the wines has 178 in 13 dimensions.
KINDS = {name: _box_of_wines if name == "box of the wines" else partial(CLOUDS[name], n=N_OBJECTS) for name in _NAMES}


def draw(kind, *, rng=None):
    """Draw one data set of the study.

    Parameters
    ----------
    kind : str
        One of the names of `KINDS`.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    ndarray of float64, shape (n, d)
        The points.

    Raises
    ------
    ValueError
        If there is no such kind.

    Examples
    --------
    >>> import studies
    >>> studies.calibration.draw("ball", rng=0).shape
    (100, 3)
    """
    return KINDS[check_choice(kind, _NAMES, "kind")](check_rng(rng))


def rows_of_kind(kind, *, n_replicates=_FIRST, algorithms=ALGORITHMS):
    """Rows of the stored table for the first replicates of one kind of data, computed anew from their seeds.

    Parameters
    ----------
    kind : str
        One of the names of `KINDS`.
    n_replicates : int, default=20
        Number of data sets, at least 1.
    algorithms : sequence of str, default=ALGORITHMS
        A part of `ALGORITHMS`: k-means with one start, and Ward's tree.

    Returns
    -------
    pandas.DataFrame
        One row for each algorithm, reference and statistic: ``kind``, ``algorithm``, ``reference``, ``statistic``
        ("k = 3": AUCC of three clusters; "any k": the best p-value of 2 to 6 clusters; "peak": the peak of the excess
        over 2 to 6 clusters), ``n_replicates`` and ``n_rejected`` (how many p-values are 1/20).

    Raises
    ------
    ValueError
        If the study has no such kind or algorithm, or there is no replicate.

    Examples
    --------
    >>> import studies
    >>> rows = studies.calibration.rows_of_kind("normal, 2", n_replicates=1, algorithms=["ward"])
    >>> len(rows), rows["reference"][0], rows["statistic"].unique().tolist()
    (21, 'true', ['k = 3', 'any k', 'peak'])
    """
    check_choice(kind, _NAMES, "kind")
    n_replicates = check_integer(n_replicates, "n_replicates", minimum=1)
    for algorithm in algorithms:
        check_choice(algorithm, ALGORITHMS, "every algorithm")
    found = results_of_kind(partial(_rejections, kind, algorithms), _SEED, kind, _NAMES, n_replicates)
    return pd.DataFrame(_summarise(kind, found))


def _rejections(kind, algorithms, rng, nested=True):
    """For each algorithm and reference, and for each statistic: 1 if the p-value is 1/20."""
    X = draw(kind, rng=rng)
    sets = {"true": [draw(kind, rng=rng) for _ in range(N_REFERENCES)]}
    for name, (reference, matched) in _DRAWN.items():
        sets[name] = [reference_data(X, reference=reference, matched=matched, rng=rng) for _ in range(N_REFERENCES)]
    # The last numbers drawn, so that all else is the same whether or not they are needed.
    rng_of_nested = np.random.default_rng(int(rng.integers(2**31)))
    found = {}
    for algorithm in algorithms:
        on_data = _standings(X, algorithm)
        pvalues = {}
        for name in REFERENCES_OF[algorithm]:
            if name == "box and radial":
                p = {s: max(pvalues["matched box"][s], pvalues["matched radial"][s]) for s in STATISTICS}
            elif name != _NESTED:
                p = _pvalues(np.array([on_data, *(_standings(points, algorithm) for points in sets[name])]))
            elif nested and kind in KINDS_NESTED:
                p = _nested(on_data, sets["fitted box"], algorithm, rng_of_nested)
            else:
                continue
            pvalues[name] = p
        found[algorithm] = {
            name: [int(p[statistic] <= LEVEL) for statistic in STATISTICS] for name, p in pvalues.items()
        }
    return found


def _standings(X, algorithm):
    """Logit of AUCC for each number of clusters."""
    partitions = cluster_for_each(KS, X, algorithm, cut=cut_in_order, n_starts=1)
    return on_scale("aucc_score", PairRanking(X).score_many(partitions), counts_of_terms("aucc_score", partitions))


def _pvalues(standings):
    """p-value by statistic; one row per set, the data first."""
    fixed = list(KS).index(K_FIXED)
    each = [excess_and_pvalue(standings[:, [column]])[1] for column in range(len(KS))]
    return dict(zip(STATISTICS, (each[fixed], min(each), excess_and_pvalue(standings)[1]), strict=True))


def _nested(on_data, boxes, algorithm, rng):
    """p-values of a statistic that is standardised by boxes fitted to each set: to the data, and to each of its boxes.

    The statistic is prepivoted by its mean and standard deviation over 19 sets rather than by its rank among them, for
    ranks of 19 tie.
    """
    standings = np.array([on_data, *(_standings(points, algorithm) for points in boxes)])
    standardised = [_standardised(standings)]
    for points, on_box in zip(boxes, standings[1:], strict=True):
        inner = [reference_data(points, matched=False, rng=rng) for _ in range(N_REFERENCES)]
        standardised.append(_standardised(np.array([on_box, *(_standings(each, algorithm) for each in inner)])))
    standardised = np.array(standardised)
    proportions = (standardised >= standardised[0]).mean(axis=0)
    return dict(zip(STATISTICS, proportions.tolist(), strict=True))


def _standardised(standings):
    """Excess at k = 3, the largest over k and the peak, of the first row, in standard deviations of the others."""
    mean, std = standings[1:].mean(axis=0), standings[1:].std(axis=0, ddof=1)
    z = (standings - mean) / std
    excess = standings - mean
    peaks = excess.max(axis=1) - excess.mean(axis=1)
    of_peak = (peaks[0] - peaks[1:].mean()) / peaks[1:].std(ddof=1)
    return [z[0, list(KS).index(K_FIXED)], z[0].max(), of_peak]


def _summarise(kind, found):
    rows = []
    for algorithm in ALGORITHMS:
        for reference in REFERENCES:
            # What takes longer is run for the first replicates only.
            of_reference = [every.get(algorithm, {}).get(reference) for every in found]
            rejected = np.array([counts for counts in of_reference if counts is not None])
            for statistic, count in (
                zip(STATISTICS, rejected.sum(axis=0).tolist(), strict=True) if len(rejected) else ()
            ):
                place = {"kind": kind, "algorithm": algorithm, "reference": reference, "statistic": statistic}
                rows.append(place | {"n_replicates": len(rejected), "n_rejected": count})
    return rows


def _settings(full):
    n_replicates = (
        {"ward": 1120, "k-means": 400, _NESTED: 200} if full else dict.fromkeys((*ALGORITHMS, _NESTED), _FIRST)
    )
    return {"seed": _SEED, "n_replicates": n_replicates}


def _n_blocks(settings):
    return len(_NAMES) * max(settings["n_replicates"].values())


def _run_block(settings, number, rng):
    replicate, kind = divmod(number, len(_NAMES))
    limits = settings["n_replicates"]
    algorithms = [algorithm for algorithm in ALGORITHMS if replicate < limits[algorithm]]
    return _rejections(_NAMES[kind], algorithms, rng, nested=replicate < limits[_NESTED])


def _rows(settings, results):
    return rows_of_first_and_all(_summarise, _NAMES, results, _FIRST)


EXPERIMENT = Experiment(
    name="calibration",
    title="How often p-values of reference data are 1/20 where there is nothing to find: AUCC, k-means and Ward",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
