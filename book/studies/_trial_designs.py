"""Tables of the study `trial`: how each comes about. They were written without knowledge of the rule that is tried.

Each number of clusters is that of the mechanism, and shows in a picture of the right columns. Each design is one
family, of which tables are drawn anew.
"""

import numpy as np
import pandas as pd
from scipy import stats

from studies._set_aside import Aside, _apart, _directions, _labels, _one, _table

__all__ = ["DESIGNS"]

#: The designs by name, in the order in which they were written.
DESIGNS = {}


def _design(name, n_clusters, *, overlap=np.nan, normal=False, in_order=False):
    def register(draw):
        def shuffled(rng):
            table, labels = draw(rng)
            if in_order:
                return table, labels
            order = rng.permutation(len(table))
            return table.iloc[order].reset_index(drop=True), labels[order]

        DESIGNS[name] = Aside(n_clusters, shuffled, overlap, normal)
        return draw

    return register


def _names(letter, n):
    return " ".join(f"{letter}{i}" for i in range(1, n + 1))


# Stars pulsate on three lines of period and brightness, one below the other; each line is long and tilted.
@_design("pulsating stars on three lines", 3, overlap=0.0033)
def _stars(rng):
    labels = _labels([260, 210, 130])
    period = np.array([0.7, 0.2, -0.2])[labels] + 0.2 * rng.standard_normal(600)
    bright = np.array([15.2, 16.6, 18.5])[labels] - 2.8 * period + 0.09 * rng.standard_normal(600)
    swing = rng.gamma(20, np.array([0.045, 0.03, 0.015])[labels])
    return _table("period brightness swing", np.column_stack([period, bright, swing]), 2), labels


# Coins are minted to a standard, lose weight by use, and are weighed to a hundredth of a gram.
@_design("worn coins of five values", 5, overlap=0.0000)
def _coins(rng):
    labels = _labels([80, 70, 60, 50, 40])
    weight = np.array([2.3, 3.92, 4.1, 7.5, 8.5])[labels] - rng.exponential(0.05, 300)
    across = np.array([16.3, 21.2, 19.8, 23.3, 25.8])[labels] + rng.normal(0, 0.05, 300)
    table = _table("grams millimetres", np.column_stack([weight, across]), {"grams": 2, "millimetres": 1})
    table.insert(0, "no", np.arange(300))
    return table, labels


# A shop packs in one of five boxes, measured in whole centimetres; number, postcode and remark say nothing.
@_design("parcels in boxes of five sizes", 5, overlap=0.0027)
def _parcels(rng):
    labels = _labels([120, 90, 60, 50, 30])
    boxes = np.array([(20, 15, 5), (30, 20, 10), (40, 30, 12), (60, 30, 30), (80, 20, 15)])[labels]
    table = _table("length width height", boxes + rng.normal(0, 0.8, (350, 3)), 0)
    table["grams"] = np.round(rng.lognormal(7, 0.4, 350))
    table.insert(0, "postcode", rng.integers(10000, 99999, 350))
    return table.assign(remark=rng.choice(["", "fragile", "by hand"], 350)), labels


# Eight animals wander, each pulled back to its own den; places are logged by the minute.
@_design("wanderings around eight dens", 8, overlap=0.0000, in_order=True)
def _dens(rng):
    dens, labels, at = _apart(rng, 8, 2, 60, 14), _labels([100] * 8), np.zeros(2)
    rows = []
    for row in range(800):
        at = (0 if row % 100 == 0 else 0.85) * at + rng.standard_normal(2)
        rows.append(dens[labels[row]] + at)
    return _table("east north", np.array(rows), 2), labels


# Players of three positions do different things at different rates in a different number of games.
@_design("what players of three positions do", 3, overlap=0.0000)
def _players(rng):
    labels = _labels([70, 60, 50])
    rates = np.array([(0.2, 9, 0.3, 40), (2.5, 3, 1, 25), (0.3, 1, 9, 60)])[labels]
    table = _table("goals saves tackles passes", rng.poisson(rates * rng.integers(8, 16, (180, 1))), 0).astype(int)
    return table.assign(shirt=rng.integers(1, 100, 180), team=rng.choice(list("ABCDEF"), 180)), labels


