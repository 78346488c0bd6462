// Cut sweep: a tree of clusters to be cut at any k, with the pair errors, and their sum, AUCC and ARI against k below.

// The drawing; the same numbers as in Python.
const [WIDTH, HEIGHT] = [400, 498];
const [LEFT, RIGHT] = [30, 340];
const TREE = [16, 270];
const SUM = [292, 366];
const CHART = [390, 472];
const LOWEST = -0.5; // of the adjusted Rand index
const TIED = 1e-9;

const TRAITS = ["points", "labels", "merges", "n_clusters", "method"];
const METHODS = ["single", "complete", "average", "ward"];
const QUESTION = "How many clusters does the tree need until e1 + e2 is smallest?";
const HELP = [
  "On the left all points are together; on the right each is a singleton. The cut at k undoes the merges on its " +
    "left and keeps the merges on its right, so that k branches cross it. An upright bar is a merge. It stands " +
    "between the numbers of clusters before and after it, not at its height. Its solid part is the proportion of " +
    "same-class pairs among the pairs that it puts together: there tree and classes agree. Its dashed part is the " +
    "proportion of different-class pairs: there they disagree. Undoing the merge moves the dot right for its " +
    "same-class pairs and down for its different-class pairs.",
  "Below the tree are e1 + e2 of every cut, with a diamond around the smallest, at k0, and AUCC and ARI.",
  "Drag the cut, or click where it should go. Keys: Tab goes to the cut, arrows move it by one, with Shift by " +
    "five, and Home and End to the ends.",
];

// ---- the numbers

// All cuts of a tree: row k - 1 holds the cluster of each point when there are k. The merges are taken in their order,
// so that every k has its cut, also where heights are tied.
function cutsOf(merges) {
  const n = merges.length + 1;
  const members = Array.from({ length: n }, (_, i) => [i]);
  let labels = members.map((_, i) => i);
  const cuts = [labels];
  merges.forEach(([first, second], i) => {
    members.push([...members[first], ...members[second]]);
    labels = [...labels];
    for (const point of members[n + i]) labels[point] = n + i;
    cuts.unshift(labels);
  });
  return cuts;
}

// The pair errors, AUCC and ARI of every cut. Counts are whole numbers, and each number is one division of whole
// numbers.
function sweepOf(points, labels, merges) {
  const n = points.length;
  const pairs = listPairs(points, labels); // positive: of the same class
  const byDistance = [...pairs].sort((a, b) => a.value - b.value);
  const same = pairs.filter((pair) => pair.positive).length;
  const different = pairs.length - same;
  const steps = cutsOf(merges).map((cut, i) => {
    const items = byDistance.map(({ first, second, value }) => ({ value, positive: cut[first] === cut[second] }));
    let [tp, fp] = [0, 0];
    items.forEach(({ positive }, p) => {
      if (positive && byDistance[p].positive) tp += 1;
      else if (positive) fp += 1;
    });
    const [fn, tn] = [same - tp, different - fp];
    const weight = same * (fn + tn) + (tp + fp) * different;
    return {
      k: i + 1,
      fn,
      fp,
      e1: fn / same,
      e2: fp / different,
      total: (fn * different + fp * same) / (same * different),
      aucc: auccOf(concordance(tieGroups(items))), // NaN where there is only one kind of pairs
      ari: (2 * (tp * tn - fn * fp)) / weight,
    };
  });
  let twice = 0;
  steps.slice(1).forEach(({ fn, fp }, i) => (twice += (fn - steps[i].fn) * (fp + steps[i].fp)));
  const smallest = Math.min(...steps.map(({ total }) => total));
  return { n, steps, area: twice / (2 * same * different), k0: 1 + steps.findIndex(({ total }) => total === smallest) };
}

function numbers({ points, labels, merges, n_clusters: k }) {
  const { k0, area, steps } = sweepOf(points, labels, merges);
  const { e1, e2, total, aucc, ari } = steps[k - 1];
  return { n_points: points.length, k, k0, area, e1, e2, total, aucc, ari };
}

// Every merge joins two clusters that are there, and nobody has joined yet, at a height.
function wrongMerges(merges, n) {
  const joined = new Set();
  const fits = (merge, i) => {
    if (!Array.isArray(merge) || merge.length !== 3) return false;
    const [first, second, height] = merge;
    const isFree = (one) => !wrongWhole("cluster", one, 0, n + i - 1) && joined.size < joined.add(one).size;
    return isFree(first) && isFree(second) && Number.isFinite(height) && height >= 0;
  };
  const isTree = Array.isArray(merges) && merges.length === n - 1 && merges.every(fits);
  return isTree ? "" : "merges must be two clusters and a height for each merge, one less than points.";
}

