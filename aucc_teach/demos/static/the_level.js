// The baseline: one clustering on two rulers, that of random labels and that of the same method on noise.

const TRAITS = ["points", "classes", "way", "k", "shown", "reference", "seed", "measured"];
const [FEWEST_POINTS, MOST_POINTS] = [10, 60];
const [FEWEST_CLUSTERS, MOST_CLUSTERS] = [2, 6];
const LEAST_SPREAD = 100; // in x or y; noise on the grid needs places to lie on
const WAYS = { "k-means": "k-means", classes: "their classes", blind: "random labels" };
const REFERENCES = { box: "a box", normal: "a normal cloud" };
const SHOWN = ["points", "noise"];
const MOST_SETS = 99;
const N_DEALS = 999;
const N_STARTS = 10; // of k-means
const MOST_SEED = 2 ** 32 - 1;
// What random numbers are for: the third number that starts the generator, after the seed and the number of the set.
const [POINTS, STARTS, DEALS] = [0, 10, 20];
const BLIND = DEALS + 1;
const PACE = 16; // milliseconds for a set of noise while the reader looks on
const FRAME = 6; // milliseconds of a frame for sets of noise, at most
const QUESTION = "Is AUCC high because there are clusters? Turn the points into noise, and see.";
const HELP = [
  "Noise has as many points with the same mean, spread and direction, but without clusters. Classes stay with " +
    "their points, k-means makes its labels anew, and random labels never look at the points.",
  "Upper ruler: random labels with the same cluster sizes, on the points that are shown. Their mean and standard " +
    "deviation (SD) are exact, and the curve is the normal distribution that has them. Here p is by rank among 999 " +
    "random labellings, so 0.001 is the least there can be.",
  "Lower ruler: AUCC of the same way of labelling on other sets of noise, a dot for each. Their mean is the " +
    "baseline, and p is by rank among them. On either ruler, z counts standard deviations above the mean, which is " +
    "dashed. A ruler begins at 0.4, so what is lower lies at its end.",
  "k-means is Lloyd's algorithm, the best of ten starts. Everything random comes from the seed. Keys: Tab goes " +
    "from control to control, T turns the points into noise and back, and M measures the baseline and stops.",
];

// ---- points and labels, as in Python to the last bit: floats meet only what is rounded in one way everywhere

function moments(points) {
  const n = points.length;
  let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (const point of points) [x, y] = [x + point[0], y + point[1]];
  [x, y] = [x / n, y / n];
  for (const point of points) {
    const [dx, dy] = [point[0] - x, point[1] - y];
    [xx, xy, yy] = [xx + dx * dx, xy + dx * dy, yy + dy * dy];
  }
  return [x, y, xx / n, xy / n, yy / n];
}

// Set `t` of as many points with the mean and covariance of `points`, without clusters, on the grid: what is drawn is
// whitened, then stretched along the principal axes.
function structureless(points, reference, seed, t) {
  const next = generator(seed, t, POINTS + Object.keys(REFERENCES).indexOf(reference));
  const nWords = reference === "box" ? 1 : 12; // a sum of twelve is as good as normal
  const draw = () => {
    let sum = 0;
    for (let i = 0; i < nWords; i++) sum += next();
    return sum / 2 ** 32;
  };
  const drawn = points.map(() => [draw(), draw()]);
  const [meanX, meanY, a, b, c] = moments(points);
  const [midU, midV, e, f, g] = moments(drawn);
  // Inverse square root of the covariance [[e, f], [f, g]] of what is drawn.
  const root = Math.sqrt(e * g - f * f);
  const size = root * Math.sqrt(e + g + 2 * root);
  const [toU, across, toV] = [(g + root) / size, -f / size, (e + root) / size];
  // Principal axes of [[a, b], [b, c]]: the long one is `axis`. A round cloud has none: any will do.
  const apart = Math.sqrt((a - c) * (a - c) + 4 * b * b);
  const long = (a + c + apart) / 2;
  let axis = a >= c ? [long - c, b] : [b, long - a];
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1]);
  axis = length ? [axis[0] / length, axis[1] / length] : [1, 0];
  const [far, near] = [Math.sqrt(long), Math.sqrt(Math.max(0, (a + c - apart) / 2))];
  return drawn.map(([u, v]) => {
    const [du, dv] = [u - midU, v - midV];
    const [along, beside] = [far * (toU * du + across * dv), near * (across * du + toV * dv)];
    const x = meanX + along * axis[0] - beside * axis[1];
    const y = meanY + along * axis[1] + beside * axis[0];
    return [Math.floor(x + 0.5), Math.floor(y + 0.5)];
  });
}

