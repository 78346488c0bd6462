"""Small reports that several files look at, a table with names like markup, and claims and evidence made by hand."""

from functools import cache
from types import SimpleNamespace

import numpy as np
import pandas as pd

import aucc_report
from aucc_report._rule import Answer, Claim, Evidence, Verdict

POINTS = np.random.default_rng(4).normal(size=(60, 2)) + np.repeat([[0, 0], [7, 0], [0, 7]], 20, axis=0)
TABLE = pd.DataFrame(POINTS, [f"row {i}" for i in range(60)], ["length", "width"])
SMALL = {"n_references": 19, "scaling": "standardise", "rng": 0, "progress": False}


def small(X=TABLE, algorithms=("ward", "average"), ks=range(2, 6), **options):
    """A quick report: two trees, four numbers of clusters, 19 sets."""
    return aucc_report.report(X, algorithms, ks, **(SMALL | options))


@cache
def of_three():
    """The report on three clusters; not to be changed."""
    return small()


@cache
def of_noise():
    """The report on 60 normal points; not to be changed."""
    return small(np.random.default_rng(7).normal(size=(60, 2)))


NASTY = {"column": '<b>&"x', "row": '"><script>alert(1)</script>', "class": "<i>Gentoo</i>", "table": "a<b>.csv"}


def small_table():
    """Three clusters of 20 plants in a table with such names, and a value that is missing."""
    rng = np.random.default_rng(5)
    points = rng.normal(size=(60, 3)) + np.repeat([[0, 0, 0], [9, 0, 0], [0, 9, 0]], 20, axis=0)
    table = pd.DataFrame(points, columns=[NASTY["column"], "height", "width"], index=[f"plant {i}" for i in range(60)])
    table = table.rename(index={"plant 7": NASTY["row"]}).rename_axis("name")
    table["kind"] = np.repeat([NASTY["class"], "elm", "oak"], 20)
    table.iloc[3, 1] = np.nan
    table.attrs["name"] = NASTY["table"]
    return table


@cache
def of_nasty():
    """The report on `small_table`; not to be changed."""
    settings = {"columns": [NASTY["column"], "height", "width"], "classes": "kind", "n_references": 19, "rng": 0}
    made = aucc_report.report(small_table(), ("k-means", "ward"), range(2, 5), progress=False, **settings)
    assert made.candidate is not None  # else the tests would look at less than they seem to
    return made


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
