//! Clips of `clip-path`: basic shapes, paths, and `clipPath` elements.
//!
//! <https://drafts.fxtf.org/css-masking-1/#the-clip-path>

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::clip_shape::clip_area;
use super::outline::{self, MeasuredPath, Outline};
use super::paint_item::{Clip, ClipPart, MaybeIndex};
use super::state::LayoutState;
use super::svg;
use super::svg_box::SvgBox;
use crate::dom::{Atom, Dom, NodeId, local_name};
use crate::geometry::{Affine, Point, Projection, Rect, Size};
use crate::segmented::SegmentedVec;
use crate::style::ComputedStyle;
use crate::style::computed::{ClipBox, ClipPath, ClipShape, FillRule, PointerEvents, SvgStyle, Visibility};

/// Limit: `clipPath` elements that clip each other.
const MAX_DEPTH: usize = 8;

/// The `clipPath` elements that were asked for.
pub(super) type Definitions = FxHashMap<NodeId, Definition>;

/// The shapes that a `clipPath` leaves, in its user space.
#[derive(Debug, Clone)]
pub(super) struct Definition {
    parts: Arc<[ClipPart]>,
    area: Rect,
    /// The size that percentages are of, where the parts are only bounds of what is left: of text, and of what is clipped itself.
    drawn: Option<Size>,
    /// The points of all parts.
    points: u64,
    transform: Affine,
    is_of_bounds: bool,
}

/// The element that is clipped.
pub(super) struct Around {
    pub(super) node: NodeId,
    /// The box that basic shapes are in.
    pub(super) reference: Rect,
    /// The corners of that box.
    pub(super) radii: Option<Box<[Size; 4]>>,
    /// The box that fractions of a `clipPath` are of.
    pub(super) bounds: Rect,
    /// The origin of the user space of a `clipPath`.
    pub(super) origin: Point,
    pub(super) to_viewport: Projection,
}

/// Adds the clips of an element, in another clip; returns the innermost one.
pub(super) fn push(
    clips: &mut SegmentedVec<Clip>,
    definitions: &mut Definitions,
    pass: &LayoutState<'_>,
    (clip, around): (&ClipPath, &Around),
    parent: Option<u32>,
) -> Option<u32> {
    let area = |area: Rect| Clip::of_area(area, around.to_viewport, around.node, parent);
    let points = match &clip.shape {
        Some(ClipShape::Polygon(points, _)) => points.len(),
        Some(ClipShape::Path(data, _)) => data.len(),
        _ => 0,
    };
    if points > 0 && !pass.clip_points.spend(points as u64) {
        return parent;
    }
    let (at, size) = (around.reference.origin(), around.reference.size());
    let own = match &clip.shape {
        None => Clip { radii: around.radii.clone(), ..area(around.reference) },
        Some(ClipShape::Url(url)) => return of_element(clips, definitions, pass, (url, around), parent),
        Some(ClipShape::Polygon(points, FillRule::Evenodd)) => {
            let mut path = kurbo::BezPath::new();
            for (number, (x, y)) in points.iter().enumerate() {
                let point = (f64::from(at.x + x.resolve(size.width)), f64::from(at.y + y.resolve(size.height)));
                if number == 0 { path.move_to(point) } else { path.line_to(point) }
            }
            path.close_path();
            let Some(part) = filled(path, FillRule::Evenodd) else { return parent };
            Clip { parts: Some([part.clone()].into()), ..area(part.area) }
        }
        Some(ClipShape::Path(data, rule)) => {
            let Some(path) = outline::path(data) else { return parent };
            let moved = kurbo::Affine::translate((f64::from(at.x), f64::from(at.y))) * path;
            let Some(part) = filled(moved, *rule) else { return parent };
            Clip { parts: Some([part.clone()].into()), ..area(part.area) }
        }
        Some(shape) => {
            let Some((own, radii, polygon)) = clip_area(shape, at, size) else { return parent };
            Clip { radii, polygon, ..area(own) }
        }
    };
    clips.push(own);
    u32::try_from(clips.len() - 1).ok()
}

/// A part that a path leaves.
fn filled(path: kurbo::BezPath, rule: FillRule) -> Option<ClipPart> {
    let path = MeasuredPath::of(path);
    let area = path.bounds()?;
    let style = SvgStyle { fill_rule: rule, ..SvgStyle::default() };
    let outline = Outline::new(path, &style, PointerEvents::Fill, 0.0, 1.0)?;
    Some(ClipPart { outline: Some(Arc::new(outline)), area, to_clip: Affine::IDENTITY })
}

/// Adds the clips of a `clipPath`, and of those that clip it.
fn of_element(
    clips: &mut SegmentedVec<Clip>,
    definitions: &mut Definitions,
    pass: &LayoutState<'_>,
    (url, around): (&str, &Around),
    parent: Option<u32>,
) -> Option<u32> {
    let (dom, mut innermost) = (pass.dom, parent);
    let mut next = element_of(dom, url, around.node, "clipPath");
    let mut seen = Vec::new();
    while let Some(node) = next.filter(|node| !seen.contains(node) && seen.len() < MAX_DEPTH) {
        seen.push(node);
        let definition = definitions.entry(node).or_insert_with(|| Definition::of(pass, node));
        if !pass.clip_points.spend(definition.points + 1) {
            break;
        }
        let bounds = &around.bounds;
        let to_bounds = match definition.is_of_bounds {
            true => Affine {
                a: bounds.width,
                d: bounds.height,
                e: bounds.x - around.origin.x,
                f: bounds.y - around.origin.y,
                ..Affine::IDENTITY
            },
            false => Affine::IDENTITY,
        };
        let inner = Affine::translation(around.origin.x, around.origin.y).then_inner(&definition.transform);
        let to_viewport = around.to_viewport.then_inner(&inner.then_inner(&to_bounds));
        let parts = Some(Arc::clone(&definition.parts));
        let drawn = definition.drawn.map(|size| (node, size));
        clips.push(Clip { parts, drawn, ..Clip::of_area(definition.area, to_viewport, around.node, innermost) });
        innermost = u32::try_from(clips.len() - 1).ok();
        // Approx: a basic shape does not clip a `clipPath`.
        next = match pass.styles.get(node).and_then(|style| style.clip_path.as_deref()?.shape.as_ref()) {
            Some(ClipShape::Url(url)) => element_of(dom, url, node, "clipPath"),
            _ => None,
        };
    }
    innermost
}

