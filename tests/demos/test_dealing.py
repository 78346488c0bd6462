"""What the demos share to draw at random: the generator, sizes of clusters, deals; and AUCC of what is dealt."""

import itertools
import json

import numpy as np
import pytest
import quickjs
from scipy.stats import chisquare
from studies.chance import BALANCES

import aucc_teach as at
from aucc_teach.join_scripts import joined
from aucc_teach.partitions import size_profile
from aucc_teach.run_scripts import RunningModule

CHANCE = RunningModule("static/chance.js")
LABELLINGS = RunningModule("demos/static/labellings.js")


def run(body, given=None):
    """Run a function of both modules, which may hand each other what is no plain data."""
    context = quickjs.Context()
    paths = ("static/chance.js", "demos/static/labellings.js")
    context.eval(f"const modules = {{}};\n{joined(*paths)}")
    for name, path in zip(("chance", "labellings"), paths, strict=True):
        context.eval(f"const {name} = modules['{path}'];")
    return json.loads(context.eval(f"JSON.stringify(((given) => {{ {body} }})({json.dumps(given)}))"))


def sfc(bits, rotate, right, left, state):
    """Small fast counting generator of any word size, as Doty-Humphrey defines it."""
    low = (1 << bits) - 1
    a, b, c, counter = state
    while True:
        total = (a + b + counter) & low
        counter = (counter + 1) & low
        a = b ^ (b >> right)
        b = (c + (c << left)) & low
        c = (((c << rotate) | (c >> (bits - rotate))) + total) & low
        yield total


def test_the_generator_is_sfc32():
    # The 64-bit one is in NumPy: it vouches for the definition, whose constants alone differ.
    theirs = np.random.SFC64(5)
    of_64 = sfc(64, 24, 11, 3, theirs.state["state"]["state"].tolist())
    assert list(itertools.islice(of_64, 200)) == theirs.random_raw(200).tolist()
    starts = [[0, 2, 0], [1, 2, 1], [2**32 - 1, 12, 2], [123456789, 7, 0]]
    found = run("return given.map((start) => Array.from({ length: 300 }, chance.generator(...start)));", starts)
    for start, words in zip(starts, found, strict=True):
        assert words == list(itertools.islice(sfc(32, 21, 9, 3, [*start, 1]), 15, 315))


def test_sizes_are_those_of_size_profile():
    for n, (balance, share) in itertools.product(range(10, 61), BALANCES.items()):
        most = n if share is None else n - size_profile(n, 2, proportion=share)[0] + 1
        for k in range(2, most + 1):
            assert tuple(CHANCE.sizesOf(n, k, balance)) == size_profile(n, k, proportion=share)


@pytest.mark.parametrize("sizes", [[2, 2, 1], [3, 3], [1, 4], [2, 1, 1, 1]])
def test_every_labelling_is_as_likely(sizes):
    body = """const counts = {};
      const next = chance.generator(2026, given.length, 0);
      for (let i = 0; i < 20000; i++) {
        const labels = chance.deal(given, next).join("");
        counts[labels] = (counts[labels] ?? 0) + 1;
      }
      return counts;"""
    counts = run(body, sizes)
    labels = "".join(str(cluster) * size for cluster, size in enumerate(sizes))
    assert set(counts) == {"".join(order) for order in itertools.permutations(labels)}
    assert chisquare(list(counts.values())).pvalue > 0.001


def test_aucc_of_labellings_and_its_variance_are_those_of_the_package():
    """To the last bit, on points full of ties."""
    rng = np.random.default_rng(2022)
    n_tied = 0
    for _ in range(100):
        n, step = int(rng.integers(10, 40)), int(rng.choice([1, 100, 250, 500]))
        points = (rng.integers(0, 1000 // step + 1, size=(n, 2)) * step).tolist()
        labels = np.unique(rng.integers(0, rng.integers(2, 9), size=n), return_inverse=True)[1]
        ranks = LABELLINGS.ranksOf(points)
        ranks["rankSquare"] = list(ranks["rankSquare"].values())
        sizes = np.bincount(labels).tolist()
        assert LABELLINGS.scoreOf(ranks, labels.tolist(), sizes) == at.aucc_score(points, labels)
        assert LABELLINGS.nullVariance(ranks, sizes) == at.PairRanking(points).null(sizes).variance
        n_tied += at.concordance(points, labels).s_zero > 0
    assert n_tied > 70
