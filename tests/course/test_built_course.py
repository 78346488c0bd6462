"""A course as it is given: the zip for students, built from there, read, answered, saved and marked.

One build serves all: of the student edition with the plan of a term, as its reader builds it, warnings as errors, and
of two chapters of the instructor's.
"""

import base64
import gzip
import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import class_of_forty as forty
import nbformat
import pandas as pd
import pytest
import yaml
from conftest import ROOT, serve
from demos.saving import save_in
from editions import FILES, FOLDERS
from links import broken_links
from marking.answers import is_intact
from pictures import assert_pictured, open_window
from PIL import Image
from test_editions import parts

import aucc_teach as at
from aucc_teach.exercises import questions_by_id, questions_of

Image.new("RGB", (8, 8), "white").save(PICTURE := io.BytesIO(), "PNG")
# This word of no language is put into every solution.
WORD = "kwyjibonix"
PIXEL = base64.b64encode(PICTURE.getvalue()).decode()
CHAPTERS = ["counting_pairs", "rand_c"]  # of the instructor's edition
WEEKS = ("--plan", "term", "--start", "2027-04-05")
BUILD = "0123456789abcdef" * 2 + "01234567"


def marked(notebook):
    """Put the word into text, code and output of every solution."""
    count = 0
    for inside, kind, text, cell in parts(notebook):
        if not inside:
            continue
        count += 1
        if kind == "code":
            cell.source = f"{cell.source}\nprint('{WORD}')"
            cell.outputs = [*cell.outputs, nbformat.v4.new_output("stream", text=f"{WORD}\n")]
        else:
            cell.source = cell.source.replace(text, f"\n{text.strip()}\n\nThe word is {WORD}.\n\n", 1)
    return count


