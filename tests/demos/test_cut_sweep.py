import json
import random
import re

import numpy as np
import pytest
import traitlets
from conftest import pages_with
from scipy.cluster.hierarchy import linkage

import aucc_teach as at
from aucc_teach.demos._base import InvalidStateError
from aucc_teach.demos.cut_sweep import METHODS

CutSweep = at.demos.CutSweep

RUN = """async ([source, cases]) => {
  const blob = new Blob([source, 'export { sweepOf, cutsOf, isBetweenTies };'], { type: 'text/javascript' });
  const { sweepOf, cutsOf, isBetweenTies } = await import(URL.createObjectURL(blob));
  return cases.map(([points, labels, merges]) => {
    const found = sweepOf(points, labels, merges);
    return { ...found, cuts: cutsOf(merges), ties: found.steps.map(({ k }) => isBetweenTies(merges, k)) };
  });
}"""


def random_sweeps(n_cases):
    """Points on ever coarser grids, so that heights and distances tie, in random classes, by every linkage."""
    rng = np.random.default_rng(2013)
    cases = []
    while len(cases) < n_cases:
        n = int(rng.integers(3, 25))
        step = int(rng.choice([1, 200, 250, 500]))
        points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
        labels = rng.integers(0, rng.integers(2, 7), size=n)
        if 2 <= len(set(labels.tolist())) <= n - 1:
            cases.append(
                CutSweep(points, labels, method=str(rng.choice(METHODS)), n_clusters=int(rng.integers(1, n + 1)))
            )
    return cases


def test_javascript_equals_python(browser):
    sweeps = random_sweeps(90)
    page = browser.new_page()
    cases = [[sweep.points, sweep.labels, sweep.page_state()["merges"]] for sweep in sweeps]
    results = page.evaluate(RUN, [CutSweep.source("cut-sweep"), cases])
    page.close()
    n_tied = 0
    for i, (sweep, found) in enumerate(zip(sweeps, results, strict=True)):
        curve, n = sweep.curve, len(sweep.points)
        assert found["area"] == pytest.approx(curve.area, abs=1e-12)
        assert found["k0"] == curve.k0
        for k, step in enumerate(found["steps"], start=1):
            sweep.n_clusters = k
            assert at.rand_score(found["cuts"][k - 1], sweep.cuts[k - 1]) == 1
            assert (step["e1"], step["e2"]) == pytest.approx((curve.e1[k - 1], curve.e2[k - 1]), abs=1e-15)
            assert step["total"] == pytest.approx(curve.e1[k - 1] + curve.e2[k - 1], abs=1e-12)
            assert step["ari"] == pytest.approx(sweep.adjusted_rand, abs=1e-12)
            if 1 < k < n:
                assert step["aucc"] == pytest.approx(sweep.aucc, abs=1e-12)
            tied = sweep._is_between_ties()
            assert found["ties"][k - 1] == tied
            if i < 20:  # a picture takes longer than all the rest
                assert ("equal height" in sweep.still()[0]) == tied
            n_tied += tied
    assert n_tied > 150


# ---- the state


def test_starts_with_the_loose_groups():
    sweep = CutSweep()
    toy = at.datasets.load_toy("loose")
    assert np.array_equal(sweep.points, toy.points)
    assert np.array_equal(sweep.labels, toy.labels)
    assert np.array_equal(sweep.cuts, at.linkage_cuts(linkage(toy.points, "single")))
    assert (sweep.method, sweep.n_clusters) == ("single", 2)
    assert sweep.aucc == at.aucc_score(toy.points, sweep.cuts[1])


