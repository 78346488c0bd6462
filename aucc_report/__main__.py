"""The command `python -m aucc_report`: from a file with a table to a page."""

import argparse
import json
import os
import re
import sys
from pathlib import Path

from aucc_report._argument_names import in_options
from aucc_report._defaults import DEFAULTS
from aucc_report._formats import MOST_BYTES
from aucc_report._missing import MISSING
from aucc_report._report import check_folder_of_tables, files_of_tables
from aucc_report._settings import report_asked_for, table_asked_for
from aucc_report._words import listed
from aucc_report.clusterers import ALGORITHMS
from aucc_report.dialect import DECIMALS, SEPARATORS, THOUSANDS
from aucc_report.intake import SCALINGS, TRANSFORMS
from aucc_teach.command_line import path_word, spell_out
from aucc_teach.files import check_file, expanded, refuse_same_file, write_at_once

#: The exit code of a program that a closed pipe ended: 128, and 13 for the signal.
_CLOSED_PIPE = 128 + 13
_DESCRIPTION = """\
Cluster the rows of a table, test whether anything stands out from data without
clusters, and write a page with the conclusion, the doubts and all numbers."""
_EXAMPLE = """\
example:
  python -m aucc_report penguins.csv --out penguins.html \\
      --columns "Culmen Length (mm)" "Culmen Depth (mm)" --classes Species

The first line of the table names the columns. Each other line is an object. The
classes are compared with the clusters in the end, and not used before. A page
of the same name is replaced."""


