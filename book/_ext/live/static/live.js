// Cells of a page that can be changed and run.
//
// A cell runs from the state that the cells above it leave as they now read, whatever was pressed before: the runtime
// gets all texts from the top, and runs those that it has not run.

import { editorOver, fit } from "./editor.js";
import { script } from "./scripts.js";
import { Session } from "./session.js";

const SETTINGS = JSON.parse(document.querySelector("#live-settings").textContent);
const KEY = `live:${SETTINGS.page}`;
const session = new Session(SETTINGS.address);
// A page that was opened from a file may be refused what a served one is given.
const SERVED =
  location.protocol === "file:"
    ? " If it fails again, type python -m http.server in the folder that holds index.html, and open http://localhost:8000."
    : "";
// For whatever else on the page has something to run.
globalThis.livePython = session;

const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "text") element.textContent = value;
    else if (value !== null) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
};

const seconds = (since) => {
  const time = (performance.now() - since) / 1000;
  return `${time < 9.95 ? time.toFixed(1) : Math.round(time)} s`;
};

const KEYS = "Shift+Enter runs it. Tab indents, and after Escape it leaves the field.";

const view = {
  // All cells of the notebook in their order, also those whose code the page does not show.
  cells: [],
  // The cells that were asked for and have not ended, the first of which runs, or one above it.
  asked: [],
  status: make("p", { class: "live-status", role: "status" }),
};

const say = (...words) => {
  view.status.classList.remove("live-failed");
  view.status.replaceChildren(...words);
};

// ---- What is kept on this device

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    // It was not written here: the page begins as printed.
    return {};
  }
}

function keep() {
  const changed = view.cells.filter((cell) => cell.editor && cell.editor.text !== cell.source);
  const texts = Object.fromEntries(changed.map((cell) => [cell.place, { from: cell.source, text: cell.editor.text }]));
  if (changed.length) localStorage.setItem(KEY, JSON.stringify(texts));
  else localStorage.removeItem(KEY);
  if (!(localStorage instanceof Storage)) say("This browser keeps no changes: they last until you leave the page.");
}

// ---- Texts of the cells, and what was computed from which

const textOf = (cell) => cell.editor?.text ?? cell.source;

/** The texts from the top to a cell, by which a result is known to be of them. */
const beginning = (cell, text = textOf) =>
  view.cells
    .slice(0, cell.place + 1)
    .map(text)
    .join("\u0000");

const isChanged = (cell) => cell.editor && cell.editor.text !== cell.source;

function mark() {
  const broken = view.cells.find((cell) => cell.failed !== null && cell.failed === beginning(cell));
  for (const cell of view.cells) {
    cell.note.textContent = isChanged(cell) ? "Changed" : "";
    const isOld = !cell.cannot && cell.shown !== beginning(cell) && cell.hasOutput();
    cell.node.classList.toggle("live-old", isOld);
    const isBelow = broken && broken.place < cell.place;
    cell.old.hidden = !(isOld || (isBelow && cell.hasWaited));
    const why = isBelow ? [linkTo(broken), " above ends with an error."] : [`run the cell${cell.number ? "" : " above"} to renew it.`];
    cell.old.replaceChildren(isOld ? "Out of date: " : "This cell did not run: ", ...why);
  }
}

/** A link to a cell, which opens what it is folded in. */
function linkTo(cell) {
  const follow = (event) => {
    // The browser would take the focus to what the link names.
    event.preventDefault();
    unfold(cell);
    cell.node.scrollIntoView();
    cell.editor?.field.focus({ preventScroll: true });
  };
  return make("a", { href: `#${cell.node.id}`, onclick: follow, text: cell.number ? `Cell ${cell.number}` : "A cell without code" });
}

/** Open whatever a cell or its code is folded in. */
function unfold(cell) {
  for (let node = cell.editor?.field ?? cell.node; node; node = node.parentElement) {
    if (node.localName === "details") node.open = true;
    else if (node.classList.contains("toggle-hidden")) node.querySelector(":scope > .toggle-button")?.click();
  }
}

// ---- Output

function stream(kind, text) {
  const pre = make("pre", { text });
  return make("div", { class: `output ${kind} highlight-myst-ansi notranslate` }, make("div", { class: "highlight" }, pre));
}

