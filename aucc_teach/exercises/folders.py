"""Where the questions are: in folders of modules, found from the notebook's folder upward, or named."""

import sys
from contextlib import contextmanager
from functools import cache
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType
from zlib import crc32

from aucc_teach.exercises.lasting_names import unique

__all__ = [
    "add",
    "all_predictions",
    "all_questions",
    "is_prediction",
    "load_modules",
    "question_of",
    "questions_by_id",
    "questions_of",
    "reading",
    "retired",
]

NAME = "questions"
# Labels of predictions begin with it, so that a page, a file of answers and a table of marks know them.
PREDICTION = "pre-"
_added = []
_imported = {}  # when each module was last changed
_reading = []  # folders that come first, as long as something in them is read


def add(folder):
    """Name a folder of questions, which is looked through after those from the working directory upward.

    A folder holds Python modules with ``EXERCISES``, a dictionary of tuples of questions by the exercises' labels, and,
    if they like, ``PREDICTIONS``, one question by each label. A folder that is called ``questions`` and lies beside a
    notebook, or further up, is found without being named.

    Parameters
    ----------
    folder : path
        The folder.

    Raises
    ------
    ValueError
        If there is no such folder.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.exercises.add("book/questions")  # of a clone of the course
    >>> at.exercises.show("ex-pairs-noise")
    Exercise('ex-pairs-noise')
    """
    path = Path(folder).resolve()
    if not path.is_dir():
        raise ValueError(f"folder must be a folder with modules of questions. Got {str(folder)!r}, which is none.")
    if path not in _added:
        _added.append(path)


def questions_of(label, *, folder=None):
    """Questions of an exercise, or the one of a prediction.

    Parameters
    ----------
    label : str
        Label of the exercise in its chapter, or of the prediction.
    folder : path, optional
        Where the search for ``questions`` begins, to go on upward; without it, the working directory, which is the
        notebook's folder in a notebook.

    Returns
    -------
    tuple of Number, Choice, Order, Objects, Construct, Open, Break or Write
        The questions, in the order in which they are shown.

    Raises
    ------
    ValueError
        If no exercise and no prediction has this label, or if a module's ``PREDICTIONS`` hold what is none.

    Examples
    --------
    >>> import aucc_teach as at
    >>> number, *_ = at.exercises.questions_of("ex-pairs-move", folder="book/1-pairs")
    >>> number.prompt
    'What do you guess: on how many of the ten pairs do they disagree?'
    """
    is_asked = is_prediction(label)
    for module in load_modules(label, folder):
        if label in (known := _predictions_in(module) if is_asked else getattr(module, "EXERCISES", {})):
            return known[label]
    # A label may be put together by code.
    known = all_predictions(folder=folder) if is_asked else all_questions(folder=folder)
    if label not in known:
        refuse_unknown("label", label, known, folder)
    return known[label]


def all_questions(*, folder=None):
    """Questions of all exercises that are found, by label; predictions are not among them.

    Parameters
    ----------
    folder : path, optional
        Where the search for ``questions`` begins, to go on upward; without it, the working directory.

    Returns
    -------
    dict of str to tuple
        The questions of each exercise.

    Raises
    ------
    ValueError
        If two modules of a folder have the same label.

    Examples
    --------
    >>> import aucc_teach as at
    >>> [question.kind for question in at.exercises.all_questions(folder="book")["ex-pairs-noise"]]
    ['open']
    """
    return _all("EXERCISES", lambda module: getattr(module, "EXERCISES", {}), folder)


def all_predictions(*, folder=None):
    """Find the predictions by label: each with its one question, as a tuple."""
    return _all("PREDICTIONS", _predictions_in, folder)


def is_prediction(label):
    """Tell whether a label, or an id that begins with one, is that of a prediction."""
    return label.startswith(PREDICTION)


def _all(word, held_by, folder):
    """Collect by label what all modules hold in which a word stands."""
    found, origins = {}, {}
    for module in load_modules(word, folder):
        for label, questions in held_by(module).items():
            first = origins.setdefault(label, module)
            if first is not module and first.__name__.partition(".")[0] == module.__name__.partition(".")[0]:
                raise ValueError(f"{label!r} must stand in one module. Got {[first.__file__, module.__file__]}.")
            found.setdefault(label, questions)
    return found


