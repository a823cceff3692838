#!/usr/bin/env python3
"""Makes the fonts of the tests, whose glyphs are boxes: corpus/cases/layout/web-fonts_files/*.

usage: pip install fonttools==4.* brotli && scripts/make_test_fonts.py

test.ttf, test.woff, test.woff2: letters of different widths, a kerned pair (A V), a ligature of six letters (`search`),
small capitals; no hints. variable.ttf: the same letters, wider along `wght`.
"""
import pathlib

from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools import varLib

OUT = pathlib.Path(__file__).parent.parent / "corpus/cases/layout/web-fonts_files"
LETTERS = [*"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,"]
FEATURES = """
languagesystem DFLT dflt;
languagesystem latn dflt;
feature liga { sub s e a r c h by search; } liga;
feature smcp { sub a by A.small; sub b by B.small; } smcp;
feature tnum { sub one by one.tab; } tnum;
feature kern { pos A V -130; pos V A -130; } kern;
"""


def name(letter):
    return {"0": "zero", "1": "one", ".": "period", ",": "comma"}.get(letter, letter if letter.isalpha() else f"digit{letter}")


def box(width, height):
    pen = TTGlyphPen(None)
    left, right = 60, max(width - 60, 120)
    for x0, x1 in ((left, left + 80), (right - 80, right)):
        pen.moveTo((x0, 0)), pen.lineTo((x0, height)), pen.lineTo((x1, height)), pen.lineTo((x1, 0)), pen.closePath()
    return pen.glyph()


def build(wider=0):
    widths = {".notdef": 500, "space": 250}
    for i, letter in enumerate(LETTERS):
        widths[name(letter)] = 300 + (i * 67) % 400 + wider
    widths |= {"search": 1000, "A.small": 480, "B.small": 520, "one.tab": 600}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(widths))
    builder.setupCharacterMap({32: "space"} | {ord(letter): name(letter) for letter in LETTERS})
    height = lambda glyph: 700 if glyph[0].isupper() else 500
    builder.setupGlyf({g: TTGlyphPen(None).glyph() if g == "space" else box(w, height(g)) for g, w in widths.items()})
    builder.setupHorizontalMetrics({g: (w, 0 if g == "space" else 60) for g, w in widths.items()})
    builder.setupHorizontalHeader(ascent=930, descent=-310, lineGap=60)
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sTypoLineGap=0, usWinAscent=930, usWinDescent=310,
                     sxHeight=500, sCapHeight=700, xAvgCharWidth=480)
    builder.setupNameTable({"familyName": "Stillpage Test", "styleName": "Regular"})
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    return builder.font


def save(font, path, flavor=None):
    font.flavor = flavor
    font.recalcTimestamp = False
    font.save(path)


def main():
    OUT.mkdir(exist_ok=True)
    font = build()
    addOpenTypeFeaturesFromString(font, FEATURES)
    save(font, OUT / "test.ttf")
    save(font, OUT / "test.woff", "woff")
    save(font, OUT / "test.woff2", "woff2")
    space = DesignSpaceDocument()
    space.addAxis(AxisDescriptor(tag="wght", name="Weight", minimum=100, default=400, maximum=900))
    for weight, wider in ((400, 0), (100, -100), (900, 200)):
        space.addSource(SourceDescriptor(location={"Weight": weight}, font=build(wider)))
    variable, _, _ = varLib.build(space)
    save(variable, OUT / "variable.ttf")


if __name__ == "__main__":
    main()
