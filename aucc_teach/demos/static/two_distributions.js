// Two distributions: normal scores of positives and negatives, a threshold across both, the ROC curve, and precision,
// which depends on the mixture.

const FARTHEST = 4; // the means apart
const MOST_NEGATIVES = 100; // to each positive
const RATIOS = [1, 2, 5, 10, 20, 50, 100]; // where the slider stops
const [LOWEST, HIGHEST] = [-3, 7]; // of the threshold

// The drawing; the same numbers as in Python.
const [WIDTH, HEIGHT, MIDDLE, TALLEST] = [440, 236, 119, 84];
const tenthsFrom = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => (first + i) / 10);
const SCORES = tenthsFrom(-35, 75);
const CURVE = tenthsFrom(-50, 90).reverse(); // beyond, a curve is in its corner
const toX = scale([-3.5, 7.5], [14, WIDTH - 14]);

const TRAITS = ["distance", "negatives", "threshold"];
const QUESTION = "Can you make most of what is called positive wrong, and yet leave the ROC curve as it is?";
const HELP = [
  "Positives stand above the line, and negatives hang below it; the areas are as large as the classes. Everything " +
    "to the right of the threshold is called positive, and is filled. TPR is the proportion of the area above the " +
    "line that is filled, FPR the same below it, and precision is the proportion of the filled area that lies above.",
  "Drag the threshold, or click where it should go. Keys: Tab goes to the sliders and to the threshold, arrows " +
    "move each (Shift moves the threshold further), and Home and End go to the ends.",
];

// ---- the numbers

// Probability that a standard normal number is above x. A series for 1/2 minus it near 0 (all its terms have one sign);
// a continued fraction farther out, where that difference would lose its digits.
function normalAbove(x) {
  if (x < 0) return 1 - normalAbove(-x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x >= 2) {
    let tail = x;
    for (let i = 100; i > 0; i--) tail = x + i / tail;
    return density / tail;
  }
  let [sum, term] = [x, x];
  for (let i = 3; sum + term !== sum; i += 2) sum += term *= (x * x) / i;
  return 0.5 - density * sum;
}

function ratesAt(distance, threshold) {
  return { tpr: normalAbove(threshold - distance), fpr: normalAbove(threshold) };
}

const precisionOf = ({ tpr, fpr }, negatives) => tpr / (tpr + negatives * fpr);

function numbers({ distance, negatives, threshold }) {
  const rates = ratesAt(distance, threshold);
  const auc = normalAbove(-distance / Math.SQRT2);
  return { distance, negatives, threshold, auc, ...rates, precision: precisionOf(rates, negatives) };
}

function wrongTenths(name, value, low, high) {
  const fits = Number.isFinite(value) && value === Math.round(value * 10) / 10 && low <= value && value <= high;
  return fits ? "" : `${name} must be in tenths from ${low} to ${high}.`;
}

const check = ({ distance, negatives, threshold }) =>
  wrongTenths("distance", distance, 0, FARTHEST) ||
  wrongWhole("negatives", negatives, 1, MOST_NEGATIVES) ||
  wrongTenths("threshold", threshold, LOWEST, HIGHEST);

const formatTenths = (value) => value.toFixed(1).replace("-", "\u2212");
const toEach = (negatives) => `${negatives} negative${negatives > 1 ? "s" : ""} to each positive`;

// ---- the distributions, positives above the line and negatives below it

