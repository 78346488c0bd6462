// Deal again: a partition against blind deals of the same sizes, and what Rand's c and other measures make of them.

const [FEWEST_OBJECTS, MOST_OBJECTS] = [6, 60];
const FEWEST_CLUSTERS = 2;
const MOST_DRAWN = 5000;
const MOST_SEED = 2 ** 32 - 1;
const IN_A_FRAME = 6; // milliseconds for the arithmetic
const FRAMES = 20; // in which the histograms grow
// Beside Rand's c: those of the package, by the name that the state has.
const MEASURES = {
  adjusted_rand_score: "ARI",
  fowlkes_mallows_score: "FM",
  pivoted_accuracy: "PA",
  normalized_accuracy: "NA",
  adjusted_asymmetric_accuracy: "AAA",
  pair_sets_index: "PSI",
  simplified_pair_sets_index: "PSI simpl.",
  normalized_mutual_info_score: "NMI",
  adjusted_mutual_info_score: "AMI",
};
const LONG_NAMES = {
  adjusted_rand_score: "adjusted Rand index",
  fowlkes_mallows_score: "Fowlkes-Mallows",
  pivoted_accuracy: "pivoted accuracy",
  normalized_accuracy: "normalised accuracy",
  adjusted_asymmetric_accuracy: "adjusted asymmetric accuracy",
  pair_sets_index: "pair sets index",
  simplified_pair_sets_index: "the same, simplified",
  normalized_mutual_info_score: "normalised mutual information",
  adjusted_mutual_info_score: "adjusted mutual information",
};
const RAND = "Rand\u2019s c";
const TRAITS = ["n_objects", "k", "balance", "measure", "seed", "drawn"];

const QUESTION = "How much do two partitions agree when the labels of one are dealt like cards?";
const HELP = [
  "Each object has a column of two cards. The upper card is its cluster in Y, which stays. The lower card is its " +
    "cluster in Y\u2032, which is dealt: the labels of Y are shuffled like cards, so that the sizes stay and every " +
    "labelling is as likely as any other. A frame around both cards means that the object is together with another " +
    "one in both partitions.",
  "Both histograms have the same scale, and the highest bar of each is as high as the box. The dot is the mean of " +
    "the deals, and the dashed line is the exact mean over all deals. For measures that match clusters (PA, NA, AAA, " +
    "PSI) there is no formula for it, so their mean is only estimated from the deals. The two kinds of PSI are equal " +
    "if the sizes are. With as many clusters as objects both partitions are the same, and each measure is 1, ARI and " +
    "AMI by convention (0/0).",
  "Keys: Space or D deals once, T ten times, M a thousand times. On k, arrows change it by one, and Home and End " +
    "go to the ends. Another k shows as many deals as before. The same seed deals the same cards again.",
];

// ---- the deals

// No cluster may be empty.
const mostGroups = (n, balance) => (balance === "even" ? n : n - sizesOf(n, 2, balance)[0] + 1);

// Deals of one kind. `draw()` deals once more; `values(measure, i)` is the measure of the i-th deal.
function newDeals(n, k, balance, seed) {
  const sizes = sizesOf(n, k, balance);
  const reference = sizes.flatMap((size, cluster) => new Array(size).fill(cluster));
  const next = generator(seed, k, BALANCES.indexOf(balance));
  const deals = { sizes, reference, dealt: [], tps: [], scores: {} };
  deals.pairs = nPairs(n);
  deals.within = sumOf(sizes.map(nPairs));
  deals.draw = () => {
    const labels = deal(sizes, next);
    deals.dealt.push(Uint8Array.from(labels));
    // Who joins a cell of the table comes together with all that are there.
    const table = new Uint8Array(k * k);
    let tp = 0;
    for (let i = 0; i < n; i++) tp += table[reference[i] * k + labels[i]]++;
    deals.tps.push(tp);
  };
  return deals;
}

// ---- the measures; sizes are the same in both partitions, which makes them simple

