"""How heavy the pages of a built book are, and when they answer; run it with the folder of the built book.

With a second folder, the same book as it was, say, each page of it is visited in turn with the same page of the first,
so that both see the machine alike. `--pages` takes those that are named.

For each page: requests and megabytes until nothing more is asked for, from http, with the window at the top; and, while
the processor is slowed down four times, the seconds until the first demo of the page answers and is seen to, and until
all demos and exercises do. They are medians of several visits, with the smallest and the largest, and depend on the
machine. No test asserts them; the bytes are tested.
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

# An answer is seen in the next frame. To look again and again would wait behind what nobody waits for.
WATCH = """() => {
    const found = window.measured = {};
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


def visit(browser, url):
    """Requests, bytes and the seconds that `WATCH` finds of one visit; the browser remembers no other."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        finished = []
        page.on("requestfinished", lambda request: finished.append(request))
        page.add_init_script(f"({WATCH})()")
        page.goto(url, wait_until="networkidle", timeout=120_000)
        page.wait_for_function("measured.all", timeout=120_000)
        page.wait_for_timeout(1500)
        fetched = [one.sizes()["responseBodySize"] for one in list(finished) if one.url.startswith("http")]
        found = page.evaluate("measured")
    return {"requests": len(fetched), "bytes": sum(fetched), "first": found["first"] / 1000, "all": found["all"] / 1000}


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("book", type=Path, help="folder of the built book, such as _build/html")
    parser.add_argument("before", type=Path, nargs="?", help="folder of another, to compare with")
    parser.add_argument("--pages", nargs="+", default=[], help="such as book/intro")
    parser.add_argument("--visits", type=int, default=5, help="of each page")
    options = parser.parse_args()
    books = {"before": options.before, "now": options.book} if options.before else {"now": options.book}
    pages = [path.relative_to(options.book).with_suffix("").as_posix() for path in options.book.glob("book/**/*.html")]
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for page in options.pages or sorted(pages):
            found = {name: [] for name in books}
            for _ in range(options.visits):
                for name, book in books.items():
                    with serve(book) as address:
                        found[name].append(visit(browser, f"{address}{page}.html"))
            print(page)
            for name, visits in found.items():
                requests, size = visits[0]["requests"], visits[0]["bytes"] / 1e6
                times = "  ".join(f"{when} {spread([one[when] for one in visits])}" for when in ("first", "all"))
                print(f"    {name:7}{requests:3} requests {size:5.2f} MB  {times}", flush=True)


if __name__ == "__main__":
    main()
