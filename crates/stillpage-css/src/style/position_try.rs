//! `@position-try` rules: <https://drafts.csswg.org/css-anchor-position-1/#at-ruledef-position-try>.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::computed::{ComputedStyle, PositionFallback};
use super::property::{Declaration, ParseMode, PropertyId, PropertyName, parse_style_attribute};

/// Limit: the alternatives of a box. A name without a rule does not count.
///
/// <https://drafts.csswg.org/css-anchor-position-1/#fallback>: five at least.
const TRIED: usize = 16;

/// The declarations of a rule: of insets, margins, sizes, alignment and anchors only, none of them important.
pub(super) fn declarations(text: &str, mode: &ParseMode) -> Vec<Declaration> {
    let mut declarations = parse_style_attribute(text, mode);
    declarations.retain(|declaration| {
        !declaration.important
            && matches!(&declaration.property, PropertyName::Longhand(property) if is_accepted(*property))
    });
    declarations
}

fn is_accepted(property: PropertyId) -> bool {
    use PropertyId as P;
    matches!(
        property,
        P::Top
            | P::Right
            | P::Bottom
            | P::Left
            | P::InsetBlockStart
            | P::InsetBlockEnd
            | P::InsetInlineStart
            | P::InsetInlineEnd
            | P::MarginTop
            | P::MarginRight
            | P::MarginBottom
            | P::MarginLeft
            | P::MarginBlockStart
            | P::MarginBlockEnd
            | P::MarginInlineStart
            | P::MarginInlineEnd
            | P::Width
            | P::Height
            | P::MinWidth
            | P::MinHeight
            | P::MaxWidth
            | P::MaxHeight
            | P::InlineSize
            | P::BlockSize
            | P::MinInlineSize
            | P::MinBlockSize
            | P::MaxInlineSize
            | P::MaxBlockSize
            | P::AlignSelf
            | P::JustifySelf
            | P::PositionAnchor
            | P::PositionArea
    )
}

/// Keeps the alternatives that there are, and computes the style with each of the rules that it names; `with`: the style with
/// one more block.
pub(super) fn compute(
    style: &mut ComputedStyle,
    rules: Option<&FxHashMap<Box<str>, u32>>,
    with: impl Fn(u32) -> ComputedStyle,
) {
    let Some(own) = &mut style.anchoring else { return };
    let fallbacks = std::mem::take(&mut own.fallbacks).into_iter().filter_map(|fallback| {
        let PositionFallback::Rule { name, flips, .. } = fallback else { return Some(fallback) };
        let mut tried = with(*rules?.get(&name)?);
        if let Some(anchoring) = &mut tried.anchoring {
            anchoring.fallbacks.clear();
        }
        Some(PositionFallback::Rule { name, flips, style: Some(Arc::new(tried)) })
    });
    own.fallbacks = fallbacks.take(TRIED).collect();
}
