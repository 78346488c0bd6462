"""How long a frame takes while one of many points is dragged, in headless Chromium; run it.

The AUCC lab has 60 points; the Gamma grid has 16 in two clusters of eight, which is 56 x 64 cells, and once more on a
coarse grid, where a quarter of the cells are tied.

Counted is all work of the page's main thread for a frame, from the pointer event to painting, in processor time: what
else the machine does at the moment is not in it. A screen shows a frame every 16 ms. No test asserts any of this.
"""

import os
import random
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2] / "book" / "_ext"))
from demo_scripts import scripts
from playwright.sync_api import sync_playwright

import aucc_teach as at
from aucc_teach.page_widget import STYLE

N_BATCHES, FRAMES_IN_A_BATCH = 30, 10

DRAG = """async (n_frames) => {
  const node = document.querySelectorAll('.demo-point')[7];
  const { x, y, width, height } = node.querySelector('.demo-marker').getBoundingClientRect();
  const send = (type, dx, dy) => node.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerId: 1, button: 0, clientX: x + width / 2 + dx, clientY: y + height / 2 + dy }));
  node.setPointerCapture = () => {}; // there is no such pointer
  send('pointerdown', 0, 0);
  for (let k = 1; k <= n_frames; k++) {
    await new Promise(requestAnimationFrame);
    send('pointermove', 40 * Math.sin(k / 2), 40 * Math.cos(k / 3));
  }
  send('pointerup', 0, 0);
}"""


def demos():
    rng = random.Random(3)

    def points(n, step=1):
        return [[step * rng.randrange(1000 // step + 1), step * rng.randrange(1000 // step + 1)] for _ in range(n)]

    halves = [i % 2 for i in range(16)]
    return {
        "AUCC lab, 60 points": at.demos.AuccLab(points(60), [i % 3 for i in range(60)]),
        "Gamma grid, 16 points": at.demos.GammaGrid(points(16), halves),
        "Gamma grid, 16 points with ties": at.demos.GammaGrid(points(16, step=500), halves),
    }


def write_page(folder, demo):
    body = demo._repr_mimebundle_()[0]["text/html"]
    page = Path(folder) / "page.html"
    page.write_text(
        f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{body}<script>{''.join(scripts().values())}</script>"
    )
    return page.as_uri()


def measure(page):
    """Return the processor time of a frame in milliseconds, for each batch of frames."""
    page.locator(".demo-point").nth(7).focus()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy():
        metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
        return 1000 * metrics["TaskDuration"]

    page.evaluate(DRAG, 60)  # the compiler warms up
    times = []
    for _ in range(N_BATCHES):
        before = busy()
        page.evaluate(DRAG, FRAMES_IN_A_BATCH)
        times.append((busy() - before) / FRAMES_IN_A_BATCH)
    return times


def main():
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, demo in demos().items():
            page = browser.new_page()
            page.goto(write_page(folder, demo))
            times = measure(page)
            page.close()
            print(f"a frame of the {name}: median {median(times):.1f} ms ({min(times):.1f} .. {max(times):.1f})")
        browser.close()


if __name__ == "__main__":
    main()
