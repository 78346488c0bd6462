r"""Questions as GIFT, a text format that Moodle and others import; formulas are written for MathJax: ``\( \)``."""

from html import escape
from pathlib import Path

from export.items import Essay, Numeric, Options, Sequence, Typed, with_fixed_order
from export.moodle import formula, fractions_of, name_of
from export.rendering import Writing
from export.texts import Notation, figures_in

__all__ = ["FORMULAS", "lost", "write"]

FORMULAS = r"\( \) and \[ \], which Moodle's MathJax filter draws; an administrator can switch it off"
# The backslash first: a formula such as \nu would otherwise begin with a line break.
_RESERVED = str.maketrans(
    {"\\": r"\\", "~": r"\~", "=": r"\=", "#": r"\#", "{": r"\{", "}": r"\}", ":": r"\:", "\n": r"\n"}
)
# The lines of an ordering question are taken as they are, so what is reserved is written as HTML has it.
_ENTITIES = str.maketrans({one: f"&#{ord(one)};" for one in "\\~=#{}:"})


def _figure(path, words):
    return f"<em>({escape(words)})</em>" if words else ""


NOTATION = Notation(formula, _figure)


def escaped(text):
    """A text with its reserved characters escaped, on one line."""
    return text.replace("->", "-&gt;").translate(_RESERVED)


def lost(item):
    """What of an item GIFT cannot hold."""
    if not item.graded:
        return ("the whole question: GIFT has no question without a mark",)
    body, found = item.body, []
    if isinstance(body, Options):
        if body.picks:
            found.append(f"sentences for {len(body.picks)} sets of picks")
        if body.several:
            found.append("a part of the right options gives a part of the mark")
        if body.hint:
            found.append("the hint: what is said of the right options is said to all")
    if isinstance(body, Sequence):
        if body.before:
            found.append(f"sentences for {len(body.before)} wrong orders")
        found.append("the hint")
        if body.free:
            found.append("free orders: the prompt fixes one")
    if isinstance(body, Essay):
        found.append("notes for graders: students see them after they have answered")
    if figures_in(item.stem, item.folder):
        found.append("figures: their descriptions stand in their places")
    return tuple(found)


def write(chapters, folder, root, address):
    """Write ``questions.gift.txt``; the chapters are pairs of a title and items."""
    writing = Writing(NOTATION, root, address)
    blocks = []
    for title, items in chapters:
        held = [item for item in items if item.body and item.graded]
        blocks += [f"$CATEGORY: $course$/top/Judging clusterings/{title.replace('/', '//')}"] if held else []
        blocks += [_question(item, writing) for item in held]
    (Path(folder) / "questions.gift.txt").write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    return ["questions.gift.txt"]


def _question(item, writing):
    if isinstance(item.body, Sequence) and item.body.free:
        item = with_fixed_order(item)
    say = lambda text: escaped(writing.say(text))  # noqa: E731
    text = writing.question(item)
    if isinstance(item.body, Essay) and item.body.start:
        text += f"\n<pre>{escape(item.body.start, quote=False)}</pre>"
    head = f"// [id:{item.id}] [tag:{item.kind}]\n::{escaped(name_of(item))}::[html]{escaped(text)}"
    body, lines, first = item.body, [], "{"
    if isinstance(body, Numeric):
        first = "{#"
        lines.append(f"={body.value}:{body.tolerance}#{say(body.outcome)}")
        lines += [f"=%0%{value}:{tolerance}#{say(words)}" for value, tolerance, words in body.wrong]
        lines.append(f"=%0%*#{say(body.hint)}")
    elif isinstance(body, Typed):
        lines += [f"={form}#{say(body.outcome)}" for form in body.forms]
        lines += [f"=%0%{form}#{say(words)}" for forms, words in body.wrong for form in forms]
        lines.append(f"=%0%*#{say(body.hint)}")
    elif isinstance(body, Options):
        percents = fractions_of(body.options) if body.several else None
        for i, (option, words, is_right) in enumerate(body.options):
            mark = f"~%{percents[i]}%" if percents else "=" if is_right else "~"
            lines.append(f"{mark}{say(option)}" + (f"#{say(words)}" if words else ""))
        lines += [f"####{say(body.outcome)}"] if body.outcome else []
    elif isinstance(body, Sequence):
        first = f"{{>{len(body.lines)} ALL VERTICAL ALL_OR_NOTHING SHOW"
        lines += [writing.say(line).translate(_ENTITIES) for line in body.lines]
        lines += [f"####{say(body.outcome)}"] if body.outcome else []
    else:
        notes = escaped(writing.notes(item))
        lines += [f"####{notes}"] if notes else []
    return "\n".join([f"{head} {first}", *lines, "}"]) if lines else f"{head} {{}}"
