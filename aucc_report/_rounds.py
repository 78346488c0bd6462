"""One round of a report: some rows and numbers of clusters, looked at on one scale or on two, with the same sets."""

from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd

from aucc_report._density import DENSITY, INSTEAD
from aucc_report._reference_comparison import Judged, Standing, judge, table_of_tests
from aucc_report._rule import SHALLOW, judge_claims, straggler_below
from aucc_report._sequential import is_decided
from aucc_report._stability import N_NOISE, N_REPEATS, N_REPEATS_OF_NOISE, mean_and_error, stability
from aucc_report._valleys import shallowest_valley
from aucc_report.intake import Points, units
from aucc_teach.calibration import REFERENCES, Space
from aucc_teach.criteria import CRITERIA, calinski_harabasz_score

#: A glance draws so many reference sets.
N_OF_GLANCE = 10


class Plan(NamedTuple):
    """The settings that all rounds share.

    ``scales`` begins with the scale of the report; on a second one only the tests are repeated. ``looks`` are the
    numbers of sets of each kind after which it is asked whether more are needed; the last is the most. ``tested`` are
    the criteria that are tested, the first with more weight, and ``shown`` those whose votes are shown. ``seeds`` are
    the seeds by their use. ``n_repeats`` says how often a part is left out, of the data and of a set. ``step`` is
    called after each piece of work, with what it was, the algorithm, the seconds of it that went into criteria that are
    not tested, and its kind of work; ``expect`` before several pieces, with how many of each kind there are, and how
    many may follow.
    """

    algorithms: dict
    scales: tuple
    kinds: tuple
    looks: tuple
    level: float
    metric: object
    shown: tuple
    tested: tuple
    seeds: dict
    clock: object
    step: object
    expect: object
    n_repeats: tuple = (N_REPEATS, N_REPEATS_OF_NOISE)

    def of_glance(self):
        """The plan of a round that only shows where peaks lie, for a small part of the time: no p-value can be small.

        Its sets are the first ones of the whole round.
        """
        return self._replace(
            scales=self.scales[:1],
            kinds=self.kinds[:1],
            looks=(min(self.looks[0], N_OF_GLANCE),),
            level=1.0,
            shown=self.tested,
            n_repeats=(0, 0),
        )

    def of_doubt(self):
        """The plan of a second scale that changes no number: few sets will do."""
        return self._replace(looks=self.looks[:2])

    @property
    def titles(self):
        return tuple(CRITERIA[criterion].title for criterion in self.tested)

    @property
    def noise(self):
        """Sets that are clustered with a part left out, and whose votes count: the first of all kinds, in turn."""
        return [(i, kind) for i in range(self.looks[0]) for kind in self.kinds][:N_NOISE]

    def steps(self, n_before=0, n=None, *, is_beside=False):
        """Count the steps of each kind on one scale, from `n_before` sets of each kind to the next look, or to `n`.

        By algorithm and work. Those from the beginning include the data.
        """
        n_sets = ((self.looks[0] if n is None else n) - n_before) * len(self.kinds)
        works = {"tested": n_sets}
        if not n_before:
            n_shown = 0 if is_beside or self.shown == self.tested else 1 + len(self.noise)
            works = {
                "shown": n_shown,
                "tested": 1 + n_sets - n_shown,
                "left out": self.n_repeats[0] + self.n_repeats[1] * len(self.noise),
            }
        return {(name, work): n for name in self.algorithms for work, n in works.items()}


class Look(NamedTuple):
    """The tables and numbers of one scale.

    ``tests``, ``by_k`` and ``pvalues`` are those of a Report, but that sizes are lists, and ``polls`` the votes on the
    first sets. ``n_drawn`` is the number of sets of each kind, and ``nearby`` has for each test the numbers of clusters
    at which its peak might lie with others. ``is_safe``: more sets would hardly change what the rule says.
    """

    points: np.ndarray
    on_data: Judged
    ranking: object
    standing: Standing
    choices: dict
    tests: pd.DataFrame
    by_k: pd.DataFrame
    pvalues: dict
    polls: list
    n_drawn: int
    nearby: dict
    is_safe: bool = False

    @property
    def pvalue(self):
        return max(self.pvalues.values())

    def verdict(self, plan, **beside):
        """Apply the rule to what was seen."""
        return judge_claims(self.tests, self.by_k, self.pvalue, criteria=plan.titles, level=plan.level, **beside)

    def others(self, plan):
        """Give the looks that all sets might lead to.

        Every p-value that is undecided is below the level, or above it, or one of them is on the other side; or one
        peak is elsewhere.
        """
        level, looks = plan.level, plan.looks
        apart = self.tests["p apart"]
        is_open = np.array([not is_decided(pvalue, self.n_drawn, level, looks) for pvalue in apart])
        is_open_in_all = not is_decided(self.pvalue, self.n_drawn, level, looks)
        for side in (0.0, 1.0):
            pvalues = {kind: side if is_open_in_all else pvalue for kind, pvalue in self.pvalues.items()}
            yield self._replace(tests=self.tests.assign(**{"p apart": apart.mask(is_open, side)}), pvalues=pvalues)
        other_side = lambda pvalue: 0.0 if pvalue > level else 1.0  # noqa: E731
        if is_open_in_all:
            yield self._replace(pvalues=dict.fromkeys(self.pvalues, other_side(self.pvalue)))
        for test in self.tests.index[is_open]:
            yield self._with(test, "p apart", other_side(apart[test]))
        for test, ks in self.nearby.items():
            for k in ks:
                yield self._with(test, "apart at", k)

    def _with(self, test, column, value):
        tests = self.tests.copy()
        tests.loc[test, column] = value
        return self._replace(tests=tests)


