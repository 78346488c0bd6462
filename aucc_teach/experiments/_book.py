"""The book's own studies, which are in a clone of the project and found from a folder in it upward."""

from pathlib import Path

from aucc_teach._clone import of_the_book

__all__ = ["experiments_of_the_book", "study"]


def study(name, *, folder=None):
    """Module of one of the book's own studies, which are not in the package but in ``book/studies`` of a clone.

    Parameters
    ----------
    name : str
        Name of the module.
    folder : path, optional
        Where the search for ``book/studies`` begins, to go on upward; without it, the working directory, which is the
        notebook's folder in a notebook.

    Returns
    -------
    module
        The study.

    Raises
    ------
    ValueError
        If there is no such folder, or no such study in it.

    Examples
    --------
    In the folder of the project:

    >>> import aucc_teach as at
    >>> at.experiments.study("noise").structureless("uniform", 2, n_objects=3, rng=0).shape
    (3, 2)
    """
    studies = of_the_book("studies", folder)
    if studies is None:
        where = Path(folder or ".").resolve()
        raise ValueError(
            f"{name!r} must be a study of a clone. There is no folder book/studies in {where} or above it."
        )
    known = [one for one in studies.__all__ if one != "EXPERIMENTS"]
    if name not in known:
        raise ValueError(f"name must be one of {known}. Got {name!r}.")
    return getattr(studies, name)


def experiments_of_the_book(*, folder=None):
    """What the runner needs to know of the book's own studies, by name; nothing outside of a clone."""
    studies = of_the_book("studies", folder)
    return {} if studies is None else studies.EXPERIMENTS
