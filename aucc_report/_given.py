"""Is a clustering good that somebody brings along? Its labels, judged on the rows and the scale of a report."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform
from scipy.stats import binom

from aucc_report._codes import Given
from aucc_report._gaps import FEWEST_ROWS, GAPS
from aucc_report._jaccard import jaccard_of_clusters
from aucc_report._labels import MISSING, NOISE
from aucc_report._peaks import criteria_tested
from aucc_report._statements import in_lines, plain, said
from aucc_report._valleys import valleys
from aucc_report._words import counted
from aucc_report.clusterers import in_order_of_appearance, label_rows_of_many
from aucc_report.rule import NEARLY_THE_SAME, SHALLOW, straggler_below
from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import PairRanking
from aucc_teach.calibration import Space, pvalue_of_first
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.input import check_dissimilarities
from aucc_teach.objects import aucc_samples

#: At least so many sets of each kind are drawn, so that their mean says something, and at most so many.
FEWEST, MOST = 39, 199
#: Drawing ends once a p-value equal to the level would lead to the opposite decision this rarely.
RISK = 0.001
#: The labels are compared with so many random ones.
N_RANDOM = 199
#: Labels with more clusters probably name rows, and clustering every reference set into as many would take long.
MOST_CLUSTERS = 100
#: Two clusters are called mixed if more than this proportion of their rows is on the wrong side.
MIXED = 0.1
_INSIDE, _VALLEY, _GAP = "neighbours inside", "valley", "gap"


@dataclass(frozen=True, eq=False, repr=False)
class GivenClustering:
    """A report's judgement of labels that were given to it, on the rows that it used and on its scale.

    Rows with the label of noise belong to no cluster, and only the others are judged.

    Attributes
    ----------
    name : str
        What the labels are called: the name of their column or Series, else "labels".
    n_clusters : int
        Number of clusters among the rows used.
    n_rows, n_noise, n_missing : int
        How many rows used are in a cluster, are noise, or have no label.
    scores : pandas.DataFrame
        For "neighbours inside", the proportion of rows whose nearest neighbour has the same label, for "AUCC" and, with
        Euclidean distances, for "VRC" the "score", and the mean over random labels with these cluster sizes and the
        p-value ("random labels", "p, random labels"; the first two means are exact). For the criteria, for "valley" if
        all pairs of clusters are apart, and for "gap" if it is above 1 and no cluster has very few rows, the score, and
        for each kind of reference data the mean of the best clusterings of such sets into as many clusters ("noise,
        box", ...) and the p-value ("p, box", ...). The valley is the largest of `valleys`, where more than 1 counts
        as 1. The gap is the shortest distance between two clusters, divided by the longest step that is needed to go
        through a cluster from row to row, with noise in the cluster of the nearest row; radial sets keep rings about
        the middle, so "box" and "normal" alone are asked about it.
    n_drawn : int
        How many sets of each kind were drawn.
    valleys : pandas.DataFrame
        For each pair of clusters ("one", "other") the ratio of the rows at the emptiest place between them to those
        around them, the largest first: near 0 where two are apart, near 1 where one cloud was sliced, infinite if no
        line leads from one to the other. "wrong side": the proportion of their rows that lie beyond the middle of that
        line; where it is large the two are mixed, and the ratio says little.
    clusters : pandas.DataFrame
        For each cluster, under its label: "rows"; "neighbours inside", the proportion of its rows whose nearest
        neighbour has the same label; "fit elsewhere", how many rows are nearer to another cluster on average; "valley",
        the largest with another cluster; and how far `algorithm` finds it again in bootstrap samples of the rows:
        "Jaccard", "± Jaccard", "recovered" and "dissolved", as in ``Report.clusters``.
    objects : pandas.DataFrame
        For each row in a cluster, under its name: its "label"; "proportion" of right comparisons, as
        :func:`aucc_teach.aucc_samples` has it; "silhouette"; and "nearer to", the label of a cluster that is nearer on
        average than its own, missing if there is none.
    agreement : pandas.DataFrame
        "ARI" of the labels with what each algorithm finds in the same rows with as many clusters, and with the
        clustering that the report describes, if it describes one.
    noise : label
        What rows that belong to no cluster have for a label.
    algorithm : str
        The algorithm whose clusters, as many, agree best.
    table : pandas.DataFrame or None
        How many rows each label (noise too) shares with each cluster that the report describes; None if it describes
        none.
    conclusion : tuple of Statement
        What can be said: codes of :class:`Given` with their numbers. The first is `verdict`.
    doubts : tuple of Statement
        What to ask about the labels.

    Examples
    --------
    Two strips of one cloud have to do with its columns, and are no groups.

    >>> import aucc_report
    >>> import numpy as np
    >>> cloud = np.random.default_rng(0).normal(size=(40, 2))
    >>> strips = np.where(cloud[:, 0] < 0, "left", "right")
    >>> quick = {"n_references": 19, "rng": 0, "progress": False}
    >>> given = aucc_report.report(cloud, ["ward"], [2, 3, 4], labels=strips, **quick).given
    >>> given  # doctest: +ELLIPSIS
    Your labels (labels): 2 clusters of 40 rows.
    <BLANKLINE>
    What can be said:
    - Your labels (labels) have to do with these columns, but look like slices of one cloud: ...
    >>> str(given.verdict.code)
    'like_slices'
    >>> given.clusters["rows"].to_dict()
    {'left': 19, 'right': 21}
    """

    name: str
    n_clusters: int
    n_rows: int
    n_noise: int
    n_missing: int
    scores: pd.DataFrame
    n_drawn: int
    valleys: pd.DataFrame
    clusters: pd.DataFrame
    objects: pd.DataFrame
    agreement: pd.DataFrame
    algorithm: str
    conclusion: tuple
    doubts: tuple
    table: pd.DataFrame | None = None
    noise: object = -1
    _codes: np.ndarray | None = None  # of the rows used

    @property
    def verdict(self):
        """What the labels are, a Statement: plain groups, not apart, like slices, or unrelated to these columns."""
        return self.conclusion[0]

    @property
    def _title(self):
        beside = {"of noise": self.n_noise, "without a label": self.n_missing}
        rest = [f"{counted(n, 'row')} {what}" for what, n in beside.items() if n]
        of = ", ".join([f"{self.n_clusters} clusters of {counted(self.n_rows, 'row')}", *rest])
        return f"Your labels ({self.name}): {of}."

    def __repr__(self):
        parts = ("What can be said", self.conclusion), ("To ask", self.doubts)
        return "\n".join([self._title, *in_lines(*parts)])

    def _repr_html_(self):
        from aucc_report._page import cell_of_given

        return cell_of_given(self, self._title)

    def to_dict(self):
        """Give what is said as codes and numbers.

        Returns
        -------
        dict
            Plain types only: "name", the counts of clusters and rows, "n_drawn", "algorithm"; "scores", "clusters" and
            "agreement" as lists with a dictionary for each row; "conclusion" and "doubts" as in
            :meth:`Report.to_dict`.
        """
        names = ("name", "n_clusters", "n_rows", "n_noise", "n_missing", "n_drawn", "algorithm")
        frames = {"scores": self.scores, "clusters": self.clusters, "agreement": self.agreement}
        return plain(
            {name: getattr(self, name) for name in names}
            | {name: frame.reset_index().to_dict("records") for name, frame in frames.items()}
            | {name: [of.to_dict() for of in getattr(self, name)] for name in ("conclusion", "doubts")}
        )


def check_given(taken):
    """Refuse labels that are no clustering of the rows used; labels that are absent pass."""
    if taken.labels is None:
        return
    labels = taken.labels.of(taken.positions)
    codes, k = labels.codes, len(labels.names)
    n, n_noise, n_missing = (int(found.sum()) for found in (codes >= 0, codes == NOISE, codes == MISSING))
    where = f"labels must put the {len(codes)} rows used"
    rest = f" ({n_noise} are noise, labelled {labels.noise}, and {n_missing} have no label)" if n < len(codes) else ""
    if n < FEWEST_ROWS and k > 1:
        raise ValueError(
            f"{where} into clusters of at least {FEWEST_ROWS} rows together: fewer can't be told from data without "
            f"clusters. Got {n}{rest}."
        )
    if k < 2:
        raise ValueError(
            f"{where} into at least 2 clusters, or there is nothing to compare. Got {k}{rest}: give labels that "
            "differ, or use rows of more clusters."
        )
    if k == n or k > MOST_CLUSTERS:
        each = ", each row in one of its own" if k == n else ""
        raise ValueError(
            f"{where} into at most {MOST_CLUSTERS} clusters, some of several rows. Got {k}{each}{rest}: do they name "
            "rows rather than clusters?"
        )
    n_different = len(np.unique(taken.points[codes >= 0], axis=0))
    if n_different <= k:
        raise ValueError(
            f"there must be more different rows than clusters to judge labels. Got {n_different} rows with a label "
            f"that differ in the columns used, and {k} clusters: use more columns, or give fewer clusters."
        )


def judge_given(taken, algorithms, *, metric, kinds, level, n_references, seeds, tell):
    """Judge the labels by themselves; `with_own_answer` adds what the report says. `tell` hears of each set."""
    labels = taken.labels.of(taken.positions)
    codes, names, k = labels.codes, labels.names, len(labels.names)
    has_label, in_cluster = codes != MISSING, codes >= 0
    points, own = taken.points[in_cluster], codes[in_cluster]
    tested = criteria_tested(metric)[::-1]
    scorer = CriteriaScorer(points, metric=metric)
    own_scores = scorer.score_many(own[None], tested, undefined="nan")
    sizes = np.bincount(own)
    pairs = _pairs(points, own, names)
    is_apart = not len(_not_apart(pairs))
    comparison = _Comparison(
        algorithms=algorithms,
        k=k,
        tested=tested,
        metric=metric,
        seed=seeds["k-means"],
        least=sizes.min() / 2,
        n_left_out=int((has_label & ~in_cluster).sum()),
        asks_valleys=is_apart,
    )
    alike = comparison.clustered(points, "the rows with a label")
    # In a cloud with a tail every straggler is set apart by a gap.
    has_stragglers = sizes.min() < straggler_below(len(own))
    gap = 0.0 if has_stragglers else _gap(taken.points[has_label], codes[has_label], k, metric)
    scores = {CRITERIA[name].title: float(own_scores[name][0]) for name in tested}
    scores |= ({_VALLEY: -_capped(pairs["valley"])} if is_apart else {}) | ({_GAP: gap} if gap > 1 else {})
    found = comparison.with_noise(
        Space(taken.points[has_label]),
        scores,
        kinds=kinds,
        level=level,
        most=max(MOST, n_references or 0, int(np.ceil(1 / level)) - 1),
        rng=np.random.default_rng((seeds["labels"], 0)),
        tell=tell,
    )
    objects, neighbours = _objects(points, own, names, taken.rows.index[taken.positions[in_cluster]], metric)
    inside = own[neighbours] == own
    table = pd.DataFrame({"score": {_INSIDE: float(inside.mean())} | scores}).rename_axis("criterion")
    null = scorer.ranking.null(sizes.tolist())
    permuted = np.random.default_rng((seeds["labels"], 1)).permuted(np.tile(own, (N_RANDOM, 1)), axis=1)
    random = scorer.score_many(permuted, tested, undefined="nan")
    of_random = (permuted[:, neighbours] == permuted).mean(axis=1)
    table.loc[_INSIDE, "random labels"] = (sizes * (sizes - 1)).sum() / (len(own) * (len(own) - 1))
    table.loc[_INSIDE, "p, random labels"] = _pvalue(table.loc[_INSIDE, "score"], of_random)
    for name in tested:
        place = CRITERIA[name].title
        table.loc[place, "random labels"] = null.mean if name == "aucc_score" else np.nanmean(random[name])
        table.loc[place, "p, random labels"] = _pvalue(scores[place], random[name])
    for kind, of_sets in found.items():
        table.loc[list(scores), f"noise, {kind}"] = of_sets.mean(axis=0)
        table.loc[list(scores), f"p, {kind}"] = [_pvalue(*of) for of in zip(scores.values(), of_sets.T, strict=True)]
    if is_apart:
        table.loc[_VALLEY, ["score", *(f"noise, {kind}" for kind in kinds)]] *= -1
    agreement = {f"{name} {k}": adjusted_rand_score(own, rows) for name, rows in zip(algorithms, alike, strict=True)}
    algorithm = list(algorithms)[int(np.argmax(list(agreement.values())))]
    clusters = pd.DataFrame(
        {
            "rows": sizes,
            "neighbours inside": np.bincount(own, inside) / sizes,
            "fit elsewhere": np.bincount(own[objects["nearer to"].notna()], minlength=k),
            "valley": [pairs.loc[(pairs[["one", "other"]] == name).any(axis=1), "valley"].max() for name in names],
        }
    )
    back = jaccard_of_clusters(
        points,
        own,
        algorithms[algorithm],
        metric=metric,
        seed=seeds["k-means"],
        rng=np.random.default_rng((seeds["labels"], 2)),
    )
    clusters = clusters.join(back.reset_index(drop=True)).set_index(pd.Index(names, name="cluster"))
    given = GivenClustering(
        name=labels.name,
        n_clusters=k,
        n_rows=len(own),
        n_noise=comparison.n_left_out,
        n_missing=int((~has_label).sum()),
        scores=table,
        n_drawn=len(found[kinds[0]]),
        valleys=pairs,
        clusters=clusters,
        objects=objects,
        agreement=pd.DataFrame({"ARI": agreement}).rename_axis("clustering"),
        algorithm=algorithm,
        conclusion=(),
        doubts=(),
        noise=labels.noise,
        _codes=codes,
    )
    verdict = _verdict(given, level)
    # Elsewhere no p-value of noise has a part in it.
    is_near = (is_apart or gap > 1) and verdict.code != Given.UNRELATED
    is_decided = not is_near or _is_decided(scores.values(), found, level)
    doubts = _doubts(given, taken.points, metric, is_decided=is_decided, asks=labels.asks)
    return replace(given, conclusion=(verdict,), doubts=tuple(doubts))


def with_own_answer(given, taken, report):
    """The same, with what the report itself says of these rows."""
    if report.candidate is None:
        own = said(Given.NO_OWN_ANSWER, headline=str(report.headline))
        return replace(given, conclusion=(_beside_own(given.verdict, is_found=False), own))
    cluster = report.rows["cluster"].to_numpy(dtype=float, na_value=np.nan)[taken.positions]
    names = given.clusters.index
    is_shown = (given._codes != MISSING) & ~np.isnan(cluster)
    shown = [given.noise if code == NOISE else names[code] for code in given._codes[is_shown]]
    table = pd.crosstab(pd.Series(shown, name="label"), pd.Series(cluster[is_shown].astype(int), name="cluster"))
    both = (given._codes >= 0) & ~np.isnan(cluster)
    algorithm, k = report.candidate
    ari = adjusted_rand_score(given._codes[both], cluster[both].astype(int))
    agreement = pd.concat(
        [given.agreement, pd.DataFrame({"ARI": ari}, pd.Index([f"the report: {algorithm} {k}"], name="clustering"))]
    )
    # Clusters at peaks that don't come back are described, and not named; there are gaps whatever comes back.
    is_named = algorithm == GAPS or report.n_clusters is not None or report.at_least is not None
    is_found = is_named and k == given.n_clusters and ari >= NEARLY_THE_SAME
    verdict = _beside_own(given.verdict, is_found=is_found)
    own = said(Given.OWN_ANSWER, headline=str(report.headline), algorithm=algorithm, k=k, ari=ari)
    return replace(given, agreement=agreement, table=table, conclusion=(verdict, own))


def _beside_own(verdict, *, is_found):
    """The verdict on labels that the report finds or doesn't find by itself; what it finds are groups."""
    numbers = verdict.numbers | {"is_found": is_found, "by": verdict.numbers["by"] or ("report" if is_found else None)}
    return said(Given.PLAIN_GROUPS if is_found else verdict.code, **numbers)


class _Comparison(NamedTuple):
    """Clusterings of data without clusters, to be compared with labels: into k clusters, by the best of the algorithms.

    ``least``: a clustering of noise is compared only if its smallest cluster is no smaller, because with stragglers
    AUCC is high wherever a cloud has a tail. ``n_left_out`` rows may be left out of each set as noise. The shallowest
    valley is compared as well if ``asks_valleys``, with its sign turned, so that higher is better.
    """

    algorithms: dict
    k: int
    tested: tuple
    metric: object
    seed: int
    least: float
    n_left_out: int
    asks_valleys: bool

    def clustered(self, points, where):
        """Labels by each algorithm, a row for each."""
        return np.array(
            [
                label_rows_of_many(points, [self.k], algorithm, metric=self.metric, seed=self.seed, where=where)[0]
                for algorithm in self.algorithms.values()
            ]
        )

    def best(self, points, where):
        """The highest score by each criterion of the clusterings of a set that can be compared."""
        rows = self.clustered(points, where)
        kept = [self._without_worst(points, labels) for labels in rows]
        scores = np.array([self._scores(points[of], labels[of]) for of, labels in zip(kept, rows, strict=True)])
        smallest = np.array(
            [np.bincount(labels[of], minlength=self.k).min() for of, labels in zip(kept, rows, strict=True)]
        )
        is_alike = smallest >= min(self.least, smallest.max())
        return scores[is_alike].max(axis=0)

    def _without_worst(self, points, labels):
        """Places of the rows that stay if those are left out that lie most between clusters."""
        if not self.n_left_out:
            return np.arange(len(points))
        own, nearest, _ = _own_and_nearest(_square(points, self.metric), labels)
        stays = np.argsort(nearest - own, kind="stable")[self.n_left_out :]
        return np.sort(stays)

    def _scores(self, points, labels):
        codes = in_order_of_appearance(labels)
        if not 1 < len(np.unique(codes)) < len(codes):
            return [0.0] * len(self.tested) + [-1.0] * self.asks_valleys
        scores = CriteriaScorer(points, metric=self.metric).score_many(codes[None], self.tested, undefined="nan")
        of_valleys = [-_capped(list(valleys(points, codes).values()))] if self.asks_valleys else []
        return np.nan_to_num([*(scores[name][0] for name in self.tested), *of_valleys])

    def with_noise(self, space, scores, *, kinds, level, most, rng, tell):
        """Best scores of sets without clusters, an array with a row for each, by kind, until the decision is safe."""
        found = {kind: [] for kind in kinds}
        for number in range(1, most + 1):
            for kind, of_kind in found.items():
                points = space.draw(kind, True, rng)
                of_set = self.best(points, f"{kind} set {number} for the labels")
                if _GAP in scores:
                    # Radial sets keep each row's distance from the middle, so they keep rings around it.
                    is_fair = kind != "radial" or len(kinds) == 1
                    of_set = [*of_set, _gap_of_set(points, self.k, self.least, self.metric) if is_fair else np.nan]
                of_kind.append(of_set)
            tell(f"the labels, {number} of {FEWEST} to {most} sets of each kind")
            if number >= FEWEST and _is_decided(scores.values(), found, level):
                break
        return {kind: np.array(of_kind) for kind, of_kind in found.items()}


def _pvalue(score, of_sets):
    known = of_sets[~np.isnan(of_sets)]
    return pvalue_of_first(np.array([score, *known])) if np.isfinite(score) and known.size else np.nan


def _is_decided(scores, found, level):
    """Tell whether other sets would hardly change a decision, be it above the level with one kind or below with all."""
    for place, score in enumerate(scores):
        of_kinds = [np.asarray(of_kind)[:, place] for of_kind in found.values()]
        pvalues = [(_pvalue(score, of_sets), len(of_sets)) for of_sets in of_kinds]
        counts = [(round(pvalue * (n + 1)) - 1, n) for pvalue, n in pvalues if not np.isnan(pvalue)]
        is_above = any(binom.sf(n_above - 1, n, level) < RISK for n_above, n in counts)
        if not is_above and not all(binom.cdf(n_above, n, level) < RISK for n_above, n in counts):
            return False
    return True


def _square(points, metric):
    return squareform(check_dissimilarities(points, metric)[0])


def _own_and_nearest(square, labels):
    """For each row the mean distance to the others of its cluster, to the nearest other cluster, and which that is."""
    sizes, rows = np.bincount(labels), np.arange(len(labels))
    sums = square @ np.eye(len(sizes))[labels]
    own = sums[rows, labels] / np.maximum(sizes[labels] - 1, 1)
    means = sums / np.maximum(sizes, 1)
    means[rows, labels] = np.inf
    return own, means.min(axis=1), means.argmin(axis=1)


def _objects(points, labels, names, rows, metric):
    """The rows of a GivenClustering, and the place of the nearest neighbour of each."""
    square = _square(points, metric)
    own, nearest, which = _own_and_nearest(square, labels)
    larger = np.maximum(own, nearest)
    is_single = np.bincount(labels)[labels] == 1
    silhouette = np.where(is_single | (larger == 0), 0.0, (nearest - own) / np.where(larger > 0, larger, 1))
    nearer = [names[other] if value < 0 else None for other, value in zip(which, silhouette, strict=True)]
    objects = pd.DataFrame(
        {
            "label": [names[label] for label in labels],
            "proportion": aucc_samples(points, labels, metric=metric).proportion,
            "silhouette": silhouette,
            "nearer to": pd.Series(nearer, rows, dtype=object),
        },
        index=rows,
    )
    np.fill_diagonal(square, np.inf)
    return objects, square.argmin(axis=1)


def _pairs(points, labels, names):
    """The pairs of clusters of a GivenClustering."""
    return pd.DataFrame(
        [
            (names[one], names[other], ratio, _wrong_side(points[labels == one], points[labels == other]))
            for (one, other), ratio in valleys(points, labels).items()
        ],
        columns=["one", "other", "valley", "wrong side"],
    ).sort_values(["valley", "wrong side"], ascending=False, kind="stable", ignore_index=True)


def _not_apart(pairs):
    return pairs[(pairs["valley"] > SHALLOW) | (pairs["wrong side"] > MIXED)]


def _capped(ratios):
    """The largest of several valleys, at most 1: from there on all say the same."""
    return min(1.0, max(ratios))


def _wrong_side(one, other):
    """Proportion of the rows of two clusters that lie beyond the middle between their medians, on the line of means."""
    axis = other.mean(axis=0) - one.mean(axis=0)
    of_one, of_other = one @ axis, other @ axis
    middle = (np.median(of_one) + np.median(of_other)) / 2
    return float(((of_one > middle).sum() + (of_other < middle).sum()) / (len(one) + len(other)))


def _gap(points, codes, k, metric):
    """Shortest distance between clusters over longest step within one; 0 if it is not above 1.

    Above 1 there is one such partition only, the k clusters of single linkage.
    """
    dissimilarities, _ = check_dissimilarities(points, metric)
    labels = codes.copy()
    if (codes < 0).any():
        labels[codes < 0] = codes[codes >= 0][squareform(dissimilarities)[codes < 0][:, codes >= 0].argmin(axis=1)]
    found, gap = _single(dissimilarities, points, k, metric)
    return gap if (in_order_of_appearance(labels) == found).all() else 0.0


def _gap_of_set(points, k, least, metric):
    labels, gap = _single(check_dissimilarities(points, metric)[0], points, k, metric)
    return gap if np.bincount(labels).min() >= least else 0.0


def _single(dissimilarities, points, k, metric):
    """The k clusters of single linkage, and the gap between them."""
    (labels,) = label_rows_of_many(points, [k], "single", metric=metric, dissimilarities=dissimilarities)
    heights = linkage(dissimilarities, "single")[:, 2]
    within, between = heights[len(points) - k - 1 : len(points) - k + 1]
    return labels, float(between / within) if within else np.inf


# What is said.


def _verdict(given, level):
    """Do the labels have to do with the columns, and are they groups? One statement."""
    scores, not_apart = given.scores, _not_apart(given.valleys)
    over_noise = scores[[name for name in scores if name.startswith("p, ") and name != "p, random labels"]].max(axis=1)
    is_better = over_noise <= level
    # Two tests share the level.
    is_related = scores["p, random labels"] <= level / 2
    of_criteria = [name for name in is_better.index if name not in (_INSIDE, _VALLEY, _GAP)]
    by = None
    if is_better.get(_GAP, False):  # a line through two rings, one in the other, says nothing
        code, by = Given.PLAIN_GROUPS, "gap"
    elif not (is_related[_INSIDE] or is_related["AUCC"]):
        code = Given.UNRELATED
    elif is_better.get(_VALLEY, False) or (not len(not_apart) and is_better[of_criteria].all()):
        code, by = Given.PLAIN_GROUPS, "valley"
    elif (not_apart["wrong side"] > MIXED).any():
        code, not_apart = Given.NOT_APART, not_apart.sort_values("wrong side", ascending=False, kind="stable")
    else:
        code = Given.LIKE_SLICES
    first = not_apart.head(1).to_dict("records")
    return said(
        code,
        name=given.name,
        by=by,
        is_found=None,  # the report isn't known yet
        inside=float(scores.loc[_INSIDE, "score"]),
        of_random=float(scores.loc[_INSIDE, "random labels"]),
        pvalue=float(scores.loc[_INSIDE, "p, random labels"]),
        aucc=float(scores.loc["AUCC", "score"]),
        pvalue_of_aucc=float(scores.loc["AUCC", "p, random labels"]),
        by_neighbours=bool(is_related[_INSIDE]),
        n_pairs=len(given.valleys),
        n_not_apart=len(not_apart),
        first=first[0] | {"one": str(first[0]["one"]), "other": str(first[0]["other"])} if first else None,
    )


def _doubts(given, points, metric, *, is_decided, asks):
    if asks and given.noise in given.clusters.index:
        yield said(Given.PERHAPS_NOISE, n=int(given.clusters.loc[given.noise, "rows"]), n_rows=given.n_rows)
    if given.n_noise:
        codes, points = given._codes[given._codes != MISSING], points[given._codes != MISSING]
        is_noise, ranking = codes == NOISE, PairRanking(points, metric=metric)
        each = np.where(is_noise, given.n_clusters + np.arange(len(codes)), codes)
        sums = _square(points, metric)[:, ~is_noise] @ np.eye(given.n_clusters)[codes[~is_noise]]
        nearest = np.where(is_noise, (sums / np.bincount(codes[~is_noise])).argmin(axis=1), codes)
        yield said(
            Given.NOISE_LEFT_OUT,
            n_noise=given.n_noise,
            noise=given.noise,
            n_rows=len(codes),
            aucc=float(given.scores.loc["AUCC", "score"]),
            each=ranking.score(in_order_of_appearance(each)),
            together=ranking.score(in_order_of_appearance(codes)),
            nearest=ranking.score(nearest),
        )
    if given.n_missing:
        yield said(Given.WITHOUT_LABEL, n_missing=given.n_missing, n_rows=len(given._codes))
    few = given.clusters["rows"] < straggler_below(given.n_rows)
    if few.any():
        rows = given.clusters.loc[few, "rows"]
        yield said(Given.FEW_ROWS, clusters=[str(name) for name in rows.index], rows=rows.tolist())
    if not is_decided:
        yield said(Given.UNDECIDED, n_drawn=given.n_drawn)
