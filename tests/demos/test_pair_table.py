import json
import random
import re

import numpy as np
import pytest
import traitlets
from conftest import pages_with

import aucc_teach as at
from aucc_teach.demos._base import InvalidStateError
from aucc_teach.demos._tasks import meets

PairTable = at.demos.PairTable

RUN = """async ([source, cases]) => {
  const url = URL.createObjectURL(new Blob([source, 'export { agreement };'], { type: 'text/javascript' }));
  const { agreement } = await import(url);
  return cases.map((labels) => agreement(...labels));
}"""


def partitions(n_cases):
    """Two partitions of the same points, in one to six clusters each; both trivial ones among them."""
    rng = np.random.default_rng(15)
    cases = [([0] * 5, [3] * 5), ([0, 1, 2, 3], [3, 2, 1, 0]), ([0] * 6, list(range(6))), ([0, 0], [0, 1])]
    while len(cases) < n_cases:
        n = int(rng.integers(2, 13))
        cases.append(tuple(rng.integers(0, rng.integers(1, 7), size=n).tolist() for _ in range(2)))
    return cases


def test_javascript_equals_python(browser):
    cases = partitions(500)
    page = browser.new_page()
    results = page.evaluate(RUN, [PairTable.source("pair-table"), cases])
    page.close()
    n_trivial = 0
    for labels, found in zip(cases, results, strict=True):
        table = PairTable(*labels)
        assert tuple(found[kind] for kind in table.counts._fields) == table.counts == at.pair_counts(*labels)
        assert found["rand"] == pytest.approx(at.rand_score(*labels), abs=1e-12)
        assert found["expected"] == pytest.approx(table.expected_rand, abs=1e-12)
        assert found["ari"] == pytest.approx(at.adjusted_rand_score(*labels), abs=1e-12)
        n_trivial += found["trivial"]
        assert ("0/0" in table.still()[0]) == found["trivial"]
    assert 2 <= n_trivial < 100


# ---- the state


def test_starts_with_rands_points():
    table = PairTable()
    rand = at.datasets.load_rand_points()
    assert np.array_equal(table.labels_true, rand.labels_true)
    assert np.array_equal(table.labels_pred, rand.labels_pred)
    assert table.counts == (2, 4, 2, 7)
    assert table.rand == 9 / 15
    assert table.adjusted_rand == 2 / 17


def test_expected_c_is_the_mean_of_all_permutations():
    labels_true, labels_pred = [0, 0, 0, 1, 1], [0, 1, 1, 2, 2]
    scores = [at.rand_score(labels, labels_pred) for labels in at.partitions.set_partitions(5, sizes=[3, 2])]
    assert PairTable(labels_true, labels_pred).expected_rand == pytest.approx(np.mean(scores), abs=1e-12)


@pytest.mark.parametrize("labels", [[0] * 4, [0, 1, 2, 3]])
def test_zero_by_zero(labels):
    table = PairTable(labels, labels)
    assert (table.rand, table.expected_rand, table.adjusted_rand) == (1, 1, 1)


def test_takes_arrays():
    table = PairTable(np.array([0, 1], dtype=np.int8), np.array([5, 5]))
    assert table.page_state()["labels_true"] == [0, 1]
    assert table.labels_pred == (5, 5)


@pytest.mark.parametrize("name", ["labels_true", "labels_pred"])
@pytest.mark.parametrize(
    ("labels", "says"),
    [
        ([0] * 5 + [6], "{name} must be whole numbers from 0 to 5"),
        ([0] * 5 + [-1], "{name} must be whole numbers from 0 to 5"),
        ([0] * 5 + [0.5], "whole numbers"),
        ([0] * 5 + [True], "whole numbers"),
        (list("abcdef"), "whole numbers"),
        (None, "whole numbers"),
        ([0], "2 to 12 points. Got 1 labels in {name}"),
        ([0] * 13, "2 to 12 points. Got 13 labels in {name}"),
        ([0] * 5, "same points. Got .*5"),
    ],
)
def test_refuses_labels(name, labels, says):
    table = PairTable()
    before = table.labels_true, table.labels_pred
    with pytest.raises(ValueError, match=says.format(name=name)):
        setattr(table, name, labels)
    assert (table.labels_true, table.labels_pred) == before


def test_refuses_half_a_start():
    with pytest.raises(ValueError, match="belong together"):
        PairTable([0, 1])
    with pytest.raises(ValueError, match="3 labels in labels_true and 2 in labels_pred"):
        PairTable([0, 1, 2], [0, 1])


