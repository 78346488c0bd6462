"""Sphinx extension: a page loads what it shows, the site holds what pages load.

Sheets of the theme keep the rules that can match. Icons come from a small font
inside their sheet; code is marked where it has a colour of its own.
`dark_figures` does the same for pictures. What all pages load comes in one
sheet and one script, and no script holds up what a page shows.
"""

import base64
import io
import json
import os.path
import posixpath
import re
import shutil
import zlib
from pathlib import Path

import pydata_sphinx_theme
import rcssmin
import tinycss2
from fontTools import subset
from fontTools.ttLib import TTFont
from joblib import cpu_count
from PIL import Image
from sphinx.util.parallel import (
    ParallelTasks,
    SerialTasks,
    make_chunks,
    parallel_available,
)

# Made for any site; these pages use a small part of each. Icons have a sheet of
# their own, or with newer versions of the theme a place in the theme's.
_SHEETS = (
    "styles/bootstrap.css",
    "styles/pydata-sphinx-theme.css",
    "sphinx-design.min.css",
    "mystnb.*.css",
    "vendor/fontawesome/**/all.min.css",
)
# Written to be read: a third of them are comments and indentation.
_WITHIN = re.compile(r"(?<=[\w\])]) +:(?=(?:is|not|where|has)\()")
_SCRIPTS = (
    "copybutton.js",
    "doctools.js",
    "progress.js",
    "sphinx_highlight.js",
    "togglebutton.js",
)
# What all pages load, of sheets and of scripts, is joined under these names.
_ALL_SHEETS, _ALL_SCRIPTS = "pages.css", "pages.js"
_SHEET = re.compile(
    r'<link(?=[^>]* rel="stylesheet")[^>]* href="((?:\.\./)*_static/)([^"?]+)'
    r'[^"]*"[^>]*>\n'
)
_SCRIPT = re.compile(
    r'<script(?=[^>]* defer)[^>]* src="((?:\.\./)*_static/)([^"?]+)'
    r'[^"]*"></script>\n'
)
_COMMENT = re.compile(
    r"^[ \t]*/\*[\s\S]*?\*/[ \t]*\n|^[ \t]*(//.*)?\n|^[ \t]+", re.MULTILINE
)


def order_scripts(app, page, template, context, doctree):
    """Let scripts run when the page is read, and leave out what none needs.

    That are the state of widgets, the script of tabs where none are, and the
    page's name, which the theme's choice of a version would read. The page of
    the search has a script of its own within it, which needs others before.
    """
    has_tabs = "sd-tab-set" in context.get("body", "")
    context["script_files"] = [
        script
        for script in context.get("script_files", [])
        if "widget-state" not in (script.attributes.get("type") or "")
        and (has_tabs or "design-tabs" not in str(script.filename))
        and "OPTIONS.pagename" not in (script.attributes.get("body") or "")
    ]
    if page != "search":
        context["script_files"] = list(map(deferred, context["script_files"]))


def deferred(script):
    """The same script, once the page is read; one within the page stays."""
    if not script.filename:
        return script
    more = {**script.attributes, "defer": "defer"}
    return type(script)(script.filename, priority=script.priority, **more)


def leave_code_unmarked(app, page, template, context, doctree):
    """Drop the marks of names, points and blanks, coloured as the rest is.

    Those of operators go, too: they would make a twentieth of a page.
    """
    context["body"] = re.sub(
        r'<span class="[npwo]">([^<]*)</span>', r"\1", context.get("body", "")
    )


