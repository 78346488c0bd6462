// Pair table: two rows of points, and under each point the pairs with the points after it.

import { buttonControl, controlRow, presetControl, readout } from "../../../static/controls.js";
import { setAttributes, svg } from "../../../static/dom.js";
import { drawing, markerOf } from "../../../static/drawing.js";
import { mount } from "../../../static/mount.js";
import { focusItem, listenToCells } from "../../../static/moving.js";
import { N_CLUSTERS, nextLabel } from "../../../static/points.js";
import { clamp, formatCount, formatScore, mapValues, pointName, range, replaced, same } from "../../../static/values.js";
import { check, FEWEST_POINTS, KINDS, kindOf, MOST_POINTS, numbers, words } from "./model.js";

const [WIDTH, HEIGHT] = [420, 480];
const ROWS = [
  { trait: "labels_true", name: "Y" },
  { trait: "labels_pred", name: "Y′" },
];
const TRAITS = ROWS.map(({ trait }) => trait);

const HELP = [
  "Click a point to move it to the next cluster. A cell of the triangle is the pair of its row and its column. Its " +
    "upper half is filled if the two points are together in Y, and its lower half if they are together in Y′. A " +
    "solid frame means that the partitions agree on the pair, and a dashed frame that they do not.",
  "Keys: Tab goes to the points and on to the pairs, and arrows walk among them. On a point, Enter moves it to the " +
    "next cluster, a digit to that of the circles (0), squares (1), triangles (2), diamonds (3), triangles upside down " +
    "(4) or crosses (5), + adds a point, and − removes the last. Escape takes the highlights away.",
];

// ---- the picture. Its items are points, { row, i }, and pairs, { first, second }.

const isPair = (item) => item?.first !== undefined;
const keyOf = (item) => (isPair(item) ? `${item.first}-${item.second}` : `${ROWS[item.row].trait}-${item.i}`);
const pointsOf = (item) => (isPair(item) ? [item.first, item.second] : [item.i]);

// Says whether `item` is lit when `shown` is touched: a point lights its pairs, and a pair its points.
function isTouched(item, shown) {
  if (!shown) return false;
  const [mine, theirs] = [pointsOf(item), pointsOf(shown)];
  return mine.length === theirs.length ? same(mine, theirs) : mine.some((i) => theirs.includes(i));
}

function pairPicture() {
  const caption = (classes) => svg("text", { class: `demo-name ${classes}`.trim(), x: WIDTH - 4, "text-anchor": "end" });
  const [layer, headline, kind] = [svg("g"), caption("demo-pair-title"), caption("")];
  const captions = svg("g", { "aria-hidden": "true" }, headline, kind);
  const attributes = { role: "application", "aria-label": "Points and pairs" };
  const node = drawing("pairs", [WIDTH, HEIGHT], attributes, layer, captions);
  return { node, layer, headline, kind, items: new Map(), n: 0, w: 0, h: 0 };
}

const nameAt = (x, y, text) => svg("text", { class: "demo-name", x, y: y + 6, "text-anchor": "middle", text });

function addItem({ items, w, h }, group, item, column, y) {
  const box = svg("rect", { class: "demo-cell", x: column * w + 2, y: y + 2, width: w - 4, height: h - 4, rx: 4 });
  const attributes = { class: "demo-choice", role: "button", tabindex: -1, "data-key": keyOf(item) };
  const node = svg("g", attributes, box, svg("path"));
  group.append(node);
  items.set(keyOf(item), { ...item, node });
}

