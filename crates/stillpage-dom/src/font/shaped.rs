//! Glyphs of text whose characters are not drawn one by one: ligatures, joined letters, marks.

use harfrust::{Buffer, ShapeOptions, ShaperFont};
use skrifa::{Font, GlyphId};

/// A glyph of a shaped text.
#[derive(Debug, Clone, Copy)]
pub struct ShapedGlyph {
    /// Its number in the font.
    pub glyph: GlyphId,
    /// The byte of the text at which its cluster begins.
    pub cluster: usize,
    /// Its advance in em.
    pub advance: f32,
    /// Its place from where it would be by advances alone, in em, y upwards.
    pub offset: (f32, f32),
}

/// Returns a text in glyphs from left to right; `None` where the shaper fails.
#[must_use]
pub fn shaped_glyphs(font: &Font, text: &str) -> Option<Vec<ShapedGlyph>> {
    let mut buffer = Buffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    harfrust::shape(&ShaperFont::new(font), &mut buffer, ShapeOptions::new()).ok()?;
    let em = f32::from(font.units_per_em()).max(1.0);
    let glyphs = buffer.glyph_infos().iter().zip(buffer.glyph_positions()).map(|(glyph, position)| ShapedGlyph {
        glyph: GlyphId::from(glyph.glyph_id),
        cluster: glyph.cluster as usize,
        advance: position.x_advance as f32 / em,
        offset: (position.x_offset as f32 / em, position.y_offset as f32 / em),
    });
    buffer.allocation_successful().then(|| glyphs.collect())
}

/// True for a character of a script whose letters change with their neighbours, or that stands over another one.
#[must_use]
pub fn depends_on_neighbours(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{600}'..='\u{8ff}' | '\u{900}'..='\u{e7f}'
        | '\u{e80}'..='\u{10ff}' | '\u{1780}'..='\u{17ff}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{200d}' | '\u{20d0}'..='\u{20ff}' | '\u{a8e0}'..='\u{a9ff}' | '\u{aa60}'..='\u{abff}' | '\u{fe0f}')
}