def test_place_changes_both_or_nothing():
    table = PairTable()
    before = table.labels_true, table.labels_pred
    for labels in [([0] * 4, [0] * 3), ([0] * 4, [0, 0, 0, 6]), ([0] * 13, [0] * 13), ([0], [0])]:
        with pytest.raises(InvalidStateError):
            table.place(**dict(zip(("labels_true", "labels_pred"), labels, strict=True)))
        assert (table.labels_true, table.labels_pred) == before
        with pytest.raises(traitlets.TraitError):
            table.set_state(dict(zip(["labels_true", "labels_pred"], labels, strict=True)))
        assert (table.labels_true, table.labels_pred) == before
    table.place(labels_true=[0, 1], labels_pred=[1, 0])
    assert table.rand == 1


def test_presets_show_what_they_say():
    tables = {p["name"]: PairTable(p["labels_true"], p["labels_pred"]) for p in PairTable().presets}
    rand, equal, extremes, unrelated = tables.values()
    assert rand.rand == 9 / 15
    assert equal.rand == 1
    assert equal.labels_true != equal.labels_pred
    assert (extremes.rand, extremes.adjusted_rand) == (0, 0)
    assert unrelated.rand > 0.6
    assert abs(unrelated.adjusted_rand) < 0.05


# ---- on a page


def test_a_click_and_a_key(bare_page, open_page, table_on):
    page = open_page(bare_page(PairTable()))
    table = table_on(page)
    assert table.check_numbers()["rand"] == "9/15 = 0.6000"
    table.rows[1].nth(2).click()  # c: from cluster 1 to 2, that of f
    clicked = table.check_numbers()
    assert table.state()[1] == [0, 0, 2, 1, 1, 2]
    assert table.status().startswith(
        "Point c is now in cluster 2 of Y\N{PRIME}. The partitions agree on 10 of 15 pairs"
    )
    table.rows[0].nth(5).press("0")
    assert table.state()[0] == [0, 0, 0, 1, 1, 0]
    assert table.check_numbers() != clicked
    page.watched.check()


@pytest.mark.parametrize("name", pages_with("PairTable("))
def test_it_answers_in_the_book(site, name, open_page, table_on):
    page = open_page(site + name)
    table = table_on(page)
    start = table.check_numbers()
    table.rows[1].nth(2).click()
    assert table.check_numbers() != start
    page.watched.check()


def _random_edit(rng, table):
    row = rng.choice(table.rows)
    point = row.nth(rng.randrange(row.count()))
    kind = rng.choice(["click", "click", "Enter", " ", "digit", "digit", "+", "-", "button", "again"])
    if kind == "click":
        point.click()
    elif kind == "digit":
        point.press(str(rng.randrange(6)))
    elif kind == "button":
        table.box.get_by_role("button", name=rng.choice(["Add point", "Remove point"])).click()
    elif kind == "again":
        table.box.locator("select").select_option(value=str(rng.randrange(4)))
    else:
        point.press(kind)


def test_numbers_after_random_edits(page_of, open_page, table_on):
    page = open_page(page_of(PairTable()))
    table = table_on(page)
    rng = random.Random(1971)
    seen = set()
    for _ in range(50):
        _random_edit(rng, table)
        seen.add(table.check_numbers()["rand"])
    assert len(seen) > 20
    page.watched.check()


def test_two_tables_do_not_disturb_each_other(page_of, open_page, table_on):
    page = open_page(page_of(PairTable(), PairTable([0, 0, 1], [0, 1, 1])), height=1600)
    first, second = table_on(page, 0), table_on(page, 1)
    start = second.texts(), second.status()
    rng = random.Random(1)
    for _ in range(10):
        _random_edit(rng, first)
    first.check_numbers()
    assert (second.texts(), second.status()) == start
    assert second.state() == [[0, 0, 1], [0, 1, 1]]
    after = first.state()
    second.rows[0].nth(1).press("+")
    second.check_numbers()
    assert len(second.state()[0]) == 4
    assert first.state() == after
    page.watched.check()


def test_touching_shows_points_and_pairs(page_of, open_page, table_on):
    page = open_page(page_of(PairTable()))
    table = table_on(page)

    def touched():
        return set(table.box.locator(".demo-touched").evaluate_all("nodes => nodes.map(node => node.dataset.key)"))

    def both(*points):
        return {f"{row}-{i}" for row in ("labels_true", "labels_pred") for i in points}

    caption = table.box.locator(".demo-pairs text").filter(has_text="\N{EN DASH}")
    table.pair("bd").hover()
    assert touched() == both(1, 3) | {"1-3"}
    assert caption.text_content() == "b\N{EN DASH}d"
    assert table.box.locator(".demo-pairs text").filter(has_text="apart in both").count() == 1
    table.rows[0].nth(3).hover()
    assert touched() == both(3) | {"0-3", "1-3", "2-3", "3-4", "3-5"}
    page.mouse.move(0, 0)
    assert touched() == set()
    table.pair("ce").focus()
    assert touched() == both(2, 4) | {"2-4"}
    before = table.state()
    table.pair("ce").press("Enter")
    assert table.state() == before
    table.pair("ce").press("Escape")
    assert touched() == set()


