"""The command `python -m aucc_teach`: report on a table."""

import argparse
import os
import sys

from aucc_teach._shell import spell_out
from aucc_teach.reporting._command import add_report, run_report

#: What a shell gives for a program that ended because nobody read on: 128, and 13 for the signal.
_NOBODY_READS = 128 + 13


def main(arguments=None):
    """Do what the command line says, and give the exit code."""
    try:
        code = _main(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # What is still to be printed would fail once more at the end of Python.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NOBODY_READS
    return code


def _main(arguments):
    parser = argparse.ArgumentParser(prog="python -m aucc_teach", description="Report on a table of your own.")
    commands = parser.add_subparsers(dest="command", required=True)
    add_report(commands)
    for name in ("list", "reproduce"):
        commands.add_parser(name, help="moved to: python book/studies, in a clone of the project")
    options, rest = parser.parse_known_args(arguments)
    spell_out()
    if options.command != "report":
        studies = " ".join(["python book/studies", *rest])
        print(f"Studies are run by `{studies}`, in the folder of a clone of the project.", file=sys.stderr)
        return 2
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return run_report(options)


if __name__ == "__main__":
    sys.exit(main())
