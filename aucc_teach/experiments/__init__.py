"""Published studies, run again: one module for each, with a function for every table.

``python -m aucc_teach list`` names them, ``python -m aucc_teach reproduce NAME`` runs one. In a clone of the project
both know the book's own studies, too, which are in ``book/studies``.
"""

from aucc_teach.experiments import benchmark, chance, rand1971, scaling
from aucc_teach.experiments._book import study
from aucc_teach.experiments._runner import Experiment, read_table, rng_of_block, run

__all__ = [
    "EXPERIMENTS",
    "Experiment",
    "benchmark",
    "chance",
    "rand1971",
    "read_table",
    "rng_of_block",
    "run",
    "scaling",
    "study",
]

EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        rand1971.EXPERIMENT,
        scaling.EXPERIMENT,
        chance.EXPERIMENT,
        benchmark.EXPERIMENT,
        benchmark.ROW_ORDER,
        benchmark.CELL_CYCLE,
        benchmark.OWN_METRIC,
    )
}
