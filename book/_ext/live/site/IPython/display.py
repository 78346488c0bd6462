"""Display and the two kinds of text that notebooks show."""

from live_cells import display

__all__ = ["HTML", "Image", "Markdown", "clear_output", "display"]


class HTML:
    """Text that is shown as HTML."""

    def __init__(self, data):
        self.data = data

    def _repr_html_(self):
        return self.data


class Image(HTML):
    """The name of a picture in a file, for packages that only import it."""


def clear_output(wait=False):
    """Do nothing: what a cell has shown stays until the cell runs again."""


class Markdown(HTML):
    """Text that is shown as it is written: the page has no Markdown."""

    def _repr_html_(self):
        import html

        return f"<pre>{html.escape(self.data)}</pre>"
