// Measure bench: the table of two partitions, ten measures of it, and what a step did to its pairs.

import { got, wrongWhole } from "../../../static/checks.js";
import { entropy, expectedInformation } from "../../../static/information.js";
import { clamp, formatCount, formatScore, nPairs, range, replaced, same, sumOf } from "../../../static/values.js";

export const FEWEST_CLUSTERS = 2;
export const MOST_CLUSTERS = 6;
export const MOST_IN_A_CELL = 99;
export const FEWEST_OBJECTS = 2;
const MOST_OBJECTS = 300;
// Logarithms of equal tables are added up in different orders, so equal scores may differ by some 1e-15.
const TOLERANCE = 1e-12;
export const MEASURES = {
  Pairs: { rand: "Rand’s c", ari: "ARI", fm: "FM" },
  "Matched clusters": { pa: "PA", na: "NA", aaa: "AAA", psi: "PSI", psi_simplified: "PSI simpl." },
  Information: { nmi: "NMI", ami: "AMI" },
};
const NAMES = Object.assign({}, ...Object.values(MEASURES));
export const KINDS = { tp: "together in both", fn: "in the row only", fp: "in the column only", tn: "apart in both" };

// ---- the numbers

export const transposed = (table) => table[0].map((_, j) => table.map((row) => row[j]));
export const margins = (table) => [table.map(sumOf), transposed(table).map(sumOf)];
const pairsIn = (sizes) => sumOf(sizes.map(nPairs));

// Counts of pairs, which are exact.
function pairsOf(table) {
  const [rows, columns] = margins(table);
  const tp = pairsIn(table.flat());
  const [fn, fp] = [pairsIn(rows) - tp, pairsIn(columns) - tp];
  return { tp, fn, fp, tn: nPairs(sumOf(rows)) - tp - fn - fp };
}

// The largest sum of weights of which no two are in one row or column, and the columns of the rows; of equal ones the
// first in lexicographic order. Rows and columns that are missing are filled up with zeros.
export function matching(weights) {
  const k = Math.max(weights.length, weights[0].length);
  const weight = (i, j) => weights[i]?.[j] ?? 0;
  // For each set of columns that the first rows have taken: the best that the other rows can do, and the next column.
  const best = new Float64Array(1 << k);
  const next = new Uint8Array(1 << k);
  for (let taken = (1 << k) - 2; taken >= 0; taken--) {
    let row = 0;
    for (let rest = taken; rest; rest &= rest - 1) row += 1;
    best[taken] = -1;
    for (let j = 0; j < k; j++) {
      if (taken & (1 << j)) continue;
      const found = weight(row, j) + best[taken | (1 << j)];
      if (found > best[taken]) [best[taken], next[taken]] = [found, j];
    }
  }
  const columns = [];
  for (let taken = 0; columns.length < k; taken |= 1 << columns.at(-1)) columns.push(next[taken]);
  return { sum: best[0], columns };
}

// As in Python, whole numbers are divided once, where that is possible, and 0/0 has the same values.

function ofPairs(table) {
  const { tp, fn, fp, tn } = pairsOf(table);
  const scale = (tp + fn) * (fn + tn) + (tp + fp) * (fp + tn);
  return {
    rand: (tp + tn) / (tp + fn + fp + tn),
    ari: scale ? (2 * (tp * tn - fn * fp)) / scale : 1,
    fm: tp + fn && tp + fp ? tp / Math.sqrt((tp + fn) * (tp + fp)) : Number(fn === fp),
  };
}

