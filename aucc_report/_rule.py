"""The rule of a report, in the order in which it is applied: claims of the peaks, a verdict, an answer, a finding.

The notes of :func:`aucc_report.report` have it in words, with what it was tried on. Here a peak becomes a `Claim`,
`judge_claims` holds all claims of a round against the conditions, `answer` asks density as well, and `find` says which
case this is. Headline, reason and conclusion are views of that one `Finding`.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from aucc_report._codes import Conclusion, Fault, Headline, Why
from aucc_report._density import DENSITY
from aucc_report._statements import said
from aucc_teach.input import is_euclidean

#: Above this ratio of rows between two clusters to rows in them, they may be slices of one cloud.
SHALLOW = 0.4
#: From this ARI on, partitions of two algorithms agree.
AGREE = 0.85
#: From this ARI on, two clusterings are called nearly the same.
NEARLY_THE_SAME = 0.9


def straggler_below(n):
    """Smaller clusters are stragglers: below a twentieth of the rows, at least 2 and at most 5."""
    return min(5.0, max(2.0, n / 20))


def compare(one, other):
    """Give 1 or -1 if two means differ by more than twice the standard error of their difference, else 0.

    Each is a pair of a mean and its error. An unknown mean makes no difference.
    """
    difference, error = one[0] - other[0], np.hypot(one[1], other[1])
    return int(np.sign(difference)) if abs(difference) > 2 * error else 0


# What the peaks say.


class Claim(NamedTuple):
    """A claim of one algorithm: a number of clusters k, where one criterion has its peak.

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
        """What a clustering at a peak that stands out lacks."""
        fulfilled = {
            Fault.END_OF_RANGE: self.is_inside,
            Fault.STRAGGLER: self.is_solid,
            Fault.UNSTABLE: self.is_stable,
            Fault.NOT_APART: self.is_apart,
        }
        return [fault for fault, is_fulfilled in fulfilled.items() if not is_fulfilled]


class Verdict(NamedTuple):
    """The verdict of the peaks.

    ``claims`` are those of the criterion with more weight, and ``others`` those of the other one. ``held`` has the
    algorithms that hold each number under the conditions, and ``beside`` the same on a second scale, None without one.
    ``selected`` is ``held`` if a number is selected, and else empty. ``candidate`` is the claim whose clustering is
    described, or None. ``parts``: for each of its clusters that holds a number of clusters itself, the number of rows
    and that number; then no number is selected.
    """

    is_found: bool
    claims: tuple
    others: tuple
    held: dict
    beside: dict | None
    selected: dict
    candidate: Claim | None
    parts: tuple = ()

    @property
    def standing(self):
        """The claims whose peaks stand out, of both criteria."""
        return [claim for claim in (*self.claims, *self.others) if claim.stands_out]


