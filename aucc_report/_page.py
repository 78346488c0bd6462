"""A report as a page: for a file of its own, which needs nothing else, or for the cell of a notebook.

The templates have what is the same on every page, and are filled with the tables and numbers that are made here.
"""

import re
from functools import cache, partial
from importlib.resources import files
from types import SimpleNamespace

import jinja2
import numpy as np
import pandas as pd
from markupsafe import Markup

from aucc_report import _words
from aucc_report._argument_names import in_page
from aucc_report._codes import Conclusion, Doubt, Reason
from aucc_report._doubts import is_slight
from aucc_report._figure import pictures_of, pictures_of_points
from aucc_report._gaps import GAPS
from aucc_report._given_page import tables_of_given
from aucc_report._jaccard import DISSOLVED, N_DRAWS, RECOVERED, TRUSTED
from aucc_report._overflow import power_of_two
from aucc_report._reproducing import python_call, shell_command
from aucc_report._rows import free_names, proportions_between
from aucc_report.intake import INCOMPLETE, NOT_IN_SAMPLE
from aucc_teach.command_line import option_words, quoted
from aucc_teach.tables import CaptionedTable

N_WORST = 10  # rows that fit worst and are shown
_LONG = 15  # longer tables are folded
_MOST = 100  # a folded list shows so many rows; the CSV file has all
_MOST_DECIMALS = 9
_BESIDE = 6  # values of so many columns are shown beside the names of rows
_IN_VIEW = 5  # so many doubts are shown; the others are folded
#: These doubts stand beside the headline.
_NOTES = (Doubt.SAMPLE,)
# A unit stands in brackets at the end of a name, and is short: "Body Mass (g)", "speed [km/h]".
_UNIT = re.compile(r"[(\[]([^()\[\]\d\s]{1,8})[)\]]\s*$")

#: The folded sections by the names of their templates: each has a heading, and says what is inside.
SECTIONS = {
    "given": ("Your labels: are they good clusters?", "scores beside noise, gaps, how firm each cluster is"),
    "clusters": ("The clusters, and the rows that fit badly", "means with their units, how firm each cluster is"),
    "gaps": ("Gaps", "each part of the table that was asked for a gap, beside data without clusters"),
    "tests": ("Is there anything at all?", "the tests of all algorithms and criteria, with their curves"),
    "by-k": ("Each number of clusters", "scores, and how far they lie above noise, for each algorithm"),
    "agreement": ("Do the algorithms agree?", "ARI between their clusterings"),
    "columns": ("What came in", "columns, missing values, rows that are not used"),
    "classes": ("The drawer: the classes", "ARI of the clusters with them"),
    "settings": ("To do it again", "code, command, settings and versions"),
}
#: The page calls the settings by these names; others keep their own.
_SETTINGS = {
    "columns": "columns used",
    "classes": "column of classes (in the drawer)",
    "labels": "labels that are judged",
    "noise": "label of rows in no cluster",
    "transform": "transformation of the columns",
    "scaling": "scaling of the columns",
    "metric": "metric, or distance between two rows",
    "ks": "numbers of clusters k",
    "ks_by_default": "these numbers by default",
    "references": "kinds of data without clusters",
    "n_references": "sets of each kind",
    "significance_level": "level of the tests",
    "missing": "rows that lack a value",
    "source": "how the file was read",
    "seed": "seed of everything random",
    "n_rows": "rows of the table",
    "n_complete": "complete rows",
    "n_used": "rows used",
}
# Hardly anybody wants such columns, so they are poor examples.
_UNLIKELY = {
    Reason.COUNTS_ROWS,
    Reason.NAMES_ROWS,
    Reason.CONSTANT,
    Reason.CONSTANT_IN_COMPLETE_ROWS,
    Reason.EMPTY,
    Reason.PERHAPS_CODES,
}


def page_of(report):
    """The report as the text of an HTML file: no script, no other file, no other host."""
    return _filled("page.html", report, page=True)


