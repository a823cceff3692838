//! From boxes relative to each other to boxes in the viewport: scrolling, sticky positioning, transforms, clips.
//!
//! Boxes are visited in tree order; the box that another is relative to is always one of its ancestors, so it has its
//! place already. A [`Space`] is a coordinate system: the viewport's own, and one for each transformed box.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::clip_path::{self, Around, Definitions};
use super::clip_shape::corner_radii;
use super::foreign_object;
use super::matrix::{self, Frame, Scene};
use super::overflow::{Scrollers, clipped_axes};
use super::paint_item::{Clip, MaybeIndex};
use super::state::LayoutState;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, Replaced};
use super::state::edges::resolve_auto;
use super::svg_box::SvgBox;
use super::unit::{Extent, LayoutRect, LayoutUnit, Offset};
use crate::geometry::{Affine, Point, Projection, Rect, Size};
use crate::segmented::SegmentedVec;
use crate::style::ComputedStyle;
use crate::style::computed::{BackfaceVisibility, ClipBox, ClipPath, Effects, Position};

/// The place of a box.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place {
    /// Border box corner in the coordinates of `space`.
    pub origin: Offset,
    /// Index into [`Placement::spaces`].
    pub space: u32,
    /// The clip of the box itself: index into [`Placement::clips`].
    pub clip: MaybeIndex,
    /// The clip of boxes that are relative to it.
    pub(crate) content_clip: MaybeIndex,
    /// False for boxes that were never laid out.
    pub(crate) is_placed: bool,
    /// In skipped contents.
    pub is_skipped: bool,
    /// The place follows from that of the container: nothing of the box clips, transforms, sticks or is an `svg`.
    pub(super) is_plain: bool,
}

/// A coordinate system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Space {
    /// To viewport coordinates.
    pub to_viewport: Projection,
    /// Seen from behind, with `backface-visibility: hidden`.
    pub(crate) is_turned: bool,
}

/// The places of all boxes.
#[derive(Debug)]
pub struct Placement {
    /// By box.
    pub places: SegmentedVec<Place>,
    /// Coordinate systems; 0 is the viewport's.
    pub spaces: Vec<Space>,
    /// The depth that children of a box have, in the coordinates of its space; of those boxes where it is not flat.
    pub(super) scenes: FxHashMap<BoxId, Scene>,
    /// Clips, outer ones first.
    pub clips: SegmentedVec<Clip>,
    /// Each outermost `svg`.
    pub svg: FxHashMap<BoxId, PlacedSvg>,
    /// By the box of a `foreignObject`, its position among the elements of its `svg`.
    foreign_objects: FxHashMap<BoxId, usize>,
    /// The `clipPath` elements that were asked for.
    definitions: Definitions,
}

/// An outermost `svg`.
#[derive(Debug)]
pub struct PlacedSvg {
    /// The elements in it, in tree order.
    pub boxes: Arc<[SvgBox]>,
    /// From its content box to the viewport.
    pub to_viewport: Projection,
    /// Its clip.
    clip: Option<u32>,
    /// The clip of each element; `None` if none has one of its own.
    clips: Option<Box<[MaybeIndex]>>,
}

impl PlacedSvg {
    /// The elements in it with what clips each.
    pub fn elements(&self) -> impl Iterator<Item = (&SvgBox, Option<u32>)> {
        (0..self.boxes.len()).filter_map(|at| self.element(at))
    }

    /// The element at a position, with what clips it.
    fn element(&self, at: usize) -> Option<(&SvgBox, Option<u32>)> {
        let clip = self.clips.as_deref().map_or(self.clip, |own| own.get(at).and_then(|clip| clip.get()));
        Some((self.boxes.get(at)?, clip))
    }

    /// Elements in a space of their own, without clips.
    pub(super) fn of_definition(boxes: Arc<[SvgBox]>) -> Self {
        Self { boxes, to_viewport: Projection::IDENTITY, clip: None, clips: None }
    }
}

