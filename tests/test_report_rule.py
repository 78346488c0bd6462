"""The rule of a report: what follows from gaps and peaks that were made by hand, and what is said and done then."""

import pickle
import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from small_reports import evidence_of, of_three

from aucc_report import Conclusion, Doubt, Headline, Next, Statement, Why
from aucc_report._codes import Fault
from aucc_report._gaps import CLOSED, OPEN, SPLIT, Groups, Question
from aucc_report._next_steps import next_steps
from aucc_report.rule import (
    NOTHING,
    Answer,
    Finding,
    PeaksSay,
    after_jaccard,
    after_power,
    answer,
    ask_peaks,
    describe,
    divides,
    find,
    finders,
    straggler_below,
)

# Step 4: what the peaks say.

SIZES = {2: [30, 30], 3: [20, 20, 20], 4: [20, 20, 17, 3]}


def peaks_at(*numbers, pvalues=0.05, of_normal=1.0, sizes=SIZES, valleys=0.4, ks=(2, 3, 4)):
    """What is said by two algorithms and two criteria with their peaks at these numbers."""
    tests = pd.DataFrame(
        {"peak at": numbers, "p, box": pvalues, "p, normal": of_normal},
        pd.MultiIndex.from_product([["k-means", "ward"], ["VRC", "AUCC"]], names=["algorithm", "criterion"]),
    )
    by_k = pd.DataFrame(
        {"sizes": [sizes[k] for k in ks] * 2, "valley": valleys},
        pd.MultiIndex.from_product([["k-means", "ward"], ks], names=["algorithm", "k"]),
    )
    return ask_peaks(tests, by_k, 0.05)


def test_peaks_have_a_number_where_all_agree():
    assert peaks_at(3, 3, 3, 3) == PeaksSay(3, (3,), valley=0.4, are_apart=True)
    assert peaks_at(3, 3, 3, 2) == PeaksSay(None, (2, 3), are_apart=True)
    # With one number there is no end of the range.
    assert peaks_at(3, 3, 3, 3, ks=[3]).k == 3


@pytest.mark.parametrize(
    ("k", "changes", "faults"),
    [
        (3, {"pvalues": [0.05, 0.05, 0.05, 0.075]}, {Fault.NOT_OUTSTANDING}),
        (4, {}, {Fault.END_OF_RANGE}),
        (3, {"sizes": SIZES | {3: [40, 18, 2]}}, {Fault.STRAGGLER}),
        (3, {"valleys": [0.1, 0.1, 0.1, 0.1, 0.41, 0.1]}, {Fault.NOT_APART}),
        (4, {"sizes": SIZES | {4: [20, 20, 18, 2]}, "pvalues": 1}, set(Fault) - {Fault.NOT_APART}),
    ],
)
def test_each_fault_takes_the_number_of_the_peaks(k, changes, faults):
    assert peaks_at(k, k, k, k, **changes)[:2] == (None, (k,))
    assert set(peaks_at(k, k, k, k, **changes).faults) == faults


def test_clusters_of_one_peak_are_enough_to_be_apart_but_not_with_stragglers():
    # Only those of Ward's method, where they have a peak, are apart.
    only_there = [0.5, 0.5, 0.5, 0.5, 0.4, 0.5]
    assert peaks_at(2, 2, 2, 3, valleys=only_there).are_apart
    assert not peaks_at(2, 3, 2, 2, valleys=only_there).are_apart
    assert not peaks_at(2, 2, 2, 3, valleys=only_there, sizes=SIZES | {3: [40, 18, 2]}).are_apart


def test_how_small_a_straggler_is():
    assert [straggler_below(n) for n in (10, 40, 60, 100, 2000)] == [2, 2, 3, 5, 5]


# Step 5 and 7: the answer.


def groups(*sizes, open_rows=()):
    """Groups with gaps between them, one of which lies between ellipses; those of `open_rows` may be divided."""
    n = sum(sizes)
    splits = [Question("", n, 2.0, 99, {}, SPLIT, by_ellipses=i == 0) for i in range(len(sizes) - 1)]
    rest = [Question("0", size, 0.5, 19, {}, OPEN if size in open_rows else CLOSED, ellipses=True) for size in sizes]
    return Groups(np.repeat(np.arange(len(sizes)), sizes), (*splits, *rest))


def cut(*sizes):
    return np.repeat(np.arange(len(sizes)), sizes)


