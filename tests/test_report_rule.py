"""The rule of a report: claims, verdict, answer and finding on cases made by hand, and what small reports conclude."""

import pickle

import numpy as np
import pandas as pd
import pytest
from small_reports import claim, evidence_of, of_three

from aucc_report import Conclusion, Doubt, Headline, Next, Statement, Why
from aucc_report._codes import Fault
from aucc_report._next_steps import next_steps
from aucc_report._rule import Answer, Finding, Verdict, answer, compare, describe, find, judge_claims, straggler_below

PEAK = ["algorithm", "criterion"]  # which peak a row of the tests is about
SIZES = {2: [30, 30], 3: [20, 20, 20], 4: [20, 20, 10, 10], 5: [20, 20, 10, 9, 1]}


def verdict_of(
    *peaks,
    pvalue=0.05,
    aucc=None,
    sizes=SIZES,
    stability=(0.9, 0.02),
    noise=(0.5, 0.05),
    valley=0.4,
    ks=(2, 3, 4, 5),
    **scales,
):
    """The verdict on algorithms with these peaks of VRC and these p-values, and of AUCC, none of which stands out."""
    names = [f"algorithm {i}" for i in range(len(peaks))]
    rows = {(name, "VRC"): peak for name, peak in zip(names, peaks, strict=True)}
    rows |= {(name, "AUCC"): peak for name, peak in zip(names, aucc or [(2, 0.9)] * len(peaks), strict=True)}
    tests = pd.DataFrame(
        [{"peak at": k, "named": k if p <= 0.05 else 1, "apart at": k, "p apart": p} for k, p in rows.values()],
        pd.MultiIndex.from_tuples(rows, names=PEAK),
    )
    by_k = pd.DataFrame(
        {
            "sizes": [sizes[k] for _ in names for k in ks],
            "stability": stability[0],
            "± stability": stability[1],
            "stability of noise": noise[0],
            "± stability of noise": noise[1],
            "valley": valley,
        },
        pd.MultiIndex.from_product([names, ks], names=["algorithm", "k"]),
    )
    return judge_claims(tests, by_k, pvalue, criteria=("VRC", "AUCC"), level=0.05, **scales)


# What the peaks say.


def test_a_number_is_named_if_two_have_their_peak_there_and_one_stands_out():
    verdict = verdict_of((3, 0.05), (3, 0.4))
    assert verdict.selected == {3: ("algorithm 0", "algorithm 1")}
    assert (verdict.candidate.algorithm, verdict.candidate.k) == ("algorithm 0", 3)
    # Without a second algorithm it is a candidate.
    for alone in (verdict_of((3, 0.05), (4, 0.05)), verdict_of((3, 0.05))):
        assert alone.is_found
        assert alone.selected == alone.held == {}
        assert (alone.candidate.algorithm, alone.candidate.k, alone.candidate.faults) == ("algorithm 0", 3, [])
    # With one number there is no end of the range.
    assert list(verdict_of((3, 0.05), (3, 0.05), ks=(3,), aucc=[(3, 0.9)] * 2).selected) == [3]
    nothing = verdict_of((3, 0.05), (3, 0.05), pvalue=0.075)
    assert (nothing.is_found, nothing.selected, nothing.candidate) == (False, {}, None)


@pytest.mark.parametrize(
    ("verdict", "fault"),
    [
        (verdict_of((5, 0.05), (5, 0.05), sizes=SIZES | {5: [12] * 5}), Fault.END_OF_RANGE),
        (verdict_of((4, 0.05), (4, 0.05), sizes=SIZES | {4: [20, 20, 19, 1]}), Fault.STRAGGLER),
        (verdict_of((3, 0.05), (3, 0.05), stability=(0.5, 0.01), noise=(0.9, 0.01)), Fault.UNSTABLE),
        (verdict_of((3, 0.05), (3, 0.05), valley=0.41), Fault.NOT_APART),
    ],
    ids=["end of the range", "straggler", "not stable", "not apart"],
)
def test_what_could_not_be_trusted_is_no_candidate(verdict, fault):
    assert (verdict.is_found, verdict.held, verdict.selected, verdict.candidate) == (True, {}, {}, None)
    assert [claim.faults for claim in verdict.claims if claim.stands_out] == [[fault]] * 2


def test_if_several_numbers_hold_none_is_named():
    verdict = verdict_of((3, 0.05), (4, 0.05), (4, 0.6), (3, 0.6), (4, 0.9))
    assert verdict.held == {3: ("algorithm 0", "algorithm 3"), 4: ("algorithm 1", "algorithm 2", "algorithm 4")}
    assert verdict.selected == {}
    assert (verdict.candidate.algorithm, verdict.candidate.k) == ("algorithm 1", 4)


