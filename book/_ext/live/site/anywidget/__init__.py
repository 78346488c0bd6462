"""Widgets without a page of their own: the page has each drawn already."""

import contextlib

import traitlets


class AnyWidget(traitlets.HasTraits):
    """The traits of a widget, which nothing synchronises."""

    def hold_sync(self):
        """Do as ipywidgets does before it sends several values at once."""
        return contextlib.nullcontext()

    def _repr_mimebundle_(self, **_):
        return {"application/vnd.jupyter.widget-view+json": {}}, {}
