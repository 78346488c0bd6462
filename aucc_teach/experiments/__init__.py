"""Published studies, run again: one module for each, with a function for every table.

``python -m aucc_teach list`` names them, ``python -m aucc_teach reproduce NAME`` runs one.
"""

from aucc_teach.experiments import noise, rand1971, remedy
from aucc_teach.experiments._runner import read_table

__all__ = ["EXPERIMENTS", "noise", "rand1971", "read_table", "remedy"]

EXPERIMENTS = {"rand1971": rand1971.EXPERIMENT, "noise": noise.EXPERIMENT, "remedy": remedy.EXPERIMENT}
