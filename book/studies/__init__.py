"""Studies of our own, made for chapters of this book: a module for each, with a function for every table.

In a clone `python -m aucc_teach reproduce NAME` runs them, and `at.experiments.study(name)` imports one.
"""

from studies import calibration, choosing, conclusions, costs, coverage, growth, intervals, noise, penguins

__all__ = [
    "EXPERIMENTS",
    "calibration",
    "choosing",
    "conclusions",
    "costs",
    "coverage",
    "growth",
    "intervals",
    "noise",
    "penguins",
]

EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        costs.EXPERIMENT,
        growth.EXPERIMENT,
        intervals.EXPERIMENT,
        coverage.EXPERIMENT,
        noise.EXPERIMENT,
        penguins.EXPERIMENT,
        calibration.EXPERIMENT,
        choosing.EXPERIMENT,
        conclusions.EXPERIMENT,
    )
}
