// Each check says what is wrong with a part of a state; the text is empty if nothing is. Models call these checks, and
// Python calls the models.

import { N_CLUSTERS, POINT_GRID } from "./points.js";

export const got = (value) => `Got ${JSON.stringify(value)}.`;

export function wrongWhole(name, value, low, high) {
  const fits = Number.isInteger(value) && low <= value && value <= high;
  return fits ? "" : `${name} must be a whole number from ${low} to ${high}. ${got(value)}`;
}

export function wrongTenths(name, value, low, high) {
  const fits = Number.isFinite(value) && value === Math.round(value * 10) / 10 && low <= value && value <= high;
  return fits ? "" : `${name} must be in tenths from ${low} to ${high}. ${got(value)}`;
}

export function wrongChoice(name, value, names) {
  return names.includes(value) ? "" : `${name} must be one of ${names.join(", ")}. ${got(value)}`;
}

export function wrongList(name, values, fewest, most, low, high) {
  const isList = Array.isArray(values);
  if (!isList || values.length < fewest || values.length > most) {
    return `${name} must be a list of ${fewest} to ${most}. ${got(isList ? values.length : values)}`;
  }
  return values.map((value) => wrongWhole(`each of ${name}`, value, low, high)).find(Boolean) ?? "";
}

export const wrongLabels = (name, labels, fewest, most) => wrongList(name, labels, fewest, most, 0, N_CLUSTERS - 1);

export function wrongPoints(points, fewest, most) {
  const isPair = (point) => !wrongList("x and y", point, 2, 2, 0, POINT_GRID);
  const wrong = Array.isArray(points) ? points.find((point) => !isPair(point)) : (points ?? null);
  if (wrong !== undefined) return `points must be pairs of whole numbers from 0 to ${POINT_GRID}. ${got(wrong)}`;
  const fits = fewest <= points.length && points.length <= most;
  return fits ? "" : `there must be ${fewest} to ${most} points. Got ${points.length}.`;
}

// `lists` holds two lists by their names.
export function wrongLengths(lists) {
  const [first, second] = Object.values(lists).map(({ length }) => length);
  return first === second ? "" : `${Object.keys(lists).join(" and ")} must be of the same length. Got ${first} and ${second}.`;
}

export const checkPoints = ({ points, labels }, fewest, most) =>
  wrongPoints(points, fewest, most) || wrongLabels("labels", labels, 0, most) || wrongLengths({ points, labels });
