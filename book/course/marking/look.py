"""What must be looked at before scores are written: doubts about files, and the table in which they are decided."""

from collections import Counter

from contents import ROOT
from spreadsheets import harmless, read_table

from aucc_teach.exercises.folders import retired

from .hand_ins import clean

__all__ = ["LOOK", "decided", "read_decisions", "verdict_doubts"]

LOOK = ["file", "name", "number", "score", "why", "decision"]
COUNT, LEAVE_OUT = "count", "leave out"
_SHOWN = 6  # questions that a sentence lists

_FORGED = (
    (("wrong", "impossible"), "The page said right, and it's wrong: {}. Only a function can differ without forgery."),
    (("unclear",), "The page said right, and it can't be read here: {}."),
)
_CHANGED = "It answers another version of these questions, and they aren't marked: {}."
_OTHER_DRAW = "It answers questions that were drawn otherwise, and they aren't marked: {}."


def verdict_doubts(hand_ins, tries, unknown, *, by_key):
    """Add doubts about answers: forged, of another version or draw, to another chapter, to questions of no book."""
    of_file = {one.file: one for one in hand_ins}

    def add(rows, words):
        for file, found in rows.groupby("file", sort=False):
            of_file[file].doubts.append(words.format(_listed(found)))

    is_right = tries["page_verdict"] == "right"
    for marked, words in _FORGED:
        add(tries[is_right & tries["verdict"].isin(marked)], words)
    add(tries[~is_right & (tries["verdict"] == "impossible")], "No field of the page can hold this: {}.")
    add(tries[tries["verdict"] == "changed"], _OTHER_DRAW if by_key else _CHANGED)
    if by_key:
        # The homework page warns of most of them, and a notebook doesn't.
        add(tries[tries["verdict"] == "unclear"], "It can't be read, and may have been meant right: {}.")
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
    table = read_table(path, ["file", "why", "decision"])
    found = {}
    for row, (file, why, decision) in enumerate(table[["file", "why", "decision"]].itertuples(index=False), start=2):
        decision = " ".join(decision.casefold().split())
        if decision not in ("", COUNT, LEAVE_OUT):
            raise ValueError(f"{path}, row {row} ({file}): the decision must be count or leave out. Got {decision!r}.")
        found[_key(file), _key(why)] = decision
    return found


def _key(text):
    return harmless(" ".join(text.split())).replace("'", "")


def decided(hand_ins, decisions, path):
    """Apply decisions to the doubtful files; returns the decision of each by its name, "" where there is none yet.

    A decision holds for the doubts that it was taken on: if others come up, it's asked again. A file that can't be
    marked can't count, and of several files of one student only one can; both raise a ValueError.
    """
    found = {}
    for one in hand_ins:
        if one.doubts:
            found[one.file] = decisions.get((_key(one.file), _key(" ".join(one.doubts))), "")
            if found[one.file] == COUNT and not one.is_readable:
                raise ValueError(f"{path}: {one.file} can't count, because it can't be marked. Leave it out.")
    counts = Counter(one.student for one in hand_ins if one.is_readable and found.get(one.file) in (None, COUNT))
    for one in hand_ins:
        if one.is_readable and counts[one.student] > 1:
            raise ValueError(f"{path}: only one file of {one.name!r} can count. Got {counts[one.student]}.")
    return found
