"""Pictures for e-readers, which lack the style sheets: the demos in their first state, and a cover."""

import io
import tempfile
from pathlib import Path

from chromium import chromium
from marked_text import environment
from PIL import Image

__all__ = ["pictures"]

_COLOURS = 64  # a picture has at most fifteen colours, and shades at the edges of letters


def pictures(sheets, stills, cover):
    """Draw the stills of demos, as in the built book, and the cover; returns PNG files as bytes.

    Parameters
    ----------
    sheets : list of str
        Addresses of the style sheets of the stills.
    stills : list of str
        HTML of each still.
    cover : str
        HTML of the cover.

    Returns
    -------
    (list of bytes, bytes)
        The pictures of the stills, and that of the cover.
    """
    page_of_stills = environment().get_template("demo_pictures.html").render(sheets=sheets, stills=stills)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        # Without scripts, a built page shows the stills of its demos.
        context = browser.new_context(java_script_enabled=False, device_scale_factor=2)
        page = context.new_page()
        page.emulate_media(media="print")
        _open(page, page_of_stills, Path(folder, "demo_pictures.html"))
        shown = page.locator(".still")
        drawn = [_small(shown.nth(i).screenshot()) for i in range(len(stills))]
        page.set_viewport_size({"width": 600, "height": 900})
        _open(page, cover, Path(folder, "cover.html"))
        return drawn, _small(page.screenshot())


def _open(page, html, path):
    path.write_text(html, encoding="utf-8")
    page.goto(path.as_uri())


def _small(png):
    """Reduce a picture to few colours."""
    written = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(_COLOURS).save(written, "PNG", optimize=True)
    return written.getvalue()
