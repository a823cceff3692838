//! `@position-try` rules: <https://drafts.csswg.org/css-anchor-position-1/#at-ruledef-position-try>.

use std::sync::Arc;

use super::computed::{ComputedStyle, PositionFallback};
use super::property::{Declaration, ParseMode, PropertyId, PropertyName, parse_style_attribute};

/// Limit: the rules that a box names at most; as many alternatives are tried.
const COMPUTED: usize = 16;

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

/// Does a style name rules as fallbacks?
pub(super) fn has_rules(style: &ComputedStyle) -> bool {
    let is_rule = |fallback: &PositionFallback| matches!(fallback, PositionFallback::Rule { .. });
    style.anchoring.as_ref().is_some_and(|own| own.fallbacks.iter().any(is_rule))
}

/// Computes the styles with each of the rules that a style names; `with`: the style with one more block.
pub(super) fn compute(style: &mut ComputedStyle, rules: &[(Box<str>, u32)], with: impl Fn(u32) -> ComputedStyle) {
    let Some(own) = &mut style.anchoring else { return };
    for fallback in own.fallbacks.iter_mut().take(COMPUTED) {
        let PositionFallback::Rule { name, style, .. } = fallback else { continue };
        let Some((_, block)) = rules.iter().rev().find(|(known, _)| known == name) else { continue };
        let mut tried = with(*block);
        if let Some(anchoring) = &mut tried.anchoring {
            anchoring.fallbacks.clear();
        }
        *style = Some(Arc::new(tried));
    }
}
