"""Groups that follow density: how many of a cloud's modes persist longer than those of data without clusters."""

from itertools import pairwise, product
from typing import NamedTuple

import numpy as np

from aucc_report._modes import N_NEIGHBOURS, ModeTree, Ribbon, persistence
from aucc_report._sequential import is_decided
from aucc_teach.calibration import REFERENCES, Space

#: Tables and the page call the algorithm by this name.
DENSITY = "density"
RIBBON = "ribbon"
#: Normal sets replace radial ones: these keep the distances from the mean, so rings around each other stay rings.
INSTEAD = {"radial": "normal"}
#: Modes that persist beyond boxes may still be gaps in a bent cloud if ribbons reach them in more than this proportion.
OPEN = 0.25
#: A report is refused for fewer rows: below, however far two groups lie apart, their gap is no mode, and no number of
#: groups can be said. Two groups of fewer rows have at most N_NEIGHBOURS rows in one of them, B. Each row b of B then
#: has a row a of the other group among its N_NEIGHBOURS nearest, no farther than its core distance c(b), the distance
#: to the last of these. Within c(b) of b lie N_NEIGHBOURS rows other than a (b is one), so c(a) is at most
#: d(a, b) + c(b), that is 2 c(b). So the two groups join at a height of at most 2 c(b), for the b with the smallest
#: c(b) as well, and the contrast of B is at most log 2 for each dimension, whatever the gap. With one row more in
#: each group all N_NEIGHBOURS nearest rows can be in the own group, and the contrast grows with the gap.
FEWEST_ROWS = 2 * (N_NEIGHBOURS + 1)
#: Groups of fewer rows are not looked at for groups within.
FEWEST_OF_PART = 30


class Modes(NamedTuple):
    """The modes that density shows.

    ``n_modes`` is the number of modes of which all but one persist longer than the level allows for the longest of a
    reference set, whichever kind of set it is; ``n_beyond_boxes`` is the same without the ribbons, and ``n_open`` with
    ribbons at the level `OPEN`. ``labels`` has the rows of these ``n_modes``. ``pvalues`` has for each kind those of
    all modes but one, the most persistent first. ``parts`` are the numbers of rows of those groups that have several
    modes themselves, as clouds of their own. ``n_drawn`` is the number of sets of each kind; ``is_safe``: more sets
    would hardly change what is said.
    """

    tree: ModeTree
    pvalues: dict
    n_modes: int
    n_beyond_boxes: int
    n_open: int
    n_drawn: int
    is_safe: bool
    parts: tuple = ()

    @property
    def labels(self):
        return self.tree.labels(self.n_modes)


def modes_of(tree, kinds, *, level, looks, seed, outcome):
    """Count the modes of a cloud beside sets that are drawn until the outcome of the counts is safe.

    Parameters
    ----------
    tree : ModeTree
        Of the rows, as they are clustered.
    kinds : sequence of str
        Kinds of :func:`aucc_teach.reference_data`, normal in place of radial ones; ribbons are drawn beside them if
        there are several columns.
    level : float
        Significance level.
    looks : tuple of int
        Numbers of sets of each kind after which it is asked whether more are needed.
    seed : sequence of int
        Of the random numbers.
    outcome : callable
        What follows from ``n_modes``, ``n_beyond_boxes`` and ``n_open``.

    Returns
    -------
    Modes
        What was found, without its parts.
    """
    points = tree.points
    of_data = tree.persistence[tree.persistence > 0]
    draws = {kind: _draws(points, kind, seed) for kind in kinds_of_density(kinds)}
    if points.shape[1] > 1:
        draws[RIBBON] = _draws(points, RIBBON, seed)
    reached = {kind: np.zeros(len(of_data), dtype=int) for kind in draws}
    for before, n in pairwise((0, *looks)):
        for kind, drawn in draws.items():
            for _ in range(before, n):
                reached[kind] += persistence(next(drawn))[0] >= of_data
        pvalues = {kind: (1 + counts) / (n + 1) for kind, counts in reached.items()}
        counted = _counts(pvalues, level)
        sides = [
            _counts(pvalues, level, lambda p, at, n=n, side=side: _or_side(p, n, at, looks, side)) for side in (0, 1)
        ]
        said = outcome(*counted)
        is_safe = all(outcome(*counts) == said for counts in product(*zip(*sides, strict=True)))
        if is_safe:
            break
    return Modes(tree, pvalues, *counted, n, is_safe)


def with_parts(modes, kinds, *, is_compact, level, looks, seed):
    """Add the groups that have several modes themselves; if groups are bent, open modes count."""

    def has_several(n_modes, n_beyond_boxes, n_open):
        return (n_beyond_boxes if is_compact else n_open) > 1

    parts, is_safe, labels = [], modes.is_safe, modes.labels
    for group in range(modes.n_modes):
        rows = modes.tree.points[labels == group]
        rows = rows[:, np.ptp(rows, axis=0) > 0]
        if len(rows) < FEWEST_OF_PART or len(rows) <= rows.shape[1] + 2:
            continue
        alone = modes_of(ModeTree(rows), kinds, level=level, looks=looks, seed=(*seed, 1 + group), outcome=has_several)
        is_safe &= alone.is_safe
        if has_several(alone.n_modes, alone.n_beyond_boxes, alone.n_open):
            parts.append(len(rows))
    return modes._replace(parts=tuple(parts), is_safe=is_safe)


def kinds_of_density(kinds):
    """The kinds of sets with which density is compared, for those of a report."""
    return list(dict.fromkeys(INSTEAD.get(kind, kind) for kind in kinds))


def _draws(points, kind, seed):
    """Reference sets of one kind, one after the other."""
    if kind == RIBBON:
        rng = np.random.default_rng((*seed, len(REFERENCES)))
        ribbon = Ribbon(points, rng)
        while True:
            yield ribbon.draw(rng)
    rng = np.random.default_rng((*seed, REFERENCES.index(kind)))
    space = Space(points)
    while True:
        yield space.draw(kind, True, rng)


def _counts(pvalues, level, decided=lambda pvalues, level: pvalues):
    """Count the modes beyond all kinds of sets, beyond those that are no ribbons, and the open ones.

    `decided` gives for p-values and a level those that the decision at this level goes by.
    """

    def is_beyond(kinds, level):
        return np.all([decided(pvalues[kind], level) <= level for kind in kinds], axis=0)

    boxes = is_beyond([kind for kind in pvalues if kind != RIBBON], level)
    beyond, still_open = (
        boxes & is_beyond([RIBBON], at) if RIBBON in pvalues else boxes for at in (level, max(level, OPEN))
    )
    return tuple(1 + int(modes.sum()) for modes in (beyond, boxes, still_open))


def _or_side(pvalues, n, level, looks, side):
    """P-values, or where it is not decided on which side of the level they lie, the side."""
    return np.where([is_decided(pvalue, n, level, looks) for pvalue in pvalues], pvalues, side)
