// Starts a demo on a page.

import { demoBox, helpNote } from "./controls.js";
import { html, onChange, setAttributes } from "./dom.js";
import { accompany } from "./lesson.js";

const SUMMARY = "How to read it, and what mouse and keys do";

// Start a demo: its `body`, a `signal` for everything that listens, `gesture` to hold together what the demo does by
// itself, and `show(update, parts)`, which puts its parts on the page between the question and the help, draws it by
// `update()`, now and whenever its state has changed, and gives what render() returns to its host: what takes all down
// again. `demo` says what the lesson around it needs, { name, title, traits, numbers, check }, and its `help`, in
// paragraphs under a `summary`; `title` is what a screen reader calls it.
export function mount({ model, el, page }, demo) {
  const life = new AbortController();
  const body = html("div", { class: "demo-body" });
  const box = demoBox(demo.name, demo.title, life.signal);
  box.append(body);
  el.append(box);
  const gesture = accompany({ box, body, model, page }, demo, life.signal);
  // WebKit would select the words of the page, from wherever it finds some, while something in a drawing is dragged.
  let isHeld = false;
  const listen = (node, type, handler) => node.addEventListener(type, handler, { signal: life.signal });
  listen(body, "pointerdown", ({ target }) => (isHeld = target.closest("svg") !== null));
  for (const type of ["pointerup", "pointercancel"]) listen(window, type, () => (isHeld = false));
  listen(document, "selectstart", (event) => isHeld && event.preventDefault());
  function show(update, parts) {
    const question = html("p", { class: "demo-question", text: model.get("question") });
    body.append(question, ...parts, helpNote(demo.summary ?? SUMMARY, demo.help));
    // An exercise asks for any of the controls.
    if (model.get("label")) for (const more of body.querySelectorAll(".demo-more")) setAttributes(more, { open: "" });
    onChange(model, demo.traits, update, life.signal);
    update();
    return () => {
      life.abort();
      box.remove();
    };
  }
  return { body, signal: life.signal, gesture, show };
}
