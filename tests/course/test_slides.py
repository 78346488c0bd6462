"""Slides of a chapter: the right parts, drawn in full from a file, without a request to any host."""

import re

import pytest
import slides

NAME = "what_aucc_likes"  # a statement with formulas, a demo whose points are dragged
SIZE = {"width": 1600, "height": 900}


@pytest.fixture(scope="module")
def folder(book, tmp_path_factory):
    """Write the slides of a chapter; returns their folder and number."""
    out = tmp_path_factory.mktemp("slides") / "out"
    return out, slides.write_slides(NAME, out, site=book)


# It lists parts that reach out of the body of the current slide by more than rounding.
CUT_OFF = """() => {
  const body = Reveal.getCurrentSlide().querySelector(".slide-body");
  const room = body.getBoundingClientRect();
  const parts = [...body.querySelectorAll("p, li, img, figcaption, math, .demo-live")];
  return parts.filter((part) => part.checkVisibility({ visibilityProperty: true })).filter((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return left < room.left - 2 || right > room.right + 2 || top < room.top - 2 || bottom > room.bottom + 2;
  }).map((part) => part.outerHTML.slice(0, 200));
}"""


@pytest.fixture
def shown(folder, browser):
    """Open the slides in a browser that is offline, and at the end look for errors and requests to other places."""
    context = browser.new_context(viewport=SIZE, offline=True)
    page, asked, errors = context.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfailed", lambda request: errors.append(f"failed: {request.url}"))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    page.goto(f"{folder[0].as_uri()}/index.html")
    page.locator("html[data-ready]").wait_for()
    yield page
    # Demos are modules within the page.
    assert [url for url in asked if not url.startswith((f"{folder[0].as_uri()}/", "blob:", "data:"))] == []
    assert errors == []
    context.close()


def test_slides_are_drawn_in_full(folder, shown):
    assert shown.evaluate("Reveal.getTotalSlides()") == folder[1]
    for i in range(folder[1]):
        shown.evaluate("i => Reveal.slide(i)", i)
        assert shown.evaluate(CUT_OFF) == [], i
    assert shown.locator(".slides math").count() > 5
    assert not re.search(r"\\[(\[a-z]", shown.locator(".slides").inner_text())
    assert not shown.locator("text=Listen for").is_visible()


def test_a_demo_is_live_on_its_slide(shown):
    place = shown.evaluate(
        "[...document.querySelectorAll('.slides > section')].findIndex((one) => one.querySelector('.demo-point'))"
    )
    shown.evaluate("i => Reveal.slide(i)", place)
    point = shown.locator(".demo-live .demo-point").first
    before = point.bounding_box()
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    shown.mouse.move(x, y)
    shown.mouse.down()
    shown.mouse.move(x + 90, y + 60, steps=3)
    shown.mouse.up()
    after = point.bounding_box()
    # The point follows the pointer although the slide is scaled.
    assert (after["x"] - before["x"], after["y"] - before["y"]) == pytest.approx((90, 60), abs=8)
    # An arrow moves the point and not the slides.
    point.focus()
    shown.keyboard.press("ArrowRight")
    assert shown.evaluate("Reveal.getIndices().h") == place
