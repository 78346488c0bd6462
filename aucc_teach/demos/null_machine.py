"""Null machine: random labellings, a partition judged among them, and means against the number of clusters."""

import numpy as np
import traitlets

from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._traits import BALANCES, Choice, ClusterLabels, CountsByK, GridPoints, WholeNumber

__all__ = ["NullMachine"]

FEWEST_POINTS = 10
MOST_POINTS = 60
FEWEST_CLUSTERS = 2
MOST_CLUSTERS = 12
MOST_DRAWN = 2000
MOST_JUDGED = 999  # then p is a number of thousandths
VIEWS = ("deal", "judge", "every k")
MOST_SEED = 2**32 - 1
BESIDE = (
    "point_biserial_score",
    "calinski_harabasz_score",
    "silhouette_score",
    "c_index",
    "ratkowsky_lance_score",
    "pbm_score",
)


class NullMachine(Demo):
    """Random labellings of a few points: the histogram of their AUCC, and a partition judged among them.

    Cluster sizes are fixed, and every labelling with these sizes is as likely as any other. The draws depend only on
    `seed` and the sizes, so a page always draws the same. There are three views. *Draw* shows the draws for `k`
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
    studies.chance.random_partitions : The same experiment at the size of the paper.

    Examples
    --------
    >>> import aucc_teach as at
    >>> machine = at.demos.NullMachine(k=3, drawn={3: 200})
    >>> numbers = machine.numbers(machine.state() | {"judged": 999})
    >>> round(numbers["mean"], 4), numbers["p"]
    (0.4986, 0.001)
    """

    slug = "null-machine"

    points = GridPoints(FEWEST_POINTS, MOST_POINTS).tag(sync=True)
    k = WholeNumber(FEWEST_CLUSTERS, MOST_CLUSTERS, default_value=2).tag(sync=True)
    balance = Choice(BALANCES, default_value="even").tag(sync=True)
    criterion = Choice(BESIDE, default_value="silhouette_score").tag(sync=True)
    seed = WholeNumber(0, MOST_SEED, default_value=1).tag(sync=True)
    since = WholeNumber(0, MOST_SEED, default_value=1).tag(sync=True)
    drawn = CountsByK(FEWEST_CLUSTERS, MOST_DRAWN, default_value={}).tag(sync=True)
    labels = ClusterLabels().tag(sync=True)
    judged = WholeNumber(0, MOST_JUDGED, default_value=0).tag(sync=True)
    view = Choice(VIEWS, default_value="deal").tag(sync=True)

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
        if any(given is not None for given in (points, drawn, labels)) or (k, balance, judged, view) != (
            2,
            "even",
            0,
            "deal",
        ):
            kwargs.setdefault("lesson", [])
        points = self._written.presets[0]["points"] if points is None else points
        state = {"points": points, "k": k, "balance": balance, "criterion": criterion, "seed": seed}
        state |= {"since": seed if since is None else since, "drawn": {} if drawn is None else drawn}
        state |= {"judged": judged, "view": view, "labels": self._labels_for(points) if labels is None else labels}
        super().__init__(**state, **kwargs)

    def _following(self, state):
        # What was drawn is forgotten, and new points bring their own labels.
        labels = {"labels": self._labels_for(state["points"])} if "points" in state else {}
        return {"drawn": {}, "since": state.get("seed", self.seed)} | labels

    def _labels_for(self, points):
        """Labels that points come with, or else random ones for two clusters of equal size."""
        points = np.asarray(points).tolist()
        classes = next((preset["labels"] for preset in self._written.presets if preset["points"] == points), None)
        return classes or self.model().labelsFor(len(points))

    @property
    def blind_labels(self):
        """One random labelling with the sizes that the labels have, by `seed`: what a page offers as random labels."""
        return tuple(self.model().blindLabels(self.labels, self.seed))

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
        # Two clusters are always possible: the first machine that a reader sees needs no QuickJS.
        if points and max((state["k"], *state["drawn"])) > FEWEST_CLUSTERS:
            most = self.model().mostClusters(len(points), balance)
            for name, ks in (("k", [state["k"]]), ("drawn", state["drawn"])):
                if ks and max(ks) > most:
                    raise InvalidStateError(
                        f"{name} must not exceed {most} clusters: more are not possible with {len(points)} points and "
                        f"balance {balance!r}. Got {max(ks)}. To change them together, use place()."
                    )
        return proposal["value"]
