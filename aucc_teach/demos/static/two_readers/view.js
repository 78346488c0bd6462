// Two readers: stories in piles that may overlap. A story is dragged into a second pile, and two indices notice or not.

import { announcer, buttonControl, presetControl } from "../../../static/controls.js";
import { html, save, setAttributes, stateOf, svg } from "../../../static/dom.js";
import { mount } from "../../../static/mount.js";
import { listenToItems, svgPlace } from "../../../static/moving.js";
import { formatScore, same } from "../../../static/values.js";
import { listenToCells, rowAt, showTable, tablePicture } from "../memberships.js";
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
  function show(state) {
    const found = comparison(state);
    for (const { key, number, change } of rows) {
      number.textContent = formatScore(found.now[key]);
      const said = changeWords(state, key, found);
      change.textContent = said;
      setAttributes(change, { class: `demo-index-change${found.changes[key] === "ties" ? "" : " demo-index-moved"}` });
    }
  }
  return { node, show };
}

// ---- from the state to the page

function update(view) {
  const { model, presets, status } = view;
  const state = stateOf(model, TRAITS);
  if (check(state)) return; // some of it is still on its way from the kernel
  view.state = state;
  showTable(view, MOST_PILES);
  view.board.show(state);
  presets.show(state, () => same(state.before, state.clusters_pred));
  setAttributes(view.start, { disabled: same(state.before, state.clusters_pred) });
  status.show(words(state));
}

// ---- from the reader's hand to the state

function edit(view, said, changes) {
  view.status.say(said);
  save(view.model, changes, () => update(view));
}

function toggle(view, { row, o }) {
  if (view.dragged) return; // the click that ends a drag
  const { clusters_pred: now } = view.state;
  edit(view, storyWords(o, row, !now[row]?.includes(o)), { clusters_pred: toggled(now, row, o) });
}

// A story goes along with the pointer, from a cell that it is in. Where it is let go it is in that pile as well.
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
    edit(view, storyWords(o, row, true), { clusters_pred: put(view.state.clusters_pred, row, o) });
  });
  listen("pointercancel", end);
  // A finger on a story must not scroll the page; beside the stories it does.
  const hold = (event) => event.target.closest("[aria-pressed=true]") && event.preventDefault();
  picture.node.addEventListener("touchstart", hold, { signal, passive: false });
}

function startFrom(view, { note, n_objects, clusters_true, before }) {
  view.pinned = null;
  edit(view, note, { n_objects, clusters_true, before, clusters_pred: before });
}

// ---- the demo

export function render({ model, el, page }) {
  const demo = { name: "two-readers", title: "Two readers", traits: TRAITS, numbers, check, help: HELP };
  const { body, signal, show } = mount({ model, el, page }, demo);
  const start = ["n_objects", "clusters_true", "before"];
  const view = {
    ...{ model, body, signal },
    picture: tablePicture({ all: "Anna’s piles", fixed: "Anna ", row: "Ben " }),
    ghost: svg("circle", { class: "demo-member demo-carried", r: 0 }),
    board: board(),
    presets: presetControl("Start from", "your own piles", model, start, (preset) => startFrom(view, preset), signal),
    start: buttonControl("Count from here", () => edit(view, "From here on.", { before: view.state.clusters_pred }), signal),
    status: announcer(),
    state: null,
    nRows: MOST_PILES,
    ...{ stop: "0-0", pinned: null, hovered: null, dragged: false },
  };
  view.toggle = (item) => toggle(view, item);
  view.picture.node.append(view.ghost);
  listenToCells(view);
  listenToDrags(view);
  const controls = html("div", { class: "demo-controls" }, view.presets.node, view.start);
  return show(() => update(view), [controls, view.picture.node, view.board.node, view.status.node]);
}
