"""Published studies, run again: each is a module with one function for each table or figure, and a command.

``python -m aucc_teach list`` names them, ``python -m aucc_teach reproduce NAME`` runs one.
"""

from aucc_teach.experiments import benchmark, chance, noise, rand1971, remedy, scaling
from aucc_teach.experiments._runner import read_table

__all__ = ["EXPERIMENTS", "benchmark", "chance", "noise", "rand1971", "read_table", "remedy", "scaling"]

EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        rand1971.EXPERIMENT,
        scaling.EXPERIMENT,
        chance.EXPERIMENT,
        benchmark.EXPERIMENT,
        benchmark.ROW_ORDER,
        noise.EXPERIMENT,
        remedy.EXPERIMENT,
    )
}
