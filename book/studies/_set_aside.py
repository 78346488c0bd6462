"""Tables that were set aside while an earlier rule of a report was written, and have been seen since.

Clusters grow, decay, drift, are counted, rounded or mixed. Each was marked as plain or not before any report was asked
for, by how often neighbours share a cluster.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats
from scipy.spatial.distance import cdist, pdist
from sklearn.metrics import pairwise_distances

__all__ = ["ASIDE", "PLAIN", "Aside", "overlap_of"]

#: Clusters are plain where fewer of the rows are misplaced by their neighbours; see :func:`overlap_of`.
PLAIN = 0.02
_NEIGHBOURS = 5
_N_TABLES = 20


class Aside(NamedTuple):
    """One kind of table: its number of clusters, and how a table and the cluster of each row are drawn.

    ``overlap`` is what :func:`overlap_of` returns, NaN for one cluster; ``normal`` says whether each cluster is a
    normal distribution.
    """

    n_clusters: int
    draw: Callable
    overlap: float
    normal: bool


#: The designs by name. The number of clusters is that of the mechanism, and is what a picture in the right columns
#: shows; of rows scattered between clusters, whose label is -1, none is counted.
ASIDE = {}


def overlap_of(design, *, rng=0):
    """How often the neighbours of a row, whose clusters are known, name another cluster than its own.

    Parameters
    ----------
    design : Aside
        The design.
    rng : int, default=0
        Seed of the tables.

    Returns
    -------
    float
        The proportion of rows misplaced by their 5 nearest neighbours among the others, on standardised columns, over
        20 tables. It is more than the Bayes error of the mechanism, for it is that of a rule which knows no more
        than the table.

    Examples
    --------
    >>> import studies
    >>> from studies._set_aside import ASIDE, overlap_of
    >>> design = next(design for design in ASIDE.values() if design.n_clusters > 1)
    >>> abs(overlap_of(design) - design.overlap) < 0.001
    True
    """
    rng = np.random.default_rng(rng)
    wrong = []
    for _ in range(_N_TABLES):
        table, labels = design.draw(rng)
        numbers = table.select_dtypes("number")
        distances = pairwise_distances(stats.zscore(numbers[[name for name in numbers if name not in _NAMES_OF_ROWS]]))
        np.fill_diagonal(distances, np.inf)
        nearest = labels[np.argsort(distances, axis=1)[:, :_NEIGHBOURS]]
        wrong.append(stats.mode(nearest, axis=1).mode != labels)
    return float(np.concatenate(wrong).mean())


_NAMES_OF_ROWS = ("minute", "no", "postcode", "shirt", "customer")


def _design(name, n_clusters, *, overlap=np.nan, normal=False, in_order=False):
    def register(draw):
        def shuffled(rng):
            table, labels = draw(rng)
            if in_order:
                return table, labels
            order = rng.permutation(len(table))
            return table.iloc[order].reset_index(drop=True), labels[order]

        ASIDE[name] = Aside(n_clusters, shuffled, overlap, normal)
        return draw

    return register


def _table(names, values, decimals):
    return pd.DataFrame(values, columns=names.split()).round(decimals)


def _labels(sizes):
    return np.repeat(np.arange(len(sizes)), sizes)


def _apart(rng, n, dimension, side, distance):
    """Places uniform in a cube, none nearer to another than a distance."""
    places = np.empty((0, dimension))
    while len(places) < n:
        place = rng.uniform(0, side, (1, dimension))
        if not len(places) or cdist(place, places).min() >= distance:
            places = np.vstack([places, place])
    return places


def _clayton(rng, n, dimension, theta):
    """Uniform columns linked by Clayton's copula: alike where they are small."""
    shared = rng.gamma(1 / theta, size=(n, 1))
    return (1 + rng.exponential(size=(n, dimension)) / shared) ** (-1 / theta)


def _directions(rng, n, dimension):
    X = rng.standard_normal((n, dimension))
    return X / np.linalg.norm(X, axis=1)[:, None]


def _arc(rng, n, radius, start, end, width):
    angles = np.pi * rng.uniform(start, end, n)
    return (radius + width * rng.standard_normal(n))[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])


