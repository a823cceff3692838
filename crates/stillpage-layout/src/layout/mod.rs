//! Layout: where each box is, what it clips, and in which order boxes are painted.
//!
//! *In*: [`Dom`], [`Styles`], [`Device`]. *Out*: [`Layout`].
//!
//! *Invariants*: every box is in *viewport* coordinates, CSS px, with transforms and scroll offsets applied (what
//! `getBoundingClientRect` returns); frames' boxes are in the coordinates of the page's viewport too; the paint list is
//! back to front.
//!
//! Inside: [`build`] generates the box tree; [`state`] holds it with all that becomes known of it; the formatting contexts
//! ([`block`], [`inline`], [`table`], [`flexible`], [`multicol`], [`replaced`], ...) see the state only, and [`dispatch`]
//! alone names them. Then absolutely positioned boxes are laid out, everything is placed in the viewport ([`place`]) and
//! put in paint order ([`paint`]).

mod alignment;
mod axes;
mod block;
mod boxes;
mod build;
mod clip_path;
mod clip_shape;
mod content_visibility;
mod control;
mod control_parts;
mod dispatch;
mod drawing;
mod ellipsis;
mod field_content;
mod fieldset;
mod flexible;
mod follow;
mod following;
mod foreign_object;
mod foreseen;
mod inline;
mod label;
mod layers;
mod list_box;
mod math;
mod matrix;
mod multicol;
mod natural;
mod orthogonal;
mod outline;
mod output;
mod output_again;
mod overflow;
mod paint;
mod paint_audience;
mod paint_item;
mod paint_layers;
mod paint_order;
mod paint_rect;
mod paint_source;
mod physical;
mod place;
mod positioned;
mod rendered_text;
mod replaced;
mod single_line;
mod slider;
mod stack;
mod stacking;
mod state;
mod svg;
mod svg_box;
mod table;
mod text;
mod text_align;
mod unit;

pub use self::boxes::{Layout, LayoutBox, SaidBefore, Scroll, TextBox, TextLine};
pub use self::clip_path::element_of;
pub use self::drawing::{Definition, Drawing, DrawnBorder, DrawnBox, DrawnImage, DrawnOutline, DrawnShape, DrawnText};
pub use self::foreseen::ForeseenText;
pub use self::outline::Outline;
pub use self::outline::winding;
pub use self::paint_item::{Clip, ClipPart, PaintItem, PaintPart, snapped};
pub use self::paint_source::NearItems;
pub use self::place::radii;
pub use self::rendered_text::{Rendered, svg_text};
pub use self::state::box_tree::{BoxKind, Control, Replaced};
pub use self::svg::{is_chosen, svg_length, view_box, view_box_transform};
pub use self::text::transformed;
#[cfg(stillpage_npm)]
pub use text::HOST_BREAKS;

use rustc_hash::FxHashSet;

use self::dispatch::Dispatch;
use self::paint_source::{Painting, PlacedBoxes};
use self::state::LayoutState;
use self::state::box_tree::BoxId;
use self::state::changes::Changes;
use self::state::layout_cache::LaidOut;
pub use self::state::layout_cache::LayoutCache;
use self::unit::{Extent, LayoutUnit};
use crate::device::Device;
use crate::dom::{Dom, NodeId, NodeMap};
use crate::geometry::Point;
use crate::style::{RestyledElements, Styles};

impl Layout {
    /// Lays out a page. Cost: linear in the number of boxes and the length of the text, but for nested flex and grid
    /// containers, which measure their items up to a few times.
    #[must_use]
    #[cfg(any(test, feature = "internals"))]
    pub fn compute(dom: &Dom, styles: &Styles, device: &Device) -> Self {
        Self::compute_scrolled(dom, styles, device, &[])
    }

    /// Returns the elements that a layout would give a box, without laying anything out; `None` if only a layout can tell.
    #[must_use]
    pub fn foresee(dom: &Dom, styles: &Styles, device: &Device) -> Option<NodeMap<bool>> {
        stack::with_segment(|| foreseen::elements(dom, styles, device))
    }

    /// Returns the elements that a layout would give a box, and the text that it would render, without laying anything out; `None` if
    /// only a layout can tell.
    #[must_use]
    pub fn foresee_text(dom: &Dom, styles: &Styles, device: &Device) -> Option<ForeseenText> {
        stack::with_segment(|| foreseen::text(dom, styles, device))
    }

