import random
import re

import pytest
from conftest import ROOT, axe_violations, sample_of_pages

import aucc_teach as at
from aucc_teach import demos
from aucc_teach.exercises import Exercise

LABS = ("book/intro.html", "book/first_tour.html")


def pages_of(book):
    """All pages, but the front door: it only sends on."""
    paths = (path for path in sorted(book.rglob("*.html")) if "_static" not in path.relative_to(book).parts)
    return [
        path.relative_to(book).as_posix() for path in paths if 'http-equiv="Refresh"' not in path.read_text("utf-8")
    ]


@pytest.fixture(params=["http", "file"])
def url_of(request, book, site):
    return lambda name: f"{site}{name}" if request.param == "http" else (book / name).resolve().as_uri()


@pytest.mark.parametrize("name", LABS)
def test_every_demo_answers(url_of, name, open_page, lab_on):
    page = open_page(url_of(name))
    n_demos = page.locator("[data-demo]").count()
    assert n_demos > 0
    page.wait_for_function("n => document.querySelectorAll('.demo-host-live > .demo-live').length === n", arg=n_demos)
    lab = lab_on(page, 0)
    start = lab.check_numbers()
    lab.drag(3, 10, -90)
    dragged = lab.check_numbers()
    assert dragged != start
    lab.points_.nth(3).press("Enter")
    assert lab.check_numbers() != dragged
    page.watched.check()


