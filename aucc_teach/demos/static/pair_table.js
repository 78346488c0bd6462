// Pair table: two partitions of a few points, what each pair is in both, and the indices that count the pairs.

const FEWEST_POINTS = 2;
const MOST_POINTS = 12;
const [WIDTH, HEIGHT] = [420, 480];
const ROWS = [
  { trait: "labels_true", name: "Y" },
  { trait: "labels_pred", name: "Y\u2032" },
];
const TRAITS = ROWS.map(({ trait }) => trait);
const KINDS = {
  tp: "together in both",
  fn: "together in Y only",
  fp: "together in Y\u2032 only",
  tn: "apart in both",
};

const QUESTION = "Can you make c high while ARI is 0?";
const HELP = [
  "Click a point to move it to the next cluster. A cell of the triangle is the pair of its row and its column. Its " +
    "upper half is filled if the two points are together in Y, and its lower half if they are together in Y\u2032. A " +
    "solid frame means that the partitions agree on the pair, and a dashed frame that they do not.",
  "Keys: Tab goes to the points and on to the pairs, and arrows walk among them. On a point, Enter moves it to the " +
    "next cluster, a digit to that of the circles (0), squares (1), triangles (2), diamonds (3), triangles upside down " +
    "(4) or crosses (5), + adds a point, and \u2212 removes the last. Escape takes the highlights away.",
];

// ---- the numbers

const kindOf = (inFirst, inSecond) => (inFirst ? (inSecond ? "tp" : "fn") : inSecond ? "fp" : "tn");

// Counts are whole numbers, and each index is one division of whole numbers: the same last bit as in Python.
function agreement(labelsTrue, labelsPred) {
  const counts = { tp: 0, fn: 0, fp: 0, tn: 0 };
  for (let j = 1; j < labelsTrue.length; j++) {
    for (let i = 0; i < j; i++) counts[kindOf(labelsTrue[i] === labelsTrue[j], labelsPred[i] === labelsPred[j])] += 1;
  }
  const { tp, fn, fp, tn } = counts;
  const agreeing = tp + tn;
  const total = agreeing + fn + fp;
  const scale = (tp + fn) * (fn + tn) + (tp + fp) * (fp + tn);
  return {
    ...counts,
    agreeing,
    total,
    rand: agreeing / total,
    // The labels of one partition are permuted: being together in one has nothing to do with it in the other.
    expected: ((tp + fn) * (tp + fp) + (fp + tn) * (fn + tn)) / (total * total),
    // 0/0 counts as 1: both put all together, or both put all apart.
    ari: scale ? (2 * (tp * tn - fn * fp)) / scale : 1,
    trivial: scale === 0,
  };
}

function numbers({ labels_true: labelsTrue, labels_pred: labelsPred }) {
  const { tp, fn, fp, tn, rand, expected, ari } = agreement(labelsTrue, labelsPred);
  const [nTrue, nPred] = [labelsTrue, labelsPred].map((labels) => new Set(labels).size);
  return { n_points: labelsTrue.length, n_true: nTrue, n_pred: nPred, tp, fn, fp, tn, agreeing: tp + tn, rand, expected, ari };
}

const check = ({ labels_true: labelsTrue, labels_pred: labelsPred }) =>
  wrongLabels("labels_true", labelsTrue, FEWEST_POINTS, MOST_POINTS) ||
  wrongLabels("labels_pred", labelsPred, FEWEST_POINTS, MOST_POINTS) ||
  wrongLengths(labelsTrue, labelsPred);

// ---- the picture: two rows of points, and under each point the pairs with the points after it

// Items are points, { row, i }, and pairs, { first, second }.
const keyOf = ({ row, i, first, second }) => (first === undefined ? `${ROWS[row].trait}-${i}` : `${first}-${second}`);

// Whether `item` is to be seen when `shown` is touched: a point shows its pairs, a pair its points.
function isTouched(item, shown) {
  if (!shown) return false;
  const pointsOf = ({ i, first, second }) => (first === undefined ? [i] : [first, second]);
  const [mine, theirs] = [pointsOf(item), pointsOf(shown)];
  return mine.length === theirs.length ? same(mine, theirs) : mine.some((i) => theirs.includes(i));
}

