//! Logical properties: which physical side or axis they mean.
//!
//! <https://drafts.csswg.org/css-logical-1/>, <https://drafts.csswg.org/css-writing-modes-4/#logical-to-physical>

use super::PropertyId;
use crate::style::computed::{Direction, WritingMode};

/// A side, clockwise from the top.
#[derive(Clone, Copy)]
enum Side {
    Top,
    Right,
    Bottom,
    Left,
}

/// The sides of the logical box.
struct Flow {
    block_start: Side,
    block_end: Side,
    inline_start: Side,
    inline_end: Side,
    horizontal: bool,
}

impl Flow {
    fn new(writing_mode: WritingMode, direction: Direction) -> Self {
        use Side::{Bottom, Left, Right, Top};
        let ltr = direction == Direction::Ltr;
        let (block_start, block_end) = match writing_mode {
            WritingMode::HorizontalTb => (Top, Bottom),
            WritingMode::VerticalRl | WritingMode::SidewaysRl => (Right, Left),
            WritingMode::VerticalLr | WritingMode::SidewaysLr => (Left, Right),
        };
        let (start, end) = match writing_mode {
            WritingMode::HorizontalTb => (Left, Right),
            // The lines of sideways-lr go up.
            WritingMode::SidewaysLr => (Bottom, Top),
            WritingMode::VerticalRl | WritingMode::VerticalLr | WritingMode::SidewaysRl => (Top, Bottom),
        };
        let (inline_start, inline_end) = if ltr { (start, end) } else { (end, start) };
        let horizontal = writing_mode == WritingMode::HorizontalTb;
        Self { block_start, block_end, inline_start, inline_end, horizontal }
    }
}

