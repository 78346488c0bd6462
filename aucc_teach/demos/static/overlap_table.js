// Overlap table: clusters as rows that may overlap, three scores, and the conditions that a step is a case of.

const [FEWEST_OBJECTS, MOST_OBJECTS, MOST_CLASSES] = [2, 13, 6];
const MOST_CLUSTERS = 10;
const WIDTH = 420;
const [TALL, ROW] = [520, 46]; // as in Python
const MEASURES = ["Extended BCubed", "CICE-BCubed", "R*S"];
// The reasons are on the Python side.
const TOLERANCE = 1e-12;

const TRAITS = ["n_objects", "clusters_true", "before", "clusters_pred"];
const QUESTION = "Can you bring Extended BCubed to 1 with clusters that are not the classes?";
const HELP = [
  "A column is an object. The rows C1, C2, ... are the classes, which stay; the rows G1, G2, ... are the clusters. " +
    "Click a cell to put its object into the cluster or to take it out. The last row is empty, so a click there " +
    "makes a new cluster. Empty rows do not count.",
  "A step goes from the start to the clusters now. A ring marks what the step put in, and a dashed ring what it " +
    "took out.",
  "Keys: Tab goes to the table, arrows walk among the cells of the clusters, Enter or Space puts in and takes out, " +
    "and Escape takes the highlights away.",
];
const HELP_ON_CONDITIONS =
  "If the step is a case of a condition, the condition says what it asks of F: to rise, or to fall if the step is one " +
  "of its steps taken backwards. \u2713: the score does so; \u2717: it does not.";

// ---- the scores. A cluster is a number whose bits are its objects.

const maskOf = (row) => row.reduce((mask, o) => mask | (1 << o), 0);
const distinct = (rows) => [...new Set(rows.map(maskOf))].filter((mask) => mask);

function count(mask) {
  let n = 0;
  for (let left = mask; left; left &= left - 1) n += 1;
  return n;
}

const jaccard = (a, b) => count(a & b) / count(a | b);

// The three precisions of the clusters `found`; the recalls are those with both exchanged.
function precisions(found, wanted, n) {
  const totals = [0, 0, 0];
  let nCovered = 0;
  for (let o = 0; o < n; o++) {
    let [company, shares, identities, sumOfM, sumOfG] = [0, 0, 0, 0, 0];
    for (let p = 0; p < n; p++) {
      const both = (1 << o) | (1 << p);
      const holds = (mask) => (mask & both) === both;
      const [holding, right] = [found.filter(holds), wanted.filter(holds)];
      const g = holding.length;
      if (!g) continue;
      const m = Math.min(g, right.length);
      const best = holding.map((one) => Math.max(0, ...right.map((other) => jaccard(one, other))));
      company += 1;
      shares += m / g;
      identities += ((m / g) * best.reduce((sum, value) => sum + value, 0)) / g;
      sumOfM += m;
      sumOfG += g;
    }
    if (!company) continue;
    nCovered += 1;
    [shares / company, identities / company, sumOfM / sumOfG].forEach((value, i) => (totals[i] += value));
  }
  return totals.map((total) => total / nCovered);
}

// One { precision, recall, f } for each measure; null where there is no cluster.
function scoresOf(clustersTrue, rows, n) {
  const [classes, clusters] = [distinct(clustersTrue), distinct(rows)];
  if (!clusters.length) return MEASURES.map(() => null);
  const [ours, theirs] = [precisions(clusters, classes, n), precisions(classes, clusters, n)];
  return MEASURES.map((_, i) => {
    const [precision, recall] = [ours[i], theirs[i]];
    return { precision, recall, f: precision && recall ? 1 / (0.5 / precision + 0.5 / recall) : 0 };
  });
}

function changeOf(start, now) {
  if (!start || !now) return null;
  const difference = now.f - start.f;
  return Math.abs(difference) <= TOLERANCE ? "ties" : difference > 0 ? "rises" : "falls";
}

// ---- the conditions, as in aucc_teach.conditions. That groups which no class joins are disjoint need not be asked:
// each object in question has a class.

