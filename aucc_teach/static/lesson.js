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

// Put steps and tools around a demo's body. `page` is what a built page brings along, where what the reader did is
// kept. Returns what holds a gesture together that the demo makes itself: `hold()`, `release()`.
export function accompany({ box, body, model, page }, { name, traits, numbers, check }, signal) {
  const tasks = model.get("lesson") ?? [];
  const read = () => stateOf(model, traits);
  const start = read();
  let progress = beginOf(tasks, 0);

  const say = (text) => (body.querySelector(".demo-status").textContent = text);

  function problemOf(state) {
    const names = state && typeof state === "object" ? Object.keys(state).sort() : [];
    return same(names, [...traits].sort()) ? check(state) : `it must hold ${traits.join(", ")}, and nothing else.`;
  }

  // ---- what is kept

  const keep = () => page?.save({ start, state: read(), progress });

  // A task that an exercise asks is one of its questions.
  const tries = tasks[0]?.asked ? triesKeeper({ model, page }, model.get("label"), tasks, signal) : null;

  const kept = page?.load();
  // What was kept of another edition of the page does not fit any more.
  if (kept?.start && same(sortedByName(kept.start), sortedByName(start)) && !problemOf(kept.state)) {
    save(model, kept.state);
    if (tasks[kept.progress?.step] && PHASES.includes(kept.progress.phase)) progress = kept.progress;
    if (progress.phase === "met" && meets(tasks[progress.step].goal, numbers(read()))) {
      tries?.addOld(tasks[progress.step], { answer: read(), verdict: "right" });
    }
  }

  const history = gestures({
    read,
    write: (state) => save(model, state),
    isWhole: (state) => !problemOf(state),
    settled: () => {
      const state = read();
      if (panel && !same(state, opened) && !same(state, beginning(progress.step))) look();
      judge();
      refresh();
      keep();
    },
  });

  // ---- steps

  let opened = null; // the state of the link that was followed last
  const panel = tasks.length ? stepsPanel(tasks, { commit, skip, advance, toggle }, signal) : null;

  // Whether the present step asks for something that is there now.
  const isDone = () => progress.phase === "do" && !progress.off && meets(tasks[progress.step]?.goal ?? [], numbers(read()));

  // What the step asks for stands in its words, so what is missing is said once the demo has been changed.
  function judge() {
    if (!panel || progress.phase !== "do" || progress.off) return;
    const [state, task] = [read(), tasks[progress.step]];
    const found = numbers(state);
    if (!meets(task.goal, found)) return panel.tell(same(state, beginning(progress.step)) ? "" : missing(task.goal, found));
    tries?.add(task, { answer: state, verdict: "right" });
    go({ ...progress, phase: "met", came: cameOf(task, found) });
  }

  const cameOf = ({ answer, choices }, found) => (choices.length ? answer : formatAnswer(found[answer]));

  // The demo shows what the step would have come to.
  function skip() {
    const task = tasks[progress.step];
    const state = { ...beginning(progress.step), ...task.solved };
    go({ ...progress, phase: "met", skipped: true, came: cameOf(task, numbers(state)) });
    save(model, state);
    history.settle();
    panel.focus();
  }

  // What was done elsewhere, and loaded from a file: the last state that met the goal.
  function takeLoaded() {
    tries?.taken((task, entry) => {
      const state = entry.tries.findLast(({ answer }) => !problemOf(answer) && meets(task.goal, numbers(answer)))?.answer;
      if (!state) return;
      go({ ...beginOf(tasks, 0), phase: "met" }); // first: else this would be a try of its own
      save(model, state);
      history.settle();
    });
  }

  // The reader sees more than the question before committing to an answer.
  function look() {
    if (panel && progress.phase === "predict" && !progress.looked) go({ ...progress, looked: true });
  }

  function go(to) {
    progress = to;
    showSteps();
    keep();
  }

  // What must not be seen yet: before the reader has committed, before the goal is met, and what later steps reveal.
  function secrets() {
    if (!panel || progress.off) return [];
    const { hides, reveals } = tasks[progress.step];
    const later = tasks.slice(progress.step + 1).flatMap((task) => task.reveals);
    const own = { predict: [...hides, ...reveals], do: reveals, met: [] }[progress.phase];
    return [...own, ...later.filter((key) => !hides.includes(key) && !reveals.includes(key))];
  }

  function conceal() {
    const keys = secrets();
    const found = keys.flatMap((key) => [...body.querySelectorAll(`[data-value="${key}"], .demo-${key}`)]);
    const set = (node, is) => setAttributes(node, { "data-hidden": is, "aria-hidden": is ? "true" : null });
    for (const node of body.querySelectorAll("[data-hidden]")) if (!found.includes(node)) set(node, false);
    for (const node of found) set(node, true);
  }

  function showSteps() {
    panel?.show(progress);
    const { step, off } = progress;
    const isStep = panel && !off && tasks[step].question;
    setAttributes(body, { "data-step": isStep ? step + 1 : null }); // for what a demo does not show in its steps
    conceal();
    body.dispatchEvent(new Event("demo-step")); // for a demo whose words depend on what the step may show
  }

  function commit(expected) {
    go({ ...progress, phase: "do", expected });
    judge();
    panel.focus();
  }

  function advance() {
    const step = (progress.step + 1) % tasks.length;
    go(beginOf(tasks, step));
    save(model, beginning(step));
    history.settle();
    panel.focus();
  }

  // Where a step begins: the first as the page does.
  function beginning(step) {
    const { preset, start: changes } = tasks[step];
    const chosen = model.get("presets")?.[preset] ?? {};
    const known = traits.filter((trait) => trait in chosen).map((trait) => [trait, chosen[trait]]);
    return step ? { ...start, ...Object.fromEntries(known), ...changes } : start;
  }

  // Without the steps nothing is hidden. After a link, the step begins anew.
  function toggle() {
    const { off, linked, step, phase } = progress;
    if (!off && secrets().length) look();
    go({ ...progress, off: !off, linked: false });
    if (linked && phase !== "met") {
      save(model, beginning(step));
      history.settle();
    }
    judge();
  }

  // ---- tools

  const undo = () => history.undo() || say("There is nothing to undo.");
  const redo = () => history.redo() || say("There is nothing to redo.");

  // All as in the beginning, and what was kept is forgotten. Undo brings the state back, not the steps.
  function reset() {
    go({ ...beginOf(tasks, 0), off: progress.off && !progress.linked });
    save(model, start);
    history.settle();
    page?.forget();
    say("Everything is as it was at the start.");
  }

  // A link is good for all who read this page, so it says where the page is.
  async function copyLink() {
    const address = `${location.href.split("#")[0]}#demo=${name}:${encodeState(read())}`;
    try {
      await navigator.clipboard.writeText(address);
      say("The link is copied. It leads to the demo as it is now.");
    } catch {
      // Browsers let pages copy only when they come from a safe address, and when they are asked by hand.
      window.history.replaceState(null, "", address);
      say("This browser does not let the page copy, so the link is in the address bar.");
    }
  }

  function openLink(text) {
    let state = null;
    try {
      state = decodeState(text);
    } catch {
      return say("The link cannot be read, because it is cut off or changed.");
    }
    const problem = problemOf(state);
    if (problem) return say(`The link leads to an impossible state: ${problem}`);
    opened = state;
    if (tasks[progress.step]?.question) {
      if (secrets().length) look();
      go({ ...progress, off: true, linked: true });
    }
    save(model, state);
    history.settle();
  }

  const tool = (text, keys, action) => setAttributes(buttonControl(text, action, signal), { "aria-keyshortcuts": keys, title: keys });
  const tools = html("div", { class: "demo-tools", role: "group", "aria-label": "What was done" });
  const [undoTool, redoTool] = [tool("Undo", "Control+Z", undo), tool("Redo", "Control+Y", redo)];
  tools.append(undoTool, redoTool, buttonControl("Reset", reset, signal));
  // A link leads to the first demo of its kind on the page, and that is not the one of an exercise.
  if (page && !model.get("label")) tools.append(buttonControl("Copy link", copyLink, signal));

  // They keep their place among the stops of the Tab key: who presses them should not lose the keyboard.
  function refresh() {
    setAttributes(undoTool, { "aria-disabled": history.canUndo() ? null : "true" });
    setAttributes(redoTool, { "aria-disabled": history.canRedo() ? null : "true" });
  }

  // ---- listening

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
  // What a demo draws anew must stay hidden.
  const watcher = new MutationObserver(conceal);
  if (panel) watcher.observe(body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => watcher.disconnect());

  listen(box, "keydown", (event) => {
    const isWriting = event.target.matches("input:not([type=range], [type=radio])");
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !isWriting && "zy".includes(key)) {
      event.preventDefault();
      event.stopPropagation();
      (key === "y" || event.shiftKey ? redo : undo)();
    }
    // A list takes letters to choose by.
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting && !event.target.matches("select");
    if (panel && isPlain && key === "e" && tasks[progress.step].question) toggle();
  });
  listen(box, "demo-link", (event) => openLink(event.detail));
  if (page) listen(window, "answers-loaded", takeLoaded);

  if (panel) body.before(panel.node);
  body.after(tools);
  refresh();
  // The demo fills its body first.
  queueMicrotask(() => {
    if (signal.aborted) return;
    showSteps();
    judge();
    takeLoaded();
  });
  function hold() {
    look();
    history.hold("demo");
  }
  return { hold, release: () => history.release("demo"), isDone, isSecret: (key) => secrets().includes(key) };
}
