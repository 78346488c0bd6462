// Deals of the labels as cards, and how two measures of agreement pile up over them.

import { BALANCE_NAMES, BALANCES, formatSizes } from "../../../static/chance.js";
import { buttonControl, controlRow, fold, readout, selectControl, sliderControl } from "../../../static/controls.js";
import { html, setAttributes } from "../../../static/dom.js";
import { mount } from "../../../static/mount.js";
import { isShortcut } from "../../../static/moving.js";
import { formatScore } from "../../../static/values.js";
import {
  check, FEWEST_CLUSTERS, FEWEST_OBJECTS, meanOf, MEASURES, MOST_DRAWN, MOST_OBJECTS, MOST_SEED, mostClusters,
  newDeals, newMeasure, numbers, pairWords, RAND, shownMeasures, textsOf, verdict,
} from "./model.js";
import { cardsPicture, histograms } from "./pictures.js";

const IN_A_FRAME = 6; // milliseconds for the arithmetic
const FRAMES = 20; // in which the histograms grow
const TRAITS = ["n_objects", "k", "balance", "measure", "seed", "drawn"];
const MORE = [
  ["Deal once", 1, "d"],
  ["Deal ten", 10, "t"],
  ["Deal 1000", 1000, "m"],
];
const HELP = [
  "Each object has a column of two cards. The upper card is its cluster in Y, which stays. The lower card is its " +
    "cluster in Y\u2032, which is dealt: the labels of Y are shuffled like cards, so that the sizes stay and every " +
    "labelling is as likely as any other. A frame around both cards means that the object is together with another " +
    "one in both partitions.",
  "The highest bar of a histogram is as high as its box. The dot is the mean of the deals, and the dashed line is the " +
    "exact mean over all deals.",
  "Keys: Space or D deals once, T ten times, M a thousand times. On k, arrows change it by one, and Home and End " +
    "go to the ends. Another k shows as many deals as before. The same seed deals the same cards again.",
];
const HELP_BESIDE =
  "Both histograms have the same scale. For measures that match clusters (PA, NA, AAA, PSI) there is no formula for " +
  "the exact mean, so it is only estimated from the deals. The two kinds of PSI are equal if the sizes are. With as " +
  "many clusters as objects both partitions are the same, and each measure is 1, the ARI and the AMI by convention (0/0).";

// ---- from the state to the page

function update(view, before) {
  const { state } = view;
  const { n_objects: n, k, balance, measure, seed, drawn } = state;
  const key = JSON.stringify([n, k, balance, seed]);
  // Few deals appear at once, and so do known deals with another measure; many more of the same kind pile up.
  const piles = key === view.key && measure === before?.measure && drawn - view.shown > 10 && !view.calm.matches;
  if (key !== view.key) Object.assign(view, { key, deals: newDeals(state), measures: [], shown: 0 });
  const { deals, measures } = view;
  view.measures = shownMeasures({ measure, beside: view.beside }).map(
    (id) => measures.find((one) => one.id === id) ?? newMeasure(deals, id),
  );
  view.shown = Math.min(view.shown, drawn, ...view.measures.map(({ scores }) => scores.length));
  showControls(view);
  cancelAnimationFrame(view.frame);
  work(view, piles ? Math.ceil((drawn - view.shown) / FRAMES) : Infinity);
}

function showControls({ state, deals, controls }) {
  const { n_objects: n, k, balance, measure, seed } = state;
  const text = `${k} clusters: ${formatSizes(deals.sizes)}`;
  setAttributes(controls.k, { max: mostClusters(n, balance), "aria-valuetext": text });
  controls.k.value = k;
  controls.sizesText.textContent = text;
  controls.sizes.value = BALANCES.indexOf(balance);
  controls.others.value = measure;
  setAttributes(controls.objects, { "aria-valuetext": `${n} objects` });
  controls.objects.value = n;
  controls.objectsText.textContent = `${n} objects, seed ${seed}`;
}

// Deals and measures at most `pace` deals more, as time allows, and goes on in the next frame.
function work(view, pace) {
  const { state, deals, measures } = view;
  const until = performance.now() + IN_A_FRAME;
  for (let i = 0; i < pace && view.shown < state.drawn && performance.now() < until; i++) {
    if (deals.tps.length === view.shown) deals.draw();
    for (const { scores, score } of measures) if (scores.length === view.shown) scores.push(score(view.shown));
    view.shown += 1;
  }
  measures.forEach((one, i) => view.picture.panels[i].update(one, view.shown, meanOf(one, view.shown)));
  const busy = view.shown < state.drawn;
  view.body.ariaBusy = String(busy);
  if (busy) view.frame = requestAnimationFrame(() => work(view, pace));
  else write(view);
}