def test_of_several_algorithms_the_candidate_is_that_with_clusters_farthest_apart():
    # One row for each algorithm and each k from 2 to 5.
    valleys = [0.3] * 4 + [0.1] * 4 + [0.2] * 4
    assert verdict_of((3, 0.05), (3, 0.05), (3, 0.05), valley=valleys).candidate.algorithm == "algorithm 1"
    # Equally far, the most stable.
    stable = [0.8] * 4 + [0.9] * 4
    assert verdict_of((3, 0.05), (3, 0.05), stability=(stable, 0.01)).candidate.algorithm == "algorithm 1"
    # One that does not stand out cannot be the candidate alone.
    assert verdict_of((3, 0.05), (4, 0.9), (5, 0.9), valley=valleys).candidate.algorithm == "algorithm 0"


@pytest.mark.parametrize(
    ("beside", "must_agree", "numbers"),
    [({}, False, [3]), ({3}, False, [3]), ({4}, False, []), ({3, 4}, False, []), ({}, True, []), ({3}, True, [3])],
)
def test_a_second_scale_can_refuse(beside, must_agree, numbers):
    verdict = verdict_of((3, 0.05), (3, 0.05), beside={k: ("ward", "average") for k in beside}, must_agree=must_agree)
    assert (list(verdict.held), list(verdict.selected), verdict.candidate.k) == ([3], numbers, 3)


def test_where_no_peak_of_vrc_stands_out_aucc_gives_a_candidate_and_no_number():
    verdict = verdict_of((3, 0.2), (3, 0.2), aucc=[(4, 0.9), (2, 0.05)])
    assert verdict.selected == {}
    candidate = verdict.candidate
    assert (candidate.algorithm, candidate.k, candidate.criterion) == ("algorithm 1", 2, "AUCC")
    assert verdict_of((3, 0.2), (3, 0.2)).candidate is None


def test_how_small_a_straggler_is_and_how_large_a_difference():
    assert [straggler_below(n) for n in (10, 40, 60, 100, 2000)] == [2, 2, 3, 5, 5]
    assert compare((0.73, 0.09), (0.84, 0.08)) == compare((1.0, 0.0), (1.0, 0.0)) == 0
    assert compare((0.9, 0.02), (0.5, 0.05)) == 1
    # 1.9 and 2.1 standard errors of the difference.
    assert [compare((0.5 + n * 0.05, 0.03), (0.5, 0.04)) for n in (1.9, 2.1)] == [0, 1]
    assert compare((0.5, 0.02), (0.9, 0.05)) == -1
    assert compare((0.9, np.nan), (0.5, 0.05)) == 0
    assert list(verdict_of((3, 0.05), (3, 0.05), stability=(0.73, 0.09), noise=(0.84, 0.08)).selected) == [3]


# What density says beside them.


def of_peaks(*others, is_found=True, held=(), selected=()):
    algorithms = ("k-means", "ward")
    return Verdict(
        is_found, (), others, dict.fromkeys(held, algorithms), None, dict.fromkeys(selected, algorithms), None
    )


@pytest.mark.parametrize(
    ("verdict", "counts", "further", "expected"),
    [
        # A number of the peaks.
        (of_peaks(held=[3], selected=[3]), (1, 2, 2), {"confirmed": [3]}, (3, None, False)),
        (of_peaks(held=[3], selected=[3]), (3, 3, 3), {"confirmed": [3]}, (3, None, False)),
        (of_peaks(held=[3], selected=[3]), (1, 1, 1), {"confirmed": [3]}, (None, None, False)),
        (of_peaks(held=[3], selected=[3]), (4, 4, 4), {"confirmed": [3]}, (None, 4, True)),
        (of_peaks(held=[3], selected=[3]), (1, 3, 3), {}, (None, None, False)),
        (of_peaks(held=[3], selected=[3]), (2, 2, 2), {}, (None, 2, True)),
        # A number of density.
        (of_peaks(), (3, 3, 3), {}, (3, None, True)),
        (of_peaks(), (2, 2, 2), {}, (2, None, True)),
        (of_peaks(), (2, 4, 2), {}, (2, None, True)),
        (of_peaks(), (2, 4, 3), {}, (None, 2, True)),
        (of_peaks(), (2, 2, 2), {"is_compact": True}, (None, 2, True)),
        (of_peaks(), (3, 3, 3), {"is_compact": True}, (3, None, True)),
        (of_peaks(), (3, 4, 3), {"is_compact": True}, (None, 3, True)),
        (of_peaks(), (3, 3, 3), {"has_parts": True}, (None, 3, True)),
        (of_peaks(claim("ward", 4)), (3, 3, 3), {}, (None, 3, True)),
        (of_peaks(claim("ward", 4, is_solid=False)), (3, 3, 3), {}, (3, None, True)),
        (of_peaks(claim("ward", 4, stands_out=False)), (3, 3, 3), {}, (3, None, True)),
        (of_peaks(claim("ward", 3)), (3, 3, 3), {}, (3, None, True)),
        # A least number of both.
        (of_peaks(held=[3, 5]), (1, 4, 1), {"confirmed": [3, 5]}, (None, 3, False)),
        (of_peaks(held=[3, 5]), (1, 4, 1), {"confirmed": [5]}, (None, 4, False)),
        (of_peaks(held=[3, 5]), (1, 2, 1), {"confirmed": [3, 5]}, (None, 2, False)),
        # Neither.
        (of_peaks(held=[3, 5]), (1, 1, 1), {"confirmed": [3]}, (None, None, False)),
        (of_peaks(held=[3, 5]), (1, 4, 1), {}, (None, None, False)),
        (of_peaks(is_found=False), (3, 3, 3), {}, (None, None, False)),
    ],
)
def test_what_peaks_and_density_name(verdict, counts, further, expected):
    conditions = {"has_parts": False, "is_compact": False, "confirmed": []} | further
    assert answer(verdict, *counts, **conditions)[:3] == expected


