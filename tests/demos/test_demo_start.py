"""In which order a page's demos start: the first before all else, then what is in view."""

import pytest
from demo_scripts import scripts
from drawn_demos import with_stills

import aucc_teach as at
from aucc_teach.page_widget import STYLE

DEMOS = [at.demos.PairTable(), at.demos.AuccLab(), at.demos.GammaGrid(), at.demos.PairTable()]
# What runs after the scripts of the demos, as the theme's do, and what has happened by then.
LATE = "window.liveWhenOthersRun = document.querySelectorAll('.demo-host-live').length;"
WATCH = """window.order = [];
new MutationObserver((changes) => {
    const hosts = [...document.querySelectorAll("[data-demo]")];
    for (const { target } of changes) if (target.matches(".demo-host-live")) order.push(hosts.indexOf(target));
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["class"] });"""


@pytest.fixture
def address(tmp_path):
    """A page with four demos, each a window below the one before, and with the scripts of a built page."""
    slugs = ("pair-table", "aucc-lab", "gamma-grid")
    files = ["aucc-demos.js", *(f"aucc-demo-{slug}.js" for slug in slugs)]
    texts = scripts() | {"late.js": LATE}
    (tmp_path / "_static").mkdir()
    for name in (*files, "late.js"):
        (tmp_path / "_static" / name).write_text(texts[name], encoding="utf-8")
    tags = "".join(f'<script defer src="_static/{name}"></script>' for name in (*files, "late.js"))
    places = "".join(
        f'<h2 id="place-{i}" style="margin-top: 1500px">{i}</h2>{with_stills(demo.page_html())}'
        for i, demo in enumerate(DEMOS)
    )
    (tmp_path / "page.html").write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Demos</title><link rel="icon" href="data:,">'
        f"<style>{STYLE}</style><script>{WATCH}</script>{tags}<body>{places}</body></html>",
        encoding="utf-8",
    )
    return (tmp_path / "page.html").as_uri()


def started(page):
    page.wait_for_function("n => order.length === n", arg=len(DEMOS))
    return page.evaluate("order")


def test_the_first_demo_is_there_before_other_scripts_run(address, open_page):
    page = open_page(address)
    assert started(page) == [0, 1, 2, 3]
    assert page.evaluate("liveWhenOthersRun") >= 1


def test_what_is_in_view_comes_before_what_is_above(address, open_page):
    page = open_page(f"{address}#place-2")
    assert started(page) == [0, 2, 3, 1]
