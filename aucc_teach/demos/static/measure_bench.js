// Measure bench: the table of two partitions to edit, ten measures of it, and what each change does to its pairs.

const [FEWEST_CLUSTERS, MOST_CLUSTERS] = [2, 6];
const MOST_IN_A_CELL = 99;
const [FEWEST_OBJECTS, MOST_OBJECTS] = [2, 300];
const [WIDTH, HEIGHT] = [420, 480];
const [LEFT, TOP, RIGHT, BOTTOM] = [36, 30, 52, 30];
const HIGHEST_CELL = 130;
const LOWEST_BAR = -0.4; // lower values are rare, and have their number
const A_STEP = 10; // of a drag, for one object
const TYPING = 1500; // milliseconds in which a second digit belongs to the first
// Python and JavaScript add up logarithms in different orders, so what did not change may differ by some 1e-15.
const TOLERANCE = 1e-12;
const MEASURES = {
  Pairs: { rand: "Rand\u2019s c", ari: "ARI", fm: "FM" },
  "Matched clusters": { pa: "PA", na: "NA", aaa: "AAA", psi: "PSI", psi_simplified: "PSI simpl." },
  Information: { nmi: "NMI", ami: "AMI" },
};
const NAMES = Object.assign({}, ...Object.values(MEASURES));
const KINDS = {
  tp: "together in both",
  fn: "in the row only",
  fp: "in the column only",
  tn: "apart in both",
};

const TRAITS = ["table", "before"];
const QUESTION = "Which mistake does each of the ten measures punish?";
const HELP = [
  "Rows are the clusters of the first partition, columns the clusters of the second, and a cell holds the objects " +
    "that are in both. The grey squares are as large as the counts, and the sums stand at the margins. Thick frames " +
    "show the matching of rows with columns that PA counts. A bar begins at 0 and is cut at \u22120.4; the line across it " +
    "is where the measure was before the step.",
  "Click the upper half of a cell to add an object, the lower half to remove one, or drag a cell up and down. If " +
    "you take an object from one cell and then put it into another, it has moved, and both together are one step.",
  "Keys: Tab goes to the cells. Arrows up and down change a cell by one, with Shift by ten, and so do + and \u2212. " +
    "Digits set it, and Backspace deletes the last digit. Arrows left and right walk among the cells, and Enter goes " +
    "to the next row.",
];

// ---- the numbers

const transposed = (table) => table[0].map((_, j) => table.map((row) => row[j]));
const margins = (table) => [table.map(sumOf), transposed(table).map(sumOf)];
const pairsIn = (sizes) => sumOf(sizes.map(nPairs));

// Counts are whole numbers: exact.
function pairsOf(table) {
  const [rows, columns] = margins(table);
  const tp = pairsIn(table.flat());
  const [fn, fp] = [pairsIn(rows) - tp, pairsIn(columns) - tp];
  return { tp, fn, fp, tn: pairsIn([sumOf(rows)]) - tp - fn - fp };
}

// The largest sum of weights of which no two are in one row or column, and the columns of the rows; of equal ones the
// first in lexicographic order. Rows and columns that are missing are filled up with zeros.
function matching(weights) {
  const k = Math.max(weights.length, weights[0].length);
  const weight = (i, j) => weights[i]?.[j] ?? 0;
  // For each set of columns that the first rows have taken: the best that the other rows can do, and the next column.
  const best = new Float64Array(1 << k);
  const next = new Uint8Array(1 << k);
  for (let taken = (1 << k) - 2; taken >= 0; taken--) {
    let row = 0;
    for (let rest = taken; rest; rest &= rest - 1) row += 1;
    best[taken] = -1;
    for (let j = 0; j < k; j++) {
      if (taken & (1 << j)) continue;
      const found = weight(row, j) + best[taken | (1 << j)];
      if (found > best[taken]) [best[taken], next[taken]] = [found, j];
    }
  }
  const columns = [];
  for (let taken = 0; columns.length < k; taken |= 1 << columns.at(-1)) columns.push(next[taken]);
  return { sum: best[0], columns };
}

