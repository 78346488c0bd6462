"""What the answers of a report and of other rules come to, counted beside each other.

A table of answers has a row for each table that was asked about: its "kind", its "design", the true number of clusters
("truth"), what the report said ("code", "n_clusters", "at_least"), and a column for each other rule.
"""

import math

import numpy as np
import pandas as pd
from scipy.stats import beta

__all__ = ["OUTCOMES", "beside_report", "losses", "outcome", "outcomes_of", "rate"]

#: What a rule can come to. With one cluster it is right to find nothing. "at least": a number that the true one
#: reaches, and the report says no more; of one cluster it is wrong. "not judged": the report refused the table.
OUTCOMES = ("right", "at least", "something", "nothing", "wrong at least", "wrong number", "not judged")
#: Level of each of the one-sided bounds on a rate.
LEVEL = 0.05

_WRONG = ("wrong at least", "wrong number")


def outcome(truth, *, code="clusters", n_clusters=None, at_least=None):
    """Which of `OUTCOMES` an answer is.

    Parameters
    ----------
    truth : int or str
        The true number of clusters, or several as in "2|4", of which any is right.
    code : str
        Code of the headline: "clusters", "at_least", "something", "nothing" or "not_judged".
    n_clusters, at_least : int, optional
        The number that goes with the first two codes.

    Returns
    -------
    str
        The outcome.

    Examples
    --------
    >>> import studies
    >>> from studies.outcomes import outcome
    >>> outcome(3, n_clusters=3), outcome(3, code="at_least", at_least=2), outcome("2|4", n_clusters=3)
    ('right', 'at least', 'wrong number')
    """
    truths = [int(k) for k in str(truth).split("|")]
    if code == "clusters":
        return "right" if n_clusters in truths else "wrong number"
    if code == "at_least":
        return "at least" if 2 <= at_least <= max(truths) else "wrong at least"
    if code == "nothing" and 1 in truths:
        return "right"
    return code.replace("_", " ")


def outcomes_of(table, rules):
    """The outcome of each rule that was asked about each table.

    Parameters
    ----------
    table : pandas.DataFrame
        A row for each table, with the columns "kind", "design", "truth", "code", "n_clusters", "at_least", and the
        numbers of clusters of the rivals under their names in `rules`.
    rules : iterable of str
        The names of the rivals; others are passed over.

    Returns
    -------
    pandas.DataFrame
        A row for each table, under the index of `table`, and each rule: "kind", "design", "rule", "outcome".

    Examples
    --------
    >>> import studies
    >>> import pandas as pd
    >>> from studies.outcomes import outcomes_of
    >>> asked = {"kind": "real", "design": "irises", "truth": 3, "code": "at_least", "n_clusters": None, "at_least": 2}
    >>> table = pd.DataFrame([asked | {"HDBSCAN": 2, "VRC": None}])
    >>> outcomes_of(table, ("HDBSCAN", "VRC"))["outcome"].tolist()
    ['at least', 'wrong number']
    """
    _check(table)
    found = []
    for row in table.to_dict("records"):
        place = {name: row[name] for name in ("kind", "design")}
        of_report = outcome(row["truth"], code=row["code"], n_clusters=row["n_clusters"], at_least=row["at_least"])
        outcomes = {"report": of_report}
        for rule in rules:
            if rule in row and not pd.isna(k := row[rule]):
                code = "clusters" if k > 1 else "nothing"
                outcomes[rule] = outcome(row["truth"], code=code, n_clusters=k)
            elif rule in row and of_report == "not judged":
                outcomes[rule] = "not judged"
        found.append(pd.DataFrame(place | {"rule": list(outcomes), "outcome": list(outcomes.values())}))
    return pd.concat(found, keys=table.index).droplevel(1)


def _check(table):
    """Refuse what is no table of answers."""
    wanted = ("kind", "design", "truth", "code", "n_clusters", "at_least")
    missing = [name for name in wanted if name not in table]
    if missing:
        raise ValueError(f"table must have the columns of the stored table. It lacks {', '.join(missing)}.")
    if table.empty:
        raise ValueError("table must have at least one row. It has none.")


def rate(flags, designs):
    """A rate over tables, its error between designs, and how large it may be.

    Parameters
    ----------
    flags : pandas.Series of bool
        Whether it happened, for each table.
    designs : pandas.Series
        Design of each table.

    Returns
    -------
    dict
        "n", the number of tables; "times" it happened; their ratio, "rate"; "error", the standard error of the rate
        as that of a ratio of sums over designs, NaN for a single design: it is about other designs of such a kind;
        and "at least" and "at most", the one-sided bounds at level 0.05 of Clopper and Pearson on the rate on other
        tables of the same designs.

    Examples
    --------
    Of two designs with two tables each it happened in both tables of one.

    >>> import studies
    >>> import pandas as pd
    >>> from studies.outcomes import rate
    >>> found = rate(pd.Series([True, True, False, False]), pd.Series(list("aabb")))
    >>> found["rate"], found["error"], round(found["at most"], 2)
    (0.5, 0.5, 0.9)
    """
    n, times = len(flags), int(flags.sum())
    by_design = flags.astype(float).groupby(designs.to_numpy())
    residuals = by_design.sum() - times / n * by_design.size()
    n_designs = len(residuals)
    error = math.sqrt(n_designs / (n_designs - 1) * np.square(residuals).sum()) / n if n_designs > 1 else math.nan
    least = 0.0 if times == 0 else float(beta.ppf(LEVEL, times, n - times + 1))
    most = 1.0 if times == n else float(beta.ppf(1 - LEVEL, times + 1, n - times))
    return {"n": n, "times": times, "rate": times / n, "error": error, "at least": least, "at most": most}


def beside_report(table, rules):
    """The report beside the other rules, those first to which it loses most.

    Parameters
    ----------
    table : pandas.DataFrame
        Rows of the stored table, for example of one kind; see :func:`outcomes_of`.
    rules : dict
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
    >>> rules = {"report": "", "VRC, within": "largest", "mixture, within": "best BIC"}
    >>> found = studies.outcomes.beside_report(pd.DataFrame(asked), rules)
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


def losses(table, rules):
    """The designs on which the report was least often right, the worst first, and which other rule was best there.

    Parameters
    ----------
    table : pandas.DataFrame
        As in :func:`outcomes_of`.
    rules : iterable of str
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
    >>> found = studies.outcomes.losses(pd.DataFrame(asked), ("VRC, within",))
    >>> found[["right", "nothing", "best rival", "its right"]]
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
