//! Shaping: the advance of every character of a run of text in one font.
//!
//! What `HarfBuzz` does for the scripts that the reference faces have: kerning, default ligatures, joining forms, marks
//! without width; and what Chromium adds: font fallback by cluster, letter and word spacing, synthesised small capitals.

use std::rc::Rc;

use super::font::{SizedFace, SizedReference, TextCache, TextFont};
use super::script::{Script, graphemes, is_cjk_punctuation, is_cursive, is_ignorable, is_mark, script, space_width};
use crate::font::{Face, FontMetrics, Joining, ReferenceFace};
use crate::style::computed::FontVariantCaps;

/// Writes the advance in px of every character of `text` to `out` at the character's first byte (0 at the others). `out`
/// is as long as `text` and zeroed. Kerning is added to the left half of a pair; a ligature's advance is its first
/// character's. Returns where other faces than the first of the font's list are used (for `line-height: normal`).
/// `cursive`: the text before is of a script whose letters join; it is updated.
pub(crate) fn shape(
    cache: &mut TextCache,
    font: &TextFont,
    text: &str,
    cursive: &mut bool,
    out: &mut [f32],
) -> Vec<FallbackRun> {
    let fallbacks = if font.caps != FontVariantCaps::Normal {
        shape_caps(cache, font, text, out)
    } else if shape_ascii(font, text, out) {
        Vec::new()
    } else {
        shape_runs(cache, font, text, out)
    };
    add_spacing(font, text, cursive, out);
    fallbacks
}

/// A run of text in another face than the first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FallbackRun {
    /// First byte.
    pub start: usize,
    /// End.
    pub end: usize,
    /// Metrics of that face.
    pub metrics: FontMetrics,
}

/// The fast path: printable ASCII that the first face has. False if the text is anything else.
fn shape_ascii(font: &TextFont, text: &str, out: &mut [f32]) -> bool {
    let bytes = text.as_bytes();
    if !text.is_ascii() || font.upright {
        return false;
    }
    if let Some(file) = font.faces[0].file() {
        // Text in another face than the primary one is a fallback, whose metrics count for the line.
        let complete = font.primary == 0 && font.faces[0].face.covers_ascii(text);
        if complete {
            file.shape(text, &font.features, |at, advance| out[at] += advance);
        }
        return complete;
    }
    let Face::Reference(_) = font.faces[0].face else { return false };
    let Some(face) = font.faces[0].reference() else { return false };
    let mut complete = true;
    for (slot, &b) in out.iter_mut().zip(bytes) {
        let advance = face.ascii_advance(b);
        complete &= !advance.is_nan();
        *slot = advance;
    }
    if !complete {
        out.fill(0.0);
        return false;
    }
    if let Some(kerning) = face.ascii_kerning().filter(|_| font.kerning) {
        for (slot, pair) in out.iter_mut().zip(bytes.windows(2)) {
            *slot += kerning.pair(pair[0], pair[1]);
        }
    }
    if font.ligatures && face.has_ligatures {
        let mut at = 0;
        while at + 1 < bytes.len() {
            let char_at = |i: usize| bytes.get(i).map_or('\0', |b| char::from(*b));
            if matches!(bytes[at], b'f')
                && let Some(ligature) =
                    face.face.ligature([char_at(at), char_at(at + 1), char_at(at + 2), char_at(at + 3)])
            {
                out[at] = face.face.scale_advance(ligature.advance, face.size);
                let end = at + usize::from(ligature.len);
                out[at + 1..end].fill(0.0);
                at = end;
            } else {
                at += 1;
            }
        }
    }
    true
}

/// Adds letter spacing to every cluster and word spacing to every space.
fn add_spacing(font: &TextFont, text: &str, cursive: &mut bool, out: &mut [f32]) {
    let spaced = font.letter_spacing != 0.0 || font.word_spacing != 0.0;
    if text.is_ascii() && !*cursive {
        if spaced {
            for (slot, b) in out.iter_mut().zip(text.bytes()) {
                *slot += font.letter_spacing + if b == b' ' { font.word_spacing } else { 0.0 };
            }
        }
        return;
    }
    if !spaced {
        if let Some(c) = text.chars().rev().find(|c| script(*c) != Script::Common) {
            *cursive = is_cursive(c);
        }
        return;
    }
    // Letters that join are not parted, nor is what goes with their script, save spaces.
    if let Some(c) = text.chars().find(|c| script(*c) != Script::Common).filter(|c| is_cursive(*c)) {
        *cursive = is_cursive(c);
    }
    for (at, grapheme) in graphemes(text) {
        let Some(c) = grapheme.chars().next() else { continue };
        if script(c) != Script::Common {
            *cursive = is_cursive(c);
        }
        let space = matches!(c, ' ' | '\u{A0}');
        if !is_ignorable(c) && (space || !*cursive) {
            out[at] += font.letter_spacing;
        }
        if space {
            out[at] += font.word_spacing;
        }
    }
}

