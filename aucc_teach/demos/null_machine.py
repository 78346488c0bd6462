"""Null machine: random partitions of given sizes, the histogram of their AUCC, and means against the number of k."""

import math
from statistics import fmean, stdev

import numpy as np
import traitlets

from aucc_teach.aucc import PairRanking
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.datasets import load_toy
from aucc_teach.demos import _draw
from aucc_teach.demos._base import Demo, InvalidStateError
from aucc_teach.demos._random_partitions import BALANCES, Sfc32, random_partitions, sizes_text
from aucc_teach.demos._tasks import Task
from aucc_teach.demos._traits import GRID, Choice, CountsByK, GridPoints, WholeNumber
from aucc_teach.partitions import size_profile

__all__ = ["NullMachine"]

FEWEST_POINTS = 10
MOST_POINTS = 60
FEWEST_CLUSTERS = 2
MOST_CLUSTERS = 12
MOST_DRAWN = 2000
MOST_SEED = 2**32 - 1
ENOUGH = 100  # partitions, to have visited a number of clusters
BESIDE = (
    "point_biserial_score",
    "calinski_harabasz_score",
    "silhouette_score",
    "c_index",
    "ratkowsky_lance_score",
    "pbm_score",
)
NAMES = {name: CRITERIA[name].title for name in BESIDE}
NAMES |= {"point_biserial_score": "point-biserial", "silhouette_score": "silhouette"}
SIDE, WIDTH = 440, 340
N_BINS = 40
# How the shapes look where the style sheet is missing.
BAND = {"class": "demo-null-band", "fill": "#767676", "opacity": 0.25}
BARS = {"class": "demo-null-bars", "fill": "#48566b"}
LINE = {"class": "demo-null-line", "fill": "none", "stroke": "#222832", "stroke_width": 2.5}
THIN = {"class": "demo-null-thin", "fill": "none", "stroke": "#222832"}
DOT = {"class": "demo-null-dot", "fill": "#fff", "stroke": "#222832", "stroke_width": 2.5, "r": 5}


