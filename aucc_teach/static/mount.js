// Starts a demo on a page.

import { html } from "./dom.js";
import { accompany } from "./lesson.js";

// Start a demo: a `body` to fill, a `signal` for everything that listens, `gesture` to hold together what the demo does by
// itself, and `stop`, which takes all down again and is what render() returns to its host. `demo` says what the lesson
// around it needs: { name, title, traits, numbers, check }; `title` is what a screen reader calls it.
export function mount({ model, el, page }, demo) {
  const life = new AbortController();
  const body = html("div", { class: "demo-body" });
  // JupyterLab would take arrows and letters for its own shortcuts,
  const attributes = { class: `demo demo-live demo-${demo.name}`, "data-lm-suppress-shortcuts": "true" };
  const box = html("div", { ...attributes, role: "group", "aria-label": demo.title, tabindex: -1 }, body);
  el.append(box);
  // and the book's theme letters; only what is pressed together with Ctrl, Alt or Cmd is meant for them.
  const keep = (event) => !event.ctrlKey && !event.altKey && !event.metaKey && event.stopPropagation();
  box.addEventListener("keydown", keep, { signal: life.signal });
  const gesture = accompany({ box, body, model, page }, demo, life.signal);
  // WebKit would select the words of the page, from wherever it finds some, while something in a drawing is dragged.
  let isHeld = false;
  const listen = (node, type, handler) => node.addEventListener(type, handler, { signal: life.signal });
  listen(body, "pointerdown", ({ target }) => (isHeld = target.closest("svg") !== null));
  for (const type of ["pointerup", "pointercancel"]) listen(window, type, () => (isHeld = false));
  listen(document, "selectstart", (event) => isHeld && event.preventDefault());
  const stop = () => {
    life.abort();
    box.remove();
  };
  return { body, signal: life.signal, stop, gesture };
}
