"""The command `python book/course`: what an instructor needs to give the course."""

import argparse
import sys

import concept
import editions
import exam
import export
import gain
import homework
import items
import marking.command
import plan
import slides

from aucc_teach.command_line import spell_out

# By when a term needs them. Each has add_arguments(parser) and run(options), which returns the exit code; its
# DESCRIPTION is one sentence.
TERM = {
    "before the term": {"plan": plan, "edition": editions, "slides": slides},
    "during the term": {"homework": homework, "exam": exam, "export": export, "concept": concept},
    "after each assignment": {"mark": marking.command, "items": items, "gain": gain},
}
COMMANDS = {name: module for commands in TERM.values() for name, module in commands.items()}


def main(arguments=None):
    """Do what the command line says, and give the exit code."""
    listed = "".join(
        f"\n{when}:\n" + "".join(f"  {name:10}{_as_part(module.DESCRIPTION)}\n" for name, module in commands.items())
        for when, commands in TERM.items()
    )
    parser = argparse.ArgumentParser(
        prog="python book/course",
        usage="%(prog)s COMMAND ...",
        description=f"Make what an instructor needs to give the course.\n{listed}\nCOMMAND --help has its examples.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parsers = parser.add_subparsers(required=True, metavar="COMMAND", help=argparse.SUPPRESS)
    for name, module in COMMANDS.items():
        command = parsers.add_parser(
            name,
            prog=f"python book/course {name}",
            description=module.DESCRIPTION,
            epilog=module.EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    spell_out()
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _as_part(sentence):
    return sentence[0].lower() + sentence[1:].rstrip(".")


if __name__ == "__main__":
    sys.exit(main())