/// Places every box of the page. `follow` places those that are in the same place of their container as before, if it knows; for all others
/// it returns false.
pub(super) fn place(
    pass: &LayoutState<'_>,
    scrollers: &Scrollers,
    order: &[BoxId],
    follow: impl Fn(&mut Placement, BoxId) -> bool,
) -> Placement {
    let mut placement = Placement {
        places: SegmentedVec::of_equal(&Place::default(), pass.tree.len()),
        spaces: vec![Space { to_viewport: Projection::IDENTITY, is_turned: false }],
        scenes: FxHashMap::default(),
        clips: SegmentedVec::new(),
        svg: FxHashMap::default(),
        foreign_objects: FxHashMap::default(),
        definitions: Definitions::default(),
    };
    for &id in order {
        if !follow(&mut placement, id) {
            placement.place_box(pass, scrollers, id);
        }
    }
    placement
}

impl Placement {
    fn place_box(&mut self, pass: &LayoutState<'_>, scrollers: &Scrollers, id: BoxId) {
        let node = &pass.tree[id];
        let result = &pass.results[id.index()];
        let parent = node.parent.map(|p| self.places[p.index()]);
        let skips = parent.is_some_and(|p| p.is_skipped)
            || node.parent.is_some_and(|p| pass.tree[p].flags.contains(BoxFlags::SKIPS_CONTENTS));
        let mut place = Place { is_skipped: skips, ..Place::default() };
        if node.is_text() || node.kind == BoxKind::Inline {
            // They are where their fragments are; clips come from the root of the context.
            if let Some(root) = pass.tree.inline_root(id) {
                let root_place = self.places[root.index()];
                place = Place { is_skipped: skips, clip: root_place.content_clip, ..root_place };
                self.share_depth(id, root);
            }
            self.places[id.index()] = place;
            return;
        }
        let Some(container) = result.container else {
            if id == BoxId::ROOT {
                place.is_placed = true;
            }
            self.places[id.index()] = place;
            self.finish(pass, id, &node.style);
            return;
        };
        let holder = self.places[container.index()];
        let style = &node.style;
        if node.flags.contains(BoxFlags::FOREIGN_OBJECT) {
            self.places[id.index()] = self.place_of_foreign_object(pass, id, container, place);
            return self.finish(pass, id, style);
        }
        place.is_placed = holder.is_placed;
        place.space = holder.space;
        if node.flags.contains(BoxFlags::ANONYMOUS) {
            self.share_depth(id, container);
        }
        place.clip = holder.content_clip;
        let mut origin = holder.origin + result.offset;
        let fixed_to_viewport =
            pass.tree[container].kind == BoxKind::Initial && style.position == Position::Fixed && !node.is_text();
        if let Some(scroll) = scrollers.get(container)
            && !fixed_to_viewport
        {
            origin = origin - scroll.offset;
        }
        if node.flags.contains(BoxFlags::INLINE_LEVEL) || pass.tree[container].is_inline_root() {
            origin = origin + pass.relative_in_line(id);
        } else {
            origin = origin + pass.relative_offset(id);
            if let Some(inline) = pass.tree.split_inline(id) {
                origin = origin + pass.relative_in_line(inline);
            }
        }
        place.origin = origin;
        if node.is_out_of_flow() {
            place.clip = self.clipped_between(pass, id, container, place.clip);
        }
        self.places[id.index()] = place;
        if style.position == Position::Sticky && !node.flags.contains(BoxFlags::ANONYMOUS) {
            let shift = self.sticky(pass, scrollers, id);
            self.places[id.index()].origin = origin + shift;
        }
        let made = (self.clips.len(), self.spaces.len(), self.scenes.len(), self.svg.len());
        self.finish(pass, id, style);
        let is_made = made != (self.clips.len(), self.spaces.len(), self.scenes.len(), self.svg.len());
        self.places[id.index()].is_plain = !is_made && style.position != Position::Sticky;
    }

    /// The place of a `foreignObject` in its `svg`, whose elements are placed.
    fn place_of_foreign_object(&mut self, pass: &LayoutState<'_>, id: BoxId, svg: BoxId, place: Place) -> Place {
        let at = self.foreign_objects.get(&id).copied();
        let placed = self.svg.get(&svg).and_then(|svg| Some((svg, svg.element(at?)?)));
        let Some((svg, (element, clip))) = placed else { return place };
        let to_viewport = svg.to_viewport.then_inner(&foreign_object::to_root(element, pass.tree[id].style.zoom));
        self.spaces.push(Space { to_viewport, is_turned: false });
        let space = u32::try_from(self.spaces.len() - 1).unwrap_or(0);
        Place { space, clip: clip.into(), is_placed: true, ..place }
    }

