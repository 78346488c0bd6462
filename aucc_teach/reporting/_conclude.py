"""What can be said at the end: the rule that selects a number of clusters or none, and what it finds in sentences."""

from functools import partial
from typing import NamedTuple

import numpy as np

from aucc_teach._reading import listed as some
from aucc_teach.reporting._words import counted, listed, number, plus_minus


class Claim(NamedTuple):
    """What one algorithm has to say for a number of clusters k, that of the peak of one criterion.

    The peak is that among the numbers whose clusters are apart, or among all where there is none. ``pvalue`` is the
    largest over the kinds of reference data, and ``smallest`` the size of the smallest cluster.
    ``stability`` and ``noise`` are pairs of a mean and its standard error. ``stands_out``: the p-value is at most the
    level. ``is_inside``: k is not the last that was tried. ``is_solid``: no cluster is a straggler. ``is_stable``:
    the stability is not below that of noise by more than twice the error of their difference. ``is_apart``: rows are
    rare between any two clusters.
    """

    algorithm: str
    criterion: str
    k: int
    pvalue: float
    smallest: int
    stability: tuple
    noise: tuple
    valley: float
    stands_out: bool
    is_inside: bool
    is_solid: bool
    is_stable: bool
    is_apart: bool

    @property
    def holds(self):
        """Whether nothing but a second algorithm is missing."""
        return self.is_inside and self.is_solid and self.is_stable and self.is_apart

    @property
    def faults(self):
        """What is missing, in words."""
        found = []
        if not self.stands_out:
            found.append(f"its peak does not stand out (p = {number(self.pvalue)})")
        if not self.is_inside:
            found.append("it is the last number that was tried")
        if not self.is_solid:
            found.append(f"a cluster is a straggler of {counted(self.smallest, 'row')}")
        if not self.is_stable:
            found.append(
                f"it is less stable than data without clusters ({plus_minus(*self.stability)} compared with "
                f"{plus_minus(*self.noise)})"
            )
        if not self.is_apart:
            found.append("rows are not rare between some of the clusters, which may be slices of one cloud")
        return found


class Verdict(NamedTuple):
    """What the rule says.

    ``claims`` are those of the criterion with more weight, and ``others`` those of the other one. ``held`` has the
    algorithms that hold each number under the conditions, and ``beside`` the same on a second scale, None without one.
    ``numbers`` is ``held`` if a number is named, and else empty. ``candidate`` is the claim whose clustering is
    described, or None. ``parts``: for each of its clusters that holds a number of clusters itself, the number of rows
    and that number; then no number is named.
    """

    is_found: bool
    claims: tuple
    others: tuple
    held: dict
    beside: dict | None
    numbers: dict
    candidate: Claim | None
    parts: tuple = ()


#: Above this ratio of rows between two clusters to rows in them, they may be slices of one cloud.
SHALLOW = 0.4


def straggler_below(n):
    """Smaller clusters are stragglers: below a twentieth of the rows, at least 2 and at most 5."""
    return min(5.0, max(2.0, n / 20))


def judge_claims(
    tests,
    by_k,
    pvalue,
    *,
    criteria,
    level,
    beside=None,
    must_agree=False,
    shallow=SHALLOW,
    smallest=straggler_below,
):
    """Apply the rule of :func:`report` to the tables of a Report; of the titles in `criteria` the first weighs more.

    `beside` has the numbers that are held on a second scale. They must not contradict, or even agree if `must_agree`.
    `shallow` is the largest valley between clusters that are apart, and `smallest` gives for a number of rows the size
    below which a cluster is a straggler.
    """
    algorithms = tests.index.get_level_values("algorithm").unique()
    claim = partial(_claim, level=level, shallow=shallow, smallest=smallest)
    claims, *others = (
        tuple(claim(tests.loc[(name, title)], by_k.loc[name], name, title) for name in algorithms) for title in criteria
    )
    others = tuple(claim for of_criterion in others for claim in of_criterion)
    if pvalue > level:
        return Verdict(False, claims, others, {}, beside, {}, None)
    held = {}
    for k in sorted({claim.k for claim in claims}):
        holding = [claim for claim in claims if claim.k == k and claim.holds]
        if len(holding) > 1 and any(claim.stands_out for claim in holding):
            held[k] = tuple(claim.algorithm for claim in holding)
    agrees = beside is None or set(beside) <= set(held)
    numbers = held if len(held) == 1 and agrees and (beside or not must_agree) else {}
    if held:
        # The number that most algorithms hold, the smaller of several.
        best = max(held, key=lambda k: (len(held[k]), -k))
        candidate = _clearest(claim for claim in claims if claim.k == best and claim.holds)
    else:
        standing = ([claim for claim in of if claim.stands_out and claim.holds] for of in (claims, others))
        candidate = _clearest(next(filter(None, standing), []))
    return Verdict(True, claims, others, held, beside, numbers, candidate)


