// The buttons *Save my answers* and *Load answers* below the heading of a chapter's exercises, and on the front page.
// Nothing is sent.

import { html } from "../../static/dom.js";
import { keepTries, keptTries, mergedEntries, TRIES_PREFIX } from "../../static/tries.js";
import { digestOf } from "./digest.js";

const FORMAT = "aucc-teach-answers";
const VERSION = 1;
const EXERCISE = "aucc-teach:exercise:";

// ---------------------------------------------------------------------------------------------------- what there is

const labelOf = ({ id }) => id.split("/")[0];
const isPrediction = (label) => label.startsWith("pre-");

// Names under which the browser keeps something, without their prefix.
const keptNames = (prefix) =>
  Object.keys(localStorage).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));

// All entries in the order of their ids.
function allEntries() {
  const kept = keptNames(TRIES_PREFIX).flatMap(keptTries);
  const entries = kept.map(({ id, asked, tries, solution_opened }) => ({ id, asked, tries, solution_opened }));
  const nameOf = ({ id, asked }) => `${id} ${asked}`;
  return entries.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

// Replaces halves of characters, which some keyboards leave and no file can hold.
const whole = (value) => JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? part.replace(/\p{Surrogate}/gu, "\ufffd") : part));

// The footer of the page holds it.
function bookVersion() {
  const { version = "", build = "" } = document.querySelector(".book-version")?.dataset ?? {};
  return { version, build };
}

function fileOf({ student, assignment }) {
  const answers = whole(allEntries());
  const made = new Date().toISOString();
  return { format: FORMAT, version: VERSION, book: bookVersion(), assignment, student, made, answers, digest: digestOf(answers) };
}

// Counts the exercises with a text that was changed since it was last kept.
function nDrafts() {
  const labels = keptNames(EXERCISE).filter((name) => {
    try {
      return JSON.parse(localStorage.getItem(EXERCISE + name)).answers?.some(({ draft }) => draft?.text.trim());
    } catch {
      return false; // not ours
    }
  });
  return new Set(labels.map((name) => name.split(":")[0])).size;
}

// ---------------------------------------------------------------------------------------------------- what is loaded

const isText = (value) => typeof value === "string";

function isEntry(entry) {
  const isTry = (one) => one && (one.at === null || isText(one.at)) && "answer" in one && ["right", "wrong", "foretold"].includes(one.verdict);
  return isText(entry?.id) && /^[^/]+\/./.test(entry.id) && isText(entry.asked) && Array.isArray(entry.tries) && entry.tries.every(isTry);
}

// Takes the answers of a file, and returns the words for the reader.
function take(text) {
  let data = null;
  try {
    data = JSON.parse(text);
  } catch {
    return "This file cannot be read. It is not a file of answers, or it was cut off.";
  }
  if (data?.format !== FORMAT) return "This is not a file of answers.";
  if (String(data.version).split(".")[0] !== String(VERSION)) {
    return `This file is of version ${data.version} of the format ${FORMAT}. This page reads version ${VERSION}.`;
  }
  const entries = (Array.isArray(data.answers) ? data.answers : []).filter(isEntry);
  const labels = [...new Set(entries.map(labelOf))];
  for (const label of labels) {
    const own = entries.filter((entry) => labelOf(entry) === label);
    const picked = own.map(({ id, asked, tries, solution_opened }) => ({
      ...{ id, asked, loaded: tries.length > 0 },
      tries: tries.map(({ at, answer, verdict }) => ({ at, answer, verdict })),
      solution_opened: isText(solution_opened) ? solution_opened : null,
    }));
    keepTries(label, mergedEntries(keptTries(label), picked));
  }
  dispatchEvent(new CustomEvent("answers-loaded"));
  dispatchEvent(new CustomEvent("exercise-kept"));
  const found = `${numberOf(entries.length, "answer")} to ${whatWasAnswered(labels)} loaded.`;
  return data.digest === digestOf(data.answers ?? null) ? found : `${found} The file was changed or damaged after it was saved, because its digest does not fit.`;
}

// ---------------------------------------------------------------------------------------------------- the dialog

const numberOf = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;

// Predictions are many and short, so they are counted together.
function whatWasAnswered(labels) {
  const predictions = labels.filter(isPrediction);
  const exercises = numberOf(labels.length - predictions.length, "exercise");
  return predictions.length ? `${exercises} and ${numberOf(predictions.length, "prediction")}` : exercises;
}

