"""What does a report answer to tables that its rule has never seen? Set aside, drawn once, read from files.

A study of our own of the rule of :func:`aucc_report.report` with every default, after that of `conclusions`, which
holds the trials of the rules before it. A report can name a number, name a number that the true one reaches, say that
there is something, or find nothing, and all of these are counted apart. Other rules see the same tables.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from aucc_report import bundled_table
from aucc_teach.datasets import load_penguins
from aucc_teach.input import check_choice, check_integer
from studies._ask_report import (
    ANSWER,
    OUTCOMES,
    RULES,
    answers_of_seen,
    ask,
    groups_of,
    outcome,
    outcomes_of,
    rate,
)
from studies._runner import Experiment, of_block
from studies._set_aside import ASIDE, PLAIN

__all__ = [
    "ASIDE",
    "COLUMNS",
    "EXPERIMENT",
    "GOALS",
    "KINDS",
    "OUTCOMES",
    "PLAIN",
    "REAL",
    "REPLICATES",
    "RULES",
    "answers_of",
    "answers_of_seen",
    "beside_report",
    "goals",
    "groups_of",
    "history",
    "losses",
    "outcome",
    "outcomes_of",
    "rate",
]

#: Kinds of tables in the order of the summaries. Clusters are plain if their overlap is less than `PLAIN`.
KINDS = ("plain clusters", "other clusters", "one normal cloud", "clouds", "real, seen")
#: Tables of each design, by its kind.
REPLICATES = {"plain clusters": 4, "other clusters": 4, "one normal cloud": 20, "clouds": 20, "real, seen": 1}
#: Real tables with their known groups, all of which were seen while the rule was written.
REAL = {"iris": 3, "wine": 3, "breast cancer": 2, "digits": 10, "penguins": 3}
#: Columns of the stored table. "truth" is the true number of clusters, "overlap" and "normal" are those of the design.
COLUMNS = (
    "kind",
    "design",
    "replicate",
    "truth",
    "overlap",
    "normal",
    *ANSWER,
    *(rule for rule in RULES if rule != "report"),
)
#: The goals, set before the trial: of which kinds of tables, what is counted, whether its proportion may be at most or
#: must be at least the last number.
GOALS = {
    "a wrong number": (KINDS[:2], ("wrong number",), "at most", 0.01),
    'a wrong "at least"': (KINDS[:2], ("wrong at least",), "at most", 0.01),
    "clouds in which a number is named": (KINDS[2:4], ("wrong number", "wrong at least"), "at most", 0.01),
    "something in a normal cloud": (KINDS[2:3], ("something", "wrong number", "wrong at least"), "at most", 0.1),
    'plain clusters, right or "at least"': (KINDS[:1], ("right", "at least"), "at least", 0.8),
}

_SEED = 2041
_CLOUDS = KINDS[2:4]


class Block(NamedTuple):
    """One table of the study."""

    design: str
    replicate: int


def _kind(design):
    if design in REAL:
        return "real, seen"
    n_clusters, _, overlap, normal = ASIDE[design]
    if n_clusters == 1:
        return "one normal cloud" if normal else "clouds"
    return "plain clusters" if overlap < PLAIN else "other clusters"


def answers_of(design, *, replicate=0):
    """The row of the stored table for one table of a design, computed anew from its seed.

    Parameters
    ----------
    design : str
        One of the names of `ASIDE` or `REAL`.
    replicate : int, default=0
        Which table, less than the number of its kind in `REPLICATES`.

    Returns
    -------
    pandas.Series
        Under the names in `COLUMNS`.

    Raises
    ------
    ValueError
        If the study has no such design, or not so many tables of it.

    Examples
    --------
    >>> import studies
    >>> studies.answers.answers_of("iris")[["kind", "truth"]].tolist()
    ['real, seen', 3]
    """
    check_choice(design, (*ASIDE, *REAL), "design")
    replicate = check_integer(replicate, "replicate", minimum=0)
    if replicate >= (most := REPLICATES[_kind(design)]):
        raise ValueError(f"replicate must be less than {most} for {design!r}. Got {replicate}.")
    block = Block(design, replicate)
    found = of_block(lambda rng: _answers(block, rng), _SEED, _blocks(full=True).index(block))
    return pd.Series(_row(block, found))


def beside_report(table, rules=RULES):
    """The report beside the other rules, those first to which it loses most.

    Parameters
    ----------
    table : pandas.DataFrame
        Rows of the stored table, for example of one kind; see :func:`outcomes_of`.
    rules : dict, default=RULES
        The setting of each rule by its name.

    Returns
    -------
    pandas.DataFrame
        One row for the report and each rule that was asked about all these tables: how many ended "right", "at least",
        "wrong" (a number or an "at least") and as "neither"; how many more the report has right, "ahead", with the
        standard error of that, "± ahead"; how many more it has wrong, "more wrong", with "± more wrong"; and "setting".
        Both rules see the same tables, so each design gives one difference, and the errors come from how much these
        differ between designs; for a single design they are NaN.

    Examples
    --------
    >>> import studies
    >>> import pandas as pd
    >>> asked = {"kind": "plain clusters", "design": ["a", "b"], "truth": 3, "code": ["clusters", "something"]}
    >>> asked |= {"n_clusters": [3, None], "at_least": None, "VRC, within": [3, 3], "mixture, within": [4, 3]}
    >>> found = studies.answers.beside_report(pd.DataFrame(asked))
    >>> found[["right", "at least", "wrong", "neither", "ahead", "± ahead"]]
                     right  at least  wrong  neither  ahead  ± ahead
    rule
    report               1         0      0        1      0      0.0
    VRC, within          2         0      0        0     -1      1.0
    mixture, within      1         0      1        0      0      2.0
    """
    found = outcomes_of(table, rules)
    designs, rows = (table["kind"] + "/" + table["design"]).to_numpy(), []
    by_rule = {rule: of["outcome"].to_numpy() for rule, of in found.groupby("rule", sort=False)}
    right = {rule: of == "right" for rule, of in by_rule.items()}
    wrong = {rule: np.isin(of, ("wrong number", "wrong at least")) for rule, of in by_rule.items()}
    for rule, of in by_rule.items():
        if len(of) < len(table):
            continue
        counts = {"right": right[rule].sum(), "at least": (of == "at least").sum(), "wrong": wrong[rule].sum()}
        counts["neither"] = len(of) - sum(counts.values())
        row = {"rule": rule} | {name: int(count) for name, count in counts.items()}
        for name, flags in (("ahead", right), ("more wrong", wrong)):
            difference = flags["report"].astype(int) - flags[rule]
            of_design = pd.Series(difference).groupby(designs).sum()
            row |= {name: int(difference.sum()), f"± {name}": of_design.std() * len(of_design) ** 0.5}
        rows.append(row | {"setting": rules[rule]})
    report, *others = rows
    return pd.DataFrame([report, *sorted(others, key=lambda row: row["ahead"])]).set_index("rule")


def losses(table, rules=RULES):
    """The designs on which the report was least often right, the worst first, and which other rule was best there.

    Parameters
    ----------
    table : pandas.DataFrame
        As in :func:`outcomes_of`.
    rules : iterable of str, default=RULES
        The names of the rules.

    Returns
    -------
    pandas.DataFrame
        For each design: "kind", "truth", the number of "tables", how many ended in each of `OUTCOMES`, the "best rival"
        (the first of those that are most often right, None if no other rule is) and in how many tables that is right,
        "its right". First come the designs with the most wrong answers, then those with the fewest that are right or
        "at least".

    Examples
    --------
    >>> import studies
    >>> import pandas as pd
    >>> asked = {"kind": "plain clusters", "design": ["a", "b"], "truth": 3, "code": ["clusters", "nothing"]}
    >>> asked |= {"n_clusters": [3, None], "at_least": None, "VRC, within": [3, 3]}
    >>> studies.answers.losses(pd.DataFrame(asked))[["right", "nothing", "best rival", "its right"]]
            right  nothing   best rival  its right
    design
    b           0        1  VRC, within          1
    a           1        0  VRC, within          1
    """
    rows = []
    for (kind, design), of_design in table.groupby(["kind", "design"], sort=False):
        found = outcomes_of(of_design, rules)
        counts = found.groupby("rule", sort=False)["outcome"].value_counts().unstack(fill_value=0)
        counts = counts.reindex(columns=OUTCOMES, fill_value=0).reindex(found["rule"].unique())
        rivals = counts["right"].drop("report")
        best = {"best rival": rivals.idxmax() if rivals.any() else None, "its right": int(max(rivals, default=0))}
        truth = of_design["truth"].iloc[0]
        place = {"kind": kind, "design": design, "truth": truth, "tables": len(of_design)}
        rows.append(place | counts.loc["report"].to_dict() | best)

    def order(row):
        wrong = row["wrong number"] + row["wrong at least"]
        return -wrong / row["tables"], (row["right"] + row["at least"]) / row["tables"]

    return pd.DataFrame(sorted(rows, key=order)).set_index("design")


def goals(table):
    """Whether the goals that were set before the trial are met.

    Parameters
    ----------
    table : pandas.DataFrame
        The stored table; see :func:`outcomes_of`.

    Returns
    -------
    pandas.DataFrame
        For each of `GOALS` what :func:`rate` returns; the "goal", "at most" or "at least" a proportion; the "bound" on
        the rate from that side; whether the goal is "met" by the rate found; and whether it is "shown", because the
        bound meets it as well.

    Examples
    --------
    >>> import studies
    >>> import pandas as pd
    >>> asked = {"kind": "plain clusters", "design": list("abcd"), "truth": 3, "n_clusters": [3, 3, 2, None]}
    >>> asked |= {"code": ["clusters", "clusters", "clusters", "at_least"], "at_least": [None, None, None, 2]}
    >>> found = studies.answers.goals(pd.DataFrame(asked))
    >>> found.loc[["a wrong number", 'a wrong "at least"'], ["goal", "rate", "bound", "met", "shown"]].round(2)
                              goal  rate  bound    met  shown
    a wrong number      at most 1%  0.25   0.75  False  False
    a wrong "at least"  at most 1%  0.00   0.53   True  False
    """
    found = outcomes_of(table).query("rule == 'report'")
    rows = {}
    for name, (kinds, which, direction, wanted) in GOALS.items():
        part = found[found["kind"].isin(kinds)]
        if part.empty:
            continue
        of_part = rate(part["outcome"].isin(which), part["design"])
        sign = 1 if direction == "at most" else -1
        met, shown = (sign * of_part[name] <= sign * wanted for name in ("rate", direction))
        of_goal = {"goal": f"{direction} {wanted:.0%}", "bound": of_part[direction], "met": met, "shown": shown}
        rows[name] = of_part | of_goal
    return pd.DataFrame.from_dict(rows, orient="index")


def history(earlier, table):
    """All rules that a report has had, each with the tables that were set aside while it was written.

    Parameters
    ----------
    earlier : pandas.DataFrame
        The stored table of the study `conclusions`.
    table : pandas.DataFrame
        The stored table of this study.

    Returns
    -------
    pandas.DataFrame
        For each rule ("as it was first", "as it was then", "now") and each part of its trial ("clusters", "one
        cluster", "clouds"): the number of "designs" and "tables", and how many were "right", "at least", "something",
        "nothing" and "wrong". The tables of the trials are not the same ones: those of the first two rules are.

    Examples
    --------
    >>> import studies
    >>> import pandas as pd
    >>> answers = studies.answers
    >>> asked = {"kind": ["plain clusters", "clouds"], "design": ["a", "b"], "truth": [3, 1], "n_clusters": [3, None]}
    >>> now = pd.DataFrame(asked | {"code": ["clusters", "nothing"], "at_least": None})
    >>> answers.history(studies.read_table("book/results/conclusions.csv"), now).loc["now", "right"].tolist()
    [1, 1]
    """
    rows = []
    most = earlier.groupby("design")["n_replicates"].transform("max")
    whole = earlier[earlier["n_replicates"] == most]
    aside = whole["group"] == "set aside"
    parts = {
        "clusters": aside & (whole["n_clusters"] > 1),
        "one cluster": aside & (whole["n_clusters"] == 1),
        "clouds": whole["group"] == "no clusters",
    }
    for name, rule in (("as it was first", "report, standardised"), ("as it was then", "report")):
        for part, held in parts.items():
            of_part = whole[held & (whole["rule"] == rule)]
            counts = of_part[["n_right", "n_no_number", "n_nothing", "n_wrong", "n_replicates"]].sum()
            rows.append(
                {"rule": name, "tables of": part, "designs": len(of_part), "tables": counts["n_replicates"]}
                | {"right": counts["n_right"], "at least": 0, "something": counts["n_no_number"]}
                | {"nothing": counts["n_nothing"], "wrong": counts["n_wrong"]}
            )
    found = outcomes_of(table).query("rule == 'report'")
    kinds = {"clusters": KINDS[:2], "one cluster": KINDS[2:3], "clouds": KINDS[3:4]}
    for part, of in kinds.items():
        of_part = found[found["kind"].isin(of)]
        if of_part.empty:
            continue
        counts = of_part["outcome"].value_counts().reindex(OUTCOMES, fill_value=0)
        rows.append(
            {"rule": "now", "tables of": part, "designs": of_part["design"].nunique(), "tables": len(of_part)}
            | counts[["right", "at least", "something", "nothing"]].to_dict()
            | {"wrong": counts["wrong number"] + counts["wrong at least"]}
        )
    return pd.DataFrame(rows).set_index(["rule", "tables of"])


def _blocks(full):
    """The tables in their order: the first of each design, then the second, as long as there are any."""
    wanted = {name: REPLICATES[_kind(name)] if full else 1 for name in (*ASIDE, *REAL)}
    return [
        Block(name, replicate)
        for replicate in range(max(wanted.values()))
        for name, most in wanted.items()
        if replicate < most
    ]


def _answers(block, rng):
    """What the report and the other rules answer to one table."""
    if block.design in REAL:
        table = _real(block.design)
    else:
        table, _ = ASIDE[block.design].draw(rng)
    return ask(table, rivals="quick" if _kind(block.design) in _CLOUDS else "all", rng=rng)


def _real(name):
    if name == "penguins":
        return load_penguins().drop(columns="Species")
    return bundled_table(name).drop(columns="class")


def _row(block, found):
    design = ASIDE.get(block.design)
    known = {
        "kind": _kind(block.design),
        "design": block.design,
        "replicate": block.replicate,
        "truth": REAL[block.design] if design is None else design.n_clusters,
        "overlap": None if design is None or design.n_clusters == 1 else design.overlap,
        "normal": None if design is None else design.normal,
    }
    return {column: (known | found).get(column) for column in COLUMNS}


def _settings(full):
    return {"seed": _SEED, "full": full}


def _n_blocks(settings):
    return len(_blocks(settings["full"]))


def _run_block(settings, number, rng):
    return _answers(_blocks(settings["full"])[number], rng)


def _rows(settings, results):
    found = zip(_blocks(settings["full"]), results, strict=True)
    rows = [_row(block, result) for block, result in found]
    order = [*ASIDE, *REAL]
    return sorted(rows, key=lambda row: (KINDS.index(row["kind"]), order.index(row["design"]), row["replicate"]))


EXPERIMENT = Experiment(
    name="answers",
    title="What reports answer to tables that their rule has never seen, beside other rules",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
