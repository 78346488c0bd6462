"""A lab for data of the reader's own: a table comes in, one clustering of it is judged, the numbers go out.

Reading (:func:`read_csv`), arithmetic (:func:`analyse`) and drawing (:func:`plot_analysis`) know nothing of widgets;
:class:`Lab` puts controls in front of them. Nothing is repaired in silence: what cannot be used is refused, with a
message that says what to do about it.
"""

import base64
import csv
import html
import io
import math
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import ipywidgets as widgets
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import squareform
from sklearn.cluster import KMeans
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from threadpoolctl import threadpool_limits

from aucc_teach import plots
from aucc_teach._validation import check_choice, check_dissimilarities, check_integer
from aucc_teach.agreement import adjusted_rand_score
from aucc_teach.aucc import PairRanking
from aucc_teach.calibration import REFERENCES, calibrated_choice
from aucc_teach.criteria import CRITERIA, CriteriaScorer
from aucc_teach.roc import roc_curve
from aucc_teach.sweep import linkage_cuts

BUNDLED = {"wine": load_wine, "iris": load_iris, "breast cancer": load_breast_cancer, "digits": load_digits}
SCALINGS = ("standardise", "range", "none")
METRICS = ("euclidean", "cityblock", "chebyshev", "cosine", "correlation")
ALGORITHMS = ("k-means", "single", "average", "complete", "ward")
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}
#: Criteria shown beside AUCC: one of each family.
SHOWN = (
    "silhouette_score",
    "calinski_harabasz_score",
    "pbm_score",
    "davies_bouldin_index",
    "dunn_11_score",
    "point_biserial_score",
    "c_index",
    "ratkowsky_lance_score",
)
MAX_OBJECTS = 1000  # half a million pairs, ranked once for the data and once for each reference set
MAX_BYTES = 10 * 2**20  # JupyterLab does not carry larger uploads to the kernel either
N_REFERENCES = 19
_MISSING = {"", "na", "n/a", "nan", "null", "none", "?"}
_OF_DATA = ("data", "upload", "path", "separator")  # controls that say what to read
_NO_CLASSES = ("(none)", "")  # with None as its value a menu would show nothing
_NAMED = 5  # at most so many rows or columns are named in a message


class Table(NamedTuple):
    """Data as they were read: ``name``, ``columns``, ``lines`` and ``notes``.

    ``columns`` maps names to arrays: of floats for measurements, NaN where a value is missing, and of strings for
    text, empty where it is missing. ``lines`` says where each row was found, the header being line 1; ``notes`` is
    what the reader of the data should know.
    """

    name: str
    columns: dict
    lines: np.ndarray
    notes: tuple

    @property
    def measurements(self):
        """Names of the columns of numbers."""
        return [name for name, values in self.columns.items() if values.dtype.kind == "f"]

    @property
    def suggested(self):
        """Measurements to begin with: those that vary and do not merely count the rows."""
        return [name for name in self.measurements if _varies(self.columns[name]) and not _counts(self.columns[name])]

    @property
    def classes(self):
        """Columns that may hold classes: text, and a few whole numbers, with at least one value that occurs twice."""
        found = []
        for name, values in self.columns.items():
            if values.dtype.kind == "f":
                values = values[~np.isnan(values)]
                if (values != np.floor(values)).any() or np.unique(values).size > 20:
                    continue
            if 1 < np.unique(values).size < values.size:
                found.append(name)
        return found


