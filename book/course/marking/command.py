"""The command that marks a class."""

import os
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from command_arguments import add_exercises
from contents import ROOT, as_words, chapters_of, exercises_of, own_chapters, predictions_of
from course_rules import Assignment, add_course, assignment_of, read_course
from key_files import read_key
from roster import Roster, add_id_column, read_roster
from spreadsheets import csv_of

from aucc_teach.command_line import path_word
from aucc_teach.exercises import add, questions_by_id
from aucc_teach.exercises.folders import is_prediction
from aucc_teach.files import check_file, check_folder

from .class_page import page_of
from .discussion import page_to_project, questions_of, table_of_questions
from .gradebook import column_of, gradebook_of
from .hand_ins import clean, read_folder
from .handback import asked_by_key, asked_in_book, handed_back
from .history import BEFORE, as_csv, write_record
from .identity import finder, identify, read_overrides
from .limited_process import runner
from .notes import Note, elsewhere, notes_of, those_that_count, unread_in
from .results import Results, accepted_by, answers_of, corrected, marks_of
from .tries import Group, about_questions, tries_of_book, tries_of_homework
from .verdicts import put_in_order, remembering

__all__ = ["add_arguments", "mark", "run"]

DESCRIPTION = "Mark the answers of a class, and say what it has understood."
EXAMPLES = """examples:
  python book/course mark ../handed-in ../marked
  python book/course mark ../week1-handed-in ../marked/week1 --course course.yml
  python book/course mark ../week1-handed-in ../week1-marked --key ../week1/key.json

FOLDER holds the answers.json of each student, under any names, in any folders and zips; the zip of all hand-ins that a
learning system gives out can be named itself, and nothing is unpacked. OUT gets marks.csv, a row for each student and a
column for each exercise; answers.csv, a row for each answer that counts; and class.html, a page that needs no network.
Marks are computed again from the raw answers, and without rules the last answer to each question counts. What a class
has predicted is on the page, and in no mark. questions.csv and discussion.html, to be projected, say how each question
went. handed-back.zip has a page for each student, under the names that Canvas, Moodle or ILIAS gave the files, so that
they take it back.

With a roster, such as Canvas and Moodle export it, gradebook.csv is the same table with the marks in one column, to be
imported there. A file is of the student whom the learning system's name for it names, else of the one whom it names
itself. undecided.csv lists the files of which you must decide whose they are: of nobody on the roster, with the nearest
students, and, without a mark, those that name another student than the learning system does or whose times contradict
each other. Fill in its column "student" ("-" for nobody) and name it by --overrides.

course.yml has the rules of the course: points, tries, corrections. With it, OUT may be marked again at any time:
moved.csv says whose mark has moved, from what to what, and why, and the folder "before" keeps what each marking has
written. What comes late is for the learning system to say: times in the files are those of the students' clocks.

Functions that students wrote run in a sandbox, if the package's extra "live" is installed: a Python of its own with
NumPy and aucc_teach, without your files and without a network, with limits of time, memory and output, and without the
right results, because a function is judged outside, by what it returns. Its first use takes some minutes and 350 MB in
~/.cache/aucc_teach (or where XDG_CACHE_HOME says). Without the extra, they run in processes with such limits, which are
no sandbox. With --no-run they are left out. The last lines and class.html say where they ran. What came of each is kept
in functions.jsonl, so that a run that was ended goes on where it was; delete the file to run them all again.
"""
MARKS = "marks.csv"
WRITTEN = (
    *(MARKS, "answers.csv", "class.html", "questions.csv", "discussion.html"),
    *("handed-back.zip", "gradebook.csv", "undecided.csv"),
)
FUNCTIONS = "functions.jsonl"
RAN_IN = {
    "sandbox": "They ran in the sandbox.",
    "process": "They ran in processes with limits, which are no sandbox.",
    None: "They were not run.",
}


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="folder, or zip, with the files that were handed in"
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="folder for what is written; it may be marked again")
    add_course(parser)
    parser.add_argument("--assignment", metavar="NAME", help="name of the assignment in it; default: the name of OUT")
    parser.add_argument("--key", type=Path, metavar="FILE", help="key.json of homework that was drawn for each student")
    parser.add_argument("--roster", type=Path, metavar="FILE", help="table of the students, as it was exported")
    add_id_column(parser)
    about = 'table with "file" and "student", which decides of whom files are, such as undecided.csv, filled in'
    parser.add_argument("--overrides", type=Path, metavar="FILE", help=about)
    about = "column of the roster for the marks; default: the one called like the assignment, else a new one"
    parser.add_argument("--column", metavar="NAME", help=about)
    parser.add_argument("--names", action="store_true", help="name in discussion.html who made which mistake")
    add_exercises(parser)
    parser.add_argument("--no-run", action="store_true", help="leave out functions that students wrote")


