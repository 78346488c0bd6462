"""A page whose cells can be run, as its reader uses it."""

import re

SAYS_END = re.compile(r"^(Done|Stopped|Cell \d+ ends|Python could not|All cells)")
#: A start on a busy machine; what comes sooner is not waited for.
PATIENCE = 240_000
#: What follows a prediction is in view as well, here and on further pages.
SHOW_ALL = "localStorage.setItem('aucc-teach:always-shown', 'yes'); dispatchEvent(new Event('storage'));"


class LivePage:
    """Cells of a page that Playwright has opened, counted from 1."""

    def __init__(self, page):
        self.page = page
        self.status = page.locator(".live-status")
        page.locator(".live-run").first.wait_for(state="attached")
        page.evaluate(SHOW_ALL)

    def unfold(self):
        """Open all folds: a folded editor is there for nobody."""
        self.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")

    def button(self, number):
        """The cell's Run, or Stop while it runs."""
        return self.page.locator(".live-run").nth(number - 1)

    def code(self, number):
        """The editor of a cell."""
        return self.page.get_by_role("textbox", name=f"Code of cell {number}", exact=True)

    def output(self, number):
        """The output of a cell."""
        return self.page.get_by_role("region", name=f"Output of cell {number}", exact=True)

    def text(self, number):
        """What an output says, without differences of blanks."""
        return " ".join(self.output(number).inner_text().split())

    def cell(self, number):
        """All of a cell, also if nobody sees it."""
        return self.page.locator(".cell", has=self.page.locator(".live-run")).nth(number - 1)

    def edit(self, number, text):
        """Replace the text of a cell."""
        self.code(number).fill(text)

    def note(self, number):
        """What stands between a cell and its output."""
        return self.cell(number).locator(".live-note").first

    def ends(self):
        """Wait until nothing runs; return what the status says."""
        self.page.wait_for_function("!document.body.classList.contains('live-busy')", timeout=PATIENCE)
        said = self.status.inner_text()
        assert SAYS_END.match(said), said
        return said

    def run(self, number):
        """Press Run, and wait for the end."""
        self.button(number).click()
        return self.ends()

    def starts_running(self):
        """Wait until the cell that was pressed runs itself."""
        self.page.wait_for_function(
            "/^Running($|,)/.test(document.querySelector('.live-status').textContent)", timeout=PATIENCE
        )
