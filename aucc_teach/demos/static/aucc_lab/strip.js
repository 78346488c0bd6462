// The strip of pairs in order of distance. Within pairs stand above the middle line, between pairs hang below it, and a
// grey band joins pairs of both kinds that tie.

import { keyTo } from "../../../static/controls.js";
import { html, setAttributes, svg } from "../../../static/dom.js";
import { isMixed } from "../../../static/ranking.js";

export function pairStrip() {
  const bands = svg("path", { class: "demo-band" });
  const marks = () => svg("g", {}, svg("path", { class: "demo-mark demo-within" }), svg("path", { class: "demo-mark demo-between" }));
  const [base, touched, cursor] = [marks(), marks(), svg("path", { class: "demo-cursor" })];
  const picture = svg("svg", { class: "demo-strip", preserveAspectRatio: "none" }, bands, base, touched, cursor);
  setAttributes(picture, { role: "slider", tabindex: 0, "aria-label": "Pairs, closest first", "aria-valuemin": 1 });
  const caption = html("span", { class: "demo-strip-caption" });
  const head = html("p", { class: "demo-strip-head" }, ...["within", "between", "tied"].map((kind) => keyTo(kind)), caption);
  const ends = html("p", { class: "demo-strip-ends" }, ...["closest pair", "farthest pair"].map((text) => html("span", { text })));
  return { node: html("div", { class: "demo-strip-box" }, head, picture, ends), picture, bands, base, touched, cursor, caption };
}

// Marks become one path: 1770 pairs of 60 points would be too many nodes to move 60 times a second.
function drawMarks(group, ranked, positions) {
  const gap = ranked.length > 150 ? 0 : 0.14;
  [...group.children].forEach((path, side) => {
    const [column, back, y] = side ? ["v24", "v-24", 32] : ["v-24", "v24", 28];
    const own = positions.filter((i) => ranked[i].positive === !side);
    path.setAttribute("d", own.map((i) => `M${i + gap},${y}${column}h${1 - 2 * gap}${back}z`).join(""));
  });
}

export function drawStrip({ picture, base, bands }, ranked, groups) {
  picture.setAttribute("viewBox", `0 0 ${ranked.length} 60`);
  drawMarks(base, ranked, [...ranked.keys()]);
  const mixed = groups.filter(isMixed);
  bands.setAttribute("d", mixed.map(({ start, end }) => `M${start},0h${end - start}v60h${start - end}z`).join(""));
}

// Light the pairs in some positions, mark the one at `at`, and say which they are.
export function touchStrip({ base, touched, cursor, caption }, ranked, positions, at, words) {
  base.setAttribute("class", positions.length ? "demo-dim" : "");
  drawMarks(touched, ranked, positions);
  cursor.setAttribute("d", at === null ? "" : `M${at + 0.5},0v60`);
  caption.textContent = words;
}
