// Shows the formula as a fraction of two lists, and two rulers: one for the index, with marks for chance and perfect
// agreement, and one for the values of the formula.

import { controlRow, keyTo, readout, selectControl } from "../../../static/controls.js";
import { html, setAttributes, svg } from "../../../static/dom.js";
import { axisText, drawing, MARKERS } from "../../../static/drawing.js";
import { formatAnswer } from "../../../static/goals.js";
import { mount } from "../../../static/mount.js";
import { makeSlider, svgPlace } from "../../../static/moving.js";
import { clamp, formatTenths, inTenths, range, scale } from "../../../static/values.js";
import { ABOVE, BELOW, caseWords, check, filled, HIGHEST, labellings, MOST_EXPECTED, numbers, valueAt, verdict } from "./model.js";

const TRAITS = ["above", "below", "index", "expected", "maximum"];
const HELP = [
  "Above is the ruler of the index: E is what chance gives on average, the mean of the ten random labellings; max is " +
    "what perfect agreement gives. Lines lead to what the formula makes of E, max and our index, on the ruler below. " +
    "What is beyond a ruler lies at its end.",
  "Choose what stands above and below the line, and drag E and max. Keys: Tab goes to lists and marks, arrows move a " +
    "mark by a tenth (Shift by a half), and Home and End go to the ends.",
];

// ---- the rulers

const [WIDTH, HEIGHT] = [440, 282];
const [INDEX_LINE, FORMULA_LINE] = [112, 206];
const rounded = (x) => Math.round(100 * x) / 100;
const indexScale = scale([-1, 10.5], [8, WIDTH - 8]);
const formulaScale = scale([-1, 2], [8, WIDTH - 8]);
const toX = (index) => rounded(indexScale(index));
const toValue = (found) => rounded(formulaScale(found));
const KNOB = 72;
const DIAMOND = MARKERS[3];

// A movable mark on the ruler of the index. Each knob has a lane of its own, so that neither hides the other.
function movableMark(name, label, lane, high) {
  const top = 3 + 29 * lane;
  const text = svg("text", { class: "demo-knob-text", y: top + 18, "text-anchor": "middle" });
  const range = { "aria-label": label, "aria-valuemin": 0, "aria-valuemax": high };
  const mark = svg(
    "g",
    { class: `demo-threshold demo-${name}`, role: "slider", tabindex: 0, ...range },
    svg("path", { class: "demo-pole", d: `M0,${top + 25}V${INDEX_LINE}` }),
    svg("rect", { class: "demo-grip", x: -KNOB / 2, y: top - 3, width: KNOB, height: 31 }),
    svg("rect", { class: "demo-knob", x: -KNOB / 2, y: top, width: KNOB, height: 25, rx: 6 }),
    text,
  );
  // A knob at the end of the ruler stays in the picture, while its pole stands where it belongs.
  function at(value, words) {
    const x = toX(value);
    const aside = clamp(x, KNOB / 2 + 2, WIDTH - KNOB / 2 - 2) - x;
    setAttributes(mark, { transform: `translate(${x},0)`, "aria-valuenow": value, "aria-valuetext": words });
    for (const node of [...mark.children].slice(1)) setAttributes(node, { transform: `translate(${aside},0)` });
  }
  return { mark, node: svg("g", {}, mark), at, text };
}

function ruler(y, ticks, to, below) {
  const line = svg("path", { class: "demo-base", d: `M8,${y}H${WIDTH - 8}` });
  const names = ticks.map((tick) => axisText(to(tick), y + below, "middle", formatAnswer(tick)));
  return [line, ...names];
}

// Dots in columns of equal value, which grow away from the ruler.
function dotColumns(count, up) {
  const dots = range(count).map(() => svg("circle", { class: "demo-grey-ink demo-labelling", r: 3.2 }));
  function at(xs, y) {
    dots.forEach((dot, i) => {
      const below = xs.slice(0, i).filter((x) => x === xs[i]).length;
      setAttributes(dot, { cx: xs[i], cy: y + up * (6 + 7 * below), display: xs[i] === null ? "none" : null });
    });
  }
  return { dots, at };
}

