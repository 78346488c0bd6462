import json
import random
import re
from fractions import Fraction

import numpy as np
import pytest
import traitlets
from conftest import pages_with
from sklearn.metrics import confusion_matrix, roc_auc_score

import aucc_teach as at
from aucc_teach.demos._base import InvalidStateError
from demos.conftest import Live

RocBuilder = at.demos.RocBuilder


def mails():
    """The ten mails with their whole curve."""
    return RocBuilder([1, 1, 1, 0, 1, 0, 0, 1, 0, 0], [19, 16, 14, 13, 11, 9, 8, 6, 4, 2])


RUN = """async ([source, cases]) => {
  const exported = 'export { judge, exactly, rocCorners };';
  const url = URL.createObjectURL(new Blob([source, exported], { type: 'text/javascript' }));
  const { judge, exactly, rocCorners } = await import(url);
  return cases.map((state) => {
    const found = judge(...state);
    return { ...found, exact: exactly(found), corners: rocCorners(found.groups) };
  });
}"""


class Builder(Live):
    """The ROC builder."""

    def __init__(self, page, nth=0):
        super().__init__(page, "roc-builder", nth)
        self.items = self.box.locator(".demo-item")
        self.slider = self.box.get_by_role("slider", name="Threshold")
        self.bring_into_view()

    def bring_into_view(self):
        # At once: the theme scrolls smoothly, and a pointer that is sent meanwhile misses.
        self.box.locator(".demo-line-of-items").evaluate(
            "node => node.scrollIntoView({ block: 'center', behavior: 'instant' })"
        )

    def state(self):
        """Return classes, scores and threshold, read from the names and values that they have."""
        labels = self.items.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
        found = [re.fullmatch(r"(\w), (positive|negative), score (\d+)", label) for label in labels]
        assert "".join(match[1] for match in found) == "abcdefghijklmnopqrst"[: len(labels)]
        classes = [int(match[2] == "positive") for match in found]
        return classes, [int(match[3]) for match in found], int(self.slider.get_attribute("aria-valuenow"))

    def drag(self, node, dx, dy=0, steps=4):
        """Drag by so many steps of the score."""
        self.bring_into_view()
        step = self.box.locator(".demo-line-of-items").bounding_box()["width"] * 404 / 440 / 21
        box = node.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx * step, y + dy, steps=steps)
        mouse.up()

    def drag_item(self, i, dx, dy=0):
        self.drag(self.items.nth(i).locator(".demo-item-mark"), dx, dy)

    def drag_threshold(self, dx):
        self.drag(self.slider.locator(".demo-knob"), dx)

    def dot(self):
        dot = self.box.locator(".demo-dot")
        if dot.get_attribute("visibility") == "hidden":
            return None
        x, y = (float(dot.get_attribute(name)) for name in ("cx", "cy"))
        return (x - 30) / 254, (262 - y) / 254

    def check_numbers(self):
        """Every displayed number is the one that Python computes from the displayed items."""
        y_true, y_score, threshold = self.state()
        called = np.array(y_score) >= threshold
        (tn, fp), (fn, tp) = confusion_matrix(y_true, called, labels=[0, 1]).tolist()
        shown = self.texts()
        assert [shown[key] for key in ("tp", "fn", "fp", "tn")] == [str(count) for count in (tp, fn, fp, tn)]
        for key, part, of_all in [("tpr", tp, tp + fn), ("fpr", fp, fp + tn)]:
            texts = (f"{part}/{of_all}", f"{part / of_all:.4f}") if of_all else ("\N{EN DASH}", "\N{EN DASH}")
            assert (shown[key], shown[f"{key}Score"]) == texts
        filled = self.items.evaluate_all("nodes => nodes.map(node => node.classList.contains('demo-called'))")
        assert filled == called.tolist()
        assert f"{tp} of {tp + fn} positives and {fp} of {fp + tn}" in self.slider.get_attribute("aria-valuetext")
        if len(set(y_true)) == 1:
            assert (shown["auc"], shown["exact"], shown["gini"]) == ("\N{EN DASH}",) * 3
            assert self.dot() is None
            return shown
        curve = at.roc_curve(y_true, y_score)
        assert shown["auc"] == f"{curve.auc:.4f}"
        assert _value(shown["exact"]) == pytest.approx(curve.auc, abs=1e-12)
        assert float(shown["gini"].replace("\N{MINUS SIGN}", "-")) == float(f"{2 * curve.auc - 1:.4f}")
        assert sum(int(shown[key]) for key in ("sPlus", "sMinus", "sZero")) == sum(y_true) * (len(y_true) - sum(y_true))
        # The dot is the point of the curve whose threshold is the lowest score that is called positive.
        at_dot = np.flatnonzero(curve.thresholds >= threshold)[-1]
        assert self.dot() == pytest.approx((curve.fpr[at_dot], curve.tpr[at_dot]), abs=1e-6)
        assert f"area {curve.auc:.4f}" in self.box.locator(".demo-roc").get_attribute("aria-label")
        return shown


