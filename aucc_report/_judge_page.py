"""A report in stages for the page *Judge your table*, which shows each finding as soon as it is known."""

import json
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from aucc_report import _settings
from aucc_report._argument_names import in_page
from aucc_report._columns import OFFERS, class_columns
from aucc_report._defaults import DEFAULTS
from aucc_report._make import Question, seeds_of
from aucc_report._page import look_at, part_of_page
from aucc_report._reading import bundled_table
from aucc_report.intake import take_in
from aucc_teach import datasets
from aucc_teach.files import write_at_once

#: Sample tables, by the names of their files, and the functions that make them.
SAMPLES = {
    "penguins.csv": datasets.load_penguins,
    "iris.csv": partial(bundled_table, "iris"),
    "wine.csv": partial(bundled_table, "wine"),
    "tumours.csv": partial(bundled_table, "breast cancer"),
}
_BETWEEN = 0.2  # seconds from one message about progress to the next


class Stages:
    """A table in a folder, and the stages in which a report on it becomes known.

    `settings` is a text in JSON: the name of the "table", whether it "is_sample", which is then written into the
    folder, and the settings for reading it; see `_settings`. ``send(kind, **fields)`` is called at each stage, with
    plain types only. An error is sent as "refused", in the words of the command and the terms of the page, and raised;
    a question about the columns as "asked".
    """

    def __init__(self, settings, folder, send):
        self.settings, self.folder, self.send = json.loads(settings), Path(folder), send
        path = self.folder / self.settings["table"]
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.settings.get("is_sample"):
            write_at_once(path, SAMPLES[path.name]().to_csv(index=False, lineterminator="\n"))
        with self._refusing():
            self.table = _settings.table_asked_for(path, self.settings)

    def look(self, settings):
        """Say what came in and what is left out, and show the rows and the columns before any clustering."""
        self.settings |= json.loads(settings)
        asked = DEFAULTS | self.settings
        with self._refusing():
            names = ("columns", "classes", "labels", "noise", "transform", "scaling", "metric", "missing")
            options = {name: asked[name] for name in names}
            taken = take_in(self.table, **options, seed=seeds_of(asked.get("seed", 0))["sample"])
            columns, rows, apart = taken.columns, taken.rows, (asked["classes"], asked["labels"])
            self.send(
                "came in",
                table=taken.name,
                notes=[in_page(note) for note in self.table.attrs["notes"]],
                rows=len(rows),
                left_out=rows.loc[~rows["used"], "reason"].value_counts(sort=False).to_dict(),
                classes=class_columns(self.table),
                columns=[
                    {
                        "name": name,
                        "used": bool(used),
                        "reason": in_page(reason),
                        "can_be_used": name not in apart and (kind == "numbers" or kind in OFFERS),
                    }
                    for name, used, reason, kind in columns[["used", "reason", "kind"]].itertuples()
                ],
            )
            self.send("look", html=look_at(taken))

    def judge(self):
        """Make the report, and write its page, its tables and a part for another page into the folder."""
        told = -_BETWEEN

        def tell(done, total, what):
            nonlocal told
            if time.monotonic() - told >= _BETWEEN:
                told = time.monotonic()
                self.send("progress", done=done, total=total, what=what)

        with self._refusing():
            found = _settings.report_asked_for(self.table, self.settings, tell)
            self.send("progress", done=1, total=1, what="the page")
            found.to_csv(self.folder, overwrite=True)
            found.to_html(self.folder / "report.html")
            write_at_once(self.folder / "part.html", part_of_page(found))
            self.send("judged", headline=str(found.headline), pvalues=found.pvalues)

    @contextmanager
    def _refusing(self):
        try:
            yield
        except Question as question:
            self.send("asked", text=in_page(str(question)))
            raise
        except (ValueError, OSError) as error:
            self.send("refused", text=in_page(str(error)))
            raise
        except ModuleNotFoundError:
            self.send("refused", text="this page reads no Parquet: save the table as CSV, or as a workbook (.xlsx).")
            raise
        except MemoryError:
            self.send(
                "refused", text="the table must fit into the memory that a page has. Cut it down to a sample of rows."
            )
            raise
