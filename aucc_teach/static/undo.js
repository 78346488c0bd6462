// Undo and redo.

import { same } from "./values.js";

// Records the reader's gestures. All changes while something is held, a pointer, a key or the demo itself, are one gesture,
// after which `settled` is called. A state that is still on its way from the kernel, and not whole, is not recorded.
export function gestures({ read, write, isWhole, settled }) {
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
