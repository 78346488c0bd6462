"""Links that bring a demo into a state: what the prose says of the state stands in the cell's metadata, and holds."""

import json
import math
import operator
import re
from functools import cache
from itertools import pairwise

import nbformat
import numpy as np
import pytest
from conftest import ROOT
from demos.models import Model

from aucc_teach import demos, roc_curve
from aucc_teach.demos._base import state_in  # reads a link, as pages do

LINK = re.compile(r"\[([^\]]*)\]\((#demo=[^)\s]*)\)")
# Of numbers as in the goals of a demo, and of other things that a state has.
RELATIONS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
CONDITION = re.compile(rf"(.+?) ({'|'.join(sorted(RELATIONS, reverse=True))}) (.+)")
START = r'<div class="demo-host" data-demo="{}"[^>]*><script type="application/json">(.*?)</script>'
CLASSES = {cls.slug: cls for name in demos.__all__ if (cls := getattr(demos, name)) is not demos.Demo}
DEALS, LEVEL = Model("deal-again"), Model("the-level")
NOTEBOOKS = [path for path in sorted((ROOT / "book").rglob("*.ipynb")) if "#demo=" in path.read_text(encoding="utf-8")]


def steps(demo):
    curve = roc_curve(demo.y_true, demo.y_score)
    return list(zip(curve.fpr.tolist(), curve.tpr.tolist(), strict=True))


def framed(demo):
    """Objects that are together with another one in both partitions, in the last deal."""
    deals = DEALS.allDeals(demo.state())
    return sum(DEALS.framed(deals["reference"], deals["dealt"][-1])) if demo.drawn else None


def of_deals(demo, measure):
    """Scores of all deals by Rand's c and by a measure, whichever the demo shows."""
    return [one["scores"] for one in DEALS.measured(demo.state() | {"measure": measure})["measures"]]


def mean_of(name):
    return lambda demo: float(np.mean(of_deals(demo, name)[1])) if demo.drawn else None


def beside_level(name):
    return lambda demo: LEVEL.beside(demo.numbers(demo.state())["aucc"], LEVEL.levelOf(demo.state()))[name]


# What a sentence is about and no goal: by demo and name, of the demo in the state.
MORE = {
    "aucc-lab": {"d_to_e": lambda demo: math.dist(*demo.points[3:5])},
    "deal-again": {
        "framed": framed,
        "p": lambda demo: (found := demo.numbers(demo.state()))["within"] / found["pairs"],
        "lowest_c": lambda demo: min(of_deals(demo, demo.measure)[0], default=None),
        "mean_AMI": mean_of("adjusted_mutual_info_score"),
        "mean_NMI": mean_of("normalized_mutual_info_score"),
        "shows_AMI": lambda demo: int(demo.measure == "adjusted_mutual_info_score"),
        "shows_NMI": lambda demo: int(demo.measure == "normalized_mutual_info_score"),
    },
    "linked-pairs": {
        "r": lambda demo: math.sqrt(demo.squared_r),
        "links_of_d": lambda demo: (
            sum(math.dist(demo.points[3], point) ** 2 <= demo.squared_r + 1e-6 for point in demo.points) - 1
        ),
    },
    "measure-bench": {"largest": lambda demo: max(map(sum, zip(*demo.table, strict=True)))},
    "overlap-table": {
        "n_parts": lambda demo: sum(any(set(c) < set(t) for t in demo.clusters_true) for c in demo.clusters_pred)
    },
    "roc-builder": {
        "curve": steps,
        "n_slants": lambda demo: sum(x < u and y < v for (x, y), (u, v) in pairwise(steps(demo))),
        "score_a": lambda demo: demo.y_score[0],
        "score_c": lambda demo: demo.y_score[2],
    },
    "the-level": {
        "mean_level": beside_level("mean"),
        "p_level": beside_level("p"),
    },
}


@cache
def numbers_at(slug, state):
    """The numbers of a demo in a state; claim after claim of a page asks for those of its start."""
    return CLASSES[slug].numbers(json.loads(state))


class State:
    """A demo in a state, and its numbers by name: of its goals, of the state itself, and those above."""

    def __init__(self, slug, state):
        self.slug, self.state = slug, state
        self.numbers = numbers_at(slug, json.dumps(state))

    def __getitem__(self, name):
        if name in MORE.get(self.slug, {}):
            demo = CLASSES[self.slug]()
            demo.place(**self.state)
            return MORE[self.slug][name](demo)
        return self.numbers.get(name, self.state.get(name))


def start_of(notebook, slug):
    """The state in which the page shows the demo, the first of this name."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    html = "".join(output.get("data", {}).get("text/html", "") for output in outputs)
    state = json.loads(re.search(START.format(slug), html)[1])
    return State(slug, {name: state[name] for name in CLASSES[slug]().state()})


def side(text):
    """A number, or a number's name."""
    try:
        return float(text)
    except ValueError:
        return text


def numbers_in(goal, here, places):
    """Numbers by name: ``auc`` is that of a state, ``start.auc`` that of the page, others those of another link."""
    found = {}
    for words in {words for name, _, value in goal for words in (name, value) if isinstance(words, str)}:
        place, _, name = words.rpartition(".")
        found[words] = {**places, "": here}[place][name]
    return found


def holds(condition, numbers):
    """Whether a condition is met; what does not exist meets none."""
    name, relation, value = condition
    left, right = numbers[name], numbers[value] if isinstance(value, str) else value
    return None not in (left, right) and RELATIONS[relation](left, right)


def problems(notebook):
    """What is wrong with the links to demos and with what is said of them, in words."""
    found = []
    for cell in notebook.cells:
        links = {" ".join(words.split()): State(*state_in(link)) for words, link in LINK.findall(cell.source)}
        claims = cell.metadata.get("links", {})
        if cell.source.count("#demo=") != len(links):
            found.append("two links of a cell have the same words, or one cannot be read")
        found += [f"[{words}] has a claim and is no link" for words in claims.keys() - links]
        for words, state in links.items():
            if not claims.get(words):
                found.append(f"[{words}] has no claim; the numbers there: {state.numbers}")
                continue
            goal = [CONDITION.fullmatch(text).groups() for text in claims[words].split(", ")]
            goal = [(name, relation, side(value)) for name, relation, value in goal]
            start = start_of(notebook, state.slug)
            places = links | {"start": start}
            numbers = numbers_in(goal, state, places)
            found += [f"[{words}] claims {one}; there {numbers}" for one in goal if not holds(one, numbers)]
            if all(holds(one, numbers_in([one], start, places)) for one in goal):
                found.append(f"[{words}] claims what is so before anybody follows it")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_the_prose_says_of_a_link_holds(path):
    assert problems(nbformat.read(path, as_version=4)) == []


def test_links_stand_where_their_claims_can_stand():
    """In cells of text of the notebooks, which have metadata, and nowhere else."""
    for pattern in ("book/**/*.md", "book/**/*.yml", "aucc_teach/exercises/**/*.py"):
        assert [path for path in ROOT.glob(pattern) if re.search(r"\]\(#demo=", path.read_text("utf-8"))] == []
    assert len(NOTEBOOKS) >= 9
