"""One round of a report: some rows and numbers of clusters, looked at on one scale or on two, with the same sets."""

from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd

from aucc_teach.calibration import Space
from aucc_teach.criteria import CRITERIA
from aucc_teach.reporting._conclude import SHALLOW, judge_claims, straggler_below
from aucc_teach.reporting._intake import Points, units
from aucc_teach.reporting._peaks import Judged, Standing, judge, table_of_tests
from aucc_teach.reporting._stability import N_NOISE, N_REPEATS, N_REPEATS_OF_NOISE, mean_and_error, stability
from aucc_teach.reporting._valleys import shallowest_valley

#: Reference sets of a glance.
N_OF_GLANCE = 10


class Plan(NamedTuple):
    """What all rounds share.

    ``scales`` begins with the scale of the report; on a second one only the tests are repeated. ``tested`` are the
    criteria that are tested, the first with more weight, and ``shown`` those whose votes are shown. ``seeds`` are the
    seeds by their use. ``n_repeats`` says how often a part is left out, of the data and of a set. ``step`` is called
    after each piece of work, with what it was, the algorithm, the seconds of it that went into criteria that are not
    tested, and its kind of work.
    """

    algorithms: dict
    scales: tuple
    kinds: tuple
    n_references: int
    level: float
    metric: object
    shown: tuple
    tested: tuple
    seeds: dict
    clock: object
    step: object
    n_repeats: tuple = (N_REPEATS, N_REPEATS_OF_NOISE)

    def of_glance(self):
        """The plan of a round that only shows where peaks lie, for a small part of the time: no p-value can be small.

        Its sets are the first ones of the whole round.
        """
        return self._replace(
            scales=self.scales[:1],
            kinds=self.kinds[:1],
            n_references=min(self.n_references, N_OF_GLANCE),
            level=1.0,
            shown=self.tested,
            n_repeats=(0, 0),
        )

    @property
    def titles(self):
        return tuple(CRITERIA[criterion].title for criterion in self.tested)

    @property
    def noise(self):
        """Sets that are clustered with a part left out, and whose votes count: of all kinds, in turn."""
        return [(i, kind) for i in range(self.n_references) for kind in self.kinds][:N_NOISE]

    def steps_of_round(self):
        """How many steps of each kind a round takes, by algorithm and work."""
        n_sets = 1 + self.n_references * len(self.kinds)
        n_shown = 0 if self.shown == self.tested else 1 + len(self.noise)
        works = {
            "shown": n_shown,
            "tested": n_sets * len(self.scales) - n_shown,
            "left out": (self.n_repeats[0] + self.n_repeats[1] * len(self.noise)) * len(self.scales),
        }
        return {(name, work): n for name in self.algorithms for work, n in works.items()}


