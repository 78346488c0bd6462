"""The commands of the course kit print paths and commands that a shell can read, and refuse bad places early."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import command_arguments
import editions
import epub
import exam
import homework
import marking.command
import printing
import pytest
import slides
from course_command import course_command

NAMES = ["plain", "two words", "it's", "#1", "größe", 'a "b"', "-dash", "$HOME"]


@pytest.fixture
def quick(tmp_path, monkeypatch):
    """Replace the work of each command by writing one file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roster.csv").write_text("student\nada\n")
    (tmp_path / "secret.txt").write_text("a secret of sixteen letters")

    def writes(result, place=1):
        def write(*arguments, **options):
            arguments[place].mkdir()
            (arguments[place] / "file").write_text("made")
            return result

        return write

    monkeypatch.setattr(editions, "write_edition", writes(3))
    monkeypatch.setattr(editions, "unmet_needs", lambda chapters: [])
    monkeypatch.setattr(epub, "write_epub", lambda out, *names, **options: ["rand_c"])
    monkeypatch.setattr(exam, "write_exam", writes(["A"], 0))
    monkeypatch.setattr(homework, "write_homework", writes(1))
    monkeypatch.setattr(marking.command, "mark", lambda folder, out, **options: (1, [], []))
    monkeypatch.setattr(printing, "write_pdf", lambda out, *names, **options: ["rand_c"])
    monkeypatch.setattr(slides, "page_of", lambda *_: None)
    monkeypatch.setattr(slides, "write_slides", lambda name, out, **_: out.mkdir(parents=True) or 3)
    return tmp_path


# Arguments before the name of the folder, and options.
BEFORE = {
    "edition": ["student"],
    "export": ["moodle"],
    "mark": ["in"],
}
OPTIONS = {
    "edition": ["--zip"],
    "exam": ["--no-pdf"],
    "export": ["--variants", "1", "--families", "counts"],
    "homework": ["--roster", "roster.csv", "--families", "counts", "--secret", "secret.txt"],
}
COMMANDS = ("epub", "exam", "export", "homework", "mark", "print", "slides")


CASES = [*(("edition", name) for name in NAMES), *((command, "two words") for command in COMMANDS)]


@pytest.mark.parametrize(("command", "name"), CASES)
def test_a_path_that_is_printed_is_one_word_of_a_shell(command, name, quick, capsys):
    assert course_command(command, *OPTIONS.get(command, []), "--", *BEFORE.get(command, []), name) == 0
    # A shell would take the sentence's apostrophes for quotation marks.
    words = [word.rstrip(".:;,") for word in shlex.split(capsys.readouterr().out.replace("Moodle's", ""))]
    expected = f"./{name}" if name.startswith("-") else name
    assert [word for word in words if word == expected or word.startswith((f"{expected}/", f"{expected}.zip"))]
    assert expected == name or name not in words


@pytest.mark.parametrize("name", NAMES)
def test_the_command_that_builds_an_edition_is_run_by_a_shell(name, quick, capsys):
    assert course_command("edition", "--", "student", name) == 0
    command = capsys.readouterr().out.splitlines()[0].partition("here: ")[2]
    assert command.startswith("jupyter-book build ")
    (quick / "jupyter-book").write_text('#!/bin/sh\ncat "$2/file" > built\n')
    (quick / "jupyter-book").chmod(0o755)
    search = {"PATH": f"{quick}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(["sh", "-c", command], cwd=quick, env=os.environ | search, check=True)
    assert (quick / "built").read_text() == "made"


def test_a_place_that_cannot_be_written_is_refused_before_the_work(tmp_path):
    (tmp_path / "file").touch()
    places = [tmp_path / "file" / "out", tmp_path / ("x" * 300)]
    for place in [*places, *([Path("/proc/out")] if sys.platform == "linux" else [])]:
        with pytest.raises(ValueError, match="a folder that can be written must be named"):
            command_arguments.refuse_used(place)
        with pytest.raises(ValueError, match="a folder that can be written must be named"):
            marking.command.mark(tmp_path, place)
    command_arguments.refuse_used(tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    if sys.platform == "linux":
        with pytest.raises(ValueError, match="a file that can be written must be named"):
            printing.write_pdf("/proc/book.pdf")
