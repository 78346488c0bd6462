"""A report on a table: what was clustered, what stands out, and what counts against it.

From room to room: a table is taken in (`_intake`), rounds are played (`_rounds`), a rule concludes (`_conclude`),
doubts are gathered (`_doubts`), both get their words (`_words`), and stand on a page (`_page`).
"""

from aucc_teach.reporting._codes import Conclusion, Doubt, Given, Headline, Next, Reason, Why
from aucc_teach.reporting._given import GivenClustering
from aucc_teach.reporting._make import report
from aucc_teach.reporting._report import Report
from aucc_teach.reporting._statements import Statement

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
    "report",
]
