// The lesson: what stands around every demo. Its steps, undo and redo, links to a state, and what the reader did, kept for
// the next visit.

import { buttonControl } from "./controls.js";
import { html, onChange, save, setAttributes, stateOf } from "./dom.js";
import { formatAnswer, meets, missing } from "./goals.js";
import { decodeState, encodeState, sortedByName } from "./links.js";
import { PHASES, beginOf, stepsPanel } from "./steps.js";
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

// What was kept of another edition of the page does not fit any more.
function takeKept(lesson) {
  const { page, model, start, tasks, tries, numbers } = lesson;
  const kept = page?.load();
  if (!kept?.start || !same(sortedByName(kept.start), sortedByName(start)) || problemOf(lesson, kept.state)) return;
  save(model, kept.state);
  if (tasks[kept.progress?.step] && PHASES.includes(kept.progress.phase)) {
    // That a link was followed then has been said.
    lesson.progress = { ...kept.progress, linked: kept.progress.linked && "before" };
  }
  const { phase, step } = lesson.progress;
  if (phase === "met" && meets(tasks[step].goal, numbers(readState(lesson)))) {
    tries?.addOld(tasks[step], { answer: readState(lesson), verdict: "right" });
  }
}

// What was done elsewhere, and loaded from a file: the last state that met the goal.
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

// Where a step begins: the first as the page does.
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

// Bring the demo where a step begins, ends or is linked to.
function bring({ model, history }, state) {
  save(model, state);
  history.settle();
}

// What the step asks for stands in its words, so what is missing is said once the demo has been changed.
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

// The demo shows what the step would have come to.
function skip(lesson) {
  const { progress, tasks, numbers, panel } = lesson;
  const task = tasks[progress.step];
  const state = { ...beginning(lesson, progress.step), ...task.solved };
  go(lesson, { ...progress, phase: "met", skipped: true, came: cameOf(task, numbers(state)) });
  bring(lesson, state);
  panel.focus();
}

// The reader sees more than the question before committing to an answer.
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

// Without the steps nothing is hidden. After a link, the step begins anew.
function toggle(lesson) {
  const { off, linked, step, phase } = lesson.progress;
  if (!off && secrets(lesson).length) look(lesson);
  go(lesson, { ...lesson.progress, off: !off, linked: "" });
  if (linked && phase !== "met") bring(lesson, beginning(lesson, step));
  judge(lesson);
}

// What must not be seen yet: before the reader has committed, before the goal is met, and what later steps reveal.
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

// All as in the beginning, and what was kept is forgotten. Undo brings the state back, not the steps.
function reset(lesson) {
  const { tasks, progress, start, page } = lesson;
  go(lesson, { ...beginOf(tasks, 0), off: progress.off && !progress.linked });
  bring(lesson, start);
  page?.forget();
  say(lesson, "Everything is as it was at the start.");
}

// A link is good for all who read this page, so it says where the page is.
async function copyLink(lesson) {
  const address = `${location.href.split("#")[0]}#demo=${lesson.name}:${encodeState(readState(lesson))}`;
  try {
    await navigator.clipboard.writeText(address);
    say(lesson, "The link is copied. It leads to the demo as it is now.");
  } catch {
    // Browsers let pages copy only when they come from a safe address, and when they are asked by hand.
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
  // A link leads to the first demo of its kind on the page, and that is not the one of an exercise.
  if (page && !model.get("label")) node.append(buttonControl("Copy link", () => copyLink(lesson), signal));

  // They keep their place among the stops of the Tab key: who presses them should not lose the keyboard.
  function refresh() {
    setAttributes(undoTool, { "aria-disabled": lesson.history.canUndo() ? null : "true" });
    setAttributes(redoTool, { "aria-disabled": lesson.history.canRedo() ? null : "true" });
  }
  return { node, refresh };
}

// ---------------------------------------------------------------------------------------------------- listening

// What a hand does from its first touch to its last is one gesture.
function listenToGestures({ body, history, model, traits }, signal) {
  const listen = (node, type, handler) => node.addEventListener(type, handler, { signal });
  // Before the demo hears of it.
  const holdAt = (type, who) => body.addEventListener(type, () => history.hold(who), { signal, capture: true });
  holdAt("pointerdown", "pointer");
  holdAt("keydown", "key");
  for (const type of ["pointerup", "pointercancel"]) listen(window, type, () => history.release("pointer"));
  listen(window, "keyup", () => history.release("key"));
  // A list that opens over the page, and another window, may swallow what ends a gesture.
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
  // A list takes letters to choose by.
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

// What a demo sees of its lesson: what holds a gesture together that it makes itself, whether the present step asks for
// something that is there now, and whether something must not be seen yet.
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

// Put steps and tools around a demo's body. `page` is what a built page brings along, where what the reader did is
// kept.
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
  // What a demo draws anew must stay hidden.
  const watcher = new MutationObserver(() => conceal(lesson));
  if (lesson.panel) watcher.observe(body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => watcher.disconnect());
  box.addEventListener("keydown", (event) => onKey(lesson, event), { signal });
  box.addEventListener("demo-link", (event) => openLink(lesson, event.detail), { signal });
  if (page) window.addEventListener("answers-loaded", () => takeLoaded(lesson), { signal });

  if (lesson.panel) body.before(lesson.panel.node);
  body.after(tools.node);
  tools.refresh();
  // The demo fills its body first.
  queueMicrotask(() => {
    if (signal.aborted) return;
    showSteps(lesson);
    judge(lesson);
    takeLoaded(lesson);
  });
  return ofDemo(lesson);
}
