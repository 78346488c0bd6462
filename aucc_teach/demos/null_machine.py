"""Null machine: random labellings, a partition judged among them, and means against the number of clusters."""

from aucc_teach.demos._base import Demo, Part

__all__ = ["NullMachine"]


def _counts(drawn):
    """Return counts by number of clusters, without zeros. A page sends these numbers as text."""
    return {k: count for k, count in sorted((int(k), count) for k, count in drawn.items()) if count != 0}


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
    _free = ("points", "labels", "criterion", "seed", "since")

    points = Part()
    k = Part(2)
    balance = Part("even")
    criterion = Part("silhouette_score")
    seed = Part(1)
    since = Part(1)
    drawn = Part({}, _counts)
    labels = Part()
    judged = Part(0)
    view = Part("deal")

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
        if points is not None or labels is not None:
            kwargs.setdefault("lesson", [])
        points = self.read("points", self._written.presets[0]["points"] if points is None else points)
        state = {"points": points, "k": k, "balance": balance, "criterion": criterion, "seed": seed}
        state |= {"since": seed if since is None else since, "drawn": drawn, "judged": judged, "view": view}
        super().__init__(**state, labels=self._labels_for(points) if labels is None else labels, **kwargs)

    def _following(self, state):
        # A change forgets what was drawn, and new points bring their own labels.
        labels = {"labels": self._labels_for(state["points"])} if "points" in state else {}
        return {"drawn": {}, "since": state.get("seed", self.seed)} | labels

    def _labels_for(self, points):
        """Return the labels that points come with, or random labels for two clusters of equal size."""
        if not isinstance(points, tuple):
            return ()  # the model refuses anything but a list of points
        classes = (one["labels"] for one in self._written.presets if self.read("points", one["points"]) == points)
        return next(classes, None) or self.model().labelsFor(len(points))

    @property
    def blind_labels(self):
        """One random labelling with the sizes of the labels, by `seed`, as a page offers it."""
        return tuple(self.model().blindLabels(self.labels, self.seed))