class NullMachine(Demo):
    """Random partitions of a few points, with the histogram of AUCC and the means of AUCC and another criterion.

    Cluster sizes are fixed, and every labeling with these sizes is as likely as any other. The partitions depend on
    `seed`, `k` and `balance` alone: what a page draws, this class draws too.

    Parameters
    ----------
    points : array-like of int, shape (n, 2), optional
        10 to 60 points on the grid, x and y from 0 to 1000, not all at one place. Default: three blobs.
    k : int, default=2
        Number of clusters, 2 to 12 or as many as the points allow.
    balance : {"even", "ten percent", "sixty percent"}, default="even"
        Sizes of the clusters: all even, or one with this share of the points and the others even.
    criterion : str, default="silhouette_score"
        The criterion beside AUCC: the name of its function in ``at.criteria``.
    seed : int, default=1
        Seed of the random partitions, 0 to 2^32 - 1.
    drawn : dict of int, optional
        How many partitions are drawn for each number of clusters, 2000 at most. Default: none.

    Attributes
    ----------
    points, k, balance, criterion, seed, drawn
        The state as it is now; can be set.
    presets : list of dict
        What the reader can choose from: ``name``, ``note`` and ``points`` of each.

    Raises
    ------
    ValueError
        If points are not whole numbers, lie outside the grid, are too few or too many or all at one place, if there
        are more clusters than the points allow with this balance, if balance or criterion are unknown, or if seed or
        counts are out of range.

    See Also
    --------
    aucc_teach.PairRanking.null : The exact moments that are shown.
    aucc_teach.experiments.chance.random_partitions : Those of the same experiment at the size of the paper.

    Examples
    --------
    >>> import aucc_teach as at
    >>> machine = at.demos.NullMachine(k=3, drawn={3: 200})
    >>> machine.sizes, machine.partitions().shape
    ((20, 20, 20), (200, 60))
    >>> scores = machine.scores()["aucc_score"]
    >>> bool(abs(scores.mean() - 0.5) < 4 * machine.null.variance**0.5 / 200**0.5)
    True
    """

    slug = "null-machine"
    tasks = (
        Task(
            question="The machine deals the labels at random, 30 points to each of two clusters. Where does the mean "
            "of AUCC settle?",
            choices=("Near 0", "Near one half", "Near 1"),
            todo="Press Run, and stop it after 100 partitions or more.",
            goal=(("k", "==", 2), ("n_drawn", ">=", ENOUGH)),
            answer="Near one half",
            outcome="Over all labelings with these sizes the mean is exactly 1/2: labels that know nothing of the "
            "points make a pair within as often the closer one as a pair between.",
            hides=("exactMean", "exact", "null-histogram", "null-drift"),
        ),
        Task(
            question="Now eight clusters. Which mean is not what it was with two?",
            choices=("That of AUCC", "That of the silhouette", "Both", "Neither"),
            todo="Draw 100 partitions into eight clusters.",
            goal=(("k", "==", 8), ("n_drawn", ">=", ENOUGH)),
            answer="That of the silhouette",
            outcome="The mean of AUCC is exactly 1/2 for every number of clusters. The silhouette has no such level: "
            "its mean falls from near 0 to about \N{MINUS SIGN}0.24.",
            start={"k": 8, "drawn": {"2": ENOUGH}},
        ),
        Task(
            question="Two clusters, and one of them gets only 10% of the points. What becomes of AUCC?",
            choices=("Its mean leaves one half", "Only its spread grows", "Neither changes"),
            todo="Draw 100 partitions of this kind.",
            goal=(("k", "==", 2), ("smallest", "==", 6), ("n_drawn", ">=", ENOUGH)),
            answer="Only its spread grows",
            outcome="The mean is 1/2 for all sizes. The exact deviation grows from 0.0129 to 0.0339: every pair "
            "between now has one of the same six points, so it matters more which six.",
            start={"balance": "ten percent"},
            hides=("exactMean", "exact", "null-histogram", "null-drift"),
        ),
    )

    points = GridPoints(FEWEST_POINTS, MOST_POINTS).tag(sync=True)
    k = WholeNumber(FEWEST_CLUSTERS, MOST_CLUSTERS, default_value=2).tag(sync=True)
    balance = Choice(tuple(BALANCES), default_value="even").tag(sync=True)
    criterion = Choice(BESIDE, default_value="silhouette_score").tag(sync=True)
    seed = WholeNumber(0, MOST_SEED, default_value=1).tag(sync=True)
    drawn = CountsByK(FEWEST_CLUSTERS, MOST_DRAWN, default_value={}).tag(sync=True)
    presets = traitlets.List().tag(sync=True, constant=True)

    def __init__(self, points=None, k=2, balance="even", criterion="silhouette_score", seed=1, drawn=None, **kwargs):
        presets = _presets()
        if points is not None or drawn is not None or (k, balance) != (2, "even"):
            kwargs.setdefault("lesson", [])
        state = {"points": presets[0]["points"] if points is None else points, "k": k, "balance": balance}
        state |= {"criterion": criterion, "seed": seed, "drawn": {} if drawn is None else drawn}
        super().__init__(**state, presets=presets, **kwargs)

    def start(self, **state):
        """Begin anew: set some of the state at once, and forget what was drawn.

        Parameters
        ----------
        **state
            Any of `points`, `k`, `balance`, `criterion`, `seed` and `drawn`.

        Raises
        ------
        ValueError
            As for the class; nothing is changed then.

        Examples
        --------
        >>> import aucc_teach as at
        >>> machine = at.demos.NullMachine()
        >>> machine.start(k=5, balance="sixty percent")
        >>> machine.sizes, machine.drawn
        ((36, 6, 6, 6, 6), {})
        """
        names = ("points", "k", "balance", "criterion", "seed", "drawn")
        if unknown := [name for name in state if name not in names]:
            raise InvalidStateError(f"start takes {', '.join(names)}. Got {unknown[0]!r}.")
        self._set_together(**({"drawn": {}} | state))

    def draw(self, n_partitions=1):
        """Draw more partitions for the present number of clusters.

        Parameters
        ----------
        n_partitions : int, default=1
            How many.

        Raises
        ------
        ValueError
            If that makes more than 2000 for this number of clusters.

        Examples
        --------
        >>> import aucc_teach as at
        >>> machine = at.demos.NullMachine()
        >>> machine.draw(20)
        >>> machine.drawn
        {2: 20}
        """
        self.drawn = self.drawn | {self.k: self.drawn.get(self.k, 0) + n_partitions}

    @traitlets.validate("points", "k", "balance", "drawn")
    def _check_together(self, proposal):
        state = {name: getattr(self, name) for name in ("points", "k", "balance", "drawn")}
        state[proposal["trait"].name] = proposal["value"]
        points, balance = state["points"], state["balance"]
        if points and len(set(points)) == 1:
            raise InvalidStateError(f"points must not all be at one place. Got {len(points)} at {points[0]}.")
        if points:
            most = _most_clusters(len(points), balance)
            for name, ks in (("k", [state["k"]]), ("drawn", state["drawn"])):
                if ks and max(ks) > most:
                    raise InvalidStateError(
                        f"{name} must go to {most} clusters at most: more are not possible with {len(points)} points "
                        f"and balance {balance!r}. Got {max(ks)}. To change them together, use start()."
                    )
        return proposal["value"]

    @property
    def sizes(self):
        """Cluster sizes for the present k and balance, by :func:`aucc_teach.partitions.size_profile`."""
        return size_profile(len(self.points), self.k, share=BALANCES[self.balance])

    @property
    def null(self):
        """Exact mean and variance of AUCC over all labelings with these sizes."""
        return PairRanking(self.points).null(self.sizes)

    def partitions(self, k=None):
        """Partitions that are drawn so far, in their order.

        Parameters
        ----------
        k : int, optional
            Number of clusters; the present one by default.

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
        return random_partitions(len(self.points), k, self.balance, self.seed, self.drawn.get(k, 0))

    def scores(self, k=None):
        """AUCC and the other criterion of the partitions that are drawn so far.

        Parameters
        ----------
        k : int, optional
            Number of clusters; the present one by default.

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

    @staticmethod
    def numbers(state):
        """Counts of points, partitions and visited k, the sizes, and the exact deviation of AUCC."""
        points, k, drawn = state["points"], state["k"], {int(j): count for j, count in state["drawn"].items()}
        sizes = size_profile(len(points), k, share=BALANCES[state["balance"]])
        return {
            "n_points": len(points),
            "k": k,
            "largest": max(sizes),
            "smallest": min(sizes),
            "n_drawn": drawn.get(k, 0),
            "n_visited": sum(count >= ENOUGH for count in drawn.values()),
            "deviation": math.sqrt(PairRanking(points).null(sizes).variance),
        }

    def still(self):
        """Picture of the histogram, the means and the last partition, with the words that stand for it."""
        n, k, name = len(self.points), self.k, NAMES[self.criterion]
        ranking = PairRanking(self.points)
        ks = range(FEWEST_CLUSTERS, _most_clusters(n, self.balance) + 1)
        exact = [math.sqrt(ranking.null(size_profile(n, j, share=BALANCES[self.balance])).variance) for j in ks]
        wide, narrow = ((max(0, 0.5 - width * max(exact)), min(1, 0.5 + width * max(exact))) for width in (4, 2))
        scores = {j: self.scores(j) for j in self.drawn}
        auccs = scores[k]["aucc_score"].tolist() if k in scores else []
        tallies = [
            {j: found for j in scores if (found := _Tally(scores[j][criterion])).count}
            for criterion in ("aucc_score", self.criterion)
        ]
        flat, other = (found.get(k, _Tally([])) for found in tallies)
        into = f"{k} clusters ({sizes_text(self.sizes)})"
        verdict, last = f"Nothing drawn yet for {into}.", f"Seed {self.seed}: no partition drawn yet"
        if auccs:
            n_drawn, plural = _draw.format_count(len(auccs)), "partition" if len(auccs) == 1 else "partitions"
            verdict = (
                f"{n_drawn} random {plural} into {into}: mean AUCC {_with_error(flat)}, exactly 1/2 over all; "
                f"mean {name} {_with_error(other)}."
            )
            last = (
                f"Partition {n_drawn} of seed {self.seed}: AUCC {_draw.format_score(auccs[-1])}, "
                f"{name} {_measure(scores[k][self.criterion][-1])}"
            )
        values = {
            "partitions": _draw.format_count(len(auccs)),
            "exact mean": "1/2",
            "deviation so far": _measure(flat.deviation),
            "exact deviation": _draw.format_score(exact[k - FEWEST_CLUSTERS]),
        }
        better = "higher is better" if CRITERIA[self.criterion].higher_is_better else "lower is better"
        element = _draw.element
        words = element("span", {}, "deviation so far") + " " + element("span", {}, _measure(other.deviation))
        facts = element("div", {"class": "demo-facts"}, element("div", {}, words))
        head = element("span", {}, f"mean so far of {name}") + " "
        picture = _draw.still(
            "Run the machine for a few values of k. Which of the two means moves with k?",
            "Where JavaScript runs, the machine draws more.",
            element("p", {"class": "demo-null-k"}, element("span", {}, f"{k} clusters: {sizes_text(self.sizes)}")),
            element("div", {"class": "demo-null-buttons"}),
            _draw.readout("mean so far of AUCC", _with_error(flat), values),
            _histogram(wide, exact[k - FEWEST_CLUSTERS], auccs, flat),
            _drift("mean AUCC (higher is better)", tallies[0], k, ks[-1], narrow, exact),
            element(
                "div",
                {"class": "demo-null-other"},
                head + element("span", {"class": "demo-number"}, _with_error(other)) + facts,
            ),
            _drift(f"mean {name} ({better})", tallies[1], k, ks[-1]),
            element(
                "div",
                {"class": "demo-null-last"},
                _dealt(self.points, self.partitions()[-1].tolist() if auccs else None)
                + element("p", {"class": "demo-null-caption"}, last),
            ),
            verdict=verdict,
        )
        alt = f"Histogram of AUCC and means by k, for random partitions of {n} points. {verdict}"
        return alt, picture


