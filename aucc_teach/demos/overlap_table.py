"""Overlap table: clusters as rows that may overlap, three scores, and the conditions that a step is a case of."""

import traitlets

from aucc_teach.demos._overlaps import OverlapsDemo

__all__ = ["OverlapTable"]


class OverlapTable(OverlapsDemo):
    """Clusters of up to thirteen objects, which may overlap, compared with fixed classes before and after a step.

    Parameters
    ----------
    clusters_true : sequence of collections of int, optional
        One to six classes: different sets of the objects 0 to n - 1. Default, of all three: the first preset.
    before : sequence of collections of int, optional
        At most ten clusters at the start of the step. Empty ones are left out of the scores, equal ones count once.
    clusters_pred : sequence of collections of int, optional
        The clusters now, likewise. Default: `before`, no step yet.
    n_objects : int, optional
        Number of objects n, 2 to 13. Default: the largest object that occurs, plus one.
    conditions : bool, default=True
        Whether to say which conditions the step is a case of, and to offer steps that are.

    Attributes
    ----------
    clusters_true, before, clusters_pred : tuple of tuple of int
        Classes and clusters as they are now; can be set.
    n_objects : int
        Number of objects; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``n_objects``, ``clusters_true``, ``before`` and ``after``
        of each.

    Raises
    ------
    ValueError
        If clusters are not sets of whole numbers from 0 to n - 1, if there are too many of them, if a class is empty
        or there twice, if there is no class, or if n is not from 2 to 13.

    See Also
    --------
    aucc_teach.overlapping.extended_bcubed : One of the three scores.
    aucc_teach.overlapping.cice_bcubed : The large number.
    aucc_teach.overlapping.reliability_sensitivity : The third score.
    aucc_teach.conditions.conditions_met : Which conditions a step is a case of.

    Examples
    --------
    >>> import aucc_teach as at
    >>> table = at.demos.OverlapTable([{0, 1}, {0, 2}, {1, 2}], [{0, 1, 2}])
    >>> table.clusters_pred = [{0, 1}, {0, 2}, {1, 2}]
    >>> numbers = table.numbers(table.state())
    >>> round(numbers["cice_start"], 4), numbers["cice"]
    (0.6061, 1)
    """

    slug = "overlap-table"

    conditions = traitlets.Bool(True).tag(sync=True, constant=True)

    @traitlets.observe("conditions")
    def _offer(self, change):
        self.presets = self._all_presets() if self.conditions else self._all_presets()[:1]
