"""Counting in 64 bits on every machine.

NumPy counts in ``np.intp``, which has 32 bits on some machines and in WebAssembly. There products and sums of counts
overflow without a word: a million objects make 5 * 10^11 pairs. So counts become int64 where they begin. Places in
arrays stay ``np.intp``, and must be where NumPy takes nothing else.
"""

import numpy as np


def counts_of(codes, n_codes=0):
    """Count as int64 how often each of the codes 0, 1, ... occurs, for at least so many codes."""
    return np.bincount(as_places(codes), minlength=n_codes).astype(np.int64, copy=False)


def as_places(numbers):
    """Convert whole numbers to the type of places, which ``repeat``, ``reduceat`` and ``bincount`` want, if needed.

    A number that is no place on this machine is refused: cut to its last 32 bits, it would be another place.
    """
    numbers = np.asarray(numbers)
    limits = np.iinfo(np.intp)
    if numbers.itemsize > limits.dtype.itemsize and numbers.size and int(numbers.max()) > limits.max:
        raise ValueError(
            f"no array on this machine has more than {limits.max} entries, for its numbers of places have "
            f"{limits.bits} bits. Got place {numbers.max()}."
        )
    return numbers.astype(np.intp, copy=False)
