"""Put controls in front of the arithmetic and the picture."""

import math

import ipywidgets as widgets
import pandas as pd

from aucc_report import _columns, _reading
from aucc_report._defaults import DEFAULTS
from aucc_report._settings import report_asked_for
from aucc_report.clusterers import ALGORITHMS
from aucc_report.dialect import DECIMALS, SEPARATORS, THOUSANDS
from aucc_report.intake import SCALINGS as REPORT_SCALINGS
from aucc_report.intake import suggested
from aucc_report.lab import _html
from aucc_report.lab._analysis import MAX_OBJECTS, METRICS, SCALINGS, analyse, with_baseline
from aucc_report.lab._background import Work
from aucc_teach.calibration import REFERENCES

_OF_FILES = ("separator", "decimal", "thousands", "encoding")  # controls that say how to read a file
_OF_DATA = ("data", "upload", "path", *_OF_FILES)  # controls that say what to read
_OF_REPORT = ("algorithms", "ks", "report_scaling")  # controls that a report alone has
_OF_BOTH = ("columns", "classes", "metric", "missing", "seed")
# Words for what to do about rows that lack a value.
_MISSING = {"refuse": "refuse", "leave out rows": "drop", "fill in": "neighbours", "fill in medians": "median"}
_NO_CLASSES = ("(none)", "")  # a menu shows nothing for the value None


