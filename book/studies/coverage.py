"""How often intervals for AUCC cover the AUCC of the source that the objects come from, and how often wrong ways do.

A study of our own in four parts. Objects are drawn at random with their classes, so the sizes of the classes are random
too. AUCC of the source is the chance that two objects of one class are closer than two objects of different classes,
all four drawn independently. It is known from a million such pairs.

- given: classes come with the objects. The interval of :func:`aucc_teach.aucc_interval` ("logit"), and on the same data
  the normal one with its standard error, that of DeLong for pairs as if they were independent, a binomial one for the
  comparisons, and one with the standard deviation of AUCC when the labels are permuted.
- copies: the percentile interval of the bootstrap of objects, whose copies lie at distance 0, and without the pairs of
  copies.
- found: k-means makes three clusters. They are judged on the data that made them; or one half of the objects makes them
  and the other is judged. AUCC of the source is then that of the cells of this k-means.
- difference: two partitions or two metrics on the same objects, by :func:`aucc_teach.aucc_difference` ("paired"), and
  with the error of two AUCC of different objects ("unpaired").
"""

import math
import warnings
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist, pdist
from scipy.stats import norm
from sklearn.cluster import KMeans

from aucc_teach.aucc import PairRanking
from aucc_teach.input import check_choice, check_integer, check_real, check_rng
from aucc_teach.objects import aucc_difference, aucc_interval
from aucc_teach.pairs import within_pairs
from studies._clouds import student
from studies._runner import Experiment, check_rows, in_order, of_block, rng_of_block, rounded

__all__ = [
    "CONFIDENCE",
    "EXPERIMENT",
    "PER_BLOCK",
    "SETTINGS",
    "WAYS",
    "Setting",
    "coverage",
    "make_data_set",
    "rows_of_setting",
]

CONFIDENCE = 0.95
PER_BLOCK = 500
#: Ways to an interval, by part of the study.
WAYS = {
    "given": ("logit", "normal", "delong", "binomial", "permutation"),
    "copies": ("logit", "bootstrap", "without copies"),
    "found": ("same data", "other half"),
    "difference": ("paired", "unpaired"),
}
FAMILIES = ("normal", "t3")
_SIZES = (40, 100, 300)
_SEPARATIONS = (0.0, 1.0, 2.0, 3.5, 6.0, 8.0)
#: Shares of the classes; "3 unequal" is .6, .3 and .1.
_PROPORTIONS = {**{f"{k}": (1 / k,) * k for k in range(2, 6)}, "3 unequal": (0.6, 0.3, 0.1)}
N_RESAMPLES = 300  # of the bootstrap
_REACH = float(norm.ppf((1 + CONFIDENCE) / 2))
_SEED = 1972
_SEED_OF_SOURCES = 1948
_N_PAIRS_OF_CELLS = 10**5  # from which AUCC of the cells of each k-means is known
_COLUMNS = ("part", "family", "classes", "separation", "kind", "n_objects", "way", "n_data_sets", "truth", "statistic")
_COLUMNS += ("statistic_std", "error", "width", "n_covers", "n_undefined")


class Setting(NamedTuple):
    """One setting of the study.

    ``part``: "given", "copies", "found" or "difference"; ``family``: "normal" or "t3"; ``classes``: their number, "2"
    to "5" of equal size, or "3 unequal"; ``separation``: distance of neighbouring classes in standard deviations;
    ``kind``: what is compared in the part "difference", elsewhere "none"; ``n_objects``: how many.
    """

    part: str
    family: str
    classes: str
    separation: float
    kind: str
    n_objects: int


#: All settings, one block each.
SETTINGS = (
    *(Setting("given", f, c, s, "none", n) for f, c, s, n in product(FAMILIES, _PROPORTIONS, _SEPARATIONS, _SIZES)),
    *(Setting("copies", "normal", "3", s, "none", n) for s, n in product(_SEPARATIONS, _SIZES[:2])),
    *(Setting("found", "normal", "3", s, "none", n) for s, n in product((0.0, 3.5), _SIZES)),
    *(
        Setting("difference", "normal", "3", s, kind, n)
        for kind, s, n in product(("metrics", "merged", "mislabelled"), (2.0, 3.5), _SIZES)
    ),
)


