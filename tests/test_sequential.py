"""How many reference sets are drawn, and that other seeds would hardly decide otherwise."""

from itertools import product

import numpy as np
import pytest
from small_reports import TABLE, small

from aucc_report import Headline
from aucc_report._reference_comparison import Standing
from aucc_report._sequential import LOOKS, boundaries, is_decided, looks_of

NOISE = np.random.default_rng(7).normal(size=(60, 2))


@pytest.mark.parametrize("level", [0.3, 0.05])
def test_the_risk_of_the_wrong_side_is_bounded(level, monkeypatch):
    """By all sequences of ten sets, each of which reaches the data or does not."""
    looks = (4, 7, 10)
    monkeypatch.setattr("aucc_report._sequential.RISK", 0.1)
    found = boundaries.__wrapped__(level, looks)
    left = {"below": 0.0, "above": 0.0}
    for sequence in product((0, 1), repeat=10):
        n_reached = [sum(sequence[:n]) for n in looks]
        sides = [
            "below" if reached <= found[n][0] else "above" if reached >= found[n][1] else None
            for n, reached in zip(looks, n_reached, strict=True)
        ]
        first = next(filter(None, sides), None)
        if first:
            left[first] += level ** sum(sequence) * (1 - level) ** (10 - sum(sequence))
    assert 0 < left["above"] <= 0.1
    assert left["below"] <= 0.1
    assert (left["below"] > 0) == (level == 0.3)  # of ten sets none reaches the data in 60 percent


def test_a_p_value_is_decided_by_the_sets_that_reach_the_data():
    low, high = boundaries(0.05)[999]
    decided = [is_decided((1 + reached) / 1000, 999, 0.05, LOOKS) for reached in range(1000)]
    assert [reached for reached, is_it in enumerate(decided) if not is_it] == list(range(low + 1, high))


def test_the_level_needs_some_sets_before_the_first_look():
    assert looks_of(None, 0.05) == LOOKS
    assert looks_of(None, 0.01)[0] == 109
    assert looks_of(None, 0.001) == (999,)
    assert looks_of(21, 0.05) == (21,)
    with pytest.raises(ValueError, match="n_references must be at least"):
        small(n_references=None, significance_level=0.0005)


@pytest.mark.slow
def test_clear_tables_need_few_sets_and_more_of_them_change_nothing():
    noise, three = (small(X, n_references=None, ks=[2, 3, 4]) for X in (NOISE, TABLE))
    assert (noise.settings["n_drawn"], three.settings["n_drawn"]) == (19, 109)
    assert (noise.headline.code, three.headline.code) == (Headline.NOTHING, Headline.CLUSTERS)
    assert not noise.is_near_the_line
    assert not three.is_near_the_line
    by_hand = small(n_references=109, ks=[2, 3, 4])
    assert by_hand.pvalues == three.pvalues
    assert by_hand.settings["n_references"] == by_hand.settings["n_drawn"] == 109


def test_sets_set_by_hand_may_leave_it_undecided():
    found = small(n_references=19, ks=[2, 3, 4])
    assert found.pvalue == 0.05
    assert found.is_near_the_line  # with more sets it might be above
    # No p-value has been looked at often enough to lie near the line: too few sets were asked for.
    assert str(found.doubts[0]).startswith("Only 19 sets of each kind of data without clusters were asked for")


def test_more_sets_are_the_same_sets_and_others():
    few, more = (small(n_references=n, ks=[2, 3])._choices["ward", "VRC"].reference_scores for n in (19, 21))
    for kind in ("box", "radial"):
        np.testing.assert_array_equal(few[kind], more[kind][:19])
    assert not np.array_equal(few["box"], few["radial"])


def test_a_peak_that_might_lie_elsewhere_is_known():
    """By hand: where the excess is lower by at most three errors of the mean over the sets."""
    seen = []

    def nearby(self, test, allowed):
        seen.append((self, test, allowed, found_by(self, test, allowed)))
        return seen[-1][-1]

    found_by = Standing.peaks_nearby
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Standing, "peaks_nearby", nearby)
        small(NOISE, n_references=19, ks=range(2, 8))
    assert any(ks for *_, ks in seen)
    for standing, test, allowed, ks in seen:
        kind = standing.kinds[0]
        allowed = allowed if allowed.any() else np.full(len(allowed), True)
        best, _ = standing.peak_among(test, allowed)
        of_data, of_sets = standing.scaled[test, kind][0], standing.scaled[test, kind][1:]
        at = standing.ks.index(best)
        expected = []
        for place, k in enumerate(standing.ks):
            differences = of_sets[:, at] - of_sets[:, place]
            above = of_data[at] - of_data[place] - differences.mean()
            # The data count among the sets of the mean.
            above *= len(of_sets) / (len(of_sets) + 1)
            if k != best and allowed[place] and above <= 3 * differences.std(ddof=1) / len(of_sets) ** 0.5:
                expected.append(k)
        assert ks == expected
