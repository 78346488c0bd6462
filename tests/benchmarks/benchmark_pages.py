"""How heavy the pages of a built book are, and when they answer; run it with the folder of the built book.

With a second folder, the same book as it was, say, each page of it is visited in turn with the same page of the first,
so that both see the machine alike. `--quick` takes four pages, `--pages` those that are named.

For each page: requests and megabytes until nothing more is asked for, from http, with the window at the top. While the
processor is slowed down four times, in seconds: until the first demo of the page answers and is seen to, until all
demos and exercises do, until the largest thing in view is painted, and the blocking time (of tasks of more than 50 ms,
what is above); and how much of the window moves while the page loads (layout shift). They are medians of several
visits, with the smallest and the largest. An empty page of the theme, visited in turn too, says what the machine does
to the times: all depend on it. No test asserts them; the bytes are tested.
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

QUICK = (
    "book/intro",
    "book/2-ranks/sweeping_k",
    "book/1-pairs/correcting_for_chance",
    "book/4-practice/criteria_cards",
)
# An answer is seen in the next frame. To look again and again would wait behind what nobody waits for.
WATCH = """() => {
    const found = window.measured = { blocked: 0, shift: 0, paint: 0 };
    const watch = (type, add) =>
        new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
    watch("longtask", (task) => { found.blocked += task.duration - 50; });
    watch("layout-shift", (shift) => { found.shift += shift.hadRecentInput ? 0 : shift.value; });
    watch("largest-contentful-paint", (paint) => { found.paint = paint.startTime; });
    const drawn = (name) => requestAnimationFrame(() => {
        document.body.getBoundingClientRect(); // lays out the frame that is drawn now
        found[name] ??= performance.now();
    });
    const look = () => {
        if (document.readyState === "loading") return;
        const hosts = [...document.querySelectorAll("[data-demo]")];
        const live = hosts.filter((host) => host.classList.contains("demo-host-live"));
        if (live.length || !hosts.length) drawn("first");
        if (live.length === hosts.length) drawn("all");
    };
    new MutationObserver(look).observe(document, { subtree: true, attributes: true, attributeFilter: ["class"] });
    document.addEventListener("readystatechange", look);
}"""
EMPTY = "book/back/bibliography"
# What a visit measures, and how it is written.
FORMS = {"first": ".2f", "all": ".2f", "paint": ".2f", "blocked": ".2f", "shift": ".3f"}


def empty_page(book):
    """The text of a page of the theme that holds nothing, and none of the book's own scripts."""
    text = (book / f"{EMPTY}.html").read_text("utf-8")
    text = re.sub(r"<article.*?</article>", "<article></article>", text, flags=re.S)
    return re.sub(r'<script[^>]*src="[^"]*(?:aucc-|progress)[^"]*"></script>', "", text)


def visit(browser, url, text=None):
    """Requests, bytes and what `WATCH` finds, times in seconds, of one visit; the browser remembers no other."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        if text:
            page.route(url, lambda route: route.fulfill(body=text, content_type="text/html"))
        finished = []
        page.on("requestfinished", lambda request: finished.append(request))
        page.add_init_script(f"({WATCH})()")
        page.goto(url, wait_until="networkidle", timeout=120_000)
        page.wait_for_function("measured.all", timeout=120_000)
        page.wait_for_timeout(1500)
        fetched = [one.sizes()["responseBodySize"] for one in list(finished) if one.url.startswith("http")]
        found = page.evaluate("measured")
    in_seconds = {name: found[name] / (1 if name == "shift" else 1000) for name in FORMS}
    return {"requests": len(fetched), "bytes": sum(fetched), **in_seconds}


def spread(values, form):
    return f"{statistics.median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def line(visits):
    (requests, size), *_ = ((one["requests"], one["bytes"]) for one in visits)
    found = "  ".join(f"{name} {spread([one[name] for one in visits], form)}" for name, form in FORMS.items())
    return f"{requests:3} requests {size / 1e6:5.2f} MB  {found}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("book", type=Path, help="folder of the built book, such as _build/html")
    parser.add_argument("before", type=Path, nargs="?", help="folder of another, to compare with")
    parser.add_argument("--quick", action="store_true", help="four pages, a minute")
    parser.add_argument("--pages", nargs="+", default=[], help="such as book/intro")
    parser.add_argument("--visits", type=int, default=5, help="of each page, in turn with an empty one")
    options = parser.parse_args()
    books = {"before": options.before, "now": options.book} if options.before else {"now": options.book}
    pages = [path.relative_to(options.book).with_suffix("").as_posix() for path in options.book.glob("book/**/*.html")]
    pages = options.pages or (QUICK if options.quick else sorted(pages))
    for name, book in books.items():
        total = sum(path.stat().st_size for path in book.rglob("*") if path.is_file())
        print(f"the site, {name}: {total / 1e6:.1f} MB")
    print("targets of a page: below 1 MB, first answer within 2 s")
    nothing = empty_page(options.book)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright, serve(options.book) as address:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for page in pages:
            found = {name: [] for name in (*books, "empty")}
            for _ in range(options.visits):
                for name, book in books.items():
                    with serve(book) as own:
                        found[name].append(visit(browser, f"{own}{page}.html"))
                found["empty"].append(visit(browser, f"{address}{EMPTY}.html", nothing))
            print(page)
            for name, visits in found.items():
                print(f"    {name:7}{line(visits)}", flush=True)


if __name__ == "__main__":
    main()