function check({ points, labels, merges, method, n_clusters: k }) {
  const wrong = checkPoints({ points, labels }, 3, 24) || wrongChoice("method", method, METHODS);
  if (wrong) return wrong;
  const [n, nClasses] = [points.length, new Set(labels).size];
  if (nClasses < 2 || nClasses > n - 1) return `labels must have from 2 to ${n - 1} classes. Got ${nClasses}.`;
  return wrongMerges(merges, n) || wrongWhole("n_clusters", k, 1, n);
}

// Whether the cut runs between two merges of equal height.
function isBetweenTies(merges, k) {
  const lastMade = merges.length - k;
  if (lastMade < 0 || lastMade >= merges.length - 1) return false;
  const heights = merges.map(([, , height]) => height);
  return Math.abs(heights[lastMade + 1] - heights[lastMade]) <= TIED * Math.max(...heights);
}

// ---- the tree, and the scores below it

function treePicture() {
  const layer = svg("g");
  const levels = svg("g");
  const sum = svg("g", { class: "demo-sum" });
  const below = svg("g");
  const scores = svg("g", { class: "demo-cut-scores" });
  const ticks = svg("g");
  const cut = svg(
    "g",
    { class: "demo-cut", role: "slider", tabindex: 0, "aria-label": "Cut of the tree", "aria-valuemin": 1 },
    svg("rect", { class: "demo-grip", x: -18, y: 0, width: 36, height: CHART[1] }),
    svg("path", { class: "demo-cut-line", d: `M0,${TREE[0] - 6}V${CHART[1]}` }),
    svg("circle", { class: "demo-dot", cy: Math.floor((TREE[1] + SUM[0]) / 2), r: 9 }),
  );
  const attributes = { class: "demo-plot demo-tree", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group" };
  const node = svg("svg", attributes, layer, levels, sum, below, scores, ticks, cut);
  let x = scale([1, 2], [LEFT, RIGHT]);
  const y = scale([LOWEST, 1], [CHART[1], CHART[0]]);

  function drawTree(labels, merges, k) {
    const n = labels.length;
    const row = (TREE[1] - TREE[0]) / n;
    const places = []; // of each cluster: x where it begins, y, and the classes of its points
    const leaves = (i) => (i < n ? [i] : [...leaves(merges[i - n][0]), ...leaves(merges[i - n][1])]);
    leaves(2 * n - 2).forEach((leaf, rank) => {
      places[leaf] = [RIGHT + 8, TREE[0] + (rank + 0.5) * row, [labels[leaf]]];
    });
    const at = x(k);
    const segments = { branch: [[], []], same: [[], []], different: [[], []] };
    // Right of the cut the merges are made, left of it they are not.
    const branch = (start, stop, height) => {
      if (start < at) segments.branch[0].push([[start, height], [Math.min(stop, at), height]]);
      if (stop > at) segments.branch[1].push([[Math.max(start, at), height], [stop, height]]);
    };
    merges.forEach(([first, second], i) => {
      const here = x(n - i - 0.5);
      const [[oneX, top, one], [otherX, bottom, other]] = [places[first], places[second]];
      branch(here, oneX, top);
      branch(here, otherX, bottom);
      let alike = 0;
      for (const label of one) alike += other.filter((another) => another === label).length;
      const share = alike / (one.length * other.length);
      const middle = top + (bottom - top) * share;
      const made = Number(here > at);
      if (share > 0) segments.same[made].push([[here, top], [here, middle]]);
      if (share < 1) segments.different[made].push([[here, middle], [here, bottom]]);
      places[n + i] = [here, (top + bottom) / 2, [...one, ...other]];
    });
    branch(LEFT - 12, places[2 * n - 2][0], places[2 * n - 2][1]);
    const classes = { branch: "demo-branch", same: "demo-join demo-agree", different: "demo-join demo-differ" };
    const paths = [false, true].flatMap((made) =>
      Object.entries(classes).map(([kind, name]) =>
        svg("path", { class: `${name}${made ? "" : " demo-undone"}`, d: segmentsPath(segments[kind][Number(made)]) }),
      ),
    );
    const size = Math.min(5, row / 2 - 0.5);
    const markers = labels.map((label, i) =>
      svg("path", {
        class: `demo-marker ${clusterClass(label)}`,
        d: MARKERS[label % MARKERS.length],
        transform: `translate(${RIGHT + 17},${places[i][1]})scale(${size})`,
      }),
    );
    layer.replaceChildren(...paths, ...markers);
  }

  const levelsAt = (height) =>
    [0, 1].flatMap((level) => [
      svg("path", { class: "demo-level", d: `M${LEFT},${height(level)}H${RIGHT}` }),
      axisText(LEFT - 6, height(level) + 4, "end", String(level)),
    ]);

  const spotsAt = (places) => places.map(([cx, cy]) => svg("circle", { class: "demo-spot", cx, cy, r: 2 }));

  // The sum of the errors is 1 at both ends; it may be more between them.
  function drawSum({ steps, k0 }) {
    const height = scale([0, Math.max(1, ...steps.map(({ total }) => total))], [SUM[1], SUM[0]]);
    levels.replaceChildren(...levelsAt(height));
    const places = steps.map(({ k, total }) => [x(k), height(total)]);
    const [left, top] = places[k0 - 1];
    sum.replaceChildren(
      svg("path", { class: "demo-series", d: linePath(places) }),
      ...spotsAt(places),
      svg("path", { class: "demo-lowest", d: `M${left},${top - 8}l8,8l-8,8l-8,-8z` }),
      axisText(left, top + 20, "middle", "k0"),
      axisText(RIGHT + 8, places[places.length - 1][1] + 4, "start", "e1 + e2"),
    );
  }

  function drawScores(steps) {
    const n = steps.length;
    const series = [];
    const nodes = [];
    for (const name of ["aucc", "ari"]) {
      const shown = steps.filter((step) => Number.isFinite(step[name])).map((step) => [x(step.k), y(step[name])]);
      series.push(svg("path", { class: `demo-series demo-series-${name}`, d: linePath(shown) }));
      series.push(...spotsAt(shown));
      series.push(axisText(RIGHT + 8, shown[shown.length - 1][1] + 4, "start", name.toUpperCase()));
    }
    for (const { k } of steps) {
      const isTick = k === 1 || k === n || (k % 5 === 0 && k < n - 2);
      if (isTick) nodes.push(axisText(x(k), CHART[1] + 17, "middle", String(k)));
    }
    nodes.push(axisText(RIGHT + 22, CHART[1] + 17, "middle", "k"));
    below.replaceChildren(...levelsAt(y));
    scores.replaceChildren(...series);
    ticks.replaceChildren(...nodes);
  }

  // The scores depend on the tree alone, the tree's picture on the cut, too.
  function update(labels, merges, k, found, isNew) {
    x = scale([1, labels.length], [LEFT, RIGHT]);
    drawTree(labels, merges, k);
    if (isNew) {
      drawSum(found);
      drawScores(found.steps);
    }
    cut.setAttribute("transform", `translate(${x(k)},0)`);
  }

  return { node, cut, update, kAt: (event) => x.invert(svgPlace(node, event)[0]) };
}

// ---- the curve

function errorsPicture() {
  const area = svg("path", { class: "demo-area" });
  const line = svg("path", { class: "demo-series" });
  const spots = svg("g");
  const dot = svg("circle", { class: "demo-dot", r: 6 });
  const chance = svg("path", { class: "demo-chance" });
  const names = { xName: "e1: same-class pairs apart", yName: "e2: different-class pairs together" };
  const { node, place } = unitSquare("errors", names, area, chance, line, spots, dot);
  chance.setAttribute("d", linePath([[0, 1], [1, 0]].map(place)));

  function update({ steps, area: value }, k, isNew) {
    const places = steps.map(({ e1, e2 }) => place([e1, e2]));
    const [cx, cy] = places[k - 1];
    setAttributes(dot, { cx, cy });
    if (!isNew) return;
    area.setAttribute("d", `${linePath([...places, place([0, 0])])}Z`);
    line.setAttribute("d", linePath(places));
    spots.replaceChildren(...places.map(([x, y]) => svg("circle", { class: "demo-spot", cx: x, cy: y, r: 2.5 })));
    node.setAttribute("aria-label", `Curve of the pair errors, area ${formatScore(value)}`);
  }

  return { node, update };
}

// ---- the demo

function render({ model, el, page }) {
  const tree = treePicture();
  const errors = errorsPicture();
  const errorNames = { e1: "e1 (apart)", area: "area", e2: "e2 (together)" };
  const facts = { k: "clusters k", k0: "k0", ...errorNames, aucc: "AUCC", ari: "ARI" };
  const board = readout("total", "e1 + e2", facts);
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "cut-sweep", title: "Cut sweep", traits: TRAITS, numbers, check });

  let [points, labels, merges, k] = [[], [], [], 1];
  let found = null;
  let said = ""; // what the next update has to say

  // ---- from the state to the page

  function update() {
    const state = TRAITS.map((name) => model.get(name));
    const n = state[0].length;
    // Not all of it may have come from the kernel yet.
    if (state[1].length !== n || state[2].length !== n - 1 || state[3] > n) return;
    const isNew = !same(state.slice(0, 3), [points, labels, merges]);
    [points, labels, merges, k] = state;
    if (isNew) found = sweepOf(points, labels, merges);
    const step = found.steps[k - 1];
    board.show({
      total: formatScore(step.total),
      k: String(k),
      k0: String(found.k0),
      e1: formatScore(step.e1),
      e2: formatScore(step.e2),
      area: formatScore(found.area),
      aucc: formatScore(step.aucc),
      ari: formatScore(step.ari),
    });
    tree.update(labels, merges, k, found, isNew);
    const name = `Tree of ${n} points, ${model.get("method")} linkage, cut into ${k}`;
    setAttributes(tree.node, { "aria-label": name });
    errors.update(found, k, isNew);
    setAttributes(tree.cut, {
      "aria-valuemax": n,
      "aria-valuenow": k,
      "aria-valuetext": `k = ${k}, e1 ${formatScore(step.e1)}, e2 ${formatScore(step.e2)}`,
    });
    const preset = model.get("presets").findIndex((p) => same([p.points, p.labels, p.merges], [points, labels, merges]));
    presets.show(preset);
    status.show(said, verdict(step));
    said = "";
  }

  function verdict({ fn, fp, aucc, ari }) {
    const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
    const ties = " The cut lies between merges of equal height, so which of them came first is arbitrary.";
    return (
      `${count(k, "cluster")}: ${count(fn, "same-class pair")} apart, ${count(fp, "different-class pair")} together; ` +
      `AUCC ${formatScore(aucc)}, ARI ${formatScore(ari)}.${isBetweenTies(merges, k) ? ties : ""}`
    );
  }

  // ---- from the reader's hand to the state

  // In the middle of a drag nothing is spoken.
  function moveTo(wanted, done) {
    const target = clamp(Math.round(wanted), 1, points.length);
    said = done ? "" : null;
    if (target !== k) save(model, { n_clusters: target });
    else if (done) update(); // no change would come to say it
  }

  makeMovable(
    tree.cut,
    {
      at: () => [k, 0],
      locate: (event) => [tree.kAt(event), 0],
      // Up is more, as in any slider.
      moveTo: ([x, y], done) => moveTo(x + y, done),
      press: () => tree.cut.focus({ preventScroll: true }),
      tap: (event) => moveTo(tree.kAt(event), true),
      small: 1,
      big: 5,
    },
    signal,
  );
  tree.cut.addEventListener(
    "keydown",
    (event) => {
      const wanted = { Home: 1, End: points.length, PageUp: k + 5, PageDown: k - 5 }[event.key];
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (wanted === undefined && !(event.key in ARROWS)) return;
      event.preventDefault();
      if (wanted !== undefined) moveTo(wanted, true);
    },
    { signal },
  );
  tree.node.addEventListener(
    "click",
    (event) => {
      // A press on the cut was a drag or a tap of its own.
      if (!event.target.closest(".demo-cut")) moveTo(tree.kAt(event), true);
    },
    { signal },
  );

  // ---- controls

  const presets = presetControl(
    "Start from",
    "your own points",
    model,
    // The cut stays where the reader had it.
    ({ note, name: _, ...state }) => {
      said = note;
      save(model, { ...state, n_clusters: Math.min(model.get("n_clusters"), state.points.length) });
    },
    signal,
  );
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html("div", { class: "demo-controls" }, presets.node),
    tree.node,
    board.node,
    errors.node,
    status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
