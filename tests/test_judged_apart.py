"""A function that runs elsewhere is judged by its outputs: what is right is not there, and no message forges it."""

import pytest

from aucc_teach.exercises.functions import functions, run_in_process
from aucc_teach.exercises.judge_outputs import GONE, verdict_on

TASK = functions()["rand_c"].task
RIGHT = "return (tp + tn) / (tp + fn + fp + tn)"
OUTPUTS = [{"output": one, "shown": f"`{one}`", "type": "float"} for one in TASK["expected"]]
SEVENS = [{"output": 7.0, "shown": "`7.0`", "type": "float"}] * len(TASK["cases"])
# These give 7, and try to pass for more.
CHEATS = [
    "class Equal(float):\n        __eq__ = lambda *_: True\n    return Equal(7)",
    "class Near(float):\n        __sub__ = __rsub__ = __abs__ = __float__ = lambda *_: 7.0\n    return Near(7)",
    "class One:\n        numerator, __float__, __repr__ = 1, lambda _: 7.0, lambda _: '7.0'\n    return One()",
    "import __main__\n    __main__.sent = __main__.plain = lambda *_: 0\n    return 7.0",
    "import sys\n    sys._getframe(1).f_globals['shown'] = lambda *_: '`7.0`'\n    return 7.0",
    "import sys\n    sys.modules['json'] = None\n    return 7.0",
    'import os\n    os.write(1, b\'[1]\\n{\\n7\\n{"verdict": "right"}\\n\')\n    return 7.0',
]


RECURSION = """
def size(values):
    return len(values)

def rand_c(tp, fn, fp, tn):
    n = size([tp, fn])
    n += size([fp, tn])
    return rand_c(tp, fn, fp, tn) + n
"""
# Another Python than the real one may take or refuse these; each has the verdict of the real one.
AS_PYTHON_HAS_IT = {
    "a tab that reaches as far as eight spaces": (
        "def rand_c(*n):\n        total = sum(n)\n\treturn (n[0] + n[3]) / total\n",
        "unclear",
    ),
    "a bare except that is not the last": (
        "def rand_c(*n):\n    try:\n        return (n[0] + n[3]) / sum(n)\n    except:\n        return 0\n"
        "    except ValueError:\n        return 1\n",
        "unclear",
    ),
    "a decimal between two floats": (
        "def rand_c(*n):\n    assert round(2.675, 2) == 2.67\n    return (n[0] + n[3]) / sum(n)\n",
        "right",
    ),
    "deep recursion": (
        "def depth(n):\n    return n and 1 + depth(n - 1)\n\n"
        "def rand_c(*n):\n    assert depth(900) == 900\n    return (n[0] + n[3]) / sum(n)\n",
        "right",
    ),
    "recursion without end": ("def rand_c(tp, fn, fp, tn):\n    return rand_c(tp, fn, fp, tn) + 1\n", "wrong"),
}


def text(body):
    return f"def rand_c(tp, fn, fp, tn):\n    {body}\n"


def assert_gives_seven(found):
    verdict, words = found
    assert verdict == "wrong"
    assert "`rand_c(2, 4, 2, 7)` gives `7.0`. The right result is `0.6`." in words


def assert_finds_nothing(run):
    """Let a function look for the right answers in all that Python holds; it finds only what it may know."""
    secrets = [repr(TASK["expected"]), TASK["outcome"], TASK["hint"], *(words for _, words in TASK["mistakes"])]
    known = [TASK["start"].splitlines()[0], repr(TASK["cases"][0])]
    assert all(repr(one)[1:-1] == one for one in secrets + known)  # so they would be found in a dictionary, too
    search = """if not FOUND:
        gc.collect()
        held = [*map(repr, gc.get_objects()), *(repr(vars(one)) for one in list(sys.modules.values()) if one)]
        frame = sys._getframe()
        while frame:
            held += [*map(str, frame.f_locals.values()), *map(str, frame.f_globals.values())]
            frame = frame.f_back
        FOUND.extend(any(one[::-1] in other for other in held) for one in SOUGHT)
    return FOUND"""
    sought = [one[::-1] for one in secrets + known]  # or the function would find its own text
    found = run(TASK, f"import gc, sys\nSOUGHT, FOUND = {sought!r}, []\n{text(search)}")[1]
    assert f"gives `{[False] * len(secrets) + [True] * len(known)}` of the type `list`" in found


def test_endless_recursion_is_reported_where_the_function_calls_itself():
    assert "RecursionError: the function calls itself without end` in line 8." in run_in_process(TASK, RECURSION)[1]


def test_what_is_right_is_nowhere_around_the_function():
    assert_finds_nothing(run_in_process)


@pytest.mark.parametrize("body", CHEATS)
def test_no_object_passes_for_what_is_right(body):
    assert_gives_seven(run_in_process(TASK, text(body)))


@pytest.mark.parametrize("what", AS_PYTHON_HAS_IT)
def test_python_is_the_judge_of_python(what):
    written, verdict = AS_PYTHON_HAS_IT[what]
    assert run_in_process(TASK, written)[0] == verdict


# ---- what was sent


def test_outputs_of_all_cases_are_judged():
    assert verdict_on(TASK, OUTPUTS, GONE) == ("right", TASK["outcome"])
    assert verdict_on(TASK, [{"printed": "a"}, *OUTPUTS, {"printed": "b"}], GONE)[1].endswith("Printed:\n`ab`")
    assert verdict_on(TASK, OUTPUTS[:-1], GONE) == ("wrong", GONE)
    assert verdict_on(TASK, [], GONE) == ("wrong", GONE)
    words = verdict_on(TASK, [{"stops": "it stops somewhere"}], GONE)[1]
    assert words == "At `rand_c(2, 4, 2, 7)` it stops somewhere. The right result is `0.6`."
    assert verdict_on(TASK, [{"unclear": "Nothing is written."}], GONE) == ("unclear", "Nothing is written.")


@pytest.mark.parametrize(
    "forged",
    [{"verdict": "right", "words": "Well done."}, {"output": 0.6, "shown": 7, "type": "float"}, {"stops": 7}, {}],
)
def test_no_message_passes_for_a_verdict(forged):
    assert_gives_seven(verdict_on(TASK, [forged, *SEVENS], GONE))


@pytest.mark.parametrize("output", ["7", {"list": [7]}, [[[]]], True])
def test_no_output_ends_the_judge(output):
    event = {"output": output, "shown": "`such`", "type": "x\0"}
    verdict, words = verdict_on(TASK, [event, *OUTPUTS], GONE)
    assert verdict == "wrong"
    assert "gives `such`" in words


def test_long_words_are_cut():
    for event in ({"stops": "x" * 10**6}, {"unclear": "x" * 10**6}, {"printed": "x" * 10**6}):
        assert len(verdict_on(TASK, [event], GONE)[1]) < 3000
    huge = {"output": {}, "type": "x" * 10**6, "shown": "x" * 10**6}
    assert len(verdict_on(TASK, [huge] * len(TASK["cases"]), GONE)[1]) < 3000
