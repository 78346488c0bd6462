"""How long a demo takes to answer a key; run it with the folder of the built book.

In each engine that is there, every demo is brought into its largest state, and arrow keys are pressed on it 60 times:
milliseconds of script, style and layout until all that hangs on the state is drawn anew, as median, 95th percentile and
largest. At 60 frames a second a frame has 16 ms. Times depend on the machine; no test asserts them.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from conftest import pages_with, serve
from demos.each_demo import ACTS, COUNTS, class_of
from demos.engines import Firefox, WebKit

PRESSES = """return (async () => {
    const [live, pressed] = arguments[0];
    const times = [];
    for (let i = 0; i < 60; i++) {
        const node = document.querySelector(`${live} ${pressed}`);
        const key = i % 20 < 10 ? "ArrowRight" : "ArrowLeft";
        const start = performance.now();
        node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        if (node.type === "range") {
            node.value = Number(node.value) + (key === "ArrowRight" ? 1 : -1) * (Number(node.step) || 1);
            node.dispatchEvent(new Event("input", { bubbles: true }));
            node.dispatchEvent(new Event("change", { bubbles: true }));
        }
        for (let k = 0; k < 10; k++) await null;
        document.querySelector(live).getBoundingClientRect();
        times.push(performance.now() - start);
        node.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true }));
        await new Promise(requestAnimationFrame);
    }
    return times;
})()"""


def largest(slug):
    """A demo in the largest state that its page takes."""
    demo = class_of(slug)()
    # The others begin with as much as they take, or with little that a key could change.
    _, n = COUNTS.get((type(demo).__name__, "points"), (None, None))
    if n and hasattr(demo, "labels"):
        points = np.random.default_rng(0).integers(0, 1001, (n, 2))
        demo.place(points=points.tolist(), labels=(np.arange(n) % 4).tolist())
    return demo


class Chromium:
    """Chromium with the part of the other engines' interface that is used here."""

    def __init__(self, playwright):
        path = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
        self._browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        self._page = self._browser.new_page(viewport={"width": 1300, "height": 1000})

    def open(self, url):
        """Open a page."""
        self._page.goto(url)

    def evaluate(self, script, *arguments):
        """Run a script as the body of a function."""
        return self._page.evaluate(f"arguments_ => (function () {{ {script} }})(...arguments_)", list(arguments))

    def wait_until(self, script):
        """Wait until an expression is true."""
        self._page.wait_for_function(script)

    def close(self):
        """End the browser."""
        self._browser.close()


def answers(engine, book, address, slug):
    """Milliseconds of the answers of a demo in its largest state, on the first page of the book that has it."""
    page = next(page for page in pages_with(f"demos.{class_of(slug).__name__}(") if (book / page).exists())
    live = f".demo-host-live .demo-{slug}.demo-live"
    # First elsewhere: another hash alone would not load the page anew.
    engine.open("about:blank")
    engine.open(f"{address}{page}{largest(slug).link()}")
    engine.wait_until(f"document.querySelector({live!r}) && !location.hash")
    return engine.evaluate(PRESSES, [live, ACTS[slug][2]])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("book", type=Path, help="folder of the built book, such as _build/html")
    options = parser.parse_args()
    print("milliseconds from a key to the answer: median, 95th percentile, largest (a frame: 16)")
    with sync_playwright() as playwright, serve(options.book) as address, tempfile.TemporaryDirectory() as folder:
        for make in (Chromium, Firefox, WebKit):
            if make is not Chromium and not make.found():
                print(make.advice)
                continue
            place = Path(folder, make.__name__)
            place.mkdir()
            engine = make(playwright) if make is Chromium else make(place)
            for slug in ACTS:
                times = answers(engine, options.book, address, slug)
                shown = "".join(f"{time:8.1f}" for time in np.percentile(times, [50, 95, 100]))
                print(f"{make.__name__:10} {slug:20} {shown}")
            engine.close()


if __name__ == "__main__":
    main()
