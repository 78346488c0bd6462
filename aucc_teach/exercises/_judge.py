"""Judges answers as the page does: by the page's own script, without a page and without a widget.

What a reader can type gets a verdict, and ``"unclear"`` is one: it says that the answer cannot be read, or says too
little to be judged. What no field of the page can hold, such as a text in place of options, is refused by an error.
"""

import json
from fractions import Fraction
from functools import cache, lru_cache
from numbers import Rational, Real

from aucc_teach._quickjs import loaded, one_at_a_time
from aucc_teach.exercises import functions
from aucc_teach.exercises.folders import question_of
from aucc_teach.exercises.lasting_names import mistake_names
from aucc_teach.exercises.result import Result

__all__ = ["judge"]

MOST_DIGITS = 200  # of a number from a computation: the page reads no longer text
SCRIPT = "exercises/static/exercise.js"
CLAIMS = "exercises/static/claims.js"
# A function in JavaScript that makes a judge of the text of a question, which it reads once.
MADE = f"""(text) => {{
  const question = JSON.parse(text);
  return (answer) => JSON.stringify(modules["{SCRIPT}"].judge(question, JSON.parse(answer)));
}}"""


def judge(question, answer, *, folder=None):
    """Judge an answer to a question as the page does, with its words. No widget is made.

    Parameters
    ----------
    question : str or question
        Id of the question: the exercise's label and the question's name, such as
        ``"ex-pairs-move/tp"``, or its place among the questions of the exercise, from 1 on, such as
        ``"ex-pairs-move/2"``. A question itself will do.
    answer : str, number, list or dict
        For a number, the text as a reader types it, or a number: a float counts with 12 digits. For options and
        objects, the list of the places of those that are chosen, from 0 on. For an open question, ``text``, and
        ``ticked``, the places of the points of the checklist that are ticked. For an order, the list of the places in
        which its lines were shown at first (see the ``"items"`` of its ``as_json()``). For a claim, ``way``, which is
        ``"false"``, ``"true"``, or None where neither is chosen; ``fields``, the texts of a counterexample; ``reason``,
        the place of the reason chosen, or None. For a function, its text, or the function. For a demo, its state, as
        its ``state()`` gives it.
    folder : path, optional
        Where the search for ``questions`` begins, to go on upward; without it, the working directory, which is the
        notebook's folder in a notebook.

    Returns
    -------
    Result
        Verdict, words, mistake and score. It is true if the answer is right.

    Raises
    ------
    ModuleNotFoundError
        If QuickJS is not installed, which runs the page's script.
    ValueError
        If there is no such question, or if the answer has not the form that the page gives to answers to it. What a
        reader can type into a field is no error: if it cannot be read, the verdict is ``"unclear"``.

    Examples
    --------
    >>> import aucc_teach as at
    >>> result = at.exercises.judge("ex-pairs-move/tp", "two", folder="book")
    >>> result.verdict, result.words
    ('unclear', 'Write a number, such as 3, 0.25 or 1/4.')
    >>> pairs = at.exercises.Number("Pairs of four objects?", 6, hint="List them.")
    >>> bool(at.exercises.judge(pairs, 6))
    True
    """
    if isinstance(question, str):
        question = question_of(question, folder=folder)
    if own := getattr(question, "judge", None):
        return Result.of(*own(answer))
    if question.kind == "write":
        if not (isinstance(answer, str) or callable(answer)):
            _refuse(question, "the text of a function, or a function", answer)
        return Result.of(*functions.judged(question.name, answer))
    if question.kind not in FORMS:
        raise ValueError(f"the kind {question.kind!r} has no judge in Python: give its class a method judge(answer).")
    as_typed = json.dumps(FORMS[question.kind](question, answer))
    record = json.dumps(question.as_json())
    with one_at_a_time:
        found = json.loads(_judge_of(record)(as_typed))
    return Result.of(found["verdict"], found["words"], _mistake(question, found.get("mistake")))


@cache
def _made():
    return loaded(SCRIPT, CLAIMS, what="judging an answer").eval(MADE)


@lru_cache(maxsize=1000)
def _judge_of(text):
    return _made()(text)


def _mistake(question, place):
    """Name of a foreseen mistake, by its place in what the page has of the question."""
    if place is None:
        return None
    if question.kind in ("choice", "break"):
        shown = list(question.options) if question.kind == "choice" else [reason for reason, _ in question.reasons]
        place = [answer for answer, _ in question.mistakes()].index(shown[place])
    return mistake_names(question)[place]


# ---- answers in the form in which the page has them


def _refuse(question, form, answer):
    raise ValueError(f"the answer to {question.name!r} must be {form}. Got {answer!r}.")


def _number(question, answer):
    if isinstance(answer, str):
        return answer
    if not isinstance(answer, Real) or isinstance(answer, bool) or answer != answer or abs(answer) == float("inf"):
        _refuse(question, "a text or a number", answer)
    if isinstance(answer, Rational) and max(abs(answer.numerator), answer.denominator) >= 10**MOST_DIGITS:
        raise ValueError(f"the answer to {question.name!r} must have at most {MOST_DIGITS} digits. It has more.")
    # What a computation leaves in the last digits of a float is no part of the answer.
    return str(Fraction(answer)) if isinstance(answer, Rational) else f"{float(answer):.12g}"


def _places(question, answer, number):
    """Places of what is chosen among so many, in increasing order."""
    is_list = isinstance(answer, list | tuple) and all(type(i) is int and 0 <= i < number for i in answer)
    if not is_list or len(set(answer)) < len(answer):
        _refuse(question, f"a list of places from 0 to {number - 1}, each once", answer)
    return sorted(answer)


def _choice(question, answer):
    chosen = _places(question, answer, len(question.options))
    if isinstance(question.right, str) and len(chosen) > 1:
        _refuse(question, "a list of one place", answer)
    return chosen


def _objects(question, answer):
    return _places(question, answer, len(question.objects))


def _open(question, answer):
    is_dict = isinstance(answer, dict) and {"text", "ticked"} <= answer.keys() and isinstance(answer["text"], str)
    if not is_dict or len(answer["text"]) > question.most:
        _refuse(question, f"a dict of text, with {question.most} characters at most, and ticked", answer)
    return {"text": answer["text"], "ticked": _places(question, answer["ticked"], len(question.checklist))}


def _order(question, answer):
    if len(_places(question, answer, len(question.items))) < len(question.items):
        _refuse(question, f"a list of all {len(question.items)} places", answer)
    return answer


def _claim(question, answer):
    ways = ("false", "true", None)
    if not isinstance(answer, dict) or not {"way", "fields", "reason"} <= answer.keys() or answer["way"] not in ways:
        _refuse(question, "a dict of way ('false', 'true' or None), fields and reason", answer)
    way, texts, reason = answer["way"], answer["fields"], answer["reason"]
    if way == "false":
        is_list = isinstance(texts, list | tuple) and all(isinstance(text, str) for text in texts)
        if not is_list or len(texts) != len(question.fields):
            _refuse(question, f"a dict whose fields are {len(question.fields)} texts", answer)
        return {"way": way, "fields": texts, "reason": None}
    if way == "true" and reason is not None:
        _places(question, [reason], len(question.reasons))
    return {"way": way, "fields": [], "reason": reason if way else None}


FORMS = {
    "number": _number,
    "choice": _choice,
    "objects": _objects,
    "open": _open,
    "order": _order,
    "break": _claim,
}
