"""Tables as analysts have them: clusters among columns of noise, identifiers, bad rows and unlike units; or none."""

import numpy as np

from studies.choosing import Design

__all__ = ["DESIGNS"]

#: The designs by name. All have been looked at while the rule of a report was written.
DESIGNS = {}


def _design(name, n_clusters, group):
    def register(draw):
        DESIGNS[name] = Design(n_clusters, group, draw)
        return draw

    return register


def _clouds(rng, centres, sizes, spreads=1.0):
    centres = np.asarray(centres, dtype=float)
    spreads = np.broadcast_to(spreads, len(sizes))
    return np.concatenate(
        [
            centre + spread * rng.standard_normal((size, len(centre)))
            for centre, size, spread in zip(centres, sizes, spreads, strict=True)
        ]
    )


_THREE = [(0, 0), (8, 0), (4, 7)]


@_design("3, a column of noise", 3, "seen")
def _noise(rng):
    return np.column_stack([_clouds(rng, _THREE, [50] * 3), rng.standard_normal(150)])


@_design("3, an identifier and a zip code", 3, "seen")
def _codes(rng):
    X = rng.permutation(_clouds(rng, _THREE, [50] * 3))
    return np.column_stack([X, np.arange(1000, 1150), rng.integers(10_000, 100_000, 150)])


@_design("3, three bad rows", 3, "seen")
def _bad_rows(rng):
    X = _clouds(rng, _THREE, [60] * 3)
    X[rng.choice(180, 3, replace=False)] = [[60, 60], [-70, 50], [90, -40]]
    return X


@_design("3, unlike units", 3, "seen")
def _units(rng):
    return _clouds(rng, [(0, 0, 0), (6, 4, 0), (0, 6, 5)], [50, 40, 40]) * [1, 1000, 0.01]


@_design("3, long", 3, "seen")
def _long(rng):
    return _clouds(rng, [(0, 0), (0, 6), (0, 12)], [60] * 3) * [4, 1]


@_design("12 on a grid", 12, "seen")
def _grid(rng):
    return _clouds(rng, [(7 * i, 7 * j) for i in range(4) for j in range(3)], [20] * 12)


@_design("3, uneven sizes", 3, "seen")
def _uneven(rng):
    return _clouds(rng, [(0, 0), (7, 0), (3, 7)], [150, 30, 15])


@_design("6, a column of noise", 6, "seen")
def _six(rng):
    return np.column_stack([_clouds(rng, 8 * np.eye(6)[:, :5], [30] * 6), rng.standard_normal(180)])


@_design("3, five columns of noise", 3, "seen")
def _five_of_noise(rng):
    return np.column_stack([_clouds(rng, _THREE, [50] * 3), rng.standard_normal((150, 5))])


@_design("4, a column of noise with tails", 4, "seen")
def _noise_with_tails(rng):
    return np.column_stack([_clouds(rng, [(0, 0), (7, 0), (0, 7), (7, 7)], [40] * 4), rng.standard_t(3, 160)])


@_design("2, one far row", 2, "seen")
def _far_row(rng):
    X = _clouds(rng, [(0, 0, 0), (5, 3, 0)], [70, 50])
    X[0] = [100, 0, 0]
    return X


@_design("2, a lognormal cost", 2, "seen")
def _cost(rng):
    return np.column_stack([_clouds(rng, [(0, 0), (6, 4)], [70, 60]), rng.lognormal(8, 1, 130)])


@_design("2, long and oblique", 2, "seen")
def _oblique(rng):
    X = rng.standard_normal((160, 2)) * [4, 0.7]
    X[80:, 1] += 5
    c, s = np.cos(np.pi / 5), np.sin(np.pi / 5)
    return X @ [[c, -s], [s, c]]


@_design("14 in four columns", 14, "seen")
def _fourteen(rng):
    corners = rng.permutation(np.stack(np.meshgrid(*[[0, 6]] * 4), axis=-1).reshape(-1, 4))
    return _clouds(rng, corners[:14], [18] * 14)


@_design("4, uneven sizes and spreads", 4, "seen")
def _uneven_spreads(rng):
    return _clouds(rng, [(0, 0), (12, 0), (0, 12), (12, 12)], [100, 40, 25, 25], [2, 1, 0.7, 0.7])


@_design("5, rounded", 5, "seen")
def _rounded(rng):
    return _clouds(rng, [(0, 0, 0), (6, 0, 0), (0, 6, 0), (0, 0, 6), (6, 6, 6)], [30] * 5).round()


@_design("a thick horseshoe", 1, "seen")
def _horseshoe(rng):
    angles = rng.uniform(0, 1.5 * np.pi, 200)
    return 4 * np.column_stack([np.cos(angles), np.sin(angles)]) + 0.9 * rng.standard_normal((200, 2))


@_design("normal, correlated", 1, "seen")
def _correlated(rng):
    return rng.standard_normal((150, 4)) @ rng.standard_normal((4, 4))


@_design("normal, an identifier", 1, "seen")
def _identifier(rng):
    return np.column_stack([rng.standard_normal((150, 3)), np.arange(150)])


