// The panel of a lesson. A step, one of its tasks, asks for a prediction and for something to do, and says what came of
// both.

import { buttonControl } from "./controls.js";
import { html, setAttributes } from "./dom.js";
import { NO_NUMBER, isNear, near, parseNumber } from "./typed_numbers.js";

// The phase in which a task begins: without a question there is nothing to predict.
export const beginOf = (tasks, step) => {
  const phase = tasks[step] && !tasks[step].question ? "do" : "predict";
  return { step, phase, expected: "", came: "", looked: false, skipped: false, off: false, linked: "" };
};

export const PHASES = ["predict", "do", "met"];

// The panel of the steps. `show(progress)` shows the face for where the reader is, `tell(words)` says there what the
// goal is missing, `focus()` brings the keyboard to it.
export function stepsPanel(tasks, { commit, skip, advance, toggle }, signal) {
  const panel = { tasks, now: beginOf(tasks, 0) };
  const onMain = () => ({ predict: () => faceOf(panel).requestSubmit(), do: skip, met: advance })[panel.now.phase]();
  panel.main = buttonControl("Commit", onMain, signal);
  panel.other = setAttributes(buttonControl("", toggle, signal), { "aria-keyshortcuts": "E" });
  panel.heard = html("p", { class: "demo-heard", "aria-live": "polite" });
  panel.notice = html("p", { class: "demo-notice", role: "status" });
  // All faces share one place, so that the panel is always as high as the highest of them and nothing jumps.
  panel.faces = tasks.map((task, i) => {
    const step = (text) => html("p", { tabindex: -1 }, html("b", { text: nameOf(tasks, i) }), ` ${text}`);
    return [questionForm(task, step(task.question), commit, signal), toDo(task, step(task.todo)), whatCame(task)];
  });
  panel.place = html("div", { class: "demo-faces" }, ...panel.faces.flat());
  const node = html(
    "div",
    { class: "demo-lesson", role: "group", "aria-label": "Steps" }, // no landmark: a page may have several
    panel.place,
    panel.notice,
    html("div", { class: "demo-lesson-row" }, panel.main, panel.other),
    panel.heard,
  );
  const focus = () => faceOf(panel).querySelector("p:not(.demo-room)").focus({ preventScroll: true });
  // On a phone the panel scrolls away with the page.
  const bringIntoView = () => node.scrollIntoView({ block: "nearest" });
  return { node, show: (progress) => show(panel, progress), tell: (text) => tell(panel, text), focus, bringIntoView };
}

const nameOf = (tasks, i) => (tasks[i].question ? `Step ${i + 1} of ${tasks.length}` : "Your task");

// ---- the three faces of a step. Unseen below what is said is the longest that can be.

const room = (text) => html("p", { class: "demo-room", text });

function questionForm(task, step, commit, signal) {
  const lacks = task.choices.length ? "Choose one." : NO_NUMBER;
  const told = html("p", { class: "demo-missing", "aria-live": "polite" });
  const form = html("form", { class: "demo-face" }, step, answerFields(task), html("div", {}, room(lacks), told));
  const listen = (type, handler) => form.addEventListener(type, handler, { signal });
  listen("submit", (event) => {
    event.preventDefault();
    const answer = form.elements.a.value.trim();
    if (task.choices.length ? answer : parseNumber(answer)) return commit(answer);
    told.textContent = lacks;
    form.querySelector("input").focus();
  });
  for (const type of ["input", "reset"]) listen(type, () => (told.textContent = ""));
  // Enter submits, as in a text field; without a button in the form, browsers do so only for text fields.
  listen("keydown", (event) => {
    if (event.key !== "Enter" || event.target.type !== "radio") return;
    event.preventDefault();
    form.requestSubmit();
  });
  return form;
}

function answerFields({ question, choices }) {
  if (!question) return "";
  const label = (...parts) => html("label", { class: "demo-answer" }, ...parts);
  const input = (attributes) => html("input", { name: "a", ...attributes });
  const options = choices.map((value) => label(input({ type: "radio", value }), value));
  const number = { class: "demo-field", type: "text", maxlength: 16, autocomplete: "off" };
  const group = choices.length ? { role: "radiogroup", "aria-label": question } : {};
  const fields = choices.length ? options : [label("Your number", input(number))];
  return html("div", { class: "demo-answers", ...group }, ...fields);
}

