"""Does a report say the same from every seed? Eighteen real tables and twenty simulated ones, five seeds each.

The seed decides which reference sets are drawn, where k-means starts and which rows are left out. A reader sees one
seed, so the headline should not depend on it.
"""

from collections import Counter
from functools import partial

import pandas as pd

import aucc_report
from aucc_report import bundled_table
from aucc_teach.datasets import load_penguins, load_plane_models, load_weather
from aucc_teach.input import check_choice, check_integer
from studies import choosing
from studies._runner import Experiment

__all__ = ["EXPERIMENT", "TABLES", "headline_of", "rows_of_table"]

_BIRDS = ["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)"]
_ISOTOPES = ["Delta 15 N (o/oo)", "Delta 13 C (o/oo)"]
_AIR = ["temp", "humid", "wind_speed", "pressure"]
_PLANES = ["seats", "distance", "speed"]


def _bundled(name, first, last):
    return bundled_table(name).drop(columns="class").iloc[:, first:last]


def _of_scikit_learn(name, columns):
    import sklearn.datasets

    return getattr(sklearn.datasets, f"load_{name}")(as_frame=True)["data"][columns]


def _birds(columns, species=""):
    birds = load_penguins()
    return birds.loc[birds["Species"].str.startswith(species), columns]


def _weather(origin, hour):
    weather = load_weather()
    return weather.loc[(weather["origin"] == origin) & (weather["hour"] == hour), _AIR]


def _simulated(design):
    return pd.DataFrame(choosing.draw(design, rng=0)).add_prefix("x")


_REAL = {
    "iris": partial(_bundled, "iris", 0, 4),
    "iris, sepals": partial(_bundled, "iris", 0, 2),
    "iris, petals": partial(_bundled, "iris", 2, 4),
    "wine": partial(_bundled, "wine", 0, 13),
    "wine, first five": partial(_bundled, "wine", 0, 5),
    "wine, last five": partial(_bundled, "wine", 8, 13),
    "tumours, means": partial(_bundled, "breast cancer", 0, 10),
    "tumours, errors": partial(_bundled, "breast cancer", 10, 20),
    "tumours, worst": partial(_bundled, "breast cancer", 20, 30),
    "diabetes, serum": partial(_of_scikit_learn, "diabetes", ["s1", "s2", "s3", "s4", "s5", "s6"]),
    "diabetes, body": partial(_of_scikit_learn, "diabetes", ["age", "bmi", "bp"]),
    "penguins": partial(_birds, _BIRDS),
    "penguins, bills": partial(_birds, _BIRDS[:2]),
    "penguins, isotopes": partial(_birds, _ISOTOPES),
    "penguins, Adelie": partial(_birds, _BIRDS, "Adelie"),
    "weather at noon": partial(_weather, "JFK", 12),
    "weather at midnight": partial(_weather, "EWR", 0),
    "planes": lambda: load_plane_models()[_PLANES],
}
_SIMULATED = (
    "normal, 2",
    "normal, 5",
    "square",
    "cube, 10",
    "t with 3 degrees, 2",
    "exponential, 2",
    "bent, half circle",
    "2 clear",
    "3 clear",
    "8 scattered",
    "3 of uneven size",
    "3 of unequal spread",
    "4 in ten dimensions",
    "3 and four columns of noise",
    "2 that touch",
    "3 that touch",
    "4 in a row",
    "3 with tails",
    "two pairs",
    "3 skewed",
)
#: The tables by name: what they are, "real" or "simulated", and a function that gives them.
TABLES = {name: ("real", load) for name, load in _REAL.items()} | {
    name: ("simulated", partial(_simulated, name)) for name in _SIMULATED
}
_NAMES = tuple(TABLES)


def headline_of(table, seed):
    """Ask for a report on a table with every default, and return its headline.

    Parameters
    ----------
    table : str
        One of the names of `TABLES`.
    seed : int
        ``rng`` of :func:`aucc_report.report`.

    Returns
    -------
    str
        The code and the number of clusters, if there is one.

    Raises
    ------
    ValueError
        If there is no such table or the seed is no integer of at least 0.

    Examples
    --------
    >>> import studies
    >>> studies.seeds.headline_of("2 clear", 0)
    'clusters 2'
    """
    _, load = TABLES[check_choice(table, _NAMES, "table")]
    found = aucc_report.report(load(), rng=check_integer(seed, "seed", minimum=0), progress=False)
    number = found.headline.numbers.get("n_clusters")
    return found.headline.code.value + ("" if number is None else f" {number}")


def rows_of_table(table, *, n_seeds=10):
    """Count how often reports on one table agree, a seed each.

    Parameters
    ----------
    table : str
        One of the names of `TABLES`.
    n_seeds : int, default=10
        Number of seeds, from 0.

    Returns
    -------
    list of dict
        One row: ``table``; ``kind``; ``n_seeds``; ``headline``, the most frequent, the first of equal ones;
        ``n_agreeing``, how many seeds have it; ``others``, the other headlines with their counts, as text.

    Raises
    ------
    ValueError
        As `headline_of`, or if `n_seeds` is no integer of at least 1.

    Examples
    --------
    >>> import studies
    >>> (row,) = studies.seeds.rows_of_table("2 clear", n_seeds=2)
    >>> row["headline"], row["n_agreeing"], row["n_seeds"]
    ('clusters 2', 2, 2)
    """
    n_seeds = check_integer(n_seeds, "n_seeds", minimum=1)
    return [_summarise(table, [headline_of(table, seed) for seed in range(n_seeds)])]


def _summarise(table, found):
    (headline, n_agreeing), *others = Counter(found).most_common()
    return {
        "table": table,
        "kind": TABLES[table][0],
        "n_seeds": len(found),
        "headline": headline,
        "n_agreeing": n_agreeing,
        "others": "; ".join(f"{other}: {n_times}" for other, n_times in others),
    }


def _settings(full):
    tables = _NAMES if full else ("iris, sepals", "2 clear")
    return {"seed": 0, "tables": [*tables], "n_seeds": 5 if full else 4}


def _n_blocks(settings):
    return len(settings["tables"]) * settings["n_seeds"]


def _run_block(settings, number, rng):
    # All tables with one seed before the next: what an interrupted run has is of all tables.
    seed, place = divmod(number, len(settings["tables"]))
    return headline_of(settings["tables"][place], seed)


def _rows(settings, results):
    tables = settings["tables"]
    return [_summarise(table, results[place :: len(tables)]) for place, table in enumerate(tables)]


EXPERIMENT = Experiment(
    name="seeds",
    title="Whether reports on 38 tables say the same from five seeds",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
