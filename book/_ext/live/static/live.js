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
  // The cell that was asked for, while it or one above it runs.
  running: null,
  status: make("p", { class: "live-status", role: "status" }),
};

const say = (text) => {
  view.status.textContent = text;
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

function mark() {
  for (const cell of view.cells) {
    if (!cell.node) continue;
    const isChanged = cell.editor && cell.editor.text !== cell.source;
    cell.note.textContent = isChanged ? "Changed" : "";
    const isOld = cell.shown !== beginning(cell);
    cell.node.classList.toggle("live-old", isOld && cell.hasOutput());
    cell.old.hidden = !(isOld && cell.hasOutput());
  }
}

// ---- Output

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

function stream(kind, text) {
  const pre = make("pre", { text: text.replace(ANSI, "") });
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
  if (event.kind === "widget" || !cell.output) return;
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
    last.querySelector("pre").append(event.text.replace(ANSI, ""));
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
    view.began = performance.now();
    if (cell !== view.running && cell.number) say(`Running cell ${cell.number}, which stands above`);
    else if (cell === view.running) say(`Running${cell.seconds ? `, about ${cell.seconds} s` : ""}`);
    cell.node?.classList.add("live-runs");
  } else if (event.kind === "end" || event.kind === "failed") {
    // A cell that now prints nothing has no output any more; one that shows a demo or exercise, or does not run here, keeps it.
    if (!cell.isNew && cell.hasPrinted && !cell.isWidget && !cell.cannot) cell.output.replaceChildren();
    cell.node?.classList.remove("live-runs");
    cell.shown = beginning(cell);
    if (event.kind === "failed") view.failed = cell;
    mark();
  } else {
    if (event.kind === "widget") cell.isWidget = true;
    show(cell, event);
  }
}

async function run(cell) {
  if (view.running) return;
  view.running = cell;
  view.failed = null;
  document.body.classList.add("live-busy");
  for (const one of view.cells) one.button?.replaceChildren(one === cell ? "Stop" : "Run");
  const start = performance.now();
  try {
    await sources();
    const chain = view.cells.slice(0, cell.place + 1).map((one) => ({ number: one.place, source: one.cannot ? "" : textOf(one) }));
    const folder = JSON.stringify(SETTINGS.folder);
    const first = { number: -1, source: `import os; os.makedirs(${folder}, exist_ok=True); os.chdir(${folder})` };
    const isDone = await session.run([first, ...chain], heard, { onStatus: say });
    if (isDone) say(`Done in ${seconds(start)}`);
    else if (view.failed !== cell) say(`Cell ${view.failed.number ?? ""} above ends with an error, so this one did not run`);
    else say("Ended with an error");
  } catch (error) {
    const wasStopped = error.name === "Stopped";
    if (wasStopped) say("Stopped");
    else say(`Python could not run: ${error.message} The page is as printed; Run tries again.${SERVED}`);
    if (!wasStopped) session.stop();
  }
  for (const one of view.cells) one.node?.classList.remove("live-runs");
  view.running = null;
  document.body.classList.remove("live-busy");
  for (const one of view.cells) one.button?.replaceChildren("Run");
}

function press(cell) {
  if (view.running === cell) session.stop();
  else if (cell.cannot) say(cell.cannot);
  else run(cell);
}

/** The texts of the cells that the page does not show; loaded when the first cell is run. */
async function sources() {
  if (view.hasSources) return;
  await script(`${SETTINGS.address}cells/${SETTINGS.file}`);
  const { notebook } = globalThis.liveCells[SETTINGS.page];
  view.notebook = notebook;
  const codes = notebook.cells.filter((one) => one.cell_type === "code");
  for (const cell of view.cells) {
    if (!cell.editor) cell.source = codes[cell.place].source;
  }
  view.hasSources = true;
}

async function startOver() {
  if (view.running) session.stop();
  session.forget();
  for (const cell of view.cells) {
    if (cell.editor) cell.editor.text = cell.source;
    if (cell.output) cell.output.replaceChildren(...cell.printed);
    cell.shown = beginning(cell, (one) => one.source);
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

function addCell(node, place, number) {
  const code = node.querySelector(".cell_input pre");
  const output = node.querySelector(".cell_output") ?? make("div", { class: "cell_output docutils container" });
  const cell = { place, node, output, source: "", printed: [...output.childNodes], ...SETTINGS.notes[place] };
  if (SETTINGS.skipped.includes(place)) cell.cannot ??= "What it shows stays as it is.";
  cell.hasPrinted = cell.printed.length > 0;
  cell.hasOutput = () => output.textContent.trim() !== "" || output.querySelector("img") !== null;
  cell.note = make("span", { class: "live-changed" });
  cell.old = make("p", { class: "live-note", text: "Computed from an older text: run the cell to bring this up to date.", hidden: "" });
  if (!code) return cell;
  cell.number = number;
  cell.source = code.textContent.replace(/\n$/, "");
  if (!output.isConnected) node.append(output);
  output.setAttribute("role", "region");
  output.setAttribute("aria-label", `Output of cell ${number}`);
  cell.editor = editorOver(code, {
    name: `Code of cell ${number}`,
    text: cell.source,
    onRun: () => press(cell),
    onChange: () => {
      keep();
      mark();
    },
  });
  cell.button = make("button", { type: "button", class: "live-run", onclick: () => press(cell), text: "Run" });
  if (cell.cannot) cell.button.disabled = true;
  const about = cell.cannot ?? (cell.seconds ? `about ${cell.seconds} s` : "");
  const bar = node.querySelector(".live-bar"); // the page has left room for it
  bar.append(cell.button, cell.note, make("span", { class: "live-about", text: about }));
  bar.after(cell.old);
  return cell;
}

function fillTools(tools) {
  const runAll = () => run(view.cells.findLast((cell) => cell.number && !cell.cannot));
  const button = (text, onclick, name = null) => make("button", { type: "button", text, onclick, "aria-label": name });
  tools.setAttribute("role", "group");
  tools.setAttribute("aria-label", "Cells of this page");
  tools.append(
    // Its name does not begin as those of the cells' own buttons do.
    button("Run all", runAll, "From the top: Run all"),
    button("Start over", startOver),
    button("Save as notebook", save),
  );
}

function begin() {
  const nodes = [...document.querySelectorAll(".bd-article .cell")].filter((node) => !node.closest(".cell .cell"));
  if (!nodes.length || nodes.length !== SETTINGS.cells) return;
  let number = 0;
  view.cells = nodes.map((node, place) => addCell(node, place, node.querySelector(".cell_input pre") ? ++number : null));
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
