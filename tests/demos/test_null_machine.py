import itertools
import json
import math
import re
from fractions import Fraction

import numpy as np
import pytest
import traitlets
from conftest import pages_with
from scipy.stats import chisquare, norm, skew

import aucc_teach as at
from aucc_teach.criteria import CRITERIA
from aucc_teach.demos._formats import MARKERS
from aucc_teach.demos._random_partitions import BALANCES, Sfc32
from aucc_teach.demos.null_machine import BESIDE, MOST_DRAWN, MOST_JUDGED, VIEWS, _blind_labels, _most_clusters
from demos.conftest import number

NullMachine = at.demos.NullMachine

IMPORT = """const exported = `export { generator, below, deal, sizesOf, mostClusters, prepare, judge, nullVariance,
    nearestDouble, newTally, tally, deviationOf, newRun, CRITERIA, ticks, shapeOf, verdictOn, blindLabels,
    classesOf };`;
  const url = URL.createObjectURL(new Blob([source, exported], { type: 'text/javascript' }));
  const machine = await import(url);"""


def draw(machine, n_partitions=1):
    """Let a machine draw more partitions for its present number of clusters."""
    machine.drawn = machine.drawn | {machine.k: machine.drawn.get(machine.k, 0) + n_partitions}


def run(browser, body, *arguments):
    """Run JavaScript with the demo's module as `machine` and `arguments` as `given`."""
    page = browser.new_page()
    code = f"async ([source, given]) => {{ {IMPORT} {body} }}"
    result = page.evaluate(code, [NullMachine.source("null-machine"), arguments])
    page.close()
    return result


# ---- chance


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


def test_the_generator_is_sfc32(browser):
    # The 64-bit one is in NumPy: it vouches for the definition, whose constants alone differ.
    theirs = np.random.SFC64(5)
    of_64 = sfc(64, 24, 11, 3, theirs.state["state"]["state"].tolist())
    assert list(itertools.islice(of_64, 200)) == theirs.random_raw(200).tolist()
    starts = [[0, 2, 0], [1, 2, 1], [2**32 - 1, 12, 2], [123456789, 7, 0]]
    body = "return given[0].map((start) => { const next = machine.generator(...start); "
    found = run(browser, body + "return Array.from({ length: 300 }, next); });", starts)
    for start, words in zip(starts, found, strict=True):
        expected = list(itertools.islice(sfc(32, 21, 9, 3, [*start, 1]), 15, 315))
        random = Sfc32(*start)
        assert words == expected == [random.next() for _ in range(300)]


def test_numbers_below_a_bound_are_drawn_again(browser):
    body = "const words = [...given[1]]; return [machine.below(given[0], () => words.shift()), words.length];"
    # 2^32 = 4 (mod 6): the four highest words would make 0 to 3 more likely.
    assert run(browser, body, 6, [2**32 - 1, 2**32 - 4, 2**32 - 5, 1]) == [5, 1]
    random = Sfc32(1, 2, 3)
    words = iter([2**32 - 1, 2**32 - 4, 2**32 - 5, 1])
    random.next = lambda: next(words)
    assert (random.below(6), next(words)) == (5, 1)


def test_sizes_are_those_of_size_profile(browser):
    cases = [(n, balance) for n in range(10, 61) for balance in BALANCES]
    body = """return given[0].map(([n, balance]) => { const most = machine.mostClusters(n, balance);
      return Array.from({ length: most - 1 }, (_, i) => machine.sizesOf(n, i + 2, balance)); });"""
    for (n, balance), found in zip(cases, run(browser, body, cases), strict=True):
        assert len(found) + 1 == _most_clusters(n, balance)
        for k, sizes in enumerate(found, 2):
            assert tuple(sizes) == at.partitions.size_profile(n, k, share=BALANCES[balance])
        one_more = len(found) + 2
        if one_more < min(n, 13):  # there is another reason why that is the end
            with pytest.raises(ValueError, match="share must leave at least one object"):
                at.partitions.size_profile(n, one_more, share=BALANCES[balance])


@pytest.mark.parametrize("sizes", [[2, 2, 1], [3, 3], [1, 4], [2, 1, 1, 1]])
def test_every_labeling_is_as_likely(browser, sizes):
    body = """const [sizes, seed, n] = given; const counts = {};
      const next = machine.generator(seed, sizes.length, 0);
      for (let i = 0; i < n; i++) {
        const labels = machine.deal(sizes, next).join("");
        counts[labels] = (counts[labels] ?? 0) + 1;
      }
      return counts;"""
    counts = run(browser, body, sizes, 2026, 60_000)
    labels = "".join(str(cluster) * size for cluster, size in enumerate(sizes))
    assert set(counts) == {"".join(order) for order in itertools.permutations(labels)}
    assert chisquare(list(counts.values())).pvalue > 0.001


def test_python_deals_the_same_partitions(browser):
    cases = [(n, k, b, seed) for n in (10, 25, 60) for k in (2, 4) for b in BALANCES for seed in (0, 1, 2**32 - 1)]
    body = """return given[0].map(([n, k, balance, seed]) => {
      const points = Array.from({ length: n }, (_, i) => [i, i * i % 7]);
      const run = machine.newRun(machine.prepare(points), seed, k, balance);
      return [1, 2, 3].map(() => { run.draw(); return run.labels; }); });"""
    found = run(browser, body, cases)
    for (n, k, balance, seed), partitions in zip(cases, found, strict=True):
        twin = NullMachine([[i, i * i % 7] for i in range(n)], k, balance, seed=seed, drawn={k: 3})
        assert twin.partitions().tolist() == partitions
        for labels in partitions:
            assert tuple(np.bincount(labels)) == twin.sizes
    assert len({str(partitions) for partitions in found}) == len(cases)


# ---- the arithmetic


def partitions(n_cases):
    """Random partitions of points on ever coarser grids, in clusters of every size, single points among them."""
    rng = np.random.default_rng(2022)
    cases = []
    while len(cases) < n_cases:
        n = int(rng.integers(10, 61 if len(cases) % 4 == 0 else 25))
        step = int(rng.choice([1, 100, 250, 500]))
        points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
        k = int(rng.integers(2, min(13, n)))
        labels = np.unique(rng.integers(0, k, size=n), return_inverse=True)[1]
        k = labels.max() + 1
        if 2 <= k < n:
            sizes = np.bincount(labels)
            cases.append((points.tolist(), labels.tolist(), sizes.tolist()))
    return cases


@pytest.mark.breadth
def test_every_criterion_equals_python(browser):
    cases = partitions(400)
    body = "return given[0].map(([points, ...rest]) => machine.judge(machine.prepare(points), ...rest));"
    n_tied = 0
    for (points, labels, _), found in zip(cases, run(browser, body, cases), strict=True):
        assert found.pop("aucc_score") == at.aucc_score(points, labels)
        n_tied += at.concordance(points, labels).s_zero > 0
        assert tuple(found) == BESIDE
        for name, value in found.items():
            expected = CRITERIA[name].function(np.array(points, dtype=float), labels)
            assert value == pytest.approx(expected, rel=1e-11, abs=1e-12), name
    assert n_tied > 300


