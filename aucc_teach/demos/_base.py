"""What all demos share: how the state reaches the page, and the still picture that stands in for it."""

import base64
import json
from importlib.resources import files

import anywidget
import traitlets

from aucc_teach.demos._tasks import panel

STATIC = files("aucc_teach.demos") / "static"
KIT = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in ("kit.js", "numbers.js", "lesson.js"))
# The kit's sheets stand in front of those of the demos, which may overrule them. All of them go everywhere: a notebook
# with two demos would else hold the kit's sheet a second time, after the sheet of the first, and overrule that.
EXERCISES = files("aucc_teach") / "exercises" / "static"
_SHEETS = [file for folder in (STATIC, EXERCISES) for file in folder.iterdir() if file.name.endswith(".css")]
_SHEETS.sort(key=lambda file: (file.name not in ("kit.css", "lesson.css"), file.name))
STYLE = "\n".join(file.read_text(encoding="utf-8") for file in _SHEETS)

# Floats are written with this many digits after the point, so that the last bit of some library's arithmetic does
# not show up as a changed page.
_DIGITS = 10

_POINTER = '<p data-label="{}">These questions are answered where this cell is run, and on the page of the chapter.</p>'


class InvalidStateError(ValueError, traitlets.TraitError):
    """A state that a demo cannot show. Being a ``TraitError`` too, it makes traitlets take the whole change back."""


