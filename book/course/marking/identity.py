"""Whose files are: by what stands in them, by how a learning system names them, and by what an instructor decides."""

import difflib
import re
import unicodedata
from collections import Counter, defaultdict
from itertools import pairwise
from typing import NamedTuple

from roster import as_line, plain_of, read_texts

__all__ = ["NO_PLACE", "Place", "finder", "identify", "place_of", "read_overrides"]

# As Moodle names a folder, or the beginning of a file: name, number of the participant, kind of the submission.
_MOODLE = re.compile(r"(?P<entry>(?P<name>[^_]*)_(?P<number>\d+)_assignsubmission_[a-z]+)(?P<rest>_.*)?", re.IGNORECASE)
# As Canvas names a file: the name in one word, or "anon"; LATE; number of the student; of the attachment; name.
_CANVAS = re.compile(r"(?P<name>\w*?)(?P<late>_LATE)?_(?P<number>\d+|[A-Za-z0-9]{5})_(?P<file>\d+)_.+")
# As ILIAS names a folder: last name, first name, login, number.
_ILIAS = re.compile(r"(?P<name>[^_]+_[^_]+)_(?P<login>.+)_(?P<number>\d+)")
_HOW = {
    "override": "by the overrides",
    "code": "by what the file says",
    "spelling": "by what the file says, spelled otherwise or another column of the roster",
    "zeros": "by a number that differs in its leading zeros, which a spreadsheet takes away",
    "place": "by the name that the learning system gave",
    "name": "by the name of the file or its folder",
}
LEFT_OUT = "-"
N_NEAREST = 3
_LONG = 4


class Place(NamedTuple):
    """How a learning system has named a file that it gave out.

    ``system``: "moodle", "canvas", "ilias" or "". ``entry``: the name under which it takes a file for the student back.
    ``number``: its number of the student. ``names``: words of the name that may be on a roster. ``is_late``: whether it
    says that the file came late.
    """

    system: str
    entry: str
    number: str
    names: tuple
    is_late: bool


NO_PLACE = Place("", "", "", (), False)


def place_of(parts):
    """How a learning system has named a file, by the names of the folders and zips that it lies in and its own."""
    for part in parts:
        if found := _MOODLE.fullmatch(part):
            return Place("moodle", found["entry"], found["number"], (found["name"],), False)
    for part in parts:
        if "." in part and (found := _CANVAS.fullmatch(part)):
            return Place("canvas", part.rpartition(".")[0], found["number"], (found["name"],), bool(found["late"]))
    for part in parts[:-1]:
        if found := _ILIAS.fullmatch(part):
            return Place("ilias", part, found["number"], (found["login"], found["name"]), False)
    return NO_PLACE


def read_overrides(path, roster=None):
    """Read which student each file is of, or what each wrong code means: a table with "file" and "student".

    The first column holds the name of a file, as the notes give it, or what a file says of its student; the second what
    identifies the student on the roster, or "-" for a file that counts for nobody.
    """
    table = read_texts(path)
    if not {"file", "student"} <= set(table.columns):
        raise ValueError(f'{path} must have the columns "file" and "student". Got {", ".join(table.columns)}.')
    found, lines = {}, {}
    for line, file, student in table[["file", "student"]].itertuples(name=None):
        file, student = plain_of(file), plain_of(student)
        if not student:
            continue
        if found.setdefault(file, student) != student:
            raise ValueError(f"{as_line(path, line)}: {file!r} is of {found[file]!r} in line {lines[file]} already.")
        lines[file] = line
        if roster and student not in roster.students and student != LEFT_OUT:
            nearest = finder(roster).nearest(student)
            raise ValueError(f"{as_line(path, line)}: {student!r} is not on the roster.{_nearest_are(nearest)}")
    return found


def identify(hand_ins, roster=None, overrides=None):
    """Hand-ins with the students that they are of.

    Returns them, how many were known in which way, in words, and the others: for each that is not on the roster, its
    name and the nearest students. Without a roster a file is of whom it names, else of whom its place names.
    """
    overrides, find = overrides or {}, finder(roster) if roster else None
    known, others, ways = [], {}, Counter()
    for one in hand_ins:
        decided = overrides.get(plain_of(one.name)) or overrides.get(one.said)
        if decided == LEFT_OUT:
            ways["override"] += 1
            continue
        student, how = (decided, "override") if decided else find.of(one) if find else (_unlisted(one), None)
        if student is None:
            student = _unlisted(one)
            others[one.name] = find.nearest(*filter(None, [one.said, *one.place.names, one.stem]))
        ways[how] += 1
        known.append(one._replace(student=student))
    words = "; ".join(f"{ways[how]} {said}" for how, said in _HOW.items() if ways[how])
    return known, words, others