def test_what_is_not_defined_is_no_number(browser):
    on_a_line = [[5, i] for i in range(10)]
    two_places = [[0, 0]] * 5 + [[3, 4]] * 5
    halves = [0] * 5 + [1] * 5
    body = "return given[0].map(([points, ...rest]) => machine.judge(machine.prepare(points), ...rest));"
    line, places = run(browser, body, [(on_a_line, halves, [5, 5]), (two_places, halves, [5, 5])])
    assert [name for name, value in line.items() if math.isnan(value)] == ["ratkowsky_lance_score"]
    assert [name for name, value in places.items() if math.isnan(value)] == ["calinski_harabasz_score", "pbm_score"]
    for name, points in [("ratkowsky_lance_score", on_a_line), ("pbm_score", two_places)]:
        with pytest.raises(ValueError, match="not defined"):
            CRITERIA[name].function(np.array(points, dtype=float), halves)
    assert places["silhouette_score"] == 1


def test_null_variance_is_exact_to_the_last_bit(browser):
    cases = [(points, sizes) for points, _, sizes in partitions(400) if len({tuple(p) for p in points}) > 1]
    body = "return given[0].map(([points, sizes]) => machine.nullVariance(machine.prepare(points), sizes));"
    for (points, sizes), variance in zip(cases, run(browser, body, cases), strict=True):
        null = at.PairRanking(points).null(sizes)
        assert null.mean == 0.5
        assert variance == null.variance


def test_just_above_the_middle_is_rounded_up(browser):
    # 2^53 + 1 lies between two doubles, and goes to the even one below; a trifle more goes up.
    body = "return given[0].map(([a, b]) => machine.nearestDouble(BigInt(a), BigInt(b)));"
    middle = 2**53 + 1
    fractions = [(middle, 1), (middle * 2**40 + 1, 2**40), (1, 3), (2**70 + 1, 7**40)]
    found = run(browser, body, [[str(part) for part in fraction] for fraction in fractions])
    assert found == [float(Fraction(*fraction)) for fraction in fractions] == [2**53, 2**53 + 2, 1 / 3, found[3]]


def test_the_null_moments_are_those_of_the_draws(browser):
    """Mean and deviation of many draws, ties and all, lie where the exact moments say."""
    grid = next(
        preset["points"] for preset in NullMachine(drawn={2: 100}).presets if preset["name"] == "A grid of ties"
    )
    body = """const run = machine.newRun(machine.prepare(given[0]), 7, 3, 'sixty percent');
      for (let i = 0; i < given[1]; i++) run.draw();
      return [run.tallies.aucc_score.mean, machine.deviationOf(run.tallies.aucc_score), run.auccs];"""
    mean, deviation, auccs = run(browser, body, grid, 4000)
    exact = math.sqrt(at.PairRanking(grid).null([29, 10, 10]).variance)
    assert abs(mean - 0.5) < 4 * exact / math.sqrt(4000)
    assert deviation == pytest.approx(exact, rel=0.06)
    assert mean == pytest.approx(np.mean(auccs), abs=1e-13)
    assert deviation == pytest.approx(np.std(auccs, ddof=1), rel=1e-11)


def test_the_tally_leaves_out_what_is_no_number(browser):
    body = """const found = machine.newTally(); for (const value of [1, NaN, 4, 4.5]) machine.tally(found, value);
      return [found.count, found.mean, machine.deviationOf(found)];"""
    assert run(browser, body) == pytest.approx([3, np.mean([1, 4, 4.5]), np.std([1, 4, 4.5], ddof=1)])


def test_criteria_have_their_names(browser):
    found = run(browser, "return machine.CRITERIA;")
    assert tuple(found) == BESIDE
    for name, of_script in found.items():
        assert of_script["title"].lower() == CRITERIA[name].title.lower()
        assert of_script.get("lowerIsBetter", False) != CRITERIA[name].higher_is_better


# ---- the state


def test_starts_with_three_blobs():
    machine = NullMachine()
    assert (machine.k, machine.balance, machine.criterion, machine.seed) == (2, "even", "silhouette_score", 1)
    assert (machine.sizes, machine.drawn, machine.judged, machine.view) == ((30, 30), {}, 0, "deal")
    assert machine.labels == (0,) * 20 + (1,) * 20 + (2,) * 20
    draw(machine, 100)
    assert machine.partitions().shape == (100, 60)
    expected = at.criteria.CriteriaScorer(np.array(machine.points, float)).score_many(machine.partitions())
    for name, scores in machine.scores().items():
        assert np.array_equal(scores, expected[name])


def test_more_draws_go_on_where_fewer_ended():
    few, many = NullMachine(drawn={2: 5}), NullMachine(drawn={2: 9})
    draw(few, 4)
    assert few.drawn == many.drawn
    assert np.array_equal(few.partitions(), many.partitions())
    assert np.array_equal(NullMachine(drawn={2: 3}).partitions(), many.partitions()[:3])
    assert not np.array_equal(NullMachine(seed=2, drawn={2: 9}).partitions(), many.partitions())
    assert many.partitions(5).shape == (0, 60)
    assert many.scores(5)["aucc_score"].shape == (0,)


def test_takes_arrays_and_keys_of_text():
    points = np.array([[i, (i * i) % 11] for i in range(12)])
    machine = NullMachine(points, k=np.int64(3), seed=np.int8(4), drawn={})
    machine.set_state({"drawn": {"4": 2, "3": 7, "5": 0}})
    assert machine.drawn == {3: 7, 4: 2}
    assert list(machine.drawn) == [3, 4]
    assert machine.page_state()["points"][1] == [1, 1]


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("points", [[0, i] for i in range(9)], "10 to 60 points. Got 9"),
        ("points", [[0, i] for i in range(61)], "10 to 60 points. Got 61"),
        ("points", [[0, 0.5]] * 10, "whole numbers"),
        ("points", [[0, 1001]] * 10, r"on the grid, x and y from 0 to 1000. Got \(0, 1001\)"),
        ("points", [[3, 4]] * 10, r"points must not all be at one place. Got 10 at \(3, 4\)"),
        ("points", [[0, i] for i in range(10)], "one label for each point. Got 10 points and 60 labels.*use place"),
        ("labels", [0] * 59, "one label for each point. Got 60 points and 59 labels"),
        ("labels", [6] * 60, "labels must be whole numbers from 0 to 5"),
        ("judged", 1000, "judged must be a whole number from 0 to 999. Got 1000"),
        ("judged", -1, "from 0 to 999"),
        ("view", "all", "view must be one of 'deal', 'judge', 'every k'. Got 'all'"),
        ("k", 1, "k must be a whole number from 2 to 12. Got 1"),
        ("k", 13, "from 2 to 12"),
        ("k", 2.0, "from 2 to 12"),
        ("k", True, "from 2 to 12"),
        ("balance", "odd", "balance must be one of 'even', 'ten percent', 'sixty percent'. Got 'odd'"),
        ("balance", None, "balance must be one of"),
        ("criterion", "aucc_score", "criterion must be one of 'point_biserial_score'.*Got 'aucc_score'"),
        ("criterion", 3, "criterion must be one of"),
        ("seed", -1, "seed must be a whole number from 0 to 4294967295. Got -1"),
        ("seed", 2**32, "from 0 to 4294967295"),
        ("seed", "1", "from 0 to 4294967295"),
        ("drawn", {2: 2001}, "counts from 0 to 2000"),
        ("drawn", {1: 5}, "numbers of clusters from 2 on"),
        ("drawn", {2: -1}, "counts from 0 to 2000"),
        ("drawn", {2: 1.5}, "counts from 0 to 2000"),
        ("drawn", {"two": 1}, "numbers of clusters from 2 on"),
        ("drawn", [5], "drawn must map numbers of clusters"),
        ("drawn", {13: 1}, "drawn must not exceed 12 clusters"),
    ],
)
def test_refuses(name, value, says):
    machine = NullMachine(drawn={2: 3, 12: 1})
    before = machine.page_state()
    with pytest.raises(ValueError, match=says):
        setattr(machine, name, value)
    with pytest.raises(traitlets.TraitError):
        machine.set_state({name: value})
    assert machine.page_state() == before