def _most_clusters(n, balance):
    """No cluster may be empty, and some pair must lie within one."""
    share = BALANCES[balance]
    rest = n if share is None else size_profile(n, 2, share=share)[1]
    return min(MOST_CLUSTERS, n - 1, 1 + rest)


# ---- words


class _Tally:
    """Count, mean and deviation of those values that are numbers."""

    def __init__(self, values):
        values = [float(value) for value in values if not math.isnan(value)]
        self.count = len(values)
        self.mean = fmean(values) if values else math.nan
        self.deviation = stdev(values) if len(values) > 1 else math.nan


def _measure(value):
    if math.isnan(value):
        return _draw.NONE
    return _draw.format_count(round(value)) if abs(value) >= 100 else _draw.format_score(value)


def _with_error(found):
    if found.count < 2:
        return _measure(found.mean)
    error = found.deviation / math.sqrt(found.count)
    written = _draw.format_count(round(error)) if abs(found.mean) >= 100 else _draw.format_score(error)
    return f"{_measure(found.mean)} \N{PLUS-MINUS SIGN} {written}"


def _ticks(low, high, most):
    """At most `most` + 1 round values between two ends, as (value, text)."""
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    step = next(width for factor in (1, 2, 5, 10) if (high - low) / (width := factor * power) <= most)
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    for i in range(math.ceil(low / step), math.floor(high / step) + 1):
        value = i * step
        text = f"{value:.{digits}f}".replace("-", "\N{MINUS SIGN}") if digits else _draw.format_count(round(value))
        yield value, text


