"""The command that marks a class."""

import os
from pathlib import Path

import pandas as pd
from contents import ROOT, as_words, chapters_of, exercises_of, own_chapters, predictions_of
from homework import read_roster
from homework_keys import read_key
from rules import Assignment, add_course, assignment_of, read_course
from writing import add_exercises

from aucc_teach._files import check_file, check_folder
from aucc_teach._shell import path_word
from aucc_teach.exercises import add, questions_by_id
from aucc_teach.exercises._folders import is_prediction

from .by_hand import read_by_hand
from .files import clean, read_folder, seconds_of
from .limits import runner
from .notes import Note, notes_of, those_that_count, unread_in
from .page import page_of
from .record import BEFORE, as_csv, write_record
from .results import Results, answers_of, corrected, marks_of
from .tables import Group, about_questions, tries_of_book, tries_of_homework
from .verdicts import remembering

__all__ = ["add_arguments", "mark", "run"]

DESCRIPTION = "Mark the answers of a class, and say what it has understood."
EXAMPLES = """examples:
  python book/course mark ../handed-in ../marked
  python book/course mark ../week1-handed-in ../marked/week1 --course course.yml
  python book/course mark exam.csv ../marked/exam --course course.yml
  python book/course mark ../week1-handed-in ../week1-marked --key ../week1/key.json

FOLDER holds the answers.json of each student, under any names and in any folders. OUT gets marks.csv, a row for each
student and a column for each exercise; answers.csv, a row for each answer that counts; and class.html, a page that
needs no network. Marks are computed again from the raw answers, and without rules the last answer to each question
counts. What a class has predicted is on the page, and in no mark.

course.yml has the rules of the course: points, tries, due dates, late days, corrections. With it, OUT may be marked
again at any time: moved.csv says whose mark has moved, from what to what, and why, and the folder "before" keeps what
each marking has written. An exam that was marked by hand comes as a table with the column "student" and one for each
question.

Functions that students wrote run in a sandbox, if the package's extra "live" is installed: a Python of its own with
NumPy and aucc_teach, without your files and without a network, with limits of time, memory and output, and without the
right results, because a function is judged outside, by what it returns. Its first use takes some minutes and 350 MB in
~/.cache/aucc_teach (or where XDG_CACHE_HOME says). Without the extra, they run in processes with such limits, which are
no sandbox. With --no-run they are left out. The last lines and class.html say where they ran. What came of each is kept
in functions.jsonl, so that a run that was ended goes on where it was; delete the file to run them all again.
"""
WRITTEN = ("marks.csv", "answers.csv", "class.html")
COURSE, FUNCTIONS = "course.yml", "functions.jsonl"
RAN_IN = {
    "sandbox": "They ran in the sandbox.",
    "process": "They ran in processes with limits, which are no sandbox.",
    None: "They were not run.",
}


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="folder with the files that were handed in, or the table of an exam"
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="folder for what is written; it may be marked again")
    add_course(parser)
    parser.add_argument("--assignment", metavar="NAME", help="name of the assignment in it; default: the name of OUT")
    parser.add_argument("--key", type=Path, metavar="FILE", help="key.json of homework that was drawn for each student")
    parser.add_argument("--roster", type=Path, metavar="FILE", help='table with a column "student"')
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
        own=options.own,
        run=not options.no_run,
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
    is_table = _is_table(options.folder)
    print(
        f"{count} {'rows' if is_table else files} marked. {marks} has the marks{'.' if is_table else f'; open {page}.'}"
    )
    return 0


def mark(folder, out, *, course=None, assignment=None, key=None, roster=None, own=None, run=True):
    """Mark the answers in a folder into another.

    `course` is the file of the rules, and `assignment` the name of the assignment there, that of the folder to write
    unless it is given. Without a course, `key` and `roster` are files, and `own` is a folder of notebooks of one's own
    with their questions in a folder ``questions``. Returns the number of files, what is to be said of single ones, and
    the marks that have moved. A ValueError says that there is nothing to mark, or what of these cannot be read or does
    not fit.
    """
    if course and (key or roster or own):
        raise ValueError(f"with rules, the key, the roster and exercises of your own are named there. Got {course}.")
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
    key = read_key(key) if key else None
    names = read_roster(roster) if roster else []
    if course:
        course.refuse_unknown(rules.name, students=names or None)
    if _is_table(folder):
        count, notes, files = _mark_table(folder, course, rules, key, names)
    else:
        count, notes, files = _mark_files(folder, course, rules, key, names, own, run, out / FUNCTIONS)
    if course:
        files[COURSE] = course.path.read_bytes()
    return count, notes, write_record(out, files)


