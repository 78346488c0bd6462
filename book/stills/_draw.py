"""The few shapes that the demos draw, as deterministic text."""

from html import escape
from itertools import groupby

import numpy as np

from aucc_teach.demos._formats import MARKERS, point_name

# How shapes look where the style sheet is missing, as in a notebook that was opened without being run. The style
# sheet wins wherever it is.
PLAIN = {
    "demo-paper": {"fill": "#f5f6f8", "stroke": "#c9c9c9"},
    "demo-area": {"fill": "#0072b2", "opacity": 0.12},
    "demo-chance": {"stroke": "#767676", "stroke_dasharray": "5 5"},
    "demo-ghost": {"fill": "none", "stroke": "#48566b", "stroke_width": 1, "opacity": 0.3},
    "demo-shuffled-dots": {"stroke": "#48566b", "stroke_width": 4.6, "stroke_linecap": "round", "opacity": 0.6},
    "demo-shuffled-dots demo-reaching": {"stroke": "#222832", "stroke_width": 4.6, "stroke_linecap": "round"},
    "demo-shuffled-seen": {"stroke": "#222832", "stroke_width": 2.5},
    "demo-line demo-within": {"fill": "none", "stroke": "#0072b2", "stroke_width": 3},
    "demo-line demo-between": {"fill": "none", "stroke": "#d55e00", "stroke_width": 3},
    "demo-line demo-tied": {"fill": "none", "stroke": "#767676", "stroke_width": 4},
    "demo-mark demo-within": {"fill": "#0072b2"},
    "demo-mark demo-between": {"fill": "#d55e00"},
    "demo-cell": {"fill": "none", "stroke": "#c9c9c9"},
    "demo-cell demo-within": {"fill": "none", "stroke": "#0072b2"},
    "demo-cell demo-between": {"fill": "none", "stroke": "#d55e00"},
    "demo-branch": {"fill": "none", "stroke": "#222832", "stroke_width": 2},
    "demo-branch demo-undone": {"fill": "none", "stroke": "#c9c9c9", "stroke_width": 1.5},
    "demo-join demo-within": {"fill": "none", "stroke": "#0072b2", "stroke_width": 4},
    "demo-join demo-within demo-undone": {"fill": "none", "stroke": "#0072b2", "stroke_width": 4},
    "demo-join demo-between": {"fill": "none", "stroke": "#d55e00", "stroke_width": 4, "stroke_dasharray": "3 2"},
    "demo-join demo-between demo-undone": {
        "fill": "none",
        "stroke": "#d55e00",
        "stroke_width": 4,
        "stroke_dasharray": "3 2",
    },
    "demo-series": {"fill": "none", "stroke": "#222832", "stroke_width": 2},
    "demo-series demo-series-aucc": {"fill": "none", "stroke": "#222832", "stroke_width": 2},
    "demo-series demo-series-ari": {"fill": "none", "stroke": "#48566b", "stroke_dasharray": "4 3"},
    "demo-level": {"stroke": "#c9c9c9"},
    "demo-lowest": {"fill": "none", "stroke": "#222832", "stroke_width": 2},
    "demo-cut-line": {"stroke": "#222832", "stroke_width": 2},
    "demo-dot": {"fill": "#fff", "stroke": "#222832", "stroke_width": 2.5},
    "demo-band": {"fill": "#767676", "opacity": 0.45},
    "demo-cells demo-concordant": {"fill": "#0072b2"},
    "demo-cells demo-discordant": {"fill": "#d55e00"},
    "demo-cells demo-tied-cells": {"fill": "#767676"},
    "demo-cell-marks": {"fill": "none", "stroke": "#ffffff"},
    "demo-cell-marks demo-cell-dots": {"fill": "none", "stroke": "#ffffff", "stroke_linecap": "round"},
    "demo-stair": {"fill": "none", "stroke": "#222832", "stroke_width": 3},
    "demo-stair demo-halo": {"fill": "none", "stroke": "#ffffff", "stroke_width": 6},
    "demo-side demo-within": {"fill": "none", "stroke": "#0072b2", "stroke_width": 4},
    "demo-side demo-between": {"fill": "none", "stroke": "#d55e00", "stroke_width": 4},
    "demo-marker demo-cluster-0": {"fill": "#009e73"},
    "demo-marker demo-cluster-1": {"fill": "#cc79a7"},
    "demo-marker demo-cluster-2": {"fill": "#e69f00"},
    "demo-marker demo-cluster-3": {"fill": "#56b4e9"},
    "demo-marker demo-cluster-4": {"fill": "#5d3a9b"},
    "demo-called-side": {"fill": "#767676", "opacity": 0.22},
    "demo-base": {"stroke": "#767676"},
    "demo-pole": {"stroke": "#222832", "stroke_width": 2.5},
    "demo-knob": {"fill": "#fff", "stroke": "#222832", "stroke_width": 2},
}