const without = (list, other) => list.filter((one) => !other.includes(one));
const sameSet = (list, other) => list.length === other.length && !without(list, other).length;
const isInside = (part, whole) => (part & ~whole) === 0;
const isJoined = (classes, group) => classes.some((one) => isInside(group, one));
const haveClasses = (classes, group) => isInside(group, classes.reduce((union, one) => union | one, 0));
const areApart = (classes, ...groups) => !classes.some((one) => groups.filter((group) => one & group).length > 1);
const singlesOf = (mask) => [...Array(MOST_OBJECTS).keys()].map((o) => mask & (1 << o)).filter((single) => single);
const isSplit = (one, parts) => parts.length === 2 && (parts[0] | parts[1]) === one && !(parts[0] & parts[1]);

const CONDITIONS = {
  homogeneity: ({ classes, gone, fresh }) =>
    gone.length === 1 && isSplit(gone[0], fresh) && haveClasses(classes, gone[0]) && areApart(classes, ...fresh),
  completeness: ({ classes, gone, fresh }) =>
    fresh.length === 1 && isSplit(fresh[0], gone) && isJoined(classes, fresh[0]),
  "rag bag": ({ classes, gone, fresh }) => {
    if (gone.length !== 2 || fresh.length !== 2) return false;
    const orders = (pair) => [pair, [pair[1], pair[0]]];
    return orders(gone).some(([mixed, noisy]) =>
      orders(fresh).some(([clean, noisier]) => {
        const moved = mixed & ~clean;
        return (
          count(moved) === 1 &&
          isInside(clean, mixed) &&
          noisier === (noisy | moved) &&
          count(clean) === count(noisy) &&
          count(clean) >= 2 &&
          isJoined(classes, clean) &&
          haveClasses(classes, noisier) &&
          areApart(classes, clean, moved) &&
          areApart(classes, clean, noisy) &&
          areApart(classes, ...singlesOf(noisier))
        );
      }),
    );
  },
  "size versus quantity": ({ classes, gone, fresh }) => {
    const large = gone.reduce((most, one) => (count(one) > count(most) ? one : most), 0);
    const n = count(large) - 1;
    const pieces = fresh.filter((one) => one !== large && isInside(one, large));
    const pairs = without(fresh, pieces);
    const singles = without(gone, [large]);
    return (
      n >= 2 &&
      isSplit(large, pieces) &&
      pieces.some((piece) => count(piece) === 1) &&
      pairs.length === n &&
      pairs.every((pair) => count(pair) === 2) &&
      sameSet(singles, [...new Set(pairs.flatMap(singlesOf))]) &&
      [large, ...pairs].every((group) => isJoined(classes, group)) &&
      areApart(classes, large, ...pairs)
    );
  },
  "perfect match": ({ classes, before, after }) => sameSet(after, classes) && !sameSet(before, classes),
};

// What each condition asks of F, in the order of the conditions: "rise", "fall" (the step taken backwards) or null.
function asksOf(clustersTrue, startRows, rows) {
  const [classes, start, now] = [clustersTrue, startRows, rows].map(distinct);
  const isMet = (condition, before, after) =>
    condition({ classes, before, after, gone: without(before, after), fresh: without(after, before) });
  return Object.values(CONDITIONS).map((condition) => {
    if (!start.length || !now.length) return null;
    return isMet(condition, start, now) ? "rise" : isMet(condition, now, start) ? "fall" : null;
  });
}

// ---- the picture: names of the objects, the classes, a line of words, the clusters

const keyOf = ({ row, o }) => `${row}-${o}`;

