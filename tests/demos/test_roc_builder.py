import random
import re
from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, roc_auc_score

import aucc_teach as at
from aucc_teach.demos import RocBuilder
from demos.conftest import Live
from demos.models import GOALS, Model

MODEL = Model("roc-builder")
CELLS = ("tp", "fn", "fp", "tn")
MAILS = {"y_true": [1, 1, 1, 0, 1, 0, 0, 1, 0, 0], "y_score": [19, 16, 14, 13, 11, 9, 8, 6, 4, 2]}


def state_of(y_true, y_score, threshold=10, swept=0):
    return {"y_true": list(y_true), "y_score": list(y_score), "threshold": threshold, "swept": swept}


def mails(**options):
    """The ten mails with their whole curve."""
    return RocBuilder(**MAILS, **options)


# ---- the model


def random_states(n_cases):
    """Items on ever fewer scores, so that most comparisons tie; every size, every threshold; one class alone, too."""
    rng = np.random.default_rng(2006)
    cases = [([1, 1], [3, 3], 3), ([0, 0, 0], [1, 2, 3], 2), ([0, 1], [20, 0], 21), ([1, 0], [20, 0], 0)]
    while len(cases) < n_cases:
        m = int(rng.integers(2, 21))
        step = int(rng.choice([1, 2, 5, 10, 20]))
        scores = rng.integers(0, 20 // step + 1, size=m) * step
        cases.append((rng.integers(0, 2, size=m).tolist(), scores.tolist(), int(rng.integers(0, 22))))
    return [state_of(*case) for case in cases]


def value_of(fraction):
    """Read (21 + 1/2)/25 as a fraction."""
    right, half, total = re.fullmatch(r"\(?(\d+)(?: \+ (\d+(?:/2)?)\))?/(\d+)", fraction).groups()
    return (Fraction(right) + Fraction(half or 0)) / Fraction(total)


def test_numbers_are_those_of_the_package():
    n_tied = n_single = 0
    for state in random_states(120):
        y_true, y_score = state["y_true"], state["y_score"]
        found, words = MODEL.numbers(state), MODEL.words(state)
        (tn, fp), (fn, tp) = confusion_matrix(y_true, np.array(y_score) >= state["threshold"], labels=[0, 1])
        assert [found[key] for key in CELLS] == [tp, fn, fp, tn]
        assert found["n_items"] == len(y_true)
        assert found["comparisons"] == found["right"] + found["wrong"] + found["tied"]
        assert found["comparisons"] == sum(y_true) * (len(y_true) - sum(y_true))
        if len(set(y_true)) == 1:
            assert (found["auc"], found["gini"]) == (None, None)
            assert words == "AUC needs positives and negatives."
            n_single += 1
            continue
        auc = at.roc_curve(y_true, y_score).auc
        assert found["auc"] == pytest.approx(auc, abs=1e-12) == pytest.approx(roc_auc_score(y_true, y_score), abs=1e-12)
        assert found["gini"] == pytest.approx(2 * auc - 1, abs=1e-12)
        assert found["won"] == pytest.approx(auc * found["comparisons"])
        exactly, written = re.search(r"AUC (\S+(?: \+ \S+)?) = ([\d.]+)\.$", words).groups()
        assert float(value_of(exactly)) == found["auc"]
        assert float(written) == pytest.approx(auc, abs=5.1e-5)
        assert (f", {found['tied']} " in words) == (found["tied"] > 0)
        n_tied += found["tied"] > 0
    assert n_tied > 65
    assert 1 <= n_single < 30


def test_the_curve_goes_from_group_to_group():
    for state in random_states(200):
        groups = MODEL.groupsOf(state)
        steps = np.array([[0, 0], *([group["negatives"], group["positives"]] for group in groups)]).cumsum(axis=0)
        if steps[-1].all():
            assert np.array_equal(
                steps / steps[-1], np.column_stack(at.roc_curve(state["y_true"], state["y_score"])[:2])
            )
        assert len(groups) == len(MODEL.scoresDown(state["y_score"])) == len(set(state["y_score"]))


def test_words_tell_how_far_the_curve_is_drawn():
    """Without the words that a step waits for."""
    state = state_of(**MAILS, threshold=21, swept=0)
    words = lambda swept, *shown: MODEL.words(state | {"swept": swept}, *shown)  # noqa: E731
    assert words(21) == "Nothing is called positive yet. The curve is drawn as the threshold goes down."
    for score in (20, 14):
        assert words(score) == f"The curve is drawn down to score {score}. AUC appears once it is drawn to its end."
    assert words(0) == "21 of 25 comparisons are right: AUC 21/25 = 0.8400."
    assert words(0, MODEL.numbers(state), False) == "The curve is drawn to its end."


def test_a_new_item_goes_to_the_nearest_free_score():
    for state in random_states(100):
        free = sorted(set(range(21)) - set(state["y_score"]))
        for wanted in (0, 10, 20):
            found = MODEL.freeScore(state["y_score"], wanted)
            assert found == min(free, key=lambda score: abs(score - wanted))
    assert MODEL.freeScore(list(range(21)), 7) == 7


def test_the_question_has_an_answer():
    """One item, moved: h onto f or d onto h makes 0.9, and without a tie nothing does."""
    found = set()
    for i in range(10):
        for score in range(21):
            moved = [score if k == i else old for k, old in enumerate(MAILS["y_score"])]
            numbers = MODEL.numbers(state_of(MAILS["y_true"], moved))
            if Fraction(2 * numbers["right"] + numbers["tied"], 50) == Fraction(9, 10):
                assert numbers["tied"] % 2
                assert numbers["auc"] == 0.9  # to the last bit, as the goal asks
                found.add((i, score))
    assert found == {(7, 9), (3, 6)}


# ---- the state in Python


def test_starts_with_ten_mails_and_nothing_called_positive():
    assert RocBuilder().state() == state_of(**MAILS, threshold=21, swept=21)
    assert mails().state() == state_of(**MAILS)


def test_the_sweep_follows_the_threshold_down():
    builder = RocBuilder()
    builder.threshold = 12
    assert builder.swept == 12
    builder.threshold = 20
    assert builder.swept == 12


def test_presets_show_what_they_say():
    presets = RocBuilder().presets
    ten, perfect, reverse, three, tied, rare = (MODEL.numbers(preset | {"swept": 0}) for preset in presets)
    assert ten == MODEL.numbers(mails().state())
    assert perfect["auc"] == 1
    assert reverse["auc"] == pytest.approx(1 - ten["auc"], abs=1e-12)
    assert presets[2]["y_score"] == [20 - score for score in MAILS["y_score"]]
    table_1 = at.datasets.load_tied_scores()
    assert presets[3]["y_true"] == table_1.y_true.tolist()
    assert presets[3]["y_score"] == np.rint(table_1.y_score * 20).astype(int).tolist()
    assert three["tied"] > 0
    assert (tied["auc"], tied["tied"]) == (0.5, tied["comparisons"])
    assert rare["auc"] > 0.9
    assert (rare["fp"], rare["tp"]) == (2, 2)


# ---- the view


class Builder(Live):
    """The ROC builder on a page."""

    def __init__(self, page, nth=0):
        super().__init__(page, "roc-builder", nth)
        self.items = self.box.locator(".demo-item")
        self.slider = self.box.get_by_role("slider", name="Threshold")

    def button(self, name):
        return self.box.get_by_role("button", name=name, exact=True)

    def press(self, *keys):
        """Press keys; returns the name of what has the focus then."""
        for key in keys:
            self.page.keyboard.press(key)
        return self.page.evaluate("document.activeElement.getAttribute('aria-label')")

    def drag(self, node, dx, dy=0):
        """Drag by so many steps of the score."""
        line = self.box.locator(".demo-line-of-items")
        line.evaluate("node => node.scrollIntoView({ block: 'center', behavior: 'instant' })")
        step = line.bounding_box()["width"] * 404 / 440 / 21
        box = node.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx * step, y + dy, steps=4)
        mouse.up()

    def drag_item(self, i, dx, dy=0):
        self.drag(self.items.nth(i).locator(".demo-item-mark"), dx, dy)

    def drag_threshold(self, dx):
        self.drag(self.slider.locator(".demo-knob"), dx)

    def state(self):
        """Classes, scores and threshold, read from the names and values that they have."""
        labels = self.items.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
        found = [re.fullmatch(r"(\w), (positive|negative), score (\d+)", label) for label in labels]
        assert "".join(match[1] for match in found) == "abcdefghijklmnopqrst"[: len(labels)]
        classes = [int(match[2] == "positive") for match in found]
        return state_of(classes, [int(match[3]) for match in found], int(self.slider.get_attribute("aria-valuenow")))

    def drawn(self):
        """How much of the curve is drawn, as the counts of its steps up and to the right."""
        path = lambda kind: self.box.locator(f".demo-roc .demo-line.demo-{kind}").get_attribute("d") or ""  # noqa: E731
        return path("within").count("M"), path("between").count("M")

    def lit(self):
        """What is lit: names of items, steps of the curve as (from, to) in counts of ten mails, and cells."""
        texts = "nodes => nodes.map(node => node.textContent)"
        d = self.box.locator(".demo-halo-of-steps").get_attribute("d") or ""
        corners = [
            (round((float(x) - 30) / 50.8), round((262 - float(y)) / 50.8))
            for x, y in re.findall(r"(\S+?),([\d.]+)L?", d.replace("M", " "))
        ]
        cells = self.box.locator(".demo-count.demo-touched").evaluate_all(texts)
        items = self.box.locator(".demo-item.demo-touched").evaluate_all(texts)
        return "".join(items), list(zip(corners[::2], corners[1::2], strict=True)), [cell.split()[0] for cell in cells]

    def check(self):
        """All that is shown is what the model says of the items that are shown, with the whole curve; returns these."""
        state = self.state()
        numbers, shown = MODEL.numbers(state), self.texts()
        written = lambda value: "\N{EN DASH}" if value is None else f"{value:.4f}".replace("-", "\N{MINUS SIGN}")  # noqa: E731
        tp, fn, fp, tn = (numbers[key] for key in CELLS)
        assert [shown[key] for key in CELLS] == [str(count) for count in (tp, fn, fp, tn)]
        rates = [written(part / whole if whole else None) for part, whole in [(tp, tp + fn), (fp, fp + tn)]]
        assert [shown["tprScore"], shown["fprScore"]] == rates
        assert [shown["tpr"], shown["fpr"]] == [
            f"{part}/{whole}" if whole else "\N{EN DASH}" for part, whole in [(tp, tp + fn), (fp, fp + tn)]
        ]
        assert [shown[key] for key in ("auc", "gini")] == [written(numbers[key]) for key in ("auc", "gini")]
        assert [int(shown[key]) for key in ("sPlus", "sMinus", "sZero")] == [
            numbers[key] for key in ("right", "wrong", "tied")
        ]
        assert f"{tp} of {tp + fn} positives and {fp} of {fp + tn} negatives" in self.slider.get_attribute(
            "aria-valuetext"
        )
        called = self.items.evaluate_all("nodes => nodes.map(node => node.classList.contains('demo-called'))")
        assert called == [score >= state["threshold"] for score in state["y_score"]]
        dot = self.box.locator(".demo-dot")
        assert (dot.get_attribute("visibility") == "visible") == (numbers["comparisons"] > 0)
        if numbers["comparisons"]:
            place = [(float(dot.get_attribute("cx")) - 30) / 254, (262 - float(dot.get_attribute("cy"))) / 254]
            assert place == pytest.approx([fp / (fp + tn), tp / (tp + fn)], abs=1e-6)
            assert shown["exact"] in MODEL.words(state)
            assert f"area {shown['auc']}" in self.box.locator(".demo-roc").get_attribute("aria-label")
        assert self.status().endswith(MODEL.words(state)) or " at " in self.status()  # at a limit
        return state