class Lab:
    """Controls for :func:`analyse` and :func:`aucc_report.report` over the reader's own table or a bundled one.

    Needs a running kernel. In a notebook the last line of a cell shows it. Labels, AUCC, criteria and the picture stand
    there at once. The baseline and reports follow behind a progress bar, and can be stopped.

    Parameters
    ----------
    table : pandas.DataFrame, optional
        What to begin with, as :func:`analyse` takes it; the bundled wines by default.

    Attributes
    ----------
    table : pandas.DataFrame or None
        What was read last; None if it could not be read.
    analysis : Analysis or None
        The result for the settings shown; None if they were refused. Its ``baseline`` is None until it is
        computed.
    report : aucc_report.Report or None
        The report that is shown; None if there is none for these settings.
    message : str
        What was refused, or what to keep in mind.
    controls : dict
        The widgets by name, such as ``controls["n_clusters"]``.

    Raises
    ------
    ValueError
        If `table` is not a DataFrame, or one in which two columns have one name or a column has several.

    Examples
    --------
    >>> import aucc_report
    >>> lab = aucc_report.lab.Lab()
    >>> lab.controls["n_clusters"].value = 3
    >>> lab.wait()
    >>> round(lab.analysis.aucc, 3), round(lab.analysis.baseline, 2), len(lab.history)
    (0.875, 0.82, 2)
    """

    def __init__(self, table=None):
        self._own = None if table is None else _reading.check_frame(table)
        self.table = self.analysis = self.report = None
        self.message = ""
        self._busy = False
        self._work = self._deliver = None
        self._wants_report = False
        self._rows, self._seen, self._tables = {}, None, []
        self.controls = _controls(self._own)
        self._status, self._picture, self._numbers, self._export = (widgets.HTML() for _ in range(4))
        self._report_status, self._report_view, self._report_files = (widgets.HTML() for _ in range(3))
        self._bar = widgets.IntProgress(layout=widgets.Layout(width="20em"))
        self._doing = widgets.Label()
        self.buttons = {"report": widgets.Button(description="Report"), "stop": widgets.Button(description="Stop")}
        self.buttons["report"].on_click(lambda _: self._ask_report())
        self.buttons["stop"].on_click(lambda _: self.stop())
        for control in self.controls.values():
            control.observe(self._changed, "value")
        wrap = widgets.Layout(flex_flow="row wrap")
        of_data, of_report = ([self.controls[name] for name in names] for names in (_OF_DATA, _OF_REPORT))
        others = [control for name, control in self.controls.items() if name not in (*_OF_DATA, *_OF_REPORT)]
        self._progress = widgets.HBox(
            [self._bar, self._doing, self.buttons["stop"]]
        )  # a box of its own, so that it can be hidden
        self.box = widgets.VBox(
            [
                widgets.Box(of_data, layout=wrap),
                widgets.Box(others, layout=wrap),
                widgets.Box([*of_report, self.buttons["report"]], layout=wrap),
                self._progress,
                self._status,
                self._report_status,
                self._report_files,
                widgets.Box([self._picture, self._numbers], layout=wrap),
                self._export,
                self._report_view,
            ]
        )
        self.box.add_class("aucc-lab")
        self._show_progress()
        self._read()

    def __repr__(self):
        return "Lab: a table, a clustering, and its scores."

    def _repr_mimebundle_(self, **_):
        data = self.box._repr_mimebundle_()
        data = data[0] if isinstance(data, tuple) else data
        # Built pages prefer HTML and have no kernel, so they show this instead of controls that do nothing.
        fallback = "<p><strong>The lab needs a kernel.</strong> Open this notebook in JupyterLab and run its cells.</p>"
        return data | {"text/plain": repr(self), "text/html": fallback}

    @property
    def history(self):
        """The numbers of every setting that was looked at, in that order, as dictionaries: the rows of :meth:`to_csv`.

        "clustering" counts the different clusterings of each table: two settings that give the same one share a number.
        """
        return list(self._rows.values())

    def wait(self):
        """Wait until the baseline, or the report that was asked for, is there."""
        while self._work is not None:
            self._work.wait()
            self._hear(self._work)

    def stop(self):
        """Stop what is under way, a baseline or a report, after the step that it is at."""
        self._wants_report = False
        if self._work is not None:
            self._work.stop()
            self._hear(self._work)

    def to_csv(self):
        """Write the numbers of every setting that was looked at as CSV.

        Returns
        -------
        str
            A header, and a line for each setting; what is not defined or was not computed is an empty cell.
        """
        return pd.DataFrame(self.history, dtype=object).to_csv(index=False, lineterminator="\n")

    def labels_csv(self):
        """Write the clusters of the current result as CSV.

        Returns
        -------
        str
            A header, and for each row that was used its name (or its line in the file) and its cluster, counted from
            1. The header alone if there is no result.
        """
        if self.analysis is None:
            return "row,cluster\n"
        rows = self.analysis.rows
        names = ["row"] if rows.nlevels == 1 else [f"row {level}" for level in range(1, rows.nlevels + 1)]
        # Replace missing names, and a name that would stand twice in the header.
        names = [name if known in (None, "cluster") else known for name, known in zip(names, rows.names, strict=True)]
        table = pd.DataFrame({"cluster": self.analysis.labels + 1}, index=rows)
        return table.to_csv(index_label=names, lineterminator="\n")

    def _changed(self, change):
        if self._busy:
            return
        name = next(name for name, control in self.controls.items() if control is change["owner"])
        if name in _OF_REPORT:  # which only the next report reads
            return
        self._halt()
        if name in ("upload", "path") and change["new"]:
            # The latest choice counts, and the menu shows it.
            self._set("data", name)
        if name in (*_OF_DATA, *_OF_BOTH):
            self._show_report(None)
        if name in _OF_DATA:
            self._read()
            return
        if name == "classes" and self.table is not None:
            self._follow_classes(change["old"])
        self._analyse()

    def _follow_classes(self, old):
        """Take the classes out of the chosen columns; an untouched suggestion is made anew."""
        chosen, classes = self.controls["columns"].value, self.controls["classes"].value or None
        if chosen == tuple(suggested(self.table, old or None)):
            chosen = suggested(self.table, classes)
        self._choose_columns(chosen)

    def _choose_columns(self, chosen):
        """Offer the columns of numbers, without the classes, and choose some of them."""
        classes = self.controls["classes"].value
        offered = tuple(name for name in _columns.measurements(self.table) if name != classes)
        self._set("columns", tuple(name for name in chosen if name in offered), options=offered)

    def _set(self, name, value, **options):
        self._busy = True  # changes by the lab are no choices of the reader
        try:
            control = self.controls[name]
            for trait, setting in options.items():
                setattr(control, trait, setting)
            control.value = value
        finally:
            self._busy = False

    def _read(self):
        chosen = self.controls["data"].value
        for name in _OF_FILES:
            self.controls[name].layout.display = None if chosen in ("upload", "path") else "none"
        try:
            self.table = self._chosen_table(chosen)
        except (ValueError, OSError) as error:
            self.table = self._seen = None
            self._set("columns", (), options=())
            self._set("classes", "", options=[_NO_CLASSES])
            return self._refuse(error)
        self._seen = self._seen_before()
        # Choices made for other data would not fit.
        classes = [_NO_CLASSES, *((name, name) for name in _columns.class_columns(self.table))]
        self._set("classes", "class" if chosen in _reading.BUNDLED else "", options=classes)
        self._choose_columns(suggested(self.table, self.controls["classes"].value or None))
        for name, value in (("missing", "refuse"), ("sample", False), ("noise", "")):
            self._set(name, value)
        top = max(2, min(30, math.ceil(math.sqrt(len(self.table)))))
        self._set("n_clusters", min(self.controls["n_clusters"].value, top), max=top)
        self._set("ks", (2, min(10, top)), max=top)
        self._analyse()

    def _seen_before(self):
        """Return the record of clusterings of this table, to which a reader may come back."""
        for seen in self._tables:
            if _reading.name_of(seen.table) == _reading.name_of(self.table) and seen.table.equals(self.table):
                return seen
        self._tables.append(_Seen(self.table))
        return self._tables[-1]

    def _chosen_table(self, chosen):
        if chosen == "frame":
            return self._own
        if chosen in _reading.BUNDLED:
            return _reading.bundled_table(chosen)
        source, name = self.controls["path"].value, None
        if chosen == "path" and not source:
            raise ValueError('write where the CSV file is into the field "Path".')
        if chosen == "upload":
            files = self.controls["upload"].value
            if not files:
                raise ValueError('choose a CSV file with the button "Upload".')
            source, name = files[-1]["content"], files[-1]["name"]
        return _reading.read_csv(source, name=name, **{name: self.controls[name].value for name in _OF_FILES})

    def _analyse(self):
        if self.table is None:
            return
        self._status.value = _html.status("Computing …")
        settings = {name: control.value for name, control in self.controls.items() if name not in _OF_DATA + _OF_REPORT}
        for name in ("classes", "noise"):
            settings[name] = settings[name].strip() or None
        notes = _columns.notes_of_reading(self.table)
        notes += _columns.notes_on_columns(self.table, settings["classes"], settings["columns"])
        try:
            self.analysis = analyse(self.table, **settings, baseline=False)
        except ValueError as error:
            self._refuse(error, *notes)
            return
        self._message(*notes, *self.analysis.notes)
        found = self.analysis
        self._start(lambda on_progress: with_baseline(found, on_progress), self._baseline_is_there)
        self._show()

    def _baseline_is_there(self, work):
        if work.result is not None:
            self.analysis = work.result
        else:
            why = work.error or "it was stopped. Changing any setting computes it again."
            self._message(f"The baseline is not computed: {why}", *self.message.splitlines())
        self._show()

    def _ask_report(self):
        if self._work is None:
            self._start_report()
        elif self._deliver == self._baseline_is_there:
            self._wants_report = True  # the baseline comes first, because it is shorter

    def _start_report(self):
        self._wants_report = False
        self._show_report(None)
        if self.table is None:
            self._report_status.value = _html.status("No report: there is no table.")
            return
        settings = {name: self.controls[name].value for name in (*_OF_BOTH, *_OF_REPORT)}
        settings |= {"columns": list(settings["columns"]), "classes": settings["classes"] or None}
        settings |= {"scaling": settings["report_scaling"], "ks": range(settings["ks"][0], settings["ks"][1] + 1)}
        if settings["ks"] == range(2, min(10, self.controls["ks"].max) + 1):
            settings["ks"] = None  # the default, which extends the range if peaks lie at its end
        table = self.table

        def task(on_progress):
            made = report_asked_for(table, settings, on_progress)
            # Drawing also takes a while.
            on_progress(1, 1, "the page")
            return made, made._repr_html_(), _html.files_of_report(made)

        self._start(task, self._report_is_there)

    def _report_is_there(self, work):
        if work.result is not None:
            self._seen.in_reports += len(work.result[0].by_k)
            self._show_report(*work.result)
            self._show_status()
        else:
            self._report_status.value = _html.status(f"No report: {work.error or 'it was stopped.'}")

    def _start(self, task, deliver):
        self._deliver, self._work = deliver, Work(task, self._hear)
        self._show_progress()

    def _hear(self, work):
        """Show the progress of the work, or its result."""
        if work is not self._work:  # it was stopped, or has been dealt with
            return
        if not work.has_ended:
            self._show_progress()
            return
        self._work = None
        self._show_progress()
        if work.error is not None and not isinstance(work.error, ValueError):
            raise work.error
        self._deliver(work)
        if self._wants_report:
            self._start_report()

    def _halt(self):
        """Stop work whose settings no longer hold."""
        self._wants_report = False
        if self._work is not None:
            self._work.stop()
            self._work = None
            self._show_progress()

    def _refuse(self, error, *notes):
        self.analysis = None
        self._message(f"Not computed: {error}", *notes)
        self._show()

    def _message(self, *lines):
        self.message = "\n".join(lines)

    def _show(self):
        """Show the analysis, or clear numbers and picture if there is none for these settings."""
        if self.analysis is None:
            self._picture.value = self._numbers.value = ""
        else:
            key = (self._tables.index(self._seen), repr(self.analysis.settings))
            if key not in self._rows or self.analysis.baseline is not None:  # a known baseline stays
                self._rows[key] = self.analysis.to_dict() | {"clustering": self._seen.number_of(self.analysis)}
            self._picture.value = _html.picture(self.analysis)
            self._numbers.value = _html.numbers_table(self.analysis, self._work is not None)
        self._show_status()
        files = [("numbers.csv", self.to_csv().encode(), f"Numbers of all {len(self._rows)} settings looked at (CSV)")]
        if self.analysis is not None:
            files.append(("clusters.csv", self.labels_csv().encode(), "Clusters of the rows (CSV)"))
        self._export.value = _html.downloads(*files) if self._rows else ""

    def _show_status(self):
        lines = self.message.splitlines()
        if self.analysis is not None:
            in_reports = f", and {self._seen.in_reports} in reports" if self._seen.in_reports else ""
            n_seen = f"Different clusterings of this table so far: {len(self._seen.clusterings)}{in_reports}."
            lines.insert(0, f"{self.analysis.labels.size} rows. {n_seen}")
        self._status.value = _html.status(*lines)

    def _show_progress(self):
        work = self._work
        self._progress.layout.display = "none" if work is None else None
        if work is not None:
            self._bar.max, self._bar.value, self._doing.value = work.total, work.done, work.what

    def _show_report(self, report, page="", files=()):
        self.report = report
        self._report_view.value = page
        titles = {"report.html": "The report as a page (HTML)", "report_csv.zip": "Its tables (CSV files, zipped)"}
        self._report_files.value = _html.downloads(*((name, files[name], titles[name]) for name in files))
        told = [] if report is None else [f"The report at the bottom looked at {len(report.by_k)} clusterings."]
        self._report_status.value = _html.status(*told)


