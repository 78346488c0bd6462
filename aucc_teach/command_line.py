"""Quoting of words for a command line, and output streams that take every letter."""

import shlex
import sys
from pathlib import Path

# A POSIX shell still interprets these in double quotes.
_SPECIAL = set('"$`\\!\n')


def quoted(word):
    """Quote a word for a shell: not at all, in double quotes (cmd.exe knows them too), or as shlex does."""
    found = shlex.quote(word)
    return f'"{word}"' if found != word and not _SPECIAL & set(word) else found


def path_word(path):
    """Quote a path for a command, with ./ before a dash, which would begin an option."""
    text = Path(path).as_posix()
    return quoted(f"./{text}" if text.startswith("-") else text)


def option_words(option, values):
    """Return an option and its values as words of a command, not yet quoted."""
    if any(value.startswith("-") for value in values):
        return [f"{option}={value}" for value in values]
    return [option, *values]


def spell_out():
    """Write letters that an output's encoding lacks as escapes, so that printing never fails."""
    for stream in (sys.stdout, sys.stderr):
        # The streams of a notebook take every letter.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
