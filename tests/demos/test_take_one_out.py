"""Take one out: intervals and moves are those of the package."""

import warnings

import numpy as np
import pytest
from scipy.stats import t
from sklearn.datasets import load_iris

import aucc_teach as at
from aucc_teach.demos import TakeOneOut
from demos.each_demo import random_states
from demos.models import Model

MODEL = Model("take-one-out")


def interval_of(points, labels):
    """By the package: None where there is nothing to compare."""
    if not 2 <= len(set(labels)) < len(labels):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # no limits
        return at.aucc_interval(points, labels)


def left_of(state):
    kept = [i for i in range(len(state["points"])) if i not in state["out"]]
    return [state["points"][i] for i in kept], [state["labels"][i] for i in kept]


def same(found, expected):
    values = [None] * 4 if expected is None else [None if np.isnan(value) else value for value in expected]
    return found == (values if None in values else pytest.approx(values, rel=1e-9, abs=1e-12))


# ---- the model


def test_intervals_are_those_of_the_package():
    kinds = {"nothing to compare": 0, "no limits": 0, "limits": 0}
    for state in random_states("TakeOneOut", 400, seed=51):
        found, left, all_ = (
            MODEL.numbers(state),
            interval_of(*left_of(state)),
            interval_of(state["points"], state["labels"]),
        )
        names = ("aucc", "error", "low", "high")
        if left is not None and np.isnan(left.low):
            assert (found["aucc"], found["low"], found["high"]) == (pytest.approx(left.statistic), None, None)
            assert found["error"] == left.standard_error == 0
        else:
            assert same([found[name] for name in names], left)
        if all_ is not None:
            assert found["aucc_all"] == pytest.approx(all_.statistic, abs=1e-12)
        kinds["nothing to compare" if left is None else "no limits" if np.isnan(left.low) else "limits"] += 1
    assert min(kinds.values()) > 5


def test_the_reach_of_students_t():
    for df in range(1, 40):
        assert MODEL.reachOfT(df) == pytest.approx(t.ppf(0.975, df), rel=1e-9)


def test_moves_are_those_of_the_scores_without_each():
    several = 0
    for state in random_states("TakeOneOut", 120, seed=6):
        points, labels = state["points"], state["labels"]
        moves, ranks = MODEL.moves(state), []
        before = interval_of(*left_of(state))
        for i, move in enumerate(moves):
            gone = interval_of(*left_of(state | {"out": [*state["out"], i]}))
            if i in state["out"] or before is None or gone is None:
                assert move is None
            else:
                assert move == pytest.approx(gone.statistic - before.statistic, abs=1e-12)
        if state["out"] or None in moves:
            continue
        several += 1
        sizes = np.abs(MODEL.moves({"points": points, "labels": labels, "out": []}))
        for i in range(len(points)):
            found = MODEL.numbers(state | {"out": [i]})
            ranks.append(found["rank"])
            assert found["rank"] == 1 + (sizes > sizes[i] + 1e-12).sum()
            assert found["n_falls_more"] == sum(move < moves[i] - 1e-12 for move in moves)
            assert found["out_cluster"] == labels[i]
        assert min(ranks) == 1
    assert several > 10


# ---- what the lesson says


def test_the_irises_are_every_sixth():
    irises, sepals = load_iris(), TakeOneOut()
    flowers, kinds = irises.data[::6, :2], irises.target[::6]
    assert np.allclose(np.array(sepals.points), 350 * flowers - [1505, 525])
    assert sepals.labels == tuple(kinds)
    found = sepals.numbers(sepals.state())
    # Ties of the flowers, in tenths of a centimetre, are broken by rounding unless they are whole numbers.
    whole = (10 * flowers).round()
    assert found["aucc"] == pytest.approx(at.aucc_score(whole, kinds), abs=1e-12)


def test_what_the_outcomes_say_is_so():
    state = TakeOneOut().state()
    points, labels = np.array(state["points"]), np.array(state["labels"])
    distances = np.linalg.norm(points[:, None] - points, axis=2)
    proportions = at.aucc_samples(points, labels).proportion
    moves = np.array(MODEL.moves(state))
    (virginica,) = TakeOneOut.tasks[0].solved["out"]
    assert np.argmax(np.abs(moves)) == virginica
    assert labels[virginica] == 2
    assert moves[virginica] > 0
    assert np.argmin(proportions) == virginica
    # Nearer to the versicolors than to its own species, on average.
    mean_to = [distances[virginica][(labels == kind) & (np.arange(25) != virginica)].mean() for kind in range(3)]
    assert mean_to[1] < mean_to[2]
    far = np.argsort(-distances.mean(axis=1))[:4]
    assert np.abs(moves[far]).max() < 0.5 * np.abs(moves).max()
    (setosa,) = TakeOneOut.tasks[1].solved["out"]
    assert (labels[setosa], np.argmin(moves)) == (0, setosa)
    assert proportions[labels == 0].mean() > max(proportions[labels == kind].mean() for kind in (1, 2))
    found = MODEL.numbers(state)
    width = found["high_all"] - found["low_all"]
    assert 0.1 < np.abs(moves).max() / width < 0.11
    cleaned = MODEL.numbers(state | {"out": TakeOneOut.tasks[2].solved["out"]})
    assert cleaned["low"] > found["aucc_all"]
    assert all(moves[i] > 0 for i in TakeOneOut.tasks[2].solved["out"])
