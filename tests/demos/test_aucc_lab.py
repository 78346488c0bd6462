"""The AUCC lab's shuffles: the same points, their labels dealt again."""

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

import aucc_teach as at
from demos.each_demo import whole_demo

AuccLab, NullMachine = at.demos.AuccLab, at.demos.NullMachine
WIDE = 1400


def shuffling(**state):
    """A lab without steps."""
    return AuccLab(can_shuffle=True, lesson=[], **state)


class Shuffles:
    """What the page shows of the shuffles of a lab."""

    def __init__(self, lab):
        self.lab, self.box = lab, lab.box
        self.once = self.box.get_by_role("button", name="Shuffle", exact=True)
        self.hundred = self.box.get_by_role("button", name="Shuffle 100")

    def rest(self):
        """Wait until nothing flies."""
        self.box.page.wait_for_function(
            "box => !box.querySelector('.demo-fresh, .demo-falling')", arg=self.box.element_handle()
        )

    def dots(self):
        """Return how many dots there are, and how many of them are dark."""
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

    def check(self, twin):
        """Everything is what Python finds in the same state."""
        n, at_least = twin.shuffles, int((twin.shuffled_scores >= twin.aucc).sum())
        # The picture follows in a few frames.
        words = f"{at_least} of {n} as large" if n else ""
        expect(self.box.locator("[data-value=atLeast]")).to_have_text(words, timeout=60_000)
        assert self.lab.texts()["p"] == (f"p = {1 + at_least}/{1 + n} = {twin.pvalue:.4f}" if n else "")
        assert self.dots() == (n, at_least)
        assert len(self.ghosts()) == min(n, 40)
        times = "shuffle" if n == 1 else "shuffles"
        says = f"{n} {times}, {at_least} of them as large" if n else "no shuffle yet"
        name = self.box.locator(".demo-shuffled").get_attribute("aria-label")
        assert name == f"AUCC of shuffled labels: {says}"
        if n:
            assert self.lab.status().endswith(
                f"Shuffle {n}: AUCC {twin.shuffled_scores[-1]:.4f}. {at_least} of {n} reach {twin.aucc:.4f}, "
                f"so p = {1 + at_least}/{1 + n} = {twin.pvalue:.4f}."
            )


@pytest.fixture
def shuffles_on(page_of, open_page, lab_on):
    def open_(demo, **options):
        page = open_page(page_of(demo), **options)
        return Shuffles(lab_on(page))

    return open_


# ---- in Python


@pytest.mark.parametrize("preset", [1, 2, 3, 4])
def test_the_null_machine_shuffles_alike(preset):
    preset = AuccLab().presets[preset]
    points, labels = preset["points"], preset["labels"]
    lab = AuccLab(points, labels, seed=5, shuffles=999)
    machine = NullMachine(points, labels=labels, seed=5, judged=999)
    assert lab.shuffled_scores.tolist() == machine.judged_scores.tolist()
    assert lab.pvalue == machine.verdict.pvalue
    assert lab.numbers(lab.state())["p"] == lab.pvalue


def test_a_shuffle_deals_the_labels_that_there_are():
    points = AuccLab().points
    lab = AuccLab(points, [5, 2, 2, 5, 2, 0, 2], shuffles=50)
    assert {tuple(sorted(row)) for row in lab.shuffled_labels.tolist()} == {(0, 2, 2, 2, 2, 5, 5)}
    assert len(set(map(tuple, lab.shuffled_labels.tolist()))) > 25
    assert lab.shuffled_scores.tolist() == [at.aucc_score(points, row) for row in lab.shuffled_labels]
    assert lab.pvalue == (1 + sum(lab.shuffled_scores >= at.aucc_score(points, lab.labels))) / 51


