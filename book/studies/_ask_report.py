"""What a report answers to a table in a file, beside other rules, and whether that is right: helpers of two studies."""

import math
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd
from scipy.stats import beta
from tqdm import tqdm

from aucc_report import read_csv, report
from aucc_report.intake import rescaled, suggested, take_in
from aucc_teach.input import check_choice, check_integer
from studies import conclusions
from studies._rivals import QUICK, RIVALS, SCALES, named_by_rivals
from studies._runner import Experiment, _compute, rounded

__all__ = [
    "ANSWER",
    "LEVEL",
    "OUTCOMES",
    "RULES",
    "answers_of_seen",
    "as_text",
    "ask",
    "check_answers",
    "groups_of",
    "outcome",
    "outcomes_of",
    "rate",
]

#: What a rule can come to. With one cluster it is right to find nothing. "at least": a number that the true one
#: reaches, and the report says no more; of one cluster it is wrong. "not judged": the report refused the table.
OUTCOMES = ("right", "at least", "something", "nothing", "wrong at least", "wrong number", "not judged")
#: All rules in the order of the table, each with its setting. A rival sees the columns that the report used on the
#: report's scale, and those that are quick also see them standardised.
RULES = {"report": "every default, from a CSV file"} | {
    f"{name}, {scale}": setting
    for name, setting in RIVALS.items()
    for scale in (SCALES if name in QUICK else SCALES[:1])
}
#: What is stored of a report: how many rows and columns it used, what its headline says, the p-value of its global
#: test, how many reference sets of each kind were drawn, whether more could change the decision, and, if the report
#: refused the table, why.
ANSWER = (
    "n_rows",
    "n_columns",
    "code",
    "n_clusters",
    "at_least",
    "connected",
    "p",
    "n_drawn",
    "near_the_line",
    "refusal",
)
#: Level of each of the one-sided bounds on a rate.
LEVEL = 0.05

_SEED = 1977
_WRONG = ("wrong at least", "wrong number")


def ask(table, *, rivals, rng):
    """Write a table into a CSV file, and ask a report, and other rules, about what is in the file.

    Parameters
    ----------
    table : pandas.DataFrame
        The table, whose index is not written.
    rivals : {"none", "quick", "all"} or callable
        Which other rules are asked; or what returns their numbers by name, given ``(points, scale, rng)``.
    rng : numpy.random.Generator
        Source of randomness.

    Returns
    -------
    dict
        The fields of `ANSWER`, None where there is nothing to say; and for each rival of `RULES` that was asked its
        number of clusters. Where no column looks like a measurement, all that vary are named, as the message of the
        report advises. If even the values of the table are refused, no rival is asked.
    """
    seed = int(rng.integers(2**31))
    with TemporaryDirectory() as folder:
        path = Path(folder, "table.csv")
        table.to_csv(path, index=False)
        read = read_csv(path)
    numbers = read.select_dtypes("number")
    columns = None if suggested(read) else list(numbers.columns[numbers.nunique() > 1])
    found = dict.fromkeys(ANSWER)
    try:
        made = report(read, columns=columns, rng=seed, progress=False)
    except ValueError as error:
        found |= {"code": "not_judged", "refusal": str(error)}
    else:
        columns = made.settings["columns"]
        found |= {
            "n_rows": int(made.rows["used"].sum()),
            "n_columns": len(columns),
            "code": str(made.headline.code),
            "n_clusters": made.n_clusters,
            "at_least": made.at_least,
            "p": None if math.isnan(made.pvalue) else rounded(made.pvalue),
        }
    if rivals == "none":
        return found
    try:
        taken = take_in(read, columns=columns)
    except ValueError:
        return found  # The rivals need the same numbers.
    for scale, points in zip(SCALES, (taken.points, rescaled(taken, "standardise")), strict=True):
        if callable(rivals):
            named = rivals(points, scale, rng)
        else:
            named = named_by_rivals(points, all_of_them=rivals == "all" and scale == SCALES[0], rng=rng)
        found |= {f"{name}, {scale}": int(k) for name, k in named.items()}
    return found


def as_text(numbers):
    """True numbers of clusters in one cell of a table; several, if there are several opinions.

    >>> import studies
    >>> from studies._ask_report import as_text
    >>> as_text([3, 2, 3])
    '2|3'
    """
    return "|".join(map(str, sorted(set(numbers))))


