"""Deal again: deals, ten measures and their exact means are those of the package."""

import math
import re
from functools import partial

import numpy as np
import pytest
from studies.chance import BALANCES

import aucc_teach as at
from aucc_teach import agreement
from aucc_teach.partitions import set_partitions, size_profile
from demos.each_demo import CHOICES
from demos.models import Model
from demos.shown import drawing

DealAgain = at.demos.DealAgain
MEASURES = CHOICES["DealAgain", "measure"]
MODEL = Model("deal-again")
SCORES = {name: getattr(agreement, name) for name in MEASURES if not name.startswith("simplified")}
SCORES["simplified_pair_sets_index"] = partial(agreement.pair_sets_index, simplified=True)


def most_clusters(n, balance):
    return n if BALANCES[balance] is None else 1 + size_profile(n, 2, proportion=BALANCES[balance])[1]


def state_of(n=24, k=2, balance="even", measure="adjusted_rand_score", seed=1, drawn=0):
    return {"n_objects": n, "k": k, "balance": balance, "measure": measure, "seed": seed, "drawn": drawn}


def kinds(n_cases, most):
    """Random kinds of deals, from two clusters to as many as there are objects."""
    rng = np.random.default_rng(1985)
    for _ in range(n_cases):
        n, balance = int(rng.integers(6, most + 1)), str(rng.choice(list(BALANCES)))
        largest = most_clusters(n, balance)
        k = largest if rng.random() < 0.15 else int(rng.integers(2, largest + 1))
        yield n, k, balance, int(rng.integers(2**32))


# ---- the deals


def test_deals_have_the_sizes_and_go_on_where_fewer_ended():
    seen = set()
    for n, k, balance, seed in kinds(60, most=60):
        deals = MODEL.allDeals(state_of(n, k, balance, seed=seed, drawn=4))
        sizes = size_profile(n, k, proportion=BALANCES[balance])
        assert deals["reference"] == np.repeat(np.arange(k), sizes).tolist()
        assert all(tuple(np.bincount(labels)) == sizes for labels in deals["dealt"])
        assert deals["tps"] == [at.pair_counts(deals["reference"], labels).tp for labels in deals["dealt"]]
        fewer = MODEL.allDeals(state_of(n, k, balance, seed=seed, drawn=2))
        assert fewer["dealt"] == deals["dealt"][:2]
        seen.add(str(deals["dealt"]))
    assert len(seen) == 60


# ---- the measures


def test_every_measure_is_that_of_the_package():
    for n, k, balance, seed in kinds(20, most=40):
        for measure in MEASURES:
            found = MODEL.measured(state_of(n, k, balance, measure, seed, 3))
            true, dealt = found["deals"]["reference"], found["deals"]["dealt"]
            rand, other = (one["scores"] for one in found["measures"])
            assert rand == [at.rand_score(true, labels) for labels in dealt]
            expected = [SCORES[measure](true, labels) for labels in dealt]
            # Fractions of whole numbers have the same last bit on both sides.
            assert other == (expected if measure == "adjusted_rand_score" else pytest.approx(expected, abs=1e-12))
            assert k < n or other == [1, 1, 1]


@pytest.mark.parametrize("balance", BALANCES)
@pytest.mark.parametrize("measure", MEASURES)
def test_exact_means_are_those_of_all_labellings(measure, balance):
    """Over every partition with these sizes, each as likely as the others."""
    for n, k in ((6, 2), (6, 3), (7, 3), (7, 4), (6, 5)):
        if k > most_clusters(n, balance):
            continue
        of_rand, of_measure = (one["exact"] for one in MODEL.measured(state_of(n, k, balance, measure))["measures"])
        sizes = size_profile(n, k, proportion=BALANCES[balance])
        true, every = np.repeat(np.arange(k), sizes), list(set_partitions(n, sizes=list(sizes)))
        assert of_rand == pytest.approx(np.mean([at.rand_score(true, one) for one in every]), abs=1e-12)
        if of_measure is not None:
            assert of_measure == pytest.approx(np.mean([SCORES[measure](true, one) for one in every]), abs=1e-12)
    assert (of_measure is None) == ("accuracy" in measure or "pair_sets" in measure)


def test_numbers_are_those_of_the_deals():
    for n, k, balance, seed in kinds(40, most=30):
        state = state_of(n, k, balance, seed=seed, drawn=6)
        numbers, deals = MODEL.numbers(state), MODEL.allDeals(state)
        true, dealt = deals["reference"], deals["dealt"]
        sizes = size_profile(n, k, proportion=BALANCES[balance])
        c, ari = ([score(true, one) for one in dealt] for score in (at.rand_score, at.adjusted_rand_score))
        tp, fn, fp, tn = at.pair_counts(true, dealt[-1])
        null = at.null_moments(at.co_membership(true), sizes)
        assert numbers == pytest.approx(
            {
                **{"n": n, "k": k, "largest": max(sizes), "smallest": min(sizes), "n_drawn": 6},
                **{"n_below": sum(value < 0 for value in ari), "pairs": math.comb(n, 2), "within": tp + fn},
                **{"tp": tp, "tn": tn, "c": c[-1], "ari": ari[-1], "mean_c": np.mean(c), "mean_ari": np.mean(ari)},
                **{"expected_tp": null.mean, "expected_c": 1 - 2 * (tp + fn - null.mean) / math.comb(n, 2)},
            },
            abs=1e-12,
        )
        assert (numbers["c"], numbers["ari"]) == (c[-1], ari[-1])
        assert fn == fp
    nothing = MODEL.numbers(state_of())
    assert [nothing[name] for name in ("tp", "tn", "c", "ari", "mean_c", "mean_ari")] == [None] * 6


def test_what_the_tasks_say_in_numbers():
    _, second, third, fourth = DealAgain.tasks
    numbers = lambda **state: MODEL.numbers(state_of(**state))  # noqa: E731
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
    # What "Correcting for chance" says of the state that it links to.
    assert twelve["n_below"] > 500
    every = numbers(k=24, drawn=1000)
    assert (every["mean_c"], every["mean_ari"]) == (1, 1)
    assert fourth.answer == "Yes"


def test_alone_c_is_shown_without_another_measure():
    """For a page that has told of none yet; the numbers, which goals are about, stay."""
    for drawn in (0, 10):
        demo = DealAgain(k=3, drawn=drawn, beside=False)
        shown, both = drawing(demo), drawing(DealAgain(k=3, drawn=drawn))
        assert shown.texts() == {key: text for key, text in both.texts().items() if "ther" not in key}
        assert len(both.body.select(".demo-deal-bars")) == 1 + len(shown.body.select(".demo-deal-bars")) == 2
        assert not re.search(r"ARI|adjusted", shown.body.get_text() + demo.words())
        assert MODEL.numbers(demo.state()) == MODEL.numbers(DealAgain(k=3, drawn=drawn).state())
    # Its first three steps are for such a page.
    assert not re.search(r"ARI|adjusted|both histograms", str(DealAgain.tasks[:3]))
