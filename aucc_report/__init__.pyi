# What the package offers, and where each name comes from; `__init__.py` imports it when it is first used.
from . import lab
from ._codes import Conclusion, Doubt, Given, Headline, Next, Reason, Why
from ._formats import read_table
from ._given import GivenClustering
from ._make import report
from ._reading import bundled_table, read_csv
from ._report import Report
from ._statements import Statement

__all__ = [
    "Conclusion",
    "Doubt",
    "Given",
    "GivenClustering",
    "Headline",
    "Next",
    "Reason",
    "Report",
    "Statement",
    "Why",
    "bundled_table",
    "lab",
    "read_csv",
    "read_table",
    "report",
]