// Labels by the best of ten runs of Lloyd's algorithm on set `t`; clusters by the order of their first point. Every other
// run starts from points drawn at random; the others from one, to which the farthest is added each time.
function kMeans(points, k, seed, t) {
  const next = generator(seed, t, STARTS + k);
  let [best, tightest] = [null, -Infinity];
  for (let run = 0; run < N_STARTS; run++) {
    const start = run % 2 ? farApart(points, k, next) : atRandom(points.length, k, next);
    const labels = lloyd(points, start);
    // The sum of squares within is the sum of all squares less this.
    let tight = 0;
    for (const { x, y, size } of sumsOf(points, labels, k)) tight += (x * x + y * y) / size;
    if (tight > tightest) [best, tightest] = [labels, tight];
  }
  return inOrder(best);
}

// The same clusters as 0, 1, ... by the order of their first point.
function inOrder(labels) {
  const order = [...new Set(labels)];
  return labels.map((label) => order.indexOf(label));
}

function atRandom(n, k, next) {
  const left = range(n);
  return range(k).map(() => left.splice(below(left.length, next), 1)[0]);
}

function farApart(points, k, next) {
  const start = [below(points.length, next)];
  const to = (i) => points.map(([x, y]) => (x - points[i][0]) ** 2 + (y - points[i][1]) ** 2);
  let away = to(start[0]);
  while (start.length < k) {
    const last = away.indexOf(Math.max(...away));
    start.push(last);
    away = to(last).map((distance, i) => Math.min(distance, away[i]));
  }
  return start;
}

// The size of each cluster and the sums of its coordinates.
function sumsOf(points, labels, k) {
  const sums = range(k).map(() => ({ x: 0, y: 0, size: 0 }));
  points.forEach(([x, y], i) => {
    const sum = sums[labels[i]];
    [sum.x, sum.y, sum.size] = [sum.x + x, sum.y + y, sum.size + 1];
  });
  return sums;
}

function lloyd(points, start) {
  const k = start.length;
  let sums = start.map((i) => ({ x: points[i][0], y: points[i][1], size: 1 }));
  let labels = null;
  while (true) {
    const before = labels;
    const nearest = points.map(() => Infinity);
    // Squared distance to the mean of m points: a whole number over m^2. Different ones differ by more than the division
    // rounds, and equal ones come out equal.
    labels = points.map(([x, y], i) => {
      let label = 0;
      for (let c = 0; c < k; c++) {
        const { x: sumX, y: sumY, size } = sums[c];
        const [dx, dy] = [size * x - sumX, size * y - sumY];
        const distance = (dx * dx + dy * dy) / (size * size);
        if (distance < nearest[i]) [label, nearest[i]] = [c, distance];
      }
      return label;
    });
    fillEmpty(labels, nearest, k);
    if (before && labels.every((label, i) => label === before[i])) return labels;
    sums = sumsOf(points, labels, k);
  }
}