class Look(NamedTuple):
    """What was seen on one scale.

    ``tests``, ``by_k`` and ``pvalues`` are those of a Report, and ``polls`` the votes on the first sets.
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

    @property
    def pvalue(self):
        return max(self.pvalues.values())


class Round(NamedTuple):
    """Rows and numbers of clusters, and what was seen on the scale of the report, and on the one beside it."""

    number: int
    taken: Points
    ks: list
    look: Look
    beside: Look | None

    def labels(self, algorithm, k):
        return self.look.on_data.partitions[algorithm][self.ks.index(k)]

    def verdict(self, plan, *, must_agree=False):
        """What the rule says of what was seen."""
        return judge_claims(
            self.look.tests,
            self.look.by_k,
            self.look.pvalue,
            criteria=plan.titles,
            level=plan.level,
            beside=self._held_beside(plan),
            must_agree=must_agree,
        )

    def _held_beside(self, plan):
        """Numbers whose conditions are met on the second scale."""
        look = self.beside
        if look is None:
            return None
        return judge_claims(look.tests, look.by_k, look.pvalue, criteria=plan.titles, level=plan.level).held

    def standardised(self, plan):
        """What the second scale says, as a Report has it."""
        if self.beside is None:
            return None
        return {
            "pvalue": self.beside.pvalue,
            "ks": tuple(self._held_beside(plan)),
            "tests": self.beside.tests,
            "by_k": self.beside.by_k,
        }


def play_round(plan, taken, ks, number=0, where=""):
    """Draw reference sets, and look at them and at the rows on the scale of the report, and on the one beside it.

    Each round, by its `number`, has reference sets of its own.
    """
    origins, unit = units(taken.raw, plan.scales[-1])
    base = (taken.raw[taken.sample] - origins) / unit
    space, rng = Space(base), np.random.default_rng((plan.seeds["references"], number))
    sets = {kind: [space.draw(kind, True, rng) for _ in range(plan.n_references)] for kind in plan.kinds}
    looks = []
    for scale in plan.scales:
        factors = unit / units(taken.raw, scale)[1]
        scaled = {kind: [points * factors for points in of_kind] for kind, of_kind in sets.items()}
        shown = plan.shown if scale == plan.scales[0] else plan.tested
        told = where if scale == plan.scales[0] else f"{where}, standardised"
        looks.append(_look(plan, base * factors, scaled, ks, (number, scale), shown, told))
    return Round(number, taken, list(ks), looks[0], looks[1] if len(looks) > 1 else None)


def stragglers_of(found, verdict):
    """Places of the rows in clusters that are stragglers, at the peaks of a round."""
    rows = set()
    for claim in verdict.claims:
        labels = found.labels(claim.algorithm, claim.k)
        small = np.bincount(labels) < straggler_below(len(labels))
        rows |= set(np.flatnonzero(small[labels]).tolist())
    return np.array(sorted(rows), dtype=int)


def _look(plan, points, sets, ks, place, shown, where):
    """Cluster rows and sets, and judge them; the first sets also with a part left out, and with all criteria."""
    rng, rng_of_noise = (
        np.random.default_rng((plan.seeds[use], place[0])) for use in ("left out", "left out of noise")
    )

    def judged(points, criteria, where):
        return judge(
            points,
            plan.algorithms,
            ks,
            metric=plan.metric,
            seed=plan.seeds["k-means"],
            criteria=criteria,
            where=where,
            step=partial(plan.step, work="shown" if criteria != plan.tested else "tested"),
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
    if place == (0, plan.scales[0]):
        plan.clock.forget()  # what is used first has to be loaded
    judged_sets, steady_sets, polls = {kind: [] for kind in plan.kinds}, [], []
    for kind, of_kind in sets.items():
        for i, reference in enumerate(of_kind):
            is_noise, told = (i, kind) in plan.noise, f"{kind} set {i + 1} of {plan.n_references}{where}"
            of_set, _ = judged(reference, shown if is_noise else plan.tested, told)
            judged_sets[kind].append(of_set)
            if is_noise:
                if shown != plan.tested:
                    polls.append(of_set.votes(ks))
                steady_sets.append(steadiness(reference, of_set, rng_of_noise, plan.n_repeats[1], told))
    steady = steadiness(points, on_data, rng, plan.n_repeats[0], f"the data{where}")
    standing = Standing(on_data, judged_sets, ks, plan.tested)
    steady_noise = {name: np.array([mean_and_error(of[name])[0] for of in steady_sets]) for name in plan.algorithms}
    by_k = _by_k(plan, points, on_data, standing, ks, steady, steady_noise)
    choices = {
        (name, CRITERIA[criterion].title): standing.choice((name, criterion), plan.level)
        for name, criterion in standing.tests
    }
    tests = table_of_tests(choices)
    tests["apart at"], tests["p apart"] = zip(
        *(standing.peak_among(test, by_k.loc[test[0], "valley"].to_numpy() <= SHALLOW) for test in standing.tests),
        strict=True,
    )
    return Look(points, on_data, ranking, standing, choices, tests, by_k, standing.global_pvalues(), polls)


def _by_k(plan, points, on_data, standing, ks, steady, steady_noise):
    parts = []
    for name in plan.algorithms:
        rows = on_data.partitions[name]
        part = {"sizes": [" ".join(map(str, sorted(np.bincount(labels).tolist(), reverse=True))) for labels in rows]}
        for criterion in reversed(plan.tested):
            part[CRITERIA[criterion].title] = on_data.scores[name][criterion]
        for criterion in reversed(plan.tested):
            for kind in plan.kinds:
                part[f"{CRITERIA[criterion].title} above {kind}"] = standing.excess[(name, criterion), kind][0]
        part["stability"], part["± stability"] = mean_and_error(steady[name])
        part["stability of noise"], part["± stability of noise"] = mean_and_error(steady_noise[name])
        part["valley"] = [shallowest_valley(points, labels) for labels in rows]
        parts.append(pd.DataFrame(part, pd.MultiIndex.from_product([[name], ks], names=["algorithm", "k"])))
    return pd.concat(parts)
