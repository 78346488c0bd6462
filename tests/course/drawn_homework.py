"""Draws homework for tests, and makes files of answers that students might hand in."""

import hashlib
import zipfile

import brute_force
import drawn_questions
import homework
from families import FAMILIES

from aucc_teach.exercises import digest_of

SECRET = b"0123456789abcdef0123456789abcdef"
STUDENTS = ("ada", "Grace H.", "Émile </script>")
ASSIGNMENT = "Week 1"
MADE = "2026-05-12T10:00:00Z"
# The lines of the proof would show the method of the other two.
ALL = [family for name, family in FAMILIES.items() if name not in ("expected-c", "ari")]


def written(out, students=STUDENTS, families=ALL, **options):
    options = {"n": len(families), "secret": SECRET, "assignment": ASSIGNMENT, **options}
    homework.write_homework({name: f"folder of {name.split()[0]}" for name in students}, out, families, **options)
    return out


def pages_of(out):
    """The page of each student, by the folder."""
    with zipfile.ZipFile(out / "pages.zip") as pages:
        return {name.removesuffix("/page.html"): pages.read(name).decode() for name in pages.namelist()}


def questions_of(key, student):
    return [question for item in key["students"][student] for question in item["questions"]]


def right_answer(item, question):
    """Make a right answer, as the page saves it, from the printed text alone."""
    place = item["questions"].index(question)
    seen = [one["seen"] for one in item["questions"]]
    solved = brute_force.solve(item["family"], item["text"], seen)[place]
    kind = question["seen"]["kind"]
    if kind == "objects":
        return [question["seen"]["options"].index(name) for name in solved]
    if kind == "break":
        return {"way": "false", "fields": [" | ".join(sorted(next(iter(solved))))], "reason": None}
    return solved if kind == "order" else str(solved)


def handed_in(key, student, answer_of):
    """Make the file of a student; `answer_of` answers each question, and None leaves it out."""
    answers = []
    for item in key["students"][student]:
        for question in item["questions"]:
            answer = answer_of(item, question)
            tries = [] if answer is None else [{"at": MADE, "answer": answer, "verdict": ""}]
            answers.append({"id": question["id"], "asked": question["asked"], "tries": tries, "solution_opened": False})
    made = {"format": "aucc-teach-answers", "version": 1, "assignment": key["assignment"], "student": student}
    made |= {"book": {"version": "0.2.0", "build": ""}, "made": MADE}
    return made | {"answers": answers, "digest": digest_of(answers)}


def tempted(item, question):
    """Return the wrong answer of the first foreseen mistake."""
    key = question["key"]
    return key["tempting"][0][0] if key.get("tempting") else None


def check_file(made, student):
    assert (made["format"], made["version"]) == ("aucc-teach-answers", 1)
    assert (made["assignment"], made["student"]) == (ASSIGNMENT, student)
    assert made["book"]["version"]
    digest = hashlib.sha256(drawn_questions.canonical(made["answers"]).encode()).hexdigest()
    assert made["digest"] == digest
