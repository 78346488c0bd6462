"""Deal again: a partition against blind deals of the same sizes, and what Rand's c and other measures make of them."""

from functools import partial
from statistics import fmean

import numpy as np
import traitlets

from aucc_teach import agreement
from aucc_teach.demos import _draw
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._random_partitions import BALANCES, random_partitions, sizes_text
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import Choice, WholeNumber
from aucc_teach.pairs import co_membership, contingency_table, null_moments, pair_counts
from aucc_teach.partitions import size_profile

__all__ = ["DealAgain"]

FEWEST_OBJECTS = 6
MOST_OBJECTS = 60
FEWEST_CLUSTERS = 2
MOST_DRAWN = 5000
MOST_SEED = 2**32 - 1
# Beside Rand's c, the first of the ten: function and title, by the name that the state has.
MEASURES = {
    "adjusted_rand_score": (agreement.adjusted_rand_score, "ARI"),
    "fowlkes_mallows_score": (agreement.fowlkes_mallows_score, "FM"),
    "pivoted_accuracy": (agreement.pivoted_accuracy, "PA"),
    "normalized_accuracy": (agreement.normalized_accuracy, "NA"),
    "adjusted_asymmetric_accuracy": (agreement.adjusted_asymmetric_accuracy, "AAA"),
    "pair_sets_index": (agreement.pair_sets_index, "PSI"),
    "simplified_pair_sets_index": (partial(agreement.pair_sets_index, simplified=True), "PSI simpl."),
    "normalized_mutual_info_score": (agreement.normalized_mutual_info_score, "NMI"),
    "adjusted_mutual_info_score": (agreement.adjusted_mutual_info_score, "AMI"),
}
RAND = "Rand\N{RIGHT SINGLE QUOTATION MARK}s c"
WIDTH = 340
N_BINS = 60  # from -1/2 to 1
COLUMNS = 12
CARD, ROW, LINE = 28, 24, 58  # width of a card, height of a row, and of a line of two rows
# How the shapes look where the style sheet is missing.
BARS = {"class": "demo-deal-bars", "fill": "#48566b"}
LIT = {"class": "demo-deal-lit", "fill": "none", "stroke": "#222832", "stroke_width": 3}


