"""Runs a reader's function on the cases of an exercise and says what came of it.

One text for every place: it is imported, or handed to another process or to a sandbox, where nothing of ours is. So it
uses nothing but what is built in, except where a task asks for NumPy, and works with exceptions by hand.
"""

MAX_PRINTED = 2000  # characters
MAX_SHOWN = 300  # of a value
MAX_SENT = 50_000  # of an output that is judged elsewhere


def written(code, task, emit):
    """The function in a text, and nothing; or nothing, and why there is none that can be called."""
    name = task["name"]
    if not code.strip():
        return None, f"Nothing is written yet. `Clear` brings back the first line of `{name}`."
    if code.split() == task["start"].split():
        return None, f"Write the body of `{name}` in place of the three dots."
    names = {"__name__": "answer", "print": printer(emit), "input": refuse_input}
    try:
        exec(code, names)
    except SyntaxError as error:
        return None, f"Python cannot read line {error.lineno}: `{cut(error.msg)}`."
    except (Exception, SystemExit) as error:
        return None, f"Before `{name}` can be called, {stop_of(error, '<string>')}."
    if name not in names:
        first = next(line for line in task["start"].splitlines() if line.startswith("def "))
        return None, f"There is no function `{name}`. Its first line is `{first}`."
    return names[name], not_callable(names[name], task)


def not_callable(function, task):
    """What is said of something that is no function; nothing of a function."""
    if callable(function):
        return ""
    return f"`{task['name']}` is not a function but {shown(function)}. Its first line begins with `def`."


def judge(function, task, file):
    """Judge a function by its outputs on the cases; `file` is the name under which its lines are known."""
    if words := not_callable(function, task):
        return "unclear", words
    outputs = []
    failed = None
    for arguments, expected in zip(task["cases"], task["expected"]):  # noqa: B905  as long as each other
        has_numpy = "numpy" in task
        call = f"`{task['name']}({', '.join(as_code(one, has_numpy) for one in arguments)})`"
        try:
            output = called(function, arguments, has_numpy)
            found = f"{call} gives {shown(output)}{complaint(output, expected)}"
            fits = agree(output, expected)
        except (Exception, SystemExit) as error:
            if failed is None:
                return "wrong", f"At {call} {stop_of(error, file)}. The right result is {shown(expected)}."
            outputs = []  # those of no mistake
            break
        if not fits and failed is None:
            failed = f"{found} The right result is {shown(expected)}."
        outputs.append(output)
    if failed is None:
        return "right", task["outcome"]
    for foreseen, words in task["mistakes"]:
        if agree(outputs, foreseen):
            return "wrong", f"{words}\n{failed}"
    return "wrong", f"{task['hint']}\n{failed}"


def run_apart(code, task, send):
    """Run the text of a function where nothing of what is right is known, and send what came of it.

    Each event is something that JSON has: what was printed, an output, where it stopped, why it cannot be called.
    """
    function, words = written(code, task, lambda text: send({"printed": text}))
    if words:
        send({"unclear": words})
        return
    for arguments in task["cases"]:
        try:
            output = called(function, arguments, "numpy" in task)
            if len(repr(output)) > MAX_SENT:
                raise ValueError("the result is too long to be judged")
            send({"output": sent(output)})
        except (Exception, SystemExit) as error:
            send({"stops": stop_of(error, "<string>")})
            return


def sent(value):
    """An output in terms of JSON: lists and tuples of numbers as they are, and of others what `agree` asks of them."""
    kind = type(value)
    if value is None or kind in (bool, int, float):
        return value
    if kind in (list, tuple):
        return {kind.__name__: [sent(one) for one in value]}
    told = {"type": kind.__name__, "shown": cut(repr(value))}
    if is_sequence(value):
        return told | {"sequence": [sent(one) for one in value]}
    if is_truth(value):
        return told | {"truth": bool(value)}
    if is_number(value):
        return told | {"number": int(value) if isinstance(value, int) else float(value)}
    return told


class ToldError(Exception):
    """Stands for an exception in another place, with what was said of it there."""


