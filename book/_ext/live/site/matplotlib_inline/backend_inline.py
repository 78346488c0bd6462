"""Formats of figures: the page shows one, twice as fine as shown."""


def set_matplotlib_formats(*formats, **_):
    """Keep the one format."""
