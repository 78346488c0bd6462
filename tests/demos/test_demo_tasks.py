"""Every demo as a lesson: its numbers, its goals, the steps on a page, undo, and what a reload keeps."""

import inspect
import itertools
import math
import random
import re

import pytest
from conftest import axe_violations
from page_judge import Page

import aucc_teach as at
from aucc_teach.demos._base import state_in
from aucc_teach.demos._tasks import RELATIONS, Task, meets, missing
from demos.each_demo import ACTS, SOLUTIONS, beginnings, each_miss, misses, random_state
from demos.each_demo import whole_demo as demo_of

DEMOS = sorted(set(at.demos.__all__) - {"Demo"})
WITH_TASKS = [name for name in DEMOS if getattr(at.demos, name).tasks]


RUN = """async ([source, states, goals]) => {
  const url = URL.createObjectURL(new Blob([source + "\\nexport { meets };"], { type: "text/javascript" }));
  const { default: demo, meets } = await import(url);
  const judged = (state) => goals.map((goal) => meets(goal, demo.numbers(state)));
  return states.map((state) => {
    const wrong = demo.check(state);
    return { wrong, ...(wrong ? {} : { numbers: demo.numbers(state), met: judged(state) }) };
  });
}"""


def in_javascript(browser, name, states, goals=()):
    page = browser.new_page()
    found = page.evaluate(RUN, [at.demos.Demo.source(getattr(at.demos, name).slug), states, goals])
    page.close()
    return found


def whole(value):
    """None for what JavaScript calls NaN."""
    return None if isinstance(value, float) and math.isnan(value) else value


@pytest.mark.parametrize("name", DEMOS)
@pytest.mark.breadth(first_of=2)
def test_numbers_and_goals_agree_on_random_states(name, browser):
    rng = random.Random(18)
    cls = getattr(at.demos, name)
    states = [random_state(name, rng) for _ in range(20 if name == "NullMachine" else 60)]
    keys = list(cls.numbers(states[0]))
    # Relations and sides at random: many are met, by a hair.
    goals = []
    for _ in range(40):
        value = cls.numbers(rng.choice(states))[key := rng.choice(keys)]
        side = rng.choice([value if value is not None else 1, rng.choice(keys)])
        goals.append([[key, rng.choice(list(RELATIONS)), side]])
    # Fractions of whole numbers have the same last bit on both sides; a sum of fractions has not.
    inexact = {"area", "extended", "cice", "cice_start", "rs"}
    if name == "TwoDistributions":
        inexact |= {"auc", "tpr", "fpr", "precision"}
    if name == "MeasureBench":
        inexact |= {"aaa", "psi", "psi_simplified", "nmi", "ami"}
    exact = [goal for goal in goals if not {goal[0][0], goal[0][2]} & inexact]
    n_met = 0
    for state, found in zip(states, in_javascript(browser, name, states, exact), strict=True):
        numbers = cls.numbers(state)
        assert found["wrong"] == ""
        there = {key: whole(value) for key, value in found["numbers"].items()}
        assert set(there) == set(numbers)
        for key, value in numbers.items():
            assert there[key] == (value if value is None else pytest.approx(value, abs=1e-12)), key
            assert isinstance(value, float) or value is None or there[key] == value
        met = [meets(goal, numbers) for goal in exact]
        assert found["met"] == met
        n_met += sum(met)
    assert 0 < n_met < len(states) * len(exact)


def broken(name, state, rng):
    """Change a part of a state to what may be wrong."""
    state = dict(state)
    key = rng.choice(list(state))
    value = state[key]
    if rng.random() < 0.2:
        state[key] = rng.choice([None, "2", [], {}, -1, 1.5, [[0, 0]], 10**9])
    elif isinstance(value, list) and value:
        i = rng.randrange(len(value))
        other = rng.choice([-1, 7, 2000, [3], 0, 1, [5, 7]])
        state[key] = rng.choice([[*value, value[i]], value[:-1], [*value[:i], other, *value[i + 1 :]]])
    elif isinstance(value, dict):
        state[key] = {**value, rng.choice(["1", "13", "3"]): rng.choice([5, -1, 2001])}
    else:
        state[key] = rng.choice([0, 1, 13, 22, -1, "x"])
    return state


