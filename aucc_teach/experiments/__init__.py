"""Published studies, run again: one module for each, with a function for every table.

``python -m aucc_teach list`` names them, ``python -m aucc_teach reproduce NAME`` runs one.
"""

from aucc_teach.experiments import chance, rand1971
from aucc_teach.experiments._runner import read_table

__all__ = ["EXPERIMENTS", "chance", "rand1971", "read_table"]

EXPERIMENTS = {"rand1971": rand1971.EXPERIMENT, "chance": chance.EXPERIMENT}