@pytest.fixture
def builder(live):
    return Builder(live(mails()))


def random_edit(rng, builder):
    i = rng.randrange(builder.items.count())
    kinds = "drag drag arrow far flip flip add remove button threshold threshold slide end click preset"
    kind = rng.choice(kinds.split())
    arrow = rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
    keys = {
        "arrow": arrow,
        "far": f"Shift+{arrow}",
        "flip": rng.choice(["Enter", " "]),
        "add": rng.choice(["+", "Insert"]),
        "remove": rng.choice(["-", "Delete"]),
    }
    if kind in keys:
        builder.items.nth(i).press(keys[kind])
    elif kind == "drag":
        builder.drag_item(i, rng.randint(-9, 9), rng.randint(-60, 60))
    elif kind == "button":
        builder.button(rng.choice(["Add item", "Remove item"])).click()
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


def test_what_is_shown_after_random_edits(builder):
    rng = random.Random(1947)
    seen = set()
    for _ in range(30):
        random_edit(rng, builder)
        seen.add(str(builder.check()))
    assert len(seen) > 15


def test_drags_tie_items_and_move_the_threshold(builder):
    builder.drag_item(7, 3, dy=40)  # h onto f, and not out of the line
    assert builder.check()["y_score"][7] == 9
    words = "Item h has score 9, tied with f. 22 of 25 comparisons are right, 1 is tied: AUC (22 + 1/2)/25 = 0.9000."
    assert builder.status() == words
    builder.drag_threshold(-4)
    assert builder.check()["threshold"] == 6
    # The slider speaks for itself: what is written is not spoken.
    assert builder.status() == words.partition(". ")[2]
    assert builder.box.locator(".demo-status").get_attribute("aria-live") == "off"


