// Null machine: random partitions of given sizes, the histogram of their AUCC against its exact mean and deviation, a
// partition judged among them, and the means of AUCC and of another criterion against the number of clusters.

const [FEWEST_POINTS, MOST_POINTS] = [10, 60];
const FEWEST_CLUSTERS = 2;
const MOST_CLUSTERS = 12;
const MOST_DRAWN = 2000; // for each number of clusters
const MOST_JUDGED = MOST_SHUFFLES;
const AT_ONCE = 20; // partitions in one frame, at most
const IN_FIRST_FRAME = 200;
const WORDS_EVERY = 400; // milliseconds, while it runs: what is read, and what would flicker
const SPOKEN_EVERY = 2500;
const VIEWS = ["deal", "judge", "every k"];
const VIEW_NAMES = ["Draw", "Judge", "Every k"];
const BLIND = 4; // part of the seed: random labels that are judged themselves
const CRITERIA = {
  point_biserial_score: { title: "point-biserial" },
  calinski_harabasz_score: { title: "VRC" },
  silhouette_score: { title: "silhouette" },
  c_index: { title: "C-index", lowerIsBetter: true },
  ratkowsky_lance_score: { title: "C/sqrt(k)" },
  pbm_score: { title: "PBM" },
};

const TRAITS = ["points", "labels", "view", "k", "balance", "criterion", "seed", "since", "drawn", "judged"];
const QUESTION = "What does AUCC make of random labels, and what does it make of yours?";
const HELP = [
  "The machine assigns the labels at random, without looking at the points. Cluster sizes are fixed, and every " +
    "labelling with these sizes is as likely as any other. The histogram counts the AUCC of the random labellings; a " +
    "bar at an end also counts what lies beyond it. The dashed line is the exact mean, 1/2. The curve is the normal " +
    "distribution with the exact mean and standard deviation (SD); where the bars depart from it, their distribution " +
    "is skewed.",
  "Judge: the thick line is the AUCC of the partition that you see, among random labellings with the same sizes. " +
    "Its p is (1 + the number of random labellings that reach it) / (1 + the number of random labellings), and its z " +
    "is its distance from 1/2 in exact standard deviations. Press a point to change its cluster, or drag it to move " +
    "it.",
  "Every k: a dot is the mean so far, and its line reaches one standard deviation of a single partition to either " +
    "side. A number after \u00b1 is a standard error. If the criterion is not defined for a partition, that partition " +
    "does not enter the mean.",
  "Keys: Tab goes to the controls and to the points. Arrows switch views, change k and move a point (Shift: " +
    "further). On a point, Enter changes its cluster, and N and P go to the next and the previous one. The same seed " +
    "draws the same partitions again. A run stops by itself at its end, and when it is out of sight.",
];

// ---- chance

// No cluster may be empty, and some pair must lie within one.
function mostClusters(n, balance) {
  const rest = balance === "even" ? n : n - sizesOf(n, 2, balance)[0];
  return Math.min(MOST_CLUSTERS, n - 1, 1 + rest);
}

// All deals so far, by what they depend on: who moves a point wants the same ones judged again, in every frame.
const dealings = new Map();

function dealt(sizes, seed, place, i) {
  const key = `${seed},${place}:${sizes}`;
  if (!dealings.has(key)) {
    if (dealings.size >= 40) dealings.delete(dealings.keys().next().value);
    dealings.set(key, { next: generator(seed, sizes.length, place), rows: [] });
  }
  const { next, rows } = dealings.get(key);
  while (rows.length <= i) rows.push(deal(sizes, next));
  return rows[i];
}

// ---- the numbers

// What the points bring to every partition: distances and doubled mid-ranks of the pairs, and moments.
function prepare(points) {
  const n = points.length;
  const pairs = listPairs(points, points.map(() => 0));
  const ranks = midRanks(pairs.map((pair) => pair.value));
  const distances = pairs.map((pair) => Math.sqrt(pair.value));
  const [square, rankSquare] = [new Float64Array(n * n), new Float64Array(n * n)];
  pairs.forEach(({ first, second }, p) => {
    square[first * n + second] = square[second * n + first] = distances[p];
    rankSquare[first * n + second] = rankSquare[second * n + first] = 2 * ranks[p];
  });
  const mean = sumOf(distances) / pairs.length;
  const deviation = Math.sqrt(sumOf(distances.map((d) => (d - mean) ** 2)) / pairs.length);
  const smallest = [0]; // entry p: the sum of the p smallest distances
  for (const distance of [...distances].sort((a, b) => a - b)) smallest.push(smallest[smallest.length - 1] + distance);
  const middle = [0, 1].map((axis) => sumOf(points.map((point) => point[axis])) / n);
  const centred = points.map((point) => point.map((value, axis) => value - middle[axis]));
  const varies = [0, 1].every((axis) => points.some((point) => point[axis] !== points[0][axis]));
  const squares = [0, 1].map((axis) => sumOf(centred.map((point) => point[axis] ** 2)));
  const toMiddle = sumOf(centred.map(([x, y]) => Math.sqrt(x * x + y * y)));
  return { n, square, rankSquare, mean, deviation, smallest, points: centred, varies, squares, toMiddle };
}

// AUCC of labels 0, 1, ... with these sizes. Whole numbers up to the one division: the same last bit as in Python.
function auccOfDeal({ n, rankSquare }, labels, sizes) {
  const members = sizes.map(() => []);
  for (let i = 0; i < n; i++) members[labels[i]].push(i);
  let doubledRanks = 0;
  for (const cluster of members) {
    for (let a = 1; a < cluster.length; a++) {
      for (let b = 0; b < a; b++) doubledRanks += rankSquare[cluster[a] * n + cluster[b]];
    }
  }
  const within = sumOf(sizes.map(nPairs));
  const scale = 2 * within * (nPairs(n) - within);
  return (scale - doubledRanks + within * (within + 1)) / scale;
}

