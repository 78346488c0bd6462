"""Statistics of questions: a planted class, the exports of platforms, and tables that are refused."""

import argparse

import items
import numpy as np
import pandas as pd
import pytest
from drawn_questions import draw_items
from families import FAMILIES
from key_files import write_key

# Four questions and six students: the third tells nobody apart, and the fourth has a wrong key.
POINTS = {"1": [2, 2, 2, 1, 0, 0], "2": [1, 1, 1, 0, 0, 0], "3": [1, 1, 1, 1, 1, 1], "4": [0, 0, 0, 1, 1, 1]}


def planted(path, header=lambda name: name, more=None, sign=","):
    """Write the class as a table, with other columns and names in front."""
    columns = {"Student": list("ABCDEF")} | (more or {}) | {header(name): values for name, values in POINTS.items()}
    pd.DataFrame(columns).to_csv(path, index=False, sep=sign)
    return path


def key_of(tmp_path):
    drawn = draw_items([FAMILIES["rand-c"]], 4, secret=b"0123456789abcdef", assignment="May", student="A")
    drawn[0]["questions"][0]["points"] = 2
    write_key(tmp_path / "key.json", "May", {"A": drawn, "B": drawn})
    return tmp_path / "key.json"


def written(tmp_path, table, *options):
    """Run the command; return its table."""
    parser = argparse.ArgumentParser()
    items.add_arguments(parser)
    assert items.run(parser.parse_args([str(table), str(tmp_path / "out"), *map(str, options)])) == 0
    return pd.read_csv(tmp_path / "out" / "items.csv").set_index("question")


def test_the_statistics_of_a_planted_class_are_those_by_hand(tmp_path):
    versions = {"Version": list("ABABAB")}
    table = written(tmp_path, planted(tmp_path / "points.csv", more=versions), "--key", key_of(tmp_path))
    assert table["n"].to_list() == [6, 6, 6, 6]
    assert table["difficulty"].to_list() == pytest.approx([7 / 12, 1 / 2, 1, 1 / 2])
    rest = np.subtract(np.sum([*POINTS.values()], axis=0), POINTS["1"])
    assert rest.tolist() == [2, 2, 2, 2, 2, 2]
    assert np.isnan(table.loc[1, "discrimination"])
    # Without it, the second question leaves 3, 3, 3, 3, 2, 2 to the others: the correlation is 1/√2.
    assert table.loc[2, "discrimination"] == pytest.approx(2**-0.5)
    assert table.loc[4, "discrimination"] < -0.9
    assert table.loc[3, "look"] == "nearly everybody has it"
    assert "check its key" in table.loc[4, "look"]
    assert table.loc[1, ["version A", "version B"]].to_list() == pytest.approx([4 / 6, 3 / 6])
    page = (tmp_path / "out" / "items.html").read_text("utf-8")
    assert "<td>0.71</td>" in page
    assert "6 students" in page


@pytest.mark.parametrize("system", ["Moodle", "Canvas"])
def test_exports_of_platforms_say_how_many_points_there_are(system, tmp_path):
    by_hand = written(tmp_path, planted(tmp_path / "points.csv"), "--key", key_of(tmp_path))
    most = {"1": "2", "2": "1", "3": "1", "4": "1"}
    path = tmp_path / "export.csv"
    if system == "Moodle":
        planted(path, lambda name: f"Q. {name} /{most[name]},00", sign=";")
        rows = path.read_text("utf-8").replace(";2;", ";2,00;")
        path.write_text(f"{rows}Overall average;1,17;0,5;1;0,5\nLate;-;-;-;-\n", encoding="utf-8")
    else:
        header = ["name", "id"] + [cell for name in POINTS for cell in (f"123{name}: How many?", f"{most[name]}.0")]
        rows = [
            [name, 7] + [cell for one in POINTS.values() for cell in ("3", one[i])] for i, name in enumerate("ABCDEF")
        ]
        pd.DataFrame([header, *rows]).to_csv(path, index=False, header=False)
    (tmp_path / "other").mkdir()
    found = written(tmp_path / "other", path)
    columns = ["points", "n", "difficulty", "discrimination"]
    assert np.allclose(found[columns], by_hand[columns], equal_nan=True)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Student,1,2,3\nA,1,1,1\n", r"a column for each question, 1 to 4\. Got Student, 1, 2, 3"),
        ("Student,1,2,3,4\nA,3,1,1,1\n", r"row 2, question 1: points must be a number from 0 to 2\. Got '3'"),
        ("Student,1,2,3,4\nA,1,1,1,1\nB,1,x,1,1\n", r"row 3, question 2: points must .* 0 to 1\. Got 'x'"),
        ("Student,version,1,2,3,4\nA,C,1,1,1,1\n", r"versions must be among A, B\. Got C"),
        ("1,2,3,4\n1,1,1,1\n", "must have a column for the names"),
    ],
)
def test_tables_that_cannot_be_right_are_refused_before_anything_is_written(content, message, tmp_path):
    (tmp_path / "points.csv").write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        written(tmp_path, tmp_path / "points.csv", "--key", key_of(tmp_path))
    assert not (tmp_path / "out").exists()


def test_without_a_key_a_plain_table_does_not_say_how_many_points_there_are(tmp_path):
    planted(tmp_path / "points.csv")
    with pytest.raises(ValueError, match=r"how many points there are for question 1\. Name the exam's --key"):
        items.read_points(tmp_path / "points.csv")
