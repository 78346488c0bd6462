"""Reads files of answers, which a page or JupyterLab has saved, and checks their form.

An answer is filed under the question's lasting id, together with the question's fingerprint, which changes with the
question.
"""

import json
import reprlib
from pathlib import Path

from aucc_teach.exercises import digest_of
from aucc_teach.exercises.answers import FORMAT, MOST_TRIES, VERSION

__all__ = ["answers_in", "is_intact", "read_answers"]

# Most levels of nesting in an answer; no page makes as many, and json.dumps fails at some hundreds.
_DEPTH = 20
VERDICTS = ("right", "wrong", "foretold", "")  # pages of drawn homework save no verdict


def answers_in(content, name):
    """Read a file of answers from its bytes, and check its form. Nothing in it is judged or run here.

    Returns its content: ``"book"``, ``"assignment"``, ``"student"``, ``"made"``, ``"answers"`` and ``"digest"``, and
    fields of later versions, which can be ignored. A file of another kind, form or version raises a ValueError.
    """
    try:
        data = json.loads(content)
    except json.JSONDecodeError as error:
        raise ValueError(f"{name} isn't JSON, or was cut off: line {error.lineno}, {error.msg}.") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{name} isn't JSON, or was cut off: {error}.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{name} isn't a file of answers: its format is not {FORMAT}.")
    if str(data.get("version")).partition(".")[0] != str(VERSION):
        raise ValueError(
            f"{name} is of version {data.get('version')} of the format {FORMAT}, and version {VERSION} is read here."
        )
    book, answers = data.get("book"), data.get("answers")
    texts = [data.get(name) for name in ("assignment", "student", "made", "digest")]
    texts += [book.get(name) for name in ("version", "build")] if isinstance(book, dict) else [None]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{name} lacks what each file of answers has: book, assignment, student, made, digest.")
    if not isinstance(answers, list):
        raise ValueError(f"{name} holds no list of answers.")
    for i, entry in enumerate(answers, start=1):
        if wrong := _wrong_in(entry):
            expected, got = wrong
            raise ValueError(f"{name}: answer {i} of {len(answers)} must have {expected}. Got {reprlib.repr(got)}.")
    return data


def read_answers(path):
    """Do the same for a file, by its path."""
    return answers_in(Path(path).read_bytes(), Path(path).name)


def _wrong_in(entry):
    """Find the first mistake in an entry: what is expected, and what is there; None if there is none."""
    if not isinstance(entry, dict):
        return "the form of an answer", entry
    tries, opened = entry.get("tries"), entry.get("solution_opened")
    if not isinstance(entry.get("id"), str) or "/" not in entry["id"]:
        return "an id such as ex-pairs-move/tp", entry.get("id")
    if not isinstance(entry.get("asked"), str):
        return "the fingerprint of its question in 'asked'", entry.get("asked")
    if not isinstance(tries, list):
        return "a list of tries", tries
    if len(tries) > MOST_TRIES:
        return f"at most {MOST_TRIES} tries", f"{len(tries)} of {entry['id']}"
    if opened is not None and not isinstance(opened, str | bool):
        return "a time in 'solution_opened', or nothing", opened
    for one in tries:
        if not isinstance(one, dict) or "answer" not in one:
            return "an answer in each try", one
        if _is_deeper(one["answer"], _DEPTH):
            return f"an answer that is nested at most {_DEPTH} deep", one["answer"]
        if one.get("verdict") not in VERDICTS:
            return f"a verdict of {', '.join(filter(None, VERDICTS))}", one.get("verdict")
        if one.get("at") is not None and not isinstance(one["at"], str):
            return "a time in 'at', or nothing", one["at"]
    return None


def _is_deeper(value, depth):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth < 0 or any(_is_deeper(one, depth - 1) for one in inner)


def is_intact(data):
    """Tell whether the digest of a file fits its answers.

    If not, the file was damaged, or edited carelessly. A digest that fits proves nothing, because it needs no secret.
    """
    try:
        return digest_of(data["answers"]) == data["digest"]
    except (ValueError, RecursionError):  # the file has numbers or characters that no page writes
        return False
