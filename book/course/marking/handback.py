"""Feedback for students: a page for each, in a zip that the learning system takes."""

import io
import re
import zipfile

from answer_key import right_answer
from exam import answer_of
from marked_text import environment
from roster import plain_of

from aucc_teach.versions import book_version, in_words

__all__ = ["asked_by_key", "asked_in_book", "handed_back"]

VERDICTS = {
    "right": "Right",
    "wrong": "Not right",
    "unclear": "Could not be read",
    "impossible": "Not an answer that the page could give",
    "missing": "No answer",
    "changed": "Not marked: it answers another version of the question",
    "not run": "Not marked: functions were not run",
    "foretold": "Not marked",
}
# For these kinds no single answer is right, or the words of the verdict say what is right.
_WITHOUT_RIGHT = ("write", "open", "construct", "predict")
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # one time for all files, so that two runs give the same bytes


def asked_in_book(groups, about, questions):
    """Return a function that lists what was asked; all students share one dict for each exercise of the book."""
    known = {label: (group.title, title) for group in groups for label, title in group.exercises.items()}
    found = {}
    for id, one in about.items():
        question = {"id": id, "prompt": one.prompt, "right": _right_in_book(one.kind, questions[id])}
        chapter, title = known.get(one.exercise, ("", one.exercise))
        of_exercise = {"title": title, "text": f"In the chapter *{chapter}*." if chapter else "", "questions": []}
        found.setdefault(one.exercise, of_exercise)["questions"].append(question)
    return lambda hand_in: list(found.values())


def _right_in_book(kind, question):
    if kind in _WITHOUT_RIGHT:
        return ""
    if kind == "break" and not question.is_true:  # one counterexample is as good as another
        return "It is false."
    # Bold text of the instructor's key becomes a line of its own.
    lines = re.sub(r"\*\* (?!\()", "\n", right_answer(question, str))
    return re.sub(r"\n{2,}", "\n", lines.replace("**", "")).strip()


def asked_by_key(key):
    """Return a function that lists what a student was asked in drawn homework, with the student's own right answers."""
    items = {plain_of(name): of_student for name, of_student in key["students"].items()}

    def of(hand_in):
        name = hand_in.student if hand_in.student in items else hand_in.typed_name
        return [
            {
                "title": f"Question {number}",
                "text": item["text"],
                "questions": [
                    {"id": one["id"], "prompt": one["seen"]["prompt"], "right": _right_by_key(one)}
                    for one in item["questions"]
                ],
            }
            for number, item in enumerate(items[name], start=1)
        ]

    return of


def _right_by_key(question):
    seen, key = question["seen"], question["key"]
    if seen["kind"] in _WITHOUT_RIGHT:
        return ""
    if seen["kind"] == "order":  # the page has no letters for the lines
        ranked = sorted(zip(key["ranks"], seen["items"], strict=True), key=lambda one: one[0])
        return "\n".join(f"{i}. {line}" for i, (_, line) in enumerate(ranked, start=1))
    return "\n".join(answer_of(question))


def handed_back(hand_ins, answers, asked_of, *, title, points, most, how):
    """Make a zip with a page for each student; returns its bytes.

    `answers` has a row for each answer that counts, as it was marked, and ``asked_of(hand_in)`` says what its
    student was asked. `how` has sentences on how the points of a file were computed, by its name. A page shows the
    right answers to questions that the student has answered, and to no others.
    """
    template = environment().get_template("feedback.html")
    by_file = {file: rows.set_index("id").to_dict("index") for file, rows in answers.groupby("file", sort=False)}
    pages = {}
    for one in hand_ins:
        own_answers = by_file.get(one.name, {})
        page = template.render(
            title=title,
            student=one.student,
            points=points.get(one.name),
            most=most,
            how=how.get(one.name),
            exercises=[_with_answers(exercise, own_answers) for exercise in asked_of(one)],
            book=in_words(book_version()),
        )
        pages[_unused(_entry_of(one), pages)] = page
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, page in sorted(pages.items()):
            info = zipfile.ZipInfo(name, _EARLIEST)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, page.encode("utf-8", "replace"))
    return out.getvalue()


def _with_answers(exercise, answers):
    questions = []
    for question in exercise["questions"]:
        found = answers.get(question["id"], {"verdict": "missing", "shown": "", "words": "", "because": ""})
        has_answer = found["verdict"] not in ("missing", "changed", "impossible")
        shown = {"verdict": VERDICTS[found["verdict"]], "is_right": found["verdict"] == "right"}
        shown |= {name: _text(found.get(name)) for name in ("shown", "words", "because")}
        shown |= {name: _number(found.get(name)) for name in ("points", "out of")}
        # A right answer has had its sentence already.
        shows_right = has_answer and found["verdict"] != "right"
        questions.append(question | shown | {"right": question["right"] if shows_right else ""})
    return exercise | {"questions": questions}


def _text(value):
    return value if isinstance(value, str) else ""


def _number(value):
    return value if isinstance(value, int | float) and value == value else None


def _entry_of(hand_in):
    """Return the name under which the learning system accepts a file for the student."""
    system, entry = hand_in.place.system, "".join(filter(str.isprintable, hand_in.place.entry))
    if system == "moodle":
        return f"{entry}/feedback.html"
    if system == "canvas":  # Canvas finds the student by the numbers in the name
        return f"{entry}.html"
    if system == "ilias":
        return f"feedback/{entry}/feedback.html"
    student = re.sub(r"[^\w.@-]", "_", hand_in.student)
    return f"feedback-{student}.html"


def _unused(name, taken):
    stem, dot, ending = name.rpartition(".")
    number = 1
    while name.casefold() in map(str.casefold, taken):
        number += 1
        name = f"{stem}-{number}{dot}{ending}"
    return name