function picture({ data, dark, width, height }) {
  const one = (content, when) =>
    make("img", { src: `data:image/png;base64,${content}`, width, height, class: when, alt: "Figure that this cell has drawn." });
  return make("div", { class: "output live-picture" }, one(data, dark ? "only-light" : ""), ...(dark ? [one(dark, "only-dark")] : []));
}

function table(html) {
  const place = make("div", { class: "output text_html" });
  // The reader's own code has made it, on the reader's own device; scripts in it do not run.
  place.innerHTML = html;
  return place;
}

/** What to do about a name that is not defined. */
function hintOf(missing) {
  const below = view.cells.find((cell) => new RegExp(`^\\s*(def\\s+${missing}\\b|(.*,\\s*)?${missing}\\s*(,.*)?=[^=])`, "m").test(textOf(cell)));
  return below?.number ? `The name ${missing} is defined in cell ${below.number}. Is it spelt as there, and does it stand above?` : `Is ${missing} spelt right?`;
}

function failure(event) {
  const at = event.line ? ` (line ${event.line})` : "";
  const hint = event.missing ? hintOf(event.missing) : event.hint;
  return make(
    "div",
    { class: "output live-error" },
    make("p", { class: "live-message", text: `${event.message}${at}` }),
    ...(hint ? [make("p", { text: hint })] : []),
    ...(event.traceback ? [make("details", {}, make("summary", { text: "Whole traceback" }), make("pre", { text: event.traceback }))] : []),
  );
}

const SHOWN = {
  text: ({ text }) => stream("text_plain", text),
  html: ({ text }) => table(text),
  picture,
  note: ({ text }) => make("p", { class: "live-note", text }),
  error: failure,
};

/** Show one more piece of output; the printed output stays until there is a new one. */
function show(cell, event) {
  if (event.kind === "widget") return;
  if (!cell.output.isConnected) cell.node.append(cell.output);
  if (!cell.isNew) {
    cell.isNew = true;
    // A printed figure keeps its place and its caption.
    cell.figures = [...cell.output.querySelectorAll("figure")];
    cell.output.replaceChildren();
  }
  const figure = event.kind === "picture" && cell.figures.shift();
  if (figure) {
    const images = picture(event);
    const caption = figure.querySelector("figcaption");
    figure.replaceChildren(images, ...(caption ? [caption] : []));
    cell.output.append(figure);
    return;
  }
  const last = cell.output.lastElementChild;
  if ((event.kind === "stdout" || event.kind === "stderr") && last?.dataset.kind === event.kind) {
    const line = last.querySelector("pre");
    // A line that is written over, such as a bar of progress.
    if (event.back) line.textContent = line.textContent.slice(0, -event.back);
    line.append(event.text);
    return;
  }
  const node = (SHOWN[event.kind] ?? (({ kind, text }) => stream(kind === "stderr" ? "stderr" : "stream", text)))(event);
  node.dataset.kind = event.kind;
  cell.output.append(node);
}

// ---- Running

function heard(event) {
  const cell = view.cells[event.cell];
  if (!cell) return; // the folder of the notebook is set
  if (event.kind === "begin") {
    cell.isNew = false;
    cell.isWidget = false;
    cell.hasWaited = false;
    if (cell !== view.asked[0] && cell.number) say(`Running cell ${cell.number}, which stands above`);
    else if (cell === view.asked[0]) say(`Running${cell.seconds ? `, about ${cell.seconds} s` : ""}`);
    cell.node.classList.add("live-runs");
  } else if (event.kind === "end" || event.kind === "failed") {
    // A cell that now prints nothing has no output any more; one that shows a demo or exercise, or does not run here, keeps it.
    if (!cell.isNew && !cell.isWidget && !cell.cannot) cell.output.replaceChildren();
    cell.node.classList.remove("live-runs");
    cell.shown = cell.begun;
    cell.failed = event.kind === "failed" ? cell.begun : null;
    if (cell.failed !== null) unfold(cell);
    mark();
  } else {
    if (event.kind === "widget") cell.isWidget = true;
    show(cell, event);
  }
}

/** What Python is given of a cell. Where this cell or one above was changed, the book's checks are of other data. */
function given(cell, areOurs) {
  const book = areOurs ? undefined : { source: cell.source, is_aside: !cell.editor || cell.isCheck };
  return { number: cell.place, source: cell.cannot ? "" : textOf(cell), book };
}

