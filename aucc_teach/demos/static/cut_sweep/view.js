// Cut sweep: a tree of clusters to be cut at any k, with the pair errors, and their sum, AUCC and ARI against k below.

import { controlRow, presetControl, readout } from "../../../static/controls.js";
import { setAttributes, svg } from "../../../static/dom.js";
import { axisText, drawing, linePath, markerOf, segmentsPath, unitSquare } from "../../../static/drawing.js";
import { mount } from "../../../static/mount.js";
import { makeSlider, svgPlace } from "../../../static/moving.js";
import { clamp, formatScore, mapValues, same, scale } from "../../../static/values.js";
import { check, numbers, sweepOf, words } from "./model.js";

const [WIDTH, HEIGHT] = [400, 498];
const [LEFT, RIGHT] = [30, 340];
const [TREE, SUM, CHART] = [[16, 270], [292, 366], [390, 472]];
const LOWEST = -0.5; // of the adjusted Rand index
const FACTS = { k: "clusters k", k0: "k0", e1: "e1 (apart)", area: "area", e2: "e2 (together)", aucc: "AUCC", ari: "ARI" };

const TRAITS = ["points", "labels", "merges", "n_clusters", "method"];
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

// The place of the cut into k clusters.
const toX = ({ points }) => scale([1, points.length], [LEFT, RIGHT]);

// ---- the tree

// The place of each cluster's left end, with the classes of its points.
function placesOf({ labels, merges }, x) {
  const n = labels.length;
  const row = (TREE[1] - TREE[0]) / n;
  const leaves = (i) => (i < n ? [i] : [...leaves(merges[i - n][0]), ...leaves(merges[i - n][1])]);
  const places = [];
  leaves(2 * n - 2).forEach((leaf, rank) => {
    places[leaf] = { left: RIGHT + 8, y: TREE[0] + (rank + 0.5) * row, classes: [labels[leaf]] };
  });
  for (const [first, second] of merges) {
    const [one, other] = [places[first], places[second]];
    const left = x(2 * n - places.length - 0.5);
    places.push({ left, y: (one.y + other.y) / 2, classes: [...one.classes, ...other.classes] });
  }
  return places;
}

// The lines of the tree by kind, undone ones first: merges on the left of the cut are undone.
function linesOf({ merges }, places, cut) {
  const lines = { "demo-series demo-branch": [[], []], "demo-join demo-agree": [[], []], "demo-join demo-differ": [[], []] };
  const add = (kind, made, ...points) => lines[kind][Number(made)].push(points);
  const branch = ({ left: stop, y }, start) => {
    if (start < cut) add("demo-series demo-branch", false, [start, y], [Math.min(stop, cut), y]);
    if (stop > cut) add("demo-series demo-branch", true, [Math.max(start, cut), y], [stop, y]);
  };
  merges.forEach(([first, second], i) => {
    const { left } = places[merges.length + 1 + i];
    const [one, other] = [places[first], places[second]];
    branch(one, left);
    branch(other, left);
    const alike = one.classes.flatMap((label) => other.classes.filter((another) => another === label)).length;
    const share = alike / (one.classes.length * other.classes.length);
    const middle = one.y + (other.y - one.y) * share;
    if (share > 0) add("demo-join demo-agree", left > cut, [left, one.y], [left, middle]);
    if (share < 1) add("demo-join demo-differ", left > cut, [left, middle], [left, other.y]);
  });
  branch(places.at(-1), LEFT - 12);
  return ["demo-undone", ""].flatMap((undone, made) =>
    Object.entries(lines).map(([kind, of]) => svg("path", { class: `${kind} ${undone}`.trim(), d: segmentsPath(of[made]) })),
  );
}