function ofMatchings(table, rows, columns) {
  const n = sumOf(rows);
  const [r, s] = [rows, columns].map((sizes) => sizes.filter(Boolean).sort((a, b) => b - a));
  const k = Math.max(r.length, s.length);
  const matched = matching(table).sum;
  if (k === 1) return { pa: 1, na: 1, aaa: 1, psi: 1, psi_simplified: 1 };
  const weighted = (size) => matching(table.map((row, i) => row.map((c, j) => (c ? c / size(i, j) : 0)))).sum;
  const overlaps = weighted((i, j) => Math.max(rows[i], columns[j]));
  const psi = (chance) => Math.max(0, (overlaps - chance) / (k - chance));
  return {
    pa: matched / n,
    na: (k * matched - n) / (n * (k - 1)),
    aaa: r.length === 1 ? 0 : (weighted((i) => rows[i]) - 1) / (r.length - 1),
    psi: psi(sumOf(r.map((size, i) => Math.min(size, s[i] ?? 0))) / n),
    psi_simplified: psi(1),
  };
}

function ofInformation(table, rows, columns) {
  const n = sumOf(rows);
  const [h1, h2, h12] = [rows, columns, table.flat()].map((sizes) => entropy(sizes, n));
  const [r, s] = [rows, columns].map((sizes) => sizes.filter(Boolean));
  if (r.length === 1 && s.length === 1) return { nmi: 1, ami: 1 };
  const [shared, mean] = [h1 + h2 - h12, (h1 + h2) / 2];
  const areAllApart = r.length === n && s.length === n;
  const expected = expectedInformation(r, s, n);
  return { nmi: Math.max(0, shared / mean), ami: areAllApart ? 1 : (shared - expected) / (mean - expected) };
}

function scoresOf(table) {
  const [rows, columns] = margins(table);
  return { ...ofPairs(table), ...ofMatchings(table, rows, columns), ...ofInformation(table, rows, columns) };
}

// Counts of pairs, and the proportion of objects in the largest cells of the columns.
export function factsOf(table) {
  const largest = transposed(table).map((column) => Math.max(...column));
  return { ...pairsOf(table), purity: sumOf(largest) / sumOf(table.flat()) };
}

// The change of each measure in the step.
function changesOf(old, now) {
  const snapped = (change) => (Math.abs(change) > TOLERANCE ? change : 0);
  return Object.fromEntries(Object.keys(NAMES).map((key) => [key, snapped(now[key] - old[key])]));
}

// The measures now and before the step, and the changes of those that the page shows.
export function measuresOf({ table, before, measures }) {
  const [scores, old] = [table, before].map(scoresOf);
  const changes = Object.entries(changesOf(old, scores)).filter(([key]) => isShown(measures, key));
  return { scores, old, changes: Object.fromEntries(changes) };
}

export const isShown = (measures, key) => !measures?.length || measures.includes(key);

// The cells that a step changed. A row or column that only one table has is empty in the other.
function differences(before, table) {
  const [nRows, nColumns] = [(t) => t.length, (t) => t[0].length].map((size) => Math.max(size(before), size(table)));
  const cells = range(nRows).flatMap((i) => range(nColumns).map((j) => ({ i, j })));
  const changeOf = ({ i, j }) => (table[i]?.[j] ?? 0) - (before[i]?.[j] ?? 0);
  return cells.map((cell) => ({ ...cell, change: changeOf(cell) })).filter(({ change }) => change);
}

function isMove(before, table) {
  const found = differences(before, table);
  return found.length === 2 && found[0].change + found[1].change === 0 && Math.abs(found[0].change) === 1;
}

const isExchange = (before, table) => !same(before, table) && same(transposed(before), table);

export function numbers(state) {
  const { table, before } = state;
  const [rows, columns] = margins(table);
  const { scores, changes } = measuresOf(state);
  const count = (is) => Object.values(changes).filter(is).length;
  return {
    n: sumOf(rows),
    n_rows: rows.filter(Boolean).length,
    n_columns: columns.filter(Boolean).length,
    ...factsOf(table),
    ...scores,
    up: count((change) => change > 0),
    down: count((change) => change < 0),
    changed: count(Boolean),
    is_move: Number(isMove(before, table)),
    is_exchange: Number(isExchange(before, table)),
  };
}

