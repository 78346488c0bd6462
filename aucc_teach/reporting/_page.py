"""A report as a page: for a file of its own, which needs nothing else, or for the cell of a notebook."""

from functools import cache
from html import escape
from importlib.resources import files

import numpy as np
import pandas as pd

from aucc_teach._shell import option_words, quoted
from aucc_teach.reporting._again import asked_arguments, python_call, shell_command
from aucc_teach.reporting._clusters import FILLED_BY
from aucc_teach.reporting._columns import OFFERS
from aucc_teach.reporting._figure import pictures_of
from aucc_teach.reporting._jaccard import DISSOLVED, N_DRAWS, RECOVERED, TRUSTED
from aucc_teach.reporting._missing import why_incomplete
from aucc_teach.reporting._rows import between_shares, free_names, share_at_own_mean
from aucc_teach.reporting._units import power_of_two
from aucc_teach.reporting._words import counted, listed
from aucc_teach.tables import CaptionedTable

N_WORST = 10  # rows that fit worst, as many as are read
_LONG = 15  # rows of a table from which on it is folded
_MOST = 100  # rows that a folded list shows; the CSV file has all
_MOST_DECIMALS = 9
_BESIDE = 6  # columns whose values are shown beside the names of rows

_KINDS = {
    "box": "spreads points evenly in a box",
    "radial": "keeps how far each row is from the middle and draws the direction at random",
    "normal": "draws from a normal distribution",
}
_SCALINGS = {
    "within": "divided by their spreads within clusters",
    "standardise": "divided by their standard deviations",
    "range": "divided by their ranges, largest minus smallest value",
    "none": "as they are",
}
#: What the settings are called on the page; those that are not here keep their names.
_SETTINGS = {
    "table": "table",
    "columns": "columns used",
    "classes": "column of classes (in the drawer)",
    "scaling": "scaling of the columns",
    "metric": "metric, or distance between two rows",
    "algorithms": "algorithms",
    "ks": "numbers of clusters k",
    "ks_by_default": "more numbers where peaks lie at the end",
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
#: What the conclusion and the doubts refer to.
_WORDS = {
    "k": "the number of clusters that an algorithm was asked for.",
    "AUCC, VRC": "scores of a clustering; higher is better.",
    "Noise, data without clusters": "points drawn at random, with the means, spreads and correlations of the table.",
    "Peak": "the k at which the score of the table stands out most from those of noise.",
    "p": "the proportion of such sets that stand out at least as much as the table. A small p means that the table "
    "has something that they lack.",
    "Jaccard coefficient": "how far two clusters agree: the rows that both have, divided by those that either has; 1 "
    "means that they are the same.",
    "ARI": "how far two clusterings agree; 1 means that they are the same, 0 is what chance gives.",
    "\u00b1": "a standard error. A difference within two of them counts as none.",
    "Straggler": "a cluster of very few rows, far from the others.",
    "Seed": "a number from which everything random follows.",
}


#: The study `conclusions`, with every default.
TRACK_RECORD = (
    "How often is such a report right? On 168 simulated tables that were set aside while its rule was written, each "
    "read from a file, it was right in 104, named a wrong number of clusters in 1, and named none in the other 63. "
    "Where the table was one cluster, it said in 24 of 48 that there is something. A candidate is less: of 25 on "
    "these tables 15 were right, and of 28 on clouds without clusters none. On tables of a single cloud it said that "
    "there is something in 4% if the cloud was normal, but in 26% to 88% if it had long tails or was bent, so look at "
    "the picture."
)


def page_of(report):
    """The report as the text of an HTML file: no script, no other file, no other host."""
    title = f"Is there anything in {_table_name(report)}?"
    top, rest = _sections(report)
    nav = "".join(f'<li><a href="#{slug}">{escape(head)}</a></li>\n' for slug, head, _ in rest)
    body = _first(report, _section(*top[0]), True) + _section(*top[1]) + _words()
    body += f'<nav aria-label="Contents">\n<h2>On this page</h2>\n<ul>\n{nav}</ul>\n</nav>\n'
    body += "".join(_section(slug, head, content(True)) for slug, head, content in rest)
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_style('report.css')}{_style('page.css')}</style>\n</head>\n"
        f'<body>\n<main class="aucc-report">\n<h1>{escape(title)}</h1>\n{_lead(report)}{body}'
        "</main>\n</body>\n</html>\n"
    )


