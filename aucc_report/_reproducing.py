"""The Python call and the shell command that make a report again, and the sentences that cite it."""

from aucc_report import _reading
from aucc_report._codes import Cite, Reason
from aucc_report._columns import few_used
from aucc_report._defaults import DEFAULTS
from aucc_report._statements import said
from aucc_report._words import TRACK_RECORD
from aucc_report.clusterers import ALGORITHMS
from aucc_report.dialect import SIGNS
from aucc_teach.command_line import option_words, path_word, quoted

_LINE = 88  # in a longer call each argument has a line of its own
# These codes show that columns were asked for by name.
_ASKED = (Reason.READ_AS_NUMBERS, Reason.IN_SPITE, Reason.NOT_ASKED_FOR)
# Arguments that name a column or hold a value for each row, with the code of that column.
_APART = {"classes": Reason.CLASSES, "labels": Reason.LABELS}
_NOT_ON_THE_COMMAND_LINE = {"references", "significance_level"}


def python_call(report):
    """Write the Python call that makes the report again; comments list the names that the reader must supply."""
    settings = report.settings
    name, source = settings["table"], settings["source"]
    lines, data, comments = ["import aucc_report", ""], "table", []
    if source is not None:
        file = repr(name)
        if not _is_file(settings):
            file = "file"
            comments.append("file: the file that was read, or its content")
        read = "".join(f", {argument}={value!r}" for argument, value in source.items())
        lines.append(f"table = aucc_report.read_table({file}{read})")
    elif name in _reading.BUNDLED:
        lines.append(f"table = aucc_report.bundled_table({name!r})")
    else:
        data = "X" if name == "array" else "table"
        comments.append(f"{data}: {'the array' if name == 'array' else 'the DataFrame'} that was passed")
    supplied, arguments = _supplied(report), []
    for argument, value in asked_arguments(report).items():
        if argument in supplied:
            written, what = supplied[argument]
            comments.append(f"{written}: {what}")
        elif argument == "ks" and _is_range(value):
            written = f"range({value[0]}, {value[-1] + 1})"
        else:
            written = repr(value)
        arguments.append(f"{argument}={written}")
    if settings["seed"] is not None:
        arguments.append(f"rng={settings['seed']}")
    lines += [f"# {comment}" for comment in comments]
    call = f"aucc_report.report({', '.join([data, *arguments])})"
    if len(call) > _LINE:
        call = "\n".join(["aucc_report.report(", *(f"    {argument}," for argument in [data, *arguments]), ")"])
    return "\n".join([*lines, call])


def shell_command(report):
    """Write the command that makes the page again; None if the command line lacks an option for it."""
    settings, asked = report.settings, asked_arguments(report)
    is_lacking = _NOT_ON_THE_COMMAND_LINE & set(asked) or _supplied(report)
    if is_lacking or not _is_file(settings) or settings["seed"] is None:
        return None
    words = ["python", "-m", "aucc_report", path_word(settings["table"])]
    for argument, value in settings["source"].items():
        found = next((word for word, sign in SIGNS.get(argument, {}).items() if sign == value), value)
        words += map(quoted, option_words(f"--{argument}", found if isinstance(found, list) else [found]))
    for argument, value in asked.items():
        if argument == "ks":
            value = [f"{value[0]}-{value[-1]}" if _is_range(value) else ",".join(map(str, value))]
        values = value if isinstance(value, list) else [str(value)]
        words += map(quoted, option_words(f"--{argument.replace('_', '-')}", values))
    if "columns" not in asked and few_used(report.columns) is not None:
        words.append("--yes")
    return " ".join([*words, "--seed", str(settings["seed"])])


def asked_arguments(report):
    """Return the arguments that differ from the defaults of report()."""
    asked = {}
    for argument, usual in DEFAULTS.items():
        value = report.settings[argument]
        if argument == "ks":
            if report.settings["ks_by_default"]:
                continue
        elif argument == "columns":
            # The default may choose the same columns; the reasons tell whether they were asked for.
            if not report.columns["code"].isin(_ASKED).any():
                continue
        elif value == (list(usual) if isinstance(usual, tuple) else usual):
            continue
        asked[argument] = value
    return asked


def to_cite(report):
    """Three statements for a paper: what was asked, what came out, and how often such an answer is right."""
    settings = report.settings
    chosen = [name for name in asked_arguments(report) if name not in ("columns", "classes", "labels", "missing")]
    return (
        said(
            Cite.ASKED,
            version=report._versions["aucc-teach"],
            n_rows=settings["n_used"],
            n_columns=len(settings["columns"]),
            has_gaps=report.gaps is not None,
            ks=settings["ks"],
            criteria=report.tests.index.unique(level="criterion").tolist(),
            algorithms=settings["algorithms"],
            n_sets=settings["n_references"],
        ),
        said(Cite.FOUND, headline=str(report.headline), why=str(report.headline_reason)),
        said(Cite.RIGHT, chosen=chosen, track_record=TRACK_RECORD),
    )


def _is_file(settings):
    """Tell whether the table has the name of the file that it was read from."""
    source = settings["source"]
    return source is not None and "name" not in source and settings["table"] != _reading.UPLOADED


def _supplied(report):
    """Return the arguments whose values only the reader has: a name for each, and what it stands for."""
    settings, supplied = report.settings, {}
    if not set(settings["algorithms"]) <= set(ALGORITHMS):
        supplied["algorithms"] = "algorithms", "the dictionary that was passed"
    for argument, code in _APART.items():
        if settings[argument] is not None and not (report.columns["code"] == code).any():
            supplied[argument] = argument, "those that were passed"
    if report._has_own_metric:
        # The name of a function need not be an identifier: <lambda> is none.
        name = settings["metric"] if settings["metric"].isidentifier() else "metric"
        supplied["metric"] = name, "the function that was passed"
    return supplied


def _is_range(ks):
    return len(ks) > 1 and ks == list(range(ks[0], ks[-1] + 1))