class Analysis(NamedTuple):
    """One clustering of one table, and what the criteria say of it.

    ``settings`` is a dictionary of the choices; ``lines`` (where the rows were found), ``points`` (scaled) and
    ``labels`` (from 0, in the order of first appearance) have one entry per row that was used, ``dissimilarities``
    one per pair. ``aucc`` stands beside the ``level`` of the same algorithm on structureless data, with the standard
    deviation ``level_std`` over the sets; ``excess`` is what it has above the mean of the data and the sets, after a
    logit, and ``n_reached`` counts the sets whose AUCC is at least that of the data. ``criteria`` has the other
    criteria by title, None where one is not defined; ``adjusted_rand`` and ``aucc_of_classes`` are None without
    classes. ``notes`` is what to keep in mind.
    """

    settings: dict
    lines: np.ndarray
    points: np.ndarray
    labels: np.ndarray
    dissimilarities: np.ndarray
    aucc: float
    level: float
    level_std: float
    excess: float
    n_reached: int
    criteria: dict
    adjusted_rand: float | None
    aucc_of_classes: float | None
    notes: tuple

    @property
    def curve(self):
        """ROC curve of the pairs, within against between."""
        i, j = np.triu_indices(self.labels.size, 1)
        return roc_curve(self.labels[i] == self.labels[j], -self.dissimilarities)

    @property
    def components(self):
        """First two principal components, shape (n, 2), and their shares of the variance."""
        centred = self.points - self.points.mean(axis=0)
        u, sizes, axes = np.linalg.svd(centred, full_matrices=False)
        # Either direction of an axis will do, and libraries differ: the largest entry decides.
        signs = np.sign(np.take_along_axis(axes, np.abs(axes).argmax(axis=1)[:, None], axis=1)).ravel()
        first = np.zeros((len(centred), 2))
        first[:, : min(2, sizes.size)] = (u * sizes * signs)[:, :2]
        shares = np.zeros(2)
        shares[: min(2, sizes.size)] = np.square(sizes[:2]) / np.square(sizes).sum()
        return first, shares

    @property
    def numbers(self):
        """Settings and numbers as one flat dictionary, in a fixed order: a row of the exported table."""
        sizes = "; ".join(str(size) for size in np.bincount(self.labels))
        row = self.settings | {"columns": "; ".join(self.settings["columns"]), "n_objects": self.labels.size}
        row |= {"cluster_sizes": sizes, "aucc": self.aucc, "level": self.level, "level_std": self.level_std}
        row |= {"excess": self.excess, "n_reached": self.n_reached} | self.criteria
        return row | {"adjusted_rand": self.adjusted_rand, "aucc_of_classes": self.aucc_of_classes}


def bundled_table(name):
    """One of the data sets that scikit-learn brings along, as a table.

    Parameters
    ----------
    name : {"wine", "iris", "breast cancer", "digits"}
        Which one.

    Returns
    -------
    Table
        The measurements under their names, and the known groups as a text column called "class".

    Raises
    ------
    ValueError
        If there is no data set of that name.

    Examples
    --------
    >>> import aucc_teach as at
    >>> table = at.lab.bundled_table("iris")
    >>> table.measurements[0], len(table.lines), table.classes
    ('sepal length (cm)', 150, ['class'])
    """
    data = BUNDLED[check_choice(name, tuple(BUNDLED), "name")]()
    columns = {str(column): values for column, values in zip(data.feature_names, data.data.T, strict=True)}
    columns["class"] = np.asarray(data.target_names).astype(str)[data.target]
    return Table(name, columns, np.arange(2, len(data.data) + 2), _notes_on(columns))