def judge_claims(tests, by_k, pvalue, *, criteria, level, beside=None, must_agree=False):
    """Hold the peaks against the conditions; of the titles in `criteria` the first weighs more.

    `beside` has the numbers that are held on a second scale. They must not contradict, or even agree if `must_agree`.
    """
    algorithms = tests.index.get_level_values("algorithm").unique()
    claims, *others = (
        tuple(_claim(tests.loc[(name, title)], by_k.loc[name], name, title, level) for name in algorithms)
        for title in criteria
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
    selected = held if len(held) == 1 and agrees and (beside or not must_agree) else {}
    if held:
        # The number that most algorithms hold, the smaller of several.
        best = max(held, key=lambda k: (len(held[k]), -k))
        candidate = _clearest(claim for claim in claims if claim.k == best and claim.holds)
    else:
        standing = ([claim for claim in of if claim.stands_out and claim.holds] for of in (claims, others))
        candidate = _clearest(next(filter(None, standing), []))
    return Verdict(True, claims, others, held, beside, selected, candidate)


def _clearest(claims):
    """The claim whose clusters are farthest apart, of equal ones the most stable; None if there is none."""
    return min(claims, key=lambda claim: (claim.valley, -claim.stability[0]), default=None)


def _claim(test, by_k, algorithm, criterion, level):
    k, pvalue = int(test["apart at"]), float(test["p apart"])
    # A single number is no range that could end.
    is_inside = k < by_k.index.max() or len(by_k) == 1
    return claim_of(by_k.loc[k], algorithm, criterion, k, pvalue, stands_out=pvalue <= level, is_inside=is_inside)


def claim_of(row, algorithm, criterion, k, pvalue, *, stands_out=True, is_inside=True):
    """Make a claim of one clustering, from its row of ``by_k``."""
    sizes = row["sizes"]
    stability, noise = ((float(row[name]), float(row[f"± {name}"])) for name in ("stability", "stability of noise"))
    return Claim(
        algorithm,
        criterion,
        k,
        pvalue,
        min(sizes),
        stability,
        noise,
        float(row["valley"]),
        stands_out=stands_out,
        is_inside=is_inside,
        is_solid=min(sizes) >= straggler_below(sum(sizes)),
        is_stable=compare(stability, noise) >= 0,
        is_apart=row["valley"] <= SHALLOW,
    )


# What density says beside them.


class Answer(NamedTuple):
    """The answer of peaks and density: a number, a least number, or neither; ``by_density``: density gives it.

    ``algorithms`` hold the number, and ``candidate`` is the claim whose clustering is described, or None.
    ``connected`` is the number of groups that follow density and stand out, or None. ``shape`` is "connected" if the
    answer is about such groups and no algorithm that goes by distances finds them. ``support`` has what the answer
    rests on: the numbers of :attr:`Why.DENSITY_GAPS` or, but for the least number, of :attr:`Why.GROUPS_AGREE`.
    """

    n_clusters: int | None
    at_least: int | None = None
    by_density: bool = False
    algorithms: tuple = ()
    candidate: Claim | None = None
    connected: int | None = None
    shape: str = "compact"
    support: dict | None = None


def answer_of_peaks(verdict):
    """Name the number of the peaks, where density is not asked."""
    ((k, algorithms),) = verdict.selected.items() or ((None, ()),)
    return Answer(k, algorithms=algorithms, candidate=verdict.candidate)


def answer(verdict, n_modes, n_beyond_boxes, n_open, *, has_parts, is_compact, confirmed):
    """Name a number from the verdict of the peaks and from density, as the notes of :func:`report` have it.

    Parameters
    ----------
    verdict : Verdict
        Of the peaks.
    n_modes, n_beyond_boxes, n_open : int
        Of :class:`aucc_report._density.Modes`.
    has_parts, is_compact : bool
        Whether a group has several modes itself, and whether an algorithm that goes by distances finds the same groups.
    confirmed : sequence of int
        Of the numbers that peaks hold, or at which two algorithms agree, both at a peak of AUCC that stands out and
        holds: those for which as many modes are nearly the same clusters.

    Returns
    -------
    Answer
        The number or the least number, and whether it is density that says so.
    """
    selected = next(iter(verdict.selected), None)
    if not verdict.is_found:
        return Answer(None)
    # The peaks keep their number if density confirms it, and shows several modes but no more than that.
    if selected in confirmed and n_beyond_boxes > 1 and n_modes <= selected:
        return Answer(selected)
    if n_modes > 1:
        # Density has a number of its own if the peaks have none, and if it knows of no further groups.
        is_larger = any(claim.holds and claim.k > n_modes for claim in verdict.standing)
        # Two modes that distances show too are the first split of all, and what is within is open.
        is_first_split = n_modes == 2 and is_compact
        most = n_beyond_boxes if is_compact else n_open
        if not (selected or has_parts or is_larger or is_first_split) and n_modes == most:
            return Answer(n_modes, by_density=True)
        return Answer(None, n_modes, by_density=True)
    if n_beyond_boxes > 1 and confirmed:
        return Answer(None, min(n_beyond_boxes, *confirmed))
    return Answer(None)


# What is found.


class Evidence(NamedTuple):
    """The evidence for the finding, for the description of a clustering and for the doubts.

    ``first`` is the first round, and ``decisive`` the one by which it was decided, with its ``verdict``. ``seeds`` has
    for each k-means the k of its peak, the ARI there with the same algorithm from other seeds, and where those have
    their peaks. ``scale`` is the other scaling and the ARI of the candidate with what the algorithm finds under it;
    None without candidate. ``peaks`` says where the peak of each test lies over each kind of reference data, and
    ``without`` which numbers would be named without one of the columns, by its name. ``is_near_the_line``: no more sets
    are drawn, and others might decide otherwise.
    """

    settings: dict
    taken: object
    first: object
    decisive: object
    verdict: Verdict
    answer: Answer
    seeds: dict
    scale: tuple | None
    peaks: dict
    without: dict
    whole: object
    titles: tuple
    is_near_the_line: bool = False

    @property
    def pvalue(self):
        return self.first.look.pvalue

    @property
    def tests(self):
        return self.decisive.look.tests

    @property
    def by_k(self):
        return self.decisive.look.by_k

    @property
    def left_out(self):
        """Names of the rows that were left out as stragglers."""
        gone = np.setdiff1d(self.first.taken.positions, self.taken.positions)
        return tuple(self.taken.rows.index[gone].tolist())


@dataclass(frozen=True)
class Finding:
    """Which case of the rule a table is, and the numbers that it rests on; headline and conclusion are views of it.

    ``numbers`` are those of the reason, ``steps`` what the conclusion says of how the rule came to it. ``n_clusters``
    is the number that is named, or ``at_least`` the number of groups that hold; ``shape`` is that of an `Answer`.
    ``n_left_out`` rows were left out.
    """

    code: Why
    numbers: dict
    steps: tuple
    n_clusters: int | None = None
    at_least: int | None = None
    shape: str = "compact"
    n_left_out: int = 0

    @property
    def headline(self):
        if self.n_clusters is not None:
            return said(Headline.CLUSTERS, n_clusters=self.n_clusters, n_left_out=self.n_left_out, shape=self.shape)
        if self.at_least is not None:
            return said(Headline.AT_LEAST, n_clusters=self.at_least, shape=self.shape)
        return said(Headline.NOTHING if self.code == Why.NONE_STANDS_OUT else Headline.SOMETHING)

    @property
    def reason(self):
        return said(self.code, **self.numbers)


def find(evidence):
    """Tell which case of the rule the evidence is, with its reason and its steps."""
    settings, verdict, named, p = evidence.settings, evidence.verdict, evidence.answer, evidence.pvalue
    if not verdict.is_found:
        of_level = {"pvalue": p, "level": settings["significance_level"]}
        # Density is asked beside the algorithms where distances are Euclidean.
        asked = settings["algorithms"] + [DENSITY] * is_euclidean(settings["metric"])
        nothing = (
            said(Conclusion.NOTHING_STANDS_OUT, **of_level),
            said(Conclusion.NO_PROOF_OF_NOTHING),
            said(Conclusion.OFTEN_MISSED),
        )
        return Finding(Why.NONE_STANDS_OUT, {"algorithms": asked} | of_level, nothing)
    if named.by_density:
        code, numbers = Why.DENSITY_GAPS, named.support
        steps = [said(Conclusion.DENSITY_HELD, **numbers)]
    elif named.n_clusters is not None:
        numbers = {"k": named.n_clusters, "criterion": evidence.titles[0], "algorithms": list(named.algorithms)}
        code, steps = Why.PEAK_HELD, _how_selected(evidence, **numbers)
    elif named.at_least is not None:
        code, numbers = Why.GROUPS_AGREE, {"k": named.at_least} | named.support
        steps = [said(Conclusion.AT_LEAST_HELD, **numbers)]
    else:
        code, numbers, why_not = _no_number(evidence)
        steps = [said(Conclusion.NO_NUMBER), *why_not]
    if named.at_least is not None and verdict.parts:
        steps = [*steps, _groups_within(verdict)]
    n_sets = settings["n_drawn"]
    is_smallest = bool(p < 1.5 / (n_sets + 1))
    steps = (
        said(Conclusion.STANDS_OUT, pvalue=p, n_sets=n_sets, is_smallest=is_smallest),
        said(Conclusion.NEED_NOT_BE_CLUSTERS),
        *steps,
    )
    answered = named.n_clusters, named.at_least, named.shape
    return Finding(code, {"pvalue": p} | numbers, steps, *answered, n_left_out=len(evidence.left_out))


def held_by(held):
    """Numbers of clusters and the algorithms that hold them, for a statement."""
    return [{"k": k, "algorithms": list(algorithms)} for k, algorithms in held.items()]


def _how_selected(evidence, k, criterion, algorithms):
    """A number of the peaks: with whom it stands out, on which scales, without which rows, and in which range."""
    verdict = evidence.verdict
    outstanding = [c.algorithm for c in verdict.claims if c.k == k and c.algorithm in algorithms and c.stands_out]
    peaks = evidence.tests.xs(criterion, level="criterion")["peak at"]
    yield said(
        Conclusion.SELECTED,
        k=k,
        criterion=criterion,
        algorithms=algorithms,
        outstanding=outstanding,
        is_peak_of_all=all(peaks[algorithm] == k for algorithm in algorithms),
    )
    beside = evidence.decisive.beside
    if beside is not None:
        if k in verdict.beside:
            yield said(Conclusion.SAME_ON_SECOND_SCALE)
        elif beside.pvalue > evidence.settings["significance_level"]:
            yield said(Conclusion.NOTHING_ON_SECOND_SCALE, pvalue=beside.pvalue)
        else:
            yield said(Conclusion.NO_NUMBER_ON_SECOND_SCALE)
    if evidence.left_out:
        called = evidence.taken.rows.index.name or "row"
        yield said(Conclusion.WITHOUT_ROWS, rows=list(evidence.left_out), called=called)
    first_to, then_to = max(evidence.first.ks), max(evidence.decisive.ks)
    if then_to > first_to:
        yield said(Conclusion.LONGER_RANGE, first_to=first_to, then_to=then_to)
    yield said(Conclusion.CONDITIONS_MET)


def _no_number(evidence):
    """Tell why something is found and no number: the case, its numbers, and what the conclusion says."""
    verdict, criterion = evidence.verdict, evidence.titles[0]
    held, claim, standing = held_by(verdict.held), verdict.candidate, verdict.standing
    if verdict.selected:  # by peaks, and density shows one mode alone
        ((k, algorithms),) = verdict.selected.items()
        numbers = {"k": k, "algorithms": list(algorithms)}
        return Why.ONE_MODE, numbers, [said(Conclusion.NO_GAPS, **numbers)]
    if len(held) > 1:
        return Why.TWO_NUMBERS, {"held": held}, [said(Conclusion.SEVERAL_NUMBERS, held=held)]
    if verdict.parts:
        within = _groups_within(verdict)
        return Why.GROUPS_INSIDE, {"k": held[0]["k"], "parts": within.numbers["parts"]}, [within]
    if held:
        disagree = said(Conclusion.SCALES_DISAGREE, held=held[0], beside=held_by(verdict.beside))
        return Why.UNITS_DECIDE, {"k": held[0]["k"], "beside": list(verdict.beside)}, [disagree]
    if claim is not None:
        numbers = {"k": claim.k, "algorithm": claim.algorithm, "criterion": criterion}
        further = {"has_greater_weight": claim.criterion == criterion, "n_algorithms": len(verdict.claims)}
        alone = said(Conclusion.CANDIDATE_ONLY, **numbers, **further)
        return Why.ONE_CANDIDATE, numbers | {"criterion": claim.criterion, "decisive": criterion}, [alone]
    if standing:
        found = {fault for claim in standing for fault in claim.faults}
        # What both criteria say of a clustering is said once, with the criterion that says it last.
        claims = {(claim.k, claim.algorithm): claim for claim in standing}
        names = ("k", "algorithm", "criterion", "faults", "smallest", "stability", "noise")
        peaks = [{name: getattr(claim, name) for name in names} for claim in claims.values()]
        faults = [fault for fault in Fault if fault in found]
        return Why.PEAKS_NOT_TRUSTED, {"faults": faults}, [said(Conclusion.NONE_TRUSTED, peaks=peaks)]
    criteria = list(evidence.titles)
    over_all = [
        {"criterion": criterion, "algorithm": name, "k": int(k)}
        for (name, criterion), k in evidence.tests["named"].items()
        if k > 1
    ]
    if not over_all:
        return Why.NO_PEAK_BY_ITSELF, {}, [said(Conclusion.NO_PEAK, criteria=criteria)]
    sliced = said(Conclusion.PEAKS_NOT_APART, peaks=over_all)
    return Why.NO_PEAK_BY_ITSELF, {}, [sliced, said(Conclusion.NO_PEAK_APART, criteria=criteria)]


def _groups_within(verdict):
    parts = [{"n_rows": n_rows, "k": k} for n_rows, k in verdict.parts]
    return said(Conclusion.GROUPS_WITHIN_GROUPS, held=held_by(verdict.held)[0], parts=parts)


def describe(evidence):
    """Say in the conclusion how the described clustering is, if there is one."""
    verdict, named = evidence.verdict, evidence.answer
    if named.candidate is None:
        return
    algorithm, k = named.candidate.algorithm, named.candidate.k
    of_it = evidence.by_k.loc[(algorithm, k)]
    yield said(Conclusion.SIZES, k=k, algorithm=algorithm, sizes=of_it["sizes"])
    algorithms = named.algorithms or (algorithm,)
    for one in verdict.claims if named.algorithms else (named.candidate,):
        if one.algorithm in algorithms and one.k == k and np.isfinite(one.stability[0]):
            yield said(
                Conclusion.STABILITY,
                k=k,
                algorithm=one.algorithm,
                stability=one.stability,
                noise=one.noise,
                difference=compare(one.stability, one.noise),
            )
    for name, (k_of_seeds, aris, peaks) in evidence.seeds.items():
        if name == algorithm and min(aris) >= NEARLY_THE_SAME:
            yield said(Conclusion.SAME_FROM_OTHER_SEEDS, k=k_of_seeds, algorithm=name, aris=aris, peaks=peaks)
    scaling, ari = evidence.scale
    if ari >= NEARLY_THE_SAME:
        yield said(Conclusion.SAME_ON_OTHER_SCALE, scaling=scaling, ari=ari)
    if named.shape == "connected":
        yield said(Conclusion.AUCC_OF_CONNECTED, aucc=float(of_it["AUCC"]))
    if evidence.whole is not None:
        whole, way, right = evidence.whole
        about = {"n_complete": evidence.settings["n_complete"], "way": way, "right": right}
        aucc = {"aucc": whole.statistic, "low": whole.low, "high": whole.high, "aucc_of_sample": float(of_it["AUCC"])}
        yield said(Conclusion.AUCC_OF_ALL, **about, **aucc)
