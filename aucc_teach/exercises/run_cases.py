"""Runs a reader's function on the cases of an exercise and sends what came of it.

This text runs in every place: it is imported, or handed to another process or to a sandbox, where nothing else of this
package is. So it uses only what is built in, except where a task asks for NumPy, and walks through tracebacks by hand.
What is right is not known here: `judge_outputs` decides by what was sent.
"""

MAX_PRINTED = 2000  # characters
MAX_SHOWN = 300  # of a value
MAX_SENT = 50_000  # of an output


def written(code, task, emit):
    """Return the function in a text and "", or None and why there is none that can be called."""
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
    """Say why something cannot be called; nothing of a function."""
    if callable(function):
        return ""
    return f"`{task['name']}` is not a function but {shown(function)}. Its first line begins with `def`."


def run_text(code, task, send):
    """Run the text of a function on the cases of a task, and send what came of it.

    Each event is something that JSON can hold: what was printed, an output, where the function stopped, or why it
    cannot be called.
    """
    function, words = written(code, task, lambda text: send({"printed": text}))
    if words:
        send({"unclear": words})
    else:
        run(function, task, send, "<string>")


def run(function, task, send, file):
    """Do the same with a function; `file` is the name under which its lines are known."""
    for arguments in task["cases"]:
        try:
            output = called(function, arguments, "numpy" in task)
            if len(repr(output)) > MAX_SENT:
                raise ValueError("the result is too long to be judged")
            send({"output": sent(output), "shown": shown(output), "type": type(output).__name__})
        except (Exception, SystemExit) as error:
            send({"stops": stop_of(error, file)})
            return


def sent(value):
    """Convert an output for JSON: sequences to lists, numbers, truth values; anything else to an empty dictionary."""
    if is_sequence(value):
        return [sent(one) for one in value]
    if is_truth(value):
        return bool(value)
    if is_number(value):
        return int(value) if isinstance(value, int) else float(value)
    return None if value is None else {}


def called(function, arguments, has_numpy):
    """Call a function, which cannot change the arguments of the next case; the output has no types of NumPy."""
    return plain(function(*copy_of(arguments, has_numpy)))


def copy_of(arguments, has_numpy):
    """Copy the arguments of a call; where there is NumPy, each list among them becomes an array."""
    copied = eval(repr(arguments))
    if not has_numpy:
        return copied
    import numpy as np

    return [np.array(one) if type(one) is list else one for one in copied]


def plain(value):
    """Replace arrays by lists, and NumPy's numbers by Python's own."""
    if type(value) in (list, tuple):
        return type(value)([plain(one) for one in value])
    return value.tolist() if hasattr(value, "tolist") else value


def is_truth(value):
    """Tell whether a value is True or False, of Python or of NumPy."""
    return type(value).__name__ in ("bool", "bool_")


def is_sequence(value):
    """Tell whether a value is a list or a tuple."""
    return isinstance(value, (list, tuple))


def is_number(value):
    """Tell whether a value is a real number; fractions are, and truth values are not."""
    # Fractions and NumPy's whole numbers have a numerator.
    return (isinstance(value, (int, float)) or hasattr(value, "numerator")) and not isinstance(value, bool)


def shown(value):
    """Write a value as a sentence shows it."""
    return f"`{cut(repr(rounded(value)))}`"


def rounded(value):
    """Drop the last digits of floats, which the order of a sum changes."""
    if type(value) in (list, tuple):
        return type(value)([rounded(one) for one in value])
    return float(f"{value:.10g}") if type(value) is float else value


def cut(text):
    """Cut a text, so that it fits between two backticks."""
    text = str(text).replace("`", "'")
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]} \u2026"


def stop_of(error, file):
    """Say where and with what a run stopped."""
    line, trace, times = None, error.__traceback__, {}
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
            times[line] = times.get(line, 0) + 1
        trace = trace.tb_next
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, RecursionError):
        said = "RecursionError: the function calls itself without end"
        # The last of many calls stops anywhere; every call has passed the line that calls again.
        line = min((one for one in times if 2 * times[one] > max(times.values())), default=line)
    return f"it stops with `{cut(said)}`" + (f" in line {line}" if line else "")


def printer(emit):
    """Make a `print` that hands what it prints to `emit`, up to a limit."""
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
