"""The answer key of an exercise: each question with its right answer, as Markdown."""

import inspect
import random
import textwrap
from fractions import Fraction
from itertools import chain, combinations, product
from numbers import Rational

from aucc_teach.exercises import judge
from aucc_teach.exercises.functions import IMPORT

__all__ = ["counterexample", "key_of", "right_answer"]

_DRAWS = 20_000
_SIZES = (2, 3, 3, 3, 4, 4, 5, 6, 6, 7)  # numbers of objects; each gets a tenth of the draws
_LETTERS = "abcdefghijkl"


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
    found = counterexample(claim)
    if found is None:
        return "**It is false.** The solution has a counterexample."
    texts, words = found
    written = ", ".join(f"{marked(field.name)}: `{text}`" for field, text in zip(claim.fields, texts, strict=True))
    return f"**It is false.** {written}. {marked(words)}"


def _write(question, _):
    function = question.asked
    code = inspect.getsource(function.reference)
    start = IMPORT if function.numpy else ""
    return f"```python\n{start}{textwrap.dedent(code[code.index('def ') :]).rstrip()}\n```"


def counterexample(claim):
    """Search small examples for a counterexample to a claim; returns its texts and the sentence on it, or None."""
    rng = random.Random(0)
    drawn = (_drawn(claim.fields, rng, _SIZES[draw * len(_SIZES) // _DRAWS]) for draw in range(_DRAWS))
    # Families of subsets of three objects are tried one by one: they are few, and rarely drawn.
    is_of_sets = len(claim.fields) < 3 and all(field.form == "sets" for field in claim.fields)
    few = map(list, product(_families("abc"), repeat=len(claim.fields))) if is_of_sets else ()
    for texts in chain(few, drawn):
        if found := judge(claim, {"way": "false", "fields": texts, "reason": None}):
            return texts, found.words
    return None


def _drawn(fields, rng, n):
    """Draw a text for each field; after a field of the same form, it may be that one with a small change."""
    texts = []
    for i, field in enumerate(fields):
        before = [k for k in range(i) if fields[k].form == field.form]
        if before and field.form in _CHANGES and rng.random() < 0.5:
            texts.append(_CHANGES[field.form](rng, texts[before[-1]].split(), texts))
        else:
            texts.append(_FORMS[field.form](rng, n))
    return texts


def _partition(rng, n):
    labels = [rng.randrange(n) for _ in range(n)]
    return " | ".join("".join(_LETTERS[i] for i in range(n) if labels[i] == one) for one in sorted(set(labels)))


def _sets(rng, n):
    subsets = ["".join(some) for size in range(1, n + 1) for some in combinations(_LETTERS[:n], size)]
    return " | ".join(rng.sample(subsets, rng.randint(1, min(n, len(subsets)))))


def _families(letters):
    """List all families of subsets, the smallest first, each as a text."""
    subsets = ["".join(some) for size in range(1, len(letters) + 1) for some in combinations(letters, size)]
    return [" | ".join(some) for size in range(1, len(subsets) + 1) for some in combinations(subsets, size)]


def _points(rng, n):
    """Draw points in order on the line, so that clusters are often intervals."""
    return " ".join(map(str, sorted(rng.randint(0, 4 * n) for _ in range(n))))


def _row(rng, n):
    """Draw labels in any order, or of intervals."""
    labels = [rng.choice(_LETTERS[: max(2, n // 2)]) for _ in range(n)]
    return " ".join(sorted(labels) if rng.random() < 0.5 else labels)


def _moved(rng, points, texts):
    """Move the points of one cluster together, or a single point where there are no labels."""
    labels = next((text.split() for text in texts if text[0].isalpha() and len(text.split()) == len(points)), points)
    label, by = rng.choice(labels), rng.randint(-len(points), 2 * len(points))
    return " ".join(str(int(p) + by * (one == label)) for p, one in zip(points, labels, strict=True))


def _relabelled(rng, labels, _):
    """Give one of the labels a new value."""
    labels[rng.randrange(len(labels))] = "z"
    return " ".join(labels)


def _marked(marks):
    return lambda rng, n: " ".join(f"{rng.randint(0, 2 * n)}{rng.choice(marks)}" for _ in range(n))


_FORMS = {
    "partition": _partition,
    "sets": _sets,
    "cluster": lambda rng, n: "".join(sorted(rng.sample(_LETTERS[:n], rng.randint(1, n)))),
    "points": _points,
    "labels": _row,
    "row": _row,
    "pairs": _marked("wb"),
    "scores": _marked("+-"),
}
_CHANGES = {"points": _moved, "labels": _relabelled}
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