// As in Python: whole numbers until the one division, where that is possible, and the same values where it is 0/0.
function scoresOf(table) {
  const [rows, columns] = margins(table);
  const n = sumOf(rows);
  const { tp, fn, fp, tn } = pairsOf(table);
  const scale = (tp + fn) * (fn + tn) + (tp + fp) * (fp + tn);
  const rand = (tp + tn) / (tp + fn + fp + tn);
  const ari = scale ? (2 * (tp * tn - fn * fp)) / scale : 1;
  const fm = tp + fn && tp + fp ? tp / Math.sqrt((tp + fn) * (tp + fp)) : Number(fn === fp);
  const [r, s] = [rows, columns].map((sizes) => sizes.filter(Boolean).sort((a, b) => b - a));
  const k = Math.max(r.length, s.length);
  const matched = matching(table).sum;
  const pa = matched / n;
  const [h1, h2, h12] = [rows, columns, table.flat()].map((sizes) => entropy(sizes, n));
  // One cluster in both partitions.
  if (k === 1) return { rand, ari, fm, pa, na: 1, aaa: 1, psi: 1, psi_simplified: 1, nmi: 1, ami: 1 };
  const weighted = (weight) => matching(table.map((row, i) => row.map((c, j) => (c ? c / weight(i, j) : 0)))).sum;
  const aaa = r.length === 1 ? 0 : (weighted((i) => rows[i]) - 1) / (r.length - 1);
  const overlaps = weighted((i, j) => Math.max(rows[i], columns[j]));
  const psi = (chance) => Math.max(0, (overlaps - chance) / (k - chance));
  const expected = expectedInformation(r, s, n);
  const isApart = r.length === n && s.length === n;
  return {
    rand,
    ari,
    fm,
    pa,
    na: (k * matched - n) / (n * (k - 1)),
    aaa,
    psi: psi(sumOf(r.map((size, i) => Math.min(size, s[i] ?? 0))) / n),
    psi_simplified: psi(1),
    nmi: Math.max(0, (h1 + h2 - h12) / ((h1 + h2) / 2)),
    ami: isApart ? 1 : (h1 + h2 - h12 - expected) / ((h1 + h2) / 2 - expected),
  };
}

const purityOf = (table) => sumOf(transposed(table).map((column) => Math.max(...column))) / sumOf(table.flat());

function changesOf(old, now) {
  const snapped = (change) => (Math.abs(change) > TOLERANCE ? change : 0);
  return Object.fromEntries(Object.keys(NAMES).map((key) => [key, snapped(now[key] - old[key])]));
}

// What a step did to each cell. A row or a column that only one of the tables has is empty in the other.
function differences(before, table) {
  const [nRows, nColumns] = [(t) => t.length, (t) => t[0].length].map((size) => Math.max(size(before), size(table)));
  const found = [];
  for (let i = 0; i < nRows; i++) {
    for (let j = 0; j < nColumns; j++) {
      const change = (table[i]?.[j] ?? 0) - (before[i]?.[j] ?? 0);
      if (change) found.push({ i, j, change });
    }
  }
  return found;
}

function isMove(before, table) {
  const found = differences(before, table);
  return found.length === 2 && found[0].change + found[1].change === 0 && Math.abs(found[0].change) === 1;
}

const isExchange = (before, table) => !same(before, table) && same(transposed(before), table);

function numbers({ table, before }) {
  const [rows, columns] = margins(table);
  const scores = scoresOf(table);
  const changes = Object.values(changesOf(scoresOf(before), scores));
  return {
    n: sumOf(rows),
    n_rows: rows.filter(Boolean).length,
    n_columns: columns.filter(Boolean).length,
    ...pairsOf(table),
    purity: purityOf(table),
    ...scores,
    up: changes.filter((change) => change > 0).length,
    down: changes.filter((change) => change < 0).length,
    changed: changes.filter(Boolean).length,
    is_move: Number(isMove(before, table)),
    is_exchange: Number(isExchange(before, table)),
  };
}