function tablePicture() {
  const names = svg("g", { "aria-hidden": "true" });
  const classLayer = svg("g", { role: "group", "aria-label": "Classes" });
  const clusterLayer = svg("g");
  const words = svg("text", { class: "demo-name", x: 4, "aria-hidden": "true" });
  const node = svg(
    "svg",
    {
      class: "demo-plot demo-memberships",
      role: "application",
      "aria-label": "Objects and clusters",
    },
    names,
    classLayer,
    clusterLayer,
    words,
  );
  const items = new Map(); // the cells of the clusters
  let nObjects = 0;

  const label = (text) => svg("text", { class: "demo-name", "text-anchor": "middle", text });

  // Nodes are kept as long as they can be: who sits on a cell with the keyboard should not lose it.
  function resize(n, nClasses, nRows) {
    if (n !== nObjects) {
      names.replaceChildren(...Array.from({ length: n }, (_, o) => label(pointName(o))));
      clusterLayer.replaceChildren();
      classLayer.replaceChildren();
      items.clear();
      nObjects = n;
    }
    while (classLayer.children.length > nClasses) classLayer.lastChild.remove();
    while (classLayer.children.length < nClasses) {
      const cells = Array.from({ length: n }, () => svg("g", {}, svg("rect"), svg("circle")));
      const name = label(`C${classLayer.children.length + 1}`);
      classLayer.append(svg("g", { role: "img" }, svg("path"), name, ...cells));
    }
    while (clusterLayer.children.length > nRows) {
      clusterLayer.lastChild.remove();
      for (let o = 0; o < n; o++) items.delete(keyOf({ row: clusterLayer.children.length, o }));
    }
    while (clusterLayer.children.length < nRows) {
      const row = clusterLayer.children.length;
      const cells = Array.from({ length: n }, (_, o) => {
        const attributes = { class: "demo-choice", role: "button", tabindex: -1, "data-key": keyOf({ row, o }) };
        const cell = svg("g", attributes, svg("rect"), svg("circle"), svg("circle"));
        items.set(keyOf({ row, o }), { row, o, node: cell });
        return cell;
      });
      const attributes = { role: "group", "aria-label": `Cluster G${row + 1}` };
      clusterLayer.append(svg("g", attributes, label(`G${row + 1}`), ...cells));
    }
  }

  // How high a row is does not hang on the clusters now: cells that shrink with every new cluster would slip from under
  // a finger. The picture grows below, and has room for `most` of them.
  function update({ n, classes, start, now, nRows, most }) {
    resize(n, classes.length, nRows);
    const w = WIDTH / (Math.max(n, 6) + 1);
    const h = Math.min(TALL / (2 + classes.length + Math.max(start.length, 6)), ROW);
    setAttributes(node, { viewBox: `0 0 ${WIDTH} ${(2 + classes.length + most) * h}` });
    const radius = Math.min(0.3 * w, 0.3 * h);
    const place = (text, column, y) => setAttributes(text, { x: (column + 0.5) * w, y: y + h / 2 + 6 });
    const fill = ([box, member, ring], o, y, is, changed, kind) => {
      const at = { cx: (o + 1.5) * w, cy: y + h / 2 };
      setAttributes(box, { class: "demo-cell", x: (o + 1) * w + 1, y: y + 1, width: w - 2, height: h - 2, rx: 4 });
      setAttributes(member, { class: `demo-member${kind}`, ...at, r: is ? radius : 0 });
      const ringKind = `demo-changed${is ? "" : " demo-removed"}`;
      if (ring) setAttributes(ring, { class: ringKind, ...at, r: changed ? radius + 3 : 0 });
    };
    [...names.children].forEach((text, o) => place(text, o + 1, 0));
    classes.forEach((one, i) => {
      const [, name, ...cells] = classLayer.children[i].children;
      const y = (1 + i) * h;
      place(name, 0, y);
      cells.forEach((cell, o) => fill(cell.children, o, y, one.includes(o), false, " demo-member-true"));
      setAttributes(classLayer.children[i], { "aria-label": `C${i + 1}: ${one.map(pointName).join(", ")}` });
    });
    setAttributes(words, { y: (1 + classes.length) * h + h / 2 + 6 });
    for (let row = 0; row < nRows; row++) {
      const y = (2 + classes.length + row) * h;
      place(clusterLayer.children[row].firstChild, 0, y);
      for (let o = 0; o < n; o++) {
        const cell = items.get(keyOf({ row, o })).node;
        const [was, is] = [start, now].map((rows) => Boolean(rows[row]?.includes(o)));
        fill(cell.children, o, y, is, was !== is, "");
        const name = `${pointName(o)} in G${row + 1}${was !== is ? ", changed in this step" : ""}`;
        setAttributes(cell, { "aria-label": name, "aria-pressed": String(is) });
      }
    }
    for (let i = 0; i < classes.length; i++) {
      const [left, top] = [w / 2 - 14, (1 + i) * h - 1];
      classLayer.children[i].dataset.frame = `M${left},${top}H${(n + 1) * w + 1}v${h + 2}H${left}z`;
    }
  }

  // Frame the classes that are most like a cluster, and say how much.
  function touch({ likest, text }) {
    [...classLayer.children].forEach((one, i) => {
      setAttributes(one.firstChild, { class: "demo-row-frame", d: likest.includes(i) ? one.dataset.frame : "" });
    });
    setAttributes(words, { text });
  }

  return { node, items, update, touch };
}

