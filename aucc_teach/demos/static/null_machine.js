// Null machine: random partitions of given sizes, the histogram of their AUCC against its exact mean and deviation, and
// the means of AUCC and of another criterion against the number of clusters.

const [FEWEST_POINTS, MOST_POINTS] = [10, 60];
const FEWEST_CLUSTERS = 2;
const MOST_CLUSTERS = 12;
const MOST_DRAWN = 2000; // for each number of clusters
const AT_ONCE = 20; // partitions in one frame, at most
const IN_FIRST_FRAME = 200;
const WORDS_EVERY = 400; // milliseconds, while it runs: what is read, and what would flicker
const SPOKEN_EVERY = 2500;
const CRITERIA = {
  point_biserial_score: { title: "point-biserial" },
  calinski_harabasz_score: { title: "VRC" },
  silhouette_score: { title: "silhouette" },
  c_index: { title: "C-index", lowerIsBetter: true },
  ratkowsky_lance_score: { title: "C/sqrt(k)" },
  pbm_score: { title: "PBM" },
};

const TRAITS = ["points", "k", "balance", "criterion", "seed", "drawn"];
const QUESTION = "Run the machine for a few values of k. Which of the two means moves with k?";
const HELP = [
  "The machine deals the labels to the points without looking at them: cluster sizes are fixed, and every labeling " +
    "with these sizes is as likely as any other. The histogram counts the AUCC of the partitions drawn so far; a bar " +
    "at an end also counts what lies beyond it. Dashed line and grey band: the exact mean, 1/2, and one exact " +
    "deviation to either side. The dot above with its line: mean and deviation so far.",
  "Against k, a dot for each k that you have visited: the mean so far, and one deviation so far of a single " +
    "partition to either side. Each chart is as high as its deviations ask for. A number after \u00b1 is a standard " +
    "error. Changing points, sizes or seed begins anew; the same seed draws the same partitions again.",
  "Keys: Tab goes to the controls; on k, arrows change it by one, Home and End go to the ends. The machine stops by " +
    `itself at ${formatCount(MOST_DRAWN)} partitions, and when it is out of sight. A partition for which the second ` +
    "criterion is not defined is left out of its mean.",
];

// ---- chance

// No cluster may be empty, and some pair must lie within one.
function mostClusters(n, balance) {
  const rest = balance === "even" ? n : n - sizesOf(n, 2, balance)[0];
  return Math.min(MOST_CLUSTERS, n - 1, 1 + rest);
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

// AUCC and the six other criteria of one partition, by name; NaN where one is not defined.
function judge(data, labels, sizes) {
  const { n, square, rankSquare, points } = data;
  const k = sizes.length;
  const within = sumOf(sizes.map(nPairs));
  const between = nPairs(n) - within;
  const toClusters = new Float64Array(n * k); // sum of the distances from each point to the members of each cluster
  let doubledRanks = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      toClusters[i * k + labels[j]] += square[i * n + j];
      if (j < i && labels[i] === labels[j]) doubledRanks += rankSquare[i * n + j];
    }
  }
  const scale = 2 * within * between;
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
    // Whole numbers up to the one division: the same last bit as in Python.
    aucc_score: (scale - doubledRanks + within * (within + 1)) / scale,
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

// Everything drawn with one seed, balance and number of clusters. `draw()` draws one more.
function newRun(data, seed, k, balance) {
  const sizes = sizesOf(data.n, k, balance);
  const next = generator(seed, k, BALANCES.indexOf(balance));
  const names = ["aucc_score", ...Object.keys(CRITERIA)];
  const run = { sizes, auccs: [], labels: null, scores: null };
  run.tallies = Object.fromEntries(names.map((name) => [name, newTally()]));
  run.draw = () => {
    run.labels = deal(sizes, next);
    run.scores = judge(data, run.labels, sizes);
    run.auccs.push(run.scores.aucc_score);
    for (const name of names) tally(run.tallies[name], run.scores[name]);
  };
  return run;
}

const ENOUGH = 100; // partitions, to have visited a number of clusters

