"""The test of the penguins, repeated: with other reference sets, other seeds, another scale, and fewer birds.

Two chapters ask on what the answer depends. Here k-means, the best of three starts, finds 2 to 10 clusters, and AUCC
and VRC are tested as in the chapters.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.cluster import KMeans

from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.calibration import calibrated_choice
from aucc_teach.datasets import load_penguins
from aucc_teach.input import check_choice
from studies._runner import Experiment, in_order, rounded

__all__ = ["EXPERIMENT", "LOOKS", "Look", "take"]

_SIZES = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
_KS = range(2, 11)
_CRITERIA = {"aucc": "aucc_score", "vrc": "calinski_harabasz_score"}
_COLUMNS = ["look", "birds", *(f"{name}_{part}" for name in _CRITERIA for part in ("peak", "pvalue")), "ari"]


class Look(NamedTuple):
    """One repetition of the test.

    ``seed``: of the reference sets and, where birds are drawn, of this draw; ``start``: seed of k-means; ``scale``: by
    which columns are divided, "standard deviation" or "range"; ``birds``: "all", "one of each nest", or "larger group"
    of the two clusters of all; ``references``: kinds of reference sets; ``n_references``: sets of each kind.
    """

    seed: int = 0
    start: int = 0
    scale: str = "standard deviation"
    birds: str = "all"
    references: tuple = ("box", "radial")
    n_references: int = 19


#: The looks by name.
LOOKS = {
    **{f"seed {seed}": Look(seed, seed) for seed in (1, 2)},
    "divided by range": Look(scale="range"),
    **{f"one per nest, {seed}": Look(seed, birds="one of each nest") for seed in range(3)},
    "only the 219": Look(birds="larger group"),
    **{f"39, seed {seed}": Look(seed, references=("radial",), n_references=39) for seed in range(3)},
}


def take(look):
    """Take one look, as the stored table has it.

    Parameters
    ----------
    look : str
        One of the names of `LOOKS`.

    Returns
    -------
    dict
        ``look``; ``birds``, their number; ``aucc_peak``, ``aucc_pvalue``, ``vrc_peak`` and ``vrc_pvalue``, where the
        peak over k is and its p-value; ``ari``, the adjusted Rand index of two clusters of these birds with those of
        all, or None where all of these birds are in one of them.

    Raises
    ------
    ValueError
        If there is no such look.

    Examples
    --------
    >>> import studies
    >>> studies.penguins.take("one per nest, 0")["birds"]
    172
    """
    seed, start, scale, birds, references, n_references = LOOKS[check_choice(look, tuple(LOOKS), "look")]
    table = load_penguins().dropna(subset=_SIZES).reset_index(drop=True)
    sizes = table[_SIZES].to_numpy()
    two = _k_means()(_scaled(sizes, "standard deviation"), 2)
    if birds == "one of each nest":
        # Two adults share a nest: N1A1 and N1A2 of one season.
        nest, _ = pd.factorize(table["studyName"] + table["Individual ID"].str.replace("A[12]$", "", regex=True))
        lots = pd.Series(np.random.default_rng(seed).random(len(nest)))
        rows = lots.groupby(nest).idxmax().sort_values().to_numpy()
    else:
        rows = np.flatnonzero(two == np.bincount(two).argmax()) if birds == "larger group" else np.arange(len(two))
    points, cluster = _scaled(sizes[rows], scale), _k_means(start)
    found = {"look": look, "birds": len(rows)}
    for name, criterion in _CRITERIA.items():
        options = {"references": references, "n_references": n_references, "rng": seed}
        choice = calibrated_choice(points, cluster, _KS, criterion=criterion, **options)
        found |= {f"{name}_peak": rounded(choice.best), f"{name}_pvalue": rounded(choice.pvalue)}
    is_divided = len(set(two[rows].tolist())) == 2
    return found | {"ari": rounded(adjusted_rand_score(two[rows], cluster(points, 2))) if is_divided else None}


def _scaled(values, scale):
    return values / np.ptp(values, axis=0) if scale == "range" else (values - values.mean(axis=0)) / values.std(axis=0)


def _k_means(seed=0):
    """k-means, which looks up what it was asked before: both criteria judge the same partitions."""
    answers = {}

    def cluster(points, k):
        key = points.tobytes(), k
        if key not in answers:
            answers[key] = KMeans(k, n_init=3, random_state=seed).fit_predict(points)
        return answers[key]

    return cluster


def _settings(full):
    return {"seed": 0, "looks": [*LOOKS] if full else ["one per nest, 1"]}


def _run_block(settings, block, rng):
    return take(settings["looks"][block])


EXPERIMENT = Experiment(
    name="penguins",
    title="The test of the penguins, repeated with other reference sets, seeds, another scale, and fewer birds",
    settings=_settings,
    n_blocks=lambda settings: len(settings["looks"]),
    run_block=_run_block,
    rows=lambda settings, results: in_order(results, _COLUMNS),
)