class Round(NamedTuple):
    """Rows and numbers of clusters, and what was seen on the scale of the report, and on the one beside it.

    ``groups`` are the labels of groups that follow density, where the report describes them.
    """

    number: int
    taken: Points
    ks: list
    look: Look
    beside: Look | None
    groups: np.ndarray | None = None

    def labels(self, algorithm, k):
        if algorithm == DENSITY:
            return self.groups
        return self.look.on_data.partitions[algorithm][self.ks.index(k)]

    def with_groups(self, labels):
        """The round with groups that follow density: their labels, and their row in ``by_k``."""
        look, sizes = self.look, _sizes(labels)
        row = dict.fromkeys(look.by_k.columns, np.nan) | {
            "sizes": [sizes],
            "AUCC": look.ranking.score(labels),
            "VRC": calinski_harabasz_score(look.points, labels),
            "valley": shallowest_valley(look.points, labels),
        }
        place = pd.MultiIndex.from_tuples([(DENSITY, len(sizes))], names=look.by_k.index.names)
        return self._replace(
            groups=labels, look=look._replace(by_k=pd.concat([look.by_k, pd.DataFrame(row, place)[look.by_k.columns]]))
        )

    def verdict(self, plan, *, must_agree=False):
        """Apply the rule to both scales."""
        held = None if self.beside is None else self.beside.verdict(plan).held
        return self.look.verdict(plan, beside=held, must_agree=must_agree)

    @property
    def is_safe(self):
        """Whether more sets would hardly change what the rule says."""
        return self.look.is_safe and (self.beside is None or self.beside.is_safe)

    def standardised(self, plan):
        """Give the results of the second scale, as a Report has them."""
        if self.beside is None:
            return None
        return {
            "pvalue": self.beside.pvalue,
            "ks": tuple(self.beside.verdict(plan).held),
            "tests": self.beside.tests,
            "by_k": with_texts_of_sizes(self.beside.by_k),
        }


def play_round(plan, taken, ks, number=0, where="", *, must_agree=False):
    """Draw reference sets, and look at them and at the rows on the scale of the report, and on the one beside it.

    Each round, by its `number`, has reference sets of its own. On the second scale it is looked only if that can change
    what is said: where a number is held it may refuse it, and where there is nothing it may have something.
    """
    origins, unit = units(taken.raw, plan.scales[-1])
    base = (taken.raw[taken.sample] - origins) / unit
    space = Space(base)

    def look(plan, scale, outcome, told):
        factors = unit / units(taken.raw, scale)[1]
        sets = {kind: _sets(space, kind, factors, plan, number) for kind in plan.kinds}
        return _look(plan, base * factors, sets, ks, (number, scale), outcome, where + told)

    first, beside = look(plan, plan.scales[0], _said, ""), None
    verdict = first.verdict(plan)
    if len(plan.scales) > 1 and (len(verdict.held) == 1 or not verdict.is_found):
        held, second = set(verdict.held), plan if verdict.held else plan.of_doubt()
        if held:
            outcome = lambda verdict: set(verdict.held) <= held and (bool(verdict.held) or not must_agree)  # noqa: E731
        else:
            outcome = lambda verdict: verdict.is_found  # noqa: E731
        plan.expect(second.steps(is_beside=True), second.steps(second.looks[0], second.looks[-1]))
        beside = look(second, plan.scales[1], outcome, ", standardised")
        if not held:
            beside = beside._replace(is_safe=True)  # no number depends on it
    return Round(number, taken, list(ks), first, beside)


def _said(verdict):
    """Give what further steps depend on: whether there is anything, and the number that is held, or how many are."""
    held = tuple(verdict.held)
    return verdict.is_found, held if len(held) == 1 else len(held)


def _sets(space, kind, factors, plan, number):
    """Reference sets of one kind, one after the other, each with the set whose density counts; always the same."""
    of_density = INSTEAD.get(kind, kind)
    rng, rng_of_density = (
        np.random.default_rng((plan.seeds[use], number, REFERENCES.index(kind))) for use in ("references", "modes")
    )
    while True:
        drawn = space.draw(kind, True, rng) * factors
        yield drawn, drawn if of_density == kind else space.draw(of_density, True, rng_of_density) * factors


def stragglers_of(found, verdict):
    """Places of the rows in clusters that are stragglers, at the peaks of a round."""
    rows = set()
    for claim in verdict.claims:
        labels = found.labels(claim.algorithm, claim.k)
        small = np.bincount(labels) < straggler_below(len(labels))
        rows |= set(np.flatnonzero(small[labels]).tolist())
    return np.array(sorted(rows), dtype=int)


