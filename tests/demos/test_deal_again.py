import json
import math
import re
from itertools import product

import numpy as np
import pytest
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
    body = "return given.map((one) => demo.expectedInformation(one, one, one.reduce((a, b) => a + b)));"
    found = run(browser, body, sizes)
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
    # What "Correcting for chance" says of the state that it links to.
    assert twelve["n_below"] > 500
    assert (numbers(k=24, drawn=1000)["mean_c"], numbers(k=24, drawn=1000)["mean_ari"]) == (1, 1)
    assert "exact mean of ARI is 0" in first.outcome
    assert fourth.answer == "Yes"


# ---- the state


def test_starts_with_nothing_dealt():
    demo = DealAgain()
    assert (demo.n_objects, demo.k, demo.balance, demo.drawn) == (24, 2, "even", 0)
    assert demo.deals().shape == (0, 24)
    assert [values.size for values in demo.scores().values()] == [0, 0]
    assert "No deal yet with 2 clusters" in demo.words()


def test_more_deals_go_on_where_fewer_ended():
    few, many = DealAgain(drawn=5), DealAgain(drawn=9)
    few.drawn += 4
    assert np.array_equal(few.deals(), many.deals())
    assert not np.array_equal(DealAgain(seed=2, drawn=9).deals(), many.deals())


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("n_objects", 5, "n_objects must be a whole number from 6 to 60. Got 5"),
        ("n_objects", 61, "from 6 to 60"),
        ("n_objects", 6, "k must be at most 6.*6 objects and balance 'even'. Got 9"),
        ("k", 1, "k must be a whole number from 2 to 60"),
        ("k", 25, "k must be at most 24"),
        ("k", 2.0, "from 2 to 60"),
        ("balance", "odd", "balance must be one of 'even'"),
        ("measure", "rand_score", "measure must be one of 'adjusted_rand_score'.*Got 'rand_score'"),
        ("seed", -1, "seed must be a whole number from 0 to 4294967295"),
        ("drawn", MOST_DRAWN + 1, "drawn must be a whole number from 0 to 5000"),
        ("drawn", True, "from 0 to 5000"),
    ],
)
def test_refuses(name, value, says, check_refused):
    check_refused(DealAgain(k=9, drawn=3), name, value, says)


def test_place_changes_all_or_nothing():
    demo = DealAgain(k=9, drawn=3)
    before = demo.page_state()
    with pytest.raises(ValueError, match=r"place takes balance, .* Got 'labels'"):
        demo.place(labels=[1])
    with pytest.raises(ValueError, match="k must be at most 3"):
        demo.place(n_objects=6, balance="sixty percent")
    with pytest.raises(ValueError, match="from 0 to 5000"):
        demo.drawn += 4998
    assert demo.page_state() == before
    demo.place(n_objects=6, k=3, balance="sixty percent")
    assert demo.sizes == (4, 1, 1)


# ---- on a page


