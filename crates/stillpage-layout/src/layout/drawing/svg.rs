//! Drawings of SVG: shapes, images and text.

use std::sync::Arc;

use super::{Artist, Drawing, DrawnBox, DrawnImage, DrawnShape, DrawnText};
use crate::dom::{Dom, NodeId};
use crate::geometry::{Projection, Rect, Sides, Size};
use crate::layout::place::PlacedSvg;
use crate::layout::state::box_tree::BoxKind;
use crate::layout::svg_box::{SvgArea, SvgBox, SvgText};
use crate::layout::{svg, text};
use crate::style::computed::{Color, Effects, SvgPaint, SvgStyle, Visibility};
use crate::style::{ComputedStyle, Styles};

/// The elements in an element of SVG that is not rendered where it stands, in its user space.
#[derive(Debug, Clone)]
pub struct Definition(Arc<[SvgBox]>);

impl Definition {
    /// The elements in one whose percentages are of `size`.
    #[must_use]
    pub fn of(dom: &Dom, styles: &Styles, node: NodeId, size: Size) -> Self {
        Self(svg::definition(dom, styles, node, size))
    }

    /// The number of elements.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Hands out all that is seen of them. Approx: they are not clipped.
    pub fn draw(&self, dom: &Dom, styles: &Styles, each: &mut dyn FnMut(Drawing<'_>)) {
        Artist::of_definition(dom, styles, each).svg(&PlacedSvg::of_definition(Arc::clone(&self.0)));
    }
}

/// The groups of an `svg` that are open, each in the one before.
#[derive(Debug, Default)]
pub(in crate::layout) struct SvgGroups(Vec<NodeId>);

impl Artist<'_> {
    /// The elements of an `svg` without boxes, in their groups.
    fn svg(&mut self, svg: &PlacedSvg) {
        let mut groups = SvgGroups::default();
        for element in svg.elements() {
            self.svg_element(svg, element, &mut groups);
        }
        self.end_groups(&groups);
    }

    /// Ends the groups that an element is not in.
    pub(in crate::layout) fn leave_groups(&mut self, node: NodeId, groups: &mut SvgGroups) {
        while groups.0.last().is_some_and(|&group| !self.dom.ancestors(node).any(|above| above == group)) {
            groups.0.pop();
            self.end();
        }
    }

    /// Ends all groups.
    pub(in crate::layout) fn end_groups(&mut self, groups: &SvgGroups) {
        groups.0.iter().for_each(|_| self.end());
    }

    /// An element of an `svg`, the next one in tree order.
    pub(in crate::layout) fn svg_element(
        &mut self,
        svg: &PlacedSvg,
        (element, clip): (&SvgBox, Option<u32>),
        groups: &mut SvgGroups,
    ) {
        let styles = self.styles;
        let Some(style) = styles.get(element.node) else { return };
        self.leave_groups(element.node, groups);
        let is_group = is_group(element, style);
        if is_group {
            groups.0.push(element.node);
            (self.each)(Drawing::Group(group(svg, element, style, clip)));
        }
        // The opacity of a group is that of all in it.
        let opacity = if is_group { 1.0 } else { style.opacity };
        for area in &element.areas {
            let to_viewport = svg.to_viewport.then_inner(&area.to_root);
            if let Some(text) = &area.text {
                self.svg_text((element.node, style, opacity), (&area.rect, text), to_viewport, clip);
                continue;
            }
            if style.visibility != Visibility::Visible {
                continue;
            }
            let used = area.used.as_deref();
            if let Some(outline) = area.outline.as_deref() {
                (self.each)(Drawing::Shape(DrawnShape {
                    node: element.node,
                    style,
                    svg: used.and_then(|used| used.svg.as_deref()).or(style.svg.as_deref()),
                    opacity: used.map_or(1.0, |used| used.opacity) * opacity,
                    outline,
                    to_viewport,
                    clip,
                }));
            } else if let Some(node) = area.image {
                (self.each)(Drawing::Image(DrawnImage { node, area: area.rect, to_viewport, clip }));
            }
        }
    }

    /// A run of SVG text. Approx: gradients are not painted in text, nor is its stroke.
    fn svg_text(
        &mut self,
        (node, style, opacity): (NodeId, &Arc<ComputedStyle>, f32),
        (area, text): (&Rect, &SvgText),
        to_viewport: Projection,
        clip: Option<u32>,
    ) {
        let initial = SvgStyle::default();
        let svg = style.svg.as_deref().unwrap_or(&initial);
        let color = match &svg.fill {
            Some(SvgPaint::Color(color) | SvgPaint::Server(_, Some(color))) => style.used_color(*color),
            Some(SvgPaint::Server(..)) => style.used_color(Color::Current),
            Some(SvgPaint::Context) | None => None,
        };
        let Some(color) = color.filter(|_| style.visibility == Visibility::Visible) else { return };
        let color = Color::Srgb(color.faded(svg.fill_opacity * opacity));
        let style = Arc::new(ComputedStyle { color, text_fill_color: Color::Current, ..ComputedStyle::clone(style) });
        let font = self.fonts.font(&style);
        let characters = &*text.characters;
        let mut advances = vec![0.0; characters.len()];
        text::shape(&mut self.fonts, &font, characters, &mut false, &mut advances);
        // Set at the size at which it is seen, which is wider or narrower by fractions of a px.
        let sum: f32 = advances.iter().sum();
        if sum > 0.0 {
            advances.iter_mut().for_each(|advance| *advance *= area.width / sum);
        }
        (self.each)(Drawing::Text(DrawnText {
            node,
            style: &style,
            text: characters,
            decorations: &[],
            is_marker: false,
            advances: &advances,
            area: *area,
            ascent: text.ascent,
            to_viewport,
            clip,
        }));
    }
}

/// True if what is in an element is mixed as a whole with what is behind it. The opacity of a shape that is filled or stroked alone is
/// that of its paint.
fn is_group(element: &SvgBox, style: &ComputedStyle) -> bool {
    let has_one_paint = || {
        let is_filled_and_stroked = |svg: &SvgStyle| svg.fill.is_some() && svg.stroke.is_some();
        let is_shape = |area: &SvgArea| area.image.is_none();
        element.areas.len() == 1
            && element.areas.iter().all(is_shape)
            && !style.svg.as_deref().is_some_and(is_filled_and_stroked)
    };
    style.effects.intersects(Effects::FILTER | Effects::BLEND | Effects::MASK)
        || style.opacity < 1.0 && !has_one_paint()
}

/// The group of an element, whose area is its bounding box.
fn group<'a>(svg: &PlacedSvg, element: &SvgBox, style: &'a Arc<ComputedStyle>, clip: Option<u32>) -> DrawnBox<'a> {
    let none = Sides::all(0.0);
    DrawnBox {
        node: element.node,
        is_element: true,
        kind: BoxKind::Block,
        style,
        area: element.rect,
        border: none,
        padding: none,
        to_viewport: svg.to_viewport.then_inner(&element.to_root),
        clip,
        legend: None,
        collapsed: None,
    }
}
