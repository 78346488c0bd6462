// Two readers: the omega index and Extended BCubed of overlapping piles, and which of the two a change moves.

import { formatScore, nPairs, pointName, range, sumOf } from "../../../static/values.js";
import { changeOf, checkOverlaps, distinct, equalRows, sameSet, scoresOf } from "../overlaps.js";

export const MOST_PILES = 5;
export const NAMES = { omega: "Omega index", extended: "Extended BCubed" };
const CHANGES = { rises: "rises", falls: "falls", ties: "does not notice" };

// The number of piles that hold each pair of stories.
function timesTogether(piles, n) {
  const pairs = range(n).flatMap((o) => range(o).map((p) => (1 << o) | (1 << p)));
  return pairs.map((both) => piles.filter((pile) => (pile & both) === both).length);
}

// The arithmetic is that of Python: one division of whole numbers, and 1 for 0/0.
function omegaOf(anna, ben, n) {
  const [ours, theirs] = [anna, ben].map((piles) => timesTogether(piles, n));
  const [all, counts] = [nPairs(n), range(MOST_PILES + 1)];
  const count = (times, k) => times.filter((value) => value === k).length;
  const byChance = sumOf(counts.map((k) => count(ours, k) * count(theirs, k)));
  const equal = all * ours.filter((value, i) => value === theirs[i]).length;
  return byChance < all ** 2 ? (equal - byChance) / (all ** 2 - byChance) : 1;
}

function indicesOf(anna, ben, n) {
  if (!ben.length) return { omega: NaN, extended: NaN };
  return { omega: omegaOf(anna, ben, n), extended: scoresOf(anna, ben, n)[0].f };
}

// The number of cells of the table that differ from the start.
function changedCells({ n_objects: n, before, clusters_pred: now }) {
  const isIn = (piles, row, o) => piles[row]?.includes(o) ?? false;
  const differs = (row) => (o) => isIn(before, row, o) !== isIn(now, row, o);
  return sumOf(range(MOST_PILES).map((row) => range(n).filter(differs(row)).length));
}

// Both indices at the start and now, the change of each, and the number of changed cells.
export function comparison(state) {
  const { n_objects: n, clusters_true: anna, before, clusters_pred: now } = state;
  const [start, end] = [before, now].map((ben) => indicesOf(distinct(anna), distinct(ben), n));
  const change = (key) => (Number.isNaN(start[key] + end[key]) ? null : changeOf(start[key], end[key]));
  const changes = { omega: change("omega"), extended: change("extended") };
  return { start, now: end, changes, nChanged: changedCells(state) };
}

const isSame = ({ clusters_true: anna, clusters_pred: ben }) => sameSet(distinct(anna), distinct(ben));

export function numbers(state) {
  const { now, changes, nChanged } = comparison(state);
  const { n_objects, clusters_true: anna, clusters_pred: ben } = state;
  const pilesWith = (o) => ben.filter((pile) => pile.includes(o)).length;
  const notices = (key) => Number(changes[key] !== null && changes[key] !== "ties");
  return {
    ...now,
    n_objects,
    n_anna: distinct(anna).length,
    n_ben: distinct(ben).length,
    n_single: ben.filter((pile) => pile.length === 1).length,
    n_changed: nChanged,
    a_piles: pilesWith(0),
    e_piles: pilesWith(4),
    is_same: Number(isSame(state)),
    omega_notices: notices("omega"),
    extended_notices: notices("extended"),
  };
}

export const check = (state) => checkOverlaps(state, { objects: 6, classes: 4, clusters: MOST_PILES });

// Says in a few words what an index does; empty if nothing has changed.
export const changeWords = ({ changes, nChanged }, key) => (nChanged && changes[key] ? CHANGES[changes[key]] : "");

export function words(state, found = comparison(state)) {
  if (Number.isNaN(found.now.omega)) return "Ben has no pile now, so there is nothing to compare.";
  const parts = Object.entries(NAMES).map(([key, name]) => {
    const change = changeWords(found, key);
    return `${name}${change ? ` ${change},` : ""} ${formatScore(found.now[key])}`;
  });
  const equal = equalRows(state.clusters_pred, "Ben ");
  const counted = equal.length ? ` Equal piles count once: ${equal.join(", ")}.` : "";
  const same = isSame(state) ? " Ben’s piles are Anna’s." : "";
  return `${parts.join("; ")}.${same}${counted}`;
}

// Ben's piles with a story put into one of them, where it may be already.
export function put(piles, row, o) {
  const next = range(Math.max(piles.length, row + 1)).map((i) => piles[i] ?? []);
  if (!next[row].includes(o)) next[row] = [...next[row], o].sort((a, b) => a - b);
  return next;
}

export const storyWords = (o, row, isIn) => `${pointName(o)} is ${isIn ? "now" : "no longer"} in Ben’s pile ${row + 1}.`;
