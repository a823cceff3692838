//! Comparing styles that many elements share.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ComputedStyle;

/// A cache of comparisons of styles, each made once for all elements that share them. The styles have to outlive it.
#[derive(Debug, Default)]
pub struct EqualStyles {
    known: FxHashMap<(*const ComputedStyle, *const ComputedStyle), bool>,
    /// True for styles that count as equal though they are not.
    are_alike: Option<fn(&ComputedStyle, &ComputedStyle) -> bool>,
}

impl EqualStyles {
    /// Compares but what is only painted, or asked for by name.
    pub fn of_boxes() -> Self {
        Self { are_alike: Some(have_equal_boxes), ..Self::default() }
    }

    /// Compares but the colours of backgrounds.
    pub fn but_backgrounds() -> Self {
        Self { are_alike: Some(differ_in_background_alone), ..Self::default() }
    }

    pub fn are_equal(&mut self, one: &Arc<ComputedStyle>, other: &Arc<ComputedStyle>) -> bool {
        let are_alike = self.are_alike;
        Arc::ptr_eq(one, other)
            || *self
                .known
                .entry((Arc::as_ptr(one), Arc::as_ptr(other)))
                .or_insert_with(|| **one == **other || are_alike.is_some_and(|are_alike| are_alike(one, other)))
    }
}

fn have_equal_boxes(one: &ComputedStyle, other: &ComputedStyle) -> bool {
    let painted_alike = ComputedStyle {
        color: other.color,
        background_color: other.background_color,
        text_fill_color: other.text_fill_color,
        text_stroke_color: other.text_stroke_color,
        text_stroke_width: other.text_stroke_width,
        cursor: other.cursor,
        text_decoration_line: other.text_decoration_line,
        text_decoration_style: other.text_decoration_style,
        custom: other.custom.clone(),
        // Outlines, shadows, colours of borders and what backgrounds look like.
        paint: other.paint.clone(),
        ..one.clone()
    };
    painted_alike == *other
}

fn differ_in_background_alone(one: &ComputedStyle, other: &ComputedStyle) -> bool {
    let painted_alike = ComputedStyle {
        background_color: other.background_color,
        has_background: other.has_background,
        background_paint: other.background_paint,
        ..one.clone()
    };
    painted_alike == *other
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::computed::{Color, PaintStyle};

    #[test]
    fn what_is_only_painted_makes_no_other_boxes() {
        let check = |change: &dyn Fn(&mut ComputedStyle), expected: (bool, bool)| {
            let one = ComputedStyle::initial();
            let mut other = one.clone();
            change(&mut other);
            let (one, other) = (Arc::new(one), Arc::new(other));
            let found =
                (EqualStyles::default().are_equal(&one, &other), EqualStyles::of_boxes().are_equal(&one, &other));
            assert_eq!(found, expected);
        };
        check(&|_| {}, (true, true));
        check(&|style| style.color = Color::TRANSPARENT, (false, true));
        check(&|style| style.background_color = Color::BLACK, (false, true));
        check(&|style| style.text_decoration_line = 1, (false, true));
        let outlined = PaintStyle { outline_width: 5.0, ..PaintStyle::default() };
        check(&|style| style.paint = Some(Box::new(outlined.clone())), (false, true));
        check(&|style| style.font_size += 1.0, (false, false));
        // An inline box with a background has a fragment of its own.
        check(&|style| style.has_background = true, (false, false));
    }
}