def _value(text):
    """Read (21 + 1/2)/25 as a fraction."""
    right, half, total = re.fullmatch(r"\(?(\d+)(?: \+ (\d+(?:/2)?)\))?/(\d+)", text).groups()
    return (Fraction(right) + Fraction(half or 0)) / Fraction(total)


@pytest.fixture
def builder_on():
    return Builder


# ---- the arithmetic


def states(n_cases):
    """Items on ever fewer scores, so that most comparisons tie; every size, every threshold; one class alone, too."""
    rng = np.random.default_rng(2006)
    cases = [([1, 1], [3, 3], 3), ([0, 0, 0], [1, 2, 3], 2), ([0, 1], [20, 0], 21), ([1, 0], [20, 0], 0)]
    while len(cases) < n_cases:
        m = int(rng.integers(2, 21))
        step = int(rng.choice([1, 2, 5, 10, 20]))
        scores = rng.integers(0, 20 // step + 1, size=m) * step
        cases.append((rng.integers(0, 2, size=m).tolist(), scores.tolist(), int(rng.integers(0, 22))))
    return cases


def test_javascript_equals_python(browser):
    cases = states(600)
    page = browser.new_page()
    results = page.evaluate(RUN, [RocBuilder.source("roc-builder"), cases])
    page.close()
    n_tied = n_single = 0
    for (y_true, y_score, threshold), found in zip(cases, results, strict=True):
        builder = RocBuilder(y_true, y_score, threshold)
        (tn, fp), (fn, tp) = confusion_matrix(y_true, np.array(y_score) >= threshold, labels=[0, 1]).tolist()
        assert tuple(found[key] for key in builder.confusion._fields) == builder.confusion == (tp, fn, fp, tn)
        assert (found["sPlus"], found["sMinus"], found["sZero"]) == builder.comparisons
        if len(set(y_true)) == 1:
            n_single += 1
            assert found["exact"] == "\N{EN DASH}"
            assert builder.comparisons == (0, 0, 0)
            continue
        curve = at.roc_curve(y_true, y_score)
        assert np.array_equal(np.array(found["corners"]) / found["corners"][-1], np.column_stack(curve[:2]))
        assert found["auc"] == pytest.approx(curve.auc, abs=1e-12)
        assert found["auc"] == pytest.approx(roc_auc_score(y_true, y_score), abs=1e-12)
        assert found["gini"] == pytest.approx(2 * curve.auc - 1, abs=1e-12)
        assert float(_value(found["exact"])) == pytest.approx(curve.auc, abs=1e-12)
        assert f"AUC {found['exact']} = " in builder.still()[0]
        n_tied += found["sZero"] > 0
    assert n_tied > 350
    assert 2 <= n_single < 150


# ---- the state


def test_starts_with_ten_mails():
    builder = RocBuilder()
    assert builder.comparisons == (21, 4, 0)
    assert builder.auc == pytest.approx(21 / 25, abs=1e-12)
    assert (builder.threshold, builder.swept, builder.confusion) == (21, 21, (0, 5, 0, 5))
    assert "Nothing is called positive yet" in builder.still()[0]
    assert mails().confusion == (4, 1, 1, 4)


def test_the_question_has_an_answer():
    """One item, moved: h onto f or d onto h makes 0.9, and without a tie nothing does."""
    builder = mails()
    found = set()
    for i in range(10):
        for score in range(21):
            moved = [score if k == i else old for k, old in enumerate(builder.y_score)]
            wins = RocBuilder(builder.y_true, moved).comparisons
            if Fraction(2 * wins.s_plus + wins.s_zero, 50) == Fraction(9, 10):
                assert wins.s_zero % 2
                found.add((i, score))
    assert found == {(7, 9), (3, 6)}


def test_takes_arrays():
    builder = RocBuilder(np.array([True, False]), np.array([5, 5], dtype=np.int8), np.int64(5))
    assert builder.page_state()["y_true"] == [1, 0]
    assert (builder.y_true, builder.y_score, builder.threshold) == ((1, 0), (5, 5), 5)
    assert builder.auc == 0.5


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("y_true", [0, 1, 2] + [0] * 7, r"y_true must hold only 0 and 1, one for each item. Got \[0, 1, 2"),
        ("y_true", [0.0, 1.0] * 5, "only 0 and 1"),
        ("y_true", ["0", "1"] * 5, "only 0 and 1"),
        ("y_true", None, "only 0 and 1"),
        ("y_true", [1], "2 to 20 items. Got 1 in y_true"),
        ("y_true", [1, 0] * 11, "2 to 20 items. Got 22 in y_true"),
        ("y_true", [1, 0], "Got 2 in y_true and 10 in y_score"),
        ("y_score", [21] + [0] * 9, "y_score must be whole numbers from 0 to 20"),
        ("y_score", [-1] + [0] * 9, "whole numbers from 0 to 20"),
        ("y_score", [0.5] * 10, "whole numbers from 0 to 20"),
        ("y_score", [True] * 10, "whole numbers from 0 to 20"),
        ("y_score", 3, "whole numbers from 0 to 20"),
        ("y_score", [], "2 to 20 items. Got 0 in y_score"),
        ("threshold", 22, "threshold must be a whole number from 0 to 21. Got 22"),
        ("threshold", -1, "from 0 to 21"),
        ("threshold", 9.5, "from 0 to 21"),
        ("threshold", None, "from 0 to 21"),
        ("threshold", True, "from 0 to 21"),
    ],
)
def test_refuses(name, value, says):
    builder = mails()
    before = builder.page_state()
    with pytest.raises(ValueError, match=says):
        setattr(builder, name, value)
    with pytest.raises(traitlets.TraitError):
        builder.set_state({name: value})
    assert builder.page_state() == before