/// The element of a name that a style of another one refers to.
#[must_use]
pub fn element_of(dom: &Dom, url: &str, node: NodeId, name: &str) -> Option<NodeId> {
    let found = dom.get_element_by_id(dom.tree_root(node), &Atom::from(url.trim().strip_prefix('#')?))?;
    dom.element(found).filter(|element| *element.name.local == *name).map(|_| found)
}

impl Definition {
    fn of(pass: &LayoutState<'_>, node: NodeId) -> Self {
        let dom = pass.dom;
        // Approx: lengths in percent are of the view box.
        let is_svg = |&above: &NodeId| dom.element(above).is_some_and(|e| e.name.local == local_name!("svg"));
        let svg = dom.ancestors(node).find(is_svg);
        let view = svg.and_then(|svg| dom.attr(svg, &local_name!("viewBox"))).and_then(svg::view_box);
        let size = view.map_or(Size::ZERO, |view| view.size());
        let boxes = svg::definition(dom, pass.styles, node, size);
        let is_visible = |element: &&SvgBox| {
            pass.styles.get(element.node).is_some_and(|style| style.visibility == Visibility::Visible)
        };
        let mut points = 0;
        let mut area: Option<Rect> = None;
        let is_clipped = |element: &SvgBox| {
            pass.styles.get(element.node).is_some_and(|style| style.clip_path.is_some())
                || element.areas.iter().any(|area| area.text.is_some())
        };
        let drawn = boxes.iter().any(is_clipped).then_some(size);
        // Approx: for hits, letters clip by their boxes, and what is in a `clipPath` is not clipped itself.
        let parts = boxes.iter().filter(is_visible).flat_map(|element| &element.areas).map(|part| {
            points += part.outline.as_ref().map_or(1, |outline| outline.path().elements().len() as u64);
            let there = part.to_root.apply_rect(&part.rect);
            area = Some(area.map_or(there, |area| area.union(&there)));
            ClipPart { outline: part.outline.clone(), area: part.rect, to_clip: part.to_root }
        });
        let parts = parts.collect();
        let style = pass.styles.get(node);
        let units = dom.element(node).and_then(|e| e.attributes.iter().find(|a| &*a.name.local == "clipPathUnits"));
        Self {
            parts,
            area: area.unwrap_or_default(),
            drawn,
            points,
            transform: svg::own_transform(style.map(|style| &**style), size),
            is_of_bounds: units.is_some_and(|units| &*units.value == "objectBoundingBox"),
        }
    }
}

/// The clips of the elements in an `svg`.
pub(super) fn of_svg(
    clips: &mut SegmentedVec<Clip>,
    definitions: &mut Definitions,
    pass: &LayoutState<'_>,
    (svg, content): (NodeId, Size),
    boxes: &[SvgBox],
    (to_viewport, clip): (&Projection, Option<u32>),
) -> Box<[MaybeIndex]> {
    let view = pass.dom.attr(svg, &local_name!("viewBox")).and_then(svg::view_box).map_or(content, |view| view.size());
    // The clip of each element, and the nested viewport that it is in.
    let mut known: FxHashMap<NodeId, (Option<u32>, Option<Rect>)> = FxHashMap::default();
    let mut all = Vec::with_capacity(boxes.len());
    for element in boxes {
        let parent = pass.dom.node(element.node).parent;
        let (mut own, viewport) = parent.and_then(|parent| known.get(&parent)).copied().unwrap_or((clip, None));
        if let Some(area) = element.clip.filter(|area| Some(*area) != viewport) {
            clips.push(Clip::of_area(area, *to_viewport, svg, own));
            own = u32::try_from(clips.len() - 1).ok();
        }
        let style = pass.styles.get(element.node);
        if let Some((style, clip)) = style.and_then(|style| Some((style, style.clip_path.as_deref()?))) {
            let around = Around {
                node: element.node,
                reference: svg_reference(clip.reference, element, style, view),
                bounds: element.rect,
                origin: Point::ZERO,
                radii: None,
                to_viewport: to_viewport.then_inner(&element.to_root),
            };
            own = push(clips, definitions, pass, (clip, &around), own);
        }
        known.insert(element.node, (own, element.clip));
        all.push(own.into());
    }
    all.into()
}

/// The box of an element of SVG that basic shapes are in.
fn svg_reference(reference: ClipBox, element: &SvgBox, style: &ComputedStyle, view: Size) -> Rect {
    match reference {
        ClipBox::View => Rect::new(0.0, 0.0, view.width, view.height),
        ClipBox::Fill | ClipBox::Content | ClipBox::Padding => element.rect,
        ClipBox::Border | ClipBox::Margin | ClipBox::Stroke => svg::stroke_box(&element.rect, style, view),
    }
}
