"""Verdicts are computed again from the raw answers of a class; each different answer is judged once."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import NamedTuple

from aucc_teach.exercises import judge
from aucc_teach.exercises.result import Result
from aucc_teach.run_scripts import running

__all__ = ["number_in", "text_of", "verdicts"]

# Characters of an answer, written as JSON. No page saves longer ones, and judging them could take long: each demo
# bounds what it computes for a state, but has to read the state first.
LONGEST, LONGEST_FUNCTION = 30_000, 600_000
IMPOSSIBLE = Result.of("impossible", "This is not an answer that the page could give.")
NOT_RUN = Result.of("not run", "Functions were left out.")


class Typed(NamedTuple):
    """A number that was typed; `places` are its decimals, None unless it is a plain decimal."""

    value: Fraction
    places: int | None


def number_in(text):
    """Read a number as the page does; None if it reads none."""
    found = running("static/typed_numbers.js").parseNumber(text)
    return found and Typed(Fraction(int(found["n"]), int(found["d"])), found["places"])


def text_of(answer):
    """Write an answer as a text; equal answers give the same one."""
    return json.dumps(answer, sort_keys=True)


def verdicts(questions, wanted, *, run=None):
    """Judge answers, by id and `text_of`, in the page's words: a `Result` for each.

    ``run(task, text)`` runs the text of a function on the cases of a task, and returns the verdict and the words; None
    leaves functions out. Besides the page's verdicts there are "impossible", for what no field of the page can hold,
    and "not run".
    """
    found, functions = {}, []
    for (id, text), answer in wanted.items():
        is_function = questions[id].kind == "write"
        if len(text) > (LONGEST_FUNCTION if is_function else LONGEST):
            found[id, text] = IMPOSSIBLE
        elif is_function:
            functions.append((id, text))
        else:
            found[id, text] = _of_field(questions[id], answer)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ran = pool.map(lambda one: _of_function(questions[one[0]], wanted[one], run), functions)
        return found | dict(zip(functions, ran, strict=True))


def _of_field(question, answer):
    try:
        return judge(question, answer)
    # A file may hold anything, and no answer may stop the marking of the others.
    except Exception:
        return IMPOSSIBLE


def _of_function(question, text, run):
    if not isinstance(text, str):
        return IMPOSSIBLE
    if run is None:
        return NOT_RUN
    function = question.asked
    try:
        verdict, words = run(function.task, text)
    except UnicodeEncodeError:  # the text has half of a surrogate pair
        return IMPOSSIBLE
    # The sentence on a foreseen mistake comes first, on a line of its own.
    named = (
        one.__name__ for one, sentence in function.mistakes if verdict == "wrong" and words.startswith(f"{sentence}\n")
    )
    return Result.of(verdict, words, next(named, None))
