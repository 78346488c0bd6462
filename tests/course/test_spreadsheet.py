"""Tables of the course kit come back unchanged, also through a spreadsheet, and no cell runs in it."""

import csv
import io
import shutil
import subprocess

import pytest
from class_of_forty import QUESTIONS, TP, answered, put
from conftest import do_without
from hypothesis import given
from hypothesis import strategies as st
from marking.command import mark
from roster import read_texts
from spreadsheets import as_it_was, csv_of, harmless

SOFFICE = shutil.which("soffice")
IDS = ("00123", "12345678901234567890", "+ada", "1/3")
NAMES = ("Müller, Jörg", "N\u0303un\u0303ez", '=HYPERLINK("http://x","y")', "Åsa")
# These texts run at the beginning of a cell, or where a spreadsheet that divides by another sign begins one.
RUNS = ("=1+1", "7;=1+1;", 'a\n=3*4\nb;"=5*6', "-2+3,\t@SUM(A1)", "'=1", "''+x", "x;-5")
OPEN = next(id for id, one in QUESTIONS.items() if one.kind == "open" and id.startswith("ex-other-open/"))
TABLES = ("marks.csv", "answers.csv", "gradebook.csv", "undecided.csv", "questions.csv", "moved.csv")


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """Mark a class whose ids a spreadsheet would take for something else; returns the folder."""
    folder = tmp_path_factory.mktemp("spreadsheet")
    given = {id: [(TP, "2", "right"), ("ex-pairs-move/tn", RUNS[i], "wrong")] for i, id in enumerate(IDS)}
    given["=zoe"] = [(OPEN, {"text": "\n".join(RUNS), "ticked": []}, "foretold")]
    put(folder / "in", {f"=f{i}": one for i, one in enumerate(answered(given).values())})
    with (folder / "roster.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=";").writerows([["Kennung", "Name"], *zip(IDS, NAMES, strict=True)])
    (folder / "course.yml").write_text(RULES)
    mark(folder / "in", folder / "out", course=folder / "course.yml")
    (folder / "course.yml").write_text(f"{RULES}    points: {{{TP}: 1.5}}\n")
    mark(folder / "in", folder / "out", course=folder / "course.yml")
    return folder


RULES = """\
roster: roster.csv
id column: Kennung
assignments:
  out:
    exercises: [ex-pairs-move, ex-other-open]
"""


def read_by_libreoffice(path, folder, sign):
    """Let LibreOffice read a table, quoted fields as text, and write it into a folder with tabs between cells."""
    if SOFFICE is None:
        do_without("no soffice found; install LibreOffice (Debian: libreoffice-calc-nogui)")
    reads = f"--infilter=CSV:{ord(sign)},34,76,1,,1031,true"
    writes = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false"
    command = [SOFFICE, f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", reads, "--convert-to"]
    subprocess.run([*command, writes, "--outdir", str(folder), str(path)], check=True, capture_output=True, timeout=120)


@given(st.text("'\" =+-@;,\t\r\n1a|", max_size=12), st.booleans())
def test_what_was_made_harmless_comes_back(text, is_id):
    assert as_it_was(harmless(text, is_id=is_id)) == text


@pytest.mark.parametrize("text", RUNS)
def test_no_cell_runs_however_a_spreadsheet_divides_it(text):
    content = csv_of(["a", "b"], [["x", text], [text, "y"]]).decode("utf-8-sig")
    for sign in ",;\t":
        for row in csv.reader(io.StringIO(content, newline=""), delimiter=sign):
            for cell in row:
                inner = cell.strip().strip('"').strip()
                assert not inner.startswith(("=", "+", "-", "@")) or inner.lstrip("-").isdigit()


def cells_of(table):
    """List the cells of a table; numbers are parsed with either decimal sign."""

    def plain(cell):
        try:
            return float(cell.replace(",", "."))
        except ValueError:
            return cell

    return [list(table.columns), *([plain(cell) for cell in row] for row in table.itertuples(index=False))]


@pytest.mark.process
def test_tables_come_back_from_libreoffice_as_they_were(marked, tmp_path):
    for name in TABLES:
        before = read_texts(marked / "out" / name)
        assert len(before)
        read_by_libreoffice(marked / "out" / name, tmp_path, ";" if name == "gradebook.csv" else ",")
        assert cells_of(read_texts(tmp_path / name)) == cells_of(before)
    answers = read_texts(marked / "out" / "answers.csv")
    assert {*RUNS[:2], "\n".join(RUNS)} <= set(answers["answer"])
    assert list(dict.fromkeys(answers["student"]))[: len(IDS)] == list(IDS)


def test_marks_do_not_move_because_a_spreadsheet_has_saved_them(marked, tmp_path):
    """The tables were saved with semicolons, decimal commas and without leading zeros."""
    shutil.copytree(marked, tmp_path / "term")
    term = tmp_path / "term"
    for name in ("marks.csv", "answers.csv"):
        table = read_texts(term / "out" / name)
        table["student"] = table["student"].str.lstrip("0")
        (term / "out" / name).write_bytes(csv_of(table.columns, table.to_numpy(), sign=";", decimal=","))
    before = len(read_texts(term / "out" / "moved.csv"))
    _, _, moved = mark(term / "in", term / "out", course=term / "course.yml")
    assert moved == []
    assert len(read_texts(term / "out" / "moved.csv")) == before
    # A table without a column cannot be compared, and is named.
    (term / "out" / "before" / "1" / "marks.csv").write_text("student;points\n00123;1\n")
    with pytest.raises(ValueError, match=r"marks\.csv must have the columns .* It has no out of, file\."):
        mark(term / "in", term / "out", course=term / "course.yml")