/// Synthesised small capitals: lower-case letters (or all characters) as capitals of a smaller font.
fn shape_caps(cache: &mut TextCache, font: &TextFont, text: &str, out: &mut [f32]) -> Vec<FallbackRun> {
    let mut fallbacks = Vec::new();
    let Some(small) = font.small.clone() else { return fallbacks };
    let is_small = |c: char| match font.caps {
        FontVariantCaps::AllSmallCaps => true,
        _ => c.is_lowercase(),
    };
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|r| !r.is_empty()) {
        let smaller = rest.chars().next().is_some_and(is_small);
        let len = rest.char_indices().find(|(_, c)| is_small(*c) != smaller).map_or(rest.len(), |(i, _)| i);
        let run = rest.get(..len).unwrap_or("");
        let slots = &mut out[start..start + len];
        if smaller {
            let (mut upper, mut origin) = (String::with_capacity(len), Vec::with_capacity(len));
            for (at, c) in run.char_indices() {
                for u in c.to_uppercase() {
                    upper.push(u);
                    origin.resize(upper.len(), at);
                }
            }
            let mut advances = vec![0.0; upper.len()];
            if !shape_ascii(&small, &upper, &mut advances) {
                let runs = shape_runs(cache, &small, &upper, &mut advances);
                let origin_of = |at: usize| origin.get(at).map_or(start + len, |o| start + o);
                fallbacks.extend(runs.iter().map(|r| FallbackRun {
                    start: origin_of(r.start),
                    end: origin_of(r.end),
                    ..*r
                }));
            }
            for (advance, at) in advances.iter().zip(&origin) {
                slots[*at] += advance;
            }
        } else if !shape_ascii(font, run, slots) {
            let runs = shape_runs(cache, font, run, slots);
            fallbacks.extend(runs.iter().map(|r| FallbackRun { start: start + r.start, end: start + r.end, ..*r }));
        }
        start += len;
    }
    fallbacks
}

/// A character with the face that shows it.
#[derive(Debug, Clone, Copy)]
struct Glyph {
    at: usize,
    c: char,
    /// Index into the faces of the run; `None` while no face has it.
    face: Option<u16>,
}

/// Shapes any text, script run by script run.
fn shape_runs(cache: &mut TextCache, font: &TextFont, text: &str, out: &mut [f32]) -> Vec<FallbackRun> {
    let mut glyphs = Vec::with_capacity(text.len());
    glyphs.extend(text.char_indices().map(|(at, c)| Glyph { at, c, face: None }));
    let mut faces: Vec<Rc<SizedFace>> = font.faces.to_vec();
    let mut start = 0;
    while start < glyphs.len() {
        let end = script_run(&glyphs, start);
        shape_run(cache, font, text, &mut glyphs[start..end], &mut faces, out);
        start = end;
    }
    let mut fallbacks: Vec<FallbackRun> = Vec::new();
    let mut previous = None;
    for glyph in &glyphs {
        let face = glyph.face.filter(|f| usize::from(*f) != font.primary);
        if let Some(index) = face {
            let end = glyph.at + glyph.c.len_utf8();
            match fallbacks.last_mut().filter(|_| previous == face) {
                Some(run) => run.end = end,
                None => {
                    let metrics = *faces[usize::from(index)].metrics();
                    fallbacks.push(FallbackRun { start: glyph.at, end, metrics });
                }
            }
        }
        previous = face;
    }
    fallbacks
}

/// The end of the script run that starts at a glyph: common characters join the script before them, or else after.
fn script_run(glyphs: &[Glyph], start: usize) -> usize {
    let mut current = Script::Common;
    for (i, glyph) in glyphs.iter().enumerate().skip(start) {
        let next = script(glyph.c);
        if next == Script::Common || next == current {
            // CJK punctuation cannot go with Latin letters; it begins a run of its own.
            if is_cjk_punctuation(glyph.c)
                && current != Script::Common
                && !matches!(current, Script::Cjk | Script::Hangul)
            {
                return i;
            }
            if current == Script::Common && is_cjk_punctuation(glyph.c) {
                current = Script::Cjk;
            }
            continue;
        }
        if current == Script::Common {
            current = next;
        } else {
            return i;
        }
    }
    glyphs.len()
}

