"""Groups with gaps between them: where a cloud is split, and that what has no clusters or was rounded is not."""

from itertools import chain, repeat
from types import SimpleNamespace

import numpy as np
import pytest
from test_modes import clouds

from aucc_report import _gaps
from aucc_report._gaps import CLOSED, FEWEST_ROWS, OPEN, SMALL, SPLIT, Question, groups_of, without_ties
from aucc_report._modes import N_NEIGHBOURS, ModeTree
from aucc_teach.agreement import adjusted_rand_score


def bend(rng, n, whole):
    """Rows along an arc, or the whole ring."""
    angles = rng.uniform(0, 2 * np.pi * whole, n)
    return np.column_stack([np.cos(angles), np.sin(angles)]) + 0.05 * rng.standard_normal((n, 2))


def ellipses(rng, size=60, apart=4.0):
    """Two long clusters side by side, neither along a column."""
    points = rng.standard_normal((2 * size, 2)) * [10, 0.5] + np.repeat([[0, 0], [0, apart]], size, axis=0)
    return points @ np.array([[0.8, 0.6], [-0.6, 0.8]])


CLOUDS = {
    "normal": lambda rng: rng.standard_normal((120, 3)),
    "box": lambda rng: rng.random((120, 2)),
    "line": lambda rng: rng.random((120, 1)),
    "exponential": lambda rng: rng.exponential(size=(120, 2)),
    "ribbon": lambda rng: np.column_stack([10 * rng.random(120), 0.1 * rng.standard_normal(120)]),
    "ring": lambda rng: bend(rng, 150, 1),
    "arc": lambda rng: bend(rng, 120, 0.5),
    "copies": lambda rng: np.repeat(rng.standard_normal((40, 2)), 3, axis=0),
}


@pytest.mark.slow
@pytest.mark.parametrize("cloud", CLOUDS)
@pytest.mark.parametrize("seed", range(2))
def test_a_cloud_without_clusters_is_whole(cloud, seed):
    found = groups_of(CLOUDS[cloud](np.random.default_rng(seed)), (seed,))
    assert (found.n_groups, set(found.labels)) == (1, {0})
    assert [question.part for question in found.questions] == [""]


@pytest.mark.slow
def test_a_cloud_is_split_as_long_as_there_is_a_gap():
    rng = np.random.default_rng(1)
    points = np.concatenate([clouds(rng, (0, 0), (8, 0), size=40), clouds(rng, (60, 0), size=60)])
    found = groups_of(points, (0,))
    # The largest group is 0.
    assert (found.n_groups, np.bincount(found.labels).tolist()) == (3, [60, 40, 40])
    assert adjusted_rand_score(found.labels, np.repeat([0, 1, 2], [40, 40, 60])) == 1
    asked = {question.part: (question.n_rows, question.answer) for question in found.questions}
    assert asked == {
        "": (140, SPLIT),
        "0": (80, SPLIT),
        "1": (60, CLOSED),
        "00": (40, CLOSED),
        "01": (40, CLOSED),
    }
    # The depth is what the mode tree says, whatever the unit and the order of the rows.
    assert found.questions[0].depth == pytest.approx(ModeTree(points).persistence[0], rel=1e-3)
    order = rng.permutation(140)
    again = groups_of(1000 * points[order] - 7, (3,))
    assert adjusted_rand_score(again.labels, found.labels[order]) == 1


def test_the_same_seed_gives_the_same_groups():
    points = np.random.default_rng(2).random((60, 2))
    one, again, other = (groups_of(points, (seed,)) for seed in (5, 5, 6))
    np.testing.assert_array_equal(one.labels, again.labels)
    assert one.questions == again.questions
    assert [question.reached for question in one.questions] != [question.reached for question in other.questions]


# The answer, by sets whose gaps are as deep as said.


@pytest.mark.parametrize(
    ("reached", "expected"),
    [
        ({}, (SPLIT, 99)),
        ({"box": [1, 2]}, (CLOSED, 2)),
        ({"normal": [1], "ribbon": [9, 13]}, (CLOSED, 13)),
        # One of each kind leaves it open.
        ({"normal": [1], "box": [19], "ribbon": [1]}, (OPEN, 19)),
        ({"ribbon": [1, 20]}, (OPEN, 19)),
        ({"box": [20]}, (OPEN, 20)),
        ({"ribbon": [99]}, (OPEN, 99)),
    ],
)
def test_a_part_is_split_if_no_set_has_a_gap_as_deep(monkeypatch, reached, expected):
    depths = (1.0 if number in reached.get(kind, ()) else 0.9 for number in range(1, 100) for kind in _gaps.KINDS)
    trees = (SimpleNamespace(persistence=[depth]) for depth in chain([1.0], depths))
    monkeypatch.setattr(_gaps, "ModeTree", lambda points: next(trees))
    monkeypatch.setattr(_gaps, "_draws", lambda *of: repeat(None))
    question, _ = _gaps._compared(np.zeros((30, 2)), "", (0,), lambda points: points)
    assert (question.answer, question.n_sets) == expected
    n_reached = {kind: sum(number <= expected[1] for number in reached.get(kind, ())) for kind in _gaps.KINDS}
    assert question.reached == n_reached