class Demo(anywidget.AnyWidget):
    """A demo: synchronised traits in Python, drawn by one JavaScript module.

    A subclass sets `slug`, declares its state as traits tagged ``sync=True`` and implements :meth:`still` and
    :meth:`numbers`. What the reader cannot change is tagged ``constant=True`` too. Its module is ``static/<slug>.js``,
    with hyphens as underscores: ``export default { render, numbers, check }``, without imports. The kit,
    ``static/kit.js``, ``static/numbers.js`` and ``static/lesson.js``, stands in front of it.

    Attributes
    ----------
    slug : str
        Name of the demo in HTML, style sheet and file names, such as ``"aucc-lab"``.
    tasks : tuple of Task
        Steps of its lesson, for the state that the demo starts in by itself.
    lesson : list of dict
        The tasks as the page reads them; none if the demo starts in another state.

    Raises
    ------
    FileNotFoundError
        If a subclass is defined whose module does not exist.

    Examples
    --------
    >>> from aucc_teach.demos import Demo
    >>> print(Demo.source("aucc-lab").splitlines()[-1])
    export default { render, numbers, check };
    """

    slug = None
    tasks = ()
    lesson = traitlets.List().tag(sync=True, constant=True)
    # Of the exercise that it stands in, if it does.
    label = traitlets.Unicode().tag(sync=True, constant=True)

    @traitlets.default("lesson")
    def _all_tasks(self):
        return [task.as_json() for task in self.tasks]

    def __init_subclass__(cls, **kwargs):
        # anywidget makes a class of its own for each instance: those inherit what the demo's class has.
        if cls.__dict__.get("slug") is not None:
            cls._esm = cls.source(cls.slug)
            cls._css = STYLE
            # Everything inherited from ipywidgets is of no use to a page.
            cls._own_traits_start = frozenset(Demo.class_trait_names(sync=True))
        super().__init_subclass__(**kwargs)

    @staticmethod
    def source(slug):
        """JavaScript of a demo: the kit, then the demo's own module.

        Parameters
        ----------
        slug : str
            Name of the demo.

        Returns
        -------
        str
            The text of an ES module.

        Examples
        --------
        >>> from aucc_teach.demos import Demo
        >>> "export default" in Demo.source("aucc-lab")
        True
        """
        return KIT + module_of(slug)

    def still(self):
        """Picture of the present state, for readers without JavaScript and for print.

        Returns
        -------
        alt : str
            What the picture shows, in words.
        html : str
            The picture. Laid out by the same classes as the demo, it is as tall, and nothing moves when the demo
            takes its place.

        Examples
        --------
        >>> import aucc_teach as at
        >>> alt, html = at.demos.AuccLab().still()
        >>> alt[:38]
        '7 points in 2 clusters, their pairs in'
        """
        raise NotImplementedError

    @staticmethod
    def numbers(state):
        """The demo's own numbers in a state: what the goals of its tasks are about.

        Parameters
        ----------
        state : dict
            Values by trait name, as :meth:`state` gives them.

        Returns
        -------
        dict
            Numbers by name; None for one that does not exist.

        Examples
        --------
        >>> import aucc_teach as at
        >>> lab = at.demos.AuccLab()
        >>> lab.numbers(lab.state())["right"]
        99
        """
        raise NotImplementedError

    def state(self):
        """State that the reader can change, ready for JSON, floats rounded.

        Returns
        -------
        dict
            Values by trait name.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.demos.AuccLab().state()["labels"]
        [0, 0, 0, 0, 1, 1, 1]
        """
        return {name: value for name, value in self.page_state().items() if not self.trait_metadata(name, "constant")}

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
        '#demo=aucc-lab:eyJsYWJlbHMiOlswLDAsMV0sInBvaW50cyI6W1swLDBdLFs5LDBdLFswLDldXX0'
        """
        text = json.dumps(self.state(), sort_keys=True, separators=(",", ":"))
        return f"#demo={self.slug}:{base64.urlsafe_b64encode(text.encode()).decode().rstrip('=')}"

    def page_state(self):
        """State as it is written into a page: the demo's own synchronised traits.

        Returns
        -------
        dict
            Values by trait name, ready for JSON, floats rounded.

        Examples
        --------
        >>> import aucc_teach as at
        >>> list(at.demos.AuccLab().page_state())
        ['details', 'labels', 'lesson', 'points', 'presets']
        """
        names = set(self.trait_names(sync=True)) - self._own_traits_start | {"lesson"}
        names |= {"label"} if self.label else set()
        return {name: _rounded(getattr(self, name)) for name in sorted(names) if not name.startswith("_")}

    def _set_together(self, **state):
        """Set several traits, or none if one of them does not fit."""
        # In this order: hold_sync sends one message after the checks have passed.
        with self.hold_sync(), self.hold_trait_notifications():
            for name, value in state.items():
                setattr(self, name, value)

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        data["text/plain"] = f"{type(self).__name__}()"
        # The questions of an exercise are long, and of use on a page alone: the book's extension `exercise_boxes` puts
        # them there.
        data["text/html"] = _POINTER.format(self.label) if self.label else self.page_html()
        return data, metadata

    def page_html(self):
        """Write the demo as it stands in a built page: its state, and the picture of it.

        Returns
        -------
        str
            HTML of one element.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.demos.PairTable().page_html()[:47]
        '<div class="demo-host" data-demo="pair-table"><'
        """
        # "</" and "<!--" would end or garble the script element, whatever string they are in.
        state = json.dumps(self.page_state(), sort_keys=True, separators=(",", ":")).replace("<", "\\u003c")
        alt, picture = self.still()
        alt = alt.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        label = f' data-label="{self.label}"' if self.label else ""
        return (
            f'<div class="demo-host" data-demo="{self.slug}"{label}><script type="application/json">{state}</script>'
            f'<div class="demo demo-still demo-{self.slug}" role="img" aria-label="{alt}">'
            f'{panel(self.lesson)}<div class="demo-body">{picture}</div><div class="demo-tools"></div></div></div>'
        )


def state_in(link):
    """Read a link as :meth:`Demo.link` writes it: the demo's name, and the state as a dict."""
    slug, _, text = link.removeprefix("#demo=").partition(":")
    return slug, json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def module_of(slug):
    """JavaScript of a demo's own module, which needs the kit in front. That of the exercises is in several parts."""
    if slug == "exercise":
        return "\n".join(exercise_parts().values())
    return (STATIC / f"{slug.replace('-', '_')}.js").read_text(encoding="utf-8")


def exercise_parts():
    """JavaScript of the exercises by the kind of question that needs it; what all need comes first."""
    files = {"": "exercise.js", "break": "claims.js", "write": "write.js"}
    return {kind: (EXERCISES / name).read_text(encoding="utf-8") for kind, name in files.items()}


def _rounded(value):
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return value
