"""Picture of the cut sweep."""

from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import PairRanking
from aucc_teach.demos._formats import MARKERS, NONE, format_score
from stills import _draw

# The drawing; the same numbers as in the module.
WIDTH, HEIGHT = 400, 498
LEFT, RIGHT = 30, 340
TREE = (16, 270)
SUM = (292, 366)
CHART = (390, 472)
LOWEST = -0.5  # of the adjusted Rand index


def still(demo):
    """Picture of the tree, its cut, the curve and the numbers, with the words that stand for it."""
    n, k, score = len(demo.points), demo.n_clusters, format_score
    cuts, curve = demo.cuts, demo.curve
    e1, e2 = float(curve.e1[k - 1]), float(curve.e2[k - 1])
    aucc = score(demo.aucc) if 1 < k < n else NONE
    ari, area = score(demo.adjusted_rand), score(round(curve.area, 12))
    verdict = demo.words()
    facts = {
        "clusters k": k,
        # Where the steps ask for it, it is not said.
        "k0": NONE if demo.lesson else curve.k0,
        "e1 (apart)": score(e1),
        "area": area,
        "e2 (together)": score(e2),
        "AUCC": aucc,
        "ARI": ari,
    }
    alt = (
        f"A tree of {n} points in {len(set(demo.labels))} classes, made with {demo.method} linkage, and the curve "
        f"of its pair errors: area {area}{'' if demo.lesson else f', smallest e1 + e2 at {curve.k0} clusters'}. "
        f"{verdict}"
    )
    picture = _draw.still(
        demo.question,
        "Where JavaScript runs, the cut can be moved.",
        # The smallest sum is what the steps ask for, and the scores jump where it is.
        _tree(demo.merges, demo.labels, k, None if demo.lesson else curve, _scores(demo, cuts)),
        _draw.readout("e1 + e2", score(round(e1 + e2, 12)), facts),
        _errors(curve, k),
        verdict=verdict,
    )
    return alt, picture


def _scores(demo, cuts):
    ranking = PairRanking(demo.points)
    aucc = dict(enumerate(ranking.score_many(cuts[1:-1]).tolist(), start=2))
    return {"aucc": aucc, "ari": {k: adjusted_rand_score(demo.labels, cut) for k, cut in enumerate(cuts, start=1)}}


