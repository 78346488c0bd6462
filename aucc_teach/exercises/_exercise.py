"""An exercise as it stands in a page or in JupyterLab: the demos' own two hosts, with questions in them."""

import pkgutil
from functools import cache
from importlib import import_module

import traitlets
from IPython.display import display

from aucc_teach.demos import _draw
from aucc_teach.demos._base import Demo
from aucc_teach.exercises import chapters
from aucc_teach.exercises._functions import answer

__all__ = ["Exercise", "page_html", "questions_of", "show"]


class Exercise(Demo):
    """Questions of one exercise, with fields for the answers, which are judged where they are given.

    Parameters
    ----------
    label : str
        Label of the exercise in its chapter, such as ``"ex-pairs-move"``.

    Attributes
    ----------
    label : str
        The same.
    questions : list of dict
        The questions as the page reads them.

    Raises
    ------
    ValueError
        If no exercise has this label.

    Examples
    --------
    >>> from aucc_teach.exercises import Exercise
    >>> [question["kind"] for question in Exercise("ex-pairs-transitive").questions]
    ['number', 'number']
    """

    slug = "exercise"
    questions = traitlets.List().tag(sync=True, constant=True)
    # What the reader has answered; the page fills it, and JupyterLab keeps it as long as the kernel runs.
    answers = traitlets.List().tag(sync=True)

    def __init__(self, label, **kwargs):
        questions = [question.as_json() for question in questions_of(label) if question.kind != "construct"]
        super().__init__(label=label, questions=questions, **kwargs)
        self.on_msg(answer)

    @staticmethod
    def numbers(state):
        """No numbers: an exercise has no goals but its own questions."""
        return {}

    def still(self):
        """The questions without their fields, for readers without JavaScript and for print."""
        # Marks for italics and code are for the live questions.
        plain = (question["prompt"].replace("*", "").replace("`", "") for question in self.questions)
        asks = (f" ({question['asks']})" if question.get("asks") else "" for question in self.questions)
        prompts = [_draw.element("p", {}, _draw.text(a + b)) for a, b in zip(plain, asks, strict=True)]
        return "Questions, which are answered where JavaScript runs.", "".join(prompts)

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        data["text/plain"] = repr(self)
        return data, metadata

    def __repr__(self):
        return f"Exercise({self.label!r})"


def show(label):
    """Show the questions of an exercise, and the demos in which something is to be brought about.

    Parameters
    ----------
    label : str
        Label of the exercise in its chapter, such as ``"ex-pairs-move"``.

    Raises
    ------
    ValueError
        If no exercise has this label.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.exercises.show("ex-pairs-noise")
    Exercise('ex-pairs-noise')
    """
    display(*_shown(label))


def page_html(label):
    """Write the questions of an exercise as they stand in a built page, in place of what its notebook holds.

    Parameters
    ----------
    label : str
        Label of the exercise, such as ``"ex-pairs-move"``, or of one of its demos, such as ``"ex-pairs-move:0"``.

    Returns
    -------
    str
        HTML of one element.

    Raises
    ------
    ValueError
        If no exercise or demo has this label.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.exercises.page_html("ex-pairs-move:0")[:47]
    '<div class="demo-host" data-demo="pair-table" d'
    """
    shown = {one.label: one for one in _shown(label.partition(":")[0])}
    if label not in shown:
        raise ValueError(f"label must be one of {list(shown)}. Got {label!r}.")
    return shown[label].page_html()


def _shown(label):
    questions = questions_of(label)
    constructs = [question for question in questions if question.kind == "construct"]
    widgets = [Exercise(label)] if len(constructs) < len(questions) else []
    return [*widgets, *(construct.demo_of(f"{label}:{i}") for i, construct in enumerate(constructs))]


def questions_of(label):
    """Questions of an exercise.

    Parameters
    ----------
    label : str
        Label of the exercise in its chapter.

    Returns
    -------
    tuple of Number, Choice, Order, Objects, Open, Break or Write
        The questions, in the order in which they are shown.

    Raises
    ------
    ValueError
        If no exercise has this label.

    Examples
    --------
    >>> import aucc_teach as at
    >>> number, *_ = at.exercises.questions_of("ex-pairs-move")
    >>> number.value
    4
    """
    known = _exercises()
    if label not in known:
        raise ValueError(f"label must be one of {sorted(known)}. Got {label!r}.")
    return known[label]


@cache
def _exercises():
    found = {}
    for module in pkgutil.iter_modules(chapters.__path__):
        found |= import_module(f"{chapters.__name__}.{module.name}").EXERCISES
    return found
