"""The base of all demos: their tasks, numbers, and links to their states."""

import base64
import json
import math
from collections.abc import Iterable
from html import escape

import numpy as np
import traitlets

from aucc_teach.demos._lesson import Lesson, read_lesson
from aucc_teach.join_scripts import PACKAGE
from aucc_teach.page_widget import PageWidget, rounded
from aucc_teach.run_scripts import running

_NOTE = "You can use this demo where JavaScript runs."


class InvalidStateError(ValueError, traitlets.TraitError):
    """A state that a demo cannot show. It is a ``TraitError`` too, so that traitlets undo the whole change."""


class Part(traitlets.TraitType):
    """A part of a demo's state, kept as plain data with tuples for lists. The demo's model checks the whole state.

    `convert` turns plain data into what the model reads. Data that it cannot convert are left for the model to refuse.
    """

    def __init__(self, default_value=None, convert=lambda value: value, *, takes_truth=False):
        self._convert, self._takes_truth = convert, takes_truth
        super().__init__(default_value)
        self.tag(sync=True)

    def validate(self, obj, value):
        """Convert `value`."""
        try:
            value = _plain(value, self._takes_truth)
        except TypeError:
            raise InvalidStateError(
                f"{self.name} must hold numbers or text, or lists of them. Got {value!r}."
            ) from None
        try:
            return self._convert(value)
        except (AttributeError, TypeError, ValueError):
            return value