function wrongTable(name, table) {
  const isSize = (list) => Array.isArray(list) && FEWEST_CLUSTERS <= list.length && list.length <= MOST_CLUSTERS;
  if (!isSize(table) || !table.every((row) => isSize(row) && row.length === table[0].length)) {
    return `${name} must have ${FEWEST_CLUSTERS} to ${MOST_CLUSTERS} rows, and as many columns.`;
  }
  const wrong = table.flat().map((count) => wrongWhole(`each of ${name}`, count, 0, MOST_IN_A_CELL));
  return wrong.find(Boolean) ?? wrongWhole(`the total of ${name}`, sumOf(table.flat()), FEWEST_OBJECTS, MOST_OBJECTS);
}

const check = ({ table, before }) => wrongTable("table", table) || wrongTable("before", before);

// ---- words

const columnName = (j) => "ABCDEF"[j];
const cellName = ({ i, j }) => `${i + 1}${columnName(j)}`;
// What is 0 but for the last bits has no sign.
const score = (value) => formatScore(Math.abs(value) < TOLERANCE ? 0 : value);
// In the status line, which is read aloud, without signs.
const way = (change) => (change > 0 ? "up" : "down");
const amount = (change, least = "<") => (Math.abs(change) < 0.00005 ? `${least}0.0001` : score(Math.abs(change)));

// With how many others an object of a cell is together in both, in its row, in its column; from how many apart.
function company(table, { i, j }) {
  const [rows, columns] = margins(table);
  const both = table[i][j] - 1;
  const [row, column] = [rows[i] - 1 - both, columns[j] - 1 - both];
  return [both, row, column, sumOf(rows) - 1 - both - row - column];
}

// What a step did, in a sentence, and which pairs it made or broke; nothing where nothing changed.
function stepInWords(before, table) {
  const cells = differences(before, table);
  if (!cells.length) return "";
  const changes = cells.map(({ change }) => change);
  const more = sumOf(changes.filter((change) => change > 0));
  const fewer = more - sumOf(changes);
  const came = cells.find(({ change }) => change === Math.max(...changes));
  const left = cells.find(({ change }) => change === Math.min(...changes));
  const both = (was, now) => {
    const counts = was.map((count, i) => [count, now[i]].map(formatCount));
    return counts.map(([a, b]) => (a === b ? a : `${a}, now ${b}`));
  };
  if (more === 1 && fewer === 1) {
    const pairs = both(company(before, left), company(table, came));
    return (
      `One object moved from ${cellName(left)} to ${cellName(came)}: together in both with ${pairs[0]}; in the row ` +
      `only with ${pairs[1]}; in the column only with ${pairs[2]}; apart from ${pairs[3]}.`
    );
  }
  if (isExchange(before, table)) return "Rows and columns have changed places.";
  if (more + fewer === 1) {
    const [inBoth, row, column, apart] = company(more ? table : before, cells[0]);
    const verb = more ? `more in ${cellName(cells[0])}: it is` : `fewer in ${cellName(cells[0])}: it was`;
    return (
      `One object ${verb} together with ${inBoth} in both, with ${row} in the row only, with ${column} in the column ` +
      `only, apart from ${apart}.`
    );
  }
  const [was, now] = [before, table].map((one) => Object.values(pairsOf(one)));
  if (!more || !fewer) {
    const word = more ? "more" : "fewer";
    const where = cells.length === 1 ? cellName(cells[0]) : "several cells";
    const [tp, fn, fp, tn] = was.map((count, i) => formatCount(Math.abs(now[i] - count)));
    return (
      `${more + fewer} objects ${word} in ${where}: ${tp} pairs ${word} together in both, ${fn} in the row only, ` +
      `${fp} in the column only, ${tn} apart.`
    );
  }
  const isOneWay = cells.length === 2 && more === fewer;
  const what = isOneWay
    ? `${more} objects moved from ${cellName(left)} to ${cellName(came)}`
    : "Several cells changed";
  const [tp, fn, fp, tn] = both(was, now);
  return `${what}: pairs together in both ${tp}; in the row only ${fn}; in the column only ${fp}; apart ${tn}.`;
}

