"""What the tests of all demos need to know of each: states, what meets its goals, what can be dragged and pressed."""

import itertools
import re

import aucc_teach as at
from aucc_teach.demos._traits import BALANCES
from aucc_teach.demos.formula_builder import ABOVE, BELOW
from aucc_teach.demos.the_habit import COMPARED, CRITERIA
from aucc_teach.demos.the_level import REFERENCES, SHOWN, WAYS
from demos.models import GOALS

# What each demo is made with, so that all its steps can be taken.
WHOLE = {"AuccLab": {"can_shuffle": True}}


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

# States that meet the goals of each demo's tasks, as parts of the state that differ from where the task begins.
SOLUTIONS = {
    name: [task.solved for task in getattr(at.demos, name).tasks]
    for name in at.demos.__all__
    if name != "Demo" and getattr(at.demos, name).tasks
}


# What, added to the other side, leaves a condition with this relation unmet.
OFF = {"==": 1, "!=": 0, "<": 0, "<=": 1, ">": 0, ">=": -1}


def each_miss(goal, numbers):
    """For each condition of a goal: the numbers that meet it, but for this condition, and the sentence about it."""
    for name, relation, value, words in goal:
        side = numbers[value] if isinstance(value, str) else value
        table = numbers | {name: side + OFF[relation]}
        yield table, re.sub(r"\{(\w+)\}", lambda key, table=table: _written(table[key[1]]), words)


def _written(number):
    if number is None:
        return "\N{EN DASH}"
    text = f"{number:.4f}".rstrip("0").rstrip(".").replace("-", "\N{MINUS SIGN}")
    return f"{int(number):,}".replace(",", "\N{THIN SPACE}") if number == int(number) > 9999 else text


def misses(name, i, most=3):
    """States that leave the goal of a step unmet for different reasons, each with what is missing then."""
    demo, task, begin = whole_demo(name), getattr(at.demos, name).tasks[i], beginnings(name)[i]
    demo._set_together(**begin)
    start = demo.state()
    others = [*beginnings(name), *(one | solved for one, solved in zip(beginnings(name), SOLUTIONS[name], strict=True))]
    others += [begin | {key: preset[key] for key in begin.keys() & preset} for preset in getattr(demo, "presets", ())]
    # Whole, and one part of it after the other.
    states = itertools.chain(others, (begin | {key: one[key]} for one in others for key in begin))
    found = {}
    for state in states:
        try:
            demo._set_together(**state)
        except ValueError:
            continue  # its parts do not fit each other
        state = demo.state()
        again = whole_demo(name)
        again._set_together(**state)
        # A tree that belongs to another method is made anew.
        words = GOALS.missing(task.goal, demo.numbers(state)) if again.state() == state != start else ""
        if words:
            found.setdefault(words, state)
        if len(found) == most:
            break
    return [(state, words) for words, state in found.items()]


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
        state = {"above": rng.choice(ABOVE), "below": rng.choice(BELOW), "maximum": rng.choice([0, 1, 80, 100]) / 10}
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
        n, balance = rng.randint(6, 30), rng.choice(list(BALANCES))
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
        state["criterion"], state["compared_with"] = rng.choice(CRITERIA), rng.choice(COMPARED)
    elif name == "TheLevel":
        n = rng.randint(10, 16)
        state["points"] = [[0, 0], *([100 * rng.randint(1, 10), 200 * rng.randint(0, 5)] for _ in range(1, n))]
        state["classes"] = [0, 2, *(rng.randint(0, rng.choice([1, 2, 5])) for _ in range(2, n))]
        for key, options in {"way": WAYS, "shown": SHOWN, "reference": REFERENCES, "seed": [0, 7, 2**32 - 1]}.items():
            state[key] = rng.choice(options)
        state["k"], state["measured"] = rng.randint(2, 6), rng.randint(0, 99)
    elif name == "NullMachine":
        state["points"] = [[rng.randint(0, 9), rng.randint(0, 9)] for _ in range(rng.randint(14, 25))]
        state["labels"] = [rng.randint(0, rng.choice([0, 1, 2, 5])) for _ in state["points"]]
        state["view"], state["judged"] = rng.choice(["deal", "judge", "every k"]), rng.choice([0, 2, 20, 999])
        state["k"], state["balance"] = rng.randint(2, 6), rng.choice(list(BALANCES))
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
