"""What did reports conclude where the truth is known, by the rules before? On tables with 1 to 18 clusters.

A study of our own of the rules that :func:`aucc_report.report` had before that of the study `answers`, beside others.
It cannot be run again, because the rule has changed, so its table is a record, and its designs may be seen by now. Some
of them were seen while the rule was written, those of the study `choosing` among them; the others were set aside. Six
kinds of tables without clusters were drawn often, for the size of the test. These reports could also say that there is
something, and name no number.
"""

from studies import _messy_tables, choosing
from studies._rivals import QUICK, RIVALS, SCALES

__all__ = [
    "DESIGNS",
    "OF_REPORT",
    "OUTCOMES",
    "QUICK",
    "REPLICATES",
    "RIVALS",
    "RULES",
    "SCALES",
    "compare_rules",
    "outcomes_beside",
    "rules_of",
]

#: The report's own rules, and what each was. They were tried on all data sets. From a file, columns were chosen too;
#: where none looked like a measurement, all were named, as the message advises. As it was first, the standard deviation
#: was the rule's only scale, no row was left out, and clusters did not have to be apart.
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
} | _messy_tables.DESIGNS
#: Data sets of each design, by its group.
REPLICATES = {"choosing": 2, "seen": 2, "set aside": 8, "no clusters": 84}

_COUNTS = [f"n_{name.replace(' ', '_')}" for name in OUTCOMES]
_PAIRED = ["n_report_only", "n_rule_only", "n_report_wrong", "n_rule_wrong"]


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

    >>> import studies
    >>> import pandas as pd
    >>> counts = {"n_right": 1, "n_nothing": 1, "n_no_number": 0, "n_several": 0, "n_wrong": 0}
    >>> paired = {"n_report_only": [1, 0], "n_rule_only": 0, "n_report_wrong": 0, "n_rule_wrong": 0}
    >>> row = {"design": ["2 clouds", "3 clouds"], "rule": "VRC, within", "n_replicates": 2} | counts | paired
    >>> found = studies.conclusions.compare_rules(pd.DataFrame(row)).loc["VRC, within"]
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
    >>> import studies
    >>> conclusions = studies.conclusions
    >>> stored = studies.read_table("book/results/conclusions.csv")
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


def rules_of(group):
    """The rules that are tried on the designs of a group, in the order of the table."""
    rivals = {"seen": (), "no clusters": QUICK}.get(group, tuple(RIVALS))
    return [rule for rule in RULES if rule in OF_REPORT or rule.rsplit(", ", 1)[0] in rivals]
