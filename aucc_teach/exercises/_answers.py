"""Answers in a file: what a reader saves and hands in, and what a marker reads.

The page writes the same files (``static/answers.js``). An answer is filed under the question's lasting id, together
with the question's fingerprint, which changes with the question.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

from aucc_teach._version import book_version
from aucc_teach.exercises._digest import digest_of
from aucc_teach.exercises._exercise import shown

__all__ = ["book_version", "is_intact", "read_answers", "save"]

FORMAT = "aucc-teach-answers"
VERSION = 1
MOST_TRIES = 50
VERDICTS = ("right", "wrong", "foretold", "")  # homework that was drawn says nothing of an answer


def save(path, *, student="", assignment=""):
    """Save what was answered in this kernel, in the form in which a page of the book saves its answers.

    A file holds every try of each question that was shown by :func:`show` and answered, at most 50 of them: the answer,
    its time and its verdict, and not the reader's name unless it is given. Its digest shows damage and careless edits.
    It is no proof of who answered, or how: a valid file can be made by hand.

    Parameters
    ----------
    path : path
        File to write, such as ``"answers.json"``. It is replaced if it exists.
    student : str, optional
        Name or pseudonym.
    assignment : str, optional
        What the answers are for.

    Returns
    -------
    int
        Number of questions with a try.

    Raises
    ------
    ValueError
        If nothing was answered, so that there is nothing to save.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.exercises.show("ex-pairs-noise", folder="book")
    Exercise('ex-pairs-noise')
    >>> at.exercises.save("answers.json")
    Traceback (most recent call last):
    ...
    ValueError: there are no answers yet: show an exercise by at.exercises.show, and answer its questions.
    """
    entries = {}
    for widget in shown:
        for entry in widget.tries:
            _merge(entries, entry)
    answers = [entries[key] for key in sorted(entries)]
    if not any(entry["tries"] for entry in answers):
        raise ValueError("there are no answers yet: show an exercise by at.exercises.show, and answer its questions.")
    data = {
        "format": FORMAT,
        "version": VERSION,
        "book": book_version(),
        "assignment": assignment,
        "student": student,
        "made": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "answers": answers,
        "digest": digest_of(answers),
    }
    Path(path).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return sum(bool(entry["tries"]) for entry in answers)


def _merge(entries, entry):
    """Add an entry to those by id and fingerprint: an exercise may have been shown twice."""
    key = entry["id"], entry["asked"]
    own = entries.get(key, {"tries": [], "solution_opened": None})
    tries = sorted([*own["tries"], *entry["tries"]], key=lambda one: one["at"] or "")
    if len(tries) > MOST_TRIES:
        tries = [tries[0], *tries[1 - MOST_TRIES :]]
    opened = sorted(filter(None, (own["solution_opened"], entry["solution_opened"])))
    entries[key] = {"id": key[0], "asked": key[1], "tries": tries, "solution_opened": next(iter(opened), None)}


def read_answers(path):
    """Read a file of answers, and check its form. Nothing in it is judged here, and nothing of it is run.

    Parameters
    ----------
    path : path
        File that a page or :func:`save` has written.

    Returns
    -------
    dict
        The content: ``"book"``, ``"assignment"``, ``"student"``, ``"made"``, ``"answers"`` and ``"digest"``, and
        fields of later versions, which can be ignored. :func:`is_intact` compares the digest.

    Raises
    ------
    ValueError
        If it is no file of answers, is of a version that is not known here, or has not the form that it says.
    OSError
        If it cannot be read.

    Examples
    --------
    >>> import json, tempfile
    >>> from pathlib import Path
    >>> import aucc_teach as at
    >>> path = Path(tempfile.mkdtemp()) / "answers.json"
    >>> _ = path.write_text(json.dumps({"format": "aucc-teach-answers", "version": 2}))
    >>> at.exercises.read_answers(path)
    Traceback (most recent call last):
    ...
    ValueError: answers.json is of version 2 of the format aucc-teach-answers, and version 1 is read here.
    """
    path = Path(path)
    try:
        data = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name} is not JSON, or was cut off: {error}.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{path.name} is no file of answers: its format is not {FORMAT}.")
    if str(data.get("version")).partition(".")[0] != str(VERSION):
        raise ValueError(
            f"{path.name} is of version {data.get('version')} of the format {FORMAT}, and version {VERSION} is read "
            "here."
        )
    book, answers = data.get("book"), data.get("answers")
    texts = [data.get(name) for name in ("assignment", "student", "made", "digest")]
    texts += [book.get(name) for name in ("version", "build")] if isinstance(book, dict) else [None]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{path.name} lacks what each file of answers has: book, assignment, student, made, digest.")
    if not isinstance(answers, list):
        raise ValueError(f"{path.name} holds no list of answers.")
    for i, entry in enumerate(answers, start=1):
        if not _is_entry(entry):
            raise ValueError(f"answer {i} of {len(answers)} in {path.name} has not the form of an answer.")
        if len(entry["tries"]) > MOST_TRIES:
            raise ValueError(
                f"{path.name} has {len(entry['tries'])} tries of {entry['id']}. At most {MOST_TRIES} are kept of each."
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

    Parameters
    ----------
    data : dict
        What :func:`read_answers` returns.

    Returns
    -------
    bool
        Whether they agree.

    Raises
    ------
    KeyError
        If the dictionary has no answers or no digest, which :func:`read_answers` refuses.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.exercises.is_intact({"answers": [], "digest": at.exercises.digest_of([])})
    True
    """
    try:
        return digest_of(data["answers"]) == data["digest"]
    except (ValueError, RecursionError):  # numbers or characters that no page writes
        return False