def cell_of(report):
    """The report as a part of another page: without headings, which would stand in that page's outline."""
    top, rest = _sections(report)
    title = escape(f"Is there anything in {_table_name(report)}?")
    said, against = (f'<p class="aucc-report-head">{escape(head)}</p>\n{content}' for _, head, content in top)
    body = _first(report, said, False) + against
    body += _words() + "".join(_folded(head, content(False)) for _, head, content in rest)
    return (
        f'<div class="aucc-report">\n<style>\n{_style("report.css")}</style>\n'
        f'<p class="aucc-report-title">{title}</p>\n{_lead(report)}{body}</div>'
    )


def _sections(report):
    """Name, heading and content: of those that come first, and of the others, as functions of whether it is a page."""
    top = [
        ("conclusion", "What can be said", _conclusion(report)),
        ("doubts", "What counts against it", _doubts(report)),
    ]
    rest = [
        ("columns", "What came in", _came_in),
        ("tests", "Is there anything at all?", _tests),
        ("by-k", "Each number of clusters", _by_k),
        ("stability", "Would other rows say the same?", _stability),
        ("votes", "What other criteria prefer", _votes),
        ("agreement", "Do the algorithms agree?", _agreement),
    ]
    if report.candidate is not None:
        rest.append(("clusters", "The clusters, and the rows that fit badly", _clusters))
    if report.external is not None:
        rest.append(("classes", "The drawer: the classes", _external))
    rest.append(("settings", "To do it again", _settings))
    return top, [(slug, head, lambda page, make=make: make(report, page)) for slug, head, make in rest]


# What stands on top.


def _lead(report):
    rows, columns = report.rows["used"], report.columns["used"]
    return _p(
        f"{rows.sum()} of {len(rows)} rows, {columns.sum()} of {len(columns)} columns; clustered by "
        f"{listed(report.settings['algorithms'])} into {_numbers(report.settings['ks'])} clusters."
    )


def _first(report, said, page):
    """The headline, the picture of the data and what can be said: what a reader sees without scrolling."""
    of_clusters = warning = ""
    if report.candidate is not None:
        algorithm, k = report.candidate
        of_clusters = f", with its cluster of the {k} of {algorithm}"
        warning = (
            " A bent or skewed cloud can be cut into slices that come out again with other rows, so look whether these "
            "clusters are groups or slices."
        )
    picture = _pictures(
        report,
        "points",
        page,
        f"Each mark is a row{of_clusters}. The axes are the two directions in which the rows differ most, the "
        f"principal components; clusters may differ in others.{warning}",
    )
    headline = f'<p class="aucc-report-headline">{escape(_headline(report))}</p>\n'
    return f'<div class="aucc-report-first">\n{headline}{picture}<div>\n{said}</div>\n</div>\n'


def _headline(report):
    if report.pvalue > report.settings["significance_level"]:
        return "Nothing stands out."
    if not report.numbers:
        return "Something stands out, but no number of clusters is selected."
    gone = f", with {counted(len(report.left_out), 'row')} left out" if report.left_out else ""
    return f"{report.numbers[0]} clusters{gone}."


def _conclusion(report):
    sentences = "".join(_p(sentence) for sentence in report.conclusion)
    return f'<div class="aucc-report-conclusion">\n{sentences}</div>\n{_p(_track_record(report))}'


