"""Write the HTML that the lab shows, and the files that it offers."""

import base64
import html
import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from matplotlib.figure import Figure

from aucc_report.lab._analysis import N_REFERENCES
from aucc_report.lab._figure import plot_analysis
from aucc_teach.criteria import CRITERIA


def status(*lines):
    """Write lines that a screen reader reads aloud when they change."""
    text = "<br>".join(html.escape(line) for line in lines)
    return f'<div class="aucc-lab-status" role="status" aria-live="polite" style="line-height: 1.4">{text}</div>'


def picture(analysis):
    """Write the four panels as an image."""
    source = _address("image/png", _drawn(analysis))
    return f'<img src="{source}" alt="{html.escape(_describe(analysis))}" style="width: 760px">'


def _drawn(analysis):
    png = io.BytesIO()
    figure = Figure(figsize=(7.6, 7.2), layout="constrained")
    plot_analysis(analysis, figure=figure).savefig(png, dpi=100)
    return png.getvalue()


def _describe(analysis):
    sizes = ", ".join(str(size) for size in np.bincount(analysis.labels))
    found = analysis.baseline
    baseline = "." if found is None else f" compared with its baseline {found:.3f} on data without clusters."
    return (
        f"Four panels: the first two principal components with {analysis.labels.max() + 1} clusters of sizes {sizes}; "
        f"the distances sorted by cluster; the ROC curve of the pairs; AUCC {analysis.aucc:.3f}{baseline}"
    )


def numbers_table(analysis, is_under_way):
    """Write the numbers of an analysis as a table; the baseline may still be under way."""

    def of_sets(value):
        return "…" if is_under_way else "not computed" if value is None else _shown(value)

    rows = [("AUCC", _shown(analysis.aucc), "higher")]
    rows += [("its baseline", of_sets(analysis.baseline), "")]
    rows += [("excess over the baseline, in logits", of_sets(analysis.excess), "higher")]
    rows += [(f"sets of {N_REFERENCES} that reach it", of_sets(analysis.n_reached), "")]
    better = {found.title: "higher" if found.higher_is_better else "lower" for found in CRITERIA.values()}
    rows += [(title, _shown(value), better[title]) for title, value in analysis.criteria.items()]
    if analysis.settings["classes"] is not None:
        rows += [("ARI with the classes", _shown(analysis.adjusted_rand), "higher")]
        rows += [("AUCC of the classes", _shown(analysis.aucc_of_classes), "")]
    cells = "".join(
        f'<tr><th scope="row" style="text-align: left; font-weight: normal">{html.escape(name)}</th>'
        f'<td data-value="{html.escape(name)}" style="text-align: right">{value}</td><td>{way}</td></tr>'
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


def files_of_report(report):
    """Return the page of a report and an archive of its CSV files, as bytes by name."""
    with TemporaryDirectory() as folder:
        page = report.to_html(Path(folder, "report.html")).read_bytes()
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            for path in report.to_csv(Path(folder, "csv")):
                file.write(path, path.name)
    return {"report.html": page, "report_csv.zip": archive.getvalue()}


_TYPES = {"csv": "text/csv;charset=utf-8", "html": "text/html;charset=utf-8", "zip": "application/zip"}


def downloads(*files):
    """Write links to files, each given by name, content and title."""
    return " · ".join(
        f'<a download="{name}" style="text-decoration: underline" '
        f'href="{_address(_TYPES[name.rsplit(".", 1)[1]], content)}">{html.escape(title)}</a>'
        for name, content, title in files
    )


def _address(kind, content):
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
