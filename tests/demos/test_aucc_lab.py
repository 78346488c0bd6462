"""The AUCC lab: points and what they come to, and the same points with their labels dealt again."""

import random
import re
from collections import Counter

import numpy as np
import pytest
from playwright.sync_api import expect

import aucc_teach as at
from demos.conftest import Lab
from demos.each_demo import whole_demo
from demos.models import Model

AuccLab = at.demos.AuccLab
MODEL = Model("aucc-lab")
NO_AUCC = "AUCC needs pairs within clusters and pairs between them."
SHAPES = "nodes => nodes.map((node) => node.children[2].getAttribute('d'))"


def shuffling(**state):
    """A lab without steps."""
    return AuccLab(can_shuffle=True, lesson=[], **state)


# ---- the model


def random_state(rng):
    """Points on ever coarser grids, so that most distances tie, and labels in every number of clusters."""
    n, step = int(rng.integers(3, 20)), int(rng.choice([1, 200, 500]))
    points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
    labels = rng.integers(0, rng.integers(1, 7), size=n)
    seed, shuffles = int(rng.choice([0, 7, 2**32 - 1])), int(rng.choice([0, 1, 30]))
    return {"points": points.tolist(), "labels": labels.tolist(), "seed": seed, "shuffles": shuffles}


def test_numbers_are_those_of_the_package():
    rng = np.random.default_rng(18)
    n_without = 0
    for _ in range(150):
        state = random_state(rng)
        points, labels, _, n = state.values()
        found = MODEL.numbers(state)
        assert MODEL.check(state) == ""
        assert (found["n_points"], found["n_clusters"]) == (len(points), len(set(labels)))
        if not 2 <= len(set(labels)) < len(labels):
            n_without += 1
            assert (found["comparisons"], found["n_shuffles"]) == (0, 0)
            assert [found[key] for key in ("aucc", "gamma", "p", "lowest", "last")] == [None] * 5
            assert MODEL.words(state | {"can_shuffle": True}) == NO_AUCC
            continue
        assert (found["right"], found["wrong"], found["tied"]) == at.concordance(points, labels)
        assert found["aucc"] == pytest.approx(at.aucc_score(points, labels), abs=1e-12)
        assert found["gamma"] == pytest.approx(at.gamma_score(points, labels), abs=1e-12)
        shuffles = MODEL.shufflesOf(state)
        assert [shuffle["aucc"] for shuffle in shuffles] == pytest.approx(
            [at.aucc_score(points, shuffle["labels"]) for shuffle in shuffles], abs=1e-12
        )
        assert {tuple(sorted(shuffle["labels"])) for shuffle in shuffles} <= {tuple(sorted(labels))}
        at_least = sum(shuffle["aucc"] >= found["aucc"] for shuffle in shuffles)
        assert (found["n_shuffles"], found["at_least"]) == (n, at_least)
        assert found["p"] == ((1 + at_least) / (1 + n) if n else None)
    assert 15 < n_without < 75


def test_words():
    lab = AuccLab()
    assert lab.words() == "99 of 108 comparisons are right: AUCC 0.9167."
    lab.place(points=[[0, 0], [0, 5], [5, 0], [5, 5]], labels=[0, 1, 1, 0])
    assert lab.words() == "0 of 8 comparisons are right: AUCC 0.0000, below one half."
    lab.labels = [0, 0, 1, 1]
    assert lab.words() == "4 of 8 comparisons are right, 4 are tied: AUCC 0.7500."
    found = MODEL.numbers(shuffling(shuffles=40).state())
    assert shuffling(shuffles=40).words() == (
        f"Shuffle 40: AUCC {found['last']:.4f}. {found['at_least']} of 40 reach 0.9167, "
        f"so p = {1 + found['at_least']}/41 = {found['p']:.4f}."
    )
    assert AuccLab(shuffles=40).words() == AuccLab().words()


