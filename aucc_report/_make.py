"""The function that makes a report."""

import warnings
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
from threadpoolctl import threadpool_limits
from tqdm.auto import tqdm

from aucc_report._columns import few_used
from aucc_report._defaults import DEFAULTS
from aucc_report._density import FEWEST_ROWS
from aucc_report._given import check_given, judge_given, with_own_answer
from aucc_report._investigation import Investigation
from aucc_report._missing import MISSING
from aucc_report._reference_comparison import BYTES_OF_PAIR
from aucc_report._sequential import LOOKS
from aucc_report.clusterers import check_algorithms
from aucc_report.intake import SCALINGS, take_in
from aucc_teach.calibration import check_ks, check_sets
from aucc_teach.input import check_choice, check_rng, refuse_pairs_that_do_not_fit

# Each use draws its own random numbers.
SEEDS = ("sample", "k-means", "references", "left out", "left out of noise", "comparisons", "modes", "labels")


class Question(ValueError):
    """What the reader must choose before a report is made."""


#: By default numbers of clusters are tried up to this one.
KS_BY_DEFAULT = 10


def report(
    X,
    algorithms=DEFAULTS["algorithms"],
    ks=DEFAULTS["ks"],
    *,
    columns=DEFAULTS["columns"],
    classes=DEFAULTS["classes"],
    labels=DEFAULTS["labels"],
    noise=DEFAULTS["noise"],
    scaling=DEFAULTS["scaling"],
    metric=DEFAULTS["metric"],
    references=DEFAULTS["references"],
    n_references=DEFAULTS["n_references"],
    significance_level=DEFAULTS["significance_level"],
    missing=DEFAULTS["missing"],
    few_columns="warn",
    rng=None,
    progress=True,
):
    """Cluster a table, test whether anything stands out, and say what can be concluded and what counts against it.

    The checklist of the chapter "Is there anything in my table?" as one call. Reference sets without clusters, with the
    mean and covariance of the data, are drawn once and clustered as the data are. They serve all tests, and show what
    stability and criteria look like if there is nothing.

    It takes 110 bytes for each pair, 0.2 GiB at 2000 rows, and refuses what does not fit into the free memory. More
    than 2000 rows are not clustered: a sample of them is drawn, and what it can miss is said. The progress bar names
    the time that it will take.

    Parameters
    ----------
    X : DataFrame or array-like of shape (n, d)
        One row per object. Of a DataFrame, whose index has the names of the rows, those columns of numbers are used
        that look like measurements; of an array every column that varies.
    algorithms : sequence of str, or mapping, default=("k-means", "ward", "average")
        From {"k-means", "single", "average", "complete", "ward"}; k-means is the best of 10 starts, the others are
        trees. Or a dictionary with names of your own, each for one of these, for a function ``cluster(X, k)``, or for
        an estimator, as in :func:`aucc_teach.calibrated_choice`. Density is asked beside them if distances are
        Euclidean.
    ks : sequence of int, optional
        Different numbers of clusters, each at least 2 and smaller than the number of different rows. By default 2 to
        10, and with the scaling "within" up to 20, but at most one for 8 rows, if no number is selected and the peaks
        of two algorithms lie at 10.
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
    scaling : {"within", "standardise", "range", "none"}, default="within"
        Mean 0 and spread within clusters 1, and the tests are repeated with mean 0 and standard deviation 1, which can
        refuse a number (see Notes); or that alone; or smallest value 0 and largest 1; or as they are.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist` that works without arguments, after scaling. k-means, Ward
        and the criteria from coordinates are Euclidean in any case.
    references : sequence of {"box", "radial", "normal"}, default=("box", "radial")
        Kinds of reference sets; see :func:`aucc_teach.reference_data`.
    n_references : int, optional
        Number of sets of each kind, at least ``1 / significance_level - 1``. By default they are drawn until more of
        them would hardly change the headline, at most 999 of each kind; see Notes.
    significance_level : float, default=0.05
        The largest p-value that counts as standing out, between 0 and 1.
    missing : {"drop", "refuse", "median", "neighbours"}, default="drop"
        What to do about rows that lack a value in a column that is used: leave them out, count them, and compare them
        with the others; or refuse them; or fill in the median of the column, or the mean over the 5 most similar rows
        (scikit-learn's KNNImputer, on standardised columns), if at least half of the row is there. Then all p-values
        are those of the table as filled in, and do not show how uncertain the filled-in values are.
    few_columns : {"warn", "refuse", "use"}, default="warn"
        What to do if only one column is used of several columns of numbers that may measure something, or fewer than
        half of them, and you don't name the `columns`: say so, ask for them by an error, or use them.
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
    *The tests.* Each algorithm is tested with AUCC and, with Euclidean distances, with VRC (the Calinski-Harabasz
    score), as :func:`aucc_teach.calibrated_choice` does with the same sets. The global test asks whether there is
    anything at all. For each set, the data among them, it takes the highest of all peaks and, with Euclidean distances,
    of the longest persistence of a mode, each standardised over all sets. The p-value is the proportion of the sets
    that reach the data, the largest over the kinds. Beside each radial set stands the persistence of a normal one.

    *How many sets.* With 39 sets, one more or less that reaches the data moves a p-value by 0.025, so that another seed
    may say something else. So after 19 sets of each kind, and at nine more times up to 999, it is asked for each
    p-value of the rule whether the number of sets that reach the data tells on which side of the level it would be with
    all sets there are. The bounds are such that a p-value of any size is taken for one on the wrong side at any of the
    looks with a probability of at most 0.01 (Gandy 2009, for a look after every set). The headline counts as safe if it
    stays the same with all p-values that are still open below the level, with all of them above it, with each of them
    on its other side, and with each peak at any other number whose excess is lower by less than three times the
    standard error that the sets give to the difference. Then no more are drawn: 19 often do where nothing stands out,
    109 where no set reaches the data. Otherwise `is_near_the_line` is true. The bounds know nothing of the starts of
    k-means, of stability, of several p-values that are wrong together, and of what moves as all peaks are standardised
    anew with each set. The p-value is computed at the end as if the number of sets had been fixed. Where the bounds
    decide, it is on their side of the level, so that ending early adds about 0.01 to the size of each test at most. So
    it is a decision at this level: how far it lies from the level depends on when the drawing ended, and is no measure
    of evidence. A number that is set by hand is drawn as it is. Columns that are left out in turn have as few sets as
    the level allows, for no headline depends on them. Five seeds agree on the headline of 33 of 40 tables (the study
    `seeds`).

    *The scale.* A column that separates clusters has a large standard deviation for that very reason, and
    standardising makes the separation small. So by default each column is divided by an estimate of its spread inside
    clusters, as has long been advised: by the .1 quantile of its absolute differences between rows. Equal numbers are
    spread evenly over one step before, as if they had been rounded; the step is that quantile of the differences that
    aren't 0. And the more pairs of rows are equal, the more the unit is the standard deviation times .178, which is
    that quantile of a normal column. It is no less than a fiftieth of the standard deviation or of the .75 quantile.
    The same reference sets are looked at on both scales, on the second if the first holds one number, which it may
    refuse, or finds nothing.

    *The rule.* If the p-value is above the level, the only conclusion is that nothing stands out. Otherwise there is
    something that the references lack, which need not be clusters. The peak of each algorithm is then looked for among
    the numbers whose clusters are apart: on the line through the means of any two of them, there is a place between
    their medians with at most two fifths of the rows around the medians. That keeps a cloud from being cut into slices.
    The sets keep their peaks over all numbers, so such a peak stands out less, never more. A number k meets the
    conditions if at least two algorithms have this peak of VRC there (of AUCC with other metrics), the peak of one of
    them stands out by itself, and for each of the two:

    - its clusters are apart;
    - k is not the last number that was tried;
    - no cluster is a straggler, smaller than a twentieth of the rows, but at least 2 and at most 5 rows;
    - the stability, mean ARI with a sixth of the rows left out, is not below the stability of noise by more than twice
      the standard error of the difference.

    The peaks select it if it is the only number that meets them, if no other number does on the second scale, and if
    none of its clusters holds a number of clusters itself: each is looked at alone, as a table of its own, on the first
    scale, with 2 to 6 clusters and under the same conditions, but that it may be a peak of AUCC which stands out. If no
    number meets the conditions, two more things are tried. The rows of stragglers at the peaks, at most 5 per cent of
    all and up to three times, are left out and everything is repeated with new sets; and the range is extended, where a
    number must then meet the conditions on both scales. The p-value stays that of all rows. The conclusion says which
    of this it took. Where no number is selected, the clustering at a peak that stands out and meets the other
    conditions is a candidate, under VRC or else under AUCC; of several algorithms that whose clusters are farthest
    apart. With 3 to 6 columns, each is left out in turn, and a number that would be selected then, on the first scale,
    is a doubt. A further round is played whole only if 10 of its sets show that a number might be selected.

    *Density.* With Euclidean distances, what the peaks say is held against the modes of the cloud. Rows are joined
    along dense paths (single linkage on mutual reachability, with ten neighbours). Where two parts of at least a
    twentieth of the rows (5 to 20) join, the logarithm of the ratio of densities is the persistence of the smaller
    contrast. A mode counts if it persists longer than the longest of a reference set in all but a proportion
    `significance_level` of the sets. Radial sets are no comparison here, because they keep the distances from the mean,
    and two rings around each other are two rings again; normal sets stand for them. Sets of one more kind, ribbons, are
    points without clusters along a line, as wide as gives them the dimension of the data, for points along a bend are
    uneven by chance.

    - A number that the peaks select stays if as many modes are the same clusters, if there are several modes beyond
      boxes and normal sets, and no more modes beyond ribbons too than that number.
    - If the peaks select none, the modes beyond all sets are the number, unless more of them stand out from boxes and
      normal sets alone (of groups that no algorithm finds by distances: from ribbons at the level 0.25), a group has
      several modes itself, a peak that stands out holds a larger number, or they are two that distances show as well.
    - Else the modes beyond all sets are the least number. If only one is beyond all, but several are beyond boxes and
      normal sets, the least number is the smaller of these and the smallest number of the peaks that as many modes
      confirm. If neither holds, there is something, and no number.

    VRC decides among peaks because, calibrated, it was right more often than AUCC in the study `choosing`, whose
    designs are not scaled. The lead exceeds twice its error between designs over all 23 that were set aside, but not
    over those with several clusters, so this is a choice of the silence that does less harm, and not a finding.

    *How often it is right.* The study `answers` is the trial of this rule: tables from CSV files, with every default,
    before equal numbers of a column were taken as rounded and before codes had to begin at 0 or 1.
    Of 128 tables of 32 designs with 2 to 12 clusters, a report names the right number in 73, a wrong one in 1 (a rate
    of at most 3.7%, the one-sided bound at 95%) and none in 54: in 23 it says "at least", each time truly, but 13 times
    only "at least 2", in 27 it finds something, in 4 nothing. HDBSCAN with a twentieth of the rows to a cluster, which
    must name several, is right in 80 and wrong in 40; prediction strength in 75 and 29; HDBSCAN that may answer one,
    with 10 rows, in 65 and 13; all on the report's scale. HDBSCAN with 10 rows that must name several was not run, nor
    was AuToMATo. Where the clusters are plain, a report is right or says "at least" in 85 of 108; the goal had been 80
    percent. Of all 388 tables 23 ended near the line. Long, thin clusters that lie side by side are "something". Of 48
    public tables with labels by their authors (the study `batteries`), 5 of the 14 numbers that it names are wrong, and
    2 of 14 "at least". HDBSCAN with 10 rows is right in 13 and wrong in 11 of the 48 (15 and 11 with standardised
    columns), and where it must name several in 21 and 22. With ``rng=0``, of scikit-learn's irises it says at least 2
    groups, and of its wines something. The study `conclusions` is the record of the rules before it; of 25 candidates
    of the second on its new designs 15 are right, and of 28 on clouds without clusters none. The excursion "The rule of
    a report" has all rivals with their settings, and the history.

    *The size of the global test.* The size is exact if the sets could be exchanged with the data, but no kind of
    reference is quite like that, and beside radial sets persistence is that of others. In the same trial p is at most
    0.05 in 2 of 60 normal clouds; of ten other kinds of clouds, 20 of each, in 0 to 3 of 20 for six, but in 13 to 20
    for a skewed cloud, counts of visits, a saddle and a density that falls along a wedge. A number is named in 1 of
    these 260; HDBSCAN with at least 10 rows names none. Bent and skewed clouds can be cut into slices that meet all
    conditions, so look at the picture.

    Without scaling, of 120 sets of 100 or 150 points (200 of 50), with Ward's and average linkage and 19 sets of each
    kind, p was at most 0.05 in 1% to 4% if the points were normal or uniform (standard errors up to 2%), but in 28%
    with Student's t of 3 degrees of freedom, and in 36% with exponential points. With boxes only, it would be in 60%
    and more of round normal sets, so keep two kinds. Rounding to half or a whole standard deviation, which makes copies
    of half of the rows and more, left it at 6%. With every row entered twice it was 14%; three times, in 5 columns,
    28%. With 40 rows and 200 columns, standardised, it was 3% if these were normal, with or without correlations of
    neighbours (100 sets each, standard errors 2%), but 17% with rows of Student's t of 3 degrees of freedom, and 18% if
    lognormal (4%). The script ``tests/benchmarks/size_of_the_report.py`` measures this anew.

    *More columns than rows.* All is done as with few columns, but weak clusters are missed: with fewer than two rows
    for each dimension this is a doubt. The valleys between clusters mean little there, for on the line between their
    means even clusters of noise are apart. :func:`aucc_teach.reference_data` says what changes in the sets.

    *Labels that you have.* Their AUCC and VRC are compared with those of data without clusters, cut into as many
    clusters by the same algorithms. Of each set the best clustering counts, among those whose smallest cluster is at
    least half as large as the smallest given, because AUCC is high with stragglers. If rows are labelled noise, as many
    are left out of each set, those that lie most between clusters. At least 39 sets of each kind are drawn, until
    others would hardly decide otherwise, and at most 199 (or `n_references`, if that is more). The algorithms look for
    high scores, so for labels from elsewhere this is conservative. Of 632 clusterings of clouds without clusters by
    k-means, trees, normal mixtures and HDBSCAN (150 points in 3 columns, 39 sets of each kind), 1 was called better
    than noise by both criteria. By one of them it was 1 of 154 in normal clouds, 2 of 174 in uniform ones, 10 of 148
    with Student's t of 3 degrees of freedom, and 36 of 156 if exponential, nearly always AUCC; clusterings of the same
    cloud are not independent. The script ``tests/benchmarks/size_of_the_labels.py`` measures this anew. Clusters of any
    shape may be held apart by gaps instead: if the shortest distance between two clusters is longer than every step
    that is needed within one, they are those of single linkage, whose gap is compared with that of the sets.

    *What else is reported.* Each cluster of the candidate is looked for again in 50 bootstrap samples of the rows, as
    clusterboot of R's fpc does; a mean Jaccard coefficient below 0.6 is a doubt. Stability is taken over 10 repeats on
    the data and 2 on each of 10 reference sets, the kinds in turn, and so are the habits of the criteria. Differences
    below twice their error count as none. The conclusion and the doubts also use k-means with 4 other seeds, and the
    candidate's algorithm on a different scale. ARI of 0.9 counts as nearly the same. Skewness of 1, kurtosis of 3 above
    the normal one, and a twentieth of the rows that repeat others are doubts.

    References
    ----------
    Calibration with null data: Hennig and Lin (2015). The peak of VRC: Calinski and Harabasz (1974). A number of
    clusters only if a test allows it: Dudoit and Fridlyand (2002). The data counted among the sets: Besag and Clifford
    (1989). Cluster trees: Hartigan (1975); Stuetzle (2003). Persistence of modes: Chazal and others (2013). Trees along
    dense paths: Campello, Moulavi and Sander (2013); McInnes and others (2017). The dimension of a cloud: Levina and
    Bickel (2005). Ending early: Besag and Clifford (1991); with bounded risk: Gandy (2009). Valleys on a line through
    two clusters: Hennig (2010). Scales from the spread within clusters: Art, Gnanadesikan and Kettenring (1982);
    Gnanadesikan, Kettenring and Tsao (1995). Stability of each cluster: Hennig (2007).

    Examples
    --------
    >>> import aucc_report
    >>> import aucc_teach as at
    >>> blobs = at.datasets.load_toy("blobs").points
    >>> made = aucc_report.report(blobs, ["ward", "average"], range(2, 6), scaling="none", rng=0, progress=False)
    >>> print(made.headline)
    2 clusters.
    >>> round(made.pvalue, 3), made.settings["n_drawn"], made.candidate
    (0.009, 109, ('ward', 2))
    >>> print(made.conclusion[2])
    2 clusters are selected: VRC has its peak there with ward and average, and it stands out with each.
    >>> print(made.doubts[0])
    Nothing was scaled, and x0 makes up 96% of the squared distances, so it decides almost alone.
    """
    if not (isinstance(progress, bool | np.bool_) or callable(progress)):
        raise ValueError(f"progress must be True, False or a function. Got {progress!r}.")
    algorithms = check_algorithms(algorithms)
    check_choice(scaling, SCALINGS, "scaling")
    if isinstance(metric, str) and metric == "precomputed":
        raise ValueError("metric must work on coordinates, which reference data have too. Got 'precomputed'.")
    most = LOOKS[-1] if n_references is None else n_references
    kinds, _, significance_level = check_sets(references, most, significance_level)
    check_choice(missing, MISSING, "missing")
    check_choice(few_columns, ("warn", "refuse", "use"), "few_columns")
    seeds = seeds_of(rng)
    taken = take_in(
        X,
        columns=columns,
        classes=classes,
        labels=labels,
        noise=noise,
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
    may_extend = ks is None
    n_different = len(np.unique(taken.points, axis=0))
    if n_different < 3:
        raise ValueError(
            f"at least 3 of the {len(taken.points)} rows used must be different, or there is nothing to judge. Got "
            f"{n_different}: use more columns (columns=[...])."
        )
    ks = sorted(check_ks(range(2, min(KS_BY_DEFAULT, n_different - 1) + 1) if may_extend else ks, taken.points))
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
        "scaling": scaling,
        "metric": metric if isinstance(metric, str) else getattr(metric, "__name__", repr(metric)),
        "algorithms": list(algorithms),
        "ks": ks,
        "ks_by_default": may_extend,
        "references": kinds,
        "n_references": None if n_references is None else int(n_references),
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
        work = Investigation(taken, algorithms, ks, settings, metric, seeds, on_progress, may_extend=may_extend)
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
