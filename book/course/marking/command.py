"""The command that marks a class."""

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from contents import ROOT, chapters_of, names_in
from key_files import read_key
from spreadsheets import csv_of

from aucc_teach.command_line import path_word
from aucc_teach.exercises import questions_by_id, sandbox
from aucc_teach.exercises.folders import is_prediction, retired
from aucc_teach.files import check_file, check_folder, write_at_once

from .corrections import corrected, read_corrections, refuse_corrections
from .hand_ins import hand_ins_in, other_doubts
from .look import COUNT, COUNTS, LOOK, decided, read_decisions, verdict_doubts
from .scores import MOVED, SCORES, VERDICTS, answers_of, moved_since, read_before, scores_of
from .tries import about_questions, tries_of_book, tries_of_homework
from .understood import Group, groups_of, pages_of, questions_of
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

Functions that students wrote run in a sandbox, without your files and without a network, if the package's extra
"live" is installed; without it they aren't run, and don't count. The sandbox's first use takes some minutes and
350 MB in ~/.cache/aucc_teach; --no-run leaves functions out.
"""
FILES = ("class.html", "discussion.html", "verdicts.csv", "look.csv")
ONCE_DECIDED = ("moved.csv", "scores.csv")
RAN = "Functions ran in the sandbox."
NOT_RUN = "Functions were not run, and don't count. The extra live brings the sandbox in which they run."


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
    page, table, scores, moved = (
        path_word(options.out / name) for name in ("class.html", "look.csv", "scores.csv", "moved.csv")
    )
    print(f"{page} says what the class understood.")
    if marked.n_open:
        print(
            f"{table} names {_files(marked.n_open)} for you to look at. Fill in the column decision, count or leave "
            f"out, and mark again with --look {table}. There are no scores until then."
        )
        return 0
    print(f"{scores} has the scores of {len(marked.scores)} students, out of {marked.most:g}.")
    if options.before:
        print(f"{moved} says whose score moves, and why. There are {len(marked.moved)}.")
    return 0


def _files(count):
    return f"{count} {'file' if count == 1 else 'files'}"


@dataclass
class Marked:
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
    has_run = run and sandbox.is_there()

    hand_ins, said, unknown = [], [], {}

    def contents():
        for hand_in, data in hand_ins_in(folder):
            hand_ins.append(hand_in)
            if data is not None:
                yield hand_in.file, data

    if key:
        tries, about, refused = tries_of_homework(contents(), key)
        for one in hand_ins:
            if one.file in refused:
                one.doubts, one.is_readable = [refused[one.file]], False
        families = {one.exercise: one.title for one in about.values()}
        groups = [Group("Homework", [(title, [label]) for label, title in families.items()], families)]
    else:
        run_one = sandbox.run_task if has_run else None
        tries, about, groups, unknown = _tries_of_book(contents(), exercises, run_one, said)
    hand_ins = _without_strange(hand_ins)
    if not hand_ins:
        raise ValueError(f"there must be files of answers, which end in .json. {folder} holds none.")
    if any(about[id].kind == "write" for id in set(tries["id"])):
        said.append(RAN if has_run else NOT_RUN)
    verdict_doubts(hand_ins, tries, unknown, by_key=bool(key))
    other_doubts(hand_ins, key["students"] if key else ())
    refuse_corrections(corrections, rules, tries, about)
    tries = corrected(tries, rules)

    answers, most = answers_of(tries, about, rules, runs=has_run)
    points = scores_of(answers, [one.file for one in hand_ins])
    found = decided(hand_ins, decisions, look)
    rows = [
        [one.file, one.name, one.number, points[one.file] if one.is_readable else None, one.why, found[one.file]]
        for one in hand_ins
        if one.doubts
    ]
    n_open = sum(not decision for decision in found.values())
    kept = [one for one in hand_ins if found[one.file] == COUNT]
    scores = [[one.name, one.number, float(points[one.file])] for one in kept]
    verdicts = _verdicts(answers, hand_ins, found)
    moved = moved_since(known, scores, verdicts) if known and not n_open else []
    pages = pages_of(
        questions_of(tries[tries["file"].isin([one.file for one in kept])], about),
        groups,
        title=key["assignment"] if key else out.resolve().name,
        n_students=len(kept),
        n_waiting=n_open,
        most=most,
        has_run=has_run,
        by_key=bool(key),
    )
    tables = [csv_of(VERDICTS, verdicts), csv_of(LOOK, rows)]
    files = dict(zip(FILES, [*(page.encode() for page in pages), *tables], strict=True))
    if not n_open:
        files |= {"moved.csv": csv_of(MOVED, moved)} if known else {}
        files["scores.csv"] = csv_of(SCORES, scores)
    _write(out, files)
    return Marked(scores, moved, most, rows, n_open, said)


def _tries_of_book(contents, exercises, run, said):
    """Judge answers to the book; returns the tries that count, their questions, the chapters, and unknown ids."""
    questions = questions_by_id(folder=ROOT / "book")
    _refuse_unknown(exercises or (), {_label(id) for id in questions if not is_prediction(id)})
    groups = groups_of(chapters_of(ROOT))
    tries, unknown = tries_of_book(contents, questions, run=run)
    label_of = tries["id"].map(_label)
    if exercises:
        labels = set(exercises)
        unknown = {file: [id for id in ids if _label(id) in labels] for file, ids in unknown.items()}
    else:
        labels = _labels_of_most(tries["file"], label_of, groups, said)
    # The order is that of the book.
    order = {label: i for i, label in enumerate(label for group in groups for label in group.exercises)}
    ids = sorted((id for id in questions if _label(id) in labels), key=lambda id: order.get(_label(id), len(order)))
    return tries[label_of.isin(labels)], about_questions(questions, ids), groups, unknown


def _label(id):
    return id.partition("/")[0]


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


def _verdicts(answers, hand_ins, found):
    """Make the rows of all answers, in the order of the files, and say for each whether its file counts."""
    of_file = {one.file: [one.name, one.number, one.file, COUNTS[found[one.file]]] for one in hand_ins}
    place = {file: i for i, file in enumerate(of_file)}
    rows = answers.sort_values("file", key=lambda files: files.map(place), kind="stable")
    rows = rows[["file", "id", "shown", "verdict", "mistake", "points", "out_of", "because"]]
    return [[*of_file[file], *others] for file, *others in rows.itertuples(index=False)]


def _write(out, files):
    """Write the files of a marking; scores come last, so that there are none of another marking beside them."""
    out.mkdir(parents=True, exist_ok=True)
    for name in ONCE_DECIDED:
        (out / name).unlink(missing_ok=True)
    for name, content in files.items():
        write_at_once(out / name, content)
