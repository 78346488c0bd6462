"""Two readers: overlapping piles of the same stories, and two indices that compare them."""

from aucc_teach.demos._overlaps import OverlapsDemo

__all__ = ["TwoReaders"]


class TwoReaders(OverlapsDemo):
    """Piles of up to six stories by two readers, Anna and Ben, which may overlap: what Ben changes, two indices see.

    Parameters
    ----------
    clusters_true : sequence of collections of int, optional
        One to four piles of Anna: different sets of the stories 0 to n - 1. Default, of all three: the first preset.
    before : sequence of collections of int, optional
        At most five piles of Ben, from which changes are counted. Empty ones are left out, equal ones count once.
    clusters_pred : sequence of collections of int, optional
        Ben's piles now, likewise. Default: `before`, no change yet.
    n_objects : int, optional
        Number of stories n, 2 to 6. Default: the largest that occurs, plus one.

    Attributes
    ----------
    clusters_true, before, clusters_pred : tuple of tuple of int
        The piles as they are now; can be set.
    n_objects : int
        Number of stories; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``n_objects``, ``clusters_true`` and ``before`` of each.

    Raises
    ------
    ValueError
        If piles are not sets of whole numbers from 0 to n - 1, if there are too many of them, if one of Anna's is empty
        or there twice, if she has none, or if n is not from 2 to 6.

    See Also
    --------
    aucc_teach.overlapping.omega_index : One of the two numbers.
    aucc_teach.overlapping.extended_bcubed : The other.
    OverlapTable : More clusters, other measures, and conditions on them.

    Examples
    --------
    >>> import aucc_teach as at
    >>> readers = at.demos.TwoReaders([{0, 1}, {0, 2}, {1, 2}], [{0, 1, 2}])
    >>> readers.clusters_pred = [{0, 1, 2}, {0}, {1}]
    >>> numbers = readers.numbers(readers.state())
    >>> numbers["omega"], round(numbers["extended"], 4)
    (1, 0.9714)
    """

    slug = "two-readers"