def read_csv(source, *, separator=",", name=None):
    r"""Read a table from a CSV file, or say what is wrong with it.

    Parameters
    ----------
    source : bytes or path-like
        The content of the file (UTF-8), or where it is. The first line names the columns; decimals have a point.
    separator : {",", ";", tab}, default=","
        What stands between two cells.
    name : str, optional
        What to call the table; the name of the file by default.

    Returns
    -------
    Table
        A column in which every cell is a number, or missing, is a measurement; any other is text. Missing is an empty
        cell, and among numbers also NA, N/A, NaN, null, none and "?". Missing values stay missing.

    Raises
    ------
    ValueError
        If this is no table: an unknown separator, more than 10 MB, no UTF-8, no names, a name twice, rows of
        different lengths, an infinite number, no row at all.

    Examples
    --------
    >>> import aucc_teach as at
    >>> table = at.lab.read_csv(b"height,kind\n1.5,oak\n,elm\n2.0,oak\n", name="trees")
    >>> table.columns["height"]
    array([1.5, nan, 2. ])
    >>> table.classes
    ['kind']
    """
    check_choice(separator, tuple(SEPARATORS.values()), "separator")
    if isinstance(source, bytes | memoryview):
        content, name = bytes(source[: MAX_BYTES + 1]), name or "uploaded file"
    else:
        path = Path(source).expanduser()
        if not path.is_file():
            raise ValueError(f"there is no file {str(path)!r} in {str(Path.cwd())!r}.")
        with path.open("rb") as file:
            content, name = file.read(MAX_BYTES + 1), name or path.name
    if len(content) > MAX_BYTES:
        raise ValueError(f"the file must not be larger than {MAX_BYTES // 2**20} MB. Cut it down to a sample of rows.")
    header, rows, lines, n_empty = _cells(content, separator)
    columns = {
        column: _column(column, cells, lines) for column, cells in zip(header, zip(*rows, strict=True), strict=True)
    }
    notes = [f"{n_empty} empty line(s) passed over."] if n_empty else []
    for column, cells in zip(header, zip(*rows, strict=True), strict=True):
        notes += _notes_on_text(column, cells, lines) if columns[column].dtype.kind == "U" else []
    return Table(name, columns, np.array(lines), (*notes, *_notes_on(columns)))


