// Goals of a step: conditions on the numbers of a demo, what is asked for, and what it lacks.

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

// What the first condition says that is not met, with the numbers that it names; an empty text if all are.
export function missing(goal, numbers) {
  const words = goal.find((condition) => !isMet(condition, numbers))?.[3] ?? "";
  return words.replace(/\{(\w+)\}/g, (_, name) => formatAnswer(numbers[name]));
}

// A whole number as such, another one with four decimals at most.
export function formatAnswer(value) {
  if (Number.isInteger(value)) return formatCount(value).replace("-", "\u2212");
  return formatScore(value).replace(/\.?0+$/, "");
}
