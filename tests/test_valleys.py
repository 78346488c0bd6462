"""Whether clusters are apart: the rows between two, against those around them."""

import numpy as np
import pytest

from aucc_report._rule import SHALLOW
from aucc_report._valleys import shallowest_valley
from aucc_report.clusterers import label_rows


def test_by_its_definition_on_a_line():
    # Medians at 0 and 10: windows of width 2 around them, and around 3.5, 4, ..., 6.5.
    one, other = [-1, 0, 0, 0, 4, -3, 1], [10, 10, 9, 11, 10, 6, 14]
    points, labels = np.array([*one, *other], dtype=float)[:, None], np.repeat([0, 1], 7)
    windows = [sum(abs(x - middle) <= 1 for x in points[:, 0]) for middle in (0, 10, 3.5, 4, 4.5, 5, 5.5, 6, 6.5)]
    assert windows[:2] == [5, 5]
    assert shallowest_valley(points, labels) == min(windows[2:]) / 5 == 0.2


def test_neither_scale_nor_direction_nor_names_matter():
    rng = np.random.default_rng(0)
    points = rng.normal(size=(90, 2)) + np.repeat([[0, 0], [3.5, 0], [0, 3.5]], 30, axis=0)
    labels, turn = np.repeat([0, 1, 2], 30), np.array([[0.6, -0.8], [0.8, 0.6]])
    expected = shallowest_valley(points, labels)
    assert 0 < expected < 1
    assert shallowest_valley(1000 * points @ turn + 7, 2 - labels) == pytest.approx(expected)


@pytest.mark.parametrize("cloud", ["uniform", "normal", "exponential", "band"])
def test_slices_of_one_cloud_have_no_valley(cloud):
    rng = np.random.default_rng(1)
    angles = rng.uniform(0, np.pi, 300)
    points = {
        "uniform": rng.uniform(size=(300, 2)),
        "normal": rng.normal(size=(300, 2)),
        "exponential": rng.exponential(size=(300, 2)),
        "band": 6 * np.column_stack([np.cos(angles), np.sin(angles)]) + 0.5 * rng.normal(size=(300, 2)),
    }[cloud]
    for algorithm in ("k-means", "ward"):
        for labels in label_rows(points, [2, 3, 5], algorithm):
            assert shallowest_valley(points, labels) > SHALLOW


@pytest.mark.parametrize("apart", [5, 20])
def test_clusters_that_are_apart_have_one(apart):
    points = np.random.default_rng(2).normal(size=(120, 3)) + apart * np.repeat(np.eye(3), 40, axis=0) * 1.4
    assert shallowest_valley(points, np.repeat(range(3), 40)) < 0.2