def test_refuses_half_a_start():
    with pytest.raises(ValueError, match="belong together"):
        RocBuilder([0, 1])
    with pytest.raises(ValueError, match="3 in y_true and 2 in y_score"):
        RocBuilder([0, 1, 1], [0, 1])
    with pytest.raises(ValueError, match="from 0 to 21"):
        RocBuilder([0, 1], [0, 1], threshold=30)


def test_place_changes_both_or_nothing():
    builder = mails()
    before = builder.page_state()
    for y_true, y_score in [([0, 1, 1], [1, 2]), ([0, 1], [1, 21]), ([0, 2], [1, 2]), ([1], [1])]:
        with pytest.raises(InvalidStateError):
            builder.place(y_true=y_true, y_score=y_score)
        assert builder.page_state() == before
    builder.place(y_true=[1, 0, 0], y_score=[4, 4, 2])
    assert builder.auc == 0.75


def test_one_class_alone_has_no_area():
    builder = RocBuilder([1, 1], [0, 20])
    with pytest.raises(ValueError, match="both classes"):
        _ = builder.auc
    alt, picture = builder.still()
    assert "AUC needs positives and negatives." in alt
    assert "demo-dot" not in picture


def test_presets_show_what_they_say():
    builders = {p["name"]: RocBuilder(p["y_true"], p["y_score"], p["threshold"]) for p in RocBuilder().presets}
    ten, perfect, reverse, three, tied, rare = builders.values()
    assert ten.page_state() == mails().page_state()
    assert perfect.auc == 1
    assert reverse.auc == pytest.approx(1 - ten.auc, abs=1e-12)
    table_1 = at.datasets.load_tied_scores()
    assert np.array_equal(three.y_true, table_1.y_true)
    assert three.y_score == tuple(np.rint(table_1.y_score * 20).astype(int))
    assert (tied.auc, tied.comparisons) == (0.5, (0, 0, 25))
    assert rare.auc > 0.9
    assert rare.confusion.fp > rare.confusion.tp - 1


# ---- on a page


def test_drags_and_keys(bare_page, open_page, builder_on):
    page = open_page(bare_page(mails()))
    builder = builder_on(page)
    assert builder.check_numbers()["exact"] == "21/25"
    builder.drag_item(7, 3, dy=40)  # h onto f, and not out of the line
    assert builder.state()[1][7] == 9
    assert builder.check_numbers()["exact"] == "(22 + 1/2)/25"
    words = "Item h has score 9, tied with f. 22 of 25 comparisons are right, 1 is tied: AUC (22 + 1/2)/25 = 0.9000."
    assert builder.status() == words
    builder.drag_threshold(-4)
    assert builder.state()[2] == 6
    assert builder.check_numbers()["tpr"] == "5/5"
    # The slider speaks for itself: what is written is not spoken.
    assert builder.status() == words.partition(". ")[2]
    assert builder.box.locator(".demo-status").get_attribute("aria-live") == "off"
    builder.slider.press("ArrowRight")
    assert builder.state()[2] == 7
    builder.items.nth(7).press("Enter")
    assert builder.state()[0][7] == 0
    builder.check_numbers()
    page.watched.check()


@pytest.mark.parametrize("name", pages_with("RocBuilder("))
def test_it_answers_in_the_book(site, name, open_page, builder_on):
    page = open_page(site + name)
    builder = builder_on(page)
    assert builder.texts()["auc"] == "\N{EN DASH}"
    # The area is the answer of a step.
    builder.slider.press("Home")
    assert "area" not in builder.box.locator(".demo-roc").get_attribute("aria-label")
    builder.box.get_by_role("button", name="Explore without steps").click()
    start = builder.check_numbers()
    builder.drag_threshold(12)
    moved = builder.check_numbers()
    assert moved["tpr"] != start["tpr"]
    assert moved["auc"] == start["auc"]
    builder.drag_item(7, 3)
    assert builder.check_numbers()["auc"] != moved["auc"]
    page.watched.check()