// AUCC and the six other criteria of one partition, by name; NaN where one is not defined.
function judge(data, labels, sizes) {
  const { n, square, points } = data;
  const k = sizes.length;
  const within = sumOf(sizes.map(nPairs));
  const between = nPairs(n) - within;
  const toClusters = new Float64Array(n * k); // sum of the distances from each point to the members of each cluster
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) toClusters[i * k + labels[j]] += square[i * n + j];
  }
  const sumWithin = sumOf(labels.map((label, i) => toClusters[i * k + label])) / 2;
  const [smallest, largest] = [data.smallest[within], data.smallest[within + between] - data.smallest[between]];
  const centroids = sizes.map(() => [0, 0]);
  labels.forEach((label, i) => [0, 1].forEach((axis) => (centroids[label][axis] += points[i][axis] / sizes[label])));
  const apart = ([x1, y1], [x2, y2]) => (x1 - x2) ** 2 + (y1 - y2) ** 2;
  const toOwn = labels.map((label, i) => apart(points[i], centroids[label]));
  const squaresWithin = sumOf(toOwn);
  const squaresBetween = [0, 1].map((axis) => sumOf(sizes.map((size, c) => size * centroids[c][axis] ** 2)));
  const distanceWithin = sumOf(toOwn.map(Math.sqrt));
  const furthest = Math.sqrt(Math.max(...centroids.flatMap((a, i) => centroids.slice(0, i).map((b) => apart(a, b)))));
  // Below these shares of the whole, what is left is rounding.
  const spread = squaresWithin > 1e-28 * sumOf(data.squares);
  const spreadOut = distanceWithin > 1e-14 * data.toMiddle;
  return {
    aucc_score: auccOfDeal(data, labels, sizes),
    point_biserial_score: ((data.mean - sumWithin / within) / data.deviation) * Math.sqrt(within / between),
    calinski_harabasz_score: spread ? sumOf(squaresBetween) / (k - 1) / (squaresWithin / (n - k)) : NaN,
    silhouette_score: silhouette(toClusters, labels, sizes),
    c_index: clamp((sumWithin - smallest) / (largest - smallest), 0, 1),
    ratkowsky_lance_score: data.varies
      ? sumOf(squaresBetween.map((share, axis) => Math.sqrt(share / data.squares[axis]))) / 2 / Math.sqrt(k)
      : NaN,
    pbm_score: spreadOut ? (((data.toMiddle / distanceWithin) * furthest) / k) ** 2 : NaN,
  };
}

// Mean silhouette width; a point that is alone in its cluster has none, by definition 0.
function silhouette(toClusters, labels, sizes) {
  const k = sizes.length;
  const widths = labels.map((label, i) => {
    if (sizes[label] === 1) return 0;
    const a = toClusters[i * k + label] / (sizes[label] - 1);
    const b = Math.min(...sizes.map((size, c) => (c === label ? Infinity : toClusters[i * k + c] / size)));
    return Math.max(a, b) > 0 ? (b - a) / Math.max(a, b) : 0;
  });
  return sumOf(widths) / labels.length;
}

// Count, mean and sum of squares about the mean, updated value by value (Welford).
const newTally = () => ({ count: 0, mean: NaN, squares: 0 });

function tally(found, value) {
  if (Number.isNaN(value)) return;
  found.count += 1;
  const before = found.count === 1 ? value : found.mean;
  found.mean = before + (value - before) / found.count;
  found.squares += (value - before) * (value - found.mean);
}

const deviationOf = ({ count, squares }) => (count > 1 ? Math.sqrt(squares / (count - 1)) : NaN);
const errorOf = (found) => deviationOf(found) / Math.sqrt(found.count);

// Mean of some values and their skewness, the third moment over the deviation cubed; NaN where there is none. The sums
// go through the values in their order, as in Python.
function shapeOf(values) {
  const n = values.length;
  const mean = sumOf(values) / n;
  let [squares, cubes] = [0, 0];
  for (const value of values) {
    const off = value - mean;
    squares += off * off;
    cubes += off * off * off;
  }
  // Below this, what is left is rounding: all values are the same.
  return { mean, lean: squares > 1e-24 * n ? (Math.sqrt(n) * cubes) / (squares * Math.sqrt(squares)) : NaN };
}

// Everything drawn with one seed, balance and number of clusters. `draw()` draws one more.
function newRun(data, seed, k, balance) {
  const sizes = sizesOf(data.n, k, balance);
  const names = ["aucc_score", ...Object.keys(CRITERIA)];
  const run = { sizes, auccs: [], labels: null, scores: null };
  run.tallies = Object.fromEntries(names.map((name) => [name, newTally()]));
  run.draw = () => {
    run.labels = dealt(sizes, seed, BALANCES.indexOf(balance), run.auccs.length);
    run.scores = judge(data, run.labels, sizes);
    run.auccs.push(run.scores.aucc_score);
    for (const name of names) tally(run.tallies[name], run.scores[name]);
  };
  return run;
}

// ---- a partition among the dealt ones

const CLUSTERS = range(MARKERS.length); // that a reader's partition can have

// The clusters that there are, as 0, 1, ..., and their sizes.
function coded(labels) {
  const used = CLUSTERS.filter((cluster) => labels.includes(cluster));
  return { codes: labels.map((label) => used.indexOf(label)), sizes: used.map((c) => labels.filter((l) => l === c).length) };
}

// One blind deal of the sizes that these labels have.
function blindLabels(labels, seed) {
  const { sizes } = coded(labels);
  return dealt(sizes, seed, BLIND, 0);
}

// The classes of the preset that most of the points are from; null if none is.
function classesOf(points, presets) {
  let [best, most] = [null, 0];
  for (const preset of presets) {
    if (preset.points.length !== points.length) continue;
    const shared = points.filter((point, i) => same(point, preset.points[i])).length;
    if (shared > most) [best, most] = [preset.labels, shared];
  }
  return best;
}

