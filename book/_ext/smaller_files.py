"""Sphinx extension: a page loads little that it does not show.

Each of these saves a tenth of what some page weighs, or more: sheets of the
theme keep the rules that can match, icons come from a small font inside their
sheet, pictures have a palette, and code is marked only where it has a colour of
its own. `dark_figures` sees to it that a page fetches the pictures of one
theme. No script holds up what a page shows.
"""

import base64
import io
import re
import shutil
from pathlib import Path

import pydata_sphinx_theme
import tinycss2
from fontTools import subset
from fontTools.ttLib import TTFont
from joblib import cpu_count
from parallel_writing import IN_PARALLEL
from PIL import Image
from sphinx.util.parallel import (
    ParallelTasks,
    SerialTasks,
    make_chunks,
    parallel_available,
)

# These sheets are made for any site, and the pages use a small part of each.
# Icons have a sheet of their own; newer versions of the theme have them in its.
_SHEETS = (
    "styles/bootstrap.css",
    "styles/pydata-sphinx-theme.css",
    "sphinx-design.min.css",
    "mystnb.*.css",
    "vendor/fontawesome/**/all.min.css",
)


def defer_scripts(app, page, template, context, doctree):
    """Let scripts run when the page is read.

    The page's name is left out: it would be set before the options that hold
    it, and only the theme's choice of a version reads it. The page of the
    search has a script of its own within it, which needs others before.
    """
    context["script_files"] = [
        script if page == "search" else deferred(script)
        for script in context.get("script_files", [])
        if "OPTIONS.pagename" not in (script.attributes.get("body") or "")
    ]


def deferred(script):
    """The same script, once the page is read; one within the page stays."""
    if not script.filename:
        return script
    more = {**script.attributes, "defer": "defer"}
    return type(script)(script.filename, priority=script.priority, **more)


def leave_code_unmarked(app, page, template, context, doctree):
    """Drop the marks of names, points and blanks, coloured as the rest is.

    Those of operators go, too.
    """
    context["body"] = re.sub(
        r'<span class="[npwo]">([^<]*)</span>', r"\1", context.get("body", "")
    )


def cut_down(app, exception):
    """Cut sheets and pictures down, and remove the large fonts of icons."""
    if exception is not None or app.builder.format != "html":
        return
    out, static = Path(app.outdir), Path(app.outdir, "_static")
    texts = [
        path.read_text(encoding="utf-8")
        for pattern in ("**/*.html", "_static/**/*.js")
        for path in out.glob(pattern)
        if not {"vendor", "live"} & {*path.parts}
        or path.name == "live.js"  # the others there hold bytes
    ]
    # A class that a script sets stands in the script as a word.
    words = set(re.findall(r"[\w-]+", " ".join(texts)))
    for sheet in (sheet for name in _SHEETS for sheet in static.glob(name)):
        rules = tinycss2.parse_stylesheet(
            sheet.read_text(encoding="utf-8"), skip_comments=True
        )
        sheet.write_text(that_can_match(rules, words), encoding="utf-8")
    write_icons(static)
    for name in ("js", "webfonts"):
        for folder in static.glob(f"vendor/fontawesome/**/{name}"):
            shutil.rmtree(folder)
    cores = cpu_count()
    tasks = (ParallelTasks if parallel_available else SerialTasks)(cores)
    for paths in make_chunks([*out.glob("_images/*.png")], cores):
        tasks.add_task(reduce_colours, paths)
    tasks.join()


def reduce_colours(paths):
    """Write pictures with a palette, a third as large as they were."""
    for path in paths:
        with Image.open(path) as picture:
            if picture.mode == "P":
                continue  # an earlier build has reduced it
            opaque = picture.convert("RGBA").getextrema()[3] == (255, 255)
            # FASTOCTREE would make a white background a little grey.
            methods = Image.Quantize
            method = methods.MAXCOVERAGE if opaque else methods.FASTOCTREE
            if opaque:
                picture = picture.convert("RGB")
            reduced = picture.quantize(256, method=method, dither=0)
        reduced.save(path, "png", optimize=True)