class _Seen:
    """The clusterings of one table that were looked at."""

    def __init__(self, table):
        self.table, self.clusterings, self.in_reports = table, {}, 0

    def number_of(self, analysis):
        """Return which of the different clusterings this is, counted from 1."""
        key = (tuple(analysis.rows), analysis.labels.tobytes())
        return self.clusterings.setdefault(key, len(self.clusterings) + 1)


def _controls(own):
    label = {"style": {"description_width": "7em"}}
    late = {"continuous_update": False}  # not for every step of a drag, nor every letter

    def menu(name, options):
        return widgets.Dropdown(description=name, options=options, **label)

    by_default = tuple(name for name in ALGORITHMS if name in DEFAULTS["algorithms"])
    data = [] if own is None else [(_reading.name_of(own), "frame")]
    data += [
        *((name, name) for name in _reading.BUNDLED),
        ("uploaded CSV file", "upload"),
        ("CSV file at path", "path"),
    ]
    return {
        "data": menu("Data", data),
        "upload": widgets.FileUpload(accept=".csv,.tsv,.txt,text/csv", multiple=False),
        "path": widgets.Text(description="Path", placeholder="folder/file.csv", **late, **label),
        "separator": menu("Separator", list(SEPARATORS.items())),
        "decimal": menu("Decimals", list(DECIMALS.items())),
        "thousands": menu("Thousands", list(THOUSANDS.items())),
        "encoding": menu("Encoding", list(_reading.ENCODINGS.items())),
        "columns": widgets.SelectMultiple(description="Columns", rows=6, **label),
        "classes": menu("Classes", [_NO_CLASSES]),
        "noise": widgets.Text(description="Noise class", placeholder="none, or such as -1", **late, **label),
        "scaling": menu("Scaling", list(SCALINGS)),
        "metric": menu("Metric", list(METRICS)),
        "algorithm": menu("Algorithm", list(ALGORITHMS)),
        "n_clusters": widgets.IntSlider(description="Clusters k", min=2, max=14, value=2, **late, **label),
        "reference": menu("Reference data", list(REFERENCES)),
        "seed": widgets.BoundedIntText(description="Seed", min=0, max=2**32 - 1, **label),
        "missing": menu("Missing values", list(_MISSING.items())),
        "sample": widgets.Checkbox(
            description=f"Sample {MAX_OBJECTS} rows if there are more",
            layout=widgets.Layout(width="auto", margin="2px 1em"),
            indent=False,
        ),
        "algorithms": widgets.SelectMultiple(
            description="Report by", options=ALGORITHMS, value=by_default, rows=5, **label
        ),
        "ks": widgets.IntRangeSlider(description="Report of k", min=2, max=14, value=(2, 10), **late, **label),
        "report_scaling": menu("Report on scale", list(REPORT_SCALINGS)),
    }