// AUCC of the labels, and where it lies among `count` deals of the same sizes.
function verdictOn(data, labels, seed, count) {
  const { codes, sizes } = coded(labels);
  const exists = sizes.length > 1 && sizes.length < data.n;
  if (!exists) return { exists, aucc: NaN, deviation: NaN, z: NaN, auccs: [], atLeast: 0, p: NaN, lean: NaN };
  const aucc = auccOfDeal(data, codes, sizes);
  const deviation = Math.sqrt(nullVariance(data, sizes));
  const z = deviation ? (aucc - 0.5) / deviation : NaN;
  const inOrder = [...sizes].sort((a, b) => b - a);
  const auccs = range(count).map((i) => auccOfDeal(data, dealt(inOrder, seed, SHUFFLED, i), inOrder));
  const atLeast = auccs.filter((other) => other >= aucc).length;
  return { exists, aucc, deviation, z, auccs, atLeast, p: count ? (1 + atLeast) / (1 + count) : NaN, lean: shapeOf(auccs).lean };
}

const ENOUGH = 100; // partitions, to have visited a number of clusters
const COLLECTED = 20; // p-values of blind labels that the strip holds, at most

// The seeds whose blind labels are in the strip: this one and those before it, from `since` on, each of which was run.
function collectedSeeds({ labels, seed, since, judged }) {
  const exists = coded(labels).sizes.length > 1 && coded(labels).sizes.length < labels.length;
  if (!exists || judged < MOST_JUDGED || !same(labels, blindLabels(labels, seed))) return [];
  const count = clamp(seed - since + 1, 1, COLLECTED);
  return range(count, seed - count + 1);
}

function numbers({ points, labels, k, balance, seed, since, drawn, judged }) {
  const data = prepare(points);
  const sizes = sizesOf(points.length, k, balance);
  const count = drawn[k] ?? 0;
  const auccs = range(count).map((i) => auccOfDeal(data, dealt(sizes, seed, BALANCES.indexOf(balance), i), sizes));
  const { mean, lean } = shapeOf(auccs);
  const verdict = verdictOn(data, labels, seed, judged);
  return {
    n_points: points.length,
    k,
    largest: Math.max(...sizes),
    smallest: Math.min(...sizes),
    n_drawn: count,
    n_visited: Object.values(drawn).filter((of) => of >= ENOUGH).length,
    deviation: Math.sqrt(nullVariance(data, sizes)),
    mean,
    lean,
    n_judged: verdict.auccs.length,
    aucc: verdict.aucc,
    z: verdict.z,
    p: verdict.p,
    judged_lean: verdict.lean,
    blind: Number(verdict.exists && same(labels, blindLabels(labels, seed))),
    n_collected: collectedSeeds({ labels, seed, since, judged }).length,
  };
}

function check({ points, labels, view, k, balance, criterion, seed, since, drawn, judged }) {
  const wrong =
    wrongPoints(points, FEWEST_POINTS, MOST_POINTS) ||
    wrongLabels("labels", labels, 0, MOST_POINTS) ||
    wrongLengths(points, labels) ||
    wrongChoice("view", view, VIEWS) ||
    wrongChoice("balance", balance, BALANCES) ||
    wrongChoice("criterion", criterion, Object.keys(CRITERIA)) ||
    wrongWhole("seed", seed, 0, 2 ** 32 - 1) ||
    wrongWhole("since", since, 0, 2 ** 32 - 1) ||
    wrongWhole("judged", judged, 0, MOST_JUDGED);
  if (wrong) return wrong;
  if (points.every((point) => same(point, points[0]))) return "points must not all be at one place.";
  const most = mostClusters(points.length, balance);
  const isCounts = drawn !== null && typeof drawn === "object" && !Array.isArray(drawn);
  if (!isCounts) return "drawn must hold a count for each number of clusters.";
  const wrongCount = ([count, value]) =>
    wrongWhole("each number of clusters in drawn", Number(count), FEWEST_CLUSTERS, most) ||
    wrongWhole("each count in drawn", value, 0, MOST_DRAWN);
  return wrongWhole("k", k, FEWEST_CLUSTERS, most) || (Object.entries(drawn).map(wrongCount).find(Boolean) ?? "");
}

// ---- words

const formatMeasure = (x) => (Math.abs(x) >= 100 ? formatCount(Math.round(x)) : formatScore(x));
function withError(found) {
  const format = Math.abs(found.mean) >= 100 ? (x) => formatCount(Math.round(x)) : formatScore;
  return `${formatMeasure(found.mean)}${found.count > 1 ? ` \u00b1 ${format(errorOf(found))}` : ""}`;
}

// At most `most` + 1 round values between two ends, as [value, text].
function ticks([low, high], most) {
  const power = 10 ** Math.floor(Math.log10((high - low) / most));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((width) => (high - low) / width <= most);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const found = [];
  for (let i = Math.ceil(low / step); i <= Math.floor(high / step); i++) {
    const text = (i * step).toFixed(digits).replace("-", "\u2212");
    found.push([i * step, digits ? text : formatCount(Math.round(i * step))]);
  }
  return found;
}

// ---- pictures

const SIDE = 440; // of the points
const WIDTH = 340; // of the charts

