"""The judges in Python: what the page says of an answer, said without a page and without a widget."""

from aucc_teach.exercises import _claims, _functions

__all__ = ["judge"]


def judge(question, answer):
    """Judge an answer to a question as the page does, with its words.

    Parameters
    ----------
    question : Break, Write or Construct
        The question. Answers to those of other kinds are judged in the page alone.
    answer : dict or str
        For a claim, ``way``, which is ``"false"``, ``"true"``, or None where neither is chosen; ``fields``, the texts
        of a counterexample; ``reason``, the place of the reason chosen, or None. For a function, its text. For a demo,
        its state, as its ``state()`` gives it.

    Returns
    -------
    verdict : str
        One of ``"right"``, ``"wrong"`` and ``"unclear"``.
    words : str
        What is said.

    Raises
    ------
    ValueError
        If the question is of another kind.

    Examples
    --------
    >>> import aucc_teach as at
    >>> claim = at.exercises.questions_of("ex-rand-zero", folder="book")[0]
    >>> claim.words
    'If c = 0, one of the two partitions is a single cluster.'
    >>> at.exercises.judge(claim, {"way": "true", "fields": [], "reason": None})
    ('unclear', 'Choose a reason.')
    """
    if question.kind == "break":
        return _claims.judge(question, answer)
    if question.kind == "write":
        return _functions.run_text(question.name, answer)
    if question.kind == "construct":
        return question.judge(answer)
    raise ValueError(f"question must be of the kind 'break', 'write' or 'construct'. Got {question.kind!r}.")
