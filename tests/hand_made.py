"""Claims and evidence made by hand, for tests of the rule, of its finding and of doubts."""

from types import SimpleNamespace

import numpy as np
import pandas as pd

from aucc_report._rule import Answer, Claim, Evidence, Verdict


def claim(algorithm, k, criterion="VRC", **fields):
    """A claim that holds, but for what is given."""
    fields = {"pvalue": 0.01, "smallest": 9, "stability": (1, 0), "noise": (1, 0), "valley": 0.1} | fields
    holds = {"stands_out": True, "is_inside": True, "is_solid": True, "is_stable": True, "is_apart": True}
    return Claim(algorithm=algorithm, criterion=criterion, k=k, **(holds | fields))


def evidence_of(*claims, is_found=True, others=(), held=None, beside=None, selected=None, parts=(), **fields):
    """Evidence of one round, with these claims; what is named and all else is as given, or absent."""
    settings = {"significance_level": 0.05, "n_drawn": 99, "algorithms": ["k-means", "ward"], "metric": "euclidean"}
    candidate, tests = fields.pop("candidate", None), fields.pop("tests", None)
    look = SimpleNamespace(pvalue=fields.pop("pvalue", 0.01), tests=tests, by_k=fields.pop("by_k", None))
    taken = fields.pop("taken", SimpleNamespace(positions=np.arange(0), rows=pd.DataFrame()))
    a_round = SimpleNamespace(taken=taken, look=look, beside=None, ks=[2, 3])
    return Evidence(
        taken=taken,
        settings=settings | fields.pop("settings", {}),
        first=a_round,
        decisive=a_round,
        verdict=Verdict(is_found, claims, tuple(others), held or {}, beside, selected or {}, candidate, parts),
        answer=fields.pop("answer", Answer(None, candidate=candidate)),
        **{"seeds": {}, "scale": None, "peaks": {}, "without": {}, "whole": None, "titles": ("VRC", "AUCC")} | fields,
    )