@_design("colonies that grow", 4, overlap=0.0000)
def _colonies(rng):
    sizes, rows = [90, 70, 50, 40], []
    for founder, size in zip([(0, 0), (9, 1), (3, 9), (11, 10)], sizes, strict=True):
        colony = [np.array(founder, dtype=float)]
        while len(colony) < size:
            colony.append(colony[rng.integers(len(colony))] + 0.5 * rng.standard_normal(2))
        rows += colony
    return _table("east north", np.array(rows), 2), _labels(sizes)


@_design("gamma columns under three copulas", 3, overlap=0.0017)
def _copulas(rng):
    normal = stats.norm.cdf(rng.multivariate_normal([0, 0], [[1, -0.8], [-0.8, 1]], 100))
    parts = [_clayton(rng, 100, 2, 4), 1 - _clayton(rng, 100, 2, 4), normal]
    shifts = np.repeat([(0, 0), (13, 1), (5, 14)], 100, axis=0)
    return _table("a b", stats.gamma.ppf(np.concatenate(parts), 4) + shifts, 2), _labels([100] * 3)


@_design("marks from 0 to 100, in fives", 3, overlap=0.0001)
def _marks(rng):
    sizes = [160, 140, 100]
    means = np.repeat(
        [(0.8, 0.75, 0.2, 0.3, 0.5, 0.6), (0.2, 0.4, 0.8, 0.75, 0.4, 0.5), (0.7, 0.2, 0.6, 0.3, 0.9, 0.1)],
        sizes,
        axis=0,
    )
    marks = 5 * np.round(20 * rng.beta(14 * means, 14 * (1 - means)))
    return _table("q1 q2 q3 q4 q5 q6", marks, 0).astype(int), _labels(sizes)


