// Two readers: stories in piles that may overlap. A story is dragged into a second pile, and two indices notice or not.

import { buttonControl, controlRow, presetControl } from "../../../static/controls.js";
import { html, setAttributes, svg } from "../../../static/dom.js";
import { mount } from "../../../static/mount.js";
import { listenToItems, svgPlace } from "../../../static/moving.js";
import { formatScore, same } from "../../../static/values.js";
import { listenToTable, rowAt, showTable, tablePicture } from "../memberships.js";
import { toggled } from "../overlaps.js";
import { changeWords, check, comparison, MOST_PILES, NAMES, numbers, put, storyWords, words } from "./model.js";

const TRAITS = ["n_objects", "clusters_true", "before", "clusters_pred"];
const HELP = [
  "A column is a story, a row is a pile. Anna’s piles stay. Drag a story from one of Ben’s piles to another: it is in " +
    "both then. Click a story to take it out of a pile, or an empty cell to put the story of that column in. Empty " +
    "piles do not count.",
  "A ring marks what has been put in since the start, and a dashed ring what has been taken out. Count from here: the " +
    "piles as they are now become the start.",
  "Keys: Tab goes to Ben’s piles, arrows walk among their cells, and Enter or Space puts a story in and takes it out.",
];

// ---- the two numbers

function board() {
  const rows = Object.entries(NAMES).map(([key, name]) => {
    const number = html("span", { class: "demo-number", "data-value": key });
    const change = html("span", { class: "demo-index-change", "data-value": `${key}_change` });
    const node = html("div", { class: "demo-index" }, html("span", { text: name }), number, change);
    return { key, node, number, change };
  });
  const node = html("div", { class: "demo-readout" }, ...rows.map((row) => row.node));
  function show(found) {
    for (const { key, number, change } of rows) {
      number.textContent = formatScore(found.now[key]);
      change.textContent = changeWords(found, key);
      setAttributes(change, { class: `demo-index-change${found.changes[key] === "ties" ? "" : " demo-index-moved"}` });
    }
  }
  return { node, show };
}

// ---- from the state to the page

function update(view) {
  const { state, presets, status } = view;
  showTable(view, MOST_PILES);
  const found = comparison(state);
  view.board.show(found);
  presets.show(state, () => same(state.before, state.clusters_pred));
  setAttributes(view.start, { disabled: same(state.before, state.clusters_pred) });
  status.show(words(state, found));
}

// ---- from the reader's hand to the state

function toggle(view, { row, o }) {
  if (view.dragged) return; // the click that ends a drag
  const { clusters_pred: now } = view.state;
  view.change({ clusters_pred: toggled(now, row, o) }, storyWords(o, row, !now[row]?.includes(o)));
}

// A story follows the pointer from a cell that it is in. The pile where it is dropped holds it, too.
function listenToDrags(view) {
  const { body, picture, signal, ghost } = view;
  let drag = null;
  const place = (event) => svgPlace(picture.node, event);
  const show = ([x, y]) => setAttributes(ghost, { cx: x, cy: y, r: picture.size.radius });
  const end = () => {
    drag = null;
    setAttributes(ghost, { r: 0 });
  };
  listenToItems(
    body,
    picture.items,
    "pointerdown",
    ({ row, o, node }, event) => {
      view.dragged = false;
      if (event.button !== 0 || !view.state.clusters_pred[row]?.includes(o)) return;
      drag = { o, id: event.pointerId, x: event.clientX, y: event.clientY };
      node.setPointerCapture(event.pointerId);
    },
    signal,
  );
  const listen = (type, handler) => picture.node.addEventListener(type, handler, { signal });
  listen("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    // A hand that clicks trembles by a pixel or two.
    view.dragged ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6;
    if (view.dragged) show(place(event));
  });
  listen("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    const { o } = drag;
    const row = rowAt(picture, place(event)[1]);
    end();
    if (!view.dragged || row < 0 || row >= MOST_PILES) return;
    view.change({ clusters_pred: put(view.state.clusters_pred, row, o) }, storyWords(o, row, true));
  });
  listen("pointercancel", end);
  // A finger on a story must not scroll the page; elsewhere it does.
  const hold = (event) => event.target.closest("[aria-pressed=true]") && event.preventDefault();
  picture.node.addEventListener("touchstart", hold, { signal, passive: false });
}

function startFrom(view, { note, n_objects, clusters_true, before }) {
  view.pinned = null;
  view.change({ n_objects, clusters_true, before, clusters_pred: before }, note);
}

// ---- the demo

export function render({ model, el, page }) {
  const demo = { name: "two-readers", title: "Two readers", traits: TRAITS, numbers, check, help: HELP };
  const view = Object.assign(mount({ model, el, page }, demo), {
    picture: tablePicture({ all: "Anna’s piles", fixed: "Anna ", row: "Ben " }),
    ghost: svg("circle", { class: "demo-member demo-carried", r: 0 }),
    board: board(),
    nRows: MOST_PILES,
    ...{ stop: "0-0", pinned: null, hovered: null, dragged: false },
  });
  const { picture, signal } = view;
  const start = ["n_objects", "clusters_true", "before"];
  const begin = (preset) => startFrom(view, preset);
  view.presets = presetControl("Start from", "your own piles", model, start, begin, signal);
  const countFromHere = () => view.change({ before: view.state.clusters_pred }, "From here on.");
  view.start = buttonControl("Count from here", countFromHere, signal);
  view.toggle = (item) => toggle(view, item);
  picture.node.append(view.ghost);
  listenToTable(view);
  listenToDrags(view);
  return view.show(update, [controlRow(view.presets.node, view.start), picture.node, view.board.node, view.status.node]);
}