// Rand's c and ARI are straight lines in the pairs together in both: whole numbers up to the one division.
const agreeing = ({ pairs, within }, tp) => pairs - 2 * within + 2 * tp;
const aboveChance = ({ pairs, within }, tp) => (within ? pairs * tp - within * within : 1);
const scaleOfAri = ({ pairs, within }) => within * (pairs - within) || 1;

function tableOf({ sizes, reference }, labels) {
  const k = sizes.length;
  const table = range(k).map(() => new Array(k).fill(0));
  labels.forEach((label, i) => (table[reference[i]][label] += 1));
  return table;
}

// The largest sum of k weights, no two in a row or a column: the Hungarian method, row by row, with prices of rows and
// columns that no weight exceeds together.
function bestMatching(weights) {
  const k = weights.length;
  const [rowPrice, columnPrice] = [new Float64Array(k + 1), new Float64Array(k + 1)];
  const rowOf = new Int32Array(k + 1); // of each column, from 1; 0 is none
  for (let row = 1; row <= k; row++) {
    const slack = new Float64Array(k + 1).fill(Infinity);
    const [from, seen] = [new Int32Array(k + 1), new Uint8Array(k + 1)];
    rowOf[0] = row;
    let column = 0;
    do {
      seen[column] = 1;
      const here = rowOf[column];
      let [least, nearest] = [Infinity, 0];
      for (let j = 1; j <= k; j++) {
        if (seen[j]) continue;
        const left = rowPrice[here] + columnPrice[j] - weights[here - 1][j - 1];
        if (left < slack[j]) [slack[j], from[j]] = [left, column];
        if (slack[j] < least) [least, nearest] = [slack[j], j];
      }
      for (let j = 0; j <= k; j++) {
        if (seen[j]) {
          rowPrice[rowOf[j]] -= least;
          columnPrice[j] += least;
        } else slack[j] -= least;
      }
      column = nearest;
    } while (rowOf[column]);
    while (column) {
      rowOf[column] = rowOf[from[column]];
      column = from[column];
    }
  }
  return sumOf(range(k, 1).map((j) => weights[rowOf[j] - 1][j - 1]));
}

// A function that gives the measure of the i-th deal, and the exact mean over all deals; null where it has no closed form.
function measureOf(deals, measure) {
  const { sizes, pairs, within, dealt, tps } = deals;
  const [n, k] = [deals.reference.length, sizes.length];
  if (measure === "rand_score") {
    const exact = (pairs * (pairs - 2 * within) + 2 * within * within) / (pairs * pairs);
    return { score: (i) => agreeing(deals, tps[i]) / pairs, exact };
  }
  // Both put every object apart: they are equal.
  if (!within) return { score: () => 1, exact: 1 };
  if (measure === "adjusted_rand_score") return { score: (i) => aboveChance(deals, tps[i]) / scaleOfAri(deals), exact: 0 };
  if (measure === "fowlkes_mallows_score") return { score: (i) => tps[i] / within, exact: within / pairs };
  const table = (i) => tableOf(deals, dealt[i]);
  if (measure.endsWith("mutual_info_score")) {
    const [most, expected] = [entropy(sizes, n), expectedInformation(sizes, sizes, n)];
    const information = (i) => 2 * most - entropy(table(i).flat(), n);
    if (measure.startsWith("normalized")) {
      return { score: (i) => Math.max(0, information(i) / most), exact: expected / most };
    }
    return { score: (i) => (information(i) - expected) / (most - expected), exact: 0 };
  }
  const weigh = (weight) => (i) => bestMatching(table(i).map((row, a) => row.map((cell, b) => weight(cell, a, b))));
  const counts = weigh((cell) => cell);
  const shares = weigh((cell, a) => cell / sizes[a]);
  const overlaps = weigh((cell, a, b) => cell / Math.max(sizes[a], sizes[b]));
  const overlap = (i) => Math.max(0, (overlaps(i) - 1) / (k - 1));
  const score = {
    pivoted_accuracy: (i) => counts(i) / n,
    normalized_accuracy: (i) => (k * counts(i) - n) / (n * (k - 1)),
    adjusted_asymmetric_accuracy: (i) => (shares(i) - 1) / (k - 1),
    pair_sets_index: overlap,
    simplified_pair_sets_index: overlap,
  }[measure];
  return { score, exact: null };
}

