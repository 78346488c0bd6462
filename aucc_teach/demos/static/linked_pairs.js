// Linked pairs: points in the plane joined up to a distance r, their pairs in a row, and the point of the ROC curve.

const MOST_POINTS = 7;
const LARGEST = 2 * POINT_GRID ** 2; // of the squared r

const TRAITS = ["points", "labels", "squared_r"];
const QUESTION = "Can one distance r link all pairs within clusters, and nothing else?";
const HELP = [
  "Points that are no further apart than r are linked. A solid link lies within a cluster and is a hit; a dashed " +
    "link lies between clusters and is a false alarm. The circle around the chosen point has radius r, so that point " +
    "is linked to everything inside.",
  "Drag the edge of the row, or click a pair: all pairs up to there are linked. Drag a point to change its " +
    "distances. A pair is lit in the plane and in the row together.",
  "Keys: Tab goes to the points and to the row. Arrows move a point (Shift: further), N and P go to the next and " +
    "the previous one, and Enter says what it is linked to. On the row, arrows bring r to the next and the previous " +
    "distance, and Home and End to the ends.",
];

// ---- the numbers

const isLinked = ({ value }, squaredR) => value <= squaredR;

function numbers({ points, labels, squared_r: squaredR }) {
  const pairs = listPairs(points, labels);
  const count = (list, positive) => list.filter((pair) => pair.positive === positive).length;
  const linked = pairs.filter((pair) => isLinked(pair, squaredR));
  return {
    ...pointNumbers({ points, labels }),
    squared_r: squaredR,
    squares: sumOf(pairs.map(({ value }) => value)),
    within: count(pairs, true),
    between: count(pairs, false),
    hits: count(linked, true),
    false_alarms: count(linked, false),
  };
}

const check = (state) => checkPoints(state, 3, MOST_POINTS) || wrongWhole("squared_r", state.squared_r, 0, LARGEST);

const formatR = (squaredR) => Math.sqrt(squaredR).toFixed(1);
const kindOf = ({ positive }) => (positive ? "within" : "between");
const pairKey = ({ first, second }) => `${first}-${second}`;
const nameOf = ({ first, second }, dash = "") => `${pointName(first)}${dash}${pointName(second)}`;

// ---- the plane: a line for each pair, and the circle around the chosen point

function linkedPlane() {
  const scatter = scatterPlot(36);
  const circle = svg("circle", { class: "demo-reach" });
  const lines = svg("g");
  // The circle stays in the frame: an inner drawing cuts off what is outside.
  scatter.node.lastChild.before(svg("svg", { x: 1, y: 1, width: 438, height: 438, viewBox: "1 1 438 438" }, circle), lines);
  const nodes = new Map(); // of the lines, by pair

  function join(pairs, points, squaredR) {
    const keys = new Set(pairs.map(pairKey));
    for (const [key, node] of nodes) if (!keys.has(key)) nodes.delete(key) && node.remove();
    for (const pair of pairs) {
      const key = pairKey(pair);
      if (!nodes.has(key)) {
        nodes.set(key, svg("g", { "data-key": key }, svg("path", {}), svg("path", { class: "demo-link-grip" })));
        lines.append(nodes.get(key));
      }
      const node = nodes.get(key);
      const d = linePath([points[pair.first], points[pair.second]].map(scatter.place));
      for (const line of node.children) setAttributes(line, { d });
      setAttributes(node.firstChild, { class: `demo-link demo-${kindOf(pair)}` });
      node.setAttribute("class", `demo-pair-line${isLinked(pair, squaredR) ? " demo-linked" : ""}`);
    }
  }

  function around(point, squaredR) {
    const [[cx, cy], [edge]] = [scatter.place(point), scatter.place([point[0] + Math.sqrt(squaredR), 0])];
    setAttributes(circle, { cx, cy, r: edge - cx });
  }

  return { ...scatter, lines: nodes, join, around };
}

// ---- the row: all pairs, closest first, filled as far as they are linked

