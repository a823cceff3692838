#!/usr/bin/env python3
"""Makes crates/stillpage-dom/src/font/tables.bin: the metrics of the reference faces (DESIGN.md), without their outlines.

usage: make_font_tables.py [--fonts /usr/share/fonts/truetype] OUT.bin      (needs fontTools; the build does not run it)

Debian packages: fonts-liberation, fonts-wqy-microhei, fonts-dejavu-core, fonts-dejavu-extra. All numbers are little
endian and in font units. The file is `u16 count`, `count` offsets (u32), then a blob for each face, in the order of
FACES, which crates/stillpage-dom/src/font/face.rs repeats:

  header (30 bytes)
    u16 units per em, ascent, descent, line gap (of hhea, as FreeType uses them)
    u16 x-height, cap height (of OS/2, or of the glyphs x and H), advance of .notdef
    u8  flags: 1 the heights are those of glyphs, 2 the glyph x has instructions, 4 sizes are rounded to whole ppem
    u8  number of ligatures
    u16 number of ranges, values, joining forms, kerned characters beyond DIRECT
    u8  left kerning classes, right kerning classes (0: no kerning)
    u16 average advance (xAvgCharWidth of OS/2), width of the box around all glyphs (xMax less xMin of head)
  ranges: u32 first character (top bit: one advance for all), u16 length, u16 advance or index into the values
  values: u16 advances, 0xFFFF where a character is missing
  joining forms: u32 character, u16 advances isolated, initial, medial, final (0xFFFF: no such form)
  ligatures: 4 x u32 characters (0: none), u16 advance, u16 advance where it joins the character before
  kerning: u8 left class and u8 right class of characters below DIRECT, then u32 character, u8, u8 of others;
    i16 matrix [left][right] (class 0 has no row and no column)
"""
import argparse
import struct
import unicodedata

from fontTools.ttLib import TTFont

DIRECT = 0x250
FACES = [
    "liberation/LiberationSans-Regular.ttf", "liberation/LiberationSans-Bold.ttf",
    "liberation/LiberationSans-Italic.ttf", "liberation/LiberationSans-BoldItalic.ttf",
    "liberation/LiberationSerif-Regular.ttf", "liberation/LiberationSerif-Bold.ttf",
    "liberation/LiberationSerif-Italic.ttf", "liberation/LiberationSerif-BoldItalic.ttf",
    "liberation/LiberationMono-Regular.ttf", "liberation/LiberationMono-Bold.ttf",
    "liberation/LiberationMono-Italic.ttf", "liberation/LiberationMono-BoldItalic.ttf",
    "liberation/LiberationSansNarrow-Regular.ttf", "liberation/LiberationSansNarrow-Bold.ttf",
    "liberation/LiberationSansNarrow-Italic.ttf", "liberation/LiberationSansNarrow-BoldItalic.ttf",
    "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf",
    "dejavu/DejaVuSans-Oblique.ttf", "dejavu/DejaVuSans-BoldOblique.ttf",
    "dejavu/DejaVuSans-ExtraLight.ttf",
    "dejavu/DejaVuSansCondensed.ttf", "dejavu/DejaVuSansCondensed-Bold.ttf",
    "dejavu/DejaVuSansCondensed-Oblique.ttf", "dejavu/DejaVuSansCondensed-BoldOblique.ttf",
    "dejavu/DejaVuSansMono.ttf", "dejavu/DejaVuSansMono-Bold.ttf",
    "dejavu/DejaVuSansMono-Oblique.ttf", "dejavu/DejaVuSansMono-BoldOblique.ttf",
    "dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSerif-Bold.ttf",
    "dejavu/DejaVuSerif-Italic.ttf", "dejavu/DejaVuSerif-BoldItalic.ttf",
    "dejavu/DejaVuSerifCondensed.ttf", "dejavu/DejaVuSerifCondensed-Bold.ttf",
    "dejavu/DejaVuSerifCondensed-Italic.ttf", "dejavu/DejaVuSerifCondensed-BoldItalic.ttf",
    "wqy/wqy-microhei.ttc:0", "wqy/wqy-microhei.ttc:1",
]
MISSING = 0xFFFF


