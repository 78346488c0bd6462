"""The judges in Python: what the page says of an answer, said without a page and without a widget.

What a reader can type gets a verdict, and ``"unclear"`` is one: it says that the answer cannot be read, or says too
little to be judged. What no field of the page can hold, such as a text in place of options, is refused by an error.
"""

import re
from fractions import Fraction
from functools import cache
from numbers import Rational, Real

from aucc_teach.exercises import _claims, _functions
from aucc_teach.exercises._folders import question_of
from aucc_teach.exercises._names import mistake_names
from aucc_teach.exercises._numbers import (
    MOST_CHARACTERS,
    Typed,
    is_near_guess,
    near,
    number_text,
    parse_number,
    trimmed,
)
from aucc_teach.exercises._questions import UNITS, as_shown, exact, is_within
from aucc_teach.exercises._result import Result

__all__ = ["judge"]

_BILLIONTH = Typed(1, 10**9)
NO_NUMBER = "Write a number, such as 3, 0.25 or 1/4."


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
    own = getattr(question, "judge", None)
    if question.kind not in JUDGES and not own:
        raise ValueError(f"the kind {question.kind!r} has no judge in Python: give its class a method judge(answer).")
    verdict, words, *mistake = own(answer) if own else JUDGES[question.kind](question, answer)
    return Result.of(verdict, words, *mistake)


def _refuse(question, form, answer):
    raise ValueError(f"the answer to {question.name!r} must be {form}. Got {answer!r}.")


def _foreseen(question, answer):
    """Name of the mistake that leads to an answer, as ``mistakes()`` lists it."""
    return mistake_names(question)[[one for one, _ in question.mistakes()].index(answer)]


# ---- numbers

_parsed = cache(parse_number)  # of what the questions hold; what readers type is without end


def _number(question, answer):
    text = _as_text(question, answer)
    if len(text) > MOST_CHARACTERS:
        return "unclear", f"This is too long to read. Write at most {MOST_CHARACTERS} characters."
    text = _without_unit(question, text)
    typed, value = parse_number(text), _parsed(exact(question.value))
    with_point = parse_number(text.replace(",", ".")) if text.count(",") == 1 else None
    # 1,234 is more than a thousand, unless a little more than one is right.
    if with_point and not (typed and (_is_it(question, typed) or not _is_it(question, with_point))):
        return "unclear", "Decimals are written after a point: 0.5."
    if not typed:
        return "unclear", NO_NUMBER
    comes_to = number_text(typed, 6 if typed.is_rooted else None) if typed.is_calculated else ""
    if question.predict:
        if question.between and not is_within(Fraction(typed.n, typed.d), question.between):
            least, most = question.between
            asked = f"can't be below {least}" if most is None else f"lies between {least} and {most}"
            return "unclear", f"The result {asked}. Guess a number in that range."
        is_full = typed.places is not None and typed.places >= question.places
        remark = " Your guess is right." if near(typed, value, _half_of_last(typed) if is_full else _BILLIONTH) else ""
        remark = remark or (" Your guess is near." if is_near_guess(typed, value) else "")
        shown = as_shown(question.value, question.places)
        return "foretold", (
            f"You expected {comes_to or trimmed(text)}. The result is {shown}.{remark} {question.outcome}"
        )
    verdict, words, *mistake = _judged_number(question, typed, value)
    if comes_to and verdict != "right":
        words += f" Your answer comes to {comes_to}."
    return verdict, words, *mistake


def _as_text(question, answer):
    if isinstance(answer, str):
        return answer
    if not isinstance(answer, Real) or isinstance(answer, bool) or answer != answer or abs(answer) == float("inf"):
        _refuse(question, "a text or a number", answer)
    if isinstance(answer, Rational) and max(abs(answer.numerator), answer.denominator) >= 10**MOST_CHARACTERS:
        raise ValueError(f"the answer to {question.name!r} must have at most {MOST_CHARACTERS} digits. It has more.")
    # What a computation leaves in the last digits of a float is no part of the answer.
    return str(Fraction(answer)) if isinstance(answer, Rational) else f"{float(answer):.12g}"


