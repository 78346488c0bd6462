"""Pictures of the demos for pages whose script has not run, or never will.

The demo's own view draws them in QuickJS, on the DOM of ``pretended_dom.js``.
So a picture is as tall as its demo, and nothing moves when the demo starts.
"""

import functools
import re
from pathlib import Path

import quickjs
from aucc_teach.join_scripts import joined

__all__ = ["drawn", "with_stills"]

PAPER = Path(__file__).with_name("pretended_dom.js")
HOST = re.compile(
    r'(<div class="demo-host" data-demo="([a-z-]+)"[^<>]*>'
    r'<script type="application/json">([^<]*)</script>)'
    r'<div class="demo demo-still demo-words">.*?'
    r'<div class="demo-tools"></div></div>',
    re.DOTALL,
)
NOTE = '<p class="demo-note">You can use this demo where JavaScript runs.</p>'


def with_stills(html):
    """Draw each demo in the place of what stands in for it."""
    return HOST.sub(_still, html)


def _still(host):
    kind = f"demo demo-still demo-{host[2]}"
    return f'{host[1]}<div class="{kind}">{drawn(host[2], host[3])}{NOTE}</div>'


@functools.cache
def drawn(slug, state, kept="null"):
    """Draw a demo in a state, or where it was left; both are JSON texts."""
    return _page_of(slug).eval(f"draw(view.render, {state}, {kept})")


@functools.cache
def _page_of(slug):
    page = quickjs.Context()
    page.set_max_stack_size(2**23)
    page.eval(PAPER.read_text(encoding="utf-8"))
    path = f"demos/static/{slug.replace('-', '_')}/view.js"
    page.eval(f"const modules = {{}};\n{joined(path)}")
    page.eval(f'const view = modules["{path}"];')
    return page