function wrongTable(name, table) {
  const isSize = (list) => Array.isArray(list) && FEWEST_CLUSTERS <= list.length && list.length <= MOST_CLUSTERS;
  if (!isSize(table) || !table.every((row) => isSize(row) && row.length === table[0].length)) {
    return `${name} must have ${FEWEST_CLUSTERS} to ${MOST_CLUSTERS} rows, and as many columns. ${got(table)}`;
  }
  const wrong = table.flat().map((count) => wrongWhole(`each of ${name}`, count, 0, MOST_IN_A_CELL));
  return wrong.find(Boolean) ?? wrongWhole(`the total of ${name}`, sumOf(table.flat()), FEWEST_OBJECTS, MOST_OBJECTS);
}

export const check = ({ table, before }) => wrongTable("table", table) || wrongTable("before", before);

// ---- words

export const columnName = (j) => "ABCDEF"[j];
export const cellName = ({ i, j }) => `${i + 1}${columnName(j)}`;
// Writes a score; one that is 0 but for its last bits has no sign.
export const writtenScore = (value) => formatScore(Math.abs(value) < TOLERANCE ? 0 : value);
// Words for the status line, which is read aloud, instead of signs.
export const way = (change) => (change > 0 ? "up" : "down");
export const amount = (change, least = "<") =>
  Math.abs(change) < 0.00005 ? `${least}0.0001` : writtenScore(Math.abs(change));

// Of an object in a cell: with how many others it is together in both, in its row only, in its column only, and from how
// many it is apart.
function company(table, { i, j }) {
  const [rows, columns] = margins(table);
  const both = table[i][j] - 1;
  const [row, column] = [rows[i] - 1 - both, columns[j] - 1 - both];
  return [both, row, column, sumOf(rows) - 1 - both - row - column];
}

function wasAndIs(was, now) {
  const counts = was.map((count, i) => [count, now[i]].map(formatCount));
  return counts.map(([a, b]) => (a === b ? a : `${a}, now ${b}`));
}

function moveInWords(before, table, left, came) {
  const [both, row, column, apart] = wasAndIs(company(before, left), company(table, came));
  return (
    `One object moved from ${cellName(left)} to ${cellName(came)}: together in both with ${both}; in the row only with ` +
    `${row}; in the column only with ${column}; apart from ${apart}.`
  );
}

function oneInWords(before, table, cell) {
  const isMore = cell.change > 0;
  const [both, row, column, apart] = company(isMore ? table : before, cell);
  const verb = isMore ? `more in ${cellName(cell)}: it is` : `fewer in ${cellName(cell)}: it was`;
  return (
    `One object ${verb} together with ${both} in both, with ${row} in the row only, with ${column} in the column only, ` +
    `apart from ${apart}.`
  );
}

// Describes a step in which objects came, or went.
function someInWords(was, now, cells) {
  const total = sumOf(cells.map(({ change }) => change));
  const word = total > 0 ? "more" : "fewer";
  const where = cells.length === 1 ? cellName(cells[0]) : "several cells";
  const [tp, fn, fp, tn] = was.map((count, i) => formatCount(Math.abs(now[i] - count)));
  return (
    `${Math.abs(total)} objects ${word} in ${where}: ${tp} pairs ${word} together in both, ${fn} in the row only, ` +
    `${fp} in the column only, ${tn} apart.`
  );
}

// Says what a step did, and which pairs it made or broke; empty if nothing changed.
function stepInWords(before, table) {
  const cells = differences(before, table).sort((a, b) => a.change - b.change);
  if (!cells.length) return "";
  const [left, came] = [cells[0], cells.at(-1)];
  if (isMove(before, table)) return moveInWords(before, table, left, came);
  if (isExchange(before, table)) return "Rows and columns have changed places.";
  if (cells.length === 1 && Math.abs(left.change) === 1) return oneInWords(before, table, left);
  const [was, now] = [before, table].map((one) => Object.values(pairsOf(one)));
  if (left.change > 0 || came.change < 0) return someInWords(was, now, cells);
  const isOneWay = cells.length === 2 && left.change === -came.change;
  const what = isOneWay ? `${came.change} objects moved from ${cellName(left)} to ${cellName(came)}` : "Several cells changed";
  const [tp, fn, fp, tn] = wasAndIs(was, now);
  return `${what}: pairs together in both ${tp}; in the row only ${fn}; in the column only ${fp}; apart ${tn}.`;
}

