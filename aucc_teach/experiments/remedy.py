"""Does reference data keep AUCC from climbing? k-means and average linkage on noise and on clusters.

A study of our own of :func:`aucc_teach.reference_aucc`: what is left of AUCC when its level on reference data is taken
off, how often the data stand out from the reference sets, and which number of clusters comes out first.
"""

import numpy as np
from sklearn.cluster import AgglomerativeClustering, KMeans
from threadpoolctl import threadpool_limits

from aucc_teach._validation import check_choice, check_integer, check_rng
from aucc_teach.experiments import noise
from aucc_teach.experiments._runner import Experiment, rng_of_block
from aucc_teach.reference import reference_aucc

KS = range(2, 9)
N_OBJECTS = 120
N_REFERENCES = 19
KINDS = (*noise.KINDS, "clusters")
DIMENSIONS = noise.DIMENSIONS
REFERENCES = ("principal", "normal")
DISTANCE = 4.0  # between the means of the three clusters


def _kmeans(X, k):
    return KMeans(k, n_init=noise.N_STARTS, random_state=k).fit_predict(X)


def _average(X, k):
    return AgglomerativeClustering(k, linkage="average").fit_predict(X)


_FUNCTIONS = {"k-means": _kmeans, "average": _average}
ALGORITHMS = tuple(_FUNCTIONS)
_SETTINGS = [(kind, dimension) for kind in KINDS for dimension in DIMENSIONS]
_SEED = 411
_FIRST = 4  # replicates of the quick run, which the stored table summarises apart
_COLUMNS = ("aucc_mean", "excess_mean", "excess_std", "n_alarms", "n_first_aucc", "n_first_excess")


