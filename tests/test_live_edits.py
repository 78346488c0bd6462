"""Natural edits of cells run, or end with an error that says what is wrong; checks of the book end nothing."""

import json
import os
import re
import subprocess
import sys

import pytest
import yaml
from conftest import ROOT

PARTS = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"]
PAGES = [chapter["file"] for part in PARTS for chapter in part["chapters"]]
ROAD = [page for page in PAGES if (ROOT / f"{page}.ipynb").exists()]
#: What says nothing to someone who has changed a number.
BARE = {"AssertionError", "KeyError", "NameError", "UnboundLocalError"}
NO_THREADS = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


def edits(page):
    """Make edits in a process of its own: it is copied for each, which threads would not survive."""
    program = [sys.executable, ROOT / "tests" / "live_edits.py", page]
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = os.environ | NO_THREADS | {"PYTHONPATH": path, "MPLBACKEND": "agg"}
    done = subprocess.run(program, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def complaints(edit):
    """What a reader of this edit would not understand; a missing key may be the new number itself."""
    for event in edit["came"]:
        error = re.search(r"\b(\w+Error)(: .*)?$", event.get("message", event.get("text")), re.DOTALL)
        if error and error[1] in BARE and error[2] != f": {edit['new']}":
            yield f"{edit['id']}: {edit['old']} -> {edit['new']}: {event}"


@pytest.mark.process
@pytest.mark.breadth
@pytest.mark.parametrize("page", ROAD)
def test_a_number_that_is_changed_runs_or_says_what_is_wrong(page):
    found = edits(page)
    assert found
    assert [one for edit in found for one in complaints(edit)] == []
