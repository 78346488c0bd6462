"""The command that marks a class."""

import os
from collections import Counter
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from contents import ROOT, chapters_of, names_in
from key_files import read_key
from spreadsheets import csv_of

from aucc_teach.command_line import path_word
from aucc_teach.exercises import questions_by_id
from aucc_teach.exercises.folders import is_prediction, retired
from aucc_teach.files import check_file, check_folder, write_at_once

from .corrections import corrected, read_corrections, refuse_corrections
from .hand_ins import Likeness, hand_ins_in, name_doubts
from .limited_process import runner
from .look import COUNT, LOOK, decided, read_decisions, verdict_doubts
from .scores import MOVED, SCORES, VERDICTS, answers_of, moved_since, read_before, scores_of
from .tries import about_questions, tries_of_book, tries_of_homework
from .understood import Group, class_page, groups_of, questions_of, talk_page
from .verdicts import put_in_order, remembering
from .zips import STRANGE

__all__ = ["Marked", "add_arguments", "mark", "run"]

DESCRIPTION = "Mark the answers of a class, and say what it has understood."
EXAMPLES = """examples:
  python book/course mark hand-ins.zip ../week1
  python book/course mark hand-ins.zip ../week1 --exercises ex-pairs-move,ex-rand-table --look ../week1/look.csv
  python book/course mark hand-ins.zip ../week2 --key ../drawn/key.json
  python book/course mark hand-ins.zip ../week1-again --corrections corrections.yml --before ../week1

HANDINS is the zip that Moodle, Canvas or ILIAS makes of all submissions, or any folder with answers.json files. It
isn't unpacked. OUT gets class.html, what the class understood; discussion.html, the same to project in class;
verdicts.csv, a row for each answer; look.csv, the files that you must look at; and scores.csv, with one score for each
student, under the name and number that your platform gave. Every answer is judged again, and the last one counts.

Whatever is doubtful goes into look.csv: files that are cut off, edited, forged or copied, with times that can't be,
from another version, draw or chapter, or two from one student. Write "count" or "leave out" into its column "decision",
and give it back with --look. There is no scores.csv until every row has a decision. A decision is asked again if other
doubts about the file come up.

If a question was wrong, write corrections.yml and mark into a new folder. With --before and the folder of the earlier
marking, moved.csv says whose score moves, and why:

  - question: ex-pairs-move/tp
    do: accept                  # or drop (it doesn't count), or give (everyone gets its point)
    answers: ["4"]              # only with accept: answers, or names of mistakes as in verdicts.csv
    because: It can be read so.

Functions that students wrote run in a sandbox, if the package's extra "live" is installed: without your files and
without a network. Its first use takes some minutes and 350 MB in ~/.cache/aucc_teach. Without the extra they run in
processes with limits of time and memory, which are no sandbox; --no-run leaves them out. functions.jsonl keeps the
results, so that no function runs twice; delete it to run them all again.
"""
FILES = ("class.html", "discussion.html", "verdicts.csv", "look.csv")
ONCE_DECIDED = ("moved.csv", "scores.csv")
FUNCTIONS = "functions.jsonl"
RAN_IN = {
    "sandbox": "Functions ran in the sandbox.",
    "process": "Functions ran in processes with limits, which are no sandbox.",
    None: "Functions were not run.",
}


def add_arguments(parser):
    """Add the arguments of the command."""
    parser.add_argument("hand_ins", type=Path, metavar="HANDINS", help="zip or folder of what was handed in")
    parser.add_argument("out", type=Path, metavar="OUT", help="folder for what is written; it may be marked again")
    about = "labels of the exercises that count; default: those in the chapters that at least half of the files answer"
    parser.add_argument("--exercises", type=names_in, metavar="A,B", help=about)
    parser.add_argument("--key", type=Path, metavar="FILE", help="key.json of homework that was drawn for each student")
    parser.add_argument("--look", type=Path, metavar="FILE", help="look.csv with your decisions")
    parser.add_argument("--corrections", type=Path, metavar="FILE", help="what is done about questions that were wrong")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="an earlier marking, to say whose score moves")
    parser.add_argument("--no-run", action="store_true", help="leave out functions that students wrote")


