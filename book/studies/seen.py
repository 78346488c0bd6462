"""What does a report answer to tables of the designs on which its rule was written? The rule looks better here.

The rule of :func:`aucc_report.report` was written on tables of these designs, so this is no trial. Beside the study
`trial` it shows how much of a good record is due to that. The designs are those of the study `choosing` that were set
aside there, tables as analysts have them, and those of the trial of an earlier rule.
"""

from typing import NamedTuple

import pandas as pd

from studies import _messy_tables, choosing
from studies._ask_report import ANSWER, ask
from studies._runner import Experiment
from studies._set_aside import ASIDE

__all__ = ["COLUMNS", "DESIGNS", "EXPERIMENT", "REPLICATES", "SeenDesign"]

#: Tables of each design.
REPLICATES = 2
#: Columns of the stored table. "kind" is "clusters" or "clouds", and "truth" the true number of clusters.
COLUMNS = ("kind", "design", "replicate", "truth", *ANSWER)

_SEED = 1977


class SeenDesign(NamedTuple):
    """The number of clusters, and a function that draws a table, a pandas.DataFrame, given a generator."""

    n_clusters: int
    draw: object


def _of_points(design):
    return SeenDesign(design.n_clusters, lambda rng: pd.DataFrame(design.draw(rng)).add_prefix("x"))


#: The designs by name.
DESIGNS = (
    {name: _of_points(design) for name, design in choosing.DESIGNS.items() if design.group == "set aside"}
    | {name: _of_points(design) for name, design in _messy_tables.DESIGNS.items()}
    | {name: SeenDesign(design.n_clusters, lambda rng, of=design: of.draw(rng)[0]) for name, design in ASIDE.items()}
)
_NAMES = tuple(DESIGNS)


def _settings(full):
    return {"seed": _SEED, "full": full}


def _n_blocks(settings):
    return len(DESIGNS) * REPLICATES if settings["full"] else 4


def _run_block(settings, number, rng):
    return ask(DESIGNS[_NAMES[number % len(_NAMES)]].draw(rng), rivals=None, rng=rng)


def _rows(settings, results):
    rows = []
    for number, found in enumerate(results):
        replicate, place = divmod(number, len(_NAMES))
        name = _NAMES[place]
        n_clusters = DESIGNS[name].n_clusters
        kind = "clusters" if n_clusters > 1 else "clouds"
        known = {"kind": kind, "design": name, "replicate": replicate, "truth": n_clusters}
        rows.append({column: (known | found).get(column) for column in COLUMNS})
    return sorted(rows, key=lambda row: (row["kind"], _NAMES.index(row["design"]), row["replicate"]))


EXPERIMENT = Experiment(
    name="seen",
    title="What reports answer to tables of the designs on which their rule was written",
    settings=_settings,
    n_blocks=_n_blocks,
    run_block=_run_block,
    rows=_rows,
)