function treeParts(state, x) {
  const { labels, n_clusters: k } = state;
  const places = placesOf(state, x);
  const size = Math.min(5, (TREE[1] - TREE[0]) / labels.length / 2 - 0.5);
  const markers = labels.map((label, i) =>
    svg("path", markerOf(label, { transform: `translate(${RIGHT + 17},${places[i].y})scale(${size})` })),
  );
  return [...linesOf(state, places, x(k)), ...markers];
}

// ---- what goes with k, below the tree

const levelsAt = (y) =>
  [0, 1].flatMap((level) => [
    svg("path", { class: "demo-level", d: `M${LEFT},${y(level)}H${RIGHT}` }),
    axisText(LEFT - 6, y(level) + 4, "end", String(level)),
  ]);

const spotsAt = (places, r) => places.map(([cx, cy]) => svg("circle", { class: "demo-ink", cx, cy, r }));

// A line through places, with its name behind the last.
const series = (places, name, kind = "") => [
  svg("path", { class: `demo-series${kind}`, d: linePath(places) }),
  ...spotsAt(places, 2),
  axisText(RIGHT + 8, places.at(-1)[1] + 4, "start", name),
];

// The sum of the errors is 1 at both ends; it may be more between them.
function sumParts({ steps, k0 }, x) {
  const y = scale([0, Math.max(1, ...steps.map(({ total }) => total))], [SUM[1], SUM[0]]);
  const places = steps.map(({ total }, i) => [x(i + 1), y(total)]);
  const [left, top] = places[k0 - 1];
  const lowest = [
    svg("path", { class: "demo-lowest", d: `M${left},${top - 8}l8,8l-8,8l-8,-8z` }),
    axisText(left, top + 20, "middle", "k0"),
  ];
  return [...levelsAt(y), svg("g", { class: "demo-sum" }, ...series(places, "e1 + e2"), ...lowest)];
}

function scoreParts({ steps }, x) {
  const n = steps.length;
  const y = scale([LOWEST, 1], [CHART[1], CHART[0]]);
  const placesOf = (name) => steps.flatMap((step, i) => (Number.isFinite(step[name]) ? [[x(i + 1), y(step[name])]] : []));
  const lines = ["aucc", "ari"].flatMap((name) => series(placesOf(name), name.toUpperCase(), ` demo-series-${name}`));
  const isTick = (k) => k === 1 || k === n || (k % 5 === 0 && k < n - 2);
  const ticks = steps.flatMap((_, i) => (isTick(i + 1) ? [axisText(x(i + 1), CHART[1] + 17, "middle", String(i + 1))] : []));
  const name = axisText(RIGHT + 22, CHART[1] + 17, "middle", "k");
  return [...levelsAt(y), svg("g", { class: "demo-cut-scores" }, ...lines), ...ticks, name];
}

// ---- the two pictures

function treePicture() {
  const [tree, below] = [svg("g"), svg("g")];
  const cut = svg(
    "g",
    { class: "demo-cut", role: "slider", tabindex: 0, "aria-label": "Cut of the tree", "aria-valuemin": 1 },
    svg("rect", { class: "demo-grip", x: -18, y: 0, width: 36, height: CHART[1] }),
    svg("path", { class: "demo-series demo-cut-line", d: `M0,${TREE[0] - 6}V${CHART[1]}` }),
    svg("circle", { class: "demo-dot", cy: Math.floor((TREE[1] + SUM[0]) / 2), r: 9 }),
  );
  const node = drawing("tree", [WIDTH, HEIGHT], { role: "group" }, tree, below, cut);

  function update(state, found, isNew) {
    const { points, method, n_clusters: k } = state;
    const x = toX(state);
    const { e1, e2 } = found.steps[k - 1];
    tree.replaceChildren(...treeParts(state, x));
    if (isNew) below.replaceChildren(...sumParts(found, x), ...scoreParts(found, x));
    setAttributes(node, { "aria-label": `Tree of ${points.length} points, ${method} linkage, cut into ${k}` });
    setAttributes(cut, {
      transform: `translate(${x(k)},0)`,
      "aria-valuemax": points.length,
      "aria-valuenow": k,
      "aria-valuetext": `k = ${k}, e1 ${formatScore(e1)}, e2 ${formatScore(e2)}`,
    });
  }

  return { node, cut, update };
}