# Houses stand along four straight roads that do not meet.
@_design("houses along four roads", 4, overlap=0.0000)
def _roads(rng):
    labels, along = _labels([150, 110, 90, 50]), rng.uniform(0, 10, 400)
    starts = np.array([(0, 0), (0, 3), (1, 8), (13, 0)], dtype=float)[labels]
    ways = np.array([(1, 0.1), (1, 0.25), (1, 0.1), (0.05, 1)])[labels]
    return _table("east north", starts + along[:, None] * ways + rng.normal(0, 0.15, (400, 2)), 2), labels


# Two filled circles of the same density that touch in a point.
@_design("two drops that touch", 2, overlap=0.0047)
def _drops(rng):
    labels = _labels([200, 200])
    inside = np.sqrt(rng.random((400, 1))) * _directions(rng, 400, 2)
    return _table("x y", inside + np.array([(-1, 0), (1, 0)])[labels], 3), labels


# Three arms wind out of a middle that is empty.
@_design("three arms of a galaxy", 3, overlap=0.0000)
def _galaxy(rng):
    labels, turn = _labels([200] * 3), rng.uniform(0, 2.6, 600)
    angle, radius = turn + 2 * np.pi / 3 * labels, 1.5 * np.exp(0.5 * turn)
    arms = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return _table("x y", arms + rng.normal(0, 0.15, (600, 2)), 3), labels


# Each row sums up 200 numbers of an autoregressive series; machines of four kinds differ in its coefficient and size.
@_design("what sums up the series of four kinds of machines", 4, overlap=0.0000)
def _machines(rng):
    labels, lagged, size = _labels([50, 45, 40, 35]), np.array([0.85, 0, -0.75, 0.1]), np.array([1, 1, 1, 4])
    at, series = np.zeros(170), []
    for _ in range(200):
        at = lagged[labels] * at + size[labels] * rng.standard_normal(170)
        series.append(at)
    series = np.array(series)
    alike = [np.corrcoef(of[1:], of[:-1])[0, 1] for of in series.T]
    crossings = (np.diff(np.sign(series), axis=0) != 0).sum(axis=0)
    sums = [series.mean(axis=0), np.log(series.std(axis=0)), alike, crossings]
    return _table("mean logsd lagged crossings", np.column_stack(sums), 3), labels


# Shares of a day's electricity by time of day, on workdays, at weekends and when nobody is in; they add up to 100.
@_design("three kinds of days of one household", 3, overlap=0.0095, in_order=True)
def _days(rng):
    labels = rng.choice(3, 365, p=[0.6, 0.25, 0.15])
    use = np.array([(4, 30, 8, 10, 40, 8), (6, 8, 26, 26, 22, 12), (17, 16, 17, 16, 17, 17)])[labels] / 100
    shares = np.array([rng.dirichlet(70 * of) for of in use])
    table = _table("night morning noon afternoon evening late", 100 * shares, 1)
    table.insert(0, "day", pd.date_range("2022-01-01", periods=365).strftime("%d.%m.%Y"))
    return table, labels


# A dense ball, and a hollow shell around it.
@_design("a stone in its shell", 2, overlap=0.0000)
def _stone(rng):
    labels = _labels([150, 350])
    reach = np.where(labels == 0, rng.random(500) ** (1 / 3), 3 + 0.15 * rng.standard_normal(500))
    return _table("x y z", reach[:, None] * _directions(rng, 500, 3), 3), labels


# Five clusters with tails so heavy that their variances are infinite.
@_design("five with very heavy tails", 5, overlap=0.0034)
def _heavy(rng):
    labels = _labels([120] * 5)
    centres = np.array([(0, 0, 0), (20, 0, 0), (0, 20, 0), (0, 0, 20), (20, 20, 20)])[labels]
    return _table("a b c", centres + rng.standard_t(2, (600, 1)) * _directions(rng, 600, 3), 2), labels


# Nine boxes without anything between them, filled in the sizes of Zipf's law.
@_design("nine boxes of Zipf's sizes", 9, overlap=0.0000)
def _zipf(rng):
    labels = _labels([700, 350, 233, 175, 140, 117, 100, 88, 78])
    places = _apart(rng, 9, 3, 24, 9)
    return _table("x y z", places[labels] + rng.uniform(-2, 2, (len(labels), 3)), 2), labels


