// Controls, readouts and the status line.

import { html, setAttributes } from "./dom.js";
import { same } from "./values.js";

// The box around a demo, with a name for screen readers. The book's theme and JupyterLab have shortcuts with letters and
// arrows, so keys pressed here reach them only together with Ctrl, Alt or Cmd.
export function demoBox(name, title, signal) {
  const attributes = { class: `demo demo-live demo-${name}`, role: "group", "aria-label": title, tabindex: -1 };
  const box = html("div", { ...attributes, "data-lm-suppress-shortcuts": "true" });
  const keep = (event) => !event.ctrlKey && !event.altKey && !event.metaKey && event.stopPropagation();
  box.addEventListener("keydown", keep, { signal });
  return box;
}

// A control sits inside its label, so it needs no id, and two demos on a page can't share one.
export function selectControl(label, options, onPick, signal) {
  const select = html("select", {}, ...options.map((attributes) => html("option", attributes)));
  select.addEventListener("change", () => onPick(select.value), { signal });
  return { node: html("label", { class: "demo-control" }, html("span", { text: label }), select), select };
}

// A list of the presets in the trait `presets`; the `traits` that a preset sets identify it. `own` names a state that is
// no preset. `show(state, isWhole)` selects the preset of a state. Once the state has moved on from a preset, so that
// `isWhole(preset)` is false, a hidden option beside the preset takes its name: the reader can then choose the preset
// again, and arrow keys go to its neighbours. `of(state)` returns the preset.
export function presetControl(label, own, model, traits, onPick, signal) {
  const presets = model.get("presets");
  const options = presets.map(({ name }, value) => ({ value, text: name }));
  const hidden = { value: -1, text: own, hidden: true, disabled: true };
  const { node, select } = selectControl(label, [...options, hidden], (value) => onPick(presets[value]), signal);
  const other = select.lastChild;
  const of = (state) => presets.find((preset) => traits.every((trait) => same(preset[trait], state[trait])));
  const show = (state, isWhole = () => true) => {
    const preset = of(state);
    const at = presets.indexOf(preset);
    const isThere = !preset || isWhole(preset);
    const before = isThere ? null : select.querySelector(`[value="${at + 1}"]`);
    if (other.nextSibling !== before) select.insertBefore(other, before);
    other.textContent = preset?.name ?? own;
    select.value = isThere ? at : -1;
  };
  return { node, show, of };
}

// A slider in its label; `onInput(value)` is called when it moves.
export function sliderControl(text, attributes, onInput, signal) {
  const slider = html("input", { type: "range", step: 1, ...attributes });
  slider.addEventListener("input", () => onInput(Number(slider.value)), { signal });
  return { node: html("label", { class: "demo-control" }, html("span", { text }), slider), slider };
}

// A row of controls.
export const controlRow = (...nodes) => html("div", { class: "demo-controls" }, ...nodes);

export function buttonControl(text, onPress, signal, isMain = false) {
  const button = html("button", { type: "button", class: isMain ? "demo-button demo-main" : "demo-button", text });
  button.addEventListener("click", onPress, { signal });
  return button;
}

// A key that says what a colour or a shape stands for.
export const keyTo = (kind, text = kind) => html("span", { class: `demo-key demo-key-${kind}`, text });

// Numbers by key: `place(key)` makes an element for one, and `show({ key: text })` fills them in.
export function numberBoard() {
  const places = {};
  const place = (key, tag = "span", attributes = {}) => (places[key] = html(tag, { ...attributes, "data-value": key }));
  const show = (texts) => {
    for (const [key, text] of Object.entries(texts)) places[key].textContent = text;
  };
  return { place, show };
}

export const headline = (name, ...parts) =>
  html("p", { class: "demo-headline" }, html("span", { text: name }), ...parts.flatMap((part) => [" ", part]));

// A list of numbers in small type; `facts` maps a key to its name.
export function factList({ place }, facts) {
  const rows = Object.entries(facts).map(([key, name]) => html("div", {}, html("span", { text: name }), " ", place(key)));
  return html("div", { class: "demo-facts" }, ...rows);
}

// One large number with facts below it. This is no live region, because it changes with every step of a drag: what
// should be heard goes through announcer().
export function readout(key, name, facts) {
  const board = numberBoard();
  const first = headline(name, board.place(key, "span", { class: "demo-number" }));
  return { node: html("div", { class: "demo-readout" }, first, factList(board, facts)), show: board.show };
}

// Folds away what is needed less often.
export const fold = (summary, ...parts) =>
  html("details", { class: "demo-more" }, html("summary", { text: summary }), ...parts);

// Help on gestures and keys, folded away.
export function helpNote(summary, paragraphs) {
  const written = paragraphs.map((text) => html("p", { text }));
  return html("details", { class: "demo-help" }, html("summary", { text: summary }), ...written);
}

// The status line, which screen readers speak when it changes. `show(verdict)` writes the present state, after the words
// about the last action that `say(words)` has left. If these are null, as in the middle of a drag, the line is not spoken.
export function announcer() {
  const node = html("p", { class: "demo-status", "aria-live": "polite" });
  let spoken = "";
  function write(text, isSpoken) {
    if (node.textContent === text && (!isSpoken || spoken === text)) return;
    setAttributes(node, { "aria-live": isSpoken ? "polite" : "off" });
    node.replaceChildren(text);
    if (isSpoken) spoken = text;
  }
  let said = "";
  const say = (words) => (said = words);
  function show(verdict) {
    write(`${said ?? ""} ${verdict}`.trim(), said !== null);
    said = "";
  }
  return { node, announce: (text) => write(text, true), say, show };
}
