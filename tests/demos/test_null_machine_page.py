"""The null machine on a page: labels that a hand makes, p-values that collect, runs that go on and stop."""

import re

import pytest

import aucc_teach as at
from demos.each_demo import CHOICES
from demos.models import Model
from demos.shown import Live

NullMachine = at.demos.NullMachine
TABS = dict(zip(CHOICES["NullMachine", "view"], ("Draw", "Judge", "Every k"), strict=True))
MODEL = Model("null-machine")
START = NullMachine().state()
PRESETS = {preset["name"]: preset for preset in NullMachine().presets}
NOISE = {name: PRESETS["No clusters"][name] for name in ("points", "labels")}


# ---- on a page


class Machine(Live):
    """The null machine on a page, without steps."""

    def __init__(self, page, demo):
        super().__init__(page, demo)
        self.slider = self.box.locator(".demo-null-k input")
        self.strip = self.box.locator(".demo-null-strip")
        self.middle(self.box.locator(".demo-null-tabs"))
        self.wait_until_dealt()

    def show(self, view):
        self.box.get_by_role("tab", name=TABS[view], exact=True).click()

    def wait_until_still(self):
        self.button("Run").wait_for()

    def held(self):
        """How many p-values the strip has."""
        return int(re.match(r"\d+|", self.strip.get_attribute("aria-label"))[0] or 0)


@pytest.fixture
def machine_of(live):
    """Open a page with a null machine."""

    def open_(*points, **state):
        demo = NullMachine(*points, **state)
        demo.lesson = []
        return Machine(live(demo), demo)

    return open_


def test_judges_what_the_reader_makes(machine_of):
    """A press changes a point's cluster, a drag moves it: deals of the new sizes, among the same number."""
    machine = machine_of(view="judge")
    assert machine.status() == "AUCC 0.9997, z 36.1357. Nothing drawn yet."
    machine.press("Run")
    machine.wait_until_still()
    machine.check(judged=999)
    assert machine.status() == "Done. AUCC 0.9997, z 36.1357; 0 of 999 random labellings reach it: p 0.0010."
    machine.press("Run")
    assert machine.status() == "999 are drawn, which is the most there can be."
    labels, before = machine.box.get_by_role("combobox", name="Labels"), START["points"]
    outer = min(range(20), key=lambda i: before[i][0])  # has no other point near it
    machine.drag_point(outer, 60, 90)
    moved = machine.check(labels=START["labels"])["points"]
    assert [i for i, point in enumerate(moved) if point != before[i]] == [outer]
    machine.drag_point(outer, 0, 0)
    own = machine.check(labels=[1 if i == outer else i // 20 for i in range(60)])["labels"]
    labels.select_option(value="blind")
    machine.check(labels=MODEL.blindLabels(own, 1))
    # One cluster cannot be judged, and points that all lie in one place cannot be.
    machine = machine_of([[500, 500]] * 9 + [[510, 500]], labels=[0] * 10, view="judge", judged=30)
    words = "AUCC needs pairs within clusters and pairs between them."
    machine.press("Run")
    assert (machine.status(), machine.button("Stop").count()) == (words, 0)
    machine.points.nth(9).press("ArrowLeft")
    assert machine.status() == "The points cannot all lie in one place."
    machine.points.nth(9).press("ArrowRight")
    assert machine.check()["points"][9] == [520, 500]


def test_the_strip_collects_p_values_of_random_labels(machine_of):
    """Of seeds that were run, one after the other; a seed without its run ends the row, and so do other points."""
    machine = machine_of(NOISE["points"], labels=NOISE["labels"], view="judge", judged=999)
    expected = []
    for seed in range(1, 4):
        state = machine.check(seed=seed, labels=MODEL.blindLabels(NOISE["labels"], seed))
        expected.append(MODEL.verdictOn(state)["p"])
        name, small = machine.strip.get_attribute("aria-label"), sum(p <= 0.05 for p in expected)
        assert name.startswith(f"{seed} p-value{'s' * (seed > 1)} of random labels, {small} of them 0.05 or less: ")
        assert [float(p) for p in name.split(": ")[1].split(", ")] == pytest.approx(expected, abs=1e-9)
        machine.press("New seed")
    machine.points.first.press("Enter")
    assert machine.strip.get_attribute("aria-label") == "p-values of random labels: none yet"
    machine.press("Undo")
    assert machine.held() == 4
    machine.points.first.press("ArrowUp")
    assert machine.held() == 1


def test_runs_and_stops(page_of, open_page):
    demo = NullMachine(drawn={2: 1700, 5: 30})
    page = open_page(page_of(demo))
    page.clock.install()  # time goes on, and faster where it is told to
    machine = Machine(page, demo)
    machine.box.locator(".demo-more").evaluate("node => { node.open = true; }")
    machine.press("Run")
    machine.wait_until_still()  # by itself
    machine.check(drawn={"2": 2000, "5": 30})
    assert machine.status().startswith("Done. 2000 drawn")
    # A change of k does not stop the machine.
    machine.slider.fill("5")
    machine.press("Run")
    page.clock.run_for(300)
    machine.slider.fill("4")
    page.clock.run_for(300)
    machine.press("Stop")
    assert machine.status().startswith("Stopped. ")
    drawn = machine.check(k=4)["drawn"]
    assert (0 < drawn["4"] < 2000, 30 < drawn["5"] < 2000) == (True, True)
    page.clock.run_for(1000)
    machine.check(drawn=drawn)
    # A new seed stops it, and so does another view.
    machine.press("Run", "New seed")
    machine.wait_until_still()
    page.clock.run_for(1000)
    machine.check(seed=2, drawn={})
    machine.press("Run")
    page.clock.run_for(300)
    machine.show("judge")
    machine.wait_until_still()
    machine.show("deal")
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
    demo = NullMachine(drawn={2: 100})
    page = open_page(page_of(demo), reduced_motion=motion)
    page.clock.install()
    machine = Machine(page, demo)
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
    if machine.button("Stop").count():
        machine.press("Stop")
    assert machine.state()["drawn"]["2"] > 105