def _track_record(report):
    """How often such a report is right; with other settings of the rule nobody has measured it."""
    if others := [name for name in asked_arguments(report) if name not in ("columns", "classes", "missing")]:
        return (
            "How often such a report is right has been measured with the defaults only. Here you chose "
            f"{listed(others)} yourself, so it is not known."
        )
    return TRACK_RECORD


def _doubts(report):
    if not report.doubts:
        return _p("None of the checks on this page found anything, but that is not a proof.")
    items = "".join(f"<li>{escape(doubt)}</li>\n" for doubt in report.doubts)
    return f"<ul>\n{items}</ul>\n"


def _words():
    items = "".join(
        f"<li><strong>{escape(word)}</strong>: {escape(meaning)}</li>\n" for word, meaning in _WORDS.items()
    )
    return _folded("What these words mean", f"<ul>\n{items}</ul>\n")


# What follows, in the order of the checklist.


def _came_in(report, page):
    columns, rows = report.columns.rename_axis("column"), report.rows
    used = columns[columns["used"]]
    shares = ["share as it is", "share as used"]
    shown = used[["missing", "different", *shares]].rename(columns=lambda name: name.replace("share", "proportion"))
    if used["reason"].astype(bool).any():
        shown = shown.assign(**{"to keep in mind": used["reason"]})
    scaling = _SCALINGS[report.settings["scaling"]]
    text = _p(
        "Two rows are alike if their values in the columns below are alike. The proportions show how much of the "
        "differences between rows (their squared distances) each column makes; they add up to 1. A column with a "
        "proportion near 1 decides alone."
    )
    table = _table(
        shown,
        "The columns that are used: how many values are missing, how many are different, and the proportion of the "
        "differences between rows that each column makes, with the numbers as they are and as they were used "
        f"({scaling}).",
    )
    text += _folded_if(len(shown) > _LONG, f"The {len(shown)} columns that are used", table)
    left_out = columns.loc[~columns["used"], ["reason", "kind", "missing", "different"]]
    if len(left_out):
        table = _table(left_out.rename(columns={"reason": "why not"}), "The columns that are not used, and why not.")
        text += _folded_if(len(left_out) > _LONG, f"The {len(left_out)} columns that are not used", table)
    text += _how_to_choose(report)
    text += _of_missing(report)
    reasons = rows.loc[~rows["used"], "reason"]
    if len(reasons):
        counts = "; ".join(f"{reason}: {count}" for reason, count in reasons.value_counts(sort=False).items())
        text += _p(f"{len(reasons)} of {len(rows)} rows are not used ({counts}).")
        # A sample leaves out too many to list; the others are worth a look.
        is_shown = (~rows["used"] & (rows["reason"] != "not in the sample")).to_numpy()
        if is_shown.any():
            shown, digits = _with_values(report, rows.loc[is_shown, ["reason"]], is_shown)
            shown = shown.rename(columns={"reason": "why not"}).head(_MOST)
            caption = f"Rows that are not used{_first_of(rows[is_shown])}, with their values."
            text += _folded("Which rows are not used", _table(_with_name(shown), caption, digits=digits))
    copies = int((rows["copies"] > 1).sum())
    return text + _p(
        f"{copies} of the rows used have the same values as another one."
        if copies
        else "No two of the rows used have the same values."
    )


