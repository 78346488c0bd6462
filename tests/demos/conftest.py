import json
import math
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import axe_violations, serve
from demo_scripts import scripts
from drawn_demos import with_stills

import aucc_teach as at
from aucc_teach._page_widget import STYLE


class Watched:
    """A page whose requests to other hosts and whose errors are recorded."""

    def __init__(self, page, url):
        self.page, self.errors, self.elsewhere = page, [], []
        self.host = urlsplit(url).netloc
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._request)

    def _request(self, request):
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != self.host:
            self.elsewhere.append(request.url)

    def check(self):
        assert self.errors == []
        assert self.elsewhere == []


class Live:
    """A live demo on a page, as a reader sees it."""

    def __init__(self, page, slug, nth):
        self.page = page
        self.box = page.locator(f".demo-live.demo-{slug}").nth(nth)
        self.box.wait_for()

    def texts(self):
        nodes = self.box.locator("[data-value]")
        return dict(nodes.evaluate_all("nodes => nodes.map(node => [node.dataset.value, node.textContent])"))

    def status(self):
        return self.box.locator(".demo-status").inner_text()

    def wait_until_dealt(self):
        """Wait for the last of the deals that a state asks for: they come a few to a frame."""
        self.box.locator("[aria-busy=true]").wait_for(state="detached")


class PointsDemo(Live):
    """A demo of labelled points."""

    def __init__(self, page, slug, nth):
        super().__init__(page, slug, nth)
        self.points_ = self.box.locator(".demo-point")
        self.bring_into_view()

    def bring_into_view(self):
        # At once: the theme scrolls smoothly, and a pointer that is sent meanwhile misses.
        self.box.locator(".demo-scatter").evaluate(
            "node => node.scrollIntoView({ block: 'center', behavior: 'instant' })"
        )

    def shown(self):
        return {key: number(text) for key, text in self.texts().items() if key not in ("share", "atLeast", "p")}

    def state(self):
        labels = self.points_.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
        found = [re.fullmatch(r"\w+, cluster (\d), at (\d+), (\d+)", label) for label in labels]
        return [(int(m[2]), int(m[3])) for m in found], [int(m[1]) for m in found]

    def drag(self, i, dx, dy, steps=3):
        self.bring_into_view()
        box = self.points_.nth(i).locator(".demo-marker").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx, y + dy, steps=steps)
        mouse.up()


class Lab(PointsDemo):
    """The AUCC lab."""

    def __init__(self, page, nth=0):
        super().__init__(page, "aucc-lab", nth)

    def check_numbers(self):
        """Every displayed number is the one that Python computes from the displayed points."""
        points, labels = self.state()
        shown = self.shown()
        slider = self.box.locator(".demo-strip")
        assert int(slider.get_attribute("aria-valuemax")) == len(points) * (len(points) - 1) // 2
        exists = 2 <= len(set(labels)) < len(points)
        counts = at.concordance(points, labels) if exists else (0, 0, 0)
        aucc = at.aucc_score(points, labels) if exists else math.nan
        gamma = at.gamma_score(points, labels) if exists else math.nan
        written = lambda score: float(f"{score:.4f}") if exists else None  # noqa: E731
        expected = {"aucc": written(aucc)}
        if "gamma" in shown:
            expected |= {"gamma": written(gamma), **dict(zip(("sPlus", "sMinus", "sZero"), counts, strict=True))}
        else:
            share = f"{counts[0]} of {sum(counts)} right" if exists else "\N{EN DASH}"
            assert self.texts()["share"].replace("\N{THIN SPACE}", "") == share
        assert shown == expected
        if not exists:
            return shown
        assert self.box.locator(".demo-roc").get_attribute("aria-label").endswith(f"area {aucc:.4f}")
        return shown


def number(text):
    text = text.replace("\N{THIN SPACE}", "").replace("\N{MINUS SIGN}", "-")
    return None if text == "\N{EN DASH}" else float(text)


def opener(browser):
    """Open pages in contexts of their own, until all are closed; `Watched` is on the attribute ``watched`` of each."""
    contexts = []

    def open_(url, *, width=1000, height=900, scheme="light", **options):
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)  # on a machine that is busy with other things
        page.watched = Watched(page, url)
        page.goto(url)
        return page

    yield open_
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(browser):
    """Open a page in a context of its own; `Watched` is on its ``watched`` attribute."""
    yield from opener(browser)