def that_can_match(rules, words):
    """Text of the rules whose classes all occur on some page."""
    kept = []
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = [
                selector
                for selector in split_at_commas(rule.prelude)
                if words.issuperset(classes_of(selector))
            ]
            if selectors:
                style = tinycss2.serialize(rule.content)
                kept.append(f"{','.join(selectors)}{{{style}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media":
            inner = tinycss2.parse_rule_list(rule.content, skip_comments=True)
            text = that_can_match(inner, words)
            if text:
                medium = tinycss2.serialize(rule.prelude)
                kept.append(f"@media{medium}{{{text}}}")
        elif rule.type != "whitespace":
            kept.append(rule.serialize())
    return "\n".join(kept)


def split_at_commas(tokens):
    """Selectors of a rule as texts; commas in brackets separate none."""
    parts = [[]]
    for token in tokens:
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part).strip() for part in parts]


def classes_of(selector):
    """Classes that an element must have; :not() and :is() are left out."""
    return re.findall(r"\.([\w-]+)", re.sub(r":[\w-]+\(.*\)", "", selector))


def write_icons(static):
    """Put the used characters of the font of icons into its sheet, once."""
    sheets = {path: path.read_text("utf-8") for path in static.rglob("*.css")}
    face = re.compile(r"@font-face ?\{[^}]*\}")
    (sheet,) = (
        path
        for path, text in sheets.items()
        if any("Awesome" in found for found in face.findall(text))
    )
    # The theme uses an older name of the font as well; one is enough.
    older = re.compile(r"Font Awesome(\\?) 5 Free")
    for path, text in sheets.items():
        sheets[path] = older.sub(r"Font Awesome\1 6 Free", text)
        if sheets[path] != text:
            path.write_text(sheets[path], encoding="utf-8")
    families = re.findall(r"Font Awesome\\ \d Free", sheets[sheet])
    # Sheets name icons by their numbers or by their characters.
    pattern = re.compile(r'"(\\[ef][0-9a-f]{3}|[\ue000-\uf8ff])"')
    numbers = {
        int(found[1:], 16) if found[0] == "\\" else ord(found)
        for text in sheets.values()
        for found in pattern.findall(text)
    }
    source = Path(pydata_sphinx_theme.__file__).parent / "theme"
    pattern = "*/static/vendor/fontawesome/**/fa-solid-900.*"
    font = min(source.glob(pattern))  # TTF if there is one, or else WOFF2
    data = base64.b64encode(part_of(font, numbers)).decode()
    faces = "".join(
        f"@font-face{{font-family:{family};"
        "font-style:normal;font-weight:900;font-display:block;src:"
        f'url(data:font/woff;base64,{data}) format("woff")}}\n'
        for family in sorted(set(families), reverse=True)
    )
    licence = "/* Part of Font Awesome Free by @fontawesome: icons CC BY 4.0, "
    licence += "font SIL OFL 1.1, code MIT. */\n"
    rules = face.sub("", sheets[sheet])
    sheet.write_text(licence + faces + rules, encoding="utf-8")


def part_of(font, numbers):
    """A font with the characters of these numbers alone, as WOFF."""
    part = TTFont(font, recalcTimestamp=False)
    subsetter = subset.Subsetter(subset.Options(layout_features=[]))
    subsetter.populate(unicodes=numbers)
    subsetter.subset(part)
    part.flavor = "woff"
    written = io.BytesIO()
    part.save(written)
    return written.getvalue()


def setup(app):
    """Set the extension up; called by Sphinx."""
    # Jupyter Book sets it for sphinx_comments, which the book does without.
    app.add_config_value("comments_config", {}, "")
    app.connect("html-page-context", defer_scripts, priority=900)
    app.connect("html-page-context", leave_code_unmarked, priority=900)
    # When the sheets of all extensions are written.
    app.connect("build-finished", cut_down, priority=900)
    return IN_PARALLEL