def test_the_null_machine_shuffles_alike():
    for preset in AuccLab().presets[1:]:
        points, labels = preset["points"], preset["labels"]
        lab = AuccLab(points, labels, seed=5, shuffles=199)
        machine = at.demos.NullMachine(points, labels=labels, seed=5, judged=199)
        ours, theirs = (demo.numbers(demo.state()) for demo in (lab, machine))
        assert ours["p"] == theirs["p"]


def test_what_the_last_step_says_of_the_seven_points():
    lab = AuccLab()
    aucc = at.aucc_score(lab.points, lab.labels)
    scores = {labels: at.aucc_score(lab.points, labels) for labels in at.partitions.set_partitions(7, sizes=[4, 3])}
    assert len(scores) == 35
    large = {labels for labels, score in scores.items() if score >= aucc}
    assert large == {(0, 0, 0, 0, 1, 1, 1), (0, 0, 0, 1, 1, 1, 1)}
    # "A few": neither none nor about half, with most seeds.
    reach = [MODEL.numbers(lab.state() | {"seed": seed, "shuffles": 100})["at_least"] for seed in range(30)]
    assert 1 <= min(reach) < max(reach) < 20
    assert MODEL.numbers(lab.state() | {"shuffles": 999})["p"] == pytest.approx(2 / 35, abs=0.01)


def test_presets_show_what_they_say():
    data = at.datasets.load_figure3()
    assert AuccLab().state()["points"] == data.points.tolist()
    found = {preset["name"]: at.aucc_score(preset["points"], preset["labels"]) for preset in AuccLab().presets}
    assert found["Figure 3"] == 11 / 12
    assert found["Two far blobs"] == 1
    assert 0.45 < found["Shuffled labels"] < 0.55
    assert found["Cut across"] < 0.5
    grid = AuccLab().presets[-1]
    assert at.concordance(grid["points"], grid["labels"]).s_zero > 1000


def test_the_step_about_shuffles_is_there_where_they_are():
    assert [len(AuccLab(can_shuffle=can).lesson) for can in (False, True)] == [3, 4]


# ---- the points in a page


@pytest.fixture
def lab(live):
    return Lab(live(AuccLab(), height=1400))


def random_edit(rng, lab):
    i = rng.randrange(lab.points_.count())
    kind = rng.choice(["drag", "drag", "arrow", "far", "cluster", "cluster", "add", "click", "remove", "preset"])
    arrow = rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
    if kind == "drag":
        lab.drag(i, rng.randint(-120, 120), rng.randint(-120, 120))
    elif kind == "click":
        lab.box.locator(".demo-scatter").click(position={"x": rng.randint(5, 200), "y": rng.randint(5, 200)})
    elif kind == "preset":
        lab.box.locator("select").select_option(value=rng.choice("04"))
    else:
        keys = {"arrow": [arrow], "far": [f"Shift+{arrow}"], "cluster": ["Enter", " "]}
        keys |= {"add": ["+", "Insert"], "remove": ["-", "Delete"]}
        lab.points_.nth(i).press(rng.choice(keys[kind]))


def test_what_is_shown_after_random_edits(lab):
    rng = random.Random(2022)
    seen = set()
    for _ in range(30):
        random_edit(rng, lab)
        seen.add(lab.check_numbers()["aucc"])
    assert len(seen) > 12


def test_gamma_and_the_counts_where_they_are_asked_for(live):
    lab = Lab(live(AuccLab(details=True)))
    assert lab.check_numbers() == {"aucc": 0.9167, "gamma": 0.8333, "sPlus": 99, "sMinus": 9, "sZero": 0}
    lab.points_.nth(3).press("Shift+ArrowLeft")
    lab.check_numbers()


