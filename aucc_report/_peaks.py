"""Where criteria have their peaks, and how far these stand out from clusterings of data without clusters."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from threadpoolctl import threadpool_limits

from aucc_report._valleys import shallowest_valley
from aucc_report.clusterers import label_rows_of_many
from aucc_teach.calibration import (
    REFERENCES,
    CalibratedChoice,
    Space,
    counts_of_terms,
    excess_and_peaks,
    on_scale,
    pvalue_of_first,
)
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.input import check_dissimilarities, is_euclidean

_AUCC, _VRC = "aucc_score", "calinski_harabasz_score"
# The criteria, the ranking and a tree take at most so many bytes for each pair; a test measures them.
BYTES_OF_PAIR = 110


def criteria_tested(metric):
    """The criteria whose peaks are tested; VRC needs coordinates."""
    return (_VRC, _AUCC) if is_euclidean(metric) else (_AUCC,)


class Judged(NamedTuple):
    """One set of points, clustered and judged.

    By algorithm: the labels, (len(ks), n); the scores by criterion; and for each criterion what its scores are means
    of, as :func:`aucc_teach.calibration.counts_of_terms` has it.
    """

    partitions: dict
    scores: dict
    terms: dict


class Peaks(NamedTuple):
    """The data among their reference sets.

    ``tests``, ``by_k`` and ``pvalues`` are those of a Report, but that sizes are lists; ``partitions`` has for each
    algorithm one row of labels for each k, ``choices`` a :class:`CalibratedChoice` for each algorithm and title of a
    criterion, and ``ranking`` the ranked pairs.
    """

    ks: list
    partitions: dict
    ranking: object
    choices: dict
    tests: pd.DataFrame
    by_k: pd.DataFrame
    pvalues: dict

    @property
    def pvalue(self):
        return max(self.pvalues.values())

    def labels(self, algorithm, k):
        return self.partitions[algorithm][self.ks.index(k)]


def judge(points, algorithms, ks, *, metric, seed, where="the data"):
    """Cluster the points by every algorithm, and compute the criteria; returns that and the ranked pairs."""
    tested = criteria_tested(metric)
    scorer = CriteriaScorer(points, metric=metric)
    of_trees = any(algorithm in ("single", "average", "complete") for algorithm in algorithms.values())
    dissimilarities = check_dissimilarities(points, metric)[0] if of_trees else None
    partitions, scores, terms = {}, {}, {}
    for name, algorithm in algorithms.items():
        rows = label_rows_of_many(
            points, ks, algorithm, metric=metric, seed=seed, dissimilarities=dissimilarities, where=where
        )
        partitions[name], scores[name] = rows, scorer.score_many(rows, tested, undefined="nan")
        terms[name] = {criterion: counts_of_terms(criterion, rows) for criterion in tested}
        _refuse_undefined(scores[name], ks, name, where)
    return Judged(partitions, scores, terms), scorer.ranking


def _refuse_undefined(scores, ks, algorithm, where):
    for criterion, of_criterion in scores.items():
        undefined = [k for k, score in zip(ks, of_criterion.tolist(), strict=True) if not np.isfinite(score)]
        if undefined:
            raise ValueError(
                f"{CRITERIA[criterion].title} must be finite to be tested. It is not for {undefined} clusters of "
                f"{algorithm} on {where}, where too few rows differ: ask for fewer clusters, or use more columns."
            )


def peaks_of(points, algorithms, ks, *, kinds, n_sets, level, metric, seeds, n_jobs, step):
    """Cluster the data and their reference sets, and test the peaks.

    `step` is called with what is done, after the data and after each set. Each set has a seed of its own, so the
    numbers are the same whatever the number of processes.
    """
    space = Space(points)

    def of_set(kind, number):
        rng = np.random.default_rng((seeds["references"], REFERENCES.index(kind), number))
        with threadpool_limits(1):
            judged, _ = judge(
                space.draw(kind, True, rng),
                algorithms,
                ks,
                metric=metric,
                seed=seeds["k-means"],
                where=f"{kind} set {number + 1}",
            )
        return kind, judged._replace(partitions=None)  # labels of many sets would fill the memory

    on_data, ranking = judge(points, algorithms, ks, metric=metric, seed=seeds["k-means"])
    step("the data")
    sets = {kind: [] for kind in kinds}
    places = [(kind, number) for number in range(n_sets) for kind in kinds]
    for kind, judged in Parallel(n_jobs, return_as="generator")(delayed(of_set)(*place) for place in places):
        sets[kind].append(judged)
        step(f"{kind} set {len(sets[kind])}")
    return _tested(points, on_data, ranking, sets, list(ks), level)


def _tested(points, on_data, ranking, sets, ks, level):
    choices, heights, by_k = {}, {kind: [] for kind in sets}, []
    for algorithm, rows in on_data.partitions.items():
        part = {"sizes": [sorted(np.bincount(labels).tolist(), reverse=True) for labels in rows]}
        part |= {CRITERIA[name].title: on_data.scores[algorithm][name] for name in reversed(on_data.scores[algorithm])}
        for criterion in on_data.scores[algorithm]:
            choice, peaks = _choice(on_data, sets, algorithm, criterion, ks, level)
            title = CRITERIA[criterion].title
            choices[algorithm, title] = choice
            for kind, of_kind in peaks.items():
                heights[kind].append(of_kind)
                data = -choice.reference_excess[kind].sum(axis=0)
                part[f"{title} above {kind}"] = data
        part["valley"] = [shallowest_valley(points, labels) for labels in rows]
        by_k.append(pd.DataFrame(part, pd.MultiIndex.from_product([[algorithm], ks], names=["algorithm", "k"])))
    return Peaks(
        ks,
        on_data.partitions,
        ranking,
        choices,
        table_of_tests(choices),
        pd.concat(by_k),
        {kind: _pvalue_of_all(np.array(of_kind)) for kind, of_kind in heights.items()},
    )


def _choice(on_data, sets, algorithm, criterion, ks, level):
    """What :func:`calibrated_choice` would find with the same sets, and for each kind the peaks of data and sets."""
    raw = {
        kind: np.array(
            [(of.scores[algorithm][criterion], of.terms[algorithm][criterion]) for of in (on_data, *of_kind)]
        ).transpose(1, 0, 2)
        for kind, of_kind in sets.items()
    }
    found = {kind: excess_and_peaks(on_scale(criterion, *of_kind)) for kind, of_kind in raw.items()}
    first = next(iter(sets))
    pvalues = {kind: pvalue_of_first(peaks) for kind, (_, peaks) in found.items()}
    excess = found[first][0][0]
    best, pvalue = ks[int(excess.argmax())], max(pvalues.values())
    choice = CalibratedChoice(
        best if pvalue <= level else 1,
        best,
        pvalue,
        pvalues,
        criterion,
        tuple(ks),
        raw[first][0][0],
        excess,
        {kind: of_kind[0][1:] for kind, of_kind in raw.items()},
        {kind: of_kind[1:] for kind, (of_kind, _) in found.items()},
    )
    return choice, {kind: peaks for kind, (_, peaks) in found.items()}


def _pvalue_of_all(peaks):
    """The proportion of the sets, the data the first of them, with a peak as high as theirs under any test.

    The peaks of each test are standardised over all sets, so that sets which could be exchanged stay so.
    """
    spread = peaks.std(axis=1, keepdims=True)
    standardised = (peaks - peaks.mean(axis=1, keepdims=True)) / np.where(spread > 0, spread, 1)
    return pvalue_of_first(standardised.max(axis=0))


def table_of_tests(choices):
    """The tests of a Report, from their calibrated choices under (algorithm, title of the criterion)."""
    rows = [
        {"peak at": choice.best}
        | {f"p, {kind}": p for kind, p in choice.pvalues.items()}
        | {"named": choice.n_clusters}
        for choice in choices.values()
    ]
    return pd.DataFrame(rows, pd.MultiIndex.from_tuples(choices, names=["algorithm", "criterion"]))
