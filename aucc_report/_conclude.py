"""What can be said at the end: the rule that selects a number of clusters or none, and what it finds."""

from functools import partial
from typing import NamedTuple

import numpy as np

from aucc_report._codes import Conclusion, Fault
from aucc_report._statements import said


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
        """What a clustering at a peak that stands out lacks."""
        fulfilled = {
            Fault.END_OF_RANGE: self.is_inside,
            Fault.STRAGGLER: self.is_solid,
            Fault.UNSTABLE: self.is_stable,
            Fault.NOT_APART: self.is_apart,
        }
        return [fault for fault, is_fulfilled in fulfilled.items() if not is_fulfilled]


class Verdict(NamedTuple):
    """What the rule says.

    ``claims`` are those of the criterion with more weight, and ``others`` those of the other one. ``held`` has the
    algorithms that hold each number under the conditions, and ``beside`` the same on a second scale, None without one.
    ``selected`` is ``held`` if a number is selected, and else empty. ``candidate`` is the claim whose clustering is
    described, or None. ``parts``: for each of its clusters that holds a number of clusters itself, the number of rows
    and that number; then no number is named. ``refused`` is the number that was selected until density showed one mode
    alone, with its algorithms. ``at_least`` is the number of groups that hold at least, or None, and
    ``connected`` that of groups that follow density and stand out, or None. ``by_density``: the headline is about
    those; its ``shape`` is "connected" if no algorithm that goes by distances finds them. ``support`` has what it rests
    on: the numbers of :attr:`Why.DENSITY_GAPS` or :attr:`Why.GROUPS_AGREE`.
    """

    is_found: bool
    claims: tuple
    others: tuple
    held: dict
    beside: dict | None
    selected: dict
    candidate: Claim | None
    parts: tuple = ()
    at_least: int | None = None
    connected: int | None = None
    by_density: bool = False
    refused: dict | None = None
    shape: str = "compact"
    support: dict | None = None


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
    selected = held if len(held) == 1 and agrees and (beside or not must_agree) else {}
    if held:
        # The number that most algorithms hold, the smaller of several.
        best = max(held, key=lambda k: (len(held[k]), -k))
        candidate = _clearest(claim for claim in claims if claim.k == best and claim.holds)
    else:
        standing = ([claim for claim in of if claim.stands_out and claim.holds] for of in (claims, others))
        candidate = _clearest(next(filter(None, standing), []))
    return Verdict(True, claims, others, held, beside, selected, candidate)


#: From this ARI on, partitions of two algorithms agree.
AGREE = 0.85


def answer(verdict, n_modes, n_beyond_boxes, n_open, *, has_parts, is_compact, confirmed):
    """What is named in the end, from the verdict of the peaks and from density: a number, a least number, or neither.

    The rule was made on tables that were seen: the studies' own designs, and the batteries fcps and sipu.

    1. A number that the peaks select stays if as many modes are the same clusters, if there are several modes beyond
       boxes, and no more modes beyond ribbons than that number.
    2. If the peaks select none, the modes beyond ribbons are the number if there are no others beyond boxes (of groups
       that only density finds: no other open ones), no group has modes itself, and no peak that stands out holds a
       larger number. Two modes that distances show too are the first split of all, and what is within is open.
    3. Otherwise the modes beyond ribbons are the least number. If there are none, several modes beyond boxes support
       the smallest number of the peaks for which as many modes are the same clusters.

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
    tuple
        The number or None, the least number or None, and whether it is density that says so.
    """
    if not verdict.is_found:
        return None, None, False
    selected = next(iter(verdict.selected), None)
    if selected in confirmed and n_beyond_boxes > 1 and n_modes <= selected:
        return selected, None, False
    if n_modes > 1:
        claims = (*verdict.claims, *verdict.others)
        is_larger = any(claim.holds and claim.stands_out and claim.k > n_modes for claim in claims)
        is_first_split = n_modes == 2 and is_compact
        most = n_beyond_boxes if is_compact else n_open
        if not (selected or has_parts or is_larger or is_first_split) and n_modes == most:
            return n_modes, None, True
        return None, n_modes, True
    if n_beyond_boxes > 1 and confirmed:
        return None, min(n_beyond_boxes, *confirmed), False
    return None, None, False


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
    """What conclusion and doubts are drawn from.

    ``first`` is the first round, and ``decisive`` the one by which it was decided. ``seeds`` has for each k-means the k
    of its peak, the ARI there with the same algorithm from other seeds, and where those have their peaks. ``scale`` is
    the other scaling and the ARI of the candidate with what the algorithm finds under it; None without candidate.
    ``peaks`` says where the peak of each test lies over each kind of reference data, and ``without`` which numbers
    would be named without one of the columns, by its name. ``is_near_the_line``: no more sets are drawn, and others
    might decide otherwise.
    """

    settings: dict
    taken: object
    first: object
    decisive: object
    verdict: Verdict
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


