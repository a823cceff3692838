//! Masks: what of a group is seen.
//!
//! <https://drafts.fxtf.org/css-masking-1/#masking>

use std::rc::Rc;
use std::sync::Arc;

use super::background::{self, Boxes};
use super::blend::product;
use super::canvas::Canvas;
use super::image::Images;
use super::lists::PaintLists;
use crate::dom::{Dom, NodeId};
use crate::geometry::{Projection, Rect, Sides};
use crate::layout::{BoxKind, DrawnBox, radii, snapped};
use crate::style::ComputedStyle;
use crate::style::computed::{MaskComposite, MaskLayer, PaintImage};

/// The mask of a group that is being painted.
pub(super) struct GroupMask {
    style: Arc<ComputedStyle>,
    lists: Rc<PaintLists>,
    node: NodeId,
    area: Rect,
    border_widths: Sides<f32>,
    padding_widths: Sides<f32>,
    to_viewport: Projection,
}

impl GroupMask {
    /// The mask of a box; `None` if it has none. Approx: masks of SVG, and those of boxes on lines, are not followed.
    pub(super) fn of(drawn: &DrawnBox<'_>, lists: Rc<PaintLists>) -> Option<Self> {
        let is_of_svg = |layer: &MaskLayer| matches!(&layer.layer.image, PaintImage::Url(url) if url.starts_with('#'));
        if lists.mask.is_empty() || drawn.kind == BoxKind::Inline || lists.mask.iter().any(is_of_svg) {
            return None;
        }
        Some(Self {
            style: Arc::clone(drawn.style),
            lists,
            node: drawn.node,
            area: snapped(&drawn.area),
            border_widths: drawn.border,
            padding_widths: drawn.padding,
            to_viewport: drawn.to_viewport,
        })
    }

    /// Takes from what the innermost group has painted what the mask hides.
    pub(super) fn apply(&self, canvas: &mut Canvas<'_>, dom: &Dom, images: &mut Images) {
        let area = canvas.painted();
        if area.is_empty() || !canvas.is_in_group() {
            return;
        }
        let corners = radii(&self.style, self.area.size());
        let boxes = Boxes {
            border: self.area,
            corners: corners.as_deref(),
            border_widths: self.border_widths,
            padding_widths: self.padding_widths,
            is_text: false,
        };
        let (transform, everywhere) = (canvas.transform(&self.to_viewport), canvas.unclipped());
        let document = dom.owner_document(self.node);
        let mut below: Option<Vec<u8>> = None;
        for mask in self.lists.mask.iter().rev() {
            let own = canvas.coverage(&area, mask.by_luminance, |canvas| {
                let resources = (&mut *images, dom, document);
                let layer = (&*self.style, &mask.layer);
                background::draw_layer(canvas, layer, &boxes, resources, (transform, &everywhere));
            });
            // What there are no steps for is not masked.
            let Some(own) = own else { return };
            below = Some(match below {
                None => own,
                Some(below) => own.iter().zip(below).map(|(own, below)| put(mask.composite, *own, below)).collect(),
            });
        }
        canvas.keep_covered(&area, &below.unwrap_or_default());
    }
}

/// The coverage of a layer together with that of the layers below it.
fn put(composite: MaskComposite, own: u8, below: u8) -> u8 {
    let (own, below) = (u32::from(own), u32::from(below));
    let all = match composite {
        MaskComposite::Add => own + product(below, 255 - own),
        MaskComposite::Subtract => product(own, 255 - below),
        MaskComposite::Intersect => product(own, below),
        MaskComposite::Exclude => product(own, 255 - below) + product(below, 255 - own),
    };
    all.min(255) as u8
}
