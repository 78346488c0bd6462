"""Answers in a file: what a reader saves and hands in.

The page writes the same files (``static/answers.js``), and ``book/course/marking/answers.py`` reads them. An answer is
filed under the question's lasting id, together with the question's fingerprint, which changes with the question.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

from aucc_teach.exercises.digest import digest_of
from aucc_teach.exercises.widget import shown
from aucc_teach.run_scripts import running
from aucc_teach.versions import book_version

__all__ = ["book_version", "save"]

FORMAT = "aucc-teach-answers"
VERSION = 1
MOST_TRIES = 50


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
    entries = [entry for widget in shown for entry in widget.tries]
    # An exercise may have been shown twice: the page's own script puts its tries together.
    merged = running("static/tries.js").mergedEntries([], entries)
    fields = ("id", "asked", "tries", "solution_opened")
    answers = sorted(
        ({name: one[name] for name in fields} for one in merged), key=lambda one: (one["id"], one["asked"])
    )
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
