"""Sphinx extension: the demos live in built pages, without kernel or network.

It writes classic scripts into ``_static``, one with what the demos share and
the host that mounts them, and one for each demo; and one style sheet. A page
loads those of its own demos. Modules as files would not do: a page that is
opened from a file may not import one.

Links to a state of a demo, ``#demo=slug:state``, stay as they are written; it
is said where one leads nowhere.
"""

import re
import sys
from pathlib import Path

from aucc_teach import demos
from aucc_teach.demos._base import state_in
from aucc_teach.exercises import Exercise
from aucc_teach.exercises.widget import MODULE, OF_KIND
from aucc_teach.join_scripts import joined
from aucc_teach.page_widget import SHARED, SHEETS, STATIC
from docutils import nodes
from drawn_demos import with_stills
from parallel_writing import IN_PARALLEL
from sphinx import addnodes
from sphinx.util import logging

# The studies of the API page are in `book`.
sys.path.append(str(Path(__file__).resolve().parents[1]))

__all__ = ["scripts", "setup", "sheets"]

HOST = "aucc-demos.js"
ANSWERS = "aucc-answers.js"
FIRST = 100


def scripts():
    """Texts of the scripts, by name: of the host, then one for each demo."""
    host = (STATIC / "static_page.js").read_text(encoding="utf-8")
    shared = f"const modules = {{}};\n{joined(*SHARED)}"
    # Pages without demos save and load answers, too.
    answers = f"const modules = {{}};\n{joined('exercises/static/answers.js')}"
    found = {HOST: _alone(f"{shared}{host}"), ANSWERS: _alone(answers)}
    for cls in (*_demos().values(), Exercise):
        (path, *_) = cls.modules()
        view = f'auccDemos.views["{cls.slug}"] = modules["{path}"];\n'
        found[script_of(cls.slug)] = _part(
            f"{joined(path, without=SHARED)}{view}"
        )
    for kind, path in OF_KIND.items():
        own = joined(path, without=(*SHARED, MODULE))
        found[script_of(Exercise.slug, kind)] = _part(own)
    return found


def sheets():
    """Texts of the style sheets, by name: of all, then one for each demo."""
    return {sheet_of(slug): text for slug, text in SHEETS.items()}


def sheet_of(slug):
    """Name the style sheet of a demo, or the one of all."""
    return f"aucc-demo-{slug}.css" if slug else "aucc-demos.css"


def _alone(text):
    """Keep the names of a script to itself."""
    return f'(() => {{\n"use strict";\n{slim(text)}}})();\n'


def _part(text):
    """Give modules to those that run already, and say that they are there."""
    ran = "auccDemos.ran(document.currentScript);\n"
    return _alone(f"const {{ modules }} = auccDemos;\n{text}{ran}")


def slim(module):
    """Cut comments that begin a line, and indentation: a third less to fetch.

    Minifiers that come without Node take what is nested in a template for
    code. Here no template spans lines.
    """
    comment = r"^[ \t]*(/\*[\s\S]*?\*/[ \t]*|//.*)?\n|^[ \t]+"
    return re.sub(comment, "", module, flags=re.MULTILINE)


def _demos():
    classes = (getattr(demos, name) for name in demos.__all__)
    return {cls.slug: cls for cls in classes if cls is not demos.Demo}


def script_of(slug, kind=""):
    """Name the script of a demo, or of a kind of questions of the exercises."""
    return f"aucc-demo-{slug}{kind and '-'}{kind}.js"


def write_files(app):
    """Write scripts and style sheet where Sphinx finds them."""
    folder = Path(app.doctreedir) / "aucc-demos"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {**scripts(), **sheets()}.items():
        (folder / name).write_text(text, encoding="utf-8")
    app.config.html_static_path.append(str(folder))


def keep_links(app, doctree):
    """Take links to a state of a demo from MyST, which would look for a target.

    Called by Sphinx.
    """
    for link in list(doctree.findall(addnodes.pending_xref)):
        target = link.get("reftarget", "")
        if link.get("reftype") == "myst" and target.startswith("demo="):
            try:
                slug, state = state_in(f"#{target}")
                _demos()[slug]()._set_together(**state)
            except (KeyError, TypeError, ValueError) as error:
                logging.getLogger(__name__).warning(
                    "the link #%s leads to no state: %r",
                    target,
                    error,
                    location=link,
                )
            link.replace_self(
                nodes.reference(
                    "", "", *link.children, internal=True, refuri=f"#{target}"
                )
            )


def load_demos(app, page, template, context, doctree):
    """Put on a page what its demos need; called by Sphinx."""
    body = context["body"] = with_stills(context.get("body", ""))
    # Only elements count: the API page shows the same text as an example.
    slugs = sorted(set(re.findall(r'<div[^<>]* data-demo="([a-z-]+)"', body)))
    for slug in sorted(
        set(re.findall(r'href="#demo=([a-z-]+):', body)) - set(slugs)
    ):
        logging.getLogger(__name__).warning(
            "a link leads to the demo %s, which is not on this page",
            slug,
            location=page,
        )
    if slugs:
        for slug in ("", *slugs):
            if slug in SHEETS:
                app.add_css_file(sheet_of(slug))
        kinds = [kind for kind in OF_KIND if f'"kind":"{kind}"' in body]
        for name in (
            HOST,
            *map(script_of, slugs),
            *(script_of(Exercise.slug, kind) for kind in kinds),
        ):
            # They run before all others, which are deferred, too.
            app.add_js_file(name, priority=FIRST, loading_method="defer")


def setup(app):
    """Set the extension up; called by Sphinx."""
    app.connect("builder-inited", write_files)
    app.connect("doctree-read", keep_links)
    app.connect("html-page-context", load_demos)
    return IN_PARALLEL