def test_the_tree_follows_points_and_linkage():
    sweep = CutSweep([[0, 0], [10, 0], [30, 0], [35, 0]], [0, 0, 1, 1])
    assert sweep.merges == ((2, 3, 5.0), (0, 1, 10.0), (4, 5, 20.0))
    sweep.points = [[0, 0], [2, 0], [30, 0], [35, 0]]
    assert sweep.merges == ((0, 1, 2.0), (2, 3, 5.0), (4, 5, 28.0))
    sweep.method = "average"
    assert sweep.merges[2] == (4, 5, 31.5)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("points", [[i, i] for i in range(25)], "3 to 24 points. Got 25"),
        ("points", [[0, 0], [1, 1], [2, 2]], "Got 3 points, 24 labels and 23 merges"),
        ("points", [[0, 0], [1, 0.5], [2, 2]], "whole numbers"),
        ("labels", [0] * 24, "2 and n - 1 = 23 classes. Got 1"),
        ("labels", [0, 1] * 11, "Got 24 points, 22 labels"),
        ("labels", [0, 7] * 12, "whole numbers from 0 to 5"),
        ("n_clusters", 0, "from 1 to the number of points, 24. Got 0"),
        ("n_clusters", 25, "Got 25"),
        ("n_clusters", 2.5, "n_clusters must be a whole number. Got 2.5"),
        ("n_clusters", True, "whole number"),
        ("n_clusters", "two", "whole number"),
        ("method", "median", "method must be one of"),
        ("method", 3, "method must be one of"),
        ("merges", [[0, 1, 2.0]], "24 labels and 1 merges"),
        ("merges", [[0, 1, 2.0], [0, 2, 3.0]], "merges must be"),
        ("merges", [[0, 9, 2.0]], "merges must be"),
        ("merges", None, "merges must be"),
        ("merges", "abc", "merges must be"),
    ],
)
def test_refuses(name, value, says):
    sweep = CutSweep()
    before = sweep.page_state()
    with pytest.raises(ValueError, match=says):
        setattr(sweep, name, value)
    assert sweep.page_state() == before


def test_refuses_half_a_start():
    with pytest.raises(ValueError, match="belong together"):
        CutSweep([[0, 0], [1, 1], [2, 2]])
    with pytest.raises(ValueError, match="Got 3 points, 2 labels"):
        CutSweep([[0, 0], [1, 1], [2, 2]], [0, 1])
    with pytest.raises(ValueError, match=r"number of points, 3\. Got 4"):
        CutSweep([[0, 0], [1, 1], [2, 2]], [0, 1, 1], n_clusters=4)


def test_place_changes_all_or_nothing():
    sweep = CutSweep()
    before = sweep.page_state()
    points = [[0, 0], [1, 1], [5, 5], [6, 6]]
    for labels, options in [
        ([0, 0, 1], {}),
        ([0] * 4, {}),
        ([0, 0, 1, 1], {"n_clusters": 5}),
        ([0, 0, 1, 1], {"method": "x"}),
    ]:
        with pytest.raises(InvalidStateError):
            sweep.place(points=points, labels=labels, **options)
        assert sweep.page_state() == before
    with pytest.raises(traitlets.TraitError):
        sweep.set_state({"points": points, "labels": [0, 0, 1, 1]})
    assert sweep.page_state() == before
    sweep.place(points=points, labels=[0, 0, 1, 1], method="average", n_clusters=3)
    assert (sweep.curve.area, sweep.n_clusters, len(sweep.merges)) == (0, 3, 3)


def test_kernel_takes_what_a_preset_sends():
    sweep = CutSweep()
    for preset in sweep.presets:
        state = {name: preset[name] for name in ("points", "labels", "method", "merges")}
        sweep.set_state(json.loads(json.dumps(state | {"n_clusters": 2})))
        assert [list(merge) for merge in sweep.merges] == preset["merges"]
        assert sweep.method == preset["method"]


def test_presets_show_what_they_say():
    sweeps = [CutSweep(p["points"], p["labels"], method=p["method"]) for p in CutSweep().presets]
    single, average, dealt, grid, figure3 = sweeps
    assert (single.curve.k0, average.curve.k0) == (7, 2)
    assert average.curve.concordant
    assert single.curve.area > 0.3
    assert abs(dealt.curve.area - 0.5) < 0.05
    assert len({height for *_, height in grid.merges}) == 1
    assert len(figure3.points) == 7


def test_no_aucc_at_the_ends():
    sweep = CutSweep(n_clusters=1)
    with pytest.raises(ValueError, match="number of clusters"):
        _ = sweep.aucc
    assert "AUCC \N{EN DASH}" in sweep.still()[0]