function numbers({ n_objects: n, k, balance, seed, drawn }) {
  const deals = newDeals(n, k, balance, seed);
  for (let i = 0; i < drawn; i++) deals.draw();
  const { sizes, pairs, within, tps } = deals;
  const last = drawn ? tps[drawn - 1] : NaN;
  const scaleAri = scaleOfAri(deals);
  const above = tps.map((tp) => aboveChance(deals, tp));
  return {
    n,
    k,
    largest: Math.max(...sizes),
    smallest: Math.min(...sizes),
    n_drawn: drawn,
    n_below: above.filter((value) => value < 0).length,
    pairs,
    within,
    tp: last,
    tn: pairs - 2 * within + last,
    c: agreeing(deals, last) / pairs,
    ari: drawn ? above[drawn - 1] / scaleAri : NaN,
    mean_c: sumOf(tps.map((tp) => agreeing(deals, tp))) / (pairs * drawn),
    mean_ari: sumOf(above) / (scaleAri * drawn),
    expected_tp: (within * within) / pairs,
    expected_c: measureOf(deals, "rand_score").exact,
  };
}

function check({ n_objects: n, k, balance, measure, seed, drawn }) {
  return (
    wrongWhole("n_objects", n, FEWEST_OBJECTS, MOST_OBJECTS) ||
    wrongChoice("balance", balance, BALANCES) ||
    wrongWhole("k", k, FEWEST_CLUSTERS, mostGroups(n, balance)) ||
    wrongChoice("measure", measure, Object.keys(MEASURES)) ||
    wrongWhole("seed", seed, 0, MOST_SEED) ||
    wrongWhole("drawn", drawn, 0, MOST_DRAWN)
  );
}

// ---- pictures

const COLUMNS = 12;
const [CARD, ROW, LINE] = [28, 24, 58]; // width of a card, height of a row, and of a line of two rows

// Both partitions as cards, object by object: above Y, below the last deal.
function cardsPicture() {
  const node = svg("svg", { class: "demo-plot demo-deal-cards", role: "img" });
  const layer = svg("g");
  node.append(layer);
  let objects = [];

  function resize(n) {
    if (objects.length === n) return;
    setAttributes(node, { viewBox: `0 0 ${CARD * COLUMNS + 24} ${LINE * Math.floor((n - 1) / COLUMNS) + 2 * ROW + 4}` });
    layer.replaceChildren();
    objects = range(n).map((i) => {
      const [x, y] = [CARD * (i % COLUMNS) + 22, LINE * Math.floor(i / COLUMNS) + 2];
      const cards = [0, 1].map((row) => {
        const top = y + ROW * row;
        if (i % COLUMNS === 0) {
          const text = row ? "Y\u2032" : "Y";
          layer.append(svg("text", { class: "demo-name", x: 10, y: top + 17, "text-anchor": "middle", text }));
        }
        const shape = svg("path", { transform: `translate(${x + 7},${top + ROW / 2})scale(3.6)` });
        const place = { x: x + CARD - 2.5, y: top + 16.5, "text-anchor": "end" };
        const number = svg("text", { class: "demo-axis demo-deal-number", ...place });
        const box = { x: x + 2, y: top + 2, width: CARD - 4, height: ROW - 4, rx: 3 };
        layer.append(svg("rect", { class: "demo-cell", ...box }), shape, number);
        return { shape, number };
      });
      const frame = { x: x + 1, y: y + 1, width: CARD - 2, height: 2 * ROW - 2, rx: 4 };
      const lit = svg("rect", { class: "demo-deal-lit", ...frame });
      layer.append(lit);
      return { cards, lit };
    });
  }

  function update(reference, labels) {
    resize(reference.length);
    const cell = (i) => reference[i] * MOST_OBJECTS + labels[i];
    const members = new Map();
    if (labels) reference.forEach((_, i) => members.set(cell(i), (members.get(cell(i)) ?? 0) + 1));
    objects.forEach(({ cards, lit }, i) => {
      [reference, labels].forEach((partition, row) => {
        const { shape, number } = cards[row];
        const label = partition ? partition[i] : null;
        const kind = label === null ? null : `demo-marker ${clusterClass(label)}`;
        setAttributes(shape, { class: kind, d: label === null ? null : MARKERS[label % MARKERS.length] });
        setAttributes(number, { text: label === null ? "" : String(label + 1) });
      });
      setAttributes(lit, { visibility: labels && members.get(cell(i)) > 1 ? null : "hidden" });
    });
  }

  return { node, update };
}