def _tree(merges, labels, k, curve, scores):
    """Picture of the tree from left (all together) to right (all apart), its cut, and what goes with k below."""
    n = len(labels)
    places = {}  # of each cluster: x where it begins, y, and its objects

    def x(clusters):
        return LEFT + (clusters - 1) * (RIGHT - LEFT) / (n - 1)

    def leaves(node):
        if node < n:
            return [node]
        first, second, _ = merges[node - n]
        return leaves(first) + leaves(second)

    row = (TREE[1] - TREE[0]) / n
    for rank, leaf in enumerate(leaves(2 * n - 2)):
        places[leaf] = RIGHT + 8, TREE[0] + (rank + 0.5) * row, [labels[leaf]]
    cut = x(k)
    paths = {(kind, made): "" for made in (False, True) for kind in ("branch", "same", "different")}

    def line(kind, made, points):
        paths[kind, made] += _draw.polyline(points)

    def branch(start, stop, y):
        # Right of the cut the merges are made, left of it they are not.
        if start < cut:
            line("branch", False, [(start, y), (min(stop, cut), y)])
        if stop > cut:
            line("branch", True, [(max(start, cut), y), (stop, y)])

    for i, (first, second, _) in enumerate(merges):
        here = x(n - i - 0.5)
        (_, top, one), (_, bottom, other) = places[first], places[second]
        for child, y in ((first, top), (second, bottom)):
            branch(here, places[child][0], y)
        same = sum(label == another for label in one for another in other) / (len(one) * len(other))
        middle = top + (bottom - top) * same
        if same > 0:
            line("same", here > cut, [(here, top), (here, middle)])
        if same < 1:
            line("different", here > cut, [(here, middle), (here, bottom)])
        places[n + i] = here, (top + bottom) / 2, one + other
    branch(LEFT - 12, places[2 * n - 2][0], places[2 * n - 2][1])

    classes = {"branch": "demo-branch", "same": "demo-join demo-agree", "different": "demo-join demo-differ"}
    parts = [
        _draw.element("path", {"class": classes[kind] + ("" if made else " demo-undone"), "d": d})
        for (kind, made), d in paths.items()
        if d
    ]
    size = min(5, row / 2 - 0.5)
    for leaf, label in enumerate(labels):
        place = f"translate({_draw.number(RIGHT + 17)},{_draw.number(places[leaf][1])})"
        shape = {"class": f"demo-marker demo-cluster-{label}", "d": MARKERS[label]}
        parts.append(_draw.element("path", {**shape, "transform": f"{place}scale({_draw.number(size)})"}))

    def levels(y):
        for level in (0, 1):
            line = {"class": "demo-level", "d": f"M{LEFT},{_draw.number(y(level))}H{RIGHT}"}
            parts.append(_draw.element("path", line))
            parts.append(_draw.axis_text(LEFT - 6, y(level) + 4, "end", str(level)))

    totals = [] if curve is None else (curve.e1 + curve.e2).tolist()
    highest = max([1, *totals])

    def y_of_sum(total):
        return SUM[1] - total / highest * (SUM[1] - SUM[0])

    levels(y_of_sum)
    if totals:
        points = [(x(i), y_of_sum(total)) for i, total in enumerate(totals, start=1)]
        lowest = points[curve.k0 - 1]
        parts.append(_draw.element("path", {"class": "demo-series", "d": _draw.polyline(points)}))
        parts += [_spot(*point, 2) for point in points]
        parts.append(_draw.element("path", {"class": "demo-lowest", "d": _ring(*lowest)}))
        parts.append(_draw.axis_text(lowest[0], lowest[1] + 20, "middle", "k0"))
        parts.append(_draw.axis_text(RIGHT + 8, points[-1][1] + 4, "start", "e1 + e2"))

    def y(score):
        return CHART[1] - (score - LOWEST) / (1 - LOWEST) * (CHART[1] - CHART[0])

    levels(y)
    for name, of_k in ({} if curve is None else scores).items():
        points = [(x(k), y(score)) for k, score in of_k.items()]
        parts.append(_draw.element("path", {"class": f"demo-series demo-series-{name}", "d": _draw.polyline(points)}))
        parts += [_spot(*point, 2) for point in points]
        parts.append(_draw.axis_text(RIGHT + 8, points[-1][1] + 4, "start", name.upper()))
    ticks = sorted({1, *range(5, n - 2, 5), n})
    parts += [_draw.axis_text(x(tick), CHART[1] + 17, "middle", str(tick)) for tick in ticks]
    parts.append(_draw.axis_text(RIGHT + 22, CHART[1] + 17, "middle", "k"))
    parts.append(
        _draw.element(
            "g",
            {"class": "demo-cut", "transform": f"translate({_draw.number(cut)},0)"},
            _draw.element("path", {"class": "demo-cut-line", "d": f"M0,{TREE[0] - 6}V{CHART[1]}"}),
            _draw.element("circle", {"class": "demo-dot", "cy": (TREE[1] + SUM[0]) // 2, "r": 9}),
        )
    )
    return _draw.plot("demo-tree", WIDTH, HEIGHT, *parts)


def _errors(curve, k):
    """Picture of the curve of the pair errors, a dot at the present cut."""
    places = [_draw.in_square(x, y) for x, y in zip(curve.e1.tolist(), curve.e2.tolist(), strict=True)]
    area = _draw.polyline([*places, _draw.in_square(0, 0)]) + "Z"
    parts = [
        _draw.element("path", {"class": "demo-area", "d": area}),
        _draw.element(
            "path", {"class": "demo-chance", "d": _draw.polyline([_draw.in_square(0, 1), _draw.in_square(1, 0)])}
        ),
        _draw.element("path", {"class": "demo-series", "d": _draw.polyline(places)}),
        *(_spot(x, y, 2.5) for x, y in places),
        _draw.dot_at(*places[k - 1]),
    ]
    names = {"x_name": "e1: same-class pairs apart", "y_name": "e2: different-class pairs together"}
    return _draw.unit_square("demo-errors", parts, **names)


def _ring(x, y):
    """Path of a diamond around a point."""
    x, y = _draw.number(x), _draw.number(y - 8)
    return f"M{x},{y}l8,8l-8,8l-8,-8z"


def _spot(x, y, radius):
    return _draw.element("circle", {"class": "demo-spot", "cx": _draw.number(x), "cy": _draw.number(y), "r": radius})
