"""The answer key of an exercise: each question with its right answer, as Markdown."""

import inspect
import textwrap
from fractions import Fraction
from numbers import Rational

from aucc_teach.exercises.functions import IMPORT

__all__ = ["key_of", "right_answer"]


def key_of(questions, marked):
    """List the right answers to an exercise as Markdown; `marked` turns words with their marks into Markdown."""
    lines = []
    for question in questions:
        prompt = question.todo if question.kind == "construct" else question.as_json()["prompt"]
        lines.append(f"- {marked(prompt)}\n\n{textwrap.indent(right_answer(question, marked), '  ')}")
    return "\n\n".join(lines)


def right_answer(question, marked):
    """Write the right answer to a question as Markdown."""
    if question.kind not in _KEYS:
        return "*This kind of question has no key.*"
    answer = _KEYS[question.kind](question, marked)
    outcome = getattr(question, "outcome", "")
    return f"{answer}\n\n{marked(outcome)}" if outcome else answer


def _number(question, marked):
    value = question.value
    if isinstance(value, Rational):
        exact = Fraction(value.numerator, value.denominator)
        decimals = "" if exact.denominator == 1 else f" = {float(exact):.{max(question.places, 3)}f}"
        shown = f"{exact}{decimals}"
    else:
        shown = f"{value:.{question.places}f}"
    off = f" (off by at most {question.within:g})" if question.within else ""
    return f"**{marked(shown)}**{off}"


def _choice(question, marked):
    right = (question.right,) if isinstance(question.right, str) else question.right
    return "\n\n".join(f"**{marked(option)}** {marked(question.options[option])}" for option in right)


def _objects(question, marked):
    return f"**{marked(', '.join(question.right))}**"


def _order(question, marked):
    reasons = [f" ({marked(reason)})" for reason in question.why] or [""] * len(question.items)
    both = zip(question.items, reasons, strict=True)
    lines = "\n".join(f"{i}. {marked(line)}{reason}" for i, (line, reason) in enumerate(both, start=1))
    free = ["Lines " + " and ".join(str(i + 1) for i in group) + " may change places." for group in question.free]
    return "\n\n".join([lines, *free])


def _construct(question, _):
    goal = ", ".join(f"`{name} {comparison} {value}`" for name, comparison, value, _ in question.goal)
    return f"**A state of `{question.demo}` with** {goal}"


def _open(question, marked):
    points = "\n".join(f"- {marked(point)}" for point in question.checklist)
    return f"**No single answer is right.** A good one says:\n\n{points}"


def _break(claim, marked):
    if claim.is_true:
        return f"**It is true.** {marked(claim.reasons[claim.right][0])}"
    return "**It is false.** The solution has a counterexample."


def _write(question, _):
    function = question.asked
    code = inspect.getsource(function.reference)
    start = IMPORT if function.numpy else ""
    return f"```python\n{start}{textwrap.dedent(code[code.index('def ') :]).rstrip()}\n```"


_KEYS = {
    "number": _number,
    "choice": _choice,
    "objects": _objects,
    "order": _order,
    "construct": _construct,
    "open": _open,
    "break": _break,
    "write": _write,
}
