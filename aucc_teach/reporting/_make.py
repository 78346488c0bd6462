"""The function that makes a report, and the order of its work."""

import time
from collections import Counter

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits
from tqdm.auto import tqdm

from aucc_teach._clusterers import check_algorithms, label_rows
from aucc_teach._memory import refuse_pairs_that_do_not_fit
from aucc_teach._validation import check_choice, check_integer, check_real, check_rng, is_euclidean
from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.calibration import Space, check_kinds, check_ks
from aucc_teach.criteria import CRITERIA
from aucc_teach.large import aucc_estimate
from aucc_teach.objects import aucc_samples
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
    level=0.05,
    drop_incomplete=True,
    rng=None,
    progress=True,
):
    """Cluster a table, test whether anything stands out, and say what can be concluded and what speaks against it."""
    if not isinstance(progress, bool | np.bool_):
        raise ValueError(f"progress must be True or False. Got {progress!r}.")
    options = {
        "columns": columns,
        "classes": classes,
        "scaling": scaling,
        "metric": metric,
        "references": references,
        "n_references": n_references,
        "level": level,
        "drop_incomplete": drop_incomplete,
        "rng": rng,
    }
    if not progress:
        return make_report(X, algorithms, ks, **options)
    with tqdm(unit="step", smoothing=0.05) as bar:

        def on_progress(done, total, what):
            bar.total = total
            bar.set_description_str(what, refresh=False)
            bar.update(done - bar.n)

        return make_report(X, algorithms, ks, **options, on_progress=on_progress)


def make_report(
    X,
    algorithms,
    ks,
    *,
    columns=None,
    classes=None,
    scaling="standardise",
    metric="euclidean",
    references=("box", "radial"),
    n_references=39,
    level=0.05,
    drop_incomplete=True,
    rng=None,
    on_progress=lambda done, total, what: None,
):
    """What :func:`report` returns; ``on_progress(done, total, what)`` is called after each step, and may raise."""
    algorithms = check_algorithms(algorithms)
    check_choice(scaling, SCALINGS, "scaling")
    if isinstance(metric, str) and metric == "precomputed":
        raise ValueError("metric must work on coordinates, which reference data have too. Got 'precomputed'.")
    kinds = check_kinds(references)
    level = check_real(level, "level", low=0.0, high=1.0)
    n_references = check_integer(n_references, "n_references", minimum=1)
    if 1 / (n_references + 1) > level:
        raise ValueError(
            f"n_references must be at least 1 / level - 1, or no p-value can be {level} or less. Got {n_references}, "
            f"whose smallest p-value is 1/{n_references + 1}."
        )
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
        "level": level,
        "drop_incomplete": bool(drop_incomplete),
        "seed": int(rng) if isinstance(rng, int | np.integer) else None,
        "n_rows": len(taken.rows),
        "n_complete": len(taken.raw),
        "n_used": len(taken.points),
    }
    # For data as small as these threads cost time; and sums come out the same whatever their number.
    with threadpool_limits(1):
        return _Work(taken, algorithms, ks, settings, metric, seeds, on_progress).report()


_SEEDS = ("sample", "k-means", "references", "left out", "left out of noise", "comparisons")
N_OTHER_SEEDS = 4  # of k-means