def _clearest(claims):
    """The claim whose clusters are farthest apart, of equal ones the most stable; None if there is none."""
    return min(claims, key=lambda claim: (claim.valley, -claim.stability[0]), default=None)


def _claim(test, by_k, algorithm, criterion, *, level, shallow, smallest):
    k, pvalue = int(test["apart at"]), float(test["p apart"])
    found = by_k.loc[k]
    sizes = [int(size) for size in found["sizes"].split()]
    stability, noise = ((float(found[name]), float(found[f"± {name}"])) for name in ("stability", "stability of noise"))
    return Claim(
        algorithm,
        criterion,
        k,
        pvalue,
        min(sizes),
        stability,
        noise,
        float(found["valley"]),
        stands_out=pvalue <= level,
        # With one number there is no range that could end.
        is_inside=k < by_k.index.max() or len(by_k) == 1,
        is_solid=min(sizes) >= smallest(sum(sizes)),
        is_stable=compare(stability, noise) >= 0,
        is_apart=found["valley"] <= shallow,
    )


def compare(one, other):
    """1 or -1 if two means differ by more than twice the standard error of their difference, else 0.

    Each is a pair of a mean and its error. What is not known makes no difference.
    """
    difference, error = one[0] - other[0], np.hypot(one[1], other[1])
    return int(np.sign(difference)) if abs(difference) > 2 * error else 0


class Findings(NamedTuple):
    """What the sentences are made of.

    ``first`` is the first round, and ``found`` the one by which it was decided. ``seeds`` has for each k-means the k of
    its peak, the ARI there with the same algorithm from other seeds, and where those have their peaks. ``scale`` is the
    other scaling and the ARI of the candidate with what the algorithm finds under it; None without candidate. ``peaks``
    says where the peak of each test lies over each kind of reference data, and ``without`` which numbers would be named
    without one of the columns, by its name.
    """

    settings: dict
    taken: object
    first: object
    found: object
    verdict: Verdict
    seeds: dict
    scale: tuple | None
    peaks: dict
    without: dict
    whole: object
    titles: tuple

    @property
    def pvalue(self):
        return self.first.look.pvalue

    @property
    def tests(self):
        return self.found.look.tests

    @property
    def by_k(self):
        return self.found.look.by_k

    @property
    def left_out(self):
        """Names of the rows that were left out as stragglers."""
        gone = np.setdiff1d(self.first.taken.positions, self.taken.positions)
        return tuple(self.taken.rows.index[gone].tolist())


#: Above this ARI two clusterings are called nearly the same.
NEARLY_THE_SAME = 0.9


def conclude(findings):
    """The conclusion of a Report, in sentences."""
    settings, verdict = findings.settings, findings.verdict
    level, p = settings["significance_level"], findings.pvalue
    if not verdict.is_found:
        return (
            f"Nothing stands out that these methods can see: p = {number(p)}, above the level of {level}.",
            "This does not mean that there is nothing.",
            "Clusters that touch, that have few rows, or that these algorithms do not look for are often missed.",
        )
    n_sets = settings["n_references"]
    limit = f", the smallest that {n_sets} sets can give" if p < 1.5 / (n_sets + 1) else ""
    said = [
        "There is something that data with the same mean and covariance, but without clusters, lack: p = "
        f"{number(p)}{limit}.",
        "It need not be clusters, because tails, corners and bends stand out, too.",
    ]
    said += _of_numbers(findings)
    if verdict.candidate is not None:
        said += _of_candidate(findings)
    return tuple(said)


