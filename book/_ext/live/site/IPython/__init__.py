"""What the page's Python has of IPython: its display."""

from live_cells import SHELL

version_info = (
    9,
    0,
    0,
)  # for Matplotlib, which asks it for a way to draw after each cell


def get_ipython():
    """Return what packages that draw ask."""
    return SHELL
