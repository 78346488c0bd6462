"""A hand-in may hold anything in any field; the others are marked as if it were not there."""

import copy
import json
import os
from pathlib import Path

import pandas as pd
import pytest
from class_of_forty import MONDAY, QUESTIONS, TP, answered, file_of, put, right_answer, tried
from drawn_homework import ALL, handed_in, written
from drawn_homework import right_answer as right_by_key
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


def check_others(folder, files, others, **options):
    """Mark a class with and without odd files: the others keep their marks, and all output can be read."""
    for name, made in (("alone", others), ("all", files | others)):
        mark(put(folder / f"of {name}", made), folder / name / "week1", run=False, **options)
    alone, every = (
        pd.read_csv(folder / name / "week1" / "marks.csv", dtype=str, keep_default_na=False, encoding="utf-8-sig")
        .set_index("student")
        .drop(columns="notes")
        for name in ("alone", "all")
    )
    assert (alone["points"].astype(float) > 0).all()
    pd.testing.assert_frame_equal(every.loc[alone.index], alone)
    for path in (folder / "all" / "week1").iterdir():
        if path.suffix in (".csv", ".html"):
            path.read_bytes().decode("utf-8")


def rules(folder):
    (folder / "course.yml").write_text("assignments:\n  week1:\n    exercises: [ex-pairs-move]\n")
    return folder / "course.yml"


@pytest.mark.slow
def test_every_field_may_hold_anything(tmp_path):
    files = {}
    for kind, id in OF_KIND.items():
        data = file_of(f"of {kind}", [one_answer(id, right_answer(QUESTIONS[id]))])
        # Fields that all kinds share are tried with one kind.
        places = PLACES if kind == "number" else [("answers", 0, "tries", 0, "answer")]
        for place in places:
            for i, value in enumerate(ODD):
                files[f"{kind}-{'-'.join(map(str, place))}-{i}"] = changed(data, place, value)
    # A try without a time is not read before it is judged.
    for i, value in enumerate(ODD):
        untimed = file_of("untimed", [one_answer(TP, "2")])
        untimed["answers"][0]["tries"][0]["at"] = None
        files[f"untimed-{i}"] = changed(untimed, ("answers", 0, "tries", 0, "answer"), value)
    # This file name comes from a disk of another system.
    (tmp_path / "of all").mkdir()
    odd = bytes(tmp_path / "of all") + b"/J\xf6rg_8_assignsubmission_file_.json"
    Path(os.fsdecode(odd)).write_text(json.dumps(file_of("", [one_answer(TP, "2")])))
    good = answered({name: [(TP, "2", "right")] for name in ("ada", "bob")})
    check_others(tmp_path, files, good, course=rules(tmp_path))


@pytest.mark.slow
def test_so_may_every_field_of_drawn_homework(tmp_path):
    written(tmp_path / "drawn", ("ada", "bob"), ALL[:2])
    key = json.loads((tmp_path / "drawn" / "key.json").read_text("utf-8"))
    ada, bob = (handed_in(key, name, right_by_key) for name in ("ada", "bob"))
    files = {
        f"{'-'.join(map(str, place))}-{i}": changed(bob, place, value)
        for place in PLACES
        for i, value in enumerate(ODD)
        if place != ("student",) or value != "ada"
    }
    check_others(tmp_path, files, {"ada": ada}, key=tmp_path / "drawn" / "key.json")