def analyse(
    table,
    *,
    columns=None,
    classes=None,
    scaling="standardise",
    metric="euclidean",
    algorithm="k-means",
    n_clusters=2,
    reference="box",
    drop_incomplete=False,
    sample=False,
    seed=0,
):
    """Cluster a table and judge the result: AUCC, its level on structureless data, and other criteria.

    Parameters
    ----------
    table : Table
        From :func:`read_csv` or :func:`bundled_table`.
    columns : sequence of str, optional
        Measurements to use; by default those that vary and do not merely count the rows.
    classes : str, optional
        Column with known groups to compare with. The algorithm never sees it.
    scaling : {"standardise", "range", "none"}, default="standardise"
        Mean 0 and standard deviation 1, or smallest value 0 and largest 1, or as they are.
    metric : {"euclidean", "cityblock", "chebyshev", "cosine", "correlation"}, default="euclidean"
        Dissimilarity of two rows, after scaling. The criteria that need coordinates, k-means and Ward are Euclidean
        in any case.
    algorithm : {"k-means", "single", "average", "complete", "ward"}, default="k-means"
        k-means is the best of 10 starts; the others are trees, cut to the number of clusters.
    n_clusters : int, default=2
        Number of clusters k, 2 <= k <= n - 1.
    reference : {"box", "radial", "normal"}, default="box"
        What "structureless" means; see :func:`aucc_teach.reference_data`. There are 19 reference sets, which describe
        the level at this one k and are no test: see :func:`aucc_teach.calibrated_choice`.
    drop_incomplete : bool, default=False
        Whether to leave out the rows that lack a value in the chosen columns; they are refused otherwise.
    sample : bool, default=False
        Whether to draw 1000 rows at random where there are more, which are refused otherwise.
    seed : int, default=0
        Seed of the sample, of k-means and of the reference sets.

    Returns
    -------
    Analysis
        The numbers, the labels and what is needed to draw them.

    Raises
    ------
    ValueError
        If a setting is unknown, a column is missing, constant or text, there are missing values or too many rows and
        nobody said what to do, or the rows are too few for so many clusters.

    Examples
    --------
    >>> import aucc_teach as at
    >>> result = at.lab.analyse(at.lab.bundled_table("iris"), n_clusters=2, classes="class")
    >>> round(result.aucc, 2), round(result.level, 2), round(result.adjusted_rand, 2)
    (0.96, 0.87, 0.57)
    """
    choices = {"scaling": SCALINGS, "metric": METRICS, "algorithm": ALGORITHMS, "reference": REFERENCES}
    given = {"scaling": scaling, "metric": metric, "algorithm": algorithm, "reference": reference}
    for setting, value in given.items():
        check_choice(value, choices[setting], setting)
    n_clusters = check_integer(n_clusters, "n_clusters", minimum=2)
    seed = check_integer(seed, "seed", minimum=0)
    columns = table.suggested if columns is None else list(columns)
    rows, notes = _choose_rows(table, columns, classes, drop_incomplete, sample, seed)
    points = _scale(np.column_stack([table.columns[name][rows] for name in columns]), columns, scaling)
    if not 2 <= n_clusters <= len(points) - 1:
        raise ValueError(f"the number of clusters must be between 2 and n - 1 = {len(points) - 1}. Got {n_clusters}.")
    n_different = len(np.unique(points, axis=0))
    if n_different < n_clusters:
        raise ValueError(f"{n_clusters} clusters need as many different rows. Got {n_different}.")
    if metric != "euclidean" and algorithm in ("k-means", "ward"):
        notes.append(f"{algorithm} works with Euclidean distances; {metric} is used to judge its result.")

    def cluster(X, k):
        return _cluster(X, k, algorithm, metric, seed)

    with threadpool_limits(1):  # for data as small as these, threads cost time
        dissimilarities, _ = check_dissimilarities(points, metric)
        labels = cluster(points, n_clusters)
        choice = calibrated_choice(
            points,
            cluster,
            [n_clusters],
            metric=metric,
            references=[reference],
            n_references=N_REFERENCES,
            rng=seed,
        )
        level = choice.reference_scores[reference][:, 0]
        scorer = CriteriaScorer(points, metric=metric)
        criteria = {}
        for name in SHOWN:
            try:
                criteria[CRITERIA[name].title] = scorer.score(labels, [name])[name]
            except ValueError as error:
                criteria[CRITERIA[name].title] = None
                notes.append(str(error))
        known = None if classes is None else np.unique(table.columns[classes][rows], return_inverse=True)[1]
        # Classes have an AUCC if there are pairs of both kinds.
        has_both = known is not None and 0 < known.max() < len(points) - 1
        of_classes = PairRanking(dissimilarities, metric="precomputed").score(known) if has_both else None
    settings = {"table": table.name, "columns": columns, "classes": classes, **given, "n_clusters": n_clusters}
    settings |= {"drop_incomplete": drop_incomplete, "sample": sample, "seed": seed}
    return Analysis(
        settings,
        table.lines[rows],
        points,
        labels,
        dissimilarities,
        float(choice.scores[0]),
        float(level.mean()),
        float(level.std(ddof=1)),
        float(choice.excess[0]),
        int((level >= choice.scores[0]).sum()),
        criteria,
        None if known is None else adjusted_rand_score(known, labels),
        of_classes,
        tuple(notes),
    )


def plot_analysis(analysis, *, figure=None):
    """Draw a clustering in four panels: points, distances, ROC curve of the pairs, AUCC beside its level.

    Parameters
    ----------
    analysis : Analysis
        From :func:`analyse`.
    figure : matplotlib.figure.Figure, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib.figure.Figure
        The figure, with four Axes.

    Raises
    ------
    ValueError
        If this is no analysis.

    Examples
    --------
    >>> import aucc_teach as at
    >>> figure = at.lab.plot_analysis(at.lab.analyse(at.lab.bundled_table("iris")))
    >>> len(figure.axes)
    4
    """
    if not isinstance(analysis, Analysis):
        raise ValueError(f"analysis must come from analyse(). Got {type(analysis).__name__}.")
    if figure is None:
        figure = plt.figure(figsize=(7.6, 7.2), layout="constrained")
    panels = figure.subplots(2, 2).ravel()
    for draw, ax in zip((_draw_points, _draw_distances, _draw_roc, _draw_level), panels, strict=True):
        draw(analysis, ax)
        ax.spines[["top", "right"]].set_visible(False)
    return figure


