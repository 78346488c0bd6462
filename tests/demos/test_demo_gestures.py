"""What a hand does to any demo: all that is shown follows, and can be taken back; and how it fits its place."""

import pytest

import aucc_teach as at
from demos.each_demo import ACTS, DEMOS, whole_demo
from demos.shown import Live


@pytest.mark.parametrize("name", DEMOS)
def test_a_drag_a_key_and_presets_show_what_their_states_show(name, live):
    demo = whole_demo(name)
    demo.lesson = []
    page = live(demo, height=1600)
    shown = Live(page, demo)
    dragged, way, pressed, key = ACTS[demo.slug]
    seen = [shown.check()]
    shown.grab(shown.box.locator(dragged).first, *way)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shown.check(is_held=True)
    page.mouse.up()
    seen.append(shown.check())
    shown.box.locator(pressed).first.press(key)
    seen.append(shown.check())
    presets = shown.list("Start from")
    for preset in demo.presets[1::3] if presets.count() else ():
        presets.select_option(label=preset["name"])
        seen.append(shown.check())
    assert seen[1] != seen[0]
    assert seen[2] != seen[1]
    states = [state for i, state in enumerate(seen) if i == 0 or state != seen[i - 1]]
    for state in states[-2::-1]:
        shown.press("Undo")
        assert shown.check() == state
    shown.press("Redo")
    assert shown.check() == states[1]


# What is seen outside of its demo. A grip is felt and not seen, and a group is as large as what is in it.
OUTSIDE = """host => {
  const { left, right } = host.getBoundingClientRect();
  return [...host.querySelectorAll(".demo-live *:not(g, .demo-grip, .demo-heard)")]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => [node, node.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.right > right + 1.5 || box.left < left - 1.5))
    .map(([node, box]) => [node.localName, node.textContent.slice(0, 30), box.left - left, box.right - right]);
}"""


def test_nothing_sticks_out_of_a_demo_at_any_width(page_of, open_page):
    """From a small phone, in the margins of a page, past the width at which parts stand side by side."""
    whole = [getattr(at.demos, name)() for name in DEMOS]
    ends = [at.demos.RocBuilder(threshold=0), at.demos.TwoDistributions(threshold=-3.0)]
    page = open_page(page_of(*whole, *ends))
    hosts = page.locator(".demo-host-live")
    hosts.nth(len(whole) + len(ends) - 1).wait_for()
    for width in (288, 344, 376, 576, 600, 720, 1000):
        page.set_viewport_size({"width": width, "height": 900})
        for is_open in ("true", "false"):
            page.locator(".demo-live details").evaluate_all(f"nodes => nodes.forEach((node) => node.open = {is_open})")
            for host in hosts.all():
                assert host.evaluate(OUTSIDE) == [], (width, host.get_attribute("data-demo"))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.watched.check()


def test_each_demo_has_a_name_of_its_own_and_so_has_what_holds_something_to_touch(live):
    whole = [getattr(at.demos, name)() for name in DEMOS]
    page = live(*whole)
    boxes = page.locator(".demo-live")
    for demo, box in zip(whole, boxes.all(), strict=True):
        # The reader's name for the level without clusters is the baseline; the class keeps its name.
        slug = {"the-level": "the-baseline"}.get(demo.slug, demo.slug)
        assert box.get_attribute("aria-label").lower().replace(" ", "-") == slug
        assert box.locator(".demo-question").text_content() == demo.question
        said = box.locator(".demo-status").inner_text()
        assert said
        assert f" {demo.words()}".endswith(f" {said}")
    nameless = boxes.locator(".demo-body svg:has([tabindex])").evaluate_all(
        """nodes => nodes.filter(node => !node.getAttribute('role') || !node.getAttribute('aria-label'))
            .map(node => node.className.baseVal)"""
    )
    assert nameless == []
