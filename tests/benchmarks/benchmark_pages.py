"""How heavy the pages of a built book are; run it with the folder of the built book, `--quick` for three pages.

For each page: requests and megabytes until nothing more is asked for, from http, with the window at the top. While the
processor is slowed down four times: the blocking time (of tasks of more than 50 ms, what is above), and the time until
the demos that are in view without scrolling answer, until all demos and exercises do, and how many times as long as
that of an empty page of the theme, which is visited in turn, the second is: medians of several visits, with the
smallest and the largest. Times depend on the machine, the ratio less so. No test asserts them; the bytes are tested.
"""

import argparse
import os
import re
import shutil
import statistics
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from conftest import serve

QUICK = ("book/first_tour", "book/2-ranks/aucc_is_gamma", "book/back/glossary")
# Every 10 ms: is what should answer live? What the page itself does delays the look, as it delays an answer.
WATCH = """() => {
    window.blocked = 0;
    window.answered = {};
    const add = (list) => list.getEntries().forEach((task) => { window.blocked += task.duration - 50; });
    new PerformanceObserver(add).observe({ type: "longtask", buffered: true });
    const isInView = (node) => node.getBoundingClientRect().top < innerHeight;
    const look = setInterval(() => {
        if (document.readyState === "loading") return;
        const waiting = [...document.querySelectorAll("[data-demo]:not(.demo-host-live)")];
        if (!waiting.some(isInView)) answered.first ??= performance.now();
        if (waiting.length) return;
        answered.all = performance.now();
        clearInterval(look);
    }, 10);
}"""
EMPTY = "book/back/bibliography"


def empty_page(book):
    """The text of a page of the theme that holds nothing, and none of the book's own scripts."""
    text = (book / f"{EMPTY}.html").read_text("utf-8")
    text = re.sub(r"<article.*?</article>", "<article></article>", text, flags=re.S)
    return re.sub(r'<script[^>]*src="[^"]*(?:aucc-|progress)[^"]*"></script>', "", text)


def visit(browser, url, text=None):
    """Requests, bytes and three times in ms (blocking, in view, all) of one visit; the browser remembers no other."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        if text:
            page.route(url, lambda route: route.fulfill(body=text, content_type="text/html"))
        finished = []
        page.on("requestfinished", lambda request: finished.append(request))
        page.add_init_script(f"({WATCH})()")
        page.goto(url, wait_until="networkidle")
        page.wait_for_function("answered.all")
        page.wait_for_timeout(1500)
        fetched = [one.sizes()["responseBodySize"] for one in list(finished) if one.url.startswith("http")]
        return len(fetched), sum(fetched), *page.evaluate("[blocked, answered.first, answered.all]")


def spread(times, form="5.0f"):
    return f"{statistics.median(times):{form}} ({min(times):{form.lstrip('5')}} to {max(times):{form.lstrip('5')}})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("book", type=Path, help="folder of the built book, such as _build/html")
    parser.add_argument("--quick", action="store_true", help="three pages, a minute")
    parser.add_argument("--visits", type=int, default=5, help="of each page, in turn with an empty one")
    options = parser.parse_args()
    pages = [path.relative_to(options.book).with_suffix("").as_posix() for path in options.book.glob("book/**/*.html")]
    total = sum(path.stat().st_size for path in options.book.rglob("*") if path.is_file())
    print(f"the site: {total / 1e6:.1f} MB (target: below 20)")
    print("targets of a page: below 1.5 MB, blocking below 1000 ms, answers within 2000 ms")
    nothing = empty_page(options.book)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright, serve(options.book) as address:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in QUICK if options.quick else sorted(pages):
            pairs = [
                (visit(browser, f"{address}{name}.html"), visit(browser, f"{address}{EMPTY}.html", nothing))
                for _ in range(options.visits)
            ]
            (requests, size, *_), _ = pairs[0]
            blocked, first, everything = zip(*(times for (_, _, *times), _ in pairs), strict=True)
            ratios = [page[-1] / empty[-1] for page, empty in pairs]
            print(f"{name:42} {requests:3} requests {size / 1e6:5.2f} MB  ms: blocking {spread(blocked)}", end="  ")
            print(f"in view {spread(first)}  all {spread(everything)}, {spread(ratios, '.1f')} empty pages", flush=True)


if __name__ == "__main__":
    main()
