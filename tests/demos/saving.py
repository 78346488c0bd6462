"""Save what a page has: by hand in Chromium, by a script in the other engines, which have no downloads here."""

from marking.answers import read_answers

# The text of the file is taken where the page makes it. The body of a function of the name and the assignment.
SAVE = """
    window.savedText = "";
    const real = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => (window.savedText = text));
      URL.createObjectURL = real;
      return real(blob);
    };
    const press = (words, place) =>
      [...place.querySelectorAll("button")].find(({ textContent }) => textContent === words).click();
    press("Save my answers", document);
    const fields = document.querySelectorAll("dialog label input");
    [...arguments].forEach((text, i) => (fields[i].value = text));
    press("Save answers.json", document.querySelector("dialog"));"""


def save_in(page, path, student="", assignment=""):
    """Save the answers of a page of Playwright as a file; returns what it holds."""
    page.get_by_role("button", name="Save my answers").click()
    dialog = page.get_by_role("dialog", name="Save my answers")
    dialog.get_by_label("Name or pseudonym").fill(student)
    dialog.get_by_label("Assignment").fill(assignment)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Save answers.json").click()
    assert download.value.suggested_filename == "answers.json"
    download.value.save_as(path)
    page.locator("dialog").wait_for(state="detached")
    return read_answers(path)


def save_in_engine(engine, path, student="", assignment=""):
    """Do the same in another engine."""
    engine.evaluate(SAVE, student, assignment)
    engine.wait_until("window.savedText")
    path.write_text(engine.evaluate("return savedText"), encoding="utf-8")
    return read_answers(path)
