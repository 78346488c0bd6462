// The panel of a lesson's steps: a prediction, something to do, and what came of both.

import { buttonControl } from "./controls.js";
import { html, setAttributes } from "./dom.js";
import { NO_NUMBER, isNear, near, parseNumber } from "./typed_numbers.js";

// Where a task begins: without a question there is nothing to predict.
export const beginOf = (tasks, step) => {
  const phase = tasks[step] && !tasks[step].question ? "do" : "predict";
  return { step, phase, expected: "", came: "", looked: false, skipped: false, off: false, linked: false };
};

export const PHASES = ["predict", "do", "met"];

// The panel of the steps. `show(progress)` shows the face for where the reader is, `tell(words)` says there what the
// goal is missing, `focus()` brings the keyboard to it.
export function stepsPanel(tasks, { commit, skip, advance, toggle }, signal) {
  const forms = [];
  const words = (text) => html("p", { tabindex: -1, text });

  function answers({ question, choices }) {
    const option = (text) =>
      html("label", { class: "demo-answer" }, html("input", { type: "radio", name: "a", value: text, required: true }), text);
    const number = { class: "demo-field", type: "text", name: "a", maxlength: 16, autocomplete: "off", required: true };
    if (!question) return "";
    const fields = choices.length
      ? choices.map(option)
      : [html("label", { class: "demo-answer" }, "Your number", html("input", number))];
    const group = choices.length ? { role: "radiogroup", "aria-label": question } : {};
    return html("div", { class: "demo-answers", ...group }, ...fields);
  }

  // All faces share one place, so that the panel is always as high as the highest of them and nothing jumps.
  const faces = tasks.map((task, i) => {
    const name = task.question ? `Step ${i + 1} of ${tasks.length}` : "Your task";
    const step = (text) => html("p", { tabindex: -1 }, html("b", { text: name }), ` ${text}`);
    const form = html("form", { class: "demo-face" }, step(task.question), answers(task));
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        const { a } = form.elements;
        if (task.choices.length || parseNumber(a.value)) return commit(a.value.trim());
        a.setCustomValidity(NO_NUMBER);
        a.reportValidity();
      },
      { signal },
    );
    form.addEventListener("input", ({ target }) => target.setCustomValidity(""), { signal });
    // As in a field: without a button in the form browsers do so for fields alone.
    const onEnter = (event) => {
      if (event.key !== "Enter" || event.target.type !== "radio") return;
      event.preventDefault();
      form.requestSubmit();
    };
    form.addEventListener("keydown", onEnter, { signal });
    forms.push(form);
    const room = (text) => html("p", { class: "demo-room", text });
    const told = html("p", { class: "demo-missing", "aria-live": "polite" });
    const doing = html("div", { class: "demo-face" }, step(task.todo), html("div", {}, ...longestOf(task.goal).map(room), told));
    const longest = task.choices.reduce((best, text) => (text.length > best.length ? text : best), "0.0000");
    const guess = { expected: task.question && longest, came: longest, skipped: Boolean(task.question) };
    const came = html("div", {}, room(cameOut(guess, task, "far off")), words(""));
    const met = html("div", { class: "demo-face" }, came, words(task.outcome));
    return [form, doing, met];
  });
  const main = buttonControl("Commit", () => onMain(), signal);
  const other = buttonControl("", toggle, signal);
  other.setAttribute("aria-keyshortcuts", "E");
  const heard = html("p", { class: "demo-heard", "aria-live": "polite" });
  const notice = html("p", { class: "demo-notice", role: "status" });
  const place = html("div", { class: "demo-faces" }, ...faces.flat());
  const node = html(
    "div",
    { class: "demo-lesson", role: "group", "aria-label": "Steps" }, // no landmark: a page may have several
    place,
    notice,
    html("div", { class: "demo-lesson-row" }, main, other),
    heard,
  );
  let now = beginOf(tasks, 0);
  const onMain = () => ({ predict: () => forms[now.step].requestSubmit(), do: skip, met: advance })[now.phase]();
  const face = () => faces[now.step][PHASES.indexOf(now.phase)];

  function show(progress) {
    const before = now;
    now = progress;
    const { step, phase, off, linked } = now;
    for (const one of faces.flat()) one.classList.toggle("demo-face-shown", one === face());
    other.hidden = !tasks[step].question;
    if (phase === "predict" && (before.phase !== "predict" || before.step !== step)) forms[step].reset();
    if (phase === "met") face().querySelector(".demo-room + p").textContent = cameOut(now, tasks[step]);
    if (phase !== "do") tell("", step);
    const isLast = step === tasks.length - 1;
    main.textContent = { predict: "Commit", do: "Skip", met: isLast ? "Begin again" : "Next" }[phase];
    main.classList.toggle("demo-main", phase !== "do"); // to skip is not what to do
    main.hidden = off || (phase === "do" && !tasks[step].question); // without a prediction there is nothing to tell
    place.hidden = off;
    other.replaceChildren(off ? "Back to the steps" : "Explore without steps", html("span", { class: "demo-shortcut", text: " (E)" }));
    const done = now.skipped ? "" : "Done. ";
    heard.textContent = phase === "met" && !off ? `${done}${cameOut(now, tasks[step])} ${tasks[step].outcome}` : "";
    notice.textContent = off && linked ? LINKED : "";
  }

  const tell = (text, step = now.step) => setAttributes(faces[step][1].querySelector(".demo-missing"), { text });

  const focus = () => face().querySelector("p:not(.demo-room)").focus({ preventScroll: true });

  return { node, show, tell, focus };
}

// The sentences of a goal, each once, with room for the numbers in them.
const longestOf = (goal) => [...new Set(goal.map(([, , , words]) => words.replace(/\{\w+\}/g, "0.0000")))];

const LINKED = "You followed a link, so the demo is in the state that the link leads to, and the steps are set aside.";

// What came of a prediction. Somebody who had moved the demo before has predicted nothing.
function cameOut({ expected, came, looked, skipped }, { choices, result }, remark = remarkOn(expected, came, choices)) {
  if (!expected) return "That is it.";
  const answer = choices.length ? `The answer is \u201c${came}\u201d.` : result.replace("{}", came);
  const start = skipped ? "You skipped this step. " : "";
  if (looked) return `${start}You looked first. ${answer}`;
  if (!choices.length) return `${start}${answer} Your guess, ${expected}, is ${remark}.`;
  return `${start}You expected \u201c${expected}\u201d${remark === "exact" ? ", and you were right." : `. ${answer}`}`;
}

// Four decimals are shown of what is not whole.
function remarkOn(expected, came, choices) {
  if (choices.length || !expected) return expected === came ? "exact" : "far off";
  const [guess, value] = [expected, came].map(parseNumber);
  if (near(guess, value, value.d === 1n ? { n: 0n, d: 1n } : { n: 1n, d: 20000n })) return "exact";
  return isNear(guess, value) ? "near" : "far off";
}