# ---- on a page


def test_a_drag_a_click_and_a_key(bare_page, open_page, sweep_on):
    page = open_page(bare_page(CutSweep()))
    sweep = sweep_on(page, CutSweep())
    assert sweep.check_numbers()["k0"] == 7
    assert sweep.drag_to(7) == 7
    assert sweep.check_numbers()["e2"] == 0
    assert sweep.status().startswith("7 clusters: 51 same-class pairs apart, 0 different-class pairs together; AUCC")
    box = sweep.tree.bounding_box()
    sweep.tree.click(position={"x": box["width"] * 335 / 400, "y": 20})
    assert sweep.k() == 24
    sweep.check_numbers()
    sweep.cut.press("ArrowLeft")
    assert sweep.k() == 23
    sweep.check_numbers()
    page.watched.check()


@pytest.mark.parametrize("name", pages_with("demos.CutSweep("))
def test_it_answers_in_the_book(site, name, open_page, sweep_on):
    page = open_page(site + name)
    sweep = sweep_on(page, CutSweep())
    start = sweep.check_numbers()
    sweep.cut.press("ArrowRight")
    assert sweep.check_numbers() != start
    page.watched.check()


def test_numbers_after_random_edits(page_of, open_page, sweep_on):
    page = open_page(page_of(CutSweep()))
    sweep = sweep_on(page, CutSweep())
    rng = random.Random(2013)
    seen = set()
    for _ in range(60):
        kind = rng.choice(["drag", "drag", "key", "key", "key", "preset"])
        if kind == "drag":
            k = rng.randint(1, len(sweep.demo.points))
            assert sweep.drag_to(k) == k
        elif kind == "key":
            sweep.cut.press(rng.choice(["ArrowLeft", "ArrowRight", "Shift+ArrowRight", "PageDown", "Home", "End"]))
        else:
            sweep.preset(rng.randrange(5))
        shown = sweep.check_numbers()
        seen.add((shown["k"], shown["area"]))
    assert len(seen) > 20
    page.watched.check()


def test_two_sweeps_do_not_disturb_each_other(page_of, open_page, sweep_on):
    other = CutSweep([[0, 0], [0, 100], [500, 0], [500, 200]], [0, 0, 1, 1], method="average", n_clusters=3)
    page = open_page(page_of(CutSweep(), other), height=1800)
    first, second = sweep_on(page, CutSweep(), 0), sweep_on(page, other, 1)
    start = second.texts(), second.status()
    first.drag_to(12)
    first.preset(3)
    first.check_numbers()
    assert (second.texts(), second.status()) == start
    second.cut.press("ArrowLeft")
    assert second.check_numbers()["total"] == 0
    assert first.check_numbers()["k"] == 12  # the cut stays where it was
    page.watched.check()


def test_keys_alone_are_enough(page_of, open_page, sweep_on):
    page = open_page(page_of(CutSweep()))
    sweep = sweep_on(page, CutSweep())
    sweep.box.locator("select").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "slider"

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
        return sweep.k()

    assert press("ArrowRight") == 3
    assert press("ArrowUp") == 4
    assert press("ArrowDown", "ArrowLeft") == 2
    assert press("Shift+ArrowRight", "PageUp") == 12
    assert press("End") == press("ArrowRight") == 24
    assert press("PageDown") == 19
    assert press("Home") == press("ArrowLeft") == 1
    assert sweep.status().startswith(
        "1 cluster: 0 same-class pairs apart, 144 different-class pairs together; AUCC \N{EN DASH}"
    )
    line = sweep.cut.locator(".demo-cut-line")
    assert line.evaluate("node => parseFloat(getComputedStyle(node).strokeWidth)") >= 4
    sweep.check_numbers()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    assert "average linkage" in sweep.box.locator("option:checked").inner_text()