class _Work:
    """The steps of one report, in their order."""

    def __init__(self, taken, algorithms, ks, settings, metric, seeds, on_progress):
        self.taken, self.algorithms, self.ks, self.settings = taken, algorithms, ks, settings
        self.metric, self.seeds, self.on_progress = metric, seeds, on_progress
        self.kinds, self.n_references = settings["references"], settings["n_references"]
        self.tested = criteria_tested(metric)
        # Which sets of noise are left out of and vote: the first ones of every kind, in turn.
        turns = [(i, kind) for i in range(self.n_references) for kind in self.kinds][:N_NOISE]
        self.noise = set(turns)
        self.seeded = [
            name for name, algorithm in algorithms.items() if isinstance(algorithm, str) and algorithm == "k-means"
        ]
        n_sets = 1 + self.n_references * len(self.kinds)
        repeats = N_REPEATS + N_REPEATS_OF_NOISE * len(self.noise)
        self.total = len(algorithms) * (n_sets + repeats) + len(self.seeded) * N_OTHER_SEEDS
        self.done = 0

    def step(self, what):
        self.done += 1
        self.on_progress(self.done, self.total, what)

    def judge(self, points, where, names, algorithms=None, seed=None):
        return judge(
            points,
            algorithms or self.algorithms,
            self.ks,
            metric=self.metric,
            seed=self.seeds["k-means"] if seed is None else seed,
            names=names,
            where=where,
            step=self.step,
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
            step=self.step,
        )

    def report(self):
        points = self.taken.points
        self.on_progress(0, self.total, "the data")
        self.on_data, self.scorer = self.judge(points, "the data", SHOWN)
        self.of_references()
        steady = self.stability(
            points, self.on_data, np.random.default_rng(self.seeds["left out"]), N_REPEATS, "the data"
        )
        titles = {test: (test[0], CRITERIA[test[1]].title) for test in self.standing.tests}
        choices = {titles[test]: self.standing.choice(test, self.settings["level"]) for test in self.standing.tests}
        tests = table_of_tests(choices)
        pvalues = self.standing.global_pvalues()
        by_k = self.by_k(steady)
        votes = self.votes()
        candidates = self.candidates(tests)
        agreement = pd.DataFrame(
            {
                one: {other: adjusted_rand_score(labels, others) for other, others in candidates.items()}
                for one, labels in candidates.items()
            }
        )
        candidate = (self.settings["algorithms"][0], int(tests["peak at"].iloc[0]))
        objects, rows = self.objects(candidate)
        return Report(
            self.settings,
            self.taken.columns,
            rows,
            tests,
            pvalues,
            max(pvalues.values()),
            by_k,
            votes,
            agreement,
            candidate,
            objects,
            self.whole(objects),
            self.external(candidates),
            ("",),
            ("",),
            _points=points,
            _choices=choices,
        )

    def of_references(self):
        space = Space(self.taken.points)
        rng = np.random.default_rng(self.seeds["references"])
        rng_of_noise = np.random.default_rng(self.seeds["left out of noise"])
        sets, self.polls, steady = {}, [], []
        for kind in self.kinds:
            sets[kind] = []
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

    def candidates(self, tests):
        """Clusterings to compare: every algorithm at its own peak, and all at the one that most have."""
        title = CRITERIA[self.tested[0]].title
        peaks = tests.xs(title, level="criterion")["peak at"]
        common = Counter(peaks.tolist()).most_common(1)[0][0]
        chosen = {(name, int(k)) for name in self.algorithms for k in (peaks[name], common)}
        order = list(self.algorithms)
        return {
            f"{name} {k}": self.labels((name, k)) for name, k in sorted(chosen, key=lambda c: (order.index(c[0]), c[1]))
        }

    def objects(self, candidate):
        rows = self.taken.rows.copy()
        if candidate is None:
            columns = {"cluster": int, "share": float, "weight": int, "within": float, "between": float, "spoils": bool}
            return pd.DataFrame({name: pd.Series(dtype=dtype) for name, dtype in columns.items()}), rows
        labels = self.labels(candidate)
        samples = aucc_samples(self.taken.points, labels, metric=self.metric)
        rows.iloc[self.taken.positions, rows.columns.get_loc("cluster")] = labels + 1
        return pd.DataFrame(
            {"cluster": labels + 1} | samples._asdict() | {"spoils": samples.share < 0.5},
            rows.index[self.taken.positions],
        ), rows

    def whole(self, objects):
        taken = self.taken
        if len(taken.sample) == len(taken.everything) or objects.empty:
            return None
        codes = objects["cluster"].to_numpy() - 1
        means = np.array([taken.points[codes == c].mean(axis=0) for c in range(codes.max() + 1)])
        return aucc_estimate(
            taken.everything, nearest(taken.everything, means), metric=self.metric, rng=self.seeds["comparisons"]
        )

    def external(self, candidates):
        classes = self.taken.classes
        if classes is None:
            return None
        known = classes.notna().to_numpy()
        truth = pd.factorize(classes[known])[0]
        rows = {
            name: {"ARI": adjusted_rand_score(truth, labels[known]), "AUCC": self.scorer.ranking.score(labels)}
            for name, labels in candidates.items()
        }
        return pd.DataFrame.from_dict(rows, orient="index")


def nearest(points, means):
    """Which mean is nearest to each point."""
    return np.array([np.square(points - mean).sum(axis=1) for mean in means]).argmin(axis=0)