def test_keys_alone_are_enough(builder):
    builder.box.locator("select").focus()
    assert builder.press(*["Tab"] * 5) == "Threshold"
    ring = "node => parseFloat(getComputedStyle(node).strokeWidth)"
    assert builder.slider.locator(".demo-knob").evaluate(ring) >= 4
    builder.press("ArrowRight", "ArrowUp", "Shift+ArrowLeft")
    assert builder.state()["threshold"] == 7
    assert builder.press("Tab") == "a, positive, score 19"
    assert builder.items.nth(0).locator(".demo-ring").evaluate(ring) >= 3
    assert builder.press("ArrowRight", "ArrowRight") == "a, positive, score 20"
    assert builder.press("Shift+ArrowLeft") == "a, positive, score 15"
    assert builder.press("n") == "b, positive, score 16"
    assert builder.press("ArrowDown") == "b, positive, score 15"
    assert builder.status().startswith("Item b has score 15, tied with a.")
    assert builder.press("Enter") == "b, negative, score 15"
    assert builder.status().startswith("Item b is negative now. 16 of 24 comparisons are right, 1 is tied")
    assert builder.press("p", "p") == "j, negative, score 2"
    assert builder.press("+") == "k, negative, score 1"
    assert builder.press("Delete") == "j, negative, score 2"
    assert builder.press("-") == "i, negative, score 4"
    builder.press("Escape")
    assert builder.box.locator(".demo-chosen").count() == 0
    builder.check()