def _random_edit(rng, builder):
    i = rng.randrange(builder.items.count())
    item = builder.items.nth(i)
    kinds = "drag drag arrow far flip flip add remove button threshold threshold slide end click again"
    kind = rng.choice(kinds.split())
    arrow = rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
    if kind == "drag":
        builder.drag_item(i, rng.randint(-9, 9), rng.randint(-60, 60))
    elif kind in ("arrow", "far"):
        item.press(arrow if kind == "arrow" else f"Shift+{arrow}")
    elif kind == "flip":
        item.press(rng.choice(["Enter", " "]))
    elif kind == "add":
        item.press(rng.choice(["+", "Insert"]))
    elif kind == "remove":
        item.press(rng.choice(["-", "Delete"]))
    elif kind == "button":
        builder.box.get_by_role("button", name=rng.choice(["Add item", "Remove item"])).click()
    elif kind == "threshold":
        builder.slider.press(rng.choice([arrow, f"Shift+{arrow}", "PageUp", "PageDown"]))
    elif kind == "slide":
        builder.drag_threshold(rng.randint(-9, 9))
    elif kind == "end":
        builder.slider.press(rng.choice(["Home", "End"]))
    elif kind == "click":
        size = builder.box.locator(".demo-line-of-items").bounding_box()
        place = {"x": rng.uniform(5, size["width"] - 5), "y": size["height"] * 0.85}
        builder.box.locator(".demo-line-of-items").click(position=place)
    else:
        builder.box.locator("select").select_option(value=str(rng.randrange(6)))


def test_numbers_after_random_edits(page_of, open_page, builder_on):
    page = open_page(page_of(mails()))
    builder = builder_on(page)
    rng = random.Random(1947)
    seen = set()
    for _ in range(40):
        _random_edit(rng, builder)
        shown = builder.check_numbers()
        seen.add((shown["auc"], shown["tpr"], shown["fpr"]))
    assert len(seen) > 17
    page.watched.check()


def test_two_builders_do_not_disturb_each_other(page_of, open_page, builder_on):
    page = open_page(page_of(mails(), RocBuilder([1, 0, 1], [4, 4, 9], 5)), height=1600)
    first, second = builder_on(page, 0), builder_on(page, 1)
    start = second.texts(), second.status()
    rng = random.Random(1)
    for _ in range(10):
        _random_edit(rng, first)
    first.check_numbers()
    assert (second.texts(), second.status()) == start
    assert second.state() == ([1, 0, 1], [4, 4, 9], 5)
    after = first.state()
    second.items.nth(1).press("+")
    second.slider.press("End")
    second.check_numbers()
    assert len(second.state()[0]) == 4
    assert first.state() == after
    page.watched.check()


def test_from_the_absurd_threshold_to_the_other(page_of, open_page, builder_on):
    builder = builder_on(open_page(page_of(mails())))
    builder.slider.press("End")
    assert builder.dot() == pytest.approx((0, 0))
    assert builder.slider.get_attribute("aria-valuetext").endswith("nothing is")
    auc = builder.texts()["auc"]
    corners = set()
    for _ in range(21):
        builder.slider.press("ArrowLeft")
        builder.check_numbers()
        corners.add(builder.dot())
        assert builder.texts()["auc"] == auc
    assert builder.slider.get_attribute("aria-valuetext").endswith("everything is")
    assert builder.dot() == pytest.approx((1, 1))
    assert len(corners) == 11
    builder.slider.press("ArrowLeft")
    assert builder.state()[2] == 0


def drawn(builder):
    """How much of the curve is drawn, as the counts of its steps up and to the right."""
    path = lambda kind: builder.box.locator(f".demo-roc .demo-line.demo-{kind}").get_attribute("d") or ""  # noqa: E731
    return path("within").count("M"), path("between").count("M")


def test_the_curve_is_drawn_as_the_threshold_sweeps(page_of, open_page, builder_on):
    demo = RocBuilder(threshold=21, swept=21)
    page = open_page(page_of(demo))
    builder = builder_on(page)
    assert (builder.state()[2], drawn(builder)) == (21, (0, 0))
    scores, classes = sorted(demo.y_score, reverse=True), demo.y_true
    for i, score in enumerate(scores, start=1):
        builder.box.get_by_role("button", name="Step", exact=True).click()
        assert builder.state()[2] == score
        assert drawn(builder) == (sum(classes[:i]), i - sum(classes[:i]))
        assert builder.texts()["auc"] == "\N{EN DASH}"
        demo.threshold = score
        assert demo.swept == score
        assert f"drawn down to score {score}" in demo.still()[0]
        assert builder.status().startswith(f"The curve is drawn down to score {score}.")
    builder.slider.press("End")  # what is drawn stays
    assert drawn(builder) == (5, 5)
    assert builder.texts()["auc"] == "\N{EN DASH}"
    builder.slider.press("Home")
    assert builder.check_numbers()["auc"] == "0.8400"
    assert builder.status() == "21 of 25 comparisons are right: AUC 21/25 = 0.8400."
    demo.threshold = 0
    assert "AUC 21/25" in demo.still()[0]
    builder.slider.press("End")
    assert builder.check_numbers()["auc"] == "0.8400"
    page.watched.check()


