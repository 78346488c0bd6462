"""The rule of a report, which reads like the recipe that the book teaches.

1. **One scale.** Use the columns that look like measurements, and divide each by its spread inside clusters.
2. **A sample.** Of many rows, look at 500. The others get their cluster afterwards.
3. **Gaps.** Find the deepest gap of the cloud. If none of 99 clouds without clusters, of each of three kinds, has one
   as deep, split the cloud there, and ask both sides again, also in the metric of two ellipses. So groups are counted.
4. **Peaks.** Cluster the rows into 2 to 10 clusters, by k-means and by Ward's method, and do the same with 39 boxes and
   39 normal clouds. Both criteria, VRC and AUCC, have their largest excess over the boxes somewhere. Where all agree,
   all stand out, and the clusters are apart, that is the number of the peaks.
5. **The answer.** If gaps and peaks agree, or one of them alone has a number, that is the number; without a gap, the
   clusters of the peaks must be farther apart. If the peaks have more, it is theirs, as long as they only divide the
   groups. If they have less, or a group may hold a gap of its own, or all peaks hint at more, it is "at least".
6. **Does it come back?** Draw the rows anew: a cluster that is not found again takes the number back.
7. **Something, or nothing.** Without a number it is "something" if the highest peak stands out, also when a power
   transformation has made each column as normal as it can, and the clusters of a peak are apart or the cloud may hold
   a gap. Else it is "nothing".

The page "The rule of a report" has a picture and the reason of each step.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from aucc_report._codes import Conclusion, Fault, Headline, Why
from aucc_report._gaps import SPLIT
from aucc_report._jaccard import TRUSTED
from aucc_report._statements import said
from aucc_teach.agreement import adjusted_rand_score

#: Above this ratio of rows between two clusters to rows in them, they may be slices of one cloud.
SHALLOW = 0.4
#: Clusters that peaks alone show, without a gap, must be farther apart.
SHALLOW_ALONE = 0.2
#: From this ARI on, two clusterings are nearly the same.
NEARLY_THE_SAME = 0.9
#: Clusters divide groups if at most this part of the rows is in a cluster that belongs to another group.
ASTRAY = 0.05


#: The cases in which the headline is "nothing".
NOTHING = (Why.NONE_APART, Why.SKEW_ALONE, Why.NONE_STANDS_OUT)


def straggler_below(n):
    """Smaller clusters are stragglers: below a twentieth of the rows, at least 2 and at most 5."""
    return min(5.0, max(2.0, n / 20))


class PeaksSay(NamedTuple):
    """What the peaks say: their number of clusters, or None and why not.

    ``numbers`` are those at which the peaks lie, and ``faults`` what is wrong with a number on which all agree;
    ``valley`` is the largest between its clusters. ``is_inside``: no peak lies at the last number that was tried.
    ``are_apart``: the clusters of one of the peaks are apart, and none of them is a straggler.
    """

    k: int | None
    numbers: tuple
    faults: tuple = ()
    valley: float = 0.0
    is_inside: bool = True
    are_apart: bool = False


def ask_peaks(tests, by_k, level):
    """Step 4: the number at which every algorithm and criterion has its peak, if it can be trusted."""
    numbers = tuple(sorted(set(tests["peak at"].astype(int))))
    ks = by_k.index.unique(level="k")
    is_inside = numbers[-1] < ks.max() or len(ks) == 1
    at_peaks = by_k.loc[sorted({(algorithm, int(k)) for (algorithm, _), k in tests["peak at"].items()})]
    has_straggler = at_peaks["sizes"].map(lambda sizes: min(sizes) < straggler_below(sum(sizes)))
    is_shallow = at_peaks["valley"] > SHALLOW
    are_apart = bool((~has_straggler & ~is_shallow).any())
    if len(numbers) > 1:
        return PeaksSay(None, numbers, is_inside=is_inside, are_apart=are_apart)
    over_first = tests[next(name for name in tests if name.startswith("p, "))]
    faults = {
        Fault.NOT_OUTSTANDING: (over_first > level).any(),
        Fault.END_OF_RANGE: not is_inside,
        Fault.STRAGGLER: has_straggler.any(),
        Fault.NOT_APART: is_shallow.any(),
    }
    faults = tuple(fault for fault, is_there in faults.items() if is_there)
    k = None if faults else numbers[0]
    return PeaksSay(k, numbers, faults, float(at_peaks["valley"].max()), is_inside, are_apart)


class Answer(NamedTuple):
    """Step 5: a number, a least number, or neither, and the reason.

    ``of_gaps``: the clusters that are described are the groups between gaps, and not those of the peaks.
    """

    why: Why
    n_clusters: int | None = None
    at_least: int | None = None
    of_gaps: bool = False


def answer(groups, peaks, labels_of_peaks, *, is_found):
    """Step 5 and 7: what follows from the groups between gaps (None where they are not asked) and from the peaks."""
    n_gaps = 1 if groups is None else groups.n_groups
    if peaks.k is None and n_gaps == 1:
        if not is_found:
            return Answer(Why.NONE_STANDS_OUT)
        if not peaks.are_apart and (groups is None or not groups.open_parts):
            return Answer(Why.NONE_APART)
        return Answer(Why.PEAK_NOT_TRUSTED if peaks.faults else Why.PEAKS_DISAGREE)
    if peaks.k is None:
        if groups.open_parts:
            return Answer(Why.GROUP_OPEN, at_least=n_gaps, of_gaps=True)
        if peaks.numbers[0] > n_gaps and peaks.is_inside:
            return Answer(Why.PEAKS_HINT, at_least=n_gaps, of_gaps=True)
        return Answer(Why.GAPS_ALONE, n_gaps, of_gaps=True)
    if n_gaps == 1:
        return Answer(Why.PEAKS_ALONE, peaks.k) if peaks.valley <= SHALLOW_ALONE else Answer(Why.NO_GAP_BETWEEN)
    if peaks.k < n_gaps:
        return Answer(Why.PEAKS_SEE_FEWER, at_least=peaks.k)
    if not divides(labels_of_peaks, groups.labels):
        return Answer(Why.PEAKS_SEE_OTHERS, at_least=n_gaps, of_gaps=True)
    return Answer(Why.BOTH_AGREE if peaks.k == n_gaps else Why.PEAKS_SEE_MORE, peaks.k)


def divides(labels, groups):
    """Whether the clusters are parts of the groups, but for few rows."""
    shared = np.zeros((labels.max() + 1, groups.max() + 1))
    np.add.at(shared, (labels, groups), 1)
    return shared.max(axis=1).sum() >= (1 - ASTRAY) * len(labels)


def after_jaccard(found, jaccard):
    """Step 6: the answer, or what is left of it if clusters do not come back when the rows are drawn anew."""
    n_firm = int((jaccard["Jaccard"] >= TRUSTED).sum())
    k = len(jaccard)
    if found.n_clusters is None or n_firm == k:
        return found
    if n_firm > 1:
        return found._replace(why=Why.SOME_COME_BACK, n_clusters=None, at_least=n_firm)
    return found._replace(why=Why.NONE_COMES_BACK, n_clusters=None)


def after_power(found, pvalue, level):
    """Step 7: what stands out without a number must do so after a power transformation, too, with this p-value."""
    return found if pvalue is None or pvalue <= level else found._replace(why=Why.SKEW_ALONE)


# What is found.


class Evidence(NamedTuple):
    """The evidence for the finding, for the description of a clustering and for the doubts.

    ``pvalue_after_power`` is None where it was not asked. ``candidate`` is the algorithm and the k of the clustering
    that is described, or None. ``seeds`` has the ARI of k-means with itself from other seeds, if the candidate is one;
    ``scale`` the other scaling, and the ARI with what the algorithm finds under it.
    """

    settings: dict
    taken: object
    points: np.ndarray
    peaks: object
    said_by_peaks: PeaksSay
    groups: object
    answer: Answer
    candidate: tuple | None
    labels: np.ndarray | None
    clusters: object
    found_by: tuple
    pvalue_after_power: float | None
    seeds: tuple
    scale: tuple | None
    whole: object

    @property
    def pvalue(self):
        """The p-value of the highest peak."""
        return self.peaks.pvalue

    @property
    def titles(self):
        """The titles of the criteria whose peaks were looked for."""
        return tuple(self.peaks.tests.index.unique(level="criterion"))


@dataclass(frozen=True)
class Finding:
    """Which case of the rule a table is, and the numbers that it rests on; headline and conclusion are views of it.

    ``numbers`` are those of the reason, ``steps`` what the conclusion says of how the rule came to it. ``shape`` is
    "connected" if no algorithm that goes by distances finds the groups.
    """

    code: Why
    numbers: dict
    steps: tuple
    n_clusters: int | None = None
    at_least: int | None = None
    shape: str = "compact"

    @property
    def headline(self):
        """What stands on top."""
        if self.n_clusters is not None:
            return said(Headline.CLUSTERS, n_clusters=self.n_clusters, shape=self.shape)
        if self.at_least is not None:
            return said(Headline.AT_LEAST, n_clusters=self.at_least, shape=self.shape)
        return said(Headline.NOTHING if self.code in NOTHING else Headline.SOMETHING)

    @property
    def reason(self):
        """The reason beside the headline."""
        return said(self.code, **self.numbers)


def find(evidence):
    """Tell which case of the rule the evidence is, with its reason and its steps."""
    settings, named, peaks, groups = evidence.settings, evidence.answer, evidence.said_by_peaks, evidence.groups
    numbers = {
        "pvalue": evidence.pvalue,
        "pvalue_after_power": evidence.pvalue_after_power,
        "level": settings["significance_level"],
        "algorithms": settings["algorithms"],
        "criteria": list(evidence.titles),
        "numbers": list(peaks.numbers),
        "faults": list(peaks.faults),
        "k": peaks.numbers[0],
        "n_gaps": None if groups is None else groups.n_groups,
        "found_by": list(evidence.found_by),
        "open_rows": [] if groups is None else [question.n_rows for question in groups.open_parts],
    }
    if evidence.clusters is not None:
        jaccard = evidence.clusters["Jaccard"]
        numbers |= {"n_described": len(jaccard), "lost": jaccard.index[jaccard < TRUSTED].tolist()}
    stands_out = evidence.pvalue <= numbers["level"]
    steps = [said(Conclusion.STANDS_OUT if stands_out else Conclusion.NO_PEAK_STANDS_OUT, **numbers)]
    if groups is not None:
        splits = [question for question in groups.questions if question.answer == SPLIT]
        n_ellipses = sum(question.by_ellipses for question in splits)
        steps.append(said(Conclusion.GAPS if splits else Conclusion.NO_GAP, n_ellipses=n_ellipses, **numbers))
    steps.append(said(Conclusion.PEAKS_AGREE if peaks.k else Conclusion.PEAKS_DO_NOT, **numbers))
    if named.n_clusters is None and named.at_least is None:
        is_nothing = named.why in NOTHING
        steps.append(said(Conclusion.OFTEN_MISSED if is_nothing else Conclusion.NEED_NOT_BE_CLUSTERS))
    shape = "connected" if named.of_gaps and not evidence.found_by else "compact"
    return Finding(named.why, numbers, tuple(steps), named.n_clusters, named.at_least, shape)


def describe(evidence):
    """Say in the conclusion how the described clustering is, if there is one."""
    if evidence.candidate is None:
        return
    algorithm, k = evidence.candidate
    yield said(
        Conclusion.SIZES, k=k, algorithm=algorithm, sizes=sorted(np.bincount(evidence.labels).tolist(), reverse=True)
    )
    if evidence.seeds and min(evidence.seeds) >= NEARLY_THE_SAME:
        yield said(Conclusion.SAME_FROM_OTHER_SEEDS, k=k, algorithm=algorithm, aris=list(evidence.seeds))
    scaling, ari = evidence.scale
    if ari >= NEARLY_THE_SAME:
        yield said(Conclusion.SAME_ON_OTHER_SCALE, scaling=scaling, ari=ari)
    aucc = float(evidence.peaks.ranking.score(evidence.labels))
    if evidence.answer.of_gaps and not evidence.found_by:
        yield said(Conclusion.AUCC_OF_CONNECTED, aucc=aucc)
    if evidence.whole is not None:
        whole, way, right = evidence.whole
        about = {"n_complete": evidence.settings["n_complete"], "way": way, "right": right}
        of_all = {"aucc": whole.statistic, "low": whole.low, "high": whole.high, "aucc_of_sample": aucc}
        yield said(Conclusion.AUCC_OF_ALL, **about, **of_all)


def finders(groups, partitions):
    """The algorithms whose clusters are nearly these groups, the one that is nearest first.

    `partitions` has for each algorithm its labels with as many clusters.
    """
    aris = {name: adjusted_rand_score(groups, labels) for name, labels in partitions.items()}
    return tuple(sorted((name for name, ari in aris.items() if ari >= NEARLY_THE_SAME), key=lambda name: -aris[name]))
