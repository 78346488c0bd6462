// The lesson around every demo: its tasks, of which `step` is a number, undo and redo, links to a state, and the memory
// of what the reader did.

import { buttonControl } from "./controls.js";
import { html, onChange, save, setAttributes, stateOf } from "./dom.js";
import { formatAnswer, meets, missing } from "./goals.js";
import { decodeState, encodeState, sortedByName } from "./links.js";
import { PHASES, beginOf, stepsPanel } from "./lesson_panel.js";
import { triesKeeper } from "./tries.js";
import { gestures } from "./undo.js";
import { same } from "./values.js";

const readState = ({ model, traits }) => stateOf(model, traits);

const say = ({ body }, text) => (body.querySelector(".demo-status").textContent = text);

function problemOf({ traits, check }, state) {
  const names = state && typeof state === "object" ? Object.keys(state).sort() : [];
  return same(names, [...traits].sort()) ? check(state) : `it must hold ${traits.join(", ")}, and nothing else.`;
}

// ---------------------------------------------------------------------------------------------------- what is kept

const keep = (lesson) => lesson.page?.save({ start: lesson.start, state: readState(lesson), progress: lesson.progress });

// A state that was kept from another edition of the page may not fit any more.
function takeKept(lesson) {
  const { page, model, start, tasks } = lesson;
  const kept = page?.load();
  if (!kept?.start || !same(sortedByName(kept.start), sortedByName(start)) || problemOf(lesson, kept.state)) return;
  save(model, kept.state);
  if (tasks[kept.progress?.step] && PHASES.includes(kept.progress.phase)) {
    // The notice that a link was followed was shown on that visit.
    lesson.progress = { ...kept.progress, linked: kept.progress.linked && "before" };
  }
}

// Takes the last state that met the goal from tries that were made elsewhere and loaded from a file.
function takeLoaded(lesson) {
  const { tries, tasks, model, numbers, history } = lesson;
  tries?.taken((task, entry) => {
    const isDone = ({ answer }) => !problemOf(lesson, answer) && meets(task.goal, numbers(answer));
    const state = entry.tries.findLast(isDone)?.answer;
    if (!state) return;
    go(lesson, { ...beginOf(tasks, 0), phase: "met" }); // first: else this would be a try of its own
    save(model, state);
    history.settle();
  });
}

// ---------------------------------------------------------------------------------------------------- steps

const cameOf = ({ answer, choices }, found) => (choices.length ? answer : formatAnswer(found[answer]));

// The state in which a step begins; the first begins as the page does.
function beginning({ tasks, model, traits, start }, step) {
  const { preset, start: changes } = tasks[step];
  const chosen = model.get("presets")?.[preset] ?? {};
  const known = traits.filter((trait) => trait in chosen).map((trait) => [trait, chosen[trait]]);
  return step ? { ...start, ...Object.fromEntries(known), ...changes } : start;
}

function go(lesson, to) {
  lesson.progress = to;
  showSteps(lesson);
  keep(lesson);
}

// Sets the state in which a step begins or ends, or to which a link leads.
function bring({ model, history }, state) {
  save(model, state);
  history.settle();
}

// Says what is missing, but only after the demo has been changed: until then the step's own words say it.
function judge(lesson) {
  const { panel, progress, tasks, tries, numbers } = lesson;
  if (!panel || progress.phase !== "do" || progress.off) return;
  const [state, task] = [readState(lesson), tasks[progress.step]];
  const found = numbers(state);
  if (!meets(task.goal, found)) {
    return panel.tell(same(state, beginning(lesson, progress.step)) ? "" : missing(task.goal, found));
  }
  tries?.add(task, { answer: state, verdict: "right" });
  go(lesson, { ...progress, phase: "met", came: cameOf(task, found) });
}

// Shows a state that solves the step.
function skip(lesson) {
  const { progress, tasks, numbers, panel } = lesson;
  const task = tasks[progress.step];
  const state = { ...beginning(lesson, progress.step), ...task.solved };
  go(lesson, { ...progress, phase: "met", skipped: true, came: cameOf(task, numbers(state)) });
  bring(lesson, state);
  panel.focus();
}

// Records that the reader saw more than the question before committing to an answer.
function look(lesson) {
  const { panel, progress } = lesson;
  if (panel && progress.phase === "predict" && !progress.looked) go(lesson, { ...progress, looked: true });
}

function commit(lesson, expected) {
  go(lesson, { ...lesson.progress, phase: "do", expected });
  judge(lesson);
  lesson.panel.focus();
}

function advance(lesson) {
  const step = (lesson.progress.step + 1) % lesson.tasks.length;
  go(lesson, beginOf(lesson.tasks, step));
  bring(lesson, beginning(lesson, step));
  lesson.panel.focus();
}

