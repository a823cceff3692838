//! Clips of `clipPath` elements that have text, or clips within: they are drawn to know what they leave.
//!
//! <https://drafts.fxtf.org/css-masking-1/#ClipPathElement>

use std::rc::Rc;

use tiny_skia::{FillRule, Transform};

use super::{MAX_NESTING, Painter};
use crate::dom::NodeId;
use crate::geometry::{Rect, Size};
use crate::layout::{Drawing, element_of};
use crate::screenshot::blend::product;
use crate::screenshot::clip::Clipped;
use crate::screenshot::mask::put;
use crate::screenshot::paint_server::{attribute, viewport};
use crate::screenshot::path::{from_shares, path_of};
use crate::screenshot::text;
use crate::style::computed::{ClipShape, FillRule as ComputedFillRule, MaskComposite, Srgb};

impl Painter<'_, '_> {
    /// The part of the picture that a clip of the layout leaves.
    pub(super) fn clipped(&mut self, clip: Option<u32>) -> Rc<Clipped> {
        let (page, mut next, mut drawn) = (self.page, clip, Vec::new());
        while let Some((index, clip)) = next.and_then(|index| Some((index, page.layout().clip(index)?))) {
            if self.canvas.knows(index) {
                break;
            }
            drawn.extend(clip.drawn.map(|definition| (index, clip, definition)));
            next = clip.parent.filter(|&parent| parent < index);
        }
        // Each is in those around it.
        for (index, clip, (node, size)) in drawn.into_iter().rev() {
            let (around, transform) = (self.canvas.clipped(clip.parent), self.canvas.transform(&clip.to_viewport));
            let area = self.canvas.reached(&clip.area, transform, &around);
            let coverage = match area.is_empty() {
                true => None,
                false => self.clip_coverage((node, size), transform, &area),
            };
            self.canvas.know(
                index,
                match coverage {
                    Some(coverage) => around.masked(area, coverage),
                    None => Clipped::new(Rect::ZERO, None),
                },
            );
        }
        self.canvas.clipped(clip)
    }

    /// The coverage of an area by the shapes and letters of a `clipPath` together; `None` once there are no steps for it.
    fn clip_coverage(&mut self, (node, size): (NodeId, Size), to_picture: Transform, area: &Rect) -> Option<Vec<u8>> {
        let nesting = self.canvas.nesting();
        let definition = self.definition(node, size).filter(|_| nesting < MAX_NESTING)?;
        let mut all = vec![0; area.width as usize * area.height as usize];
        self.within(&definition, to_picture, Clipped::new(*area, None), |painter, drawing| {
            if let Some(own) = painter.part_coverage(&drawing, area) {
                all.iter_mut().zip(own).for_each(|(all, own)| *all = put(MaskComposite::Add, own, *all));
            }
        });
        (!self.canvas.is_idle()).then_some(all)
    }

    /// The coverage of an area by a shape or text of a `clipPath`, with the clip of its own.
    fn part_coverage(&mut self, drawing: &Drawing<'_>, area: &Rect) -> Option<Vec<u8>> {
        let (node, to_viewport, bounds) = match drawing {
            Drawing::Shape(shape) => (shape.node, shape.to_viewport, None),
            Drawing::Text(text) => (text.node, text.to_viewport, Some(text.area)),
            _ => return None,
        };
        let (transform, everywhere) = (self.canvas.transform(&to_viewport), self.canvas.unclipped());
        let at = (transform, &everywhere);
        let glyphs = &mut *self.glyphs;
        let path = if let Drawing::Shape(shape) = drawing { path_of(shape.outline) } else { None };
        let mut own = self.canvas.coverage(area, false, |canvas| match drawing {
            Drawing::Shape(shape) => {
                let rule = match shape.outline.fill_rule() {
                    ComputedFillRule::Evenodd => FillRule::EvenOdd,
                    ComputedFillRule::Nonzero => FillRule::Winding,
                };
                canvas.fill_color(path.as_ref(), Srgb::new([0.0; 3], 1.0), rule, at);
            }
            Drawing::Text(text) => text::draw_opaque(canvas, glyphs, text, at),
            _ => {}
        })?;
        let (page, dom) = (self.page, self.page.dom());
        let style = page.styles().get(node);
        let Some(ClipShape::Url(url)) = style.and_then(|style| style.clip_path.as_deref()?.shape.as_ref()) else {
            // Approx: basic shapes do not clip what is in a `clipPath`.
            return Some(own);
        };
        let Some(inner) = element_of(dom, url, node, "clipPath") else { return Some(own) };
        let bounds = bounds.or_else(|| {
            let bounds = path?.bounds();
            Some(Rect::from_edges(bounds.left(), bounds.top(), bounds.right(), bounds.bottom()))
        })?;
        let is_of_bounds = attribute(dom, inner, "clipPathUnits") == Some("objectBoundingBox");
        let to_picture = if is_of_bounds { transform.pre_concat(from_shares(&bounds)) } else { transform };
        // Approx: without the transform of the inner one.
        let clip = self.clip_coverage((inner, viewport(page, inner)), to_picture, area)?;
        own.iter_mut().zip(clip).for_each(|(own, clip)| *own = product(u32::from(*own), u32::from(clip)) as u8);
        Some(own)
    }
}
