"""A lab for data of the reader's own: a table comes in, one clustering of it is judged, the numbers go out.

Reading (:func:`read_csv`, :func:`read_table`), arithmetic (:func:`analyse`) and drawing (:func:`plot_analysis`) know
nothing of widgets; :class:`Lab` puts controls in front of them, and of :func:`aucc_report.report`, which takes a table
in by the same code. Nothing is repaired in silence: what cannot be used is refused, with a message that says what to do
about it.
"""

from aucc_report._formats import read_table
from aucc_report._reading import bundled_table, read_csv
from aucc_report.lab._analysis import Analysis, analyse
from aucc_report.lab._figure import plot_analysis
from aucc_teach._lazy import naming_extras

with naming_extras(__name__):
    from aucc_report.lab._widget import Lab

__all__ = ["Analysis", "Lab", "analyse", "bundled_table", "plot_analysis", "read_csv", "read_table"]
