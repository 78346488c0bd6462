// Makes nodes of a page, and reads and sets a widget's traits.

import { same } from "./values.js";

const SVG = "http://www.w3.org/2000/svg";

// Sets attributes: null and false remove one, true sets it empty, and `text` is the text content.
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") {
      if (node.textContent !== value) node.textContent = value;
    } else if (value === null || value === false) node.removeAttribute(name);
    else {
      const written = value === true ? "" : String(value);
      // Most attributes keep their value from one frame to the next, and browsers repeat their work for an equal value.
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

// Calls `handler` once, before the next paint, after any of `names` has changed in the model.
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

// The values of some traits, by name.
export const stateOf = (model, traits) => Object.fromEntries(traits.map((trait) => [trait, model.get(trait)]));

// Sets several traits at once and sends them to the kernel, if there is one, in one message. If no value differs, no
// change event comes, so `unchanged` is called.
export function save(model, changes, unchanged) {
  const isNew = Object.entries(changes).some(([name, value]) => !same(model.get(name), value));
  for (const [name, value] of Object.entries(changes)) model.set(name, value);
  model.save_changes();
  if (!isNew) unchanged?.();
}
