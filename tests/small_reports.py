"""Small reports that several files look at, a table with names like markup, and evidence made by hand."""

from functools import cache
from types import SimpleNamespace

import numpy as np
import pandas as pd

import aucc_report
from aucc_report import Why
from aucc_report.rule import Answer, Evidence, PeaksSay

POINTS = np.random.default_rng(4).normal(size=(60, 2)) + np.repeat([[0, 0], [7, 0], [0, 7]], 20, axis=0)
NOISE = np.random.default_rng(7).normal(size=(60, 2))
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
    return small(NOISE)


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


#: The settings that the rule and the doubts look at.
SETTINGS = {
    "algorithms": ["k-means", "ward"],
    "ks": list(range(2, 11)),
    "significance_level": 0.05,
    "metric": "euclidean",
    "scaling": "standardise",
    "classes": None,
    "missing": "drop",
}
THREE, AT_THREE = Answer(Why.PEAKS_ALONE, 3), PeaksSay(3, (3,))


def evidence_of(answer=THREE, peaks=AT_THREE, groups=None, *, pvalue=0.01, **fields):
    """Evidence with this answer; the settings are those that are given and `SETTINGS`, and all else is absent."""
    tests = pd.DataFrame(
        index=pd.MultiIndex.from_product([["ward"], ["VRC", "AUCC"]], names=["algorithm", "criterion"])
    )
    absent = dict.fromkeys(
        ("taken", "points", "candidate", "labels", "clusters", "pvalue_after_power", "scale", "whole")
    )
    return Evidence(
        settings=SETTINGS | fields.pop("settings", {}),
        peaks=SimpleNamespace(pvalue=pvalue, tests=tests, ranking=SimpleNamespace(score=lambda labels: 0.9)),
        said_by_peaks=peaks,
        groups=groups,
        answer=answer,
        **{**absent, "found_by": (), "seeds": (), **fields},
    )
