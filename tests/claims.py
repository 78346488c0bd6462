"""The book's claims to break, with examples of what each says, and texts that a reader may write."""

import itertools

import aucc_teach as at
from aucc_teach.exercises import all_questions

ASKED_FOR = [question for question in itertools.chain(*all_questions().values()) if question.kind == "break"]
CLAIMS = {claim.name: claim for claim in ASKED_FOR}
# What each kind of example says, by what it shows: "broken" is a counterexample, all others are none.
EXAMPLES = {
    "rand-half": {"broken": ("a b c", "ab c"), "low": ("ab c", "a bc"), "holds": ("abc d", "abc d")},
    "rand-zero": {"holds": ("abc", "a b c"), "not-zero": ("ab c", "a bc")},
    "rand-detour": {"holds": ("ab c", "a b c", "a bc")},
    "ari-negative": {"broken": ("ab c", "a bc"), "holds": ("abc d", "ab cd")},
    "ari-minus-one": {"holds": ("ab cd", "ac bd")},
    "ari-order": {
        "broken": ("ab c d", "a b c d", "abc d"),
        "equal": ("abc de", "abc d e", "d e abc"),
        "holds": ("abc de", "abc d e", "ad be c"),
    },
    "purity-finer": {
        "holds": ("ab cd", "abc d", "ab c d"),
        "uncut": ("ab", "ab", "ba"),
        "not-finer": ("ab", "a b", "ab"),
    },
    "purity-one": {"broken": ("abc", "ab c"), "impure": ("ab c", "abc"), "holds": ("ab c", "c ab")},
    "nmi-zero": {"broken": ("abc d", "ab cd"), "not-zero": ("ab c", "a bc"), "holds": ("abc", "a bc")},
    "overlap-one": {"broken": ("ab ac bc", "abc a b c"), "low": ("ab bc", "abc"), "holds": ("ab bc", "cb ba")},
    "overlap-added": {
        "broken": ("abc", "a b c", "ab"),
        "class": ("abc", "a b c", "cab"),
        "there": ("abc", "ab c", "ba"),
        "holds": ("ab c", "ab c", "bc"),
    },
    "auc-diagonal": {"broken": ("4+ 3- 2- 1+",), "other": ("2+ 1-",), "holds": ("1+ 1-",)},
    "auc-accuracy": {
        "broken": ("1+ 4- 7+ 3- 5-", "6- 5+ 7- 2- 7+"),
        "unlike": ("2+ 1-", "3+ 2+ 1-"),
        "equal": ("2+ 1-", "8+ 5-"),
        "holds": ("2+ 1-", "2- 1+"),
    },
    "negatives-twice": {"holds": ("3- 2+ 2- 1-",)},
    "aucc-unique": {
        "broken": ("0 1 5 7", "aabb", "aabc"),
        "same": ("0 1 5 7", "aabb", "bbaa"),
        "holds": ("0 1 5 6", "aabb", "aabc"),
    },
    "one-closer": {"holds": ("0 1 5 6", "aabb"), "low": ("0 1 5 6", "abab")},
    "closer-one": {"broken": ("0 1 3 10 15", "aabcc"), "far": ("0 1 5 6", "abab"), "holds": ("0 1 5 6", "aabb")},
    "moved-apart": {
        "broken": ("0 1 10 11 20 21", "aabbcc", "0 1 18 19 20 21"),
        "unmoved": ("0 1 5 6", "aabb", "0 1 5 6"),
        "not-whole": ("0 1 5 6", "aabb", "0 1 5 7"),
        "nearer": ("0 1 5 6", "aabb", "0 1 4 5"),
        "holds": ("0 1 5 6", "aabb", "-1 0 5 6"),
    },
    "squared": {"holds": ("1w 2b 2w 3b",)},
    "rounding": {"broken": ("11w 12b",), "holds": ("12w 11b",)},
    "bounds-middle": {"holds": ("1w 1b 2b",)},
    "gamma-diagonal": {"holds": ("1w 1b 2b",)},
    "gamma-dropped": {"broken": ("1w 1b 2b",), "all-tied": ("1w 1b",), "holds": ("2w 1b 2b 3b",)},
    "even-points": {"broken": ("aa bb cc",), "holds": ("aabb",)},
    "aucc-finer": {
        "broken": ("0 1 5 6", "aabb", "aabc"),
        "uncut": ("0 1 5 6", "aabb", "bbaa"),
        "not-finer": ("0 1 5 6", "aabc", "aabb"),
        "holds": ("0 1 5 7", "aabb", "aabc"),
    },
    "kmeans-half": {"broken": ("0 9 14", "aab"), "goes-on": ("0 9 13", "aab"), "holds": ("0 1 9", "aab")},
    "mean-half": {"holds": ("0 0 3 7", "aabb")},
    "median-half": {"broken": ("0 1 5 6", "aabb"), "holds": ("0 1 3", "aab")},
    "higher-rarer": {
        "broken": ("0 1 12 20 22 40", "aabcde", "aaabbc"),
        "equal": ("0 1 5 6", "aabb", "bbaa"),
        "holds": ("0 1 5 6", "aabb", "abab"),
    },
    "c-index-order": {
        "broken": ("5 0 4 4", "aabb", "abbb"),
        "flat": ("4 4 4", "aab", "abb"),
        "equal": ("0 1 5 6", "aabb", "bbaa"),
        "holds": ("0 1 5 6", "aabb", "abab"),
    },
    "silhouette-mean": {
        "broken": ("0 0 0 0 1 9 9 9 9 4", "aaaaabbbbb"),
        "low": ("0 1 5 6", "abab"),
        "holds": ("0 1 5 6", "aabb"),
    },
}
# Where a number is exactly what it is compared with.
BOUNDARIES = [
    ("even-points", "broken", ("aacccdbb",)),
    ("silhouette-mean", "holds", ("0 0 1 1", "aabc")),
    ("rand-half", "low", ("abc d", "ab cd")),
    ("overlap-added", "holds", ("bcd a b", "c abd", "ab")),
    ("overlap-one", "low", ("abcdef", " ".join(map("".join, itertools.combinations("abcdef", 3))))),
]
SHOWN = [(name, *example) for name, examples in EXAMPLES.items() for example in examples.items()] + BOUNDARIES