@pytest.mark.parametrize("name", DEMOS)
@pytest.mark.breadth(first_of=3)
def test_what_is_refused_is_refused_on_both_sides(name, browser):
    rng = random.Random(19)
    states = [broken(name, random_state(name, rng), rng) for _ in range(150)]
    n_wrong = 0
    for state, found in zip(states, in_javascript(browser, name, states), strict=True):
        demo = demo_of(name)
        try:
            demo._set_together(**state)
        except ValueError:
            assert found["wrong"], state
            n_wrong += 1
        else:
            # Python also takes what the page never writes, such as a cluster whose objects are not in order.
            assert found["wrong"] == "" or demo.state() != state, (found["wrong"], state)
    assert 30 < n_wrong < 145


@pytest.mark.parametrize("name", WITH_TASKS)
def test_no_goal_is_met_where_its_task_begins_and_each_can_be(name, browser):
    demo = demo_of(name)
    assert 2 <= len(demo.tasks) <= 4
    assert (demo.tasks[0].preset, demo.tasks[0].start) == (None, {})
    begin = beginnings(name)
    solved = [state | solution for state, solution in zip(begin, SOLUTIONS[name], strict=True)]
    for state in begin + solved:
        demo._set_together(**state)
    goals = [[list(condition) for condition in task.goal] for task in demo.tasks]
    found = in_javascript(browser, name, begin + solved, goals)
    for i, task in enumerate(demo.tasks):
        numbers = [demo.numbers(state[i]) for state in (begin, solved)]
        assert [meets(task.goal, one) for one in numbers] == [False, True]
        assert [one["met"][i] for one in (found[i], found[len(begin) + i])] == [False, True]
        # What the outcome says in numbers, a number that was asked for is.
        assert task.choices or numbers[1][task.answer] is not None


def start_of(name):
    """The parameters with which a demo can be started otherwise."""
    parameters = inspect.signature(getattr(at.demos, name)).parameters.values()
    return [one.name for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]


@pytest.mark.parametrize("name", [name for name in DEMOS if start_of(name)])
def test_a_demo_with_a_start_of_its_own_has_no_steps(name):
    demo = demo_of(name)
    assert demo.lesson == [task.as_json() for task in demo.tasks]
    assert type(demo)(**{key: getattr(demo, key) for key in start_of(name)}).lesson == []


def test_refuses_tasks_that_cannot_be():
    words = {"question": "?", "todo": ".", "outcome": "."}
    goal = (("k", "==", 1, "k is {k}."),)
    with pytest.raises(ValueError, match="one of the choices"):
        Task(**words, choices=("a", "b"), answer="c", goal=goal, solved={"k": 1})
    with pytest.raises(ValueError, match="solved must say what meets the goal"):
        Task(**words, answer="k", goal=goal)
    for wrong in ((), (("k", "=", 1, "k is {k}."),), (("k", "==", 1),), (("k", "==", 1, ""),)):
        with pytest.raises(ValueError, match="with a relation of"):
            Task(**words, answer="k", goal=wrong, solved={"k": 1})
        with pytest.raises(ValueError, match="with a relation of"):
            at.exercises.Construct("PairTable", "Do it.", wrong, "So it is.")


@pytest.mark.parametrize("name", WITH_TASKS)
def test_each_condition_says_what_is_missing(name):
    """The numbers of a step that is done, but for one condition: its sentence is said, and no other."""
    page = Page()
    for task, begin in zip(demo_of(name).tasks, beginnings(name), strict=True):
        done = demo_of(name).numbers(begin | task.solved)
        assert missing(task.goal, done) == ""
        tables, sentences = zip(*each_miss(task.goal, done), strict=True)
        assert [missing(task.goal, numbers) for numbers in tables] == list(sentences)
        assert page.missing(task.goal, tables) == list(sentences)
        # No sentence gives away what the step asks for.
        if not task.choices and len(answer := written(done[task.answer])) > 1:
            said = [condition[3] for condition in task.goal if f"{{{task.answer}}}" not in condition[3]]
            assert answer not in tokens(" ".join(said))


# ---- on a page


