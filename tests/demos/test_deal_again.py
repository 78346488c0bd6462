import json
import math
import re
from itertools import product

import numpy as np
import pytest
import traitlets
from conftest import pages_with

import aucc_teach as at
from aucc_teach.demos._random_partitions import BALANCES
from aucc_teach.demos.deal_again import MEASURES, MOST_DRAWN, _most_clusters
from demos.conftest import Live, number

DealAgain = at.demos.DealAgain

RUN = """async ([source, body, given]) => {
  const exported = `export { newDeals, measureOf, bestMatching, expectedInformation, mostGroups, MEASURES };`;
  const url = URL.createObjectURL(new Blob([source, exported], { type: "text/javascript" }));
  const demo = await import(url);
  return new Function("demo", "given", body)(demo, given);
}"""


def run(browser, body, given=None):
    """Run JavaScript with the demo's module as `demo` and an argument as `given`."""
    page = browser.new_page()
    result = page.evaluate(RUN, [DealAgain.source("deal-again"), body, given])
    page.close()
    return result


def kinds(n_cases, most=60):
    """Random kinds of deals, from two clusters to as many as there are objects."""
    rng = np.random.default_rng(1985)
    found = []
    while len(found) < n_cases:
        n, balance = int(rng.integers(6, most + 1)), str(rng.choice(list(BALANCES)))
        largest = _most_clusters(n, balance)
        k = largest if rng.random() < 0.15 else int(rng.integers(2, largest + 1))
        found.append((n, k, balance, int(rng.integers(2**32))))
    return found


# ---- the arithmetic


def test_python_deals_the_same(browser):
    cases = kinds(60)
    body = """return given.map(([n, k, balance, seed]) => {
      const deals = demo.newDeals(n, k, balance, seed);
      for (let i = 0; i < 4; i++) deals.draw();
      return [deals.reference, deals.dealt.map((labels) => [...labels]), deals.tps];
    });"""
    for (n, k, balance, seed), (reference, dealt, tps) in zip(cases, run(browser, body, cases), strict=True):
        twin = DealAgain(n, k, balance, seed=seed, drawn=4)
        assert twin.labels_true.tolist() == reference
        assert twin.deals().tolist() == dealt
        assert tps == [at.pair_counts(reference, labels).tp for labels in dealt]
        assert all(tuple(np.bincount(labels)) == twin.sizes for labels in dealt)


def test_every_measure_equals_python(browser):
    cases = kinds(120, most=40)
    body = """return given.map(([n, k, balance, seed]) => {
      const deals = demo.newDeals(n, k, balance, seed);
      for (let i = 0; i < 3; i++) deals.draw();
      return ["rand_score", ...Object.keys(demo.MEASURES)].map((name) => {
        const { score, exact } = demo.measureOf(deals, name);
        return [[0, 1, 2].map(score), exact];
      });
    });"""
    for (n, k, balance, seed), (rand, *others) in zip(cases, run(browser, body, cases), strict=True):
        for measure, (scores, exact) in zip(MEASURES, others, strict=True):
            twin = DealAgain(n, k, balance, measure, seed, 3)
            expected = twin.scores()
            assert rand[0] == expected["rand_score"].tolist()
            assert scores == pytest.approx(expected[measure].tolist(), abs=1e-12), measure
            of_rand, of_measure = twin.exact_means().values()
            assert rand[1] == pytest.approx(of_rand, abs=1e-15)
            assert exact is None if of_measure is None else exact == pytest.approx(of_measure, abs=1e-12)
            if measure == "adjusted_rand_score":
                assert scores == expected[measure].tolist()
            if k == n:
                assert scores == [1, 1, 1]
                assert exact == 1


@pytest.mark.parametrize("balance", BALANCES)
@pytest.mark.parametrize("measure", MEASURES)
def test_exact_means_are_those_of_all_labelings(measure, balance):
    """Over every partition with these sizes, each as likely as the others."""
    score = MEASURES[measure][0]
    for n, k in ((6, 2), (6, 3), (7, 3), (7, 4), (6, 5)):
        if k > _most_clusters(n, balance):
            continue
        demo = DealAgain(n, k, balance, measure)
        of_rand, of_measure = demo.exact_means().values()
        every = list(at.partitions.set_partitions(n, sizes=list(demo.sizes)))
        assert of_rand == pytest.approx(np.mean([at.rand_score(demo.labels_true, one) for one in every]), abs=1e-12)
        mean = np.mean([score(demo.labels_true, one) for one in every])
        if of_measure is not None:
            assert of_measure == pytest.approx(mean, abs=1e-12)
    assert (of_measure is None) == ("accuracy" in measure or "pair_sets" in measure)


def test_the_mean_of_the_information_is_that_of_all_labelings(browser):
    sizes = [[3, 2, 1], [2, 2, 2], [4, 1, 1], [5, 2]]
    found = run(browser, "return given.map(demo.expectedInformation);", sizes)
    for one, expected in zip(sizes, found, strict=True):
        true = np.repeat(np.arange(len(one)), one)
        entropy = -sum(size / sum(one) * math.log(size / sum(one)) for size in one)
        every = at.partitions.set_partitions(sum(one), sizes=one)
        shares = [at.normalized_mutual_info_score(true, labels) for labels in every]
        assert expected == pytest.approx(entropy * np.mean(shares), abs=1e-12)


def test_the_best_matching_is_the_best(browser):
    rng = np.random.default_rng(3)
    tables = [rng.integers(0, high, size=(k, k)).tolist() for k in range(1, 31) for high in (2, 5, 100)]
    from scipy.optimize import linear_sum_assignment

    for table, found in zip(tables, run(browser, "return given.map(demo.bestMatching);", tables), strict=True):
        rows, columns = linear_sum_assignment(table, maximize=True)
        assert found == np.array(table)[rows, columns].sum()


def test_as_many_clusters_as_the_sizes_allow(browser):
    cases = list(product(range(6, 61), BALANCES))
    found = run(browser, "return given.map(([n, balance]) => demo.mostGroups(n, balance));", cases)
    assert found == [_most_clusters(n, balance) for n, balance in cases]
    for (n, balance), most in zip(cases, found, strict=True):
        assert len(DealAgain(n, most, balance).sizes) == most
        with pytest.raises(ValueError, match=f"k must be at most {most}|whole number"):
            DealAgain(n, most + 1, balance)


def test_what_the_tasks_say_in_numbers():
    first, second, third, fourth = DealAgain.tasks
    numbers = lambda **state: DealAgain.numbers(DealAgain(**state).state())  # noqa: E731
    two, twelve = numbers(k=2), numbers(k=12, drawn=1000)
    assert (two["largest"], two["pairs"]) == (12, 276)
    assert abs(two["expected_c"] - 0.5) < 0.001
    assert f"{two['expected_c']:.4f} to {twelve['expected_c']:.4f}" in second.outcome
    assert (twelve["within"], twelve["largest"]) == (12, 2)
    assert "12 of the 276 pairs" in third.question
    assert twelve["expected_tp"] == 12 * 12 / 276
    # c is above 0.9 in every deal: at least all but 24 pairs agree.
    assert (276 - 24) / 276 > 0.9
    assert twelve["mean_c"] > 0.9
    assert numbers(k=4, drawn=100)["n_below"] > 0
    assert "exact mean 0" in first.outcome
    assert fourth.answer == "Yes"
