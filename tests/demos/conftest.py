import re
from urllib.parse import urlsplit

import pytest

import aucc_teach as at
from aucc_teach.demos._base import STYLE
from aucc_teach.demos.sphinx_ext import script


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


class Lab:
    """The AUCC lab on a page, as a reader sees it."""

    def __init__(self, page, nth=0):
        self.page = page
        self.box = page.locator(".demo-live.demo-aucc-lab").nth(nth)
        self.box.wait_for()
        self.points_ = self.box.locator(".demo-point")
        self.bring_into_view()

    def bring_into_view(self):
        # At once: the theme scrolls smoothly, and a pointer that is sent meanwhile misses.
        self.box.locator(".demo-scatter").evaluate(
            "node => node.scrollIntoView({ block: 'center', behavior: 'instant' })"
        )

    def shown(self):
        nodes = self.box.locator("[data-value]")
        values = nodes.evaluate_all("nodes => nodes.map(node => [node.dataset.value, node.textContent])")
        return {key: _number(text) for key, text in values}

    def state(self):
        labels = self.points_.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
        found = [re.fullmatch(r"\w+, cluster (\d), at (\d+), (\d+)", label) for label in labels]
        return [(int(m[2]), int(m[3])) for m in found], [int(m[1]) for m in found]

    def status(self):
        return self.box.locator(".demo-status").inner_text()

    def drag(self, i, dx, dy, steps=3):
        self.bring_into_view()
        box = self.points_.nth(i).locator(".demo-marker").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx, y + dy, steps=steps)
        mouse.up()

    def check_numbers(self):
        """Every displayed number is the one that Python computes from the displayed points."""
        points, labels = self.state()
        shown = self.shown()
        slider = self.box.locator(".demo-strip")
        assert int(slider.get_attribute("aria-valuemax")) == len(points) * (len(points) - 1) // 2
        if not 2 <= len(set(labels)) < len(points):
            assert shown == dict.fromkeys(shown) | {"sPlus": 0, "sMinus": 0, "sZero": 0}
            return shown
        counts = at.concordance(points, labels)
        aucc = at.aucc_score(points, labels)
        assert (shown["sPlus"], shown["sMinus"], shown["sZero"]) == counts
        assert shown["aucc"] == float(f"{aucc:.4f}")
        assert shown["gamma"] == float(f"{at.gamma_score(points, labels):.4f}")
        assert self.box.locator(".demo-roc").get_attribute("aria-label").endswith(f"area {aucc:.4f}")
        return shown


def _number(text):
    text = text.replace("\N{THIN SPACE}", "").replace("\N{MINUS SIGN}", "-")
    return None if text == "\N{EN DASH}" else float(text)


@pytest.fixture
def open_page(browser):
    """Open a page in a context of its own; `Watched` is on its ``watched`` attribute."""
    contexts = []

    def open_(url, *, width=1000, height=900, scheme="light", **options):
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.watched = Watched(page, url)
        page.goto(url)
        return page

    yield open_
    for context in contexts:
        context.close()


@pytest.fixture
def page_of(tmp_path):
    """Write a bare page that holds some demos; returns its URL."""

    def write(*demos):
        bodies = "\n".join(demo._repr_mimebundle_()[0]["text/html"] for demo in demos)
        path = tmp_path / "page.html"
        path.write_text(
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Demos</title><style>{STYLE}</style>'
            f"<body>{bodies}<script src='demos.js'></script></body></html>",
            encoding="utf-8",
        )
        (tmp_path / "demos.js").write_text(script(), encoding="utf-8")
        return path.as_uri()

    return write


@pytest.fixture
def lab_on():
    return Lab