def _of_numbers(findings):
    verdict, title = findings.verdict, findings.titles[0]
    for k, algorithms in verdict.numbers.items():
        standing = [c.algorithm for c in verdict.claims if c.k == k and c.algorithm in algorithms and c.stands_out]
        by_whom = "each" if len(standing) == len(algorithms) else listed(standing)
        peaks = findings.tests.xs(title, level="criterion")["peak at"]
        of_all = all(peaks[algorithm] == k for algorithm in algorithms)
        among = "" if of_all else "among the numbers whose clusters are apart, "
        there = f"{among}{title} has its peak there with {listed(algorithms)}"
        yield f"{k} clusters are selected: {there}, and it stands out with {by_whom}."
        yield from _of_what_it_hung_on(findings, k)
        yield (
            "None of these clusters is a straggler, and rows are rare between any two of them. Their stability is not "
            "below that of data without clusters by more than twice the error of the difference."
        )
    if verdict.numbers:
        return
    yield "No number of clusters is selected."
    held = [f"{k} clusters ({listed(algorithms)})" for k, algorithms in verdict.held.items()]
    if len(held) > 1:
        yield f"The conditions are met by {listed(held)}, and nothing here decides between them."
    elif verdict.parts:
        told = [f"one of {n_rows} rows seems to hold {k} itself" for n_rows, k in verdict.parts]
        yield (
            f"{held[0].replace(' (', ' would be selected (', 1)}, but among these clusters, each looked at alone, "
            f"{listed(told)}: there may be groups within groups."
        )
    elif held:
        others = [f"{k} ({listed(algorithms)})" for k, algorithms in verdict.beside.items()]
        yield (
            f"{held[0].replace(' (', ' would be selected (', 1)} with each column divided by its spread within "
            f"clusters, but {listed(others)} with each divided by its standard deviation, so the units decide."
        )
    claim = verdict.candidate
    if claim is None:
        yield from _of_no_candidate(findings)
    elif not held:
        lacking = []
        if claim.criterion != title:
            lacking.append(f"{title}, which has the greater weight, has no peak that meets all conditions")
        elif len(verdict.claims) == 1:
            lacking.append("only one algorithm was used")
        else:
            lacking.append("no second algorithm has its peak there under the same conditions")
        yield f"{claim.k} clusters with {claim.algorithm} are a candidate and no more: {'; '.join(lacking)}."


def _of_what_it_hung_on(findings, k):
    """The scales on which a number holds, the rows without which it does, and the range that it took."""
    beside, level = findings.found.beside, findings.settings["significance_level"]
    if beside is not None:
        there = "with every column divided by its standard deviation"
        if k in findings.verdict.beside:
            yield f"The same number is selected {there}."
        elif beside.pvalue > level:
            yield f"This depends on the units: {there}, nothing stands out (p = {number(beside.pvalue)})."
        else:
            yield f"This depends on the units: {there}, no number is selected."
    gone = findings.left_out
    if gone:
        called, them = findings.taken.rows.index.name or "row", "it" if len(gone) == 1 else "them"
        yield (
            f"This holds without {counted(len(gone), 'row')} that the algorithms put into clusters of very few rows "
            f"({some(called, gone)}); with {them}, no number is selected."
        )
    last = max(findings.first.ks)
    if max(findings.found.ks) > last:
        yield (
            f"Up to {last} clusters no number is selected, because peaks lie at the end of that range; "
            f"{max(findings.found.ks)} were tried."
        )


