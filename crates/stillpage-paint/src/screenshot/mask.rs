//! Masks: what of a group is seen.
//!
//! <https://drafts.fxtf.org/css-masking-1/#masking>

use std::rc::Rc;
use std::sync::Arc;

use tiny_skia::Transform;

use super::background::{self, Boxes};
use super::blend::product;
use super::canvas::Canvas;
use super::clip::corners_of;
use super::image::Images;
use super::lists::PaintLists;
use super::paint_server::{attribute, length, viewport};
use super::path::from_shares;
use crate::dom::{Dom, NodeId, ns};
use crate::geometry::{Projection, Rect, Sides};
use crate::layout::{BoxKind, DrawnBox, element_of, radii, snapped};
use crate::page::Page;
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
    is_svg: bool,
}

impl GroupMask {
    /// The mask of a box; `None` if it has none. Approx: those of boxes on lines are not followed.
    pub(super) fn of(drawn: &DrawnBox<'_>, lists: Rc<PaintLists>, dom: &Dom) -> Option<Self> {
        if lists.mask.is_empty() || drawn.kind == BoxKind::Inline {
            return None;
        }
        let is_svg =
            dom.element(drawn.node).is_some_and(|element| element.name.ns == ns!(svg)) && drawn.kind == BoxKind::Block;
        // Chrome: an element of SVG whose only mask is of nothing has none.
        if let ([layer], true) = (&lists.mask[..], is_svg)
            && let PaintImage::Url(url) = &layer.layer.image
            && url.starts_with('#')
            && element_of(dom, url, drawn.node, "mask").is_none()
        {
            return None;
        }
        Some(Self {
            style: Arc::clone(drawn.style),
            lists,
            node: drawn.node,
            area: if is_svg { drawn.area } else { snapped(&drawn.area) },
            border_widths: drawn.border,
            padding_widths: drawn.padding,
            to_viewport: drawn.to_viewport,
            is_svg,
        })
    }

    /// Its layers, the topmost first.
    pub(super) fn layers(&self) -> &[MaskLayer] {
        &self.lists.mask
    }

    /// The source of a layer.
    pub(super) fn source(&self, page: &Page, layer: &MaskLayer) -> Source {
        let PaintImage::Url(url) = &layer.layer.image else { return Source::Image };
        if !url.starts_with('#') {
            return Source::Image;
        }
        element_of(page.dom(), url, self.node, "mask").map_or(Source::Nothing, Source::Element)
    }

    /// Paints a layer that is an image.
    pub(super) fn draw_image(&self, canvas: &mut Canvas<'_>, dom: &Dom, images: &mut Images, layer: &MaskLayer) {
        let corners = radii(&self.style, self.area.size());
        let boxes = Boxes {
            border: self.area,
            corners: corners.as_deref(),
            border_widths: self.border_widths,
            padding_widths: self.padding_widths,
            is_text: false,
        };
        let (transform, everywhere) = (canvas.transform(&self.to_viewport), canvas.unclipped());
        let resources = (images, dom, dom.owner_document(self.node));
        background::draw_layer(canvas, (&self.style, &layer.layer), &boxes, resources, (transform, &everywhere));
    }

    /// The space of what is in a `mask` element, and the area of the picture that it leaves.
    pub(super) fn space(&self, page: &Page, node: NodeId, canvas: &Canvas<'_>) -> (Transform, Rect) {
        let of = |name: &str| attribute(page.dom(), node, name);
        let is_of_bounds = |name: &str, preset: bool| match of(name) {
            Some("userSpaceOnUse") => false,
            Some("objectBoundingBox") => true,
            _ => preset,
        };
        let (mut to_picture, mut bounds) = (canvas.transform(&self.to_viewport), self.area);
        // The user space of a box begins at its corner.
        if !self.is_svg {
            to_picture = to_picture.pre_translate(bounds.x, bounds.y);
            (bounds.x, bounds.y) = (0.0, 0.0);
        }
        let of_bounds = from_shares(&bounds);
        let size = viewport(page, node);
        let units = is_of_bounds("maskUnits", true);
        let part = |name: &str, preset: f32, basis: f32| {
            let basis = if units { 1.0 } else { basis };
            of(name).and_then(|text| length(text, basis)).unwrap_or(preset * basis)
        };
        let region = Rect::new(
            part("x", -0.1, size.width),
            part("y", -0.1, size.height),
            part("width", 1.2, size.width),
            part("height", 1.2, size.height),
        );
        let region = corners_of(&region, if units { to_picture.pre_concat(of_bounds) } else { to_picture });
        let is_content_of_bounds = is_of_bounds("maskContentUnits", false);
        (if is_content_of_bounds { to_picture.pre_concat(of_bounds) } else { to_picture }, region)
    }
}

/// The source of a layer of a mask.
pub(super) enum Source {
    Image,
    /// A `mask` element.
    Element(NodeId),
    /// An element that is not there: it hides everything.
    Nothing,
}

/// The coverage of a layer together with that of the layers below it.
pub(super) fn put(composite: MaskComposite, own: u8, below: u8) -> u8 {
    let (own, below) = (u32::from(own), u32::from(below));
    let all = match composite {
        MaskComposite::Add => own + product(below, 255 - own),
        MaskComposite::Subtract => product(own, 255 - below),
        MaskComposite::Intersect => product(own, below),
        MaskComposite::Exclude => product(own, 255 - below) + product(below, 255 - own),
    };
    all.min(255) as u8
}
