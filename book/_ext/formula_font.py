"""The font of formulas: the characters that they use of STIX Two Math.

Some measures of the font are changed, so that formulas look alike in Chromium,
Firefox and WebKit, and in a line of text.
"""

import io
import logging
from importlib.util import find_spec
from pathlib import Path

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

# It logs each table that it cuts, in the middle of the build's own messages.
logging.getLogger("fontTools").setLevel(logging.WARNING)

# In thousandths of an em. The font sets fractions and indices too close to each
# other, or too far from the line.
_CONSTANTS = {
    "SubscriptBaselineDropMin": -60,
    "SuperscriptBaselineDropMax": 400,
    "FractionNumeratorShiftUp": 440,
    "FractionDenominatorShiftDown": 400,
    "FractionNumeratorGapMin": 110,
    "FractionDenominatorGapMin": 110,
    "FractionNumDisplayStyleGapMin": 170,
    "FractionDenomDisplayStyleGapMin": 170,
}
# No formula needs larger signs: the highest brackets enclose two fractions.
_HIGHEST = 2700
# Chromium gives a sign the width of its widest form, whichever it draws, so
# others are at most this much wider than the first; a slash needs its slope.
_WIDER = {"uni221A": 1, "slash": 2.2}
_ELSE_WIDER = 1.2
# The second root would reach below its line, so each is scaled to this height.
_ROOT, _LOWER = "uni221A", 0.8
# A speck below the bar keeps it from touching the letter.
_BAR, _SPECK = "uni203E", ((0, 730), (1, 730), (0, 731))


def font_of(letters):
    """Font with these characters alone, as WOFF."""
    folder = Path(find_spec("ziamath").origin).parent / "fonts"
    font = TTFont(folder / "STIXTwoMath-Regular.ttf", recalcTimestamp=False)
    maths = font["MATH"].table
    for name, value in _CONSTANTS.items():
        getattr(maths.MathConstants, name).Value = value
    variants = maths.MathVariants
    signs = variants.VertGlyphCoverage.glyphs
    for name, sizes in zip(signs, variants.VertGlyphConstruction, strict=True):
        _resize(font, name, sizes)
    pen = TTGlyphPen(None)
    font["glyf"][_BAR].draw(pen, font["glyf"])
    pen.moveTo(_SPECK[0])
    for place in _SPECK[1:]:
        pen.lineTo(place)
    pen.closePath()
    font["glyf"][_BAR] = pen.glyph()
    for table in font["cmap"].tables:
        # Engines raise a prime, so it is replaced by one that isn't raised yet.
        table.cmap |= {0x2032: "minute.ssty"} if 0x2032 in table.cmap else {}
    options = subset.Options(
        layout_features=[], hinting=False, name_IDs=[0, 13, 14]
    )
    subsetter = subset.Subsetter(options)
    # The sign of a root occurs in no formula as a letter, but as an element.
    subsetter.populate(unicodes=map(ord, {*letters, "\N{SQUARE ROOT}"}))
    subsetter.subset(font)
    font.flavor = "woff"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def _resize(font, name, sizes):
    """Limit how high and wide a sign gets."""
    first, *larger = sizes.MathGlyphVariantRecord
    widest = font["hmtx"][name][0] * _WIDER.get(name, _ELSE_WIDER)
    lower = _LOWER if name == _ROOT else 1
    for one in larger:
        one.AdvanceMeasurement = round(one.AdvanceMeasurement * lower)
    larger = [one for one in larger if one.AdvanceMeasurement <= _HIGHEST]
    sizes.MathGlyphVariantRecord = [first, *larger]
    sizes.VariantCount = len(larger) + 1
    sizes.GlyphAssembly = None
    for one in larger:
        width, left = font["hmtx"][one.VariantGlyph]
        glyph = font["glyf"][one.VariantGlyph]
        narrower = min(1, widest / width)
        if not glyph.isComposite():
            glyph.coordinates.scale((narrower, lower))
            glyph.recalcBounds(font["glyf"])
            measures = round(width * narrower), round(left * narrower)
            font["hmtx"][one.VariantGlyph] = measures
