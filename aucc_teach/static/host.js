// The static host: shows the demos of a page that has no kernel. The build puts this behind the modules that all demos
// share, which are in `modules`; the page's other scripts put what draws a demo into `views`, by the demo's name. These
// are classic scripts, because a page opened from a file may not import another file.
const views = {};
window.auccDemos = { modules, views, ran };

// As much of a Jupyter widget model as the demos use.
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

// What the reader did, kept in the browser: of an exercise by its label, so that other pages find it, of a demo by page
// and demo.
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

// A link to a state, #demo=name:state, goes to the first demo of that name once it is live. The address is freed of it:
// the same link can be followed again, and a reload shows what the reader did since. A link that the page has put there
// to be copied, nobody has followed.
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

// A slowed page draws and hears the reader after so many milliseconds, before more demos are shown.
const SLICE = 30;
let waiting = null;

// The first demo at once. The others follow once the page could draw it: what is in view, what is below, what is above.
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

// The last script of demos starts them: nobody should wait for what other scripts do before the page says it is there.
function ran(script) {
  const isLast = script === [...document.querySelectorAll('script[src*="/aucc-demo-"]')].at(-1);
  if (isLast && document.readyState !== "loading") start();
}

document.addEventListener("DOMContentLoaded", start);
addEventListener("hashchange", openLink);
