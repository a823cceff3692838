//! Boxes that are placed at an anchor: what their insets, sizes and alignment come to.
//!
//! <https://drafts.csswg.org/css-anchor-position-1/>. Each alternative is a style of its own in which nothing is relative
//! to an anchor any more. Limit: not in vertical writing modes; an anchor in a scroller counts as if it were not scrolled.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::dom::NodeId;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId};
use crate::layout::unit::LayoutRect;
use crate::style::ComputedStyle;
use crate::style::computed::{
    Align, AlignKeyword, AnchorInset, AnchorSide, AnchorSize, Anchoring, AreaSpan, Dimension, Flips, LengthPercentage,
    LengthPercentageAuto, PositionFallback,
};

/// Limit: how many names of an anchor count, and how many anchors of a name are looked at.
const LOOKED_AT: usize = 16;

/// The boxes that something may be placed at.
#[derive(Debug, Default)]
pub(super) struct Anchors {
    /// The anchors with a name, in tree order.
    named: FxHashMap<Box<str>, Vec<BoxId>>,
    /// The boxes of the elements that opened popovers, by popover.
    invokers: FxHashMap<NodeId, BoxId>,
}

impl Anchors {
    pub(super) fn of(pass: &LayoutState<'_>) -> Self {
        let mut anchors = Self::default();
        let mut next = Some(BoxId::ROOT);
        while let Some(id) = next {
            let node = &pass.tree[id];
            if let Some(anchoring) = &node.style.anchoring
                && !node.is_text()
                && !node.flags.intersects(BoxFlags::ANONYMOUS | BoxFlags::SPLIT_START)
            {
                for name in anchoring.names.iter().take(LOOKED_AT) {
                    anchors.named.entry(name.clone()).or_default().push(id);
                }
            }
            if let Some(popover) = pass.dom.invoked_popover(node.node).filter(|_| node.pseudo.is_none()) {
                anchors.invokers.entry(popover).or_insert(id);
            }
            next = node.first_child.or_else(|| pass.tree.following(id, BoxId::ROOT));
        }
        anchors
    }

    /// The last anchor of the name that was laid out before and is in the containing block; without a name, what opened the
    /// popover: <https://drafts.csswg.org/css-anchor-position-1/#implicit-anchor-element>.
    fn find(&self, pass: &LayoutState<'_>, name: Option<&str>, id: BoxId, container: BoxId) -> Option<BoxId> {
        let is_within = |anchor: BoxId| {
            let mut ancestors = std::iter::successors(Some(anchor), |&at| pass.tree[at].parent);
            ancestors.any(|at| at == container)
        };
        let Some(name) = name else {
            let node = &pass.tree[id];
            let invoker = self.invokers.get(&node.node).filter(|_| node.pseudo.is_none());
            return invoker.copied().filter(|&invoker| is_within(invoker));
        };
        let named = self.named.get(name)?;
        let scope = pass.tree[id].parent.and_then(|parent| scope(pass, name, parent));
        let placed = |&anchor: &BoxId| anchor != id && pass.results[anchor.index()].container.is_some();
        named.iter().rev().copied().take(LOOKED_AT).find(|anchor| {
            (placed(anchor) || pass.tree.inline_root(*anchor).is_some_and(|root| placed(&root)))
                && is_within(*anchor)
                && self::scope(pass, name, *anchor) == scope
        })
    }
}

/// The nearest box around and with `id` that an anchor of the name is known in only; `None` for the whole page.
fn scope(pass: &LayoutState<'_>, name: &str, id: BoxId) -> Option<BoxId> {
    std::iter::successors(Some(id), |&at| pass.tree[at].parent).find(|&at| {
        let node = &pass.tree[at];
        let own = node.style.anchoring.as_ref().filter(|_| !node.is_text());
        own.is_some_and(|own| own.scope.holds(name)) && !node.flags.contains(BoxFlags::ANONYMOUS)
    })
}

/// Is any of it about where the box itself goes?
pub(super) fn is_anchored(own: &Anchoring) -> bool {
    own.area.is_some()
        || !own.fallbacks.is_empty()
        || own.insets.iter().any(Option::is_some)
        || own.sizes.iter().any(Option::is_some)
        || own.target.is_some()
}