def _look(plan, points, sets, ks, place, outcome, where):
    """Cluster rows and sets, and judge them, until more sets would hardly change the outcome.

    The first sets are also clustered with a part left out, and judged by all criteria.
    """
    is_first = place == (0, plan.scales[0])
    shown = plan.shown if place[1] == plan.scales[0] else plan.tested
    rng, rng_of_noise = (
        np.random.default_rng((plan.seeds[use], place[0])) for use in ("left out", "left out of noise")
    )

    def judged(points, criteria, where, of_density=None):
        return judge(
            points,
            plan.algorithms,
            ks,
            metric=plan.metric,
            seed=plan.seeds["k-means"],
            criteria=criteria,
            where=where,
            step=partial(plan.step, work="shown" if criteria != plan.tested else "tested"),
            of_density=of_density,
        )

    def steadiness(points, judged, rng, n_repeats, where):
        return stability(
            points,
            judged.partitions,
            plan.algorithms,
            ks,
            n_repeats=n_repeats,
            metric=plan.metric,
            seed=plan.seeds["k-means"],
            rng=rng,
            where=where,
            step=partial(plan.step, work="left out"),
        )

    on_data, ranking = judged(points, shown, f"the data{where}")
    if is_first:
        plan.clock.forget()  # the first step also imports modules, which takes time
    judged_sets, steady_sets, polls = {kind: [] for kind in plan.kinds}, [], []

    def draw(n_before, n):
        for kind, of_kind in sets.items():
            for i in range(n_before, n):
                (reference, of_density), told = next(of_kind), f"{kind} set {i + 1}{where}"
                is_noise = (i, kind) in plan.noise
                of_set, _ = judged(reference, shown if is_noise else plan.tested, told, of_density)
                if is_noise:
                    if shown != plan.tested:
                        polls.append(of_set.votes(ks))
                    steady_sets.append(steadiness(reference, of_set, rng_of_noise, plan.n_repeats[1], told))
                # The labels of thousands of sets would fill the memory.
                judged_sets[kind].append(of_set._replace(partitions=None))

    valleys = {
        name: [shallowest_valley(points, labels) for labels in rows] for name, rows in on_data.partitions.items()
    }
    for before, n in pairwise((0, *plan.looks)):
        if before:
            plan.expect(plan.steps(before, n), plan.steps(n, plan.looks[-1]))
        draw(before, n)
        if not before:
            steady = steadiness(points, on_data, rng, plan.n_repeats[0], f"the data{where}")
        steady_noise = {name: np.array([mean_and_error(of[name])[0] for of in steady_sets]) for name in steady}
        standing = Standing(on_data, judged_sets, ks, plan.tested)
        by_k = _by_k(plan, on_data, standing, ks, steady, steady_noise, valleys)
        seen = _seen(plan, points, on_data, ranking, standing, by_k, polls, n)
        said = outcome(seen.verdict(plan))
        is_safe = all(outcome(other.verdict(plan)) == said for other in seen.others(plan))
        if is_safe:
            break
    return seen._replace(is_safe=is_safe)


def _seen(plan, points, on_data, ranking, standing, by_k, polls, n):
    """Test the data beside the sets that were drawn."""
    choices = {
        (name, CRITERIA[criterion].title): standing.choice((name, criterion), plan.level)
        for name, criterion in standing.tests
    }
    tests = table_of_tests(choices)
    allowed = [by_k.loc[name, "valley"].to_numpy() <= SHALLOW for name, _ in standing.tests]
    tests["apart at"], tests["p apart"] = zip(*map(standing.peak_among, standing.tests, allowed), strict=True)
    nearby = dict(zip(tests.index, map(standing.peaks_nearby, standing.tests, allowed), strict=True))
    return Look(points, on_data, ranking, standing, choices, tests, by_k, standing.global_pvalues(), polls, n, nearby)


def _by_k(plan, on_data, standing, ks, steady, steady_noise, valleys):
    parts = []
    for name in plan.algorithms:
        rows = on_data.partitions[name]
        part = {"sizes": [_sizes(labels) for labels in rows]}
        for criterion in reversed(plan.tested):
            part[CRITERIA[criterion].title] = on_data.scores[name][criterion]
        for criterion in reversed(plan.tested):
            for kind in plan.kinds:
                part[f"{CRITERIA[criterion].title} above {kind}"] = standing.excess[(name, criterion), kind][0]
        part["stability"], part["± stability"] = mean_and_error(steady[name])
        part["stability of noise"], part["± stability of noise"] = mean_and_error(steady_noise[name])
        part["valley"] = valleys[name]
        parts.append(pd.DataFrame(part, pd.MultiIndex.from_product([[name], ks], names=["algorithm", "k"])))
    return pd.concat(parts)


def _sizes(labels):
    """Sizes of the clusters, the largest first."""
    return sorted(np.bincount(labels).tolist(), reverse=True)


def with_texts_of_sizes(by_k):
    """The table with sizes as a reader has them, such as "30 30"."""
    return by_k.assign(sizes=[" ".join(map(str, sizes)) for sizes in by_k["sizes"]])