@_design("sensors of a machine with three states", 3, overlap=0.0000, in_order=True)
def _sensors(rng):
    states = np.concatenate([np.full(15 + rng.geometric(1 / 20), visit % 3) for visit in range(480 // 15)])[:480]
    levels = np.array([(20, 3, 0.4, 50), (55, 9, 0.5, 62), (80, 8, 1.6, 60)])[states]
    noise = rng.standard_normal((480, 4))
    for row in range(1, 480):
        noise[row] = 0.7 * noise[row - 1] + 0.7 * noise[row]
    drift = np.linspace(0, 1, 480)[:, None] * [6, 0.5, 0.1, 3]
    table = _table("power current vibration temperature", levels + drift + noise * [3, 0.5, 0.1, 1.5], 2)
    table.insert(0, "minute", np.arange(480))
    return table, states


@_design("spectra of four substances", 4, overlap=0.0000)
def _spectra(rng):
    at = np.linspace(0, 1, 30)
    peaks = [((0.2, 1), (0.7, 0.6)), ((0.35, 0.9), (0.75, 0.7)), ((0.25, 0.7), (0.5, 1)), ((0.55, 0.8), (0.9, 0.8))]
    pure = np.array([sum(high * np.exp(-(((at - place) / 0.06) ** 2)) for place, high in of) for of in peaks])
    labels = _labels([30] * 4)
    base = rng.uniform(0, 0.2, (120, 1)) + rng.normal(0, 0.1, (120, 1)) * at
    spectra = rng.uniform(0.7, 1.3, (120, 1)) * pure[labels] + base + 0.02 * rng.standard_normal((120, 30))
    return _table(" ".join(f"nm{400 + 10 * i}" for i in range(30)), spectra, 4), labels


@_design("words of texts on five subjects", 5, overlap=0.0006)
def _words(rng):
    while True:
        subjects = rng.dirichlet(np.full(16, 0.4), 5)
        roots = np.sqrt(subjects)
        if pdist(roots).min() > 0.8:
            break
    labels = _labels([50] * 5)
    own = np.array([rng.dirichlet(60 * subjects[of] + 0.05) for of in labels])
    counts = np.array([rng.multinomial(120 + rng.poisson(60), of) for of in own])
    return _table(" ".join(f"w{i}" for i in range(1, 17)), 100 * counts / counts.sum(axis=1)[:, None], 1), labels


@_design("counts of genes in four kinds of cells", 4, overlap=0.0000)
def _genes(rng):
    sizes = [80, 60, 40, 20]
    labels = _labels(sizes)
    means = np.tile(rng.lognormal(2, 0.8, 30), (4, 1))
    for kind, genes in enumerate(rng.permutation(30)[:24].reshape(4, 6)):
        means[kind, genes] *= 6
    expected = means[labels] * rng.lognormal(0, 0.3, (200, 1))
    counts = rng.poisson(expected * rng.gamma(4, 1 / 4, (200, 30)))
    return _table(" ".join(f"g{i}" for i in range(1, 31)), np.log2(1 + counts), 3), labels


@_design("stops of a telephone", 7, overlap=0.0001)
def _stops(rng):
    sizes = [150, 110, 40, 30, 20, 15, 15]
    places, labels = _apart(rng, 7, 2, 10, 1.5), _labels(sizes)
    error = 0.06 * rng.exponential(size=(380, 1)) * rng.lognormal(0, 0.5, (380, 1)) * _directions(rng, 380, 2)
    return _table("lat lon", [48.1, 11.4] + (places[labels] + error) / [111, 74], 5), labels


@_design("ages, incomes and hours of three kinds of households", 3, overlap=0.0000)
def _households(rng):
    sizes = [120, 210, 120]
    age = np.concatenate([19 + rng.gamma(4, 1, 120), rng.triangular(28, 42, 60, 210), 65 + rng.gamma(3, 3, 120)])
    income = np.exp(np.concatenate([rng.normal(6.6, 0.25, 120), rng.normal(8.1, 0.3, 210), rng.normal(7.4, 0.25, 120)]))
    hours = np.concatenate([rng.normal(9, 3, 120), rng.normal(38, 4, 210), rng.exponential(2, 120)]).clip(0)
    values = np.column_stack([np.floor(age), 10 * np.round(income / 10), np.round(hours)])
    return _table("age income hours", values, 0).astype(int), _labels(sizes)


@_design("lifetimes with two causes of failure", 2, overlap=0.0008)
def _lifetimes(rng):
    sizes = [90, 110]
    hours = np.concatenate([900 * rng.weibull(3, 90), 6000 * rng.weibull(4, 110)])
    wear = 0.02 * np.sqrt(hours) * rng.lognormal(0, 0.15, 200)
    heat = np.concatenate([rng.normal(84, 5, 90), rng.normal(62, 4, 110)])
    return _table("hours wear heat", np.column_stack([hours, wear, heat]), {"hours": 0, "wear": 2, "heat": 1}), _labels(
        sizes
    )


@_design("a rainbow of three bands", 3, overlap=0.0000)
def _rainbow(rng):
    sizes = [120, 200, 280]
    bands = [_arc(rng, n, r, 0.12, 0.88, 0.22) for n, r in zip(sizes, (3, 5, 7), strict=True)]
    return _table("x y", np.concatenate(bands), 3), _labels(sizes)


@_design("a hook around a disc, and a bar", 3, overlap=0.0000)
def _hook(rng):
    disc = np.sqrt(rng.random((80, 1))) * _directions(rng, 80, 2)
    bar = np.column_stack([rng.uniform(-4, 4, 100), -6 + 0.3 * rng.standard_normal(100)])
    parts = [_arc(rng, 160, 3.2, 0.2, 1.7, 0.25), disc, bar]
    return _table("x y", np.concatenate(parts), 3), _labels([160, 80, 100])


@_design("a double helix", 2, overlap=0.0006)
def _helix(rng):
    along, labels = rng.uniform(0, 4 * np.pi, 400), _labels([200, 200])
    turned = along + np.pi * labels
    X = np.column_stack([2 * np.cos(turned), 2 * np.sin(turned), 0.6 * along])
    return _table("x y z", X + 0.2 * rng.standard_normal((400, 3)), 3), labels


@_design("four waves, one above the other", 4, overlap=0.0001)
def _waves(rng):
    x, labels = rng.uniform(0, 10, 500), _labels([125] * 4)
    return _table("x y", np.column_stack([x, np.sin(x) + 2.2 * labels + 0.2 * rng.standard_normal(500)]), 3), labels


@_design("two dense spots in a thin field", 2, overlap=0.0730)
def _spots(rng):
    spots = np.concatenate(
        [[3, 3, 4] + 0.5 * rng.standard_normal((100, 3)), [7, 6, 5] + 0.5 * rng.standard_normal((60, 3))]
    )
    X = np.concatenate([spots, rng.uniform(0, 10, (120, 3))])
    return _table("x y z", X, 2), np.repeat([0, 1, -1], [100, 60, 120])


@_design("discs of 400, 60 and 20 rows", 3, overlap=0.0000)
def _discs(rng):
    sizes = [400, 60, 20]
    labels = _labels(sizes)
    radii = np.sqrt(rng.random((480, 1))) * np.array([3, 1.5, 1])[labels, None]
    return _table("x y", np.array([(0, 0), (6.5, 1), (1, 6.5)])[labels] + radii * _directions(rng, 480, 2), 2), labels


@_design("six in 40 columns with three factors", 6, overlap=0.0002, normal=True)
def _forty(rng):
    labels = _labels([50] * 6)
    axes = stats.ortho_group.rvs(40, random_state=rng)
    centres = 7 * axes[:6]
    factors = 2.5 * rng.standard_normal((300, 3)) @ axes[6:9]
    X = centres[labels] + factors + rng.standard_normal((300, 40))
    return _table(" ".join(f"v{i}" for i in range(1, 41)), X, 2), labels


@_design("three in 3 of 20 columns", 3, overlap=0.0425)
def _subspace(rng):
    labels = _labels([100, 80, 60])
    noise = rng.standard_normal((240, 20))
    for column in range(1, 20):
        noise[:, column] = 0.6 * noise[:, column - 1] + 0.8 * noise[:, column]
    places = np.array([(0, 0, 0), (5, 3, -2), (0, 6, 4)])
    noise[:, [4, 11, 17]] += places[labels]
    return _table(" ".join(f"m{i}" for i in range(1, 21)), noise, 3), labels


@_design("five fields with paths between them", 5, overlap=0.0000)
def _fields(rng):
    while True:
        sites = _apart(rng, 5, 2, 10, 3)
        points = rng.uniform(0, 10, (900, 2))
        distances = cdist(points, sites)
        first, second = np.sort(distances, axis=1)[:, :2].T
        kept = np.flatnonzero(second - first > 1.2)[:400]
        labels = distances[kept].argmin(axis=1)
        if len(kept) == 400 and np.bincount(labels, minlength=5).min() >= 40:
            return _table("x y", points[kept], 2), labels


@_design("four, a tenth of each scattered", 4, overlap=0.0206)
def _scattered(rng):
    labels = _labels([80] * 4)
    centres = np.array([(0, 0, 0), (9, 0, 2), (0, 10, 0), (3, 3, 9)])
    spread = np.where(rng.random((320, 1)) < 0.1, 4, 1)
    return _table("a b c", centres[labels] + spread * rng.standard_normal((320, 3)), 2), labels


@_design("twelve species of a tree", 12, overlap=0.0010)
def _species(rng):
    tips = _apart(rng, 3, 4, 20, 14)
    for step in (5.5, 3.2):
        shifts = step * _directions(rng, len(tips), 4) / 2
        tips = np.concatenate([tips + shifts, tips - shifts])
    labels = _labels([25] * 12)
    return _table("length width depth angle", 40 + tips[labels] + 0.45 * rng.standard_normal((300, 4)), 1), labels


@_design("swarms of aftershocks", 4, overlap=0.0014)
def _swarms(rng):
    sizes = [60, 100, 40, 50]
    labels = _labels(sizes)
    shocks = _apart(rng, 4, 2, 8, 3)
    reach = (0.05 * ((1 - rng.random((250, 1))) ** (-1 / 1.5) - 1)).clip(max=1.2)
    X = np.column_stack(
        [
            [36, 138] + shocks[labels] + reach * _directions(rng, 250, 2),
            np.array([12, 35, 20, 50])[labels] + 3 * rng.standard_normal(250),
            2.5 + rng.exponential(0.45, 250),
        ]
    )
    return _table("lat lon depth magnitude", X, {"lat": 3, "lon": 3, "depth": 1, "magnitude": 1}), labels


@_design("two species of one growth law", 2, overlap=0.0070)
def _allometry(rng):
    labels = _labels([80, 70])
    size = rng.normal(0, 0.35, 150)
    length = 10 * np.exp(size) * rng.lognormal(0, 0.04, 150)
    width = np.array([4, 6.5])[labels] * np.exp(0.8 * size) * rng.lognormal(0, 0.06, 150)
    mass = 0.01 * length * width**2 * rng.lognormal(0, 0.1, 150)
    return _table(
        "length width mass", np.column_stack([length, width, mass]), {"length": 1, "width": 1, "mass": 2}
    ), labels


@_design("three winds of a year", 3, overlap=0.0003, in_order=True)
def _winds(rng):
    labels = rng.choice(3, 365, p=[0.5, 0.3, 0.2])
    angle = rng.vonmises(np.array([0.3, 2.4, 4.5])[labels], 14)
    speed = np.array([9, 6, 7])[labels] * rng.weibull(3.5, 365)
    table = _table("u v", speed[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), 1)
    table.insert(0, "day", pd.date_range("2023-01-01", periods=365).strftime("%Y-%m-%d"))
    return table, labels


@_design("seven skewed, each turned", 7, overlap=0.0011)
def _skewed(rng):
    sizes = [20, 30, 40, 50, 60, 70, 80]
    places, rows = _apart(rng, 7, 3, 26, 10), []
    for place, size in zip(places, sizes, strict=True):
        skewed = 0.97 * np.abs(rng.standard_normal((size, 1))) * [2.5, 0, 0] + rng.standard_normal((size, 3)) * 0.8
        rows.append(place + skewed @ stats.ortho_group.rvs(3, random_state=rng))
    return _table("x y z", np.concatenate(rows), 2), _labels(sizes)


@_design("growth curves of three kinds of children", 3, overlap=0.0078, normal=True)
def _growth(rng):
    labels, ages = _labels([36, 30, 24]), np.arange(8)
    start = 75 + 2 * rng.standard_normal((90, 1))
    slope = np.array([4, 6, 8])[labels, None] + 0.25 * rng.standard_normal((90, 1))
    noise = np.cumsum(0.5 * rng.standard_normal((90, 8)), axis=1)
    return _table(" ".join(f"age{age + 1}" for age in ages), start + slope * ages + noise, 1), labels


@_design("a geyser", 2, overlap=0.0002, in_order=True, normal=True)
def _geyser(rng):
    labels = np.empty(270, dtype=int)
    labels[0] = 1
    for row in range(1, 270):
        labels[row] = 1 if labels[row - 1] == 0 else int(rng.random() < 0.45)
    lasts = np.where(labels, rng.normal(4.4, 0.35, 270), rng.normal(2, 0.25, 270))
    return _table(
        "duration waiting",
        np.column_stack([lasts, 30 + 10.5 * lasts + rng.normal(0, 4.5, 270)]),
        {"duration": 2, "waiting": 0},
    ), labels


@_design("ten villages", 10, overlap=0.0005)
def _villages(rng):
    places = _apart(rng, 10, 2, 100, 20)
    sizes = 40 + rng.poisson(rng.uniform(10, 80, 10))
    labels = _labels(sizes)
    n = len(labels)
    return _table("east north", places[labels] + rng.gamma(2, 1.3, (n, 1)) * _directions(rng, n, 2), 2), labels


@_design("two alloys", 2, overlap=0.0044)
def _alloys(rng):
    labels = _labels([45, 35])
    logs = np.array([(1.2, 0.2, 0), (0.1, 1.1, 0.2)])[labels] + 0.25 * rng.standard_normal((80, 3))
    parts = 100 * np.exp(logs) / np.exp(logs).sum(axis=1)[:, None]
    table = _table("copper zinc", parts[:, :2], 1)
    table["hardness"] = np.round(80 + 0.9 * parts[:, 1] + rng.normal(0, 4, 80))
    return table, labels


@_design("four vowels of many speakers", 4, overlap=0.0092, normal=True)
def _vowels(rng):
    labels = _labels([70, 60, 60, 50])
    own = rng.standard_normal((240, 1)) * [30, 90]
    centres = np.array([(300, 2250), (520, 1900), (720, 1250), (450, 900)])
    return _table("first second", centres[labels] + own + rng.standard_normal((240, 2)) * [50, 150], 0), labels


@_design("three kinds of customers", 3, overlap=0.0688)
def _customers(rng):
    labels = _labels([150, 100, 50])
    days = rng.gamma(3, np.array([60, 12, 25])[labels])
    orders = 1 + rng.poisson(np.array([2, 9, 5])[labels] * rng.gamma(6, 1 / 6, 300))
    money = orders * rng.gamma(4, np.array([8, 9, 60])[labels])
    return _table(
        "days orders money", np.column_stack([days, orders, money]), {"days": 0, "orders": 0, "money": 2}
    ), labels


@_design("three levels in four examinations", 3, overlap=0.0275)
def _examinations(rng):
    labels = _labels([60, 80, 40])
    ability = np.array([0.3, 0.58, 0.85])[labels, None] + rng.normal(0, 0.05, (180, 1))
    marks = rng.binomial(60, (ability + rng.normal(0, 0.06, (180, 4))).clip(0.02, 0.98)) / 4
    return _table("algebra analysis geometry chance", marks, 2), labels


def _one(n):
    return np.zeros(n, dtype=int)


@_design("one skewed normal cloud", 1)
def _skew_normal(rng):
    shape = np.array([0.97, 0.9, 0.5])
    X = np.abs(rng.standard_normal((250, 1))) * shape + rng.standard_normal((250, 3)) * np.sqrt(1 - shape**2)
    return _table("x y z", X, 3), _one(250)


@_design("gamma columns under one copula", 1)
def _one_copula(rng):
    return _table("a b c d", stats.gamma.ppf(_clayton(rng, 200, 4, 1.5), 3), 3), _one(200)


@_design("a saddle", 1)
def _saddle(rng):
    x, y = rng.uniform(-1, 1, (2, 400))
    return _table("x y z", np.column_stack([x, y, x * y + 0.1 * rng.standard_normal(400)]), 3), _one(400)


@_design("visits of five kinds", 1)
def _visits(rng):
    rate = rng.gamma(3, 1 / 3, (300, 1)) * [4, 7, 10, 15, 25]
    return _table("gp nurse dentist phone web", rng.poisson(rate * rng.gamma(4, 1 / 4, (300, 5))), 0), _one(300)


@_design("beta columns that are correlated", 1)
def _betas(rng):
    normal = rng.standard_normal((150, 3)) @ np.linalg.cholesky(0.5 * np.eye(3) + 0.5).T
    return _table("p q r", stats.beta.ppf(stats.norm.cdf(normal), [2, 3, 5], [5, 2, 4]), 3), _one(150)


@_design("a Laplace cloud", 1)
def _laplace(rng):
    X = np.sqrt(rng.exponential(size=(200, 1))) * rng.standard_normal((200, 4))
    return _table("a b c d", X @ np.linalg.cholesky(0.6 * np.eye(4) + 0.4).T, 3), _one(200)


@_design("log-logistic times", 1)
def _times(rng):
    logs = 0.5 * rng.logistic(size=(180, 1)) + 0.35 * rng.logistic(size=(180, 2))
    return _table("first second", 30 * np.exp(logs), 1), _one(180)


@_design("three series of a year", 1, in_order=True)
def _series(rng):
    X = rng.standard_normal((365, 3))
    for row in range(1, 365):
        X[row] = 0.8 * X[row - 1] + 0.6 * X[row]
    table = _table("north south west", 12 + 4 * X, 1)
    table.insert(0, "day", pd.date_range("2023-01-01", periods=365).strftime("%Y-%m-%d"))
    return table, _one(365)


@_design("a ball in four columns", 1)
def _ball(rng):
    return _table("a b c d", rng.random((300, 1)) ** (1 / 4) * _directions(rng, 300, 4), 3), _one(300)


@_design("a density that falls along a wedge", 1)
def _wedge(rng):
    along = 10 * rng.beta(1.2, 3, 500)
    return _table("x y", np.column_stack([along, rng.uniform(-1, 1, 500) * (1 + 0.3 * along)]), 2), _one(500)


@_design("two normal factors in ten columns", 1, normal=True)
def _factors(rng):
    loadings = rng.uniform(-1, 1, (2, 10))
    X = rng.standard_normal((240, 2)) @ loadings + 0.6 * rng.standard_normal((240, 10))
    return _table(" ".join(f"t{i}" for i in range(1, 11)), 50 + 10 * X, 1), _one(240)


@_design("normal sizes of bodies, some cells empty", 1, normal=True)
def _bodies(rng):
    shared = rng.standard_normal((150, 1))
    X = 0.7 * shared + 0.7 * rng.standard_normal((150, 4))
    values = [172, 74, 92, 37] + X * [8, 10, 7, 0.4]
    values[rng.random((150, 4)) < 0.02] = np.nan
    table = _table("height weight waist temperature", values, {"height": 0, "weight": 1, "waist": 0, "temperature": 1})
    table.insert(0, "no", np.arange(1, 151))
    return table, _one(150)


@_design("normal, neighbouring columns alike", 1, normal=True)
def _neighbours(rng):
    X = rng.standard_normal((400, 12))
    for column in range(1, 12):
        X[:, column] = 0.8 * X[:, column - 1] + 0.6 * X[:, column]
    return _table(" ".join(f"h{i}" for i in range(12)), 20 + 3 * X, 2), _one(400)
