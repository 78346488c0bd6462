// AUCC lab: labelled points to drag about, and what the move does to their pairs, the ROC curve and AUCC.

const GRID = 1000;
const MOST_POINTS = 60;
const FEWEST_POINTS = 3;
const PLOT = 440;
const toX = scale([0, GRID], [24, PLOT - 24]);
const toY = scale([0, GRID], [PLOT - 24, 24]);
const onGrid = (place) => place.map((value) => clamp(Math.round(value), 0, GRID));

const QUESTION = "Drag the points: can you bring AUCC below one half?";
const HELP = [
  "Drag a point. Click a chosen point to move it to the next cluster, click an empty place to add one.",
  "Keys: arrows move the point (Shift: farther), Enter changes its cluster, N and P go to the next and the " +
    "previous point, + adds one, \u2212 removes it. On the strip, arrows walk along the pairs.",
];

// ---- what is drawn: three parts, each with update functions that know nothing of traits or listeners

function scatterPlot() {
  const within = svg("path", { class: "demo-link demo-within" });
  const between = svg("path", { class: "demo-link demo-between" });
  const layer = svg("g");
  const node = svg(
    "svg",
    { class: "demo-plot demo-scatter", viewBox: `0 0 ${PLOT} ${PLOT}`, role: "application", "aria-label": "Points" },
    svg("rect", { class: "demo-paper", x: 1, y: 1, width: PLOT - 2, height: PLOT - 2, rx: 4 }),
    between,
    within,
    layer,
  );
  const nodes = []; // the k-th node draws the k-th point, whichever that is: focus stays where it was

  function resize(n, makeNode) {
    while (nodes.length > n) nodes.pop().remove();
    while (nodes.length < n) {
      const point = svg(
        "g",
        { class: "demo-point", role: "button", "aria-roledescription": "point" },
        svg("circle", { class: "demo-grip", r: 20 }),
        svg("circle", { class: "demo-ring", r: 15 }),
        svg("path", {}),
        svg("text", { class: "demo-name", y: -10 }),
      );
      layer.append(point);
      makeNode(point, nodes.push(point) - 1);
    }
  }

  function nearestTo([x, y], points) {
    const distance = (point) => (point[0] - x) ** 2 + (point[1] - y) ** 2;
    return points.reduce((best, point) => (distance(point) < distance(best) ? point : best));
  }

  function update(points, labels, chosen) {
    // Names only while there is room for them; markers shrink a little in a crowd.
    const named = points.length <= 20;
    const size = points.length <= 20 ? 8.5 : 7;
    nodes.forEach((point, i) => {
      const [x, y] = points[i];
      const [grip, , marker, name] = point.children;
      const near = nearestTo(points[i], points.filter((_, k) => k !== i));
      const cluster = clusterClass(labels[i]);
      setAttributes(point, {
        class: `demo-point${i === chosen ? " demo-chosen" : ""}`,
        transform: `translate(${toX(x)},${toY(y)})`,
        tabindex: i === (chosen ?? 0) ? 0 : -1,
        "aria-label": `${pointName(i)}, cluster ${labels[i]}, at ${x}, ${y}`,
      });
      const d = MARKERS[labels[i] % MARKERS.length];
      setAttributes(marker, { class: `demo-marker ${cluster}`, d, transform: `scale(${size})` });
      // A finger needs room, but not what belongs to the next point.
      setAttributes(grip, { r: clamp(Math.hypot(toX(near[0]) - toX(x), toY(near[1]) - toY(y)) / 2, size, 20) });
      // A name stands on the side where the nearest point is not, but inside the frame.
      const onLeft = (near[0] > x && x > 30) || x > GRID - 30;
      const side = onLeft ? { x: -14, "text-anchor": "end" } : { x: 14, "text-anchor": "start" };
      setAttributes(name, { ...side, text: named ? pointName(i) : "" });
    });
  }

  function link(points, pairs) {
    const segments = (positive) =>
      segmentsPath(
        pairs
          .filter((pair) => pair.positive === positive)
          .map((pair) => [pair.first, pair.second].map((i) => [toX(points[i][0]), toY(points[i][1])])),
      );
    within.setAttribute("d", segments(true));
    between.setAttribute("d", segments(false));
  }

  return { node, nodes, resize, update, link };
}

