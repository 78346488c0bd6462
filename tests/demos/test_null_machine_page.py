"""The null machine on a page: what it draws, and what mouse, keys and a finger do."""

import functools
import json
import math
import re
from types import MappingProxyType

import numpy as np
import pytest
from scipy.stats import norm, skew
from studies.chance import BALANCES

import aucc_teach as at
from aucc_teach.partitions import size_profile
from demos.conftest import Live, number
from demos.each_demo import CHOICES, LIMITS
from demos.models import Model
from demos.steps import Steps

NullMachine = at.demos.NullMachine
BESIDE, VIEWS = (CHOICES["NullMachine", part] for part in ("criterion", "view"))
MOST_DRAWN, MOST_JUDGED = 2000, LIMITS["NullMachine", "judged"][1]
MODEL = Model("null-machine")
START = NullMachine().state()
PRESETS = {preset["name"]: preset for preset in NullMachine().presets}
NOISE = {name: PRESETS["No clusters"][name] for name in ("points", "labels")}


def whole_run(state, k):
    """What the model draws for k clusters: once for all states that have it."""
    depends = ("points", "balance", "seed")
    return _run(json.dumps({**{name: state[name] for name in depends}, "drawn": {k: state["drawn"].get(str(k), 0)}}), k)


@functools.cache
def _run(state, k):
    return MODEL.wholeRun(json.loads(state), k)


class Machine(Live):
    """The null machine; `state` is what the page shows, and follows it by hand."""

    TABS = MappingProxyType({"deal": "Draw", "judge": "Judge", "every k": "Every k"})  # by the view that each shows

    def __init__(self, page, nth=0, **state):
        super().__init__(page, "null-machine", nth)
        self.state = START | state
        self.slider = self.box.locator(".demo-null-k input")
        self.sizes_ = self.box.locator(".demo-null-panel select:visible").first
        self.points_ = self.box.locator(".demo-more select")
        self.labels_, self.criteria = (self.box.get_by_role("combobox", name=name) for name in ("Labels", "means of"))
        self.marks = self.box.locator(".demo-point")
        self.box.locator(".demo-null-tabs").evaluate(
            "node => node.scrollIntoView({ block: 'start', behavior: 'instant' })"
        )
        self.wait_until_dealt()

    def press(self, name):
        self.box.get_by_role("button", name=name, exact=True).click()

    def show(self, view):
        self.box.get_by_role("tab", name=self.TABS[view], exact=True).click()
        self.state["view"] = view

    def open_more(self):
        self.box.locator(".demo-more").evaluate("node => { node.open = true; }")

    def n_drawn(self):
        return int(number(self.texts()["drawn"]))

    def n_judged(self):
        return int(self.texts()["atLeast"].split()[-1])

    def wait_until_still(self):
        self.box.get_by_role("button", name="Run", exact=True).wait_for()

    def clusters(self, drawing):
        """Return the clusters of the points of a drawing, by their markers; those beyond the sixth are hollow."""
        markers = self.box.locator(f".{drawing} .demo-marker")
        classes = markers.evaluate_all("nodes => nodes.map(node => node.getAttribute('class'))")
        return [int(name.split("demo-cluster-")[1][0]) + 6 * ("demo-hollow" in name) for name in classes]

    def draws(self, count):
        return {"drawn": self.state["drawn"] | {str(self.state["k"]): count}}

    def check(self, **changes):
        """Every number of the view is the one of the partitions of this state."""
        self.state |= changes
        shown, view = self.texts(), self.state["view"]
        assert self.box.get_by_role("tab", selected=True).inner_text() == self.TABS[view]
        check = {"deal": self._check_deals, "judge": self._check_verdict, "every k": self._check_means}[view]
        words = check(shown)
        assert self.status().endswith(words)
        return shown

    def _check_deals(self, shown):
        state, k = self.state, self.state["k"]
        run = whole_run(state, k)
        auccs = run["auccs"]
        assert number(shown["drawn"]) == len(auccs) == state["drawn"].get(str(k), 0)
        null = at.PairRanking(state["points"]).null(run["sizes"])
        assert shown["exact"] == f"{math.sqrt(null.variance):.4f}"
        assert shown["sizes"].startswith(f"{k} clusters: ")
        assert int(self.slider.input_value()) == k
        assert self.box.locator(".demo-unlabelled").count() == (0 if auccs else len(state["points"]))
        if not auccs:
            assert (shown["mean"], shown["lean"]) == ("\N{EN DASH}",) * 2
            return MODEL.dealWords(run)
        mean, *error = (number(text) for text in shown["mean"].split(" \N{PLUS-MINUS SIGN} "))
        assert mean == round(np.mean(auccs), 4)
        assert error == ([round(np.std(auccs, ddof=1) / math.sqrt(len(auccs)), 4)] if len(auccs) > 1 else [])
        if len(auccs) > 2:
            assert number(shown["lean"]) == pytest.approx(skew(auccs), abs=6e-5)
        caption = self.box.locator(".demo-null-caption").inner_text().replace("\N{THIN SPACE}", "")
        assert caption == f"Labelling {len(auccs)} of seed {state['seed']}: AUCC {auccs[-1]:.4f}"
        assert self.clusters("demo-dealt") == run["labels"]
        return MODEL.dealWords(run)

    def _check_verdict(self, shown):
        assert self.clusters("demo-scatter") == self.state["labels"]
        found = MODEL.verdictOn(self.state)
        for key, name in (("aucc", "aucc"), ("z", "z"), ("p", "p"), ("judgedLean", "lean")):
            assert number(shown[key]) == (None if found[name] is None else pytest.approx(found[name], abs=5.1e-5))
        assert shown["atLeast"] == f"{found['atLeast']} of {len(found['auccs'])}"
        return MODEL.verdictWords(found)

    def _check_means(self, shown):
        runs = [[int(k), whole_run(self.state, int(k))] for k in self.state["drawn"]]
        for key, name in (("flat", "aucc_score"), ("other", self.state["criterion"])):
            means = [run["tallies"][name]["mean"] for _, run in runs if run["tallies"][name]["count"]]
            digits = [0 if abs(end) >= 100 else 4 for end in (min(means, default=0), max(means, default=0))]
            ends = [number(text) for text in shown[key].split(" to ")]
            expected = [round(min(means), digits[0]), round(max(means), digits[1])] if means else [None]
            assert ends == (sorted(set(expected)) if means else [None])
        return MODEL.meanWords(runs, self.state["criterion"])


