"""A report in stages, for a page that shows what is known as soon as it is known, as the command makes it."""

import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from aucc_report import _command
from aucc_report._columns import OFFERS, class_columns
from aucc_report._make import seeds_of
from aucc_report._page import look_at, part_of_page
from aucc_report._reading import bundled_table
from aucc_report._terms import in_page
from aucc_report.intake import take_in
from aucc_teach import datasets
from aucc_teach._files import write_at_once

#: Tables to try, by the names of their files, and what makes them.
SAMPLES = {
    "penguins.csv": datasets.load_penguins,
    "iris.csv": partial(bundled_table, "iris"),
    "wine.csv": partial(bundled_table, "wine"),
    "tumours.csv": partial(bundled_table, "breast cancer"),
}
_BETWEEN = 0.2  # seconds from one message about progress to the next


def write_sample(name, folder):
    """Write one of the samples as a CSV file."""
    write_at_once(Path(folder, name), SAMPLES[name]().to_csv(index=False, lineterminator="\n"))


class Stages:
    """A table in a file, and what is said of it, in the order in which it is known.

    ``send(kind, **fields)`` hears it, in plain types only. What cannot be done is sent as "refused", with the sentence
    that the command gives, in the terms of the page, and raised.
    """

    def __init__(self, path, send, **options):
        self.send = send
        self.options = _options(path)
        with self._refusing(options):
            self.table = _command.table_asked_for(self.options)

    def look(self, **options):
        """Say what came in and what is left out, and show the rows and the columns before any clustering."""
        with self._refusing(options):
            asked = self.options
            taken = take_in(
                self.table,
                columns=asked.columns,
                classes=asked.classes,
                labels=asked.labels,
                scaling=asked.scaling,
                metric=asked.metric,
                missing=asked.missing,
                seed=seeds_of(asked.seed)["sample"],
            )
            columns, rows, apart = taken.columns, taken.rows, (asked.classes, asked.labels)
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

    def judge(self, folder, **options):
        """Make the report, and write its page, its tables and a part for another page into a folder."""
        with self._refusing(options):
            told = -_BETWEEN

            def tell(done, total, what):
                nonlocal told
                if time.monotonic() - told >= _BETWEEN:
                    told = time.monotonic()
                    self.send("progress", done=done, total=total, what=what)

            found = _command.report_asked_for(self.table, self.options, tell)
            self.send("progress", done=1, total=1, what="the page")
            folder = Path(folder)
            found.to_csv(folder, overwrite=True)
            found.to_html(folder / "report.html")
            write_at_once(folder / "part.html", part_of_page(found))
            self.send("judged", headline=str(found.headline), pvalues=found.pvalues)

    @contextmanager
    def _refusing(self, options):
        try:
            vars(self.options).update(options)
            yield
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


def _options(path):
    """What the command line means that names a table and nothing else."""
    return _command.parser_of_report().parse_args(["--", str(path)])