function pairPicture() {
  const layer = svg("g");
  const headline = svg("text", { class: "demo-name demo-pair-name", x: WIDTH - 4, "text-anchor": "end" });
  const words = svg("text", { class: "demo-name", x: WIDTH - 4, "text-anchor": "end" });
  const node = svg(
    "svg",
    {
      class: "demo-plot demo-pairs",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "application",
      "aria-label": "Points and pairs",
    },
    layer,
    svg("g", { "aria-hidden": "true" }, headline, words),
  );
  const items = new Map();
  let [n, w, h] = [0, 0, 0];

  const label = (x, y, text) => svg("text", { class: "demo-name", x, y: y + 6, "text-anchor": "middle", text });

  function addItem(group, item, column, y) {
    const box = svg("rect", { class: "demo-cell", x: column * w + 2, y: y + 2, width: w - 4, height: h - 4, rx: 4 });
    const attributes = { class: "demo-choice", role: "button", tabindex: -1, "data-key": keyOf(item) };
    const choice = svg("g", attributes, box, svg("path"));
    group.append(choice);
    items.set(keyOf(item), { ...item, node: choice });
  }

  // Six points or fewer fill the picture as six do; more points are smaller.
  function resize(newN) {
    if (newN === n) return;
    n = newN;
    [w, h] = [WIDTH / (Math.max(n, 6) + 1), HEIGHT / (Math.max(n, 6) + 2)];
    items.clear();
    const groups = ROWS.map(({ name }, row) => {
      const y = (0.6 + row) * h;
      const group = svg("g", { role: "group", "aria-label": `Partition ${name}` }, label(w / 2, y + h / 2, name));
      for (let i = 0; i < n; i++) addItem(group, { row, i }, i + 1, y);
      return group;
    });
    const pairs = svg("g", { role: "group", "aria-label": "Pairs" });
    const names = svg("g");
    for (let second = 0; second < n; second++) {
      names.append(label((second + 1.5) * w, 0.3 * h, pointName(second)));
      if (second) names.append(label(w / 2, (second + 2.5) * h, pointName(second)));
      for (let first = 0; first < second; first++) addItem(pairs, { first, second }, first + 1, (second + 2) * h);
    }
    layer.replaceChildren(names, ...groups, pairs);
    headline.setAttribute("y", 3 * h + 22);
    words.setAttribute("y", 3 * h + 46);
  }

  function update(partitions) {
    for (const item of items.values()) {
      const [box, path] = item.node.children;
      if (item.first === undefined) {
        const cluster = partitions[item.row][item.i];
        const place = `translate(${(item.i + 1.5) * w},${(1.1 + item.row) * h})scale(${Math.min(0.3 * w, 12)})`;
        const marker = `demo-marker ${clusterClass(cluster)}`;
        setAttributes(path, { class: marker, d: MARKERS[cluster % MARKERS.length], transform: place });
        const name = `${pointName(item.i)}, cluster ${cluster} of ${ROWS[item.row].name}`;
        item.node.setAttribute("aria-label", name);
        continue;
      }
      const { first, second } = item;
      const [upper, lower] = partitions.map((labels) => labels[first] === labels[second]);
      const verdict = upper === lower ? "demo-agree" : "demo-differ";
      const top = (second + 2) * h + (upper ? 6 : h / 2);
      const height = (h / 2 - 6) * (upper + lower);
      const right = w - 12;
      const d = height ? `M${(first + 1) * w + 6},${top}h${right}v${height}h-${right}z` : "";
      setAttributes(box, { class: `demo-cell ${verdict}` });
      setAttributes(path, { class: `demo-mark ${verdict}`, d });
      item.words = KINDS[kindOf(upper, lower)];
      item.node.setAttribute("aria-label", `${pointName(first)} and ${pointName(second)}: ${item.words}`);
    }
  }

  function touch(shown) {
    for (const item of items.values()) item.node.classList.toggle("demo-touched", isTouched(item, shown));
    const isPair = shown?.first !== undefined;
    const names = isPair ? [shown.first, shown.second].map(pointName).join("\u2013") : shown ? pointName(shown.i) : "";
    setAttributes(headline, { text: names });
    setAttributes(words, { text: isPair ? shown.words : shown ? "and its pairs" : "" });
  }

  return { node, items, resize, update, touch };
}

// ---- the demo

