"""Demos in the pages of the built book, and what axe finds in all of these."""

import re

import pytest
from conftest import ROOT, axe_violations, sample_of_pages

import aucc_teach as at
from aucc_teach import demos
from aucc_teach.exercises import Exercise
from demos.shown import Live


def pages_of(book):
    """All pages, but those that only send on."""
    paths = (path for path in sorted(book.rglob("*.html")) if "_static" not in path.relative_to(book).parts)
    return [path.relative_to(book).as_posix() for path in paths if "bd-article" in path.read_text("utf-8")]


@pytest.mark.parametrize("way", ["http", "file"])
def test_every_demo_of_a_page_answers(way, book, site, open_page):
    name = "book/first_tour.html"
    page = open_page(f"{site}{name}" if way == "http" else (book / name).resolve().as_uri())
    n_demos = page.locator("[data-demo]").count()
    assert n_demos > 1
    page.wait_for_function("n => document.querySelectorAll('.demo-host-live > .demo-live').length === n", arg=n_demos)
    box = page.locator(".demo-live.demo-aucc-lab").first
    aucc = lambda: box.locator("[data-value=aucc]").text_content()  # noqa: E731
    seen = [aucc()]
    for key in ("Shift+ArrowUp", "Enter"):
        box.locator(".demo-point").nth(3).press(key)
        seen.append(aucc())
    assert len(set(seen)) == 3
    page.watched.check()


def test_two_demos_do_not_disturb_each_other_and_hostile_text_stays_text(page_of, open_page):
    hostile = "</script><script>window.broken = 1</script><!--<b>\"'&"
    points, labels = [[0, 0], [0, 500], [500, 0], [500, 500]], [0, 1, 0, 1]
    demos = at.demos.AuccLab(), at.demos.AuccLab(points, labels)
    demos[0].presets = [{**preset, "name": hostile, "note": hostile} for preset in demos[0].presets]
    page = open_page(page_of(*demos), height=1800)
    first, second = (Live(page, demo, i) for i, demo in enumerate(demos))
    assert first.box.locator("option").first.inner_text() == hostile
    first.list("Start from").select_option(value="1")
    assert first.status().startswith(hostile)
    assert page.evaluate("window.broken") is None
    first.drag_point(3, 40, 40)
    after = first.check()
    second.check(points=points, labels=labels)
    second.points.nth(1).press("Shift+ArrowUp")
    second.choose("Two far blobs")
    second.check()
    assert first.check() == after
    page.watched.check()


def test_a_finger_moves_a_point_and_not_the_page(page_of, open_page):
    demo = at.demos.AuccLab()
    page = open_page(page_of(demo), width=360, height=740, has_touch=True, is_mobile=True)
    lab = Live(page, demo)
    lab.middle(marker := lab.points.nth(3).locator(".demo-marker"))
    scrolled = page.evaluate("scrollY")
    lab.touch(marker, 20, -60)
    start, state = demo.state(), lab.state()
    assert state["points"][3] != start["points"][3]
    assert page.evaluate("scrollY") == scrolled
    lab.points.nth(0).tap()  # chooses
    assert lab.state() == state
    lab.points.nth(0).tap()  # and now moves it on
    assert lab.state()["labels"] == [1, *state["labels"][1:]]
    lab.box.locator(".demo-scatter").tap(position={"x": 290, "y": 290})
    assert lab.points.count() == 8
    lab.check()


def test_without_javascript_and_in_print(site, open_page):
    page = open_page(f"{site}book/intro.html", java_script_enabled=False)
    still = page.locator(".demo-still").first
    assert still.is_visible()
    assert still.locator(".demo-status").inner_text() == demos.AuccLab().words()
    page = open_page(f"{site}book/intro.html")
    page.locator(".demo-live").first.wait_for()
    assert not page.locator(".demo-still").first.is_visible()
    page.emulate_media(media="print")
    assert not page.locator(".demo-still").first.is_visible()
    assert page.locator(".demo-live").first.is_visible()


# All rules once, and where the look changes those that depend on it: axe takes seconds for a long page.
OF_COLOURS = ["color-contrast", "link-in-text-block"]
OF_LAYOUT = ["scrollable-region-focusable", "aria-hidden-focus", "nested-interactive", "meta-viewport", "label"]


PAGES = sorted(
    [path.relative_to(ROOT).with_suffix(".html").as_posix() for path in (ROOT / "book").glob("[!.]*/*.ipynb")]
    + ["book/first_tour.html", "book/intro.html"]
    + [f"book/back/{path.stem}.html" for path in (ROOT / "book" / "back").glob("*.md")]
    + ["genindex.html", "search.html"]
)


def test_every_page_is_checked(book):
    assert sorted(pages_of(book)) == PAGES


# Every page once; the dark and the narrow look come from sheets that all pages share.
LOOKS = [(name, "light", 1400, None) for name in PAGES]
LOOKS += [(name, "dark", 1400, OF_COLOURS) for name in sample_of_pages()]
LOOKS += [(name, "light", 360, OF_LAYOUT) for name in sample_of_pages()]


@pytest.mark.parametrize(("name", "scheme", "width", "rules"), LOOKS, ids=[f"{n}-{s}-{w}" for n, s, w, _ in LOOKS])
@pytest.mark.breadth(first_of=3)
def test_axe_finds_nothing(site, name, scheme, width, rules, open_page):
    page = open_page(f"{site}{name}", scheme=scheme, width=width)
    page.wait_for_function("document.querySelectorAll('[data-demo]:not(.demo-host-live)').length === 0")
    for detail in page.locator(".demo-live details").all():
        detail.evaluate("node => node.open = true")
    # The theme fades its colours in.
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    assert axe_violations(page, rules) == {}


def test_a_page_loads_its_own_demos_and_no_other(book):
    seen = set()
    for name in pages_of(book):
        html = (book / name).read_text(encoding="utf-8")
        # Of an element, not of an example in the API.
        slugs = set(re.findall(r'<[a-z]+ [^<>]*data-demo="([a-z-]+)"', html))
        files = ["aucc-demos.js", *(f"aucc-demo-{slug}.js" for slug in sorted(slugs))] if slugs else []
        files += [f"aucc-demo-exercise-{kind}.js" for kind in ("break", "write") if f'"kind":"{kind}"' in html]
        assert re.findall(r'<script[^>]*src="[./]*_static/(aucc-demo[a-z-]*\.js)', html) == files
        assert len(re.findall(r"<link[^>]*aucc-demos\.css", html)) == bool(slugs)
        seen |= slugs
    assert seen == {getattr(demos, name).slug for name in demos.__all__ if name != "Demo"} | {Exercise.slug}