def run(options):
    """Do what the command line says, and give the exit code."""
    names = ("exercises", "key", "look", "corrections", "before")
    named = {name: getattr(options, name) for name in names}
    marked = mark(options.hand_ins, options.out, run=not options.no_run, **named)
    for words in marked.said:
        print(words)
    for name, number, old, new, why in marked.moved:
        was, now = ("no score" if one is None else f"{one:g}" for one in (old, new))
        print(f"moved: {' '.join(filter(None, [name, number]))}: {was} before, {now} now. {why}")
    page, table, scores = (path_word(options.out / name) for name in ("class.html", "look.csv", "scores.csv"))
    print(f"{page} says what the class understood.")
    if marked.n_open:
        print(
            f"{table} names {_files(marked.n_open)} for you to look at. Fill in the column decision, count or leave "
            f"out, and mark again with --look {table}. There are no scores until then."
        )
    else:
        print(f"{scores} has the scores of {len(marked.scores)} students, out of {marked.most:g}.")
    return 0


def _files(count):
    return f"{count} {'file' if count == 1 else 'files'}"


class Marked(NamedTuple):
    """What a marking found: rows of scores and of moved scores, the highest possible score, files without a decision.

    ``look``: rows of look.csv. ``said``: remarks on the whole.
    """

    scores: list
    moved: list
    most: float
    look: list
    n_open: int
    said: list


def mark(folder, out, *, exercises=None, key=None, look=None, corrections=None, before=None, run=True):
    """Mark the hand-ins in a folder or a zip, and write what came of it into another folder.

    All arguments are those of the command line. Bad input is a ValueError, before anything is written.
    """
    out = Path(out)
    if os.path.isfile(out):
        raise ValueError(f"the folder to write must not be a file. Got {out}.")
    check_folder(out)
    for name in (*FILES, *ONCE_DECIDED):
        if (out / name).exists():
            check_file(out / name)
    if before and out.resolve() == Path(before).resolve():
        raise ValueError(f"--before must be another folder than the one to write. Got {out}.")
    if key and exercises:
        raise ValueError("drawn homework counts as a whole: name either --key or --exercises.")
    known = read_before(before) if before else None
    decisions = read_decisions(look) if look else {}
    rules = read_corrections(corrections) if corrections else {}
    key = read_key(key) if key else None
    ran_in, run_one = runner() if run else (None, None)
    earlier = Path(before) / FUNCTIONS if before else None
    run_one = run_one and remembering(run_one, out / FUNCTIONS, ran_in, earlier)

    hand_ins, likeness = [], Likeness()

    def contents():
        for hand_in, data in hand_ins_in(folder):
            hand_ins.append(hand_in)
            if data is not None:
                likeness.add(hand_in, data)
                yield hand_in.file, data

    said = []
    if key:
        tries, about, refused = tries_of_homework(contents(), key)
        for one in hand_ins:
            if one.file in refused:
                one.doubts, one.is_readable = [refused[one.file]], False
        families = {one.exercise: one.title for one in about.values()}
        groups = [Group("Homework", [(title, [label]) for label, title in families.items()], families)]
        unknown = {}
    else:
        tries, about, groups, unknown = _tries_of_book(contents(), exercises, run_one, said)
    put_in_order(out / FUNCTIONS)
    hand_ins = _without_strange(hand_ins)
    if not hand_ins:
        raise ValueError(f"there must be files of answers, which end in .json. {folder} holds none.")
    if any(about[id].kind == "write" for id in set(tries["id"])):
        said.append(RAN_IN[ran_in])
    verdict_doubts(hand_ins, tries, unknown, by_key=bool(key))
    likeness.note()
    name_doubts(hand_ins, key["students"] if key else ())
    refuse_corrections(corrections, rules, tries, about)
    tries = corrected(tries, rules)

    answers, most = answers_of(tries, about, rules, runs=ran_in is not None)
    points = scores_of(answers, [one.file for one in hand_ins])
    found = decided(hand_ins, decisions, look)
    doubtful = [one for one in hand_ins if one.doubts]
    rows = [
        [one.file, one.name, one.number, points[one.file] if one.is_readable else None, " ".join(one.doubts), decision]
        for one, decision in ((one, found[one.file]) for one in doubtful)
    ]
    n_open = sum(not decision for decision in found.values())
    kept = [one for one in hand_ins if one.is_readable and found.get(one.file) in (None, COUNT)]
    scores = [[one.name, one.number, float(points[one.file])] for one in kept]
    verdicts = _verdicts(answers, hand_ins, {one.file for one in kept}, found)
    moved = moved_since(known, scores, verdicts) if known and not n_open else []

    counted = tries[tries["file"].isin([one.file for one in kept])]
    questions = questions_of(counted, about)
    title = key["assignment"] if key else _title(kept)
    of_pages = {"title": title, "by_key": bool(key)}
    page = class_page(
        questions,
        groups,
        versions=[one.version for one in kept],
        n_waiting=n_open,
        most=most,
        ran_in=ran_in,
        left_out=not run,
        **of_pages,
    )
    files = {
        "class.html": page.encode(),
        "discussion.html": talk_page(questions, len(kept), groups, **of_pages).encode(),
        "verdicts.csv": csv_of(VERDICTS, verdicts),
        "look.csv": csv_of(LOOK, rows),
    }
    if not n_open:
        files |= {"moved.csv": csv_of(MOVED, moved)} if known else {}
        files["scores.csv"] = csv_of(SCORES, scores)
    _write(out, files)
    return Marked(scores, moved, most, rows, n_open, said)