// Up to six points have cells of one size; more points have smaller ones.
function resize(picture, n) {
  if (n === picture.n) return;
  const [w, h] = [WIDTH / (Math.max(n, 6) + 1), HEIGHT / (Math.max(n, 6) + 2)];
  Object.assign(picture, { n, w, h });
  picture.items.clear();
  const groups = ROWS.map(({ name }, row) => {
    const y = (0.6 + row) * h;
    const group = svg("g", { role: "group", "aria-label": `Partition ${name}` }, nameAt(w / 2, y + h / 2, name));
    for (let i = 0; i < n; i++) addItem(picture, group, { row, i }, i + 1, y);
    return group;
  });
  const pairs = svg("g", { role: "group", "aria-label": "Pairs" });
  const names = svg("g");
  for (let second = 0; second < n; second++) {
    names.append(nameAt((second + 1.5) * w, 0.3 * h, pointName(second)));
    if (second) names.append(nameAt(w / 2, (second + 2.5) * h, pointName(second)));
    for (let first = 0; first < second; first++) addItem(picture, pairs, { first, second }, first + 1, (second + 2) * h);
  }
  picture.layer.replaceChildren(names, ...groups, pairs);
  picture.headline.setAttribute("y", 3 * h + 22);
  picture.kind.setAttribute("y", 3 * h + 46);
}

function drawPoint({ w, h }, { row, i, node }, cluster) {
  const transform = `translate(${(i + 1.5) * w},${(1.1 + row) * h})scale(${Math.min(0.3 * w, 12)})`;
  setAttributes(node.lastChild, markerOf(cluster, { transform }));
  node.setAttribute("aria-label", `${pointName(i)}, cluster ${cluster} of ${ROWS[row].name}`);
}

function drawPair({ w, h }, item, [upper, lower]) {
  const { first, second, node } = item;
  const verdict = upper === lower ? "demo-agree" : "demo-differ";
  const top = (second + 2) * h + (upper ? 6 : h / 2);
  const height = (h / 2 - 6) * (upper + lower);
  const right = w - 12;
  const d = height ? `M${(first + 1) * w + 6},${top}h${right}v${height}h-${right}z` : "";
  setAttributes(node.firstChild, { class: `demo-cell ${verdict}` });
  setAttributes(node.lastChild, { class: `demo-mark ${verdict}`, d });
  item.words = KINDS[kindOf(upper, lower)];
  node.setAttribute("aria-label", `${pointName(first)} and ${pointName(second)}: ${item.words}`);
}

function draw(picture, partitions) {
  resize(picture, partitions[0].length);
  for (const item of picture.items.values()) {
    if (isPair(item)) drawPair(picture, item, partitions.map((labels) => labels[item.first] === labels[item.second]));
    else drawPoint(picture, item, partitions[item.row][item.i]);
  }
}

// ---- from the state to the page

const partitionsOf = ({ state }) => TRAITS.map((trait) => state[trait]);

function update(view) {
  const { state, picture, stops, board, presets, status, indices, el } = view;
  const partitions = partitionsOf(view);
  const n = partitions[0].length;
  const { items } = picture;
  const focused = items.get(view.pinned)?.node === el.getRootNode().activeElement;
  draw(picture, partitions);
  if (!items.has(stops.point)) stops.point = `${stops.point.split("-")[0]}-${n - 1}`;
  if (!items.has(stops.pair)) stops.pair = "0-1";
  // If the focused item is gone, the nearest one gets the focus.
  if (view.pinned && focused) focusItem(items, items.has(view.pinned) ? view.pinned : stops.point);
  else if (!items.has(view.pinned)) view.pinned = null;
  showTouched(view);
  const found = view.numbers();
  board.show(texts(found, indices));
  presets.show(state);
  status.show(words({ ...state, indices }, found));
}

function texts(found, indices) {
  const counts = mapValues({ tp: found.tp, fn: found.fn, fp: found.fp, tn: found.tn }, formatCount);
  if (!indices) return { ...counts, agreeing: `${found.agreeing} of ${found.total}` };
  const rand = `${found.agreeing}/${found.total} = ${formatScore(found.rand)}`;
  return { ...counts, rand, expected: formatScore(found.expected), ari: formatScore(found.ari) };
}

function showTouched({ picture, stops, hovered, pinned }) {
  const { items, headline, kind } = picture;
  const shown = items.get(hovered ?? pinned);
  for (const [key, item] of items) {
    item.node.classList.toggle("demo-touched", isTouched(item, shown));
    setAttributes(item.node, { tabindex: key === stops.point || key === stops.pair ? 0 : -1 });
  }
  setAttributes(headline, { text: shown ? pointsOf(shown).map(pointName).join("–") : "" });
  setAttributes(kind, { text: isPair(shown) ? shown.words : shown ? "and its pairs" : "" });
}