const [EXTENDED, CICE, RS] = [0, 1, 2];

function numbers({ n_objects: n, clusters_true: classes, before, clusters_pred: now }) {
  const [start, scores] = [before, now].map((rows) => scoresOf(classes, rows, n).map((score) => score?.f ?? NaN));
  return {
    n_objects: n,
    n_classes: distinct(classes).length,
    n_clusters: distinct(now).length,
    n_rows: now.filter((row) => row.length).length,
    is_perfect: Number(sameSet(distinct(classes), distinct(now))),
    extended: scores[EXTENDED],
    cice: scores[CICE],
    rs: scores[RS],
    cice_start: start[CICE],
  };
}

function wrongClusters(name, rows, most, n) {
  const isSet = (row) => !wrongList(name, row, 0, n, 0, n - 1) && row.every((o, i) => i === 0 || row[i - 1] < o);
  const fits = Array.isArray(rows) && rows.length <= most && rows.every(isSet);
  return fits ? "" : `${name} must be at most ${most} clusters of different objects from 0 to ${n - 1}, in order.`;
}

function check({ n_objects: n, clusters_true: classes, before, clusters_pred: now }) {
  const wrong =
    wrongWhole("n_objects", n, FEWEST_OBJECTS, MOST_OBJECTS) ||
    wrongClusters("clusters_true", classes, MOST_CLASSES, n) ||
    wrongClusters("before", before, MOST_CLUSTERS, n) ||
    wrongClusters("clusters_pred", now, MOST_CLUSTERS, n);
  if (wrong) return wrong;
  const differ = classes.length > 0 && distinct(classes).length === classes.length;
  return differ ? "" : "clusters_true must be different classes, none of them empty, and at least one.";
}

// ---- the numbers: a table with a column for each measure, and a row for each number and each condition

const FACTS = { precision: "precision", recall: "recall", f: "F now", start: "F at the start" };

function scoreTable(conditions) {
  const cell = (value) => html("span", { role: "cell", "data-value": value });
  const row = (kind, head, cells) => html("div", { class: `demo-row${kind}`, role: "row" }, head, ...cells);
  const headers = MEASURES.map((text) => html("span", { role: "columnheader", text }));
  const facts = Object.entries(FACTS).map(([fact, text]) => {
    const cells = MEASURES.map((name) => cell(`${name} ${fact}`));
    return row(fact === "f" ? " demo-row-now" : "", html("span", { role: "rowheader", text }), cells);
  });
  const lights = conditions.map((name) => {
    const head = html("span", { role: "rowheader" }, `${name} `, html("small"));
    return row("", head, MEASURES.map((measure) => cell(`${measure} ${name}`)));
  });
  const headline = html("span", { class: "demo-number", "data-value": "f" });
  const table = html(
    "div",
    { class: "demo-scores", role: "table", "aria-label": conditions.length ? "Scores, and what conditions ask" : "Scores" },
    row(" demo-row-head", html("span", { role: "cell" }), headers),
    ...facts,
    ...lights,
  );
  const node = html(
    "div",
    { class: "demo-readout" },
    html("p", { class: "demo-headline" }, html("span", { text: "CICE-BCubed F" }), " ", headline),
    table,
  );

  const fOf = (score, name = "f") => formatScore(score ? score[name] : NaN);

  function update({ start, now, changes, asks }) {
    headline.textContent = fOf(now[1]);
    facts.forEach((one, i) => {
      const fact = Object.keys(FACTS)[i];
      const texts = fact === "start" ? start.map((score) => fOf(score)) : now.map((score) => fOf(score, fact));
      texts.forEach((text, k) => (one.children[k + 1].textContent = text));
    });
    lights.forEach((one, i) => {
      const asked = asks[i];
      setAttributes(one, { class: `demo-row demo-light${asked ? " demo-lit" : ""}` });
      one.querySelector("small").textContent = asked ? `asks F to ${asked}` : "not this step";
      changes.forEach((change, k) => {
        const mark = change === `${asked}s` ? "\u2713" : "\u2717";
        one.children[k + 1].textContent = asked ? `${change} ${mark}` : "\u2013";
      });
    });
  }

  return { node, update, fOf };
}