function mostMoved(changes) {
  const moved = Object.entries(changes).filter(([, change]) => change);
  if (!moved.length) return "No measure changes.";
  const most = Math.max(...moved.map(([, change]) => Math.abs(change)));
  // Of several that moved as far, the first is named, whatever their last bits.
  const [key, change] = moved.find((item) => Math.abs(item[1]) > most - TOLERANCE);
  const how = `${way(change)} by ${amount(change, "less than ")}`;
  if (moved.length === 1) return `Only ${NAMES[key]} changes, ${how}.`;
  const up = moved.filter((item) => item[1] > 0).length;
  const unchanged = Object.keys(changes).length - moved.length;
  return `${NAMES[key]} moves most, ${how}. Up ${up}, down ${moved.length - up}, the same ${unchanged}.`;
}

function emptyOnes(table) {
  const [rows, columns] = margins(table);
  const names = [
    ...rows.map((size, i) => (size ? "" : `row ${i + 1}`)),
    ...columns.map((size, j) => (size ? "" : `column ${columnName(j)}`)),
  ].filter(Boolean);
  return names.length ? ` Empty, so not a cluster: ${names.join(", ")}.` : "";
}

// Says what the step did, and which measure moved most; without a step, it counts the pairs.
export function verdict(state, measures = measuresOf(state)) {
  const { table, before } = state;
  const step = stepInWords(before, table);
  if (step) return `${step} ${mostMoved(measures.changes)}${emptyOnes(table)}`;
  const counts = Object.values(pairsOf(table));
  const kinds = Object.values(KINDS).map((kind, i) => `${formatCount(counts[i])} ${kind}`);
  const pairs = formatCount(sumOf(counts));
  return `${sumOf(table.flat())} objects make ${pairs} pairs: ${kinds.join(", ")}.${emptyOnes(table)}`;
}

export function words(state) {
  const rows = state.table.map((row) => row.join(" ")).join(", ");
  const shown = Object.entries(scoresOf(state.table)).filter(([key]) => isShown(state.measures, key));
  const scores = shown.map(([key, value]) => `${NAMES[key]} ${writtenScore(value)}`);
  return `Table of two partitions, by rows: ${rows}. ${scores.join(", ")}. ${verdict(state)}`;
}

// ---- the next state

// Sets a cell as far as the limits allow; `from` is the state in which the gesture began. Taking one object out and then
// putting it in elsewhere is one step, a move. `limit` says what holds the cell where it is.
export function withCount({ table }, from, { i, j }, wanted) {
  const others = sumOf(table.flat()) - table[i][j];
  const low = Math.max(0, FEWEST_OBJECTS - others);
  const high = Math.min(MOST_IN_A_CELL, MOST_OBJECTS - others);
  const asked = Math.round(wanted);
  const value = clamp(asked, low, high);
  const next = replaced(table, i, replaced(table[i], j, value));
  const goesOn = same(next, from.table) || isMove(from.before, next);
  const isHeld = value === table[i][j] && value !== asked;
  const limit = isHeld ? limitInWords(asked < low, low, high, cellName({ i, j })) : "";
  return { table: next, before: goesOn ? from.before : from.table, limit };
}

function limitInWords(isTooLow, low, high, name) {
  if (isTooLow) return low ? `There must be at least ${FEWEST_OBJECTS} objects.` : `${name} is empty.`;
  if (high < MOST_IN_A_CELL) return `There can be at most ${MOST_OBJECTS} objects.`;
  return `A cell can hold at most ${MOST_IN_A_CELL} objects.`;
}

export const withCluster = (table, isRow) =>
  isRow ? [...table, table[0].map(() => 0)] : table.map((row) => [...row, 0]);

export const withoutLast = (table, isRow) => (isRow ? table.slice(0, -1) : table.map((row) => row.slice(0, -1)));