# Eleven normal clusters, each with a covariance of its own.
@_design("eleven, each with its own covariance", 11, overlap=0.0000, normal=True)
def _eleven(rng):
    places, rows = _apart(rng, 11, 5, 40, 18), []
    for place in places:
        rows.append(rng.multivariate_normal(place, stats.wishart.rvs(9, np.eye(5) / 4, random_state=rng), 60))
    return _table(_names("v", 5), np.concatenate(rows), 2), _labels([60] * 11)


# Traps in four habitats catch eight species, most of them nowhere else; catches are overdispersed, with many zeros.
@_design("catches in four habitats", 4, overlap=0.0025)
def _catches(rng):
    labels = _labels([80, 70, 60, 30])
    means = np.full((4, 8), 0.3)
    for habitat in range(4):
        means[habitat, 2 * habitat : 2 * habitat + 2] = 25
    counts = rng.poisson(means[labels] * rng.gamma(2.5, 1 / 2.5, (240, 8)))
    return _table(_names("species", 8), counts, 0).astype(int), labels


# Six kinds of cells of very unequal shares, on scales that end at 0, where a dark cell stays.
@_design("six kinds of cells in 5000", 6, overlap=0.0000)
def _cells(rng):
    labels = _labels([2200, 1200, 800, 450, 250, 100])
    kinds = [(3, 1, 1, 2), (3, 4, 1, 2), (1, 1, 4, 2), (1, 4, 4, 4), (5, 1, 4, 5), (5, 5, 0.5, 5)]
    return _table("A B C D", (np.array(kinds)[labels] + 0.4 * rng.standard_normal((5000, 4))).clip(0), 2), labels


# Two clusters, a little apart in each of ten columns, beside fifty of noise.
@_design("two in 10 of 60 columns", 2, overlap=0.0035, normal=True)
def _sixty(rng):
    labels = _labels([110, 90])
    X = rng.standard_normal((200, 60))
    X[:, rng.permutation(60)[:10]] += 2.5 * labels[:, None]
    return _table(_names("v", 60), X, 3), labels


# Sales of three kinds, with what a till adds: time, number and customer, and eight columns of noise with tails.
@_design("receipts of three kinds among other columns", 3, overlap=0.1013)
def _receipts(rng):
    labels = _labels([140, 100, 60])
    price = np.exp(np.array([1, 2.6, 4.2])[labels] + 0.2 * rng.standard_normal(300))
    items = 1 + rng.poisson(np.array([12, 3, 1])[labels])
    table = _table("price items", np.column_stack([price, items]), 2)
    noise = _table(_names("other", 8), rng.standard_t(4, (300, 8)), 2)
    named = {"customer": rng.integers(100000, 999999, 300), "paid": rng.choice(["cash", "card"], 300)}
    return pd.concat([table.assign(**named), noise], axis=1), labels


# Two peaks in a single column; three others go with each other, and not with it.
@_design("two peaks in one of four columns", 2, overlap=0.0013)
def _peaks(rng):
    labels, shared = _labels([240, 160]), rng.standard_normal((400, 1))
    others = shared + 0.6 * rng.standard_normal((400, 3))
    return _table("depth a b c", np.column_stack([7 * labels + rng.standard_normal(400), others]), 2), labels


# Four petals that nearly meet in the middle of the flower.
@_design("four petals", 4, overlap=0.0000)
def _petals(rng):
    labels = _labels([120] * 4)
    X = np.sqrt(rng.random((480, 1))) * _directions(rng, 480, 2) * [1.5, 0.55] + [2.1, 0]
    turn = np.pi / 2 * labels
    c, s = np.cos(turn), np.sin(turn)
    return _table("x y", np.column_stack([c * X[:, 0] - s * X[:, 1], s * X[:, 0] + c * X[:, 1]]), 3), labels


# Shoes of five kinds in half sizes and whole euros, so that many rows are equal.
@_design("shoes of five kinds, coarsely measured", 5, overlap=0.0000)
def _shoes(rng):
    labels = _labels([90, 80, 70, 50, 30])
    size = np.array([24, 24, 38, 38, 45])[labels] + rng.normal(0, 1.2, 320)
    price = np.array([20, 55, 25, 80, 60])[labels] + rng.normal(0, 4, 320)
    heel = np.array([1, 1, 2, 8, 2])[labels] + rng.normal(0, 0.5, 320)
    values = np.column_stack([np.round(2 * size) / 2, 5 * np.round(price / 5), heel])
    return _table("size euros heel", values, 1), labels


