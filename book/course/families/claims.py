"""A family of false claims about partitions of a few objects: a counterexample is to be found.

There are at most 877 partitions, so all counterexamples are listed, and the list is the key: an answer is looked up in
it, by whatever code marks it.
"""

import base64
import json
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from string import ascii_lowercase, digits

from aucc_teach.exercises import Break, Field
from aucc_teach.partitions import set_partitions

from ._draws import blocks, draw_partition
from ._family import Family, QuestionGroup, UnfitError

__all__ = ["FAMILIES", "DrawnClaim", "code_of", "partition_of", "script_of"]

# At most so many partitions break a claim: it is to look true at first, and what breaks the claim of one student should
# seldom break that of another.
MOST_BROKEN = 8

# The check looks a partition up.
_SCRIPT = """claims[{name}] = (names, labels) => {{
  const code = labels.map((label) => labels.indexOf(label)).join("");
  const [objects, broken, holds] = {lists};
  if (names !== objects) return ["other", {{}}];
  return [broken.includes(code) ? "broken" : holds.includes(code) ? "holds" : "outside", {{}}];
}};
"""


def script_of(name, broken, held):
    """Check of a claim, by the partitions that break it and those for which it holds, as `code_of` writes them."""
    objects = ascii_lowercase[: len(broken[0])]
    return _SCRIPT.format(name=json.dumps(name), lists=json.dumps([objects, broken, held]))


def code_of(labels):
    """Write a partition as one text: for each object the place of the first one of its cluster."""
    labels = list(labels)
    return "".join(str(labels.index(label)) for label in labels)


@dataclass(frozen=True)
class DrawnClaim(Break):
    """A drawn claim, with all its counterexamples and all partitions for which it holds, as `code_of` writes them.

    `near` are partitions that are no counterexamples, each with what is said to it; `given` says what it is
    about.
    """

    broken: tuple = ()
    held: tuple = ()
    near: tuple = ()
    given: str = ""

    @property
    def prompt(self):
        """The claim, after what is given, if that is not shown elsewhere."""
        return f"{self.given}\n{super().prompt}".strip()

    def mistakes(self):
        """List near misses and reasons that do not hold, with what is said to them."""
        return [*self.near, *super().mistakes()]

    def as_json(self):
        """Return the question as the page reads it; what is right is not in plain sight."""
        record = super().as_json()
        key = json.loads(base64.b64decode(record["key"]))
        key |= {"broken": self.broken, "holds": self.held}
        return record | {"key": base64.b64encode(json.dumps(key, sort_keys=True).encode()).decode()}


def _together(labels):
    """Pairs that are together, as the bits of a number."""
    return sum((a == b) << place for place, (a, b) in enumerate(combinations(labels, 2)))


@cache
def _partitions(n):
    """All partitions of n objects: code, number of clusters, pairs that are together."""
    return [(code_of(labels), len(set(labels)), _together(labels)) for labels in set_partitions(n)]


def _kind_of_claim(rng, *_):
    # One cluster of all keeps every pair together, and would break each claim of at least so many clusters.
    form, side = rng.choice((("agree", "at least"), ("agree", "at most"), ("together", "at most")))
    return {"form": form, "side": side}


def _draw_claim(rng, difficulty, form, side):
    n = 5 + difficulty
    total = comb(n, 2)
    return {
        "u": draw_partition(rng, n, rng.randint(2, n - 2)),
        "form": form,
        "bound": rng.randint(total // 3, total - 1) if form == "agree" else rng.randint(1, total // 2),
        "side": side,
        "k": rng.randint(2, n - 1),
    }


def _ask_claim(drawn):
    u, bound, k = drawn["u"], drawn["bound"], drawn["k"]
    n, total = len(u), comb(len(u), 2)
    of_u = _together(u)
    broken, held, missed = [], [], {}
    for code, n_clusters, of_v in _partitions(n):
        count = total - (of_u ^ of_v).bit_count() if drawn["form"] == "agree" else (of_u & of_v).bit_count()
        does = n_clusters >= k if drawn["side"] == "at least" else n_clusters <= k
        if count >= bound:
            (held if does else broken).append(code)
        elif not does:
            missed[code] = count
    if not broken or len(broken) > MOST_BROKEN or len(held) < len(broken):
        raise UnfitError("a few counterexamples are needed, and more cases for which the claim holds.")
    # One cluster of all, and singletons only, would break many claims.
    if {"0" * n, digits[:n]} & {*broken} or code_of(u) not in held or not missed:
        raise UnfitError("the first partitions that come to mind must not break it.")
    nearest = max(missed, key=missed.get)
    condition = (
        f"agrees with *U* on at least {bound} of the {total} pairs"
        if drawn["form"] == "agree"
        else f"keeps at least {bound} of the pairs together that *U* keeps together"
    )
    claim = f"Every partition *V* of these objects that {condition} has {drawn['side']} {k} clusters."
    says = {
        "broken": "This partition meets the condition and has another number of clusters than the claim says.",
        "holds": "This partition meets the condition, but it has the number of clusters that the claim says. Split or "
        "merge clusters so that the condition still holds.",
        "outside": "The claim says nothing about this partition, because it does not meet the condition. Compare it "
        "with *U* pair by pair.",
        "other": f"The claim is about the objects a to {ascii_lowercase[n - 1]}. Use each of them once.",
    }
    name = f"drawn-{drawn['form']}-{bound}-{drawn['side'].replace(' ', '-')}-{k}-{code_of(u)}"
    near = ((blocks(u), says["holds"]), (partition_of(nearest), says["outside"]))
    reasons = (
        (
            "*U* itself meets the condition and has such a number of clusters.",
            "One example does not show it for all partitions. Change *U* in a few places and look again.",
        ),
        (
            "Partitions that agree on many pairs have about the same number of clusters.",
            "Many people expect this, because the sizes of the clusters are easily overlooked. How many pairs does a "
            "singleton take from its cluster?",
        ),
    )
    return QuestionGroup(
        f"*U*: `{blocks(u)}`\nThis claim is false. Find a partition that is a counterexample.",
        (
            DrawnClaim(
                name,
                claim,
                (Field("*V*", "partition", " | ".join(ascii_lowercase[i : min(i + 2, n)] for i in range(0, n, 2)), n),),
                script_of(name, broken, held),
                says,
                reasons,
                broken=tuple(broken),
                held=tuple(held),
                near=near,
            ),
        ),
    )


def partition_of(code):
    """Print a partition that `code_of` has written."""
    return blocks([sorted(set(code)).index(one) for one in code])


FAMILIES = (
    Family(
        "counterexample",
        "a counterexample to a drawn claim",
        _draw_claim,
        _ask_claim,
        "rand_c 3",
        points=2,
        version=2,
        kind=_kind_of_claim,
    ),
)
