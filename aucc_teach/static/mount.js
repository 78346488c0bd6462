// Starts a demo on a page.

import { announcer, demoBox, helpNote } from "./controls.js";
import { html, onChange, save, setAttributes, stateOf } from "./dom.js";
import { accompany } from "./lesson.js";

const SUMMARY = "How to read it, and what mouse and keys do";

// Remembers the last numbers, because the page and its lesson ask for those of the same state.
function remembering(numbers) {
  let [asked, found] = ["", null];
  return (state) => {
    const asking = JSON.stringify(state);
    if (asking !== asked) [asked, found] = [asking, numbers(state)];
    return found;
  };
}

// WebKit would select text of the page while something in a drawing is dragged.
function keepFromSelecting(body, signal) {
  let isHeld = false;
  const listen = (node, type, handler) => node.addEventListener(type, handler, { signal });
  listen(body, "pointerdown", ({ target }) => (isHeld = target.closest("svg") !== null));
  for (const type of ["pointerup", "pointercancel"]) listen(window, type, () => (isHeld = false));
  listen(document, "selectstart", (event) => isHeld && event.preventDefault());
}

// Starts a demo and returns its view, to which the demo adds its own parts. `demo` holds what the lesson needs, { name,
// title, traits, numbers, check }, where screen readers read the title, and paragraphs of `help` under a `summary`. The
// view has
// - `state`, the last whole state, and `numbers()`, the demo's numbers in it;
// - `body`, a `signal` for all listeners, the `status` line, and `calm`, which matches if the reader prefers less motion;
// - `gesture`, which makes one gesture of what the demo does by itself;
// - `change(changes, words)`, which changes the state; the words are spoken with the new verdict, and null says nothing,
//   as in the middle of a drag;
// - `show(update, parts)`, which puts the parts between the question and the help. It calls `update(view, before)` now
//   and after each change, and returns what render() returns: a function that removes the demo;
// - `redraw()`, which calls update() by hand.
export function mount({ model, el, page }, demo) {
  const life = new AbortController();
  const { signal } = life;
  const body = html("div", { class: "demo-body" });
  const box = demoBox(demo.name, demo.title, signal);
  box.append(body);
  el.append(box);
  const numbers = remembering(demo.numbers);
  const gesture = accompany({ box, body, model, page }, { ...demo, numbers }, signal);
  keepFromSelecting(body, signal);
  const view = { model, el, body, signal, gesture, status: announcer(), state: null };
  view.calm = matchMedia("(prefers-reduced-motion: reduce)");
  view.numbers = () => numbers(view.state);
  view.change = (changes, words = "") => {
    view.status.say(words);
    // If nothing changes, as at the edge of a grid, no update follows that would say the words.
    save(model, changes, () => words !== null && view.redraw());
  };
  view.show = (update, parts) => {
    view.redraw = () => {
      const [before, state] = [view.state, stateOf(model, demo.traits)];
      if (demo.check(state)) return; // some of it is still on its way from the kernel
      view.state = state;
      update(view, before);
    };
    const question = html("p", { class: "demo-question", text: model.get("question") });
    body.append(question, ...parts, helpNote(demo.summary ?? SUMMARY, demo.help));
    // An exercise may need any of the controls.
    if (model.get("label")) for (const more of body.querySelectorAll(".demo-more")) setAttributes(more, { open: "" });
    onChange(model, demo.traits, view.redraw, signal);
    view.redraw();
    return () => {
      life.abort();
      box.remove();
    };
  };
  return view;
}