def with_pictures(notebook):
    """Put a blank picture where storing has dropped one, so that figures have numbers."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and cell.metadata.get("mystnb", {}).get("figure"):
            output = next(output for output in cell.outputs if "data" in output)
            output.data["image/png"] = PIXEL
    return notebook


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the student's edition from its zip, and two chapters of the instructor's; returns their folder."""
    folder = tmp_path_factory.mktemp("built")
    clone = folder / "clone"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns(".*", "__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, clone / name)
    (clone / "book" / "build.txt").write_text(f"{BUILD}\n")
    # Stored outputs are enough to see where they go, so nothing is run.
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    of_sphinx = config["sphinx"]["config"]
    of_sphinx["extensions"].remove("run_first")
    del config["sphinx"]["local_extensions"]["run_first"]
    for name in [name for name in of_sphinx if name.startswith("run_first_")]:
        del of_sphinx[name]
    (clone / "_config.yml").write_text(yaml.safe_dump(config, sort_keys=False), encoding="utf-8")
    n_marked = 0
    for path in (clone / "book").rglob("*.ipynb"):
        notebook = with_pictures(nbformat.read(path, as_version=4))
        n_marked += marked(notebook)
        nbformat.write(notebook, path)
    assert n_marked > 400
    whole = f"{folder / 'student'} holds the student edition, "
    assert course("edition", "student", folder / "student", *WEEKS, "--zip", root=clone).startswith(whole)
    shutil.rmtree(folder / "student")
    with zipfile.ZipFile(folder / "student.zip") as packed:
        packed.extractall(folder)
    course("edition", "instructor", folder / "instructor", root=clone)
    toc = yaml.safe_load((clone / "_toc.yml").read_text("utf-8"))
    files = [{"file": f"book/1-pairs/{name}"} for name in CHAPTERS]
    cut = toc | {"parts": [{"caption": "Pairs", "numbered": True, "chapters": files}]}
    (folder / "instructor" / "_toc.yml").write_text(yaml.safe_dump(cut), encoding="utf-8")
    jupyter_book = shutil.which("jupyter-book", path=Path(sys.executable).parent)
    for kind, options in (("student", ["-W", "--keep-going"]), ("instructor", [])):
        environment = os.environ | {"PYTHONPATH": str(folder / kind)}
        command = [jupyter_book, "build", str(folder / kind), *options]
        build = subprocess.run(command, capture_output=True, text=True, env=environment)
        assert build.returncode == 0, "\n".join(line for line in build.stderr.splitlines() if "WARNING" in line)
    return folder


def course(*arguments, root=ROOT):
    """Do what the command line says; returns what was printed."""
    command = [sys.executable, root / "book" / "course", *arguments]
    environment = os.environ | {"PYTHONPATH": str(root)}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def content(path):
    """Read the bytes of a file; the search index is unpacked."""
    script = path.read_bytes()
    return gzip.decompress(base64.b64decode(script.split(b'"')[1])) if path.name == "searchindex.js" else script


def pages(folder):
    return [folder / "_build" / "html" / "book" / "1-pairs" / f"{name}.html" for name in CHAPTERS]


def test_the_first_page_for_students_is_pictured(built, browser):
    page = open_window(browser)
    page.goto((built / "student" / "_build" / "html" / "book" / "your_weeks.html").as_uri())
    places = ("h1", "section:nth-of-type(3) > h2")
    top, end = (page.locator(f"article {place}").first.bounding_box() for place in places)
    clip = {"x": top["x"] - 20, "y": top["y"] - 10, "width": top["width"] + 40, "height": end["y"] - top["y"] - 20}
    assert_pictured("weeks", page.screenshot(full_page=True, clip=clip))
    page.close()


@pytest.mark.breadth
def test_no_file_of_a_built_student_edition_has_the_word(built):
    files = [path for path in (built / "student").rglob("*") if path.is_file()]
    assert [path for path in files if WORD.encode() in content(path).lower()] == []
    names = {path.relative_to(built / "student").as_posix() for path in files}
    assert {"_build/html/searchindex.js", "_build/html/_sources/book/1-pairs/rand_c.ipynb"} <= names
    for page in pages(built / "student"):
        text = page.read_text("utf-8")
        assert text.count('<div class="exercise admonition"') >= 5
        assert 'class="solution' not in text


def test_the_word_would_have_been_found(built):
    html = built / "instructor" / "_build" / "html"
    sources = [html / "_sources" / "book" / "1-pairs" / f"{name}.ipynb" for name in CHAPTERS]
    for path in [*pages(built / "instructor"), *sources]:
        assert WORD.encode() in path.read_bytes().lower()
    # A search finds the exercise, and no word of its solution.
    found = content(html / "searchindex.js")
    assert (b"ex-pairs-move" in found, WORD.encode() in found.lower()) == (True, False)


def test_the_weeks_lead_to_their_chapters_and_exercises(built):
    html = built / "student" / "_build" / "html"
    assert broken_links(html) == []
    weeks = (html / "book" / "your_weeks.html").read_text("utf-8")
    assert "<h2>Session 14, Monday 5 July 2027: " in weeks
    (source,) = (built / "student" / "book").glob("your_weeks.md")
    asked = re.findall(r"<(ex-[\w-]+)>`", source.read_text("utf-8"))
    assert len(asked) > 30
    assert [label for label in asked if f'.html#{label}"' not in weeks] == []
    front = (html / "book" / "intro.html").read_text("utf-8")
    assert "your_weeks.html" in front
    # An edition is no clone, so it names the commit that it was cut from.
    assert f'data-build="{BUILD}"' in front


def test_a_function_and_a_claim_are_judged_in_the_page(built, browser):
    """What judges them is in the student's edition, without what is right."""
    questions = {one.kind: (i, one) for i, one in enumerate(questions_of("ex-chance-four", folder=ROOT / "book"))}
    page = browser.new_page()
    page.goto((built / "student" / "_build" / "html" / "book" / "1-pairs" / "correcting_for_chance.html").as_uri())
    forms = page.locator("#ex-chance-four form")
    place, asked = questions["write"]
    forms.nth(place).get_by_role("textbox").fill(forty.right_answer(asked))
    forms.nth(place).get_by_role("button", name="Run").click()
    forms.nth(place).get_by_text("Right.").wait_for(timeout=150_000)  # Python starts
    place, asked = questions["break"]
    forms.nth(place).get_by_role("radio", name="It is false").check()
    for i, text in enumerate(forty.right_answer(asked)["fields"]):
        forms.nth(place).get_by_role("textbox").nth(i).fill(text)
    forms.nth(place).get_by_role("button", name="Check").click()
    assert forms.nth(place).locator(".exercise-said").inner_text().startswith("Right.")
    page.close()


def test_an_instructor_sees_solutions_and_notes(built, browser):
    asked = yaml.safe_load((ROOT / "book" / "teaching.yml").read_text("utf-8"))
    page = browser.new_page()
    page.goto(pages(built / "instructor")[0].as_uri())
    assert page.locator(".solution").count() >= 5
    for solution in page.locator(".solution").all():
        assert WORD in solution.inner_text()
    assert page.locator(".solution.toggle-hidden").count() == 0
    assert page.locator(".admonition.tip", has_text="Key").count() >= 5
    notes = page.locator("#teaching-notes")
    assert asked["counting_pairs"]["ask"] in notes.inner_text()
    assert notes.locator("#what-tests-which-objective ol > li").count() == 3
    page.close()


# ---- answered, saved, and marked

# Two numbers and an option; functions and claims are answered above.
ASKED = {
    "ex-pairs-move/tp": "1-pairs/counting_pairs",
    "ex-rand-unequal/what-makes-the-level-high": "1-pairs/rand_c",
    "ex-chance-table/ari": "1-pairs/correcting_for_chance",
}
# It takes the label of an exercise, the place of a form in it, the places of options and a text.
ANSWER = """([label, place, options, text]) => {
    const form = document.querySelectorAll(`#${label} form`)[place];
    for (const i of options) form.querySelectorAll("input")[i].click();
    if (!options.length) form.querySelector("input").value = text;
    form.requestSubmit();
}"""


def test_what_was_typed_into_the_pages_is_marked(built, browser, tmp_path):
    """Each reader gives a wrong answer to one question, and right ones to the others."""
    known = questions_by_id(folder=ROOT / "book")
    expected = {}
    (tmp_path / "in").mkdir()
    with serve(built / "student" / "_build" / "html") as site:
        for number, reader in enumerate(("ada", "dina", "emil")):
            page = browser.new_context().new_page()
            for place, (id, path) in enumerate(ASKED.items()):
                label, _, name = id.partition("/")
                form = [one.name for one in questions_of(label) if one.kind != "construct"].index(name)
                is_right = place != number
                wrong = next(iter(forty.wrong_answers(known[id]).values()))
                answer = forty.right_answer(known[id]) if is_right else wrong
                options, text = (answer, "") if known[id].kind == "choice" else ([], answer)
                page.goto(f"{site}book/{path}.html")
                there = f"document.querySelectorAll('#{label} form')[{form}]"
                page.wait_for_function(there)
                page.evaluate(ANSWER, [label, form, options, text])
                page.wait_for_function(f"{there}?.dataset.verdict === '{'right' if is_right else 'wrong'}'")
                expected[f"{reader}.json", id] = is_right
            data = save_in(page, tmp_path / "in" / f"{reader}.json", reader, "Week 1")
            page.context.close()
            assert is_intact(data)
            assert data["book"]["version"] == at.__version__
    labels = ",".join(dict.fromkeys(id.partition("/")[0] for id in ASKED))
    course("mark", tmp_path / "in", tmp_path / "out", "--exercises", labels)
    verdicts = pd.read_csv(tmp_path / "out" / "verdicts.csv", keep_default_na=False)
    marked_right = {(row["file"], row["question"]): row["verdict"] == "right" for _, row in verdicts.iterrows()}
    assert marked_right == expected
