// AUCC lab: labelled points to drag about, and what the move does to their pairs, the ROC curve and AUCC; and the same
// points with their labels shuffled.

const MOST_SEED = 2 ** 32 - 1;
const MOST_GHOSTS = 40; // curves of shuffled labels that are seen at once
const FRAMES = 40; // in which many shuffles pile up
const FLIGHT = 900; // milliseconds in which one shuffle is seen on the points; as in the sheet
const TRAITS = ["points", "labels", "seed", "shuffles"];
const QUESTION = "Drag the points: can you bring AUCC below one half?";
const HELP = [
  "Drag a point. Click a chosen point to move it to the next cluster, or click an empty place to add one.",
  "Keys: arrows move the point (Shift: further), Enter changes its cluster, N and P go to the next and the " +
    "previous point, + adds one, and \u2212 removes it. On the strip, arrows walk along the pairs.",
];

const SHUFFLE_HELP =
  "Shuffle permutes the labels, so that each cluster keeps its size. Each shuffle adds a thin curve and a dot, which is " +
  "dark if its AUCC is as large as the AUCC of these labels. p is (1 + the dark dots) / (1 + all dots). The last 40 " +
  "curves stay. Keys: S shuffles once, and H a hundred times. If you move or relabel a point, the shuffles start " +
  "again, and the same seed gives the same labels again.";

// ---- the shuffles

// The labels of a state, dealt again and again. `deal()` gives labels, tie groups of the pairs, and AUCC of one more.
function newShuffles({ points, labels, seed }) {
  const clusters = [...new Set(labels)].map((cluster) => [cluster, labels.filter((label) => label === cluster).length]);
  clusters.sort(([a, size], [b, other]) => other - size || a - b);
  const sizes = clusters.map(([, size]) => size);
  const next = generator(seed, sizes.length, SHUFFLED);
  const pairs = rankItems(listPairs(points, labels));
  const ties = tieGroups(pairs);
  function dealAgain() {
    const dealt = deal(sizes, next).map((code) => clusters[code][0]);
    const groups = ties.map(({ start, end }) => {
      let positives = 0;
      for (let i = start; i < end; i++) positives += dealt[pairs[i].first] === dealt[pairs[i].second];
      return { start, end, positives, negatives: end - start - positives };
    });
    return { labels: dealt, groups, aucc: auccOf(concordance(groups)) };
  }
  return { exists: sizes.length > 1 && sizes.length < labels.length, deal: dealAgain };
}

// ---- the numbers, and what a state may be

function numbers(state) {
  const found = pointNumbers(state);
  const shuffles = newShuffles(state);
  const auccs = range(shuffles.exists ? state.shuffles : 0).map(() => shuffles.deal().aucc);
  const atLeast = auccs.filter((aucc) => aucc >= found.aucc).length;
  return {
    ...found,
    n_shuffles: auccs.length,
    at_least: atLeast,
    p: auccs.length ? (1 + atLeast) / (1 + auccs.length) : NaN,
    lowest: auccs.length ? Math.min(...auccs) : NaN,
    highest: auccs.length ? Math.max(...auccs) : NaN,
  };
}

const check = (state) =>
  checkPoints(state, 3, 60) ||
  wrongWhole("seed", state.seed, 0, MOST_SEED) ||
  wrongWhole("shuffles", state.shuffles, 0, MOST_SHUFFLES);

// ---- what is drawn: a few parts, each with update functions that know nothing of traits or listeners

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

