"""Points that were given by hand: those of an exam, in a table, and those of texts that students wrote."""

import pandas as pd
from roster import as_line, plain_of, read_texts
from spreadsheets import csv_of

from .identity import finder

__all__ = ["points_of_texts", "read_by_hand", "texts_to_read"]


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


# ---- texts: answers to open questions

_TEXTS = ["student", "question", "text", "points"]


def texts_to_read(answers, students):
    """The bytes of a table of the texts to be read, with the points that were given; empty if there is no text.

    From the answers, as `marking.results.answers_of` gives them, and the student of each file that counts.
    """
    found = answers[
        answers["kind"].eq("open")
        & answers["verdict"].isin(["foretold", "read"])
        & answers["file"].isin(list(students))
    ]
    found = found.assign(student=found["file"].map(students), question=found["id"], text=found["shown"])
    return csv_of(_TEXTS, found[_TEXTS].itertuples(index=False, name=None), ids=[0]) if len(found) else b""


def points_of_texts(path, answers, students, roster=None):
    """Read what was given for texts, from such a table: points by file and question.

    A row without points is passed over. What is wrong, such as more points than the question gives, is a ValueError
    that names each line; `answers` says what there is, and `students` the student of each file.
    """
    table = read_texts(path)
    wanted = [name for name in _TEXTS if name != "text"]
    if not set(wanted) <= set(table.columns):
        raise ValueError(f"{path}, line 1: expected are columns {', '.join(wanted)}. Got {', '.join(table)}.")
    find = finder(roster).by_code if roster else lambda code: None
    files = {}
    for file, student in students.items():
        files.setdefault(student, []).append(file)
    open_ones = answers[answers["kind"] == "open"]
    most = open_ones.set_index(["file", "id"])["out of"].to_dict()
    given, wrong, seen = {}, [], {}
    for line, code, question, points in table[wanted].itertuples(name=None):
        if not points.strip():
            continue
        student, question = (find(plain_of(code)) or [plain_of(code)])[0], plain_of(question)
        where, known = as_line(path, line), seen.setdefault((student, question), line)
        places = [(file, question) for file in files.get(student, []) if (file, question) in most]
        got = pd.to_numeric(points.strip().replace(",", "."), errors="coerce")
        if not places:
            wrong.append(f"{where}: a text that was handed in is expected. Got {question!r} of {student!r}.")
        elif known != line:
            wrong.append(f"{where}: {question} of {student} is on line {known} already.")
        elif not 0 <= got <= most[places[0]]:
            wrong.append(f"{where}: {question} gives from 0 to {most[places[0]]:g} points. Got {points!r}.")
        else:
            given |= dict.fromkeys(places, float(got))
    if wrong:
        raise ValueError("\n".join(wrong[:10]))
    return given