def test_from_the_absurd_threshold_to_the_other(builder):
    builder.slider.press("End")
    assert builder.slider.get_attribute("aria-valuetext").endswith("nothing is")
    corners = set()
    for _ in range(21):
        builder.slider.press("ArrowLeft")
        shown = builder.texts()
        corners.add((shown["tprScore"], shown["fprScore"]))
        assert shown["auc"] == "0.8400"
    assert builder.slider.get_attribute("aria-valuetext").endswith("everything is")
    assert len(corners) == 11
    builder.slider.press("ArrowLeft")
    assert builder.check()["threshold"] == 0


def test_item_step_and_cell_are_lit_together(live):
    page = live(mails(), height=1200)
    builder = Builder(page)
    caption = builder.box.locator(".demo-strip-caption")
    d, e, h = ("d", [((0, 3), (1, 3))], ["FP"]), ("e", [((1, 3), (1, 4))], ["TP"]), ("h", [((3, 4), (3, 5))], ["FN"])
    assert builder.lit() == ("", [], [])
    # A pointer on an item,
    builder.items.nth(3).hover()
    assert builder.lit() == d
    page.mouse.move(0, 0)
    assert builder.lit() == ("", [], [])
    # on a step of the curve,
    frame = builder.box.locator(".demo-roc").bounding_box()
    unit = frame["width"] / 292
    page.mouse.move(frame["x"] + (30 + 25.4) * unit, frame["y"] + (262 - 3 * 50.8 + 8) * unit)
    assert builder.lit() == d
    assert caption.inner_text() == "d, negative, score 13"
    page.mouse.move(frame["x"] + 150 * unit, frame["y"] + 200 * unit)  # far from all
    assert builder.lit() == ("", [], [])
    # and on a cell.
    builder.box.locator(".demo-count-tp").hover()
    names, steps, cells = builder.lit()
    assert (names, len(steps), cells) == ("abce", 4, ["TP"])
    assert caption.inner_text() == "a, b, c, e"
    page.mouse.move(0, 0)
    assert caption.inner_text() == ""
    # Keys,
    builder.items.nth(4).focus()
    assert builder.lit() == e
    builder.press("n", "n", "n")
    assert builder.lit() == h
    # and the threshold, where it reaches an item.
    builder.slider.press("ArrowLeft")
    assert builder.lit() == ("f", [((1, 4), (2, 4))], ["FP"])
    builder.slider.press("ArrowRight")
    assert builder.lit() == ("", [], [])
    builder.items.nth(7).focus()
    assert builder.lit() == h