class DealAgain(Demo):
    """A partition Y, blind deals of the same sizes, and their agreement by Rand's c and by another measure.

    Every deal shuffles the labels of Y, and each labeling with these sizes is as likely as any other. The deals depend
    on `n_objects`, `k`, `balance` and `seed` alone: what a page deals, this class deals too.

    Parameters
    ----------
    n_objects : int, optional
        Number of objects, 6 to 60. Default: 24.
    k : int, default=2
        Number of clusters, 2 to as many as there are objects, or as the sizes allow.
    balance : {"even", "ten percent", "sixty percent"}, default="even"
        Sizes of the clusters: all even, or one with this share of the objects and the others even.
    measure : str, default="adjusted_rand_score"
        The measure beside Rand's c: the name of its function, or "simplified_pair_sets_index".
    seed : int, default=1
        Seed of the deals, 0 to 2^32 - 1.
    drawn : int, default=0
        Number of deals, 5000 at most.

    Attributes
    ----------
    n_objects, k, balance, measure, seed, drawn
        The state as it is now; can be set.

    Raises
    ------
    ValueError
        If there are more clusters than the objects allow with this balance, if balance or measure are unknown, or if a
        number is out of range.

    See Also
    --------
    aucc_teach.null_moments : The exact mean number of pairs together in both.
    aucc_teach.rand_score : The measure that climbs with k.

    Examples
    --------
    >>> import aucc_teach as at
    >>> demo = at.demos.DealAgain(k=12, drawn=1000)
    >>> scores = demo.scores()
    >>> [round(float(scores[name].mean()), 2) for name in scores]
    [0.92, 0.0]
    >>> {name: round(mean, 4) for name, mean in demo.exact_means().items()}
    {'rand_score': 0.9168, 'adjusted_rand_score': 0.0}
    """

    slug = "deal-again"
    tasks = (
        Task(
            question="Y has two clusters of 12. Another partition of these sizes is dealt blindly, like cards. "
            "What is Rand\N{RIGHT SINGLE QUOTATION MARK}s c of the two on average?",
            todo="Deal ten times, or more.",
            goal=(("n", "==", 24), ("k", "==", 2), ("largest", "==", 12), ("n_drawn", ">=", 10)),
            answer="expected_c",
            outcome="This is the exact mean over all deals. About half of the pairs agree before anybody has looked at "
            "an object. The exact mean of ARI is 0.",
            hides=("exactC", "exactOther", "deal-exact"),
        ),
        Task(
            question="Ten deals into two clusters. Now k goes up to 12. What does c do, on average?",
            choices=("It falls", "It stays", "It climbs"),
            todo="Move k from 2 to 12, and watch both histograms.",
            goal=(("n", "==", 24), ("k", "==", 12), ("largest", "==", 2), ("n_drawn", ">=", 10)),
            answer="It climbs",
            outcome="The exact mean climbs from 0.5009 to 0.9168, and nobody knows more than before. The mean of ARI "
            "stays at 0.",
            start={"drawn": 10},
            hides=("exactC", "exactOther", "deal-exact"),
        ),
        Task(
            question="Twelve clusters of two: 12 of the 276 pairs are together in Y, and 12 in every deal. How many "
            "are together in both, on average?",
            todo="Deal ten times, or more. Cards in a frame are of objects that are together with another in both.",
            goal=(("n", "==", 24), ("k", "==", 12), ("largest", "==", 2), ("n_drawn", ">=", 10)),
            answer="expected_tp",
            outcome="Each of the 12 pairs of Y is together in a deal with probability 12/276, and 12 * 12/276 is about "
            "one half. c is above 0.9 all the same: it counts the pairs that are apart in both.",
            start={"k": 12},
            hides=("exactC", "exactOther", "deal-exact"),
        ),
        Task(
            question="Blind deals have a mean ARI of exactly 0. Can a single deal be below 0?",
            choices=("No, 0 is the lowest", "Yes"),
            todo="Deal until one of them has an ARI below 0.",
            goal=(("n_below", ">=", 1),),
            answer="Yes",
            outcome="Deals with more pairs together in both than the mean have an ARI above 0. The mean is 0, so "
            "others must lie below: it is no error, only a deal that agrees less than deals do on average.",
            start={"k": 4},
        ),
    )

    n_objects = WholeNumber(FEWEST_OBJECTS, MOST_OBJECTS, default_value=24).tag(sync=True)
    k = WholeNumber(FEWEST_CLUSTERS, MOST_OBJECTS, default_value=2).tag(sync=True)
    balance = Choice(tuple(BALANCES), default_value="even").tag(sync=True)
    measure = Choice(tuple(MEASURES), default_value="adjusted_rand_score").tag(sync=True)
    seed = WholeNumber(0, MOST_SEED, default_value=1).tag(sync=True)
    drawn = WholeNumber(0, MOST_DRAWN, default_value=0).tag(sync=True)

    def __init__(self, n_objects=None, k=2, balance="even", measure="adjusted_rand_score", seed=1, drawn=0, **kwargs):
        if (n_objects, k, balance, drawn) != (None, 2, "even", 0):
            kwargs.setdefault("lesson", [])
        state = {"n_objects": 24 if n_objects is None else n_objects, "k": k, "balance": balance}
        super().__init__(**state, measure=measure, seed=seed, drawn=drawn, **kwargs)

    def place(self, **state):
        """Set some of the state at once.

        Parameters
        ----------
        **state
            Any of `n_objects`, `k`, `balance`, `measure`, `seed` and `drawn`.

        Raises
        ------
        ValueError
            As for the class; nothing is changed then.

        Examples
        --------
        >>> import aucc_teach as at
        >>> demo = at.demos.DealAgain()
        >>> demo.place(n_objects=60, k=30)
        >>> demo.sizes == (2,) * 30
        True
        """
        if unknown := [name for name in state if name not in self.state()]:
            raise InvalidStateError(f"place takes {', '.join(self.state())}. Got {unknown[0]!r}.")
        self._set_together(**state)

    def deal(self, n_deals=1):
        """Deal again.

        Parameters
        ----------
        n_deals : int, default=1
            How many times.

        Raises
        ------
        ValueError
            If that makes more than 5000 deals.

        Examples
        --------
        >>> import aucc_teach as at
        >>> demo = at.demos.DealAgain()
        >>> demo.deal(10)
        >>> demo.deals().shape
        (10, 24)
        """
        self.drawn = self.drawn + n_deals

    @traitlets.validate("n_objects", "k", "balance")
    def _check_together(self, proposal):
        state = {name: getattr(self, name) for name in ("n_objects", "k", "balance")}
        state[proposal["trait"].name] = proposal["value"]
        most = _most_clusters(state["n_objects"], state["balance"])
        if state["k"] > most:
            raise InvalidStateError(
                f"k must be at most {most}: more clusters are not possible with {state['n_objects']} objects and "
                f"balance {state['balance']!r}. Got {state['k']}. To change them together, use place()."
            )
        return proposal["value"]

    @property
    def sizes(self):
        """Cluster sizes of both partitions, by :func:`aucc_teach.partitions.size_profile`."""
        return size_profile(self.n_objects, self.k, share=BALANCES[self.balance])

    @property
    def labels_true(self):
        """The partition Y, which stays."""
        return np.repeat(np.arange(self.k), self.sizes)

    def deals(self):
        """Give the partitions dealt so far, in their order.

        Returns
        -------
        ndarray of int, shape (drawn, n_objects)
            One deal per row.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.demos.DealAgain(6, k=3, drawn=2).deals().shape
        (2, 6)
        """
        return random_partitions(self.n_objects, self.k, self.balance, self.seed, self.drawn)

    def scores(self):
        """Rand's c and the other measure of the deals so far.

        Returns
        -------
        dict of ndarray of float64, shape (drawn,)
            By name.

        Examples
        --------
        >>> import aucc_teach as at
        >>> list(at.demos.DealAgain(drawn=3).scores())
        ['rand_score', 'adjusted_rand_score']
        """
        functions = {"rand_score": agreement.rand_score, self.measure: MEASURES[self.measure][0]}
        true, deals = self.labels_true, self.deals()
        return {name: np.array([score(true, labels) for labels in deals], float) for name, score in functions.items()}

    def exact_means(self):
        """Means of Rand's c and of the other measure over all labelings with these sizes.

        Returns
        -------
        dict of float
            By name; None for a measure whose mean has no closed form, that of a matching of clusters.

        Examples
        --------
        >>> import aucc_teach as at
        >>> at.demos.DealAgain(k=24, measure="normalized_accuracy").exact_means()
        {'rand_score': 1.0, 'normalized_accuracy': 1.0}
        """
        true, sizes = self.labels_true, self.sizes
        within, total = sum(size * (size - 1) // 2 for size in sizes), len(true) * (len(true) - 1) // 2
        expected_tp = null_moments(co_membership(true), sizes).mean
        means = {"rand_score": float((total + 2 * (expected_tp - within)) / total), self.measure: None}
        if not within:
            # Both put every object apart: they are equal.
            means[self.measure] = 1.0
        elif self.measure == "fowlkes_mallows_score":
            means[self.measure] = float(expected_tp / within)
        elif self.measure == "normalized_mutual_info_score":
            from scipy.stats import entropy
            from sklearn.metrics.cluster import expected_mutual_information

            information = expected_mutual_information(contingency_table(true, true), len(true))
            means[self.measure] = float(information / entropy(sizes))
        elif self.measure in ("adjusted_rand_score", "adjusted_mutual_info_score"):
            means[self.measure] = 0.0
        return means

    @staticmethod
    def numbers(state):
        """Sizes, counts of deals, the last deal's pairs, c and ARI, their means over the deals, and exact means."""
        n, k, balance = state["n_objects"], state["k"], state["balance"]
        sizes = size_profile(n, k, share=BALANCES[balance])
        true = np.repeat(np.arange(k), sizes)
        deals = random_partitions(n, k, balance, state["seed"], state["drawn"])
        tps = [int(pair_counts(true, labels).tp) for labels in deals]
        within, total = sum(size * (size - 1) // 2 for size in sizes), n * (n - 1) // 2
        agreeing = [total - 2 * within + 2 * tp for tp in tps]
        # ARI of a deal is (total * tp - within^2) / scale: whole numbers, until the one division.
        scale = within * (total - within)
        above = [total * tp - within * within if scale else 1 for tp in tps]
        scale = scale or 1
        return {
            "n": n,
            "k": k,
            "largest": max(sizes),
            "smallest": min(sizes),
            "n_drawn": len(tps),
            "n_below": sum(value < 0 for value in above),
            "pairs": total,
            "within": within,
            "tp": tps[-1] if tps else None,
            "tn": total - 2 * within + tps[-1] if tps else None,
            "c": agreeing[-1] / total if tps else None,
            "ari": above[-1] / scale if tps else None,
            "mean_c": sum(agreeing) / (total * len(tps)) if tps else None,
            "mean_ari": sum(above) / (scale * len(tps)) if tps else None,
            "expected_tp": within * within / total,
            "expected_c": (total * (total - 2 * within) + 2 * within * within) / (total * total),
        }

    def still(self):
        """Picture of both partitions, the numbers and the histograms, with the words that stand for it."""
        title, scores, exact = MEASURES[self.measure][1], self.scores(), self.exact_means()
        rand, other = scores.values()
        means = [fmean(values) if len(values) else None for values in (rand, other)]
        deals = self.deals()
        caption, verdict = self._words(deals, rand, other, means)
        element = _draw.element
        boxes = []
        for name, values, mean, level in zip((RAND, title), (rand, other), means, exact.values(), strict=True):
            facts = {
                "mean of the deals": _score(mean),
                "exact mean": "no formula" if level is None else _draw.format_score(level),
            }
            boxes.append(_draw.readout(f"{name}, last deal", _score(values[-1] if len(values) else None), facts))
        sizes = element("span", {"class": "demo-deal-sizes"}, f"{self.k} clusters: {sizes_text(self.sizes)}")
        picture = _draw.still(
            "What do two partitions agree on when one of them is dealt blindly?",
            "Where JavaScript runs, it is dealt again.",
            element("p", {"class": "demo-deal-k"}, sizes),
            element("div", {"class": "demo-deal-buttons"}),
            _cards(self.labels_true.tolist(), deals[-1].tolist() if len(deals) else None),
            element("p", {"class": "demo-deal-caption"}, caption),
            element("div", {"class": "demo-deal-c"}, boxes[0]),
            element("div", {"class": "demo-deal-other"}, boxes[1]),
            _histograms((RAND, title), (rand, other), means, tuple(exact.values())),
            element("div", {"class": "demo-deal-fold"}),
            verdict=verdict,
        )
        return f"Two partitions of {self.n_objects} objects, one dealt blindly. {caption} {verdict}", picture

    def _words(self, deals, rand, other, means):
        title, into = MEASURES[self.measure][1], f"{self.k} clusters ({sizes_text(self.sizes)})"
        if not len(deals):
            return "Not dealt yet.", f"No deal yet into {into}."
        tp, _, _, tn = map(int, pair_counts(self.labels_true, deals[-1]))
        pairs = self.n_objects * (self.n_objects - 1) // 2
        number = _draw.format_count(len(deals))
        caption = f"Deal {number}: of {pairs} pairs {tp} together in both, {tn} apart in both."
        score = _draw.format_score
        verdict = (
            f"Deal {number} into {into}: c {score(rand[-1])}, {title} {score(other[-1])}. "
            f"Means of the deals: c {score(means[0])}, {title} {score(means[1])}."
        )
        return caption, verdict


def _most_clusters(n, balance):
    """No cluster may be empty."""
    share = BALANCES[balance]
    return n if share is None else 1 + size_profile(n, 2, share=share)[1]


def _score(value):
    return _draw.NONE if value is None else _draw.format_score(value)


# ---- pictures; the same as in the module


def _cards(labels_true, labels_pred):
    n = len(labels_true)
    cells = list(zip(labels_true, labels_pred or [None] * n, strict=True))
    parts = []
    for i, cell in enumerate(cells):
        x, y = CARD * (i % COLUMNS) + 22, LINE * (i // COLUMNS) + 2
        for row, label in enumerate(cell):
            top = y + ROW * row
            if i % COLUMNS == 0:
                name = {"class": "demo-name", "x": 10, "y": top + 17, "text_anchor": "middle"}
                parts.append(_draw.element("text", name, "Y\N{PRIME}" if row else "Y"))
            place = {"x": x + 2, "y": top + 2, "width": CARD - 4, "height": ROW - 4, "rx": 3}
            parts.append(_draw.element("rect", {"class": "demo-cell", **place}))
            if label is not None:
                shape = {"class": f"demo-marker demo-cluster-{label % 6}", "d": _draw.MARKERS[label % 6]}
                parts.append(
                    _draw.element("path", {**shape, "transform": f"translate({x + 7},{top + ROW / 2})scale(3.6)"})
                )
                number = {"class": "demo-axis demo-deal-number", "x": x + CARD - 2.5, "y": top + 16.5}
                parts.append(_draw.element("text", {**number, "text_anchor": "end"}, str(label + 1)))
        if labels_pred and cells.count(cell) > 1:
            parts.append(
                _draw.element(
                    "rect", {**LIT, "x": x + 1, "y": y + 1, "width": CARD - 2, "height": 2 * ROW - 2, "rx": 4}
                )
            )
    height = LINE * ((n - 1) // COLUMNS) + 2 * ROW + 4
    return _draw.plot("demo-deal-cards", CARD * COLUMNS + 24, height, *parts)


def _histograms(names, scores, means, exact):
    parts = []
    for top, *panel in zip((24, 122), names, scores, means, exact, strict=True):
        parts += _panel(top, *panel)
    ticks = [(value, f"{value:.1f}".replace("-", "\N{MINUS SIGN}")) for value in (-0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8)]
    parts += [_draw.axis_text(_to_x(value), 206, "middle", "0" if value == 0 else text) for value, text in ticks]
    parts.append(_draw.axis_text(WIDTH - 1, 206, "end", "1"))
    parts.append(_draw.axis_text(WIDTH / 2, 222, "middle", "1 is perfect agreement (higher is better)"))
    return _draw.plot("demo-deal-histograms", WIDTH, 228, *parts)


def _to_x(value):
    return 1 + (value + 0.5) / 1.5 * (WIDTH - 2)


def _panel(top, name, scores, mean, exact):
    bottom, width = top + 66, (WIDTH - 2) / N_BINS
    counts = [0] * N_BINS
    for score in scores:
        # The trifle keeps what lies on an edge in the same bar, whatever the last bit of its logarithms.
        counts[min(N_BINS - 1, max(0, int(np.floor((score + 0.5) * 40 + 1e-9))))] += 1
    bars = ""
    for i, count in enumerate(counts):
        if count:
            height = _draw.number((bottom - top - 20) * count / max(counts))
            bars += f"M{_draw.number(1 + i * width)},{bottom}v-{height}h{_draw.number(width)}v{height}z"

    def beside(x, y, gap, words):
        left = x > WIDTH / 2
        return _draw.axis_text(x - gap if left else x + gap, y, "end" if left else "start", words)

    parts = [
        _draw.paper(1, top, WIDTH - 2, bottom - top),
        _draw.axis_text(1, top - 5, "start", name),
        _draw.element("path", {**BARS, "d": bars}) if bars else "",
    ]
    if exact is not None:
        x = _to_x(exact)
        line = _draw.element("path", {"class": "demo-chance", "d": f"M{_draw.number(x)},{top}V{bottom}"})
        words = beside(x, top + 15, 5, f"exact mean {_draw.format_score(exact)}")
        parts.append(_draw.element("g", {"class": "demo-deal-exact"}, line, words))
    if mean is not None:
        x = _to_x(mean)
        parts.append(_draw.element("circle", {"class": "demo-dot", "cx": _draw.number(x), "cy": top - 9, "r": 5}))
        parts.append(beside(x, top - 5, 10, "mean of the deals"))
    return parts
