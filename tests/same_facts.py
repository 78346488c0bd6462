"""What an edit of the prose has changed that it should not: a tool for an editor, not a gate.

    python tests/same_facts.py OLD_COMMIT [FILES...] [--words]

Each notebook cell of the working tree (found by its id), each string and comment of a Python file, and each paragraph
of a text file is compared with the same one in the old commit. Its exact parts are counted: formulas, numbers,
citations, roles, links, labels, code, and the words that carry conditions. Whatever was lost or added is printed, and
the exit code is then 1. Without FILES, all files that readers read and that differ from the commit are compared.

Not every difference is a fault, and a sentence can go wrong without one: the order of words is not compared.
"""

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path

import nbformat

READ_BY_READERS = ["README.md", "book", "aucc_teach/demos", "aucc_teach/exercises", "aucc_report"]
SUFFIXES = {".ipynb", ".md", ".yml", ".py", ".js"}

# Words that say the same in this respect are counted together. The curly apostrophe and the minus sign are escaped.
NEGATIONS = "not|no|none|nobody|nothing|neither|nor"
COUNTS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
SAME = {**dict.fromkeys(NEGATIONS.split("|"), "not"), "every": "each", "almost": "nearly", "twice": "2", "half": "1/2"}
SAME |= {word: str(number) for number, word in enumerate(COUNTS.split("|"), 2)} | {"one": "1"}
CONDITIONS = (
    r"at\s+(?:most|least)|(?:more|less|fewer)\s+than|only|alone|unless|except|without|if|when|never|always|fixed|nearly|"
    rf"almost|exactly|often|usually|most|each|every|some|all|any|may|can|must|{NEGATIONS}"
)
# In this order: what is inside a formula, say, is not looked at again.
PARTS = re.compile(
    "|".join(
        [
            r"\$\$.+?\$\$|\$[^$]+\$",  # formulas
            r"^:{3,}\{[\w:-]+\}(?:[ ][a-z]+-[\w-]+$)?|^:[\w-]+:[^\n]*|^\([\w-]+\)=$",  # directives, options, targets
            r"^[a-z]\w*(?:[-_.]\w+)+$",  # a string that is a label
            r"\{[\w:~-]+\}`[^`]+`",  # roles, citations among them
            r"(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)|https?://[^\s>)]+",  # where links lead
            r"```.+?```|`[^`]+`|\{[^{}]*\}",  # code, and what is filled in
            # numbers, fractions
            r"(?:(?<!\w)[-\u2212])?(?:\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)|\d+(?:\.\d+)?(?:/\w+)?|[½⅓¼¾])",
            r"%|\bper\s?cent\b|\b(?:of|in)\s+a\s+hundred\b",
            r"[=<>≤≥±×√²³₀-₉]|\*\w\*",  # signs and variables outside formulas
            # "the one" and its kin stand for a noun, not for a number.
            r"\b(?<!the\s)(?<!this\s)(?<!that\s)(?<!which\s)(?<!no\s)one\b(?!-|\sanother)",
            rf"\b(?:{COUNTS}|half|twice|hundred|thousand|million|{CONDITIONS})\b",
        ]
    ),
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
MINUTES = re.compile(r"\*\*Time\*\*: about \d+ minutes to read, \d+ for the exercises")  # book/reading_time.py has them


def exact_parts(text):
    """Count the parts of a text that a change of wording leaves as they are."""
    text = re.sub(r"\bcan(?:not\b|[\u2019']t\b)", "can not", MINUTES.sub("", text), flags=re.IGNORECASE)
    text = re.sub(r"n[\u2019']t\b", " not", text)
    return Counter(_normal(part) for part in PARTS.findall(text))


def _normal(part):
    part = " ".join(part.split())
    if role := re.fullmatch(r"(\{[\w:~-]+\})`(?:.*<(.+)>|(.+))`", part):
        name, target = role[1], role[2] or role[3]
        return name + (target.lower() if name == "{term}" else target)
    if re.fullmatch(r"[-\u2212]?\d[\d\s]*", part):
        return re.sub(r"\s", "", part).replace("\u2212", "-")
    if part.startswith("$"):
        return re.sub(r"[\s.,;]*(\$+)$", r"\1", part)
    if re.fullmatch(r"per ?cent|(?:of|in) a hundred", part, flags=re.IGNORECASE):
        return "%"
    word = part.lower()
    return SAME.get(word, word) if re.fullmatch(r"[a-z ]+", word) else part


def units(path, text):
    """Lists of what is compared, by place and by whether it may be worded anew."""
    if path.suffix == ".ipynb":
        found = {}
        for cell in nbformat.reads(text, as_version=4).cells:
            if cell.cell_type == "markdown":
                found[cell.id, True] = paragraphs(cell.source)
            else:
                found |= {(f"{cell.id} {what}", free): part for (what, free), part in of_code(cell.source).items()}
            for key, value in leaves(cell.metadata):
                found.setdefault((f"{cell.id} {key}", key in ("caption", "alt")), []).append(str(value))
        return found
    if path.suffix == ".py":
        return of_code(text)
    # A template of JavaScript fills in as an f-string does.
    return {("text", True): paragraphs(text.replace("${", "{") if path.suffix == ".js" else text)}


def paragraphs(text):
    """Paragraphs, items of lists and rows of tables."""
    return re.split(r"\n\s*\n|\n(?=\d+\. |- |\|)", text)


def leaves(metadata, name=""):
    """Values of nested metadata with the last of their keys; the keys of links are words of the text."""
    for key, value in metadata.items():
        if isinstance(value, dict):
            yield from leaves(value, key)
        else:
            yield ("links" if name == "links" else key), value


def of_code(source):
    """Strings and comments of Python, in their order, and the code without them in short pieces."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a magic of IPython
        return {("code", False): source.splitlines()}
    found = []

    class Blank(ast.NodeTransformer):
        def visit_Constant(self, node):
            return self._blank(node, node.value) if isinstance(node.value, str) else node

        def visit_JoinedStr(self, node):
            words = [
                p.value if isinstance(p, ast.Constant) else ast.unparse(ast.JoinedStr([p]))[2:-1] for p in node.values
            ]
            return self._blank(node, "".join(words))

        def _blank(self, node, text):
            found.append(((node.lineno, node.col_offset), text))
            return ast.Constant("")

    code = ast.unparse(Blank().visit(tree))
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found += [(token.start, token.string) for token in tokens if token.type == tokenize.COMMENT]
    return {("strings", True): [text for _, text in sorted(found)], ("code", False): re.split(r"\n|(?<=[,(])\s*", code)}


def aligned(old, new):
    """Pairs of an old and a new text that differ; where their numbers differ, the whole stretch is one."""
    keys = ([" ".join(text.split()) for text in texts] for texts in (old, new))
    for tag, i, i_end, j, j_end in SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if i_end - i == j_end - j:
            yield from zip(old[i:i_end], new[j:j_end], strict=True)
        else:
            yield "\n\n".join(old[i:i_end]), "\n\n".join(new[j:j_end])


def differences(path, old, new):
    """Yield place, old and new text, and what was lost and added, of two versions of a file."""
    before, after = (units(Path(path), text) if text else {} for text in (old, new))
    for place, free in {**before, **after}:
        for was, is_now in aligned(before.get((place, free), []), after.get((place, free), [])):
            if free and was and is_now:
                parts = exact_parts(was), exact_parts(is_now)
            else:  # What is new or gone differs as a whole, even if no part of it is exact.
                parts = Counter([was] * bool(was)), Counter([is_now] * bool(is_now))
            if parts[0] != parts[1]:
                yield place, was, is_now, parts[0] - parts[1], parts[1] - parts[0]


def shown(parts):
    """Parts in one line, long ones without their middle."""
    each = (" ".join(part.split()) + (f" ({n} times)" if n > 1 else "") for part, n in Counter(parts).items())
    return "  |  ".join(part if len(part) <= 100 else f"{part[:70]} ... {part[-25:]}" for part in each)


def changed_sentences(text, other):
    """Sentences of a text that the other has not."""
    sentences, others = (re.split(r"(?<=[.?!:])\s+", " ".join(t.split())) for t in (text, other))
    return [sentence for sentence in sentences if sentence and sentence not in others]


def git(*arguments):
    """Output of git, or None if it fails."""
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, encoding="utf-8")
    return done.stdout if done.returncode == 0 else None


def main(arguments=None):
    """Print the differences; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commit", help="the commit to compare with, such as HEAD~1")
    parser.add_argument("files", nargs="*", type=Path, help="all files that readers read, if none is named")
    parser.add_argument("--words", action="store_true", help="show the sentences too, old and new")
    options = parser.parse_args(arguments)
    if git("rev-parse", "--verify", f"{options.commit}^{{commit}}") is None:
        parser.error(f"there is no commit {options.commit}")
    changed = git("diff", "--name-only", "--relative", options.commit, "--", *READ_BY_READERS) or ""
    files = options.files or [Path(name) for name in changed.splitlines() if Path(name).suffix in SUFFIXES]
    n_found = 0
    for path in files:
        old = git("show", f"{options.commit}:./{path.as_posix()}") or ""
        new = path.read_text("utf-8") if path.exists() else ""
        if not old and not new:
            parser.error(f"{path} is neither in {options.commit} nor here")
        for n, (place, was, is_now, lost, added) in enumerate(differences(path, old, new)):
            n_found += 1
            print("" if n else f"\n{path}\n", f"  {place}: {shown([is_now or was])}", sep="")
            for sign, parts in (("-", lost), ("+", added)):
                if parts:
                    print(f"    {sign} {shown(parts)}")
            for version, *texts in (("old", was, is_now), ("new", is_now, was)) if options.words else ():
                for sentence in changed_sentences(*texts):
                    print(f"      {version}: {sentence}")
    print(f"\n{n_found} differences in {len(files)} files")
    return int(n_found > 0)


if __name__ == "__main__":
    sys.exit(main())
