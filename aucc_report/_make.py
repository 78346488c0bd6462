"""The function that makes a report."""

import warnings
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
from threadpoolctl import threadpool_limits
from tqdm.auto import tqdm

from aucc_report._columns import few_used
from aucc_report._defaults import DEFAULTS
from aucc_report._gaps import FEWEST_ROWS
from aucc_report._given import check_given, judge_given, with_own_answer
from aucc_report._investigation import Investigation
from aucc_report._missing import MISSING
from aucc_report._peaks import BYTES_OF_PAIR
from aucc_report.clusterers import check_algorithms
from aucc_report.intake import SCALINGS, TRANSFORMS, take_in
from aucc_teach.calibration import check_ks, check_sets
from aucc_teach.input import check_choice, check_integer, check_rng, refuse_pairs_that_do_not_fit, takes_rng

# Each use draws its own random numbers.
SEEDS = ("sample", "k-means", "references", "left out", "comparisons", "gaps", "labels")


class Question(ValueError):
    """What the reader must choose before a report is made."""


@takes_rng
def report(
    X,
    algorithms=DEFAULTS["algorithms"],
    ks=DEFAULTS["ks"],
    *,
    columns=DEFAULTS["columns"],
    classes=DEFAULTS["classes"],
    labels=DEFAULTS["labels"],
    noise=DEFAULTS["noise"],
    transform=DEFAULTS["transform"],
    scaling=DEFAULTS["scaling"],
    metric=DEFAULTS["metric"],
    references=DEFAULTS["references"],
    n_references=DEFAULTS["n_references"],
    significance_level=DEFAULTS["significance_level"],
    missing=DEFAULTS["missing"],
    few_columns="warn",
    n_jobs=1,
    rng=None,
    progress=True,
):
    """Ask a table whether it has clusters, and how many; say what follows, and what counts against it.

    The recipe of the chapter "Is there anything in my table?" as one call, with the rule of :mod:`aucc_report.rule`:
    gaps that clouds without clusters don't have, and peaks that all algorithms and criteria share.

    Of more than 500 rows a random sample is clustered, and what it can miss is said; the others get their cluster
    afterwards.

    Parameters
    ----------
    X : DataFrame or array-like of shape (n, d)
        One row per object. Of a DataFrame, whose index has the names of the rows, those columns of numbers are used
        that look like measurements; of an array every column that varies.
    algorithms : sequence of str, or mapping, default=("k-means", "ward")
        From {"k-means", "single", "average", "complete", "ward"}; k-means is the best of 10 starts, the others are
        trees. Or a dictionary with names of your own, each for one of these, for a function ``cluster(X, k)``, or for
        a class or an estimator, as in :func:`aucc_teach.calibrated_choice`. Gaps are asked beside them if distances
        are Euclidean.
    ks : sequence of int, optional
        Different numbers of clusters, each at least 2 and smaller than the number of different rows, for the peaks. By
        default 2 to 10. Gaps may show more groups.
    columns : sequence of str, optional
        Columns to use. By default those that vary and look like measurements; what is text, counts or names the rows,
        or may be codes of groups, is not used, nor is a column with more than half of its values missing.
    classes : str or array-like of shape (n,), optional
        Known groups: a column, or one for each row. They are looked at last, in ``external``, and change nothing else.
        Rows without a class are clustered, and left out of ARI.
    labels : str or array-like of shape (n,), optional
        A clustering that you have, from anywhere: a column, or a label for each row, whole numbers or texts. It is
        judged beside the report's own answer, in ``given``, and changes nothing else. Rows without a label are left
        out.
    noise : label, optional
        What rows that belong to no cluster have for a label. They are left out as the labels are judged, and it is said
        what this does to their score. By default it is -1 if there is also a label 0, as in scikit-learn; -1 beside
        other labels is taken for a cluster, and asked about.
    transform : {"none", "log", "yeo-johnson"}, default="none"
        What is done to the columns before they are scaled: nothing; or logarithms, of columns whose values are all
        above 0; or the power of Yeo and Johnson (scikit-learn's PowerTransformer) that takes most skewness away.
    scaling : {"within", "standardise", "range", "none"}, default="within"
        Mean 0 and spread within clusters 1 (see Notes); or mean 0 and standard deviation 1; or smallest value 0 and
        largest 1; or as they are.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist` that works without arguments, after scaling. k-means, Ward
        and the criteria from coordinates are Euclidean in any case.
    references : sequence of {"box", "radial", "normal"}, default=("box", "normal")
        Kinds of reference sets for the peaks; see :func:`aucc_teach.reference_data`. The excess is that over the first.
    n_references : int, default=39
        Number of sets of each kind, at least ``1 / significance_level - 1``.
    significance_level : float, default=0.05
        The largest p-value of a peak that counts as standing out, between 0 and 1.
    missing : {"drop", "refuse", "median", "neighbours"}, default="drop"
        What to do about rows that lack a value in a column that is used: leave them out, count them, and compare them
        with the others; or refuse them; or fill in the median of the column, or the mean over the 5 most similar rows
        (scikit-learn's KNNImputer, on standardised columns), if at least half of the row is there. Then all p-values
        are those of the table as filled in, and do not show how uncertain the filled-in values are.
    few_columns : {"warn", "refuse", "use"}, default="warn"
        What to do if only one column is used of several columns of numbers that may measure something, or fewer than
        half of them, and you don't name the `columns`: say so, ask for them by an error, or use them.
    n_jobs : int, default=1
        Number of processes for the reference sets of the peaks. The report is the same, whatever it is.
    rng : numpy.random.Generator or int, optional
        Source of all randomness, or a seed for it. The same seed gives the same report, on any number of threads.
    progress : bool or callable, default=True
        Whether a progress bar is shown. Or a function that is called as ``progress(done, total, what)`` after each
        step; what it raises stops the work.

    Returns
    -------
    Report
        The tables, the conclusion and the doubts; shown as a page in a notebook. See :class:`Report`.

    Raises
    ------
    ValueError
        Before any work: if `X` is not a table of different names or an array of numbers; if a setting is unknown, a
        column is not there, infinite, constant or not a measurement; if fewer than 22 complete rows are left, or too
        few for `ks`; if a few columns alone are used, and `few_columns` is "refuse"; if there are fewer than 2 classes;
        if labels put fewer than 22 rows into clusters, or those used into one cluster, more than 100, or each into its
        own; if `noise` is no label; if the pairs do not fit into memory; and as :func:`aucc_teach.calibrated_choice`,
        also if one of your own algorithms does not give k clusters.

    See Also
    --------
    aucc_teach.calibrated_choice : The test of one algorithm and one criterion.

    Notes
    -----
    *The rule* has seven steps, which :mod:`aucc_report.rule` lists, and "The rule of a report" explains with pictures.

    *The scale.* A column that separates clusters has a large standard deviation for that very reason, and
    standardising makes the separation small. So by default each column is divided by an estimate of its spread inside
    clusters, as has long been advised: by the .1 quantile of its absolute differences between rows. Equal numbers are
    spread evenly over one step before, as if they had been rounded; the step is that quantile of the differences that
    aren't 0. And the more pairs of rows are equal, the more the unit is the standard deviation times .178, which is
    that quantile of a normal column. It is no less than a fiftieth of the standard deviation or of the .75 quantile.

    *Gaps.* Rows are joined along dense paths (single linkage on mutual reachability, with ten neighbours). Where two
    parts of at least a twentieth of the rows (5 to 20) join, the logarithm of the ratio of densities is the depth of
    the gap, as much as it is the smaller contrast. A part is split at its deepest gap if that of none of 99 normal
    clouds, 99 boxes and 99 ribbons is as deep, each with as many rows as the part has, the first two with its mean and
    covariance. Ribbons are points along a line, as wide as gives them the dimension of the part, because points along a
    bend are uneven by chance. As long as a set reaches the depth sooner, the part stays whole; it is open if after 19
    sets of each kind at most 1 of any has. A part without a gap is asked again in the metric in which the common
    covariance of two normal components is round, as the sets are, and split if the place between the two sides is
    empty as well, because two ellipses may lie side by side. Rounded values are spread over their interval before,
    because ties are no gaps.

    *The number of the peaks* must be the same for every algorithm and criterion. It counts if each p-value over the
    first kind is at most the level; if k is not the last number that was tried; if no cluster is smaller than a
    twentieth of the rows (but at least 2 and at most 5 rows); and if the clusters are apart: on the line through the
    means of any two of them, there is a place between their medians with at most two fifths of the rows around the
    medians.

    *The size of the global test.* ``pvalue`` is the largest over the kinds of the proportion of the sets, the data
    among them, whose highest peak is as high. The size is exact if the sets could be exchanged with the data, but
    skewed and bent clouds stand out from boxes and normal clouds without having clusters.

    *More columns than rows.* All is done as with few columns, but weak clusters are missed: with fewer than two rows
    for each dimension this is a doubt. The valleys between clusters mean little there, for on the line between their
    means even clusters of noise are apart. :func:`aucc_teach.reference_data` says what changes in the sets.

    *Labels that you have* get one verdict. They have to do with the columns if more rows than with random labels have
    their nearest neighbour under the same label, or if AUCC is higher; either p-value, of 199 permutations, is at most
    half the level. They are plain groups if they are apart, and more so than clusterings of data without clusters: by
    gaps, that is, if the shortest distance between two clusters is longer than every step that is needed within one
    (then they are those of single linkage, whose gap is compared with that of the sets), whatever their shapes; or on
    the lines between means, if every pair has a valley of at most two fifths and at most a tenth of its rows beyond the
    middle, and the shallowest valley, or every criterion, is better than in the sets. Or if the groups that the report
    finds are nearly the same. Otherwise they are not apart, if more than a tenth of the rows of a pair lie beyond the
    middle, and else like slices.

    The data without clusters are cut into as many clusters by the same algorithms. Of each set the best clustering
    counts, among those whose smallest cluster is at least half as large as the smallest given, because AUCC is high
    with stragglers. If rows are labelled noise, as many are left out of each set, those that lie most between clusters.
    At least 39 sets of each kind are drawn, until others would hardly decide otherwise, and at most 199 (or
    `n_references`, if that is more). The algorithms look for high scores, so for labels from elsewhere AUCC and VRC are
    conservative. Of 632 clusterings of clouds without clusters by k-means, trees, normal mixtures and HDBSCAN (150
    points in 3 columns, 39 sets of each kind), 1 was better than the sets by both criteria. By one of them it was 1 of
    154 in normal clouds, 2 of 174 in uniform ones, 10 of 148 with Student's t of 3 degrees of freedom, and 36 of 156 if
    exponential, nearly always AUCC; clusterings of the same cloud are not independent. The script
    ``tests/benchmarks/size_of_the_labels.py`` measures this anew.

    *What else is reported.* Each cluster of the candidate is looked for again in 50 bootstrap samples of the rows, as
    clusterboot of R's fpc does; one with a mean Jaccard coefficient below 0.6 doesn't come back. The doubts also use
    k-means with 4 other seeds, and the candidate's algorithm on a different scale. ARI of 0.9 counts as nearly the
    same. Skewness of 1, kurtosis of 3 above the normal one, and a twentieth of the rows that repeat others are doubts.
    If something was found in skewed columns, the rule is asked once more after the transformation of Yeo and Johnson.

    References
    ----------
    Calibration with null data: Hennig and Lin (2015). A number of clusters only if a test allows it: Dudoit and
    Fridlyand (2002). The data counted among the sets: Besag and Clifford (1989). Cluster trees: Hartigan (1975);
    Stuetzle (2003). Persistence of modes: Chazal and others (2013). Trees along dense paths: Campello, Moulavi and
    Sander (2013); McInnes and others (2017). The dimension of a cloud: Levina and Bickel (2005). Splitting as long as a
    test allows it: Kimes and others (2017). Valleys on a line through two clusters: Hennig (2010). Scales from the
    spread within clusters: Art, Gnanadesikan and Kettenring (1982); Gnanadesikan, Kettenring and Tsao (1995). Stability
    of each cluster: Hennig (2007).

    Examples
    --------
    >>> import aucc_report
    >>> import aucc_teach as at
    >>> blobs = at.datasets.load_toy("blobs").points
    >>> made = aucc_report.report(blobs, ["ward"], range(2, 6), scaling="none", rng=0, progress=False)
    >>> print(made.headline)
    2 clusters.
    >>> made.candidate
    ('ward', 2)
    """
    if not (isinstance(progress, bool | np.bool_) or callable(progress)):
        raise ValueError(f"progress must be True, False or a function. Got {progress!r}.")
    algorithms = check_algorithms(algorithms)
    check_choice(transform, TRANSFORMS, "transform")
    check_choice(scaling, SCALINGS, "scaling")
    if isinstance(metric, str) and metric == "precomputed":
        raise ValueError("metric must work on coordinates, which reference data have too. Got 'precomputed'.")
    kinds, n_references, significance_level = check_sets(references, n_references, significance_level)
    n_jobs = check_integer(n_jobs, "n_jobs", minimum=1)
    check_choice(missing, MISSING, "missing")
    check_choice(few_columns, ("warn", "refuse", "use"), "few_columns")
    seeds = seeds_of(rng)
    taken = take_in(
        X,
        columns=columns,
        classes=classes,
        labels=labels,
        noise=noise,
        transform=transform,
        scaling=scaling,
        metric=metric,
        missing=missing,
        seed=seeds["sample"],
    )
    question = few_used(taken.columns) if columns is None and few_columns != "use" else None
    if question is not None and few_columns == "refuse":
        raise Question(str(question))
    if len(taken.points) < FEWEST_ROWS:
        raise ValueError(
            f"there must be at least {FEWEST_ROWS} rows with a value in every column used: of fewer, no comparison "
            f"with data without clusters can show two groups, however far apart they lie. Got {len(taken.points)} of "
            f"{len(taken.rows)}."
        )
    if taken.classes is not None and taken.classes.nunique() < 2:
        raise ValueError(
            f"classes must have at least 2 different values in the {len(taken.points)} rows used. Got "
            f"{taken.classes.nunique()}."
        )
    check_given(taken)
    n_different = len(np.unique(taken.points, axis=0))
    if n_different < 3:
        raise ValueError(
            f"at least 3 of the {len(taken.points)} rows used must be different, or there is nothing to judge. Got "
            f"{n_different}: use more columns (columns=[...])."
        )
    is_by_default = ks is None
    ks = sorted(check_ks(ks, taken.points))
    if max(ks) >= n_different:
        raise ValueError(
            f"ks must be smaller than the number of different rows, {n_different}: then nothing is left to judge. "
            f"Got {ks}."
        )
    refuse_pairs_that_do_not_fit(len(taken.points), BYTES_OF_PAIR)
    settings = {
        "table": taken.name,
        "columns": taken.used,
        "classes": taken.classes_name,
        "labels": None if taken.labels is None else taken.labels.name,
        "noise": noise,
        "transform": transform,
        "scaling": scaling,
        "metric": metric if isinstance(metric, str) else getattr(metric, "__name__", repr(metric)),
        "algorithms": list(algorithms),
        "ks": ks,
        "ks_by_default": is_by_default,
        "references": kinds,
        "n_references": n_references,
        "significance_level": significance_level,
        "missing": missing,
        "source": taken.source,
        "seed": int(rng) if isinstance(rng, int | np.integer) else None,
        "n_rows": len(taken.rows),
        "n_complete": len(taken.raw),
        "n_used": len(taken.points),
    }
    if question is not None:
        warnings.warn(str(question), UserWarning, stacklevel=2)
    # Threads cost time on data as small as these, and a fixed number keeps sums the same on every machine.
    with threadpool_limits(1), _told(progress) as on_progress:
        given = None
        if taken.labels is not None:
            given = judge_given(
                taken,
                algorithms,
                metric=metric,
                kinds=kinds,
                level=significance_level,
                n_references=n_references,
                seeds=seeds,
                tell=lambda what: on_progress(0, 1, what),
            )
        work = Investigation(taken, algorithms, ks, settings, metric, seeds, on_progress, n_jobs=n_jobs)
        found = work.report()
        return found if given is None else replace(found, given=with_own_answer(given, taken, found))


def seeds_of(rng):
    """The seeds of a report, by their use."""
    return dict(zip(SEEDS, check_rng(rng).integers(2**31, size=len(SEEDS)).tolist(), strict=True))


@contextmanager
def _told(progress):
    """What is called after each step: the function that was given, or one that moves a bar, or does nothing."""
    if callable(progress):
        yield progress
    elif not progress:
        yield lambda done, total, what: None
    else:
        with tqdm(unit="step", smoothing=0.05) as bar:

            def move(done, total, what):
                bar.total = total
                bar.set_description_str(what, refresh=False)
                bar.update(done - bar.n)

            yield move
