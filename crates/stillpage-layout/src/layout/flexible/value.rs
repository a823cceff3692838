//! Computed values of single properties as taffy wants them.

use rustc_hash::FxHashMap;
use taffy::{
    AlignContent, AlignContentKeyword, AlignItems, AlignItemsKeyword, AlignmentSafety, GridPlacement, GridTemplateArea,
    GridTemplateAreas,
};

use crate::layout::state::flexible_styles::Ident;
use crate::layout::unit::LayoutUnit;
use crate::style::ComputedStyle;
use crate::style::computed::{Align, AlignKeyword, Direction, GridLine, Overflow};

/// Lengths are rounded as any other used length.
pub(super) fn snap(px: f32) -> f32 {
    LayoutUnit::from_f32(px).to_f32()
}

pub(super) fn direction(style: &ComputedStyle) -> taffy::Direction {
    match style.direction {
        Direction::Ltr => taffy::Direction::Ltr,
        Direction::Rtl => taffy::Direction::Rtl,
    }
}

pub(super) fn overflow(value: Overflow) -> taffy::Overflow {
    match value {
        Overflow::Visible => taffy::Overflow::Visible,
        Overflow::Clip => taffy::Overflow::Clip,
        Overflow::Hidden => taffy::Overflow::Hidden,
        Overflow::Scroll | Overflow::Auto => taffy::Overflow::Scroll,
    }
}

pub(super) fn safety(align: Align) -> AlignmentSafety {
    if align.safe { AlignmentSafety::Safe } else { AlignmentSafety::Default }
}

pub(super) fn align_items(align: Align) -> AlignItems {
    let keyword = match align.keyword {
        AlignKeyword::Stretch => AlignItemsKeyword::Stretch,
        AlignKeyword::Start | AlignKeyword::Left => AlignItemsKeyword::Start,
        AlignKeyword::End | AlignKeyword::Right => AlignItemsKeyword::End,
        AlignKeyword::Center | AlignKeyword::AnchorCenter => AlignItemsKeyword::Center,
        AlignKeyword::FlexStart => AlignItemsKeyword::FlexStart,
        AlignKeyword::FlexEnd => AlignItemsKeyword::FlexEnd,
        AlignKeyword::SelfStart => AlignItemsKeyword::SelfStart,
        AlignKeyword::SelfEnd => AlignItemsKeyword::SelfEnd,
        AlignKeyword::Baseline => AlignItemsKeyword::Baseline,
        // Approx: last baselines are aligned at the end.
        AlignKeyword::LastBaseline => AlignItemsKeyword::End,
        _ => AlignItemsKeyword::Normal,
    };
    AlignItems { keyword, safety: safety(align) }
}

pub(super) fn align_self(align: Align) -> Option<AlignItems> {
    (align.keyword != AlignKeyword::Auto).then(|| align_items(align))
}

pub(super) fn align_content(align: Align) -> AlignContent {
    let keyword = match align.keyword {
        AlignKeyword::Stretch => AlignContentKeyword::Stretch,
        AlignKeyword::Start | AlignKeyword::Left | AlignKeyword::Baseline => AlignContentKeyword::Start,
        AlignKeyword::End | AlignKeyword::Right | AlignKeyword::LastBaseline => AlignContentKeyword::End,
        AlignKeyword::Center => AlignContentKeyword::Center,
        AlignKeyword::FlexStart => AlignContentKeyword::FlexStart,
        AlignKeyword::FlexEnd => AlignContentKeyword::FlexEnd,
        AlignKeyword::SpaceBetween => AlignContentKeyword::SpaceBetween,
        AlignKeyword::SpaceAround => AlignContentKeyword::SpaceAround,
        AlignKeyword::SpaceEvenly => AlignContentKeyword::SpaceEvenly,
        _ => AlignContentKeyword::Normal,
    };
    AlignContent { keyword, safety: safety(align) }
}

pub(super) fn line(value: &GridLine) -> GridPlacement<Ident> {
    let number = |n: i32| i16::try_from(n.clamp(-10_000, 10_000)).unwrap_or(1);
    match value {
        GridLine::Auto => GridPlacement::Auto,
        GridLine::Line { number: n, name: None } => GridPlacement::Line(number(*n).into()),
        GridLine::Line { number: n, name: Some(name) } => GridPlacement::NamedLine(Ident::from(&**name), number(*n)),
        GridLine::Named(name) => GridPlacement::NamedLine(Ident::from(&**name), 0),
        GridLine::Span { count, name: None } => GridPlacement::Span(u16::try_from((*count).min(10_000)).unwrap_or(1)),
        GridLine::Span { count, name: Some(name) } => {
            GridPlacement::NamedSpan(Ident::from(&**name), u16::try_from((*count).min(10_000)).unwrap_or(1))
        }
    }
}

/// The rectangles of named areas, in order of their first cell.
pub(super) fn areas(rows: &[Vec<Option<Box<str>>>]) -> GridTemplateAreas<Ident> {
    let count = |n: usize| u16::try_from(n).unwrap_or(u16::MAX - 1);
    let mut areas: Vec<GridTemplateArea<Ident>> = Vec::new();
    let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
    for (y, row) in rows.iter().enumerate() {
        for (x, name) in row.iter().enumerate() {
            let Some(name) = name else { continue };
            let (row_start, column_start) = (count(y) + 1, count(x) + 1);
            match by_name.get(&**name).and_then(|at| areas.get_mut(*at)) {
                Some(area) => {
                    area.row_end = area.row_end.max(row_start + 1);
                    area.column_end = area.column_end.max(column_start + 1);
                }
                None => {
                    by_name.insert(name, areas.len());
                    areas.push(GridTemplateArea {
                        name: Ident::from(&**name),
                        row_start,
                        row_end: row_start + 1,
                        column_start,
                        column_end: column_start + 1,
                    });
                }
            }
        }
    }
    GridTemplateAreas { areas, row_count: count(rows.len()), column_count: count(rows.first().map_or(0, Vec::len)) }
}