def _tries_of_book(contents, exercises, run_one, said):
    """Judge answers to the book; returns the tries that count, their questions, the chapters, and unknown ids."""
    questions = questions_by_id(folder=ROOT / "book")
    _refuse_unknown(exercises or (), {id.partition("/")[0] for id in questions if not is_prediction(id)})
    groups = groups_of(chapters_of(ROOT))
    tries, unknown = tries_of_book(contents, questions, run=run_one)
    label_of = tries["id"].map(lambda id: id.partition("/")[0])
    if exercises:
        labels = set(exercises)
        unknown = {file: [id for id in ids if id.partition("/")[0] in labels] for file, ids in unknown.items()}
    else:
        labels = _labels_of_most(tries["file"], label_of, groups, said)
    # The order is that of the book.
    order = {label: i for i, label in enumerate(label for group in groups for label in group.exercises)}
    ids = [id for id in questions if id.partition("/")[0] in labels]
    ids.sort(key=lambda id: order.get(id.partition("/")[0], len(order)))
    return tries[label_of.isin(labels)], about_questions(questions, ids), groups, unknown


def _labels_of_most(files, label_of, groups, said):
    """Find the exercises of the chapters that at least half of the files answer, which a class was set."""
    chapter_of = {label: group.title for group in groups for label in group.exercises}
    chapters = label_of.map(lambda label: chapter_of.get(label, "other exercises"))
    counts = files.groupby(chapters).nunique()
    most = counts[2 * counts >= files.nunique()]
    others = [f"{title} ({_files(count)})" for title, count in counts.drop(most.index).items()]
    if others:
        said.append(f"Fewer than half of the files answer these, and they don't count: {', '.join(others)}.")
        said.append("Name what you set by --exercises.")
    return set(label_of[chapters.isin(most.index)])


def _refuse_unknown(exercises, known):
    """Refuse exercises that the book does not have: say that one is retired, or list the nearest ones."""
    for label in exercises:
        if label not in known:
            chapter = retired(folder=ROOT / "book").get(label)
            gone = f"The chapter {chapter} no longer asks it." if chapter else ""
            nearest = ", ".join(get_close_matches(label, sorted(known), 3, 0))
            raise ValueError(f"exercises must be those of the book. Got {label!r}. {gone or f'Nearest: {nearest}.'}")


def _without_strange(hand_ins):
    """Drop files of other kinds, which say something only if a student handed in nothing else."""
    others = {one.student for one in hand_ins if one.doubts != [STRANGE]}
    return [one for one in hand_ins if one.doubts != [STRANGE] or one.student not in others]


def _verdicts(answers, hand_ins, kept, found):
    """Make the rows of all answers, and say for each file whether it counts."""
    of_file = {one.file: one for one in hand_ins}
    place = {one.file: i for i, one in enumerate(hand_ins)}
    columns = ["file", "id", "shown", "verdict", "mistake", "points", "out_of", "because"]
    rows = answers.assign(place=answers["file"].map(place)).sort_values("place", kind="stable")[columns]
    return [
        [
            of_file[file].name,
            of_file[file].number,
            file,
            "yes" if file in kept else "no" if found[file] else "not decided",
            *others,
        ]
        for file, *others in rows.itertuples(index=False)
    ]


def _title(kept):
    """Find the assignment that most files name."""
    named = Counter(one.assignment for one in kept if one.assignment)
    return named.most_common(1)[0][0] if named else "Answers"


def _write(out, files):
    """Write the files of a marking; scores come last, so that there are none of another marking beside them."""
    out.mkdir(parents=True, exist_ok=True)
    for name in ONCE_DECIDED:
        (out / name).unlink(missing_ok=True)
    for name, content in files.items():
        write_at_once(out / name, content)