class Table(Live):
    """The demo on a page, and what Python says to the same state."""

    def __init__(self, page, nth=0):
        super().__init__(page, "deal-again", nth)
        self.sizes, self.measures = (self.box.locator("select").nth(i) for i in range(2))
        self.k = self.box.get_by_role("slider", name="k", exact=True)

    def press(self, name):
        self.box.get_by_role("button", name=name, exact=True).click()

    def wait_for(self, n_deals):
        deal = f"Deal {n_deals}:".replace("Deal 0:", "Not dealt yet.")
        self.box.locator(".demo-deal-caption", has_text=deal).wait_for()
        self.wait_until_dealt()

    def cards(self):
        """Return the clusters on the cards of Y and of the deal, and which objects have a frame."""
        numbers = self.box.locator(".demo-deal-number").all_text_contents()
        lit = self.box.locator(".demo-deal-lit").evaluate_all(
            "nodes => nodes.map((node) => node.getAttribute('visibility') !== 'hidden')"
        )
        return [[int(text) - 1 if text else None for text in numbers[row::2]] for row in range(2)], lit

    def check_numbers(self, twin):
        """Everything shown is what Python says of the same deals."""
        self.wait_for(twin.drawn)
        shown = self.texts()
        rand, other = twin.scores().values()
        exact = list(twin.exact_means().values())
        for key, values, level in (("C", rand, exact[0]), ("Other", other, exact[1])):
            last = number(shown[key.lower()])
            mean, fact = number(shown[f"mean{key}"]), shown[f"exact{key}"]
            assert last == (round(values[-1], 4) if twin.drawn else None)
            assert mean == (pytest.approx(values.mean(), abs=5.1e-5) if twin.drawn else None)
            assert fact == ("no formula" if level is None else f"{level:.4f}")
        (true, dealt), lit = self.cards()
        assert true == twin.labels_true.tolist()
        assert dealt == (twin.deals()[-1].tolist() if twin.drawn else [None] * twin.n_objects)
        cells = list(zip(true, dealt, strict=True))
        assert lit == [twin.drawn > 0 and cells.count(cell) > 1 for cell in cells]
        numbers = twin.numbers(twin.state())
        if twin.drawn:
            words = f"of {numbers['pairs']} pairs {numbers['tp']} together in both, {numbers['tn']} apart in both."
            assert shown["pairs"].endswith(words)
        assert int(self.k.input_value()) == twin.k
        assert int(self.k.get_attribute("max")) == _most_clusters(twin.n_objects, twin.balance)
        self.check_bars(rand, other)

    def check_bars(self, *scores):
        paths = self.box.locator(".demo-deal-bars").evaluate_all("nodes => nodes.map(node => node.getAttribute('d'))")
        edges = [-0.5, *(np.arange(-19, 40) / 40 - 1e-10), 1]  # what lies on an edge is in the bar above
        for path, values in zip(paths, scores, strict=True):
            bars = [[float(part) for part in bar] for bar in re.findall(r"M([\d.]+),\d+v-([\d.]+)", path)]
            counts, _ = np.histogram(values, edges)
            places = [round((x - 1) * 60 / 338) for x, _ in bars]
            assert places == np.flatnonzero(counts).tolist()
            heights = np.array([height for _, height in bars])
            assert heights == pytest.approx(46 * counts[places] / max(1, counts.max()), abs=1e-6)


def test_buttons_deal(bare_page, open_page):
    twin = DealAgain()
    page = open_page(bare_page(twin))
    table = Table(page)
    table.check_numbers(twin)
    for name, count in (("Deal once", 1), ("Deal ten", 10), ("Deal 1000", 1000)):
        table.press(name)
        twin.drawn += count
        table.check_numbers(twin)
    assert table.status().startswith("Deal 1011 with 2 clusters (2 \N{MULTIPLICATION SIGN} 12): c ")
    table.press("Undo")
    twin.drawn = 11
    table.check_numbers(twin)
    table.box.get_by_text("Number of objects, and other deals").click()
    table.press("New seed")
    twin.seed = 2
    table.check_numbers(twin)
    page.watched.check()


def test_every_choice(page_of, open_page):
    """Sizes, k, objects and measure by their controls: the numbers stay those of Python."""
    twin = DealAgain(k=3, drawn=40)
    page = open_page(page_of(twin))
    table = Table(page)
    table.check_numbers(twin)
    table.box.get_by_text("Number of objects, and other deals").click()
    objects = table.box.get_by_role("slider", name="Objects", exact=True)
    for balance, n, k in product(BALANCES, (24, 7, 60), (2, 5, 60)):
        table.sizes.select_option(index=list(BALANCES).index(balance))
        objects.fill(str(n))
        k = min(k, _most_clusters(n, balance))
        table.k.fill(str(k))
        twin.place(n_objects=n, k=k, balance=balance)
        table.check_numbers(twin)
    for measure in MEASURES:
        table.measures.select_option(value=measure)
        for k in (8, 3):
            table.k.fill(str(k))
            twin.place(k=k, measure=measure)
            table.check_numbers(twin)
    page.watched.check()


