"""What the tests of all demos need to know of each: states, limits, what can be dragged and pressed."""

import random

import aucc_teach as at

DEMOS = sorted(set(at.demos.__all__) - {"Demo"})

# What each demo is made with, so that all its steps can be taken.
WHOLE = {"AuccLab": {"can_shuffle": True}}


def class_of(slug):
    """The class of a demo, by the demo's name in HTML."""
    return next(cls for name in DEMOS if (cls := getattr(at.demos, name)).slug == slug)


def whole_demo(name):
    """Make a demo with all that it can have; behind a colon stands the name of a lesson other than its own."""
    kind, _, lesson = name.partition(":")
    return getattr(at.demos, kind)(**({"steps": lesson} if lesson else WHOLE.get(kind, {})))


def beginnings(name):
    """The state in which each step of a demo begins."""
    demo = whole_demo(name)
    state = demo.state()
    found = [state]
    for task in demo.tasks[1:]:
        preset = {} if task.preset is None else demo.presets[task.preset]
        found.append(state | {key: value for key, value in preset.items() if key in state} | task.start)
    return found


# What is dragged and how far, and what gets a key. Where nothing moves, a press stands in for the drag.
ACTS = {
    "aucc-lab": (".demo-point:nth-of-type(4) .demo-marker", (20, 300), ".demo-point", "Enter"),
    "cut-sweep": (".demo-cut .demo-dot", (60, 300), ".demo-cut", "ArrowRight"),
    "deal-again": (".demo-deal-k input", (60, 0), ".demo-deal-k input", "ArrowRight"),
    "formula-builder": (".demo-expected .demo-knob", (60, 0), ".demo-expected", "ArrowRight"),
    "gamma-grid": (".demo-point:nth-of-type(4) .demo-marker", (20, 300), ".demo-point", "Enter"),
    "linked-pairs": (".demo-point:nth-of-type(4) .demo-marker", (20, 60), ".demo-pair-row", "ArrowRight"),
    "measure-bench": ("[data-key='2-1'] .demo-cell", (0, -60), "[data-key='2-1']", "ArrowUp"),
    "null-machine": (".demo-null-k input", (10, 0), ".demo-null-k input", "ArrowRight"),
    "overlap-table": ("[data-key='0-1'] .demo-cell", (0, 0), "[data-key='0-0']", "Enter"),
    "pair-table": ("[data-key='labels_pred-0'] .demo-cell", (0, 0), "[data-key='labels_pred-1']", "Enter"),
    "roc-builder": (".demo-threshold .demo-knob", (-200, 300), ".demo-item", "Enter"),
    "take-one-out": (".demo-point:nth-of-type(4) .demo-marker", (0, 0), ".demo-point", "Enter"),
    "the-habit": (".demo-habit-group:nth-of-type(2) .demo-grip", (30, 60), ".demo-habit-group", "ArrowLeft"),
    "the-level": (".demo-turn", (0, 0), ".demo-turn", "Enter"),
    "two-readers": ("[data-key='0-1'] .demo-cell", (0, 0), "[data-key='1-0']", "Enter"),
    "two-distributions": (".demo-threshold .demo-knob", (60, 300), ".demo-threshold", "ArrowRight"),
}

# What there is to choose from, by demo and part of its state.
BALANCES = ("even", "ten percent", "sixty percent")
CHOICES = {
    ("CutSweep", "method"): ("single", "complete", "average", "ward"),
    ("DealAgain", "balance"): BALANCES,
    ("DealAgain", "measure"): (
        "adjusted_rand_score",
        "fowlkes_mallows_score",
        "pivoted_accuracy",
        "normalized_accuracy",
        "adjusted_asymmetric_accuracy",
        "pair_sets_index",
        "simplified_pair_sets_index",
        "normalized_mutual_info_score",
        "adjusted_mutual_info_score",
    ),
    ("FormulaBuilder", "above"): ("index", "index - E", "max - index"),
    ("FormulaBuilder", "below"): ("1", "E", "max", "max - E"),
    ("NullMachine", "balance"): BALANCES,
    ("NullMachine", "criterion"): (
        "point_biserial_score",
        "calinski_harabasz_score",
        "silhouette_score",
        "c_index",
        "ratkowsky_lance_score",
        "pbm_score",
    ),
    ("NullMachine", "view"): ("deal", "judge", "every k"),
    ("TheHabit", "compared_with"): ("nothing", "noise"),
    ("TheHabit", "criterion"): ("aucc_score", "calinski_harabasz_score", "ratkowsky_lance_score"),
    ("TheLevel", "reference"): ("box", "normal"),
    ("TheLevel", "shown"): ("points", "noise"),
    ("TheLevel", "way"): ("blind", "classes", "k-means"),
}