// The pairs in order of distance: within pairs stand above the middle line, between pairs hang below it, and a grey
// band holds together pairs of both kinds that tie.
function pairStrip() {
  const bands = svg("path", { class: "demo-band" });
  const base = svg("g", {});
  const touched = svg("g", {});
  for (const group of [base, touched]) {
    group.append(svg("path", { class: "demo-mark demo-within" }), svg("path", { class: "demo-mark demo-between" }));
  }
  const cursor = svg("path", { class: "demo-cursor" });
  const picture = svg("svg", { class: "demo-strip", preserveAspectRatio: "none" }, bands, base, touched, cursor);
  setAttributes(picture, { role: "slider", tabindex: 0, "aria-label": "Pairs, closest first", "aria-valuemin": 1 });
  const caption = html("span", { class: "demo-strip-caption" });
  const node = html(
    "div",
    { class: "demo-strip-box" },
    html(
      "p",
      { class: "demo-strip-head" },
      html("span", { class: "demo-key demo-key-within", text: "within" }),
      html("span", { class: "demo-key demo-key-between", text: "between" }),
      html("span", { class: "demo-key demo-key-tied", text: "tied" }),
      caption,
    ),
    picture,
    html(
      "p",
      { class: "demo-strip-ends" },
      html("span", { text: "closest pair" }),
      html("span", { text: "farthest pair" }),
    ),
  );

  // Marks become one path: 1770 pairs of 60 points would be too many nodes to move 60 times a second.
  function marks(positions, n, positive) {
    const gap = n > 150 ? 0 : 0.14;
    const column = positive ? "v-24" : "v24";
    const back = positive ? "v24" : "v-24";
    const y = positive ? 28 : 32;
    return positions.map((i) => `M${i + gap},${y}${column}h${1 - 2 * gap}${back}z`).join("");
  }

  function draw(group, ranked, positions) {
    const [within, between] = group.children;
    const ofKind = (positive) => positions.filter((i) => ranked[i].positive === positive);
    within.setAttribute("d", marks(ofKind(true), ranked.length, true));
    between.setAttribute("d", marks(ofKind(false), ranked.length, false));
  }

  function update(ranked, groups) {
    picture.setAttribute("viewBox", `0 0 ${ranked.length} 60`);
    draw(base, ranked, [...ranked.keys()]);
    const mixed = groups.filter(isMixed);
    bands.setAttribute("d", mixed.map(({ start, end }) => `M${start},0h${end - start}v60h${start - end}z`).join(""));
  }

  function touch(ranked, positions, at, words) {
    base.setAttribute("class", positions.length ? "demo-dim" : "");
    draw(touched, ranked, positions);
    cursor.setAttribute("d", at === null ? "" : `M${at + 0.5},0v60`);
    caption.textContent = words;
  }

  return { node, picture, update, touch };
}

// ---- the demo

