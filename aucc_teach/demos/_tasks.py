"""Tasks of a demo: predict, then do; and how a goal is judged. Plain data, which the page judges by the same rules."""

import operator
from dataclasses import asdict, dataclass, field

from aucc_teach.demos import _draw

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


def panel(tasks):
    """Panel of the steps as it is before it answers, with the room that each of its faces needs; as in lesson.js."""
    if not tasks:
        return ""
    faces = []
    for i, task in enumerate(tasks, start=1):
        name = f"Step {i} of {len(tasks)}" if task["question"] else "Your task"
        step = _draw.element("b", {}, name) + " "
        answers = []
        if task["choices"]:
            answers = [_answer("demo-radio", _draw.text(choice)) for choice in task["choices"]]
        elif task["question"]:
            answers = [_answer("demo-field", "Your number")]
        longest = max(task["choices"], key=len, default="0.0000")
        came = "That is it."
        if task["choices"]:
            came = (
                f"You expected \N{LEFT DOUBLE QUOTATION MARK}{longest}\N{RIGHT DOUBLE QUOTATION MARK}. The answer is "
                f"\N{LEFT DOUBLE QUOTATION MARK}{longest}\N{RIGHT DOUBLE QUOTATION MARK}."
            )
        elif task["question"]:
            came = f"{task['found'].replace('{}', longest)} Your guess, {longest}, is far off."
        faces += [
            _draw.element("p", {}, step, _draw.text(task["question"]))
            + _draw.element("div", {"class": "demo-answers"}, *answers),
            _draw.element("p", {}, step, _draw.text(task["todo"])),
            _draw.element("p", {}, _draw.text(came)) + _draw.element("p", {}, _draw.text(task["outcome"])),
        ]
    kinds = ["demo-face"] * len(faces)
    kinds[0 if tasks[0]["question"] else 1] += " demo-face-shown"
    return _draw.element(
        "div",
        {"class": "demo-lesson"},
        _draw.element(
            "div",
            {"class": "demo-faces"},
            *(_draw.element("div", {"class": kind}, face) for kind, face in zip(kinds, faces, strict=True)),
        ),
        _draw.element("div", {"class": "demo-lesson-row"}),
    )


def _answer(kind, words):
    box = _draw.element("span", {"class": kind})
    return _draw.element("span", {"class": "demo-answer"}, *((words, box) if kind == "demo-field" else (box, words)))


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
