// What can be pressed and chosen, what is shown in numbers, and what is said.

import { html, setAttributes } from "./dom.js";
import { same } from "./values.js";

// What holds a demo, with a name for screen readers. The book's theme and JupyterLab would take letters and arrows for
// their own shortcuts; only what is pressed together with Ctrl, Alt or Cmd is meant for them.
export function demoBox(name, title, signal) {
  const attributes = { class: `demo demo-live demo-${name}`, role: "group", "aria-label": title, tabindex: -1 };
  const box = html("div", { ...attributes, "data-lm-suppress-shortcuts": "true" });
  const keep = (event) => !event.ctrlKey && !event.altKey && !event.metaKey && event.stopPropagation();
  box.addEventListener("keydown", keep, { signal });
  return box;
}

// A control sits inside its label, so no id is needed and two demos on one page cannot mix theirs up.
export function selectControl(label, options, onPick, signal) {
  const select = html("select", {}, ...options.map((attributes) => html("option", attributes)));
  select.addEventListener("change", () => onPick(select.value), { signal });
  return { node: html("label", { class: "demo-control" }, html("span", { text: label }), select), select };
}

// What the reader can start from, as the trait `presets` lists it; a preset is known by the `traits` it sets. `own` names
// a state that is none of them. `show(state, isWhole)` shows where a state is. Where it went on from a preset, so that
// `isWhole(preset)` is false, a hidden option beside the preset has its name: so the preset can be chosen again, and arrows
// go to its neighbours. `of(state)` is the preset itself.
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

// A slider in its label; `onInput(value)` hears where it goes.
export function sliderControl(text, attributes, onInput, signal) {
  const slider = html("input", { type: "range", step: 1, ...attributes });
  slider.addEventListener("input", () => onInput(Number(slider.value)), { signal });
  return { node: html("label", { class: "demo-control" }, html("span", { text }), slider), slider };
}

// Controls in a row.
export const controlRow = (...nodes) => html("div", { class: "demo-controls" }, ...nodes);

export function buttonControl(text, onPress, signal, isMain = false) {
  const button = html("button", { type: "button", class: isMain ? "demo-button demo-main" : "demo-button", text });
  button.addEventListener("click", onPress, { signal });
  return button;
}

// What a colour or a shape stands for.
export const keyTo = (kind, text = kind) => html("span", { class: `demo-key demo-key-${kind}`, text });

// What is shown in numbers, by key: `place(key)` makes room for one, `show({ key: text })` fills in.
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

// Quiet facts: `facts` maps a key to its name.
export function factList({ place }, facts) {
  const rows = Object.entries(facts).map(([key, name]) => html("div", {}, html("span", { text: name }), " ", place(key)));
  return html("div", { class: "demo-facts" }, ...rows);
}

// The one large number, and facts beside it. Not a live region: it changes with every step of a drag. What should be
// heard goes through announcer().
export function readout(key, name, facts) {
  const board = numberBoard();
  const first = headline(name, board.place(key, "span", { class: "demo-number" }));
  return { node: html("div", { class: "demo-readout" }, first, factList(board, facts)), show: board.show };
}

// What is needed less often, folded away.
export const fold = (summary, ...parts) =>
  html("details", { class: "demo-more" }, html("summary", { text: summary }), ...parts);

// What can be done and with which keys, folded away.
export function helpNote(summary, paragraphs) {
  const written = paragraphs.map((text) => html("p", { text }));
  return html("details", { class: "demo-help" }, html("summary", { text: summary }), ...written);
}

// A line of words that screen readers speak when it changes. `show(verdict)` says how it stands now, after the words that
// `say(words)` left about what was done; where these are null, as in the middle of a drag, it is written and not spoken.
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
