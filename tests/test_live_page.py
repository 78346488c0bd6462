"""Cells of a page can be changed and run, with keys and mouse, and the page stays the book whatever happens."""

import json
import random
import re

import nbformat
import pytest
from live_page import LivePage

PAGE = "book/1-pairs/rand_c.html"


@pytest.fixture(scope="module")
def live(live_site, browser):
    """A page that is opened once for this file, and put back by its own means."""
    context = browser.new_context(viewport={"width": 1300, "height": 900}, accept_downloads=True)
    page = context.new_page()
    page.asked, page.said = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("console", lambda message: message.type in ("error", "warning") and page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    page.goto(live_site + PAGE)
    live = LivePage(page)
    live.unfold()
    yield live
    assert page.said == []
    assert all(url.startswith((live_site, "blob:", "data:")) for url in page.asked)
    context.close()


@pytest.fixture
def as_printed(live):
    """Start over."""
    live.page.get_by_role("button", name="Start over").click()
    return live


def test_nothing_of_the_runtime_is_loaded_before_the_first_run(live):
    assert not [url for url in live.page.asked if "/_static/live/" in url and not re.search(r"live\.(js|css)", url)]


def test_each_cell_has_its_names(live):
    assert len(live) > 8
    # In the order of the page, so the N-th Run belongs to cell N; closed solutions have cells, too.
    runs = live.page.get_by_role("button", name=re.compile("^Run"), include_hidden=True)
    owned = [run for run in runs.all() if "live-run" in run.get_attribute("class")]
    editors = live.page.get_by_role("textbox", name=re.compile(r"^Code of cell \d+$"), include_hidden=True)
    assert len(owned) == editors.count() == len(live)
    places = [editor.get_attribute("aria-label") for editor in editors.all()]
    assert places == [f"Code of cell {number + 1}" for number in range(len(live))]
    assert live.status.get_attribute("role") == "status"


def test_a_cell_gives_what_is_printed(live):
    printed = live.text(2)
    assert live.run(2).startswith("Done in")
    assert live.text(2) == printed


def test_a_changed_cell_says_so_and_what_stands_below_is_older(as_printed):
    live = as_printed
    source = live.code(2).input_value()
    live.edit(2, f"{source}\nprint('seen', 6 * 7)")
    bar = live.page.locator(".live-bar").nth(1)
    assert "Changed" in bar.inner_text()
    live.run(2)
    assert "seen 42" in live.text(2)
    older = live.page.locator(".live-old")
    assert older.count() > 3
    assert live.output(2).evaluate("node => node.closest('.live-old') === null")
    live.edit(2, source)
    assert "Changed" not in bar.inner_text()


def test_errors_say_where_and_what_to_do(as_printed):
    live = as_printed
    live.edit(2, "x = 3\n1 / 0")
    assert live.run(2) == "Ended with an error"
    assert live.text(2).startswith("ZeroDivisionError: division by zero (line 2)")
    traceback = live.output(2).locator("details")
    assert not traceback.get_attribute("open")
    assert "live_cells" not in traceback.inner_text()
    assert live.run(3) == "Cell 2 above ends with an error, so this one did not run"

    live.edit(2, "print((1, 2)")
    live.run(2)
    assert "a bracket" in live.text(2)
    live.edit(2, "nothing_of_this_name")
    live.run(2)
    assert "Is nothing_of_this_name spelt right?" in live.text(2)
    live.edit(2, "import tensorflow")
    live.run(2)
    assert "Only what the book itself uses can be imported here" in live.text(2)
    live.edit(2, "raise SystemExit(3)")
    assert live.run(2).startswith("Done")
    assert "SystemExit(3)" in live.text(2)


def test_an_endless_loop_is_stopped_and_the_state_before_it_is_there(as_printed):
    live = as_printed
    source = live.code(2).input_value()
    live.edit(2, f"{source}\nkept = 17")
    live.run(2)
    third = live.code(3).input_value()
    live.edit(3, "while True: pass")
    live.button(3).click()
    live.starts_running()
    assert live.button(3).inner_text() == "Stop"
    live.button(3).click()
    assert live.ends() == "Stopped"
    live.edit(3, "print(kept)")
    live.run(3)
    assert live.text(3) == "17"
    live.edit(3, third)


def test_output_without_end_is_capped(as_printed):
    live = as_printed
    live.edit(2, "while True: print(1)")
    live.button(2).click()
    live.output(2).get_by_text("This cell prints more than is shown.").wait_for(timeout=120_000)
    assert len(live.text(2)) < 300_000
    live.button(2).click()
    assert live.ends() == "Stopped"


def test_cells_in_any_order_give_what_the_top_down_order_gives(as_printed):
    live = as_printed
    rng = random.Random(7)
    texts = {
        1: "import numpy as np\nx = [1]",
        2: "x.append(2)\nprint(x)",
        3: "x[0] += 10\nprint(x)",
        4: "print(sum(x))",
    }
    expected = {2: "[1, 2]", 3: "[11, 2]", 4: "13"}
    for number, text in texts.items():
        live.edit(number, text)
    for _ in range(12):
        number = rng.choice([2, 3, 4])
        live.run(number)
        assert live.text(number) == expected[number]
    live.edit(2, "x.append(5)\nprint(x)")
    live.run(4)
    assert live.text(4) == "16"


def test_a_cell_runs_by_keys_alone(as_printed):
    live = as_printed
    keyboard = live.page.keyboard
    live.button(1).focus()
    for _ in range(12):
        keyboard.press("Tab")
        if live.code(2).evaluate("node => node === document.activeElement"):
            break
    else:
        raise AssertionError("the next editor is not reached")
    keyboard.press("Control+End")
    keyboard.press("Enter")
    keyboard.type("for i in range(2):")
    keyboard.press("Enter")
    keyboard.type("print('by keys', i)")
    keyboard.press("Shift+Enter")
    assert live.ends().startswith("Done")
    assert "by keys 0 by keys 1" in live.text(2)
    keyboard.press("Tab")
    assert live.code(2).evaluate("node => node === document.activeElement"), "Tab indents"
    keyboard.press("Escape")
    keyboard.press("Tab")
    assert live.code(2).evaluate("node => node !== document.activeElement")
    outline = live.button(2).evaluate("node => { node.focus(); return getComputedStyle(node).outlineStyle; }")
    assert outline != "none"


BELOW_A_DEMO = """() => {
  const demo = document.querySelector(".cell .demo-live");
  const runs = [...document.querySelectorAll(".live-run")];
  const isBelow = (node) => demo.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
  return 1 + runs.findIndex((run) => !run.disabled && isBelow(run));
}"""


def test_what_does_not_run_here_keeps_what_it_shows(as_printed):
    live = as_printed
    live.page.locator(".cell .demo-live").first.wait_for(state="attached")
    shown = live.page.locator(".demo-live").count()
    assert live.run(live.page.evaluate(BELOW_A_DEMO)).startswith("Done in")
    assert live.page.locator(".demo-live").count() == shown
    # A solution is checked against questions that the page's Python does not have.
    for number in range(1, len(live) + 1):
        cell = live.cell(number)
        if "exercises.check(" in cell.locator(".live-code").input_value():
            assert live.button(number).is_disabled()
            assert cell.locator(".cell_output").get_by_text("Right.").count() == 1
            break
    else:
        raise AssertionError("no solution is checked")


def test_start_over_brings_back_text_and_outputs(live):
    live.page.get_by_role("button", name="Start over").click()
    printed = [live.text(number) for number in range(1, 5)]
    source = live.code(3).input_value()
    live.edit(3, "print('other')")
    live.run(3)
    live.page.get_by_role("button", name="Start over").click()
    assert live.status.inner_text() == "All cells are as printed"
    assert [live.text(number) for number in range(1, 5)] == printed
    assert live.code(3).input_value() == source
    assert live.page.locator(".live-old").count() == 0


def test_edits_outlive_a_reload_and_the_next_start_takes_what_is_kept(as_printed):
    live = as_printed
    live.edit(2, "print('kept on this device')")
    live.run(2)
    # The image of the memory is compressed in the background.
    kept = """async () => {
      for (const name of await caches.keys())
        for (const one of await (await caches.open(name)).keys()) if (one.url.endsWith("image")) return true;
    }"""
    live.page.wait_for_function(kept, timeout=120_000)
    live.page.asked.clear()
    live.page.reload()
    live.button(2).wait_for()
    live.unfold()
    assert live.code(2).input_value() == "print('kept on this device')"
    live.run(2)
    assert live.text(2) == "kept on this device"
    assert not [url for url in live.page.asked if url.endswith(("python.js", "library.js"))]


def test_the_page_is_saved_as_a_notebook(as_printed, tmp_path):
    live = as_printed
    live.edit(2, "print('mine')")
    with live.page.expect_download() as download:
        live.page.get_by_role("button", name="Save as notebook").click()
    assert download.value.suggested_filename == "rand_c.ipynb"
    download.value.save_as(tmp_path / "saved.ipynb")
    notebook = nbformat.reads((tmp_path / "saved.ipynb").read_text("utf-8"), as_version=4)
    nbformat.validate(notebook)
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    assert "print('mine')" in sources
    assert not json.dumps(notebook).count('"output_type"')


def test_a_page_whose_python_cannot_start_is_still_the_book(live_site, browser):
    context = browser.new_context()
    page = context.new_page()
    page.route("**/python.js", lambda route: route.fulfill(status=404, body=""))
    page.goto(live_site + PAGE)
    live = LivePage(page)
    printed = live.text(2)
    live.button(2).click()
    assert live.ends().startswith("Python could not run:")
    assert live.text(2) == printed
    page.unroute("**/python.js")
    assert live.run(2).startswith("Done")
    context.close()


def test_a_page_opened_by_a_double_click_runs_its_cells(live_site, book, browser):
    context = browser.new_context()
    page = context.new_page()
    page.goto((book / PAGE).as_uri())
    live = LivePage(page)
    folded = next(number for number in range(1, len(live) + 1) if not live.code(number).count())
    printed = live.text(folded)
    assert live.run(folded).startswith("Done")
    assert live.text(folded) == printed
    assert not live.code(folded).count(), "a folded cell runs without being opened"
    context.close()
