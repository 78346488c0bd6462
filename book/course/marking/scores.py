"""Points for the answers that count, the scores of the files, and whose score has moved since an earlier marking."""

from pathlib import Path

import pandas as pd
from spreadsheets import read_table

from aucc_teach.exercises.folders import is_prediction

__all__ = ["MOVED", "SCORES", "VERDICTS", "answers_of", "moved_since", "read_before", "scores_of"]

SCORES = ["name", "number", "score"]
ANSWER = ["question", "answer", "verdict", "mistake", "points", "out of", "because"]
VERDICTS = ["name", "number", "file", "counts", *ANSWER]
MOVED = ["name", "number", "before", "after", "why"]


def answers_of(tries, about, corrections, *, runs=True):
    """Find the last answer of each file to each question, with its points and what it could get.

    Predictions, open questions and answers to a question that is another now have no points. With a correction that
    gives points, files without an answer get a row. Returns the table, and what a file can get at most.
    """
    worth = {
        id: one.points
        for id, one in about.items()
        if one.is_marked and (runs or one.kind != "write") and getattr(corrections.get(id), "do", "") != "drop"
    }
    tries = tries[~tries["id"].map(is_prediction).astype(bool)]
    last = tries.groupby(["file", "id"], sort=False).tail(1)
    given = [id for id in worth if getattr(corrections.get(id), "do", "") == "give"]
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
    scores = read_table(folder / "scores.csv", SCORES)
    verdicts = read_table(folder / "verdicts.csv", VERDICTS)
    return scores, verdicts[verdicts["counts"] == "yes"]


def moved_since(before, scores, verdicts):
    """List whose score is another one than before, from what to what, and why; rows as in ``moved.csv``."""
    old_scores, old_verdicts = before
    was = {_key(*row[:2]): [*row[:2], _number(row[2])] for row in old_scores[SCORES].itertuples(index=False)}
    now = {_key(*row[:2]): [*row[:2], round(row[2], 4)] for row in scores}
    then, since = _by_question(old_verdicts), _by_question(pd.DataFrame(verdicts, columns=VERDICTS))
    rows = []
    for key in dict.fromkeys([*was, *now]):
        *student, _ = now.get(key) or was[key]
        old, new = (scores[key][2] if key in scores else None for scores in (was, now))
        if old != new:
            rows.append([*student, old, new, "; ".join(_why(then.get(key, {}), since.get(key, {})))])
    return rows


def _key(name, number):
    """Compare students as a spreadsheet leaves them: with apostrophes before formulas, and without leading zeros."""
    return _bare(name), _bare(number)


def _bare(text):
    return text.replace("'", "").lstrip("0")


def _number(text):
    try:
        return round(float(text.replace(",", ".")), 4)
    except ValueError:
        raise ValueError(f"scores.csv of --before must hold numbers as scores. Got {text!r}.") from None


def _by_question(table):
    found = {}
    for row in table[table["counts"] == "yes"].to_dict("records"):
        found.setdefault(_key(row["name"], row["number"]), {})[row["question"]] = row
    return found


_NO_ANSWER = dict.fromkeys(ANSWER, "")


def _why(then, since):
    """Say why a score has moved, from the rows of its answers before and now."""
    files = [sorted({row["file"] for row in rows.values()}) for rows in (then, since)]
    if len({tuple(map(_bare, found)) for found in files}) > 1:
        return ["{} counted, and now {}".format(*(", ".join(found) or "no file" for found in files))]
    why = []
    for id in dict.fromkeys([*then, *since]):
        old, new = then.get(id, _NO_ANSWER), since.get(id, _NO_ANSWER)
        if _points(old) == _points(new):
            continue
        if _bare(old["because"]) != _bare(new["because"]):
            why.append(f"{id}: {new['because'] or 'the correction was taken back'}")
        elif _bare(old["answer"]) != _bare(new["answer"]):
            why.append(f"{id}: another answer counts")
        else:
            why.append(f"{id}: the verdict was {old['verdict'] or 'none'}, and is {new['verdict'] or 'none'}")
    return why or ["other questions are marked"]


def _points(row):
    cells = [str(row[one]) for one in ("points", "out of")]
    return [None if cell in ("", "nan") else _number(cell) for cell in cells]
