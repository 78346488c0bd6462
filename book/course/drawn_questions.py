"""Draws questions for a student or for a version of an exam, and makes the record from which they are marked.

The draw depends on the secret, the family, the assignment and the student, and on nothing else: the same command draws
the same questions again, and nobody without the secret can draw those of another student. The record holds the
questions with their full keys, so that marking needs no family, and a later change of a family changes no mark.
"""

import hashlib
import hmac
import json
import random
from pathlib import Path

from families import DIFFICULTIES, FAMILIES, as_seen, draw_from

__all__ = ["add_families", "canonical", "chosen_families", "draw_items", "read_secret"]

LEAST_SECRET = 16  # bytes


def add_families(parser, usual=None):
    """Add the arguments that choose families to a command, and list them all in its help.

    Without a usual choice they must be named.
    """
    about = "families of questions, from which it draws in turn" + ("; default: see below" if usual else "")
    parser.add_argument("--families", required=not usual, metavar="a,b,...", help=about)
    parser.add_argument("--difficulty", type=int, choices=DIFFICULTIES, default=1, help="how hard; default: 1")
    listed = [
        f"{one.name:16}{one.title} ({one.tests}; points of each question: {one.points})" for one in FAMILIES.values()
    ]
    parser.epilog += "\nfamilies, each with its chapter and the objective in its box:\n  " + "\n  ".join(listed)


def canonical(value):
    """Write a value as canonical JSON, for digests."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _random(secret, *parts):
    # JSON keeps the parts apart: "ab" + "c" and "a" + "bc" must differ.
    return random.Random(int.from_bytes(hmac.digest(secret, canonical(parts).encode(), "sha256"), "big"))


def read_secret(path):
    """Read a secret from a file, without the line break at its end."""
    advice = 'Make one by: python -c "import secrets; print(secrets.token_hex(32))" > secret.txt'
    path = Path(path)
    if not path.is_file():
        raise ValueError(f"the secret must be in a file. There is none at {path}. {advice}")
    secret = path.read_bytes().strip()
    if len(secret) < LEAST_SECRET:
        raise ValueError(f"the secret must have at least {LEAST_SECRET} characters. {path} has {len(secret)}. {advice}")
    return secret


def chosen_families(text):
    """List the families that a text such as "counts,rand-c" names."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if unknown := [name for name in names if name not in FAMILIES]:
        raise ValueError(f"families must be among {', '.join(FAMILIES)}. Got {', '.join(unknown)}.")
    if not names or len(set(names)) < len(names):
        raise ValueError(f"families must be named, each once. Got {text!r}. Use --n for more questions of each.")
    return [FAMILIES[name] for name in names]


def draw_items(families, n, *, secret, assignment, student, difficulty=1):
    """Draw n objects for a student, from the families in turn, and record what is asked about them.

    All students get questions of the same families and kinds in the same order, with other numbers; a version of an
    exam takes the place of a student. No question tells the answer to another one of the same student. Each item has
    label, family, version, difficulty, object, text and questions, and each question its id, ``asked`` (12 hexadecimal
    digits of the SHA-256 of what is seen), points, what is seen, and its key. Fewer objects than families, and families
    of which one writes out the method of the others, are a ValueError, and so is a family that finds no question.
    """
    if n < len(families):
        raise ValueError(f"n must be at least the number of families, {len(families)}. Got {n}.")
    names = {family.name for family in families}
    items, others = [], []
    for number in range(1, n + 1):
        family = families[(number - 1) % len(families)]
        kind = family.kind(_random(secret, "kind", family.name, assignment, number), difficulty, names)
        rng = _random(secret, family.name, assignment, student, number)
        drawn, item = draw_from(family, rng, difficulty, kind=kind, others=others)
        others.append(item)
        label = f"hw-{number}-{family.name}"
        questions = []
        for place, question in enumerate(item.questions, start=1):
            seen, key = as_seen(question)
            asked = hashlib.sha256(canonical({"text": item.text, **seen}).encode()).hexdigest()[:12]
            issued = {"id": f"{label}/{place}", "asked": asked, "points": family.points, "seen": seen, "key": key}
            questions.append(issued)
        made = {"label": label, "family": family.name, "version": family.version, "difficulty": difficulty}
        items.append(made | {"object": drawn, "text": item.text, "questions": questions})
    return items