# The smallest and the largest number that there can be, where the demo starts.
_SEED = (0, 2**32 - 1)
LIMITS = {
    ("AuccLab", "seed"): _SEED,
    ("AuccLab", "shuffles"): (0, 999),
    ("CutSweep", "n_clusters"): (1, 24),
    ("DealAgain", "drawn"): (0, 5000),
    ("DealAgain", "k"): (2, 24),
    ("DealAgain", "n_objects"): (6, 60),
    ("DealAgain", "seed"): _SEED,
    ("FormulaBuilder", "expected"): (0, 8),
    ("FormulaBuilder", "index"): (0, 10),
    ("FormulaBuilder", "maximum"): (0, 10),
    ("LinkedPairs", "squared_r"): (0, 2_000_000),
    ("NullMachine", "judged"): (0, 999),
    ("NullMachine", "k"): (2, 12),
    ("NullMachine", "seed"): _SEED,
    ("NullMachine", "since"): _SEED,
    ("OverlapTable", "n_objects"): (2, 13),
    ("RocBuilder", "swept"): (0, 21),
    ("RocBuilder", "threshold"): (0, 21),
    ("TheLevel", "k"): (2, 6),
    ("TheLevel", "measured"): (0, 99),
    ("TheLevel", "seed"): _SEED,
    ("TwoDistributions", "distance"): (0, 4),
    ("TwoDistributions", "negatives"): (1, 100),
    ("TwoDistributions", "threshold"): (-3, 7),
    ("TwoReaders", "n_objects"): (2, 6),
}

# How many there can be of what.
COUNTS = {
    ("AuccLab", "points"): (3, 60),
    ("CutSweep", "points"): (3, 24),
    ("GammaGrid", "points"): (3, 16),
    ("LinkedPairs", "points"): (3, 7),
    ("NullMachine", "points"): (10, 60),
    ("PairTable", "labels_pred"): (2, 12),
    ("PairTable", "labels_true"): (2, 12),
    ("RocBuilder", "y_score"): (2, 20),
    ("RocBuilder", "y_true"): (2, 20),
    ("TakeOneOut", "points"): (4, 40),
    ("TheHabit", "points"): (20, 60),
    ("TheLevel", "points"): (10, 60),
}

