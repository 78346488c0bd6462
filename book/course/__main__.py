"""The command `python book/course`: what an instructor needs to give the course."""

import argparse
import sys

import editions
import exam
import export
import families.command
import homework
import hosting
import marking.command
import printing
import slides

from aucc_teach._shell import spell_out

# Each has add_arguments(parser) and run(options), which returns the exit code; its DESCRIPTION is one sentence.
COMMANDS = {
    "edition": editions,
    "exam": exam,
    "export": export,
    "families": families.command,
    "homework": homework,
    "mark": marking.command,
    "print": printing,
    "site": hosting,
    "slides": slides,
}


def main(arguments=None):
    """Do what the command line says, and give the exit code."""
    parser = argparse.ArgumentParser(
        prog="python book/course", description="Make what an instructor needs to give the course."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        about = module.DESCRIPTION
        command = commands.add_parser(
            name,
            help=about[0].lower() + about[1:].rstrip("."),
            description=about,
            epilog=module.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    options = parser.parse_args(arguments)
    spell_out()
    try:
        return options.run(options)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
