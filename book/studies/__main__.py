"""The command `python book/studies`: name the studies, or run one."""

import argparse
import sys
from pathlib import Path

BOOK = Path(__file__).resolve().parents[1]
if str(BOOK) not in sys.path:
    # Worker processes find the functions of a study by the names of their modules.
    sys.path.insert(0, str(BOOK))

from aucc_teach.command_line import path_word, spell_out  # noqa: E402
from studies import EXPERIMENTS, run  # noqa: E402


def main(arguments=None):
    """Do what the command line says, and give the exit code."""
    parser = argparse.ArgumentParser(
        prog="python book/studies",
        description="Run a study; after a stop, the same command goes on. Without a name, list the studies.",
    )
    parser.add_argument("name", metavar="NAME", nargs="?", choices=EXPERIMENTS, help="one of those that are listed")
    parser.add_argument("--full", action="store_true", help="at the scale of the stored table (minutes)")
    parser.add_argument(
        "--output", type=Path, help="file to write (default: NAME.csv or NAME-quick.csv in book/results)"
    )
    parser.add_argument("--jobs", type=int, default=2, help="number of processes (default: 2)")
    options = parser.parse_args(arguments)
    spell_out()

    if options.name is None:
        for name, experiment in EXPERIMENTS.items():
            print(f"{name:12}{experiment.title}")
        return 0
    # A quick run never stands in the way of the stored table.
    stem = options.name if options.full else f"{options.name}-quick"
    output = options.output or BOOK / "results" / f"{stem}.csv"
    try:
        computed = run(EXPERIMENTS[options.name], output, full=options.full, n_jobs=options.jobs)
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
