"""The command `python -m aucc_teach report`: files in, a page and tables out, and messages in its own terms."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import aucc_teach.__main__ as command
from aucc_teach.reporting import _command, report

COLUMNS = ["height", "width (mm)"]


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


def run(*arguments):
    return command.main(["report", *map(str, arguments)])


FAST = ("--algorithms", "ward,average", "--ks", "2-4")


def test_a_table_becomes_a_page_and_tables(table, folder, capsys, monkeypatch):
    made = []
    monkeypatch.setattr(_command, "report", lambda *args, **options: made.append(report(*args, **options)) or made[0])
    table.to_csv("plants.csv", index=False)
    assert run("plants.csv", "--classes", "kind", "--csv", "tables", *FAST, "--seed", 3) == 0
    shown = capsys.readouterr()
    (found,) = made
    assert shown.out.startswith(f"{found!r}\n\nThe page: report.html\nThe tables: tables (columns.csv, rows.csv, ")
    assert "100%" in shown.err
    assert (folder / "report.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert {name: found.settings[name] for name in ("table", "classes", "algorithms", "ks", "seed")} == {
        "table": "plants.csv", "classes": "kind", "algorithms": ["ward", "average"], "ks": [2, 3, 4], "seed": 3,
    }  # fmt: skip
    for path in found.to_csv("expected"):
        assert (folder / "tables" / path.name).read_bytes() == path.read_bytes()
    assert (folder / "tables" / "rows.csv").read_text("utf-8").startswith("line,used")


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (["--columns", "height,width (mm)"], COLUMNS),
        (["--columns", "height", "width (mm)"], COLUMNS),
        (["--columns", "height", "--columns", "width (mm)"], COLUMNS),
        (["--columns", "a,b"], ["a,b"]),
        ([], None),
    ],
)
def test_options_reach_the_report(columns, expected, table, folder, monkeypatch):
    table.assign(**{"a,b": np.arange(60.0) % 7}).to_csv("plants.csv", index=False, sep=";", decimal=",")
    given = {}

    def note(table, algorithms, ks, **options):
        given.update(options, algorithms=algorithms, ks=list(ks), table=table)
        raise ValueError("enough")

    monkeypatch.setattr(_command, "report", note)
    options = ["--separator", "semicolon", "--decimal", "comma", "--encoding", "latin-1", "--scaling", "range"]
    assert run("plants.csv", *columns, *options, "--metric", "cityblock", "--ks", "2-4,7") == 2
    assert given["columns"] == expected
    assert given["ks"] == [2, 3, 4, 7]
    assert (given["scaling"], given["metric"], given["rng"]) == ("range", "cityblock", 0)
    assert given["algorithms"] == ("k-means", "ward", "average")
    assert given["table"]["height"].tolist() == table["height"].tolist()


def semicolons(table):
    return table.to_csv(index=False, sep=";")


def decimal_commas(table):
    return table.to_csv(index=False, sep=";", decimal=",")


def german(table):
    """As spreadsheets in German write it, thousands included."""
    costs = [f"{1000 + i}"[0] + "." + f"{1000 + i}"[1:] + ",5" for i in range(len(table))]
    return decimal_commas(table.assign(größe=costs))


def plain(table):
    return table.to_csv(index=False)


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (None, [], "there is no file 'plants.csv' in "),
        (semicolons, [], "with a semicolon in it: give --separator semicolon."),
        (lambda table: table.to_csv(index=False, sep="\t"), [], "give --separator tab."),
        (
            decimal_commas,
            ["--separator", "semicolon"],
            "give --decimal comma; if",
        ),
        (german, [], "give --separator semicolon, --decimal comma and --thousands point.\n"),
        (
            lambda table: german(table).encode("cp1252"),
            [],
            "give --encoding cp1252, --separator semicolon, --decimal comma and --thousands point.\n",
        ),
        (german, ["--separator", "semicolon"], "To read all numbers, give --decimal comma and --thousands point. To "),
        (
            german,
            ["--separator", "semicolon", "--decimal", "comma"],
            "give --thousands point. To leave it as text, give --thousands none.\n",
        ),
        (lambda table: "é,b\n1,2\n".encode("cp1252"), [], "give --encoding cp1252."),
        (lambda table: plain(table).encode("utf-16"), [], "give --encoding utf-16."),
        (lambda table: plain(table) + "1,2\n", [], "Are --separator and --decimal right?"),
        (plain, ["--columns", "hight"], "--columns must be different columns of plants.csv: ['height', "),
        (plain, ["--columns", "kind"], "column kind cannot be used: text"),
        (plain, ["--classes", "species"], "--classes must name a column"),
        (plain, ["--ks", "2-60"], "--ks must hold different numbers of clusters from 2 to n - 1 = 59"),
        (plain, ["--algorithms", "kmeans"], "every algorithm must be one of ['k-means', "),
        (plain, ["--metric", "euclidian"], "--metric must"),
        (plain, ["--seed", "-1"], "--seed must"),
        (plain, ["--out", "no/report.html"], "--out: the folder of report.html must exist. Got 'no'."),
        (plain, ["--out", "plants.csv"], "--out must name an HTML file, such as report.html. Got 'plants.csv'."),
        (plain, ["--csv", "plants.csv"], "--csv: a folder must be named. Got the file 'plants.csv'."),
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
    assert "usage" not in shown.err
    assert shown.out == ""
    assert sorted(folder.iterdir()) == before


def test_every_python_argument_in_a_message_is_said_as_an_option():
    for message in (
        'choose that as encoding (encoding="utf-16").',
        "the file must not be larger than 200 MB (max_bytes).",
        "tables must be free of the files to write, unless overwrite=True.",
    ):
        assert "=" not in _command._in_options(message)
        assert "max_bytes" not in _command._in_options(message)


@pytest.mark.parametrize("ks", ["10-2", "two", "", "2-", "2,,3"])
def test_numbers_of_clusters_that_are_none_are_refused(ks, capsys):
    with pytest.raises(SystemExit) as stop:
        run("plants.csv", "--ks", ks)
    assert stop.value.code == 2
    assert f"must be written like 2-10 or 2,3,5. Got {ks!r}." in capsys.readouterr().err


def test_columns_that_a_wrong_sign_makes_text_are_said_and_can_be_left_so(table, folder, capsys, monkeypatch):
    mixed = table.assign(weight=[f"{value},5" for value in range(60)])
    mixed.to_csv("plants.csv", index=False, sep=";")
    arguments = ["plants.csv", "--separator", "semicolon", *FAST]
    assert run(*arguments) == 2
    shown = capsys.readouterr().err
    assert shown.startswith('error: Column "weight" is text, not a measurement')
    assert "give --decimal comma. To leave it as text, give --decimal point." in shown

    def reached(*args, **options):
        raise ValueError("enough")

    monkeypatch.setattr(_command, "report", reached)
    assert run(*arguments, "--decimal", "point") == 2
    shown = capsys.readouterr().err
    assert shown.startswith('note: Column "weight" is text')
    assert shown.endswith("error: enough\n")


def test_nothing_is_read_if_it_could_not_be_written(folder, capsys):
    (folder / "tables").mkdir()
    (folder / "tables" / "tests.csv").write_text("mine")
    assert run("plants.csv", "--csv", "tables") == 2
    assert capsys.readouterr().err == (
        "error: --csv: tables must be free of the files to write, unless --overwrite is given. It holds tests.csv.\n"
    )
    assert run("plants.csv", "--csv", "tables", "--overwrite") == 2
    assert "there is no file" in capsys.readouterr().err


def test_a_stop_by_hand_leaves_no_half_file(table, folder, capsys, monkeypatch):
    table.to_csv("plants.csv", index=False)

    def stopped(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(_command, "report", stopped)
    assert run("plants.csv", "--csv", "tables") == 130
    assert capsys.readouterr().err == "Stopped. No file is half written.\n"
    assert [path.name for path in folder.iterdir()] == ["plants.csv"]


def test_help_shows_an_example(capsys):
    with pytest.raises(SystemExit) as stop:
        run("--help")
    assert stop.value.code == 0
    shown = capsys.readouterr().out
    assert shown.startswith("usage: python -m aucc_teach report table [options]")
    assert "python -m aucc_teach report penguins.csv --out penguins.html" in shown


def test_it_runs_as_a_module(tmp_path):
    arguments = [sys.executable, "-m", "aucc_teach", "report", "plants.csv"]
    ran = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: there is no file 'plants.csv'")
