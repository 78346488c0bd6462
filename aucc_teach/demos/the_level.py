"""The baseline: one clustering on two rulers, that of random labels and that of the same method on noise."""

import math

import numpy as np
import traitlets

from aucc_teach.aucc import PairRanking
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._formats import format_score
from aucc_teach.demos._noise import DEALS, REFERENCES, k_means, structureless
from aucc_teach.demos._random_partitions import Sfc32, deal
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import Choice, ClusterLabels, GridPoints, WholeNumber
from aucc_teach.partitions import size_profile

__all__ = ["TheLevel"]

FEWEST_POINTS, MOST_POINTS = 10, 60
FEWEST_CLUSTERS, MOST_CLUSTERS = 2, 6
LEAST_SPREAD = 100  # in x or y; noise on the grid needs places to lie on
WAYS = ("blind", "classes", "k-means")
SHOWN = ("points", "noise")
MOST_SETS = 99
N_DEALS = 999
ENOUGH = 19  # sets, to speak of a baseline
MOST_SEED = 2**32 - 1
BLIND = DEALS + 1


_OTHER = "Points, k, noise or seed have changed. Press Undo until they are as they were."
_KMEANS = (
    "kmeans",
    "==",
    1,
    "This step is about the labels of k-means: under Labels, choose k-means.",
)
_CLASSES = (
    "classes",
    "==",
    1,
    "This step is about the species: under Labels, choose their classes.",
)
_NOISE = ("noise", "==", 1, "These points are not noise: turn the points into noise.")
_SETS = (
    "n_sets",
    ">=",
    ENOUGH,
    f"The number of sets that were measured is {{n_sets}}, and it takes {ENOUGH}: press Measure the baseline.",
)


