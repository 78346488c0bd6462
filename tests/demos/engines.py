"""Firefox and WebKit behind one small interface. Chromium has Playwright, which drives neither as Debian packs them.

Both are spoken to directly in the terms of WebDriver: Firefox over its own socket (Marionette), WebKit over HTTP. That
takes a few lines here, and with client libraries some twenty packages.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

from conftest import do_without

PATIENCE = 180  # seconds: a machine may be busy with other things, and what comes sooner is not waited for
KEYS = {"ArrowLeft": "\ue012", "ArrowRight": "\ue014", "ArrowUp": "\ue013", "Enter": "\ue007", " ": " "}
MARIONETTE = {
    "url": "WebDriver:Navigate",
    "execute/sync": "WebDriver:ExecuteScript",
    "window/rect": "WebDriver:SetWindowRect",
    "actions": "WebDriver:PerformActions",
}

# Where the bar of a solution can be pressed, as the body of a function of its number on the page: near both ends, on
# each line of its words, and on its button. At the very edge WebKit has the bar that scrolls the page.
PLACES_ON_A_BAR = """
    const bar = document.querySelectorAll(".solution.dropdown > .admonition-title")[arguments[0]];
    bar.scrollIntoView({ block: "center", behavior: "instant" });
    const words = document.createRange();
    words.selectNodeContents(bar);
    const { left, right, top, height } = bar.getBoundingClientRect();
    const inside = [...words.getClientRects()].filter(({ width }) => width > 1);
    return [
        [left + 10, top + height / 2],
        [right - 10, top + height / 2],
        ...inside.map((box) => [box.left + box.width / 2, box.top + box.height / 2]),
    ];"""
OPEN_SOLUTIONS = """
    const isOpen = (one) => getComputedStyle(one.lastElementChild).visibility === "visible";
    return [...document.querySelectorAll(".solution.dropdown")].map(isOpen);"""


def steady(read):
    """What `read` returns once it returns the same again, a fifth of a second later."""
    before, now = None, read()
    while now != before:
        time.sleep(0.2)
        before, now = now, read()
    return now


class Engine:
    """A browser with one page; `folder` is for what it writes."""

    def __init__(self, folder, command, **environment):
        self.log = folder / "log"
        with self.log.open("w") as log:
            options = {"env": os.environ | environment, "stdout": log, "stderr": log, "start_new_session": True}
            self._process = subprocess.Popen(command, **options)
        try:
            self._connect()
        except BaseException:
            self.close()
            raise

    def open(self, url):
        """Open a page."""
        self._send("url", url=url)

    def evaluate(self, script, *arguments):
        """Run a script as the body of a function."""
        return self._send("execute/sync", script=script, args=arguments)

    def resize(self, width, height):
        """Give the window a size."""
        self._send("window/rect", width=width, height=height)

    def drag(self, selector, dx, dy):
        """Press the mouse on the middle of an element, move it in three steps, let go."""
        # At once: the theme scrolls smoothly, and a pointer that is sent meanwhile misses.
        script = """const node = document.querySelector(arguments[0]);
            if (arguments[1]) node.scrollIntoView({ block: 'center', behavior: 'instant' });
            if (arguments[1]) getSelection().removeAllRanges(); // of an attempt that missed
            const { left, right, top, bottom } = node.getBoundingClientRect();
            return [(left + right) / 2, (top + bottom) / 2, node.closest('.demo-body').getBoundingClientRect().top];"""

        def attempt():
            x, y, top = self.evaluate(script, selector, True)
            places = [(round(x + dx * step / 3), round(y + dy * step / 3)) for step in range(4)]
            start, *moves = ({"type": "pointerMove", "x": x, "y": y, "duration": 20} for x, y in places)
            press, release = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
            actions = [start, press, *moves, release]
            mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
            self._send("actions", actions=[mouse])
            return self.evaluate(script, selector, False)[2] == top

        # Pictures above may be fetched meanwhile.
        self._wait(attempt, f"{selector} stands still while it is dragged")

    def touch(self, x, y, kind="mouse"):
        """Press and let go at a place in the window, with the mouse or a finger (``kind="touch"``)."""
        actions = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self._send("actions", actions=[pointer])

    def press(self, selector, key):
        """Give an element the focus and press a key."""
        self.evaluate("document.querySelector(arguments[0]).focus()", selector)
        actions = [{"type": kind, "value": KEYS[key]} for kind in ("keyDown", "keyUp")]
        self._send("actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def wait_until(self, script):
        """Wait until an expression is true."""
        self._wait(lambda: self.evaluate(f"return Boolean({script})"), script)

    def close(self):
        """End the browser and all that it started."""
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(20)

    def _wait(self, condition, name):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert self._process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, f"{name}: not in {PATIENCE} seconds\n{self.log.read_text()}"
            time.sleep(0.05)


@contextlib.contextmanager
def started(engine, folder):
    """Run one of the browsers below; `folder` is for what it writes."""
    if not engine.found():
        do_without(engine.advice)
    with contextlib.closing(engine(folder)) as running:
        yield running


class Firefox(Engine):
    """The Firefox that FIREFOX names, or the first on the path."""

    advice = "no Firefox found; install it (Debian: firefox-esr) or set FIREFOX to its path"

    @staticmethod
    def found():
        """Path of the browser, or None."""
        return os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")

    def __init__(self, folder):
        profile = folder / "profile"
        profile.mkdir()
        # Any free port; Firefox notes which in a file.
        (profile / "user.js").write_text('user_pref("marionette.port", 0);\n', encoding="utf-8")
        self._port_file = profile / "MarionetteActivePort"
        super().__init__(folder, [self.found(), "--headless", "--marionette", "--no-remote", "--profile", profile])

    def _connect(self):
        self._wait(lambda: self._port_file.exists() and self._port_file.read_text(), "Firefox starts")
        self._socket = socket.create_connection(("127.0.0.1", int(self._port_file.read_text())), timeout=PATIENCE)
        self._answers = self._socket.makefile("rb")
        self._receive()  # a greeting
        self._send("WebDriver:NewSession")

    def _send(self, command, **parameters):
        # Scripts that share the page's own variables.
        parameters |= {"sandbox": None} if command == "execute/sync" else {}
        message = json.dumps([0, 0, MARIONETTE.get(command, command), parameters]).encode()
        self._socket.sendall(f"{len(message)}:".encode() + message)
        _, _, error, result = self._receive()
        assert error is None, error
        return result.get("value")

    def _receive(self):
        digits = b""
        while (byte := self._answers.read(1)).isdigit():
            digits += byte
        return json.loads(self._answers.read(int(digits)))

    def close(self):
        """End the browser."""
        super().close()
        if hasattr(self, "_socket"):
            self._answers.close()
            self._socket.close()


class WebKit(Engine):
    """The WebKit of GTK, on a screen and a bus of its own, so that it needs no desktop."""

    advice = "no WebKit found; install it (Debian: webkit2gtk-driver, xvfb, xauth, dbus-x11)"

    @staticmethod
    def found():
        """Whether all that it needs is there."""
        return all(map(shutil.which, ("dbus-run-session", "xvfb-run", "xauth", "WebKitWebDriver")))

    def __init__(self, folder):
        with socket.socket() as sock:
            sock.bind(("127.0.0.1", 0))
            self._port = sock.getsockname()[1]
        command = ["dbus-run-session", "--", "xvfb-run", "-a", "WebKitWebDriver", f"--port={self._port}"]
        # The sandbox needs rights that containers lack.
        super().__init__(folder, command, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1")

    def _connect(self):
        self._wait(self._listens, "WebKitWebDriver starts")
        self._session = f"/{self._ask('session', {'capabilities': {}})['sessionId']}"

    def _listens(self):
        with socket.socket() as sock:
            return sock.connect_ex(("127.0.0.1", self._port)) == 0

    def _send(self, command, **parameters):
        return self._ask(f"session{self._session}/{command}", parameters)

    def _ask(self, path, parameters):
        url = f"http://127.0.0.1:{self._port}/{path}"
        request = urllib.request.Request(url, json.dumps(parameters).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def close(self):
        """End the browser, its screen and its bus."""
        if hasattr(self, "_session"):
            url = f"http://127.0.0.1:{self._port}/session{self._session}"
            urllib.request.urlopen(urllib.request.Request(url, method="DELETE"), timeout=PATIENCE).close()
        super().close()