// The curve of the pair errors, with a dot at the cut.
function errorsPicture() {
  const [curve, dot] = [svg("g"), svg("circle", { class: "demo-dot", r: 6 })];
  const names = { xName: "e1: same-class pairs apart", yName: "e2: different-class pairs together" };
  const { node, place } = unitSquare("errors", names, curve, dot);

  function update({ steps, area }, k, isNew) {
    const places = steps.map(({ e1, e2 }) => place([e1, e2]));
    const [cx, cy] = places[k - 1];
    setAttributes(dot, { cx, cy });
    if (!isNew) return;
    curve.replaceChildren(
      svg("path", { class: "demo-area", d: `${linePath([...places, place([0, 0])])}Z` }),
      svg("path", { class: "demo-chance", d: linePath([[0, 1], [1, 0]].map(place)) }),
      svg("path", { class: "demo-series", d: linePath(places) }),
      ...spotsAt(places, 2.5),
    );
    setAttributes(node, { "aria-label": `Curve of the pair errors, area ${formatScore(area)}` });
  }

  return { node, update };
}

// ---- from the state to the page

function update(view, before) {
  const { state, board, presets, status } = view;
  const isNew = !same(treeOf(state), before && treeOf(before));
  if (isNew) view.found = sweepOf(state);
  const { found } = view;
  const { n_clusters: k } = state;
  board.show(textsOf(k, found));
  view.tree.update(state, found, isNew);
  view.errors.update(found, k, isNew);
  presets.show(state);
  status.show(words(state, found));
}

const TREE_TRAITS = ["points", "labels", "merges"];
const treeOf = (state) => TREE_TRAITS.map((trait) => state[trait]);

function textsOf(k, { k0, area, steps }) {
  const { e1, e2, total, aucc, ari } = steps[k - 1];
  return { k: String(k), k0: String(k0), ...mapValues({ total, e1, e2, area, aucc, ari }, formatScore) };
}

// ---- from the reader's hand to the state

// Nothing is spoken in the middle of a drag.
function moveTo(view, wanted, done) {
  view.change({ n_clusters: clamp(Math.round(wanted), 1, view.state.points.length) }, done ? "" : null);
}

function listenToCut(view) {
  const { node, cut } = view.tree;
  const locate = (event) => toX(view.state).invert(svgPlace(node, event)[0]);
  const moves = {
    value: () => view.state.n_clusters,
    locate,
    moveTo: (wanted, done) => moveTo(view, wanted, done),
    press: () => cut.focus({ preventScroll: true }),
    tap: (event) => moveTo(view, locate(event), true),
    ...{ low: 1, high: Infinity, steps: [1, 5, 5] },
  };
  makeSlider(cut, moves, view.signal);
}

// The cut stays where the reader had it.
function startFrom(view, { note, name: _, ...state }) {
  view.change({ ...state, n_clusters: Math.min(view.state.n_clusters, state.points.length) }, note);
}

// ---- the demo

export function render({ model, el, page }) {
  const demo = { name: "cut-sweep", title: "Cut sweep", traits: TRAITS, numbers, check, help: HELP };
  const view = Object.assign(mount({ model, el, page }, demo), {
    tree: treePicture(),
    errors: errorsPicture(),
    board: readout("total", "e1 + e2", FACTS),
    found: null, // of the tree in the state
  });
  const { tree, errors, board, status, signal } = view;
  const start = (preset) => startFrom(view, preset);
  view.presets = presetControl("Start from", "your own points", model, TREE_TRAITS, start, signal);
  listenToCut(view);
  return view.show(update, [controlRow(view.presets.node), tree.node, board.node, errors.node, status.node]);
}
