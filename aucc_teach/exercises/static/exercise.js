// Questions of an exercise: fields for the answers, which are judged here. Further kinds of questions stand in modules
// of their own, which add themselves to `kinds`.

import { buttonControl } from "../../static/controls.js";
import { html, save, setAttributes, svg } from "../../static/dom.js";
import { triesKeeper } from "../../static/tries.js";
import { NO_NUMBER, near, ofGuess, parseNumber, sizeOfWhole } from "../../static/typed_numbers.js";
import { clamp, same } from "../../static/values.js";

// ---------------------------------------------------------------------------------------------------- words

export const keyOf = ({ key }) => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(key), (c) => c.charCodeAt(0))));

// Words in which *italics* and `code` are marked.
export function rich(text) {
  return text.split(/(\*[^*\s][^*]*\*|`[^`]+`)/).map((part) => {
    if (/^\*.+\*$/.test(part)) return html("i", { text: part.slice(1, -1) });
    return /^`.+`$/s.test(part) ? html("code", { text: part.slice(1, -1) }) : part;
  });
}

export const right = (words) => ({ verdict: "right", words });
export const wrong = (words) => ({ verdict: "wrong", words });
// An answer that cannot be read, or says too little: it is no try.
export const unclear = (words) => ({ verdict: "unclear", words });
const foretold = (words) => ({ verdict: "foretold", words });

// ---------------------------------------------------------------------------------------------------- numbers

// Is a value of a key a whole number or a fraction, and no float?
const isFraction = (value) => /^[+-]?\d+(\/\d+)?$/.test(value);

// Does a typed number stand for a value? To as many decimals as were given; a fraction to the last bit of a float.
function standsFor(typed, value, within) {
  const exact = parseNumber(value);
  const tolerances = [parseNumber(String(within)), { n: isFraction(value) && !typed.isRooted ? 0n : 1n, d: 10n ** 9n }];
  if (typed.places !== null) tolerances.push({ n: 1n, d: 2n * 10n ** BigInt(typed.places) });
  return tolerances.some((tolerance) => near(typed, exact, tolerance));
}

export const kinds = {};

// A value with so many decimals, rounded; without them, as a whole number or a fraction in lowest terms.
function numberText({ n, d }, places = null) {
  const size = sizeOfWhole(n);
  const sign = n < 0n ? "-" : "";
  if (places === null) {
    const gcd = (a, b) => (b ? gcd(b, a % b) : a);
    const by = gcd(size, d);
    return `${sign}${size / by}${d > by ? `/${d / by}` : ""}`;
  }
  const digits = String((2n * size * 10n ** BigInt(places) + d) / (2n * d)).padStart(places + 1, "0");
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const inDecimals = (places, { value }) => `Give ${places} decimal${places > 1 ? "s" : ""}${isFraction(value) ? ", or the fraction" : ""}.`;

// What is said of a number that differs from the value by rounding alone: by less than one in its last decimal.
function ofRounding(typed, value, key, places) {
  if (!typed.places || !typed.n || key.within) return null;
  const justBelowOne = { n: 10n ** 9n - 1n, d: 10n ** BigInt(9 + typed.places) };
  const isCut = typed.n > 0n === value.n > 0n && sizeOfWhole(typed.n) * value.d < sizeOfWhole(value.n) * typed.d;
  if (!near(typed, value, justBelowOne) || !(isCut || typed.places >= places)) return null;
  // It may be a foreseen mistake as well.
  if (key.tempting.some(([lure]) => standsFor(typed, lure, 0))) {
    return unclear(`That is too short to judge. ${inDecimals(Math.max(typed.places + 1, places), key)}`);
  }
  const rounded = numberText(value, typed.places);
  const more = typed.places < places ? ` ${inDecimals(places, key)}` : "";
  return unclear(isCut ? `Right so far, but rounded it is ${rounded}.${more}` : `Only the rounding is off: it is ${rounded}.`);
}

// The answer without the unit in which the question asks for it.
function withoutUnit({ unit: [, words] = [null, []] }, answer) {
  for (const word of words) {
    const found = new RegExp(`^([^+]*[0-9)]) *${word}$`, "i").exec(answer.trim());
    if (found) return found[1];
  }
  return answer;
}

// What was typed, if it was not in the unit in which the question asks for it.
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
  judge(question, given) {
    const key = keyOf(question);
    const answer = withoutUnit(question, given);
    const typed = parseNumber(answer);
    const value = parseNumber(key.value);
    const isIt = (number) => standsFor(number, key.value, key.within);
    const withPoint = /^[^,]*,[^,]*$/.test(answer) ? parseNumber(answer.replace(",", ".")) : null;
    // 1,234 is more than a thousand, unless a little more than one is right.
    if (withPoint && !(typed && (isIt(typed) || !isIt(withPoint)))) return unclear("Decimals are written after a point: 0.5.");
    if (!typed) return unclear(NO_NUMBER);
    const comesTo = typed.isCalculated ? numberText(typed, typed.isRooted ? 6 : null) : "";
    if (question.predict) {
      const isFull = typed.places !== null && typed.places >= question.places;
      const tolerance = isFull ? { n: 1n, d: 2n * 10n ** BigInt(typed.places) } : { n: 1n, d: 10n ** 9n };
      const said = `You expected ${comesTo || answer.trim()}. The result is ${key.shown}.`;
      return foretold(`${said}${ofGuess(typed, value, tolerance)} ${key.outcome}`);
    }
    const found = judgeNumber(question, key, typed, value);
    return comesTo && found.verdict !== "right" ? { ...found, words: `${found.words} Your answer comes to ${comesTo}.` } : found;
  },
};

function judgeNumber(question, key, typed, value) {
  const isIt = standsFor(typed, key.value, key.within);
  const isJust = (other) => near(typed, parseNumber(other), { n: 0n, d: 1n });
  const isShort = typed.places !== null && typed.places < question.places && !isJust(key.value) && !key.within;
  // 1 fits 1/2 as far as it goes; where it is a foreseen mistake, it is that. With a decimal, rounding may be all.
  const isLure = isShort && !typed.places && key.tempting.some(([other]) => isJust(other));
  if (isIt && !isLure) return isShort ? unclear(`This is right as far as it goes. ${inDecimals(question.places, key)}`) : right(key.outcome);
  const rounding = ofRounding(typed, value, key, question.places);
  if (rounding && !isLure) return rounding;
  const lure = key.tempting.find(([other]) => (isLure ? isJust(other) : standsFor(typed, other, 0)));
  if (lure) return wrong(lure[1]);
  if (question.unit) {
    const [unit, , power] = question.unit;
    const here = inUnit(typed, power);
    const isOne = standsFor(here, key.value, key.within) || key.tempting.some(([other]) => standsFor(here, other, 0));
    if (isOne) return unclear(`Give the answer in ${unit}, as the question asks.`);
  }
  return wrong(key.hint);
}

// ---------------------------------------------------------------------------------------------------- choices

let nGroups = 0;
export const newGroup = () => (nGroups += 1);

// Options to choose one from, or to tick. The answer is the list of the places of those chosen.
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
      const out = expected.map((i) => question.options[i]).join(", ");
      return foretold(`The result is: ${out}. ${expected.map((i) => why[i]).join(" ")}`);
    }
    if (same(answer, expected)) return right(expected.map((i) => why[i]).join(" "));
    const extra = answer.find((i) => !expected.includes(i));
    if (extra !== undefined) return wrong(why[extra]);
    return wrong("What you ticked is right, but something is missing.");
  },
};

kinds.objects = {
  build: ({ options }) => optionFields(options, "checkbox"),
  judge(question, answer) {
    if (!answer.length) return unclear("Pick at least one.");
    const key = keyOf(question);
    if (same(answer, key.right)) return right(key.outcome);
    const lure = key.tempting.find(([pick]) => same(pick, answer));
    return wrong(lure ? lure[1] : key.hint);
  },
};

// A text, and what a good one says, which shows when the text is kept: `settle(isKept)`. What is typed until then is a draft.
function textFields({ most, key }) {
  const text = html("textarea", { class: "exercise-text", rows: 5, maxlength: most, "aria-label": "Your answer" });
  const points = optionFields(keyOf({ key }).checklist, "checkbox");
  const legend = html("legend", { text: "This is what a good answer says. Tick what yours says:" });
  const checklist = html("fieldset", { class: "exercise-checklist", hidden: true }, legend, ...points.nodes);
  return {
    nodes: [text, checklist],
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
  verb: "Keep and compare",
  again: "Keep and count",
  build: textFields,
  judge(question, { text, ticked }) {
    if (!text.trim()) return unclear("Write your answer first. Then you can compare it with what a good one says.");
    if (!ticked.length) return foretold("Your answer is kept. Now tick each point that it makes.");
    return foretold(`Your answer says ${ticked.length} of ${keyOf(question).checklist.length} points.`);
  },
};

// ---------------------------------------------------------------------------------------------------- order

// A line follows the mouse, or a finger on its grip, and the others make room. It keeps its place in the document while
// they pass it: a browser takes its pointer from an element that is taken out. Escape puts all back.
function dragLines(list, signal, dropped) {
  let held = null;
  const heightAt = ({ clientY }) => clientY - list.getBoundingClientRect().top;
  function start(event) {
    const line = event.target.closest("li");
    const isFree = event.pointerType === "mouse" || event.target.closest(".exercise-grip");
    if (held || !line || !isFree || event.button || event.target.closest("button")) return;
    const at = heightAt(event);
    held = { line, id: event.pointerId, from: at, grip: at - line.offsetTop, before: [...list.children], moved: false };
    list.setPointerCapture(event.pointerId);
  }
  function follow(event) {
    if (event.pointerId !== held?.id) return;
    const { line, grip } = held;
    const at = heightAt(event);
    held.moved ||= Math.abs(at - held.from) > 3;
    if (!held.moved) return;
    line.classList.add("exercise-held");
    const height = line.offsetHeight;
    const top = clamp(at - grip, 0, list.offsetHeight - height);
    const middle = (other) => other.offsetTop + other.offsetHeight / 2;
    while (line.nextSibling && top + height > middle(line.nextSibling)) pass(line.nextSibling, line);
    while (line.previousSibling && top < middle(line.previousSibling)) pass(line.previousSibling, line.nextSibling);
    line.style.transform = `translateY(${top - line.offsetTop}px)`;
    line.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
  // It glides, unless the reader wants nothing to move.
  function pass(other, before) {
    const from = other.offsetTop;
    list.insertBefore(other, before);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    other.animate([{ transform: `translateY(${from - other.offsetTop}px)` }, {}], { duration: 120, easing: "ease-out" });
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

// Lines to drag, with two buttons each, up and down. The answer lists the places in which the lines were shown at first.
function orderFields({ items }, signal, changed) {
  const list = html("ol", { class: "exercise-order", role: "list" }); // Safari takes a list without its markers for none
  const moved = (line) => changed(`Now in place ${[...list.children].indexOf(line) + 1} of ${items.length}.`);
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
    isGroup: true,
  };
}

kinds.order = {
  build: orderFields,
  judge(question, answer) {
    const key = keyOf(question);
    const ranks = answer.map((i) => key.ranks[i]);
    if (same(ranks, [...ranks].sort((a, b) => a - b))) return right(key.outcome);
    const broken = key.before.find(([a, b]) => answer.indexOf(a) > answer.indexOf(b));
    return wrong(broken ? broken[2] : key.hint);
  },
};

// ---------------------------------------------------------------------------------------------------- the exercise

const SAID = { right: "Right.", wrong: "Not yet.", unclear: "", foretold: "" };
// A check mark, a cross, a question mark; where nothing is right or wrong, there is none.
const MARKS = { right: "M3 10.5l5 5L17 5", wrong: "M4.5 4.5l11 11m0-11l-11 11", unclear: "M6.5 7a3.5 3.5 0 1 1 5 3.2q-1.5.7-1.5 2.8m0 3.2v.3" };
const TRIES = 2; // so many, and the solution offers itself

// On the page the exercise has a number and a title, in JupyterLab the label of its cell.
function nameOf(el, label) {
  const title = el.closest(".exercise")?.querySelector(":scope > .admonition-title")?.textContent.trim().replace(/\s+/g, " ");
  return `Answer to ${title?.replace(/^Exercise/, "exercise") ?? `exercise ${label.replace(/^ex-/, "")}`}`;
}

// Could the fields of a question hold an answer that comes from a file?
function fitsForm({ kind, options, items, fields, reasons, most, key }, answer) {
  if (kind === "open") {
    const isText = typeof answer?.text === "string" && answer.text.length <= most;
    return isText && fitsForm({ options: keyOf({ key }).checklist }, answer.ticked);
  }
  const isPlace = (n) => (i) => Number.isInteger(i) && i >= 0 && i < n;
  const n = (options ?? items)?.length;
  if (n) {
    const isEach = Array.isArray(answer) && answer.every(isPlace(n)) && new Set(answer).size === answer.length;
    return isEach && (!items || answer.length === n);
  }
  if (kind !== "break") return typeof answer === "string";
  const { way, fields: texts, reason } = answer ?? {};
  const areTexts = Array.isArray(texts) && texts.length === fields.length && texts.every((text) => typeof text === "string");
  return ["true", "false", null].includes(way) && areTexts && (reason === null || isPlace(reasons.length)(reason));
}

const isDone = ({ verdict }) => verdict === "right" || verdict === "foretold";

export function render({ model, el, page }) {
  const life = new AbortController();
  const { signal } = life;
  const questions = model.get("questions");
  const label = model.get("label");
  const blank = () => questions.map(() => ({ answer: null, verdict: "", words: "", tries: 0 }));
  const body = html("div", { class: "demo-body" });
  const attributes = { class: "demo demo-live demo-exercise", role: "group", "aria-label": nameOf(el, label), tabindex: -1 };
  const box = html("div", { ...attributes, "data-lm-suppress-shortcuts": "true" }, body);
  // The book's theme and JupyterLab would take letters for their own shortcuts.
  box.addEventListener("keydown", (event) => !event.ctrlKey && !event.altKey && !event.metaKey && event.stopPropagation(), { signal });

  const kept = page ? page.load()?.answers : model.get("answers");
  const tries = triesKeeper({ model, page }, label, questions, signal);
  // A question that has changed since then is asked anew; what was answered stays among the tries.
  let answers = blank().map((none, i) => {
    const found = Array.isArray(kept) && kept.find((one) => one?.asked === questions[i].key);
    return found || none;
  });
  answers.forEach((one, i) => one.verdict && tries.addOld(questions[i], one));
  let nClears = 0;

  function keep() {
    answers = answers.map((one, i) => ({ ...one, asked: questions[i].key }));
    save(model, { answers });
    page?.save({ answers, done: answers.every(isDone) });
  }

  // The worked answer, folded away on the page: it opens, and the reader is led there.
  const solution = () => page && document.getElementById(label.replace(/^ex-/, "sol-"));
  function openSolution() {
    const place = solution();
    if (place.classList.contains("toggle-hidden")) place.querySelector(".toggle-button").click();
    place.scrollIntoView({ block: "start", behavior: "instant" });
    setAttributes(place, { tabindex: -1 }).focus({ preventScroll: true });
  }
  const offer = buttonControl("Open the solution", openSolution, signal);
  const clear = buttonControl("Clear", clearAll, signal);

  const forms = questions.map((question, i) => {
    const kind = kinds[question.kind];
    const said = html("p", { class: "exercise-said", "aria-live": "polite" });
    // What is said then is no verdict, and the last one is of another answer.
    const changed = (words) => {
      form.dataset.verdict = "";
      said.textContent = words;
    };
    const fields = kind.build(question, signal, changed, model);
    const prompt = question.prompt ? rich(question.prompt) : [];
    if (question.asks) prompt.push(" ", html("small", { class: "exercise-asks", text: question.asks }));
    const check = html("button", { type: "submit", class: "demo-button demo-main", text: kind.verb ?? "Check" });
    const place = fields.isGroup
      ? html("fieldset", {}, html("legend", {}, ...prompt), ...fields.nodes)
      : html("label", { class: "exercise-row" }, html("span", {}, ...prompt), ...fields.nodes);
    const form = html("form", { class: `exercise-question exercise-${question.kind}`, novalidate: true }, place, check, said);
    // What takes long to write is kept as it is written; a kernel is told when the field is left.
    if (fields.isDraft) {
      const keepDraft = () => {
        answers[i] = { ...answers[i], draft: fields.read() };
        keep();
        clear.hidden = false;
      };
      form.addEventListener(page ? "input" : "change", keepDraft, { signal });
    }
    form.addEventListener(
      "submit",
      async (event) => {
        event.preventDefault();
        if (check.hasAttribute("aria-disabled")) return; // the last answer is still being judged
        const answer = fields.read();
        setAttributes(check, { "aria-disabled": "true" });
        const nBefore = nClears;
        const found = await kind.judge(question, answer, { label, changed, signal, model });
        setAttributes(check, { "aria-disabled": null });
        if (signal.aborted || nClears > nBefore) return; // nobody waits for it any more
        answers[i] = { answer, ...found, tries: answers[i].tries + (found.verdict === "wrong") };
        tries.add(question, answers[i]);
        keep();
        update();
      },
      { signal },
    );
    return { form, fields, said, check, kind };
  });

  // Each form shows what was said of its last answer.
  function update() {
    forms.forEach(({ form, fields, said, check, kind }, i) => {
      const { verdict, words } = answers[i];
      form.dataset.verdict = verdict;
      fields.settle?.(isDone({ verdict }));
      if (kind.again) check.textContent = isDone({ verdict }) ? kind.again : kind.verb;
      const mark = MARKS[verdict] && svg("svg", { class: "exercise-mark", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: MARKS[verdict] }));
      said.replaceChildren(...(mark ? [mark] : []), ...(SAID[verdict] ? [html("b", { text: SAID[verdict] }), " "] : []), ...rich(words ?? ""));
    });
    const isStuck = answers.some(({ tries, verdict }) => tries >= TRIES && !isDone({ verdict }));
    const isOver = answers.every(isDone);
    offer.hidden = !(isStuck || isOver) || !solution();
    offer.textContent = isOver ? "Compare with the solution" : "Open the solution";
    clear.hidden = answers.every(({ verdict, draft }) => !verdict && !draft);
    box.classList.toggle("exercise-done", isOver);
  }

  function restore() {
    forms.forEach(({ form, fields }, i) => {
      const shown = answers[i].draft ?? answers[i].answer;
      if (shown === null) form.reset();
      else fields.write(shown);
    });
    update();
  }

  // What was answered elsewhere, and loaded from a file: the last try, judged again unless it is to be run.
  function takeLoaded() {
    const hasTaken = tries.taken((question, entry) => {
      const [i, last, kind] = [questions.indexOf(question), entry.tries.at(-1), kinds[question.kind]];
      if (!last || !fitsForm(question, last.answer)) return;
      const found = kind.verb === "Run" ? { verdict: last.verdict, words: "" } : kind.judge(question, last.answer, { label, signal, model });
      const { draft } = answers[i]; // what is being written here is not lost
      answers[i] = { answer: last.answer, ...found, draft, tries: entry.tries.filter(({ verdict }) => verdict === "wrong").length };
    });
    if (!hasTaken) return;
    keep();
    restore();
  }

  // Fields are emptied; the tries stay, because they were made.
  function clearAll() {
    answers = blank();
    nClears += 1;
    page?.forget();
    save(model, { answers });
    questions.forEach(({ items }, i) => items && forms[i].fields.write(items.map((_, k) => k)));
    restore();
    forms[0].form.querySelector("input, button, textarea").focus();
  }

  body.append(...forms.map(({ form }) => form), html("div", { class: "demo-lesson-row" }, offer, clear));
  el.append(box);
  if (page) addEventListener("answers-loaded", takeLoaded, { signal });
  restore();
  takeLoaded();
  return () => {
    life.abort();
    box.remove();
  };
}

export const judge = (question, answer, options) => kinds[question.kind].judge(question, answer, options);