class Steps:
    """The panel of the steps of a live demo."""

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

    def perceived(self):
        """What can be read in the demo, or heard of it."""
        return self.box.locator(".demo-body").evaluate(
            """body => [body.innerText, ...[...body.querySelectorAll('*')]
                .filter((node) => node.checkVisibility({ visibilityProperty: true }))
                .filter((node) => !node.closest('[aria-hidden=true]'))
                .flatMap((node) => ['aria-label', 'aria-valuetext'].map((name) => node.getAttribute(name) ?? ''))]
                .join(' | ')"""
        )

    def touch_what_comes_first(self):
        body = self.box.locator(".demo-body")
        first = body.locator("select:visible, button:visible, input:visible").first
        if first.evaluate("node => node.localName") == "select":
            now, others = first.evaluate(
                "node => [node.value, [...node.options].filter((one) => !one.disabled).map((one) => one.value)]"
            )
            first.select_option(value=others[1] if now != others[1] else others[0])
        elif first.evaluate("node => node.localName") == "button":
            # A tab that is open does nothing.
            body.locator("button:visible:not([role=tab])").first.click()
        else:
            first.press("ArrowRight")

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
        _, whole_state = state_in(link_to(self.box, state))
        self.box.evaluate(
            """async (box, state) => {
              const { model } = box.closest('.demo-host');
              for (const [name, value] of Object.entries(state)) model.set(name, value);
              model.save_changes();
              await new Promise(requestAnimationFrame);
            }""",
            whole_state,
        )

    def state(self, names):
        """The values of some traits as the page has them."""
        read = "(box, names) => names.map((name) => [name, box.closest('.demo-host').model.get(name)])"
        return dict(self.box.evaluate(read, names))

    def follow(self, state):
        """Follow a link to a state."""
        self.page.evaluate("address => { location.hash = address; }", link_to(self.box, state))
        self.page.wait_for_function("!location.hash")


def link_to(box, state):
    slug = re.search(r"demo-live demo-([a-z-]+)", box.get_attribute("class"))[1]
    cls = next(getattr(at.demos, name) for name in DEMOS if getattr(at.demos, name).slug == slug)
    demo = cls()
    demo._set_together(**state)
    return demo.link()


@pytest.mark.parametrize(
    ("guess", "remark"),
    [
        ("", None),
        ("a lot", None),
        ("1/2", "far off"),
        ("1\N{VULGAR FRACTION ONE HALF}", "far off"),
        ("0.84", "exact"),
        ("21/25", "exact"),
        ("4/5", "near"),
        (".7", "far off"),
    ],
)
def test_a_guess_is_a_number_as_in_the_exercises(guess, remark, page_of, open_page):
    demo = at.demos.RocBuilder()
    assert demo.numbers(demo.state())["auc"] == 21 / 25
    task = Task(
        question="How large?",
        todo="Do it.",
        goal=(("auc", ">", 0, "AUC is {auc}."),),
        answer="auc",
        outcome="So it is.",
        solved={"swept": 0},
        result="The area is {}.",
    )
    demo.lesson = [task.as_json()]
    page = open_page(page_of(demo))
    steps = Steps(page)
    field = steps.panel.get_by_role("textbox")
    field.fill(guess)
    steps.press("Commit")
    if remark is None:
        words = "Write a number, such as 3, 0.25 or 1/4." if guess else ""
        assert field.evaluate("node => node.validationMessage").startswith(words)
        assert not field.evaluate("node => node.checkValidity()")
        field.fill("1/4")
        steps.press("Commit")
        assert steps.says() == "The area is 0.84. Your guess, 1/4, is far off. So it is."
    else:
        assert steps.says() == f"The area is 0.84. Your guess, {guess}, is {remark}. So it is."
    page.watched.check()


def test_enter_commits_to_a_choice_as_to_a_number(page_of, open_page):
    words = {"question": "Which?", "todo": "Do it.", "outcome": "So it is.", "solved": {"threshold": 0}}
    words["goal"] = (("auc", ">", 1, "AUC is {auc}."),)
    demo = at.demos.RocBuilder()
    demo.lesson = [Task(**words, choices=("Yes", "No"), answer="No").as_json(), Task(**words, answer="auc").as_json()]
    page = open_page(page_of(demo))
    steps = Steps(page)
    steps.panel.get_by_role("radio", name="Yes").press("Enter")
    assert steps.says() == "Step 1 of 2 Which? Yes No"  # nothing is chosen yet
    page.keyboard.press("ArrowDown")
    assert steps.panel.get_by_role("radio", name="No").is_checked()
    page.keyboard.press("Enter")
    assert steps.says() == "Step 1 of 2 Do it."
    demo.lesson = demo.lesson[1:]
    steps = Steps(open_page(page_of(demo)))
    steps.panel.get_by_role("textbox").fill("1/4")
    steps.panel.get_by_role("textbox").press("Enter")
    assert steps.says() == "Step 1 of 1 Do it."
    page.watched.check()


