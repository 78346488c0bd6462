"""Keys of drawn homework and exams: writing and reading them, and marking the answers of a student.

A key holds each question as it was issued, so marking needs neither draws nor families.
"""

import json
import re
from pathlib import Path
from typing import NamedTuple

from families.claims import script_of
from families.proofs import Shuffled

from aucc_teach.exercises import judge
from aucc_teach.exercises.records import in_order, question_of_record

__all__ = ["Marked", "mark_homework", "read_key", "write_key"]

FORMAT, VERSION = "aucc-teach-key", 1


class Marked(NamedTuple):
    """A marked answer.

    ``id``, ``family``: the question. ``answer``: the last answer, None without one. ``verdict``: "right", "wrong",
    "unclear" (it cannot be read, or is too vague), "missing" (no answer) or "changed" (an answer to another question
    than the issued one). ``words``: the feedback for the student. ``mistake``: name of the foreseen mistake, or None.
    ``points``: points that it got. ``out_of``: points that it could get.
    """

    id: str
    family: str
    answer: object
    verdict: str
    words: str
    mistake: str | None
    points: float
    out_of: float


def write_key(path, assignment, students):
    """Write the key of an assignment: a list of items, as `draw_items` makes them, for each student."""
    key = {"format": FORMAT, "version": VERSION, "assignment": assignment, "students": students}
    path = Path(path)
    path.write_text(json.dumps(key, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    path.chmod(0o600)  # the key holds all answers


def read_key(path):
    """Read the key of an assignment, for `mark_homework`.

    A file that is not a key, is damaged or has an unknown version raises a ValueError that names the place.
    """
    try:
        key = json.loads(Path(path).read_text("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} is not a key: it is not JSON. {error}") from None
    if not isinstance(key, dict) or key.get("format") != FORMAT:
        raise ValueError(f"{path} is not a key: its format must be {FORMAT!r}.")
    if key.get("version") != VERSION:
        raise ValueError(f"{path} has version {key.get('version')!r} of the format. Known is {VERSION}.")
    if not isinstance(key.get("assignment"), str) or not isinstance(key.get("students"), dict):
        raise ValueError(f"{path} lacks what each key has: assignment, students.")
    for student, items in key["students"].items():
        _refuse_damaged(path, student, items)
    return key


def _refuse_damaged(path, student, items):
    """Refuse items that cannot be marked, because a student must not lose points to a damaged key."""
    place = "the list of items"
    try:
        for place, item in enumerate(items, start=1):
            place = f"item {place}"
            _ = f"{item['label']}{item['family']}"
            for question in item["questions"]:
                place = f"question {question['id']!r}"
                _ = hash(question["asked"]), question["points"] + 0.0
                _ = _issued(question), _sentences(question)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(
            f"{path} is damaged: {place} of {student!r} is not as it was written. {type(error).__name__}: {error}"
        ) from None


def mark_homework(key, answers):
    """Mark the homework of one student by the key: a `Marked` for each question of it, whatever was handed in.

    The answers are the contents of an ``answers.json``, which names the student. A student whom the key does not have,
    and answers to another assignment, are a ValueError.
    """
    name = answers.get("student")
    if name not in key["students"]:
        raise ValueError(f"the key of {key['assignment']!r} has no student {name!r}.")
    if answers.get("assignment") != key["assignment"]:
        raise ValueError(f"the key is that of {key['assignment']!r}. Got answers to {answers.get('assignment')!r}.")
    handed_in = {one.get("id"): one for one in answers.get("answers") or () if isinstance(one, dict)}
    return [
        _marked(item["family"], question, handed_in.get(question["id"]))
        for item in key["students"][name]
        for question in item["questions"]
    ]


def _marked(family, question, handed_in):
    tries = [one for one in (handed_in or {}).get("tries") or () if isinstance(one, dict)]
    answer = next((one["answer"] for one in reversed(tries) if one.get("answer") is not None), None)
    mistake = None
    if answer is None:
        verdict, words = "missing", "There is no answer."
    elif handed_in.get("asked") != question["asked"]:
        verdict, words = "changed", "This is an answer to another question than the one that was issued."
    else:
        try:
            verdict, words, *_ = judge(_issued(question), answer)
        except (ValueError, TypeError, LookupError):
            verdict, words = "unclear", "This is not an answer that the page or the notebook could give."
    if verdict == "wrong":
        mistake = next((f"{family}/{_named(one)}" for one in _sentences(question) if words.startswith(one)), None)
    points = question["points"] if verdict == "right" else 0
    return Marked(question["id"], family, answer, verdict, words, mistake, points, question["points"])


def _sentences(question):
    """List the sentences on foreseen mistakes."""
    key = question["key"]
    says = [words for outcome, words in key.get("says", {}).items() if outcome != "broken"]
    return [*says, *(words for *_, words in (*key.get("tempting", ()), *key.get("before", ())))]


def _named(words):
    """Name a mistake by its first words, because values differ from student to student and words do not."""
    return "-".join(re.findall("[a-z]+", words.lower())[:8])


# ---- questions as they were issued


def _issued(question):
    seen, key = question["seen"], question["key"]
    if seen["kind"] == "order":
        items, more, shown = in_order(seen, key)
        return Shuffled(seen["prompt"], items, **more, shown=shown)
    if seen["kind"] == "break":
        seen = seen | {"script": script_of(seen["claim"], key["broken"], key["holds"])}
    return question_of_record(seen, key)
