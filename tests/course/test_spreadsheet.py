"""Tables that the course kit writes come back as they were, through a spreadsheet too, which runs nothing in them."""

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
# What runs at the beginning of a cell, and where a spreadsheet that divides by another sign would begin one.
RUNS = ("=1+1", "7;=1+1;", 'a\n=3*4\nb;"=5*6', "-2+3,\t@SUM(A1)", "'=1", "''+x", "x;-5")
OPEN = next(id for id, one in QUESTIONS.items() if one.kind == "open" and id.startswith("ex-other-open/"))
TABLES = ("marks.csv", "answers.csv", "gradebook.csv", "undecided.csv", "questions.csv", "moved.csv")


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """A folder with the tables of a class whose ids a spreadsheet would take for something else."""
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


def sign_of(name):
    return ";" if name == "gradebook.csv" else ","


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
    """The cells of a table, numbers as numbers whatever their sign is."""

    def plain(cell):
        try:
            return float(cell.replace(",", "."))
        except ValueError:
            return cell

    return [list(table.columns), *([plain(cell) for cell in row] for row in table.itertuples(index=False))]


@pytest.mark.process
@pytest.mark.parametrize("name", TABLES)
def test_a_table_comes_back_from_libreoffice_as_it_was(marked, tmp_path, name):
    path = marked / "out" / name
    before = read_texts(path)
    assert len(before)
    read_by_libreoffice(path, tmp_path, sign_of(name))
    assert cells_of(read_texts(tmp_path / name)) == cells_of(before)
    if name == "answers.csv":
        assert {*RUNS[:2], "\n".join(RUNS)} <= set(before["answer"])
        assert list(dict.fromkeys(before["student"]))[: len(IDS)] == list(IDS)
    if name == "gradebook.csv":
        assert before.iloc[:, 1].tolist() == [NAMES[0], "Ñuñez", *NAMES[2:]]


def test_marks_do_not_move_because_a_spreadsheet_has_saved_them(marked, tmp_path):
    """With semicolons and commas, and without the zeros of numbers."""
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
    # Without a column nothing can be compared, and the table is named.
    (term / "out" / "before" / "1" / "marks.csv").write_text("student;points\n00123;1\n")
    with pytest.raises(ValueError, match=r"marks\.csv must have the columns .* It has no out of, file\."):
        mark(term / "in", term / "out", course=term / "course.yml")


@pytest.mark.process
def test_as_it_opens_a_table_unasked_libreoffice_changes_numbers_and_runs_nothing(marked, tmp_path):
    """As the page for instructors says."""
    header, *rows = read_by_libreoffice(marked / "out" / "gradebook.csv", tmp_path, ";", "false")
    assert header[:2] == ["Kennung", "Name"]
    assert [row[0] for row in rows] == ["123", "1.23456789012346E+019", "+ada", "1/3"]
    assert [row[1] for row in rows] == [*NAMES[:2], f"'{NAMES[2]}", NAMES[3]]