def test_touching_shows_pairs(lab):
    within, between = lab.box.locator(".demo-link.demo-within"), lab.box.locator(".demo-link.demo-between")
    joined = lambda: tuple((link.get_attribute("d") or "").count("M") for link in (within, between))  # noqa: E731
    caption = lab.box.locator(".demo-strip-caption")
    lab.points_.nth(3).hover()
    assert joined() == (3, 3)
    assert caption.inner_text() == "pairs of d"
    strip = lab.box.locator(".demo-strip")
    strip.hover(position={"x": strip.bounding_box()["width"] * 0.5 / 21, "y": 30})
    assert joined() == (1, 0)
    assert caption.inner_text() == "e\N{EN DASH}g within, distance 50.3"  # the closest pair
    assert lab.box.locator(".demo-dot").get_attribute("visibility") == "visible"
    lab.page.mouse.move(0, 0)
    assert joined() == (0, 0)
    strip.focus()
    strip.press("End")
    assert strip.get_attribute("aria-valuenow") == "21"
    assert strip.get_attribute("aria-valuetext").startswith("pair 21 of 21: a\N{EN DASH}g between, distance 1000.5")
    strip.press("ArrowLeft")
    assert strip.get_attribute("aria-valuenow") == "20"
    strip.press("Escape")
    assert joined() == (0, 0)


def test_keys_alone_are_enough(lab):
    lab.box.locator("select").focus()

    def press(*keys):
        for key in keys:
            lab.page.keyboard.press(key)
        return lab.page.evaluate("document.activeElement.getAttribute('aria-label')")

    assert press("Tab", "Tab", "Tab") == "a, cluster 0, at 0, 0"
    assert press("p") == "g, cluster 1, at 433, 902"
    assert press("n", "n", "n", "n") == "d, cluster 0, at 358, 543"
    assert press("Enter") == "d, cluster 1, at 358, 543"
    assert lab.status().startswith("Point d is now in cluster 1.")
    assert press("Shift+ArrowLeft", "ArrowUp") == "d, cluster 1, at 258, 553"
    assert press("+") == "h, cluster 1, at 318, 523"
    assert press("Delete") == "g, cluster 1, at 433, 902"
    assert press("Tab") == "Pairs, closest first"
    lab.check_numbers()


def test_every_point_can_be_gripped(live):
    """Also in a crowd, the middle of a point belongs to that point and not to the room around the next one."""
    lab = Lab(live(AuccLab(), width=360, height=1400))
    lab.box.locator("select").select_option(label="Two far blobs")
    hit = """nodes => nodes.filter((node) => {
        const { x, y, width, height } = node.querySelector('.demo-marker').getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).length"""
    assert lab.points_.evaluate_all(hit) == 30


def test_limits(live):
    most = AuccLab([[i * 10, i * 7] for i in range(60)], [i % 2 for i in range(60)])
    fewest = AuccLab([[0, 0], [100, 0], [1000, 1000]], [0, 0, 1])
    page = live(most, fewest, height=1800)
    lab = Lab(page, 0)
    lab.points_.nth(0).press("+")
    assert lab.points_.count() == 60
    assert "60 points" in lab.status()
    lab = Lab(page, 1)
    lab.points_.nth(0).press("-")
    assert lab.points_.count() == 3
    assert "at least 3 points" in lab.status()
    lab.points_.nth(2).press("ArrowUp")
    assert lab.state()[0][2] == (1000, 1000)
    lab.points_.nth(2).press("Enter")
    assert lab.check_numbers()["aucc"] is None
    assert lab.status().endswith(NO_AUCC)


# ---- the shuffles in a page


