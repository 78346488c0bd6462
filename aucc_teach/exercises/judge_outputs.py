"""Judges a function by the outputs that its run has sent: from this process, another one, a sandbox or a page.

What is right stays here, so nothing that a function finds around itself can help it, and no object that it makes is
asked whether it equals something.
"""

import inspect
import json

from aucc_teach.exercises import run_cases
from aucc_teach.exercises.run_cases import is_number, is_sequence, is_truth, rounded, shown

__all__ = [
    "GONE",
    "LATE",
    "PROCESS",
    "SECONDS",
    "agree",
    "event_of",
    "judge_in_page",
    "late",
    "process_input",
    "verdict_on",
    "without_answers",
]

SECONDS = 10  # of a function in a page, a kernel or a process
GONE = "Python ended before there was an answer. Did the memory run out?"
# Longer words come from a function that writes past `run_cases`.
MOST_WORDS = 3 * run_cases.MAX_SHOWN


# Runs the text of a function in another process, which can be ended, and writes an event to each line.
PROCESS = """
import json, sys

source, code, task = json.load(sys.stdin)
out, sys.stdout = sys.stdout, sys.stderr
exec(compile(source, "run_cases", "exec"))  # its lines are not those of the reader, who is in <string>
run_text(code, eval(task), lambda event: print(json.dumps(event), file=out, flush=True))
"""


def process_input(task, text):
    """Return what such a process reads: the source of `run_cases`, the text, and the task without what is right."""
    return json.dumps([inspect.getsource(run_cases), text, repr(without_answers(task))])  # JSON has no tuples


def late(seconds):
    """Say that a function was stopped after so many seconds."""
    return f"It was stopped after {seconds} seconds. Is there a loop that never ends?"


LATE = late(SECONDS)


def without_answers(task):
    """Return the part of a task that its function may see: neither the right outputs nor those of mistakes."""
    return {name: task[name] for name in ("name", "start", "cases", "numpy") if name in task}


def event_of(line):
    """Read the event in a line or message; it is empty if the function wrote the line past `run_cases`."""
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}


def judge_in_page(task, text, tell):
    """Run the text of a function in this Python, which is a page's, and return the verdict and the words.

    `tell` takes what it prints, at once, since the page may have to end it.
    """
    events = []
    send = lambda event: tell(event["printed"]) if "printed" in event else events.append(event)  # noqa: E731
    run_cases.run_text(text, without_answers(task), send)
    return verdict_on(task, events, GONE)


def verdict_on(task, events, otherwise):
    """Judge a function by the events that it has sent: the verdict and the words.

    `otherwise` is said if the function has not come to its end.
    """
    printed, outputs, stopped, words = "", [], None, ""
    for event in events:
        match event:
            case {"printed": str(text)}:
                printed += text
            case {"unclear": str(text)}:
                words = words or text
            case {"output": value, "shown": str(text), "type": str(name)}:
                outputs.append((value, text[:MOST_WORDS], name[:MOST_WORDS]))
            case {"stops": str(text)} if stopped is None:
                stopped = text[:MOST_WORDS]
    printed = printed[: run_cases.MAX_PRINTED + 2]  # with the sign that there was more
    if words:
        verdict, words = "unclear", words[:MOST_WORDS]
    elif len(outputs) < len(task["cases"]) and stopped is None:
        verdict, words = "wrong", otherwise
    else:
        verdict, words = _judge_outputs(task, outputs, stopped)
    return verdict, with_printed(words, printed)


def _judge_outputs(task, outputs, stopped):
    """Judge the outputs of all cases, or of those before the function stopped."""
    cases = list(zip(task["cases"], task["expected"], strict=True))
    for (arguments, expected), output in zip(cases, outputs, strict=False):
        if not agree(output[0], expected):
            failed = f"{_call(task, arguments)} gives {output[1]}{_complaint(output, expected)} {_right(expected)}"
            break
    else:
        if len(outputs) >= len(cases):
            return "right", task["outcome"]
        arguments, expected = cases[len(outputs)]
        return "wrong", f"At {_call(task, arguments)} {stopped}. {_right(expected)}"
    values = [value for value, *_ in outputs]
    for foreseen, words in task["mistakes"]:
        if agree(values, foreseen):
            return "wrong", f"{words}\n{failed}"
    return "wrong", f"{task['hint']}\n{failed}"


def _right(expected):
    return f"The right result is {shown(expected)}."


def _call(task, arguments):
    """Write the call of a case as a reader would."""
    texts = [repr(rounded(one)) for one in arguments]
    if "numpy" in task:
        texts = [f"np.array({text})" if type(one) is list else text for one, text in zip(arguments, texts, strict=True)]
    return f"`{task['name']}({', '.join(texts)})`"


def agree(got, expected):
    """Tell whether a value is the expected one; lists and tuples are alike, and numbers of all kinds."""
    if is_sequence(expected):
        fits = is_sequence(got) and len(got) == len(expected)
        return fits and all(map(agree, got, expected))
    if is_truth(expected):
        return is_truth(got) and bool(got) == expected
    if not is_number(expected):
        return got is expected
    if not is_number(got):
        return False
    if isinstance(got, int) and isinstance(expected, int):
        return got == expected
    try:
        return abs(float(got) - expected) <= 1e-9 * max(1, abs(expected))
    except OverflowError:
        return False


def _complaint(output, expected):
    """Say what is wrong with the kind of an output, and end the sentence."""
    value, _, name = output
    if value is None:
        return ": is a `return` missing?"
    for is_kind, kind in ((is_sequence, "a list or tuple"), (is_number, "a number")):
        if is_kind(expected) and not is_kind(value):
            return f" of the type `{name}`, but {kind} is asked for."
    if is_truth(expected) and not is_truth(value):
        return ", but `True` or `False` is asked for."
    if is_sequence(expected) and len(value) != len(expected):
        return f", of length {len(value)} instead of {len(expected)}."
    return "."


def with_printed(words, printed):
    """Add to the words what the function printed."""
    printed = printed.replace("`", "'").strip("\n")
    return f"{words}\nPrinted:\n`{printed}`" if printed else words
