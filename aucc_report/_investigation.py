"""The steps of a report, in their order: rounds, a verdict, and what describes it."""

from collections import Counter
from functools import cache, partial
from itertools import combinations

import numpy as np
import pandas as pd

from aucc_report._density import DENSITY, modes_of, with_parts
from aucc_report._doubts import doubts_of
from aucc_report._jaccard import jaccard_of_clusters
from aucc_report._modes import ModeTree, labels_of_modes
from aucc_report._object_effects import describe_objects
from aucc_report._reference_comparison import SHOWN, criteria_tested, judge
from aucc_report._report import Report
from aucc_report._rounds import Plan, play_round, stragglers_of, with_texts_of_sizes
from aucc_report._rows import BELONGS, describe_clusters, describe_rows, profiles_of
from aucc_report._rule import AGREE, NEARLY_THE_SAME, Evidence, answer, answer_of_peaks, claim_of, describe, find
from aucc_report._sequential import fewest_sets, looks_of
from aucc_report._time_left import Clock
from aucc_report._words import counted
from aucc_report.clusterers import MOST_CLUSTERS, ROWS_OF_CLUSTER, label_rows_of_many
from aucc_report.intake import NOT_IN_SAMPLE, rescaled, without
from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import aucc_score
from aucc_teach.criteria import CRITERIA
from aucc_teach.input import is_euclidean
from aucc_teach.large import aucc_estimate

#: k-means is repeated with so many other seeds.
N_OTHER_SEEDS = 4
#: Rows are left out in at most so many rounds, and at most this part of them in all.
N_ROUNDS, MOST_LEFT_OUT = 3, 0.05
#: Where no number is named, a table with so many columns is judged again without each of them.
COLUMNS_IN_TURN = range(3, 7)
#: Each cluster of a selected number is judged alone, with up to so many clusters; N_OF_PARTS keeps their seeds apart.
MOST_OF_PART, N_OF_PARTS = 6, 1000