def points(kind, dimension, *, rng=None):
    """Draw one data set of the study.

    Parameters
    ----------
    kind : {"uniform", "normal", "clusters"}
        120 points without structure (uniform in the unit cube, or standard normal), or 3 x 40 points of normal
        clusters with unit variances whose means are 4 apart.
    dimension : int
        Number of coordinates, at least 2.
    rng : numpy.random.Generator or int, optional
        Source of randomness, or a seed for it.

    Returns
    -------
    ndarray of float64, shape (120, dimension)
        The points; clusters one after the other.

    Raises
    ------
    ValueError
        If there is no such kind, or `dimension` is no integer of at least 2.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.experiments.remedy.points("clusters", 10, rng=0).shape
    (120, 10)
    """
    check_choice(kind, KINDS, "kind")
    dimension, rng = check_integer(dimension, "dimension", minimum=2), check_rng(rng)
    if kind != "clusters":
        return noise.structureless(kind, dimension, n_objects=N_OBJECTS, rng=rng)
    X = rng.standard_normal((N_OBJECTS, dimension))
    triangle = DISTANCE * np.array([[0, 0], [1, 0], [0.5, 0.75**0.5]])
    X[:, :2] += np.repeat(triangle, N_OBJECTS // 3, axis=0)
    return X


def rows_of_setting(kind, dimension, *, n_replicates=_FIRST, algorithms=ALGORITHMS, references=REFERENCES):
    """Rows of the stored table for the first replicates of one kind and dimension, computed anew from their seeds.

    Parameters
    ----------
    kind : {"uniform", "normal", "clusters"}
        Kind of points.
    dimension : {2, 10}
        Number of coordinates.
    n_replicates : int, default=4
        Number of data sets, at least 2. The stored table has 4 and 40.
    algorithms, references : sequence of str
        Parts of `ALGORITHMS` and of `REFERENCES`; all by default.

    Returns
    -------
    list of dict
        One row for each reference, algorithm and number of clusters: ``kind``, ``dimension``, ``reference``,
        ``algorithm``, ``k``, ``n_replicates``, mean AUCC, mean and standard deviation of the excess over 19 reference
        sets, ``n_alarms`` (how many p-values are 1/20: no reference set reached the data), and how often this k had
        the largest AUCC and the largest excess.

    Raises
    ------
    ValueError
        If the study has no such setting, algorithm or reference, or there are fewer than 2 replicates.

    Examples
    --------
    >>> import aucc_teach as at
    >>> options = {"n_replicates": 2, "algorithms": ["average"], "references": ["normal"]}
    >>> rows = at.experiments.remedy.rows_of_setting("normal", 2, **options)
    >>> len(rows), rows[0]["k"], rows[-1]["k"]
    (7, 2, 8)
    """
    if (kind, dimension) not in _SETTINGS:
        raise ValueError(f"kind and dimension must be one of {_SETTINGS}. Got {(kind, dimension)!r}.")
    n_replicates = check_integer(n_replicates, "n_replicates", minimum=2)
    numbers = [replicate * len(_SETTINGS) + _SETTINGS.index((kind, dimension)) for replicate in range(n_replicates)]
    with threadpool_limits(1):
        found = [_score(kind, dimension, rng_of_block(_SEED, number), algorithms, references) for number in numbers]
    return _summarise(kind, dimension, algorithms, references, found)


def _score(kind, dimension, rng, algorithms, references):
    """For each reference, algorithm and k: AUCC, excess, and whether no reference set reached it."""
    X = points(kind, dimension, rng=rng)
    seed = int(rng.integers(2**31))
    found = []
    for reference in references:
        check_choice(reference, REFERENCES, "references")
        of_reference = []
        for algorithm in algorithms:
            check_choice(algorithm, ALGORITHMS, "algorithms")
            # Every algorithm meets the same reference sets, whatever else is run.
            options = {"n_references": N_REFERENCES, "reference": reference, "rng": seed}
            result = reference_aucc(X, _FUNCTIONS[algorithm], KS, **options)
            alarms = result.pvalues <= 1 / (N_REFERENCES + 1)
            of_reference.append(np.stack([result.scores, result.excess, alarms], axis=-1).tolist())
        found.append(of_reference)
    return found


def _summarise(kind, dimension, algorithms, references, found):
    found = np.array(found)  # replicate, reference, algorithm, k, quantity
    aucc, excess, alarms = np.moveaxis(found, -1, 0)
    k_of_column = np.arange(len(KS))
    columns = (
        aucc.mean(axis=0),
        excess.mean(axis=0),
        excess.std(axis=0, ddof=1),
        alarms.sum(axis=0).astype(int),
        (aucc.argmax(axis=-1)[..., None] == k_of_column).sum(axis=0),
        (excess.argmax(axis=-1)[..., None] == k_of_column).sum(axis=0),
    )
    rows = []
    for index in np.ndindex(columns[0].shape):
        reference, algorithm, k = (names[i] for names, i in zip((references, algorithms, KS), index, strict=True))
        place = {"kind": kind, "dimension": dimension, "reference": reference, "algorithm": algorithm, "k": k}
        numbers = {name: noise.rounded(column[index]) for name, column in zip(_COLUMNS, columns, strict=True)}
        rows.append(place | {"n_replicates": len(found)} | numbers)
    return rows


def _settings(full):
    return {"seed": _SEED, "n_replicates": 40 if full else _FIRST}


def _n_blocks(settings):
    return len(_SETTINGS) * settings["n_replicates"]


def _run_block(settings, number, rng):
    # Kinds and dimensions take turns, so that the first blocks are the same in a short run and in a long one.
    with threadpool_limits(1):
        return _score(*_SETTINGS[number % len(_SETTINGS)], rng, ALGORITHMS, REFERENCES)


def _rows(settings, results):
    rows = []
    for place, (kind, dimension) in enumerate(_SETTINGS):
        found = results[place :: len(_SETTINGS)]
        for n_replicates in sorted({_FIRST, len(found)}):
            rows += _summarise(kind, dimension, ALGORITHMS, REFERENCES, found[:n_replicates])
    return rows


EXPERIMENT = Experiment(
    name="remedy",
    title="AUCC less its level on reference data: two algorithms on noise and on three clusters",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
