"""What does a report conclude where the truth is known? Its rule on tables with 1 to 18 clusters, beside other rules.

A study of our own of the rule of :func:`aucc_teach.report`, as it is by default. Some designs were seen while the rule
was written, those of the study `choosing` among them; the others were set aside. Six kinds of tables without clusters
are drawn often, for the size of the test. A report can also say that there is something, and name no number.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from aucc_teach._clusterers import label_rows_of_many
from aucc_teach._validation import check_choice, check_integer
from aucc_teach.calibration import reference_data
from aucc_teach.experiments._runner import Experiment, of_block
from aucc_teach.reporting import report
from aucc_teach.reporting._conclude import judge_claims
from studies import _messy, choosing

__all__ = [
    "DESIGNS",
    "EXPERIMENT",
    "OUTCOMES",
    "REPLICATES",
    "RULES",
    "compare_rules",
    "outcomes_beside",
    "rows_of_design",
]

#: Rules in the order of the table. "report": the number that a report selects; "report or candidate": where it selects
#: none, that of its candidate; "report, standardised": the rule as it was, with the standard deviation as its only
#: scale, where no row was left out and clusters need not be apart. The others see the standardised table. With k-means:
#: the choices that are calibrated with the report's reference sets; VRC itself; the largest gap; prediction strength.
#: Then Gaussian mixtures by BIC, and the number of clusters of HDBSCAN, each of at least a twentieth of the rows and at
#: least 5. From VRC on they are not tried on "no clusters".
RULES = (
    "report",
    "report or candidate",
    "report, standardised",
    "calibrated VRC",
    "calibrated AUCC",
    "VRC",
    "gap, largest",
    "prediction strength",
    "mixture, BIC",
    "HDBSCAN",
)
#: What a rule can come to: the true number, which with one cluster is to find nothing; nothing, though there are
#: clusters; something without a number; the true number among several; another number.
OUTCOMES = ("right", "nothing", "no number", "several", "wrong")

#: The designs by name: those of `choosing.DESIGNS` that were set aside there, in the group "choosing", and new ones.
DESIGNS = {
    name: design._replace(group="choosing") for name, design in choosing.DESIGNS.items() if design.group == "set aside"
} | _messy.DESIGNS
#: Data sets of each design, by its group.
REPLICATES = {"choosing": 2, "seen": 2, "set aside": 8, "no clusters": 84}

_NAMES = tuple(DESIGNS)
_SEED = 1995
_COUNTS = [f"n_{name.replace(' ', '_')}" for name in OUTCOMES]
_PAIRED = ["n_report_only", "n_rule_only", "n_report_wrong", "n_rule_wrong"]
_KS = range(1, choosing.KS.stop)  # of mixtures


def rows_of_design(design, *, n_replicates=1):
    """Rows of the stored table for the first replicates of one design, computed anew from their seeds.

    Parameters
    ----------
    design : str
        One of the names of `DESIGNS`.
    n_replicates : int, default=1
        Number of data sets, from 1 to that of the group in `REPLICATES`. The stored table has 1 and all.

    Returns
    -------
    pandas.DataFrame
        One row for each rule: ``design``, ``group``, ``n_clusters`` (the true number), ``rule``, ``n_replicates``, how
        often each of `OUTCOMES` came out, ``n_right``, ``n_nothing``, ``n_no_number``, ``n_several``, ``n_wrong``; how
        often the report was right and the rule not, ``n_report_only``, and the other way round, ``n_rule_only``; and
        how often the report alone was wrong, ``n_report_wrong``, and the rule alone, ``n_rule_wrong``.

    Raises
    ------
    ValueError
        If the study has no such design, or not so many replicates.

    Examples
    --------
    >>> import aucc_teach as at
    >>> rows = at.experiments.study("conclusions").rows_of_design("3 in three dimensions")
    >>> rows.set_index("rule").loc["report", "n_right"].item()
    1
    """
    check_choice(design, _NAMES, "design")
    n_replicates = check_integer(n_replicates, "n_replicates", minimum=1)
    most = REPLICATES[DESIGNS[design].group]
    if n_replicates > most:
        raise ValueError(f"n_replicates must be at most {most} for {design!r}. Got {n_replicates}.")
    blocks = _blocks(full=True)
    found = [
        of_block(lambda rng: _outcomes(design, rng), _SEED, blocks.index(Block(design, replicate)))
        for replicate in range(n_replicates)
    ]
    return pd.DataFrame(_summarise(design, found))


def compare_rules(table):
    """What each rule came to over all data sets of some designs, and how many more the report has right, and wrong.

    Parameters
    ----------
    table : pandas.DataFrame
        The stored table, or those of its rows that belong to some designs. Of each design the rows with most data sets
        are used.

    Returns
    -------
    pandas.DataFrame
        One row for each rule: how many data sets ended in each of `OUTCOMES`, the number of data sets, ``n``, how many
        of them the report has right beyond those of the rule, ``ahead``, and the standard error of that, ``error``;
        and how many it has wrong beyond those of the rule, ``more wrong``, with ``error of wrong``. The errors are
        those of sums of paired differences, each from the variance within its design, so they are about other data sets
        of these designs, not about other designs.

    Raises
    ------
    ValueError
        If a column of the stored table is missing, or a design has a single data set.

    Examples
    --------
    Both are right twice in three data sets, and once each where the other is not.

    >>> import aucc_teach as at
    >>> import pandas as pd
    >>> counts = {"n_right": 2, "n_nothing": 1, "n_no_number": 0, "n_several": 0, "n_wrong": 0}
    >>> paired = {"n_report_only": 1, "n_rule_only": 1, "n_report_wrong": 0, "n_rule_wrong": 0}
    >>> row = {"design": "2 clouds", "rule": "gap, largest", "n_replicates": 3} | counts | paired
    >>> found = at.experiments.study("conclusions").compare_rules(pd.DataFrame([row])).loc["gap, largest"]
    >>> found["right"].item(), found["ahead"].item(), round(found["error"].item(), 2)
    (2.0, 0.0, 1.73)
    """
    missing = [name for name in ("design", "rule", "n_replicates", *_COUNTS, *_PAIRED) if name not in table]
    if missing:
        raise ValueError(f"table must have the columns of the stored table. It lacks {', '.join(missing)}.")
    rows = table[table["n_replicates"] == table.groupby("design")["n_replicates"].transform("max")]
    if (single := rows.loc[rows["n_replicates"] == 1, "design"]).any():
        raise ValueError(f"table must have several data sets of each design. It has one of {single.iloc[0]!r}.")
    n, paired = rows["n_replicates"], {}
    for names, plus, minus in (
        (("ahead", "error"), "n_report_only", "n_rule_only"),
        (("more wrong", "error of wrong"), "n_report_wrong", "n_rule_wrong"),
    ):
        difference = rows[plus] - rows[minus]
        variance = (rows[plus] + rows[minus] - difference**2 / n) * n / (n - 1)
        paired |= dict(zip(names, (difference, variance), strict=True))
    summed = rows.assign(n=n, **paired).groupby("rule", sort=False)
    found = summed[[*_COUNTS, "n", *paired]].sum()
    found[["error", "error of wrong"]] **= 0.5
    return found.rename(columns=dict(zip(_COUNTS, OUTCOMES, strict=True)))


def outcomes_beside(table):
    """The outcomes of each rule as they are printed, and how far the report is ahead, with standard errors.

    Parameters
    ----------
    table : pandas.DataFrame
        As in :func:`compare_rules`.

    Returns
    -------
    pandas.DataFrame
        One row for each rule: the counts of those of `OUTCOMES` that came out, ``report ahead by`` and ``wrong more
        often by``.

    Examples
    --------
    >>> import aucc_teach as at
    >>> conclusions = at.experiments.study("conclusions")
    >>> stored = at.experiments.read_table("book/results/conclusions.csv")
    >>> conclusions.outcomes_beside(stored[stored["group"] == "set aside"]).columns.tolist()[-2:]
    ['report ahead by', 'wrong more often by']
    """
    found = compare_rules(table)
    printed = found[[outcome for outcome in OUTCOMES if found[outcome].any()]].astype(int)
    for column, more, error in (
        ("report ahead by", "ahead", "error"),
        ("wrong more often by", "more wrong", "error of wrong"),
    ):
        values = zip(found[more], found[error], strict=True)
        printed[column] = [f"{value:.0f}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{of_it:.1f}" for value, of_it in values]
        printed.loc["report", column] = "–"
    return printed


class Block(NamedTuple):
    """One data set of the study."""

    design: str
    replicate: int


def _blocks(full):
    """The data sets in their order: the first of each design, then the second, as long as there are any."""
    wanted = {name: REPLICATES[DESIGNS[name].group] if full else 1 for name in _NAMES}
    return [
        Block(name, replicate)
        for replicate in range(max(wanted.values()))
        for name in _NAMES
        if replicate < wanted[name]
    ]


def _outcomes(design, rng):
    """For each rule, the place of its outcome in `OUTCOMES`."""
    table, truth = DESIGNS[design].draw(rng), DESIGNS[design].n_clusters
    made = report(table, rng=int(rng.integers(2**31)), progress=False)
    level = made.settings["significance_level"]
    something, numbers = made.pvalue <= level, made.numbers
    beside = made.standardised
    tests = beside["tests"]
    pvalues = tests.filter(like="p, ").max(axis=1)
    before = judge_claims(
        tests.assign(**{"apart at": tests["peak at"], "p apart": pvalues}),
        beside["by_k"],
        beside["pvalue"],
        criteria=("VRC", "AUCC"),
        level=level,
        shallow=np.inf,
        smallest=lambda n: min(5, max(2, n / 50)),
    )
    rivals = {} if DESIGNS[design].group == "no clusters" else _of_rivals(table, rng)
    found = {
        "report": (something, numbers),
        "report or candidate": (something, (made.candidate[1],) if made.candidate and not numbers else numbers),
        "report, standardised": (beside["pvalue"] <= level, tuple(before.held)),
        **{
            f"calibrated {title}": _of_one(int(beside["tests"].loc[("k-means", title), "named"]))
            for title in ("VRC", "AUCC")
        },
        **{name: _of_one(k) for name, k in rivals.items()},
    }
    return [OUTCOMES.index(_outcome(truth, *found[rule])) for rule in RULES if rule in found]


def _of_rivals(table, rng):
    """Number of clusters by each rule that needs no report."""
    from sklearn.cluster import HDBSCAN
    from sklearn.metrics import calinski_harabasz_score
    from sklearn.mixture import GaussianMixture

    X = (table - table.mean(axis=0)) / table.std(axis=0)
    references = [reference_data(X, matched=False, rng=rng) for _ in range(choosing.N_REFERENCES)]
    on_data, *on_sets = (label_rows_of_many(points, choosing.KS, "k-means") for points in (X, *references))
    gap, _ = choosing.gap_statistic(X, on_data, list(zip(references, on_sets, strict=True)))
    strong = choosing.prediction_strength(X, "k-means", rng=rng) >= choosing.STRENGTH
    several = list(zip(choosing.KS, on_data, strict=True))
    mixtures = [GaussianMixture(k, n_init=3, random_state=0).fit(X).bic(X) for k in _KS]
    dense = HDBSCAN(min_cluster_size=max(5, len(X) // 20), copy=True).fit_predict(X)
    return {
        "VRC": max(several, key=lambda of_k: calinski_harabasz_score(X, of_k[1]))[0],
        "gap, largest": 1 + int(gap.argmax()),
        "prediction strength": max(
            (k for k, is_strong in zip(choosing.KS, strong, strict=True) if is_strong), default=1
        ),
        "mixture, BIC": _KS[int(np.argmin(mixtures))],
        # One cluster and noise around it is one.
        "HDBSCAN": max(1, len(set(dense.tolist()) - {-1})),
    }


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
    n_clusters, group = DESIGNS[design].n_clusters, DESIGNS[design].group
    rows = []
    # The rules without a report, the last ones, see no tables of the group "no clusters".
    for rule, outcomes in zip(RULES, found.T, strict=False):
        counts = np.bincount(outcomes, minlength=len(OUTCOMES)).tolist()
        paired = []
        for outcome in ("right", "wrong"):
            by_report, by_rule = (of == OUTCOMES.index(outcome) for of in (found[:, RULES.index("report")], outcomes))
            paired += [int((by_report & ~by_rule).sum()), int((by_rule & ~by_report).sum())]
        rows.append(
            {"design": design, "group": group, "n_clusters": n_clusters, "rule": rule, "n_replicates": len(found)}
            | dict(zip(_COUNTS, counts, strict=True))
            | dict(zip(_PAIRED, paired, strict=True))
        )
    return rows


def _settings(full):
    return {"seed": _SEED, "full": full}


def _n_blocks(settings):
    return len(_blocks(settings["full"]))


def _run_block(settings, number, rng):
    return _outcomes(_blocks(settings["full"])[number].design, rng)


def _rows(settings, results):
    blocks, rows = _blocks(settings["full"]), []
    for name in _NAMES:
        found = [result for block, result in zip(blocks, results, strict=True) if block.design == name]
        for n_replicates in sorted({1, len(found)}):
            rows += _summarise(name, found[:n_replicates])
    return rows


EXPERIMENT = Experiment(
    name="conclusions",
    title="What reports conclude on tables with 1 to 18 clusters, beside other rules",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