@pytest.mark.parametrize(("bare_page", "width"), [("http", 390), ("file", 1000)], indirect=["bare_page"])
@pytest.mark.parametrize("name", WITH_TASKS)
@pytest.mark.breadth(first_of=2)
def test_predict_do_and_see(name, width, bare_page, steady):
    demo = demo_of(name)
    page, check = steady(bare_page(demo), width)
    steps = Steps(page)
    n = len(demo.tasks)
    for i, (task, begin, solution) in enumerate(zip(demo.tasks, beginnings(name), SOLUTIONS[name], strict=True)):
        assert steps.says().startswith(f"Step {i + 1} of {n} {task.question}")
        parts = {key: steps.parts(key) for key in (*task.hides, *task.reveals)}
        assert [key for key, nodes in parts.items() if not nodes] == []
        assert {key: steps.hidden(key) for key in parts} == dict.fromkeys(parts, True)
        steps.press("Commit")  # nothing is chosen yet: the browser says so
        assert steps.says().startswith(f"Step {i + 1} of {n} {task.question}")
        said = steps.predict(task, wrong=i == 0)
        assert steps.says() == f"Step {i + 1} of {n} {task.todo}"
        assert {key: steps.hidden(key) for key in parts} == {key: key in task.reveals for key in parts}
        check()
        steps.state_now(begin | solution)
        assert {key: steps.hidden(key) for key in parts} == dict.fromkeys(parts, False)
        words = f"{came_out(task, said, demo.numbers(begin | solution))} {task.outcome}"
        assert " ".join(steps.says().split()) == words
        assert steps.box.locator(".demo-heard").inner_text() == f"Done. {words}"
        check()
        steps.press("Begin again" if i == n - 1 else "Next")
    assert steps.says().startswith("Step 1 of")
    page.watched.check()


@pytest.mark.parametrize("name", WITH_TASKS)
def test_an_unmet_goal_says_what_is_missing_and_a_skipped_step_what_would_have_come_out(name, page_of, steady):
    """At every step to the last one, with a guess that is right and one that is not."""
    demo = demo_of(name)
    page, check = steady(page_of(demo), 390)
    steps = Steps(page)
    for i, (task, begin) in enumerate(zip(demo.tasks, beginnings(name), strict=True)):
        said = steps.predict(task, wrong=i % 2 == 0)
        todo = f"Step {i + 1} of {len(demo.tasks)} {task.todo}"
        assert steps.says() == todo
        for state, words in misses(name, i, most=2):
            steps.state_now(state)
            assert steps.says() == f"{todo} {words}"
            check()
        steps.state_now(begin)
        assert steps.says() == todo  # here the task itself says what there is to do
        steps.press("Skip")
        words = came_out(task, said, demo.numbers(begin | task.solved))
        assert " ".join(steps.says().split()) == f"You skipped this step. {words} {task.outcome}"
        assert steps.box.locator(".demo-heard").inner_text() == steps.says()
        assert not any(map(steps.hidden, task.reveals))
        check()
        assert meets(task.goal, demo.numbers(steps.state(list(begin))))
        steps.press("Begin again" if i == len(demo.tasks) - 1 else "Next")
    assert steps.says().startswith("Step 1 of")
    page.watched.check()


def test_dealing_into_other_clusters_than_the_step_asks_for_is_not_silent(page_of, open_page):
    page = open_page(page_of(demo_of("DealAgain")))
    steps = Steps(page)
    steps.predict(at.demos.DealAgain.tasks[0])
    slider = steps.box.locator(".demo-deal-k input")
    slider.fill("12")
    for n in (10, 20):
        steps.press("Deal ten")
        assert steps.box.locator(".demo-status").inner_text().startswith(f"Deal {n} with 12 clusters")
        assert steps.says().endswith("dealt into 12 clusters now, and this step is about two: move k to 2.")
    slider.fill("3")
    assert steps.says().endswith("dealt into 3 clusters now, and this step is about two: move k to 2.")
    slider.fill("2")
    assert steps.says().startswith("On average c is 0.5009.")