class Shuffles:
    """What the page shows of the shuffles of a lab."""

    def __init__(self, page):
        self.lab = Lab(page)
        self.box = self.lab.box
        self.once = self.box.get_by_role("button", name="Shuffle", exact=True)
        self.hundred = self.box.get_by_role("button", name="Shuffle 100")

    def rest(self):
        """Wait until nothing flies."""
        self.box.page.wait_for_function(
            "box => !box.querySelector('.demo-fresh, .demo-falling')", arg=self.box.element_handle()
        )

    def dots(self):
        """How many dots there are, and how many of them are dark."""
        paths = self.box.locator(".demo-shuffled-dots").evaluate_all(
            "nodes => nodes.map((node) => [node.classList.contains('demo-reaching'), node.getAttribute('d') ?? ''])"
        )
        counts = Counter()
        for dark, d in paths:
            counts[dark] += d.count("M")
        return counts.total(), counts[True]

    def ghosts(self):
        drawn = self.box.locator(".demo-ghost").evaluate_all("nodes => nodes.map((node) => node.getAttribute('d'))")
        return [d for d in drawn if d]

    def check(self, shuffles, seed=0):
        """So many shuffles of the displayed points are shown, as the model deals them."""
        points, labels = self.lab.state()
        state = {"points": points, "labels": labels, "seed": seed, "shuffles": shuffles, "can_shuffle": True}
        found = MODEL.numbers(state)
        n, at_least = found["n_shuffles"], found["at_least"]
        # The picture follows in a few frames.
        words = f"{at_least} of {n} as large" if n else ""
        expect(self.box.locator("[data-value=atLeast]")).to_have_text(words, timeout=60_000)
        assert self.lab.texts()["p"] == (f"p = {1 + at_least}/{1 + n} = {found['p']:.4f}" if n else "")
        assert self.dots() == (n, at_least)
        assert len(self.ghosts()) == min(n, 40)
        says = f"{n} {'shuffle' if n == 1 else 'shuffles'}, {at_least} of them as large" if n else "no shuffle yet"
        name = self.box.locator(".demo-shuffled").get_attribute("aria-label")
        assert name == f"AUCC of shuffled labels: {says}"
        assert self.lab.status().endswith(MODEL.words(state))


@pytest.fixture
def shuffles(live):
    page = live(shuffling())
    page.emulate_media(reduced_motion="no-preference")
    return Shuffles(page)


def test_buttons_and_keys_shuffle(shuffles):
    shuffles.check(0)
    for act, count in (
        (shuffles.once.click, 1),
        (lambda: shuffles.lab.points_.first.press("s"), 2),
        (shuffles.hundred.click, 102),
        (lambda: shuffles.box.locator(".demo-strip").press("h"), 202),
        (lambda: shuffles.once.press("S"), 203),
    ):
        act()
        shuffles.rest()
        shuffles.check(count)
    # A list takes letters to choose by, and what is pressed with Ctrl is the browser's.
    shuffles.box.locator("select").press("h")
    shuffles.once.press("Control+h")
    shuffles.check(203)
    for _ in range(8):
        shuffles.hundred.click()
    shuffles.check(999)
    shuffles.once.click()
    assert shuffles.lab.status() == "There can be at most 999 shuffles."


@pytest.mark.parametrize("act", ["drag", "label", "preset", "add", "remove"])
def test_other_points_or_labels_begin_anew_and_undo_brings_back(act, shuffles):
    lab = shuffles.lab
    shuffles.hundred.click()
    shuffles.check(100)
    ghosts = shuffles.ghosts()
    if act == "drag":
        lab.drag(3, 20, 20)
    elif act == "preset":
        lab.box.locator("select").select_option(label="Cut across")
    else:
        lab.points_.nth(1).press({"label": "Enter", "add": "+", "remove": "Delete"}[act])
    shuffles.check(0)
    shuffles.hundred.click()
    shuffles.check(100)
    for _ in range(2):
        lab.box.get_by_role("button", name="Undo").click()
    shuffles.check(100)
    assert shuffles.ghosts() == ghosts
    lab.box.get_by_role("button", name="Undo").click()
    shuffles.check(0)


def test_a_link_brings_the_shuffles_along(shuffles):
    shuffles.box.page.evaluate("address => { location.hash = address; }", shuffling(seed=77, shuffles=345).link())
    shuffles.box.page.wait_for_function("!location.hash")
    shuffles.check(345, seed=77)


def test_one_shuffle_flies_and_many_pile_up(shuffles):
    before, names = shuffles.lab.points_.evaluate_all(SHAPES), shuffles.lab.state()
    shuffles.once.click()
    # Its labels are seen on the points, which are called by the real ones; its curve and its dot are on their way.
    demo = shuffling(shuffles=1)
    dealt = demo.model().shufflesOf(demo.state())[0]["labels"]
    during = shuffles.lab.points_.evaluate_all(SHAPES)
    assert [shape == old for shape, old in zip(during, before, strict=True)] == [
        label == real for label, real in zip(dealt, demo.labels, strict=True)
    ]
    assert shuffles.lab.state() == names
    assert shuffles.box.locator(".demo-fresh, .demo-falling").count() == 2
    shuffles.rest()
    assert shuffles.lab.points_.evaluate_all(SHAPES) == before
    # Who goes on does not wait.
    for _ in range(3):
        shuffles.once.click()
    shuffles.hundred.click()
    assert shuffles.box.locator(".demo-fresh, .demo-falling").count() == 0
    shuffles.check(104)


