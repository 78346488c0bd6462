// What can be pressed and chosen, what is shown in numbers, and what is said.

import { html, setAttributes } from "./dom.js";

// A control sits inside its label, so no id is needed and two demos on one page cannot mix theirs up.
export function selectControl(label, options, onPick, signal) {
  const select = html("select", {}, ...options.map((attributes) => html("option", attributes)));
  select.addEventListener("change", () => onPick(select.value), { signal });
  return { node: html("label", { class: "demo-control" }, html("span", { text: label }), select), select };
}

// What the reader can start from, as the trait `presets` lists it. `own` names a state that is none of them. `show(at,
// isWhole)` shows where the state is. Where it went on from a preset, a hidden option beside the preset has its name: so
// the preset can be chosen again, and arrows go to its neighbours.
export function presetControl(label, own, model, onPick, signal) {
  const options = model.get("presets").map(({ name }, value) => ({ value, text: name }));
  const hidden = { value: -1, text: own, hidden: true, disabled: true };
  const pick = (value) => onPick(model.get("presets")[value]);
  const control = selectControl(label, [...options, hidden], pick, signal);
  const other = control.select.lastChild;
  const show = (at, isWhole = true) => {
    const before = at < 0 || isWhole ? null : control.select.querySelector(`[value="${at + 1}"]`);
    if (other.nextSibling !== before) control.select.insertBefore(other, before);
    other.textContent = at < 0 ? own : options[at].text;
    control.select.value = isWhole ? at : -1;
  };
  return { ...control, show };
}

export function buttonControl(text, onPress, signal, isMain = false) {
  const button = html("button", { type: "button", class: isMain ? "demo-button demo-main" : "demo-button", text });
  button.addEventListener("click", onPress, { signal });
  return button;
}

// The one large number, and quiet facts beside it: `facts` maps a key to its name. `show({ key: text })` fills in.
// Not a live region: it changes with every step of a drag. What should be heard goes through announcer().
export function readout(key, name, facts) {
  const values = { [key]: html("span", { class: "demo-number", "data-value": key }) };
  const rows = Object.entries(facts).map(([fact, factName]) => {
    values[fact] = html("span", { "data-value": fact });
    return html("div", {}, html("span", { text: factName }), " ", values[fact]);
  });
  const node = html(
    "div",
    { class: "demo-readout" },
    html("p", { class: "demo-headline" }, html("span", { text: name }), " ", values[key]),
    html("div", { class: "demo-facts" }, ...rows),
  );
  const show = (texts) => {
    for (const [shown, text] of Object.entries(texts)) values[shown].textContent = text;
  };
  return { node, show };
}

// What can be done and with which keys, folded away.
export function helpNote(summary, paragraphs) {
  const written = paragraphs.map((text) => html("p", { text }));
  return html("details", { class: "demo-help" }, html("summary", { text: summary }), ...written);
}

// A line of words that screen readers speak when it changes. `show(said, verdict)` says what was done and how it stands
// now; where `said` is null, as in the middle of a drag, that is written and not spoken.
export function announcer() {
  const node = html("p", { class: "demo-status", "aria-live": "polite" });
  let spoken = "";
  function write(text, isSpoken) {
    if (node.textContent === text && (!isSpoken || spoken === text)) return;
    setAttributes(node, { "aria-live": isSpoken ? "polite" : "off" });
    node.replaceChildren(text);
    if (isSpoken) spoken = text;
  }
  const announce = (text) => write(text, true);
  return { node, announce, show: (said, verdict) => write(`${said ?? ""} ${verdict}`.trim(), said !== null) };
}