const WIDTH = 340;
const N_BINS = 60; // from -1/2 to 1
const toX = scale([-0.5, 1], [1, WIDTH - 1]);

// Words beside a place on the scale, on the side where there is room.
function putBeside(node, x, gap, text) {
  const onLeft = x > WIDTH / 2;
  setAttributes(node, { x: onLeft ? x - gap : x + gap, "text-anchor": onLeft ? "end" : "start", text });
}

function histogramPanel(top) {
  const bottom = top + 66;
  const title = axisText(1, top - 5, "start", "");
  const bars = svg("path", { class: "demo-deal-bars" });
  const line = svg("path", { class: "demo-chance" });
  const lineText = axisText(0, top + 15, "start", "");
  const exactMark = svg("g", { class: "demo-deal-exact" }, line, lineText);
  const dot = svg("circle", { class: "demo-dot", cy: top - 9, r: 5 });
  const dotText = axisText(0, top - 5, "start", "");
  const soFar = svg("g", {}, dot, dotText);
  const box = svg("rect", { class: "demo-paper", x: 1, y: top, width: WIDTH - 2, height: bottom - top });
  const promise = axisText(WIDTH / 2, top + 38, "middle", "");
  const node = svg("g", {}, box, title, bars, exactMark, soFar, promise);

  function update(name, exact, scores, count, mean) {
    title.textContent = name;
    promise.textContent = count ? "" : `here each deal adds its ${name.replace(/^Rand\u2019s /, "")}`;
    const counts = new Array(N_BINS).fill(0);
    // The trifle keeps what lies on an edge in the same bar, whatever the last bit of its logarithms.
    for (let i = 0; i < count; i++) counts[clamp(Math.floor((scores[i] + 0.5) * 40 + 1e-9), 0, N_BINS - 1)] += 1;
    const [width, most] = [(WIDTH - 2) / N_BINS, Math.max(1, ...counts)];
    const bar = (n, i) => {
      const height = ((bottom - top - 20) * n) / most;
      return n ? `M${1 + i * width},${bottom}v${-height}h${width}v${height}z` : "";
    };
    setAttributes(bars, { d: counts.map(bar).join("") });
    setAttributes(exactMark, { display: exact === null ? "none" : null });
    if (exact !== null) {
      setAttributes(line, { d: `M${toX(exact)},${top}V${bottom}` });
      putBeside(lineText, toX(exact), 5, `exact mean ${formatScore(exact)}`);
    }
    setAttributes(soFar, { display: count ? null : "none" });
    if (count) {
      setAttributes(dot, { cx: toX(mean) });
      putBeside(dotText, toX(mean), 10, "mean of the deals");
    }
  }

  return { node, update };
}

function histograms() {
  const panels = [histogramPanel(24), histogramPanel(122)];
  const value = (i) => axisText(toX(i / 5), 206, "middle", i ? (i / 5).toFixed(1).replace("-", "\u2212") : "0");
  const node = svg(
    "svg",
    { class: "demo-plot demo-deal-histograms", viewBox: `0 0 ${WIDTH} 228`, role: "img" },
    ...panels.map((panel) => panel.node),
    ...range(7, -2).map(value),
    axisText(WIDTH - 1, 206, "end", "1"),
    axisText(WIDTH / 2, 222, "middle", "1 is perfect agreement (higher is better)"),
  );
  return { node, panels };
}

// ---- the demo

