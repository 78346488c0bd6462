"""One statistic under many names: Gamma against the definitions and the programs of those who found it before."""

from fractions import Fraction

import numpy as np
import oracles
import pytest
from hypothesis import given
from scipy.stats import mannwhitneyu, somersd
from strategies import values_with_partition

import aucc_teach as at


def gamma(case, **options):
    return at.gamma_score(*case, metric="precomputed", **options)


def counts(case):
    return at.concordance(*case, metric="precomputed")


def within_and_between(case):
    values, within = np.array(case[0]), np.array(oracles.together(case[1]))
    return values[within], values[~within]


@given(values_with_partition(max_objects=6))
def test_the_sums_over_objects_count_every_comparison_once(case):
    assert oracles.sums_over_objects(*case) == counts(case)


@given(values_with_partition(max_objects=6))
def test_the_second_sum_of_equation_5_visits_every_quadruple_four_times(case):
    triples, quadruples = oracles.triples_and_quadruples(*case)
    assert triples + Fraction(quadruples, 4) == counts(case).s_plus


def test_equation_5_as_printed_counts_too_much():
    case = [1, 2, 3, 4, 5, 6], [0, 0, 1, 2]
    triples, quadruples = oracles.triples_and_quadruples(*case)
    assert (triples, quadruples) == (4, 4)
    assert counts(case).s_plus == 5 != triples + quadruples


@given(values_with_partition())
def test_goodman_and_kruskal_leave_ties_out(case):
    s_plus, s_minus, s_zero = counts(case)
    apart = [not within for within in oracles.together(case[1])]
    goodman_kruskal = oracles.goodman_kruskal_gamma(apart, case[0])
    if s_plus + s_minus:
        assert goodman_kruskal == Fraction(s_plus - s_minus, s_plus + s_minus)
        # Equal to Gamma without ties, and where there is nothing to enlarge; otherwise larger in size, same sign.
        shrunk = 1 - Fraction(s_zero, s_plus + s_minus + s_zero)
        assert gamma(case) == pytest.approx(float(goodman_kruskal * shrunk), abs=1e-15)
    else:
        assert goodman_kruskal is None
        assert gamma(case) == 0


@given(values_with_partition())
def test_gamma_is_mann_and_whitneys_u_on_the_scale_from_minus_1_to_1(case):
    within, between = within_and_between(case)
    u = mannwhitneyu(between, within, method="asymptotic").statistic
    assert gamma(case) == pytest.approx(2 * u / (within.size * between.size) - 1, abs=1e-12)


@given(values_with_partition())
def test_gamma_is_somers_d_of_dissimilarity_given_membership(case):
    dissimilarities, labels = case
    apart = [int(not within) for within in oracles.together(labels)]
    # The first argument is the independent variable; being apart should go with a larger dissimilarity.
    # SciPy answers NaN where all dissimilarities are equal, although only the other variable is in the denominator.
    expected = somersd(apart, dissimilarities).statistic if len(set(dissimilarities)) > 1 else 0
    assert gamma(case) == pytest.approx(expected, abs=1e-12)