def test_play_pauses_and_is_one_gesture(page_of, open_page, builder_on):
    page = open_page(page_of(RocBuilder(threshold=21, swept=21)))
    page.clock.install(time="2030-01-01T00:00:00")
    page.reload()
    builder = builder_on(page)
    # Else it goes on by itself between two orders.
    page.clock.pause_at("2030-01-01T01:00:00")
    button = lambda name: builder.box.get_by_role("button", name=name, exact=True)  # noqa: E731
    button("Play").click()
    page.clock.run_for(5 * 300)
    assert builder.state()[2] == 16
    button("Pause").click()
    page.clock.run_for(3000)
    assert (builder.state()[2], drawn(builder)) == (16, (2, 0))
    button("Undo").click()
    assert (builder.state()[2], drawn(builder)) == (21, (0, 0))
    button("Redo").click()
    assert builder.state()[2] == 16
    button("Play").click()
    page.clock.run_for(16 * 300)
    assert builder.check_numbers()["auc"] == "0.8400"
    button("Play").click()  # again, from the top
    page.clock.run_for(600)
    assert (builder.state()[2], drawn(builder)) == (19, (1, 0))
    builder.slider.press("ArrowLeft")  # another hand takes it
    page.clock.run_for(3000)
    assert builder.state()[2] == 18
    assert button("Play").count() == 1
    page.watched.check()


def test_play_stops_where_the_step_asks_for_and_shows_nothing_of_the_next(page_of, open_page, builder_on):
    """However far the threshold goes in the first step, the area that the second asks for does not come out."""
    page = open_page(page_of(RocBuilder()))
    page.clock.install(time="2030-01-01T00:00:00")
    page.reload()
    builder = builder_on(page)
    page.clock.pause_at("2030-01-01T01:00:00")
    panel = builder.box.locator(".demo-lesson .demo-face-shown")
    press = lambda name: builder.box.get_by_role("button", name=name, exact=True).click()  # noqa: E731
    panel.get_by_role("radio", name="Up", exact=True).check()
    press("Commit")
    press("Play")
    page.clock.run_for(3 * 300)
    assert builder.status().startswith("The curve is drawn down to score 18.")
    page.clock.run_for(20 * 300)
    assert (builder.state()[2], drawn(builder)) == (14, (3, 0))
    assert panel.inner_text().startswith("You expected")
    press("Play")
    page.clock.run_for(20 * 300)
    assert (builder.state()[2], drawn(builder)) == (0, (5, 5))

    def seen():
        label = builder.box.locator(".demo-roc").get_attribute("aria-label")
        visible = builder.box.locator("[data-value]:not([aria-hidden])").all_text_contents()
        return " ".join([label, builder.status(), *visible])

    assert "0.84" not in seen()
    assert "21" not in seen()
    assert builder.status() == "The curve is drawn to its end."
    page.reload()
    assert "0.84" not in seen()
    press("Next")
    panel.get_by_role("textbox").fill("0.5")
    press("Commit")
    builder.slider.press("Home")
    assert panel.inner_text().startswith("The area is 0.84.")
    assert builder.check_numbers()["auc"] == "0.8400"
    assert builder.status() == "21 of 25 comparisons are right: AUC 21/25 = 0.8400."
    page.watched.check()


@pytest.mark.parametrize("swept", [22, -1, 0.5, None, 12])
def test_refuses_to_be_drawn_beyond_the_threshold(swept):
    builder = RocBuilder(threshold=11)
    with pytest.raises(ValueError, match="swept must"):
        builder.swept = swept
    assert builder.swept == 11
    with pytest.raises(ValueError, match="swept must"):
        RocBuilder(threshold=3, swept=4)


