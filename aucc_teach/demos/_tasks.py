"""Tasks of a demo, which ask to predict, then to do. They are plain data; ``static/goals.js`` judges their goals."""

from dataclasses import asdict, dataclass, field

__all__ = ["Task", "check_goal"]

RELATIONS = ("==", "!=", "<", "<=", ">", ">=")


@dataclass(frozen=True)
class Task:
    """A step of a lesson: a question to predict, and something to do that answers it.

    Parameters
    ----------
    question : str
        What the reader predicts.
    todo : str
        What the reader does then.
    goal : tuple of (str, str, float or str, str)
        Conditions on the demo's numbers, all to be met: a number's name, a relation, a value or the name of another
        number, and the sentence that says what is missing while the condition is the first that is not met. In it, a
        number's name in braces stands for that number, as in ``"There are {k} clusters, and not two."``.
    answer : str
        What comes out: one of the choices; without choices, the name of the number that was asked for.
    outcome : str
        Why it comes out so, in a sentence or two.
    solved : dict, optional
        A state that meets the goal, which is shown when the reader skips the step: what differs from where the task
        begins, by trait name. A task with a question has one.
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
    result : str, optional
        Without choices: what came out, in a sentence with ``{}`` where the number goes.
    """

    question: str
    todo: str
    goal: tuple
    answer: str
    outcome: str
    solved: dict = field(default_factory=dict)
    choices: tuple = ()
    preset: int | None = None
    start: dict = field(default_factory=dict)
    hides: tuple = ()
    reveals: tuple = ()
    result: str = "It is {}."

    def __post_init__(self):
        if self.choices and self.answer not in self.choices:
            raise ValueError(f"answer must be one of the choices, {self.choices}. Got {self.answer!r}.")
        if self.result.count("{}") != 1:
            raise ValueError(f"result must hold one pair of braces. Got {self.result!r}.")
        if self.question and not self.solved:
            raise ValueError(f"solved must say what meets the goal. Got nothing for {self.todo!r}.")
        check_goal(self.goal)

    def as_json(self):
        """Return the task as the page reads it."""
        return _plain(asdict(self))


def check_goal(goal):
    """Refuse a goal that cannot be judged, or has no words about what is missing."""
    fits = all(
        len(condition) == 4 and condition[1] in RELATIONS and isinstance(condition[3], str) and condition[3]
        for condition in goal
    )
    if not goal or not fits:
        raise ValueError(
            "goal must hold conditions (number, relation, value, what is said while it is not met) with a relation of "
            f"{RELATIONS}. Got {goal!r}."
        )


def _plain(value):
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
