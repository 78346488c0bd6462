// A text field over highlighted code: what is typed is the browser's own, what is seen is the code below it.

import { highlight } from "./highlight.js";

const INDENT = "    ";
const LOOK = ["fontFamily", "fontSize", "lineHeight", "letterSpacing", "padding", "borderWidth", "margin"];

// The one way to change a text field's text that its undo knows.
const insert = (text) => document.execCommand("insertText", false, text);

function onTab(field, isBack) {
  const { value, selectionStart: start, selectionEnd: end } = field;
  if (start === end && !isBack) return insert(INDENT);
  const from = value.lastIndexOf("\n", start - 1) + 1;
  const lines = value.slice(from, end).split("\n");
  const moved = lines.map((line) => (isBack ? line.replace(/^ {1,4}/, "") : line && INDENT + line)).join("\n");
  if (moved === value.slice(from, end)) return undefined;
  field.setSelectionRange(from, end);
  insert(moved);
  field.setSelectionRange(from, from + moved.length);
}

function onEnter(field) {
  const line = field.value.slice(field.value.lastIndexOf("\n", field.selectionStart - 1) + 1, field.selectionStart);
  const opens = /[:([{]\s*(#.*)?$/.test(line);
  insert(`\n${line.match(/^ */)[0]}${opens ? INDENT : ""}`);
}

/** Set the letters of fields above those of the code, whatever the theme does to it: all are read before one is changed. */
export function fit(editors) {
  const looks = editors.map(({ pre }) => getComputedStyle(pre)).map((look) => LOOK.map((name) => [name, look[name]]));
  for (const [i, { field }] of editors.entries()) Object.assign(field.style, Object.fromEntries(looks[i]));
}

/** Lay a text field over a `pre`, for `fit`. Tab indents; after Escape it leaves the field, as everywhere else. */
export function editorOver(pre, { name, text, onRun, onChange }) {
  const field = document.createElement("textarea");
  field.className = "live-code";
  field.value = text;
  field.spellcheck = false;
  field.rows = 1;
  field.wrap = "off";
  field.setAttribute("aria-label", name);
  for (const [attribute, value] of [["autocapitalize", "off"], ["autocomplete", "off"], ["autocorrect", "off"]]) {
    field.setAttribute(attribute, value);
  }
  field.setAttribute("aria-describedby", "live-keys");
  let leaves = false;
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      leaves = true;
      return;
    }
    if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onRun();
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      onEnter(field);
    } else if (event.key === "Tab" && !leaves) {
      event.preventDefault();
      onTab(field, event.shiftKey);
    }
    if (event.key !== "Tab" && event.key !== "Shift") leaves = false;
  });
  field.addEventListener("blur", () => {
    leaves = false;
  });
  field.addEventListener("input", () => {
    show();
    onChange(field.value);
  });
  // The code below stays as Pygments drew it until it is changed.
  const drawn = [...pre.childNodes];
  function show() {
    if (field.value === text) pre.replaceChildren(...drawn);
    // A last empty line has no height of its own.
    else highlight(pre, field.value.endsWith("\n") ? `${field.value} ` : field.value);
  }
  pre.classList.add("live-drawn");
  pre.setAttribute("aria-hidden", "true");
  pre.tabIndex = -1; // the theme makes wide code a stop of the Tab key; the field is one
  const both = document.createElement("div");
  both.className = "live-editor";
  const copy = pre.nextElementSibling; // a button, if one was made
  pre.replaceWith(both);
  both.append(pre, field, ...(copy ? [copy] : []));
  return {
    field,
    pre,
    get text() {
      return field.value;
    },
    set text(value) {
      field.value = value;
      show();
    },
  };
}