def _random_edit(rng, lab):
    n = lab.points_.count()
    i = rng.randrange(n)
    point = lab.points_.nth(i)
    kind = rng.choice(["drag", "drag", "arrow", "far", "cluster", "cluster", "add", "click", "remove", "again"])
    if kind == "drag":
        lab.drag(i, rng.randint(-120, 120), rng.randint(-120, 120))
    elif kind == "arrow":
        point.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
    elif kind == "far":
        point.press("Shift+" + rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
    elif kind == "cluster":
        point.press(rng.choice(["Enter", " "]))
    elif kind == "add":
        point.press(rng.choice(["+", "Insert"]))
    elif kind == "click":
        lab.box.locator(".demo-scatter").click(position={"x": rng.randint(5, 200), "y": rng.randint(5, 200)})
    elif kind == "remove":
        point.press(rng.choice(["-", "Delete"]))
    else:
        lab.box.locator("select").select_option(value=rng.choice("04"))


def test_numbers_after_random_edits(site, open_page, lab_on):
    page = open_page(f"{site}book/intro.html", height=1400)
    lab = lab_on(page)
    rng = random.Random(2022)
    seen = set()
    for _ in range(50):
        _random_edit(rng, lab)
        seen.add(lab.check_numbers()["aucc"])
    assert len(seen) > 20
    page.watched.check()


def test_two_demos_do_not_disturb_each_other(page_of, open_page, lab_on):
    points, labels = [[0, 0], [0, 500], [500, 0], [500, 500]], [0, 1, 0, 1]
    url = page_of(at.demos.AuccLab(), at.demos.AuccLab(points, labels))
    page = open_page(url, height=1800)
    first, second = lab_on(page, 0), lab_on(page, 1)
    start = second.shown()
    rng = random.Random(1)
    for _ in range(10):
        _random_edit(rng, first)
    first.check_numbers()
    assert second.shown() == start
    assert second.state() == ([tuple(point) for point in points], labels)
    after = first.state()
    second.points_.nth(1).press("Shift+ArrowUp")
    second.box.locator("select").select_option(label="Two far blobs")
    assert second.check_numbers()["aucc"] == 1
    assert first.state() == after
    page.watched.check()


def test_hostile_state_is_harmless(page_of, open_page, lab_on):
    hostile = "</script><script>window.broken = 1</script><!--<b>\"'&"
    demo = at.demos.AuccLab()
    demo.presets = [{**preset, "name": hostile, "note": hostile} for preset in demo.presets]
    page = open_page(page_of(demo))
    lab = lab_on(page)
    assert lab.box.locator("option").first.inner_text() == hostile
    lab.box.locator("select").select_option(value="1")
    assert lab.status().startswith(hostile)
    assert page.evaluate("window.broken") is None
    lab.check_numbers()
    page.watched.check()


def test_limits(page_of, open_page, lab_on):
    most = at.demos.AuccLab([[i * 10, i * 7] for i in range(60)], [i % 2 for i in range(60)])
    fewest = at.demos.AuccLab([[0, 0], [100, 0], [1000, 1000]], [0, 0, 1])
    page = open_page(page_of(most, fewest), height=1800)
    lab = lab_on(page, 0)
    lab.points_.nth(0).press("+")
    assert lab.points_.count() == 60
    assert "60 points" in lab.status()
    lab = lab_on(page, 1)
    lab.points_.nth(0).press("-")
    assert lab.points_.count() == 3
    assert "at least 3 points" in lab.status()
    lab.points_.nth(2).press("ArrowUp")
    assert lab.state()[0][2] == (1000, 1000)
    lab.points_.nth(2).press("Enter")
    assert lab.state()[1] == [0, 0, 0]
    assert lab.check_numbers()["aucc"] is None
    assert "needs pairs within clusters" in lab.status()


def test_every_point_can_be_gripped(site, open_page, lab_on):
    """Also in a crowd, the middle of a point belongs to that point and not to the room around the next one."""
    lab = lab_on(open_page(f"{site}book/intro.html", width=360, height=1400))
    lab.box.locator("select").select_option(label="Two far blobs")
    hit = """nodes => nodes.filter((node) => {
        const { x, y, width, height } = node.querySelector('.demo-marker').getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).length"""
    assert lab.points_.evaluate_all(hit) == 30


def test_touching_shows_pairs(site, open_page, lab_on):
    page = open_page(f"{site}book/intro.html", height=1400)
    lab = lab_on(page)
    within, between = lab.box.locator(".demo-link.demo-within"), lab.box.locator(".demo-link.demo-between")
    segments = lambda link: (link.get_attribute("d") or "").count("M")  # noqa: E731
    lab.points_.nth(3).hover()
    assert (segments(within), segments(between)) == (3, 3)
    strip = lab.box.locator(".demo-strip")
    box = strip.bounding_box()
    strip.hover(position={"x": box["width"] * 0.5 / 21, "y": 30})
    assert (segments(within), segments(between)) == (1, 0)
    # e and g are the closest pair
    assert lab.box.locator(".demo-strip-caption").inner_text().startswith("e\N{EN DASH}g within, distance")
    assert lab.box.locator(".demo-dot").get_attribute("visibility") == "visible"
    page.mouse.move(0, 0)
    assert (segments(within), segments(between)) == (0, 0)
    strip.focus()
    strip.press("End")
    assert strip.get_attribute("aria-valuetext").startswith("pair 21 of 21: a\N{EN DASH}g between")
    assert (segments(within), segments(between)) == (0, 1)
    strip.press("Escape")
    assert segments(between) == 0


def test_everything_has_a_name(site, open_page, lab_on):
    lab = lab_on(open_page(f"{site}book/intro.html"))
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
        assert lab.box.get_by_role(role, name=name, exact=True).count() == 1, name
    focusable = lab.box.locator(".demo-body").locator("select, button, summary, [tabindex='0']")
    assert focusable.count() == 6  # one stop for all points, and nothing that was not named above


def test_keys_alone_are_enough(site, open_page, lab_on):
    page = open_page(f"{site}book/intro.html")
    lab = lab_on(page)
    lab.box.locator("select").focus()
    for _ in range(3):  # past two buttons, to the points
        page.keyboard.press("Tab")
    name = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(name) == "a, cluster 0, at 0, 0"
    page.keyboard.press("n")
    assert page.evaluate(name) == "b, cluster 0, at 55, 171"
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(name) == "b, cluster 0, at 155, 161"
    assert lab.status().startswith("Point b is at 155, 161.")
    page.keyboard.press("Enter")
    assert page.evaluate(name) == "b, cluster 1, at 155, 161"
    page.keyboard.press("+")
    assert page.evaluate(name).startswith("h, cluster 1")
    page.keyboard.press("Delete")
    assert lab.points_.count() == 7
    assert page.evaluate(name).startswith("g,")
    page.keyboard.press("p")
    assert page.evaluate(name).startswith("f,")
    ring = lab.points_.nth(5).locator(".demo-ring")
    assert ring.evaluate("node => parseFloat(getComputedStyle(node).strokeWidth)") >= 3
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "slider"
    lab.check_numbers()


def test_a_finger_can_do_it(site, open_page, lab_on):
    page = open_page(f"{site}book/intro.html", width=360, height=740, has_touch=True, is_mobile=True)
    lab = lab_on(page)
    session = page.context.new_cdp_session(page)
    box = lab.points_.nth(3).locator(".demo-marker").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    scrolled = page.evaluate("scrollY")

    def touch(kind, *places):
        points = [{"x": x + dx, "y": y + dy} for dx, dy in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (0, 0))
    for k in range(1, 6):
        touch("touchMove", (4 * k, -12 * k))
    touch("touchEnd")
    assert lab.state()[0][3] != (358, 543)
    assert page.evaluate("scrollY") == scrolled  # the point moved, not the page
    labels = lab.state()[1]
    lab.points_.nth(0).tap()  # chooses
    assert lab.state()[1] == labels
    lab.points_.nth(0).tap()  # and now moves it on
    assert lab.state()[1] == [1, *labels[1:]]
    lab.box.locator(".demo-scatter").tap(position={"x": 290, "y": 290})
    assert lab.points_.count() == 8
    lab.check_numbers()


@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_jumps_and_nothing_scrolls(site, width, open_page, lab_on):
    still = open_page(f"{site}book/intro.html", width=width, java_script_enabled=False)
    before = still.locator(".demo-host").first.bounding_box()["height"]
    page = open_page(f"{site}book/intro.html", width=width)
    lab = lab_on(page)
    host = page.locator(".demo-host").first
    shift = """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().filter(entry =>
        entry.sources.some(source => source.node?.parentElement?.closest?.('.demo-host'))).length))
        .observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done(0), 500))"""
    assert page.evaluate(shift) == 0
    assert abs(host.bounding_box()["height"] - before) < 1
    heights = host.locator(".demo-body").evaluate_all("nodes => nodes.map(node => node.offsetHeight)")
    assert len(heights) == 2
    assert abs(heights[0] - heights[1]) <= 1
    height = host.bounding_box()["height"]
    for preset in range(5):
        lab.box.locator("select").select_option(value=str(preset))
        lab.points_.nth(2).press("Enter")
        assert abs(host.bounding_box()["height"] - height) < 1
    scrolls = """box => [box, ...box.querySelectorAll('div, p')].filter(node =>
        node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline').map(n => n.className)"""
    assert host.evaluate(scrolls) == []
    output = (
        "node => ['auto', 'scroll'].includes(getComputedStyle(node).overflowY) && node.scrollHeight > node.clientHeight"
    )
    assert host.evaluate(f"node => ({output})(node.parentElement)") is False


def test_without_javascript_and_in_print(site, open_page):
    page = open_page(f"{site}book/intro.html", java_script_enabled=False)
    still = page.locator(".demo-still").first
    assert still.is_visible()
    assert "AUCC is 0.9167" in still.get_attribute("aria-label")
    page = open_page(f"{site}book/intro.html")
    page.locator(".demo-live").first.wait_for()
    assert not page.locator(".demo-still").first.is_visible()
    page.emulate_media(media="print")
    assert not page.locator(".demo-still").first.is_visible()
    assert page.locator(".demo-live").first.is_visible()


ALL_DEMOS = {name: getattr(demos, name) for name in demos.__all__ if name != "Demo"}
WITH_PICTURE = {"AuccLab", "CutSweep", "GammaGrid", "PairTable", "RocBuilder"}


@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("name", sorted(ALL_DEMOS.keys() - WITH_PICTURE))
@pytest.mark.breadth(first_of=4)
def test_words_stand_in_for_a_demo_without_a_picture(name, width, page_of, open_page):
    demo = ALL_DEMOS[name]()
    assert demo.still() is None
    url = page_of(demo)
    page = open_page(url, width=width, java_script_enabled=False)
    body = page.locator(".demo-still > .demo-body")
    assert [p.inner_text() for p in body.locator("p:visible").all()] == [
        demo.question,
        demo.words(),
        "You can use this demo where JavaScript runs.",
    ]
    assert page.locator(".demo-lesson:visible, .demo-host :is(a, button, input):visible").count() == 0
    assert body.bounding_box()["height"] < 300  # no room is kept where nothing will come
    page = open_page(url, width=width)
    page.locator(".demo-host-live").wait_for()
    assert page.locator(".demo-words *:visible").count() == 0
    live = page.locator(".demo-live")
    assert live.locator(".demo-question").text_content() == demo.question
    said = live.locator(".demo-status").inner_text()
    assert said
    assert f" {demo.words()}".endswith(f" {said}")
    # Both fill one cell: each by itself, with panel and tools.
    page.locator(".demo-host").evaluate("node => { node.style.alignItems = 'start'; }")
    kept, needed = (page.locator(kind).bounding_box()["height"] for kind in (".demo-words", ".demo-live"))
    assert kept == pytest.approx(needed, rel=0.1)


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
    + [
        f"book/back/{name}.html"
        for name in ("api", "bibliography", "cite", "glossary", "instructors", "objectives", "reading_on", "statements")
    ]
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
