"""A class as it comes out of a learning system: it is matched, marked, and goes back to the same place."""

import csv
import io
import json
import runpy
import unicodedata
import zipfile

import pytest
from class_of_forty import MONDAY, TP, answered, by_kind, tried
from conftest import ROOT
from marking.command import mark
from test_handed_in import file_of, zip_of
from test_rosters import CANVAS

WORKSHEET = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Last modified (grade)\n"
    "Participant 801,Jörg Müller,00123,jm@example.edu,Submitted,,1.00,-\n"
    "Participant 802,Jane Doe,00124,jd@example.edu,Submitted,,1.00,-\n"
    "Participant 803,Åsa Ek,00125,ae@example.edu,Submitted,,1.00,-\n"
    "Participant 804,Bo Li,00126,bl@example.edu,Submitted,,1.00,-\n"
    "Participant 805,Cy Oh,00127,co@example.edu,Submitted,,1.00,-\n"
    "Participant 806,Di Re,00128,dr@example.edu,No submission,,1.00,-\n"
    "Participant 807,Ed Mi,00129,em@example.edu,Submitted,,1.00,-\n"
)
FILE = "_assignsubmission_file"


def later(content):
    return json.dumps(json.loads(content) | {"made": MONDAY.replace(day=3).isoformat()}).encode()


def table_of(path):
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


@pytest.fixture
def handed(tmp_path):
    """A zip of all hand-ins as Moodle gives it out, and the worksheet of the assignment."""
    decomposed = unicodedata.normalize("NFD", "Jörg Müller")
    inner = zip_of({"deep/answers.json": file_of()})
    (tmp_path / "Week 1-4711.zip").write_bytes(
        zip_of(
            {
                f"{decomposed}_801{FILE}/answers.json": file_of(),
                f"Jane Doe_802{FILE}/answers.json": file_of("124", "4"),
                f"Jane Doe_802{FILE}/answers (1).json": later(file_of("00124")),
                f"Åsa Ek_803{FILE}/week1.zip": zip_of({"all.zip": inner}),
                f"Bo Li_804{FILE}/homework.pdf": b"%PDF",
                f"Cy Oh_805{FILE}/answers.json": b"",
                f"Guest_899{FILE}/answers.json": file_of("Ed My"),
                f"../../Ed Mi_807{FILE}/answers.json": file_of("nickname", "4"),
            }
        )
    )
    (tmp_path / "worksheet.csv").write_text(WORKSHEET, encoding="utf-8")
    return tmp_path


def test_a_class_as_it_comes(handed):
    count, notes, _ = mark(
        handed / "Week 1-4711.zip", handed / "out", roster=handed / "worksheet.csv", id_column="ID number"
    )
    assert count == 5
    found = by_kind(notes)
    assert [note.words for note in found["missing"]] == ["00126", "00127", "00128"]
    assert [[file.rpartition("/")[2] for file in note.files] for note in found["missing"]] == [
        ["homework.pdf"],
        ["answers.json"],
        [],
    ]
    assert found["unreadable"][0].words == "it is empty: it has 0 bytes, and none of answers."
    assert found["identity"][0].words == "5 by the name that the learning system gave"
    (stranger,) = found["stranger"]
    assert stranger.words.startswith("Guest. Nearest: 00129 (Ed Mi, ")
    assert len(found["twice"]) == 1

    marks = {row["student"]: row for row in table_of(handed / "out" / "marks.csv")}
    assert list(marks) == ["00123", "00124", "00125", "00126", "00127", "00128", "00129", "Guest"]
    assert [row["points"] for row in marks.values()] == ["1", "1", "1", "", "", "", "0", "1"]

    book = table_of(handed / "out" / "gradebook.csv")
    before = list(csv.DictReader(io.StringIO(WORKSHEET)))
    assert [row["Grade"] for row in book] == ["1", "1", "1", "", "", "", "0"]
    assert [{name: row[name] for name in before[0] if name != "Grade"} for row in book] == [
        {name: value for name, value in row.items() if name != "Grade"} for row in before
    ]
    with zipfile.ZipFile(handed / "out" / "handed-back.zip") as archive:
        names = archive.namelist()
    assert f"Jane Doe_802{FILE}/feedback.html" in names
    assert f"Ed Mi_807{FILE}/feedback.html" in names
    assert len(names) == 5


def test_overrides_bring_in_who_could_not_be_matched(handed):
    options = {"roster": handed / "worksheet.csv", "id_column": "ID number"}
    mark(handed / "Week 1-4711.zip", handed / "out", **options)
    undecided = handed / "out" / "undecided.csv"
    (row,) = table_of(undecided)
    assert [row[name] for name in ("student", "why", "says")] == ["", "It is of nobody on the roster.", "Ed My"]
    # It is filled in by hand and named as it is, with its other columns; a spreadsheet has taken the zeros away.
    (handed / "decided.csv").write_text(undecided.read_text("utf-8-sig").replace('.json",""', '.json",128'))
    _, notes, _ = mark(handed / "Week 1-4711.zip", handed / "out", overrides=handed / "decided.csv", **options)
    assert "stranger" not in by_kind(notes)
    assert {row["ID number"]: row["Grade"] for row in table_of(handed / "out" / "gradebook.csv")}["00128"] == "1"
    assert table_of(undecided) == []


