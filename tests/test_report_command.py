"""The command `python -m aucc_report`: files in, a page and tables out, and messages in its own terms."""

import io
import json
import os
import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

import aucc_report
import aucc_report.__main__ as command
import aucc_teach
import aucc_teach.__main__ as package
from aucc_report import Reason, _argument_names, _reproducing, _settings, report
from aucc_report._defaults import DEFAULTS
from aucc_teach.files import write_at_once

COLUMNS = ["height", "width (mm)"]
SMALL = ("--algorithms", "ward", "--ks", "2,3", "--n-references", "19", "--seed", 3)
FAST = ("--algorithms", "ward,average", "--ks", "2-4")
#: The defaults as settings have them.
PLAIN = {name: list(of) if isinstance(of, tuple) else of for name, of in DEFAULTS.items()}


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(1)
    points = rng.normal(size=(60, 2)).round(3) + np.repeat([[0, 0], [8, 0]], 30, axis=0)
    table = pd.DataFrame(points, columns=COLUMNS).round(3)
    return table.assign(kind=np.repeat(["elm", "oak"], 30))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Found:
    """What stands for a report where only what becomes of it is asked."""

    def __repr__(self):
        return "ARI 1.00 ± 0.00, \N{MINUS SIGN}1"

    def to_html(self, path):
        write_at_once(path, "a page")

    def to_csv(self, folder, *, overwrite):
        return []


@pytest.fixture
def asked(folder, monkeypatch):
    """What reports were asked for: the table and the options of each; no work is done."""
    calls = []
    monkeypatch.setattr(_settings, "report", lambda table, **options: calls.append((table, options)) or Found())
    return calls


@pytest.fixture
def quick(table, asked, folder):
    """A table to read, and no work."""
    table.to_csv("plants.csv", index=False)
    return folder


def run(*arguments):
    return command.main([*map(str, arguments)])


def test_a_table_becomes_a_page_and_tables(table, folder, capsys, monkeypatch):
    made = []
    monkeypatch.setattr("aucc_report._page.pictures_of", lambda *_: [])
    monkeypatch.setattr(_settings, "report", lambda *args, **options: made.append(report(*args, **options)) or made[0])
    table.to_csv("plants.csv", index=False)
    assert run("plants.csv", "--classes", "kind", "--csv", "tables", "--json", "codes.json", *SMALL) == 0
    shown = capsys.readouterr()
    (found,) = made
    places = "The page: report.html\nAs codes and numbers: codes.json\nThe tables: tables (columns.csv, rows.csv, "
    assert shown.out.startswith(f"{_argument_names.in_options(repr(found))}\n\n{places}")
    assert json.loads((folder / "codes.json").read_text("utf-8")) == found.to_dict()
    assert "100%" in shown.err
    assert (folder / "report.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    for path in found.to_csv("expected"):
        assert (folder / "tables" / path.name).read_bytes() == path.read_bytes()
    assert (folder / "tables" / "rows.csv").read_text("utf-8").startswith("line,used")


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["--columns", "height,width (mm)"], COLUMNS),
        (["--columns", "height", "--columns", "width (mm)"], COLUMNS),
        (["--columns", "a,b"], ["a,b"]),
    ],
)
def test_options_reach_the_report(columns, expected, table, asked):
    table.assign(**{"a,b": np.arange(60.0) % 7}).to_csv("plants.csv", index=False, sep=";", decimal=",")
    of_file = ["--separator", "semicolon", "--decimal", "comma", "--thousands", "none", "--encoding", "latin-1"]
    of_report = ["--scaling", "range", "--missing", "median", "--metric", "cityblock", "--n-references", "39"]
    of_report += ["--transform", "log"]
    assert run("plants.csv", *columns, *of_file, *of_report, "--classes", "kind", *FAST[:2], "--ks", "2-4,7") == 0
    ((read, options),) = asked
    assert read["height"].tolist() == table["height"].tolist()
    assert options == {
        "algorithms": ["ward", "average"], "ks": [2, 3, 4, 7], "columns": expected, "classes": "kind",
        "scaling": "range", "metric": "cityblock", "n_references": 39, "missing": "median", "few_columns": "refuse",
        "rng": 0, "progress": True, "transform": "log",
    }  # fmt: skip


def semicolons(table):
    return table.to_csv(index=False, sep=";")


def german(table):
    """As spreadsheets in German write it, thousands included."""
    return table.assign(größe=[f"1.{i:03},5" for i in range(len(table))]).to_csv(index=False, sep=";", decimal=",")


