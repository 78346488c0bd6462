"""Decides whose a file is: by its name in a learning system, by the name typed into it, or by an instructor's word."""

import difflib
import re
import unicodedata
from collections import Counter, defaultdict
from itertools import pairwise
from typing import NamedTuple

from roster import as_line, plain_of, read_texts

__all__ = ["NO_PLACE", "Place", "finder", "identify", "place_of", "read_overrides", "unique"]

# Moodle names a folder, or the start of a file name, by name, number of the participant and kind of submission.
_MOODLE = re.compile(r"(?P<entry>(?P<name>[^_]*)_(?P<number>\d+)_assignsubmission_[a-z]+)(?P<rest>_.*)?", re.IGNORECASE)
# Canvas names a file by name in one word or "anon", LATE, number of the student, number of the attachment, name.
_CANVAS = re.compile(r"(?P<name>\w*?)(?P<late>_LATE)?_(?P<number>\d+|[A-Za-z0-9]{5})_(?P<file>\d+)_.+")
# ILIAS names a folder by last name, first name, login and number.
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
# Systems write these in place of a name where hand-ins are marked blind.
_NAMELESS = ("anon", "participant", "teilnehmer", "teilnehmerin")
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
    """Read how a learning system named a file, from the names of its folders and zips and its own."""
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
    find = finder(roster) if roster else None
    for line, file, student in table[["file", "student"]].itertuples(name=None):
        file, student = plain_of(file), plain_of(student)
        if not (file and student):
            continue
        # A spreadsheet may have dropped leading zeros.
        if find and student != LEFT_OUT:
            student = (find.by_code(student) or [student])[0]
        if found.setdefault(file, student) != student:
            raise ValueError(f"{as_line(path, line)}: {file!r} is of {found[file]!r} in line {lines[file]} already.")
        lines[file] = line
        if roster and student not in roster.students and student != LEFT_OUT:
            nearest = find.nearest(student)
            raise ValueError(f"{as_line(path, line)}: {student!r} is not on the roster.{_nearest_are(nearest)}")
    return found


def identify(hand_ins, roster=None, overrides=None, named=()):
    """Hand-ins with the students that they are of.

    The name that the learning system gave a file is that of its student, else what the file says; `named` are students
    whose questions were drawn, without a roster. Returns the hand-ins; how many were known in which way, in words;
    those that are not on the roster, with the nearest students of each; and those that wait for a decision, with the
    reason: the learning system and the file name different students, two accounts name one student, or the times in a
    file contradict each other. Overrides decide, and so they do by the name of a file that waits.
    """
    overrides, find = overrides or {}, finder(roster) if roster else None
    names = {account_of(one.place): one.place.names[0] for one in hand_ins if _is_named(one.place)}
    # Numbers tell apart two students of the same name.
    counts = Counter(names.values())
    listed = {one: name if counts[name] == 1 else f"{name} ({one[1]})" for one, name in names.items()}
    conflict = find.conflict if find else _conflicts_of(names, named)
    accounts_of = {plain_of(name): set() for name in (roster.students if roster else named)}
    known, others, waiting = {}, {}, {}
    for one in hand_ins:
        typed_name = overrides.get(one.typed_name, one.typed_name)
        decided = overrides.get(plain_of(one.name)) or (LEFT_OUT if typed_name == LEFT_OUT else None)
        student, how = decided, "override"
        if not decided:
            if why := " ".join(filter(None, [conflict(one.place, typed_name), one.doubt])):
                waiting[one.name] = why
                continue
            student, how = find.of(one.place, typed_name, one.stem) if find else (None, "code")
            if student is None:
                student = listed.get(account_of(one.place)) or typed_name or one.stem
                if find:
                    others[one.name] = find.nearest(*filter(None, [typed_name, *one.place.names, one.stem]))
            named_student = student if find else typed_name
            if named_student in accounts_of and how != "place" and one.place.system:
                account = account_of(one.place)
                accounts_of[named_student].add(names.get(account, account))
            how = "override" if how in ("code", "spelling") and typed_name != one.typed_name else how
        known[one.name] = one._replace(student=student), how
    for one, _ in list(known.values()):
        named_student = one.student if find else one.typed_name
        if len(accounts_of.get(named_student, ())) > 1 and not overrides.get(plain_of(one.name)):
            waiting[one.name] = f"Several accounts of the learning system handed in files of {named_student!r}."
            del known[one.name]
    ways = Counter(how for _, how in known.values())
    words = "; ".join(f"{ways[how]} {way}" for how, way in _HOW.items() if ways[how]) if find else ""
    return [one for one, _ in known.values() if one.student != LEFT_OUT], words, others, waiting


def account_of(place):
    """Return what identifies an account of a learning system."""
    return place.system, place.number


def _conflicts_of(names, drawn):
    """Make a function that tells, without a roster, whether a file names another student than its account."""
    called = defaultdict(set)
    for account, name in names.items():
        for key in _foldings(name):
            called[key].add(account)
    students = set().union(*map(_foldings, drawn))

    def conflict(place, typed_name):
        own, folded = account_of(place), _foldings(typed_name)
        if own not in names or any(own in called.get(key, ()) for key in folded):
            return ""
        is_other = any(key in called for key in folded)
        # Questions may have been drawn for names of the system, or for pseudonyms.
        is_other |= bool(folded & students and _foldings(names[own]) & students)
        return _two_names(place, typed_name) if is_other else ""

    return conflict


