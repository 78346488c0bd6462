"""Studies of our own, made for chapters of this book: a module for each, with a function for every table.

In a clone `python -m aucc_teach reproduce NAME` runs them, and `at.experiments.study(name)` imports one.

What takes longer than a chapter may is a study (in `aucc_teach/experiments`, if it was published by others). It writes
a tidy CSV with its settings, seed and versions into `book/results`. A block of its work depends only on the settings
and its own random numbers, and is a function of a module, so that it runs in any process and on any worker of a Dask
cluster, and can be stopped and taken up again. The chapter draws the file, runs a part of the study again and asserts
that it agrees, so that a table which the code no longer produces fails a test.

Times cannot be regenerated. A study that measures them sets `one_at_a_time` and stores exact counts beside the times;
tests check the counts, the form of the table and the slopes that the prose relies on. To measure anew, delete its file
in `book/results`, run `python -m aucc_teach reproduce NAME --full` on a quiet machine, then run the notebook again.
"""

from studies import (
    answers,
    batteries,
    calibration,
    choosing,
    conclusions,
    costs,
    coverage,
    growth,
    intervals,
    noise,
    penguins,
    seeds,
)

__all__ = [
    "EXPERIMENTS",
    "answers",
    "batteries",
    "calibration",
    "choosing",
    "conclusions",
    "costs",
    "coverage",
    "growth",
    "intervals",
    "noise",
    "penguins",
    "seeds",
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
        answers.EXPERIMENT,
        batteries.EXPERIMENT,
        seeds.EXPERIMENT,
    )
}
