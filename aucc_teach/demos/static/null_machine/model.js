// Random labellings of a few points, a partition judged among them, and means against the number of clusters.

import { BALANCES, deal, formatSizes, generator, MOST_SHUFFLES, SHUFFLED, sizesOf } from "../../../static/chance.js";
import { got, wrongChoice, wrongLabels, wrongLengths, wrongPoints, wrongWhole } from "../../../static/checks.js";
import { N_CLUSTERS, NO_AUCC } from "../../../static/points.js";
import { clamp, formatCount, formatScore, range, same, sumOf } from "../../../static/values.js";
import { nullVariance, pvalueOf, scoreOf } from "../labellings.js";
import { CRITERIA, judge, prepare } from "./criteria.js";

const [FEWEST_POINTS, MOST_POINTS] = [10, 60];
export const FEWEST_CLUSTERS = 2;
export const MOST_CLUSTERS = 12;
export const MOST_DRAWN = 2000; // for each number of clusters
export const MOST_JUDGED = MOST_SHUFFLES;
export const MOST_SEED = 2 ** 32 - 1;
export const ENOUGH = 100; // labellings, to have visited a number of clusters
const COLLECTED = 20; // p-values of random labels that the strip holds, at most
export const VIEWS = ["deal", "judge", "every k"];
const BLIND = 4; // part of the seed: random labels that are judged themselves

// ---- the deals

// No cluster may be empty, and some pair must lie within one.
export function mostClusters(n, balance) {
  const rest = balance === "even" ? n : n - sizesOf(n, 2, balance)[0];
  return Math.min(MOST_CLUSTERS, n - 1, 1 + rest);
}

// All deals so far, by what they depend on: while a point is moved, the same deals are judged again in every frame.
const dealings = new Map();

function dealt(sizes, seed, place, i) {
  const key = `${seed},${place}:${sizes}`;
  if (!dealings.has(key)) {
    if (dealings.size >= 40) dealings.delete(dealings.keys().next().value);
    dealings.set(key, { next: generator(seed, sizes.length, place), rows: [] });
  }
  const { next, rows } = dealings.get(key);
  while (rows.length <= i) rows.push(deal(sizes, next));
  return rows[i];
}

const dealtFor = ({ seed, balance }, sizes, i) => dealt(sizes, seed, BALANCES.indexOf(balance), i);

export const exactDeviation = (data, sizes) => Math.sqrt(nullVariance(data, sizes));

// Count, mean and sum of squares about the mean, updated value by value (Welford). Undefined values are left out.
export const newTally = () => ({ count: 0, mean: NaN, squares: 0 });

export function tally(found, value) {
  if (Number.isNaN(value)) return;
  found.count += 1;
  const before = found.count === 1 ? value : found.mean;
  found.mean = before + (value - before) / found.count;
  found.squares += (value - before) * (value - found.mean);
}

export const deviationOf = ({ count, squares }) => (count > 1 ? Math.sqrt(squares / (count - 1)) : NaN);

// Mean of some values and their skewness, the third moment over the deviation cubed; NaN where there is none.
export function shapeOf(values) {
  const n = values.length;
  const mean = sumOf(values) / n;
  let [squares, cubes] = [0, 0];
  for (const value of values) {
    const off = value - mean;
    squares += off * off;
    cubes += off * off * off;
  }
  // Smaller sums are rounding errors: all values are equal.
  return { mean, lean: squares > 1e-24 * n ? (Math.sqrt(n) * cubes) / (squares * Math.sqrt(squares)) : NaN };
}

// Everything drawn for one number of clusters. `draw()` draws one more.
export function newRun(data, state, k) {
  const sizes = sizesOf(data.n, k, state.balance);
  const names = ["aucc_score", ...Object.keys(CRITERIA)];
  const run = { sizes, auccs: [], labels: null };
  run.tallies = Object.fromEntries(names.map((name) => [name, newTally()]));
  run.draw = () => {
    run.labels = dealtFor(state, sizes, run.auccs.length);
    const scores = judge(data, run.labels, sizes);
    run.auccs.push(scores.aucc_score);
    for (const name of names) tally(run.tallies[name], scores[name]);
  };
  return run;
}

