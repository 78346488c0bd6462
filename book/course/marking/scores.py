"""Points for the answers that count, the scores of the files, and whose score has moved since an earlier marking."""

from pathlib import Path

import pandas as pd
from lms_tables import read_columns

from aucc_teach.exercises.folders import is_prediction

__all__ = ["MOVED", "SCORES", "VERDICTS", "answers_of", "moved_since", "read_before", "scores_of"]

SCORES = ["name", "number", "score"]
VERDICTS = [
    *("name", "number", "file", "counts"),
    *("question", "answer", "verdict", "mistake", "points", "out of", "because"),
]
MOVED = ["name", "number", "before", "after", "why"]


def answers_of(tries, about, corrections, *, runs=True):
    """Find the last answer of each file to each question, with its points and what it could get.

    Predictions, open questions and answers to a question that is another now have no points. With a correction that
    gives points, files without an answer get a row. Returns the table, and what a file can get at most.
    """
    done = {id: one.do for id, one in corrections.items()}
    worth = {
        id: one.points
        for id, one in about.items()
        if one.is_marked and (runs or one.kind != "write") and done.get(id) != "drop"
    }
    tries = tries[~tries["id"].map(is_prediction).astype(bool)]
    last = tries.groupby(["file", "id"], sort=False).tail(1)
    given = [id for id in worth if done.get(id) == "give"]
    if given:
        every = pd.MultiIndex.from_product([tries["file"].unique(), given], names=["file", "id"])
        missing = every.difference(pd.MultiIndex.from_frame(last[["file", "id"]])).to_frame(index=False)
        last = pd.concat([last, missing.assign(shown="", verdict="missing", because="")], ignore_index=True)
    is_given, is_right = last["id"].isin(given), last["verdict"].eq("right")
    is_marked = is_given | ~last["verdict"].isin(["changed", "not run"])
    last = last.assign(out_of=last["id"].map(worth).astype(float).where(is_marked))
    last["points"] = last["out_of"] * (is_right | is_given)
    reasons = {id: one.because for id, one in corrections.items() if one.do in ("drop", "give")}
    is_moved = last["id"].isin(list(reasons)) & ~(is_given & is_right)
    last["because"] = last["because"].where(~is_moved, last["id"].map(reasons))
    return last, sum(worth.values())


def scores_of(answers, files):
    """Sum up the points of each file; one without a marked answer has 0."""
    return answers.groupby("file")["points"].sum().reindex(files, fill_value=0.0)


# ---- what has moved


def read_before(folder):
    """Read scores and verdicts of an earlier marking from its folder."""
    folder = Path(folder)
    for name in ("scores.csv", "verdicts.csv"):
        if not (folder / name).is_file():
            raise ValueError(f"--before must be the folder of a marking with scores. {folder} has no {name}.")
    return read_columns(folder / "scores.csv", SCORES), read_columns(folder / "verdicts.csv", VERDICTS)


def moved_since(before, scores, verdicts):
    """List whose score is another one than before, from what to what, and why; rows as in ``moved.csv``."""
    was, now = (
        {_key(*row[:2]): [*row[:2], _number(row[2])] for row in rows} for rows in (before[0].to_numpy(), scores)
    )
    then, since = _by_student(before[1]), _by_student(pd.DataFrame(verdicts, columns=VERDICTS))
    rows = []
    for key in dict.fromkeys([*was, *now]):
        *student, _ = now.get(key) or was[key]
        old, new = (found[key][2] if key in found else None for found in (was, now))
        if old != new:
            why = _why(then.get(key, {}), since.get(key, {}))
            rows.append([*student, old, new, "; ".join(why) or "other questions are marked"])
    return rows


def _key(name, number):
    """Compare students as a spreadsheet leaves them: with apostrophes before formulas, and without leading zeros."""
    return tuple(text.replace("'", "").lstrip("0") for text in (name, number))


def _number(cell):
    """Read a number as a spreadsheet leaves it; None if there is none."""
    text = str(cell).replace(",", ".")
    try:
        return None if text in ("", "nan") else round(float(text), 4)
    except ValueError:
        raise ValueError(f"scores and points of --before must be numbers. Got {text!r}.") from None


def _by_student(verdicts):
    """Find the answers that count: for each student, rows by question."""
    found = {}
    for row in verdicts[verdicts["counts"] == "yes"].to_dict("records"):
        found.setdefault(_key(row["name"], row["number"]), {})[row["question"]] = row
    return found


def _why(then, since):
    """Say why a score has moved, for each question whose points have, from the rows of its answers before and now."""
    why, none = [], {"verdict": "none"} | dict.fromkeys(("points", "out of", "because"), "")
    for id in dict.fromkeys([*then, *since]):
        old, new = then.get(id, none), since.get(id, none)
        if all(_number(old[one]) == _number(new[one]) for one in ("points", "out of")):
            continue
        moved = f"the verdict was {old['verdict']}, and is {new['verdict']}"
        back = "the correction was taken back" if old["because"] else moved
        why.append(f"{id}: {new['because'] or back}")
    return why
