"""Null machine: random labellings, a partition judged among them, and means against the number of clusters."""

import math
from collections import Counter
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np
import traitlets

from aucc_teach.aucc import AuccTestResult, PairRanking
from aucc_teach.criteria import CriteriaScorer
from aucc_teach.datasets import load_toy
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._formats import NONE, format_count, format_score
from aucc_teach.demos._random_partitions import (
    BALANCES,
    MOST_SHUFFLES,
    Sfc32,
    deal,
    deals,
    random_partitions,
    shuffles,
    sizes_text,
)
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import Choice, ClusterLabels, CountsByK, GridPoints, WholeNumber
from aucc_teach.partitions import size_profile

__all__ = ["NullMachine"]

FEWEST_POINTS = 10
MOST_POINTS = 60
FEWEST_CLUSTERS = 2
MOST_CLUSTERS = 12
MOST_DRAWN = 2000
MOST_JUDGED = MOST_SHUFFLES
VIEWS = ("deal", "judge", "every k")
BLIND = 4  # part of the seed: random labels that are judged themselves
MOST_SEED = 2**32 - 1
ENOUGH = 100  # partitions, to have visited a number of clusters
COLLECTED = 20  # p-values of random labels, to see how they spread; the strip holds as many at most
BESIDE = (
    "point_biserial_score",
    "calinski_harabasz_score",
    "silhouette_score",
    "c_index",
    "ratkowsky_lance_score",
    "pbm_score",
)


_TWO = ("k", "==", 2, "There are {k} clusters now, and this step is about two: move k to 2.")
_OTHER_LABELS = "Points, labels or seed have changed. Press Undo until they are as they were."
_TO_THE_END = (
    "n_judged",
    "==",
    MOST_JUDGED,
    f"The number of random labellings is {{n_judged}}, and it takes {MOST_JUDGED}.",
)
# The random labels of the twentieth seed, where the nineteen before it were run to their ends.
_TWENTY_SEEDS = {
    "seed": COLLECTED,
    "labels": deals((30, 30), COLLECTED, BLIND, 1)[0].tolist(),
    "judged": MOST_JUDGED,
}


