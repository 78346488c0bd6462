// ROC builder: scored items on a line with a threshold across, the confusion matrix that it makes, and the ROC curve.

const TOP = 20; // scores are 0 to TOP; the threshold goes one further, where nothing is called positive
const FEWEST_ITEMS = 2;
const MOST_ITEMS = 20;
const [WIDTH, HEIGHT, MIDDLE] = [440, 236, 120];
const toX = scale([-0.5, TOP + 0.5], [18, WIDTH - 18]); // the knob of the threshold has room at both ends
const CLASSES = ["negative", "positive"];

const TRAITS = ["y_true", "y_score", "threshold", "swept"];
const PLAY_EVERY = 300; // milliseconds, for one step of the threshold
const QUESTION = "Can you make AUC exactly 0.9?";
const HELP = [
  "Drag the threshold: every item with this score or more is called positive, and is filled. Positives are round " +
    "and stand above the line; negatives are square and hang below it. Drag an item to another score; if it lands on " +
    "the score of another item, the two tie. Click a chosen item to change its class, or an empty place to bring the " +
    "threshold there.",
  "The curve is drawn as far as the threshold has been. Play brings the threshold down by itself, from the top if " +
    "it is at the bottom, and stops at what a step asks for; Step brings it to the next item.",
  "What belongs to the item under the pointer is lit together: the item, the step that it makes in the curve, and " +
    "the cell in which it is counted. The same goes for an item that was chosen, or that the threshold has reached.",
  "Keys: Tab goes to the threshold and on to the items. Arrows move either (Shift: further), and Home and End move " +
    "the threshold to the ends. On an item, Enter changes its class, N and P go to the next and the previous item, + " +
    "adds one, \u2212 removes it, and Escape lets go.",
];

// ---- the numbers

// Counts are whole numbers, and each score is one division of whole numbers: the same last bit as in Python.
function judge(yTrue, yScore, threshold) {
  const items = yScore.map((score, i) => ({ index: i, value: -score, positive: yTrue[i] === 1 }));
  const groups = tieGroups(rankItems(items));
  const count = (positive, called) =>
    items.filter((item) => item.positive === positive && -item.value >= threshold === called).length;
  const matrix = { tp: count(true, true), fn: count(true, false), fp: count(false, true), tn: count(false, false) };
  const comparisons = concordance(groups);
  return { groups, ...matrix, ...comparisons, auc: auccOf(comparisons), gini: gammaOf(comparisons) };
}

function numbers({ y_true: yTrue, y_score: yScore, threshold, swept }) {
  const { groups: _, gini: __, sPlus: right, sMinus: wrong, sZero: tied, ...found } = judge(yTrue, yScore, threshold);
  const comparisons = right + wrong + tied;
  return { n_items: yTrue.length, threshold, swept, ...found, right, wrong, tied, comparisons, won: right + tied / 2 };
}

const check = ({ y_true: yTrue, y_score: yScore, threshold, swept }) =>
  wrongList("y_true", yTrue, FEWEST_ITEMS, MOST_ITEMS, 0, 1) ||
  wrongList("y_score", yScore, FEWEST_ITEMS, MOST_ITEMS, 0, TOP) ||
  wrongWhole("threshold", threshold, 0, TOP + 1) ||
  wrongWhole("swept", swept, 0, threshold) ||
  wrongLengths(yTrue, yScore);

// Comparisons won, and half of those tied, as a fraction.
function exactly({ sPlus, sMinus, sZero }) {
  const total = sPlus + sMinus + sZero;
  if (!total) return "\u2013";
  const half = sZero % 2 ? `${sZero}/2` : String(sZero / 2);
  return sZero ? `(${sPlus} + ${half})/${total}` : `${sPlus}/${total}`;
}

const share = (part, whole) => [whole ? `${part}/${whole}` : "\u2013", formatScore(part / whole)];

// ---- the line: positives stand on it, negatives hang below it, equal scores pile up