// Writes the numbers and words once all is dealt; before, they would change too fast to be read.
function write(view) {
  const { state, deals, measures, boards } = view;
  const { drawn, n_objects: n } = state;
  const [c, other] = measures.map((one) => textsOf(one, drawn));
  boards[0].show({ c: c.last, meanC: c.mean, exactC: c.exact });
  if (other) {
    boards[1].show({ other: other.last, meanOther: other.mean, exactOther: other.exact });
    view.otherName.textContent = `${measures[1].title}, last deal`;
  }
  view.cards.update(deals.reference, drawn ? deals.dealt[drawn - 1] : null);
  const words = pairWords(deals, drawn);
  view.caption.textContent = words;
  setAttributes(view.cards.node, { "aria-label": `Cards of ${n} objects. ${words}` });
  const ends = (scores) => [Math.min, Math.max].map((end) => formatScore(end(...scores.slice(0, drawn)))).join(" to ");
  const seen = drawn ? measures.map(({ title, scores }) => `${title} from ${ends(scores)}`).join(", ") : "no deal yet";
  const what = other ? "Histograms on one scale" : "Histogram";
  setAttributes(view.picture.node, { "aria-label": `${what}: ${seen}` });
  view.status.show(verdict(state, deals.sizes, measures));
}

// ---- from the reader's hand to the state

function change(view, changes, words = "") {
  const { n_objects: n, balance, k } = { ...view.state, ...changes };
  view.change({ ...changes, k: Math.min(k, mostClusters(n, balance)) }, words);
}

function dealMore(view, count) {
  const { drawn } = view.state;
  if (drawn >= MOST_DRAWN) return view.status.announce(`There can be at most ${MOST_DRAWN} deals.`);
  change(view, { drawn: Math.min(MOST_DRAWN, drawn + count) });
}

// Buttons keep Space for themselves, and lists keep letters, too.
function onKey(view, event) {
  if (isShortcut(event) || event.target.matches("select")) return;
  const isSpace = event.key === " " && !event.target.matches("button, summary");
  const [, count] = MORE.find(([, , letter]) => letter === (isSpace ? "d" : event.key.toLowerCase())) ?? [];
  if (!count) return;
  event.preventDefault();
  dealMore(view, count);
}

// The controls in four rows.
function controlRows(view) {
  const { signal } = view;
  const pick = (name) => (value) => change(view, { [name]: value });
  const balances = BALANCE_NAMES.map((text, value) => ({ value, text }));
  const sizes = selectControl("Sizes", balances, (i) => change(view, { balance: BALANCES[i] }), signal);
  const titles = Object.entries(MEASURES).map(([value, { title, name }]) => ({ value, text: `${title}: ${name}` }));
  const others = selectControl("Beside c", titles, pick("measure"), signal);
  const k = sliderControl("k", { min: FEWEST_CLUSTERS, max: MOST_OBJECTS }, pick("k"), signal);
  const sizesText = html("span", { class: "demo-deal-sizes", "data-value": "sizes" });
  const objects = sliderControl("Objects", { min: FEWEST_OBJECTS, max: MOST_OBJECTS }, pick("n_objects"), signal);
  const objectsText = html("span", { "data-value": "objects" });
  view.controls = {
    ...{ sizes: sizes.select, others: others.select, k: k.slider, objects: objects.slider },
    ...{ sizesText, objectsText },
  };
  const anew = () => change(view, { seed: (view.state.seed + 1) % (MOST_SEED + 1) }, "Another seed.");
  const buttons = MORE.map(([text, count, letter]) => {
    const button = buttonControl(text, () => dealMore(view, count), signal, count === 1);
    return setAttributes(button, { "aria-keyshortcuts": letter.toUpperCase() });
  });
  return [
    controlRow(sizes.node, ...(view.beside ? [others.node] : [])),
    html("div", { class: "demo-deal-k" }, k.node, sizesText),
    html("div", { class: "demo-deal-buttons" }, ...buttons),
    fold("Number of objects, and other deals", html("div", {}, objects.node, objectsText, buttonControl("New seed", anew, signal))),
  ];
}

export function render({ model, el, page }) {
  const beside = model.get("beside");
  const [cards, piles, keys] = HELP;
  const help = beside ? [cards, piles, HELP_BESIDE, keys] : HELP;
  const demo = { name: "deal-again", title: "Deal again", traits: TRAITS, numbers, check, help };
  const facts = (name) => ({ [`mean${name}`]: "mean of the deals", [`exact${name}`]: "exact mean" });
  const view = Object.assign(mount({ model, el, page }, demo), {
    key: "", // what the deals depend on
    deals: null,
    beside, // whether there is another measure
    measures: [], // Rand's c, and the other
    shown: 0, // deals in the histograms
    frame: 0,
    cards: cardsPicture(),
    caption: html("p", { class: "demo-deal-caption", "data-value": "pairs" }),
    boards: [readout("c", `${RAND}, last deal`, facts("C")), ...(beside ? [readout("other", "", facts("Other"))] : [])],
    picture: histograms(beside ? 2 : 1),
  });
  const { body, signal, boards, caption, picture, status } = view;
  view.otherName = boards[1]?.node.querySelector(".demo-headline > span");
  const [choices, clusters, buttons, more] = controlRows(view);
  const names = beside ? ["c", "other"] : ["alone"];
  const readouts = names.map((name, i) => html("div", { class: `demo-deal-${name}` }, boards[i].node));
  signal.addEventListener("abort", () => cancelAnimationFrame(view.frame));
  body.addEventListener("keydown", (event) => onKey(view, event), { signal });
  const parts = [choices, clusters, buttons, view.cards.node, caption, ...readouts, picture.node, more, status.node];
  return view.show(update, parts);
}