def cell_of(report):
    """The report as a part of another page."""
    return _filled("cell.html", report, page=False)


def cell_of_given(given, title):
    """The judgement of given labels by itself, as a part of another page."""
    return _templates().get_template("given.html").render(_about_given(given) | {"title": title, "style": _style()})


def part_of_page(report):
    """The report as a part of the book's page, which has both looks and no Python or command that could be typed."""
    return _filled("cell.html", report, page=True, terms=in_page)


def look_at(taken):
    """The rows and the columns that are used, before any clustering, as a part of another page."""
    return (
        _templates()
        .get_template("look.html")
        .render(style=_style(), pictures=pictures_of_points(taken.points), profile=_profile(taken))
    )


def _filled(template, report, *, page, terms=str):
    own = {"has_headings": template == "page.html", "is_typed": terms is str}
    return _templates().get_template(template).render(_context(report, page=page, terms=terms) | own)


@cache
def _templates():
    templates = jinja2.Environment(
        loader=jinja2.PackageLoader("aucc_report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for name in ("counted", "listed", "in_a_row", "why_incomplete"):
        templates.filters[name] = getattr(_words, name)
    templates.filters["table"] = lambda frame, caption, **options: Markup(
        CaptionedTable(frame, caption, **options)._repr_html_()
    )
    return templates


def _context(report, *, page, terms):
    """Gather what the templates show; what only one section needs is made when that section asks for it.

    `terms` says a sentence in the terms of the place where it is shown.
    """
    settings, rows = report.settings, report.rows
    made = {
        "columns": partial(_columns, terms=terms),
        "missing_values": _missing_values,
        "rows_not_used": _rows_not_used,
        "tests": _tests,
        "by_k": _by_k,
        "numbers_beside": _numbers_beside,
        "gaps": _gaps,
        "clusters": _clusters,
        "profiles": _profiles,
        "worst_rows": _worst_rows,
        "settings_and_versions": _settings_and_versions,
        "pictures": pictures_of,
    }
    candidate = None
    if report.candidate is not None:
        sizes = report.objects["cluster"].value_counts().sort_index().tolist()
        algorithm, k = report.candidate
        clusters = f"{k} {'groups between gaps' if algorithm == GAPS else f'clusters of {algorithm}'}"
        candidate = {"algorithm": algorithm, "k": k, "sizes": sizes, "clusters": clusters}
    of_connected = [said for said in report.conclusion if said.code == Conclusion.AUCC_OF_CONNECTED]
    doubts = [doubt for doubt in report.doubts if doubt.code not in _NOTES]
    in_view = [doubt for doubt in doubts if not is_slight(doubt)][:_IN_VIEW]
    sections = SECTIONS if terms is str else SECTIONS | {"settings": (SECTIONS["settings"][0], "settings and versions")}
    absent = {
        "clusters": candidate is None,
        "classes": report.external is None,
        "given": report.given is None,
        "gaps": report.gaps is None,
    }
    return {name: partial(make, report) for name, make in made.items()} | {
        "report": report,
        "next_steps": [terms(str(step)) for step in report.next_steps],
        "page": page,
        "settings": SimpleNamespace(**settings),
        "candidate": candidate,
        "notes": [doubt for doubt in report.doubts if doubt.code in _NOTES] + of_connected,
        "doubts_in_view": in_view,
        "other_doubts": [doubt for doubt in doubts if doubt not in in_view],
        "sections": [(name, *of) for name, of in sections.items() if not absent.get(name)],
        "style": _style(),
        "n_rows": {
            "used": int(rows["used"].sum()),
            "all": len(rows),
            "copies": int((rows["copies"] > 1).sum()),
        },
        "n_columns": {"used": int(report.columns["used"].sum()), "all": len(report.columns)},
        "filled_by": _words.FILLED_BY,
        "has_vrc": "VRC" in report.by_k,
        "digits_by_k": {"VRC": 1} if "VRC" in report.by_k else {},
        "again": {"python": python_call(report), "shell": shell_command(report)},
        "most": _MOST,
        **_about_given(report.given),
    }


def _about_given(given):
    return {"judged": given, "tables": partial(tables_of_given, given), "long": _LONG}


@cache
def _style():
    return Markup(files("aucc_report").joinpath("static", "report.css").read_text("utf-8"))


# What the sections ask for.


def _columns(report, terms):
    """Tables of the columns that are used and of the others, and an example of the option that changes them."""
    columns = report.columns.assign(reason=report.columns["reason"].map(terms)).rename_axis("column")
    used, others = columns[columns["used"]], columns[~columns["used"]]
    shown = used[["missing", "different", "proportion as it is", "proportion as used"]]
    if used["reason"].astype(bool).any():
        shown = shown.assign(**{"to keep in mind": used["reason"]})
    others = others[["reason", "kind", "missing", "different"]].rename(columns={"reason": "why not"})
    return {"used": shown, "others": others, "example": _how_to_choose(report)}


def _how_to_choose(report):
    """The option that changes which columns are used, as it would be written now; None without a choice."""
    kinds = report.columns
    used = kinds.index[kinds["used"]].tolist()
    others = kinds[~kinds["used"] & kinds["kind"].isin(["numbers", *_words.OFFERS])]
    unlikely = others["code"].isin(_UNLIKELY)
    others = [*others.index[~unlikely], *others.index[unlikely]]
    if report.settings["table"] == "array" or not (others or len(used) > 1):
        return None
    wished = [*used, *others[:1]] if others else used[:-1]
    shown, dots = wished[-_BESIDE:], ["..."] if len(wished) > _BESIDE else []
    return {
        "adds": bool(others),
        "name": others[0] if others else used[-1],
        "python": ", ".join([*dots, *map(repr, shown)]),
        "shell": " ".join(map(quoted, option_words("--columns", [*dots, *shown]))),
    }


def _missing_values(report):
    """Count what missing values cost, or how many were filled in."""
    is_lost = (report.rows["reason"] == INCOMPLETE).to_numpy()
    filled = report.rows["filled in"]
    found = {"n_lost": int(is_lost.sum()), "n_filled_rows": int((filled > 0).sum()), "n_filled": int(filled.sum())}
    if found["n_lost"]:
        is_missing = report._taken.table[is_lost].isna()
        found["n_known"] = int((~is_missing).to_numpy().sum())
        # Some columns are most often missing together, with no other.
        patterns = is_missing.value_counts()
        together = [name for name, gone in zip(is_missing, np.atleast_1d(patterns.index[0]), strict=True) if gone]
        found["together"] = together if len(together) <= min(3, is_missing.shape[1] - 1) else []
        found["n_together"] = int(patterns.iloc[0])
    return found


def _rows_not_used(report):
    """Count and list the rows that are not used, but for those outside of a sample, which are too many to list."""
    rows = report.rows
    is_shown = (~rows["used"] & (rows["reason"] != NOT_IN_SAMPLE)).to_numpy()
    shown, digits = _with_values(report, rows.loc[is_shown, ["reason"]], is_shown)
    shown = _with_name(shown.rename(columns={"reason": "why not"}).head(_MOST))
    reasons = rows.loc[~rows["used"], "reason"].value_counts(sort=False).to_dict()
    return {"reasons": reasons, "shown": shown, "digits": digits, "n_shown": int(is_shown.sum())}


def _tests(report):
    return {
        "pvalues": pd.DataFrame({"p-value": report.pvalues}).rename_axis("data without clusters"),
        "tests": report.tests.rename(columns={"named": "selected"}),
    }


def _by_k(report):
    by_algorithm = report.by_k.groupby(level=0, sort=False)
    return [(algorithm, rows.droplevel(0).rename_axis("k")) for algorithm, rows in by_algorithm]


def _numbers_beside(report):
    """The numbers of clusters beside each other, for the algorithm of the picture, and the same for the others."""
    if report.candidate is not None and report.candidate in report.by_k.index:
        first, mark = report.candidate[0], [report.candidate[1]]
    else:
        first, mark = report.tests.index[0][0], []
    found = []
    for algorithm, rows in report.by_k.groupby(level=0, sort=False):
        shown = rows[["sizes", "AUCC"]].copy()
        shown["valley"] = [f"{valley:.2f}" if np.isfinite(valley) else "over 1" for valley in rows["valley"]]
        found.append({"algorithm": algorithm, "shown": shown.droplevel(0).rename_axis("k"), "digits": 3, "mark": []})
    (own,) = (of for of in found if of["algorithm"] == first)
    return own | {"mark": mark, "others": [of for of in found if of is not own]}


def _gaps(report):
    gaps = report.gaps.rename(columns=lambda name: name.replace("as deep, ", "as deep: "))
    return gaps.assign(**{"by ellipses": np.where(gaps["by ellipses"], "yes", "")})


def _clusters(report):
    """The table of the clusters, and how far each of them comes back."""
    clusters = report.clusters
    shown = clusters[["rows used", "rows in all"]].astype(int)
    if (clusters["rows used"] == clusters["rows in all"]).all():
        shown = shown[["rows in all"]].rename(columns={"rows in all": "rows"})
    if clusters["filled in"].any():
        shown = shown.assign(**{"filled in": clusters["filled in"].astype(int)})
    shown = shown.assign(
        **{"Jaccard coefficient": _with_errors(clusters["Jaccard"], clusters["± Jaccard"])},
        **{name: [f"{proportion:.0%}" for proportion in clusters[name]] for name in ("recovered", "dissolved")},
    )
    outside = report.rows[report.rows["right"].notna()]
    return {
        "table": shown.rename_axis("cluster"),
        "n_draws": N_DRAWS,
        "recovered": RECOVERED,
        "dissolved": DISSOLVED,
        "trusted": TRUSTED,
        "n_nearest": len(outside),
        "way": outside["assigned by"].max(),
        "right": outside["right"].max(),
    }


def _profiles(report):
    """Mean of each column in each cluster, in the units of the table and in standard deviations from that of all."""
    profiles, taken = report.profiles, report._taken
    shown = {
        "all rows": [f"{_with_unit(of.mean(), of)} (SD {_written(_spread(of), of)})" for _, of in taken.table.items()]
    }
    for cluster, of_cluster in profiles.groupby(level="cluster"):
        means = of_cluster.droplevel("cluster").loc[taken.used, "mean"]
        shown[f"cluster {cluster}"] = [
            f"{_with_unit(mean, of)} ({_in_standard_deviations(mean, of)})"
            for mean, (_, of) in zip(means, taken.table.items(), strict=True)
        ]
    between = proportions_between(taken, report.rows)
    frame = pd.DataFrame(shown | {"between clusters": between.to_numpy()}, pd.Index(taken.used, name="column"))
    return frame.sort_values("between clusters", ascending=False, kind="stable")


def _worst_rows(report):
    objects = _with_name(report.objects)
    order = np.argsort(objects["proportion"].to_numpy(), kind="stable")[:N_WORST]
    worst = objects.iloc[order][["cluster", "proportion", "within", "between", "spoils"]]
    shown, digits = _with_values(report, worst, report._taken.positions[order])
    return {"shown": shown, "digits": digits, "n": len(objects), "n_spoil": int(objects["spoils"].sum())}


def _settings_and_versions(report):
    values = {_SETTINGS.get(name, name): _said(name, value) for name, value in report.settings.items()}
    values |= {f"version of {name}": value for name, value in report._versions.items()}
    return pd.DataFrame({"value": values}).rename_axis("setting")


def _said(name, value):
    if name == "ks":
        return _words.in_a_row(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {item!r}" for key, item in value.items()) or "as a plain CSV file"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _profile(taken):
    """Each column that is used, in the units of the table."""
    rows = {}
    for name in taken.used:
        values = taken.table[name]
        rows[name] = {
            "values": int(values.count()),
            "mean": f"{_written(values.mean(), values)} ({_written(_spread(values), values)})",
        }
        quartiles = {"lower quartile": 0.25, "median": 0.5, "upper quartile": 0.75}
        rows[name] |= {title: _written(values.quantile(part), values) for title, part in quartiles.items()}
    proportions = taken.columns.loc[taken.used, "proportion as used"].rename("proportion")
    return pd.DataFrame.from_dict(rows, orient="index").join(proportions).rename_axis("column")


# Values of the table, as they are written.


def _with_values(report, frame, rows):
    """Rows of a table with the values that they have in the columns used, and the decimals of all these.

    `rows` says which they are, as places or as a mask. At most `_BESIDE` columns are shown, those in which the clusters
    differ most.
    """
    table = report._taken.table
    names = list(table)
    if len(names) > _BESIDE:
        if report.candidate is not None:
            names = proportions_between(report._taken, report.rows).nlargest(_BESIDE).index.tolist()
        names = names[:_BESIDE]
    # A column of the table may have the name of one of ours.
    titles = {name: f"{name} (column)" if name in frame else name for name in names}
    beside = table[names].iloc[np.flatnonzero(rows) if np.asarray(rows).dtype == bool else rows].rename(columns=titles)
    digits = {titles[name]: _decimals(table[name]) for name in names}
    for name in names:
        if digits[titles[name]] > _MOST_DECIMALS:
            beside[titles[name]] = [_written(value, table[name]) for value in beside[titles[name]]]
    return pd.concat([frame, beside.set_axis(frame.index)], axis=1), digits


def _decimals(values):
    """As many decimals as the values need for two digits of their standard deviation, if they have any."""
    known = values.dropna()
    return 0 if (known == np.round(known)).all() else _decimals_of_spread(known)


def _decimals_of_spread(known):
    spread = _spread(known)
    return max(0, int(1 - np.floor(np.log10(spread)))) if spread > 0 else 0


def _spread(values):
    unit = power_of_two(values)
    return (values / unit).std() * unit


def _written(value, values):
    """A number with the decimals that suit the column, one more where the column holds whole numbers."""
    if np.isnan(value):
        return "\N{EN DASH}"
    decimals = _decimals_of_spread(values.dropna())
    # An exponent is easier to read than many leading zeros.
    text = f"{value:.3g}" if decimals > _MOST_DECIMALS else f"{round(value, decimals) + 0.0:.{decimals}f}"
    return text.replace("-", "\N{MINUS SIGN}")  # adding zero has removed the sign of -0.0


def unit_of(name):
    """The unit that the name of a column has in brackets at its end; None without one."""
    found = _UNIT.search(str(name))
    return found and found[1]


def _with_unit(value, values):
    """A number of a column with the unit that the name of the column has."""
    unit, text = unit_of(values.name), _written(value, values)
    return text if unit is None else f"{text}{'' if unit == '%' else ' '}{unit}"


def _in_standard_deviations(value, values):
    """Write how far a value lies from the mean of a column, in its standard deviations."""
    unit = power_of_two(values)
    standardised = (value / unit - (values / unit).mean()) / (values / unit).std()
    if np.isnan(standardised):
        return "\N{EN DASH}"
    return f"{round(standardised, 1) + 0.0:+.1f} SD".replace("-", "\N{MINUS SIGN}")


def _with_errors(values, errors):
    # Adding zero turns -0.0 into 0.0.
    rounded = zip(np.round(values, 2) + 0.0, errors, strict=True)
    written = (f"{value:.2f} ± {error:.2f}".replace("-", "\N{MINUS SIGN}") for value, error in rounded)
    return [text.replace(" ", "\N{NO-BREAK SPACE}") for text in written]


def _with_name(frame):
    """Rows under a name for what they are, and not that of a column: a plain numbering would be left out."""
    return frame.rename_axis(free_names(frame.index.names, frame.columns, "row"))
