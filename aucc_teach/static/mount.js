// Starts a demo on a page.

import { announcer, demoBox, helpNote } from "./controls.js";
import { html, onChange, save, setAttributes, stateOf } from "./dom.js";
import { accompany } from "./lesson.js";

const SUMMARY = "How to read it, and what mouse and keys do";

// The page and its lesson ask for the numbers of the same state, one after the other.
function remembering(numbers) {
  let [asked, found] = ["", null];
  return (state) => {
    const asking = JSON.stringify(state);
    if (asking !== asked) [asked, found] = [asking, numbers(state)];
    return found;
  };
}

// WebKit would select the words of the page, from wherever it finds some, while something in a drawing is dragged.
function keepFromSelecting(body, signal) {
  let isHeld = false;
  const listen = (node, type, handler) => node.addEventListener(type, handler, { signal });
  listen(body, "pointerdown", ({ target }) => (isHeld = target.closest("svg") !== null));
  for (const type of ["pointerup", "pointercancel"]) listen(window, type, () => (isHeld = false));
  listen(document, "selectstart", (event) => isHeld && event.preventDefault());
}

// Start a demo, and return its view, to which the demo adds its own parts. `demo` says what the lesson around it needs,
// { name, title, traits, numbers, check }, its `help`, in paragraphs under a `summary`, and whether its picture stands
// beside what comes out, `isBeside`; `title` is what a screen reader calls it. The view has
// - `state`, that of the page once it is whole, and `numbers()`, the demo's numbers in it;
// - `body`, a `signal` for everything that listens, the `status` line, and `calm`, which matches where the reader prefers
//   less motion;
// - `gesture`, which holds together what the demo does by itself;
// - `change(changes, words)`, which changes the state and has the words spoken with what comes of it; null says nothing,
//   as in the middle of a drag;
// - `show(update, parts)`, which puts the parts on the page between the question and the help, draws them by
//   `update(view, before)`, now and whenever the state has changed, and returns what render() gives its host: a function
//   that takes all down again;
// - `redraw()`, which draws them by hand.
export function mount({ model, el, page }, demo) {
  const life = new AbortController();
  const { signal } = life;
  const body = html("div", { class: demo.isBeside ? "demo-body demo-beside" : "demo-body" });
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
    // Where nothing changes, at a drag's end or the edge of a grid, no update would come to say it.
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
    // An exercise asks for any of the controls.
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