def lookups(table, tag, scripts):
    """Indices of the lookups of a feature in the first of the scripts that the table has, in lookup order."""
    if not table or not table.ScriptList:
        return []
    records = {s.ScriptTag: s.Script for s in table.ScriptList.ScriptRecord}
    for script in scripts:
        if script in records and records[script].DefaultLangSys:
            found = []
            for i in records[script].DefaultLangSys.FeatureIndex:
                record = table.FeatureList.FeatureRecord[i]
                if record.FeatureTag == tag:
                    found += record.Feature.LookupListIndex
            return sorted(set(found))
    return []


def subtables(table, index):
    return [getattr(s, "ExtSubTable", s) for s in table.LookupList.Lookup[index].SubTable]


def single(table, tag, scripts):
    """glyph -> glyph of a feature made of single substitutions."""
    mapping = {}
    for index in lookups(table, tag, scripts):
        for sub in subtables(table, index):
            if hasattr(sub, "mapping"):
                for a, b in sub.mapping.items():
                    mapping.setdefault(a, b)
    return mapping


def ligatures(table, tag, scripts):
    """[(components, ligature glyph)] of a feature, longest match first as the font orders them."""
    found = []
    for index in lookups(table, tag, scripts):
        for sub in subtables(table, index):
            for first, entries in getattr(sub, "ligatures", {}).items():
                found += [((first, *e.Component), e.LigGlyph) for e in entries]
    return found


def pair_value(sub, left, right):
    """The kerning of one PairPos subtable; None if it does not apply to the pair (the next subtable is tried)."""
    if left not in sub.cover:
        return None
    if sub.Format == 1:
        record = sub.pairs[left].get(right)
        return record
    cell = sub.Class1Record[sub.ClassDef1.classDefs.get(left, 0)].Class2Record[sub.ClassDef2.classDefs.get(right, 0)]
    return cell.Value1.XAdvance if cell.Value1 and hasattr(cell.Value1, "XAdvance") else 0


def kerning(font, chars, glyph_of):
    """(left class by char, right class by char, matrix without row and column 0)"""
    gpos = font["GPOS"].table if "GPOS" in font else None
    indices = lookups(gpos, "kern", ["latn", "DFLT"])
    lists = []
    for index in indices:
        subs = [s for s in subtables(gpos, index) if type(s).__name__ == "PairPos"]
        for s in subs:
            s.cover = set(s.Coverage.glyphs)
            if s.Format == 1:
                s.pairs = {}
                for glyph, pair_set in zip(s.Coverage.glyphs, s.PairSet):
                    s.pairs[glyph] = {p.SecondGlyph: (p.Value1.XAdvance if p.Value1 else 0) for p in pair_set.PairValueRecord}
        lists.append(subs)
    lefts = sorted({g for subs in lists for s in subs for g in s.cover})
    if not lefts:
        return {}, {}, []
    rights = set()
    for subs in lists:
        for s in subs:
            if s.Format == 1:
                rights |= {r for row in s.pairs.values() for r in row}
            else:
                rights |= set(s.ClassDef2.classDefs)
    used = {glyph_of[c] for c in chars}
    lefts = [g for g in lefts if g in used]
    rights = sorted(g for g in rights if g in used)

    def value(left, right):
        total = 0
        for subs in lists:
            for s in subs:
                v = pair_value(s, left, right)
                if v is not None:
                    total += v
                    break
        return total

    # Equal rows are one class, equal columns are one class.
    rows = {g: tuple(value(g, r) for r in rights) for g in lefts}
    lefts = [g for g in lefts if any(rows[g])]
    row_class = {}
    for g in lefts:
        row_class.setdefault(rows[g], len(row_class) + 1)
    columns = {r: tuple(row[i] for row in row_class) for i, r in enumerate(rights)}
    column_class = {}
    for r in rights:
        if any(columns[r]):
            column_class.setdefault(columns[r], len(column_class) + 1)
    matrix = [[column[i] for column in column_class] for i in range(len(row_class))]
    left_of = {c: row_class[rows[glyph_of[c]]] for c in chars if glyph_of[c] in rows and any(rows[glyph_of[c]])}
    right_of = {c: column_class[columns[glyph_of[c]]] for c in chars if glyph_of[c] in columns and any(columns[glyph_of[c]])}
    assert len(row_class) < 256 and len(column_class) < 256
    return left_of, right_of, matrix


