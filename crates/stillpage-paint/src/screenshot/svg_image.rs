//! Images of SVG: pages of their own, drawn at the size at which they are seen.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tiny_skia::Pixmap;

use super::Outlines;
use crate::device::Device;
use crate::dom::{Dom, NaturalSize, ParseOptions, natural_size};
use crate::geometry::Size;
use crate::limits::Budget;
use crate::page::{Page, RenderOptions};

/// Limit: bytes of an image, which real ones stay far below.
const MAX_BYTES: usize = 512 << 10;
/// Limit: pixels of a side, beyond which an image is scaled up.
const MAX_SIDE: f32 = 4096.0;
/// Limit: sizes at which an image is drawn.
const MAX_SIZES: usize = 32;
/// Steps of an image, of a byte of it, and of a node that it has, where references repeat much.
const IMAGE_STEPS: u64 = 400_000;
const BYTE_STEPS: u64 = 200;
const NODE_STEPS: u64 = 2000;

/// An image by its width and height in pixels.
type Sizes = FxHashMap<(u32, u32), Option<Rc<Pixmap>>>;

/// An image of SVG.
pub(super) struct SvgImage {
    source: Box<str>,
    natural: NaturalSize,
    outlines: Outlines,
    drawn: RefCell<Sizes>,
}

impl SvgImage {
    /// Reads a file; `None` if it is not an image of SVG.
    pub(super) fn read(file: &[u8], outlines: &Outlines) -> Option<Self> {
        if file.len() > MAX_BYTES {
            return None;
        }
        let source = std::str::from_utf8(file).ok()?;
        let start = source.find("<svg")?;
        let natural = natural_size(file)?;
        let source = with_view_box(source.get(start..)?, &natural).into();
        Some(Self { source, natural, outlines: outlines.clone(), drawn: RefCell::default() })
    }

    /// The size in CSS px, where the room for it is this.
    pub(super) fn natural(&self, room: Size) -> Size {
        let NaturalSize { width, height, ratio } = self.natural;
        match (width, height, ratio) {
            (Some(width), Some(height), _) => Size::new(width, height),
            (Some(width), None, Some(ratio)) => Size::new(width, width / ratio.max(0.001)),
            (None, Some(height), Some(ratio)) => Size::new(height * ratio, height),
            (None, None, Some(ratio)) => {
                let width = room.width.min(room.height * ratio);
                Size::new(width, width / ratio.max(0.001))
            }
            (width, height, None) => Size::new(width.unwrap_or(room.width), height.unwrap_or(room.height)),
        }
    }

    /// The image in pixels, for a size in CSS px and the pixels that one has; `None` once the steps are used up.
    pub(super) fn drawn(&self, size: Size, scale: f32, budget: &Rc<Budget>) -> Option<Rc<Pixmap>> {
        let most = (MAX_SIDE / (size.width * scale).max(size.height * scale).max(1.0)).min(1.0);
        let scale = scale * most;
        let (width, height) = ((size.width * scale).round().max(1.0), (size.height * scale).round().max(1.0));
        let key = (width as u32, height as u32);
        if let Some(known) = self.drawn.borrow().get(&key) {
            return known.clone();
        }
        let bytes = self.source.len() as u64;
        if !budget.spend(IMAGE_STEPS + BYTE_STEPS * bytes) {
            return None;
        }
        let made = self.draw(size, scale, key, budget).map(Rc::new);
        let mut drawn = self.drawn.borrow_mut();
        if drawn.len() >= MAX_SIZES {
            drawn.clear();
        }
        drawn.insert(key, made.clone());
        made
    }

    fn draw(&self, size: Size, scale: f32, pixels: (u32, u32), budget: &Rc<Budget>) -> Option<Pixmap> {
        let html = format!(
            "<!doctype html><style>html,body{{margin:0}}body>svg{{display:block;width:{}px;height:{}px}}</style>{}",
            size.width, size.height, self.source
        );
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::of_text());
        budget.spend(dom.len() as u64 * NODE_STEPS);
        let mut device = Device::default();
        (device.viewport, device.scale) = (size, scale);
        let page = Page::render(dom, device, RenderOptions::once());
        super::draw(&page, pixels, scale, (&self.outlines, None), budget)
    }
}

/// The source of an image with a view box: one of its own size where it has none, which is stretched.
fn with_view_box(source: &str, natural: &NaturalSize) -> String {
    let (tag, rest) = source.split_at(source.find('>').unwrap_or(source.len()));
    match (natural.width, natural.height, tag.strip_prefix("<svg")) {
        (Some(width), Some(height), Some(attributes)) if !attributes.contains("viewBox") => {
            format!("<svg viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\"{attributes}{rest}")
        }
        _ => source.to_owned(),
    }
}