# Directions of five sources in the sky.
@_design("directions to five sources", 5, overlap=0.0010)
def _sources(rng):
    labels = _labels([120, 100, 90, 80, 60])
    poles = np.array([(0, 0, 1), (1, 0, 0), (0, 1, 0), (-0.6, -0.6, 0.5), (0.5, -0.7, -0.5)])
    X = poles[labels] / np.linalg.norm(poles, axis=1)[labels, None] + 0.16 * rng.standard_normal((450, 3))
    return _table("x y z", X / np.linalg.norm(X, axis=1)[:, None], 4), labels


# Firms of three sizes; each has five times the sales and staff of the one below, so that raw columns are very skewed.
@_design("firms of three magnitudes", 3, overlap=0.0000)
def _firms(rng):
    labels = _labels([160, 100, 50])
    logs = np.log(np.array([8, 60, 450]))[labels, None] + 0.28 * rng.standard_normal((310, 2)) @ [[1, 0.5], [0, 0.9]]
    return _table("sales staff", np.exp(logs) * [10, 1], 0).astype(int), labels


# Asteroids fill four belts evenly, with empty gaps where resonances swept them out.
@_design("four belts with gaps", 4, overlap=0.0046)
def _belts(rng):
    labels = _labels([300, 500, 450, 250])
    low, high = np.array([(2.1, 2.4), (2.56, 2.78), (2.9, 3.2), (3.4, 3.6)]).T
    axis = rng.uniform(low[labels], high[labels])
    shape = np.column_stack([axis, rng.rayleigh(0.1, 1500), rng.rayleigh(6, 1500)])
    return _table("axis eccentricity tilt", shape, {"axis": 3, "eccentricity": 3, "tilt": 1}), labels


# Six outbreaks begin suddenly and fade; cases carry a date in days and a place.
@_design("six outbreaks that fade", 6, overlap=0.0001)
def _outbreaks(rng):
    labels = _labels([90, 70, 60, 50, 40, 30])
    day = np.array([0, 70, 150, 150, 230, 300])[labels] + rng.exponential(9, 340)
    place = np.array([(0, 0), (5, 5), (-6, 3), (7, -6), (0, 0), (5, 5)])[labels] + rng.laplace(0, 0.5, (340, 2))
    return _table("days east north", np.column_stack([day, place]), {"days": 0, "east": 2, "north": 2}), labels


# Sixty rows: three samples of twenty, of unlike covariance.
@_design("three samples of twenty", 3, overlap=0.0000, normal=True)
def _twenty(rng):
    labels = _labels([20] * 3)
    spread = np.array([(1, 1), (0.5, 1.6), (1.4, 0.6)])[labels]
    return _table("a b", np.array([(0, 0), (8, 2), (3, 9)])[labels] + spread * rng.standard_normal((60, 2)), 2), labels


# Two long clusters on one line, end to end, with a gap.
@_design("two needles end to end", 2, overlap=0.0007, normal=True)
def _needles(rng):
    labels = _labels([120, 90])
    X = rng.standard_normal((210, 3)) * [4, 0.5, 0.5] + 26 * labels[:, None] * np.array([1, 0, 0])
    return _table("x y z", X @ stats.ortho_group.rvs(3, random_state=rng), 2), labels


# Seven batches of a recipe in percents of five parts, which add up to 100 and are rounded to whole percents.
@_design("seven recipes in whole percents", 7, overlap=0.0008)
def _recipes(rng):
    labels = _labels([60, 55, 50, 45, 40, 35, 30])
    parts = np.array([(6, 1, 1, 1, 1), (1, 6, 1, 1, 1), (1, 1, 6, 1, 1), (1, 1, 1, 6, 1), (1, 1, 1, 1, 6)])
    parts = np.concatenate([parts, [(4, 4, 1, 0.5, 0.5), (0.5, 0.5, 1, 4, 4)]]) / 10
    return _table(_names("part", 5), 100 * np.array([rng.dirichlet(90 * parts[of]) for of in labels]), 0), labels


# Fish of three years hatched in one month each; they grow, and their weight goes with the cube of their length.
@_design("lengths and weights of fish of three years", 3, overlap=0.0205)
def _fish(rng):
    labels = _labels([450, 300, 150])
    length = np.array([11, 21, 29])[labels] + np.array([1.7, 2.1, 2.2])[labels] * rng.standard_normal(900)
    weight = 0.01 * length**3 * rng.lognormal(0, 0.12, 900)
    table = _table("length weight", np.column_stack([length, weight]), {"length": 0, "weight": 0}).astype(int)
    return table.assign(sex=rng.choice(["f", "m"], 900)), labels