class Lab:
    """Controls for :func:`analyse` over the reader's own table or a bundled one, and a picture of the result.

    Needs a running kernel. In a notebook the last line of a cell shows it.

    Attributes
    ----------
    table : Table or None
        What was read last; None if it could not be read.
    analysis : Analysis or None
        The result for the settings shown; None if they were refused.
    message : str
        What was refused, or what to keep in mind.
    history : list of dict
        The numbers of every setting that was looked at, in that order: the rows of :meth:`to_csv`.
    controls : dict
        The widgets by name, such as ``controls["n_clusters"]``.

    Examples
    --------
    >>> import aucc_teach as at
    >>> lab = at.lab.Lab()
    >>> lab.controls["n_clusters"].value = 3
    >>> round(lab.analysis.aucc, 3), len(lab.history)
    (0.875, 2)
    """

    def __init__(self):
        self.table = self.analysis = None
        self.message, self.history = "", []
        self._busy = False
        self.controls = _controls()
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
            A header, and for each row that was used its line in the file and its cluster, counted from 1. The header
            alone if there is no result.
        """
        found = [] if self.analysis is None else zip(self.analysis.lines, self.analysis.labels + 1, strict=True)
        return _csv([["line", "cluster"], *found])

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
        separator = SEPARATORS[self.controls["separator"].value]
        try:
            if chosen in BUNDLED:
                self.table = bundled_table(chosen)
            elif chosen == "path":
                if not self.controls["path"].value:
                    raise ValueError('write where the CSV file is into the field "Path".')
                self.table = read_csv(self.controls["path"].value, separator=separator)
            else:
                files = self.controls["upload"].value
                if not files:
                    raise ValueError('choose a CSV file with the button "Upload".')
                self.table = read_csv(files[-1]["content"], separator=separator, name=files[-1]["name"])
        except (ValueError, OSError) as error:
            self.table = None
            self._set("columns", (), options=())
            self._set("classes", "", options=[_NO_CLASSES])
            return self._refuse(error)
        # Choices that were made for other data would not fit these.
        self._set("columns", tuple(self.table.suggested), options=tuple(self.table.measurements))
        classes = [_NO_CLASSES, *((name, name) for name in self.table.classes)]
        self._set("classes", "class" if chosen in BUNDLED else "", options=classes)
        for name in ("drop_incomplete", "sample"):
            self._set(name, False)
        top = max(2, min(30, math.ceil(math.sqrt(len(self.table.lines)))))
        self._set("n_clusters", min(self.controls["n_clusters"].value, top), max=top)
        return self._analyse()

    def _analyse(self):
        if self.table is None:
            return
        self._status.value = _status("Computing …")
        settings = {name: control.value for name, control in self.controls.items() if name not in _OF_DATA}
        settings["classes"] = settings["classes"] or None
        try:
            self.analysis = analyse(self.table, **settings)
        except ValueError as error:
            self._refuse(error, *self.table.notes)
            return
        row = self.analysis.numbers
        if row not in self.history:
            self.history.append(row)
        self.message = "\n".join([*self.table.notes, *self.analysis.notes])
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


def _cells(content, separator):
    """Header, rows of cells, where they were found, and the number of empty lines."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"the file must be text in UTF-8. Got a byte that is not, at position {error.start}."
        ) from None
    if "\0" in text:
        raise ValueError("the file must be text. Got a zero byte, as files of spreadsheets have; export it as CSV.")
    reader, found, n_empty = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True), [], 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) or len(cells) > 1:
                found.append((reader.line_num, [cell.strip() for cell in cells]))
            else:
                n_empty += 1
    except csv.Error as error:
        raise ValueError(f"line {reader.line_num} is no CSV: {error}.") from None
    if not found:
        raise ValueError("the file must hold a line of names and lines of values. Got an empty file.")
    header = found[0][1]
    _check_header(header, separator)
    for line, cells in found[1:]:
        if len(cells) != len(header):
            raise ValueError(
                f"every line must have as many cells as the header, {len(header)}. Got {len(cells)} in line {line}. "
                "Is this the right separator, and do decimals have a point?"
            )
    if len(found) == 1:
        raise ValueError("the file must hold lines of values below the names. Got none.")
    lines, rows = zip(*found[1:], strict=True)
    return header, rows, lines, n_empty


