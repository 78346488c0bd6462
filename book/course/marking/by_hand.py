"""Points of an exam that was marked by hand: a table with a row for each student and a column for each question."""

import pandas as pd
from homework import read_texts

__all__ = ["read_by_hand"]


def read_by_hand(path, most):
    """Read the points of each student for each question, of which `most` says what it can give; 1 for others.

    Returns a table with a row for each answer, in the form of `marking.results.answers_of`, and what each question can
    give. What is wrong is a ValueError that names each line.
    """
    table = read_texts(path)
    if "student" not in table or len(table.columns) < 2:
        raise ValueError(
            f"{path}, line 1: expected are the column 'student' and one for each question. Got {', '.join(table)}."
        )
    questions = [name for name in table.columns if name != "student"]
    if unknown := [name for name in most if name not in questions]:
        raise ValueError(f"{path}, line 1: expected are columns {', '.join(most)}. There is no {', '.join(unknown)}.")
    if strange := [name for name in questions if most and name not in most]:
        raise ValueError(f"{path}, line 1: expected are columns {', '.join(most)}. Got {', '.join(strange)} as well.")
    out_of = {name: most.get(name, 1) for name in questions}
    rows, wrong, seen = [], [], {}
    for line, row in enumerate(table.to_dict("records"), start=2):
        student = " ".join(row["student"].split())
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