def parser_of_report():
    """Make the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m aucc_report",
        usage="%(prog)s table [options]",  # the table comes first: an option that takes several names would swallow it
        description=_DESCRIPTION,
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "table", type=Path, help="CSV file, also packed (.csv.gz), workbook (.xlsx) or Parquet; - is the standard input"
    )
    parser.add_argument("--out", type=Path, default=Path("report.html"), help="page to write (default: report.html)")
    parser.add_argument("--csv", type=Path, metavar="FOLDER", help="write the tables of the page as CSV files, too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what the page says as codes and numbers, too")
    parser.add_argument("--overwrite", action="store_true", help="replace CSV files that are in FOLDER already")
    several = {"nargs": "+", "action": "extend", "metavar": "NAME"}
    parser.add_argument(
        "--columns", **several, help="measurements to use, names or a,b,c (default: those that look like measurements)"
    )
    parser.add_argument("--yes", action="store_true", help="go on where only a few columns of numbers would be used")
    parser.add_argument("--classes", metavar="NAME", help="column of known groups, to compare with in the end")
    parser.add_argument("--labels", metavar="NAME", help="column of a clustering to judge")
    parser.add_argument(
        "--noise", metavar="VALUE", help="label of rows that belong to no cluster (default: -1 if there is a label 0)"
    )
    parser.add_argument(
        "--algorithms", **several, help=f"of {', '.join(ALGORITHMS)} (default: {listed(DEFAULTS['algorithms'])})"
    )
    parser.add_argument("--ks", type=_ks, help="numbers of clusters, such as 2-6 or 2,3,5 (default: 2-10)")
    parser.add_argument("--transform", choices=TRANSFORMS, help="of the columns, before scaling (default: none)")
    parser.add_argument("--scaling", choices=SCALINGS, help="of the columns (default: %(default)s)")
    parser.add_argument(
        "--missing",
        choices=MISSING,
        help="rows that lack a value: leave them out, refuse them, or fill in the median of the column or the mean of "
        "the most similar rows (default: %(default)s)",
    )
    parser.add_argument(
        "--n-references",
        type=int,
        metavar="N",
        help="sets without clusters of each kind (default: %(default)s)",
    )
    parser.add_argument("--metric", help="a name that SciPy's pdist knows (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of all that is random (default: %(default)s)")
    parser.add_argument("--separator", choices=SEPARATORS, help="between cells (default: found out)")
    parser.add_argument(
        "--decimal", choices=DECIMALS, help="sign before the decimals (default: found out if it is clear)"
    )
    parser.add_argument("--thousands", choices=THOUSANDS, help="sign between groups of three digits (default: as that)")
    parser.add_argument("--encoding", help="of the letters (default: found out)")
    parser.add_argument("--na", **several, help='what else stands for a missing value, such as "-" (give --na=-,n/a)')
    parser.add_argument("--sheet", metavar="NAME", help="of a workbook (default: the first)")
    parser.set_defaults(**{name: DEFAULTS[name] for name in ("scaling", "missing", "metric", "n_references")})
    return parser


def main(arguments=None):
    """Do what the command line says, and give the exit code."""
    try:
        options = parser_of_report().parse_args(arguments)
        spell_out()
        _run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Otherwise Python would fail again when it flushes the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _CLOSED_PIPE
    except (ValueError, OSError, ModuleNotFoundError) as error:
        print(f"error: {in_options(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped. No file is half written; a page that was there is still the old one.", file=sys.stderr)
        return 130
    return 0


def _run(options):
    # Whatever would prevent writing is reported before the work.
    if options.out.suffix.lower() not in (".html", ".htm"):
        raise ValueError(f"--out must name an HTML file, such as report.html. Got {str(options.out)!r}.")
    out = _naming("--out", check_file, options.out)
    codes = None if options.json is None else _naming("--json", check_file, options.json)
    folder = None if options.csv is None else _naming("--csv", check_folder_of_tables, options.csv, options.overwrite)
    source = Path("/dev/stdin") if str(options.table) == "-" else expanded(options.table)
    places = [("the table", source), ("--out", out), ("--json", codes)]
    places += [("--csv", file) for file in files_of_tables(folder)]
    refuse_same_file([(of, path) for of, path in places if path is not None])
    table = _read(options)
    for note in table.attrs["notes"]:
        print(f"note: {in_options(note)}", file=sys.stderr)
    names = {"columns": table.columns, "algorithms": ALGORITHMS}
    lists = {option: _names(getattr(options, option), known) for option, known in names.items()}
    found = report_asked_for(table, vars(options) | lists)
    found.to_html(out)
    if codes is not None:
        write_at_once(codes, f"{json.dumps(found.to_dict(), ensure_ascii=False, indent=1)}\n")
    files = [] if folder is None else found.to_csv(folder, overwrite=options.overwrite)
    print(f"{in_options(repr(found))}\n\nThe page: {path_word(out)}")
    if codes is not None:
        print(f"As codes and numbers: {path_word(codes)}")
    if files:
        print(f"The tables: {path_word(folder)} ({', '.join(file.name for file in files)})")


def _read(options):
    """Read the table that the command line names."""
    is_input, path = str(options.table) == "-", expanded(options.table)
    # A missing file has its own message.
    is_pipe = not is_input and path.exists() and not path.is_file() and not path.is_dir()
    called = "standard input" if is_input else "pipe" if is_pipe else None
    settings = vars(options) | {"na": _names(options.na, ())}
    table = table_asked_for(sys.stdin.buffer.read(MOST_BYTES + 1) if is_input else path, settings, called)
    if called is not None:
        table.attrs["read"]["name"] = called  # no file has this name
    return table


def _naming(option, check, *arguments):
    try:
        return check(*arguments)
    except ValueError as error:
        raise ValueError(f"{option}: {error}") from error


def _names(given, known):
    """Split names at commas, unless the whole is a known name itself."""
    if given is None:
        return None
    known = set(known)
    return [name for item in given for name in ([item] if item in known else item.split(","))]


def _ks(text):
    """Parse numbers of clusters such as 2-10, 2,3,5 or 2-4,8."""
    parts = [re.fullmatch(r"(\d+)(?:-(\d+))?", part.strip()) for part in text.split(",")]
    ks = [k for part in parts if part for k in range(int(part[1]), int(part[2] or part[1]) + 1)]
    if not all(parts) or not ks:
        raise argparse.ArgumentTypeError(f"numbers of clusters must be written like 2-10 or 2,3,5. Got {text!r}.")
    return ks


if __name__ == "__main__":
    sys.exit(main())
