"""The steps of a report, in their order: gaps, peaks, an answer, and what describes it."""

import numpy as np
import pandas as pd
from sklearn.preprocessing import PowerTransformer

from aucc_report._codes import Conclusion, Doubt, Why
from aucc_report._doubts import doubts_of, in_order
from aucc_report._gaps import GAPS, groups_of
from aucc_report._jaccard import jaccard_of_clusters
from aucc_report._object_effects import describe_objects
from aucc_report._peaks import peaks_of
from aucc_report._report import Report
from aucc_report._rows import BELONGS, describe_clusters, describe_rows, profiles_of
from aucc_report._statements import said
from aucc_report.clusterers import label_rows_of_many
from aucc_report.intake import NOT_IN_SAMPLE, rescaled, taken_anew
from aucc_report.rule import Evidence, after_jaccard, after_power, answer, ask_peaks, describe, find, finders
from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import aucc_score
from aucc_teach.input import is_euclidean
from aucc_teach.large import aucc_estimate

#: In these cases the peaks are looked for once more, after a power transformation.
TO_BE_ASKED_AGAIN = (Why.PEAKS_DISAGREE, Why.PEAK_NOT_TRUSTED, Why.NO_GAP_BETWEEN)
#: k-means is repeated with so many other seeds.
N_OTHER_SEEDS = 4


