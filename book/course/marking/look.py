"""What must be looked at before scores are written: doubts about files, and the table in which they are decided."""

from collections import Counter

from contents import ROOT
from lms_tables import read_columns
from spreadsheets import harmless

from aucc_teach.exercises.folders import retired

from .hand_ins import clean

__all__ = ["COUNT", "COUNTS", "LOOK", "decided", "read_decisions", "verdict_doubts"]

LOOK = ["file", "name", "number", "score", "why", "decision"]
COUNT, LEAVE_OUT = "count", "leave out"
COUNTS = {COUNT: "yes", LEAVE_OUT: "no", "": "not decided"}
_SHOWN = 6  # questions that a sentence lists


def verdict_doubts(hand_ins, tries, unknown, *, by_key):
    """Add doubts about answers: forged, of another version or draw, to another chapter, to questions of no book."""
    of_file = {one.file: one for one in hand_ins}
    verdict, is_right = tries["verdict"], tries["page_verdict"] == "right"
    version = "were drawn otherwise" if by_key else "have another version now"
    for is_doubtful, words in (
        (
            is_right & verdict.isin(["wrong", "impossible", "unclear"]),
            "The page said right, and it isn't: {}. Only a function can differ without forgery.",
        ),
        (~is_right & (verdict == "impossible"), "No field of the page can hold this: {}."),
        (verdict == "changed", f"It answers questions that {version}, and they aren't marked: {{}}."),
        # The homework page warns of most of them, and a notebook doesn't.
        (by_key & (verdict == "unclear"), "It can't be read, and may have been meant right: {}."),
    ):
        for file, found in tries[is_doubtful].groupby("file", sort=False):
            of_file[file].doubts.append(words.format(_listed(found)))
    gone = retired(folder=ROOT / "book")
    for file, ids in unknown.items():
        if strange := list(dict.fromkeys(id for id in ids if id not in gone)):
            of_file[file].doubts.append(f"It answers questions that this book doesn't have: {_some(strange)}.")
    answered = set(tries["file"])
    for one in hand_ins:
        if one.is_readable and one.file not in answered and not unknown.get(one.file):
            one.doubts.append("It answers nothing that was set: it's from another chapter, or empty.")


def _listed(rows):
    """List ids of questions, with short answers beside them."""
    shown = {row.id: f"{row.id} ({row.shown})" if 0 < len(row.shown) < 25 else row.id for row in rows.itertuples()}
    return _some(list(shown.values()))


def _some(names):
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return clean(", ".join(names[:_SHOWN]), 400) + more


def read_decisions(path):
    """Read a filled table: the decision by file and doubt, as a spreadsheet has left them."""
    found = {}
    for row, file, why, decision in read_columns(path, ["file", "why", "decision"]).itertuples():
        decision = " ".join(decision.casefold().split())
        if decision not in COUNTS:
            raise ValueError(f"{path}, row {row} ({file}): the decision must be count or leave out. Got {decision!r}.")
        found[_key(file), _key(why)] = decision
    return found


def _key(text):
    return harmless(" ".join(text.split())).replace("'", "")


def decided(hand_ins, decisions, path):
    """Apply decisions to the doubtful files; returns the decision on each file by its name, "" where there is none yet.

    A decision holds for the doubts that it was taken on: if others come up, it's asked again. A file that can't be
    marked can't count, and of several files of one student only one can; both raise a ValueError.
    """
    found = {}
    for one in hand_ins:
        found[one.file] = decisions.get((_key(one.file), _key(one.why)), "") if one.doubts else COUNT
        if found[one.file] == COUNT and not one.is_readable:
            raise ValueError(f"{path}: {one.file} can't count, because it can't be marked. Leave it out.")
    counts = Counter(one.student for one in hand_ins if found[one.file] == COUNT)
    for (name, _), count in counts.items():
        if count > 1:
            raise ValueError(f"{path}: only one file of {name!r} can count. Got {count}.")
    return found
