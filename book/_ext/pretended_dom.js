// As much of a page as a demo needs to draw itself once: nodes that remember what they are given, and write themselves as
// HTML. Nobody presses anything here, and nothing is measured.

const escaped = (text) => String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const VOID = ["input", "br"];

class Node {
  parentNode = null;
  constructor(text = "") {
    this.text = String(text);
  }
  get textContent() {
    return this.text;
  }
  get outerHTML() {
    return escaped(this.text);
  }
  get beside() {
    return this.parentNode?.childNodes ?? [this];
  }
  get nextSibling() {
    return this.beside[this.beside.indexOf(this) + 1] ?? null;
  }
  put(nodes, shift) {
    for (const node of nodes.map((one) => (one instanceof Node ? one : new Node(one)))) {
      node.remove();
      node.parentNode = this.parentNode;
      this.beside.splice(this.beside.indexOf(this) + shift, 0, node);
    }
  }
  before(...nodes) {
    this.put(nodes, 0);
  }
  after(...nodes) {
    this.put(nodes.reverse(), 1);
  }
  remove() {
    this.parentNode?.childNodes.splice(this.beside.indexOf(this), 1);
    this.parentNode = null;
  }
}

class Element extends Node {
  childNodes = [];
  attributes = new Map();
  style = { setProperty: (name, value) => this.setAttribute("style", `${this.getAttribute("style") ?? ""}${name}:${value};`) };
  constructor(tag) {
    super();
    this.tag = tag;
  }