def test_nothing_flies_where_less_motion_is_asked_for(shuffles):
    shuffles.box.page.emulate_media(reduced_motion="reduce")
    before = shuffles.lab.points_.evaluate_all(SHAPES)
    for button, count in ((shuffles.once, 1), (shuffles.hundred, 101)):
        n_moving, dots = button.evaluate(
            """async (button) => {
              const box = button.closest('.demo-body');
              button.click();
              await Promise.resolve();
              return [box.querySelectorAll('.demo-fresh, .demo-falling').length,
                [...box.querySelectorAll('.demo-shuffled-dots')].map((node) => node.getAttribute('d')).join('')];
            }"""
        )
        assert (n_moving, dots.count("M")) == (0, count)
        assert shuffles.lab.points_.evaluate_all(SHAPES) == before


def test_the_first_steps_are_not_about_shuffles(live):
    shuffles = Shuffles(live(whole_demo("AuccLab")))
    assert not shuffles.once.is_visible()
    shuffles.lab.points_.first.press("s")
    shuffles.lab.points_.first.press("h")
    assert shuffles.dots() == (0, 0)
    shuffles.box.get_by_role("button", name="Explore without steps").click()
    shuffles.lab.points_.first.press("h")
    shuffles.check(100)


def test_without_the_option_there_is_nothing_of_it(live):
    shuffles = Shuffles(live(AuccLab(lesson=[], shuffles=50)))
    shuffles.lab.points_.first.press("h")
    assert shuffles.box.locator(".demo-shuffled-box, .demo-ghost").count() == 0
    assert shuffles.once.count() == shuffles.hundred.count() == 0
    shuffles.lab.check_numbers()


def test_no_aucc_no_shuffle(live):
    shuffles = Shuffles(live(AuccLab([[0, 0], [100, 0], [1000, 1000]], [0, 0, 0], can_shuffle=True)))
    shuffles.hundred.click()
    assert shuffles.lab.status() == NO_AUCC
    assert shuffles.dots() == (0, 0)


@pytest.mark.parametrize("width", [390, 1400])
def test_curve_histogram_and_buttons_share_a_screen(width, live):
    shuffles = Shuffles(live(shuffling(), width=width))
    nodes = [shuffles.box.locator(name) for name in (".demo-scatter", ".demo-roc", ".demo-shuffled")]
    boxes = [node.bounding_box() for node in (*nodes, shuffles.once, shuffles.hundred)]
    assert max(box["y"] + box["height"] for box in boxes) - min(box["y"] for box in boxes) <= 784
    # Curve and histogram have one scale on a wide screen: a dot falls from the one into the other.
    if width == 1400:
        curve, histogram = boxes[1:3]
        assert (curve["x"], curve["width"]) == pytest.approx((histogram["x"], histogram["width"]), abs=0.5)


@pytest.mark.parametrize("state", [{"shuffles": 3}, {"shuffles": 100, "seed": 1}])
def test_the_picture_has_the_ghosts_and_dots_of_its_state(state, live):
    page = live(shuffling(**state))
    Shuffles(page).check(**state)
    read = """box => ['.demo-shuffled-dots', '.demo-shuffled-seen', '.demo-ghost'].map((name) =>
        [...box.querySelectorAll(name)].map((node) => node.getAttribute('d')).filter(Boolean).sort())"""
    still, shown = (page.locator(f".demo-host > {kind}").evaluate(read) for kind in (".demo-still", ".demo-live"))
    count = lambda drawn: [re.findall("M", "".join(paths)) for paths in drawn]  # noqa: E731
    assert count(still) == count(shown)