function bellsPicture() {
  const called = svg("rect", { class: "demo-called-side", y: 28, height: HEIGHT - 54 });
  const bell = (kind) => ({
    filled: svg("path", { class: `demo-bell demo-bell-called demo-bell-${kind}` }),
    outline: svg("path", { class: `demo-bell demo-bell-${kind}` }),
  });
  const [positive, negative] = [bell("positive"), bell("negative")];
  const side = (text, anchor) => svg("text", { class: "demo-axis", y: 20, "text-anchor": anchor, text });
  const sides = [side("called negative", "end"), side("called positive", "start")];
  const pole = thresholdPole({ height: HEIGHT - 26, low: LOWEST, high: HIGHEST, width: 40 });
  const ticks = [-2, 0, 2, 4, 6].map((score) =>
    axisText(toX(score), HEIGHT - 6, "middle", String(score).replace("-", "\u2212")),
  );
  const node = svg(
    "svg",
    { class: "demo-plot demo-bells", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "application" },
    svg("rect", { class: "demo-paper", x: 1, y: 28, width: WIDTH - 2, height: HEIGHT - 54, rx: 4 }),
    called,
    svg("path", { class: "demo-base", d: `M14,${MIDDLE}H${WIDTH - 14}` }),
    positive.filled,
    positive.outline,
    negative.filled,
    negative.outline,
    ...ticks,
    ...sides,
    pole.node,
  );
  node.setAttribute("aria-label", "Distributions and threshold");

  // Its height says how many there are.
  function draw({ filled, outline }, mean, height, at) {
    const placed = SCORES.map((score) => [toX(score), MIDDLE - height * Math.exp(-((score - mean) ** 2) / 2)]);
    const right = placed.slice(SCORES.findIndex((score) => score >= at - 0.01));
    filled.setAttribute("d", `M${right[0][0]},${MIDDLE}L${linePath(right).slice(1)}V${MIDDLE}Z`);
    outline.setAttribute("d", linePath(placed));
  }

  function update({ distance, negatives, threshold }) {
    draw(positive, distance, TALLEST / negatives, threshold);
    draw(negative, 0, -TALLEST, threshold);
    const x = toX(threshold);
    pole.at(x, formatTenths(threshold));
    setAttributes(called, { x, width: WIDTH - 1 - x });
    setAttributes(sides[0], { x: x - 26, display: x > 125 ? null : "none" });
    setAttributes(sides[1], { x: x + 26, display: x < WIDTH - 125 ? null : "none" });
  }

  return { node, threshold: pole.node, update };
}

// ---- a smooth curve in a square

function smoothCurve(name, names) {
  const area = svg("path", { class: "demo-area" });
  const chance = svg("path", { class: "demo-chance" });
  const line = svg("path", { class: "demo-series" });
  const dot = svg("circle", { class: "demo-dot", r: 6 });
  const { node, place } = unitSquare(name, names, area, chance, line, dot);

  // The curve from left to right, the line of chance, and the place of the dot.
  function update(points, level, at) {
    const d = linePath(points.map(place));
    line.setAttribute("d", d);
    area.setAttribute("d", `M${place([0, 0])}L${d.slice(1)}L${place([1, 0])}Z`);
    chance.setAttribute("d", linePath(level.map(place)));
    const [cx, cy] = place(at);
    setAttributes(dot, { cx, cy });
  }

  return { node, update };
}

// ---- the demo