def test_a_finger_can_do_it(page_of, open_page, sweep_on):
    page = open_page(page_of(CutSweep()), width=360, height=740, has_touch=True, is_mobile=True)
    sweep = sweep_on(page, CutSweep())
    session = page.context.new_cdp_session(page)
    sweep.cut.locator(".demo-dot").evaluate("node => node.scrollIntoView({ block: 'center' })")
    grip = sweep.cut.locator(".demo-grip").bounding_box()
    assert grip["width"] > 24
    dot = sweep.cut.locator(".demo-dot").bounding_box()
    x, y = dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2
    scrolled = page.evaluate("scrollY")

    def touch(kind, *places):
        points = [{"x": x + dx, "y": y + dy} for dx, dy in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (0, 0))
    for step in range(1, 9):
        touch("touchMove", (12 * step, 8 * step))
    touch("touchEnd")
    assert sweep.k() > 5
    assert page.evaluate("scrollY") == scrolled  # the cut moved, not the page
    sweep.check_numbers()
    sweep.tree.tap(position={"x": sweep.tree.bounding_box()["width"] * 335 / 400, "y": 20})
    assert sweep.k() == 24


def test_everything_has_a_name(page_of, open_page, sweep_on):
    sweep = sweep_on(open_page(page_of(CutSweep())), CutSweep())
    sweep.box.get_by_text("Explore without steps").click()  # a step hides the curve that answers it
    for role, name in [
        ("combobox", "Start from"),
        ("slider", "Cut of the tree"),
        ("img", "Curve of the pair errors, area 0.3096"),
    ]:
        assert sweep.box.get_by_role(role, name=name, exact=True).count() == 1, name
    assert sweep.box.locator(".demo-body").locator("select, button, summary, [tabindex='0']").count() == 3


@pytest.mark.parametrize("sweep", [CutSweep(lesson=[]), *random_sweeps(4)])
def test_the_sum_stands_below_the_tree(page_of, open_page, sweep_on, sweep):
    live = sweep_on(open_page(page_of(sweep)), sweep)
    curve, n = sweep.curve, len(sweep.points)
    totals = curve.e1 + curve.e2
    d = live.box.locator(".demo-sum .demo-series").get_attribute("d")
    places = np.array([[float(value) for value in pair.split(",")] for pair in re.split("[ML]", d)[1:]])
    assert places[:, 0] == pytest.approx(np.linspace(30, 340, n), abs=1e-6)
    assert (366 - places[:, 1]) / 74 * max(1, totals.max()) == pytest.approx(totals, abs=1e-6)
    lowest = live.box.locator(".demo-lowest").evaluate(
        "node => { const { x, y, width, height } = node.getBBox(); return [x + width / 2, y + height / 2]; }"
    )
    assert lowest == pytest.approx(places[curve.k0 - 1], abs=1e-3)


def test_the_smallest_sum_is_marked_once_the_cut_is_there(page_of, open_page, sweep_on):
    live = sweep_on(open_page(page_of(CutSweep())), CutSweep())
    mark, look = live.box.locator(".demo-lowest"), "node => getComputedStyle(node).visibility"
    assert mark.evaluate(look) == "hidden"
    live.drag_to(9)  # also when the cut moves
    assert mark.evaluate(look) == "hidden"
    live.box.get_by_role("textbox").fill("3")
    live.box.get_by_role("button", name="Commit").click()
    assert mark.evaluate(look) == "hidden"
    live.drag_to(7)
    assert mark.evaluate(look) == "visible"


def test_ties_of_height_are_told(page_of, open_page, sweep_on):
    sweep = sweep_on(open_page(page_of(CutSweep())), CutSweep())
    assert "equal height" not in sweep.status()
    sweep.preset(3)
    assert "equal height" in sweep.status()
    sweep.cut.press("End")
    assert "equal height" not in sweep.status()  # all merges are undone


