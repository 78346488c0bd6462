"""Picture of the ROC builder."""

from aucc_teach.demos._formats import MARKERS, NONE, format_score, point_name
from aucc_teach.demos.roc_builder import TOP, exactly
from stills import _draw

WIDTH, HEIGHT, MIDDLE = 440, 236, 120
KINDS = ("negative", "positive")


def still(demo):
    """Picture of the items, the matrix, the ROC curve and AUC, with the words that stand for it."""
    tp, fn, fp, tn = demo.confusion
    right, wrong, tied = counts = demo.comparisons
    values = {"exactly": NONE, "Gini": NONE, "right": right, "wrong": wrong, "tied": tied}
    auc, total = NONE, sum(counts)
    if demo.swept:
        values = dict.fromkeys(values, NONE)
    elif total:
        auc = format_score((2 * right + tied) / (2 * total))
        values |= {"exactly": exactly(counts), "Gini": format_score((right - wrong) / total)}
    verdict = demo.words()
    negated = [-score for score in demo.y_score]
    curve = _draw.roc(
        _draw.tie_groups(negated, [label == 1 for label in demo.y_true]),
        x_name="FPR: negatives called positive",
        y_name="TPR: positives called positive",
        dot=(fp, tp),
        n_drawn=len({score for score in demo.y_score if score >= demo.swept}),
    )
    alt = (
        f"{tp + fn} positive and {fp + tn} negative items on a line of scores from 0 to {TOP}. From score "
        f"{demo.threshold} on, {tp} of {tp + fn} positives and {fp} of {fp + tn} negatives are called positive. "
        f"{verdict}"
    )
    picture = _draw.still(
        demo.question,
        "Where JavaScript runs, items and threshold can be moved.",
        _line(demo.y_true, demo.y_score, demo.threshold),
        _draw.readout("AUC", auc, values),
        curve,
        _matrix(demo.confusion),
        verdict=verdict,
    )
    return alt, picture


def _line(y_true, y_score, threshold):
    """Picture of the items on their line, under the threshold; the same as in the module."""
    step = (WIDTH - 36) / (TOP + 1)
    low, high = 28, HEIGHT - 26

    def to_x(score):
        return 18 + step * (score + 0.5)

    x = 18 + step * threshold
    side = {"x": _draw.number(x), "y": low, "width": _draw.number(WIDTH - 1 - x), "height": high - low}
    parts = [
        _draw.paper(1, low, WIDTH - 2, high - low, rx=4),
        _draw.element("rect", {"class": "demo-called-side", **side}),
        _draw.element(
            "path", {"class": "demo-base", "d": f"M{_draw.number(to_x(0))},{MIDDLE}H{_draw.number(to_x(TOP))}"}
        ),
    ]
    parts += [_draw.axis_text(to_x(score), HEIGHT - 6, "middle", str(score)) for score in range(0, TOP + 1, 5)]
    if x > 125:
        parts.append(_draw.axis_text(x - 22, 20, "end", "called negative"))
    if x < WIDTH - 125:
        parts.append(_draw.axis_text(x + 22, 20, "start", "called positive"))
    parts.append(_draw.threshold_pole(x, str(threshold), height=high, width=32))
    piles = {}
    items = list(zip(y_true, y_score, strict=True))
    for i, item in enumerate(items):
        label, score = item
        level = piles[item] = piles.get(item, -1) + 1
        away = 14 + level * min(20, 68 / max(1, items.count(item) - 1))
        y = MIDDLE - away if label else MIDDLE + away
        called = " demo-called" if score >= threshold else ""
        mark = {"class": "demo-item-mark", "d": MARKERS[1 - label], "transform": "scale(10)"}
        # How it looks where the style sheet is missing.
        color = "#0072b2" if label else "#d55e00"
        mark |= {"stroke": color, "fill": color if called else "#fff", "vector_effect": "non-scaling-stroke"}
        name = {"class": "demo-item-name", "y": 4.5, "text_anchor": "middle"}
        parts.append(
            _draw.element(
                "g",
                {
                    "class": f"demo-item demo-{KINDS[label]}{called}",
                    "transform": f"translate({_draw.number(to_x(score))},{_draw.number(y)})",
                },
                _draw.element("path", mark),
                _draw.element("text", name, point_name(i)),
            )
        )
    keys = " ".join(_draw.element("span", {"class": f"demo-key demo-key-{kind}"}, kind) for kind in KINDS[::-1])
    return _draw.element(
        "div",
        {"class": "demo-line-box"},
        _draw.element("p", {"class": "demo-strip-head"}, keys),
        _draw.plot("demo-line-of-items", WIDTH, HEIGHT, *parts),
    )


def _matrix(confusion):
    """Confusion matrix with the two rates below it; the same as in the module."""
    tp, fn, fp, tn = confusion

    def row(head, *cells):
        return _draw.element("div", {}, _draw.element("div", {"class": "demo-head"}, head), *cells)

    def head(words):
        return _draw.element("div", {"class": "demo-head"}, words)

    def count(key):
        words = f"<span>{key.upper()}</span> <span>{getattr(confusion, key)}</span>"
        return _draw.element("div", {"class": f"demo-count demo-count-{key}"}, words)

    def rate(key, part, rest):
        total = part + rest
        texts = (f"{part}/{total}", format_score(part / total)) if total else (NONE, NONE)
        return _draw.element(
            "div", {"class": "demo-rate"}, f"<span>{key}</span> ", "<span>{}</span> <span>{}</span>".format(*texts)
        )

    return _draw.element(
        "div",
        {"class": "demo-confusion"},
        row("", head("positives"), head("negatives")),
        row("called positive", count("tp"), count("fp")),
        row("called negative", count("fn"), count("tn")),
        row("proportion called positive", rate("TPR", tp, fn), rate("FPR", fp, tn)),
    )
