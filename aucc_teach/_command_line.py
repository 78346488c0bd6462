"""Quoting of words for a command line, and output streams that take every letter."""

import shlex
import sys
from pathlib import Path

# A POSIX shell still interprets these in double quotes.
_SPECIAL = set('"$`\\!\n')


def quoted(word):
    """A word as a shell reads it: as it is, or in double quotes, which cmd.exe knows too, or as shlex quotes it."""
    found = shlex.quote(word)
    return f'"{word}"' if found != word and not _SPECIAL & set(word) else found


def path_word(path):
    """A path as a word of a command: one that begins with a dash would be taken for an option."""
    text = Path(path).as_posix()
    return quoted(f"./{text}" if text.startswith("-") else text)


def option_words(option, values):
    """An option that takes one or more values, as words of a command that are not yet quoted."""
    if any(value.startswith("-") for value in values):
        return [f"{option}={value}" for value in values]
    return [option, *values]


def spell_out():
    """Let what is printed pass a pipe of any encoding: letters that it lacks are written as escapes."""
    for stream in (sys.stdout, sys.stderr):
        # The streams of a notebook take every letter.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
