// The habit of a criterion: groups of points to drag about, and the curves of a criterion over k on them and on noise.

import { buttonControl, controlRow, presetControl, readout, selectControl } from "../../../static/controls.js";
import { setAttributes } from "../../../static/dom.js";
import { mount } from "../../../static/mount.js";
import { makeStop } from "../../../static/moving.js";
import { POINT_GRID } from "../../../static/points.js";
import { clamp } from "../../../static/values.js";
import { check, CRITERIA, found, groupsOf, N_SETS, noiseOf, numbers, words, writtenP } from "./model.js";
import { curvesPicture, groupsPicture } from "./pictures.js";

const TRAITS = ["points", "labels", "criterion", "compared_with"];
const HELP = [
  "Drag a group. Ward’s tree of all points is cut into 2 to 10 clusters each time, and the criterion judges the nine " +
    "cuts. A ring marks its vote, the number of clusters that it prefers.",
  `Noise is as many points, spread evenly over a box, with the same mean, spread and direction. It is drawn ${N_SETS} ` +
    "times, always with the same seed, and clustered and judged in the same way: the thin lines, with their mean " +
    "dashed. The small circles behind the points are one of these sets. What the criterion prefers there most often " +
    "is its habit.",
  "The lower curves are the difference from the mean of all sets, on a scale on which such a difference can be taken: " +
    "log odds for AUCC, logarithms for the other two. Each is shown minus its own mean over k, so that what counts is " +
    "the height of its peak. p is the proportion of the sets, the points included, with a peak at least as high.",
  "Keys: Tab goes to the groups, arrows move a group (Shift: further), N and P go to the next and the previous one, " +
    "and Enter says where it is.",
];
const FACTS = { habit: "habit", peak: "difference peak", p: "p", apart: "groups apart" };

// ---- from the state to the page

function update(view) {
  const { state, picture, curves, board, controls } = view;
  view.groups = groupsOf(state);
  view.chosen = Math.min(view.chosen, view.groups.length - 1);
  const isCompared = state.compared_with === "noise";
  picture.resize(view.groups.length, (node, i) => listenToGroup(view, node, i));
  picture.update(state.points, view.groups, view.chosen, isCompared ? noiseOf(state, 1) : []);
  curves.update(found(state), CRITERIA[state.criterion].title);
  const known = view.numbers();
  board.show(textsOf(known));
  controls.presets.show(state);
  controls.criterion.select.value = state.criterion;
  controls.noise.textContent = isCompared ? "Hide the noise" : "Show the noise";
  view.status.show(words(state, known));
}

function textsOf({ vote, noise, habit, n_habit: nHabit, peak, p, apart }) {
  const shown = noise ? { habit: `${habit} (${nHabit}/${N_SETS})`, peak: String(peak), p: writtenP(p) } : { habit: "–", peak: "–", p: "–" };
  return { vote: String(vote), apart: String(apart), ...shown };
}

// ---- from the reader's hand to the state

// Moves the middle of a group to a place, as far as all its points stay on the grid.
function moveGroup(view, i, place, done) {
  const { points } = view.state;
  const { members, mean } = view.groups[i];
  const shift = [0, 1].map((axis) => {
    const values = members.map((j) => points[j][axis]);
    return clamp(Math.round(place[axis] - mean[axis]), -Math.min(...values), POINT_GRID - Math.max(...values));
  });
  const moved = points.map((point, j) => (members.includes(j) ? point.map((value, axis) => value + shift[axis]) : point));
  const said = done ? `${groupWords(view, i, shift)}.` : null;
  // Groups on top of each other may have too few different places; then the group stays where it was.
  view.change({ points: check({ ...view.state, points: moved }) ? points : moved }, said);
}

function groupWords({ groups }, i, shift = [0, 0]) {
  const [x, y] = groups[i].mean.map((value, axis) => Math.round(value + shift[axis]));
  return `The middle of group ${i + 1} of ${groups.length} is at ${x}, ${y}`;
}

function choose(view, i) {
  view.chosen = i;
  view.picture.choose(i);
}

function listenToGroup(view, node, i) {
  const { picture, signal, status } = view;
  const things = {
    count: () => view.groups.length,
    choose: (at) => choose(view, at),
    focus: (at) => picture.focus(at),
    change: (at) => status.announce(`${groupWords(view, at)}.`),
  };
  const moves = {
    at: () => view.groups[i].mean,
    locate: picture.locate,
    moveTo: (place, done) => moveGroup(view, i, place, done),
  };
  return makeStop(node, i, things, moves, signal);
}

// ---- the demo

function makeControls(view) {
  const { model, signal } = view;
  const start = ({ note, points, labels }) => view.change({ points, labels }, note);
  const names = Object.entries(CRITERIA).map(([value, { title }]) => ({ value, text: title }));
  const turn = () => view.change({ compared_with: view.state.compared_with === "noise" ? "nothing" : "noise" });
  return {
    presets: presetControl("Start from", "your own points", model, ["points", "labels"], start, signal),
    criterion: selectControl("Criterion", names, (criterion) => view.change({ criterion }), signal),
    noise: setAttributes(buttonControl("", turn, signal, true), { class: "demo-button demo-main demo-show-noise" }),
  };
}

export function render({ model, el, page }) {
  const demo = { name: "the-habit", title: "The habit", traits: TRAITS, numbers, check, help: HELP };
  const view = Object.assign(mount({ model, el, page }, demo), {
    ...{ picture: groupsPicture(), curves: curvesPicture(), board: readout("vote", "Vote", FACTS) },
    ...{ groups: [], chosen: 0 },
  });
  const controls = makeControls(view);
  view.controls = controls;
  const row = controlRow(controls.presets.node, controls.criterion.node, controls.noise);
  const parts = [view.picture, view.board, view.curves, view.status].map(({ node }) => node);
  return view.show(update, [row, ...parts]);
}
