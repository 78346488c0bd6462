"""Run the cells of notebooks in their pages, and compare what they give with what is stored.

    python tests/live_cells.py FOLDER [PART OF A NAME ...] [--record FILE]

The folder is that of the built pages. All pages are run, or those with such a part in their names; each cell that
differs is printed, and the exit code is then 1. With `--record` the file gets the paths of all files that Python has
read, by which `live_omit` in `_config.yml` is decided.
"""

import argparse
import json
import sys
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

# Ordinary Python gives the page's numbers, too, with NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4 AVX512_ICL".
_TIED = "HDBSCAN sorts tied distances, and in NumPy's sort their order depends on the processor."
#: Cells whose output differs in the page, by page and by the cell's id: the reason.
DIFFERENT = {"book/4-practice/your_own_data": {"cell-19": _TIED, "cell-26": _TIED}}

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

# All that happens while they run, each with its second.
RUN = """async ([before, cells]) => {
  const events = [];
  const start = performance.now();
  const { folder } = globalThis.liveSettings;
  const source = `${before}import os; os.makedirs("${folder}", exist_ok=True); os.chdir("${folder}")`;
  await globalThis.livePython.run([{ number: -1, source }, ...cells], ({ state, ...event }) =>
    events.push({ ...event, at: (performance.now() - start) / 1000 }),
  );
  return events;
}"""

RECORD = """
import sys
OPENED = set()
sys.addaudithook(lambda event, given: event == "open" and isinstance(given[0], str) and OPENED.add(given[0]))
"""
RECORDED = """
import sys as _sys
_files = {getattr(module, "__file__", None) for module in list(_sys.modules.values())}
print("\\n".join(sorted(OPENED | {file for file in _files if file})))
"""


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


def run(page, cells, before=""):
    """Run all cells of an open page: for each what it gave, its error or None, and its seconds.

    A cell that ends with an error is left out, and the rest runs from there.
    """
    results, failures = {}, {}
    while True:
        now = [{**cell, "source": ""} if cell["number"] in failures else cell for cell in cells]
        # Cells that have run, and stand above what has not, do not run again.
        results |= by_cell(page.evaluate(RUN, [before, now])) | failures
        failed = [place for place, (_, error, _) in results.items() if error and place not in failures]
        if not failed:
            return results
        failures[failed[0]] = results[failed[0]]


def by_cell(events):
    """For each cell that has run: what it gave, its error or None, and its seconds."""
    results, begun = {}, {}
    for event in events:
        place = event["cell"]
        given, error, seconds = results.get(place, ([], None, 0.0))
        match event["kind"]:
            case "begin":
                begun[place] = event["at"]
            case "end" | "failed":
                given, seconds = joined(given), event["at"] - begun[place]
            case "error":
                error = event
            case "picture" | "widget":
                given.append((event["kind"], ""))
            case _:
                given.append((event["kind"], event["text"]))
        results[place] = given, error, seconds
    return results


class Difference(NamedTuple):
    """A cell that gave something else than what is stored, or an error."""

    cell: dict
    stored: list
    came: list
    error: dict | None

    def __str__(self):
        told = f"cell {self.cell['id']}: {''.join(self.cell['source'])[:70]!r}"
        if self.error:
            return f"{told}\n{self.error['message']}\n{self.error.get('traceback', '')[-1500:]}"
        pairs = [(one, other) for one, other in zip_longest(self.stored, self.came) if one != other]
        return "\n".join([told, *(f"  stored {one!r:.2000}\n  came   {other!r:.2000}" for one, other in pairs)])


def differences(page, notebook, record=None):
    """Run a notebook in its open page: the cells that differ, the seconds of each that has run, by its place."""
    cells = page.evaluate(CELLS)
    codes = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(codes) == len(cells), "the page is of another notebook"
    left_out = {cell["number"] for cell in cells if cell["isLeftOut"]}
    if record is not None:
        cells.append({"number": len(cells), "source": RECORDED, "isLeftOut": False})
    texts = [{**cell, "source": ""} if cell["isLeftOut"] else cell for cell in cells]
    results = run(page, texts, RECORD if record is not None else "")
    if record is not None:
        record.update(results.pop(len(codes))[0][0][1].split("\n"))
    found = [
        Difference(code, stored(code), given, error)
        for place, code in enumerate(codes)
        for given, error, _ in [results[place]]
        if place not in left_out and (error or given != stored(code))
    ]
    return found, {place: seconds for place, (_, _, seconds) in results.items() if place not in left_out}


def notebooks(folder, parts):
    """Name and notebook of each page of built ones that runs its cells, those with the first part of a name first."""
    paths = sorted((ROOT / "book").rglob("*.ipynb"))
    names = [path.relative_to(ROOT).with_suffix("").as_posix() for path in paths]
    for name in dict.fromkeys(name for part in parts for name in names if part in name):
        page = folder / f"{name}.html"
        if page.exists() and 'id="live-settings"' in page.read_text("utf-8"):
            yield name, json.loads((ROOT / f"{name}.ipynb").read_text("utf-8"))


def open_page(context, address, name):
    """Open a page whose Python will have any time that it needs."""
    page = context.new_page()
    page.set_default_timeout(0)
    page.goto(f"{address}{name}.html", wait_until="load")
    page.wait_for_function("() => globalThis.livePython")
    return page


def main():
    """Compare, print, and say by the exit code whether all is equal."""
    from conftest import browser, serve

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    record = None if given.record is None else set()
    n_different = 0
    started = browser.__wrapped__()
    with serve(given.folder) as address:
        context = next(started).new_context()
        for name, notebook in notebooks(given.folder, given.parts or [""]):
            page = open_page(context, address, name)
            page.on("pageerror", lambda error: print("ERROR", error))
            found, seconds = differences(page, notebook, record)
            page.close()
            n_different += len(found)
            slow = {place: round(second) for place, second in seconds.items() if second > 5}
            print(f"{name}: {len(seconds)} cells, {len(found)} differ, {sum(seconds.values()):.0f} s, slow: {slow}")
            print(*found, sep="\n", end="\n" * bool(found), flush=True)
            if record is not None:
                given.record.write_text("\n".join(sorted(record)) + "\n", encoding="utf-8")
    return n_different > 0


if __name__ == "__main__":
    sys.exit(main())
