// Draws the shuffles of a lab: a ghost of each curve, a dot for each area, and buttons for more.

import { MOST_SHUFFLES } from "../../../static/chance.js";
import { buttonControl } from "../../../static/controls.js";
import { html, save, setAttributes, svg } from "../../../static/dom.js";
import { axisText, drawing, linePath, paper } from "../../../static/drawing.js";
import { listenToKeys } from "../../../static/moving.js";
import { NO_AUCC } from "../../../static/points.js";
import { rocCorners } from "../../../static/ranking.js";
import { clamp, range, scale } from "../../../static/values.js";
import { newShuffles, rankAmong, rankWords } from "./model.js";

const MOST_GHOSTS = 40; // curves of shuffled labels that are seen at once
const FRAMES = 40; // in which many shuffles pile up
const FLIGHT = 900; // milliseconds in which one shuffle is seen on the points; as in the sheet
const WAYS = [
  ["Shuffle", 1, "S"],
  ["Shuffle 100", 100, "H"],
];

// ---- dots: one for each shuffle on the scale of AUCC, under the square of the curve and as wide

const [N_BINS, TOP, FLOOR, LEFT, RIGHT] = [50, 20, 106, 30, 284]; // a dot is as wide as a bin
const toX = scale([0, 1], [LEFT, RIGHT]);

function dotPicture() {
  const quiet = svg("path", { class: "demo-shuffled-dots" });
  const reaching = svg("path", { class: "demo-shuffled-dots demo-reaching" });
  const falling = svg("g");
  const line = svg("path", { class: "demo-pole demo-shuffled-seen" });
  const name = axisText(0, 10, "middle", "these labels");
  const node = drawing(
    "shuffled",
    [292, 124],
    { role: "img" },
    paper(LEFT, TOP, RIGHT - LEFT, FLOOR - TOP),
    svg("path", { class: "demo-chance", d: `M${toX(0.5)},${TOP}V${FLOOR}` }),
    ...[quiet, reaching, falling, line, name],
    axisText(LEFT, 121, "start", "0"),
    axisText(toX(0.5), 121, "middle", "one half"),
    axisText(RIGHT, 121, "end", "1"),
  );
  return { node, quiet, reaching, falling, line, name };
}

// The places of dots, dark if they are as large as the real AUCC. Bins begin there, so that dark dots lie on the right of
// its line.
function dotsOf(aucc, auccs) {
  const bins = auccs.map((other) => Math.floor((other - aucc) * N_BINS + 1e-9));
  const heights = new Map();
  const raise = (bin) => heights.set(bin, (heights.get(bin) ?? 0) + 1).get(bin);
  const most = Math.max(1, ...bins.map(raise));
  const step = Math.min((RIGHT - LEFT) / N_BINS, (FLOOR - TOP - 8) / Math.max(1, most - 1));
  heights.clear();
  const xOf = (bin) => clamp(toX(aucc + (bin + 0.5) / N_BINS), LEFT + 3, RIGHT - 3);
  return bins.map((bin) => ({ x: xOf(bin), y: FLOOR - 3 - step * (raise(bin) - 1), isDark: bin >= 0 }));
}

// The last dot falls if it `isNew`.
function drawDots({ line, name, quiet, reaching, falling }, aucc, auccs, isNew) {
  const exists = Number.isFinite(aucc);
  setAttributes(line, { d: exists ? `M${toX(aucc)},14V${FLOOR}` : "" });
  setAttributes(name, { x: exists ? clamp(toX(aucc), LEFT + 38, RIGHT - 38) : 0, text: exists ? "these labels" : "" });
  const dots = dotsOf(aucc, auccs);
  const last = isNew ? dots.pop() : null;
  const pathOf = (some) => some.map(({ x, y }) => `M${x},${y}h0`).join("");
  setAttributes(quiet, { d: pathOf(dots.filter(({ isDark }) => !isDark)) });
  setAttributes(reaching, { d: pathOf(dots.filter(({ isDark }) => isDark)) });
  const kind = `demo-shuffled-dots demo-falling${last?.isDark ? " demo-reaching" : ""}`;
  falling.replaceChildren(...(last ? [svg("path", { class: kind, d: pathOf([last]) })] : []));
}

// ---- curves behind the real one, the last few of them

function ghostCurves(onSquare) {
  const curves = range(MOST_GHOSTS).map(() => svg("path", { class: "demo-ghost" }));
  const fresh = svg("g"); // holds the one that was dealt just now
  return { node: svg("g", {}, svg("g", {}, ...curves), fresh), curves, fresh, onSquare };
}

function ghostPath({ onSquare }, groups) {
  const corners = rocCorners(groups);
  const [x, y] = corners[corners.length - 1];
  return linePath(corners.map((corner) => onSquare([corner[0] / x, corner[1] / y])));
}

function putGhost(ghosts, i, groups) {
  setAttributes(ghosts.curves[i % MOST_GHOSTS], { d: groups ? ghostPath(ghosts, groups) : "" });
}

