"""The page on running the code names each study, and files and chapters that are there."""

import re

from conftest import ROOT
from studies import EXPERIMENTS

PAGE = (ROOT / "book" / "back" / "running.md").read_text("utf-8")


def test_each_study_is_in_the_table():
    rows = re.findall(r"^\| (`[^|]*`) \|", PAGE.partition("## Run a study again")[2], re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(EXPERIMENTS)


def test_files_and_chapters_are_there():
    links = re.findall(r"\]\(([\w./-]+)\)", PAGE)
    assert len(links) > 2
    assert [link for link in links if not (ROOT / "book" / "back" / link).is_file()] == []
    named = re.findall(r"book/[\w./-]+\w", PAGE)
    assert [name for name in named if not (ROOT / name).exists()] == []
