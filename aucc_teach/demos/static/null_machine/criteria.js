// The AUCC and six other criteria of a partition. What depends on the points alone is prepared once.

import { listPairs } from "../../../static/ranking.js";
import { clamp, nPairs, sumOf } from "../../../static/values.js";
import { ranksOf, scoreOf } from "../labellings.js";

// By the names of the package.
export const CRITERIA = {
  point_biserial_score: { title: "point-biserial" },
  calinski_harabasz_score: { title: "VRC" },
  silhouette_score: { title: "silhouette" },
  c_index: { title: "C-index", lowerIsBetter: true },
  ratkowsky_lance_score: { title: "C/sqrt(k)" },
  pbm_score: { title: "PBM" },
};

// Distances and doubled mid-ranks of the pairs, and moments.
export function prepare(points) {
  const n = points.length;
  const pairs = listPairs(points, points);
  const distances = pairs.map((pair) => Math.sqrt(pair.value));
  const square = new Float64Array(n * n);
  pairs.forEach(({ first, second }, p) => {
    square[first * n + second] = square[second * n + first] = distances[p];
  });
  const mean = sumOf(distances) / pairs.length;
  const deviation = Math.sqrt(sumOf(distances.map((d) => (d - mean) ** 2)) / pairs.length);
  const smallest = [0]; // entry p: the sum of the p smallest distances
  for (const distance of [...distances].sort((a, b) => a - b)) smallest.push(smallest[smallest.length - 1] + distance);
  const middle = [0, 1].map((axis) => sumOf(points.map((point) => point[axis])) / n);
  const centred = points.map((point) => point.map((value, axis) => value - middle[axis]));
  const varies = [0, 1].every((axis) => points.some((point) => point[axis] !== points[0][axis]));
  const squares = [0, 1].map((axis) => sumOf(centred.map((point) => point[axis] ** 2)));
  const toMiddle = sumOf(centred.map(([x, y]) => Math.sqrt(x * x + y * y)));
  return { ...ranksOf(points), square, mean, deviation, smallest, points: centred, varies, squares, toMiddle };
}

// All seven by name, of labels 0, 1, ... with these sizes; NaN where one is not defined.
export function judge(data, labels, sizes) {
  const { n, square } = data;
  const k = sizes.length;
  const toClusters = new Float64Array(n * k); // sum of the distances from each point to the members of each cluster
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) toClusters[i * k + labels[j]] += square[i * n + j];
  }
  return {
    aucc_score: scoreOf(data, labels, sizes),
    ...ofPairs(data, sumOf(labels.map((label, i) => toClusters[i * k + label])) / 2, sizes),
    ...ofCentroids(data, labels, sizes),
    silhouette_score: silhouette(toClusters, labels, sizes),
  };
}

// From the sum of the distances within clusters.
function ofPairs({ n, mean, deviation, smallest }, sumWithin, sizes) {
  const within = sumOf(sizes.map(nPairs));
  const between = nPairs(n) - within;
  const [least, most] = [smallest[within], smallest[within + between] - smallest[between]];
  return {
    point_biserial_score: ((mean - sumWithin / within) / deviation) * Math.sqrt(within / between),
    c_index: clamp((sumWithin - least) / (most - least), 0, 1),
  };
}

function ofCentroids({ n, points, squares, toMiddle, varies }, labels, sizes) {
  const k = sizes.length;
  const centroids = sizes.map(() => [0, 0]);
  labels.forEach((label, i) => [0, 1].forEach((axis) => (centroids[label][axis] += points[i][axis] / sizes[label])));
  const apart = ([x1, y1], [x2, y2]) => (x1 - x2) ** 2 + (y1 - y2) ** 2;
  const toOwn = labels.map((label, i) => apart(points[i], centroids[label]));
  const squaresWithin = sumOf(toOwn);
  const squaresBetween = [0, 1].map((axis) => sumOf(sizes.map((size, c) => size * centroids[c][axis] ** 2)));
  const distanceWithin = sumOf(toOwn.map(Math.sqrt));
  const furthest = Math.sqrt(Math.max(...centroids.flatMap((a, i) => centroids.slice(0, i).map((b) => apart(a, b)))));
  // Smaller shares of the whole are rounding errors.
  const spread = squaresWithin > 1e-28 * sumOf(squares);
  const spreadOut = distanceWithin > 1e-14 * toMiddle;
  const shares = squaresBetween.map((share, axis) => Math.sqrt(share / squares[axis]));
  return {
    calinski_harabasz_score: spread ? sumOf(squaresBetween) / (k - 1) / (squaresWithin / (n - k)) : NaN,
    ratkowsky_lance_score: varies ? sumOf(shares) / 2 / Math.sqrt(k) : NaN,
    pbm_score: spreadOut ? (((toMiddle / distanceWithin) * furthest) / k) ** 2 : NaN,
  };
}

// Mean silhouette width; a point that is alone in its cluster has none, by definition 0.
function silhouette(toClusters, labels, sizes) {
  const k = sizes.length;
  const widths = labels.map((label, i) => {
    if (sizes[label] === 1) return 0;
    const a = toClusters[i * k + label] / (sizes[label] - 1);
    const b = Math.min(...sizes.map((size, c) => (c === label ? Infinity : toClusters[i * k + c] / size)));
    return Math.max(a, b) > 0 ? (b - a) / Math.max(a, b) : 0;
  });
  return sumOf(widths) / labels.length;
}
