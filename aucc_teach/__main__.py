"""The command `python -m aucc_teach`: report on a table, run published studies again."""

import argparse
import os
import sys
from pathlib import Path

from aucc_teach._shell import path_word, spell_out
from aucc_teach.experiments import EXPERIMENTS
from aucc_teach.experiments._book import experiments_of_the_book
from aucc_teach.experiments._runner import SchedulerLostError, run
from aucc_teach.reporting._command import add_report, run_report

_NO_CLONE = "The book's own studies are shown and run in a clone of the project: there is no folder book/studies here."


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
    parser = argparse.ArgumentParser(
        prog="python -m aucc_teach",
        description="Report on a table of your own, or run published studies again.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    add_report(commands)
    commands.add_parser("list", help="show the studies")
    reproduce = commands.add_parser("reproduce", help="run a study; after a stop, the same command goes on")
    reproduce.add_argument("name", metavar="NAME", help="one of those that `list` shows")
    reproduce.add_argument("--full", action="store_true", help="at the scale of the stored table (minutes)")
    reproduce.add_argument(
        "--output", type=Path, help="file to write (default: book/results/NAME.csv, NAME-quick.csv without --full)"
    )
    where = reproduce.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, default=2, help="number of processes on this machine (default: 2)")
    where.add_argument("--scheduler", metavar="ADDRESS", help="compute on the Dask cluster of this scheduler")
    options = parser.parse_args(arguments)
    spell_out()

    if options.command == "report":
        return run_report(options)
    of_the_book = experiments_of_the_book()
    known = EXPERIMENTS | of_the_book
    if options.command == "list":
        for name, experiment in known.items():
            print(f"{name:12}{experiment.title}")
        if not of_the_book:
            print(_NO_CLONE)
        return 0
    if options.name not in known:
        message = f"argument NAME: invalid choice: {options.name!r} (choose from {', '.join(known)})."
        reproduce.error(message if of_the_book else f"{message} {_NO_CLONE}")
    # A quick run never stands in the way of the stored table.
    stem = options.name if options.full else f"{options.name}-quick"
    output = options.output or Path("book", "results", f"{stem}.csv")
    try:
        computed = run(known[options.name], output, full=options.full, n_jobs=options.jobs, scheduler=options.scheduler)
    except SchedulerLostError as error:
        print(
            f"{error}\nFinished blocks are kept: the command goes on from here, on a cluster or without.",
            file=sys.stderr,
        )
        return 1
    except BrokenPipeError:
        raise
    except (ValueError, OSError) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        print("Stopped. The same command goes on from here.", file=sys.stderr)
        return 130
    state = "written" if computed else "complete already; name another --output to compute it anew"
    print(f"{path_word(output)} is {state}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
