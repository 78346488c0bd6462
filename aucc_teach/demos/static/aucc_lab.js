// AUCC lab: labelled points to drag about, and what the move does to their pairs, the ROC curve and AUCC.

const TRAITS = ["points", "labels"];
const QUESTION = "Drag the points: can you bring AUCC below one half?";
const HELP = [
  "Drag a point. Click a chosen point to move it to the next cluster, click an empty place to add one.",
  "Keys: arrows move the point (Shift: farther), Enter changes its cluster, N and P go to the next and the " +
    "previous point, + adds one, \u2212 removes it. On the strip, arrows walk along the pairs.",
];

// ---- the numbers, and what a state may be

const numbers = pointNumbers;
const check = (state) => checkPoints(state, 3, 60);

// ---- what is drawn: three parts, each with update functions that know nothing of traits or listeners

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

function render({ model, el, page }) {
  const strip = pairStrip();
  const roc = rocPlot({ xName: "between pairs so far", yName: "within pairs so far" });
  // Gamma and the names of the counts come later in the course: a page that has defined them asks for them.
  const details = { gamma: "Gamma", sPlus: "right s+", sMinus: "wrong s\u2212", sZero: "tied s0" };
  const facts = model.get("details") ? details : { share: "comparisons" };
  const board = readout("aucc", "AUCC", facts);
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "aucc-lab", title: "AUCC lab", traits: TRAITS, numbers, check });

  const field = pointField({ model, status, fewest: 3, most: 60, update, pin, hover, reset }, signal);
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
    strip.update(ranked, groups);
    roc.update(groups);
    roc.node.setAttribute("aria-label", `ROC curve of the pairs, area ${aucc}`);
    showTouched();
    field.say(verdict(counts));
  }

  const totalOf = ({ sPlus, sMinus, sZero }) => sPlus + sMinus + sZero;
  const ofAll = (counts) => `${formatCount(counts.sPlus)} of ${formatCount(totalOf(counts))}`;
  const shareOf = (counts) => (totalOf(counts) ? `${ofAll(counts)} right` : "\u2013");

  function verdict(counts) {
    const aucc = auccOf(counts);
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

  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    field.controls,
    field.node,
    board.node,
    roc.node,
    strip.node,
    status.node,
    helpNote("What mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
