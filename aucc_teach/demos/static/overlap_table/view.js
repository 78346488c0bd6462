// Overlap table: clusters as rows that may overlap, three scores, and the conditions that a step is a case of.

import { buttonControl, controlRow, headline, presetControl } from "../../../static/controls.js";
import { html, setAttributes } from "../../../static/dom.js";
import { mount } from "../../../static/mount.js";
import { formatScore, pointName, same } from "../../../static/values.js";
import { listenToTable, showTable, tablePicture } from "../memberships.js";
import { MEASURES, toggled } from "../overlaps.js";
import { check, CONDITIONS, likest, MOST_CLUSTERS, numbers, stepOf, verdict } from "./model.js";

const TRAITS = ["n_objects", "clusters_true", "before", "clusters_pred"];
const FACTS = { precision: "precision", recall: "recall", f: "F now", start: "F at the start" };
const HELP = [
  "A column is an object. The rows C1, C2, ... are the classes, which stay; the rows G1, G2, ... are the clusters. " +
    "Click a cell to put its object into the cluster or to take it out. The last row is empty, so a click there " +
    "makes a new cluster. Empty rows do not count.",
  "A step goes from the start to the clusters now. A ring marks what the step put in, and a dashed ring what it " +
    "took out.",
  "Keys: Tab goes to the table, arrows walk among the cells of the clusters, Enter or Space puts in and takes out, " +
    "and Escape takes the highlights away.",
];
const HELP_ON_CONDITIONS =
  "If the step is a case of a condition, the condition says what it asks of F: to rise, or to fall if the step is one " +
  "of its steps taken backwards. ✓: the score does so; ✗: it does not.";

// ---- the numbers: a table with a column for each measure, and a row for each number and each condition

function scoreTable(conditions) {
  const row = (kind, head, values) => html("div", { class: `demo-row${kind}`, role: "row" }, head, ...values);
  const cells = (key) => MEASURES.map((name) => html("span", { role: "cell", "data-value": `${name} ${key}` }));
  const head = (role, ...words) => html("span", { role }, ...words);
  const facts = Object.entries(FACTS).map(([key, text]) => row(key === "f" ? " demo-row-now" : "", head("rowheader", text), cells(key)));
  const lights = conditions.map((name) => row("", head("rowheader", `${name} `, html("small")), cells(name)));
  const columns = MEASURES.map((name) => head("columnheader", name));
  const name = conditions.length ? "Scores, and what conditions ask" : "Scores";
  const number = html("span", { class: "demo-number", "data-value": "f" });
  const node = html(
    "div",
    { class: "demo-readout" },
    headline("CICE-BCubed F", number),
    html(
      "div",
      { class: "demo-scores", role: "table", "aria-label": name },
      row(" demo-row-head", head("cell"), columns),
      ...facts,
      ...lights,
    ),
  );
  return { node, number, facts, lights };
}

function showScores({ number, facts, lights }, { start, now, changes, asks }) {
  number.textContent = formatScore(now[1].f);
  Object.keys(FACTS).forEach((key, i) => {
    const values = key === "start" ? start.map(({ f }) => f) : now.map((score) => score[key]);
    values.forEach((value, k) => (facts[i].children[k + 1].textContent = formatScore(value)));
  });
  lights.forEach((light, i) => {
    const asked = asks[i];
    setAttributes(light, { class: `demo-row demo-light${asked ? " demo-lit" : ""}` });
    light.querySelector("small").textContent = asked ? `asks F to ${asked}` : "not this step";
    changes.forEach((change, k) => {
      const mark = change === `${asked}s` ? "✓" : "✗";
      light.children[k + 1].textContent = asked ? `${change} ${mark}` : "–";
    });
  });
}

// ---- from the state to the page

function update(view) {
  const { model, state, presets, status } = view;
  const { before, clusters_pred: now } = state;
  view.nRows = Math.min(MOST_CLUSTERS, Math.max(now.length + 1, before.length));
  // The picture never gets lower, because the tools below would slip from under a finger that undoes.
  view.most = Math.max(view.most, view.nRows);
  showTable(view, view.most);
  const step = stepOf(state);
  showScores(view.board, step);
  const atStart = same(before, now);
  presets.show(state, () => atStart);
  const text = atStart ? "Take the step" : "Take it back";
  setAttributes(view.stepButton, { text, disabled: atStart && !presets.of(state) });
  status.show(verdict(state, model.get("conditions"), step));
  status.node.style.minHeight = `${status.node.offsetHeight}px`;
}

// Frames the classes that are most like the cluster of a row, and says how much.
function frameLikest({ picture, state }, row) {
  const { classes, words } = picture;
  const found = likest(state.clusters_pred[row] ?? [], state.clusters_true);
  [...classes.children].forEach((group, i) => {
    setAttributes(group.firstChild, { class: "demo-row-frame", d: found?.classes.includes(i) ? group.dataset.frame : "" });
  });
  const names = found?.classes.map((i) => `C${i + 1}`).join(", ");
  const text = names ? `G${row + 1} is most like ${names}: Jaccard ${found.share}` : `G${row + 1} meets no class`;
  setAttributes(words, { text: found ? text : "" });
}

// ---- from the reader's hand to the state

function toggle(view, { row, o }) {
  const { clusters_pred: now } = view.state;
  const said = `${pointName(o)} is ${now[row]?.includes(o) ? "no longer" : "now"} in G${row + 1}.`;
  view.change({ clusters_pred: toggled(now, row, o) }, said);
}

function takeStep(view) {
  const { before, clusters_pred: now } = view.state;
  if (same(before, now)) view.change({ clusters_pred: view.presets.of(view.state).after }, "The step is taken.");
  else view.change({ clusters_pred: before }, "Back at the start.");
}

const beginHere = (view) => view.change({ before: view.state.clusters_pred }, "The step begins here.");

function startFrom(view, { note, n_objects, clusters_true, before }) {
  view.pinned = null;
  view.most = 0;
  view.status.node.style.minHeight = "";
  view.change({ n_objects, clusters_true, before, clusters_pred: before }, note);
}

// ---- the demo

export function render({ model, el, page }) {
  // A page that has not explained the conditions shows none.
  const conditions = model.get("conditions") ? Object.keys(CONDITIONS) : [];
  const help = conditions.length ? [...HELP, HELP_ON_CONDITIONS] : HELP;
  const demo = { name: "overlap-table", title: "Overlap table", traits: TRAITS, numbers, check, help };
  const view = Object.assign(mount({ model, el, page }, demo), {
    picture: tablePicture({ all: "Classes", fixed: "C", row: "G" }),
    board: scoreTable(conditions),
    nRows: 0,
    most: 0, // rows that there were since a start was chosen
    ...{ stop: "0-0", pinned: null, hovered: null },
  });
  const { signal, picture, board, status } = view;
  const start = ["n_objects", "clusters_true", "before"];
  const pick = (preset) => startFrom(view, preset);
  view.presets = presetControl("Start from", "your own start", model, start, pick, signal);
  view.stepButton = buttonControl("Take the step", () => takeStep(view), signal);
  const begin = buttonControl("Begin a step here", () => beginHere(view), signal);
  view.toggle = (item) => toggle(view, item);
  view.onTouch = (row) => frameLikest(view, row);
  listenToTable(view);
  const controls = controlRow(view.presets.node, view.stepButton, begin);
  return view.show(update, [controls, picture.node, board.node, status.node]);
}
