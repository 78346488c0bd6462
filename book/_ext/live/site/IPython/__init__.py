"""What the page's Python has of IPython: its display."""

from live_cells import SHELL


def get_ipython():
    """Return what packages that draw ask."""
    return SHELL