def _two_names(place, typed_name):
    return f"The learning system names {place.names[-1]!r}, and the file {typed_name!r}."


def _is_named(place):
    return any(name and not _foldings(name) & set(_NAMELESS) for name in place.names)


def _nearest_are(nearest):
    return f" Nearest: {', '.join(nearest)}." if nearest else ""


def finder(roster):
    """Make a finder for the students of a roster."""
    return _Finder(roster)


class _Finder:
    """Finds students by the name in a file or in a learning system."""

    def __init__(self, roster):
        self.roster = roster
        self.by_case = unique((id.casefold(), id) for id in roster.students)
        self.by_zeros = unique((id.lstrip("0"), id) for id in roster.students if id.isdigit())
        rows = {id: roster.cells_of(id) for id in roster.students}
        self.by_words = unique((key, id) for id, cells in rows.items() for key in _keys_of(cells))
        self.by_number = unique(_numbers(roster, rows))
        self.words = {id: set().union(*map(_words, cells)) for id, cells in rows.items()}
        columns = (column for i, column in enumerate(zip(*rows.values(), strict=True)) if i != roster.column)
        self.has_names = any(2 * len({one for one in column if _words(one)}) > len(rows) for column in columns)

    def of(self, place, typed_name, stem):
        """Find the student of a file and how it was known; None for both if nobody fits."""
        if found := self.by_place(place):
            return found, "place"
        if typed_name and (found := self.by_code(typed_name)):
            return found
        if not place.system and (found := self.by_code(stem)):
            return found[0], "name"
        return None, None

    def conflict(self, place, typed_name):
        """Say that a file names another student than the learning system does; empty if it does not."""
        code = self.by_code(typed_name) if typed_name else None
        if code is None:
            return ""
        if placed := self.by_place(place):
            is_other = placed != code[0]
        else:  # the account is not on the roster, or the roster has more or fewer of its names
            is_other = self.has_names and _is_named(place) and not self._is_called(code[0], place)
        return _two_names(place, typed_name) if is_other else ""

    def _is_called(self, student, place):
        return any(words and words <= self.words[student] for words in map(_words, place.names))

    def by_place(self, place):
        """Find the student that a learning system names; None if nobody fits."""
        by_number = self.by_number.get(place.number) if place.number else None
        named = {self.by_words.get(key) for name in place.names for key in _foldings(name)} - {None}
        # The number may come from another list, so nobody is taken where name and number disagree.
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
        """List the students whose names or codes are most like the texts, the nearest first."""
        keys = {**self.by_case, **self.by_words}
        ranked = [
            (difflib.SequenceMatcher(None, key, text).ratio(), key)
            for text in {key for text in texts for key in _foldings(text)}
            for key in difflib.get_close_matches(text, keys, 2 * N_NEAREST)
        ]
        found = dict.fromkeys(keys[key] for _, key in sorted(ranked, reverse=True))
        return [self.roster.shown(id) for id in list(found)[:N_NEAREST]]


def unique(pairs):
    """Map each key to its value, for keys with a single value."""
    found = defaultdict(set)
    for key, id in pairs:
        found[key].add(id)
    return {key: next(iter(ids)) for key, ids in found.items() if key and len(ids) == 1}


def _keys_of(cells):
    """Yield what a student may be called: cells with letters, two neighbours together, words in any rotation."""
    words = [cell for cell in cells if re.search(r"[^\W\d_]", cell)]
    turned = [f"{b} {a}" for a, b in pairwise(words)]
    for cell in words:
        parts = cell.replace(",", " ").split()
        turned += [" ".join(parts[i:] + parts[:i]) for i in range(1, len(parts))]
    together = [f"{a} {b}" for a, b in pairwise(words)]
    logins = [cell.partition("@")[0] for cell in words if "@" in cell]
    for text in [*words, *together, *turned, *logins]:
        yield from _foldings(text)


def _words(text):
    """Collect the words of a text as systems may write them, without words that have a digit."""
    return {fold for word in re.findall(r"[^\W\d_]{2,}", plain_of(text)) for fold in _foldings(word)}


def _foldings(text):
    """Strip from a text what systems change in names: case, spaces, signs, and accents, which they drop in two ways."""
    text = plain_of(text).casefold()
    german = text.translate({ord("ä"): "ae", ord("ö"): "oe", ord("ü"): "ue"})
    return {re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", one)) for one in (text, german)} - {""}


def _numbers(roster, rows):
    """Yield numbers that systems may have put into file names, from columns with a number for each student.

    These are the column of Canvas's numbers, a column with one word before each number, as Moodle's "Participant 12",
    and the column that identifies, if its numbers are too long to match by chance.
    """
    for i, name in enumerate(roster.table.header):
        cells = {id: re.fullmatch(r"(\D*?)\s*(\d+)", row[i]) for id, row in rows.items()}
        words = {found[1] for found in cells.values() if found}
        is_sure = plain_of(name) == "ID" or (all(cells.values()) and len(words) == 1 and words != {""})
        for id, found in cells.items():
            if found and (is_sure or (i == roster.column and len(found[2]) >= _LONG)):
                yield found[2], id
