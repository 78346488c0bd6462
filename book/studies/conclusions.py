"""What does a report conclude where the truth is known? Its rule on tables with 1 to 18 clusters, beside other rules.

A study of our own of the rule of :func:`aucc_teach.report`, as it is by default. Some designs were seen while the rule
was written, those of the study `choosing` among them; the others were set aside. Six kinds of tables without clusters
are drawn often, for the size of the test. A report can also say that there is something, and name no number.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from aucc_teach._reading import read_csv
from aucc_teach._validation import check_choice, check_integer
from aucc_teach.experiments._runner import Experiment, of_block
from aucc_teach.reporting import report
from aucc_teach.reporting._columns import suggested
from aucc_teach.reporting._conclude import judge_claims
from aucc_teach.reporting._intake import rescaled, take_in
from studies import _messy, choosing
from studies._rivals import QUICK, RIVALS, SCALES, SHAPES, named_by_rivals

__all__ = [
    "DESIGNS",
    "EXPERIMENT",
    "OF_REPORT",
    "OUTCOMES",
    "QUICK",
    "REPLICATES",
    "RIVALS",
    "RULES",
    "SCALES",
    "SHAPES",
    "compare_rules",
    "outcomes_beside",
    "rows_of_design",
    "rules_of",
]

#: The report's own rules, and what each is. They are tried on all data sets. From a file, columns are chosen as well;
#: where none looks like a measurement, all are named, as the message advises. As it was first, the standard deviation
#: is the rule's only scale, no row is left out, and clusters need not be apart.
OF_REPORT = {
    "report": "every default, from a CSV file",
    "report or candidate": "its candidate where it selects none",
    "report, from an array": "every default, all columns",
    "report, standardised": "the rule as it was first",
}
#: All rules in the order of the table, each with its setting.
RULES = OF_REPORT | {f"{name}, {scale}": setting for name, setting in RIVALS.items() for scale in SCALES}
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
    """What each rule came to over some designs, and how many more the report has right, and wrong.

    Parameters
    ----------
    table : pandas.DataFrame
        The stored table, or those of its rows that belong to some designs. Of each design the rows with most data sets
        are used.

    Returns
    -------
    pandas.DataFrame
        One row for each rule that was tried on all of these designs: how many data sets ended in each of `OUTCOMES`,
        the number of data sets, ``n``, how many of them the report has right beyond those of the rule, ``ahead``, and
        the standard error of that, ``error``; and how many it has wrong beyond those of the rule, ``more wrong``, with
        ``error of wrong``. Both rules see the same data, so each design gives one difference, and the errors come from
        how much these differ between the designs: they are about other designs of such a kind. ``error within`` and
        ``error of wrong within`` come from the differences within each design: they are about other data sets of the
        same designs.

    Raises
    ------
    ValueError
        If a column of the stored table is missing, there is a single design, or a design has a single data set.

    Examples
    --------
    In one design the report is right once where the rule is not, and in the other never, so the two designs differ by
    1, and their sum has the error ``(2 * 0.5) ** 0.5``.

    >>> import aucc_teach as at
    >>> import pandas as pd
    >>> counts = {"n_right": 1, "n_nothing": 1, "n_no_number": 0, "n_several": 0, "n_wrong": 0}
    >>> paired = {"n_report_only": [1, 0], "n_rule_only": 0, "n_report_wrong": 0, "n_rule_wrong": 0}
    >>> row = {"design": ["2 clouds", "3 clouds"], "rule": "VRC, within", "n_replicates": 2} | counts | paired
    >>> found = at.experiments.study("conclusions").compare_rules(pd.DataFrame(row)).loc["VRC, within"]
    >>> found["right"].item(), found["ahead"].item(), round(found["error"].item(), 9)
    (2.0, 1.0, 1.0)
    """
    missing = [name for name in ("design", "rule", "n_replicates", *_COUNTS, *_PAIRED) if name not in table]
    if missing:
        raise ValueError(f"table must have the columns of the stored table. It lacks {', '.join(missing)}.")
    rows = table[table["n_replicates"] == table.groupby("design")["n_replicates"].transform("max")]
    if (single := rows.loc[rows["n_replicates"] == 1, "design"]).any():
        raise ValueError(f"table must have several data sets of each design. It has one of {single.iloc[0]!r}.")
    n_designs = rows["design"].nunique()
    if n_designs < 2:
        raise ValueError(f"table must have several designs, or there is nothing between them. It has {n_designs}.")
    rows = rows[rows.groupby("rule")["design"].transform("nunique") == n_designs]
    n, paired, within = rows["n_replicates"], {}, {}
    for name, error, plus, minus in (
        ("ahead", "error", "n_report_only", "n_rule_only"),
        ("more wrong", "error of wrong", "n_report_wrong", "n_rule_wrong"),
    ):
        paired[name] = difference = rows[plus] - rows[minus]
        within[f"{error} within"] = (rows[plus] + rows[minus] - difference**2 / n) * n / (n - 1)
    by_rule = rows.assign(n=n, **paired, **within).groupby("rule", sort=False)
    found = by_rule[[*_COUNTS, "n", *paired]].sum()
    found[["error", "error of wrong"]] = by_rule[list(paired)].std() * n_designs**0.5
    found[list(within)] = by_rule[list(within)].sum() ** 0.5
    return found.rename(columns=dict(zip(_COUNTS, OUTCOMES, strict=True)))


def outcomes_beside(table):
    """How often each rule is right, wrong and neither, how far the report is ahead, and the setting of the rule.

    Parameters
    ----------
    table : pandas.DataFrame
        As in :func:`compare_rules`.

    Returns
    -------
    pandas.DataFrame
        One row for each rule: ``right``, ``wrong``, ``neither``; ``report ahead by``, how many more data sets the
        report has right, with the standard error between designs; ``wrong more often by``, the same of those that are
        wrong; and ``setting``.

    Examples
    --------
    >>> import aucc_teach as at
    >>> conclusions = at.experiments.study("conclusions")
    >>> stored = at.experiments.read_table("book/results/conclusions.csv")
    >>> conclusions.outcomes_beside(stored[stored["group"] == "set aside"]).loc["HDBSCAN, 10, within", "setting"]
    'at least 10 rows; one cluster allowed'
    """
    found = compare_rules(table)
    printed = found[["right", "wrong"]].astype(int)
    printed["neither"] = (found["n"] - found["right"] - found["wrong"]).astype(int)
    for column, more, error in (
        ("report ahead by", "ahead", "error"),
        ("wrong more often by", "more wrong", "error of wrong"),
    ):
        values = zip(found[more], found[error], strict=True)
        printed[column] = [f"{value:.0f}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{of_it:.0f}" for value, of_it in values]
        printed.loc["report", column] = "–"
    return printed.assign(setting=[RULES[rule] for rule in printed.index])


class Block(NamedTuple):
    """One data set of the study."""

    design: str
    replicate: int


def rules_of(group):
    """The rules that are tried on the designs of a group, in the order of the table."""
    rivals = {"seen": (), "no clusters": QUICK}.get(group, tuple(RIVALS))
    return [rule for rule in RULES if rule in OF_REPORT or rule.rsplit(", ", 1)[0] in rivals]


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
    """For each rule that is tried on the design, the place of its outcome in `OUTCOMES`."""
    values, truth = DESIGNS[design].draw(rng), DESIGNS[design].n_clusters
    seed = int(rng.integers(2**31))
    table = read_csv(pd.DataFrame(values).add_prefix("x").to_csv(index=False).encode())
    # What an analyst does whom the report refuses because no column looks like a measurement: name them.
    columns = None if suggested(table) else list(table)
    made = report(table, columns=columns, rng=seed, progress=False)
    same = len(made.settings["columns"]) == values.shape[1]
    of_array = made if same else report(values, rng=seed, progress=False)
    level = made.settings["significance_level"]
    something, numbers = made.pvalue <= level, _selected(made)
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
    found = {
        "report": (something, numbers),
        "report or candidate": (something, (made.candidate[1],) if made.candidate and not numbers else numbers),
        "report, from an array": (of_array.pvalue <= level, _selected(of_array)),
        "report, standardised": (beside["pvalue"] <= level, tuple(before.held)),
    }
    rules = rules_of(DESIGNS[design].group)
    if len(rules) > len(OF_REPORT):
        taken = take_in(table, columns=made.settings["columns"])
        for scale, points in zip(SCALES, (taken.points, rescaled(taken, "standardise")), strict=True):
            named = named_by_rivals(points, all_of_them=len(rules) == len(RULES), rng=rng)
            found |= {f"{name}, {scale}": _of_one(k) for name, k in named.items()}
    return [OUTCOMES.index(_outcome(truth, *found[rule])) for rule in rules]


def _selected(report):
    return () if report.n_clusters is None else (report.n_clusters,)


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
    for rule, outcomes in zip(rules_of(group), found.T, strict=True):
        counts = np.bincount(outcomes, minlength=len(OUTCOMES)).tolist()
        paired = []
        for outcome in ("right", "wrong"):
            by_report, by_rule = (of == OUTCOMES.index(outcome) for of in (found[:, 0], outcomes))
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