def _is_table(folder):
    folder = Path(folder)
    return folder.suffix.lower() == ".csv" and folder.is_file()


def _mark_table(path, course, rules, key, names):
    """Take the points of an exam that was marked by hand."""
    if not rules.is_exam:
        raise ValueError(f"a table has the points of an exam of course.yml. Got {path}, and {rules.name!r} is none.")
    most = _points_of_exam(key, rules) if key else rules.points
    course.refuse_unknown(rules.name, points=None if key else most, corrections=most or None)
    answers, out_of = read_by_hand(path, most)
    for id, one in rules.corrections.items():
        if one.do == "accept":
            place = ("assignments", rules.name, "corrections", id)
            raise course.refused(place, "an exam that was marked by hand has no answers to accept. Change the table.")
        is_of = answers["id"].eq(id)
        answers.loc[is_of, "because"] = one.because
        if one.do == "give":
            answers.loc[is_of, "points"] = answers.loc[is_of, "out of"]
        else:
            answers.loc[is_of, ["points", "out of"]], out_of[id] = float("nan"), None
    students = {name: name for name in answers["file"].unique()}
    notes = [Note("missing", [], name) for name in names if name not in students]
    notes += [Note("stranger", [], name) for name in students if names and name not in names]
    return len(students), notes, _tables(answers, out_of, students, {}, names, notes, rules)


def _points_of_exam(key, rules):
    """Points of each question of an exam by its number on the paper; the rules may have others for a family."""
    items = next(iter(key["students"].values()))
    return {
        str(number): sum(rules.points.get(item["family"], one["points"]) for one in item["questions"])
        for number, item in enumerate(items, start=1)
    }


def _mark_files(folder, course, rules, key, names, own, run, memory):
    """Mark what was handed in as files."""
    if rules.is_exam and not key:
        raise ValueError(f"the exam {rules.name!r} has no key, so it must be a table of points. Got {folder}.")
    ran_in, run_one = runner() if run else (None, None)
    questions = {} if key else _questions(own)
    if course:
        _refuse_unknown(course, rules, key, questions)
    hand_ins, bad, strange = read_folder(folder)
    notes = [Note("unreadable", [name], words) for name, words in bad]
    notes += [Note("strange", [name], "") for name in strange]
    run_one = run_one and remembering(run_one, memory, ran_in)
    if key:
        tries, about, families, refused = tries_of_homework(hand_ins, key, run=run_one)
        notes += [Note("key", [name], words) for name, words in refused.items()]
        hand_ins = [one for one in hand_ins if one.name not in refused]
        groups = _of_families(families)
        notes += notes_of(hand_ins, tries, {}) + unread_in(tries)
        family_of = {item["label"]: item["family"] for items in key["students"].values() for item in items}
        points = {id: rules.points.get(family_of[one.exercise], one.points) for id, one in about.items()}
    else:
        tries, unknown = tries_of_book(hand_ins, questions, run=run_one)
        notes += notes_of(hand_ins, tries, unknown)
        label_of = tries["id"].map(lambda id: id.partition("/")[0])
        labels = set(rules.exercises or label_of)
        tries = tries[label_of.isin(labels)]
        # In the order of the book.
        groups = _of_chapters(own)
        order = {label: i for i, label in enumerate(label for group in groups for label in group.exercises)}
        ids = [id for id in questions if id.partition("/")[0] in labels]
        ids.sort(key=lambda id: order.get(id.partition("/")[0], len(order)))
        about, points = about_questions(questions, ids), rules.points
    if any(about[id].kind == "write" for id in set(tries["id"])):
        notes.append(Note("functions", [], RAN_IN[ran_in]))
    tries = corrected(tries, rules.corrections)
    answers, out_of = answers_of(
        tries, about, points, which=rules.tries, corrections=rules.corrections, runs=ran_in is not None
    )
    days = {one.name: rules.days_late(one.student, seconds_of(one.data["made"])) for one in hand_ins}
    every = {one.name: one.student for one in hand_ins}
    total, most = _points(marks_of(answers, out_of, every), out_of, rules, days)
    kept, twice = those_that_count(hand_ins, rules.tries, total)
    notes += twice + [Note("late", [one.name], _late(days[one.name], rules)) for one in kept if days[one.name]]
    students = {one.name: one.student for one in kept}
    if names:
        notes += [Note("missing", [], name) for name in names if name not in students.values()]
        notes += [Note("stranger", [one.name], one.student) for one in kept if one.student not in names]
    title = key["assignment"] if key else rules.name or _title(kept)
    page = page_of(
        Results(tries[tries["file"].isin(list(students))], about, students),
        groups,
        points=total,
        most=most,
        unmarked=[label for label, most in out_of.items() if most is None],
        notes=notes,
        hand_ins=kept,
        title=clean(title, 100),
        ran_in=ran_in,
        left_out=not run,
        by_key=bool(key),
    )
    tables = _tables(answers, out_of, students, days, names, notes, rules)
    return len(kept), notes, {"class.html": page.encode(), **tables}


