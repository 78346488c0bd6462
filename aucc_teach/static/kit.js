// The kit: what every demo is made of. This text is put in front of each demo's own module, so there is nothing to
// import, and the names below must not be declared again there. It keeps no state and touches nothing but the nodes
// it is handed: several demos can live on one page.

// ---------------------------------------------------------------------------------------------------- nodes

const SVG = "http://www.w3.org/2000/svg";

// Set attributes; null and false take one away, true sets it empty, `text` is the text content.
function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") {
      if (node.textContent !== value) node.textContent = value;
    } else if (value === null || value === false) node.removeAttribute(name);
    else {
      const written = value === true ? "" : String(value);
      // Most of what a frame sets is as it was, and the browser would do its work again for the same value.
      if (node.getAttribute(name) !== written) node.setAttribute(name, written);
    }
  }
  return node;
}

function html(tag, attributes = {}, ...children) {
  const node = setAttributes(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}

function svg(tag, attributes = {}, ...children) {
  const node = setAttributes(document.createElementNS(SVG, tag), attributes);
  node.append(...children);
  return node;
}

// Start a demo: a `body` to fill, a `signal` for everything that listens, `gesture` to hold together what the demo does by
// itself, and `stop`, which takes all down again and is what render() returns to its host. `demo` says what the lesson
// around it needs: { name, title, traits, numbers, check }; `title` is what a screen reader calls it.
function mount({ model, el, page }, demo) {
  const life = new AbortController();
  const body = html("div", { class: "demo-body" });
  // JupyterLab would take arrows and letters for its own shortcuts,
  const attributes = { class: `demo demo-live demo-${demo.name}`, "data-lm-suppress-shortcuts": "true" };
  const box = html("div", { ...attributes, role: "group", "aria-label": demo.title, tabindex: -1 }, body);
  el.append(box);
  // and the book's theme letters; only what is pressed together with Ctrl, Alt or Cmd is meant for them.
  const keep = (event) => !event.ctrlKey && !event.altKey && !event.metaKey && event.stopPropagation();
  box.addEventListener("keydown", keep, { signal: life.signal });
  const gesture = accompany({ box, body, model, page }, demo, life.signal);
  // WebKit would select the words of the page, from wherever it finds some, while something in a drawing is dragged.
  let isHeld = false;
  const listen = (node, type, handler) => node.addEventListener(type, handler, { signal: life.signal });
  listen(body, "pointerdown", ({ target }) => (isHeld = target.closest("svg") !== null));
  for (const type of ["pointerup", "pointercancel"]) listen(window, type, () => (isHeld = false));
  listen(document, "selectstart", (event) => isHeld && event.preventDefault());
  const stop = () => {
    life.abort();
    box.remove();
  };
  return { body, signal: life.signal, stop, gesture };
}

// Call `handler` when one of `names` changes in the model: once for all changes made together, before the next paint.
function onChange(model, names, handler, signal) {
  let waiting = false;
  const changed = () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      if (!signal.aborted) handler();
    });
  };
  for (const name of names) model.on(`change:${name}`, changed);
  signal.addEventListener("abort", () => names.forEach((name) => model.off(`change:${name}`, changed)));
}

// Set several traits at once and send them to the kernel, if there is one, in one message.
function save(model, changes) {
  for (const [name, value] of Object.entries(changes)) model.set(name, value);
  model.save_changes();
}

// ---------------------------------------------------------------------------------------------------- numbers

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

const range = (length, from = 0) => Array.from({ length }, (_, i) => from + i);
const sumOf = (list) => list.reduce((sum, value) => sum + value, 0);
const nPairs = (size) => (size * (size - 1)) / 2;

// A straight map from [a, b] to [c, d]; `.invert` goes back.
function scale([a, b], [c, d]) {
  const map = (value) => c + ((value - a) / (b - a)) * (d - c);
  map.invert = (value) => a + ((value - c) / (d - c)) * (b - a);
  return map;
}

// Counts with thin spaces beyond 9999.
const formatCount = (n) => (n > 9999 ? String(n).replace(/\B(?=(\d{3})+$)/g, "\u2009") : String(n));