def test_agreement_has_no_colour(page_of, open_page, sweep_on):
    page = open_page(page_of(CutSweep()))
    sweep_on(page, CutSweep())
    look = """nodes => nodes.map((node) => {
      const { stroke, strokeDasharray } = getComputedStyle(node);
      return [node.classList.contains('demo-agree'), stroke !== 'none', strokeDasharray !== 'none'];
    })"""
    colours = """nodes => nodes.flatMap((node) => {
      const { fill, stroke } = getComputedStyle(node);
      return [fill, stroke];
    })"""
    for place in (".demo-live", ".demo-still"):
        joins = page.locator(f"{place} .demo-join").evaluate_all(look)
        assert {is_agreement for is_agreement, *_ in joins} == {True, False}
        for is_agreement, is_drawn, is_dashed in joins:
            assert is_drawn
            assert is_dashed != is_agreement
        seen = set(page.locator(f"{place} svg *").evaluate_all(colours))
        assert len(seen) > 3
        assert not seen & {"rgb(0, 114, 178)", "rgb(213, 94, 0)"}  # of pairs within and between clusters


# ---- the picture


@pytest.mark.parametrize(
    "sweep", [*random_sweeps(6), CutSweep(lesson=[]), CutSweep(n_clusters=1), CutSweep(n_clusters=24)]
)
def test_still_is_what_the_live_sweep_shows(page_of, open_page, sweep_on, sweep):
    page = open_page(page_of(sweep))
    live = sweep_on(page, sweep)
    shapes = """svg => [...svg.querySelectorAll('path, text, circle')].filter((node) => node.localName !== 'path'
        || node.getAttribute('d')).map((node) => {
          const { x, y, width, height } = node.getBBox();
          const length = node.localName === 'path' ? node.getTotalLength() / 100 : 0;
          const place = (node.getAttribute('transform') ?? '').match(/[\\d.]+/g) ?? [];
          const words = [node.localName, node.getAttribute('class'), node.textContent];
          return [words, [x, y, width, height, length, ...place.map(Number)]];
        })"""
    for picture in (".demo-tree", ".demo-errors"):
        found = live.box.locator(picture).evaluate(shapes)
        drawn = page.locator(f".demo-still {picture}").evaluate(shapes)
        assert [words for words, _ in found] == [words for words, _ in drawn]
        assert [numbers for _, numbers in found] == [pytest.approx(numbers, abs=0.02) for _, numbers in drawn]
        assert len(drawn) > len(sweep.labels)
    assert live.status() in page.locator(".demo-still").get_attribute("aria-label")
    readouts = ".demo-headline, .demo-facts > div"
    texts = "nodes => nodes.map((node) => node.textContent)"
    still_texts = page.locator(".demo-still").locator(readouts).evaluate_all(texts)
    assert still_texts == live.box.locator(readouts).evaluate_all(texts)


def test_alternative_text():
    alt, _ = CutSweep(lesson=[]).still()
    assert alt.startswith(
        "A tree of 24 points in 2 classes, made with single linkage, and the curve of its pair errors: area 0.3096"
    )
    assert "smallest e1 + e2 at 7 clusters. 2 clusters: 20 same-class pairs apart" in alt


def test_the_still_does_not_answer_what_the_steps_ask():
    alt, picture = CutSweep().still()
    assert "smallest" not in alt
    assert "<span>k0</span> <span>\N{EN DASH}</span>" in picture
    assert "demo-lowest" not in picture
    assert "demo-lowest" in CutSweep(lesson=[]).still()[1]


def test_output_is_the_same_every_time():
    first, second = (CutSweep()._repr_mimebundle_()[0]["text/html"] for _ in range(2))
    assert first == second
    assert " id=" not in first
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', first, re.S)[1])
    assert set(state) == {"lesson", "labels", "merges", "method", "n_clusters", "points", "presets"}


@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_jumps_and_nothing_scrolls(page_of, width, steady, sweep_on):
    page, check = steady(page_of(CutSweep()), width)
    sweep = sweep_on(page, CutSweep())
    for index in range(5):
        sweep.preset(index)
        for key in ("Home", "Shift+ArrowRight", "End"):
            sweep.cut.press(key)
            check()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 360), ("light", 1000)])
def test_axe_finds_nothing(page_of, scheme, width, open_page, violations_on_bare_page, sweep_on):
    page = open_page(page_of(CutSweep()), width=width)
    sweep_on(page, CutSweep())
    assert violations_on_bare_page(page, scheme) == {}