# Voters of four kinds say in fives, from 0 to 100, how much they like each of six persons.
@_design("four kinds of voters, in fives", 4, overlap=0.0204)
def _voters(rng):
    labels = _labels([400, 350, 250, 200])
    means = np.array([(8, 8, 2, 2, 5, 5), (2, 2, 8, 8, 5, 4), (7, 2, 3, 7, 2, 8), (2, 2, 2, 2, 9, 2)])[labels] / 10
    return _table(_names("person", 6), 5 * np.round(20 * rng.beta(5 * means, 5 * (1 - means))), 0).astype(int), labels


# Three clusters show in two columns; ten others are even, and go with nothing.
@_design("three in 2 of 12 columns", 3, overlap=0.0213)
def _two_of_twelve(rng):
    labels = _labels([200, 150, 100])
    X = rng.uniform(0, 10, (450, 12))
    X[:, [3, 8]] = np.array([(1, 2), (9, 3), (5, 9)])[labels] + 0.9 * rng.standard_normal((450, 2))
    return _table(_names("q", 12), X, 2), labels


# Normal clouds: small, large, nearly flat, coarsely rounded, and of many columns.
@_design("60 normal rows", 1, normal=True)
def _normal_few(rng):
    return _table("a b", 100 + 15 * rng.standard_normal((60, 2)), 0), _one(60)


@_design("5000 normal rows", 1, normal=True)
def _normal_many(rng):
    return _table("a b c", rng.standard_normal((5000, 3)) @ rng.standard_normal((3, 3)), 2), _one(5000)


@_design("normal, nearly on a line", 1, normal=True)
def _normal_flat(rng):
    return _table(_names("v", 5), rng.standard_normal((250, 1)) + 0.2 * rng.standard_normal((250, 5)), 3), _one(250)


@_design("normal, rounded to few values", 1, normal=True)
def _normal_coarse(rng):
    return _table("a b c", 20 + 2 * rng.standard_normal((350, 3)), 0).astype(int), _one(350)


@_design("normal, 30 columns", 1, normal=True)
def _normal_wide(rng):
    return _table(_names("v", 30), rng.standard_normal((200, 30)) * rng.uniform(1, 9, 30), 2), _one(200)


# A cloud so heavy of tail that it has no variance.
@_design("an elliptic cloud with heavy tails", 1)
def _elliptic(rng):
    X = rng.standard_normal((400, 3)) @ [[1, 0.6, 0], [0, 0.8, 0.3], [0, 0, 1]]
    return _table("a b c", X / np.sqrt(rng.chisquare(2, (400, 1)) / 2), 2), _one(400)


# Amounts that grow by many small factors, some of them shared; customers have numbers and postcodes.
@_design("amounts of customers", 1)
def _amounts(rng):
    logs = 0.6 * rng.standard_normal((1000, 1)) + 0.6 * rng.standard_normal((1000, 3))
    table = _table("spent saved owed", 200 * np.exp(logs), 2)
    return table.assign(customer=rng.permutation(90000)[:1000], postcode=rng.integers(1000, 9999, 1000)), _one(1000)


@_design("a filled triangle", 1)
def _triangle(rng):
    return _table("x y", rng.dirichlet([1, 1, 1], 400)[:, :2], 3), _one(400)


@_design("a filled corner", 1)
def _corner(rng):
    X = rng.uniform(0, 3, (2000, 2))
    return _table("x y", X[X.min(axis=1) < 1.2][:600], 3), _one(600)


