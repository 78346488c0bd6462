"""The AUCC lab: points and what they come to, and the same points with their labels dealt again."""

import re

import pytest

import aucc_teach as at
from demos.each_demo import random_states, whole_demo
from demos.models import Model
from demos.shown import Live, drawing, written

AuccLab = at.demos.AuccLab
MODEL = Model("aucc-lab")
NO_AUCC = "AUCC needs pairs within clusters and pairs between them."
SHAPES = "nodes => nodes.map((node) => node.children[2].getAttribute('d'))"


# ---- the model


def test_numbers_are_those_of_the_package():
    n_without = 0
    for state in random_states("AuccLab", 120):
        state["shuffles"] = min(30, state["shuffles"])
        points, labels, n = state["points"], state["labels"], state["shuffles"]
        found = MODEL.numbers(state)
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
    assert n_without > 3


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
    assert found["Seven points"] == 11 / 12
    assert found["Two far blobs"] == 1
    assert 0.45 < found["Shuffled labels"] < 0.55
    assert found["Cut across"] < 0.5
    grid = AuccLab().presets[-1]
    assert at.concordance(grid["points"], grid["labels"]).s_zero > 1000


# ---- what is shown


@pytest.mark.parametrize("can_shuffle", [False, True])
def test_what_is_shown_is_what_the_package_computes(can_shuffle):
    for state in random_states("AuccLab", 8, seed=4):
        points, labels, n = state["points"], state["labels"], state["shuffles"]
        shown = drawing(AuccLab(can_shuffle=can_shuffle, details=True), **state)
        texts = shown.texts()
        if not 2 <= len(set(labels)) < len(labels):
            assert (texts["aucc"], shown.said()) == ("\N{EN DASH}", NO_AUCC)
            continue
        plus, minus, tied = counts = at.concordance(points, labels)
        aucc = written(at.aucc_score(points, labels))
        assert [texts["aucc"], texts["gamma"]] == [aucc, written(at.gamma_score(points, labels))]
        assert [texts[key].replace("\N{THIN SPACE}", "") for key in ("sPlus", "sMinus", "sZero")] == [*map(str, counts)]
        assert shown.attributes(".demo-roc", "aria-label") == [f"ROC curve of the pairs, area {aucc}"]
        says = f"{plus} of {plus + minus + tied} comparisons are right" + (
            f", {tied} {'is' if tied == 1 else 'are'} tied" * bool(tied)
        )
        if not can_shuffle:
            assert says in shown.said().replace("\N{THIN SPACE}", "")
        else:
            found = MODEL.numbers(state)
            assert texts["atLeast"] == (f"{found['at_least']} of {n} as large" if n else "")
            assert texts["p"] == (f"p = {1 + found['at_least']}/{1 + n} = {found['p']:.4f}" if n else "")
            dots = [re.findall("M", d or "") for d in shown.attributes(".demo-shuffled-dots", "d")]
            assert sum(map(len, dots)) == n
            dark = [
                d for node in shown.body.select(".demo-shuffled-dots.demo-reaching") for d in node["d"].split("M")[1:]
            ]
            assert len(dark) == found["at_least"]
            assert len(list(filter(None, shown.attributes(".demo-ghost", "d")))) == min(n, 40)


# ---- the points in a page, as in every demo that has some


@pytest.fixture
def lab(live):
    demo = AuccLab(lesson=[])
    return Live(live(demo, height=1400), demo)


def test_touching_shows_pairs(lab):
    within, between = lab.box.locator(".demo-link.demo-within"), lab.box.locator(".demo-link.demo-between")
    joined = lambda: tuple((link.get_attribute("d") or "").count("M") for link in (within, between))  # noqa: E731
    caption, strip = lab.box.locator(".demo-strip-caption"), lab.box.get_by_role("slider", name="Pairs, closest first")
    lab.points.nth(3).hover()
    assert (joined(), caption.inner_text()) == ((3, 3), "pairs of d")
    strip.hover(position={"x": strip.bounding_box()["width"] * 0.5 / 21, "y": 30})
    assert (joined(), caption.inner_text()) == ((1, 0), "e\N{EN DASH}g within, distance 50.3")  # the closest pair
    lab.page.mouse.move(0, 0)
    assert joined() == (0, 0)
    strip.press("End")
    assert strip.get_attribute("aria-valuetext").startswith("pair 21 of 21: a\N{EN DASH}g between, distance 1000.5")
    strip.press("ArrowLeft")
    assert (strip.get_attribute("aria-valuenow"), strip.get_attribute("aria-valuemax")) == ("20", "21")
    strip.press("Escape")
    assert joined() == (0, 0)


def test_keys_alone_are_enough(lab):
    lab.list("Start from").focus()
    assert lab.keys("Tab", "Tab", "Tab") == "a, cluster 0, at 0, 0"
    assert lab.keys("p") == "g, cluster 1, at 433, 902"
    assert lab.keys("n", "n", "n", "n") == "d, cluster 0, at 358, 543"
    assert lab.keys("Enter") == "d, cluster 1, at 358, 543"
    assert lab.status().startswith("Point d is now in cluster 1.")
    assert lab.keys("Shift+ArrowLeft", "ArrowUp") == "d, cluster 1, at 258, 553"
    assert lab.keys("+") == "h, cluster 1, at 318, 523"
    assert lab.keys("Delete") == "g, cluster 1, at 433, 902"
    assert lab.keys("Insert", " ") == "h, cluster 2, at 493, 872"
    assert lab.keys("-", "Tab") == "Pairs, closest first"
    moved = AuccLab().state()
    moved["points"][3], moved["labels"][3] = [258, 553], 1
    lab.check(**moved)
    size = lab.box.locator(".demo-scatter").bounding_box()["width"]
    lab.box.locator(".demo-scatter").click(position={"x": size / 2, "y": size / 2})
    assert len(lab.check()["points"]) == 8