def leave_out_the_unused(app, exception):
    """Cut sheets and notebooks down, and remove what no page loads."""
    if exception is not None or app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    texts = [
        path.read_text(encoding="utf-8")
        for pattern in ("**/*.html", "_static/**/*.js")
        for path in Path(app.outdir).glob(pattern)
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
    for sheet in static.glob("**/*.css"):
        text = sheet.read_text(encoding="utf-8")
        sheet.write_text(slim_sheet(text), encoding="utf-8")
    for script in (script for name in _SCRIPTS for script in static.glob(name)):
        script.write_text(slim(script.read_text("utf-8")), "utf-8")
    for page in Path(app.outdir).glob("**/*.html"):
        page.write_text(without_blanks(page.read_text("utf-8")), "utf-8")
    join_files(Path(app.outdir))
    cores = cpu_count()
    tasks = (ParallelTasks if parallel_available else SerialTasks)(cores)
    for paths in make_chunks(
        [*Path(app.outdir, "_images").glob("*.png")], cores
    ):
        tasks.add_task(reduce_colours, paths)
    tasks.join()
    for source in Path(app.outdir, "_sources").glob("**/*.ipynb"):
        notebook = json.loads(source.read_text(encoding="utf-8"))
        text = json.dumps(notebook, ensure_ascii=False, separators=(",", ":"))
        source.write_text(text, encoding="utf-8")
    unused = [static / "locales", static / "scripts" / "fontawesome.js"]
    unused += static.glob("s*/*.map")
    unused += static.glob("vendor/fontawesome/**/js")
    unused += static.glob("vendor/fontawesome/**/webfonts")
    for path in unused:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def join_files(out):
    """Let pages load as one file what all of them load.

    A page asks for a dozen files less. Pages that an earlier build has written
    name the joined files already: what is in those stands in their first line.
    """
    paths = [
        path for path in out.rglob("*.html") if "_static" not in path.parts
    ]
    pages = {path: path.read_text("utf-8") for path in paths}
    pages = {path: text for path, text in pages.items() if "<head>" in text}
    names = names_for(pages, out, _SHEET, _ALL_SHEETS, os.path.commonprefix)
    text = "".join(sheet_in(out / "_static", name) for name in names)
    tag = '<link rel="stylesheet" href="{}" />\n'
    join(pages, out, _SHEET, _ALL_SHEETS, names, text, tag)
    # Scripts within the page of the search need others before them.
    pages.pop(out / "search.html", None)
    names = names_for(pages, out, _SCRIPT, _ALL_SCRIPTS, in_all)
    sources = ((out / "_static" / name).read_text("utf-8") for name in names)
    tag = '<script defer="defer" src="{}"></script>\n'
    join(pages, out, _SCRIPT, _ALL_SCRIPTS, names, ";\n".join(sources), tag)


def names_for(pages, out, pattern, made, shared):
    """Names of the files to join, in order: as before, or all pages' own."""
    found = [
        [name for _, name in pattern.findall(text)] for text in pages.values()
    ]
    if any(made in names for names in found):
        first_line = (out / "_static" / made).read_text("utf-8").split("\n")[0]
        return first_line.strip("/* ").split()
    return shared(found)


def in_all(lists):
    """Return what is in each of some lists, as the first has it."""
    common = set(lists[0]).intersection(*lists) if lists else ()
    return [name for name in lists[0] if name in common] if lists else []


def join(pages, out, pattern, made, names, text, tag):
    """Write the joined file, and let pages name it in place of its parts."""
    if not names:
        return
    text = f"/* {' '.join(names)} */\n{text}"
    (out / "_static" / made).write_text(text, encoding="utf-8")
    version = f"{zlib.crc32(text.encode()):08x}"
    for path, page in pages.items():
        found = list(pattern.finditer(page))
        parts = [match for match in found if match[2] in names]
        if made in (match[2] for match in found):
            page = re.sub(
                rf"({re.escape(made)}\?v=)\w+", rf"\g<1>{version}", page
            )
        elif len(parts) == len(names):
            new = tag.format(f"{parts[0][1]}{made}?v={version}")
            for match in parts[:0:-1]:
                page = page[: match.start()] + page[match.end() :]
            page = page[: parts[0].start()] + new + page[parts[0].end() :]
        pages[path] = page
        path.write_text(page, encoding="utf-8")


def sheet_in(static, name):
    """Text of a sheet as it stands in the folder of all, with its imports."""
    folder = posixpath.dirname(name)
    text = (static / name).read_text(encoding="utf-8")
    if folder:
        outside = re.compile(r"(url\([\"']?)(?!data:|[\"'#])")
        text = outside.sub(rf"\g<1>{folder}/", text)
    return re.sub(
        r'@import "([^"]+)";',
        lambda found: sheet_in(
            static, posixpath.normpath(posixpath.join(folder, found[1]))
        ),
        text.replace('@charset "UTF-8";', ""),
    )


def slim_sheet(text):
    """Return a style sheet without comments, but licences, and blanks."""
    # In @container `a :is(b)` is taken for a declaration and loses its blank,
    # which says "within a". A star says the same.
    text = _WITHIN.sub(" *:", text)
    return rcssmin.cssmin(text, keep_bang_comments=True)


def slim(script):
    """A script without lines of comment and indentation: a quarter less.

    Minifiers that come without Node take what is nested in a template for
    code. Here no template spans lines in which a blank means something.
    """
    return _COMMENT.sub("", script)


def without_blanks(page):
    """A page without indentation and empty lines, where they mean nothing."""
    parts = re.split(r"(<(pre|textarea|script)\b[\s\S]*?</\2>)", page)
    # Of each match the whole, then the name of the element.
    kept = [re.sub(r"\s*\n\s*", "\n", part) for part in parts[::3]]
    parts[::3] = kept
    del parts[2::3]
    return "".join(parts)


def reduce_colours(paths):
    """Write pictures with a palette, a third as large as they were."""
    for path in paths:
        with Image.open(path) as picture:
            if picture.mode == "P":
                continue  # of an earlier build
            opaque = picture.convert("RGBA").getextrema()[3] == (255, 255)
            # The second would make a white ground a little grey.
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
    """Classes that an element must have; those of :not() and :is() are free."""
    return re.findall(r"\.([\w-]+)", re.sub(r":[\w-]+\(.*\)", "", selector))


def write_icons(static):
    """Put the used characters of the font of icons into its sheet, once."""
    # The joined file of an earlier build has these icons, too.
    sheets = {
        path: path.read_text("utf-8")
        for path in static.glob("**/*.css")
        if path.name != _ALL_SHEETS
    }
    face = re.compile(r"@font-face ?\{[^}]*\}")
    (sheet,) = (
        path
        for path, text in sheets.items()
        if any("Awesome" in found for found in face.findall(text))
    )
    # Under one name: the theme has an older one as well.
    older = re.compile(r"Font Awesome(\\?) 5 Free")
    for path, text in sheets.items():
        sheets[path] = older.sub(r"Font Awesome\1 6 Free", text)
        if sheets[path] != text:
            path.write_text(sheets[path], encoding="utf-8")
    families = re.findall(r"Font Awesome\\ \d Free", sheets[sheet])
    # The theme and its extensions have icons by their number or character.
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
    app.connect("html-page-context", order_scripts, priority=900)
    app.connect("html-page-context", leave_code_unmarked, priority=900)
    # When the sheets of all extensions are written.
    app.connect("build-finished", leave_out_the_unused, priority=900)
    return {
        "version": "1",
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
