"""Links to a state of a demo: written in Python, copied from a page, followed, and refused."""

import base64
import json
from types import SimpleNamespace

import demo_scripts
import pytest
from docutils import nodes
from sphinx import addnodes

import aucc_teach as at
from aucc_teach.demos._base import state_in as decoded

OTHER = [[0, 0], [0, 90], [500, 0], [500, 80]], [0, 0, 1, 1]


def address_of(slug, state):
    text = state if isinstance(state, str) else json.dumps(state)
    return f"#demo={slug}:{base64.urlsafe_b64encode(text.encode()).decode().rstrip('=')}"


def test_a_link_holds_the_state():
    lab = at.demos.AuccLab(*OTHER)
    assert decoded(lab.link()) == ("aucc-lab", {"points": OTHER[0], "labels": OTHER[1], "seed": 0, "shuffles": 0})
    assert set(lab.link()) <= set("#=:-_") | set(map(chr, range(48, 123)))


@pytest.mark.parametrize("name", ["AuccLab", "NullMachine"])
def test_the_copied_link_is_the_one_that_python_writes(name, page_of, open_page):
    demo = getattr(at.demos, name)()
    page = open_page(page_of(demo))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    box = page.locator(".demo-live")
    box.get_by_role("button", name="Copy link").click()
    page.wait_for_function("document.querySelector('.demo-live .demo-status').textContent.startsWith('The link is')")
    address, _, link = page.evaluate("navigator.clipboard.readText()").partition("#")
    assert address == page.url
    assert decoded(f"#{link}") == decoded(demo.link())
    page.watched.check()


def test_a_browser_that_does_not_let_copy(page_of, open_page):
    demo = at.demos.AuccLab()
    page = open_page(page_of(demo))
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_function("location.hash")
    assert page.url.endswith(demo.link())
    assert "is in the address bar" in page.locator(".demo-live .demo-status").inner_text()
    # Nobody has followed it.
    page.reload()
    page.wait_for_function("!location.hash && document.querySelector('.demo-host-live')")
    assert page.get_by_text("You followed a link").count() == 0
    assert page.locator(".demo-live .demo-faces").is_visible()


def test_a_link_on_load_and_in_the_prose(bare_page, open_page, lab_on):
    url = bare_page(at.demos.PairTable(), at.demos.AuccLab())
    page = open_page(url + at.demos.AuccLab(*OTHER).link(), height=600)
    lab = lab_on(page)
    assert lab.state() == ([tuple(point) for point in OTHER[0]], OTHER[1])
    assert page.url == url
    assert page.evaluate("document.activeElement.className").startswith("demo demo-live demo-aucc-lab")
    lab.check_numbers()

    # What is kept gives way to a link; the same link can be followed again, and undone.
    lab.points_.nth(0).press("Enter")
    changed = lab.state()
    page.evaluate(
        "address => document.body.prepend(Object.assign(document.createElement('a'), { href: address, text: 'go' }))",
        at.demos.AuccLab(*OTHER).link(),
    )
    for _ in range(2):
        page.get_by_role("link", name="go").click()
        page.wait_for_function("!location.hash")
        assert lab.state()[1] == OTHER[1]
        assert page.evaluate("scrollY") > 0
        page.keyboard.press("Control+z")
        assert lab.state() == changed
        page.evaluate("scrollTo(0, 0)")
    page.goto("about:blank")
    page.goto(url + at.demos.AuccLab(*OTHER).link())
    assert lab_on(page).state()[1] == OTHER[1]
    page.goto("about:blank")
    page.goto(url)  # and now this is what the reader did last
    assert lab_on(page).state()[1] == OTHER[1]
    page.watched.check()


