"""Clusterings of the data and of reference sets, their scores, and how far the peaks of the data stand out."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from aucc_report import _time_left
from aucc_report._modes import persistence
from aucc_report.clusterers import label_rows_of_many
from aucc_teach.calibration import (
    CalibratedChoice,
    counts_of_terms,
    excess_and_peaks,
    on_scale,
    pvalue_of_first,
)
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.input import check_dissimilarities, is_euclidean

#: The votes of these criteria are shown: one of each family, AUCC first.
SHOWN = (
    "aucc_score",
    "silhouette_score",
    "calinski_harabasz_score",
    "pbm_score",
    "davies_bouldin_index",
    "dunn_score",
    "point_biserial_score",
    "c_index",
    "ratkowsky_lance_score",
)
_AUCC, _VRC = "aucc_score", "calinski_harabasz_score"
# The criteria, the ranking and a tree take at most so many bytes for each pair; a test measures them.
BYTES_OF_PAIR = 110


def criteria_tested(metric):
    """The criteria whose peaks are tested, the one with the greater weight first."""
    return (_VRC, _AUCC) if is_euclidean(metric) else (_AUCC,)


class Judged(NamedTuple):
    """One set of points, clustered and judged.

    By algorithm: the labels, (len(ks), n); the scores by criterion; and for each criterion that is tested, what its
    scores are means of, as :func:`counts_of_terms` has it. ``persistence`` is the largest of its modes, missing if
    distances are not Euclidean.
    """

    partitions: dict
    scores: dict
    terms: dict
    persistence: float

    def votes(self, ks):
        """Number of clusters that each shown criterion prefers, by algorithm; missing where it is defined for none."""
        return {
            algorithm: {name: _preferred(scores[name], ks, CRITERIA[name]) for name in SHOWN}
            for algorithm, scores in self.scores.items()
        }


def judge(points, algorithms, ks, *, metric, seed, criteria, where, step, of_density=None):
    """Cluster the points by every algorithm, and compute the criteria; returns that and the ranked pairs.

    `of_density` are other points, for the persistence. `step` is called after each algorithm, with its name and the
    seconds that went into criteria that are not tested.
    """
    tested = criteria_tested(metric)
    beside = [criterion for criterion in criteria if criterion not in tested]
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
        _refuse_undefined(scores[name], ks, metric, name, where)
        started = _time_left.now()
        if beside:
            scores[name] |= scorer.score_many(rows, beside, undefined="nan")
        step(f"{where}, {name}", name, _time_left.now() - started)
    first = persistence(points if of_density is None else of_density)[0] if is_euclidean(metric) else np.nan
    return Judged(partitions, scores, terms, first), scorer.ranking


def _refuse_undefined(scores, ks, metric, algorithm, where):
    """Refuse sets on which a criterion that is tested has no value."""
    for criterion in criteria_tested(metric):
        undefined = [k for k, score in zip(ks, scores[criterion].tolist(), strict=True) if not np.isfinite(score)]
        if undefined:
            raise ValueError(
                f"{CRITERIA[criterion].title} must be finite to be tested. It is not for {undefined} clusters of "
                f"{algorithm} on {where}, where too few rows differ: ask for fewer clusters, or use more columns."
            )


def _preferred(scores, ks, criterion):
    if np.isnan(scores).all():
        return pd.NA
    return ks[int(np.nanargmax(scores) if criterion.higher_is_better else np.nanargmin(scores))]


class Standing:
    """The data among their reference sets: every (algorithm, criterion), on the criterion's scale."""

    def __init__(self, on_data, of_kinds, ks, tested):
        self.ks, self.kinds = list(ks), list(of_kinds)
        self.tests = [(algorithm, criterion) for algorithm in on_data.scores for criterion in tested]
        self.raw = {
            (test, kind): np.array([_scores_and_terms(each, test) for each in (on_data, *sets)]).transpose(1, 0, 2)
            for test in self.tests
            for kind, sets in of_kinds.items()
        }
        self.scaled = {place: on_scale(place[0][1], *scores) for place, scores in self.raw.items()}
        self.persistences = {
            kind: np.array([judged.persistence for judged in (on_data, *sets)]) for kind, sets in of_kinds.items()
        }
        self.excess, self.peaks = {}, {}
        for place, of_sets in self.scaled.items():
            self.excess[place], self.peaks[place] = excess_and_peaks(of_sets)

    def choice(self, test, level):
        """Give what :func:`calibrated_choice` would find with the same sets."""
        pvalues = {kind: pvalue_of_first(self.peaks[test, kind]) for kind in self.kinds}
        excess = self.excess[test, self.kinds[0]][0]
        best, pvalue = self.ks[int(excess.argmax())], max(pvalues.values())
        return CalibratedChoice(
            best if pvalue <= level else 1,
            best,
            pvalue,
            pvalues,
            test[1],
            tuple(self.ks),
            self.raw[test, self.kinds[0]][0][0],
            excess,
            {kind: self.raw[test, kind][0][1:] for kind in self.kinds},
            {kind: self.excess[test, kind][1:] for kind in self.kinds},
        )

    def peak_among(self, test, allowed):
        """The number of clusters with the largest excess over the first kind among some, and its p-value.

        The p-value is the largest over the kinds. The sets keep their peaks over all numbers, so it is at least that of
        the data's own peak. Without any number that is allowed it is about all.
        """
        allowed = allowed if allowed.any() else np.ones_like(allowed)
        among = {kind: np.where(allowed, self.excess[test, kind][0], -np.inf) for kind in self.kinds}
        best, pvalues = self.ks[int(among[self.kinds[0]].argmax())], []
        for kind, of_kind in among.items():
            peaks = self.peaks[test, kind].copy()
            peaks[0] -= self.excess[test, kind][0].max() - of_kind.max()
            pvalues.append(pvalue_of_first(peaks))
        return best, max(pvalues)

    def peaks_nearby(self, test, allowed):
        """Numbers of clusters at which the peak of `peak_among` might lie with other sets, but for that where it does.

        There the excess is lower by at most three times the standard error that the mean over the sets gives to it.
        """
        place = test, self.kinds[0]
        excess, of_sets = self.excess[place][0], self.scaled[place][1:]
        best = self.ks.index(self.peak_among(test, allowed)[0])
        error = (of_sets - of_sets[:, [best]]).std(axis=0, ddof=int(len(of_sets) > 1)) / np.sqrt(len(of_sets))
        near = excess >= excess[best] - 3 * error
        near[best] = False
        return [k for k, is_near in zip(self.ks, near & (allowed if allowed.any() else True), strict=True) if is_near]

    def peak_over(self, test, kind):
        """The number of clusters with the largest excess over one kind."""
        return self.ks[int(self.excess[test, kind][0].argmax())]

    def peak_with(self, judged, test):
        """Find the peak over the first kind as if the data had been clustered as in `judged`."""
        scores, terms = self.raw[test, self.kinds[0]].copy()
        scores[0], terms[0] = _scores_and_terms(judged, test)
        return self.ks[int(excess_and_peaks(on_scale(test[1], scores, terms))[0][0].argmax())]

    def global_pvalues(self):
        """For each kind the p-value: the proportion of the sets, the data among them, with a peak as high as theirs.

        The peaks of each test, and the largest persistence of a mode beside them, are standardised over all sets, the
        data as one of them. So sets that could be exchanged stay so, and the p-value has its size; but not for
        "radial", where the persistence is that of another set, a normal one, so that not even a radial set has the
        size.
        """
        found = {}
        for kind in self.kinds:
            peaks = np.array([self.peaks[test, kind] for test in self.tests])
            if np.isfinite(self.persistences[kind]).all():
                peaks = np.vstack([peaks, self.persistences[kind]])
            spread = peaks.std(axis=1, keepdims=True)
            # Equal peaks stay equal.
            standardised = (peaks - peaks.mean(axis=1, keepdims=True)) / np.where(spread > 0, spread, 1)
            found[kind] = pvalue_of_first(standardised.max(axis=0))
        return found


def _scores_and_terms(judged, test):
    algorithm, criterion = test
    return judged.scores[algorithm][criterion], judged.terms[algorithm][criterion]


def table_of_tests(choices):
    """The tests of a Report, from their calibrated choices under (algorithm, title of the criterion)."""
    rows = [
        {"peak at": choice.best}
        | {f"p, {kind}": p for kind, p in choice.pvalues.items()}
        | {"named": choice.n_clusters}
        for choice in choices.values()
    ]
    return pd.DataFrame(rows, pd.MultiIndex.from_tuples(choices, names=["algorithm", "criterion"]))