@_design("normal, one far row", 1, "seen")
def _normal_far_row(rng):
    X = rng.standard_normal((120, 2))
    X[0] = [30, 30]
    return X


@_design("3, a column of counts", 3, "seen")
def _counts(rng):
    return np.column_stack([_clouds(rng, [(0, 0), (7, 0), (0, 7)], [40, 50, 60]), rng.poisson(2, 150)])


@_design("4, two columns that repeat others", 4, "seen")
def _repeated(rng):
    X = _clouds(rng, [(0, 0, 0), (7, 0, 0), (0, 7, 0), (0, 0, 7)], [35] * 4)
    return np.column_stack([X, X[:, :2] + 0.2 * rng.standard_normal((140, 2))])


@_design("3, four typing errors", 3, "seen")
def _typing_errors(rng):
    X = 50 + _clouds(rng, [(0, 0, 0), (8, 0, 3), (0, 8, 3)], [45] * 3)
    X[rng.choice(135, 4, replace=False), rng.integers(3, size=4)] *= 10
    return X


@_design("2, three columns of noise with tails", 2, "seen")
def _tails(rng):
    return np.column_stack([_clouds(rng, [(0, 0), (7, 3)], [80, 60]), rng.standard_t(3, (140, 3))])


@_design("6, unlike sizes", 6, "seen")
def _unlike_sizes(rng):
    centres = [(0, 0, 0), (9, 0, 0), (0, 9, 0), (0, 0, 9), (9, 9, 0), (9, 0, 9)]
    return _clouds(rng, centres, [12, 18, 24, 36, 50, 60])


@_design("16 in three columns", 16, "seen")
def _sixteen(rng):
    places = rng.permutation(np.stack(np.meshgrid(*[[0, 7, 14]] * 3), axis=-1).reshape(-1, 3))
    return _clouds(rng, places[:16], [14] * 16)


@_design("2 half moons", 2, "seen")
def _moons(rng):
    angles = rng.uniform(0, np.pi, 160)
    X = 5 * np.column_stack([np.cos(angles), np.sin(angles)])
    X[80:] = [5, 2] - X[80:]
    return X + 0.6 * rng.standard_normal((160, 2))


@_design("4, skewed", 4, "seen")
def _skewed(rng):
    centres = np.repeat([(0, 0), (9, 0), (0, 9), (9, 9)], 40, axis=0)
    return centres + rng.gamma(2, 0.8, (160, 2))


@_design("3, each turned", 3, "seen")
def _turned(rng):
    parts = []
    for turn, centre in enumerate([(0, 0), (10, 0), (5, 9)]):
        c, s = np.cos(turn * np.pi / 3), np.sin(turn * np.pi / 3)
        parts.append(rng.standard_normal((50, 2)) * [2, 0.7] @ [[c, s], [-s, c]] + centre)
    return np.concatenate(parts)


@_design("2, a date and a noise column", 2, "seen")
def _date(rng):
    X = rng.permutation(_clouds(rng, [(0, 0), (6, 5)], [60, 70]))
    return np.column_stack([X, np.sort(rng.integers(0, 730, 130)), rng.standard_normal(130)])


@_design("a ring", 1, "seen")
def _ring(rng):
    angles = rng.uniform(0, 2 * np.pi, 160)
    return 5 * np.column_stack([np.cos(angles), np.sin(angles)]) + 0.7 * rng.standard_normal((160, 2))


@_design("a cross", 1, "seen")
def _cross(rng):
    X = rng.standard_normal((160, 2)) * [4, 0.8]
    X[80:] = X[80:, ::-1]
    return X


@_design("counts", 1, "seen")
def _only_counts(rng):
    return rng.poisson(3, (150, 3)).astype(float)


@_design("answers from 1 to 5", 1, "seen")
def _likert(rng):
    trait = rng.standard_normal((150, 1))
    return np.clip(np.round(3 + 0.7 * trait + 0.8 * rng.standard_normal((150, 4))), 1, 5)


@_design("half normal", 1, "seen")
def _half_normal(rng):
    return np.abs(rng.standard_normal((140, 2)))


@_design("4, a year and a postcode", 4, "set aside")
def _year(rng):
    X = rng.permutation(_clouds(rng, [(0, 0), (8, 1), (1, 8), (9, 9)], [30, 40, 50, 40]))
    return np.column_stack([X, rng.integers(2015, 2025, 160), rng.integers(1000, 100_000, 160)])


@_design("5 in four columns, two uniform ones", 5, "set aside")
def _two_uniform(rng):
    X = _clouds(rng, 7 * np.vstack([np.zeros(4), np.eye(4)]), [32] * 5)
    return np.column_stack([X, rng.uniform(0, 100, (160, 2))])


@_design("2, six cells without a decimal point", 2, "set aside")
def _no_point(rng):
    X = 20 + _clouds(rng, [(0, 0, 0), (5, 5, 2)], [80, 70])
    X[rng.choice(150, 6, replace=False), rng.integers(3, size=6)] *= 100
    return X


