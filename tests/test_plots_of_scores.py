"""Figures of scores: of partitions, over k, of objects and of one criterion, read off the artists that draw them."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import studies

import aucc_teach as at


@pytest.fixture(autouse=True)
def no_window():
    plt.switch_backend("agg")
    yield
    plt.close("all")


THREE = np.array([[0, 0], [2, 3], [6, 3], [9, 1], [12, 0], [13, 3], [10, 4], [4, 9], [8, 9], [6, 11]])
THREE_LABELS = [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]


def lengths_of(ax, kind):
    lines = np.concatenate([lines.get_segments() for lines in ax.collections if lines.get_label() == kind])
    return np.hypot(*(lines[:, 1] - lines[:, 0]).T)


def value_of_picture(name, ax, labels):
    """The criterion, from nothing but what was drawn."""
    k, n = len(set(labels)), len(labels)
    if name == "point_biserial_score":
        between, (b, _), within, (w, _) = (line.get_xdata() for line in ax.lines)
        m, s = between.size + within.size, np.std([*between, *within])
        return (b - w) / s * np.sqrt(between.size * within.size) / m
    if name == "c_index":
        largest, sum_within, smallest = (sum(bar.get_width() for bar in bars) for bars in ax.containers)
        return (sum_within - smallest) / (largest - smallest)
    if name == "ratkowsky_lance_score":
        return np.mean([np.sqrt(bar.get_width()) for bar in ax.containers[0]]) / np.sqrt(k)
    if name == "davies_bouldin_index":
        radius = {tuple(circle.center): circle.radius for circle in ax.patches}
        (worst,) = (lines.get_segments() for lines in ax.collections if lines.get_label() == "between")
        ends = [tuple(sorted(map(tuple, line))) for line in worst]
        assert len(set(ends)) == len(ends)  # a dashed line that is drawn there and back looks solid
        ratios = {pair: sum(radius[end] for end in pair) / np.hypot(*np.subtract(*pair)) for pair in ends}
        return np.mean([max(ratio for pair, ratio in ratios.items() if centre in pair) for centre in radius])
    within, between = (lengths_of(ax, kind) for kind in ("within", "between"))
    if name == "calinski_harabasz_score":
        sizes = np.concatenate([c.get_linewidths() for c in ax.collections if c.get_label() == "between"]) / 0.8
        return (sizes @ between**2 / (k - 1)) / ((within**2).sum() / (n - k))
    if name == "pbm_score":
        return (lengths_of(ax, "mean").sum() / within.sum() * between[0] / k) ** 2
    return between.mean() / within.mean() / (2 if name[6] == "3" else 1)


@pytest.mark.parametrize("name", [name for name in studies.benchmark.CRITERIA[1:] if "silh" not in name])
def test_a_criterion_can_be_read_off_its_picture(name):
    ax = at.plots.plot_criterion(name, THREE, THREE_LABELS)
    expected = at.criteria.CRITERIA[name].function(THREE, THREE_LABELS)
    assert value_of_picture(name, ax, THREE_LABELS) == pytest.approx(expected)


@pytest.mark.parametrize("name", [name for name in studies.benchmark.CRITERIA if "silhouette" in name])
def test_silhouettes_can_be_read_off_the_pictures_of_all_objects(name):
    scores = []
    for focus in range(len(THREE)):
        ax = at.plots.plot_criterion(name, THREE, THREE_LABELS, focus=focus)
        a, b = lengths_of(ax, "within"), lengths_of(ax, "between")
        # A line to the object itself has length 0 and does not count.
        a = a[0] if "simplified" in name else a.sum() / (a.size - 1)
        scores.append(b.mean() / (a + 1e-6) if "alternative" in name else (b.mean() - a) / max(a, b.mean()))
        plt.close("all")
    assert np.mean(scores) == pytest.approx(at.criteria.CRITERIA[name].function(THREE, THREE_LABELS))


def test_areas_left_and_right_of_aucc_balance():
    labels = np.array(["one", "two", "one", "two", "two", "six", "one", "two", "six", "two"])
    X = np.random.default_rng(0).normal(size=(10, 2)) + 2 * (labels == "one")[:, None]
    samples = at.aucc_samples(X, labels)
    aucc = at.aucc_score(X, labels)
    ax = at.plots.plot_aucc_samples(samples, labels)
    assert ax.lines[0].get_xdata() == pytest.approx([aucc, aucc])
    assert [text.get_text() for text in ax.get_yticklabels()] == ["one", "six", "two"]
    assert ax.yaxis_inverted()
    areas, heights = [], []
    for drawn, cluster in zip(ax.collections, ["one", "six", "two"], strict=True):
        x, y = drawn.get_paths()[0].vertices.T
        areas.append(((x[:-1] - aucc) * np.diff(y) + (x[1:] - x[:-1]) * np.diff(y) / 2).sum())
        heights.append(np.ptp(y))
        of_cluster = samples.proportion[labels == cluster]
        assert {round(value, 9) for value in x} == {round(value, 9) for value in [*of_cluster, aucc]}
    by_cluster = [samples.weight[labels == cluster].sum() for cluster in ("one", "six", "two")]
    assert np.divide(heights, sum(heights)) == pytest.approx(np.divide(by_cluster, sum(by_cluster)))
    assert np.abs(areas).min() > 0.01
    assert sum(areas) == pytest.approx(0, abs=1e-12)
