"""The demos where they are read: in every engine, in forced colours, on paper and on a phone."""

import io
import json
import shutil

import pytest
from conftest import axe_violations, pages_with, serve
from PIL import Image

from aucc_teach import demos
from aucc_teach.exercises import Exercise, Order, folders, questions_of
from demos.conftest import write_page
from demos.each_demo import ACTS, SOLUTIONS, beginnings, class_of, whole_demo
from demos.engines import OPEN_SOLUTIONS, PLACES_ON_A_BAR, Firefox, WebKit, started, steady

# First in the page: what goes wrong later is recorded.
RECORDER = """<script>
window.recorded = [];
addEventListener("error", (event) => recorded.push(event.message ?? event.target.outerHTML), true);
addEventListener("unhandledrejection", (event) => recorded.push(String(event.reason)));
const log = console.error;
console.error = (...words) => log(...words, recorded.push(words.join(" ")));
</script>"""


EXERCISES = "book/1-pairs/counting_pairs.html"


@pytest.fixture(scope="session", params=[Firefox, WebKit], ids=["firefox", "webkit"])
def engine(request, tmp_path_factory):
    with started(request.param, tmp_path_factory.mktemp("engine")) as engine:
        engine.resize(1300, 1000)
        yield engine


@pytest.fixture(scope="session")
def recording_book(book, tmp_path_factory):
    """The built book, of which the pages with demos record their errors."""
    folder = tmp_path_factory.mktemp("recording")
    for path in book.iterdir():
        if path.name != "book":
            (folder / path.name).symlink_to(path)
    # All pages, for Firefox fetches the next one ahead of time.
    shutil.copytree(book / "book", folder / "book")
    for page in (folder / EXERCISES, folder / page_with("aucc-lab")):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace("<head>", f"<head>{RECORDER}", 1), encoding="utf-8")
    return folder


def page_with(slug):
    return pages_with(f"demos.{class_of(slug).__name__}(")[-1]


@pytest.fixture(scope="session", params=["http", "file"])
def recording_root(request, recording_book):
    if request.param == "file":
        yield f"{recording_book.as_uri()}/"
    else:
        with serve(recording_book) as address:
            yield address


def test_every_demo_acts():
    assert set(ACTS) == {cls.slug for name in demos.__all__ if (cls := getattr(demos, name)) is not demos.Demo}