function mostMoved(changes) {
  const moved = Object.entries(changes).filter(([, change]) => change);
  if (!moved.length) return "No measure changes.";
  const most = Math.max(...moved.map(([, change]) => Math.abs(change)));
  // Of those that moved as far, the first: the last bits do not decide.
  const [key, change] = moved.find((item) => Math.abs(item[1]) > most - TOLERANCE);
  const words = `${way(change)} by ${amount(change, "less than ")}`;
  if (moved.length === 1) return `Only ${NAMES[key]} changes, ${words}.`;
  const up = moved.filter((item) => item[1] > 0).length;
  const unchanged = Object.keys(NAMES).length - moved.length;
  return `${NAMES[key]} moves most, ${words}. Up ${up}, down ${moved.length - up}, the same ${unchanged}.`;
}

function emptyOnes(table) {
  const [rows, columns] = margins(table);
  const names = [
    ...rows.map((size, i) => (size ? "" : `row ${i + 1}`)),
    ...columns.map((size, j) => (size ? "" : `column ${columnName(j)}`)),
  ].filter(Boolean);
  return names.length ? ` Empty, so not a cluster: ${names.join(", ")}.` : "";
}

function verdict(before, table, changes) {
  const step = stepInWords(before, table);
  if (step) return `${step} ${mostMoved(changes)}${emptyOnes(table)}`;
  const { tp, fn, fp, tn } = pairsOf(table);
  const [pairs, ...kinds] = [tp + fn + fp + tn, tp, fn, fp, tn].map(formatCount);
  const words = Object.values(KINDS).map((kind, i) => `${kinds[i]} ${kind}`);
  return `${sumOf(table.flat())} objects make ${pairs} pairs: ${words.join(", ")}.${emptyOnes(table)}`;
}

// ---- the picture

const keyOf = ({ i, j }) => `${i}-${j}`;

function tablePicture(listenToCell) {
  const layer = svg("g");
  const node = svg(
    "svg",
    {
      class: "demo-plot demo-contingency",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "application",
      "aria-label": "Table of two partitions",
    },
    layer,
  );
  const items = new Map();
  let [nRows, nColumns, w, h] = [0, 0, 0, 0];
  let words = {}; // heads and sums

  const word = (kind, x, y, text = "") => svg("text", { class: kind, x, y, "text-anchor": "middle", text });

  function addCell(i, j) {
    const [x, y] = [LEFT + j * w, TOP + i * h];
    const half = (name, top) =>
      svg("rect", {
        class: "demo-grip demo-half",
        role: "button",
        tabindex: -1,
        "aria-label": `${name} in ${cellName({ i, j })}`,
        x: x + 3,
        y: top,
        width: w - 6,
        height: h / 2 - 1,
      });
    const cell = svg(
      "g",
      {
        class: "demo-choice",
        role: "spinbutton",
        "aria-valuemin": 0,
        "aria-valuemax": MOST_IN_A_CELL,
        "aria-label": `row ${i + 1}, column ${columnName(j)}`,
        "data-key": keyOf({ i, j }),
      },
      svg("rect", { class: "demo-cell", x: x + 3, y: y + 3, width: w - 6, height: h - 6, rx: 4 }),
      svg("rect", { class: "demo-share" }),
      word("demo-name demo-cell-count", x + w / 2, y + h / 2 + 7),
      half("One more", y + 1),
      half("One fewer", y + h / 2),
      word("demo-axis demo-sign", x + w / 2, y + 17, "+"),
      word("demo-axis demo-sign", x + w / 2, y + h - 8, "\u2212"),
    );
    layer.append(cell);
    const item = { i, j, node: cell, middle: y + h / 2 };
    items.set(keyOf(item), item);
    listenToCell(item);
  }

  function resize(table) {
    if (table.length === nRows && table[0].length === nColumns) return;
    [nRows, nColumns] = [table.length, table[0].length];
    [w, h] = [(WIDTH - LEFT - RIGHT) / nColumns, Math.min(HIGHEST_CELL, (HEIGHT - TOP - BOTTOM) / nRows)];
    const bottom = TOP + nRows * h;
    const rowAt = (i) => TOP + (i + 0.5) * h + 6;
    const columnAt = (j) => LEFT + (j + 0.5) * w;
    words = {
      rows: table.map((_, i) => word("demo-name", LEFT / 2, rowAt(i))),
      rowSums: table.map((_, i) => word("demo-axis", WIDTH - RIGHT / 2, rowAt(i))),
      columns: table[0].map((_, j) => word("demo-name", columnAt(j), TOP - 10)),
      columnSums: table[0].map((_, j) => word("demo-axis", columnAt(j), bottom + 21)),
      total: [word("demo-axis", WIDTH - RIGHT / 2, bottom + 21)],
    };
    items.clear();
    layer.replaceChildren(svg("g", { "aria-hidden": "true" }, ...Object.values(words).flat()));
    for (let i = 0; i < nRows; i++) for (let j = 0; j < nColumns; j++) addCell(i, j);
  }

  function update(table) {
    resize(table);
    const [rows, columns] = margins(table);
    const write = (nodes, texts) => nodes.forEach((one, i) => setAttributes(one, { text: String(texts[i]) }));
    const head = (name, size) => (size ? name : `(${name})`);
    write(words.rows, rows.map((size, i) => head(String(i + 1), size)));
    write(words.columns, columns.map((size, j) => head(columnName(j), size)));
    write(words.rowSums, rows);
    write(words.columnSums, columns);
    write(words.total, [sumOf(rows)]);
    const most = Math.max(...table.flat());
    const matched = matching(table).columns;
    for (const { i, j, node: cell } of items.values()) {
      const [box, share, count] = cell.children;
      const value = table[i][j];
      const side = Math.min(w - 14, h - 36) * Math.sqrt(value / most);
      const [x, y] = [LEFT + j * w + (w - side) / 2, TOP + i * h + (h - side) / 2];
      setAttributes(box, { class: value && matched[i] === j ? "demo-cell demo-matched" : "demo-cell" });
      setAttributes(share, { x, y, width: side, height: side });
      setAttributes(count, { text: String(value) });
      setAttributes(cell, { "aria-valuenow": value });
    }
  }

  return { node, items, update };
}

