//! Scrollable overflow: what a scroll container can be scrolled to, and how far it is.
//!
//! <https://www.w3.org/TR/css-overflow-3/#scrollable>

use rustc_hash::{FxHashMap, FxHashSet};

use super::axes::Axes;
use super::matrix;
use super::state::LayoutState;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind};
use super::state::changes::{Change, Changes};
use super::unit::{Extent, LayoutRect, LayoutUnit, Offset};
use crate::geometry::Rect;
use crate::style::computed::{ContentVisibility, Overflow, Position};

/// A scroll container.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scroller {
    /// The distance by which its contents are moved up and to the left.
    pub offset: Offset,
    /// `scrollWidth`, `scrollHeight`, not rounded.
    pub content: Extent,
    /// Padding box size.
    pub client: Extent,
}

/// The scroll containers of a page.
#[derive(Debug, Default)]
pub struct Scrollers {
    by_box: FxHashMap<BoxId, Scroller>,
    /// By box, what it and what is relative to it covers, from the corner of its border box.
    overflow: Vec<LayoutRect>,
}

impl Scrollers {
    /// The box as a scroll container, if it is one.
    pub fn get(&self, id: BoxId) -> Option<&Scroller> {
        self.by_box.get(&id)
    }

    /// Returns the boxes that are scroll containers in one of two layouts only, or other ones.
    pub(super) fn others<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = BoxId> + 'a {
        let ids = self.by_box.keys().chain(other.by_box.keys());
        ids.copied().filter(|&id| self.get(id) != other.get(id))
    }

    /// True if everything is scrolled as far as it is there.
    pub(super) fn are_scrolled_like(&self, other: &Self) -> bool {
        let offset = |of: &Self, id: BoxId| of.get(id).map_or(Offset::ZERO, |scroller| scroller.offset);
        let is_alike = |&id: &BoxId| offset(self, id) == offset(other, id);
        self.by_box.keys().all(is_alike) && other.by_box.keys().all(is_alike)
    }

    /// Forgets what only another layout asks for.
    pub(super) fn drop_overflow(&mut self) {
        self.overflow = Vec::new();
    }
}

/// Finds what every scroll container holds, and the scroll positions. `before`: what a layout before found, and what is
/// different since.
pub(super) fn scrollers(
    pass: &LayoutState<'_>,
    order: &[BoxId],
    before: Option<(&Scrollers, &Changes<'_>)>,
) -> Scrollers {
    let mut overflow = before.map_or_else(Vec::new, |(before, _)| before.overflow.clone());
    overflow.resize(pass.results.len(), LayoutRect::default());
    let is_other = before.map(|(_, changes)| covering_others(pass, order, changes));
    let is_same = |id: BoxId| is_other.as_ref().is_some_and(|is_other| !is_other[id.index()]);
    for &id in order {
        if is_same(id) {
            continue;
        }
        let result = &pass.results[id.index()];
        let border_box = LayoutRect { origin: Offset::ZERO, size: result.size };
        // The border of a scroll container is not part of what it scrolls.
        overflow[id.index()] = if scrolls(pass, id) { border_box.shrink(result.edges.border()) } else { border_box };
    }
    let mut scrollers = Scrollers::default();
    for &id in order.iter().rev() {
        let is_known = is_same(id);
        if !is_known {
            add_lines(pass, id, &mut overflow);
            if scrolls(pass, id) {
                let area = add_padding(pass, id, overflow[id.index()]);
                scrollers.by_box.insert(id, scroller(pass, id, &area));
            }
        }
        let node = &pass.tree[id];
        if node.is_text() || node.kind == BoxKind::Inline {
            continue;
        }
        let result = &pass.results[id.index()];
        let Some(container) = result.container.filter(|&container| !is_same(container)) else { continue };
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
            let reference = matrix::reference_box(&node.style, result);
            rect = from_rect(&matrix::transform(transform, &reference).projection().apply_rect(&rect.to_rect()));
        }
        let shift = result.offset + pass.relative_in_line(id);
        let rect = rect.translate(shift);
        if scrolls(pass, container) && is_unreachable(pass, container, &rect) {
            continue;
        }
        // Boxes without area do not extend the scrollable area.
        if rect.size.width > LayoutUnit::ZERO && rect.size.height > LayoutUnit::ZERO {
            overflow[container.index()] = overflow[container.index()].union(&rect);
        }
    }
    if let Some((before, changes)) = before {
        let gone: FxHashSet<BoxId> = changes.gone().iter().copied().collect();
        let known = before.by_box.keys().copied().filter(|id| is_same(*id) && !gone.contains(id));
        let again = known.map(|id| match before.by_box.get(&id).filter(|_| !pass.dom.holds_frozen_scroll()) {
            Some(was) => (id, scrolled(pass, id, (was.content, was.client))),
            None => (id, scroller(pass, id, &add_padding(pass, id, overflow[id.index()]))),
        });
        scrollers.by_box.extend(again);
    }
    scrollers.overflow = overflow;
    scrollers
}

