"""What Python refuses, the page refuses, too: states that are broken at random."""

import random


def broken(state, rng):
    """Change a part of a state to what may be wrong."""
    state = dict(state)
    key = rng.choice(list(state))
    value = state[key]
    if rng.random() < 0.2:
        state[key] = rng.choice([None, "2", [], {}, -1, 1.5, [[0, 0]], 10**9])
    elif isinstance(value, list) and value:
        i = rng.randrange(len(value))
        other = rng.choice([-1, 7, 2000, [3], 0, 1, [5, 7]])
        state[key] = rng.choice([[*value, value[i]], value[:-1], [*value[:i], other, *value[i + 1 :]]])
    elif isinstance(value, dict):
        state[key] = {**value, rng.choice(["1", "13", "3"]): rng.choice([5, -1, 2001])}
    else:
        state[key] = rng.choice([0, 1, 13, 22, -1, "x"])
    return state


def n_refused_alike(cls, model, states):
    """Break each of some states that a demo can have: how many does Python refuse, and the model alike?"""
    rng, refused = random.Random(19), 0
    for whole in states:
        assert model.check(whole) == ""
        state, demo = broken(whole, rng), cls()
        try:
            demo._set_together(**state)
        except ValueError:
            assert model.check(state), state
            refused += 1
        else:
            # Python also takes what the page never writes, such as text for a number of clusters.
            assert model.check(state) == "" or demo.state() != state, (model.check(state), state)
    return refused