/// The styles to try, in this order; the first is what counts where none fits.
pub(super) fn alternatives(
    pass: &LayoutState<'_>,
    anchors: &Anchors,
    id: BoxId,
    container: BoxId,
    area: &LayoutRect,
) -> Vec<Arc<ComputedStyle>> {
    let style = &pass.tree[id].style;
    let Some(own) = style.anchoring.as_deref() else { return vec![Arc::clone(style)] };
    let resolver = Resolver { pass, anchors, id, container, area };
    let mut styles = vec![resolver.resolve(ComputedStyle::clone(style))];
    for fallback in &own.fallbacks {
        let mut style = ComputedStyle::clone(style);
        match fallback {
            PositionFallback::Flip(flips) => flip(&mut style, *flips),
            PositionFallback::Area(area) => {
                if let Some(anchoring) = &mut style.anchoring {
                    anchoring.area = Some(*area);
                }
            }
            PositionFallback::Rule { style: None, .. } => continue,
            PositionFallback::Rule { flips, style: Some(tried), .. } => {
                style = ComputedStyle::clone(tried);
                flip(&mut style, *flips);
            }
        }
        styles.push(resolver.resolve(style));
    }
    styles.into_iter().map(Arc::new).collect()
}

fn flip(style: &mut ComputedStyle, flips: Flips) {
    if flips.block {
        flip_block(style);
    }
    if flips.inline {
        flip_inline(style);
    }
    if flips.start {
        flip_start(style);
    }
}

fn flip_block(style: &mut ComputedStyle) {
    std::mem::swap(&mut style.inset.top, &mut style.inset.bottom);
    std::mem::swap(&mut style.margin.top, &mut style.margin.bottom);
    style.align_self = flipped_alignment(style.align_self);
    if let Some(anchoring) = &mut style.anchoring {
        anchoring.insets.swap(0, 2);
        flip_sides(&mut anchoring.insets, [0, 2]);
        if let Some(area) = &mut anchoring.area {
            area.y = area.y.flipped();
        }
    }
}

fn flip_inline(style: &mut ComputedStyle) {
    std::mem::swap(&mut style.inset.left, &mut style.inset.right);
    std::mem::swap(&mut style.margin.left, &mut style.margin.right);
    style.justify_self = flipped_alignment(style.justify_self);
    if let Some(anchoring) = &mut style.anchoring {
        anchoring.insets.swap(1, 3);
        flip_sides(&mut anchoring.insets, [1, 3]);
        if let Some(area) = &mut anchoring.area {
            area.x = area.x.flipped();
        }
    }
}

fn flip_start(style: &mut ComputedStyle) {
    std::mem::swap(&mut style.inset.top, &mut style.inset.left);
    std::mem::swap(&mut style.inset.bottom, &mut style.inset.right);
    std::mem::swap(&mut style.margin.top, &mut style.margin.left);
    std::mem::swap(&mut style.margin.bottom, &mut style.margin.right);
    std::mem::swap(&mut style.width, &mut style.height);
    std::mem::swap(&mut style.min_width, &mut style.min_height);
    std::mem::swap(&mut style.max_width, &mut style.max_height);
    std::mem::swap(&mut style.align_self, &mut style.justify_self);
    if let Some(anchoring) = &mut style.anchoring {
        anchoring.insets.swap(0, 3);
        anchoring.insets.swap(1, 2);
        for inset in anchoring.insets.iter_mut().flatten() {
            inset.side = match inset.side {
                AnchorSide::Top => AnchorSide::Left,
                AnchorSide::Left => AnchorSide::Top,
                AnchorSide::Bottom => AnchorSide::Right,
                AnchorSide::Right => AnchorSide::Bottom,
                side => side,
            };
        }
        for slot in [0, 2, 4] {
            anchoring.sizes.swap(slot, slot + 1);
        }
        if let Some(area) = &mut anchoring.area {
            std::mem::swap(&mut area.x, &mut area.y);
        }
    }
}

fn flipped_alignment(align: Align) -> Align {
    let keyword = match align.keyword {
        AlignKeyword::Start => AlignKeyword::End,
        AlignKeyword::End => AlignKeyword::Start,
        AlignKeyword::SelfStart => AlignKeyword::SelfEnd,
        AlignKeyword::SelfEnd => AlignKeyword::SelfStart,
        AlignKeyword::FlexStart => AlignKeyword::FlexEnd,
        AlignKeyword::FlexEnd => AlignKeyword::FlexStart,
        AlignKeyword::Left => AlignKeyword::Right,
        AlignKeyword::Right => AlignKeyword::Left,
        other => other,
    };
    Align { keyword, ..align }
}