class Investigation:
    """The steps of one report."""

    def __init__(self, taken, algorithms, ks, settings, metric, seeds, on_progress, *, n_jobs):
        self.taken, self.algorithms, self.ks, self.settings = taken, algorithms, ks, settings
        self.metric, self.seeds, self.n_jobs, self.on_progress = metric, seeds, n_jobs, on_progress
        self.points = taken.points
        # The data, their sets, and after them what describes the answer; of gaps it is not known how many there are.
        self.done, self.total = 0, 3 + len(settings["references"]) * settings["n_references"]

    def step(self, what):
        self.done += 1
        self.total = max(self.total, self.done)
        self.on_progress(self.done, self.total, what)

    def report(self):
        settings = self.settings
        self.on_progress(0, self.total, "the data")
        peaks = self.peaks(self.points)
        groups = None
        if is_euclidean(self.metric):
            tell = lambda what: self.on_progress(self.done, self.total, what)  # noqa: E731
            groups = groups_of(self.points, (self.seeds["gaps"],), step=tell)
        self.step("gaps")
        by_peaks = ask_peaks(peaks.tests, peaks.by_k, settings["significance_level"])
        first = next(iter(self.algorithms))
        of_peaks = None if by_peaks.k is None else peaks.labels(first, by_peaks.k)
        is_found = peaks.pvalue <= settings["significance_level"]
        named = answer(groups, by_peaks, of_peaks, is_found=is_found)
        pvalue_after_power = self.pvalue_after_power() if named.why in TO_BE_ASKED_AGAIN else None
        named = after_power(named, pvalue_after_power, settings["significance_level"])
        found_by = () if groups is None or groups.n_groups == 1 else self.finders(groups)
        candidate, labels = self.described(named, by_peaks, groups, found_by, peaks)
        jaccard = self.jaccard(labels, candidate, found_by)
        if jaccard is not None:
            named = after_jaccard(named, jaccard)
        rows = describe_rows(self.taken, labels)
        clusters = describe_clusters(rows, jaccard)
        evidence = Evidence(
            settings=settings,
            taken=self.taken,
            points=self.points,
            peaks=peaks,
            said_by_peaks=by_peaks,
            groups=groups,
            answer=named,
            candidate=candidate,
            labels=labels,
            clusters=clusters,
            found_by=found_by,
            pvalue_after_power=pvalue_after_power,
            seeds=self.other_seeds(candidate, labels),
            scale=self.other_scale(candidate, labels),
            whole=self.whole(rows),
        )
        self.step("what describes the answer")
        compared = self.compared(peaks, candidate, labels)
        finding = find(evidence)
        doubts, conclusion = doubts_of(evidence), (*finding.steps, *describe(evidence))
        if self.settings["transform"] == "none" and any(doubt.code == Doubt.SKEWED for doubt in doubts):
            other = self.transformed()
            if other is not None and _answer_of(other) == _answer_of(finding):
                conclusion += (said(Conclusion.SAME_TRANSFORMED),)
            elif other is not None:
                why = str(other.headline_reason)
                doubts = in_order(*doubts, said(Doubt.TRANSFORMED, headline=str(other.headline), why=why))
        return Report(
            settings=settings,
            columns=self.taken.columns,
            rows=rows,
            tests=peaks.tests,
            pvalues=peaks.pvalues,
            pvalue=peaks.pvalue,
            by_k=peaks.by_k.assign(sizes=[" ".join(map(str, sizes)) for sizes in peaks.by_k["sizes"]]),
            gaps=gaps_table(groups),
            agreement=pd.DataFrame(
                {
                    one: {other: adjusted_rand_score(of_one, of_other) for other, of_other in compared.items()}
                    for one, of_one in compared.items()
                }
            ),
            candidate=candidate,
            objects=describe_objects(
                self.points,
                peaks.ranking.doubled_mid_ranks,
                labels,
                self.taken.rows.index[self.taken.positions],
                metric=self.metric,
            ),
            clusters=clusters,
            profiles=profiles_of(self.taken, rows),
            _taken=self.taken,
            _partitions=peaks.partitions,
            _groups=None if groups is None else groups.labels,
            whole=evidence.whole and evidence.whole[0],
            external=self.external(peaks, compared),
            conclusion=conclusion,
            doubts=doubts,
            _finding=finding,
            _has_own_metric=callable(self.metric),
            _points=self.points,
            _choices=peaks.choices,
        )

    def peaks(self, points):
        """The peaks of the points, beside those of data without clusters."""
        return peaks_of(
            points,
            self.algorithms,
            self.ks,
            kinds=self.settings["references"],
            n_sets=self.settings["n_references"],
            level=self.settings["significance_level"],
            metric=self.metric,
            seeds=self.seeds,
            n_jobs=self.n_jobs,
            step=self.step,
        )

    def pvalue_after_power(self):
        """The p-value of the highest peak if each column is made as normal as a power transformation can."""
        return self.peaks(PowerTransformer().fit_transform(self.points)).pvalue

    def clustered(self, algorithm, k, points=None):
        """The labels of an algorithm, by its name, with k clusters."""
        (labels,) = label_rows_of_many(
            self.points if points is None else points,
            [k],
            self.algorithms[algorithm],
            metric=self.metric,
            seed=self.seeds["k-means"],
            where="the data",
        )
        return labels

    def finders(self, groups):
        """The algorithms that find the groups between gaps."""
        return finders(groups.labels, {name: self.clustered(name, groups.n_groups) for name in self.algorithms})

    def described(self, named, by_peaks, groups, found_by, peaks):
        """The clustering that the report describes, by its algorithm and k, and its labels; None without one."""
        if named.n_clusters is None and named.at_least is None:
            return None, None
        if not named.of_gaps:
            first = next(iter(self.algorithms))
            return (first, by_peaks.k), peaks.labels(first, by_peaks.k)
        if found_by and groups.n_groups in self.ks:
            return (found_by[0], groups.n_groups), peaks.labels(found_by[0], groups.n_groups)
        return (GAPS, groups.n_groups), groups.labels

    def jaccard(self, labels, candidate, found_by):
        """Measure how far each cluster of the candidate is found again; None without one."""
        if candidate is None:
            return None
        algorithm = found_by[0] if found_by and candidate[0] == GAPS else candidate[0]
        return jaccard_of_clusters(
            self.points,
            labels,
            self.algorithms.get(algorithm),
            metric=self.metric,
            seed=self.seeds["k-means"],
            rng=np.random.default_rng((self.seeds["left out"], candidate[1])),
        )

    def other_seeds(self, candidate, labels):
        """The ARI of the candidate with the same k-means from other seeds; empty if it is no k-means."""
        if candidate is None or self.algorithms.get(candidate[0]) != "k-means":
            return ()
        return tuple(
            adjusted_rand_score(
                labels,
                label_rows_of_many(
                    self.points, [candidate[1]], "k-means", seed=self.seeds["k-means"] + i, where="the data"
                )[0],
            )
            for i in range(1, N_OTHER_SEEDS + 1)
        )

    def other_scale(self, candidate, labels):
        """Another scaling, and the ARI of the candidate with what its algorithm finds under it."""
        if candidate is None:
            return None
        name, k = candidate
        other = "within" if self.settings["scaling"] == "standardise" else "standardise"
        points = rescaled(self.taken, other)
        anew = groups_of(points, (self.seeds["gaps"],)).labels if name == GAPS else self.clustered(name, k, points)
        return other, adjusted_rand_score(labels, anew)

    def transformed(self):
        """The report on columns whose skewness is taken away; None if that's not possible."""
        try:
            taken = taken_anew(self.taken, self.settings["scaling"], "yeo-johnson")
        except ValueError:
            return None
        settings = self.settings | {"transform": "yeo-johnson"}
        tell = lambda *told: self.on_progress(self.done, self.total, "the columns transformed")  # noqa: E731
        return Investigation(
            taken, self.algorithms, self.ks, settings, self.metric, self.seeds, tell, n_jobs=self.n_jobs
        ).report()

    def compared(self, peaks, candidate, labels):
        """Clusterings to compare, by name: every algorithm at its own peak, and all at the number described."""
        own = peaks.tests.xs(peaks.tests.index.unique(level="criterion")[0], level="criterion")["peak at"].astype(int)
        common = candidate[1] if candidate else int(own.mode().iloc[0])
        return {
            f"{name} {k}": peaks.labels(name, k)
            for name in self.algorithms
            for k in sorted({own[name], common} & set(self.ks))
        } | ({f"{GAPS} {common}": labels} if candidate and candidate[0] == GAPS else {})

    def whole(self, rows):
        """AUCC of all complete rows, each in its cluster, where a sample was drawn and clustered."""
        everything, outside = self.taken.everything, rows[rows["reason"] == NOT_IN_SAMPLE]
        if outside["cluster"].isna().all():
            return None
        labels = rows.loc[rows["reason"].isin(BELONGS), "cluster"].to_numpy(dtype=int)
        aucc = aucc_estimate(everything, labels, metric=self.metric, rng=self.seeds["comparisons"])
        return aucc, outside.iloc[0]["assigned by"], outside.iloc[0]["right"]

    def external(self, peaks, compared):
        """Compare with the classes, which nothing before this has seen; rows without a class are left out of ARI."""
        taken, ranking = self.taken, peaks.ranking
        classes = taken.classes
        if classes is None:
            return None
        known = classes.notna().to_numpy()
        truth = pd.factorize(classes[known])[0]
        rows = {
            name: {"ARI": adjusted_rand_score(truth, labels[known]), "AUCC": ranking.score(labels)}
            for name, labels in compared.items()
        }
        # AUCC needs pairs of both kinds.
        has_both = 0 < truth.max(initial=0) < len(truth) - 1
        aucc = aucc_score(taken.points[known], truth, metric=self.metric) if has_both else np.nan
        rows[taken.classes_name] = {"ARI": 1.0, "AUCC": aucc}
        return pd.DataFrame.from_dict(rows, orient="index")


def _answer_of(found):
    return found.headline.code, found.n_clusters, found.at_least


def gaps_table(groups):
    """The questions about gaps as the table of a Report; None where they were not asked."""
    if groups is None:
        return None
    rows = [
        {
            "part": "all" if not question.part else " ".join(str(int(side) + 1) for side in question.part),
            "rows": question.n_rows,
            "depth": question.depth,
            "sets": question.n_sets,
            **{f"as deep, {kind}": question.reached.get(kind, 0) for kind in ("normal", "box", "ribbon")},
            "by ellipses": question.by_ellipses,
            "answer": question.answer,
        }
        for question in groups.questions
    ]
    return pd.DataFrame(rows).set_index("part")