class Investigation:
    """The steps of one report, in their order."""

    def __init__(self, taken, algorithms, ks, settings, metric, seeds, on_progress, *, may_extend):
        self.taken, self.ks, self.settings, self.on_progress = taken, ks, settings, on_progress
        self.may_extend = may_extend
        self.may_grow = True  # more rounds may follow than are planned
        self.weight = 1.0  # how long a step takes, compared with one of the first round
        scaling, tested = settings["scaling"], criteria_tested(metric)
        self.seeded = [name for name, algorithm in algorithms.items() if algorithm == "k-means"]
        self.clock = Clock({})
        self.plan = Plan(
            algorithms=algorithms,
            scales=(scaling, "standardise") if scaling == "within" else (scaling,),
            kinds=settings["references"],
            looks=looks_of(settings["n_references"], settings["significance_level"]),
            level=settings["significance_level"],
            metric=metric,
            shown=SHOWN,
            tested=tested,
            seeds=seeds,
            clock=self.clock,
            step=self.step,
            expect=self.expect,
        )
        self.done, self.total = 0, 1
        self.may_follow = {}
        self.is_safe = True  # more reference sets would hardly change what is said
        self.expect({(name, "seeds"): N_OTHER_SEEDS for name in self.seeded})
        self.expect_round(self.plan)

    def expect(self, steps, may_follow=None):
        """Add steps to those that are planned, each of the present weight, and say what may follow upon them."""
        self.clock.plan({kind: n * self.weight for kind, n in steps.items()})
        self.total += sum(steps.values())
        self.may_follow = {kind: n * self.weight for kind, n in (may_follow or {}).items()}

    def expect_round(self, plan):
        """Expect the first sets of a round, and perhaps all of them."""
        self.expect(plan.steps(), plan.steps(plan.looks[0], plan.looks[-1]))

    def step(self, what, algorithm=None, beside=0.0, *, work="the last"):
        """Tell that a step is done. Of work "shown" it took `beside` seconds more than it would if "tested"."""
        like_it = {(algorithm, "tested"): beside, (algorithm, "seeds"): beside}
        self.clock.add((algorithm, work), like_it if work == "shown" else None, weight=self.weight)
        self.done += 1
        seconds, most = self.clock.in_all(), self.clock.in_all(self.may_follow)
        in_all = ""
        if seconds is not None and most is not None:
            in_all = f" (about {_range(seconds, max(most, 2 * seconds) if self.may_grow else seconds)} in all)"
        self.on_progress(self.done, self.total, f"{what}{in_all}")

    def report(self):
        self.on_progress(0, self.total, "the data")
        first = self.noted(play_round(self.plan, self.taken, self.ks))
        found, verdict = self.decided(first)
        found, named = self.answered(found, verdict)
        numbers_without = {} if named.n_clusters is not None else self.without_columns(first, verdict)
        self.may_grow = False
        taken, look, settings = found.taken, found.look, self.settings
        settings |= {"ks": found.ks, "n_used": len(taken.points), "n_drawn": first.look.n_drawn}
        candidate = named.candidate and (named.candidate.algorithm, named.candidate.k)
        labels = None if candidate is None else found.labels(*candidate)
        objects = describe_objects(
            look.points,
            look.ranking.doubled_mid_ranks,
            labels,
            taken.rows.index[taken.positions],
            metric=self.plan.metric,
        )
        rows = describe_rows(taken, labels)
        clusters = describe_clusters(rows, self.jaccard(found, labels, candidate))
        standing = look.standing
        evidence = Evidence(
            settings=settings,
            taken=taken,
            first=first,
            decisive=found,
            verdict=verdict,
            answer=named,
            seeds=self.other_seeds(found, candidate),
            scale=self.other_scale(found, candidate),
            peaks={
                (name, CRITERIA[criterion].title): {
                    kind: standing.peak_over((name, criterion), kind) for kind in self.plan.kinds
                }
                for name, criterion in standing.tests
            },
            without=numbers_without,
            whole=self.whole(found, rows),
            titles=self.plan.titles,
            is_near_the_line=not self.is_safe,
        )
        compared = self.compared(found, candidate and candidate[1])
        finding = find(evidence)
        return Report(
            settings=settings,
            columns=taken.columns,
            rows=rows,
            tests=look.tests,
            pvalues=first.look.pvalues,
            pvalue=first.look.pvalue,
            by_k=with_texts_of_sizes(look.by_k),
            votes=self.votes(found),
            agreement=pd.DataFrame(
                {
                    one: {other: adjusted_rand_score(of_one, of_other) for other, of_other in compared.items()}
                    for one, of_one in compared.items()
                }
            ),
            candidate=candidate,
            objects=objects,
            clusters=clusters,
            profiles=profiles_of(taken, rows),
            _taken=taken,
            _partitions=look.on_data.partitions,
            _groups=found.groups,
            whole=evidence.whole and evidence.whole[0],
            external=self.external(found, compared),
            conclusion=(*finding.steps, *describe(evidence)),
            doubts=doubts_of(evidence, labels, clusters),
            connected=named.connected,
            left_out=evidence.left_out,
            is_near_the_line=not self.is_safe,
            standardised=first.standardised(self.plan),
            _finding=finding,
            _has_own_metric=callable(self.plan.metric),
            _points=look.points,
            _choices=look.choices,
        )

    def decided(self, first):
        """The round by which it is decided, and its verdict: the first, or one in which a number is named."""
        verdict = self.with_parts(first, first.verdict(self.plan))
        if verdict.is_found and not verdict.held:
            for further in (self.without_stragglers, self.with_more):
                played = further(first, verdict)
                if played is not None:
                    found, of_further = self.noted(played[0]), self.with_parts(*played)
                    if of_further.selected:
                        return found, of_further
        return first, verdict

    def noted(self, found):
        """A round on which the headline depends; it is noted whether it ended undecided."""
        self.is_safe &= found.is_safe
        return found

    def answered(self, found, verdict):
        """The round, and what is named from its verdict and from density."""
        if not verdict.is_found or not is_euclidean(self.plan.metric):
            return found, answer_of_peaks(verdict)
        tree = ModeTree(found.look.points)
        confirmed = self.confirmed(found, verdict, tree)

        @cache
        def is_compact(n_modes):
            return n_modes > 1 and bool(self.finders(found, tree.labels(n_modes), n_modes))

        def named(n_modes, n_beyond_boxes, n_open, *, has_parts=False):
            return answer(
                verdict,
                n_modes,
                n_beyond_boxes,
                n_open,
                has_parts=has_parts,
                is_compact=is_compact(n_modes),
                confirmed=confirmed,
            )

        how = {"level": self.plan.level, "looks": self.plan.looks, "seed": (self.plan.seeds["modes"], found.number)}
        modes = modes_of(tree, self.plan.kinds, outcome=named, **how)
        counts = modes.n_modes, modes.n_beyond_boxes, modes.n_open
        answered = named(*counts)
        if answered.by_density and answered.n_clusters:
            modes = with_parts(modes, self.plan.kinds, is_compact=is_compact(modes.n_modes), **how)
            answered = named(*counts, has_parts=bool(modes.parts))
        self.is_safe &= modes.is_safe
        answered = answered._replace(connected=modes.n_modes if modes.n_modes > 1 else None)
        if not answered.by_density:
            return found, answered._replace(
                algorithms=verdict.selected.get(answered.n_clusters, ()),
                candidate=verdict.candidate,
                support={"supported": confirmed, "n_modes": modes.n_beyond_boxes},
            )
        labels = modes.labels
        finders = self.finders(found, labels, modes.n_modes)
        others = [name for name in self.plan.algorithms if name not in finders]
        inside = modes.n_modes in found.ks and finders
        algorithm = finders[0] if inside else DENSITY
        found = found if inside else found.with_groups(labels)
        row = found.look.by_k.loc[(algorithm, modes.n_modes)]
        candidate = claim_of(row, algorithm, self.plan.titles[-1], modes.n_modes, found.look.pvalue)
        return found, answered._replace(
            algorithms=(algorithm,) if answered.n_clusters else (),
            candidate=candidate,
            shape="compact" if finders else "connected",
            support={"n_clusters": modes.n_modes, "found_by": finders, "others": others},
        )

    def finders(self, found, labels, k):
        """The algorithms whose k clusters are nearly these groups, the one that is nearest first."""
        points, plan = found.look.points, self.plan
        aris = {}
        for name, algorithm in plan.algorithms.items():
            if k in found.ks:
                of_it = found.labels(name, k)
            else:
                (of_it,) = label_rows_of_many(
                    points, [k], algorithm, metric=plan.metric, seed=plan.seeds["k-means"], where="the data"
                )
            aris[name] = adjusted_rand_score(labels, of_it)
        return sorted((name for name, ari in aris.items() if ari >= NEARLY_THE_SAME), key=lambda name: -aris[name])

    def confirmed(self, found, verdict, tree):
        """Numbers of clusters that peaks support, and for which as many modes are nearly the same clusters."""
        supported = {k: set(algorithms) for k, algorithms in verdict.held.items()}
        claims = [claim for claim in verdict.others or verdict.claims if claim.holds and claim.stands_out]
        for one, other in combinations(claims, 2):
            pair = [found.labels(claim.algorithm, claim.k) for claim in (one, other)]
            if one.k == other.k and adjusted_rand_score(*pair) >= AGREE:
                supported.setdefault(one.k, set()).update((one.algorithm, other.algorithm))
        return sorted(k for k, names in supported.items() if names & set(self.finders(found, tree.labels(k), k)))

    def without_stragglers(self, found, verdict):
        """Leave out the rows of clusters of very few rows, as long as there are any, until a number may be named."""
        most = MOST_LEFT_OUT * len(found.taken.points)
        n_left_out, taken = 0, found.taken
        for number in range(1, N_ROUNDS + 1):
            gone = stragglers_of(found, verdict)
            n_left_out += len(gone)
            if not len(gone) or n_left_out > most:
                return None
            taken = without(taken, gone, self.settings["scaling"])
            if taken is None or max(self.ks) >= len(np.unique(taken.points, axis=0)):
                return None
            place = taken, self.ks, number, f", without {counted(n_left_out, 'row')}"
            found, verdict = self.glance(self.plan, *place)
            if verdict.held:
                return self.again(self.plan, *place)
        return None

    def with_more(self, first, verdict):
        """Try more numbers of clusters if peaks lie at the end of the range; both scales must agree on one."""
        last = max(self.ks)
        last_of_all = min(MOST_CLUSTERS, len(first.taken.points) // ROWS_OF_CLUSTER)
        at_the_end = sum(not claim.is_inside for claim in verdict.claims)
        if not self.may_extend or len(self.plan.scales) < 2 or at_the_end < 2 or last_of_all <= last:
            return None
        if last_of_all >= len(np.unique(first.taken.points, axis=0)):
            return None
        ks = [*self.ks, *range(last + 1, last_of_all + 1)]
        place = first.taken, ks, N_ROUNDS + 1, f", up to {last_of_all} clusters"
        return self.if_it_may_hold(self.plan, *place, must_agree=True)

    def without_columns(self, first, verdict):
        """The numbers that would be named without one of the columns, by its name, where something was found."""
        taken, named = first.taken, {}
        if not verdict.is_found or len(taken.used) not in COLUMNS_IN_TURN:
            return named
        # Only a doubt depends on this, so the fewest sets that the level allows are enough.
        plan = self.plan_of_number()._replace(looks=(fewest_sets(self.plan.level),))
        for number, name in enumerate(taken.used, N_ROUNDS + 2):
            column = taken.used.index(name)
            rest = taken._replace(raw=np.delete(taken.raw, column, axis=1), used=list(np.delete(taken.used, column)))
            if max(first.ks) < len(np.unique(rest.raw[rest.sample], axis=0)):
                place = rest, first.ks, number, f", without {name}"
                # Stability takes half of the time, so it is measured only if everything else is met.
                played = self.if_it_may_hold(plan._replace(n_repeats=(0, 0)), *place)
                if played and played[1].selected:
                    played = self.again(plan, *place)
                named[name] = tuple(self.with_parts(*played).selected) if played else ()
        return named

    def with_parts(self, found, verdict):
        """The verdict, without its number if a cluster holds a number of clusters itself, as a table of its own."""
        if not verdict.selected:
            return verdict
        algorithm, k = verdict.candidate.algorithm, verdict.candidate.k
        labels, plan, parts = found.labels(algorithm, k), self.plan_of_number(), []
        raw = found.taken.raw[found.taken.sample]
        if not is_euclidean(plan.metric):
            # Some metrics, such as cosine, are undefined around another origin, so these points are kept.
            raw, plan = found.look.points, plan._replace(scales=("none",))
        for cluster in range(k):
            rows = raw[labels == cluster]
            rows = rows[:, np.ptp(rows, axis=0) > 0]
            ks = range(2, min(MOST_OF_PART, len(rows) // ROWS_OF_CLUSTER) + 1)
            # With a single number no peak could lie inside the range.
            if len(ks) < 2 or max(ks) >= len(np.unique(rows, axis=0)):
                continue
            part = found.taken._replace(raw=rows, sample=np.arange(len(rows)))
            number = (found.number + 1) * N_OF_PARTS + cluster
            played = self.if_it_may_hold(plan, part, list(ks), number, f", cluster {cluster + 1} of {k} alone")
            if played and self.noted(played[0]) and played[1].is_found:
                # With few rows hardly any peak of VRC stands out by itself, so one of AUCC is enough.
                standing = {claim.k for claim in played[1].standing}
                at_peaks = played[0].verdict(plan._replace(level=1.0)).held
                parts += [(len(rows), held) for held in at_peaks if held in standing]
        return verdict._replace(selected={}, parts=tuple(parts)) if parts else verdict

    def plan_of_number(self):
        """The plan of a round of which only a number is wanted: on one scale."""
        return self.plan._replace(scales=self.plan.scales[:1], shown=self.plan.tested)

    def if_it_may_hold(self, plan, *place, must_agree=False):
        """A further round and its verdict; None if a glance at its peaks shows that it would hold no number."""
        seen, verdict = self.glance(plan, *place)
        # Other sets might move a peak.
        of_glance = plan.of_glance()
        may_hold = verdict.held or any(other.verdict(of_glance).held for other in seen.look.others(of_glance))
        return self.again(plan, *place, must_agree=must_agree) if may_hold else None

    def glance(self, plan, *place):
        """A round with few sets, and a verdict for which every peak stands out."""
        return self.again(plan.of_glance(), *place)

    def again(self, plan, *place, must_agree=False):
        """A further round and its verdict."""
        taken, ks, *_ = place
        self.weight = len(ks) * len(taken.sample) / (len(self.ks) * len(self.taken.sample))
        self.expect_round(plan)
        found = play_round(plan, *place, must_agree=must_agree)
        self.weight = 1.0
        return found, found.verdict(plan, must_agree=must_agree)

    def other_seeds(self, found, candidate):
        """For each k-means, the k of the candidate or else of its peak; the ARI there with other seeds; their peaks."""
        plan, look, seeds = self.plan, found.look, {}
        for name in self.seeded:
            k = int(look.tests.loc[(name, plan.titles[0]), "peak at"])
            if candidate is not None and candidate[0] == name:
                k = candidate[1]
            aris, peaks = [], []
            for i in range(1, N_OTHER_SEEDS + 1):
                judged, _ = judge(
                    look.points,
                    {name: "k-means"},
                    found.ks,
                    metric=plan.metric,
                    seed=plan.seeds["k-means"] + i,
                    criteria=plan.tested,
                    where=f"the data, other seed {i} of {N_OTHER_SEEDS}",
                    step=partial(self.step, work="seeds"),
                )
                aris.append(adjusted_rand_score(found.labels(name, k), judged.partitions[name][found.ks.index(k)]))
                peaks.append(look.standing.peak_with(judged, (name, plan.tested[0])))
            seeds[name] = k, aris, peaks
        return seeds

    def other_scale(self, found, candidate):
        """Another scaling, and the ARI of the candidate with what its algorithm finds under it."""
        scale = None
        if candidate is not None:
            name, k = candidate
            other = "within" if self.settings["scaling"] == "standardise" else "standardise"
            if name == DENSITY:
                labels = ModeTree(rescaled(found.taken, other)).labels(k)
            elif found.beside is not None:
                labels = found.beside.on_data.partitions[name][found.ks.index(k)]
            else:
                (labels,) = label_rows_of_many(
                    rescaled(found.taken, other),
                    [k],
                    self.plan.algorithms[name],
                    metric=self.plan.metric,
                    seed=self.plan.seeds["k-means"],
                    where="the data on another scale",
                )
            scale = other, adjusted_rand_score(found.labels(name, k), labels)
        self.step("the data on another scale")
        return scale

    def votes(self, found):
        """The votes of each criterion, and the one that it gives most often on data without clusters."""
        on_data, algorithms = found.look.on_data.votes(found.ks), self.plan.algorithms
        rows = {}
        for criterion in SHOWN:
            polled = [of_set[name][criterion] for of_set in found.look.polls for name in algorithms]
            counted = Counter(k for k in polled if k is not pd.NA)
            habit, n_times = max(counted.items(), key=lambda item: (item[1], -item[0]), default=(pd.NA, 0))
            rows[CRITERIA[criterion].title] = {name: on_data[name][criterion] for name in algorithms} | {
                "habit": f"{habit} ({n_times} of {len(polled)})" if n_times else ""
            }
        table = pd.DataFrame.from_dict(rows, orient="index")
        return table.astype({name: "Int64" for name in algorithms}).rename_axis("criterion")

    def compared(self, found, k):
        """Clusterings to compare, by name: every algorithm at its own peak, and all at the same number.

        Without a number, all at the one where most have their peak, the smallest of several.
        """
        peaks = found.look.tests.xs(self.plan.titles[0], level="criterion")["peak at"].astype(int)
        common = k or int(peaks.mode().iloc[0])
        return {
            f"{name} {k}": found.labels(name, k)
            for name in self.plan.algorithms
            for k in sorted({peaks[name], common} & set(found.ks))
        } | ({} if found.groups is None else {f"{DENSITY} {found.groups.max() + 1}": found.groups})

    def jaccard(self, found, labels, candidate):
        """Measure how far each cluster of the candidate is found again; None without one."""
        if candidate is None:
            return None
        return jaccard_of_clusters(
            found.look.points,
            labels,
            self.plan.algorithms.get(candidate[0], labels_of_modes),
            metric=self.plan.metric,
            seed=self.plan.seeds["k-means"],
            rng=np.random.default_rng((self.plan.seeds["left out"], candidate[1])),
        )

    def whole(self, found, rows):
        """AUCC of all complete rows, each in its cluster, where a sample was drawn and clustered."""
        everything, outside = found.taken.everything, rows[rows["reason"] == NOT_IN_SAMPLE]
        if outside["cluster"].isna().all():
            return None
        labels = rows.loc[rows["reason"].isin(BELONGS), "cluster"].to_numpy(dtype=int)
        aucc = aucc_estimate(everything, labels, metric=self.plan.metric, rng=self.plan.seeds["comparisons"])
        return aucc, outside.iloc[0]["assigned by"], outside.iloc[0]["right"]

    def external(self, found, compared):
        """Compare with the classes, which nothing before this has seen; rows without a class are left out of ARI."""
        taken, ranking = found.taken, found.look.ranking
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
        aucc = aucc_score(taken.points[known], truth, metric=self.plan.metric) if has_both else np.nan
        rows[taken.classes_name] = {"ARI": 1.0, "AUCC": aucc}
        return pd.DataFrame.from_dict(rows, orient="index")


def _range(low, high):
    """A time in words, or a range of times."""
    per_unit, unit = _unit(high)
    if low == high:
        return f"{low / per_unit:.0f} {unit}"
    from_unit = _unit(low)
    beginning = f"{low / from_unit[0]:.0f}" + (f" {from_unit[1]}" if from_unit[1] != unit else "")
    return f"{beginning} to {high / per_unit:.0f} {unit}"


def _unit(seconds):
    return (1, "s") if seconds < 100 else (60, "minutes")
