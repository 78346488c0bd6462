// The row: all pairs, closest first, filled as far as they are linked.

import { keyTo } from "../../../static/controls.js";
import { html, setAttributes } from "../../../static/dom.js";
import { fit } from "../../../static/drawing.js";
import { pairName } from "../../../static/points.js";
import { formatR, kindOf } from "./model.js";

export function pairRow() {
  const slots = html("div", { class: "demo-pair-slots" });
  const knob = html("span", { class: "demo-edge-knob" });
  const edge = html("div", { class: "demo-edge" }, knob);
  const track = html("div", { class: "demo-pair-row", role: "slider", tabindex: 0, "aria-label": "Distance r" }, slots, edge);
  const caption = html("span", { class: "demo-strip-caption" });
  const head = [keyTo("within", "within: a hit"), keyTo("between", "between: a false alarm")];
  const node = html(
    "div",
    { class: "demo-pair-row-box" },
    html("p", { class: "demo-strip-head" }, ...head),
    track,
    html("p", { class: "demo-strip-ends" }, html("span", { text: "closest" }), caption, html("span", { text: "farthest" })),
  );
  return { node, track, slots, knob, edge, caption };
}

function drawSlot(slot, pair, isLinked, isTied, isJoined) {
  const tied = `${isTied ? " demo-pair-slot-tied" : ""}${isJoined ? " demo-pair-slot-joined" : ""}`;
  setAttributes(slot, { class: `demo-pair-slot demo-${kindOf(pair)}${isLinked ? " demo-linked" : ""}${tied}` });
  // Pairs that are not linked yet can be hidden, because their kinds and names would tell where the curve goes.
  const name = slot.firstChild;
  setAttributes(name, { class: isLinked ? "demo-pair-name" : "demo-pair-name demo-rest" });
  setAttributes(name.lastChild, { text: pairName(pair) });
}

export function drawRow({ slots, edge, knob }, ranked, groups, nLinked, squaredR) {
  slots.style.setProperty("--n", ranked.length);
  fit(slots, ranked.length, () => html("div", {}, html("div", {}, html("i"), html("b"))));
  for (const { start, end } of groups) {
    for (let i = start; i < end; i++) drawSlot(slots.children[i], ranked[i], i < nLinked, end - start > 1, i > start);
  }
  edge.style.setProperty("--p", `${(100 * nLinked) / ranked.length}%`);
  knob.textContent = `r = ${formatR(squaredR)}`;
}

export function touchRow({ slots, caption }, positions, words) {
  [...slots.children].forEach((slot, i) => slot.classList.toggle("demo-touched", positions.includes(i)));
  caption.textContent = words;
}

// The number of slots before a pointer, with a fraction.
export function slotsBefore({ slots }, event) {
  const { left, width } = slots.getBoundingClientRect();
  return ((event.clientX - left) / width) * slots.children.length;
}
