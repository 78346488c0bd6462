// Run a program in the page's Python, over files in memory, with the book's host of system calls. A page imports this from
// a folder with python.wasm, python-stdlib.zip, program.py and wasi.js, which is the book's.

import { folder, put, Wasi } from "./wasi.js";

const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
const ENV = { HOME: "/home", NO_COLOR: "1" };

function host(library, output) {
  const root = folder();
  put(root, "usr/local/lib/python315.zip", library);
  for (const path of ["tmp", "home"]) root.entries.set(path, folder());
  const wasi = new Wasi({ args: ["python"], env: ENV, root, output: (_, part) => output(part), memory: () => wasi.exports.memory });
  const begin = (exports) => {
    wasi.exports = exports;
  };
  return { calls: wasi.imports(), begin };
}

/** What the program prints, and how it ended. */
export async function run() {
  const decoder = new TextDecoder();
  let printed = "";
  const output = (part) => {
    printed += decoder.decode(part, { stream: true });
  };
  const { calls, begin } = host(await bytes("python-stdlib.zip"), output);
  const module = await WebAssembly.compile(await bytes("python.wasm"));
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls, host: { call: () => 52 } });
  begin(exports);
  exports._initialize();
  const text = await bytes("program.py");
  const place = exports.host_alloc(text.length) >>> 0;
  new Uint8Array(exports.memory.buffer).set(text, place);
  return [exports.turn(place, text.length), printed];
}