@_design("one arm of a spiral", 1)
def _arm(rng):
    turn = rng.uniform(1.5, 8, 500)
    X = turn[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    return _table("x y", X + rng.normal(0, 0.4, (500, 2)), 2), _one(500)


# Times between events, waits and durations: three exponential columns that share a rate.
@_design("waiting times that share a rate", 1)
def _waits(rng):
    return _table("a b c", rng.exponential(1, (300, 3)) / rng.gamma(4, 1 / 4, (300, 1)), 2), _one(300)


# Rare events, counted.
@_design("counts of rare events", 1)
def _rare(rng):
    return _table("a b c d", rng.poisson([0.8, 1.5, 3, 6], (500, 4)), 0).astype(int), _one(500)


@_design("shares of five parts, one large", 1)
def _parts(rng):
    return _table(_names("part", 5), 100 * rng.dirichlet([9, 3, 2, 1.5, 1], 250), 1), _one(250)


# A response that is flat up to a threshold and then rises.
@_design("a bend at a threshold", 1)
def _bend(rng):
    dose = rng.uniform(0, 10, 300)
    return _table("dose response", np.column_stack([dose, (dose - 5).clip(0) + rng.normal(0, 0.4, 300)]), 2), _one(300)


# A curve of growth from floor to ceiling; ages are evenly spread.
@_design("a curve of growth to a ceiling", 1)
def _ceiling(rng):
    age = rng.uniform(0, 12, 350)
    high = 20 / (1 + np.exp(5 - age)) + rng.normal(0, 1.2, 350)
    return _table("age height", np.column_stack([age, high]), {"age": 1, "height": 1}), _one(350)


@_design("a fan", 1)
def _fan(rng):
    x = rng.gamma(3, 1, 400)
    return _table("x y", np.column_stack([x, 2 * x + x * rng.standard_normal(400)]), 2), _one(400)


@_design("a hollow ball", 1)
def _hollow(rng):
    reach = 4 + 0.4 * rng.standard_normal((700, 1))
    return _table("x y z", reach * _directions(rng, 700, 3), 2), _one(700)


@_design("a rolled sheet", 1)
def _rolled(rng):
    turn = 1.5 * np.pi * (1 + 1.4 * rng.random(900))
    sheet = np.column_stack([turn * np.cos(turn), rng.uniform(0, 20, 900), turn * np.sin(turn)])
    return _table("x y z", sheet + rng.normal(0, 0.3, (900, 3)), 2), _one(900)


# Points out of 20 in six tests that one ability moves.
@_design("points in six tests", 1)
def _points(rng):
    skill = stats.norm.cdf(0.4 + 0.7 * rng.standard_normal((240, 1)) + 0.3 * rng.standard_normal((240, 6)))
    return _table(_names("test", 6), rng.binomial(20, skill), 0).astype(int), _one(240)


# Who was admitted: normal marks, of which only those with a high sum are in the table.
@_design("marks of those admitted", 1)
def _admitted(rng):
    X = rng.standard_normal((1500, 2))
    return _table("written spoken", 50 + 10 * X[X.sum(axis=1) > 1][:280], 1), _one(280)


# Ranks in percent of columns that go together.
@_design("percent ranks that go together", 1)
def _percentiles(rng):
    X = stats.norm.cdf(rng.standard_normal((500, 1)) + 0.8 * rng.standard_normal((500, 3)), scale=1.28)
    return _table("a b c", 100 * X, 0), _one(500)


# The surface of a torus, thickly drawn.
@_design("a torus", 1)
def _torus(rng):
    around, across = rng.uniform(0, 2 * np.pi, (2, 1200))
    reach = 4 + 1.5 * np.cos(across)
    X = np.column_stack([reach * np.cos(around), reach * np.sin(around), 1.5 * np.sin(across)])
    return _table("x y z", X + rng.normal(0, 0.25, (1200, 3)), 2), _one(1200)


# What sums up series of one kind: mean, spread, largest and steepest of 100 steps of a random walk.
@_design("what sums up random walks", 1)
def _walks(rng):
    walks = np.cumsum(rng.standard_normal((220, 100)), axis=1)
    sums = [walks.mean(axis=1), walks.std(axis=1), walks.max(axis=1), np.abs(np.diff(walks, axis=1)).max(axis=1)]
    return _table("mean sd largest steepest", np.column_stack(sums), 2), _one(220)


# A skewed cloud in a table with much that is none of its columns: a number, a code, a date and a name.
@_design("skewed measurements among codes", 1)
def _codes(rng):
    table = _table("iron zinc copper", rng.gamma([3, 2, 4], [10, 4, 2], (450, 3)) * rng.gamma(6, 1 / 6, (450, 1)), 1)
    table.insert(0, "no", np.arange(1, 451))
    code = rng.integers(100, 999, 450)
    return table.assign(postcode=code, place=rng.choice(["north", "south", "east"], 450)), _one(450)
