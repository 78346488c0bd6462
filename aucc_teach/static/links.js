// States as text that may stand in an address.

export const sortedByName = (state) => Object.fromEntries(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)));

// A state as text that may stand in an address: the base64url of its JSON.
export function encodeState(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(sortedByName(state)));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function decodeState(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}