def run(options):
    """Do what the command line says, and give the exit code."""
    count, notes, moved = mark(
        options.folder,
        options.out,
        course=options.course,
        assignment=options.assignment,
        key=options.key,
        roster=options.roster,
        id_column=options.id_column,
        overrides=options.overrides,
        column=options.column,
        own=options.own,
        run=not options.no_run,
        names=options.names,
    )
    for note in notes:
        print(": ".join(filter(None, [note.kind, ", ".join(note.files), note.words])))
    if options.key is None and options.course is None and any(note.kind == "unknown" for note in notes):
        print("If unknown questions were drawn as homework, name their key.json by --key.")
    for one in moved:
        was, now = (f"{one[when] or 'no points'} of {one[f'out of {when}']}" for when in ("before", "after"))
        print(f"moved: {one['student']}: {was} before, {now} now. {one['why']}")
    if moved:
        print(f"{path_word(options.out / BEFORE)} keeps what was written before.")
    files = "file" if count == 1 else "files"
    marks, page = (path_word(options.out / name) for name in ("marks.csv", "class.html"))
    print(f"{count} {files} marked. {marks} has the marks; open {page}.")
    return 0


class Listed(NamedTuple):
    """The expected students: the roster, decisions on files that name nobody, and the column for the marks.

    Without a roster, all of it is empty.
    """

    roster: Roster | None = None
    overrides: dict | None = None
    column: str | None = None

    @property
    def names(self):
        """The ids of the students, in the order of the roster."""
        return list(self.roster.students) if self.roster else []


def mark(
    folder,
    out,
    *,
    course=None,
    assignment=None,
    key=None,
    roster=None,
    id_column=None,
    overrides=None,
    column=None,
    own=None,
    run=True,
    names=False,
):
    """Mark the answers in a folder, or in a zip, into another folder.

    `course` is the file of the rules, and `assignment` the name of the assignment in it, by default the name of the
    folder to write. Without a course, `key`, `roster` and `overrides` are files; `id_column` is the roster's column
    that identifies the students, `column` the one for the marks; and `own` is a folder of own notebooks with their
    questions in a folder ``questions``. With `names`, the page for the projector names who made a mistake. Returns the
    number of files, notes on single files, and the marks that moved. A ValueError says that there is nothing to mark,
    or which of the files cannot be read or do not fit.
    """
    if course and (key or roster or id_column or overrides or column or own):
        raise ValueError(
            f"with rules, the key, the roster and its columns, overrides and exercises of your own are named there. "
            f"Got {course}."
        )
    if (id_column or column) and not roster:
        raise ValueError(f"a column is one of a roster, which --roster names. Got {id_column or column!r}.")
    if assignment and not course:
        raise ValueError(f"an assignment is named in the rules of a course, by --course. Got {assignment!r}.")
    if os.path.isfile(out):
        raise ValueError(f"the folder to write must not be a file. Got {out}.")
    check_folder(out)
    out = Path(out)
    for name in WRITTEN:
        if (out / name).exists():
            check_file(out / name)
    rules = Assignment()
    if course:
        course = read_course(course)
        rules = assignment_of(course, assignment or out.resolve().name)
        key, roster, own = rules.key, course.roster, course.own
        id_column, overrides, column = course.id_column, course.overrides, rules.column
    key = read_key(key) if key else None
    roster = read_roster(roster, id_column) if roster else None
    listed = Listed(roster, read_overrides(overrides, roster) if overrides else None, column)
    if roster and column:
        column_of(roster, rules.name, column)
    count, notes, files = _mark_files(folder, course, rules, key, listed, own, run, names, out / FUNCTIONS)
    return count, notes, write_record(out, files)