def _without_unit(question, text):
    """The answer without the unit in which the question asks for it."""
    for word in UNITS.get(question.unit, ((), 0))[0]:
        if found := re.fullmatch(f"([^+]*[0-9)]) *{word}", trimmed(text), re.IGNORECASE | re.ASCII):
            return found[1]
    return text


def _in_unit(question, typed):
    """What was typed, if it was not in the unit in which the question asks for it."""
    power = UNITS[question.unit][1]
    places = None if typed.places is None or typed.places + power < 0 else typed.places + power
    return typed._replace(n=typed.n * 10 ** max(-power, 0), d=typed.d * 10 ** max(power, 0), places=places)


def _half_of_last(typed):
    return Typed(1, 2 * 10**typed.places)


def _stands_for(question, typed, value, within=0.0):
    """Whether a typed number stands for a value: to as many decimals as were given.

    A whole number is no rounding where decimals are asked for, and an answer that may be off is not let off further by
    its rounding.
    """
    is_exact = isinstance(value, Rational) and not typed.is_rooted
    tolerances = [_parsed(repr(float(within))), Typed(0, 1) if is_exact else _BILLIONTH]
    if typed.places is not None and typed.places >= (question.places if within else min(question.places, 1)):
        tolerances.append(_half_of_last(typed))
    return any(near(typed, _parsed(exact(value)), tolerance) for tolerance in tolerances)


def _is_it(question, typed):
    return _stands_for(question, typed, question.value, question.within)


def _judged_number(question, typed, value):
    is_rounded = typed.places is not None and typed.places < question.places
    is_short = is_rounded and not question.within and not near(typed, value, _BILLIONTH)
    if not is_short and _is_it(question, typed):
        return "right", question.outcome
    if words := _of_rounding(question, typed, value):
        return "unclear", words
    for (other, words), name in zip(question.tempting, mistake_names(question), strict=True):
        if _stands_for(question, typed, other):
            return "wrong", words, name
    if question.unit:
        here = _in_unit(question, typed)
        if _is_it(question, here) or any(_stands_for(question, here, other) for other, _ in question.tempting):
            return "unclear", f"Give the answer in {question.unit}, as the question asks."
    return "wrong", question.hint


def _in_decimals(question, least=0):
    places = max(question.places, least)
    fraction = ", or the fraction" if isinstance(question.value, Rational) else ""
    return f"Give {places} decimal{'s' if places > 1 else ''}{fraction}."


def _of_rounding(question, typed, value):
    """What is said of a number that differs from the value by rounding alone: by less than one in its last decimal."""
    if not typed.places or question.within:
        return ""
    is_short = typed.places < question.places
    more = f" {_in_decimals(question)}" if is_short else ""
    is_rounded = _is_it(question, typed)
    just_below_one = Typed(10**9 - 1, 10 ** (9 + typed.places))
    is_cut = typed.n and (typed.n > 0) == (value.n > 0) and abs(typed.n) * value.d < abs(value.n) * typed.d
    is_off = typed.n and near(typed, value, just_below_one) and (is_cut or not is_short)
    if not is_rounded and not is_off:
        return ""
    # One digit, or a whole number such as 1.0, shows no work, and it may be a foreseen mistake as well.
    is_plain = not is_short or (abs(typed.n) >= 10 and typed.n % typed.d)
    if not is_plain or any(_stands_for(question, typed, lure) for lure, _ in question.tempting):
        return f"That is too short to judge. {_in_decimals(question, typed.places + 1)}"
    if is_rounded:
        return f"This is right as far as it goes.{more}"
    rounded = number_text(value, typed.places)
    return (
        f"Right so far, but rounded it is {rounded}.{more}" if is_cut else f"Only the rounding is off: it is {rounded}."
    )


# ---- options


def _places(question, answer, number):
    """Places of what is chosen among so many, in increasing order."""
    is_list = isinstance(answer, list | tuple) and all(type(i) is int and 0 <= i < number for i in answer)
    if not is_list or len(set(answer)) < len(answer):
        _refuse(question, f"a list of places from 0 to {number - 1}, each once", answer)
    return sorted(answer)


