// The lesson: what stands around every demo. Steps that ask for a prediction and then for something to do, undo and
// redo, links to a state, and what the reader did, kept for the next visit. This text follows that of the kit.

// ---------------------------------------------------------------------------------------------------- goals

const RELATIONS = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

// A number that does not exist, NaN, meets no condition. As in Python.
function isMet([name, relation, value], numbers) {
  const [left, right] = [numbers[name], typeof value === "string" ? numbers[value] : value];
  return Number.isFinite(left) && Number.isFinite(right) && RELATIONS[relation](left, right);
}

const meets = (goal, numbers) => goal.every((condition) => isMet(condition, numbers));

// What the first condition says that is not met, with the numbers that it names; an empty text if all are.
function missing(goal, numbers) {
  const words = goal.find((condition) => !isMet(condition, numbers))?.[3] ?? "";
  return words.replace(/\{(\w+)\}/g, (_, name) => formatAnswer(numbers[name]));
}

// A whole number as such, another one with four decimals at most.
function formatAnswer(value) {
  if (Number.isInteger(value)) return formatCount(value).replace("-", "\u2212");
  return formatScore(value).replace(/\.?0+$/, "");
}

// ---------------------------------------------------------------------------------------------------- checks

// What is wrong with a part of a state, in words; an empty text if nothing is. The limits are those of the Python side.

function wrongWhole(name, value, low, high) {
  const fits = Number.isInteger(value) && low <= value && value <= high;
  return fits ? "" : `${name} must be a whole number from ${low} to ${high}.`;
}

function wrongChoice(name, value, names) {
  return names.includes(value) ? "" : `${name} must be one of ${names.join(", ")}.`;
}

function wrongList(name, values, fewest, most, low, high) {
  if (!Array.isArray(values) || values.length < fewest || values.length > most) {
    return `${name} must be a list of ${fewest} to ${most}.`;
  }
  return values.map((value) => wrongWhole(`each of ${name}`, value, low, high)).find(Boolean) ?? "";
}

const wrongLabels = (name, labels, fewest, most) => wrongList(name, labels, fewest, most, 0, MARKERS.length - 1);

function wrongPoints(points, fewest, most) {
  const isPair = (point) => !wrongList("x and y", point, 2, 2, 0, POINT_GRID);
  if (!Array.isArray(points) || !points.every(isPair)) {
    return `points must be pairs of whole numbers from 0 to ${POINT_GRID}.`;
  }
  const fits = fewest <= points.length && points.length <= most;
  return fits ? "" : `there must be ${fewest} to ${most} points. Got ${points.length}.`;
}

const wrongLengths = (first, second) =>
  first.length === second.length ? "" : `there must be one label for each point. Got ${second.length} labels.`;

// ---------------------------------------------------------------------------------------------------- links

const sortedByName = (state) => Object.fromEntries(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)));

// A state as text that may stand in an address: the base64url of its JSON.
function encodeState(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(sortedByName(state)));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decodeState(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

// ---------------------------------------------------------------------------------------------------- undo

// What the reader did, step by step. Changes while something is held, a pointer, a key or the demo itself, are one
// gesture; `settled` hears when it is over. A state that is not whole yet, on its way from the kernel, is not noted.
function gestures({ read, write, isWhole, settled }) {
  let present = read();
  const [past, future, holders] = [[], [], new Set()];

  function settle() {
    const state = read();
    if (holders.size || same(state, present) || !isWhole(state)) return;
    past.push(present);
    future.length = 0;
    present = state;
    settled();
  }

  const hold = (who) => holders.add(who);
  function release(who) {
    holders.delete(who);
    settle();
  }

  function step(from, to) {
    if (!from.length) return false;
    to.push(present);
    present = from.pop();
    write(present);
    settled();
    return true;
  }

  const [undo, redo] = [() => step(past, future), () => step(future, past)];
  return { settle, hold, release, undo, redo, canUndo: () => past.length > 0, canRedo: () => future.length > 0 };
}

// ---------------------------------------------------------------------------------------------------- steps

// Where a task begins: without a question there is nothing to predict.
const beginOf = (tasks, step) => {
  const phase = tasks[step] && !tasks[step].question ? "do" : "predict";
  return { step, phase, expected: "", came: "", looked: false, skipped: false, off: false, linked: false };
};
const PHASES = ["predict", "do", "met"];

// The panel of the steps. `show(progress)` shows the face for where the reader is, `tell(words)` says there what the
// goal is missing, `focus()` brings the keyboard to it.
function stepsPanel(tasks, { commit, skip, advance, toggle }, signal) {
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
function cameOut({ expected, came, looked, skipped }, { choices, found }, remark = remarkOn(expected, came, choices)) {
  if (!expected) return "That is it.";
  const answer = choices.length ? `The answer is \u201c${came}\u201d.` : found.replace("{}", came);
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

// ---------------------------------------------------------------------------------------------------- around a demo

// Put steps and tools around a demo's body. `page` is what a built page brings along, where what the reader did is
// kept. Returns what holds a gesture together that the demo makes itself: `hold()`, `release()`.
function accompany({ box, body, model, page }, { name, traits, numbers, check }, signal) {
  const tasks = model.get("lesson") ?? [];
  const read = () => Object.fromEntries(traits.map((trait) => [trait, model.get(trait)]));
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
  if (kept && same(kept.start, start) && !problemOf(kept.state)) {
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