// What the partitions are like is left out: it would take a second to draw them all again.
function numbers({ points, k, balance, drawn }) {
  const sizes = sizesOf(points.length, k, balance);
  return {
    n_points: points.length,
    k,
    largest: Math.max(...sizes),
    smallest: Math.min(...sizes),
    n_drawn: drawn[k] ?? 0,
    n_visited: Object.values(drawn).filter((count) => count >= ENOUGH).length,
    deviation: Math.sqrt(nullVariance(prepare(points), sizes)),
  };
}

function check({ points, k, balance, criterion, seed, drawn }) {
  const wrong =
    wrongPoints(points, FEWEST_POINTS, MOST_POINTS) ||
    wrongChoice("balance", balance, BALANCES) ||
    wrongChoice("criterion", criterion, Object.keys(CRITERIA)) ||
    wrongWhole("seed", seed, 0, 2 ** 32 - 1);
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
const N_BINS = 40;

// The points under the labels dealt last. Clusters beyond the sixth have the same markers, hollow.
function dealtPicture() {
  const node = svg("svg", { class: "demo-plot demo-dealt", viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img" });
  node.append(svg("rect", { class: "demo-paper", x: 1, y: 1, width: SIDE - 2, height: SIDE - 2, rx: 4 }));
  const to = scale([0, 1000], [24, SIDE - 24]);
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
        transform: `translate(${to(x)},${to(1000 - y)})scale(${label === null ? 4 : 9})`,
      });
    });
  }
  return { node, update };
}

const plotBox = (name, height) =>
  svg("svg", { class: `demo-plot ${name}`, viewBox: `0 0 ${WIDTH} ${height}`, role: "img" });

function histogramPicture() {
  const [top, bottom] = [30, 156];
  const band = svg("rect", { class: "demo-null-band", y: top, height: bottom - top });
  const bars = svg("path", { class: "demo-null-bars" });
  const middle = svg("path", { class: "demo-chance" });
  const whisker = svg("path", { class: "demo-null-line" });
  const dot = svg("circle", { class: "demo-null-dot", cy: 16, r: 5 });
  const exact = axisText(0, top + 16, "start", "exact");
  const scaleTexts = svg("g");
  const node = plotBox("demo-null-histogram", 194);
  node.append(
    svg("rect", { class: "demo-paper", x: 1, y: top, width: WIDTH - 2, height: bottom - top }),
    band,
    bars,
    middle,
    exact,
    whisker,
    dot,
    axisText(1, 20, "start", "so far"),
    scaleTexts,
    axisText(WIDTH / 2, 190, "middle", "AUCC of a random partition (higher is better)"),
  );
  let toX = null;

  // New points or sizes have another scale; another k has another deviation.
  function frame(ends, deviation) {
    toX = scale(ends, [1, WIDTH - 1]);
    const [left, right] = [toX(0.5 - deviation), toX(0.5 + deviation)];
    setAttributes(band, { x: left, width: right - left });
    setAttributes(middle, { d: `M${toX(0.5)},${top}V${bottom}` });
    setAttributes(exact, { x: Math.min(right + 5, WIDTH - 40) });
    const inside = ticks(ends, 6).filter(([value]) => Math.abs(toX(value) - WIDTH / 2) < WIDTH / 2 - 15);
    scaleTexts.replaceChildren(...inside.map(([value, text]) => axisText(toX(value), 172, "middle", text)));
  }

  function fill([low, high], auccs, found) {
    const counts = new Array(N_BINS).fill(0);
    for (const aucc of auccs) counts[clamp(Math.floor(((aucc - low) / (high - low)) * N_BINS), 0, N_BINS - 1)] += 1;
    const [width, most] = [(WIDTH - 2) / N_BINS, Math.max(1, ...counts)];
    const bar = (count, i) => {
      const height = ((bottom - top - 22) * count) / most;
      return count ? `M${1 + i * width},${bottom}v${-height}h${width}v${height}z` : "";
    };
    setAttributes(bars, { d: counts.map(bar).join("") });
    const spread = deviationOf(found) || 0;
    const place = (value) => clamp(toX(value), 1, WIDTH - 1);
    const d = spread ? `M${place(found.mean - spread)},16H${place(found.mean + spread)}` : "";
    setAttributes(whisker, { d });
    const cx = found.count ? place(found.mean) : 0;
    setAttributes(dot, { visibility: found.count ? "visible" : "hidden", cx });
  }

  return { node, frame, fill };
}