def test_keys_alone_are_enough(page_of, open_page, table_on):
    page = open_page(page_of(PairTable()))
    table = table_on(page)
    table.box.locator("select").focus()
    name = "document.activeElement.getAttribute('aria-label')"

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
        return page.evaluate(name)

    assert press("Tab", "Tab", "Tab") == "a, cluster 0 of Y"
    assert press("ArrowLeft") == "a, cluster 0 of Y"
    assert press("ArrowRight", "ArrowRight", "ArrowDown") == "c, cluster 1 of Y\N{PRIME}"
    assert press("Enter") == "c, cluster 2 of Y\N{PRIME}"
    assert press(" ") == "c, cluster 3 of Y\N{PRIME}"  # free until now
    assert press("Enter") == "c, cluster 0 of Y\N{PRIME}"  # alone in the last cluster, it starts again
    assert press("5") == "c, cluster 5 of Y\N{PRIME}"
    assert press("0") == "c, cluster 0 of Y\N{PRIME}"
    assert press("+") == "c, cluster 0 of Y\N{PRIME}"
    assert table.state() == [[0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 2, 2]]
    assert table.status().startswith("Added point g to the clusters of f.")
    assert press(*["ArrowRight"] * 4) == "g, cluster 2 of Y\N{PRIME}"
    assert press("-") == "f, cluster 2 of Y\N{PRIME}"
    assert press("Tab") == "a and b: together in both"
    assert press("ArrowDown") == "a and c: together in both"
    assert press("ArrowDown", "ArrowRight") == "b and d: apart in both"
    assert press("ArrowUp", "ArrowUp") == "b and c: together in both"  # there is no pair of b and b
    ring = table.pair("bc").locator(".demo-cell")
    assert ring.evaluate("node => parseFloat(getComputedStyle(node).strokeWidth)") >= 4
    assert press("Shift+Tab") == "f, cluster 2 of Y\N{PRIME}"
    table.check_numbers()


def test_what_the_first_step_says_can_be_seen_and_done(page_of, open_page, table_on):
    """Clusters are shown by their markers: what is to be done is said of these, by mouse and by keys."""
    assert PairTable.tasks[0].todo == "Click c of Y\N{PRIME}, or press Enter on it, until it has the marker of a and b."
    goal = PairTable.tasks[0].goal
    for act in ("click", "Enter"):
        page = open_page(page_of(PairTable()))
        table = table_on(page)
        point = table.rows[1].nth(2)
        a, b = (table.rows[1].nth(i).locator(".demo-marker").get_attribute("d") for i in range(2))
        assert a == b
        for _ in range(6):
            if point.locator(".demo-marker").get_attribute("d") != a:
                point.click() if act == "click" else point.press(act)
        labels = dict(zip(("labels_true", "labels_pred"), table.state(), strict=True))
        assert meets(goal, PairTable.numbers(labels))


# What the help calls the markers, by their digits, and how many corners they have; a circle is made of arcs.
MARKERS = [
    ("circles", 0),
    ("squares", 4),
    ("triangles", 3),
    ("diamonds", 4),
    ("triangles upside down", 3),
    ("crosses", 12),
]


def test_the_digits_lead_to_the_markers_that_the_help_names(page_of, open_page, table_on):
    table = table_on(open_page(page_of(PairTable())))
    said = table.box.locator(".demo-help").text_content()
    for digit, (name, n_corners) in enumerate(MARKERS):
        assert f" {name} ({digit})" in said
        table.rows[1].nth(2).press(str(digit))
        drawn = table.rows[1].nth(2).locator(".demo-marker").get_attribute("d")
        assert (0 if "A" in drawn else len(re.findall("[MLHV]", drawn))) == n_corners


