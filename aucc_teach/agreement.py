"""Agreement of two partitions of the same objects, from their pair counts."""

from aucc_teach.pairs import pair_counts


def rand_score(labels_true, labels_pred):
    """Rand's c: the share of pairs on which two partitions agree.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects.

    Returns
    -------
    float
        (tp + tn) / (n(n-1)/2), between 0 and 1; higher is better, 1 for equal partitions. Not corrected for chance.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length.

    References
    ----------
    Equation (2.1) of Rand (1971).

    Examples
    --------
    Rand's own example: 9 of the 15 pairs of six points.

    >>> import aucc_teach as at
    >>> at.rand_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2])
    0.6
    """
    counts = pair_counts(labels_true, labels_pred)
    return (counts.tp + counts.tn) / sum(counts)


def adjusted_rand_score(labels_true, labels_pred):
    """Adjusted Rand index: Rand's c, rescaled so that chance gives 0 and equal partitions give 1.

    Chance means: the labels of one partition are permuted at random, the cluster sizes of both are kept.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (n,)
        Two partitions of the same objects.

    Returns
    -------
    float
        At most 1, at least -1/2; higher is better. 1.0 where the formula is 0/0: both partitions put all
        objects together, or both put every object apart.

    Raises
    ------
    ValueError
        If the label arrays are not 1-dimensional, are shorter than two or differ in length.

    References
    ----------
    The index corrected for chance of Hubert and Arabie (1985), written in pair counts.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.adjusted_rand_score([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 2]) == 2 / 17
    True
    """
    tp, fn, fp, tn = pair_counts(labels_true, labels_pred)
    scale = (tp + fn) * (fn + tn) + (tp + fp) * (fp + tn)
    # Integers until the one division, so that no digit is lost to the subtraction.
    return 2 * (tp * tn - fn * fp) / scale if scale else 1.0
