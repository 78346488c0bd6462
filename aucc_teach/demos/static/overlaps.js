// Scores clusters that may overlap against classes, and checks their states. Here a cluster is a number whose bits are
// its objects.

import { got, wrongList, wrongWhole } from "../../static/checks.js";
import { range, sumOf } from "../../static/values.js";

const FEWEST_OBJECTS = 2;
export const MEASURES = ["Extended BCubed", "CICE-BCubed", "R*S"];
// Equal scores are sums of the same fractions in other orders, so they may differ by some 1e-16. Scores that truly differ
// are far apart: of 194 000 random changes of one cell, none moved an F by between 2e-16 and 3e-8.
const TOLERANCE = 1e-12;

export const maskOf = (row) => row.reduce((mask, o) => mask | (1 << o), 0);
// Leaves empty clusters out, and equal ones but for one.
export const distinct = (rows) => [...new Set(rows.map(maskOf))].filter((mask) => mask);

export function count(mask) {
  let n = 0;
  for (let left = mask; left; left &= left - 1) n += 1;
  return n;
}

export const jaccard = (a, b) => count(a & b) / count(a | b);

// ---- the scores

// What two objects, the bits of `both`, share in the clusters `found` and `wanted`; null if none of those found holds both.
function sharesOf(both, found, wanted) {
  const holds = (mask) => (mask & both) === both;
  const [holding, right] = [found.filter(holds), wanted.filter(holds)];
  const g = holding.length;
  if (!g) return null;
  const m = Math.min(g, right.length);
  const best = holding.map((one) => Math.max(0, ...right.map((other) => jaccard(one, other))));
  return { g, m, share: m / g, identity: ((m / g) * sumOf(best)) / g };
}

// The three precisions of the clusters `found`; the recalls are those with both exchanged.
function precisions(found, wanted, n) {
  const objects = range(n).flatMap((o) => {
    const shares = range(n).map((p) => sharesOf((1 << o) | (1 << p), found, wanted)).filter(Boolean);
    const total = (name) => sumOf(shares.map((one) => one[name]));
    return shares.length ? [[total("share") / shares.length, total("identity") / shares.length, total("m") / total("g")]] : [];
  });
  return MEASURES.map((_, i) => sumOf(objects.map((values) => values[i])) / objects.length);
}

// One { precision, recall, f } for each measure, all NaN where there is no cluster.
export function scoresOf(classes, clusters, n) {
  const [ours, theirs] = [precisions(clusters, classes, n), precisions(classes, clusters, n)];
  return ours.map((precision, i) => {
    const recall = theirs[i];
    if (!clusters.length) return { precision: NaN, recall: NaN, f: NaN };
    return { precision, recall, f: precision && recall ? 1 / (0.5 / precision + 0.5 / recall) : 0 };
  });
}

// Says how a score changes from `start` to `now`.
export function changeOf(start, now) {
  const difference = now - start;
  return Math.abs(difference) <= TOLERANCE ? "ties" : difference > 0 ? "rises" : "falls";
}

// ---- what a state may be

export const without = (list, other) => list.filter((one) => !other.includes(one));
export const sameSet = (list, other) => list.length === other.length && !without(list, other).length;

function wrongClusters(name, rows, most, n) {
  const isSet = (row) => !wrongList(name, row, 0, n, 0, n - 1) && row.every((o, i) => i === 0 || row[i - 1] < o);
  const fits = Array.isArray(rows) && rows.length <= most && rows.every(isSet);
  return fits ? "" : `${name} must be at most ${most} clusters of different objects from 0 to ${n - 1}, in order. ${got(rows)}`;
}

// `most` holds a demo's limits, of objects, classes and clusters.
export function checkOverlaps({ n_objects: n, clusters_true: classes, before, clusters_pred: now }, most) {
  const wrong =
    wrongWhole("n_objects", n, FEWEST_OBJECTS, most.objects) ||
    wrongClusters("clusters_true", classes, most.classes, n) ||
    wrongClusters("before", before, most.clusters, n) ||
    wrongClusters("clusters_pred", now, most.clusters, n);
  if (wrong) return wrong;
  const differ = classes.length > 0 && distinct(classes).length === classes.length;
  return differ ? "" : `clusters_true must be different classes, none of them empty, and at least one. ${got(classes)}`;
}

// ---- rows of clusters

// Equal clusters, as words such as "G1 = G3"; `letter` stands before their numbers.
export function equalRows(rows, letter) {
  const names = new Map();
  rows.forEach((row, i) => {
    if (row.length) names.set(maskOf(row), [...(names.get(maskOf(row)) ?? []), `${letter}${i + 1}`]);
  });
  return [...names.values()].filter((equal) => equal.length > 1).map((equal) => equal.join(" = "));
}

// The rows with an object put into one, or taken out of it.
export function toggled(rows, row, o) {
  const next = range(Math.max(rows.length, row + 1)).map((i) => rows[i] ?? []);
  next[row] = next[row].includes(o) ? next[row].filter((other) => other !== o) : [...next[row], o].sort((a, b) => a - b);
  while (next.length && !next.at(-1).length) next.pop();
  return next;
}
