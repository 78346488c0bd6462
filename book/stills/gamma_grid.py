"""Picture of the Gamma grid."""

from itertools import pairwise

import numpy as np

from aucc_teach.demos._formats import NONE, format_score, point_name
from stills import _draw

LEFT, TOP, SIDE = 50, 6, 384
MOST_NAMES = 14
CAPTION = "Each cell compares the within pair of its row with the between pair of its column."


def still(demo):
    """Picture of the points, the grid, the curve and the numbers, with the words that stand for it."""
    kinds = ("concordant s+", "discordant s\N{MINUS SIGN}", "tied s0")
    values = dict.fromkeys(kinds, 0) | {"Gamma": NONE}
    aucc = NONE
    verdict = demo.words()
    alt = (
        f"{len(demo.labels)} points in {len(set(demo.labels))} clusters, and a grid with a row for each pair "
        f"within a cluster and a column for each pair between clusters."
    )
    if demo._has_aucc():
        s_plus, s_minus, s_zero = demo.counts
        aucc, gamma = format_score(demo.aucc), format_score(demo.gamma)
        values = dict(zip(values, [*demo.counts, gamma], strict=True))
        alt += (
            f" Below the ROC curve {s_plus} cells are concordant, above it {s_minus} are discordant, and "
            f"{s_zero} are tied. {verdict}"
        )
    pairs = demo._pairs()
    box = _grid(pairs, _draw.tie_groups_of_pairs(pairs)) + _draw.element("p", {"class": "demo-caption"}, CAPTION)
    picture = _draw.still(
        demo.question,
        "Where JavaScript runs, the points can be moved.",
        _draw.scatter(demo.points, demo.labels),
        _draw.element("div", {"class": "demo-grid-box"}, box),
        _draw.readout("AUCC", aucc, values),
        verdict=verdict,
    )
    return alt, picture


def _grid(pairs, groups):
    """Picture of the grid; the same as in the module, where the reasons are."""
    within, between = (
        sorted((squared, second, first) for first, second, squared, together in pairs if together is kind)
        for kind in (True, False)
    )
    n_rows, n_columns = len(within), len(between)
    w, h = SIDE / (n_columns or 1), SIDE / (n_rows or 1)

    def place(points):
        return _draw.polyline([(LEFT + column * w, TOP + SIDE - row * h) for column, row in points])

    def path(name, shapes, *, end="Z", **attributes):
        d = "".join(place(points) + end for points in shapes) if n_rows and n_columns else ""
        return _draw.element("path", {"class": name, "d": d, **attributes}) if d else ""

    def side_name(pair, x, y, anchor):
        _, second, first = pair
        name = point_name(first) + point_name(second)
        attributes = {"class": "demo-pair-side", "x": _draw.number(x), "y": _draw.number(y), "text_anchor": anchor}
        return _draw.element("text", attributes, name)

    def axis(name, transform):
        middle = {"class": "demo-axis", "x": _draw.number(SIDE / 2), "text_anchor": "middle"}
        return _draw.element(
            "g",
            {"transform": transform},
            _draw.element("text", {"class": "demo-axis"}, "0"),
            _draw.element("text", middle, name),
            _draw.element("text", {"class": "demo-axis", "x": SIDE, "text_anchor": "end"}, "1"),
        )

    corners = np.cumsum([(0, 0), *((negatives, positives) for positives, negatives in groups)], axis=0).tolist()
    steps = list(pairwise(corners))
    lower = [corner for (_, bottom), (right, top) in steps for corner in ((right, bottom), (right, top))]
    upper = [corner for (left, _), (right, top) in steps for corner in ((left, top), (right, top))]
    ties = [(*start, *end) for (start, end), group in zip(steps, groups, strict=True) if all(group)]
    hatch = []
    for diagonal in range(n_rows + n_columns - 1):
        row = min(diagonal, n_rows - 1)
        cells = zip(range(row, -1, -1), range(diagonal - row, n_columns), strict=False)
        n = sum(within[i][0] > between[j][0] for i, j in cells)
        if n:
            hatch.append([(diagonal - row, row + 1), (diagonal - row + n, row + 1 - n)])
    lines = [[(0, row), (n_columns, row)] for row in range(1, n_rows)]
    lines += [[(column, 0), (column, n_rows)] for column in range(1, n_columns)]
    dots = [
        [(column + 0.5, row + 0.5)]
        for left, bottom, right, top in ties
        for row in range(bottom, top)
        for column in range(left, right)
    ]
    tied = [[(left, bottom), (right, bottom), (right, top), (left, top)] for left, bottom, right, top in ties]
    names = []
    if n_columns and n_rows <= MOST_NAMES:
        names += [side_name(pair, LEFT - 12, TOP + SIDE - (i + 0.5) * h + 5, "end") for i, pair in enumerate(within)]
    if n_rows and n_columns <= MOST_NAMES:
        names += [side_name(pair, LEFT + (i + 0.5) * w, TOP + SIDE + 25, "middle") for i, pair in enumerate(between)]
    widths = {
        name: _draw.number(min(high, max(low, min(w, h) / part)))
        for name, part, low, high in [("lines", 16, 0.4, 1.5), ("hatch", 10, 0.7, 2), ("dots", 3, 1.4, 7)]
    }
    chance = {"class": "demo-chance", "d": f"M{LEFT},{TOP + SIDE}L{LEFT + SIDE},{TOP}"}
    within_side = {"class": "demo-side demo-within", "d": f"M{LEFT - 2},{TOP + SIDE}V{TOP}"}
    between_side = {"class": "demo-side demo-between", "d": f"M{LEFT},{TOP + SIDE + 2}H{LEFT + SIDE}"}
    return _draw.plot(
        "demo-grid",
        440,
        440,
        _draw.paper(LEFT, TOP, SIDE, SIDE),
        path("demo-cells demo-concordant", [[(0, 0), *lower, (n_columns, 0)]]),
        path("demo-cells demo-discordant", [[(0, 0), *upper, (0, n_rows)]]),
        path("demo-cells demo-tied-cells", tied),
        path("demo-cell-marks", hatch, end="", stroke_width=widths["hatch"]),
        path("demo-cell-marks demo-cell-dots", dots, end="h0", stroke_width=widths["dots"]),
        path("demo-cell-marks", lines, end="", stroke_width=widths["lines"]),
        _draw.element("path", chance),
        path("demo-stair demo-halo", [corners], end=""),
        path("demo-stair", [corners], end=""),
        _draw.element("path", within_side),
        _draw.element("path", between_side),
        *names,
        axis("FPR: between pairs, closest first", f"translate({LEFT},434)"),
        axis("TPR: within pairs, closest first", f"translate(13,{TOP + SIDE})rotate(-90)"),
    )