def without_size(setting):
    """What a setting draws from, which is the same for every number of objects."""
    return setting._replace(n_objects=0)


_SOURCES = tuple(dict.fromkeys(map(without_size, SETTINGS)))


def make_data_set(n_objects, classes, separation, *, family="normal", rng=None):
    """Objects in the plane that are drawn at random together with their classes.

    The centres of the classes are the corners of a regular polygon (of two classes, the ends of a line), and each
    coordinate has standard deviation 1 about them.

    Parameters
    ----------
    n_objects : int
        Number of objects.
    classes : {"2", "3", "4", "5", "3 unequal"}
        Number of classes; their proportions are equal, or .6, .3 and .1.
    separation : float
        Distance of neighbouring centres.
    family : {"normal", "t3"}, default="normal"
        Distribution about the centres: normal, or Student's t with 3 degrees of freedom.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    X : ndarray of float64, shape (n_objects, 2)
        Objects.
    labels : ndarray of int, shape (n_objects,)
        Classes, drawn too: their sizes are random.

    Raises
    ------
    ValueError
        If there is no such family or number of classes, or a number is out of range.

    Examples
    --------
    >>> import studies
    >>> import numpy as np
    >>> X, labels = studies.coverage.make_data_set(100, "3", 3.5, rng=0)
    >>> X.shape, np.bincount(labels).tolist()
    ((100, 2), [27, 32, 41])
    """
    n = check_integer(n_objects, "n_objects", minimum=1)
    proportions = _PROPORTIONS[check_choice(classes, tuple(_PROPORTIONS), "classes")]
    separation = check_real(separation, "separation", low=0.0, high=math.inf)
    check_choice(family, FAMILIES, "family")
    rng = check_rng(rng)
    k = len(proportions)
    angles = 2 * np.pi * np.arange(k) / k
    centres = separation / (2 * np.sin(np.pi / k)) * np.column_stack([np.cos(angles), np.sin(angles)])
    labels = rng.choice(k, size=n, p=proportions)
    about = rng.standard_normal((n, 2)) if family == "normal" else student(rng, (n, 2)) / math.sqrt(3)
    return centres[labels] + about, labels


def rows_of_setting(setting, *, per_block=PER_BLOCK):
    """Rows of the stored table for one setting, computed anew from its seed.

    Parameters
    ----------
    setting : Setting
        One of ``SETTINGS``.
    per_block : int, default=500
        How many data sets, at least 2; the stored table has 500.

    Returns
    -------
    pandas.DataFrame
        One row for each of ``WAYS`` of its part: the setting; the way; the number of data sets; AUCC of the source, or
        the difference of two (in the part "found" the mean of the sources); mean and standard deviation of what the
        data gave; the root of the mean square of the standard errors; the mean width of the intervals; how many cover,
        and how many have no limits, which do not cover.

    Raises
    ------
    ValueError
        If there is no such setting, or there are fewer than two data sets.

    Examples
    --------
    >>> import studies
    >>> setting = studies.coverage.Setting("given", "normal", "3", 2.0, "none", 40)
    >>> rows = studies.coverage.rows_of_setting(setting, per_block=2)
    >>> rows["way"].tolist(), round(float(rows["truth"][0]), 2)
    (['logit', 'normal', 'delong', 'binomial', 'permutation'], 0.7)
    """
    if setting not in SETTINGS:
        raise ValueError(f"setting must be one of SETTINGS. Got {setting!r}.")
    settings = _settings(True) | {"per_block": check_integer(per_block, "per_block", minimum=2)}
    block = SETTINGS.index(setting)
    return pd.DataFrame(of_block(lambda rng: _run_block(settings, block, rng), _SEED, block))


