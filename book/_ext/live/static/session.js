// The one Python of a page: its cells, its exercises and whatever else has something to run share it, one after another.

import { script } from "./scripts.js";

const AT_FIRST = "Starting Python, about 10 seconds the first time, 2 seconds after that";
const SAID = {
  loading: ({ name, loaded, whole }) =>
    name && whole ? `Starting Python: ${Math.round((100 * loaded) / whole)} percent of ${name} is there` : AT_FIRST,
  compiling: () => AT_FIRST,
  importing: () => "Starting Python: NumPy, SciPy and the others are imported, once for this device",
};

export class Session {
  /** `address` is the folder of the runtime, of which nothing is loaded before the first run. */
  constructor(address) {
    this.address = new URL(address, location.href).href;
    this.last = Promise.resolve();
    this.nAsked = 0;
  }

  /** Run cells as `Python.run` does, when what was asked for before has ended.
   *
   * `onStatus` hears in words what it waits for, and how far the start is. An `AbortSignal` takes back what waits, and
   * stops what runs: it then rejects.
   */
  run(cells, onEvent, { onStatus = () => {}, files, signal } = {}) {
    if (this.nAsked) onStatus("Waiting for what else runs on this page");
    this.nAsked += 1;
    const stop = () => this.stop();
    const ran = this.last.then(async () => {
      signal?.throwIfAborted();
      if (!this.python) {
        onStatus(AT_FIRST);
        await script(`${this.address}runtime.js`);
        this.python = globalThis.livePythonAt(this.address);
        signal?.throwIfAborted();
      }
      signal?.addEventListener("abort", stop);
      this.python.onStatus = (now) => SAID[now.status] && onStatus(SAID[now.status](now));
      return this.python.run(cells, onEvent, files);
    });
    this.last = ran
      .catch(() => {})
      .then(() => {
        signal?.removeEventListener("abort", stop);
        this.nAsked -= 1;
      });
    const taken = new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    return Promise.race([ran, taken]);
  }

  /** End what runs, at once: it rejects with an error of the name "Stopped". */
  stop() {
    this.python?.stop();
  }

  /** Forget what cells have left. */
  forget() {
    this.python?.forget();
  }

  /** A file that the last run has left, or undefined. */
  get(path) {
    return this.python.get(path);
  }
}
