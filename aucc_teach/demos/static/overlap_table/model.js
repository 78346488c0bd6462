// Overlap table: three scores of clusters that may overlap, and the conditions that a step is a case of.

import { formatScore, pointName, range } from "../../../static/values.js";
import {
  changeOf,
  checkOverlaps,
  count,
  distinct,
  equalRows,
  jaccard,
  maskOf,
  MEASURES,
  sameSet,
  scoresOf,
  without,
} from "../overlaps.js";

const MOST_OBJECTS = 13;
export const MOST_CLUSTERS = 10;

// ---- the conditions, as in aucc_teach.conditions. That groups which no class joins are disjoint need not be asked:
// each object in question has a class.

const isInside = (part, whole) => (part & ~whole) === 0;
const isJoined = (classes, group) => classes.some((one) => isInside(group, one));
const haveClasses = (classes, group) => isInside(group, classes.reduce((union, one) => union | one, 0));
const areApart = (classes, ...groups) => !classes.some((one) => groups.filter((group) => one & group).length > 1);
const singlesOf = (mask) => range(MOST_OBJECTS).flatMap((o) => (mask & (1 << o) ? [1 << o] : []));
const isSplit = (one, parts) => parts.length === 2 && (parts[0] | parts[1]) === one && !(parts[0] & parts[1]);

// An object leaves a clean cluster for a noisy one as large as what is left of it.
function isToTheRagBag(classes, [mixed, noisy], [clean, noisier]) {
  const moved = mixed & ~clean;
  return (
    count(moved) === 1 &&
    isInside(clean, mixed) &&
    noisier === (noisy | moved) &&
    count(clean) === count(noisy) &&
    count(clean) >= 2 &&
    isJoined(classes, clean) &&
    haveClasses(classes, noisier) &&
    areApart(classes, clean, moved) &&
    areApart(classes, clean, noisy) &&
    areApart(classes, ...singlesOf(noisier))
  );
}

// A large cluster loses an object, and as many pairs come together as it has left.
function isSizeForQuantity({ classes, gone, fresh }) {
  const large = gone.reduce((most, one) => (count(one) > count(most) ? one : most), 0);
  const n = count(large) - 1;
  const pieces = fresh.filter((one) => one !== large && isInside(one, large));
  const pairs = without(fresh, pieces);
  return (
    n >= 2 &&
    isSplit(large, pieces) &&
    pieces.some((piece) => count(piece) === 1) &&
    pairs.length === n &&
    pairs.every((pair) => count(pair) === 2) &&
    sameSet(without(gone, [large]), [...new Set(pairs.flatMap(singlesOf))]) &&
    [large, ...pairs].every((group) => isJoined(classes, group)) &&
    areApart(classes, large, ...pairs)
  );
}

const bothOrders = ([first, second]) => [[first, second], [second, first]];

export const CONDITIONS = {
  homogeneity: ({ classes, gone, fresh }) =>
    gone.length === 1 && isSplit(gone[0], fresh) && haveClasses(classes, gone[0]) && areApart(classes, ...fresh),
  completeness: ({ classes, gone, fresh }) =>
    fresh.length === 1 && isSplit(fresh[0], gone) && isJoined(classes, fresh[0]),
  "rag bag": ({ classes, gone, fresh }) =>
    gone.length === 2 &&
    fresh.length === 2 &&
    bothOrders(gone).some((from) => bothOrders(fresh).some((to) => isToTheRagBag(classes, from, to))),
  "size versus quantity": isSizeForQuantity,
  "perfect match": ({ classes, before, after }) => sameSet(after, classes) && !sameSet(before, classes),
};

// What each condition asks of F: "rise", "fall" if the step is taken backwards, or null.
function asksOf(classes, start, now) {
  const isMet = (condition, before, after) =>
    condition({ classes, before, after, gone: without(before, after), fresh: without(after, before) });
  return Object.values(CONDITIONS).map((condition) => {
    if (!start.length || !now.length) return null;
    return isMet(condition, start, now) ? "rise" : isMet(condition, now, start) ? "fall" : null;
  });
}

// ---- the step from `before` to the clusters now

export function stepOf({ n_objects: n, clusters_true: rows, before, clusters_pred: pred }) {
  const [classes, first, last] = [rows, before, pred].map(distinct);
  const [start, now] = [first, last].map((clusters) => scoresOf(classes, clusters, n));
  return {
    start,
    now,
    changes: MEASURES.map((_, i) => changeOf(start[i].f, now[i].f)),
    asks: asksOf(classes, first, last),
    isStep: first.length > 0 && !sameSet(first, last),
  };
}

export function numbers(state) {
  const [classes, now] = [state.clusters_true, state.clusters_pred].map(distinct);
  const step = stepOf(state);
  const [extended, cice, rs] = step.now.map(({ f }) => f);
  return {
    n_objects: state.n_objects,
    n_classes: classes.length,
    n_clusters: now.length,
    n_rows: state.clusters_pred.filter((row) => row.length).length,
    is_perfect: Number(sameSet(classes, now)),
    extended,
    cice,
    rs,
    cice_start: step.start[1].f,
  };
}

export const check = (state) => checkOverlaps(state, { objects: MOST_OBJECTS, classes: 6, clusters: MOST_CLUSTERS });

// ---- words

// Says what the step does to the scores, and, with `hasConditions`, which conditions it is a case of.
export function verdict(state, hasConditions, step = stepOf(state)) {
  const { start, now, changes, asks, isStep } = step;
  if (Number.isNaN(now[0].f)) return "There is no cluster now, so there is no score.";
  const parts = MEASURES.map((name, i) => {
    const [was, is] = [start[i], now[i]].map(({ f }) => formatScore(f));
    if (!isStep) return `${name} ${is}`;
    return `${name} ${changes[i]} ${changes[i] === "ties" ? `at ${is}` : `from ${was} to ${is}`}`;
  });
  const capital = (name) => name[0].toUpperCase() + name.slice(1);
  const asked = Object.keys(CONDITIONS).flatMap((name, i) => (asks[i] ? [`${capital(name)} asks F to ${asks[i]}`] : []));
  const applies = asked.length || !isStep ? asked : ["No condition applies to this step"];
  const equal = equalRows(state.clusters_pred, "G");
  const counted = equal.length ? [`Equal clusters count once: ${equal.join(", ")}`] : [];
  return `${[`F: ${parts.join(", ")}`, ...(hasConditions ? applies : []), ...counted].join(". ")}.`;
}

export function words(state) {
  const { n_objects: n, clusters_true: classes, before, clusters_pred: now, conditions } = state;
  const list = (rows, letter) =>
    rows.flatMap((row, i) => (row.length ? [`${letter}${i + 1} ${row.map(pointName).join("")}`] : [])).join(", ") || "none";
  return (
    `${n} objects. Classes: ${list(classes, "C")}. Clusters at the start of the step: ${list(before, "G")}. Clusters ` +
    `now: ${list(now, "G")}. ${verdict(state, conditions)}`
  );
}

// ---- a cluster and the classes

// The classes that are most like a cluster, and how much; null for an empty one.
export function likest(row, classes) {
  const [mask, masks] = [maskOf(row), classes.map(maskOf)];
  if (!mask) return null;
  const best = Math.max(...masks.map((one) => jaccard(mask, one)));
  const found = [...masks.keys()].filter((i) => best && jaccard(mask, masks[i]) === best);
  return { classes: found, share: best ? `${count(mask & masks[found[0]])}/${count(mask | masks[found[0]])}` : "" };
}