def examples_of(name):
    return [list(texts) for claim, _, texts in SHOWN if claim == name]


def answer_of(texts):
    return {"way": "false", "fields": list(texts), "reason": None}


def judge_claim(name, answer):
    return at.exercises.judge(CLAIMS[name], answer)[:2]


def random_text(form, n, rng):
    """A text of a form about n objects."""
    names = "abcdefghijkl"[:n]
    if form == "partition":
        words = {}
        for name in rng.sample(names, n):
            words.setdefault(rng.randrange(rng.choice([1, 2, n])), []).append(name)
        return " ".join("".join(word) for word in words.values())
    if form in ("sets", "cluster"):
        sets = [
            "".join(rng.sample(names, rng.randint(1, n))) for _ in range(1 if form == "cluster" else rng.randint(1, 4))
        ]
        sets += [name for name in names if not any(name in word for word in sets)] if form == "sets" else []
        return " ".join(sets)
    if form == "points":
        return " ".join(str(rng.randint(-2, rng.choice([3, 30]))) for _ in range(n))
    if form in ("labels", "row"):
        return " ".join(rng.choice("abc"[: rng.randint(2, 3)]) for _ in range(n))
    marks = "wb" if form == "pairs" else "+-"
    return " ".join(f"{rng.randint(0, rng.choice([3, 40]))}{rng.choice(marks)}" for _ in range(n))


def random_entry(claim, rng):
    """Texts for all fields, which mostly can be read and now and then break the claim."""
    n = rng.randint(3, 7)
    texts = [random_text(field.form, n, rng) for field in claim.fields]
    names = [field.name for field in claim.fields]
    for after, before in (("After the cut", 1), ("Clusters after the cut", 1), ("Points after the move", 0)):
        if after in names and rng.random() < 0.8:
            texts[names.index(after)] = changed(texts[before], texts[1], claim.fields[before].form, rng)
    return texts


def changed(text, labels, form, rng):
    """The same partition with a cut, clusters with another, points with a cluster moved."""
    if form == "partition":
        place = rng.randrange(len(text) + 1)
        return f"{text[:place]} {text[place:]}"
    if form == "labels":
        return "".join("d" if label == "a" and rng.random() < 0.5 else label for label in text)
    step = rng.randint(-9, 9)
    return " ".join(str(int(x) + step * (c == "a")) for x, c in zip(text.split(), labels.split(), strict=True))