// Means against k, one deviation to either side. `exact` are the exact deviations of AUCC, by k; the other criterion
// has none.
function driftPicture() {
  const [left, right, top, bottom] = [48, WIDTH - 1, 22, 150];
  const now = svg("rect", { class: "demo-null-band", y: top, width: 20, height: bottom - top });
  const band = svg("path", { class: "demo-null-band" });
  const middle = svg("path", { class: "demo-chance" });
  const line = svg("path", { class: "demo-null-thin" });
  const whiskers = svg("path", { class: "demo-null-line" });
  const title = axisText(1, 13, "start", "");
  const empty = axisText((left + right) / 2, 90, "middle", "nothing drawn yet");
  const [dots, scaleTexts] = [svg("g"), svg("g")];
  const node = plotBox("demo-null-drift", 186);
  node.append(
    svg("rect", { class: "demo-paper", x: left, y: top, width: right - left, height: bottom - top }),
    now,
    band,
    middle,
    line,
    whiskers,
    dots,
    empty,
    title,
    scaleTexts,
    axisText((left + right) / 2, 182, "middle", "number of clusters k"),
  );

  // `found` are the tallies by k, those with something in them.
  function update({ name, range: given, exact, found, k, most }) {
    const toX = scale([FEWEST_CLUSTERS, most], [left + 15, right - 15]);
    const ends = given ?? rangeOf(found.map(([, tallied]) => tallied));
    const toY = scale(ends ?? [0, 1], [bottom, top]);
    const y = (value) => clamp(toY(value), top, bottom);
    setAttributes(title, { text: name });
    setAttributes(now, { x: toX(k) - 10 });
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
      ...range(most - 1, FEWEST_CLUSTERS).map((value) => axisText(toX(value), 165, "middle", String(value))),
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
  const dealt = dealtPicture();
  const caption = html("p", { class: "demo-null-caption" });
  const quiet = { drawn: "partitions", exactMean: "exact mean", deviation: "deviation so far" };
  const board = readout("mean", "mean so far of AUCC", { ...quiet, exact: "exact deviation" });
  const histogram = histogramPicture();
  const flat = driftPicture();
  const drifting = driftPicture();
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "null-machine", traits: TRAITS, numbers, check });
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  let state = {};
  let setup = { key: null }; // what depends on points, balance and seed, and the runs by k
  let running = false;
  let frame = 0; // the one that was asked for
  let [worded, spoken] = [0, 0]; // when this was last done
  let said = ""; // what the next update has to say

  // ---- from the state to the page

  function update() {
    state = Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
    const { points, balance, seed, k, criterion } = state;
    if (k > mostClusters(points.length, balance)) return; // one of them is still on its way from the kernel
    const key = JSON.stringify([points, balance, seed]);
    if (key !== setup.key) {
      const [data, most] = [prepare(points), mostClusters(points.length, balance)];
      const deviation = (count) => Math.sqrt(nullVariance(data, sizesOf(data.n, count, balance)));
      const exact = range(most - 1, FEWEST_CLUSTERS).map(deviation);
      const widest = Math.max(...exact);
      const around = (width) => [Math.max(0, 0.5 - width * widest), Math.min(1, 0.5 + width * widest)];
      setup = { key, data, most, exact, wide: around(4), narrow: around(2), runs: new Map() };
      rest();
    }
    for (const [count, run] of setup.runs) if (run.auccs.length > wanted(count)) setup.runs.delete(count);
    work(frame ? 0 : IN_FIRST_FRAME);
    histogram.frame(setup.wide, setup.exact[k - FEWEST_CLUSTERS]);
    slider.max = setup.most;
    slider.value = k;
    const sizes = formatSizes(sizesOf(points.length, k, balance));
    setAttributes(slider, { "aria-valuetext": `${k} clusters: ${sizes}` });
    sizesText.textContent = `${k} clusters: ${sizes}`;
    const preset = model.get("presets").findIndex((one) => same(one.points, points));
    presets.show(preset, !Object.keys(state.drawn).length);
    balances.select.value = balance;
    criteria.select.value = criterion;
    paint();
    write();
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

  // Draw what the state asks for, `budget` partitions at most.
  function work(budget) {
    for (const k of behind()) {
      while (budget-- > 0 && wanted(k) > runOf(k).auccs.length) runOf(k).draw();
    }
  }

  function paint() {
    const { k, criterion } = state;
    const run = runOf(k);
    const most = setup.most;
    histogram.fill(setup.wide, run.auccs, run.tallies.aucc_score);
    const tallies = (name) =>
      [...setup.runs].sort(([a], [b]) => a - b).map(([count, { tallies: all }]) => [count, all[name]]);
    const found = (name) => tallies(name).filter(([, { count }]) => count > 0);
    const { title, lowerIsBetter } = CRITERIA[criterion];
    const better = lowerIsBetter ? "lower is better" : "higher is better";
    const name = "mean AUCC (higher is better)";
    flat.update({ name, range: setup.narrow, exact: setup.exact, found: found("aucc_score"), k, most });
    drifting.update({ name: `mean ${title} (${better})`, found: found(criterion), k, most });
  }

  // What is read. While the machine runs, not in every frame: nobody could read it, and the points would flicker.
  function write() {
    const { k, criterion, seed } = state;
    const { auccs, labels, scores, tallies } = runOf(k);
    const { title } = CRITERIA[criterion];
    dealt.update(state.points, labels);
    const last = scores
      ? `Partition ${formatCount(auccs.length)} of seed ${seed}: AUCC ${formatScore(scores.aucc_score)}, ` +
        `${title} ${formatMeasure(scores[criterion])}`
      : `Seed ${seed}: no partition drawn yet`;
    caption.textContent = last;
    dealt.node.setAttribute("aria-label", `The points. ${last}`);
    board.show({
      mean: withError(tallies.aucc_score),
      drawn: formatCount(auccs.length),
      exactMean: "1/2",
      deviation: formatScore(deviationOf(tallies.aucc_score)),
      exact: formatScore(setup.exact[k - FEWEST_CLUSTERS]),
    });
    otherMean.textContent = withError(tallies[criterion]);
    otherDeviation.textContent = formatMeasure(deviationOf(tallies[criterion]));
    const shape = auccs.length
      ? `from ${formatScore(Math.min(...auccs))} to ${formatScore(Math.max(...auccs))}`
      : "nothing drawn yet";
    histogram.node.setAttribute("aria-label", `Histogram of AUCC: ${shape}`);
    flat.node.setAttribute("aria-label", `Mean AUCC by k: ${meansByK("aucc_score")}`);
    drifting.node.setAttribute("aria-label", `Mean ${title} by k: ${meansByK(criterion)}`);
    worded = performance.now();
  }

  function meansByK(name) {
    const visited = [...setup.runs].sort(([a], [b]) => a - b).filter(([, run]) => run.tallies[name].count);
    const means = visited.map(([k, run]) => `${k}: ${formatMeasure(run.tallies[name].mean)}`);
    return means.join(", ") || "nothing drawn yet";
  }

  function speak() {
    const { k, criterion } = state;
    const { auccs, sizes, tallies } = runOf(k);
    const means =
      `mean AUCC ${withError(tallies.aucc_score)}, exactly 1/2 over all; ` +
      `mean ${CRITERIA[criterion].title} ${withError(tallies[criterion])}.`;
    const into = `${k} clusters (${formatSizes(sizes)})`;
    const partitions = auccs.length === 1 ? "partition" : "partitions";
    const verdict = auccs.length
      ? `${formatCount(auccs.length)} random ${partitions} into ${into}: ${means}`
      : `Nothing drawn yet for ${into}.`;
    status.announce(`${said} ${verdict}`.trim());
    said = "";
    spoken = performance.now();
  }

  // ---- from the reader's hand to the state

  const counts = () =>
    Object.fromEntries([...setup.runs].map(([k, run]) => [k, Math.max(run.auccs.length, wanted(k))]));
  const drawnSoFar = () => Object.fromEntries(Object.entries(counts()).filter(([, count]) => count > 0));

  // With every change goes what was drawn while the machine ran.
  function change(words, changes) {
    said = words;
    save(model, { drawn: drawnSoFar(), ...changes });
  }

  const begin = (words, changes) => {
    const { points, balance, k } = { ...state, ...changes };
    change(words, { ...changes, k: Math.min(k, mostClusters(points.length, balance)), drawn: {} });
  };

  const mostDrawn = () => runOf(state.k).auccs.length >= MOST_DRAWN;
  const refuse = () =>
    status.announce(`${formatCount(MOST_DRAWN)} partitions are drawn for this k, the most there can be.`);

  function draw(more) {
    if (running) halt("Stopped.");
    const { k } = state;
    const count = counts()[k] ?? 0;
    if (count >= MOST_DRAWN) return refuse();
    change("", { drawn: { ...drawnSoFar(), [k]: Math.min(MOST_DRAWN, count + more) } });
  }

  function start() {
    if (mostDrawn()) return refuse();
    running = true;
    runButton.textContent = "Stop";
    said = "";
    status.announce("Running.");
    [worded, spoken] = [performance.now(), performance.now()];
    keepGoing();
  }

  function rest() {
    running = false;
    runButton.textContent = "Run";
    cancelAnimationFrame(frame); // what it says would take the place of what is to be said now
    frame = 0;
  }

  function halt(words) {
    rest();
    const before = model.get("drawn");
    change(words, {});
    // Where the state knew all already, no update comes to say it.
    if (same(before, model.get("drawn"))) update();
  }

  function keepGoing() {
    if (!frame) frame = requestAnimationFrame(step);
  }

  // One frame: a few partitions more, the more the more there are, but never many.
  function step() {
    frame = 0;
    if (signal.aborted) return;
    if (running) {
      const run = runOf(state.k);
      const pace = clamp(Math.ceil(run.auccs.length / 25), 1, AT_ONCE);
      for (let i = 0; i < pace && !mostDrawn(); i++) run.draw();
      if (mostDrawn()) return halt("Done.");
    } else {
      work(AT_ONCE);
      if (!isBehind()) {
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
      status.announce(`${formatCount(runOf(state.k).auccs.length)} partitions so far.`);
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

  // ---- controls

  const presets = presetControl(
    "Points",
    "your own points",
    model,
    ({ note, points }) => begin(note, { points }),
    signal,
  );
  const balances = selectControl(
    "Sizes",
    BALANCES.map((value, i) => ({ value, text: BALANCE_NAMES[i] })),
    (balance) => begin("", { balance }),
    signal,
  );
  const slider = html("input", { type: "range", min: FEWEST_CLUSTERS, max: MOST_CLUSTERS, step: 1 });
  const sizesText = html("span", { class: "demo-null-sizes", "data-value": "sizes" });
  slider.addEventListener("input", () => change("", { k: Number(slider.value) }), { signal });
  const sliderLabel = html("label", { class: "demo-control" }, html("span", { text: "k" }), slider);
  const runButton = buttonControl("Run", () => (running ? halt("Stopped.") : start()), signal);
  const criteria = selectControl(
    "mean so far of",
    Object.entries(CRITERIA).map(([value, { title }]) => ({ value, text: title })),
    (criterion) => change("", { criterion }),
    signal,
  );
  const otherMean = html("span", { class: "demo-number", "data-value": "other" });
  const otherDeviation = html("span", { "data-value": "otherDeviation" });
  const otherFacts = html("div", { class: "demo-facts" });
  otherFacts.append(html("div", {}, html("span", { text: "deviation so far" }), " ", otherDeviation));
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html("div", { class: "demo-controls" }, presets.node, balances.node),
    html("div", { class: "demo-null-k" }, sliderLabel, sizesText),
    html(
      "div",
      { class: "demo-null-buttons" },
      buttonControl("Draw one", () => draw(1), signal),
      buttonControl("Draw ten", () => draw(10), signal),
      runButton,
      buttonControl("New seed", () => begin("", { seed: (state.seed + 1) % 2 ** 32 }), signal),
    ),
    board.node,
    histogram.node,
    flat.node,
    html("div", { class: "demo-null-other" }, criteria.node, " ", otherMean, otherFacts),
    drifting.node,
    html("div", { class: "demo-null-last" }, dealt.node, caption),
    status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
