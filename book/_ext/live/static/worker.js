// Python in a worker: one interpreter, the images of its memory, and the cells that it runs.
//
// Between two turns its stack is empty, so a copy of the memory, together with the files, is the whole state. The image
// is the state after the imports; the state after a cell is kept as the pages of memory that differ from the image.

import { device, Exit, folder, get, put, Wasi } from "./wasi.js";

const PAGE = 4096;
const WASM_PAGE = 65536;
// What a cell prints beyond this many characters is not shown.
const MOST_OUTPUT = 100_000;
const CUT = `This cell prints more than is shown: it's cut here, at ${MOST_OUTPUT.toLocaleString("en")} characters.`;
// Of which pictures, errors and what the page's own code sends are no part.
const COUNTED = new Set(["stdout", "stderr", "text", "html"]);
const [ESCAPE, BACK] = [27, 8].map((code) => String.fromCharCode(code));
// Ends of lines, returns to the beginning of one, steps back, sequences for a terminal, and text.
const PIECES = new RegExp(`[\\n\\r${BACK}]|${ESCAPE}(\\[[0-9;?]*[A-Za-z]?)?|[^\\n\\r${BACK}${ESCAPE}]+`, "g");
const FLUSH_MILLISECONDS = 50;
const NOT_SUPPORTED = 52;
const [QUOTE, EQUALS, BACKSLASH] = [..."\"=\\"].map((one) => one.charCodeAt(0));
const ESCAPED = { ["n".charCodeAt(0)]: 10, ["r".charCodeAt(0)]: 13 };

let settings;
let module;
let base;
let image;
let machine;
let output;

/** The files in a pack: a line of JSON with their names and sizes, then their bytes. */
function unpacked(bytes) {
  const end = bytes.indexOf(10);
  let at = end + 1;
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))).map(([path, size]) => {
    at += size;
    return [path, bytes.subarray(at - size, at)];
  });
}

function packed(files) {
  const names = `${JSON.stringify(files.map(([path, data]) => [path, data.length]))}\n`;
  return new Blob([names, ...files.map(([, data]) => data)]);
}

