// Take one out: AUCC and its interval, of all points and of those that are left when some are out.

import { checkPoints, got, wrongList } from "../../../static/checks.js";
import { NO_AUCC } from "../../../static/points.js";
import { auccOf, concordance, rankedPairs } from "../../../static/ranking.js";
import { formatScore, pointName, range, sumOf } from "../../../static/values.js";

const [FEWEST, MOST] = [4, 40];
const LEVEL = 0.95;

// ---- Student's t

// The probability that |t| with so many degrees of freedom is below sqrt(df) tan(angle): a finite sum.
function withinAngle(angle, df) {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  let [term, sum] = df % 2 ? [cos, 0] : [1, 0];
  for (let k = df % 2 ? 2 : 1; k < df; k += 2) {
    sum += term;
    term *= (cos ** 2 * k) / (k + 1);
  }
  return df % 2 ? (2 / Math.PI) * (angle + sin * sum) : sin * sum;
}

// The quantile of |t| at the probability LEVEL.
export function reachOfT(df) {
  let [low, high] = [0, Math.PI / 2];
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2;
    if (withinAngle(middle, df) < LEVEL) low = middle;
    else high = middle;
  }
  return Math.sqrt(df) * Math.tan((low + high) / 2);
}

// ---- AUCC and its interval

// For each of n points, twice the number of right comparisons that have an end there, counted at every end.
function rightEnds(pairs, groups, n) {
  const right = new Array(n).fill(0);
  const [P, N] = ["positives", "negatives"].map((kind) => sumOf(groups.map((group) => group[kind])));
  let [withinBefore, betweenBefore] = [0, 0];
  for (const { start, end, positives, negatives } of groups) {
    const ofWithin = 2 * (N - betweenBefore - negatives) + negatives;
    const ofBetween = 2 * withinBefore + positives;
    for (const { first, second, positive } of pairs.slice(start, end)) {
      for (const i of [first, second]) right[i] += positive ? ofWithin : ofBetween;
    }
    withinBefore += positives;
    betweenBefore += negatives;
  }
  return { right, P, N };
}

const NOTHING = { aucc: NaN, error: NaN, low: NaN, high: NaN };

// The interval of aucc_interval(): by the infinitesimal jackknife, with limits on the logit scale, and none if all points
// contribute alike.
export function interval(points, labels) {
  const n = points.length;
  const { ranked, groups } = rankedPairs(points, labels);
  const { right, P, N } = rightEnds(ranked, groups, n);
  if (!P || !N) return NOTHING;
  const total = sumOf(right);
  const aucc = total / (8 * P * N);
  const sizeOf = (label) => labels.filter((other) => other === label).length;
  const weights = labels.map((label) => (sizeOf(label) - 1) * N + (n - sizeOf(label)) * P);
  // The gradients times 8 (PN)^2 are whole numbers, so rounding does not decide whether all are 0.
  const numerators = right.map((ends, i) => 4 * P * N * ends - weights[i] * total);
  const error = Math.sqrt((n / (n - 1)) * sumOf(numerators.map((value) => (value / (8 * (P * N) ** 2)) ** 2)));
  if (aucc === 0 || aucc === 1 || numerators.every((value) => value === 0)) return { ...NOTHING, aucc, error: 0 };
  const reach = (reachOfT(n - 1) * error) / (aucc * (1 - aucc));
  const [low, high] = [-reach, reach].map((by) => 1 / (1 + Math.exp(-(Math.log(aucc / (1 - aucc)) + by))));
  return { aucc, error, low, high };
}

const without = (list, out) => list.filter((_, i) => !out.includes(i));

const scoreOf = (points, labels) => auccOf(concordance(rankedPairs(points, labels).groups));

// The change of the AUCC if one more point is taken out, for each point; NaN for points that are out, and if the rest has
// no AUCC.
export function moves({ points, labels, out = [] }) {
  const now = scoreOf(without(points, out), without(labels, out));
  return range(points.length).map((i) => {
    if (out.includes(i)) return NaN;
    const gone = [...out, i];
    return scoreOf(without(points, gone), without(labels, gone)) - now;
  });
}

const leftOf = ({ points, labels, out }) => interval(without(points, out), without(labels, out));

// Moves that are sums of the same fractions may differ in their last bits.
const TOLERANCE = 1e-12;

// The rank of the i-th point's move among the moves of all points; the largest has rank 1.
function rankOf(all, i) {
  return 1 + all.filter((move) => Math.abs(move) > Math.abs(all[i]) + TOLERANCE).length;
}

export function numbers(state) {
  const { points, labels, out } = state;
  const [all, left, each] = [interval(points, labels), leftOf(state), moves({ points, labels })];
  const one = out.length === 1 ? out[0] : null;
  return {
    n_points: points.length,
    n_out: out.length,
    n_left: points.length - out.length,
    n_clusters: new Set(labels).size,
    aucc: left.aucc,
    error: left.error,
    low: left.low,
    high: left.high,
    aucc_all: all.aucc,
    low_all: all.low,
    high_all: all.high,
    moved: left.aucc - all.aucc,
    rank: one === null ? NaN : rankOf(each, one),
    n_falls_more: one === null ? NaN : each.filter((move) => move < each[one] - TOLERANCE).length,
    out_cluster: one === null ? NaN : labels[one],
  };
}

// ---- words

const between = (low, high) => `95% interval from ${formatScore(low)} to ${formatScore(high)}`;
const limits = ({ low, high }) => (Number.isNaN(low) ? "no interval, because all points contribute alike" : between(low, high));

// 1 is the largest, 2 the 2nd largest, ...
function placeWords(rank) {
  if (rank === 1) return "largest";
  const ending = Math.floor(rank / 10) % 10 === 1 ? "th" : (["th", "st", "nd", "rd"][rank % 10] ?? "th");
  return `${rank}${ending} largest`;
}

export function words(state, found = numbers(state)) {
  const { n_points: n, n_left: left, n_out: nOut, aucc, moved, rank } = found;
  if (Number.isNaN(aucc)) return NO_AUCC;
  const score = `AUCC ${formatScore(aucc)}`;
  if (nOut === 0) return `All ${n}: ${score}, ${limits(found)}.`;
  if (nOut > 1) return `${left} of ${n} are left: ${score}, ${limits(found)}.`;
  const by = formatScore(Math.abs(moved));
  const turn = Number(by) === 0 ? "as before" : `${moved > 0 ? "up" : "down"} by ${by}`;
  return `Without ${pointName(state.out[0])}: ${score}, ${turn}, which is the ${placeWords(rank)} move of the ${n}.`;
}

export const putWords = (i, isOut) => `${pointName(i)} is ${isOut ? "out" : "back"}.`;

// ---- states

export function check(state) {
  const { points, out, several } = state;
  const wrong = checkPoints(state, FEWEST, MOST) || wrongList("out", out, 0, points.length, 0, points.length - 1);
  if (wrong) return wrong;
  if (out.some((i, k) => k > 0 && out[k - 1] >= i)) return `out must be positions of different points, in order. ${got(out)}`;
  return typeof several === "boolean" ? "" : `several must be true or false. ${got(several)}`;
}

// The points that are out after a press on the i-th, which goes out or comes back. Others stay out if `several` may be.
export function pressed({ out, several }, i) {
  if (out.includes(i)) return out.filter((other) => other !== i);
  return several ? [...out, i].sort((a, b) => a - b) : [i];
}
