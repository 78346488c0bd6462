// AUCC lab: labelled points to drag about, and what the move does to their pairs, the ROC curve and AUCC.

import { readout } from "../../../static/controls.js";
import { setAttributes } from "../../../static/dom.js";
import { mount } from "../../../static/mount.js";
import { arrowStep } from "../../../static/moving.js";
import { pointField, POINT_HELP } from "../../../static/point_field.js";
import { auccOf, concordance, isMixed, rankedPairs, rocCorners } from "../../../static/ranking.js";
import { rocPlot } from "../../../static/roc_plot.js";
import { clamp, formatCount, formatScore, mapValues, pointName } from "../../../static/values.js";
import { check, FEWEST_POINTS, MOST_POINTS, numbers, shareOf, words } from "./model.js";
import { shufflesView, updateShuffles } from "./shuffles.js";
import { drawStrip, pairStrip, touchStrip } from "./strip.js";

const TRAITS = ["points", "labels", "seed", "shuffles"];
const HELP = [
  POINT_HELP.mouse,
  `${POINT_HELP.keys} On the strip, arrows walk along the pairs.`,
];
const SHUFFLE_HELP =
  "Shuffle permutes the labels, so that each cluster keeps its size. Each shuffle adds a thin curve and a dot, which is " +
  "dark if its AUCC is as large as the AUCC of these labels. p is (1 + the dark dots) / (1 + all dots). The last 40 " +
  "curves stay. Keys: S shuffles once, and H a hundred times. If you move or relabel a point, the shuffles start " +
  "again, and the same seed gives the same labels again.";
// The course defines Gamma and the names of the counts later, so a page asks for them once it has.
const DETAILS = { gamma: "Gamma", sPlus: "right s+", sMinus: "wrong s−", sZero: "tied s0" };

// ---- from the state to the page

function texts(found) {
  const { right: sPlus, wrong: sMinus, tied: sZero } = found;
  const share = found.comparisons ? `${shareOf(found)} right` : "–";
  const scores = mapValues({ aucc: found.aucc, gamma: found.gamma }, formatScore);
  return { ...scores, share, ...mapValues({ sPlus, sMinus, sZero }, formatCount) };
}

function update(view) {
  const { state, field, board, strip, roc, shuffles } = view;
  field.update();
  const lost = (touched) => Math.max(touched?.point ?? 0, touched?.first ?? 0, touched?.second ?? 0) >= state.points.length;
  if (lost(view.pinned)) view.pinned = null;
  if (lost(view.hovered)) view.hovered = null;
  Object.assign(view, rankedPairs(state.points, state.labels));
  const aucc = auccOf(concordance(view.groups));
  const found = numbers(state, shuffles ? updateShuffles(shuffles, state, aucc) : [], view.groups);
  const shown = texts(found);
  board.show(Object.fromEntries(view.facts.map((key) => [key, shown[key]])));
  drawStrip(strip, view.ranked, view.groups);
  roc.update(view.groups);
  roc.node.setAttribute("aria-label", `ROC curve of the pairs, area ${shown.aucc}`);
  showTouched(view);
  view.status.show(words({ ...state, can_shuffle: Boolean(shuffles) }, found));
}

// What is touched is a point, { point }, or a pair, { first, second }.
const isPair = (touched) => touched?.first !== undefined;

// The positions of the touched pairs: a pair itself, or all pairs of a point.
function positionsOf(ranked, touched) {
  if (!touched) return [];
  const isHit = isPair(touched)
    ? ({ first, second }) => first === touched.first && second === touched.second
    : ({ first, second }) => [first, second].includes(touched.point);
  return [...ranked.keys()].filter((i) => isHit(ranked[i]));
}