// A dot for each shuffle on the scale of AUCC, under the square of the curve and as wide; one half, and the real AUCC.
function shuffledPicture() {
  const [N_BINS, TOP, FLOOR] = [50, 20, 106]; // a dot is as wide as a bin
  const [left, right] = [30, 284];
  const toX = scale([0, 1], [left, right]);
  const quiet = svg("path", { class: "demo-shuffled-dots" });
  const reaching = svg("path", { class: "demo-shuffled-dots demo-reaching" });
  const falling = svg("g");
  const line = svg("path", { class: "demo-shuffled-seen" });
  const name = axisText(0, 10, "middle", "these labels");
  const node = svg(
    "svg",
    { class: "demo-plot demo-shuffled", viewBox: "0 0 292 124", role: "img" },
    svg("rect", { class: "demo-paper", x: left, y: TOP, width: right - left, height: FLOOR - TOP }),
    svg("path", { class: "demo-chance", d: `M${toX(0.5)},${TOP}V${FLOOR}` }),
    quiet,
    reaching,
    falling,
    line,
    name,
    axisText(left, 121, "start", "0"),
    axisText(toX(0.5), 121, "middle", "one half"),
    axisText(right, 121, "end", "1"),
  );

  // Bins begin at the real AUCC, so that what is as large lies to the right of its line. The last dot falls if it `isNew`.
  function update(aucc, auccs, isNew) {
    const exists = Number.isFinite(aucc);
    setAttributes(line, { d: exists ? `M${toX(aucc)},14V${FLOOR}` : "" });
    setAttributes(name, { x: exists ? clamp(toX(aucc), left + 38, right - 38) : 0, text: exists ? "these labels" : "" });
    const bins = auccs.map((other) => Math.floor((other - aucc) * N_BINS + 1e-9));
    const heights = new Map();
    const most = Math.max(1, ...bins.map((bin) => heights.set(bin, (heights.get(bin) ?? 0) + 1).get(bin)));
    const step = Math.min((right - left) / N_BINS, (FLOOR - TOP - 8) / Math.max(1, most - 1));
    heights.clear();
    const places = bins.map((bin) => {
      const height = heights.get(bin) ?? 0;
      heights.set(bin, height + 1);
      return [clamp(toX(aucc + (bin + 0.5) / N_BINS), left + 3, right - 3), FLOOR - 3 - step * height, bin >= 0];
    });
    const last = isNew ? places.pop() : null;
    const dots = (isDark) => places.map(([x, y, is]) => (is === isDark ? `M${x},${y}h0` : "")).join("");
    setAttributes(quiet, { d: dots(false) });
    setAttributes(reaching, { d: dots(true) });
    falling.replaceChildren();
    if (!last) return;
    const kind = `demo-shuffled-dots demo-falling${last[2] ? " demo-reaching" : ""}`;
    falling.append(svg("path", { class: kind, d: `M${last[0]},${last[1]}h0` }));
  }

  return { node, update };
}

// Curves behind the real one, the last few of them. `fly` is the one that was dealt just now.
function ghostCurves(onSquare) {
  const [layer, fresh] = [svg("g"), svg("g")];
  const curves = range(MOST_GHOSTS).map(() => svg("path", { class: "demo-ghost" }));
  layer.append(...curves);
  const node = svg("g", {}, layer, fresh);

  function pathOf(groups) {
    const corners = rocCorners(groups);
    const [x, y] = corners[corners.length - 1];
    return linePath(corners.map((corner) => onSquare([corner[0] / x, corner[1] / y])));
  }

  const put = (i, groups) => setAttributes(curves[i % MOST_GHOSTS], { d: groups ? pathOf(groups) : "" });
  const fly = (groups) => fresh.replaceChildren(...(groups ? [svg("path", { class: "demo-fresh", d: pathOf(groups) })] : []));

  return { node, put, fly };
}

// ---- the demo

