"""Hand-ins: reading the files, with doubts about their times, and finding files that are alike."""

from collections import Counter
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from roster import plain_of

from .answers import answers_in, is_intact
from .identity import NO_PLACE, Place, place_of
from .verdicts import text_of
from .zips import files_in, is_zip

__all__ = ["HandIn", "Unread", "clean", "likenesses", "read_folder", "seconds_of"]

LONGEST_NAME = 100
# Seconds that a clock may jump when it is set right.
CLOCK = 60
YEARS = range(2000, 2100)  # years near the calendar's ends overflow in other time zones


class HandIn(NamedTuple):
    """A file that could be read.

    ``name``: its place in the folder. ``student``: whose it is. ``data``: its content. ``is_intact``: whether its
    digest fits. ``tries``: the content of each try, for comparison with other files. ``typed_name``: the name typed
    into the page. ``stem``: its own name, or that of its folder if all files are called alike. ``place``: how a
    learning system has named it. ``doubt``: how the times in it contradict each other, or "".
    """

    name: str
    student: str
    data: dict
    is_intact: bool
    tries: frozenset
    typed_name: str
    stem: str
    place: Place
    doubt: str


class Unread(NamedTuple):
    """A file without readable answers: its name, the reason ("" if it is of another kind), and its place."""

    name: str
    reason: str
    place: Place


def read_folder(folder):
    """Read all files of answers in a folder or a zip, and in folders and zips inside.

    Returns the readable files in the order of their names, and the others. A folder that does not exist, or has no file
    that could hold answers by its name, raises a ValueError.
    """
    folder = Path(folder)
    if not folder.is_dir() and not (folder.is_file() and is_zip(folder.name)):
        raise ValueError(f"what is marked must be a folder or a zip with files of answers. There is none at {folder}.")
    hand_ins, unread, names, parts_of = [], [], Counter(), {}
    for found in files_in(folder):
        name = clean("/".join(found.parts), 300)
        names[name] += 1  # a zip may hold a name twice
        name = name if names[name] == 1 else f"{name} ({names[name]})"
        parts_of[name] = found.parts
        if found.content is None:
            unread.append(Unread(name, clean(found.problem or "", 300), NO_PLACE))
            continue
        try:
            hand_ins.append(_read(found, name))
        except (ValueError, RecursionError, MemoryError) as error:
            unread.append(Unread(name, clean(str(error) or type(error).__name__, 300), NO_PLACE))
    if not hand_ins and not any(one.reason for one in unread):
        raise ValueError(f"what is marked must hold files of answers, which end in .json. {folder} holds none.")
    # A zip with several hand-ins is the zip of a class, so its name is no student's.
    sizes = Counter(parts_of[one.name][0] for one in [*hand_ins, *(one for one in unread if one.reason)])
    sizes[folder.name] += 2 * folder.is_file()

    def placed(one):
        parts = parts_of[one.name]
        place = place_of(parts[1:] if is_zip(parts[0]) and sizes[parts[0]] > 1 else parts)
        return one._replace(place=place._replace(names=tuple(clean(name, LONGEST_NAME) for name in place.names)))

    return list(map(placed, hand_ins)), list(map(placed, unread))


def _read(found, name):
    path = PurePosixPath(*found.parts)
    if not found.content.strip():
        raise ValueError(f"it is empty: it has {len(found.content)} bytes, and none of answers.")
    data = answers_in(found.content, "it")
    tries = frozenset(
        (entry["id"], entry["asked"], one["at"], text_of(one["answer"]))
        for entry in data["answers"]
        for one in entry["tries"]
        if one.get("at")
    )
    # Learning systems put each file into a folder with the student's name.
    stem = path.parent.name if path.stem.lower().startswith("answers") and len(found.parts) > 1 else path.stem
    typed_name, stem = (plain_of(clean(text, LONGEST_NAME)) for text in (data["student"], stem))
    return HandIn(name, typed_name or stem, data, is_intact(data), tries, typed_name, stem, NO_PLACE, _doubt(data))


def clean(text, most):
    """Clean a text for one line: no characters that cannot be printed, and not too long."""
    text = " ".join("".join(char if char.isprintable() else " " for char in text[: 4 * most]).split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def seconds_of(time):
    """Convert a time in a file to seconds since 1970; None if it cannot be read."""
    try:
        found = datetime.fromisoformat(time)
        return found.timestamp() if found.tzinfo and found.year in YEARS else None
    except (TypeError, ValueError, OverflowError):
        return None


def _doubt(data):
    """Say how the times in a file contradict each other or cannot be read; empty if all is well.

    The digest does not cover the time at which the file was saved, so any text editor can change it.
    """
    made = seconds_of(data["made"])
    if made is None:
        return f"The time at which it was saved cannot be read: {clean(data['made'], 40)!r}."
    times = [one["at"] for entry in data["answers"] for one in entry["tries"] if one.get("at") is not None]
    seconds = [seconds_of(time) for time in times]
    if None in seconds:
        return f"The time of a try cannot be read: {clean(times[seconds.index(None)], 40)!r}."
    if later := sum(time > made + CLOCK for time in seconds):
        return f"{_tries(later)} in it {'is' if later == 1 else 'are'} later than the time at which it was saved."
    return ""


def likenesses(hand_ins):
    """Find files of different students with the same answers at the same times, and say how many they share.

    Times are kept to the millisecond, so even a few do not agree by chance. Files are listed if they share half of
    the tries of the shorter one.
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