def _check_header(header, separator):
    if len(header) == 1:
        for name, other in SEPARATORS.items():
            if other != separator and other in header[0]:
                raise ValueError(f"the first line is a single cell with a {name} in it: choose {name} as separator.")
    if all(_number(cell) is not None for cell in header):
        raise ValueError("the first line must name the columns. Got numbers alone; write a line of names above them.")
    empty = [i for i, cell in enumerate(header, start=1) if not cell]
    if empty:
        raise ValueError(f"every column must have a name in the first line. Got none for {_listed('column', empty)}.")
    twice = [name for name, count in Counter(header).items() if count > 1]
    if twice:
        raise ValueError(f"every column must have a name of its own. Got twice: {', '.join(twice)}.")


def _number(cell):
    # float() would read 1_000, too.
    try:
        return None if "_" in cell else float(cell)
    except ValueError:
        return None


def _column(name, cells, lines):
    missing = [cell.lower() in _MISSING for cell in cells]
    numbers = [np.nan if gone else _number(cell) for cell, gone in zip(cells, missing, strict=True)]
    if all(missing) or any(number is None for number in numbers):
        return np.array(cells, dtype=str)
    values = np.array(numbers)
    if np.isinf(values).any():
        line = lines[int(np.isinf(values).argmax())]
        raise ValueError(f'column "{name}" must hold finite numbers. Got infinity in line {line}.')
    return values


def _notes_on_text(name, cells, lines):
    """Why a column that is nearly one of numbers is read as text."""
    kept = [(line, cell) for line, cell in zip(lines, cells, strict=True) if cell.lower() not in _MISSING]
    words = [(line, cell) for line, cell in kept if _number(cell) is None]
    if not kept:
        return [f'Column "{name}" is empty.']
    if len(words) == len(kept) and any(_number(cell.replace(",", ".", 1)) is None for _, cell in words):
        return []
    line, cell = words[0]
    hint = " Decimals must have a point." if _number(cell.replace(",", ".", 1)) is not None else ""
    return [
        f'Column "{name}" is text and no measurement: {len(words)} of {len(kept)} values are no numbers, first '
        f'"{cell}" in line {line}.{hint}'
    ]


def _notes_on(columns):
    notes = []
    for name, values in columns.items():
        if values.dtype.kind == "f" and not _varies(values):
            notes.append(name)
    told = [f"Constant, and left out: {_listed('column', notes)}."] if notes else []
    counting = [name for name, values in columns.items() if values.dtype.kind == "f" and _counts(values)]
    return (*told, *(f'Column "{name}" counts the rows, and is left out: it measures nothing.' for name in counting))


def _varies(values):
    values = values[~np.isnan(values)]
    return bool(values.size) and values.min() < values.max()


def _counts(values):
    return values.size > 2 and bool((values[1:] == values[:-1] + 1).all())


def _listed(what, items):
    """At most a few of the items, and how many there are."""
    more = f" and {len(items) - _NAMED} more" if len(items) > _NAMED else ""
    return f"{what}{'s' if len(items) > 1 else ''} {', '.join(str(item) for item in items[:_NAMED])}{more}"