def test_keys_alone_are_enough(page_of, open_page, builder_on):
    page = open_page(page_of(mails()))
    builder = builder_on(page)
    builder.box.locator("select").focus()
    name = "document.activeElement.getAttribute('aria-label')"

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
        return page.evaluate(name)

    assert press(*["Tab"] * 5) == "Threshold"
    ring = "node => parseFloat(getComputedStyle(node).strokeWidth)"
    assert builder.slider.locator(".demo-knob").evaluate(ring) >= 4
    press("ArrowRight", "ArrowUp", "Shift+ArrowLeft")
    assert builder.state()[2] == 7
    assert press("Tab") == "a, positive, score 19"
    assert builder.items.nth(0).locator(".demo-ring").evaluate(ring) >= 3
    assert press("ArrowRight", "ArrowRight") == "a, positive, score 20"
    assert press("Shift+ArrowLeft") == "a, positive, score 15"
    assert press("n") == "b, positive, score 16"
    assert press("ArrowDown") == "b, positive, score 15"
    assert builder.status().startswith("Item b has score 15, tied with a.")
    assert press("Enter") == "b, negative, score 15"
    assert builder.status().startswith("Item b is negative now. 16 of 24 comparisons are right, 1 is tied")
    assert press("p", "p") == "j, negative, score 2"
    assert press("+") == "k, negative, score 1"
    assert press("Delete") == "j, negative, score 2"
    assert press("-") == "i, negative, score 4"
    press("Escape")
    assert builder.box.locator(".demo-chosen").count() == 0
    builder.check_numbers()


