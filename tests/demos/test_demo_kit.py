import numpy as np
import pytest
from scipy.spatial.distance import pdist
from scipy.stats import rankdata

import aucc_teach as at
from aucc_teach._host import KIT
from aucc_teach.demos import _formats

RUN = """async ([source, cases]) => {
  const exported = `export default { listPairs, rankItems, tieGroups, concordance, auccOf, gammaOf, rocCorners,
    midRanks, formatScore, formatCount };`;
  const url = URL.createObjectURL(new Blob([source, exported], { type: 'text/javascript' }));
  const { default: kit } = await import(url);
  if (cases.scores) return { scores: cases.scores.map(kit.formatScore), counts: cases.counts.map(kit.formatCount) };
  return cases.map(([points, labels]) => {
    const pairs = kit.listPairs(points, labels);
    const groups = kit.tieGroups(kit.rankItems(pairs));
    const counts = kit.concordance(groups);
    return {
      ...counts,
      aucc: kit.auccOf(counts),
      gamma: kit.gammaOf(counts),
      corners: kit.rocCorners(groups),
      ranks: kit.midRanks(pairs.map((pair) => pair.value)),
      values: pairs.map((pair) => pair.value),
    };
  });
}"""


def configurations(n_cases):
    """Points on ever coarser grids, so that most distances tie, and labels in every number of clusters."""
    rng = np.random.default_rng(500)
    cases = []
    while len(cases) < n_cases:
        n = int(rng.integers(4, 61 if len(cases) % 10 == 0 else 20))
        step = int(rng.choice([1, 200, 250, 500]))
        points = rng.integers(0, 1000 // step + 1, size=(n, 2)) * step
        labels = rng.integers(0, rng.integers(2, 7), size=n)
        if 2 <= len(set(labels.tolist())) < n:
            cases.append((points.tolist(), labels.tolist()))
    return cases


def test_javascript_equals_python(browser):
    cases = configurations(500)
    page = browser.new_page()
    results = page.evaluate(RUN, [KIT, cases])
    page.close()
    n_tied = 0
    for (points, labels), result in zip(cases, results, strict=True):
        counts = at.concordance(points, labels)
        assert (result["sPlus"], result["sMinus"], result["sZero"]) == counts
        n_tied += counts.s_zero > 0
        assert result["aucc"] == pytest.approx(at.aucc_score(points, labels), abs=1e-12)
        assert result["gamma"] == pytest.approx(at.gamma_score(points, labels), abs=1e-12)
        assert result["ranks"] == rankdata(result["values"]).tolist()
        within = pdist(np.array(labels)[:, None], "hamming") == 0
        curve = at.roc_curve(within, -pdist(points))
        corners = np.array(result["corners"]) / result["corners"][-1]
        assert np.allclose(corners, np.column_stack([curve.fpr, curve.tpr]), atol=1e-12)
    assert n_tied > 350


def test_numbers_are_written_as_in_python(browser):
    scores = [k / 32 for k in range(-32, 33)] + [k / 108 for k in range(-108, 109)] + [0.03125, 0.00005, -0.12345]
    counts = [0, 9999, 10_000, 783_000, 1_234_567]
    page = browser.new_page()
    result = page.evaluate(RUN, [KIT, {"scores": scores, "counts": counts}])
    page.close()
    assert result["scores"] == [_formats.format_score(score) for score in scores]
    assert result["counts"] == [_formats.format_count(count) for count in counts]


TAKE_DOWN = """async ([source, state]) => {
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const { default: demo } = await import(url);
  const handlers = new Set();
  const model = {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; },
    on: (event, handler) => handlers.add(handler),
    off: (event, handler) => handlers.delete(handler),
    save_changes: () => {},
  };
  const el = document.createElement('div');
  document.body.append(el);
  const stop = demo.render({ model, el });
  const before = [el.children.length, handlers.size];
  stop();
  return [before, [el.children.length, handlers.size]];
}"""


def test_taking_down_leaves_nothing(browser):
    lab = at.demos.AuccLab()
    page = browser.new_page()
    before, after = page.evaluate(TAKE_DOWN, [lab.source(lab.slug), lab.page_state()])
    page.close()
    assert before == [1, 2]  # the demo and the lesson around it
    assert after == [0, 0]


@pytest.mark.parametrize("name", sorted(set(at.demos.__all__) - {"Demo"}))
@pytest.mark.breadth(first_of=3)
def test_plain_keys_stay_in_the_demo_and_shortcuts_leave_it(name, page_of, open_page):
    page = open_page(page_of(getattr(at.demos, name)()))
    page.evaluate("() => { window.heard = []; document.addEventListener('keydown', ({ key }) => heard.push(key)); }")
    controls = page.locator(".demo-live").locator("select, button, input, summary, [tabindex='0']")
    assert controls.count() >= 3
    for i in range(controls.count()):
        if controls.nth(i).is_enabled():
            controls.nth(i).focus()
            for key in ("ArrowDown", "ArrowUp", "s"):
                page.keyboard.press(key)
    assert page.evaluate("heard") == []
    controls.first.focus()
    page.keyboard.press("Control+k")
    assert page.evaluate("heard") == ["Control", "k"]
