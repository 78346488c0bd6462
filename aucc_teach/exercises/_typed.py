"""Read what a reader has typed. The page reads it in the same way, and says the same words (``static/claims.js``).

How people write a partition: bars, slashes and semicolons part clusters, brackets hold one, and commas and spaces part
the objects inside; without bars and brackets each word is a cluster. Digits in a row are labels. What can be read in
two ways is asked back.
"""

import re

from aucc_teach.exercises._numbers import MOST_CHARACTERS

__all__ = ["UnreadableError", "read"]

GAP = re.compile("[ \t\r\n\u00a0\u2009\u202f,;|/{}()\\[\\]]+")
PARTNERS = {")": "(", "]": "[", "}": "{"}
OBJECTS = {"partition", "sets", "cluster"}
MOST_CLUSTERS = 20


class UnreadableError(ValueError):
    """A text that is not of its form; the message is for the reader."""


def read(fields, texts):
    """Names of the objects, values of the fields, and how the partitions were read, in words.

    A partition becomes a list with a number for each object, sets become sets of such positions, points whole numbers,
    clusters of points a list of letters, pairs and scores a list of numbers, each with True (within, positive) or
    False.
    """
    plain = [_plain(field, text) for field, text in zip(fields, texts, strict=True)]
    values = [READERS[field.form](field, text) for field, text in zip(fields, plain, strict=True)]
    if fields[0].form in OBJECTS:
        return _objects_by_place(fields, values)
    for field, value in zip(fields, values, strict=True):
        _check_lengths(fields[0], values[0], field, value)
    return "abcdefghijklmnopqrst"[: len(values[0])], values, ""


def _plain(field, text):
    if len(text) > MOST_CHARACTERS:
        raise UnreadableError(f"{field.name}: this is too long to read. Write at most {MOST_CHARACTERS} characters.")
    text = text.translate({code: code + 32 for code in range(65, 91)})
    text = text.replace("\u2212", "-").replace("\u2013", "-")
    text = re.sub("[\u2016\u2223\u2225\u222a]", "|", text)
    text = re.sub("(['\"])([a-z0-9]+)\\1", r"\2", text)
    if not GAP.sub("", text):
        raise UnreadableError(f"{field.name}: this is empty. Here is an example of its form: {field.example}")
    return text


def _words(text):
    words = " ".join(word for word in GAP.split(text) if word)
    # A mark may stand a little apart from its number.
    return re.sub("([0-9]) (?=[wb]|[+-]( |$))", r"\1", words).split(" ")


# ---- partitions


def _partition(field, text):
    """Clusters as words; of a label vector its labels, in one text."""
    letters = _letters(field, text)
    text, is_list = _outline(field, text)
    words = re.split("[ ,|]", text)
    readings = _readings(text, is_list)
    twice = next((letter for i, letter in enumerate(letters) if letter in letters[:i]), None)
    # One word or single characters, parted by marks of one kind.
    is_row = "(" not in text and len(words) in (1, len(letters)) and len(set(text) & set(" ,|")) <= 1
    if is_row and letters.isdigit():
        # Labels or objects: where none comes twice, single ones are in as many clusters, and one word may be either.
        if twice or (len(words) > 1 and not is_list and "|" not in text):
            _check_number(field, len(letters), "objects")
            return letters
        readings = readings if "|" in text else [[letters], list(letters)]
    elif letters.isdigit() and not set(text) & set("(|"):
        advice = "Write labels as 0 0 1 1, and clusters as 12 | 34."
        raise UnreadableError(f"{field.name}: this can be read in two ways. {advice}")
    _check_number(field, len(set(letters)), "objects")
    if twice:
        advice = " Labels are written as digits: 0 0 1 1." if is_row else ""
        raise UnreadableError(
            f"{field.name}: {twice} comes twice. In a partition each object is in one cluster.{advice}"
        )
    return _only(field, readings)


def _sets(field, text):
    _check_number(field, len(set(_letters(field, text))), "objects")
    return _checked_sets(field, _only(field, _readings(*_outline(field, text))))


def _cluster(field, text):
    _check_number(field, len(set(_letters(field, text))), "objects")
    # A list in brackets is one cluster, as one is asked for.
    readings = _readings(*_outline(field, text))
    if not readings or len(readings[0]) > 1:
        raise UnreadableError(f"{field.name}: one cluster is asked for, in one word.")
    return _checked_sets(field, readings[0])