def _tests(report, page):
    n_sets, level = report.settings["n_references"], report.settings["significance_level"]
    kinds = "; ".join(f"\u201c{kind}\u201d {_KINDS[kind]}" for kind in report.pvalues)
    meaning = (
        "AUCC is the proportion of right answers to one question: take two rows that share a cluster and two that do "
        "not; are the two that share it closer to each other? 1 is best, and 0.5 is what random labels give."
    )
    if "VRC" in report.by_k:
        meaning += (
            " VRC, the variance ratio, compares the spread between clusters with that within them: higher is better, "
            "and it has no upper end."
        )
    text = _p(meaning)
    text += _p(
        "Any cloud of points can be cut into clusters, and scores change with the number of clusters k even if there "
        f"is nothing to find. So the table is compared with {n_sets} sets of each kind that have no clusters, but as "
        f"many rows and the same means, spreads and correlations: {kinds}."
    )
    text += _p(
        "The p-value is the proportion of sets, with the table counted as one of them, that stand out at least as "
        f"much as the table: {1 / (n_sets + 1):.3f} is the smallest possible, 1 of {n_sets + 1}. A small p-value "
        "means that the table has something that these sets lack. It is not the probability that there are no "
        "clusters, and skewed or bent clouds have small p-values, too."
    )
    text += _table(
        pd.DataFrame({"p-value": report.pvalues}).rename_axis("data without clusters"),
        "Is there anything at all? One test of all algorithms and criteria together, for each kind of data without "
        f"clusters. The largest p-value counts: {report.pvalue:.3f}.",
    )
    text += _table(
        report.tests.rename(columns={"named": "selected"}),
        "For each algorithm and criterion: the number of clusters k at which the score stands out most from "
        f"\u201c{next(iter(report.pvalues))}\u201d sets, the p-values, and the number of clusters that this test "
        f"selects by itself. That is 1, for \u201cnothing stands out\u201d, if a p-value is above {level:g}. The last "
        "two columns have the peak among the numbers whose clusters are apart, by which the conclusion goes.",
    )
    return text + _pictures(
        report,
        "excess",
        page,
        "Green: how far the score of the table lies above the score of data without clusters, for each number of "
        "clusters k, minus the mean over k; a ring marks the peak. Grey: the same for each set without clusters, of "
        "the kind with the larger p-value. The table stands out if its peak is above nearly all peaks of the grey "
        "lines.",
    )


def _by_k(report, page):
    text = _p(
        "Look at the sizes before the scores, because a cluster of one or two rows is a straggler, not a group. "
        "\N{LEFT DOUBLE QUOTATION MARK}Above\N{RIGHT DOUBLE QUOTATION MARK} is how far the score lies above the score "
        "of data without clusters, on a scale that makes small and large k comparable; compare it only between the "
        "rows of one column."
    )
    columns = [name for name in report.by_k if "stability" not in name]
    digits = {name: 1 for name in columns if name == "VRC"}
    opened = None if report.candidate is None else report.candidate[0]
    for algorithm, rows in report.by_k[columns].groupby(level=0, sort=False):
        k = report.candidate[1] if algorithm == opened else None
        bold = "" if k is None else "; the one described below is in bold"
        table = _table(
            rows.droplevel(0).rename_axis("k"),
            f"Clusters of {algorithm}: their sizes and scores for each number of clusters k{bold}.",
            digits=digits,
            mark=() if k is None else [k],
        )
        text += _folded(f"{algorithm}: sizes and scores", table, opened=page and algorithm == opened)
    return text


def _stability(report, page):
    text = _p(
        "A sixth of the rows was left out at random, the other rows were clustered again, and the two clusterings "
        "were compared on the rows that both have, with ARI, the adjusted Rand index: 1 is the same clustering, and 0 "
        "is what chance gives. This was repeated, and it was done for data without clusters (noise), too."
    )
    text += _p(
        "Read each number with its error, which stands after ±. A difference that is not at least twice its error "
        "counts as none. Stable is not the same as real, because noise can be cut in a stable way."
    )
    by_k = report.by_k
    table, noise = by_k["stability"], by_k["stability of noise"]
    errors = by_k["± stability"], by_k["± stability of noise"]
    shown = {
        "table": _with_errors(table, errors[0]),
        "noise": _with_errors(noise, errors[1]),
        "difference": _with_errors(table - noise, np.hypot(*errors)),
    }
    numbers = _table(
        pd.DataFrame(shown, by_k.index),
        "Stability: mean ARI ± its standard error with a sixth of the rows left out, for the table and for noise.",
    )
    pictures = _pictures(
        report,
        "stability",
        page,
        "Stability of the table (green discs) and of noise (grey squares) for each number of clusters k; the bars are "
        "one standard error long on each side.",
    )
    return text + pictures + _folded_if(len(by_k) > _LONG, "The numbers", numbers)


