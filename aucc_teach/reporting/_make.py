"""The function that makes a report, and the order of its work."""

from collections import Counter
from contextlib import contextmanager
from functools import partial

import numpy as np
import pandas as pd
from scipy.spatial import KDTree
from threadpoolctl import threadpool_limits
from tqdm.auto import tqdm

from aucc_teach._clusterers import check_algorithms, label_rows
from aucc_teach._memory import refuse_pairs_that_do_not_fit
from aucc_teach._validation import check_choice, check_rng
from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import aucc_score
from aucc_teach.calibration import Space, check_ks, check_sets
from aucc_teach.criteria import CRITERIA
from aucc_teach.large import aucc_estimate
from aucc_teach.reporting._clock import Clock
from aucc_teach.reporting._conclude import Findings, conclude, judge_claims
from aucc_teach.reporting._doubts import doubts_of
from aucc_teach.reporting._objects import describe_objects
from aucc_teach.reporting._peaks import (
    BYTES_OF_PAIR,
    SHOWN,
    Standing,
    criteria_tested,
    judge,
    table_of_tests,
)
from aucc_teach.reporting._report import Report
from aucc_teach.reporting._stability import N_NOISE, N_REPEATS, N_REPEATS_OF_NOISE, mean_and_error, stability
from aucc_teach.reporting._table import SCALINGS, rescaled, take_in

# Each has random numbers of its own.
_SEEDS = ("sample", "k-means", "references", "left out", "left out of noise", "comparisons")
N_OTHER_SEEDS = 4  # of k-means