def _checked_sets(field, words):
    for i, word in enumerate(words):
        for k, letter in enumerate(word):
            if letter in word[:k]:
                raise UnreadableError(f"{field.name}: {letter} comes twice in {word}.")
        if any(sorted(word) == sorted(other) for other in words[:i]):
            raise UnreadableError(f"{field.name}: {word} comes twice. No two clusters are equal.")
    if len(words) > MOST_CLUSTERS:
        raise UnreadableError(f"{field.name}: there can be at most {MOST_CLUSTERS} clusters.")
    return words


def _letters(field, text):
    letters = GAP.sub("", text)
    if found := re.search("[^a-z]" if re.search("[^0-9]", letters) else "[^0-9]", letters):
        raise UnreadableError(f"{field.name}: {found[0]} is not a letter. Letters are objects, words are clusters.")
    return letters


def _outline(field, text):
    """The text with brackets and marks of one kind each, and whether brackets around all of it hold a plain list."""
    strange = UnreadableError(f"{field.name}: these brackets cannot be read. Write clusters as ab | cd.")
    opened = []
    for one in text:
        if one in "([{":
            opened.append(one)
        elif one in PARTNERS and (not opened or opened.pop() != PARTNERS[one]):
            raise strange
    if opened:
        raise strange
    text = re.sub("[\\[{]", "(", re.sub("[\\]}]", ")", text))
    text = re.sub("[;/]", "|", re.sub("[ \t\r\n\u00a0\u2009\u202f]+", " ", text))
    # Without what holds nothing: empty brackets, marks at an end, marks beside others.
    while (shorter := re.sub("\\([ ,|]*\\)", " ", text)) != text:
        text = shorter
    text = re.sub("[ ,]*[|][ ,|]*", "|", text)
    text = re.sub(" *,[ ,]*", ",", re.sub(" +", " ", text))
    text = re.sub("[ ,|]+\\)", ")", re.sub("\\([ ,|]+", "(", text)).strip(" ,|")
    around = re.search("^\\((([^()]|\\([^()]*\\))*)\\)$", text)
    text = around[1] if around else text
    if re.search("\\([^()]*[(|]", text):
        raise strange
    return text, bool(around) and not set(text) & set("(|")


def _readings(text, is_list):
    """Clusters as words, in each of the one or two ways in which the text can be read; none where there are more."""
    if "(" in text:
        parts = [part for one in re.findall("\\([^()]*\\)|[^()|]+", text) if (part := _bracketed_or_not(one))]
    elif "|" in text:
        blocks = [re.split("[ ,]", block) for block in text.split("|")]
        is_mixed = max(map(len, blocks)) > 1 and any(len(word) > 1 for words in blocks for word in words)
        parts = [[["".join(words)], words] if is_mixed else [["".join(words)]] for words in blocks]
    else:
        if "," in text and " " in text:
            return []
        words = re.split("[ ,]", text)
        is_open = is_list and len(words) > 1 and max(map(len, words)) == 1
        parts = [[["".join(words)], words] if is_open else [words]]
    ways = [[word for part in parts for word in part[way]] for way in (0, -1)]
    return ways if ways[0] != ways[1] else ways[:1]


def _bracketed_or_not(text):
    """Ways to read a part of a text in which other parts, or this one, are in brackets."""
    words = [word for word in re.split("[ ,()]", text) if word]
    joined = ["".join(words)]
    if text[0] == "(":
        return [joined] if len(words) == len(joined[0]) else [joined, words]
    return words and ([words] if all(len(word) > 1 for word in words) else [words, joined])


def _only(field, readings):
    """The clusters; if there are several ways to read them, the reader is asked."""
    if len(readings) == 1:
        return readings[0]
    if not readings:
        raise UnreadableError(f"{field.name}: this can be read in several ways. Write clusters as ab | cd.")
    asked = ", or ".join(f"`{_written(field, words)}` for {_number_of_clusters(words)}" for words in readings)
    raise UnreadableError(f"{field.name}: this can be read in two ways. Write {asked}.")


def _written(field, words):
    """Clusters in a way that can be read in one way only."""
    is_number = field.form == "partition" and len(words) == 1 and words[0].isdigit()
    return " ".join("0" * len(words[0])) if is_number else " | ".join(words)


def _number_of_clusters(words):
    return "one cluster" if len(words) == 1 else f"{len(words)} clusters"


def _check_number(field, number, things):
    least = 1 if field.form == "cluster" else 2
    if number < least:
        raise UnreadableError(f"{field.name}: there must be at least {least} {things}.")
    if number > field.most:
        raise UnreadableError(f"{field.name}: there can be at most {field.most} {things}.")


