// Places one clustering on two rulers: that of random labels, and that of the same labelling method on noise.

import { deal, generator, sizesOf } from "../../../static/chance.js";
import { wrongChoice, wrongLabels, wrongLengths, wrongPoints, wrongWhole } from "../../../static/checks.js";
import { formatScore, range, sumOf } from "../../../static/values.js";
import { nullVariance, pvalueOf, ranksOf, scoreOf } from "../labellings.js";
import { kMeans, REFERENCES, structureless } from "../noise.js";

const [FEWEST_POINTS, MOST_POINTS] = [10, 60];
export const FEWEST_CLUSTERS = 2;
export const MOST_CLUSTERS = 6;
const LEAST_SPREAD = 100; // in x or y; noise on the grid needs places to lie on
export const WAYS = { "k-means": "k-means", classes: "their classes", blind: "random labels" };
const SHOWN = ["points", "noise"];
export const MOST_SETS = 99;
const N_DEALS = 999;
export const MOST_SEED = 2 ** 32 - 1;
// Purposes of random numbers, as in ../noise.js.
const [DEALS, BLIND] = [20, 21];

// Noise in the place of the points: set 0 can be shown, the others measure the baseline.
export const noiseOf = ({ points, reference, seed }, t = 0) => structureless(points, reference, seed, t);

// Labels of set `t`, which lies at `places`.
function labelsOn({ way, classes, k, seed }, places, t) {
  if (way === "classes") {
    const found = [...new Set(classes)].sort((a, b) => a - b);
    return classes.map((label) => found.indexOf(label));
  }
  if (way === "blind") return deal(sizesOf(places.length, k, "even"), generator(seed, t, BLIND + k));
  return kMeans(places, k, seed, t);
}

const sizesIn = (labels) => range(Math.max(...labels) + 1).map((c) => labels.filter((label) => label === c).length);

// What is shown, its labels, AUCC, and the exact deviation of random labels.
export function judged(state) {
  const places = state.shown === "noise" ? noiseOf(state) : state.points;
  const labels = labelsOn(state, places, 0);
  const [ranks, sizes] = [ranksOf(places), sizesIn(labels)];
  const aucc = scoreOf(ranks, labels, sizes);
  const deviation = Math.sqrt(nullVariance(ranks, sizes));
  return { places, labels, ranks, sizes, aucc, deviation, z: (aucc - 0.5) / deviation };
}

// The p-value by rank among random labels of the same sizes.
export function blindPvalue({ ranks, sizes, aucc }, seed) {
  const next = generator(seed, 0, DEALS);
  return pvalueOf(aucc, range(N_DEALS).map(() => scoreOf(ranks, deal(sizes, next), sizes)));
}

// The AUCC on one of the sets of noise that measure the baseline.
export function scoreOnNoise(state, t) {
  const places = noiseOf(state, t);
  const labels = labelsOn(state, places, t);
  return scoreOf(ranksOf(places), labels, sizesIn(labels));
}

export const levelOf = (state) => range(state.measured, 1).map((t) => scoreOnNoise(state, t));

// Compares an AUCC with the baseline.
export function beside(aucc, level) {
  const mean = sumOf(level) / level.length;
  const squares = sumOf(level.map((value) => (value - mean) ** 2));
  const deviation = level.length > 1 ? Math.sqrt(squares / (level.length - 1)) : NaN;
  return { mean, deviation, z: (aucc - mean) / deviation, p: level.length ? pvalueOf(aucc, level) : NaN };
}

// The baseline is left out, because measuring it again would take many frames.
export function numbers(state) {
  const { sizes, aucc, deviation, z } = judged(state);
  return {
    n_points: state.points.length,
    n_clusters: sizes.length,
    largest: Math.max(...sizes),
    smallest: Math.min(...sizes),
    aucc,
    deviation,
    z,
    n_sets: state.measured,
    noise: Number(state.shown === "noise"),
    blind: Number(state.way === "blind"),
    classes: Number(state.way === "classes"),
    kmeans: Number(state.way === "k-means"),
  };
}

export function check({ points, classes, way, k, shown, reference, seed, measured }) {
  const wrong =
    wrongPoints(points, FEWEST_POINTS, MOST_POINTS) ||
    wrongLabels("classes", classes, 0, MOST_POINTS) ||
    wrongLengths({ points, classes }) ||
    wrongChoice("way", way, Object.keys(WAYS)) ||
    wrongWhole("k", k, FEWEST_CLUSTERS, MOST_CLUSTERS) ||
    wrongChoice("shown", shown, SHOWN) ||
    wrongChoice("reference", reference, Object.keys(REFERENCES)) ||
    wrongWhole("seed", seed, 0, MOST_SEED) ||
    wrongWhole("measured", measured, 0, MOST_SETS);
  if (wrong) return wrong;
  const spread = [0, 1].map((axis) => points.map((point) => point[axis])).map((xs) => Math.max(...xs) - Math.min(...xs));
  if (Math.max(...spread) < LEAST_SPREAD) return `points must differ by at least ${LEAST_SPREAD} in x or in y.`;
  const nClasses = new Set(classes).size;
  const fits = 2 <= nClasses && nClasses < points.length;
  return fits ? "" : `there must be at least 2 classes, and fewer than points. Got ${nClasses} of ${points.length}.`;
}

// ---- words

// Rounds half up, because a division may leave digits after a whole number of thousandths.
export function fixed(value, digits) {
  const scaled = Math.floor(value * 10 ** digits + 0.5) / 10 ** digits;
  return Number.isFinite(scaled) ? scaled.toFixed(digits).replace("-", "\u2212") : "\u2013";
}

export const setsWords = (count) => (count === 0 ? "noise" : `${count} ${count === 1 ? "set" : "sets"} of noise`);

export function verdict({ way, shown }, { aucc, sizes, z }, pvalue, level) {
  const kind = { blind: "Random labels", classes: "The classes", "k-means": "k-means" }[way];
  const seen =
    `${kind}, ${sizes.length} clusters of ${shown === "noise" ? "noise" : "the points"}: AUCC ${formatScore(aucc)}. ` +
    `Compared with random labels, z = ${fixed(z, 1)} and p = ${fixed(pvalue, 3)}`;
  if (!level.length) return `${seen}. The baseline on noise is not measured yet.`;
  const { mean, p } = beside(aucc, level);
  return `${seen}; compared with its own baseline, ${formatScore(mean)} on ${setsWords(level.length)}, p = ${fixed(p, 3)}.`;
}

export function words(state) {
  const found = judged(state);
  const said = verdict(state, found, blindPvalue(found, state.seed), levelOf(state));
  return `${state.points.length} points, and AUCC of their labels on two rulers. ${said}`;
}