def _choose_rows(table, columns, classes, drop_incomplete, sample, seed):
    """Check the chosen columns; returns the indices of the rows to use, and notes."""
    if len(table.lines) < 3:
        raise ValueError(_too_few(len(table.lines)))
    if not columns:
        raise ValueError("choose at least one column of measurements.")
    for name in [*columns, *([] if classes is None else [classes])]:
        if name not in table.columns:
            raise ValueError(f"there is no column {name!r} in {table.name}.")
    texts = [name for name in columns if table.columns[name].dtype.kind != "f"]
    if texts:
        raise ValueError(f"{_listed('column', texts)}: text can be the classes, and is no measurement.")
    if classes in columns:
        raise ValueError(f"column {classes} cannot be a measurement and the classes. Take it out of one of them.")
    gone = {name: np.isnan(table.columns[name]) for name in columns}
    if classes is not None:
        values = table.columns[classes]
        gone[classes] = values == "" if values.dtype.kind == "U" else np.isnan(values)
    incomplete = np.any(list(gone.values()), axis=0)
    rows, notes = np.arange(len(table.lines)), []
    if incomplete.any():
        lacking = [name for name, of_column in gone.items() if of_column.any()]
        where = f"{_listed('line', table.lines[incomplete].tolist())}; {_listed('column', lacking)}"
        if not drop_incomplete:
            raise ValueError(
                f"{incomplete.sum()} of {rows.size} rows lack a value ({where}). Leave out these columns, or tick "
                '"Leave out incomplete rows" (drop_incomplete=True).'
            )
        rows = rows[~incomplete]
        notes.append(f"{incomplete.sum()} incomplete rows left out ({where}). Are they like the others?")
    if rows.size > MAX_OBJECTS:
        if not sample:
            raise ValueError(
                f"there must be at most {MAX_OBJECTS} rows, or the pairs become too many for a lab. Got {rows.size}; "
                f'tick "Sample" (sample=True) for {MAX_OBJECTS} of them, drawn at random.'
            )
        notes.append(f"A random sample of {MAX_OBJECTS} of {rows.size} rows (seed {seed}).")
        rows = np.sort(np.random.default_rng(seed).choice(rows, MAX_OBJECTS, replace=False))
    if rows.size < 3:
        raise ValueError(_too_few(rows.size))
    return rows, notes


def _too_few(n_rows):
    return f"there must be at least 3 rows: fewer make no pairs of both kinds. Got {n_rows}."


def _scale(points, columns, scaling):
    low, high = points.min(axis=0), points.max(axis=0)
    constant = [name for name, same in zip(columns, low == high, strict=True) if same]
    if constant:
        raise ValueError(
            f"constant in the rows used: {_listed('column', constant)}. Leave out what tells no rows apart."
        )
    with np.errstate(over="ignore", invalid="ignore"):
        # A standard deviation that overflows would make all values zero.
        unit = {"standardise": points.std(axis=0), "range": high - low, "none": np.ones(len(columns))}[scaling]
        origin = {"standardise": points.mean(axis=0), "range": low, "none": 0}[scaling]
        scaled = (points - origin) / unit
    if not (np.isfinite(scaled).all() and np.isfinite(unit).all()):
        raise ValueError("the measurements must be small enough to be squared and added. Use other units.")
    return scaled


def _cluster(points, k, algorithm, metric, seed):
    if algorithm == "k-means":
        labels = KMeans(k, n_init=10, random_state=seed).fit_predict(points)
    elif algorithm == "ward":
        labels = linkage_cuts(linkage(points, "ward"))[k - 1]
    else:
        labels = linkage_cuts(linkage(check_dissimilarities(points, metric)[0], algorithm))[k - 1]
    # Numbered as they appear: k-means numbers its clusters by chance.
    _, first, codes = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[codes]


