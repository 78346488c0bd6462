"""A family of false claims about partitions of a few objects: a counterexample is to be found.

There are at most 877 partitions, so the key lists all counterexamples, and an answer is looked up in the list.
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

# Few partitions break a claim, so that it looks true at first, and one student's counterexample seldom serves another.
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
    """Write the check of a claim from the codes of the partitions that break it and of those for which it holds."""
    objects = ascii_lowercase[: len(broken[0])]
    return _SCRIPT.format(name=json.dumps(name), lists=json.dumps([objects, broken, held]))


def code_of(labels):
    """Write a partition as one text: for each object, the place of the first object of its cluster."""
    labels = list(labels)
    return "".join(str(labels.index(label)) for label in labels)


@dataclass(frozen=True)
class DrawnClaim(Break):
    """A drawn claim, with all its counterexamples and all partitions for which it holds, as `code_of` writes them.

    `near` has partitions that are not counterexamples, each with its feedback. The claim is known to be false, so there
    are no reasons to choose from.
    """

    broken: tuple = ()
    held: tuple = ()
    near: tuple = ()

    def mistakes(self):
        """List near misses, each with its feedback."""
        return list(self.near)

    def as_json(self):
        """Return the question as the page reads it; the key is encoded."""
        record = super().as_json()
        key = json.loads(base64.b64decode(record["key"]))
        key |= {"broken": self.broken, "holds": self.held}
        return record | {"key": base64.b64encode(json.dumps(key, sort_keys=True).encode()).decode()}


def _together(labels):
    """Write the pairs that are together as the bits of a number."""
    return sum((a == b) << place for place, (a, b) in enumerate(combinations(labels, 2)))


@cache
def _partitions(n):
    """List all partitions of n objects: code, number of clusters, pairs that are together."""
    return [(code_of(labels), len(set(labels)), _together(labels)) for labels in set_partitions(n)]


def _kind_of_claim(rng, *_):
    # The single cluster keeps every pair together, so it would break each claim of "at least" k clusters.
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
    n, total, of_u = len(u), comb(len(u), 2), _together(u)
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
    # The single cluster and the partition into singletons would break many claims.
    if {"0" * n, digits[:n]} & {*broken} or code_of(u) not in held or not missed:
        raise UnfitError("the first partitions that come to mind must not break it.")
    nearest = max(missed, key=missed.get)
    condition = (
        f"agrees with *U* on at least {bound} of the {total} pairs"
        if drawn["form"] == "agree"
        else f"keeps at least {bound} of the pairs together that *U* keeps together"
    )
    says = {
        "broken": "This partition meets the condition and has another number of clusters than the claim says.",
        "holds": "This partition meets the condition, but it has the number of clusters that the claim says. Split or "
        "merge clusters so that the condition still holds.",
        "outside": "The claim says nothing about this partition, because it does not meet the condition. Compare it "
        "with *U* pair by pair.",
        "other": f"The claim is about the objects a to {ascii_lowercase[n - 1]}. Use each of them once.",
    }
    name = f"drawn-{drawn['form']}-{bound}-{drawn['side'].replace(' ', '-')}-{k}-{code_of(u)}"
    example = " | ".join(ascii_lowercase[i : min(i + 2, n)] for i in range(0, n, 2))
    return QuestionGroup(
        f"*U*: `{blocks(u)}`\nThis claim is false. Find a partition that is a counterexample.",
        DrawnClaim(
            name,
            f"Every partition *V* of these objects that {condition} has {drawn['side']} {k} clusters.",
            (Field("*V*", "partition", example, n),),
            script_of(name, broken, held),
            says,
            reasons=(),
            broken=tuple(broken),
            held=tuple(held),
            near=((blocks(u), says["holds"]), (partition_of(nearest), says["outside"])),
        ),
    )


def partition_of(code):
    """Print a partition that `code_of` has written."""
    return blocks([sorted(set(code)).index(one) for one in code])


FAMILIES = (
    Family(
        "counterexample", "a counterexample to a claim", _draw_claim, _ask_claim, "rand_c 3", 2, 3, kind=_kind_of_claim
    ),
)
