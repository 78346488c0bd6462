"""The figures of a report: their panels, and the words for those who do not see them."""

from dataclasses import replace

import matplotlib.pyplot as plt
import pytest
from scipy.cluster.hierarchy import linkage
from small_reports import of_nasty, of_three, small

from aucc_report import _figure


@pytest.fixture
def found():
    return of_nasty()


@pytest.fixture(autouse=True)
def plain():
    plt.switch_backend("agg")
    with plt.rc_context():
        yield
    plt.close("all")


def test_alternative_texts_say_what_the_tables_say(found):
    alts = {part: [panel.alt for panel in _figure.panels_of(found, part)] for part in _figure.PARTS}
    for alt, ((algorithm, criterion), row) in zip(alts["excess"], found.tests.iterrows(), strict=True):
        assert alt.startswith(f"{algorithm}, {criterion}: ")
        assert alt.endswith(f"p = {max(row['p, box'], row['p, normal']):.3f}.")
    (points,), (objects,) = alts["points"], alts["objects"]
    for size in found.objects["cluster"].value_counts():
        assert f"({size} rows)" in points
    worst = found.objects["proportion"].idxmin()
    assert f"row {worst} has the lowest proportion, {found.objects.loc[worst, 'proportion']:.3f}" in objects
    assert f"{found.objects['spoils'].sum()} of {len(found.objects)} rows" in objects


def test_the_tree_is_cut_into_the_clusters_of_the_candidate():
    found = of_three()
    assert found.candidate == ("ward", 3)
    (ax,) = found.plot("tree").axes
    (cut,) = ax.lines
    height = cut.get_ydata()[0]
    heights = linkage(found._points, "ward")[:, 2]
    assert (heights > height).sum() == 2
    assert height == pytest.approx((heights[-3] + heights[-2]) / 2)
    (panel,) = _figure.panels_of(found, "tree")
    assert f"up to a height of {heights[-2]:.2f}, whereas the last merge within one of them is at" in panel.alt
    assert f"is at {heights[-3]:.2f}; all rows are one cluster from {heights[-1]:.2f} on." in panel.alt


def test_no_tree_is_drawn_whose_cut_is_not_the_candidate():
    found = of_three()
    for changes in (
        {"candidate": ("average", 2)},  # by name another clustering than that of the objects
        {"candidate": ("k-means", 3)},
        {"candidate": None},
    ):
        assert not _figure.panels_of(replace(found, **changes), "tree")
    mixed = found.objects.assign(cluster=found.objects["cluster"].to_numpy()[::-1])
    assert not _figure.panels_of(replace(found, objects=mixed), "tree")
    assert _figure.panels_of(replace(found, _has_own_metric=True), "tree")
    average = small(algorithms=["average"])
    assert average.candidate[0] == "average"
    assert _figure.panels_of(average, "tree")
    assert not _figure.panels_of(replace(average, _has_own_metric=True), "tree")