def _of_no_candidate(findings):
    """Why no clustering is described."""
    verdict = findings.verdict
    standing = [claim for claim in (*verdict.claims, *verdict.others) if claim.stands_out]
    if not standing:
        tests = findings.tests
        over_all = [f"{title} with {name} at {k}" for (name, title), k in tests["named"].items() if k > 1]
        if over_all:
            verb = "stands" if len(over_all) == 1 else "stand"
            yield (
                f"{listed(over_all)} {verb} out over all numbers, but rows are not rare between some of the clusters "
                "there, which may be slices of one cloud."
            )
            yield (
                f"Among the numbers whose clusters are apart, no peak of {listed(findings.titles)} stands out, so no "
                "clustering is described."
            )
        else:
            yield (
                f"With no algorithm does a peak of {listed(findings.titles)} stand out, so no clustering is described."
            )
        return
    faults, alike = {}, {}
    for claim in standing:
        faults.setdefault((claim.k, claim.algorithm), (claim.faults, claim.criterion))
    for (k, algorithm), (of, criterion) in faults.items():
        has_two = sum(other == algorithm for _, other in faults) > 1
        under = f" under {criterion}" if has_two else ""
        alike.setdefault(" and ".join(of), []).append(f"{k} with {algorithm}{under}")
    told = "; ".join(f"{listed(those)} ({why})" for why, those in alike.items())
    yield f"No clustering is described, because none of those at the peaks that stand out can be trusted: {told}."


def _of_candidate(findings):
    algorithm, k = findings.verdict.candidate.algorithm, findings.verdict.candidate.k
    sizes = findings.by_k.loc[(algorithm, k), "sizes"].split()
    yield f"The {k} clusters of {algorithm} have {listed(sizes)} rows."
    algorithms = findings.verdict.numbers.get(k, (algorithm,))
    claims = findings.verdict.claims if findings.verdict.numbers else (findings.verdict.candidate,)
    for claim in claims:
        if claim.algorithm in algorithms and claim.k == k:
            more = compare(claim.stability, claim.noise)
            words = {1: "more stable", 0: "no difference beyond the errors", -1: "less stable"}
            yield (
                f"With a sixth of the rows left out, {claim.algorithm} keeps its {k} clusters with ARI "
                f"{plus_minus(*claim.stability)}, compared with {plus_minus(*claim.noise)} on noise: {words[more]}."
            )
    for name, (k_of_seeds, aris, peaks) in findings.seeds.items():
        if name == algorithm and min(aris) >= NEARLY_THE_SAME:
            same = f"the same {k_of_seeds} clusters each time"
            if min(aris) < 1:
                same = f"nearly the same {k_of_seeds} clusters, with an ARI of at least {_rounded_down(min(aris))}"
            yield f"With {len(aris)} other seeds {name} ends in {same}, and the peak lies {_where(peaks)}."
    other, ari = findings.scale
    if ari >= NEARLY_THE_SAME:
        yield f"{_SCALED[other]}, the clusters are nearly the same (ARI {ari:.2f})."
    if findings.whole is not None:
        whole = findings.whole
        yield (
            f"With all {findings.settings['n_complete']} complete rows, each in the cluster with the nearest mean, "
            f"AUCC is {whole.statistic:.3f} ({whole.low:.3f} to {whole.high:.3f}); in the sample it is "
            f"{findings.by_k.loc[(algorithm, k), 'AUCC']:.3f}."
        )


_SCALED = {
    "within": "With every column divided by its spread within clusters",
    "range": "With every column divided by its range",
    "standardise": "With every column divided by its standard deviation",
}


def _rounded_down(ari):
    """An ARI to two decimals of which it is not below: what is not 1 does not read as 1."""
    return f"{np.floor(100 * ari) / 100:.2f}"


def _where(peaks):
    counts = {k: peaks.count(k) for k in sorted(set(peaks))}
    if len(counts) == 1:
        return f"at {peaks[0]} each time"
    return "at " + listed([f"{k} ({times} of {len(peaks)})" for k, times in counts.items()])
