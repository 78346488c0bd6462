"""The command that marks a class."""

import os
from pathlib import Path

import pandas as pd
from contents import ROOT, as_words, chapters_of, exercises_of, own_chapters, predictions_of
from homework import read_roster, read_texts
from homework_keys import read_key
from writing import FOR_SPREADSHEETS, add_exercises

from aucc_teach._files import check_file, check_folder
from aucc_teach._shell import path_word
from aucc_teach.exercises import add, questions_by_id
from aucc_teach.exercises._folders import is_prediction

from .files import clean, read_folder
from .limits import runner
from .notes import Note, newest, notes_of, unread_in
from .page import page_of
from .results import Results, marks_of
from .tables import Group, about_questions, tries_of_book, tries_of_homework

__all__ = ["add_arguments", "mark", "read_points", "run"]

DESCRIPTION = "Mark the answers of a class, and say what it has understood."
EXAMPLES = """examples:
  python book/course mark ../handed-in ../marked
  python book/course mark ../handed-in ../marked --points points.csv --roster roster.csv
  python book/course mark ../week1-handed-in ../week1-marked --key ../week1/key.json

FOLDER holds the answers.json of each student, under any names and in any folders. OUT gets marks.csv, a row for each
student and a column for each exercise, and class.html, a page that needs no network. Marks are computed again from the
raw answers, and the last answer to each question counts. What a class has predicted is on the page, and in no mark.

Functions that students wrote run in a sandbox, if the package's extra "live" is installed: a Python of its own with
NumPy and aucc_teach, without your files and without a network, with limits of time, memory and output, and without the
right results, because a function is judged outside, by what it returns. Its first use takes some minutes and 350 MB in
~/.cache/aucc_teach (or where XDG_CACHE_HOME says). Without the extra, they run in processes with such limits, which are
no sandbox. With --no-run they are left out. The last lines and class.html say where they ran.
"""
WRITTEN = ("marks.csv", "class.html")
RAN_IN = {
    "sandbox": "They ran in the sandbox.",
    "process": "They ran in processes with limits, which are no sandbox.",
    None: "They were not run.",
}
# A spreadsheet would take these for the beginning of a formula.
FORMULA = ("=", "+", "-", "@")


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="folder with the files that were handed in")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder for marks.csv and class.html; both are replaced")
    parser.add_argument(
        "--points",
        type=Path,
        metavar="FILE",
        help='table with the columns "exercise" and "points"; default: a point a question',
    )
    parser.add_argument("--key", type=Path, metavar="FILE", help="key.json of homework that was drawn for each student")
    parser.add_argument("--roster", type=Path, metavar="FILE", help='table with a column "student"')
    add_exercises(parser)
    parser.add_argument("--no-run", action="store_true", help="leave out functions that students wrote")


def run(options):
    """Do what the command line says, and give the exit code."""
    count, notes = mark(
        options.folder,
        options.out,
        points=options.points,
        key=options.key,
        roster=options.roster,
        own=options.own,
        run=not options.no_run,
    )
    for note in notes:
        print(": ".join(filter(None, [note.kind, ", ".join(note.files), note.words])))
    if options.key is None and any(note.kind == "unknown" for note in notes):
        print("If unknown questions were drawn as homework, name their key.json by --key.")
    files = "file" if count == 1 else "files"
    marks, page = (path_word(options.out / name) for name in WRITTEN)
    print(f"{count} {files} marked. {marks} has the marks; open {page}.")
    return 0


def read_points(path):
    """Read the points of the exercises by their labels."""
    table = read_texts(path)
    if not {"exercise", "points"} <= set(table.columns):
        raise ValueError(f'{path} must have the columns "exercise" and "points". Got {", ".join(table.columns)}.')
    labels, points = table["exercise"].str.strip(), pd.to_numeric(table["points"], errors="coerce")
    if bad := list(table["points"][~points.between(0, 1e6)]):
        raise ValueError(f"the points in {path} must be numbers from 0 on. Got {', '.join(map(repr, bad))}.")
    if twice := sorted(set(labels[labels.duplicated()])):
        raise ValueError(f"{path} must name each exercise once. It names {', '.join(twice)} more often.")
    return dict(zip(labels, points.tolist(), strict=True))


