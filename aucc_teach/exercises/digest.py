"""Digests: of a question, to tell whether it has changed, and of answers, to tell whether their file was damaged."""

import hashlib

import rfc8785

__all__ = ["digest_of", "fingerprint"]


def fingerprint(question):
    """First 12 hexadecimal digits of the SHA-256 of a question, as canonical JSON (RFC 8785).

    A question whose prompt, right answer or feedback changes gets another fingerprint, so it can be seen whether an
    answer in a file was given to the question as it is now.

    Parameters
    ----------
    question : question
        The question, of any kind.

    Returns
    -------
    str
        The digits.

    Raises
    ------
    ValueError
        If the question holds a number or characters that JSON cannot hold.

    Examples
    --------
    >>> from aucc_teach.exercises import Number, fingerprint
    >>> fingerprint(Number("How many?", 3, hint="Count."))
    'a181f0cb54ea'
    """
    # A question of an edition brings its own along, because the edition may hold less of it.
    kept = getattr(question, "fingerprint", None)
    return kept or hashlib.sha256(rfc8785.dumps(question.as_json())).hexdigest()[:12]


def digest_of(answers):
    """SHA-256 of a list of answers as canonical JSON (RFC 8785).

    Parameters
    ----------
    answers : list of dict
        The ``"answers"`` of a file.

    Returns
    -------
    str
        64 hexadecimal digits.

    Raises
    ------
    ValueError
        If they hold a number or characters that JSON cannot hold.

    Examples
    --------
    >>> import aucc_teach as at
    >>> at.exercises.digest_of([])[:12]
    '4f53cda18c2b'
    """
    return hashlib.sha256(rfc8785.dumps(answers)).hexdigest()
