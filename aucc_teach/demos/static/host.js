// The static host: shows the demos of a page that has no kernel. The build puts `kit`, the text that stands in front of
// each module, before this; the page's other scripts put the texts of the modules into `modules`, by the demo's name. A
// module is imported from a Blob, because a page opened from a file may not import another file.
const modules = {};
window.auccDemos = { modules };

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

const imported = {};

function load(name) {
  imported[name] ??= import(URL.createObjectURL(new Blob([kit, modules[name]], { type: "text/javascript" })));
  return imported[name];
}

async function show(host) {
  const state = JSON.parse(host.querySelector("script").textContent);
  const { default: demo } = await load(host.dataset.demo);
  demo.render({ model: new StaticModel(state), el: host });
  // The still picture keeps its place, unseen, so that nothing on the page moves, and is there for printing.
  host.classList.add("demo-host-live");
}

const start = () => document.querySelectorAll("[data-demo]").forEach(show);
// All deferred scripts of the page have run by then.
document.addEventListener("DOMContentLoaded", start);