def test_the_starting_point_of_the_tour_says_why_it_does_not_count(page_of, open_page):
    page = open_page(page_of(demo_of("AuccLab")))
    steps = Steps(page)
    steps.predict(at.demos.AuccLab.tasks[0])
    steps.press("Skip")
    steps.press("Next")
    steps.predict(at.demos.AuccLab.tasks[1])
    steps.box.locator("select").select_option(label="Cut across")
    assert float(steps.box.locator("[data-value=aucc]").inner_text()) < 0.5
    assert steps.says().endswith("points now, and this step is about seven: choose Figure 3 from the list.")
    steps.box.locator("select").select_option(label="Figure 3")
    assert steps.says().endswith("until AUCC is below one half.")  # as the step began
    page.reload()
    steps.box.locator("select").select_option(label="Cut across")
    page.reload()  # what is missing is said again
    assert Steps(page).says().endswith("choose Figure 3 from the list.")


def test_a_task_of_an_exercise_says_what_is_missing_and_cannot_be_skipped(page_of, open_page):
    demo = at.demos.PairTable()
    goal = (("n_points", "==", 7, "There are {n_points} points now, and there must be seven."),)
    task = Task(question="", todo="Seven points.", goal=goal, answer="", outcome="There they are.")
    demo.lesson = [task.as_json()]
    page = open_page(page_of(demo))
    steps = Steps(page)
    assert steps.says() == "Your task Seven points."
    steps.press("Remove point")
    assert steps.says() == "Your task Seven points. There are 5 points now, and there must be seven."
    assert not steps.box.get_by_role("button", name="Skip").is_visible()
    for _ in range(2):
        steps.press("Add point")
    assert steps.says() == "That is it. There they are."


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
    answer = task.found.replace("{}", written(value))
    if said is None:
        return f"You looked first. {answer}"
    off = abs(float(said) - value)
    return f"{answer} Your guess, {said}, is {'near' if off <= value / 10 else 'far off'}."


def tokens(text):
    """Numbers of a text, as they are written."""
    return re.findall(r"\d+(?:\.\d+)?(?:/\d+)?", text.replace("\N{THIN SPACE}", ""))


@pytest.mark.parametrize("name", WITH_TASKS)
def test_nothing_gives_an_answer_away_before_the_goal_is_met(name, page_of, open_page):
    """By the shortest dishonest path: touch whatever comes first, commit whatever comes first."""
    demo = demo_of(name)
    page = open_page(page_of(demo))
    steps = Steps(page)
    for i, (task, begin, solution) in enumerate(zip(demo.tasks, beginnings(name), SOLUTIONS[name], strict=True)):
        numbers = demo.numbers(begin | solution)
        came = None if task.choices else written(numbers[task.answer])
        later = {key for one in demo.tasks[i + 1 :] for key in one.reveals} - {*task.hides, *task.reveals}
        for phase in ("predict", "do"):
            if phase == "do":
                steps.predict(task)
            for key in (*task.reveals, *later, *(task.hides if phase == "predict" else ())):
                assert steps.hidden(key), (i, phase, key)
            if came is not None and len(came) > 1:  # a digit is anywhere
                assert came not in tokens(steps.perceived()), (i, phase, steps.perceived())
            if phase == "predict":
                steps.touch_what_comes_first()
        if steps.box.get_by_role("button", name="Stop").count():
            steps.press("Stop")
        steps.state_now(begin | solution)
        assert " ".join(steps.says().split()).startswith(came_out(task, None, numbers)), i
        assert not any(map(steps.hidden, task.reveals))
        assert all(map(steps.hidden, later))
        if i < len(demo.tasks) - 1:
            steps.press("Next")
    page.watched.check()


# Steps that ask for one move, which a preset makes as well: the question is what comes of it.
BY_ONE_MOVE = {("TwoDistributions", 1), ("MeasureBench", 3)}


@pytest.mark.parametrize("name", WITH_TASKS)
def test_no_preset_and_no_step_of_one_meets_a_goal(name):
    demo = demo_of(name)
    for i, (task, begin) in enumerate(zip(demo.tasks, beginnings(name), strict=True)):
        if (name, i) in BY_ONE_MOVE:
            continue
        for preset in getattr(demo, "presets", ()):
            known = begin | {key: value for key, value in preset.items() if key in begin}
            ends = [known]
            if name == "OverlapTable":
                ends += [known | {"clusters_pred": preset[end]} for end in ("before", "after")]
            for state in ends:
                assert not meets(task.goal, demo.numbers(state)), (task.todo, preset["name"])


WITH_PRESETS = [name for name in WITH_TASKS if getattr(demo_of(name), "presets", ())]


