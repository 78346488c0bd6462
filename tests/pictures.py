"""Pictures in book/back/pictures, which show on the page for instructors what students see today.

Where a page was changed on purpose, `AUCC_TEACH_RENEW_GOLDEN=1 python -m pytest -m "" FILE` takes its picture anew.
"""

import io
import os

import numpy as np
from conftest import ROOT
from PIL import Image

PICTURES = ROOT / "book" / "back" / "pictures"


def open_window(browser):
    """Open an empty page that is as wide as the pictures, with enough pixels for small print."""
    return browser.new_page(viewport={"width": 780, "height": 1000}, device_scale_factor=1.5)


def assert_pictured(name, shot):
    """Compare a screenshot with the stored picture, or store it where the environment asks for it."""
    path = PICTURES / f"{name}.webp"
    new = Image.open(io.BytesIO(shot)).convert("RGB")
    if os.environ.get("AUCC_TEACH_RENEW_GOLDEN"):
        new.save(path, quality=80)
    old = Image.open(path).convert("RGB")
    # Letters lie a little differently with other versions of a browser and its fonts.
    assert np.allclose(new.size, old.size, rtol=0.06)
    small = [np.asarray(one.resize((40, 40)), float) for one in (new, old)]
    assert np.abs(small[0] - small[1]).mean() < 6
