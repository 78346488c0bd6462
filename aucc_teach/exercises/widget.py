"""The widget of an exercise, in a page or in JupyterLab; it shares its host with the demos."""

from html import escape

import traitlets
from IPython.display import display

from aucc_teach.exercises import folders
from aucc_teach.exercises.digest import fingerprint
from aucc_teach.exercises.functions import judge_sent
from aucc_teach.exercises.lasting_names import unique
from aucc_teach.page_widget import PageWidget

MODULE = "exercises/static/exercise.js"
DIGEST = "exercises/static/digest.js"  # for saved answers
# These add further kinds of questions; a page loads those that it needs.
OF_KIND = {"break": "exercises/static/claims.js", "write": "exercises/static/write.js"}

# All widgets that this kernel has shown, whose answers `save` collects.
shown = []

__all__ = ["Exercise", "predict", "show", "shown", "widgets_of"]


class Exercise(PageWidget):
    """Questions of one exercise, with fields for the answers, which are judged where they are given.

    A prediction is shown by it, too, in a form of its own.

    Parameters
    ----------
    label : str
        Label of the exercise in its chapter, such as ``"ex-pairs-move"``, or of a prediction.
    folder : path, optional
        Where the search for ``questions`` begins, to go on upward; without it, the working directory.

    Attributes
    ----------
    label : str
        The same.
    questions : list of dict
        The questions as the page reads them.

    Raises
    ------
    ValueError
        If no exercise and no prediction has this label.

    Examples
    --------
    >>> from aucc_teach.exercises import Exercise
    >>> [question["kind"] for question in Exercise("ex-pairs-transitive", folder="book").questions]
    ['number', 'number']
    """

    slug = "exercise"
    questions = traitlets.List().tag(sync=True, constant=True)
    # The page fills in the reader's answers, and JupyterLab keeps them as long as the kernel runs.
    answers = traitlets.List().tag(sync=True)

    def __init__(self, label, *, folder=None, **kwargs):
        asked = folders.questions_of(label, folder=folder)
        questions = [
            question.as_json() | {"id": f"{label}/{name}", "asked": fingerprint(question)}
            for name, question in unique(label, asked).items()
            if question.kind != "construct"
        ]
        super().__init__(label=label, questions=questions, **kwargs)
        self.on_msg(judge_sent)

    @classmethod
    def modules(cls):
        """Paths of the JavaScript of the exercises, all kinds."""
        return MODULE, *OF_KIND.values()

    def stand_in(self):
        """Return the questions without their fields, for readers without JavaScript and for print."""
        # Marks for italics and code are for the live questions.
        plain = (question["prompt"].replace("*", "").replace("`", "") for question in self.questions)
        asks = (f" ({question['asks']})" if question.get("asks") else "" for question in self.questions)
        prompts = [f"<p>{escape(a + b, quote=False)}</p>" for a, b in zip(plain, asks, strict=True)]
        note = "You can answer these questions where JavaScript runs."
        if not folders.is_prediction(self.label):
            return f'demo-exercise" role="img" aria-label="{note}"', "".join(prompts)
        # No box of an exercise says what it is; the options are there to stop and think.
        (prompt,), (question,) = prompts, self.questions
        options = escape(" / ".join(question.get("options", ())).replace("*", "").replace("`", ""), quote=False)
        said = f'{prompt.removesuffix("</p>")} <span class="exercise-asks">{options}</span></p>' if options else prompt
        return 'demo-exercise demo-prediction"', said.replace("<p>", "<p><b>Predict:</b> ", 1)

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        data["text/plain"] = repr(self)
        return data, metadata

    def __repr__(self):
        return f"Exercise({self.label!r})"


def show(label, *, folder=None):
    """Show the questions of an exercise, and the demos in which something is to be brought about.

    Parameters
    ----------
    label : str
        Label of the exercise in its chapter, such as ``"ex-pairs-move"``.
    folder : path, optional
        Where the search for ``questions`` begins, to go on upward; without it, the working directory.

    Raises
    ------
    ValueError
        If no exercise has this label, as where it is that of a prediction.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.exercises.show("ex-pairs-noise", folder="book")
    Exercise('ex-pairs-noise')
    """
    if folders.is_prediction(label):
        raise ValueError(f"label must be that of an exercise. Got {label!r}, which at.exercises.predict shows.")
    _display(label, folder)


def predict(label, *, folder=None):
    """Ask for a prediction: one question in one line, before the page shows what comes out.

    An answer is kept as those to exercises are, and is not marked. Modules of questions hold predictions in
    ``PREDICTIONS``, a dictionary with exactly one `Choice` or `Number` by each label, with ``predict=True``.

    Parameters
    ----------
    label : str
        Label of the prediction, such as ``"pre-rand-columns"``.
    folder : path, optional
        Where the search for ``questions`` begins, to go on upward; without it, the working directory.

    Raises
    ------
    ValueError
        If no prediction has this label, or if a module's ``PREDICTIONS`` hold anything else.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import aucc_teach as at
    >>> folder = Path(tempfile.mkdtemp(), "questions")
    >>> folder.mkdir()
    >>> _ = (folder / "own.py").write_text(
    ...     "from aucc_teach.exercises import Number;"
    ...     "PREDICTIONS = {'pre-own-pairs': Number('Pairs of four?', 6, predict=True, outcome='4 times 3 over 2.')}"
    ... )
    >>> at.exercises.predict("pre-own-pairs", folder=folder.parent)
    Exercise('pre-own-pairs')
    """
    if not folders.is_prediction(label):
        raise ValueError(f"label must be that of a prediction, and begin with {folders.PREDICTION!r}. Got {label!r}.")
    _display(label, folder)


def _display(label, folder):
    widgets = widgets_of(label, folder)
    shown.extend(widgets)
    display(*widgets)


def widgets_of(label, folder):
    """Make the widget of an exercise, if it has questions beside those of demos, and its demos."""
    questions = folders.questions_of(label, folder=folder)
    constructs = [question for question in questions if question.kind == "construct"]
    widgets = [Exercise(label, folder=folder)] if len(constructs) < len(questions) else []
    return [*widgets, *(construct.demo_of(f"{label}:{i}") for i, construct in enumerate(constructs))]