def _draw_points(analysis, ax):
    places, shares = analysis.components
    plots.plot_points(places, analysis.labels, ax=ax)
    # Many points, small marks.
    for marks in ax.collections:
        marks.set_sizes([max(8, min(42, 6000 / len(places)))])
    for cluster in range(analysis.labels.max() + 1):
        center = np.median(places[analysis.labels == cluster], axis=0)
        ax.annotate(str(cluster + 1), center, ha="center", va="center", bbox=_PLATE, zorder=4)
    ax.set_aspect("auto")
    ax.set(title="Points, by cluster", xlabel=f"Principal component 1 ({shares[0]:.0%} of variance)")
    ax.set_ylabel(f"Principal component 2 ({shares[1]:.0%})")


def _draw_distances(analysis, ax):
    square = squareform(analysis.dissimilarities)
    same = analysis.labels[:, None] == analysis.labels
    to_own = (square * same).sum(axis=1) / same.sum(axis=1)
    order = np.lexsort((to_own, analysis.labels))
    ax.imshow(square[np.ix_(order, order)], cmap="Greys_r", aspect="equal", interpolation="nearest")
    sizes = np.bincount(analysis.labels)
    starts = np.cumsum(sizes) - sizes
    for start, size in zip(starts, sizes, strict=True):
        square_of_cluster = Rectangle((start - 0.5, start - 0.5), size, size, fill=False, color=plots.WITHIN)
        square_of_cluster.set_linewidth(1.6)
        ax.add_patch(square_of_cluster)
    wide = sizes >= 0.04 * sizes.sum()  # the numbers of narrow ones would overlap
    numbers = np.flatnonzero(wide) + 1
    ax.set_xticks((starts + sizes / 2 - 0.5)[wide], numbers)
    ax.set_yticks((starts + sizes / 2 - 0.5)[wide], numbers)
    ax.tick_params(length=0)
    ax.set(title="Distances, by cluster: dark is close", xlabel="Cluster", ylabel="Cluster")


def _draw_roc(analysis, ax):
    plots.plot_roc(analysis.curve, ax=ax)
    ax.set_title("ROC curve of the pairs")


def _draw_level(analysis, ax):
    spread = 2 * analysis.level_std
    ax.plot([analysis.level - spread, analysis.level + spread], [0, 0], color=plots.TIED, linewidth=8, alpha=0.5)
    ax.plot(analysis.level, 0, "s", color=plots.TIED, markersize=8)
    ax.plot(analysis.aucc, 1, "o", color=plots.WITHIN, markersize=10)
    ax.axvline(0.5, linestyle="--", color=plots.TIED, linewidth=1.2)
    ax.set_yticks([0, 1], [f"{analysis.level:.3f}\nno structure", f"{analysis.aucc:.3f}\nthese data"])
    low = min(0.45, analysis.aucc - 0.03, analysis.level - spread - 0.03)
    ax.set(xlim=(low, 1.01), ylim=(-0.6, 1.6), title="AUCC beside its level")
    ax.set_xlabel("AUCC (higher is better)")


_PLATE = {"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": "black", "linewidth": 0.6}


def _describe(analysis):
    sizes = ", ".join(str(size) for size in np.bincount(analysis.labels))
    return (
        f"Four panels: the first two principal components with {analysis.labels.max() + 1} clusters of sizes {sizes}; "
        f"the distances sorted by cluster; the ROC curve of the pairs; AUCC {analysis.aucc:.3f} beside its level "
        f"{analysis.level:.3f} on structureless data."
    )


def _controls():
    label = {"style": {"description_width": "7em"}}
    whole = {"layout": widgets.Layout(width="auto"), "indent": False}
    late = {"continuous_update": False}  # not at every step of a drag or at every letter

    def menu(name, options):
        return widgets.Dropdown(description=name, options=options, **label)

    data = [*((name, name) for name in BUNDLED), ("uploaded CSV file", "upload"), ("CSV file at path", "path")]
    return {
        "data": menu("Data", data),
        "upload": widgets.FileUpload(accept=".csv,.tsv,.txt,text/csv", multiple=False),
        "path": widgets.Text(description="Path", placeholder="folder/file.csv", **late, **label),
        "separator": menu("Separator", list(SEPARATORS)),
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