// The points under the labels dealt last. Clusters beyond the sixth have the same markers, hollow.
function dealtPicture() {
  const node = svg("svg", { class: "demo-plot demo-dealt", viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img" });
  node.append(svg("rect", { class: "demo-paper", x: 1, y: 1, width: SIDE - 2, height: SIDE - 2, rx: 4 }));
  const to = scale([0, POINT_GRID], [24, SIDE - 24]);
  const marks = [];
  function update(points, labels) {
    while (marks.length > points.length) marks.pop().remove();
    while (marks.length < points.length) node.append(marks[marks.push(svg("path")) - 1]);
    points.forEach(([x, y], i) => {
      const label = labels ? labels[i] : null;
      const kind = label === null ? "demo-unlabelled" : clusterClass(label);
      setAttributes(marks[i], {
        class: `demo-marker ${kind}${label >= MARKERS.length ? " demo-hollow" : ""}`,
        d: MARKERS[(label ?? 0) % MARKERS.length],
        transform: `translate(${to(x)},${to(POINT_GRID - y)})scale(${label === null ? 4 : 9})`,
      });
    });
  }
  return { node, update };
}

const plotBox = (name, height) =>
  svg("svg", { class: `demo-plot ${name}`, viewBox: `0 0 ${WIDTH} ${height}`, role: "img" });

// From five exact deviations below one half to five above it, and as far as a partition that is judged.
function endsAround(unit, seen) {
  const ends = [0.5 - 5 * unit, 0.5 + 5 * unit, ...(Number.isNaN(seen) ? [] : [seen - unit / 2, seen + unit / 2])];
  return [Math.max(0, Math.min(...ends)), Math.min(1, Math.max(...ends))];
}

// Bars a quarter of an exact deviation wide, the normal curve of the exact mean and deviation, and above them either the
// mean so far or, as a line, the partition that is judged.
function histogramPicture(name) {
  const [top, bottom] = [30, 156];
  const bars = svg("path", { class: "demo-null-bars" });
  const curve = svg("path", { class: "demo-null-curve" });
  const middle = svg("path", { class: "demo-chance" });
  const whisker = svg("path", { class: "demo-null-line" });
  const dot = svg("circle", { class: "demo-null-dot", cy: 16, r: 5 });
  const line = svg("path", { class: "demo-null-seen" });
  const above = axisText(1, 20, "start", "");
  const scaleTexts = svg("g");
  const node = plotBox(`demo-null-histogram demo-${name}`, 194);
  const paper = svg("rect", { class: "demo-paper", x: 1, y: top, width: WIDTH - 2, height: bottom - top });
  const title = axisText(WIDTH / 2, 190, "middle", "AUCC of random labellings (higher is better)");
  node.append(paper, bars, middle, curve, line, whisker, dot, above, scaleTexts, title);

  // `found` is the tally of the AUCC so far, `seen` the one that is judged; NaN for none.
  function update(deviation, auccs, found, seen) {
    const unit = deviation || 0.04;
    const ends = endsAround(unit, seen);
    const toX = scale(ends, [1, WIDTH - 1]);
    const place = (value) => clamp(toX(value), 1, WIDTH - 1);
    const [first, last] = [Math.floor((ends[0] - 0.5) / (unit / 4)), Math.ceil((ends[1] - 0.5) / (unit / 4)) - 1];
    const counts = new Array(last - first + 1).fill(0);
    for (const aucc of auccs) counts[clamp(Math.floor((aucc - 0.5) / (unit / 4)), first, last) - first] += 1;
    const expected = (Math.max(1, auccs.length) / 4) * Math.sqrt(0.5 / Math.PI); // by the curve, in its highest bar
    const height = scale([0, Math.max(expected, ...counts)], [bottom, top + 12]);
    const edge = (i) => place(0.5 + (i * unit) / 4);
    const bar = (count, i) =>
      count ? `M${edge(first + i)},${bottom}V${height(count)}H${edge(first + i + 1)}V${bottom}z` : "";
    setAttributes(bars, { d: counts.map(bar).join("") });
    const inside = range(101, -50).filter((i) => ends[0] <= 0.5 + (i / 10) * unit && 0.5 + (i / 10) * unit <= ends[1]);
    const onCurve = (i) => [toX(0.5 + (i / 10) * unit), height(expected * Math.exp(-i * i / 200))];
    setAttributes(curve, { d: deviation ? linePath(inside.map(onCurve)) : "" });
    setAttributes(middle, { d: `M${toX(0.5)},${top}V${bottom}` });
    const spread = deviationOf(found) || 0;
    setAttributes(whisker, { d: spread ? `M${place(found.mean - spread)},16H${place(found.mean + spread)}` : "" });
    setAttributes(dot, { visibility: found.count ? "visible" : "hidden", cx: found.count ? place(found.mean) : 0 });
    const isSeen = !Number.isNaN(seen);
    setAttributes(line, { d: isSeen ? `M${toX(seen)},${top - 6}V${bottom}` : "" });
    setAttributes(above, {
      x: isSeen ? clamp(toX(seen), 48, WIDTH - 48) : 1,
      "text-anchor": isSeen ? "middle" : "start",
      text: isSeen ? "this partition" : found.count ? "so far" : "",
    });
    const seenTicks = ticks(ends, 6).filter(([value]) => Math.abs(toX(value) - WIDTH / 2) < WIDTH / 2 - 15);
    scaleTexts.replaceChildren(...seenTicks.map(([value, text]) => axisText(toX(value), 172, "middle", text)));
  }

  return { node, update };
}

// A strip from 0 to 1 with a mark for each p-value of blind labels; the last one is the longest.
function stripPicture() {
  const [top, bottom] = [16, 40];
  const toX = scale([0, 1], [8, WIDTH - 8]);
  const marks = svg("path", { class: "demo-null-line" });
  const last = svg("path", { class: "demo-null-seen" });
  const title = axisText(1, 11, "start", "");
  const node = plotBox("demo-null-strip", 58);
  const paper = svg("rect", { class: "demo-paper", x: 1, y: top, width: WIDTH - 2, height: bottom - top });
  const limit = svg("path", { class: "demo-chance", d: `M${toX(0.05)},${top}V${bottom}` });
  const ends = [[0, "0"], [0.05, "0.05"], [0.5, "0.5"], [1, "1"]];
  const texts = ends.map(([p, text]) => axisText(toX(p), 54, p === 0.05 ? "start" : p === 1 ? "end" : "middle", text));
  node.append(paper, limit, marks, last, title, ...texts);

  function update(values) {
    const line = (p, air) => `M${toX(p)},${top + air}V${bottom - air}`;
    setAttributes(marks, { d: values.slice(0, -1).map((p) => line(p, 5)).join("") });
    setAttributes(last, { d: values.slice(-1).map((p) => line(p, 1)).join("") });
    const small = values.filter((p) => p <= 0.05).length;
    const count = values.length === 1 ? "1 p-value" : `${values.length} p-values`;
    const words = values.length ? `${count} of random labels, ${small} of them 0.05 or less` : "p-values of random labels: none yet";
    title.textContent = words;
    const list = values.length ? `: ${values.map((p) => p.toFixed(3)).join(", ")}` : "";
    node.setAttribute("aria-label", `${words}${list}`);
  }

  return { node, update };
}

// Means against k, one deviation to either side. `exact` are the exact deviations of AUCC, by k; the other criterion
// has none.
function driftPicture() {
  const [left, right, top, bottom] = [48, WIDTH - 1, 22, 190];
  const band = svg("path", { class: "demo-null-band" });
  const middle = svg("path", { class: "demo-chance" });
  const line = svg("path", { class: "demo-null-thin" });
  const whiskers = svg("path", { class: "demo-null-line" });
  const title = axisText(1, 13, "start", "");
  const empty = axisText((left + right) / 2, 110, "middle", "nothing drawn yet");
  const [dots, scaleTexts] = [svg("g"), svg("g")];
  const node = plotBox("demo-null-drift", 226);
  node.append(
    svg("rect", { class: "demo-paper", x: left, y: top, width: right - left, height: bottom - top }),
    band,
    middle,
    line,
    whiskers,
    dots,
    empty,
    title,
    scaleTexts,
    axisText((left + right) / 2, 222, "middle", "number of clusters k"),
  );

  // `found` are the tallies by k, those with something in them.
  function update({ name, range: given, exact, found, most }) {
    const toX = scale([FEWEST_CLUSTERS, most], [left + 15, right - 15]);
    const ends = given ?? rangeOf(found.map(([, tallied]) => tallied));
    const toY = scale(ends ?? [0, 1], [bottom, top]);
    const y = (value) => clamp(toY(value), top, bottom);
    setAttributes(title, { text: name });
    const edge = (sign) => exact?.map((deviation, i) => [toX(FEWEST_CLUSTERS + i), y(0.5 + sign * deviation)]);
    setAttributes(band, { d: exact ? `${linePath([...edge(1), ...edge(-1).reverse()])}Z` : "" });
    setAttributes(middle, { d: exact ? `M${left},${toY(0.5)}H${right}` : "" });
    const places = found.map(([visited, { mean }]) => [toX(visited), y(mean)]);
    setAttributes(line, { d: linePath(places) });
    const reach = found.map(([visited, tallied]) => {
      const spread = deviationOf(tallied) || 0;
      return [[toX(visited), y(tallied.mean - spread)], [toX(visited), y(tallied.mean + spread)]];
    });
    setAttributes(whiskers, { d: segmentsPath(reach) });
    dots.replaceChildren(...places.map(([cx, cy]) => svg("circle", { class: "demo-null-dot", cx, cy, r: 5 })));
    setAttributes(empty, { visibility: found.length || exact ? "hidden" : "visible" });
    scaleTexts.replaceChildren(
      ...range(most - 1, FEWEST_CLUSTERS).map((value) => axisText(toX(value), 205, "middle", String(value))),
      ...(ends ? ticks(ends, 4) : []).map(([value, text]) => axisText(left - 6, toY(value) + 4, "end", text)),
    );
  }

  return { node, update };
}

// From the lowest to the highest end of what is drawn, with some air; null if there is nothing.
function rangeOf(tallies) {
  if (!tallies.length) return null;
  const ends = tallies.flatMap((found) => [-1, 1].map((sign) => found.mean + sign * (deviationOf(found) || 0)));
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const air = high > low ? 0.08 * (high - low) : 0.1 * Math.abs(low) || 0.1;
  return [low - air, high + air];
}

// ---- the demo

function render({ model, el, page }) {
  const histogram = histogramPicture("null-deals");
  const dealing = dealtPicture();
  const caption = html("p", { class: "demo-null-caption" });
  const dealBoard = readout("mean", "mean AUCC so far", {
    drawn: "drawn",
    exactMean: "exact mean",
    exact: "exact SD",
    lean: "skewness so far",
  });
  const judgedHistogram = histogramPicture("null-judged");
  const strip = stripPicture();
  const scatter = scatterPlot();
  const judgeBoard = readout("p", "p by rank", { aucc: "AUCC", z: "z", atLeast: "as large", judgedLean: "skewness" });
  const flat = driftPicture();
  const drifting = driftPicture();
  const status = announcer();
  const { body, signal, stop, gesture } = mount({ model, el, page }, { name: "null-machine", title: "Null machine", traits: TRAITS, numbers, check });
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  let state = {};
  let setup = { key: null }; // what depends on points, balance and seed, and the runs by k
  let judged = 0; // deals to be judged among: those of the state, and more while it runs
  let judgement = null; // on the labels among so many
  let collection = { sizes: "", values: new Map() }; // p-values of blind labels, by seed
  let chosen = null; // the point that has the keyboard
  let running = false;
  let frame = 0; // the one that was asked for
  let [worded, spoken] = [0, 0]; // when this was last done
  let said = ""; // what the next update has to say

  // ---- from the state to the page

  function update() {
    state = Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
    const { points, labels, view, balance, seed, k, criterion } = state;
    // One of them is still on its way from the kernel.
    if (k > mostClusters(points.length, balance) || labels.length !== points.length) return;
    const key = JSON.stringify([points, balance, seed]);
    if (key !== setup.key) {
      setup = { key, data: prepare(points), most: mostClusters(points.length, balance), runs: new Map() };
      rest();
    }
    judged = state.judged;
    judgement = null;
    for (const [count, run] of setup.runs) if (run.auccs.length > wanted(count)) setup.runs.delete(count);
    work(frame ? 0 : IN_FIRST_FRAME);
    VIEWS.forEach((one, i) => {
      setAttributes(tabs[i], { "aria-selected": String(one === view), tabindex: one === view ? 0 : -1 });
      panels[i].hidden = one !== view;
    });
    drawOne.hidden = drawTen.hidden = view !== "deal";
    newSeed.hidden = view === "judge";
    slider.max = setup.most;
    slider.value = k;
    const sizes = formatSizes(sizesOf(points.length, k, balance));
    setAttributes(slider, { "aria-valuetext": `${k} clusters: ${sizes}` });
    sizesText.textContent = `${k} clusters: ${sizes}`;
    const presets = model.get("presets");
    const preset = presets.findIndex((one) => same(one.points, points));
    presetList.show(preset, !Object.keys(state.drawn).length && same(presets[preset]?.labels, labels));
    for (const { select } of [dealSizes, everySizes]) select.value = balance;
    criteria.select.value = criterion;
    const classes = classesOf(points, presets);
    classesOption.hidden = classesOption.disabled = !classes;
    const isDeal = isFirstDeal(classes);
    classesOption.textContent = isDeal ? "the first random labels" : "the classes";
    const isOfClasses = same(labels, classes) && !(isDeal && isBlind());
    labelling.select.value = isOfClasses ? "classes" : isBlind() ? "blind" : "own";
    chosen = chosen < points.length ? chosen : null;
    scatter.resize(points.length, listenToPoint);
    if (view === "judge") scatter.update(points, labels, chosen);
    paint();
    write();
    body.ariaBusy = String(isBehind());
    if (running || isBehind()) keepGoing();
    else speak();
  }

  const wanted = (k) => state.drawn[k] ?? 0;
  const runOf = (k) => {
    if (!setup.runs.has(k)) setup.runs.set(k, newRun(setup.data, state.seed, k, state.balance));
    return setup.runs.get(k);
  };
  const behind = () => Object.keys(state.drawn).map(Number).filter((k) => wanted(k) > runOf(k).auccs.length);
  const isBehind = () => behind().length > 0;
  const isBlind = () => coded(state.labels).sizes.length > 1 && same(state.labels, blindLabels(state.labels, state.seed));
  // Noise has no classes: the labels that it comes with are the random ones of the first seed.
  const isFirstDeal = (classes) => classes !== null && same(classes, blindLabels(classes, 1));
  const exactOf = (k) => Math.sqrt(nullVariance(setup.data, sizesOf(setup.data.n, k, state.balance)));
  // Once for picture, numbers and words.
  const verdict = () => (judgement ??= verdictOn(setup.data, state.labels, state.seed, judged));

  // The p-values in the strip; each is computed once for these points and sizes.
  function collected() {
    const sizes = JSON.stringify([state.points, coded(state.labels).sizes]);
    if (collection.sizes !== sizes) collection = { sizes, values: new Map() };
    return collectedSeeds({ ...state, judged }).map((seed) => {
      const p = () => verdictOn(setup.data, blindLabels(state.labels, seed), seed, MOST_JUDGED).p;
      if (!collection.values.has(seed)) collection.values.set(seed, p());
      return collection.values.get(seed);
    });
  }

  // Draw what the state asks for, `budget` partitions at most.
  function work(budget) {
    for (const k of behind()) {
      while (budget-- > 0 && wanted(k) > runOf(k).auccs.length) runOf(k).draw();
    }
  }

  function paint() {
    const { view, k, criterion } = state;
    if (view === "deal") {
      const run = runOf(k);
      return histogram.update(exactOf(k), run.auccs, run.tallies.aucc_score, NaN);
    }
    if (view === "judge") {
      const { deviation, auccs, aucc } = verdict();
      return judgedHistogram.update(deviation, auccs, newTally(), aucc);
    }
    setup.exact ??= range(setup.most - 1, FEWEST_CLUSTERS).map(exactOf);
    const widest = 2 * Math.max(...setup.exact);
    const ends = [Math.max(0, 0.5 - widest), Math.min(1, 0.5 + widest)];
    const { title, lowerIsBetter } = CRITERIA[criterion];
    const name = `mean ${title} (${lowerIsBetter ? "lower" : "higher"} is better)`;
    const most = setup.most;
    const exact = setup.exact;
    flat.update({ name: "mean AUCC (higher is better)", range: ends, exact, found: tallies("aucc_score"), most });
    drifting.update({ name, found: tallies(criterion), most });
  }

  // By k, those with something in them.
  function tallies(name) {
    const inOrder = [...setup.runs].sort(([a], [b]) => a - b);
    return inOrder.map(([k, run]) => [k, run.tallies[name]]).filter(([, { count }]) => count > 0);
  }

  // What is read. While the machine runs, not in every frame: nobody could read it, and the points would flicker.
  function write() {
    ({ deal: writeDeals, judge: writeVerdict, "every k": writeMeans })[state.view]();
    worded = performance.now();
  }

  function writeDeals() {
    const { k, seed } = state;
    const { auccs, labels, tallies: found } = runOf(k);
    dealing.update(state.points, labels);
    const last = labels
      ? `Labelling ${formatCount(auccs.length)} of seed ${seed}: AUCC ${formatScore(auccs[auccs.length - 1])}`
      : `Seed ${seed}: nothing drawn yet`;
    caption.textContent = last;
    dealing.node.setAttribute("aria-label", `The points. ${last}`);
    dealBoard.show({
      mean: withError(found.aucc_score),
      drawn: formatCount(auccs.length),
      exactMean: "1/2",
      exact: formatScore(exactOf(k)),
      lean: formatScore(shapeOf(auccs).lean),
    });
    histogram.node.setAttribute("aria-label", `Histogram of AUCC: ${shapeWords(auccs)}`);
  }

  function writeVerdict() {
    const { aucc, z, p, atLeast, auccs, lean } = verdict();
    judgeBoard.show({
      p: formatScore(p),
      aucc: formatScore(aucc),
      z: formatScore(z),
      atLeast: `${atLeast} of ${auccs.length}`,
      judgedLean: formatScore(lean),
    });
    strip.update(collected());
    const seen = `this partition at ${formatScore(aucc)}`;
    judgedHistogram.node.setAttribute("aria-label", `Histogram of AUCC: ${shapeWords(auccs)}; ${seen}`);
  }

  const shapeWords = (auccs) =>
    auccs.length
      ? `${auccs.length} random labellings from ${formatScore(Math.min(...auccs))} to ${formatScore(Math.max(...auccs))}`
      : "nothing drawn yet";

  function writeMeans() {
    const { criterion } = state;
    flatMeans.textContent = span("aucc_score");
    otherMeans.textContent = span(criterion);
    const byK = (name) => tallies(name).map(([k, { mean }]) => `${k}: ${formatMeasure(mean)}`).join(", ");
    const words = (name) => byK(name) || "nothing drawn yet";
    flat.node.setAttribute("aria-label", `Mean AUCC by k: ${words("aucc_score")}`);
    drifting.node.setAttribute("aria-label", `Mean ${CRITERIA[criterion].title} by k: ${words(criterion)}`);
  }

  // From the smallest to the largest mean.
  function span(name) {
    const means = tallies(name).map(([, { mean }]) => mean);
    if (!means.length) return formatMeasure(NaN);
    const ends = [Math.min(...means), Math.max(...means)].map(formatMeasure);
    return ends[0] === ends[1] ? ends[0] : ends.join(" to ");
  }

  function speak() {
    status.announce(`${said} ${{ deal: dealWords, judge: verdictWords, "every k": meanWords }[state.view]()}`.trim());
    said = "";
    spoken = performance.now();
  }

  function dealWords() {
    const { auccs, sizes, tallies: found } = runOf(state.k);
    if (!auccs.length) return "Nothing drawn yet.";
    const into = `with ${state.k} clusters (${formatSizes(sizes)})`;
    return `${formatCount(auccs.length)} drawn ${into}: mean AUCC ${withError(found.aucc_score)}.`;
  }

  function verdictWords() {
    const { exists, aucc, z, p, atLeast, auccs } = verdict();
    if (!exists) return "AUCC needs pairs within clusters and pairs between them.";
    const seen = `AUCC ${formatScore(aucc)}, z ${formatScore(z)}`;
    return auccs.length ? `${seen}; ${atLeast} of ${auccs.length} random labellings reach it: p ${formatScore(p)}.` : `${seen}. Nothing drawn yet.`;
  }

  function meanWords() {
    const n = tallies("aucc_score").length;
    if (!n) return "Nothing drawn yet.";
    return `Means at ${n} k: AUCC ${span("aucc_score")}, ${CRITERIA[state.criterion].title} ${span(state.criterion)}.`;
  }

  // ---- from the reader's hand to the state

  const counts = () =>
    Object.fromEntries([...setup.runs].map(([k, run]) => [k, Math.max(run.auccs.length, wanted(k))]));
  const drawnSoFar = () => Object.fromEntries(Object.entries(counts()).filter(([, count]) => count > 0));

  // With every change goes what was dealt while the machine ran.
  function change(words, changes) {
    said = words;
    save(model, { drawn: drawnSoFar(), judged, ...changes });
  }

  const begin = (words, changes) => {
    const { points, balance, k, seed } = { ...state, ...changes };
    change(words, { since: seed, ...changes, k: Math.min(k, mostClusters(points.length, balance)), drawn: {} });
  };

  const isJudging = () => state.view === "judge";
  const isFull = () => (isJudging() ? judged >= MOST_JUDGED : runOf(state.k).auccs.length >= MOST_DRAWN);
  const refuse = () =>
    status.announce(`${formatCount(isJudging() ? MOST_JUDGED : MOST_DRAWN)} are drawn, which is the most there can be.`);

  function draw(more) {
    if (running) halt("Stopped.");
    const { k } = state;
    const count = counts()[k] ?? 0;
    if (count >= MOST_DRAWN) return refuse();
    change("", { drawn: { ...drawnSoFar(), [k]: Math.min(MOST_DRAWN, count + more) } });
  }

  function drawEveryK() {
    const all = range(setup.most - 1, FEWEST_CLUSTERS).map((k) => [k, Math.max(ENOUGH, counts()[k] ?? 0)]);
    change("", { drawn: Object.fromEntries(all) });
  }

  function start() {
    if (isJudging() && !verdict().exists) return speak();
    if (isFull()) return refuse();
    if (!running) gesture.hold();
    running = true;
    for (const button of runButtons) button.textContent = "Stop";
    said = "";
    status.announce("Running.");
    [worded, spoken] = [performance.now(), performance.now()];
    keepGoing();
  }

  function rest() {
    if (running) gesture.release();
    running = false;
    for (const button of runButtons) button.textContent = "Run";
    cancelAnimationFrame(frame); // what it says would take the place of what is to be said now
    frame = 0;
  }

  function halt(words) {
    rest();
    const before = [model.get("drawn"), model.get("judged")];
    change(words, {});
    // Where the state knew all already, no update comes to say it.
    if (same(before, [model.get("drawn"), model.get("judged")])) update();
  }

  function keepGoing() {
    if (!frame) frame = requestAnimationFrame(step);
  }

  const nDealt = () => (isJudging() ? judged : runOf(state.k).auccs.length);

  // One frame: a few deals more, the more the more there are, but never many.
  function step() {
    frame = 0;
    if (signal.aborted) return;
    if (running) {
      const pace = clamp(Math.ceil(nDealt() / 25), 1, AT_ONCE);
      for (let i = 0; i < pace && !isFull(); i++) {
        if (isJudging()) judged += 1;
        else runOf(state.k).draw();
      }
      judgement = null;
      if (isFull()) return halt("Done.");
    } else {
      work(AT_ONCE);
      if (!isBehind()) {
        body.ariaBusy = "false";
        paint();
        write();
        return speak();
      }
    }
    const time = performance.now();
    // Who asked for less motion sees numbers and pictures at the end.
    if (!calm.matches) {
      paint();
      if (time - worded > WORDS_EVERY) write();
    }
    if (running && time - spoken > SPOKEN_EVERY) {
      status.announce(`${formatCount(nDealt())} so far.`);
      spoken = time;
    }
    keepGoing();
  }

  signal.addEventListener("abort", () => cancelAnimationFrame(frame));
  const watcher = new IntersectionObserver((entries) => {
    if (running && !entries[entries.length - 1].isIntersecting) halt("Stopped: out of sight.");
  });
  watcher.observe(body);
  signal.addEventListener("abort", () => watcher.disconnect());

  function show(view) {
    if (view === state.view) return;
    rest();
    change("", { view });
  }

  // A new seed draws anew: what was drawn, and the labels themselves if they are random. The strip goes on where this seed
  // was run to its end.
  function sow() {
    const seed = (state.seed + 1) % 2 ** 32;
    const since = collectedSeeds({ ...state, judged }).length ? state.since : seed;
    begin("", { seed, since, labels: isBlind() ? blindLabels(state.labels, seed) : state.labels });
  }

  function relabel(choice) {
    const { points, labels, seed } = state;
    if (choice === "classes") {
      const classes = classesOf(points, model.get("presets"));
      return change(isFirstDeal(classes) ? "The first random labels." : "The classes.", { labels: classes, since: seed });
    }
    if (coded(labels).sizes.length < 2) return speak();
    change("Random labels.", { labels: blindLabels(labels, seed), since: seed });
  }

  // ---- points

  function moveTo(i, place, done) {
    const { points } = state;
    const target = place.map((value) => clamp(Math.round(value), 0, POINT_GRID));
    const moved = replaced(points, i, target);
    if (moved.every((point) => same(point, moved[0]))) return status.announce("The points cannot all lie in one place.");
    const words = done ? `Point ${pointName(i)} is at ${target[0]}, ${target[1]}.` : "";
    if (!same(target, points[i])) return begin(words, { points: moved });
    if (!done) return;
    said = words;
    update();
  }

  function nextCluster(i) {
    const label = nextLabel(state.labels, i);
    change(`Point ${pointName(i)} is now in cluster ${label}.`, { labels: replaced(state.labels, i, label), since: state.seed });
  }

  function choose(i) {
    chosen = i;
    scatter.update(state.points, state.labels, chosen);
  }

  function listenToPoint(node, i) {
    const focus = (at) => scatter.nodes[at].focus({ preventScroll: true });
    const moves = {
      at: () => state.points[i],
      locate: scatter.locate,
      moveTo: (place, done) => moveTo(i, place, done),
      press: () => focus(i),
      tap: () => nextCluster(i),
    };
    makeMovable(node, moves, signal);
    node.addEventListener("focus", () => choose(i), { signal });
    // A screen reader clicks without a pointer.
    node.addEventListener("click", (event) => event.detail === 0 && nextCluster(i), { signal });
    const actions = {
      Enter: () => nextCluster(i),
      " ": () => nextCluster(i),
      n: () => focus((i + 1) % state.points.length),
      p: () => focus((i + state.points.length - 1) % state.points.length),
    };
    listenToKeys(node, actions, signal);
  }

  // ---- controls

  const row = (...controls) => html("div", { class: "demo-controls demo-null-controls" }, ...controls);
  const sizesControl = () =>
    selectControl(
      "Sizes",
      BALANCES.map((value, i) => ({ value, text: BALANCE_NAMES[i] })),
      (balance) => begin("", { balance }),
      signal,
    );
  const runButtons = [0, 1].map(() => buttonControl("Run", () => (running ? halt("Stopped.") : start()), signal, true));
  const slider = html("input", { type: "range", min: FEWEST_CLUSTERS, max: MOST_CLUSTERS, step: 1 });
  const sizesText = html("span", { class: "demo-null-sizes", "data-value": "sizes" });
  slider.addEventListener("input", () => change("", { k: Number(slider.value) }), { signal });
  const sliderLabel = html("label", { class: "demo-control" }, html("span", { text: "k" }), slider);
  const [dealSizes, everySizes] = [sizesControl(), sizesControl()];
  const ways = [
    { value: "classes", text: "the classes" },
    { value: "blind", text: "random labels" },
    { value: "own", text: "your own", hidden: true, disabled: true },
  ];
  const labelling = selectControl("Labels", ways, relabel, signal);
  const classesOption = labelling.select.firstChild;
  const criteria = selectControl(
    "means of",
    Object.entries(CRITERIA).map(([value, { title }]) => ({ value, text: title })),
    (criterion) => change("", { criterion }),
    signal,
  );
  const [flatMeans, otherMeans] = ["flat", "other"].map((key) => html("span", { class: "demo-number", "data-value": key }));
  const head = (...parts) => html("p", { class: "demo-null-head" }, ...parts);
  const panel = (name, controls, ...parts) =>
    html(
      "div",
      { class: "demo-null-panel", role: "tabpanel", "aria-label": name },
      controls,
      html("div", { class: "demo-null-stage" }, ...parts),
    );
  const panels = [
    panel(
      "Draw",
      row(html("div", { class: "demo-null-k" }, sliderLabel, sizesText), dealSizes.node, runButtons[0]),
      dealBoard.node,
      histogram.node,
      html("div", { class: "demo-null-last" }, dealing.node, caption),
    ),
    panel(
      "Judge",
      row(labelling.node, runButtons[1], buttonControl("New seed", sow, signal)),
      judgeBoard.node,
      html("div", { class: "demo-null-charts" }, judgedHistogram.node, strip.node),
      scatter.node,
    ),
    panel(
      "Every k",
      row(everySizes.node, criteria.node, buttonControl("Draw 100 for every k", drawEveryK, signal)),
      head(html("span", { text: "means of AUCC" }), flatMeans),
      flat.node,
      head(html("span", { text: "means of the other" }), otherMeans),
      drifting.node,
    ),
  ];
  panels[2].lastChild.classList.add("demo-null-pair");
  const tab = (view, i) => {
    const attributes = { type: "button", role: "tab", class: "demo-null-tab", text: VIEW_NAMES[i] };
    const button = html("button", attributes);
    button.addEventListener("click", () => show(view), { signal });
    return button;
  };
  const tabs = VIEWS.map(tab);
  const tabList = html("div", { class: "demo-null-tabs", role: "tablist", "aria-label": "Views" }, ...tabs);
  const goTo = (i) => {
    tabs[i].focus();
    show(VIEWS[i]);
  };
  const neighbour = (by) => goTo((VIEWS.indexOf(state.view) + by + VIEWS.length) % VIEWS.length);
  const tabKeys = {
    ArrowRight: () => neighbour(1),
    ArrowLeft: () => neighbour(-1),
    Home: () => goTo(0),
    End: () => goTo(VIEWS.length - 1),
  };
  listenToKeys(tabList, tabKeys, signal);
  const presetList = presetControl(
    "Points",
    "your own points",
    model,
    ({ note, points, labels }) => begin(note, { points, labels }),
    signal,
  );
  const drawOne = buttonControl("Draw one", () => draw(1), signal);
  const drawTen = buttonControl("Draw ten", () => draw(10), signal);
  const newSeed = buttonControl("New seed", sow, signal);
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    tabList,
    ...panels,
    status.node,
    html(
      "details",
      { class: "demo-null-more" },
      html("summary", { text: "Other points, single draws" }),
      html("div", { class: "demo-controls" }, presetList.node, drawOne, drawTen, newSeed),
    ),
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