def write_page(folder, *demos):
    """Write a bare page that holds some demos; returns its URL."""
    bodies = with_stills("\n".join(demo.page_html() for demo in demos))
    path = folder / "page.html"
    path.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Demos</title>'
        f'<link rel="icon" href="data:,"><style>{STYLE}</style>'
        f"<body>{bodies}<script src='demos.js'></script></body></html>",
        encoding="utf-8",
    )
    # Tests reach the model as `host.model`, to bring a demo into a state as the reader's hand does.
    model = "model: new StaticModel(state)"
    texts = "".join(scripts().values())
    assert texts.count(model) == 1
    texts = texts.replace(model, "model: (host.model = new StaticModel(state))")
    (folder / "demos.js").write_text(texts, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def page_of(tmp_path):
    """Write a bare page that holds some demos; returns its URL."""
    return lambda *demos: write_page(tmp_path, *demos)


@pytest.fixture(scope="module")
def pages_of_the_file(browser):
    """Pages that stay open for all tests of a file, and what opens one."""
    opening = opener(browser)
    yield {}, next(opening)
    next(opening, None)


@pytest.fixture
def live(pages_of_the_file, tmp_path):
    """Open a page with some demos, once for all tests of a file; each finds it as it was at first."""
    pages, open_ = pages_of_the_file
    used = []

    def open_once(*demos, width=1000, height=900):
        key = "".join(demo.page_html() for demo in demos)
        if key not in pages:
            pages[key] = open_(write_page(tmp_path, *demos))
        used.append(page := pages[key])
        page.set_viewport_size({"width": width, "height": height})
        page.mouse.move(0, 0)
        page.evaluate("localStorage.clear()")
        page.reload()
        page.locator(".demo-host-live").nth(len(demos) - 1).wait_for()
        return page

    yield open_once
    for page in used:
        page.watched.check()


@pytest.fixture(params=["http", "file"])
def bare_page(request, page_of, tmp_path):
    """Write a bare page that is reached in both ways; returns its URL."""
    if request.param == "file":
        yield page_of
    else:
        with serve(tmp_path) as address:
            yield lambda *demos: address + Path(page_of(*demos)).name


@pytest.fixture
def steady(open_page):
    """Open a page with one demo; returns it and a check that nothing moves or scrolls."""
    # What is only spoken is one pixel wide.
    scrolling = """box => [...box.querySelectorAll('div, p:not(.demo-heard), span')].filter(node =>
        node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== 'inline').map(n => n.className)"""

    def open_(url, width):
        page = open_page(url, width=width)
        host = page.locator(".demo-host-live")
        host.wait_for()  # what follows takes what is there
        # Both fill one cell: each by itself, the picture and the demo that takes its place.
        host.evaluate("node => { node.style.alignItems = 'start'; }")
        kept, height = (
            host.locator(f":scope > {kind}").bounding_box()["height"] for kind in (".demo-still", ".demo-live")
        )
        assert abs(kept - height) < 1
        host.evaluate("node => { node.style.alignItems = ''; }")
        height = host.bounding_box()["height"]

        # It grows below all that a finger may be on: test_overlap_table.py looks.
        grows = host.get_attribute("data-demo") == "overlap-table"

        def check():
            now = host.bounding_box()["height"]
            assert abs(now - height) < 1 or (grows and now > height), host.inner_text()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert host.evaluate(scrolling) == []

        return page, check

    return open_


@pytest.fixture
def violations_on_bare_page():
    """What axe finds in a page with one demo, in light or dark, with its help open; a page's own business left out."""

    def violations(page, scheme):
        if scheme == "dark":
            # The theme's dark colours of the roles that the demos use.
            page.add_style_tag(
                content="""html { background: #14181e; --pst-color-text-base: #ced6dd; --pst-color-text-muted: #9ca4af;
                --pst-color-background: #14181e; --pst-color-surface: #222832; --pst-color-border: #48566b;
                --pst-color-primary: #528fe4 }"""
            )
            page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.locator(".demo-live details").evaluate_all("nodes => nodes.forEach((node) => { node.open = true; })")
        of_the_page = {"region", "landmark-one-main", "page-has-heading-one"}
        return {rule: nodes for rule, nodes in axe_violations(page).items() if rule not in of_the_page}

    return violations


@pytest.fixture
def lab_on():
    return Lab


KERNEL = """async ([source, state, changes, target, key]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: demo } = await import(url);
  const handlers = new Map();
  const sent = [];
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; },
    save_changes: () => sent.push({ ...state }),
    on: (event, handler) => handlers.set(event, (handlers.get(event) ?? new Set()).add(handler)),
    off: (event, handler) => handlers.get(event).delete(handler) && !handlers.get(event).size && handlers.delete(event),
  };
  const el = document.body.appendChild(document.createElement("div"));
  const stop = demo.render({ model, el });
  const before = [el.children.length, handlers.size];
  Object.assign(state, changes);
  for (const name of Object.keys(changes)) for (const handler of [...handlers.get(`change:${name}`)]) handler();
  await new Promise((done) => setTimeout(done, 300));
  const values = [...el.querySelectorAll("[data-value]")];
  const texts = Object.fromEntries(values.map((node) => [node.dataset.value, node.textContent]));
  const words = el.querySelector(".demo-status").textContent;
  const node = [...el.querySelectorAll(target[0])].find((one) => one.textContent.startsWith(target[1]));
  const press = () =>
    key ? node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })) : node.click();
  press();
  stop();
  press();
  await new Promise((done) => setTimeout(done, 100));
  return { before, after: [el.children.length, handlers.size], texts, words, sent };
}"""


@pytest.fixture
def with_kernel(browser):
    """Run a demo beside a kernel that changes its state; then press something, take the demo down, press again."""

    def run(demo, state, changes, target, key=None):
        page = browser.new_page()
        # A message from a kernel is JSON.
        found = page.evaluate(KERNEL, [demo._esm, state, json.loads(json.dumps(changes)), target, key])
        page.close()
        return found

    return run
