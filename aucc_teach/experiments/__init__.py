"""Published studies, run again: one module for each, with a function for every table.

``python -m aucc_teach list`` names them, ``python -m aucc_teach reproduce NAME`` runs one.
"""

from aucc_teach.experiments import (
    benchmark,
    calibration,
    chance,
    choosing,
    conclusions,
    costs,
    coverage,
    growth,
    intervals,
    noise,
    rand1971,
    scaling,
)
from aucc_teach.experiments._runner import read_table

__all__ = [
    "EXPERIMENTS",
    "benchmark",
    "calibration",
    "chance",
    "choosing",
    "conclusions",
    "costs",
    "coverage",
    "growth",
    "intervals",
    "noise",
    "rand1971",
    "read_table",
    "scaling",
]

EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        rand1971.EXPERIMENT,
        scaling.EXPERIMENT,
        costs.EXPERIMENT,
        growth.EXPERIMENT,
        intervals.EXPERIMENT,
        coverage.EXPERIMENT,
        chance.EXPERIMENT,
        noise.EXPERIMENT,
        calibration.EXPERIMENT,
        choosing.EXPERIMENT,
        conclusions.EXPERIMENT,
        benchmark.EXPERIMENT,
        benchmark.ROW_ORDER,
        benchmark.CELL_CYCLE,
    )
}