def outcome(truth, *, code="clusters", n_clusters=None, at_least=None):
    """Which of `OUTCOMES` an answer is.

    Parameters
    ----------
    truth : int or str
        The true number of clusters, or several as ``as_text`` writes them, of which any is right.
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
    >>> from studies._ask_report import outcome
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


def outcomes_of(table, rules=RULES):
    """The outcome of each rule that was asked about each table.

    Parameters
    ----------
    table : pandas.DataFrame
        A row for each table, with the columns "kind", "design", "truth", "code", "n_clusters", "at_least", and the
        numbers of clusters of the rivals under their names in `rules`.
    rules : iterable of str, default=RULES
        The names of the rivals; others are passed over.

    Returns
    -------
    pandas.DataFrame
        A row for each table, under the index of `table`, and each rule: "kind", "design", "rule", "outcome".

    Examples
    --------
    >>> import studies
    >>> import pandas as pd
    >>> from studies._ask_report import outcomes_of
    >>> asked = {"kind": "real", "design": "irises", "truth": 3, "code": "at_least", "n_clusters": None, "at_least": 2}
    >>> outcomes_of(pd.DataFrame([asked | {"HDBSCAN, 10, within": 2, "VRC, within": None}]))["outcome"].tolist()
    ['at least', 'wrong number']
    """
    check_answers(table)
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


def check_answers(table):
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
    >>> from studies._ask_report import rate
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


def groups_of(table):
    """How often each rule ended in each of `OUTCOMES`, for each kind of tables.

    Parameters
    ----------
    table : pandas.DataFrame
        As in :func:`outcomes_of`.

    Returns
    -------
    pandas.DataFrame
        For each kind, in the order of the table, and each rule that was asked about all its tables: the number of
        "designs" and "tables", how many ended in each of `OUTCOMES`, and as proportions with their standard errors
        between designs "right or at least" and "wrong", which is a wrong number or a wrong "at least".

    Examples
    --------
    >>> import studies
    >>> import pandas as pd
    >>> from studies._ask_report import groups_of
    >>> asked = {"kind": "clouds", "design": ["a", "b"], "truth": 1, "code": ["nothing", "clusters"]}
    >>> groups_of(pd.DataFrame(asked | {"n_clusters": [None, 2], "at_least": None})).loc[("clouds", "report"), "wrong"]
    np.float64(0.5)
    """
    rows = []
    for kind, of_kind in table.groupby("kind", sort=False):
        found = outcomes_of(of_kind)
        for rule, of_rule in found.groupby("rule", sort=False):
            if len(of_rule) < len(of_kind):
                continue
            good, bad = (
                rate(of_rule["outcome"].isin(which), of_rule["design"]) for which in (("right", "at least"), _WRONG)
            )
            counts = of_rule["outcome"].value_counts()
            rows.append(
                {"kind": kind, "rule": rule, "designs": of_rule["design"].nunique(), "tables": len(of_rule)}
                | {name: int(counts.get(name, 0)) for name in OUTCOMES}
                | {"right or at least": good["rate"], "± right or at least": good["error"]}
                | {"wrong": bad["rate"], "± wrong": bad["error"]}
            )
    return pd.DataFrame(rows).set_index(["kind", "rule"])


def answers_of_seen(designs=None, *, n_replicates=1, rivals="none", n_jobs=2):
    """What reports answer to tables that may be seen: those of the study `conclusions`, drawn anew, from files.

    Parameters
    ----------
    designs : sequence of str, optional
        Some of the names of ``conclusions.DESIGNS``; all of them by default.
    n_replicates : int, default=1
        Number of tables of each.
    rivals : {"none", "quick", "all"}, default="none"
        Which other rules are asked.
    n_jobs : int, default=2
        Number of processes.

    Returns
    -------
    pandas.DataFrame
        A row for each table: "kind" ("clusters" or "clouds"), "design", "replicate", "truth", the fields of `ANSWER`,
        the numbers of the rivals, the "seconds" of processor time for all, and the "outcome" of the report.
        :func:`groups_of` sums it up.

    Raises
    ------
    ValueError
        If a design or a choice of rivals is unknown, or a number is not positive.
    """
    designs = list(conclusions.DESIGNS if designs is None else designs)
    for design in designs:
        check_choice(design, tuple(conclusions.DESIGNS), "every design")
    check_choice(rivals, ("none", "quick", "all"), "rivals")
    n_replicates = check_integer(n_replicates, "n_replicates", minimum=1)
    n_jobs = check_integer(n_jobs, "n_jobs", minimum=1)
    settings = {"seed": _SEED, "designs": designs, "rivals": rivals}
    blocks = range(len(designs) * n_replicates)
    found = dict(tqdm(_compute(_SEEN, settings, blocks, n_jobs), total=len(blocks), unit="table"))
    table = pd.DataFrame([found[block] for block in blocks])
    of_report = outcomes_of(table).query("rule == 'report'")["outcome"]
    return table.assign(outcome=of_report)


def _seen_block(settings, number, rng):
    designs = settings["designs"]
    name = designs[number % len(designs)]
    design = conclusions.DESIGNS[name]
    began = time.process_time()
    found = ask(pd.DataFrame(design.draw(rng)).add_prefix("x"), rivals=settings["rivals"], rng=rng)
    place = {"kind": "clouds" if design.n_clusters == 1 else "clusters", "design": name}
    place |= {"replicate": number // len(designs), "truth": design.n_clusters}
    return place | found | {"seconds": round(time.process_time() - began, 2)}


_SEEN = Experiment("seen", "Tables that may be seen", None, None, _seen_block, None)