// Give a cluster without points the one that is farthest from its centre, if that has company there.
function fillEmpty(labels, nearest, k) {
  const sizes = new Array(k).fill(0);
  for (const label of labels) sizes[label] += 1;
  for (let c = 0; c < k; c++) {
    if (sizes[c]) continue;
    let moved = -1;
    labels.forEach((label, i) => {
      if (sizes[label] > 1 && (moved < 0 || nearest[i] > nearest[moved])) moved = i;
    });
    sizes[labels[moved]] -= 1;
    sizes[c] = 1;
    labels[moved] = c;
    nearest[moved] = -1;
  }
}

// Labels of set `t`, which lies at `places`; 0 is the set that is shown.
function labelsOn({ way, classes, k, seed }, places, t) {
  if (way === "classes") {
    const found = [...new Set(classes)].sort((a, b) => a - b);
    return classes.map((label) => found.indexOf(label));
  }
  if (way === "blind") return deal(sizesOf(places.length, k, "even"), generator(seed, t, BLIND + k));
  return kMeans(places, k, seed, t);
}

// ---- the numbers

// Twice the mid-rank of each pair's distance, in a square: what AUCC needs of the points.
function ranksOf(points) {
  const n = points.length;
  const pairs = listPairs(points, points);
  const ranks = midRanks(pairs.map((pair) => pair.value));
  const rankSquare = new Float64Array(n * n);
  pairs.forEach(({ first, second }, p) => {
    rankSquare[first * n + second] = rankSquare[second * n + first] = 2 * ranks[p];
  });
  return { n, rankSquare };
}

const sizesIn = (labels) => range(Math.max(...labels) + 1).map((c) => labels.filter((label) => label === c).length);

// Whole numbers up to the one division: the same last bit as in Python.
function scoreOf({ n, rankSquare }, labels, sizes) {
  const within = sumOf(sizes.map(nPairs));
  const scale = 2 * within * (nPairs(n) - within);
  // Cluster by cluster, without a look at the pairs between: a thousand deals are to be scored in a frame.
  const members = sizes.map(() => []);
  for (let i = 0; i < n; i++) members[labels[i]].push(i);
  let doubledRanks = 0;
  for (const cluster of members) {
    for (let a = 1; a < cluster.length; a++) {
      const row = cluster[a] * n;
      for (let b = 0; b < a; b++) doubledRanks += rankSquare[row + cluster[b]];
    }
  }
  return (scale - doubledRanks + within * (within + 1)) / scale;
}

// What is shown, its labels, AUCC, and the exact deviation of blind labels.
function judged(state) {
  const { points, shown, reference, seed } = state;
  const places = shown === "noise" ? structureless(points, reference, seed, 0) : points;
  const labels = labelsOn(state, places, 0);
  const [ranks, sizes] = [ranksOf(places), sizesIn(labels)];
  const aucc = scoreOf(ranks, labels, sizes);
  const deviation = Math.sqrt(nullVariance(ranks, sizes));
  return { places, labels, ranks, sizes, aucc, deviation, z: (aucc - 0.5) / deviation };
}

// AUCC of other labels of these sizes, dealt blindly.
function dealtScores({ ranks, sizes }, seed) {
  const next = generator(seed, 0, DEALS);
  return range(N_DEALS).map(() => scoreOf(ranks, deal(sizes, next), sizes));
}

function scoreOnNoise(state, t) {
  const places = structureless(state.points, state.reference, state.seed, t);
  const labels = labelsOn(state, places, t);
  return scoreOf(ranksOf(places), labels, sizesIn(labels));
}

const pvalueOf = (aucc, others) => (1 + others.filter((other) => other >= aucc).length) / (1 + others.length);
const meanOf = (values) => sumOf(values) / values.length;
function deviationOf(values) {
  const mean = meanOf(values);
  const squares = sumOf(values.map((value) => (value - mean) ** 2));
  return values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : NaN;
}

