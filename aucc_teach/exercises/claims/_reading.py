"""Read what a reader has typed. The page reads it in the same way, and says the same words (``static/claims.js``)."""

import re

__all__ = ["UnreadableError", "read"]

GAP = re.compile("[ \t\r\n\u00a0\u2009\u202f,;|/{}()\\[\\]]+")
OBJECTS = {"partition", "sets", "cluster"}
MOST_CLUSTERS = 20


class UnreadableError(ValueError):
    """A text that is not of its form; the message is for the reader."""


def read(fields, texts):
    """Names of the objects and values of the fields.

    A partition becomes a list with a number for each object, sets become sets of such positions, points whole numbers,
    clusters of points a list of letters, pairs and scores a list of numbers, each with True (within, positive) or
    False.
    """
    words = [_words(field, text) for field, text in zip(fields, texts, strict=True)]
    values = [READERS[field.form](field, one) for field, one in zip(fields, words, strict=True)]
    if fields[0].form in OBJECTS:
        return _objects_by_place(fields, values)
    for field, value in zip(fields, values, strict=True):
        _check_lengths(fields[0], values[0], field, value)
    return "abcdefghijklmnopqrst"[: len(values[0])], values


def _words(field, text):
    text = text.translate({code: code + 32 for code in range(65, 91)})
    text = text.replace("\u2212", "-").replace("\u2013", "-")
    words = [word for word in GAP.split(text) if word]
    if not words:
        raise UnreadableError(f"{field.name}: this is empty. An example of its form: {field.example}")
    # A mark may stand a little apart from its number.
    return re.sub("([0-9]) (?=[wb]|[+-]( |$))", r"\1", " ".join(words)).split(" ")


def _partition(field, words):
    letters = _letters(field, words)
    for i, letter in enumerate(letters):
        if letter in letters[:i]:
            raise UnreadableError(f"{field.name}: {letter} comes twice. In a partition each object is in one cluster.")
    return words


def _sets(field, words):
    _letters(field, words)
    for i, word in enumerate(words):
        for k, letter in enumerate(word):
            if letter in word[:k]:
                raise UnreadableError(f"{field.name}: {letter} comes twice in {word}.")
        if any(sorted(word) == sorted(other) for other in words[:i]):
            raise UnreadableError(f"{field.name}: {word} comes twice. No two clusters are equal.")
    if len(words) > MOST_CLUSTERS:
        raise UnreadableError(f"{field.name}: {MOST_CLUSTERS} clusters are the most there can be.")
    return words


def _cluster(field, words):
    if len(words) > 1:
        raise UnreadableError(f"{field.name}: one cluster is asked for, in one word.")
    return _sets(field, words)


def _letters(field, words):
    letters = "".join(words)
    if found := re.search("[^a-z]", letters):
        raise UnreadableError(f"{field.name}: {found[0]} is no letter. Letters are objects, words are clusters.")
    _check_number(field, len(set(letters)), "objects")
    return letters


def _check_number(field, number, things):
    least = 1 if field.form == "cluster" else 2
    if number < least:
        raise UnreadableError(f"{field.name}: {least} {things} are the fewest there can be.")
    if number > field.most:
        raise UnreadableError(f"{field.name}: {field.most} {things} are the most there can be.")


def _points(field, words):
    for word in words:
        if not re.search("^[+-]?[0-9]{1,4}$", word):
            raise UnreadableError(f"{field.name}: {word} is no whole number of at most four digits.")
    _check_number(field, len(words), "points")
    return [int(word) for word in words]


def _labels(field, words):
    labels = "".join(words)
    if found := re.search("[^a-z0-9]", labels):
        raise UnreadableError(f"{field.name}: {found[0]} is no letter. Each point has the letter of its cluster.")
    _check_number(field, len(labels), "points")
    if len(set(labels)) in (1, len(labels)):
        raise UnreadableError(f"{field.name}: two clusters or more, and one of them with two points or more.")
    return list(labels)


def _marked(field, words, marks, things, advice):
    for word in words:
        if not re.search(f"^[0-9]{{1,4}}[{marks}]$", word):
            raise UnreadableError(f"{field.name}: {word} cannot be read. {advice}")
    _check_number(field, len(words), things)
    marked = [(int(word[:-1]), word[-1] == marks[0]) for word in words]
    if len({mark for _, mark in marked}) < 2:
        raise UnreadableError(f"{field.name}: both kinds are needed, {marks[0]} and {marks[1]}.")
    return marked


def _pairs(field, words):
    advice = "Write the dissimilarity of a pair, then w for within or b for between: 2w."
    return _marked(field, words, "wb", "pairs", advice)


def _scores(field, words):
    advice = "Write a score, a whole number, then + or -: 3+."
    return _marked(field, words, "+-", "scores", advice)


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
    names = sorted(set("".join(values[0])))
    for field, words in zip(fields, values, strict=True):
        letters = set("".join(words))
        _refuse_missing(letters - set(names), field, fields[0])
        if field.form != "cluster":
            _refuse_missing(set(names) - letters, fields[0], field)
    found = []
    for field, words in zip(fields, values, strict=True):
        if field.form == "partition":
            found.append([next(k for k, word in enumerate(words) if name in word) for name in names])
        else:
            found.append([{names.index(letter) for letter in word} for word in words])
    return "".join(names), found


def _refuse_missing(letters, there, not_there):
    if letters:
        listed = ", ".join(sorted(letters))
        raise UnreadableError(f"In \u201c{there.name}\u201d, but not in \u201c{not_there.name}\u201d: {listed}.")


def _check_lengths(first, points, field, value):
    if first.form == "points" and len(value) != len(points):
        raise UnreadableError(f"{field.name}: there are {len(points)} points, and {len(value)} are written here.")