async function run(cell, signal) {
  const start = performance.now();
  try {
    await sources();
    // With what the page draws directly below, from code that it does not show.
    const next = view.cells.find((one) => one.number > cell.number);
    const chain = view.cells.slice(0, next?.place);
    const change = chain.findIndex(isChanged);
    for (const one of chain) one.begun = beginning(one);
    const folder = JSON.stringify(SETTINGS.folder);
    const first = { number: -1, source: `import os; os.makedirs(${folder}, exist_ok=True); os.chdir(${folder})` };
    const cells = [first, ...chain.map((one) => given(one, change < 0 || one.place < change))];
    if (await session.run(cells, heard, { onStatus: say, signal })) {
      say(`Done in ${seconds(start)}`);
    } else {
      const failed = chain.findLast((one) => one.failed === one.begun);
      cell.hasWaited = failed.place < cell.place;
      say(linkTo(failed), " ends with an error", ...(cell.hasWaited ? ["; the cells below it did not run"] : []));
      view.status.classList.add("live-failed");
    }
    return true;
  } catch (error) {
    if (error.name === "Stopped") {
      say("Stopped");
    } else if (!signal.aborted) {
      say(`Python could not run: ${error.message} The page is as printed; Run tries again.${SERVED}`);
      view.status.classList.add("live-failed");
      session.stop();
    }
    return signal.aborted;
  }
}

/** Run a cell, when those that were asked for before have ended. */
async function ask(cell) {
  if (cell.asked) return say(`Cell ${cell.number} ${cell === view.asked[0] ? "is running" : "is waiting"} already`);
  cell.asked = new AbortController();
  view.asked.push(cell);
  drawButtons();
  if (view.asked.length > 1) return say(`Cell ${cell.number} ${waiting()}`);
  while (view.asked.length) {
    const [one] = view.asked;
    // If Python cannot start, it cannot for those that wait either.
    const ended = (await run(one, one.asked.signal)) ? [one] : view.asked;
    for (const each of view.cells) each.node.classList.remove("live-runs");
    takeBack(ended);
    mark();
  }
}

function takeBack(cells) {
  for (const cell of cells) cell.asked = null;
  view.asked = view.asked.filter((cell) => cell.asked);
  drawButtons();
}

const waiting = () => `is waiting for cell ${view.asked[0].number}`;

/** What the button of a cell does now. */
const action = (cell) => (!cell.asked ? "Run" : cell === view.asked[0] ? "Stop" : "Take back");

function drawButtons() {
  document.body.classList.toggle("live-busy", view.asked.length > 0);
  for (const cell of view.cells.filter(({ button }) => button)) {
    cell.button.textContent = action(cell);
    cell.about.textContent = action(cell) === "Take back" ? `It ${waiting()}` : cell.aboutIt;
    if (cell !== view.last) continue;
    view.all.textContent = cell.asked ? action(cell) : "Run all";
    // Its name does not begin as those of the cells' own buttons do.
    view.all.setAttribute("aria-label", `From the top: ${view.all.textContent}`);
  }
}

function press(cell) {
  if (!cell.asked) {
    ask(cell);
  } else if (cell === view.asked[0]) {
    stop();
    say("Stopped");
  } else {
    takeBack([cell]);
    say(`Cell ${cell.number} was taken back`);
  }
}

/** Stop what runs, and take back what waits. */
function stop() {
  takeBack(view.asked.slice(1));
  view.asked[0]?.asked.abort();
}

/** The texts of the cells that the page does not show; loaded when the first cell is run. */
async function sources() {
  if (view.hasSources) return;
  await script(`${SETTINGS.address}cells/${SETTINGS.file}`);
  const { notebook } = globalThis.liveCells[SETTINGS.page];
  view.notebook = notebook;
  const codes = notebook.cells.filter((one) => one.cell_type === "code");
  for (const cell of view.cells) {
    const { source, metadata } = codes[cell.place];
    if (!cell.editor) cell.source = source;
    cell.isCheck = Boolean(metadata.tags?.includes("theorem-check"));
  }
  view.hasSources = true;
}

async function startOver() {
  stop();
  session.forget();
  for (const cell of view.cells) {
    if (cell.editor) cell.editor.text = cell.source;
    cell.output.replaceChildren(...cell.printed);
    cell.shown = beginning(cell, (one) => one.source);
    cell.failed = null;
    cell.hasWaited = false;
  }
  keep();
  mark();
  say("All cells are as printed");
}