    /// Lays out a page with some scroll containers scrolled to an offset (clamped to what they allow), overriding the page's; a
    /// document stands for its viewport.
    #[must_use]
    pub fn compute_scrolled(dom: &Dom, styles: &Styles, device: &Device, scrolls: &[(NodeId, Point)]) -> Self {
        Self::compute_from(dom, styles, device, scrolls, LayoutReuse::Last).0
    }

    /// Lays the page out, reusing a previous layout for the same device; also returns what a later one needs to reuse this
    /// one, if it can.
    #[must_use]
    pub fn compute_from(
        dom: &Dom,
        styles: &Styles,
        device: &Device,
        scrolls: &[(NodeId, Point)],
        sequel: LayoutReuse<'_>,
    ) -> (Self, Option<LayoutCache>) {
        #[cfg(debug_assertions)]
        crate::fault::enter(crate::fault::Stage::Layout);
        stack::with_segment(|| {
            let (is_unpainted, is_settling) =
                (matches!(sequel, LayoutReuse::Unpainted), matches!(sequel, LayoutReuse::Settling));
            let mut is_last = is_unpainted || matches!(sequel, LayoutReuse::Last);
            let earlier = if let LayoutReuse::After(earlier) = sequel { Some(earlier) } else { None };
            let is_resumed = earlier.is_some();
            let (mut pass, lazy, mut before) = LayoutState::start(dom, styles, device, earlier);
            pass.scrolls = scrolls;
            pass.is_last = is_last;
            let mut rounds = if lazy.is_empty() { 0 } else { content_visibility::MAX_ROUNDS };
            loop {
                let unit = |px: f32| LayoutUnit::from_f32(px);
                let gutter = pass.viewport_gutter();
                let width = unit(device.viewport.width) - gutter.width();
                pass.layout_document(BoxId::ROOT, Extent::new(width, unit(device.viewport.height) - gutter.height()));
                let order = pass.tree.in_order();
                let displaced = positioned::layout_all(&mut pass, &order);
                if let Some(seen) = device.seen {
                    pass.results[BoxId::ROOT.index()].size = Extent::from_size(seen);
                }
                if is_settling {
                    is_last = styles.hold_for_sizes(&|node| output::content_size(&pass, node));
                    pass.is_last = is_last;
                }
                pass.forget_caches(is_last && rounds == 0);
                physical::to_physical(&mut pass);
                pass.remember_relative_in_line(&order, displaced);
                let before = before.take();
                let changes = before.as_ref().and_then(|before| Changes::of(&pass, &before.relative_in_line));
                let known = before.as_ref().zip(changes.as_ref());
                let mut scrollers =
                    overflow::scrollers(&pass, &order, known.map(|(before, changes)| (&before.scrollers, changes)));
                if is_last {
                    scrollers.drop_overflow();
                }
                let earlier = known.map(|(before, changes)| follow::EarlierPlaces {
                    placement: &before.placement,
                    changes,
                    is_scrolled_alike: scrollers.are_scrolled_like(&before.scrollers),
                });
                let mut placement = place::place(&pass, &scrollers, &order, |placement, id| {
                    earlier.as_ref().is_some_and(|earlier| earlier.follow(placement, &pass, id))
                });
                let near = if rounds == 0 { Vec::new() } else { content_visibility::near(&pass, &placement, &lazy) };
                if near.is_empty() {
                    let again = before.zip(changes).and_then(|(before, changes)| {
                        output_again::again(&pass, &placement, &scrollers, &order, *before, &changes)
                    });
                    drop(order);
                    // A block that splits inline boxes asks how far it is from others.
                    if is_last && pass.tree.split_inlines.is_empty() {
                        pass.keep_areas();
                    }
                    let lines = if is_unpainted { std::mem::take(&mut pass.inlines) } else { Vec::new() };
                    let mut layout = again.unwrap_or_else(|| output::layout(&pass, lines, &placement, &scrollers));
                    layout.clips = std::mem::take(&mut placement.clips);
                    if is_last {
                        pass.keep_areas();
                    }
                    let (boxes, areas, relative_in_line, kept) = pass.into_parts();
                    let kept = kept.filter(|_| lazy.is_empty() && !is_last);
                    if is_resumed && kept.is_none() {
                        return Self::compute_from(dom, styles, device, scrolls, LayoutReuse::First);
                    }
                    let placed = PlacedBoxes { boxes, areas, relative_in_line, placement, scrollers };
                    layout.painting = Painting::of(placed);
                    return (layout, kept);
                }
                rounds -= 1;
                let mut tree = pass.tree;
                tree.turn_again();
                content_visibility::unmark(&mut tree, &near);
                pass = LayoutState::new(dom, styles, device, tree, &Dispatch);
                pass.scrolls = scrolls;
                pass.is_last = is_last;
            }
        })
    }
}

