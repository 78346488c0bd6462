"""The page's own judges in Python's process: its script, run by QuickJS."""

import base64
import functools
import json

import aucc_teach as at
from aucc_teach._modules import joined
from aucc_teach._running import running
from aucc_teach.exercises import Exercise
from aucc_teach.exercises._exercise import DIGEST

# What the judges need of a browser: the modules name more of it, and call none of it before something is drawn.
BROWSER = """
const modules = {};
const known = {};
globalThis.atob = (text) => decode(text);
globalThis.TextDecoder = class { decode(bytes) { return String.fromCharCode(...bytes); } };
"""
TEXT_ENCODER = """
globalThis.document = { addEventListener() {} };
globalThis.TextEncoder = class {
  encode(text) {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (one) => one.charCodeAt(0));
  }
};
"""
# To read the key of a question takes longer than to judge an answer.
READ_ONCE = "const keyOf = (one) => (known[one.key] ??= keyAnew(one));\nconst keyAnew ="


class Page:
    """A page without anything to see: judges and demos' numbers, from the texts that the built pages have."""

    def __init__(self):
        import quickjs

        self.context = quickjs.Context()
        self.context.set_max_stack_size(2**23)  # the least that a browser has is about a megabyte
        self.context.add_callable("decode", _decode)
        self.context.eval(BROWSER + joined(*Exercise.modules()).replace("const keyOf =", READ_ONCE))

    def judge(self, question, answers):
        """Verdict and words of each answer to a question."""
        if question.kind == "construct":
            model, goals = getattr(at.demos, question.demo).model(), running("static/goals.js")
            lacks = [goals.missing(question.goal, model.numbers(state)) for state in answers]
            return [("wrong", words) if words else ("right", question.outcome) for words in lacks]
        script = """([question, answers]) => answers.map((answer) => {
          const { verdict, words } = modules["exercises/static/exercise.js"].judge(question, answer);
          return [verdict, words];
        })"""
        return [tuple(one) for one in self._call(script, [question.as_json(), answers])]

    def load_answers(self):
        """The functions that make a file's digest, as `answers`."""
        script = f'{TEXT_ENCODER}{joined(DIGEST)}globalThis.answers = modules["{DIGEST}"];'
        self.context.eval(script)

    def call(self, script, given):
        """What a function in JavaScript returns for a value."""
        return self._call(script, given)

    def _call(self, script, given):
        return json.loads(self.context.eval(f"JSON.stringify(({script})({json.dumps(given)}))"))


@functools.cache
def _page():
    return Page()


def said(question, answers):
    """Verdict and words of each answer to a question, which must be the same in the page and in Python."""
    found = _page().judge(question, answers)
    assert found == [at.exercises.judge(question, answer)[:2] for answer in answers]
    return found


def _decode(text):
    # Characters, not bytes: the stand-in for TextDecoder hands them on.
    return base64.b64decode(text).decode()
