"""How long a frame of the AUCC lab takes while one of 60 points is dragged, in headless Chromium; run it.

Counted is all work of the page's main thread for a frame, from the pointer event to painting, in processor time: what
else the machine does at the moment is not in it. A screen shows a frame every 16 ms. No test asserts any of this.
"""

import os
import random
import shutil
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

import aucc_teach as at
from aucc_teach.demos._base import STYLE
from aucc_teach.demos.sphinx_ext import script

N_POINTS, N_BATCHES, FRAMES_IN_A_BATCH = 60, 30, 10

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


def write_page(folder):
    rng = random.Random(3)
    points = [[rng.randrange(1001), rng.randrange(1001)] for _ in range(N_POINTS)]
    lab = at.demos.AuccLab(points, [i % 3 for i in range(N_POINTS)])
    body = lab._repr_mimebundle_()[0]["text/html"]
    page = Path(folder) / "page.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{body}<script>{script()}</script>")
    return page.as_uri()


def main():
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(write_page(folder))
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
        browser.close()
    print(f"a frame at {N_POINTS} points: median {median(times):.1f} ms ({min(times):.1f} .. {max(times):.1f})")


if __name__ == "__main__":
    main()
