//! Scrollable overflow: what a scroll container can be scrolled to, and how far it is.
//!
//! <https://www.w3.org/TR/css-overflow-3/#scrollable>

use rustc_hash::FxHashMap;

use super::matrix;
use super::state::Pass;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind};
use super::unit::{Extent, LayoutRect, LayoutUnit, Offset};
use crate::geometry::Rect;
use crate::style::computed::{ContentVisibility, Direction, Overflow, Position};

/// A scroll container.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scroller {
    /// How far its contents are moved up and to the left.
    pub(crate) offset: Offset,
    /// `scrollWidth`, `scrollHeight`, not rounded.
    pub(crate) content: Extent,
    /// Padding box size.
    pub(crate) client: Extent,
}

/// The scroll containers of a page.
#[derive(Debug, Default)]
pub(crate) struct Scrollers {
    by_box: FxHashMap<BoxId, Scroller>,
}

impl Scrollers {
    /// The scroll container that a box is; `None` if it is none.
    pub(crate) fn get(&self, id: BoxId) -> Option<&Scroller> {
        self.by_box.get(&id)
    }
}

/// Finds what every scroll container holds, and the scroll positions.
pub(crate) fn scrollers(pass: &mut Pass<'_>) -> Scrollers {
    let order: Vec<BoxId> = std::iter::once(BoxId::ROOT).chain(pass.tree.descendants(BoxId::ROOT)).collect();
    let mut overflow: Vec<LayoutRect> =
        pass.results.iter().map(|r| LayoutRect { origin: Offset::ZERO, size: r.size }).collect();
    let mut scrollers = Scrollers::default();
    for &id in order.iter().rev() {
        add_lines(pass, id, &mut overflow);
        if scrolls(pass, id) {
            let area = add_padding(pass, id, overflow[id.index()]);
            scrollers.by_box.insert(id, scroller(pass, id, &area));
        }
        let node = &pass.tree[id];
        if node.is_text() || node.kind == BoxKind::Inline {
            continue;
        }
        let result = &pass.results[id.index()];
        let Some(container) = result.container else { continue };
        if pass.tree[container].kind == BoxKind::Initial && node.style.position == Position::Fixed {
            continue;
        }
        let own = LayoutRect { origin: Offset::ZERO, size: result.size };
        let (clips_x, clips_y) = clipped_axes(pass, id);
        let mut rect = overflow[id.index()];
        if clips_x {
            (rect.origin.x, rect.size.width) = (own.origin.x, own.size.width);
        }
        if clips_y {
            (rect.origin.y, rect.size.height) = (own.origin.y, own.size.height);
        }
        if let Some(transform) = &node.style.transform
            && !node.flags.contains(BoxFlags::ANONYMOUS)
        {
            rect = from_rect(
                &matrix::transform(transform, result.size.to_size()).projection().apply_rect(&rect.to_rect()),
            );
        }
        let shift = result.offset + pass.relative_in_line(id);
        let rect = rect.translate(shift);
        // Boxes without area do not extend the scrollable area.
        if rect.size.width > LayoutUnit::ZERO && rect.size.height > LayoutUnit::ZERO {
            overflow[container.index()] = overflow[container.index()].union(&rect);
        }
    }
    for (id, rect) in overflow.into_iter().enumerate() {
        pass.results[id].overflow = rect;
    }
    scrollers
}

fn from_rect(rect: &Rect) -> LayoutRect {
    let left = LayoutUnit::from_f32_floor(rect.x);
    let top = LayoutUnit::from_f32_floor(rect.y);
    LayoutRect::new(
        left,
        top,
        LayoutUnit::from_f32_ceil(rect.right()) - left,
        LayoutUnit::from_f32_ceil(rect.bottom()) - top,
    )
}

/// Lines and what is on them.
fn add_lines(pass: &Pass<'_>, id: BoxId, overflow: &mut [LayoutRect]) {
    let Some(lines) = &pass.inlines[id.index()] else { return };
    let corner = pass.results[id.index()].inline_corner;
    for line in &lines.lines {
        if line.rect.size.width > LayoutUnit::ZERO {
            overflow[id.index()] = overflow[id.index()].union(&line.rect.translate(corner));
        }
    }
    for fragment in &lines.fragments {
        if fragment.kind == super::state::results::InlineFragmentKind::Inline
            && fragment.rect.size.width > LayoutUnit::ZERO
        {
            let rect = fragment.rect.translate(corner + pass.relative_in_line(fragment.id));
            overflow[id.index()] = overflow[id.index()].union(&rect);
        }
    }
}