def test_refuses_to_start_wrongly():
    with pytest.raises(ValueError, match=r"k must not exceed 5 clusters.*10 points and balance 'sixty percent'. Got 6"):
        NullMachine([[0, i] for i in range(10)], k=6, balance="sixty percent")
    with pytest.raises(ValueError, match="drawn must map"):
        NullMachine(drawn={2: MOST_DRAWN + 1})
    machine = NullMachine(drawn={2: 100})
    before = machine.page_state()
    with pytest.raises(ValueError, match=r"place takes balance, .* k, labels, points, .* Got 'classes'"):
        machine.place(classes=[1])
    with pytest.raises(ValueError, match="k must not exceed 9"):
        machine.place(points=[[0, i] for i in range(10)], k=10)
    with pytest.raises(ValueError, match="counts from 0 to 2000"):
        draw(machine, 1901)
    assert machine.page_state() == before
    machine.place(points=[[0, i] for i in range(10)], k=9)
    assert (machine.sizes, machine.drawn) == ((2, *[1] * 8), {})


def test_a_criterion_may_be_undefined():
    machine = NullMachine([[5, i] for i in range(10)], criterion="ratkowsky_lance_score", drawn={2: 4})
    assert np.isnan(machine.scores()["ratkowsky_lance_score"]).all()


def test_presets_show_what_they_say():
    presets = {preset["name"]: preset for preset in NullMachine(drawn={2: 100}).presets}
    distances = {
        name: [math.dist(*pair) for pair in itertools.combinations(preset["points"], 2)]
        for name, preset in presets.items()
    }
    grid, places = distances["A grid of ties"], distances["Ten places"]
    assert len(presets["A grid of ties"]["points"]) == 49
    assert (len(grid), len(set(grid)) < 30) == (1176, True)
    assert places.count(0) == 150
    blobs = presets["Three blobs"]["points"]
    assert at.aucc_score(blobs, np.repeat([0, 1, 2], 20)) > 0.99
    assert len(presets["No clusters"]["points"]) == 60
    assert at.aucc_score(presets["Two far blobs"]["points"], np.repeat([0, 1], 15)) == 1
    overlapping = presets["Overlapping classes"]
    assert f"{at.aucc_score(overlapping['points'], overlapping['labels']):.4f}" in NullMachine.tasks[2].question
    assert NullMachine(presets["No clusters"]["points"]).labels == tuple(presets["No clusters"]["labels"])
    for preset in presets.values():
        machine = NullMachine(preset["points"], k=12)
        assert machine.labels == tuple(preset["labels"])
    assert NullMachine([[i, i * i % 7] for i in range(11)]).labels == tuple(
        NullMachine([[i, i] for i in range(11)], labels=[0] * 6 + [1] * 5).blind_labels
    )


# ---- a partition among the dealt ones


def labelled(n_cases):
    """Random points with few distances and labels of all kinds, those that cannot be judged among them."""
    rng = np.random.default_rng(3)
    for _ in range(n_cases):
        n = int(rng.integers(10, 40))
        points = rng.integers(0, rng.choice([3, 1001]), size=(n, 2)).tolist()
        labels = rng.choice([0, 1, 3, 5], size=n, p=rng.dirichlet([1, 1, 1, 1])).tolist()
        if len({tuple(point) for point in points}) > 1:
            yield points, labels, int(rng.integers(0, 2**32)), int(rng.choice([0, 1, 5, 200]))


def test_a_partition_is_judged_as_in_python(browser):
    cases = list(labelled(150))
    body = """return given[0].map(([points, labels, seed, count]) => {
      const data = machine.prepare(points);
      const found = machine.verdictOn(data, labels, seed, count);
      return { ...found, blind: found.exists ? machine.blindLabels(labels, seed) : null }; });"""
    n_judged = 0
    for (points, labels, seed, count), found in zip(cases, run(browser, body, cases), strict=True):
        machine = NullMachine(points, labels=labels, seed=seed, judged=count)
        sizes = sorted(map(labels.count, set(labels)), reverse=True)
        if not found["exists"]:
            assert not 2 <= len(sizes) < len(points)
            with pytest.raises(ValueError, match="labels must have 2 to n - 1 clusters"):
                machine.verdict  # noqa: B018
            continue
        assert found["auccs"] == machine.judged_scores.tolist()
        assert found["aucc"] == at.aucc_score(points, labels)
        # The deals have the sizes of the labels: their AUCC are among those that any order of the labels has.
        null = at.PairRanking(points).null(sizes)
        assert found["deviation"] == math.sqrt(null.variance)
        assert tuple(found["blind"]) == machine.blind_labels
        assert sorted(map(found["blind"].count, set(found["blind"])), reverse=True) == sizes
        if not count:
            assert math.isnan(found["p"])
            with pytest.raises(ValueError, match="judged must be 1 or more"):
                machine.verdict  # noqa: B018
            continue
        verdict = machine.verdict
        n_judged += 1
        assert found["p"] == verdict.pvalue == (1 + sum(a >= found["aucc"] for a in found["auccs"])) / (1 + count)
        assert verdict.zscore == pytest.approx(found["z"], nan_ok=True)
        result = at.aucc_test(points, labels, n_resamples=1, rng=0)
        assert (verdict.statistic, verdict.null_mean) == (result.statistic, result.null_mean)
        assert verdict.null_std == pytest.approx(result.null_std)
        assert verdict.zscore == pytest.approx(result.zscore, nan_ok=True)
    assert n_judged > 60


