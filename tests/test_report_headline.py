"""The headline of a report and the reason beside it, on verdicts made by hand."""

from types import SimpleNamespace

import pytest

from aucc_report import Conclusion, Doubt, Headline, Next, Statement, Why
from aucc_report._codes import Fault
from aucc_report._conclude import Claim, Findings, Verdict, conclude
from aucc_report._headline import headline_of, why_of
from aucc_report._next import next_steps


def claim(algorithm, k, criterion="VRC", **fields):
    fields = {"pvalue": 0.01, "smallest": 9, "stability": (1, 0), "noise": (1, 0), "valley": 0.1} | fields
    holds = {"stands_out": True, "is_inside": True, "is_solid": True, "is_stable": True, "is_apart": True}
    return Claim(algorithm=algorithm, criterion=criterion, k=k, **(holds | fields))


def findings_of(*claims, is_found=True, held=None, beside=None, pvalue=0.01, **verdict):
    fields = {"others": (), "selected": {}, "candidate": None} | verdict
    a_round = SimpleNamespace(look=SimpleNamespace(pvalue=pvalue))
    return Findings(
        settings={"significance_level": 0.05, "n_drawn": 99, "algorithms": ["k-means", "ward"], "metric": "euclidean"},
        taken=None,
        first=a_round,
        decisive=a_round,
        verdict=Verdict(is_found, claims, held=held or {}, beside=beside, **fields),
        seeds={},
        scale=None,
        peaks={},
        without={},
        whole=None,
        titles=("VRC", "AUCC"),
    )


HELD = {3: ("k-means", "ward")}
AGREEING = {"supported": [2, 3], "n_modes": 4}
DENSE = {"n_clusters": 2, "found_by": [], "others": ["k-means", "ward"]}


@pytest.mark.parametrize(
    ("found", "code", "numbers"),
    [
        (
            findings_of(is_found=False, pvalue=0.2),
            Why.NONE_STANDS_OUT,
            {"algorithms": ["k-means", "ward", "density"], "level": 0.05},
        ),
        (findings_of(selected=HELD), Why.PEAK_HELD, {"k": 3, "criterion": "VRC", "algorithms": ["k-means", "ward"]}),
        (findings_of(at_least=2, support=AGREEING), Why.GROUPS_AGREE, {"k": 2} | AGREEING),
        (
            findings_of(selected={2: ("density",)}, by_density=True, shape="connected", support=DENSE),
            Why.DENSITY_GAPS,
            DENSE,
        ),
        (findings_of(at_least=2, by_density=True, shape="connected", support=DENSE), Why.DENSITY_GAPS, DENSE),
        (
            findings_of(held=HELD | {5: ("ward",)}),
            Why.TWO_NUMBERS,
            {"held": [{"k": 3, "algorithms": ["k-means", "ward"]}, {"k": 5, "algorithms": ["ward"]}]},
        ),
        (findings_of(held=HELD, refused=HELD), Why.ONE_MODE, {"k": 3, "algorithms": ["k-means", "ward"]}),
        (findings_of(held=HELD, parts=((60, 2),)), Why.GROUPS_INSIDE, {"k": 3, "parts": [{"n_rows": 60, "k": 2}]}),
        (findings_of(held=HELD, beside={5: ("ward",)}), Why.UNITS_DECIDE, {"k": 3, "beside": [5]}),
        (
            findings_of(candidate=claim("ward", 4, "AUCC")),
            Why.ONE_CANDIDATE,
            {"k": 4, "algorithm": "ward", "criterion": "AUCC", "decisive": "VRC"},
        ),
        (
            findings_of(claim("ward", 4, is_apart=False), claim("k-means", 9, is_solid=False)),
            Why.PEAKS_NOT_TRUSTED,
            {"faults": [Fault.STRAGGLER, Fault.NOT_APART]},
        ),
        (findings_of(claim("ward", 4, stands_out=False)), Why.NO_PEAK_BY_ITSELF, {}),
    ],
)
def test_each_verdict_has_its_reason(found, code, numbers):
    assert why_of(found) == Statement(code, numbers={"pvalue": found.pvalue} | numbers)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((0.2, None), Statement(Headline.NOTHING)),
        ((0.05, None), Statement(Headline.SOMETHING)),
        ((0.05, None, 2), Statement(Headline.AT_LEAST, numbers={"n_clusters": 2, "shape": "compact"})),
        ((0.05, None, 2, "connected"), Statement(Headline.AT_LEAST, numbers={"n_clusters": 2, "shape": "connected"})),
        (
            (0.05, 3, None, "compact", 4),
            Statement(Headline.CLUSTERS, numbers={"n_clusters": 3, "n_left_out": 4, "shape": "compact"}),
        ),
    ],
)
def test_the_headline_has_four_forms(found, said):
    pvalue, *rest = found
    assert headline_of(pvalue, 0.05, *rest) == said


