"""The command `python book/course`: what an instructor needs to give the course."""

import argparse
import sys

from editions import add_edition


def main(arguments=None):
    """Do what the command line says, and give the exit code."""
    parser = argparse.ArgumentParser(
        prog="python book/course", description="Make what an instructor needs to give the course."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    add_edition(commands)
    options = parser.parse_args(arguments)
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