  // ---- attributes

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  toggleAttribute(name, is) {
    if (is) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }
  get classList() {
    const names = () => (this.getAttribute("class") ?? "").split(" ").filter(Boolean);
    const set = (list) => this.setAttribute("class", list.join(" "));
    const toggle = (name, is = !names().includes(name)) => set([...names().filter((one) => one !== name), ...(is ? [name] : [])]);
    const contains = (name) => names().includes(name);
    return { toggle, contains, add: (name) => toggle(name, true), remove: (name) => toggle(name, false) };
  }
  get dataset() {
    const nameOf = (key) => `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return new Proxy(this, {
      get: (_, key) => this.attributes.get(nameOf(key)),
      set: (_, key, value) => this.setAttribute(nameOf(key), value) ?? true,
    });
  }

  // ---- children

  get children() {
    return this.childNodes.filter((node) => node instanceof Element);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get lastChild() {
    return this.childNodes[this.childNodes.length - 1] ?? null;
  }
  get textContent() {
    return this.childNodes.map((node) => node.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(text);
  }
  append(...nodes) {
    const end = new Node();
    end.parentNode = this;
    this.childNodes.push(end);
    end.before(...nodes);
    end.remove();
  }
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }
  insertBefore(node, other) {
    if (other) other.before(node);
    else this.append(node);
  }
  contains(node) {
    for (let one = node; one; one = one.parentNode) if (one === this) return true;
    return false;
  }
  getRootNode() {
    return document;
  }

  // ---- selectors: names, classes, attributes and :not(), one after the other, below, beside or right below each other

  matches(selector) {
    return selector.split(/,(?![^(]*\))/).some((one) => this.fits(one.trim().split(/\s+(?![^[]*\])/)));
  }
  fits(parts) {
    const last = parts[parts.length - 1];
    if (!this.is(last)) return false;
    if (parts.length === 1) return true;
    const sign = parts[parts.length - 2];
    const rest = parts.slice(0, /^[>+~]$/.test(sign) ? -2 : -1);
    const older = this.parentNode?.children.slice(0, this.parentNode.children.indexOf(this)) ?? [];
    const above = [];
    for (let one = this.parentNode; one instanceof Element; one = one.parentNode) above.push(one);
    const near = { ">": above.slice(0, 1), "+": older.slice(-1), "~": older }[sign] ?? above;
    return near.some((one) => one.fits(rest));
  }
  is(compound) {
    return (compound.match(/[\w-]+|\.[\w-]+|\[[^\]]*\]|:not\([^)]*\)/g) ?? []).every((part) => {
      if (part[0] === ".") return this.classList.contains(part.slice(1));
      if (part[0] === ":") return !this.matches(part.slice(5, -1));
      if (part[0] !== "[") return this.tag === part;
      const [, name, value] = /^\[([\w-]+)(?:="?([^"]*)"?)?\]$/.exec(part);
      return this.hasAttribute(name) && (value === undefined || this.getAttribute(name) === value);
    });
  }
  querySelectorAll(selector) {
    return this.children.flatMap((node) => [...(node.matches(selector) ? [node] : []), ...node.querySelectorAll(selector)]);
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  // ---- what forms have, and what only a reader sets off

  get hidden() {
    return this.hasAttribute("hidden");
  }
  set hidden(is) {
    this.toggleAttribute("hidden", is);
  }
  get value() {
    return this.getAttribute("value") ?? "";
  }
  set value(value) {
    for (const option of this.tag === "select" ? this.querySelectorAll("option") : []) {
      option.toggleAttribute("selected", option.value === String(value));
    }
    if (this.tag !== "select") this.setAttribute("value", value);
  }
  reset() {}
  addEventListener() {}
  dispatchEvent() {}

  // ---- written

  get outerHTML() {
    const given = [...this.attributes].filter(([name]) => isSeen(name, this.tag));
    if (this.tag === "svg" && this.hasAttribute("aria-label")) given.push(["role", "img"]);
    const written = given.map(([name, value]) => (value ? ` ${name}=${quoted(GEOMETRY.has(name) ? rounded(value) : value)}` : ` ${name}`)).join("");
    if (SHAPES.has(this.tag)) return this.getAttribute("visibility") === "hidden" ? "" : `<${this.tag}${written} />`;
    const inside = this.childNodes.map((node) => node.outerHTML).join("");
    return `<${this.tag}${written}>${VOID.includes(this.tag) ? "" : `${inside}</${this.tag}>`}`;
  }
}

// As short as HTML has it, and places to a hundredth: a page may have hundreds of shapes.
const rounded = (value) => value.replace(/\d+\.\d{3,}/g, (one) => String(Math.round(100 * one) / 100));
const quoted = (value) => (/^[\w.,:#%()-]+$/.test(value) ? value : `"${escaped(value)}"`);

const GEOMETRY = new Set("cx cy d height points r rx ry transform width x x1 x2 y y1 y2".split(" "));

// Of an SVG: they hold nothing, and those that nobody sees are left out.
const SHAPES = new Set(["circle", "ellipse", "line", "path", "polygon", "polyline", "rect"]);

// A picture answers to nobody: it keeps how it looks and what it is called.
const isSeen = (name, tag) => !/^(role|tabindex|aria-.*|required|name|data-(?!value$|step$|hidden$).*)$/.test(name) || (tag === "svg" && name === "aria-label");

const waiting = [];
globalThis.queueMicrotask = (task) => waiting.push(task);
globalThis.document = {
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
  getElementById: () => null,
  addEventListener() {},
  activeElement: null,
};
globalThis.window = globalThis;
globalThis.addEventListener = () => {};
globalThis.matchMedia = () => ({ matches: true, addEventListener() {} });
globalThis.requestAnimationFrame = () => 0;
globalThis.cancelAnimationFrame = () => {};
globalThis.setTimeout = () => 0;
globalThis.clearTimeout = () => {};
globalThis.performance = { now: () => 0 };
globalThis.Event = class {};
globalThis.MutationObserver = globalThis.IntersectionObserver = globalThis.ResizeObserver = class {
  observe() {}
  disconnect() {}
};
globalThis.AbortController = class {
  signal = { aborted: false, addEventListener() {} };
};

// What a demo shows in a state; or where the reader left it, as a page keeps it.
globalThis.draw = (render, state, kept) => {
  const el = document.createElement("div");
  const set = (name, value) => Object.assign(state, { [name]: value });
  const model = { get: (name) => state[name], set, save_changes() {}, on() {}, off() {} };
  render({ model, el, page: { load: () => kept, save() {}, forget() {} } });
  while (waiting.length) waiting.shift()();
  return el.firstChild.childNodes.map((node) => node.outerHTML).join("");
};