def coverage(rows, way):
    """How often the intervals of one way cover, over all rows of a table or a part of it.

    Parameters
    ----------
    rows : pandas.DataFrame
        Stored table, or some of its rows.
    way : str
        One of the values of ``WAYS``.

    Returns
    -------
    proportion, error : float
        Proportion of the data sets whose interval covers, and its standard error between the rows, which are the
        settings; NaN for a single one.

    Raises
    ------
    ValueError
        If `rows` is no such table or has no such rows.

    Examples
    --------
    >>> import studies
    >>> table = studies.read_table("book/results/coverage.csv")
    >>> proportion, error = studies.coverage.coverage(table[table["n_objects"] == 300], "binomial")
    >>> round(proportion, 3), round(error, 3)
    (0.005, 0.001)
    """
    check_rows(rows, ("way", "n_data_sets", "n_covers"))
    found = rows[rows["way"] == way]
    n = int(found["n_data_sets"].sum())
    if not n:
        raise ValueError(f"rows must hold the way {way!r}. They hold {sorted(set(rows['way']))}.")
    of_setting = found["n_covers"] / found["n_data_sets"]
    return float(found["n_covers"].sum()) / n, float(of_setting.sem())


def _run_block(settings, block, rng):
    setting = SETTINGS[block]
    judge = {"given": _given, "copies": _copies, "found": _found, "difference": _difference}[setting.part]
    source = of_source(without_size(setting), settings["n_pairs"])
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "no limits")  # they are counted
        found = [judge(setting, source, rng) for _ in range(settings["per_block"])]
    rows = []
    for way in WAYS[setting.part]:
        truth, statistic, error, low, high = np.array([of_set[way] for of_set in found]).T
        row = setting._asdict() | {"way": way, "n_data_sets": len(found)}
        row |= {"truth": truth.mean(), "statistic": statistic.mean(), "statistic_std": statistic.std(ddof=1)}
        defined = np.isfinite(low)
        row |= {"error": np.sqrt(np.mean(error**2)), "width": (high - low)[defined].mean() if defined.any() else None}
        # A comparison with NaN is false: an interval without limits does not cover.
        row |= {"n_covers": int(((low <= truth) & (truth <= high)).sum()), "n_undefined": int((~defined).sum())}
        rows.append({name: rounded(v) if isinstance(v, float | np.floating) else v for name, v in row.items()})
    return rows


@lru_cache(maxsize=1)
def of_source(setting, n_pairs):
    """AUCC of the source of a setting or the difference of two; for the part "found", many objects of the source."""
    rng = rng_of_block(_SEED_OF_SOURCES, _SOURCES.index(setting))
    if setting.part == "found":
        return _draw(setting, 2 * min(n_pairs, _N_PAIRS_OF_CELLS), rng)[0]
    if setting.separation == 0:
        return 0.5
    X, labels = _draw(setting, 2 * n_pairs, rng)
    value = _of_pairs(X, labels)
    if setting.part != "difference":
        return value
    other_labels, other_metric = _other(setting.kind, labels, rng)
    return value - _of_pairs(X, other_labels, other_metric)


def _draw(setting, n_objects, rng):
    return make_data_set(n_objects, setting.classes, setting.separation, family=setting.family, rng=rng)


def _of_pairs(X, labels, metric="euclidean"):
    """AUCC from pairs of objects that are independent: the first with the second, the third with the fourth, ..."""
    apart = X[::2] - X[1::2]
    distances = np.abs(apart).sum(axis=1) if metric == "cityblock" else np.hypot(*apart.T)
    same = labels[::2] == labels[1::2]
    return float(_farther(np.sort(distances[same]), np.sort(distances[~same])).mean())


def _farther(within, between):
    """For each of the sorted within distances, the proportion of between distances that are larger."""
    return 1 - np.searchsorted(between, within) / between.size


def _given(setting, source, rng):
    X, labels = _draw(setting, setting.n_objects, rng)
    distances = pdist(X)
    low, high, value, error = _limits(aucc_interval(distances, labels, metric="precomputed"))
    errors = {"normal": error} | wrong_errors(distances, labels, value)
    return {"logit": (source, value, error, low, high)} | {
        way: (source, value, error, *_normal(value, error)) for way, error in errors.items()
    }


def wrong_errors(distances, labels, value):
    """Standard errors of AUCC that take pairs or comparisons for independent, or the labels for random."""
    same = within_pairs(labels)
    within, between = np.sort(distances[same]), np.sort(distances[~same])
    of_within = _farther(within, between)
    of_between = np.searchsorted(within, between) / within.size
    sizes = np.unique(labels, return_counts=True)[1]  # a class may be empty
    return {
        # DeLong, DeLong and Clarke-Pearson (1988), with pairs in the place of patients.
        "delong": math.sqrt(of_within.var(ddof=1) / within.size + of_between.var(ddof=1) / between.size),
        "binomial": math.sqrt(value * (1 - value) / (within.size * between.size)),
        "permutation": math.sqrt(PairRanking(distances, metric="precomputed").null(sizes).variance),
    }


