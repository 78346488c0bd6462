"""Two distributions of scores, a threshold across both, the ROC curve, and precision, which depends on the mixture."""

from aucc_teach.demos._base import Demo, Part, tenths

__all__ = ["TwoDistributions"]


class TwoDistributions(Demo):
    """Normal scores of positives and negatives, a threshold, the ROC curve, precision and the precision-recall curve.

    Negatives have mean 0 and positives have mean `distance`, both with standard deviation 1. So AUC is
    ``ndtr(distance / sqrt(2))``, with the distribution function of the normal distribution.

    Parameters
    ----------
    distance : float, optional
        How far the means are apart, in standard deviations: tenths from 0 to 4. Default: 2.
    negatives : int, optional
        Negatives to each positive, 1 to 100. Default: 1.
    threshold : float, optional
        What has this score or more is called positive: tenths from -3 to 7. Default: 1.

    Attributes
    ----------
    distance, negatives, threshold : float
        As they are now; can be set.
    presets : list of dict
        What the reader can start from: ``name``, ``note``, ``distance``, ``negatives`` and ``threshold`` of each.

    Raises
    ------
    ValueError
        If distance or threshold are not in tenths, if `negatives` is not a whole number, or if one is out of range.

    See Also
    --------
    RocBuilder : The ROC curve of single items.

    Examples
    --------
    >>> import aucc_teach as at
    >>> two = at.demos.TwoDistributions(negatives=10)
    >>> {name: round(value, 4) for name, value in two.numbers(two.state()).items()}
    {'distance': 2, 'negatives': 10, 'threshold': 1, 'auc': 0.9214, 'tpr': 0.8413, 'fpr': 0.1587, 'precision': 0.3465}
    """

    slug = "two-distributions"

    distance = Part(2.0, tenths)
    negatives = Part(1)
    threshold = Part(1.0, tenths)

    def __init__(self, distance=None, negatives=None, threshold=None, **kwargs):
        super().__init__(distance=distance, negatives=negatives, threshold=threshold, **kwargs)