fn flip_sides(insets: &mut [Option<AnchorInset>; 4], slots: [usize; 2]) {
    for inset in slots.into_iter().filter_map(|slot| insets[slot].take().map(|inset| (slot, inset))).collect::<Vec<_>>()
    {
        let (slot, mut inset) = inset;
        inset.side = match inset.side {
            AnchorSide::Top => AnchorSide::Bottom,
            AnchorSide::Bottom => AnchorSide::Top,
            AnchorSide::Left => AnchorSide::Right,
            AnchorSide::Right => AnchorSide::Left,
            AnchorSide::Fraction(fraction) => AnchorSide::Fraction(1.0 - fraction),
            side @ (AnchorSide::Inside | AnchorSide::Outside) => side,
        };
        insets[slot] = Some(inset);
    }
}

/// The extent of something on one axis, px from the start of the containing block.
#[derive(Debug, Clone, Copy)]
struct Reach {
    start: f32,
    end: f32,
}

/// The inputs for placing a box by anchors.
struct Resolver<'a, 'p> {
    pass: &'a LayoutState<'p>,
    anchors: &'a Anchors,
    id: BoxId,
    container: BoxId,
    area: &'a LayoutRect,
}

impl Resolver<'_, '_> {
    /// The place of an anchor, on the horizontal and the vertical axis: of this name, or of the target of `own`.
    fn anchor(&self, own: &Anchoring, name: Option<&str>) -> Option<(Reach, Reach)> {
        let name = match name.or(own.target.as_deref()) {
            Some("auto") => None,
            None if own.area.is_none() => return None,
            name => name,
        };
        let anchor = self.anchors.find(self.pass, name, self.id, self.container)?;
        let rect = self.pass.document_rect(anchor);
        let reach = |start: f32, size: f32| Reach { start, end: start + size };
        let at = rect.origin - self.area.origin;
        Some((reach(at.x.to_f32(), rect.size.width.to_f32()), reach(at.y.to_f32(), rect.size.height.to_f32())))
    }

    /// The style with lengths in place of everything that names an anchor.
    fn resolve(&self, mut style: ComputedStyle) -> ComputedStyle {
        let Some(own) = style.anchoring.take() else { return style };
        let room = (self.area.size.width.to_f32(), self.area.size.height.to_f32());
        for (slot, inset) in own.insets.iter().enumerate() {
            let Some(inset) = inset else { continue };
            let Some(length) = self.inset(&own, inset, slot, room) else { continue };
            let length = LengthPercentageAuto::Length(LengthPercentage::px(length));
            match slot {
                0 => style.inset.top = length,
                1 => style.inset.right = length,
                2 => style.inset.bottom = length,
                _ => style.inset.left = length,
            }
        }
        for (slot, size) in own.sizes.iter().enumerate() {
            let Some(size) = size else { continue };
            let Some(length) = self.size(&own, size, slot % 2 == 0) else { continue };
            let length = Dimension::Length(LengthPercentage::px(length));
            match slot {
                0 => style.width = length,
                1 => style.height = length,
                2 => style.min_width = length,
                3 => style.min_height = length,
                4 => style.max_width = length,
                _ => style.max_height = length,
            }
        }
        let Some((x, y)) = self.anchor(&own, None) else { return style };
        let (inset, margin) = (&mut style.inset, &mut style.margin);
        if style.justify_self.keyword == AlignKeyword::AnchorCenter && own.area.is_none() {
            center(x, room.0, (&mut inset.left, &mut inset.right), &mut style.justify_self);
        }
        if style.align_self.keyword == AlignKeyword::AnchorCenter && own.area.is_none() {
            center(y, room.1, (&mut inset.top, &mut inset.bottom), &mut style.align_self);
        }
        if let Some(area) = own.area {
            let start = AlignKeyword::Left;
            let sides = (&mut inset.left, &mut inset.right);
            place_in_area(area.x, x, room.0, sides, &mut style.justify_self, [start, AlignKeyword::Right]);
            let sides = (&mut inset.top, &mut inset.bottom);
            place_in_area(area.y, y, room.1, sides, &mut style.align_self, [AlignKeyword::Start, AlignKeyword::End]);
            for side in [&mut margin.top, &mut margin.right, &mut margin.bottom, &mut margin.left] {
                if *side == LengthPercentageAuto::Auto {
                    *side = LengthPercentageAuto::Length(LengthPercentage::ZERO);
                }
            }
        }
        style
    }

