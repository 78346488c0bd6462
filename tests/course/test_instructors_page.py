"""The page for instructors: the kit reads its commands."""

import re
import runpy
import shlex

import pytest
from conftest import ROOT
from contents import chapters_of, chosen
from drawn_questions import chosen_families

PAGE = (ROOT / "book" / "back" / "instructors.md").read_text("utf-8")
KIT = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))
CHAPTERS = {chapter.name: chapter for chapter in chapters_of(ROOT)}
# A line that ends in a backslash goes on.
LINES = [
    line
    for block in re.findall(r"^ *```bash\n(.*?)^ *```", PAGE, re.MULTILINE | re.DOTALL)
    for line in map(str.strip, block.replace("\\\n", "").splitlines())
]
OF_KIT = [line for line in LINES if line.startswith("python book/course ")]


def read_by_kit(line, monkeypatch):
    """What the kit's own parser makes of a line, without doing it."""
    seen = []
    for module in KIT["COMMANDS"].values():
        monkeypatch.setattr(module, "run", seen.append)
    KIT["main"](shlex.split(line)[2:])
    return seen[0]


@pytest.mark.parametrize("line", OF_KIT)
def test_the_kit_reads_each_command(line, monkeypatch):
    options = vars(read_by_kit(line, monkeypatch))
    if options.get("chapters"):
        assert chosen(list(CHAPTERS.values()), options["chapters"])
    if options.get("families"):
        assert chosen_families(options["families"])