    /// The box's own transform and clips.
    fn finish(&mut self, pass: &LayoutState<'_>, id: BoxId, style: &Arc<ComputedStyle>) {
        let node = &pass.tree[id];
        let result = &pass.results[id.index()];
        // Those of a `foreignObject` are known from its `svg`.
        let own = !node.flags.intersects(BoxFlags::ANONYMOUS | BoxFlags::FOREIGN_OBJECT);
        if own {
            self.transform(pass, id, style);
        }
        if own && let Some(clip) = &style.clip_path {
            self.clip_path(pass, id, clip);
        }
        if own
            && let Some(clip) = style.clip
            && matches!(style.position, Position::Absolute | Position::Fixed)
        {
            let place = self.places[id.index()];
            let border = LayoutRect { origin: place.origin, size: result.size }.to_rect();
            let e = &clip.edges;
            let area = Rect::from_edges(
                e.left.map_or(f32::MIN / 4.0, |v| border.x + v),
                e.top.map_or(f32::MIN / 4.0, |v| border.y + v),
                e.right.map_or(f32::MAX / 4.0, |v| border.x + v),
                e.bottom.map_or(f32::MAX / 4.0, |v| border.y + v),
            );
            self.push_clip(pass, id, area, None, true);
        }
        let clip = self.places[id.index()].clip;
        self.places[id.index()].content_clip = clip;
        let (clips_x, clips_y) = clipped_axes(pass, id);
        if clips_x || clips_y {
            let place = self.places[id.index()];
            let padding = padding_box(place.origin, pass, id);
            let mut area = padding.to_rect();
            if !clips_x {
                (area.x, area.width) = (f32::MIN / 4.0, f32::MAX / 2.0);
            }
            if !clips_y {
                (area.y, area.height) = (f32::MIN / 4.0, f32::MAX / 2.0);
            }
            let radii = if clips_x && clips_y { inner_radii(pass, id) } else { None };
            self.push_clip(pass, id, area, radii, false);
        }
        if node.kind == BoxKind::Replaced(Replaced::Svg) && node.pseudo.is_none() {
            self.place_svg(pass, id);
        }
    }

    /// The box's own coordinate system, if it has one, and the depth of its contents.
    fn transform(&mut self, pass: &LayoutState<'_>, id: BoxId, style: &ComputedStyle) {
        let node = &pass.tree[id];
        let place = self.places[id.index()];
        let size = pass.results[id.index()].size.to_size();
        // Depth is inherited from parent to child, not by containing block; anonymous boxes are not parents.
        let holder = pass.results[id.index()].container;
        let mut parent = node.parent;
        while let Some(at) = parent.filter(|at| pass.tree[*at].flags.contains(BoxFlags::ANONYMOUS) && parent != holder)
        {
            parent = pass.tree[at].parent;
        }
        let around = holder.filter(|_| parent == holder).and_then(|holder| self.scenes.get(&holder));
        let has_depth = style.effects.intersects(Effects::PRESERVE_3D | Effects::PERSPECTIVE);
        if style.transform.is_none() && around.is_none() && !has_depth {
            return;
        }
        let outer = self.spaces[place.space as usize];
        let frame = Frame {
            outer: &outer.to_viewport,
            scene: around,
            at: if style.transform.is_some() { place.origin.to_point() } else { Point::ZERO },
            reference: matrix::reference_box(style, &pass.results[id.index()]),
        };
        let own = frame.own(style);
        let is_turned = outer.is_turned || style.backface_visibility == BackfaceVisibility::Hidden && own.shows_back();
        let place = &mut self.places[id.index()];
        if style.transform.is_some() || is_turned != outer.is_turned {
            self.spaces.push(Space { to_viewport: own.projection(), is_turned });
            place.space = u32::try_from(self.spaces.len() - 1).unwrap_or(0);
        }
        if style.transform.is_some() {
            place.origin = Offset::ZERO;
        }
        if has_depth && let Some(scene) = matrix::scene(style, &own, place.origin.to_point(), size) {
            self.scenes.insert(id, scene);
        }
    }