// A run as far as the state asks for.
export function wholeRun(state, k, data = prepare(state.points)) {
  const run = newRun(data, state, k);
  while (run.auccs.length < (state.drawn[k] ?? 0)) run.draw();
  return run;
}

// The tallies of a criterion in runs, in the order of k, without empty ones.
export function talliesOf(runs, name) {
  const inOrder = [...runs].sort(([a], [b]) => a - b);
  return inOrder.map(([k, run]) => [k, run.tallies[name]]).filter(([, { count }]) => count > 0);
}

// ---- a partition among the dealt ones

const CLUSTERS = range(N_CLUSTERS); // that a reader's partition can have

// Labels as 0, 1, ..., and their sizes.
export function coded(labels) {
  const used = CLUSTERS.filter((cluster) => labels.includes(cluster));
  return { codes: labels.map((label) => used.indexOf(label)), sizes: used.map((c) => labels.filter((l) => l === c).length) };
}

// Whether there are pairs within clusters and pairs between them.
const hasBothPairs = (labels) => new Set(labels).size > 1 && new Set(labels).size < labels.length;

// One random labelling with the sizes that these labels have.
export const blindLabels = (labels, seed) => dealt(coded(labels).sizes, seed, BLIND, 0);

export const isBlind = ({ labels, seed }) => hasBothPairs(labels) && same(labels, blindLabels(labels, seed));

// Random labels, two clusters of equal size, for points that come without labels.
export const labelsFor = (n) => dealt(sizesOf(n, 2, "even"), 1, BLIND, 0);

// The labels of the preset that most of the points are from; null if none is.
export function classesOf(points, presets) {
  let [best, most] = [null, 0];
  for (const preset of presets) {
    if (preset.points.length !== points.length) continue;
    const shared = points.filter((point, i) => same(point, preset.points[i])).length;
    if (shared > most) [best, most] = [preset.labels, shared];
  }
  return best;
}

// AUCC of the labels, and where it lies among the deals of the same sizes.
export function verdictOn({ points, labels, seed, judged }, data = prepare(points)) {
  const exists = hasBothPairs(labels);
  if (!exists) return { exists, aucc: NaN, deviation: NaN, z: NaN, auccs: [], atLeast: 0, p: NaN, lean: NaN };
  const { codes, sizes } = coded(labels);
  const aucc = scoreOf(data, codes, sizes);
  const deviation = exactDeviation(data, sizes);
  const z = deviation ? (aucc - 0.5) / deviation : NaN;
  const inOrder = [...sizes].sort((a, b) => b - a);
  const auccs = range(judged).map((i) => scoreOf(data, dealt(inOrder, seed, SHUFFLED, i), inOrder));
  const atLeast = auccs.filter((other) => other >= aucc).length;
  return { exists, aucc, deviation, z, auccs, atLeast, p: judged ? pvalueOf(aucc, auccs) : NaN, lean: shapeOf(auccs).lean };
}

// The seeds whose random labels are in the strip: from `since` to this one, each of which was run.
export function collectedSeeds(state) {
  if (state.judged < MOST_JUDGED || !isBlind(state)) return [];
  const count = clamp(state.seed - state.since + 1, 1, COLLECTED);
  return range(count, state.seed - count + 1);
}

// ---- numbers and bounds

export function numbers(state) {
  const { points, k, balance, drawn } = state;
  const data = prepare(points);
  const sizes = sizesOf(points.length, k, balance);
  const auccs = range(drawn[k] ?? 0).map((i) => scoreOf(data, dealtFor(state, sizes, i), sizes));
  const { mean, lean } = shapeOf(auccs);
  const verdict = verdictOn(state, data);
  return {
    n_points: points.length,
    k,
    largest: Math.max(...sizes),
    smallest: Math.min(...sizes),
    n_drawn: auccs.length,
    n_visited: Object.values(drawn).filter((count) => count >= ENOUGH).length,
    deviation: exactDeviation(data, sizes),
    mean,
    lean,
    n_judged: verdict.auccs.length,
    aucc: verdict.aucc,
    z: verdict.z,
    p: verdict.p,
    judged_lean: verdict.lean,
    blind: Number(isBlind(state)),
    n_collected: collectedSeeds(state).length,
  };
}