def _votes(report, page):
    text = _p(
        "Each criterion is a formula that scores a clustering, and the table shows the number of clusters that it "
        "likes best. The criteria are built of the same parts, so several that agree are not several witnesses. The "
        "habit is what the criterion likes best on data without clusters, so a vote that equals the habit tells us "
        "nothing."
    )
    return text + _table(
        report.votes, "The number of clusters that each criterion prefers for each algorithm, and its habit."
    )


def _agreement(report, page):
    text = _p(
        "Different algorithms look for different shapes. If they find the same clusters, less depends on the choice "
        "of the algorithm. ARI is 1 for the same clustering and 0 for agreement by chance."
    )
    return text + _table(
        report.agreement.rename_axis("clustering"), "ARI between the clusterings of the algorithms.", digits=2
    )


def _how_to_choose(report):
    """The option that changes which columns are used, as it would be written now."""
    kinds = report.columns
    used = kinds.index[kinds["used"]].tolist()
    others = kinds[~kinds["used"] & kinds["kind"].isin(["numbers", *OFFERS])]
    # What hardly anybody wants, such as numbers of rows, is no good example.
    unlikely = others["reason"].str.contains("counts the rows|never repeat|constant|no value|codes", regex=True)
    others = [*others.index[~unlikely], *others.index[unlikely]]
    if report.settings["table"] == "array" or not (others or len(used) > 1):
        return ""
    wished = [*used, *others[:1]] if others else used[:-1]
    shown = wished if len(wished) <= _BESIDE else wished[-_BESIDE:]
    python = ", ".join([*(["..."] if len(wished) > _BESIDE else []), *map(repr, shown)])
    names = [*(["..."] if len(wished) > _BESIDE else []), *shown]
    shell = " ".join(map(quoted, option_words("--columns", names)))
    what = f"To add {others[0]}, for example," if others else f"To leave out {used[-1]}, for example,"
    return (
        f"<p>{escape(what)} name the columns to use: <code>columns=[{escape(python)}]</code> in Python, or "
        f"<code>{escape(shell)}</code> on the command line. Text and codes have no "
        "distances; if such groups should count, make a column of 0 and 1 of each of them before.</p>\n"
    )


def _of_missing(report):
    """What missing values cost, or what was filled in."""
    settings, rows = report.settings, report.rows
    n_lost = int((rows["reason"] == "incomplete").sum())
    text = ""
    if n_lost and report._taken is not None:
        table = report._taken.table[(rows["reason"] == "incomplete").to_numpy()]
        known = int(table.notna().to_numpy().sum())
        text = (
            f"{n_lost} of {len(rows)} rows ({n_lost / len(rows):.1%}) {'is' if n_lost == 1 else 'are'} left out "
            f"because {why_incomplete(settings['missing'])} in the columns that are used"
        )
        text += f", and with them {counted(known, 'value')} that they have." if known else "."
        # The columns that are most often missing together, and nothing else with them.
        together, n_rows = table.isna().value_counts().index[0], int(table.isna().value_counts().iloc[0])
        names = [name for name, is_missing in zip(table, np.atleast_1d(together), strict=True) if is_missing]
        if settings["missing"] == "drop" and len(names) <= min(3, len(table.columns) - 1):
            text += (
                f" {counted(n_rows, 'row')} of these {'lacks' if n_rows == 1 else 'lack'} only {listed(names)}, and "
                f"could be used without {'that column' if len(names) == 1 else 'these columns'}."
            )
        if settings["missing"] == "drop":
            text += (
                ' To fill in values instead, choose missing="neighbours" (on the command line --missing neighbours).'
            )
    n_filled = int((rows["filled in"] > 0).sum())
    if n_filled:
        text += (
            f" In {counted(n_filled, 'row')} {counted(int(rows['filled in'].sum()), 'value')} were filled in by "
            f"{FILLED_BY[settings['missing']]}; the column \u201cfilled in\u201d of rows.csv says in which."
        )
    return _p(text.strip()) if text else ""


