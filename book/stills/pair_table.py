"""Picture of the pair table."""

from aucc_teach.demos._formats import MARKERS, format_score, point_name
from stills import _draw

WIDTH, HEIGHT = 420, 480
KINDS = {
    "tp": "together in both",
    "fn": "together in Y only",
    "fp": "together in Y\N{PRIME} only",
    "tn": "apart in both",
}


def still(demo):
    """Picture of both partitions, their pairs and the numbers, with the words that stand for it."""
    numbers = demo.numbers(demo.state())
    facts = {f"{kind} {words}": numbers[kind] for kind, words in KINDS.items()}
    verdict = demo.words()
    alt = (
        f"Two partitions of {len(demo.labels_true)} points, Y: {_clusters(demo.labels_true)}; "
        f"Y\N{PRIME}: {_clusters(demo.labels_pred)}. Pairs: "
        + ", ".join(f"{numbers[kind]} {words}" for kind, words in KINDS.items())
        + f". {verdict}"
    )
    picture = _draw.still(
        demo.question,
        "Where JavaScript runs, the points can change clusters.",
        _table(demo.labels_true, demo.labels_pred),
        _draw.readout(
            "Rand\N{RIGHT SINGLE QUOTATION MARK}s c",
            f"{numbers['agreeing']}/{numbers['total']} = {format_score(numbers['rand'])}",
            facts | {"expected c": format_score(numbers["expected"]), "ARI": format_score(numbers["ari"])},
        ),
        verdict=verdict,
    )
    return alt, picture


def _clusters(labels):
    return ", ".join(
        "".join(point_name(i) for i, other in enumerate(labels) if other == label) for label in dict.fromkeys(labels)
    )


def _table(labels_true, labels_pred):
    """Picture of both partitions as rows of markers, over the triangle of pairs; the same as in the module."""
    n = len(labels_true)
    w, h = WIDTH / (max(n, 6) + 1), HEIGHT / (max(n, 6) + 2)
    middle = {"class": "demo-name", "text_anchor": "middle"}

    def name(x, y, text):
        return _draw.element("text", {**middle, "x": _draw.number(x), "y": _draw.number(y + 6)}, text)

    def box(column, y, kind=""):
        place = {"x": _draw.number(column * w + 2), "y": _draw.number(y + 2)}
        size = {"width": _draw.number(w - 4), "height": _draw.number(h - 4)}
        return _draw.element("rect", {"class": f"demo-cell{kind}", **place, **size, "rx": 4})

    parts = [name((i + 1.5) * w, 0.3 * h, point_name(i)) for i in range(n)]
    for row, (title, labels) in enumerate({"Y": labels_true, "Y\N{PRIME}": labels_pred}.items()):
        y = (0.6 + row) * h
        parts.append(name(w / 2, y + h / 2, title))
        for i, label in enumerate(labels):
            shape = {"class": f"demo-marker demo-cluster-{label}", "d": MARKERS[label]}
            place = f"translate({_draw.number((i + 1.5) * w)},{_draw.number(y + h / 2)})"
            scale = _draw.number(min(0.3 * w, 12))
            parts += [box(i + 1, y), _draw.element("path", {**shape, "transform": f"{place}scale({scale})"})]
    for second in range(1, n):
        y = (second + 2) * h
        parts.append(name(w / 2, y + h / 2, point_name(second)))
        for first in range(second):
            together = [labels[first] == labels[second] for labels in (labels_true, labels_pred)]
            verdict = "agree" if together[0] == together[1] else "differ"
            parts.append(box(first + 1, y, f" demo-{verdict}"))
            if any(together):
                # The upper half stands for Y, the lower half for Y'.
                x, top = _draw.number((first + 1) * w + 6), y + (6 if together[0] else h / 2)
                height = _draw.number((h / 2 - 6) * sum(together))
                right = _draw.number(w - 12)
                path = f"M{x},{_draw.number(top)}h{right}v{height}h-{right}z"
                parts.append(_draw.element("path", {"class": f"demo-mark demo-{verdict}", "d": path}))
    return _draw.plot("demo-pairs", WIDTH, HEIGHT, *parts)
