// Claims to break: this module reads a typed counterexample and counts it in whole numbers and exact fractions. The words
// and the script with the check of the claim come with the question. The script may use the tools below.

import { html } from "../../static/dom.js";
import { gcd, isTooLong, MOST_CHARACTERS, sizeOfWhole } from "../../static/typed_numbers.js";
import { range, same, sumOf } from "../../static/values.js";
import { keyOf, kinds, optionFields, readOnce, right, unclear, wrong } from "./exercise.js";

// -------------------------------------------------------------------------------------------------- fractions

// Makes { n, d } in lowest terms, d > 0.
function fraction(numerator, denominator = 1) {
  const [n, d] = [BigInt(numerator), BigInt(denominator)];
  const divisor = gcd(sizeOfWhole(n), sizeOfWhole(d)) * (d < 0n ? -1n : 1n);
  return { n: n / divisor, d: d / divisor };
}

const plus = (x, y) => fraction(x.n * y.d + y.n * x.d, x.d * y.d);
const minus = (x, y) => fraction(x.n * y.d - y.n * x.d, x.d * y.d);
const over = (x, y) => fraction(x.n * y.d, x.d * y.n);
const times = (x, y) => fraction(x.n * y.n, x.d * y.d);
const signOf = ({ n }) => (n > 0n) - (n < 0n);
const compared = (x, y) => signOf(minus(x, y));
const equal = (x, y) => compared(x, y) === 0;
const total = (list) => list.reduce(plus, fraction(0));
const meanOf = (list) => over(total(list), fraction(list.length));
const largest = (list) => list.reduce((a, b) => (compared(a, b) < 0 ? b : a));
const smallest = (list) => list.reduce((a, b) => (compared(b, a) < 0 ? b : a));
const ONE = fraction(1);
const HALF = fraction(1, 2);

// Writes a whole number or fraction for the reader, and adds decimals to a long one. Texts stay.
function shown(value) {
  if (value === null || typeof value === "string") return value;
  const { n, d } = typeof value === "object" ? value : fraction(value);
  const thousandths = (2000n * sizeOfWhole(n) + d) / (2n * d);
  const decimals = `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, "0")}`;
  const text = `${n}${d > 1n ? `/${d}` : ""}${d > 12n ? ` (${n < 0n ? "-" : ""}${decimals})` : ""}`;
  return text.replaceAll("-", "\u2212");
}

// -------------------------------------------------------------------------------------------------- reading

// The text has not its form; the message is for the reader.
class UnreadableError extends Error {}

function refuse(words) {
  throw new UnreadableError(words);
}

const MOST_CLUSTERS = 20;
const isAlike = (a, b) => same([...a].sort(), [...b].sort());
const unique = (list) => [...new Set(list)];

const gapOf = () => /[ \t\r\n\u00a0\u2009\u202f,;|/{}()[\]]+/g;
const withoutGaps = (text) => text.replace(gapOf(), "");