def _with_values(report, frame, rows):
    """Rows of a table with the values that they have in the columns used, and the decimals of all these.

    `rows` says which they are, as places or as a mask. At most `_BESIDE` columns are shown, those in which the clusters
    differ most.
    """
    if report._taken is None:
        return frame, {}
    table = report._taken.table
    names = list(table)
    if len(names) > _BESIDE:
        if report.candidate is not None:
            names = between_shares(report._taken, report.rows).nlargest(_BESIDE).index.tolist()
        names = names[:_BESIDE]
    # A column of the reader's may be called like one of ours.
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


def _of_clusters(report):
    """The table of the clusters, and how far each of them comes back."""
    clusters = report.clusters
    text = _p(
        f"Does each cluster come back? {N_DRAWS} times, rows were drawn at random with replacement and clustered again "
        "into as many clusters. For each cluster, the table shows the mean Jaccard coefficient with the new cluster "
        f"that is most like it, and how often it was recovered (at least {RECOVERED}) or dissolved (at most "
        f"{DISSOLVED}). By a rule of thumb of Hennig, the author of the method, a mean of {RECOVERED} or more belongs "
        f"to a stable cluster, between {TRUSTED} and {RECOVERED} to a pattern of which it is not clear which rows "
        f"belong to it, and below {TRUSTED} a cluster should not be trusted. Stable is not the same as real."
    )
    shown = clusters[["rows used", "rows in all"]].astype(int)
    if (clusters["rows used"] == clusters["rows in all"]).all():
        shown = shown[["rows in all"]].rename(columns={"rows in all": "rows"})
    if clusters["filled in"].any():
        shown = shown.assign(**{"filled in": clusters["filled in"].astype(int)})
    shown = shown.assign(
        **{"Jaccard coefficient": _with_errors(clusters["Jaccard"], clusters["± Jaccard"])},
        **{name: [f"{share:.0%}" for share in clusters[name]] for name in ("recovered", "dissolved")},
    )
    text += _table(
        shown.rename_axis("cluster"),
        f"The clusters: their rows, and how far they come back in {N_DRAWS} samples of the rows (mean ± standard "
        "error).",
    )
    n_nearest = int((report.rows["assigned by"] == "nearest mean").sum())
    if n_nearest:
        labels = report.objects["cluster"].to_numpy(dtype=int) - 1
        ends = "was not clustered, and belongs" if n_nearest == 1 else "were not clustered, and belong"
        text += _p(
            f"{counted(n_nearest, 'complete row')} {ends} to the cluster with the nearest mean (\u201cassigned "
            "by\u201d in rows.csv). Of the rows that were clustered, "
            f"{share_at_own_mean(report._taken, labels):.0%} are nearest to the mean of their own cluster."
        )
    return text