function render({ model, el, page }) {
  const cards = cardsPicture();
  const caption = html("p", { class: "demo-deal-caption", "data-value": "pairs" });
  const facts = (name) => ({ [`mean${name}`]: "mean of the deals", [`exact${name}`]: "exact mean" });
  const boards = [
    readout("c", `${RAND}, last deal`, facts("C")),
    readout("other", "", facts("Other")),
  ];
  const picture = histograms();
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "deal-again", title: "Deal again", traits: TRAITS, numbers, check });
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  let state = {};
  let [deals, key] = [null, ""];
  let measures = []; // of Rand's c and of the other: { name, score, exact, scores }
  let shown = 0; // deals in the histograms
  let frame = 0;
  let said = ""; // what the next update has to say

  // ---- from the state to the page

  function update() {
    const before = state.measure;
    state = Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
    const { n_objects: n, k, balance, measure, seed, drawn } = state;
    const most = mostGroups(n, balance);
    if (k > most) return; // one of them is still on its way from the kernel
    const newKey = JSON.stringify([n, k, balance, seed]);
    // Few deals, and those that are looked at in another way, are there at once; many more of the same kind pile up.
    const piles = newKey === key && measure === before && drawn - shown > 10 && !calm.matches;
    if (newKey !== key) {
      [deals, key, measures] = [newDeals(n, k, balance, seed), newKey, []];
      shown = 0;
    }
    const names = { rand_score: RAND, [measure]: MEASURES[measure] };
    measures = Object.entries(names).map(
      ([id, name]) => measures.find((one) => one.id === id) ?? { id, name, scores: [], ...measureOf(deals, id) },
    );
    shown = Math.min(shown, drawn, ...measures.map(({ scores }) => scores.length));
    setAttributes(slider, { max: most, "aria-valuetext": `${k} clusters: ${formatSizes(deals.sizes)}` });
    slider.value = k;
    sizesText.textContent = `${k} clusters: ${formatSizes(deals.sizes)}`;
    sizes.select.value = BALANCES.indexOf(balance);
    others.select.value = measure;
    objects.value = n;
    setAttributes(objects, { "aria-valuetext": `${n} objects` });
    objectsText.textContent = `${n} objects, seed ${seed}`;
    cancelAnimationFrame(frame);
    work(piles ? Math.ceil((drawn - shown) / FRAMES) : Infinity);
  }

  // Deal and measure `pace` deals more, as far as there is time, and go on in the next frame.
  function work(pace) {
    const { drawn } = state;
    const until = performance.now() + IN_A_FRAME;
    for (let i = 0; i < pace && shown < drawn && performance.now() < until; i++) {
      if (deals.tps.length === shown) deals.draw();
      for (const { scores, score } of measures) if (scores.length === shown) scores.push(score(shown));
      shown += 1;
    }
    paint();
    const busy = shown < drawn;
    body.ariaBusy = String(busy);
    if (busy) frame = requestAnimationFrame(() => work(pace));
    else write();
  }

  const meanOf = ({ scores }) => {
    let sum = 0;
    for (let i = 0; i < shown; i++) sum += scores[i];
    return sum / shown;
  };

  function paint() {
    measures.forEach((one, i) => picture.panels[i].update(one.name, one.exact, one.scores, shown, meanOf(one)));
  }

  // What is read, once all is dealt: nobody could read it before.
  function write() {
    const { drawn, n_objects: n, k } = state;
    const last = drawn ? drawn - 1 : null;
    const lasts = measures.map(({ scores }) => formatScore(last === null ? NaN : scores[last]));
    const means = measures.map((one) => formatScore(meanOf(one)));
    const exacts = measures.map(({ exact }) => (exact === null ? "no formula" : formatScore(exact)));
    boards[0].show({ c: lasts[0], meanC: means[0], exactC: exacts[0] });
    boards[1].show({ other: lasts[1], meanOther: means[1], exactOther: exacts[1] });
    const title = measures[1].name;
    otherName.textContent = `${title}, last deal`;
    cards.update(deals.reference, last === null ? null : deals.dealt[last]);
    const { pairs, within, tps } = deals;
    const together = tps[last];
    const words = drawn
      ? `Deal ${formatCount(drawn)}: of ${pairs} pairs ${together} together in both, ` +
        `${pairs - 2 * within + together} apart in both.`
      : "Not dealt yet.";
    caption.textContent = words;
    cards.node.setAttribute("aria-label", `Cards of ${n} objects. ${words}`);
    const spread = ({ name, scores }) =>
      `${name} from ${formatScore(Math.min(...scores.slice(0, drawn)))} to ${formatScore(Math.max(...scores.slice(0, drawn)))}`;
    const of = drawn ? measures.map(spread).join(", ") : "no deal yet";
    picture.node.setAttribute("aria-label", `Histograms on one scale: ${of}`);
    const into = `${k} clusters (${formatSizes(deals.sizes)})`;
    const verdict = drawn
      ? `Deal ${formatCount(drawn)} with ${into}: c ${lasts[0]}, ${title} ${lasts[1]}. ` +
        `Means of the deals: c ${means[0]}, ${title} ${means[1]}.`
      : `No deal yet with ${into}.`;
    status.announce(`${said} ${verdict}`.trim());
    said = "";
  }

  // ---- from the reader's hand to the state

  function change(words, changes) {
    const { n_objects: n, balance, k } = { ...state, ...changes };
    said = words;
    save(model, { ...changes, k: Math.min(k, mostGroups(n, balance)) });
  }

  function dealMore(count) {
    const drawn = model.get("drawn");
    if (drawn >= MOST_DRAWN) return status.announce(`There can be at most ${MOST_DRAWN} deals.`);
    change("", { drawn: Math.min(MOST_DRAWN, drawn + count) });
  }

  signal.addEventListener("abort", () => cancelAnimationFrame(frame));

  // ---- controls

  const rangeInput = (attributes, onInput) => {
    const input = html("input", { type: "range", step: 1, ...attributes });
    input.addEventListener("input", () => onInput(Number(input.value)), { signal });
    return input;
  };
  const sizes = selectControl(
    "Sizes",
    BALANCE_NAMES.map((text, value) => ({ value, text })),
    (value) => change("", { balance: BALANCES[value] }),
    signal,
  );
  const others = selectControl(
    "Beside c",
    Object.entries(MEASURES).map(([value, name]) => ({ value, text: `${name}: ${LONG_NAMES[value]}` })),
    (measure) => change("", { measure }),
    signal,
  );
  const slider = rangeInput({ min: FEWEST_CLUSTERS, max: MOST_OBJECTS }, (k) => change("", { k }));
  const sizesText = html("span", { class: "demo-deal-sizes", "data-value": "sizes" });
  const objects = rangeInput({ min: FEWEST_OBJECTS, max: MOST_OBJECTS }, (n) => change("", { n_objects: n }));
  const objectsText = html("span", { "data-value": "objects" });
  const slide = (name, input) => html("label", { class: "demo-control" }, html("span", { text: name }), input);
  const anew = () => change("Another seed.", { seed: (state.seed + 1) % 2 ** 32 });
  const more = [
    ["Deal once", 1, "d"],
    ["Deal ten", 10, "t"],
    ["Deal 1000", 1000, "m"],
  ];
  const buttons = more.map(([text, count, letter]) =>
    setAttributes(buttonControl(text, () => dealMore(count), signal, count === 1), { "aria-keyshortcuts": letter.toUpperCase() }),
  );
  const otherName = boards[1].node.querySelector(".demo-headline > span");
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html("div", { class: "demo-controls" }, sizes.node, others.node),
    html("div", { class: "demo-deal-k" }, slide("k", slider), sizesText),
    html("div", { class: "demo-deal-buttons" }, ...buttons),
    cards.node,
    caption,
    html("div", { class: "demo-deal-c" }, boards[0].node),
    html("div", { class: "demo-deal-other" }, boards[1].node),
    picture.node,
    html(
      "details",
      { class: "demo-deal-fold" },
      html("summary", { text: "Number of objects, and other deals" }),
      html("div", {}, slide("Objects", objects), objectsText, buttonControl("New seed", anew, signal)),
    ),
    status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  // A button takes Space for itself, a list takes letters too.
  const actions = Object.fromEntries(more.map(([, count, letter]) => [letter, () => dealMore(count)]));
  body.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select")) return;
      const isSpace = event.key === " " && !event.target.matches("button, summary");
      const action = isSpace ? actions.d : actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    },
    { signal },
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
