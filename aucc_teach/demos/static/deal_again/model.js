// Compares a partition with random labels of the same sizes, by Rand's c and other measures.

import { BALANCES, deal, formatSizes, generator, sizesOf } from "../../../static/chance.js";
import { wrongChoice, wrongWhole } from "../../../static/checks.js";
import { entropy, expectedInformation } from "../../../static/information.js";
import { formatCount, formatScore, nPairs, range, sumOf } from "../../../static/values.js";

export const FEWEST_OBJECTS = 6;
export const MOST_OBJECTS = 60;
export const FEWEST_CLUSTERS = 2;
export const MOST_DRAWN = 5000;
export const MOST_SEED = 2 ** 32 - 1;
export const RAND = "Rand\u2019s c";
// The measures beside Rand's c, by their names in the package.
export const MEASURES = {
  adjusted_rand_score: { title: "ARI", name: "adjusted Rand index" },
  fowlkes_mallows_score: { title: "FM", name: "Fowlkes-Mallows" },
  pivoted_accuracy: { title: "PA", name: "pivoted accuracy" },
  normalized_accuracy: { title: "NA", name: "normalised accuracy" },
  adjusted_asymmetric_accuracy: { title: "AAA", name: "adjusted asymmetric accuracy" },
  pair_sets_index: { title: "PSI", name: "pair sets index" },
  simplified_pair_sets_index: { title: "PSI simpl.", name: "the same, simplified" },
  normalized_mutual_info_score: { title: "NMI", name: "normalised mutual information" },
  adjusted_mutual_info_score: { title: "AMI", name: "adjusted mutual information" },
};

// ---- the deals

// No cluster may be empty.
export const mostClusters = (n, balance) => (balance === "even" ? n : n - sizesOf(n, 2, balance)[0] + 1);

// Deals of one kind. Each call of `draw()` adds one: its labels to `dealt`, its number of pairs together in both to `tps`.
export function newDeals({ n_objects: n, k, balance, seed }) {
  const sizes = sizesOf(n, k, balance);
  const reference = sizes.flatMap((size, cluster) => new Array(size).fill(cluster));
  const next = generator(seed, k, BALANCES.indexOf(balance));
  const deals = { sizes, reference, dealt: [], tps: [], pairs: nPairs(n), within: sumOf(sizes.map(nPairs)) };
  deals.draw = () => {
    const labels = deal(sizes, next);
    deals.dealt.push(labels);
    // An object that joins a cell of the table is together with all objects in it.
    const table = new Uint8Array(k * k);
    let tp = 0;
    for (let i = 0; i < n; i++) tp += table[reference[i] * k + labels[i]]++;
    deals.tps.push(tp);
  };
  return deals;
}

export function allDeals(state) {
  const deals = newDeals(state);
  for (let i = 0; i < state.drawn; i++) deals.draw();
  return deals;
}

// Says for each object whether it is together with another one in both partitions.
export function framed(reference, labels) {
  const cells = reference.map((cluster, i) => cluster * MOST_OBJECTS + labels[i]);
  return cells.map((cell) => cells.indexOf(cell) !== cells.lastIndexOf(cell));
}

// ---- the measures; sizes are the same in both partitions, which makes them simple

// Rand's c and the ARI are linear in the number of pairs together in both: whole numbers, divided once.
const agreeing = ({ pairs, within }, tp) => pairs - 2 * within + 2 * tp;
const aboveChance = ({ pairs, within }, tp) => (within ? pairs * tp - within * within : 1);
const scaleOfAri = ({ pairs, within }) => within * (pairs - within) || 1;

function tableOf({ sizes, reference }, labels) {
  const k = sizes.length;
  const table = range(k).map(() => new Array(k).fill(0));
  labels.forEach((label, i) => (table[reference[i]][label] += 1));
  return table;
}