@_design("3, unlike units and a far row", 3, "set aside")
def _units_and_far_row(rng):
    X = _clouds(rng, [(0, 0, 0), (7, 0, 3), (0, 7, 3)], [40, 50, 60])
    X[0] = [-90, 60, 30]
    return X * [0.001, 1, 500]


@_design("10 of unlike sizes", 10, "set aside")
def _ten(rng):
    places = rng.permutation(np.stack(np.meshgrid(*[[0, 8, 16]] * 3), axis=-1).reshape(-1, 3))
    return _clouds(rng, places[:10], [12, 14, 16, 18, 20, 22, 24, 26, 28, 30])


@_design("2, one long and one round", 2, "set aside")
def _long_and_round(rng):
    X = rng.standard_normal((150, 2))
    X[:90] *= [5, 0.8]
    X[90:] += [0, 7]
    return X


@_design("4, two of them close", 4, "set aside")
def _close(rng):
    return _clouds(rng, [(0, 0), (5, 0), (0, 14), (14, 7)], [45] * 4)


@_design("2 with tails, in four columns", 2, "set aside")
def _two_with_tails(rng):
    X = rng.standard_t(5, (140, 4))
    X[:60] += [5, 5, 0, 0]
    return X


@_design("3, exponentials of normal columns", 3, "set aside")
def _exponentials(rng):
    return np.exp(0.4 * _clouds(rng, [(0, 0), (7, 0), (3, 7)], [50, 50, 50]))


@_design("4 kinds of answers from 1 to 7", 4, "set aside")
def _answers(rng):
    kinds = np.array([(2, 2, 2, 6, 6, 6), (6, 6, 6, 2, 2, 2), (6, 6, 6, 6, 6, 6), (2, 2, 2, 2, 2, 2)])
    return np.clip(np.round(_clouds(rng, kinds, [40] * 4, 0.8)), 1, 7)


@_design("3, correlated columns", 3, "set aside")
def _correlated_columns(rng):
    shared = rng.standard_normal((150, 1))
    return 0.8 * shared + _clouds(rng, [(0, 0, 0, 0), (5, -5, 0, 0), (0, 0, 5, -5)], [50] * 3, 0.6)


@_design("2, very uneven", 2, "set aside")
def _very_uneven(rng):
    return _clouds(rng, [(0, 0, 0), (5, 5, 3)], [180, 20])


@_design("6 around a ring", 6, "set aside")
def _around(rng):
    angles = np.arange(6) * np.pi / 3
    return _clouds(rng, 8 * np.column_stack([np.cos(angles), np.sin(angles)]), [28] * 6)


@_design("18 in two columns", 18, "set aside")
def _eighteen(rng):
    places = rng.permutation([(8 * i, 8 * j) for i in range(5) for j in range(5)])
    return _clouds(rng, places[:18], [15] * 18)


@_design("3 bananas", 3, "set aside")
def _bananas(rng):
    angles = rng.uniform(0, np.pi, 150)
    X = 4 * np.column_stack([np.cos(angles), np.sin(angles)]) + 0.5 * rng.standard_normal((150, 2))
    return X + np.repeat([(0, 0), (14, 0), (7, 12)], 50, axis=0)


@_design("an S", 1, "set aside")
def _s(rng):
    along = rng.uniform(-1.5 * np.pi, 1.5 * np.pi, 160)
    X = 4 * np.column_stack([np.sin(along), np.sign(along) * (np.cos(along) - 1)])
    return X + 0.6 * rng.standard_normal((160, 2))


@_design("a parabola", 1, "set aside")
def _parabola(rng):
    x = rng.standard_normal(150)
    return np.column_stack([x, x**2 + 0.5 * rng.standard_normal(150)])


@_design("shares of three parts", 1, "set aside")
def _shares(rng):
    return rng.dirichlet([2, 3, 4], 150)


@_design("normal, four far rows", 1, "set aside")
def _four_far_rows(rng):
    X = rng.standard_normal((150, 3))
    X[:4] *= 12
    return X


@_design("sums of money", 1, "set aside")
def _money(rng):
    return np.exp(5 + rng.standard_normal((140, 1)) * 0.5 + 0.5 * rng.standard_normal((140, 3)))


@_design("a large cloud around a dense one", 1, "set aside")
def _dense(rng):
    return rng.standard_normal((160, 3)) * np.repeat([1, 4], 80)[:, None]


@_design("normal", 1, "no clusters")
def _normal(rng):
    return rng.standard_normal((100, 3))


@_design("uniform", 1, "no clusters")
def _uniform(rng):
    return rng.uniform(size=(100, 2))


@_design("t with 3 degrees", 1, "no clusters")
def _t(rng):
    return rng.standard_t(3, size=(100, 3))


@_design("lognormal", 1, "no clusters")
def _lognormal(rng):
    return rng.lognormal(0, 0.8, size=(100, 2))


@_design("exponential", 1, "no clusters")
def _exponential(rng):
    return rng.exponential(size=(100, 2))


@_design("a band", 1, "no clusters")
def _band(rng):
    angles = rng.uniform(0, np.pi, 120)
    return 6 * np.column_stack([np.cos(angles), np.sin(angles)]) + 0.5 * rng.standard_normal((120, 2))