def _mark_files(folder, course, rules, key, listed, own, run, shows_names, memory):
    """Mark hand-ins; returns how many count, the notes, and the files to write."""
    ran_in, run_one = runner() if run else (None, None)
    questions = _questions(own) if course or not key else {}
    if course:
        _refuse_unknown(course, rules, key, questions)
    hand_ins, unread = read_folder(folder)
    handed = hand_ins
    hand_ins, ways, others, stopped = identify(handed, listed.roster, listed.overrides, key["students"] if key else ())
    notes = [Note("unreadable" if one.reason else "strange", [one.name], one.reason) for one in unread]
    notes += [Note("identity", [], ways)] if ways else []
    notes += [Note("undecided", [name], why) for name, why in stopped.items()]
    run_one = run_one and remembering(run_one, memory, ran_in)
    if key:
        tries, about, families, refused = tries_of_homework(hand_ins, key, run=run_one)
        notes += [Note("key", [name], words) for name, words in refused.items()]
        hand_ins = [one for one in hand_ins if one.name not in refused]
        groups = _of_families(families)
        notes += notes_of(hand_ins, tries, {}) + unread_in(tries)
        family_of = {item["label"]: item["family"] for items in key["students"].values() for item in items}
        points = {label: rules.points[family] for label, family in family_of.items() if family in rules.points}
    else:
        tries, unknown = tries_of_book(hand_ins, questions, run=run_one)
        notes += notes_of(hand_ins, tries, unknown)
        label_of = tries["id"].map(lambda id: id.partition("/")[0])
        labels = set(rules.exercises or label_of)
        tries = tries[label_of.isin(labels)]
        # The order is that of the book.
        groups = _of_chapters(own)
        order = {label: i for i, label in enumerate(label for group in groups for label in group.exercises)}
        ids = [id for id in questions if id.partition("/")[0] in labels]
        ids.sort(key=lambda id: order.get(id.partition("/")[0], len(order)))
        about, points = about_questions(questions, ids), rules.points
    if any(about[id].kind == "write" for id in set(tries["id"])):
        notes.append(Note("functions", [], RAN_IN[ran_in]))
    put_in_order(memory)
    _refuse_answers(course, rules, tries)
    tries = corrected(tries, rules.corrections)
    runs = ran_in is not None
    answers, out_of = answers_of(tries, about, points, which=rules.tries, corrections=rules.corrections, runs=runs)
    total, most = _points(answers, out_of, rules)
    how = _how_marked(answers, out_of, rules)
    notes += elsewhere(hand_ins, tries)
    kept, twice = those_that_count(hand_ins, rules.tries, total, set(tries["file"]))
    notes += twice + [Note("late", [one.name], "") for one in kept if one.place.is_late]
    students = {one.name: one.student for one in kept}
    if listed.roster:
        waiting = [one for one in handed if one.name in stopped]
        notes += _missing(listed.roster, students.values(), [*unread, *waiting])
        notes += [
            Note("stranger", [name], _nobody(students[name], others[name])) for name in others if name in students
        ]
    title = clean(key["assignment"] if key else rules.name or _title(kept), 100)
    files = _gradebook(listed, title, students, total, most, notes)
    waits = stopped | dict.fromkeys(others, "It is of nobody on the roster.")
    rows = [
        [one.name, "", waits[one.name], one.typed_name, "; ".join(others.get(one.name, ()))]
        for one in handed
        if one.name in waits
    ]
    files["undecided.csv"] = csv_of(["file", "student", "why", "says", "nearest"], rows)
    results = Results(tries[tries["file"].isin(list(students))], about, students)
    page = page_of(
        results,
        groups,
        points=total,
        most=most,
        unmarked=[label for label, most in out_of.items() if most is None],
        notes=notes,
        hand_ins=kept,
        title=title,
        ran_in=ran_in,
        left_out=not run,
        by_key=bool(key),
    )
    went = questions_of(results, shows_names)
    asked = asked_by_key(key) if key else asked_in_book(groups, about, questions)
    files |= {
        "class.html": page.encode(),
        "questions.csv": table_of_questions(went),
        "discussion.html": page_to_project(went, len(kept), groups, title=title, by_key=bool(key)).encode(),
        "handed-back.zip": handed_back(kept, answers, asked, title=title, points=total, most=most, how=how),
    }
    return len(kept), notes, files | _tables(answers, out_of, students, listed.names, notes, rules)


def _missing(roster, handed_in, unread):
    """Write notes on students without a readable file, with the files that they handed in instead."""
    find, instead = finder(roster), {}
    for one in unread:
        if student := find.by_place(one.place):
            instead.setdefault(student, []).append(one.name)
    missing = [name for name in roster.students if name not in handed_in]
    return [Note("missing", instead.get(name, []), name) for name in missing]


def _nobody(student, nearest):
    return f"{student}. Nearest: {'; '.join(nearest)}." if nearest else student


def _gradebook(listed, title, students, total, most, notes):
    """Make the grade book, if there is a roster; warnings about it are added to the notes."""
    if not listed.roster:
        return {}
    points = {student: total.get(file) for file, student in students.items()}
    made, warnings = gradebook_of(listed.roster, title, points, most, listed.column)
    if listed.roster.table.encoding == "cp1252":
        warnings.append("the roster is not in UTF-8, and was read as Windows saves it: look at its umlauts.")
    notes += [Note("grade book", [], words) for words in warnings]
    return {"gradebook.csv": made}


def _refuse_unknown(course, rules, key, questions):
    """Refuse exercises, points and corrections for questions that do not exist."""
    labels = {id.partition("/")[0] for id in questions if not is_prediction(id)}
    for name, one in course.assignments.items():
        for i, label in enumerate(one.exercises):
            if label not in labels:
                place = ("assignments", name, "exercises", i)
                course.refuse_name(place, "exercises must be those of the book.", label, labels)
    if key:
        items = [item for items in key["students"].values() for item in items]
        points, ids = {item["family"] for item in items}, {one["id"] for item in items for one in item["questions"]}
    else:
        ids = {id for id in questions if id.partition("/")[0] in rules.exercises}
        points = ids | set(rules.exercises)
    course.refuse_unknown(rules.name, points=points, corrections=ids)


