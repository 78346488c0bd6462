"""Verdicts are computed again from the raw answers of a class; each different answer is judged once."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from hashlib import sha256
from inspect import getsource
from threading import Lock
from typing import NamedTuple

from aucc_teach.exercises import judge, judge_outputs, run_cases
from aucc_teach.exercises.result import Result
from aucc_teach.files import write_at_once
from aucc_teach.run_scripts import running

from .limited_process import SECONDS, limited

__all__ = ["number_in", "put_in_order", "remembering", "text_of", "verdicts"]

# No field of the page holds longer answers, and reading them could take long.
LONGEST = 2_000
LONGEST_FUNCTION = 100_000
IMPOSSIBLE = Result.of("impossible", "This is not an answer that the page could give.")
NOT_RUN = Result.of("not run", "Functions were left out.")

# A state that takes too long or too much memory ends the process; the states before it have been judged by then.
_STATES = """
import json, signal, sys

sys.path[:0], tasks = json.load(sys.stdin)
from aucc_teach import demos
from aucc_teach.exercises import Construct

for demo, todo, goal, state in tasks:
    getattr(demos, demo)
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        judged = Construct(demo, todo, goal, "").judge(state)
    except Exception:
        judged = "impossible", ""
    print(json.dumps(judged), flush=True)
"""


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
    by_kind = {"write": {}, "construct": {}}
    found = {}
    for (id, text), answer in wanted.items():
        kind = questions[id].kind
        if kind in by_kind:
            by_kind[kind][id, text] = answer
        else:
            found[id, text] = _of_field(questions[id], answer)
    return found | _of_functions(questions, by_kind["write"], run) | _of_states(questions, by_kind["construct"])


def _of_field(question, answer):
    if any(len(text) > LONGEST for text in _texts(answer)):
        return IMPOSSIBLE
    try:
        return judge(question, answer)
    # A file may hold anything, and no answer may stop the marking of the others.
    except Exception:
        return IMPOSSIBLE


def _texts(answer):
    if isinstance(answer, dict):
        answer = answer.get("fields")
    return [text for text in (answer if isinstance(answer, list) else [answer]) if isinstance(text, str)]


def remembering(run, path, ran_in, earlier=None):
    """Wrap `run` so that each result is kept in a file, line by line, and no function runs twice.

    An interrupted marking continues where it stopped, and two markings agree even if the machine was slow in one. The
    results of an earlier marking, in another file, are known as well.
    """
    known, past = dict(_remembered(path)), dict(_remembered(earlier)) if earlier else {}
    lock = Lock()

    def run_once(task, text):
        place = sha256(
            json.dumps([ran_in, getsource(run_cases), getsource(judge_outputs), repr(task), text]).encode()
        ).hexdigest()
        if place not in known:
            known[place] = past.get(place) or run(task, text)
            path.parent.mkdir(parents=True, exist_ok=True)
            with lock, open(path, "a", encoding="utf-8") as file:
                file.write(f"{json.dumps([place, *known[place]])}\n")
        return known[place]

    return run_once


def put_in_order(path):
    """Sort the lines of such a file, because functions finish in any order."""
    if path.is_file():
        lines = sorted(json.dumps([place, *found]) for place, found in _remembered(path))
        write_at_once(path, "".join(f"{line}\n" for line in lines))


def _remembered(path):
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        try:
            place, verdict, words = json.loads(line)
        except ValueError:  # an interrupted marking left half a line
            continue
        yield place, (verdict, words)


def _of_functions(questions, wanted, run):
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(
            zip(wanted, pool.map(lambda one: _of_function(questions[one[0]], wanted[one], run), wanted), strict=True)
        )


def _of_function(question, text, run):
    if not isinstance(text, str) or len(text) > LONGEST_FUNCTION:
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


def _of_states(questions, wanted):
    found, left = {}, list(wanted)
    while left:
        tasks = [_task(questions[id], wanted[id, text]) for id, text in left]
        lines, _ = limited(
            f"SECONDS = {SECONDS}\n{_STATES}",
            json.dumps([sys.path, tasks]),
            seconds=60 + SECONDS * len(tasks),
            output=10_000_000,
        )
        judged = [json.loads(line) for line in lines]
        found |= {one: _of_state(questions[one[0]], *result) for one, result in zip(left, judged, strict=False)}
        left = left[len(judged) :]
        if left:  # the next state ended the process
            found[left.pop(0)] = IMPOSSIBLE
    return found


def _task(question, state):
    return [question.demo, question.todo, question.goal, state]


def _of_state(question, verdict, words):
    return Result.of(verdict, {"right": question.outcome, "wrong": words}.get(verdict, IMPOSSIBLE.words))
