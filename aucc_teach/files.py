"""Files that are written whole or not at all, and the refusal, before any work, of what could not be written."""

import os
from contextlib import suppress
from itertools import combinations
from pathlib import Path

# The temporary file keeps only so many letters of the name, so that its own name is never too long.
_KEPT = 40


def expanded(path):
    """Replace a first part ~ of a path by the reader's home; ~x is a file, such as spreadsheets make.

    The home of another user is written in full.
    """
    path = Path(path)
    return path.expanduser() if path.parts[:1] == ("~",) else path


def check_file(path):
    """Return a path to which a file can be written: its folder takes files, and it is no folder itself."""
    path = expanded(path)
    try:
        target = _behind(path)
        if not target.parent.is_dir():
            raise ValueError(f"the folder of {target.name} must exist. Got {str(path.parent)!r}.")
        if target.is_dir():
            raise ValueError(f"a file must be named. Got the folder {str(path)!r}.")
        with suppress(FileNotFoundError):
            target.stat()  # whether there can be a file of this name
        _try(target)
    except OSError as error:
        raise ValueError(f"a file that can be written must be named. Got {str(path)!r}: {error.strerror}.") from error
    return path


def refuse_same_file(places):
    """Refuse two paths, each with what it is for, that lead to one file: what is written would replace the other."""
    for (of_one, one), (of_other, other) in combinations(places, 2):
        if _behind(one) == _behind(other) or (one.exists() and other.exists() and one.samefile(other)):
            raise ValueError(
                f"each output must have a file of its own, and not that of the table. Got {str(other)!r} as {of_other} "
                f"and as {of_one}."
            )


def check_folder(folder):
    """Return the path of a folder that takes files or can be made; nothing of the trial is left."""
    folder, made = expanded(folder), []
    try:
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"a folder must be named. Got the file {str(folder)!r}.")
        # os.path.exists says False where a name is too long; Path.exists raises.
        made = [place for place in (folder, *folder.parents) if not os.path.exists(place)]
        folder.mkdir(parents=True, exist_ok=True)
        _try(folder / "file")
    except OSError as error:
        raise ValueError(
            f"a folder that can be written must be named. Got {str(folder)!r}: {error.strerror}."
        ) from error
    finally:
        for place in made:
            if os.path.isdir(place):
                place.rmdir()
    return folder


def write_at_once(path, content):
    """Write text or bytes to a file that is never seen half written; if the path is a link, the file it leads to."""
    path = _behind(path)
    try:
        with _beside(path).open("wb") as file:
            # The text may hold a file name with bytes that are no letters.
            file.write(content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(_beside(path), path)
    finally:
        _beside(path).unlink(missing_ok=True)


def _behind(path):
    return Path(os.path.realpath(path))


def _beside(path):
    # The process number keeps the name apart from those of other processes.
    return path.with_name(f"{path.name[:_KEPT]}.{os.getpid()}.writing")


def _try(path):
    _beside(path).touch()
    _beside(path).unlink()