NO_PEAKS, SLICES = PeaksSay(None, (2, 5), are_apart=True), PeaksSay(None, (3,), (Fault.NOT_APART,), are_apart=True)
LAST, BENT = (Fault.END_OF_RANGE,), PeaksSay(None, (2, 5))
CLOUD, TWO, TWO_OPEN, THREE = groups(100), groups(60, 40), groups(60, 40, open_rows=[60]), groups(40, 30, 30)
TWO_PEAKS, THREE_PEAKS = PeaksSay(2, (2,)), PeaksSay(3, (3,))
#: Groups, what the peaks say, the labels at their number, and the answer that follows.
CASES = [
    (TWO, TWO_PEAKS, cut(60, 40), Answer(Why.BOTH_AGREE, 2)),
    (TWO_OPEN, TWO_PEAKS, cut(60, 40), Answer(Why.BOTH_AGREE, 2)),
    (TWO, TWO_PEAKS, cut(56, 44), Answer(Why.BOTH_AGREE, 2)),
    (TWO, TWO_PEAKS, cut(50, 50), Answer(Why.PEAKS_SEE_OTHERS, at_least=2, of_gaps=True)),
    (TWO, THREE_PEAKS, cut(30, 30, 40), Answer(Why.PEAKS_SEE_MORE, 3)),
    (TWO, THREE_PEAKS, cut(30, 40, 30), Answer(Why.PEAKS_SEE_OTHERS, at_least=2, of_gaps=True)),
    (THREE, TWO_PEAKS, cut(40, 60), Answer(Why.PEAKS_SEE_FEWER, at_least=2)),
    (CLOUD, THREE_PEAKS, cut(40, 30, 30), Answer(Why.PEAKS_ALONE, 3)),
    (None, THREE_PEAKS, cut(40, 30, 30), Answer(Why.PEAKS_ALONE, 3)),
    (CLOUD, THREE_PEAKS._replace(valley=0.3), cut(40, 30, 30), Answer(Why.NO_GAP_BETWEEN)),
    (TWO, PeaksSay(None, (3, 5)), None, Answer(Why.PEAKS_HINT, at_least=2, of_gaps=True)),
    (TWO, PeaksSay(None, (3, 10), is_inside=False), None, Answer(Why.GAPS_ALONE, 2, of_gaps=True)),
    (TWO, NO_PEAKS, None, Answer(Why.GAPS_ALONE, 2, of_gaps=True)),
    (THREE, SLICES, None, Answer(Why.GAPS_ALONE, 3, of_gaps=True)),
    (TWO, SLICES._replace(faults=LAST, is_inside=False), None, Answer(Why.GAPS_ALONE, 2, of_gaps=True)),
    (TWO, SLICES, None, Answer(Why.PEAKS_HINT, at_least=2, of_gaps=True)),
    (TWO_OPEN, NO_PEAKS, None, Answer(Why.GROUP_OPEN, at_least=2, of_gaps=True)),
    (groups(40, 60, open_rows=[40, 60]), SLICES, None, Answer(Why.GROUP_OPEN, at_least=2, of_gaps=True)),
    (CLOUD, NO_PEAKS, None, Answer(Why.PEAKS_DISAGREE)),
    (groups(100, open_rows=[100]), NO_PEAKS, None, Answer(Why.PEAKS_DISAGREE)),
    (CLOUD, SLICES, None, Answer(Why.PEAK_NOT_TRUSTED)),
    (None, SLICES._replace(faults=tuple(Fault)), None, Answer(Why.PEAK_NOT_TRUSTED)),
    (CLOUD, BENT, None, Answer(Why.NONE_APART)),
    (None, BENT, None, Answer(Why.NONE_APART)),
    (groups(100, open_rows=[100]), BENT, None, Answer(Why.PEAKS_DISAGREE)),
    (CLOUD, NO_PEAKS, None, Answer(Why.NONE_STANDS_OUT)),
    (None, SLICES, None, Answer(Why.NONE_STANDS_OUT)),
]


@pytest.mark.parametrize(("groups", "peaks", "labels", "expected"), CASES, ids=[named.why for *_, named in CASES])
def test_what_follows_from_gaps_and_peaks(groups, peaks, labels, expected):
    assert answer(groups, peaks, labels, is_found=expected.why != Why.NONE_STANDS_OUT) == expected
    if groups is not None and groups.n_groups > 1:
        # Gaps need no peak that stands out.
        assert answer(groups, peaks, labels, is_found=False) == expected


def test_clusters_divide_groups_whatever_their_numbers_but_for_a_twentieth_of_the_rows():
    assert divides(1 - cut(60, 40), TWO.labels)
    assert divides(cut(30, 35, 35), TWO.labels)
    assert not divides(cut(30, 36, 34), TWO.labels)
    assert not divides(cut(100), TWO.labels)


