"""The command `python -m aucc_report`: from a file with a table to a page."""

import os
import sys

from aucc_report._command import parser_of_report, run_report
from aucc_teach._command_line import spell_out

#: The exit code of a program that a closed pipe ended: 128, and 13 for the signal.
_NOBODY_READS = 128 + 13


def main(arguments=None):
    """Do what the command line says, and give the exit code."""
    try:
        options = parser_of_report().parse_args(arguments)
        spell_out()
        code = run_report(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Otherwise Python would fail again when it flushes the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _NOBODY_READS
    return code


if __name__ == "__main__":
    sys.exit(main())