function render({ model, el }) {
  const scatter = scatterPlot();
  const strip = pairStrip();
  const roc = rocPlot({ xName: "between pairs so far", yName: "within pairs so far" });
  const facts = { gamma: "Gamma", sPlus: "right s+", sMinus: "wrong s\u2212", sZero: "tied s0" };
  const numbers = readout("aucc", "AUCC", facts);
  const status = announcer();
  const { body, signal, stop } = mount(el, "aucc-lab");

  let [points, labels, ranked, groups] = [[], [], [], []];
  let chosen = null; // the point that buttons and keys act on
  let pinned = null; // what is touched for good, { point } or { first, second }, and what a pointer passes over
  let hovered = null;
  let cursor = 0; // where the strip's keyboard is
  let said = ""; // what the next update has to say

  // ---- from the state to the page

  function update() {
    const [newPoints, newLabels] = [model.get("points"), model.get("labels")];
    if (newPoints.length !== newLabels.length) return; // one of the two is still on its way from the kernel
    [points, labels] = [newPoints, newLabels];
    if (chosen !== null && chosen >= points.length) chosen = null;
    const lost = ({ point, first, second }) => Math.max(point ?? 0, first ?? 0, second ?? 0) >= points.length;
    if (pinned && lost(pinned)) pinned = null;
    if (hovered && lost(hovered)) hovered = null;
    ranked = rankItems(listPairs(points, labels));
    groups = tieGroups(ranked);
    const counts = concordance(groups);
    numbers.show({
      aucc: formatScore(auccOf(counts)),
      gamma: formatScore(gammaOf(counts)),
      sPlus: formatCount(counts.sPlus),
      sMinus: formatCount(counts.sMinus),
      sZero: formatCount(counts.sZero),
    });
    scatter.resize(points.length, listenToPoint);
    scatter.update(points, labels, chosen);
    strip.update(ranked, groups);
    roc.update(groups);
    roc.node.setAttribute("aria-label", `ROC curve of the pairs, area ${formatScore(auccOf(counts))}`);
    showTouched();
    const preset = model.get("presets").findIndex((p) => same(p.points, points) && same(p.labels, labels));
    presets.select.value = preset;
    if (said !== null) status.announce(`${said} ${verdict(counts)}`.trim());
    said = "";
  }

  function verdict(counts) {
    const aucc = auccOf(counts);
    const total = counts.sPlus + counts.sMinus + counts.sZero;
    if (!total) return "AUCC needs pairs within clusters and pairs between them.";
    const share = `${formatCount(counts.sPlus)} of ${formatCount(total)} comparisons are right`;
    const ties = counts.sZero ? `, ${formatCount(counts.sZero)} are tied` : "";
    return `${share}${ties}: AUCC ${formatScore(aucc)}${aucc < 0.5 ? ", below one half" : ""}.`;
  }

  // A pair shows its two points, a point shows its pairs.
  function showTouched() {
    const shown = hovered ?? pinned;
    const isPair = shown?.first !== undefined;
    const positions = [];
    if (shown) {
      ranked.forEach(({ first, second }, i) => {
        const hit = isPair ? first === shown.first && second === shown.second : [first, second].includes(shown.point);
        if (hit) positions.push(i);
      });
    }
    const at = isPair ? positions[0] : null;
    if (isPair) cursor = at;
    cursor = clamp(cursor, 0, ranked.length - 1);
    const words = isPair ? pairWords(at) : shown ? `pairs of ${pointName(shown.point)}` : "";
    strip.touch(ranked, positions, at, words);
    scatter.link(points, positions.map((i) => ranked[i]));
    roc.mark(isPair ? rocCorners(groups)[1 + groups.findIndex((group) => at < group.end)] : null);
    setAttributes(strip.picture, {
      "aria-valuemax": ranked.length,
      "aria-valuenow": cursor + 1,
      "aria-valuetext": `pair ${cursor + 1} of ${ranked.length}: ${pairWords(cursor)}`,
    });
  }

  function pairWords(position) {
    const { first, second, value, positive } = ranked[position];
    const tied = groups.some((group) => isMixed(group) && group.start <= position && position < group.end);
    const names = `${pointName(first)}\u2013${pointName(second)}`;
    const kind = `${positive ? "within" : "between"}${tied ? ", tied" : ""}`;
    return `${names} ${kind}, distance ${Math.sqrt(value).toFixed(1)}`;
  }

  // ---- from the reader's hand to the state

  function choose(i) {
    if (chosen === i && pinned?.point === i) return;
    chosen = i;
    pinned = i === null ? null : { point: i };
    scatter.update(points, labels, chosen);
    showTouched();
  }

  // `words` are spoken with the new numbers; null says nothing, as in the middle of a drag.
  function edit(words, newPoints, newLabels = labels) {
    said = words;
    save(model, { points: newPoints, labels: newLabels });
  }

  function moveTo(i, place, done) {
    const target = onGrid(place);
    const words = done ? `Point ${pointName(i)} is at ${target[0]}, ${target[1]}.` : null;
    if (!same(target, points[i])) return edit(words, replaced(points, i, target));
    if (!done) return;
    // Where nothing changes, at a drag's end or the edge of the grid, no update would come to say it.
    said = words;
    update();
  }

  function nextCluster(i) {
    if (i === null) return status.announce("Choose a point first.");
    const label = nextLabel(labels, i);
    edit(`Point ${pointName(i)} is now in cluster ${label}.`, points, replaced(labels, i, label));
  }

  function add(place, cluster) {
    if (points.length >= MOST_POINTS) return status.announce(`There are ${MOST_POINTS} points, the most there can be.`);
    const i = points.length;
    edit(`Added point ${pointName(i)} to cluster ${cluster}.`, [...points, onGrid(place)], [...labels, cluster]);
    // The node comes with the update, which is a microtask away.
    queueMicrotask(() => focusPoint(i));
  }

  // Beside the chosen point, on the side where the middle is, at the first place that is free.
  function addBeside(i) {
    let place = i === null ? [GRID / 2, GRID / 2] : points[i];
    const step = place.map((value) => (value > GRID / 2 ? -60 : 60));
    while (points.some((point) => same(point, place))) place = onGrid([place[0] + step[0], place[1] + step[1] / 2]);
    add(place, i === null ? 0 : labels[i]);
  }

  function remove(i) {
    if (i === null) return status.announce("Choose a point first.");
    if (points.length <= FEWEST_POINTS) return status.announce(`${FEWEST_POINTS} points are the fewest there can be.`);
    const without = (list) => list.filter((_, k) => k !== i);
    const hadFocus = scatter.nodes.includes(scatter.node.getRootNode().activeElement);
    edit(`Removed point ${pointName(i)}.`, without(points), without(labels));
    chosen = Math.min(i, points.length - 2);
    pinned = { point: chosen };
    hovered = null;
    if (hadFocus) queueMicrotask(() => focusPoint(chosen));
  }

  function focusPoint(i) {
    choose(i);
    scatter.nodes[i]?.focus({ preventScroll: true });
  }

  function listenToPoint(node, i) {
    let wasChosen = false;
    const moves = {
      at: () => points[i],
      locate: (event) => {
        const [x, y] = svgPlace(scatter.node, event);
        return [toX.invert(x), toY.invert(y)];
      },
      moveTo: (place, done) => moveTo(i, place, done),
      press: () => {
        wasChosen = chosen === i;
        focusPoint(i);
      },
      tap: () => wasChosen && nextCluster(i),
    };
    makeMovable(node, moves, signal);
    const listen = (type, handler) => node.addEventListener(type, handler, { signal });
    listen("focus", () => choose(i));
    listen("pointerenter", () => {
      hovered = { point: i };
      showTouched();
    });
    listen("pointerleave", () => {
      hovered = null;
      showTouched();
    });
    // A screen reader clicks without a pointer.
    listen("click", (event) => event.detail === 0 && nextCluster(i));
    const keys = {
      Enter: () => nextCluster(i),
      " ": () => nextCluster(i),
      n: () => focusPoint((i + 1) % points.length),
      p: () => focusPoint((i + points.length - 1) % points.length),
      "+": () => addBeside(i),
      Insert: () => addBeside(i),
      "-": () => remove(i),
      Delete: () => remove(i),
      Escape: () => choose(null),
    };
    listen("keydown", (event) => {
      const action = keys[event.key] ?? keys[event.key.toLowerCase()];
      if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation(); // the book's theme has shortcuts of its own
      action();
    });
  }

  scatter.node.addEventListener(
    "click",
    (event) => {
      if (event.target.closest(".demo-point")) return;
      const [x, y] = svgPlace(scatter.node, event);
      add([toX.invert(x), toY.invert(y)], chosen === null ? 0 : labels[chosen]);
    },
    { signal },
  );

  function listenToStrip(picture) {
    const pairAt = (position) => {
      const { first, second } = ranked[clamp(position, 0, ranked.length - 1)];
      return { first, second };
    };
    const pairUnder = (event) => {
      const { left, width } = picture.getBoundingClientRect();
      return pairAt(Math.floor(((event.clientX - left) / width) * ranked.length));
    };
    const show = (pair) => {
      pinned = pair;
      hovered = null;
      showTouched();
    };
    const listen = (type, handler) => picture.addEventListener(type, handler, { signal });
    listen("pointermove", (event) => {
      hovered = pairUnder(event);
      showTouched();
    });
    listen("pointerleave", () => {
      hovered = null;
      showTouched();
    });
    listen("pointerdown", (event) => show(pairUnder(event)));
    listen("focus", () => pinned?.first === undefined && show(pairAt(cursor)));
    listen("keydown", (event) => {
      const step = arrowStep(event, 1, 10);
      const ends = { Home: 0, End: ranked.length - 1 };
      if (!step && !(event.key in ends) && event.key !== "Escape") return;
      event.preventDefault();
      if (event.key === "Escape") show(null);
      else show(pairAt(step ? cursor + step[0] + step[1] : ends[event.key]));
    });
  }
  listenToStrip(strip.picture);

  // ---- controls

  const options = model.get("presets").map(({ name }, value) => ({ value, text: name }));
  const presets = selectControl(
    "Start from",
    [...options, { value: -1, text: "your own points", hidden: true, disabled: true }],
    (value) => {
      const { note, points: presetPoints, labels: presetLabels } = model.get("presets")[value];
      chosen = pinned = hovered = null;
      cursor = 0;
      edit(note, presetPoints, presetLabels);
    },
    signal,
  );
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html(
      "div",
      { class: "demo-controls" },
      presets.node,
      buttonControl("Add point", () => addBeside(chosen), signal),
      buttonControl("Remove point", () => remove(chosen), signal),
    ),
    scatter.node,
    numbers.node,
    roc.node,
    strip.node,
    status.node,
    helpNote("What mouse and keys do", HELP),
  );
  onChange(model, ["points", "labels"], update, signal);
  update();
  return stop;
}

export default { render };
