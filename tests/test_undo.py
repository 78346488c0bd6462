"""What a reader did is taken back and done again, gesture by gesture, without a page."""

import json

import pytest

from aucc_teach._join_scripts import joined

# A state that is a number: to set it is a change; each step says which state is there then, and what can be done.
READER = """
let n = 0;
const reader = modules["static/undo.js"].gestures({
  read: () => n, write: (value) => { n = value; }, isWhole: (value) => value >= 0, settled() {},
});
const act = (step) => {
  if (typeof step === "number") { n = step; reader.settle(); }
  else if (step === "hold" || step === "release") reader[step]("pointer");
  else reader[step]();
  return [n, reader.canUndo(), reader.canRedo()];
};
"""


def after(*steps):
    quickjs = pytest.importorskip("quickjs")
    context = quickjs.Context()
    context.eval(f"const modules = {{}};\n{joined('static/undo.js')}\n{READER}")
    return json.loads(context.eval(f"JSON.stringify({json.dumps(steps)}.map(act))"))


def test_steps_are_taken_back_and_done_again():
    found = after(1, 2, "undo", "undo", "undo", "redo", "redo", "redo")
    assert [n for n, *_ in found] == [1, 2, 1, 0, 0, 1, 2, 2]
    assert [can for _, *can in found][3:6] == [[False, True], [False, True], [True, True]]


def test_a_new_step_forgets_what_was_taken_back():
    *_, changed, again = after(1, 2, "undo", 7, "redo")
    assert changed == again == [7, True, False]


def test_a_gesture_is_one_step_and_what_is_not_whole_is_none():
    assert [n for n, *_ in after("hold", 1, 2, 3, "release", "undo")] == [0, 1, 2, 3, 3, 0]
    assert after(-1)[0] == [-1, False, False]