def plain(table):
    return table.to_csv(index=False)


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (None, [], "there is no file 'plants.csv' in "),
        (semicolons, ["--separator", "comma"], "with a semicolon in it: give --separator semicolon."),
        (german, ["--decimal", "point"], "To read all numbers, give --decimal comma and --thousands point. To "),
        (lambda table: "é,b\n1,2\n".encode("cp1252"), ["--encoding", "utf-8"], "give --encoding cp1252."),
        (plain, ["--na", " -"], "--na must hold texts without blanks"),
        (plain, ["--classes", "species"], "--classes must name a column"),
        (plain, ["--ks", "2-60"], "--ks must hold different numbers of clusters from 2 to n - 1 = 59"),
        (plain, ["--seed", "-1"], "--seed must"),
        (plain, ["--out", "no/report.html"], "--out: the folder of report.html must exist. Got 'no'."),
        (plain, ["--out", "plants.csv"], "--out must name an HTML file, such as report.html. Got 'plants.csv'."),
    ],
)
def test_what_is_wrong_is_said_in_terms_of_the_command(content, arguments, message, table, folder, capsys):
    if content is not None:
        text = content(table)
        (folder / "plants.csv").write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    before = sorted(folder.iterdir())
    assert run("plants.csv", *FAST[2:], *arguments) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert "Traceback" not in shown.err
    assert shown.out == ""
    assert sorted(folder.iterdir()) == before


def test_the_standard_input_is_a_table_without_a_name(quick, table, asked, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(semicolons(table).encode())))
    assert run("-", "--na=-,n/a") == 0
    assert "Found out: a semicolon" in capsys.readouterr().err
    assert asked[0][0].attrs["name"] == "standard input"
    assert asked[0][0].attrs["read"] == {"separator": ";", "na": ["-", "n/a"], "name": "standard input"}


def test_a_message_is_said_in_the_terms_of_the_page():
    for message, said in {
        'To read it, choose comma as decimal sign (decimal=",").': "To read it, choose comma under Decimals.",
        'choose that as encoding (encoding="utf-16") and tab as separator.': (
            "choose utf-16 under Encoding and tab under Separator."
        ),
        "cannot be used. Name others by columns=[...].": "cannot be used. Switch on others.",
        'use fewer columns (columns=[...]), or fill in values (missing="neighbours").': (
            "use fewer columns, or fill in values in the table."
        ),
        'missing values, choose na=["-"].': "missing values, leave such cells empty.",
    }.items():
        assert _argument_names.in_page(message) == said


def test_columns_that_a_wrong_sign_makes_text_are_said_and_can_be_left_so(table, asked, capsys):
    mixed = table.assign(weight=[f"{value},5" for value in range(60)])
    mixed.to_csv("plants.csv", index=False, sep=";")
    assert run("plants.csv") == 2
    shown = capsys.readouterr().err
    assert shown.startswith('error: Column "weight" is text, not a measurement')
    assert "give --decimal comma. To leave it as text, give --decimal point." in shown
    assert run("plants.csv", "--decimal", "point") == 0
    assert 'note: Column "weight" is text' in capsys.readouterr().err