def element(tag, attributes, *children):
    """Write one element; an underscore in an attribute's name stands for a hyphen."""
    attributes = attributes | PLAIN.get(attributes.get("class"), {})
    written = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f"<{tag}{written}>{''.join(children)}</{tag}>"


def text(value):
    """Escape text content."""
    return escape(str(value), quote=False)


def number(value):
    """Write a coordinate, with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def plot(name, width, height, *parts):
    """Write a picture of its own."""
    size = {"viewBox": f"0 0 {width} {height}", "width": width, "height": height}
    return element("svg", {"class": f"demo-plot {name}", **size}, *parts)


def paper(x, y, width, height, **attributes):
    """Write the sheet under a picture."""
    return element("rect", {"class": "demo-paper", "x": x, "y": y, "width": width, "height": height, **attributes})


def axis_text(x, y, anchor, words):
    """Write words or a number beside a picture."""
    return element("text", {"class": "demo-axis", "x": number(x), "y": number(y), "text_anchor": anchor}, words)


def polyline(points):
    """Path through points."""
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points)


def tie_groups(values, positive):
    """Sort items by value and cut them where the value changes.

    Returns a list of (positives, negatives), one for each value.
    """
    order = sorted(zip(values, positive, strict=True))
    groups = [[kind for _, kind in group] for _, group in groupby(order, key=lambda item: item[0])]
    return [(sum(group), len(group) - sum(group)) for group in groups]


def tie_groups_of_pairs(pairs):
    """(Within pairs, between pairs) at each distance, closest first."""
    return tie_groups(*zip(*((squared, together) for _, _, squared, together in pairs), strict=True))


def scatter(points, labels, *, grid=1000, side=440):
    """Points of a square grid, marked by cluster."""
    inside = side - 48
    named = len(points) <= 20
    size = 8.5 if named else 7
    marks = []
    for i, ((x, y), label) in enumerate(zip(points, labels, strict=True)):
        place = f"translate({number(24 + x * inside / grid)},{number(side - 24 - y * inside / grid)})"
        shape = {"class": f"demo-marker demo-cluster-{label % 6}", "d": MARKERS[label % 6]}
        marker = element("path", {**shape, "transform": f"scale({size})"})
        name = element("text", {"class": "demo-name", **_name_side(points, i, grid)}, point_name(i)) if named else ""
        marks.append(element("g", {"transform": place}, marker, name))
    return plot("demo-scatter", side, side, paper(1, 1, side - 2, side - 2, rx=4), *marks)


def _name_side(points, i, grid):
    """Place of a name: on the side where the nearest point is not, but inside the frame."""
    x, y = points[i]
    nearest = min((p for k, p in enumerate(points) if k != i), key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
    if (nearest[0] > x and x > 30) or x > grid - 30:
        return {"x": -14, "y": -10, "text_anchor": "end"}
    return {"x": 14, "y": -10, "text_anchor": "start"}


def unit_square(name, parts, *, x_name, y_name):
    """Square from 0 to 1 both ways, with its frame and axis names, around the parts of a curve."""
    middle = {"class": "demo-axis", "text_anchor": "middle"}
    (left, bottom), (right, top) = in_square(0, 0), in_square(1, 1)
    return plot(
        name,
        292,
        292,
        paper(left, top, right - left, bottom - top),
        *parts,
        element("text", {**middle, "x": (left + right) // 2, "y": 284}, text(x_name)),
        element("text", {**middle, "transform": f"translate(18,{(top + bottom) // 2})rotate(-90)"}, text(y_name)),
    )


def in_square(x, y):
    """Place of a point of a curve in :func:`unit_square`."""
    return 30 + 254 * x, 262 - 254 * y


def threshold_pole(x, value, *, height, width):
    """Upright threshold across a line of scores, with its value in a knob above it."""
    knob = {"class": "demo-knob", "x": -width // 2, "y": 3, "width": width, "height": 25, "rx": 6}
    return element(
        "g",
        {"transform": f"translate({number(x)},0)"},
        element("path", {"class": "demo-pole", "d": f"M0,28V{height}"}),
        element("rect", knob),
        element("text", {"class": "demo-knob-text", "y": 21, "text_anchor": "middle"}, value),
    )


def dot_at(x, y):
    """Dot of the present place on a curve."""
    return element("circle", {"class": "demo-dot", "cx": number(x), "cy": number(y), "r": 6})


def roc(groups, *, x_name, y_name, dot=None, n_drawn=None, ghosts=()):
    """ROC curve of tie groups: up for positives, right for negatives, slanted for ties of both.

    `dot` is a place on it, in counts: (negatives passed, positives passed). Only the first `n_drawn` groups are drawn,
    if it is not drawn to its end. `ghosts` are the tie groups of curves behind it.
    """
    corners = _corners(groups)
    steps = {"tied": "", "between": "", "within": ""}
    paths = mark = ""
    if corners[-1].all():
        places = [in_square(x, y) for x, y in (corners / corners[-1]).tolist()]
        places = places[: len(groups[:n_drawn]) + 1]
        for (positives, negatives), start, end in zip(groups, places, places[1:], strict=False):
            kind = "tied" if positives and negatives else "within" if positives else "between"
            steps[kind] += polyline([start, end])
        end = places[-1][0], in_square(0, 0)[1]
        paths = element("path", {"class": "demo-area", "d": polyline([*places, end]) + "Z"})
        if dot is not None:
            mark = dot_at(*in_square(*(np.array(dot) / corners[-1]).tolist()))
    chance = element("path", {"class": "demo-chance", "d": polyline([in_square(0, 0), in_square(1, 1)])})
    lines = (element("path", {"class": f"demo-line demo-{kind}", "d": path}) for kind, path in steps.items() if path)
    behind = (_corners(ghost) for ghost in ghosts)
    curves = [polyline(in_square(x, y) for x, y in (ghost / ghost[-1]).tolist()) for ghost in behind]
    seen = [element("path", {"class": "demo-ghost", "d": curve}) for curve in curves]
    layer = [element("g", {}, *seen)] if seen else []
    return unit_square("demo-roc", [paths, chance, *layer, *lines, mark], x_name=x_name, y_name=y_name)


def _corners(groups):
    return np.cumsum([(0, 0), *((negatives, positives) for positives, negatives in groups)], axis=0)


def strip(groups, *, key, ends):
    """Ranked items as marks: positives above the line, negatives below, a band behind ties of both."""
    n = sum(map(sum, groups))
    gap = 0 if n > 150 else 0.14
    above = below = bands = ""
    start = 0
    for positives, negatives in groups:
        if positives and negatives:
            width = positives + negatives
            bands += f"M{start},0h{width}v60h-{width}z"
        for i in range(start, start + positives):
            above += f"M{number(i + gap)},28v-24h{number(1 - 2 * gap)}v24z"
        start += positives
        for i in range(start, start + negatives):
            below += f"M{number(i + gap)},32v24h{number(1 - 2 * gap)}v-24z"
        start += negatives
    picture = element(
        "svg",
        {"class": "demo-strip", "preserveAspectRatio": "none", "viewBox": f"0 0 {n} 60", "width": 732, "height": 68},
        element("path", {"class": "demo-band", "d": bands}) if bands else "",
        element("path", {"class": "demo-mark demo-within", "d": above}),
        element("path", {"class": "demo-mark demo-between", "d": below}),
    )
    kinds = zip(("within", "between", "tied"), key, strict=True)
    head = (element("span", {"class": f"demo-key demo-key-{kind}"}, text(name)) for kind, name in kinds)
    return element(
        "div",
        {"class": "demo-strip-box"},
        element("p", {"class": "demo-strip-head"}, " ".join(head)),
        picture,
        element("p", {"class": "demo-strip-ends"}, " ".join(element("span", {}, text(end)) for end in ends)),
    )


def still(question, note, *parts, verdict):
    """What a still picture holds: the question, the note in the place of the controls, its parts and the verdict."""
    return (
        element("p", {"class": "demo-question"}, question)
        + element("p", {"class": "demo-controls demo-note"}, note)
        + "".join(parts)
        + element("p", {"class": "demo-status"}, verdict)
    )


def readout(name, value, facts):
    """The one large number and the quiet ones."""
    rows = (
        element("div", {}, element("span", {}, text(k)), " ", element("span", {}, text(v))) for k, v in facts.items()
    )
    number_ = element("span", {"class": "demo-number"}, text(value))
    return element(
        "div",
        {"class": "demo-readout"},
        element("p", {"class": "demo-headline"}, element("span", {}, text(name)), " ", number_),
        element("div", {"class": "demo-facts"}, *rows),
    )