def whole_address(**changes):
    return address_of("aucc-lab", {"points": OTHER[0], "labels": OTHER[1], "seed": 0, "shuffles": 0} | changes)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("#demo=aucc-lab:%%%", "cut off or changed"),
        ("#demo=aucc-lab:", "cut off or changed"),
        (at.demos.AuccLab().link()[:-9], "cut off or changed"),
        (address_of("aucc-lab", "7"), "must hold points, labels, seed, shuffles, and nothing else"),
        (address_of("aucc-lab", "null"), "must hold points, labels, seed, shuffles, and nothing else"),
        (address_of("aucc-lab", {"points": OTHER[0]}), "must hold points, labels"),
        (address_of("aucc-lab", {"points": OTHER[0], "labels": OTHER[1], "presets": []}), "nothing else"),
        (whole_address(points=OTHER[0][:2], labels=[0, 1]), "3 to 60 points. Got 2"),
        (whole_address(labels=[0, 1]), "points and labels must be of the same length. Got 4 and 2"),
        (whole_address(labels=[0, 1, 2, 9]), "from 0 to 5"),
        (whole_address(points=[[0, 1.5]] * 4), "whole numbers from 0 to 1000"),
        (whole_address(seed=-1), "seed must be a whole number from 0 to 4294967295"),
        (whole_address(shuffles=1000), "shuffles must be a whole number from 0 to 999"),
    ],
)
def test_a_broken_link_is_said_and_ignored(address, says, page_of, open_page, lab_on):
    page = open_page(page_of(at.demos.AuccLab()) + address)
    lab = lab_on(page)
    page.wait_for_function("!location.hash")
    assert says in lab.status()
    assert lab.check_numbers()["aucc"] == 0.9167
    page.watched.check()


@pytest.mark.parametrize("address", ["#somewhere", "#demo=pair-table:abc", "#demo=nothing", "#demo=aucc-lab"])
def test_other_addresses_are_left_alone(address, page_of, open_page, lab_on):
    page = open_page(page_of(at.demos.AuccLab()) + address)
    assert lab_on(page).check_numbers()["aucc"] == 0.9167
    assert page.url.endswith(address)
    page.watched.check()


# ---- in the build


@pytest.fixture
def warnings_of_the_build(monkeypatch):
    found = []
    logger = SimpleNamespace(warning=lambda text, *values, location: found.append(text % values))
    monkeypatch.setattr(demo_scripts.logging, "getLogger", lambda name: logger)
    return found


def page_with(target, reftype="myst"):
    link = addnodes.pending_xref("", nodes.inline("", "go"), reftype=reftype, reftarget=target)
    return nodes.paragraph("", "", link)


def test_the_build_leaves_links_alone(warnings_of_the_build):
    link = at.demos.AuccLab(*OTHER).link()
    page = page_with(link.removeprefix("#"))
    demo_scripts.keep_links(None, page)
    (found,) = page.findall(nodes.reference)
    assert (found["refuri"], found.astext()) == (link, "go")
    for other in (page_with("demonstration"), page_with(link.removeprefix("#"), "doc")):
        demo_scripts.keep_links(None, other)
        assert not list(other.findall(nodes.reference))
    assert warnings_of_the_build == []


@pytest.mark.parametrize(
    "address",
    [
        "#demo=aucc-lab:abc",
        "#demo=aucc-lab",
        "#demo=nobody:e30",
        address_of("aucc-lab", "[1]"),
        address_of("aucc-lab", {"points": OTHER[0], "labels": [0]}),
        address_of("aucc-lab", {"points": OTHER[0], "labels": [0, 0, 1, 9]}),
    ],
)
def test_the_build_says_where_a_link_leads_nowhere(address, warnings_of_the_build):
    demo_scripts.keep_links(None, page_with(address.removeprefix("#")))
    assert len(warnings_of_the_build) == 1
    assert "leads to no state" in warnings_of_the_build[0]


def test_the_build_says_where_the_demo_is_missing(warnings_of_the_build):
    app = SimpleNamespace(add_css_file=lambda name: None, add_js_file=lambda name, **options: None)
    link = f'<a href="{at.demos.AuccLab().link()}">go</a>'
    demo_scripts.load_demos(app, "page", "", {"body": f'{link}<div data-demo="aucc-lab">'}, None)
    assert warnings_of_the_build == []
    demo_scripts.load_demos(app, "page", "", {"body": f'{link}<div data-demo="pair-table">'}, None)
    assert warnings_of_the_build == ["a link leads to the demo aucc-lab, which is not on this page"]


def test_a_page_that_only_shows_the_text_of_a_demo_loads_nothing():
    files = []
    app = SimpleNamespace(add_css_file=files.append, add_js_file=lambda name, **options: files.append(name))
    text = at.demos.PairTable().page_html().replace("<", "&lt;").replace(">", "&gt;")
    demo_scripts.load_demos(app, "page", "", {"body": f"<pre>{text}</pre>"}, None)
    assert files == []
    demo_scripts.load_demos(app, "page", "", {"body": at.demos.PairTable().page_html()}, None)
    assert files == ["aucc-demos.css", "aucc-demo-pair-table.css", "aucc-demos.js", "aucc-demo-pair-table.js"]
