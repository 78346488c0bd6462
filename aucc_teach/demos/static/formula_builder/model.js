// A formula that a reader builds from an index, as a fraction, and its values for random labels, on average, and for
// perfect agreement.

import { wrongChoice, wrongTenths } from "../../../static/checks.js";
import { formatAnswer } from "../../../static/goals.js";
import { formatTenths, inTenths, range, sumOf } from "../../../static/values.js";

export const HIGHEST = 10; // of the index, and so of its maximum
export const MOST_EXPECTED = 8;
const MINUS = "\u2212";

// The differences of ten random labellings' indices from their mean, as for Rand's six points.
const APART = [...range(6).map(() => -0.6), ...range(3).map(() => 0.4), 2.4];

export const labellings = ({ expected }) => APART.map((apart) => inTenths(expected + apart));

// Numbers are given in tenths, so that whole numbers are divided and no digit is lost.
const TOPS = {
  index: (x) => x,
  "index - E": (x, { expected }) => x - expected,
  "max - index": (x, { maximum }) => maximum - x,
};
const BOTTOMS = {
  1: () => 10,
  E: ({ expected }) => expected,
  max: ({ maximum }) => maximum,
  "max - E": ({ expected, maximum }) => maximum - expected,
};
export const ABOVE = Object.keys(TOPS);
export const BELOW = ["1", "E", "max", "max - E"];

const tenths = (value) => Math.round(10 * value);

// The value of the formula where the index is `place`; NaN if it would divide by 0.
export function valueAt({ above, below, expected, maximum }, place) {
  const marks = { expected: tenths(expected), maximum: tenths(maximum) };
  const bottom = BOTTOMS[below](marks);
  return bottom ? TOPS[above](tenths(place), marks) / bottom : NaN;
}

// The mean over the ten labellings, with one division of their sum.
function meanOfChance(state) {
  const marks = { expected: tenths(state.expected), maximum: tenths(state.maximum) };
  const bottom = BOTTOMS[state.below](marks) * APART.length;
  return bottom ? sumOf(labellings(state).map((index) => TOPS[state.above](tenths(index), marks))) / bottom : NaN;
}

export function numbers(state) {
  const { above, below, index, expected, maximum } = state;
  return {
    index,
    expected,
    maximum,
    subtracts: Number(above === "index - E"),
    plain: Number(above === "index"),
    over_one: Number(below === "1"),
    over_expected: Number(below === "E"),
    over_maximum: Number(below === "max"),
    over_range: Number(below === "max - E"),
    value: valueAt(state, index),
    chance: meanOfChance(state),
    perfect: valueAt(state, maximum),
  };
}

export function check({ above, below, index, expected, maximum }) {
  const wrong =
    wrongChoice("above", above, ABOVE) ||
    wrongChoice("below", below, BELOW) ||
    wrongTenths("index", index, 0, HIGHEST) ||
    wrongTenths("expected", expected, 0, MOST_EXPECTED) ||
    wrongTenths("maximum", maximum, 0, HIGHEST);
  if (wrong) return wrong;
  const fits = index <= maximum && expected <= maximum;
  return fits ? "" : `index and expected must not be above maximum. Got ${index}, ${expected} and ${maximum}.`;
}

// ---- words

const written = (part) => part.replace("-", MINUS);
const inBrackets = (part) => (part.includes("-") ? `(${written(part)})` : part);

const nameOf = ({ above, below }) =>
  below === "1" ? written(above) : `${inBrackets(above)} / ${inBrackets(below)}`;

// The formula with numbers in the place of its letters.
export function filled(state) {
  const { index, expected, maximum } = state;
  const places = { index: formatTenths(index), E: formatTenths(expected), max: formatTenths(maximum) };
  return nameOf(state).replace(/index|E|max/g, (letters) => places[letters]);
}

// The value of a case, and whether it is right.
export const caseWords = (value, wanted) =>
  Number.isFinite(value) ? `${formatAnswer(value)}, ${value === wanted ? "right" : `must be ${wanted}`}` : "0 below the line";

export function verdict(state, { value, chance, perfect } = numbers(state)) {
  const name = nameOf(state);
  if (!Number.isFinite(value)) return `${name} cannot be computed, because 0 stands below the line.`;
  const found = `With ${name === "index" ? "the index as it is" : name}, our index gets ${formatAnswer(value)}`;
  if (chance === 0 && perfect === 1) {
    const isRight = state.above === "index - E" && state.below === "max - E";
    return `${found}. Both cases are right, ${isRight ? "wherever E and max are" : "but only for this E and this max"}.`;
  }
  const [of, not] = [["Chance", chance, 0], ["Perfect agreement", perfect, 1]].map(([name, value, wanted]) =>
    value === wanted ? `${name} gets ${wanted}, as it must` : `${name} gets ${formatAnswer(value)}, not ${wanted}`,
  );
  return `${found}. ${of}. ${not}.`;
}

export const words = (state) =>
  `An index of ${formatTenths(state.index)}, where chance gives ${formatTenths(state.expected)} on average and perfect ` +
  `agreement ${formatTenths(state.maximum)}. ${verdict(state)}`;