class Demo(PageWidget):
    """A demo: synchronised traits in Python, drawn by one JavaScript module.

    A subclass sets `slug` and declares its state as traits of the class ``Part``; what the reader cannot change is
    another trait, tagged ``sync=True`` and ``constant=True``. `_data` names the parts that belong together and come
    from the first preset by default, `_free` those that the lesson does not depend on: it is there if no other part
    is given. All else stands in the folder ``static/<slug>``, with hyphens as underscores:

    - ``lesson.toml`` has all that it asks and says: its question, the tasks, names and notes of presets.
    - ``model.js`` computes, and knows no page: it exports ``numbers(state)``, ``words(state)`` and ``check(state)``,
      which says what is wrong with a state.
    - ``view.js`` draws, and makes new states of what the reader does: it exports ``render({ model, el, page })``.
    - ``style.css`` says how it looks.

    In the book's pages a picture stands in for it until its script has run, drawn by its own view; elsewhere, in HTML
    without a script, its `question`.

    Parameters
    ----------
    steps : sequence of int or str, optional
        Which of the tasks are the steps of the lesson, from 1: what the page has given already. The first of them
        begins in the state that the demo starts in. A name stands for another lesson that the demo has, such as the
        easy one of the front page. Default: all of the tasks in that start, none in another.

    Attributes
    ----------
    slug : str
        Name of the demo in HTML, style sheet and file names, such as ``"aucc-lab"``.
    question : str
        What the demo is about, as its page asks it.
    presets : list of dict
        What the reader can start from: ``name``, ``note`` and some of the state.
    tasks : tuple of Task
        Steps of its lesson, for the state that the demo starts in by itself.
    lesson : list of dict
        The tasks as the page reads them; none if the demo starts in another state.

    Raises
    ------
    FileNotFoundError
        If a subclass is defined whose folder does not exist.
    ValueError
        If one of `steps` is not a whole number from 1 to the number of tasks, or if no lesson has this name.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.demos.PairTable().question
    'How many pairs change when one point moves?'
    >>> len(at.demos.PairTable().lesson), len(at.demos.PairTable(steps=[1, 3]).lesson)
    (3, 2)
    """

    tasks = ()
    _data = _free = ()
    _written = Lesson(question="")
    lesson = traitlets.List().tag(sync=True, constant=True)
    question = traitlets.Unicode().tag(sync=True, constant=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init_subclass__(cls, **kwargs):
        if cls.__dict__.get("slug") is not None:
            cls._written = read_lesson(PACKAGE / cls.path("lesson.toml"))
            cls.tasks = cls._written.tasks
            cls._parts = {name for base in cls.__mro__ for name, trait in vars(base).items() if isinstance(trait, Part)}
            cls._check_each = traitlets.validate(*cls._parts)(lambda demo, proposal: demo._checked(proposal))
        super().__init_subclass__(**kwargs)

    def __init__(self, *, steps=None, **kwargs):
        if isinstance(steps, str):
            lessons = self._written.lessons
            if steps not in lessons:
                raise ValueError(f"steps must be numbers or the name of a lesson, of {list(lessons)}. Got {steps!r}.")
            self.tasks = lessons[steps]
            kwargs["lesson"] = [task.as_json() for task in self.tasks]
        elif steps is not None:
            tasks = dict(enumerate(self.tasks, 1))
            if unknown := [step for step in steps if step not in tasks]:
                raise ValueError(f"each of steps must be a whole number from 1 to {len(tasks)}. Got {unknown[0]!r}.")
            kwargs["lesson"] = [tasks[step].as_json() for step in steps]
        given = {name: value for name, value in kwargs.items() if value is not None}
        parts = {name: self.read(name, value) for name, value in given.items() if name in self._parts}
        missing = [name for name in self._data if name not in given]
        if missing and len(missing) < len(self._data):
            raise InvalidStateError(f"{' and '.join(self._data)} belong together: give both, or none of them.")
        starts = {name: getattr(type(self), name).default_value for name in parts.keys() - set(self._free)}
        if any(parts[name] != start for name, start in starts.items()):
            given.setdefault("lesson", [])
        super().__init__(**{name: self.presets[0][name] for name in missing} | given | parts)

    def read(self, name, value):
        """Convert a value as its part of the state does."""
        return getattr(type(self), name).validate(self, value)

    def _proposed(self, name, value):
        """Return the state to check when one part of it is set."""
        return self.state() | {name: rounded(value)}

    def _checked(self, proposal):
        """Raise the model's objection to a state."""
        name, value = proposal["trait"].name, proposal["value"]
        if problem := self.model().check(self._proposed(name, value)):
            # Several that are set at once have been set before the first check.
            alone = getattr(self, name) is not value
            raise InvalidStateError(problem + (" Parts that go together are set with place()." if alone else ""))
        return value

    @traitlets.default("lesson")
    def _all_tasks(self):
        return [task.as_json() for task in self.tasks]

    @traitlets.default("question")
    def _own_question(self):
        return self._written.question

    @traitlets.default("presets")
    def _all_presets(self):
        return self._written.presets_with(self.preset_data())

    @classmethod
    def preset_data(cls):
        """State of the presets that are computed, by the key that ``lesson.toml`` calls ``data``.

        Returns
        -------
        dict of dict
            Values by trait name.
        """
        return {}

    @classmethod
    def path(cls, name):
        """Path of a file of the demo, in the package."""
        return f"demos/static/{cls.slug.replace('-', '_')}/{name}"

    @classmethod
    def modules(cls):
        """Paths of the demo's JavaScript: its view, which imports the rest."""
        return (cls.path("view.js"),)

    @classmethod
    def numbers(cls, state):
        """The demo's own numbers in a state, which its goals are about. They are computed as on a page.

        Parameters
        ----------
        state : dict
            Values by trait name, as :meth:`state` gives them.

        Returns
        -------
        dict
            Numbers by name; None for one that does not exist.

        Raises
        ------
        ValueError
            If the demo cannot be in this state.

        Examples
        --------
        >>> import aucc_teach as at
        >>> lab = at.demos.AuccLab()
        >>> lab.numbers(lab.state())["right"]
        99
        """
        model = cls.model()
        if problem := model.check(state):
            raise InvalidStateError(problem)
        return model.numbers(state)

    @classmethod
    def model(cls):
        """The demo's model, run in Python: each function that its JavaScript exports is a method.

        Returns
        -------
        object
            Its methods take and return plain data, as JSON has it.

        Raises
        ------
        ModuleNotFoundError
            If QuickJS is not installed.

        Examples
        --------
        >>> import aucc_teach as at
        >>> lab = at.demos.AuccLab(shuffles=3)
        >>> [round(shuffle["aucc"], 4) for shuffle in lab.model().shufflesOf(lab.state())]
        [0.4074, 0.4815, 0.4815]
        """
        return running(cls.path("model.js"))

    def words(self):
        """The present state in words, as the demo says it where it is live.

        Returns
        -------
        str
            A sentence or two.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.demos.PairTable([0, 0, 1], [5, 5, 2]).words()
        'The partitions agree on 3 of 3 pairs: c 1.0000, expected 0.5556, ARI 1.0000.'
        """
        return self.model().words(self.page_state())

    def stand_in(self):
        """The question; see :meth:`PageWidget.stand_in`. In a page of the book a picture takes its place."""
        question = escape(self.question, quote=False)
        return 'demo-words"', f'<p class="demo-question">{question}</p><p class="demo-note">{_NOTE}</p>'

    def place(self, **state):
        """Set some of the state at once, also where one part does not fit the rest as it is.

        Parameters
        ----------
        **state
            Any of what :meth:`state` names. What depends on it follows, if it is not given.

        Raises
        ------
        ValueError
            As for the class, or if a name is unknown; nothing is changed then.

        Examples
        --------
        >>> import aucc_teach as at
        >>> lab = at.demos.AuccLab()
        >>> lab.place(points=[[0, 0], [0, 100], [500, 0], [500, 200]], labels=[0, 0, 1, 1])
        >>> lab.words()
        '8 of 8 comparisons are right: AUCC 1.0000.'
        """
        if unknown := [name for name in state if name not in self.state()]:
            raise InvalidStateError(f"place takes {', '.join(self.state())}. Got {unknown[0]!r}.")
        state |= {name: self.read(name, value) for name, value in state.items() if name in self._parts}
        self._set_together(**self._following(state) | state)

    def _following(self, state):
        """Return other parts of the state that change with these."""
        return {}

    def link(self):
        """Target of a link that brings the demo of a page into the present state.

        Returns
        -------
        str
            To stand in the prose of that page, as in ``[bring d to e](#demo=aucc-lab:...)``.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.demos.AuccLab([[0, 0], [9, 0], [0, 9]], [0, 0, 1]).link()
        '#demo=aucc-lab:eyJsYWJlbHMiOlswLDAsMV0sInBvaW50cyI6W1swLDBdLFs5LDBdLFswLDldXSwic2VlZCI6MCwic2h1ZmZsZXMiOjB9'
        """
        text = json.dumps(self.state(), sort_keys=True, separators=(",", ":"))
        return f"#demo={self.slug}:{base64.urlsafe_b64encode(text.encode()).decode().rstrip('=')}"


def _plain(value, takes_truth=False):
    """Return data as JSON has them, with tuples for lists. Truth values become 0 and 1, or are refused."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return int(value) if value.is_integer() else value
    if isinstance(value, int) and (takes_truth or not isinstance(value, bool)):
        return int(value)
    if isinstance(value, dict):
        return {key: _plain(item, takes_truth) for key, item in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, bytes):
        return tuple(_plain(item, takes_truth) for item in value)
    raise TypeError


def tenths(value):
    """Convert to float, the type of numbers in tenths even if they are whole."""
    return value if isinstance(value, str) else float(value)


def state_in(link):
    """Read a link as :meth:`Demo.link` writes it: the demo's name, and the state as a dict."""
    slug, _, text = link.removeprefix("#demo=").partition(":")
    return slug, json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