// The largest sum of k weights, no two in one row or column, by the Hungarian method: the price of a row and that of a
// column add up to at least each of their weights.
export function bestMatching(weights) {
  const k = weights.length;
  const [rowPrice, columnPrice] = [new Float64Array(k + 1), new Float64Array(k + 1)];
  const rowOf = new Int32Array(k + 1); // of each column, from 1; 0 is none
  for (let row = 1; row <= k; row++) {
    const slack = new Float64Array(k + 1).fill(Infinity);
    const [from, seen] = [new Int32Array(k + 1), new Uint8Array(k + 1)];
    rowOf[0] = row;
    let column = 0;
    do {
      seen[column] = 1;
      const here = rowOf[column];
      let [least, nearest] = [Infinity, 0];
      for (let j = 1; j <= k; j++) {
        if (seen[j]) continue;
        const left = rowPrice[here] + columnPrice[j] - weights[here - 1][j - 1];
        if (left < slack[j]) [slack[j], from[j]] = [left, column];
        if (slack[j] < least) [least, nearest] = [slack[j], j];
      }
      for (let j = 0; j <= k; j++) {
        if (seen[j]) {
          rowPrice[rowOf[j]] -= least;
          columnPrice[j] += least;
        } else slack[j] -= least;
      }
      column = nearest;
    } while (rowOf[column]);
    while (column) {
      rowOf[column] = rowOf[from[column]];
      column = from[column];
    }
  }
  return sumOf(range(k, 1).map((j) => weights[rowOf[j] - 1][j - 1]));
}

// A function that returns the measure of the i-th deal, and the exact mean over all deals, null if it has no closed form.
function measureOf(deals, measure) {
  const { sizes, pairs, within, dealt, tps } = deals;
  const [n, k] = [deals.reference.length, sizes.length];
  if (measure === "rand_score") {
    const exact = (pairs * (pairs - 2 * within) + 2 * within * within) / (pairs * pairs);
    return { score: (i) => agreeing(deals, tps[i]) / pairs, exact };
  }
  // Both partitions put every object apart, so they are equal.
  if (!within) return { score: () => 1, exact: 1 };
  if (measure === "adjusted_rand_score") return { score: (i) => aboveChance(deals, tps[i]) / scaleOfAri(deals), exact: 0 };
  if (measure === "fowlkes_mallows_score") return { score: (i) => tps[i] / within, exact: within / pairs };
  const table = (i) => tableOf(deals, dealt[i]);
  if (measure.endsWith("mutual_info_score")) {
    const [most, expected] = [entropy(sizes, n), expectedInformation(sizes, sizes, n)];
    const information = (i) => 2 * most - entropy(table(i).flat(), n);
    if (measure.startsWith("normalized")) {
      return { score: (i) => Math.max(0, information(i) / most), exact: expected / most };
    }
    return { score: (i) => (information(i) - expected) / (most - expected), exact: 0 };
  }
  const weigh = (weight) => (i) => bestMatching(table(i).map((row, a) => row.map((cell, b) => weight(cell, a, b))));
  const counts = weigh((cell) => cell);
  const shares = weigh((cell, a) => cell / sizes[a]);
  const overlaps = weigh((cell, a, b) => cell / Math.max(sizes[a], sizes[b]));
  const overlap = (i) => Math.max(0, (overlaps(i) - 1) / (k - 1));
  const score = {
    pivoted_accuracy: (i) => counts(i) / n,
    normalized_accuracy: (i) => (k * counts(i) - n) / (n * (k - 1)),
    adjusted_asymmetric_accuracy: (i) => (shares(i) - 1) / (k - 1),
    pair_sets_index: overlap,
    simplified_pair_sets_index: overlap,
  }[measure];
  return { score, exact: null };
}

// A measure of the deals so far: { id, title, score, exact, scores }.
export const newMeasure = (deals, id) => ({ id, title: MEASURES[id]?.title ?? RAND, scores: [], ...measureOf(deals, id) });

export function meanOf({ scores }, count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += scores[i];
  return sum / count;
}

