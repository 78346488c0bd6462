"""A hand-in may hold anything in any field; the others are marked as if it were not there."""

import copy
import json
import os
from pathlib import Path

import pandas as pd
import pytest
from class_of_forty import MONDAY, QUESTIONS, TP, answered, decide, file_of, put, right_answer, tried
from marking.command import mark

from aucc_teach.exercises import digest_of, fingerprint

# One question of each kind for which a right answer is known.
OF_KIND = {
    one.kind: id
    for id, one in reversed(QUESTIONS.items())
    if not id.startswith("pre-") and right_answer(one) is not None
}
PLACES = [
    *[(name,) for name in ("format", "version", "book", "assignment", "student", "made", "answers", "digest")],
    *[("book", name) for name in ("version", "build")],
    ("answers", 0),
    *[("answers", 0, name) for name in ("id", "asked", "tries", "solution_opened")],
    ("answers", 0, "tries", 0),
    *[("answers", 0, "tries", 0, name) for name in ("answer", "verdict", "at")],
]


def nested(depth):
    """Write nested lists as text, because json.dumps refuses deep ones."""
    return Raw("[" * depth + "]" * depth)


class Raw(str):
    """Text that goes into the file as it is, because Python's own writer refuses it."""


ODD = [
    *(None, True, -1, 0.5, -0.0, 1e308, 10**400, "", " ", "x" * 300_000, "\ud800", "\x00\x1b[2J", "=1+1", "</script>"),
    *([], {}, [[]], [None], [{}], [0, 0], [10**30], ["a"], {"": None}, {"fields": [1]}, {"text": 1, "ticked": 2}),
    *({"way": [], "fields": {}, "reason": {}}, {"labels_true": [0.5, "a"], "labels_pred": None}),
    *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00Z", "2026-11-02", "T", "-" * 40),
    *map(Raw, ("NaN", "Infinity", "-Infinity", "1e999", "9" * 5_000, '"\\ud83d"')),
    *map(nested, (60, 900, 100_000)),
]


def changed(data, place, value):
    """Write a file with another value at one place; a `Raw` value stands there as it is."""
    data = copy.deepcopy(data)
    inner = data
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = "\0here" if isinstance(value, Raw) else value
    try:  # the digest fits, where it can be computed
        if place != ("digest",) and not isinstance(value, Raw):
            data["digest"] = digest_of(data["answers"])
    except (ValueError, RecursionError, TypeError, KeyError):
        pass
    text = json.dumps(data)
    return text.replace('"\\u0000here"', value) if isinstance(value, Raw) else text


def one_answer(id, answer):
    asked = fingerprint(QUESTIONS[id])
    return {"id": id, "asked": asked, "tries": [tried(MONDAY, answer, "wrong")], "solution_opened": None}


@pytest.mark.slow
def test_every_field_may_hold_anything(tmp_path):
    """A class is marked with and without odd files: the others keep their scores, and all output can be read."""
    odd = {}
    for kind, id in OF_KIND.items():
        data = file_of(f"of {kind}", [one_answer(id, right_answer(QUESTIONS[id]))])
        # Fields that all kinds share are tried with one kind.
        for place in PLACES if kind == "number" else PLACES[-3:-2]:
            for i, value in enumerate(ODD):
                odd[f"{kind}-{'-'.join(map(str, place))}-{i}"] = changed(data, place, value)
    # This file name comes from a disk of another system.
    (tmp_path / "all").mkdir()
    name = bytes(tmp_path / "all") + b"/J\xf6rg_8_assignsubmission_file_.json"
    Path(os.fsdecode(name)).write_text(json.dumps(file_of("", [one_answer(TP, "2")])))
    good = answered({name: [(TP, "2", "right")] for name in ("other times", "ada", "bob")})
    del good["other times"]
    put(tmp_path / "all", odd | good)
    marked = mark(tmp_path / "all", tmp_path / "out", exercises=["ex-pairs-move"], run=False)
    doubtful = [row[0] for row in marked.look]
    assert len(doubtful) > len(odd) / 3
    assert not {"ada.json", "bob.json"} & set(doubtful)
    look = decide(tmp_path / "out", lambda row: "count" if row["score"] else "leave out")
    mark(tmp_path / "all", tmp_path / "out", exercises=["ex-pairs-move"], run=False, look=look)
    scores = pd.read_csv(tmp_path / "out" / "scores.csv", index_col="name", encoding="utf-8-sig")["score"]
    assert (scores["ada"], scores["bob"]) == (1, 1)
    for path in (tmp_path / "out").iterdir():
        path.read_bytes().decode("utf-8")