@pytest.mark.parametrize("name", WITH_PRESETS)
@pytest.mark.breadth(first_of=3)
def test_choosing_from_the_list_meets_no_goal(name, page_of, open_page):
    """As the page does it: what else a choice sets is not in the preset."""
    demo = demo_of(name)
    page = open_page(page_of(demo))
    steps = Steps(page)
    steps.box.locator("details").evaluate_all("nodes => nodes.forEach((node) => { node.open = true; })")
    choices = steps.box.locator("select").filter(has=page.get_by_text(demo.presets[0]["name"], exact=True))
    for i, (task, begin, solution) in enumerate(zip(demo.tasks, beginnings(name), SOLUTIONS[name], strict=True)):
        steps.predict(task)
        assert steps.says().startswith(f"Step {i + 1} of ")
        if (name, i) not in BY_ONE_MOVE:
            for value in range(len(demo.presets)):
                # Chosen by hand, and chosen again, from where the step begins.
                steps.state_now(begin)
                choices.select_option(value=str(value))
                page.evaluate("() => new Promise(requestAnimationFrame)")
                assert steps.says().startswith(f"Step {i + 1} of "), (task.todo, demo.presets[value]["name"])
        steps.state_now(begin | solution)
        assert not steps.says().startswith("Step")
        if i < len(demo.tasks) - 1:
            steps.press("Next")
    page.watched.check()


def test_who_explores_or_runs_before_committing_has_looked(page_of, open_page):
    page = open_page(page_of(demo_of("CutSweep")))
    steps = Steps(page)
    task, (begin, *_), (solution, *_) = at.demos.CutSweep.tasks[0], beginnings("CutSweep"), SOLUTIONS["CutSweep"]
    assert steps.hidden("k0")
    steps.press("Explore without steps")
    assert not steps.hidden("k0")
    steps.press("Back to the steps")
    assert steps.hidden("k0")
    steps.predict(task)
    steps.state_now(begin | solution)
    assert steps.says().startswith("You looked first. It is smallest at 7 clusters.")
    page = open_page(page_of(demo_of("NullMachine")))
    steps = Steps(page)
    steps.press("Run")
    steps.predict(at.demos.NullMachine.tasks[0])
    page.wait_for_timeout(300)
    steps.press("Stop")
    steps.state_now(beginnings("NullMachine")[0] | SOLUTIONS["NullMachine"][0])
    assert steps.says().startswith("You looked first.")


def test_a_link_opens_the_demo_without_its_steps_and_says_so(page_of, open_page):
    page = open_page(page_of(demo_of("AuccLab")))
    steps = Steps(page)
    notice = steps.panel.get_by_role("status")
    (begin, *_), (solution, *_) = beginnings("AuccLab"), SOLUTIONS["AuccLab"]
    steps.predict(at.demos.AuccLab.tasks[0])
    assert notice.inner_text() == ""
    steps.follow(begin | solution)
    assert notice.inner_text().startswith("You followed a link")
    assert not steps.panel.locator(".demo-faces").is_visible()
    assert steps.box.locator("[data-value=aucc]").inner_text() == "1.0000"
    steps.press("Back to the steps")
    assert notice.inner_text() == ""
    assert steps.says().startswith("Step 1 of 4 Choose point d")  # the goal is not met by a link
    assert steps.box.locator("[data-value=aucc]").inner_text() != "1.0000"
    steps.state_now(begin | solution)
    assert steps.says().startswith("You expected")
    page.watched.check()


@pytest.mark.parametrize("name", DEMOS)
@pytest.mark.breadth(first_of=3)
def test_each_demo_has_a_name_of_its_own(name, page_of, open_page):
    demo = demo_of(name)
    box = Steps(open_page(page_of(demo))).box
    # The reader's name for the level without clusters is the baseline; the class keeps its name.
    slug = {"the-level": "the-baseline"}.get(demo.slug, demo.slug)
    assert box.get_attribute("aria-label").lower().replace(" ", "-") == slug
    # What holds something to touch has a role and a name.
    nameless = box.locator(".demo-body svg:has([tabindex])").evaluate_all(
        """nodes => nodes.filter(node => !node.getAttribute('role') || !node.getAttribute('aria-label'))
            .map(node => node.className.baseVal)"""
    )
    assert nameless == []


