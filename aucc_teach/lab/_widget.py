"""Controls in front of the arithmetic and the picture."""

import base64
import csv
import html
import io
import math

import ipywidgets as widgets
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from aucc_teach import _reading
from aucc_teach.calibration import REFERENCES
from aucc_teach.criteria import CRITERIA
from aucc_teach.lab._analysis import ALGORITHMS, MAX_OBJECTS, METRICS, N_REFERENCES, SCALINGS, analyse
from aucc_teach.lab._figure import plot_analysis

_OF_FILES = ("separator", "decimal", "encoding")  # controls that say how to read a file
_OF_DATA = ("data", "upload", "path", *_OF_FILES)  # controls that say what to read
_NO_CLASSES = ("(none)", "")  # with None as its value a menu would show nothing


class Lab:
    """Controls for :func:`analyse` over the reader's own table or a bundled one, and a picture of the result.

    Needs a running kernel. In a notebook the last line of a cell shows it.

    Parameters
    ----------
    table : pandas.DataFrame, optional
        What to begin with, as :func:`analyse` takes it; the bundled wines by default.

    Attributes
    ----------
    table : pandas.DataFrame or None
        What was read last; None if it could not be read.
    analysis : Analysis or None
        The result for the settings shown; None if they were refused.
    message : str
        What was refused, or what to keep in mind.
    history : list of dict
        The numbers of every setting that was looked at, in that order: the rows of :meth:`to_csv`.
    controls : dict
        The widgets by name, such as ``controls["n_clusters"]``.

    Raises
    ------
    ValueError
        If `table` is no DataFrame, or one in which two columns have one name or a column has several.

    Examples
    --------
    >>> import aucc_teach as at
    >>> lab = at.lab.Lab()
    >>> lab.controls["n_clusters"].value = 3
    >>> round(lab.analysis.aucc, 3), len(lab.history)
    (0.875, 2)
    """

    def __init__(self, table=None):
        self._own = None if table is None else _reading.check_frame(table)
        self.table = self.analysis = None
        self.message, self.history, self._notes = "", [], []
        self._busy = False
        self.controls = _controls(self._own)
        self._status, self._picture, self._numbers, self._export = (widgets.HTML() for _ in range(4))
        for control in self.controls.values():
            control.observe(self._changed, "value")
        of_data = [self.controls[name] for name in _OF_DATA]
        others = [control for name, control in self.controls.items() if name not in _OF_DATA]
        wrap = widgets.Layout(flex_flow="row wrap")
        self.box = widgets.VBox(
            [
                widgets.Box(of_data, layout=wrap),
                widgets.Box(others, layout=wrap),
                self._status,
                widgets.Box([self._picture, self._numbers], layout=wrap),
                self._export,
            ]
        )
        self.box.add_class("aucc-lab")
        self._read()

    def __repr__(self):
        return "Lab: a table, a clustering, and what the criteria say of it."

    def _repr_mimebundle_(self, **_):
        data = self.box._repr_mimebundle_()
        data = data[0] if isinstance(data, tuple) else data
        # Built pages prefer HTML and have no kernel: they say so instead of showing controls that do nothing.
        fallback = "<p><strong>The lab needs a kernel.</strong> Open this notebook in JupyterLab and run its cells.</p>"
        return data | {"text/plain": repr(self), "text/html": fallback}

    def to_csv(self):
        """Write the numbers of every setting that was looked at as CSV.

        Returns
        -------
        str
            A header, and a line for each setting; what is not defined is an empty cell.
        """
        columns = list(dict.fromkeys(name for row in self.history for name in row))
        return _csv([columns, *([row.get(name) for name in columns] for row in self.history)])

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
        # Names that the index lacks, or that would stand twice in the header.
        names = [name if known in (None, "cluster") else known for name, known in zip(names, rows.names, strict=True)]
        table = pd.DataFrame({"cluster": self.analysis.labels + 1}, index=rows)
        return table.to_csv(index_label=names, lineterminator="\n")

    def _changed(self, change):
        if self._busy:
            return
        name = next(name for name, control in self.controls.items() if control is change["owner"])
        if name in ("upload", "path") and change["new"]:
            # The newest choice counts, and the list shows which one that is.
            self._set("data", name)
        if name in _OF_DATA:
            self._read()
        else:
            self._analyse()

    def _set(self, name, value, **options):
        self._busy = True  # what the lab sets is no choice of the reader's
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
            self.table = None
            self._set("columns", (), options=())
            self._set("classes", "", options=[_NO_CLASSES])
            return self._refuse(error)
        self._notes = [*_reading.notes_of_reading(self.table), *_reading.notes_on_columns(self.table)]
        # Choices that were made for other data would not fit these.
        columns = _reading.measurements(self.table)
        self._set("columns", tuple(_reading.suggested(self.table)), options=tuple(columns))
        classes = [_NO_CLASSES, *((name, name) for name in _reading.class_columns(self.table))]
        self._set("classes", "class" if chosen in _reading.BUNDLED else "", options=classes)
        for name in ("drop_incomplete", "sample"):
            self._set(name, False)
        top = max(2, min(30, math.ceil(math.sqrt(len(self.table)))))
        self._set("n_clusters", min(self.controls["n_clusters"].value, top), max=top)
        return self._analyse()

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
        self._status.value = _status("Computing …")
        settings = {name: control.value for name, control in self.controls.items() if name not in _OF_DATA}
        settings["classes"] = settings["classes"] or None
        try:
            self.analysis = analyse(self.table, **settings)
        except ValueError as error:
            self._refuse(error, *self._notes)
            return
        row = self.analysis.numbers
        if row not in self.history:
            self.history.append(row)
        self.message = "\n".join([*self._notes, *self.analysis.notes])
        self._status.value = _status(
            f"{row['n_objects']} rows. Settings looked at so far: {len(self.history)}.", *self.message.splitlines()
        )
        figure = Figure(figsize=(7.6, 7.2), layout="constrained")
        png = io.BytesIO()
        plot_analysis(self.analysis, figure=figure).savefig(png, dpi=100)
        source = "data:image/png;base64," + base64.b64encode(png.getvalue()).decode()
        self._picture.value = f'<img src="{source}" alt="{html.escape(_describe(self.analysis))}" style="width: 760px">'
        self._numbers.value = _numbers_table(self.analysis)
        self._show_export()

    def _refuse(self, error, *notes):
        self.analysis = None
        self.message = "\n".join([f"Not computed: {error}", *notes])
        self._status.value = _status(*self.message.splitlines())
        # No number or picture of other settings stays beside the message.
        self._picture.value = self._numbers.value = ""
        self._show_export()

    def _show_export(self):
        links = [("numbers.csv", self.to_csv(), f"Numbers of all {len(self.history)} settings looked at (CSV)")]
        if self.analysis is not None:
            links.append(("clusters.csv", self.labels_csv(), "Clusters of the rows (CSV)"))
        self._export.value = " · ".join(_download(*link) for link in links) if self.history else ""