/// Shapes a script run: finds the faces, then positions the runs of each face.
fn shape_run(
    cache: &mut TextCache,
    font: &TextFont,
    text: &str,
    glyphs: &mut [Glyph],
    faces: &mut Vec<Rc<SizedFace>>,
    out: &mut [f32],
) {
    let listed = font.faces.len();
    // Other fonts have other signs at the places of icons.
    for glyph in glyphs.iter_mut().filter(|glyph| font.icon_advance(glyph.c).is_some()) {
        glyph.face = Some(MISSING);
    }
    for (index, face) in faces.iter().enumerate().take(listed) {
        assign(glyphs, face, index);
        if listed > 1 && glyphs.iter().all(|glyph| glyph.face.is_some()) {
            break;
        }
    }
    // What no listed face has is asked of the system: for one missing character after the other, the face that has it takes
    // all that it covers.
    let mut asked: Vec<usize> = Vec::new();
    while let Some(hint) = hint(glyphs) {
        let index = ReferenceFace::fallback(hint, font.italic, font.linear).map(|fallback| {
            let face = Face::Reference(fallback);
            let sized = cache.sized(&face, font.fallback_size(&face));
            faces.iter().position(|f| Rc::ptr_eq(f, &sized)).unwrap_or_else(|| {
                faces.push(sized);
                faces.len() - 1
            })
        });
        match index.filter(|index| !asked.contains(index)) {
            Some(index) => {
                asked.push(index);
                assign(glyphs, &faces[index], index);
            }
            // Nobody has it, or has all of its cluster: so with all such characters at once.
            None => give_up(font, glyphs, &asked, faces),
        }
    }
    let mut start = 0;
    while start < glyphs.len() {
        let face = glyphs[start].face;
        let len = glyphs[start..].iter().position(|g| g.face != face).unwrap_or(glyphs.len() - start);
        let run = &glyphs[start..start + len];
        match face {
            Some(MISSING) | None => {
                for glyph in run.iter().filter(|g| !is_ignorable(g.c)) {
                    // The vowel am is two glyphs, whether there are any or not.
                    let glyphs = if matches!(glyph.c, '\u{E33}' | '\u{EB3}') { 2.0 } else { 1.0 };
                    let advance = font.icon_advance(glyph.c).unwrap_or_else(|| font.primary().notdef_advance());
                    out[glyph.at] = glyphs * advance;
                }
            }
            Some(index) => position(font, &faces[usize::from(index)], text, run, out),
        }
        start += len;
    }
    for glyph in glyphs.iter_mut().filter(|g| g.face == Some(MISSING)) {
        glyph.face = None;
    }
}

/// Stands for the face of characters that no face has.
const MISSING: u16 = u16::MAX;

/// The character to ask the system for: the second missing one if it has a script of its own, else the first.
///
/// Chrome: `FontFallbackIterator` prefers a later character with a definite script, since punctuation is ambiguous.
fn hint(glyphs: &[Glyph]) -> Option<char> {
    let mut missing = glyphs.iter().filter(|g| g.face.is_none() && !is_ignorable(g.c)).map(|g| g.c);
    let first = missing.next()?;
    Some(missing.find(|c| script(*c) != Script::Common).unwrap_or(first))
}

/// Marks the characters that stay without a face after all that could have it were asked; parts of a cluster are shown
/// in the first listed face that has them.
fn give_up(font: &TextFont, glyphs: &mut [Glyph], asked: &[usize], faces: &[Rc<SizedFace>]) {
    for glyph in glyphs.iter_mut().filter(|g| g.face.is_none()) {
        let hopeless = is_ignorable(glyph.c)
            || ReferenceFace::fallback(glyph.c, font.italic, font.linear)
                .is_none_or(|f| asked.iter().any(|index| faces[*index].face == Face::Reference(f)));
        if hopeless {
            let listed = font.faces.iter().position(|f| f.covers(glyph.c));
            glyph.face = Some(listed.and_then(|i| u16::try_from(i).ok()).unwrap_or(MISSING));
        }
    }
}

