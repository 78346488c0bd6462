// Deals labels at random: one seed gives the same labels on every machine.

import { range } from "./values.js";

export const BALANCES = ["even", "ten percent", "sixty percent"]; // their places are a part of the seed
export const SHUFFLED = 3; // part of the seed beside those: labels dealt again, large clusters first, to judge others among
export const MOST_SHUFFLES = 999; // then p is a number of thousandths
export const BALANCE_NAMES = ["all equal", "one with 10%", "one with 60%"];

// Cluster sizes: either all are even, or the first cluster gets a share of the points, rounded half to even, and the
// others share the rest evenly.
export function sizesOf(n, k, balance) {
  const even = (count, groups) => range(groups).map((i) => Math.floor(count / groups) + (i < count % groups));
  if (balance === "even") return even(n, k);
  const tenths = n * (balance === "ten percent" ? 1 : 6);
  const [whole, rest] = [Math.floor(tenths / 10), tenths % 10];
  const first = whole + (rest > 5 || (rest === 5 && whole % 2 === 1));
  return [first, ...even(n - first, k - 1)];
}

// Writes sizes as 36 + 2 × 12.
export function formatSizes(sizes) {
  const kinds = [...new Set(sizes)].map((size) => [sizes.filter((other) => other === size).length, size]);
  return kinds.map(([count, size]) => (count > 1 ? `${count} \u00d7 ${size}` : size)).join(" + ");
}

// The generator sfc32 by Doty-Humphrey: three numbers start it, and it returns whole numbers below 2^32.
export function generator(first, second, third) {
  let [a, b, c, counter] = [first >>> 0, second >>> 0, third >>> 0, 1];
  function next() {
    const sum = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
    return sum;
  }
  for (let i = 0; i < 15; i++) next(); // until every bit depends on every number
  return next;
}

// Draws a whole number below `bound`, each with the same probability: numbers in the last, incomplete round are redrawn.
export function below(bound, next) {
  const end = 2 ** 32 - (2 ** 32 % bound);
  let drawn = next();
  while (drawn >= end) drawn = next();
  return drawn % bound;
}

// Deals labels with these sizes by the Fisher-Yates shuffle, so every order of the labels is equally likely.
export function deal(sizes, next) {
  const labels = sizes.flatMap((size, cluster) => new Array(size).fill(cluster));
  for (let i = labels.length - 1; i > 0; i--) {
    const j = below(i + 1, next);
    [labels[i], labels[j]] = [labels[j], labels[i]];
  }
  return labels;
}
