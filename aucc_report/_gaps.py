"""Groups with gaps between them: a cloud is split at its deepest gap while no data without clusters has one as deep.

A gap is as deep as the mode tree says: the logarithm of how much denser the rows are in the thinner of its two sides.
"""

from typing import NamedTuple

import numpy as np

from aucc_report._modes import N_NEIGHBOURS, ModeTree, Ribbon
from aucc_report._valleys import shallowest_valley
from aucc_teach.calibration import Space

#: Tables and the page call the groups between gaps by this name.
GAPS = "gaps"
#: What stands for "no gap": clouds without clusters with the mean and covariance of the rows, and points along a line,
#: because rows along a bend are uneven by chance.
KINDS = ("normal", "box", "ribbon")
#: A part is split if the gap of none of so many sets, whichever their kind, is as deep.
N_SETS = 99
#: After so many sets a part that isn't split is open if at most `FEW` of any kind have a gap as deep, else closed.
N_FIRST, FEW = 19, 1
#: A report is refused for fewer rows: below, however far two groups lie apart, their gap is no mode, and no number of
#: groups can be said. Two groups of fewer rows have at most N_NEIGHBOURS rows in one of them, B. Each row b of B then
#: has a row a of the other group among its N_NEIGHBOURS nearest, no farther than its core distance c(b), the distance
#: to the last of these. Within c(b) of b lie N_NEIGHBOURS rows other than a (b is one), so c(a) is at most
#: d(a, b) + c(b), that is 2 c(b). So the two groups join at a height of at most 2 c(b), for the b with the smallest
#: c(b) as well, and the contrast of B is at most log 2 for each dimension, whatever the gap. With one row more in
#: each group all N_NEIGHBOURS nearest rows can be in the own group, and the contrast grows with the gap.
FEWEST_ROWS = 2 * (N_NEIGHBOURS + 1)
#: Ellipses need so many rows for each column, or their metric is that of chance.
ROWS_FOR_ELLIPSES = 10
#: Two ellipses are apart if the emptiest place between them has at most this part of the rows around their middles.
EMPTY = 0.05
SPLIT, OPEN, CLOSED, SMALL = "split", "open", "closed", "few rows"


class Question(NamedTuple):
    """A part of the cloud that was asked whether it has a gap.

    ``part`` says how it came about: "" is the cloud, and "01" the second side of its first side. ``depth`` is that of
    the deepest gap, NaN if there were too few rows to ask. ``n_sets`` were drawn of each kind, and ``reached`` has how
    many of each kind have a gap as deep. ``ellipses``: it was asked in the metric of two ellipses as well;
    ``by_ellipses``: there it was split.
    """

    part: str
    n_rows: int
    depth: float
    n_sets: int
    reached: dict
    answer: str
    ellipses: bool = False
    by_ellipses: bool = False


class Groups(NamedTuple):
    """The groups: their labels, the largest 0, and the questions that were asked, the first about the whole cloud."""

    labels: np.ndarray
    questions: tuple

    @property
    def n_groups(self):
        return int(self.labels.max()) + 1

    @property
    def open_parts(self):
        """The questions about groups that may have a gap, or for which a gap between ellipses could not be asked."""
        by_ellipses = any(question.by_ellipses for question in self.questions)
        return [
            question
            for question in self.questions
            if question.answer == OPEN or (by_ellipses and question.answer != SPLIT and not question.ellipses)
        ]


