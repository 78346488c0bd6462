// Gamma grid: every within pair against every between pair, as the cells of the ROC unit square.

const [LEFT, TOP, SIDE] = [50, 6, 384];
const MOST_NAMES = 14;

const QUESTION = "Can you make every cell concordant with a single move?";
const CAPTION = "Each cell compares the within pair of its row with the between pair of its column.";
const HELP = [
  "Rows are the within pairs and columns the between pairs, with the closest pair at the lower left. A cell is " +
    "concordant (plain blue) if the within pair is the closer one, discordant (orange, hatched) if it is further " +
    "apart, and tied (grey, dotted) if both are equally far apart. The line between them is the ROC curve; half of a " +
    "tied block is below it.",
  "Drag a point. Click a chosen point to move it to the next cluster, or click an empty place to add one.",
  "Keys: arrows move the point (Shift: further), Enter changes its cluster, N and P go to the next and the " +
    "previous point, + adds one, and \u2212 removes it. In the grid, arrows walk among the cells (Shift: further), Home " +
    "and End go to the closest and to the farthest pairs, and Escape takes the highlights away.",
];

// ---- the comparisons

// Pairs of both kinds, closest first; tie groups of all of them; what comes out.
function compare(points, labels) {
  const ranked = rankItems(listPairs(points, labels));
  const groups = tieGroups(ranked);
  const within = ranked.filter((pair) => pair.positive);
  const between = ranked.filter((pair) => !pair.positive);
  return { within, between, groups, counts: concordance(groups) };
}

const kindOf = (within, between) =>
  within.value < between.value ? "concordant" : within.value > between.value ? "discordant" : "tied";

// ---- the picture: a few paths, however many cells there are

// The paths of the grid, in cells from the lower left corner, by name.
function gridShapes({ within, between, groups }) {
  const [nRows, nColumns] = [within.length, between.length];
  const corners = rocCorners(groups);
  // Below the curve all is concordant, above it discordant. In a tie they keep away from each other: right then up
  // below, up then right above.
  const lower = groups.flatMap((_, i) => [[corners[i + 1][0], corners[i][1]], corners[i + 1]]);
  const upper = groups.flatMap((_, i) => [[corners[i][0], corners[i + 1][1]], corners[i + 1]]);
  const tied = [];
  const dots = [];
  groups.forEach((group, i) => {
    if (!isMixed(group)) return;
    const [[left, bottom], [right, top]] = [corners[i], corners[i + 1]];
    tied.push([[left, bottom], [right, bottom], [right, top], [left, top]]);
    for (let row = bottom; row < top; row++) {
      for (let column = left; column < right; column++) dots.push([[column + 0.5, row + 0.5]]);
    }
  });
  // Down along a diagonal the within pairs get closer and the between pairs farther, so all that is discordant comes
  // first: one line hatches it.
  const hatch = [];
  for (let diagonal = 0; diagonal < nRows + nColumns - 1; diagonal++) {
    const row = Math.min(diagonal, nRows - 1);
    const column = diagonal - row;
    let n = 0;
    while (n <= row && column + n < nColumns && within[row - n].value > between[column + n].value) n += 1;
    if (n) hatch.push([[column, row + 1], [column + n, row + 1 - n]]);
  }
  const lines = [];
  for (let row = 1; row < nRows; row++) lines.push([[0, row], [nColumns, row]]);
  for (let column = 1; column < nColumns; column++) lines.push([[column, 0], [column, nRows]]);
  return {
    concordant: [[[0, 0], ...lower, [nColumns, 0]]],
    discordant: [[[0, 0], ...upper, [0, nRows]]],
    tied,
    hatch,
    dots,
    lines,
    curve: [corners],
  };
}

