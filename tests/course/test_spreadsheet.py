"""Tables that the course kit writes, read by LibreOffice: umlauts, leading zeros and long numbers keep their form."""

import csv
import shutil
import subprocess

import pytest
from class_of_forty import TP, answered, put
from conftest import do_without
from marking.command import mark

SOFFICE = shutil.which("soffice")
IDS = ("00123", "12345678901234567890", "+ada", "1/3")
NAMES = ("Müller, Jörg", "N\u0303un\u0303ez", '=HYPERLINK("http://x","y")', "Åsa")


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """A folder with the tables of a class whose ids a spreadsheet would take for something else."""
    folder = tmp_path_factory.mktemp("spreadsheet")
    given = [(TP, "2", "right"), ("ex-pairs-move/tn", "=1+1", "wrong")]
    put(folder / "in", {f"f{i}": one for i, one in enumerate(answered(dict.fromkeys(IDS, given)).values())})
    with (folder / "roster.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows([["Kennung", "Name"], *zip(IDS, NAMES, strict=True)])
    mark(folder / "in", folder / "out", roster=folder / "roster.csv", id_column="Kennung")
    return folder


def read_by_libreoffice(path, folder, sign, quoted_is_text="true"):
    """The cells of a table as LibreOffice shows them, after it has read quoted fields as text, or not."""
    if SOFFICE is None:
        do_without("no soffice found; install LibreOffice (Debian: libreoffice-calc-nogui)")
    reads = f"--infilter=CSV:{ord(sign)},34,76,1,,1031,{quoted_is_text}"
    writes = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false"
    command = [SOFFICE, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", reads, "--convert-to"]
    subprocess.run([*command, writes, "--outdir", str(folder), str(path)], check=True, capture_output=True, timeout=120)
    with (folder / path.name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, delimiter="\t"))


@pytest.mark.process
@pytest.mark.parametrize(("name", "sign"), [("marks.csv", ","), ("gradebook.csv", ";"), ("answers.csv", ",")])
def test_libreoffice_reads_what_was_written(marked, tmp_path, name, sign):
    header, *rows = read_by_libreoffice(marked / "out" / name, tmp_path, sign)
    assert list(dict.fromkeys(row[0] for row in rows)) == list(IDS)
    if name == "gradebook.csv":
        assert [row[1] for row in rows] == [*NAMES[:2], f"'{NAMES[2]}", NAMES[3]]
        # A number, by the comma of a German spreadsheet.
        assert {row[header.index("Week 1")] for row in rows} == {"1"}
    assert not any(cell.startswith("=") for row in rows for cell in row)


@pytest.mark.process
def test_as_it_opens_a_table_unasked_libreoffice_changes_numbers_and_runs_nothing(marked, tmp_path):
    """As the page for instructors says."""
    header, *rows = read_by_libreoffice(marked / "out" / "gradebook.csv", tmp_path, ";", "false")
    assert header[:2] == ["Kennung", "Name"]
    assert [row[0] for row in rows] == ["123", "1.23456789012346E+019", "+ada", "1/3"]
    assert [row[1] for row in rows] == [*NAMES[:2], f"'{NAMES[2]}", NAMES[3]]