def groups_of(points, seed, *, step=lambda what: None):
    """Split a cloud at its gaps.

    Parameters
    ----------
    points : ndarray of shape (n, d)
        The rows on the scale on which they are clustered.
    seed : sequence of int
        Of the random numbers.
    step : callable
        Called before each question with what it is about.

    Returns
    -------
    Groups
        The groups.
    """
    points = without_ties(points, np.random.default_rng((*seed, 0)))
    labels, questions, waiting = np.zeros(len(points), dtype=int), [], [("", np.arange(len(points)))]
    while waiting:
        part, rows = waiting.pop(0)
        step(f"the gaps of {len(rows)} rows")
        # The number of the part in a binary tree.
        number = int(f"1{part}", 2)
        question, sides = _asked(points[rows], part, (*seed, number))
        questions.append(question)
        if sides is not None:
            labels[rows[sides == 1]] = labels.max() + 1
            waiting += [(f"{part}{side}", rows[sides == side]) for side in (0, 1)]
    by_size = np.argsort(-np.bincount(labels), kind="stable")
    return Groups(np.argsort(by_size)[labels], tuple(questions))


def without_ties(points, rng):
    """Spread values that were rounded over the interval from which they were rounded, because ties are no gaps."""
    found = points.copy()
    for column in found.T:
        spread = np.ptp(column)
        if spread > 0:
            # Rounding errors of the scaling are no different values.
            steps = np.diff(np.unique(np.round(column / spread, 9)))
            column += steps.min() * spread * rng.uniform(-0.5, 0.5, len(column))
    return found


def _asked(points, part, seed):
    """Ask one part for a gap; returns the question and the side of each row, None if it isn't split."""
    points = points[:, np.ptp(points, axis=0) > 0]
    n, d = points.shape
    if n < FEWEST_ROWS or n <= d + 2:
        return Question(part, n, np.nan, 0, {}, SMALL), None
    question, tree = _compared(points, part, seed, lambda points: points)
    if question.answer != SPLIT and d > 1 and n >= ROWS_FOR_ELLIPSES * d:
        question = question._replace(ellipses=True)
        by_ellipses, tree_of_ellipses = _compared(points, part, (*seed, 1), in_ellipses)
        # Beside an arc, too, two ellipses may have a gap, but no empty one.
        if by_ellipses.answer == SPLIT and _is_empty_between(tree_of_ellipses):
            question = by_ellipses._replace(ellipses=True, by_ellipses=True)
            tree = tree_of_ellipses
    return question, tree.labels(2) if question.answer == SPLIT else None


def in_ellipses(points):
    """The points in the metric of two ellipses of one shape: their common covariance becomes round."""
    from sklearn.mixture import GaussianMixture  # imported here because it takes long

    fitted = GaussianMixture(2, covariance_type="tied", random_state=0, reg_covar=1e-6 * points.var()).fit(points)
    lengths, axes = np.linalg.eigh(fitted.covariances_)
    return points @ (axes / np.sqrt(lengths))


def _is_empty_between(tree):
    return shallowest_valley(tree.points, tree.labels(2)) <= EMPTY


def _compared(points, part, seed, seen):
    """Compare the deepest gap of points with those of sets without clusters; `seen` gives what is measured of each."""
    tree = ModeTree(seen(points))
    depth = tree.persistence[0]
    kinds = KINDS if points.shape[1] > 1 else KINDS[:-1]
    draws = {kind: _draws(points, kind, (*seed, i)) for i, kind in enumerate(kinds)}
    reached, n_sets = dict.fromkeys(kinds, 0), 0
    if depth == 0:
        return Question(part, len(points), 0.0, 0, reached, CLOSED), tree
    while n_sets < N_SETS:
        n_sets += 1
        for kind, drawn in draws.items():
            reached[kind] += int(ModeTree(seen(next(drawn))).persistence[0] >= depth)
        most = max(reached.values())
        # What is known for certain needs no further sets.
        if most > FEW or (most and n_sets >= N_FIRST):
            break
    answer = SPLIT if not most else CLOSED if most > FEW else OPEN
    return Question(part, len(points), float(depth), n_sets, reached, answer), tree


def _draws(points, kind, seed):
    """Sets without clusters of one kind, one after the other."""
    rng = np.random.default_rng(seed)
    if kind == "ribbon":
        ribbon = Ribbon(points, rng)
        while True:
            yield ribbon.draw(rng)
    space = Space(points)
    while True:
        yield space.draw(kind, True, rng)
