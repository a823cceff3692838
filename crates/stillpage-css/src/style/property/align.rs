//! The alignment properties.
//!
//! <https://drafts.csswg.org/css-align-3/>

use cssparser::{Parser, match_ignore_ascii_case};

use super::SpecifiedValue;
use super::syntax::{Invalid, Parsed, accept};
use crate::style::computed::{Align, AlignKeyword};

const fn plain(keyword: AlignKeyword) -> Align {
    Align { keyword, safe: false, is_unsafe: false }
}

/// `[first | last]? baseline`
fn baseline(input: &mut Parser<'_>) -> Parsed<Align> {
    let ident = input.expect_ident()?;
    match_ignore_ascii_case! { ident,
        "baseline" => Ok(plain(AlignKeyword::Baseline)),
        "first" => {
            input.expect_ident_matching("baseline")?;
            Ok(plain(AlignKeyword::Baseline))
        },
        "last" => {
            input.expect_ident_matching("baseline")?;
            Ok(plain(AlignKeyword::LastBaseline))
        },
        _ => Err(Invalid),
    }
}

/// The positions that a property has beside `center`, `start` and `end`.
#[derive(Clone, Copy)]
struct Positions {
    of_self: bool,
    left_right: bool,
}

/// `<overflow-position>? <position>`
fn position(input: &mut Parser<'_>, positions: Positions) -> Parsed<Align> {
    let mut safe = None;
    if accept(input, "safe") {
        safe = Some(true);
    } else if accept(input, "unsafe") {
        safe = Some(false);
    }
    let ident = input.expect_ident()?;
    let keyword = match_ignore_ascii_case! { ident,
        "center" => AlignKeyword::Center,
        "start" => AlignKeyword::Start,
        "end" => AlignKeyword::End,
        "flex-start" => AlignKeyword::FlexStart,
        "flex-end" => AlignKeyword::FlexEnd,
        "anchor-center" if positions.of_self => AlignKeyword::AnchorCenter,
        "self-start" if positions.of_self => AlignKeyword::SelfStart,
        "self-end" if positions.of_self => AlignKeyword::SelfEnd,
        "left" if positions.left_right => AlignKeyword::Left,
        "right" if positions.left_right => AlignKeyword::Right,
        _ => return Err(Invalid),
    };
    Ok(Align { keyword, safe: safe == Some(true), is_unsafe: safe == Some(false) })
}

fn one(input: &mut Parser<'_>, keywords: &[AlignKeyword]) -> Parsed<Align> {
    let ident = input.expect_ident()?;
    keywords.iter().copied().find(|k| ident.eq_ignore_ascii_case(k.css())).map(plain).ok_or(Invalid)
}

fn alternatives(
    input: &mut Parser<'_>,
    keywords: &[AlignKeyword],
    has_baseline: bool,
    positions: Positions,
) -> Parsed<SpecifiedValue> {
    if let Ok(align) = input.try_parse(|i| one(i, keywords)) {
        return Ok(SpecifiedValue::Align(align));
    }
    if has_baseline && let Ok(align) = input.try_parse(baseline) {
        return Ok(SpecifiedValue::Align(align));
    }
    position(input, positions).map(SpecifiedValue::Align)
}

const DISTRIBUTION: [AlignKeyword; 5] = [
    AlignKeyword::Normal,
    AlignKeyword::SpaceBetween,
    AlignKeyword::SpaceAround,
    AlignKeyword::SpaceEvenly,
    AlignKeyword::Stretch,
];

/// `align-content`
pub(super) fn align_content(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    alternatives(input, &DISTRIBUTION, true, Positions { of_self: false, left_right: false })
}

/// `justify-content`
pub(super) fn justify_content(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    alternatives(input, &DISTRIBUTION, false, Positions { of_self: false, left_right: true })
}

/// `align-items`
pub(super) fn items(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let keywords = [AlignKeyword::Normal, AlignKeyword::Stretch];
    alternatives(input, &keywords, true, Positions { of_self: true, left_right: false })
}

/// `align-self`
pub(super) fn align_self(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let keywords = [AlignKeyword::Auto, AlignKeyword::Normal, AlignKeyword::Stretch];
    alternatives(input, &keywords, true, Positions { of_self: true, left_right: false })
}

/// `justify-self`
pub(super) fn justify_self(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let keywords = [AlignKeyword::Auto, AlignKeyword::Normal, AlignKeyword::Stretch];
    alternatives(input, &keywords, true, Positions { of_self: true, left_right: true })
}

/// `justify-items`; `legacy left` and similar are read as `left`, bare `legacy` for `normal`.
pub(super) fn justify_items(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    let sides = [AlignKeyword::Left, AlignKeyword::Right, AlignKeyword::Center];
    let legacy = input.try_parse(|input| -> Parsed<Align> {
        if accept(input, "legacy") {
            return Ok(input.try_parse(|i| one(i, &sides)).unwrap_or_default());
        }
        let side = one(input, &sides)?;
        if accept(input, "legacy") { Ok(side) } else { Err(Invalid) }
    });
    if let Ok(align) = legacy {
        return Ok(SpecifiedValue::Align(align));
    }
    let keywords = [AlignKeyword::Normal, AlignKeyword::Stretch];
    alternatives(input, &keywords, true, Positions { of_self: true, left_right: true })
}
