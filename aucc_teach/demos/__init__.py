"""Demos that answer when touched: in a built page without a kernel, and in JupyterLab with one.

Each demo is one Python class, which holds and checks the state, and one JavaScript module, which draws it. The same
module runs in both places.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "_base": ["Demo"],
        "aucc_lab": ["AuccLab"],
        "cut_sweep": ["CutSweep"],
        "deal_again": ["DealAgain"],
        "gamma_grid": ["GammaGrid"],
        "measure_bench": ["MeasureBench"],
        "null_machine": ["NullMachine"],
        "overlap_table": ["OverlapTable"],
        "pair_table": ["PairTable"],
        "roc_builder": ["RocBuilder"],
        "the_level": ["TheLevel"],
        "two_distributions": ["TwoDistributions"],
    },
)