function plainOf({ name, example }, text) {
  if (isTooLong(text)) refuse(`${name}: this is too long to read. Write at most ${MOST_CHARACTERS} characters.`);
  const plain = text
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/[\u2016\u2223\u2225\u222a]/g, "|")
    .replace(/(['"])([a-z0-9]+)\1/g, "$2");
  if (!withoutGaps(plain)) refuse(`${name}: this is empty. Here is an example of its form: ${example}`);
  return plain;
}

function wordsOf(text) {
  // A mark may stand a little apart from its number.
  return text.split(gapOf()).filter(Boolean).join(" ").replace(/([0-9]) (?=[wb]|[+-]( |$))/g, "$1").split(" ");
}

function checkNumber({ name, form, most }, number, things) {
  const least = form === "cluster" ? 1 : 2;
  if (number < least) refuse(`${name}: there must be at least ${least} ${things}.`);
  if (number > most) refuse(`${name}: there can be at most ${most} ${things}.`);
}

function lettersOf(field, text) {
  const letters = withoutGaps(text);
  const [strange] = (/[^0-9]/.test(letters) ? /[^a-z]/u : /[^0-9]/u).exec(letters) ?? [];
  if (strange) refuse(`${field.name}: ${strange} is not a letter. Letters are objects, words are clusters.`);
  return letters;
}

// Rewrites a text with brackets and marks of one kind each, and tells whether brackets around it hold a plain list.
function outlineOf({ name }, typed) {
  const strange = () => refuse(`${name}: these brackets cannot be read. Write clusters as ab | cd.`);
  const partners = { ")": "(", "]": "[", "}": "{" };
  const opened = [];
  for (const one of typed) {
    if ("([{".includes(one)) opened.push(one);
    else if (one in partners && opened.pop() !== partners[one]) strange();
  }
  if (opened.length) strange();
  let text = typed.replace(/[\]}]/g, ")").replace(/[[{]/g, "(").replace(/[ \t\r\n\u00a0\u2009\u202f]+/g, " ").replace(/[;/]/g, "|");
  // Drop empty brackets, marks at an end, and marks beside others.
  for (let longer = ""; longer !== text; ) [longer, text] = [text, text.replace(/\([ ,|]*\)/g, " ")];
  text = text.replace(/[ ,]*[|][ ,|]*/g, "|").replace(/ +/g, " ").replace(/ *,[ ,]*/g, ",");
  text = text.replace(/\([ ,|]+/g, "(").replace(/[ ,|]+\)/g, ")").replace(/^[ ,|]+|[ ,|]+$/g, "");
  const around = /^\((([^()]|\([^()]*\))*)\)$/.exec(text);
  text = around ? around[1] : text;
  if (/\([^()]*[(|]/.test(text)) strange();
  return [text, Boolean(around) && !/[(|]/.test(text)];
}

const isSingle = (word) => word.length === 1;

// Lists the ways to read a part of a text in which some part is in brackets.
function waysOfPart(text) {
  const words = text.split(/[ ,()]/).filter(Boolean);
  const joined = [words.join("")];
  if (text[0] === "(") return words.length === joined[0].length ? [joined] : [joined, words];
  return words.some(isSingle) ? [words, joined] : [words];
}

// Lists the clusters as words, once for each of the one or two ways to read the text; none if there are more ways.
function readingsOf([text, isList]) {
  let parts = null;
  if (text.includes("(")) {
    parts = text.match(/\([^()]*\)|[^()|]+/g).map(waysOfPart);
  } else if (text.includes("|")) {
    const blocks = text.split("|").map((block) => block.split(/[ ,]/));
    const isMixed = blocks.some((words) => words.length > 1) && !blocks.flat().every(isSingle);
    parts = blocks.map((words) => (isMixed ? [[words.join("")], words] : [[words.join("")]]));
  } else {
    if (text.includes(",") && text.includes(" ")) return [];
    const words = text.split(/[ ,]/);
    parts = isList && words.length > 1 && words.every(isSingle) ? [[[words.join("")], words]] : [[words]];
  }
  const ways = [0, -1].map((way) => parts.flatMap((part) => part.at(way)));
  return same(...ways) ? [ways[0]] : ways;
}

const isNumber = (text) => /^[0-9]+$/.test(text);
const isRowOfLabels = (value) => typeof value === "string";

// Writes clusters so that they can be read in one way only.
function writtenPlainly({ form }, words) {
  const isLabels = form === "partition" && words.length === 1 && isNumber(words[0]);
  return isLabels ? [...words[0]].fill("0").join(" ") : words.join(" | ");
}

// Returns the clusters; if there are two ways to read them, the reader is asked.
function onlyOf(field, readings) {
  if (readings.length === 1) return readings[0];
  if (!readings.length) refuse(`${field.name}: this can be read in several ways. Write clusters as ab | cd.`);
  const counted = ({ length }) => (length === 1 ? "one cluster" : `${length} clusters`);
  const asked = readings.map((words) => `\`${writtenPlainly(field, words)}\` for ${counted(words)}`);
  return refuse(`${field.name}: this can be read in two ways. Write ${asked.join(", or ")}.`);
}

// Returns clusters as words, or the labels of a label vector in one text.
function readPartition(field, typed) {
  const letters = lettersOf(field, typed);
  const [text, isList] = outlineOf(field, typed);
  const words = text.split(/[ ,|]/);
  let readings = readingsOf([text, isList]);
  const twice = [...letters].find((letter, i) => letters.slice(0, i).includes(letter));
  // One word or single characters, parted by marks of one kind.
  const nMarks = [" ", ",", "|"].filter((mark) => text.includes(mark)).length;
  const isRow = !text.includes("(") && [1, letters.length].includes(words.length) && nMarks <= 1;
  if (isRow && isNumber(letters)) {
    // These are labels if one comes twice; single characters that all differ are clusters, and one word may be either.
    if (twice || (words.length > 1 && !isList && !text.includes("|"))) {
      checkNumber(field, letters.length, "objects");
      return letters;
    }
    if (!text.includes("|")) readings = [[letters], [...letters]];
  } else if (isNumber(letters) && !/[(|]/.test(text)) {
    refuse(`${field.name}: this can be read in two ways. Write labels as 0 0 1 1, and clusters as 12 | 34.`);
  }
  checkNumber(field, unique(letters).length, "objects");
  if (twice) {
    const advice = isRow ? " Labels are written as digits: 0 0 1 1." : "";
    refuse(`${field.name}: ${twice} comes twice. In a partition each object is in one cluster.${advice}`);
  }
  return onlyOf(field, readings);
}

function checkedSets(field, words) {
  words.forEach((word, i) => {
    const twice = [...word].find((letter, k) => word.slice(0, k).includes(letter));
    if (twice) refuse(`${field.name}: ${twice} comes twice in ${word}.`);
    if (words.slice(0, i).some((other) => isAlike(word, other))) refuse(`${field.name}: ${word} comes twice. No two clusters are equal.`);
  });
  if (words.length > MOST_CLUSTERS) refuse(`${field.name}: there can be at most ${MOST_CLUSTERS} clusters.`);
  return words;
}

function readSets(field, text) {
  checkNumber(field, unique(lettersOf(field, text)).length, "objects");
  return checkedSets(field, onlyOf(field, readingsOf(outlineOf(field, text))));
}

function readCluster(field, text) {
  checkNumber(field, unique(lettersOf(field, text)).length, "objects");
  // A list in brackets is one cluster, because one is asked for.
  const [words] = readingsOf(outlineOf(field, text));
  if (words?.length !== 1) refuse(`${field.name}: one cluster is asked for, in one word.`);
  return checkedSets(field, words);
}

// Refuses bars and brackets that contradict the labels.
function refuseClusters({ name }, text) {
  const blocks = text.split(/[|/;{}()[\]]/).map(withoutGaps).filter(Boolean);
  const found = blocks.map(unique);
  if (blocks.length === 1 || blocks.every(isSingle)) return;
  if (found.some(({ length }) => length > 1) || unique(found.flat()).length < found.length) {
    refuse(`${name}: bars and brackets cannot be read here. Write the letter of the cluster of each point, in the order of the points: a a b b.`);
  }
}

function readLabels(field, text) {
  refuseClusters(field, text);
  const labels = withoutGaps(text);
  const [strange] = /[^a-z0-9]/u.exec(labels) ?? [];
  if (strange) refuse(`${field.name}: ${strange} is not a letter. Each point has the letter of its cluster.`);
  checkNumber(field, labels.length, "points");
  if ([1, labels.length].includes(new Set(labels).size)) refuse(`${field.name}: write two clusters or more, one of them with two points or more.`);
  return [...labels];
}

// Reads numbers with one of two marks as [value, whether it has the first].
function readMarked(field, text, pattern, marks, things, advice) {
  const words = wordsOf(text);
  const strange = words.find((word) => !pattern.test(word));
  if (strange) refuse(`${field.name}: ${strange} cannot be read. ${advice}`);
  checkNumber(field, words.length, things);
  const items = words.map((word) => [Number(word.slice(0, -1)), word.at(-1) === marks[0]]);
  if (new Set(items.map(([, mark]) => mark)).size < 2) refuse(`${field.name}: both kinds are needed, ${marks[0]} and ${marks[1]}.`);
  return items;
}

const readers = {
  partition: readPartition,
  sets: readSets,
  cluster: readCluster,
  points(field, text) {
    const words = wordsOf(text);
    const strange = words.find((word) => !/^[+-]?[0-9]{1,4}$/.test(word));
    if (strange) refuse(`${field.name}: ${strange} is not a whole number of at most four digits.`);
    checkNumber(field, words.length, "points");
    return words.map(Number);
  },
  labels: readLabels,
  row: readLabels,
  pairs: (field, text) =>
    readMarked(field, text, /^[0-9]{1,4}[wb]$/, "wb", "pairs", "Write the dissimilarity of a pair, then w for within or b for between: 2w."),
  scores: (field, text) =>
    readMarked(field, text, /^[0-9]{1,4}[+-]$/, "+-", "scores", "Write a score, a whole number, then + or -: 3+."),
};

// Returns clusters as words, also of a label vector.
function clustersOf({ name }, names, value) {
  if (!isRowOfLabels(value)) return value;
  if (value.length !== names.length) refuse(`${name}: there are ${names.length} objects, and ${value.length} labels are written here.`);
  return unique(value).map((label) => names.filter((_, i) => value[i] === label).join(""));
}

function placedObjects(fields, found) {
  const first = found.find((value) => !isRowOfLabels(value));
  const names = first ? unique(first.join("")).sort() : [..."abcdefghijkl".slice(0, found[0].length)];
  const values = fields.map((field, i) => clustersOf(field, names, found[i]));
  const shownWords = values.map((words) => `\`${words.join(" | ")}\``);
  const most = shownWords.slice(0, -1).join(", ");
  const said = `Read as ${most && `${most} and `}${shownWords.at(-1)}.`;
  const missing = (some, from) => some.filter((letter) => !from.includes(letter)).sort();
  function refuseMissing(letters, there, notThere) {
    if (letters.length) refuse(`In \u201c${there.name}\u201d, but not in \u201c${notThere.name}\u201d: ${letters.join(", ")}. ${said}`);
  }
  fields.forEach((field, i) => {
    const letters = unique(values[i].join(""));
    refuseMissing(missing(letters, names), field, fields[0]);
    if (field.form !== "cluster") refuseMissing(missing(names, letters), fields[0], field);
  });
  const placed = fields.map(({ form }, i) =>
    form === "partition"
      ? names.map((name) => values[i].findIndex((word) => word.includes(name)))
      : values[i].map((word) => [...word].map((letter) => names.indexOf(letter)).sort((a, b) => a - b)),
  );
  return [names.join(""), placed, said];
}

// Returns the names of the objects, the values of the fields, and in words how the partitions were read. A partition
// becomes a number for each object, sets become lists of such places.
function readAll(fields, texts) {
  const plain = fields.map((field, i) => plainOf(field, texts[i]));
  const values = fields.map((field, i) => readers[field.form](field, plain[i]));
  if (["partition", "sets"].includes(fields[0].form)) return placedObjects(fields, values);
  fields.forEach(({ name }, i) => {
    const [expected, found] = [values[0].length, values[i].length];
    if (fields[0].form === "points" && found !== expected) refuse(`${name}: there are ${expected} points, and ${found} are written here.`);
  });
  return ["abcdefghijklmnopqrst".slice(0, values[0].length), values, ""];
}

// -------------------------------------------------------------------------------------------------- counting

const coupled = (list, combine) => list.flatMap((a, i) => list.slice(i + 1).map((b) => combine(a, b)));
const together = (labels) => coupled(labels, (a, b) => a === b);
const countOf = (list, wanted) => list.filter((one) => one === wanted).length;
const nDifferent = (list) => new Set(list).size;

const firstPair = (names, verdicts) => coupled([...names], (a, b) => a + b).find((_, i) => verdicts[i]) ?? null;

// Finds a pair that is together in one partition and apart in another.
function strayPair(names, fine, coarse) {
  const apart = together(coarse);
  return firstPair(names, together(fine).map((verdict, i) => verdict && !apart[i]));
}

function pairCounts(first, second) {
  const [one, two] = [together(first), together(second)];
  const count = (a, b) => one.filter((verdict, i) => verdict === a && two[i] === b).length;
  return { tp: count(true, true), fn: count(true, false), fp: count(false, true), tn: count(false, false) };
}

function rand(first, second) {
  const { tp, fn, fp, tn } = pairCounts(first, second);
  return fraction(tp + tn, tp + fn + fp + tn);
}

function meanTp(first, second) {
  const { tp, fn, fp, tn } = pairCounts(first, second);
  return fraction((tp + fn) * (tp + fp), tp + fn + fp + tn);
}

function adjustedRand(first, second) {
  const { tp, fn, fp } = pairCounts(first, second);
  const [mean, most] = [meanTp(first, second), fraction(2 * tp + fn + fp, 2)];
  return equal(most, mean) ? ONE : over(minus(fraction(tp), mean), minus(most, mean));
}

// Lists the distances of all pairs, each with true if it lies within a cluster.
function markedPairs(points, labels) {
  const within = together(labels);
  return coupled(points, (x, y) => Math.abs(x - y)).map((distance, i) => [distance, within[i]]);
}

const valuesOf = (items, wanted) => items.filter(([, mark]) => mark === wanted).map(([value]) => value);

function comparisons(items) {
  const differences = valuesOf(items, true).flatMap((w) => valuesOf(items, false).map((b) => Math.sign(w - b)));
  return { right: countOf(differences, -1), wrong: countOf(differences, 1), tied: differences.filter((d) => !d).length };
}

function aucc(items) {
  const { right: ok, wrong: off, tied } = comparisons(items);
  return fraction(2 * ok + tied, 2 * (ok + off + tied));
}

const auccOfPoints = (points, labels) => aucc(markedPairs(points, labels));

const subsets = (list, size) =>
  size ? list.flatMap((one, i) => subsets(list.slice(i + 1), size - 1).map((rest) => [one, ...rest])) : [[]];

// Lists all partitions into clusters of these sizes, each once.
function deals(sizes) {
  function fill(labels, left, cluster) {
    if (!left.length) return [labels];
    const [first, ...rest] = range(labels.length).filter((i) => labels[i] === null);
    return unique(left).flatMap((size) => {
      const without = left.filter((_, i) => i !== left.indexOf(size));
      return subsets(rest, size - 1).flatMap((others) =>
        fill(labels.map((label, i) => (i === first || others.includes(i) ? cluster : label)), without, cluster + 1),
      );
    });
  }
  return fill(new Array(sumOf(sizes)).fill(null), sizes, 0);
}

// Lists the AUCC of all partitions with the sizes of this one, in order.
const dealtScores = (points, labels) =>
  deals(unique(labels).map((label) => countOf(labels, label)))
    .map((dealt) => auccOfPoints(points, dealt))
    .sort(compared);

// -------------------------------------------------------------------------------------------------- the checks

// A check returns what the example shows, by name, and the facts that its words speak of.
const outcome = (holds, facts = {}) => [holds ? "holds" : "broken", facts];

function notACut(names, before, after) {
  if (same(together(before), together(after))) return ["uncut", {}];
  const pair = strayPair(names, after, before);
  return pair === null ? null : ["not-finer", { pair }];
}

const aboutAri = (first, second) =>
  ({ tp: pairCounts(first, second).tp, mean: meanTp(first, second), ari: adjustedRand(first, second) });

// Does the order of two examples by the one measure go with that by the other?
const sameOrder = (first, second, direction) => compared(...first) * compared(...second) * direction;

// A check may use these.
const tools = {
  ...{ fraction, plus, minus, times, over, signOf, compared, equal, meanOf, largest, smallest, ONE, HALF },
  ...{ range, same, sumOf, unique, isAlike, countOf, nDifferent },
  ...{ together, firstPair, pairCounts, rand, adjustedRand, aboutAri, notACut },
  ...{ markedPairs, valuesOf, comparisons, aucc, auccOfPoints, dealtScores, sameOrder, outcome },
};

// A script sets the checks of its claims: claims["rand-half"] = (names, first, second) => ...
export const checkOf = readOnce(({ claim, script }) => {
  const claims = {};
  new Function("claims", ...Object.keys(tools), script)(claims, ...Object.values(tools));
  return claims[claim];
});

// -------------------------------------------------------------------------------------------------- the question

// The reader gives a counterexample or a reason. The sheet hides the fields of the way that is not taken.
function breakFields({ fields, reasons }) {
  const inputs = fields.map(({ example }) => {
    const plain = { autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: MOST_CHARACTERS };
    return html("input", { class: "exercise-field claim-field", type: "text", placeholder: `such as ${example}`, ...plain });
  });
  const rows = fields.map(({ name }, i) => html("label", { class: "exercise-row" }, html("span", { text: name }), inputs[i]));
  const ways = optionFields(["It is false. A counterexample:", "It is true, because"], "radio");
  const chosen = optionFields(reasons, "radio");
  const options = [...ways.nodes[0].children];
  const parts = [
    html("div", { class: "claim-part", role: "group", "aria-label": "A counterexample" }, ...rows),
    html("div", { class: "claim-part", role: "radiogroup", "aria-label": "Reasons" }, ...chosen.nodes),
  ];
  return {
    nodes: options.map((option, i) => html("div", { class: "claim-way" }, option, parts[i])),
    read: () => ({ way: ["false", "true"][ways.read()[0]] ?? null, fields: inputs.map(({ value }) => value), reason: chosen.read()[0] ?? null }),
    write({ way, fields: texts, reason }) {
      ways.write([["false", "true"].indexOf(way)]);
      inputs.forEach((input, i) => (input.value = texts[i]));
      chosen.write([reason]);
    },
    isGroup: true,
  };
}

function judgeBreak(question, { way, fields: texts, reason }) {
  const { right: rightReason, why, says } = keyOf(question);
  if (way === null) return unclear("Choose one: it is false, or it is true.");
  if (way === "true") {
    if (reason === null) return unclear("Choose a reason.");
    return reason === rightReason ? right(why[reason]) : wrong(why[reason], reason);
  }
  try {
    const [names, values, said] = readAll(question.fields, texts);
    const [found, facts] = checkOf(question)(names, ...values);
    const words = says[found].replace(/\{(\w+)\}/g, (_, fact) => shown(facts[fact]));
    return (found === "broken" ? right : wrong)(`${words} ${said}`.trim());
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return unclear(error.message);
  }
}

kinds.break = { build: breakFields, judge: judgeBreak };
