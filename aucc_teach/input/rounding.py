"""What is equal, or zero, but for rounding: limits that follow from how large the numbers are and how many.

A criterion is not defined where something is 0, which numbers in floats seldom are exactly: rounding would decide
between a refusal and a number that means nothing. With eps = 2^-52 a float is within eps/2 of what it stands for,
relative to its size, and so is the result of an operation. To first order this gives:

- **An object written in two ways.** Coordinates may be results of one operation on rounded numbers (0.1 + 0.2 for
  0.3): each is within eps times its size, so that two ways to write an object are up to 2 eps (|x_1| + ... + |x_p|)
  apart in a metric that no step changes by more than its size. A column that does not vary is left out, and so is one
  of whole numbers, which floats hold exactly. Where the metric is another, or dissimilarities are given, nothing is
  known of this, and it is 0.
- **Equal dissimilarities.** The ends of two equal distances move each by up to half of that, so that the distances
  differ by up to twice that. They are rounded as well: p differences, squares, their sum and its root are up to
  (p/2 + 2) eps/2 off, which (n + p) eps encloses for both together. The n is for dissimilarities that are given:
  Euclidean distances of n objects need no more than n - 1 columns.
- **A column that does not vary.** A mean of n numbers is up to n eps/2 times the largest of them off, and so are means
  of clusters. What varies by less than 2 n eps times the largest cannot be told from both. Where the numbers lie far
  from 0, their means are taken near it (`near_origin`), and the largest is that of what is left; to this comes how the
  numbers are written.
- **A centroid that is at a point.** The mean of at most n centred points is up to n eps/2 times their largest norm
  off, two of them twice that; to this comes how the objects are written.
"""

from typing import NamedTuple

import numpy as np

from aucc_teach.input.dissimilarities import check_metric

EPS = float(np.finfo(np.float64).eps)
_IN_UNITS_OF_COORDINATES = ("euclidean", "cityblock", "chebyshev", "minkowski")
_LESS_THAN_ONE = ("cosine", "correlation")  # subtracted from 1, and rounded as 1 is


class Rounding(NamedTuple):
    """How far rounding may move the dissimilarities of some objects.

    ``of_objects``: how far apart each object may be from itself, written in another way; ``relative``: how far apart
    two equal dissimilarities may be, as a proportion of them, or of ``unit`` where that is larger.
    """

    of_objects: np.ndarray
    relative: float
    unit: float

    def makes_equal(self, dissimilarities):
        """Whether all dissimilarities are equal, but for rounding."""
        largest = dissimilarities.max()
        limit = 2 * self.of_objects.max() + self.relative * max(largest, self.unit)
        return bool(largest - dissimilarities.min() <= limit)


def rounding_of(points, n_objects, metric="euclidean", metric_params=None):
    """Find the rounding of the dissimilarities of points, or of those that are given if there are no points."""
    if points is None:
        return Rounding(np.zeros(n_objects), n_objects * EPS, 0.0)
    metric = check_metric(metric)
    of_objects = np.zeros(n_objects)
    if isinstance(metric, str) and metric in _IN_UNITS_OF_COORDINATES and not metric_params:
        of_objects = (_of_writing(points) * np.abs(points))[:, ~are_constant(points)].sum(axis=1)
    unit = 1.0 if isinstance(metric, str) and metric in _LESS_THAN_ONE else 0.0
    return Rounding(of_objects, sum(points.shape) * EPS, unit)


def near_origin(points):
    """Subtract the smallest number of each column where no digit is lost: where the largest is at most twice it."""
    low, high = points.min(axis=0), points.max(axis=0)
    return points - np.where(high / 2 <= low, low, np.where(low / 2 >= high, high, 0.0))


def rounding_of_means(points):
    """Bound, for each column, the errors of the mean of all and of a cluster's mean together, taken near the origin."""
    of_sums = 2 * len(points) * EPS * np.abs(near_origin(points)).max(axis=0)
    return of_sums + _of_writing(points) * np.abs(points).max(axis=0)


def are_constant(points):
    """Whether each column does not vary, but for rounding."""
    with np.errstate(over="ignore"):
        return np.ptp(points, axis=0) <= rounding_of_means(points)


def _of_writing(points):
    """Bound how far apart two ways to write a number are, relative to it: 0 in columns of whole numbers."""
    return np.where((points == np.floor(points)).all(axis=0), 0.0, 2 * EPS)
