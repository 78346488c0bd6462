"""Files that were handed in: whose they are, which can be read, and which are alike."""

import unicodedata
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from .answers import is_intact, read_answers
from .verdicts import text_of

__all__ = ["HandIn", "clean", "likenesses", "read_folder", "seconds_of"]

# The answers to all questions of the book, fifty tries each, take less.
MOST_BYTES = 20_000_000
LONGEST_NAME = 100


class HandIn(NamedTuple):
    """A file that could be read.

    ``name``: its place in the folder. ``student``: whose it is, by its own word, else by its name. ``data``: its
    content. ``is_intact``: whether its digest fits. ``tries``: what it says in each try, for comparison with others.
    """

    name: str
    student: str
    data: dict
    is_intact: bool
    tries: frozenset


def read_folder(folder):
    """Read all files of answers in a folder and the folders in it.

    Returns the files that could be read, by name; names of the others that end in ".json", with the reason; and names
    of those that do not end so. No such folder, or no file in it that ends in ".json", is a ValueError.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise ValueError(f"the folder to mark must be a folder with files of answers. There is none at {folder}.")
    # Systems leave hidden files of their own in folders and archives.
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and not _is_hidden(path, folder)]
    answers = [path for path in paths if path.suffix.lower() == ".json"]
    if not answers:
        raise ValueError(f"the folder to mark must hold files of answers, which end in .json. {folder} holds none.")
    hand_ins, bad = [], []
    for path in answers:
        name = clean(path.relative_to(folder).as_posix(), 300)
        try:
            hand_ins.append(_read(path, name))
        except (ValueError, OSError, RecursionError, MemoryError) as error:
            bad.append((name, clean(str(error), 300)))
    strange = [clean(path.relative_to(folder).as_posix(), 300) for path in paths if path not in answers]
    return hand_ins, bad, strange


def _is_hidden(path, folder):
    return any(part.startswith((".", "__MACOSX")) for part in path.relative_to(folder).parts)


def _read(path, name):
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(
            f"it has {path.stat().st_size // 10**6} million bytes, and {MOST_BYTES // 10**6} are the most."
        )
    data = read_answers(path)
    tries = frozenset(
        (entry["id"], entry["asked"], one["at"], text_of(one["answer"]))
        for entry in data["answers"]
        for one in entry["tries"]
        if one.get("at")
    )
    # Learning platforms put each file into a folder that is called after the student.
    stem = path.parent.name if path.stem.lower().startswith("answers") and "/" in name else path.stem
    student = clean(data["student"], LONGEST_NAME) or clean(stem, LONGEST_NAME)
    # Systems write accents in two ways, which would make two students of one.
    student = unicodedata.normalize("NFC", student)
    return HandIn(name, student, data, is_intact(data), tries)


def clean(text, most):
    """A text for one line: nothing in it that cannot be printed, and not too long."""
    text = " ".join("".join(char if char.isprintable() else " " for char in text[: 4 * most]).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def seconds_of(time):
    """Seconds since 1970 of a time in a file, or None if it is not one."""
    try:
        found = datetime.fromisoformat(time)
        return found.timestamp() if found.tzinfo else None
    except (TypeError, ValueError, OverflowError):
        return None


def likenesses(hand_ins):
    """Files of different students with the same answers at the same times, and how far they are alike.

    Times are kept to the millisecond, so even a few do not agree by chance. Files are listed if they share half of what
    the shorter one holds.
    """
    groups = {}
    for one in hand_ins:
        if one.tries:
            groups.setdefault(one.tries, []).append(one)
    found = [
        ([one.name for one in group], f"equal in all answers and their times ({_tries(len(tries))})")
        for tries, group in groups.items()
        if len({one.student for one in group}) > 1
    ]
    firsts = [(tries, group[0]) for tries, group in groups.items()]
    for i, (tries, one) in enumerate(firsts):
        for others, other in firsts[:i]:
            shared = len(tries & others)
            if one.student != other.student and 2 * shared >= min(len(tries), len(others)):
                words = f"{_tries(shared)} with the same answers at the same times, of {len(others)} and {len(tries)}"
                found.append(([other.name, one.name], words))
    return found


def _tries(count):
    return f"{count} {'try' if count == 1 else 'tries'}"