// Sets the steps aside, which hides nothing, or brings them back. After a link, the step begins anew.
function toggle(lesson) {
  const { off, linked, step, phase } = lesson.progress;
  if (!off && secrets(lesson).length) look(lesson);
  go(lesson, { ...lesson.progress, off: !off, linked: "" });
  if (linked && phase !== "met") bring(lesson, beginning(lesson, step));
  judge(lesson);
}

// Keys of what must not be seen yet: because the reader has not committed, the goal is not met, or a later step reveals it.
function secrets({ panel, progress, tasks }) {
  if (!panel || progress.off) return [];
  const { hides, reveals } = tasks[progress.step];
  const later = tasks.slice(progress.step + 1).flatMap((task) => task.reveals);
  const own = { predict: [...hides, ...reveals], do: reveals, met: [] }[progress.phase];
  return [...own, ...later.filter((key) => !hides.includes(key) && !reveals.includes(key))];
}

function conceal(lesson) {
  const { body } = lesson;
  const found = secrets(lesson).flatMap((key) => [...body.querySelectorAll(`[data-value="${key}"], .demo-${key}`)]);
  const set = (node, is) => setAttributes(node, { "data-hidden": is, "aria-hidden": is ? "true" : null });
  for (const node of body.querySelectorAll("[data-hidden]")) if (!found.includes(node)) set(node, false);
  for (const node of found) set(node, true);
}

function showSteps(lesson) {
  const { panel, progress, tasks, body } = lesson;
  panel?.show(progress);
  const isStep = panel && !progress.off && tasks[progress.step].question;
  setAttributes(body, { "data-step": isStep ? progress.step + 1 : null }); // for what a demo does not show in its steps
  conceal(lesson);
  body.dispatchEvent(new Event("demo-step")); // for a demo whose words depend on what the step may show
}

// ---------------------------------------------------------------------------------------------------- tools

// Restores the beginning and forgets what was kept. Undo brings the state back, but not the steps.
function reset(lesson) {
  const { tasks, progress, start, page } = lesson;
  go(lesson, { ...beginOf(tasks, 0), off: progress.off && !progress.linked });
  bring(lesson, start);
  page?.forget();
  say(lesson, "Everything is as it was at the start.");
}

// The link holds the address of the page, so it works for all its readers.
async function copyLink(lesson) {
  const address = `${location.href.split("#")[0]}#demo=${lesson.name}:${encodeState(readState(lesson))}`;
  try {
    await navigator.clipboard.writeText(address);
    say(lesson, "The link is copied. It leads to the demo as it is now.");
  } catch {
    // Browsers let a page copy only if it came over HTTPS, and only after a press by hand.
    window.history.replaceState({ isCopy: true }, "", address);
    say(lesson, "This browser does not let the page copy, so the link is in the address bar.");
  }
}

function openLink(lesson, text) {
  let state = null;
  try {
    state = decodeState(text);
  } catch {
    return say(lesson, "The link cannot be read, because it is cut off or changed.");
  }
  const problem = problemOf(lesson, state);
  if (problem) return say(lesson, `The link leads to an impossible state: ${problem}`);
  lesson.opened = state;
  if (lesson.tasks[lesson.progress.step]?.question) {
    if (secrets(lesson).length) look(lesson);
    go(lesson, { ...lesson.progress, off: true, linked: "now" });
  }
  bring(lesson, state);
}

const undo = (lesson) => lesson.history.undo() || say(lesson, "There is nothing to undo.");
const redo = (lesson) => lesson.history.redo() || say(lesson, "There is nothing to redo.");

function toolsOf(lesson, signal) {
  const { page, model } = lesson;
  const tool = (text, keys, action) =>
    setAttributes(buttonControl(text, () => action(lesson), signal), { "aria-keyshortcuts": keys, title: keys });
  const node = html("div", { class: "demo-tools", role: "group", "aria-label": "What was done" });
  const [undoTool, redoTool] = [tool("Undo", "Control+Z", undo), tool("Redo", "Control+Y", redo)];
  node.append(undoTool, redoTool, buttonControl("Reset", () => reset(lesson), signal));
  // A link leads to the first demo of its kind on the page, which an exercise's demo need not be.
  if (page && !model.get("label")) node.append(buttonControl("Copy link", () => copyLink(lesson), signal));

  // Tab stops at both even where they do nothing, so that pressing one does not lose the focus.
  function refresh() {
    setAttributes(undoTool, { "aria-disabled": lesson.history.canUndo() ? null : "true" });
    setAttributes(redoTool, { "aria-disabled": lesson.history.canRedo() ? null : "true" });
  }
  return { node, refresh };
}

