// Reads numbers exactly as people write them, in answers to exercises and guesses in the steps of a demo.

const SCALES = { thousand: 3, million: 6, billion: 9, trillion: 12 };
export const MOST_CHARACTERS = 200; // of an answer: what is longer takes too long to read
const MOST_DIGITS = 1000; // of a numerator or a denominator
const ROOT_PLACES = 30; // so many digits of a root are right

// Writes a number in plain characters: without marks between thousands, and with - * / ^ sqrt for all signs of these.
function plainNumber(typed) {
  const plain = (character) => character.normalize("NFKD").replace("\u2044", "/").replace("\u2212", "-");
  return typed
    .replace(/[\u00bc-\u00be\u2150-\u215e]/g, (character) => ` ${plain(character)}`)
    .replace(/\u207b?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+/g, (power) => `^${[...power].map(plain).join("")}`)
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/[\u2044\u00f7]/g, "/")
    .replace(/\*\*/g, "^")
    .replace(/[\u00d7\u00b7\u22c5]/g, "*")
    .replace(/\u221a|(?:math\.|np\.)?sqrt/gi, "sqrt")
    .replace(/([\d)])\s*(?=sqrt)/g, "$1*")
    .replace(/([\d)])\s*x\s*(?=[\d.(s])/gi, "$1*")
    .replace(/(\d)[ \u2009\u202f\u00a0](?=\d{3}\b)/g, "$1")
    .replace(/(^|[^\d.,])([1-9]\d{0,2}(?:[,'\u2019]\d{3})+)(?![\d,])/g, (_, before, digits) => before + digits.replace(/\D/g, ""))
    .trim();
}

export const isTooLong = (typed) => typed.length > MOST_CHARACTERS;

// A number as it is typed, exactly: { n, d } with d > 0, how many decimals were given, null where it is no plain decimal,
// whether there was something to calculate, and whether a root in it is no fraction, so that only its first digits are
// right. Null if it is none, or could be two.
export function parseNumber(typed) {
  if (isTooLong(typed)) return null;
  // What stands right before a root may be below the line with it or not.
  if (/\/\s*[\d.]+\s*(?:\u221a|(?:math\.|np\.)?sqrt)/i.test(typed)) return null;
  // A space may part thousands, or a fraction from the whole number before it.
  const [, above, below] = /\d[ \u2009\u202f\u00a0](\d{3})\s*\/\s*(\d+)/.exec(typed) ?? [];
  if (above && BigInt(above) < BigInt(below)) return null;
  const text = plainNumber(typed);
  const decimal = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?\s*(%?)$/i.exec(text);
  const [, sign, whole = "", after = "", exponent = "0", percent] = decimal ?? [];
  if (decimal && !(whole + after)) return null;
  if (!decimal) return calculated(text);
  const places = after.length - Number(exponent) + (percent ? 2 : 0);
  const n = BigInt(`${whole}${after}`) * (sign === "-" ? -1n : 1n);
  return places >= 0 ? { n, d: 10n ** BigInt(places), places } : { n: n * 10n ** BigInt(-places), d: 1n, places: 0 };
}

export const sizeOfWhole = (n) => (n < 0n ? -n : n);

export const gcd = (a, b) => (b ? gcd(b, a % b) : a);

// The whole part of a square root, from above (Newton).
function wholeRoot(n) {
  if (!n) return n;
  let root = 1n << BigInt(2 * n.toString(16).length);
  for (let next = 0n; ; root = next) {
    next = (root + n / root) >> 1n;
    if (next >= root) return root;
  }
}

// ---- calculations, read by descent: sums of products of signed powers

// What a fraction, a mixed number, a product or another calculation comes to, as parseNumber() returns it.
function calculated(text) {
  const [, factors, scale] = /^([^+]*[\d)]) *(thousand|million|billion|trillion)$/i.exec(text) ?? [null, text];
  const tokens = factors.match(/sqrt|\d+ +\d+\s*\/\s*\d+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3}(?!\d))?|[^\s]/gi) ?? [];
  const reader = { tokens, at: 0, isRooted: false };
  try {
    const { n, d } = product(sum(reader), wholeNumber(10n ** BigInt(scale ? SCALES[scale.toLowerCase()] : 0)));
    const isCalculated = !/^[+-]?[\d ]+(\/ *\d+)?$|^[+-]?[\d.]+$/.test(factors);
    return reader.at === tokens.length ? { n, d, places: null, isCalculated, isRooted: reader.isRooted } : null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

function stop() {
  throw new RangeError("no number");
}

const LIMIT = 10n ** BigInt(MOST_DIGITS);
const bounded = (n, d) => (sizeOfWhole(n) < LIMIT && d < LIMIT ? { n, d } : stop());
const wholeNumber = (n) => ({ n, d: 1n });
const product = (a, b) => bounded(a.n * b.n, a.d * b.d);
const total = (a, b) => bounded(a.n * b.d + b.n * a.d, a.d * b.d);
const negative = ({ n, d }) => ({ n: -n, d });
const quotient = ({ n, d }, by) => (by.n ? bounded(n * by.d * (by.n < 0n ? -1n : 1n), d * sizeOfWhole(by.n)) : stop());

function root(reader, { n, d }) {
  if (n < 0n) stop();
  const exact = wholeRoot(n * d);
  if (exact * exact === n * d) return { n: exact, d };
  reader.isRooted = true;
  const scale = 10n ** BigInt(ROOT_PLACES);
  return { n: wholeRoot(n * d * scale * scale), d: d * scale };
}

const next = (reader, signs) => (signs.includes(reader.tokens[reader.at]) ? reader.tokens[reader.at++] : null);

function atom(reader) {
  if (next(reader, ["sqrt"])) return root(reader, atom(reader));
  if (next(reader, "(")) {
    const inside = sum(reader);
    return next(reader, ")") ? inside : stop();
  }
  const token = reader.tokens[reader.at++] ?? stop();
  const mixed = /^(\d+) +(\d+)\s*\/\s*(\d+)$/.exec(token);
  if (mixed) {
    const [before, above, below] = mixed.slice(1).map((digits) => wholeNumber(BigInt(digits)));
    return above.n < below.n ? total(before, quotient(above, below)) : stop();
  }
  return /^[\d.]/.test(token) ? (parseNumber(token) ?? stop()) : stop();
}

function power(reader) {
  const base = atom(reader);
  if (!next(reader, "^")) return base;
  const by = signed(reader);
  const [halves, rest] = [(2n * by.n) / by.d, (2n * by.n) % by.d];
  const isWhole = halves % 2n === 0n;
  const times = sizeOfWhole(isWhole ? halves / 2n : halves);
  if (rest || BigInt(`${base.n}${base.d}`.length) * times > MOST_DIGITS) stop();
  const raised = { n: base.n ** times, d: base.d ** times };
  const size = isWhole ? raised : root(reader, raised);
  return halves < 0n ? quotient(wholeNumber(1n), size) : size;
}

function signed(reader) {
  const sign = next(reader, "+-");
  if (sign) return sign === "-" ? negative(signed(reader)) : signed(reader);
  return power(reader);
}

function several(reader, part, signs, combine) {
  let value = part(reader);
  for (let sign = next(reader, signs); sign; sign = next(reader, signs)) value = combine[sign](value, part(reader));
  return value;
}

const products = (reader) => several(reader, signed, "*/", { "*": product, "/": quotient });
const sum = (reader) => several(reader, products, "+-", { "+": total, "-": (a, b) => total(a, negative(b)) });

// Is |a - b| at most the tolerance?
export function near(a, b, tolerance) {
  return sizeOfWhole(a.n * b.d - b.n * a.d) * tolerance.d <= tolerance.n * a.d * b.d;
}

// Is a guess within a tenth of the value, or, from 3 on, the whole number before or after it?
export function isNear(guess, value) {
  const size = sizeOfWhole(value.n);
  const isCount = value.d === 1n && size >= 3n && size < 10n;
  return near(guess, value, isCount ? { n: 1n, d: 1n } : { n: size, d: 10n * value.d });
}

// The remark on a guess.
export function ofGuess(guess, value, tolerance) {
  if (near(guess, value, tolerance)) return " Your guess is right.";
  return isNear(guess, value) ? " Your guess is near." : "";
}

export const NO_NUMBER = "Write a number, such as 3, 0.25 or 1/4.";
export const TOO_LONG = `This is too long to read. Write at most ${MOST_CHARACTERS} characters.`;
