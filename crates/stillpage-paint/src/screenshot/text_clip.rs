//! Backgrounds that are seen through text: `background-clip: text`.
//!
//! <https://drafts.csswg.org/css-backgrounds-4/#background-clip>

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::background::{self, Boxes};
use super::canvas::Canvas;
use super::glyph::Glyphs;
use super::image::Images;
use super::lists::PaintLists;
use super::path::inset;
use super::text;
use crate::dom::{Dom, NodeId};
use crate::geometry::{Projection, Rect, Sides, Size};
use crate::layout::{DrawnBox, DrawnText};
use crate::style::ComputedStyle;
use crate::style::computed::BackgroundBox;

/// Limit: boxes around a text that are looked at.
const MAX_DEPTH: usize = 64;

/// A box whose background is seen through the text in it.
struct TextClip {
    style: Arc<ComputedStyle>,
    lists: Rc<PaintLists>,
    area: Rect,
    corners: Option<[Size; 4]>,
    border_widths: Sides<f32>,
    padding_widths: Sides<f32>,
    to_viewport: Projection,
    clip: Option<u32>,
}

/// The boxes that have been drawn, by their elements; of an inline box what the line at hand has of it.
#[derive(Default)]
pub(super) struct TextClips(FxHashMap<NodeId, TextClip>);

impl TextClips {
    /// Remembers a box if a part of its background is seen through text.
    pub(super) fn note(&mut self, drawn: &DrawnBox<'_>, lists: &Rc<PaintLists>, boxes: &Boxes<'_>) {
        let has_color = lists.color_clip == BackgroundBox::Text;
        if !has_color && lists.background.iter().all(|layer| layer.clip != BackgroundBox::Text) {
            return;
        }
        let clip = TextClip {
            style: Arc::clone(drawn.style),
            lists: Rc::clone(lists),
            area: boxes.border,
            corners: boxes.corners.copied(),
            border_widths: drawn.border,
            padding_widths: drawn.padding,
            to_viewport: drawn.to_viewport,
            clip: drawn.clip,
        };
        self.0.insert(drawn.node, clip);
    }

    /// Paints the backgrounds that are seen through a run of text, the outermost first.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        (glyphs, images, dom): (&mut Glyphs, &mut Images, &Dom),
        drawn: &DrawnText<'_>,
    ) {
        if self.0.is_empty() {
            return;
        }
        let around = std::iter::once(drawn.node).chain(dom.ancestors(drawn.node)).take(MAX_DEPTH);
        let mut clips: Vec<&TextClip> = around.filter_map(|node| self.0.get(&node)).collect();
        clips.reverse();
        let transform = canvas.transform(&drawn.to_viewport);
        let clipped = canvas.clipped(drawn.clip);
        let area = canvas.reached(&inset(&drawn.area, &Sides::all(-drawn.area.height)), transform, &clipped);
        if area.is_empty() {
            return;
        }
        for clip in clips {
            let covered = canvas.coverage(&area, false, |canvas| {
                text::draw_opaque(canvas, glyphs, drawn, (transform, &clipped));
            });
            let Some(coverage) = covered else { return };
            let seen = canvas.clipped(clip.clip).masked(area, coverage);
            let boxes = Boxes {
                border: clip.area,
                corners: clip.corners.as_ref(),
                border_widths: clip.border_widths,
                padding_widths: clip.padding_widths,
                is_text: true,
            };
            let at = (canvas.transform(&clip.to_viewport), &seen);
            let resources = (&mut *images, dom, dom.owner_document(drawn.node));
            background::draw(canvas, (&clip.style, &clip.lists), &boxes, resources, at);
        }
    }
}
