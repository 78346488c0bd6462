// The page's Python: start, run cells, stop, put and get a file. Another runtime would take the place of this file and
// of the worker.
//
// Whoever runs cells hands over all from the top. Those that have run as they now read are not run again: a state is
// known by the texts that led to it, and the longest known beginning is taken up.

import { script } from "./scripts.js";

// States of the memory that are kept, in bytes: less on a device with little memory. What no longer fits is computed
// again.
const MOST_KEPT = (navigator.deviceMemory ?? 8) > 4 ? 400e6 : 100e6;

/** Python, in a worker of its own; `onStatus` hears what it does. */
export class Python {
  constructor({ address, script, digest, environment, imports }) {
    this.settings = { address, digest, environment, imports };
    this.script = script;
    this.onStatus = () => {};
    this.states = new Map();
    this.filesKnown = new WeakMap();
    this.waiting = new Map();
    this.number = 0;
  }

  /** Start, or start anew after a stop. */
  start() {
    this.started ??= this.#begin();
    return this.started;
  }

  async #begin() {
    if (!globalThis.WebAssembly || !globalThis.DecompressionStream) {
      throw new Error("This browser is too old for Python in a page.");
    }
    this.worker = new Worker(URL.createObjectURL(new Blob([this.script], { type: "text/javascript" })));
    this.worker.onmessage = ({ data }) => this.#heard(data);
    this.worker.onerror = (event) => this.#failAll(new Error(event.message || "The worker cannot start."));
    this.now = [];
    const own = this.worker;
    const isOfNoOrigin = ["null", "file://"].includes(globalThis.origin);
    const given = isOfNoOrigin && !this.parts ? await this.#given() : null;
    if (this.worker !== own) throw new Stopped();
    await this.#ask({ do: "start", ...this.settings, parts: this.parts, given });
  }

  /** The parts of the runtime for a page from a file or in a sandboxed frame, which may load scripts only. */
  async #given() {
    globalThis.liveParts = {};
    const names = ["python", "library"];
    for (const name of names) await script(`${this.settings.address}${name}.js`, "x-user-defined");
    const bytes = (text) => {
      const found = new Uint8Array(text.length);
      for (let i = 0; i < text.length; i++) found[i] = text.charCodeAt(i);
      return found;
    };
    const parts = Object.fromEntries(names.map((name) => [name, bytes(globalThis.liveParts[name])]));
    delete globalThis.liveParts;
    return parts;
  }

  /** Run the last of some cells, after those above it that have not run as they read.
   *
   * Parameters: the cells from the top, as {number, source} and perhaps the book's own text (see `live_cells.run`), a
   * function that hears their events, each with the number of its cell, and files that are there before the first of
   * them, as {path: bytes}. Returns whether all ended without an error.
   */
  async run(cells, onEvent, files = null) {
    await this.start();
    const keys = [];
    const root = this.#keyOf(files);
    for (const { source } of cells) keys.push(`${keys.at(-1) ?? root}\u0000${source}`);
    let done = cells.length - 1;
    while (done > 0 && !(this.now.at(-1) === keys[done - 1] || this.states.has(keys[done - 1]))) done--;
    const key = keys[done - 1] ?? root;
    const message = { do: "run", cells: cells.slice(done) };
    if ((this.now.at(-1) ?? "") !== key) message.from = this.states.get(key) ?? null;
    if (done === 0 && files) message.files = files;
    this.now = null;
    this.onEvent = (event) => {
      const at = cells.findIndex(({ number }) => number === event.cell);
      if (event.kind === "end") {
        this.now = [keys[at]];
        this.#keep(keys[at], event.state);
      }
      onEvent(event);
    };
    // A state that a failed cell has left is nobody's: the next run begins from a known one.
    this.now = ["\u0000failed"];
    return (await this.#ask(message)).isDone;
  }

  /** Files are known again by being the same object. */
  #keyOf(files) {
    if (!files) return "";
    if (!this.filesKnown.has(files)) {
      this.number += 1;
      this.filesKnown.set(files, `files ${this.number}`);
    }
    return this.filesKnown.get(files);
  }

  #keep(key, state) {
    this.states.delete(key);
    this.states.set(key, state);
    let size = 0;
    for (const one of this.states.values()) size += one.memory.bytes.length;
    for (const [old, one] of this.states) {
      if (size <= MOST_KEPT) break;
      size -= one.memory.bytes.length;
      this.states.delete(old);
    }
  }

  /** End what runs, at once. What the cells above have left is kept. */
  stop() {
    this.worker?.terminate();
    this.#failAll(new Stopped());
    this.worker = null;
    this.started = null;
  }

  /** Forget all states. */
  forget() {
    this.states.clear();
    this.now = ["\u0000forgotten"];
  }

  get(path) {
    return this.#ask({ do: "get", path });
  }

  #ask(message) {
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
    });
  }

  #heard({ id, status, events, failed, done, ...more }) {
    if (status) {
      if (status === "ready") this.parts = more.parts;
      this.onStatus({ status, ...more });
    } else if (events) {
      for (const event of events) this.onEvent(event);
    } else {
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      if (failed === undefined) resolve(done);
      else reject(new Error(failed));
    }
  }

  #failAll(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

/** What a run ends with that was stopped. */
export class Stopped extends Error {
  name = "Stopped";
}
