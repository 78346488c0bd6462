// Pointers and keys.

// Where a pointer event is, in the coordinates of an SVG's viewBox.
export function svgPlace(node, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(node.getScreenCTM().inverse());
  return [x, y];
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// The browser's own shortcuts are left to it.
export const isShortcut = (event) => event.ctrlKey || event.altKey || event.metaKey;

// The step that an arrow key asks for, `big` with Shift; null for other keys and for shortcuts.
export function arrowStep(event, small, big) {
  const direction = isShortcut(event) ? null : ARROWS[event.key];
  return direction ? direction.map((d) => d * (event.shiftKey ? big : small)) : null;
}

// Call the action of a key, by its name; lists keep the keys that choose in them.
export function listenToKeys(node, actions, signal) {
  const act = (event) => {
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action || isShortcut(event) || event.target.matches("select")) return;
    event.preventDefault();
    action();
  };
  node.addEventListener("keydown", act, { signal });
}

// Hear of an event on any of the items of a drawing, nodes with the key `data-key` in the map `items`: one listener on
// the demo's body for all, since they come and go. Not on the drawing, which would become a stop of its own for Tab.
export function listenToItems(body, items, type, handler, signal) {
  const onItem = (event) => {
    const item = items.get(event.target.closest("[data-key]")?.dataset.key);
    if (item) handler(item, event);
  };
  body.addEventListener(type, onItem, { signal });
}

// Bring the keyboard to an item of a drawing, by its key.
export const focusItem = (items, key) => items.get(key)?.node.focus({ preventScroll: true });

// Hear of the cells of a drawing, items as listenToItems() takes them, which are pressed by pointer and keys, and walked
// among by arrows: `press(item)` presses one, `neighbour(item, step)` is the key of the next one in a direction,
// `touch(marks)` hears which cell has the keyboard, or had it until something outside got it, `pinned`, and which is under
// the pointer, `hovered`, by their keys or null. `actions(item)` are those of further keys.
export function listenToCells(body, items, { press, neighbour, touch, actions = () => ({}) }, signal) {
  const listen = (type, handler) => listenToItems(body, items, type, handler, signal);
  const keyOf = ({ node }) => node.dataset.key;
  listen("click", (item) => {
    focusItem(items, keyOf(item));
    press(item);
  });
  listen("keydown", (item, event) => {
    const step = arrowStep(event, 1, 1);
    const [enter, clear] = [() => press(item), () => touch({ pinned: null, hovered: null })];
    const ofKeys = { Enter: enter, " ": enter, Escape: clear, ...actions(item) };
    const action = step ? () => focusItem(items, neighbour(item, step)) : ofKeys[event.key];
    if (!action || isShortcut(event)) return;
    event.preventDefault();
    action();
  });
  listen("focusin", (item) => touch({ pinned: keyOf(item) }));
  listen("pointerover", (item) => touch({ hovered: keyOf(item) }));
  listen("pointerout", () => touch({ hovered: null }));
}

// Make `node` movable by pointer and by arrow keys. `at()` is its place in data units, `locate(event)` the pointer's;
// `moveTo(place, done)` moves it, `done` after a key and at the end of a drag; `press(event)` when a pointer goes
// down; `tap(event)` for a press without a drag. The arrow's up is +y. What stays on a line ignores a coordinate.
export function makeMovable(node, { at, locate, moveTo, press, tap, small = 10, big = 100 }, signal) {
  let drag = null;
  const listen = (type, handler) => node.addEventListener(type, handler, { signal });
  listen("pointerdown", (event) => {
    if (event.button !== 0 || drag) return;
    // The grip: what is dragged must not jump to put its middle under the pointer.
    const [place, pointer] = [at(), locate(event)];
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
    drag.grip = [place[0] - pointer[0], place[1] - pointer[1]];
    node.setPointerCapture(event.pointerId);
    press?.(event);
  });
  // A finger on it must not scroll the page. The style touch-action would say so, but not inside a drawing.
  node.addEventListener("touchstart", (event) => event.preventDefault(), { signal, passive: false });
  const placeOf = (event) => locate(event).map((value, i) => value + drag.grip[i]);
  listen("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    // A hand that clicks trembles by a pixel or two.
    drag.moved ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 3;
    if (drag.moved) moveTo(placeOf(event), false);
  });
  const release = (event) => {
    if (event.pointerId !== drag?.id) return;
    if (drag.moved) moveTo(event.type === "pointerup" ? placeOf(event) : at(), true);
    else if (event.type === "pointerup") tap?.(event);
    drag = null;
  };
  listen("pointerup", release);
  listen("pointercancel", release);
  listen("keydown", (event) => {
    const step = arrowStep(event, small, big);
    if (!step) return;
    event.preventDefault();
    const place = at();
    moveTo([place[0] + step[0], place[1] + step[1]], true);
  });
}

// Make a `slider` of its parent, a drawing along which it moves: by pointer and keys, and by a press on the drawing, where
// nothing else is to be pressed. `value()` is where it is, `locate(event)` the pointer's, `moveTo(value, done)` moves it;
// `low` and `high` are its ends, `steps` those of an arrow, with Shift, and of a page; `more` is for makeMovable().
export function makeSlider(slider, { value, locate, moveTo, low, high, steps: [small, big, page], ...more }, signal) {
  const moves = {
    at: () => [value(), 0],
    locate: (event) => [locate(event), 0],
    moveTo: ([x, up], done) => moveTo(x + up, done), // up is more
  };
  makeMovable(slider, { ...moves, small, big, ...more }, signal);
  const [to, by] = [(end) => () => moveTo(end, true), (step) => () => moveTo(value() + step, true)];
  listenToKeys(slider, { Home: to(low), End: to(high), PageDown: by(-page), PageUp: by(page) }, signal);
  const drawing = slider.parentNode;
  const press = (event) => event.target.closest("[role]") === drawing && moveTo(locate(event), true);
  drawing.addEventListener("click", press, { signal });
}

// Make `node`, that of the i-th of several things, one that the keyboard stops at and that moves as `moves` say (see
// makeMovable()). `things` knows them all: `count()`, and what to do about the i-th: `choose(i)`, `focus(i)`, `change(i)`
// and, if that matters, `hover(i)`, of null for none. `keys` do more.
export function makeStop(node, i, things, moves, signal, keys = {}) {
  makeMovable(node, { press: () => things.focus(i), ...moves }, signal);
  const change = () => things.change(i);
  const listen = (type, handler) => node.addEventListener(type, handler, { signal });
  listen("focus", () => things.choose(i));
  listen("pointerenter", () => things.hover?.(i));
  listen("pointerleave", () => things.hover?.(null));
  // A screen reader clicks without a pointer.
  listen("click", (event) => event.detail === 0 && change());
  const walk = (by) => () => things.focus((i + things.count() + by) % things.count());
  listenToKeys(node, { Enter: change, " ": change, n: walk(1), p: walk(-1), ...keys }, signal);
  return node;
}

// Make it one that can also be chosen, changed by a press on what is chosen, and added or removed by keys. `things` knows
// as well: `chosen()`, `choose(null)` for none, `add(i)` another beside it, and `remove(i)`.
export function makeChoosable(node, i, things, moves, signal) {
  let wasChosen = false;
  const press = () => {
    wasChosen = things.chosen() === i;
    things.focus(i);
  };
  const tap = () => wasChosen && things.change(i);
  const [add, remove] = [() => things.add(i), () => things.remove(i)];
  const keys = { "+": add, Insert: add, "-": remove, Delete: remove, Escape: () => things.choose(null) };
  return makeStop(node, i, things, { ...moves, press, tap }, signal, keys);
}