function gridPicture() {
  const path = (name) => svg("path", { class: name });
  const paths = {
    concordant: path("demo-cells demo-concordant"),
    discordant: path("demo-cells demo-discordant"),
    tied: path("demo-cells demo-tied-cells"),
    hatch: path("demo-cell-marks"),
    dots: path("demo-cell-marks demo-cell-dots"),
    lines: path("demo-cell-marks"),
    curve: path("demo-stair"),
  };
  const halo = path("demo-stair demo-halo");
  const target = [path("demo-target demo-halo"), path("demo-target")];
  const ticks = { within: path("demo-tick demo-within"), between: path("demo-tick demo-between") };
  const names = svg("g", { "aria-hidden": "true" });
  // An axis runs to the right; turned, it runs upwards.
  const axis = (text, transform) =>
    svg(
      "g",
      { transform },
      svg("text", { class: "demo-axis", text: "0" }),
      svg("text", { class: "demo-axis", x: SIDE / 2, "text-anchor": "middle", text }),
      svg("text", { class: "demo-axis", x: SIDE, "text-anchor": "end", text: "1" }),
    );
  const node = svg(
    "svg",
    { class: "demo-plot demo-grid", viewBox: "0 0 440 440", role: "slider", tabindex: 0 },
    svg("rect", { class: "demo-paper", x: LEFT, y: TOP, width: SIDE, height: SIDE }),
    paths.concordant,
    paths.discordant,
    paths.tied,
    paths.hatch,
    paths.dots,
    paths.lines,
    svg("path", { class: "demo-chance", d: `M${LEFT},${TOP + SIDE}L${LEFT + SIDE},${TOP}` }),
    halo,
    paths.curve,
    svg("path", { class: "demo-side demo-within", d: `M${LEFT - 2},${TOP + SIDE}V${TOP}` }),
    svg("path", { class: "demo-side demo-between", d: `M${LEFT},${TOP + SIDE + 2}H${LEFT + SIDE}` }),
    ticks.within,
    ticks.between,
    ...target,
    names,
    axis("FPR: between pairs, closest first", `translate(${LEFT},434)`),
    axis("TPR: within pairs, closest first", `translate(13,${TOP + SIDE})rotate(-90)`),
  );
  setAttributes(node, { "aria-label": "Cells: within pairs in rows, between pairs in columns" });
  let [nRows, nColumns, w, h] = [0, 0, 0, 0];
  const x = (column) => LEFT + column * w;
  const y = (row) => TOP + SIDE - row * h;

  function update(grid) {
    [nRows, nColumns] = [grid.within.length, grid.between.length];
    [w, h] = [SIDE / (nColumns || 1), SIDE / (nRows || 1)];
    const shapes = nRows && nColumns ? gridShapes(grid) : {};
    for (const [name, node] of Object.entries(paths)) {
      const place = (points) => linePath(points.map(([column, row]) => [x(column), y(row)]));
      // A line of no length with a round end is a dot.
      const end = name === "dots" ? "h0" : ["hatch", "lines", "curve"].includes(name) ? "" : "Z";
      node.setAttribute("d", (shapes[name] ?? []).map((points) => place(points) + end).join(""));
    }
    halo.setAttribute("d", paths.curve.getAttribute("d"));
    const cell = Math.min(w, h);
    setAttributes(paths.lines, { "stroke-width": clamp(cell / 16, 0.4, 1.5) });
    setAttributes(paths.hatch, { "stroke-width": clamp(cell / 10, 0.7, 2) });
    setAttributes(paths.dots, { "stroke-width": clamp(cell / 3, 1.4, 7) });
    showNames(grid);
  }

  // Pairs have their names along the sides only while there is room for them.
  function showNames({ within, between }) {
    const places = [];
    const named = (pairs, other) => (pairs.length <= MOST_NAMES && other.length ? pairs : []);
    named(within, between).forEach((pair, row) => {
      places.push({ x: LEFT - 12, y: y(row + 0.5) + 5, "text-anchor": "end", text: pairName(pair, "") });
    });
    named(between, within).forEach((pair, column) => {
      places.push({ x: x(column + 0.5), y: TOP + SIDE + 25, "text-anchor": "middle", text: pairName(pair, "") });
    });
    while (names.children.length > places.length) names.lastChild.remove();
    while (names.children.length < places.length) names.append(svg("text", { class: "demo-pair-side" }));
    places.forEach((attributes, i) => setAttributes(names.children[i], attributes));
  }

  // Mark rows and columns at the sides, and one cell, { row, column } or null.
  function touch(rows, columns, cell) {
    ticks.within.setAttribute("d", rows.map((row) => `M${LEFT - 9},${y(row + 0.5)}h8`).join(""));
    ticks.between.setAttribute("d", columns.map((column) => `M${x(column + 0.5)},${TOP + SIDE + 1}v8`).join(""));
    // The frame stands around the cell, for a cell may be no larger than the line is thick.
    const [left, right, bottom, top] = cell
      ? [x(cell.column) - 2, x(cell.column + 1) + 2, y(cell.row) + 2, y(cell.row + 1) - 2]
      : [];
    const frame = `M${left},${bottom}H${right}V${top}H${left}Z`;
    const arms = `M${left},${(bottom + top) / 2}H${LEFT}M${(left + right) / 2},${bottom}V${TOP + SIDE}`;
    for (const node of target) node.setAttribute("d", cell ? frame + arms : "");
  }

  // The cell under a pointer; null beside the grid.
  function locate(event) {
    const [px, py] = svgPlace(node, event);
    const [row, column] = [Math.floor((TOP + SIDE - py) / h), Math.floor((px - LEFT) / w)];
    return row >= 0 && row < nRows && column >= 0 && column < nColumns ? { row, column } : null;
  }

  return { node, update, touch, locate };
}