def _refuse_answers(course, rules, tries):
    """Refuse corrections that accept an answer nobody gave, because they would silently change nothing."""
    for id, one in rules.corrections.items():
        found = tries[tries["id"] == id]
        for i, answer in enumerate(one.answers):
            if not accepted_by(found, [answer]).any():
                wrong = found[found["verdict"].ne("right")]
                valid = [*dict.fromkeys([*wrong["shown"], *wrong["mistake"].dropna()])]
                there = f"There are {', '.join(map(repr, valid[:_MOST_ANSWERS]))}" if valid else "There is none"
                raise course.refused(
                    ("assignments", rules.name, "corrections", id, "answers", i),
                    f"answers must be wrong ones that were given, or mistakes that were made. Nobody has {answer!r}. "
                    f"{there}{', ...' if len(valid) > _MOST_ANSWERS else '.'}",
                )


_MOST_ANSWERS = 20


def _points(answers, out_of, rules):
    """Sum up the points of each file that has any; returns them and the maximum."""
    total = sum(filter(None, out_of.values()))
    most = rules.out_of or total
    scale = most / total if total else 0
    found = answers.groupby("file")["points"].sum(min_count=1).dropna()
    return {file: round(got * scale, 2) for file, got in found.items()}, round(most, 2)


def _how_marked(answers, out_of, rules):
    """Explain the points of a file to the student, where they are not simply the sum over its answers."""
    total = sum(filter(None, out_of.values()))
    if not rules.out_of or rules.out_of == total:
        return {}
    found = answers.groupby("file")["points"].sum(min_count=1).dropna()
    sentence = "The answers have {:.4g} of {:.4g} points, which are counted out of {:g}."
    return {file: sentence.format(got, total, rules.out_of) for file, got in found.items()}


def _questions(own):
    if own is not None and not Path(own).is_dir():
        raise ValueError(
            f"--exercises must be a folder with notebooks and questions of your own. There is none at {own}."
        )
    if own:
        add(Path(own) / "questions")
    return questions_by_id(folder=ROOT / "book")


def _of_chapters(own):
    groups = []
    for chapter in chapters_of(ROOT) + (own_chapters(own) if own else []):
        tested = chapter.tested
        objectives = [
            (words, [label for label, numbers in tested.items() if i in numbers])
            for i, words in enumerate(chapter.objectives, start=1)
        ]
        notebook = chapter.known
        titles = dict.fromkeys(predictions_of(notebook), "Prediction")
        titles |= {one.label: as_words(one.title) or one.label for one in exercises_of(notebook)}
        groups.append(Group(as_words(chapter.heading), objectives, titles))
    return groups


def _of_families(families):
    return [Group("Homework", [(title, [label]) for label, title in families.items()], families)]


def _title(kept):
    """Find the assignment that most files name."""
    named = pd.Series([clean(one.data["assignment"], 100) for one in kept], dtype=str)
    named = named[named != ""]
    return named.mode()[0] if len(named) else "Answers"


def _tables(answers, out_of, students, names, notes, rules):
    """Make the tables of marks and answers; students of the roster come in its order, also those without a file."""
    marks = marks_of(answers, out_of, students)
    points, most = _points(answers, out_of, rules)
    marks.index = pd.Index(students.values(), name="student")
    table = marks.reindex([*names, *(name for name in marks.index if name not in names)])
    file_of = {student: file for file, student in students.items()}
    table.insert(0, "file", [file_of.get(student, "") for student in table.index])
    table["points"] = [points.get(file) for file in table["file"]]
    table["out of"] = most
    notes_on = {}
    for note in notes:
        for file in note.files:
            notes_on.setdefault(file, []).append(": ".join(filter(None, [note.kind, note.words])))
    table["notes"] = ["; ".join(notes_on.get(file, [])) for file in table["file"]]

    place = {student: i for i, student in enumerate(table.index)}
    kept = answers[answers["file"].isin(list(students))].assign(student=lambda kept: kept["file"].map(students))
    kept = kept.assign(place=kept["student"].map(place), question=kept["id"], answer=kept["shown"])
    kept = kept.sort_values("place", kind="stable")[["student", "question", "answer", *_OF_ANSWER]]
    kept[["points", "out of"]] = kept[["points", "out of"]].astype(float).round(4)
    return {"marks.csv": as_csv(table.reset_index()), "answers.csv": as_csv(kept)}


_OF_ANSWER = ["verdict", "points", "out of", "because"]