# ---- pictures; the same as in the module


def _scale(low, high, start, end):
    return lambda value: start + (value - low) / (high - low) * (end - start)


def _dealt(points, labels):
    marks = []
    for i, (x, y) in enumerate(points):
        label = labels[i] if labels else 0
        kind = f"demo-cluster-{label % 6}" if labels else "demo-unlabelled"
        hollow = " demo-hollow" if label >= len(_draw.MARKERS) else ""
        place = _draw.number(24 + x * 392 / GRID), _draw.number(24 + (GRID - y) * 392 / GRID)
        shape = _draw.PLAIN.get(f"demo-marker {kind}", {}) if not hollow else {"fill": "none", "stroke": "#222832"}
        marks.append(
            _draw.element(
                "path",
                {
                    "class": f"demo-marker {kind}{hollow}",
                    "d": _draw.MARKERS[label % 6],
                    "transform": f"translate({','.join(place)})scale({9 if labels else 4})",
                    **shape,
                },
            )
        )
    return _draw.plot("demo-dealt", SIDE, SIDE, _draw.paper(1, 1, SIDE - 2, SIDE - 2, rx=4), *marks)


def _histogram(ends, deviation, auccs, found):
    top, bottom = 30, 156
    low, high = ends
    to_x = _scale(low, high, 1, WIDTH - 1)
    counts = [0] * N_BINS
    for aucc in auccs:
        counts[min(N_BINS - 1, max(0, math.floor((aucc - low) / (high - low) * N_BINS)))] += 1
    width, bars = (WIDTH - 2) / N_BINS, ""
    for i, count in enumerate(counts):
        if count:
            height = _draw.number((bottom - top - 22) * count / max(counts))
            bars += f"M{_draw.number(1 + i * width)},{bottom}v-{height}h{_draw.number(width)}v{height}z"
    left, right = to_x(0.5 - deviation), to_x(0.5 + deviation)
    band = {"x": _draw.number(left), "y": top, "width": _draw.number(right - left), "height": bottom - top}
    so_far = ""
    if found.count:
        place = lambda value: _draw.number(min(WIDTH - 1, max(1, to_x(value))))  # noqa: E731
        if found.count > 1 and found.deviation:
            reach = f"M{place(found.mean - found.deviation)},16H{place(found.mean + found.deviation)}"
            so_far = _draw.element("path", {**LINE, "d": reach})
        so_far += _draw.element("circle", {**DOT, "cx": place(found.mean), "cy": 16})
    return _draw.plot(
        "demo-null-histogram",
        WIDTH,
        194,
        _draw.paper(1, top, WIDTH - 2, bottom - top),
        _draw.element("rect", {**BAND, **band}),
        _draw.element("path", {**BARS, "d": bars}) if bars else "",
        _draw.element("path", {"class": "demo-chance", "d": f"M{_draw.number(to_x(0.5))},{top}V{bottom}"}),
        _draw.axis_text(min(right + 5, WIDTH - 40), top + 16, "start", "exact"),
        so_far,
        _draw.axis_text(1, 20, "start", "so far"),
        *(
            _draw.axis_text(to_x(value), 172, "middle", text)
            for value, text in _ticks(low, high, 6)
            if _inside(to_x(value))
        ),
        _draw.axis_text(WIDTH / 2, 190, "middle", "AUCC of a random partition (higher is better)"),
    )