def test_p_is_near_that_of_aucc_test():
    """Another thousand deals, by another generator: the same share, but for its error."""
    machine = NullMachine([[i * i % 23, i * 7 % 31] for i in range(30)], labels=[i % 7 // 4 for i in range(30)])
    machine.judged = 999
    p = at.aucc_test(machine.points, machine.labels, rng=5).pvalue
    assert 0.02 < p < 0.98
    assert abs(machine.verdict.pvalue - p) < 4 * math.sqrt(p * (1 - p) / 999)


def test_p_of_blind_labels_is_as_likely_anywhere():
    machine = NullMachine(NullMachine().presets[1]["points"], judged=99)
    ps = []
    for seed in range(200):
        machine.seed = seed
        machine.labels = machine.blind_labels
        ps.append(machine.verdict.pvalue)
    counts, _ = np.histogram(ps, bins=5, range=(0, 1))
    assert chisquare(counts).pvalue > 0.001


def test_all_orders_alike_have_no_z():
    """Nine points here and one there: wherever the single label lies, the row sums are what counts."""
    machine = NullMachine([[0, 0]] * 5 + [[9, 9]] * 5, labels=[0] * 9 + [1], judged=20, view="judge")
    assert (machine.verdict.null_std, machine.verdict.pvalue) == (0, 1)
    assert math.isnan(machine.verdict.zscore)
    assert "z \N{EN DASH};" in machine.words()


def test_shape_is_that_of_scipy(browser):
    rng = np.random.default_rng(4)
    cases = [rng.exponential(size=n).tolist() for n in (3, 10, 400)] + [[0.1] * 7, [0.1, 0.2]]
    found = run(
        browser,
        "return given[0].map((values) => { const { mean, lean } = machine.shapeOf(values); return [mean, lean]; });",
        cases,
    )
    for values, (mean, lean) in zip(cases, found, strict=True):
        assert mean == pytest.approx(np.mean(values))
        assert math.isnan(lean) if len(set(values)) == 1 else lean == pytest.approx(skew(values), abs=1e-12)


def test_classes_are_those_of_the_preset_that_points_are_from(browser):
    presets = NullMachine().presets
    moved = [[5, 5], *presets[4]["points"][1:]]
    nowhere = [[1, i] for i in range(30)]
    body = "return given[0].map((points) => machine.classesOf(points, given[1]));"
    assert run(browser, body, [moved, nowhere], presets) == [presets[4]["labels"], None]


# ---- on a page


def test_buttons_draw(bare_page, open_page, machine_on):
    twin = NullMachine(drawn={2: 100})
    page = open_page(bare_page(twin))
    machine = machine_on(page)
    machine.check_numbers(twin)
    machine.open_more()
    machine.press("Draw one")
    draw(twin)
    machine.check_numbers(twin)
    assert machine.status().startswith("101 drawn with 2 clusters (2 \N{MULTIPLICATION SIGN} 30): mean AUCC 0.49")
    machine.press("Draw ten")
    draw(twin, 10)
    machine.check_numbers(twin)
    machine.press("New seed")
    twin.place(seed=2)
    machine.check_numbers(twin)
    assert machine.status() == "Nothing drawn yet."
    machine.press("Draw ten")
    draw(twin, 10)
    machine.check_numbers(twin)
    page.watched.check()


def test_every_choice(page_of, open_page, machine_on):
    """Points, sizes, k, labels and criterion by their controls: the numbers stay those of Python."""
    twin = NullMachine(drawn={2: 100}, judged=50)
    machine = machine_on(open_page(page_of(twin)))
    machine.open_more()
    for i, preset in enumerate(twin.presets):
        machine.points_.select_option(label=preset["name"])
        twin.place(points=preset["points"])
        assert machine.status().startswith(preset["note"])
        balance = list(BALANCES)[(i + 1) % 3]
        machine.sizes_.select_option(value=balance)
        twin.place(balance=balance)
        machine.check_numbers(twin)
        twin.k = 2 + 3 * (i % 4)
        machine.slider.fill(str(twin.k))
        machine.press("Draw ten")
        draw(twin, 10)
        machine.check_numbers(twin)
        machine.show("judge")
        twin.view = "judge"
        machine.check_numbers(twin)
        machine.labels_.select_option(value="blind")
        twin.labels = twin.blind_labels
        machine.check_numbers(twin)
        machine.show("every k")
        twin.view = "every k"
        for criterion in BESIDE:
            machine.criteria.select_option(value=criterion)
            twin.criterion = criterion
            machine.check_numbers(twin)
        machine.show("deal")
        twin.view = "deal"
    machine.page.watched.check()


def test_every_k(page_of, open_page, machine_on):
    twin = NullMachine(drawn={3: 120}, view="every k")
    machine = machine_on(open_page(page_of(twin)))
    machine.check_numbers(twin)
    assert machine.status().startswith("Means at 1 k: AUCC 0.")
    machine.press("Draw 100 for every k")
    machine.page.wait_for_function(
        "document.querySelector('.demo-live .demo-status').textContent.startsWith('Means at 11 k')"
    )
    twin.drawn = dict.fromkeys(range(2, 13), 100) | {3: 120}
    machine.check_numbers(twin)
    machine.page.watched.check()


def test_judges_what_the_reader_makes(page_of, open_page, machine_on):
    """A press changes a point's cluster, a drag moves it: deals of the new sizes, among the same number."""
    twin = NullMachine(view="judge")
    page = open_page(page_of(twin))
    machine = machine_on(page)
    assert machine.texts()["p"] == "\N{EN DASH}"
    machine.check_numbers(twin)
    assert machine.status() == "AUCC 0.9997, z 36.1357. Nothing drawn yet."
    page.clock.install()
    machine.press("Run")
    machine.wait_until_still()
    twin.judged = 999
    machine.check_numbers(twin)
    assert machine.status() == "Done. AUCC 0.9997, z 36.1357; 0 of 999 random labellings reach it: p 0.0010."
    machine.press("Run")
    assert machine.status() == "999 are drawn, which is the most there can be."

    def drag(i, dx, dy):
        box = machine.marks.nth(i).locator(".demo-marker").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + dx, y + dy, steps=4)
        page.mouse.up()

    def read():
        """Take over from the page what pointer and keys did."""
        names = machine.marks.evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")
        found = [re.fullmatch(r"\w+, cluster (\d), at (\d+), (\d+)", name) for name in names]
        twin.place(points=[(int(m[2]), int(m[3])) for m in found], labels=[int(m[1]) for m in found])

    before = twin.points
    outer = min(range(20), key=lambda i: twin.points[i][0])  # has no other point near it
    drag(outer, 60, 90)
    read()
    assert [i for i, point in enumerate(twin.points) if point != before[i]] == [outer]
    assert machine.status().startswith("Point ")
    shown = machine.check_numbers(twin)
    assert machine.box.locator("select").nth(1).input_value() == "classes"
    drag(outer, 0, 0)
    read()
    assert twin.labels == tuple(1 if i == outer else i // 20 for i in range(60))
    assert machine.check_numbers(twin)["aucc"] != shown["aucc"]
    assert machine.labels_.input_value() == "own"
    for i in (25, 45, 50):
        machine.marks.nth(i).press("Enter")
    machine.marks.nth(3).focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("n")
    page.keyboard.press("Space")
    read()
    assert twin.labels[4] == 1
    machine.check_numbers(twin)
    machine.labels_.select_option(value="classes")
    twin.labels = twin.presets[0]["labels"]
    machine.check_numbers(twin)
    machine.labels_.select_option(value="blind")
    twin.labels = twin.blind_labels
    machine.check_numbers(twin)
    machine.press("New seed")
    twin.place(seed=2)
    twin.labels = twin.blind_labels
    machine.check_numbers(twin)
    assert machine.labels_.input_value() == "blind"
    page.watched.check()


def test_the_strip_collects_p_values_of_blind_labels(page_of, open_page, machine_on):
    noise = NullMachine().presets[1]
    start = NullMachine(noise["points"], labels=noise["labels"], view="judge", judged=MOST_JUDGED)
    machine = machine_on(open_page(page_of(start)))
    strip = machine.box.locator(".demo-null-strip")
    expected = []
    for seed in range(1, 4):
        blind = NullMachine(noise["points"], labels=noise["labels"], seed=seed).blind_labels
        same = NullMachine(noise["points"], labels=blind, seed=seed, since=1, judged=MOST_JUDGED)
        expected.append(same.verdict.pvalue)
        assert same.numbers(same.state())["n_collected"] == seed
        small = sum(p <= 0.05 for p in expected)
        name = strip.get_attribute("aria-label")
        assert name.startswith(
            f"{seed} p-value{'s' if seed > 1 else ''} of random labels, {small} of them 0.05 or less: "
        )
        assert [float(p) for p in name.split(": ")[1].split(", ")] == pytest.approx(expected, abs=1e-9)
        # Noise has no classes, and the list does not say so.
        shown = machine.labels_.evaluate("node => node.selectedOptions[0].textContent")
        assert shown == "random labels"
        assert machine.labels_.get_by_text("the classes").count() == 0
        machine.press("New seed")
    machine.box.locator(".demo-scatter .demo-point").first.press("Enter")
    assert strip.get_attribute("aria-label") == "p-values of random labels: none yet"
    machine.page.watched.check()


def test_the_strip_holds_twenty(browser):
    labels = tuple(NullMachine().presets[1]["labels"])
    for seed, since in ((1, 1), (20, 1), (33, 1), (33, 30), (33, 33), (33, 34)):
        blind, held = _blind_labels(labels, seed), max(1, min(20, seed - since + 1))
        points = NullMachine().presets[1]["points"]
        machine = NullMachine(points, labels=blind, seed=seed, since=since, judged=MOST_JUDGED)
        assert machine.numbers(machine.state())["n_collected"] == held
        assert machine.numbers(machine.state() | {"judged": MOST_JUDGED - 1})["n_collected"] == 0
        found = run(browser, "return machine.default.numbers(given[0]).n_collected;", machine.state())
        assert found == held
    assert NullMachine(seed=7).since == 7
    machine.place(seed=40)
    assert machine.since == 40


def test_a_seed_without_its_run_is_not_in_the_strip(page_of, open_page, machine_on):
    """Nineteen new seeds and one run are one p-value; so are seeds of other points."""
    noise = NullMachine().presets[1]
    start = NullMachine(noise["points"], labels=noise["labels"], view="judge")
    machine = machine_on(open_page(page_of(start)))
    strip = machine.box.locator(".demo-null-strip")
    held = lambda: strip.get_attribute("aria-label").split(" of ")[0]  # noqa: E731
    for _ in range(19):
        machine.press("New seed")
    machine.press("Run")
    machine.box.get_by_role("button", name="Run").first.wait_for()
    machine.page.wait_for_function(
        "text => document.body.innerText.includes(text)", arg="of 999 random labellings reach it"
    )
    assert held() == "1 p-value"
    machine.press("New seed")
    assert held() == "2 p-values"
    # A run that was not made ends the row, and what was before it does not come back.
    machine.press("Undo")
    machine.press("Undo")
    assert held().startswith("p-values")
    machine.press("Redo")
    assert held() == "1 p-value"
    machine.press("New seed")
    machine.box.locator(".demo-scatter .demo-point").first.press("ArrowUp")
    assert held() == "1 p-value"
    machine.labels_.select_option(value="blind")
    assert held() == "1 p-value"
    machine.page.watched.check()


def test_one_cluster_cannot_be_judged(page_of, open_page, machine_on):
    twin = NullMachine(labels=[0] * 60, view="judge", judged=30)
    page = open_page(page_of(twin))
    machine = machine_on(page)
    words = "AUCC needs pairs within clusters and pairs between them."
    assert machine.status() == words
    assert [machine.texts()[key] for key in ("p", "aucc", "z", "judgedLean")] == ["\N{EN DASH}"] * 4
    machine.press("Run")
    assert machine.box.get_by_role("button", name="Stop").count() == 0
    machine.labels_.select_option(value="blind")
    assert machine.status() == words
    machine.marks.nth(0).press("Enter")
    twin.labels = [1] + [0] * 59
    machine.check_numbers(twin)
    page.watched.check()


def test_no_two_points_left_apart(page_of, open_page, machine_on):
    page = open_page(page_of(NullMachine([[500, 500]] * 9 + [[510, 500]], labels=[0] * 5 + [1] * 5, view="judge")))
    machine = machine_on(page)
    machine.marks.nth(9).press("ArrowLeft")
    assert machine.status() == "The points cannot all lie in one place."
    machine.marks.nth(9).press("ArrowRight")
    assert machine.status().startswith("Point j is at 520, 500.")
    page.watched.check()


def test_undo_goes_through_the_views(page_of, open_page, machine_on):
    twin = NullMachine(drawn={2: 100}, judged=60)
    machine = machine_on(open_page(page_of(twin)))
    machine.show("judge")
    machine.marks.nth(0).press("Enter")
    machine.show("every k")
    changed = NullMachine(drawn={2: 100}, judged=60, labels=[1, *twin.labels[1:]], view="every k")
    machine.check_numbers(changed)
    for view, labels in (("judge", changed.labels), ("judge", twin.labels), ("deal", twin.labels)):
        machine.press("Undo")
        changed.view, changed.labels = view, labels
        machine.check_numbers(changed)
    machine.press("Redo")
    changed.view = "judge"
    machine.check_numbers(changed)


def test_tabs_follow_the_pattern(page_of, open_page, machine_on):
    page = open_page(page_of(NullMachine(drawn={2: 100})))
    machine = machine_on(page)
    tabs = machine.box.get_by_role("tablist", name="Views").get_by_role("tab")
    assert tabs.all_inner_texts() == ["Draw", "Judge", "Every k"]

    def now():
        """Return the names of the tab that is selected, that has the keyboard, that Tab reaches, and of the panel."""
        panel = machine.box.get_by_role("tabpanel")
        assert panel.count() == 1
        return (
            machine.box.get_by_role("tab", selected=True).inner_text(),
            page.evaluate("document.activeElement.textContent"),
            machine.box.locator("[role=tab][tabindex='0']").inner_text(),
            panel.get_attribute("aria-label"),
        )

    tabs.nth(0).focus()
    for key, name in [
        ("ArrowRight", "Judge"),
        ("ArrowRight", "Every k"),
        ("ArrowRight", "Draw"),
        ("ArrowLeft", "Every k"),
        ("Home", "Draw"),
        ("End", "Every k"),
    ]:
        page.keyboard.press(key)
        assert now() == (name,) * 4
    page.watched.check()


def test_runs_and_stops(page_of, open_page, machine_on):
    twin = NullMachine(drawn={2: 1700, 5: 30})
    page = open_page(page_of(twin))
    page.clock.install()  # time goes on, and faster where it is told to
    machine = machine_on(page)
    page.wait_for_function("document.querySelector('.demo-live [data-value=drawn]').textContent === '1700'")
    machine.open_more()
    machine.check_numbers(twin)
    machine.press("Run")
    machine.wait_until_still()  # by itself
    assert machine.n_drawn() == MOST_DRAWN
    draw(twin, 300)
    machine.check_numbers(twin)
    assert machine.status().startswith("Done. 2000 drawn")
    machine.press("Run")
    machine.press("Draw one")
    assert machine.status() == "2000 are drawn, which is the most there can be."
    # The other k was drawn too, and goes on while it runs. A change of k does not stop the machine.
    machine.slider.fill("5")
    twin.k = 5
    machine.check_numbers(twin)
    machine.press("Run")
    page.clock.run_for(300)
    machine.slider.fill("4")
    page.clock.run_for(300)
    machine.press("Stop")
    assert machine.status().startswith("Stopped. ")
    twin.k, after = 4, machine.n_drawn()
    assert 0 < after < MOST_DRAWN
    draw(twin, after)
    machine.check_numbers(twin)
    machine.slider.fill("5")
    twin.k, after = 5, machine.n_drawn()
    assert 30 < after < MOST_DRAWN
    draw(twin, after - 30)
    machine.check_numbers(twin)
    page.clock.run_for(1000)
    assert machine.n_drawn() == after
    machine.press("Run")
    machine.press("New seed")  # stops it
    machine.wait_until_still()
    page.clock.run_for(1000)
    twin.place(seed=2)
    machine.check_numbers(twin)
    machine.press("Run")
    machine.points_.select_option(label="A grid of ties")
    machine.wait_until_still()
    twin.place(points=twin.presets[2]["points"])
    machine.check_numbers(twin)
    assert machine.status().startswith(twin.presets[2]["note"])
    machine.press("Run")
    machine.press("Draw ten")  # stops it, and adds ten
    machine.wait_until_still()
    assert machine.n_drawn() >= 10
    draw(twin, machine.n_drawn())
    machine.check_numbers(twin)
    # So does another view, which has a run of its own.
    machine.press("Run")
    page.clock.run_for(300)
    machine.show("judge")
    machine.wait_until_still()
    machine.press("Run")
    page.clock.run_for(200)
    machine.press("Stop")
    twin.view, twin.judged = "judge", machine.n_judged()
    assert 0 < twin.judged < MOST_JUDGED
    machine.check_numbers(twin)
    machine.show("deal")
    twin.view, twin.drawn = "deal", {twin.k: machine.n_drawn()}
    machine.check_numbers(twin)
    page.watched.check()


def test_stops_out_of_sight(page_of, open_page, machine_on):
    page = open_page(page_of(NullMachine(drawn={2: 100})))
    page.add_style_tag(content="body { padding-bottom: 4000px }")
    machine = machine_on(page)
    machine.press("Run")
    page.evaluate("window.scrollTo(0, 4000)")
    machine.wait_until_still()
    assert machine.n_drawn() < MOST_DRAWN
    assert machine.status().startswith("Stopped: out of sight. ")


def test_less_motion(page_of, open_page, machine_on):
    """Who asked for less motion sees no frame between start and stop."""
    page = open_page(page_of(NullMachine(drawn={2: 100})), reduced_motion="reduce")
    page.clock.install()
    machine = machine_on(page)
    before = machine.texts(), machine.pictures()
    machine.press("Run")
    page.clock.run_for(1000)
    assert (machine.texts(), machine.pictures()) == before
    machine.press("Stop")
    twin = NullMachine(drawn={2: machine.n_drawn()})
    assert twin.drawn[2] > 105
    machine.check_numbers(twin)


def test_little_is_said_while_it_runs(page_of, open_page, machine_on):
    page = open_page(page_of(NullMachine(drawn={})))
    page.clock.install()
    machine = machine_on(page)
    watch = """node => { window.said = []; new MutationObserver(() => said.push([performance.now(), node.textContent]))
        .observe(node, { childList: true, characterData: true, subtree: true }); }"""
    machine.box.locator(".demo-status").evaluate(watch)
    flickers = """node => { window.flickers = 0; new MutationObserver(() => flickers++)
        .observe(node, { attributes: true, subtree: true }); }"""
    machine.box.locator(".demo-dealt").evaluate(flickers)
    start = page.evaluate("performance.now()")
    machine.press("Run")
    page.clock.run_for(3500)
    lasted = page.evaluate("performance.now()") - start
    running = machine.box.get_by_role("button", name="Stop", exact=True).count()
    said, n_flickers = page.evaluate("said"), page.evaluate("flickers")
    assert said[0][1] == "Running."
    assert len(said) <= 3
    assert n_flickers <= lasted / 400 + 2  # fewer than three in a second: nothing flashes
    if running:
        machine.press("Stop")
    assert machine.n_drawn() > 20


def axis(picture, along):
    """Map a place to a value, by the texts of the axis."""
    other = "y" if along == "x" else "x"
    texts = picture.locator(".demo-axis").evaluate_all(
        "nodes => nodes.map(n => [n.textContent, n.getAttribute('x'), n.getAttribute('y')])"
    )
    found = [(number(text), float(x), float(y)) for text, x, y in texts if re.fullmatch(r"\N{MINUS SIGN}?0\.\d+", text)]
    assert len(found) >= 2
    values, xs, ys = map(np.array, zip(*found, strict=True))
    assert np.ptp({"x": xs, "y": ys}[other]) == 0
    slope, intercept = np.polyfit({"x": xs, "y": ys - 4}[along], values, 1)
    return lambda place: slope * place + intercept


def coordinates(node):
    return [float(text) for text in re.findall(r"-?\d+(?:\.\d+)?(?:e-\d+)?", node.get_attribute("d"))]


def check_histogram(picture, auccs, deviation):
    """Bars are the counts of the scores, the curve the normal density on their scale."""
    value = axis(picture, "x")
    bars = np.array(coordinates(picture.locator(".demo-null-bars"))).reshape(-1, 5)
    left, bottom, height, right, _ = bars.T
    assert set(bottom) == {156}
    quarter = np.round((value(left) - 0.5) / (deviation / 4)).astype(int)
    counts = dict(zip(*np.unique(np.floor((auccs - 0.5) / (deviation / 4)), return_counts=True), strict=True))
    assert set(counts) == set(quarter)
    inside = slice(1, -1)  # at an end a bar may be cut by the frame
    assert np.allclose((value(right) - value(left))[inside], deviation / 4, atol=1e-6)
    per_count = (156 - height) / [counts[i] for i in quarter]
    assert np.allclose(per_count, per_count[0])
    x, y = np.array(coordinates(picture.locator(".demo-null-curve"))).reshape(-1, 2).T
    expected = len(auccs) * deviation / 4 * norm.pdf(value(x), 0.5, deviation)
    assert np.allclose((156 - y) / per_count[0], expected, atol=1e-3 * len(auccs))


def test_histograms_show_the_numbers(page_of, open_page, machine_on):
    twin = NullMachine(k=3, drawn={3: 300}, judged=400, labels=[0] * 29 + [1] * 31)
    machine = machine_on(open_page(page_of(twin)))
    picture = machine.box.locator(".demo-null-histogram:visible")
    check_histogram(picture, twin.scores()["aucc_score"], math.sqrt(twin.null.variance))
    assert not picture.locator(".demo-null-seen").get_attribute("d")
    machine.show("judge")
    verdict = twin.verdict
    check_histogram(picture, twin.judged_scores, verdict.null_std)
    (x, *_) = coordinates(picture.locator(".demo-null-seen"))
    assert axis(picture, "x")(x) == pytest.approx(verdict.statistic, abs=1e-6)
    assert picture.get_attribute("aria-label").endswith(f"this partition at {verdict.statistic:.4f}")


def test_it_is_busy_until_it_has_drawn_what_its_state_asks_for(page_of, open_page, machine_on):
    machine = machine_on(open_page(page_of(NullMachine(k=3, drawn={3: MOST_DRAWN}))))  # waits while it is busy
    assert machine.n_drawn() == MOST_DRAWN


def test_charts_by_k_show_the_numbers(page_of, open_page, machine_on):
    twin = NullMachine(k=3, drawn={2: 60, 3: 90, 9: 50}, view="every k")
    machine = machine_on(open_page(page_of(twin)))
    for i, name in enumerate(("aucc_score", "silhouette_score")):
        picture = machine.box.locator(".demo-null-drift").nth(i)
        value = axis(picture, "y")
        dots = picture.locator("circle").evaluate_all("nodes => nodes.map(n => Number(n.getAttribute('cy')))")
        ends = np.array(coordinates(picture.locator(".demo-null-line"))).reshape(-1, 2)[:, 1].reshape(-1, 2)
        for k, dot, (low, high) in zip(twin.drawn, dots, ends, strict=True):
            scores = twin.scores(k)[name]
            assert value(dot) == pytest.approx(scores.mean(), abs=1e-6)
            assert value(low) == pytest.approx(scores.mean() - scores.std(ddof=1), abs=1e-6)
            assert value(high) == pytest.approx(scores.mean() + scores.std(ddof=1), abs=1e-6)
    picture = machine.box.locator(".demo-null-drift").first
    edge = np.array(coordinates(picture.locator(".demo-null-band"))).reshape(-1, 2)[:, 1]
    value = axis(picture, "y")
    for k, upper, lower in zip(range(2, 13), edge[:11], edge[:10:-1], strict=True):
        deviation = math.sqrt(at.PairRanking(twin.points).null(at.partitions.size_profile(60, k)).variance)
        assert value(np.array([lower, upper])) == pytest.approx([0.5 - deviation, 0.5 + deviation], abs=1e-6)


def test_two_machines_stay_apart(page_of, open_page, machine_on):
    other = NullMachine(NullMachine().presets[2]["points"], 4, "sixty percent", "pbm_score", 9, {4: 12})
    page = open_page(page_of(NullMachine(drawn={2: 100}), other), height=1800)
    first, second = machine_on(page, 0), machine_on(page, 1)
    second.check_numbers(other)
    before = second.texts(), second.pictures()
    for machine in (first, second):
        machine.open_more()
    first.press("Draw ten")
    first.slider.fill("7")
    first.press("Draw ten")
    first.press("New seed")
    first.show("judge")
    first.marks.nth(4).press("Enter")
    assert (second.texts(), second.pictures()) == before
    second.press("Draw one")
    draw(other)
    second.check_numbers(other)
    page.watched.check()


def test_keys_alone_are_enough(page_of, open_page, machine_on):
    twin = NullMachine(drawn={2: 100})
    page = open_page(page_of(twin))
    machine = machine_on(page)
    described = (
        "node => node.labels?.[0]?.firstChild.textContent ?? node.getAttribute('aria-label') ?? node.textContent"
    )

    def stops(n_stops):
        page.evaluate("document.body.focus(); document.activeElement.blur()")
        found = []
        for _ in range(n_stops):
            page.keyboard.press("Tab")
            found.append(page.evaluate(f"({described})(document.activeElement)"))
        return found

    folds = ["Other points, single draws", "How to read it, and what mouse and keys do"]
    assert stops(6) == ["Draw", "k", "Sizes", "Run", *folds]
    machine.slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    twin.k = 11
    machine.box.locator("summary").first.press("Enter")
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    draw(twin, 11)
    machine.check_numbers(twin)
    assert (
        machine.slider.get_attribute("aria-valuetext")
        == "11 clusters: 5 \N{MULTIPLICATION SIGN} 6 + 6 \N{MULTIPLICATION SIGN} 5"
    )
    outline = "document.activeElement === document.body ? '' : getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "solid"


def test_three_controls_at_a_time(page_of, open_page, machine_on):
    machine = machine_on(open_page(page_of(NullMachine(drawn={2: 100}))))
    found = {}
    for view in VIEWS:
        machine.show(view)
        controls = machine.box.locator(".demo-null-panel :is(button, select, input):visible")
        names = "nodes => nodes.map(node => node.labels?.[0]?.firstChild.textContent ?? node.textContent)"
        found[view] = controls.evaluate_all(names)
    assert found == {
        "deal": ["k", "Sizes", "Run"],
        "judge": ["Labels", "Run", "New seed"],
        "every k": ["Sizes", "means of", "Draw 100 for every k"],
    }


def test_limits_of_k_follow_points_and_sizes(page_of, open_page, machine_on):
    page = open_page(page_of(NullMachine([[i, (i * i) % 13] for i in range(10)], k=9, drawn={9: 4})))
    machine = machine_on(page)
    assert machine.slider.get_attribute("max") == "9"
    machine.sizes_.select_option(value="sixty percent")
    assert (machine.slider.get_attribute("max"), machine.slider.input_value()) == ("5", "5")
    machine.check_numbers(NullMachine([[i, (i * i) % 13] for i in range(10)], 5, "sixty percent", drawn={}))
    page.watched.check()


def test_a_phone_shows_handle_and_result_together(page_of, open_page, machine_on):
    page = open_page(
        page_of(NullMachine(view="judge", judged=999)), width=390, height=844, has_touch=True, is_mobile=True
    )
    machine = machine_on(page)
    for view, parts in {
        "judge": (".demo-scatter", ".demo-number", ".demo-null-histogram", "select", "button"),
        "deal": ("input", "button", ".demo-number", ".demo-null-histogram", ".demo-dealt"),
        "every k": ("select", "button", ".demo-number", ".demo-null-drift"),
    }.items():
        machine.show(view)
        panel = machine.box.get_by_role("tabpanel")
        boxes = [node.bounding_box() for part in parts for node in panel.locator(part).all()]
        assert len(boxes) >= len(parts)
        assert max(box["y"] + box["height"] for box in boxes) - min(box["y"] for box in boxes) <= 844 - 60
        small = panel.locator(":is(button, select, input)").all() + machine.box.get_by_role("tab").all()
        assert min(min(box["width"], box["height"]) for node in small if (box := node.bounding_box())) >= 24
    machine.show("judge")
    before = machine.texts()["aucc"]
    machine.marks.nth(30).locator(".demo-marker").tap()
    assert machine.status().startswith("Point ")
    assert machine.texts()["aucc"] != before
    page.watched.check()


def test_a_kernel_changes_the_state(with_kernel):
    """Several traits in one message, fewer partitions than before among them; and taking down leaves nothing."""
    machine = NullMachine(drawn={2: 100})
    state = machine.page_state()
    machine.place(k=3, seed=8, drawn={3: 40})
    changes = {name: value for name, value in machine.page_state().items() if name in ("k", "seed", "drawn")}
    found = with_kernel(machine, state, changes, [".demo-button", "Run"])
    scores = machine.scores()
    assert found["texts"]["drawn"] == "40"
    assert found["texts"]["mean"].startswith(f"{scores['aucc_score'].mean():.4f} ")
    assert found["before"] == [1, 10]
    assert found["after"] == [0, 0]
    assert found["sent"] == []


def test_hostile_state_is_harmless(page_of, open_page, machine_on):
    hostile = "</script><script>window.broken = 1</script><!--<b>\"'&"
    demo = NullMachine(drawn={2: 100})
    demo.presets = [{**preset, "name": hostile, "note": hostile} for preset in demo.presets]
    page = open_page(page_of(demo))
    machine = machine_on(page)
    machine.open_more()
    machine.points_.select_option(value="1")
    assert machine.status().startswith(hostile)
    assert page.evaluate("window.broken") is None
    page.watched.check()


@pytest.mark.parametrize("name", pages_with("NullMachine("))
def test_it_answers_in_the_book(site, name, open_page, machine_on):
    page = open_page(site + name)
    machine = machine_on(page)
    before = machine.n_drawn()
    machine.open_more()
    machine.press("Draw ten")
    assert machine.n_drawn() == before + 10
    machine.show("judge")
    machine.press("Run")
    machine.wait_until_still()
    assert machine.n_judged() == MOST_JUDGED
    page.watched.check()


def test_everything_has_a_name(page_of, open_page, machine_on):
    machine = machine_on(open_page(page_of(NullMachine(drawn={2: 100}))))
    machine.open_more()
    pictures = "nodes => nodes.map(n => n.getAttribute('aria-label'))"
    for view, names, starts in [
        (
            "deal",
            [("slider", "k"), ("combobox", "Sizes"), ("combobox", "Points")]
            + [("button", name) for name in ("Run", "Draw one", "Draw ten", "New seed")],
            ["Histogram of AUCC: 100 random labellings from 0.4", "The points. Labelling 100"],
        ),
        (
            "judge",
            [("combobox", "Labels"), ("combobox", "Points"), ("button", "Run"), ("button", "New seed")],
            ["Histogram of AUCC: nothing drawn yet; this partition at 0.9997", "p-values of random labels: none yet"],
        ),
        (
            "every k",
            [
                ("combobox", "Sizes"),
                ("combobox", "means of"),
                ("button", "Draw 100 for every k"),
                ("button", "New seed"),
            ],
            ["Mean AUCC by k: 2: 0.4985", "Mean silhouette by k: 2: "],
        ),
    ]:
        machine.show(view)
        for role, name in names:
            assert machine.box.get_by_role(role, name=name, exact=True).count() == 1, name
        found = machine.box.get_by_role("img").evaluate_all(pictures)
        assert len(found) == len(starts)
        for picture, start in zip(found, starts, strict=True):
            assert picture.startswith(start)
    assert machine.box.locator(".demo-body [aria-live=polite]").count() == 1


# ---- the picture


@pytest.mark.parametrize(
    "demo",
    [
        NullMachine(drawn={2: 100}),
        NullMachine([[i, (i * i) % 13] for i in range(10)], 4, "sixty percent", "pbm_score", 5, {4: 1}),
        NullMachine(view="judge", judged=999),
        NullMachine(NullMachine().presets[5]["points"], view="judge", judged=7, seed=4),
        NullMachine([[0, 0]] * 5 + [[9, 9]] * 5, labels=[0] * 9 + [1], judged=20, view="judge"),
        NullMachine(labels=[0] * 60, judged=20, view="judge"),
    ],
)
def test_words_are_those_of_the_live_machine(page_of, open_page, machine_on, demo):
    assert demo.words().endswith(f" {machine_on(open_page(page_of(demo))).status()}")


def test_markers_show_the_last_deal(page_of, open_page, machine_on):
    """Clusters beyond the sixth have the same six markers again, hollow."""
    demo = NullMachine(k=12, drawn={12: 60})
    markers = machine_on(open_page(page_of(demo))).box.locator(".demo-dealt .demo-marker")
    kinds = markers.evaluate_all("nodes => nodes.map(n => [n.getAttribute('d'), n.matches('.demo-hollow')])")
    labels = demo.partitions()[-1].tolist()
    assert kinds == [[MARKERS[label % 6], label >= 6] for label in labels]
    places = markers.evaluate_all("nodes => nodes.map(n => n.getAttribute('transform').match(/[\\d.]+/g).map(Number))")
    for (x, y), place in zip(demo.points, places, strict=True):
        assert place[:2] == pytest.approx([24 + 0.392 * x, 416 - 0.392 * y])


def test_output_is_the_same_every_time():
    first, second = (NullMachine(drawn={2: 100})._repr_mimebundle_()[0]["text/html"] for _ in range(2))
    assert first == second
    assert " id=" not in first
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', first, re.S)[1])
    traits = {"balance", "criterion", "drawn", "judged", "k", "labels", "points", "seed", "since", "view"}
    assert set(state) == {"lesson", "presets"} | traits
    assert state["drawn"] == {"2": 100}


@pytest.mark.parametrize("width", [360, 570, 1400])
@pytest.mark.breadth(first_of=3)
def test_nothing_jumps_and_nothing_scrolls(page_of, width, steady, machine_on):
    page, check = steady(page_of(NullMachine(drawn={2: 100})), width)
    machine = machine_on(page)
    # Opened for their controls, and closed again: an open fold is as high as what is in it.
    fold = machine.box.locator(".demo-null-more")

    def unfolded(act):
        fold.evaluate("node => { node.open = true; }")
        act()
        fold.evaluate("node => { node.open = false; }")

    for view in VIEWS:
        machine.show(view)
        check()
        for i in (2, 3, 0):
            unfolded(lambda i=i: machine.points_.select_option(value=str(i)))
            check()
        if view == "judge":
            machine.press("Run")
            machine.wait_until_still()
            check()
            for act in (lambda: machine.labels_.select_option(value="blind"), lambda: machine.press("New seed")):
                act()
                check()
            for i in (5, 30, 59):
                machine.marks.nth(i).press("Enter")
                check()
                machine.marks.nth(i).press("Shift+ArrowUp")
                check()
            continue
        sizes = machine.box.locator(".demo-null-panel:visible").get_by_label("Sizes")
        for value in BALANCES:
            sizes.select_option(value=value)
            check()
        if view == "deal":
            for k in (11, 12, 7, 2):
                machine.slider.fill(str(k))
                unfolded(lambda: machine.press("Draw ten"))
                check()
        else:
            machine.press("Draw 100 for every k")
            for name in BESIDE:
                machine.criteria.select_option(value=name)
                check()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("scheme", "width"), [("dark", 360), ("light", 1000)])
@pytest.mark.breadth(first_of=4)
def test_axe_finds_nothing(page_of, scheme, width, view, open_page, violations_on_bare_page, machine_on):
    page = open_page(page_of(NullMachine(k=9, drawn={2: 20, 9: 30}, judged=30, view=view)), width=width)
    machine_on(page)
    assert violations_on_bare_page(page, scheme) == {}
