"""Small inputs for the property tests, drawn so that ties are many."""

import numpy as np
from hypothesis import strategies as st

FEW_VALUES = st.integers(0, 3)


@st.composite
def two_partitions(draw, max_objects=9):
    """Two label lists of the same objects; they may be trivial."""
    n = draw(st.integers(2, max_objects))
    labels = st.lists(st.integers(0, 3), min_size=n, max_size=n)
    return draw(labels), draw(labels)


def valid_partitions(n):
    """Labels of n objects in 2 to n - 1 clusters."""
    return st.lists(st.integers(0, n - 2), min_size=n, max_size=n).filter(lambda labels: len(set(labels)) > 1)


def pair_values(n, values=FEW_VALUES):
    """One value for each pair of n objects, condensed."""
    n_pairs = n * (n - 1) // 2
    return st.lists(values, min_size=n_pairs, max_size=n_pairs)


@st.composite
def values_with_partition(draw, values=FEW_VALUES, max_objects=7):
    """Condensed values and a valid partition of the same objects."""
    n = draw(st.integers(3, max_objects))
    return draw(pair_values(n, values)), draw(valid_partitions(n))


@st.composite
def values_with_sizes(draw, values=FEW_VALUES, max_objects=6):
    """Condensed values and cluster sizes that add up to the number of objects; one cluster and all apart included."""
    n = draw(st.integers(2, max_objects))
    sizes, left = [], n
    while left:
        sizes.append(draw(st.integers(1, left)))
        left -= sizes[-1]
    return draw(pair_values(n, values)), sizes


def values_with_valid_sizes(max_objects=6):
    """Condensed values and the sizes of 2 to n - 1 clusters of the same objects."""
    return values_with_sizes(max_objects=max_objects).filter(lambda case: 2 <= len(case[1]) <= sum(case[1]) - 1)


@st.composite
def classes_with_scores(draw, max_items=7):
    """Classes 0 and 1, both present, with one score each."""
    y_true = draw(st.lists(st.integers(0, 1), min_size=2, max_size=max_items).filter(lambda y: 0 < sum(y) < len(y)))
    return y_true, draw(st.lists(FEW_VALUES, min_size=len(y_true), max_size=len(y_true)))


def random_clusters(rng, n, *, cover=False):
    """Different clusters of n objects, as sets; small and large, few and many. `cover` leaves no object out."""
    clusters = rng.random((int(rng.integers(1, 7)), n)) < rng.choice([0.15, 0.4, 0.7])
    sets = {frozenset(np.flatnonzero(row).tolist()) for row in clusters} - {frozenset()}
    left = set(range(n)).difference(*sets)
    if left and (cover or not sets):
        sets.add(frozenset(left))
    return list(sets)