def test_a_key_leads_out_of_the_steps_and_back(page_of, open_page):
    page = open_page(page_of(demo_of("AuccLab")))
    steps = Steps(page)
    question = steps.box.locator(".demo-question")
    assert not question.is_visible()
    point = steps.box.locator(".demo-point").nth(2)
    point.focus()
    page.keyboard.press("e")
    assert question.is_visible()
    assert not steps.panel.locator(".demo-faces").is_visible()
    page.keyboard.press("e")
    assert not question.is_visible()
    assert steps.says().startswith("Step 1 of 4")
    steps.press("Explore without steps")
    assert question.is_visible()
    steps.press("Back to the steps")
    assert steps.says().startswith("Step 1 of 4")
    steps.box.locator("select").focus()
    page.keyboard.press("e")  # lists take letters to choose by
    assert not question.is_visible()


def test_a_goal_that_is_met_before_the_reader_commits(page_of, open_page):
    page = open_page(page_of(demo_of("AuccLab")))
    steps = Steps(page)
    steps.state_now(beginnings("AuccLab")[0] | SOLUTIONS["AuccLab"][0])
    assert steps.says().startswith("Step 1 of 4")
    steps.predict(at.demos.AuccLab.tasks[0])
    assert steps.says().startswith("You looked first. The answer is \N{LEFT DOUBLE QUOTATION MARK}It rises to 1")


def test_steps_by_keys_alone(page_of, open_page):
    page = open_page(page_of(demo_of("AuccLab")))
    steps = Steps(page)
    radio = steps.panel.get_by_role("radio", name="It falls", exact=True)
    radio.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    task = at.demos.AuccLab.tasks[0]
    assert page.evaluate("document.activeElement.textContent") == f"Step 1 of 4 {task.todo}"
    steps.box.locator(".demo-point").nth(3).press("Enter")
    assert steps.says().startswith("You expected \N{LEFT DOUBLE QUOTATION MARK}It falls")
    assert steps.box.locator(".demo-heard").inner_text().startswith("Done. You expected")


# ---- undo


def shown_states(page):
    return page.locator(".demo-live .demo-point").evaluate_all("nodes => nodes.map(n => n.getAttribute('aria-label'))")


def test_undo_and_redo_go_by_gestures(page_of, open_page, lab_on):
    page = open_page(page_of(demo_of("AuccLab")))
    lab = lab_on(page)
    states = [lab.state()]
    lab.drag(3, 40, -60, steps=12)  # many changes, one gesture
    states.append(lab.state())
    lab.points_.nth(2).focus()
    page.keyboard.down("ArrowRight")
    for _ in range(5):
        page.keyboard.down("ArrowRight")  # a key that is held down repeats
    page.keyboard.up("ArrowRight")
    states.append(lab.state())
    lab.points_.nth(2).press("+")
    states.append(lab.state())
    lab.box.locator("select").select_option(label="Cut across")
    states.append(lab.state())
    lab.box.locator("select").select_option(label="Figure 3")
    states.append(lab.state())
    assert all(a != b for a, b in itertools.pairwise(states))
    lab.points_.nth(0).focus()
    for state in states[-2::-1]:
        page.keyboard.press("Control+z")
        assert lab.state() == state
        lab.check_numbers()
    page.keyboard.press("Control+z")
    assert lab.status() == "There is nothing to undo."
    for i, state in enumerate(states[1:]):
        page.keyboard.press(["Control+y", "Control+Shift+z"][i % 2])
        assert lab.state() == state
    undo = lab.box.get_by_role("button", name="Undo")
    redo = lab.box.get_by_role("button", name="Redo")
    assert (undo.get_attribute("aria-disabled"), redo.get_attribute("aria-disabled")) == (None, "true")
    undo.click()
    assert lab.state() == states[-2]
    lab.points_.nth(0).press("ArrowRight")  # a new way: the old one cannot be gone again
    redo.press("Enter")
    assert lab.status() == "There is nothing to redo."
    lab.box.get_by_role("button", name="Reset").click()
    assert lab.state() == states[0]
    undo.click()
    assert lab.state() != states[0]
    page.watched.check()