// Calls an exercise by its title on the page, or by its label.
function titleOf(label) {
  const title = document.getElementById(label)?.querySelector(":scope > .admonition-title");
  return title?.textContent.trim().replace(/\s+/g, " ") || label;
}

// A table of what will be saved: a row for each exercise, and one for all predictions.
function summary() {
  const entries = allEntries().filter(({ tries }) => tries.length);
  const rowOf = (entry) => (isPrediction(labelOf(entry)) ? "Predictions" : labelOf(entry));
  const rows = [...new Set(entries.map(rowOf))].map((label) => {
    const own = entries.filter((entry) => rowOf(entry) === label);
    const nTries = own.reduce((sum, { tries }) => sum + tries.length, 0);
    return html("tr", {}, ...[titleOf(label), own.length, nTries].map((text) => html("td", { text })));
  });
  if (!rows.length) return html("p", { text: "There are no answers yet." });
  const head = ["Exercise", "Questions", "Tries"].map((text) => html("th", { text, scope: "col" }));
  const table = html("table", {}, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows));
  const attributes = { class: "answers-list", tabindex: 0, role: "region", "aria-label": "What will be saved" };
  return html("div", attributes, table);
}

const NOTES = [
  "For each question, the file holds every try that could be judged (at most 50): the answer, its time and whether it was right, and when you opened the solution. It holds your name only if you write one above. Clear does not remove tries; Forget all answers on the front page does.",
  "A digest at its end shows damage and careless edits. It proves nothing more: anyone who opens the browser\u2019s console can make a valid file, and the right answers are in the page. For that reason, marks are computed again from the answers themselves. The file is good for homework, but not for an exam without supervision.",
];

function openDialog() {
  const field = (label, name) => {
    const input = html("input", { type: "text", name, maxlength: 100, autocomplete: "off", spellcheck: "false" });
    return [html("label", {}, html("span", { text: label }), input), input];
  };
  const [student, studentField] = field("Name or pseudonym (may stay empty)", "student");
  const [assignment, assignmentField] = field("Assignment (may stay empty)", "assignment");
  const written = nDrafts();
  const draft = written ? [html("p", { text: `In ${numberOf(written, "exercise")} you have written something that is not in the file yet. Press Keep below it first.` })] : [];
  const main = html("button", { type: "submit", class: "answers-main", text: "Save answers.json" });
  const cancel = html("button", { type: "button", text: "Cancel" });
  const title = html("h2", { id: "answers-title", text: "Save my answers" });
  const form = html(
    "form",
    { method: "dialog" },
    title,
    html("p", { text: "These answers go into a file, answers.json, on this machine. You can hand it in, or load it in another browser. Nothing is sent." }),
    summary(),
    ...draft,
    student,
    assignment,
    html("details", {}, html("summary", { text: "What the file says, and what it proves" }), ...NOTES.map((text) => html("p", { text }))),
    html("div", { class: "answers-buttons" }, main, cancel),
  );
  const dialog = html("dialog", { class: "answers-dialog", "aria-labelledby": "answers-title" }, form);
  main.disabled = !allEntries().length;
  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", () => download(fileOf({ student: studentField.value.trim(), assignment: assignmentField.value.trim() })));
  dialog.addEventListener("close", () => dialog.remove());
  // The theme uses letters as shortcuts.
  dialog.addEventListener("keydown", (event) => !event.ctrlKey && !event.altKey && !event.metaKey && event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
}

function download(data) {
  const href = URL.createObjectURL(new Blob([`${JSON.stringify(data, null, 1)}\n`], { type: "application/json" }));
  html("a", { href, download: "answers.json" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // once it is written
}

// The two buttons, and a line for the words about a loaded file.
function tools() {
  const said = html("p", { class: "answers-said", role: "status" });
  const file = html("input", { type: "file", accept: ".json,application/json", hidden: true });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen) said.textContent = take(await chosen.text());
    file.value = ""; // the same file can be chosen again
  });
  const saves = html("button", { type: "button", text: "Save my answers" });
  const loads = html("button", { type: "button", text: "Load answers" });
  saves.addEventListener("click", openDialog);
  loads.addEventListener("click", () => file.click());
  return html("div", { class: "answers-tools" }, saves, loads, file, said);
}

document.addEventListener("DOMContentLoaded", () => {
  const heading = document.querySelector("section#exercises > h2");
  if (heading && document.querySelector(".exercise [data-label]")) {
    const line = heading.nextElementSibling;
    (line?.matches(".exercise-progress") ? line : heading).after(tools());
  }
  document.querySelector(".course-progress > button")?.before(tools());
});
