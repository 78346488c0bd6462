"""The demos where they are read: in every engine, in forced colours, on paper and on a phone."""

import os

import pytest
from conftest import pages_with, serve

from aucc_teach import demos
from demos.engines import Firefox, WebKit

# What is dragged and how far, and what gets a key. Where nothing moves, a press stands in for the drag.
ACTS = {
    "aucc-lab": (".demo-point:nth-of-type(4) .demo-marker", (20, 300), ".demo-point", "Enter"),
    "cut-sweep": (".demo-cut .demo-dot", (60, 300), ".demo-cut", "ArrowRight"),
    "gamma-grid": (".demo-point:nth-of-type(4) .demo-marker", (20, 300), ".demo-point", "Enter"),
    "null-machine": (".demo-null-k input", (60, 0), ".demo-null-k input", "ArrowRight"),
    "overlap-table": ("[data-key='0-1'] .demo-cell", (0, 0), "[data-key='0-0']", "Enter"),
    "pair-table": ("[data-key='labels_pred-0'] .demo-cell", (0, 0), "[data-key='labels_pred-1']", "Enter"),
    "roc-builder": (".demo-threshold .demo-knob", (60, 300), ".demo-threshold", "ArrowRight"),
}
# First in the page: what goes wrong later is recorded.
RECORDER = """<script>
window.recorded = [];
addEventListener("error", (event) => recorded.push(event.message ?? event.target.outerHTML), true);
addEventListener("unhandledrejection", (event) => recorded.push(String(event.reason)));
const log = console.error;
console.error = (...words) => log(...words, recorded.push(words.join(" ")));
</script>"""


def class_of(slug):
    return next(cls for name in demos.__all__ if (cls := getattr(demos, name)).slug == slug)


@pytest.fixture(scope="session", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def engine(request, tmp_path_factory):
    if not request.param.found():
        if os.environ.get("CI"):
            pytest.fail(request.param.advice)
        pytest.skip(request.param.advice)
    started = request.param(tmp_path_factory.mktemp("engine"))
    started.resize(1300, 1000)
    yield started
    started.close()


@pytest.fixture(scope="session")
def recording_book(book, tmp_path_factory):
    """The built book, of which the pages with demos record their errors."""
    folder = tmp_path_factory.mktemp("recording")
    for path in book.iterdir():
        if path.name != "book":
            (folder / path.name).symlink_to(path)
    for slug in ACTS:
        name = page_with(slug)
        text = (book / name).read_text(encoding="utf-8")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.replace("<head>", f"<head>{RECORDER}", 1), encoding="utf-8")
    return folder


def page_with(slug):
    return pages_with(f"demos.{class_of(slug).__name__}(")[-1]


@pytest.fixture(scope="session", params=["http", "file"])
def recording_root(request, recording_book):
    if request.param == "file":
        yield f"{recording_book.as_uri()}/"
    else:
        with serve(recording_book) as address:
            yield address


def test_every_demo_acts():
    assert set(ACTS) == {cls.slug for name in demos.__all__ if (cls := getattr(demos, name)) is not demos.Demo}


@pytest.mark.parametrize("slug", ACTS)
def test_a_demo_answers_in_every_engine(engine, recording_root, slug):
    dragged, way, pressed, key = ACTS[slug]
    live = f".demo-host-live .demo-{slug}.demo-live"
    engine.open(f"{recording_root}{page_with(slug)}")
    engine.wait_until(
        "document.querySelectorAll('.demo-host-live').length === document.querySelectorAll('[data-demo]').length"
    )

    def numbers():
        return engine.evaluate(
            "return [...document.querySelectorAll(`${arguments[0]} [data-value]`)].map((node) => node.textContent)",
            live,
        )

    start = numbers()
    assert start
    engine.drag(f"{live} {dragged}", *way)
    assert (after_drag := numbers()) != start
    assert engine.evaluate("return String(getSelection())") == ""
    engine.press(f"{live} {pressed}", key)
    assert numbers() != after_drag
    assert engine.evaluate("return recorded") == []
    here = recording_root if recording_root.startswith("http") else "file:"
    addresses = engine.evaluate("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert [address for address in addresses if not address.startswith((here, "blob:", "data:"))] == []
