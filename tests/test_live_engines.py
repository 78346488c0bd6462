"""Cells run in Firefox and WebKit as well, at a phone's width: they give what the book prints."""

import pytest
from demos.engines import Firefox, WebKit, started
from live_page import SHOW_ALL

pytestmark = pytest.mark.breadth

PAGE = "book/1-pairs/rand_c.html"
# All outputs of cells with Run, and the first that prints text.
PRINTED = """
    const texts = [...document.querySelectorAll(".live-run")].map((run) => {
      const output = run.closest(".cell").querySelector(".cell_output");
      const text = output.textContent.replace(/Copy to clipboard/g, "").replace(/\\s+/g, " ").trim();
      return output.querySelector("pre") ? text : "";
    });
    const number = texts.findIndex((text) => text);
    return [number, texts[number]];"""
PRESS = "document.querySelectorAll('.live-run')[arguments[0]].click()"
SAID = "document.querySelector('.live-status').textContent"
TYPE = """
    const code = document.querySelectorAll(".live-code")[arguments[0]];
    code.focus();
    code.setSelectionRange(code.value.length, code.value.length);
    document.execCommand("insertText", false, arguments[1]);"""


@pytest.fixture(params=[Firefox, WebKit], ids=["firefox", "webkit"])
def engine(request, tmp_path):
    with started(request.param, tmp_path) as engine:
        engine.resize(390, 844)
        yield engine


def run(engine, number):
    engine.evaluate(PRESS, number)
    engine.wait_until("document.body.classList.contains('live-busy')")
    engine.wait_until("!document.body.classList.contains('live-busy')")
    said = engine.evaluate(f"return {SAID}")
    assert said.startswith("Done"), engine.evaluate("return document.querySelector('.live-error')?.innerText") or said


def test_a_cell_gives_what_is_printed(live_site, engine):
    engine.open(live_site + PAGE)
    engine.wait_until("document.querySelector('.live-run')")
    engine.evaluate(SHOW_ALL)
    before = engine.evaluate(PRINTED)
    assert before[1]
    run(engine, before[0])
    assert engine.evaluate(PRINTED) == before
    assert engine.evaluate("return document.documentElement.scrollWidth <= innerWidth")
    # An edit by typing, and an endless loop.
    engine.evaluate(TYPE, before[0], "\nwhile True: pass")
    engine.evaluate(PRESS, before[0])
    engine.wait_until(f"/^Running($|,)/.test({SAID})")
    engine.evaluate(PRESS, before[0])
    engine.wait_until(f"{SAID} === 'Stopped'")


def test_a_page_opened_by_a_double_click_runs_its_cells(live_site, book, engine):
    engine.open((book / PAGE).as_uri())
    engine.wait_until("document.querySelector('.live-run')")
    before = engine.evaluate(PRINTED)
    run(engine, before[0])
    assert engine.evaluate(PRINTED) == before
