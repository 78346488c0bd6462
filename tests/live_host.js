// Run a program in the page's Python, over files in memory, with the book's host of system calls or with another one.
// A page imports this from a folder with python.wasm, python-stdlib.zip, program.py, wasi.js (the book's) and shim/.

const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
const ENV = { HOME: "/home", NO_COLOR: "1" };

async function own(library, output) {
  const { folder, put, Wasi } = await import("./wasi.js");
  const root = folder();
  put(root, "usr/local/lib/python315.zip", library);
  for (const path of ["tmp", "home"]) root.entries.set(path, folder());
  const wasi = new Wasi({ args: ["python"], env: ENV, root, output: (_, part) => output(part), memory: () => wasi.exports.memory });
  const begin = (exports) => {
    wasi.exports = exports;
  };
  return { calls: wasi.imports(), begin };
}

async function shim(library, output) {
  const { ConsoleStdout, Directory, File, OpenFile, PreopenDirectory, WASI } = await import("./shim/index.js");
  const folder = (...entries) => new Directory(new Map(entries));
  const usr = folder(["local", folder(["lib", folder(["python315.zip", new File(library)])])]);
  const top = new PreopenDirectory("/", new Map([["usr", usr], ["tmp", folder()], ["home", folder()]]));
  const words = Object.entries(ENV).map((one) => one.join("="));
  const written = new ConsoleStdout(output);
  const wasi = new WASI(["python"], words, [new OpenFile(new File([])), written, written, top]);
  const begin = (exports) => {
    wasi.inst = { exports };
  };
  return { calls: wasi.wasiImport, begin };
}

/** What the program prints, and how it ended. */
export async function run(which) {
  const decoder = new TextDecoder();
  let printed = "";
  const output = (part) => {
    printed += decoder.decode(part, { stream: true });
  };
  const { calls, begin } = await { own, shim }[which](await bytes("python-stdlib.zip"), output);
  const module = await WebAssembly.compile(await bytes("python.wasm"));
  const host = { call: () => 52 };
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls, host });
  begin(exports);
  exports._initialize();
  const text = await bytes("program.py");
  const place = exports.host_alloc(text.length) >>> 0;
  new Uint8Array(exports.memory.buffer).set(text, place);
  return [exports.turn(place, text.length), printed];
}
