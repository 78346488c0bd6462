"""Pages with demos: how they are written, opened, and watched."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import axe_violations, serve
from demo_scripts import scripts
from drawn_demos import with_stills

from aucc_teach.page_widget import STYLE


class Watched:
    """A page whose requests to other hosts and whose errors are recorded."""

    def __init__(self, page, url):
        self.page, self.errors, self.elsewhere = page, [], []
        self.host = urlsplit(url).netloc
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._request)

    def _request(self, request):
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != self.host:
            self.elsewhere.append(request.url)

    def check(self):
        assert self.errors == []
        assert self.elsewhere == []


def opener(browser):
    """Open pages in contexts of their own, until all are closed; `Watched` is on the attribute ``watched`` of each."""
    contexts = []

    def open_(url, *, width=1000, height=900, scheme="light", **options):
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)  # on a machine that is busy with other things
        page.watched = Watched(page, url)
        page.goto(url)
        return page

    yield open_
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(browser):
    """Open a page in a context of its own; `Watched` is on its ``watched`` attribute."""
    yield from opener(browser)


def write_page(folder, *demos):
    """Write a bare page that holds some demos; returns its URL."""
    bodies = with_stills("\n".join(demo.page_html() for demo in demos))
    path = folder / "page.html"
    path.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Demos</title>'
        f'<link rel="icon" href="data:,"><style>{STYLE}</style>'
        f"<body>{bodies}<script src='demos.js'></script></body></html>",
        encoding="utf-8",
    )
    # Tests reach the model as `host.model`, to bring a demo into a state as the reader's hand does.
    model = "model: new StaticModel(state)"
    texts = "".join(scripts().values())
    assert texts.count(model) == 1
    texts = texts.replace(model, "model: (host.model = new StaticModel(state))")
    (folder / "demos.js").write_text(texts, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def page_of(tmp_path):
    """Write a bare page that holds some demos; returns its URL."""
    return lambda *demos: write_page(tmp_path, *demos)


@pytest.fixture(scope="module")
def pages_of_the_file(browser):
    """Pages that stay open for all tests of a file, and what opens one."""
    opening = opener(browser)
    yield {}, next(opening)
    next(opening, None)


@pytest.fixture
def live(pages_of_the_file, tmp_path):
    """Open a page with some demos, once for all tests of a file; each finds it as it was at first."""
    pages, open_ = pages_of_the_file
    used = []

    def open_once(*demos, width=1000, height=900):
        key = "".join(demo.page_html() for demo in demos)
        if key not in pages:
            pages[key] = open_(write_page(tmp_path, *demos))
        used.append(page := pages[key])
        page.set_viewport_size({"width": width, "height": height})
        page.mouse.move(0, 0)
        page.evaluate("localStorage.clear()")
        page.reload()
        page.locator(".demo-host-live").nth(len(demos) - 1).wait_for()
        return page

    yield open_once
    for page in used:
        page.watched.check()


@pytest.fixture(params=["http", "file"])
def bare_page(request, page_of, tmp_path):
    """Write a bare page that is reached in both ways; returns its URL."""
    if request.param == "file":
        yield page_of
    else:
        with serve(tmp_path) as address:
            yield lambda *demos: address + Path(page_of(*demos)).name


@pytest.fixture
def violations_on_bare_page():
    """What axe finds in a page with one demo, in light or dark, with its help open; a page's own business left out."""

    def violations(page, scheme):
        if scheme == "dark":
            # The theme's dark colours of the roles that the demos use.
            page.add_style_tag(
                content="""html { background: #14181e; --pst-color-text-base: #ced6dd; --pst-color-text-muted: #9ca4af;
                --pst-color-background: #14181e; --pst-color-surface: #222832; --pst-color-border: #48566b;
                --pst-color-primary: #528fe4 }"""
            )
            page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.locator(".demo-live details").evaluate_all("nodes => nodes.forEach((node) => { node.open = true; })")
        of_the_page = {"region", "landmark-one-main", "page-has-heading-one"}
        return {rule: nodes for rule, nodes in axe_violations(page).items() if rule not in of_the_page}

    return violations
