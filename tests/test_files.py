"""Files that are written, and words of a command line: what is printed is what a shell reads."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from aucc_teach import command_line, files

# What people call their files and columns.
NAMES = [
    "plain.csv",
    "two words.csv",
    "it's",
    'a "b" c',
    "'\"",
    "-dash",
    "--out",
    "größe €",
    "$HOME",
    "`date`",
    "back\\slash",
    "!!",
    "~",
    "a;b&c|d",
    "line\nbreak",
]


def words_of(command):
    """The words that a shell passes on."""
    shown = [sys.executable, "-c", "import json, sys; print(json.dumps(sys.argv[1:]))"]
    ran = subprocess.run(["sh", "-c", f"'{shown[0]}' -c '{shown[2]}' {command}"], capture_output=True, check=True)
    return json.loads(ran.stdout)


def test_a_shell_reads_each_word_as_it_was():
    assert words_of(" ".join(map(command_line.quoted, NAMES))) == NAMES
    # In single quotes alone, Windows would read two words.
    assert [command_line.quoted(name) for name in NAMES[:2]] == ["plain.csv", '"two words.csv"']


def test_a_path_is_never_an_option(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    paths = words_of(" ".join(command_line.path_word(name) for name in NAMES))
    assert not [path for path in paths if path.startswith("-")]
    assert [Path(path) for path in paths] == [Path(name) for name in NAMES]


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "far").mkdir()
    link, target = tmp_path / "page.html", tmp_path / "far" / "away.html"
    link.symlink_to(target)
    for text in ("new", "newer"):  # a link that leads to nothing yet, and one to a file
        files.write_at_once(files.check_file(link), text)
        assert link.is_symlink()
        assert target.read_text("utf-8") == text
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["away.html", "far", "page.html"]


def unwritable(tmp_path):
    """A folder that takes no files, even of root."""
    if sys.platform == "linux":
        return Path("/proc")
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    if os.access(folder, os.W_OK):
        pytest.skip("every folder here can be written")
    return folder


def test_what_cannot_be_written_is_refused_and_nothing_is_left_of_the_trial(tmp_path):
    closed = unwritable(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "round").symlink_to("round")
    before = sorted(tmp_path.rglob("*"))
    for path, message in [
        (closed / "page.html", "a file that can be written must be named"),
        (tmp_path / f"{'x' * 300}.html", "File name too long"),
        (tmp_path / "round", "a file that can be written must be named"),
        (tmp_path / "no" / "page.html", r"the folder of page\.html must exist"),
        (tmp_path, "Got the folder"),
    ]:
        with pytest.raises(ValueError, match=message):
            files.check_file(path)
    for path, message in [
        (closed / "tables", "a folder that can be written must be named"),
        (closed, "a folder that can be written must be named"),
        (tmp_path / "new" / ("x" * 300), "File name too long"),
        (tmp_path / "file", "Got the file"),
        (tmp_path / "file" / "tables", "a folder that can be written must be named"),
    ]:
        with pytest.raises(ValueError, match=message):
            files.check_folder(path)
    assert files.check_folder(tmp_path / "new" / "deep") == tmp_path / "new" / "deep"
    assert sorted(tmp_path.rglob("*")) == before