export function numbers(state) {
  const { n_objects: n, k, drawn } = state;
  const deals = allDeals(state);
  const { sizes, pairs, within, tps } = deals;
  const last = drawn ? tps[drawn - 1] : NaN;
  const scale = scaleOfAri(deals);
  const above = tps.map((tp) => aboveChance(deals, tp));
  return {
    n,
    k,
    largest: Math.max(...sizes),
    smallest: Math.min(...sizes),
    n_drawn: drawn,
    n_below: above.filter((value) => value < 0).length,
    pairs,
    within,
    tp: last,
    tn: pairs - 2 * within + last,
    c: agreeing(deals, last) / pairs,
    ari: drawn ? above[drawn - 1] / scale : NaN,
    mean_c: sumOf(tps.map((tp) => agreeing(deals, tp))) / (pairs * drawn),
    mean_ari: sumOf(above) / (scale * drawn),
    expected_tp: (within * within) / pairs,
    expected_c: measureOf(deals, "rand_score").exact,
  };
}

export function check({ n_objects: n, k, balance, measure, seed, drawn }) {
  return (
    wrongWhole("n_objects", n, FEWEST_OBJECTS, MOST_OBJECTS) ||
    wrongChoice("balance", balance, BALANCES) ||
    wrongWhole(`k with ${n} objects and balance ${balance}`, k, FEWEST_CLUSTERS, mostClusters(n, balance)) ||
    wrongChoice("measure", measure, Object.keys(MEASURES)) ||
    wrongWhole("seed", seed, 0, MOST_SEED) ||
    wrongWhole("drawn", drawn, 0, MOST_DRAWN)
  );
}

// ---- words

export function pairWords({ pairs, within, tps }, drawn) {
  if (!drawn) return "Not dealt yet.";
  const tp = tps[drawn - 1];
  return `Deal ${formatCount(drawn)}: of ${pairs} pairs ${tp} together in both, ${pairs - 2 * within + tp} apart in both.`;
}

// The numbers of a measure after so many deals: of the last deal, their mean, and the exact mean.
export function textsOf(measure, drawn) {
  const { exact, scores } = measure;
  return {
    last: formatScore(drawn ? scores[drawn - 1] : NaN),
    mean: formatScore(meanOf(measure, drawn)),
    exact: exact === null ? "no formula" : formatScore(exact),
  };
}

export function verdict({ k, drawn }, sizes, measures) {
  const into = `${k} clusters (${formatSizes(sizes)})`;
  if (!drawn) return `No deal yet with ${into}.`;
  const [c, other] = measures.map((one) => textsOf(one, drawn));
  const deal = `Deal ${formatCount(drawn)} with ${into}: c ${c.last}`;
  if (!other) return `${deal}. Mean of the deals: c ${c.mean}.`;
  const { title } = measures[1];
  return `${deal}, ${title} ${other.last}. Means of the deals: c ${c.mean}, ${title} ${other.mean}.`;
}

// Rand's c, and the measure beside it unless the state says that there is none.
export const shownMeasures = ({ measure, beside }) => (beside === false ? ["rand_score"] : ["rand_score", measure]);

// All deals of a state, and the measures of them.
export function measured(state) {
  const deals = allDeals(state);
  const measures = shownMeasures(state).map((id) => newMeasure(deals, id));
  for (const { scores, score } of measures) scores.push(...range(state.drawn).map(score));
  return { deals, measures };
}

export function words(state) {
  const { deals, measures } = measured(state);
  const about = `Two partitions of ${state.n_objects} objects, the labels of one dealt like cards.`;
  const seen = `${about} ${verdict(state, deals.sizes, measures)}`;
  if (!state.drawn) return seen;
  const [c, other] = measures.map((one) => textsOf(one, state.drawn).exact);
  if (!other) return `${seen} Exact mean: c ${c}.`;
  const { title, exact } = measures[1];
  return `${seen} Exact means: c ${c}, ${exact === null ? `no formula for ${title}` : `${title} ${other}`}.`;
}