// ---------------------------------------------------------------------------------------------------- listening

// Everything between the first touch and the last is one gesture.
function listenToGestures({ body, history, model, traits }, signal) {
  const listen = (node, type, handler) => node.addEventListener(type, handler, { signal });
  // Captured, so that it comes before the demo's own listeners.
  const holdAt = (type, who) => body.addEventListener(type, () => history.hold(who), { signal, capture: true });
  holdAt("pointerdown", "pointer");
  holdAt("keydown", "key");
  for (const type of ["pointerup", "pointercancel"]) listen(window, type, () => history.release("pointer"));
  listen(window, "keyup", () => history.release("key"));
  // An open list or another window may swallow the event that ends a gesture.
  const releaseAll = () => ["pointer", "key"].forEach(history.release);
  listen(body, "change", releaseAll);
  listen(window, "blur", releaseAll);
  onChange(model, traits, history.settle, signal);
}

function onKey(lesson, event) {
  const isWriting = event.target.matches("input:not([type=range], [type=radio])");
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !isWriting && "zy".includes(key)) {
    event.preventDefault();
    event.stopPropagation();
    (key === "y" || event.shiftKey ? redo : undo)(lesson);
  }
  // In a list, letters choose an option.
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting && !event.target.matches("select");
  if (lesson.panel && isPlain && key === "e" && lesson.tasks[lesson.progress.step].question) toggle(lesson);
}

// ---------------------------------------------------------------------------------------------------- around a demo

function historyOf(lesson, refresh) {
  return gestures({
    read: () => readState(lesson),
    write: (state) => save(lesson.model, state),
    isWhole: (state) => !problemOf(lesson, state),
    settled: () => {
      const state = readState(lesson);
      const { panel, opened, progress } = lesson;
      if (panel && !same(state, opened) && !same(state, beginning(lesson, progress.step))) look(lesson);
      judge(lesson);
      if (lesson.progress.phase === "met" && progress.phase !== "met") panel.bringIntoView();
      refresh();
      keep(lesson);
    },
  });
}

function panelOf(lesson, signal) {
  const hands = {
    commit: (expected) => commit(lesson, expected),
    skip: () => skip(lesson),
    advance: () => advance(lesson),
    toggle: () => toggle(lesson),
  };
  return lesson.tasks.length ? stepsPanel(lesson.tasks, hands, signal) : null;
}

// The part of the lesson that a demo sees: hold() and release() make one gesture of what the demo does by itself,
// isDone() says whether the goal of the present step is met, and isSecret(key) whether something must not be seen yet.
function ofDemo(lesson) {
  const { history, tasks, numbers } = lesson;
  function hold() {
    look(lesson);
    history.hold("demo");
  }
  function isDone() {
    const { phase, off, step } = lesson.progress;
    return phase === "do" && !off && meets(tasks[step]?.goal ?? [], numbers(readState(lesson)));
  }
  return { hold, release: () => history.release("demo"), isDone, isSecret: (key) => secrets(lesson).includes(key) };
}

// Puts steps and tools around a demo's body. In a built page, `page` keeps what the reader did.
export function accompany({ box, body, model, page }, { name, traits, numbers, check }, signal) {
  const tasks = model.get("lesson") ?? [];
  const lesson = { ...{ box, body, model, page, name, traits, numbers, check, tasks }, progress: beginOf(tasks, 0) };
  lesson.start = readState(lesson);
  lesson.opened = null; // the state of the link that was followed last
  // A task that an exercise asks is one of its questions.
  lesson.tries = tasks[0]?.asked ? triesKeeper({ model, page }, model.get("label"), tasks, signal) : null;
  takeKept(lesson);
  const tools = toolsOf(lesson, signal);
  lesson.history = historyOf(lesson, tools.refresh);
  lesson.panel = panelOf(lesson, signal);

  listenToGestures(lesson, signal);
  // Nodes that the demo adds must be hidden as well.
  const watcher = new MutationObserver(() => conceal(lesson));
  if (lesson.panel) watcher.observe(body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => watcher.disconnect());
  box.addEventListener("keydown", (event) => onKey(lesson, event), { signal });
  box.addEventListener("demo-link", (event) => openLink(lesson, event.detail), { signal });
  if (page) window.addEventListener("answers-loaded", () => takeLoaded(lesson), { signal });

  if (lesson.panel) body.before(lesson.panel.node);
  body.after(tools.node);
  tools.refresh();
  // By then the demo has filled its body.
  queueMicrotask(() => {
    if (signal.aborted) return;
    showSteps(lesson);
    judge(lesson);
    takeLoaded(lesson);
  });
  return ofDemo(lesson);
}