    /// Places the elements inside of an outermost `svg`.
    fn place_svg(&mut self, pass: &LayoutState<'_>, id: BoxId) {
        let place = self.places[id.index()];
        let result = &pass.results[id.index()];
        let inset = result.edges.inset();
        let content = result.size.shrink(&inset).to_size();
        let corner = (place.origin + Offset::new(inset.left, inset.top)).to_point();
        let to_viewport =
            self.spaces[place.space as usize].to_viewport.then_inner(&Affine::translation(corner.x, corner.y));
        let node = pass.tree[id].node;
        let boxes = foreign_object::measured(pass, id, content);
        if pass.tree[id].first_child.is_some() {
            self.foreign_objects.extend(foreign_object::positions(&pass.tree, id, &boxes));
        }
        let clip = place.content_clip.get();
        let has_clip = |element: &SvgBox| {
            element.clip.is_some() || pass.styles.get(element.node).is_some_and(|style| style.clip_path.is_some())
        };
        let clips = boxes.iter().any(has_clip).then(|| {
            clip_path::of_svg(
                &mut self.clips,
                &mut self.definitions,
                pass,
                (node, content),
                &boxes,
                (&to_viewport, clip),
            )
        });
        self.svg.insert(id, PlacedSvg { boxes, to_viewport, clip, clips });
    }

    fn push_clip(
        &mut self,
        pass: &LayoutState<'_>,
        id: BoxId,
        area: Rect,
        radii: Option<Box<[Size; 4]>>,
        on_self: bool,
    ) {
        let place = self.places[id.index()];
        let to_viewport = self.spaces[place.space as usize].to_viewport;
        let parent = if on_self { place.clip } else { place.content_clip }.get();
        self.clips.push(Clip { radii, ..Clip::of_area(area, to_viewport, pass.tree[id].node, parent) });
        let index = u32::try_from(self.clips.len() - 1).ok().into();
        let place = &mut self.places[id.index()];
        if on_self {
            place.clip = index;
        } else {
            place.content_clip = index;
        }
    }

    /// The clip of a positioned box: that of its container, and `clip-path` of what is between the two.
    fn clipped_between(&mut self, pass: &LayoutState<'_>, id: BoxId, container: BoxId, clip: MaybeIndex) -> MaybeIndex {
        let mut clip = clip;
        let around = std::iter::successors(pass.tree[id].parent, |&at| pass.tree[at].parent);
        for at in around.take_while(|&at| at != container) {
            let node = &pass.tree[at];
            if node.style.clip_path.is_some()
                && !node.flags.contains(BoxFlags::ANONYMOUS)
                && pass.clip_points.spend(1)
                && let Some(own) = self.places[at.index()].clip.get()
                && let Some(own) = self.clips.get(own as usize)
            {
                let own = Clip { parent: clip.get(), ..own.clone() };
                clip = u32::try_from(self.clips.len()).ok().into();
                self.clips.push(own);
            }
        }
        clip
    }

    fn clip_path(&mut self, pass: &LayoutState<'_>, id: BoxId, clip: &ClipPath) {
        let (place, result, node) = (self.places[id.index()], &pass.results[id.index()], &pass.tree[id]);
        let border = LayoutRect { origin: place.origin, size: result.size };
        let (reference, radii) = match clip.reference {
            ClipBox::Padding => (padding_box(place.origin, pass, id), inner_radii(pass, id)),
            // Approx: the corners of the other boxes are square.
            ClipBox::Content | ClipBox::Fill => (border.shrink(&result.edges.inset()), None),
            ClipBox::Margin => {
                let margin = result.edges.margin();
                let origin = place.origin - Offset::new(margin.left, margin.top);
                let (width, height) = (result.size.width + margin.width(), result.size.height + margin.height());
                (LayoutRect { origin, size: Extent { width, height } }, None)
            }
            ClipBox::Border | ClipBox::Stroke | ClipBox::View => (border, radii(&node.style, result.size.to_size())),
        };
        let around = Around {
            node: node.node,
            reference: reference.to_rect(),
            bounds: border.to_rect(),
            origin: place.origin.to_point(),
            radii,
            to_viewport: self.spaces[place.space as usize].to_viewport,
        };
        let own = clip_path::push(&mut self.clips, &mut self.definitions, pass, (clip, &around), place.clip.get());
        self.places[id.index()].clip = own.into();
    }

