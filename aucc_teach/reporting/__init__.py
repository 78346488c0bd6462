"""A report on a table: what was clustered, what stands out, and what counts against it."""

from aucc_teach.reporting._make import report
from aucc_teach.reporting._report import Report

__all__ = ["Report", "report"]
