"""Formats of figures: the page shows one, pictures twice as fine as they are shown."""


def set_matplotlib_formats(*formats, **_):
    """Keep the one format."""
