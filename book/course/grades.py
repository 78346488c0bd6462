"""The marks of a term in one table, from those of its assignments."""

from pathlib import Path

import pandas as pd
from marking.gradebook import beside_roster
from marking.record import IN_TIME, as_csv
from roster import read_roster, read_texts
from rules import read_course

from aucc_teach._files import check_file, write_at_once
from aucc_teach._shell import path_word

__all__ = ["add_arguments", "grades_of", "run"]

DESCRIPTION = "Add up the marks of a term in one table."
EXAMPLES = """examples:
  python book/course grades course.yml ../marked ../grades.csv

MARKED holds a folder for each assignment of course.yml, under its name, as "mark ../handed-in ../marked/week1 --course
course.yml" writes it. An assignment that is not marked yet is left out. Who has handed in nothing gets no points for
it. Late days that are free in a term are spent on the homework that is due first; a column says how many. The lowest
homework of each student is dropped as course.yml says, and the points of all students are out of one number, so that
they can be compared.
"""


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("course", type=Path, metavar="COURSE", help="the rules of the course (course.yml)")
    parser.add_argument("marked", type=Path, metavar="MARKED", help="folder with a folder for each assignment")
    parser.add_argument("out", type=Path, metavar="OUT.csv", help="table to write; it is replaced")


def run(options):
    """Do what the command line says, and give the exit code."""
    check_file(options.out)
    table, left_out = grades_of(options.course, options.marked)
    course = read_course(options.course)
    roster = read_roster(course.roster, course.id_column) if course.roster else None
    write_at_once(options.out, beside_roster(roster, table) if roster else as_csv(table))
    for name in left_out:
        print(f"note: {name} is not marked, and left out.")
    print(f"{path_word(options.out)} has the marks of {len(table)} students, out of {table['out of'].iloc[0]:g}.")
    return 0


def grades_of(course, marked):
    """Add up the marks of a term: a table with a row for each student, and the assignments that are not marked."""
    course = read_course(course)
    found = {name: Path(marked, name, "marks.csv") for name in course.assignments}
    left_out = [name for name, path in found.items() if not path.is_file()]
    marked = {name: read_texts(path).set_index("student") for name, path in found.items() if name not in left_out}
    tables = {
        name: (pd.to_numeric(one["points"]).astype(float), float(one["out of"].iloc[0])) for name, one in marked.items()
    }
    if not tables:
        raise ValueError(f"an assignment must be marked. There is no {', '.join(map(str, found.values()))}.")
    names = list(read_roster(course.roster, course.id_column).students) if course.roster else []
    names = list(dict.fromkeys([*names, *(name for points, _ in tables.values() for name in points.index)]))
    table = pd.DataFrame({name: points.reindex(names) for name, (points, _) in tables.items()}, index=names)
    spent = _spend_free_days(table, course, marked)
    homework = [name for name in tables if not course.assignments[name].is_exam]
    # As long as there is no more homework than is dropped, nothing is.
    count = course.drop if len(homework) > course.drop else 0
    out_of = {name: most for name, (_, most) in tables.items()}
    if count and len({out_of[name] for name in homework}) > 1:
        said = ", ".join(f"{name} {out_of[name]:g}" for name in homework)
        raise ValueError(f"homework of which the lowest is dropped must be out of one number. It is out of: {said}.")
    lowest = [row[homework].fillna(0).sort_values(kind="stable").index[:count] for _, row in table.iterrows()]
    total = table.fillna(0).sum(axis=1)
    dropped = [table.loc[name, list(one)].fillna(0).sum() for name, one in zip(names, lowest, strict=True)]
    if spent.any():
        table["free days"] = spent
    if count:
        table["dropped"] = [", ".join(one) for one in lowest]
    table["points"] = (total - dropped).round(2)
    table["out of"] = round(sum(out_of.values()) - count * (out_of[homework[0]] if count else 0), 2)
    return table.rename_axis("student").reset_index(), left_out


def _spend_free_days(table, course, marked):
    """Give points back in the table for late days that are free, those of what is due first; returns how many days."""
    due = sorted(
        (one for one in course.assignments.values() if one.name in marked and one.due), key=lambda one: one.due
    )
    left = pd.Series(max((one.late.free for one in due), default=0), table.index, dtype=int)
    before = left.copy()
    for one in due:
        rows = marked[one.name]
        late = pd.to_numeric(rows["days late"]).fillna(0)
        for student, days in late[late > 0].items():
            used = min(int(days), left[student], one.late.free)
            left[student] -= used
            table.loc[student, one.name] = round(float(rows.loc[student, IN_TIME] or 0) * one.kept(days - used), 2)
    return before - left
