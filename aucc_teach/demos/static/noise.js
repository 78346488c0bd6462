// Noise and k-means. Only +, -, *, / and the square root are used, in a fixed order. All browsers round these alike, so
// they draw the same noise.

import { below, generator } from "../../static/chance.js";
import { range } from "../../static/values.js";

// The purpose of random numbers, which is the third number that starts the generator, after the seed and the set's number.
const [POINTS, STARTS] = [0, 10];
const N_STARTS = 10; // of k-means
export const REFERENCES = { box: "a box", normal: "a normal cloud" }; // what noise is

function moments(points) {
  const n = points.length;
  let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (const point of points) [x, y] = [x + point[0], y + point[1]];
  [x, y] = [x / n, y / n];
  for (const point of points) {
    const [dx, dy] = [point[0] - x, point[1] - y];
    [xx, xy, yy] = [xx + dx * dx, xy + dx * dy, yy + dy * dy];
  }
  return [x, y, xx / n, xy / n, yy / n];
}

// Set `t` of noise: as many points on the grid as `points`, with their mean and covariance, but without clusters. Drawn
// points are whitened, then stretched along the principal axes.
export function structureless(points, reference, seed, t) {
  const next = generator(seed, t, POINTS + Object.keys(REFERENCES).indexOf(reference));
  const nWords = reference === "box" ? 1 : 12; // a sum of twelve is as good as normal
  const draw = () => {
    let sum = 0;
    for (let i = 0; i < nWords; i++) sum += next();
    return sum / 2 ** 32;
  };
  const drawn = points.map(() => [draw(), draw()]);
  const [meanX, meanY, a, b, c] = moments(points);
  const [midU, midV, e, f, g] = moments(drawn);
  // Inverse square root of the covariance [[e, f], [f, g]] of what is drawn.
  const root = Math.sqrt(e * g - f * f);
  const size = root * Math.sqrt(e + g + 2 * root);
  const [toU, across, toV] = [(g + root) / size, -f / size, (e + root) / size];
  // The long principal axis of [[a, b], [b, c]]. A round cloud has none, and any direction will do.
  const apart = Math.sqrt((a - c) * (a - c) + 4 * b * b);
  const long = (a + c + apart) / 2;
  let axis = a >= c ? [long - c, b] : [b, long - a];
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1]);
  axis = length ? [axis[0] / length, axis[1] / length] : [1, 0];
  const [far, near] = [Math.sqrt(long), Math.sqrt(Math.max(0, (a + c - apart) / 2))];
  return drawn.map(([u, v]) => {
    const [du, dv] = [u - midU, v - midV];
    const [along, beside] = [far * (toU * du + across * dv), near * (across * du + toV * dv)];
    const x = meanX + along * axis[0] - beside * axis[1];
    const y = meanY + along * axis[1] + beside * axis[0];
    return [Math.floor(x + 0.5), Math.floor(y + 0.5)];
  });
}

// Labels from the best of ten runs of Lloyd's algorithm on set `t`; clusters are numbered by their first points. Every
// other run starts from random points, and the others from one random point, to which the farthest point is added in turn.
export function kMeans(points, k, seed, t) {
  const next = generator(seed, t, STARTS + k);
  let [best, tightest] = [null, -Infinity];
  for (let run = 0; run < N_STARTS; run++) {
    const start = run % 2 ? farApart(points, k, next) : atRandom(points.length, k, next);
    const labels = lloyd(points, start);
    // The largest value has the least sum of squares within, which is the sum of all squares minus this one.
    let tight = 0;
    for (const { x, y, size } of sumsOf(points, labels, k)) tight += (x * x + y * y) / size;
    if (tight > tightest) [best, tightest] = [labels, tight];
  }
  return inOrder(best);
}

// The same clusters as 0, 1, ... by the order of their first point.
function inOrder(labels) {
  const order = [...new Set(labels)];
  return labels.map((label) => order.indexOf(label));
}

function atRandom(n, k, next) {
  const left = range(n);
  return range(k).map(() => left.splice(below(left.length, next), 1)[0]);
}

function farApart(points, k, next) {
  const start = [below(points.length, next)];
  const to = (i) => points.map(([x, y]) => (x - points[i][0]) ** 2 + (y - points[i][1]) ** 2);
  let away = to(start[0]);
  while (start.length < k) {
    const last = away.indexOf(Math.max(...away));
    start.push(last);
    away = to(last).map((distance, i) => Math.min(distance, away[i]));
  }
  return start;
}

// The size of each cluster and the sums of its coordinates.
function sumsOf(points, labels, k) {
  const sums = range(k).map(() => ({ x: 0, y: 0, size: 0 }));
  points.forEach(([x, y], i) => {
    const sum = sums[labels[i]];
    [sum.x, sum.y, sum.size] = [sum.x + x, sum.y + y, sum.size + 1];
  });
  return sums;
}

export function lloyd(points, start) {
  const k = start.length;
  let sums = start.map((i) => ({ x: points[i][0], y: points[i][1], size: 1 }));
  let labels = null;
  while (true) {
    const before = labels;
    const nearest = points.map(() => Infinity);
    // The squared distance to the mean of m points is a whole number over m^2, so equal distances come out equal, and others
    // differ by more than the rounding of the division.
    labels = points.map(([x, y], i) => {
      let label = 0;
      for (let c = 0; c < k; c++) {
        const { x: sumX, y: sumY, size } = sums[c];
        const [dx, dy] = [size * x - sumX, size * y - sumY];
        const distance = (dx * dx + dy * dy) / (size * size);
        if (distance < nearest[i]) [label, nearest[i]] = [c, distance];
      }
      return label;
    });
    fillEmpty(labels, nearest, k);
    if (before && labels.every((label, i) => label === before[i])) return labels;
    sums = sumsOf(points, labels, k);
  }
}

// Gives an empty cluster the point that is farthest from its centre, unless that point is alone in its cluster.
function fillEmpty(labels, nearest, k) {
  const sizes = new Array(k).fill(0);
  for (const label of labels) sizes[label] += 1;
  for (let c = 0; c < k; c++) {
    if (sizes[c]) continue;
    let moved = -1;
    labels.forEach((label, i) => {
      if (sizes[label] > 1 && (moved < 0 || nearest[i] > nearest[moved])) moved = i;
    });
    sizes[labels[moved]] -= 1;
    sizes[c] = 1;
    labels[moved] = c;
    nearest[moved] = -1;
  }
}