// The level is left out: it would take many frames to measure it again.
function numbers(state) {
  const { sizes, aucc, deviation, z } = judged(state);
  return {
    n_points: state.points.length,
    n_clusters: sizes.length,
    largest: Math.max(...sizes),
    smallest: Math.min(...sizes),
    aucc,
    deviation,
    z,
    n_sets: state.measured,
    noise: Number(state.shown === "noise"),
    blind: Number(state.way === "blind"),
    classes: Number(state.way === "classes"),
    kmeans: Number(state.way === "k-means"),
  };
}

function check({ points, classes, way, k, shown, reference, seed, measured }) {
  const wrong =
    wrongPoints(points, FEWEST_POINTS, MOST_POINTS) ||
    wrongLabels("classes", classes, 0, MOST_POINTS) ||
    wrongLengths(points, classes) ||
    wrongChoice("way", way, Object.keys(WAYS)) ||
    wrongWhole("k", k, FEWEST_CLUSTERS, MOST_CLUSTERS) ||
    wrongChoice("shown", shown, SHOWN) ||
    wrongChoice("reference", reference, Object.keys(REFERENCES)) ||
    wrongWhole("seed", seed, 0, MOST_SEED) ||
    wrongWhole("measured", measured, 0, MOST_SETS);
  if (wrong) return wrong;
  const spread = [0, 1].map((axis) => points.map((point) => point[axis])).map((xs) => Math.max(...xs) - Math.min(...xs));
  if (Math.max(...spread) < LEAST_SPREAD) return `points must differ by at least ${LEAST_SPREAD} in x or in y.`;
  const nClasses = new Set(classes).size;
  const fits = 2 <= nClasses && nClasses < points.length;
  return fits ? "" : "there must be at least 2 classes, and fewer than points.";
}

// ---- words

// Rounded half up, in the same way as in Python.
function fixed(value, digits) {
  const scaled = Math.floor(value * 10 ** digits + 0.5) / 10 ** digits;
  return Number.isFinite(scaled) ? scaled.toFixed(digits).replace("-", "\u2212") : "\u2013";
}

const setsWords = (count) => (count === 0 ? "noise" : `${count} ${count === 1 ? "set" : "sets"} of noise`);

// ---- pictures

const SIDE = 440; // of the points
const WIDTH = 340; // of the rulers
const LOWEST = 0.4;
const [EXACT, MEASURED] = [[36, 96], [122, 196]]; // top and bottom of the two rulers
const [COLUMN, DOT] = [0.01, 5.6];