function render({ model, el, page }) {
  const picture = pairPicture();
  const kinds = Object.entries(KINDS).map(([kind, words]) => [kind, `${kind} ${words}`]);
  const facts = { ...Object.fromEntries(kinds), expected: "expected c", ari: "ARI" };
  const board = readout("rand", "Rand\u2019s c", facts);
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "pair-table", title: "Pair table", traits: TRAITS, numbers, check });

  let partitions = [[], []];
  // Keys of items: the two where Tab stops, one among the points and one among the pairs; the one that has the focus,
  // or had it until something outside got it; the one under the pointer.
  const stops = { point: "labels_true-0", pair: "0-1" };
  let [pinned, hovered] = [null, null];
  let said = ""; // what the next update has to say

  // ---- from the state to the page

  function update() {
    const [first, second] = ROWS.map(({ trait }) => model.get(trait));
    if (first.length !== second.length) return; // one of the two is still on its way from the kernel
    const focused = picture.items.get(pinned)?.node === el.getRootNode().activeElement;
    partitions = [first, second];
    picture.resize(first.length);
    picture.update(partitions);
    const { items } = picture;
    if (!items.has(stops.point)) stops.point = `${stops.point.split("-")[0]}-${first.length - 1}`;
    if (!items.has(stops.pair)) stops.pair = "0-1";
    // What has gone takes the focus along.
    if (pinned && focused) focus(items.has(pinned) ? pinned : stops.point);
    else if (!items.has(pinned)) pinned = null;
    showTouched();
    const found = agreement(first, second);
    const { agreeing, total, rand, expected, ari } = found;
    const texts = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, formatCount(found[kind])]));
    board.show({
      ...texts,
      rand: `${agreeing}/${total} = ${formatScore(rand)}`,
      expected: formatScore(expected),
      ari: formatScore(ari),
    });
    presets.show(model.get("presets").findIndex((p) => same([p.labels_true, p.labels_pred], partitions)));
    const verdict =
      `The partitions agree on ${agreeing} of ${total} pairs: c ${formatScore(rand)}, expected ` +
      `${formatScore(expected)}, ARI ${formatScore(ari)}${found.trivial ? ", which is 0/0 here and counts as 1" : ""}.`;
    status.announce(`${said} ${verdict}`.trim());
    said = "";
  }

  function showTouched() {
    picture.touch(picture.items.get(hovered ?? pinned));
    const isStop = (key) => key === stops.point || key === stops.pair;
    for (const [key, { node }] of picture.items) setAttributes(node, { tabindex: isStop(key) ? 0 : -1 });
  }

  // ---- from the reader's hand to the state

  function edit(words, newPartitions) {
    said = words;
    save(model, Object.fromEntries(ROWS.map(({ trait }, row) => [trait, newPartitions[row]])));
  }

  function move({ row, i }, cluster) {
    const words = `Point ${pointName(i)} is now in cluster ${cluster} of ${ROWS[row].name}.`;
    edit(words, replaced(partitions, row, replaced(partitions[row], i, cluster)));
  }

  function add() {
    const n = partitions[0].length;
    if (n >= MOST_POINTS) return status.announce(`There can be at most ${MOST_POINTS} points.`);
    const words = `Added point ${pointName(n)} to the clusters of ${pointName(n - 1)}.`;
    edit(words, partitions.map((labels) => [...labels, labels[n - 1]]));
  }

  function remove() {
    const n = partitions[0].length;
    if (n <= FEWEST_POINTS) return status.announce(`There must be at least ${FEWEST_POINTS} points.`);
    edit(`Removed point ${pointName(n - 1)}.`, partitions.map((labels) => labels.slice(0, -1)));
  }

  function focus(key) {
    picture.items.get(key)?.node.focus({ preventScroll: true });
  }

  const press = (item) => item.first === undefined && move(item, nextLabel(partitions[item.row], item.i));

  function neighbour({ row, i, first, second }, [dx, dy]) {
    if (first !== undefined) return keyOf({ first: first + dx, second: second - dy });
    return keyOf({ row: clamp(row - dy, 0, 1), i: clamp(i + dx, 0, partitions[0].length - 1) });
  }

  function onKey(item, event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = arrowStep(event, 1, 1);
    const isCluster = /^[0-5]$/.test(event.key) && item.first === undefined;
    const actions = {
      Enter: () => press(item),
      " ": () => press(item),
      "+": add,
      "-": remove,
      Escape: () => {
        pinned = hovered = null;
        showTouched();
      },
    };
    const action = step
      ? () => focus(neighbour(item, step))
      : isCluster
        ? () => move(item, Number(event.key))
        : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  const listen = (type, handler) => listenToItems(body, picture.items, type, handler, signal);
  listen("click", (item) => {
    focus(keyOf(item));
    press(item);
  });
  listen("keydown", onKey);
  listen("focusin", (item) => {
    pinned = keyOf(item);
    stops[item.first === undefined ? "point" : "pair"] = pinned;
    showTouched();
  });
  listen("pointerover", (item) => {
    hovered = keyOf(item);
    showTouched();
  });
  listen("pointerout", () => {
    hovered = null;
    showTouched();
  });

  // ---- controls

  const presets = presetControl(
    "Start from",
    "your own partitions",
    model,
    ({ note, labels_true: labelsTrue, labels_pred: labelsPred }) => {
      pinned = null;
      edit(note, [labelsTrue, labelsPred]);
    },
    signal,
  );
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html(
      "div",
      { class: "demo-controls" },
      presets.node,
      buttonControl("Add point", add, signal),
      buttonControl("Remove point", remove, signal),
    ),
    picture.node,
    board.node,
    status.node,
    helpNote("How to read it, and what mouse and keys do", HELP),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
