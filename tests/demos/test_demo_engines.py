"""The demos where they are read: in every engine, in forced colours and on paper."""

import shutil

import pytest
from conftest import axe_violations, pages_with, serve

from aucc_teach import demos
from aucc_teach.exercises import Exercise, Order, folders, questions_of
from demos.conftest import write_page
from demos.each_demo import ACTS, class_of
from demos.engines import Firefox, WebKit, started

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


# ---- forced colours, and paper


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
def test_drawings_take_the_chosen_colours(page_of, open_page, scheme):
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