def _choice(question, answer):
    options, why = list(question.options), list(question.options.values())
    chosen = _places(question, answer, len(options))
    several = not isinstance(question.right, str)
    if not chosen:
        return "unclear", "Tick what is right." if several else "Choose one."
    if not several and len(chosen) > 1:
        _refuse(question, "a list of one place", answer)
    right = sorted(options.index(one) for one in (question.right if several else (question.right,)))
    reasons = " ".join(why[i] for i in right)
    if question.predict:
        guess, result = (", ".join(options[i] for i in places) for places in (chosen, right))
        said = "Your guess is right" if chosen == right else f"You expected: {guess}. The result is"
        return "foretold", f"{said}: {result}. {reasons}"
    if chosen == right:
        return "right", reasons
    for i in chosen:
        if i not in right:
            return "wrong", why[i], _foreseen(question, options[i])
    return "wrong", "What you ticked is right, but something is missing."


def _objects(question, answer):
    picked = {question.objects[i] for i in _places(question, answer, len(question.objects))}
    if not picked:
        return "unclear", "Pick at least one."
    if picked == set(question.right):
        return "right", question.outcome
    for (pick, words), name in zip(question.tempting, mistake_names(question), strict=True):
        if picked == set(pick):
            return "wrong", words, name
    return "wrong", question.hint


def _open(question, answer):
    is_dict = isinstance(answer, dict) and {"text", "ticked"} <= answer.keys() and isinstance(answer["text"], str)
    if not is_dict or len(answer["text"]) > question.most:
        _refuse(question, f"a dict of text, with {question.most} characters at most, and ticked", answer)
    ticked = _places(question, answer["ticked"], len(question.checklist))
    if not trimmed(answer["text"]):
        compare = " Then you can compare it with what a good one says." if question.checklist else ""
        return "unclear", f"Write your answer first.{compare}"
    if not question.checklist:
        return "foretold", "Your answer is kept. Whoever marks it will read it."
    if not ticked:
        return "foretold", "Your answer is kept. Now tick each point that it makes."
    return "foretold", f"Your answer says {len(ticked)} of {len(question.checklist)} points."


def _order(question, answer):
    if len(_places(question, answer, len(question.items))) < len(question.items):
        _refuse(question, f"a list of all {len(question.items)} places", answer)
    ranks, shown = question.ranks, question.shown_order
    found = [ranks[shown[i]] for i in answer]
    if found == sorted(found):
        return "right", question.outcome
    at = {shown[i]: place for place, i in enumerate(answer)}
    for (a, b, words), name in zip(question.before, mistake_names(question), strict=True):
        if at[a] > at[b]:
            return "wrong", words, name
    return "wrong", question.hint


# ---- claims and functions


def _claim(question, answer):
    fields = {"way": ("false", "true", None), "fields": None, "reason": None}
    if not isinstance(answer, dict) or not fields.keys() <= answer.keys() or answer["way"] not in fields["way"]:
        _refuse(question, "a dict of way ('false', 'true' or None), fields and reason", answer)
    texts, reason = answer["fields"], answer["reason"]
    if answer["way"] == "false":
        is_list = isinstance(texts, list | tuple) and all(isinstance(text, str) for text in texts)
        if not is_list or len(texts) != len(question.fields):
            _refuse(question, f"a dict whose fields are {len(question.fields)} texts", answer)
    elif answer["way"] == "true" and reason is not None:
        _places(question, [reason], len(question.reasons))
    verdict, words = _claims.judge(question, answer)
    if verdict == "wrong" and answer["way"] == "true":
        return verdict, words, _foreseen(question, question.reasons[reason][0])
    return verdict, words


def _write(question, answer):
    if not (isinstance(answer, str) or callable(answer)):
        _refuse(question, "the text of a function, or a function", answer)
    return _functions.judged(question.name, answer)


JUDGES = {
    "number": _number,
    "choice": _choice,
    "objects": _objects,
    "open": _open,
    "order": _order,
    "break": _claim,
    "write": _write,
}