// Height of each item's middle: items of one class and score share the room that there is.
function levels(yTrue, yScore) {
  const piles = new Map();
  return yTrue
    .map((label, i) => {
      const key = `${label} ${yScore[i]}`;
      piles.set(key, (piles.get(key) ?? 0) + 1);
      return { label, key, level: piles.get(key) - 1 };
    })
    .map(({ label, key, level }) => {
      const away = 14 + level * Math.min(20, 68 / Math.max(1, piles.get(key) - 1));
      return label ? MIDDLE - away : MIDDLE + away;
    });
}

function linePicture() {
  const called = svg("rect", { class: "demo-called-side", y: 28, height: HEIGHT - 54 });
  const pole = thresholdPole({ height: HEIGHT - 26, low: 0, high: TOP + 1, width: 32 });
  const threshold = pole.node;
  const side = (text, anchor) => svg("text", { class: "demo-axis", y: 20, "text-anchor": anchor, text });
  const sides = [side("called negative", "end"), side("called positive", "start")];
  const ticks = [0, 5, 10, 15, 20].map((score) =>
    axisText(toX(score), HEIGHT - 6, "middle", String(score)),
  );
  const layer = svg("g");
  const node = svg(
    "svg",
    { class: "demo-plot demo-line-of-items", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "application" },
    svg("rect", { class: "demo-paper", x: 1, y: 28, width: WIDTH - 2, height: HEIGHT - 54, rx: 4 }),
    called,
    svg("path", { class: "demo-base", d: `M${toX(0)},${MIDDLE}H${toX(TOP)}` }),
    ...ticks,
    ...sides,
    threshold,
    layer,
  );
  node.setAttribute("aria-label", "Items and threshold");
  const nodes = []; // the k-th node draws the k-th item, whichever that is: focus stays where it was

  function resize(n, makeNode) {
    while (nodes.length > n) nodes.pop().remove();
    while (nodes.length < n) {
      const item = svg("g", { role: "button", "aria-roledescription": "item" });
      item.append(
        svg("path", { class: "demo-grip" }),
        svg("circle", { class: "demo-ring", r: 13 }),
        svg("path", { class: "demo-item-mark" }),
        svg("text", { class: "demo-item-name", y: 4.5, "text-anchor": "middle" }),
      );
      layer.append(item);
      makeNode(item, nodes.push(item) - 1);
    }
  }

  let placed = []; // classes and scores for which the grips are

  function update(yTrue, yScore, at, chosen, touched) {
    const heights = levels(yTrue, yScore);
    const isNew = !same(placed, [yTrue, yScore]);
    placed = [yTrue, yScore];
    nodes.forEach((item, i) => {
      const [grip, , mark, name] = item.children;
      const kind = CLASSES[yTrue[i]];
      const filled = yScore[i] >= at ? " demo-called" : "";
      setAttributes(item, {
        class:
          `demo-point demo-item demo-${kind}${filled}` +
          `${i === chosen ? " demo-chosen" : ""}${touched.includes(i) ? " demo-touched" : ""}`,
        transform: `translate(${toX(yScore[i])},${heights[i]})`,
        tabindex: i === (chosen ?? 0) ? 0 : -1,
        "aria-label": `${pointName(i)}, ${kind}, score ${yScore[i]}`,
      });
      // A threshold that moves, or a pointer, leaves them as they are.
      if (isNew) {
        const others = [...nodes.keys()]
          .filter((k) => k !== i)
          .map((k) => [toX(yScore[k]) - toX(yScore[i]), heights[k] - heights[i]]);
        setAttributes(grip, { d: gripPath(others, 18) });
      }
      setAttributes(mark, { d: MARKERS[1 - yTrue[i]], transform: "scale(10)" });
      setAttributes(name, { text: pointName(i) });
    });
    const x = toX(at - 0.5);
    setAttributes(called, { x, width: WIDTH - 1 - x });
    pole.at(x, String(at));
    setAttributes(threshold, { "aria-valuenow": at });
    setAttributes(sides[0], { x: x - 22, display: x > 125 ? null : "none" });
    setAttributes(sides[1], { x: x + 22, display: x < WIDTH - 125 ? null : "none" });
  }

  return { node, nodes, threshold, resize, update };
}