@pytest.mark.parametrize("forced", ["none", "active"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_lit_can_be_told(builder, scheme, forced):
    page = builder.page
    page.emulate_media(color_scheme=scheme, forced_colors=forced)
    if scheme == "dark":
        page.add_style_tag(content="html { --pst-color-text-base: #ced6dd; --pst-color-background: #14181e }")
    builder.items.nth(4).focus()
    look = """node => { const style = getComputedStyle(node);
        return node instanceof SVGElement ? [style.stroke, style.strokeWidth]
            : [style.outlineColor, style.outlineStyle + style.outlineWidth]; }"""
    text = builder.box.locator(".demo-question").evaluate("node => getComputedStyle(node).color")
    halo, ring, cell = (
        builder.box.locator(one).evaluate(look)
        for one in (".demo-halo-of-steps", ".demo-item.demo-touched .demo-ring", ".demo-count.demo-touched")
    )
    page.emulate_media(color_scheme=None, forced_colors=None)
    assert {halo[0], ring[0], cell[0]} == {text}
    assert (halo[1], cell[1]) == ("10px", "solid3px")
    assert float(ring[1].removesuffix("px")) >= 2.5


def test_every_item_can_be_gripped(live):
    """Also side by side on a phone, the middle of an item belongs to it, and not to the next one or the threshold."""
    crowd = Builder(live(RocBuilder([i % 2 for i in range(20)], list(range(1, 21)), threshold=10), width=360))
    hit = """nodes => nodes.filter((node) => {
        const { x, y, width, height } = node.querySelector('.demo-item-mark').getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).length"""
    assert crowd.items.evaluate_all(hit) == 20
    knob = crowd.slider.locator(".demo-grip").bounding_box()
    assert min(knob["width"], knob["height"]) >= 24


def test_limits_and_a_second_demo_on_the_page(live):
    page = live(RocBuilder([1, 0] * 10, [10] * 20), RocBuilder([1, 0], [5, 4]), height=1600)
    most, fewest = Builder(page, 0), Builder(page, 1)
    most.button("Add item").click()
    assert most.items.count() == 20
    assert "at most 20 items" in most.status()
    fewest.button("Remove item").click()
    assert fewest.status() == "Choose an item first."
    fewest.items.nth(1).press("-")
    assert fewest.items.count() == 2
    assert "at least" in fewest.status()
    fewest.items.nth(1).press("Enter")
    assert fewest.check()["y_true"] == [1, 1]
    assert most.check()["y_true"] == [1, 0] * 10


# ---- the curve is drawn as the threshold goes down


@pytest.fixture
def undrawn(live):
    page = live(RocBuilder())
    page.clock.install(time="2030-01-01T00:00:00")
    page.reload()
    builder = Builder(page)
    # Else it goes on by itself between two orders.
    page.clock.pause_at("2030-01-01T01:00:00")
    yield builder
    page.clock.resume()


def test_steps_draw_the_curve_and_light_what_they_pass(undrawn):
    undrawn.box.get_by_role("button", name="Explore without steps").click()
    assert undrawn.drawn() == (0, 0)
    items = sorted(zip(MAILS["y_score"], MAILS["y_true"], "abcdefghij", strict=True), reverse=True)
    at_end = (0, 0)
    for score, label, name in items:
        undrawn.button("Step").click()
        assert undrawn.state()["threshold"] == score
        start, at_end = at_end, (at_end[0] + (1 - label), at_end[1] + label)
        assert undrawn.lit() == (name, [(start, at_end)], ["TP" if label else "FP"])
        assert undrawn.drawn() == at_end[::-1]
        assert undrawn.texts()["auc"] == "\N{EN DASH}"
        assert undrawn.status().startswith(f"The curve is drawn down to score {score}.")
    undrawn.slider.press("End")  # what is drawn stays
    assert undrawn.drawn() == (5, 5)
    assert undrawn.texts()["auc"] == "\N{EN DASH}"
    undrawn.slider.press("Home")
    undrawn.check()
    undrawn.slider.press("End")
    assert undrawn.texts()["auc"] == "0.8400"


def test_play_pauses_and_is_one_gesture(undrawn):
    button, run_for = undrawn.button, undrawn.page.clock.run_for
    undrawn.box.get_by_role("button", name="Explore without steps").click()
    button("Play").click()
    run_for(5 * 300)
    assert undrawn.state()["threshold"] == 16
    button("Pause").click()
    run_for(3000)
    assert (undrawn.state()["threshold"], undrawn.drawn()) == (16, (2, 0))
    button("Undo").click()
    assert (undrawn.state()["threshold"], undrawn.drawn()) == (21, (0, 0))
    button("Redo").click()
    button("Play").click()
    run_for(16 * 300)
    undrawn.check()
    button("Play").click()  # again, from the top
    run_for(600)
    assert (undrawn.state()["threshold"], undrawn.drawn()) == (19, (1, 0))
    undrawn.slider.press("ArrowLeft")  # another hand takes it
    run_for(3000)
    assert undrawn.state()["threshold"] == 18
    assert button("Play").count() == 1


def test_play_stops_where_the_step_asks_for_and_shows_nothing_of_the_next(undrawn):
    """However far the threshold goes in the first step, the area that the second asks for does not come out."""
    panel, page = undrawn.box.locator(".demo-lesson .demo-face-shown"), undrawn.page
    panel.get_by_role("radio", name="Up", exact=True).check()
    undrawn.button("Commit").click()
    undrawn.button("Play").click()
    page.clock.run_for(3 * 300)
    assert undrawn.status().startswith("The curve is drawn down to score 18.")
    page.clock.run_for(20 * 300)
    assert (undrawn.state()["threshold"], undrawn.drawn()) == (14, (3, 0))
    assert panel.inner_text().startswith("You expected")
    undrawn.button("Play").click()
    page.clock.run_for(20 * 300)
    assert (undrawn.state()["threshold"], undrawn.drawn()) == (0, (5, 5))
    assert GOALS.meets(RocBuilder.tasks[1].goal, MODEL.numbers(undrawn.state()))

    def seen():
        label = undrawn.box.locator(".demo-roc").get_attribute("aria-label")
        visible = undrawn.box.locator("[data-value]:not([aria-hidden])").all_text_contents()
        return " ".join([label, undrawn.status(), *visible])

    assert "0.84" not in seen()
    assert "21" not in seen()
    assert undrawn.status() == "The curve is drawn to its end."
    page.reload()
    assert "0.84" not in seen()
    undrawn.button("Next").click()
    panel.get_by_role("textbox").fill("0.5")
    undrawn.button("Commit").click()
    undrawn.slider.press("Home")
    assert panel.inner_text().startswith("The area is 0.84.")
    undrawn.check()