def _profiles(report):
    """Mean and standard deviation of each column in each cluster, in the units of the table."""
    profiles, taken = report.profiles, report._taken
    between = between_shares(taken, report.rows)
    clusters = profiles.index.get_level_values("cluster").unique()
    shown = {"all rows": [_mean_and_spread(taken.table[name]) for name in taken.used]}
    for cluster in clusters:
        of_cluster = profiles.loc[cluster]
        shown[f"cluster {cluster}"] = [
            f"{_written(of_cluster.loc[name, 'mean'], taken.table[name])} "
            f"({_written(of_cluster.loc[name, 'standard deviation'], taken.table[name])})"
            for name in taken.used
        ]
    frame = pd.DataFrame(shown | {"between clusters": between.to_numpy()}, pd.Index(taken.used, name="column"))
    frame = frame.sort_values("between clusters", ascending=False, kind="stable")
    table = _table(
        frame,
        "What tells the clusters apart: mean and, in brackets, standard deviation of each column in the units of the "
        "table, and the proportion of its variance that lies between the clusters, the largest first. The algorithm "
        "made the clusters from these columns, so that no test of these differences holds.",
        digits=2,
    )
    text = _folded_if(len(frame) > _LONG, "What tells the clusters apart", table)
    return text + _p("Medians and quartiles are in the file profiles.csv (to_csv, or --csv).")


def _mean_and_spread(values):
    return f"{_written(values.mean(), values)} ({_written(_spread(values), values)})"


def _written(value, values):
    """A number with the decimals that suit the column, one more where the column holds whole numbers."""
    if np.isnan(value):
        return "\N{EN DASH}"
    decimals = _decimals_of_spread(values.dropna())
    # Zeros in front of a number say less than its exponent.
    text = f"{value:.3g}" if decimals > _MOST_DECIMALS else f"{round(value, decimals) + 0.0:.{decimals}f}"
    return text.replace("-", "\N{MINUS SIGN}")  # no zero with a sign


def _clusters(report, page):
    algorithm, k = report.candidate
    objects = _with_name(report.objects)
    sizes = objects["cluster"].value_counts().sort_index()
    text = _p(
        f"What follows describes the {k} clusters of {algorithm}, of {listed(sizes)} rows. What they are worth is "
        "said at the top of the page."
    )
    if report.clusters is not None:
        text += _of_clusters(report)
    if report.profiles is not None:
        text += _profiles(report)
    text += _p(
        "Which rows fit? For each row, the proportion counts the right comparisons among those in which the row takes "
        "part, and AUCC is the mean over the rows, with weights. A low proportion is not the fault of the row: it "
        "lies between clusters, or far from its own. "
        "\N{LEFT DOUBLE QUOTATION MARK}Within\N{RIGHT DOUBLE QUOTATION MARK} is low if the row is far from its own "
        "cluster, and \N{LEFT DOUBLE QUOTATION MARK}between\N{RIGHT DOUBLE QUOTATION MARK} if it is close to another. "
        "A row spoils the clustering if AUCC would be higher without it. Some rows always do, so how low they are "
        "matters more than how many there are."
    )
    order = np.argsort(objects["share"].to_numpy(), kind="stable")[:N_WORST]
    worst = objects.iloc[order][["cluster", "share", "within", "between", "spoils"]].rename(
        columns={"share": "proportion"}
    )
    places = None if report._taken is None else report._taken.positions[order]
    worst, digits = _with_values(report, worst, places)
    text += _table(
        worst,
        f"The {len(worst)} rows that fit worst, the worst first, with their values; "
        f"{int(objects['spoils'].sum())} of {len(objects)} spoil.",
        digits=digits,
    )
    if len(objects) > N_WORST:
        text += _p(f"All {len(objects)} are in the file objects.csv, if the CSV files were written (to_csv, or --csv).")
    text += _pictures(
        report,
        "objects",
        page,
        "The proportion for each row, by cluster, with the highest first. The areas to the left and to the right of "
        "the line, which is AUCC, are equal.",
    )
    if report.whole is not None:
        whole = report.whole
        text += _p(
            "All this is about a sample. With each of all the complete rows in the cluster whose mean is nearest, "
            f"AUCC is {whole.statistic:.3f}, between {whole.low:.3f} and {whole.high:.3f}; the interval reflects only "
            f"the drawing of {whole.n_comparisons} comparisons."
        )
    return text


