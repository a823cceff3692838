//! The reach of the ink of a token above and below its baseline.

use super::Lengths;
use crate::layout::unit::LayoutUnit;

/// Ascent and descent of the ink of a text; both 0 without any.
pub(super) fn height(text: &str, lengths: &Lengths) -> (LayoutUnit, LayoutUnit) {
    if text.chars().all(is_fence) && !text.is_empty() {
        // Fences are centred on the axis.
        let height = LayoutUnit::from_f32((0.875 * lengths.em).ceil());
        return (height.half() + lengths.axis, height.half() - lengths.axis);
    }
    let mut reach: Option<(f32, f32)> = None;
    for character in text.chars() {
        if matches!(character, '\u{2061}'..='\u{2064}' | '\u{200B}'..='\u{200F}') || character.is_whitespace() {
            continue;
        }
        let (top, bottom) = ink(character);
        let (t, b) = reach.unwrap_or((top, bottom));
        reach = Some((top.max(t), bottom.max(b)));
    }
    let (top, bottom) = reach.unwrap_or_default();
    // Glyphs are hinted: their edges are on whole px.
    (LayoutUnit::from_f32((top * lengths.em).ceil()), LayoutUnit::from_f32((bottom * lengths.em).round()))
}

/// Returns the reach of a glyph above and below the baseline, in em: the outlines of the reference faces.
fn ink(character: char) -> (f32, f32) {
    match character {
        'a' | 'c' | 'e' | 'm' | 'n' | 'o' | 'r' | 's' | 'u' | 'v' | 'w' | 'x' | 'z' | 'α' | 'ε' | 'ι' | 'κ' | 'ν'
        | 'ο' | 'π' | 'σ' | 'τ' | 'υ' | 'ω' | ':' => (0.46, 0.0),
        'g' | 'p' | 'q' | 'y' | 'γ' | 'η' | 'μ' | 'ρ' | 'χ' => (0.46, 0.217),
        'j' | 'Q' | 'β' | 'ζ' | 'ξ' | 'φ' | 'ψ' => (0.68, 0.217),
        '0'..='9' => (0.656, 0.0),
        ';' => (0.46, 0.17),
        ',' => (0.06, 0.17),
        '.' => (0.1, 0.0),
        '=' => (0.465, -0.22),
        '-' => (0.25, -0.19),
        '−' => (0.35, -0.28),
        '+' | '<' | '>' | '×' | '±' | '÷' => (0.55, -0.125),
        '≤' | '≥' | '≠' | '≈' => (0.55, 0.0),
        '←' | '→' | '↔' | '⇒' | '⇐' | '⇔' => (0.43, -0.125),
        '·' | '⋅' => (0.36, -0.25),
        '∈' | '∉' => (0.72, 0.06),
        '∑' | '∏' => (0.68, 0.19),
        '∫' | '∬' | '∮' => (0.75, 0.25),
        't' => (0.58, 0.0),
        _ if is_fence(character) => (0.67, 0.21),
        _ => (0.68, 0.0),
    }
}

fn is_fence(character: char) -> bool {
    matches!(character, '(' | ')' | '[' | ']' | '{' | '}' | '|' | '‖' | '⟨' | '⟩')
}
