"""Plain arguments: a choice among strings, whole and real numbers, sequences of one length, random numbers."""

from functools import wraps

import numpy as np

TIE_RULES = ("diagonal", "optimistic", "pessimistic")
ALTERNATIVES = ("greater", "less", "two-sided")


def check_choice(value, choices, name):
    """Return `value` if it is one of the strings in `choices`."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {list(choices)}. Got {value!r} instead.")
    return value


def check_equal_lengths(**sequences):
    """Refuse sequences, given by name, that differ in length."""
    lengths = {name: len(sequence) for name, sequence in sequences.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{', '.join(lengths)} must have equal lengths. Got {list(lengths.values())}.")


def check_integer(value, name, *, minimum):
    """Return `value` as a Python int of at least `minimum`."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or value < minimum:
        raise ValueError(f"{name} must be an integer of at least {minimum}. Got {value!r} instead.")
    return int(value)


def check_real(value, name, *, low, high):
    """Return `value` as a Python float within [low, high]."""
    if (
        isinstance(value, bool | np.bool_)
        or not isinstance(value, int | float | np.integer | np.floating)
        or not low <= value <= high
    ):
        raise ValueError(f"{name} must be a number between {low} and {high}. Got {value!r} instead.")
    return float(value)


def check_confidence_level(confidence_level):
    """Return the level of an interval as a float above 0 and below 1."""
    level = check_real(confidence_level, "confidence_level", low=0.0, high=1.0)
    if not 0 < level < 1:
        raise ValueError(f"confidence_level must be above 0 and below 1. Got {level}.")
    return level


def takes_rng(function):
    """Tell those who give `function` a `random_state`, as scikit-learn has it, that the argument is called `rng`."""

    @wraps(function)
    def asked(*args, **options):
        if "random_state" in options:
            raise TypeError(
                f"{function.__name__}() has rng where scikit-learn has random_state: give "
                f"rng={options['random_state']!r}."
            )
        return function(*args, **options)

    return asked


def check_rng(rng):
    """Return a NumPy generator: the one given, or one seeded with the integer given."""
    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise ValueError(f"rng must be a numpy.random.Generator, a seed or None. Got {rng!r}.") from error
