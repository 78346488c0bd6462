"""What takes longer than a chapter may: published studies, run again, and studies of our own.

`python book/studies` names them, and `python book/studies NAME` runs one. A chapter imports this package from the
folder `book`.

Each study is a module with a function for every table. It writes a tidy CSV with its settings, seed and versions into
`book/results`. A block of its work depends only on the settings and its own random numbers, and is a function of a
module, so that it runs in any process, and can be stopped and taken up again. The chapter draws the file, runs a part
of the study again and asserts that it agrees, so that a table which the code no longer produces fails a test.

Times cannot be regenerated. A study that measures them sets `one_at_a_time` and stores exact counts beside the times;
tests check the counts, the form of the table and the slopes that the prose relies on. To measure anew, delete its file
in `book/results`, run `python book/studies NAME --full` on a quiet machine, then run the notebook again.
"""

from studies import (
    benchmark,
    calibration,
    chance,
    choosing,
    costs,
    coverage,
    growth,
    intervals,
    noise,
    outcomes,
    penguins,
    rand1971,
    scaling,
    seeds,
    seen,
    trial,
)
from studies._runner import Experiment, read_table, rng_of_block, run

__all__ = [
    "EXPERIMENTS",
    "Experiment",
    "benchmark",
    "calibration",
    "chance",
    "choosing",
    "costs",
    "coverage",
    "growth",
    "intervals",
    "noise",
    "outcomes",
    "penguins",
    "rand1971",
    "read_table",
    "rng_of_block",
    "run",
    "scaling",
    "seeds",
    "seen",
    "trial",
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
        costs.EXPERIMENT,
        growth.EXPERIMENT,
        intervals.EXPERIMENT,
        coverage.EXPERIMENT,
        noise.EXPERIMENT,
        penguins.EXPERIMENT,
        calibration.EXPERIMENT,
        choosing.EXPERIMENT,
        seeds.EXPERIMENT,
        seen.EXPERIMENT,
        trial.EXPERIMENT,
    )
}