// ---- the confusion matrix, with the two rates below it

function matrixTable() {
  const values = {};
  const cell = (role, ...children) => html("div", { role }, ...children);
  const count = (key) => {
    values[key] = html("span", { "data-value": key });
    const name = html("span", { text: key.toUpperCase() });
    return setAttributes(cell("cell", name, " ", values[key]), { class: `demo-count demo-count-${key}` });
  };
  const rate = (key) => {
    values[key] = html("span", { "data-value": key });
    values[`${key}Score`] = html("span", { "data-value": `${key}Score` });
    const name = html("span", { text: key.toUpperCase() });
    return setAttributes(cell("cell", name, " ", values[key], " ", values[`${key}Score`]), { class: "demo-rate" });
  };
  const row = (head, ...cells) => {
    const first = html("div", { class: "demo-head", role: head ? "rowheader" : "cell", text: head });
    return html("div", { role: "row" }, first, ...cells);
  };
  const heads = ["positives", "negatives"].map((text) =>
    html("div", { class: "demo-head", role: "columnheader", text }),
  );
  const node = html(
    "div",
    { class: "demo-confusion", role: "table", "aria-label": "Confusion matrix" },
    row("", ...heads),
    row("called positive", count("tp"), count("fp")),
    row("called negative", count("fn"), count("tn")),
    row("proportion called positive", rate("tpr"), rate("fpr")),
  );
  const show = (texts) => {
    for (const [key, text] of Object.entries(texts)) values[key].textContent = text;
  };
  const cells = new Map(["tp", "fn", "fp", "tn"].map((key) => [key, values[key].parentNode]));
  return { node, show, cells };
}

// The cell of the matrix where an item is counted.
const cellOf = (label, called) => (label ? (called ? "tp" : "fn") : called ? "fp" : "tn");

// ---- the demo