class TheLevel(Demo):
    """A few points under one of three labellings, with AUCC compared with random labels and with noise.

    The labels are random, the classes that come with the points, or made by k-means. The points can be turned into
    noise: as many points with the same mean and covariance, without clusters. The exact mean and standard deviation are
    those of random labels with these sizes on these points. The baseline is what the same way of labelling reaches on
    other sets of noise. Everything random depends only on `seed`, so this class draws what a page draws.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        10 to 60 points on the grid, x and y from 0 to 1000, that differ by at least 100 in x or in y. Default: 60
        irises, sepal width and petal length.
    classes : array-like of int, shape (n,), optional
        Class of each point, 0 to 5, at least two of them and not as many as points.
    way : {"k-means", "classes", "blind"}, default="k-means"
        Where the labels come from.
    k : int, default=2
        Number of clusters for k-means and for random labels, 2 to 6; the latter have equal sizes.
    shown : {"points", "noise"}, default="points"
        Whether the points themselves are labelled or noise in their place.
    reference : {"box", "normal"}, default="box"
        What noise is: uniform in a box along the principal axes, or normal.
    seed : int, default=1
        Seed of everything random, 0 to 2^32 - 1.
    measured : int, default=0
        On how many sets of noise the baseline is measured, 99 at most.

    Attributes
    ----------
    points, classes, way, k, shown, reference, seed, measured
        The state as it is now; can be set.
    presets : list of dict
        What the reader can choose from: ``name``, ``note``, ``points`` and ``classes`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many or too close together, if
        classes do not fit them, or if a choice is unknown or a number out of range.

    See Also
    --------
    aucc_teach.aucc_test : The test against random labels.
    aucc_teach.reference_data : Noise of any dimension.

    Examples
    --------
    >>> import aucc_teach as at
    >>> demo = at.demos.TheLevel(shown="noise", measured=19)
    >>> demo.z > 10, bool(abs(demo.aucc - demo.level.mean()) < 3 * demo.level.std())
    (True, True)
    """

    slug = "the-level"
    question = "Is AUCC high because there are clusters? Turn the points into noise, and see."
    tasks = (
        Task(
            question="The irises are about to give way to noise: as many points, in a box without clusters that is as "
            "long and as wide. k-means will make two clusters of it. Where will AUCC be then?",
            choices=("About one half", "About 0.7", "0.8 or more"),
            todo="Turn the points into noise.",
            goal=(_KMEANS, _NOISE, ("aucc", ">=", 0.8, _OTHER), ("z", ">", 10, _OTHER)),
            solved={"shown": "noise"},
            answer="0.8 or more",
            outcome="k-means gives neighbours the same label, so pairs within its clusters are short, even in noise. "
            "One half is the level of labels that have not looked at the points, and this AUCC lies more than "
            "10 standard deviations above it: that is what z counts.",
        ),
        Task(
            question="z is more than 10, and none of 999 random labellings comes near, so p = 0.001. Is that evidence "
            "that there are clusters?",
            choices=("Yes", "No"),
            todo=f"Measure the baseline of k-means, on {ENOUGH} sets of noise or more.",
            goal=(_KMEANS, _NOISE, ("z", ">", 10, _OTHER), _SETS),
            solved={"measured": ENOUGH},
            answer="No",
            outcome="There are no clusters here. A small p says that the labels know the points. Compared with other "
            "sets of noise under k-means, each a dot, this set is one among many, so its p there can be any "
            "number, by chance.",
            start={"shown": "noise"},
        ),
        Task(
            question="Now the species, which botanists named. Each point keeps its species, but its place becomes "
            "noise. What happens to AUCC?",
            choices=("It stays where it is", "It falls to about 0.75", "It falls to about one half"),
            todo="Turn the points into noise.",
            goal=(_CLASSES, _NOISE, ("z", "<", 4, _OTHER), ("z", ">", -4, _OTHER)),
            solved={"shown": "noise"},
            answer="It falls to about one half",
            outcome="Nobody made the species from these places, so on noise they amount to random labels, whereas "
            "k-means would make its labels anew, from the noise.",
            start={"way": "classes"},
        ),
        Task(
            question="Here are the irises themselves again, with their species. Which of the two rulers is fair to "
            "the species?",
            choices=("Only the ruler of random labels", "Only the ruler of noise", "Both: they agree", "Neither"),
            todo=f"Measure the baseline of the species, on {ENOUGH} sets of noise or more.",
            goal=(
                _CLASSES,
                ("noise", "==", 0, "These points are noise: turn the noise into points."),
                ("z", ">=", 10, _OTHER),
                _SETS,
            ),
            solved={"measured": ENOUGH},
            answer="Both: they agree",
            outcome="On noise the species score about one half, as random labels do, so the two rulers say the same: "
            "these labels are related to the points. Only labels that are made from the points need a "
            "baseline of their own.",
            start={"way": "classes"},
        ),
    )

    points = GridPoints(FEWEST_POINTS, MOST_POINTS).tag(sync=True)
    classes = ClusterLabels().tag(sync=True)
    way = Choice(WAYS, default_value="k-means").tag(sync=True)
    k = WholeNumber(FEWEST_CLUSTERS, MOST_CLUSTERS, default_value=2).tag(sync=True)
    shown = Choice(SHOWN, default_value="points").tag(sync=True)
    reference = Choice(REFERENCES, default_value="box").tag(sync=True)
    seed = WholeNumber(0, MOST_SEED, default_value=1).tag(sync=True)
    measured = WholeNumber(0, MOST_SETS, default_value=0).tag(sync=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init__(
        self,
        points=None,
        classes=None,
        way="k-means",
        k=2,
        shown="points",
        reference="box",
        seed=1,
        measured=0,
        **kwargs,
    ):
        if (points is None) != (classes is None):
            raise InvalidStateError("points and classes belong together: give both, or none of them.")
        presets = _presets()
        rest = {"way": way, "k": k, "shown": shown, "reference": reference, "seed": seed, "measured": measured}
        if points is not None or list(rest.values()) != ["k-means", 2, "points", "box", 1, 0]:
            kwargs.setdefault("lesson", [])
        if points is None:
            points, classes = presets[0]["points"], presets[0]["classes"]
        super().__init__(points=points, classes=classes, presets=presets, **rest, **kwargs)

    def _following(self, state):
        return {"measured": 0} if {"points", "classes"} & state.keys() else {}

    @traitlets.validate("points", "classes")
    def _check_together(self, proposal):
        state = {"points": self.points, "classes": self.classes, proposal["trait"].name: proposal["value"]}
        points, classes = state["points"], state["classes"]
        if len(points) != len(classes):
            raise InvalidStateError(
                f"there must be one class for each point. Got {len(points)} points and {len(classes)} classes; to "
                f"change their number, set both with place(points=..., classes=...)."
            )
        if points and max(max(axis) - min(axis) for axis in zip(*points, strict=True)) < LEAST_SPREAD:
            raise InvalidStateError(f"points must differ by at least {LEAST_SPREAD} in x or in y.")
        if points and not 2 <= len(set(classes)) < len(classes):
            raise InvalidStateError(
                f"there must be at least 2 classes, and fewer than points. Got {len(set(classes))} of {len(points)}."
            )
        return proposal["value"]

    def cloud(self, t=0):
        """Noise in the place of the points: the set that can be shown, or one of those that measure the baseline.

        Parameters
        ----------
        t : int, default=0
            Number of the set: 0 is shown, and 1 to `measured` make the baseline.

        Returns
        -------
        list of (int, int)
            Whole numbers, which may lie outside the grid.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.demos.TheLevel().cloud()[:2]
        [(469, 731), (307, 723)]
        """
        return structureless(self.points, self.reference, self.seed, t)

    @property
    def places(self):
        """What is labelled now: the points, or noise in their place."""
        return list(self.points) if self.shown == "points" else self.cloud()

    @property
    def labels(self):
        """Labels of what is shown now."""
        return _labels(self.state(), self.places, 0)

    @property
    def aucc(self):
        """AUCC of what is shown now."""
        return PairRanking(self.places).score(self.labels)

    @property
    def null(self):
        """Exact mean and variance of AUCC of random labels with these sizes, on what is shown now."""
        return PairRanking(self.places).null(np.bincount(self.labels))

    @property
    def z(self):
        """How many standard deviations of random labels AUCC lies above one half."""
        return (self.aucc - 0.5) / math.sqrt(self.null.variance)

    @property
    def pvalue(self):
        """Proportion of 1000 labellings, 999 random ones and the present one, whose AUCC is at least as large."""
        return _pvalue(self.aucc, _dealt_scores(PairRanking(self.places), self.labels, self.seed))

    @property
    def level(self):
        """AUCC of the present way of labelling on the sets of noise that are measured, one after the other."""
        clouds = [self.cloud(t) for t in range(1, self.measured + 1)]
        state = self.state()
        return np.array([PairRanking(cloud).score(_labels(state, cloud, t)) for t, cloud in enumerate(clouds, 1)])

    @staticmethod
    def numbers(state):
        """Counts, AUCC, its exact standard deviation and z, the sets measured, and what is shown as zeros and ones."""
        points, way = state["points"], state["way"]
        places = points if state["shown"] == "points" else structureless(points, state["reference"], state["seed"], 0)
        labels = _labels(state, places, 0)
        sizes = np.unique(labels, return_counts=True)[1].tolist()
        ranking = PairRanking(places)
        aucc, deviation = ranking.score(labels), math.sqrt(ranking.null(sizes).variance)
        return {
            "n_points": len(points),
            "n_clusters": len(sizes),
            "largest": max(sizes),
            "smallest": min(sizes),
            "aucc": aucc,
            "deviation": deviation,
            "z": (aucc - 0.5) / deviation,
            "n_sets": state["measured"],
            "noise": int(state["shown"] == "noise"),
            "blind": int(way == "blind"),
            "classes": int(way == "classes"),
            "kmeans": int(way == "k-means"),
        }

    def words(self):
        """AUCC of what is shown now, compared with random labels and with the baseline on noise."""
        return f"{len(self.points)} points, and AUCC of their labels on two rulers. {self._verdict()}"

    def _verdict(self):
        found, level = self.numbers(self.state()), self.level.tolist()
        kind = {"blind": "Random labels", "classes": "The classes", "k-means": "k-means"}[self.way]
        words = (
            f"{kind}, {found['n_clusters']} clusters of {'noise' if found['noise'] else 'the points'}: AUCC "
            f"{format_score(found['aucc'])}. Compared with random labels, z = {_fixed(found['z'], 1)} and p = "
            f"{_fixed(self.pvalue, 3)}"
        )
        if not level:
            return f"{words}. The baseline on noise is not measured yet."
        mean, sets = format_score(math.fsum(level) / len(level)), "set" if len(level) == 1 else "sets"
        beside = f"{mean} on {len(level)} {sets} of noise, p = {_fixed(_pvalue(found['aucc'], level), 3)}"
        return f"{words}; compared with its own baseline, {beside}."


def _labels(state, places, t):
    """Labels of set `t`, which lies at `places`; 0 is the set that is shown."""
    if state["way"] == "classes":
        return np.unique(state["classes"], return_inverse=True)[1].tolist()
    if state["way"] == "blind":
        return deal(size_profile(len(places), state["k"]), Sfc32(state["seed"], t, BLIND + state["k"]))
    return k_means(places, state["k"], state["seed"], t)


def _dealt_scores(ranking, labels, seed):
    random, sizes = Sfc32(seed, 0, DEALS), np.bincount(labels)
    return ranking.score_many(np.array([deal(sizes, random) for _ in range(N_DEALS)])).tolist()


def _pvalue(aucc, others):
    return (1 + sum(other >= aucc for other in others)) / (1 + len(others))


# ---- words


def _fixed(value, digits):
    """Round half up, in the same way as the module."""
    scale = 10**digits
    return f"{math.floor(value * scale + 0.5) / scale:.{digits}f}".replace("-", "\N{MINUS SIGN}")


def _presets():
    from sklearn.datasets import load_iris

    # By the demos' own generator: the same points with every version of NumPy.
    random = Sfc32(2026, 0, 0)

    def normal(x, y, spread, n):
        return [
            [middle + (spread * sum(random.next() - 2**31 for _ in range(12))) // 2**32 for middle in (x, y)]
            for _ in range(n)
        ]

    iris = load_iris()
    flowers = [50 * species + i for species in range(3) for i in range(20)]
    # In tenths of a centimetre, as they were measured.
    widths, lengths = ((10 * iris.data[flowers, column]).round().astype(int) for column in (1, 2))
    irises = np.column_stack([200 + 26 * (widths - 20), 150 + 12 * (lengths - 10)]).tolist()
    thirds, halves = [0] * 20 + [1] * 20 + [2] * 20, [0] * 30 + [1] * 30
    blobs = normal(300, 300, 70, 20) + normal(700, 340, 70, 20) + normal(470, 700, 70, 20)
    cloud = normal(500, 500, 160, 60)
    square = [[150 + random.below(701), 150 + random.below(701)] for _ in range(60)]
    chosen = [
        ("Irises", "Sepal width across, petal length up: the first 20 flowers of each species.", irises, thirds),
        ("Three blobs", "Twenty points in each of three blobs, which are the classes.", blobs, thirds),
        ("A normal cloud", "No clusters. The classes: who was drawn first, and who later.", cloud, halves),
        ("A uniform square", "No clusters. The classes: who was drawn first, and who later.", square, halves),
    ]
    return [{"name": name, "note": note, "points": points, "classes": c} for name, note, points, c in chosen]
