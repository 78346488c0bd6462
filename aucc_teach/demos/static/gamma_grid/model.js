// Gamma grid: compares every within pair with every between pair, and finds the shapes that this makes in a square.

import { checkPoints } from "../../../static/checks.js";
import { NO_AUCC, pairName, pointNumbers } from "../../../static/points.js";
import { isMixed, rankedPairs, rocCorners } from "../../../static/ranking.js";
import { formatScore, range } from "../../../static/values.js";

export const FEWEST_POINTS = 3;
export const MOST_POINTS = 16;

export const numbers = pointNumbers;
export const check = (state) => checkPoints(state, FEWEST_POINTS, MOST_POINTS);

// Pairs of both kinds, closest first, and tie groups of all of them.
export function compare({ points, labels }) {
  const { ranked, groups } = rankedPairs(points, labels);
  const [within, between] = [true, false].map((kind) => ranked.filter(({ positive }) => positive === kind));
  return { within, between, groups };
}

export function words(state, found = numbers(state), { within, between } = compare(state)) {
  const { right, wrong, tied, comparisons, aucc, gamma } = found;
  if (!comparisons) return NO_AUCC;
  return (
    `${within.length} within pairs × ${between.length} between pairs = ${comparisons} cells. ` +
    `AUCC = (${right} + ${tied}/2)/${comparisons} = ${formatScore(aucc)}, ` +
    `Gamma = (${right} − ${wrong})/${comparisons} = ${formatScore(gamma)}.`
  );
}

// ---- a cell

const kindOf = (within, between) =>
  within.value < between.value ? "concordant" : within.value > between.value ? "discordant" : "tied";

export function cellWords(within, between) {
  const kind = kindOf(within, between);
  const distances = [within, between].map(({ value }) => Math.sqrt(value));
  // Whole squares differ by one at least, so four digits tell any two distances apart.
  const alike = kind !== "tied" && distances[0].toFixed(1) === distances[1].toFixed(1);
  const [d, e] = distances.map((distance) => distance.toFixed(alike ? 4 : 1));
  const relation = { concordant: "closer than", discordant: "further apart than", tied: "as far apart as" }[kind];
  return `${pairName(within, "–")} (within, ${d}) is ${relation} ${pairName(between, "–")} (between, ${e}): ${kind}.`;
}

// ---- shapes, in cells from the lower left corner: closed ones, lines, and dots

// All cells below the curve are concordant, and all above it discordant. In a tie both shapes keep apart: the lower one
// goes right, then up, and the upper one up, then right.
function sides(groups, corners, [nColumns, nRows]) {
  const lower = groups.flatMap((_, i) => [[corners[i + 1][0], corners[i][1]], corners[i + 1]]);
  const upper = groups.flatMap((_, i) => [[corners[i][0], corners[i + 1][1]], corners[i + 1]]);
  return { concordant: [[[0, 0], ...lower, [nColumns, 0]]], discordant: [[[0, 0], ...upper, [0, nRows]]] };
}

function ties(groups, corners) {
  const blocks = groups.flatMap((group, i) => (isMixed(group) ? [[corners[i], corners[i + 1]]] : []));
  const tied = blocks.map(([[left, bottom], [right, top]]) => [[left, bottom], [right, bottom], [right, top], [left, top]]);
  const dots = blocks.flatMap(([[left, bottom], [right, top]]) =>
    range(top - bottom, bottom).flatMap((row) => range(right - left, left).map((column) => [[column + 0.5, row + 0.5]])),
  );
  return { tied, dots };
}

// Down along a diagonal, within pairs get closer and between pairs farther, so discordant cells come first, and one line
// hatches them all.
function hatching(within, between) {
  const hatch = [];
  for (let diagonal = 0; diagonal < within.length + between.length - 1; diagonal++) {
    const row = Math.min(diagonal, within.length - 1);
    const column = diagonal - row;
    let n = 0;
    while (n <= row && column + n < between.length && within[row - n].value > between[column + n].value) n += 1;
    if (n) hatch.push([[column, row + 1], [column + n, row + 1 - n]]);
  }
  return hatch;
}

// All shapes of a grid, by name; none without cells.
export function gridShapes({ within, between, groups }) {
  const [nRows, nColumns] = [within.length, between.length];
  if (!nRows || !nColumns) return {};
  const corners = rocCorners(groups);
  const rows = range(nRows - 1, 1).map((row) => [[0, row], [nColumns, row]]);
  const columns = range(nColumns - 1, 1).map((column) => [[column, 0], [column, nRows]]);
  return {
    ...sides(groups, corners, [nColumns, nRows]),
    ...ties(groups, corners),
    hatch: hatching(within, between),
    lines: [...rows, ...columns],
    curve: [corners],
  };
}