    /// `anchor()` in the inset number `slot`; `None` without such an anchor or side.
    fn inset(&self, own: &Anchoring, inset: &AnchorInset, slot: usize, room: (f32, f32)) -> Option<f32> {
        let (x, y) = self.anchor(own, inset.name.as_deref())?;
        let is_vertical = slot.is_multiple_of(2);
        let (reach, room) = if is_vertical { (y, room.1) } else { (x, room.0) };
        let is_end = slot == 1 || slot == 2;
        let fraction = match inset.side {
            AnchorSide::Top if is_vertical => 0.0,
            AnchorSide::Bottom if is_vertical => 1.0,
            AnchorSide::Left if !is_vertical => 0.0,
            AnchorSide::Right if !is_vertical => 1.0,
            AnchorSide::Inside => f32::from(u8::from(is_end)),
            AnchorSide::Outside => f32::from(u8::from(!is_end)),
            AnchorSide::Fraction(fraction) => fraction,
            _ => return None,
        };
        let line = reach.start + (reach.end - reach.start) * fraction;
        let plus = inset.plus.as_ref().map_or(0.0, |(factor, length)| factor * length.resolve(room));
        Some(plus + if is_end { room - line } else { line })
    }

    fn size(&self, own: &Anchoring, size: &AnchorSize, is_width: bool) -> Option<f32> {
        let (x, y) = self.anchor(own, size.name.as_deref())?;
        let reach = if size.is_width.unwrap_or(is_width) { x } else { y };
        Some(reach.end - reach.start)
    }
}

/// `position-area` on one axis: insets that leave the area, and an alignment towards the anchor. `edges` are the keywords
/// for the two ends of the axis.
fn place_in_area(
    span: AreaSpan,
    anchor: Reach,
    room: f32,
    insets: (&mut LengthPercentageAuto, &mut LengthPercentageAuto),
    align: &mut Align,
    edges: [AlignKeyword; 2],
) {
    let lines = [0f32.min(anchor.start), anchor.start, anchor.end, room.max(anchor.end)];
    let (mut start, mut end) = (lines[usize::from(span.from.min(3))], lines[usize::from(span.to.min(3))]);
    let is_free = matches!(align.keyword, AlignKeyword::Auto | AlignKeyword::Normal);
    if span == AreaSpan::ALL && is_free || align.keyword == AlignKeyword::AnchorCenter {
        (start, end) = around(anchor, start, end);
        align.keyword = AlignKeyword::Center;
    }
    let own = |inset: &LengthPercentageAuto| match inset {
        LengthPercentageAuto::Auto => 0.0,
        LengthPercentageAuto::Length(length) => length.resolve(end - start),
    };
    let used = (start + own(insets.0), room - end + own(insets.1));
    *insets.0 = LengthPercentageAuto::Length(LengthPercentage::px(used.0));
    *insets.1 = LengthPercentageAuto::Length(LengthPercentage::px(used.1));
    if is_free && span != AreaSpan::ALL {
        align.keyword = match (span.from, span.to) {
            (1, 2) => AlignKeyword::Center,
            (0, _) => edges[1],
            _ => edges[0],
        };
    }
}

/// As much room on both sides of the middle of an anchor as there is on both.
fn around(anchor: Reach, start: f32, end: f32) -> (f32, f32) {
    let middle = anchor.start.midpoint(anchor.end);
    let half = (middle - start).min(end - middle).max(0.0);
    (middle - half, middle + half)
}

/// `anchor-center`
fn center(anchor: Reach, room: f32, insets: (&mut LengthPercentageAuto, &mut LengthPercentageAuto), align: &mut Align) {
    let own = |inset: &LengthPercentageAuto| match inset {
        LengthPercentageAuto::Auto => 0.0,
        LengthPercentageAuto::Length(length) => length.resolve(room),
    };
    let (start, end) = around(anchor, own(insets.0), room - own(insets.1));
    *insets.0 = LengthPercentageAuto::Length(LengthPercentage::px(start));
    *insets.1 = LengthPercentageAuto::Length(LengthPercentage::px(room - end));
    align.keyword = AlignKeyword::Center;
}