def test_what_the_last_step_says_of_the_seven_points():
    lab = AuccLab()
    scores = {labels: at.aucc_score(lab.points, labels) for labels in at.partitions.set_partitions(7, sizes=[4, 3])}
    assert len(scores) == 35
    assert {labels for labels, score in scores.items() if score >= lab.aucc} == {
        (0, 0, 0, 0, 1, 1, 1),
        (0, 0, 0, 1, 1, 1, 1),
    }
    # "A few": neither none nor about half, with most seeds.
    reach = [lab.numbers(lab.state() | {"seed": seed, "shuffles": 100})["at_least"] for seed in range(30)]
    assert 1 <= min(reach) < max(reach) < 20
    assert AuccLab(shuffles=999).pvalue == pytest.approx(2 / 35, abs=0.01)


def test_place_begins_anew_and_a_start_with_shuffles_has_no_steps():
    lab = AuccLab(can_shuffle=True, shuffles=7)
    assert lab.lesson == []
    lab.place(points=[[0, 0], [5, 5], [9, 0]], labels=[0, 0, 1])
    assert lab.shuffles == 0
    assert [len(AuccLab(can_shuffle=can).lesson) for can in (False, True)] == [3, 4]
    for name, value in (("shuffles", 1000), ("shuffles", -1), ("shuffles", 1.5), ("seed", -1), ("seed", 2**32)):
        with pytest.raises(ValueError, match=name):
            setattr(lab, name, value)


def test_where_there_is_no_aucc_nothing_is_shuffled():
    lab = AuccLab([[0, 0], [1, 1], [2, 2]], [0, 0, 0], can_shuffle=True, shuffles=9)
    found = lab.numbers(lab.state())
    assert (found["n_shuffles"], found["at_least"], found["p"], found["lowest"]) == (0, 0, None, None)
    assert lab.shuffled_scores.tolist() == []
    assert "Shuffle" not in lab.still()[0]


# ---- on a page


def test_buttons_and_keys_shuffle(shuffles_on):
    shuffles = shuffles_on(shuffling())
    twin = shuffling()
    shuffles.check(twin)
    for act, count in (
        (shuffles.once.click, 1),
        (lambda: shuffles.lab.points_.first.press("s"), 2),
        (shuffles.hundred.click, 102),
        (lambda: shuffles.box.locator(".demo-strip").press("h"), 202),
        (lambda: shuffles.once.press("S"), 203),
    ):
        act()
        twin.shuffles = count
        shuffles.rest()
        shuffles.check(twin)
    assert shuffles.once.get_attribute("aria-keyshortcuts") == "S"
    assert shuffles.hundred.get_attribute("aria-keyshortcuts") == "H"
    # A list takes letters to choose by, and what is pressed with Ctrl is the browser's.
    shuffles.box.locator("select").press("h")
    shuffles.once.press("Control+h")
    shuffles.check(twin)
    for _ in range(8):
        shuffles.hundred.click()
    twin.shuffles = 999
    shuffles.check(twin)
    shuffles.once.click()
    assert shuffles.lab.status() == "There can be at most 999 shuffles."
    shuffles.box.page.watched.check()


@pytest.mark.parametrize("act", ["drag", "label", "preset", "add", "remove"])
def test_other_points_or_labels_begin_anew_and_undo_brings_back(act, shuffles_on):
    shuffles = shuffles_on(shuffling())
    lab, page = shuffles.lab, shuffles.box.page
    shuffles.hundred.click()
    before = shuffling(shuffles=100)
    shuffles.check(before)
    ghosts = shuffles.ghosts()
    if act == "drag":
        lab.drag(3, 20, 20)
    elif act == "preset":
        lab.box.locator("select").select_option(label="Cut across")
    else:
        lab.points_.nth(1).press({"label": "Enter", "add": "+", "remove": "Delete"}[act])
    points, labels = lab.state()
    twin = AuccLab(points, labels)
    shuffles.check(twin)
    shuffles.hundred.click()
    twin.shuffles = 100
    shuffles.check(twin)
    for _ in range(2):
        lab.box.get_by_role("button", name="Undo").click()
    shuffles.check(before)
    assert shuffles.ghosts() == ghosts
    lab.box.get_by_role("button", name="Undo").click()
    shuffles.check(shuffling())
    page.watched.check()


