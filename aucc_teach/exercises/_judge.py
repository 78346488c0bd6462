"""Judges answers as the page does: by the page's own script, without a page and without a widget.

Whatever a reader can type gets a verdict. One of them, ``"unclear"``, says that the answer cannot be read, or says too
little to be judged. An answer that no field of the page can hold, such as a text in place of options, is an error.
"""

import json
from fractions import Fraction
from functools import cache, lru_cache
from math import isfinite
from numbers import Rational, Real

from aucc_teach.exercises import functions
from aucc_teach.exercises.folders import question_of
from aucc_teach.exercises.lasting_names import mistake_names
from aucc_teach.exercises.result import Result
from aucc_teach.run_scripts import loaded, one_at_a_time

__all__ = ["judge"]

MOST_DIGITS = 200  # of a number from a computation: the page reads no longer text
SCRIPT = "exercises/static/exercise.js"
CLAIMS = "exercises/static/claims.js"
# This function makes a judge of a question, which it reads once. The judge returns null for an answer in another form.
MADE = f"""(text) => {{
  const question = JSON.parse(text);
  const {{ fitsForm, judge }} = modules["{SCRIPT}"];
  return (text) => {{
    const answer = JSON.parse(text);
    return JSON.stringify(fitsForm(question, answer) ? judge(question, answer) : null);
  }};
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
    if question.kind == "write" and (isinstance(answer, str) or callable(answer)):
        return Result.of(*functions.judge_function(question.name, answer))
    if question.kind not in FORMS:
        raise ValueError(f"the kind {question.kind!r} has no judge in Python: give its class a method judge(answer).")
    found = None if question.kind == "write" else _judged_by_page(question, answer)
    if found is None:
        form = FORMS[question.kind](question.as_json())
        raise ValueError(f"the answer to {question.name!r} must be {form}. Got {answer!r}.")
    return Result.of(found["verdict"], found["words"], _mistake(question, found.get("mistake")))


def _judged_by_page(question, answer):
    """Verdict, words and place of the mistake; None if no field can hold the answer."""
    on_page = _as_page_has(question, answer)
    try:
        as_typed = json.dumps(on_page, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return None
    record = json.dumps(question.as_json())
    with one_at_a_time:
        return json.loads(_judge_of(record)(as_typed))


@cache
def _made():
    return loaded(SCRIPT, CLAIMS, what="judging an answer").eval(MADE)


@lru_cache(maxsize=1000)
def _judge_of(text):
    return _made()(text)


def _mistake(question, place):
    """Name a foreseen mistake by its place in the record that the page has of the question."""
    if place is None:
        return None
    if question.kind in ("choice", "break"):
        shown = list(question.options) if question.kind == "choice" else [reason for reason, _ in question.reasons]
        place = [answer for answer, _ in question.mistakes()].index(shown[place])
    return mistake_names(question)[place]


def _list_of(names):
    return f"a list of places from 0 to {len(names) - 1}, each once"


# In which form the page gives its answers, by the kind of the question; the page's own script checks it.
FORMS = {
    "number": lambda seen: "a text or a number",
    "choice": lambda seen: _list_of(seen["options"]) + ("" if seen["several"] else ", and no more than one"),
    "objects": lambda seen: _list_of(seen["options"]),
    "order": lambda seen: f"a list of all {len(seen['items'])} places",
    "open": lambda seen: f"a dict of text, with {seen['most']} characters at most, and ticked, places in the checklist",
    "break": lambda seen: (
        f"a dict of way ('false', 'true' or None), fields ({len(seen['fields'])} texts) and reason "
        f"(a place from 0 to {len(seen['reasons']) - 1}, or None)"
    ),
    "write": lambda seen: "the text of a function, or a function",
}


def _as_page_has(question, answer):
    """Convert an answer to what the fields of the page would give."""
    if question.kind == "number" and not isinstance(answer, str):
        return _as_text(question, answer)
    if question.kind in ("choice", "objects"):
        return _in_order(answer)
    if question.kind == "open" and isinstance(answer, dict):
        return answer | {"ticked": _in_order(answer.get("ticked"))}
    if question.kind == "break" and isinstance(answer, dict):
        # The fields of the way that is not taken are empty.
        way, blank = answer.get("way"), [""] * len(question.fields)
        fields = answer.get("fields") if way == "false" else blank
        return {"way": way, "fields": fields, "reason": answer.get("reason") if way == "true" else None}
    return answer


def _in_order(places):
    is_list = isinstance(places, list | tuple) and all(type(place) is int for place in places)
    return sorted(places) if is_list else places


def _as_text(question, number):
    if not isinstance(number, Real) or isinstance(number, bool):
        return None
    if not isinstance(number, Rational):
        # What a computation leaves in the last digits of a float is no part of the answer.
        return f"{float(number):.12g}" if isfinite(number) else None
    if max(abs(number.numerator), number.denominator) >= 10**MOST_DIGITS:
        raise ValueError(f"the answer to {question.name!r} must have at most {MOST_DIGITS} digits. It has more.")
    return str(Fraction(number))
