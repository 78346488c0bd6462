"""JupyterLab over a folder of its own, with a notebook: how it is started, and how its cells are run."""

import contextlib
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import warnings

import nbformat


@contextlib.contextmanager
def jupyterlab(folder, cells):
    """Start JupyterLab over a folder, with a notebook of cells and its kernel; gives the notebook's address."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells], metadata=kernel)
    (folder / "work").mkdir()
    nbformat.write(notebook, folder / "work" / "lab.ipynb")
    token = secrets.token_hex(16)
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port = sock.getsockname()[1]
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--ip=127.0.0.1", f"--port={port}"]
    command += ["--allow-root", "--ServerApp.port_retries=0", f"--IdentityProvider.token={token}"]
    command.append(f"--notebook-dir={folder / 'work'}")
    # Settings and running kernels of whoever runs the tests stay out of it.
    folders = {f"JUPYTER_{name}_DIR": str(folder / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    folders |= {"JUPYTERLAB_SETTINGS_DIR": str(folder / "s"), "JUPYTERLAB_WORKSPACES_DIR": str(folder / "w")}
    environment = os.environ | folders | {"IPYTHONDIR": str(folder / "ipython")}
    with (folder / "server.log").open("w") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=folder)
    url = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{url}/api?token={token}", timeout=5).close()
                break
            except (urllib.error.URLError, OSError):
                assert server.poll() is None, (folder / "server.log").read_text()
                assert time.monotonic() < deadline, (folder / "server.log").read_text()
                time.sleep(0.25)
        address = f"{url}/lab/tree/lab.ipynb?token={token}&reset"
        start_kernel(address)
        yield address
    finally:
        # The server shuts its kernels down when it is asked politely.
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait(10)


def start_kernel(address):
    """Start the kernel of a notebook before JupyterLab shows it.

    JupyterLab then finds the kernel by the notebook's name. Left to itself on a slow machine, it asks in a dialog for
    one when its list of kernels comes late, and a second kernel may take the place of that which has run a cell.
    """
    parts = urllib.parse.urlsplit(address)
    token = urllib.parse.parse_qs(parts.query)["token"][0]
    name = parts.path.rpartition("/")[2]
    session = {"path": name, "name": name, "type": "notebook", "kernel": {"name": "python3"}}
    request = urllib.request.Request(
        f"{parts.scheme}://{parts.netloc}/api/sessions",
        json.dumps(session).encode(),
        {"Authorization": f"token {token}", "Content-Type": "application/json"},
    )
    urllib.request.urlopen(request, timeout=60).close()


def run_cell(page, i):
    """Run a cell of the notebook that JupyterLab shows."""
    from playwright.sync_api import TimeoutError as BrowserTimeoutError  # A file's other tests run without it.

    cell = page.locator(".jp-Notebook .jp-Cell").nth(i)
    taken, done = (cell.locator(".jp-InputPrompt", has_text=re.compile(text)) for text in (r"\[[*\d]", r"\[\d"))
    idle = page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")
    # On a slow machine JupyterLab drops a key without a word, or asks in a dialog over everything for a kernel.
    # The key is pressed again while the cell is not taken; a dialog is said here and answered as it proposes.
    dialog = page.locator("dialog.jp-Dialog")
    for _ in range(6):
        try:
            idle.or_(dialog).first.wait_for()
            if dialog.count():
                warnings.warn(f"JupyterLab: {dialog.first.inner_text()}", stacklevel=2)
                dialog.first.locator(".jp-mod-accept").click()
            cell.locator(".cm-content").click(timeout=5000)
            page.keyboard.press("Control+Enter")
            taken.or_(dialog).first.wait_for(timeout=5000)
        except BrowserTimeoutError:
            continue
        if taken.count():
            return done.wait_for()
    raise AssertionError(f"cell {i} did not run; {dialog.all_inner_texts()}")