/// The padding at the end belongs to the scrollable area of what is in flow.
fn add_padding(pass: &Pass<'_>, id: BoxId, area: LayoutRect) -> LayoutRect {
    let result = &pass.results[id.index()];
    let (left, top) = (result.border.left, result.border.top);
    let mut bottom = LayoutUnit::MIN;
    let mut right = LayoutUnit::MIN;
    let block = !matches!(pass.tree[id].kind, BoxKind::Initial);
    if block {
        if let Some(lines) = &pass.inlines[id.index()] {
            for line in &lines.lines {
                let rect = line.rect.translate(result.inline_corner);
                bottom = bottom.max(rect.bottom());
                right = right.max(rect.right());
            }
        }
        for child in pass.tree.children(id) {
            let node = &pass.tree[child];
            let own = &pass.results[child.index()];
            if node.is_out_of_flow() || own.container != Some(id) || node.is_text() {
                continue;
            }
            bottom = bottom.max(own.offset.y + own.size.height + own.margin.bottom);
            right = right.max(own.offset.x + own.size.width + own.margin.right);
        }
    }
    let _ = (left, top);
    let mut area = area;
    if bottom > LayoutUnit::MIN {
        let edge = bottom + result.padding.bottom;
        area.size.height = area.size.height.max(edge - area.origin.y);
    }
    if right > LayoutUnit::MIN {
        let edge = right + result.padding.right;
        area.size.width = area.size.width.max(edge - area.origin.x);
    }
    area
}

fn scroller(pass: &Pass<'_>, id: BoxId, overflow: &LayoutRect) -> Scroller {
    let node = &pass.tree[id];
    let result = &pass.results[id.index()];
    let client = Extent::new(
        (result.size.width - result.border.width()).clamp_negative(),
        (result.size.height - result.border.height()).clamp_negative(),
    );
    let area = overflow.translate(Offset::new(-result.border.left, -result.border.top));
    let rtl = node.style.direction == Direction::Rtl;
    let width = if rtl { client.width - area.origin.x } else { area.right() };
    let content = Extent::new(width.max(client.width), area.bottom().max(client.height));
    let (x, y) = wish(pass, id);
    // Chrome: scroll offsets are whole pixels, and so is how far they go.
    let room =
        Extent::new(content.width.round() - client.width.round(), content.height.round() - client.height.round());
    let unit = |v: f32| LayoutUnit::from_f32(v);
    let x = if rtl {
        unit(x).min(LayoutUnit::ZERO).max(-room.width)
    } else {
        unit(x).max(LayoutUnit::ZERO).min(room.width)
    };
    let y = unit(y).max(LayoutUnit::ZERO).min(room.height);
    Scroller { offset: Offset::new(x, y), content, client }
}

/// Where a scroll container is asked to be, or was when the page was frozen.
fn wish(pass: &Pass<'_>, id: BoxId) -> (f32, f32) {
    let node = &pass.tree[id];
    if node.pseudo.is_none()
        && let Some((_, to)) = pass.scrolls.iter().find(|(scroller, _)| *scroller == node.node)
    {
        return (to.x, to.y);
    }
    if node.kind == BoxKind::Initial {
        if id == BoxId::ROOT
            && let Some(scroll) = pass.device.scroll
        {
            return (scroll.x, scroll.y);
        }
        return pass.dom.frozen_document_scroll(node.node).unwrap_or_default();
    }
    if node.pseudo.is_some() {
        return (0.0, 0.0);
    }
    pass.dom.frozen_scroll(node.node).unwrap_or_default()
}

/// On which axes a box clips what is in it.
pub(crate) fn clipped_axes(pass: &Pass<'_>, id: BoxId) -> (bool, bool) {
    let node = &pass.tree[id];
    if node.is_text() || matches!(node.kind, BoxKind::Inline) {
        return (false, false);
    }
    match node.kind {
        BoxKind::Initial => return (true, true),
        BoxKind::TableRow | BoxKind::TableRowGroup | BoxKind::TableColumn | BoxKind::TableColumnGroup => {
            return (false, false);
        }
        BoxKind::Replaced(_) => return (true, true),
        _ => {}
    }
    if node.flags.contains(BoxFlags::ANONYMOUS) {
        return (false, false);
    }
    let style = &node.style;
    let paint = style.contain_paint || style.content_visibility != ContentVisibility::Visible;
    (paint || style.overflow_x != Overflow::Visible, paint || style.overflow_y != Overflow::Visible)
}

/// True if a box is a scroll container: what it clips can be scrolled to, at least by script.
pub(crate) fn scrolls(pass: &Pass<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    match node.kind {
        BoxKind::Initial => return true,
        BoxKind::Inline
        | BoxKind::TableRow
        | BoxKind::TableRowGroup
        | BoxKind::TableColumn
        | BoxKind::TableColumnGroup
        | BoxKind::Table
        | BoxKind::Replaced(_) => return false,
        _ => {}
    }
    if node.is_text() || node.flags.contains(BoxFlags::ANONYMOUS) {
        return false;
    }
    let scrolls = |o| matches!(o, Overflow::Hidden | Overflow::Scroll | Overflow::Auto);
    scrolls(node.style.overflow_x) || scrolls(node.style.overflow_y)
}
