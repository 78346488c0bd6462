"""Every public function with valid arguments, so that each argument can be made wrong by itself.

The functions are found by their signatures: a new one that takes labels or data is held to the checks as well.
"""

import inspect
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

import aucc_teach as at

POINTS = np.array([[0.0], [1.0], [4.0], [6.0]])
CONDENSED = pdist(POINTS)
SQUARE = squareform(CONDENSED)
LABELS = [0, 0, 1, 1]
RANKING = at.PairRanking(POINTS)

CUTS = [[0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 2, 2], [0, 1, 2, 3]]
#: For every argument that has no default a value that fits the others.
VALID = {
    "X": POINTS,
    "labels": LABELS,
    "labels_true": LABELS,
    "labels_pred": LABELS,
    "values": CONDENSED,
    "sizes": [2, 2],
    "n": 4,
    "k": 2,
    "y_true": LABELS,
    "y_score": [1, 2, 3, 4],
    "partitions": CUTS,
    "runs": [CUTS],
    "Z": [[0, 1, 1, 2], [2, 3, 2, 2], [4, 5, 5, 4]],
    "estimator": SimpleNamespace(predict=lambda X: LABELS),
    "cluster": lambda X, k: X[:, 0].argsort().argsort() * k // len(X),
    "ks": [2, 3],
    "n_dimensions": 2,
}
#: Arguments that make a call quick, and give it the same result each time.
QUICK = {
    "other_labels": [0, 1, 1, 1],
    "rng": 0,
    "n_resamples": 9,
    "n_references": 19,
    "n_comparisons": 9,
    "width": 0,
}


def arguments_of(function):
    return inspect.signature(function).parameters


def scored(scorer):
    """A class that judges labels on the data it was made of, as one function."""

    def score(X, labels, **options):
        return scorer(X, **options).score(labels)

    of_class = list(inspect.signature(scorer).parameters.values())
    labels = inspect.Parameter("labels", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    score.__signature__ = inspect.Signature([of_class[0], labels, *of_class[1:]])
    return score


def public_functions():
    for module in (at, at.criteria, at.partitions, at.datasets):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isfunction(thing) and VALID.keys() & arguments_of(thing).keys():
                yield name, thing
            elif inspect.isclass(thing) and hasattr(thing, "score"):
                yield f"{name}.score", scored(thing)


FUNCTIONS = dict(public_functions())


def call(function, **given):
    """Call a public function with valid arguments, but for those that are given."""
    filled = {
        name: (VALID | QUICK)[name]
        for name, parameter in arguments_of(function).items()
        if name not in given and (parameter.default is parameter.empty or name in QUICK)
    }
    return function(**filled, **given)


def taking(*arguments, but=()):
    """Parametrise by all public functions that take these arguments."""
    found = {
        name: function
        for name, function in FUNCTIONS.items()
        if set(arguments) <= set(arguments_of(function)) and name not in but
    }
    return pytest.mark.parametrize("function", found.values(), ids=found)


def plain(result):
    """A result whose parts NumPy compares: without names of objects."""
    if hasattr(result, "_fields"):
        result = result._asdict()
    if isinstance(result, dict):
        return {name: plain(part) for name, part in result.items()}
    return np.asarray(result)


def refused(match):
    return pytest.raises(ValueError, match=match)
