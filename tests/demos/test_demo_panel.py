"""What stands around every demo, tried on one: its steps, undo, and what a reload keeps."""

import pytest
from conftest import axe_violations

import aucc_teach as at
from aucc_teach.demos._tasks import Task
from demos.each_demo import beginnings, whole_demo
from demos.lesson_panel import LessonPanel, came_out
from demos.models import GOALS
from demos.shown import Live

TASKS = at.demos.AuccLab.tasks
OPENING = "\N{LEFT DOUBLE QUOTATION MARK}"


@pytest.fixture
def page(live):
    """A page with a lab that has all its steps."""
    return live(whole_demo("AuccLab"))


@pytest.fixture
def steps(page):
    return LessonPanel(page)


def solved(i):
    return beginnings("AuccLab")[i] | TASKS[i].solved


# ---- steps


@pytest.mark.parametrize("name", ["AuccLab", "CutSweep"])
def test_predict_do_and_see(name, live):
    demo = whole_demo(name)
    steps = LessonPanel(live(demo))
    n = len(demo.tasks)
    for i, (task, begin) in enumerate(zip(demo.tasks, beginnings(name), strict=True)):
        assert steps.says().startswith(f"Step {i + 1} of {n} {task.question}")
        keys = (*task.hides, *task.reveals)
        assert {key: steps.hidden(key) for key in keys} == dict.fromkeys(keys, True)
        steps.press("Commit")  # nothing is chosen yet: the browser says so
        assert steps.says().startswith(f"Step {i + 1} of {n} {task.question}")
        said = steps.predict(task, wrong=i == 0)
        assert steps.says() == f"Step {i + 1} of {n} {task.todo}"
        assert {key: steps.hidden(key) for key in keys} == {key: key in task.reveals for key in keys}
        steps.state_now(begin | task.solved)
        assert {key: steps.hidden(key) for key in keys} == dict.fromkeys(keys, False)
        words = f"{came_out(task, said, demo.numbers(begin | task.solved))} {task.outcome}"
        assert " ".join(steps.says().split()) == words
        assert steps.box.locator(".demo-heard").inner_text() == f"Done. {words}"
        steps.press("Begin again" if i == n - 1 else "Next")
    assert steps.says().startswith("Step 1 of")


def test_an_unmet_goal_says_what_is_missing_and_a_skipped_step_what_would_have_come_out(steps):
    task, begin = TASKS[0], beginnings("AuccLab")[0]
    said = steps.predict(task, wrong=True)
    todo = f"Step 1 of {len(TASKS)} {task.todo}"
    for preset in at.demos.AuccLab().presets[1:3]:
        state = begin | {key: preset[key] for key in ("points", "labels")}
        words = GOALS.missing(task.goal, at.demos.AuccLab().numbers(state))
        steps.state_now(state)
        assert words
        assert steps.says() == f"{todo} {words}"
    steps.press("Skip")
    numbers = at.demos.AuccLab().numbers(begin | task.solved)
    words = f"You skipped this step. {came_out(task, said, numbers)} {task.outcome}"
    assert " ".join(steps.says().split()) == words
    assert steps.box.locator(".demo-heard").inner_text() == steps.says()
    assert GOALS.meets(task.goal, at.demos.AuccLab().numbers(steps.state(list(begin))))


def asking_for(**task):
    """A demo with one task of its own, about the area that it has."""
    demo = at.demos.RocBuilder()
    words = {"question": "How large?", "todo": "Do it.", "outcome": "So it is.", "solved": {"swept": 0}}
    demo.lesson = [Task(**words, goal=(("auc", ">", 0, "AUC is {auc}."),), **task).as_json()]
    return demo


def test_enter_commits_to_a_number(live):
    """Which texts are numbers, test_typed_numbers.py tests."""
    steps = LessonPanel(live(asking_for(answer="auc", result="The area is {}.")))
    field = steps.panel.get_by_role("textbox")
    field.fill("a lot")
    steps.press("Commit")
    assert steps.says().endswith("Write a number, such as 3, 0.25 or 1/4.")
    field.fill("4/5")
    field.press("Enter")
    assert steps.says() == "The area is 0.84. Your guess, 4/5, is near. So it is."


def test_who_explores_or_acts_before_committing_has_looked(live):
    task, begin = at.demos.CutSweep.tasks[0], beginnings("CutSweep")[0]
    steps = LessonPanel(live(at.demos.CutSweep()))
    assert steps.hidden("k0")
    steps.press("Explore without steps")
    assert not steps.hidden("k0")
    steps.press("Back to the steps")
    assert steps.hidden("k0")
    steps.predict(task)
    steps.state_now(begin | task.solved)
    assert steps.says().startswith("You looked first. It is smallest at 7 clusters.")
    steps = LessonPanel(live(whole_demo("AuccLab")))
    steps.state_now(solved(0))
    assert steps.says().startswith("Step 1 of 4")
    steps.predict(TASKS[0])
    assert steps.says().startswith(f"You looked first. The answer is {OPENING}It rises to 1")


def test_a_link_opens_the_demo_without_its_steps_and_says_so(steps):
    notice = steps.panel.get_by_role("status")
    steps.predict(TASKS[0])
    assert notice.inner_text() == ""
    steps.follow(solved(0))
    assert notice.inner_text().startswith("You followed a link")
    assert not steps.panel.locator(".demo-faces").is_visible()
    assert steps.box.locator("[data-value=aucc]").inner_text() == "1.0000"
    steps.page.reload()  # what was done stays, and is no news
    steps.box.wait_for()
    assert steps.box.locator("[data-value=aucc]").inner_text() == "1.0000"
    assert notice.inner_text() == ""
    steps.press("Back to the steps")
    assert steps.says().startswith(f"Step 1 of 4 {TASKS[0].todo[:13]}")  # the goal is not met by a link
    assert steps.box.locator("[data-value=aucc]").inner_text() != "1.0000"
    steps.state_now(solved(0))
    assert steps.says().startswith("You expected")


