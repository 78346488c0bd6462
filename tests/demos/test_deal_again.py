"""Deal again: deals, ten measures and their exact means are those of the package; what the page draws and does."""

import math
import re
from functools import partial
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from studies.chance import BALANCES

import aucc_teach as at
from aucc_teach import agreement
from aucc_teach.partitions import set_partitions, size_profile
from demos.each_demo import CHOICES, random_states
from demos.models import Model
from demos.shown import Live, drawing, number

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


def test_frames_are_around_who_is_together_in_both():
    for n, k, balance, seed in kinds(20, most=30):
        deals = MODEL.allDeals(state_of(n, k, balance, seed=seed, drawn=1))
        true, dealt = deals["reference"], deals["dealt"][0]
        together = (at.co_membership(true) & at.co_membership(dealt)).astype(int)
        square = np.zeros((n, n), dtype=int)
        square[np.triu_indices(n, 1)] = together
        assert MODEL.framed(true, dealt) == ((square + square.T).sum(axis=0) > 0).tolist()


def test_as_many_clusters_as_the_sizes_allow():
    for n, balance in product(range(6, 61), BALANCES):
        most = MODEL.mostClusters(n, balance)
        assert most == most_clusters(n, balance)
        assert min(size_profile(n, most, proportion=BALANCES[balance])) >= 1
        assert MODEL.check(state_of(n, most, balance)) == ""
        assert MODEL.check(state_of(n, most + 1, balance))


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


def test_the_best_matching_is_the_best():
    rng = np.random.default_rng(3)
    for k, high in product(range(1, 31), (2, 5, 100)):
        table = rng.integers(0, high, size=(k, k))
        rows, columns = linear_sum_assignment(table, maximize=True)
        assert MODEL.bestMatching(table.tolist()) == table[rows, columns].sum()


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
    first, second, third, fourth = DealAgain.tasks
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
    assert "exact mean of ARI is 0" in first.outcome
    assert fourth.answer == "Yes"


# ---- what is shown


def test_what_is_shown_is_what_the_deals_come_to():
    """Cards, frames, scores, means and bars; with no deal, dashes."""
    for measure, state in zip(MEASURES, random_states("DealAgain", len(MEASURES)), strict=True):
        state |= {"measure": measure}
        n, drawn = state["n_objects"], state["drawn"]
        shown, found = drawing(DealAgain(), **state), MODEL.measured(state)
        texts, deals, measures = shown.texts(), found["deals"], found["measures"]
        for key, one in zip(("C", "Other"), measures, strict=True):
            assert number(texts[key.lower()]) == (round(one["scores"][-1], 4) if drawn else None)
            mean = pytest.approx(np.mean(one["scores"]), abs=5.1e-5) if drawn else None
            assert number(texts[f"mean{key}"]) == mean
            assert texts[f"exact{key}"] == (
                "no formula" if one["exact"] is None else f"{one['exact']:.4f}".replace("-", "\N{MINUS SIGN}")
            )
        cards = [
            int(node.get_text()) - 1 if node.get_text() else None for node in shown.body.select(".demo-deal-number")
        ]
        assert cards[::2] == deals["reference"]
        assert cards[1::2] == (deals["dealt"][-1] if drawn else [None] * n)
        frames = sum(MODEL.framed(deals["reference"], deals["dealt"][-1])) if drawn else 0
        assert len(shown.body.select(".demo-deal-lit:not([visibility=hidden])")) == frames
        assert texts["pairs"] == MODEL.pairWords(deals, drawn)
        assert shown.said() == MODEL.verdict(state, deals["sizes"], measures)
        edges = [-0.5, *(np.arange(-19, 40) / 40 - 1e-10), 1]  # what lies on an edge is in the bar above
        for d, one in zip(shown.attributes(".demo-deal-bars", "d"), measures, strict=True):
            bars = [[float(part) for part in bar] for bar in re.findall(r"M([\d.]+),\d+v-([\d.]+)", d or "")]
            counts, _ = np.histogram(one["scores"], edges)
            places = [round((x - 1) * 60 / 338) for x, _ in bars]
            assert places == np.flatnonzero(counts).tolist()
            heights = np.array([height for _, height in bars])
            assert heights == pytest.approx(46 * counts[places] / max(1, counts.max()), abs=0.01)


# ---- on a page


class Table(Live):
    """The demo on a page, without steps."""

    def __init__(self, page, demo):
        super().__init__(page, demo)
        self.k = self.box.get_by_role("slider", name="k", exact=True)

    def check(self, **state):
        caption = f"Deal {state['drawn']}:" if state.get("drawn") else ""
        self.box.locator(".demo-deal-caption", has_text=caption).wait_for()
        return super().check(**state)


@pytest.fixture
def table(live):
    demo = DealAgain(lesson=[])
    return Table(live(demo), demo)


def test_buttons_keys_and_lists(table):
    promise = table.box.get_by_text("here each deal adds its c", exact=True)
    assert promise.count() == 1
    for name, drawn in (("Deal once", 1), ("Deal ten", 11), ("Deal 1000", 1011)):
        table.press(name)
        table.check(drawn=drawn)
    assert promise.count() == 0
    table.press("Undo")
    table.box.get_by_text("Number of objects, and other deals").click()
    table.press("New seed")
    table.check(drawn=11, seed=2)
    for key, drawn in (("Space", 12), ("d", 13), ("t", 23), ("m", 1023), ("Shift+D", 1024)):
        table.k.press(key)
        table.check(drawn=drawn)
    table.button("Deal ten").press("Space")  # the button's own
    table.k.press("Control+d")
    measures = table.box.locator("select").nth(1)
    measures.press("t")  # the list's own
    table.k.press("End")
    table.k.press("ArrowLeft")
    table.check(k=23, drawn=1034, seed=2)
    # With sizes and objects that do not allow so many clusters, there are fewer.
    table.box.locator("select").nth(0).select_option(label="one with 60%")
    assert (table.check(k=11)["balance"], table.k.get_attribute("max")) == ("sixty percent", "11")
    objects = table.box.get_by_role("slider", name="Objects", exact=True)
    objects.fill("10")
    table.check(k=5, n_objects=10)
    height = table.box.bounding_box()["height"]
    measures.select_option(value="pair_sets_index")
    table.check(measure="pair_sets_index")
    assert table.box.bounding_box()["height"] == height


def test_deals_pile_up_unless_less_motion_is_wanted(page_of, open_page):
    """Bars are drawn many times on the way to a thousand deals, once for who wants less motion."""
    seen = {}
    for motion in ("no-preference", "reduce"):
        demo = DealAgain(drawn=10)
        table = Table(open_page(page_of(demo), reduced_motion=motion), demo)
        table.box.locator(".demo-deal-bars").first.evaluate(
            """node => { window.paints = 0;
                new MutationObserver(() => paints++).observe(node, { attributes: true }); }"""
        )
        table.press("Deal 1000")
        table.check(drawn=1010)
        seen[motion] = table.page.evaluate("paints")
    assert seen["no-preference"] > 15
    assert seen["reduce"] < seen["no-preference"] / 2