function toDo({ goal }, step) {
  const longest = new Set(goal.map(([, , , words]) => words.replace(/\{\w+\}/g, "0.0000")));
  const told = html("p", { class: "demo-missing", "aria-live": "polite" });
  return html("div", { class: "demo-face" }, step, html("div", {}, ...[...longest].map(room), told));
}

function whatCame(task) {
  const words = (text) => html("p", { tabindex: -1, text });
  const longest = task.choices.reduce((best, text) => (text.length > best.length ? text : best), "0.0000");
  const guess = { expected: task.question && longest, came: longest, skipped: Boolean(task.question) };
  const came = html("div", {}, room(cameOut(guess, task, "far off")), words(""));
  return html("div", { class: "demo-face" }, came, words(task.outcome));
}

// ---- where the reader is

const faceOf = ({ faces, now }) => faces[now.step][PHASES.indexOf(now.phase)];

function tell({ faces, now }, text) {
  setAttributes(faces[now.step][1].querySelector(".demo-missing"), { text });
}

function show(panel, progress) {
  const { faces, tasks, notice, place, now: before } = panel;
  panel.now = progress;
  const { step, phase, off } = progress;
  const shown = faceOf(panel);
  for (const face of faces.flat()) face.classList.toggle("demo-face-shown", face === shown);
  if (phase === "predict" && (before.phase !== "predict" || before.step !== step)) shown.reset();
  if (phase === "met") shown.querySelector(".demo-room + p").textContent = cameOut(progress, tasks[step]);
  if (phase !== "do") tell(panel, "");
  place.hidden = off;
  showButtons(panel);
  const done = progress.skipped ? "" : "Done. ";
  const isHeard = phase === "met" && !off;
  panel.heard.textContent = isHeard ? `${done}${cameOut(progress, tasks[step])} ${tasks[step].outcome}` : "";
  notice.textContent = off && progress.linked === "now" ? LINKED : "";
}

function showButtons({ main, other, tasks, now: { step, phase, off } }) {
  const isLast = step === tasks.length - 1;
  main.textContent = { predict: "Commit", do: "Skip", met: isLast ? "Begin again" : "Next" }[phase];
  main.classList.toggle("demo-main", phase !== "do"); // to skip is not what to do
  main.hidden = off || (phase === "do" && !tasks[step].question); // without a prediction there is nothing to tell
  other.hidden = !tasks[step].question;
  const text = off ? "Back to the steps" : "Explore without steps";
  other.replaceChildren(text, html("span", { class: "demo-shortcut", text: " (E)" }));
}

// ---- words

const LINKED = "You followed a link, so the demo is in the state that the link leads to, and the steps are set aside.";

// Says how a prediction came out. Readers who moved the demo first have predicted nothing.
function cameOut({ expected, came, looked, skipped }, { choices, result }, remark = remarkOn(expected, came, choices)) {
  if (!expected) return "That is it.";
  const answer = choices.length ? `The answer is \u201c${came}\u201d.` : result.replace("{}", came);
  const start = skipped ? "You skipped this step. " : "";
  if (looked) return `${start}You looked first. ${answer}`;
  if (!choices.length) return `${start}${answer} Your guess, ${expected}, is ${remark}.`;
  return `${start}You expected \u201c${expected}\u201d${remark === "exact" ? ", and you were right." : `. ${answer}`}`;
}

// Fractions are shown with four decimals.
function remarkOn(expected, came, choices) {
  if (choices.length || !expected) return expected === came ? "exact" : "far off";
  const [guess, value] = [expected, came].map(parseNumber);
  if (near(guess, value, value.d === 1n ? { n: 0n, d: 1n } : { n: 1n, d: 20000n })) return "exact";
  return isNear(guess, value) ? "near" : "far off";
}