/// The place of a layout in the sequence of those of a page.
#[derive(Debug)]
pub enum LayoutReuse<'a> {
    /// None was before, and another one may follow.
    First,
    /// None was before, and another one follows if the styles do not hold for the sizes that it finds.
    Settling,
    /// It goes on from an earlier one, and another one may follow.
    After(PreviousLayout<'a>),
    /// None was before, and none follows: nothing is kept but the boxes that are painted.
    Last,
    /// None was before, none follows, and nobody asks what is painted: lines go as soon as everything is said of them.
    Unpainted,
}

/// An earlier layout of a page, and what is different now.
#[derive(Debug)]
pub struct PreviousLayout<'a> {
    /// Its boxes.
    pub boxes: Box<LaidOut>,
    /// Their output.
    pub said: Box<SaidBefore>,
    /// The caches that it left.
    pub kept: Box<LayoutCache>,
    /// The nodes whose content, attributes or children are others, with all nodes around them. Styles are compared.
    pub changed: &'a FxHashSet<NodeId>,
    /// Elements that were styled again; `None` if they are not known.
    pub restyled: Option<&'a RestyledElements>,
    /// If nothing else is different but styles: the elements whose children are others.
    pub parents: Option<Vec<NodeId>>,
    /// If nothing but these texts and nothing about styles is different: text nodes that had and have more than white space.
    pub texts: Option<Vec<NodeId>>,
}

impl<'a> LayoutState<'a> {
    /// Generates the boxes of a page, with what is known of them from an earlier layout; also those with
    /// `content-visibility: auto`, which are marked as far away.
    fn start(
        dom: &'a Dom,
        styles: &'a Styles,
        device: &'a Device,
        mut earlier: Option<PreviousLayout<'_>>,
    ) -> (Self, Vec<BoxId>, Option<Box<SaidBefore>>) {
        if let Some(PreviousLayout { texts: Some(texts), .. }) = &mut earlier
            && let texts = std::mem::take(texts)
            && let Some(PreviousLayout { boxes, said, kept, changed, restyled, parents, .. }) = earlier.take()
        {
            match LayoutState::of_same_boxes((dom, styles, device), &Dispatch, (boxes, kept), &texts) {
                Ok(pass) => return (pass, Vec::new(), Some(said)),
                Err((boxes, kept)) => {
                    earlier = Some(PreviousLayout { boxes, said, kept, changed, restyled, parents, texts: None });
                }
            }
        }
        if let Some(PreviousLayout { boxes, changed, restyled: Some(restyled), parents: Some(parents), .. }) = &earlier
            && let change = (build::ChangedTree { parents, changed, restyled })
            && let Some(plan) = build::Plan::new(&boxes.tree, dom, styles, &change)
            && let Some(PreviousLayout { boxes, said, kept, restyled: Some(restyled), .. }) = earlier.take()
        {
            let LaidOut { tree, results, inlines, parts } = *boxes;
            if let Some((tree, regenerated)) = build::build_again(dom, styles, device, tree, plan) {
                let build::Regenerated { containers, gone } = regenerated;
                let boxes = LaidOut { tree, results, inlines, parts };
                let pass = LayoutState::of_other_children(
                    (dom, styles, device),
                    &Dispatch,
                    (boxes, *kept),
                    (&containers, gone),
                    &restyled.whole,
                );
                return (pass, Vec::new(), Some(said));
            }
        }
        let mut tree = build::build(dom, styles, device);
        let lazy = content_visibility::mark(&mut tree);
        let is_usual = lazy.is_empty() && tree.warnings.is_empty();
        let mut pass = LayoutState::new(dom, styles, device, tree, &Dispatch);
        if let Some(PreviousLayout { boxes, kept, changed, restyled, .. }) = earlier.filter(|_| is_usual) {
            pass.resume(*boxes, *kept, changed, restyled.map(|elements| &*elements.whole));
        }
        (pass, lazy, None)
    }
}

#[cfg(test)]
mod tests;