# What is found.

HELD = {3: ("k-means", "ward")}
OF_HELD = {"k": 3, "algorithms": ["k-means", "ward"]}
AGREEING = {"supported": [2, 3], "n_modes": 4}
DENSE = {"n_clusters": 2, "found_by": [], "others": ["k-means", "ward"]}
#: Peaks over all numbers that stand out, although none does among those whose clusters are apart.
OVER_ALL = pd.DataFrame(
    [("k-means", "VRC", 4), ("ward", "VRC", 1), ("ward", "AUCC", 8)], columns=[*PEAK, "named"]
).set_index(PEAK)
HIDDEN = claim("ward", 4, stands_out=False)
RUINS = claim("ward", 4, is_apart=False), claim("k-means", 9, is_solid=False)
AT_LEAST = evidence_of(answer=Answer(None, 2, support=AGREEING), held=HELD, parts=((60, 2),))
ONE_CANDIDATE = {"k": 4, "algorithm": "ward", "criterion": "AUCC", "decisive": "VRC"}
ASKED = {"algorithms": ["k-means", "ward", "density"], "level": 0.05}
TWO = {"held": [OF_HELD, {"k": 5, "algorithms": ["ward"]}]}
INSIDE = {"k": 3, "parts": [{"n_rows": 60, "k": 2}]}


@pytest.mark.parametrize(
    ("evidence", "code", "numbers", "steps"),
    [
        (evidence_of(is_found=False, pvalue=0.2), Why.NONE_STANDS_OUT, ASKED, "no_proof_of_nothing often_missed"),
        (AT_LEAST, Why.GROUPS_AGREE, {"k": 2} | AGREEING, "at_least_held groups_within_groups"),
        (evidence_of(answer=Answer(2, None, True, support=DENSE)), Why.DENSITY_GAPS, DENSE, "density_held"),
        (evidence_of(answer=Answer(None, 2, True, support=DENSE)), Why.DENSITY_GAPS, DENSE, "density_held"),
        (evidence_of(held=HELD | {5: ("ward",)}), Why.TWO_NUMBERS, TWO, "no_number several_numbers"),
        (evidence_of(held=HELD, selected=HELD), Why.ONE_MODE, OF_HELD, "no_number no_gaps"),
        (evidence_of(held=HELD, parts=((60, 2),)), Why.GROUPS_INSIDE, INSIDE, "no_number groups_within_groups"),
        (
            evidence_of(held=HELD, beside={5: ()}),
            Why.UNITS_DECIDE,
            {"k": 3, "beside": [5]},
            "no_number scales_disagree",
        ),
        (evidence_of(candidate=claim("ward", 4, "AUCC")), Why.ONE_CANDIDATE, ONE_CANDIDATE, "no_number candidate_only"),
        (evidence_of(*RUINS), Why.PEAKS_NOT_TRUSTED, {"faults": ["straggler", "not_apart"]}, "no_number none_trusted"),
        (evidence_of(HIDDEN, tests=OVER_ALL), Why.NO_PEAK_BY_ITSELF, {}, "no_number peaks_not_apart no_peak_apart"),
        (evidence_of(HIDDEN, tests=OVER_ALL.assign(named=1)), Why.NO_PEAK_BY_ITSELF, {}, "no_number no_peak"),
    ],
)
def test_each_case_has_its_reason_and_its_steps(evidence, code, numbers, steps):
    found = find(evidence)
    assert found.reason == Statement(code, numbers={"pvalue": evidence.pvalue} | numbers)
    first = ["nothing_stands_out"] if code is Why.NONE_STANDS_OUT else ["stands_out", "need_not_be_clusters"]
    assert [said.code for said in found.steps] == first + steps.split()
    assert list(describe(evidence_of())) == []