function pairRow() {
  const slots = html("div", { class: "demo-pair-slots" });
  const knob = html("span", { class: "demo-edge-knob" });
  const edge = html("div", { class: "demo-edge" }, knob);
  const track = html("div", { class: "demo-pair-row", role: "slider", tabindex: 0, "aria-label": "Distance r" }, slots, edge);
  const caption = html("span", { class: "demo-strip-caption" });
  const key = (kind, text) => html("span", { class: `demo-key demo-key-${kind}`, text });
  const node = html(
    "div",
    { class: "demo-pair-row-box" },
    html("p", { class: "demo-strip-head" }, key("within", "within: a hit"), key("between", "between: a false alarm")),
    track,
    html("p", { class: "demo-strip-ends" }, html("span", { text: "closest" }), caption, html("span", { text: "farthest" })),
  );

  function update(ranked, groups, nLinked, squaredR) {
    slots.style.setProperty("--n", ranked.length);
    while (slots.children.length > ranked.length) slots.lastChild.remove();
    while (slots.children.length < ranked.length) slots.append(html("div", {}, html("div", {}, html("i"), html("b"))));
    for (const { start, end } of groups) {
      for (let i = start; i < end; i++) {
        const slot = slots.children[i];
        const tied = `${end - start > 1 ? " demo-pair-slot-tied" : ""}${i > start ? " demo-pair-slot-joined" : ""}`;
        slot.className = `demo-pair-slot demo-${kindOf(ranked[i])}${i < nLinked ? " demo-linked" : ""}${tied}`;
        // What is not linked yet can be hidden: its kind and its name would tell where the curve goes.
        slot.firstChild.className = i < nLinked ? "demo-pair-name" : "demo-pair-name demo-rest";
        setAttributes(slot.querySelector("b"), { text: nameOf(ranked[i]) });
      }
    }
    edge.style.setProperty("--p", `${(100 * nLinked) / ranked.length}%`);
    knob.textContent = `r = ${formatR(squaredR)}`;
  }

  function touch(positions, words) {
    [...slots.children].forEach((slot, i) => slot.classList.toggle("demo-touched", positions.includes(i)));
    caption.textContent = words;
  }

  // How many slots lie before a pointer, as a number with a fraction.
  function locate(event) {
    const { left, width } = slots.getBoundingClientRect();
    return ((event.clientX - left) / width) * slots.children.length;
  }

  return { node, track, update, touch, locate };
}

// ---- the demo

