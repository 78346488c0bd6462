// Nodes of a page, and a widget's traits.

import { same } from "./values.js";

const SVG = "http://www.w3.org/2000/svg";

// Set attributes; null and false take one away, true sets it empty, `text` is the text content.
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") {
      if (node.textContent !== value) node.textContent = value;
    } else if (value === null || value === false) node.removeAttribute(name);
    else {
      const written = value === true ? "" : String(value);
      // Most of what a frame sets is as it was, and the browser would do its work again for the same value.
      if (node.getAttribute(name) !== written) node.setAttribute(name, written);
    }
  }
  return node;
}

export function html(tag, attributes = {}, ...children) {
  const node = setAttributes(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}

export function svg(tag, attributes = {}, ...children) {
  const node = setAttributes(document.createElementNS(SVG, tag), attributes);
  node.append(...children);
  return node;
}

// Call `handler` when one of `names` changes in the model: once for all changes made together, before the next paint.
export function onChange(model, names, handler, signal) {
  let waiting = false;
  const changed = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      if (!signal.aborted) handler();
    });
  };
  for (const name of names) model.on(`change:${name}`, changed);
  signal.addEventListener("abort", () => names.forEach((name) => model.off(`change:${name}`, changed)));
}

// What a model holds of some traits, by their names.
export const stateOf = (model, traits) => Object.fromEntries(traits.map((trait) => [trait, model.get(trait)]));

// Set several traits at once and send them to the kernel, if there is one, in one message. Where all are as they were,
// nobody hears of a change: then `unchanged` is called.
export function save(model, changes, unchanged) {
  const isNew = Object.entries(changes).some(([name, value]) => !same(model.get(name), value));
  for (const [name, value] of Object.entries(changes)) model.set(name, value);
  model.save_changes();
  if (!isNew) unchanged?.();
}