    /// The displacement of a sticky box. <https://www.w3.org/TR/css-position-3/#stickypos-insets>
    fn sticky(&self, pass: &LayoutState<'_>, scrollers: &Scrollers, id: BoxId) -> Offset {
        let node = &pass.tree[id];
        let result = &pass.results[id.index()];
        let place = self.places[id.index()];
        // The nearest scrollport, and the containing block that limits the movement.
        let mut scroller = result.container;
        while let Some(at) = scroller
            && scrollers.get(at).is_none()
        {
            scroller = pass.results[at.index()].container;
        }
        let mut block = result.container;
        while let Some(at) = block.filter(|at| pass.tree[*at].flags.contains(BoxFlags::ANONYMOUS)) {
            block = pass.results[at.index()].container;
        }
        let (Some(scroller), Some(block)) = (scroller, block) else { return Offset::ZERO };
        let scroller_place = self.places[scroller.index()];
        let block_place = self.places[block.index()];
        if scroller_place.space != place.space || block_place.space != place.space {
            return Offset::ZERO;
        }
        let port = padding_box(scroller_place.origin, pass, scroller);
        let block_result = &pass.results[block.index()];
        let scrolled = scrollers.get(block).map_or(Offset::ZERO, |s| s.offset);
        let mut limit = if pass.tree[block].kind == BoxKind::Initial || scrollers.get(block).is_some() {
            // The containing block is the scrollable area.
            let area = scrollers.get(block).map_or(block_result.size, |s| s.content);
            LayoutRect { origin: padding_box(block_place.origin, pass, block).origin - scrolled, size: area }
        } else {
            LayoutRect { origin: block_place.origin, size: block_result.size }
        };
        let edges = block_result.edges.inset();
        if scrollers.get(block).is_none() {
            limit = limit.shrink(&edges);
        }
        let margin = result.edges.margin();
        let own = LayoutRect { origin: place.origin, size: result.size };
        let inset = &node.style.inset;
        let x = |v| resolve_auto(v, Some(port.size.width));
        let y = |v| resolve_auto(v, Some(port.size.height));
        let axis = |near: Option<LayoutUnit>,
                    far: Option<LayoutUnit>,
                    (start, end): (LayoutUnit, LayoutUnit),
                    (port_start, port_end): (LayoutUnit, LayoutUnit),
                    (limit_start, limit_end): (LayoutUnit, LayoutUnit)| {
            let mut shift = LayoutUnit::ZERO;
            if let Some(far) = far {
                let excess = (end - (port_end - far)).clamp_negative();
                let room = (start - limit_start).clamp_negative();
                shift -= excess.min(room);
            }
            if let Some(near) = near {
                let lack = (port_start + near - start - shift).clamp_negative();
                let room = (limit_end - end).clamp_negative();
                shift = (shift + lack).min(room.max(shift));
            }
            shift
        };
        Offset::new(
            axis(
                x(&inset.left),
                x(&inset.right),
                (own.origin.x, own.right()),
                (port.origin.x, port.right()),
                (limit.origin.x + margin.left, limit.right() - margin.right),
            ),
            axis(
                y(&inset.top),
                y(&inset.bottom),
                (own.origin.y, own.bottom()),
                (port.origin.y, port.bottom()),
                (limit.origin.y + margin.top, limit.bottom() - margin.bottom),
            ),
        )
    }
}

/// The padding box of a box whose border box starts at `origin`.
pub(crate) fn padding_box(origin: Offset, pass: &LayoutState<'_>, id: BoxId) -> LayoutRect {
    let result = &pass.results[id.index()];
    LayoutRect { origin, size: result.size }.shrink(result.edges.border())
}

/// Used corner radii of the border box; `None` where all are square.
///
/// <https://www.w3.org/TR/css-backgrounds-3/#corner-overlap>
pub fn radii(style: &ComputedStyle, size: Size) -> Option<Box<[Size; 4]>> {
    corner_radii(style.border_radius.as_ref()?, size)
}

/// Radii of the padding box.
fn inner_radii(pass: &LayoutState<'_>, id: BoxId) -> Option<Box<[Size; 4]>> {
    let result = &pass.results[id.index()];
    let mut out = radii(&pass.tree[id].style, result.size.to_size())?;
    let b = result.edges.border();
    let sides = [(b.left, b.top), (b.right, b.top), (b.right, b.bottom), (b.left, b.bottom)];
    for (radius, (x, y)) in out.iter_mut().zip(sides) {
        *radius = Size::new((radius.width - x.to_f32()).max(0.0), (radius.height - y.to_f32()).max(0.0));
    }
    Some(out)
}
