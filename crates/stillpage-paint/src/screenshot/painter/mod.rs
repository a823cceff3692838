//! Painting of a page's drawings, in the order in which the layout hands them out.

mod drawn_clip;
mod filter_image;
mod svg;

use rustc_hash::FxHashMap;
use tiny_skia::{FillRule, Transform};

use super::background::{self, Boxes};
use super::canvas::Canvas;
use super::clip::{Clipped, corners_of};
use super::glyph::Glyphs;
use super::image::{self, Images};
use super::lists::{KnownLists, PaintLists};
use super::mask::{self, GroupMask, Source};
use super::paint_server::viewport;
use super::path::{inset, rounded, skia_color};
use super::text_clip::TextClips;
use super::{backdrop, border, border_image, broken_image, control, outline, shadow, svg_filter, text};
use crate::dom::NodeId;
use crate::geometry::{Rect, Sides};
use crate::layout::{BoxKind, Definition, Drawing, DrawnBox, Replaced, radii, snapped};
use crate::limits::Warnings;
use crate::page::Page;
use crate::style::computed::{BackgroundBox, Content, ContentItem, Effects, MaskLayer, MaskType, Srgb};
use crate::style::property::PaintBasis;
use crate::style::{ComputedStyle, matches_media};

/// Limit: how far shadows of a box outside of the picture are looked for, px.
const FARTHEST_SHADOW: f32 = 400.0;

/// Limit: masks, patterns and markers in each other.
const MAX_NESTING: u8 = 3;

/// Paints what it is handed.
pub(super) struct Painter<'a, 'g> {
    page: &'a Page,
    canvas: Canvas<'a>,
    glyphs: &'g mut Glyphs,
    images: Images,
    lists: KnownLists,
    /// The masks of the groups that are open.
    masks: Vec<Option<GroupMask>>,
    /// The boxes whose background is seen through text.
    text_clips: TextClips,
    /// Contents of masks, patterns and markers, by element and by the size that percentages are of.
    definitions: FxHashMap<(NodeId, u32, u32), Definition>,
    /// The element whose background is that of the canvas.
    background_of: Option<NodeId>,
}