def _external(report, page):
    text = _p(
        f"The classes (\u201c{report.settings['classes']}\u201d) were not used for anything above. Read this last, "
        "and change nothing afterwards, because settings that are chosen by this table are no longer tested by it."
    )
    text += _p(
        "ARI near 1 means that the clusters are nearly the classes. A lower ARI does not mean that the clusters are "
        "wrong, because rows can differ in more than one way, such as species and sex. And AUCC of the classes may be "
        "lower than AUCC of the clusters, because nobody made the classes from distances."
    )
    return text + _table(
        report.external.rename_axis("clustering"),
        "Each clustering compared with the classes (ARI), and AUCC of each and of the classes.",
    )


def _settings(report, page):
    values = {_SETTINGS.get(name, str(name)): _said(name, value) for name, value in report.settings.items()}
    values |= {f"version of {name}": value for name, value in report._versions.items()}
    if report.settings["seed"] is None:
        text = _p("No seed was given, so other points will be drawn next time, and the numbers will move a little.")
    else:
        text = _p("The same table, settings and versions give the same numbers.")
    text += _p("In Python:") + f"<pre><code>{escape(python_call(report))}</code></pre>\n"
    command = shell_command(report)
    if command is not None:
        text += _p("On the command line:") + f"<pre><code>{escape(command)}</code></pre>\n"
    return text + _table(pd.DataFrame({"value": values}).rename_axis("setting"), "Settings and versions.")


# Pieces of HTML.


def _section(slug, head, content):
    return f'<section aria-labelledby="{slug}">\n<h2 id="{slug}">{escape(head)}</h2>\n{content}</section>\n'


def _p(text):
    return f"<p>{escape(text)}</p>\n"


def _folded(summary, content, *, opened=False):
    return f"<details{' open' if opened else ''}>\n<summary>{escape(summary)}</summary>\n{content}</details>\n"


def _folded_if(long, summary, content):
    return _folded(summary, content) if long else content


def _table(frame, caption, **options):
    return CaptionedTable(frame, caption, **options)._repr_html_() + "\n"


def _pictures(report, part, page, caption):
    images = []
    for picture in pictures_of(report, part):
        # A page has both, and its style shows one; a cell of a notebook keeps the light one, on a light ground.
        for look in ("light", "dark") if page else ("light",):
            images.append(
                f'<img class="aucc-report-{look}" src="data:image/png;base64,{getattr(picture, look)}" '
                f'alt="{escape(picture.alt)}" width="{picture.width}" height="{picture.height}">'
            )
    if not images:
        return ""
    images = "\n".join(images)
    return (
        f'<figure>\n<div class="aucc-report-pictures">\n{images}\n</div>\n<figcaption>{escape(caption)}</figcaption>\n'
        "</figure>\n"
    )


@cache
def _style(name):
    return files("aucc_teach.reporting").joinpath("static", name).read_text("utf-8")


# Words.


def _table_name(report):
    name = report.settings["table"]
    # What has no name of its own is called after its kind.
    return "this table" if name in ("DataFrame", "array") else name


def _numbers(ks):
    ks = list(ks)
    whole = len(ks) > 2 and ks == list(range(ks[0], ks[-1] + 1))
    return f"{ks[0]} to {ks[-1]}" if whole else listed(ks)


def _said(name, value):
    if name == "ks":
        return _numbers(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {item!r}" for key, item in value.items()) or "as a plain CSV file"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _with_errors(values, errors):
    # Adding zero takes the sign off what is rounded to it.
    rounded = zip(np.round(values, 2) + 0.0, errors, strict=True)
    return [f"{value:.2f} ± {error:.2f}".replace("-", "\N{MINUS SIGN}") for value, error in rounded]


def _with_name(frame):
    """Rows under a name for what they are, and not that of a column: a plain numbering would be left out."""
    return frame.rename_axis(free_names(frame.index.names, frame.columns, "row"))


def _first_of(items):
    return f", the first {_MOST} of {len(items)}" if len(items) > _MOST else ""
