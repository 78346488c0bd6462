// Questions of an exercise: this module makes the fields and judges the answers. Further kinds of questions stand in
// modules of their own, which add themselves to `kinds`.

import { buttonControl, demoBox } from "../../static/controls.js";
import { html, save, setAttributes, svg } from "../../static/dom.js";
import { triesKeeper } from "../../static/tries.js";
import { gcd, isTooLong, NO_NUMBER, near, ofGuess, parseNumber, sizeOfWhole, TOO_LONG } from "../../static/typed_numbers.js";
import { clamp, same } from "../../static/values.js";

// ---------------------------------------------------------------------------------------------------- words

// Reads a part of each question once, because reading takes longer than judging.
export function readOnce(read) {
  const known = new WeakMap();
  return (question) => known.get(question) ?? known.set(question, read(question)).get(question);
}

export const keyOf = readOnce(({ key }) => JSON.parse(atob(key)));

// Makes nodes of words in which *italics* and `code` are marked.
export function rich(text) {
  return text.split(/(\*[^*\s][^*]*\*|`[^`]+`)/).map((part) => {
    if (/^\*.+\*$/.test(part)) return html("i", { text: part.slice(1, -1) });
    return /^`.+`$/s.test(part) ? html("code", { text: part.slice(1, -1) }) : part;
  });
}

export const right = (words) => ({ verdict: "right", words });
// `mistake` is the place of a foreseen mistake among the tempting answers, or of the chosen option among all; Python
// names it.
export const wrong = (words, mistake) => ({ verdict: "wrong", words, mistake });
// The answer cannot be read, or says too little; it is no try.
export const unclear = (words) => ({ verdict: "unclear", words });
const foretold = (words) => ({ verdict: "foretold", words });

// ---------------------------------------------------------------------------------------------------- numbers

// Is a value of a key a whole number or a fraction, and no float?
const isFraction = (value) => /^[+-]?\d+(\/\d+)?$/.test(value);

// Values of keys are each read once. Answers are not kept: readers can type any number of them.
const known = new Map();
function valueIn(text) {
  if (!known.has(text)) known.set(text, parseNumber(text));
  return known.get(text);
}

const isLess = (a, b) => a.n * b.d < b.n * a.d;
const BILLIONTH = { n: 1n, d: 10n ** 9n };
const halfOfLast = ({ places }) => ({ n: 1n, d: 2n * 10n ** BigInt(places) });

// Does a typed number stand for a value? It must agree in as many decimals as were typed; a fraction must agree to the last
// bit of a float. Where decimals are asked for, a whole number is no rounding. `within` and rounding do not add up.
function standsFor(typed, value, places, within = 0) {
  const exact = valueIn(value);
  const tolerances = [valueIn(String(within)), isFraction(value) && !typed.isRooted ? { n: 0n, d: 1n } : BILLIONTH];
  if (typed.places !== null && typed.places >= (within ? places : Math.min(places, 1))) tolerances.push(halfOfLast(typed));
  return tolerances.some((tolerance) => near(typed, exact, tolerance));
}

export const kinds = {};

// Writes a value rounded to so many decimals; without them, as a whole number or a fraction in lowest terms.
function numberText({ n, d }, places = null) {
  const size = sizeOfWhole(n);
  const sign = n < 0n ? "-" : "";
  if (places === null) {
    const by = gcd(size, d);
    return `${sign}${size / by}${d > by ? `/${d / by}` : ""}`;
  }
  const digits = String((2n * size * 10n ** BigInt(places) + d) / (2n * d)).padStart(places + 1, "0");
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const inDecimals = (places, { value }) => `Give ${places} decimal${places > 1 ? "s" : ""}${isFraction(value) ? ", or the fraction" : ""}.`;

// Judges a number that only rounding separates from the value: by less than one in its last decimal. Null for others.
function ofRounding(typed, value, key, places) {
  if (!typed.places || key.within) return null;
  const isShort = typed.places < places;
  const more = isShort ? ` ${inDecimals(places, key)}` : "";
  const isRounded = standsFor(typed, key.value, places);
  const justBelowOne = { n: 10n ** 9n - 1n, d: 10n ** BigInt(9 + typed.places) };
  const isCut = typed.n !== 0n && typed.n > 0n === value.n > 0n && sizeOfWhole(typed.n) * value.d < sizeOfWhole(value.n) * typed.d;
  const isOff = typed.n !== 0n && near(typed, value, justBelowOne) && (isCut || !isShort);
  if (!isRounded && !isOff) return null;
  // One digit, or a whole number such as 1.0, shows no work, and it may be a foreseen mistake as well.
  const isPlain = !isShort || (sizeOfWhole(typed.n) >= 10n && typed.n % typed.d !== 0n);
  if (!isPlain || key.tempting.some(([lure]) => standsFor(typed, lure, places))) {
    return unclear(`That is too short to judge. ${inDecimals(Math.max(typed.places + 1, places), key)}`);
  }
  if (isRounded) return unclear(`This is right as far as it goes.${more}`);
  const rounded = numberText(value, typed.places);
  return unclear(isCut ? `Right so far, but rounded it is ${rounded}.${more}` : `Only the rounding is off: it is ${rounded}.`);
}

// Takes off the answer the unit in which the question asks for it.
function withoutUnit({ unit: [, words] = [null, []] }, answer) {
  for (const word of words) {
    const found = new RegExp(`^([^+]*[0-9)]) *${word}$`, "i").exec(answer.trim());
    if (found) return found[1];
  }
  return answer;
}

// Reads what was typed as if the unit of the question had been forgotten.
function inUnit({ n, d, places, isRooted }, power) {
  const scale = 10n ** BigInt(Math.abs(power));
  const own = places === null || places + power < 0 ? null : places + power;
  return { ...(power < 0 ? { n: n * scale, d } : { n, d: d * scale }), places: own, isRooted };
}

kinds.number = {
  build() {
    const field = html("input", { class: "exercise-field", type: "text", inputmode: "text", autocomplete: "off", spellcheck: "false" });
    return { nodes: [field], read: () => field.value, write: (answer) => (field.value = answer), names: field };
  },
  judge(question, text) {
    if (isTooLong(text)) return unclear(TOO_LONG);
    const key = keyOf(question);
    const answer = withoutUnit(question, text);
    const typed = parseNumber(answer);
    const value = valueIn(key.value);
    const isIt = (number) => standsFor(number, key.value, question.places, key.within);
    const withPoint = /^[^,]*,[^,]*$/.test(answer) ? parseNumber(answer.replace(",", ".")) : null;
    // 1,234 is more than a thousand, unless the right value is a little more than one.
    if (withPoint && !(typed && (isIt(typed) || !isIt(withPoint)))) return unclear("Decimals are written after a point: 0.5.");
    if (!typed) return unclear(NO_NUMBER);
    const comesTo = typed.isCalculated ? numberText(typed, typed.isRooted ? 6 : null) : "";
    if (question.predict) {
      const [least, most] = question.between ?? [];
      if ((least && isLess(typed, valueIn(least))) || (most && isLess(valueIn(most), typed))) {
        return unclear(`The result ${most ? `lies between ${least} and ${most}` : `can't be below ${least}`}. Guess a number in that range.`);
      }
      const isFull = typed.places !== null && typed.places >= question.places;
      const tolerance = isFull ? halfOfLast(typed) : BILLIONTH;
      const said = `You expected ${comesTo || answer.trim()}. The result is ${key.shown}.`;
      return foretold(`${said}${ofGuess(typed, value, tolerance)} ${key.outcome}`);
    }
    const found = judgeNumber(question, key, typed, value);
    return comesTo && found.verdict !== "right" ? { ...found, words: `${found.words} Your answer comes to ${comesTo}.` } : found;
  },
};

function judgeNumber(question, key, typed, value) {
  const { places } = question;
  const isShort = typed.places !== null && typed.places < places && !key.within && !near(typed, value, BILLIONTH);
  if (!isShort && standsFor(typed, key.value, places, key.within)) return right(key.outcome);
  const rounding = ofRounding(typed, value, key, places);
  if (rounding) return rounding;
  const lure = key.tempting.findIndex(([other]) => standsFor(typed, other, places));
  if (lure >= 0) return wrong(key.tempting[lure][1], lure);
  if (question.unit) {
    const [unit, , power] = question.unit;
    const here = inUnit(typed, power);
    const isOne = standsFor(here, key.value, places, key.within) || key.tempting.some(([other]) => standsFor(here, other, places));
    if (isOne) return unclear(`Give the answer in ${unit}, as the question asks.`);
  }
  return wrong(key.hint);
}

// ---------------------------------------------------------------------------------------------------- choices

let nGroups = 0;
export const newGroup = () => (nGroups += 1);

// Makes options to choose one from, or to tick. The answer is the list of the chosen places.
export function optionFields(options, type) {
  const name = `exercise-${newGroup()}`;
  const inputs = options.map((_, value) => html("input", { type, name, value }));
  const labels = options.map((text, i) => html("label", { class: "exercise-option" }, inputs[i], html("span", {}, ...rich(text))));
  return {
    nodes: [html("div", { class: "exercise-options" }, ...labels)],
    read: () => inputs.flatMap(({ checked }, i) => (checked ? [i] : [])),
    write: (answer) => inputs.forEach((input, i) => (input.checked = answer.includes(i))),
    isGroup: true,
  };
}

kinds.choice = {
  build: ({ options, several }) => optionFields(options, several ? "checkbox" : "radio"),
  judge(question, answer) {
    if (!answer.length) return unclear(question.several ? "Tick what is right." : "Choose one.");
    const { right: expected, why } = keyOf(question);
    if (question.predict) {
      const [guess, result] = [answer, expected].map((places) => places.map((i) => question.options[i]).join(", "));
      const said = same(answer, expected) ? "Your guess is right" : `You expected: ${guess}. The result is`;
      return foretold(`${said}: ${result}. ${expected.map((i) => why[i]).join(" ")}`);
    }
    if (same(answer, expected)) return right(expected.map((i) => why[i]).join(" "));
    const extra = answer.find((i) => !expected.includes(i));
    if (extra !== undefined) return wrong(why[extra], extra);
    return wrong("What you ticked is right, but something is missing.");
  },
};

kinds.objects = {
  build: ({ options }) => optionFields(options, "checkbox"),
  judge(question, answer) {
    if (!answer.length) return unclear("Pick at least one.");
    const key = keyOf(question);
    if (same(answer, key.right)) return right(key.outcome);
    const lure = key.tempting.findIndex(([pick]) => same(pick, answer));
    return lure >= 0 ? wrong(key.tempting[lure][1], lure) : wrong(key.hint);
  },
};

// A field for a text, and a checklist of a good one, which shows when the text is kept: `settle(isKept)`. Until then the
// text is a draft. An edition for students has no checklist.
function textFields(question) {
  const text = html("textarea", { class: "exercise-text", rows: 5, maxlength: question.most, "aria-label": "Your answer" });
  const says = keyOf(question).checklist;
  const points = optionFields(says, "checkbox");
  const legend = html("legend", { text: "This is what a good answer says. Tick what yours says:" });
  const checklist = html("fieldset", { class: "exercise-checklist", hidden: true }, legend, ...points.nodes);
  return {
    nodes: says.length ? [text, checklist] : [text],
    verb: says.length ? "Keep and compare" : "Keep",
    again: says.length ? "Keep and count" : "Keep",
    read: () => ({ text: text.value, ticked: points.read() }),
    write(answer) {
      text.value = answer.text;
      points.write(answer.ticked);
    },
    settle: (isKept) => (checklist.hidden = !isKept),
    isGroup: true,
    isDraft: true,
  };
}

kinds.open = {
  build: textFields,
  judge(question, { text, ticked }) {
    const { length } = keyOf(question).checklist;
    if (!text.trim()) return unclear(length ? "Write your answer first. Then you can compare it with what a good one says." : "Write your answer first.");
    if (!length) return foretold("Your answer is kept. Whoever marks it will read it.");
    if (!ticked.length) return foretold("Your answer is kept. Now tick each point that it makes.");
    return foretold(`Your answer says ${ticked.length} of ${length} points.`);
  },
};

// ---------------------------------------------------------------------------------------------------- order

// Brings a line to a height in its list; it changes places with those that it passes.
function bringLine(list, line, wanted) {
  line.classList.add("exercise-held");
  const height = line.offsetHeight;
  const top = clamp(wanted, 0, list.offsetHeight - height);
  const middle = (other) => other.offsetTop + other.offsetHeight / 2;
  while (line.nextSibling && top + height > middle(line.nextSibling)) pass(line.nextSibling, line);
  while (line.previousSibling && top < middle(line.previousSibling)) pass(line.previousSibling, line.nextSibling);
  line.style.transform = `translateY(${top - line.offsetTop}px)`;
  line.scrollIntoView({ block: "nearest", behavior: "instant" });
}

// Lets a line glide to its new place, unless the reader wants nothing to move.
function pass(other, before) {
  const from = other.offsetTop;
  other.parentNode.insertBefore(other, before);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  other.animate([{ transform: `translateY(${from - other.offsetTop}px)` }, {}], { duration: 120, easing: "ease-out" });
}

// A line follows the mouse, or a finger on its grip, and the others make room. The others are moved in the document, not
// the line itself: an element that is taken out loses its pointer. Escape puts all back.
function dragLines(list, signal, dropped) {
  let held = null;
  const heightAt = ({ clientY }) => clientY - list.getBoundingClientRect().top;
  function start(event) {
    const line = event.target.closest("li");
    const isFree = event.pointerType === "mouse" || event.target.closest(".exercise-grip");
    if (held || !line || !isFree || event.button || event.target.closest("button, details")) return;
    const at = heightAt(event);
    held = { line, id: event.pointerId, from: at, grip: at - line.offsetTop, before: [...list.children], moved: false };
    list.setPointerCapture(event.pointerId);
  }
  function follow(event) {
    if (event.pointerId !== held?.id) return;
    const at = heightAt(event);
    held.moved ||= Math.abs(at - held.from) > 3;
    if (held.moved) bringLine(list, held.line, at - held.grip);
  }
  function end(isDropped) {
    const { line, id, before } = held;
    held = null;
    list.releasePointerCapture(id);
    line.classList.remove("exercise-held");
    line.style.transform = "";
    if (!isDropped) list.append(...before);
    else if (before.indexOf(line) !== [...list.children].indexOf(line)) dropped(line);
  }
  const listen = (type, handler) => list.addEventListener(type, handler, { signal });
  listen("pointerdown", start);
  listen("pointermove", follow);
  listen("pointerup", ({ pointerId }) => pointerId === held?.id && end(true));
  listen("pointercancel", ({ pointerId }) => pointerId === held?.id && end(false));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && held && end(false), { signal, capture: true });
}

// Folds the reason for each line of an order at its end; without reasons, removes those that are there.
function showReasons(lines, why) {
  for (const [i, line] of lines.entries()) {
    const shown = line.querySelector(".exercise-why");
    if (!why) shown?.remove();
    else if (!shown) {
      const summary = html("summary", { text: "why?", "aria-label": `why? ${line.lastChild.textContent}` });
      line.lastChild.append(html("details", { class: "exercise-why" }, summary, html("p", {}, ...rich(why[i]))));
    }
  }
}

// Makes lines to drag, each with a button up and one down. The answer lists the places in which they were shown at first.
function orderFields(question, signal, changed) {
  const { items } = question;
  const list = html("ol", { class: "exercise-order", role: "list" }); // Safari takes a list without its markers for none
  const settle = (isRight) => showReasons(lines, isRight ? keyOf(question).why : null);
  const moved = (line) => {
    settle(false);
    changed(`Now in place ${[...list.children].indexOf(line) + 1} of ${items.length}.`);
  };
  const lines = items.map((text, i) => {
    const move = (by) => () => {
      const at = [...list.children].indexOf(lines[i]);
      const to = clamp(at + by, 0, items.length - 1);
      if (to === at) return;
      list.insertBefore(lines[i], by < 0 ? list.children[to] : list.children[to].nextSibling);
      moved(lines[i]);
      lines[i].querySelector(by < 0 ? "button" : "button + button").focus();
    };
    const [up, down] = [buttonControl("\u2191", move(-1), signal), buttonControl("\u2193", move(1), signal)];
    const spoken = text.replace(/[*`]/g, "");
    setAttributes(up, { "aria-label": `Up: ${spoken}` });
    setAttributes(down, { "aria-label": `Down: ${spoken}` });
    const grip = html("span", { class: "exercise-grip", "aria-hidden": "true" });
    return html("li", {}, grip, html("span", { class: "exercise-moves" }, up, down), html("span", {}, ...rich(text)));
  });
  list.append(...lines);
  dragLines(list, signal, moved);
  return {
    nodes: [list],
    read: () => [...list.children].map((line) => lines.indexOf(line)),
    write: (answer) => list.append(...answer.map((i) => lines[i])),
    settle,
    isGroup: true,
  };
}

