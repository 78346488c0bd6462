// What the reader did, step by step, to be taken back.

import { same } from "./values.js";

// What the reader did, step by step. Changes while something is held, a pointer, a key or the demo itself, are one
// gesture; `settled` hears when it is over. A state that is not whole yet, on its way from the kernel, is not noted.
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