def test_a_link_brings_the_shuffles_along(shuffles_on):
    other = shuffling(seed=77, shuffles=345)
    shuffles = shuffles_on(shuffling())
    shuffles.box.page.evaluate("address => { location.hash = address; }", other.link())
    shuffles.box.page.wait_for_function("!location.hash")
    shuffles.check(other)
    at_once = shuffles_on(other)
    at_once.check(other)
    assert shuffles.ghosts() == at_once.ghosts()


def test_one_shuffle_flies_and_many_pile_up(shuffles_on):
    shuffles = shuffles_on(shuffling())
    shapes = "nodes => nodes.map((node) => node.children[2].getAttribute('d'))"
    before, names = shuffles.lab.points_.evaluate_all(shapes), shuffles.lab.state()
    shuffles.once.click()
    # Its labels are seen on the points, which are called by the real ones; its curve and its dot are on their way.
    dealt = shuffling(shuffles=1).shuffled_labels[0].tolist()
    during = shuffles.lab.points_.evaluate_all(shapes)
    assert [shape == old for shape, old in zip(during, before, strict=True)] == [
        label == real for label, real in zip(dealt, shuffling().labels, strict=True)
    ]
    assert shuffles.lab.state() == names
    assert shuffles.box.locator(".demo-fresh, .demo-falling").count() == 2
    shuffles.rest()
    assert shuffles.lab.points_.evaluate_all(shapes) == before
    # Who goes on does not wait.
    for _ in range(3):
        shuffles.once.click()
    shuffles.hundred.click()
    assert shuffles.box.locator(".demo-fresh, .demo-falling").count() == 0
    shuffles.check(shuffling(shuffles=104))
    shuffles.box.page.watched.check()


def test_nothing_flies_where_less_motion_is_asked_for(shuffles_on):
    shuffles = shuffles_on(shuffling(), reduced_motion="reduce")
    shapes = "nodes => nodes.map((node) => node.children[2].getAttribute('d'))"
    before = shuffles.lab.points_.evaluate_all(shapes)
    for button, count in ((shuffles.once, 1), (shuffles.hundred, 101)):
        seen = button.evaluate(
            """async (button) => {
              const box = button.closest('.demo-body');
              button.click();
              await Promise.resolve();
              return [box.querySelectorAll('.demo-fresh, .demo-falling').length,
                [...box.querySelectorAll('.demo-shuffled-dots')].map((node) => node.getAttribute('d')).join('')];
            }"""
        )
        assert (seen[0], seen[1].count("M")) == (0, count)
        assert shuffles.lab.points_.evaluate_all(shapes) == before


def test_the_first_steps_are_not_about_shuffles(shuffles_on):
    shuffles = shuffles_on(whole_demo("AuccLab"))
    assert not shuffles.once.is_visible()
    shuffles.lab.points_.first.press("s")
    shuffles.lab.points_.first.press("h")
    assert shuffles.dots() == (0, 0)
    shuffles.box.get_by_role("button", name="Explore without steps").click()
    assert shuffles.once.is_visible()
    shuffles.lab.points_.first.press("h")
    shuffles.check(shuffling(shuffles=100))


def test_without_the_option_there_is_nothing_of_it(shuffles_on):
    shuffles = shuffles_on(AuccLab(lesson=[], shuffles=50))
    shuffles.lab.points_.first.press("h")
    assert shuffles.box.locator(".demo-shuffled-box").count() == 0
    assert shuffles.ghosts() == []
    assert shuffles.once.count() == shuffles.hundred.count() == 0
    shuffles.lab.check_numbers()
    assert "Shuffle" not in AuccLab(shuffles=50).still()[0]


