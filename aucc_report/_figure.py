"""The figures of a report: a few panels, each with a sentence for those who cannot see it."""

import base64
import io
from typing import NamedTuple

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image
from scipy.cluster.hierarchy import dendrogram

from aucc_report._components import PLATE, components, draw_components, middles_of
from aucc_report.clusterers import EUCLIDEAN, TREES, cuts_of_tree, in_order_of_appearance, tree_of
from aucc_teach import plots
from aucc_teach.input import check_choice
from aucc_teach.objects import AuccSamples
from aucc_teach.plots._dark import dark_picture
from aucc_teach.plots._style import _STYLE, REFERENCE_LINE, WIDTH, look_of

PARTS = ("excess", "points", "tree", "objects")
#: At most so many nodes of a tree are drawn; the merges below them are left out.
_NODES = 30
_SHORT = 12  # longer labels are cut in a picture
_WIDE = 7  # inches; from here on two panels fit beside each other


class Panel(NamedTuple):
    """One small figure: which part it belongs to, what it shows in words, how high it is, and what draws it."""

    part: str
    alt: str
    height: float
    draw: object  # takes the Axes


class Picture(NamedTuple):
    """A drawn panel: its words, its width and height in CSS pixels, and two PNG as text, for light and dark pages."""

    alt: str
    width: int
    height: int
    light: str
    dark: str


