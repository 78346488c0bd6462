"""Points of an exam that was marked by hand: a table with a row for each student and a column for each question."""

import pandas as pd
from roster import plain_of, read_texts

from .identity import finder

__all__ = ["read_by_hand"]


def read_by_hand(path, most, roster=None):
    """Read the points of each student for each question, of which `most` says what it can give; 1 for others.

    The table may be a roster to which the questions were added: then its column that identifies takes the place of
    "student", and its other columns are passed over. A number is known if a spreadsheet has taken its zeros away.
    Returns a table with a row for each answer, in the form of `marking.results.answers_of`, and what each question can
    give. What is wrong is a ValueError that names each line.
    """
    table = read_texts(path)
    header = [plain_of(name) for name in roster.table.header] if roster else []
    who = "student" if "student" in table or not roster else header[roster.column]
    questions = [name for name in table.columns if name != who and name not in header]
    if who not in table or not questions:
        raise ValueError(
            f"{path}, line 1: expected are the column {who!r} and one for each question. Got {', '.join(table)}."
        )
    find = finder(roster).by_code if roster else lambda code: None
    if unknown := [name for name in most if name not in questions]:
        raise ValueError(f"{path}, line 1: expected are columns {', '.join(most)}. There is no {', '.join(unknown)}.")
    if strange := [name for name in questions if most and name not in most]:
        raise ValueError(f"{path}, line 1: expected are columns {', '.join(most)}. Got {', '.join(strange)} as well.")
    out_of = {name: most.get(name, 1) for name in questions}
    rows, wrong, seen = [], [], {}
    for line, row in zip(table.index, table.map(plain_of).to_dict("records"), strict=True):
        student = (find(row[who]) or [row[who]])[0]
        if not student or student in seen:
            got = f"{student!r}, who is on line {seen[student]}" if student else "none"
            wrong.append(f"{path}, line {line}: a student is expected, each once. Got {got}.")
        seen.setdefault(student, line)
        for name in questions:
            text = row[name].strip().replace(",", ".")
            points = pd.to_numeric(text, errors="coerce") if text else 0.0
            if not 0 <= points <= out_of[name]:
                words = f"question {name} gives from 0 to {out_of[name]:g} points. Got {row[name]!r}."
                wrong.append(f"{path}, line {line}: {words}")
            verdict = "right" if points == out_of[name] else "wrong" if text else "missing"
            rows.append((student, name, name, text, verdict, "", float(points), out_of[name]))
    if wrong:
        raise ValueError("\n".join(wrong[:10]))
    return pd.DataFrame(
        rows, columns=["file", "id", "exercise", "shown", "verdict", "because", "points", "out of"]
    ), out_of