def _predictions_in(module):
    """Return the predictions of a module by label, each as a tuple of one question; refuse anything else."""
    found = getattr(module, "PREDICTIONS", {})
    for label, question in found.items():
        if not is_prediction(label):
            raise ValueError(f"the label of a prediction must begin with {PREDICTION!r}. Got {label!r}.")
        if getattr(question, "kind", "") not in ("choice", "number") or not question.predict:
            raise ValueError(
                f"the prediction {label!r} must be one Choice or Number with predict=True. Got {question!r}."
            )
    return {label: (question,) for label, question in found.items()}


def questions_by_id(*, folder=None):
    """All questions that are found, by their lasting ids: the label of exercise or prediction, and the question's name.

    Parameters
    ----------
    folder : path, optional
        Where the search for ``questions`` begins, to go on upward; without it, the working directory, which is the
        notebook's folder in a notebook.

    Returns
    -------
    dict of str to question
        The questions, those of an exercise in their order; those of predictions come last.

    Raises
    ------
    ValueError
        If two questions of an exercise have the same name.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.exercises.questions_by_id(folder="book")["ex-pairs-move/tp"].prompt
    'tp:'
    """
    found = all_questions(folder=folder) | all_predictions(folder=folder)
    return {f"{label}/{name}": one for label in found for name, one in unique(label, found[label]).items()}


def retired(*, folder=None):
    """Find the chapters of what is no longer asked: of questions by id, and by label where no question is left."""
    paths = (place / "retired.txt" for place in _folders(folder))
    lines = (line for path in paths if path.exists() for line in path.read_text("utf-8").splitlines())
    found = dict(line.split() for line in lines)
    live = all_questions(folder=folder) | all_predictions(folder=folder)
    labels = {id.partition("/")[0]: chapter for id, chapter in found.items()}
    return found | {label: chapter for label, chapter in labels.items() if label not in live}


def question_of(id, *, folder=None):
    """Find a question by its id, ``label/name``, or by its place in the exercise, ``label/1``."""
    label, _, name = id.partition("/")
    questions = questions_of(label, folder=folder)
    known = unique(label, questions) | {str(i): one for i, one in enumerate(questions, start=1)}
    if name not in known:
        raise ValueError(f"the questions of {label!r} are called {list(unique(label, questions))}. Got {id!r}.")
    return known[name]


def load_modules(word, folder=None):
    """Import the modules of questions in whose text a word stands, the nearest first."""
    for place in _folders(folder):
        for path in sorted(place.rglob("*.py")):
            changed = path.stat().st_mtime_ns
            if path.name != "__init__.py" and word in _text(path, changed):
                yield _module(place, path, changed)


def _folders(start):
    start = Path(start or ".").resolve()
    above = (one / NAME for one in (start, *start.parents))
    return list(dict.fromkeys([*reversed(_reading), *filter(Path.is_dir, above), *_added]))


def refuse_unknown(what, got, known, folder=None):
    """Refuse a label or name: say which ones are known, or, if none is, where folders of questions were sought."""
    if chapter := retired(folder=folder).get(got):
        raise ValueError(f"{got!r} is retired: the chapter {chapter} no longer asks it.")
    if known:
        raise ValueError(f"{what} must be one of {sorted(known)}. Got {got!r}.")
    if found := _folders(folder):
        raise ValueError(f"there is no {what} {got!r}: no module in {[str(one) for one in found]} holds any.")
    where = Path(folder or ".").resolve()
    # At the root of a clone of the course, it is book/questions.
    below = next((one.relative_to(where).as_posix() for one in sorted(where.glob(f"*/{NAME}")) if one.is_dir()), None)
    add = f'at.exercises.add("{below}")' if below else "at.exercises.add(folder)"
    raise ValueError(
        f"there is no {what} {got!r}, because there is no folder {NAME!r} in {where} or above it: name one by {add}."
    )


@cache
def _text(path, changed):
    return path.read_text(encoding="utf-8")


def _module(folder, path, changed):
    """Import a module as a part of its folder, so that it can import from its neighbours: `from .other import x`."""
    package = f"questions_{crc32(str(folder).encode()):08x}"
    sys.modules.setdefault(package, ModuleType(package)).__path__ = [str(folder)]
    name = ".".join([package, *path.relative_to(folder).with_suffix("").parts])
    module = sys.modules.get(name)
    if module is None or _imported.get(name, changed) != changed:
        sys.modules.pop(name, None)
        invalidate_caches()
        with reading(folder):
            module = import_module(name)
    _imported[name] = changed
    return module


@contextmanager
def reading(folder):
    """Look into a folder first, as long as something in it is read."""
    _reading.append(folder)
    try:
        yield
    finally:
        _reading.pop()