function rulersPicture() {
  const marks = {
    expected: movableMark("expected", "E, what chance gives on average", 0, MOST_EXPECTED),
    maximum: movableMark("maximum", "max, what perfect agreement gives", 1, HIGHEST),
  };
  const lines = ["demo-chance", "demo-series", "demo-of-index"].map((name) => svg("path", { class: `demo-leads ${name}` }));
  const count = labellings({ expected: 0 }).length;
  const [chance, made] = [dotColumns(count, -1), dotColumns(count, 1)];
  const [index, value] = range(2).map(() => svg("path", { class: "demo-our-index", d: DIAMOND }));
  const wanted = [0, 1].map((place) => svg("path", { class: "demo-chance", d: `M${toValue(place)},${FORMULA_LINE - 9}v66` }));
  const node = drawing(
    "marks",
    [WIDTH, HEIGHT],
    { role: "application", "aria-label": "The marks" },
    ...ruler(INDEX_LINE, [0, 2, 4, 6, 8, 10], toX, 21),
    ...ruler(FORMULA_LINE, [-1, 0, 1, 2], toValue, -10),
    ...wanted,
    axisText(toValue(0), HEIGHT - 5, "middle", "chance"),
    axisText(toValue(1), HEIGHT - 5, "middle", "perfect"),
    ...lines,
    ...chance.dots,
    ...made.dots,
    index,
    value,
    marks.expected.node,
    marks.maximum.node,
  );
  const onFormula = (found) => (Number.isFinite(found) ? clamp(toValue(found), 8, WIDTH - 8) : null);

  function update(state, found) {
    const { expected, maximum } = state;
    marks.expected.at(expected, `${formatTenths(expected)}: chance gets ${formatAnswer(found.chance)}`);
    setAttributes(marks.expected.text, { text: `E ${formatTenths(expected)}` });
    marks.maximum.at(maximum, `${formatTenths(maximum)}: perfect agreement gets ${formatAnswer(found.perfect)}`);
    setAttributes(marks.maximum.text, { text: `max ${formatTenths(maximum)}` });
    [expected, maximum, state.index].forEach((place, i) => {
      const end = onFormula(valueAt(state, place));
      const d = end === null ? "" : `M${toX(place)},${INDEX_LINE + 27}L${end},${FORMULA_LINE - 26}`;
      setAttributes(lines[i], { d });
    });
    chance.at(labellings(state).map(toX), INDEX_LINE);
    made.at(labellings(state).map((place) => onFormula(valueAt(state, place))), FORMULA_LINE);
    setAttributes(index, { transform: `translate(${toX(state.index)},${INDEX_LINE})scale(7)` });
    const end = onFormula(valueAt(state, state.index));
    setAttributes(value, { transform: `translate(${end ?? 0},${FORMULA_LINE})scale(7)`, display: end === null ? "none" : null });
  }
  return { node, marks, update };
}

// ---- from the state to the page

function update(view) {
  const { state } = view;
  const found = view.numbers();
  const { value, chance, perfect } = found;
  view.board.show({
    value: formatAnswer(value),
    filled: filled(state),
    chance: caseWords(chance, 0),
    perfect: caseWords(perfect, 1),
  });
  for (const name of ["above", "below"]) view.lists[name].select.value = state[name];
  view.rulers.update(state, found);
  view.status.show(verdict(state, found));
}

// ---- from the reader's hand to the state

function listenToMarks(view) {
  const { node, marks } = view.rulers;
  const least = (name) => (name === "expected" ? 0 : Math.max(view.state.expected, view.state.index));
  const most = (name) => (name === "expected" ? Math.min(MOST_EXPECTED, view.state.maximum) : HIGHEST);
  for (const [name, { mark }] of Object.entries(marks)) {
    const moves = {
      value: () => view.state[name],
      locate: (event) => indexScale.invert(svgPlace(node, event)[0]),
      moveTo: (place, done) => {
        const moved = inTenths(clamp(place, least(name), most(name)));
        view.change({ [name]: moved }, done ? "" : null);
      },
      ...{ low: 0, high: HIGHEST, steps: [0.1, 0.5, 1] },
    };
    makeSlider(mark, moves, view.signal);
  }
}

const optionsOf = (parts) => parts.map((value) => ({ value, text: value.replace("-", "\u2212") }));

export function render({ model, el, page }) {
  const demo = { name: "formula-builder", title: "Formula builder", traits: TRAITS, numbers, check, help: HELP };
  const facts = { filled: "in numbers", chance: "chance, on average", perfect: "perfect agreement" };
  const view = Object.assign(mount({ model, el, page }, demo), {
    board: readout("value", "our index", facts),
    rulers: rulersPicture(),
  });
  const list = (name, label, parts) =>
    selectControl(label, optionsOf(parts), (part) => view.change({ [name]: part }), view.signal);
  view.lists = { above: list("above", "above the line", ABOVE), below: list("below", "below the line", BELOW) };
  const { board, rulers, status, lists } = view;
  listenToMarks(view);
  const line = html("hr", { class: "demo-formula-line", "aria-hidden": "true" });
  const formula = controlRow(lists.above.node, line, lists.below.node);
  formula.classList.add("demo-formula");
  const keys = [keyTo("labelling", "random labellings"), " ", keyTo("our-index", "our index")];
  const box = html("div", { class: "demo-marks-box" }, html("p", { class: "demo-strip-head" }, ...keys), rulers.node);
  return view.show(update, [formula, board.node, box, status.node]);
}