// One row for each measure: its name, a bar from 0, the number, and what the step did to it.
function measureBoard() {
  const lines = {};
  const parts = Object.entries(MEASURES).flatMap(([kind, names]) => [
    html("p", { class: "demo-measure-kind", text: kind }),
    ...Object.entries(names).map(([key, name]) => {
      const bar = svg("rect", { class: "demo-bar-value", y: 3, height: 10 });
      const was = svg("path", { class: "demo-bar-was" });
      const value = html("span", { "data-value": key });
      const change = html("span", { "data-value": `${key}_change` });
      lines[key] = { bar, was, value, change };
      const viewBox = `${100 * LOWEST_BAR} 0 ${100 * (1 - LOWEST_BAR)} 16`;
      const ends = svg("path", { class: "demo-bar-ends", d: "M0,0V16M100,0V16" });
      const picture = { class: "demo-bar", viewBox, preserveAspectRatio: "none", "aria-hidden": "true" };
      const cells = [html("span", { text: name }), " ", svg("svg", picture, bar, ends, was), " ", value, " ", change];
      return html("div", { class: "demo-measure" }, ...cells);
    }),
  ]);
  const node = html(
    "div",
    { class: "demo-readout" },
    html("p", { class: "demo-headline" }, html("span", { text: "Ten measures, each on a scale of its own" })),
    html("div", { class: "demo-measures" }, ...parts),
  );

  function update(scores, old, changes, isStep) {
    for (const [key, { bar, was, value, change }] of Object.entries(lines)) {
      const end = Math.max(scores[key], LOWEST_BAR);
      setAttributes(bar, { x: 100 * Math.min(0, end), width: 100 * Math.abs(end) });
      setAttributes(was, { d: changes[key] ? `M${100 * Math.max(old[key], LOWEST_BAR)},0V16` : "" });
      setAttributes(value, { text: score(scores[key]) });
      const sign = changes[key] > 0 ? "\u25b2" : "\u25bc";
      const moved = changes[key] ? `${sign} ${way(changes[key])} ${amount(changes[key])}` : "the same";
      setAttributes(change, { text: isStep ? moved : "" });
    }
  }

  return { node, update };
}