/// Returns by box whether it may cover something else than before: if it is another one, or something is that is relative to it.
fn covering_others(pass: &LayoutState<'_>, order: &[BoxId], changes: &Changes<'_>) -> Vec<bool> {
    let mut is_other = vec![false; pass.tree.len()];
    for &id in order.iter().rev() {
        let change = changes.of_box(id);
        let index = id.index();
        is_other[index] |= change.contains(Change::INSIDE);
        if is_other[index] || !change.is_empty() {
            for container in [changes.container(id), pass.results[index].container].into_iter().flatten() {
                is_other[container.index()] = true;
            }
        }
    }
    is_other
}

/// True for boxes entirely on a side that a scroll container cannot be scrolled to: above it or before its inline start.
fn is_unreachable(pass: &LayoutState<'_>, container: BoxId, rect: &LayoutRect) -> bool {
    let result = &pass.results[container.index()];
    let port = LayoutRect { origin: Offset::ZERO, size: result.size }.shrink(result.edges.border());
    let (from_right, from_bottom) = Axes::starts(&pass.tree[container].style);
    let before_x = if from_right { rect.origin.x >= port.right() } else { rect.right() <= port.origin.x };
    let before_y = if from_bottom { rect.origin.y >= port.bottom() } else { rect.bottom() <= port.origin.y };
    before_x || before_y
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

/// Lines and their contents.
fn add_lines(pass: &LayoutState<'_>, id: BoxId, overflow: &mut [LayoutRect]) {
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

/// The scrollable area includes the padding after what is in flow, its margins included: below, and at the inline end.
fn add_padding(pass: &LayoutState<'_>, id: BoxId, area: LayoutRect) -> LayoutRect {
    let result = &pass.results[id.index()];
    let mut in_flow: Option<LayoutRect> = None;
    let mut add = |rect: LayoutRect| in_flow = Some(in_flow.map_or(rect, |all| all.union(&rect)));
    if pass.tree[id].kind == BoxKind::Initial {
        return area;
    }
    if let Some(lines) = &pass.inlines[id.index()] {
        for line in &lines.lines {
            add(line.rect.translate(result.inline_corner));
        }
    }
    for child in pass.tree.children(id) {
        let node = &pass.tree[child];
        let own = &pass.results[child.index()];
        if node.is_out_of_flow() || own.container != Some(id) || node.is_text() {
            continue;
        }
        let margin = own.edges.margin();
        add(LayoutRect::new(
            own.offset.x - margin.left,
            own.offset.y - margin.top,
            own.size.width + margin.width(),
            own.size.height + margin.height(),
        ));
    }
    let Some(in_flow) = in_flow else { return area };
    let (mut left, mut right) = (area.origin.x, area.right());
    let (mut top, mut bottom) = (area.origin.y, area.bottom());
    let (from_right, from_bottom) = Axes::starts(&pass.tree[id].style);
    if from_right {
        left = left.min(in_flow.origin.x - result.edges.padding().left);
    } else {
        right = right.max(in_flow.right() + result.edges.padding().right);
    }
    if from_bottom {
        top = top.min(in_flow.origin.y - result.edges.padding().top);
    } else {
        bottom = bottom.max(in_flow.bottom() + result.edges.padding().bottom);
    }
    LayoutRect::new(left, top, right - left, bottom - top)
}

/// Limit: px that a recorded scroll offset makes a page longer than it is; browsers have layouts of twice as much.
const MAX_HELD: f32 = 16_000_000.0;

fn scroller(pass: &LayoutState<'_>, id: BoxId, overflow: &LayoutRect) -> Scroller {
    let node = &pass.tree[id];
    let result = &pass.results[id.index()];
    let client = Extent::new(
        (result.size.width - result.edges.border().width()).clamp_negative(),
        (result.size.height - result.edges.border().height()).clamp_negative(),
    );
    let area = overflow.translate(Offset::new(-result.edges.border().left, -result.edges.border().top));
    let (from_right, from_bottom) = Axes::starts(&node.style);
    let width = if from_right { client.width - area.origin.x } else { area.right() };
    let height = if from_bottom { client.height - area.origin.y } else { area.bottom() };
    let mut content = Extent::new(width.max(client.width), height.max(client.height));
    if pass.dom.holds_frozen_scroll() {
        let (x, y) = frozen(pass, id).unwrap_or_default();
        let reached = |at: f32, client: LayoutUnit| LayoutUnit::from_f32(at.abs().min(MAX_HELD)) + client;
        content.width = content.width.max(reached(x, client.width));
        content.height = content.height.max(reached(y, client.height));
    }
    scrolled(pass, id, (content, client))
}

/// A scroll container whose contents and padding box have these sizes.
fn scrolled(pass: &LayoutState<'_>, id: BoxId, (content, client): (Extent, Extent)) -> Scroller {
    let (from_right, from_bottom) = Axes::starts(&pass.tree[id].style);
    let (x, y) = requested_offset(pass, id);
    // Chrome: scroll offsets are whole pixels, and so is how far they go.
    let room =
        Extent::new(content.width.round() - client.width.round(), content.height.round() - client.height.round());
    let unit = |v: f32| LayoutUnit::from_f32(v);
    let clamp = |offset: f32, room: LayoutUnit, backwards: bool| {
        if backwards {
            unit(offset).min(LayoutUnit::ZERO).max(-room)
        } else {
            unit(offset).max(LayoutUnit::ZERO).min(room)
        }
    };
    let (x, y) = (clamp(x, room.width, from_right), clamp(y, room.height, from_bottom));
    Scroller { offset: Offset::new(x, y), content, client }
}

/// Returns the scroll position that a scroll container is asked for, or had when the page was frozen.
fn requested_offset(pass: &LayoutState<'_>, id: BoxId) -> (f32, f32) {
    let node = &pass.tree[id];
    if node.pseudo.is_none()
        && let Some((_, to)) = pass.scrolls.iter().find(|(scroller, _)| *scroller == node.node)
    {
        return (to.x, to.y);
    }
    if node.kind == BoxKind::Initial
        && id == BoxId::ROOT
        && let Some(scroll) = pass.device.scroll
    {
        return (scroll.x, scroll.y);
    }
    frozen(pass, id).unwrap_or_default()
}

/// Returns the scroll position of a scroll container when the page was frozen, if that is recorded.
fn frozen(pass: &LayoutState<'_>, id: BoxId) -> Option<(f32, f32)> {
    let node = &pass.tree[id];
    match node.kind {
        BoxKind::Initial => pass.dom.frozen_document_scroll(node.node),
        _ if node.pseudo.is_some() => None,
        _ => pass.dom.frozen_scroll(node.node),
    }
}

/// The axes on which a box clips its contents.
pub(crate) fn clipped_axes(pass: &LayoutState<'_>, id: BoxId) -> (bool, bool) {
    let node = &pass.tree[id];
    if node.is_text() || matches!(node.kind, BoxKind::Inline) {
        return (false, false);
    }
    // Contents that are skipped have paint containment, those of closed `details` in an anonymous box.
    if node.flags.contains(BoxFlags::SKIPS_CONTENTS) {
        return (true, true);
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
pub(super) fn scrolls(pass: &LayoutState<'_>, id: BoxId) -> bool {
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

#[cfg(test)]
mod tests {
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions};
    use crate::layout::Layout;
    use crate::style::Styles;

    /// `scrollWidth`, `scrollHeight`, `clientWidth` and `clientHeight` of a box 200 px wide and 100 px high with a border,
    /// as Chromium has them.
    #[track_caller]
    fn check(attributes: &str, contents: &str, expected: [f32; 4]) {
        let html = format!(
            "<!doctype html><style>#x {{ position: relative; overflow: auto; border: 3px solid; width: 200px; \
             height: 100px }} #x * {{ width: 180px; height: 90px }}</style><div id=x {attributes}>{contents}</div>"
        );
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let device = Device::default();
        let layout = Layout::compute(&dom, &Styles::cascade(&dom, &device), &device);
        let x = dom.get_element_by_id(dom.document(), &"x".into()).and_then(|x| layout.get(x));
        let scroll =
            x.and_then(|x| x.scroll()).map(|s| [s.content.width, s.content.height, s.client.width, s.client.height]);
        assert_eq!(scroll, Some(expected), "{attributes} {contents}");
    }

    #[test]
    fn scroll_sizes_leave_the_border_out() {
        check("", "<p style='margin: 0'></p>", [200.0, 100.0, 200.0, 100.0]);
        check("style='border-width: 1px 2px 3px 4px'", "", [200.0, 100.0, 200.0, 100.0]);
        check("dir=rtl", "<p style='margin: 0'></p>", [200.0, 100.0, 200.0, 100.0]);
        check("style='padding: 10px'", "<p style='margin: 0'></p>", [220.0, 120.0, 220.0, 120.0]);
        check("style='padding: 8px; box-sizing: border-box'", "", [194.0, 94.0, 194.0, 94.0]);
    }

    #[test]
    fn scroll_sizes_include_the_padding_after_what_is_in_flow() {
        let wide = "<p style='margin: 6px 13px 17px 19px; width: 300px; height: 150px'></p>";
        for direction in ["ltr", "rtl"] {
            let padded = format!("dir={direction} style='padding: 5px 7px 9px 11px'");
            check(&padded, wide, [350.0, 187.0, 218.0, 114.0]);
            check(&format!("dir={direction}"), wide, [332.0, 173.0, 200.0, 100.0]);
        }
        let float = "<p style='float: right; margin: 4px; width: 250px; height: 120px'></p>";
        check("style='padding: 10px'", float, [220.0, 148.0, 220.0, 120.0]);
        check("dir=rtl style='padding: 10px'", float, [278.0, 148.0, 220.0, 120.0]);
        check(
            "style='padding: 10px'",
            "<p style='margin: -20px 0 0 -30px; height: 200px'></p>",
            [220.0, 200.0, 220.0, 120.0],
        );
        check(
            "style='padding: 10px'",
            "<p style='margin: 0 -40px -30px 0; width: auto; height: 150px'></p>",
            [250.0, 160.0, 220.0, 120.0],
        );
    }

    #[test]
    fn scroll_sizes_reach_positioned_boxes() {
        let by = |style: &str| format!("<b style='display: block; {style}'></b>");
        check("", &by("position: relative; left: 60px; top: 40px"), [240.0, 130.0, 200.0, 100.0]);
        check("", &by("position: relative; left: -60px; top: -40px"), [200.0, 100.0, 200.0, 100.0]);
        check("dir=rtl", &by("position: relative; left: -60px; top: -40px"), [240.0, 100.0, 200.0, 100.0]);
        check("", &by("transform: translate(80px, 90px)"), [260.0, 180.0, 200.0, 100.0]);
        let small = "position: absolute; width: 20px; height: 20px;";
        check("style='padding: 10px'", &by(&format!("{small} left: 250px; top: 130px")), [270.0, 150.0, 220.0, 120.0]);
        check(
            "style='padding: 10px'",
            &by(&format!("{small} right: -30px; bottom: -40px")),
            [250.0, 160.0, 220.0, 120.0],
        );
        // Boxes entirely in the unreachable scroll area do not count.
        check("dir=rtl", &by(&format!("{small} left: 250px; top: 130px")), [200.0, 100.0, 200.0, 100.0]);
        check("dir=rtl", &by(&format!("{small} left: -30px; top: -40px")), [200.0, 100.0, 200.0, 100.0]);
    }

    #[test]
    fn page_scrolls_to_its_inline_end() {
        let widths = |html: &str| {
            let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
            let device = Device::default();
            let layout = Layout::compute(&dom, &Styles::cascade(&dom, &device), &device);
            Some([layout.viewport().content.width, layout.viewport().client.width])
        };
        let fits = Some([1280.0, 1280.0]);
        let div = "<div style='position: absolute; width: 100px; height: 10px; left: -153px'></div>";
        assert_eq!(widths(&format!("<html dir=rtl>{div}")), Some([1433.0, 1280.0]));
        let of_body = format!("<body dir=rtl style='overflow-x: hidden'>{div}");
        assert_eq!(widths(&of_body), Some([1433.0, 1280.0]), "the direction of the body");
        assert_eq!(widths(div), fits);
        let details =
            "<summary>More</summary><p style='width: 3000px'><i style='position: absolute; width: 4000px'>x</i>";
        assert_eq!(widths(&format!("<details>{details}")), fits, "skipped contents");
        assert_ne!(widths(&format!("<details open>{details}")), fits);
    }
}