def test_a_finger_can_do_it(page_of, open_page, builder_on):
    page = open_page(page_of(mails()), width=360, height=740, has_touch=True, is_mobile=True)
    builder = builder_on(page)
    session = page.context.new_cdp_session(page)
    scrolled = page.evaluate("scrollY")

    def swipe(node, dx, dy):
        box = node.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for kind, k in [("touchStart", 0), *(("touchMove", k) for k in range(1, 6)), ("touchEnd", None)]:
            points = [] if k is None else [{"x": x + dx * k / 5, "y": y + dy * k / 5}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    swipe(builder.slider.locator(".demo-knob"), 60, 50)
    assert builder.state()[2] > 12
    swipe(builder.items.nth(7).locator(".demo-item-mark"), -40, 50)
    assert builder.state()[1][7] < 5
    assert page.evaluate("scrollY") == scrolled  # the item moved, not the page
    builder.items.nth(0).tap()  # chooses
    assert builder.state()[0][0] == 1
    builder.items.nth(0).tap()  # and now changes its class
    assert builder.state()[0][0] == 0
    builder.check_numbers()
    knob = builder.slider.locator(".demo-grip").bounding_box()
    assert min(knob["width"], knob["height"]) >= 24


def test_every_item_can_be_gripped(page_of, open_page, builder_on):
    """Also side by side on a phone, the middle of an item belongs to it, and not to the next one or the threshold."""
    crowd = RocBuilder([i % 2 for i in range(20)], list(range(1, 21)), threshold=10)
    builder = builder_on(open_page(page_of(crowd), width=360))
    hit = """nodes => nodes.filter((node) => {
        const { x, y, width, height } = node.querySelector('.demo-item-mark').getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).length"""
    assert builder.items.evaluate_all(hit) == 20


def test_a_pointer_names_the_item(page_of, open_page, builder_on):
    page = open_page(page_of(mails()))
    builder = builder_on(page)
    caption = builder.box.locator(".demo-strip-caption")
    builder.items.nth(3).hover()
    assert caption.inner_text() == "d, negative, score 13"
    page.mouse.move(0, 0)
    assert caption.inner_text() == ""


def lit(builder):
    """What is lit: names of items, steps of the curve as (from, to) in counts of ten mails, and cells."""
    items = builder.box.locator(".demo-item.demo-touched").evaluate_all("nodes => nodes.map(n => n.textContent)")
    d = builder.box.locator(".demo-halo-of-steps").get_attribute("d") or ""
    corners = [
        (round((float(x) - 30) / 50.8), round((262 - float(y)) / 50.8))
        for x, y in re.findall(r"(\S+?),([\d.]+)L?", d.replace("M", " "))
    ]
    cells = builder.box.locator(".demo-count.demo-touched").evaluate_all("nodes => nodes.map(n => n.textContent)")
    return "".join(items), list(zip(corners[::2], corners[1::2], strict=True)), [cell.split()[0] for cell in cells]


def test_item_step_and_cell_are_lit_together(page_of, open_page, builder_on):
    page = open_page(page_of(mails()), height=1200)
    builder = builder_on(page)
    caption = builder.box.locator(".demo-strip-caption")
    d, e, h = ("d", [((0, 3), (1, 3))], ["FP"]), ("e", [((1, 3), (1, 4))], ["TP"]), ("h", [((3, 4), (3, 5))], ["FN"])
    assert lit(builder) == ("", [], [])
    # A pointer on an item,
    builder.items.nth(3).hover()
    assert lit(builder) == d
    page.mouse.move(0, 0)
    assert lit(builder) == ("", [], [])
    # on a step of the curve,
    frame = builder.box.locator(".demo-roc").bounding_box()
    unit = frame["width"] / 292
    page.mouse.move(frame["x"] + (30 + 25.4) * unit, frame["y"] + (262 - 3 * 50.8 + 8) * unit)
    assert lit(builder) == d
    assert caption.inner_text() == "d, negative, score 13"
    page.mouse.move(frame["x"] + 150 * unit, frame["y"] + 200 * unit)  # far from all
    assert lit(builder) == ("", [], [])
    # and on a cell.
    builder.box.locator(".demo-count-tp").hover()
    names, steps, cells = lit(builder)
    assert (names, len(steps), cells) == ("abce", 4, ["TP"])
    assert caption.inner_text() == "a, b, c, e"
    page.mouse.move(0, 0)
    # Keys,
    builder.items.nth(4).focus()
    assert lit(builder) == e
    page.keyboard.press("n")
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert lit(builder) == h
    # and the threshold, where it reaches an item.
    builder.slider.press("ArrowLeft")
    assert lit(builder) == ("f", [((1, 4), (2, 4))], ["FP"])
    builder.slider.press("ArrowRight")
    assert lit(builder) == ("", [], [])
    builder.items.nth(7).focus()
    assert lit(builder) == h
    page.watched.check()


def test_a_sweep_lights_what_it_passes(page_of, open_page, builder_on):
    builder = builder_on(open_page(page_of(RocBuilder())))
    step = builder.box.get_by_role("button", name="Step", exact=True)
    for name, corners, cell in [("a", ((0, 0), (0, 1)), "TP"), ("b", ((0, 1), (0, 2)), "TP")]:
        step.click()
        assert lit(builder) == (name, [corners], [cell])
    # What is not drawn yet is not lit.
    builder.items.nth(7).focus()
    assert lit(builder) == ("h", [], ["FN"])


@pytest.mark.parametrize("forced", ["none", "active"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_lit_can_be_told(page_of, open_page, builder_on, scheme, forced):
    page = open_page(page_of(mails()), scheme=scheme, forced_colors=forced)
    if scheme == "dark":
        page.add_style_tag(content="html { --pst-color-text-base: #ced6dd; --pst-color-background: #14181e }")
    builder = builder_on(page)
    builder.items.nth(4).focus()
    look = """node => { const style = getComputedStyle(node);
        return node instanceof SVGElement ? [style.stroke, style.strokeWidth]
            : [style.outlineColor, style.outlineStyle + style.outlineWidth]; }"""
    text = builder.box.locator(".demo-question").evaluate("node => getComputedStyle(node).color")
    halo, ring, cell = (
        builder.box.locator(one).evaluate(look)
        for one in (".demo-halo-of-steps", ".demo-item.demo-touched .demo-ring", ".demo-count.demo-touched")
    )
    assert {halo[0], ring[0], cell[0]} == {text}
    assert (halo[1], cell[1]) == ("10px", "solid3px")
    assert float(ring[1].removesuffix("px")) >= 2.5


def test_limits(page_of, open_page, builder_on):
    most = RocBuilder([1, 0] * 10, [10] * 20)
    page = open_page(page_of(most, RocBuilder([1, 0], [5, 4])), height=1600)
    most, fewest = builder_on(page, 0), builder_on(page, 1)
    assert most.check_numbers()["exact"] == "(0 + 50)/100"
    most.box.get_by_role("button", name="Add item").click()
    assert most.items.count() == 20
    assert "at most 20 items" in most.status()
    fewest.box.get_by_role("button", name="Remove item").click()
    assert fewest.status() == "Choose an item first."
    fewest.items.nth(1).press("-")
    assert fewest.items.count() == 2
    assert "at least" in fewest.status()
    fewest.items.nth(1).press("Enter")
    assert fewest.status() == "Item b is positive now. AUC needs positives and negatives."
    fewest.check_numbers()


def test_hostile_state_is_harmless(page_of, open_page, builder_on):
    hostile = "</script><script>window.broken = 1</script><!--<b>\"'&"
    demo = mails()
    demo.presets = [{**preset, "name": hostile, "note": hostile} for preset in demo.presets]
    page = open_page(page_of(demo))
    builder = builder_on(page)
    builder.box.locator("select").select_option(value="1")
    assert builder.status().startswith(hostile)
    assert page.evaluate("window.broken") is None
    page.watched.check()


TAKE_DOWN = """async ([source, state]) => {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const { default: demo } = await import(url);
  const handlers = new Set();
  const model = {
    get: (name) => state[name],
    on: (event, handler) => handlers.add(handler),
    off: (event, handler) => handlers.delete(handler),
  };
  const el = document.createElement('div');
  document.body.append(el);
  const stop = demo.render({ model, el });
  const before = [el.children.length, handlers.size];
  stop();
  return [before, [el.children.length, handlers.size]];
}"""


def test_taking_down_leaves_nothing(browser):
    demo = mails()
    page = browser.new_page()
    before, after = page.evaluate(TAKE_DOWN, [demo.source(demo.slug), demo.page_state()])
    page.close()
    assert before[0] == 1
    assert before[1] >= 1
    assert after == [0, 0]


def test_everything_has_a_name(page_of, open_page, builder_on):
    builder = builder_on(open_page(page_of(mails())))
    names = [
        ("combobox", "Start from"),
        ("button", "Add item"),
        ("button", "Remove item"),
        ("button", "Play"),
        ("button", "Step"),
        ("application", "Items and threshold"),
        ("slider", "Threshold"),
        ("button", "a, positive, score 19"),
        ("table", "Confusion matrix"),
        ("rowheader", "called positive"),
        ("columnheader", "negatives"),
        ("cell", "TPR 4/5 0.8000"),
        ("img", "ROC curve, area 0.8400, at false positive rate 0.2000, true positive rate 0.8000"),
    ]
    for role, name in names:
        assert builder.box.get_by_role(role, name=name, exact=True).count() == 1, name
    # One stop for all items, and nothing that was not named above.
    assert builder.box.locator(".demo-body").locator("select, button, summary, [tabindex='0']").count() == 8
    assert builder.box.locator("[aria-live=polite]").count() == 1


# ---- the picture


@pytest.mark.parametrize(
    "demo",
    [
        mails(),
        RocBuilder([1, 1], [0, 20], 0),
        RocBuilder([1, 0] * 10, [7] * 18 + [0, 20], 21),
        RocBuilder([1, 0, 0, 1, 0, 1, 1], [3, 3, 3, 9, 9, 9, 17], 9),
    ],
)
def test_still_is_what_the_live_builder_shows(page_of, open_page, builder_on, demo):
    page = open_page(page_of(demo))
    live = builder_on(page)
    shapes = """svg => [...svg.querySelectorAll('rect, path, text, circle')].filter((node) =>
        node.getAttribute('visibility') !== 'hidden' && node.getAttribute('display') !== 'none' &&
        !node.matches('.demo-grip, .demo-ring') &&
        (node.localName === 'text' ? node.textContent : node.localName !== 'path' || node.getAttribute('d')))
        .map((node) => {
          const frame = svg.getBoundingClientRect();
          const { x, y, width, height } = node.getBoundingClientRect();
          const box = [x - frame.x, y - frame.y, width, height].map((value) => Math.round(value));
          const colors = getComputedStyle(node);
          return [node.localName, ...box, node.textContent, colors.fill, colors.stroke].join(' ');
        }).sort()"""
    for drawing, fewest in [(".demo-line-of-items", 12), (".demo-roc", 4)]:
        still = page.locator(".demo-still").locator(drawing).evaluate(shapes)
        assert live.box.locator(drawing).evaluate(shapes) == still
        assert len(still) >= fewest
    alt = page.locator(".demo-still").get_attribute("aria-label")
    assert live.status() in alt
    assert f"From score {demo.threshold} on, {demo.confusion.tp} of " in alt
    readouts = ".demo-headline, .demo-facts > div, .demo-confusion > div > div"
    texts = "nodes => nodes.map((node) => node.textContent)"
    still_texts = page.locator(".demo-still").locator(readouts).evaluate_all(texts)
    assert still_texts == live.box.locator(readouts).evaluate_all(texts)


def test_output_is_the_same_every_time():
    first, second = (mails()._repr_mimebundle_()[0]["text/html"] for _ in range(2))
    assert first == second
    assert " id=" not in first
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', first, re.S)[1])
    assert set(state) == {"lesson", "presets", "swept", "threshold", "y_score", "y_true"}


@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_jumps_and_nothing_scrolls(page_of, width, steady, builder_on):
    page, check = steady(page_of(mails()), width)
    builder = builder_on(page)
    select = builder.box.locator("select")
    edits = [lambda i=i: select.select_option(value=str(i)) for i in range(6)]
    edits += [lambda: builder.slider.press("End"), lambda: builder.slider.press("Home")]
    edits += [lambda: builder.items.nth(2).press("Enter"), lambda: select.select_option(value="4")]
    # The longest sentence: an item that ties with all others.
    add = builder.box.get_by_role("button", name="Add item")
    edits += [add.click] * 10
    edits += [
        lambda i=i: [builder.items.nth(i).press(f"Shift+Arrow{way}") for way in ("Right",) * 4] for i in range(20)
    ]
    for edit in edits:
        edit()
        check()
    assert len(builder.status()) > 100


@pytest.mark.parametrize(("scheme", "width"), [("dark", 360), ("light", 1000)])
def test_axe_finds_nothing(page_of, scheme, width, open_page, violations_on_bare_page, builder_on):
    page = open_page(page_of(mails()), width=width)
    builder = builder_on(page)
    builder.items.nth(2).hover()
    assert violations_on_bare_page(page, scheme) == {}