/// Assigns a face to every cluster without one that it covers completely.
fn assign(glyphs: &mut [Glyph], face: &SizedFace, index: usize) {
    let index = u16::try_from(index).unwrap_or(u16::MAX);
    let mut i = 0;
    while i < glyphs.len() {
        let mut end = i + 1;
        while glyphs.get(end).is_some_and(|g| is_mark(g.c) || g.c == '\u{200D}') {
            end += 1;
        }
        let cluster = &mut glyphs[i..end];
        i = end;
        if cluster[0].face.is_some() {
            continue;
        }
        let has = |c: char| is_ignorable(c) || face.covers(c) || (space_width(c).is_some() && face.may_show(c));
        if cluster.iter().all(|g| has(g.c)) {
            for glyph in cluster {
                glyph.face = Some(index);
            }
        }
    }
}

/// Positions a run of characters of `text` that all are of one face.
fn position(font: &TextFont, face: &SizedFace, text: &str, run: &[Glyph], out: &mut [f32]) {
    if font.upright {
        let advance = face.upright_advance();
        for glyph in run.iter().filter(|glyph| !is_ignorable(glyph.c) && !is_mark(glyph.c)) {
            out[glyph.at] = advance;
        }
        return;
    }
    if let (Some(file), Some(first), Some(last)) = (face.file(), run.first(), run.last()) {
        let end = last.at + last.c.len_utf8();
        let advances = &mut out[first.at..end];
        file.shape(text.get(first.at..end).unwrap_or(""), &font.features, |at, advance| advances[at] += advance);
        return;
    }
    let Some(face) = face.reference() else { return };
    let mut i = 0;
    while i < run.len() {
        let Glyph { at, c, .. } = run[i];
        if is_ignorable(c) {
            i += 1;
            continue;
        }
        if let Some(joining) = face.face.joining(c) {
            let (advance, len) = join(face, run, i, joining);
            out[at] = advance;
            i += len;
            continue;
        }
        if font.ligatures && face.has_ligatures && c.is_alphabetic() {
            let char_at = |k: usize| run.get(k).map_or('\0', |g| g.c);
            if let Some(ligature) = face.face.ligature([c, char_at(i + 1), char_at(i + 2), char_at(i + 3)]) {
                out[at] = face.face.scale_advance(ligature.advance, face.size);
                i += usize::from(ligature.len);
                continue;
            }
        }
        let mut advance = match face.advance(c) {
            Some(advance) => advance,
            None => space_width(c).map_or(0.0, |em| (font.size * em + 0.5).floor()),
        };
        if font.kerning
            && let Some(next) = run.get(i + 1)
        {
            advance += face.kerning(c, next.c);
        }
        out[at] = advance;
        i += 1;
    }
}

/// The advance of a joining letter, and how many characters it stands for (2 for lam-alef, marks between them aside).
fn join(face: &SizedReference, run: &[Glyph], i: usize, joining: Joining) -> (f32, usize) {
    let transparent = |c: char| is_mark(c) || (is_ignorable(c) && !matches!(c, '\u{200C}' | '\u{200D}'));
    let before = run[..i].iter().rev().map(|g| g.c).find(|c| !transparent(*c));
    let after = run[i + 1..].iter().map(|g| g.c).find(|c| !transparent(*c));
    let joins_next =
        |c: char| matches!(c, '\u{640}' | '\u{200D}') || face.face.joining(c).is_some_and(|j| j.initial.is_some());
    let joins_previous =
        |c: char| matches!(c, '\u{640}' | '\u{200D}') || face.face.joining(c).is_some_and(|j| j.terminal.is_some());
    let joined = before.is_some_and(joins_next) && joining.terminal.is_some();
    let joining_next = after.is_some_and(joins_previous) && joining.initial.is_some();
    if let Some(next) = run.get(i + 1)
        && joining_next
        && let Some(ligature) = face.face.ligature([run[i].c, next.c, '\0', '\0'])
    {
        let units = if joined { ligature.joined } else { ligature.advance };
        return (face.face.scale_advance(units, face.size), usize::from(ligature.len));
    }
    let units = match (joined, joining_next) {
        (true, true) => joining.medial,
        (true, false) => joining.terminal,
        (false, true) => joining.initial,
        (false, false) => None,
    };
    (face.face.scale_advance(units.unwrap_or(joining.isolated), face.size), 1)
}