def test_steps_by_keys_alone(page, steps):
    steps.panel.get_by_role("radio", name="It falls", exact=True).focus()
    for key in ("Space", "Tab", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.textContent") == f"Step 1 of 4 {TASKS[0].todo}"
    steps.box.locator(".demo-point").nth(3).press("Enter")
    assert steps.says().startswith(f"You expected {OPENING}It falls")
    assert steps.box.locator(".demo-heard").inner_text().startswith("Done. You expected")


def test_on_a_phone_a_step_covers_nothing_and_its_outcome_comes_into_view(page_of, open_page):
    page = open_page(page_of(whole_demo("AuccLab")), width=390)
    steps = LessonPanel(page)
    assert steps.panel.evaluate("node => getComputedStyle(node).position") == "static"
    said = steps.panel.locator(".demo-face-shown").bounding_box()["height"]
    assert steps.panel.bounding_box()["height"] < said + 70
    steps.predict(TASKS[0])
    page.evaluate("document.body.style.paddingBottom = '100vh'; document.documentElement.style.scrollBehavior = 'auto'")
    steps.box.locator(".demo-tools").evaluate("node => node.scrollIntoView()")
    assert steps.panel.evaluate("node => node.getBoundingClientRect().bottom") < 0
    steps.state_now(solved(0))
    assert steps.says().endswith(TASKS[0].outcome)
    assert steps.panel.evaluate("node => node.getBoundingClientRect().top") >= 0


# ---- undo


def test_undo_and_redo_go_by_gestures(page):
    """What goes before and after, test_undo.py tests without a page; here, what is a gesture."""
    lab = Live(page, whole_demo("AuccLab"))
    states = [lab.state()]
    lab.drag_point(3, 40, -60, steps=12)  # many changes, one gesture
    states.append(lab.state())
    lab.points.nth(2).focus()
    for _ in range(6):
        page.keyboard.down("ArrowRight")  # a key that is held down repeats
    page.keyboard.up("ArrowRight")
    states.append(lab.state())
    lab.choose("Cut across")
    states.append(lab.state())
    lab.points.nth(0).focus()
    for state in states[-2::-1]:
        page.keyboard.press("Control+z")
        assert lab.state() == state
    page.keyboard.press("Control+z")
    assert lab.status() == "There is nothing to undo."
    for state, key in zip(states[1:], ("Control+y", "Control+Shift+z", "Control+y"), strict=True):
        page.keyboard.press(key)
        assert lab.state() == state
    lab.press("Reset")
    assert lab.state() == states[0]
    lab.press("Undo")
    assert lab.state() != states[0]


# ---- what is kept


def test_a_reload_brings_back_what_the_reader_did(bare_page, open_page):
    demo = whole_demo("AuccLab")
    page = open_page(bare_page(demo, demo), height=2500)
    lab, other = Live(page, demo), Live(page, demo, 1)
    start = other.state()
    steps = LessonPanel(page)
    steps.predict(TASKS[0], wrong=True)
    lab.points.nth(3).press("Enter")
    steps.press("Next")
    lab.points.nth(4).press("Shift+ArrowLeft")
    state = lab.state()
    page.reload()
    steps.box.wait_for()
    assert lab.state() == state
    assert LessonPanel(page).says().startswith("Step 2 of 4")
    assert other.state() == start  # each demo of a page for itself
    assert LessonPanel(page, 1).says().startswith("Step 1 of 4")
    LessonPanel(page).press("Reset")
    page.reload()
    steps.box.wait_for()
    assert lab.state() == start
    assert LessonPanel(page).says().startswith("Step 1 of 4")
    assert page.evaluate("Object.keys(localStorage).length") == 0
    page.watched.check()


def test_what_cannot_be_kept_is_left(page_of, open_page):
    demo = whole_demo("AuccLab")
    page = open_page(page_of(demo))
    lab = Live(page, demo)
    for kept in ("{", "null", "7", '{"start": 1}', '{"state": {"points": []}}'):
        lab.points.nth(3).press("Enter")
        page.evaluate("kept => { for (const key of Object.keys(localStorage)) localStorage[key] = kept; }", kept)
        page.reload()
        lab.box.wait_for()
        assert lab.state() == demo.state()
    # A page of another edition begins anew.
    lab.points.nth(3).press("Enter")
    page_of(at.demos.AuccLab([[0, 0], [5, 5], [9, 0]], [0, 0, 1]))
    page.reload()
    lab.box.wait_for()
    assert len(lab.state()["labels"]) == 3
    page.watched.check()


# ---- on paper, without a script, and what axe finds


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_any_phase(scheme, page_of, open_page, violations_on_bare_page):
    page = open_page(page_of(whole_demo("AuccLab")), width=390, scheme=scheme)
    steps = LessonPanel(page)
    assert violations_on_bare_page(page, scheme) == {}
    steps.predict(TASKS[0])
    steps.state_now(solved(0))
    assert steps.says().endswith(TASKS[0].outcome)
    assert set(axe_violations(page)) <= {"region", "landmark-one-main", "page-has-heading-one"}