def test_a_finger_can_do_it(page_of, open_page, table_on):
    most = PairTable([i % 6 for i in range(12)], [i // 2 for i in range(12)])
    page = open_page(page_of(most), width=360, height=740, has_touch=True, is_mobile=True)
    table = table_on(page)
    sizes = table.box.locator("[data-key]").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert len(sizes) == 24 + 66
    assert min(sizes) > 20
    table.rows[0].nth(0).tap()
    assert table.state()[0][0] == 1
    table.pair("kl").tap()
    assert set(table.box.locator(".demo-touched").evaluate_all("nodes => nodes.map(node => node.dataset.key)")) == {
        *("labels_true-10", "labels_pred-10", "labels_true-11", "labels_pred-11", "10-11"),
    }
    table.check_numbers()


def test_limits(page_of, open_page, table_on):
    page = open_page(page_of(PairTable([0] * 12, [0] * 12), PairTable([0, 1], [1, 1])), height=1600)
    most, fewest = table_on(page, 0), table_on(page, 1)
    assert "ARI 1.0000, which is 0/0 here and counts as 1." in most.status()
    most.box.get_by_role("button", name="Add point").click()
    assert most.rows[0].count() == 12
    assert "at most 12 points" in most.status()
    fewest.rows[1].nth(1).press("-")
    assert fewest.rows[0].count() == 2
    assert "at least" in fewest.status()
    fewest.check_numbers()


def test_everything_has_a_name(page_of, open_page, table_on):
    table = table_on(open_page(page_of(PairTable())))
    names = [
        ("combobox", "Start from"),
        ("button", "Add point"),
        ("button", "Remove point"),
        ("application", "Points and pairs"),
        ("group", "Partition Y"),
        ("group", "Partition Y\N{PRIME}"),
        ("group", "Pairs"),
        ("button", "a, cluster 0 of Y"),
        ("button", "a and c: together in Y only"),
    ]
    for role, name in names:
        assert table.box.get_by_role(role, name=name, exact=True).count() == 1, name
    # One stop for all points and one for all pairs, and nothing that was not named above.
    assert table.box.locator(".demo-body").locator("select, button, summary, [tabindex='0']").count() == 6


# ---- the picture


@pytest.mark.parametrize(
    "table", [PairTable(), PairTable([0, 1], [2, 2]), PairTable([0, 1] * 6, [0, 1, 2, 3, 4, 5] * 2)]
)
def test_still_is_what_the_live_table_shows(page_of, open_page, table_on, table):
    page = open_page(page_of(table))
    live = table_on(page)
    shapes = """svg => [...svg.querySelectorAll('rect, path, text')].filter((node) => node.localName === 'text'
        ? node.textContent : node.localName === 'rect' || node.getAttribute('d')).map((node) => {
          const { x, y, width, height } = node.getBBox();
          const box = [x, y, width, height].map((value) => Math.round(value));
          return [node.localName, node.getAttribute('class'), ...box, node.textContent].join(' ');
        }).sort()"""
    still = page.locator(".demo-still .demo-pairs").evaluate(shapes)
    assert live.box.locator(".demo-pairs").evaluate(shapes) == still
    assert len(still) > 4 * len(table.labels_true)
    alt = page.locator(".demo-still").get_attribute("aria-label")
    for count, text in zip(table.counts, ["in both", "in Y only", "in Y\N{PRIME} only", "apart in both"], strict=True):
        assert re.search(rf"\b{count} (together |){text}", alt)
    assert live.status() in alt
    readouts = ".demo-headline, .demo-facts > div"
    texts = "nodes => nodes.map((node) => node.textContent)"
    still_texts = page.locator(".demo-still").locator(readouts).evaluate_all(texts)
    assert still_texts == live.box.locator(readouts).evaluate_all(texts)


def test_alternative_text():
    alt, _ = PairTable().still()
    assert "Y: abc, def; Y\N{PRIME}: ab, cde, f." in alt
    assert "agree on 9 of 15 pairs: c 0.6000, expected 0.5467, ARI 0.1176." in alt


def test_output_is_the_same_every_time():
    first, second = (PairTable()._repr_mimebundle_()[0]["text/html"] for _ in range(2))
    assert first == second
    assert " id=" not in first
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', first, re.S)[1])
    assert set(state) == {"lesson", "labels_pred", "labels_true", "presets"}


@pytest.mark.parametrize("width", [360, 1400])
def test_nothing_jumps_and_nothing_scrolls(page_of, width, steady, table_on):
    page, check = steady(page_of(PairTable()), width)
    table = table_on(page)
    button = table.box.get_by_role("button", name="Add point")
    edits = [lambda i=i: table.box.locator("select").select_option(value=str(i)) for i in range(4)]
    edits += [lambda: table.rows[1].nth(2).click(), lambda: table.pair("ac").hover(), *[button.click] * 7]
    # The longest sentence: all points together in both partitions.
    edits += [lambda: table.box.locator("select").select_option(value="2")]
    edits += [lambda i=i: table.rows[1].nth(i).press("0") for i in range(6)]
    for edit in edits:
        edit()
        check()
    assert "0/0" in table.status()


@pytest.mark.parametrize(("scheme", "width"), [("dark", 360), ("light", 1000)])
def test_axe_finds_nothing(page_of, scheme, width, open_page, violations_on_bare_page, table_on):
    page = open_page(page_of(PairTable()), width=width)
    table = table_on(page)
    table.pair("ac").hover()
    assert violations_on_bare_page(page, scheme) == {}