function render({ model, el, page }) {
  const line = linePicture();
  const matrix = matrixTable();
  const roc = rocPlot({ xName: "FPR: negatives called positive", yName: "TPR: positives called positive" });
  const facts = { exact: "exactly", gini: "Gini", sPlus: "right", sMinus: "wrong", sZero: "tied" };
  const board = readout("auc", "AUC", facts);
  const status = announcer();
  const caption = html("span", { class: "demo-strip-caption" });
  const { body, signal, stop, gesture } = mount({ model, el, page }, { name: "roc-builder", title: "ROC builder", traits: TRAITS, numbers, check });

  let [yTrue, yScore, threshold, swept] = [[], [], 0, 0];
  let playing = null; // the timer
  let chosen = null; // the item that buttons and keys act on
  let hovered = null; // the items that a pointer is on: one, those of a step of the curve, those of a cell
  let isPassing = false; // the threshold was moved last: what it stands on is lit, and not what is chosen
  let said = ""; // what the next update has to say

  // ---- from the state to the page

  function update() {
    const [newTrue, newScore] = [model.get("y_true"), model.get("y_score")];
    if (newTrue.length !== newScore.length) return; // one of the two is still on its way from the kernel
    [yTrue, yScore, threshold, swept] = [newTrue, newScore, model.get("threshold"), model.get("swept")];
    if (chosen !== null && chosen >= yTrue.length) chosen = null;
    if (hovered?.some((i) => i >= yTrue.length)) hovered = null;
    const found = judge(yTrue, yScore, threshold);
    const { tp, fn, fp, tn, sPlus, sMinus, sZero, auc, gini } = found;
    line.resize(yTrue.length, listenToItem);
    const [tpr, tprScore] = share(tp, tp + fn);
    const [fpr, fprScore] = share(fp, fp + tn);
    matrix.show({ tp: String(tp), fn: String(fn), fp: String(fp), tn: String(tn), tpr, tprScore, fpr, fprScore });
    const ofAll = `${tp} of ${tp + fn} positives and ${fp} of ${fp + tn} negatives are called positive`;
    const absurd = threshold === 0 ? ": everything is" : threshold > TOP ? ": nothing is" : "";
    line.threshold.setAttribute("aria-valuetext", `score ${threshold} or more. ${ofAll}${absurd}`);
    const scores = { auc: formatScore(auc), exact: exactly(found), gini: formatScore(gini) };
    const counts = { sPlus: formatCount(sPlus), sMinus: formatCount(sMinus), sZero: formatCount(sZero) };
    const texts = Object.entries({ ...scores, ...counts }).map(([key, text]) => [key, swept ? "\u2013" : text]);
    board.show(Object.fromEntries(texts));
    roc.update(found.groups, new Set(yScore.filter((score) => score >= swept)).size);
    showItems();
    const both = sPlus + sMinus + sZero > 0;
    roc.mark(both ? [fp, tp] : null);
    const place = both ? `, at false positive rate ${fprScore}, true positive rate ${tprScore}` : "";
    const drawn = swept ? `drawn down to score ${swept}` : isOpen() ? `area ${formatScore(auc)}` : "drawn to its end";
    roc.node.setAttribute("aria-label", `ROC curve, ${drawn}${place}`);
    const list = model.get("presets");
    const at = list.findIndex((p) => same(p.y_true, yTrue) && same(p.y_score, yScore));
    presets.show(at, list[at]?.threshold === threshold && !swept);
    status.show(said, verdict(found));
    said = "";
  }

  // What a step asks for must not come out by words.
  const isOpen = () => !gesture.isSecret("auc");

  function verdict({ sPlus, sMinus, sZero, auc, ...found }) {
    const total = sPlus + sMinus + sZero;
    if (swept > TOP) return "Nothing is called positive yet. The curve is drawn as the threshold goes down.";
    if (swept) return `The curve is drawn down to score ${swept}. AUC appears once it is drawn to its end.`;
    if (!total) return "AUC needs positives and negatives.";
    if (!isOpen()) return "The curve is drawn to its end.";
    const ties = sZero ? `, ${sZero} ${sZero === 1 ? "is" : "are"} tied` : "";
    const score = `${exactly({ sPlus, sMinus, sZero, ...found })} = ${formatScore(auc)}`;
    return `${sPlus} of ${total} comparisons are right${ties}: AUC ${score}.`;
  }

  // The items that are lit: with them the steps that they make and the cells where they are counted.
  function touched() {
    if (hovered) return hovered;
    if (isPassing) return withScore(threshold);
    return chosen === null ? [] : [chosen];
  }

  const withScore = (wanted) => yScore.flatMap((score, i) => (score === wanted ? [i] : []));
  const scoresDown = () => [...new Set(yScore)].sort((a, b) => b - a);

  function showItems() {
    const lit = touched();
    line.update(yTrue, yScore, threshold, chosen, lit);
    const scores = scoresDown();
    roc.touch([...new Set(lit.map((i) => scores.indexOf(yScore[i])))]);
    const kinds = new Set(lit.map((i) => cellOf(yTrue[i], yScore[i] >= threshold)));
    for (const [kind, cell] of matrix.cells) cell.classList.toggle("demo-touched", kinds.has(kind));
    const named = lit.length > 1 ? lit.map(pointName).join(", ") : line.nodes[lit[0]]?.getAttribute("aria-label");
    caption.textContent = named ?? "";
  }

  // ---- from the reader's hand to the state

  function choose(i) {
    if (chosen === i && !isPassing) return;
    [chosen, isPassing] = [i, false];
    showItems();
  }

  function hover(items) {
    if (same(hovered, items)) return;
    hovered = items;
    showItems();
  }

  // `words` are spoken with the new numbers; null says nothing, as in the middle of a drag.
  function edit(words, newTrue, newScore) {
    said = words;
    save(model, { y_true: newTrue, y_score: newScore });
  }

  function tiedWith(i, score) {
    const others = yScore.flatMap((other, k) => (k !== i && other === score ? [pointName(k)] : []));
    return others.length ? `, tied with ${others.join(", ")}` : "";
  }

  function moveItem(i, [x, up], done) {
    const score = clamp(Math.round(x + up), 0, TOP);
    const words = done ? `Item ${pointName(i)} has score ${score}${tiedWith(i, score)}.` : null;
    if (score !== yScore[i]) return edit(words, yTrue, replaced(yScore, i, score));
    if (!done) return;
    // Where nothing changes, at a drag's end or the end of the line, no update would come to say it.
    said = words;
    update();
  }

  // The slider speaks its own value: the line of words has nothing to add, but when the curve is complete.
  function moveThreshold([x, up]) {
    const at = clamp(Math.round(x + up), 0, TOP + 1);
    if (at === threshold) return;
    isPassing = true;
    said = swept && at === 0 ? "" : null;
    save(model, { threshold: at, swept: Math.min(swept, at) });
  }

  // Down to the next item, or to the end.
  const stepDown = () => moveThreshold([Math.max(0, ...yScore.filter((score) => score < threshold)), 0]);

  // From the top, if the threshold is at the bottom, and to where a step asks for. All of it is one gesture.
  function play() {
    if (playing) return pause();
    gesture.hold();
    if (threshold === 0) {
      said = null;
      save(model, { threshold: TOP + 1, swept: TOP + 1 });
    }
    playButton.textContent = "Pause";
    let last = model.get("threshold");
    playing = setInterval(() => {
      // Another hand has taken it, or it is not seen.
      if (model.get("threshold") !== last || !body.isConnected) return pause();
      last -= 1;
      moveThreshold([last, 0]);
      if (last === 0 || gesture.isDone()) pause();
    }, PLAY_EVERY);
  }

  function pause() {
    clearInterval(playing);
    playing = null;
    playButton.textContent = "Play";
    said = "";
    update();
    gesture.release();
  }

  signal.addEventListener("abort", () => clearInterval(playing));

  function flip(i) {
    const label = 1 - yTrue[i];
    edit(`Item ${pointName(i)} is ${CLASSES[label]} now.`, replaced(yTrue, i, label), yScore);
  }

  // Of the chosen item's class, at the free score nearest to it.
  function add() {
    if (yTrue.length >= MOST_ITEMS) return status.announce(`There can be at most ${MOST_ITEMS} items.`);
    const i = yTrue.length;
    const from = chosen === null ? TOP / 2 : yScore[chosen];
    const label = chosen === null ? 1 : yTrue[chosen];
    const free = [...Array(TOP + 1).keys()].filter((score) => !yScore.includes(score));
    const nearest = (best, score) => (Math.abs(score - from) < Math.abs(best - from) ? score : best);
    const score = free.reduce(nearest, free[0] ?? from);
    edit(`Added ${CLASSES[label]} item ${pointName(i)} at score ${score}.`, [...yTrue, label], [...yScore, score]);
    // The node comes with the update, which is a microtask away.
    queueMicrotask(() => focusItem(i));
  }

  function remove() {
    if (chosen === null) return status.announce("Choose an item first.");
    if (yTrue.length <= FEWEST_ITEMS) return status.announce(`There must be at least ${FEWEST_ITEMS} items.`);
    const i = chosen;
    const without = (list) => list.filter((_, k) => k !== i);
    const hadFocus = line.nodes.includes(line.node.getRootNode().activeElement);
    edit(`Removed item ${pointName(i)}.`, without(yTrue), without(yScore));
    chosen = Math.min(i, yTrue.length - 2);
    hovered = null;
    if (hadFocus) queueMicrotask(() => focusItem(chosen));
  }

  function focusItem(i) {
    choose(i);
    line.nodes[i]?.focus({ preventScroll: true });
  }

  // Up and down are for keys; a pointer moves along the line alone.
  const scoreAt = (event) => toX.invert(svgPlace(line.node, event)[0]);

  function listenToItem(node, i) {
    let wasChosen = false;
    const moves = {
      at: () => [yScore[i], 0],
      locate: (event) => [scoreAt(event), 0],
      moveTo: (place, done) => moveItem(i, place, done),
      press: () => {
        wasChosen = chosen === i;
        focusItem(i);
      },
      tap: () => wasChosen && flip(i),
      small: 1,
      big: 5,
    };
    makeMovable(node, moves, signal);
    const listen = (type, handler) => node.addEventListener(type, handler, { signal });
    listen("focus", () => choose(i));
    listen("pointerenter", () => hover([i]));
    listen("pointerleave", () => hover(null));
    // A screen reader clicks without a pointer.
    listen("click", (event) => event.detail === 0 && flip(i));
    const actions = {
      Enter: () => flip(i),
      " ": () => flip(i),
      n: () => focusItem((i + 1) % yTrue.length),
      p: () => focusItem((i + yTrue.length - 1) % yTrue.length),
      "+": add,
      Insert: add,
      "-": remove,
      Delete: remove,
      Escape: () => choose(null),
    };
    listenToKeys(node, actions, signal);
  }

  const slide = {
    at: () => [threshold, 0],
    locate: (event) => [scoreAt(event) + 0.5, 0],
    moveTo: moveThreshold,
    small: 1,
    big: 5,
  };
  makeMovable(line.threshold, slide, signal);
  const ends = {
    Home: () => moveThreshold([0, 0]),
    End: () => moveThreshold([TOP + 1, 0]),
    PageDown: () => moveThreshold([threshold - 5, 0]),
    PageUp: () => moveThreshold([threshold + 5, 0]),
  };
  listenToKeys(line.threshold, ends, signal);
  line.node.addEventListener(
    "click",
    (event) => {
      if (!event.target.closest(".demo-item, .demo-threshold")) moveThreshold([scoreAt(event) + 0.5, 0]);
    },
    { signal },
  );

  roc.node.addEventListener(
    "pointermove",
    (event) => {
      const step = roc.stepAt(event);
      hover(step === null ? null : withScore(scoresDown()[step]));
    },
    { signal },
  );
  roc.node.addEventListener("pointerleave", () => hover(null), { signal });
  for (const [kind, cell] of matrix.cells) {
    const inCell = (i) => cellOf(yTrue[i], yScore[i] >= threshold) === kind;
    cell.addEventListener("pointerenter", () => hover([...yTrue.keys()].filter(inCell)), { signal });
    cell.addEventListener("pointerleave", () => hover(null), { signal });
  }

  // ---- controls

  const presets = presetControl(
    "Start from",
    "your own items",
    model,
    ({ note, y_true: presetTrue, y_score: presetScore, threshold: at }) => {
      chosen = hovered = null;
      isPassing = false;
      said = note;
      // A curve that is not drawn to its end yet stays the reader's to draw.
      const isDrawn = model.get("swept") === 0;
      save(model, { y_true: presetTrue, y_score: presetScore, ...(isDrawn ? { threshold: at } : {}) });
    },
    signal,
  );
  const playButton = buttonControl("Play", play, signal);
  const key = (kind, text) => html("span", { class: `demo-key demo-key-${kind}`, text });
  const head = html(
    "p",
    { class: "demo-strip-head" },
    key("positive", "positive"),
    key("negative", "negative"),
    caption,
  );
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html(
      "div",
      { class: "demo-controls" },
      presets.node,
      buttonControl("Add item", add, signal),
      buttonControl("Remove item", remove, signal),
      playButton,
      buttonControl("Step", stepDown, signal),
    ),
    html("div", { class: "demo-line-box" }, head, line.node),
    board.node,
    roc.node,
    matrix.node,
    status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  body.addEventListener("demo-step", update, { signal });
  update();
  return stop;
}

export default { render, numbers, check };
