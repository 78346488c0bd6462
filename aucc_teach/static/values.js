// Numbers, lists and names, and how they are written.

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
export const range = (length, from = 0) => Array.from({ length }, (_, i) => from + i);
export const sumOf = (list) => list.reduce((sum, value) => sum + value, 0);
export const nPairs = (size) => (size * (size - 1)) / 2;

// A straight map from [a, b] to [c, d]; `.invert` goes back.
export function scale([a, b], [c, d]) {
  const map = (value) => c + ((value - a) / (b - a)) * (d - c);
  map.invert = (value) => a + ((value - c) / (d - c)) * (b - a);
  return map;
}

// Writes counts with thin spaces above 9999.
export const formatCount = (n) => (n > 9999 ? String(n).replace(/\B(?=(\d{3})+$)/g, "\u2009") : String(n));

// Writes scores with four decimals and a true minus sign, or a dash if there is none. As in Python, halves go to the even
// digit, where toFixed() would round up; only multiples of 1/32 can be halves.
export function formatScore(x) {
  if (!Number.isFinite(x)) return "\u2013";
  const lower = Math.floor(x * 10000);
  const halfway = Number.isInteger(x * 32) && x * 10000 - lower === 0.5;
  const rounded = halfway ? (lower + Math.abs(lower % 2)) / 10000 : x;
  return rounded.toFixed(4).replace("-", "\u2212");
}

// Rounds to tenths, without a negative zero.
export const inTenths = (value) => Math.round(value * 10) / 10 || 0;
export const formatTenths = (value) => value.toFixed(1).replace("-", "\u2212");

// a, b, ..., z, a2, b2, ...
export const pointName = (i) => String.fromCharCode(97 + (i % 26)) + (i < 26 ? "" : Math.floor(i / 26) + 1);

// Says whether two states, of numbers and lists alone, are the same.
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

export const replaced = (list, i, value) => list.map((old, k) => (k === i ? value : old));