def test_the_clustering_that_is_described_is_that_of_those_who_hold_it():
    unknown = claim("ward", 2, stability=(np.nan, np.nan))
    claims = claim("k-means", 2), unknown, claim("average", 2), claim("k-means", 3)
    by_k = pd.DataFrame({"sizes": [[40, 20]], "AUCC": 0.9}, pd.MultiIndex.from_tuples([("k-means", 2)]))
    named = Answer(2, algorithms=("k-means", "ward"), candidate=claims[0])
    seeds = {"k-means": (2, [1, 0.95], [2, 2]), "other": (2, [1, 1], [2, 2])}
    evidence = evidence_of(*claims, by_k=by_k, answer=named, seeds=seeds, scale=("range", 0.95))
    told = [(said.code, said.numbers) for said in describe(evidence)]
    assert [code for code, _ in told] == ["sizes", "stability", "same_from_other_seeds", "same_on_other_scale"]
    told = dict(told)
    assert told["sizes"] == {"k": 2, "algorithm": "k-means", "sizes": [40, 20]}
    assert told["stability"]["algorithm"] == told["same_from_other_seeds"]["algorithm"] == "k-means"
    others = evidence._replace(seeds={"k-means": (2, [1, 0.8], [2, 2])}, scale=("range", 0.8))
    assert [said.code for said in describe(others)] == ["sizes", "stability"]


def test_the_conclusion_on_three_clusters():
    found = of_three()
    assert found.headline == Statement(
        Headline.CLUSTERS, numbers={"n_clusters": 3, "n_left_out": 0, "shape": "compact"}
    )
    peak = {"k": 3, "criterion": "VRC", "algorithms": ["ward", "average"]}
    assert found.headline_reason == Statement(Why.PEAK_HELD, numbers=peak | {"pvalue": 1 / 20})
    assert found.pvalue == max(found.pvalues.values()) == 1 / 20
    assert [said.code for said in found.conclusion] == [
        Conclusion.STANDS_OUT,
        Conclusion.NEED_NOT_BE_CLUSTERS,
        Conclusion.SELECTED,
        Conclusion.CONDITIONS_MET,
        Conclusion.SIZES,
        Conclusion.STABILITY,
        Conclusion.STABILITY,
        Conclusion.SAME_ON_OTHER_SCALE,
    ]
    again = pickle.loads(pickle.dumps(found))
    assert (again.headline, again.conclusion, repr(again)) == (found.headline, found.conclusion, repr(found))


# What to do next.

COPIES = Statement(Doubt.COPIES, numbers={"n_copies": 7, "n_rows": 67})
FAR = Statement(Doubt.FAR_VALUES, ("spend",), {"values": [], "called": "row"})
FEW_LEFT_OUT = Statement(Doubt.ROWS_LEFT_OUT, numbers={"n_left_out": 1, "n_rows": 60})
SOMETHING = Finding(Why.NO_PEAK_BY_ITSELF, {}, ())


@pytest.mark.parametrize(
    ("found", "codes"),
    [
        (Finding(Why.PEAK_HELD, {}, (), 3), [Next.GROUPS_OR_SLICES, Next.NAME_CLUSTERS, Next.CHECK_ELSEWHERE]),
        (
            Finding(Why.DENSITY_GAPS, {}, (), 3, shape="connected"),
            [Next.LOOK_FOR_BRIDGES, Next.NOT_BY_MEANS, Next.CHECK_ELSEWHERE],
        ),
        (
            Finding(Why.GROUPS_AGREE, {}, (), at_least=2),
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


@pytest.mark.parametrize(
    ("why", "code"), [(Why.GROUPS_INSIDE, Next.LOOK_WITHIN), (Why.UNITS_DECIDE, Next.CHOOSE_UNITS)]
)
def test_what_the_reason_asks_for_is_a_step_and_no_step_stands_twice(why, code):
    steps = [step.code for step in next_steps(Finding(why, {}, ()), (Statement(Doubt.OTHER_SCALE),), ("ward", 4))]
    assert steps[1:] == list(dict.fromkeys([Next.CHOOSE_UNITS, code, Next.DIVIDE_FOR_USE]))[:2]
