"""Judging a function that runs elsewhere: in a process with limits, in a sandbox, or in the Python of a page.

Only what the function gives crosses over, in terms of JSON. What is right stays here, so that nothing a function finds
around itself can help it, and no object that it makes is asked whether it is equal to something.
"""

import inspect
import json

from aucc_teach.exercises import run_cases

__all__ = [
    "GONE",
    "LATE",
    "PROCESS",
    "SECONDS",
    "asked_apart",
    "event_of",
    "given_to_process",
    "judge_here",
    "late",
    "verdict_on",
]

SECONDS = 10  # of a function in a page, a kernel or a process
GONE = "Python ended before there was an answer. Did the memory run out?"
# Longer words come from a function that writes past the harness.
MOST_WORDS = 3 * run_cases.MAX_SHOWN


# Runs the text of a function in another process, which can be ended, and hands over its events line by line.
PROCESS = """
import json, sys

harness, code, task = json.load(sys.stdin)
out, sys.stdout = sys.stdout, sys.stderr
exec(compile(harness, "harness", "exec"))  # its lines are not those of the reader, who is in <string>
run_apart(code, eval(task), lambda event: print(json.dumps(event), file=out, flush=True))
"""


def given_to_process(task, text):
    """What such a process reads: the harness, the text, and what it is to know of the task."""
    return json.dumps([inspect.getsource(run_cases), text, repr(asked_apart(task))])  # JSON has no tuples


def late(seconds):
    """What is said of a function that was stopped after so many seconds."""
    return f"It was stopped after {seconds} seconds. Is there a loop that never ends?"


LATE = late(SECONDS)


def asked_apart(task):
    """What the other place is to know of a task: neither the right outputs nor those of mistakes."""
    return {name: task[name] for name in ("name", "start", "cases", "numpy") if name in task}


def event_of(line):
    """The event in a line or message; an empty one if the function wrote it past the harness."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}


def judge_here(task, text, tell):
    """Run the text of a function in this Python, which is a page's, and judge it: the verdict and the words.

    `tell` takes what it prints, at once, since the page may have to end it.
    """
    events = []
    send = lambda event: tell(event["printed"]) if "printed" in event else events.append(event)  # noqa: E731
    run_cases.run_apart(text, asked_apart(task), send)
    return verdict_on(task, events, GONE)


def verdict_on(task, events, otherwise):
    """Judge a function by the events that it has sent: the verdict and the words.

    `otherwise` is said where it has not come to its end.
    """
    printed, outputs, words = "", [], ""
    for event in events:
        match event:
            case {"printed": str(text)}:
                printed += text
            case {"unclear": str(text)}:
                words = words or text
            case {"output": value}:
                outputs.append(value)
            case {"stops": str(text)}:
                outputs.append(run_cases.ToldError(text[:MOST_WORDS]))
    printed = printed[: run_cases.MAX_PRINTED + 2]  # with what says that there was more
    if words:
        verdict, words = "unclear", words[:MOST_WORDS]
    elif len(outputs) < len(task["cases"]) and not (outputs and isinstance(outputs[-1], run_cases.ToldError)):
        verdict, words = "wrong", otherwise
    else:
        verdict, words = _verdict_by(outputs, task, otherwise)
    return verdict, run_cases.with_printed(words, printed)


def _verdict_by(outputs, task, otherwise):
    try:
        values = iter([one if isinstance(one, run_cases.ToldError) else _received(one) for one in outputs])
    except (ValueError, TypeError, RecursionError):  # no harness has sent this
        return "wrong", otherwise

    def function(*_):
        value = next(values)
        if isinstance(value, run_cases.ToldError):
            raise value
        return value

    return run_cases.judge(function, task, None)


def _received(value):
    """A value as it was before it was sent; for one of a type that is not built in, something that stands for it."""
    match value:
        case None | bool() | int() | float():
            return value
        case {"list": list(values)}:
            return [_received(one) for one in values]
        case {"tuple": list(values)}:
            return tuple(_received(one) for one in values)
        case {"type": str(name), "shown": str(text), **more}:
            return _stand_in(name, text[:MOST_WORDS], more)
    raise ValueError("this is not an output")


def _stand_in(name, text, more):
    methods = {"__repr__": lambda _: text}
    match more:
        case {"sequence": list(values)}:
            return type(name, (list,), methods)([_received(one) for one in values])
        case {"truth": bool(value)}:
            return type(name, (), methods | {"__bool__": lambda _: value})()
        case {"number": int(value) | float(value)}:
            return type(name, (type(value),), methods)(value)
    return type(name, (), methods)()
