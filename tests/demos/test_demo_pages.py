"""Demos in the pages of the built book, and what axe finds in all of these."""

import re

import pytest
from conftest import ROOT, axe_violations, sample_of_pages

import aucc_teach as at
from aucc_teach import demos
from aucc_teach.exercises import Exercise
from demos.shown import Live


def pages_of(book):
    """All pages, but the front door: it only sends on."""
    paths = (path for path in sorted(book.rglob("*.html")) if "_static" not in path.relative_to(book).parts)
    return [
        path.relative_to(book).as_posix() for path in paths if 'http-equiv="Refresh"' not in path.read_text("utf-8")
    ]


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


def test_everything_has_a_name(site, open_page):
    box = open_page(f"{site}book/intro.html").locator(".demo-live.demo-aucc-lab")
    names = [
        ("combobox", "Start from"),
        ("button", "Add point"),
        ("button", "Remove point"),
        ("application", "Points"),
        ("button", "a, cluster 0, at 0, 0"),
        ("slider", "Pairs, closest first"),
        ("img", "ROC curve of the pairs, area 0.9167"),
    ]
    for role, name in names:
        assert box.get_by_role(role, name=name, exact=True).count() == 1, name
    focusable = box.locator(".demo-body").locator("select, button, summary, [tabindex='0']")
    assert focusable.count() == 6  # one stop for all points, and nothing that was not named above


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


@pytest.mark.parametrize(
    ("name", "knob", "part"),
    [("FormulaBuilder", "max, ", "maximum"), ("TwoDistributions", "Threshold", "threshold")],
)
def test_a_finger_moves_a_slider_and_not_the_page(name, knob, part, page_of, open_page):
    demo = getattr(at.demos, name)()
    page = open_page(page_of(demo), width=342, height=740, has_touch=True, is_mobile=True)
    shown = Live(page, demo)
    slider = shown.box.get_by_role("slider", name=knob)
    shown.middle(slider)
    grip, scrolled = slider.locator(".demo-grip").bounding_box(), page.evaluate("scrollY")
    assert min(grip["width"], grip["height"]) >= 24
    shown.touch(slider.locator(".demo-knob"), 60, 50)
    assert shown.state()[part] > demo.state()[part] + 0.8
    assert page.evaluate("scrollY") == scrolled


@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_jumps_and_nothing_scrolls(site, width, open_page):
    page = open_page(f"{site}book/intro.html", width=width)
    host = page.locator(".demo-host").first
    page.locator(".demo-live").first.wait_for()
    shift = """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().filter(entry =>
        entry.sources.some(source => source.node?.parentElement?.closest?.('.demo-host'))).length))
        .observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 500))"""
    assert page.evaluate(shift) == 0
    height = host.bounding_box()["height"]
    for preset in range(5):
        host.locator(".demo-live select").select_option(value=str(preset))
        host.locator(".demo-live .demo-point").nth(2).press("Enter")
        assert abs(host.bounding_box()["height"] - height) < 1
    scrolls = """box => [box, ...box.querySelectorAll('div, p')].filter(node =>
        node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline').map(n => n.className)"""
    assert host.evaluate(scrolls) == []
    output = (
        "node => ['auto', 'scroll'].includes(getComputedStyle(node).overflowY) && node.scrollHeight > node.clientHeight"
    )
    assert host.evaluate(f"node => ({output})(node.parentElement)") is False


def test_a_picture_is_seen_when_all_of_it_is_there(site, open_page):
    """Else what is drawn first would move when the rest comes; the note is its last part."""
    page = open_page(f"{site}book/1-pairs/rand_c.html", java_script_enabled=False)
    parts = page.locator(".demo-deal-again > .demo-body")
    assert parts.first.is_visible()
    page.locator(".demo-deal-again > .demo-note").first.evaluate("note => note.remove()")
    assert not parts.first.is_visible()
    assert page.locator(".demo-exercise > .demo-body").first.is_visible()


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


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_step_stays_in_view_beside_what_it_asks_for(site, open_page, size):
    """Wherever the demo is scrolled to, below the bar of the theme, with more than half of the window left."""
    width, height = size
    for name, slug in (
        ("book/1-pairs/counting_pairs.html", "pair-table"),
        ("book/2-ranks/sweeping_k.html", "cut-sweep"),
    ):
        page = open_page(f"{site}{name}", width=width, height=height)
        panel = page.locator(f".demo-live.demo-{slug} > .demo-lesson").first
        panel.wait_for()
        for place in ("start", "end"):
            page.locator(f".demo-live.demo-{slug} > .demo-body").first.evaluate(
                "(node, block) => node.scrollIntoView({ block, behavior: 'instant' })", place
            )
            bar = page.locator(".bd-header-article").bounding_box()
            box = panel.bounding_box()
            assert bar["y"] + bar["height"] <= box["y"]
            assert box["y"] + box["height"] < height / 2
        panel.get_by_role("button", name="Explore without steps").click()
        assert panel.evaluate("node => getComputedStyle(node).position") == "static"


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