class NullMachine(Demo):
    """Random labellings of a few points: the histogram of their AUCC, and a partition judged among them.

    Cluster sizes are fixed, and every labelling with these sizes is as likely as any other. The draws depend only on
    `seed` and the sizes, so this class draws what a page draws. There are three views. *Draw* shows the draws for `k`
    and `balance`, *Judge* those with the sizes that the labels have, and *Every k* the means for each k that was drawn.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        10 to 60 points on the grid, x and y from 0 to 1000, not all at one place. Default: three blobs.
    k : int, default=2
        Number of clusters, 2 to 12 or as many as the points allow.
    balance : {"even", "ten percent", "sixty percent"}, default="even"
        Sizes of the clusters: all equal, or one with this proportion of the points and the others equal.
    criterion : str, default="silhouette_score"
        The criterion beside AUCC: the name of its function in ``at.criteria``.
    seed : int, default=1
        Seed of the random partitions, 0 to 2^32 - 1.
    drawn : dict of int, optional
        How many partitions are drawn for each number of clusters, 2000 at most. Default: none.
    labels : array-like of int, shape (n,), optional
        The partition to be judged: cluster of each point, 0 to 5. Default: the classes of the three blobs; for other
        points, random labels for two clusters of equal size.
    judged : int, default=0
        How many random labellings it is judged among, 999 at most.
    view : {"deal", "judge", "every k"}, default="deal"
        What is shown.
    since : int, optional
        First of the seeds, one after the other up to `seed`, that were run to the end: their p-values are in the strip
        of the random labels, 20 at most. Default: `seed`.

    Attributes
    ----------
    points, k, balance, criterion, seed, drawn, labels, judged, view, since
        The state as it is now; can be set.
    presets : list of dict
        What the reader can choose from: ``name``, ``note``, ``points`` and ``labels`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many or all at one place, if there
        are more clusters than the points allow with this balance, if there is not one label for each point, or if
        anything else is unknown or out of range.

    See Also
    --------
    aucc_teach.PairRanking.null : The exact moments that the demo shows.
    aucc_teach.aucc_test : The test, for data of any size.
    aucc_teach.experiments.chance.random_partitions : The same experiment at the size of the paper.

    Examples
    --------
    >>> import aucc_teach as at
    >>> machine = at.demos.NullMachine(k=3, drawn={3: 200})
    >>> machine.sizes, machine.partitions().shape
    ((20, 20, 20), (200, 60))
    >>> scores = machine.scores()["aucc_score"]
    >>> bool(abs(scores.mean() - 0.5) < 4 * machine.null.variance**0.5 / 200**0.5)
    True
    >>> at.demos.NullMachine(judged=999).verdict.pvalue
    0.001
    """

    slug = "null-machine"
    question = "What does AUCC make of random labels, and what does it make of yours?"
    tasks = (
        Task(
            question="The machine assigns the labels at random, 30 points to each of two clusters. Where does the "
            "mean of AUCC settle?",
            choices=("Near 0", "Near one half", "Near 1"),
            todo="Press Run, and stop it after 100 random labellings or more.",
            goal=(
                _TWO,
                ("n_drawn", ">=", ENOUGH, f"The number of random labellings is {{n_drawn}}, and it takes {ENOUGH}."),
            ),
            solved={"drawn": {"2": ENOUGH}},
            answer="Near one half",
            outcome="Over all labellings with these sizes the mean is exactly 1/2, because labels that know nothing "
            "of the points make the within pair the closer one as often as the between pair.",
            hides=("mean", "null-deals", "null-caption"),
            reveals=("exactMean",),
        ),
        Task(
            question="One of the two clusters gets 60% of the points. The curve is the normal distribution with the "
            "exact mean and standard deviation. How will the bars compare with it?",
            choices=("They follow it", "Their long tail is on the left", "Their long tail is on the right"),
            todo="Run it to 200 random labellings or more.",
            goal=(
                _TWO,
                (
                    "largest",
                    "==",
                    36,
                    "The largest cluster has {largest} points now, and not 36: under Sizes, choose one with 60%.",
                ),
                ("n_drawn", ">=", 200, "The number of random labellings is {n_drawn}, and it takes 200."),
                (
                    "lean",
                    ">",
                    0.4,
                    "It cannot be seen with these points and this seed yet. Run on, or press Undo until they are "
                    "as they were.",
                ),
            ),
            solved={"drawn": {"2": 200}},
            answer="Their long tail is on the right",
            outcome="The skewness is above 0, so a large AUCC is more likely than the curve suggests. That is why a "
            "partition is judged by its rank among random labellings, not by the curve.",
            start={"balance": "sixty percent"},
            hides=("null-deals",),
            reveals=("lean",),
        ),
        Task(
            question="These two classes overlap. Their AUCC is 0.5736, not far from one half. Where does it lie in "
            "the histogram of random labellings?",
            choices=("In the middle of the bars", "In their tail", "Beyond all of them"),
            todo="Run it to the end, 999 random labellings.",
            goal=(
                ("aucc", "<", 0.6, _OTHER_LABELS),
                ("z", ">", 5, _OTHER_LABELS),
                _TO_THE_END,
                ("p", "==", 0.001, _OTHER_LABELS),
            ),
            solved={"judged": MOST_JUDGED},
            answer="Beyond all of them",
            outcome="No random labelling has an AUCC as large, so p is (1 + 0)/(1 + 999), and z is above 5. How far "
            "from one half counts as far depends on the standard deviation of the random labellings, and here "
            "it is below 0.02.",
            preset=5,
            start={"view": "judge"},
            hides=("null-judged", "status"),
            reveals=("p", "z", "atLeast"),
        ),
        Task(
            question="Now the labels to be judged are random themselves, twenty times over. Where will the twenty "
            "p-values lie?",
            choices=("All near 0", "Most near one half", "All near 1", "Spread from 0 to 1"),
            todo=f"Run it to the end, then press New seed until the strip holds {COLLECTED} p-values.",
            goal=(
                (
                    "blind",
                    "==",
                    1,
                    "These labels are not random: under Labels, choose random labels.",
                ),
                _TO_THE_END,
                (
                    "n_collected",
                    ">=",
                    COLLECTED,
                    f"The strip holds {{n_collected}} p-values, and it takes {COLLECTED}: press New seed.",
                ),
            ),
            solved=_TWENTY_SEEDS,
            answer="Spread from 0 to 1",
            outcome="Labels that are random themselves are one random labelling among the others, so each rank is as "
            "likely as any other, and so is each p from 0.001 to 1. On average, one in twenty is 0.05 or less.",
            preset=1,
            start={"view": "judge"},
            hides=("p", "z", "atLeast", "aucc", "null-judged", "status"),
        ),
    )

    points = GridPoints(FEWEST_POINTS, MOST_POINTS).tag(sync=True)
    k = WholeNumber(FEWEST_CLUSTERS, MOST_CLUSTERS, default_value=2).tag(sync=True)
    balance = Choice(tuple(BALANCES), default_value="even").tag(sync=True)
    criterion = Choice(BESIDE, default_value="silhouette_score").tag(sync=True)
    seed = WholeNumber(0, MOST_SEED, default_value=1).tag(sync=True)
    since = WholeNumber(0, MOST_SEED, default_value=1).tag(sync=True)
    drawn = CountsByK(FEWEST_CLUSTERS, MOST_DRAWN, default_value={}).tag(sync=True)
    labels = ClusterLabels().tag(sync=True)
    judged = WholeNumber(0, MOST_JUDGED, default_value=0).tag(sync=True)
    view = Choice(VIEWS, default_value="deal").tag(sync=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init__(
        self,
        points=None,
        k=2,
        balance="even",
        criterion="silhouette_score",
        seed=1,
        drawn=None,
        labels=None,
        judged=0,
        view="deal",
        since=None,
        **kwargs,
    ):
        presets = _presets()
        if any(given is not None for given in (points, drawn, labels)) or (k, balance, judged, view) != (
            2,
            "even",
            0,
            "deal",
        ):
            kwargs.setdefault("lesson", [])
        points = presets[0]["points"] if points is None else points
        state = {"points": points, "k": k, "balance": balance, "criterion": criterion, "seed": seed}
        state |= {"since": seed if since is None else since, "drawn": {} if drawn is None else drawn}
        state |= {"judged": judged, "view": view}
        state["labels"] = _labels_for(points, presets) if labels is None else labels
        super().__init__(**state, presets=presets, **kwargs)

    def _following(self, state):
        # What was drawn is forgotten, and new points bring their own labels.
        labels = {"labels": _labels_for(state["points"], self.presets)} if "points" in state else {}
        return {"drawn": {}, "since": state.get("seed", self.seed)} | labels

    @traitlets.validate("points", "k", "balance", "drawn", "labels")
    def _check_together(self, proposal):
        state = {name: getattr(self, name) for name in ("points", "k", "balance", "drawn", "labels")}
        state[proposal["trait"].name] = proposal["value"]
        points, balance = state["points"], state["balance"]
        if points and len(set(points)) == 1:
            raise InvalidStateError(f"points must not all be at one place. Got {len(points)} at {points[0]}.")
        if points and state["labels"] and len(points) != len(state["labels"]):
            raise InvalidStateError(
                f"there must be one label for each point. Got {len(points)} points and {len(state['labels'])} labels; "
                f"to change their number, use place()."
            )
        if points:
            most = _most_clusters(len(points), balance)
            for name, ks in (("k", [state["k"]]), ("drawn", state["drawn"])):
                if ks and max(ks) > most:
                    raise InvalidStateError(
                        f"{name} must not exceed {most} clusters: more are not possible with {len(points)} points and "
                        f"balance {balance!r}. Got {max(ks)}. To change them together, use place()."
                    )
        return proposal["value"]

    @property
    def sizes(self):
        """Cluster sizes for the current k and balance, by :func:`aucc_teach.partitions.size_profile`."""
        return size_profile(len(self.points), self.k, share=BALANCES[self.balance])

    @property
    def null(self):
        """Exact mean and variance of AUCC over all labellings with these sizes."""
        return PairRanking(self.points).null(self.sizes)

    def partitions(self, k=None):
        """Partitions that are drawn so far, in their order.

        Parameters
        ----------
        k : int, optional
            Number of clusters; by default the current one.

        Returns
        -------
        ndarray of int, shape (p, n)
            One partition per row.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.demos.NullMachine(drawn={2: 3}).partitions()[:, :8].tolist()
        [[0, 1, 1, 0, 0, 1, 1, 0], [0, 0, 0, 1, 0, 0, 1, 1], [1, 1, 1, 0, 1, 1, 0, 0]]
        """
        k = self.k if k is None else k
        return random_partitions(len(self.points), k, self.balance, self.seed, self.drawn.get(k, 0)).copy()

    def scores(self, k=None):
        """AUCC and the other criterion of the partitions that are drawn so far.

        Parameters
        ----------
        k : int, optional
            Number of clusters; by default the current one.

        Returns
        -------
        dict of ndarray of float64, shape (p,)
            By name; NaN where the other criterion is not defined.

        Examples
        --------
        >>> import aucc_teach as at
        >>> scores = at.demos.NullMachine(drawn={2: 3}).scores()
        >>> list(scores), scores["aucc_score"].shape
        (['aucc_score', 'silhouette_score'], (3,))
        """
        partitions = self.partitions(k)
        scorer = CriteriaScorer(np.array(self.points, dtype=float))
        names = ["aucc_score", self.criterion]
        if not partitions.size:
            return {name: np.empty(0) for name in names}
        return scorer.score_many(partitions, names, undefined="nan")

    @property
    def blind_labels(self):
        """One random labelling with the sizes that the labels have, by `seed`: what a page offers as random labels."""
        return _blind_labels(self.labels, self.seed)

    @property
    def judged_scores(self):
        """AUCC of the random labellings, of the same sizes, that the labels are judged among."""
        return np.array(_judge(self.points, self.labels, self.seed, self.judged).auccs)

    @property
    def verdict(self):
        """The labels among random ones, as :func:`aucc_teach.aucc_test` finds it, with the machine's own draws.

        Raises a ``ValueError`` if they are not a partition with pairs of both kinds, or if nothing has been drawn yet.
        """
        found = _judge(self.points, self.labels, self.seed, self.judged)
        if found.aucc is None:
            raise ValueError("labels must have 2 to n - 1 clusters.")
        if found.p is None:
            raise ValueError("judged must be 1 or more.")
        z = math.nan if found.z is None else found.z
        return AuccTestResult(found.aucc, 0.5, found.deviation, z, found.p)

    @staticmethod
    def numbers(state):
        """Counts of points, draws and visited k, sizes, the exact standard deviation, scores of draws and labels."""
        points, k, drawn = state["points"], state["k"], {int(j): count for j, count in state["drawn"].items()}
        sizes = size_profile(len(points), k, share=BALANCES[state["balance"]])
        ranking = PairRanking(points)
        dealt = random_partitions(len(points), k, state["balance"], state["seed"], drawn.get(k, 0))
        mean, lean = _shape(ranking.score_many(dealt).tolist() if len(dealt) else [])
        verdict = _judge(points, state["labels"], state["seed"], state["judged"])
        return {
            "n_points": len(points),
            "k": k,
            "largest": max(sizes),
            "smallest": min(sizes),
            "n_drawn": drawn.get(k, 0),
            "n_visited": sum(count >= ENOUGH for count in drawn.values()),
            "deviation": math.sqrt(ranking.null(sizes).variance),
            "mean": mean,
            "lean": lean,
            "n_judged": len(verdict.auccs),
            "aucc": verdict.aucc,
            "z": verdict.z,
            "p": verdict.p,
            "judged_lean": verdict.lean,
            "n_collected": _n_collected(state),
            "blind": int(
                verdict.aucc is not None and _blind_labels(state["labels"], state["seed"]) == tuple(state["labels"])
            ),
        }

    def words(self):
        """What has been drawn so far in this view, and what came of it."""
        n, k = len(self.points), self.k
        if self.view == "judge":
            return f"A partition of {n} points among random labellings with the same sizes. {self._verdict()}"
        if self.view == "every k":
            return f"Random labellings of {n} points; k so far: {', '.join(map(str, self.drawn)) or 'none'}."
        auccs = self.scores()["aucc_score"].tolist()
        found = "Nothing drawn yet."
        if auccs:
            into = f"with {k} clusters ({sizes_text(self.sizes)})"
            error = f" \N{PLUS-MINUS SIGN} {_score(stdev(auccs) / math.sqrt(len(auccs)))}" if auccs[1:] else ""
            found = f"{format_count(len(auccs))} drawn {into}: mean AUCC {_score(fmean(auccs))}{error}."
        return f"Random labellings of {n} points. {found}"

    def _verdict(self):
        found = _judge(self.points, self.labels, self.seed, self.judged)
        if found.aucc is None:
            return "AUCC needs pairs within clusters and pairs between them."
        seen = f"AUCC {_score(found.aucc)}, z {_score(found.z)}"
        if found.p is None:
            return f"{seen}. Nothing drawn yet."
        return f"{seen}; {found.at_least} of {len(found.auccs)} random labellings reach it: p {_score(found.p)}."


def _most_clusters(n, balance):
    """No cluster may be empty, and some pair must lie within one."""
    share = BALANCES[balance]
    rest = n if share is None else size_profile(n, 2, share=share)[1]
    return min(MOST_CLUSTERS, n - 1, 1 + rest)


def _labels_for(points, presets):
    """Give points the classes that they come with, or else random labels for two clusters of equal size."""
    points = np.asarray(points).tolist()
    classes = next((preset["labels"] for preset in presets if preset["points"] == points), None)
    return classes or deal(size_profile(len(points), 2), Sfc32(1, 2, BLIND))


# ---- a partition among the random ones


class _Judged(NamedTuple):
    """AUCC of labels, and where it lies among random labels of the same sizes; None for what does not exist."""

    aucc: float | None
    deviation: float | None
    z: float | None
    auccs: list
    at_least: int
    p: float | None
    lean: float | None


def _judge(points, labels, seed, n_deals):
    sizes = _sizes(labels)
    if not 2 <= len(sizes) < len(labels):
        return _Judged(None, None, None, [], 0, None, None)
    ranking = PairRanking(points)
    aucc, deviation = ranking.score(list(labels)), math.sqrt(ranking.null(sizes).variance)
    dealt = shuffles(sizes, seed, n_deals)
    auccs = ranking.score_many(dealt).tolist() if n_deals else []
    at_least = sum(other >= aucc for other in auccs)
    p = (1 + at_least) / (1 + n_deals) if n_deals else None
    return _Judged(
        aucc, deviation, (aucc - 0.5) / deviation if deviation else None, auccs, at_least, p, _shape(auccs)[1]
    )


def _sizes(labels):
    return [count for _, count in sorted(Counter(labels).items())]


def _n_collected(state):
    """How many p-values of random labels the strip holds: of this seed and of those before it that were run."""
    labels, seed = state["labels"], state["seed"]
    is_blind = 2 <= len(_sizes(labels)) < len(labels) and _blind_labels(labels, seed) == tuple(labels)
    in_row = min(max(seed - state["since"] + 1, 1), COLLECTED)
    return in_row if is_blind and state["judged"] == MOST_JUDGED else 0


def _blind_labels(labels, seed):
    return tuple(deals(tuple(_sizes(labels)), seed, BLIND, 1)[0].tolist())


def _shape(values):
    """Mean and skewness, the third moment over the cubed standard deviation; sums in the order of the module."""
    if not values:
        return None, None
    n, total, squares, cubes = len(values), 0, 0, 0
    for value in values:
        total += value
    for value in values:
        off = value - total / n
        squares += off * off
        cubes += off * off * off
    # Below this, what is left is rounding: all values are the same.
    return total / n, math.sqrt(n) * cubes / (squares * math.sqrt(squares)) if squares > 1e-24 * n else None


def _score(value):
    return NONE if value is None else format_score(value)


def _presets():
    # By the machine's own generator: the same points with every version of NumPy.
    random = Sfc32(2022, 0, 0)

    def blob(x, y):
        # A sum of four: denser in the middle.
        return [[c + sum(random.below(121) for _ in range(4)) - 240 for c in (x, y)] for _ in range(20)]

    blobs = blob(250, 260) + blob(760, 330) + blob(440, 750)
    noise = [[random.below(1001), random.below(1001)] for _ in range(60)]
    grid = [[x, y] for x in range(50, 951, 150) for y in range(50, 951, 150)]
    places = [[100 + random.below(801), 100 + random.below(801)] for _ in range(10)]
    random = Sfc32(2022, 1, 0)
    overlapping = [
        [c + sum(random.below(221) for _ in range(4)) - 440 for c in middle]
        for middle in ((440, 470), (560, 530))
        for _ in range(30)
    ]
    far = load_toy("blobs")
    blind = deal((30, 30), Sfc32(1, 2, BLIND))
    chosen = [
        ("Three blobs", "Twenty points in each of three blobs.", blobs, [i // 20 for i in range(60)]),
        ("No clusters", "Sixty points anywhere; their labels are random.", noise, blind),
        ("A grid of ties", "Forty-nine points on a grid: few different distances.", grid, [i // 28 for i in range(49)]),
        ("Ten places", "Six points at each of ten places.", places * 6, [i % 10 // 5 for i in range(60)]),
        ("Two far blobs", "Fifteen points in each of two far blobs.", far.points.tolist(), far.labels.tolist()),
        ("Overlapping classes", "Thirty points in each of two classes.", overlapping, [i // 30 for i in range(60)]),
    ]
    return [{"name": name, "note": note, "points": points, "labels": labels} for name, note, points, labels in chosen]