def test_limits(live):
    most = AuccLab([[i * 10, i * 7] for i in range(60)], [i % 2 for i in range(60)])
    fewest = AuccLab([[0, 0], [100, 0], [1000, 1000]], [0, 0, 1])
    page = live(most, fewest, height=1800)
    lab = Live(page, most, 0)
    lab.points.nth(0).press("+")
    assert (lab.points.count(), "60 points" in lab.status()) == (60, True)
    lab = Live(page, fewest, 1)
    lab.points.nth(0).press("-")
    assert (lab.points.count(), "at least 3 points" in lab.status()) == (3, True)
    lab.points.nth(2).press("ArrowUp")
    lab.drag_point(2, 50, -50)
    assert lab.state()["points"][2] == [1000, 1000]
    lab.points.nth(2).press("Enter")
    assert lab.status().endswith(NO_AUCC)


# ---- the shuffles in a page


class Shuffling(Live):
    """A lab without steps that shuffles."""

    def __init__(self, page, demo):
        super().__init__(page, demo)
        self.flying = self.box.locator(".demo-fresh, .demo-falling")

    def rest(self):
        """Wait until nothing flies and all of a run is painted."""
        self.page.wait_for_function(
            """box => { const n = box.closest('.demo-host').model.get('shuffles');
                return !box.querySelector('.demo-fresh, .demo-falling') &&
                    (!n || box.querySelector('[data-value=atLeast]').textContent.includes(` of ${n} `)); }""",
            arg=self.box.element_handle(),
        )

    def check(self, **state):
        self.rest()
        return super().check(**state)


@pytest.fixture
def lab_of_shuffles(live):
    demo = AuccLab(can_shuffle=True, lesson=[])
    page = live(demo)
    page.emulate_media(reduced_motion="no-preference")
    return Shuffling(page, demo)


def test_buttons_and_keys_shuffle(lab_of_shuffles):
    lab = lab_of_shuffles
    for act, count in (
        (lab.button("Shuffle").click, 1),
        (lambda: lab.points.first.press("s"), 2),
        (lab.button("Shuffle 100").click, 102),
        (lambda: lab.box.locator(".demo-strip").press("h"), 202),
    ):
        act()
        lab.check(shuffles=count)
    lab.press("Undo")  # those that came before the last forty are seen again
    lab.check(shuffles=102)
    # A list takes letters to choose by, and what is pressed with Ctrl is the browser's.
    lab.list("Start from").press("h")
    lab.button("Shuffle").press("Control+h")
    lab.check(shuffles=102)
    lab.press(*["Shuffle 100"] * 9)
    lab.check(shuffles=999)
    lab.press("Shuffle")
    assert lab.status() == "There can be at most 999 shuffles."


def test_other_points_or_labels_begin_anew_and_undo_brings_back(lab_of_shuffles):
    lab = lab_of_shuffles
    for act in (
        lambda: lab.drag_point(3, 20, 20),
        lambda: lab.points.nth(1).press("Enter"),
        lambda: lab.points.nth(1).press("+"),
        lambda: lab.choose("Cut across"),
    ):
        lab.press("Shuffle 100")
        before = lab.check(shuffles=100)
        act()
        lab.check(shuffles=0)
        lab.press("Shuffle 100", "Undo", "Undo")
        assert lab.check() == before
        lab.press("Undo")
        lab.check(shuffles=0)


def test_one_shuffle_flies_and_many_pile_up(lab_of_shuffles):
    lab = lab_of_shuffles
    before, names = lab.points.evaluate_all(SHAPES), lab.state() | {"shuffles": 1}
    lab.press("Shuffle")
    # Its labels are seen on the points, which are called by the real ones; its curve and its dot are on their way.
    dealt = MODEL.shufflesOf(names)[0]["labels"]
    during = lab.points.evaluate_all(SHAPES)
    assert [shape == old for shape, old in zip(during, before, strict=True)] == [
        label == real for label, real in zip(dealt, names["labels"], strict=True)
    ]
    assert lab.state() == names
    assert lab.flying.count() == 2
    lab.rest()
    assert lab.points.evaluate_all(SHAPES) == before
    # Who goes on does not wait.
    lab.press("Shuffle", "Shuffle", "Shuffle", "Shuffle 100")
    assert lab.flying.count() == 0
    lab.check(shuffles=104)
    lab.page.emulate_media(reduced_motion="reduce")
    lab.press("Shuffle")
    assert lab.flying.count() == 0
    assert lab.points.evaluate_all(SHAPES) == before


def test_where_there_is_nothing_to_shuffle(live):
    """In the first steps, without the option, and without an AUCC."""
    lab = Live(live(whole_demo("AuccLab")), whole_demo("AuccLab"))
    assert not lab.button("Shuffle").is_visible()
    lab.points.first.press("h")
    assert lab.state()["shuffles"] == 0
    lab.box.get_by_role("button", name="Explore without steps").click()
    lab.points.first.press("h")
    assert lab.state()["shuffles"] == 100
    without = AuccLab(lesson=[], shuffles=50)
    lab = Live(live(without), without)
    lab.points.first.press("h")
    assert lab.box.locator(".demo-shuffled-box, .demo-ghost").count() == 0
    lab.check(shuffles=50)
    none = AuccLab([[0, 0], [100, 0], [1000, 1000]], [0, 0, 0], can_shuffle=True)
    lab = Live(live(none), none)
    lab.press("Shuffle 100")
    assert lab.status() == NO_AUCC
    lab.check()