// ---- from the reader's hand to the state

function edit(view, said, partitions) {
  view.change(Object.fromEntries(TRAITS.map((trait, row) => [trait, partitions[row]])), said);
}

function move(view, { row, i }, cluster) {
  const partitions = partitionsOf(view);
  const said = `Point ${pointName(i)} is now in cluster ${cluster} of ${ROWS[row].name}.`;
  edit(view, said, replaced(partitions, row, replaced(partitions[row], i, cluster)));
}

function press(view, item) {
  if (!isPair(item)) move(view, item, nextLabel(partitionsOf(view)[item.row], item.i));
}

function add(view) {
  const { n } = view.picture;
  if (n >= MOST_POINTS) return view.status.announce(`There can be at most ${MOST_POINTS} points.`);
  const said = `Added point ${pointName(n)} to the clusters of ${pointName(n - 1)}.`;
  edit(view, said, partitionsOf(view).map((labels) => [...labels, labels[n - 1]]));
}

function remove(view) {
  const { n } = view.picture;
  if (n <= FEWEST_POINTS) return view.status.announce(`There must be at least ${FEWEST_POINTS} points.`);
  edit(view, `Removed point ${pointName(n - 1)}.`, partitionsOf(view).map((labels) => labels.slice(0, -1)));
}

function neighbour({ row, i, first, second }, [dx, dy], n) {
  if (first !== undefined) return keyOf({ first: first + dx, second: second - dy });
  return keyOf({ row: clamp(row - dy, 0, 1), i: clamp(i + dx, 0, n - 1) });
}

function actionsOf(view, item) {
  const toCluster = range(isPair(item) ? 0 : N_CLUSTERS).map((cluster) => [cluster, () => move(view, item, cluster)]);
  return { ...Object.fromEntries(toCluster), "+": () => add(view), "-": () => remove(view) };
}

function listen(view) {
  const { body, picture, signal } = view;
  const { items } = picture;
  function touch(marks) {
    Object.assign(view, marks);
    if (marks.pinned) view.stops[isPair(items.get(marks.pinned)) ? "pair" : "point"] = marks.pinned;
    showTouched(view);
  }
  const hands = {
    ...{ press: (item) => press(view, item), actions: (item) => actionsOf(view, item), touch },
    neighbour: (item, step) => neighbour(item, step, picture.n),
  };
  listenToCells(body, items, hands, signal);
}

// ---- the demo

function presetList(view) {
  const start = (preset) => {
    view.pinned = null;
    edit(view, preset.note, TRAITS.map((trait) => preset[trait]));
  };
  return presetControl("Start from", "your own partitions", view.model, TRAITS, start, view.signal);
}

export function render({ model, el, page }) {
  const demo = { name: "pair-table", title: "Pair table", traits: TRAITS, numbers, check, help: HELP };
  const indices = model.get("indices");
  const kinds = Object.fromEntries(Object.entries(KINDS).map(([kind, name]) => [kind, `${kind} ${name}`]));
  const view = Object.assign(mount({ model, el, page }, demo), {
    board: indices
      ? readout("rand", "Rand’s c", { ...kinds, expected: "expected c", ari: "ARI" })
      : readout("agreeing", "Same answer", kinds),
    indices,
    picture: pairPicture(),
    // Keys of items: the two where Tab stops, one among the points and one among the pairs; the one that has the focus,
    // or had it last; and the one under the pointer.
    ...{ stops: { point: "labels_true-0", pair: "0-1" }, pinned: null, hovered: null },
  });
  const { signal, picture, board, status } = view;
  view.presets = presetList(view);
  const more = buttonControl("Add point", () => add(view), signal);
  const fewer = buttonControl("Remove point", () => remove(view), signal);
  listen(view);
  return view.show(update, [controlRow(view.presets.node, more, fewer), picture.node, board.node, status.node]);
}