def test_as_many_clusters_as_objects(page_of, open_page):
    twin = DealAgain(k=24, drawn=20)
    table = Table(open_page(page_of(twin)))
    table.check_numbers(twin)
    assert table.texts()["pairs"] == "Deal 20: of 276 pairs 0 together in both, 276 apart in both."
    assert (table.texts()["c"], table.texts()["exactC"]) == ("1.0000", "1.0000")
    assert not any(table.cards()[1])
    for measure in MEASURES:
        table.measures.select_option(value=measure)
        assert table.texts()["other"] == "1.0000"


def test_fewer_clusters_where_fewer_are_possible(page_of, open_page):
    twin = DealAgain(k=24, drawn=5)
    table = Table(open_page(page_of(twin)))
    table.sizes.select_option(label="one with 60%")
    twin.place(k=11, balance="sixty percent")
    table.check_numbers(twin)
    table.press("Undo")
    twin.place(k=24, balance="even")
    table.check_numbers(twin)


def test_keys_alone_are_enough(page_of, open_page):
    twin = DealAgain()
    page = open_page(page_of(twin))
    table = Table(page)
    page.keyboard.press("e")  # not in the demo: nothing happens
    table.k.focus()
    for key, count in (("Space", 1), ("d", 1), ("t", 10), ("m", 1000), ("Shift+D", 1)):
        page.keyboard.press(key)
        twin.drawn += count
        table.check_numbers(twin)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    twin.k = 23
    table.check_numbers(twin)
    table.box.get_by_role("button", name="Deal ten").focus()
    page.keyboard.press("Space")  # the button's own
    twin.drawn += 10
    table.check_numbers(twin)
    page.keyboard.press("Control+d")
    table.measures.focus()
    page.keyboard.press("t")  # the list's own
    table.check_numbers(twin)
    page.watched.check()


def test_empty_scales_say_what_a_deal_adds(page_of, open_page):
    table = Table(open_page(page_of(DealAgain())))
    scales = table.box.locator(".demo-deal-histograms")
    promises = ["here each deal adds its c", "here each deal adds its ARI"]
    assert [scales.get_by_text(words, exact=True).count() for words in promises] == [1, 1]
    table.press("Deal once")
    assert [scales.get_by_text(words, exact=True).count() for words in promises] == [0, 0]


@pytest.mark.breadth
def test_the_most_there_can_be(page_of, open_page):
    twin = DealAgain(60, k=20, measure="pair_sets_index", drawn=MOST_DRAWN - 3)
    table = Table(open_page(page_of(twin)))
    table.press("Deal ten")
    twin.drawn = MOST_DRAWN
    table.check_numbers(twin)
    table.press("Deal once")
    assert table.status() == "There can be at most 5000 deals."


def test_deals_pile_up_unless_less_motion_is_wanted(page_of, open_page):
    """Bars are drawn many times on the way to a thousand deals, once for who wants less motion."""
    seen = {}
    for motion in ("no-preference", "reduce"):
        table = Table(open_page(page_of(DealAgain(drawn=10)), reduced_motion=motion))
        table.box.locator(".demo-deal-bars").first.evaluate(
            """node => { window.paints = 0;
                new MutationObserver(() => paints++).observe(node, { attributes: true }); }"""
        )
        table.press("Deal 1000")
        table.wait_for(1010)
        seen[motion] = table.page.evaluate("paints")
        table.check_numbers(DealAgain(drawn=1010))
    assert seen["no-preference"] > 15
    assert seen["reduce"] < seen["no-preference"] / 2


def test_prediction_hides_the_exact_means(page_of, open_page):
    table = Table(open_page(page_of(DealAgain())))
    parts = table.box.locator(".demo-deal-exact, [data-value=exactC], [data-value=exactOther]")
    look = "nodes => nodes.map((node) => getComputedStyle(node.lastChild instanceof Element ? node.lastChild : node)"
    look += ".visibility)"
    assert parts.evaluate_all(look) == ["hidden"] * 4
    table.press("Explore without steps (E)")
    assert parts.evaluate_all(look) == ["visible"] * 4