#: Above this ARI two clusterings are called nearly the same.
NEARLY_THE_SAME = 0.9


def conclude(findings):
    """The conclusion of a Report."""
    return tuple(_conclusions(findings))


def _conclusions(findings):
    settings, verdict = findings.settings, findings.verdict
    level, p = settings["significance_level"], findings.pvalue
    if not verdict.is_found:
        yield said(Conclusion.NOTHING_STANDS_OUT, pvalue=p, level=level)
        yield said(Conclusion.NO_PROOF_OF_NOTHING)
        yield said(Conclusion.OFTEN_MISSED)
        return
    n_sets = settings["n_drawn"]
    is_smallest = bool(p < 1.5 / (n_sets + 1))
    yield said(Conclusion.STANDS_OUT, pvalue=p, n_sets=n_sets, is_smallest=is_smallest)
    yield said(Conclusion.NEED_NOT_BE_CLUSTERS)
    if verdict.by_density:
        yield said(Conclusion.DENSITY_HELD, **verdict.support)
    elif verdict.selected:
        yield from _of_a_number(findings)
    elif verdict.at_least is not None:
        yield said(Conclusion.AT_LEAST_HELD, k=verdict.at_least, **verdict.support)
    else:
        yield from _of_no_number(findings)
    if verdict.at_least is not None and verdict.parts:
        yield _groups_within(verdict)
    if verdict.candidate is not None:
        yield from _of_candidate(findings)


def held_by(held):
    """Numbers of clusters and the algorithms that hold them, for a statement."""
    return [{"k": k, "algorithms": list(algorithms)} for k, algorithms in held.items()]


def _of_a_number(findings):
    """The number that is selected: by whom, on which scales, without which rows, and in which range."""
    verdict, criterion = findings.verdict, findings.titles[0]
    ((k, algorithms),) = verdict.selected.items()
    outstanding = [c.algorithm for c in verdict.claims if c.k == k and c.algorithm in algorithms and c.stands_out]
    peaks = findings.tests.xs(criterion, level="criterion")["peak at"]
    yield said(
        Conclusion.SELECTED,
        k=k,
        criterion=criterion,
        algorithms=list(algorithms),
        outstanding=outstanding,
        is_peak_of_all=all(peaks[algorithm] == k for algorithm in algorithms),
    )
    beside = findings.decisive.beside
    if beside is not None:
        if k in verdict.beside:
            yield said(Conclusion.SAME_ON_SECOND_SCALE)
        elif beside.pvalue > findings.settings["significance_level"]:
            yield said(Conclusion.NOTHING_ON_SECOND_SCALE, pvalue=beside.pvalue)
        else:
            yield said(Conclusion.NO_NUMBER_ON_SECOND_SCALE)
    if findings.left_out:
        yield said(
            Conclusion.WITHOUT_ROWS, rows=list(findings.left_out), called=findings.taken.rows.index.name or "row"
        )
    first_to, then_to = max(findings.first.ks), max(findings.decisive.ks)
    if then_to > first_to:
        yield said(Conclusion.LONGER_RANGE, first_to=first_to, then_to=then_to)
    yield said(Conclusion.CONDITIONS_MET)