def _unlisted(one):
    return one.said or next(filter(None, one.place.names), "") or one.stem


def _nearest_are(nearest):
    return f" Nearest: {', '.join(nearest)}." if nearest else ""


def finder(roster):
    """What finds the students of a roster; made once for each."""
    return _Finder(roster)


class _Finder:
    """Finds students by what a file, or a learning system, says of them."""

    def __init__(self, roster):
        self.roster = roster
        self.by_case = _unique((id.casefold(), id) for id in roster.students)
        self.by_zeros = _unique((id.lstrip("0"), id) for id in roster.students if id.isdigit())
        rows = {id: roster.cells_of(id) for id in roster.students}
        self.by_words = _unique((key, id) for id, cells in rows.items() for key in _keys_of(cells))
        self.by_number = _unique(_numbers(roster, rows))

    def of(self, hand_in):
        """The student of a hand-in and how it was known, or None for both."""
        if hand_in.said and (found := self.by_code(hand_in.said)):
            return found
        if found := self.by_place(hand_in.place):
            return found, "place"
        if not hand_in.place.system and (found := self.by_code(hand_in.stem)):
            return found[0], "name"
        return None, None

    def by_place(self, place):
        """The student that a learning system names, or None."""
        by_number = self.by_number.get(place.number) if place.number else None
        named = {self.by_words.get(key) for name in place.names for key in _foldings(name)} - {None}
        # A number may be that of another list, so where name and number disagree nobody is taken.
        found = named | {by_number} - {None}
        return found.pop() if len(found) == 1 else None

    def by_code(self, code):
        if code in self.roster.students:
            return code, "code"
        ways = [(self.by_case.get(code.casefold()), "spelling")]
        ways.append((self.by_zeros.get(code.lstrip("0")) if code.isdigit() else None, "zeros"))
        ways += [(self.by_words.get(key), "spelling") for key in _foldings(code)]
        ways.append((self.by_number.get(code), "spelling"))
        return next(((found, how) for found, how in ways if found), None)

    def nearest(self, *texts):
        """Students whose names or codes are most like some texts, the nearest first."""
        keys = {**self.by_case, **self.by_words}
        ranked = [
            (difflib.SequenceMatcher(None, key, text).ratio(), key)
            for text in {key for text in texts for key in _foldings(text)}
            for key in difflib.get_close_matches(text, keys, 2 * N_NEAREST)
        ]
        found = dict.fromkeys(keys[key] for _, key in sorted(ranked, reverse=True))
        return [self.roster.shown(id) for id in list(found)[:N_NEAREST]]


def _unique(pairs):
    """What each key means, if it means one thing."""
    found = defaultdict(set)
    for key, id in pairs:
        found[key].add(id)
    return {key: next(iter(ids)) for key, ids in found.items() if key and len(ids) == 1}


def _keys_of(cells):
    """What a student may be called by: each cell with letters in it, two that are side by side, words in any turn."""
    words = [cell for cell in cells if re.search(r"[^\W\d_]", cell)]
    turned = [f"{b} {a}" for a, b in pairwise(words)]
    for cell in words:
        parts = cell.replace(",", " ").split()
        turned += [" ".join(parts[i:] + parts[:i]) for i in range(1, len(parts))]
    together = [f"{a} {b}" for a, b in pairwise(words)]
    logins = [cell.partition("@")[0] for cell in words if "@" in cell]
    for text in [*words, *together, *turned, *logins]:
        yield from _foldings(text)


def _foldings(text):
    """A text without what systems change in names: case, spaces, signs, and accents, which they drop in two ways."""
    text = plain_of(text).casefold()
    german = text.translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"})
    return {re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", one)) for one in (text, german)} - {""}


def _numbers(roster, rows):
    """Numbers that systems may have put into names of files: those of columns that hold a number of each student.

    Such a column is that of Canvas's numbers, one with the same word before each number, as Moodle's "Participant 12",
    or the one that identifies, if its numbers are long enough not to be met by chance.
    """
    for i, name in enumerate(roster.table.header):
        cells = {id: re.fullmatch(r"(\D*?)\s*(\d+)", row[i]) for id, row in rows.items()}
        words = {found[1] for found in cells.values() if found}
        is_sure = plain_of(name) == "ID" or (all(cells.values()) and len(words) == 1 and words != {""})
        for id, found in cells.items():
            if found and (is_sure or (i == roster.column and len(found[2]) >= _LONG)):
                yield found[2], id
