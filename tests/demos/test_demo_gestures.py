"""What a hand does to any demo: all that is shown follows, in the middle of a drag too, and can be taken back."""

import pytest

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