# Step 6: do the clusters come back?


def coming_back(*jaccard):
    return pd.DataFrame({"Jaccard": jaccard}, pd.RangeIndex(1, len(jaccard) + 1))


def test_a_cluster_that_does_not_come_back_takes_the_number():
    three = Answer(Why.GAPS_ALONE, 3, of_gaps=True)
    assert after_jaccard(three, coming_back(0.9, 0.6, 0.6)) is three
    some = Answer(Why.SOME_COME_BACK, at_least=2, of_gaps=True)
    assert after_jaccard(three, coming_back(0.9, 0.59, 0.6)) == some
    for lost in (coming_back(0.9, 0.5, 0.5), coming_back(0.5, 0.5, 0.5), coming_back(0.9, 0.5, np.nan)):
        assert after_jaccard(three, lost) == Answer(Why.NONE_COMES_BACK, of_gaps=True)
    least = Answer(Why.GROUP_OPEN, at_least=2, of_gaps=True)
    assert after_jaccard(least, coming_back(0.9, 0.5)) is least


def test_what_no_longer_stands_out_after_a_power_transformation_is_nothing():
    bent, skewed = Answer(Why.PEAKS_DISAGREE), Answer(Why.SKEW_ALONE)
    assert [after_power(bent, pvalue, 0.05) for pvalue in (None, 0.05, 0.075)] == [bent, bent, skewed]


# What is found.

LOST = {Why.SOME_COME_BACK: (0.9, 0.9, 0.3), Why.NONE_COMES_BACK: (0.3, 0.4, 0.5)}
FOUND = [
    *CASES,
    (CLOUD, NO_PEAKS, None, Answer(Why.SKEW_ALONE)),
    *[
        (TWO, THREE_PEAKS, None, after_jaccard(Answer(Why.PEAKS_SEE_MORE, 3), coming_back(*jaccard)))
        for jaccard in LOST.values()
    ],
]


@pytest.mark.parametrize(("groups", "peaks", "labels", "named"), FOUND, ids=[named.why for *_, named in FOUND])
def test_each_case_has_a_headline_a_reason_and_steps(groups, peaks, labels, named):
    clusters = coming_back(*LOST[named.why]) if named.why in LOST else None
    pvalue = 0.3 if named.why == Why.NONE_STANDS_OUT else 0.05
    after = 0.3 if named.why == Why.SKEW_ALONE else 0.05
    found = find(evidence_of(named, peaks, groups, pvalue=pvalue, clusters=clusters, pvalue_after_power=after))
    if named.n_clusters is not None:
        headline = Headline.CLUSTERS
    elif named.at_least is not None:
        headline = Headline.AT_LEAST
    else:
        headline = Headline.NOTHING if named.why in NOTHING else Headline.SOMETHING
    assert (found.headline.code, found.reason.code) == (headline, named.why)
    assert (found.n_clusters, found.at_least) == (named.n_clusters, named.at_least)
    steps = [Conclusion.NO_PEAK_STANDS_OUT if pvalue > 0.05 else Conclusion.STANDS_OUT]
    if groups is not None:
        steps.append(Conclusion.GAPS if groups.n_groups > 1 else Conclusion.NO_GAP)
    steps.append(Conclusion.PEAKS_AGREE if peaks.k else Conclusion.PEAKS_DO_NOT)
    if headline in (Headline.SOMETHING, Headline.NOTHING):
        steps.append(Conclusion.OFTEN_MISSED if headline == Headline.NOTHING else Conclusion.NEED_NOT_BE_CLUSTERS)
    assert [step.code for step in found.steps] == steps
    for said in (found.headline, found.reason, *found.steps):
        assert re.fullmatch(r"[A-Z0-9].*\.", str(said))
        assert "None" not in str(said)


def test_no_reason_is_without_a_case():
    assert {named.why for *_, named in FOUND} == set(Why)


def test_groups_that_no_algorithm_finds_are_connected():
    named, k_means = Answer(Why.GAPS_ALONE, 2, of_gaps=True), ("k-means",)
    assert find(evidence_of(named, NO_PEAKS, TWO)).shape == "connected"
    assert find(evidence_of(named, NO_PEAKS, TWO, found_by=k_means)).shape == "compact"
    assert find(evidence_of(Answer(Why.BOTH_AGREE, 2), TWO_PEAKS, TWO)).shape == "compact"
    partitions = {"k-means": cut(57, 43), "average": cut(95, 5), "ward": 1 - cut(60, 40)}
    assert finders(TWO.labels, partitions) == ("ward",)
    assert finders(TWO.labels, partitions | {"k-means": cut(59, 41)}) == ("ward", "k-means")