def test_of_too_few_rows_no_gap_can_be_deep():
    rng = np.random.default_rng(3)
    near = rng.standard_normal((FEWEST_ROWS, 2))

    def depth(*sizes, apart):
        return ModeTree(near[: sum(sizes)] + apart * np.repeat([[0, 0], [1, 0]], sizes, axis=0)).persistence[0]

    few, enough = (N_NEIGHBOURS, N_NEIGHBOURS + 1), (N_NEIGHBOURS + 1, N_NEIGHBOURS + 1)
    assert sum(enough) == FEWEST_ROWS
    # With a smaller group its rows lie as far from their neighbours as the groups from each other.
    assert depth(*few, apart=1e6) == pytest.approx(depth(*few, apart=1e9), abs=0.01)
    assert depth(*few, apart=1e6) <= 2 * np.log(2)
    assert depth(*enough, apart=1e9) > depth(*enough, apart=1e6) + 2
    places = 50 * np.repeat([[0, 0], [1, 0]], FEWEST_ROWS // 2, axis=0)
    assert groups_of(near + places, (0,)).n_groups == 2
    (question,) = groups_of((near + places)[1:], (0,)).questions
    assert (question.answer, question.n_sets, question.n_rows) == (SMALL, 0, FEWEST_ROWS - 1)
    assert np.isnan(question.depth)
    # As many columns as rows, and columns that are constant.
    assert groups_of(rng.standard_normal((30, 28)), (0,)).questions[0].answer == SMALL
    constant = np.column_stack([near + places, np.ones(FEWEST_ROWS)])
    assert groups_of(constant, (0,)).n_groups == 2


# Ties.


def test_rounded_values_are_spread_over_what_they_were_rounded_from():
    rng = np.random.default_rng(4)
    values = rng.normal(size=500)
    points = np.column_stack([values.round(), (values / 0.3).round() * 0.3, values, np.ones(500)])
    spread = without_ties(points, rng)
    np.testing.assert_array_equal(spread[:, 0].round(), points[:, 0])
    assert np.ptp(spread[:, :2] - points[:, :2], axis=0) == pytest.approx([1, 0.3], rel=0.02)
    assert len(np.unique(spread[:, 0])) == 500
    # What was not rounded hardly moves, and what is constant stays so.
    assert np.abs(spread[:, 2] - values).max() < 1e-3
    np.testing.assert_array_equal(spread[:, 3], 1)
    np.testing.assert_array_equal(points[:, 0], values.round())


def test_ties_are_no_gaps_and_hide_none():
    # Single linkage has nothing but gaps here: whole inches are as far apart as rows can be.
    heights = np.random.default_rng(5).normal(67, 2.8, 500).round()[:, None]
    assert groups_of(heights, (0,)).n_groups == 1
    points = clouds(np.random.default_rng(6), (0, 0), (7, 0), size=40)
    before, after = (groups_of(of, (0,)) for of in (points, points.round()))
    assert before.n_groups == after.n_groups == 2
    assert adjusted_rand_score(before.labels, after.labels) == 1


# Ellipses.


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_long_clusters_side_by_side_are_split_as_ellipses(seed):
    points = ellipses(np.random.default_rng(seed))
    found = groups_of(points, (0,))
    assert found.questions[0].by_ellipses
    assert found.n_groups == 2
    assert adjusted_rand_score(found.labels, np.repeat([0, 1], 60)) > 0.95


def test_ellipses_that_touch_are_not_split():
    assert groups_of(ellipses(np.random.default_rng(0), apart=1.5), (0,)).n_groups == 1


@pytest.mark.parametrize(("apart", "answer"), [(12, SPLIT), (4, CLOSED)])
def test_ellipses_are_split_only_if_the_place_between_them_is_empty(monkeypatch, apart, answer):
    points = clouds(np.random.default_rng(8), (0, 0), (apart, 0), size=40)

    def compared(points, part, seed, seen):
        found = SPLIT if seen is _gaps.in_ellipses else CLOSED
        return Question(part, len(points), 1.0, 99, {}, found), ModeTree(seen(points))

    monkeypatch.setattr(_gaps, "_compared", compared)
    question, _ = _gaps._asked(points, "", (0,))
    assert (question.answer, question.by_ellipses) == (answer, answer == SPLIT)
