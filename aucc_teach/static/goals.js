// Judges the goal of a step, conditions on a demo's numbers, and says what is missing.

import { formatCount, formatScore } from "./values.js";

const RELATIONS = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

// A number that does not exist, NaN, meets no condition.
function isMet([name, relation, value], numbers) {
  const [left, right] = [numbers[name], typeof value === "string" ? numbers[value] : value];
  return Number.isFinite(left) && Number.isFinite(right) && RELATIONS[relation](left, right);
}

export const meets = (goal, numbers) => goal.every((condition) => isMet(condition, numbers));

// The sentence of the first condition that is not met, with its numbers filled in; empty if all are met.
export function missing(goal, numbers) {
  const words = goal.find((condition) => !isMet(condition, numbers))?.[3] ?? "";
  return words.replace(/\{(\w+)\}/g, (_, name) => formatAnswer(numbers[name]));
}

// Writes a whole number without decimals, and others with at most four.
export function formatAnswer(value) {
  if (Number.isInteger(value)) return formatCount(value).replace("-", "\u2212");
  return formatScore(value).replace(/\.?0+$/, "");
}
