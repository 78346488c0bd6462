// The three views of the machine, by their names in the state. Each draws, writes and speaks.

import { sizesOf } from "../../../static/chance.js";
import { readout } from "../../../static/controls.js";
import { html, setAttributes } from "../../../static/dom.js";
import { formatCount, formatScore, mapValues, range } from "../../../static/values.js";
import { CRITERIA, prepare } from "./criteria.js";
import {
  blindLabels, coded, collectedSeeds, dealWords, exactDeviation, FEWEST_CLUSTERS, formatMeasure, meanWords,
  MOST_JUDGED, mostClusters, newRun, newTally, shapeOf, span, talliesOf, verdictOn, verdictWords, withError,
} from "./model.js";
import { dealtPicture, driftPicture, histogramPicture, stripPicture } from "./pictures.js";

// What depends on points, balance and seed, and the runs by k.
export function newSetup({ points, balance }, key) {
  return { key, data: prepare(points), most: mostClusters(points.length, balance), runs: new Map() };
}

export function runOf({ setup, state }, k) {
  if (!setup.runs.has(k)) setup.runs.set(k, newRun(setup.data, state, k));
  return setup.runs.get(k);
}

const exactOf = ({ setup, state }, k) => exactDeviation(setup.data, sizesOf(setup.data.n, k, state.balance));

// The verdict on the labels among the deals so far, computed once for picture, numbers and words.
export function verdictOf(view) {
  view.judgement ??= verdictOn({ ...view.state, judged: view.judged }, view.setup.data);
  return view.judgement;
}

const rangeWords = (values) => [Math.min(...values), Math.max(...values)].map(formatScore).join(" to ");
const shapeWords = (auccs) =>
  auccs.length ? `${auccs.length} random labellings from ${rangeWords(auccs)}` : "nothing drawn yet";

// ---- the last deal, and the histogram of all

function dealPanel() {
  const histogram = histogramPicture("null-deals");
  const dealing = dealtPicture();
  const caption = html("p", { class: "demo-null-caption" });
  const facts = { drawn: "drawn", exactMean: "exact mean", exact: "exact SD", lean: "skewness so far" };
  const board = readout("mean", "mean AUCC so far", facts);

  function paint(view) {
    const { auccs, tallies } = runOf(view, view.state.k);
    histogram.update(exactOf(view, view.state.k), auccs, tallies.aucc_score, NaN);
  }

  function write(view) {
    const { k, seed, points } = view.state;
    const { auccs, labels, tallies } = runOf(view, k);
    dealing.update(points, labels);
    const last = labels
      ? `Labelling ${formatCount(auccs.length)} of seed ${seed}: AUCC ${formatScore(auccs[auccs.length - 1])}`
      : `Seed ${seed}: nothing drawn yet`;
    caption.textContent = last;
    setAttributes(dealing.node, { "aria-label": `The points. ${last}` });
    board.show({
      mean: withError(tallies.aucc_score),
      drawn: formatCount(auccs.length),
      exactMean: "1/2",
      exact: formatScore(exactOf(view, k)),
      lean: formatScore(shapeOf(auccs).lean),
    });
    setAttributes(histogram.node, { "aria-label": `Histogram of AUCC: ${shapeWords(auccs)}` });
  }

  const words = (view) => dealWords(runOf(view, view.state.k));
  const parts = [board.node, histogram.node, html("div", { class: "demo-null-last" }, dealing.node, caption)];
  return { name: "Draw", parts, paint, write, words };
}

// ---- a partition among the deals

// The p-values in the strip; each is computed once for these points and sizes.
function collected(view) {
  const { setup, state, judged } = view;
  const key = JSON.stringify([state.points, coded(state.labels).sizes]);
  if (view.collection.key !== key) view.collection = { key, values: new Map() };
  const { values } = view.collection;
  return collectedSeeds({ ...state, judged }).map((seed) => {
    const dealt = { labels: blindLabels(state.labels, seed), seed, judged: MOST_JUDGED };
    if (!values.has(seed)) values.set(seed, verdictOn(dealt, setup.data).p);
    return values.get(seed);
  });
}

function judgePanel(scatter) {
  const histogram = histogramPicture("null-judged");
  const strip = stripPicture();
  const board = readout("p", "p by rank", { aucc: "AUCC", z: "z", atLeast: "as large", judgedLean: "skewness" });

  function paint(view) {
    const { deviation, auccs, aucc } = verdictOf(view);
    histogram.update(deviation, auccs, newTally(), aucc);
  }

  function write(view) {
    const { aucc, z, p, atLeast, auccs, lean } = verdictOf(view);
    const scores = mapValues({ p, aucc, z, judgedLean: lean }, formatScore);
    board.show({ ...scores, atLeast: `${atLeast} of ${auccs.length}` });
    strip.update(collected(view));
    const seen = `this partition at ${formatScore(aucc)}`;
    setAttributes(histogram.node, { "aria-label": `Histogram of AUCC: ${shapeWords(auccs)}; ${seen}` });
  }

  const words = (view) => verdictWords(verdictOf(view));
  const charts = html("div", { class: "demo-null-charts" }, histogram.node, strip.node);
  return { name: "Judge", parts: [board.node, charts, scatter.node], paint, write, words };
}

// ---- means against k

function meansPanel() {
  const [flat, drifting] = [driftPicture(), driftPicture()];
  const number = (key) => html("span", { class: "demo-number", "data-value": key });
  const [flatMeans, otherMeans] = ["flat", "other"].map(number);

  function paint(view) {
    const { setup, state } = view;
    const { most, runs } = setup;
    setup.exact ??= range(most - 1, FEWEST_CLUSTERS).map((k) => exactOf(view, k));
    const widest = 2 * Math.max(...setup.exact);
    const ends = [Math.max(0, 0.5 - widest), Math.min(1, 0.5 + widest)];
    const found = talliesOf(runs, "aucc_score");
    flat.update({ name: "mean AUCC (higher is better)", ends, exact: setup.exact, found, most });
    const { title, lowerIsBetter } = CRITERIA[state.criterion];
    const name = `mean ${title} (${lowerIsBetter ? "lower" : "higher"} is better)`;
    drifting.update({ name, found: talliesOf(runs, state.criterion), most });
  }

  function write({ setup: { runs }, state: { criterion } }) {
    flatMeans.textContent = span(runs, "aucc_score");
    otherMeans.textContent = span(runs, criterion);
    const byK = (name) => talliesOf(runs, name).map(([k, { mean }]) => `${k}: ${formatMeasure(mean)}`).join(", ");
    const label = (title, name) => ({ "aria-label": `Mean ${title} by k: ${byK(name) || "nothing drawn yet"}` });
    setAttributes(flat.node, label("AUCC", "aucc_score"));
    setAttributes(drifting.node, label(CRITERIA[criterion].title, criterion));
  }

  const words = ({ setup, state }) => meanWords(setup.runs, state.criterion);
  const head = (text, means) => html("p", { class: "demo-null-head" }, html("span", { text }), means);
  const parts = [head("means of AUCC", flatMeans), flat.node, head("means of the other", otherMeans), drifting.node];
  return { name: "Every k", parts, paint, write, words };
}

export const newPanels = (scatter) => ({ deal: dealPanel(), judge: judgePanel(scatter), "every k": meansPanel() });