def _describe(analysis):
    sizes = ", ".join(str(size) for size in np.bincount(analysis.labels))
    return (
        f"Four panels: the first two principal components with {analysis.labels.max() + 1} clusters of sizes {sizes}; "
        f"the distances sorted by cluster; the ROC curve of the pairs; AUCC {analysis.aucc:.3f} beside its level "
        f"{analysis.level:.3f} on structureless data."
    )


def _controls(own):
    label = {"style": {"description_width": "7em"}}
    whole = {"layout": widgets.Layout(width="auto"), "indent": False}
    late = {"continuous_update": False}  # not at every step of a drag or at every letter

    def menu(name, options):
        return widgets.Dropdown(description=name, options=options, **label)

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
        "separator": menu("Separator", list(_reading.SEPARATORS.items())),
        "decimal": menu("Decimals", list(_reading.DECIMALS.items())),
        "encoding": menu("Encoding", list(_reading.ENCODINGS.items())),
        "columns": widgets.SelectMultiple(description="Columns", rows=6, **label),
        "classes": menu("Classes", [_NO_CLASSES]),
        "scaling": menu("Scaling", list(SCALINGS)),
        "metric": menu("Metric", list(METRICS)),
        "algorithm": menu("Algorithm", list(ALGORITHMS)),
        "n_clusters": widgets.IntSlider(description="Clusters k", min=2, max=14, value=2, **late, **label),
        "reference": menu("Structureless", list(REFERENCES)),
        "drop_incomplete": widgets.Checkbox(description="Leave out incomplete rows", **whole),
        "sample": widgets.Checkbox(description=f"Sample {MAX_OBJECTS} rows if there are more", **whole),
    }


def _status(*lines):
    text = "<br>".join(html.escape(line) for line in lines)
    return f'<div class="aucc-lab-status" role="status" aria-live="polite" style="line-height: 1.4">{text}</div>'


def _numbers_table(analysis):
    rows = [("AUCC", analysis.aucc, "higher"), ("its level without structure", analysis.level, "")]
    rows += [("excess over the level, in logits", analysis.excess, "higher")]
    rows += [(f"sets of {N_REFERENCES} that reach it", analysis.n_reached, "")]
    better = {found.title: "higher" if found.higher_is_better else "lower" for found in CRITERIA.values()}
    rows += [(title, value, better[title]) for title, value in analysis.criteria.items()]
    if analysis.settings["classes"] is not None:
        rows += [("ARI with the classes", analysis.adjusted_rand, "higher")]
        rows += [("AUCC of the classes", analysis.aucc_of_classes, "")]
    cells = "".join(
        f'<tr><th scope="row" style="text-align: left; font-weight: normal">{html.escape(name)}</th>'
        f'<td data-value="{html.escape(name)}" style="text-align: right">{_shown(value)}</td><td>{way}</td></tr>'
        for name, value, way in rows
    )
    sizes = ", ".join(str(size) for size in np.bincount(analysis.labels))
    heads = "".join(
        f'<th scope="col" style="padding: 0 0.5em">{head}</th>' for head in ("criterion", "value", "better")
    )
    return (
        f"<table><caption>Cluster sizes: {sizes}</caption><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table>"
    )


def _shown(value):
    if value is None:
        return "not defined"
    return str(value) if isinstance(value, int) else f"{value:.3f}" if abs(value) < 1000 else f"{value:.4g}"


def _csv(rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(["" if cell is None else cell for cell in row] for row in rows)
    return text.getvalue()


def _download(name, text, title):
    content = base64.b64encode(text.encode("utf-8")).decode()
    source = f"data:text/csv;charset=utf-8;base64,{content}"
    return f'<a download="{name}" style="text-decoration: underline" href="{source}">{html.escape(title)}</a>'
