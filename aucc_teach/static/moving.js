// Pointers and keys.

// The place of a pointer event in the coordinates of an SVG's viewBox.
export function svgPlace(node, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(node.getScreenCTM().inverse());
  return [x, y];
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// Keys with Ctrl, Alt or Cmd belong to the browser.
export const isShortcut = (event) => event.ctrlKey || event.altKey || event.metaKey;

// The step of an arrow key, `big` with Shift; null for other keys and for shortcuts.
export function arrowStep(event, small, big) {
  const direction = isShortcut(event) ? null : ARROWS[event.key];
  return direction ? direction.map((d) => d * (event.shiftKey ? big : small)) : null;
}

// Calls the action of a key, by the key's name. Lists keep their keys, which choose an option.
export function listenToKeys(node, actions, signal) {
  const act = (event) => {
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action || isShortcut(event) || event.target.matches("select")) return;
    event.preventDefault();
    action();
  };
  node.addEventListener("keydown", act, { signal });
}

// Listens to the items of a drawing, nodes whose `data-key` is a key of the map `items`. Items come and go, so one
// listener on the demo's body serves all; on the drawing it would make that a stop for Tab.
export function listenToItems(body, items, type, handler, signal) {
  const onItem = (event) => {
    const item = items.get(event.target.closest("[data-key]")?.dataset.key);
    if (item) handler(item, event);
  };
  body.addEventListener(type, onItem, { signal });
}

// Focuses an item of a drawing, by its key.
export const focusItem = (items, key) => items.get(key)?.node.focus({ preventScroll: true });

// Listens to cells, items of a drawing that are pressed by pointer and keys, and among which arrow keys walk.
// `press(item)` presses one, `neighbour(item, step)` returns the key of the next one in a direction, and
// `actions(item)` returns actions of further keys. `touch(marks)` takes the keys of the cell that has the focus, or had
// it last, `pinned`, and of the cell under the pointer, `hovered`; null for none.
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

// Makes `node` movable by pointer and arrow keys. `at()` returns its place in data units, and `locate(event)` the
// pointer's. `moveTo(place, done)` moves it, with `done` after a key and at the end of a drag. `press(event)` is called
// when a pointer goes down, and `tap(event)` after a press without a drag. Up is +y.
export function makeMovable(node, { at, locate, moveTo, press, tap, small = 10, big = 100 }, signal) {
  let drag = null;
  const listen = (type, handler) => node.addEventListener(type, handler, { signal });
  listen("pointerdown", (event) => {
    if (event.button !== 0 || drag) return;
    // The grip keeps its offset, so that the node does not jump to put its middle under the pointer.
    const [place, pointer] = [at(), locate(event)];
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
    drag.grip = [place[0] - pointer[0], place[1] - pointer[1]];
    node.setPointerCapture(event.pointerId);
    press?.(event);
  });
  // A finger on it must not scroll the page; touch-action has no effect inside a drawing.
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

// Makes a `slider` in a drawing, its parent, movable by pointer and keys, and by a press on an empty place of the drawing.
// `value()` returns its value, `locate(event)` the pointer's, and `moveTo(value, done)` moves it. `low` and `high` are its
// ends, `steps` those of an arrow, an arrow with Shift, and a page key; `more` is for makeMovable().
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

// Makes `node`, the i-th of several things, focusable, and movable by `moves` (see makeMovable()). `things` has `count()`,
// and what to do with the i-th: `choose(i)`, `focus(i)`, `change(i)`, and optionally `hover(i)`, with null for none.
// `keys` are actions of further keys.
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

// Does the same for things that can be chosen, changed by a press once chosen, and added or removed by keys. `things` also
// has `chosen()`, `choose(null)` for none, `add(i)` for another one beside it, and `remove(i)`.
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
