"""Links to a state of a demo: written in Python, copied from a page, followed, and refused."""

import base64
import json
from types import SimpleNamespace

import demo_scripts
import pytest
from docutils import nodes
from sphinx import addnodes

import aucc_teach as at
from aucc_teach.demos._base import state_in as decoded  # reads a link, which the build does for itself
from demos.shown import Live

OTHER = [[0, 0], [0, 90], [500, 0], [500, 80]], [0, 0, 1, 1]


def address_of(slug, state):
    text = state if isinstance(state, str) else json.dumps(state)
    return f"#demo={slug}:{base64.urlsafe_b64encode(text.encode()).decode().rstrip('=')}"


def test_the_copied_link_is_the_one_that_python_writes(page_of, open_page):
    page, demo = open_page(page_of(at.demos.NullMachine())), at.demos.NullMachine()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    box = page.locator(".demo-live")
    box.get_by_role("button", name="Copy link").click()
    page.wait_for_function("document.querySelector('.demo-live .demo-status').textContent.startsWith('The link is')")
    address, _, link = page.evaluate("navigator.clipboard.readText()").partition("#")
    assert address == page.url
    assert decoded(f"#{link}") == decoded(demo.link())
    # A browser that does not let copy has the link in its address bar, and nobody has followed it.
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_function("location.hash")
    assert decoded(page.url[page.url.index("#") :]) == decoded(demo.link())
    assert "is in the address bar" in page.locator(".demo-live .demo-status").inner_text()
    page.reload()
    page.wait_for_function("!location.hash && document.querySelector('.demo-host-live')")
    assert page.get_by_text("You followed a link").count() == 0
    assert page.locator(".demo-live .demo-faces").is_visible()
    page.watched.check()


def test_a_link_on_load_and_in_the_prose(bare_page, open_page):
    demo, link = at.demos.AuccLab(), at.demos.AuccLab(*OTHER).link()
    url = bare_page(at.demos.PairTable(), demo)
    page = open_page(url + link, height=600)
    lab = Live(page, demo)
    lab.check(points=OTHER[0], labels=OTHER[1])
    assert page.url == url
    # What is kept gives way to a link; the same link can be followed again, and undone.
    lab.points.nth(0).press("Enter")
    changed = lab.check()
    add = "address => document.body.prepend(Object.assign(document.createElement('a'), { href: address, text: 'go' }))"
    page.evaluate(add, link)
    for _ in range(2):
        page.get_by_role("link", name="go").click()
        page.wait_for_function("!location.hash")
        assert lab.state()["labels"] == OTHER[1]
        assert page.evaluate("document.activeElement.className").startswith("demo demo-live demo-aucc-lab")
        assert page.evaluate("scrollY") > 0
        page.keyboard.press("Control+z")
        assert lab.state() == changed
        page.evaluate("scrollTo(0, 0)")
    for address in (url + link, url):  # and afterwards this is what the reader did last
        page.goto("about:blank")
        page.goto(address)
        assert Live(page, demo).state()["labels"] == OTHER[1]
    page.watched.check()


def test_a_broken_link_is_said_and_ignored_and_other_addresses_are_left_alone(page_of, open_page):
    """What a state lacks, the model says, of which test_demo_state.py has all."""
    url, demo = page_of(at.demos.AuccLab()), at.demos.AuccLab()
    whole = {"points": OTHER[0], "labels": OTHER[1], "seed": 0, "shuffles": 0}
    page = open_page(url)
    lab = Live(page, demo)
    start = lab.check()
    for address, says in [
        ("#demo=aucc-lab:%%%", "cut off or changed"),
        (demo.link()[:-9], "cut off or changed"),
        (address_of("aucc-lab", "null"), "must hold points, labels, seed, shuffles, and nothing else"),
        (address_of("aucc-lab", whole | {"presets": []}), "nothing else"),
        (
            address_of("aucc-lab", whole | {"labels": [0, 1]}),
            "points and labels must be of the same length. Got 4 and 2",
        ),
        ("#somewhere", None),
        ("#demo=pair-table:abc", None),
        ("#demo=aucc-lab", None),
    ]:
        page.evaluate("address => { location.hash = address; }", address)
        if says is None:
            assert page.url.endswith(address)
        else:
            page.wait_for_function("!location.hash")
            assert says in lab.status()
        assert lab.state() == start
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


def test_the_build_leaves_links_alone_and_says_where_one_leads_nowhere(warnings_of_the_build):
    link = at.demos.AuccLab(*OTHER).link()
    page = page_with(link.removeprefix("#"))
    demo_scripts.keep_links(None, page)
    (found,) = page.findall(nodes.reference)
    assert (found["refuri"], found.astext()) == (link, "go")
    for other in (page_with("demonstration"), page_with(link.removeprefix("#"), "doc")):
        demo_scripts.keep_links(None, other)
        assert not list(other.findall(nodes.reference))
    assert warnings_of_the_build == []
    wrong = address_of("aucc-lab", {"points": OTHER[0], "labels": [0, 0, 1, 9]})
    for address in ("#demo=aucc-lab:abc", "#demo=nobody:e30", address_of("aucc-lab", "[1]"), wrong):
        demo_scripts.keep_links(None, page_with(address.removeprefix("#")))
        assert "leads to no state" in warnings_of_the_build.pop()
        assert warnings_of_the_build == []
