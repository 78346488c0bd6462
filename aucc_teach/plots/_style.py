"""Colours, markers and style of the figures, and what several of them do to their axes."""

import os
import sys

import matplotlib.pyplot as plt
from matplotlib.ticker import MaxNLocator

from aucc_teach.input import check_equal_lengths, check_same_names, names_of_objects
from aucc_teach.plots._dark import send_dark_twins

# Blue and orange stand for within and between clusters of one partition: its pairs, what a criterion draws in their
# place, and a comparison of a pair within with one between, in the colour of the closer. Nothing else has them, except
# that the curve of a single ROC is blue.
WITHIN = "#0072B2"
BETWEEN = "#D55E00"
TIED = "#767676"
CLUSTERS = ("#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#5D3A9B", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P")  # as in the demos

# A figure is this wide, in inches, or less: on a phone its letters of 12 points keep 9.
WIDTH = 4.4
SQUARE = (WIDTH, WIDTH)
# Solid and dashed tell the two kinds of pairs apart without colour.
PAIR_LINES = {
    "within": {"color": WITHIN, "linestyle": "-"},
    "between": {"color": BETWEEN, "linestyle": (0, (3, 2))},
}
REFERENCE_LINE = {"color": TIED, "linestyle": "--", "linewidth": 1.2}

_STYLE = {
    "figure.figsize": (WIDTH, 3.4),
    "figure.dpi": 100,
    "figure.constrained_layout.use": True,
    "font.size": 12,
    "axes.labelsize": 12,
    "axes.titlesize": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.labelsize": 12,
    "ytick.labelsize": 12,
    "legend.fontsize": 12,
    "lines.linewidth": 1.8,
}


def use_style():
    """Set the look of the book's figures for this session; in a notebook also their density, that of a fine screen.

    While the book is built, which the variable AUCC_TEACH_DARK_FIGURES of the environment says, every picture carries a
    twin for the dark pages.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.plots.use_style()
    """
    plt.rcParams.update(_STYLE)
    if (ipython := sys.modules.get("IPython")) and ipython.get_ipython():
        from matplotlib_inline.backend_inline import set_matplotlib_formats  # comes with IPython

        set_matplotlib_formats("retina")
    if os.environ.get("AUCC_TEACH_DARK_FIGURES"):
        send_dark_twins()


def new_axes(ax, **figure):
    """Return the Axes given, or the one of a new figure."""
    return plt.subplots(**figure)[1] if ax is None else ax


def look_of(position):
    """Return colour and marker of a cluster or a group; both repeat after six."""
    return {"color": CLUSTERS[position % len(CLUSTERS)], "marker": MARKERS[position % len(MARKERS)]}


def check_same_objects(**sequences):
    """Refuse sequences, given by name, that differ in length or in the index that pandas gives them."""
    check_equal_lengths(**sequences)
    check_same_names(**{name: names_of_objects(sequence) for name, sequence in sequences.items()})


def list_names(names, **items):
    """Return the names as a list, one for each of the items; without names an empty list."""
    if names is None:
        return []
    check_same_objects(**items, names=names)
    return list(names)


def label_end(ax, label, x, y, *, color, shift=0):
    """Write the label of a line beside its last point."""
    ax.annotate(label, (x[-1], y[-1]), xytext=(7, shift), textcoords="offset points", color=color, va="center")


def count_clusters(ax):
    """Label the x axis as the number of clusters."""
    ax.set_xlabel("Number of clusters k")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))


def name_heights(ax, names):
    """Name the heights 0, 1, ... of a figure."""
    ax.set_yticks(range(len(names)), names)
    ax.tick_params(axis="y", length=0)


def name_rows(ax, names):
    """Name the rows 0, 1, ... of a figure, from the top."""
    name_heights(ax, names)
    ax.set_ylim(len(names) - 0.5, -0.5)


def rule_rows(ax):
    """Draw a faint line under what stands in each row."""
    ax.grid(axis="y", color="#DDDDDD", linewidth=0.8)
    ax.set_axisbelow(True)


def name_cells(ax, rows, columns):
    """Name the rows and columns 0, 1, ... of a table, which needs no frame."""
    ax.set_xticks(range(len(columns)), columns)
    ax.set_yticks(range(len(rows)), rows)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