@pytest.fixture(scope="module")
def all_demos(engine, tmp_path_factory):
    """A page with all demos, from a file: what an engine refuses to a page, it refuses to that."""
    folder = tmp_path_factory.mktemp("demos")
    url = write_page(folder, *(class_of(slug)() for slug in ACTS))
    page = folder / "page.html"
    page.write_text(page.read_text("utf-8").replace("<body>", f"<body>{RECORDER}", 1), encoding="utf-8")
    engine.open(url)
    engine.wait_until(f"document.querySelectorAll('.demo-host-live').length === {len(ACTS)}")
    addresses = engine.evaluate("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert [address for address in addresses if not address.startswith(("file:", "data:"))] == []


@pytest.mark.parametrize("slug", ACTS)
def test_a_demo_answers_in_every_engine(engine, all_demos, slug):
    dragged, way, pressed, key = ACTS[slug]
    live = f".demo-host-live .demo-{slug}.demo-live"

    def numbers():
        return engine.evaluate(
            "return [...document.querySelectorAll(`${arguments[0]} [data-value]`)].map((node) => node.textContent)",
            live,
        )

    start = numbers()
    assert start
    engine.drag(f"{live} {dragged}", *way)
    assert (after_drag := numbers()) != start
    assert engine.evaluate("return String(getSelection())") == ""
    engine.press(f"{live} {pressed}", key)
    assert numbers() != after_drag
    assert engine.evaluate("return recorded") == []


# The panel of the steps: what it says now, what of some parts is hidden, and its ways on.
SAYS = """return [...document.querySelectorAll(".demo-live .demo-face-shown p:not(.demo-room)")]
  .map((node) => node.textContent).join(" ")"""
HIDDEN = """return arguments[0].flatMap((key) => [
    ...document.querySelectorAll(`.demo-live .demo-body [data-value='${key}'], .demo-live .demo-body .demo-${key}`)
  ].map((node) => getComputedStyle(node.localName === 'svg' ? node.firstChild : node).visibility))"""
PREDICT = """const { a } = document.querySelector(".demo-live form.demo-face-shown").elements;
  if (a.length) [...a].find((option) => option.value !== arguments[0]).checked = true; else a.value = "0.25";"""
PRESS = "document.querySelector('.demo-live .demo-lesson-row button').click()"
BRING = """const { model } = document.querySelector(".demo-host");
  for (const [name, value] of Object.entries(arguments[0])) model.set(name, value);
  model.save_changes();"""


@pytest.mark.parametrize(("name", "honest"), [("AuccLab", True), ("LinkedPairs", False)])
def test_each_step_is_walked_in_every_engine(engine, page_of, name, honest):
    """What answers is hidden until the goal is met, whether the reader commits first or moves first."""
    demo = whole_demo(name)
    engine.open(page_of(demo))
    engine.wait_until("document.querySelector('.demo-host-live .demo-face-shown')")
    for i, (task, begin, solution) in enumerate(zip(demo.tasks, beginnings(name), SOLUTIONS[name], strict=True)):
        end = whole_demo(name)
        end.place(**begin | solution)
        state = end.state()
        assert engine.evaluate(SAYS).startswith(f"Step {i + 1} of {len(demo.tasks)}")
        assert {*engine.evaluate(HIDDEN, list(task.reveals))} <= {"hidden"}
        if honest:
            engine.evaluate(PREDICT, task.answer)
            engine.evaluate(PRESS)
            assert {*engine.evaluate(HIDDEN, list(task.reveals))} <= {"hidden"}
            engine.evaluate(BRING, state)
        else:
            engine.evaluate(BRING, state)
            engine.wait_until("document.querySelector('.demo-live form.demo-face-shown')")
            engine.evaluate(PREDICT, task.answer)
            engine.evaluate(PRESS)
        engine.wait_until(f"(() => {{ {SAYS} }})().endsWith({json.dumps(task.outcome)})")
        assert engine.evaluate(SAYS).startswith("You looked first.") != honest
        assert {*engine.evaluate(HIDDEN, [*task.hides, *task.reveals])} <= {"visible"}
        engine.evaluate(PRESS)


def test_the_lines_of_an_order_are_dragged_in_every_engine(engine, page_of, monkeypatch):
    questions = (Order("Put in order.", ("one", "two", "three"), hint="Think."),)
    monkeypatch.setattr(folders, "questions_of", lambda label, folder=None: {"ex-order": questions}[label])
    engine.open(page_of(Exercise("ex-order")))
    engine.wait_until("document.querySelector('.demo-host-live li')")
    lines = "return [...document.querySelectorAll('.demo-live li > span:last-child')].map((node) => node.textContent)"
    first, *others = engine.evaluate(lines)
    # The line itself has a mark, not its place: a drag that is tried again must not take hold of another line.
    engine.evaluate("document.querySelector('.demo-live li').id = 'the-line'")
    engine.drag("#the-line .exercise-grip", 5, 110)
    assert engine.evaluate(lines) == [*others, first]
    # The line that was passed still glides, and would be under the pointer in place of the one that is meant.
    engine.wait_until("document.getAnimations().every((one) => one.playState !== 'running')")
    engine.drag("#the-line > span:last-child", 5, -90)
    assert engine.evaluate(lines) == [first, *others]
    assert engine.evaluate("return document.querySelector('.exercise-said').textContent") == "Now in place 1 of 3."
    assert engine.evaluate("return String(getSelection())") == ""
    engine.press(".demo-live li:first-child button + button", "Enter")
    assert engine.evaluate(lines) == [others[0], first, others[1]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.breadth(first_of=2)
def test_a_link_under_the_pointer_can_be_read(site, open_page, scheme):
    page = open_page(f"{site}{page_with('pair-table')}", scheme=scheme, width=1300)
    link = page.locator(".bd-sidebar-primary nav a.reference").first
    link.hover()
    page.evaluate("Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
    assert link.evaluate("node => node.matches(':hover')")
    assert axe_violations(page, ["color-contrast"]) == {}


def test_the_pictures_of_the_null_machine_stay_in_their_stage(engine, page_of):
    for view in ("deal", "judge", "every k"):
        engine.open("about:blank")
        engine.open(page_of(demos.NullMachine(view=view, judged=9)))
        engine.wait_until("document.querySelector('.demo-host-live')")
        stage, *pictures = engine.evaluate(
            """const stage = document.querySelector(".demo-live .demo-null-panel:not([hidden]) .demo-null-stage");
            return [stage, ...stage.querySelectorAll(".demo-plot")].map((node) => {
                const { left, top, right, bottom } = node.getBoundingClientRect();
                return [left, top, right, bottom];
            });"""
        )
        # With the strip of p-values, which is as wide and not as tall.
        assert len(pictures) == 2 + (view == "judge")
        for left, top, right, bottom in pictures:
            assert stage[0] - 1 <= left < right - 150 < right <= stage[2] + 1
            assert stage[1] - 1 <= top < bottom - 50 < bottom <= stage[3] + 1
        assert sum(bottom - top > 150 for _, top, _, bottom in pictures) == 2


def test_a_lesson_in_every_engine(engine, recording_root):
    """A link brings the demo into a state; a guess, then keys that reach the goal; undo; what was done is kept."""
    corner = demos.AuccLab([[1000, 0], *demos.AuccLab().points[1:]], demos.AuccLab().labels)
    live = ".demo-host-live .demo-aucc-lab.demo-live"
    d, came = f"{live} .demo-point:nth-of-type(4)", f"{live} .demo-face-shown .demo-room + p"

    def text(selector):
        return " ".join(engine.evaluate("return document.querySelector(arguments[0]).textContent", selector).split())

    def points():
        script = "return [...document.querySelectorAll(arguments[0])].map((node) => node.getAttribute('aria-label'))"
        return engine.evaluate(script, f"{live} .demo-point")

    def click(selector):
        engine.evaluate("document.querySelector(arguments[0]).click()", selector)

    address = f"{recording_root}{page_with('aucc-lab')}"
    engine.open("about:blank")
    engine.open(f"{address}{corner.link()}")
    engine.wait_until(f"document.querySelector('{live}') && !location.hash")
    assert "1000" in points()[0]
    click(f"{live} .demo-tools button:nth-of-type(3)")  # Reset
    assert "1000" not in points()[0]
    start = points()
    click(f"{live} .demo-face-shown input[value='a']")
    click(f"{live} .demo-lesson-row button")
    engine.press(d, "Enter")
    expected, answer = (f"\N{LEFT DOUBLE QUOTATION MARK}{words}\N{RIGHT DOUBLE QUOTATION MARK}" for words in ("a", "d"))
    assert text(came) == f"You expected {expected}. The answer is {answer}."
    done = points()
    assert done != start
    if recording_root.startswith("http"):
        engine.open("about:blank")
        engine.open(address)
        engine.wait_until(f"document.querySelector('{live}')")
        assert points() == done
        assert text(came).startswith(f"You expected {expected}.")
    else:
        click(f"{live} .demo-tools button")  # Undo
        assert points() == start
    click(f"{live} .demo-tools button:nth-of-type(3)")
    assert points() == start
    assert text(f"{live} .demo-face-shown").startswith("Step 1 of 3")
    assert engine.evaluate("return recorded") == []


def test_an_exercise_answers_in_every_engine(engine, recording_root):
    """A foreseen mistake, then what is right; over http the answer is there again after a reload."""
    tempting, right = (question := questions_of("ex-pairs-transitive")[0]).tempting[0], question.value
    address = f"{recording_root}{EXERCISES}"
    box = "#ex-pairs-transitive .demo-live"
    form = f"{box} form"
    said = f"document.querySelector('{form} .exercise-said').textContent"

    def answer(text):
        engine.evaluate("document.querySelector(arguments[0]).value = arguments[1]", f"{form} input", text)
        engine.press(f"{form} input", "Enter")
        engine.wait_until(said)
        return engine.evaluate(f"return {said}")

    engine.open("about:blank")
    engine.open(address)
    engine.wait_until(f"document.querySelector('{form}')")
    # Of the visit before.
    engine.evaluate("document.querySelector(arguments[0]).click()", f"{box} .demo-lesson-row button:last-child")
    assert answer(str(tempting[0])).startswith("Not yet. ")
    engine.evaluate(f"document.querySelector('{form} .exercise-said').textContent = ''")
    assert answer(str(right)).startswith("Right. ")
    if recording_root.startswith("http"):
        engine.open("about:blank")
        engine.open(address)
        engine.wait_until(f"document.querySelector('{form}') && {said}")
        assert engine.evaluate(f"return {said}").startswith("Right. ")


# A page with this policy has no origin, as in the sandboxed frame of another site: nothing is kept for it.
SANDBOX = "sandbox allow-scripts allow-forms"
# Press, type and press keys where the theme's scripts, a demo, an exercise and an editor listen.
ACT = """
    const one = (selector) => document.querySelector(selector);
    const numbers = () => one("[data-demo=pair-table] .demo-live .demo-body").textContent;
    Object.assign(window, { numbers, before: { mode: document.documentElement.dataset.mode, numbers: numbers() } });
    one(".theme-switch-button").click();
    one(".primary-toggle").click();
    one("[data-demo=pair-table] [data-key='labels_pred-2']").dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    const form = one("#ex-pairs-transitive .demo-live form");
    form.querySelector("input").value = arguments[0];
    form.requestSubmit();
    const code = one(".live-code");
    code.value += "# more";
    code.dispatchEvent(new Event("input", { bubbles: true }));
    [...document.querySelectorAll("button")].find((button) => button.textContent === "Just show me").click();
    one("button.search-button").click();"""
# Of each of these: whether it has answered.
ANSWERED = {
    "colours": "document.documentElement.dataset.mode !== before.mode",
    "menu": "document.getElementById('pst-primary-sidebar-checkbox').checked",
    "search": "document.querySelector('.search-button__wrapper.show')",
    "demo": "numbers() !== before.numbers",
    "exercise": "document.querySelector('#ex-pairs-transitive .exercise-said').textContent.startsWith('Right.')",
    "cover": "document.querySelector('.covered:not([inert])')",
    "editor": "document.querySelector('.live-status').textContent.startsWith('This browser keeps no changes')",
}


def check_that_all_answers(evaluate, wait_until):
    wait_until("document.querySelector('#ex-pairs-transitive .demo-live form') && document.querySelector('.live-code')")
    evaluate(ACT, str(questions_of("ex-pairs-transitive")[0].value))
    for answered in ANSWERED.values():
        wait_until(answered)
    assert evaluate("return document.querySelector('.exercise-progress')") is None  # for it would be lost
    assert evaluate("return recorded") == []


@pytest.fixture(scope="module")
def refusing(recording_book):
    with serve(recording_book, SANDBOX) as address:
        yield f"{address}{EXERCISES}"


def test_where_a_browser_keeps_nothing_all_answers(engine, refusing):
    engine.resize(500, 1000)
    engine.open(refusing)
    check_that_all_answers(engine.evaluate, engine.wait_until)
    engine.resize(1300, 1000)


def test_where_chromium_keeps_nothing_all_answers(browser, refusing):
    page = browser.new_page(viewport={"width": 500, "height": 1000})
    page.goto(refusing)
    in_function = "([script, ...values]) => new Function(script)(...values)"
    check_that_all_answers(lambda *script: page.evaluate(in_function, list(script)), page.wait_for_function)
    page.close()


def test_where_the_room_is_taken_what_was_kept_is_there(browser, site):
    page = browser.new_page()
    page.goto(f"{site}{EXERCISES}")
    page.evaluate("localStorage.setItem('mode', 'dark')")
    # To the last character.
    page.evaluate(
        """() => { for (let size = 2 ** 23; size >= 1; size /= 2) {
            try { for (let i = 0; ; i++) localStorage.setItem(`${size} ${i}`, "x".repeat(size)); } catch {} } }"""
    )
    page.reload()
    changed = "[localStorage.getItem('mode'), (localStorage.setItem('more', 1), localStorage.getItem('more'))]"
    assert page.evaluate(changed) == ["dark", "1"]
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.close()


@pytest.mark.parametrize("recording_root", ["http"], indirect=True)
@pytest.mark.parametrize(("width", "kind"), [(1300, "mouse"), (500, "touch")])
@pytest.mark.breadth(first_of=3)
def test_a_solution_opens_wherever_its_bar_is_pressed(engine, recording_root, width, kind):
    """By mouse, finger and key; another solution stays open, and the address stays as it is."""
    engine.resize(width, 1000)
    engine.open("about:blank")
    engine.open(f"{recording_root}{EXERCISES}")
    engine.wait_until("document.querySelectorAll('.solution .toggle-button').length >= 5")
    # Formulas above are drawn when they come into view and push the bar away.
    places = lambda: steady(lambda: engine.evaluate(PLACES_ON_A_BAR, 1))  # noqa: E731
    expected = engine.evaluate(OPEN_SOLUTIONS)
    assert not any(expected)
    assert len(places()) >= 4
    for i in range(len(places())):
        # Another one before each: the script remembers the last.
        engine.press("#sol-pairs-move .toggle-button", "Enter")
        engine.touch(*places()[i], kind)
        expected[:2] = [not expected[0], not expected[1]]
        assert engine.evaluate(OPEN_SOLUTIONS) == expected, i
    for key in ("Enter", " "):
        expected[1] = not expected[1]
        engine.press("#sol-pairs-precision .toggle-button", key)
        assert engine.evaluate(OPEN_SOLUTIONS) == expected, key
    # A stop of the Tab key beside it would be a way past it.
    assert engine.evaluate("return document.querySelectorAll('.solution > .admonition-title a').length") == 0
    assert engine.evaluate("return location.hash") == ""
    assert engine.evaluate("return recorded") == []
    engine.resize(1300, 1000)


# ---- forced colours


def picture_of(locator):
    return Image.open(io.BytesIO(locator.screenshot(animations="disabled"))).convert("RGB")


# What the marks of a key stand beside.
KEYS = {
    "aucc-lab": [".demo-key"],
    "gamma-grid": [".demo-facts > div:not(:last-child)"],
    "linked-pairs": [".demo-key"],
    "pair-table": [".demo-facts > div:nth-child(-n + 4)"],
    "roc-builder": [".demo-key", ".demo-count"],
    "two-distributions": [".demo-key"],
}
# The mark of a key, without the frame of a cell and without the words behind.
MARK = """node => { const style = getComputedStyle(node);
    const side = (name) => parseFloat(style[`border${name}Width`]) + parseFloat(style[`padding${name}`]);
    return [side("Left"), parseFloat(getComputedStyle(node, "::before").width)]; }"""


def every_demo(page_of, open_page, **options):
    """Open a page with all demos."""
    page = open_page(page_of(*(class_of(slug)() for slug in ACTS)), **options)
    page.locator(".demo-host-live").nth(len(ACTS) - 1).wait_for()
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_drawings_take_the_chosen_colours_and_keys_differ(page_of, open_page, scheme):
    page = every_demo(page_of, open_page, scheme=scheme, forced_colors="active")
    ink, sheet = page.evaluate("""() => {
        const probe = document.body.appendChild(document.createElement("i"));
        return ["CanvasText", "Canvas"].map((name) => {
            probe.style.color = name;
            return getComputedStyle(probe).color;
        });
    }""")
    assert ink != sheet
    fill = "nodes => nodes.map((node) => getComputedStyle(node).fill)"
    for slug in ACTS:
        live = page.locator(f".demo-live.demo-{slug}")
        drawn = live.locator("svg :is(.demo-axis, .demo-name, .demo-pair-side):not(:empty)")
        # Some of it is drawn a frame after the demo has mounted.
        drawn.first.wait_for(state="attached")
        assert set(drawn.evaluate_all(fill)) == {ink}, slug
        assert set(live.locator("svg .demo-paper").evaluate_all(fill)) <= {sheet}, slug
        for marks in KEYS.get(slug, ()):
            seen = []
            for key in live.locator(marks).all():
                left, width = map(round, key.evaluate(MARK))
                picture = picture_of(key)
                seen.append(picture.crop((left, 2, left + width, picture.height - 2)).tobytes())
            assert len(seen) == len(set(seen)) >= 2, slug
            assert all(len(set(zip(*[iter(mark)] * 3, strict=True))) > 1 for mark in seen), slug


# ---- paper


def test_print_from_dark_mode_is_dark_on_light(page_of, open_page):
    page = every_demo(page_of, open_page, scheme="dark")
    # The theme's dark colours of the roles that the demos use.
    page.add_style_tag(
        content="""html[data-theme="dark"] { background: #14181e; --pst-color-text-base: #ced6dd;
        --pst-color-text-muted: #9ca4af; --pst-color-background: #14181e; --pst-color-surface: #222832;
        --pst-color-border: #48566b }"""
    )
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.emulate_media(media="print", color_scheme="dark")
    assert axe_violations(page, ["color-contrast"]) == {}
    dark = page.locator(".demo").evaluate_all(
        r"""boxes => boxes.flatMap((box) => [...box.querySelectorAll("p, span, text")].map((node) => {
            const style = getComputedStyle(node);
            return (node instanceof SVGElement ? style.fill : style.color).match(/\d+/g).slice(0, 3).map(Number);
        }))"""
    )
    assert len(dark) > 500
    # White is for names on filled marks alone.
    assert [colour for colour in dark if max(colour) >= 0x80 and colour != [255, 255, 255]] == []


# ---- a phone

# What belongs on one screen: what is moved or pressed, and what comes out.
TOGETHER = {
    "aucc-lab": (".demo-number", ".demo-roc", ".demo-scatter", ".demo-strip"),
    "cut-sweep": (".demo-number", ".demo-errors", ".demo-tree"),
    "deal-again": (".demo-deal-k input", ".demo-deal-cards", ".demo-number", ".demo-deal-histograms"),
    "formula-builder": (".demo-formula select", ".demo-number", ".demo-marks"),
    "gamma-grid": (".demo-number", ".demo-scatter", ".demo-grid"),
    "linked-pairs": (".demo-number", ".demo-roc", ".demo-scatter", ".demo-pair-row"),
    "measure-bench": (".demo-measure", "[data-key]"),
    "null-machine": (".demo-null-k input", ".demo-number", ".demo-null-histogram"),
    "overlap-table": (".demo-scores", "[data-key]", ".demo-status"),
    "pair-table": (".demo-number", "[data-key]"),
    "roc-builder": (".demo-number", ".demo-roc", ".demo-line-of-items", ".demo-confusion"),
    "take-one-out": (".demo-scatter", ".demo-number", ".demo-intervals"),
    "two-readers": (".demo-number", "[data-key]", ".demo-status"),
    "two-distributions": (".demo-controls", ".demo-number", ".demo-roc", ".demo-pr", ".demo-bells"),
    "the-habit": (".demo-habit-plane", ".demo-number", ".demo-habit-curves"),
    "the-level": (".demo-turn", ".demo-cloud", ".demo-number", ".demo-rulers"),
}
HEADER = 60  # of the theme, above the page


@pytest.mark.parametrize("slug", ACTS)
@pytest.mark.breadth(first_of=2)
def test_a_phone_holds_handle_and_result_on_one_screen_and_a_finger_hits(site, open_page, slug):
    page = open_page(f"{site}{page_with(slug)}", width=360, height=844, has_touch=True, is_mobile=True)
    live = page.locator(f".demo-live.demo-{slug}").first
    live.wait_for()
    controls = live.locator(
        ".demo-controls :is(button, select, input), .demo-null-machine input, .demo-deal-again input, "
        ".demo-deal-buttons button, .demo-choice .demo-cell, summary"
    )
    sizes = [(box["width"], box["height"]) for node in controls.all() if (box := node.bounding_box())]
    assert min(min(size) for size in sizes) >= 24
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 844})
        nodes = [node for selector in TOGETHER[slug] for node in live.locator(selector).all()]
        boxes = [box for node in nodes if (box := node.bounding_box())]
        assert len(boxes) >= len(TOGETHER[slug])
        top, bottom = min(box["y"] for box in boxes), max(box["y"] + box["height"] for box in boxes)
        assert bottom - top <= 844 - HEADER


@pytest.mark.parametrize("slug", ["aucc-lab", "roc-builder"])
def test_a_finger_near_a_point_takes_the_nearest(site, open_page, slug):
    page = open_page(f"{site}{page_with(slug)}", width=360, height=844, has_touch=True, is_mobile=True)
    live = page.locator(f".demo-live.demo-{slug}").first
    # 11 pixels away from a middle, in 12 directions: what a finger gets, and whether no other middle is nearer.
    missed = live.evaluate(
        """box => {
            const points = [...box.querySelectorAll(".demo-point")];
            points[0].ownerSVGElement.scrollIntoView({ block: "center", behavior: "instant" });
            const middles = points.map((point) => {
                const place = point.getScreenCTM();
                return [place.e, place.f];
            });
            const missed = [];
            let tried = 0;
            middles.forEach(([x, y], i) => {
                for (let k = 0; k < 12; k++) {
                    const [px, py] = [x + 11 * Math.cos(k * Math.PI / 6), y + 11 * Math.sin(k * Math.PI / 6)];
                    const away = middles.map(([mx, my]) => Math.hypot(px - mx, py - my));
                    const inside = box.querySelector(".demo-paper").getBoundingClientRect();
                    if (px < inside.left || px > inside.right || py < inside.top || py > inside.bottom) continue;
                    // Just between two, either will do.
                    if ([...away].sort((a, b) => a - b)[1] - Math.min(...away) < 1) continue;
                    tried += 1;
                    const taken = points.indexOf(document.elementFromPoint(px, py)?.closest(".demo-point"));
                    if (taken !== away.indexOf(Math.min(...away))) missed.push([i, k, taken]);
                }
            });
            return tried > 5 * points.length ? missed : "too few places tried";
        }"""
    )
    assert missed == []