def test_every_choice_of_the_draws(live):
    """Points, sizes, k and buttons by their controls, and the keys."""
    page = live(NullMachine(drawn={2: 100}))
    machine = Machine(page, drawn={"2": 100})
    machine.check()
    machine.open_more()
    machine.press("Draw one")
    machine.check(**machine.draws(101))
    assert machine.status().startswith("101 drawn with 2 clusters (2 \N{MULTIPLICATION SIGN} 30): mean AUCC 0.49")
    machine.press("New seed")
    machine.check(seed=2, since=2, drawn={})
    height = machine.box.bounding_box()["height"]
    for i, (name, k) in enumerate(zip([*list(PRESETS)[1:], "Three blobs"], (2, 5, 8, 11, 2, 5), strict=True)):
        machine.points_.select_option(label=name)
        assert machine.status().startswith(PRESETS[name]["note"])
        balance = list(BALANCES)[(i + 1) % 3]
        machine.sizes_.select_option(value=balance)
        machine.slider.fill(str(k))
        machine.press("Draw ten")
        preset = {key: PRESETS[name][key] for key in ("points", "labels")}
        machine.check(**preset, balance=balance, k=k, drawn={str(k): 10})
        assert abs(machine.box.bounding_box()["height"] - height) < 1
    machine.slider.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    machine.state |= {"k": 11}
    machine.box.get_by_role("button", name="Draw ten").focus()
    page.keyboard.press("Space")
    machine.check(**machine.draws(10))
    text = "11 clusters: 5 \N{MULTIPLICATION SIGN} 6 + 6 \N{MULTIPLICATION SIGN} 5"
    assert machine.slider.get_attribute("aria-valuetext") == text


