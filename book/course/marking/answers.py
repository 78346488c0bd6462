"""Files of answers as a marker reads them: those that a page or JupyterLab has saved.

An answer is filed under the question's lasting id, together with the question's fingerprint, which changes with the
question.
"""

import json
from pathlib import Path

from aucc_teach.exercises import digest_of
from aucc_teach.exercises._answers import FORMAT, MOST_TRIES, VERSION

__all__ = ["answers_in", "is_intact", "read_answers"]

VERDICTS = ("right", "wrong", "foretold", "")  # homework that was drawn says nothing of an answer


def read_answers(path):
    """Read a file of answers, and check its form. Nothing in it is judged here, and nothing of it is run.

    Returns its content: ``"book"``, ``"assignment"``, ``"student"``, ``"made"``, ``"answers"`` and ``"digest"``, and
    fields of later versions, which can be ignored. A file that is none of answers, of a version that is not known here,
    or of another form is a ValueError.
    """
    path = Path(path)
    return answers_in(path.read_bytes(), path.name)


def answers_in(content, name):
    """The same, of a file's bytes and its name."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{name} is not JSON, or was cut off: {error}.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{name} is no file of answers: its format is not {FORMAT}.")
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
        if not _is_entry(entry):
            raise ValueError(f"answer {i} of {len(answers)} in {name} has not the form of an answer.")
        if len(entry["tries"]) > MOST_TRIES:
            raise ValueError(
                f"{name} has {len(entry['tries'])} tries of {entry['id']}. At most {MOST_TRIES} are kept of each."
            )
    return data


def _is_entry(entry):
    if not isinstance(entry, dict) or not isinstance(entry.get("tries"), list):
        return False
    opened = entry.get("solution_opened")
    return (
        isinstance(entry.get("id"), str)
        and "/" in entry["id"]
        and isinstance(entry.get("asked"), str)
        and all(map(_is_try, entry["tries"]))
        and (opened is None or isinstance(opened, str | bool))
    )


def _is_try(one):
    is_dict = isinstance(one, dict) and "answer" in one and one.get("verdict") in VERDICTS
    return is_dict and (one.get("at") is None or isinstance(one["at"], str))


def is_intact(data):
    """Whether a file's digest is that of its answers.

    If it is not, the file was damaged, or edited carelessly. If it is, that proves nothing: the digest has no secret.
    """
    try:
        return digest_of(data["answers"]) == data["digest"]
    except (ValueError, RecursionError):  # numbers or characters that no page writes
        return False