function render({ model, el, page }) {
  const plane = linkedPlane();
  const row = pairRow();
  const roc = rocPlot({ xName: "false alarms (FPR)", yName: "hits (TPR)" });
  const rest = svg("path", { class: "demo-rest demo-rest-of-curve" });
  roc.node.querySelector(".demo-dot").before(rest);
  const board = readout("aucc", "AUCC", { r: "r", hits: "hits", alarms: "false alarms" });
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "linked-pairs", title: "Linked pairs", traits: TRAITS, numbers, check });

  let [points, labels, squaredR] = [[], [], 0];
  let [ranked, groups, nLinked] = [[], [], 0];
  let chosen = 3; // the point with the circle; in Figure 3 it is d
  let touched = null; // a pair by its key, or a point
  let said = ""; // what the next update has to say

  // ---- from the state to the page

  function update() {
    [points, labels, squaredR] = TRAITS.map((name) => model.get(name));
    if (points.length !== labels.length) return; // one of the two is still on its way from the kernel
    chosen = Math.min(chosen, points.length - 1);
    const pairs = listPairs(points, labels);
    ranked = rankItems(pairs);
    groups = tieGroups(ranked);
    nLinked = ranked.filter((pair) => isLinked(pair, squaredR)).length;
    const { within, between, hits, false_alarms: alarms, aucc } = numbers({ points, labels, squared_r: squaredR });
    plane.resize(points.length, listenToPoint);
    plane.join(pairs, points, squaredR);
    showPoints();
    row.update(ranked, groups, nLinked, squaredR);
    const nGroups = groups.filter(({ end }) => end <= nLinked).length;
    roc.update(groups, nGroups);
    const both = within > 0 && between > 0;
    roc.mark(both ? [alarms, hits] : null);
    rest.setAttribute("d", both ? linePath(rocCorners(groups).slice(nGroups).map(roc.place)) : "");
    roc.node.setAttribute("aria-label", `ROC curve, the dot at ${alarms} of ${between} false alarms, ${hits} of ${within} hits`);
    board.show({ aucc: formatScore(aucc), r: formatR(squaredR), hits: `${hits} of ${within}`, alarms: `${alarms} of ${between}` });
    const verdict =
      `At r = ${formatR(squaredR)}, ${hits} of ${within} within pairs and ${alarms} of ${between} between pairs are linked.`;
    const last = nLinked ? ` The last one is ${pairWords(ranked[nLinked - 1])}.` : "";
    setAttributes(row.track, {
      "aria-valuemin": 0,
      "aria-valuemax": ranked.length,
      "aria-valuenow": nLinked,
      "aria-valuetext": verdict + last,
    });
    const list = model.get("presets");
    const at = list.findIndex((preset) => same(preset.points, points) && same(preset.labels, labels));
    presets.show(at, list[at]?.squared_r === squaredR);
    showTouched();
    status.show(said, verdict);
    said = "";
  }

  function showPoints() {
    plane.update(points, labels, chosen);
    plane.around(points[chosen], squaredR);
  }

  function pairWords(pair) {
    const tied = ranked.filter(({ value }) => value === pair.value).length > 1 ? ", tied" : "";
    return `${nameOf(pair, "\u2013")}, ${kindOf(pair)}, distance ${formatR(pair.value)}${tied}`;
  }

  // What a step hides in the row must not come out by touching it.
  const isOpen = (i) => i < nLinked || !rest.hasAttribute("data-hidden");

  // A pair lights its line and its slot, a point those of its pairs that are linked.
  function showTouched() {
    const isTouched = (pair) =>
      typeof touched === "string"
        ? pairKey(pair) === touched
        : [pair.first, pair.second].includes(touched) && isLinked(pair, squaredR);
    const positions = [...ranked.keys()].filter((i) => isOpen(i) && isTouched(ranked[i]));
    const keys = positions.map((i) => pairKey(ranked[i]));
    for (const [key, node] of plane.lines) node.classList.toggle("demo-touched", keys.includes(key));
    row.touch(positions, typeof touched === "string" && positions.length ? pairWords(ranked[positions[0]]) : "");
  }

  function touch(what) {
    if (touched === what) return;
    touched = what;
    showTouched();
  }

  // ---- from the reader's hand to the state

  // `words` are spoken with the new numbers; null says nothing, as in the middle of a drag.
  function change(changes, words) {
    said = words;
    if (Object.entries(changes).some(([name, value]) => !same(model.get(name), value))) save(model, changes);
    else update(); // no change would come to say it
  }

  // Link the first n pairs, and those that tie with the last of them. Without any, r is 0.
  function linkFirst(n, done = true) {
    const value = n < 1 ? 0 : ranked[Math.min(n, ranked.length) - 1].value;
    change({ squared_r: value }, done ? "" : null);
    touch(n < 1 ? null : pairKey(ranked[Math.min(n, ranked.length) - 1]));
  }

  // The next distance, or the one before.
  function step(by) {
    const at = groups.filter(({ end }) => end <= nLinked).length + by;
    linkFirst(at < 1 ? 0 : groups[Math.min(at, groups.length) - 1].end);
  }

  function moveTo(i, place, done) {
    const target = place.map((value) => clamp(Math.round(value), 0, POINT_GRID));
    const words = done ? `Point ${pointName(i)} is at ${target[0]}, ${target[1]}.` : null;
    change({ points: replaced(points, i, target) }, words);
  }

  function choose(i) {
    chosen = i;
    showPoints();
  }

  function focusPoint(i) {
    choose(i);
    plane.nodes[i].focus({ preventScroll: true });
  }

  function sayLinks(i) {
    const linked = ranked.slice(0, nLinked).filter(({ first, second }) => [first, second].includes(i));
    const names = linked.map(({ first, second }) => pointName(first === i ? second : first));
    status.announce(`${pointName(i)} is linked to ${names.join(", ") || "no other point"}.`);
  }

  function listenToPoint(node, i) {
    const moves = {
      at: () => points[i],
      locate: plane.locate,
      moveTo: (place, done) => moveTo(i, place, done),
      press: () => focusPoint(i),
    };
    makeMovable(node, moves, signal);
    const listen = (type, handler) => node.addEventListener(type, handler, { signal });
    listen("focus", () => choose(i));
    listen("pointerenter", () => touch(i));
    listen("pointerleave", () => touch(null));
    listen("click", (event) => event.detail === 0 && sayLinks(i)); // a screen reader clicks without a pointer
    const actions = {
      Enter: () => sayLinks(i),
      " ": () => sayLinks(i),
      n: () => focusPoint((i + 1) % points.length),
      p: () => focusPoint((i + points.length - 1) % points.length),
    };
    listenToKeys(node, actions, signal);
  }

  function listenToRow(track) {
    const listen = (type, handler) => track.addEventListener(type, handler, { signal });
    // A click on a pair links it; a drag brings the edge to the nearest place between two.
    let drag = null;
    listen("pointerdown", (event) => {
      if (event.button !== 0) return;
      track.setPointerCapture(event.pointerId);
      drag = { id: event.pointerId, x: event.clientX, moved: false };
    });
    listen("pointermove", (event) => {
      const at = row.locate(event);
      if (event.pointerId !== drag?.id) return touch(keyAt(at));
      drag.moved ||= Math.abs(event.clientX - drag.x) > 3;
      if (drag.moved) linkFirst(Math.round(at), false);
    });
    listen("pointerup", (event) => {
      if (event.pointerId !== drag?.id) return;
      linkFirst(drag.moved ? Math.round(row.locate(event)) : Math.floor(row.locate(event)) + 1);
      drag = null;
    });
    listen("pointercancel", () => (drag = null));
    listen("pointerleave", () => touch(null));
    listen("blur", () => touch(null));
    listen("keydown", (event) => {
      const direction = arrowStep(event, 1, 5);
      if (!direction) return;
      event.preventDefault();
      step(direction[0] + direction[1]);
    });
    const ends = { Home: () => linkFirst(0), End: () => linkFirst(ranked.length), PageUp: () => step(5), PageDown: () => step(-5) };
    listenToKeys(track, ends, signal);
  }
  const keyAt = (at) => (ranked[Math.floor(at)] ? pairKey(ranked[Math.floor(at)]) : null);
  listenToRow(row.track);

  // A line that is drawn.
  listenToItems(body, plane.lines, "pointerover", (node) => touch(node.dataset.key), signal);
  listenToItems(body, plane.lines, "pointerout", () => touch(null), signal);

  const presets = presetControl(
    "Start from",
    "your own points",
    model,
    ({ note, name: _, ...preset }) => change(preset, note),
    signal,
  );
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html("div", { class: "demo-controls" }, presets.node),
    plane.node,
    board.node,
    roc.node,
    row.node,
    status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