impl<'a, 'g> Painter<'a, 'g> {
    pub(super) fn new(
        page: &'a Page,
        canvas: Canvas<'a>,
        (glyphs, images): (&'g mut Glyphs, Images),
        omit_white: bool,
    ) -> Self {
        let root = page.dom().document_element(page.dom().document());
        let root_font_size = root.and_then(|root| page.styles().get(root)).map_or(16.0, |style| style.font_size);
        let basis = PaintBasis { root_font_size, viewport: page.device().viewport };
        let lists = KnownLists::new(basis);
        let mut painter = Self {
            page,
            canvas,
            glyphs,
            images,
            lists,
            masks: Vec::new(),
            text_clips: TextClips::default(),
            definitions: FxHashMap::default(),
            background_of: None,
        };
        painter.canvas_background(page, omit_white);
        painter
    }

    /// The background of the canvas: that of the root element, or of the body where the root has none.
    fn canvas_background(&mut self, page: &Page, omit_white: bool) {
        let (dom, styles) = (page.dom(), page.styles());
        let root = dom.document_element(dom.document());
        if !omit_white {
            let color = root.and_then(|root| styles.get(root)).map_or(Srgb::WHITE, |style| style.canvas_color());
            self.canvas.flood(skia_color(color));
        }
        let paints = |node: &NodeId| {
            styles.get(*node).is_some_and(|s| !s.background_color.is_transparent() || s.has_background_image())
        };
        self.background_of = root.filter(paints).or_else(|| dom.body(dom.document()).filter(paints));
        let Some(style) = self.background_of.and_then(|node| styles.get(node)) else { return };
        let boxes = Boxes {
            border: self.canvas.bounds(),
            corners: None,
            border_widths: Sides::all(0.0),
            padding_widths: Sides::all(0.0),
            is_text: false,
        };
        let everywhere = self.canvas.unclipped();
        let resources = (&mut self.images, dom, dom.document());
        let lists = self.lists.of(style, self.canvas.budget());
        background::draw(&mut self.canvas, (style, &lists), &boxes, resources, (Transform::identity(), &everywhere));
    }

    pub(super) fn draw(&mut self, drawing: &Drawing<'_>) {
        match drawing {
            Drawing::Group(group) => {
                let lists = self.lists.of(group.style, self.canvas.budget());
                let transform = self.canvas.transform(&group.to_viewport);
                let clipped = self.clipped(group.clip);
                backdrop::draw(&mut self.canvas, group, (transform, &clipped));
                self.masks.push(GroupMask::of(group, lists, self.page.dom()));
                let (scene, picture) = ((self.page, self.lists.basis()), self.canvas.bounds());
                let read = |url: &str| svg_filter::read(scene, url, group, transform, &picture);
                self.canvas.begin_group(group.style, read);
                self.draw_filter_images();
            }
            Drawing::EndGroup => {
                if let Some(mask) = self.masks.pop().flatten() {
                    self.apply_mask(&mask);
                }
                self.canvas.end_group();
            }
            _ if self.canvas.is_idle() => {}
            Drawing::Box(drawn) => self.draw_box(drawn),
            Drawing::Outline(drawn) => {
                let transform = self.canvas.transform(&drawn.to_viewport);
                let clipped = self.clipped(drawn.clip);
                outline::draw(&mut self.canvas, drawn, (transform, &clipped));
            }
            Drawing::Shape(drawn) => {
                let transform = self.canvas.transform(&drawn.to_viewport);
                let clipped = self.clipped(drawn.clip);
                self.draw_shape(drawn, (transform, &clipped));
            }
            Drawing::Image(drawn) => self.draw_svg_image(drawn),
            Drawing::Text(drawn) => {
                let transform = self.canvas.transform(&drawn.to_viewport);
                let clipped = self.clipped(drawn.clip);
                if self.canvas.shows(&drawn.area, transform, &clipped) {
                    let resources = (&mut *self.glyphs, &mut self.images, self.page.dom());
                    self.text_clips.draw(&mut self.canvas, resources, drawn);
                    let lists = self.lists.of(drawn.style, self.canvas.budget());
                    let what = (drawn, &*lists.text_shadows);
                    text::draw(&mut self.canvas, self.glyphs, what, (transform, &clipped));
                }
            }
        }
    }

    /// The picture, and what had to be left out of it.
    pub(super) fn finish(self) -> (Canvas<'a>, Warnings) {
        let mut warnings = Warnings::default();
        self.images.report(&mut warnings);
        (self.canvas, warnings)
    }

    /// Takes from what the innermost group has painted what its mask hides.
    fn apply_mask(&mut self, mask: &GroupMask) {
        let area = self.canvas.painted();
        if area.is_empty() || !self.canvas.is_in_group() {
            return;
        }
        let mut below: Option<Vec<u8>> = None;
        for layer in mask.layers().iter().rev() {
            // What there are no steps for is not masked.
            let Some(own) = self.mask_layer(mask, layer, &area) else { return };
            below = Some(match below {
                None => own,
                Some(below) => {
                    own.iter().zip(below).map(|(own, below)| mask::put(layer.composite, *own, below)).collect()
                }
            });
        }
        self.canvas.keep_covered(&area, &below.unwrap_or_default());
    }

    /// The coverage of an area by a layer of a mask.
    fn mask_layer(&mut self, mask: &GroupMask, layer: &MaskLayer, area: &Rect) -> Option<Vec<u8>> {
        let dom = self.page.dom();
        let node = match mask.source(self.page, layer) {
            Source::Nothing => return Some(vec![0; area.width as usize * area.height as usize]),
            Source::Image => {
                let images = &mut self.images;
                return self.canvas.coverage(area, layer.by_luminance == Some(true), |canvas| {
                    mask.draw_image(canvas, dom, images, layer);
                });
            }
            Source::Element(node) => node,
        };
        let nesting = self.canvas.nesting();
        if nesting >= MAX_NESTING {
            return None;
        }
        let (page, styles) = (self.page, self.page.styles());
        let definition = self.definition(node, viewport(page, node))?;
        let (to_picture, region) = mask.space(page, node, &self.canvas);
        let of_type = styles.get(node).and_then(|style| style.svg.as_deref()).map(|svg| svg.mask_type);
        let by_luminance = layer.by_luminance.unwrap_or(of_type != Some(MaskType::Alpha));
        let level = self.canvas.begin_coverage(area)?;
        self.draw_definition(&definition, to_picture, Clipped::new(area.intersect(&region), None));
        self.canvas.take_coverage(level, area, by_luminance)
    }

    fn draw_box(&mut self, drawn: &DrawnBox<'_>) {
        let style: &ComputedStyle = drawn.style;
        let area = snapped(&drawn.area);
        let transform = self.canvas.transform(&drawn.to_viewport);
        let clipped = self.clipped(drawn.clip);
        // Shadows reach farther than the box.
        let reaches_out = style.paint.as_deref().is_some_and(|paint| paint.box_shadow.is_some());
        let reach = if reaches_out { inset(&area, &Sides::all(-FARTHEST_SHADOW)) } else { area };
        // Approx: masks of boxes on lines are not followed. Most of them cut an icon out of a background, which must not be seen
        // as a box.
        let is_masked = style.effects.contains(Effects::MASK) && drawn.kind == BoxKind::Inline;
        if area.is_empty() || is_masked || !self.canvas.shows(&reach, transform, &clipped) {
            return;
        }
        let corners = radii(style, area.size());
        let corners = corners.as_deref();
        let at = (transform, &*clipped);
        let boxes =
            Boxes { border: area, corners, border_widths: drawn.border, padding_widths: drawn.padding, is_text: false };
        let lists = self.lists.of(drawn.style, self.canvas.budget());
        self.text_clips.note(drawn, &lists, &boxes);
        let shadows = (style, &*lists.box_shadows);
        shadow::draw(&mut self.canvas, shadows, &boxes, false, at);
        let control = match drawn.kind {
            BoxKind::Control(control) if drawn.is_element => Some(control),
            _ => None,
        };
        if let Some(control) = control
            && control::draw(&mut self.canvas, self.page.dom(), drawn, control, &area, at)
        {
            control::resizer(&mut self.canvas, drawn, &area, at);
            return;
        }
        if let Some(face) = control.and_then(|control| control::face(drawn, control)) {
            let path = rounded(&area, corners);
            self.canvas.fill_color(path.as_ref(), face, FillRule::Winding, at);
        }
        if Some(drawn.node) != self.background_of || !drawn.is_element {
            let dom = self.page.dom();
            let resources = (&mut self.images, dom, dom.owner_document(drawn.node));
            background::draw(&mut self.canvas, (style, &lists), &boxes, resources, at);
        }
        shadow::draw(&mut self.canvas, shadows, &boxes, true, at);
        let has_image = lists.border_image.as_ref().is_some_and(|image| {
            let dom = self.page.dom();
            let resources = (&mut self.images, dom, dom.owner_document(drawn.node));
            border_image::draw(&mut self.canvas, (style, image), &boxes, resources, at)
        });
        if let Some(borders) = &drawn.collapsed {
            borders.iter().for_each(|one| border::collapsed(&mut self.canvas, one, at));
        } else if !has_image {
            for part in around(drawn.legend.as_ref(), at) {
                border::draw(&mut self.canvas, style, &area, &drawn.border, corners, (transform, &part));
            }
        }
        if broken_image::is_icon(self.page.dom(), drawn) {
            broken_image::draw(&mut self.canvas, &area, at);
        }
        if let BoxKind::Replaced(Replaced::Image | Replaced::Video | Replaced::Embed) = drawn.kind {
            self.draw_image(drawn, &lists, &boxes, at);
        }
        if let Some(control) = control {
            control::draw_parts(&mut self.canvas, self.page.dom(), drawn, control, &area, at);
        }
        control::resizer(&mut self.canvas, drawn, &area, at);
    }

    /// The image of an element in its content box.
    fn draw_image(&mut self, drawn: &DrawnBox<'_>, lists: &PaintLists, boxes: &Boxes<'_>, at: (Transform, &Clipped)) {
        let (dom, device) = (self.page.dom(), self.page.device());
        let generated = match &drawn.style.content {
            Content::Items(parts, _) => match &parts[..] {
                [ContentItem::Image(image)] => Some(image),
                _ => None,
            },
            _ => None,
        };
        let image = match generated {
            Some(generated) => generated.url.as_ref().and_then(|url| {
                let document = dom.owner_document(drawn.node);
                self.images.of_url(dom, document, url, self.canvas.budget())
            }),
            None if drawn.is_element => {
                let file = || dom.image_file(drawn.node, device, &|media| matches_media(device, media));
                self.images.of_element(drawn.node, file, self.canvas.budget())
            }
            None => None,
        };
        let Some(image) = image else { return };
        let content = boxes.area(BackgroundBox::Content);
        let natural = image.natural(content.size());
        let area = image::fitted(drawn.style.object_fit, &lists.object_position, natural, &content);
        let path = rounded(
            &content.intersect(&area),
            boxes.corners(BackgroundBox::Content).filter(|_| area == content).as_ref(),
        );
        image::paint(&mut self.canvas, &image, &area, path.as_ref(), false, at);
    }
}

/// The parts of the picture in which the borders of a box with a legend are seen.
fn around(legend: Option<&Rect>, (transform, clipped): (Transform, &Clipped)) -> Vec<Clipped> {
    let all = clipped.area;
    let Some(legend) = legend.map(|legend| corners_of(legend, transform)) else {
        return vec![Clipped::new(all, clipped.mask.clone())];
    };
    let parts = [
        Rect::from_edges(all.x, all.y, legend.x.max(all.x), all.bottom()),
        Rect::from_edges(legend.right().min(all.right()), all.y, all.right(), all.bottom()),
        Rect::from_edges(legend.x, legend.bottom().min(all.bottom()), legend.right(), all.bottom()),
    ];
    parts.iter().map(|part| Clipped::new(part.intersect(&all), clipped.mask.clone())).collect()
}
