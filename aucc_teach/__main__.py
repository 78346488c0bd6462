"""The command `python -m aucc_teach`, which says where its parts went."""

import sys
import warnings
from importlib import import_module


def main(arguments=None):
    """Do what the command line says, and give the exit code."""
    command, *rest = sys.argv[1:] if arguments is None else arguments or [""]
    if command == "report":
        warnings.warn("python -m aucc_teach report is python -m aucc_report now.", DeprecationWarning, stacklevel=2)
        return import_module("aucc_report.__main__").main(rest)
    if command in ("list", "reproduce"):
        studies = " ".join(["python book/studies", *rest])
        print(f"Studies are run by `{studies}`, in the folder of a clone of the project.", file=sys.stderr)
    else:
        print("Reports on tables are made by `python -m aucc_report TABLE`.", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
