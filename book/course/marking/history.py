"""Keeps the files of a marking and of those before it, and finds whose mark has moved since, and why."""

import shutil
from itertools import pairwise

import pandas as pd
from roster import read_texts
from spreadsheets import csv_of

from aucc_teach.files import write_at_once

from .identity import unique

__all__ = ["BEFORE", "as_csv", "write_record"]

BEFORE = "before"
MARKS, ANSWERS, MOVED = "marks.csv", "answers.csv", "moved.csv"
COLUMNS = ["marking", "student", "before", "out of before", "after", "out of after", "why"]


def as_csv(table):
    """Write a table for spreadsheets, in which no text becomes a formula."""
    ids = [i for i, name in enumerate(table.columns) if name == "student"]
    return csv_of(table.columns, table.itertuples(index=False, name=None), ids=ids)


def write_record(out, files):
    """Write the files of a marking, by name, and ``moved.csv``; earlier files are kept in ``before/1`` and on.

    If no file has changed, none is written or kept again. Returns the marks that this marking has moved, the rows of
    ``moved.csv``.
    """
    there = {name: (out / name).read_bytes() for name in files if (out / name).is_file()}
    kept = _kept_in(out)
    if there and there != files:
        folder, new = (out / BEFORE / f"{start}{len(kept) + 1}" for start in ("", "."))
        shutil.rmtree(new, ignore_errors=True)  # an interrupted marking left it
        for name, content in there.items():
            _write(new / name, content)
        new.rename(folder)
        kept.append(folder)
    if there != files:
        for name, content in sorted(files.items(), key=lambda one: one[0] == MARKS):  # marks come last
            _write(out / name, content)
    # All moves are computed again from the kept files, so an interrupted marking cannot leave a wrong one.
    markings = [(i, folder) for i, folder in enumerate([*kept, out], start=1) if _is_marking(folder)]
    moved = [_moved(number, before, after) for (_, before), (number, after) in pairwise(markings)]
    if moved:
        _write(out / MOVED, as_csv(pd.concat(moved, ignore_index=True)))
    return moved[-1].to_dict("records") if moved and there != files else []


def _kept_in(out):
    folders = (
        [folder for folder in (out / BEFORE).iterdir() if folder.name.isdecimal()] if (out / BEFORE).is_dir() else []
    )
    return sorted(folders, key=lambda folder: int(folder.name))


def _is_marking(folder):
    return all((folder / name).is_file() for name in (MARKS, ANSWERS))


def _write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    write_at_once(path, content)


# ---- marks that moved


def _moved(number, before, after):
    """Compare two markings, in folders; returns whose mark has moved, from what to what, and why."""
    now = _rows(after / MARKS, ["student", "points", "out of", "file"]).set_index("student")
    # A spreadsheet that saved the earlier table may have dropped leading zeros.
    by_zeros = unique((student.lstrip("0"), student) for student in now.index)

    def known_as(student):
        return student if student in now.index else by_zeros.get(student.lstrip("0"), student)

    was = _rows(before / MARKS, ["student", "points", "out of", "file"], known_as).set_index("student")
    then, since = (_by_question(_rows(folder / ANSWERS, _OF_ANSWERS, known_as)) for folder in (before, after))
    was, now = (table[~table.index.duplicated()].to_dict("index") for table in (was, now))
    rows = []
    for student in dict.fromkeys([*was, *now]):
        old, new = (table.get(student, _NOBODY) for table in (was, now))
        pairs = [[row["points"], row["out of"]] for row in (old, new)]
        if not _are_same(*pairs):
            why = _why(old, new, then.get(student, {}), since.get(student, {}))
            rows.append([number, student, *pairs[0], *pairs[1], "; ".join(why)])
    return pd.DataFrame(rows, columns=COLUMNS)


def _rows(path, columns, known_as=str):
    """Read a table of a marking, which somebody may have changed since."""
    table = read_texts(path)
    if missing := [name for name in columns if name not in table.columns]:
        raise ValueError(
            f"{path} must have the columns {', '.join(columns)}, to say whose mark has moved. It has no "
            f"{', '.join(missing)}. Put it back as it was written, or take its folder away."
        )
    return table.assign(student=table["student"].map(known_as))


def _are_same(some, others):
    """Tell whether numbers are the same, whether they have a decimal point or a comma."""
    return [text.replace(",", ".") for text in some] == [text.replace(",", ".") for text in others]


_NOBODY = {"points": "", "out of": "", "file": ""}


def _why(old, new, then, since):
    why = []
    if old["file"] != new["file"]:
        why.append(f"the file that counts is {new['file'] or 'none'}, and was {old['file'] or 'none'}")
    for id in dict.fromkeys([*then, *since]):
        a, b = then.get(id, _NO_ANSWER), since.get(id, _NO_ANSWER)
        if _are_same([a["points"], a["out of"]], [b["points"], b["out of"]]):
            continue
        if b["because"] != a["because"]:
            why.append(f"{id}: {b['because'] or 'the correction was taken back'}")
        elif b["answer"] != a["answer"]:
            why.append(f"{id}: another answer counts")
        elif b["verdict"] != a["verdict"]:
            why.append(f"{id}: its verdict is {b['verdict'] or 'none'}, and was {a['verdict'] or 'none'}")
        else:
            why.append(f"{id}: the question has other points")
    return why or ["the rules have changed"]


_NO_ANSWER = dict.fromkeys(("answer", "verdict", "points", "out of", "because"), "")
_OF_ANSWERS = ["student", "question", *_NO_ANSWER]


def _by_question(table):
    found = {}
    for row in table.to_dict("records"):
        found.setdefault(row["student"], {})[row["question"]] = row
    return found
