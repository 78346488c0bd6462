// What is wrong with a part of a state, in words; an empty text if nothing is. The limits are those of the Python side.

import { N_CLUSTERS, POINT_GRID } from "./points.js";

export function wrongWhole(name, value, low, high) {
  const fits = Number.isInteger(value) && low <= value && value <= high;
  return fits ? "" : `${name} must be a whole number from ${low} to ${high}.`;
}

export function wrongTenths(name, value, low, high) {
  const fits = Number.isFinite(value) && value === Math.round(value * 10) / 10 && low <= value && value <= high;
  return fits ? "" : `${name} must be in tenths from ${low} to ${high}.`;
}

export function wrongChoice(name, value, names) {
  return names.includes(value) ? "" : `${name} must be one of ${names.join(", ")}.`;
}

export function wrongList(name, values, fewest, most, low, high) {
  if (!Array.isArray(values) || values.length < fewest || values.length > most) {
    return `${name} must be a list of ${fewest} to ${most}.`;
  }
  return values.map((value) => wrongWhole(`each of ${name}`, value, low, high)).find(Boolean) ?? "";
}

export const wrongLabels = (name, labels, fewest, most) => wrongList(name, labels, fewest, most, 0, N_CLUSTERS - 1);

export function wrongPoints(points, fewest, most) {
  const isPair = (point) => !wrongList("x and y", point, 2, 2, 0, POINT_GRID);
  if (!Array.isArray(points) || !points.every(isPair)) {
    return `points must be pairs of whole numbers from 0 to ${POINT_GRID}.`;
  }
  const fits = fewest <= points.length && points.length <= most;
  return fits ? "" : `there must be ${fewest} to ${most} points. Got ${points.length}.`;
}

export const wrongLengths = (first, second) =>
  first.length === second.length ? "" : `there must be one label for each point. Got ${second.length} labels.`;

export const checkPoints = ({ points, labels }, fewest, most) =>
  wrongPoints(points, fewest, most) || wrongLabels("labels", labels, 0, most) || wrongLengths(points, labels);