// Scores with four decimals and a true minus sign, a dash where there is none. As in Python, what lies just between
// goes to the even digit; toFixed() would round it up. Only multiples of 1/32 can lie there.
function formatScore(x) {
  if (!Number.isFinite(x)) return "\u2013";
  const lower = Math.floor(x * 10000);
  const halfway = Number.isInteger(x * 32) && x * 10000 - lower === 0.5;
  const rounded = halfway ? (lower + Math.abs(lower % 2)) / 10000 : x;
  return rounded.toFixed(4).replace("-", "\u2212");
}

// a, b, ..., z, a2, b2, ...
const pointName = (i) => String.fromCharCode(97 + (i % 26)) + (i < 26 ? "" : Math.floor(i / 26) + 1);

// ---------------------------------------------------------------------------------------------------- state

// Are two states, of numbers and lists alone, the same?
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

const replaced = (list, i, value) => list.map((old, k) => (k === i ? value : old));

// The next cluster for the i-th point: round those of the other points and one that is free, as far as there are
// markers.
function nextLabel(labels, i) {
  const others = new Set(labels.filter((_, k) => k !== i));
  const free = MARKERS.findIndex((_, label) => !others.has(label));
  const choices = MARKERS.map((_, label) => label).filter((label) => others.has(label) || label === free);
  return choices.find((choice) => choice > labels[i]) ?? choices[0];
}

// ---------------------------------------------------------------------------------------------------- chance

// What is dealt here is dealt by Python alike (_random_partitions.py): the same numbers from the same start.

const BALANCES = ["even", "ten percent", "sixty percent"]; // their places are a part of the seed
const SHUFFLED = 3; // part of the seed beside those: labels dealt again, large clusters first, to judge others among
const MOST_SHUFFLES = 999; // then p is a number of thousandths
const BALANCE_NAMES = ["all equal", "one with 10%", "one with 60%"];

// Cluster sizes: even, or the first with a share of the points, rounded to the even number, and the rest even.
function sizesOf(n, k, balance) {
  const even = (count, groups) => range(groups).map((i) => Math.floor(count / groups) + (i < count % groups));
  if (balance === "even") return even(n, k);
  const tenths = n * (balance === "ten percent" ? 1 : 6);
  const [whole, rest] = [Math.floor(tenths / 10), tenths % 10];
  const first = whole + (rest > 5 || (rest === 5 && whole % 2 === 1));
  return [first, ...even(n - first, k - 1)];
}

// 60 points as 36 + 2 × 12.
function formatSizes(sizes) {
  const kinds = [...new Set(sizes)].map((size) => [sizes.filter((other) => other === size).length, size]);
  return kinds.map(([count, size]) => (count > 1 ? `${count} \u00d7 ${size}` : size)).join(" + ");
}

