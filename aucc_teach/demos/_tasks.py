"""Tasks of a demo: predict, then do; and how a goal is judged. Plain data, which the page judges by the same rules."""

import operator
from dataclasses import asdict, dataclass, field

__all__ = ["Task", "meets"]

RELATIONS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True)
class Task:
    """A step of a lesson: a question to predict, and something to do that answers it.

    Parameters
    ----------
    question : str
        What the reader predicts.
    todo : str
        What the reader does then.
    goal : tuple of (str, str, float or str)
        Conditions on the demo's numbers, all to be met: a number's name, a relation, and a value or the name of
        another number.
    answer : str
        What comes out: one of the choices; without choices, the name of the number that was asked for.
    outcome : str
        Why it comes out so, in a sentence or two.
    choices : tuple of str, optional
        What there is to choose from. Without them a number is asked for.
    preset : int, optional
        Which of the demo's presets the task begins with; without it, the demo's own start. The first task always begins
        in that start.
    start : dict, optional
        What is different from that where the task begins: values by trait name.
    hides : tuple of str, optional
        What would give the answer away until the reader has committed: keys of numbers that the demo shows, or of its
        parts, such as ``"roc"`` for what has the class ``demo-roc``.
    reveals : tuple of str, optional
        What holds the answer, by such keys: hidden until the goal is met, and in the steps before, unless they name it
        too.
    found : str, optional
        Without choices: what came out, in a sentence with ``{}`` where the number goes.
    """

    question: str
    todo: str
    goal: tuple
    answer: str
    outcome: str
    choices: tuple = ()
    preset: int | None = None
    start: dict = field(default_factory=dict)
    hides: tuple = ()
    reveals: tuple = ()
    found: str = "It is {}."

    def __post_init__(self):
        if self.choices and self.answer not in self.choices:
            raise ValueError(f"answer must be one of the choices, {self.choices}. Got {self.answer!r}.")
        if self.found.count("{}") != 1:
            raise ValueError(f"found must hold one pair of braces. Got {self.found!r}.")
        if not self.goal or not {relation for _, relation, _ in self.goal} <= set(RELATIONS):
            raise ValueError(f"goal must hold conditions with a relation of {tuple(RELATIONS)}. Got {self.goal!r}.")

    def as_json(self):
        """Return the task as the page reads it."""
        return _plain(asdict(self))


def meets(goal, numbers):
    """Whether all conditions of a goal are met. A number that does not exist, None, meets none."""
    sides = [
        (numbers.get(name), RELATIONS[relation], numbers.get(value) if isinstance(value, str) else value)
        for name, relation, value in goal
    ]
    return all(None not in (left, right) and relation(left, right) for left, relation, right in sides)


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