@pytest.mark.parametrize("name", DEMOS)
@pytest.mark.breadth(first_of=2)
def test_every_demo_can_be_undone_and_changed_again(name, page_of, open_page):
    demo = demo_of(name)
    page = open_page(page_of(demo))
    steps = Steps(page)
    shown = lambda: steps.box.locator(".demo-body :is(.demo-plot, [data-value])").evaluate_all(  # noqa: E731
        "nodes => nodes.map(n => n.innerHTML)"
    )

    def change():
        """Choose another preset or, in a demo without any, press the key that changes it."""
        if getattr(demo, "presets", ()):
            steps.box.locator(".demo-body select:visible").first.select_option(index=2)
        else:
            *_, place, key = ACTS[demo.slug]
            steps.box.locator(place).first.press(key)

    before = shown()
    change()
    changed = shown()
    assert changed != before
    steps.press("Undo")
    assert shown() == before
    steps.press("Redo")
    assert shown() == changed
    steps.press("Reset")
    assert shown() == before
    change()
    assert shown() == changed
    page.watched.check()


# ---- what is kept


def test_a_reload_brings_back_what_the_reader_did(bare_page, open_page, lab_on):
    page = open_page(bare_page(demo_of("AuccLab"), demo_of("AuccLab")), height=2500)
    start = lab_on(page, 1).state()
    steps = Steps(page)
    steps.predict(at.demos.AuccLab.tasks[0], wrong=True)
    lab_on(page, 0).points_.nth(3).press("Enter")
    steps.press("Next")
    lab = lab_on(page, 0)
    lab.points_.nth(4).press("Shift+ArrowLeft")
    state = lab.state()
    page.reload()
    lab = lab_on(page, 0)
    assert lab.state() == state
    lab.check_numbers()
    assert Steps(page).says().startswith("Step 2 of 4")
    assert lab_on(page, 1).state() == start  # each demo of a page for itself
    assert Steps(page, 1).says().startswith("Step 1 of 4")
    Steps(page).press("Reset")
    assert lab.state() == start
    page.reload()
    assert lab_on(page, 0).state() == start
    assert Steps(page).says().startswith("Step 1 of 4")
    assert page.evaluate("Object.keys(localStorage).length") == 0
    page.watched.check()


@pytest.mark.parametrize("kept", ["{", "null", "7", '{"start": 1}', '{"state": {"points": []}}'])
def test_what_cannot_be_kept_is_left(kept, page_of, open_page, lab_on):
    url = page_of(demo_of("AuccLab"))
    page = open_page(url)
    lab_on(page).points_.nth(3).press("Enter")
    page.evaluate("kept => { for (const key of Object.keys(localStorage)) localStorage[key] = kept; }", kept)
    page.reload()
    assert lab_on(page).check_numbers()["aucc"] == 0.9167
    page.watched.check()


def test_a_page_of_another_edition_begins_anew(page_of, open_page, lab_on):
    page = open_page(page_of(demo_of("AuccLab")))
    lab_on(page).points_.nth(3).press("Enter")
    page_of(at.demos.AuccLab([[0, 0], [5, 5], [9, 0]], [0, 0, 1]))
    page.reload()
    assert len(lab_on(page).state()[1]) == 3
    page.watched.check()


def test_a_browser_that_keeps_nothing(page_of, open_page, lab_on):
    page = open_page(page_of(demo_of("AuccLab")))
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } });")
    page.reload()
    lab = lab_on(page)
    lab.points_.nth(3).press("Enter")
    assert lab.check_numbers()["aucc"] == 1
    page.watched.check()


# ---- print, and what axe finds


def test_print_shows_the_present_state_without_the_panel(page_of, open_page, lab_on):
    page = open_page(page_of(demo_of("AuccLab")))
    lab = lab_on(page)
    lab.points_.nth(3).press("Enter")
    page.emulate_media(media="print")
    assert lab.texts()["aucc"] == "1.0000"
    assert lab.box.locator(".demo-number").is_visible()
    for part in (".demo-lesson", ".demo-tools", ".demo-controls"):
        assert not lab.box.locator(part).is_visible()
    assert not page.locator(".demo-still").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", WITH_TASKS)
@pytest.mark.breadth(first_of=4)
def test_axe_finds_nothing_in_any_phase(name, scheme, page_of, open_page, violations_on_bare_page):
    demo = demo_of(name)
    page = open_page(page_of(demo), width=390, scheme=scheme)
    steps = Steps(page)
    assert violations_on_bare_page(page, scheme) == {}
    steps.predict(demo.tasks[0])
    steps.state_now(beginnings(name)[0] | SOLUTIONS[name][0])
    assert steps.says().endswith(demo.tasks[0].outcome)
    assert set(axe_violations(page)) <= {"region", "landmark-one-main", "page-has-heading-one"}