def _points(field, text):
    words = _words(text)
    for word in words:
        if not re.search("^[+-]?[0-9]{1,4}$", word):
            raise UnreadableError(f"{field.name}: {word} is not a whole number of at most four digits.")
    _check_number(field, len(words), "points")
    return [int(word) for word in words]


def _labels(field, text):
    _refuse_clusters(field, text)
    labels = GAP.sub("", text)
    if found := re.search("[^a-z0-9]", labels):
        raise UnreadableError(f"{field.name}: {found[0]} is not a letter. Each point has the letter of its cluster.")
    _check_number(field, len(labels), "points")
    if len(set(labels)) in (1, len(labels)):
        raise UnreadableError(f"{field.name}: write two clusters or more, one of them with two points or more.")
    return list(labels)


def _refuse_clusters(field, text):
    """Bars and brackets must not say other than the labels do."""
    blocks = [block for block in re.split("[|/;{}()\\[\\]]", text) if GAP.sub("", block)]
    found = [set(GAP.sub("", block)) for block in blocks]
    is_plain = all(len(GAP.sub("", block)) == 1 for block in blocks) or len(blocks) == 1
    if not is_plain and (max(map(len, found)) > 1 or len(set().union(*found)) < len(found)):
        advice = "Write the letter of the cluster of each point, in the order of the points: a a b b."
        raise UnreadableError(f"{field.name}: bars and brackets cannot be read here. {advice}")


def _marked(field, text, marks, things, advice):
    words = _words(text)
    for word in words:
        if not re.search(f"^[0-9]{{1,4}}[{marks}]$", word):
            raise UnreadableError(f"{field.name}: {word} cannot be read. {advice}")
    _check_number(field, len(words), things)
    marked = [(int(word[:-1]), word[-1] == marks[0]) for word in words]
    if len({mark for _, mark in marked}) < 2:
        raise UnreadableError(f"{field.name}: both kinds are needed, {marks[0]} and {marks[1]}.")
    return marked


def _pairs(field, text):
    advice = "Write the dissimilarity of a pair, then w for within or b for between: 2w."
    return _marked(field, text, "wb", "pairs", advice)


def _scores(field, text):
    advice = "Write a score, a whole number, then + or -: 3+."
    return _marked(field, text, "+-", "scores", advice)


READERS = {
    "partition": _partition,
    "sets": _sets,
    "cluster": _cluster,
    "points": _points,
    "labels": _labels,
    "row": _labels,
    "pairs": _pairs,
    "scores": _scores,
}


def _objects_by_place(fields, values):
    names = next((sorted(set("".join(words))) for words in values if not isinstance(words, str)), None)
    names = names or list("abcdefghijkl"[: len(values[0])])
    values = [_clusters(field, names, value) for field, value in zip(fields, values, strict=True)]
    *most, last = (f"`{' | '.join(words)}`" for words in values)
    said = f"Read as {' and '.join([', '.join(most), last] if most else [last])}."
    for field, words in zip(fields, values, strict=True):
        letters = set("".join(words))
        _refuse_missing(letters - set(names), field, fields[0], said)
        if field.form != "cluster":
            _refuse_missing(set(names) - letters, fields[0], field, said)
    found = []
    for field, words in zip(fields, values, strict=True):
        if field.form == "partition":
            found.append([next(k for k, word in enumerate(words) if name in word) for name in names])
        else:
            found.append([{names.index(letter) for letter in word} for word in words])
    return "".join(names), found, said


def _clusters(field, names, value):
    """Clusters as words, of a label vector as well."""
    if not isinstance(value, str):
        return value
    if len(value) != len(names):
        there = f"there are {len(names)} objects, and {len(value)} labels are written here"
        raise UnreadableError(f"{field.name}: {there}.")
    named = list(zip(names, value, strict=True))
    return ["".join(name for name, label in named if label == one) for one in dict.fromkeys(value)]


def _refuse_missing(letters, there, not_there, said):
    if letters:
        listed = ", ".join(sorted(letters))
        where = f"In \u201c{there.name}\u201d, but not in \u201c{not_there.name}\u201d"
        raise UnreadableError(f"{where}: {listed}. {said}")


def _check_lengths(first, points, field, value):
    if first.form == "points" and len(value) != len(points):
        raise UnreadableError(f"{field.name}: there are {len(points)} points, and {len(value)} are written here.")
