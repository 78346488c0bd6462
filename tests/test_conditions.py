"""The conditions as tests of a step: against steps built by the words of each."""

from itertools import combinations

import numpy as np
import pytest
from strategies import random_clusters

import aucc_teach as at
from aucc_teach.conditions import CONDITIONS, INSTANCES, conditions_met


def sets(labels):
    labels = np.asarray(labels)
    return frozenset(frozenset(np.flatnonzero(labels == label).tolist()) for label in np.unique(labels))


def partitions(n):
    return [sets(labels) for labels in at.partitions.set_partitions(n)]


def joined(classes, group):
    return any(set(group) <= c for c in classes)


def related(classes, one, other):
    """Whether a class holds an object of each."""
    return any(c & set(one) and c & set(other) for c in classes)


def met_by_definition(classes, before, after):
    """Names of the conditions met, for partitions: every split, merger and move of `before` is tried."""
    found = set()
    if after == classes != before:
        found.add("perfect match")
    for cluster in before:
        for size in range(1, len(cluster)):
            for part in map(frozenset, combinations(cluster, size)):
                rest = cluster - part
                if after == before - {cluster} | {part, rest} and not related(classes, part, rest):
                    found.add("homogeneity")
    for one, other in combinations(before, 2):
        if after == before - {one, other} | {one | other} and joined(classes, one | other):
            found.add("completeness")
        for mixed, noisy in ((one, other), (other, one)):
            for moved in mixed:
                clean = mixed - {moved}
                strangers = [{o} for o in noisy | {moved}]
                if (
                    len(clean) == len(noisy) >= 2
                    and after == before - {one, other} | {clean, noisy | {moved}}
                    and joined(classes, clean)
                    and not any(related(classes, clean, s) for s in strangers)
                    and not any(related(classes, s, t) for s, t in combinations(strangers, 2))
                ):
                    found.add("rag bag")
    return found


def test_steps_between_partitions_meet_what_the_words_say():
    seen = dict.fromkeys(CONDITIONS, 0)
    fives = partitions(5)
    for classes in fives:
        for before in fives:
            for after in fives[::6]:
                found = met_by_definition(classes, before, after)
                assert {name for name, is_met in CONDITIONS.items() if is_met(classes, before, after)} == found
                for name in found:
                    seen[name] += 1
    assert seen.pop("size versus quantity") == 0  # that takes seven objects
    assert min(seen.values()) >= 5


@pytest.mark.parametrize("n", [2, 3])
def test_size_versus_quantity_is_built_and_missed(n):
    large = frozenset(range(n + 1))
    pairs = [frozenset({i, i + 1}) for i in range(n + 1, 3 * n + 1, 2)]
    singles = [frozenset({i}) for i in range(n + 1, 3 * n + 1)]
    pieces = [large - {0}, frozenset({0})]
    classes, before, after = [large, *pairs], [large, *singles], [*pieces, *pairs]
    assert conditions_met(classes, before, after) == ("size versus quantity",)
    assert conditions_met([large | {99}, *pairs], [*before, {99}], [*after, {99}]) == ("size versus quantity",)
    # A pair less, or one more; large in two classes; two pairs in one class; two objects split off.
    kept = set(pairs[0])
    assert conditions_met(classes, [large, *singles[2:], kept], [*pieces, *pairs[1:], kept]) == ()
    more = [{50}, {51}]
    assert conditions_met([*classes, {50, 51}], [*before, *more], [*after, {50, 51}]) == ()
    assert conditions_met([*pieces, *pairs], before, after) == ("perfect match",)
    # A pair without a class; pieces that overlap; a cluster that vanishes; three objects merged instead of two.
    assert conditions_met([large, *pairs[1:], *({o} for o in kept)], before, after) == ()
    assert conditions_met(classes, before, [large - {0}, frozenset({1}), *pairs]) == ()
    assert conditions_met([*classes, {50}], [*before, {50}], after) == ()
    triple, alone = pairs[0] | {50}, {50}
    assert conditions_met([large, triple, *pairs[1:]], [*before, alone], [*pieces, triple, *pairs[1:]]) == ()
    assert conditions_met([large, pairs[0] | pairs[1], *pairs[2:]], before, after) == ()
    if n > 2:
        assert conditions_met(classes, before, [large - {0, 1}, {0, 1}, *pairs]) == ()


@pytest.mark.parametrize("name", INSTANCES)
def test_instances_meet_the_condition_of_their_name(name):
    condition = name.split(",")[0]
    assert condition in conditions_met(*INSTANCES[name])
    assert condition not in conditions_met(INSTANCES[name].clusters_true, *INSTANCES[name][:0:-1])


def test_overlapping_splits_and_mergers():
    rng = np.random.default_rng(11)
    n_met = dict.fromkeys(["homogeneity", "completeness"], 0)
    for _ in range(1500):
        classes, clusters = random_clusters(rng, 6, cover=True), random_clusters(rng, 6)
        cluster = max(clusters, key=len)
        part = frozenset(o for o in cluster if rng.random() < 0.5)
        split = {*clusters} - {cluster} | {part, cluster - part}
        if not part or part == cluster or len(split) != len(clusters) + 1:
            continue
        expected = {
            "homogeneity": not related(classes, part, cluster - part),
            "completeness": joined(classes, cluster),
        }
        found = {
            "homogeneity": "homogeneity" in conditions_met(classes, clusters, split),
            "completeness": "completeness" in conditions_met(classes, split, clusters),
        }
        assert found == expected
        for name, is_met in found.items():
            n_met[name] += is_met
    assert min(n_met.values()) > 35


def test_takes_every_form_and_refuses_bad_clusters():
    before, after = np.array([[1], [1], [1]]), np.array([[1, 0], [1, 0], [0, 1]])
    assert conditions_met([0, 0, 1], before, after) == ("homogeneity", "perfect match")
    assert conditions_met([{"a", "b"}, {"c"}], before, [0, 0, 1], objects=["a", "b", "c"]) == (
        "homogeneity",
        "perfect match",
    )
    with pytest.raises(ValueError, match="after"):
        conditions_met([0, 0, 1], before, [{0, 1}, {0, 1}])
    with pytest.raises(ValueError, match="before"):
        conditions_met([0, 0, 1], [set()], after)
