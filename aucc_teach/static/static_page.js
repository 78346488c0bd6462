// Shows the demos of a page without a kernel. The build puts this script behind the modules that all demos share, which
// are in `modules`; each demo's own script adds its view to `views`, by the demo's name. All are classic scripts,
// because a page that is opened from a file may not import another file.
const views = {};
window.auccDemos = { modules, views, ran };

// The part of a Jupyter widget model that demos use.
class StaticModel {
  #state;
  #handlers = new Map();
  constructor(state) {
    this.#state = new Map(Object.entries(state));
  }
  get(name) {
    return this.#state.get(name);
  }
  set(name, value) {
    if (JSON.stringify(this.#state.get(name)) === JSON.stringify(value)) return;
    this.#state.set(name, value);
    for (const handler of [...(this.#handlers.get(`change:${name}`) ?? [])]) handler();
  }
  on(event, handler) {
    if (!this.#handlers.has(event)) this.#handlers.set(event, new Set());
    this.#handlers.get(event).add(handler);
  }
  off(event, handler) {
    this.#handlers.get(event)?.delete(handler);
  }
  save_changes() {} // there is nobody to tell
}

// Keeps in the browser what the reader did: for an exercise under its label, so that other pages find it, for a demo
// under its page and name.
function memoryOf(host, label) {
  const alike = [...document.querySelectorAll(`[data-demo="${host.dataset.demo}"]`)];
  const place = `${location.pathname}:${host.dataset.demo}:${alike.indexOf(host)}`;
  const key = label ? `aucc-teach:exercise:${label}` : `aucc-teach:demo:${place}`;
  const change = (action) => {
    action();
    if (label) dispatchEvent(new CustomEvent("exercise-kept"));
  };
  function load() {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null; // not ours
    }
  }
  return {
    load,
    save: (kept) => change(() => localStorage.setItem(key, JSON.stringify(kept))),
    forget: () => change(() => localStorage.removeItem(key)),
  };
}

function show(host) {
  const state = JSON.parse(host.querySelector("script").textContent);
  views[host.dataset.demo].render({ model: new StaticModel(state), el: host, page: memoryOf(host, state.label) });
  // The still picture keeps its place, unseen, so that nothing on the page moves.
  host.classList.add("demo-host-live");
  openLink();
}

// A link to a state, #demo=name:state, goes to the first demo of that name once it is live. It is then removed from the
// address, so the reader can follow it again, and a reload shows what the reader did since. A link that the page itself
// put there, to be copied, is not followed.
function openLink() {
  const [, name, state] = /^#demo=([a-z-]+):(.*)$/.exec(location.hash) ?? [];
  const box = name && document.querySelector(`[data-demo="${name}"]`)?.querySelector(":scope > .demo-live");
  if (!box) return;
  const { isCopy } = history.state ?? {};
  history.replaceState(null, "", location.href.split("#")[0]);
  if (isCopy) return;
  box.dispatchEvent(new CustomEvent("demo-link", { detail: state }));
  box.scrollIntoView({ block: "start", behavior: "instant" });
  box.focus({ preventScroll: true });
}

// After so many milliseconds the page may draw and respond before more demos are shown.
const SLICE = 30;
let waiting = null;

// Shows the first demo at once. The others follow after the page has drawn it: first those in view, then those below,
// then those above.
function start() {
  if (waiting) return;
  waiting = [...document.querySelectorAll("[data-demo]")];
  if (waiting.length) show(waiting.shift());
  setTimeout(() => {
    const first = waiting.findIndex((host) => host.getBoundingClientRect().bottom > 0);
    if (first > 0) waiting.push(...waiting.splice(0, first));
    goOn();
  });
}

function goOn() {
  const end = performance.now() + SLICE;
  while (waiting.length && performance.now() < end) show(waiting.shift());
  if (waiting.length) setTimeout(goOn);
}

// The last of the demos' scripts starts them, without waiting for the page's other scripts.
function ran(script) {
  const isLast = script === [...document.querySelectorAll('script[src*="/aucc-demo-"]')].at(-1);
  if (isLast && document.readyState !== "loading") start();
}

document.addEventListener("DOMContentLoaded", start);
addEventListener("hashchange", openLink);