// Points marked by cluster. The frame holds points and noise, so that it stays when one takes the other's place.
function cloudPicture() {
  const node = svg("svg", { class: "demo-plot demo-cloud", viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img" });
  node.append(svg("rect", { class: "demo-paper", x: 1, y: 1, width: SIDE - 2, height: SIDE - 2, rx: 4 }));
  const marks = [];
  function update(places, labels, framed) {
    const ends = [0, 1].map((axis) => framed.map((point) => point[axis])).map((xs) => [Math.min(...xs), Math.max(...xs)]);
    const size = Math.max(...ends.map(([low, high]) => high - low));
    const low = ends.map(([from, to]) => (from + to - size) / 2);
    const place = (point) => point.map((value, axis) => 20 + ((value - low[axis]) * (SIDE - 40)) / size);
    while (marks.length > places.length) marks.pop().remove();
    while (marks.length < places.length) node.append(marks[marks.push(svg("path")) - 1]);
    places.forEach((point, i) => {
      const [x, y] = place(point);
      const transform = `translate(${x},${SIDE - y})scale(8)`;
      setAttributes(marks[i], { class: `demo-marker ${clusterClass(labels[i])}`, d: MARKERS[labels[i]], transform });
    });
  }
  return { node, update };
}

const toX = (aucc) => 12 + ((clamp(aucc, LOWEST, 1) - LOWEST) / (1 - LOWEST)) * (WIDTH - 24);

function rulersPicture() {
  const box = ([top, bottom]) =>
    svg("rect", { class: "demo-paper", x: 1, y: top, width: WIDTH - 2, height: bottom - top });
  const across = (x, [top, bottom]) => `M${x},${top}V${bottom}`;
  const bell = svg("path", { class: "demo-blind" });
  const dots = svg("g");
  const middle = svg("path", { class: "demo-chance" });
  const empty = axisText(WIDTH / 2, (MEASURED[0] + MEASURED[1]) / 2 + 4, "middle", "not measured yet");
  empty.classList.add("demo-empty");
  const line = svg("path", { class: "demo-observed" });
  const here = axisText(0, 13, "middle", "these labels");
  const node = svg(
    "svg",
    { class: "demo-plot demo-rulers", viewBox: `0 0 ${WIDTH} 234`, role: "img" },
    box(EXACT),
    bell,
    svg("path", { class: "demo-chance", d: across(toX(0.5), EXACT) }),
    box(MEASURED),
    dots,
    middle,
    empty,
    line,
    here,
    axisText(1, EXACT[0] - 6, "start", "random labels, exactly"),
    axisText(1, MEASURED[0] - 6, "start", "the same method on noise, one dot per set"),
    ...range(7, 4).map((i) => axisText(toX(i / 10), 212, "middle", (i / 10).toFixed(1))),
    axisText(WIDTH / 2, 230, "middle", "AUCC (higher is better)"),
  );

  function update({ aucc, deviation }, level) {
    const [top, bottom] = EXACT;
    const corners = range(81, -40).map((i) => {
      const height = (bottom - top - 6) * Math.exp(-((i / 10) ** 2) / 2);
      return [toX(0.5 + (i / 10) * deviation), bottom - height];
    });
    setAttributes(bell, { d: `${linePath([[corners[0][0], bottom], ...corners, [corners[80][0], bottom]])}Z` });
    setAttributes(line, { d: `M${toX(aucc)},18V${MEASURED[1]}` });
    setAttributes(here, { x: clamp(toX(aucc), 40, WIDTH - 40) });
    setAttributes(empty, { visibility: level.length ? "hidden" : "visible" });
    setAttributes(middle, { d: level.length ? across(toX(meanOf(level)), MEASURED) : "" });
    // Each dot at its value, on top of those before it in the same column.
    const columns = new Map();
    const heights = level.map((value) => {
      const column = Math.floor(value / COLUMN);
      columns.set(column, (columns.get(column) ?? -1) + 1);
      return columns.get(column);
    });
    const step = Math.min(DOT, (MEASURED[1] - MEASURED[0] - 8) / (1 + Math.max(0, ...heights)));
    while (dots.childElementCount > level.length) dots.lastChild.remove();
    while (dots.childElementCount < level.length) dots.append(svg("circle", { class: "demo-set", r: 2.6 }));
    level.forEach((value, t) => {
      setAttributes(dots.children[t], { cx: toX(value), cy: MEASURED[1] - 4 - step * heights[t] });
    });
  }

  return { node, update };
}

// AUCC, large, and a row of numbers for each ruler.
function rulersTable() {
  const values = {};
  const value = (tag, key, attributes = {}) => (values[key] = html(tag, { ...attributes, "data-value": key }));
  const row = (head, keys) => html("tr", {}, head, ...keys.map((key) => value("td", key)));
  const column = (text) => html("th", { scope: "col", text });
  const node = html(
    "div",
    { class: "demo-readout" },
    html("p", { class: "demo-headline" }, html("span", { text: "AUCC" }), " ", value("span", "aucc", { class: "demo-number" })),
    html(
      "table",
      { class: "demo-rulers-table" },
      html("tr", {}, html("td"), ...["mean", "SD", "z", "p"].map(column)),
      row(html("th", { scope: "row", text: "random labels" }), ["mean", "deviation", "z", "p"]),
      row(value("th", "sets", { scope: "row" }), ["levelMean", "levelDeviation", "levelZ", "levelP"]),
    ),
  );
  const show = (texts) => {
    for (const [key, text] of Object.entries(texts)) values[key].textContent = text;
  };
  return { node, show };
}

// ---- the demo

function render({ model, el, page }) {
  const cloud = cloudPicture();
  const rulers = rulersPicture();
  const table = rulersTable();
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "the-level", title: "The baseline", traits: TRAITS, numbers, check });
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  let state = null;
  let found = null; // what is shown, judged
  let pvalue = 1; // beside blind labels
  let levels = new Map(); // AUCC on the sets so far, by the way of labelling
  let running = false;
  let frame = 0;
  let before = 0; // when the last frame was
  let said = "";

  const read = () => Object.fromEntries(TRAITS.map((trait) => [trait, model.get(trait)]));
  const differs = (names, old) => !old || names.some((name) => !same(old[name], state[name]));

  // What the sets so far have; the labels of classes do not depend on k.
  function level() {
    const key = state.way === "classes" ? state.way : `${state.way} ${state.k}`;
    if (!levels.has(key)) levels.set(key, []);
    return levels.get(key);
  }
  const wanted = () => (running ? MOST_SETS : state.measured);
  const seen = () => level().slice(0, wanted());

  // ---- from the state to the page

  function update() {
    const [old, next] = [state, read()];
    if (check(next)) return; // on its way from the kernel
    state = next;
    if (differs(["points", "classes", "reference", "seed"], old)) levels = new Map();
    if (differs(TRAITS.filter((trait) => trait !== "measured"), old)) {
      if (running) rest();
      found = judged(state);
      pvalue = pvalueOf(found.aucc, dealtScores(found, state.seed));
    }
    const isNoise = state.shown === "noise";
    turn.textContent = isNoise ? "Turn the noise into points" : "Turn the points into noise";
    const isHere = (preset) => same(preset.points, state.points) && same(preset.classes, state.classes);
    presets.show(model.get("presets").findIndex(isHere));
    ways.select.value = state.way;
    ks.select.value = state.k;
    references.select.value = state.reference;
    const framed = [...state.points, ...(isNoise ? found.places : structureless(state.points, state.reference, state.seed, 0))];
    cloud.update(found.places, found.labels, framed);
    cloud.node.setAttribute("aria-label", `${isNoise ? "Noise" : "The points"}, ${found.sizes.length} clusters`);
    paint();
    if (seen().length < wanted()) keepGoing();
    else speak();
  }

  function paint() {
    const measured = seen();
    const [mean, deviation] = [meanOf(measured), deviationOf(measured)];
    rulers.update(found, measured);
    rulers.node.setAttribute("aria-label", `AUCC ${formatScore(found.aucc)} on the rulers of random labels and of noise`);
    table.show({
      aucc: formatScore(found.aucc),
      mean: formatScore(0.5),
      deviation: formatScore(found.deviation),
      z: fixed(found.z, 1),
      p: fixed(pvalue, 3),
      sets: setsWords(measured.length),
      levelMean: formatScore(mean),
      levelDeviation: formatScore(deviation),
      levelZ: fixed((found.aucc - mean) / deviation, 1),
      levelP: measured.length ? fixed(pvalueOf(found.aucc, measured), 3) : "\u2013",
    });
  }

  function verdict() {
    const measured = seen();
    const kind = { blind: "Random labels", classes: "The classes", "k-means": "k-means" }[state.way];
    const on = state.shown === "noise" ? "noise" : "the points";
    const words =
      `${kind}, ${found.sizes.length} clusters of ${on}: AUCC ${formatScore(found.aucc)}. ` +
      `Compared with random labels, z = ${fixed(found.z, 1)} and p = ${fixed(pvalue, 3)}`;
    if (!measured.length) return `${words}. The baseline on noise is not measured yet.`;
    const mean = formatScore(meanOf(measured));
    const p = fixed(pvalueOf(found.aucc, measured), 3);
    return `${words}; compared with its own baseline, ${mean} on ${setsWords(measured.length)}, p = ${p}.`;
  }

  function speak() {
    status.announce(`${said} ${verdict()}`.trim());
    said = "";
  }

  // ---- from the reader's hand to the state

  // With every change goes what was measured while it ran.
  function change(words, changes) {
    said = words;
    const measured = running ? level().length : state.measured;
    rest();
    save(model, { measured, ...changes });
    // Where the state knew all already, no update comes to say it.
    if (same(state, read())) update();
  }

  const turnOver = () => change("", { shown: state.shown === "noise" ? "points" : "noise" });

  function measure() {
    if (running) return change("Stopped.", {});
    if (state.measured === MOST_SETS) return status.announce(`${MOST_SETS} sets are measured, which is the most there can be.`);
    running = true;
    measureButton.textContent = "Stop";
    status.announce("Measuring.");
    before = performance.now();
    keepGoing();
  }

  function rest() {
    running = false;
    measureButton.textContent = "Measure the baseline";
    cancelAnimationFrame(frame);
    frame = 0;
  }

  function keepGoing() {
    if (!frame) frame = requestAnimationFrame(step);
  }

  // One frame: while the reader looks on, the sets that are due since the last one; to catch up with the state, all. Never
  // more than there is time for, and never less than one.
  function step() {
    frame = 0;
    const start = performance.now();
    const scores = level();
    const due = running ? scores.length + Math.round((start - before) / PACE) : MOST_SETS;
    before = start;
    do scores.push(scoreOnNoise(state, scores.length + 1));
    while (scores.length < Math.min(due, wanted()) && performance.now() - start < FRAME);
    if (scores.length < wanted()) {
      // Who asked for less motion sees numbers and pictures at the end.
      if (!calm.matches) paint();
      keepGoing();
    } else if (running) {
      change("Done.", {});
    } else {
      paint();
      speak();
    }
  }

  signal.addEventListener("abort", () => cancelAnimationFrame(frame));

  // ---- controls

  const options = (names) => Object.entries(names).map(([value, text]) => ({ value, text }));
  const presets = presetControl(
    "Points",
    "your own points",
    model,
    ({ note, points, classes }) => change(note, { points, classes, measured: 0 }),
    signal,
  );
  const ways = selectControl("Labels", options(WAYS), (way) => change("", { way }), signal);
  const counts = range(MOST_CLUSTERS - FEWEST_CLUSTERS + 1, FEWEST_CLUSTERS).map((k) => ({ value: k, text: String(k) }));
  const ks = selectControl("k", counts, (k) => change("", { k: Number(k) }), signal);
  const references = selectControl("Noise is", options(REFERENCES), (reference) => change("", { reference }), signal);
  const turn = buttonControl("", turnOver, signal);
  const measureButton = buttonControl("Measure the baseline", measure, signal, true);
  setAttributes(turn, { class: "demo-button demo-turn", "aria-keyshortcuts": "T" });
  setAttributes(measureButton, { "aria-keyshortcuts": "M" });
  const pressed = (event) => {
    const action = { t: turnOver, m: measure }[event.key.toLowerCase()];
    // Lists take letters to choose by.
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select")) return;
    action();
  };
  body.addEventListener("keydown", pressed, { signal });
  const newSeed = () => change("", { seed: (state.seed + 1) % (MOST_SEED + 1) });
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html("div", { class: "demo-controls" }, ways.node, turn, measureButton),
    cloud.node,
    table.node,
    rulers.node,
    html(
      "details",
      { class: "demo-more" },
      html("summary", { text: "Other points, k, noise, seed" }),
      html("div", { class: "demo-controls" }, presets.node, ks.node, references.node, buttonControl("New seed", newSeed, signal)),
    ),
    status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