kinds.order = {
  build: orderFields,
  judge(question, answer) {
    const key = keyOf(question);
    const ranks = answer.map((i) => key.ranks[i]);
    if (same(ranks, [...ranks].sort((a, b) => a - b))) return right(key.outcome);
    const broken = key.before.findIndex(([a, b]) => answer.indexOf(a) > answer.indexOf(b));
    return broken >= 0 ? wrong(key.before[broken][2], broken) : wrong(key.hint);
  },
};

// ---------------------------------------------------------------------------------------------------- the exercise

// A prediction is one question in one line, before the page shows the result.
const isPrediction = (label) => label.startsWith("pre-");

const SAID = { right: "Right.", wrong: "Not yet.", unclear: "", foretold: "" };
// Paths of a check mark, a cross and a question mark.
const MARKS = { right: "M3 10.5l5 5L17 5", wrong: "M4.5 4.5l11 11m0-11l-11 11", unclear: "M6.5 7a3.5 3.5 0 1 1 5 3.2q-1.5.7-1.5 2.8m0 3.2v.3" };
const TRIES = 2; // after so many the solution offers itself

// Names the exercise by its number and title on the page, and by its label in JupyterLab.
function nameOf(el, label, [{ prompt }]) {
  if (isPrediction(label)) return `Your prediction: ${prompt.replace(/[*`]/g, "")}`;
  const title = el.closest(".exercise")?.querySelector(":scope > .admonition-title")?.textContent.trim().replace(/\s+/g, " ");
  return `Answer to ${title?.replace(/^Exercise/, "exercise") ?? `exercise ${label.replace(/^ex-/, "")}`}`;
}

// Could the fields of a question hold an answer that comes from a file, or from Python?
export function fitsForm(question, answer) {
  const { kind, options, items, several, fields, reasons, most } = question;
  if (kind === "open") {
    const isText = typeof answer?.text === "string" && answer.text.length <= most;
    return isText && fitsForm({ options: keyOf(question).checklist }, answer.ticked);
  }
  const isPlace = (n) => (i) => Number.isInteger(i) && i >= 0 && i < n;
  const n = (options ?? items)?.length;
  if (n !== undefined) {
    const isEach = Array.isArray(answer) && answer.every(isPlace(n)) && new Set(answer).size === answer.length;
    return isEach && (items ? answer.length === n : several !== false || answer.length <= 1);
  }
  if (kind !== "break") return typeof answer === "string";
  const { way, fields: texts, reason } = answer ?? {};
  const areTexts = Array.isArray(texts) && texts.length === fields.length && texts.every((text) => typeof text === "string");
  return ["true", "false", null].includes(way) && areTexts && (reason === null || isPlace(reasons.length)(reason));
}

const isDone = ({ verdict }) => verdict === "right" || verdict === "foretold";

const blank = (questions) => questions.map(() => ({ answer: null, verdict: "", words: "", tries: 0 }));

export function render({ model, el, page }) {
  const life = new AbortController();
  const { signal } = life;
  const [questions, label] = [model.get("questions"), model.get("label")];
  const box = demoBox(isPrediction(label) ? "exercise demo-prediction" : "exercise", nameOf(el, label, questions), signal);
  const view = { ...{ model, page, box, signal, questions, label }, nClears: 0 };
  view.tries = triesKeeper({ model, page }, label, questions, signal);
  view.answers = keptAnswers(view);
  view.offer = buttonControl("Open the solution", () => openSolution(view), signal);
  view.clear = buttonControl("Clear", () => clearAll(view), signal);
  view.forms = questions.map((question, i) => questionForm(view, question, i));
  const row = html("div", { class: "demo-lesson-row" }, view.offer, view.clear);
  box.append(html("div", { class: "demo-body" }, ...view.forms.map(({ form }) => form), ...(isPrediction(label) ? [] : [row])));
  el.append(box);
  if (page) addEventListener("answers-loaded", () => takeLoaded(view), { signal });
  restore(view);
  takeLoaded(view);
  return () => {
    life.abort();
    box.remove();
  };
}

// ---- what is kept

// A question that has changed since then is asked anew; the old answer stays among the tries.
function keptAnswers({ model, page, questions }) {
  const kept = page ? page.load()?.answers : model.get("answers");
  return blank(questions).map((none, i) => {
    const found = Array.isArray(kept) && kept.find((one) => one?.asked === questions[i].key);
    return found || none;
  });
}

function keep(view) {
  const { model, page, questions } = view;
  const answers = view.answers.map((one, i) => ({ ...one, asked: questions[i].key }));
  view.answers = answers;
  save(model, { answers });
  page?.save({ answers, done: answers.every(isDone) });
}

// Takes the last try of each question from a loaded file, and judges it again unless it is a function.
function takeLoaded(view) {
  const { questions, answers, tries } = view;
  const hasTaken = tries.taken((question, entry) => {
    const [i, last, kind] = [questions.indexOf(question), entry.tries.at(-1), kinds[question.kind]];
    if (!last || !fitsForm(question, last.answer)) return;
    const found = kind.verb === "Run" ? { verdict: last.verdict, words: "" } : kind.judge(question, last.answer, view);
    const { draft } = answers[i]; // the text that is being written here stays
    answers[i] = { answer: last.answer, ...found, draft, tries: entry.tries.filter(({ verdict }) => verdict === "wrong").length };
  });
  if (!hasTaken) return;
  keep(view);
  restore(view);
}

// ---- a question

function questionForm(view, question, i) {
  const { signal, model, page, clear } = view;
  const kind = kinds[question.kind];
  const said = html("p", { class: "exercise-said", "aria-live": "polite" });
  // These words are no verdict, and the last verdict was about another answer.
  const changed = (words) => {
    form.dataset.verdict = "";
    said.textContent = words;
  };
  const fields = kind.build(question, signal, changed, model);
  const check = html("button", { type: "submit", class: "demo-button demo-main", text: fields.verb ?? kind.verb ?? "Check" });
  if (isPrediction(view.label)) setAttributes(check, { class: "demo-button", text: "Predict" });
  const attributes = { class: `exercise-question exercise-${question.kind}`, novalidate: true };
  const form = html("form", attributes, fieldsNode(question, fields), check, said);
  // A long text is kept as it is written; a kernel hears of it when the field is left.
  const keepDraft = () => {
    view.answers[i] = { ...view.answers[i], draft: fields.read() };
    keep(view);
    clear.hidden = false;
  };
  if (fields.isDraft) form.addEventListener(page ? "input" : "change", keepDraft, { signal });
  const judge = (answer, isWaited) => kind.judge(question, answer, { ...view, changed: (words) => isWaited() && changed(words) });
  const one = { form, fields, said, check, kind, judge };
  const onSubmit = (event) => {
    event.preventDefault();
    submit(view, one, i);
  };
  form.addEventListener("submit", onSubmit, { signal });
  return one;
}

function fieldsNode({ prompt, asks }, { nodes, isGroup }) {
  const words = prompt ? rich(prompt) : [];
  if (asks) words.push(" ", html("small", { class: "exercise-asks", text: asks }));
  if (isGroup) return html("fieldset", {}, html("legend", {}, ...words), ...nodes);
  return html("label", { class: "exercise-row" }, html("span", {}, ...words), ...nodes);
}

async function submit(view, { fields, check, judge }, i) {
  if (check.hasAttribute("aria-disabled")) return; // the last answer is still being judged
  const answer = fields.read();
  setAttributes(check, { "aria-disabled": "true" });
  const nBefore = view.nClears;
  const isWaited = () => !view.signal.aborted && view.nClears === nBefore;
  const found = await judge(answer, isWaited);
  setAttributes(check, { "aria-disabled": null });
  if (!isWaited()) return;
  view.answers[i] = { answer, ...found, tries: view.answers[i].tries + (found.verdict === "wrong") };
  view.tries.add(view.questions[i], view.answers[i]);
  keep(view);
  update(view);
}

// ---- from the answers to the page

// Each form shows the verdict on its last answer.
function update(view) {
  const { forms, answers, offer, clear, box } = view;
  forms.forEach((one, i) => showVerdict(one, answers[i]));
  const isStuck = answers.some(({ tries, verdict }) => tries >= TRIES && !isDone({ verdict }));
  const isOver = answers.every(isDone);
  offer.hidden = !(isStuck || isOver) || !solutionOf(view);
  offer.textContent = isOver ? "Compare with the solution" : "Open the solution";
  clear.hidden = answers.every(({ verdict, draft }) => !verdict && !draft);
  box.classList.toggle("exercise-done", isOver);
  box.dispatchEvent(new CustomEvent("exercise-updated", { bubbles: true })); // it uncovers what follows a prediction
}

function showVerdict({ form, fields, said, check }, { verdict, words }) {
  form.dataset.verdict = verdict;
  fields.settle?.(isDone({ verdict }));
  if (fields.again) check.textContent = isDone({ verdict }) ? fields.again : fields.verb;
  const picture = { class: "exercise-mark", viewBox: "0 0 20 20", "aria-hidden": "true" };
  const mark = MARKS[verdict] ? [svg("svg", picture, svg("path", { d: MARKS[verdict] }))] : [];
  const short = SAID[verdict] ? [html("b", { text: SAID[verdict] }), " "] : [];
  said.replaceChildren(...mark, ...short, ...rich(words ?? ""));
}

function restore(view) {
  view.forms.forEach(({ form, fields }, i) => {
    const shown = view.answers[i].draft ?? view.answers[i].answer;
    if (shown === null) form.reset();
    else fields.write(shown);
  });
  update(view);
}

// ---- buttons below the questions

// The solution is folded on the page: it opens, and the reader is led there.
const solutionOf = ({ page, label }) => page && document.getElementById(label.replace(/^ex-/, "sol-"));

function openSolution(view) {
  const place = solutionOf(view);
  if (place.classList.contains("toggle-hidden")) place.querySelector(".toggle-button").click();
  place.scrollIntoView({ block: "start", behavior: "instant" });
  setAttributes(place, { tabindex: -1 }).focus({ preventScroll: true });
}

// Empties the fields; the tries stay, because they were made.
function clearAll(view) {
  const { model, page, questions, forms } = view;
  view.answers = blank(questions);
  view.nClears += 1;
  page?.forget();
  save(model, { answers: view.answers });
  questions.forEach(({ items }, i) => items && forms[i].fields.write(items.map((_, k) => k)));
  restore(view);
  forms[0].form.querySelector("input, button, textarea").focus();
}

export const judge = (question, answer, options) => kinds[question.kind].judge(question, answer, options);
