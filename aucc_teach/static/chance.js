// Labels dealt at random: the same ones from the same seed, on every machine.

import { range } from "./values.js";

export const BALANCES = ["even", "ten percent", "sixty percent"]; // their places are a part of the seed
export const SHUFFLED = 3; // part of the seed beside those: labels dealt again, large clusters first, to judge others among
export const MOST_SHUFFLES = 999; // then p is a number of thousandths
export const BALANCE_NAMES = ["all equal", "one with 10%", "one with 60%"];

// Cluster sizes: even, or the first with a share of the points, rounded to the even number, and the rest even.
export function sizesOf(n, k, balance) {
  const even = (count, groups) => range(groups).map((i) => Math.floor(count / groups) + (i < count % groups));
  if (balance === "even") return even(n, k);
  const tenths = n * (balance === "ten percent" ? 1 : 6);
  const [whole, rest] = [Math.floor(tenths / 10), tenths % 10];
  const first = whole + (rest > 5 || (rest === 5 && whole % 2 === 1));
  return [first, ...even(n - first, k - 1)];
}

// 60 points as 36 + 2 × 12.
export function formatSizes(sizes) {
  const kinds = [...new Set(sizes)].map((size) => [sizes.filter((other) => other === size).length, size]);
  return kinds.map(([count, size]) => (count > 1 ? `${count} \u00d7 ${size}` : size)).join(" + ");
}

// The generator sfc32 of Doty-Humphrey: a counter and three words, started from three numbers. Gives whole numbers
// below 2^32.
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

// A whole number below `bound`, each as likely as the others: what lies in the last, incomplete round is drawn again.
export function below(bound, next) {
  const end = 2 ** 32 - (2 ** 32 % bound);
  let drawn = next();
  while (drawn >= end) drawn = next();
  return drawn % bound;
}

// Deal labels with these sizes: Fisher and Yates, so that every order of the labels is as likely as any other.
export function deal(sizes, next) {
  const labels = sizes.flatMap((size, cluster) => new Array(size).fill(cluster));
  for (let i = labels.length - 1; i > 0; i--) {
    const j = below(i + 1, next);
    [labels[i], labels[j]] = [labels[j], labels[i]];
  }
  return labels;
}