# What else is refused where the demo starts, and what is said of it.
REFUSED = [
    ("AuccLab", {"points": [[0, 0], [1, 1], [0, 1001]]}, "whole numbers from 0 to 1000. Got [0,1001]."),
    ("AuccLab", {"points": [[0, 0], [1, 1], [1, 2, 3]]}, "Got [1,2,3]."),
    ("AuccLab", {"labels": [0, 0, 0, 0, 1, 1, 6]}, "each of labels must be a whole number from 0 to 5. Got 6."),
    ("AuccLab", {"labels": [0, 1]}, "points and labels must be of the same length. Got 7 and 2."),
    ("CutSweep", {"labels": [0] * 24}, "labels must have from 2 to 23 classes. Got 1."),
    ("CutSweep", {"labels": [0, 1] * 11}, "same length. Got 24 and 22."),
    ("CutSweep", {"merges": [[0, 1, 2.5]]}, "merges must be two clusters and a height for each merge"),
    ("CutSweep", {"merges": [[0, 1, 2.5]] * 23}, "merges must be"),
    ("DealAgain", {"n_objects": 6, "k": 7}, "k with 6 objects and balance even must be a whole number from 2 to 6"),
    ("DealAgain", {"n_objects": 6, "k": 4, "balance": "sixty percent"}, "from 2 to 3. Got 4."),
    ("FormulaBuilder", {"index": 5.1}, "index and expected must not be above maximum. Got 5.1, 1.6 and 5."),
    ("FormulaBuilder", {"expected": 5.5}, "must not be above maximum"),
    ("FormulaBuilder", {"expected": 1.65}, "expected must be in tenths from 0 to 8. Got 1.65."),
    ("MeasureBench", {"table": [[1, 2]]}, "table must have 2 to 6 rows, and as many columns. Got [[1,2]]."),
    ("MeasureBench", {"before": [[1, 2], [3]]}, "before must have 2 to 6 rows"),
    ("MeasureBench", {"table": [[1, 2], [3, 100]]}, "each of table must be a whole number from 0 to 99. Got 100."),
    ("MeasureBench", {"table": [[0, 1], [0, 0]]}, "the total of table must be a whole number from 2 to 300. Got 1."),
    ("NullMachine", {"points": [[3, 4]] * 60}, "points must not all be at one place."),
    ("NullMachine", {"labels": [0] * 59}, "same length. Got 60 and 59."),
    ("NullMachine", {"drawn": {"13": 1}}, "number of clusters in drawn with 60 points and balance even must be"),
    ("NullMachine", {"drawn": {"1": 1}}, "from 2 to 12. Got 1."),
    ("NullMachine", {"drawn": {"2": 2001}}, "each count in drawn must be a whole number from 0 to 2000. Got 2001."),
    ("NullMachine", {"drawn": [5]}, "drawn must hold a count for each number of clusters. Got [5]."),
    ("OverlapTable", {"before": [[0, 0]]}, "before must be at most 10 clusters of different objects from 0 to 2"),
    ("OverlapTable", {"clusters_true": [[0], [0]]}, "clusters_true must be different classes, none of them empty"),
    ("TwoReaders", {"clusters_pred": [[5]]}, "must be at most 5 clusters of different objects from 0 to 4"),
    ("TwoReaders", {"clusters_true": [[], [0]]}, "clusters_true must be different classes, none of them empty"),
    ("OverlapTable", {"n_objects": 2}, "different objects from 0 to 1"),
    ("PairTable", {"labels_pred": [0] * 5}, "labels_true and labels_pred must be of the same length. Got 6 and 5."),
    ("RocBuilder", {"y_true": [2] * 10}, "each of y_true must be a whole number from 0 to 1. Got 2."),
    ("RocBuilder", {"y_score": [21] * 10}, "each of y_score must be a whole number from 0 to 20. Got 21."),
    ("RocBuilder", {"y_true": [1, 0]}, "y_true and y_score must be of the same length. Got 2 and 10."),
    ("RocBuilder", {"threshold": 10, "swept": 11}, "swept must be a whole number from 0 to 10. Got 11."),
    ("TakeOneOut", {"out": [25]}, "each of out must be a whole number from 0 to 24. Got 25."),
    ("TakeOneOut", {"out": [1, 1]}, "out must be positions of different points, in order. Got [1,1]."),
    ("TakeOneOut", {"several": 2}, "several must be true or false. Got 2."),
    ("TheHabit", {"points": [[i, 20 * i] for i in range(48)]}, "points must differ by at least 100 in x and in y."),
    ("TheHabit", {"points": [[100 * (i % 10)] * 2 for i in range(48)]}, "in at least 11 places. Got 10."),
    ("TheHabit", {"labels": [3] * 48}, "there must be at least 2 groups. Got 1."),
    ("TheLevel", {"points": [[0, 0]] * 59 + [[99, 99]]}, "points must differ by at least 100 in x or in y."),
    ("TheLevel", {"classes": [0] * 60}, "at least 2 classes, and fewer than points. Got 1 of 60."),
    ("TheLevel", {"classes": [0, 1]}, "points and classes must be of the same length. Got 60 and 2."),
]


def random_states(name, number, seed=51):
    """Random states that a demo can have, the ends of its limits and ties among them."""
    rng, model, found = random.Random(seed), getattr(at.demos, name).model(), []
    while len(found) < number:
        if not model.check(state := random_state(name, rng)):
            found.append(state)
    return found


