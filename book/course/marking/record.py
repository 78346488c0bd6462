"""What a marking leaves: its files, those of each marking before it, and whose mark has moved since, and why."""

import io
from itertools import pairwise

import pandas as pd
from spreadsheets import csv_of
from writing import FOR_SPREADSHEETS

from aucc_teach._files import write_at_once

__all__ = ["BEFORE", "as_csv", "write_record"]

BEFORE = "before"
MARKS, ANSWERS, MOVED = "marks.csv", "answers.csv", "moved.csv"
COLUMNS = ["marking", "student", "before", "out of before", "after", "out of after", "why"]


def as_csv(table):
    """Write a table as it is opened in a spreadsheet, in which no text becomes a formula."""
    ids = [i for i, name in enumerate(table.columns) if name == "student"]
    return csv_of(table.columns, table.itertuples(index=False, name=None), ids=ids)


def write_record(out, files):
    """Write the files of a marking, by name, and what has moved; what was there before is kept, in ``before/1`` and on.

    Nothing is kept twice: if all files are what they were, nothing is written. Returns the marks that this marking has
    moved, the rows of ``moved.csv``.
    """
    kept = sorted((out / BEFORE).glob("[0-9]*"), key=lambda folder: int(folder.name)) if out.is_dir() else []
    there = {name: (out / name).read_bytes() for name in files if (out / name).is_file()}
    if there == files:
        return []
    if there:
        folder = out / BEFORE / str(len(kept) + 1)
        for name, content in there.items():
            _write(folder / name, content)
        kept.append(folder)
    # Each move is found anew from what was kept, so that a run that was ended on its way leaves no wrong one.
    steps = [{name: (folder / name).read_bytes() for name in (MARKS, ANSWERS)} for folder in kept] + [files]
    moved = [_moved(i, *pair) for i, pair in enumerate(pairwise(steps), start=2)]
    if moved:
        _write(out / MOVED, as_csv(pd.concat(moved, ignore_index=True)))
    for name, content in sorted(files.items(), key=lambda one: one[0] == MARKS):  # marks are the last
        _write(out / name, content)
    return moved[-1].to_dict("records") if moved else []


def _write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    write_at_once(path, content)


# ---- what has moved


def _moved(number, before, after):
    """Whose mark the marking of a number has moved, from what to what, and why."""
    (was, answers_then), (now, answers_now) = ((_table(one[MARKS]), _table(one[ANSWERS])) for one in (before, after))
    then, since = _by_question(answers_then), _by_question(answers_now)
    was, now = (table.set_index("student") for table in (was, now))
    rows = []
    for student in dict.fromkeys([*was.index, *now.index]):
        old, new = (table.loc[student] if student in table.index else _NOBODY for table in (was, now))
        pairs = [[row["points"], row["out of"]] for row in (old, new)]
        if pairs[0] != pairs[1]:
            why = _why(old, new, then.get(student, {}), since.get(student, {}))
            rows.append([number, student, *pairs[0], *pairs[1], "; ".join(why)])
    return pd.DataFrame(rows, columns=COLUMNS)


_NOBODY = {"points": "", "out of": "", "file": "", "days late": ""}


def _why(old, new, then, since):
    why = []
    if old["file"] != new["file"]:
        why.append(f"the file that counts is {new['file'] or 'none'}, and was {old['file'] or 'none'}")
    if old.get("days late", "") != new.get("days late", ""):
        why.append(f"days late: {new.get('days late') or 0}, before {old.get('days late') or 0}")
    for id in dict.fromkeys([*then, *since]):
        a, b = then.get(id, _NO_ANSWER), since.get(id, _NO_ANSWER)
        if a["points"] == b["points"] and a["out of"] == b["out of"]:
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


def _by_question(table):
    found = {}
    for row in table.to_dict("records"):
        found.setdefault(row["student"], {})[row["question"]] = row
    return found


def _table(content):
    return pd.read_csv(io.StringIO(content.decode(FOR_SPREADSHEETS)), dtype=str, keep_default_na=False)
