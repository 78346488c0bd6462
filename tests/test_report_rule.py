"""The rule of a report on cases made by hand, and what it concludes, as codes."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from small_reports import of_noise, of_three, small

from aucc_report import Conclusion, Headline, Statement, Why
from aucc_report._codes import Fault
from aucc_report._conclude import Claim, Findings, Verdict, compare, conclude, judge_claims, straggler_below

PEAK = ["algorithm", "criterion"]  # which peak a row of the tests is about


SIZES = {2: "30 30", 3: "20 20 20", 4: "20 20 10 10", 5: "20 20 10 9 1"}


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


def test_a_number_is_named_if_two_have_their_peak_there_and_one_stands_out():
    verdict = verdict_of((3, 0.05), (3, 0.4))
    assert verdict.selected == {3: ("algorithm 0", "algorithm 1")}
    assert (verdict.candidate.algorithm, verdict.candidate.k) == ("algorithm 0", 3)


@pytest.mark.parametrize(
    "verdict", [verdict_of((3, 0.05), (4, 0.05)), verdict_of((3, 0.05))], ids=["two numbers", "one algorithm"]
)
def test_without_a_second_algorithm_it_is_a_candidate(verdict):
    assert verdict.is_found
    assert verdict.selected == verdict.held == {}
    assert (verdict.candidate.algorithm, verdict.candidate.k, verdict.candidate.faults) == ("algorithm 0", 3, [])


@pytest.mark.parametrize(
    ("verdict", "fault"),
    [
        (verdict_of((5, 0.05), (5, 0.05), sizes=SIZES | {5: "12 12 12 12 12"}), Fault.END_OF_RANGE),
        (verdict_of((4, 0.05), (4, 0.05), sizes=SIZES | {4: "20 20 19 1"}), Fault.STRAGGLER),
        (verdict_of((3, 0.05), (3, 0.05), stability=(0.5, 0.01), noise=(0.9, 0.01)), Fault.UNSTABLE),
        (verdict_of((3, 0.05), (3, 0.05), valley=0.41), Fault.NOT_APART),
    ],
    ids=["end of the range", "straggler", "not stable", "not apart"],
)
def test_what_could_not_be_trusted_is_no_candidate(verdict, fault):
    assert verdict.is_found
    assert (verdict.held, verdict.selected, verdict.candidate) == ({}, {}, None)
    for claim in verdict.claims:
        assert claim.stands_out
        assert claim.faults == [fault]


def test_nothing_is_named_without_the_global_test():
    verdict = verdict_of((3, 0.05), (3, 0.05), pvalue=0.075)
    assert (verdict.is_found, verdict.selected, verdict.candidate) == (False, {}, None)


def test_stability_below_noise_within_its_error_does_no_harm():
    verdict = verdict_of((3, 0.05), (3, 0.05), stability=(0.73, 0.09), noise=(0.84, 0.08))
    assert list(verdict.selected) == [3]


def test_if_several_numbers_hold_none_is_named():
    verdict = verdict_of((3, 0.05), (4, 0.05), (4, 0.6), (3, 0.6), (4, 0.9))
    assert verdict.held == {3: ("algorithm 0", "algorithm 3"), 4: ("algorithm 1", "algorithm 2", "algorithm 4")}
    assert verdict.selected == {}
    assert (verdict.candidate.algorithm, verdict.candidate.k) == ("algorithm 1", 4)


def test_of_several_algorithms_the_candidate_is_that_with_clusters_farthest_apart():
    # One row for each algorithm and each k from 2 to 5.
    valleys = [0.3] * 4 + [0.1] * 4 + [0.2] * 4
    assert verdict_of((3, 0.05), (3, 0.05), (3, 0.05), valley=valleys).candidate.algorithm == "algorithm 1"
    assert verdict_of((3, 0.05), (4, 0.9), (4, 0.05), valley=valleys).candidate.algorithm == "algorithm 1"
    # One that does not stand out cannot be the candidate alone.
    assert verdict_of((3, 0.05), (4, 0.9), (5, 0.9), valley=valleys).candidate.algorithm == "algorithm 0"


@pytest.mark.parametrize(
    ("beside", "must_agree", "numbers"),
    [({}, False, [3]), ({3}, False, [3]), ({4}, False, []), ({3, 4}, False, []), ({}, True, []), ({3}, True, [3])],
)
def test_a_second_scale_can_refuse(beside, must_agree, numbers):
    verdict = verdict_of((3, 0.05), (3, 0.05), beside={k: ("ward", "average") for k in beside}, must_agree=must_agree)
    assert list(verdict.held) == [3]
    assert list(verdict.selected) == numbers
    assert verdict.candidate.k == 3


def test_where_no_peak_of_vrc_stands_out_aucc_gives_a_candidate_and_no_number():
    verdict = verdict_of((3, 0.2), (3, 0.2), aucc=[(4, 0.9), (2, 0.05)])
    assert verdict.selected == {}
    candidate = verdict.candidate
    assert (candidate.algorithm, candidate.k, candidate.criterion) == ("algorithm 1", 2, "AUCC")
    assert verdict_of((3, 0.2), (3, 0.2)).candidate is None


def test_with_one_k_there_is_no_end_of_the_range():
    assert list(verdict_of((3, 0.05), (3, 0.05), ks=(3,), aucc=[(3, 0.9)] * 2).selected) == [3]


@pytest.mark.parametrize(("n", "limit"), [(10, 2), (40, 2), (60, 3), (100, 5), (2000, 5)])
def test_how_small_a_straggler_is(n, limit):
    assert straggler_below(n) == limit


@pytest.mark.parametrize(
    ("one", "other", "sign"),
    [
        ((0.73, 0.09), (0.84, 0.08), 0),
        ((0.9, 0.02), (0.5, 0.05), 1),
        ((0.5, 0.02), (0.9, 0.05), -1),
        ((0.9, np.nan), (0.5, 0.05), 0),
        ((1.0, 0.0), (1.0, 0.0), 0),
    ],
)
def test_a_difference_within_its_error_is_none(one, other, sign):
    assert compare(one, other) == sign


# What is concluded.


def codes(found):
    return [said.code for said in found.conclusion]


def numbers_of(found, code):
    (numbers,) = (said.numbers for said in found.conclusion if said.code == code)
    return numbers


def test_the_conclusion_on_three_clusters():
    found = of_three()
    assert found.headline.code == Headline.CLUSTERS
    assert found.headline.numbers == {"n_clusters": 3, "n_left_out": 0, "shape": "compact"}
    peak = {"k": 3, "criterion": "VRC", "algorithms": ["ward", "average"], "pvalue": 1 / 20}
    assert found.headline_reason == Statement(Why.PEAK_HELD, numbers=peak)
    assert found.pvalue == max(found.pvalues.values()) == 1 / 20
    assert codes(found) == [
        Conclusion.STANDS_OUT,
        Conclusion.NEED_NOT_BE_CLUSTERS,
        Conclusion.SELECTED,
        Conclusion.CONDITIONS_MET,
        Conclusion.SIZES,
        Conclusion.STABILITY,
        Conclusion.STABILITY,
        Conclusion.SAME_ON_OTHER_SCALE,
    ]
    assert numbers_of(found, Conclusion.STANDS_OUT) == {"pvalue": 1 / 20, "n_sets": 19, "is_smallest": True}
    assert numbers_of(found, Conclusion.SELECTED) == {
        "k": 3,
        "criterion": "VRC",
        "algorithms": ["ward", "average"],
        "outstanding": ["ward", "average"],
        "is_peak_of_all": True,
    }
    assert numbers_of(found, Conclusion.SIZES) == {"k": 3, "algorithm": "ward", "sizes": [20, 20, 20]}
    stable = [said.numbers for said in found.conclusion if said.code == Conclusion.STABILITY]
    assert [of["algorithm"] for of in stable] == ["ward", "average"]
    for of in stable:
        row = found.by_k.loc[(of["algorithm"], 3)]
        assert of["stability"] == (row["stability"], row["± stability"])
        assert of["noise"] == (row["stability of noise"], row["± stability of noise"])


def test_the_conclusion_on_noise():
    found = of_noise()
    assert found.pvalue > 0.05
    assert found.headline.code == Headline.NOTHING
    asked = {"algorithms": ["ward", "average", "density"], "pvalue": found.pvalue, "level": 0.05}
    assert found.headline_reason == Statement(Why.NONE_STANDS_OUT, numbers=asked)
    assert codes(found) == [Conclusion.NOTHING_STANDS_OUT, Conclusion.NO_PROOF_OF_NOTHING, Conclusion.OFTEN_MISSED]
    assert numbers_of(found, Conclusion.NOTHING_STANDS_OUT) == {"pvalue": found.pvalue, "level": 0.05}


def test_a_candidate_says_what_it_lacks():
    # Density, which would confirm it, goes by Euclidean distances.
    found = small(algorithms=["average"], metric="cityblock")
    assert found.headline.code == Headline.SOMETHING
    assert found.headline_reason.code == Why.ONE_CANDIDATE
    assert codes(found)[2:4] == [Conclusion.NO_NUMBER, Conclusion.CANDIDATE_ONLY]
    lacking = {"criterion": "AUCC", "has_greater_weight": True, "n_algorithms": 1}
    assert numbers_of(found, Conclusion.CANDIDATE_ONLY) == {"k": 3, "algorithm": "average"} | lacking
    assert found.candidate == ("average", 3)


@pytest.mark.breadth
def test_seeds_of_kmeans_are_compared():
    found = small(algorithms=["k-means", "ward"])
    of_seeds = numbers_of(found, Conclusion.SAME_FROM_OTHER_SEEDS)
    assert (of_seeds["k"], of_seeds["algorithm"], of_seeds["aris"], len(of_seeds["peaks"])) == (
        3,
        "k-means",
        [1] * 4,
        4,
    )


def of_no_number(claims, others, tests):
    """What is concluded from claims of which none holds."""
    verdict = Verdict(True, tuple(claims), tuple(others), {}, None, {}, None)
    look = SimpleNamespace(pvalue=0.05, tests=tests)
    a_round = SimpleNamespace(look=look)
    findings = Findings(
        settings={"significance_level": 0.05, "n_drawn": 39},
        taken=None,
        first=a_round,
        decisive=a_round,
        verdict=verdict,
        seeds={},
        scale=None,
        peaks={},
        without={},
        whole=None,
        titles=("VRC", "AUCC"),
    )
    return conclude(findings)[3:]


def claim(algorithm, k, criterion="VRC", **fields):
    fields = {"pvalue": 0.5, "smallest": 9, "stability": (1, 0), "noise": (1, 0), "valley": 0.1} | fields
    holds = {"stands_out": False, "is_inside": True, "is_solid": True, "is_stable": True, "is_apart": True}
    return Claim(algorithm=algorithm, criterion=criterion, k=k, **(holds | fields))


def test_a_page_does_not_deny_peaks_that_its_table_shows():
    # As of a sample of R's quakes: no peak stands out among the numbers whose clusters are apart.
    rows = [("k-means", "VRC", 4), ("k-means", "AUCC", 4), ("ward", "VRC", 1), ("ward", "AUCC", 8)]
    tests = pd.DataFrame(rows, columns=[*PEAK, "named"]).set_index(PEAK)
    claims, others = ([claim(name, 3, of) for name in ("k-means", "ward")] for of in ("VRC", "AUCC"))
    over_all, apart = of_no_number(claims, others, tests)
    assert (over_all.code, apart.code) == (Conclusion.PEAKS_NOT_APART, Conclusion.NO_PEAK_APART)
    told = [(of["algorithm"], of["criterion"], of["k"]) for of in over_all.numbers["peaks"]]
    assert told == [row for row in rows if row[2] > 1]
    (nothing,) = of_no_number(claims, others, tests.assign(named=1))
    assert nothing.code == Conclusion.NO_PEAK
    assert apart.numbers == nothing.numbers == {"criteria": ["VRC", "AUCC"]}


def test_two_numbers_of_one_algorithm_are_told_apart():
    sliced, small_ones = {"stands_out": True, "is_apart": False}, {"stands_out": True, "is_solid": False, "smallest": 1}
    claims = [claim("average", 3, **small_ones), claim("ward", 4, **small_ones)]
    (said,) = of_no_number(claims, [claim("average", 7, "AUCC", **sliced)], None)
    assert said.code == Conclusion.NONE_TRUSTED
    assert [(of["k"], of["algorithm"], of["faults"]) for of in said.numbers["peaks"]] == [
        (3, "average", [Fault.STRAGGLER]),
        (4, "ward", [Fault.STRAGGLER]),
        (7, "average", [Fault.NOT_APART]),
    ]
    assert "3 with average under VRC and 4 with ward (" in str(said)
    assert "7 with average under AUCC (" in str(said)