def random_state(name, rng):
    """A state that the demo can have, or only just cannot: small, full of ties, at the limits."""
    demo = getattr(at.demos, name)()
    state = demo.state()
    if name in ("AuccLab", "GammaGrid"):
        n = rng.randint(3, 16)
        state["points"] = [[100 * rng.randint(0, 10), 200 * rng.randint(0, 5)] for _ in range(n)]
        state["labels"] = [rng.randint(0, rng.choice([0, 1, 2, 5])) for _ in range(n)]
        if name == "AuccLab":
            state["seed"], state["shuffles"] = rng.choice([0, 7, 2**32 - 1]), rng.choice([0, 1, 30, 999])
    elif name == "LinkedPairs":
        n = rng.randint(3, 7)
        state["points"] = [[100 * rng.randint(0, 10), 200 * rng.randint(0, 5)] for _ in range(n)]
        state["labels"] = [rng.randint(0, rng.choice([0, 1, 2])) for _ in range(n)]
        state["squared_r"] = rng.choice([0, 2_000_000, 10_000 * rng.randint(0, 130), rng.randint(0, 2_000_000)])
    elif name == "PairTable":
        n = rng.randint(2, 12)
        for key in state:
            state[key] = [rng.randint(0, rng.choice([0, 1, 5])) for _ in range(n)]
    elif name == "RocBuilder":
        m = rng.randint(2, 20)
        state["y_true"] = [rng.randint(0, 1) for _ in range(m)]
        state["y_score"] = [rng.randint(0, rng.choice([3, 20])) for _ in range(m)]
        state["threshold"] = rng.randint(0, 21)
        state["swept"] = rng.randint(0, state["threshold"])
    elif name == "FormulaBuilder":
        state = {
            "above": rng.choice(CHOICES[name, "above"]),
            "below": rng.choice(CHOICES[name, "below"]),
            "maximum": rng.choice([0, 1, 80, 100]) / 10,
        }
        most = round(10 * state["maximum"])
        state |= {"index": rng.randint(0, most) / 10, "expected": rng.choice([0, rng.randint(0, min(80, most))]) / 10}
    elif name == "TwoDistributions":
        state = {"distance": rng.randint(0, 40) / 10, "negatives": rng.choice([1, 7, 100])}
        state["threshold"] = rng.randint(-30, 70) / 10
    elif name == "CutSweep":
        preset = rng.choice(demo.presets)
        method = rng.choice(["single", "complete", "average", "ward"])
        demo.place(points=preset["points"], labels=preset["labels"], method=method)
        state = demo.state() | {"n_clusters": rng.randint(1, len(demo.points))}
    elif name == "DealAgain":
        n, balance = rng.randint(6, 30), rng.choice(BALANCES)
        state |= {"n_objects": n, "balance": balance, "seed": rng.randint(0, 9), "drawn": rng.choice([0, 1, 10, 40])}
        state["k"] = rng.choice([2, 3, rng.randint(2, n // 3), n // 3, n if balance == "even" else 3])
    elif name == "MeasureBench":
        shape = rng.randint(2, 6), rng.randint(2, 6)
        table = [[rng.randint(0, rng.choice([0, 1, 8])) for _ in range(shape[1])] for _ in range(shape[0])]
        table[0][1], table[1][0] = rng.randint(1, 3), rng.randint(1, 3)
        before = [[rng.choice([count, count, count + 1]) for count in row] for row in table]
        state = {"table": table, "before": rng.choice([table, before, [list(row) for row in zip(*table, strict=True)]])}
    elif name == "TheHabit":
        n, step = rng.randint(20, 26), rng.choice([1, 100, 250])
        state["points"] = [[step * rng.randint(0, 1000 // step), step * rng.randint(0, 500 // step)] for _ in range(n)]
        state["labels"] = [0, 2, *(rng.randint(0, rng.choice([1, 2, 5])) for _ in range(2, n))]
        state["criterion"], state["compared_with"] = (
            rng.choice(CHOICES[name, key]) for key in ("criterion", "compared_with")
        )
    elif name == "TheLevel":
        n = rng.randint(10, 16)
        state["points"] = [[0, 0], *([100 * rng.randint(1, 10), 200 * rng.randint(0, 5)] for _ in range(1, n))]
        state["classes"] = [0, 2, *(rng.randint(0, rng.choice([1, 2, 5])) for _ in range(2, n))]
        for key in ("way", "shown", "reference"):
            state[key] = rng.choice(CHOICES[name, key])
        state["seed"] = rng.choice([0, 7, 2**32 - 1])
        state["k"], state["measured"] = rng.randint(2, 6), rng.randint(0, 99)
    elif name == "NullMachine":
        state["points"] = [[rng.randint(0, 9), rng.randint(0, 9)] for _ in range(rng.randint(14, 25))]
        state["labels"] = [rng.randint(0, rng.choice([0, 1, 2, 5])) for _ in state["points"]]
        state["view"], state["judged"] = rng.choice(["deal", "judge", "every k"]), rng.choice([0, 2, 20, 999])
        state["k"], state["balance"] = rng.randint(2, 6), rng.choice(BALANCES)
        state["since"] = rng.choice([0, 1, 5])
        state["drawn"] = {str(k): rng.choice([50, 100, 2000]) for k in range(2, rng.randint(3, 6))}
    elif name == "TakeOneOut":
        n = rng.randint(4, 12)
        state["points"] = [[100 * rng.randint(0, 10), 200 * rng.randint(0, 5)] for _ in range(n)]
        state["labels"] = [rng.randint(0, rng.choice([0, 1, 2, 5])) for _ in range(n)]
        state["out"] = sorted(rng.sample(range(n), rng.choice([0, 1, 1, 2, n - 3])))
        state["several"] = rng.random() < 0.5
    elif name == "TwoReaders":
        n = rng.randint(3, 6)
        rows = lambda most: [sorted(rng.sample(range(n), rng.randint(1, n))) for _ in range(rng.randint(1, most))]  # noqa: E731
        anna = [list(row) for row in sorted(set(map(tuple, rows(3))))]
        state = {"n_objects": n, "clusters_true": anna, "before": rows(3), "clusters_pred": rows(5)}
    else:
        n = rng.randint(3, 8)
        rows = lambda most: [sorted(rng.sample(range(n), rng.randint(1, n))) for _ in range(rng.randint(1, most))]  # noqa: E731
        classes = [list(row) for row in sorted(set(map(tuple, rows(3))))]
        state = {"n_objects": n, "clusters_true": classes, "before": rows(3), "clusters_pred": rows(4)}
    return state