def test_groups_that_hold_are_concluded_and_no_number_is_denied():
    at_least, connected = (
        conclude(findings_of(**verdict))[2:]
        for verdict in (
            {"at_least": 2, "support": AGREEING},
            {"selected": {2: ("density",)}, "by_density": True, "shape": "connected", "support": DENSE},
        )
    )
    assert at_least == (Statement(Conclusion.AT_LEAST_HELD, numbers={"k": 2} | AGREEING),)
    assert connected == (Statement(Conclusion.DENSITY_HELD, numbers=DENSE),)


# What to do next.

COPIES = Statement(Doubt.COPIES, numbers={"n_copies": 7, "n_rows": 67})
FAR = Statement(Doubt.FAR_VALUES, ("spend",), {"values": [], "called": "row"})
WHY = Statement(Why.NO_PEAK_BY_ITSELF)
FEW_LEFT_OUT = Statement(Doubt.ROWS_LEFT_OUT, numbers={"n_left_out": 1, "n_rows": 60})


@pytest.mark.parametrize(
    ("found", "codes"),
    [
        ((0.01, 3), [Next.GROUPS_OR_SLICES, Next.NAME_CLUSTERS, Next.CHECK_ELSEWHERE]),
        ((0.01, 3, None, "connected"), [Next.LOOK_FOR_BRIDGES, Next.NOT_BY_MEANS, Next.CHECK_ELSEWHERE]),
        ((0.01, None, 2), [Next.GROUPS_OR_SLICES, Next.LOOK_WITHIN, Next.CHECK_ELSEWHERE]),
        ((0.01, None), [Next.WHAT_STANDS_OUT, Next.DIVIDE_FOR_USE, Next.FEWER_COLUMNS]),
        ((0.2, None), [Next.LOOK_ALL_THE_SAME, Next.FEWER_COLUMNS, Next.DESCRIBE_BY_AXES]),
    ],
)
def test_there_are_three_things_to_do_and_the_heaviest_doubt_is_one(found, codes):
    pvalue, *rest = found
    headline = headline_of(pvalue, 0.05, *rest)

    def steps(*doubts):
        return [step.code for step in next_steps(headline, WHY, doubts, ("ward", 4))]

    assert steps() == steps(FEW_LEFT_OUT, Statement(Doubt.SAME_ROWS)) == codes
    assert steps(COPIES, FAR) == [codes[0], Next.KEEP_ONE_COPY, codes[1]]


def test_a_step_has_the_columns_and_numbers_of_its_doubt():
    something = headline_of(0.01, 0.05, None)
    assert next_steps(something, WHY, (FAR,), None)[1] == Statement(Next.CHECK_VALUES, ("spend",))
    assert next_steps(something, WHY, (), None)[1] == Statement(Next.MORE_ROWS)
    candidate = {"algorithm": "ward", "k": 4}
    assert next_steps(something, WHY, (), ("ward", 4))[1] == Statement(Next.DIVIDE_FOR_USE, numbers=candidate)
    without = Statement(Doubt.WITHOUT_A_COLUMN, ("a",), {"k": 3})
    assert next_steps(something, WHY, (without,), None)[1] == Statement(Next.ASK_ABOUT_COLUMN, ("a",), {"k": 3})


@pytest.mark.parametrize(
    ("why", "code"), [(Why.GROUPS_INSIDE, Next.LOOK_WITHIN), (Why.UNITS_DECIDE, Next.CHOOSE_UNITS)]
)
def test_what_the_reason_asks_for_is_a_step_and_no_step_stands_twice(why, code):
    something, units = headline_of(0.01, 0.05, None), Statement(Doubt.OTHER_SCALE)
    steps = [step.code for step in next_steps(something, Statement(why), (units,), ("ward", 4))]
    assert steps[1:] == list(dict.fromkeys([Next.CHOOSE_UNITS, code, Next.DIVIDE_FOR_USE]))[:2]
