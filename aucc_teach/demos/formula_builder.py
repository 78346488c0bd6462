"""Formula builder: an index, what chance and perfect agreement give, and the formula that a reader makes of them."""

from aucc_teach.demos._base import Demo, Part, tenths

__all__ = ["FormulaBuilder"]


class FormulaBuilder(Demo):
    """A formula for an index, put together from two parts, and what it gives for chance and for perfect agreement.

    A formula that corrects for chance gives 0 on average for random labels, and 1 for perfect agreement. The two cases
    are computed for ten random labellings, whose index lies around `expected` as that of Rand's six points does, and
    for an index at its maximum.

    Parameters
    ----------
    above : {"index", "index - E", "max - index"}, default="index"
        What stands above the line.
    below : {"1", "E", "max", "max - E"}, default="1"
        What stands below the line.
    index : float, optional
        The index that is to be corrected: tenths from 0 to `maximum`. Default: 2, the pairs of Rand's six points that
        are together in both partitions.
    expected : float, optional
        What chance gives on average: tenths from 0 to 8, and not above `maximum`. Default: 1.6.
    maximum : float, optional
        What perfect agreement gives: tenths from 0 to 10. Default: 5.

    Attributes
    ----------
    above, below, index, expected, maximum
        The state as it is now; can be set.

    Raises
    ------
    ValueError
        If a part of the formula is unknown, if a number is not in tenths or out of range, or if `index` or `expected`
        is above `maximum`.

    See Also
    --------
    aucc_teach.adjusted_rand_score : An index that is corrected in this way.
    DealAgain : What chance gives, dealt by hand.

    Examples
    --------
    >>> import aucc_teach as at
    >>> builder = at.demos.FormulaBuilder("index - E", "max - E")
    >>> numbers = builder.numbers(builder.state())
    >>> numbers["chance"], numbers["perfect"], round(numbers["value"], 4)
    (0, 1, 0.1176)
    """

    slug = "formula-builder"

    above = Part("index")
    below = Part("1")
    index = Part(2.0, tenths)
    expected = Part(1.6, tenths)
    maximum = Part(5.0, tenths)

    def __init__(self, above="index", below="1", index=None, expected=None, maximum=None, **kwargs):
        super().__init__(above=above, below=below, index=index, expected=expected, maximum=maximum, **kwargs)