function render({ model, el, page }) {
  const strip = pairStrip();
  const roc = rocPlot({ xName: "between pairs so far", yName: "within pairs so far" });
  // Gamma and the names of the counts come later in the course: a page that has defined them asks for them.
  const details = { gamma: "Gamma", sPlus: "right s+", sMinus: "wrong s\u2212", sZero: "tied s0" };
  const facts = model.get("details") ? details : { share: "comparisons" };
  const board = readout("aucc", "AUCC", facts);
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "aucc-lab", title: "AUCC lab", traits: TRAITS, numbers, check });

  const anew = { shuffles: 0 };
  const field = pointField({ model, status, fewest: 3, most: 60, update, pin, hover, reset, anew }, signal);
  const shuffled = shuffledPicture();
  const ghosts = ghostCurves(roc.onSquare);
  roc.putBehind(ghosts.node);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let [dealings, rows] = [{ key: "" }, []]; // of these points, labels and seed; and the shuffles so far
  let [shown, frame, flight] = [0, 0, 0]; // how many of them are seen; a frame and a timer that were asked for
  let [ranked, groups] = [[], []];
  let pinned = null; // what is touched for good, { point } or { first, second }, and what a pointer passes over
  let hovered = null;
  let cursor = 0; // where the strip's keyboard is

  // ---- from the state to the page

  function update() {
    if (!field.read()) return;
    const [points, labels] = [model.get("points"), model.get("labels")];
    const lost = ({ point, first, second }) => Math.max(point ?? 0, first ?? 0, second ?? 0) >= points.length;
    if (pinned && lost(pinned)) pinned = null;
    if (hovered && lost(hovered)) hovered = null;
    ranked = rankItems(listPairs(points, labels));
    groups = tieGroups(ranked);
    const counts = concordance(groups);
    const aucc = formatScore(auccOf(counts));
    const detailed = {
      gamma: formatScore(gammaOf(counts)),
      sPlus: formatCount(counts.sPlus),
      sMinus: formatCount(counts.sMinus),
      sZero: formatCount(counts.sZero),
    };
    board.show({ aucc, ...(model.get("details") ? detailed : { share: shareOf(counts) }) });
    if (model.get("can_shuffle")) readShuffles(auccOf(counts));
    strip.update(ranked, groups);
    roc.update(groups);
    roc.node.setAttribute("aria-label", `ROC curve of the pairs, area ${aucc}`);
    showTouched();
    field.say(verdict(counts));
  }

  const totalOf = ({ sPlus, sMinus, sZero }) => sPlus + sMinus + sZero;
  const ofAll = (counts) => `${formatCount(counts.sPlus)} of ${formatCount(totalOf(counts))}`;
  const shareOf = (counts) => (totalOf(counts) ? `${ofAll(counts)} right` : "\u2013");

  // ---- shuffles

  const wanted = () => (dealings.exists ? model.get("shuffles") : 0);

  function readShuffles(aucc) {
    const state = Object.fromEntries(["points", "labels", "seed"].map((name) => [name, model.get(name)]));
    const key = JSON.stringify(state);
    if (key !== dealings.key) {
      [dealings, rows] = [{ key, exists: Number.isFinite(aucc), shuffles: null }, []];
      showShuffles(0);
    }
    if (wanted()) dealings.shuffles ??= newShuffles(state);
    while (rows.length < wanted()) rows.push(dealings.shuffles.deal());
    land();
    const more = wanted() - shown;
    if (more === 1 && !calm.matches) return fly(aucc);
    // Many pile up, frame by frame.
    grow(aucc, more > 1 && !calm.matches ? Math.ceil(more / FRAMES) : Infinity);
  }

  function grow(aucc, pace) {
    showShuffles(Math.min(wanted(), shown + pace));
    paintShuffles(aucc, false);
    if (shown < wanted()) frame = requestAnimationFrame(() => grow(aucc, pace));
  }

  // One shuffle: its labels on the points, its curve before it becomes a ghost, and its dot on its way.
  function fly(aucc) {
    const { labels, groups } = rows[shown];
    showShuffles(shown + 1);
    paintShuffles(aucc, true);
    ghosts.fly(groups);
    field.dress(labels);
    flight = setTimeout(() => {
      land();
      paintShuffles(aucc, false);
    }, FLIGHT);
  }

  // What is under way is where it goes to.
  function land() {
    cancelAnimationFrame(frame);
    clearTimeout(flight);
    ghosts.fly(null);
    field.dress(model.get("labels"));
  }

  function showShuffles(count) {
    // Where there are fewer than before, those that came before them are seen again.
    const first = count < shown ? Math.max(0, count - MOST_GHOSTS) : Math.max(shown, count - MOST_GHOSTS);
    for (let i = first; i < count; i++) ghosts.put(i, rows[i].groups);
    for (let i = count; i < MOST_GHOSTS; i++) ghosts.put(i, null);
    shown = count;
  }

  function paintShuffles(aucc, isNew) {
    const auccs = rows.slice(0, shown).map((row) => row.aucc);
    shuffled.update(aucc, auccs, isNew);
    const atLeast = auccs.filter((other) => other >= aucc).length;
    const n = auccs.length;
    asLarge.textContent = n ? `${atLeast} of ${n} as large` : "";
    rank.textContent = n ? rankText(atLeast, n) : "";
    const reach = n ? `${n} ${n > 1 ? "shuffles" : "shuffle"}, ${atLeast} of them as large` : "no shuffle yet";
    shuffled.node.setAttribute("aria-label", `AUCC of shuffled labels: ${reach}`);
  }

  function shuffle(count) {
    if (!shufflers.checkVisibility({ visibilityProperty: true })) return; // a step that is not about them
    if (!dealings.exists) return status.announce("AUCC needs pairs within clusters and pairs between them.");
    const before = model.get("shuffles");
    if (before >= MOST_SHUFFLES) return status.announce(`There can be at most ${MOST_SHUFFLES} shuffles.`);
    save(model, { shuffles: Math.min(MOST_SHUFFLES, before + count) });
  }

  const rankText = (atLeast, n) => `p = ${1 + atLeast}/${1 + n} = ${formatScore((1 + atLeast) / (1 + n))}`;

  function shuffleWords(aucc) {
    const auccs = rows.slice(0, wanted()).map((row) => row.aucc);
    const [n, atLeast] = [auccs.length, auccs.filter((other) => other >= aucc).length];
    const large = `${atLeast} of ${n} reach ${formatScore(aucc)}`;
    return `Shuffle ${n}: AUCC ${formatScore(auccs[n - 1])}. ${large}, so ${rankText(atLeast, n)}.`;
  }

  signal.addEventListener("abort", () => {
    cancelAnimationFrame(frame);
    clearTimeout(flight);
  });

  function verdict(counts) {
    const aucc = auccOf(counts);
    if (wanted()) return shuffleWords(aucc);
    if (!totalOf(counts)) return "AUCC needs pairs within clusters and pairs between them.";
    const share = `${ofAll(counts)} comparisons are right`;
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
    field.link(positions.map((i) => ranked[i]));
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
    cursor = 0;
  }

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
      hover(null);
    };
    const listen = (type, handler) => picture.addEventListener(type, handler, { signal });
    listen("pointermove", (event) => hover(pairUnder(event)));
    listen("pointerleave", () => hover(null));
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

  const asLarge = html("span", { "data-value": "atLeast" });
  const rank = html("span", { "data-value": "p" });
  const ways = [["Shuffle", 1, "S"], ["Shuffle 100", 100, "H"]];
  const buttons = ways.map(([text, count, key]) =>
    setAttributes(buttonControl(text, () => shuffle(count), signal, count === 1), { "aria-keyshortcuts": key }),
  );
  const shufflers = html("div", { class: "demo-shuffling" }, ...buttons, html("p", {}, asLarge, " ", rank));
  const canShuffle = model.get("can_shuffle");
  const onKey = (event) => {
    const way = ways.find(([, , key]) => key === event.key.toUpperCase());
    // A list takes letters to choose by.
    if (!way || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("select")) return;
    shuffle(way[1]);
  };
  if (canShuffle) body.addEventListener("keydown", onKey, { signal });

  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    field.controls,
    field.node,
    board.node,
    roc.node,
    ...(canShuffle ? [html("div", { class: "demo-shuffled-box" }, shuffled.node, shufflers)] : []),
    strip.node,
    status.node,
    helpNote("What mouse and keys do", canShuffle ? [...HELP, SHUFFLE_HELP] : HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
