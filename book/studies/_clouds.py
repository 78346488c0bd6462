"""Helpers of several studies: clouds of points in which there is nothing to find."""

import numpy as np

__all__ = ["CLOUDS", "student"]


def student(rng, shape):
    """Multivariate t with 3 degrees of freedom: one divisor for all coordinates of a point."""
    return rng.standard_normal(shape) / np.sqrt(rng.chisquare(3, size=(shape[0], 1)) / 3)


def _normal(covariance):
    root = np.linalg.cholesky(np.asarray(covariance, dtype=float))
    return lambda rng, n: rng.standard_normal((n, len(root))) @ root.T


def _uniform(sides):
    return lambda rng, n: rng.random((n, len(sides))) * sides


def _ball(rng, n):
    directions = rng.standard_normal((n, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    return directions * rng.random((n, 1)) ** (1 / 3)


def _triangle(rng, n):
    return rng.dirichlet(np.ones(3), size=n) @ np.array([[0, 0], [1, 0], [0.5, np.sqrt(0.75)]])


def _bent(angle, width):
    def draw(rng, n):
        along = rng.uniform(-angle / 2, angle / 2, size=n)
        radius = 1 + width * rng.standard_normal(n)
        return np.column_stack([radius * np.sin(along), radius * np.cos(along)])

    return draw


#: Clouds by name, each a function of a generator and the number of points: round, long, with walls, with tails, skewed,
#: bent. A number at the end of a name is that of the coordinates.
CLOUDS = {
    "normal, 2": _normal(np.eye(2)),
    "normal, 5": _normal(np.eye(5)),
    "normal, 10": _normal(np.eye(10)),
    "normal, long, 2": _normal(np.diag([9, 1])),
    "normal, long, 5": _normal(np.diag([16, 4, 1, 0.5, 0.25])),
    "normal, correlated, 10": _normal(0.5 * np.eye(10) + 0.5),
    "square": _uniform([1, 1]),
    "box, 3": _uniform([3, 2, 1]),
    "box, 5": _uniform([4, 2, 1, 1, 1]),
    "cube, 10": _uniform([1] * 10),
    "ball": _ball,
    "triangle": _triangle,
    "t with 3 degrees, 2": lambda rng, n: student(rng, (n, 2)),
    "t with 3 degrees, 5": lambda rng, n: student(rng, (n, 5)),
    "exponential, 2": lambda rng, n: rng.exponential(size=(n, 2)),
    "lognormal, 2": lambda rng, n: np.exp(rng.standard_normal((n, 2))),
    "gamma, 3": lambda rng, n: rng.gamma(2.0, size=(n, 3)),
    "bent, quarter circle": _bent(np.pi / 2, 0.1),
    "bent, half circle": _bent(np.pi, 0.15),
}