def called(function, arguments, has_numpy):
    """What a function gives, in Python's own terms; what it does to its arguments does not reach the next case."""
    return plain(function(*given(arguments, has_numpy)))


def given(arguments, has_numpy):
    """A copy of the arguments of a call; where there is NumPy, each list among them is an array."""
    copied = eval(repr(arguments))
    if not has_numpy:
        return copied
    import numpy as np

    return [np.array(one) if type(one) is list else one for one in copied]


def plain(value):
    """A value with lists for arrays, and Python's own numbers for those of NumPy."""
    if type(value) in (list, tuple):
        return type(value)([plain(one) for one in value])
    return value.tolist() if hasattr(value, "tolist") else value


def as_code(argument, has_numpy):
    """An argument as a reader would write it."""
    text = repr(rounded(argument))
    return f"np.array({text})" if has_numpy and type(argument) is list else text


def agree(got, expected):
    """Whether a value is the expected one; lists and tuples are alike, and numbers of all kinds."""
    if is_sequence(expected):
        fits = is_sequence(got) and len(got) == len(expected)
        return fits and all(agree(one, other) for one, other in zip(got, expected))  # noqa: B905
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


def is_truth(value):
    """Whether a value is True or False; those of NumPy are as well."""
    return type(value).__name__ in ("bool", "bool_")


def is_sequence(value):
    """Whether a value is a list or a tuple."""
    return isinstance(value, (list, tuple))


def is_number(value):
    """Whether a value is a real number; truth values are none, and fractions are."""
    # Fractions and the whole numbers of NumPy have a numerator.
    return (isinstance(value, (int, float)) or hasattr(value, "numerator")) and not isinstance(value, bool)


def complaint(output, expected):
    """What is to be said of the kind of an output, and the end of the sentence."""
    if output is None:
        return ": is a `return` missing?"
    for is_kind, kind in ((is_sequence, "a list or tuple"), (is_number, "a number")):
        if is_kind(expected) and not is_kind(output):
            return f" of the type `{type(output).__name__}`, but {kind} is asked for."
    if is_truth(expected) and not is_truth(output):
        return ", but `True` or `False` is asked for."
    if is_sequence(expected) and len(output) != len(expected):
        return f", of length {len(output)} instead of {len(expected)}."
    return "."


def shown(value):
    """A value as it is shown in a sentence."""
    return f"`{cut(repr(rounded(value)))}`"


def rounded(value):
    """A value without the last digits of its floats, which the order of a sum changes."""
    if type(value) in (list, tuple):
        return type(value)([rounded(one) for one in value])
    return float(f"{value:.10g}") if type(value) is float else value


def cut(text):
    """A text that fits between two backticks."""
    text = str(text).replace("`", "'")
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]} \u2026"


def stop_of(error, file):
    """Where and with what a run stopped."""
    if isinstance(error, ToldError):
        return str(error)
    line, trace, times = None, error.__traceback__, {}
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
            times[line] = times.get(line, 0) + 1
        trace = trace.tb_next
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, RecursionError):
        said = "RecursionError: the function calls itself without end"
        # It stops wherever the last of many calls has come to; where they were made, all of them have passed.
        line = min((one for one in times if 2 * times[one] > max(times.values())), default=line)
    return f"it stops with `{cut(said)}`" + (f" in line {line}" if line else "")


def printer(emit):
    """A `print` that hands what it prints to `emit`, up to a limit."""
    state = {"left": MAX_PRINTED}  # below 0 when the limit is passed

    def print_(*values, sep=" ", end="\n", file=None, flush=False):
        if state["left"] < 0:
            return
        text = (" " if sep is None else sep).join(map(str, values)) + ("\n" if end is None else end)
        emit(text if len(text) <= state["left"] else f"{text[: state['left']]} \u2026")
        state["left"] = state["left"] - len(text)

    return print_


def refuse_input(prompt=""):
    """Stand in for `input`: there is nobody to ask."""
    raise RuntimeError("input() has nobody to ask, because the cases pass the arguments")


def with_printed(words, printed):
    """What is said to the reader: the words, and below what the function printed."""
    printed = printed.replace("`", "'").strip("\n")
    return f"{words}\nPrinted:\n`{printed}`" if printed else words
