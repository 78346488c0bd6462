"""Picture of the AUCC lab."""

import math

import numpy as np

from aucc_teach.aucc import concordance
from aucc_teach.demos._formats import NONE, format_count, format_score
from aucc_teach.demos.aucc_lab import shuffled
from stills import _draw

MOST_GHOSTS = 40  # curves of shuffled labels that are seen at once
# The histogram; the same numbers as in the module. A dot is as wide as a bin.
N_BINS = 50
TOP, FLOOR = 20, 106


def still(demo):
    """Picture of the points, their pairs, the ROC curve and AUCC, with the words that stand for it."""
    values = dict.fromkeys(("Gamma", "right s+", "wrong s\N{MINUS SIGN}", "tied s0"), NONE)
    share = NONE
    groups = _draw.tie_groups_of_pairs(demo._pairs())
    n_clusters = len(set(demo.labels))
    alt = f"{len(demo.labels)} points in {n_clusters} clusters, their pairs in order of distance, and the ROC curve."
    aucc = NONE
    verdict = demo.words()
    if demo._has_aucc():
        counts = concordance(demo.points, demo.labels)
        aucc = format_score(demo.aucc)
        gamma = format_score((counts.s_plus - counts.s_minus) / sum(counts))
        values = dict(zip(values, [gamma, *map(format_count, counts)], strict=True))
        share = f"{format_count(counts.s_plus)} of {format_count(sum(counts))} right"
        alt += (
            f" Of {sum(counts)} comparisons of a within pair with a between pair, {counts.s_plus} are right, "
            f"{counts.s_minus} are wrong and {counts.s_zero} are tied: AUCC is {aucc}."
        )
    if demo.can_shuffle and demo.shuffles and demo._has_aucc():
        alt += f" {verdict}"
    picture = _draw.still(
        demo.question,
        "Where JavaScript runs, the points can be moved.",
        _draw.scatter(demo.points, demo.labels),
        _draw.readout("AUCC", aucc, values if demo.details else {"comparisons": share}),
        _draw.roc(groups, x_name="between pairs so far", y_name="within pairs so far", ghosts=_ghosts(demo)),
        *([_histogram(demo)] if demo.can_shuffle else []),
        _draw.strip(groups, key=("within", "between", "tied"), ends=("closest pair", "farthest pair")),
        verdict=verdict,
    )
    return alt, picture


def _ghosts(demo):
    """Tie groups of the shuffles whose curves are seen."""
    if not (demo.can_shuffle and demo._has_aucc()):
        return []
    first, second = np.triu_indices(len(demo.points), 1)
    squared = [value for _, _, value, _ in demo._pairs()]
    rows = demo.shuffled_labels[-MOST_GHOSTS:] if demo.shuffles else []
    return [_draw.tie_groups(squared, (row[first] == row[second]).tolist()) for row in rows]


def _histogram(demo):
    """A dot for each shuffle on the scale of AUCC, with one half and the real AUCC."""
    aucc, scores = shuffled(demo.state())
    left, right = _draw.in_square(0, 0)[0], _draw.in_square(1, 0)[0]
    to_x = lambda value: left + (right - left) * value  # noqa: E731
    dots = {True: "", False: ""}
    bins = [math.floor((score - aucc) * N_BINS + 1e-9) for score in scores]
    most = max(map(bins.count, set(bins)), default=0)
    step = min((right - left) / N_BINS, (FLOOR - TOP - 8) / max(1, most - 1))
    height = dict.fromkeys(bins, 0)
    for place in bins:
        x = min(max(to_x(aucc + (place + 0.5) / N_BINS), left + 3), right - 3)
        dots[place >= 0] += f"M{_draw.number(x)},{_draw.number(FLOOR - 3 - step * height[place])}h0"
        height[place] += 1
    seen = ""
    if aucc is not None:
        seen = _draw.element("path", {"class": "demo-shuffled-seen", "d": f"M{_draw.number(to_x(aucc))},14V{FLOOR}"})
        at = min(max(to_x(aucc), left + 38), right - 38)
        seen += _draw.axis_text(at, 10, "middle", "these labels")
    picture = _draw.plot(
        "demo-shuffled",
        292,
        124,
        _draw.paper(left, TOP, right - left, FLOOR - TOP),
        _draw.element("path", {"class": "demo-chance", "d": f"M{_draw.number(to_x(0.5))},{TOP}V{FLOOR}"}),
        *(
            _draw.element("path", {"class": kind, "d": dots[reaches]})
            for reaches, kind in ((False, "demo-shuffled-dots"), (True, "demo-shuffled-dots demo-reaching"))
            if dots[reaches]
        ),
        seen,
        _draw.axis_text(left, 121, "start", "0"),
        _draw.axis_text(to_x(0.5), 121, "middle", "one half"),
        _draw.axis_text(right, 121, "end", "1"),
    )
    return _draw.element(
        "div", {"class": "demo-shuffled-box"}, picture, _draw.element("div", {"class": "demo-shuffling"})
    )
