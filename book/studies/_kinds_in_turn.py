"""Helpers of several studies: data sets of several kinds, which take turns block by block.

Block b holds data set b // n of kind b % n, so that the first blocks are the same in a short run and in a long one.
"""

from studies._runner import of_block

__all__ = ["results_of_kind", "rows_of_first_and_all"]


def results_of_kind(function, seed, kind, kinds, n_replicates):
    """What a function makes of the random numbers of the first replicates of one kind."""
    return [of_block(function, seed, replicate * len(kinds) + kinds.index(kind)) for replicate in range(n_replicates)]


def rows_of_first_and_all(summarise, kinds, results, n_first):
    """Rows for each kind, summarised over its first replicates, which a quick run has too, and over all."""
    rows = []
    for place, kind in enumerate(kinds):
        found = results[place :: len(kinds)]
        for n_replicates in sorted({n_first, len(found)}):
            rows += summarise(kind, found[:n_replicates])
    return rows