def glyph_top(font, cmap, char):
    glyph = font["glyf"][cmap[ord(char)]]
    return glyph.yMax


def face_blob(path):
    path, _, number = path.partition(":")
    font = TTFont(path, fontNumber=int(number or 0))
    cmap = font.getBestCmap()
    metrics = font["hmtx"].metrics
    gsub = font["GSUB"].table if "GSUB" in font else None
    classes = font["GDEF"].table.GlyphClassDef if "GDEF" in font else None

    def advance(char, glyph):
        # HarfBuzz takes the advance of marks away: by GDEF, or by Unicode without one.
        mark = classes.classDefs.get(glyph) == 3 if classes else unicodedata.category(chr(char)) == "Mn"
        return 0 if mark else metrics[glyph][0]

    chars = {c: advance(c, g) for c, g in cmap.items()}
    # What HarfBuzz composes from parts where the font lacks the character.
    for c in list(range(0xC0, 0x3000)) + list(range(0xF900, 0xFB50)):
        if c in chars or unicodedata.category(chr(c)) == "Cn":
            continue
        parts = [ord(p) for p in unicodedata.normalize("NFD", chr(c))]
        if parts != [c] and all(p in chars for p in parts):
            chars[c] = sum(chars[p] for p in parts)
    for missing, like in ((0xA0, 0x20), (0x2010, 0x2D), (0x2011, 0x2010), (0x2011, 0x2D)):
        if missing not in chars and like in chars:
            chars[missing] = chars[like]
    for control in [*range(0x20), 0x7F]:
        chars.pop(control, None)

    # Ranges: runs of at least 8 equal advances are one number; gaps below 4 are filled with MISSING.
    ranges, values, points, i = [], [], sorted(chars), 0
    segments = []
    while i < len(points):
        j = i
        while j + 1 < len(points) and points[j + 1] - points[j] <= 4:
            j += 1
        first, last = points[i], points[j]
        segments.append((first, [chars.get(c, MISSING) for c in range(first, last + 1)]))
        i = j + 1
    for first, advances in segments:
        k, start = 0, 0
        while k <= len(advances):
            run = k
            while run < len(advances) and advances[run] == advances[k]:
                run += 1
            long_run = run - k >= 8
            if k == len(advances) or long_run:
                if k > start:
                    ranges.append((first + start, k - start, len(values), False))
                    values += advances[start:k]
                if k == len(advances):
                    break
                if advances[k] != MISSING:
                    ranges.append((first + k, run - k, advances[k], True))
                start = k = run
            else:
                k = run
    # Joining scripts.
    reverse = {}
    for c, g in cmap.items():
        reverse.setdefault(g, c)
    forms = []
    # The shaper applies isol, fina, medi, init in that order, each to the nominal glyph.
    features = [single(gsub, tag, ["arab"]) for tag in ("isol", "init", "medi", "fina")]
    for c in sorted(cmap):
        g = cmap[c]
        if any(g in f for f in features[1:]):
            isolated = features[0].get(g, g)
            forms.append((c, [metrics[isolated][0]] + [metrics[f[g]][0] if g in f else MISSING for f in features[1:]]))
    ligas = []
    for components, glyph in ligatures(gsub, "liga", ["latn"]):
        if all(p in reverse for p in components) and len(components) <= 4:
            ligas.append(([reverse[p] for p in components], metrics[glyph][0], MISSING))
    # Lam with alef: by the forms the joining gives them.
    joined = {}
    initial, medial, final = ({g: c for c, g in ((reverse[a], b) for a, b in f.items() if a in reverse)} for f in features[1:])
    for components, glyph in ligatures(gsub, "rlig", ["arab"]) + ligatures(gsub, "liga", ["arab"]):
        if len(components) == 2 and components[1] in final:
            if components[0] in initial:
                joined.setdefault((initial[components[0]], final[components[1]]), [MISSING, MISSING])[0] = metrics[glyph][0]
            elif components[0] in medial:
                joined.setdefault((medial[components[0]], final[components[1]]), [MISSING, MISSING])[1] = metrics[glyph][0]
    ligas += [(list(pair), a, b) for pair, (a, b) in sorted(joined.items()) if a != MISSING and b != MISSING]

    left_of, right_of, matrix = kerning(font, [c for c in sorted(cmap) if c in chars], cmap)
    far = sorted(c for c in set(left_of) | set(right_of) if c >= DIRECT)

    os2, hhea, head = font["OS/2"], font["hhea"], font["head"]
    x_height, cap_height = getattr(os2, "sxHeight", 0), getattr(os2, "sCapHeight", 0)
    flags = 0
    if not x_height:
        flags |= 1
        x_height, cap_height = glyph_top(font, cmap, "x"), glyph_top(font, cmap, "H")
    if getattr(font["glyf"][cmap[ord("x")]], "program", None):
        flags |= 2
    if head.flags & 8:
        flags |= 4
    blob = struct.pack(
        "<7H2B4H2B2H", head.unitsPerEm, hhea.ascent, -hhea.descent, hhea.lineGap, x_height, cap_height,
        metrics[".notdef"][0] if ".notdef" in metrics else metrics[font.getGlyphOrder()[0]][0], flags, len(ligas),
        len(ranges), len(values), len(forms), len(far), len(matrix), len(matrix[0]) if matrix else 0,
        os2.xAvgCharWidth, head.xMax - head.xMin)
    assert len(values) < 0x10000 and len(blob) == 30
    for first, length, value, constant in ranges:
        blob += struct.pack("<IHH", first | (0x80000000 if constant else 0), length, value)
    blob += struct.pack(f"<{len(values)}H", *values)
    for c, advances in forms:
        blob += struct.pack("<I4H", c, *advances)
    for components, a, b in ligas:
        blob += struct.pack("<4I2H", *(components + [0] * (4 - len(components))), a, b)
    if matrix:
        blob += bytes(left_of.get(c, 0) for c in range(DIRECT)) + bytes(right_of.get(c, 0) for c in range(DIRECT))
        for c in far:
            blob += struct.pack("<I2B", c, left_of.get(c, 0), right_of.get(c, 0))
        for row in matrix:
            blob += struct.pack(f"<{len(row)}h", *row)
    print(path.rsplit("/", 1)[-1], len(chars), "chars", len(ranges), "ranges", len(values), "values", len(forms), "forms",
          len(ligas), "ligatures", len(matrix), "x", len(matrix[0]) if matrix else 0, "kerning;", len(blob), "bytes")
    return blob


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fonts", default="/usr/share/fonts/truetype")
    parser.add_argument("out")
    options = parser.parse_args()
    blobs = [face_blob(f"{options.fonts}/{name}") for name in FACES]
    offset, offsets = 2 + 4 * len(blobs), []
    for blob in blobs:
        offsets.append(offset)
        offset += len(blob)
    with open(options.out, "wb") as out:
        out.write(struct.pack(f"<H{len(blobs)}I", len(blobs), *offsets) + b"".join(blobs))
    print(offset, "bytes")


main()
