"""Statistics of the items of an exam or a quiz: how difficult each was, and how well it tells students apart."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
from command_arguments import add_out, refuse_used
from key_files import read_key
from lms_tables import plain_of, read_table, students_in
from marked_text import environment

from aucc_teach.command_line import path_word

__all__ = ["add_arguments", "read_points", "run", "statistics"]

DESCRIPTION = "Compute how difficult each question of an exam or a quiz was, and how well it discriminates."
EXAMPLES = """examples:
  python book/course items points.csv ../items --key ../exam/key.json
  python book/course items moodle-grades.csv ../items

The table has a row for each student, their name, and a column for each question with the points that they got: for an
exam on paper the numbers of the questions (1, 2, ...) and, if you like, a column "version"; --key knows how many points
there are. Moodle's export of a quiz's grades will do as it is, and so will Canvas's student analysis, because their
headers have the points. An empty cell in the row of a student is no point.
"""
# Moodle writes the points into the header ("Q. 1 /2.00"), Canvas into the header of the next column ("2.0").
_QUESTION = re.compile(r"(?:q(?:uestion)?\.?\s*)?(?P<name>\d+)(?:\s*/\s*(?P<points>\d+(?:[.,]\d+)?))?", re.IGNORECASE)
_CANVAS = re.compile(r"(?P<name>\d{3,}): ")
# Outside of these a question says little about the students who sat the exam.
EASY, HARD, WEAK = 0.95, 0.2, 0.2


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("responses", type=Path, metavar="RESPONSES", help="table of students by questions, with points")
    add_out(parser)
    parser.add_argument("--key", type=Path, metavar="FILE", help="key.json of the exam, which knows its points")


def run(options):
    """Do what the command line says, and give the exit code."""
    refuse_used(options.out)
    points, most, versions = read_points(options.responses, options.key and read_key(options.key))
    table = statistics(points, most, versions)
    shown = {"rows": table.to_dict("records"), "n": len(points), "name": options.responses.name}
    page = environment().get_template("items.html").render(shown)
    options.out.mkdir(parents=True, exist_ok=True)
    table.to_csv(options.out / "items.csv", index=False)
    (options.out / "items.html").write_text(page, encoding="utf-8")
    print(
        f"{path_word(options.out)} holds items.html and items.csv, on {len(most)} questions and {len(points)} students."
    )
    return 0


def read_points(path, key=None):
    """Read the points of each student for each question, how many there are, and the versions (None without them).

    Students without any points are left out. Cells that are no number, or are more than there is, raise a ValueError.
    """
    table, header = read_table(path)
    table = table.loc[students_in(path, table, header).index]
    items = next(iter(key["students"].values())) if key else []
    known = {str(i): sum(one["points"] for one in item["questions"]) for i, item in enumerate(items, start=1)}
    columns, most = {}, {}
    for place, name in enumerate(header):
        if found := _CANVAS.match(name):
            place, points = place + 1, (header[place + 1 :] or [""])[0]
        elif found := _QUESTION.fullmatch(name):
            points = found["points"] or known.get(found["name"])
        else:
            continue
        if not points:
            raise ValueError(f"{path} must say how many points there are for question {name}. Name the exam's --key.")
        columns[found["name"]], most[found["name"]] = table[place], _number(str(points))
    if len(columns) < 3 or (known and set(known) != set(columns)):
        wanted = f"1 to {len(known)}" if known else "three or more"
        raise ValueError(f"{path} must have a column for each question, {wanted}. Got {', '.join(header)}.")
    cells = pd.DataFrame(columns).replace("-", "")
    cells = cells[cells.ne("").any(axis=1)].replace("", "0")
    points = cells.map(_number)
    for name in points:
        if not (strange := cells[name][~points[name].between(0, most[name])]).empty:
            raise ValueError(
                f"{path}, row {strange.index[0]}, question {name}: points must be a number from 0 to {most[name]:g}. "
                f"Got {strange.iloc[0]!r}."
            )
    place = next((place for place, name in enumerate(header) if plain_of(name) == "version"), None)
    versions = None if place is None else table.loc[points.index, place].str.strip()
    if key and versions is not None and (unknown := sorted(set(versions) - set(key["students"]))):
        raise ValueError(f"{path}: versions must be among {', '.join(key['students'])}. Got {', '.join(unknown)}.")
    return points, most, versions


def _number(text):
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return np.nan


def statistics(points, most, versions=None):
    """Compute a row for each question: mean proportion of its points, and corrected item-total correlation.

    The correlation is that of the question's points with the sum of the others' points; it is missing where all
    students have the same. With versions, the mean proportion in each of them follows.
    """
    rows = []
    for name in points:
        rest, share = points.drop(columns=name).sum(axis=1), points[name] / most[name]
        varies = share.std() > 0 and rest.std() > 0
        row = {"question": name, "points": most[name], "n": len(points), "difficulty": share.mean()}
        row["discrimination"] = np.corrcoef(share, rest)[0, 1] if varies else np.nan
        if versions is not None:
            row |= {f"version {one}": mean for one, mean in share.groupby(versions).mean().items()}
        rows.append(row | {"look": _look(row)})
    return pd.DataFrame(rows)


def _look(row):
    """Say what is worth a look at a question."""
    if row["discrimination"] < 0:
        return "those who have it have fewer points elsewhere: check its key"
    if row["difficulty"] > EASY:
        return "nearly everybody has it"
    if row["difficulty"] < HARD:
        return "hardly anybody has it"
    return "it hardly tells students apart" if row["discrimination"] < WEAK else ""
