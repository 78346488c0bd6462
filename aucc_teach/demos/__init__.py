"""Demos that answer when touched: in a built page without a kernel, and in JupyterLab with one.

Each demo is one Python class, which holds and checks the state, and one JavaScript module, which draws it. The same
module runs in both places.
"""

from aucc_teach.demos._base import Demo
from aucc_teach.demos.aucc_lab import AuccLab
from aucc_teach.demos.cut_sweep import CutSweep
from aucc_teach.demos.deal_again import DealAgain
from aucc_teach.demos.gamma_grid import GammaGrid
from aucc_teach.demos.measure_bench import MeasureBench
from aucc_teach.demos.null_machine import NullMachine
from aucc_teach.demos.overlap_table import OverlapTable
from aucc_teach.demos.pair_table import PairTable
from aucc_teach.demos.roc_builder import RocBuilder
from aucc_teach.demos.the_level import TheLevel
from aucc_teach.demos.two_distributions import TwoDistributions

__all__ = [
    "AuccLab",
    "CutSweep",
    "DealAgain",
    "Demo",
    "GammaGrid",
    "MeasureBench",
    "NullMachine",
    "OverlapTable",
    "PairTable",
    "RocBuilder",
    "TheLevel",
    "TwoDistributions",
]
