"""Reads hand-ins one by one, under the names that the learning system gave them, with what is doubtful about each."""

import re
import unicodedata
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from .answers import answers_in, is_intact
from .zips import STRANGE, files_in, is_zip

__all__ = ["HandIn", "clean", "hand_ins_in", "other_doubts", "seconds_of"]

# Moodle names a folder, or the start of a file name, by name, number of the participant and kind of submission.
_MOODLE = re.compile(r"(?P<name>[^_]*)_(?P<number>\d+)_assignsubmission_[a-z]+(_.*)?", re.IGNORECASE)
# Canvas names a file by name, LATE, number of the student, number of the attachment, and its own name; students whose
# names are hidden are called anon, with five letters and digits for their number.
_CANVAS = re.compile(r"(?P<name>\w*?)(_LATE)?_(?P<number>\d+|(?<=anon_|LATE_)[A-Za-z0-9]{5})_\d+_.+")
# ILIAS names a folder by last name, first name, login and number.
_ILIAS = re.compile(r"[^_]+_[^_]+_(?P<number>.+)_\d+")
LONGEST_NAME = 100
CLOCK = 60  # seconds that a clock may jump when it is set right
# Zips have no time zones, and two of them can be this far apart.
ZONES = 26 * 3600
YEARS = range(2000, 2100)  # years near the calendar's ends overflow in other time zones


@dataclass
class HandIn:
    """A file that was handed in.

    ``file``: its place in the folder. ``name``, ``number``: how the learning system calls the student; a folder without
    such names has no numbers. ``says``: the name in the file. ``digest``: that of its answers, if there are any.
    ``doubts``: sentences on what must be looked at. ``is_readable``: whether it holds answers.
    """

    file: str
    name: str
    number: str
    says: str = ""
    digest: str = ""
    doubts: list = field(default_factory=list)
    is_readable: bool = False

    @property
    def student(self):
        """What tells students apart; two of them may have one name."""
        return self.name, self.number

    @property
    def why(self):
        """All that is doubtful about it."""
        return " ".join(self.doubts)


def hand_ins_in(folder):
    """Yield each file of a folder or a zip, and its content, None if it holds no answers that can be read.

    Only one content is in the memory at a time, so a class may be large. A folder that doesn't exist raises a
    ValueError.
    """
    folder = Path(folder)
    if not folder.is_dir() and not (folder.is_file() and is_zip(folder.name)):
        raise ValueError(f"hand-ins must be in a folder or a zip. There is none at {folder}.")
    names = Counter()
    for found in files_in(folder):
        parts = found.parts[1:] if folder.is_file() and len(found.parts) > 1 else found.parts
        file = clean("/".join(parts), 300)
        names[file] += 1  # a zip may hold a name twice
        file = file if names[file] == 1 else f"{file} ({names[file]})"
        # macOS writes accents as signs of their own.
        sender = _sender_of([unicodedata.normalize("NFC", part) for part in parts])
        name, number = (clean(one, LONGEST_NAME) for one in sender)
        hand_in = HandIn(file, name or file, number)
        try:
            data = _read(found, hand_in)
        except (ValueError, RecursionError, MemoryError) as error:
            hand_in.doubts = [clean(str(error) or type(error).__name__, 300)]
            data = None
        yield hand_in, data


def _sender_of(parts):
    """Find how a learning system called the student, from the names of folders and zips and of the file."""
    for part in parts:
        if found := _MOODLE.fullmatch(part):
            return found["name"], found["number"]
    for part in parts:
        if "." in part and (found := _CANVAS.fullmatch(part)):
            return found["name"], found["number"]
    for part in parts[:-1]:
        if found := _ILIAS.fullmatch(part):
            return part, found["number"]
    stem = re.sub(r"(\.json)?\.\w{1,5}$", "", parts[-1], flags=re.IGNORECASE)
    if len(parts) == 1 or not stem.lower().startswith("answers"):
        return stem, ""
    # The page calls the file answers.json, so the folder or the student's own zip tells whose it is.
    return re.sub(r"\.zip$", "", parts[-2], flags=re.IGNORECASE), ""


def _read(found, hand_in):
    if found.problem:
        raise ValueError(STRANGE if found.problem == STRANGE else f"It can't be read: {found.problem}")
    if not found.content.strip():
        raise ValueError("It's empty.")
    data = answers_in(found.content, "It")
    hand_in.says = clean(unicodedata.normalize("NFC", data["student"]), LONGEST_NAME)
    hand_in.digest = data["digest"] if any(entry["tries"] for entry in data["answers"]) else ""
    if not is_intact(data):
        hand_in.doubts.append("It was edited or damaged after it was saved: its digest doesn't fit its answers.")
    if doubt := _time_doubt(data, found.when):
        hand_in.doubts.append(doubt)
    hand_in.is_readable = True
    return data


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


def _time_doubt(data, when):
    """Say how the times in a file contradict each other, or that of the learning system; empty if all is well.

    The digest does not cover the time at which the file was saved, so any text editor can change it.
    """
    made = seconds_of(data["made"])
    if made is None:
        return f"The time at which it was saved can't be read: {clean(data['made'], 40)!r}."
    times = [one["at"] for entry in data["answers"] for one in entry["tries"] if one.get("at") is not None]
    seconds = [seconds_of(time) for time in times]
    if None in seconds:
        return f"The time of a try can't be read: {clean(times[seconds.index(None)], 40)!r}."
    if later := sum(time > made + CLOCK for time in seconds):
        tries = "1 try in it is" if later == 1 else f"{later} tries in it are"
        return f"{tries} later than the time at which it was saved."
    if when is not None and made > when + ZONES:
        handed_in = datetime.fromtimestamp(when).date()
        return f"It says that it was saved on {data['made'][:10]}, and it was handed in on {handed_in}."
    return ""


def other_doubts(hand_ins, drawn=()):
    """Add the doubts that come from other files: names of other students, the same answers, two files of a student.

    `drawn` are the students for whom questions were drawn. Names are compared by their letters in any order, so that
    "Lovelace, Ada" is "adalovelace"; a name that fits nobody proves nothing. Times are kept to the millisecond, so two
    students don't have the same answers and times by chance.
    """
    readable = [one for one in hand_ins if one.is_readable]
    files, draws, copies = defaultdict(list), defaultdict(set), defaultdict(list)
    for one in readable:
        files[one.student].append(one)
        draws[one.says].add(one.student)
        copies[one.digest].append(one)
    handed, known = ({_letters(name) for name in names} for names in ((one.name for one in readable), drawn))
    for one in readable:
        says, own = _letters(one.says), _letters(one.name)
        if says and says != own and says in (known if own in known else handed):
            one.doubts.append(f"It says that it's by {one.says!r}, and it came from {one.name!r}.")
        elif drawn and len(draws[one.says]) > 1:
            one.doubts.append(f"The questions drawn for {one.says!r} came from {len(draws[one.says])} students.")
        if same := [other.file for other in copies[one.digest] if one.digest and other.student != one.student]:
            one.doubts.append(f"It has the answers and times of {_some(same)}.")
        if others := [other.file for other in files[one.student] if other is not one]:
            one.doubts.append(f"There's more than one file from {one.name!r}: {_some(others)} as well. Count one.")


def _some(files):
    more = f" and {len(files) - 1} other files" if len(files) > 1 else ""
    return f"{clean(files[0], 200)}{more}"


def _letters(name):
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sorted(char for char in plain if char.isalnum()))