def _of_no_number(findings):
    verdict, criterion = findings.verdict, findings.titles[0]
    yield said(Conclusion.NO_NUMBER)
    if verdict.refused:
        ((k, algorithms),) = verdict.refused.items()
        yield said(Conclusion.NO_GAPS, k=k, algorithms=list(algorithms))
        return
    held, claim = held_by(verdict.held), verdict.candidate
    if len(held) > 1:
        yield said(Conclusion.SEVERAL_NUMBERS, held=held)
    elif verdict.parts:
        yield _groups_within(verdict)
    elif held:
        yield said(Conclusion.SCALES_DISAGREE, held=held[0], beside=held_by(verdict.beside))
    elif claim is None:
        yield from _of_no_candidate(findings)
    else:
        yield said(
            Conclusion.CANDIDATE_ONLY,
            k=claim.k,
            algorithm=claim.algorithm,
            criterion=criterion,
            has_greater_weight=claim.criterion == criterion,
            n_algorithms=len(verdict.claims),
        )


def _groups_within(verdict):
    parts = [{"n_rows": n_rows, "k": k} for n_rows, k in verdict.parts]
    return said(Conclusion.GROUPS_WITHIN_GROUPS, held=held_by(verdict.held)[0], parts=parts)


def _of_no_candidate(findings):
    """Why no clustering is described."""
    verdict = findings.verdict
    standing = [claim for claim in (*verdict.claims, *verdict.others) if claim.stands_out]
    if standing:
        # What both criteria say of a clustering is said once, with the criterion that says it last.
        claims = {(claim.k, claim.algorithm): claim for claim in standing}
        names = ("k", "algorithm", "criterion", "faults", "smallest", "stability", "noise")
        peaks = [{name: getattr(claim, name) for name in names} for claim in claims.values()]
        yield said(Conclusion.NONE_TRUSTED, peaks=peaks)
        return
    over_all = [
        {"criterion": criterion, "algorithm": name, "k": int(k)}
        for (name, criterion), k in findings.tests["named"].items()
        if k > 1
    ]
    if over_all:
        yield said(Conclusion.PEAKS_NOT_APART, peaks=over_all)
        yield said(Conclusion.NO_PEAK_APART, criteria=list(findings.titles))
    else:
        yield said(Conclusion.NO_PEAK, criteria=list(findings.titles))


def _of_candidate(findings):
    verdict, claim = findings.verdict, findings.verdict.candidate
    algorithm, k = claim.algorithm, claim.k
    of_it = findings.by_k.loc[(algorithm, k)]
    yield said(Conclusion.SIZES, k=k, algorithm=algorithm, sizes=[int(size) for size in of_it["sizes"].split()])
    algorithms = verdict.selected.get(k, (algorithm,))
    for one in verdict.claims if verdict.selected else (claim,):
        if one.algorithm in algorithms and one.k == k and np.isfinite(one.stability[0]):
            yield said(
                Conclusion.STABILITY,
                k=k,
                algorithm=one.algorithm,
                stability=one.stability,
                noise=one.noise,
                difference=compare(one.stability, one.noise),
            )
    for name, (k_of_seeds, aris, peaks) in findings.seeds.items():
        if name == algorithm and min(aris) >= NEARLY_THE_SAME:
            yield said(Conclusion.SAME_FROM_OTHER_SEEDS, k=k_of_seeds, algorithm=name, aris=aris, peaks=peaks)
    scaling, ari = findings.scale
    if ari >= NEARLY_THE_SAME:
        yield said(Conclusion.SAME_ON_OTHER_SCALE, scaling=scaling, ari=ari)
    if verdict.shape == "connected":
        yield said(Conclusion.AUCC_OF_CONNECTED, aucc=float(of_it["AUCC"]))
    if findings.whole is not None:
        yield said(
            Conclusion.AUCC_OF_ALL,
            n_complete=findings.settings["n_complete"],
            aucc=findings.whole.statistic,
            low=findings.whole.low,
            high=findings.whole.high,
            aucc_of_sample=float(of_it["AUCC"]),
        )