def _refuse_unknown(course, rules, key, questions):
    """Refuse exercises, points and corrections of questions that are not there."""
    labels = {id.partition("/")[0] for id in questions if not is_prediction(id)}
    for i, label in enumerate(rules.exercises):
        if label not in labels:
            place = ("assignments", rules.name, "exercises", i)
            raise course.refused(place, f"exercises must be those of the book. There is no {label!r}.")
    if key:
        items = [item for items in key["students"].values() for item in items]
        points, ids = {item["family"] for item in items}, {one["id"] for item in items for one in item["questions"]}
    else:
        ids = {id for id in questions if id.partition("/")[0] in rules.exercises}
        points = ids | set(rules.exercises)
    course.refuse_unknown(rules.name, points=points, corrections=ids)


def _points(marks, out_of, rules, days):
    """Points of each file that has any, after late days, and the most that there are."""
    total = sum(filter(None, out_of.values()))
    most = rules.out_of or total
    scale = most / total if total else 0
    found = marks.apply(pd.to_numeric, errors="coerce").sum(axis=1, min_count=1).dropna()
    points = {file: round(got * scale * rules.kept(days.get(file, 0)), 2) for file, got in found.items()}
    return points, round(most, 2)


def _late(days, rules):
    cost = f"{100 * (1 - rules.kept(days)):g} percent of the points"
    return f"{days} {'day' if days == 1 else 'days'} late, which {'costs' if days == 1 else 'cost'} {cost}"


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
        notebook = chapter.notebook
        titles = dict.fromkeys(predictions_of(notebook), "Prediction")
        titles |= {one.label: as_words(one.title) or one.label for one in exercises_of(notebook)}
        groups.append(Group(as_words(chapter.heading), objectives, titles))
    return groups


def _of_families(families):
    return [Group("Homework", [(title, [label]) for label, title in families.items()], families)]


def _title(kept):
    """The assignment that most files name."""
    named = pd.Series([clean(one.data["assignment"], 100) for one in kept], dtype=str)
    named = named[named != ""]
    return named.mode()[0] if len(named) else "Answers"


def _tables(answers, out_of, students, days, names, notes, rules):
    """Marks and answers as they are written, those of the roster in its order and without a file as well."""
    marks = marks_of(answers, out_of, students)
    points, most = _points(marks, out_of, rules, days)
    marks.index = pd.Index(students.values(), name="student")
    table = marks.reindex([*names, *(name for name in marks.index if name not in names)])
    file_of = {student: file for file, student in students.items()}
    table.insert(0, "file", [file_of.get(student, "") for student in table.index])
    if rules.due:
        table["days late"] = [days.get(file, "") for file in table["file"]]
    table["points"] = [points.get(file) for file in table["file"]]
    table["out of"] = most
    said = {}
    for note in notes:
        for file in note.files:
            said.setdefault(file, []).append(": ".join(filter(None, [note.kind, note.words])))
    table["notes"] = ["; ".join(said.get(file, [])) for file in table["file"]]

    place = {student: i for i, student in enumerate(table.index)}
    kept = answers[answers["file"].isin(list(students))].assign(student=lambda kept: kept["file"].map(students))
    kept = kept.assign(place=kept["student"].map(place), question=kept["id"], answer=kept["shown"])
    kept = kept.sort_values("place", kind="stable")[["student", "question", "answer", *_OF_ANSWER]]
    kept[["points", "out of"]] = kept[["points", "out of"]].astype(float).round(4)
    return {"marks.csv": as_csv(table.reset_index()), "answers.csv": as_csv(kept)}


_OF_ANSWER = ["verdict", "points", "out of", "because"]