/** What gzip has packed, of a blob or of bytes. */
const unzipped = async (source) =>
  new Uint8Array(
    await new Response(new Response(source).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
  );

const zipped = (blob) => new Response(blob.stream().pipeThrough(new CompressionStream("gzip"))).blob();

/** The bytes in a script that hands them over to a page: those between its two quotation marks, without the escapes. */
function bytesIn(script) {
  const start = script.indexOf(QUOTE, script.indexOf(EQUALS)) + 1;
  const end = script.lastIndexOf(QUOTE);
  const bytes = new Uint8Array(end - start);
  let length = 0;
  for (let i = start; i < end; i++) {
    let byte = script[i];
    if (byte === BACKSLASH) {
      i += 1;
      byte = ESCAPED[script[i]] ?? script[i];
    }
    bytes[length] = byte;
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** The browser's store for this version of the runtime, or null where there is none; older versions go. */
async function store() {
  if (!globalThis.caches) return null;
  try {
    const own = `live-python-${settings.digest}`;
    for (const name of await caches.keys()) {
      if (name.startsWith("live-python-") && name !== own) await caches.delete(name);
    }
    return await caches.open(own);
  } catch (error) {
    // Private windows may have the name and refuse its use.
    post({ status: "not kept", why: String(error) });
    return null;
  }
}

/** A part of the runtime: given by a page that may fetch nothing, kept from another time, or fetched. */
async function part(name, kept, given) {
  // As they are, because WebKit reads no blob in a page that was opened from a file.
  if (given) return given[name];
  const address = new URL(`${name}.js`, settings.address).href;
  const found = await kept?.match(address);
  if (found) return found.blob();
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`);
  const whole = Number(answer.headers.get("Content-Length"));
  let done = 0;
  const counted = new TransformStream({
    transform(chunk, controller) {
      done += chunk.length;
      post({ status: "loading", name, loaded: done, whole });
      controller.enqueue(chunk);
    },
  });
  const script = new Uint8Array(await new Response(answer.body.pipeThrough(counted)).arrayBuffer());
  const blob = new Blob([bytesIn(script)]);
  await keep(kept, address, blob);
  return blob;
}

async function keep(kept, address, blob) {
  try {
    await kept?.put(address, new Response(blob));
  } catch (error) {
    // Without room on the device all is fetched or made again next time.
    post({ status: "not kept", why: String(error) });
  }
}

/** An image that was made; nothing where the browser cannot read it, so that it is made again. */
async function read(image) {
  try {
    return unpacked(new Uint8Array(await image.arrayBuffer()));
  } catch (error) {
    post({ status: "not kept", why: String(error) });
    return null;
  }
}

function baseTree(files) {
  const root = folder();
  for (const [path, data] of files) put(root, path, data);
  for (const path of ["tmp", "dev", "home"]) root.entries.set(path, folder());
  root.entries.get("dev").entries.set("page", device("page"));
  return root;
}

/** A new interpreter, which has imported nothing. */
async function fresh() {
  const wasi = new Wasi({
    args: ["python"],
    env: settings.environment,
    root: base,
    output: (name, bytes) => output(name, bytes),
    memory: () => wasi.exports.memory,
  });
  const host = { call: () => NOT_SUPPORTED };
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.imports(), host });
  wasi.exports = instance.exports;
  instance.exports._initialize();
  return { wasi, exports: instance.exports };
}

function turn(code) {
  const { exports } = machine;
  const bytes = new TextEncoder().encode(code);
  const place = exports.host_alloc(bytes.length) >>> 0;
  new Uint8Array(exports.memory.buffer).set(bytes, place);
  return exports.turn(place, bytes.length);
}

/** Pages of the memory that differ from the image, with all that lies beyond it. */
function difference() {
  const memory = new Int32Array(machine.exports.memory.buffer);
  const known = new Int32Array(image.memory.buffer, image.memory.byteOffset, image.memory.length / 4);
  const words = PAGE / 4;
  const pages = [];
  for (let page = 0; page * words < memory.length; page++) {
    const start = page * words;
    const end = start + words;
    let i = start;
    if (end <= known.length) while (i < end && memory[i] === known[i]) i++;
    else while (i < end && memory[i] === 0) i++;
    if (i < end) pages.push(page);
  }
  const bytes = new Uint8Array(pages.length * PAGE);
  const all = new Uint8Array(machine.exports.memory.buffer);
  pages.forEach((page, i) => bytes.set(all.subarray(page * PAGE, (page + 1) * PAGE), i * PAGE));
  return { pages: Uint32Array.from(pages), bytes, size: all.length };
}

/** Bring memory and files into a state: that of the image, or one with the pages that differ from it. */
async function restore(state) {
  const size = state?.memory.size ?? image.memory.length;
  // What the allocator takes for the end of the memory must be its end.
  if (!machine || machine.exports.memory.buffer.byteLength > size) machine = await fresh();
  const { memory } = machine.exports;
  if (memory.buffer.byteLength < size) memory.grow((size - memory.buffer.byteLength) / WASM_PAGE);
  const all = new Uint8Array(memory.buffer);
  all.set(image.memory);
  all.fill(0, image.memory.length);
  state?.memory.pages.forEach((page, i) => {
    all.set(state.memory.bytes.subarray(i * PAGE, (i + 1) * PAGE), page * PAGE);
  });
  machine.wasi.become(base, state?.files);
}

const post = (message, transfer = []) => globalThis.postMessage(message, transfer);

/** What was printed, as a terminal shows it: a line is written over until the next begins. */
class Screen {
  finished = "";
  line = [];
  at = 0;
  // The unfinished line as it was last taken, and a sequence of which the rest is to come.
  taken = "";
  begun = "";

  write(text) {
    for (const [piece] of (this.begun + text).matchAll(PIECES)) {
      this.begun = "";
      if (piece === "\n") {
        this.finished += `${this.line.join("")}\n`;
        this.line = [];
        this.at = 0;
      } else if (piece === "\r") {
        this.at = 0;
      } else if (piece === BACK) {
        this.at = Math.max(0, this.at - 1);
      } else if (piece[0] !== ESCAPE) {
        for (const character of piece) this.line[this.at++] = character;
      } else if (/^.(\[[0-9;?]*)?$/.test(piece)) {
        this.begun = piece;
      } else if (piece.endsWith("K")) {
        // It clears the line: what follows, or all of it. Colours are left out.
        this.line.length = Math.min(this.line.length, this.at);
        if (piece === `${ESCAPE}[2K`) this.line.fill(" ");
      }
    }
  }

  /** What has come since the last time, and how many characters of what was taken then it takes back. */
  take() {
    const line = this.line.join("");
    const now = this.finished + line;
    let same = 0;
    while (same < this.taken.length && now[same] === this.taken[same]) same++;
    const back = this.taken.length - same;
    this.finished = "";
    this.taken = line;
    return { text: now.slice(same), ...(back && { back }) };
  }
}

function plain(text) {
  const screen = new Screen();
  screen.write(text);
  return screen.take().text;
}

/** Send what is printed in pieces, and nothing beyond a limit. */
function printer(id, number) {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  let hasFailed = false;
  let screen = null;
  let kind = null;
  let waiting = [];
  let room = MOST_OUTPUT;
  let last = 0;
  const push = (event) => {
    if (COUNTED.has(event.kind)) {
      if (room < 0) return;
      const most = room + (event.back ?? 0);
      const isCut = event.text.length > most;
      room = isCut ? -1 : most - event.text.length;
      // Half a table is none.
      if (!isCut || event.kind !== "html") waiting.push({ cell: number, ...event, text: event.text.slice(0, most) });
      if (isCut) waiting.push({ cell: number, kind: "note", text: CUT });
    } else {
      waiting.push({ cell: number, ...event });
    }
  };
  const settle = () => {
    const event = screen?.take();
    if (event?.text || event?.back) push({ kind, ...event });
  };
  const flush = () => {
    settle();
    if (waiting.length) post({ id, events: waiting });
    waiting = [];
    last = performance.now();
  };
  const add = (event) => {
    // The interpreter prints the traceback again.
    if (hasFailed) return;
    hasFailed = event.kind === "error";
    const isPrinted = event.kind in decoders;
    if (event.kind !== kind) {
      settle();
      kind = event.kind;
      screen = isPrinted ? new Screen() : null;
    }
    if (!isPrinted) push(event.kind === "text" ? { ...event, text: plain(event.text) } : event);
    else if (room >= 0) screen.write(event.text);
    if (performance.now() - last > FLUSH_MILLISECONDS) flush();
  };
  return {
    flush,
    write(name, bytes) {
      if (name === "page") add(JSON.parse(new TextDecoder().decode(bytes)));
      else add({ kind: name, text: decoders[name].decode(bytes, { stream: true }) });
    },
  };
}

const DO = {
  /** Load what the runtime is made of, and make the image or take one that was made. */
  async start({ address, digest, environment, imports, parts, given }) {
    settings = { address, digest, environment };
    const kept = parts?.module ? null : await store();
    module = parts?.module;
    let files;
    if (parts?.files) {
      files = parts.files;
    } else {
      post({ status: "loading" });
      const [program, library] = await Promise.all(["python", "library"].map((one) => part(one, kept, given)));
      post({ status: "compiling" });
      const [wasm, pack] = await Promise.all([program, library].map(unzipped));
      module = await WebAssembly.compile(wasm);
      files = pack;
    }
    base = baseTree(unpacked(files));
    const place = new URL("image", address).href;
    let raw = parts?.image ?? null;
    if (!raw) {
      const found = await kept?.match(place);
      if (found) raw = new Blob([await unzipped(await found.blob())]);
    }
    output = () => {};
    machine = await fresh();
    let entries = raw && (await read(raw));
    const isNew = !entries;
    if (isNew) {
      post({ status: "importing" });
      const said = [];
      output = (_, bytes) => said.push(new TextDecoder().decode(bytes));
      let code = 1;
      try {
        code = turn(imports);
      } catch (error) {
        said.push(String(error.message));
      }
      if (code !== 0) {
        console.warn(said.join(""));
        throw new Error(said.join("").trim().split("\n").at(-1));
      }
      const { files } = machine.wasi.changes(base);
      entries = [["memory", new Uint8Array(machine.exports.memory.buffer)], ...files];
      raw = packed(entries);
    }
    const [[, memory], ...added] = entries;
    // Words are compared, so the copy must begin at one.
    image = { memory: memory.slice() };
    for (const [path, data] of added) put(base, path, data.slice());
    await restore(null);
    post({ status: "ready", parts: { module, image: raw, files } });
    if (isNew && kept) zipped(raw).then((blob) => keep(kept, place, blob));
  },

  /** Run cells, the first of them from a state, to which files are added. */
  async run({ id, from, cells, files = {} }) {
    if (from !== undefined) await restore(from);
    for (const [path, bytes] of Object.entries(files)) put(machine.wasi.root, path, bytes);
    for (const { number, source, book } of cells) {
      post({ id, events: [{ cell: number, kind: "begin" }] });
      const printed = printer(id, number);
      output = printed.write;
      put(machine.wasi.root, "tmp/.cell", new TextEncoder().encode(JSON.stringify({ number, source, book })));
      let isDone = false;
      try {
        isDone = turn('import live_cells; live_cells.run_from("/tmp/.cell")') === 0;
      } catch (error) {
        machine = null;
        const text = error instanceof Exit ? "The cell has ended Python." : `Python has stopped: ${error.message}.`;
        printed.write("page", new TextEncoder().encode(JSON.stringify({ kind: "error", name: "", message: text })));
      }
      printed.flush();
      if (!isDone) {
        post({ id, events: [{ cell: number, kind: "failed" }] });
        return { isDone };
      }
      const memory = difference();
      const state = { memory, files: machine.wasi.changes(base) };
      post({ id, events: [{ cell: number, kind: "end", state }] }, [memory.bytes.buffer]);
    }
    return { isDone: true };
  },

  get: ({ path }) => get(machine.wasi.root, path)?.slice(),
};

globalThis.onmessage = async ({ data }) => {
  try {
    post({ id: data.id, done: await DO[data.do](data) });
  } catch (error) {
    post({ id: data.id, failed: String(error?.message ?? error) });
  }
};
