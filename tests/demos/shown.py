"""What a demo shows: drawn in QuickJS for a state, or live on a page. Both are read alike and must agree."""

import json
import re

import bs4
import pytest
from drawn_demos import drawn

# Attributes that place a shape, and classes of what only shows where the pointer or the keyboard is.
PLACES = ("d", "cx", "cy", "x", "y", "width", "height", "points", "r")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:e-\d+)?")
PASSING = {f"demo-{name}" for name in ("touched", "target", "halo", "each", "mark", "link", "tick", "row-frame")}
HIDDEN = ":is([visibility=hidden], [display=none], [hidden], [r='0'])"


def number(text):
    """Read a number as it is written on a page; a dash is none."""
    text = text.replace("\N{THIN SPACE}", "").replace("\N{MINUS SIGN}", "-")
    return None if text == "\N{EN DASH}" else float(text)


def written(value):
    """Write a score as pages do."""
    return "\N{EN DASH}" if value is None else f"{value:.4f}".replace("-", "\N{MINUS SIGN}")


class Shown:
    """A drawn demo."""

    def __init__(self, html):
        self.body = bs4.BeautifulSoup(html, "html.parser")

    def texts(self):
        """Each value by its key, as it is written."""
        return {node["data-value"]: node.get_text() for node in self.body.select("[data-value]:not([hidden] *)")}

    def numbers(self, *keys):
        """Some values as numbers; all values without keys."""
        texts = self.texts()
        return {key: number(texts[key]) for key in keys or texts}

    def said(self):
        """The words below the demo."""
        return self.body.select_one(".demo-status").get_text()

    def kinds(self):
        """Each drawn shape, as the names of its attributes and what of them is no number."""
        return [[NUMBER.sub("#", text) for text in _texts_of(node)] for node in self._shapes()]

    def coordinates(self):
        """All numbers of all shapes."""
        return [float(one) for node in self._shapes() for text in _texts_of(node) for one in NUMBER.findall(text)]

    def _shapes(self):
        # A still leaves out what is hidden.
        nodes = self.body.select(f".demo-body svg :not({HIDDEN}, {HIDDEN} *)")
        return [node for node in nodes if not PASSING & set(node.get("class", ())) and _texts_of(node)]


def _texts_of(node):
    return [f"{name}={node[name]}" for name in PLACES if node.get(name)]


def drawing(demo, **state):
    """Draw a demo in a state, without steps."""
    demo.lesson = []
    demo.place(**state)
    return Shown(drawn(demo.slug, json.dumps(demo.page_state())))


class Live:
    """A live demo on a page, as a reader sees and moves it."""

    def __init__(self, page, demo, nth=0):
        self.page, self.demo = page, demo
        self.box = page.locator(f".demo-live.demo-{demo.slug}").nth(nth)
        self.box.wait_for()
        self.points = self.box.locator(".demo-point")

    # ---- what is shown

    def state(self):
        """The state that its model holds."""
        read = "(box, names) => names.map((name) => [name, box.closest('.demo-host').model.get(name)])"
        return dict(self.box.evaluate(read, list(self.demo.state())))

    def texts(self):
        nodes = self.box.locator("[data-value]")
        return dict(nodes.evaluate_all("nodes => nodes.map(node => [node.dataset.value, node.textContent])"))

    def status(self):
        return self.box.locator(".demo-status").inner_text()

    def check(self, is_held=False, **state):
        """All that is shown is what is drawn anew in the state of the model; returns the state."""
        if not is_held:
            self.leave()
        self.wait_until_dealt()
        now = self.state()
        assert {name: now[name] for name in state} == state
        shown, fresh = Shown(self.box.evaluate("box => box.outerHTML")), drawing(self.demo, **now)
        assert shown.texts() == fresh.texts()
        notes = {preset["note"] for preset in self.demo.presets}
        assert shown.said().endswith(fresh.said()) or shown.said() in notes
        assert shown.kinds() == fresh.kinds()
        assert shown.coordinates() == pytest.approx(fresh.coordinates(), abs=0.0051)  # in stills are two digits
        return now

    # ---- the reader's hand

    def button(self, name):
        return self.box.get_by_role("button", name=name, exact=True)

    def press(self, *names):
        """Press buttons, one after the other."""
        for name in names:
            self.button(name).click()

    def keys(self, *keys):
        """Press keys; returns the name of what has the focus then."""
        for key in keys:
            self.page.keyboard.press(key)
        return self.page.evaluate("document.activeElement.getAttribute('aria-label')")

    def list(self, name):
        """A list to choose from, by the beginning of its label."""
        return self.box.locator("label").filter(has_text=re.compile(f"^{name}")).locator("select")

    def choose(self, option, name="Start from"):
        self.list(name).select_option(label=option)

    def middle(self, node):
        """Bring a node into view; returns where its middle is."""
        # At once: the theme scrolls smoothly, and a pointer that is sent meanwhile misses.
        node.evaluate("node => node.scrollIntoView({ block: 'center', behavior: 'instant' })")
        box = node.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def grab(self, node, dx, dy, steps=4):
        """Press the mouse on a node and move it, without letting go."""
        x, y = self.middle(node)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx, y + dy, steps=steps)

    def drag(self, node, dx, dy, steps=4):
        self.grab(node, dx, dy, steps)
        self.page.mouse.up()

    def drag_point(self, i, dx, dy, steps=4):
        self.drag(self.points.nth(i).locator(".demo-marker"), dx, dy, steps)

    def touch(self, node, dx, dy):
        """Move a finger from a node."""
        (x, y), session = self.middle(node), self.page.context.new_cdp_session(self.page)
        for kind, share in [("touchStart", 0), *(("touchMove", k / 5) for k in range(1, 6)), ("touchEnd", None)]:
            points = [] if share is None else [{"x": x + dx * share, "y": y + dy * share}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def leave(self):
        """Take pointer and keyboard away: what only they show is gone."""
        self.page.mouse.move(0, 0)
        self.page.keyboard.press("Escape")
        self.page.evaluate("document.activeElement.blur()")

    def wait_until_dealt(self):
        """Wait for the last of the deals that a state asks for: they come a few to a frame."""
        self.box.locator("[aria-busy=true]").wait_for(state="detached")
