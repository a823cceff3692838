//! Shapes and images of SVG, with the patterns and markers that they name.

use std::rc::Rc;
use std::sync::Arc;

use tiny_skia::{Pixmap, Transform};

use super::{MAX_NESTING, Painter};
use crate::dom::NodeId;
use crate::geometry::{Point, Rect, Size};
use crate::layout::{Definition, Drawing, DrawnImage, DrawnShape};
use crate::screenshot::canvas::Canvas;
use crate::screenshot::clip::{Clipped, corners_of};
use crate::screenshot::image::{self, Image};
use crate::screenshot::marker;
use crate::screenshot::paint_server::{Server, attribute, fitted};
use crate::screenshot::path::{rounded, scale_of};
use crate::screenshot::shape::{self, Ink};

/// Limit: pixels of a side of a tile.
const MAX_TILE: f32 = 2000.0;
/// Steps to look at an element of a definition.
const ELEMENT_STEPS: u64 = 1000;

impl Painter<'_, '_> {
    /// The contents of an element that is not rendered where it stands, once there are steps to draw them.
    pub(super) fn definition(&mut self, node: NodeId, size: Size) -> Option<Definition> {
        let (dom, styles) = (self.page.dom(), self.page.styles());
        let key = (node, size.width.to_bits(), size.height.to_bits());
        let definition = match self.definitions.get(&key) {
            Some(known) => known.clone(),
            None => {
                let made = Definition::of(dom, styles, node, size);
                self.definitions.insert(key, made.clone());
                made
            }
        };
        self.canvas.budget().spend(definition.count() as u64 * ELEMENT_STEPS).then_some(definition)
    }

    /// Draws a definition in a space, in a part of the picture.
    pub(super) fn draw_definition(&mut self, definition: &Definition, to_picture: Transform, room: Clipped) {
        self.within(definition, to_picture, room, |painter, drawing| painter.draw(&drawing));
    }

    /// Gives `each` what a definition draws in a space, in a part of the picture.
    pub(super) fn within(
        &mut self,
        definition: &Definition,
        to_picture: Transform,
        room: Clipped,
        mut each: impl FnMut(&mut Self, Drawing<'_>),
    ) {
        let (page, nesting) = (self.page, self.canvas.nesting());
        self.canvas.nest(nesting + 1);
        let before = self.canvas.enter((to_picture, Some(Rc::new(room))));
        definition.draw(page.dom(), page.styles(), &mut |drawing| each(self, drawing));
        self.canvas.enter(before);
        self.canvas.nest(nesting);
    }

    pub(super) fn draw_shape(&mut self, drawn: &DrawnShape<'_>, at: (Transform, &Clipped)) {
        let page = self.page;
        let Some(path) = shape::path(&self.canvas, drawn) else { return };
        let bounds = path.bounds();
        let bounds = Rect::from_edges(bounds.left(), bounds.top(), bounds.right(), bounds.bottom());
        let inks = shape::inks(page, drawn, &bounds).map(|ink| match ink? {
            Ink::Pattern(pattern, opacity) => {
                let (pixels, place) = self.tile(&pattern, (drawn.node, &bounds), scale_of(at.0))?;
                Some(Ink::Tile(pixels, place, opacity))
            }
            ink => Some(ink),
        });
        shape::draw(&mut self.canvas, (page, self.lists.basis()), drawn, (&path, inks), at);
        if self.canvas.nesting() > 0 {
            return;
        }
        for marker in marker::markers(page, drawn, &path, self.canvas.budget()) {
            let Some(definition) = self.definition(marker.node, marker.size) else { break };
            let (transform, clipped) = (at.0.pre_concat(marker.to_shape), at.1.clone());
            self.draw_definition(&definition, transform, clipped);
        }
    }

    /// A tile of a pattern in pixels, and its place in the user space of a shape.
    fn tile(
        &mut self,
        pattern: &Server<'_>,
        (node, bounds): (NodeId, &Rect),
        scale: f32,
    ) -> Option<(Pixmap, Transform)> {
        let (page, nesting) = (self.page, self.canvas.nesting());
        let found = pattern.tile(page, node, bounds).filter(|_| nesting < MAX_NESTING)?;
        let pixels = |length: f32| (length * scale).ceil().clamp(1.0, MAX_TILE);
        let (width, height) = (pixels(found.area.width), pixels(found.area.height));
        let (x, y) = (width / found.area.width, height / found.area.height);
        let budget = Rc::clone(self.canvas.budget());
        if !budget.spend(width as u64 * height as u64 * 4) {
            return None;
        }
        let definition = self.definition(found.node, found.size)?;
        let mut canvas = Canvas::new(page, (width as u32, height as u32), (Point::ZERO, 1.0), budget)?;
        canvas.nest(nesting);
        let to_tile = Transform::from_scale(x, y).pre_translate(-found.area.x, -found.area.y).pre_concat(found.content);
        let room = canvas.unclipped();
        std::mem::swap(&mut self.canvas, &mut canvas);
        self.draw_definition(&definition, to_tile, room);
        std::mem::swap(&mut self.canvas, &mut canvas);
        let place = found.transform.pre_translate(found.area.x, found.area.y).pre_scale(1.0 / x, 1.0 / y);
        Some((canvas.into_pixels()?, place))
    }

    /// An `image` element of SVG, fitted into its room as `preserveAspectRatio` asks.
    pub(super) fn draw_svg_image(&mut self, drawn: &DrawnImage) {
        let transform = self.canvas.transform(&drawn.to_viewport);
        let clipped = self.clipped(drawn.clip);
        if drawn.area.is_empty() || !self.canvas.shows(&drawn.area, transform, &clipped) {
            return;
        }
        let dom = self.page.dom();
        let Some(url) = attribute(dom, drawn.node, "href").map(Arc::from) else { return };
        let Some(image) = self.images.of_url(dom, dom.owner_document(drawn.node), &url, self.canvas.budget()) else {
            return;
        };
        let natural = image.natural(drawn.area.size());
        let view = Rect::new(0.0, 0.0, natural.width, natural.height);
        let ratio = attribute(dom, drawn.node, "preserveAspectRatio").map(str::trim);
        let fitted = fitted(&view, &drawn.area, ratio);
        // Chrome: a file of SVG has all of the room, unless it is stretched.
        let (area, room, transform) = match (&*image, ratio.is_some_and(|ratio| ratio.starts_with("none"))) {
            (Image::Svg(_), true) => (view, view, transform.pre_concat(fitted)),
            (Image::Svg(_), false) => (drawn.area, drawn.area, transform),
            (Image::Raster(_), _) => (corners_of(&view, fitted), drawn.area, transform),
        };
        let path = rounded(&area.intersect(&room), None);
        image::paint(&mut self.canvas, &image, &area, path.as_ref(), false, (transform, &clipped));
    }
}