def _inside(x):
    """Whether the text under this place stays within the picture."""
    return abs(x - WIDTH / 2) < WIDTH / 2 - 15


def _drift(name, found, k, most, ends=None, exact=None):
    left, right, top, bottom = 48, WIDTH - 1, 22, 150
    to_x = _scale(FEWEST_CLUSTERS, most, left + 15, right - 15)
    spreads = {j: tallied.deviation if tallied.count > 1 else 0.0 for j, tallied in found.items()}
    if ends is None and found:
        low = min(tallied.mean - spreads[j] for j, tallied in found.items())
        high = max(tallied.mean + spreads[j] for j, tallied in found.items())
        air = 0.08 * (high - low) if high > low else 0.1 * abs(low) or 0.1
        ends = low - air, high + air
    to_y = _scale(*(ends or (0, 1)), bottom, top)

    def place(j, value):
        return to_x(j), min(bottom, max(top, to_y(value)))

    now = {"x": _draw.number(to_x(k) - 10), "y": top, "width": 20, "height": bottom - top}
    parts = [_draw.paper(left, top, right - left, bottom - top), _draw.element("rect", {**BAND, **now})]
    if exact:
        edges = [[place(j, 0.5 + sign * d) for j, d in enumerate(exact, FEWEST_CLUSTERS)] for sign in (1, -1)]
        parts.append(_draw.element("path", {**BAND, "d": _draw.polyline(edges[0] + edges[1][::-1]) + "Z"}))
        parts.append(_draw.element("path", {"class": "demo-chance", "d": f"M{left},{_draw.number(to_y(0.5))}H{right}"}))
    dots = [place(j, tallied.mean) for j, tallied in found.items()]
    if dots:
        reach = [
            _draw.polyline([place(j, tallied.mean + sign * spreads[j]) for sign in (-1, 1)])
            for j, tallied in found.items()
        ]
        parts.append(_draw.element("path", {**THIN, "d": _draw.polyline(dots)}))
        parts.append(_draw.element("path", {**LINE, "d": "".join(reach)}))
        parts += [_draw.element("circle", {**DOT, "cx": _draw.number(x), "cy": _draw.number(y)}) for x, y in dots]
    elif not exact:
        parts.append(_draw.axis_text((left + right) / 2, 90, "middle", "nothing drawn yet"))
    parts.append(_draw.axis_text(1, 13, "start", name))
    parts += [_draw.axis_text(to_x(j), 165, "middle", str(j)) for j in range(FEWEST_CLUSTERS, most + 1)]
    if ends:
        parts += [_draw.axis_text(left - 6, to_y(value) + 4, "end", text) for value, text in _ticks(*ends, 4)]
    parts.append(_draw.axis_text((left + right) / 2, 182, "middle", "number of clusters k"))
    return _draw.plot("demo-null-drift", WIDTH, 186, *parts)


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
    chosen = [
        ("Three blobs", "Twenty points in each of three blobs: the machine does not see them.", blobs),
        ("No structure", "Sixty points anywhere on the square.", noise),
        ("A grid of ties", "Forty-nine points on a grid: 1176 pairs, and few different distances.", grid),
        ("Ten places", "Six points at each of ten places: 150 pairs are tied at distance 0.", places * 6),
        ("Two far blobs", "Fifteen points in each of two far blobs.", load_toy("blobs").points.tolist()),
    ]
    return [{"name": name, "note": note, "points": points} for name, note, points in chosen]