function flyGhost(ghosts, groups) {
  ghosts.fresh.replaceChildren(...(groups ? [svg("path", { class: "demo-fresh", d: ghostPath(ghosts, groups) })] : []));
}

// ---- the parts

// Shows the shuffles of a lab: their curves behind that of its `roc`, and dots and buttons in `node`.
export function shufflesView({ model, status, calm, roc, field, body, signal }) {
  const view = {
    ...{ model, status, calm, dress: field.dress, dots: dotPicture(), ghosts: ghostCurves(roc.onSquare) },
    ...{ asLarge: html("span", { "data-value": "atLeast" }), rank: html("span", { "data-value": "p" }) },
    // The points, labels and seed as a key; what deals; the AUCC of the labels; the shuffles so far, and how many of them
    // are shown; the frame and the timer that are due.
    ...{ key: "", shuffles: null, aucc: NaN, rows: [], shown: 0, frame: 0, flight: 0 },
  };
  roc.putBehind(view.ghosts.node);
  const buttons = WAYS.map(([text, count, key]) =>
    setAttributes(buttonControl(text, () => shuffle(view, count), signal, count === 1), { "aria-keyshortcuts": key }),
  );
  view.controls = html("div", { class: "demo-shuffling" }, ...buttons, html("p", {}, view.asLarge, " ", view.rank));
  view.node = html("div", { class: "demo-shuffled-box" }, view.dots.node, view.controls);
  const keys = WAYS.map(([, count, key]) => [key.toLowerCase(), () => shuffle(view, count)]);
  listenToKeys(body, Object.fromEntries(keys), signal);
  signal.addEventListener("abort", () => stopMoving(view));
  return view;
}

function shuffle({ controls, shuffles, status, model }, count) {
  if (!controls.checkVisibility({ visibilityProperty: true })) return; // this step is not about shuffles
  if (!shuffles.exists) return status.announce(NO_AUCC);
  const before = model.get("shuffles");
  if (before >= MOST_SHUFFLES) return status.announce(`There can be at most ${MOST_SHUFFLES} shuffles.`);
  save(model, { shuffles: Math.min(MOST_SHUFFLES, before + count) });
}

// ---- from the state to the page

// Deals as many as the state asks for, shows them beside its own AUCC, and returns the AUCC of each.
export function updateShuffles(view, state, aucc) {
  view.aucc = aucc;
  const key = JSON.stringify([state.points, state.labels, state.seed]);
  if (key !== view.key) {
    Object.assign(view, { key, shuffles: newShuffles(state), rows: [] });
    showShuffles(view, 0);
  }
  const wanted = view.shuffles.exists ? state.shuffles : 0;
  while (view.rows.length < wanted) view.rows.push(view.shuffles.deal());
  const found = view.rows.slice(0, wanted).map(({ aucc }) => aucc);
  land(view);
  const more = wanted - view.shown;
  if (more === 1 && !view.calm.matches) fly(view);
  // Many dots pile up, frame by frame.
  else grow(view, wanted, more > 1 && !view.calm.matches ? Math.ceil(more / FRAMES) : Infinity);
  return found;
}

function grow(view, wanted, pace) {
  showShuffles(view, Math.min(wanted, view.shown + pace));
  paint(view, false);
  if (view.shown < wanted) view.frame = requestAnimationFrame(() => grow(view, wanted, pace));
}

// Shows one shuffle on its way: its labels on the points, its curve before it becomes a ghost, and its falling dot.
function fly(view) {
  const { labels, groups } = view.rows[view.shown];
  showShuffles(view, view.shown + 1);
  paint(view, true);
  flyGhost(view.ghosts, groups);
  view.dress(labels);
  view.flight = setTimeout(() => {
    land(view);
    paint(view, false);
  }, FLIGHT);
}

function stopMoving({ frame, flight }) {
  cancelAnimationFrame(frame);
  clearTimeout(flight);
}

// Ends the motion that is under way.
function land(view) {
  stopMoving(view);
  flyGhost(view.ghosts, null);
  view.dress(view.model.get("labels"));
}

function showShuffles(view, count) {
  // If there are fewer than before, earlier ghosts are drawn again.
  const first = Math.max(count < view.shown ? 0 : view.shown, count - MOST_GHOSTS);
  for (let i = first; i < count; i++) putGhost(view.ghosts, i, view.rows[i].groups);
  for (let i = count; i < MOST_GHOSTS; i++) putGhost(view.ghosts, i, null);
  view.shown = count;
}

function paint({ aucc, rows, shown, dots, asLarge, rank }, isNew) {
  const auccs = rows.slice(0, shown).map((row) => row.aucc);
  const found = rankAmong(aucc, auccs);
  const { n_shuffles: n, at_least: atLeast } = found;
  drawDots(dots, aucc, auccs, isNew);
  asLarge.textContent = n ? `${atLeast} of ${n} as large` : "";
  rank.textContent = n ? rankWords(found) : "";
  const reach = n ? `${n} ${n > 1 ? "shuffles" : "shuffle"}, ${atLeast} of them as large` : "no shuffle yet";
  dots.node.setAttribute("aria-label", `AUCC of shuffled labels: ${reach}`);
}
