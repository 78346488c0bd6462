"""What each object does to AUCC of a clustering."""

import numpy as np
import pandas as pd
from scipy.spatial.distance import squareform

from aucc_teach.input import counts_of
from aucc_teach.objects import aucc_samples
from aucc_teach.pairs import exact_sum, n_kinds_of_pairs

_COLUMNS = {"cluster": int, "proportion": float, "weight": int, "within": float, "between": float, "spoils": bool}


def describe_objects(points, ranks, labels, names, *, metric):
    """The objects of a Report, under their names; `labels` begin at 0. Without labels an empty table."""
    if labels is None:
        return pd.DataFrame({name: pd.Series(dtype=dtype) for name, dtype in _COLUMNS.items()})
    samples = aucc_samples(points, labels, metric=metric)
    columns = {"cluster": labels + 1} | samples._asdict() | {"spoils": spoils(ranks, labels, samples)}
    return pd.DataFrame(columns, index=names)


def spoils(ranks, labels, samples):
    """Whether AUCC would be higher without an object, for each object; exact. `ranks` order the pairs, condensed.

    An object i is in M comparisons, of which r are right. Without it AUCC is (R - r) / (P N - M), which is above
    R / (P N) exactly if r / M is below it. The proportions of `samples` count the ends of comparisons, and those
    with i in both of their pairs have two ends there: they are counted apart, among the distances from i alone.
    """
    n_within, n_between = n_kinds_of_pairs(counts_of(labels))
    square = squareform(ranks)
    # Python's integers are needed: products of two numbers of comparisons exceed 64 bits.
    doubled_ends = [round(twice) for twice in (2 * samples.proportion * samples.weight).tolist()]
    doubled_right, n_comparisons = sum(doubled_ends) // 4, n_within * n_between
    found = np.zeros(labels.size, dtype=bool)
    for i, (ends, weight) in enumerate(zip(doubled_ends, samples.weight.tolist(), strict=True)):
        own, others = labels == labels[i], labels != labels[i]
        own[i] = False
        others = np.sort(square[i, others])
        below, up_to = (np.searchsorted(others, square[i, own], side) for side in ("left", "right"))
        in_both = int(own.sum()) * others.size
        right_in_both = 2 * in_both - exact_sum(below) - exact_sum(up_to)
        involved = weight - in_both
        # Without pairs of both kinds AUCC is not defined.
        if involved < n_comparisons:
            found[i] = (ends - right_in_both) * n_comparisons < doubled_right * involved
    return found