def _limits(interval):
    return interval.low, interval.high, interval.statistic, interval.standard_error


def _normal(value, error):
    return value - _REACH * error, value + _REACH * error


def _copies(setting, source, rng):
    X, labels = _draw(setting, setting.n_objects, rng)
    distances = pdist(X)
    low, high, value, error = _limits(aucc_interval(distances, labels, metric="precomputed"))
    with_copies, without = resampled(distances, labels, rng)
    return {
        "logit": (source, value, error, low, high),
        "bootstrap": (source, with_copies.mean(), with_copies.std(), *_percentiles(with_copies)),
        "without copies": (source, without.mean(), without.std(), *_percentiles(without)),
    }


def resampled(distances, labels, rng):
    """AUCC of sets of objects drawn with replacement: with all pairs, and without those of an object and its copy."""
    n = labels.size
    times = rng.multinomial(n, np.full(n, 1 / n), size=N_RESAMPLES).astype(float)
    order = np.argsort(distances)
    first, second = (ends[order] for ends in np.triu_indices(n, 1))
    same = within_pairs(labels)[order]
    # A pair stands as often in the new set as the product of its two objects.
    weights = times[:, first] * times[:, second]
    between = np.where(same, 0, weights)
    n_between = between.sum(axis=1)
    within = weights[:, same]
    n_within = within.sum(axis=1)
    farther = n_between[:, None] - np.cumsum(between, axis=1)[:, same]
    right = (within * farther).sum(axis=1)
    # Distance 0, always within, and closer than every between pair.
    n_copies = (times * (times - 1) / 2).sum(axis=1)
    return (right + n_copies * n_between) / ((n_within + n_copies) * n_between), right / (n_within * n_between)


def _percentiles(values):
    return np.quantile(values, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])


def _found(setting, others, rng):
    X, _ = _draw(setting, setting.n_objects, rng)
    half = setting.n_objects // 2
    result = {}
    for way, made_by, judged in (("same data", X, X), ("other half", X[:half], X[half:])):
        cells = KMeans(3, n_init=3, random_state=int(rng.integers(2**31))).fit(made_by).cluster_centers_
        low, high, value, error = _limits(aucc_interval(judged, _nearest(judged, cells)))
        result[way] = _of_pairs(others, _nearest(others, cells)), value, error, low, high
    return result


def _nearest(X, centres):
    return cdist(X, centres).argmin(axis=1)


def _difference(setting, source, rng):
    X, labels = _draw(setting, setting.n_objects, rng)
    other_labels, other_metric = _other(setting.kind, labels, rng)
    found = aucc_difference(X, labels, other_labels, other_metric=other_metric)
    low, high, value, error = _limits(found)
    apart = math.hypot(
        aucc_interval(X, labels).standard_error,
        aucc_interval(X, other_labels, metric=other_metric).standard_error,
    )
    return {
        "paired": (source, value, error, low, high),
        "unpaired": (source, value, apart, *_normal(value, apart)),
    }


def _other(kind, labels, rng):
    """Labels and metric to compare with."""
    if kind == "metrics":
        return labels, "cityblock"
    if kind == "merged":
        return np.minimum(labels, 1), "euclidean"
    # One in five gets a class that is dealt blindly.
    dealt = rng.integers(3, size=labels.size)
    return np.where(rng.random(labels.size) < 0.2, dealt, labels), "euclidean"


def _settings(full):
    return {"seed": _SEED, "n_blocks": len(SETTINGS)} | (
        {"per_block": PER_BLOCK, "n_pairs": 10**6} if full else {"per_block": 10, "n_pairs": 10**5}
    )


def _rows(settings, results):
    return in_order(chain.from_iterable(results), _COLUMNS)


EXPERIMENT = Experiment(
    name="coverage",
    title="How often intervals for the AUCC of the source of the objects cover it, and how often wrong ways do",
    settings=_settings,
    n_blocks=lambda settings: settings["n_blocks"],
    run_block=_run_block,
    rows=_rows,
)