def mark(folder, out, *, points=None, key=None, roster=None, own=None, run=True):
    """Mark the answers in a folder into another; returns the number of files, and what is to be said of single ones.

    `points`, `key` and `roster` are files, `own` is a folder of notebooks of one's own with their questions in a folder
    ``questions``. A ValueError says that there is nothing to mark, or what of these cannot be read or does not fit.
    """
    if points and key:
        raise ValueError(
            "points can be given to exercises of the book only, since a key says what each question gives."
        )
    if os.path.isfile(out):
        raise ValueError(f"the folder to write must not be a file. Got {out}.")
    check_folder(out)
    for name in WRITTEN:
        if (Path(out) / name).exists():
            check_file(Path(out) / name)
    points = read_points(points) if points else None
    key = read_key(key) if key else None
    names = read_roster(roster) if roster else []
    ran_in, run_one = runner() if run else (None, None)
    hand_ins, bad, strange = read_folder(folder)
    questions = {} if key else _questions(own, points)

    kept, notes = newest(hand_ins)
    notes += [Note("unreadable", [name], words) for name, words in bad]
    notes += [Note("strange", [name], "") for name in strange]
    if key:
        tries, about, families, refused = tries_of_homework(kept, key, run=run_one)
        notes += [Note("key", [name], words) for name, words in refused.items()]
        kept = [one for one in kept if one.name not in refused]
        groups = _of_families(families)
        notes += notes_of(hand_ins, tries, {}) + unread_in(tries)
    else:
        # Notes are on all files, and the results on those that count.
        every, unknown = tries_of_book(hand_ins, questions, run=run_one)
        notes += notes_of(hand_ins, every, unknown)
        tries = every[every["file"].isin([one.name for one in kept])]
        answered = set(tries["id"])
        labels = points if points is not None else {id.partition("/")[0] for id in answered}
        tries = tries[tries["id"].map(lambda id: id.partition("/")[0] in labels).astype(bool)]
        # In the order of the book.
        groups = _of_chapters(own)
        order = {label: i for i, label in enumerate(label for group in groups for label in group.exercises)}
        ids = [id for id in questions if id.partition("/")[0] in labels]
        ids.sort(key=lambda id: order.get(id.partition("/")[0], len(order)))
        about = about_questions(questions, ids)
    if any(about[id].kind == "write" for id in set(tries["id"])):
        notes.append(Note("functions", [], RAN_IN[ran_in]))
    students = {one.name: one.student for one in kept}
    if names:
        notes += [Note("missing", [], name) for name in names if name not in students.values()]
        notes += [Note("stranger", [one.name], one.student) for one in kept if one.student not in names]

    results = Results(tries, about, students)
    marks, out_of = marks_of(tries, about, students, points, runs=ran_in is not None)
    title = key["assignment"] if key else _title(kept)
    page = page_of(
        results,
        groups,
        marks=marks,
        out_of=out_of,
        notes=notes,
        hand_ins=kept,
        title=clean(title, 100),
        ran_in=ran_in,
        left_out=not run,
        by_key=bool(key),
    )
    Path(out).mkdir(parents=True, exist_ok=True)
    (Path(out) / "class.html").write_text(page, encoding="utf-8")
    table = _table(marks, out_of, students, names, notes)
    table.to_csv(Path(out) / "marks.csv", index=False, encoding=FOR_SPREADSHEETS)
    return len(kept), notes


def _questions(own, points):
    if own is not None and not Path(own).is_dir():
        raise ValueError(
            f"--exercises must be a folder with notebooks and questions of your own. There is none at {own}."
        )
    if own:
        add(Path(own) / "questions")
    questions = questions_by_id(folder=ROOT / "book")
    labels = {id.partition("/")[0] for id in questions if not is_prediction(id)}
    if unknown := sorted(set(points or ()) - labels):
        raise ValueError(f"points must be given to exercises of the book. There is no exercise {', '.join(unknown)}.")
    return questions


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


def _table(marks, out_of, students, names, notes):
    """Marks as they are written: a row a student, those of the roster in its order and without a file as well."""
    table = marks.reindex([*names, *(name for name in marks.index if name not in names)])
    table.index.name = "student"
    file_of = {student: file for file, student in students.items()}
    numbers = table.apply(pd.to_numeric, errors="coerce")
    table["points"] = numbers.sum(axis=1, min_count=1).round(2)
    table["out of"] = round(sum(filter(None, out_of.values())), 2)
    said = {}
    for note in notes:
        for file in note.files:
            said.setdefault(file, []).append(": ".join(filter(None, [note.kind, note.words])))
    table["notes"] = ["; ".join(said.get(file_of.get(student), [])) for student in table.index]
    table.insert(0, "file", [file_of.get(student, "") for student in table.index])
    table = table.reset_index()
    for name in ("student", "file", "notes"):
        table[name] = [f"'{text}" if text.startswith(FORMULA) else text for text in table[name]]
    return table