/// The physical property that a logical one means; physical ones are returned as they are.
#[must_use]
pub(crate) fn resolve_logical(property: PropertyId, writing_mode: WritingMode, direction: Direction) -> PropertyId {
    use PropertyId as P;
    if !property.is_logical() {
        return property;
    }
    let flow = Flow::new(writing_mode, direction);
    let axis = |horizontal: P, vertical: P, inline: bool| if inline == flow.horizontal { horizontal } else { vertical };
    let side = |sides: [P; 4], side: Side| sides[side as usize];
    let corner = |block: Side, inline: Side| {
        use Side::{Bottom, Left, Right, Top};
        match (block, inline) {
            (Top, Left) | (Left, Top) => P::BorderTopLeftRadius,
            (Top, Right) | (Right, Top) => P::BorderTopRightRadius,
            (Bottom, Right) | (Right, Bottom) => P::BorderBottomRightRadius,
            _ => P::BorderBottomLeftRadius,
        }
    };
    let margins = [P::MarginTop, P::MarginRight, P::MarginBottom, P::MarginLeft];
    let paddings = [P::PaddingTop, P::PaddingRight, P::PaddingBottom, P::PaddingLeft];
    let scroll_margins = [P::ScrollMarginTop, P::ScrollMarginRight, P::ScrollMarginBottom, P::ScrollMarginLeft];
    let scroll_paddings = [P::ScrollPaddingTop, P::ScrollPaddingRight, P::ScrollPaddingBottom, P::ScrollPaddingLeft];
    let widths = [P::BorderTopWidth, P::BorderRightWidth, P::BorderBottomWidth, P::BorderLeftWidth];
    let styles = [P::BorderTopStyle, P::BorderRightStyle, P::BorderBottomStyle, P::BorderLeftStyle];
    let colors = [P::BorderTopColor, P::BorderRightColor, P::BorderBottomColor, P::BorderLeftColor];
    let insets = [P::Top, P::Right, P::Bottom, P::Left];
    match property {
        P::InlineSize => axis(P::Width, P::Height, true),
        P::BlockSize => axis(P::Width, P::Height, false),
        P::MinInlineSize => axis(P::MinWidth, P::MinHeight, true),
        P::MinBlockSize => axis(P::MinWidth, P::MinHeight, false),
        P::MaxInlineSize => axis(P::MaxWidth, P::MaxHeight, true),
        P::MaxBlockSize => axis(P::MaxWidth, P::MaxHeight, false),
        P::ContainIntrinsicInlineSize => axis(P::ContainIntrinsicWidth, P::ContainIntrinsicHeight, true),
        P::ContainIntrinsicBlockSize => axis(P::ContainIntrinsicWidth, P::ContainIntrinsicHeight, false),
        P::OverflowInline => axis(P::OverflowX, P::OverflowY, true),
        P::OverflowBlock => axis(P::OverflowX, P::OverflowY, false),
        P::MarginBlockStart => side(margins, flow.block_start),
        P::MarginBlockEnd => side(margins, flow.block_end),
        P::MarginInlineStart => side(margins, flow.inline_start),
        P::MarginInlineEnd => side(margins, flow.inline_end),
        P::PaddingBlockStart => side(paddings, flow.block_start),
        P::PaddingBlockEnd => side(paddings, flow.block_end),
        P::PaddingInlineStart => side(paddings, flow.inline_start),
        P::PaddingInlineEnd => side(paddings, flow.inline_end),
        P::ScrollMarginBlockStart => side(scroll_margins, flow.block_start),
        P::ScrollMarginBlockEnd => side(scroll_margins, flow.block_end),
        P::ScrollMarginInlineStart => side(scroll_margins, flow.inline_start),
        P::ScrollMarginInlineEnd => side(scroll_margins, flow.inline_end),
        P::ScrollPaddingBlockStart => side(scroll_paddings, flow.block_start),
        P::ScrollPaddingBlockEnd => side(scroll_paddings, flow.block_end),
        P::ScrollPaddingInlineStart => side(scroll_paddings, flow.inline_start),
        P::ScrollPaddingInlineEnd => side(scroll_paddings, flow.inline_end),
        P::BorderBlockStartWidth => side(widths, flow.block_start),
        P::BorderBlockEndWidth => side(widths, flow.block_end),
        P::BorderInlineStartWidth => side(widths, flow.inline_start),
        P::BorderInlineEndWidth => side(widths, flow.inline_end),
        P::BorderBlockStartStyle => side(styles, flow.block_start),
        P::BorderBlockEndStyle => side(styles, flow.block_end),
        P::BorderInlineStartStyle => side(styles, flow.inline_start),
        P::BorderInlineEndStyle => side(styles, flow.inline_end),
        P::BorderBlockStartColor => side(colors, flow.block_start),
        P::BorderBlockEndColor => side(colors, flow.block_end),
        P::BorderInlineStartColor => side(colors, flow.inline_start),
        P::BorderInlineEndColor => side(colors, flow.inline_end),
        P::InsetBlockStart => side(insets, flow.block_start),
        P::InsetBlockEnd => side(insets, flow.block_end),
        P::InsetInlineStart => side(insets, flow.inline_start),
        P::InsetInlineEnd => side(insets, flow.inline_end),
        P::BorderStartStartRadius => corner(flow.block_start, flow.inline_start),
        P::BorderStartEndRadius => corner(flow.block_start, flow.inline_end),
        P::BorderEndStartRadius => corner(flow.block_end, flow.inline_start),
        P::BorderEndEndRadius => corner(flow.block_end, flow.inline_end),
        physical => physical,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logical_properties_follow_the_writing_mode() {
        use PropertyId as P;
        let check = |property, mode, direction, expected| {
            assert_eq!(resolve_logical(property, mode, direction), expected, "{property:?} in {mode:?} {direction:?}");
        };
        check(P::MarginInlineStart, WritingMode::HorizontalTb, Direction::Ltr, P::MarginLeft);
        check(P::MarginInlineStart, WritingMode::HorizontalTb, Direction::Rtl, P::MarginRight);
        check(P::MarginBlockStart, WritingMode::VerticalRl, Direction::Ltr, P::MarginRight);
        check(P::InsetInlineEnd, WritingMode::VerticalLr, Direction::Ltr, P::Bottom);
        check(P::InlineSize, WritingMode::VerticalLr, Direction::Ltr, P::Height);
        check(P::InlineSize, WritingMode::HorizontalTb, Direction::Ltr, P::Width);
        check(P::PaddingInlineStart, WritingMode::SidewaysLr, Direction::Ltr, P::PaddingBottom);
        check(P::BorderStartEndRadius, WritingMode::HorizontalTb, Direction::Ltr, P::BorderTopRightRadius);
        check(P::BorderEndStartRadius, WritingMode::VerticalRl, Direction::Ltr, P::BorderTopLeftRadius);
        check(P::Width, WritingMode::VerticalRl, Direction::Rtl, P::Width);
    }

    #[test]
    fn every_logical_property_is_mapped() {
        for property in PropertyId::ALL {
            let mapped = resolve_logical(*property, WritingMode::HorizontalTb, Direction::Ltr);
            assert!(!mapped.is_logical(), "{property:?}");
        }
    }
}