def test_a_stop_by_hand_leaves_no_half_file(quick, capsys, monkeypatch):
    def stopped(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(_settings, "report", stopped)
    assert run("plants.csv", "--csv", "tables") == 130
    assert capsys.readouterr().err == "Stopped. No file is half written; a page that was there is still the old one.\n"
    assert [path.name for path in quick.iterdir()] == ["plants.csv"]
    (quick / "report.html").write_text("the old one")
    assert run("plants.csv") == 130
    assert (quick / "report.html").read_text() == "the old one"


def test_what_is_asked_is_answered_by_columns_or_by_yes(table, folder, capsys, monkeypatch):
    monkeypatch.setattr("aucc_report._page.pictures_of", lambda *_: [])
    coded = table.assign(**{f"answer {i}": np.arange(60) % (3 + i) for i in range(3)})
    coded.drop(columns="width (mm)").to_csv("plants.csv", index=False)
    assert run("plants.csv", *SMALL) == 2
    asked = capsys.readouterr().err
    assert "only height is used; columns answer 0, answer 1, answer 2 look like codes" in asked
    assert "Name those that measure something by --columns NAME, or go on with this choice (--yes)." in asked
    assert [path.name for path in folder.iterdir()] == ["plants.csv"]
    assert run("plants.csv", *SMALL, "--yes") == 0
    assert "--yes --seed 3" in (folder / "report.html").read_text("utf-8")
    assert run("plants.csv", *SMALL, "--columns", "height") == 0


@pytest.mark.process
def test_it_runs_as_a_module(tmp_path):
    arguments = [sys.executable, "-m", "aucc_report", "plants.csv"]
    ran = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: there is no file 'plants.csv'")


def test_what_cannot_be_written_is_said_before_the_work(quick, asked, capsys):
    (quick / "tables").mkdir()
    (quick / "tables" / "tests.csv").write_text("mine")
    before = sorted(quick.rglob("*"))
    assert run("plants.csv", "--csv", "tables") == 2
    assert capsys.readouterr().err == (
        "error: --csv: tables must be free of the files to write, unless --overwrite is given. It holds tests.csv.\n"
    )
    assert sorted(quick.rglob("*")) == before
    assert asked == []
    assert run("plants.csv", "--csv", "tables", "--overwrite") == 0


def test_no_output_replaces_the_table_or_another_output(quick, capsys):
    content = (quick / "plants.csv").read_bytes()
    os.link("plants.csv", "also.csv")
    (quick / "rows.csv").write_bytes(content)
    (quick / "plants.html").write_bytes(content)
    (quick / "tables").mkdir()
    before = {path: path.read_bytes() for path in quick.rglob("*") if path.is_file()}
    for table, arguments, names in (
        ("plants.csv", ["--json", "also.csv"], "as --json and as the table"),
        ("plants.html", ["--out", "plants.html"], "as --out and as the table"),
        ("rows.csv", ["--csv", ".", "--overwrite"], "Got 'rows.csv' as --csv and as the table"),
        ("plants.csv", ["--json", "report.html"], "Got 'report.html' as --json and as --out"),
        ("plants.csv", ["--csv", "tables", "--json", "tables/by_k.csv"], "as --csv and as --json"),
    ):
        assert run(table, *arguments) == 2
        assert names in capsys.readouterr().err
        assert {path: path.read_bytes() for path in quick.rglob("*") if path.is_file()} == before


def test_a_reader_who_leaves_ends_the_command_quietly(quick, capsys, monkeypatch):
    reads, writes = os.pipe()
    os.close(reads)
    with open(writes, "w", encoding="utf-8") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert run("plants.csv") == 141
    assert capsys.readouterr().err == ""


# What a report says to make it again.

# Names of files and columns as people write them.
AWKWARD = ["-dash", "--out", "two words", "it's", 'a "b"', "#1", "größe", "$HOME", "a,b", "`x`", "b\\s", "!!", "n\nl"]


@pytest.mark.parametrize("name", AWKWARD)
def test_what_a_page_says_to_do_again_is_read_by_a_shell_as_it_was_meant(
    name, table, folder, asked, monkeypatch, capsys
):
    file, columns = f"{name}.csv", [name, f"{name} 2", "-kind"]
    table.set_axis(columns, axis=1).to_csv(file, index=False)
    settings = PLAIN | {"algorithms": ["ward", "average"], "ks": [2, 3], "ks_by_default": False}
    settings |= {"columns": columns[:2], "classes": "-kind", "table": file, "source": {}, "seed": 7}
    codes = pd.DataFrame({"code": [Reason.IN_SPITE, Reason.IN_SPITE, Reason.CLASSES]}, index=columns)
    made = SimpleNamespace(settings=settings, columns=codes, _has_own_metric=False)
    # A shell runs the words, and what stands for Python writes down what it is given.
    (folder / "python").write_text("#!/bin/sh\nprintf '%s\\0' \"$@\" > words\n")
    (folder / "python").chmod(0o755)
    search = {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(["sh", "-c", _reproducing.shell_command(made)], cwd=folder, env=os.environ | search, check=True)
    words = (folder / "words").read_bytes().decode().split("\0")[:-1]
    assert words[:2] == ["-m", "aucc_report"]
    assert command.main([*words[2:], f"--out={name}.html"]) == 0
    # The place of the page is printed as a shell reads it.
    place = capsys.readouterr().out.partition("The page: ")[2].strip()
    assert subprocess.run(["sh", "-c", f"cat {place}"], cwd=folder, capture_output=True, check=True).stdout == b"a page"
    # The call in Python is run as it stands, but for the work.
    monkeypatch.setattr(aucc_report, "report", lambda table, **options: asked.append((table, options)))
    exec(_reproducing.python_call(made), {})
    for read, options in asked:
        assert read.attrs["name"] == file
        assert (options["columns"], options["classes"], options["rng"]) == (columns[:2], "-kind", 7)
        assert (list(options["algorithms"]), list(options["ks"])) == (["ward", "average"], [2, 3])
    assert len(asked) == 2


# Where the report was before.


def test_the_command_of_the_other_package_still_reports_and_says_where_it_went(quick):
    with pytest.warns(DeprecationWarning, match="is python -m aucc_report now"):
        assert package.main(["report", "plants.csv", "--out", "moved.html"]) == 0
    assert (quick / "moved.html").read_text() == "a page"


def test_names_that_moved_are_found_with_a_warning():
    for name in ("report", "lab"):
        with pytest.warns(DeprecationWarning, match=f"aucc_teach.{name} is aucc_report.{name} now"):
            assert getattr(aucc_teach, name) is getattr(aucc_report, name)