function showTouched(view) {
  const { ranked, groups, strip, roc, field } = view;
  const shown = view.hovered ?? view.pinned;
  const positions = positionsOf(ranked, shown);
  const at = isPair(shown) ? positions[0] : null;
  view.cursor = clamp(at ?? view.cursor, 0, ranked.length - 1);
  const said = at !== null ? pairWords(view, at) : shown ? `pairs of ${pointName(shown.point)}` : "";
  touchStrip(strip, ranked, positions, at, said);
  field.link(positions.map((i) => ranked[i]));
  roc.mark(at === null ? null : rocCorners(groups)[1 + groups.findIndex((group) => at < group.end)]);
  setAttributes(strip.picture, {
    "aria-valuemax": ranked.length,
    "aria-valuenow": view.cursor + 1,
    "aria-valuetext": `pair ${view.cursor + 1} of ${ranked.length}: ${pairWords(view, view.cursor)}`,
  });
}

function pairWords({ ranked, groups }, position) {
  const { first, second, value, positive } = ranked[position];
  const tied = groups.some((group) => isMixed(group) && group.start <= position && position < group.end);
  const kind = `${positive ? "within" : "between"}${tied ? ", tied" : ""}`;
  return `${pointName(first)}–${pointName(second)} ${kind}, distance ${Math.sqrt(value).toFixed(1)}`;
}

// ---- from the reader's hand

function touch(view, changes) {
  Object.assign(view, changes);
  showTouched(view);
}

function pairAt({ ranked }, position) {
  const { first, second } = ranked[clamp(position, 0, ranked.length - 1)];
  return { first, second };
}

function pairUnder(view, event) {
  const { left, width } = view.strip.picture.getBoundingClientRect();
  return pairAt(view, Math.floor(((event.clientX - left) / width) * view.ranked.length));
}

function onKey(view, event) {
  const step = arrowStep(event, 1, 10);
  const ends = { Home: 0, End: view.ranked.length - 1 };
  if (!step && !(event.key in ends) && event.key !== "Escape") return;
  event.preventDefault();
  const to = step ? view.cursor + step[0] + step[1] : ends[event.key];
  touch(view, { pinned: event.key === "Escape" ? null : pairAt(view, to), hovered: null });
}

function listenToStrip(view) {
  const { strip, signal } = view;
  const listen = (type, handler) => strip.picture.addEventListener(type, handler, { signal });
  listen("pointermove", (event) => touch(view, { hovered: pairUnder(view, event) }));
  listen("pointerleave", () => touch(view, { hovered: null }));
  listen("pointerdown", (event) => touch(view, { pinned: pairUnder(view, event), hovered: null }));
  listen("focus", () => !isPair(view.pinned) && touch(view, { pinned: pairAt(view, view.cursor), hovered: null }));
  listen("keydown", (event) => onKey(view, event));
}

// ---- the demo

function fieldOf(view) {
  const hands = {
    pin: (pinned) => touch(view, { pinned }),
    hover: (hovered) => touch(view, { hovered }),
    reset: () => Object.assign(view, { pinned: null, hovered: null, cursor: 0 }),
  };
  return pointField(view, { fewest: FEWEST_POINTS, most: MOST_POINTS, anew: { shuffles: 0 }, ...hands });
}

export function render({ model, el, page }) {
  const canShuffle = model.get("can_shuffle");
  const help = { summary: "What mouse and keys do", help: canShuffle ? [...HELP, SHUFFLE_HELP] : HELP };
  const demo = { name: "aucc-lab", title: "AUCC lab", traits: TRAITS, numbers, check, ...help };
  const facts = model.get("details") ? DETAILS : { share: "comparisons" };
  const view = Object.assign(mount({ model, el, page }, demo), {
    ...{ strip: pairStrip(), board: readout("aucc", "AUCC", facts), facts: ["aucc", ...Object.keys(facts)] },
    roc: rocPlot({ xName: "between pairs so far", yName: "within pairs so far" }),
    ...{ ranked: [], groups: [] },
    // What was chosen, what the pointer is on, and the position of the keyboard on the strip.
    ...{ pinned: null, hovered: null, cursor: 0 },
  });
  view.field = fieldOf(view);
  view.shuffles = canShuffle ? shufflesView(view) : null;
  listenToStrip(view);
  const { field, board, roc, shuffles, strip, status } = view;
  const shuffled = canShuffle ? [shuffles.node] : [];
  const parts = [field.controls, field.node, board.node, roc.node, ...shuffled, strip.node, status.node];
  return view.show(update, parts);
}