def plot_report(report, part, figure):
    """Draw all panels of a report, or those of one part; see :meth:`Report.plot`."""
    if part is not None:
        check_choice(part, PARTS, "part")
    if not (figure is None or isinstance(figure, mpl.figure.FigureBase)):
        raise ValueError(f"figure must be a figure of Matplotlib. Got {type(figure).__name__}.")
    panels = panels_of(report, part)
    if not panels:
        lacking = {"objects": "no candidate", "tree": "no candidate that is a cut of a tree"}
        raise ValueError(
            f"the report must hold what is to be drawn. It has nothing for {part or 'any part'}: there is "
            f"{lacking.get(part, 'no curve over k')}."
        )
    heights = [panel.height for panel in panels]
    if figure is None:
        figure = plt.figure(figsize=(WIDTH, sum(heights)), layout="constrained")
    n_columns = 1 if figure.bbox.width / figure.dpi < _WIDE else 2
    n_rows = -(-len(panels) // n_columns)
    heights = [max(heights[row * n_columns : (row + 1) * n_columns]) for row in range(n_rows)]
    axes = figure.subplots(n_rows, n_columns, squeeze=False, height_ratios=heights).ravel()
    for panel, ax in zip(panels, axes, strict=False):
        panel.draw(ax)
        ax.spines[["top", "right"]].set_visible(False)
    for ax in axes[len(panels) :]:
        ax.remove()
    return figure


def pictures_of(report, part):
    """Draw the panels of one part, whatever the style of the session; the same report gives the same bytes."""
    if part not in report._pictures:
        report._pictures[part] = _drawn(panels_of(report, part))
    return report._pictures[part]


def pictures_of_points(points):
    """Draw points that are not clustered."""
    return _drawn([_unclustered(points)])


def _drawn(panels):
    with mpl.style.context(["default", _STYLE]):
        return [_picture(panel) for panel in panels]


def _picture(panel):
    # Without pyplot: a report may be written by a thread, or where there is no screen.
    figure = Figure(figsize=(WIDTH, panel.height), layout="constrained")
    FigureCanvasAgg(figure)
    panel.draw(figure.subplots())
    # Drawing makes the ticks that the dark twin needs, and computes the layout that both keep.
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=2 * figure.dpi, bbox_inches="tight")
    light = Image.open(content).convert("RGB")
    dark = Image.open(io.BytesIO(dark_picture(figure)))
    return Picture(panel.alt, light.width // 2, light.height // 2, _small_png(light), _small_png(dark))


def _small_png(image):
    """The picture with at most 64 colours, which takes a fifth of the bytes, and without what Matplotlib adds."""
    content = io.BytesIO()
    # MAXCOVERAGE keeps white white; FASTOCTREE handles transparency.
    method = Image.Quantize.MAXCOVERAGE if image.mode == "RGB" else Image.Quantize.FASTOCTREE
    image.quantize(64, method=method, dither=Image.Dither.NONE).save(content, "png", optimize=True)
    return base64.b64encode(content.getvalue()).decode("ascii")


def panels_of(report, part=None):
    """All panels that the report has something for, or those of one part."""
    panels = [*_excesses(report), *_points(report), *_tree(report), *_candidate(report)]
    return [panel for panel in panels if part in (None, panel.part)]


def _excesses(report):
    for (algorithm, criterion), choice in report._choices.items():
        if len(choice.ks) < 2:
            continue  # a single k has no curve
        # The kind with the largest p-value decides.
        kind = max(choice.pvalues, key=choice.pvalues.get)
        curves = choice.reference_excess[kind]
        data = -curves.sum(axis=0)
        peak = data.max() - data.mean()
        highest = (curves.max(axis=1) - curves.mean(axis=1)).max()
        alt = (
            f"{algorithm}, {criterion}: the excess of the data over {len(curves)} {kind} sets without clusters peaks "
            f"at k = {choice.ks[int(data.argmax())]} with a height of {peak:.2f}; the highest peak of a set is "
            f"{highest:.2f}; p = {choice.pvalues[kind]:.3f}."
        )

        title = f"{algorithm}, {criterion}: p = {choice.pvalues[kind]:.3f} ({kind})"

        def draw(ax, choice=choice, kind=kind, title=title):
            # The spaces keep the label clear of the ring if the peak is the last point.
            plots.plot_excess(choice, label="  data", reference=kind, ax=ax)
            ax.set_title(title, loc="left", parse_math=False)
            _room_for_label(ax, choice.ks)

        yield Panel("excess", alt, 3.0, draw)


def _points(report):
    if report._points is None:
        return
    if report.candidate is not None:
        yield _by_candidate(report)
    if report.given is not None:
        yield _by_given(report._points, report.given)
    elif report.candidate is None:
        yield _unclustered(report._points)


def _by_candidate(report):
    algorithm, k = report.candidate
    places, parts = components(report._points)
    labels = report.objects["cluster"].to_numpy(dtype=int)
    sizes = np.unique(labels, return_counts=True)[1]
    middles = middles_of(places, labels)
    where = _where([f"cluster {i + 1}" for i in range(len(sizes))], sizes, middles)
    alt = f"{_in_components(parts)}, by the {k} clusters of {algorithm}: {where}."
    return Panel("points", alt, 3.6, lambda ax: draw_components(ax, places, parts, labels, middles))


def _by_given(points, given):
    """The rows by the labels that were given, those in no cluster as grey dots."""
    places, parts = components(points)
    is_in = given._codes >= 0
    codes, names = given._codes[is_in], given.clusters.index
    middles = middles_of(places[is_in], codes)
    alt = f"{_in_components(parts)}, by your labels ({given.name}): {_where(names, given.clusters['rows'], middles)}."

    def draw(ax):
        short = [text if len(text := str(name)) <= _SHORT else f"{text[:_SHORT]}…" for name in names]
        draw_components(ax, places[is_in], parts, codes, middles, names=short)
        ax.scatter(*places[~is_in].T, s=6, color=plots.TIED, zorder=2)
        ax.set_title("by your labels", loc="left")

    return Panel("points", alt, 3.6, draw)


def _where(names, sizes, middles):
    """Say of clusters where they lie."""
    places = [f"({x:.1f}, {y:.1f})".replace("-", "\N{MINUS SIGN}") for x, y in middles]
    return ", ".join(f"{name} ({n} rows) about {place}" for name, n, place in zip(names, sizes, places, strict=True))


def _tree(report):
    """The tree of which the candidate is a cut, if it is one."""
    if report._points is None or report.candidate is None:
        return
    algorithm, k = report.candidate
    # The report does not keep a metric that is a function.
    if algorithm not in TREES or (report._has_own_metric and algorithm not in EUCLIDEAN):
        return
    tree = tree_of(report._points, algorithm, metric=report.settings["metric"])
    labels = report.objects["cluster"].to_numpy(dtype=int) - 1
    # A reader's own algorithm may be called like one of ours.
    if not np.array_equal(in_order_of_appearance(cuts_of_tree(tree, [k])[0]), labels):
        return
    below, above, last = tree[-k, 2], tree[1 - k, 2], tree[-1, 2]
    alt = (
        f"The tree of {algorithm}, its {min(_NODES, len(labels))} last nodes: {k} clusters are merged no further up to "
        f"a height of {above:.2f}, whereas the last merge within one of them is at {below:.2f}; all rows are one "
        f"cluster from {last:.2f} on."
    )
    yield Panel("tree", alt, 3.0, lambda ax: _draw_tree(ax, tree, labels, (below + above) / 2))


def _draw_tree(ax, tree, labels, cut):
    """Draw the last nodes of a tree, in the colours of the clusters, with a line at the cut."""
    n = len(labels)
    # Each node below the cut belongs to a cluster.
    of_node = [*labels.tolist(), *[-1] * len(tree)]
    for node, (left, right) in enumerate(tree[:, :2].astype(int).tolist(), start=n):
        of_node[node] = of_node[left] if of_node[left] == of_node[right] else -1
    colours = [plots.TIED if of < 0 else look_of(of)["color"] for of in of_node]
    drawn = dendrogram(
        tree, _NODES, "lastp", ax=ax, no_labels=True, link_color_func=colours.__getitem__, above_threshold_color=""
    )
    ax.axhline(cut, **REFERENCE_LINE)
    of_leaf = np.array([of_node[node] for node in drawn["leaves"]])
    for cluster in range(of_leaf.max() + 1):
        # SciPy draws leaves at 5, 15, ...
        middle = 10 * np.flatnonzero(of_leaf == cluster).mean() + 5
        ax.annotate(
            str(cluster + 1),
            (middle, 0),
            (0, -14),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            va="center",
            annotation_clip=False,
            bbox=PLATE,
        )
    ax.set_ylabel("Height of the merge")
    ax.spines["bottom"].set_visible(False)


def _unclustered(points):
    places, parts = components(points)
    low, high = places.min(axis=0), places.max(axis=0)
    spans = f"from {low[0]:.1f} to {high[0]:.1f} and from {low[1]:.1f} to {high[1]:.1f}"
    alt = f"{_in_components(parts)}, not coloured by cluster: {len(places)} rows, {spans.replace('-', chr(0x2212))}."
    return Panel("points", alt, 3.6, lambda ax: draw_components(ax, places, parts, np.zeros(len(places), int), []))


def _in_components(parts):
    return f"The rows in their first two principal components, which hold {parts.sum():.0%} of the variance"


def _candidate(report):
    if report.candidate is None:
        return
    objects = report.objects
    labels = objects["cluster"].to_numpy(dtype=int)
    worst = objects["proportion"].idxmin()
    alt = (
        "Proportion of right comparisons for each row, by cluster, with AUCC "
        f"{np.average(objects['proportion'], weights=objects['weight']):.3f}: {int(objects['spoils'].sum())} of "
        f"{len(objects)} rows pull it down; row {worst} has the lowest proportion, {objects['proportion'].min():.3f}."
    )
    samples = AuccSamples(*(objects[name].to_numpy() for name in AuccSamples._fields))

    def draw(ax):
        plots.plot_aucc_samples(samples, labels, ax=ax)
        ax.set_ylabel("Cluster")

    yield Panel("objects", alt, 4.0, draw)


def _room_for_label(ax, ks):
    """Leave room for the label at the end of a line over k."""
    span = max(ks[-1] - ks[0], 1)
    ax.set_xlim(ks[0] - 0.06 * span, ks[-1] + 0.22 * span)


def _listed(values):
    return ", ".join(f"{value:.2f}" for value in values)
