"""Notes on single files: damaged, forged, from another version, alike, handed in twice."""

from typing import NamedTuple

from contents import ROOT

from aucc_teach.exercises.folders import retired
from aucc_teach.versions import book_version, in_words

from .hand_ins import clean, likenesses, seconds_of

__all__ = ["Note", "elsewhere", "notes_of", "those_that_count", "unread_in", "version_of"]

ABOUT = {
    "unreadable": ("Cannot be read", "These files are not marked."),
    "damaged": (
        "Damaged or edited",
        "The digest does not fit the answers, so something in the file was changed after it was saved. It is marked as "
        "it is.",
    ),
    "forged": (
        "The page said right, and it is wrong",
        "The page cannot have saved this, because its verdicts and those of the marking agree. Only for functions is "
        "there another reason: a different version of Python, or a faster machine.",
    ),
    "unclear": (
        "The page said right, and it cannot be read here",
        "It gives no points. Look at each, because another version of Python may read it.",
    ),
    "differs": ("The page said wrong, and it is right", "The verdict of the marking counts."),
    "impossible": (
        "Answers that no field of the page can hold",
        "They come from an edited file or from a program, and count as no try.",
    ),
    "unread": (
        "Answers to homework that could not be read",
        "They give no points. The homework page warns of most of them, but a notebook does not. So look at each, "
        "because an answer with a decimal comma or with too few decimals may have been meant right.",
    ),
    "version": (
        "From another version of the book",
        "Answers to a question whose text, key or feedback is different now are not marked.",
    ),
    "unknown": (
        "Answers to questions that this book does not have",
        "Exercises of your own are found with --exercises, and homework that was drawn is marked with --key.",
    ),
    "no longer asked": (
        "No longer asked",
        "The book has retired these questions. Answers to them count neither for nor against.",
    ),
    "key": ("Not homework of this key", "These files are not marked."),
    "alike": (
        "Equal in answers and times",
        "Times are kept to the millisecond, so they do not agree by chance. A student who loads a file that another "
        "one has saved takes over its answers with their times.",
    ),
    "undecided": (
        "Not marked until you decide",
        "undecided.csv lists these files: fill in its column student, with a hyphen if a file counts for nobody, and "
        "name it as the overrides.",
    ),
    "elsewhere": ("Without an answer to this assignment", "They count only if the student has no other file."),
    "twice": ("More than one file of a student", ""),
    "late": ("Late, as the learning system says", "Nothing is taken off here."),
    "missing": ("On the roster, without a file that could be marked", ""),
    "stranger": (
        "Not on the roster",
        "They are marked, and not in the grade book. undecided.csv lists them: fill in its column student, and name it "
        "as the overrides.",
    ),
    "strange": ("Not read, because the name does not end in .json or .zip", ""),
    "identity": ("How files were matched with the roster", ""),
    "grade book": ("The grade book", ""),
}


class Note(NamedTuple):
    """A remark on files or functions: its kind, the files, and the words."""

    kind: str
    files: list
    words: str


def those_that_count(hand_ins, which, points, answered):
    """Pick the file of each student that counts, the last, first or best, and write notes on the others.

    `points` has the points of each file by name, and the best file is the one with most; between equal ones, the
    earlier. A file that is not among the `answered` counts only if the student has no other.
    """
    by_student = {}
    for one in hand_ins:
        by_student.setdefault(one.student, []).append(one)
    kept, notes = [], []
    for student, found in by_student.items():
        found.sort(key=lambda one: seconds_of(one.data["made"]) or 0)
        those = [one for one in found if one.name in answered] or found
        if which == "best":
            counts = max(those, key=lambda one: points.get(one.name, -1))
        else:
            counts = those[0 if which == "first" else -1]
        kept.append(counts)
        if len(found) > 1:
            words = f"{len(found)} files name the student {student!r}. {counts.name} counts, the {which}."
            notes.append(Note("twice", [one.name for one in found], words))
    return sorted(kept, key=lambda one: one.student.casefold()), notes


def notes_of(hand_ins, tries, unknown):
    """Write notes on files that could be read, from their digests, versions and verdicts."""
    notes = [Note("damaged", [one.name], "") for one in hand_ins if not one.is_intact]
    verdicts = {
        "forged": ("right", ("wrong", "impossible")),
        "unclear": ("right", ("unclear",)),
        "differs": ("wrong", ("right",)),
    }
    for kind, (of_page, marked) in verdicts.items():
        found = tries[(tries["page_verdict"] == of_page) & tries["verdict"].isin(marked)]
        notes += [Note(kind, [file], _listed(rows)) for file, rows in found.groupby("file", sort=False)]
    found = tries[tries["verdict"] == "impossible"]
    notes += [Note("impossible", [file], _listed(rows)) for file, rows in found.groupby("file", sort=False)]
    changed = tries[tries["verdict"] == "changed"].drop_duplicates(["file", "id"]).groupby("file")["id"].agg(list)
    for one in hand_ins:
        ids = changed.get(one.name, [])
        if ids or one.data["book"]["version"] != book_version()["version"]:
            about = f": not marked are {', '.join(ids)}" if ids else ": none of its questions has changed"
            notes.append(Note("version", [one.name], f"version {version_of(one)}{about}"))
    gone = retired(folder=ROOT / "book")
    for file, ids in unknown.items():
        for kind, named in (
            ("no longer asked", [id for id in ids if id in gone]),
            ("unknown", [id for id in ids if id not in gone]),
        ):
            notes += [Note(kind, [file], ", ".join(dict.fromkeys(named)))] if named else []
    return notes + [Note("alike", files, words) for files, words in likenesses(hand_ins)]


def elsewhere(hand_ins, tries):
    """Write notes on files without an answer to this assignment, with what they answer instead."""
    answered = set(tries["file"])
    notes = []
    for one in hand_ins:
        if one.name not in answered:
            labels = {entry["id"].partition("/")[0]: None for entry in one.data["answers"] if entry["tries"]}
            listed = ", ".join(clean(label, 80) for label in labels)
            notes.append(Note("elsewhere", [one.name], f"it answers {listed}" if listed else "it holds no answer"))
    return notes


def unread_in(tries):
    """Write notes on homework answers that could not be read; a student cannot repeat them."""
    found = tries[tries["verdict"] == "unclear"]
    return [Note("unread", [file], _listed(rows)) for file, rows in found.groupby("file", sort=False)]


def version_of(hand_in):
    """Name the version and commit of the book from which a file comes."""
    book = {name: clean(hand_in.data["book"][name], 50) for name in ("version", "build")}
    return in_words(book | {"version": book["version"] or "unknown"})


def _listed(rows):
    """List ids of questions, with short answers beside them."""
    shown = {row.id: f"{row.id} ({row.shown})" if 0 < len(row.shown) < 25 else row.id for row in rows.itertuples()}
    return ", ".join(shown.values())
