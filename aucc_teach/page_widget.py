"""Widgets that a page and JupyterLab show alike: how their state reaches the page, and what stands in for them there.

Demos and exercises are such widgets. One JavaScript module draws each, in both places.
"""

import json
from importlib.resources import files

import anywidget
import traitlets

from aucc_teach.join_scripts import in_order, source

STATIC = files("aucc_teach") / "static"
# The modules that all demos and exercises share; static_page.js is no module.
SHARED = in_order(
    *(f"static/{file.name}" for file in STATIC.iterdir() if file.name.endswith(".js") and file.name != "static_page.js")
)
# The shared sheets stand in front of the demos' own, which may overrule them. Every widget carries all sheets; if not,
# a notebook with two demos would hold the shared sheets again after the first demo's sheet, and they would overrule it.
_DEMOS, _EXERCISES = (files("aucc_teach") / room / "static" for room in ("demos", "exercises"))
_SHARED_SHEETS = [STATIC / "kit.css", STATIC / "lesson.css"]
_SHARED_SHEETS += sorted(
    (file for file in _EXERCISES.iterdir() if file.name.endswith(".css")), key=lambda file: file.name
)
#: Style sheets by the demo's name; the shared ones have no name.
SHEETS = {"": "\n".join(file.read_text(encoding="utf-8") for file in _SHARED_SHEETS)} | {
    folder.name.replace("_", "-"): (folder / "style.css").read_text(encoding="utf-8")
    for folder in sorted(_DEMOS.iterdir(), key=lambda folder: folder.name)
    if folder.is_dir()
}
STYLE = "\n".join(SHEETS.values())

# Floats are written with this many decimals, so that a changed last bit does not change the page.
_DIGITS = 10

_POINTER = (
    '<p data-label="{}">You can answer these questions where this cell is run, and on the page of the chapter.</p>'
)

_STILL = '<div class="demo demo-still {}><div class="demo-body">{}</div><div class="demo-tools"></div></div>'


class PageWidget(anywidget.AnyWidget):
    """Synchronised traits in Python, drawn by one JavaScript module.

    A subclass sets `slug`, declares its state as traits tagged ``sync=True`` and implements :meth:`modules` and
    :meth:`stand_in`. What the reader cannot change is tagged ``constant=True`` too.

    Attributes
    ----------
    slug : str
        Name in HTML, style sheet and file names, such as ``"aucc-lab"``.
    label : str
        Label of the exercise that it is or stands in; empty without one.

    Raises
    ------
    FileNotFoundError
        If a subclass is defined whose module does not exist.
    """

    slug = None
    label = traitlets.Unicode().tag(sync=True, constant=True)
    # Tries of the questions that are answered here, where there is a kernel; a page keeps its own.
    tries = traitlets.List().tag(sync=True)

    def __init_subclass__(cls, **kwargs):
        # anywidget makes a class for each instance, which inherits these.
        if cls.__dict__.get("slug") is not None:
            cls._esm = source(*cls.modules())
            cls._css = STYLE
        super().__init_subclass__(**kwargs)

    @classmethod
    def modules(cls):
        """Paths of its JavaScript modules; the first one draws it, and the others add to that."""
        raise NotImplementedError

    def stand_in(self):
        """HTML that stands in a page until the module has drawn the widget, and for readers without JavaScript.

        Returns
        -------
        tuple of str
            The rest of the opening tag of an element, from within its ``class`` on, and what the element
            holds, as HTML.
        """
        raise NotImplementedError

    def state(self):
        """State that the reader can change, ready for JSON, with floats rounded.

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
        return self._own(constant=lambda is_constant: not is_constant)

    def page_state(self):
        """State as it is written into a page, all synchronised traits of the widget.

        Returns
        -------
        dict
            Values by trait name, ready for JSON, floats rounded.

        Examples
        --------
        >>> import aucc_teach as at
        >>> list(at.demos.AuccLab().page_state())
        ['can_shuffle', 'details', 'labels', 'lesson', 'points', 'presets', 'question', 'seed', 'shuffles']
        """
        return self._own()

    def _own(self, **metadata):
        # A page has no use for the traits of ipywidgets.
        names = set(self.trait_names(sync=True, **metadata)) - set(PageWidget.class_trait_names(sync=True))
        names |= {"label"} if self.label and not metadata else set()
        return {name: rounded(getattr(self, name)) for name in sorted(names) if not name.startswith("_")}

    def _set_together(self, **state):
        """Set several traits, or none of them if one does not fit."""
        # The order matters: hold_sync sends one message after the checks have passed.
        with self.hold_sync(), self.hold_trait_notifications():
            for name, value in state.items():
                setattr(self, name, value)

    def _repr_mimebundle_(self, **kwargs):
        data, metadata = super()._repr_mimebundle_(**kwargs)
        data["text/plain"] = f"{type(self).__name__}()"
        # An exercise's questions are long and useful only on a page, where the extension `exercise_boxes` puts them.
        data["text/html"] = _POINTER.format(self.label) if self.label else self.page_html()
        return data, metadata

    def page_html(self):
        """Write the demo for a page: its state, and what stands in for it.

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
        label = f' data-label="{self.label}"' if self.label else ""
        return (
            f'<div class="demo-host" data-demo="{self.slug}"{label}><script type="application/json">{state}</script>'
            f"{_STILL.format(*self.stand_in())}</div>"
        )


def rounded(value):
    """Return data ready for JSON, with floats rounded and lists for tuples."""
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return value
