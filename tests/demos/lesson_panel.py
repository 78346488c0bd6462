"""The steps of a lesson on a page, as a reader takes them."""

import json
import re

from demos.each_demo import class_of


class LessonPanel:
    """The panel of a live demo in which its steps are asked and answered."""

    def __init__(self, page, nth=0):
        self.page = page
        self.box = page.locator(".demo-live").nth(nth)
        self.box.wait_for()
        self.panel = self.box.locator(".demo-lesson")

    def says(self):
        return self.panel.locator(".demo-face-shown").inner_text().replace("\n\n", " ").replace("\n", " ")

    def parts(self, key):
        return self.box.locator(f".demo-body [data-value='{key}'], .demo-body .demo-{key}").all()

    def hidden(self, key):
        """Whether all that a key stands for is hidden, from the eye and from the ear."""
        # Of a drawing the sheet is seen.
        look = """node => [getComputedStyle(node.localName === 'svg' ? node.firstChild : node).visibility,
            node.getAttribute('aria-hidden')]"""
        found = {tuple(part.evaluate(look)) for part in self.parts(key)}
        assert len(found) == 1, (key, found)
        assert found <= {("hidden", "true"), ("visible", None)}, (key, found)
        return found == {("hidden", "true")}

    def press(self, name):
        self.box.get_by_role("button", name=name).click()

    def predict(self, task, wrong=False):
        """Commit to a prediction; returns it."""
        if task.choices:
            said = next(choice for choice in task.choices if (choice != task.answer) == wrong)
            self.panel.get_by_role("radio", name=said, exact=True).check()
        else:
            said = "0.25"
            self.panel.get_by_role("textbox").fill(said)
        self.press("Commit")
        return said

    def state_now(self, state):
        """Bring the demo into a state, as the reader's hand may."""
        demo = demo_in(self.box, state)
        self.box.evaluate(
            """async (box, state) => {
              const { model } = box.closest('.demo-host');
              for (const [name, value] of Object.entries(state)) model.set(name, value);
              model.save_changes();
              await new Promise(requestAnimationFrame);
            }""",
            json.loads(json.dumps(demo.state())),
        )

    def state(self, names):
        """The values of some traits as the page has them."""
        read = "(box, names) => names.map((name) => [name, box.closest('.demo-host').model.get(name)])"
        return dict(self.box.evaluate(read, names))

    def follow(self, state):
        """Follow a link to a state."""
        self.page.evaluate("address => { location.hash = address; }", demo_in(self.box, state).link())
        self.page.wait_for_function("!location.hash")


def demo_in(box, state):
    """A demo as the one in a box, in a state."""
    demo = class_of(re.search(r"demo-live demo-([a-z-]+)", box.get_attribute("class"))[1])()
    demo.place(**state)
    return demo


def written(value):
    return str(int(value)) if value == int(value) else f"{value:.4f}".rstrip("0")


def came_out(task, said, numbers):
    """What the panel says of a prediction."""
    if task.choices:
        quoted = "\N{LEFT DOUBLE QUOTATION MARK}{}\N{RIGHT DOUBLE QUOTATION MARK}".format
        if said is None:
            return f"You looked first. The answer is {quoted(task.answer)}."
        right = said == task.answer
        return f"You expected {quoted(said)}" + (
            ", and you were right." if right else f". The answer is {quoted(task.answer)}."
        )
    value = numbers[task.answer]
    answer = task.result.replace("{}", written(value))
    if said is None:
        return f"You looked first. {answer}"
    off = abs(float(said) - value)
    return f"{answer} Your guess, {said}, is {'near' if off <= value / 10 else 'far off'}."