// ---- the demo

function render({ model, el, page }) {
  const picture = tablePicture();
  // A page that has not said what the conditions are shows none.
  const conditions = model.get("conditions") ? Object.keys(CONDITIONS) : [];
  const board = scoreTable(conditions);
  const status = announcer();
  const { body, signal, stop } = mount({ model, el, page }, { name: "overlap-table", title: "Overlap table", traits: TRAITS, numbers, check });

  let [n, classes, start, now, nRows] = [0, [], [], [], 0];
  // Keys of cells: where Tab stops, the one that has the focus (or had it until something outside got it), the one
  // under the pointer.
  let [stopKey, pinned, hovered] = ["0-0", null, null];
  let said = ""; // what the next update has to say
  let most = 0; // rows that there were since a start was chosen

  // ---- from the state to the page

  function update() {
    const [newN, ...clusters] = TRAITS.map((name) => model.get(name));
    if (Math.max(...clusters.flat(2)) >= newN) return; // some of it is still on its way from the kernel
    const hadFocus = pinned && picture.items.get(pinned)?.node === el.getRootNode().activeElement;
    [n, classes, start, now] = [newN, ...clusters];
    nRows = Math.min(MOST_CLUSTERS, Math.max(now.length + 1, start.length));
    // Room that was taken is not given back: the tools below would slip from under the finger that undoes.
    most = Math.max(most, nRows);
    picture.update({ n, classes, start, now, nRows, most });
    const nearest = (key) => {
      const [row, o] = key.split("-").map(Number);
      return keyOf({ row: Math.min(row, nRows - 1), o: Math.min(o, n - 1) });
    };
    stopKey = nearest(stopKey);
    // What has gone takes the focus along.
    if (hadFocus) focus(nearest(pinned));
    else if (!picture.items.has(pinned)) pinned = null;
    if (!picture.items.has(hovered)) hovered = null;
    showTouched();
    const result = { start: scoresOf(classes, start, n), now: scoresOf(classes, now, n) };
    result.asks = conditions.length ? asksOf(classes, start, now) : [];
    result.changes = MEASURES.map((_, i) => changeOf(result.start[i], result.now[i]));
    board.update(result);
    const preset = presetAt();
    presets.show(model.get("presets").indexOf(preset), same(start, now));
    const atStart = same(start, now);
    setAttributes(stepButton, { text: atStart ? "Take the step" : "Take it back", disabled: atStart && !preset });
    status.announce(`${said} ${verdict(result)}`.trim());
    status.node.style.minHeight = `${status.node.offsetHeight}px`;
    said = "";
  }

  // The preset whose start this is.
  const presetAt = () =>
    model.get("presets").find((p) => same([p.n_objects, p.clusters_true, p.before], [n, classes, start]));

  function verdict(result) {
    if (!result.now[0]) return "There is no cluster now, so there is no score.";
    const isStep = result.start[0] && !sameSet(distinct(start), distinct(now));
    const parts = MEASURES.map((name, i) => {
      const [was, is] = [result.start[i], result.now[i]].map((score) => board.fOf(score));
      if (!isStep) return `${name} ${is}`;
      const change = result.changes[i];
      return `${name} ${change} ${change === "ties" ? `at ${is}` : `from ${was} to ${is}`}`;
    });
    const sentences = [`F: ${parts.join(", ")}`];
    conditions.forEach((name, i) => {
      const asked = result.asks[i];
      if (asked) sentences.push(`${name[0].toUpperCase()}${name.slice(1)} asks F to ${asked}`);
    });
    if (isStep && conditions.length && !result.asks.some(Boolean)) sentences.push("No condition applies to this step");
    const equal = equalRows();
    if (equal.length) sentences.push(`Equal clusters count once: ${equal.join(", ")}`);
    return `${sentences.join(". ")}.`;
  }

  function equalRows() {
    const rows = new Map();
    now.forEach((row, i) => {
      if (row.length) rows.set(maskOf(row), [...(rows.get(maskOf(row)) ?? []), `G${i + 1}`]);
    });
    return [...rows.values()].filter((names) => names.length > 1).map((names) => names.join(" = "));
  }

  // A cluster shows the classes that are most like it.
  function showTouched() {
    for (const [key, { node }] of picture.items) {
      setAttributes(node, { tabindex: key === stopKey ? 0 : -1 });
      node.classList.toggle("demo-touched", key === hovered);
    }
    const shown = picture.items.get(hovered ?? pinned);
    const mask = maskOf(now[shown?.row] ?? []);
    if (!mask) return picture.touch({ likest: [], text: "" });
    const masks = classes.map(maskOf);
    const best = Math.max(...masks.map((one) => jaccard(mask, one)));
    const likest = [...masks.keys()].filter((i) => best && jaccard(mask, masks[i]) === best);
    const name = `G${shown.row + 1}`;
    if (!best) return picture.touch({ likest, text: `${name} meets no class` });
    const [common, union] = [count(mask & masks[likest[0]]), count(mask | masks[likest[0]])];
    const names = likest.map((i) => `C${i + 1}`).join(", ");
    picture.touch({ likest, text: `${name} is most like ${names}: Jaccard ${common}/${union}` });
  }

  // ---- from the reader's hand to the state

  function edit(words, changes) {
    said = words;
    const changed = Object.entries(changes).some(([name, value]) => !same(model.get(name), value));
    if (changed) save(model, changes);
    else update();
  }

  function toggle({ row, o }) {
    const rows = Array.from({ length: Math.max(now.length, row + 1) }, (_, i) => now[i] ?? []);
    const isIn = rows[row].includes(o);
    rows[row] = isIn ? rows[row].filter((other) => other !== o) : [...rows[row], o].sort((a, b) => a - b);
    while (rows.length && !rows[rows.length - 1].length) rows.pop();
    edit(`${pointName(o)} is ${isIn ? "no longer" : "now"} in G${row + 1}.`, { clusters_pred: rows });
  }

  function step() {
    if (same(start, now)) edit("The step is taken.", { clusters_pred: presetAt().after });
    else edit("Back at the start.", { clusters_pred: start });
  }

  function focus(key) {
    picture.items.get(key)?.node.focus({ preventScroll: true });
  }

  function onKey(item, event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const direction = arrowStep(event, 1, 1);
    const actions = {
      Enter: () => toggle(item),
      " ": () => toggle(item),
      Escape: () => {
        pinned = hovered = null;
        showTouched();
      },
    };
    const [dx, dy] = direction ?? [0, 0];
    const neighbour = { row: clamp(item.row - dy, 0, nRows - 1), o: clamp(item.o + dx, 0, n - 1) };
    const action = direction ? () => focus(keyOf(neighbour)) : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  const listen = (type, handler) => listenToItems(body, picture.items, type, handler, signal);
  listen("click", (item) => {
    focus(keyOf(item));
    toggle(item);
  });
  listen("keydown", onKey);
  listen("focusin", (item) => {
    stopKey = pinned = keyOf(item);
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
    "your own start",
    model,
    ({ note, n_objects: nObjects, clusters_true: clustersTrue, before }) => {
      pinned = null;
      most = 0;
      status.node.style.minHeight = "";
      edit(note, { n_objects: nObjects, clusters_true: clustersTrue, before, clusters_pred: before });
    },
    signal,
  );
  const stepButton = buttonControl("Take the step", step, signal);
  const begin = buttonControl("Begin a step here", () => edit("The step begins here.", { before: now }), signal);
  body.append(
    html("p", { class: "demo-question", text: QUESTION }),
    html("div", { class: "demo-controls" }, presets.node, stepButton, begin),
    picture.node,
    board.node,
    status.node,
    helpNote("How to read it, and what mouse and keys do", [...HELP, ...(conditions.length ? [HELP_ON_CONDITIONS] : [])]),
  );
  onChange(model, TRAITS, update, signal);
  update();
  return stop;
}

export default { render, numbers, check };
