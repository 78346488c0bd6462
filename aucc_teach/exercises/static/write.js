// A function to be written. It runs in the Python of the page's cells, or in the kernel where there is one.

import { html } from "../../static/dom.js";
import { same, sumOf } from "../../static/values.js";
import { keyOf, kinds, newGroup, rich, unclear, wrong } from "./exercise.js";

// ---------------------------------------------------------------------------------------------------- the field

const INDENT = "    ";

// Tab and Enter as in an editor. Escape sets Tab free, once, so that the field can be left by the keyboard.
function codeKeys(area, signal) {
  let isFree = false;
  // The browser's own command can be undone. It fails where the page is not in front; then the text is set by hand.
  function replace(start, end, text) {
    area.setSelectionRange(start, end);
    if (document.execCommand(text ? "insertText" : "delete", false, text)) return;
    area.setRangeText(text, start, end, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  // Moves the selected lines in or out by one step; they stay selected.
  function shift(isOut) {
    const { selectionStart: start, selectionEnd: end, value } = area;
    if (!isOut && start === end) {
      const column = start - (value.lastIndexOf("\n", start - 1) + 1);
      return replace(start, end, " ".repeat(INDENT.length - (column % INDENT.length)));
    }
    const from = value.lastIndexOf("\n", start - 1) + 1;
    // A selection that ends at the beginning of a line leaves that line alone.
    const last = value.indexOf("\n", end > start && value[end - 1] === "\n" ? end - 1 : end);
    const to = last < 0 ? value.length : last;
    const lines = value.slice(from, to).split("\n");
    const moved = lines.map((line) => (isOut ? line.replace(/^ {1,4}|^\t/, "") : line && INDENT + line));
    if (same(lines, moved)) return;
    replace(from, to, moved.join("\n"));
    const by = (n) => sumOf(moved.slice(0, n).map((line, i) => line.length - lines[i].length));
    area.setSelectionRange(Math.max(from, start + by(1)), Math.max(from, end + by(lines.length)));
  }
  const actions = {
    Tab: ({ shiftKey }) => shift(shiftKey),
    Enter() {
      const { selectionStart: start, selectionEnd: end, value } = area;
      const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
      replace(start, end, `\n${/^ */.exec(line)[0]}${/:\s*$/.test(line) ? INDENT : ""}`);
    },
  };
  area.addEventListener(
    "keydown",
    (event) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      const wasFree = isFree;
      isFree = key === "Escape" || (wasFree && key === "Shift");
      if (key === "Enter" && (ctrlKey || metaKey)) {
        event.preventDefault();
        event.stopPropagation(); // JupyterLab would run the cell
        area.form.requestSubmit();
      } else if (actions[key] && !(ctrlKey || metaKey || altKey || isComposing || (wasFree && key === "Tab"))) {
        event.preventDefault();
        actions[key](event);
      }
    },
    { signal },
  );
  area.addEventListener("blur", () => (isFree = false), { signal });
}

// ---------------------------------------------------------------------------------------------------- Python in the page

const RUNNING = "Running \u2026";
const NO_PYTHON =
  "This copy of the book cannot run Python in its pages, so nothing is judged here. Open the notebook of the chapter in " +
  "JupyterLab, as the page *Running the code* describes, run it down to this exercise, and answer there.";

// Browsers word it like this; Python has its own words, if it notices first.
const NESTED = /call stack|recursion/;
const TOO_DEEP = "Python ended, because calls were nested too deeply. Does the function call itself without end?";

// Does the page bring the Python of its cells? It says so in its own text, before any script has run.
const hasPython = () => document.querySelector("#live-settings") !== null;

// Python starts when a reader begins to write. Whoever runs something meanwhile hears how far it is.
const start = { isAsked: false, words: "", hear() {} };

function startAhead() {
  if (start.isAsked || !globalThis.livePython) return;
  start.isAsked = true;
  const onStatus = (words) => {
    start.words = words;
    start.hear(words);
  };
  // An error is shown when a function is run.
  const end = () => (start.words = "");
  globalThis.livePython.run([{ number: 0, source: "" }], () => {}, { onStatus }).then(end, end);
}

// A JSON text is a text of Python as well. Output that bypasses `print` is dropped, as in a kernel.
const judging = (code, task) =>
  [
    "import sys, types, live_cells",
    "from aucc_teach.exercises.judge_outputs import judge_in_page",
    "sys.stdout = sys.stderr = types.SimpleNamespace(write=len, flush=lambda: None)",
    'tell = lambda text: live_cells.send("printed", text=text)',
    `verdict, words = judge_in_page(${task}, ${JSON.stringify(code)}, tell)`,
    'live_cells.send("judged", verdict=verdict, words=words)',
  ].join("\n");

// Runs a text and returns `{ verdict, words, printed }`. The text and the page's cells see nothing of each other.
async function runInPage(code, { task, seconds, late, gone }, changed) {
  const session = globalThis.livePython;
  let printed = "";
  let found = wrong(gone);
  let timer = null;
  let isLate = false;
  const end = () => {
    isLate = true;
    session.stop();
  };
  const hear = ({ kind, text, verdict, words, message }) => {
    if (kind === "begin") {
      changed(RUNNING);
      timer = setTimeout(end, seconds * 1000);
    } else if (kind === "printed") {
      printed += text;
    } else if (kind === "judged") {
      found = { verdict, words };
    } else if (kind === "error" && NESTED.test(message)) {
      found = wrong(TOO_DEEP);
    }
  };
  start.hear = changed;
  changed(start.words || RUNNING);
  try {
    await session.run([{ number: 0, source: judging(code, task) }], hear, { onStatus: (words) => changed(start.words || words) });
  } catch (error) {
    if (!isLate) return { ...unclear(`Python did not run your function: ${error.message || "it was stopped."}`), printed };
    found = wrong(late);
  } finally {
    clearTimeout(timer);
  }
  return { ...found, printed };
}

// ---------------------------------------------------------------------------------------------------- Python in a kernel

const NO_KERNEL = "No kernel answers. Start one, and show the exercise again.";

let nAsked = 0;

function runInKernel(model, name, code, seconds) {
  const asked = (nAsked += 1);
  return new Promise((resolve) => {
    const hear = (message) => message.asked === asked && done(message);
    const timer = setTimeout(() => done(unclear(NO_KERNEL)), 2 * seconds * 1000);
    function done(found) {
      clearTimeout(timer);
      model.off("msg:custom", hear);
      resolve(found);
    }
    model.on("msg:custom", hear);
    model.send({ asked, name, code });
  });
}

// ---------------------------------------------------------------------------------------------------- the kind

kinds.write = {
  verb: "Run",
  build({ name, start, in_page: inPage, in_kernel: inKernel }, signal, _changed, model) {
    const help = `exercise-help-${newGroup()}`;
    const area = html("textarea", {
      class: "exercise-code",
      rows: start.split("\n").length + 4,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      wrap: "off",
      "aria-label": `Your function ${name}`,
      "aria-describedby": help,
      text: start,
    });
    codeKeys(area, signal);
    if (!model.send) area.addEventListener("input", startAhead, { signal });
    const keys = " Tab indents, Escape and then Tab leaves the field, Ctrl+Enter runs.";
    const inPlace = hasPython() ? inPage : NO_PYTHON;
    const words = [...rich(model.send ? inKernel : inPlace), keys];
    return {
      nodes: [area, html("p", { id: help, class: "exercise-help" }, ...words)],
      read: () => area.value,
      write: (answer) => (area.value = answer),
      isGroup: true,
    };
  },
  async judge(question, code, { changed, model }) {
    const key = keyOf(question);
    if (model.send) {
      changed(RUNNING);
      const { verdict, words } = await runInKernel(model, question.name, code, key.seconds);
      return { verdict, words };
    }
    if (!hasPython()) return unclear(NO_PYTHON);
    const { verdict, words, printed } = await runInPage(code, key, changed);
    const text = printed.replaceAll("`", "'").replace(/^\n+|\n+$/g, "");
    return { verdict, words: text ? `${words}\nPrinted:\n\`${text}\`` : words };
  },
};