def test_a_file_under_the_number_of_another_has_no_mark_until_somebody_decides(tmp_path):
    """One who types a neighbour's number, and one who says in an editor that a file was saved before it was."""
    names = {one: f"{name}_{number}{FILE}/answers.json" for one, name, number in (
        ("swap", "Bo Li", 804), ("early", "Cy Oh", 805), ("fair", "Jane Doe", 802)
    )}  # fmt: skip
    early = json.dumps(json.loads(file_of("00127")) | {"made": "2026-11-01T08:00:00Z"}).encode()
    content = {names["swap"]: file_of("00125"), names["early"]: early, names["fair"]: file_of("00124")}
    (tmp_path / "in.zip").write_bytes(zip_of(content))
    (tmp_path / "worksheet.csv").write_text(WORKSHEET, encoding="utf-8")
    options = {"roster": tmp_path / "worksheet.csv", "id_column": "ID number"}
    count, notes, _ = mark(tmp_path / "in.zip", tmp_path / "out", **options)
    found = by_kind(notes)
    assert count == 1
    assert {note.files[0].removeprefix("in.zip/"): note.words for note in found["undecided"]} == {
        names["swap"]: "The learning system names 'Bo Li', and the file '00125'.",
        names["early"]: "1 try in it is later than the time at which it was saved.",
    }
    # The one whose number it is has nothing of it, and each file stands beside the one whose account it came from.
    assert {note.words: [one.removeprefix("in.zip/") for one in note.files] for note in found["missing"]} == {
        "00123": [], "00125": [], "00126": [names["swap"]], "00127": [names["early"]], "00128": [], "00129": [],
    }  # fmt: skip
    undecided = table_of(tmp_path / "out" / "undecided.csv")
    assert [row["file"].removeprefix("in.zip/") for row in undecided] == [names["swap"], names["early"]]
    decided = "".join(f"{row['file']};{student}\n" for row, student in zip(undecided, ("00126", "-"), strict=True))
    (tmp_path / "decided.csv").write_text(f"file;student\n{decided}")
    mark(tmp_path / "in.zip", tmp_path / "out", overrides=tmp_path / "decided.csv", **options)
    assert table_of(tmp_path / "out" / "undecided.csv") == []
    points = {row["student"]: row["points"] for row in table_of(tmp_path / "out" / "marks.csv")}
    assert {student for student, one in points.items() if one} == {"00124", "00126"}


def test_the_rules_name_the_roster_and_its_columns(tmp_path, capsys):
    main = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))["main"]
    (tmp_path / "canvas.csv").write_text(CANVAS, encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "doejane_LATE_10102_55_answers.json").write_bytes(file_of())
    rules = (
        "roster: canvas.csv\nid column: SIS User ID\n"
        "assignments:\n  week:\n    exercises: [ex-pairs-move]\n    column: {}\n"
    )
    arguments = ["mark", str(tmp_path / "in"), str(tmp_path / "out"), "--course", str(tmp_path / "course.yml")]
    (tmp_path / "course.yml").write_text(rules.format("Week 3"))
    assert main([*arguments, "--assignment", "week"]) == 2
    assert "must be one of" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    (tmp_path / "course.yml").write_text(rules.format("Week 1 (4757)"))
    assert main([*arguments, "--assignment", "week"]) == 0
    said = capsys.readouterr().out
    assert "late: doejane_LATE_10102_55_answers.json" in said
    rows = list(csv.reader(io.StringIO((tmp_path / "out" / "gradebook.csv").read_bytes().decode("utf-8-sig"))))
    assert [row[5] for row in rows][3:5] == ["", "1"]
    assert main([*arguments, "--assignment", "week", "--id-column", "ID"]) == 2
    assert "are named there" in capsys.readouterr().err


def test_a_column_without_a_roster_is_refused(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_bytes(file_of("ada"))
    with pytest.raises(ValueError, match=r"a column is one of a roster.*Got 'ID'"):
        mark(tmp_path / "in", tmp_path / "out", id_column="ID")


def test_homework_drawn_for_a_roster_is_marked_by_the_same_ids(tmp_path, capsys):
    main = runpy.run_path(str(ROOT / "book" / "course" / "__main__.py"))["main"]
    (tmp_path / "canvas.csv").write_text(CANVAS, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("0123456789abcdef")
    roster = ["--id-column", "SIS User ID"]
    drawn = [str(tmp_path / "drawn"), "--families", "counts", "--roster", str(tmp_path / "canvas.csv"), "--secret"]
    assert main(["homework", *drawn, str(tmp_path / "secret.txt"), *roster]) == 0
    key = json.loads((tmp_path / "drawn" / "key.json").read_text("utf-8"))
    assert list(key["students"]) == ["00123", "00124", "12345678901234567890"]
    answers = [
        {
            "id": one["id"],
            "asked": one["asked"],
            "tries": [tried(MONDAY, one["key"]["value"], "")],
            "solution_opened": None,
        }
        for item in key["students"]["00124"]
        for one in item["questions"]
    ]
    made = answered({"x": [(TP, "2", "right")]})["x"] | {"student": "124", "assignment": "drawn", "answers": answers}
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "answers.json").write_text(json.dumps(made))
    options = ["--key", str(tmp_path / "drawn" / "key.json"), "--roster", str(tmp_path / "canvas.csv"), *roster]
    assert main(["mark", str(tmp_path / "in"), str(tmp_path / "out"), *options]) == 0
    marks = {row["student"]: row for row in table_of(tmp_path / "out" / "marks.csv")}
    assert marks["00124"]["points"] == marks["00124"]["out of"] != ""