const pairName = ({ first, second }, dash = "\u2013") => `${pointName(first)}${dash}${pointName(second)}`;

function cellWords(within, between) {
  const kind = kindOf(within, between);
  const distances = [within, between].map(({ value }) => Math.sqrt(value));
  // Whole squares differ by one at least, so four digits tell any two distances apart.
  const alike = kind !== "tied" && distances[0].toFixed(1) === distances[1].toFixed(1);
  const [d, e] = distances.map((distance) => distance.toFixed(alike ? 4 : 1));
  const relation = { concordant: "closer than", discordant: "further apart than", tied: "as far apart as" }[kind];
  return `${pairName(within)} (within, ${d}) is ${relation} ${pairName(between)} (between, ${e}): ${kind}.`;
}

// ---- the demo

const TRAITS = ["points", "labels"];
const numbers = pointNumbers;
const check = (state) => checkPoints(state, 3, 16);

function render({ model, el, page }) {
  const picture = gridPicture();
  const caption = html("p", { class: "demo-caption" });
  const facts = { sPlus: "concordant s+", sMinus: "discordant s\u2212", sZero: "tied s0", gamma: "Gamma" };
  const board = readout("aucc", "AUCC", facts);
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "gamma-grid", title: "Gamma grid", traits: TRAITS, numbers, check });
  const field = pointField({ model, status, fewest: 3, most: 16, update, pin, hover, reset }, signal);

  let grid = compare([], []);
  // What is touched for good, { point } or the two pairs of a cell { within, between }, and what a pointer passes
  // over. Pairs, not row and column: the highlight goes along when a drag changes their order.
  let [pinned, hovered] = [null, null];
  let cursor = { row: 0, column: 0 }; // where the keyboard is in the grid

  // ---- from the state to the page

  function update() {
    if (!field.read()) return;
    grid = compare(model.get("points"), model.get("labels"));
    if (isLost(pinned)) pinned = null;
    if (isLost(hovered)) hovered = null;
    const { counts } = grid;
    board.show({
      aucc: formatScore(auccOf(counts)),
      gamma: formatScore(gammaOf(counts)),
      sPlus: formatCount(counts.sPlus),
      sMinus: formatCount(counts.sMinus),
      sZero: formatCount(counts.sZero),
    });
    picture.update(grid);
    showTouched();
    field.say(verdict());
  }

  function verdict() {
    const { within, between, counts } = grid;
    const { sPlus, sMinus, sZero } = counts;
    const total = within.length * between.length;
    if (!total) return "AUCC needs pairs within clusters and pairs between them.";
    return (
      `${within.length} within pairs \u00d7 ${between.length} between pairs = ${total} cells. ` +
      `AUCC = (${sPlus} + ${sZero}/2)/${total} = ${formatScore(auccOf(counts))}, ` +
      `Gamma = (${sPlus} \u2212 ${sMinus})/${total} = ${formatScore(gammaOf(counts))}.`
    );
  }

  const samePair = (a, b) => a.first === b.first && a.second === b.second;

  // Where two pairs meet; null if one of them is of the other kind by now, or gone.
  function cellOf(shown) {
    if (!shown?.within) return null;
    const row = grid.within.findIndex((pair) => samePair(pair, shown.within));
    const column = grid.between.findIndex((pair) => samePair(pair, shown.between));
    return row < 0 || column < 0 ? null : { row, column };
  }

  const isLost = (shown) => (shown?.within ? !cellOf(shown) : shown?.point >= model.get("points").length);

  const pairsAt = ({ row, column }) => ({ within: grid.within[row], between: grid.between[column] });

  // A cell shows its two pairs, a point all of its own.
  function showTouched() {
    const shown = hovered ?? pinned;
    const cell = cellOf(shown);
    const { within, between } = grid;
    const indices = (pairs) => [...pairs.keys()].filter((k) => [pairs[k].first, pairs[k].second].includes(shown.point));
    const [rows, columns] = cell ? [[cell.row], [cell.column]] : shown ? [indices(within), indices(between)] : [[], []];
    const nCells = within.length * between.length;
    if (cell) cursor = cell;
    cursor = {
      row: clamp(cursor.row, 0, Math.max(within.length - 1, 0)),
      column: clamp(cursor.column, 0, Math.max(between.length - 1, 0)),
    };
    picture.touch(rows, columns, cell);
    field.link([...rows.map((row) => within[row]), ...columns.map((column) => between[column])]);
    const words = cell
      ? cellWords(within[cell.row], between[cell.column])
      : shown && nCells
        ? `Pairs of ${pointName(shown.point)}: ${rows.length} of the rows, ${columns.length} of the columns.`
        : CAPTION;
    setAttributes(caption, { text: words });
    const place = `row ${cursor.row + 1} of ${within.length}, column ${cursor.column + 1} of ${between.length}: `;
    const under = nCells ? pairsAt(cursor) : null;
    setAttributes(picture.node, {
      "aria-valuemin": nCells ? 1 : 0,
      "aria-valuemax": nCells,
      "aria-valuenow": nCells ? cursor.row * between.length + cursor.column + 1 : 0,
      "aria-valuetext": under ? place + cellWords(under.within, under.between) : "no cells",
    });
  }

  // ---- from the reader's hand to the state

  function pin(touched) {
    pinned = touched;
    showTouched();
  }

  function hover(touched) {
    hovered = touched;
    showTouched();
  }

  function reset() {
    pinned = hovered = null;
    cursor = { row: 0, column: 0 };
  }

  function pinCell(cell) {
    hovered = null;
    pin(cell && pairsAt(cell));
  }

  const listen = (type, handler) => picture.node.addEventListener(type, handler, { signal });
  listen("pointermove", (event) => {
    const cell = picture.locate(event);
    if (!event.buttons) hover(cell && pairsAt(cell));
    else if (cell) pinCell(cell);
  });
  listen("pointerleave", () => hover(null));
  listen("pointerdown", (event) => {
    const cell = picture.locate(event);
    if (cell) pinCell(cell);
  });
  listen("focus", () => {
    if (!pinned?.within && grid.within.length && grid.between.length) pinCell(cursor);
  });
  listen("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = arrowStep(event, 1, 10);
    const last = { row: grid.within.length - 1, column: grid.between.length - 1 };
    const ends = { Home: { row: 0, column: 0 }, End: last };
    if (!step && !(event.key in ends) && event.key !== "Escape") return;
    event.preventDefault();
    if (event.key === "Escape") pinCell(null);
    else if (last.row < 0 || last.column < 0) return;
    else if (event.key in ends) pinCell(ends[event.key]);
    else {
      const [row, column] = [cursor.row + step[1], cursor.column + step[0]];
      pinCell({ row: clamp(row, 0, last.row), column: clamp(column, 0, last.column) });
    }
  });

  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    field.controls,
    field.node,
    html("div", { class: "demo-grid-box" }, picture.node, caption),
    board.node,
    status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