async function save() {
  await sources().catch((error) => say(error.message));
  if (!view.notebook) return;
  const codes = view.cells.values();
  const cells = view.notebook.cells.map((one) => {
    if (one.cell_type !== "code") return one;
    const { value: cell } = codes.next();
    return { ...one, source: textOf(cell), outputs: [], execution_count: null };
  });
  const file = new Blob([JSON.stringify({ ...view.notebook, cells }, null, 1)], { type: "application/x-ipynb+json" });
  const link = make("a", { href: URL.createObjectURL(file), download: `${SETTINGS.page.split("/").pop()}.ipynb` });
  link.click();
  URL.revokeObjectURL(link.href);
}

// ---- The page

/** Why a cell does not run here; of one that only places something there is nothing to say. */
const cannot = (place) => (SETTINGS.skipped.includes(place) ? " " : SETTINGS.notes[place]?.cannot);

function addCell(node, place, code, number) {
  const output = node.querySelector(".cell_output") ?? make("div", { class: "cell_output docutils container" });
  const cell = { place, node, output, source: "", printed: [...output.childNodes], ...SETTINGS.notes[place], cannot: cannot(place) };
  node.id ||= `live-cell-${place}`;
  cell.failed = null;
  cell.hasOutput = () => output.textContent.trim() !== "" || output.querySelector("img") !== null;
  cell.note = make("span", { class: "live-changed" });
  cell.old = make("p", { class: "live-note", hidden: "" });
  const bar = node.querySelector(".live-bar"); // the page has left room for it
  if (cell.cannot) {
    bar?.append(make("span", { class: "live-about", text: cell.cannot }));
    return cell;
  }
  if (!number) {
    node.prepend(cell.old);
    return cell;
  }
  cell.number = number;
  cell.source = code.textContent.replace(/\n$/, "");
  if (!output.isConnected) node.append(output);
  output.setAttribute("role", "region");
  output.setAttribute("aria-label", `Output of cell ${number}`);
  cell.editor = editorOver(code, {
    name: `Code of cell ${number}`,
    text: cell.source,
    onRun: () => ask(cell),
    onChange: () => {
      keep();
      mark();
    },
  });
  cell.button = make("button", { type: "button", class: "live-run", onclick: () => press(cell), text: "Run" });
  cell.aboutIt = cell.seconds ? `about ${cell.seconds} s` : "";
  cell.about = make("span", { class: "live-about", text: cell.aboutIt });
  bar.append(cell.button, cell.note, cell.about);
  output.before(cell.old);
  return cell;
}

function fillTools(tools) {
  view.last = view.cells.findLast((cell) => cell.number);
  const button = (text, onclick) => make("button", { type: "button", text, onclick });
  view.all = button("", () => press(view.last));
  tools.setAttribute("role", "group");
  tools.setAttribute("aria-label", "Cells of this page");
  tools.append(
    view.all,
    button("Start over", startOver),
    button("Save as notebook", save),
  );
  drawButtons();
}

function begin() {
  const nodes = [...document.querySelectorAll(".bd-article .cell")].filter((node) => !node.closest(".cell .cell"));
  if (!nodes.length || nodes.length !== SETTINGS.cells) return;
  let number = 0;
  view.cells = nodes.map((node, place) => {
    const code = node.querySelector(".cell_input pre");
    return addCell(node, place, code, code && !cannot(place) ? ++number : null);
  });
  fit(view.cells.flatMap(({ editor }) => editor ?? []));
  for (const [place, { from, text }] of Object.entries(kept())) {
    // A change of a cell that the book has changed since would be of something else.
    const cell = view.cells[place];
    if (cell?.editor && cell.source === from) cell.editor.text = text;
  }
  for (const cell of view.cells) cell.shown = beginning(cell, (one) => one.source);
  if (number) fillTools(document.querySelector(".live-tools"));
  document.body.append(view.status, make("p", { id: "live-keys", hidden: "", text: KEYS }));
  mark();
}

// Once the page has been drawn: it lays out all of it, and a demo answers before.
requestAnimationFrame(() => setTimeout(begin));
// A page that is kept for the way back must not go on computing.
addEventListener("pagehide", () => session.stop());
