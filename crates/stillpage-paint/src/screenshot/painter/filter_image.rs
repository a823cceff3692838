//! Images of filters: files, and elements of the page.

use std::rc::Rc;
use std::sync::Arc;

use tiny_skia::{Pixmap, Transform};

use super::{MAX_NESTING, Painter};
use crate::dom::{Atom, NodeId};
use crate::geometry::{Point, Rect};
use crate::layout::Drawing;
use crate::screenshot::canvas::Canvas;
use crate::screenshot::image;
use crate::screenshot::paint_server::{attribute, fitted, viewport};
use crate::screenshot::path::{from_shares, rounded};
use crate::screenshot::svg_filter::FilterImage;

impl Painter<'_, '_> {
    /// Draws the images that the filters of the innermost group ask for.
    pub(super) fn draw_filter_images(&mut self) {
        for image in self.canvas.filter_images() {
            if let Some(pixels) = self.filter_image(&image) {
                let _ = image.pixels.set(pixels);
            }
        }
    }

    /// The pixels of an `feImage`; `None` if it shows nothing, or if there are no steps for it.
    fn filter_image(&mut self, image: &FilterImage) -> Option<Pixmap> {
        let (page, area, nesting) = (self.page, &image.area, self.canvas.nesting());
        let url = attribute(page.dom(), image.node, "href")?.trim();
        let budget = Rc::clone(self.canvas.budget());
        let pixels = area.width as u64 * area.height as u64;
        if area.is_empty() || nesting >= MAX_NESTING || !budget.spend(pixels * 4) {
            return None;
        }
        let mut canvas = Canvas::new(page, (area.width as u32, area.height as u32), (Point::ZERO, 1.0), budget)?;
        canvas.nest(nesting);
        let to_area = image.to_picture.post_translate(-area.x, -area.y);
        std::mem::swap(&mut self.canvas, &mut canvas);
        match url.strip_prefix('#') {
            Some(name) => self.draw_filter_element(image, name, to_area),
            None => self.draw_filter_file(image, url, to_area),
        }
        std::mem::swap(&mut self.canvas, &mut canvas);
        canvas.into_pixels()
    }

    /// A file in the room of the primitive.
    fn draw_filter_file(&mut self, image: &FilterImage, url: &str, to_area: Transform) {
        let dom = self.page.dom();
        let (document, url) = (dom.owner_document(image.node), Arc::from(url));
        let Some(file) = self.images.of_url(dom, document, &url, self.canvas.budget()) else { return };
        let natural = file.natural(image.room.size());
        let view = Rect::new(0.0, 0.0, natural.width, natural.height);
        let ratio = attribute(dom, image.node, "preserveAspectRatio").map(str::trim);
        let (at, everywhere) = (to_area.pre_concat(fitted(&view, &image.room, ratio)), self.canvas.unclipped());
        image::paint(&mut self.canvas, &file, &view, rounded(&view, None).as_ref(), false, (at, &everywhere));
    }

    /// An element of SVG. Chrome: its user space begins at the corner of the primitive, or is the box that its lengths are shares of.
    fn draw_filter_element(&mut self, image: &FilterImage, name: &str, to_area: Transform) {
        let (dom, page) = (self.page.dom(), self.page);
        let found = dom.get_element_by_id(dom.tree_root(image.node), &Atom::from(name));
        let Some((element, parent)) = found.and_then(|node| Some((node, dom.node(node).parent?))) else { return };
        let Some(definition) = self.definition(parent, viewport(page, element)) else { return };
        let to_area = match &image.bounds {
            Some(bounds) => to_area.pre_concat(from_shares(bounds)),
            None => to_area.pre_translate(image.room.x, image.room.y),
        };
        let is_in = |node: NodeId| node == element || dom.ancestors(node).any(|above| above == element);
        // The groups that are open, and whether they are drawn.
        let mut groups = Vec::new();
        let room = self.canvas.unclipped();
        self.within(&definition, to_area, room, |painter, drawing| {
            let is_drawn = match &drawing {
                Drawing::Group(group) => {
                    groups.push(is_in(group.node));
                    is_in(group.node)
                }
                Drawing::EndGroup => groups.pop().unwrap_or(false),
                Drawing::Shape(shape) => is_in(shape.node),
                Drawing::Text(text) => is_in(text.node),
                Drawing::Image(image) => is_in(image.node),
                Drawing::Box(_) | Drawing::Outline(_) => false,
            };
            if is_drawn {
                painter.draw(&drawing);
            }
        });
    }
}
