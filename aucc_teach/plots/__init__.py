"""The figures of the chapters: every function draws on one Axes and returns it.

Within pairs have one colour, between pairs another, ties are grey, in figures and demos alike; shape carries the
same information as colour. What takes arrays takes pandas objects, too.

- points: points in the plane, with their clusters, links or groups
- partitions: partitions and clusterings without coordinates, and the table of two of them
- pairs: pairs of objects, in a row, in a square or compared with each other
- roc: ROC curves, their tie rules and the curve of pair errors
- measures: scores, intervals and times of several partitions or programs
- objects: what each object contributes to a score
- by_k: scores against the number of clusters
- criterion: one criterion, pictured on its data

Palette and style are in `_style`. Every public name is a name of this package: ``at.plots.plot_roc``.
"""

from aucc_teach.plots._style import BETWEEN, CLUSTERS, MARKERS, TIED, WITHIN, use_style
from aucc_teach.plots.by_k import (
    plot_baseline,
    plot_by_k,
    plot_criteria_by_k,
    plot_deviations,
    plot_excess,
    plot_lines_by_k,
)
from aucc_teach.plots.criterion import plot_criterion
from aucc_teach.plots.measures import plot_intervals, plot_measures, plot_tie_bounds, plot_times
from aucc_teach.plots.objects import plot_aucc_samples
from aucc_teach.plots.pairs import plot_comparison_grid, plot_pair_kinds, plot_ranked_pairs
from aucc_teach.plots.partitions import plot_contingency, plot_memberships, plot_partitions
from aucc_teach.plots.points import plot_groups, plot_links, plot_points
from aucc_teach.plots.roc import plot_mirrored_roc, plot_pair_error_curve, plot_roc, plot_tie_rules

__all__ = [
    "BETWEEN",
    "CLUSTERS",
    "MARKERS",
    "TIED",
    "WITHIN",
    "plot_aucc_samples",
    "plot_baseline",
    "plot_by_k",
    "plot_comparison_grid",
    "plot_contingency",
    "plot_criteria_by_k",
    "plot_criterion",
    "plot_deviations",
    "plot_excess",
    "plot_groups",
    "plot_intervals",
    "plot_lines_by_k",
    "plot_links",
    "plot_measures",
    "plot_memberships",
    "plot_mirrored_roc",
    "plot_pair_error_curve",
    "plot_pair_kinds",
    "plot_partitions",
    "plot_points",
    "plot_ranked_pairs",
    "plot_roc",
    "plot_tie_bounds",
    "plot_tie_rules",
    "plot_times",
    "use_style",
]
