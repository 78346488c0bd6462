"""How heavy the pages of a built book are; run it with the folder of the built book, `--quick` for three pages.

For each page: requests and megabytes until nothing more is asked for, from http, with the window at the top; and the
blocking time (of tasks of more than 50 ms, what is above) while the processor is slowed down four times: median of
several visits, smallest and largest. Times depend on the machine. No test asserts them; the bytes are tested.
"""

import argparse
import os
import shutil
import statistics
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from conftest import serve

QUICK = ("book/first_tour", "book/2-ranks/aucc_is_gamma", "book/back/glossary")
LONG_TASKS = """() => {
    window.blocked = 0;
    const add = (list) => list.getEntries().forEach((task) => { window.blocked += task.duration - 50; });
    new PerformanceObserver(add).observe({ type: "longtask", buffered: true });
}"""


def visit(browser, url):
    """Requests, bytes and milliseconds of blocking of one visit, with nothing remembered from another."""
    with browser.new_context(viewport={"width": 1200, "height": 900}) as context:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        sizes = []
        page.on("requestfinished", lambda request: sizes.append((request.url, request.sizes()["responseBodySize"])))
        page.add_init_script(f"({LONG_TASKS})()")
        page.goto(url, wait_until="networkidle")
        page.wait_for_timeout(1500)
        fetched = [size for url, size in sizes if url.startswith("http")]
        return len(fetched), sum(fetched), page.evaluate("window.blocked")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("book", type=Path, help="folder of the built book, such as _build/html")
    parser.add_argument("--quick", action="store_true", help="three pages, a minute")
    options = parser.parse_args()
    pages = [path.relative_to(options.book).with_suffix("").as_posix() for path in options.book.glob("book/**/*.html")]
    total = sum(path.stat().st_size for path in options.book.rglob("*") if path.is_file())
    print(f"the site: {total / 1e6:.1f} MB (target: below 20)")
    print("targets of a page: below 1.5 MB, blocking below 1000 ms")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright, serve(options.book) as address:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in QUICK if options.quick else sorted(pages):
            visits = [visit(browser, f"{address}{name}.html") for _ in range(5)]
            requests, size, _ = visits[0]
            times = [blocked for *_, blocked in visits]
            spread = f"{statistics.median(times):5.0f} ({min(times):.0f} to {max(times):.0f})"
            print(f"{name:45} {requests:3} requests  {size / 1e6:5.2f} MB  blocking, ms: {spread}")


if __name__ == "__main__":
    main()
