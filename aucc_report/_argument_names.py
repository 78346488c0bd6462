"""How the arguments of the package are said where a message is read: on the command line, or in the book's page.

Messages and sentences name what to choose as Python has it. What another place has instead stands here, and only here.
"""

import json
import re

from aucc_teach.command_line import option_words, quoted

# What the package says, how the command line says it, and how the page does.
_TERMS = (
    (
        r"choose na=(\[\".*?\"\])",
        lambda found: f"give {' '.join(map(quoted, option_words('--na', json.loads(found[1]))))}",
        "leave such cells empty",
    ),
    (r"(\w+) as separator", r"--separator \1", r"\1 under Separator"),
    (r"(\w+) as decimal sign \(decimal=\".\"\)", r"--decimal \1", r"\1 under Decimals"),
    (r"(\w+) between thousands \(thousands=\".?\"\)", r"--thousands \1", r"\1 under Thousands"),
    (r"[\w-]+ as encoding \(encoding=\"([\w-]+)\"\)", r"--encoding \1", r"\1 under Encoding"),
    (r"choose noise=-1", "give --noise=-1", "leave their labels empty"),
    (r"choose --", "give --", None),
    (r"^thousands must", "--thousands must", "Thousands must"),
    (
        r"Is this the right separator, and do decimals have a (\w+)\?",
        r"Are --separator and --decimal right?",
        "Are Separator and Decimals right?",
    ),
    (r" \(max_bytes\)", "", ""),
    (r"overwrite=True", "--overwrite is given", None),
    (r"^rng must be a numpy.random.Generator, a seed or None", "--seed must be a whole number from 0 on", None),
    (r" \(columns=\[\.\.\.\]\)", " (--columns NAME)", ""),
    (r"columns=\[\.\.\.\] takes", "--columns NAME takes", "its switch takes"),
    (r"Name (others|those [\w ]+) by columns=\[\.\.\.\]", r"Name \1 by --columns NAME", r"Switch on \1"),
    (r" \(few_columns=\"use\"\)", " (--yes)", ": press Judge"),
    (r"Leave it out of columns=\[\.\.\.\]", "Leave it out of --columns NAME", "Switch it off"),
    (r"classes=\"\.\.\.\"", "--classes NAME", "“Known groups”"),
    (r" \(missing=\"neighbours\"\)", " (--missing neighbours)", " in the table"),
    (r"(missing|transform)=\"([\w-]+)\"", r"--\1 \2", None),
    (r"(\s)\((ks|missing|scaling|transform)\)", r"\1(--\2)", ""),
    (r"^n_references must", "--n-references must", None),
    (r"^classes must", "--classes must", "Known groups must"),
    (r"^(columns|labels|noise|ks|algorithms|metric|encoding|na|sheet) must", r"--\1 must", None),
    (r"^(separator|decimal|thousands)", r"--\1", None),
)


def in_options(message):
    """A message of the package in the terms of the command line."""
    return _said(message, 1)


def in_page(message):
    """A message of the package in the terms of the page on which a table is judged."""
    return _said(message, 2)


def _said(message, place):
    for term in _TERMS:
        if term[place] is not None:
            message = re.sub(term[0], term[place], message)
    return message