def test_every_k(live):
    machine = Machine(live(NullMachine(drawn={3: 120}, view="every k"), width=390), drawn={"3": 120}, view="every k")
    machine.check()
    height = machine.box.bounding_box()["height"]
    machine.press("Draw 100 for every k")
    machine.page.wait_for_function(
        "document.querySelector('.demo-live .demo-status').textContent.startsWith('Means at 11 k')"
    )
    machine.check(drawn={str(k): 120 if k == 3 else 100 for k in range(2, 13)})
    for criterion in BESIDE:
        machine.criteria.select_option(value=criterion)
        machine.check(criterion=criterion)
        assert abs(machine.box.bounding_box()["height"] - height) < 1


def drag(machine, i, dx, dy):
    box = machine.marks.nth(i).locator(".demo-marker").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = machine.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + dx, y + dy, steps=4)
    mouse.up()


def read(machine):
    """Take over from the page what pointer and keys did to the points."""
    names = machine.marks.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
    found = [re.fullmatch(r"\w+, cluster (\d), at (\d+), (\d+)", name) for name in names]
    return {"points": [[int(m[2]), int(m[3])] for m in found], "labels": [int(m[1]) for m in found]}


def test_judges_what_the_reader_makes(page_of, open_page):
    """A press changes a point's cluster, a drag moves it: deals of the new sizes, among the same number."""
    page = open_page(page_of(NullMachine(view="judge")))
    page.clock.install()
    machine = Machine(page, view="judge")
    machine.check()
    assert machine.status() == "AUCC 0.9997, z 36.1357. Nothing drawn yet."
    machine.press("Run")
    machine.wait_until_still()
    machine.check(judged=MOST_JUDGED)
    assert machine.status() == "Done. AUCC 0.9997, z 36.1357; 0 of 999 random labellings reach it: p 0.0010."
    machine.press("Run")
    assert machine.status() == "999 are drawn, which is the most there can be."
    before = START["points"]
    outer = min(range(20), key=lambda i: before[i][0])  # has no other point near it
    drag(machine, outer, 60, 90)
    moved = read(machine)
    assert [i for i, point in enumerate(moved["points"]) if point != before[i]] == [outer]
    assert machine.status().startswith("Point ")
    shown = machine.check(**moved)
    assert machine.labels_.input_value() == "classes"
    drag(machine, outer, 0, 0)
    assert machine.check(labels=[1 if i == outer else i // 20 for i in range(60)])["aucc"] != shown["aucc"]
    assert machine.labels_.input_value() == "own"
    machine.marks.nth(3).focus()
    for key in ("Shift+ArrowRight", "n", "Space", "p", "Enter"):
        page.keyboard.press(key)
    found = read(machine)
    assert (found["labels"][3], found["labels"][4]) == (1, 1)
    assert found["points"][3] == [before[3][0] + 100, before[3][1]]
    machine.check(**found)
    machine.labels_.select_option(value="classes")
    machine.check(labels=PRESETS["Three blobs"]["labels"])
    for seed in (1, 2):
        if seed == 1:
            machine.labels_.select_option(value="blind")
        else:
            machine.press("New seed")
        machine.check(seed=seed, labels=MODEL.blindLabels(PRESETS["Three blobs"]["labels"], seed))
        assert machine.labels_.input_value() == "blind"
    page.watched.check()


def test_the_strip_collects_p_values_of_random_labels(live):
    """Of seeds that were run, one after the other; a seed without its run ends the row, and so do other points."""
    start = NullMachine(NOISE["points"], labels=NOISE["labels"], view="judge", judged=MOST_JUDGED)
    machine = Machine(live(start), **NOISE, view="judge", judged=MOST_JUDGED)
    strip = machine.box.locator(".demo-null-strip")
    held = lambda: strip.get_attribute("aria-label").split(" of ")[0]  # noqa: E731
    expected = []
    for seed in range(1, 4):
        machine.check(seed=seed, labels=MODEL.blindLabels(NOISE["labels"], seed))
        expected.append(MODEL.verdictOn(machine.state)["p"])
        small = sum(p <= 0.05 for p in expected)
        name = strip.get_attribute("aria-label")
        ending = "s" if seed > 1 else ""
        assert name.startswith(f"{seed} p-value{ending} of random labels, {small} of them 0.05 or less: ")
        assert [float(p) for p in name.split(": ")[1].split(", ")] == pytest.approx(expected, abs=1e-9)
        # Noise has no classes, and the list does not say so.
        assert machine.labels_.evaluate("node => node.selectedOptions[0].textContent") == "random labels"
        assert machine.labels_.get_by_text("the classes").count() == 0
        machine.press("New seed")
    machine.marks.first.press("Enter")
    assert strip.get_attribute("aria-label") == "p-values of random labels: none yet"
    machine.press("Undo")
    assert held() == "4 p-values"
    machine.marks.first.press("ArrowUp")
    assert held() == "1 p-value"


def test_a_single_run_of_the_last_step_shows_its_twenty_p_values(live):
    steps = Steps(live(NullMachine()))
    *others, last = NullMachine.tasks
    for task in others:
        steps.predict(task)
        for name in ("Skip", "Next"):
            steps.press(name)
    steps.predict(last)
    steps.box.get_by_role("button", name="Run", exact=True).click()
    steps.panel.locator(".demo-face-shown").get_by_text("and you were right").wait_for()
    labels = [MODEL.blindLabels(NOISE["labels"], seed) for seed in range(1, 21)]
    states = [START | NOISE | {"seed": seed, "labels": one, "judged": 999} for seed, one in enumerate(labels, 1)]
    name = steps.box.locator(".demo-null-strip").get_attribute("aria-label")
    found = [float(p) for p in name.split(": ")[1].split(", ")]
    assert found == pytest.approx([MODEL.verdictOn(state)["p"] for state in states], abs=1e-9)


def test_a_seed_without_its_run_is_not_in_the_strip(live):
    machine = Machine(live(NullMachine(NOISE["points"], labels=NOISE["labels"], view="judge")))
    strip = machine.box.locator(".demo-null-strip")
    held = lambda: strip.get_attribute("aria-label").split(" of ")[0]  # noqa: E731
    for _ in range(19):
        machine.press("New seed")
    machine.press("Run")
    machine.page.wait_for_function("document.body.innerText.includes('of 999 random labellings reach it')")
    assert held() == "1 p-value"
    machine.press("New seed")
    assert held() == "2 p-values"
    machine.press("Undo")
    machine.press("Undo")
    assert held().startswith("p-values")
    machine.press("Redo")
    assert held() == "1 p-value"


def test_one_cluster_cannot_be_judged(live):
    state = {"labels": [0] * 60, "view": "judge", "judged": 30}
    machine = Machine(live(NullMachine(**state)), **state)
    words = "AUCC needs pairs within clusters and pairs between them."
    machine.check()
    assert machine.status() == words
    machine.press("Run")
    assert machine.box.get_by_role("button", name="Stop").count() == 0
    machine.labels_.select_option(value="blind")
    assert machine.status() == words
    machine.marks.nth(0).press("Enter")
    machine.check(labels=[1] + [0] * 59)


def test_no_two_points_left_apart(live):
    machine = Machine(live(NullMachine([[500, 500]] * 9 + [[510, 500]], labels=[0] * 5 + [1] * 5, view="judge")))
    machine.marks.nth(9).press("ArrowLeft")
    assert machine.status() == "The points cannot all lie in one place."
    machine.marks.nth(9).press("ArrowRight")
    assert machine.status().startswith("Point j is at 520, 500.")


def test_tabs_follow_the_pattern_and_undo_goes_through_them(live):
    page = live(NullMachine(drawn={2: 100}, judged=60))
    machine = Machine(page, drawn={"2": 100}, judged=60)
    tabs = machine.box.get_by_role("tablist", name="Views").get_by_role("tab")
    assert tabs.all_inner_texts() == list(Machine.TABS.values())

    def now():
        """Return the names of the tab that is selected, that has the keyboard, that Tab reaches, and of the panel."""
        panel = machine.box.get_by_role("tabpanel")
        assert panel.count() == 1
        return (
            machine.box.get_by_role("tab", selected=True).inner_text(),
            page.evaluate("document.activeElement.textContent"),
            machine.box.locator("[role=tab][tabindex='0']").inner_text(),
            panel.get_attribute("aria-label"),
        )

    tabs.nth(0).focus()
    for key, name in [
        ("ArrowRight", "Judge"),
        ("ArrowRight", "Every k"),
        ("ArrowRight", "Draw"),
        ("ArrowLeft", "Every k"),
        ("Home", "Draw"),
        ("End", "Every k"),
    ]:
        page.keyboard.press(key)
        assert now() == (name,) * 4
    # Another tab stop is each of the three controls that a view has at most.
    found = {}
    for view in VIEWS:
        machine.show(view)
        controls = machine.box.locator(".demo-null-panel :is(button, select, input):visible")
        names = "nodes => nodes.map(node => node.labels?.[0]?.firstChild.textContent ?? node.textContent)"
        found[view] = controls.evaluate_all(names)
    assert found == {
        "deal": ["k", "Sizes", "Run"],
        "judge": ["Labels", "Run", "New seed"],
        "every k": ["Sizes", "means of", "Draw 100 for every k"],
    }
    machine.show("judge")
    machine.marks.nth(0).press("Enter")
    machine.show("every k")
    changed = [1, *START["labels"][1:]]
    machine.check(labels=changed)
    for view, labels in (("judge", changed), ("judge", START["labels"]), ("every k", START["labels"])):
        machine.press("Undo")
        machine.check(view=view, labels=labels)
    machine.press("Redo")
    machine.check(view="judge")


def test_runs_and_stops(page_of, open_page):
    page = open_page(page_of(NullMachine(drawn={2: 1700, 5: 30})))
    page.clock.install()  # time goes on, and faster where it is told to
    machine = Machine(page, drawn={"2": 1700, "5": 30})
    machine.open_more()
    machine.check()
    machine.press("Run")
    machine.wait_until_still()  # by itself
    machine.check(**machine.draws(MOST_DRAWN))
    assert machine.status().startswith("Done. 2000 drawn")
    for name in ("Run", "Draw one"):
        machine.press(name)
        assert machine.status() == "2000 are drawn, which is the most there can be."
    # The other k was drawn too, and goes on while it runs. A change of k does not stop the machine.
    machine.slider.fill("5")
    machine.check(k=5)
    machine.press("Run")
    page.clock.run_for(300)
    machine.slider.fill("4")
    page.clock.run_for(300)
    machine.press("Stop")
    assert machine.status().startswith("Stopped. ")
    machine.state["k"] = 4
    machine.check(**machine.draws(machine.n_drawn()))
    assert 0 < machine.n_drawn() < MOST_DRAWN
    machine.slider.fill("5")
    machine.state["k"] = 5
    machine.check(**machine.draws(after := machine.n_drawn()))
    assert 30 < after < MOST_DRAWN
    page.clock.run_for(1000)
    assert machine.n_drawn() == after
    machine.press("Run")
    machine.press("New seed")  # stops it
    machine.wait_until_still()
    page.clock.run_for(1000)
    machine.check(seed=2, drawn={})
    machine.press("Run")
    machine.points_.select_option(label="A grid of ties")
    machine.wait_until_still()
    grid = PRESETS["A grid of ties"]
    machine.check(points=grid["points"], labels=grid["labels"])
    machine.press("Run")
    machine.press("Draw ten")  # stops it, and adds ten
    machine.wait_until_still()
    assert machine.n_drawn() >= 10
    machine.check(**machine.draws(machine.n_drawn()))
    # So does another view, which has a run of its own.
    machine.press("Run")
    page.clock.run_for(300)
    machine.show("judge")
    machine.wait_until_still()
    machine.press("Run")
    page.clock.run_for(200)
    machine.press("Stop")
    machine.check(judged=machine.n_judged())
    assert 0 < machine.n_judged() < MOST_JUDGED
    machine.show("deal")
    machine.check(**machine.draws(machine.n_drawn()))
    # Out of sight it stops by itself.
    page.add_style_tag(content="body { padding-bottom: 4000px }")
    machine.press("Run")
    page.evaluate("window.scrollTo(0, 4000)")
    machine.wait_until_still()
    assert machine.status().startswith("Stopped: out of sight. ")
    page.watched.check()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_little_is_said_while_it_runs(page_of, open_page, motion):
    """And nothing flashes. Who asked for less motion sees no frame between start and stop."""
    page = open_page(page_of(NullMachine(drawn={2: 100})), reduced_motion=motion)
    page.clock.install()
    machine = Machine(page, drawn={"2": 100})
    changes = """([selector, name]) => { window[name] = [];
        new MutationObserver(() => window[name].push(document.querySelector(selector).textContent)).observe(
            document.querySelector(selector),
            { attributes: true, childList: true, characterData: true, subtree: true }); }"""
    for selector, name in [
        (".demo-live .demo-status", "said"),
        (".demo-live .demo-dealt", "flickers"),
        (".demo-live .demo-null-deals", "bars"),
    ]:
        page.evaluate(changes, [selector, name])
    start = page.evaluate("performance.now()")
    machine.press("Run")
    page.clock.run_for(1000)
    lasted = page.evaluate("performance.now()") - start
    said, n_flickers, n_bars = (page.evaluate(name) for name in ("said", "flickers.length", "bars.length"))
    assert said[0] == "Running."
    assert len(said) <= 3
    assert n_flickers <= (lasted / 400 + 2) * (motion != "reduce")  # fewer than three in a second
    assert (n_bars > 10) == (motion != "reduce")
    if machine.box.get_by_role("button", name="Stop", exact=True).count():
        machine.press("Stop")
    assert machine.n_drawn() > 105
    machine.check(**machine.draws(machine.n_drawn()))


def axis(picture, along):
    """Map a place to a value, by the texts of the axis."""
    other = "y" if along == "x" else "x"
    texts = picture.locator(".demo-axis").evaluate_all(
        "nodes => nodes.map(n => [n.textContent, n.getAttribute('x'), n.getAttribute('y')])"
    )
    found = [(number(text), float(x), float(y)) for text, x, y in texts if re.fullmatch(r"\N{MINUS SIGN}?0\.\d+", text)]
    assert len(found) >= 2
    values, xs, ys = map(np.array, zip(*found, strict=True))
    assert np.ptp({"x": xs, "y": ys}[other]) == 0
    slope, intercept = np.polyfit({"x": xs, "y": ys - 4}[along], values, 1)
    return lambda place: slope * place + intercept


def coordinates(node):
    return [float(text) for text in re.findall(r"-?\d+(?:\.\d+)?(?:e-\d+)?", node.get_attribute("d"))]


def check_histogram(picture, auccs, deviation):
    """Bars are the counts of the scores, the curve the normal density on their scale."""
    value = axis(picture, "x")
    bars = np.array(coordinates(picture.locator(".demo-null-bars"))).reshape(-1, 5)
    left, bottom, height, right, _ = bars.T
    assert set(bottom) == {156}
    quarter = np.round((value(left) - 0.5) / (deviation / 4)).astype(int)
    places = np.floor((np.array(auccs) - 0.5) / (deviation / 4))
    counts = dict(zip(*np.unique(places, return_counts=True), strict=True))
    assert set(counts) == set(quarter)
    inside = slice(1, -1)  # at an end a bar may be cut by the frame
    assert np.allclose((value(right) - value(left))[inside], deviation / 4, atol=1e-6)
    per_count = (156 - height) / [counts[i] for i in quarter]
    assert np.allclose(per_count, per_count[0])
    x, y = np.array(coordinates(picture.locator(".demo-null-curve"))).reshape(-1, 2).T
    expected = len(auccs) * deviation / 4 * norm.pdf(value(x), 0.5, deviation)
    assert np.allclose((156 - y) / per_count[0], expected, atol=1e-3 * len(auccs))


def test_charts_show_the_numbers(live):
    state = {"k": 3, "judged": 400, "labels": [0] * 29 + [1] * 31}
    page = live(NullMachine(drawn={2: 60, 3: 300, 9: 50}, **state))
    machine = Machine(page, drawn={"2": 60, "3": 300, "9": 50}, **state)
    ranking = at.PairRanking(START["points"])
    picture = machine.box.locator(".demo-null-histogram:visible")
    check_histogram(picture, whole_run(machine.state, 3)["auccs"], math.sqrt(ranking.null([20] * 3).variance))
    assert not picture.locator(".demo-null-seen").get_attribute("d")
    machine.show("judge")
    verdict = MODEL.verdictOn(machine.state)
    check_histogram(picture, verdict["auccs"], verdict["deviation"])
    (x, *_) = coordinates(picture.locator(".demo-null-seen"))
    assert axis(picture, "x")(x) == pytest.approx(verdict["aucc"], abs=1e-6)
    assert picture.get_attribute("aria-label").endswith(f"this partition at {verdict['aucc']:.4f}")
    machine.show("every k")
    for i, name in enumerate(("aucc_score", "silhouette_score")):
        picture = machine.box.locator(".demo-null-drift").nth(i)
        value = axis(picture, "y")
        dots = picture.locator("circle").evaluate_all("nodes => nodes.map(n => Number(n.getAttribute('cy')))")
        ends = np.array(coordinates(picture.locator(".demo-null-line"))).reshape(-1, 2)[:, 1].reshape(-1, 2)
        for k, dot, (low, high) in zip((2, 3, 9), dots, ends, strict=True):
            found = whole_run(machine.state, k)["tallies"][name]
            spread = MODEL.deviationOf(found)
            expected = [found["mean"] + sign * spread for sign in (0, -1, 1)]
            assert [value(dot), value(low), value(high)] == pytest.approx(expected, abs=1e-6)
    picture = machine.box.locator(".demo-null-drift").first
    edge = np.array(coordinates(picture.locator(".demo-null-band"))).reshape(-1, 2)[:, 1]
    value = axis(picture, "y")
    for k, upper, lower in zip(range(2, 13), edge[:11], edge[:10:-1], strict=True):
        deviation = math.sqrt(ranking.null(size_profile(60, k)).variance)
        assert value(np.array([lower, upper])) == pytest.approx([0.5 - deviation, 0.5 + deviation], abs=1e-6)


def test_markers_show_the_last_deal_where_the_points_are(live):
    """Clusters beyond the sixth have the same six markers again, hollow; what is drawn at first, too."""
    machine = Machine(live(NullMachine(k=12, drawn={12: 500})), k=12, drawn={"12": 500})
    machine.check()  # waited while it was busy
    markers = machine.box.locator(".demo-dealt .demo-marker")
    assert max(machine.clusters("demo-dealt")) == 11
    places = markers.evaluate_all("nodes => nodes.map(n => n.getAttribute('transform').match(/[\\d.]+/g).map(Number))")
    for (x, y), place in zip(START["points"], places, strict=True):
        assert place[:2] == pytest.approx([24 + 0.392 * x, 416 - 0.392 * y])


def test_limits_of_k_follow_points_and_sizes(live):
    points = [[i, (i * i) % 13] for i in range(10)]
    machine = Machine(live(NullMachine(points, k=9, drawn={9: 4})), points=points)
    assert machine.slider.get_attribute("max") == "9"
    machine.sizes_.select_option(value="sixty percent")
    assert (machine.slider.get_attribute("max"), machine.slider.input_value()) == ("5", "5")
    machine.check(k=5, balance="sixty percent")


def test_a_phone_shows_handle_and_result_together(page_of, open_page):
    url = page_of(NullMachine(view="judge", judged=999))
    machine = Machine(open_page(url, width=390, height=844, has_touch=True, is_mobile=True))
    for view, parts in {
        "judge": (".demo-scatter", ".demo-number", ".demo-null-histogram", "select", "button"),
        "deal": ("input", "button", ".demo-number", ".demo-null-histogram", ".demo-dealt"),
        "every k": ("select", "button", ".demo-number", ".demo-null-drift"),
    }.items():
        machine.show(view)
        panel = machine.box.get_by_role("tabpanel")
        boxes = [node.bounding_box() for part in parts for node in panel.locator(part).all()]
        assert len(boxes) >= len(parts)
        assert max(box["y"] + box["height"] for box in boxes) - min(box["y"] for box in boxes) <= 844 - 60
        small = panel.locator(":is(button, select, input)").all() + machine.box.get_by_role("tab").all()
        assert min(min(box["width"], box["height"]) for node in small if (box := node.bounding_box())) >= 24
    machine.show("judge")
    before = machine.texts()["aucc"]
    machine.marks.nth(30).locator(".demo-marker").tap()
    assert machine.status().startswith("Point ")
    assert machine.texts()["aucc"] != before
