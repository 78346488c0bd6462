"""Undo and redo go by gestures: what they keep, without a page."""

import json
import random

import quickjs

from aucc_teach.join_scripts import joined

# `state` is what the reader sees; each act is a name and, for "set", the new state.
SCRIPT = """(acts) => {
  let state = 0;
  const { gestures } = modules["static/undo.js"];
  const read = () => state;
  const history = gestures({ read, write: (old) => (state = old), isWhole: (one) => one >= 0, settled() {} });
  return acts.map(([act, value]) => {
    if (act === "set") {
      state = value;
      history.settle();
    } else history[act](value);
    return [state, history.canUndo(), history.canRedo()];
  });
}"""


def by_the_book(acts):
    """The same with two plain lists: states that were, and states that were taken back."""
    state, present, past, future, holders = 0, 0, [], [], set()
    for act, value in acts:
        if act == "set":
            state = value
        elif act == "hold":
            holders.add(value)
        elif act == "release":
            holders.discard(value)
        else:
            source, target = (past, future) if act == "undo" else (future, past)
            if source:
                target.append(present)
                state = present = source.pop()
        if act in ("set", "release") and not holders and state != present and state >= 0:
            past, future, present = [*past, present], [], state
        yield [state, bool(past), bool(future)]


def test_undo_and_redo_go_by_gestures():
    context = quickjs.Context()
    context.eval(f"const modules = {{}};\n{joined('static/undo.js')}")
    rng = random.Random(5)
    for _ in range(300):
        acts = []
        for _ in range(30):
            act = rng.choice(["set", "set", "hold", "release", "release", "undo", "undo", "redo"])
            acts.append((act, rng.randint(-1, 4) if act == "set" else rng.choice(["pointer", "key"])))
        found = json.loads(context.eval(f"JSON.stringify(({SCRIPT})({json.dumps(acts)}))"))
        assert found == list(by_the_book(acts))
