"""Change one number in each cell of a page, one at a time, and run that cell and all below it as its page does.

    python tests/live_edits.py PAGE [--seed N]

What comes is printed, a line of JSON for each edit: the cell, what was there and what took its place, and each note and
error that cells then end with. The page's own module runs the cells, in ordinary Python; for each edit a process goes
on from where its cell begins.
"""

import argparse
import ast
import contextlib
import io
import json
import os
import random
import re
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]
EXTENSIONS = ROOT / "book" / "_ext"
SKIP = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["sphinx"]["config"]["live_skip"]


def cells_of(page):
    """Source, tags and id of each cell that runs in a page, and whether its reader can change it."""
    notebook = json.loads((ROOT / f"{page}.ipynb").read_text("utf-8"))
    for cell in notebook["cells"]:
        source, metadata = "".join(cell["source"]), cell["metadata"]
        if cell["cell_type"] != "code" or re.search(SKIP, source) or "cannot" in metadata.get("live", {}):
            continue
        tags = set(metadata.get("tags", ()))
        if "remove-cell" in tags:
            continue
        yield {
            "id": cell["id"],
            "source": source,
            "has_editor": "remove-input" not in tags,
            "is_aside": bool(tags & {"remove-input", "theorem-check"}),
        }


def edited(source, rng):
    """A number of a text, what takes its place, and the text with it; None without a number.

    Numbers in checks are left alone: who changes a check expects it to fail.
    """
    tree = ast.parse(source)
    checked = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Assert) for part in ast.walk(node)}
    lines = source.splitlines(keepends=True)
    places = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float) and id(node) not in checked:
            before = "".join(lines[: node.lineno - 1])
            line = lines[node.lineno - 1].encode()
            start = len(before) + len(line[: node.col_offset].decode())
            text = line[node.col_offset : node.end_col_offset].decode()
            # Within a formatted text some versions of Python place a number elsewhere.
            if source[start : start + len(text)] == text and re.fullmatch(r"[\d._e+-]+", text):
                places.append((start, text, node.value))
    if not places:
        return None
    start, text, value = rng.choice(sorted(places))
    new = str(value + 1 if isinstance(value, int) else round(1.5 * value, 6))
    return text, new, source[:start] + new + source[start + len(text) :]


class Page:
    """The cells of a page, run one after another by what runs them in the page."""

    def __init__(self, cells):
        sys.path[:0] = [str(EXTENSIONS / "live" / "site")]
        import live_cells

        self.cells, self.module, self.events = cells, live_cells, []
        live_cells.send = lambda kind, **fields: self.events.append({"kind": kind, **fields})
        live_cells.prepare_figures()

    def run(self, place, source=None, *, is_changed=False):
        """What a cell sends that was not meant: notes and errors."""
        cell = self.cells[place]
        self.events.clear()
        with contextlib.suppress(self.module.CellError), contextlib.redirect_stdout(io.StringIO()):
            book = {name: cell[name] for name in ("source", "is_aside")} if is_changed else None
            self.module.run(place, source or cell["source"], book)
        return [event for event in self.events if event["kind"] in ("note", "error")]

    def after(self, place, source):
        """How the cells end from one on that was changed, where a note or an error is sent."""
        found = []
        for each in range(place, len(self.cells)):
            for event in self.run(each, source if each == place else None, is_changed=True):
                found.append({"id": self.cells[each]["id"], **event})
            if found and found[-1]["kind"] == "error":
                break
        return found


def chosen(cell, seed):
    """The edit of a cell, or None."""
    return edited(cell["source"], random.Random(f"{seed} {cell['id']}")) if cell["has_editor"] else None


def edits(name, seed):
    """Yield each edit of a page and what comes of it."""
    page = Page(list(cells_of(name)))
    chosen_edits = [chosen(cell, seed) for cell in page.cells]
    last = max((place for place, edit in enumerate(chosen_edits) if edit), default=-1)
    for place, (cell, edit) in enumerate(zip(page.cells[: last + 1], chosen_edits, strict=False)):
        if edit:
            old, new, source = edit
            come, go = os.pipe()
            child = os.fork()
            if child == 0:
                with os.fdopen(go, "w") as file:
                    json.dump(page.after(place, source), file)
                os._exit(0)
            os.close(go)
            with os.fdopen(come) as file:
                came = file.read()
            os.waitpid(child, 0)
            yield {"id": cell["id"], "old": old, "new": new, "came": json.loads(came)}
        as_printed = page.run(place)
        assert not as_printed, as_printed


def main():
    """Print what comes of the edits."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("page")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    os.chdir((ROOT / given.page).parent)
    for edit in edits(given.page, given.seed):
        print(json.dumps(edit), flush=True)


if __name__ == "__main__":
    main()