function render({ model, el, page }) {
  const bells = bellsPicture();
  const roc = smoothCurve("roc", { xName: "FPR", yName: "TPR" });
  const pr = smoothCurve("pr", { xName: "recall (TPR)", yName: "precision" });
  const board = readout("auc", "AUC", { tpr: "TPR", fpr: "FPR" });
  const alarms = readout("precision", "precision", { share: "positives" });
  alarms.node.classList.add("demo-alarms");
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "two-distributions", title: "Two distributions", traits: TRAITS, numbers, check });

  let state = {};
  let said = ""; // what the next update has to say

  // ---- from the state to the page

  function update() {
    state = Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
    const { distance, negatives, threshold } = state;
    const found = numbers(state);
    const [auc, tpr, fpr, precision] = ["auc", "tpr", "fpr", "precision"].map((key) => formatScore(found[key]));
    board.show({ auc, tpr, fpr });
    alarms.show({ precision, share: `1 in ${1 + negatives}` });
    bells.update(state);
    const share = 1 / (1 + negatives);
    const rates = CURVE.map((score) => ratesAt(distance, score));
    const diagonal = [[0, 0], [1, 1]];
    roc.update([[0, 0], ...rates.map((one) => [one.fpr, one.tpr]), [1, 1]], diagonal, [found.fpr, found.tpr]);
    const recalls = rates.map((one) => [one.tpr, precisionOf(one, negatives)]);
    pr.update([...recalls, [1, share]], [[0, share], [1, share]], [found.tpr, found.precision]);
    roc.node.setAttribute("aria-label", `ROC curve, area ${auc}, at FPR ${fpr}, TPR ${tpr}`);
    pr.node.setAttribute("aria-label", `Precision-recall curve, at recall ${tpr}, precision ${precision}`);
    setAttributes(bells.threshold, {
      "aria-valuenow": threshold,
      "aria-valuetext": `${formatTenths(threshold)}: TPR ${tpr}, FPR ${fpr}, precision ${precision}`,
    });
    distanceControl.show(distance, formatTenths(distance), `${formatTenths(distance)} standard deviations`);
    const stops = RATIOS.filter((ratio) => ratio <= negatives).length - 1;
    ratioControl.show(stops, String(negatives), toEach(negatives));
    const list = model.get("presets");
    const at = list.findIndex((one) => one.distance === distance && one.negatives === negatives);
    presets.show(at, list[at]?.threshold === threshold);
    const verdict =
      `At threshold ${formatTenths(threshold)}, TPR is ${tpr} and FPR ${fpr}. With ${toEach(negatives)}, ` +
      `precision is ${precision}.`;
    status.show(said, verdict);
    said = "";
  }

  // ---- from the reader's hand to the state

  // In the middle of a drag nothing is spoken.
  function change(changes, done) {
    said = done ? "" : null;
    if (Object.entries(changes).some(([name, value]) => state[name] !== value)) save(model, changes);
    else if (done) update(); // no change would come to say it
  }

  const inTenths = (value) => Math.round(value * 10) / 10 || 0; // no minus zero
  const moveTo = (wanted, done) => change({ threshold: inTenths(clamp(wanted, LOWEST, HIGHEST)) }, done);
  const scoreAt = (event) => toX.invert(svgPlace(bells.node, event)[0]);
  const moves = {
    at: () => [state.threshold, 0],
    locate: (event) => [scoreAt(event), 0],
    // Up is more, as in any slider.
    moveTo: ([x, up], done) => moveTo(x + up, done),
    small: 0.1,
    big: 0.5,
  };
  makeMovable(bells.threshold, moves, signal);
  const ends = {
    Home: () => moveTo(LOWEST, true),
    End: () => moveTo(HIGHEST, true),
    PageDown: () => moveTo(state.threshold - 1, true),
    PageUp: () => moveTo(state.threshold + 1, true),
  };
  listenToKeys(bells.threshold, ends, signal);
  bells.node.addEventListener(
    "click",
    (event) => {
      // A press on the threshold was a drag.
      if (!event.target.closest(".demo-threshold")) moveTo(scoreAt(event), true);
    },
    { signal },
  );

  // ---- controls

  // A slider with its value beside its name; `pick(value, done)` hears where it goes.
  function sliderControl(name, text, most, step, pick) {
    const value = html("b");
    const slider = html("input", { type: "range", min: 0, max: most, step });
    const node = html("label", { class: `demo-control demo-${name}` }, html("span", { text }), value, slider);
    slider.addEventListener("input", () => pick(Number(slider.value), false), { signal });
    slider.addEventListener("change", () => pick(Number(slider.value), true), { signal });
    const show = (place, shown, spoken) => {
      slider.value = place;
      value.textContent = shown;
      slider.setAttribute("aria-valuetext", spoken);
    };
    return { node, show };
  }

  const distanceControl = sliderControl("distance", "distance of the means", FARTHEST, 0.1, (value, done) =>
    change({ distance: inTenths(value) }, done),
  );
  const ratioControl = sliderControl("ratio", "negatives to each positive", RATIOS.length - 1, 1, (value, done) =>
    change({ negatives: RATIOS[value] }, done),
  );
  const presets = presetControl(
    "Start from",
    "your own mixture",
    model,
    ({ note, name: _, ...preset }) => {
      said = note;
      save(model, preset);
    },
    signal,
  );
  const key = (kind) => html("span", { class: `demo-key demo-key-${kind}`, text: kind });
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html("div", { class: "demo-controls" }, presets.node, distanceControl.node, ratioControl.node),
    html(
      "div",
      { class: "demo-bells-box" },
      html("p", { class: "demo-strip-head" }, key("positive"), " ", key("negative")),
      bells.node,
    ),
    board.node,
    roc.node,
    alarms.node,
    pr.node,
    status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