def test_no_aucc_no_shuffle(shuffles_on):
    shuffles = shuffles_on(AuccLab([[0, 0], [100, 0], [1000, 1000]], [0, 0, 0], can_shuffle=True))
    shuffles.hundred.click()
    assert shuffles.lab.status() == "AUCC needs pairs within clusters and pairs between them."
    assert shuffles.dots() == (0, 0)
    shuffles.box.page.watched.check()


@pytest.mark.parametrize("width", [360, 600, 800, WIDE])
@pytest.mark.breadth(first_of=2)
def test_nothing_jumps_and_nothing_is_clipped(width, page_of, steady, lab_on):
    crowd = AuccLab().presets[2]
    demo = AuccLab(crowd["points"], crowd["labels"], can_shuffle=True)
    page, check = steady(page_of(demo), width)
    shuffles = Shuffles(lab_on(page))
    for _ in range(10):
        shuffles.hundred.click()
    demo.shuffles = 999
    shuffles.check(demo)
    check()
    box = shuffles.box.bounding_box()
    # The words themselves: they may be wider than what holds them.
    read = """nodes => nodes.map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const [{ left, right }, outer] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
        return [Math.min(left, outer.left), Math.max(right, outer.right)];
    })"""
    for left, right in shuffles.box.locator("button, .demo-shuffling span").evaluate_all(read):
        assert box["x"] - 0.5 <= left
        assert right <= box["x"] + box["width"] + 0.5


@pytest.mark.parametrize("width", [390, WIDE])
def test_curve_histogram_and_buttons_share_a_screen(width, shuffles_on):
    shuffles = shuffles_on(shuffling(), width=width)
    nodes = [shuffles.box.locator(name) for name in (".demo-scatter", ".demo-roc", ".demo-shuffled")]
    boxes = [node.bounding_box() for node in (*nodes, shuffles.once, shuffles.hundred)]
    assert max(box["y"] + box["height"] for box in boxes) - min(box["y"] for box in boxes) <= 784
    # Curve and histogram have one scale on a wide screen: a dot falls from the one into the other.
    if width == WIDE:
        curve, histogram = boxes[1:3]
        assert (curve["x"], curve["width"]) == pytest.approx((histogram["x"], histogram["width"]), abs=0.5)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_lab_with_shuffles(scheme, shuffles_on, violations_on_bare_page):
    shuffles = shuffles_on(shuffling(shuffles=100), scheme=scheme)
    shuffles.check(shuffling(shuffles=100))
    assert violations_on_bare_page(shuffles.box.page, scheme) == {}


@pytest.mark.parametrize("state", [{}, {"shuffles": 3}, {"shuffles": 100, "seed": 1}])
def test_still_is_what_the_live_lab_shows(state, page_of, open_page, shuffles_on):
    demo = shuffling(**state)
    names = [".demo-shuffled-dots", ".demo-shuffled-seen", ".demo-ghost", ".demo-shuffled .demo-chance"]
    read = """(box, names) => names.map((name) =>
        [...box.querySelectorAll(name)].map((node) => node.getAttribute('d')).filter(Boolean))"""
    still = open_page(page_of(demo), java_script_enabled=False).locator(".demo-still .demo-body")
    shuffles = shuffles_on(demo)
    shuffles.check(demo)
    shapes = [box.evaluate(read, names) for box in (still, shuffles.box)]
    for drawn, live in zip(*shapes, strict=True):
        values = [sorted(tuple(map(float, re.findall(r"[\d.]+", d))) for d in paths) for paths in (drawn, live)]
        assert len(values[0]) == len(values[1])
        for one, other in zip(*values, strict=True):
            assert one == pytest.approx(other, abs=0.006)
    texts = "box => [...box.querySelectorAll('.demo-shuffled text')].map((node) => node.textContent)"
    assert still.evaluate(texts) == shuffles.box.evaluate(texts)