def report(
    X,
    algorithms=("k-means", "ward", "average"),
    ks=range(2, 11),
    *,
    columns=None,
    classes=None,
    scaling="standardise",
    metric="euclidean",
    references=("box", "radial"),
    n_references=39,
    significance_level=0.05,
    drop_incomplete=True,
    rng=None,
    progress=True,
):
    """Cluster a table, test whether anything stands out, and say what can be concluded and what counts against it.

    The checklist of the chapter "Is there anything in my table?" as one call. Reference sets without clusters, with the
    mean and covariance of the data, are drawn once and clustered as the data are. They serve all tests, and show what
    stability and criteria look like if there is nothing.

    It takes 110 bytes for each pair, 0.2 GiB at 2000 rows, and refuses what does not fit into the free memory. More
    than 2000 rows are not clustered: a sample of them is drawn. The progress bar names the time that it will take.

    Parameters
    ----------
    X : DataFrame or array-like of shape (n, d)
        One row per object. Of a DataFrame, whose index has the names of the rows, those columns of numbers are used
        that look like measurements; of an array every column that varies.
    algorithms : sequence of str, or mapping, default=("k-means", "ward", "average")
        From {"k-means", "single", "average", "complete", "ward"}; k-means is the best of 10 starts, the others are
        trees. Or a dictionary with names of your own, each for one of these, for a function ``cluster(X, k)``, or for
        an estimator, as in :func:`calibrated_choice`. A number of clusters is selected only if two algorithms hold it.
    ks : sequence of int, default=range(2, 11)
        Different numbers of clusters, each at least 2 and smaller than the number of different rows.
    columns : sequence of str, optional
        Columns to use. By default those that vary and look like measurements; what is text, counts or names the rows,
        or may be codes of groups, is not used, nor is a column with more than half of its values missing.
    classes : str or array-like of shape (n,), optional
        Known groups: a column, or one for each row. They are looked at last, in ``external``, and change nothing else.
        Rows without a class are clustered, and left out of ARI.
    scaling : {"standardise", "range", "none"}, default="standardise"
        Mean 0 and standard deviation 1, or smallest value 0 and largest 1, or as they are.
    metric : str or callable, default="euclidean"
        Any metric of :func:`scipy.spatial.distance.pdist` that works without arguments, after scaling. k-means, Ward
        and the criteria from coordinates are Euclidean in any case.
    references : sequence of {"box", "radial", "normal"}, default=("box", "radial")
        Kinds of reference sets; see :func:`reference_data`.
    n_references : int, default=39
        Number of sets of each kind, at least ``1 / significance_level - 1``.
    significance_level : float, default=0.05
        The largest p-value that counts as standing out, between 0 and 1.
    drop_incomplete : bool, default=True
        Whether rows that lack a value in a column that is used are left out, counted, and compared with the others.
        They are refused otherwise.
    rng : numpy.random.Generator or int, optional
        Source of all randomness, or a seed for it. The same seed gives the same report, on any number of threads.
    progress : bool or callable, default=True
        Whether a progress bar is shown. Or a function that is called as ``progress(done, total, what)`` after each
        step; what it raises stops the work.

    Returns
    -------
    Report
        The tables, the conclusion and the doubts; shown as a page in a notebook. See :class:`reporting.Report`.

    Raises
    ------
    ValueError
        Before any work: if `X` is not a table of different names or an array of numbers; if a setting is unknown, a
        column is not there, infinite, constant or not a measurement; if fewer than 3 complete rows are left, or too few
        for the columns or for `ks`; if there are fewer than 2 classes; if the pairs do not fit into memory; and as
        :func:`calibrated_choice`, also if one of your own algorithms does not give k clusters.

    See Also
    --------
    calibrated_choice : The test of one algorithm and one criterion.

    Notes
    -----
    *The tests.* Each algorithm is tested with AUCC and, with Euclidean distances, with VRC (the Calinski-Harabasz
    score), as :func:`calibrated_choice` does with the same sets. The global test asks whether there is anything at all.
    For each set, the data among them, it takes the highest of all peaks, each standardised over all sets. The p-value
    is the proportion of the sets that reach the data, the largest over the kinds.

    *The rule.* If the p-value is above the level, the only conclusion is that nothing stands out. Otherwise there is
    something that the references lack, which need not be clusters. A number k is selected if at least two algorithms
    have their peak of VRC there (of AUCC with other metrics), and the peak of one of them stands out by itself. For
    each of the two, these conditions must hold:

    - k is not the last number that was tried;
    - no cluster is a straggler, smaller than a fiftieth of the rows, but at least 2 and at most 5 rows;
    - the stability, mean ARI with a sixth of the rows left out, is not below the stability of noise by more than twice
      the standard error of the difference.

    VRC decides because, calibrated, it was right more often than AUCC in the study `choosing`, whose designs are not
    scaled: on average over those with one cluster, and over those with several. If several numbers are
    selected, all are reported. If none is, the peak that stands out and lacks the least is a candidate: the first under
    VRC, or else under AUCC.

    *How often it is right.* The rule was settled on half of the designs of `choosing`, and tried on the other half, 5
    data sets of each (``reproduce conclusions``). The coordinates of a design have one unit, so this was done with
    ``scaling="none"``; everything else was left at its default. How often it is right after "standardise", the default,
    was not measured. Of the 45 data sets with one cluster it finds nothing in 31, selects no number in 11, and selects
    one in 3. Of the 70 with several clusters it selects the right number in 55 and none in 8, finds nothing in 2, and
    selects a wrong number in 5, all of one design, whose four clusters are two pairs. So it selects a wrong number in 8
    of 115, compared with 16 for calibrated VRC with k-means, 18 for prediction strength, and 25 for the largest gap.
    The price is paid in right numbers, because the largest gap is right in 60 of the 70. Of the candidates 1 of 17 is
    right.

    *The size of the global test.* The size is exact if the sets could be exchanged with the data, but no kind of
    reference is quite like that. Of 120 sets of 100 or 150 points (200 of 50), not scaled, with Ward's and average
    linkage and 19 sets of each kind, p was at most 0.05 in 1% to 4% if the points were normal or uniform (standard
    errors up to 2%), but in 28% with Student's t of 3 degrees of freedom, and in 36% with exponential points. With
    boxes only, it would be in 60% and more of round normal sets, so keep two kinds. Rounding to half or a whole
    standard deviation, which makes copies of half of the rows and more, left it at 6%. With every row entered twice it
    was 14%; three times, in 5 columns, 28%. The script ``tests/benchmarks/size_of_the_report.py`` measures this anew.

    *What else is reported.* Stability is taken over 10 repeats on the data and 2 on each of 10 reference sets, the
    kinds in turn, and so are the habits of the criteria. Differences below twice their error count as none. The
    conclusion and the doubts also use k-means with 4 other seeds, and the candidate's algorithm on a different scale:
    the range, which did better than the standard deviation in simulations, or the standard deviation. ARI of 0.9 counts
    as nearly the same. Skewness of 1, kurtosis of 3 above the normal one, and a twentieth of the rows that repeat
    others are doubts.

    References
    ----------
    Calibration with null data: Hennig and Lin (2015). The peak of VRC: Calinski and Harabasz (1974). A number of
    clusters only if a test allows it: Dudoit and Fridlyand (2002). The data counted among the sets: Besag and Clifford
    (1989). Division by the range: Milligan and Cooper (1988).

    Examples
    --------
    >>> import aucc_teach as at
    >>> blobs = at.datasets.load_toy("blobs").points
    >>> made = at.report(blobs, ["ward", "average"], range(2, 6), scaling="none", rng=0, progress=False)
    >>> made.pvalues, made.numbers, made.candidate
    ({'box': 0.025, 'radial': 0.025}, (2,), ('ward', 2))
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
    kinds, n_references, significance_level = check_sets(references, n_references, significance_level)
    if not isinstance(drop_incomplete, bool | np.bool_):
        raise ValueError(f"drop_incomplete must be True or False. Got {drop_incomplete!r}.")
    seeds = dict(zip(_SEEDS, check_rng(rng).integers(2**31, size=len(_SEEDS)).tolist(), strict=True))
    taken = take_in(
        X,
        columns=columns,
        classes=classes,
        scaling=scaling,
        metric=metric,
        drop_incomplete=drop_incomplete,
        seed=seeds["sample"],
    )
    ks = sorted(check_ks(ks, taken.points))
    n_different = len(np.unique(taken.points, axis=0))
    if max(ks) >= n_different:
        raise ValueError(
            f"ks must be smaller than the number of different rows, {n_different}: then nothing is left to judge. "
            f"Got {ks}."
        )
    refuse_pairs_that_do_not_fit(len(taken.points), BYTES_OF_PAIR)
    Space(taken.points).refuse_simplex()
    settings = {
        "table": taken.name,
        "columns": taken.used,
        "classes": taken.classes_name,
        "scaling": scaling,
        "metric": metric if isinstance(metric, str) else getattr(metric, "__name__", repr(metric)),
        "algorithms": list(algorithms),
        "ks": ks,
        "references": kinds,
        "n_references": n_references,
        "significance_level": significance_level,
        "drop_incomplete": bool(drop_incomplete),
        "seed": int(rng) if isinstance(rng, int | np.integer) else None,
        "n_rows": len(taken.rows),
        "n_complete": len(taken.raw),
        "n_used": len(taken.points),
    }
    # For data as small as these threads cost time; and sums come out the same whatever their number.
    with threadpool_limits(1), _told(progress) as on_progress:
        return _Work(taken, algorithms, ks, settings, metric, seeds, on_progress).report()


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


class _Work:
    """The steps of one report, in their order."""

    def __init__(self, taken, algorithms, ks, settings, metric, seeds, on_progress):
        self.taken, self.algorithms, self.ks, self.settings = taken, algorithms, ks, settings
        self.metric, self.seeds, self.on_progress = metric, seeds, on_progress
        self.kinds, self.n_references = settings["references"], settings["n_references"]
        self.tested = criteria_tested(metric)
        self.titles = tuple(CRITERIA[criterion].title for criterion in self.tested)
        # Sets of noise that are clustered with a part left out, and whose votes count: of all kinds, in turn.
        self.noise = [(i, kind) for i in range(self.n_references) for kind in self.kinds][:N_NOISE]
        self.seeded = [name for name, algorithm in algorithms.items() if algorithm == "k-means"]
        n_sets = 1 + self.n_references * len(self.kinds)
        n_repeats = N_REPEATS + N_REPEATS_OF_NOISE * len(self.noise)
        n_shown = 1 + len(self.noise)
        planned = {name: {"shown": n_shown, "tested": n_sets - n_shown, "left out": n_repeats} for name in algorithms}
        for name in self.seeded:
            planned[name]["tested"] += N_OTHER_SEEDS
        self.clock = Clock({(name, work): n for name, works in planned.items() for work, n in works.items()})
        self.total = sum(self.clock.left.values()) + 1
        self.done = 0

    def step(self, what, algorithm=None, beside=0.0, *, work="the last"):
        """Tell that a step is done. Of work "shown" it took `beside` seconds more than it would if "tested"."""
        self.clock.add((algorithm, work), {(algorithm, "tested"): beside} if work == "shown" else None)
        self.done += 1
        seconds = self.clock.in_all()
        in_all = "" if seconds is None else f" (about {_rounded(seconds)} in all)"
        self.on_progress(self.done, self.total, f"{what}{in_all}")

    def judge(self, points, where, criteria, algorithms=None, seed=None):
        return judge(
            points,
            algorithms or self.algorithms,
            self.ks,
            metric=self.metric,
            seed=self.seeds["k-means"] if seed is None else seed,
            criteria=criteria,
            where=where,
            step=partial(self.step, work="shown" if criteria == SHOWN else "tested"),
        )

    def stability(self, points, judged, rng, n_repeats, where):
        return stability(
            points,
            judged.partitions,
            self.algorithms,
            self.ks,
            n_repeats=n_repeats,
            metric=self.metric,
            seed=self.seeds["k-means"],
            rng=rng,
            where=where,
            step=partial(self.step, work="left out"),
        )

    def report(self):
        taken, settings = self.taken, self.settings
        self.on_progress(0, self.total, "the data")
        self.on_data, ranking = self.judge(taken.points, "the data", SHOWN)
        self.clock.forget()  # what is used first has to be loaded
        self.of_references()
        steady = self.stability(
            taken.points, self.on_data, np.random.default_rng(self.seeds["left out"]), N_REPEATS, "the data"
        )
        titles = {test: (test[0], CRITERIA[test[1]].title) for test in self.standing.tests}
        choices = {
            titles[test]: self.standing.choice(test, settings["significance_level"]) for test in self.standing.tests
        }
        tests, by_k = table_of_tests(choices), self.by_k(steady)
        pvalues = self.standing.global_pvalues()
        pvalue = max(pvalues.values())
        verdict = judge_claims(tests, by_k, pvalue, criteria=self.titles, level=settings["significance_level"])
        candidate = verdict.candidate and (verdict.candidate.algorithm, verdict.candidate.k)
        labels = None if candidate is None else self.labels(candidate)
        objects = describe_objects(
            taken.points,
            ranking.doubled_mid_ranks,
            labels,
            taken.rows.index[taken.positions],
            metric=self.metric,
        )
        rows = taken.rows.copy()
        if labels is not None:
            rows.iloc[taken.positions, rows.columns.get_loc("cluster")] = labels + 1
        findings = Findings(
            settings=settings,
            taken=taken,
            tests=tests,
            pvalue=pvalue,
            by_k=by_k,
            verdict=verdict,
            seeds=self.other_seeds(tests, candidate),
            scale=self.other_scale(candidate),
            peaks={
                titles[test]: {kind: self.standing.peak_over(test, kind) for kind in self.kinds}
                for test in self.standing.tests
            },
            whole=self.whole(labels),
            titles=self.titles,
        )
        compared = self.compared(tests, list(verdict.numbers) or ([] if candidate is None else [candidate[1]]))
        return Report(
            settings=settings,
            columns=taken.columns,
            rows=rows,
            tests=tests,
            pvalues=pvalues,
            pvalue=pvalue,
            by_k=by_k,
            votes=self.votes(),
            agreement=pd.DataFrame(
                {
                    one: {other: adjusted_rand_score(of_one, of_other) for other, of_other in compared.items()}
                    for one, of_one in compared.items()
                }
            ),
            candidate=candidate,
            objects=objects,
            whole=findings.whole,
            external=self.external(compared, ranking),
            conclusion=conclude(findings),
            doubts=doubts_of(findings),
            numbers=tuple(verdict.numbers),
            _points=taken.points,
            _choices=choices,
        )

    def of_references(self):
        """Cluster and judge the reference sets; the first ones also with a part left out, and with all criteria."""
        space = Space(self.taken.points)
        rng = np.random.default_rng(self.seeds["references"])
        rng_of_noise = np.random.default_rng(self.seeds["left out of noise"])
        sets, steady = {kind: [] for kind in self.kinds}, []
        self.polls = []
        for kind in self.kinds:
            for i in range(self.n_references):
                points, is_noise = space.draw(kind, True, rng), (i, kind) in self.noise
                where = f"{kind} set {i + 1} of {self.n_references}"
                judged, _ = self.judge(points, where, SHOWN if is_noise else self.tested)
                sets[kind].append(judged)
                if is_noise:
                    self.polls.append(judged.votes(self.ks))
                    steady.append(self.stability(points, judged, rng_of_noise, N_REPEATS_OF_NOISE, where))
        self.standing = Standing(self.on_data, sets, self.ks, self.tested)
        self.steady_noise = {
            name: np.array([mean_and_error(of_set[name])[0] for of_set in steady]) for name in self.algorithms
        }

    def other_seeds(self, tests, candidate):
        """For each k-means, the k of the candidate or else of its peak; the ARI there with other seeds; their peaks."""
        found = {}
        for name in self.seeded:
            k = int(tests.loc[(name, self.titles[0]), "peak at"])
            if candidate is not None and candidate[0] == name:
                k = candidate[1]
            aris, peaks = [], []
            for i in range(1, N_OTHER_SEEDS + 1):
                judged, _ = self.judge(
                    self.taken.points,
                    f"the data, other seed {i} of {N_OTHER_SEEDS}",
                    self.tested,
                    {name: "k-means"},
                    self.seeds["k-means"] + i,
                )
                labels = judged.partitions[name][self.ks.index(k)]
                aris.append(adjusted_rand_score(self.labels((name, k)), labels))
                peaks.append(self.standing.peak_with(judged, (name, self.tested[0])))
            found[name] = k, aris, peaks
        return found

    def other_scale(self, candidate):
        """Another scaling, and the ARI of the candidate with what its algorithm finds under it."""
        found = None
        if candidate is not None:
            name, k = candidate
            other = "range" if self.settings["scaling"] == "standardise" else "standardise"
            rows = label_rows(
                rescaled(self.taken, other),
                [k],
                self.algorithms[name],
                metric=self.metric,
                seed=self.seeds["k-means"],
                where="the data on another scale",
            )
            found = other, adjusted_rand_score(self.labels(candidate), rows[0])
        self.step("the data on another scale")
        return found

    def by_k(self, steady):
        parts = []
        for name in self.algorithms:
            rows = self.on_data.partitions[name]
            part = {
                "sizes": [" ".join(map(str, sorted(np.bincount(labels).tolist(), reverse=True))) for labels in rows]
            }
            for criterion in reversed(self.tested):
                part[CRITERIA[criterion].title] = self.on_data.scores[name][criterion]
            for criterion in reversed(self.tested):
                for kind in self.kinds:
                    part[f"{CRITERIA[criterion].title} above {kind}"] = self.standing.excess[(name, criterion), kind][0]
            part["stability"], part["± stability"] = mean_and_error(steady[name])
            part["stability of noise"], part["± stability of noise"] = mean_and_error(self.steady_noise[name])
            parts.append(pd.DataFrame(part, pd.MultiIndex.from_product([[name], self.ks], names=["algorithm", "k"])))
        return pd.concat(parts)

    def votes(self):
        """The votes of each criterion, and the one that it gives most often on data without clusters."""
        on_data = self.on_data.votes(self.ks)
        rows = {}
        for criterion in SHOWN:
            polled = [of_set[name][criterion] for of_set in self.polls for name in self.algorithms]
            counted = Counter(k for k in polled if k is not pd.NA)
            habit, n_times = max(counted.items(), key=lambda item: (item[1], -item[0]), default=(pd.NA, 0))
            rows[CRITERIA[criterion].title] = {name: on_data[name][criterion] for name in self.algorithms} | {
                "habit": f"{habit} ({n_times} of {len(polled)})" if n_times else ""
            }
        table = pd.DataFrame.from_dict(rows, orient="index")
        return table.astype({name: "Int64" for name in self.algorithms}).rename_axis("criterion")

    def labels(self, candidate):
        algorithm, k = candidate
        return self.on_data.partitions[algorithm][self.ks.index(k)]

    def compared(self, tests, numbers):
        """Clusterings to compare, by name: every algorithm at its own peak, and all at the same numbers.

        Without numbers, all at the one where most have their peak, the smallest of several.
        """
        peaks = tests.xs(self.titles[0], level="criterion")["peak at"].astype(int)
        common = numbers or [int(peaks.mode().iloc[0])]
        return {
            f"{name} {k}": self.labels((name, k)) for name in self.algorithms for k in sorted({peaks[name], *common})
        }

    def whole(self, labels):
        """AUCC of all complete rows, each in the cluster with the nearest mean."""
        everything, points = self.taken.everything, self.taken.points
        if labels is None or len(points) == len(everything):
            return None
        means = np.array([points[labels == c].mean(axis=0) for c in range(labels.max() + 1)])
        return aucc_estimate(
            everything, KDTree(means).query(everything)[1], metric=self.metric, rng=self.seeds["comparisons"]
        )

    def external(self, compared, ranking):
        """What the classes say, which nothing before this has seen; rows without a class are left out of ARI."""
        classes = self.taken.classes
        if classes is None:
            return None
        known = classes.notna().to_numpy()
        truth = pd.factorize(classes[known])[0]
        rows = {
            name: {"ARI": adjusted_rand_score(truth, labels[known]), "AUCC": ranking.score(labels)}
            for name, labels in compared.items()
        }
        # Classes have an AUCC if there are pairs of both kinds.
        has_both = 0 < truth.max(initial=0) < len(truth) - 1
        aucc = aucc_score(self.taken.points[known], truth, metric=self.metric) if has_both else np.nan
        rows[self.taken.classes_name] = {"ARI": 1.0, "AUCC": aucc}
        return pd.DataFrame.from_dict(rows, orient="index")


def _rounded(seconds):
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} minutes"
