// Writes states into addresses, and reads them.

export const sortedByName = (state) => Object.fromEntries(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)));

// The base64url of a state's JSON, which may stand in an address.
export function encodeState(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(sortedByName(state)));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function decodeState(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}
