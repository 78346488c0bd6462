// The digest of answers, for pages of the book and of drawn homework.

// Writes canonical JSON (RFC 8785), as Python does.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

// SHA-256 of a text, in hexadecimal digits. Browsers have their own only for pages from https.
export function sha256(text) {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (root) => ((root % 1) * 2 ** 32) | 0;
  const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
  const state = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array(16 * Math.ceil((bytes.length + 9) / 64));
  const put = (byte, i) => (words[i >> 2] |= byte << (24 - 8 * (i % 4)));
  bytes.forEach(put);
  put(0x80, bytes.length);
  words[words.length - 2] = Math.floor(bytes.length / 2 ** 29);
  words[words.length - 1] = bytes.length * 8;
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  for (let block = 0; block < words.length; block += 16) {
    const w = [...words.subarray(block, block + 16)];
    for (let i = 16; i < 64; i += 1) {
      const low = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const high = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + low + w[i - 7] + high) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0));
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

export const digestOf = (answers) => sha256(canonical(answers));