def test_a_kernel_changes_the_state(with_kernel):
    demo = DealAgain(k=24, drawn=3)
    state = demo.page_state()
    demo.place(n_objects=10, k=4, drawn=30)
    changes = {name: value for name, value in demo.page_state().items() if name in ("n_objects", "k", "drawn")}
    # Deals pile up when it is taken down.
    found = with_kernel(demo, state, changes, [".demo-button", "Deal 1000"])
    assert found["texts"]["meanC"] == f"{demo.scores()['rand_score'].mean():.4f}"
    assert found["after"] == [0, 0]
    assert [one["drawn"] for one in found["sent"]] in ([1030], [])


@pytest.mark.parametrize("name", pages_with("DealAgain("))
def test_it_answers_in_the_book(site, name, open_page):
    page = open_page(site + name)
    table = Table(page)
    before = table.texts()["pairs"]
    table.press("Deal ten")
    table.page.wait_for_function(
        "before => document.querySelector('.demo-deal-caption[data-value]').textContent !== before", arg=before
    )
    page.watched.check()


def test_everything_has_a_name(page_of, open_page):
    table = Table(open_page(page_of(DealAgain(k=3, drawn=10))))
    table.box.get_by_text("Number of objects, and other deals").click()
    names = [("combobox", "Sizes"), ("combobox", "Beside c"), ("slider", "k"), ("slider", "Objects")]
    names += [("button", name) for name in ("Deal once", "Deal ten", "Deal 1000", "New seed")]
    for role, name in names:
        assert table.box.get_by_role(role, name=name, exact=True).count() == 1, name
    assert table.k.get_attribute("aria-valuetext") == "3 clusters: 3 \N{MULTIPLICATION SIGN} 8"
    pictures = table.box.get_by_role("img").evaluate_all("nodes => nodes.map(n => n.getAttribute('aria-label'))")
    assert pictures[0].startswith("Cards of 24 objects. Deal 10: of 276 pairs ")
    assert pictures[1].startswith("Histograms on one scale: Rand\N{RIGHT SINGLE QUOTATION MARK}s c from 0.")
    assert table.box.locator(".demo-body [aria-live=polite]").count() == 1


# ---- the picture


@pytest.mark.parametrize(
    "demo",
    [
        DealAgain(),
        DealAgain(k=12, drawn=60),
        DealAgain(k=24, drawn=1),
        DealAgain(37, 9, "sixty percent", "normalized_mutual_info_score", 7, 40),
        DealAgain(60, 23, "ten percent", "adjusted_asymmetric_accuracy", 5, 30),
    ],
)
def test_words_and_cards_are_those_of_the_live_demo(page_of, open_page, demo):
    live = Table(open_page(page_of(demo)))
    if demo.lesson:
        live.press("Explore without steps (E)")
    live.check_numbers(demo)
    assert live.status() in demo.words()


def test_output_is_the_same_every_time():
    first, second = (DealAgain(k=7, drawn=30)._repr_mimebundle_()[0]["text/html"] for _ in range(2))
    assert first == second
    assert " id=" not in first
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', first, re.S)[1])
    assert set(state) == {"lesson", "balance", "drawn", "k", "measure", "n_objects", "seed"}


@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_jumps_and_nothing_scrolls(page_of, width, steady):
    page, check = steady(page_of(DealAgain()), width)
    table = Table(page)
    edits = [lambda name=name: table.press(name) for name in ("Deal once", "Deal ten", "Deal 1000")]
    edits += [lambda i=i: table.sizes.select_option(index=i) for i in (1, 2, 0)]
    edits += [lambda k=k: table.k.fill(str(k)) for k in (11, 24, 23, 9)]
    edits += [lambda name=name: table.measures.select_option(value=name) for name in MEASURES]
    edits += [lambda: table.sizes.select_option(index=2)]
    for edit in edits:
        edit()
        table.page.wait_for_timeout(30)
        check()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 360), ("light", 1000)])
def test_axe_finds_nothing(page_of, scheme, width, open_page, violations_on_bare_page):
    page = open_page(page_of(DealAgain(k=9, drawn=30)), width=width)
    Table(page).wait_until_dealt()
    assert violations_on_bare_page(page, scheme) == {}
