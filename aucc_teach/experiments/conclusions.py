"""What does a report conclude where the truth is known? Its rule on designs with 1 to 8 clusters, beside simpler rules.

A study of our own of the rule of :func:`aucc_teach.report`. The designs are those of the study `choosing` that were set
aside there: the rule was settled on the others. A report can also say that there is something, and name no number.
"""

from functools import partial

import numpy as np
import pandas as pd

from aucc_teach._validation import check_choice, check_integer
from aucc_teach.calibration import reference_data
from aucc_teach.experiments import choosing
from aucc_teach.experiments._runner import Experiment
from aucc_teach.experiments._turns import results_of_kind, rows_of_first_and_all
from aucc_teach.reporting import report

__all__ = [
    "DESIGNS",
    "EXPERIMENT",
    "OUTCOMES",
    "RULES",
    "rows_of_design",
]

#: Rules in the order of the table. "report": the numbers that a report names; "report or candidate": where it names
#: none, that of its candidate. The others take k-means, as `choosing` has them: the calibrated choice by one criterion,
#: of the same clusterings and reference sets as the report; the largest gap; and prediction strength.
RULES = (
    "report",
    "report or candidate",
    "calibrated VRC",
    "calibrated AUCC",
    "gap, largest",
    "prediction strength",
)
#: What a rule can come to: the true number, which with one cluster is to find nothing; nothing, though there are
#: clusters; something without a number; the true number among several; another number.
OUTCOMES = ("right", "nothing", "no number", "several", "wrong")

#: The designs by name: those of `choosing.DESIGNS` that were set aside.
DESIGNS = {name: design for name, design in choosing.DESIGNS.items() if design.group == "set aside"}

_NAMES = tuple(DESIGNS)
_SEED = 1965
_FIRST = 1  # replicates of the quick run, which the stored table summarises apart


def rows_of_design(design, *, n_replicates=_FIRST):
    """Rows of the stored table for the first replicates of one design, computed anew from their seeds.

    Parameters
    ----------
    design : str
        One of the names of `DESIGNS`.
    n_replicates : int, default=1
        Number of data sets, at least 1. The stored table has 1 and 5.

    Returns
    -------
    pandas.DataFrame
        One row for each rule: ``design``, ``n_clusters`` (the true number), ``rule``, ``n_replicates``, and how often
        each of `OUTCOMES` came out: ``n_right``, ``n_nothing``, ``n_no_number``, ``n_several``, ``n_wrong``.

    Raises
    ------
    ValueError
        If the study has no such design, or there is no replicate.

    Examples
    --------
    >>> import aucc_teach as at
    >>> rows = at.experiments.conclusions.rows_of_design("2 in five dimensions")
    >>> rows.set_index("rule").loc["report", "n_right"].item()
    1
    """
    check_choice(design, _NAMES, "design")
    n_replicates = check_integer(n_replicates, "n_replicates", minimum=1)
    found = results_of_kind(partial(_outcomes, design), _SEED, design, _NAMES, n_replicates)
    return pd.DataFrame(_summarise(design, found))


def _outcomes(design, rng):
    """For each rule, the place of its outcome in `OUTCOMES`."""
    X, truth = choosing.draw(design, rng=rng), DESIGNS[design].n_clusters
    # The coordinates of a design have one unit.
    made = report(X, scaling="none", rng=rng, progress=False)
    numbers = made.numbers
    something = made.pvalue <= made.settings["significance_level"]
    candidate = (made.candidate[1],) if made.candidate and not numbers else numbers
    references = [reference_data(X, matched=False, rng=rng) for _ in range(choosing.N_REFERENCES)]
    partitions = [choosing.cluster(points, "k-means") for points in (X, *references)]
    gap, _ = choosing.gap_statistic(X, partitions[0], list(zip(references, partitions[1:], strict=True)))
    strong = choosing.prediction_strength(X, "k-means", rng=rng) >= choosing.STRENGTH
    strongest = max((k for k, reached in zip(choosing.KS, strong, strict=True) if reached), default=1)
    found = {
        "report": (something, numbers),
        "report or candidate": (something, candidate),
        **{
            f"calibrated {title}": _of_one(int(made.tests.loc[("k-means", title), "named"]))
            for title in ("VRC", "AUCC")
        },
        "gap, largest": _of_one(1 + int(gap.argmax())),
        "prediction strength": _of_one(strongest),
    }
    return [OUTCOMES.index(_outcome(truth, *found[rule])) for rule in RULES]


def _of_one(n_clusters):
    """Whether a rule that always names a number finds something, and which numbers it names."""
    return n_clusters > 1, (n_clusters,) if n_clusters > 1 else ()


def _outcome(truth, something, numbers):
    if not something:
        return "right" if truth == 1 else "nothing"
    if not numbers:
        return "no number"
    if truth not in numbers:
        return "wrong"
    return "right" if len(numbers) == 1 else "several"


def _summarise(design, found):
    found = np.array(found)  # replicate, rule
    rows = []
    for rule, outcomes in zip(RULES, found.T, strict=True):
        counts = np.bincount(outcomes, minlength=len(OUTCOMES)).tolist()
        place = {"design": design, "n_clusters": DESIGNS[design].n_clusters, "rule": rule, "n_replicates": len(found)}
        rows.append(
            place | {f"n_{name.replace(' ', '_')}": count for name, count in zip(OUTCOMES, counts, strict=True)}
        )
    return rows


def _settings(full):
    return {"seed": _SEED, "n_replicates": 5 if full else _FIRST}


def _n_blocks(settings):
    return len(_NAMES) * settings["n_replicates"]


def _run_block(settings, number, rng):
    return _outcomes(_NAMES[number % len(_NAMES)], rng)


def _rows(settings, results):
    return rows_of_first_and_all(_summarise, _NAMES, results, _FIRST)


EXPERIMENT = Experiment(
    name="conclusions",
    title="What reports conclude on designs with 1 to 8 clusters, beside simpler rules",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