// The generator sfc32 of Doty-Humphrey: a counter and three words, started from three numbers. Gives whole numbers
// below 2^32.
function generator(first, second, third) {
  let [a, b, c, counter] = [first >>> 0, second >>> 0, third >>> 0, 1];
  function next() {
    const sum = (a + b + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
    return sum;
  }
  for (let i = 0; i < 15; i++) next(); // until every bit depends on every number
  return next;
}

// A whole number below `bound`, each as likely as the others: what lies in the last, incomplete round is drawn again.
function below(bound, next) {
  const end = 2 ** 32 - (2 ** 32 % bound);
  let drawn = next();
  while (drawn >= end) drawn = next();
  return drawn % bound;
}

// Deal labels with these sizes: Fisher and Yates, so that every order of the labels is as likely as any other.
function deal(sizes, next) {
  const labels = sizes.flatMap((size, cluster) => new Array(size).fill(cluster));
  for (let i = labels.length - 1; i > 0; i--) {
    const j = below(i + 1, next);
    [labels[i], labels[j]] = [labels[j], labels[i]];
  }
  return labels;
}

// ---------------------------------------------------------------------------------------------------- information

const entropy = (sizes, n) => sumOf(sizes.map((size) => (size ? size * Math.log(n / size) : 0))) / n;

// The mean of the mutual information when labels are permuted: what two clusters share is then hypergeometric. Its
// probabilities come from those of their neighbours, from the most probable on, so that no digit is lost.
function expectedInformation(rows, columns, n) {
  let total = 0;
  for (const r of rows) {
    for (const s of columns) {
      const mode = Math.floor(((r + 1) * (s + 1)) / (n + 2));
      const term = (m) => (m ? m * Math.log((n * m) / (r * s)) : 0);
      let [weights, terms] = [1, term(mode)];
      for (let m = mode, p = 1; m < Math.min(r, s); m++) {
        p *= ((r - m) * (s - m)) / ((m + 1) * (n - r - s + m + 1));
        weights += p;
        terms += p * term(m + 1);
      }
      for (let m = mode, p = 1; m > Math.max(0, r + s - n); m--) {
        p *= (m * (n - r - s + m)) / ((r - m + 1) * (s - m + 1));
        weights += p;
        terms += p * term(m - 1);
      }
      total += terms / weights;
    }
  }
  return total / n;
}

// ---------------------------------------------------------------------------------------------------- ranking

// All pairs of points on the integer grid. They carry the squared distance, a whole number: two distances tie here
// exactly when they tie in Python. An item to be ranked has a `value` and is `positive` (here: within a cluster).
function listPairs(points, labels) {
  const pairs = [];
  for (let j = 1; j < points.length; j++) {
    for (let i = 0; i < j; i++) {
      const dx = points[i][0] - points[j][0];
      const dy = points[i][1] - points[j][1];
      pairs.push({ first: i, second: j, value: dx * dx + dy * dy, positive: labels[i] === labels[j] });
    }
  }
  return pairs;
}

// Smallest value first. Inside a tie the positive items come first: an order to draw in, without meaning.
const rankItems = (items) => [...items].sort((a, b) => a.value - b.value || b.positive - a.positive);

// Runs of equal values in ranked items: { start, end, positives, negatives }, `end` not included.
function tieGroups(ranked) {
  const groups = [];
  ranked.forEach((item, i) => {
    if (i === 0 || item.value !== ranked[i - 1].value) groups.push({ start: i, end: i, positives: 0, negatives: 0 });
    const group = groups[groups.length - 1];
    group.end = i + 1;
    group[item.positive ? "positives" : "negatives"] += 1;
  });
  return groups;
}

// A tie matters where it holds items of both kinds: only then is a comparison undecided.
const isMixed = (group) => group.positives > 0 && group.negatives > 0;

// The mean rank (from 1) of each value among all of them, ties sharing theirs.
function midRanks(values) {
  const order = values.map((value, index) => ({ value, index, positive: true })).sort((a, b) => a.value - b.value);
  const ranks = new Array(values.length);
  for (const { start, end } of tieGroups(order)) {
    for (let i = start; i < end; i++) ranks[order[i].index] = (start + 1 + end) / 2;
  }
  return ranks;
}

// Compare every positive with every negative item: who has the smaller value?
function concordance(groups) {
  let [sPlus, sMinus, sZero] = [0, 0, 0];
  let negativesBefore = 0;
  const negatives = groups.reduce((sum, group) => sum + group.negatives, 0);
  for (const group of groups) {
    sMinus += group.positives * negativesBefore;
    sZero += group.positives * group.negatives;
    negativesBefore += group.negatives;
    sPlus += group.positives * (negatives - negativesBefore);
  }
  return { sPlus, sMinus, sZero };
}

// Both are NaN where there is nothing to compare. The same operations as in Python, so the same last bit.
const auccOf = ({ sPlus, sMinus, sZero }) => (2 * sPlus + sZero) / (2 * (sPlus + sMinus + sZero));
const gammaOf = ({ sPlus, sMinus, sZero }) => (sPlus - sMinus) / (sPlus + sMinus + sZero);

// Exact variance of AUCC over all labelings with these sizes, as the double nearest to the fraction: the permutation
// moments of Mantel for the sum of the doubled mid-ranks of the within pairs.
function nullVariance({ n, rankSquare }, sizes) {
  let [s, q, r] = [0n, 0n, 0n];
  for (let i = 0; i < n; i++) {
    const row = rankSquare.subarray(i * n, i * n + n);
    const sum = BigInt(sumOf(row));
    s += sum;
    r += sum * sum;
    q += BigInt(sumOf(row.map((rank) => rank * rank)));
  }
  // The same sums for the matrix that says which pairs lie within: its entries are 0 and 1.
  const inside = sizes.map(BigInt);
  const sC = inside.reduce((sum, size) => sum + size * (size - 1n), 0n);
  const rC = inside.reduce((sum, size) => sum + size * (size - 1n) ** 2n, 0n);
  // Products of two entries split by how many points they involve: 2, 3 or 4. All over two^2 * four.
  const m = BigInt(n);
  const [two, four] = [m * (m - 1n), (m - 2n) * (m - 3n)];
  const second =
    2n * q * sC * four +
    4n * (r - q) * (rC - sC) * (m - 3n) +
    (s * s + 2n * q - 4n * r) * (sC * sC + 2n * sC - 4n * rC);
  // The sums went over ordered pairs, so that 4 comes in; and AUCC divides the sum of doubled ranks by 2 P N.
  const within = sC / 2n;
  const scale = 2n * within * (two / 2n - within);
  return nearestDouble(two * second - (s * sC) ** 2n * four, 4n * two * two * four * scale * scale);
}

// The double nearest to a positive fraction: enough binary digits of it, the last one set if more would follow.
function nearestDouble(numerator, denominator) {
  const shift = BigInt(Math.max(0, 64 + denominator.toString(2).length - numerator.toString(2).length));
  const shifted = numerator << shift;
  const digits = (shifted / denominator) | (shifted % denominator ? 1n : 0n);
  return Number(digits) / 2 ** Number(shift);
}

// Corners of the ROC curve as counts, from [0, 0]: [negatives passed, positives passed] after each tie group.
function rocCorners(groups) {
  const corners = [[0, 0]];
  let [x, y] = [0, 0];
  for (const group of groups) corners.push([(x += group.negatives), (y += group.positives)]);
  return corners;
}

// ---------------------------------------------------------------------------------------------------- drawing

// The markers of the six clusters, in a box from -1 to 1; their colours are in the style sheet. The Python side draws
// the still pictures with the same six.
const MARKERS = [
  "M-.9,0A.9,.9 0 1 1 .9,0A.9,.9 0 1 1 -.9,0Z",
  "M-.8,-.8H.8V.8H-.8Z",
  "M0,-1L1,.8H-1Z",
  "M0,-1.1L.9,0L0,1.1L-.9,0Z",
  "M0,1L1,-.8H-1Z",
  "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
];

const clusterClass = (cluster) => `demo-cluster-${cluster % MARKERS.length}`;

// SVG paths, as text: a polyline through points, and segments that are not joined.
const linePath = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x},${y}`).join("");
const segmentsPath = (segments) => segments.map(linePath).join("");

// Where a finger takes hold of something at [0, 0]: a disc without what is nearer to one of the `others`.
function gripPath(others, radius) {
  const angles = Array.from({ length: 16 }, (_, k) => (k * Math.PI) / 8);
  let corners = angles.map((angle) => [radius * Math.cos(angle), radius * Math.sin(angle)]);
  for (const [dx, dy] of others) {
    const middle = (dx * dx + dy * dy) / 2;
    if (middle === 0) continue; // in the same place: both have it all, and the one above gets the finger
    const beyond = ([x, y]) => x * dx + y * dy - middle;
    corners = corners.flatMap((corner, k) => {
      const next = corners[(k + 1) % corners.length];
      const [here, there] = [beyond(corner), beyond(next)];
      const crossing = corner.map((value, axis) => value + ((next[axis] - value) * here) / (here - there));
      return [...(here <= 0 ? [corner] : []), ...(here * there < 0 ? [crossing] : [])];
    });
  }
  return `${linePath(corners.map((corner) => corner.map((value) => value.toFixed(1))))}Z`;
}

// Words or a number beside a picture.
const axisText = (x, y, anchor, text) => svg("text", { class: "demo-axis", x, y, "text-anchor": anchor, text });

// A square from 0 to 1 both ways, with its frame and axis names, around the parts of a curve. `place([x, y])` is where a
// point of the curve is in the drawing.
function unitSquare(name, { xName, yName }, ...parts) {
  const [left, top, size] = [30, 8, 254];
  const node = svg(
    "svg",
    { class: `demo-plot demo-${name}`, viewBox: "0 0 292 292", role: "img" },
    svg("rect", { class: "demo-paper", x: left, y: top, width: size, height: size }),
    ...parts,
    axisText(left + size / 2, 284, "middle", xName),
    svg("text", {
      class: "demo-axis",
      transform: `translate(18,${top + size / 2})rotate(-90)`,
      "text-anchor": "middle",
      text: yName,
    }),
  );
  const place = ([x, y]) => [left + size * x, top + size - size * y];
  return { node, place };
}

// An upright threshold across a line of scores, `height` high, with its value in a knob above it. `at(x, value)` moves
// it.
function thresholdPole({ height, low, high, width }) {
  const value = svg("text", { class: "demo-knob-text", y: 21, "text-anchor": "middle" });
  const node = svg(
    "g",
    { class: "demo-threshold", role: "slider", tabindex: 0, "aria-label": "Threshold" },
    svg("rect", { class: "demo-grip", x: -width / 2, y: 0, width, height }),
    svg("path", { class: "demo-pole", d: `M0,28V${height}` }),
    svg("rect", { class: "demo-knob", x: -width / 2, y: 3, width, height: 25, rx: 6 }),
    value,
  );
  setAttributes(node, { "aria-valuemin": low, "aria-valuemax": high });
  const at = (x, text) => {
    setAttributes(node, { transform: `translate(${x},0)` });
    setAttributes(value, { text });
  };
  return { node, at };
}

// An empty square for a ROC curve with its frame, diagonal and axis names. `update(groups)` draws the curve: up for
// positives, right for negatives, slanted grey for ties; only the first `nDrawn` groups, if it is not drawn to its end.
// `mark([x, y])` sets a dot on it, in counts; null removes it. `touch(steps)` lights the steps of some groups, and
// `stepAt(event)` is the group whose step a pointer is near to, null if it is near to none;
// `place([x, y])` is where counts are in the drawing.
function rocPlot(names) {
  const area = svg("path", { class: "demo-area" });
  const up = svg("path", { class: "demo-line demo-within" });
  const right = svg("path", { class: "demo-line demo-between" });
  const slanted = svg("path", { class: "demo-line demo-tied" });
  const dot = svg("circle", { class: "demo-dot", r: 6, visibility: "hidden" });
  const chance = svg("path", { class: "demo-chance" });
  const halo = svg("path", { class: "demo-line demo-halo-of-steps" });
  const square = unitSquare("roc", names, area, chance, halo, slanted, right, up, dot);
  chance.setAttribute("d", linePath([[0, 0], [1, 1]].map(square.place)));
  const bottom = square.place([0, 0])[1];
  let place = square.place;
  let drawn = []; // the steps, from corner to corner

  function update(groups, nDrawn = groups.length) {
    const corners = rocCorners(groups);
    const [negatives, positives] = corners[corners.length - 1];
    place = ([x, y]) => square.place([x / (negatives || 1), y / (positives || 1)]);
    const steps = { up: [], right: [], slanted: [] };
    const placed = corners.slice(0, nDrawn + 1).map(place);
    const both = negatives > 0 && positives > 0;
    drawn = both ? groups.slice(0, nDrawn).map((_, i) => [placed[i], placed[i + 1]]) : [];
    drawn.forEach((step, i) => {
      const kind = isMixed(groups[i]) ? "slanted" : groups[i].positives ? "up" : "right";
      steps[kind].push(step);
    });
    area.setAttribute("d", both ? `${linePath(placed)}V${bottom}Z` : "");
    up.setAttribute("d", segmentsPath(steps.up));
    right.setAttribute("d", segmentsPath(steps.right));
    slanted.setAttribute("d", segmentsPath(steps.slanted));
  }

  const touch = (steps) => halo.setAttribute("d", segmentsPath(steps.flatMap((i) => (drawn[i] ? [drawn[i]] : []))));

  function stepAt(event) {
    const [x, y] = svgPlace(square.node, event);
    const away = drawn.map(([[x0, y0], [x1, y1]]) => {
      const [dx, dy] = [x1 - x0, y1 - y0];
      const along = clamp(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1);
      return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
    });
    const least = Math.min(...away);
    return least < 16 ? away.indexOf(least) : null;
  }

  function mark(corner) {
    dot.setAttribute("visibility", corner ? "visible" : "hidden");
    if (!corner) return;
    const [cx, cy] = place(corner);
    setAttributes(dot, { cx, cy });
  }

  // Something behind the curve; `onSquare([x, y])` is where a point of the square is, from 0 to 1.
  const putBehind = (part) => chance.after(part);

  return { node: square.node, update, mark, touch, stepAt, place: (corner) => place(corner), putBehind, onSquare: square.place };
}

// ---------------------------------------------------------------------------------------------------- controls

// A control sits inside its label, so no id is needed and two demos on one page cannot mix theirs up.
function selectControl(label, options, onPick, signal) {
  const select = html("select", {}, ...options.map((attributes) => html("option", attributes)));
  select.addEventListener("change", () => onPick(select.value), { signal });
  return { node: html("label", { class: "demo-control" }, html("span", { text: label }), select), select };
}

// What the reader can start from, as the trait `presets` lists it. `own` names a state that is none of them. `show(at,
// isWhole)` shows where the state is. Where it went on from a preset, a hidden option beside the preset has its name: so
// the preset can be chosen again, and arrows go to its neighbours.
function presetControl(label, own, model, onPick, signal) {
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

function buttonControl(text, onPress, signal, isMain = false) {
  const button = html("button", { type: "button", class: isMain ? "demo-button demo-main" : "demo-button", text });
  button.addEventListener("click", onPress, { signal });
  return button;
}

// The one large number, and quiet facts beside it: `facts` maps a key to its name. `show({ key: text })` fills in.
// Not a live region: it changes with every step of a drag. What should be heard goes through announcer().
function readout(key, name, facts) {
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
function helpNote(summary, paragraphs) {
  const written = paragraphs.map((text) => html("p", { text }));
  return html("details", { class: "demo-help" }, html("summary", { text: summary }), ...written);
}

// A line of words that screen readers speak when it changes. `show(said, verdict)` says what was done and how it stands
// now; where `said` is null, as in the middle of a drag, that is written and not spoken.
function announcer() {
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

// ---------------------------------------------------------------------------------------------------- moving

// Where a pointer event is, in the coordinates of an SVG's viewBox.
function svgPlace(node, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(node.getScreenCTM().inverse());
  return [x, y];
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// The step that an arrow key asks for, `big` with Shift; null for other keys and for the browser's own shortcuts.
function arrowStep(event, small, big) {
  const direction = event.altKey || event.ctrlKey || event.metaKey ? null : ARROWS[event.key];
  return direction ? direction.map((d) => d * (event.shiftKey ? big : small)) : null;
}

// Call the action of a key, by its name; the browser's own shortcuts are left to it.
function listenToKeys(node, actions, signal) {
  const act = (event) => {
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action();
  };
  node.addEventListener("keydown", act, { signal });
}

// Hear of an event on any of the items of a drawing, nodes with the key `data-key` in the map `items`: one listener on
// the demo's body for all, since they come and go. Not on the drawing, which would become a stop of its own for Tab.
function listenToItems(body, items, type, handler, signal) {
  const onItem = (event) => {
    const item = items.get(event.target.closest("[data-key]")?.dataset.key);
    if (item) handler(item, event);
  };
  body.addEventListener(type, onItem, { signal });
}

// Make `node` movable by pointer and by arrow keys. `at()` is its place in data units, `locate(event)` the pointer's;
// `moveTo(place, done)` moves it, `done` after a key and at the end of a drag; `press(event)` when a pointer goes
// down; `tap(event)` for a press without a drag. The arrow's up is +y. What stays on a line ignores a coordinate.
function makeMovable(node, { at, locate, moveTo, press, tap, small = 10, big = 100 }, signal) {
  let drag = null;
  const listen = (type, handler) => node.addEventListener(type, handler, { signal });
  listen("pointerdown", (event) => {
    if (event.button !== 0 || drag) return;
    // The grip: what is dragged must not jump to put its middle under the pointer.
    const [place, pointer] = [at(), locate(event)];
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
    drag.grip = [place[0] - pointer[0], place[1] - pointer[1]];
    node.setPointerCapture(event.pointerId);
    press?.(event);
  });
  // A finger on it must not scroll the page. The style touch-action would say so, but not inside a drawing.
  node.addEventListener("touchstart", (event) => event.preventDefault(), { signal, passive: false });
  const placeOf = (event) => locate(event).map((value, i) => value + drag.grip[i]);
  listen("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    // A hand that clicks trembles by a pixel or two.
    drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 3;
    if (drag.moved) moveTo(placeOf(event), false);
  });
  const release = (event) => {
    if (event.pointerId !== drag?.id) return;
    if (drag.moved) moveTo(event.type === "pointerup" ? placeOf(event) : at(), true);
    else if (event.type === "pointerup") tap?.(event);
    drag = null;
  };
  listen("pointerup", release);
  listen("pointercancel", release);
  listen("keydown", (event) => {
    const step = arrowStep(event, small, big);
    if (!step) return;
    event.preventDefault();
    const place = at();
    moveTo([place[0] + step[0], place[1] + step[1]], true);
  });
}

// ---------------------------------------------------------------------------------------------------- points

// Points lie on an integer grid from 0 to this.
const POINT_GRID = 1000;

// The numbers of labelled points, and what is wrong with them.
function pointNumbers({ points, labels }) {
  const counts = concordance(tieGroups(rankItems(listPairs(points, labels))));
  const { sPlus: right, sMinus: wrong, sZero: tied } = counts;
  return {
    n_points: points.length,
    n_clusters: new Set(labels).size,
    right,
    wrong,
    tied,
    comparisons: right + wrong + tied,
    aucc: auccOf(counts),
    gamma: gammaOf(counts),
  };
}

const checkPoints = ({ points, labels }, fewest, most) =>
  wrongPoints(points, fewest, most) || wrongLabels("labels", labels, 0, most) || wrongLengths(points, labels);

// `grip` is how far from its middle a point can be gripped.
function scatterPlot(grip = 20) {
  const PLOT = 440;
  const toX = scale([0, POINT_GRID], [24, PLOT - 24]);
  const toY = scale([0, POINT_GRID], [PLOT - 24, 24]);
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
        svg("path", { class: "demo-grip" }),
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
      const [disc, , marker, name] = point.children;
      const near = nearestTo(points[i], points.filter((_, k) => k !== i));
      setAttributes(point, {
        class: `demo-point${i === chosen ? " demo-chosen" : ""}`,
        transform: `translate(${toX(x)},${toY(y)})`,
        tabindex: i === (chosen ?? 0) ? 0 : -1,
        "aria-label": `${pointName(i)}, cluster ${labels[i]}, at ${x}, ${y}`,
      });
      setAttributes(marker, { transform: `scale(${size})` });
      const others = points.filter((_, k) => k !== i).map((other) => [toX(other[0]) - toX(x), toY(other[1]) - toY(y)]);
      setAttributes(disc, { d: gripPath(others, grip) });
      // A name stands on the side where the nearest point is not, but inside the frame.
      const onLeft = (near[0] > x && x > 30) || x > POINT_GRID - 30;
      const side = onLeft ? { x: -14, "text-anchor": "end" } : { x: 14, "text-anchor": "start" };
      setAttributes(name, { ...side, text: named ? pointName(i) : "" });
    });
    dress(labels);
  }

  // The markers of some labels, whatever the points are called.
  function dress(labels) {
    nodes.forEach((point, i) => {
      const d = MARKERS[labels[i] % MARKERS.length];
      setAttributes(point.children[2], { class: `demo-marker ${clusterClass(labels[i])}`, d });
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

  // Where a point of the grid is in the drawing.
  const place = ([x, y]) => [toX(x), toY(y)];

  // Where a pointer event is on the grid.
  function locate(event) {
    const [x, y] = svgPlace(node, event);
    return [toX.invert(x), toY.invert(y)];
  }

  return { node, nodes, resize, update, dress, link, place, locate };
}

// Labelled points to edit by pointer, by keys and by buttons: the traits `points`, `labels` and `presets`, `fewest` to
// `most` of them. What is touched is the demo's affair: `pin` hears which point was chosen, as { point } or null,
// `hover` which one a pointer is on, `reset` that all begins anew. `anew` is what else an edit sets. The demo's `update`
// begins with `read()`, which is false while one of the traits is still on its way, and ends with `say(verdict)`.
function pointField({ model, status, fewest, most, update, pin, hover, reset, anew = {} }, signal) {
  const scatter = scatterPlot();
  const onGrid = (place) => place.map((value) => clamp(Math.round(value), 0, POINT_GRID));
  let [points, labels] = [[], []];
  let chosen = null; // the point that buttons and keys act on
  let said = ""; // what the next update has to say

  function read() {
    const [newPoints, newLabels] = [model.get("points"), model.get("labels")];
    if (newPoints.length !== newLabels.length) return false;
    [points, labels] = [newPoints, newLabels];
    if (chosen !== null && chosen >= points.length) chosen = null;
    scatter.resize(points.length, listenToPoint);
    scatter.update(points, labels, chosen);
    presets.show(model.get("presets").findIndex((p) => same(p.points, points) && same(p.labels, labels)));
    return true;
  }

  function say(verdict) {
    status.show(said, verdict);
    said = "";
  }

  function choose(i) {
    chosen = i;
    scatter.update(points, labels, chosen);
    pin(i === null ? null : { point: i });
  }

  // `words` are spoken with the new numbers; null says nothing, as in the middle of a drag.
  function edit(words, newPoints, newLabels = labels) {
    said = words;
    save(model, { points: newPoints, labels: newLabels, ...anew });
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
    if (points.length >= most) return status.announce(`There can be at most ${most} points.`);
    const i = points.length;
    edit(`Added point ${pointName(i)} to cluster ${cluster}.`, [...points, onGrid(place)], [...labels, cluster]);
    // The node comes with the update, which is a microtask away.
    queueMicrotask(() => focusPoint(i));
  }

  // Beside the chosen point, on the side where the middle is, at the first place that is free.
  function addBeside(i) {
    let place = i === null ? [POINT_GRID / 2, POINT_GRID / 2] : points[i];
    const step = place.map((value) => (value > POINT_GRID / 2 ? -60 : 60));
    while (points.some((point) => same(point, place))) place = onGrid([place[0] + step[0], place[1] + step[1] / 2]);
    add(place, i === null ? 0 : labels[i]);
  }

  function remove(i) {
    if (i === null) return status.announce("Choose a point first.");
    if (points.length <= fewest) return status.announce(`There must be at least ${fewest} points.`);
    const without = (list) => list.filter((_, k) => k !== i);
    const hadFocus = scatter.nodes.includes(scatter.node.getRootNode().activeElement);
    edit(`Removed point ${pointName(i)}.`, without(points), without(labels));
    hover(null);
    choose(Math.min(i, points.length - 2));
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
      locate: scatter.locate,
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
    listen("pointerenter", () => hover({ point: i }));
    listen("pointerleave", () => hover(null));
    // A screen reader clicks without a pointer.
    listen("click", (event) => event.detail === 0 && nextCluster(i));
    const actions = {
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
    listenToKeys(node, actions, signal);
  }

  scatter.node.addEventListener(
    "click",
    (event) => {
      if (!event.target.closest(".demo-point")) add(scatter.locate(event), chosen === null ? 0 : labels[chosen]);
    },
    { signal },
  );

  const presets = presetControl(
    "Start from",
    "your own points",
    model,
    (preset) => {
      chosen = null;
      reset();
      edit(preset.note, preset.points, preset.labels);
    },
    signal,
  );
  const controls = html(
    "div",
    { class: "demo-controls" },
    presets.node,
    buttonControl("Add point", () => addBeside(chosen), signal),
    buttonControl("Remove point", () => remove(chosen), signal),
  );

  // Join the points of some pairs.
  const link = (pairs) => scatter.link(points, pairs);

  return { node: scatter.node, controls, read, say, link, dress: scatter.dress };
}