// ---- the demo

function render({ model, el, page }) {
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "measure-bench", title: "Measure bench", traits: TRAITS, numbers, check });

  let [table, before] = [[], []];
  let stopKey = "0-0"; // the cell where Tab stops
  let said = ""; // what the next update has to say in place of the verdict
  let drag = null; // what a drag began with
  let typed = null; // the cell and the first digit that was typed, when, and what it began with

  // ---- from the state to the page

  function update() {
    const focused = picture.items.get(stopKey)?.node === el.getRootNode().activeElement;
    [table, before] = TRAITS.map((name) => model.get(name));
    const [scores, old] = [scoresOf(table), scoresOf(before)];
    const changes = changesOf(old, scores);
    picture.update(table);
    board.update(scores, old, changes, !same(before, table));
    const shown = { ...pairsOf(table), purity: purityOf(table) };
    for (const [key, node] of Object.entries(facts)) {
      node.textContent = key === "purity" ? score(shown.purity) : formatCount(shown[key]);
    }
    presets.show(model.get("presets").findIndex((p) => same([p.table, p.before], [table, before])));
    const [i, j] = stopKey.split("-").map(Number);
    stopKey = keyOf({ i: Math.min(i, table.length - 1), j: Math.min(j, table[0].length - 1) });
    // What has gone takes the focus along.
    if (focused) focus(stopKey);
    showStop();
    status.show(drag ? null : "", said || verdict(before, table, changes));
    said = "";
  }

  function showStop() {
    for (const [key, { node }] of picture.items) setAttributes(node, { tabindex: key === stopKey ? 0 : -1 });
  }

  // ---- from the reader's hand to the state

  function edit(words, changes) {
    said = words;
    if (Object.entries(changes).some(([name, value]) => !same(model.get(name), value))) save(model, changes);
    else update();
  }

  const present = () => ({ table, before });

  // The step of a gesture, from what it began with to `next`. One object taken out and then put in elsewhere is a move.
  function stepBegins(from, next) {
    return same(next, from.table) || isMove(from.before, next) ? from.before : from.table;
  }

  // Set a cell as far as its limits allow.
  function setCell({ i, j }, wanted, from = present()) {
    const others = sumOf(table.flat()) - table[i][j];
    const low = Math.max(0, FEWEST_OBJECTS - others);
    const high = Math.min(MOST_IN_A_CELL, MOST_OBJECTS - others);
    const value = clamp(Math.round(wanted), low, high);
    const next = replaced(table, i, replaced(table[i], j, value));
    const isHeldBack = value === table[i][j] && Math.round(wanted) !== value && !drag;
    if (isHeldBack) return status.announce(limit(wanted, low, high, cellName({ i, j })));
    edit("", { table: next, before: stepBegins(from, next) });
  }

  function limit(wanted, low, high, name) {
    if (wanted < low) return low ? `There must be at least ${FEWEST_OBJECTS} objects.` : `${name} is empty.`;
    if (high < MOST_IN_A_CELL) return `There can be at most ${MOST_OBJECTS} objects.`;
    return `A cell can hold at most ${MOST_IN_A_CELL} objects.`;
  }

  function type(item, digit, time) {
    const goesOn = typed?.key === keyOf(item) && time - typed.time < TYPING;
    const from = goesOn ? typed.from : present();
    const value = goesOn ? 10 * typed.digit + digit : digit;
    typed = goesOn ? null : { key: keyOf(item), digit, time, from };
    setCell(item, value, from);
  }

  function focus(key) {
    picture.items.get(key)?.node.focus({ preventScroll: true });
  }

  // In the order of reading, round and round.
  function walk({ i, j }, nCells) {
    const [nRows, nColumns] = [table.length, table[0].length];
    const place = (i * nColumns + j + nCells + nRows * nColumns) % (nRows * nColumns);
    focus(keyOf({ i: Math.floor(place / nColumns), j: place % nColumns }));
  }

  function listenToCell(item) {
    const { node } = item;
    const count = () => table[item.i][item.j];
    const moves = {
      at: () => [0, count()],
      locate: (event) => [0, -svgPlace(picture.node, event)[1] / A_STEP],
      moveTo: ([dx, value], done) => {
        if (dx) return walk(item, Math.sign(dx));
        const from = drag ?? present();
        drag = done ? null : from;
        setCell(item, value, from);
      },
      press: () => focus(keyOf(item)),
      tap: (event) => setCell(item, count() + (svgPlace(picture.node, event)[1] < item.middle ? 1 : -1)),
      small: 1,
      big: 10,
    };
    makeMovable(node, moves, signal);
    const actions = {
      Enter: () => walk(item, table[0].length),
      "+": () => setCell(item, count() + 1),
      "-": () => setCell(item, count() - 1),
      Backspace: () => setCell(item, Math.floor(count() / 10)),
      Delete: () => setCell(item, 0),
    };
    listenToKeys(node, actions, signal);
    const onDigit = (event) => {
      if (!/^\d$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) {
        typed = null;
        return;
      }
      event.preventDefault();
      type(item, Number(event.key), event.timeStamp);
    };
    node.addEventListener("keydown", onDigit, { signal });
    // A screen reader clicks without a pointer.
    const onClick = (event) => {
      if (event.detail === 0) setCell(item, count() + (event.target.matches(".demo-half ~ .demo-half") ? -1 : 1));
    };
    node.addEventListener("click", onClick, { signal });
  }

  // ---- controls

  function addCluster(isRow) {
    const size = isRow ? table.length : table[0].length;
    if (size >= MOST_CLUSTERS) return status.announce(`There can be at most ${size} ${isRow ? "rows" : "columns"}.`);
    const next = isRow ? [...table, table[0].map(() => 0)] : table.map((row) => [...row, 0]);
    const name = isRow ? `Row ${size + 1}` : `Column ${columnName(size)}`;
    edit(`${name} is added. It is empty, so it is not a cluster, and no measure changes.`, { table: next, before: next });
  }

  function removeCluster(isRow) {
    const size = isRow ? table.length : table[0].length;
    if (size <= FEWEST_CLUSTERS) return status.announce(`There must be at least ${FEWEST_CLUSTERS} ${isRow ? "rows" : "columns"}.`);
    const next = isRow ? table.slice(0, -1) : table.map((row) => row.slice(0, -1));
    if (sumOf(next.flat()) < FEWEST_OBJECTS) return status.announce("Too few objects would be left.");
    const gone = same(margins(next).map(sumOf), margins(table).map(sumOf));
    edit("", { table: next, before: gone ? next : table });
  }

  const picture = tablePicture(listenToCell);
  listenToItems(body, picture.items, "focusin", (item) => {
    stopKey = keyOf(item);
    showStop();
  }, signal);
  const board = measureBoard();
  const facts = {};
  const factRows = Object.entries({ ...KINDS, purity: "" }).map(([key, words]) => {
    facts[key] = html("span", { "data-value": key });
    return html("div", {}, html("span", { text: `${key} ${words}`.trim() }), " ", facts[key]);
  });
  const presets = presetControl(
    "Start from",
    "your own table",
    model,
    (preset) => edit(preset.note, { table: preset.table, before: preset.before }),
    signal,
  );
  const exchange = () => edit("", { table: transposed(table), before: table });
  const shape = [true, false].flatMap((isRow) => [
    buttonControl(isRow ? "Add row" : "Add column", () => addCluster(isRow), signal),
    buttonControl(isRow ? "Remove row" : "Remove column", () => removeCluster(isRow), signal),
  ]);
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html(
      "div",
      { class: "demo-controls" },
      presets.node,
      buttonControl("Exchange rows and columns", exchange, signal),
      html("details", { class: "demo-shape" }, html("summary", { text: "Add and remove" }), html("div", {}, ...shape)),
    ),
    picture.node,
    html("div", { class: "demo-bench-facts demo-facts" }, ...factRows),
    board.node,
    status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