export function check(state) {
  const { points, labels, view, k, balance, criterion, seed, since, drawn, judged } = state;
  const wrong =
    wrongPoints(points, FEWEST_POINTS, MOST_POINTS) ||
    wrongLabels("labels", labels, 0, MOST_POINTS) ||
    wrongLengths({ points, labels }) ||
    wrongChoice("view", view, VIEWS) ||
    wrongChoice("balance", balance, BALANCES) ||
    wrongChoice("criterion", criterion, Object.keys(CRITERIA)) ||
    wrongWhole("seed", seed, 0, MOST_SEED) ||
    wrongWhole("since", since, 0, MOST_SEED) ||
    wrongWhole("judged", judged, 0, MOST_JUDGED);
  if (wrong) return wrong;
  if (points.every((point) => same(point, points[0]))) return "points must not all be at one place.";
  const most = mostClusters(points.length, balance);
  const limited = `with ${points.length} points and balance ${balance}`;
  const isCounts = drawn !== null && typeof drawn === "object" && !Array.isArray(drawn);
  if (!isCounts) return `drawn must hold a count for each number of clusters. ${got(drawn)}`;
  const wrongCount = ([count, value]) =>
    wrongWhole(`each number of clusters in drawn ${limited}`, Number(count), FEWEST_CLUSTERS, most) ||
    wrongWhole("each count in drawn", value, 0, MOST_DRAWN);
  return wrongWhole(`k ${limited}`, k, FEWEST_CLUSTERS, most) || (Object.entries(drawn).map(wrongCount).find(Boolean) ?? "");
}

// ---- words

export const formatMeasure = (x) => (Math.abs(x) >= 100 ? formatCount(Math.round(x)) : formatScore(x));

export function withError(found) {
  const format = Math.abs(found.mean) >= 100 ? (x) => formatCount(Math.round(x)) : formatScore;
  const error = deviationOf(found) / Math.sqrt(found.count);
  return `${formatMeasure(found.mean)}${found.count > 1 ? ` \u00b1 ${format(error)}` : ""}`;
}

// From the smallest to the largest mean.
export function span(runs, name) {
  const means = talliesOf(runs, name).map(([, { mean }]) => mean);
  if (!means.length) return formatMeasure(NaN);
  const ends = [Math.min(...means), Math.max(...means)].map(formatMeasure);
  return ends[0] === ends[1] ? ends[0] : ends.join(" to ");
}

const NOTHING = "Nothing drawn yet.";

export function dealWords({ auccs, sizes, tallies }) {
  if (!auccs.length) return NOTHING;
  const into = `with ${sizes.length} clusters (${formatSizes(sizes)})`;
  return `${formatCount(auccs.length)} drawn ${into}: mean AUCC ${withError(tallies.aucc_score)}.`;
}

export function verdictWords({ exists, aucc, z, p, atLeast, auccs }) {
  if (!exists) return NO_AUCC;
  const seen = `AUCC ${formatScore(aucc)}, z ${formatScore(z)}`;
  if (!auccs.length) return `${seen}. ${NOTHING}`;
  return `${seen}; ${atLeast} of ${auccs.length} random labellings reach it: p ${formatScore(p)}.`;
}

export function meanWords(runs, criterion) {
  const n = talliesOf(runs, "aucc_score").length;
  if (!n) return NOTHING;
  return `Means at ${n} k: AUCC ${span(runs, "aucc_score")}, ${CRITERIA[criterion].title} ${span(runs, criterion)}.`;
}

export function words(state) {
  const { points, view, criterion, drawn } = state;
  const about = `Random labellings of ${points.length} points.`;
  if (view === "deal") return `${about} ${dealWords(wholeRun(state, state.k))}`;
  if (view === "every k") {
    const data = prepare(points);
    const runs = Object.keys(drawn).map(Number).map((k) => [k, wholeRun(state, k, data)]);
    return `${about} ${meanWords(runs, criterion)}`;
  }
  return `A partition of ${points.length} points among random labellings with the same sizes. ${verdictWords(verdictOn(state))}`;
}