def test_the_clustering_that_is_described():
    assert list(describe(evidence_of())) == []
    found = evidence_of(candidate=("k-means", 2), labels=cut(20, 40), seeds=(1, 0.95), scale=("range", 0.95))
    told = {said.code: said.numbers for said in describe(found)}
    assert list(told) == ["sizes", "same_from_other_seeds", "same_on_other_scale"]
    assert told["sizes"] == {"k": 2, "algorithm": "k-means", "sizes": [40, 20]}
    unlike = found._replace(seeds=(1, 0.8), scale=("range", 0.8))
    assert [said.code for said in describe(unlike)] == ["sizes"]
    whole = SimpleNamespace(statistic=0.8, low=0.79, high=0.81), "nearest row", 0.99
    of_gaps = Answer(Why.GAPS_ALONE, 2, of_gaps=True)
    rings = unlike._replace(answer=of_gaps, whole=whole, settings=found.settings | {"n_complete": 900})
    told = {said.code: said.numbers for said in describe(rings)}
    assert list(told) == ["sizes", "aucc_of_connected", "aucc_of_all"]
    assert told["aucc_of_all"]["aucc_of_sample"] == told["aucc_of_connected"]["aucc"] == 0.9
    assert [said.code for said in describe(rings._replace(found_by=("ward",)))] == ["sizes", "aucc_of_all"]


def test_the_conclusion_on_three_clusters():
    found = of_three()
    assert found.headline == Statement(Headline.CLUSTERS, numbers={"n_clusters": 3, "shape": "compact"})
    assert (found.headline_reason.code, found.headline_reason.numbers["k"]) == (Why.BOTH_AGREE, 3)
    assert found.pvalue == max(found.pvalues.values()) == 1 / 20
    assert [said.code for said in found.conclusion] == [
        Conclusion.STANDS_OUT,
        Conclusion.GAPS,
        Conclusion.PEAKS_AGREE,
        Conclusion.SIZES,
        Conclusion.SAME_ON_OTHER_SCALE,
    ]
    again = pickle.loads(pickle.dumps(found))
    assert (again.headline, again.conclusion, repr(again)) == (found.headline, found.conclusion, repr(found))


# What to do next.

COPIES = Statement(Doubt.COPIES, numbers={"n_copies": 7, "n_rows": 67})
FAR = Statement(Doubt.FAR_VALUES, ("spend",), {"values": [], "called": "row"})
FEW_LEFT_OUT = Statement(Doubt.ROWS_LEFT_OUT, numbers={"n_left_out": 1, "n_rows": 60})
SOMETHING = Finding(Why.PEAKS_DISAGREE, {}, ())


@pytest.mark.parametrize(
    ("found", "codes"),
    [
        (Finding(Why.BOTH_AGREE, {}, (), 3), [Next.GROUPS_OR_SLICES, Next.NAME_CLUSTERS, Next.CHECK_ELSEWHERE]),
        (
            Finding(Why.GAPS_ALONE, {}, (), 3, shape="connected"),
            [Next.LOOK_FOR_BRIDGES, Next.NOT_BY_MEANS, Next.CHECK_ELSEWHERE],
        ),
        (
            Finding(Why.GROUP_OPEN, {}, (), at_least=2),
            [Next.GROUPS_OR_SLICES, Next.LOOK_WITHIN, Next.CHECK_ELSEWHERE],
        ),
        (SOMETHING, [Next.WHAT_STANDS_OUT, Next.DIVIDE_FOR_USE, Next.FEWER_COLUMNS]),
        (Finding(Why.NONE_STANDS_OUT, {}, ()), [Next.LOOK_ALL_THE_SAME, Next.FEWER_COLUMNS, Next.DESCRIBE_BY_AXES]),
    ],
)
def test_there_are_three_things_to_do_and_the_heaviest_doubt_is_one(found, codes):
    def steps(*doubts):
        return [step.code for step in next_steps(found, doubts, ("ward", 4))]

    assert steps() == steps(FEW_LEFT_OUT, Statement(Doubt.SAME_ROWS)) == codes
    assert steps(COPIES, FAR) == [codes[0], Next.KEEP_ONE_COPY, codes[1]]


def test_without_a_clustering_more_rows_may_help_if_there_are_more():
    def steps(*doubts):
        return [step.code for step in next_steps(SOMETHING, doubts, None)]

    assert steps()[1] == Next.MORE_ROWS
    assert steps(Statement(Doubt.SAMPLE))[1] == Next.DESCRIBE_BY_AXES
